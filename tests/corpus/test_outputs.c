/* SPDX-License-Identifier: MIT */
/* Claims about what engines write: each packet that section 12 of the wire reference shows as an encoder's output
 * passes both policies, but for the types that strict refuses by name, and those that the engine itself misreads. */
#include <criterion/criterion.h>

#include "tests/support/support.h"

typedef struct output_row {
    const char *name;
    const char *hex;
    gdv_status strict;
    gdv_status engine;
} output_row;

#define OK GDV_OK, GDV_OK
#define NEEDS(code) GDV_E_##code, GDV_OK
#define NEVER(code) GDV_E_##code, GDV_E_##code

static const output_row godot3[] = {
    {"null", "00000000", OK},
    {"true", "01000000 01000000", OK},
    {"false", "01000000 00000000", OK},
    {"int 0", "02000000 00000000", OK},
    {"int -1", "02000000 ffffffff", OK},
    {"int 2147483647", "02000000 ffffff7f", OK},
    {"int 2147483648", "02000100 00000080 00000000", OK},
    {"int -2147483648", "02000000 00000080", OK},
    {"int -2147483649", "02000100 ffffff7f ffffffff", OK},
    {"int max64", "02000100 ffffffff ffffff7f", OK},
    {"float 0.5", "03000000 0000003f", OK},
    {"float 0.1", "03000100 9a999999 9999b93f", OK},
    {"float -0.0", "03000000 00000080", OK},
    {"float inf", "03000000 0000807f", NEEDS(NONFINITE)},
    {"float nan", "03000100 00000000 0000f87f", NEEDS(NONFINITE)},
    {"float 1e-50", "03000100 1eb8d44a 7aee8d35", OK},
    {"float 1e39", "03000100 1e4a9cf4 87820748", OK},
    {"string ''", "04000000 00000000", OK},
    {"string 'a'", "04000000 01000000 61000000", OK},
    {"string 'abcd'", "04000000 04000000 61626364", OK},
    {"string 'héllo'", "04000000 06000000 68c3a96c 6c6f0000", OK},
    {"string U+1F600", "04000000 04000000 f09f9880", OK},
    {"Vector2(1,2)", "05000000 0000803f 00000040", OK},
    {"Rect2(1,2,3,4)", "06000000 0000803f 00000040 00004040 00008040", OK},
    {"Vector3(1,2,3)", "07000000 0000803f 00000040 00004040", OK},
    {"Transform2D x(1,2) y(3,4) o(5,6)", "08000000 0000803f 00000040 00004040 00008040 0000a040 0000c040", OK},
    {"Plane(1,2,3,4)", "09000000 0000803f 00000040 00004040 00008040", OK},
    {"Quat(1,2,3,4)", "0a000000 0000803f 00000040 00004040 00008040", OK},
    {"AABB pos(1,2,3) size(4,5,6)", "0b000000 0000803f 00000040 00004040 00008040 0000a040 0000c040", OK},
    {"Basis x_axis(1,2,3) y_axis(4,5,6) z_axis(7,8,9)",
     "0c000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041", OK},
    {"Transform same basis, origin (10,11,12)",
     "0d000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041 00002041 00003041 "
     "00004041",
     OK},
    {"Color(1,0.5,0.25,1)", "0e000000 0000803f 0000003f 0000803e 0000803f", OK},
    {"NodePath ''", "0f000000 00000080 00000000 00000000", OK},
    {"NodePath '/'", "0f000000 00000080 00000000 01000000", OK},
    {"NodePath 'a'", "0f000000 01000080 00000000 00000000 01000000 61560000", OK},
    {"NodePath '/root'", "0f000000 01000080 00000000 01000000 04000000 726f6f74", OK},
    {"NodePath 'ab/cd:ef:gh'",
     "0f000000 02000080 02000000 00000000 02000000 61620041 02000000 6364c040 02000000 65662041 02000000 67684041", OK},
    {"NodePath '/root/Nod:x'",
     "0f000000 02000080 01000000 01000000 04000000 726f6f74 03000000 4e6f6400 01000000 78000000", OK},
    {"NodePath ':pos'", "0f000000 00000080 01000000 00000000 03000000 706f7300", OK},
    {"NodePath '/:a'", "0f000000 00000080 01000000 01000000 01000000 61560000", OK},
    {"Object Reference as id", "11000100 08050000 00000000", NEEDS(OBJECT_ID)},
    {"Object Reference full",
     "11000000 09000000 52656665 72656e63 65000000 01000000 06000000 73637269 70740000 00000000", NEVER(OBJECT)},
    {"Node full",
     "11000000 04000000 4e6f6465 04000000 0c000000 5f696d70 6f72745f 70617468 0f000000 00000080 00000000 00000000 "
     "0a000000 70617573 655f6d6f 64650000 02000000 00000000 10000000 70726f63 6573735f 7072696f 72697479 02000000 "
     "00000000 06000000 73637269 70740000 00000000",
     NEVER(OBJECT)},
    {"freed object", "00000000", OK},
    {"freed object full", "00000000", OK},
    {"RID()", "10000000", NEEDS(RID)},
    {"RID in array", "13000000 02000000 10000000 02000000 01000000", NEEDS(RID)},
    {"{}", "12000000 00000000", OK},
    {"{'a':1}", "12000000 01000000 04000000 01000000 61000000 02000000 01000000", OK},
    {"{1:true,'k':[null]}",
     "12000000 02000000 02000000 01000000 01000000 01000000 04000000 01000000 6b000000 13000000 01000000 00000000", OK},
    {"[]", "13000000 00000000", OK},
    {"[1,'x',null]", "13000000 03000000 02000000 01000000 04000000 01000000 78000000 00000000", OK},
    {"PoolByteArray []", "14000000 00000000", OK},
    {"PoolByteArray [1]", "14000000 01000000 01000000", OK},
    {"PoolByteArray [1,2,3,4,5]", "14000000 05000000 01020304 05000000", OK},
    {"PoolIntArray [1,-1]", "15000000 02000000 01000000 ffffffff", OK},
    {"PoolIntArray [2147483648]", "15000000 01000000 00000080", OK},
    {"PoolRealArray [0.5,0.1]", "16000000 02000000 0000003f cdcccc3d", OK},
    {"PoolStringArray []", "17000000 00000000", OK},
    {"PoolStringArray ['']", "17000000 01000000 01000000 00000000", OK},
    {"PoolStringArray ['abc','test']", "17000000 02000000 04000000 61626300 05000000 74657374 00000000", OK},
    {"PoolVector2Array", "18000000 02000000 0000803f 00000040 00004040 00008040", OK},
    {"PoolVector3Array", "19000000 01000000 0000803f 00000040 00004040", OK},
    {"PoolColorArray", "1a000000 01000000 0000803f 00000000 00000000 0000803f", OK},
};

