/* SPDX-License-Identifier: MIT */
/* Claims about text that test_text.c does not make, each at the one byte where its rule changes: which overlong forms
 * the decoder of Godot 3 refuses (wire reference, section 7, "exactly"), by hand; that bytes after a text are no part
 * of it, whatever they would make of its last ones; and that what an old engine skips is one byte. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/decode/text.h"

typedef struct row {
    const char *bytes;
    uint32_t size; /* of the text; the packet goes on */
    gdv_status code;
    uint32_t wrong;
} row;

static void rows_hold(const row *rows, size_t count, gdv_tolerance tolerance, uint32_t permit)
{
    for (size_t index = 0; index < count; index += 1) {
        const row *claim = &rows[index];
        gdv_cursor in = {(const uint8_t *)claim->bytes, (uint32_t)strlen(claim->bytes) + 1, 0, 0};
        uint32_t wrong = 0xa5a5a5a5;
        gdv_status code = gdv_text_check(&in, 0, claim->size, tolerance, permit, &wrong);
        cr_expect_eq(code, claim->code, "row %zu: %s", index, gdv_status_name(code));
        cr_expect(code == GDV_OK || wrong == claim->wrong, "row %zu: at %u", index, wrong);
    }
}

#define ROWS_HOLD(rows, tolerance, permit) rows_hold(rows, sizeof(rows) / sizeof((rows)[0]), tolerance, permit)

/* Of n bytes: refused where the first two carry nothing and the third nothing above its lowest 7 - n bits. */
Test(lax_text, overlong_forms_are_refused_up_to_the_third_byte_s_upper_bits)
{
    static const row rows[] = {
        {"\xe0\x80\x8f", 3, GDV_E_BAD_UTF8, 0},
        {"\xe0\x80\x90", 3, GDV_E_TEXT_UTF8, 0},
        {"\xe0\x81\x80", 3, GDV_E_TEXT_UTF8, 0},
        {"\xf0\x80\x87\xbf", 4, GDV_E_BAD_UTF8, 0},
        {"\xf0\x80\x88\x80", 4, GDV_E_TEXT_UTF8, 0},
        {"\xf0\x81\x80\x80", 4, GDV_E_TEXT_UTF8, 0},
        {"\xf8\x80\x83\xbf\xbf", 5, GDV_E_BAD_UTF8, 0},
        {"\xf8\x80\x84\x80\x80", 5, GDV_E_TEXT_UTF8, 0},
        {"\xf8\x81\x80\x80\x80", 5, GDV_E_TEXT_UTF8, 0},
        {"\xfc\x80\x81\xbf\xbf\xbf", 6, GDV_E_BAD_UTF8, 0},
        {"\xfc\x80\x82\x80\x80\x80", 6, GDV_E_TEXT_UTF8, 0},
        {"\xfc\x81\x80\x80\x80\x80", 6, GDV_E_TEXT_UTF8, 0},
    };
    ROWS_HOLD(rows, GDV_TOLERANCE_LAX, 0);
}

Test(lax_text, a_lead_that_carries_a_bit_is_enough)
{
    static const row rows[] = {
        {"\xf5\x80\x80\x80", 4, GDV_E_TEXT_UTF8, 0},
        {"\xf9\x80\x80\x80\x80", 5, GDV_E_TEXT_UTF8, 0},
        {"\xfa\x80\x80\x80\x80", 5, GDV_E_TEXT_UTF8, 0},
        {"\xfd\x80\x80\x80\x80\x80", 6, GDV_E_TEXT_UTF8, 0},
    };
    ROWS_HOLD(rows, GDV_TOLERANCE_LAX, 0);
}

Test(lax_text, no_sequence_has_seven_bytes)
{
    static const row rows[] = {
        {"\xfe\x81\x80\x80\x80\x80", 6, GDV_E_BAD_UTF8, 0},
        {"\xfe\x81\x80\x80\x80\x80\x80", 7, GDV_E_BAD_UTF8, 0},
        {"\xff\x81\x80\x80\x80\x80", 6, GDV_E_BAD_UTF8, 0},
    };
    ROWS_HOLD(rows, GDV_TOLERANCE_LAX, GDV_PERMIT_TEXT_UTF8);
}

/* Padding, or the next value, may look like the rest of a sequence or a mark. */
Test(text, ends_before_the_bytes_after_it)
{
    static const row rows[] = {
        {"\xef\xbb\xbf", 2, GDV_E_BAD_UTF8, 0},
        {"\xef\xbb\xbf", 1, GDV_E_BAD_UTF8, 0},
        {"a\xc3\xa9", 2, GDV_E_BAD_UTF8, 1},
        {"a\xe2\x82\xac", 3, GDV_E_BAD_UTF8, 1},
        {"a\xf0\x9f\x98\x80", 4, GDV_E_BAD_UTF8, 1},
        {"aaaaaaa\xff", 7, GDV_OK, 0},
        {"aaaaaaaaaaaaaaa\xff", 15, GDV_OK, 0},
        {"\xf8\x88\x80\x80\x80", 4, GDV_E_BAD_UTF8, 0},
        {"\xfc\x84\x80\x80\x80\x80", 5, GDV_E_BAD_UTF8, 0},
        {"\xff", 0, GDV_OK, 0},
    };
    ROWS_HOLD(rows, GDV_TOLERANCE_LAX, GDV_PERMIT_TEXT_UTF8);
}

/* Godot 2 and 3.0 keep what they can read: what is skipped is the byte that is wrong, not what follows it. */
Test(text_of_the_oldest_engines, is_looked_at_after_each_wrong_byte)
{
    static const row rows[] = {
        {"\xff\0", 2, GDV_E_TEXT_NUL, 1},
        {"\xff\xff\0", 3, GDV_E_TEXT_NUL, 2},
        {"\xc3\0", 2, GDV_E_TEXT_NUL, 1},
        {"a\xe2\x82\0", 4, GDV_E_TEXT_NUL, 3},
    };
    ROWS_HOLD(rows, GDV_TOLERANCE_ANY, GDV_PERMIT_TEXT_UTF8);
}
