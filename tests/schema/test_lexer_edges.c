/* SPDX-License-Identifier: MIT */
/* Claims about lexemes at their edges: nothing counts that is after the text, what is almost a number or a string is a
 * fault, and a fault says which bytes it is about. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/schema/diagnosis.h"
#include "lib/schema/lexer.h"
#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static gdv_lexeme first_of(const char *text, size_t size)
{
    gdv_lexer lexer;
    gdv_lexer_begin(&lexer, text, (uint32_t)size);
    return gdv_lexer_next(&lexer);
}

/* What is in memory after the text would make more of it. */
Test(lexer_edges, a_text_ends_where_its_size_says)
{
    static const struct {
        const char *text;
        uint32_t size;
        gdv_lexeme_kind kind;
        uint32_t lexeme_size;
        uint64_t value;
    } rows[] = {
        {"123", 2, GDV_LEXEME_INT, 2, 12},
        {"0x123", 4, GDV_LEXEME_INT, 4, 0x12},
        {"1.55", 3, GDV_LEXEME_FLOAT, 3, 1},
        {"1e55", 3, GDV_LEXEME_FLOAT, 3, 1},
        {"abc", 2, GDV_LEXEME_NAME, 2, 0},
        {"...", 2, GDV_LEXEME_RANGE, 2, 0},
        {"\xef\xbb\xbf", 3, GDV_LEXEME_END, 0, 0},
        {"\xef\xbb\xbf", 2, GDV_LEXEME_FAULT, 1, 0},
        {"\xef\xbb\xbf", 1, GDV_LEXEME_FAULT, 1, 0},
        {"\xef\xbb\xbfx", 4, GDV_LEXEME_NAME, 1, 0},
        {"", 0, GDV_LEXEME_END, 0, 0},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        gdv_lexeme within = first_of(rows[row].text, rows[row].size);
        cr_expect_eq(within.kind, rows[row].kind, "row %zu", row);
        cr_expect_eq(within.size, rows[row].lexeme_size, "row %zu", row);
        cr_expect_eq(within.value, rows[row].value, "row %zu", row);
        packet exact = packet_from_bytes(rows[row].text, rows[row].size); /* sanitizers see a byte read after it */
        gdv_lexeme alone = first_of((const char *)exact.bytes, rows[row].size);
        cr_expect_eq(alone.kind, rows[row].kind, "row %zu", row);
        cr_expect_eq(alone.value, rows[row].value, "row %zu", row);
        packet_free(&exact);
    }
}

Test(lexer_edges, a_byte_order_mark_is_all_three_of_its_bytes)
{
    cr_expect_eq(first_of("\xefx\xbf", 3).kind, GDV_LEXEME_FAULT);
    cr_expect_eq(first_of("\xef\xbbx", 3).kind, GDV_LEXEME_FAULT);
    cr_expect_eq(first_of("\xefx\xbf", 3).at, 0);
    cr_expect_eq(first_of("x\xbb\xbf", 3).kind, GDV_LEXEME_NAME);
    cr_expect_eq(first_of("\xef\xbb\xbf", 3).at, 3);
}

/* The fields that a kind does not use are 0. */
Test(lexer_edges, what_is_no_fault_names_none)
{
    static const char *const texts[] = {"", "a", "1", "1.5", "'a'", "..", "...", "{", "?", "/"};
    for (size_t row = 0; row < COUNT_OF(texts); row += 1) {
        gdv_lexeme lexeme = first_of(texts[row], strlen(texts[row]));
        cr_expect_neq(lexeme.kind, GDV_LEXEME_FAULT, "%s", texts[row]);
        cr_expect_eq(lexeme.fault, 0, "%s", texts[row]);
    }
    cr_expect_eq(first_of("  ", 2).size, 0);
    cr_expect_eq(first_of("  ", 2).value, 0);
    cr_expect_eq(first_of("a", 1).value, 0);
}

Test(lexer_edges, numbers_that_are_whole)
{
    static const struct {
        const char *text;
        gdv_lexeme_kind kind;
    } rows[] = {
        {"1.5_0", GDV_LEXEME_FLOAT},
        {"1.5_", GDV_LEXEME_FLOAT},
        {"1.9", GDV_LEXEME_FLOAT},
        {"1e+5", GDV_LEXEME_FLOAT},
        {"1e-5", GDV_LEXEME_FLOAT},
        {"1.5E+05", GDV_LEXEME_FLOAT},
        {"99999999999999999999.5", GDV_LEXEME_FLOAT},
        {"99999999999999999999e1", GDV_LEXEME_FLOAT},
        {"0.99999999999999999999999999999999999999999999999", GDV_LEXEME_FAULT}, /* 49 characters */
        {"0.9999999999999999999999999999999999999999999999", GDV_LEXEME_FLOAT},  /* 48 */
        {"0b00000000000000000000000000000000000000000000001", GDV_LEXEME_FAULT}, /* 49 */
        {"0b0000000000000000000000000000000000000000000001", GDV_LEXEME_INT},    /* 48 */
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        gdv_lexeme lexeme = first_of(rows[row].text, strlen(rows[row].text));
        cr_expect_eq(lexeme.kind, rows[row].kind, "%s", rows[row].text);
        cr_expect_eq(lexeme.size, strlen(rows[row].text), "%s", rows[row].text);
    }
}

