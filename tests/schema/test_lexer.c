/* SPDX-License-Identifier: MIT */
/* Claims about lexemes: which a text is made of, where each begins, and what numbers and strings mean. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "lib/schema/lexer.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The lexemes of a text as kinds, lines and columns: "name 1:1, end 1:5". */
static void lexemes_of(const char *text, char *out, size_t size)
{
    static const char *const kinds[] = {
#define KIND(name, sign) sign,
        GDV_SIGN_LIST(KIND)
#undef KIND
            "..",
        "...",
        "name",
        "string",
        "int",
        "float",
        "end",
        "fault"};
    gdv_lexer lexer;
    gdv_lexeme lexeme = {0};
    size_t used = 0;
    gdv_lexer_begin(&lexer, text, (uint32_t)strlen(text));
    do {
        lexeme = gdv_lexer_next(&lexer);
        used += (size_t)snprintf(out + used, size - used, "%s%s %u:%u", used > 0 ? ", " : "", kinds[lexeme.kind],
                                 lexeme.line, lexeme.column);
    } while (lexeme.kind != GDV_LEXEME_END && lexeme.kind != GDV_LEXEME_FAULT);
    gdv_lexeme again = gdv_lexer_next(&lexer);
    cr_expect(again.kind == lexeme.kind && again.column == lexeme.column, "%s: the end is the end", text);
}

Test(lexer, tells_lexemes_apart)
{
    static const struct {
        const char *text;
        const char *lexemes;
    } rows[] = {
        {"", "end 1:1"},
        {"\xef\xbb\xbfx", "name 1:1, end 1:2"},
        {"\xef\xbbx", "fault 1:1"},
        {"\xef"
         "\xbb",
         "fault 1:1"},
        {"\xefxx", "fault 1:1"},
        {" \t\r\n x", "name 2:2, end 2:3"},
        {"# all\nx#y\n", "name 2:1, end 3:1"},
        {"#", "end 1:2"},
        {"{}[]():,=|?-/",
         "{ 1:1, } 1:2, [ 1:3, ] 1:4, ( 1:5, ) 1:6, : 1:7, , 1:8, = 1:9, | 1:10, ? 1:11, - 1:12, / 1:13, "
         "end 1:14"},
        {"0..100", "int 1:1, .. 1:2, int 1:4, end 1:7"},
        {"0...", "int 1:1, ... 1:2, end 1:5"},
        {"-1.5e-3..2E5", "- 1:1, float 1:2, .. 1:8, float 1:10, end 1:13"},
        {"1e5", "float 1:1, end 1:4"},
        {"1e", "fault 1:1"},
        {"1e+", "fault 1:1"},
        {"0xFf_0 0b1_0 1_0", "int 1:1, int 1:8, int 1:14, end 1:17"},
        {"a_9 _ Z", "name 1:1, name 1:5, name 1:7, end 1:8"},
        {"\"a\" 'b\"' ''", "string 1:1, string 1:5, string 1:10, end 1:12"},
        {"\"\xc3\xa4\" x", "string 1:1, name 1:6, end 1:7"},
        {"a\n\"", "name 1:1, fault 2:1"},
        {";", "fault 1:1"},
        {". 5", "fault 1:1"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        char out[512];
        lexemes_of(rows[index].text, out, sizeof out);
        cr_expect_str_eq(out, rows[index].lexemes, "%s: %s", rows[index].text, out);
    }
}

Test(lexer, reads_ints)
{
    static const struct {
        const char *text;
        uint64_t value;
    } rows[] = {{"0", 0},
                {"007", 7},
                {"1_000_", 1000},
                {"9223372036854775807", INT64_MAX},
                {"9223372036854775808", (uint64_t)1 << 63},
                {"0x7fffFFFFffffFFFF", INT64_MAX},
                {"0X8000000000000000", (uint64_t)1 << 63},
                {"0b101", 5},
                {"0B11", 3}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_lexer lexer;
        gdv_lexer_begin(&lexer, rows[index].text, (uint32_t)strlen(rows[index].text));
        gdv_lexeme lexeme = gdv_lexer_next(&lexer);
        cr_expect_eq(lexeme.kind, GDV_LEXEME_INT, "%s", rows[index].text);
        cr_expect_eq(lexeme.value, rows[index].value, "%s", rows[index].text);
    }
}

Test(lexer, reads_strings)
{
    static const struct {
        const char *text;
        const char *meant;
    } rows[] = {{"\"\"", ""},
                {"\"abc\"", "abc"},
                {"'a\"b'", "a\"b"},
                {"\"\\\"\\'\\\\\\n\\r\\t\"", "\"'\\\n\r\t"},
                {"\"\\u0041\\u00e4\\u20AC\\U01f600\"", "A\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"},
                {"\"\\u007f\\u0080\\u07ff\\u0800\\uffff\\U010000\\U10ffff\"",
                 "\x7f\xc2\x80\xdf\xbf\xe0\xa0\x80\xef\xbf\xbf\xf0\x90\x80\x80\xf4\x8f\xbf\xbf"},
                {"\"\\ud7ff\\ue000\"", "\xed\x9f\xbf\xee\x80\x80"},
                {"\"\xef\xbb\xbf\xc3\xa4\"", "\xef\xbb\xbf\xc3\xa4"}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        char out[64] = {0};
        size_t used = 0;
        uint8_t bytes[4];
        gdv_lexer lexer;
        gdv_lexer_begin(&lexer, rows[index].text, (uint32_t)strlen(rows[index].text));
        gdv_lexeme lexeme = gdv_lexer_next(&lexer);
        cr_assert_eq(lexeme.kind, GDV_LEXEME_STRING, "%s", rows[index].text);
        for (uint32_t at = lexeme.at; at < lexeme.at + lexeme.size;) {
            uint32_t size = gdv_string_character(lexer.text, &at, bytes);
            memcpy(out + used, bytes, size);
            used += size;
        }
        cr_expect_str_eq(out, rows[index].meant, "%s: %s", rows[index].text, out);
        cr_expect_eq(lexeme.value, used, "%s", rows[index].text);
    }
}
