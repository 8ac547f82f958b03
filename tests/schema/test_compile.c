/* SPDX-License-Identifier: MIT */
/* Claims about what each construct of the notation lets pass: a row is the type of a packet, a value, and what the check
 * says of it. Nothing here looks into the compiled form. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

typedef struct row {
    const char *rule;
    const char *value;
    gdv_status code;
} row;

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static void check_in(const row *rows, size_t count, const char *before, gdv_dialect dialect)
{
    static gdv_match match;
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE);
    for (size_t index = 0; index < count; index += 1) {
        char text[16384];
        (void)snprintf(text, sizeof text, "%s\npacket p = %s", before, rows[index].rule);
        schema_text schema = schema_from_text(text, dialect);
        cr_assert_eq(schema.code, GDV_OK, "%s: %u:%u: %s", text, schema.error.line, schema.error.column,
                     schema.error.message);
        packet bytes = packet_from_text(rows[index].value, dialect);
        match.struct_size = sizeof match;
        gdv_status code = schema_says(&schema, &bytes, &policy, &match, NULL);
        cr_expect_eq(code, rows[index].code, "%s of %s: %s", rows[index].value, rows[index].rule,
                     gdv_status_name(code));
        packet_free(&bytes);
        schema_free(&schema);
    }
}

static void check(const row *rows, size_t count)
{
    check_in(rows, count, "", GDV_DIALECT_GODOT4_4);
}

Test(compile, numbers_are_within_their_range)
{
    static const row rows[] = {
        {"int", "-9223372036854775808", GDV_OK},
        {"int", "1.0", GDV_E_NO_SUCH_PACKET},
        {"int 0..100", "0", GDV_OK},
        {"int 0..100", "100", GDV_OK},
        {"int 0..100", "-1", GDV_E_OUT_OF_RANGE},
        {"int 0..100", "101", GDV_E_OUT_OF_RANGE},
        {"int 5..", "9223372036854775807", GDV_OK},
        {"int 5..", "4", GDV_E_OUT_OF_RANGE},
        {"int ..-5", "-9223372036854775808", GDV_OK},
        {"int ..-5", "-4", GDV_E_OUT_OF_RANGE},
        {"int 7", "7", GDV_OK},
        {"int 7", "8", GDV_E_OUT_OF_RANGE},
        {"int -9223372036854775808..9223372036854775807", "9223372036854775807", GDV_OK},
        {"int 0x10..0b1_0001", "16", GDV_OK},
        {"int 0x10..0b1_0001", "17", GDV_OK},
        {"int 0x10..0b1_0001", "18", GDV_E_OUT_OF_RANGE},
        {"int 1_000..2_000", "1000", GDV_OK},
        {"int 1_000..2_000", "999", GDV_E_OUT_OF_RANGE},
        {"float", "1e300", GDV_OK},
        {"float", "1", GDV_E_NO_SUCH_PACKET},
        {"float", "inf", GDV_E_OUT_OF_RANGE},
        {"float nonfinite", "inf", GDV_OK},
        {"float nonfinite", "nan", GDV_OK},
        {"float 0.. nonfinite", "inf", GDV_OK},
        {"float 0.. nonfinite", "-inf", GDV_E_OUT_OF_RANGE},
        {"float nonfinite 0..INF", "inf", GDV_OK},
        {"float -INF..0 nonfinite", "-inf", GDV_OK},
        {"float 0..1 nonfinite", "inf", GDV_E_OUT_OF_RANGE},
        {"float 0.5..1.5e0", "0.5", GDV_OK},
        {"float 0.5..1.5e0", "1.5", GDV_OK},
        {"float 0.5..1.5e0", "1.75", GDV_E_OUT_OF_RANGE},
        {"float 0..1", "1.0", GDV_OK},
        {"float 0.1..0.3", "0.1", GDV_OK},
        {"float 0.1..0.3", "0.3", GDV_OK},
        {"float 0.1..0.3", "0.30000000000000004", GDV_E_OUT_OF_RANGE},
        {"float -PI..PI", "3.141592653589793", GDV_OK},
        {"float -PI..PI", "3.1415927410125732", GDV_OK}, /* the float next to pi */
        {"float -PI..PI", "-3.1415927410125732", GDV_OK},
        {"float -PI..PI", "3.1415929794311523", GDV_E_OUT_OF_RANGE},
        {"float -PI..PI", "3.1415926535897936", GDV_E_OUT_OF_RANGE},
        {"float -PI/2..TAU/4", "1.5707963267948966", GDV_OK},
        {"float -PI/2..TAU/4", "1.5707964897155762", GDV_E_OUT_OF_RANGE},
        {"float 0..TAU", "6.283185307179586", GDV_OK},
        {"number 0..10", "10", GDV_OK},
        {"number 0..10", "10.0", GDV_OK},
        {"number 0..10", "10.5", GDV_E_OUT_OF_RANGE},
        {"number 0..10", "11", GDV_E_OUT_OF_RANGE},
        {"number 0.5..2.5", "0", GDV_E_OUT_OF_RANGE},
        {"number 0.5..2.5", "1", GDV_OK},
        {"number 0.5..2.5", "2", GDV_OK},
        {"number 0.5..2.5", "3", GDV_E_OUT_OF_RANGE},
        {"number -2.5..-0.5", "-2", GDV_OK},
        {"number -2.5..-0.5", "-3", GDV_E_OUT_OF_RANGE},
        {"number -2.5..-0.5", "-1", GDV_OK},
        {"number -2.5..-0.5", "0", GDV_E_OUT_OF_RANGE},
        {"number", "9223372036854775807", GDV_OK},
        {"number nonfinite", "inf", GDV_OK},
        {"number -1e30..1e30", "9223372036854775807", GDV_OK},
        {"number -1e30..1e30", "-9223372036854775808", GDV_OK},
        {"number 9223372036854775807..", "9223372036854775807", GDV_OK}, /* as it is written: the double is 2^63 */
        {"number 9223372036854775807..", "9223372036854775806", GDV_E_OUT_OF_RANGE},
        {"number ..-9223372036854775808", "-9223372036854775808", GDV_OK},
        {"number ..-9223372036854775808", "-9223372036854775807", GDV_E_OUT_OF_RANGE},
        {"number", "\"5\"", GDV_E_NO_SUCH_PACKET},
    };
    check(rows, COUNT_OF(rows));
}

