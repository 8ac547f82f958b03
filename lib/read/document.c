/* SPDX-License-Identifier: MIT */
/* Builds the tape. Lookups are in lookup.c. */
#include <gdv/document.h>

#include "../decode/lone.h"
#include "../decode/step.h"
#include "../keys/keys.h"
#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "arguments.h"
#include "room.h"
#include "tape.h"

typedef gdv_tape builder;

#ifdef __FRAMAC__
#include "../proof/document_c.h"
#endif

/* Peak of what a packet can ask for, in halves of nodes: 2 for each value, 1 for each key and each dictionary that is
 * open. A dictionary of k nils asks for 3 + 5k with 8 + 8k bytes, and no packet of that size for more: an array pays
 * four bytes for two halves, a nested dictionary eight for three, which a pair does better. Where four bytes are left
 * over for half a pair, {nil: {nil: nil, ..}} uses them: 9 + 5j with 20 + 8j bytes, j > 0. tests/read/
 * test_document_bound.c finds these numbers by search; proved is that they suffice, but for 20 to 23 bytes. */
size_t gdv_document_bound(size_t size)
{
    size_t bound = 0;
    if (size < 16) {
        bound = size == 0 ? 0 : size < 12 ? 1 : 2;
    } else if (size % 8 < 4 || size < 28) {
        bound = (5 * ((size - 8) / 8) + 4) / 2;
    } else {
        bound = (5 * ((size - 8) / 8) + 5) / 2;
    }
    return bound < SIZE_MAX / sizeof(gdv_node) ? bound : SIZE_MAX / sizeof(gdv_node);
}

/* Add one node: of a name, of a value that a step has read, of a plain value. Require room for a node: 2 * used + 2 +
 * keys.used <= halves. Ensure: used is one more, and the nodes before it are as they were. */
static inline void push_name(builder *to, const gdv_scan *scan, uint32_t at)
{
    gdv_node_set_name(&to->nodes[to->used], to->used, &scan->in, at);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

static inline void push(builder *to, const gdv_scan *scan, const gdv_token *token)
{
    (void)scan;
    gdv_node_set(&to->nodes[to->used], to->used, token);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

GDV_INLINE void push_fast(builder *to, const gdv_scan *scan, const gdv_fast_token *fast)
{
    (void)scan;
    gdv_node_set_fast(&to->nodes[to->used], to->used, fast);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

/* Adds the node of a value that a step has read, after that of its name if it is a property; or refuses where there is
 * no room for them. */
static gdv_status add_nodes(builder *to, gdv_scan *scan, gdv_role role, const gdv_token *token)
{
    uint32_t more = role == GDV_ROLE_PROPERTY ? 2 : 1;
    uint32_t free = to->halves - 2 * to->used - to->keys.used;
    if (2 * more > free) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, token->at, 0);
    }
    if (role == GDV_ROLE_PROPERTY) {
        push_name(to, scan, token->name);
        /*@ assert table: GDV_WIRE_TABLE_SOUND(scan->table); */
    }
    push(to, scan, token);
    return GDV_OK;
}

/* Makes the node added last the innermost open container, before which `depth` were open. While a container is open,
 * its `next` is the container around it; when it ends, the node after all that is in it. */
static void open_node(builder *to, uint32_t depth, uint32_t layout)
{
    uint32_t index = to->used - 1;
    bool keyed = layout == GDV_LAYOUT_DICTIONARY || layout == GDV_LAYOUT_OBJECT;
    if (depth > 0 && to->nodes[to->open].shape < GDV_NODE_NESTED) {
        to->nodes[to->open].shape = (uint16_t)(to->nodes[to->open].shape + GDV_NODE_NESTED);
        /*@ assert around: CHAIN_AROUND(to, depth); */
    }
    /*@ assert around: CHAIN_AROUND(to, depth); */
    to->nodes[index].shape = (uint16_t)(keyed ? 0 : GDV_NODE_ARRAY);
    to->nodes[index].next = to->open;
    to->open = index;
    /*@ ghost gdv_opened[depth] = index; */
}

/* The innermost open container ends before the node that is added next. One of many nodes gets links. Requires an open
 * container. */
static void close_node(builder *to, const gdv_scan *scan)
{
    (void)scan;
    to->nodes[to->open].next = to->used;
    /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
    /*@ assert table: TABLE_KEPT(Pre); */
    /*@ assert rows: ROWS_SET; */
    /*@ assert rows: ROWS_KEPT(Pre); */
    /*@ assert kept: NEXT_KEPT(to->open, Pre); */
    if (to->nodes[to->open].shape == GDV_NODE_ARRAY + GDV_NODE_NESTED && to->used - to->open > GDV_LINKED_FROM) {
        /*@ assert within: to->used <= to->halves / 2; */
        gdv_links_add(to->nodes, to->used, to->open);
        /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
        /*@ assert table: TABLE_KEPT(Pre); */
        /*@ assert rows: ROWS_SET; */
        /*@ assert rows: ROWS_KEPT(Pre); */
        /*@ assert kept: NEXT_KEPT(to->open, Pre); */
    }
}

/* Closes the nodes of the containers that the scan has closed, of which `depth` were open. Ensures: to->open is the
 * innermost container that is still open. */
static void close_nodes(builder *to, const gdv_scan *scan, uint32_t depth)
{
    /*@ CLOSE_NODES_LOOP */
    for (uint32_t closed = depth; closed > scan->depth; closed -= 1) {
        uint32_t around = to->nodes[to->open].next;
        /*@ assert around: closed > 1 ==> around == gdv_opened[closed - 2]; */
        /*@ assert inside: to->open < to->used; */
        close_node(to, scan);
        to->open = around;
        /*@ assert table: TABLE_KEPT(Pre); */
        /*@ assert rows: ROWS_SET; */
    }
}

/* Opens or closes containers after add_nodes: the node that it added last is that of a value of that layout with
 * `children`, before which `depth` containers were open. */
static void nest_nodes(builder *to, const gdv_scan *scan, uint32_t depth, uint32_t children, uint32_t layout)
{
    if (children > 0) {
        open_node(to, depth, layout);
    } else {
        close_nodes(to, scan, depth);
    }
}

/* The three functions of keys.h, in the array whose front is the nodes: they write above the nodes. Ensure: a key that
 * is noted takes one entry, a dictionary that opens one; GDV_E_NO_SPACE only where there was no room for them. */
GDV_INLINE gdv_status note_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key)
{
    if (!is_key) {
        return GDV_OK;
    }
    return gdv_keys_fast(&to->keys, scan, fast);
}

