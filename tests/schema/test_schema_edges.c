/* SPDX-License-Identifier: MIT */
/* What the other tests of schemas pass by: ends of ranges that no float has, sets of nothing, ints as tags, names that
 * are long, texts that end without their NUL, and forms that say they are larger than any. Promises 1, 3 and 6. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/schema_fields.h>

#include "lib/schema/index.h"
#include "lib/schema/range.h"
#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The bits of floats are counted by hand from the double's. Casts, as some machines keep more bits of a constant. */
Test(schema_edges, ends_are_rounded_outward)
{
    const double infinite = (double)INFINITY;
    cr_expect_eq(gdv_float_below(0.5), 0.5f);
    cr_expect_eq(gdv_float_above(0.5), 0.5f);
    cr_expect_eq(gdv_float_below(3.141592653589793), (float)3.1415925f);
    cr_expect_eq(gdv_float_above(3.141592653589793), (float)3.1415927f);
    cr_expect_eq(gdv_float_below(-3.141592653589793), (float)-3.1415927f);
    cr_expect_eq(gdv_float_above(-3.141592653589793), (float)-3.1415925f);
    cr_expect_eq(gdv_float_below(0.1), (float)0.099999994f);
    cr_expect_eq(gdv_float_below(1e39), FLT_MAX);
    cr_expect_eq(gdv_float_above(1e39), FLT_MAX);
    cr_expect_eq(gdv_float_below(-1e39), -FLT_MAX);
    cr_expect_eq(gdv_float_below(DBL_MAX), FLT_MAX);
    cr_expect_eq(gdv_float_below(infinite), INFINITY);
    cr_expect_eq(gdv_float_below(-infinite), -INFINITY);
    cr_expect_eq(gdv_float_above(infinite), INFINITY);
    cr_expect_eq(gdv_float_below(1e-60), 0.0f);
    cr_expect_eq(gdv_float_below(-1e-60), -FLT_TRUE_MIN);
    cr_expect_eq(gdv_float_above(1e-60), FLT_TRUE_MIN);
    cr_expect_eq(gdv_float_nearest(0.1), (double)(float)0.1f);
    cr_expect_eq(gdv_float_nearest(-1e300), -(double)FLT_MAX);
}

static gdv_schema alone(draft *made, gdv_type type)
{
    draft_packet(made, "one", 0);
    draft_root(made, type, 0);
    return draft_load(made);
}

static void line_is(const gdv_schema *schema, const gdv_policy *policy, const char *calls, const char *expected)
{
    checked got;
    checked_calls(&got, schema, policy, calls);
    cr_expect_str_eq(got.line, expected, "%s: %s", calls, got.line);
}

Test(schema_edges, sets_of_nothing_admit_nothing)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_INT);
    draft_at(made, rule)->flags = GDV_RULE_SET;
    gdv_schema schema = alone(made, GDV_TYPE_INT);
    line_is(&schema, NULL, "int=0",
            "NOT_A_MEMBER NOT_A_MEMBER at 0: value is none of those that the schema lists (packet one)");
    draft_drop(&schema);
    made = draft_new(GDV_DIALECT_GODOT4_4);
    rule = draft_rule(made, GDV_RULE_FLOAT);
    draft_at(made, rule)->flags = GDV_RULE_SET;
    schema = alone(made, GDV_TYPE_FLOAT);
    line_is(&schema, NULL, "float=0",
            "NOT_A_MEMBER NOT_A_MEMBER at 0: value is none of those that the schema lists (packet one)");
    draft_drop(&schema);
}

Test(schema_edges, one_number_stands_alone)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_float(made, 2.5, 2.5);
    gdv_schema schema = alone(made, GDV_TYPE_FLOAT);
    line_is(&schema, NULL, "float=2", "OUT_OF_RANGE packet: 2 is not 2.5 (packet one)");
    line_is(&schema, NULL, "float=2.5", "");
    draft_drop(&schema);
}