Test(compile, literals_are_values_of_their_own)
{
    static const row rows[] = {
        {"1 | 2 | -3", "-3", GDV_OK},
        {"1 | 2 | -3", "3", GDV_E_NOT_A_MEMBER},
        {"1 | 2", "1.0", GDV_E_NO_SUCH_PACKET},
        {"1.5 | 0.5 | 0.1", "0.1", GDV_OK},
        {"1.5 | 0.5 | 0.1", "0.10000000149011612", GDV_OK}, /* the float next to it */
        {"1.5 | 0.5 | 0.1", "0.2", GDV_E_NOT_A_MEMBER},
        {"PI | -TAU", "-6.283185307179586", GDV_OK},
        {"PI | -TAU", "3.141592653589793", GDV_OK},
        {"1 | 1.5", "1.5", GDV_OK},
        {"1 | 1.5", "1", GDV_OK},
        {"1 | 1.5", "2", GDV_E_NOT_A_MEMBER},
        {"\"red\" | \"green\"", "\"green\"", GDV_OK},
        {"\"red\" | \"green\"", "&\"red\"", GDV_OK},
        {"\"red\" | \"green\"", "\"blue\"", GDV_E_NOT_A_MEMBER},
        {"true", "true", GDV_OK},
        {"true", "false", GDV_E_NOT_A_MEMBER},
        {"false", "false", GDV_OK},
        {"false | true", "true", GDV_OK},
        {"bool", "true", GDV_OK},
        {"bool", "1", GDV_E_NO_SUCH_PACKET},
        {"null", "null", GDV_OK},
        {"Nil", "null", GDV_OK},
        {"null", "0", GDV_E_NO_SUCH_PACKET},
        {"\"a\" | 1 | null", "null", GDV_OK},
        {"\"a\" | 1 | null", "1", GDV_OK},
        {"\"a\" | 1 | null", "true", GDV_E_NO_SUCH_PACKET},
        {"\"\\u00e4\\U01f600\\n\"", "\"\xc3\xa4\xf0\x9f\x98\x80\n\"", GDV_OK},
        {"'it\\'s'", "\"it's\"", GDV_OK},
    };
    check(rows, COUNT_OF(rows));
}

