/* SPDX-License-Identifier: MIT */
/* Tables of fields that are refused, each by one thing that is wrong with it; what is wrong first is said. And what is
 * close to that and is right. Promise 1, 3 and 6. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include <gdv/schema_fields.h>

#include "tests/support/checked.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static uint64_t memory[4096];

#define OF(kind, type, flags, lowest, highest, low, high)                                                              \
    GDV_FIELD_OF("f", NULL, kind, type, flags, 0, UINT32_MAX, lowest, highest, low, high, GDV_NOT_STORED,              \
                 GDV_NOT_STORED)

static gdv_status schema_from(const gdv_field_table *tables, size_t count, gdv_schema *schema, gdv_schema_error *error)
{
    memset(error, 0x5a, sizeof *error);
    error->struct_size = sizeof *error;
    memset(schema, 0x5a, sizeof *schema);
    return gdv_schema_from_fields(tables, count, GDV_DIALECT_GODOT4_4, memory, sizeof memory, schema, error);
}

/* Flags that the header lists go with a kind; any other is refused, alone too. */
Test(field_tables, flags_of_each_kind)
{
    static const uint32_t texts =
        GDV_RULE_CHARS | GDV_RULE_STRING | GDV_RULE_NAME | GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER;
    static const struct {
        gdv_field field;
        uint32_t flags;
    } rows[] = {
        {OF(ANY, 0, 0, 0, 1, 0, 1), 0},
        {OF(BOOL, 0, 0, 0, 1, 0, 1), 0},
        {OF(INT, 0, 0, 0, 1, 0, 1), 0},
        {OF(FLOAT, 0, 0, 0, 1, 0, 1), GDV_RULE_NONFINITE},
        {OF(NUMBER, 0, 0, 0, 1, 0, 1), GDV_RULE_NONFINITE},
        {OF(TEXT, 0, 0, 0, 1, 0, 1), texts},
        {OF(VALUE, GDV_TYPE_NODE_PATH, 0, 0, 1, 0, 1), 0},
        {OF(MATH, GDV_TYPE_VECTOR2, 0, 0, 1, 0, 1), GDV_RULE_NONFINITE},
        {OF(BYTES, 0, 0, 0, 1, 0, 1), 0},
        {OF(PACKED, GDV_TYPE_PACKED_INT32_ARRAY, 0, 0, 1, 0, 1), GDV_RULE_NONFINITE},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        for (uint32_t bit = 0; bit < 16; bit += 1) {
            gdv_field field = rows[index].field;
            const gdv_field_table single = {"only", &field, 1};
            gdv_schema schema;
            gdv_schema_error error;
            field.flags = (uint16_t)(1u << bit);
            const bool listed = (rows[index].flags & field.flags) != 0;
            cr_expect_eq(schema_from(&single, 1, &schema, &error), listed ? GDV_OK : GDV_E_SCHEMA_SYNTAX,
                         "row %zu, bit %u", index, bit);
            cr_expect_str_eq(error.message, listed ? "" : "a field has flags that its kind has not");
        }
    }
}

/* What a kind does not use may hold anything: types, ranges of floats, ranges of ints in a number's field. */
Test(field_tables, what_a_kind_does_not_use)
{
    static const struct {
        gdv_field field;
        const char *passes;
        const char *fails;
    } rows[] = {
        {OF(BOOL, GDV_TYPE_COUNT, 0, 0, 1, 0, 1), "true", "int=1"},
        {OF(FLOAT, GDV_TYPE_VECTOR2I, 0, 0, 1, 0.25, 0.75), "float=0.5", "float=1"},
        {OF(FLOAT, 255, 0, 0, 1, 0.25, 0.75), "float=0.75", "float=0"},
        {OF(NUMBER, GDV_TYPE_VECTOR2, 0, 5, 9, 0, 1), "int=0", "int=5"},
        {OF(INT, 0, 0, 3, 4, 1, 0), "int=4", "int=5"},
        {OF(INT, 0, 0, 3, 4, (double)NAN, 0), "int=3", "int=2"},
        {OF(BYTES, 0, 0, 0, 1, 0, (double)NAN), "bytes=01", "int=2"},
        {OF(ANY, 0, 0, 0, 1, 0.5, 0.25), "nil", NULL},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_field_table single = {"only", &rows[index].field, 1};
        gdv_schema schema;
        gdv_schema_error error;
        checked got;
        char calls[64];
        cr_assert_eq(schema_from(&single, 1, &schema, &error), GDV_OK, "row %zu: %s", index, error.message);
        (void)snprintf(calls, sizeof calls, "dict str=f %s end", rows[index].passes);
        checked_calls(&got, &schema, NULL, calls);
        cr_expect_str_eq(got.line, "", "row %zu: %s", index, got.line);
        (void)snprintf(calls, sizeof calls, "dict str=f %s end", rows[index].fails != NULL ? rows[index].fails : "nil");
        checked_calls(&got, &schema, NULL, calls);
        cr_expect_eq(got.code == GDV_OK, rows[index].fails == NULL, "row %zu: %s", index, got.line);
    }
}

