/* SPDX-License-Identifier: MIT */
/* Claims about text: strict is exactly RFC 3629 without NUL and without a leading byte order mark, which a deliberately
 * naive decoder here decides in another way (by value, not by ranges of bytes) for every sequence of one, two and three
 * bytes and the boundaries of four; an error is found where it begins, at every alignment and at the very end of the
 * packet; and each string of section 12.2 of the wire reference gets the verdict that it owes, in each family of
 * dialects. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/text.h"
#include "tests/support/support.h"

typedef struct finding {
    gdv_status code;
    uint32_t offset;
} finding;

static finding check_at(const uint8_t *bytes, uint32_t at, uint32_t size, gdv_tolerance tolerance, uint32_t permit)
{
    gdv_cursor in = {bytes, at + size, 0, 0};
    uint32_t wrong = 0xa5a5a5a5;
    finding found = {gdv_text_check(&in, at, size, tolerance, permit, &wrong), 0};
    found.offset = found.code == GDV_OK ? 0 : wrong;
    return found;
}

/* RFC 3629: the one way to write a code point, or 0 bytes for what is none. */
static uint32_t encode(uint32_t point, uint8_t out[4])
{
    if (point >= 0xd800 && point <= 0xdfff) {
        return 0;
    }
    if (point < 0x80) {
        out[0] = (uint8_t)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (uint8_t)(0xc0 | point >> 6);
        out[1] = (uint8_t)(0x80 | (point & 0x3f));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (uint8_t)(0xe0 | point >> 12);
        out[1] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
        out[2] = (uint8_t)(0x80 | (point & 0x3f));
        return 3;
    }
    if (point < 0x110000) {
        out[0] = (uint8_t)(0xf0 | point >> 18);
        out[1] = (uint8_t)(0x80 | (point >> 12 & 0x3f));
        out[2] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
        out[3] = (uint8_t)(0x80 | (point & 0x3f));
        return 4;
    }
    return 0;
}

/* Takes the bytes for a sequence of each length in turn, and believes it if that is how its value would be written. */
static uint32_t naive_sequence(const uint8_t *bytes, uint32_t left)
{
    static const uint32_t lead_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    for (uint32_t length = 1; length <= 4 && length <= left; length += 1) {
        uint8_t again[4] = {0};
        uint32_t point = bytes[0] & lead_bits[length];
        for (uint32_t next = 1; next < length; next += 1) {
            point = point << 6 | (bytes[next] & 0x3fu);
        }
        if (encode(point, again) == length && memcmp(again, bytes, length) == 0) {
            return length;
        }
    }
    return 0;
}

static finding naive_check(const uint8_t *bytes, uint32_t size)
{
    uint32_t at = 0;
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        return (finding){GDV_E_TEXT_BOM, 0};
    }
    while (at < size) {
        uint32_t length = naive_sequence(bytes + at, size - at);
        if (length == 0 || bytes[at] == 0) {
            return (finding){length == 0 ? GDV_E_BAD_UTF8 : GDV_E_TEXT_NUL, at};
        }
        at += length;
    }
    return (finding){GDV_OK, 0};
}

static void agrees(const uint8_t *bytes, uint32_t size)
{
    finding said = check_at(bytes, 0, size, GDV_TOLERANCE_STRICT, 0);
    finding naive = naive_check(bytes, size);
    if (said.code != naive.code || said.offset != naive.offset) {
        cr_assert_fail("%02x %02x %02x %02x (%u): %s at %u, naively %s at %u", bytes[0], size > 1 ? bytes[1] : 0,
                       size > 2 ? bytes[2] : 0, size > 3 ? bytes[3] : 0, size, gdv_status_name(said.code), said.offset,
                       gdv_status_name(naive.code), naive.offset);
    }
}

Test(every_sequence, of_one_byte)
{
    uint8_t *bytes = malloc(1);
    cr_assert_not_null(bytes);
    for (uint32_t one = 0; one < 256; one += 1) {
        bytes[0] = (uint8_t)one;
        agrees(bytes, 1);
    }
    free(bytes);
}

