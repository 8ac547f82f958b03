/* SPDX-License-Identifier: MIT */
/* What a violation says beside its code: which rule and packet, in what text, and what stands in which words; and the
 * sentence of one that a program filled by hand. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/checked.h"
#include "tests/support/draft.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static gdv_schema alone_of(draft *made, gdv_type type)
{
    draft_packet(made, "one", 0);
    draft_root(made, type, 0);
    return draft_load(made);
}

/* The packet that these calls write is refused with that line; the schema is of one packet, and goes. */
static void line_of(gdv_schema *schema, const char *calls, const char *expected)
{
    checked got;
    checked_calls(&got, schema, NULL, calls);
    cr_expect_str_eq(got.line, expected, "%s", got.line);
    draft_drop(schema);
}

Test(violation_fields, rule_packet_and_text_are_numbered)
{
    static const char first[] = "include \"more\"\npacket a = { t: \"a\", n: int 0..5 }\n";
    static const char second[] = "packet b = { t: \"b\", n: int }\n"
                                 "packet c (max_bytes = 40) = { t: \"c\", n: int, s: String }\n";
    const gdv_schema_source sources[] = {{"main", first, sizeof first - 1}, {"more", second, sizeof second - 1}};
    schema_text made = schema_from_sources(sources, 2, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    const gdv_schema *schema = &made.schema;
    const uint32_t a = gdv_schema_packet_of(schema, "a");
    const uint32_t b = gdv_schema_packet_of(schema, "b");
    const uint32_t c = gdv_schema_packet_of(schema, "c");
    checked got;
    checked_calls(&got, schema, NULL, "dict str=t str=a str=n int=6 end");
    const gdv_violation *said = &got.violation;
    cr_expect_eq(said->packet, a);
    cr_expect_eq(said->rule, gdv_schema_field(schema, gdv_schema_rule(schema, a)->first + 1)->rule);
    cr_expect(said->line == 2 && said->source == 0 && said->is_packet == 1);
    cr_expect_str_eq(said->name, "a");
    checked_calls(&got, schema, NULL, "dict str=t str=b str=n str=x end");
    cr_expect_eq(said->packet, b);
    cr_expect(said->line == 1 && said->source == 1 && said->is_packet == 1);
    checked_calls(&got, schema, NULL, "dict str=t str=c str=n int=6 str=s str=ffffffffffff end");
    cr_expect_eq(got.code, GDV_E_LIMIT_BYTES);
    cr_expect(said->packet == c && said->rule == GDV_NONE);
    cr_expect(said->line == 2 && said->source == 1 && said->is_packet == 1);
    cr_expect_str_eq(said->name, "c");
    checked_calls(&got, schema, NULL, "dict str=t str=d str=n int=6 end");
    cr_expect_eq(got.code, GDV_E_NO_SUCH_PACKET);
    cr_expect(said->packet == GDV_NONE && said->rule == GDV_NONE, "the root's rule is nobody's");
    cr_expect(said->line == 0 && said->is_packet == 0 && said->name[0] == '\0');
    checked_calls(&got, schema, NULL, "int=5");
    cr_expect_str_eq(got.line, "NO_SUCH_PACKET packet: int 5 is not Dictionary");
    schema_free(&made);
}

/* A rule of a type that is no packet. */
Test(violation_fields, a_type_is_no_packet)
{
    schema_text made = schema_from_text("type N = int 0..5\npacket p = { n: N, t: Transform2D ..1, v: Vector2i ..1 }\n",
                                        GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    checked got;
    checked_calls(&got, &made.schema, NULL, "dict str=n int=6 end");
    cr_expect(got.violation.is_packet == 0 && got.violation.line == 1);
    cr_expect_str_eq(got.line, "OUT_OF_RANGE .n: 6 is not in 0..5 (type N, line 1)");
    checked_calls(&got, &made.schema, NULL, "dict str=n int=1 str=t f32=Transform2D,0,0,0,0,0,2 end");
    cr_expect_str_eq(got.line, "OUT_OF_RANGE .t[5]: 2 is not in ..1 (packet p, line 2)");
    schema_free(&made);
}

/* Element 1 of node 4, which is none of the members. */
Test(violation_fields, the_string_at_fault_is_the_one_that_is_said)
{
    schema_text made = schema_from_text("type T = \"a\" | \"b\"\npacket p = { n: int, s: PackedStringArray of T }\n",
                                        GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    checked got;
    checked_calls(&got, &made.schema, NULL, "dict str=n int=6 str=s strs=a,cd end");
    cr_expect_str_eq(got.line, "NOT_A_MEMBER .s[1]: \"cd\" is not one of \"a\", \"b\" (type T, line 1)");
    schema_free(&made);
}

/* Members that are texts and then ints, each after a comma but for the first. */
Test(violation_fields, tags_of_both_kinds_are_listed)
{
    schema_text made = schema_from_text("type T = { k: \"a\" } | { k: 5 } | { k: 6 } | { k: 7 }\npacket p = [T]\n",
                                        GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    checked got;
    checked_calls(&got, &made.schema, NULL, "array dict str=k int=9 end end");
    cr_expect_not_null(strstr(got.line, "one of \"a\", 5, 6, 7"), "%s", got.line);
    schema_free(&made);
}

/* A form from anywhere may say of a rule what its kind does not use: nobody reads it. */
Test(violation_fields, what_a_kind_does_not_use_is_not_said)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_INT);
    draft_int_member(made, rule, 1);
    draft_int_member(made, rule, 2);
    draft_at(made, rule)->count = 1;
    gdv_schema schema = alone_of(made, GDV_TYPE_INT);
    line_of(&schema, "int=3", "NOT_A_MEMBER packet: 3 is not one of 1, 2 (packet one)");
    made = draft_new(GDV_DIALECT_GODOT4_4);
    rule = draft_rule(made, GDV_RULE_FLOAT);
    draft_float_member(made, rule, 1.0);
    draft_float_member(made, rule, 2.5);
    draft_at(made, rule)->count = 1;
    schema = alone_of(made, GDV_TYPE_FLOAT);
    line_of(&schema, "float=3", "NOT_A_MEMBER packet: 3.0 is not one of 1.0, 2.5 (packet one)");
    made = draft_new(GDV_DIALECT_GODOT4_4);
    rule = draft_literal(made, "ab");
    draft_at(made, rule)->number_count = 1;
    schema = alone_of(made, GDV_TYPE_STRING);
    line_of(&schema, "str=c", "NOT_A_MEMBER packet: \"c\" is not \"ab\" (packet one)");
}

/* An end that nobody gave is left out, and only that. */
Test(violation_fields, lengths_without_an_end)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_text(made, 3, UINT32_MAX, 0);
    gdv_schema schema = alone_of(made, GDV_TYPE_STRING);
    line_of(&schema, "str=c", "WRONG_LENGTH packet: length 1 is not in 3.. bytes (packet one)");
    made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_text(made, 3, UINT32_MAX - 1, 0);
    schema = alone_of(made, GDV_TYPE_STRING);
    line_of(&schema, "str=c", "WRONG_LENGTH packet: length 1 is not in 3..4294967294 bytes (packet one)");
}

Test(violation_fields, classes_of_characters_are_listed)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_text(made, 0, 9, GDV_RULE_ASCII | GDV_RULE_PRINTABLE | GDV_RULE_IDENTIFIER);
    gdv_schema schema = alone_of(made, GDV_TYPE_STRING);
    line_of(&schema, "str=\xc3\xa4",
            "WRONG_TEXT packet: \"\\xc3\\xa4\" is not ascii, printable, identifier (packet one)");
}