Test(compile, texts_have_lengths_and_classes)
{
    static const row rows[] = {
        {"String", "\"\"", GDV_OK},
        {"StringName", "\"a\"", GDV_OK},
        {"String 1..3", "\"\"", GDV_E_WRONG_LENGTH},
        {"String 1..3", "\"abc\"", GDV_OK},
        {"String 1..3", "\"abcd\"", GDV_E_WRONG_LENGTH},
        {"String 1..3", "\"\xc3\xa4\xc3\xa4\"", GDV_E_WRONG_LENGTH},
        {"String chars 1..3", "\"\xc3\xa4\xc3\xa4\xc3\xa4\"", GDV_OK},
        {"String 1..3 chars", "\"\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\"", GDV_E_WRONG_LENGTH},
        {"String 3", "\"abc\"", GDV_OK},
        {"String 3", "\"ab\"", GDV_E_WRONG_LENGTH},
        {"String ascii", "\"a b\"", GDV_OK},
        {"String ascii", "\"\xc3\xa4\"", GDV_E_WRONG_TEXT},
        {"String printable 0..9", "\"\xc3\xa4 b\"", GDV_OK},
        {"String printable 0..9", "\"a\x07\"", GDV_E_WRONG_TEXT},
        {"String identifier", "\"_a9\"", GDV_OK},
        {"String identifier", "\"9a\"", GDV_E_WRONG_TEXT},
        {"PackedStringArray 0..2 of String 1..2", "PackedStringArray(\"a\", \"bc\")", GDV_OK},
        {"PackedStringArray 0..2 of String 1..2", "PackedStringArray(\"abc\")", GDV_E_WRONG_LENGTH},
        {"PackedStringArray 0..2 of String ascii", "PackedStringArray(\"a\", \"b\", \"c\")", GDV_E_WRONG_LENGTH},
        {"PackedStringArray of String ascii", "PackedStringArray(\"\xc3\xa4\")", GDV_E_WRONG_TEXT},
        {"PackedStringArray of Colour", "PackedStringArray(\"red\")", GDV_OK},
        {"PackedStringArray of Colour", "PackedStringArray(\"blue\")", GDV_E_NOT_A_MEMBER},
        {"PackedStringArray", "PackedStringArray()", GDV_OK},
    };
    check_in(rows, COUNT_OF(rows), "type Colour = \"red\" | \"green\"", GDV_DIALECT_GODOT4_4);
}

