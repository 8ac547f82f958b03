/* SPDX-License-Identifier: MIT */
/* Claims about the rules that a text is compiled to, as gdv_rule of schema.h describes them: what the packet's rule has
 * where, ends of ranges exactly, and the lines of fields. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static schema_text compiled(const char *text, gdv_dialect dialect)
{
    schema_text made = schema_from_text(text, dialect);
    cr_assert_eq(made.code, GDV_OK, "%s: %s", text, made.error.message);
    return made;
}

/* The rule of the one packet of a text. */
static gdv_rule rule_of(const char *text, gdv_dialect dialect)
{
    schema_text made = compiled(text, dialect);
    const gdv_rule rule = *gdv_schema_rule(&made.schema, 0);
    schema_free(&made);
    return rule;
}

Test(compiled_rules, have_lengths_up_to_the_largest)
{
    static const struct {
        const char *text;
        uint32_t least;
        uint32_t most;
    } rows[] = {
        {"packet p = String", 0, UINT32_MAX},
        {"packet p = String 0..2147483647", 0, 2147483647},
        {"packet p = String 2147483647", 2147483647, 2147483647},
        {"packet p = PackedByteArray 2147483646..2147483647", 2147483646, 2147483647},
        {"packet p = Array[int] ..2147483647", 0, 2147483647},
        {"packet p = Dictionary[int, int] 3..", 3, UINT32_MAX},
        {"packet p = []", 0, 0},
        {"packet p = [int]", 1, 1},
        {"packet p = [int, bool?]", 1, 2},
        {"packet p = [int, ...]", 1, UINT32_MAX},
        {"packet p = { a: int, b?: int }", 1, UINT32_MAX},
        {"packet p = { a: int, ... }", 1, UINT32_MAX},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_rule rule = rule_of(rows[index].text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(rule.least, rows[index].least, "%s: %u", rows[index].text, rule.least);
        cr_expect_eq(rule.most, rows[index].most, "%s: %u", rows[index].text, rule.most);
    }
}

/* A double has 53 bits, so those beyond would be rounded. */
Test(compiled_rules, have_ints_exactly)
{
    static const struct {
        const char *text;
        int64_t lowest;
        int64_t highest;
    } rows[] = {
        {"packet p = bool", 0, 1},
        {"packet p = true", 1, 1},
        {"packet p = false", 0, 0},
        {"packet p = int", INT64_MIN, INT64_MAX},
        {"packet p = int 9007199254740993..9007199254740995", 9007199254740993, 9007199254740995},
        {"packet p = number", INT64_MIN, INT64_MAX},
        {"packet p = number 0.5..2.5", 1, 2},
        {"packet p = number 9007199254740993..9007199254740995", 9007199254740993, 9007199254740995},
        {"packet p = number -9007199254740995..-9007199254740993", -9007199254740995, -9007199254740993},
        {"packet p = number 9223372036854775807", INT64_MAX, INT64_MAX},
        {"packet p = number -9223372036854775808", INT64_MIN, INT64_MIN},
        {"packet p = number 5..", 5, INT64_MAX},
        {"packet p = number ..5", INT64_MIN, 5},
        {"packet p = PackedInt64Array of -5..9007199254740993", -5, 9007199254740993},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_rule rule = rule_of(rows[index].text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(rule.lowest, rows[index].lowest, "%s: %lld", rows[index].text, (long long)rule.lowest);
        cr_expect_eq(rule.highest, rows[index].highest, "%s: %lld", rows[index].text, (long long)rule.highest);
    }
}

Test(compiled_rules, have_floats_exactly)
{
    static const struct {
        const char *text;
        double low;
        double high;
    } rows[] = {
        {"packet p = float", -DBL_MAX, DBL_MAX},
        {"packet p = float -1.7976931348623157e308..1.7976931348623157e308", -DBL_MAX, DBL_MAX},
        {"packet p = float nonfinite", -(double)INFINITY, (double)INFINITY},
        {"packet p = float 0..TAU/2147483648", 0.0, 6.283185307179586 / 2147483648.0},
        {"packet p = PackedFloat64Array 2 of -0.5..0.25", -0.5, 0.25},
        {"packet p = PackedFloat32Array of float -0.5..0.25", -0.5, 0.25},
        {"packet p = PackedVector2Array of Vector2 0.5..", 0.5, DBL_MAX},
        {"packet p = Vector3 ..-0.5 nonfinite", -(double)INFINITY, -0.5},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_rule rule = rule_of(rows[index].text, GDV_DIALECT_GODOT4_4);
        cr_expect(rule.low == rows[index].low, "%s: %a", rows[index].text, rule.low);
        cr_expect(rule.high == rows[index].high, "%s: %a", rows[index].text, rule.high);
    }
}

Test(compiled_rules, have_the_smallest_part_of_tau)
{
    const gdv_rule last = rule_of("packet p = float 0..TAU/4294967295", GDV_DIALECT_GODOT4_4);
    const gdv_rule before = rule_of("packet p = float 0..TAU/4294967294", GDV_DIALECT_GODOT4_4);
    cr_expect(fabs(last.high * 4294967295.0 - 6.283185307179586) < 1e-14, "%a", last.high);
    cr_expect(last.high < before.high);
}

/* Which texts pass: docs/schema.md, "StringName". */
Test(compiled_rules, take_strings_and_names_as_the_engine_does)
{
    const uint32_t string = GDV_RULE_STRING;
    const uint32_t name = GDV_RULE_NAME;
    const struct {
        const char *text;
        gdv_dialect dialect;
        uint32_t flags;
    } rows[] = {
        {"packet p = String", GDV_DIALECT_GODOT4_4, string | name},
        {"packet p = StringName", GDV_DIALECT_GODOT4_4, string | name},
        {"packet p = 'a'", GDV_DIALECT_GODOT4_4, string | name},
        {"packet p = String", GDV_DIALECT_PANDEMONIUM_40, string},
        {"packet p = StringName", GDV_DIALECT_PANDEMONIUM_40, name},
        {"packet p = 'a'", GDV_DIALECT_PANDEMONIUM_40, string},
        {"packet p = String", GDV_DIALECT_GODOT3, string},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_rule rule = rule_of(rows[index].text, rows[index].dialect);
        cr_expect_eq(rule.kind, GDV_RULE_TEXT, "row %zu", index);
        cr_expect_eq(rule.flags & (string | name), rows[index].flags, "row %zu: %x", index, rule.flags);
    }
}

Test(compiled_rules, have_the_type_that_their_kind_uses)
{
    static const struct {
        const char *text;
        gdv_rule_kind kind;
        gdv_type type; /* GDV_TYPE_NIL, which is 0, where the kind uses none */
    } rows[] = {
        {"packet p = Nil", GDV_RULE_NIL, GDV_TYPE_NIL},
        {"packet p = null", GDV_RULE_NIL, GDV_TYPE_NIL},
        {"packet p = Variant", GDV_RULE_ANY, GDV_TYPE_NIL},
        {"packet p = number", GDV_RULE_NUMBER, GDV_TYPE_NIL},
        {"packet p = RID", GDV_RULE_VALUE, GDV_TYPE_RID},
        {"packet p = Object", GDV_RULE_VALUE, GDV_TYPE_OBJECT},
        {"packet p = NodePath", GDV_RULE_VALUE, GDV_TYPE_NODE_PATH},
        {"packet p = Vector2i", GDV_RULE_MATH, GDV_TYPE_VECTOR2I},
        {"packet p = PackedColorArray of Color", GDV_RULE_PACKED, GDV_TYPE_PACKED_COLOR_ARRAY},
        {"packet p = Array[int]", GDV_RULE_ARRAY, GDV_TYPE_ARRAY},
        {"packet p = Dictionary[int, int]", GDV_RULE_MAP, GDV_TYPE_NIL},
        {"packet p = { a: int }", GDV_RULE_RECORD, GDV_TYPE_NIL},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_rule rule = rule_of(rows[index].text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(rule.kind, rows[index].kind, "%s: %u", rows[index].text, rule.kind);
        cr_expect_eq(rule.type, rows[index].type, "%s: %u", rows[index].text, rule.type);
    }
}

/* A field's own line is that of its key, an element's where its type begins. */
Test(compiled_rules, have_the_lines_of_their_fields)
{
    static const struct {
        const char *text;
        uint32_t lines[3];
    } rows[] = {
        {"packet p = [\nint,\n\nbool |\nint,\n 'a'?]", {2, 4, 6}},
        {"packet p = [ [], 5,\n{\n}\n]", {1, 1, 2}},
        {"packet p = {\n\na: int,\nb:\nint, c:\n\nint }", {3, 4, 5}},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        schema_text made = compiled(rows[index].text, GDV_DIALECT_GODOT4_4);
        const gdv_rule *rule = gdv_schema_rule(&made.schema, 0);
        cr_assert_eq(rule->count, 3, "row %zu", index);
        for (uint32_t field = 0; field < 3; field += 1) {
            uint32_t line = gdv_schema_field(&made.schema, rule->first + field)->line;
            cr_expect_eq(line, rows[index].lines[field], "row %zu: field %u in line %u", index, field, line);
        }
        schema_free(&made);
    }
}

Test(compiled_rules, of_the_texts_of_an_array_have_their_own_line)
{
    static const struct {
        const char *text;
        uint32_t line;
    } rows[] = {
        {"packet p =\nPackedStringArray\nof\nString 1..4", 4},
        {"packet p =\nPackedStringArray\n0..8", 2},
        {"packet p = PackedStringArray of T\ntype T = \nString", 3},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        schema_text made = compiled(rows[index].text, GDV_DIALECT_GODOT4_4);
        const gdv_rule *rule = gdv_schema_rule(&made.schema, 0);
        const gdv_rule *text = gdv_schema_rule(&made.schema, rule->value);
        cr_expect_eq(rule->kind, GDV_RULE_STRINGS, "row %zu", index);
        cr_expect_eq(text->kind, GDV_RULE_TEXT, "row %zu", index);
        cr_expect_eq(text->line, rows[index].line, "row %zu: line %u", index, text->line);
        schema_free(&made);
    }
}

/* The flags ANY_NUMBER and ANY_LENGTH of all rules of a text together. */
static uint32_t vain_flags(const char *text, gdv_dialect dialect)
{
    schema_text made = compiled(text, dialect);
    uint32_t flags = 0;
    for (uint32_t rule = 0; rule < gdv_schema_rules(&made.schema); rule += 1) {
        flags |= gdv_schema_rule(&made.schema, rule)->flags;
    }
    schema_free(&made);
    return flags & (GDV_RULE_ANY_NUMBER | GDV_RULE_ANY_LENGTH);
}

Test(compiled_rules, say_where_a_range_is_written_that_everything_passes)
{
    static const struct {
        const char *text;
        gdv_dialect dialect;
        uint32_t flags;
    } rows[] = {
        {"packet p = int", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = int -9223372036854775808..9223372036854775807", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = int -9223372036854775808..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = int ..9223372036854775807", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = int -9223372036854775807..", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = int ..9223372036854775806", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = int -2147483648..2147483647", GDV_DIALECT_GODOT3, 0},
        {"packet p = int -2147483648..2147483647", GDV_DIALECT_GODOT2, GDV_RULE_ANY_NUMBER}, /* of 32 bits there */
        {"packet p = int -2147483647..2147483647", GDV_DIALECT_GODOT2, 0},
        {"packet p = int -2147483648..2147483646", GDV_DIALECT_GODOT2, 0},
        {"packet p = Vector2i", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = Vector2i -2147483648..2147483647", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = Vector2i -2147483648..2147483646", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = PackedInt32Array of -9223372036854775808..2147483647", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = PackedInt64Array of -2147483648..2147483647", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = PackedInt64Array of -9223372036854775808..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = float", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = float nonfinite", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = float -1.7976931348623157e308..1.7976931348623157e308", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = float -1.7976931348623157e308..1.7976931348623155e308", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = float -1.7976931348623155e308..1.7976931348623157e308", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = float -3.4028234663852886e38..3.4028234663852886e38", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = float -3.4028234663852886e38..3.4028234663852886e38", GDV_DIALECT_GODOT2, GDV_RULE_ANY_NUMBER},
        {"packet p = float -3.4028234663852886e38..3.402823e38", GDV_DIALECT_GODOT2, 0},
        {"packet p = float -3.402823e38..3.4028234663852886e38", GDV_DIALECT_GODOT2, 0},
        /* rounded outward, both ends are those of a float */
        {"packet p = float -3.40282346e38..3.40282346e38", GDV_DIALECT_GODOT2, GDV_RULE_ANY_NUMBER},
        {"packet p = PackedFloat32Array of -1e39..1e39", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = PackedFloat32Array of -1e39..1e39 nonfinite", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = PackedFloat64Array of -1e39..1e39", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = Vector3 -1e39..1e39", GDV_DIALECT_GODOT4_4, 0}, /* builds with doubles send them */
        {"packet p = Vector3 -1e39..1e39", GDV_DIALECT_GODOT3, GDV_RULE_ANY_NUMBER},
        {"packet p = float -INF..INF nonfinite", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = float nonfinite -INF..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = float -1.7976931348623157e308..INF nonfinite", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = float -INF..1.7976931348623157e308 nonfinite", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = number", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = number -1.7976931348623157e308..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_NUMBER},
        {"packet p = number -9223372036854775808..9223372036854775807", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = number -1e39..1e39", GDV_DIALECT_GODOT2, GDV_RULE_ANY_NUMBER},
        {"packet p = String", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = String 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = String chars 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = String 1..", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = String ..9", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = PackedByteArray 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = PackedStringArray 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = PackedStringArray of String 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = PackedVector2Array 0.. of 0..1", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = PackedFloat32Array 0.. of -1e39..1e39", GDV_DIALECT_GODOT4_4,
         GDV_RULE_ANY_NUMBER | GDV_RULE_ANY_LENGTH},
        {"packet p = Array[int] 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
        {"packet p = Array[int]", GDV_DIALECT_GODOT4_4, 0},
        {"packet p = Dictionary[String, int] 0..", GDV_DIALECT_GODOT4_4, GDV_RULE_ANY_LENGTH},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const uint32_t flags = vain_flags(rows[index].text, rows[index].dialect);
        cr_expect_eq(flags, rows[index].flags, "%s, %s: %x", rows[index].text, gdv_dialect_name(rows[index].dialect),
                     flags);
    }
}
