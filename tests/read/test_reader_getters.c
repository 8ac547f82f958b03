/* SPDX-License-Identifier: MIT */
/* The getters that read on, for packets of a known shape: each takes what its name says, of every type of every
 * dialect, and refuses all else with the right code, the place and an empty result; the first error stays. Values are
 * counted by hand. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef enum getter {
    READ_NIL,
    READ_BOOL,
    READ_INT,
    READ_DOUBLE,
    READ_NUMBER,
    READ_TEXT,
    READ_BYTES,
    READ_PARTS,
    READ_ARRAY,
    READ_DICTIONARY,
    READ_END,
    GETTERS
} getter;

static const char *const getter_names[GETTERS] = {"nil",   "bool",  "int",   "double",     "number", "text",
                                                  "bytes", "parts", "array", "dictionary", "end"};

/* Calls one without limits, and says whether its result was empty. */
static bool gives_nothing(gdv_reader *reader, getter which, gdv_type type)
{
    gdv_text text;
    gdv_numbers parts;
    size_t size = 0xa5;
    const uint8_t *bytes = NULL;
    switch (which) {
    case READ_NIL:
        gdv_read_nil(reader);
        return true;
    case READ_BOOL:
        return !gdv_read_bool(reader);
    case READ_INT:
        return gdv_read_int(reader, INT64_MIN, INT64_MAX) == 0;
    case READ_DOUBLE:
        return same_double(gdv_read_double(reader, -INFINITY, INFINITY), 0.0);
    case READ_NUMBER:
        return same_double(gdv_read_number(reader, -INFINITY, INFINITY), 0.0);
    case READ_TEXT:
        text = gdv_read_text(reader, SIZE_MAX);
        return text.bytes != NULL && text.size == 0;
    case READ_BYTES:
        bytes = gdv_read_bytes(reader, SIZE_MAX, &size);
        return bytes == NULL && size == 0;
    case READ_PARTS:
        parts = gdv_read_numbers(reader, type, SIZE_MAX);
        return parts.bytes == NULL && parts.elements == 0 && parts.components == 0 &&
               parts.component == GDV_COMPONENT_NONE;
    case READ_ARRAY:
        return gdv_read_array(reader, SIZE_MAX) == 0;
    case READ_DICTIONARY:
        return gdv_read_dictionary(reader, SIZE_MAX) == 0;
    case READ_END:
        gdv_read_end(reader);
        return true;
    case GETTERS:
        break;
    }
    return false;
}

/* Which getter a type is for, by value.h and numbers.h: numbers in rows are for parts; of ints and floats as well. */
static bool is_for(getter which, gdv_type type)
{
    static const gdv_type no_numbers[] = {GDV_TYPE_NIL,
                                          GDV_TYPE_BOOL,
                                          GDV_TYPE_STRING,
                                          GDV_TYPE_STRING_NAME,
                                          GDV_TYPE_NODE_PATH,
                                          GDV_TYPE_RID,
                                          GDV_TYPE_OBJECT,
                                          GDV_TYPE_CALLABLE,
                                          GDV_TYPE_SIGNAL,
                                          GDV_TYPE_DICTIONARY,
                                          GDV_TYPE_ARRAY,
                                          GDV_TYPE_IMAGE,
                                          GDV_TYPE_INPUT_EVENT,
                                          GDV_TYPE_PACKED_BYTE_ARRAY,
                                          GDV_TYPE_TYPED_ARRAY,
                                          GDV_TYPE_PACKED_STRING_ARRAY,
                                          GDV_TYPE_PACKED_TYPED_ARRAY};
    bool numbers = true;
    switch (which) {
    case READ_NIL:
        return type == GDV_TYPE_NIL;
    case READ_BOOL:
        return type == GDV_TYPE_BOOL;
    case READ_INT:
        return type == GDV_TYPE_INT;
    case READ_DOUBLE:
        return type == GDV_TYPE_FLOAT;
    case READ_NUMBER:
        return type == GDV_TYPE_INT || type == GDV_TYPE_FLOAT;
    case READ_TEXT:
        return type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME;
    case READ_BYTES:
        return type == GDV_TYPE_PACKED_BYTE_ARRAY;
    case READ_PARTS:
        for (size_t index = 0; index < COUNT_OF(no_numbers); index += 1) {
            numbers = numbers && type != no_numbers[index];
        }
        return numbers;
    case READ_ARRAY:
        return type == GDV_TYPE_ARRAY || type == GDV_TYPE_TYPED_ARRAY || type == GDV_TYPE_PACKED_TYPED_ARRAY;
    case READ_DICTIONARY:
        return type == GDV_TYPE_DICTIONARY;
    case READ_END:
    case GETTERS:
        break;
    }
    return false;
}

