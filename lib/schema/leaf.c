/* SPDX-License-Identifier: MIT */
/* Values that have no values inside: one against one rule. Bytes are read where the document says that they are; a text's
 * length, and those in a packed string array, as cursor.h has it. */
#include <float.h>
#include <string.h>

#include "../decode/number.h"
#include "checking.h"
#include "index.h"

static gdv_status wrong_type(gdv_checking *check, uint32_t rule, uint32_t node)
{
    return gdv_fault_at(check, GDV_E_WRONG_TYPE, rule, node);
}

static gdv_status wrong_length(gdv_checking *check, uint32_t rule, uint32_t node)
{
    return gdv_fault_of(check, GDV_E_WRONG_LENGTH, rule, node, check->nodes[node].count);
}

/* NaN is in no range, and passes where the rule lets it. Infinities are ends of ranges only where it does. */
static bool double_passes(const gdv_rule *rule, double number)
{
    bool inside = number >= rule->low && number <= rule->high;
    return inside || ((rule->flags & GDV_RULE_NONFINITE) != 0 && number != number);
}

static bool float_passes(const gdv_rule *rule, float number)
{
    bool inside = number >= rule->low32 && number <= rule->high32;
    return inside || ((rule->flags & GDV_RULE_NONFINITE) != 0 && number != number);
}

static bool int_passes(const gdv_rule *rule, int64_t number)
{
    return number >= rule->lowest && number <= rule->highest;
}

static gdv_status check_int(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    if (gdv_checking_row(check, node)->layout != GDV_LAYOUT_INT) {
        return wrong_type(check, number, node);
    }
    int64_t found = gdv_checking_int(check, &check->nodes[node]);
    if ((rule->flags & GDV_RULE_SET) != 0) {
        const uint64_t *members = check->schema->numbers + rule->numbers;
        bool member = gdv_index_number(members, rule->number_count, found) != GDV_NONE;
        return member ? GDV_OK : gdv_fault_at(check, GDV_E_NOT_A_MEMBER, number, node);
    }
    return int_passes(rule, found) ? GDV_OK : gdv_fault_at(check, GDV_E_OUT_OF_RANGE, number, node);
}

/* Members of a set ascend, as do the floats of them after those. */
static bool is_member(const gdv_checking *check, const gdv_rule *rule, double number, bool wide)
{
    const uint64_t *members = check->schema->numbers + rule->numbers + (wide ? 0 : rule->number_count);
    uint32_t first = 0;
    uint32_t left = rule->number_count;
    double member = 0.0;
    while (left > 1) {
        uint32_t half = left / 2;
        memcpy(&member, &members[first + half], sizeof member);
        first += member <= number ? half : 0;
        left -= half;
    }
    if (left == 1) {
        memcpy(&member, &members[first], sizeof member);
    }
    return left == 1 && member >= number && member <= number;
}

static gdv_status check_float(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_wire_row *row = gdv_checking_row(check, node);
    if (row->layout != GDV_LAYOUT_FLOAT) {
        return wrong_type(check, number, node);
    }
    const uint32_t at = check->nodes[node].offset + 4;
    const bool wide = gdv_checking_is_wide(&check->nodes[node]);
    if ((rule->flags & GDV_RULE_SET) != 0) {
        double found = wide ? gdv_checking_double(&check->in, at) : (double)gdv_checking_float(&check->in, at);
        bool member = is_member(check, rule, found, wide);
        return member ? GDV_OK : gdv_fault_at(check, GDV_E_NOT_A_MEMBER, number, node);
    }
    bool passes = wide ? double_passes(rule, gdv_checking_double(&check->in, at))
                       : float_passes(rule, gdv_checking_float(&check->in, at));
    return passes ? GDV_OK : gdv_fault_at(check, GDV_E_OUT_OF_RANGE, number, node);
}

static gdv_status check_number(gdv_checking *check, uint32_t number, uint32_t node)
{
    bool is_int = gdv_checking_row(check, node)->layout == GDV_LAYOUT_INT;
    return is_int ? check_int(check, number, node) : check_float(check, number, node);
}

/* Whether a range is all that there is, so that there is nothing to compare. */
static bool is_whole(const gdv_rule *rule, gdv_component component)
{
    switch (component) {
    case GDV_COMPONENT_INT32:
        return rule->lowest <= INT32_MIN && rule->highest >= INT32_MAX;
    case GDV_COMPONENT_FLOAT32: /* finite ends leave infinity and NaN, which the policy may permit */
        return rule->low32 < -FLT_MAX && rule->high32 > FLT_MAX;
    case GDV_COMPONENT_INT64:
        return rule->lowest == INT64_MIN && rule->highest == INT64_MAX;
    default: /* FLOAT64 */
        return false;
    }
}