Test(every_sequence, of_two_bytes)
{
    uint8_t *bytes = malloc(2);
    cr_assert_not_null(bytes);
    for (uint32_t two = 0; two < 65536; two += 1) {
        bytes[0] = (uint8_t)(two >> 8);
        bytes[1] = (uint8_t)(two & 0xff);
        agrees(bytes, 2);
    }
    free(bytes);
}

static void three_bytes(uint32_t first, uint32_t last)
{
    uint8_t *bytes = malloc(3);
    cr_assert_not_null(bytes);
    for (uint32_t three = first << 16; three <= (last << 16 | 0xffff); three += 1) {
        bytes[0] = (uint8_t)(three >> 16);
        bytes[1] = (uint8_t)(three >> 8 & 0xff);
        bytes[2] = (uint8_t)(three & 0xff);
        agrees(bytes, 3);
    }
    free(bytes);
}

Test(every_sequence, of_three_bytes_from_00)
{
    three_bytes(0x00, 0x7f);
}

Test(every_sequence, of_three_bytes_from_80)
{
    three_bytes(0x80, 0xdf);
}

Test(every_sequence, of_three_bytes_from_e0)
{
    three_bytes(0xe0, 0xff);
}

/* Bytes at the ends of the ranges that any rule of UTF-8 knows. */
static const uint8_t boundary[] = {0x00, 0x01, 0x7f, 0x80, 0x81, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc2, 0xe0, 0xff};
#define BOUNDARIES (sizeof boundary)

static void four_bytes(uint32_t lead)
{
    uint8_t *bytes = malloc(4);
    cr_assert_not_null(bytes);
    bytes[0] = (uint8_t)lead;
    for (uint32_t second = 0; second < 256; second += 1) {
        for (size_t rest = 0; rest < BOUNDARIES * BOUNDARIES; rest += 1) {
            bytes[1] = (uint8_t)second;
            bytes[2] = boundary[rest / BOUNDARIES];
            bytes[3] = boundary[rest % BOUNDARIES];
            agrees(bytes, 4);
        }
    }
    free(bytes);
}

Test(every_sequence, of_four_bytes_from_f0_at_the_boundaries)
{
    for (uint32_t lead = 0xf0; lead <= 0xf4; lead += 1) {
        four_bytes(lead);
    }
}

Test(every_sequence, of_four_bytes_with_another_lead_at_the_boundaries)
{
    static const uint8_t leads[] = {0x61, 0x80, 0xbf, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf5, 0xf8, 0xfc, 0xff};
    for (size_t index = 0; index < sizeof leads; index += 1) {
        four_bytes(leads[index]);
    }
}

Test(every_code_point, is_accepted_but_nul_and_a_mark_at_the_start)
{
    for (uint32_t point = 0; point <= 0x10ffff; point += 1) {
        uint8_t bytes[4] = {0};
        uint32_t length = encode(point, bytes);
        finding said = check_at(bytes, 0, length, GDV_TOLERANCE_STRICT, 0);
        gdv_status code = point == 0 ? GDV_E_TEXT_NUL : point == 0xfeff ? GDV_E_TEXT_BOM : GDV_OK;
        if (said.code != code) {
            cr_assert_fail("U+%04x: %s", point, gdv_status_name(said.code));
        }
    }
}

/* What the lax decoder of Godot 3 owes by its structure alone: sequences of up to six bytes, C0 and C1 refused. */
static uint32_t structure(const uint8_t *bytes, uint32_t size)
{
    uint32_t ones = 0;
    while (ones < 8 && (bytes[0] & 0x80u >> ones) != 0) {
        ones += 1;
    }
    uint32_t length = ones == 0 ? 1 : ones;
    if (ones == 1 || ones > 6 || length > size || bytes[0] == 0xc0 || bytes[0] == 0xc1) {
        return 0;
    }
    for (uint32_t next = 1; next < length; next += 1) {
        if (bytes[next] < 0x80 || bytes[next] > 0xbf) {
            return 0;
        }
    }
    return length;
}