Test(compile, vectors_and_packed_arrays_have_ranges_of_components)
{
    static const row rows[] = {
        {"Vector3", "Vector3(1, 2, 3)", GDV_OK},
        {"Vector3", "Vector2(1, 2)", GDV_E_NO_SUCH_PACKET},
        {"Vector3 -1..1", "Vector3(-1, 1, 0.5)", GDV_OK},
        {"Vector3 -1..1", "Vector3(0, 0, 1.5)", GDV_E_OUT_OF_RANGE},
        {"Vector3", "Vector3(0, inf, 0)", GDV_E_OUT_OF_RANGE},
        {"Vector3 -1..1 nonfinite", "Vector3(0, nan, 0)", GDV_OK},
        {"Vector3 nonfinite", "Vector3(0, inf, 0)", GDV_OK},
        {"Vector2i -3..3", "Vector2i(-3, 3)", GDV_OK},
        {"Vector2i -3..3", "Vector2i(4, 0)", GDV_E_OUT_OF_RANGE},
        {"Color 0..1", "Color(0, 1, 0.5, 1)", GDV_OK},
        {"Color 0..1", "Color(0, 1.5, 0.5, 1)", GDV_E_OUT_OF_RANGE},
        {"PackedByteArray 0..2", "PackedByteArray(1, 2)", GDV_OK},
        {"PackedByteArray 0..2", "PackedByteArray(1, 2, 3)", GDV_E_WRONG_LENGTH},
        {"PackedFloat32Array 0..2 of -1..1", "PackedFloat32Array(-1, 1)", GDV_OK},
        {"PackedFloat32Array 0..2 of -1..1", "PackedFloat32Array(2)", GDV_E_OUT_OF_RANGE},
        {"PackedFloat32Array 0..2 of -1..1", "PackedFloat32Array(0, 0, 0)", GDV_E_WRONG_LENGTH},
        {"PackedFloat32Array 3 of float", "PackedFloat32Array(0, 0, 0)", GDV_OK},
        {"PackedFloat32Array of nonfinite", "PackedFloat32Array(nan)", GDV_OK},
        {"PackedInt32Array of int 0..9", "PackedInt32Array(0, 9)", GDV_OK},
        {"PackedInt32Array of 0..9", "PackedInt32Array(0, 10)", GDV_E_OUT_OF_RANGE},
        {"PackedVector2Array 1 of Vector2 0..1", "PackedVector2Array(0, 1)", GDV_OK},
        {"PackedVector2Array 1 of Vector2 0..1", "PackedVector2Array(0, 1.5)", GDV_E_OUT_OF_RANGE},
        {"PackedFloat32Array of PI", "PackedFloat32Array(3.1415927410125732)", GDV_OK},
        {"PackedFloat64Array of 0..1 | null", "null", GDV_OK},
        {"[RID | Object | Callable | Signal | NodePath | null]", "[null]", GDV_OK},
        {"Variant", "Vector3(1, 2, 3)", GDV_OK},
        {"Variant", "[[], {}]", GDV_OK},
    };
    check(rows, COUNT_OF(rows));
}

