/* SPDX-License-Identifier: MIT */
#include "text.h"

#include <gdv/policy.h>

#include "short_text.h"
#include "text_block.h"

#ifdef __FRAMAC__
#include "../proof/text_c.h"
#endif

#if defined(__SSE2__)

const gdv_short_row gdv_short_rows[GDV_SHORT_TEXT + 1] = {
    GDV_SHORT_ROW(0),  GDV_SHORT_ROW(1),  GDV_SHORT_ROW(2),  GDV_SHORT_ROW(3),  GDV_SHORT_ROW(4),  GDV_SHORT_ROW(5),
    GDV_SHORT_ROW(6),  GDV_SHORT_ROW(7),  GDV_SHORT_ROW(8),  GDV_SHORT_ROW(9),  GDV_SHORT_ROW(10), GDV_SHORT_ROW(11),
    GDV_SHORT_ROW(12), GDV_SHORT_ROW(13), GDV_SHORT_ROW(14), GDV_SHORT_ROW(15), GDV_SHORT_ROW(16)};

#endif

static bool is_continuation(uint8_t byte)
{
    return (byte & 0xc0u) == 0x80u;
}

/* Bytes of the well-formed sequence at `at`, of which `size` bytes may be read: 2 to 4, or 0 for anything that RFC 3629
 * does not allow. Requires size > 0 and at + size <= in->size; the first byte is not ASCII. Ensures the result is at
 * most `size`. The second byte's range settles overlong forms, surrogates and what lies above U+10FFFF; later bytes are
 * plain continuations. */
static uint32_t strict_sequence(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint8_t lead = gdv_u8_at(in, at);
    uint32_t length = lead < 0xc2u ? 0u : lead < 0xe0u ? 2u : lead < 0xf0u ? 3u : lead < 0xf5u ? 4u : 0u;
    if (length == 0 || length > size) {
        return 0;
    }
    uint8_t second = gdv_u8_at(in, at + 1);
    uint8_t lowest = lead == 0xe0u ? 0xa0u : lead == 0xf0u ? 0x90u : 0x80u;
    uint8_t highest = lead == 0xedu ? 0x9fu : lead == 0xf4u ? 0x8fu : 0xbfu;
    if (second < lowest || second > highest) {
        return 0;
    }
    /*@ STRICT_SEQUENCE_LOOP */
    for (uint32_t next = 2; next < length; next += 1) {
        if (!is_continuation(gdv_u8_at(in, at + next))) {
            return 0;
        }
    }
    return length;
}

/* Bytes of the sequence at `at` that the decoder of Godot 3 takes: up to six, or 0. Requires and ensures what
 * strict_sequence does. It takes any value, and of overlong forms it refuses only C0 and C1 and those that carry
 * nothing before the third byte's upper bits (wire reference, section 12.2). */
static uint32_t lax_sequence(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint8_t lead = gdv_u8_at(in, at);
    uint32_t length = lead < 0xc2u   ? 0u
                      : lead < 0xe0u ? 2u
                      : lead < 0xf0u ? 3u
                      : lead < 0xf8u ? 4u
                      : lead < 0xfcu ? 5u
                      : lead < 0xfeu ? 6u
                                     : 0u;
    if (length == 0 || length > size) {
        return 0;
    }
    /*@ LAX_SEQUENCE_LOOP */
    for (uint32_t next = 1; next < length; next += 1) {
        if (!is_continuation(gdv_u8_at(in, at + next))) {
            return 0;
        }
    }
    if (length >= 3) {
        bool nothing_yet = (lead & (0xffu >> (length + 1u))) == 0 && (gdv_u8_at(in, at + 1) & 0x3fu) == 0;
        bool nothing_here = ((gdv_u8_at(in, at + 2) & 0x7fu) >> (7u - length)) == 0;
        if (nothing_yet && nothing_here) {
            return 0;
        }
    }
    return length;
}

/* What the dialect's own decoder makes of a sequence that is not strict: its length, at most `size`, or 0 where it
 * refuses. Requires size > 0 and at + size <= in->size. */
static uint32_t tolerated_sequence(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance)
{
    if (tolerance == GDV_TOLERANCE_ANY) {
        return 1;
    }
    if (tolerance == GDV_TOLERANCE_LAX) {
        return lax_sequence(in, at, size);
    }
    return 0;
}

