/* SPDX-License-Identifier: MIT */
/* What is wrong, for people and for logs: where, in words what was found, and what the schema says. Made after a refusal
 * only. */
#include "violation.h"

#include <string.h>

#include "../decode/number.h"

void gdv_violation_clear(gdv_violation *violation, uint32_t packet)
{
    if (violation != NULL) {
        const gdv_report report = violation->report;
        memset(violation, 0, sizeof *violation);
        violation->struct_size = sizeof *violation;
        violation->report = report;
        violation->packet = packet;
        violation->rule = GDV_NONE;
    }
}

/* Number `index` of those that begin at `at`. */
static void put_component(gdv_words *to, const gdv_checking *check, const gdv_wire_row *row, uint32_t at,
                          uint32_t index, bool wide, bool plain)
{
    bool floats = row->component == GDV_COMPONENT_FLOAT32 || row->component == GDV_COMPONENT_FLOAT64;
    bool eight = wide || row->component == GDV_COMPONENT_FLOAT64 || row->component == GDV_COMPONENT_INT64;
    const uint32_t place = at + (eight ? 8 : 4) * index;
    if (floats && eight) {
        gdv_words_double(to, gdv_checking_double(&check->in, place), plain);
    } else if (floats) {
        gdv_words_float(to, gdv_checking_float(&check->in, place), plain);
    } else {
        gdv_words_int(to, eight ? gdv_signed64(gdv_u64_at(&check->in, place))
                                : gdv_signed32(gdv_u32_at(&check->in, place)));
    }
}

/* A text in quotes, a number, true or false. Requires one of these. */
static void put_plain_value(gdv_words *to, const gdv_checking *check, uint32_t node, bool plain)
{
    const gdv_wire_row *row = gdv_checking_row(check, node);
    const uint32_t at = check->nodes[node].offset + 4;
    bool wide = gdv_checking_is_wide(&check->nodes[node]);
    if (gdv_checking_is_short(&check->nodes[node])) {
        const int64_t number = gdv_checking_short(check, node);
        if (row->layout == GDV_LAYOUT_BOOL) {
            gdv_words_put(to, number != 0 ? "true" : "false");
        } else {
            gdv_words_int(to, number);
        }
    } else if (row->layout == GDV_LAYOUT_TEXT) {
        gdv_words_quoted(to, &check->in, at + 4, check->nodes[node].count);
    } else if (row->layout == GDV_LAYOUT_INT || row->layout == GDV_LAYOUT_FLOAT) {
        put_component(to, check, row, at, 0, wide, plain);
    } else {
        gdv_words_put(to, gdv_u32_at(&check->in, at) != 0 ? "true" : "false");
    }
}

/* Its type, and of a plain value what it is. */
static void put_typed_value(gdv_words *to, const gdv_checking *check, uint32_t node)
{
    const gdv_wire_row *row = gdv_checking_row(check, node);
    bool plain = row->layout == GDV_LAYOUT_TEXT || row->layout == GDV_LAYOUT_INT || row->layout == GDV_LAYOUT_FLOAT ||
                 row->layout == GDV_LAYOUT_BOOL;
    gdv_words_put(to, row->type == GDV_TYPE_NIL ? "null" : check->table->names[check->nodes[node].id]);
    if (plain) {
        gdv_words_put(to, " ");
        put_plain_value(to, check, node, false);
    }
}

/* Element `index` of a packed string array, whose lengths are read again. */
static void put_string(gdv_words *to, const gdv_checking *check, uint32_t node, uint32_t index)
{
    gdv_span text = {0, 0, check->nodes[node].offset + 8};
    for (uint32_t passed = 0; passed <= index; passed += 1) {
        gdv_span_at(&check->in, text.next, &text);
    }
    gdv_words_quoted(to, &check->in, text.at, text.size > 0 ? text.size - 1 : 0);
}

/* The number at fault: of a value, or of a part of it. */
static void put_number(gdv_words *to, const gdv_checking *check, const gdv_fault *fault)
{
    const gdv_node *node = &check->nodes[fault->node];
    const gdv_wire_row *row = gdv_checking_row(check, fault->node);
    bool packed = row->layout == GDV_LAYOUT_PACKED;
    bool wide = gdv_checking_is_wide(node);
    if (gdv_checking_is_short(node)) {
        gdv_words_int(to, gdv_checking_short(check, fault->node));
        return;
    }
    /* only what is packed has elements */
    const uint32_t element = fault->element == GDV_NONE ? 0 : fault->element * (row->size / gdv_narrow_width(row));
    const uint32_t component = fault->component == GDV_NONE ? 0 : fault->component;
    put_component(to, check, row, node->offset + (packed ? 8u : 4u), element + component, wide, true);
}

/* Whether a length is one of text or bytes, and not of elements or pairs. */
static bool counts_bytes(const gdv_checking *check, const gdv_fault *fault)
{
    const uint32_t kind = check->schema->rules[fault->rule].kind;
    return kind == GDV_RULE_TEXT || kind == GDV_RULE_BYTES;
}