/* ---- filled by hand */

static gdv_violation by_hand(gdv_status code, const char *found, const char *expected)
{
    gdv_violation violation;
    memset(&violation, 0, sizeof violation);
    violation.struct_size = sizeof violation;
    violation.report.code = code;
    violation.rule = GDV_NONE;
    memcpy(violation.found, found, strlen(found));
    memcpy(violation.expected, expected, strlen(expected));
    return violation;
}

static void sentence_is(const gdv_violation *violation, const char *expected)
{
    const size_t size = strlen(expected) + 1;
    char *line = malloc(size);
    cr_assert_not_null(line);
    memset(line, 'x', size);
    cr_expect_eq(gdv_violation_format(violation, line, size), size - 1);
    cr_expect_str_eq(line, expected);
    free(line);
    cr_expect_eq(gdv_violation_format(violation, NULL, 10), size - 1);
    cr_expect_eq(gdv_violation_format(violation, NULL, 0), size - 1);
    char one = 'x';
    cr_expect_eq(gdv_violation_format(violation, &one, 1), size - 1);
    cr_expect_eq(one, '\0', "the room of one byte has the NUL");
    one = 'x';
    cr_expect_eq(gdv_violation_format(violation, &one, 0), size - 1);
    cr_expect_eq(one, 'x', "no room is not written");
}