Test(compile, containers_are_closed_unless_opened)
{
    static const row rows[] = {
        {"{}", "{}", GDV_OK},
        {"{}", "{\"a\": 1}", GDV_E_UNKNOWN_KEY},
        {"{...}", "{\"a\": 1}", GDV_OK},
        {"{ a: int }", "{}", GDV_E_MISSING_KEY},
        {"{ a: int, }", "{\"a\": 1}", GDV_OK},
        {"{ a: int }", "{\"a\": 1, \"b\": 2}", GDV_E_UNKNOWN_KEY},
        {"{ a: int, ... }", "{\"a\": 1, \"b\": 2}", GDV_OK},
        {"{ a: int, ..., }", "{\"b\": 2}", GDV_E_MISSING_KEY},
        {"{ a?: int }", "{}", GDV_OK},
        {"{ a?: int }", "{\"a\": 1.5}", GDV_E_WRONG_TYPE},
        {"{ \"a b\": int, \"\"?: int }", "{\"a b\": 1, \"\": 2}", GDV_OK},
        {"{ -5: int, a: bool, 7?: bool, 3: bool }", "{-5: 1, 3: true, \"a\": true}", GDV_OK},
        {"{ -5: int, a: bool, 7?: bool, 3: bool }", "{-5: 1, 3: 5, \"a\": true}", GDV_E_WRONG_TYPE},
        {"{ -5: int, a: bool, 7?: bool, 3: bool }", "{-5: 1, \"a\": true}", GDV_E_MISSING_KEY},
        {"{ type: int, packet: int, of: int, limits: int }", "{\"type\": 1, \"packet\": 2, \"of\": 3, \"limits\": 4}",
         GDV_OK},
        {"[]", "[]", GDV_OK},
        {"[]", "[1]", GDV_E_WRONG_LENGTH},
        {"[...]", "[1, true]", GDV_OK},
        {"[int, String 0..8, bool]", "[1, \"a\", true]", GDV_OK},
        {"[int, String 0..8, bool,]", "[1, \"a\"]", GDV_E_WRONG_LENGTH},
        {"[int, String, ...]", "[1, \"a\", 5, null]", GDV_OK},
        {"[int, bool?, int?]", "[1]", GDV_OK},
        {"[int, bool?, int?]", "[1, true, 2]", GDV_OK},
        {"[int, bool?, int?]", "[1, 2]", GDV_E_WRONG_TYPE},
        {"[int, bool?, int?]", "[]", GDV_E_WRONG_LENGTH},
        {"Array[int 0..9] 0..2", "[1, 9]", GDV_OK},
        {"Array[int 0..9] 0..2", "[1, 10]", GDV_E_OUT_OF_RANGE},
        {"Array[int 0..9] 0..2", "[1, 2, 3]", GDV_E_WRONG_LENGTH},
        {"Array[Array[int] 1] 2", "[[1], [2]]", GDV_OK},
        {"Array[Array[int] 1] 2", "[[1], [2, 3]]", GDV_E_WRONG_LENGTH},
        {"Dictionary[String 1..3, int] 0..2", "{\"a\": 1}", GDV_OK},
        {"Dictionary[String 1..3, int] 0..2", "{\"abcd\": 1}", GDV_E_WRONG_LENGTH},
        {"Dictionary[String, int] 0..2", "{\"a\": true}", GDV_E_WRONG_TYPE},
        {"Dictionary[int, Variant] 1..", "{}", GDV_E_WRONG_LENGTH},
    };
    check(rows, COUNT_OF(rows));
}

Test(compile, alternatives_are_told_apart)
{
    static const row rows[] = {
        {"[int | String 1..2]", "[5]", GDV_OK},
        {"[int | String 1..2]", "[\"abc\"]", GDV_E_WRONG_LENGTH},
        {"[int | String 1..2]", "[true]", GDV_E_NO_ALTERNATIVE},
        {"[Scalar | null]", "[null]", GDV_OK},
        {"[Scalar | null]", "[1.5]", GDV_OK},
        {"[Scalar | null]", "[true]", GDV_E_NO_ALTERNATIVE},
        {"[A | B]", "[{\"t\": \"a\", \"x\": 1}]", GDV_OK},
        {"[A | B]", "[{\"y\": true, \"t\": \"b\"}]", GDV_OK},
        {"[A | B]", "[{\"t\": \"b\", \"x\": 1}]", GDV_E_UNKNOWN_KEY},
        {"[A | B]", "[{\"t\": \"c\"}]", GDV_E_NO_ALTERNATIVE},
        {"[A | B | int]", "[5]", GDV_OK},
        {"[AB | C]", "[{\"t\": \"c1\"}]", GDV_OK},
        {"[AB | C]", "[{\"t\": \"c2\"}]", GDV_OK},
        {"[AB | C]", "[{\"t\": \"a\", \"x\": 1}]", GDV_OK},
        {"[AB | C | null]", "[{\"t\": \"a\", \"x\": true}]", GDV_E_WRONG_TYPE},
        {"[[1, int] | [2, bool] | [\"x\"]]", "[[2, true]]", GDV_OK},
        {"[[1, int] | [2, bool] | [\"x\"]]", "[[1, true]]", GDV_E_WRONG_TYPE},
        {"[[1, int] | [2, bool] | [\"x\"]]", "[[\"x\"]]", GDV_OK},
        {"[[1, int] | [2, bool]]", "[[3, 1]]", GDV_E_NO_ALTERNATIVE},
        {"[{ 0: 1, a: int } | { 0: 2, b: int }]", "[{0: 2, \"b\": 5}]", GDV_OK},
        {"[{ 0: 1, a: int } | { 0: 2, b: int }]", "[{0: 2, \"a\": 5}]", GDV_E_UNKNOWN_KEY},
        {"[{ v: 1, t: \"a\" } | { v: 1, t: \"b\" }]", "[{\"v\": 1, \"t\": \"b\"}]", GDV_OK},
        {"[Led | [\"y\", bool] | [4]]", "[[2, true]]", GDV_OK},
        {"[Led | [\"y\", bool] | [4]]", "[[\"y\", true]]", GDV_OK},
        {"[Led | [\"y\", bool] | [4]]", "[[1, true]]", GDV_E_WRONG_TYPE},
        {"[AC | B]", "[{\"t\": \"c2\"}]", GDV_OK},
        {"[AC | B]", "[{\"t\": \"b\", \"y\": 1}]", GDV_E_WRONG_TYPE},
        {"{ mode: \"a\" | \"b\" }", "{\"mode\": \"c\"}", GDV_E_NOT_A_MEMBER},
        {"{ mode: \"a\" }", "{\"mode\": \"c\"}", GDV_E_NO_SUCH_PACKET},
        {"[Mixed | null]", "[[1, 2]]", GDV_OK},
        {"[Mixed | null]", "[{\"t\": \"a\", \"x\": 1}]", GDV_OK},
        {"[Mixed | Extra]", "[{\"t\": \"d\"}]", GDV_OK},
        {"[Mixed | Extra]", "[{\"t\": \"b\", \"y\": true}]", GDV_OK},
    };
    check_in(rows, COUNT_OF(rows),
             "type Scalar = Number | String\ntype Number = number\n"
             "type A = { t: \"a\", x: int } type B = { t: \"b\", y: bool }\n"
             "type AB = A | B type C = { t: \"c1\" | \"c2\" }\n"
             "type Led = [1, int] | [2, bool] type AC = A | C\n"
             "type Mixed = AB | [1, int] | [2, bool] type Extra = { t: \"d\" }\n",
             GDV_DIALECT_GODOT4_4);
}

