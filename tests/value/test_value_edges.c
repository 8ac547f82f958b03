/* SPDX-License-Identifier: MIT */
/* Getters and the line of a report at their edges (value.h, status.h): what an output holds after a number out of range,
 * copies of text that end inside its first character, and lines of reports with as little in them as can be. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/parsed.h"

/* An int that is asked for as a number, and is outside the range: not the same way as a float. */
Test(node_edges, int_out_of_range_leaves_no_number)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "02000000 05000000");
    double out = 99.0;
    cr_expect_eq(gdv_to_number(root, 6.0, 9.0, &out), GDV_E_OUT_OF_RANGE);
    cr_expect(same_double(out, 0.0), "%g", out);
    out = 99.0;
    cr_expect_eq(gdv_to_number(root, -9.0, 4.0, &out), GDV_E_OUT_OF_RANGE);
    cr_expect(same_double(out, 0.0), "%g", out);
    parsed_free(&made);
}

/* Where not even the first character fits, nothing is copied. */
Test(node_edges, text_is_not_cut_inside_its_first_character)
{
    static const struct {
        const char *hex;
        size_t size; /* of the character */
    } rows[] = {
        {"04000000 02000000 c3a90000", 2},
        {"04000000 03000000 e282ac00", 3},
        {"04000000 04000000 f09f9880", 4},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", "strict", rows[index].hex);
        for (size_t room = 1; room <= rows[index].size; room += 1) {
            char copy[8] = "xxxxxxx";
            cr_expect_eq(gdv_text_copy(root, copy, room), rows[index].size);
            cr_expect_str_eq(copy, "", "row %zu, room for %zu: %s", index, room, copy);
        }
        parsed_free(&made);
    }
}

/* Texts are compared several bytes at a time: of two of one length one differs in a byte, wherever that stands. */
Test(node_edges, text_is_another_where_any_byte_differs)
{
    for (size_t size = 0; size <= 24; size += 1) {
        uint8_t bytes[8 + 24] = {4, 0, 0, 0, (uint8_t)size};
        char text[24 + 1] = "";
        memset(bytes + 8, 'a', size);
        memset(text, 'a', size);
        parsed made;
        parsed_from(&made, bytes, 8 + (size + 3) / 4 * 4, GDV_DIALECT_GODOT3, NULL);
        gdv_value root = gdv_root(&made.document);
        cr_expect(gdv_text_is(root, text), "%zu bytes", size);
        for (size_t at = 0; at < size; at += 1) {
            text[at] = 'b';
            cr_expect(!gdv_text_is(root, text), "byte %zu of %zu", at, size);
            text[at] = 'a';
        }
        parsed_free(&made);
    }
}

Test(report_line, of_a_caller_s_mistake_has_no_place)
{
    gdv_report report = {.struct_size = sizeof report, .code = GDV_E_BAD_ARGUMENT, .type_name = ""};
    char line[128];
    cr_expect_eq(gdv_report_format(&report, line, sizeof line), strlen(line));
    cr_expect_str_eq(line, "BAD_ARGUMENT: a required argument is NULL");
}

/* A caller that does not want to log a stranger's keys empties the path. */
Test(report_line, has_no_path_that_was_emptied)
{
    gdv_report report = {.struct_size = sizeof report, .type_name = "", .path = ".name"};
    char line[128];
    report.code = GDV_E_BOOL;
    report.offset = 8;
    report.path[0] = '\0';
    cr_expect_eq(gdv_report_format(&report, line, sizeof line), strlen(line));
    cr_expect_str_eq(line, "BOOL at 8: bool is neither 0 nor 1");
}

Test(report_line, of_no_report_fits_one_byte)
{
    char line = 'x';
    cr_expect_eq(gdv_report_format(NULL, &line, 1), 0);
    cr_expect_eq(line, '\0');
}

Test(report_line, tells_that_one_node_would_do)
{
    gdv_report report = {.struct_size = sizeof report};
    gdv_document document;
    char line[128];
    cr_expect_eq(gdv_document_parse(&document, "\0\0\0\0", 4, GDV_DIALECT_GODOT3, NULL, NULL, 0, &report),
                 GDV_E_NO_SPACE);
    cr_expect_eq(report.need, 1);
    cr_expect_eq(gdv_report_format(&report, line, sizeof line), strlen(line));
    cr_expect_str_eq(line, "NO_SPACE: the memory given is too small; takes 1");
}