Test(schema_edges, a_part_of_the_outermost_value)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_math(made, GDV_TYPE_VECTOR2, 0.0, 1.0);
    gdv_schema schema = alone(made, GDV_TYPE_VECTOR2);
    line_is(&schema, NULL, "f32=Vector2,0,2", "OUT_OF_RANGE .y: 2 is not in 0..1 (packet one)");
    line_is(&schema, NULL, "f32=Vector2,0,1", "");
    draft_drop(&schema);
    made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_PACKED);
    draft_at(made, rule)->type = GDV_TYPE_PACKED_COLOR_ARRAY;
    draft_floats(made, rule, 0.0, 1.0);
    schema = alone(made, GDV_TYPE_PACKED_COLOR_ARRAY);
    line_is(&schema, NULL, "f32=PackedColorArray,0,0,0,0,0,0,2,0", "OUT_OF_RANGE [1].b: 2 is not in 0..1 (packet one)");
    draft_drop(&schema);
    made = draft_new(GDV_DIALECT_GODOT4_4);
    rule = draft_rule(made, GDV_RULE_BYTES);
    draft_at(made, rule)->most = 2;
    schema = alone(made, GDV_TYPE_PACKED_BYTE_ARRAY);
    line_is(&schema, NULL, "bytes=0102", "");
    line_is(&schema, NULL, "bytes=010203", "WRONG_LENGTH packet: length 3 is not in 0..2 (packet one)");
    draft_drop(&schema);
}

Test(schema_edges, arrays_of_plain_values)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_array(made, 1, 0, 9);
    (void)draft_int(made, 0, 9);
    gdv_schema schema = alone(made, GDV_TYPE_ARRAY);
    line_is(&schema, NULL, "array int=1 int=2 end", "");
    line_is(&schema, NULL, "array int=1 int=10 end", "OUT_OF_RANGE [1]: 10 is not in 0..9");
    draft_drop(&schema);
}

/* Pandemonium's arrays of one type. */
Test(schema_edges, typed_arrays_of_another_family)
{
    draft *made = draft_new(GDV_DIALECT_PANDEMONIUM_40);
    uint32_t array = draft_array(made, 1, 0, 9);
    draft_at(made, array)->type = GDV_TYPE_TYPED_ARRAY;
    (void)draft_int(made, 0, 9);
    gdv_schema schema = alone(made, GDV_TYPE_TYPED_ARRAY);
    line_is(&schema, NULL, "tarray=int int=1 int=2 end", "");
    line_is(&schema, NULL, "tarray=int int=1 int=10 end", "OUT_OF_RANGE [1]: 10 is not in 0..9");
    draft_drop(&schema);
}

/* { 1: "a", .. } | { 1: "b", 5: int }, and a key that is missing. */
Test(schema_edges, ints_as_tags_and_keys)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t tuple = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t either = draft_rule(made, GDV_RULE_TAGGED);
    draft_at(made, either)->key = GDV_NONE;
    draft_at(made, either)->lowest = 1;
    draft_field(made, tuple, NULL, either, 0);
    uint32_t one = draft_rule(made, GDV_RULE_RECORD);
    draft_int_field(made, one, 1, draft_literal(made, "a"), 0);
    uint32_t two = draft_rule(made, GDV_RULE_RECORD);
    draft_field(made, two, "x", draft_int(made, 0, 9), GDV_FIELD_OPTIONAL);
    draft_int_field(made, two, 1, draft_literal(made, "b"), 0);
    draft_int_field(made, two, 5, draft_int(made, 0, 9), 0);
    draft_case(made, either, "a", one);
    draft_case(made, either, "b", two);
    gdv_schema schema = alone(made, GDV_TYPE_ARRAY);
    line_is(&schema, NULL, "array dict int=1 str=a end end", "");
    line_is(&schema, NULL, "array dict str=x int=3 int=2 true int=5 int=5 int=1 str=b end end",
            "UNKNOWN_KEY [0]{2}: the schema has no such key");
    line_is(&schema, NULL, "array dict int=5 int=5 int=1 str=b end end", "");
    line_is(&schema, NULL, "array dict int=1 str=b end end", "MISSING_KEY [0]: key 5 is missing");
    line_is(&schema, NULL, "array dict str=1 str=b int=2 nil end end", "MISSING_KEY [0]: key 1 is missing");
    line_is(&schema, NULL, "array dict int=5000000000 nil int=1 str=a end end",
            "UNKNOWN_KEY [0]{5000000000}: the schema has no such key");
    line_is(&schema, NULL, "array dict int=1 int=5000000000 end end",
            "NO_ALTERNATIVE [0]{1}: int 5000000000 is not one of \"a\", \"b\"");
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_NUL);
    line_is(&schema, &policy, "array dict int=1 str=b int=5 int=5 str=x int=1 end end", "");
    draft_drop(&schema);
}

