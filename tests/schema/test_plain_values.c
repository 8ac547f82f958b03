/* SPDX-License-Identifier: MIT */
/* Plain values at both ends of what their rules let pass, in the bytes that packets have: lengths, ranges of packed ints
 * that end one before all ints do, bools of more than one bit, and the part of a text that engines keep. Each row is
 * checked as the outermost value and in an array. Promises 1, 3 and 6. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef uint32_t maker(draft *of);

typedef struct row {
    maker *make;
    const char *hex; /* of the value */
    gdv_status code;
} row;

static gdv_schema outermost(maker *make)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t only = draft_rule(made, GDV_RULE_UNION);
    draft_packet(made, "one", 0);
    uint32_t rule = make(made);
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        draft_alternative(made, only, (gdv_type)type, rule);
        draft_root(made, (gdv_type)type, only);
    }
    return draft_load(made);
}

static gdv_schema in_an_array(maker *make)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t only = draft_array(made, 0, 0, 9);
    uint32_t rule = make(made);
    draft_packet(made, "one", 0);
    draft_at(made, only)->value = rule;
    draft_root(made, GDV_TYPE_ARRAY, only);
    return draft_load(made);
}

static void rows_hold(const row *rows, size_t count, const gdv_policy *policy)
{
    for (size_t index = 0; index < count; index += 1) {
        char hex[256];
        checked got;
        gdv_schema schema = outermost(rows[index].make);
        packet bytes = packet_from_hex(rows[index].hex);
        checked_bytes(&got, &schema, policy, bytes.bytes, bytes.size);
        cr_expect_eq(got.code, rows[index].code, "row %zu: %s", index, got.line);
        packet_free(&bytes);
        draft_drop(&schema);
        schema = in_an_array(rows[index].make);
        (void)snprintf(hex, sizeof hex, "1c000000 01000000 %s", rows[index].hex);
        bytes = packet_from_hex(hex);
        checked_bytes(&got, &schema, policy, bytes.bytes, bytes.size);
        cr_expect_eq(got.code, rows[index].code, "row %zu in an array: %s", index, got.line);
        packet_free(&bytes);
        draft_drop(&schema);
    }
}

static uint32_t bool_of(draft *of, int64_t only)
{
    uint32_t rule = draft_rule(of, GDV_RULE_BOOL);
    draft_at(of, rule)->lowest = only;
    draft_at(of, rule)->highest = only;
    return rule;
}

static uint32_t only_true(draft *of)
{
    return bool_of(of, 1);
}

static uint32_t only_false(draft *of)
{
    return bool_of(of, 0);
}

/* Engines take every word but 0 for true. */
Test(plain_values, bools_of_any_bit)
{
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_BOOL);
    static const row rows[] = {
        {only_true, "01000000 00000001", GDV_OK},
        {only_true, "01000000 01000000", GDV_OK},
        {only_false, "01000000 00000001", GDV_E_NOT_A_MEMBER},
        {only_false, "01000000 00000000", GDV_OK},
        {only_true, "01000000 00000000", GDV_E_NOT_A_MEMBER},
    };
    rows_hold(rows, COUNT_OF(rows), &policy);
}

static uint32_t two_or_three_bytes(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_BYTES);
    draft_at(of, rule)->least = 2;
    draft_at(of, rule)->most = 3;
    return rule;
}

static uint32_t two_or_three_of_text(draft *of)
{
    return draft_text(of, 2, 3, 0);
}

Test(plain_values, lengths_at_both_ends)
{
    static const row rows[] = {
        {two_or_three_bytes, "1d000000 01000000 01000000", GDV_E_WRONG_LENGTH},
        {two_or_three_bytes, "1d000000 02000000 01010000", GDV_OK},
        {two_or_three_bytes, "1d000000 03000000 01010100", GDV_OK},
        {two_or_three_bytes, "1d000000 04000000 01010101", GDV_E_WRONG_LENGTH},
        {two_or_three_bytes, "04000000 02000000 61610000", GDV_E_WRONG_TYPE},
        {two_or_three_of_text, "04000000 01000000 61000000", GDV_E_WRONG_LENGTH},
        {two_or_three_of_text, "04000000 02000000 61610000", GDV_OK},
        {two_or_three_of_text, "15000000 03000000 61616100", GDV_OK},
        {two_or_three_of_text, "15000000 04000000 61616161", GDV_E_WRONG_LENGTH},
        {two_or_three_of_text, "1d000000 02000000 61610000", GDV_E_WRONG_TYPE},
    };
    rows_hold(rows, COUNT_OF(rows), NULL);
}