static inline gdv_status note_step(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                                   const gdv_token *token)
{
    if (!to->unique) {
        return GDV_OK;
    }
    return gdv_keys_step(&to->keys, scan, stack, depth, role, token);
}

static inline gdv_status note_close(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth)
{
    if (!to->unique) {
        return GDV_OK;
    }
    return gdv_keys_close(&to->keys, scan, stack, depth);
}

/* Adds the node of a plain value, and its entry if it is one of the keys that are looked at. Requires room for a node;
 * the entry may find none. */
GDV_INLINE gdv_status enter_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key)
{
    push_fast(to, scan, fast);
    /*@ assert table: GDV_WIRE_TABLE_SOUND(scan->table); */
    /*@ assert layout: fast->wire->layout == \at(fast->wire->layout, Pre); */
    return note_fast(to, scan, fast, is_key);
}

/* Does what enter_fast does if there is room for the node, and refuses if there is none. */
GDV_INLINE gdv_status add_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key)
{
    if (2 > to->halves - 2 * to->used - to->keys.used) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, fast->at, 0);
    }
    return enter_fast(to, scan, fast, is_key);
}

/* Adds the plain values that come next in the innermost container, whose level is `level`. keyed: it is a dictionary
 * whose keys are looked at. Requires values left in it. Ensures: pos moved by at least one byte for each value read;
 * where the array has as many nodes as gdv_document_bound says, GDV_OK. */
static gdv_status build_run(builder *to, gdv_scan *scan, gdv_level *level, bool keyed)
{
    gdv_fast_token fast;
    gdv_status status = GDV_OK;
    /*@ BUILD_RUN_LOOP */
    while (status == GDV_OK && level->left > 0 && gdv_step_fast(scan, level, &fast)) {
        status = add_fast(to, scan, &fast, keyed && level->left % 2 != 0);
    }
    return status;
}

/* Does what build_run does, for the container that is the innermost of all. Requires one that demands nothing of its
 * values. */
static inline gdv_status build_innermost(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    uint32_t depth = scan->depth;
    bool keyed = to->unique && stack->levels[depth - 1].kind == GDV_LEVEL_DICTIONARY;
    /*@ assert unnamed: stack->levels[depth - 1].kind != GDV_LEVEL_OBJECT; */
    /*@ assert around: BUILD_INNERMOST_AROUND; */
    gdv_status status = build_run(to, scan, &stack->levels[depth - 1], keyed);
    /*@ assert others: BUILD_INNERMOST_OTHERS; */
    /*@ assert ledger: gdv_owed[depth] == gdv_owed[depth - 1] + 4 * stack->levels[depth - 1].left; */
    /*@ assert chain: CHAIN_INNERMOST(to, depth); */
    /*@ assert chain: CHAIN_READABLE(to, depth); */
    /*@ assert chain: CHAIN_AROUND(to, depth); */
    return status;
}

/* The innermost container has ended: closes it, and those around it that end with it. Ensures on GDV_OK: the innermost
 * open container has values left. */
