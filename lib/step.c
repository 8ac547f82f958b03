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
    frame->left = head->children;
    frame->kind = (uint8_t)(form == GDV_FORM_DICTIONARY ? GDV_FRAME_DICTIONARY
                            : form == GDV_FORM_OBJECT   ? GDV_FRAME_OBJECT
                                                        : GDV_FRAME_ARRAY);
    frame->key_id = head->key_id;
    frame->value_id = head->value_id;
    frame->narrow = (head->wire->quirks & GDV_QUIRK_PACKED) != 0 ? 1 : 0;
    *depth += 1;
    return true;
}

gdv_role gdv_frame_role(const gdv_frame *frame)
{
    if (frame->kind == GDV_FRAME_OBJECT) {
        return GDV_ROLE_PROPERTY;
    }
    if (frame->kind == GDV_FRAME_ARRAY) {
        return GDV_ROLE_ELEMENT;
    }
    return frame->left % 2 == 0 ? GDV_ROLE_KEY : GDV_ROLE_VALUE;
}

uint8_t gdv_frame_declares(const gdv_frame *frame)
{
    return gdv_frame_role(frame) == GDV_ROLE_VALUE ? frame->value_id : frame->key_id;
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
    scan->steps += 1;
    return gdv_text_read(scan, scan->grammar->traits & GDV_TRAIT_TEXT_GARBAGE, &text, &size);
}

gdv_status gdv_step(gdv_scan *scan, gdv_frame *stack, gdv_head *head)
{
    gdv_status status = GDV_OK;
    uint32_t must_be = GDV_ANY_ID;
    uint32_t narrow = 0;
    uint32_t name = scan->in.pos;

    head->wire = NULL;
    if (scan->depth > 0) {
        gdv_frame *frame = &stack[scan->depth - 1];
        must_be = gdv_frame_declares(frame);
        narrow = frame->narrow;
        frame->left -= 1;
        if (frame->kind == GDV_FRAME_OBJECT) {
            status = read_property_name(scan);
        }
    }
    if (scan->depth > scan->deepest) {
        scan->deepest = scan->depth;
    }
    if (status == GDV_OK) {
        status = gdv_value_read(scan, must_be, narrow, head);
        head->name = name;
    }
    if (status == GDV_OK && head->children > 0) {
        bool opened = gdv_frame_open(stack, scan->max_depth, &scan->depth, head);
        return opened ? GDV_OK : gdv_refuse(scan, GDV_E_LIMIT_DEPTH, head->at, 0);
    }
    while (status == GDV_OK && scan->depth > 0 && stack[scan->depth - 1].left == 0) {
        scan->depth -= 1;
    }
    return status;
}
