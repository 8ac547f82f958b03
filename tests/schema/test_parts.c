/* SPDX-License-Identifier: MIT */
/* Texts, vectors and packed arrays against rules, at their boundaries; and the containers, where each refusal names what is
 * missing, unknown or too much, and where it is. Kinds of single numbers: test_kinds.c. Promises 1, 3 and 6. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef uint32_t maker(draft *of);

typedef struct row {
    maker *make;
    const char *calls;
    const char *line;
} row;

/* Each rule as the value of the key "v", in a record that has a name. */
static void rows_hold(const row *rows, size_t count, gdv_dialect dialect, const gdv_policy *policy)
{
    for (size_t index = 0; index < count; index += 1) {
        char calls[512];
        checked got;
        draft *made = draft_new(dialect);
        uint32_t only = draft_rule(made, GDV_RULE_RECORD);
        draft_packet(made, "one", 0);
        draft_field(made, only, "v", rows[index].make(made), 0);
        draft_root(made, GDV_TYPE_DICTIONARY, only);
        gdv_schema schema = draft_load(made);
        snprintf(calls, sizeof calls, "dict str=v %s end", rows[index].calls);
        checked_calls(&got, &schema, policy, calls);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu, %s: %s", index, calls, got.line);
        draft_drop(&schema);
    }
}

#define HOLD(rows) rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4, NULL)

static uint32_t short_text(draft *of)
{
    return draft_text(of, 1, 3, 0);
}

static uint32_t four_characters(draft *of)
{
    return draft_text(of, 2, 4, GDV_RULE_CHARS);
}

static uint32_t only_string(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_TEXT);
    draft_at(of, rule)->flags = GDV_RULE_STRING;
    return rule;
}

static uint32_t only_name(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_TEXT);
    draft_at(of, rule)->flags = GDV_RULE_NAME;
    return rule;
}

Test(parts, texts_have_lengths)
{
    static const row rows[] = {
        {short_text, "str=a", ""},
        {short_text, "str=abc", ""},
        {short_text, "name=abc", ""},
        {short_text, "str=", "WRONG_LENGTH .v: length 0 is not in 1..3 bytes"},
        {short_text, "str=abcd", "WRONG_LENGTH .v: length 4 is not in 1..3 bytes"},
        {short_text, "name=abcd", "WRONG_LENGTH .v: length 4 is not in 1..3 bytes"},
        {short_text, "int=1", "WRONG_TYPE .v: int 1 is not String"},
        {short_text, "path=/a", "WRONG_TYPE .v: NodePath is not String"},
        {four_characters, "str=%c3%a9%c3%a9", ""},
        {four_characters, "str=%e6%bc%a2%e6%bc%a2%e6%bc%a2x", ""},
        {four_characters, "str=%c3%a9", "WRONG_LENGTH .v: length 1 is not in 2..4 code points"},
        {four_characters, "str=abcde", "WRONG_LENGTH .v: length 5 is not in 2..4 code points"},
        {only_string, "str=a", ""},
        {only_string, "name=a", "WRONG_TYPE .v: StringName \"a\" is not String"},
        {only_name, "name=a", ""},
        {only_name, "str=a", "WRONG_TYPE .v: String \"a\" is not StringName"},
    };
    HOLD(rows);
}

static uint32_t ascii(draft *of)
{
    return draft_text(of, 0, UINT32_MAX, GDV_RULE_ASCII);
}

static uint32_t printable(draft *of)
{
    return draft_text(of, 0, UINT32_MAX, GDV_RULE_PRINTABLE);
}

static uint32_t identifier(draft *of)
{
    return draft_text(of, 0, UINT32_MAX, GDV_RULE_IDENTIFIER);
}

static uint32_t printable_ascii(draft *of)
{
    return draft_text(of, 0, UINT32_MAX, GDV_RULE_ASCII | GDV_RULE_PRINTABLE);
}