static inline gdv_status end_innermost(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    uint32_t depth = scan->depth;
    gdv_step_close(scan, stack);
    close_nodes(to, scan, depth);
    gdv_status status = note_close(to, scan, stack, depth);
    /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
    /*@ assert chain: CHAIN_INNERMOST(to, scan->depth); */
    /*@ assert chain: CHAIN_READABLE(to, scan->depth); */
    /*@ assert chain: CHAIN_AROUND(to, scan->depth); */
    return status;
}

/* Adds plain values for as long as they follow one another, through the ends of containers. Ensures on GDV_OK: the
 * innermost open container has values left, or nothing is open. */
static gdv_status build_fast(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    /*@ BUILD_FAST_LOOP */
    while (to->keys.key == 0 && gdv_may_be_fast(scan, stack)) {
        gdv_status status = build_innermost(to, scan, stack);
        if (status != GDV_OK || stack->levels[scan->depth - 1].left > 0) {
            /*@ assert sound: status == GDV_OK ==> GDV_SCAN_SOUND(scan); */
            /*@ assert set: status == GDV_OK ==> NODES_SET(to); */
            return status;
        }
        status = end_innermost(to, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
    }
    /*@ assert sound: GDV_SCAN_SOUND(scan); */
    /*@ assert set: NODES_SET(to); */
    return GDV_OK;
}

/* Adds any other value, and closes what ends with it. Requires a value to come. The array refuses nothing of a packet
 * for which it has as many nodes as gdv_document_bound says: what is refused then, the step has refused, or a key is
 * there twice. */
static inline gdv_status build_general(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_token token;
    uint32_t depth = scan->depth;
    gdv_role role = gdv_next_role(scan, stack);
    gdv_status status = gdv_step_general(scan, stack, &token);
    if (status != GDV_OK) {
        return status;
    }
    /*@ ghost uint32_t asks = HALVES(to) + (role == GDV_ROLE_PROPERTY ? 4 : 2) + GDV_KEYS_OF(role, &token); */
    /*@ assert words: LEAF ==> WORDS(scan) == \at(WORDS(scan), Pre) + 1 || WORDS(scan) >= \at(WORDS(scan), Pre) + 2; */
    /*@ assert first: depth == 0 && !LEAF ==> scan->in.reserved >= 4; */
    /*@ assert first: depth == 0 ==> asks <= 3 && (token.wire->layout != GDV_LAYOUT_DICTIONARY ==> asks == 2); */
    /*@ assert first: depth == 0 && !LEAF ==> scan->depth == 1 && stack->levels[0].left == token.children; */
    /*@ assert first: depth == 0 && !LEAF ==> WORDS(scan) == 2 || WORDS(scan) >= 3; */
    /*@ assert key: BUILD_GENERAL_KEY; */
    /*@ assert value: STAYS ==> !GDV_VALUE_NEXT(stack->levels[depth - 1]); */
    /*@ assert asks: BUILD_GENERAL_ASKS; */
    /*@ assert roomy: depth == 0 && token.wire->layout == GDV_LAYOUT_DICTIONARY ==> FITS; */
    /*@ assert roomy: depth == 0 && token.wire->layout != GDV_LAYOUT_DICTIONARY ==> FITS; */
    /*@ assert roomy: depth > 0 && LEAF && role == GDV_ROLE_KEY ==> FITS; */
    /*@ assert roomy: depth == 1 && STAYS ==> FITS; */
    /*@ assert roomy: depth == 2 && STAYS ==> FITS; */
    /*@ assert roomy: depth > 2 && STAYS ==> FITS; */
    /*@ assert roomy: depth > 0 && LEAF && scan->depth < depth ==> FITS; */
    /*@ assert roomy: depth == 1 && !LEAF ==> FITS; */
    /*@ assert roomy: depth > 1 && !LEAF ==> FITS; */
    /*@ assert roomy: FITS; */
    /*@ assert enough: ENOUGH(to, scan) ==> asks <= to->halves; */
    const uint32_t layout = token.wire->layout;
    status = add_nodes(to, scan, role, &token);
    /*@ assert enough: ENOUGH(to, scan) ==> status == GDV_OK; */
    if (status != GDV_OK) {
        return status;
    }
    /*@ assert chain: CHAIN_INNERMOST(to, depth); */
    /*@ assert chain: CHAIN_READABLE(to, depth); */
    /*@ assert chain: CHAIN_AROUND(to, depth); */
    nest_nodes(to, scan, depth, token.children, layout);
    status = note_step(to, scan, stack, depth, role, &token);
    /*@ assert enough: ENOUGH(to, scan) ==> status == GDV_OK || status == GDV_E_DUPLICATE_KEY; */
    /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
    /*@ assert chain: CHAIN_INNERMOST(to, scan->depth); */
    /*@ assert chain: CHAIN_READABLE(to, scan->depth); */
    /*@ assert chain: CHAIN_AROUND(to, scan->depth); */
    return status;
}

/* Reads and builds the whole packet. Requires an empty builder. Ensures on GDV_OK: pos is at the packet's end, or trailing
 * bytes are permitted. */
static gdv_status build(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    /*@ BUILD_LOOP */
    while (gdv_scan_more(scan)) {
        gdv_status status = build_general(to, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
        status = build_fast(to, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
    }
    return gdv_scan_finish(scan);
}

void gdv_tape_start(gdv_tape *tape, const gdv_arguments *args, gdv_node *nodes, size_t capacity, size_t most)
{
    tape->nodes = nodes;
    tape->used = 0;
    tape->halves = 2 * (uint32_t)(capacity < most ? capacity : most);
    tape->open = 0;
    tape->unique = gdv_unique_keys(args);
    gdv_keys_start(&tape->keys, (uint8_t *)nodes, 8 * (size_t)tape->halves);
}

/* A fast path: adds the value that begins here if it is plain and lies in no other, as most arguments do, and does all
 * that `build` would do with it. If false, nothing has changed. */
GDV_INLINE bool add_lone_fast(gdv_tape *tape, gdv_scan *scan, gdv_status *status)
{
    gdv_fast_token fast;
    fast.end = 0; /* it is set where the next call says yes, which gcc 12 does not see at -O1 */
    if (scan->values >= scan->max_values || !gdv_lone_fast(scan, &fast)) {
        return false;
    }
    scan->values += 1;
    gdv_skip(&scan->in, fast.end - fast.at);
    if (fast.count > scan->longest) {
        scan->longest = fast.count;
    }
    *status = add_fast(tape, scan, &fast, false);
    return true;
}

/* What follows the value is the caller's to judge, so that `build` lets it pass. */
static gdv_status add_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack)
{
    const uint32_t permit = scan->permit;
    gdv_status status = gdv_scan_begin(scan);
    if (status != GDV_OK) {
        return status;
    }
    scan->permit |= GDV_PERMIT_TRAILING;
    status = build(tape, scan, stack);
    scan->permit = permit;
    return status;
}

gdv_status gdv_tape_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = GDV_OK;
    return add_lone_fast(tape, scan, &status) ? status : add_value(tape, scan, stack);
}

void gdv_tape_finish(const gdv_tape *tape, const gdv_scan *scan, uint32_t size, gdv_document *document)
{
    document->bytes = scan->in.bytes;
    document->nodes = tape->nodes;
    document->table = scan->table;
    document->size = size;
    document->count = tape->used;
    document->permit = scan->permit;
    document->encoding = scan->encoding;
}

/* The nodes were too few: GDV_E_NO_SPACE with the number that this packet needs, unless something is wrong with the
 * packet itself. */
GDV_COLD static gdv_status refuse_for_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                                           uint32_t error_offset)
{
    uint64_t halves = 0;
    gdv_status status = gdv_room(args, scan, stack, true, &halves);
    return status == GDV_OK ? gdv_refuse(scan, GDV_E_NO_SPACE, error_offset, (halves + 1) / 2) : status;
}

