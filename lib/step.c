/* SPDX-License-Identifier: MIT */
#include "step.h"

#include <stdbool.h>

#include "strings.h"
#include "value.h"

gdv_role gdv_next_role(const gdv_scan *scan, const gdv_frame *stack)
{
    if (scan->depth == 0) {
        return GDV_ROLE_OUTERMOST;
    }
    const gdv_frame *frame = &stack[scan->depth - 1];
    if (frame->kind == GDV_FRAME_OBJECT) {
        return GDV_ROLE_PROPERTY;
    }
    if (frame->kind == GDV_FRAME_ARRAY) {
        return GDV_ROLE_ELEMENT;
    }
    return frame->left % 2 == 0 ? GDV_ROLE_KEY : GDV_ROLE_VALUE;
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

/* The one place where depth grows, for containers of every kind. */
static gdv_status open_container(gdv_scan *scan, gdv_frame *stack, const gdv_event *event)
{
    if (scan->depth >= scan->max_depth) {
        return gdv_refuse(scan, GDV_E_LIMIT_DEPTH, event->at, 0);
    }
    gdv_frame *frame = &stack[scan->depth];
    uint8_t form = event->wire->form;
    frame->left = event->children;
    frame->kind = (uint8_t)(form == GDV_FORM_DICTIONARY ? GDV_FRAME_DICTIONARY
                            : form == GDV_FORM_OBJECT   ? GDV_FRAME_OBJECT
                                                        : GDV_FRAME_ARRAY);
    frame->key_id = event->key_id;
    frame->value_id = event->value_id;
    frame->narrow = (event->wire->quirks & GDV_QUIRK_PACKED) != 0 ? 1 : 0;
    scan->depth += 1;
    return GDV_OK;
}

gdv_status gdv_step(gdv_scan *scan, gdv_frame *stack, gdv_event *event)
{
    gdv_status status = GDV_OK;
    uint32_t must_be = GDV_ANY_ID;
    uint32_t narrow = 0;

    event->wire = NULL;
    if (scan->depth > 0) {
        gdv_frame *frame = &stack[scan->depth - 1];
        bool is_value = frame->kind == GDV_FRAME_DICTIONARY && frame->left % 2 != 0;
        must_be = is_value ? frame->value_id : frame->key_id;
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
        status = gdv_value_read(scan, must_be, narrow, event);
    }
    if (status == GDV_OK && event->children > 0) {
        return open_container(scan, stack, event);
    }
    while (status == GDV_OK && scan->depth > 0 && stack[scan->depth - 1].left == 0) {
        scan->depth -= 1;
    }
    return status;
}