Test(compile, a_type_may_contain_itself_where_a_depth_bounds_it)
{
    static const row rows[] = {
        {"Tree", "{\"v\": 1}", GDV_OK},
        {"Tree", "{\"v\": 1, \"l\": {\"v\": 2, \"l\": null, \"r\": {\"v\": 3}}}", GDV_OK},
        {"Tree", "{\"v\": 1, \"l\": {\"v\": 2, \"l\": {\"v\": true}}}", GDV_E_WRONG_TYPE},
        {"Tree", "{\"v\": 1, \"l\": {\"v\": 2, \"l\": {\"v\": 1, \"l\": {\"v\": 1, \"l\": {\"v\": 1}}}}}",
         GDV_E_LIMIT_DEPTH},
        {"{ r: Loop }", "{\"r\": {\"k\": 1, \"next\": {\"k\": 2}}}", GDV_OK},
        {"{ r: Loop }", "{\"r\": {\"k\": 1, \"next\": null}}", GDV_OK},
        {"{ r: Loop }", "{\"r\": {\"k\": 1, \"next\": {\"k\": 1}}}", GDV_E_MISSING_KEY},
        {"List", "[1, [2, [3, null]]]", GDV_OK},
        {"List", "[1, [2, [3, true]]]", GDV_E_NO_ALTERNATIVE},
        {"Node", "{\"k\": \"n\", \"of\": [{\"k\": \"leaf\"}, {\"k\": \"n\", \"of\": []}]}", GDV_OK},
        {"Node", "{\"k\": \"n\", \"of\": [{\"k\": \"leaf\"}, {\"k\": \"n\", \"of\": 5}]}", GDV_E_WRONG_TYPE},
    };
    check_in(rows, COUNT_OF(rows),
             "limits max_depth = 4\n"
             "type Tree = { v: int, l?: Tree | null, r?: Tree | null }\n"
             "type List = [int, List | null]\n"
             "type Loop = { k: 1, next: Step } type Stop = { k: 2 } type Step = Loop | Stop | null\n"
             "type Node = { k: \"n\", of: Array[Any] } type Any = Node | Leaf type Leaf = { k: \"leaf\" }\n",
             GDV_DIALECT_GODOT4_4);
}

