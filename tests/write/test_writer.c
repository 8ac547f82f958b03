/* SPDX-License-Identifier: MIT */
/* Claims about what the writer writes: for every type of every dialect the bytes that the wire reference gives for the
 * value. Rows are calls (tests/support/calls.h), and bytes typed in from the reference; calls.c checks besides that each packet
 * measures as it is written, is accepted, and is canonical. Promises 8 and 9. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* All that may be meant: objects, ids, what the engine misreads. */
#define MEANT                                                                                                          \
    (GDV_PERMIT_NONFINITE | GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT | GDV_PERMIT_RID | GDV_PERMIT_CALLABLE |          \
     GDV_PERMIT_SIGNAL | GDV_PERMIT_MISREAD)

static void expect_bytes(const char *name, gdv_dialect dialect, uint32_t permit, const char *calls, const char *hex)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    packet owed = packet_from_hex(hex);
    written out = written_by(dialect, &policy, calls);
    bool same = out.code == GDV_OK && out.made.size == owed.size && memcmp(out.made.bytes, owed.bytes, owed.size) == 0;
    cr_expect(same, "%s, %s: %s, %zu bytes, owed %zu", gdv_dialect_name(dialect), name, gdv_status_name(out.code),
              out.made.size, owed.size);
    packet_free(&out.made);
    packet_free(&owed);
}

/* ---- every type of every dialect ---- */

/* The calls that make the value whose packet tests/support/type_ids.c has for the type. */
static const struct sample {
    gdv_type type;
    const char *calls;
} samples[] = {
    {GDV_TYPE_NIL, "nil"},
    {GDV_TYPE_BOOL, "true"},
    {GDV_TYPE_INT, "int=1"},
    {GDV_TYPE_FLOAT, "float=0.5"},
    {GDV_TYPE_STRING, "str=a"},
    {GDV_TYPE_VECTOR2, "f32=Vector2,1,2"},
    {GDV_TYPE_VECTOR2I, "i32=Vector2i,1,-2"},
    {GDV_TYPE_RECT2, "f32=Rect2,1,2,3,4"},
    {GDV_TYPE_RECT2I, "i32=Rect2i,1,-2,3,4"},
    {GDV_TYPE_VECTOR3, "f32=Vector3,1,2,3"},
    {GDV_TYPE_VECTOR3I, "i32=Vector3i,1,-2,3"},
    {GDV_TYPE_TRANSFORM2D, "f32=Transform2D,1,2,3,4,5,6"},
    {GDV_TYPE_VECTOR4, "f32=Vector4,1,2,3,4"},
    {GDV_TYPE_VECTOR4I, "i32=Vector4i,1,-2,3,4"},
    {GDV_TYPE_PLANE, "f32=Plane,1,2,3,4"},
    {GDV_TYPE_QUATERNION, "f32=Quaternion,1,2,3,4"},
    {GDV_TYPE_AABB, "f32=AABB,1,2,3,4,5,6"},
    {GDV_TYPE_BASIS, "f32=Basis,1,2,3,4,5,6,7,8,9"},
    {GDV_TYPE_TRANSFORM3D, "f32=Transform3D,1,2,3,4,5,6,7,8,9,1,2,3"},
    {GDV_TYPE_PROJECTION, "f32=Projection,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4"},
    {GDV_TYPE_COLOR, "f32=Color,1,0.5,0.25,1"},
    {GDV_TYPE_STRING_NAME, "name=a"},
    {GDV_TYPE_NODE_PATH, "path=a"},
    {GDV_TYPE_CALLABLE, "callable"},
    {GDV_TYPE_SIGNAL, "signal=a,5"},
    {GDV_TYPE_DICTIONARY, "dict str=a true end"},
    {GDV_TYPE_ARRAY, "array true end"},
    {GDV_TYPE_PACKED_BYTE_ARRAY, "bytes=01"},
    {GDV_TYPE_PACKED_INT32_ARRAY, "i32=PackedInt32Array,1"},
    {GDV_TYPE_PACKED_INT64_ARRAY, "i64=PackedInt64Array,5"},
    {GDV_TYPE_PACKED_FLOAT32_ARRAY, "f32=PackedFloat32Array,0.5"},
    {GDV_TYPE_PACKED_FLOAT64_ARRAY, "f64=PackedFloat64Array,0.1"},
    {GDV_TYPE_PACKED_STRING_ARRAY, "strs=a"},
    {GDV_TYPE_PACKED_VECTOR2_ARRAY, "f32=PackedVector2Array,1,2"},
    {GDV_TYPE_PACKED_VECTOR3_ARRAY, "f32=PackedVector3Array,1,2,3"},
    {GDV_TYPE_PACKED_COLOR_ARRAY, "f32=PackedColorArray,1,0.5,0.25,1"},
    {GDV_TYPE_PACKED_VECTOR4_ARRAY, "f32=PackedVector4Array,1,2,3,4"},
    {GDV_TYPE_PACKED_VECTOR2I_ARRAY, "i32=PackedVector2iArray,1,-2"},
    {GDV_TYPE_PACKED_VECTOR3I_ARRAY, "i32=PackedVector3iArray,1,-2,3"},
    {GDV_TYPE_PACKED_VECTOR4I_ARRAY, "i32=PackedVector4iArray,1,-2,3,4"},
    {GDV_TYPE_TYPED_ARRAY, "tarray=int int=7 end"},
    {GDV_TYPE_PACKED_TYPED_ARRAY, "parray=int int=7 end"},
    {GDV_TYPE_IMAGE, "image=4,0,1,1,010203ff"},
    {GDV_TYPE_INPUT_EVENT, "event=3,0,1"},
};