Test(lexer_edges, ints_may_have_underscores_in_any_base)
{
    cr_expect_eq(first_of("0x1_0", 5).value, 16);
    cr_expect_eq(first_of("0b1_0", 5).value, 2);
    cr_expect_eq(first_of("1_0", 3).value, 10);
    cr_expect_eq(first_of("0xfF", 4).value, 255);
}

/* A fault of these bytes, in the text from its start and after two spaces. */
static void is_fault(const char *text, gdv_mistake_kind fault, uint32_t at, uint32_t size)
{
    char later[128] = "  ";
    cr_assert_lt(strlen(text), sizeof later - 3);
    memcpy(later + 2, text, strlen(text) + 1);
    for (uint32_t spaces = 0; spaces <= 2; spaces += 2) {
        gdv_lexeme lexeme = first_of(later + 2 - spaces, strlen(text) + spaces);
        cr_expect_eq(lexeme.kind, GDV_LEXEME_FAULT, "%s", text);
        cr_expect_eq(lexeme.fault, fault, "%s: %u", text, lexeme.fault);
        cr_expect_eq(lexeme.at, at + spaces, "%s: at %u", text, lexeme.at);
        cr_expect_eq(lexeme.column, at + spaces + 1, "%s: column %u", text, lexeme.column);
        cr_expect_eq(lexeme.size, size, "%s: %u bytes", text, lexeme.size);
    }
}

Test(lexer_edges, a_fault_says_which_bytes_it_is_about)
{
    static const struct {
        const char *text;
        gdv_mistake_kind fault;
        uint32_t at;
        uint32_t size;
    } rows[] = {
        {"\x1f", GDV_MISTAKE_CHARACTER, 0, 1},
        {"~", GDV_MISTAKE_CHARACTER, 0, 1},
        {".", GDV_MISTAKE_CHARACTER, 0, 1},
        {".5", GDV_MISTAKE_NUMBER_POINT, 0, 1},
        {"12.x", GDV_MISTAKE_NUMBER_POINT, 0, 3},
        {"12.", GDV_MISTAKE_NUMBER_POINT, 0, 3},
        {"0x_1", GDV_MISTAKE_NUMBER_DIGITS, 0, 3},
        {"0x`", GDV_MISTAKE_NUMBER_DIGITS, 0, 3},
        {"0x@", GDV_MISTAKE_NUMBER_DIGITS, 0, 3},
        {"0x1g", GDV_MISTAKE_NUMBER_DIGITS, 0, 4},
        {"1_0a", GDV_MISTAKE_NUMBER_DIGITS, 0, 4},
        {"1.5a", GDV_MISTAKE_NUMBER_DIGITS, 0, 4},
        {"1e5a", GDV_MISTAKE_NUMBER_DIGITS, 0, 4},
        {"1d5", GDV_MISTAKE_NUMBER_DIGITS, 0, 2},
        {"1e_5", GDV_MISTAKE_NUMBER_DIGITS, 0, 2},
        {"1e+_5", GDV_MISTAKE_NUMBER_DIGITS, 0, 2},
        {"1e,5", GDV_MISTAKE_NUMBER_DIGITS, 0, 2},
        {"9223372036854775809", GDV_MISTAKE_NUMBER_LARGE, 0, 19},
        {"9223372036854775810", GDV_MISTAKE_NUMBER_LARGE, 0, 19},
        {"92233720368547758080", GDV_MISTAKE_NUMBER_LARGE, 0, 20},
        {"18446744073709551616", GDV_MISTAKE_NUMBER_LARGE, 0, 20},
        {"0x8000000000000001", GDV_MISTAKE_NUMBER_LARGE, 0, 18},
        {"0x10000000000000000", GDV_MISTAKE_NUMBER_LARGE, 0, 19},
        {"'ab", GDV_MISTAKE_STRING_OPEN, 0, 1},
        {"'ab\n'", GDV_MISTAKE_STRING_OPEN, 0, 1},
        {"'ab\r'", GDV_MISTAKE_STRING_OPEN, 0, 1},
        {"'ab\x1f"
         "cde'",
         GDV_MISTAKE_STRING_CONTROL, 3, 1},
        {"'ab\x7f"
         "cde'",
         GDV_MISTAKE_STRING_CONTROL, 3, 1},
        {"'ab\xff"
         "cde'",
         GDV_MISTAKE_STRING_UTF8, 3, 1},
        {"'ab\xc0\xaf"
         "cde'",
         GDV_MISTAKE_STRING_UTF8, 3, 1},
        {"'ab\xed\xa0\x80"
         "cde'",
         GDV_MISTAKE_STRING_UTF8, 3, 1},
        {"'ab\\qcde'", GDV_MISTAKE_STRING_ESCAPE, 3, 2},
        {"'ab\\u00`0cde'", GDV_MISTAKE_STRING_ESCAPE, 3, 4},
        {"'ab\\u00@0cde'", GDV_MISTAKE_STRING_ESCAPE, 3, 4},
        {"'ab\\u000gcde'", GDV_MISTAKE_STRING_ESCAPE, 3, 5},
        {"'ab\\u0000cde'", GDV_MISTAKE_STRING_CODE, 3, 6},
        {"'ab\\ud800cde'", GDV_MISTAKE_STRING_CODE, 3, 6},
        {"'ab\\udfffcde'", GDV_MISTAKE_STRING_CODE, 3, 6},
        {"'ab\\U110000cde'", GDV_MISTAKE_STRING_CODE, 3, 8},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        is_fault(rows[row].text, rows[row].fault, rows[row].at, rows[row].size);
    }
}