/* One sequence that fills the text. Which overlong forms pass exactly: test_text_edges. */
static void owes_lax(const uint8_t *bytes, uint32_t size)
{
    finding strict = check_at(bytes, 0, size, GDV_TOLERANCE_STRICT, 0);
    finding lax = check_at(bytes, 0, size, GDV_TOLERANCE_LAX, 0);
    finding permitted = check_at(bytes, 0, size, GDV_TOLERANCE_LAX, GDV_PERMIT_TEXT_UTF8);
    uint32_t length = structure(bytes, size);
    bool whole = length == size;
    bool most_overlong = size >= 3 && (bytes[0] & 0xffu >> (size + 1)) == 0 && bytes[1] == 0x80;
    bool right = true;

    if (length > 0 && !whole) {
        return; /* two sequences: each has its turn */
    }
    if (strict.code != GDV_E_BAD_UTF8) {
        right = lax.code == strict.code && permitted.code == strict.code && lax.offset == strict.offset;
    } else if (!whole) {
        right = lax.code == GDV_E_BAD_UTF8 && lax.offset == 0 && permitted.code == GDV_E_BAD_UTF8;
    } else if (!most_overlong) {
        right = lax.code == GDV_E_TEXT_UTF8 && lax.offset == 0 && permitted.code == GDV_OK;
    } else {
        right = lax.code == GDV_E_TEXT_UTF8 || lax.code == GDV_E_BAD_UTF8;
    }
    if (!right) {
        cr_assert_fail("%02x %02x.. (%u): %s, laxly %s", bytes[0], bytes[1], size, gdv_status_name(strict.code),
                       gdv_status_name(lax.code));
    }
}

Test(lax_sequence, of_two_and_three_bytes)
{
    uint8_t bytes[3] = {0};
    for (uint32_t two = 0x8000; two < 65536; two += 1) {
        bytes[0] = (uint8_t)(two >> 8);
        bytes[1] = (uint8_t)(two & 0xff);
        owes_lax(bytes, 2);
        for (size_t third = 0; third < BOUNDARIES && bytes[0] >= 0xe0; third += 1) {
            bytes[2] = boundary[third];
            owes_lax(bytes, 3);
        }
    }
}

Test(lax_sequence, of_four_to_six_bytes)
{
    for (uint32_t lead = 0xf0; lead < 256; lead += 1) {
        for (uint32_t second = 0; second < 256; second += 1) {
            for (size_t rest = 0; rest < BOUNDARIES * BOUNDARIES; rest += 1) {
                const uint8_t bytes[6] = {
                    (uint8_t)lead, (uint8_t)second, boundary[rest / BOUNDARIES], boundary[rest % BOUNDARIES], 0x80,
                    0xbf};
                for (uint32_t size = 4; size <= 6; size += 1) {
                    owes_lax(bytes, size);
                }
            }
        }
    }
}

/* Godot 2 and 3.0 report nothing: whatever is not UTF-8 passes by permission, and what is passes without. */
Test(any_sequence, passes_by_permission_in_the_oldest_engines)
{
    for (uint32_t two = 0; two < 65536; two += 1) {
        const uint8_t bytes[2] = {(uint8_t)(two >> 8), (uint8_t)(two & 0xff)};
        finding strict = check_at(bytes, 0, 2, GDV_TOLERANCE_STRICT, 0);
        finding any = check_at(bytes, 0, 2, GDV_TOLERANCE_ANY, 0);
        finding permitted = check_at(bytes, 0, 2, GDV_TOLERANCE_ANY, GDV_PERMIT_TEXT_UTF8 | GDV_PERMIT_TEXT_NUL);
        gdv_status code = strict.code == GDV_E_BAD_UTF8 ? GDV_E_TEXT_UTF8 : strict.code;
        if (any.code != code || any.offset != strict.offset || permitted.code != GDV_OK) {
            cr_assert_fail("%04x: %s", two, gdv_status_name(any.code));
        }
    }
}