static uint32_t packed(draft *of, gdv_type type, int64_t lowest, int64_t highest)
{
    uint32_t rule = draft_rule(of, GDV_RULE_PACKED);
    draft_at(of, rule)->type = (uint8_t)type;
    draft_at(of, rule)->lowest = lowest;
    draft_at(of, rule)->highest = highest;
    return rule;
}

static uint32_t all_int64(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT64_ARRAY, INT64_MIN, INT64_MAX);
}

static uint32_t all_but_the_lowest(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT64_ARRAY, INT64_MIN + 1, INT64_MAX);
}

static uint32_t all_but_the_highest(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT64_ARRAY, INT64_MIN, INT64_MAX - 1);
}

static uint32_t natural_int32(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT32_ARRAY, 0, INT64_MAX);
}

static uint32_t negative_int32(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT32_ARRAY, INT64_MIN, -1);
}

static uint32_t some_doubles(draft *of)
{
    uint32_t rule = packed(of, GDV_TYPE_PACKED_FLOAT64_ARRAY, INT64_MIN, INT64_MAX);
    draft_floats(of, rule, 0.25, 1.0);
    return rule;
}

static uint32_t some_floats(draft *of)
{
    uint32_t rule = packed(of, GDV_TYPE_PACKED_FLOAT32_ARRAY, INT64_MIN, INT64_MAX);
    draft_floats(of, rule, 0.25, 1.0);
    return rule;
}

Test(plain_values, packed_numbers_at_both_ends)
{
#define LOWEST "1f000000 01000000 0000000000000080"
#define HIGHEST "1f000000 01000000 ffffffffffffff7f"
    static const row rows[] = {
        {all_int64, LOWEST, GDV_OK},
        {all_int64, HIGHEST, GDV_OK},
        {all_but_the_lowest, LOWEST, GDV_E_OUT_OF_RANGE},
        {all_but_the_lowest, "1f000000 01000000 0100000000000080", GDV_OK},
        {all_but_the_lowest, "1f000000 02000000 0000000000000000 0000000000000080", GDV_E_OUT_OF_RANGE},
        {all_but_the_highest, HIGHEST, GDV_E_OUT_OF_RANGE},
        {all_but_the_highest, "1f000000 01000000 feffffffffffff7f", GDV_OK},
        {natural_int32, "1e000000 02000000 00000000 ffffff7f", GDV_OK},
        {natural_int32, "1e000000 02000000 00000000 ffffffff", GDV_E_OUT_OF_RANGE},
        {negative_int32, "1e000000 02000000 ffffffff 00000080", GDV_OK},
        {negative_int32, "1e000000 02000000 ffffffff 00000000", GDV_E_OUT_OF_RANGE},
        {some_doubles, "21000000 02000000 000000000000e03f 000000000000f03f", GDV_OK},
        {some_doubles, "21000000 02000000 000000000000e03f 000000000000d03f", GDV_OK},
        {some_doubles, "21000000 02000000 000000000000e03f 0000000000000040", GDV_E_OUT_OF_RANGE},
        {some_floats, "20000000 02000000 0000003f 0000803f", GDV_OK},
        {some_floats, "20000000 02000000 0000003f 00000040", GDV_E_OUT_OF_RANGE},
    };
    rows_hold(rows, COUNT_OF(rows), NULL);
}

static uint32_t a_string(draft *of)
{
    uint32_t rule = draft_literal(of, "a");
    draft_at(of, rule)->flags = GDV_RULE_SET | GDV_RULE_STRING;
    return rule;
}

static uint32_t a_name(draft *of)
{
    uint32_t rule = draft_literal(of, "a");
    draft_at(of, rule)->flags = GDV_RULE_SET | GDV_RULE_NAME;
    return rule;
}

static uint32_t one_letter(draft *of)
{
    return draft_text(of, 1, 1, 0);
}

static uint32_t two_letters(draft *of)
{
    return draft_text(of, 2, 2, 0);
}

static uint32_t strings(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_STRINGS);
    draft_at(of, rule)->value = one_letter(of);
    return rule;
}