/* RID and Object depend on the dialect: what Godot 2 and 3 send of them has no room for an id. */
static const char *sample_of(gdv_dialect dialect, gdv_type type)
{
    if (type == GDV_TYPE_RID) {
        return dialect >= GDV_DIALECT_GODOT4_0 ? "rid=5" : "rid=0";
    }
    if (type == GDV_TYPE_OBJECT) {
        return dialect == GDV_DIALECT_GODOT2 ? "id=0" : "id=5";
    }
    if (type == GDV_TYPE_INT && dialect == GDV_DIALECT_GODOT3_0) {
        return "int=5";
    }
    for (size_t index = 0; index < COUNT_OF(samples); index += 1) {
        if (samples[index].type == type) {
            return samples[index].calls;
        }
    }
    cr_assert_fail("no sample of %s", gdv_type_name(type));
    return "";
}

static void every_type(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        expect_bytes(type->name, dialect, MEANT, sample_of(dialect, type->type), type->packet);
    }
}

TEST_EACH_DIALECT(writes_the_canonical_packet_of_every_type, every_type)

/* What the decoder refuses under the strict policy, the writer refuses with the same code. */
static void every_type_under_strict(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        written out = written_by(dialect, NULL, sample_of(dialect, type->type));
        cr_expect_eq(out.code, type->strict, "%s: %s: %s", row->name, type->name, gdv_status_name(out.code));
        packet_free(&out.made);
    }
}

TEST_EACH_DIALECT(strict_refuses_to_write_what_it_refuses_to_read, every_type_under_strict)

static void lacking(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (int type = 0; type < GDV_TYPE_COUNT; type += 1) {
        bool has = false;
        for (uint32_t id = 0; id < row->count; id += 1) {
            has = has || row->types[id].type == (gdv_type)type;
        }
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, MEANT);
        const char *calls = sample_of(dialect, (gdv_type)type);
        /* typed arrays of Godot 4.3 are arrays with a flag, and plain arrays elsewhere know no types */
        bool by_flag = type == GDV_TYPE_TYPED_ARRAY && dialect >= GDV_DIALECT_GODOT4_3;
        gdv_status owed = has || by_flag                 ? GDV_OK
                          : type == GDV_TYPE_TYPED_ARRAY ? GDV_E_NO_SUCH_LAYOUT
                                                         : GDV_E_NO_SUCH_TYPE;
        written out = written_by(dialect, &policy, calls);
        cr_expect_eq(out.code, owed, "%s: %s: %s", row->name, calls, gdv_status_name(out.code));
        packet_free(&out.made);
    }
}

