/* SPDX-License-Identifier: MIT */
/* Claims about sizes and names at run time: they are what the compiler and the lists of the headers say, each row is
 * found by its name, and what does not exist is said to be none. */
#include <criterion/criterion.h>
#include <stdalign.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- structures */

static bool is_listed(const char *name)
{
    bool found = false;
    for (uint32_t row = 0; *gdv_ffi_layout_name(row) != '\0'; row += 1) {
        found = found || strcmp(gdv_ffi_layout_name(row), name) == 0;
    }
    return found;
}

#define STRUCTURE(type) {#type, sizeof(type), alignof(type)}

Test(ffi_layout, structures_have_the_size_and_alignment_that_the_compiler_gives_them)
{
    static const struct {
        const char *name;
        size_t size;
        size_t align;
    } rows[] = {STRUCTURE(gdv_policy),       STRUCTURE(gdv_report),    STRUCTURE(gdv_stats),
                STRUCTURE(gdv_node),         STRUCTURE(gdv_document),  STRUCTURE(gdv_value),
                STRUCTURE(gdv_text),         STRUCTURE(gdv_numbers),   STRUCTURE(gdv_iterator),
                STRUCTURE(gdv_reader),       STRUCTURE(gdv_event),     STRUCTURE(gdv_writer),
                STRUCTURE(gdv_framer),       STRUCTURE(gdv_ffi_span),  STRUCTURE(gdv_framer_options),
                STRUCTURE(gdv_ffi_document), STRUCTURE(gdv_ffi_report)};
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        cr_expect_eq(gdv_ffi_size(rows[row].name), rows[row].size, "%s", rows[row].name);
        cr_expect_eq(gdv_ffi_align(rows[row].name), rows[row].align, "%s", rows[row].name);
        cr_expect_eq(gdv_ffi_offset(rows[row].name), 0, "%s", rows[row].name);
        cr_expect(is_listed(rows[row].name), "%s", rows[row].name);
    }
}

#define FIELD(type, field) {#type "." #field, sizeof(((type *)0)->field), offsetof(type, field)}

Test(ffi_layout, fields_are_where_the_compiler_puts_them)
{
    static const struct {
        const char *name;
        size_t size;
        size_t offset;
    } rows[] = {FIELD(gdv_policy, struct_size),  FIELD(gdv_policy, max_bytes),
                FIELD(gdv_policy, max_depth),    FIELD(gdv_policy, max_values),
                FIELD(gdv_policy, max_elements), FIELD(gdv_policy, max_string),
                FIELD(gdv_policy, permit),       FIELD(gdv_report, struct_size),
                FIELD(gdv_report, type_name),    FIELD(gdv_report, path),
                FIELD(gdv_stats, steps),         FIELD(gdv_event, value),
                FIELD(gdv_framer, need),         FIELD(gdv_framer_options, empty_frames),
                FIELD(gdv_ffi_report, code),     FIELD(gdv_ffi_report, type_name),
                FIELD(gdv_ffi_report, path)};
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        cr_expect_eq(gdv_ffi_size(rows[row].name), rows[row].size, "%s", rows[row].name);
        cr_expect_eq(gdv_ffi_offset(rows[row].name), rows[row].offset, "%s", rows[row].name);
        cr_expect_eq(gdv_ffi_align(rows[row].name), GDV_FFI_NONE, "%s", rows[row].name);
        cr_expect(is_listed(rows[row].name), "%s", rows[row].name);
    }
}

/* Written down in docs/ffi.md for those who declare them by hand. */
Test(ffi_layout, structures_without_a_pointer_are_the_same_everywhere)
{
    static const struct {
        const char *name;
        uint32_t size;
        uint32_t offset;
    } rows[] = {
        {"gdv_ffi_document", 16, 0},          {"gdv_ffi_document.size", 4, 0},    {"gdv_ffi_document.count", 4, 4},
        {"gdv_ffi_document.dialect", 4, 8},   {"gdv_ffi_document.permit", 4, 12}, {"gdv_ffi_span", 8, 0},
        {"gdv_ffi_span.offset", 4, 0},        {"gdv_ffi_span.size", 4, 4},        {"gdv_ffi_report", 320, 0},
        {"gdv_ffi_report.offset", 8, 0},      {"gdv_ffi_report.need", 8, 8},      {"gdv_ffi_report.code", 4, 16},
        {"gdv_ffi_report.misread", 4, 20},    {"gdv_ffi_report.depth", 4, 24},    {"gdv_ffi_report.type", 4, 28},
        {"gdv_ffi_report.type_name", 32, 32}, {"gdv_ffi_report.path", 256, 64},   {"gdv_node", 16, 0}};
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        cr_expect_eq(gdv_ffi_size(rows[row].name), rows[row].size, "%s", rows[row].name);
        cr_expect_eq(gdv_ffi_offset(rows[row].name), rows[row].offset, "%s", rows[row].name);
    }
}

Test(ffi_layout, every_name_is_that_of_one_row)
{
    uint32_t rows = 0;
    for (; *gdv_ffi_layout_name(rows) != '\0'; rows += 1) {
        for (uint32_t other = 0; other < rows; other += 1) {
            cr_assert_str_neq(gdv_ffi_layout_name(rows), gdv_ffi_layout_name(other));
        }
        cr_assert_neq(gdv_ffi_size(gdv_ffi_layout_name(rows)), GDV_FFI_NONE);
    }
    cr_assert_gt(rows, 60);
    cr_assert_str_eq(gdv_ffi_layout_name(UINT32_MAX), "");
}

