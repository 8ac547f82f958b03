/* SPDX-License-Identifier: MIT */
#include "step.h"

#include "read_value.h"
#include "texts.h"

void gdv_frame_set(gdv_frame *frame, const gdv_head *head)
{
    uint8_t form = head->wire->form;
    bool narrow = (head->wire->quirks & GDV_QUIRK_PACKED) != 0;
    bool typed = ((uint32_t)head->key_id & head->value_id) != GDV_ANY_ID;
    bool named = form == GDV_FORM_OBJECT;
    frame->left = head->children;
    frame->kind = (uint8_t)(form == GDV_FORM_DICTIONARY ? GDV_FRAME_DICTIONARY
                            : named                     ? GDV_FRAME_OBJECT
                                                        : GDV_FRAME_ARRAY);
    frame->key_id = head->key_id;
    frame->value_id = head->value_id;
    frame->demands =
        (uint8_t)((narrow ? GDV_DEMAND_NARROW : 0u) + (typed ? GDV_DEMAND_TYPE : 0u) + (named ? GDV_DEMAND_NAME : 0u));
}

gdv_role gdv_next_role(const gdv_scan *scan, const gdv_stack *stack)
{
    return scan->depth == 0 ? GDV_ROLE_OUTERMOST : gdv_frame_role(&stack->frames[scan->depth - 1]);
}

/* The name before a property's value: promised with it, and a string like any other. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires promised: scan->in.reserved >= 8;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_NOTES;
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
    return gdv_text_read(scan, scan->grammar->traits & GDV_TRAIT_TEXT_GARBAGE, &text, &size);
}

/* What the innermost container, with `frame`, asks of the value that is now read: the type that it declares, and
 * whether its floats are narrowed; and the name of a property is read. */
/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && scan->depth > 0;
    requires waits: GDV_FRAME_SET(*frame) && GDV_FRAME_DECLARES(*frame, scan) && frame->left > 0;
    requires promised: scan->in.reserved == gdv_owed[scan->depth] >= GDV_DUE(*frame);
    requires asked: \initialized(must_be) && \initialized(narrow);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_NOTES, *must_be, *narrow, frame->left,
            gdv_owed[scan->depth];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures words: \result == GDV_OK && frame->kind == GDV_FRAME_OBJECT ==> \old(scan->in.pos) + 4 <= scan->in.pos;
    ensures words: frame->kind != GDV_FRAME_OBJECT ==> scan->in.pos == \old(scan->in.pos);
    ensures left: frame->left == \old(frame->left) - 1 && \initialized(&frame->left);
    ensures owed: gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]) - (frame->kind == GDV_FRAME_OBJECT ? 8 : 4);
    ensures promised: scan->in.reserved == gdv_owed[scan->depth] + 4;
    ensures asked: \initialized(must_be) && \initialized(narrow);
    ensures asked: *must_be == GDV_ANY_ID || *must_be < scan->grammar->count;
*/
static gdv_status begin_value(gdv_scan *scan, gdv_frame *frame, uint32_t *must_be, uint32_t *narrow)
{
    *must_be = gdv_frame_declares(frame);
    *narrow = frame->demands & GDV_DEMAND_NARROW;
    frame->left -= 1;
    /*@ ghost gdv_owed[scan->depth] -= frame->kind == GDV_FRAME_OBJECT ? 8 : 4; */
    return frame->kind == GDV_FRAME_OBJECT ? read_property_name(scan) : GDV_OK;
}