static const output_row pandemonium[] = {
    {"Rect2(1,2,3,4)", "05000000 0000803f 00000040 00004040 00008040", OK},
    {"Rect2i(1,2,3,4)", "06000000 01000000 02000000 03000000 04000000", OK},
    {"Vector2(1,2)", "07000000 0000803f 00000040", OK},
    {"Vector2i(1,-2)", "08000000 01000000 feffffff", OK},
    {"Vector4(1,2,3,4)", "0b000000 0000803f 00000040 00004040 00008040", NEEDS(ENGINE_MISREADS)},
    {"Vector4i(1,2,3,4)", "0c000000 01000000 02000000 03000000 04000000", NEEDS(ENGINE_MISREADS)},
    {"Projection identity",
     "13000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f "
     "00000000 00000000 00000000 00000000 0000803f",
     NEVER(ENGINE_MISREADS)},
    {"NodePath(\"a\") (pad = xx)", "15000000 01000080 00000000 00000000 01000000 61000000", OK},
    {"RID", "16000000", NEEDS(RID)},
    {"Object as id 0x508", "17000100 08050000 00000000", NEEDS(OBJECT_ID)},
    {"StringName \"ab\"", "18000000 02000000 61620000", OK},
    {"{\"a\":1}", "19000000 01000000 04000000 01000000 61000000 02000000 01000000", OK},
    {"[1]", "1a000000 01000000 02000000 01000000", OK},
    {"TypedArray int [7]", "1b000000 02000000 01000000 02000000 07000000", OK},
    {"TypedArray Node [null], full_objects", "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000",
     NEEDS(ENGINE_MISREADS)},
    {"TypedArray Node [null], not full", "1b000100 17000000 01000000 00000000", NEEDS(OBJECT_ID)},
    {"PackedTypedArray int [7]", "1c000000 02000000 01000000 02000000 07000000", OK},
    {"PoolByteArray [1]", "1d000000 01000000 01000000", OK},
    {"PoolStringArray [\"a\"]", "20000000 01000000 02000000 61000000", OK},
    {"PoolVector4Array [(1,2,3,4)]", "25000000 01000000 0000803f 00000040 00004040 00008040", NEEDS(ENGINE_MISREADS)},
    {"PoolVector4iArray [(1,2,3,4)] as ENCODED (w<-z)", "26000000 01000000 01000000 02000000 03000000 03000000", OK},
    {"array claimed [Vector4, int 5]",
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000", NEEDS(ENGINE_MISREADS)},
};

static const output_row godot4[] = {
    {"Vector2(1,2) float build", "05000000 0000803f 00000040", OK},
    {"Vector2(1,2) double build", "05000100 00000000 0000f03f 00000000 00000040", OK},
    {"Quaternion(0,0,0,1) float", "0f000000 00000000 00000000 00000000 0000803f", OK},
    {"Color(1,0,0,1)", "14000000 0000803f 00000000 00000000 0000803f", OK},
    {"StringName \"ab\"", "15000000 02000000 61620000", OK},
    {"NodePath(\"/root\")", "16000000 01000080 00000000 01000000 04000000 726f6f74", OK},
    {"RID 0", "17000000 00000000 00000000", NEEDS(RID)},
    {"Object as id", "18000100 55443322 11000000", NEEDS(OBJECT_ID)},
    {"Callable", "19000000", NEEDS(CALLABLE)},
    {"Signal name \"s\" obj 0", "1a000000 01000000 73000000 00000000 00000000", NEEDS(SIGNAL)},
    {"{}", "1b000000 00000000", OK},
    {"Array untyped [1]", "1c000000 01000000 02000000 01000000", OK},
    {"PackedInt64Array [-1]", "1f000000 01000000 ffffffff ffffffff", OK},
    {"PackedFloat64Array [0.1]", "21000000 01000000 9a999999 9999b93f", OK},
    {"PackedStringArray [\"a\"]", "22000000 01000000 02000000 61000000", OK},
    {"PackedVector2Array [(1,2)] double build", "23000100 01000000 00000000 0000f03f 00000000 00000040", OK},
    {"PackedColorArray [(1,0,0,1)]", "25000000 01000000 0000803f 00000000 00000000 0000803f", OK},
};

static const output_row godot4_3[] = {
    {"Array[int] [0] (4.3+)", "1c000100 02000000 01000000 02000000 00000000", OK},
    {"Array[Node] [] not full (4.3+)", "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 00000000",
     NEEDS(OBJECT_ID)},
    {"Array[Node] [] full (4.3+)", "1c000200 04000000 4e6f6465 00000000", NEEDS(OBJECT_ID)},
    {"Array[script res://a.gd] [] full (4.3+)", "1c000300 0a000000 7265733a 2f2f612e 67640000 00000000",
     NEEDS(OBJECT_ID)},
    {"PackedVector4Array [(1,2,3,4)] (4.3+)", "26000000 01000000 0000803f 00000040 00004040 00008040", OK},
};

static const output_row godot4_4[] = {
    {"Dictionary[int,String] {1:\"a\"} (4.4+)",
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000", OK},
};

static const output_row godot2[] = {
    {"[1,2] shared", "15000000 02000080 02000000 01000000 02000000 02000000", OK},
    {"Image 1x1 RGBA fmt4", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff", OK},
    {"Image empty", "0f000000 00000000 00000000 00000000 00000000 00000000", OK},
    {"NodePath \"a:p\"", "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000", OK},
    {"NodePath old \"ab\"", "10000000 02000000 6162", NEEDS(NODE_PATH)},
    {"RID", "11000000", NEEDS(RID)},
    {"Object", "12000000", NEEDS(OBJECT_ID)},
    {"InputEvent KEY dev0 shift+ scancode 65", "13000000 01000000 00000000 14000000 00000002 41000000", OK},
    {"InputEvent MOUSE_BUTTON idx1", "13000000 03000000 00000000 10000000 01000000", OK},
    {"InputEvent MOUSE_MOTION", "13000000 02000000 00000000 0c000000", OK},
    {"InputEvent JOYSTICK_MOTION axis1 0.5", "13000000 04000000 00000000 14000000 01000000 0000003f", OK},
};

/* Section 12.4: bytes that others published: Godot 2.1 with garbage for padding and the shared bit; Godot 3.0.6, whose
 * ints are always wide; Godot 3.2.2. */
static const output_row published_godot2[] = {
    {"[1, 2]", "15000000 02000080 02000000 01000000 02000000 02000000", OK},
    {"[aa, bb]", "15000000 02000080 04000000 02000000 6161fabf 04000000 02000000 6262cf01", OK},
    {"1.1", "03000000 cdcc8c3f", OK},
    {"2.2", "03000000 cdcc0c40", OK},
};

static const output_row published_godot3_0[] = {
    {"[-1, 12]", "13000000 02000000 02000100 ffffffff ffffffff 02000100 0c000000 00000000", OK},
    {"[test, aze]", "13000000 02000000 04000000 04000000 74657374 04000000 03000000 617a6500", OK},
};

static const output_row published_godot3[] = {
    {"PoolStringArray([test])", "17000000 01000000 05000000 74657374 00000000", OK},
    {"[-1, 12] of 3.0.6", "13000000 02000000 02000100 ffffffff ffffffff 02000100 0c000000 00000000", NEEDS(WIDTH)},
};

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static gdv_status verdict_on(const packet *bytes, gdv_dialect dialect, gdv_preset preset)
{
    gdv_policy policy = policy_with(preset, 0);
    verdict said = verdict_of(bytes->bytes, bytes->size, dialect, &policy);
    return said.code;
}

static void strict_says(const output_row *rows, size_t count, gdv_dialect dialect)
{
    for (size_t index = 0; index < count; index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_status code = verdict_on(&bytes, dialect, GDV_POLICY_STRICT);
        cr_assert_eq(code, rows[index].strict, "%s: %s", rows[index].name, gdv_status_name(code));
        packet_free(&bytes);
    }
}

static void engine_says(const output_row *rows, size_t count, gdv_dialect dialect)
{
    for (size_t index = 0; index < count; index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_status code = verdict_on(&bytes, dialect, GDV_POLICY_ENGINE);
        cr_assert_eq(code, rows[index].engine, "%s: %s", rows[index].name, gdv_status_name(code));
        packet_free(&bytes);
    }
}

#define BOTH_POLICIES(claim, rows, dialect)                                                                            \
    Test(strict_says_of_engine_output, claim)                                                                          \
    {                                                                                                                  \
        strict_says(rows, COUNT_OF(rows), dialect);                                                                    \
    }                                                                                                                  \
    Test(engine_policy_says_of_engine_output, claim)                                                                   \
    {                                                                                                                  \
        engine_says(rows, COUNT_OF(rows), dialect);                                                                    \
    }

BOTH_POLICIES(godot2_from_its_source, godot2, GDV_DIALECT_GODOT2)
BOTH_POLICIES(godot2_as_published, published_godot2, GDV_DIALECT_GODOT2)
BOTH_POLICIES(godot3_0_as_published, published_godot3_0, GDV_DIALECT_GODOT3_0)
BOTH_POLICIES(godot3_of_3_2_3, godot3, GDV_DIALECT_GODOT3)
BOTH_POLICIES(godot3_as_published, published_godot3, GDV_DIALECT_GODOT3)
BOTH_POLICIES(pandemonium_40, pandemonium, GDV_DIALECT_PANDEMONIUM_40)
BOTH_POLICIES(godot4_0, godot4, GDV_DIALECT_GODOT4_0)
BOTH_POLICIES(godot4_3, godot4, GDV_DIALECT_GODOT4_3)
BOTH_POLICIES(godot4_3_since_4_3, godot4_3, GDV_DIALECT_GODOT4_3)
BOTH_POLICIES(godot4_4, godot4, GDV_DIALECT_GODOT4_4)
BOTH_POLICIES(godot4_4_since_4_3, godot4_3, GDV_DIALECT_GODOT4_4)
BOTH_POLICIES(godot4_4_since_4_4, godot4_4, GDV_DIALECT_GODOT4_4)

/* "For pandemonium-38: ids >= 29 minus 2, no 27/28 typed forms." */
static void as_pandemonium_38(gdv_preset preset)
{
    for (size_t index = 0; index < COUNT_OF(pandemonium); index += 1) {
        const output_row *row = &pandemonium[index];
        packet bytes = packet_from_hex(row->hex);
        uint8_t id = bytes.bytes[0];
        if (id != 27 && id != 28) {
            bytes.bytes[0] = (uint8_t)(id >= 29 ? id - 2 : id);
            gdv_status code = verdict_on(&bytes, GDV_DIALECT_PANDEMONIUM_38, preset);
            cr_assert_eq(code, preset == GDV_POLICY_STRICT ? row->strict : row->engine, "%s: %s", row->name,
                         gdv_status_name(code));
        }
        packet_free(&bytes);
    }
}

Test(strict_says_of_engine_output, pandemonium_38)
{
    as_pandemonium_38(GDV_POLICY_STRICT);
}

Test(engine_policy_says_of_engine_output, pandemonium_38)
{
    as_pandemonium_38(GDV_POLICY_ENGINE);
}

/* "Godot 4.2 reads the Array[int] row as [true, null] and refuses the other 4.3+ and 4.4+ rows." */
Test(older_godot_4, refuses_newer_output_but_misreads_an_array_of_ints)
{
    for (size_t index = 0; index < COUNT_OF(godot4_3) + COUNT_OF(godot4_4); index += 1) {
        const output_row *row = index < COUNT_OF(godot4_3) ? &godot4_3[index] : &godot4_4[index - COUNT_OF(godot4_3)];
        packet bytes = packet_from_hex(row->hex);
        gdv_status strict = verdict_on(&bytes, GDV_DIALECT_GODOT4_0, GDV_POLICY_STRICT);
        gdv_status engine = verdict_on(&bytes, GDV_DIALECT_GODOT4_0, GDV_POLICY_ENGINE);
        bool array_of_ints = bytes.bytes[0] == 0x1c && bytes.bytes[2] == 1;
        cr_assert_eq(strict, bytes.bytes[0] == 0x26 ? GDV_E_BAD_TYPE : GDV_E_ENGINE_MISREADS, "%s: %s", row->name,
                     gdv_status_name(strict));
        cr_assert_eq(engine == GDV_OK, array_of_ints, "%s: %s", row->name, gdv_status_name(engine));
        packet_free(&bytes);
    }
}