#define STRING "04000000 01000000 61000000"
#define NAME "15000000 01000000 61000000"

Test(plain_values, sets_of_one_type_of_text)
{
    static const row rows[] = {
        {a_string, STRING, GDV_OK},
        {a_string, NAME, GDV_E_WRONG_TYPE},
        {a_name, NAME, GDV_OK},
        {a_name, STRING, GDV_E_WRONG_TYPE},
    };
    rows_hold(rows, COUNT_OF(rows), NULL);
}

/* "a", NUL, "b"; a byte order mark and "a": where they are permitted, engines keep "a". */
Test(plain_values, the_part_of_a_text_that_engines_keep)
{
    static const row cut[] = {
        {one_letter, "04000000 03000000 61006200", GDV_OK},
        {one_letter, "15000000 03000000 61006200", GDV_OK},
        {two_letters, "04000000 03000000 61006200", GDV_E_WRONG_LENGTH},
        {two_or_three_of_text, "04000000 03000000 61006200", GDV_E_WRONG_LENGTH},
        {two_letters, "04000000 02000000 61620000", GDV_OK},
        {a_string, "04000000 03000000 61006200", GDV_OK},
        {strings, "22000000 01000000 04000000 61006200", GDV_OK},
    };
    static const row marked[] = {
        {one_letter, "04000000 04000000 efbbbf61", GDV_OK},
        {two_letters, "04000000 04000000 efbbbf61", GDV_E_WRONG_LENGTH},
        {a_string, "04000000 04000000 efbbbf61", GDV_OK},
        {strings, "22000000 01000000 05000000 efbbbf6100000000", GDV_OK},
    };
    const gdv_policy nul = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_NUL);
    const gdv_policy bom = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_BOM);
    rows_hold(cut, COUNT_OF(cut), &nul);
    rows_hold(marked, COUNT_OF(marked), &bom);
}

/* What is said of a packet that is none, and of a call that is wrong: no packet, no rule, no values. */
Test(plain_values, what_is_said_where_there_is_no_packet)
{
    static const uint8_t cut_off[] = {4, 0};
    gdv_schema schema = outermost(one_letter);
    gdv_match match;
    gdv_violation violation;
    gdv_node nodes[8];
    memset(&match, 0x5a, sizeof match);
    memset(&violation, 0x5a, sizeof violation);
    match.struct_size = sizeof match;
    violation.struct_size = sizeof violation;
    cr_expect_eq(gdv_schema_check(&schema, cut_off, sizeof cut_off, NULL, nodes, 8, &match, &violation),
                 GDV_E_TRUNCATED);
    cr_expect(violation.packet == GDV_NONE && violation.rule == GDV_NONE && violation.found[0] == '\0');
    cr_expect(match.packet == GDV_NONE && match.count == 0);
    memset(&match, 0x5a, sizeof match);
    memset(&violation, 0x5a, sizeof violation);
    match.struct_size = sizeof match;
    violation.struct_size = sizeof violation;
    cr_expect_eq(gdv_schema_check(NULL, cut_off, sizeof cut_off, NULL, nodes, 8, &match, &violation),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(violation.report.code, GDV_E_BAD_ARGUMENT);
    cr_expect(violation.packet == GDV_NONE && violation.rule == GDV_NONE && violation.found[0] == '\0');
    cr_expect(match.packet == GDV_NONE && match.count == 0 && match.struct_size == sizeof match);
    draft_drop(&schema);
}

/* A packet that breaks its schema has no values to be read, also where it has fields. */
Test(plain_values, a_match_of_what_is_refused_is_empty)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    draft_packet(made, "one", 0);
    draft_field(made, rule, "a", draft_int(made, 0, 9), 0);
    draft_root(made, GDV_TYPE_DICTIONARY, rule);
    gdv_schema schema = draft_load(made);
    checked got;
    checked_calls(&got, &schema, NULL, "dict str=a int=10 end");
    cr_expect_eq(got.code, GDV_E_OUT_OF_RANGE);
    cr_expect_eq(got.match.packet, 0u);
    cr_expect_eq(got.match.count, 0u);
    checked_calls(&got, &schema, NULL, "dict str=a int=9 end");
    cr_expect_eq(got.match.count, 1u);
    draft_drop(&schema);
}
