/* SPDX-License-Identifier: MIT */
#include "step.h"

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

/* The name before a property's value: promised with it, and a string like any other. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires promised: scan->in.reserved >= 8;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4) && \old(scan->in.pos) <= scan->in.pos;
    ensures scan->in.reserved == \old(scan->in.reserved) - 4;
    ensures \result == GDV_OK ==> GDV_PAID(scan, 0) && \old(scan->in.pos) + 4 <= scan->in.pos;
*/
static gdv_status read_property_name(gdv_scan *scan)
{
    uint32_t text = 0;
    uint32_t size = 0;
    gdv_release(&scan->in);
    scan->strings += 1;
    return gdv_text_read(scan, scan->table->traits & GDV_TRAIT_TEXT_GARBAGE, &text, &size);
}

/* What the innermost container, with `level`, asks of the value that is now read: the type that it declares, and
 * whether its floats are narrowed; and the name of a property is read. */
/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && scan->depth > 0;
    requires waits: GDV_LEVEL_SET(*level) && GDV_LEVEL_DECLARES(*level, scan) && level->left > 0;
    requires promised: scan->in.reserved == gdv_owed[scan->depth] >= GDV_DUE(*level);
    requires args: \initialized(must_be) && \initialized(narrow);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_ERROR_FIELDS, *must_be, *narrow,
            level->left, gdv_owed[scan->depth];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures words: \result == GDV_OK && level->kind == GDV_LEVEL_OBJECT ==> \old(scan->in.pos) + 4 <= scan->in.pos;
    ensures words: level->kind != GDV_LEVEL_OBJECT ==> scan->in.pos == \old(scan->in.pos);
    ensures left: level->left == \old(level->left) - 1 && \initialized(&level->left);
    ensures owed: gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]) - (level->kind == GDV_LEVEL_OBJECT ? 8 : 4);
    ensures promised: scan->in.reserved == gdv_owed[scan->depth] + 4;
    ensures args: \initialized(must_be) && \initialized(narrow);
    ensures args: *must_be == GDV_ANY_ID || *must_be < scan->table->count;
*/
static gdv_status begin_value(gdv_scan *scan, gdv_level *level, uint32_t *must_be, uint32_t *narrow)
{
    *must_be = gdv_level_declares(level);
    *narrow = level->constraints & GDV_DEMAND_NARROW;
    level->left -= 1;
    /*@ ghost gdv_owed[scan->depth] -= level->kind == GDV_LEVEL_OBJECT ? 8 : 4; */
    return level->kind == GDV_LEVEL_OBJECT ? read_property_name(scan) : GDV_OK;
}

/* The one place where the depth of a packet grows. */
/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires valid: GDV_STACK_READABLE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires token: GDV_TOKEN_OF && \initialized(token) && GDV_DECLARES && token->children > 0;
    requires promised: scan->in.reserved ==
        gdv_owed[scan->depth] + 4 * token->children * (token->wire->layout == GDV_LAYOUT_OBJECT ? 2 : 1);
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, scan->deepest, GDV_ERROR_FIELDS, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures opened: \result == GDV_OK ==> scan->depth == \old(scan->depth) + 1;
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
    ensures set: \result == GDV_OK ==> GDV_INNERMOST(left) == token->children &&
        (GDV_INNERMOST(kind) == GDV_LEVEL_DICTIONARY <==> token->wire->layout == GDV_LAYOUT_DICTIONARY);
    ensures around: \forall integer i; 0 <= i < \old(scan->depth) ==>
        stack->levels[i].left == \old(stack->levels[i].left) && stack->levels[i].kind == \old(stack->levels[i].kind);
*/
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
/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires token: \initialized(&token->wire) && \initialized(&token->at);
    requires token: \valid_read(token->wire) && \initialized(token->wire);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
*/
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

/* The same of a value of any role, and whether the values to come are in a key. */
/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires token: \initialized(&token->wire) && \initialized(&token->at);
    requires token: \initialized(&token->children);
    requires token: \valid_read(token->wire) && \initialized(token->wire);
    terminates \true; exits \false;
    assigns scan->keyed, GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
*/
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
    status = gdv_value_read(scan, must_be, narrow, token);
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
