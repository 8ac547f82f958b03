/* SPDX-License-Identifier: MIT */
/* Claims about texts in which something stands in place of what it resembles: a text in place of a word or number, a word
 * of the notation in place of a name, one entry more than there may be. And about those that are just within. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct mistaken {
    const char *text;
    uint32_t line;
    uint32_t column;
    const char *message;
} mistaken;

static void measures(const char *text, gdv_status code, uint32_t line, uint32_t column, const char *message)
{
    const gdv_schema_source source = {"main.gdvs", text, strlen(text)};
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    cr_expect_eq(gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error), code, "%.60s: %s",
                 text, error.message);
    if (code == GDV_E_SCHEMA_SYNTAX) {
        cr_expect_eq(error.line, line, "%.60s: line %u", text, error.line);
        cr_expect_eq(error.column, column, "%.60s: column %u", text, error.column);
        cr_expect_str_eq(error.message, message, "%.60s: %s", text, error.message);
    }
}

Test(parse_faults, a_text_is_no_word_and_no_number)
{
    static const mistaken rows[] = {
        {"packet p = float 0..\"PI\"", 1, 21,
         "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '\"PI\"'"},
        {"packet p = int \"of\"", 1, 16,
         "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '\"of\"'"},
        {"packet p = String \"ascii\"", 1, 19,
         "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '\"ascii\"'"},
        {"packet p = PackedFloat32Array of \"float\"", 1, 34,
         "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '\"float\"'"},
        {"packet p = PackedStringArray of \"String\"", 1, 33,
         "elements of PackedStringArray are String, or a type of texts that you named: found '\"String\"'"},
        {"packet p = float 0..PI/\"ab\"", 1, 24,
         "expected a whole number from 1 to 4294967295 after '/', found '\"ab\"'"},
        {"packet p = float 0..PI/2.0", 1, 24, "expected a whole number from 1 to 4294967295 after '/', found '2.0'"},
        {"\"packet\" p = int", 1, 1,
         "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '\"packet\"'"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        measures(rows[index].text, GDV_E_SCHEMA_SYNTAX, rows[index].line, rows[index].column, rows[index].message);
    }
}

Test(parse_faults, lengths_are_checked_of_each_kind)
{
    static const mistaken rows[] = {
        {"packet p = PackedStringArray -5", 1, 30, "length of PackedStringArray is 0 to 2147483647, found '-'"},
        {"packet p = PackedStringArray 0..2147483648", 1, 33,
         "length of PackedStringArray is 0 to 2147483647, found '2147483648'"},
        {"packet p = PackedByteArray -5", 1, 28, "length of PackedByteArray is 0 to 2147483647, found '-'"},
        {"packet p = PackedStringArray 3..2", 1, 30, "range is empty: it ends below where it begins"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        measures(rows[index].text, GDV_E_SCHEMA_SYNTAX, rows[index].line, rows[index].column, rows[index].message);
    }
}

/* docs/schema.md, "Names". */
Test(parse_faults, words_of_the_notation_name_no_type)
{
    static const char *const words[] = {"type", "packet", "limits",    "include", "number",     "Variant",
                                        "true", "false",  "null",      "of",      "PI",         "TAU",
                                        "INF",  "ascii",  "printable", "chars",   "identifier", "nonfinite"};
    for (size_t index = 0; index < COUNT_OF(words); index += 1) {
        char text[64];
        char message[96];
        (void)snprintf(text, sizeof text, "type %s = int packet p = int", words[index]);
        (void)snprintf(message, sizeof message, "'%s' is a reserved word: no type can be called that", words[index]);
        measures(text, GDV_E_SCHEMA_SYNTAX, 1, 6, message);
        (void)snprintf(text, sizeof text, "type %s_ = int packet p = int", words[index]);
        measures(text, GDV_E_NO_SPACE, 0, 0, "");
        (void)snprintf(text, sizeof text, "packet %s = int", words[index]);
        measures(text, GDV_E_NO_SPACE, 0, 0, "");
    }
}

Test(parse_faults, what_may_be_left_out_may_be)
{
    static const char *const texts[] = {
        "packet p = [PackedFloat32Array of]",
        "packet p = [PackedFloat32Array of, int]",
        "packet p = { a: PackedFloat32Array of, b: int }",
        "packet p = { a: PackedFloat32Array, b: int }",
        "packet p = PackedFloat32Array packet q = [1]",
        "packet p = { a: PackedStringArray, b: int }",
        "packet p = PackedFloat32Array of float 0..1",
        "packet p = PackedFloat32Array of 0..1",
        "packet p = Nil",
    };
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        schema_text made = schema_from_text(texts[index], GDV_DIALECT_GODOT4_4);
        cr_expect_eq(made.code, GDV_OK, "%s: %s", texts[index], made.error.message);
        schema_free(&made);
    }
}

/* A piece, some times, in between. Freed by the caller. */
static char *many(const char *before, const char *piece, size_t times, const char *after)
{
    size_t length = strlen(piece);
    char *text = malloc(strlen(before) + length * times + strlen(after) + 1);
    char *at = text;
    cr_assert_not_null(text);
    at += sprintf(at, "%s", before);
    for (size_t index = 0; index < times; index += 1) {
        memcpy(at, piece, length);
        at += length;
    }
    (void)sprintf(at, "%s", after);
    return text;
}

/* 32767 of each may be in one place, and the place is named where there is one more: where the container begins, or the
 * first alternative. */
Test(parse_faults, entries_end_at_32767)
{
    static const struct {
        const char *before;
        const char *piece; /* 32766 times, or once more */
        const char *after;
        uint32_t line;
        uint32_t column;
    } rows[] = {
        {"packet p =\n ", "0|", "0", 2, 2},
        {"packet p = [int,\n  ", "A|", "A]", 2, 3},
        {"packet p = Array[\n", "'a'|", "'b']", 2, 1},
        {"packet p = Dictionary[", "null|", "1, int]", 1, 23},
        {"packet p =\n\n [", "int,", "int]", 3, 2},
        {"packet p = [[", "int,", "int,]]", 1, 13},
        {"packet p = { a:\n{", "a:int,", "5:int}}", 2, 1},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        char *most = many(rows[index].before, rows[index].piece, 32766, rows[index].after);
        char *above = many(rows[index].before, rows[index].piece, 32767, rows[index].after);
        measures(most, GDV_E_NO_SPACE, 0, 0, "");
        measures(above, GDV_E_SCHEMA_SYNTAX, rows[index].line, rows[index].column,
                 "more than 32767 fields, elements or values in one place");
        free(most);
        free(above);
    }
}