static void put_found(gdv_words *to, const gdv_checking *check, const gdv_fault *fault)
{
    switch (fault->code) {
    case GDV_E_OUT_OF_RANGE:
        put_number(to, check, fault);
        break;
    case GDV_E_WRONG_TEXT:
    case GDV_E_NOT_A_MEMBER:
        if (fault->element != GDV_NONE) {
            put_string(to, check, fault->node, fault->element);
        } else {
            put_plain_value(to, check, fault->node, false);
        }
        break;
    case GDV_E_WRONG_LENGTH:
        gdv_words_put(to, counts_bytes(check, fault) ? "length " : "count ");
        gdv_words_natural(to, fault->count);
        break;
    case GDV_E_MISSING_KEY:
    case GDV_E_UNKNOWN_KEY:
        break;
    case GDV_E_WRONG_TYPE:
    case GDV_E_NO_ALTERNATIVE:
    case GDV_E_NO_SUCH_PACKET:
        put_typed_value(to, check, fault->node);
        break;
    default: /* a limit */
        gdv_words_natural(to, fault->count);
        break;
    }
}

/* Which part of a value: "[3]" of a packed array, ".x" of a vector, "[1]" of a matrix; "{key}" of a pair its key. */
static void put_part(gdv_words *to, const gdv_checking *check, const gdv_fault *fault)
{
    static const char *const names[] = {".x", ".y", ".z", ".w"};
    static const char *const colours[] = {".r", ".g", ".b", ".a"};
    const gdv_wire_row *row = gdv_checking_row(check, fault->node);
    const uint32_t components = row->component == GDV_COMPONENT_NONE ? 0 : row->size / gdv_narrow_width(row);
    bool colour = row->type == GDV_TYPE_COLOR || row->type == GDV_TYPE_PACKED_COLOR_ARRAY;
    if (fault->what == GDV_FAULT_KEY) {
        gdv_words_put(to, "{key}");
    }
    if (fault->element != GDV_NONE) {
        gdv_words_put(to, "[");
        gdv_words_natural(to, fault->element);
        gdv_words_put(to, "]");
    }
    if (fault->component != GDV_NONE && components <= 4) {
        gdv_words_put(to, colour ? colours[fault->component] : names[fault->component]);
    } else if (fault->component != GDV_NONE) {
        gdv_words_put(to, "[");
        gdv_words_natural(to, fault->component);
        gdv_words_put(to, "]");
    }
}

void gdv_violation_put_rule(gdv_violation *violation, const gdv_schema *schema, const gdv_fault *fault, uint32_t packet)
{
    uint32_t name = GDV_NONE;
    bool root = fault->rule != GDV_NONE && (schema->rules[fault->rule].flags & GDV_RULE_ROOT) != 0;
    if (fault->rule != GDV_NONE && !root) {
        const gdv_rule *rule = &schema->rules[fault->rule];
        name = rule->name;
        violation->rule = fault->rule;
        violation->line = rule->line;
        violation->source = rule->source;
        violation->is_packet = (rule->flags & GDV_RULE_OF_PACKET) != 0 ? 1 : 0;
    } else if (packet != GDV_NONE) {
        name = schema->packets[packet].name;
        violation->line = schema->packets[packet].line;
        violation->source = schema->packets[packet].source;
        violation->is_packet = 1;
    }
    if (name != GDV_NONE) {
        gdv_words words = gdv_words_in(violation->name, sizeof violation->name);
        gdv_words_put(&words, schema->pool + schema->texts[name].at);
    }
}

/* Where the value at fault is: as reading it again says. */
static void fill_place(gdv_report *report, const gdv_checking *check, const gdv_arguments *args, uint32_t begin)
{
    gdv_stack stack;
    gdv_scan scan;
    const gdv_fault *fault = &check->fault;
    const uint32_t place = check->nodes[fault->node].offset;
    (void)gdv_arguments_scan(args, &scan); /* which passed before */
    scan.error_offset = place - begin;
    gdv_report_fill(report, fault->code, args, &scan, &stack, place - begin);
    report->offset = place;
}

void gdv_violation_fill(gdv_violation *violation, const gdv_checking *check, const gdv_arguments *args, uint32_t begin,
                        uint32_t packet)
{
    const gdv_fault *fault = &check->fault;
    if (violation == NULL) {
        return;
    }
    gdv_violation_clear(violation, packet);
    fill_place(&violation->report, check, args, begin);
    gdv_violation_put_rule(violation, check->schema, fault, packet);
    gdv_words part = gdv_words_in(violation->part, sizeof violation->part);
    put_part(&part, check, fault);
    gdv_words found = gdv_words_in(violation->found, sizeof violation->found);
    put_found(&found, check, fault);
    gdv_words expected = gdv_words_in(violation->expected, sizeof violation->expected);
    gdv_expected_put(&expected, check, fault, packet);
}