Test(compile, types_have_the_names_that_the_dialect_and_godot_4_give_them)
{
    static const row godot3[] = {
        {"PoolIntArray 0..2", "PackedInt32Array(1, 2)", GDV_OK},
        {"PackedInt32Array 0..2", "PackedInt32Array(1, 2, 3)", GDV_E_WRONG_LENGTH},
        {"Quat -1..1", "Quaternion(0, 0, 0, 1)", GDV_OK},
        {"Transform", "Vector3(1, 2, 3)", GDV_E_NO_SUCH_PACKET},
    };
    static const row godot2[] = {
        {"real 0..1", "0.5", GDV_OK},
        {"float 0..1", "1.5", GDV_E_OUT_OF_RANGE},
        {"RawArray 0..1", "PackedByteArray(1, 2)", GDV_E_WRONG_LENGTH},
    };
    static const row pandemonium[] = {
        {"String", "&\"a\"", GDV_E_NO_SUCH_PACKET}, /* two types, and two keys, to this engine */
        {"\"a\" | \"b\"", "\"b\"", GDV_OK},
        {"\"a\" | \"b\"", "&\"b\"", GDV_E_NO_SUCH_PACKET},
        {"StringName", "&\"a\"", GDV_OK},
        {"StringName", "\"a\"", GDV_E_NO_SUCH_PACKET},
        {"[String 1 | StringName 2]", "[&\"ab\"]", GDV_OK},
        {"PoolVector2iArray of Vector2i 0..1", "PackedVector2iArray(0, 2)", GDV_E_OUT_OF_RANGE},
    };
    check_in(godot3, COUNT_OF(godot3), "", GDV_DIALECT_GODOT3);
    check_in(godot2, COUNT_OF(godot2), "", GDV_DIALECT_GODOT2);
    check_in(pandemonium, COUNT_OF(pandemonium), "", GDV_DIALECT_PANDEMONIUM_38);
}

