/* SPDX-License-Identifier: MIT */
#include "step.h"

#include "compressed.h"
#include "read_value.h"
#include "texts.h"

void gdv_level_set(gdv_level *level, const gdv_token *token)
{
    uint8_t layout = token->wire->layout;
    bool narrow = (token->wire->quirks & GDV_QUIRK_PACKED) != 0;
    bool typed = ((uint32_t)token->key_id & token->value_id) != GDV_ANY_ID;
    bool named = layout == GDV_LAYOUT_OBJECT;
    level->left = token->children;
    level->kind = (uint8_t)(layout == GDV_LAYOUT_DICTIONARY ? GDV_LEVEL_DICTIONARY
                            : named                         ? GDV_LEVEL_OBJECT
                                                            : GDV_LEVEL_ARRAY);
    level->key_id = token->key_id;
    level->value_id = token->value_id;
    level->constraints =
        (uint8_t)((narrow ? GDV_DEMAND_NARROW : 0u) + (typed ? GDV_DEMAND_TYPE : 0u) + (named ? GDV_DEMAND_NAME : 0u));
}

gdv_role gdv_next_role(const gdv_scan *scan, const gdv_stack *stack)
{
    return scan->depth == 0 ? GDV_ROLE_OUTERMOST : gdv_level_role(&stack->levels[scan->depth - 1]);
}

#ifdef __FRAMAC__
#include "../proof/step_c.h"
#endif

/* Reads the name that precedes a property's value. Requires the 4 bytes of the name and those of the value to be
 * reserved. Ensures: the name's are released; on GDV_OK pos moved by at least 4. */
static gdv_status read_property_name(gdv_scan *scan)
{
    uint32_t text = 0;
    uint32_t size = 0;
    gdv_release(&scan->in);
    scan->strings += 1;
    return gdv_text_read(scan, scan->table->traits & GDV_TRAIT_TEXT_GARBAGE, &text, &size);
}

/* Finds what the innermost container, whose level is `level`, asks of the next value: the type that it declares, and
 * whether its floats are narrowed; reads the name of a property. Requires level->left > 0. Ensures: level->left is one
 * less, and 4 bytes stay reserved for the value itself. */
static gdv_status begin_value(gdv_scan *scan, gdv_level *level, uint32_t *must_be, uint32_t *narrow)
{
    *must_be = gdv_level_declares(level);
    *narrow = level->constraints & GDV_DEMAND_NARROW;
    level->left -= 1;
    /*@ ghost gdv_owed[scan->depth] -= level->kind == GDV_LEVEL_OBJECT ? 8 : 4; */
    return level->kind == GDV_LEVEL_OBJECT ? read_property_name(scan) : GDV_OK;
}

/* The one place where the depth of a packet grows. Requires token->children > 0, all reserved. Ensures on GDV_OK: depth
 * is one more and the new level has all children left; the levels around it are as they were. */
static gdv_status open_container(gdv_scan *scan, gdv_stack *stack, const gdv_token *token)
{
    if (scan->depth >= scan->max_depth) {
        return gdv_refuse(scan, GDV_E_LIMIT_DEPTH, token->at, 0);
    }
    gdv_level_set(&stack->levels[scan->depth], token);
    scan->depth += 1;
    if (scan->depth > scan->deepest) {
        scan->deepest = scan->depth;
    }
    /*@ ghost gdv_owed[scan->depth] = scan->in.reserved; */
    return GDV_OK;
}

/* What some engines cannot bear of a key, which has been read and is not open yet: a StringName, and in a key another
 * that is a container, for which they take twice the time. A packet of 388 bytes that is thirty-two dictionaries, each
 * the key of the one around it, keeps Godot 2 to 3.1 busy for an hour and more (EB-37). */