Test(parts, texts_have_classes)
{
    static const row rows[] = {
        {ascii, "str=a%01%7f", ""},
        {ascii, "str=", ""},
        {ascii, "str=a%c2%80", "WRONG_TEXT .v: \"a\\xc2\\x80\" is not ascii"},
        {printable, "str=", ""},
        {printable, "str=%20~%c3%a9%e6%bc%a2", ""},
        {printable, "str=%1f", "WRONG_TEXT .v: \"\\x1f\" is not printable"},
        {printable, "str=a%7f", "WRONG_TEXT .v: \"a\\x7f\" is not printable"},
        {printable, "str=%c2%9f", "WRONG_TEXT .v: \"\\xc2\\x9f\" is not printable"},
        {printable, "str=%c2%a0%c3%80", ""},
        {printable, "str=%e2%80%8a%e2%80%8c%e2%80%8d%e2%80%90%e2%80%a7%e2%80%af", ""},
        {printable, "str=%e2%80%8b", "WRONG_TEXT .v: \"\\xe2\\x80\\x8b\" is not printable"},
        {printable, "str=%e2%80%8e", "WRONG_TEXT .v: \"\\xe2\\x80\\x8e\" is not printable"},
        {printable, "str=%e2%80%8f", "WRONG_TEXT .v: \"\\xe2\\x80\\x8f\" is not printable"},
        {printable, "str=%e2%80%a8", "WRONG_TEXT .v: \"\\xe2\\x80\\xa8\" is not printable"},
        {printable, "str=%e2%80%ae", "WRONG_TEXT .v: \"\\xe2\\x80\\xae\" is not printable"},
        {printable, "str=%e2%81%9f%e2%81%b0%e2%82%a0", ""},
        {printable, "str=%e2%81%a0", "WRONG_TEXT .v: \"\\xe2\\x81\\xa0\" is not printable"},
        {printable, "str=%e2%81%af", "WRONG_TEXT .v: \"\\xe2\\x81\\xaf\" is not printable"},
        {printable, "str=a%ef%bb%bf", "WRONG_TEXT .v: \"a\\xef\\xbb\\xbf\" is not printable"},
        {printable, "str=a%ef%bb%be%ef%bc%bf%e1%80%8b", ""},
        {printable, "str=%d8%9c", "WRONG_TEXT .v: \"\\xd8\\x9c\" is not printable"},
        {printable, "str=%e1%a0%8e", "WRONG_TEXT .v: \"\\xe1\\xa0\\x8e\" is not printable"},
        {printable, "str=%ef%bf%b9", "WRONG_TEXT .v: \"\\xef\\xbf\\xb9\" is not printable"},
        {printable, "str=%ef%bf%bb", "WRONG_TEXT .v: \"\\xef\\xbf\\xbb\" is not printable"},
        {printable, "str=%d8%9b%d8%9d%d9%9c%e1%a0%8d%e1%a0%8f%e1%a1%8e%ef%bf%b8%ef%bf%bc%ef%be%b9", ""},
        {identifier, "str=_aZ09", ""},
        {identifier, "str=z", ""},
        {identifier, "str=", "WRONG_TEXT .v: \"\" is not identifier"},
        {identifier, "str=9a", "WRONG_TEXT .v: \"9a\" is not identifier"},
        {identifier, "str=a-b", "WRONG_TEXT .v: \"a-b\" is not identifier"},
        {identifier, "str=a@", "WRONG_TEXT .v: \"a@\" is not identifier"},
        {identifier, "str=a%7b", "WRONG_TEXT .v: \"a{\" is not identifier"},
        {identifier, "str=a:", "WRONG_TEXT .v: \"a:\" is not identifier"},
        {identifier, "str=a/", "WRONG_TEXT .v: \"a/\" is not identifier"},
        {printable_ascii, "str=a%c3%a9", "WRONG_TEXT .v: \"a\\xc3\\xa9\" is not ascii, printable"},
    };
    HOLD(rows);
}

static uint32_t colour(draft *of)
{
    uint32_t rule = draft_text(of, 0, UINT32_MAX, 0);
    draft_member(of, rule, "red");
    draft_member(of, rule, "green");
    draft_member(of, rule, "a much longer colour");
    draft_member(of, rule, "");
    return rule;
}

static uint32_t move(draft *of)
{
    return draft_literal(of, "move");
}