/* Whether a text begins with a byte order mark. Requires at + size <= in->size. */
static bool has_byte_order_mark(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    return size >= 3 && gdv_u8_at(in, at) == 0xefu && gdv_u8_at(in, at + 1) == 0xbbu && gdv_u8_at(in, at + 2) == 0xbfu;
}

/* Whether a text begins with a byte order mark, which `permit` does not allow. Requires at + size <= in->size. */
static bool is_marked_unpermitted(const gdv_cursor *in, uint32_t at, uint32_t size, uint32_t permit)
{
    return (permit & GDV_PERMIT_TEXT_BOM) == 0 && has_byte_order_mark(in, at, size);
}

/* Checks the text from `here`, where a character begins, to `end`. Requires here <= end <= in->size. Ensures: on a
 * refusal *error_offset lies in that range; on GDV_OK it is untouched. */
static gdv_status check_bytes(const gdv_cursor *in, uint32_t here, uint32_t end, gdv_tolerance tolerance,
                              uint32_t permit, uint32_t *error_offset)
{
    /*@ CHECK_BYTES_LOOP */
    while (here < end) {
        if (end - here >= 8 && gdv_is_plain_ascii(gdv_u64_at(in, here))) {
            here += 8;
            continue;
        }
        uint8_t byte = gdv_u8_at(in, here);
        if (byte == 0 && (permit & GDV_PERMIT_TEXT_NUL) != 0) {
            return GDV_OK;
        }
        if (byte == 0) {
            *error_offset = here;
            return GDV_E_TEXT_NUL;
        }
        uint32_t length = byte < 0x80u ? 1u : strict_sequence(in, here, end - here);
        if (length == 0) {
            length = tolerated_sequence(in, here, end - here, tolerance);
            if (length == 0 || (permit & GDV_PERMIT_TEXT_UTF8) == 0) {
                *error_offset = here;
                return length == 0 ? GDV_E_BAD_UTF8 : GDV_E_TEXT_UTF8;
            }
        }
        here += length;
    }
    return GDV_OK;
}

gdv_status gdv_text_check_scalar(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance,
                                 uint32_t permit, uint32_t *error_offset)
{
    if (is_marked_unpermitted(in, at, size, permit)) {
        *error_offset = at;
        return GDV_E_TEXT_BOM;
    }
    return check_bytes(in, at, at + size, tolerance, permit, error_offset);
}

/* What the blocks let pass is not looked at again. They are not asked a second time: after the first thing that they
 * do not know, a text of nothing else would be looked at twice. */
gdv_status gdv_text_check(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance, uint32_t permit,
                          uint32_t *error_offset)
{
    if (is_marked_unpermitted(in, at, size, permit)) {
        *error_offset = at;
        return GDV_E_TEXT_BOM;
    }
    uint32_t strict = gdv_text_strict(in, at, size);
    return strict == size ? GDV_OK : check_bytes(in, at + strict, at + size, tolerance, permit, error_offset);
}

/* The lead bytes that carry no bit of the character themselves: how far the second byte has to be above 0x80 to need
 * them is as much as they are below 0x100. */
bool gdv_text_is_overlong(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    bool found = false;
    /*@ GDV_TEXT_IS_OVERLONG_LOOP */
    for (uint32_t here = at; here + 1 < at + size && !found; here += 1) {
        uint32_t lead = gdv_u8_at(in, here);
        bool empty = lead == 0xe0u || lead == 0xf0u || lead == 0xf8u || lead == 0xfcu;
        found = empty && gdv_u8_at(in, here + 1) < 0x180u - lead;
    }
    return found;
}

void gdv_text_trim(const gdv_cursor *in, uint32_t *at, uint32_t *size)
{
    if (has_byte_order_mark(in, *at, *size)) {
        *at += 3;
        *size -= 3;
    }
    uint32_t length = 0;
    /*@ GDV_TEXT_TRIM_LOOP */
    while (*size - length >= 16 && !gdv_has_nul16_at(in, *at + length)) {
        length += 16;
    }
    /*@ GDV_TEXT_TRIM_LOOP_2 */
    while (length < *size && gdv_u8_at(in, *at + length) != 0) {
        length += 1;
    }
    *size = length;
}
