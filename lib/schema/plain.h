/* SPDX-License-Identifier: MIT */
/* Internal: plain values against plain rules, in few instructions: what most packets are made of. Says yes or *look
 * again*: yes only where gdv_check_leaf says GDV_OK, and that decides all else and says what is wrong. tests/schema/
 * test_paths.c holds the two together. */
#ifndef GDV_PLAIN_H
#define GDV_PLAIN_H

#include "checking.h"

/* What of a text has to be looked at. */
#define GDV_PLAIN_LOOKS (GDV_RULE_SET | GDV_RULE_CHARS | GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER)

/* Whether `count` floats of four bytes are in the rule's range. */
GDV_INLINE bool gdv_plain_floats(const gdv_checking *check, const gdv_rule *rule, uint32_t at, uint32_t count)
{
    bool inside = true;
    for (uint32_t index = 0; inside && index < count; index += 1) {
        float number = gdv_checking_float(&check->in, at + 4 * index);
        inside = number >= rule->low32 && number <= rule->high32;
    }
    return inside;
}

GDV_INLINE bool gdv_plain_passes(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node)
{
    const gdv_wire_row *row = &check->table->types[node->id];
    const uint32_t at = node->offset + 4;
    switch (rule->kind) {
    case GDV_RULE_INT: {
        if (row->layout != GDV_LAYOUT_INT || (rule->flags & GDV_RULE_SET) != 0) {
            return false;
        }
        int64_t number = gdv_checking_int(check, node);
        return number >= rule->lowest && number <= rule->highest;
    }
    case GDV_RULE_FLOAT: {
        bool same = row->layout == GDV_LAYOUT_FLOAT && (rule->flags & GDV_RULE_SET) == 0;
        if (same && node->flags != 0) {
            double number = gdv_checking_double(&check->in, at);
            return number >= rule->low && number <= rule->high;
        }
        return same && gdv_plain_floats(check, rule, at, 1);
    }
    case GDV_RULE_MATH: {
        bool same = row->type == rule->type && row->component == GDV_COMPONENT_FLOAT32 && node->flags == 0;
        return same && gdv_plain_floats(check, rule, at, row->size / 4u);
    }
    case GDV_RULE_TEXT: {
        bool same = row->type == GDV_TYPE_STRING && (rule->flags & GDV_RULE_STRING) != 0 && !check->trims;
        bool looks = (rule->flags & GDV_PLAIN_LOOKS) != 0;
        return same && !looks && node->count >= rule->least && node->count <= rule->most;
    }
    case GDV_RULE_NIL:
        return row->type == GDV_TYPE_NIL;
    case GDV_RULE_BOOL:
        return row->layout == GDV_LAYOUT_BOOL && rule->lowest != rule->highest;
    case GDV_RULE_BYTES:
        return row->layout == GDV_LAYOUT_BYTES && node->count >= rule->least && node->count <= rule->most;
    default:
        return false;
    }
}

#endif