Test(schema_edges, long_words_are_cut)
{
    static const char *const names[] = {"a rather long name of a member", "another name, as long as that",
                                        "and \"one\" \\ more", "so that they do not fit"};
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_text(made, 0, 9, 0);
    for (size_t index = 0; index < COUNT_OF(names); index += 1) {
        draft_member(made, rule, names[index]);
    }
    gdv_schema schema = alone(made, GDV_TYPE_STRING);
    line_is(&schema, NULL, "str=%22%5c",
            "NOT_A_MEMBER packet: \"\\x22\\x5c\" is not one of \"a rather long name of a member\", \"another name, as "
            "long as "
            "that\", \"an.. (packet one)");
    line_is(&schema, NULL, "str=another%20name%2c%20as%20long%20as%20this",
            "NOT_A_MEMBER packet: \"another name, as long as this\" is not one of \"a rather long name of a member\", "
            "\"another name, as long as that\", \"an.. (packet one)");
    line_is(&schema, NULL, "str=another%20nama%2c%20as%20long%20as%20that",
            "NOT_A_MEMBER packet: \"another nama, as long as that\" is not one of \"a rather long name of a member\", "
            "\"another name, as long as that\", \"an.. (packet one)");
    char calls[256] = "str=";
    memset(calls + 4, 'x', 200);
    checked got;
    checked_calls(&got, &schema, NULL, calls);
    cr_expect_eq(strlen(got.violation.found), sizeof got.violation.found - 1);
    cr_expect_str_eq(got.violation.found + sizeof got.violation.found - 3, "..");
    draft_drop(&schema);
    made = draft_new(GDV_DIALECT_GODOT4_4);
    rule = draft_rule(made, GDV_RULE_INT);
    for (int64_t number = 0; number < 30; number += 1) {
        draft_int_member(made, rule, INT64_MIN + number);
    }
    schema = alone(made, GDV_TYPE_INT);
    checked_calls(&got, &schema, NULL, "int=1");
    cr_expect_eq(strlen(got.violation.expected), sizeof got.violation.expected - 1);
    draft_drop(&schema);
}

/* A dialect without StringName: what only such a one could be nothing is. */
Test(schema_edges, a_type_that_the_dialect_lacks)
{
    draft *made = draft_new(GDV_DIALECT_GODOT3);
    uint32_t rule = draft_rule(made, GDV_RULE_TEXT);
    draft_at(made, rule)->flags = GDV_RULE_NAME;
    gdv_schema schema = alone(made, GDV_TYPE_STRING);
    line_is(&schema, NULL, "str=a", "WRONG_TYPE packet: String \"a\" is not StringName (packet one)");
    draft_drop(&schema);
}