Test(violation_fields, a_sentence_of_a_violation_made_by_hand)
{
    gdv_violation violation = by_hand(GDV_E_OUT_OF_RANGE, "7", "0..5");
    sentence_is(&violation, "packet: 7 is not in 0..5");
    violation.part[0] = 'x';
    sentence_is(&violation, "x: 7 is not in 0..5");
    violation.report.path[0] = 'p';
    sentence_is(&violation, "px: 7 is not in 0..5");
    violation.part[0] = '\0';
    sentence_is(&violation, "p: 7 is not in 0..5");
    violation.line = 4294967295u;
    sentence_is(&violation, "p: 7 is not in 0..5 (line 4294967295)");
}

/* What lies after the NUL of what is expected says nothing. */
Test(violation_fields, a_range_ends_with_its_nul)
{
    gdv_violation violation = by_hand(GDV_E_OUT_OF_RANGE, "7", "5");
    memcpy(violation.expected + 2, "..\x01", 3);
    sentence_is(&violation, "packet: 7 is not 5");
}

/* Room that wraps around the end of memory is none, and nothing is written there. */
Test(violation_fields, room_that_wraps_is_not_written)
{
    char line[64];
    gdv_violation violation = by_hand(GDV_E_OUT_OF_RANGE, "7", "0..5");
    memset(line, 'x', sizeof line);
    static char low[64];
    cr_expect_eq(gdv_violation_format(&violation, low, SIZE_MAX / 2 + 1), 24, "as much room as that there may be");
    cr_expect_str_eq(low, "packet: 7 is not in 0..5");
    cr_expect_eq(gdv_violation_format(&violation, line, SIZE_MAX), 0);
    cr_expect_eq(gdv_violation_format(NULL, line, SIZE_MAX), 0);
    for (size_t index = 0; index < sizeof line; index += 1) {
        cr_expect_eq(line[index], 'x');
    }
}

/* ---- values of a match by hand: one that is beyond the document is missing */
Test(violation_fields, a_value_beyond_the_document_is_missing)
{
    static gdv_match match = {.struct_size = sizeof match, .count = 3};
    match.document.count = 5;
    match.values[0] = 4;
    match.values[1] = 5;
    match.values[2] = GDV_NONE;
    cr_expect_eq(gdv_match_value(&match, 0).document, &match.document);
    cr_expect_eq(gdv_match_value(&match, 0).index, 4);
    cr_expect_null(gdv_match_value(&match, 1).document);
    cr_expect_null(gdv_match_value(&match, 2).document);
    cr_expect_null(gdv_match_value(&match, 3).document);
}

/* Of more rules than fields, and of more fields than rules or packets: each number belongs to its own table. */
Test(violation_fields, each_table_ends_at_its_own_end)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t tuple = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    for (uint32_t index = 0; index < 5; index += 1) {
        draft_field(made, tuple, NULL, any, 0);
    }
    gdv_schema schema = alone_of(made, GDV_TYPE_ARRAY);
    cr_expect_not_null(gdv_schema_rule(&schema, 1));
    cr_expect_null(gdv_schema_rule(&schema, 2));
    cr_expect_not_null(gdv_schema_field(&schema, 4));
    cr_expect_null(gdv_schema_field(&schema, 5));
    cr_expect_not_null(gdv_schema_packet(&schema, 0));
    cr_expect_null(gdv_schema_packet(&schema, 1));
    draft_drop(&schema);
}
