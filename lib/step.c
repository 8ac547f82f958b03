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
    bool typed = (head->key_id & head->value_id) != GDV_ANY_ID;
    bool named = form == GDV_FORM_OBJECT;
    frame->left = head->children;
    frame->kind = (uint8_t)(form == GDV_FORM_DICTIONARY ? GDV_FRAME_DICTIONARY
                            : named                     ? GDV_FRAME_OBJECT
                                                        : GDV_FRAME_ARRAY);
    frame->key_id = head->key_id;
    frame->value_id = head->value_id;
    frame->demands =
        (uint8_t)((narrow ? GDV_DEMAND_NARROW : 0u) | (typed ? GDV_DEMAND_TYPE : 0u) | (named ? GDV_DEMAND_NAME : 0u));
    *depth += 1;
    return true;
}

gdv_role gdv_next_role(const gdv_scan *scan, const gdv_frame *stack)
{
    return scan->depth == 0 ? GDV_ROLE_OUTERMOST : gdv_frame_role(&stack[scan->depth - 1]);
}

/* The name before a property's value: promised with it, and a string like any other. */
static gdv_status read_property_name(gdv_scan *scan)
{
    uint32_t text = 0;
    uint32_t size = 0;
    gdv_release(&scan->in);
    scan->strings += 1;
    return gdv_text_read(scan, scan->grammar->traits & GDV_TRAIT_TEXT_GARBAGE, &text, &size);
}

gdv_status gdv_step_other(gdv_scan *scan, gdv_frame *stack, gdv_head *head)
{
    gdv_status status = GDV_OK;
    uint32_t must_be = GDV_ANY_ID;
    uint32_t narrow = 0;
    uint32_t name = scan->in.pos;

    head->wire = NULL;
    if (scan->depth > 0) {
        gdv_frame *frame = &stack[scan->depth - 1];
        must_be = gdv_frame_declares(frame);
        narrow = frame->demands & GDV_DEMAND_NARROW;
        frame->left -= 1;
        if ((frame->demands & GDV_DEMAND_NAME) != 0) {
            status = read_property_name(scan);
        }
    }
    if (status == GDV_OK) {
        status = gdv_value_read(scan, must_be, narrow, head);
        head->name = name;
    }
    if (status == GDV_OK && head->children > 0) {
        bool opened = gdv_frame_open(stack, scan->max_depth, &scan->depth, head);
        if (scan->depth > scan->deepest) {
            scan->deepest = scan->depth;
        }
        return opened ? GDV_OK : gdv_refuse(scan, GDV_E_LIMIT_DEPTH, head->at, 0);
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