static gdv_status check_key(gdv_scan *scan, const gdv_token *token)
{
    bool doubles = (scan->table->traits & GDV_TRAIT_DOUBLE_HASH) != 0;
    bool hashed = token->wire->layout == GDV_LAYOUT_ARRAY || token->wire->layout == GDV_LAYOUT_DICTIONARY;
    if (token->wire->layout == GDV_LAYOUT_TEXT && (token->wire->quirks & GDV_QUIRK_STRING_KEY) != 0) {
        return gdv_misreads(scan, GDV_MISREAD_STRING_KEY, token->at);
    }
    if (doubles && hashed && scan->keyed != 0) {
        return gdv_misreads(scan, GDV_MISREAD_KEY_IN_KEY, token->at);
    }
    return GDV_OK;
}

/* Checks what check_key does if the role is a key, and notes in scan->keyed whether the values to come are in a key. */
static gdv_status check_role(gdv_scan *scan, gdv_role role, const gdv_token *token)
{
    gdv_status status = GDV_OK;
    if (scan->keyed > scan->depth) {
        scan->keyed = 0; /* that key has ended */
    }
    if (role == GDV_ROLE_KEY) {
        status = check_key(scan, token);
    }
    if (role == GDV_ROLE_KEY && token->children > 0 && scan->keyed == 0) {
        scan->keyed = scan->depth + 1;
    }
    return status;
}

/* Reads the outermost value of a compressed packet: a short form, or what stands in any other packet. Requires what
 * gdv_scan_begin ensures. */
static gdv_status step_compressed(gdv_scan *scan, gdv_token *token)
{
    const uint32_t first = gdv_u8_at(&scan->in, scan->in.pos);
    if (gdv_compressed_is_short(scan->table, first)) {
        return gdv_compressed_read(scan, first, token);
    }
    const uint32_t left = gdv_left(&scan->in);
    gdv_status status = left < 4 ? gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos, 4 - left) : GDV_OK;
    return status == GDV_OK ? gdv_value_read(scan, GDV_ANY_ID, 0, token) : status;
}

gdv_status gdv_step_general(gdv_scan *scan, gdv_stack *stack, gdv_token *token)
{
    uint32_t must_be = GDV_ANY_ID;
    uint32_t narrow = 0;
    uint32_t name = scan->in.pos;
    gdv_role role = gdv_next_role(scan, stack);
    gdv_status status = GDV_OK;

    token->wire = NULL;
    if (scan->depth > 0) {
        status = begin_value(scan, &stack->levels[scan->depth - 1], &must_be, &narrow);
        if (status != GDV_OK) {
            return status;
        }
    }
    const bool compressed = scan->depth == 0 && scan->encoding != GDV_ENCODING_PLAIN;
    status = compressed ? step_compressed(scan, token) : gdv_value_read(scan, must_be, narrow, token);
    token->name = name;
    if (status == GDV_OK) {
        status = check_role(scan, role, token);
    }
    if (status != GDV_OK) {
        return status;
    }
    /*@ assert place: scan->depth > 0 ==> scan->in.pos >= 8; */
    if (token->children > 0) {
        status = open_container(scan, stack, token);
        /*@ assert waits: status == GDV_OK ==> GDV_STACK_PENDING(stack, scan); */
        /*@ assert ledger: status == GDV_OK ==> GDV_LEDGER(stack, scan); */
    } else {
        gdv_step_close(scan, stack);
        /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
        /*@ assert ledger: GDV_LEDGER(stack, scan); */
    }
    /*@ assert waits: status == GDV_OK ==> GDV_STACK_PENDING(stack, scan); */
    /*@ assert ledger: status == GDV_OK ==> GDV_LEDGER(stack, scan); */
    return status;
}

gdv_status gdv_step(gdv_scan *scan, gdv_stack *stack, gdv_token *token)
{
    gdv_fast_token fast;
    if (gdv_may_be_fast(scan, stack) && gdv_step_fast(scan, &stack->levels[scan->depth - 1], &fast)) {
        gdv_fast_to_token(&fast, scan, token);
        gdv_step_close(scan, stack);
        return GDV_OK;
    }
    return gdv_step_general(scan, stack, token);
}
