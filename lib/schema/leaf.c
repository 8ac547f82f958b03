/* SPDX-License-Identifier: MIT */
/* What is wrong with values that have no values inside, and those whose rules ask for more than plain.h looks at. Bytes
 * are read where the document says that they are; a text's length, and those in a packed string array, as cursor.h has
 * it. */
#include <string.h>

#include "index.h"
#include "plain.h"

#ifdef __FRAMAC__
#include "../proof/leaf_c.h"
#endif

static gdv_status wrong_type(gdv_checking *check, uint32_t rule, uint32_t node)
{
    return gdv_fault_at(check, GDV_E_WRONG_TYPE, rule, node);
}

static gdv_status wrong_length(gdv_checking *check, uint32_t rule, uint32_t node)
{
    return gdv_fault_of(check, GDV_E_WRONG_LENGTH, rule, node, check->nodes[node].count);
}

static gdv_status check_int(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    if (gdv_checking_row(check, node)->layout != GDV_LAYOUT_INT) {
        return wrong_type(check, number, node);
    }
    if ((rule->flags & GDV_RULE_SET) == 0) {
        return gdv_fault_at(check, GDV_E_OUT_OF_RANGE, number, node);
    }
    const uint64_t *members = check->schema->numbers + rule->numbers;
    int64_t found = gdv_checking_int(check, &check->nodes[node]);
    bool member = gdv_index_number(members, rule->number_count, found) != GDV_NONE;
    return member ? GDV_OK : gdv_fault_at(check, GDV_E_NOT_A_MEMBER, number, node);
}

/* The double of the bits that a set has. */
static double member_at(const uint64_t *at)
{
    double member = 0.0;
    memcpy(&member, at, sizeof member);
    return member;
}

static bool is_at_most(const uint64_t *member, double number)
{
    return member_at(member) <= number;
}

/* Whether a number is among `count` that ascend, as doubles. */
static bool is_member(const uint64_t *members, uint32_t count, double number)
{
    uint32_t first = 0;
    uint32_t left = count;
    /*@ GDV_IS_MEMBER_LOOP */
    while (left > 1) {
        uint32_t half = left / 2;
        first += is_at_most(&members[first + half], number) ? half : 0;
        left -= half;
    }
    return left == 1 && is_at_most(&members[first], number) && member_at(&members[first]) >= number;
}

static gdv_status check_float(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_wire_row *row = gdv_checking_row(check, node);
    if (row->layout != GDV_LAYOUT_FLOAT) {
        return wrong_type(check, number, node);
    }
    if ((rule->flags & GDV_RULE_SET) == 0) {
        return gdv_fault_at(check, GDV_E_OUT_OF_RANGE, number, node);
    }
    const uint32_t at = check->nodes[node].offset + 4;
    const bool wide = gdv_checking_is_wide(&check->nodes[node]);
    double found = wide ? gdv_checking_double(&check->in, at) : (double)gdv_checking_float(&check->in, at);
    /* of the doubles, or of the floats of them after those */
    const uint64_t *members = check->schema->numbers + rule->numbers + (wide ? 0 : rule->number_count);
    bool member = is_member(members, rule->number_count, found);
    return member ? GDV_OK : gdv_fault_at(check, GDV_E_NOT_A_MEMBER, number, node);
}

static gdv_status check_number(gdv_checking *check, uint32_t number, uint32_t node)
{
    bool is_int = gdv_checking_row(check, node)->layout == GDV_LAYOUT_INT;
    return is_int ? check_int(check, number, node) : check_float(check, number, node);
}

/* What the components of a value are, as the packet has it. */
static gdv_component component_of(const gdv_checking *check, const gdv_node *node)
{
    const gdv_wire_row *row = &check->table->types[node->id];
    return gdv_checking_is_wide(node) ? GDV_COMPONENT_FLOAT64
                                      : (gdv_component)row->component; /* wide ints are no vectors */
}

/* Whether the rule lets a number pass: that of this index, of those from `at` on. */
static bool number_passes(const gdv_cursor *in, const gdv_rule *rule, gdv_component component, uint32_t at,
                          uint32_t index)
{
    if (component == GDV_COMPONENT_FLOAT32) {
        return gdv_plain_float(rule, gdv_checking_float(in, at + 4 * index));
    }
    if (component == GDV_COMPONENT_FLOAT64) {
        return gdv_plain_double(rule, gdv_checking_double(in, at + 8 * index));
    }
    if (component == GDV_COMPONENT_INT32) {
        return gdv_plain_int(rule, gdv_signed32(gdv_u32_at(in, at + 4 * index)));
    }
    return gdv_plain_int(rule, gdv_signed64(gdv_u64_at(in, at + 8 * index))); /* no row of numbers has none */
}

/* The first of `count` numbers of a node from `at` on that the rule does not let pass; `count` where none is. */
static uint32_t first_wrong(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node, uint32_t at,
                            uint32_t count)
{
    const gdv_component component = component_of(check, node);
    uint32_t index = 0;
    /*@ GDV_FIRST_WRONG_LOOP */
    while (index < count && number_passes(&check->in, rule, component, at, index)) {
        index += 1;
    }
    return index;
}

/* first_wrong of floats that are not wide, as most vectors are: whether there is none. */
static bool floats_pass(const gdv_checking *check, const gdv_rule *rule, uint32_t at, uint32_t size)
{
    bool pass = true;
    /*@ GDV_FLOATS_PASS_LOOP */
    for (uint32_t here = at; pass && here < at + size; here += 4) {
        pass = gdv_plain_float(rule, gdv_checking_float(&check->in, here));
    }
    return pass;
}