/* PackedStringArray of "ab" without its NUL, and of a text of no bytes at all, which a policy may permit. */
Test(schema_edges, strings_without_their_end)
{
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_TERMINATOR);
    static const struct {
        const char *hex;
        const char *line;
    } rows[] = {
        {"22000000 01000000 02000000 61620000", ""},
        {"22000000 01000000 00000000", "NOT_A_MEMBER [0]: \"\" is not \"ab\" (packet one)"},
    };
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t strings = draft_rule(made, GDV_RULE_STRINGS);
    uint32_t member = draft_literal(made, "ab");
    draft_at(made, strings)->value = member;
    draft_name(made, strings + 1, "one", 0);
    draft_at(made, strings + 1)->flags |= GDV_RULE_OF_PACKET;
    gdv_schema schema = alone(made, GDV_TYPE_PACKED_STRING_ARRAY);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        checked got;
        checked_bytes(&got, &schema, &policy, bytes.bytes, bytes.size);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu: %s", index, got.line);
        packet_free(&bytes);
    }
    draft_drop(&schema);
}

Test(schema_edges, forms_that_say_they_are_larger_than_any)
{
    _Alignas(8) gdv_form form;
    gdv_schema schema;
    const size_t most = GDV_FORM_MAX_SIZE;
    memset(&form, 0, sizeof form);
    form.mark = GDV_FORM_MARK;
    form.version = GDV_FORM_VERSION;
    form.size = GDV_FORM_MAX_SIZE + 8;
    cr_expect_eq(gdv_schema_load(&form, sizeof form, &schema, NULL), GDV_E_SCHEMA_FORM);
    form.size = GDV_FORM_MAX_SIZE;
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        form.tables[part].offset = part == 0 ? sizeof form : GDV_FORM_MAX_SIZE;
    }
    form.tables[GDV_FORM_RULES].count =
        GDV_FORM_MAX_RULES + 1; /* nothing beyond the header is read before that is seen */
    gdv_form *block = calloc(1, sizeof form);
    memcpy(block, &form, sizeof form);
    cr_expect_eq(gdv_schema_load(block, most, &schema, NULL), GDV_E_SCHEMA_FORM);
    block->size = GDV_FORM_MAX_SIZE + 8;
    cr_expect_eq(gdv_schema_load(block, most + 8, &schema, NULL), GDV_E_SCHEMA_FORM);
    free(block);
    cr_expect_eq(gdv_index_bits(UINT32_MAX / 4), GDV_FORM_MAX_BITS);
}

Test(schema_edges, names_of_sources_and_numbers)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_FLOAT);
    draft_float_member(made, rule, 2.5);
    draft_packet(made, "one.gdvs", 0);
    draft_root(made, GDV_TYPE_FLOAT, 0);
    draft_name(made, 0, "T", 1);
    gdv_form *form = draft_form(made);
    draft_free(made);
    form->source_count = 2;
    ((gdv_rule *)(void *)((uint8_t *)form + form->tables[GDV_FORM_RULES].offset))->source = 1;
    gdv_schema schema;
    cr_assert_eq(gdv_schema_load(form, form->size, &schema, NULL), GDV_OK);
    cr_expect_str_eq(gdv_schema_source_name(&schema, 0), "one.gdvs");
    cr_expect_str_eq(gdv_schema_source_name(&schema, 1), "T");
    cr_expect_str_eq(gdv_schema_source_name(&schema, 2), "");
    cr_expect_eq(gdv_schema_double(&schema, 0), 2.5);
    cr_expect_eq(gdv_schema_int(&schema, 0), 0x4004000000000000);
    ((gdv_rule *)(void *)((uint8_t *)form + form->tables[GDV_FORM_RULES].offset))->source = 2;
    cr_expect_eq(gdv_schema_load(form, form->size, &schema, NULL), GDV_E_SCHEMA_FORM);
    free(form);
}

static const gdv_field alike[] = {
    GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED),
    GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED),
    GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED),
};