Test(compile, packets_have_names_limits_and_rules)
{
    static gdv_match match = {.struct_size = sizeof match};
    gdv_violation violation = {.struct_size = sizeof violation};
    schema_text schema = schema_from_text("limits max_bytes = 200, max_values = 20,\n"
                                          "packet small (max_bytes = 60, max_depth = 2,) = { t: \"s\", v: Variant }\n"
                                          "packet alias = Named\n"
                                          "type Named = { t: \"n\", w: Width } type Width = int 0..9\n",
                                          GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%s", schema.error.message);
    cr_expect_str_eq(gdv_schema_packet_name(&schema.schema, 0), "small");
    cr_expect_str_eq(gdv_schema_packet_name(&schema.schema, 1), "alias");
    const gdv_rule_packet *small = gdv_schema_packet(&schema.schema, 0);
    cr_expect_eq(small->line, 2);
    cr_expect_eq(small->max_bytes, 60);
    cr_expect_eq(small->max_depth, 3, "one more than the limit");
    cr_expect_eq(small->max_values, 0);
    cr_expect_eq(gdv_schema_packet(&schema.schema, GDV_NONE)->max_bytes, 200);

    packet bytes = packet_from_text("{\"t\": \"n\", \"w\": 10}", GDV_DIALECT_GODOT4_4);
    cr_expect_eq(schema_says(&schema, &bytes, NULL, &match, &violation), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(match.packet, 1);
    cr_expect_str_eq(violation.name, "Width");
    cr_expect_eq(violation.line, 4);
    packet_free(&bytes);
    bytes = packet_from_text("{\"t\": \"s\", \"v\": \"a text of more than sixty bytes in all, they say\"}",
                             GDV_DIALECT_GODOT4_4);
    cr_expect_eq(schema_says(&schema, &bytes, NULL, &match, &violation), GDV_E_LIMIT_BYTES);
    packet_free(&bytes);
    schema_free(&schema);
}

Test(compile, fields_are_found_in_the_match)
{
    static gdv_match match = {.struct_size = sizeof match};
    schema_text schema = schema_from_text("packet p = { a: int, 5: { x: int, y?: int }, \"c d\": [int, int], e: U }\n"
                                          "type U = { k: 1, q: int } | { k: 2, q: bool, r: int }\n",
                                          GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%s", schema.error.message);
    packet bytes = packet_from_text(
        "{5: {\"x\": 7}, \"c d\": [8, 9], \"e\": {\"r\": 4, \"k\": 2, \"q\": true}, \"a\": 1}", GDV_DIALECT_GODOT4_4);
    gdv_node nodes[64];
    cr_assert_eq(gdv_schema_check(&schema.schema, bytes.bytes, bytes.size, NULL, nodes, 64, &match, NULL), GDV_OK);
    cr_expect_eq(gdv_int_or(gdv_match_value(&match, gdv_schema_value_of(&schema.schema, 0, ".a")), 0, 9, -1), 1);
    cr_expect_eq(gdv_int_or(gdv_match_value(&match, gdv_schema_value_of(&schema.schema, 0, "[\"c d\"][1]")), 0, 9, -1),
                 9);
    cr_expect_eq(gdv_int_or(gdv_match_value(&match, gdv_schema_value_of(&schema.schema, 0, "{5}.x")), 0, 9, -1), 7);
    packet_free(&bytes);
    schema_free(&schema);
}

/* A match keeps 256 values: the second record's own are beyond, and that is no mistake. */
Test(compile, fields_beyond_what_a_match_keeps_are_checked_all_the_same)
{
    char text[8192];
    size_t used = (size_t)snprintf(text, sizeof text, "type Wide = {");
    for (int index = 0; index < 200; index += 1) {
        used += (size_t)snprintf(text + used, sizeof text - used, "f%d?: int,", index);
    }
    (void)snprintf(text + used, sizeof text - used, "}\ntype Wider = { a: Wide, b: Wide }\n");
    static const row rows[] = {
        {"Wider", "{\"a\": {}, \"b\": {\"f1\": 5}}", GDV_OK},
        {"Wider", "{\"a\": {}, \"b\": {\"f1\": true}}", GDV_E_WRONG_TYPE},
        {"[Wide, Wide, Wide]", "[{}, {}, {\"f199\": true}]", GDV_E_WRONG_TYPE},
    };
    check_in(rows, COUNT_OF(rows), text, GDV_DIALECT_GODOT4_4);
}

Test(compile, texts_include_others_by_name_once_each)
{
    static gdv_match match = {.struct_size = sizeof match};
    gdv_violation violation = {.struct_size = sizeof violation};
    const gdv_schema_source sources[] = {
        {"main.gdvs", "include \"b.gdvs\" include 'b.gdvs'\npacket p = [B]", 50},
        {"unused.gdvs", "not a schema", 12},
        {"b.gdvs", "\xef\xbb\xbfinclude \"main.gdvs\" # and back\r\ninclude \"c\\u002egdvs\"\ntype B = C | null", 71},
        {"c.gdvs", "\n\n\ttype C = int 0..9", 21},
    };
    gdv_schema_source exact[4];
    for (size_t index = 0; index < 4; index += 1) {
        exact[index] = sources[index];
        exact[index].size = strlen(sources[index].text);
    }
    schema_text schema = schema_from_sources(exact, 4, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%u:%u:%u: %s", schema.error.source, schema.error.line, schema.error.column,
                 schema.error.message);
    packet bytes = packet_from_text("[10]", GDV_DIALECT_GODOT4_4);
    cr_expect_eq(schema_says(&schema, &bytes, NULL, &match, &violation), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(violation.line, 3);
    cr_expect_eq(violation.source, 3);
    packet_free(&bytes);
    schema_free(&schema);
}