gdv_status gdv_document_build(gdv_document *document, const gdv_arguments *args, gdv_node *nodes, size_t capacity,
                              gdv_report *report)
{
    gdv_stack stack;
    gdv_scan scan;
    builder to;

    gdv_status status = gdv_arguments_scan(args, &scan);
    gdv_tape_start(&to, args, nodes, capacity, gdv_document_bound(scan.in.size));
    if (status == GDV_OK) {
        status = build(&to, &scan, &stack);
    }
    if (status == GDV_E_NO_SPACE) {
        status = refuse_for_room(args, &scan, &stack, scan.error_offset);
    }
    if (status == GDV_OK) {
        gdv_tape_finish(&to, &scan, scan.in.size, document);
        gdv_report_clear(report, status);
    } else {
        gdv_report_fill(report, status, args, &scan, &stack, gdv_report_stop(status, &scan));
    }
    return status;
}

gdv_status gdv_document_parse(gdv_document *document, const void *bytes, size_t size, gdv_dialect dialect,
                              const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {nodes, gdv_extent(nodes, capacity, sizeof *nodes), true},
                                  {document, sizeof *document, true},
                                  {report, sizeof *report, true}};
    gdv_arguments args;

    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    gdv_status status = gdv_document_start(&args, document, bytes, size, dialect, policy, nodes, capacity, report);
    if (status != GDV_OK) {
        return status;
    }
    return gdv_document_build(document, &args, nodes, capacity, report);
}

gdv_value gdv_root(const gdv_document *document)
{
    gdv_value root = {document, 0};
    bool there = document != NULL && document->count > 0;
    return there ? root : gdv_missing();
}