/* Every packet of the type table holds a value that is not nothing, so that a getter that takes it shows it. */
static void takes_its_own_types(gdv_dialect dialect)
{
    const dialect_row *rows = &dialect_rows[dialect];
    gdv_policy policy = policy_from_text("engine");
    policy.permit &= ~GDV_PERMIT_ENGINE_SPAN; /* or there would be no Projection of Pandemonium */
    for (uint32_t id = 0; id < rows->count; id += 1) {
        const type_row *row = &rows->types[id];
        packet bytes = packet_from_hex(row->packet);
        for (getter which = 0; which < GETTERS; which += 1) {
            gdv_report report = {.struct_size = sizeof report};
            reading *from = reading_of(&bytes, bytes.size, dialect, &policy);
            bool nothing = gives_nothing(&from->reader, which, row->type);
            bool fits = is_for(which, row->type);
            bool has_result = which != READ_NIL && which != READ_END;
            gdv_status status = gdv_reader_finish(&from->reader, &report);
            cr_expect_eq(status, fits ? GDV_OK : GDV_E_WRONG_TYPE, "%s of %s: %s", getter_names[which], row->name,
                         gdv_status_name(status));
            cr_expect_eq(nothing, !fits || !has_result, "%s of %s: result", getter_names[which], row->name);
            cr_expect_eq(report.code, status, "%s of %s", getter_names[which], row->name);
            cr_expect_eq(report.type, fits ? 0 : (int)row->type, "%s of %s: type %d", getter_names[which], row->name,
                         (int)report.type);
            cr_expect(report.offset == 0 && report.need == 0 && report.depth == 0 && report.path[0] == '\0',
                      "%s of %s: at %zu, %s", getter_names[which], row->name, (size_t)report.offset, report.path);
            reading_free(from);
        }
        packet_free(&bytes);
    }
}

TEST_EACH_DIALECT(reader_getters_take_their_own_types_and_no_others, takes_its_own_types)

Test(reader_getters, of_parts_want_the_very_type)
{
    reading *from = reading_hex("godot4.4", "strict", "05000000 0000803f 00000040");
    gdv_numbers parts = gdv_read_numbers(&from->reader, GDV_TYPE_VECTOR2I, SIZE_MAX);
    cr_expect_null(parts.bytes);
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_WRONG_TYPE);
    reading_free(from);
    from = reading_hex("godot4.4", "strict", "05000000 0000803f 00000040");
    parts = gdv_read_numbers(&from->reader, (gdv_type)0xffffffffu, SIZE_MAX);
    cr_expect_null(parts.bytes);
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_WRONG_TYPE);
    reading_free(from);
}

/* ---- ranges ---- */

