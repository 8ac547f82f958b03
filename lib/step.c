/* SPDX-License-Identifier: MIT */
#include "step.h"

#include "strings.h"
#include "value.h"

bool gdv_frame_open(gdv_frame *stack, uint32_t frames, uint32_t *depth, const gdv_head *head)
{
    if (*depth >= frames) {
        return false;
    }
    gdv_frame *frame = &stack[*depth];
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
    *depth += 1;
    return true;
}

gdv_role gdv_next_role(const gdv_scan *scan, const gdv_frame *stack)
{
    return scan->depth == 0 ? GDV_ROLE_OUTERMOST : gdv_frame_role(&stack[scan->depth - 1]);
}

/* The name before a property's value: promised with it, and a string like any other. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires promised: scan->in.reserved >= 8;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_NOTES;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4) && \old(scan->in.pos) <= scan->in.pos;
    ensures scan->in.reserved == \old(scan->in.reserved) - 4;
    ensures \result == GDV_OK ==> GDV_PAID(scan, 0);
*/
static gdv_status read_property_name(gdv_scan *scan)
{
    uint32_t text = 0;
    uint32_t size = 0;
    gdv_release(&scan->in);
    scan->strings += 1;
    return gdv_text_read(scan, scan->grammar->traits & GDV_TRAIT_TEXT_GARBAGE, &text, &size);
}

/* What the innermost container asks of the value that is now read: the type that it declares, and whether its floats are
 * narrowed; and the name of a property is read. */
/*@ GDV_STEP_REQUIRES
    requires more: scan->in.reserved != 0 && scan->depth > 0;
    requires \initialized(must_be) && \initialized(narrow);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_NOTES, *must_be, *narrow;
    assigns stack[0 .. GDV_MAX_DEPTH - 1].left, gdv_owed[0 .. GDV_MAX_DEPTH];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures there: GDV_STACK_THERE(stack, scan);
    ensures declares: GDV_STACK_DECLARES(stack, scan);
    ensures ledger: GDV_LEDGER(stack, scan);
    ensures promised: scan->in.reserved == gdv_owed[scan->depth] + 4;
    ensures asked: \initialized(must_be) && \initialized(narrow);
    ensures asked: *must_be == GDV_ANY_ID || *must_be < scan->grammar->count;
*/
static gdv_status begin_value(gdv_scan *scan, gdv_frame *stack, uint32_t *must_be, uint32_t *narrow)
{
    gdv_frame *frame = &stack[scan->depth - 1];
    *must_be = gdv_frame_declares(frame);
    *narrow = frame->demands & GDV_DEMAND_NARROW;
    frame->left -= 1;
    /*@ ghost gdv_owed[scan->depth] -= frame->kind == GDV_FRAME_OBJECT ? 8 : 4; */
    return frame->kind == GDV_FRAME_OBJECT ? read_property_name(scan) : GDV_OK;
}

/*@ requires GDV_SCAN_SOUND(scan) && GDV_STACK_THERE(stack, scan) && GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires head: GDV_HEAD_OF && \initialized(head) && GDV_DECLARES && head->children > 0;
    requires row: \separated(stack + (0 .. GDV_MAX_DEPTH - 1), head->wire);
    requires promised: scan->in.reserved ==
        gdv_owed[scan->depth] + 4 * head->children * (head->wire->form == GDV_FORM_OBJECT ? 2 : 1);
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, scan->deepest, GDV_NOTES, GDV_FRAMES(stack), gdv_owed[0 .. GDV_MAX_DEPTH];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures opened: \result == GDV_OK ==> scan->depth == \old(scan->depth) + 1;
    ensures there: \result == GDV_OK ==> GDV_STACK_THERE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_WAITS(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> GDV_BALANCED(stack, scan);
*/
static gdv_status open_container(gdv_scan *scan, gdv_frame *stack, const gdv_head *head)
{
    bool opened = gdv_frame_open(stack, scan->max_depth, &scan->depth, head);
    if (scan->depth > scan->deepest) {
        scan->deepest = scan->depth;
    }
    /*@ ghost if (opened) gdv_owed[scan->depth] = scan->in.reserved; */
    return opened ? GDV_OK : gdv_refuse(scan, GDV_E_LIMIT_DEPTH, head->at, 0);
}

gdv_status gdv_step_other(gdv_scan *scan, gdv_frame *stack, gdv_head *head)
{
    gdv_status status = GDV_OK;
    uint32_t must_be = GDV_ANY_ID;
    uint32_t narrow = 0;
    uint32_t name = scan->in.pos;

    head->wire = NULL;
    if (scan->depth > 0) {
        status = begin_value(scan, stack, &must_be, &narrow);
    }
    if (status == GDV_OK) {
        status = gdv_value_read(scan, must_be, narrow, head);
        head->name = name;
    }
    if (status == GDV_OK && head->children > 0) {
        return open_container(scan, stack, head);
    }
    if (status == GDV_OK) {
        gdv_step_close(scan, stack);
    }
    return status;
}

gdv_status gdv_step(gdv_scan *scan, gdv_frame *stack, gdv_head *head)
{
    gdv_plain plain;
    if (gdv_may_be_plain(scan, stack) && gdv_step_plain(scan, &stack[scan->depth - 1], &plain)) {
        gdv_plain_head(&plain, scan, head);
        gdv_step_close(scan, stack);
        return GDV_OK;
    }
    return gdv_step_other(scan, stack, head);
}