Test(schema_edges, tables_beside_the_usual)
{
    static uint64_t memory[1024];
    static char long_key[2000];
    memset(long_key, 'k', sizeof long_key - 1);
    const gdv_field too_long[] = {GDV_FIELD_ANY(long_key, GDV_NOT_STORED), GDV_FIELD_ANY("a", GDV_NOT_STORED)};
    const gdv_field numbers[] = {GDV_FIELD_NUMBER("n", -GDV_NO_END, GDV_NO_END, 0), GDV_FIELD_LITERAL("t", "x")};
    const gdv_field other[] = {GDV_FIELD_LITERAL("u", "y"), GDV_FIELD_LITERAL("t", "y")};
    const gdv_field_table one = {"a", alike, 9};
    const gdv_field_table two = {"a", too_long, 2};
    const gdv_field_table pair[] = {{"a", numbers, 2}, {"b", other, 2}};
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    cr_expect_eq(gdv_schema_from_fields(&one, 1, dialect, memory, sizeof memory, &schema, NULL), GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(gdv_schema_from_fields(&two, 1, dialect, memory, sizeof memory, &schema, &error), GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(error.line, 1u);
    const gdv_field_table *last = (const gdv_field_table *)(UINTPTR_MAX - 7); /* NOLINT(performance-no-int-to-ptr) */
    cr_expect_eq(gdv_schema_from_fields(last, 2, dialect, memory, sizeof memory, &schema, NULL), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(gdv_schema_from_fields(pair, 2, dialect, memory, sizeof memory, &schema, NULL), GDV_OK);
    line_is(&schema, NULL, "dict str=n int=-9223372036854775808 str=t str=x end", "");
    line_is(&schema, NULL, "dict str=n int=9223372036854775807 str=t str=x end", "");
    line_is(&schema, NULL, "dict str=u str=y str=t str=y end", "");
    const gdv_field far_up[] = {GDV_FIELD_NUMBER("n", 1e300, GDV_NO_END, GDV_NOT_STORED)};
    const gdv_field_table up = {"a", far_up, 1};
    cr_assert_eq(gdv_schema_from_fields(&up, 1, dialect, memory, sizeof memory, &schema, &error), GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(error.line, 1u);
    cr_expect_str_eq(error.message, "a range has no number in it");
}

/* 2^63 is the least double above all ints, and 1024 below it is the one before. */
Test(schema_edges, ints_nearest_to_the_ends_of_a_range)
{
    static const struct {
        double number;
        bool least_is_one;
        int64_t least;
        bool greatest_is_one;
        int64_t greatest;
    } rows[] = {
        {0.0, true, 0, true, 0},
        {5.0, true, 5, true, 5},
        {0.5, true, 1, true, 0},
        {-0.5, true, 0, true, -1},
        {-5.0, true, -5, true, -5},
        {9223372036854774784.0, true, 9223372036854774784, true, 9223372036854774784},
        {9223372036854775808.0, false, INT64_MAX, true, INT64_MAX},
        {-9223372036854775808.0, true, INT64_MIN, true, INT64_MIN},
        {-9223372036854777856.0, true, INT64_MIN, false, INT64_MIN},
        {(double)INFINITY, false, INT64_MAX, true, INT64_MAX},
        {-(double)INFINITY, true, INT64_MIN, false, INT64_MIN},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        int64_t least = 7;
        int64_t greatest = 7;
        cr_expect_eq(gdv_least_int(rows[index].number, &least), rows[index].least_is_one, "row %zu", index);
        cr_expect_eq(least, rows[index].least, "row %zu", index);
        cr_expect_eq(gdv_greatest_int(rows[index].number, &greatest), rows[index].greatest_is_one, "row %zu", index);
        cr_expect_eq(greatest, rows[index].greatest, "row %zu", index);
    }
}

/* A number of 64 bits, as an int, in a double. */
Test(schema_edges, wide_ints_fill_doubles)
{
    static uint64_t memory[256];
    const gdv_field fields[] = {GDV_FIELD_NUMBER("n", 0, 1e12, 0)};
    const gdv_field_table from = {"a", fields, 1};
    gdv_schema schema;
    cr_assert_eq(gdv_schema_from_fields(&from, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, NULL), GDV_OK);
    packet bytes = packet_from_hex("1b000000 01000000 04000000 01000000 6e000000 02000100 00f2052a 01000000");
    gdv_node nodes[16];
    gdv_match match = {.struct_size = sizeof match};
    double filled = 0.0;
    cr_assert_eq(gdv_schema_check(&schema, bytes.bytes, bytes.size, NULL, nodes, 16, &match, NULL), GDV_OK);
    cr_assert_eq(gdv_match_fill(&match, &from, &filled, sizeof filled), GDV_OK);
    cr_expect_eq(filled, 5000000000.0);
    packet_free(&bytes);
}

/* Keys that differ late, and values that are kept nowhere. */
Test(schema_edges, long_keys_and_values_that_are_not_kept)
{
    static char keys[300][8];
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    uint32_t inner = draft_rule(made, GDV_RULE_RECORD);
    draft_field(made, inner, "b", any, 0);
    draft_field(made, record, "_Zkey_of_seventeen", any, 0);
    draft_field(made, record, "_Zkey_of_seventeem", any, 0);
    draft_field(made, record, "_Zkey_of_seventeenth_or_so", any, 0);
    draft_field(made, record, "_Zkey_of_it", any, GDV_FIELD_OPTIONAL);
    draft_field(made, record, "a", inner, 0);
    for (uint32_t index = 0; index < COUNT_OF(keys); index += 1) {
        snprintf(keys[index], sizeof keys[index], "k%u", index);
        draft_field(made, record, keys[index], any, GDV_FIELD_OPTIONAL);
    }
    gdv_schema schema = alone(made, GDV_TYPE_DICTIONARY);
#define THREE                                                                                                          \
    "dict str=_Zkey_of_seventeen nil str=_Zkey_of_seventeem nil str=_Zkey_of_seventeenth_or_so nil str=a dict str=b "  \
    "nil end"
    line_is(&schema, NULL, THREE " end", "");
    line_is(&schema, NULL, THREE " str=k299 nil str=k298 nil str=_Zkey_of_it nil end", "");
    line_is(&schema, NULL, "dict str=_Zkey_of_sevennenn nil end",
            "UNKNOWN_KEY ._Zkey_of_sevennenn: the schema has no such key (packet one)");
    line_is(&schema, NULL, "dict str=_ZkeY_of_seventeen nil end",
            "UNKNOWN_KEY ._ZkeY_of_seventeen: the schema has no such key (packet one)");
    cr_expect_eq(gdv_schema_value_of(&schema, 0, "._Zkey_of_seventeem"), 1u);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".a"), 4u);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".a.b"), GDV_NONE);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".k1"), 6u);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".k299"), GDV_NONE);
    char path[400] = ".";
    memset(path + 1, 'k', 300);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, path), GDV_NONE);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".a{"), GDV_NONE);
    cr_expect_eq(gdv_schema_value_of(&schema, 0, ".a@"), GDV_NONE);
    draft_drop(&schema);
}

/* A tag among keys that differ from it at their beginning, and at their end. */
Test(schema_edges, a_tag_is_all_of_its_key)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    draft_at(made, record)->flags |= GDV_RULE_OPEN;
    draft_field(made, record, "the_kind_of_it_all", draft_literal(made, "x"), 0);
    uint32_t root = draft_rule(made, GDV_RULE_TAGGED);
    draft_tag(made, root, "the_kind_of_it_all");
    draft_case(made, root, "x", record);
    draft_at(made, root)->flags |= GDV_RULE_ROOT;
    draft_packet(made, "one", 0);
    draft_root(made, GDV_TYPE_DICTIONARY, root);
    gdv_schema schema = draft_load(made);
    line_is(&schema, NULL,
            "dict str=The_kind_of_it_all nil str=the_kind_of_it_alL nil str=the_kind_of_it_all str=x end", "");
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_BOM);
    line_is(&schema, &policy, "dict str=the_kind_of_it_all str=x end", "");
    line_is(&schema, NULL, "dict str=the_kind_oF_it_all nil end",
            "NO_SUCH_PACKET packet: Dictionary is not one with the key \"the_kind_of_it_all\"");
    draft_drop(&schema);
}