TEST_EACH_DIALECT(what_the_dialect_lacks_is_no_such_type, lacking)

/* The 64-bit form: Godot 4's math types (section 3), and no other dialect's. 1.5 and 0.1 repeated. */
static void wide_rows(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    for (uint32_t id = 0; id < row->count; id += 1) {
        const type_row *type = &row->types[id];
        const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
        bool packed = wire->layout == GDV_LAYOUT_PACKED;
        if ((wire->layout != GDV_LAYOUT_FIXED && !packed) || wire->component != GDV_COMPONENT_FLOAT32) {
            continue;
        }
        char calls[512];
        size_t components = type->size / 4;
        builder owed = {NULL, 0, 0};
        put_u32(&owed, id | (type->wide != 0 ? 0x10000u : 0));
        if (packed) {
            put_u32(&owed, 1);
        }
        size_t length = (size_t)snprintf(calls, sizeof calls, "f64=%s", gdv_type_name(type->type));
        for (size_t index = 0; index < components; index += 1) {
            static const uint8_t three_halves[] = {0, 0, 0, 0, 0, 0, 0xf8, 0x3f};
            static const uint8_t tenth[] = {0x9a, 0x99, 0x99, 0x99, 0x99, 0x99, 0xb9, 0x3f};
            put_bytes(&owed, index % 2 == 0 ? three_halves : tenth, 8);
            length += (size_t)snprintf(calls + length, sizeof calls - length, index % 2 == 0 ? ",1.5" : ",0.1");
        }
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, MEANT);
        written out = written_by(dialect, &policy, calls);
        if (type->wide == 0) {
            cr_expect_eq(out.code, GDV_E_NO_SUCH_LAYOUT, "%s: %s", calls, gdv_status_name(out.code));
        } else {
            cr_expect_eq(out.code, GDV_OK, "%s: %s", calls, gdv_status_name(out.code));
            cr_expect(out.made.size == owed.size && memcmp(out.made.bytes, owed.bytes, owed.size) == 0, "%s", calls);
        }
        packet_free(&out.made);
        builder_free(&owed);
    }
}

TEST_EACH_DIALECT(doubles_are_the_wide_form_where_there_is_one, wide_rows)

/* ---- examples of the wire reference ---- */

typedef struct example {
    const char *calls;
    const char *hex;
} example;

