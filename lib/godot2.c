/* SPDX-License-Identifier: MIT */
#include "godot2.h"

#include "number.h"

/* Godot 2 (section 5.10): format, mipmaps, width, height, length, bytes. */
gdv_status gdv_image_read(gdv_scan *scan, gdv_head *head)
{
    uint32_t words_at = scan->in.pos;
    uint32_t words[5] = {0, 0, 0, 0, 0};
    /*@ loop invariant 0 <= index <= 5;
        loop invariant GDV_SCAN_SOUND(scan);
        loop invariant \initialized(words + (0 .. 4));
        loop invariant scan->in.pos == words_at + 4 * index;
        loop assigns index, words[0 .. 4], scan->in.pos, GDV_NOTES;
        loop variant 5 - index;
    */
    for (uint32_t index = 0; index < 5; index += 1) {
        gdv_status status = gdv_take_u32(scan, &words[index]);
        if (status == GDV_OK && index == 0 && words[0] >= GDV_IMAGE_FORMATS) {
            status = gdv_refuse(scan, GDV_E_BAD_IMAGE, words_at, 0);
        }
        if (status != GDV_OK) {
            return status;
        }
    }
    head->count = words[4];
    if (head->count >= GDV_NEGATIVE) {
        return gdv_refuse(scan, GDV_E_BAD_LENGTH, words_at + 16, 0);
    }
    /*@ loop invariant 2 <= side <= 4;
        loop invariant GDV_SCAN_SOUND(scan);
        loop assigns side, GDV_NOTES;
        loop variant 4 - side;
    */
    for (uint32_t side = 2; side < 4; side += 1) {
        if (head->count > 0 && (words[side] == 0 || words[side] > GDV_IMAGE_MAX_SIDE)) {
            gdv_status status = gdv_misreads(scan, GDV_MISREAD_IMAGE_SIZE, words_at + 4 * side);
            if (status != GDV_OK) {
                return status;
            }
        }
    }
    head->data = scan->in.pos;
    gdv_status status = gdv_take_padded(scan, head->count, words_at + 16);
    if (status == GDV_OK) {
        status = gdv_check_padding(scan, head->wire->quirks & GDV_QUIRK_ANY_PADDING, head->data, head->count);
    }
    return status;
}

/* Godot 2 (section 5.10): the engine trusts neither the length word nor the packet's end, so both are checked here
 * (EB-18). */
gdv_status gdv_input_event_read(gdv_scan *scan, gdv_head *head)
{
    uint32_t words_at = scan->in.pos;
    uint32_t type = 0;
    uint32_t device = 0;
    uint32_t length = 0;
    gdv_status status = gdv_take_u32(scan, &type);
    if (status == GDV_OK && type >= GDV_INPUT_EVENTS) {
        status = gdv_refuse(scan, GDV_E_BAD_INPUT_EVENT, words_at, 0);
    }
    if (status == GDV_OK) {
        status = gdv_take_u32(scan, &device);
    }
    if (status == GDV_OK) {
        status = gdv_take_u32(scan, &length);
    }
    if (status != GDV_OK) {
        return status;
    }
    uint32_t words = gdv_input_event_words[type];
    if (length != 12 + 4 * words) {
        status = gdv_misreads(scan, GDV_MISREAD_EVENT_LENGTH, words_at + 8);
    }
    head->data = scan->in.pos;
    head->count = words;
    /*@ loop invariant 0 <= index <= words;
        loop invariant GDV_SCAN_SOUND(scan) && \initialized(&status);
        loop invariant \at(scan->in.pos, Pre) <= scan->in.pos;
        loop invariant status == GDV_OK ==> scan->in.pos == head->data + 4 * index;
        loop assigns index, status, scan->in.pos, GDV_NOTES;
        loop variant words - index;
    */
    for (uint32_t index = 0; index < words && status == GDV_OK; index += 1) {
        uint32_t word = 0;
        status = gdv_take_u32(scan, &word);
        if (status == GDV_OK && type == GDV_INPUT_EVENT_KEY && index == 0 && (word & ~GDV_KEY_MODIFIERS) != 0) {
            status = gdv_refuse_unless(scan, GDV_PERMIT_FLAGS, GDV_E_FLAGS, head->data);
        }
        if (status == GDV_OK && type == GDV_INPUT_EVENT_JOYSTICK_MOTION && index == 1) {
            status = gdv_finite_check(scan, head->data + 4, head->data + 8, 4);
        }
    }
    return status;
}