Test(ffi_layout, what_is_not_listed_has_no_layout)
{
    static const char *const names[] = {"", "gdv", "gdv_policy.", "gdv_policy.permits", "gdv_writer.out", "GDV_POLICY"};
    for (size_t row = 0; row < COUNT_OF(names); row += 1) {
        cr_expect_eq(gdv_ffi_size(names[row]), GDV_FFI_NONE);
        cr_expect_eq(gdv_ffi_align(names[row]), GDV_FFI_NONE);
        cr_expect_eq(gdv_ffi_offset(names[row]), GDV_FFI_NONE);
    }
    cr_expect_eq(gdv_ffi_size(NULL), GDV_FFI_NONE);
    cr_expect_eq(gdv_ffi_align(NULL), GDV_FFI_NONE);
    cr_expect_eq(gdv_ffi_offset(NULL), GDV_FFI_NONE);
}

/* ---- names */

Test(ffi_names, lists_have_the_rows_of_the_headers)
{
#define ONE_MORE(name, number, text) +1
    const uint32_t codes = 0 GDV_STATUS_LIST(ONE_MORE);
#undef ONE_MORE
    cr_assert_eq(gdv_ffi_rows(GDV_FFI_DIALECTS), GDV_DIALECT_COUNT);
    cr_assert_eq(gdv_ffi_rows(GDV_FFI_TYPES), GDV_TYPE_COUNT);
    cr_assert_eq(gdv_ffi_rows(GDV_FFI_LAYOUTS), GDV_LAYOUT_COUNT);
    cr_assert_eq(gdv_ffi_rows(GDV_FFI_CODES), codes);
    cr_assert_eq(gdv_ffi_rows(GDV_FFI_MISREADS), GDV_MISREAD_COUNT);
    cr_assert_eq(gdv_ffi_rows(GDV_FFI_PERMITS), GDV_PERMIT_BITS);
}

static void is_row(uint32_t list, uint32_t row, uint32_t number, const char *name, const char *text)
{
    cr_expect_eq(gdv_ffi_row_number(list, row), number, "list %u row %u", list, row);
    cr_expect_str_eq(gdv_ffi_row_name(list, row), name);
    cr_expect_str_eq(gdv_ffi_row_text(list, row), text);
    cr_expect_eq(gdv_ffi_number_of(list, name), number, "list %u: %s", list, name);
}

Test(ffi_names, each_row_is_what_the_headers_say_and_is_found_by_its_name)
{
    uint32_t row = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        is_row(GDV_FFI_DIALECTS, dialect, dialect, gdv_dialect_name((gdv_dialect)dialect),
               gdv_dialect_engines((gdv_dialect)dialect));
    }
#define IS_TYPE(name, text) is_row(GDV_FFI_TYPES, GDV_TYPE_##name, GDV_TYPE_##name, text, "");
    GDV_TYPE_LIST(IS_TYPE)
#define IS_LAYOUT(name, text) is_row(GDV_FFI_LAYOUTS, GDV_LAYOUT_##name, GDV_LAYOUT_##name, #name, text);
    GDV_LAYOUT_LIST(IS_LAYOUT)
#define IS_CODE(name, number, text)                                                                                    \
    is_row(GDV_FFI_CODES, row, number, #name, text);                                                                   \
    row += 1;
    GDV_STATUS_LIST(IS_CODE)
#define IS_MISREAD(name, text) is_row(GDV_FFI_MISREADS, GDV_MISREAD_##name, GDV_MISREAD_##name, #name, text);
    GDV_MISREAD_LIST(IS_MISREAD)
#define IS_PERMIT(name, bit, spelled, text) is_row(GDV_FFI_PERMITS, bit, 1u << (bit), spelled, text);
    GDV_PERMIT_LIST(IS_PERMIT)
}

Test(ffi_names, numbers_are_found_by_other_names_too)
{
    cr_assert_eq(gdv_ffi_number_of(GDV_FFI_DIALECTS, "godot4.5"), GDV_DIALECT_GODOT4_4);
    cr_assert_eq(gdv_ffi_number_of(GDV_FFI_DIALECTS, "mole"), GDV_DIALECT_GODOT2);
    cr_assert_eq(gdv_ffi_number_of(GDV_FFI_PERMITS, "text"), GDV_PERMIT_TEXT);
    cr_assert_eq(gdv_ffi_number_of(GDV_FFI_PERMITS, "all"), GDV_PERMIT_ALL);
}

Test(ffi_names, what_does_not_exist_has_no_number_and_no_name)
{
    for (uint32_t list = 0; list <= GDV_FFI_LISTS; list += 1) {
        const uint32_t rows[] = {gdv_ffi_rows(list), gdv_ffi_rows(list) + 1, UINT32_MAX};
        for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
            cr_expect_eq(gdv_ffi_row_number(list, rows[index]), GDV_FFI_NONE);
            cr_expect_str_eq(gdv_ffi_row_name(list, rows[index]), "");
            cr_expect_str_eq(gdv_ffi_row_text(list, rows[index]), "");
        }
        cr_expect_eq(gdv_ffi_number_of(list, "no such name"), GDV_FFI_NONE);
        cr_expect_eq(gdv_ffi_number_of(list, ""), GDV_FFI_NONE);
        cr_expect_eq(gdv_ffi_number_of(list, NULL), GDV_FFI_NONE);
    }
    cr_expect_eq(gdv_ffi_rows(GDV_FFI_LISTS), 0);
    cr_expect_eq(gdv_ffi_rows(UINT32_MAX), 0);
    cr_expect_eq(gdv_ffi_number_of(UINT32_MAX, "OK"), GDV_FFI_NONE);
}