Test(reader_getters, of_ints_take_both_edges_and_nothing_beyond)
{
    static const struct {
        const char *hex;
        int64_t lowest;
        int64_t highest;
        gdv_status code;
        int64_t value;
    } rows[] = {
        {"02000000 05000000", 5, 5, GDV_OK, 5},
        {"02000000 05000000", 4, 6, GDV_OK, 5},
        {"02000000 05000000", 6, 9, GDV_E_OUT_OF_RANGE, 0},
        {"02000000 05000000", 0, 4, GDV_E_OUT_OF_RANGE, 0},
        {"02000000 05000000", 9, 1, GDV_E_OUT_OF_RANGE, 0},
        {"02000000 ffffffff", -1, -1, GDV_OK, -1},
        {"02000000 00000080", INT32_MIN, 0, GDV_OK, INT32_MIN},
        {"02000000 ffffff7f", 0, INT32_MAX, GDV_OK, INT32_MAX},
        {"02000100 00000080 00000000", 2147483648, 2147483648, GDV_OK, 2147483648},
        {"02000100 ffffff7f ffffffff", -2147483649, -2147483649, GDV_OK, -2147483649},
        {"02000100 00000000 00000080", INT64_MIN, INT64_MIN, GDV_OK, INT64_MIN},
        {"02000100 00000000 00000080", INT64_MIN + 1, INT64_MAX, GDV_E_OUT_OF_RANGE, 0},
        {"02000100 ffffffff ffffff7f", INT64_MAX, INT64_MAX, GDV_OK, INT64_MAX},
        {"02000100 ffffffff ffffff7f", INT64_MIN, INT64_MAX - 1, GDV_E_OUT_OF_RANGE, 0},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        reading *from = reading_hex("godot3", "strict", rows[index].hex);
        int64_t value = gdv_read_int(&from->reader, rows[index].lowest, rows[index].highest);
        cr_expect_eq(value, rows[index].value, "row %zu: %lld", index, (long long)value);
        cr_expect_eq(gdv_reader_status(&from->reader), rows[index].code, "row %zu", index);
        cr_expect_eq(gdv_reader_finish(&from->reader, NULL), rows[index].code, "row %zu", index);
        reading_free(from);
    }
}

#define HALF "03000000 0000003f"
#define INFINITE "03000000 0000807f"
#define QUIET_NAN "03000100 00000000 0000f87f"