/* The one place where the depth of a packet grows. */
/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires there: GDV_STACK_THERE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires head: GDV_HEAD_OF && \initialized(head) && GDV_DECLARES && head->children > 0;
    requires promised: scan->in.reserved ==
        gdv_owed[scan->depth] + 4 * head->children * (head->wire->form == GDV_FORM_OBJECT ? 2 : 1);
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, scan->deepest, GDV_NOTES, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures opened: \result == GDV_OK ==> scan->depth == \old(scan->depth) + 1;
    ensures there: \result == GDV_OK ==> GDV_STACK_THERE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_WAITS(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
    ensures set: \result == GDV_OK ==> GDV_INNERMOST(left) == head->children &&
        (GDV_INNERMOST(kind) == GDV_FRAME_DICTIONARY <==> head->wire->form == GDV_FORM_DICTIONARY);
    ensures around: \forall integer i; 0 <= i < \old(scan->depth) ==>
        stack->frames[i].left == \old(stack->frames[i].left) && stack->frames[i].kind == \old(stack->frames[i].kind);
*/
static gdv_status open_container(gdv_scan *scan, gdv_stack *stack, const gdv_head *head)
{
    if (scan->depth >= scan->max_depth) {
        return gdv_refuse(scan, GDV_E_LIMIT_DEPTH, head->at, 0);
    }
    gdv_frame_set(&stack->frames[scan->depth], head);
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
    requires head: \initialized(&head->wire) && \initialized(&head->at);
    requires head: \valid_read(head->wire) && \initialized(head->wire);
    terminates \true; exits \false;
    assigns GDV_NOTES;
    ensures sound: GDV_SCAN_SOUND(scan);
*/
static gdv_status check_key(gdv_scan *scan, const gdv_head *head)
{
    bool doubles = (scan->grammar->traits & GDV_TRAIT_DOUBLE_HASH) != 0;
    bool hashed = head->wire->form == GDV_FORM_ARRAY || head->wire->form == GDV_FORM_DICTIONARY;
    if (head->wire->form == GDV_FORM_TEXT && (head->wire->quirks & GDV_QUIRK_STRING_KEY) != 0) {
        return gdv_misreads(scan, GDV_MISREAD_STRING_KEY, head->at);
    }
    if (doubles && hashed && scan->keyed != 0) {
        return gdv_misreads(scan, GDV_MISREAD_KEY_IN_KEY, head->at);
    }
    return GDV_OK;
}

/* The same of a value of any role, and whether the values to come are in a key. */
/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires head: \initialized(&head->wire) && \initialized(&head->at);
    requires head: \initialized(&head->children);
    requires head: \valid_read(head->wire) && \initialized(head->wire);
    terminates \true; exits \false;
    assigns scan->keyed, GDV_NOTES;
    ensures sound: GDV_SCAN_SOUND(scan);
*/
static gdv_status check_role(gdv_scan *scan, gdv_role role, const gdv_head *head)
{
    gdv_status status = GDV_OK;
    if (scan->keyed > scan->depth) {
        scan->keyed = 0; /* that key has ended */
    }
    if (role == GDV_ROLE_KEY) {
        status = check_key(scan, head);
    }
    if (role == GDV_ROLE_KEY && head->children > 0 && scan->keyed == 0) {
        scan->keyed = scan->depth + 1;
    }
    return status;
}

gdv_status gdv_step_other(gdv_scan *scan, gdv_stack *stack, gdv_head *head)
{
    uint32_t must_be = GDV_ANY_ID;
    uint32_t narrow = 0;
    uint32_t name = scan->in.pos;
    gdv_role role = gdv_next_role(scan, stack);
    gdv_status status = GDV_OK;

    head->wire = NULL;
    if (scan->depth > 0) {
        status = begin_value(scan, &stack->frames[scan->depth - 1], &must_be, &narrow);
        if (status != GDV_OK) {
            return status;
        }
    }
    status = gdv_value_read(scan, must_be, narrow, head);
    head->name = name;
    if (status == GDV_OK) {
        status = check_role(scan, role, head);
    }
    if (status != GDV_OK) {
        return status;
    }
    /*@ assert place: scan->depth > 0 ==> scan->in.pos >= 8; */
    if (head->children > 0) {
        status = open_container(scan, stack, head);
        /*@ assert waits: status == GDV_OK ==> GDV_STACK_WAITS(stack, scan); */
        /*@ assert ledger: status == GDV_OK ==> GDV_LEDGER(stack, scan); */
    } else {
        gdv_step_close(scan, stack);
        /*@ assert waits: GDV_STACK_WAITS(stack, scan); */
        /*@ assert ledger: GDV_LEDGER(stack, scan); */
    }
    /*@ assert waits: status == GDV_OK ==> GDV_STACK_WAITS(stack, scan); */
    /*@ assert ledger: status == GDV_OK ==> GDV_LEDGER(stack, scan); */
    return status;
}

gdv_status gdv_step(gdv_scan *scan, gdv_stack *stack, gdv_head *head)
{
    gdv_plain plain;
    if (gdv_may_be_plain(scan, stack) && gdv_step_plain(scan, &stack->frames[scan->depth - 1], &plain)) {
        gdv_plain_head(&plain, scan, head);
        gdv_step_close(scan, stack);
        return GDV_OK;
    }
    return gdv_step_other(scan, stack, head);
}
