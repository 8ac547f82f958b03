/* SPDX-License-Identifier: MIT */
#include "tests/support/two_paths.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "lib/decode/step.h"
#include "lib/keys/keys.h"
#include "lib/value/links.h"
#include "lib/value/resolve.h"

static bool same_token(const gdv_token *one, const gdv_token *other)
{
    return one->wire == other->wire && one->id == other->id && one->name == other->name && one->at == other->at &&
           one->flags == other->flags && one->data == other->data && one->count == other->count &&
           one->end == other->end && one->children == other->children && one->key_id == other->key_id &&
           one->value_id == other->value_id && one->open == other->open;
}

static bool same_place(const gdv_scan *one, const gdv_scan *other)
{
    return one->in.pos == other->in.pos && one->in.reserved == other->in.reserved && one->depth == other->depth;
}

static bool same_counts(const gdv_scan *one, const gdv_scan *other)
{
    return one->values == other->values && one->strings == other->strings && one->deepest == other->deepest &&
           one->longest == other->longest && one->widest == other->widest;
}

static bool same_refusal(const gdv_scan *one, const gdv_scan *other)
{
    return one->misread == other->misread && one->error_offset == other->error_offset && one->need == other->need;
}

const char *two_paths_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    gdv_stack stacks[2];
    gdv_scan one;
    gdv_scan other;
    gdv_token tokens[2];
    gdv_status status = gdv_scan_start(&one, bytes, size, &gdv_wire_tables[dialect], policy);
    if (gdv_scan_start(&other, bytes, size, &gdv_wire_tables[dialect], policy) != status) {
        return "how a packet begins";
    }
    while (status == GDV_OK && gdv_scan_more(&one)) {
        status = gdv_step(&one, &stacks[0], &tokens[0]);
        if (gdv_step_general(&other, &stacks[1], &tokens[1]) != status) {
            return "code";
        }
        if (status != GDV_OK) {
            return same_refusal(&one, &other) ? NULL : "why a value is refused";
        }
        if (!same_token(&tokens[0], &tokens[1])) {
            return "head";
        }
        if (!same_place(&one, &other)) {
            return "place";
        }
        if (!same_counts(&one, &other)) {
            return "counts";
        }
    }
    return NULL;
}

