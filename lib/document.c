/* SPDX-License-Identifier: MIT */
/* Builds the tape. Lookups are in lookup.c. */
#include "document.h"

#include <string.h>

#include "item.h"
#include "keys.h"
#include "overlap.h"
#include "request.h"
#include "step.h"

/* The caller's array from both ends: nodes grow upwards; downwards from its end grow the keys among which duplicates
 * are looked for, two to a node. */
typedef struct builder {
    gdv_node *nodes;
    uint32_t used;   /* nodes */
    uint32_t halves; /* halves of nodes that the array has */
    uint32_t open;   /* node of the innermost open container */
    bool unique;     /* whether duplicate keys are looked for */
    gdv_keys keys;
} builder;

/* Peak of what a packet can ask for, in halves of nodes: 2 for each value, 1 for each key and each dictionary that is
 * open. A dictionary of k nils asks for 3 + 5k with 8 + 8k bytes, and no packet of that size for more: an array pays
 * four bytes for two halves, a nested dictionary eight for three, which a pair does better. Where four bytes are left
 * over for half a pair, {nil: {nil: nil, ..}} uses them: 9 + 5j with 20 + 8j bytes, j > 0. tests/test_document.c finds
 * these numbers by search. */
size_t gdv_document_bound(size_t size)
{
    size_t bound = 0;
    if (size < 16) {
        bound = size < 4 ? 0 : size < 12 ? 1 : 2;
    } else if (size % 8 < 4 || size < 28) {
        bound = (5 * ((size - 8) / 8) + 4) / 2;
    } else {
        bound = (5 * ((size - 8) / 8) + 5) / 2;
    }
    return bound < SIZE_MAX / sizeof(gdv_node) ? bound : SIZE_MAX / sizeof(gdv_node);
}

static gdv_status add_nodes(builder *to, gdv_scan *scan, gdv_role role, const gdv_head *head)
{
    uint32_t more = role == GDV_ROLE_PROPERTY ? 2 : 1;
    uint32_t free = to->halves - 2 * to->used - to->keys.used;
    if (2 * more > free) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, head->at, 0);
    }
    if (role == GDV_ROLE_PROPERTY) {
        gdv_node_set_name(&to->nodes[to->used], to->used, &scan->in, head->name);
        to->used += 1;
    }
    gdv_node_set(&to->nodes[to->used], to->used, head);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
    return GDV_OK;
}

/* While a container is open, its `next` is the container around it; when it ends, the node behind all that is in it. */
static void open_node(builder *to, uint32_t depth)
{
    uint32_t index = to->used - 1;
    if (depth > 0) {
        to->nodes[to->open].inner = 1;
    }
    to->nodes[index].next = to->open;
    to->open = index;
}

static void close_nodes(builder *to, const gdv_scan *scan, uint32_t depth)
{
    for (uint32_t closed = depth; closed > scan->depth; closed -= 1) {
        uint32_t around = to->nodes[to->open].next;
        to->nodes[to->open].next = to->used;
        to->open = around;
    }
}

/* The node of a plain value, and its entry if it is one of the keys that are looked at. */
static gdv_status add_plain(builder *to, gdv_scan *scan, const gdv_plain *plain, bool is_key)
{
    if (2 > to->halves - 2 * to->used - to->keys.used) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, plain->at, 0);
    }
    gdv_node_set_plain(&to->nodes[to->used], to->used, scan, plain);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
    return is_key ? gdv_keys_plain(&to->keys, scan, plain) : GDV_OK;
}

/* The plain values that come next, as many as follow one another: as walk_plain of validate.c. */
static gdv_status build_plain(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_plain plain;
    while (to->keys.key == 0 && gdv_may_be_plain(scan, stack)) {
        gdv_frame *frame = &stack->frames[scan->depth - 1];
        bool keyed = to->unique && frame->kind == GDV_FRAME_DICTIONARY;
        while (gdv_step_plain(scan, frame, &plain)) {
            gdv_status status = add_plain(to, scan, &plain, keyed && frame->left % 2 != 0);
            if (status != GDV_OK) {
                return status;
            }
            if (frame->left == 0) {
                break;
            }
        }
        if (frame->left > 0) {
            break;
        }
        uint32_t depth = scan->depth;
        gdv_step_close(scan, stack);
        close_nodes(to, scan, depth);
        gdv_status status = to->unique ? gdv_keys_close(&to->keys, scan, stack, depth) : GDV_OK;
        if (status != GDV_OK) {
            return status;
        }
    }
    return GDV_OK;
}

