/* SPDX-License-Identifier: MIT */
/* Bools and ints in the short forms that Godot 4 gives arguments: what plain.h and leaf.c decide of the ordinary ones, of a
 * value that is no Variant of its own. */
#include "index.h"
#include "plain.h"

#ifdef __FRAMAC__
#include "../proof/short_leaf_c.h"
#endif

static bool is_in_set(const gdv_checking *check, const gdv_rule *rule, int64_t found)
{
    const uint64_t *members = check->schema->numbers + rule->numbers;
    return gdv_index_number(members, rule->number_count, found) != GDV_NONE;
}

/* Whether the kind of rule is one of the value's type: a bool for BOOL, an int for INT and NUMBER. */
static bool is_its_type(const gdv_checking *check, const gdv_rule *rule, uint32_t node)
{
    const bool is_bool = gdv_checking_row(check, node)->layout == GDV_LAYOUT_BOOL;
    return is_bool ? rule->kind == GDV_RULE_BOOL : rule->kind == GDV_RULE_INT || rule->kind == GDV_RULE_NUMBER;
}

gdv_status gdv_check_short(gdv_checking *check, uint32_t rule, uint32_t node)
{
    uint32_t number = rule;
    if (check->schema->rules[number].kind == GDV_RULE_UNION) {
        number = check->schema->refs[check->schema->rules[number].first + gdv_checking_row(check, node)->type];
    }
    if (number == GDV_NONE) {
        return gdv_fault_at(check, GDV_E_NO_ALTERNATIVE, rule, node);
    }
    const gdv_rule *own = &check->schema->rules[number];
    if (own->kind == GDV_RULE_ANY) {
        return GDV_OK;
    }
    if (!is_its_type(check, own, node)) {
        return gdv_fault_at(check, GDV_E_WRONG_TYPE, number, node);
    }
    const int64_t found = gdv_checking_short(check, node);
    const bool set = (own->flags & GDV_RULE_SET) != 0;
    if (set ? is_in_set(check, own, found) : gdv_plain_int(own, found)) {
        return GDV_OK;
    }
    const bool member = set || own->kind == GDV_RULE_BOOL;
    return gdv_fault_at(check, member ? GDV_E_NOT_A_MEMBER : GDV_E_OUT_OF_RANGE, number, node);
}
