/* SPDX-License-Identifier: MIT */
#include "godot2.h"

#include "number.h"

#ifdef __FRAMAC__
#include "../proof/godot2_c.h"
#endif

/* A mipmap count of 2^31 or more is negative to the engine: as many as it takes to the least size. */
static bool is_last_level(const gdv_image_layout *layout, uint32_t mipmaps, uint32_t level, uint32_t width,
                          uint32_t height)
{
    bool least = width == layout->least_width && height == layout->least_height;
    return mipmaps < GDV_NEGATIVE ? level == mipmaps : least;
}

static uint32_t larger_of(uint32_t one, uint32_t other)
{
    return one < other ? other : one;
}

static bool is_side(uint32_t pixels)
{
    return pixels > 0 && pixels <= GDV_IMAGE_MAX_SIDE;
}

/* Whether the levels of an image have as many bytes as it says. Requires both sides to be at most GDV_IMAGE_MAX_SIDE
 * and a format below GDV_IMAGE_CUSTOM. No level is above 2^28 pixels of 4 bytes, and after the first each has a byte at
 * least, so that `size` is far from wrapping, and soon too much. */
static bool has_its_length(const uint32_t *words)
{
    const gdv_image_layout *layout = &gdv_image_layouts[words[0]];
    uint32_t width = words[2];
    uint32_t height = words[3];
    uint64_t size = layout->palette;
    bool last = false;
    /*@ HAS_ITS_LENGTH_LOOP */
    for (uint32_t level = 0; !last && size <= words[4]; level += 1) {
        size += ((uint64_t)width * height * layout->bytes) >> layout->shift;
        last = is_last_level(layout, words[1], level, width, height);
        width = larger_of(width / 2, layout->least_width);
        height = larger_of(height / 2, layout->least_height);
    }
    return last && size == words[4];
}

bool gdv_image_is_kept(const uint32_t *words)
{
    bool has_pixels = words[4] > 0 && is_side(words[2]) && is_side(words[3]);
    if (words[0] >= GDV_IMAGE_CUSTOM) {
        return has_pixels && words[0] == GDV_IMAGE_CUSTOM;
    }
    return has_pixels && has_its_length(words);
}

uint32_t gdv_image_wrong_word(const uint32_t *words)
{
    uint32_t wrong = 0;
    if (words[4] == 0) {
        /*@ GDV_IMAGE_WRONG_WORD_LOOP */
        while (wrong < GDV_IMAGE_WORDS && words[wrong] == 0) {
            wrong += 1;
        }
        return wrong;
    }
    if (words[1] > words[4]) {
        return 1;
    }
    if (!is_side(words[2]) || !is_side(words[3])) {
        return is_side(words[2]) ? 3 : 2;
    }
    return gdv_image_is_kept(words) ? GDV_IMAGE_WORDS : 4;
}

/* Godot 2 (section 5.10): format, mipmaps, width, height, length, bytes. */
gdv_status gdv_image_read(gdv_scan *scan, gdv_token *token)
{
    uint32_t words_at = scan->in.pos;
    uint32_t words[5] = {0, 0, 0, 0, 0};
    /*@ GDV_IMAGE_READ_LOOP */
    for (uint32_t index = 0; index < 5; index += 1) {
        gdv_status status = gdv_take_u32(scan, &words[index]);
        if (status == GDV_OK && index == 0 && words[0] >= GDV_IMAGE_FORMATS) {
            status = gdv_refuse(scan, GDV_E_BAD_IMAGE, words_at, 0);
        }
        if (status != GDV_OK) {
            return status;
        }
    }
    token->count = words[4];
    if (token->count >= GDV_NEGATIVE) {
        return gdv_refuse(scan, GDV_E_BAD_LENGTH, words_at + 16, 0);
    }
    token->data = scan->in.pos;
    gdv_status status = gdv_take_padded(scan, token->count, words_at + 16);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t wrong = gdv_image_wrong_word(words); /* now that its bytes are there: they bound the time */
    if (wrong < GDV_IMAGE_WORDS) {
        status = gdv_misreads(scan, GDV_MISREAD_IMAGE_SIZE, words_at + 4 * wrong);
    }
    if (status == GDV_OK) {
        status = gdv_check_padding(scan, token->wire->quirks & GDV_QUIRK_ANY_PADDING, token->data, token->count);
    }
    return status;
}

/* Godot 2 (section 5.10): the engine trusts neither the length word nor the packet's end, so both are checked here
 * (EB-18). */
gdv_status gdv_input_event_read(gdv_scan *scan, gdv_token *token)
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
    token->data = scan->in.pos;
    token->count = words;
    /*@ GDV_INPUT_EVENT_READ_LOOP */
    for (uint32_t index = 0; index < words && status == GDV_OK; index += 1) {
        uint32_t word = 0;
        status = gdv_take_u32(scan, &word);
        if (status == GDV_OK && type == GDV_INPUT_EVENT_KEY && index == 0 && (word & ~GDV_KEY_MODIFIERS) != 0) {
            status = gdv_refuse_unless(scan, GDV_PERMIT_FLAGS, GDV_E_FLAGS, token->data);
        }
        if (status == GDV_OK && type == GDV_INPUT_EVENT_JOYSTICK_MOTION && index == 1) {
            status = gdv_finite_check(scan, token->data + 4, token->data + 8, 4);
        }
    }
    return status;
}