/* The same rows for both getters of floating point numbers, but for the ints. */
Test(reader_getters, of_doubles_take_both_edges_and_no_nan)
{
    static const struct {
        const char *hex;
        double lowest;
        double highest;
        gdv_status code; /* of gdv_read_double */
        double value;
        gdv_status number_code; /* of gdv_read_number */
        double number;
    } rows[] = {
        {HALF, 0.5, 0.5, GDV_OK, 0.5, GDV_OK, 0.5},
        {HALF, 0.5 + DBL_EPSILON, 1.0, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {HALF, 0.0, 0.5 - DBL_EPSILON, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {HALF, NAN, 1.0, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {HALF, 0.0, NAN, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {"03000000 00000080", 0.0, 0.0, GDV_OK, -0.0, GDV_OK, -0.0},
        {"03000100 9a999999 9999b93f", 0.1, 0.1, GDV_OK, 0.1, GDV_OK, 0.1},
        {INFINITE, -DBL_MAX, DBL_MAX, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {INFINITE, -INFINITY, INFINITY, GDV_OK, INFINITY, GDV_OK, INFINITY},
        {QUIET_NAN, -INFINITY, INFINITY, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {"03000000 0000c07f", -INFINITY, INFINITY, GDV_E_OUT_OF_RANGE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {"02000000 fdffffff", -3.0, -3.0, GDV_E_WRONG_TYPE, 0.0, GDV_OK, -3.0},
        {"02000000 fdffffff", -2.5, 0.0, GDV_E_WRONG_TYPE, 0.0, GDV_E_OUT_OF_RANGE, 0.0},
        {"02000100 00000000 00000080", -DBL_MAX, 0.0, GDV_E_WRONG_TYPE, 0.0, GDV_OK, -9223372036854775808.0},
        {"02000100 ffffffff ffffff7f", 0.0, DBL_MAX, GDV_E_WRONG_TYPE, 0.0, GDV_OK, 9223372036854775808.0},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        reading *from = reading_hex("godot3", "engine", rows[index].hex);
        double value = gdv_read_double(&from->reader, rows[index].lowest, rows[index].highest);
        cr_expect(same_double(value, rows[index].value), "row %zu: %g", index, value);
        cr_expect_eq(gdv_reader_status(&from->reader), rows[index].code, "row %zu", index);
        reading_free(from);
        from = reading_hex("godot3", "engine", rows[index].hex);
        value = gdv_read_number(&from->reader, rows[index].lowest, rows[index].highest);
        cr_expect(same_double(value, rows[index].number), "row %zu: %g", index, value);
        cr_expect_eq(gdv_reader_status(&from->reader), rows[index].number_code, "row %zu", index);
        reading_free(from);
    }
}

/* Each packet has three of what its getter counts. */
Test(reader_getters, that_count_take_so_many_and_no_more)
{
    static const struct {
        getter which;
        gdv_type type;
        const char *hex;
    } rows[] = {
        {READ_TEXT, GDV_TYPE_STRING, "04000000 03000000 61626300"},
        {READ_TEXT, GDV_TYPE_STRING_NAME, "15000000 03000000 61626300"},
        {READ_BYTES, GDV_TYPE_PACKED_BYTE_ARRAY, "1d000000 03000000 01020300"},
        {READ_PARTS, GDV_TYPE_PACKED_INT32_ARRAY, "1e000000 03000000 01000000 02000000 03000000"},
        {READ_ARRAY, GDV_TYPE_ARRAY, "1c000000 03000000 00000000 00000000 00000000"},
        {READ_DICTIONARY, GDV_TYPE_DICTIONARY,
         "1b000000 03000000 00000000 00000000 01000000 00000000 00000000 02000000 00000000 00000000"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        for (size_t most = 0; most < 6; most += 1) {
            reading *from = reading_hex("godot4.4", "strict", rows[index].hex);
            size_t size = 0xa5;
            size_t count = 0;
            bool address = false;
            gdv_text text;
            gdv_numbers parts;
            switch (rows[index].which) {
            case READ_TEXT:
                text = gdv_read_text(&from->reader, most);
                count = text.size;
                address = text.bytes == (const char *)from->bytes.bytes + 8;
                break;
            case READ_BYTES:
                address = gdv_read_bytes(&from->reader, most, &size) == from->bytes.bytes + 8;
                count = size;
                break;
            case READ_PARTS:
                parts = gdv_read_numbers(&from->reader, rows[index].type, most);
                count = parts.elements;
                address = parts.bytes == from->bytes.bytes + 8;
                break;
            default:
                count = rows[index].which == READ_ARRAY ? gdv_read_array(&from->reader, most)
                                                        : gdv_read_dictionary(&from->reader, most);
                address = count == 3;
                break;
            }
            gdv_status status = gdv_reader_status(&from->reader);
            cr_expect_eq(count, most < 3 ? 0 : 3, "%s, at most %zu: %zu", getter_names[rows[index].which], most, count);
            cr_expect_eq(address, most >= 3, "%s, at most %zu", getter_names[rows[index].which], most);
            cr_expect_eq(status, most < 3 ? GDV_E_OUT_OF_RANGE : GDV_OK, "%s, at most %zu: %s",
                         getter_names[rows[index].which], most, gdv_status_name(status));
            reading_free(from);
        }
    }
}

Test(reader_getters, of_a_math_value_count_it_as_one)
{
    reading *from = reading_hex("godot4.4", "strict", "05000000 0000803f 00000040");
    gdv_numbers parts = gdv_read_numbers(&from->reader, GDV_TYPE_VECTOR2, 1);
    cr_expect_eq(parts.elements, 1);
    cr_expect_eq(parts.components, 2);
    cr_expect_eq(gdv_component_double(&parts, 0, 1), 2.0);
    reading_free(from);
    from = reading_hex("godot4.4", "strict", "05000000 0000803f 00000040");
    parts = gdv_read_numbers(&from->reader, GDV_TYPE_VECTOR2, 0);
    cr_expect_null(parts.bytes);
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_OUT_OF_RANGE);
    reading_free(from);
}

Test(reader_getters, of_empty_text_bytes_and_parts_give_an_address)
{
    reading *from =
        reading_hex("godot3", "strict", "13000000 03000000 04000000 00000000 14000000 00000000 15000000 00000000");
    size_t size = 0xa5;
    cr_expect_eq(gdv_read_array(&from->reader, 3), 3);
    gdv_text text = gdv_read_text(&from->reader, 0);
    cr_expect(text.bytes != NULL && text.size == 0);
    cr_expect_not_null(gdv_read_bytes(&from->reader, 0, &size));
    cr_expect_eq(size, 0);
    gdv_numbers parts = gdv_read_numbers(&from->reader, GDV_TYPE_PACKED_INT32_ARRAY, 0);
    cr_expect_not_null(parts.bytes);
    cr_expect_eq(parts.elements, 0);
    gdv_read_end(&from->reader);
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    reading_free(from);
}

/* ---- what is not there ---- */

Test(reader_getters, say_missing_where_the_container_ends)
{
    for (getter which = 0; which < GETTERS; which += 1) {
        gdv_report report = {.struct_size = sizeof report};
        reading *from = reading_hex("godot3", "strict", "13000000 02000000 00000000 13000000 00000000");
        cr_expect_eq(gdv_read_array(&from->reader, 2), 2);
        gdv_read_nil(&from->reader);
        cr_expect_eq(gdv_read_array(&from->reader, 0), 0);
        cr_expect(gives_nothing(&from->reader, which, GDV_TYPE_INT), "%s", getter_names[which]);
        gdv_status status = gdv_reader_status(&from->reader);
        cr_expect_eq(status, which == READ_END ? GDV_OK : GDV_E_MISSING, "%s: %s", getter_names[which],
                     gdv_status_name(status));
        cr_expect_eq(gdv_reader_finish(&from->reader, &report), status, "%s", getter_names[which]);
        cr_expect_eq(report.offset, which == READ_END ? 0 : 20, "%s: at %zu", getter_names[which],
                     (size_t)report.offset);
        cr_expect_eq(report.type, which == READ_END ? 0 : -1, "%s", getter_names[which]);
        reading_free(from);
    }
}

Test(reader_getters, say_missing_where_the_packet_ends)
{
    for (getter which = 0; which < GETTERS; which += 1) {
        gdv_report report = {.struct_size = sizeof report};
        reading *from = reading_hex("godot3", "strict", "00000000");
        gdv_read_nil(&from->reader);
        cr_expect(gives_nothing(&from->reader, which, GDV_TYPE_INT), "%s", getter_names[which]);
        gdv_status status = gdv_reader_finish(&from->reader, &report);
        cr_expect_eq(status, GDV_E_MISSING, "%s: %s", getter_names[which], gdv_status_name(status));
        cr_expect_eq(report.offset, 4, "%s: at %zu", getter_names[which], (size_t)report.offset);
        reading_free(from);
    }
}

Test(reader_getters, of_an_end_refuse_what_is_still_there)
{
    static const char *const rows[] = {"13000000 01000000 00000000", "13000000 01000000 13000000 00000000"};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        reading *from = reading_hex("godot3", "strict", rows[index]);
        gdv_report report = {.struct_size = sizeof report};
        cr_expect_eq(gdv_read_array(&from->reader, 1), 1);
        gdv_read_end(&from->reader);
        cr_expect_eq(gdv_reader_finish(&from->reader, &report), GDV_E_WRONG_TYPE, "row %zu", index);
        cr_expect_eq(report.offset, 8, "row %zu", index);
        cr_expect_str_eq(report.path, "[0]", "row %zu", index);
        reading_free(from);
    }
}

/* ---- where ---- */

/* {"players": [{"name": 5, "hp": 300}]} of Godot 3, read as if the name were text and the hit points at most 100. */
static const char players[] = "12000000 01000000 04000000 07000000 706c6179 65727300 13000000 01000000 12000000 "
                              "02000000 04000000 04000000 6e616d65 02000000 05000000 04000000 02000000 68700000 "
                              "02000000 2c010000";

static reading *at_the_first_player(void)
{
    reading *from = reading_hex("godot3", "strict", players);
    cr_expect_eq(gdv_read_dictionary(&from->reader, 1), 1);
    cr_expect(same_text(gdv_read_text(&from->reader, 16), "players"));
    cr_expect_eq(gdv_read_array(&from->reader, 8), 1);
    cr_expect_eq(gdv_read_dictionary(&from->reader, 2), 2);
    cr_expect(same_text(gdv_read_text(&from->reader, 4), "name"));
    cr_assert_eq(gdv_reader_status(&from->reader), GDV_OK);
    return from;
}

static void is_blamed(reading *from, gdv_status code, uint64_t offset, const char *path, uint32_t depth, gdv_type type)
{
    gdv_report report = {.struct_size = sizeof report};
    gdv_report again = {.struct_size = sizeof again};
    gdv_status status = gdv_reader_finish(&from->reader, &report);
    cr_expect_eq(status, code, "%s", gdv_status_name(status));
    cr_expect_eq(report.code, code);
    cr_expect_eq(report.offset, offset, "at %zu", (size_t)report.offset);
    cr_expect_eq(report.need, 0);
    cr_expect_eq(report.misread, GDV_MISREAD_NONE);
    cr_expect_eq(report.depth, depth, "depth %u", report.depth);
    cr_expect_eq(report.type, (int)type, "type %d", (int)report.type);
    cr_expect_str_eq(report.path, path, "path %s", report.path);
    cr_expect_eq(gdv_reader_finish(&from->reader, &again), code);
    cr_expect_eq(memcmp(&report, &again, sizeof report), 0, "another report the second time");
    reading_free(from);
}

Test(reader_getters, blame_the_value_that_is_of_another_type)
{
    reading *from = at_the_first_player();
    cr_expect_eq(gdv_read_text(&from->reader, 64).size, 0);
    is_blamed(from, GDV_E_WRONG_TYPE, 52, ".players[0].name", 3, GDV_TYPE_INT);
}

Test(reader_getters, blame_the_value_that_is_out_of_range)
{
    reading *from = at_the_first_player();
    cr_expect_eq(gdv_read_int(&from->reader, 0, 100), 5);
    cr_expect(same_text(gdv_read_text(&from->reader, 4), "hp"));
    cr_expect_eq(gdv_read_int(&from->reader, 0, 100), 0);
    is_blamed(from, GDV_E_OUT_OF_RANGE, 72, ".players[0].hp", 3, GDV_TYPE_INT);
}

Test(reader_getters, blame_a_key_by_its_own_path)
{
    reading *from = at_the_first_player();
    cr_expect_eq(gdv_read_int(&from->reader, 0, 100), 5);
    cr_expect(!gdv_read_bool(&from->reader));
    is_blamed(from, GDV_E_WRONG_TYPE, 60, ".players[0].hp", 3, GDV_TYPE_STRING);
}

Test(reader_getters, blame_a_container_of_another_kind_at_its_header)
{
    reading *from = reading_hex("godot3", "strict", players);
    cr_expect_eq(gdv_read_dictionary(&from->reader, 1), 1);
    cr_expect(same_text(gdv_read_text(&from->reader, 16), "players"));
    cr_expect_eq(gdv_read_dictionary(&from->reader, 9), 0);
    is_blamed(from, GDV_E_WRONG_TYPE, 24, ".players", 1, GDV_TYPE_ARRAY);
}

/* [A{p: null, q: 1}]: a property's name stands where its value was expected; both bear one path. */
Test(reader_getters, blame_a_property_whose_name_is_in_the_way)
{
    reading *from = reading_hex("godot3", "strict+object",
                                "13000000 01000000 11000000 01000000 41000000 02000000 01000000 70000000 00000000 "
                                "01000000 71000000 02000000 01000000");
    gdv_event event;
    cr_expect_eq(gdv_read_array(&from->reader, 1), 1);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_BEGIN);
    cr_expect_eq(gdv_read_int(&from->reader, 0, 100), 0);
    is_blamed(from, GDV_E_WRONG_TYPE, 24, "[0].p", 2, GDV_TYPE_NIL);
}

Test(reader_getters, read_a_property_after_its_name)
{
    reading *from = reading_hex("godot3", "strict+object",
                                "11000000 01000000 41000000 01000000 01000000 71000000 02000000 01000000");
    gdv_event event;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.kind == GDV_EVENT_NAME && gdv_text_is(event.value, "q"));
    cr_expect_eq(gdv_read_int(&from->reader, 0, 100), 1);
    gdv_read_end(&from->reader);
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    reading_free(from);
}

Test(reader_getters, of_arrays_and_dictionaries_take_no_object)
{
    static const getter wanted[] = {READ_ARRAY, READ_DICTIONARY};
    for (size_t index = 0; index < COUNT_OF(wanted); index += 1) {
        reading *from = reading_hex("godot3", "strict+object", "11000000 01000000 41000000 00000000");
        cr_expect(gives_nothing(&from->reader, wanted[index], GDV_TYPE_OBJECT));
        is_blamed(from, GDV_E_WRONG_TYPE, 0, "", 0, GDV_TYPE_OBJECT);
    }
}

/* ---- the first error stays ---- */

Test(reader_getters, give_nothing_after_an_error_whatever_comes)
{
    for (getter first = 0; first < GETTERS; first += 1) {
        gdv_report report = {.struct_size = sizeof report};
        reading *from = reading_hex("godot3", "strict",
                                    "13000000 03000000 11000100 05000000 00000000 02000000 "
                                    "07000000 00000000");
        cr_expect_eq(gdv_read_array(&from->reader, 3), 3);
        for (getter which = 0; which < GETTERS; which += 1) {
            cr_expect(gives_nothing(&from->reader, which, GDV_TYPE_INT), "%s", getter_names[which]);
            cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_OBJECT_ID, "%s", getter_names[which]);
        }
        cr_expect_eq(gdv_reader_finish(&from->reader, &report), GDV_E_OBJECT_ID);
        cr_expect_eq(report.offset, 8);
        reading_free(from);

        from = reading_hex("godot3", "strict", "13000000 03000000 03000000 00000000 02000000 07000000 00000000");
        cr_expect_eq(gdv_read_array(&from->reader, 3), 3);
        bool fits = first == READ_DOUBLE || first == READ_NUMBER || first == READ_PARTS;
        cr_expect(gives_nothing(&from->reader, first, GDV_TYPE_FLOAT) == (first != READ_PARTS), "%s",
                  getter_names[first]);
        int64_t next = gdv_read_int(&from->reader, 7, 7);
        cr_expect_eq(next, fits ? 7 : 0, "after %s: %lld", getter_names[first], (long long)next);
        gdv_read_nil(&from->reader);
        gdv_read_end(&from->reader);
        gdv_status status = gdv_reader_finish(&from->reader, &report);
        cr_expect_eq(status, fits ? GDV_OK : GDV_E_WRONG_TYPE, "%s: %s", getter_names[first], gdv_status_name(status));
        cr_expect_eq(report.offset, fits ? 0 : 8, "%s", getter_names[first]);
        reading_free(from);
    }
}

/* What a getter refuses comes before what the packet has wrong further on; and the other way round. */
Test(reader_getters, errors_and_the_packets_own_come_in_packet_order)
{
    reading *from = reading_hex("godot3", "strict", "13000000 02000000 02000000 07000000 01000000 02000000");
    gdv_report report = {.struct_size = sizeof report};
    cr_expect_eq(gdv_read_array(&from->reader, 3), 2);
    cr_expect_eq(gdv_read_int(&from->reader, 0, 6), 0);
    cr_expect_eq(gdv_reader_finish(&from->reader, &report), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(report.offset, 8);
    reading_free(from);
    from = reading_hex("godot3", "strict", "13000000 02000000 02000000 07000000 01000000 02000000");
    cr_expect_eq(gdv_read_array(&from->reader, 3), 2);
    cr_expect_eq(gdv_read_int(&from->reader, 0, 7), 7);
    cr_expect_eq(gdv_reader_finish(&from->reader, &report), GDV_E_BOOL);
    cr_expect_eq(report.offset, 20);
    reading_free(from);
}

/* ---- arguments ---- */

Test(reader_getters, of_no_reader_give_nothing)
{
    for (getter which = 0; which < GETTERS; which += 1) {
        cr_expect(gives_nothing(NULL, which, GDV_TYPE_INT), "%s", getter_names[which]);
    }
}

/* Nothing is read then: the caller made a mistake, and finish says so. */
Test(reader_getters, of_bytes_want_a_place_for_their_number)
{
    reading *from = reading_hex("godot3", "strict", "14000000 01000000 05000000");
    cr_expect_null(gdv_read_bytes(&from->reader, 9, NULL));
    cr_expect_null(gdv_read_bytes(NULL, 9, NULL));
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_E_BAD_ARGUMENT);
    reading_free(from);
}

/* The first error stays, the caller's mistakes included. */
Test(reader_getters, of_bytes_without_a_place_do_not_hide_an_error)
{
    reading *from = reading_hex("godot3", "strict", "14000000 01000000 05000000");
    cr_expect_eq(gdv_read_int(&from->reader, 0, 9), 0);
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_WRONG_TYPE);
    cr_expect_null(gdv_read_bytes(&from->reader, 9, NULL));
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_E_WRONG_TYPE);
    reading_free(from);
}

/* The number would be written into what is read. */
Test(reader_getters, of_bytes_want_no_place_in_the_packet_the_scratch_or_the_reader)
{
    static struct {
        size_t packet[16 / sizeof(size_t)]; /* four bytes in an array of bytes; godot3 */
        size_t scratch[16 / sizeof(size_t)];
        gdv_reader reader;
    } made;
    size_t *const places[] = {made.packet, &made.packet[1], made.scratch, &made.scratch[1], &made.reader.size};
    static const uint8_t bytes[12] = {0x14, 0, 0, 0, 4, 0, 0, 0, 1, 2, 3, 4};
    for (size_t index = 0; index < COUNT_OF(places); index += 1) {
        memcpy(made.packet, bytes, sizeof bytes);
        cr_assert_eq(gdv_reader_init(&made.reader, made.packet, sizeof bytes, GDV_DIALECT_GODOT3, NULL, made.scratch,
                                     sizeof made.scratch),
                     GDV_OK);
        cr_expect_null(gdv_read_bytes(&made.reader, 9, places[index]), "place %zu", index);
        cr_expect_eq(gdv_reader_finish(&made.reader, NULL), GDV_E_OVERLAP, "place %zu", index);
        cr_expect_eq(memcmp(made.packet, bytes, sizeof bytes), 0, "place %zu: written", index);
    }
}

Test(reader_getters, mix_with_next_and_skip)
{
    reading *from = at_the_first_player();
    gdv_event event;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_int_or(event.value, 0, 9, -1), 5);
    cr_expect(same_text(gdv_read_text(&from->reader, 4), "hp"));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    gdv_read_end(&from->reader);
    gdv_read_end(&from->reader);
    gdv_read_end(&from->reader);
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    reading_free(from);
    from = reading_hex("godot3", "strict", players);
    cr_expect_eq(gdv_read_dictionary(&from->reader, 1), 1);
    cr_expect_eq(gdv_read_text(&from->reader, 16).size, 7);
    cr_expect_eq(gdv_read_array(&from->reader, 8), 1);
    cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK);
    gdv_read_end(&from->reader);
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    reading_free(from);
}