/* The library looks at eight bytes at a time where it can. What is put into a run of ASCII is found at each place, from
 * each alignment, up to the last byte of a block of exactly that size; what stands before the text is not looked at. */
static void found_everywhere(const char *unit, uint32_t unit_size, gdv_status code)
{
    for (uint32_t start = 0; start < 8; start += 1) {
        for (uint32_t size = unit_size; size <= 24; size += 1) {
            uint8_t *block = malloc(start + size);
            cr_assert_not_null(block);
            for (uint32_t place = 0; place + unit_size <= size; place += 1) {
                memset(block, 0xff, start);
                memset(block + start, 'a', size);
                memcpy(block + start + place, unit, unit_size);
                finding said = check_at(block, start, size, GDV_TOLERANCE_STRICT, 0);
                cr_assert_eq(said.code, code, "%u of %u from %u: %s", place, size, start, gdv_status_name(said.code));
                cr_assert(code == GDV_OK || said.offset == start + place, "%u of %u from %u: at %u", place, size, start,
                          said.offset);
            }
            free(block);
        }
    }
}

Test(anywhere_in_ascii, nul_is_found)
{
    found_everywhere("\0", 1, GDV_E_TEXT_NUL);
}

Test(anywhere_in_ascii, byte_that_begins_nothing_is_found)
{
    found_everywhere("\xff", 1, GDV_E_BAD_UTF8);
    found_everywhere("\x80", 1, GDV_E_BAD_UTF8);
    found_everywhere("\xbf", 1, GDV_E_BAD_UTF8);
}

Test(anywhere_in_ascii, sequence_cut_short_is_found_at_its_lead)
{
    found_everywhere("\xc3", 1, GDV_E_BAD_UTF8);
    found_everywhere("\xe2\x82", 2, GDV_E_BAD_UTF8);
    found_everywhere("\xf0\x9f\x98", 3, GDV_E_BAD_UTF8);
    found_everywhere("\xf0\x9f", 2, GDV_E_BAD_UTF8);
}

Test(anywhere_in_ascii, overlong_form_surrogate_and_beyond_are_found_at_their_lead)
{
    found_everywhere("\xc0\x80", 2, GDV_E_BAD_UTF8);
    found_everywhere("\xe0\x9f\xbf", 3, GDV_E_BAD_UTF8);
    found_everywhere("\xed\xa0\x80", 3, GDV_E_BAD_UTF8);
    found_everywhere("\xf0\x8f\xbf\xbf", 4, GDV_E_BAD_UTF8);
    found_everywhere("\xf4\x90\x80\x80", 4, GDV_E_BAD_UTF8);
}

Test(anywhere_in_ascii, good_sequence_passes)
{
    found_everywhere("\x01", 1, GDV_OK);
    found_everywhere("\x7f", 1, GDV_OK);
    found_everywhere("\xc2\x80", 2, GDV_OK);
    found_everywhere("\xe2\x82\xac", 3, GDV_OK);
    found_everywhere("\xf0\x9f\x98\x80", 4, GDV_OK);
    found_everywhere("\xf4\x8f\xbf\xbf", 4, GDV_OK);
}

/* The first of two defects wins, wherever the second is. */
Test(anywhere_in_ascii, first_defect_is_reported)
{
    for (uint32_t first = 0; first < 24; first += 1) {
        for (uint32_t second = first + 1; second < 24; second += 1) {
            uint8_t bytes[24];
            memset(bytes, 'a', sizeof bytes);
            bytes[first] = 0;
            bytes[second] = 0xff;
            finding said = check_at(bytes, 0, sizeof bytes, GDV_TOLERANCE_STRICT, 0);
            cr_assert(said.code == GDV_E_TEXT_NUL && said.offset == first, "%u, %u", first, second);
            bytes[first] = 0xff;
            bytes[second] = 0;
            said = check_at(bytes, 0, sizeof bytes, GDV_TOLERANCE_STRICT, 0);
            cr_assert(said.code == GDV_E_BAD_UTF8 && said.offset == first, "%u, %u", first, second);
        }
    }
}