bool gdv_math_passes(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node)
{
    const gdv_wire_row *row = &check->table->types[node->id];
    if (row->component == GDV_COMPONENT_FLOAT32 && !gdv_checking_is_wide(node)) {
        return floats_pass(check, rule, node->offset + 4, row->size);
    }
    const uint32_t components = gdv_checking_components(row);
    return first_wrong(check, rule, node, node->offset + 4, components) == components;
}

/* A packet that changes meanwhile may have nothing wrong any more, and no component of that number. */
static gdv_status check_math(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_wire_row *row = gdv_checking_row(check, node);
    if (row->type != rule->type) {
        return wrong_type(check, number, node);
    }
    const uint32_t components = gdv_checking_components(row);
    const uint32_t at = check->nodes[node].offset + 4;
    uint32_t wrong = first_wrong(check, rule, &check->nodes[node], at, components);
    return gdv_fault_in(check, number, node, GDV_NONE, wrong % components);
}

/* Whether a range of ints is all that there is, so that there is nothing to compare. */
static bool is_whole(const gdv_rule *rule, const gdv_wire_row *row)
{
    bool floats = row->component == GDV_COMPONENT_FLOAT32 || row->component == GDV_COMPONENT_FLOAT64;
    return !floats && rule->lowest == INT64_MIN && rule->highest == INT64_MAX;
}

/* How many numbers the elements of a packed array have. */
static uint32_t numbers_of(const gdv_wire_row *row, const gdv_node *node)
{
    return node->count * gdv_checking_components(row);
}

static gdv_status check_packed(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_wire_row *row = gdv_checking_row(check, node);
    const uint32_t count = check->nodes[node].count;
    if (row->type != rule->type) {
        return wrong_type(check, number, node);
    }
    if (count < rule->least || count > rule->most) {
        return wrong_length(check, number, node);
    }
    if (is_whole(rule, row)) {
        return GDV_OK;
    }
    const uint32_t components = gdv_checking_components(row);
    const uint32_t at = check->nodes[node].offset + 8;
    const uint32_t numbers = numbers_of(row, &check->nodes[node]);
    uint32_t wrong = first_wrong(check, rule, &check->nodes[node], at, numbers);
    if (wrong == numbers) {
        return GDV_OK;
    }
    return gdv_fault_in(check, number, node, wrong / components, components == 1 ? GDV_NONE : wrong % components);
}

static gdv_status check_text_value(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    uint32_t at;
    uint32_t size;
    uint64_t count = 0;
    if ((rule->flags & gdv_plain_text_flag(gdv_checking_row(check, node))) == 0) {
        return wrong_type(check, number, node);
    }
    if (gdv_plain_counts(check, rule)) {
        return wrong_length(check, number, node);
    }
    gdv_checking_text(check, node, &at, &size);
    gdv_status status = gdv_check_text(check, rule, at, size, &count);
    return status == GDV_OK ? GDV_OK : gdv_fault_of(check, status, number, node, count);
}

/* Each string's length is read again. */
static gdv_status check_strings(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_rule *element = &check->schema->rules[rule->value];
    const uint32_t count = check->nodes[node].count;
    uint32_t at = check->nodes[node].offset + 8;
    uint64_t length = 0;
    if (gdv_checking_row(check, node)->layout != GDV_LAYOUT_STRINGS) {
        return wrong_type(check, number, node);
    }
    if (count < rule->least || count > rule->most) {
        return wrong_length(check, number, node);
    }
    /*@ GDV_CHECK_STRINGS_LOOP */
    for (uint32_t index = 0; index < count; index += 1) {
        gdv_span text;
        gdv_span_at(&check->in, at, &text);
        at = text.next;
        bool terminated = text.size > 0 && gdv_u8_at(&check->in, text.at + text.size - 1) == 0;
        uint32_t size = terminated ? text.size - 1 : text.size;
        gdv_checking_cut(check, &text.at, &size);
        gdv_status status = gdv_check_text(check, element, text.at, size, &length);
        if (status != GDV_OK) {
            gdv_fault_in(check, rule->value, node, index, GDV_NONE);
            check->fault.code = status;
            check->fault.count = length;
            return status;
        }
    }
    return GDV_OK;
}

static gdv_status check_bool(gdv_checking *check, uint32_t number, uint32_t node)
{
    if (gdv_checking_row(check, node)->layout != GDV_LAYOUT_BOOL) {
        return wrong_type(check, number, node);
    }
    return gdv_fault_at(check, GDV_E_NOT_A_MEMBER, number, node);
}

static gdv_status check_byte_array(gdv_checking *check, uint32_t number, uint32_t node)
{
    bool bytes = gdv_checking_row(check, node)->layout == GDV_LAYOUT_BYTES;
    return bytes ? wrong_length(check, number, node) : wrong_type(check, number, node);
}

gdv_status gdv_check_leaf(gdv_checking *check, uint32_t rule, uint32_t node)
{
    switch (check->schema->rules[rule].kind) {
    case GDV_RULE_BOOL:
        return check_bool(check, rule, node);
    case GDV_RULE_INT:
        return check_int(check, rule, node);
    case GDV_RULE_FLOAT:
        return check_float(check, rule, node);
    case GDV_RULE_NUMBER:
        return check_number(check, rule, node);
    case GDV_RULE_TEXT:
        return check_text_value(check, rule, node);
    case GDV_RULE_MATH:
        return check_math(check, rule, node);
    case GDV_RULE_BYTES:
        return check_byte_array(check, rule, node);
    case GDV_RULE_PACKED:
        return check_packed(check, rule, node);
    case GDV_RULE_STRINGS:
        return check_strings(check, rule, node);
    default: /* NIL, VALUE; ANY lets all pass */
        break;
    }
    return wrong_type(check, rule, node);
}