static gdv_status build(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = GDV_OK;
    gdv_head head;
    while (status == GDV_OK && gdv_scan_more(scan)) {
        gdv_role role = gdv_next_role(scan, stack);
        uint32_t depth = scan->depth;
        status = gdv_step_other(scan, stack, &head);
        if (status == GDV_OK) {
            status = add_nodes(to, scan, role, &head);
        }
        if (status == GDV_OK && head.children > 0) {
            open_node(to, depth);
        }
        if (status == GDV_OK) {
            close_nodes(to, scan, depth);
        }
        if (status == GDV_OK && to->unique) {
            status = gdv_keys_step(&to->keys, scan, stack, depth, role, &head);
        }
        if (status == GDV_OK) {
            status = build_plain(to, scan, stack);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

/* The nodes were too few: reads on to the end without building, for the verdict and for *halves, the peak of what this
 * packet asks for. Duplicate keys are not looked for, as there is no memory to look in. */
static gdv_status measure(gdv_scan *scan, gdv_stack *stack, uint32_t *pairs, bool unique, uint64_t *halves)
{
    uint64_t now = 0;
    gdv_status status = GDV_OK;
    gdv_head head;

    *halves = 0;
    while (gdv_scan_more(scan)) {
        gdv_role role = gdv_next_role(scan, stack);
        uint32_t depth = scan->depth;
        status = gdv_step(scan, stack, &head);
        if (status != GDV_OK) {
            break;
        }
        now += role == GDV_ROLE_PROPERTY ? 4u : 2u;
        now += unique && role == GDV_ROLE_KEY ? 1u : 0u;
        if (head.children > 0) {
            bool dictionary = unique && head.wire->form == GDV_FORM_DICTIONARY;
            pairs[depth] = dictionary ? head.count : 0;
            now += dictionary ? 1u : 0u;
        }
        *halves = now > *halves ? now : *halves;
        for (uint32_t closed = depth; closed > scan->depth; closed -= 1) {
            now -= pairs[closed - 1] > 0 ? (uint64_t)pairs[closed - 1] + 1 : 0u;
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

/* GDV_E_NO_SPACE, unless something is wrong with the packet itself. */
GDV_COLD static gdv_status ask_for_more(const gdv_request *asked, gdv_scan *scan, gdv_stack *stack, uint32_t wrong)
{
    uint32_t pairs[GDV_MAX_DEPTH]; /* of each open dictionary */
    uint64_t halves = 0;
    gdv_status status = gdv_request_scan(asked, scan);
    if (status == GDV_OK) {
        status = measure(scan, stack, pairs, gdv_unique_keys(asked), &halves);
    }
    return status == GDV_OK ? gdv_refuse(scan, GDV_E_NO_SPACE, wrong, (halves + 1) / 2) : status;
}

static gdv_status parse(gdv_document *document, const gdv_request *asked, gdv_node *nodes, size_t capacity,
                        gdv_report *report)
{
    gdv_stack stack;
    gdv_scan scan;
    builder to;

    to.nodes = nodes;
    to.used = 0;
    to.halves = 2 * (capacity < GDV_MAX_BYTES / 2 ? (uint32_t)capacity : GDV_MAX_BYTES / 2);
    to.open = 0;
    to.unique = gdv_unique_keys(asked);
    gdv_keys_start(&to.keys, (uint8_t *)nodes, 8 * (size_t)to.halves);
    gdv_status status = gdv_request_scan(asked, &scan);
    if (status == GDV_OK) {
        status = build(&to, &scan, &stack);
    }
    if (status == GDV_E_NO_SPACE) {
        status = ask_for_more(asked, &scan, &stack, scan.wrong);
    }
    if (status == GDV_OK) {
        document->bytes = asked->bytes;
        document->nodes = nodes;
        document->grammar = asked->grammar;
        document->size = scan.in.size;
        document->count = to.used;
        document->permit = asked->policy.permit;
        gdv_report_clear(report, status);
    } else {
        gdv_report_fill(report, status, asked, &scan, &stack, gdv_report_stop(status, &scan));
    }
    return status;
}

gdv_status gdv_document_parse(gdv_document *document, const void *bytes, size_t size, gdv_dialect dialect,
                              const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_report *report)
{
    const size_t most = SIZE_MAX / sizeof(gdv_node);
    const size_t nodes_size = (capacity < most ? capacity : most) * sizeof(gdv_node);
    const gdv_region regions[] = {{bytes, size, false},
                                  {policy, sizeof *policy, false},
                                  {nodes, nodes_size, true},
                                  {document, sizeof *document, true},
                                  {report, sizeof *report, true}};
    gdv_request asked;

    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    if (document != NULL) {
        memset(document, 0, sizeof *document);
    }
    if (report != NULL && report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status status = gdv_request_set(&asked, bytes, size, dialect, policy);
    if (status == GDV_OK && (document == NULL || (nodes == NULL && capacity > 0))) {
        status = GDV_E_BAD_ARGUMENT;
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
        return status;
    }
    return parse(document, &asked, nodes, capacity, report);
}

gdv_value gdv_root(const gdv_document *document)
{
    gdv_value root = {document, 0};
    bool there = document != NULL && document->count > 0;
    return there ? root : gdv_missing();
}
