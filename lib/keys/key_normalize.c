/* SPDX-License-Identifier: MIT */
#include "key_normalize.h"

#include "../decode/godot2.h"
#include "../decode/number.h"
#include "../decode/read_value.h"
#include "../decode/text.h"

uint64_t gdv_normal_float(const gdv_scan *scan, uint32_t at, uint32_t width)
{
    uint64_t bits = gdv_double_bits_at(&scan->in, at, width);
    uint64_t magnitude = bits & 0x7fffffffffffffffu;
    if (magnitude > 0x7ff0000000000000u) {
        return GDV_NORMAL_NAN;
    }
    return magnitude == 0 && (scan->table->traits & GDV_TRAIT_BIT_KEYS) == 0 ? 0 : bits;
}

uint32_t gdv_normal_floats(const gdv_token *token)
{
    const gdv_wire_row *wire = token->wire;
    uint32_t each = wire->size / gdv_narrow_width(wire);
    return wire->layout == GDV_LAYOUT_PACKED ? token->count * each : each;
}

uint32_t gdv_normal_bytes(const gdv_token *token)
{
    const gdv_wire_row *wire = token->wire;
    if (wire->layout == GDV_LAYOUT_BYTES) {
        return token->count;
    }
    return wire->layout == GDV_LAYOUT_PACKED ? token->count * wire->size : wire->size;
}

uint64_t gdv_normal_int(const gdv_cursor *in, const gdv_token *token)
{
    if ((token->flags & 1u) != 0) {
        return gdv_u64_at(in, token->data);
    }
    uint32_t word = gdv_u32_at(in, token->data);
    return word < 0x80000000u ? word : 0xffffffff00000000u + word;
}

#ifdef __FRAMAC__
#include "../proof/key_normalize_c.h"
#endif

/* Whether a path has strings of which the last is empty. */
static bool ends_empty(const gdv_cursor *in, const gdv_token *token)
{
    uint32_t pos = token->data;
    uint32_t size = 1;
    /*@ ENDS_EMPTY_LOOP */
    for (uint32_t index = 0; index < token->count; index += 1) {
        (void)gdv_normal_text(in, &pos, &size);
    }
    return size == 0;
}

uint64_t gdv_normal_path(const gdv_scan *scan, const gdv_token *token, uint32_t *texts)
{
    const gdv_cursor *in = &scan->in;
    uint32_t traits = scan->table->traits;
    uint32_t first = gdv_u32_at(in, token->at + 4);
    *texts = token->count;
    if (first < 0x80000000u) {
        return 0;
    }
    uint32_t flags = gdv_u32_again(in, token->at + 12) & ((traits & GDV_TRAIT_PROPERTY) != 0 ? 3u : 1u);
    if (first == 0x80000000u && (traits & GDV_TRAIT_NEEDS_NAMES) != 0) {
        *texts = 0;
    } else if ((flags & 2u) != 0 && ends_empty(in, token)) {
        *texts -= 1;
        flags -= 2u;
    }
    bool root_lost = *texts == 0 && (traits & GDV_TRAIT_KEEPS_ROOT) == 0;
    return ((uint64_t)first << 2) + (root_lost ? 0 : flags);
}

/* Whether the engine keeps no byte of the image. Requires the header at token->at to have been read. */
static bool is_empty_image(const gdv_cursor *in, const gdv_token *token)
{
    uint32_t words[GDV_IMAGE_WORDS] = {0};
    /*@ IS_EMPTY_IMAGE_LOOP */
    for (uint32_t index = 0; index + 1 < GDV_IMAGE_WORDS; index += 1) {
        words[index] = gdv_u32_again(in, token->at + 4 + 4 * index);
    }
    words[GDV_IMAGE_WORDS - 1] = token->count; /* the bytes that are there: they bound the time */
    return !gdv_image_is_kept(words);
}

/* Whether the value is null to the engine, so that it equals every other null. */
static bool is_null(const gdv_cursor *in, const gdv_token *token)
{
    if (token->wire->layout == GDV_LAYOUT_IMAGE) {
        return is_empty_image(in, token);
    }
    if (token->wire->layout != GDV_LAYOUT_OBJECT) {
        return false;
    }
    if ((token->flags & 1u) != 0) {
        return gdv_u64_at(in, token->data) == 0;
    }
    gdv_span name;
    gdv_span_at(in, token->data - 4, &name);
    gdv_text_trim(in, &name.at, &name.size);
    return name.size == 0;
}

uint32_t gdv_normal_identity(const gdv_scan *scan, const gdv_token *token)
{
    return is_null(&scan->in, token) ? 0 : token->at + 1;
}

uint32_t gdv_normal_event_word(const gdv_scan *scan, const gdv_token *token, uint32_t index)
{
    uint32_t word = gdv_u32_at(&scan->in, token->data + 4 * index);
    uint32_t type = gdv_normal_event(scan, token);
    if (type == GDV_INPUT_EVENT_KEY && index == 0) {
        return word & GDV_KEY_MODIFIERS;
    }
    bool minus_zero = type == GDV_INPUT_EVENT_JOYSTICK_MOTION && index == 1 && word == 0x80000000u;
    return minus_zero ? 0 : word;
}

uint32_t gdv_normal_text(const gdv_cursor *in, uint32_t *pos, uint32_t *size)
{
    gdv_span text;
    gdv_span_at(in, *pos, &text);
    uint32_t at = text.at;
    *pos = text.next;
    *size = text.size;
    gdv_text_trim(in, &at, size);
    return at;
}

const gdv_wire_row *gdv_row_again(const gdv_scan *scan, uint32_t at)
{
    return gdv_row_of(scan->table, gdv_u32_at(&scan->in, at) & scan->table->id_mask);
}

void gdv_start_again(gdv_scan *again, const gdv_scan *scan, uint32_t at)
{
    *again = *scan;
    again->in.pos = at;
    again->in.reserved = 0;
    again->values = 0;
    again->depth = 0;
}

bool gdv_read_again(gdv_scan *again, gdv_token *token)
{
    if (gdv_left(&again->in) < 4) {
        return false;
    }
    again->in.reserved = 4;
    gdv_status status = gdv_value_read(again, GDV_ANY_ID, 0, token);
    again->in.reserved = 0;
    return status == GDV_OK;
}