Test(parts, texts_of_a_set)
{
    static const row rows[] = {
        {colour, "str=red", ""},
        {colour, "str=green", ""},
        {colour, "str=a%20much%20longer%20colour", ""},
        {colour, "str=", ""},
        {colour, "str=rad",
         "NOT_A_MEMBER .v: \"rad\" is not one of \"red\", \"green\", \"a much longer colour\", \"\""},
        {colour, "str=a%20much%20longer%20colouR",
         "NOT_A_MEMBER .v: \"a much longer colouR\" is not one of \"red\", \"green\", \"a much longer colour\", \"\""},
        {colour, "str=greem",
         "NOT_A_MEMBER .v: \"greem\" is not one of \"red\", \"green\", \"a much longer colour\", \"\""},
        {move, "str=move", ""},
        {move, "str=mov", "NOT_A_MEMBER .v: \"mov\" is not \"move\""},
        {move, "int=1", "WRONG_TYPE .v: int 1 is not String"},
    };
    HOLD(rows);
}

static uint32_t position(draft *of)
{
    return draft_math(of, GDV_TYPE_VECTOR3, -4096.0, 4096.0);
}

static uint32_t cell(draft *of)
{
    uint32_t rule = draft_math(of, GDV_TYPE_VECTOR2I, -1.0, 1.0);
    draft_at(of, rule)->lowest = -8;
    draft_at(of, rule)->highest = 8;
    return rule;
}

static uint32_t tint(draft *of)
{
    return draft_math(of, GDV_TYPE_COLOR, 0.0, 1.0);
}

static uint32_t basis(draft *of)
{
    return draft_math(of, GDV_TYPE_BASIS, -1.0, 1.0);
}

static uint32_t loose(draft *of)
{
    return draft_math(of, GDV_TYPE_VECTOR2, -(double)INFINITY, (double)INFINITY);
}

Test(parts, vectors)
{
    static const row rows[] = {
        {position, "f32=Vector3,-4096,0,4096", ""},
        {position, "f64=Vector3,-4096,0,4096", ""},
        {position, "f32=Vector3,5000,0,0", "OUT_OF_RANGE .v.x: 5000 is not in -4096..4096"},
        {position, "f32=Vector3,0,-5000,0", "OUT_OF_RANGE .v.y: -5000 is not in -4096..4096"},
        {position, "f64=Vector3,0,0,4096.5", "OUT_OF_RANGE .v.z: 4096.5 is not in -4096..4096"},
        {position, "f32=Vector2,0,0", "WRONG_TYPE .v: Vector2 is not Vector3"},
        {cell, "i32=Vector2i,-8,8", ""},
        {cell, "i32=Vector2i,-8,9", "OUT_OF_RANGE .v.y: 9 is not in -8..8"},
        {cell, "f32=Vector2,0,0", "WRONG_TYPE .v: Vector2 is not Vector2i"},
        {tint, "f32=Color,0,1,0.5,1", ""},
        {tint, "f32=Color,0,1,0.5,1.5", "OUT_OF_RANGE .v.a: 1.5 is not in 0..1"},
        {tint, "f32=Color,2,1,0.5,1.5", "OUT_OF_RANGE .v.r: 2 is not in 0..1"},
        {basis, "f32=Basis,1,0,0,0,1,0,0,0,1", ""},
        {basis, "f32=Basis,1,0,0,0,1,0,0,0,2", "OUT_OF_RANGE .v[8]: 2 is not in -1..1"},
        {loose, "f32=Vector2,1e30,-1e30", ""},
    };
    HOLD(rows);
}

static uint32_t vectors_not_finite(draft *of)
{
    return draft_math(of, GDV_TYPE_VECTOR2, -1.0, (double)INFINITY);
}

Test(parts, vectors_that_are_not_finite)
{
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE);
    static const row rows[] = {
        {vectors_not_finite, "f32=Vector2,#7f800000,#7fc00000", ""},
        {vectors_not_finite, "f64=Vector2,#7ff0000000000000,#7ff8000000000000", ""},
        {vectors_not_finite, "f32=Vector2,0,#ff800000", "OUT_OF_RANGE .v.y: -inf is not in -1.."},
        {position, "f32=Vector3,0,#7fc00000,0", "OUT_OF_RANGE .v.y: nan is not in -4096..4096"},
        {position, "f64=Vector3,0,0,#7ff8000000000000", "OUT_OF_RANGE .v.z: nan is not in -4096..4096"},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4, &policy);
}