static const gdv_field move[] = {GDV_FIELD_LITERAL("type", "move"), GDV_FIELD_ANY("x", GDV_NOT_STORED)};
static const gdv_field same_text[] = {GDV_FIELD_LITERAL("kind", "move"), GDV_FIELD_LITERAL("type", "fly")};
static const gdv_field perhaps[] = {
    GDV_FIELD_OF("type", "fly", TEXT, 0, 0, 0, 9, 0, 0, 0, 0, GDV_NOT_STORED, 0),
};
static const gdv_field beyond[] = {GDV_FIELD_ANY("x", GDV_NOT_STORED), GDV_FIELD_LITERAL("type", "fly")};
static const gdv_field wrong_ranges[] = {GDV_FIELD_ANY("x", GDV_NOT_STORED), GDV_FIELD_FLOAT("y", 1, 0, GDV_NOT_STORED),
                                         GDV_FIELD_FLOAT("z", 1, 0, GDV_NOT_STORED)};
static const gdv_field no_kind[] = {GDV_FIELD_ANY("x", GDV_NOT_STORED), OF(NIL, 0, 0, 0, 0, 0, 0)};
static const gdv_field twice[] = {GDV_FIELD_ANY("x", GDV_NOT_STORED), GDV_FIELD_ANY("x", GDV_NOT_STORED)};

#define NOT_APART "packets have no literal under one key, by which to tell them apart"

/* A packet is told by the literal that it has under the key of the first, which has to be there. Of two things that are
 * wrong the first is said, and the number of its field. */
Test(field_tables, what_is_wrong_first_is_said)
{
    static char long_name[1100];
    memset(long_name, 'n', sizeof long_name - 1);
    const struct {
        gdv_field_table tables[2];
        const char *message;
        uint32_t line;
    } rows[] = {
        {{{"a", move, 2}, {"b", same_text, 2}}, "", 0},
        {{{"a", move, 2}, {"b", beyond, 2}}, "", 0},
        {{{"a", move, 2}, {"b", beyond, 1}}, NOT_APART, 0},
        {{{"a", move, 2}, {"b", perhaps, 1}}, NOT_APART, 0},
        {{{"a", beyond, 1}, {"b", beyond, 1}}, NOT_APART, 0},
        {{{"a", wrong_ranges, 3}, {NULL, NULL, 0}}, "a range has no number in it", 2},
        {{{"a", no_kind, 2}, {"b", no_kind, 2}}, "no field is of this kind", 2},
        {{{"a", no_kind, 2}, {long_name, move, 2}}, "no field is of this kind", 2},
        {{{"a", move, 2}, {"b", no_kind, 2}}, "no field is of this kind", 2},
        {{{"a", twice, 2}, {NULL, NULL, 0}}, "a text is not found, or twice", 0},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_schema schema;
        gdv_schema_error error;
        const bool right = rows[index].message[0] == '\0';
        const size_t count = rows[index].tables[1].name == NULL ? 1 : 2;
        cr_expect_eq(schema_from(rows[index].tables, count, &schema, &error), right ? GDV_OK : GDV_E_SCHEMA_SYNTAX,
                     "row %zu: %s", index, error.message);
        cr_expect_eq(error.code, right ? GDV_OK : GDV_E_SCHEMA_SYNTAX, "row %zu", index);
        cr_expect_str_eq(error.message, rows[index].message, "row %zu: %s", index, error.message);
        cr_expect_eq(error.line, rows[index].line, "row %zu: %u", index, error.line);
        cr_expect_eq(schema.form != NULL, right);
        cr_expect(error.source == 0 && error.column == 0);
        cr_expect_eq(error.need, right ? gdv_schema_size(&schema) : 0u, "row %zu", index);
    }
}

/* Packets that are dictionaries are no packets of another type; and are told apart by one key, wherever it stands. */
Test(field_tables, what_is_no_packet)
{
    static const struct {
        const char *calls;
        const char *line;
        uint32_t packet;
    } rows[] = {
        {"dict str=type str=move str=x nil end", "", 0},
        {"dict str=kind str=move str=type str=fly end", "", 1},
        {"dict str=type str=fly end", "MISSING_KEY packet: key \"kind\" is missing (packet b)", 1},
        {"dict str=type str=fly str=kind str=move str=x nil end",
         "UNKNOWN_KEY .x: the schema has no such key (packet b)", 1},
        {"nil", "NO_SUCH_PACKET", GDV_NONE},
        {"true", "NO_SUCH_PACKET", GDV_NONE},
        {"int=1", "NO_SUCH_PACKET", GDV_NONE},
        {"float=1", "NO_SUCH_PACKET", GDV_NONE},
        {"str=move", "NO_SUCH_PACKET", GDV_NONE},
        {"i32=Vector2i,1,2", "NO_SUCH_PACKET", GDV_NONE},
        {"array str=type str=move end", "NO_SUCH_PACKET", GDV_NONE},
        {"f32=PackedColorArray,0,0,0,0", "NO_SUCH_PACKET", GDV_NONE},
    };
    const gdv_field_table tables[] = {{"a", move, 2}, {"b", same_text, 2}};
    gdv_schema schema;
    gdv_schema_error error;
    cr_assert_eq(schema_from(tables, 2, &schema, &error), GDV_OK);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        checked got;
        checked_calls(&got, &schema, NULL, rows[index].calls);
        const bool whole = rows[index].packet != GDV_NONE;
        cr_expect(whole ? strcmp(got.line, rows[index].line) == 0 : got.code == GDV_E_NO_SUCH_PACKET, "row %zu: %s",
                  index, got.line);
        cr_expect_eq(got.match.packet, rows[index].packet, "row %zu", index);
    }
}