/* Section 12.1: what Godot 3.2.3 sent, node path padding zeroed. */
static const example godot3_examples[] = {
    {"nil", "00000000"},
    {"true", "01000000 01000000"},
    {"false", "01000000 00000000"},
    {"int=0", "02000000 00000000"},
    {"int=-1", "02000000 ffffffff"},
    {"int=2147483647", "02000000 ffffff7f"},
    {"int=-2147483648", "02000000 00000080"},
    {"int=2147483648", "02000100 00000080 00000000"},
    {"int=-2147483649", "02000100 ffffff7f ffffffff"},
    {"float=0.1", "03000100 9a999999 9999b93f"},
    {"float=0.5", "03000000 0000003f"},
    {"float=-0.0", "03000000 00000080"},
    {"float#7ff0000000000000", "03000000 0000807f"},
    {"float#7ff8000000000000", "03000100 00000000 0000f87f"},
    {"str=", "04000000 00000000"},
    {"str=abc", "04000000 03000000 61626300"},
    {"str=abcd", "04000000 04000000 61626364"},
    {"str=%c3%a9", "04000000 02000000 c3a90000"},
    {"array end", "13000000 00000000"},
    {"dict end", "12000000 00000000"},
    {"dict str=a int=1 end", "12000000 01000000 04000000 01000000 61000000 02000000 01000000"},
    {"array int=1 array int=2 end end", "13000000 02000000 02000000 01000000 13000000 01000000 02000000 02000000"},
    {"dict int=1 int=1 float=1 int=2 end",
     "12000000 02000000 02000000 01000000 02000000 01000000 03000000 0000803f 02000000 02000000"},
    {"strs", "17000000 00000000"},
    {"strs=test", "17000000 01000000 05000000 74657374 00000000"},
    {"strs=", "17000000 01000000 01000000 00000000"},
    {"bytes=", "14000000 00000000"},
    {"bytes=0102030405", "14000000 05000000 01020304 05000000"},
    {"i32=PackedInt32Array", "15000000 00000000"},
    {"path=/", "0f000000 00000080 00000000 01000000"},
    {"path=", "0f000000 00000080 00000000 00000000"},
    {"path=/root", "0f000000 01000080 00000000 01000000 04000000 726f6f74"},
    {"path=x/yy", "0f000000 02000080 00000000 00000000 01000000 78000000 02000000 79790000"},
    {"path=/a/b:c:d",
     "0f000000 02000080 02000000 01000000 01000000 61000000 01000000 62000000 01000000 63000000 01000000 64000000"},
    {"path=:a", "0f000000 00000080 01000000 00000000 01000000 61000000"},
    {"id=0", "11000100 00000000 00000000"},
    {"object=", "11000000 00000000"},
    {"object=Reference end", "11000000 09000000 52656665 72656e63 65000000 00000000"},
    {"object=A prop=p nil prop=q array end end",
     "11000000 01000000 41000000 02000000 01000000 70000000 00000000 01000000 71000000 13000000 00000000"},
    {"object=A prop=p object=B prop=q true end end",
     "11000000 01000000 41000000 01000000 01000000 70000000 11000000 01000000 42000000 01000000 01000000 71000000 "
     "01000000 01000000"},
    {"f32=Basis,1,4,7,2,5,8,3,6,9",
     "0c000000 0000803f 00008040 0000e040 00000040 0000a040 00000041 00004040 0000c040 00001041"},
    {"f32=Vector2,#7f800001,#ff800001", "05000000 0100807f 010080ff"},
    {"f32=PackedFloat32Array,#7f800001", "16000000 01000000 0100807f"},
};

/* Section 12.3. */
static const example pandemonium_examples[] = {
    {"f32=Rect2,1,2,3,4", "05000000 0000803f 00000040 00004040 00008040"},
    {"i32=Rect2i,1,2,3,4", "06000000 01000000 02000000 03000000 04000000"},
    {"f32=Vector2,1,2", "07000000 0000803f 00000040"},
    {"i32=Vector2i,1,-2", "08000000 01000000 feffffff"},
    {"f32=Vector4,1,2,3,4", "0b000000 0000803f 00000040 00004040 00008040"},
    {"i32=Vector4i,1,2,3,4", "0c000000 01000000 02000000 03000000 04000000"},
    {"f32=Projection,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1",
     "13000000 0000803f 00000000 00000000 00000000 00000000 0000803f 00000000 00000000 00000000 00000000 0000803f "
     "00000000 00000000 00000000 00000000 0000803f"},
    {"path=a", "15000000 01000080 00000000 00000000 01000000 61000000"},
    {"rid=0", "16000000"},
    {"id=0x508", "17000100 08050000 00000000"},
    {"name=ab", "18000000 02000000 61620000"},
    {"dict str=a int=1 end", "19000000 01000000 04000000 01000000 61000000 02000000 01000000"},
    {"array int=1 end", "1a000000 01000000 02000000 01000000"},
    {"tarray=int int=7 end", "1b000000 02000000 01000000 02000000 07000000"},
    {"tarray=class.Node nil end", "1b000000 17000000 18000000 04000000 4e6f6465 01000000 00000000"},
    {"tarray=Object nil end", "1b000100 17000000 01000000 00000000"},
    {"tarray=Object id=5 end", "1b000100 17000000 01000000 17000100 05000000 00000000"},
    {"parray=int int=7 end", "1c000000 02000000 01000000 02000000 07000000"},
    {"tarray=- int=7 end", "1a000000 01000000 02000000 07000000"},
    {"tarray=any int=7 end", "1a000000 01000000 02000000 07000000"},
    {"tarray=Nil nil end", "1b000000 00000000 01000000 00000000"},
    {"parray=Nil end", "1c000000 00000000 00000000"},
    {"tdict=-,any end", "19000000 00000000"},
    {"bytes=01", "1d000000 01000000 01000000"},
    {"strs=a", "20000000 01000000 02000000 61000000"},
    {"f32=PackedVector4Array,1,2,3,4", "25000000 01000000 0000803f 00000040 00004040 00008040"},
    {"i32=PackedVector4iArray,1,2,3,3", "26000000 01000000 01000000 02000000 03000000 03000000"},
};

