/* SPDX-License-Identifier: MIT */
/* Internal: plain values against plain rules, in few instructions: what most packets are made of. Says yes, or no: then
 * gdv_check_leaf says what is wrong, and looks closer where a rule asks for more: sets, classes of characters, what is in
 * a packed array. What is decided here is decided nowhere else. */
#ifndef GDV_PLAIN_H
#define GDV_PLAIN_H

#include "checking.h"

#ifdef __FRAMAC__
#include "../proof/plain.h"
#endif

/* What of a text has to be looked at. */
#define GDV_PLAIN_LOOKS (GDV_RULE_SET | GDV_RULE_CHARS | GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER)

static inline bool gdv_plain_int(const gdv_rule *rule, int64_t number)
{
    return number >= rule->lowest && number <= rule->highest;
}

/* NaN is in no range, and passes where the rule lets it. Infinities are ends of ranges only where it does. */
static inline bool gdv_plain_float(const gdv_rule *rule, float number)
{
    bool inside = number >= rule->low32 && number <= rule->high32;
    return inside || ((rule->flags & GDV_RULE_NONFINITE) != 0 && number != number);
}

static inline bool gdv_plain_double(const gdv_rule *rule, double number)
{
    bool inside = number >= rule->low && number <= rule->high;
    return inside || ((rule->flags & GDV_RULE_NONFINITE) != 0 && number != number);
}

/* A float in the width that the packet has. Requires a node of layout FLOAT. */
static inline bool gdv_plain_real(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node)
{
    const uint32_t at = node->offset + 4;
    return gdv_checking_is_wide(node) ? gdv_plain_double(rule, gdv_checking_double(&check->in, at))
                                      : gdv_plain_float(rule, gdv_checking_float(&check->in, at));
}

/* The flag with which a TEXT rule lets a value of a type pass; 0 where it is no text. */
static inline uint32_t gdv_plain_text_flag(const gdv_wire_row *row)
{
    return row->type == GDV_TYPE_STRING ? GDV_RULE_STRING : row->type == GDV_TYPE_STRING_NAME ? GDV_RULE_NAME : 0;
}

/* Whether a TEXT rule asks for nothing but a length, and that is the one that the packet says. */
static inline bool gdv_plain_counts(const gdv_checking *check, const gdv_rule *rule)
{
    return (rule->flags & GDV_PLAIN_LOOKS) == 0 && !check->trims;
}

static inline bool gdv_plain_length(const gdv_rule *rule, const gdv_node *node)
{
    return node->count >= rule->least && node->count <= rule->most;
}

static inline bool gdv_plain_passes(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node)
{
    const gdv_wire_row *row = &check->table->types[node->id];
    const uint32_t at = node->offset + 4;
    const bool ranged = (rule->flags & GDV_RULE_SET) == 0;
    switch (rule->kind) {
    case GDV_RULE_ANY:
        return true;
    case GDV_RULE_NIL:
        return row->type == GDV_TYPE_NIL;
    case GDV_RULE_BOOL:
        return row->layout == GDV_LAYOUT_BOOL && gdv_plain_int(rule, gdv_u32_at(&check->in, at) != 0 ? 1 : 0);
    case GDV_RULE_INT:
        return ranged && row->layout == GDV_LAYOUT_INT && gdv_plain_int(rule, gdv_checking_int(check, node));
    case GDV_RULE_FLOAT:
        return ranged && row->layout == GDV_LAYOUT_FLOAT && gdv_plain_real(check, rule, node);
    case GDV_RULE_NUMBER:
        return row->layout == GDV_LAYOUT_INT ? gdv_plain_int(rule, gdv_checking_int(check, node))
                                             : row->layout == GDV_LAYOUT_FLOAT && gdv_plain_real(check, rule, node);
    case GDV_RULE_MATH:
        return row->type == rule->type && gdv_math_passes(check, rule, node);
    case GDV_RULE_TEXT:
        return (rule->flags & gdv_plain_text_flag(row)) != 0 && gdv_plain_counts(check, rule) &&
               gdv_plain_length(rule, node);
    case GDV_RULE_VALUE:
        return row->type == rule->type;
    case GDV_RULE_BYTES:
        return row->layout == GDV_LAYOUT_BYTES && gdv_plain_length(rule, node);
    default:
        return false;
    }
}

#endif