static uint32_t packed(draft *of, gdv_type type, uint32_t least, uint32_t most, double low, double high)
{
    uint32_t rule = draft_rule(of, GDV_RULE_PACKED);
    draft_at(of, rule)->type = (uint8_t)type;
    draft_at(of, rule)->least = least;
    draft_at(of, rule)->most = most;
    draft_floats(of, rule, low, high);
    return rule;
}

static uint32_t weights(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_FLOAT32_ARRAY, 1, 3, 0.0, 1.0);
}

static uint32_t any_weights(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_FLOAT32_ARRAY, 0, 3, -1.7976931348623157e308, 1.7976931348623157e308);
}

static uint32_t half_open(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_FLOAT32_ARRAY, 0, 3, -1.7976931348623157e308, 1.0);
}

static uint32_t other_half_open(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_FLOAT32_ARRAY, 0, 3, 1.0, 1.7976931348623157e308);
}

static uint32_t doubles(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_FLOAT64_ARRAY, 0, 3, -0.5, 0.5);
}

static uint32_t points(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_VECTOR3_ARRAY, 0, 2, -10.0, 10.0);
}

static uint32_t ids(draft *of)
{
    uint32_t rule = packed(of, GDV_TYPE_PACKED_INT32_ARRAY, 0, 3, 0.0, 0.0);
    draft_at(of, rule)->lowest = 1;
    draft_at(of, rule)->highest = 9;
    return rule;
}

static uint32_t ids_from(draft *of)
{
    uint32_t rule = packed(of, GDV_TYPE_PACKED_INT32_ARRAY, 0, 3, 0.0, 0.0);
    draft_at(of, rule)->lowest = INT32_MIN;
    draft_at(of, rule)->highest = 9;
    return rule;
}

static uint32_t any_ids(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT32_ARRAY, 0, 3, 0.0, 0.0);
}

static uint32_t long_ids(draft *of)
{
    uint32_t rule = packed(of, GDV_TYPE_PACKED_INT64_ARRAY, 0, 3, 0.0, 0.0);
    draft_at(of, rule)->highest = 5000000000;
    return rule;
}

static uint32_t long_ids_from(draft *of)
{
    uint32_t rule = packed(of, GDV_TYPE_PACKED_INT64_ARRAY, 0, 3, 0.0, 0.0);
    draft_at(of, rule)->lowest = -5000000000;
    return rule;
}

static uint32_t any_long_ids(draft *of)
{
    return packed(of, GDV_TYPE_PACKED_INT64_ARRAY, 0, 3, 0.0, 0.0);
}

Test(parts, packed_arrays)
{
    static const row rows[] = {
        {weights, "f32=PackedFloat32Array,0,1,0.5", ""},
        {weights, "f32=PackedFloat32Array,0,1,1.5", "OUT_OF_RANGE .v[2]: 1.5 is not in 0..1"},
        {weights, "f32=PackedFloat32Array", "WRONG_LENGTH .v: count 0 is not in 1..3"},
        {weights, "f32=PackedFloat32Array,0,0,0,0", "WRONG_LENGTH .v: count 4 is not in 1..3"},
        {weights, "f64=PackedFloat64Array,0", "WRONG_TYPE .v: PackedFloat64Array is not PackedFloat32Array"},
        {any_weights, "f32=PackedFloat32Array,1e38,-1e38", ""},
        {half_open, "f32=PackedFloat32Array,-1e38,1", ""},
        {half_open, "f32=PackedFloat32Array,2", "OUT_OF_RANGE .v[0]: 2 is not in ..1"},
        {other_half_open, "f32=PackedFloat32Array,0.5", "OUT_OF_RANGE .v[0]: 0.5 is not in 1.."},
        {doubles, "f64=PackedFloat64Array,0.5,-0.5", ""},
        {doubles, "f64=PackedFloat64Array,0.5,-0.75", "OUT_OF_RANGE .v[1]: -0.75 is not in -0.5..0.5"},
        {points, "f32=PackedVector3Array,0,0,0,10,10,10", ""},
        {points, "f64=PackedVector3Array,0,0,0,10,10,10", ""},
        {points, "f32=PackedVector3Array,0,0,0,10,-11,10", "OUT_OF_RANGE .v[1].y: -11 is not in -10..10"},
        {points, "f64=PackedVector3Array,0,0,0,10,10,10.25", "OUT_OF_RANGE .v[1].z: 10.25 is not in -10..10"},
        {ids, "i32=PackedInt32Array,1,9", ""},
        {ids, "i32=PackedInt32Array,1,10", "OUT_OF_RANGE .v[1]: 10 is not in 1..9"},
        {ids_from, "i32=PackedInt32Array,-5,10", "OUT_OF_RANGE .v[1]: 10 is not in -2147483648..9"},
        {any_ids, "i32=PackedInt32Array,-2147483648,2147483647", ""},
        {long_ids, "i64=PackedInt64Array,-9223372036854775808,5000000000", ""},
        {long_ids, "i64=PackedInt64Array,5000000001", "OUT_OF_RANGE .v[0]: 5000000001 is not in ..5000000000"},
        {long_ids_from, "i64=PackedInt64Array,-5000000001", "OUT_OF_RANGE .v[0]: -5000000001 is not in -5000000000.."},
        {any_long_ids, "i64=PackedInt64Array,-9223372036854775808,9223372036854775807", ""},
    };
    HOLD(rows);
}