/* The first of `count` numbers of a kind from `at` on that the rule does not let pass; `count` where none is. */
static uint32_t first_wrong(const gdv_checking *check, const gdv_rule *rule, gdv_component component, uint32_t at,
                            uint32_t count)
{
    const gdv_cursor *in = &check->in;
    uint32_t index = 0;
    bool passes = true;
    while (passes && index < count) {
        switch (component) {
        case GDV_COMPONENT_FLOAT32:
            passes = float_passes(rule, gdv_checking_float(in, at + 4 * index));
            break;
        case GDV_COMPONENT_FLOAT64:
            passes = double_passes(rule, gdv_checking_double(in, at + 8 * index));
            break;
        case GDV_COMPONENT_INT32:
            passes = int_passes(rule, gdv_signed32(gdv_u32_at(in, at + 4 * index)));
            break;
        default: /* INT64: no row of numbers has none */
            passes = int_passes(rule, gdv_signed64(gdv_u64_at(in, at + 8 * index)));
            break;
        }
        index += passes ? 1 : 0;
    }
    return index;
}

/* What the components of a value are, as the packet has it. */
static gdv_component component_of(const gdv_wire_row *row, const gdv_node *node)
{
    return gdv_checking_is_wide(node) ? GDV_COMPONENT_FLOAT64
                                      : (gdv_component)row->component; /* wide ints are no vectors */
}

static gdv_status check_math(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_wire_row *row = gdv_checking_row(check, node);
    if (row->type != rule->type) {
        return wrong_type(check, number, node);
    }
    const uint32_t components = row->size / gdv_narrow_width(row);
    const uint32_t at = check->nodes[node].offset + 4;
    uint32_t wrong = first_wrong(check, rule, component_of(row, &check->nodes[node]), at, components);
    return wrong == components ? GDV_OK : gdv_fault_in(check, number, node, GDV_NONE, wrong);
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
    const gdv_component component = component_of(row, &check->nodes[node]);
    if (is_whole(rule, component)) {
        return GDV_OK;
    }
    const uint32_t components = row->size / gdv_narrow_width(row);
    const uint32_t at = check->nodes[node].offset + 8;
    uint32_t wrong = first_wrong(check, rule, component, at, count * components);
    if (wrong == count * components) {
        return GDV_OK;
    }
    return gdv_fault_in(check, number, node, wrong / components, components == 1 ? GDV_NONE : wrong % components);
}

static gdv_status check_text_value(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const gdv_wire_row *row = gdv_checking_row(check, node);
    uint32_t wanted = row->type == GDV_TYPE_STRING        ? GDV_RULE_STRING
                      : row->type == GDV_TYPE_STRING_NAME ? GDV_RULE_NAME
                                                          : 0;
    uint32_t at = 0;
    uint32_t size = 0;
    uint64_t count = 0;
    if ((rule->flags & wanted) == 0) {
        return wrong_type(check, number, node);
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
    for (uint32_t index = 0; index < count; index += 1) {
        gdv_span text;
        gdv_span_at(&check->in, at, &text);
        at = text.next;
        bool terminated = text.size > 0 && gdv_u8_at(&check->in, text.at + text.size - 1) == 0;
        uint32_t size = terminated ? text.size - 1 : text.size;
        if (check->trims) {
            gdv_text_trim(&check->in, &text.at, &size);
        }
        gdv_status status = gdv_check_text(check, element, text.at, size, &length);
        if (status != GDV_OK) {
            gdv_fault_in(check, rule->value, node, index, GDV_NONE);
            check->fault->code = status;
            check->fault->count = length;
            return status;
        }
    }
    return GDV_OK;
}

static gdv_status check_bool(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    if (gdv_checking_row(check, node)->layout != GDV_LAYOUT_BOOL) {
        return wrong_type(check, number, node);
    }
    int64_t found = gdv_u32_at(&check->in, check->nodes[node].offset + 4) != 0 ? 1 : 0;
    return int_passes(rule, found) ? GDV_OK : gdv_fault_at(check, GDV_E_NOT_A_MEMBER, number, node);
}

static gdv_status check_byte_array(gdv_checking *check, uint32_t number, uint32_t node)
{
    const gdv_rule *rule = &check->schema->rules[number];
    const uint32_t count = check->nodes[node].count;
    if (gdv_checking_row(check, node)->layout != GDV_LAYOUT_BYTES) {
        return wrong_type(check, number, node);
    }
    return count >= rule->least && count <= rule->most ? GDV_OK : wrong_length(check, number, node);
}

gdv_status gdv_check_leaf(gdv_checking *check, uint32_t rule, uint32_t node)
{
    uint8_t type = gdv_checking_row(check, node)->type;
    switch (check->schema->rules[rule].kind) {
    case GDV_RULE_NIL:
        return type == GDV_TYPE_NIL ? GDV_OK : wrong_type(check, rule, node);
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
    case GDV_RULE_VALUE:
        return type == check->schema->rules[rule].type ? GDV_OK : wrong_type(check, rule, node);
    case GDV_RULE_MATH:
        return check_math(check, rule, node);
    case GDV_RULE_BYTES:
        return check_byte_array(check, rule, node);
    case GDV_RULE_PACKED:
        return check_packed(check, rule, node);
    case GDV_RULE_STRINGS:
        return check_strings(check, rule, node);
    default: /* ANY */
        return GDV_OK;
    }
}