static const example godot4_examples[] = {
    {"f32=Vector2,1,2", "05000000 0000803f 00000040"},
    {"f64=Vector2,1,2", "05000100 00000000 0000f03f 00000000 00000040"},
    {"f32=Quaternion,0,0,0,1", "0f000000 00000000 00000000 00000000 0000803f"},
    {"f32=Color,1,0,0,1", "14000000 0000803f 00000000 00000000 0000803f"},
    {"name=ab", "15000000 02000000 61620000"},
    {"path=/root", "16000000 01000080 00000000 01000000 04000000 726f6f74"},
    {"rid=0", "17000000 00000000 00000000"},
    {"rid=18446744073709551615", "17000000 ffffffff ffffffff"},
    {"id=0x1122334455", "18000100 55443322 11000000"},
    {"callable", "19000000"},
    {"signal=s,0", "1a000000 01000000 73000000 00000000 00000000"},
    {"dict end", "1b000000 00000000"},
    {"array int=1 end", "1c000000 01000000 02000000 01000000"},
    {"tarray=int int=0 end", "1c000100 02000000 01000000 02000000 00000000"},
    {"tarray=class.EncodedObjectAsID end", "1c000200 11000000 456e636f 6465644f 626a6563 74417349 44000000 00000000"},
    {"tarray=class.Node end", "1c000200 04000000 4e6f6465 00000000"},
    {"tarray=script.res://a.gd end", "1c000300 0a000000 7265733a 2f2f612e 67640000 00000000"},
    {"tdict=int,String int=1 str=a end",
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000"},
    {"tdict=class.Node,script.res://a.gd end",
     "1b000e00 04000000 4e6f6465 0a000000 7265733a 2f2f612e 67640000 00000000"},
    {"tdict=-,int str=a int=1 end", "1b000400 02000000 01000000 04000000 01000000 61000000 02000000 01000000"},
    {"tdict=StringName,any name=a str=b end",
     "1b000100 15000000 01000000 15000000 01000000 61000000 04000000 01000000 62000000"},
    {"tarray=any int=1 end", "1c000000 01000000 02000000 01000000"},
    {"tarray=Array tarray=int end array end end",
     "1c000100 1c000000 02000000 1c000100 02000000 00000000 1c000000 00000000"},
    {"i64=PackedInt64Array,-1", "1f000000 01000000 ffffffff ffffffff"},
    {"f64=PackedFloat64Array,0.1", "21000000 01000000 9a999999 9999b93f"},
    {"strs=a", "22000000 01000000 02000000 61000000"},
    {"f64=PackedVector2Array,1,2", "23000100 01000000 00000000 0000f03f 00000000 00000040"},
    {"f32=PackedColorArray,1,0,0,1", "25000000 01000000 0000803f 00000000 00000000 0000803f"},
    {"f32=PackedVector4Array,1,2,3,4", "26000000 01000000 0000803f 00000040 00004040 00008040"},
    {"f64=Vector2,#7ff8000000000001,#fff0000000000001", "05000100 01000000 0000f87f 01000000 0000f0ff"},
};

/* Sections 5.10, 12.3 and 12.4. */
static const example godot2_examples[] = {
    {"array shared int=1 int=2 end", "15000000 02000080 02000000 01000000 02000000 02000000"},
    {"array int=1 int=2 shared end", "15000000 02000080 02000000 01000000 02000000 02000000"},
    {"array shared shared end", "15000000 00000080"},
    {"dict shared str=a array end end", "14000000 01000080 04000000 01000000 61000000 15000000 00000000"},
    {"array dict shared end end", "15000000 01000000 14000000 00000080"},
    {"array shared str=aa str=bb end", "15000000 02000080 04000000 02000000 61610000 04000000 02000000 62620000"},
    {"image=4,0,1,1,010203ff", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff"},
    {"image=0,0,0,0,", "0f000000 00000000 00000000 00000000 00000000 00000000"},
    {"image=22,7,16384,1,ff", "0f000000 16000000 07000000 00400000 01000000 01000000 ff000000"},
    {"path=a!p", "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000"},
    {"path=/a:b!p", "10000000 01000080 01000000 03000000 01000000 61000000 01000000 62000000 01000000 70000000"},
    {"rid=0", "11000000"},
    {"id=0", "12000000"},
    {"event=0,9", "13000000 00000000 09000000 0c000000"},
    {"event=1,0,0x02000000,65", "13000000 01000000 00000000 14000000 00000002 41000000"},
    {"event=2,0", "13000000 02000000 00000000 0c000000"},
    {"event=3,0,1", "13000000 03000000 00000000 10000000 01000000"},
    {"event=4,0,1,0x3f000000", "13000000 04000000 00000000 14000000 01000000 0000003f"},
    {"event=5,0,7", "13000000 05000000 00000000 10000000 07000000"},
    {"event=6,0,7", "13000000 06000000 00000000 10000000 07000000"},
    {"event=7,0", "13000000 07000000 00000000 0c000000"},
    {"event=8,0xffffffff", "13000000 08000000 ffffffff 0c000000"},
    {"float=1.1", "03000000 cdcc8c3f"},
    {"float=2.2", "03000000 cdcc0c40"},
    /* above the largest float, and nearer to it than to infinity */
    {"float=3.4028235677973362e38", "03000000 ffff7f7f"},
    {"float=-3.4028235677973362e38", "03000000 ffff7fff"},
};

static const example godot3_0_examples[] = {
    {"array int=-1 int=12 end", "13000000 02000000 02000100 ffffffff ffffffff 02000100 0c000000 00000000"},
    {"array str=test str=aze end", "13000000 02000000 04000000 04000000 74657374 04000000 03000000 617a6500"},
};

#define EXAMPLES(rows, dialect)                                                                                        \
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {                                                       \
        expect_bytes(rows[index].calls, dialect, MEANT, rows[index].calls, rows[index].hex);                           \
    }

Test(the_reference_s_examples, godot3)
{
    EXAMPLES(godot3_examples, GDV_DIALECT_GODOT3)
}

Test(the_reference_s_examples, pandemonium)
{
    EXAMPLES(pandemonium_examples, GDV_DIALECT_PANDEMONIUM_40)
}

Test(the_reference_s_examples, godot4)
{
    EXAMPLES(godot4_examples, GDV_DIALECT_GODOT4_4)
}

Test(the_reference_s_examples, godot2)
{
    EXAMPLES(godot2_examples, GDV_DIALECT_GODOT2)
}

Test(the_reference_s_examples, godot3_0)
{
    EXAMPLES(godot3_0_examples, GDV_DIALECT_GODOT3_0)
}

/* ---- numbers (section 6.1) ---- */

static gdv_status write_double(gdv_dialect dialect, double value, packet *made)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    uint8_t buffer[16];
    gdv_writer writer;
    size_t size = 0;
    gdv_status status = gdv_writer_init(&writer, buffer, sizeof buffer, dialect, &policy);
    cr_assert_eq(status, GDV_OK);
    gdv_write_float(&writer, value);
    status = gdv_writer_finish(&writer, NULL, 0, &size);
    *made = packet_from_bytes(buffer, size);
    return status;
}

/* Least byte first, whatever this machine does. */
static void owe(uint8_t *owed, uint64_t bits, size_t bytes)
{
    for (size_t index = 0; index < bytes; index += 1) {
        owed[index] = (uint8_t)((bits >> (8 * index)) & 0xff);
    }
}

/* There and back, as engines find out; the C compiler's own conversion says what is right. */
static void check_double(gdv_dialect dialect, uint64_t bits)
{
    packet made;
    double value = 0;
    memcpy(&value, &bits, sizeof value);
    cr_assert_eq(write_double(dialect, value, &made), GDV_OK);
    float narrow = (float)value;
    bool wide = dialect != GDV_DIALECT_GODOT2 && (double)narrow != value;
    uint8_t owed[12] = {3, 0, wide ? 1 : 0, 0};
    uint32_t narrow_bits = 0;
    memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    owe(owed + 4, wide ? bits : narrow_bits, wide ? 8 : 4);
    cr_assert(made.size == (wide ? 12 : 8) && memcmp(made.bytes, owed, made.size) == 0, "%016llx",
              (unsigned long long)bits);
    packet_free(&made);
}

/* Every exponent of a double, either sign, with one bit of the mantissa set, all above it, or all below it; these hold
 * the halfway cases of rounding to a float, the largest and smallest floats and their neighbours. */
static void every_double(gdv_dialect dialect)
{
    for (uint64_t exponent = 0; exponent <= 0x7ff; exponent += exponent < 850 || exponent > 1160 ? 7 : 1) {
        for (uint64_t bit = 0; bit <= 52; bit += bit < 20 ? 19 : 1) {
            const uint64_t one = (uint64_t)1 << bit;
            const uint64_t all = ((uint64_t)1 << 52) - 1;
            const uint64_t mantissas[] = {one & all, (one - 1) & all, all & ~(one - 1)};
            for (size_t index = 0; index < 3; index += 1) {
                check_double(dialect, exponent << 52 | mantissas[index]);
                check_double(dialect, (uint64_t)1 << 63 | exponent << 52 | mantissas[index]);
            }
        }
    }
}

TEST_EACH_DIALECT(float_is_written_in_the_width_that_keeps_it, every_double)

static const int64_t ints[] = {0,          1,           -1,          5,           32767,       2147483646,
                               2147483647, 2147483648,  -2147483647, -2147483648, -2147483649, 4294967295,
                               4294967296, -4294967296, 4294967297,  INT64_MAX,   INT64_MIN};

static void every_int(gdv_dialect dialect)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    for (size_t index = 0; index < COUNT_OF(ints); index += 1) {
        bool narrow = ints[index] >= INT32_MIN && ints[index] <= INT32_MAX;
        bool wide = !narrow || dialect == GDV_DIALECT_GODOT3_0;
        uint8_t owed[12] = {2, 0, wide ? 1 : 0, 0};
        uint8_t buffer[16];
        gdv_writer writer;
        size_t size = 0;
        owe(owed + 4, (uint64_t)ints[index], 8);
        cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, dialect, &policy), GDV_OK);
        gdv_write_int(&writer, ints[index]);
        gdv_status status = gdv_writer_finish(&writer, NULL, 0, &size);
        if (dialect == GDV_DIALECT_GODOT2 && !narrow) {
            cr_assert_eq(status, GDV_E_NO_SUCH_LAYOUT, "%lld", (long long)ints[index]);
        } else {
            cr_assert_eq(status, GDV_OK, "%lld", (long long)ints[index]);
            cr_assert(size == (wide ? 12 : 8) && memcmp(buffer, owed, size) == 0, "%lld", (long long)ints[index]);
        }
    }
}

TEST_EACH_DIALECT(int_is_written_in_the_width_that_holds_it, every_int)