static uint32_t blob(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_BYTES);
    draft_at(of, rule)->least = 2;
    draft_at(of, rule)->most = 4;
    return rule;
}

static uint32_t tags(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_STRINGS);
    uint32_t element = draft_text(of, 1, 3, GDV_RULE_IDENTIFIER);
    draft_at(of, rule)->value = element;
    draft_at(of, rule)->least = 1;
    draft_at(of, rule)->most = 3;
    return rule;
}

static uint32_t path(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_VALUE);
    draft_at(of, rule)->type = GDV_TYPE_NODE_PATH;
    return rule;
}

Test(parts, bytes_strings_and_other_types)
{
    static const row rows[] = {
        {blob, "bytes=0102", ""},
        {blob, "bytes=01020304", ""},
        {blob, "bytes=01", "WRONG_LENGTH .v: length 1 is not in 2..4"},
        {blob, "bytes=0102030405", "WRONG_LENGTH .v: length 5 is not in 2..4"},
        {blob, "str=ab", "WRONG_TYPE .v: String \"ab\" is not PackedByteArray"},
        {tags, "strs=a,abc,b", ""},
        {tags, "strs", "WRONG_LENGTH .v: count 0 is not in 1..3"},
        {tags, "strs=a,b,c,d", "WRONG_LENGTH .v: count 4 is not in 1..3"},
        {tags, "strs=a,abcd", "WRONG_LENGTH .v[1]: length 4 is not in 1..3 bytes"},
        {tags, "strs=a,b,1", "WRONG_TEXT .v[2]: \"1\" is not identifier"},
        {tags, "array end", "WRONG_TYPE .v: Array is not PackedStringArray"},
        {path, "path=/a", ""},
        {path, "str=a", "WRONG_TYPE .v: String \"a\" is not NodePath"},
    };
    HOLD(rows);
}

/* What an engine keeps of a text counts: without what is after a NUL, or a byte order mark. {"v": "abc\0de"} and its like
 * as bytes, as the writer writes nothing of the kind. */
Test(parts, texts_count_as_engines_keep_them)
{
#define V "1b000000 01000000 04000000 01000000 76000000 "
    static const struct {
        maker *make;
        const char *hex;
        const char *line;
    } rows[] = {
        {short_text, V "04000000 06000000 61626300 64650000", ""},
        {short_text, V "04000000 04000000 00626364", "WRONG_LENGTH .v: length 0 is not in 1..3 bytes"},
        {move, V "04000000 07000000 efbbbf6d 6f766500", ""},
        {tags, V "22000000 01000000 06000000 61620063 64000000", ""},
    };
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        checked got;
        draft *made = draft_new(GDV_DIALECT_GODOT4_4);
        uint32_t record = draft_rule(made, GDV_RULE_RECORD);
        draft_packet(made, "one", 0);
        draft_field(made, record, "v", rows[index].make(made), 0);
        draft_root(made, GDV_TYPE_DICTIONARY, record);
        gdv_schema schema = draft_load(made);
        packet bytes = packet_from_hex(rows[index].hex);
        checked_bytes(&got, &schema, &policy, bytes.bytes, bytes.size);
        cr_expect_str_eq(got.line, rows[index].line, "row %zu: %s", index, got.line);
        packet_free(&bytes);
        draft_drop(&schema);
    }
}