/* Section 7: text is cut at its first NUL, so what is after it is nobody's. */
Test(permitted_nul, ends_the_text)
{
    for (uint32_t place = 0; place < 24; place += 1) {
        uint8_t bytes[24];
        memset(bytes, 'a', sizeof bytes);
        bytes[place] = 0;
        memset(bytes + place + 1, 0xff, sizeof bytes - place - 1);
        finding said = check_at(bytes, 0, sizeof bytes, GDV_TOLERANCE_STRICT, GDV_PERMIT_TEXT_NUL);
        cr_assert_eq(said.code, GDV_OK, "%u: %s", place, gdv_status_name(said.code));
    }
}

Test(permitted_nul, inside_a_sequence_is_still_no_utf8)
{
    static const uint8_t bytes[] = {'a', 0xe2, 0x00, 0x80};
    finding said = check_at(bytes, 0, sizeof bytes, GDV_TOLERANCE_LAX, GDV_PERMIT_TEXT);
    cr_assert_eq(said.code, GDV_E_BAD_UTF8);
    cr_assert_eq(said.offset, 1);
}

Test(byte_order_mark, is_one_at_the_start_only)
{
    found_everywhere("a\xef\xbb\xbf", 4, GDV_OK);
}

Test(byte_order_mark, permitted_is_dropped_once)
{
    static const uint8_t two_marks[] = {0xef, 0xbb, 0xbf, 0xef, 0xbb, 0xbf, 0xff};
    finding said = check_at(two_marks, 0, 6, GDV_TOLERANCE_STRICT, GDV_PERMIT_TEXT_BOM);
    cr_assert_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
    said = check_at(two_marks, 0, 7, GDV_TOLERANCE_STRICT, GDV_PERMIT_TEXT_BOM);
    cr_assert_eq(said.code, GDV_E_BAD_UTF8);
    cr_assert_eq(said.offset, 6);
}

Test(byte_order_mark, cut_short_is_no_utf8)
{
    static const uint8_t mark[] = {0xef, 0xbb};
    finding said = check_at(mark, 0, 2, GDV_TOLERANCE_LAX, GDV_PERMIT_TEXT);
    cr_assert_eq(said.code, GDV_E_BAD_UTF8);
    cr_assert_eq(said.offset, 0);
}

/* What engines keep of a text. */
static const struct trim_row {
    const char *text;
    uint32_t size;
    uint32_t at;
    uint32_t kept;
} trim_rows[] = {
    {"", 0, 0, 0},
    {"abc", 3, 0, 3},
    {"a\0b", 3, 0, 1},
    {"\0ab", 3, 0, 0},
    {"ab\0", 3, 0, 2},
    {"\xef\xbb\xbf", 3, 3, 0},
    {"\xef\xbb\xbf\xef\xbb\xbf", 6, 3, 3},
    {"\xef\xbb\xbf"
     "a\0b",
     6, 3, 1},
    {"\xef\xbb", 2, 0, 2},
    {"a\xef\xbb\xbf", 4, 0, 4},
};

Test(trimmed_text, is_after_the_mark_and_before_the_nul)
{
    for (size_t index = 0; index < sizeof trim_rows / sizeof trim_rows[0]; index += 1) {
        const struct trim_row *row = &trim_rows[index];
        packet bytes = packet_from_bytes(row->text, row->size);
        gdv_cursor in = {bytes.bytes, row->size, 0, 0};
        uint32_t at = 0;
        uint32_t size = row->size;
        gdv_text_trim(&in, &at, &size);
        cr_assert_eq(at, row->at, "row %zu: %u", index, at);
        cr_assert_eq(size, row->kept, "row %zu: %u", index, size);
        packet_free(&bytes);
    }
}