/* The step alone, and keys.h. */
static gdv_status read_by_step(gdv_scan *scan, gdv_keys *keys, bool unique)
{
    gdv_stack stack;
    gdv_token token;
    gdv_status status = GDV_OK;
    while (status == GDV_OK && gdv_scan_more(scan)) {
        const uint32_t depth = scan->depth;
        const gdv_role role = gdv_next_role(scan, &stack);
        status = gdv_step_general(scan, &stack, &token);
        if (status == GDV_OK && unique) {
            status = gdv_keys_step(keys, scan, &stack, depth, role, &token);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

static bool same_stats(const gdv_stats *stats, const gdv_scan *scan)
{
    return stats->bytes == scan->in.pos && stats->values == scan->values && stats->deepest == scan->deepest &&
           stats->longest == scan->longest && stats->widest == scan->widest &&
           stats->steps == (uint64_t)scan->values + scan->strings;
}

/* Where scratch memory is too small the report says how much suffices, and the step how much it had asked for. */
static bool same_report(const gdv_report *report, gdv_status status, const gdv_scan *scan)
{
    return report->offset == scan->error_offset && (status == GDV_E_NO_SPACE || report->need == scan->need) &&
           (status != GDV_E_ENGINE_MISREADS || report->misread == scan->misread);
}

const char *verdicts_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            uint8_t *scratch, size_t scratch_size, gdv_status *status)
{
    const bool unique = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    gdv_scan scan;
    gdv_keys keys;
    gdv_stats stats = {.struct_size = sizeof stats};
    gdv_report report = {.struct_size = sizeof report};
    *status = gdv_scan_start(&scan, bytes, size, &gdv_wire_tables[dialect], policy);
    gdv_keys_start(&keys, scratch, scratch_size);
    if (*status == GDV_OK) {
        *status = read_by_step(&scan, &keys, unique);
    }
    if (gdv_validate(bytes, size, dialect, policy, scratch, scratch_size, &stats, NULL) != *status ||
        gdv_validate(bytes, size, dialect, policy, scratch, scratch_size, NULL, &report) != *status ||
        gdv_validate(bytes, size, dialect, policy, scratch, scratch_size, NULL, NULL) != *status) {
        return "the verdict";
    }
    if (!same_stats(&stats, &scan)) {
        return "statistics";
    }
    return *status == GDV_OK || same_report(&report, *status, &scan) ? NULL : "why the packet is refused";
}

/* Nodes that are looked at beside the values that a step reads: which containers are open, and whether a container was in them. */
typedef struct walk {
    const gdv_node *nodes;
    uint32_t at;
    uint32_t open[GDV_MAX_DEPTH];
    bool nested[GDV_MAX_DEPTH];
} walk;

static bool is_node_of(const gdv_node *node, const gdv_token *token)
{
    return node->offset == token->at && node->count == token->count && node->id == token->id &&
           node->flags == token->flags % 0x100u;
}

/* What the node of a container that has ended says of what was in it. */
static bool is_ended(const walk *of, uint32_t level, bool keyed)
{
    const uint32_t index = of->open[level];
    const uint32_t shape = of->nodes[index].shape;
    return gdv_node_after(of->nodes, index) == of->at && ((shape & GDV_NODE_ARRAY) == 0) == keyed &&
           ((shape & GDV_NODE_NESTED) != 0) == of->nested[level];
}

/* The next node, and the containers that end with it: `depth` were open before the step. */
static const char *node_differs(walk *of, const gdv_scan *scan, const gdv_stack *stack, uint32_t depth, gdv_role role,
                                const gdv_token *token)
{
    if (role == GDV_ROLE_PROPERTY) {
        if (of->nodes[of->at].id != GDV_NODE_NAME || of->nodes[of->at].offset != token->name) {
            return "the name of a property";
        }
        of->at += 1;
    }
    if (!is_node_of(&of->nodes[of->at], token)) {
        return "a node";
    }
    if (token->children > 0) {
        of->open[depth] = of->at;
        of->nested[depth] = false;
        if (depth > 0) {
            of->nested[depth - 1] = true;
        }
    } else if (of->nodes[of->at].shape != 0 || gdv_node_after(of->nodes, of->at) != of->at + 1) {
        return "a node without children";
    }
    of->at += 1;
    for (uint32_t closed = depth; token->children == 0 && closed > scan->depth; closed -= 1) {
        if (!is_ended(of, closed - 1, stack->levels[closed - 1].kind != GDV_LEVEL_ARRAY)) {
            return "where a container ends";
        }
    }
    return NULL;
}

const char *documents_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                             gdv_node *nodes, size_t capacity, gdv_status status)
{
    gdv_document document;
    gdv_scan scan;
    gdv_stack stack;
    gdv_token token;
    walk of;
    of.nodes = nodes;
    of.at = 0;
    if (gdv_document_parse(&document, bytes, size, dialect, policy, nodes, capacity, NULL) != status) {
        return "the code of a document";
    }
    if (status != GDV_OK) {
        return NULL;
    }
    if (gdv_scan_start(&scan, bytes, size, &gdv_wire_tables[dialect], policy) != GDV_OK) {
        return "how a packet begins";
    }
    while (gdv_scan_more(&scan)) {
        const uint32_t depth = scan.depth;
        const gdv_role role = gdv_next_role(&scan, &stack);
        if (gdv_step_general(&scan, &stack, &token) != GDV_OK) {
            return "a value";
        }
        if (of.at + (role == GDV_ROLE_PROPERTY ? 2 : 1) > document.count) {
            return "how many nodes there are";
        }
        const char *what = node_differs(&of, &scan, &stack, depth, role, &token);
        if (what != NULL) {
            return what;
        }
    }
    return of.at == document.count ? NULL : "how many nodes there are";
}

/* The events that the step's values make, beside those that a reader gives. */
typedef struct telling {
    gdv_reader reader;
    gdv_event event;
    uint32_t open; /* containers that the reader has begun and not ended */
    uint32_t at;   /* where the event before ended */
} telling;

/* The next event of the reader is that, `size` bytes from where the one before ended. */
static bool tells(telling *of, gdv_event_kind kind, gdv_role role, uint32_t depth, uint32_t size)
{
    const gdv_status status = gdv_reader_next(&of->reader, &of->event);
    const gdv_event *event = &of->event;
    const bool same = status == GDV_OK && event->kind == kind && event->role == role && event->depth == depth &&
                      event->offset == of->at && event->size == size;
    of->at += size;
    return same;
}

/* The ends of containers down to so many that are open. */
static bool tells_ends(telling *of, uint32_t open)
{
    bool same = true;
    while (of->open > open) {
        of->open -= 1;
        same = same && tells(of, GDV_EVENT_END, GDV_ROLE_OUTERMOST, of->open, 0) && !gdv_exists(of->event.value);
    }
    return same;
}

static bool is_node_told(const telling *of, const gdv_token *token)
{
    return gdv_exists(of->event.value) && is_node_of(&of->event.value.document->nodes[of->event.value.index], token);
}

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* NaN too, and 0.0 is not -0.0. */
static bool same_double(double one, double other)
{
    return bits_of(one) == bits_of(other);
}

static bool same_text(gdv_text one, gdv_text other)
{
    return one.bytes == other.bytes && one.size == other.size;
}

const char *event_differs(const gdv_event *event)
{
    const gdv_value value = event->value;
    const char *otherwise = "otherwise";
    if (event->type != gdv_type_of(value) ||
        event->count != (gdv_exists(value) ? value.document->nodes[value.index].count : 0)) {
        return "an event's type or count";
    }
    if (!gdv_exists(value) && (event->bits != 0 || value.document != NULL || value.index != 0)) {
        return "an event of no value";
    }
    if (gdv_event_bool_or(event, false) != gdv_bool_or(value, false) ||
        gdv_event_bool_or(event, true) != gdv_bool_or(value, true)) {
        return "an event's bool";
    }
    if (gdv_event_int_or(event, INT64_MIN, INT64_MAX, 7) != gdv_int_or(value, INT64_MIN, INT64_MAX, 7) ||
        gdv_event_int_or(event, -1, 1, 7) != gdv_int_or(value, -1, 1, 7)) {
        return "an event's int";
    }
    if (!same_double(gdv_event_double_or(event, -INFINITY, INFINITY, 7),
                     gdv_double_or(value, -INFINITY, INFINITY, 7)) ||
        !same_double(gdv_event_double_or(event, -1, 1, 7), gdv_double_or(value, -1, 1, 7))) {
        return "an event's float";
    }
    return same_text(gdv_event_text_or(event, otherwise), gdv_text_or(value, otherwise)) ? NULL : "an event's text";
}

/* The events of a value, and of its name if it is a property; after it `depth` containers are open, to the step. */
static const char *telling_differs(telling *of, gdv_role role, uint32_t depth, const gdv_token *token)
{
    if (role == GDV_ROLE_PROPERTY) {
        if (!tells(of, GDV_EVENT_NAME, role, of->open, token->at - token->name) ||
            of->event.value.document->nodes->id != GDV_NODE_NAME || event_differs(&of->event) != NULL) {
            return "the event of a name";
        }
    }
    const gdv_event_kind kind = token->open != 0 ? GDV_EVENT_BEGIN : GDV_EVENT_VALUE;
    if (!tells(of, kind, role, of->open, token->end - token->at) || !is_node_told(of, token)) {
        return "the event of a value";
    }
    const char *what = event_differs(&of->event);
    if (what != NULL) {
        return what;
    }
    of->open += token->open;
    return tells_ends(of, depth) ? event_differs(&of->event) : "the event of an end";
}

const char *events_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                          uint8_t *scratch, uint8_t *other, size_t scratch_size)
{
    const bool unique = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    telling of;
    gdv_scan scan;
    gdv_stack stack;
    gdv_token token;
    gdv_keys keys;
    gdv_status status = gdv_scan_start(&scan, bytes, size, &gdv_wire_tables[dialect], policy);
    of.open = 0;
    of.at = 0;
    of.event.kind = GDV_EVENT_VALUE;
    gdv_keys_start(&keys, other, scratch_size);
    if (gdv_reader_init(&of.reader, bytes, size, dialect, policy, scratch, scratch_size) != status) {
        return "how a reader begins";
    }
    while (status == GDV_OK && gdv_scan_more(&scan)) {
        const uint32_t depth = scan.depth;
        const gdv_role role = gdv_next_role(&scan, &stack);
        status = gdv_step_general(&scan, &stack, &token);
        if (status == GDV_OK && unique) {
            status = gdv_keys_step(&keys, &scan, &stack, depth, role, &token);
        }
        if (status == GDV_OK) {
            const char *what = telling_differs(&of, role, scan.depth, &token);
            if (what != NULL) {
                return what;
            }
        }
    }
    if (status == GDV_OK) {
        status = gdv_scan_finish(&scan);
    }
    if (gdv_reader_next(&of.reader, &of.event) != status || of.event.kind != GDV_EVENT_DONE ||
        (status == GDV_OK && event_differs(&of.event) != NULL)) {
        return "the last event";
    }
    return gdv_reader_finish(&of.reader, NULL) == status ? NULL : "the code of a reader";
}
