/* SPDX-License-Identifier: MIT */
/* Claims about what the writer refuses, each with its code, and that the refusal says which value it was about: its
 * type, its depth, the bytes written before it. A refusal is sticky: whatever is called afterwards, it stays the first
 * one. Wire reference: sections 3, 5, 6.1, 7; EB-08, EB-13 to EB-17, EB-26 to EB-28. */
#include <criterion/criterion.h>
#include <float.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/type_ids.h"

#define G2 GDV_DIALECT_GODOT2
#define G30 GDV_DIALECT_GODOT3_0
#define G3 GDV_DIALECT_GODOT3
#define P33 GDV_DIALECT_PANDEMONIUM_33
#define P38 GDV_DIALECT_PANDEMONIUM_38
#define P40 GDV_DIALECT_PANDEMONIUM_40
#define G40 GDV_DIALECT_GODOT4_0
#define G43 GDV_DIALECT_GODOT4_3
#define G44 GDV_DIALECT_GODOT4_4

#define NONFINITE GDV_PERMIT_NONFINITE
#define IDS GDV_PERMIT_OBJECT_ID
#define FULL GDV_PERMIT_OBJECT
#define MISREAD GDV_PERMIT_MISREAD
#define SPAN (GDV_PERMIT_MISREAD | GDV_PERMIT_ENGINE_SPAN)
#define ALL GDV_PERMIT_ALL

typedef struct row {
    const char *calls;
    gdv_dialect dialect;
    uint32_t permit; /* on top of the strict policy */
    gdv_status code;
    gdv_misread misread;
    gdv_type type; /* of the value refused; GDV_TYPE_COUNT for none */
    uint32_t depth;
    uint64_t offset;
} row;

#define REFUSED(code, type, depth, offset) GDV_E_##code, GDV_MISREAD_NONE, GDV_TYPE_##type, depth, offset
#define MISREADS(what, type, depth, offset) GDV_E_ENGINE_MISREADS, GDV_MISREAD_##what, GDV_TYPE_##type, depth, offset
#define WRITTEN GDV_OK, GDV_MISREAD_NONE, GDV_TYPE_COUNT, 0, 0

static void check_report(const row *of, const gdv_report *report)
{
    const char *name = "";
    if (of->type != GDV_TYPE_COUNT) {
        name = gdv_dialect_type_name(of->dialect, id_of(of->dialect, of->type));
    }
    int32_t type = of->code == GDV_OK ? 0 : of->type == GDV_TYPE_COUNT ? -1 : (int32_t)of->type;
    cr_expect_eq(report->misread, of->misread, "%s: misread %d", of->calls, (int)report->misread);
    cr_expect_eq(report->type, type, "%s: type %d", of->calls, (int)report->type);
    cr_expect_str_eq(report->type_name, name, "%s: %s", of->calls, report->type_name);
    cr_expect_eq(report->depth, of->depth, "%s: depth %u", of->calls, report->depth);
    cr_expect_eq(report->offset, of->offset, "%s: at %zu", of->calls, (size_t)report->offset);
    cr_expect_eq(report->need, 0, "%s: need %zu", of->calls, (size_t)report->need);
    cr_expect_str_eq(report->path, "", "%s: path %s", of->calls, report->path);
}

static void check(const row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        const row *of = &rows[index];
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, of->permit);
        written out = written_by(of->dialect, &policy, of->calls);
        cr_expect_eq(out.code, of->code, "%s: %s: %s", gdv_dialect_name(of->dialect), of->calls,
                     gdv_status_name(out.code));
        check_report(of, &out.report);
        packet_free(&out.made);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof((rows)[0]))

static const row numbers[] = {
    {"float#7ff0000000000000", G3, 0, REFUSED(NONFINITE, FLOAT, 0, 0)},
    {"float#fff0000000000000", G2, 0, REFUSED(NONFINITE, FLOAT, 0, 0)},
    {"float#7ff8000000000000", G44, 0, REFUSED(NONFINITE, FLOAT, 0, 0)},
    {"array nil float#7ff0000000000001 end", G3, 0, REFUSED(NONFINITE, FLOAT, 1, 12)},
    {"float#7ff8000000000000", G44, NONFINITE, WRITTEN},
    {"float=1e300", G2, 0, REFUSED(NONFINITE, FLOAT, 0, 0)},
    {"float=-1e300", G2, 0, REFUSED(NONFINITE, FLOAT, 0, 0)},
    {"float=3.4028235677973366e38", G2, 0, REFUSED(NONFINITE, FLOAT, 0, 0)},
    {"float=3.4028235677973362e38", G2, 0, WRITTEN},
    {"float=1e300", G2, NONFINITE, WRITTEN},
    {"float=1e300", G3, 0, WRITTEN},
    {"int=2147483648", G2, ALL, REFUSED(NO_SUCH_LAYOUT, INT, 0, 0)},
    {"int=-2147483649", G2, ALL, REFUSED(NO_SUCH_LAYOUT, INT, 0, 0)},
    {"f32=Vector2,1,#7f800000", G3, 0, REFUSED(NONFINITE, VECTOR2, 0, 0)},
    {"f32=Vector2,#ffc00001,1", G3, 0, REFUSED(NONFINITE, VECTOR2, 0, 0)},
    {"f32=Vector2,#ffc00001,#ff800000", G3, NONFINITE, WRITTEN},
    {"f64=Vector2,1,#7ff0000000000000", G44, 0, REFUSED(NONFINITE, VECTOR2, 0, 0)},
    {"f64=PackedFloat64Array,1,2,#7ff8000000000000", G44, 0, REFUSED(NONFINITE, PACKED_FLOAT64_ARRAY, 0, 0)},
    {"f32=PackedColorArray,1,2,3,#7fc00000", G3, 0, REFUSED(NONFINITE, PACKED_COLOR_ARRAY, 0, 0)},
    {"i32=Vector2i,2139095040,-1", G44, 0, WRITTEN}, /* the bits of an infinity and of a NaN: ints all the same */
    {"f64=Vector2,1,2", G3, ALL, REFUSED(NO_SUCH_LAYOUT, VECTOR2, 0, 0)},
    {"f64=Color,1,2,3,4", G44, ALL, REFUSED(NO_SUCH_LAYOUT, COLOR, 0, 0)},
    {"f64=PackedFloat32Array,1", G44, ALL, REFUSED(NO_SUCH_LAYOUT, PACKED_FLOAT32_ARRAY, 0, 0)},
};

Test(writer_refuses, numbers_that_policy_or_dialect_do_not_have)
{
    CHECK(numbers);
}

static const row kinds[] = {
    {"i32=Vector2,1,2", G44, ALL, REFUSED(WRONG_TYPE, VECTOR2, 0, 0)},
    {"f32=Vector2i,1,2", G44, ALL, REFUSED(WRONG_TYPE, VECTOR2I, 0, 0)},
    {"f64=Vector2i,1,2", G44, ALL, REFUSED(WRONG_TYPE, VECTOR2I, 0, 0)},
    {"i64=Vector2i,1,2", G44, ALL, REFUSED(WRONG_TYPE, VECTOR2I, 0, 0)},
    {"i32=PackedInt64Array,1", G44, ALL, REFUSED(WRONG_TYPE, PACKED_INT64_ARRAY, 0, 0)},
    {"i64=PackedInt32Array,1", G44, ALL, REFUSED(WRONG_TYPE, PACKED_INT32_ARRAY, 0, 0)},
    {"f32=PackedFloat64Array,1", G44, ALL, REFUSED(WRONG_TYPE, PACKED_FLOAT64_ARRAY, 0, 0)},
    {"i32=int,1", G44, ALL, REFUSED(WRONG_TYPE, INT, 0, 0)},
    {"i32=bool,1", G44, ALL, REFUSED(WRONG_TYPE, BOOL, 0, 0)},
    {"f32=float,1", G44, ALL, REFUSED(WRONG_TYPE, FLOAT, 0, 0)},
    {"i64=RID,1", G44, ALL, REFUSED(WRONG_TYPE, RID, 0, 0)},
    {"i32=RID", G3, ALL, REFUSED(WRONG_TYPE, RID, 0, 0)},
    {"i32=Nil", G44, ALL, REFUSED(WRONG_TYPE, NIL, 0, 0)},
    {"i32=String,1", G44, ALL, REFUSED(WRONG_TYPE, STRING, 0, 0)},
    {"i32=Array", G44, ALL, REFUSED(WRONG_TYPE, ARRAY, 0, 0)},
    {"i32=PackedByteArray,1", G44, ALL, REFUSED(WRONG_TYPE, PACKED_BYTE_ARRAY, 0, 0)},
    {"i32=Callable", G44, ALL, REFUSED(WRONG_TYPE, CALLABLE, 0, 0)},
    {"i32=nonsense,1", G44, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
    {"i32=Vector2i,1,2", G3, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
    {"f32=Vector2", G44, ALL, REFUSED(BAD_COUNT, VECTOR2, 0, 0)},
    {"f32=Vector2,1", G44, ALL, REFUSED(BAD_COUNT, VECTOR2, 0, 0)},
    {"f32=Vector2,1,2,3", G44, ALL, REFUSED(BAD_COUNT, VECTOR2, 0, 0)},
    {"f32=Vector2,1,2,3,4", G44, ALL, REFUSED(BAD_COUNT, VECTOR2, 0, 0)},
    {"f64=Vector3,1,2", G44, ALL, REFUSED(BAD_COUNT, VECTOR3, 0, 0)},
    {"f32=PackedVector2Array,1", G44, ALL, REFUSED(BAD_COUNT, PACKED_VECTOR2_ARRAY, 0, 0)},
    {"f64=PackedVector3Array,1,2,3,4,5", G44, ALL, REFUSED(BAD_COUNT, PACKED_VECTOR3_ARRAY, 0, 0)},
    {"f32=PackedVector3Array,1,2,3,4,5,6", G44, ALL, WRITTEN},
};

Test(writer_refuses, numbers_that_do_not_make_the_type)
{
    CHECK(kinds);
}

/* Sections 4 and 7, EB-07, EB-08. The euro sign in three bytes, overlong slash, a surrogate, U+110000, five bytes. */
static const row texts[] = {
    {"str=%e2%82%ac", G44, 0, WRITTEN},
    {"str=a%00b", G44, ALL, REFUSED(TEXT_NUL, STRING, 0, 0)},
    {"str=%00", G2, ALL, REFUSED(TEXT_NUL, STRING, 0, 0)},
    {"str=%ef%bb%bfa", G44, ALL, REFUSED(TEXT_BOM, STRING, 0, 0)},
    {"str=%ef%bb%bf", G3, ALL, REFUSED(TEXT_BOM, STRING, 0, 0)},
    {"str=a%ef%bb%bf", G3, 0, WRITTEN},
    {"str=%80", G44, ALL, REFUSED(BAD_UTF8, STRING, 0, 0)},
    {"str=%80", G3, ALL, REFUSED(BAD_UTF8, STRING, 0, 0)},
    {"str=%80", G2, 0, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%80", G2, GDV_PERMIT_TEXT_UTF8, WRITTEN},
    {"str=%80", G30, GDV_PERMIT_TEXT_UTF8, WRITTEN},
    {"str=%e0%80%af", G44, ALL, REFUSED(BAD_UTF8, STRING, 0, 0)},
    {"str=%e0%80%af", G3, 0, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%e0%80%af", G3, ALL, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=ab%e0%81%81", P33, ALL, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%e0%9f%bf", G3, ALL, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%e0%a0%80", G3, ALL, WRITTEN},
    {"str=%f0%8f%bf%bf", G3, ALL, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%f0%90%80%80", G3, ALL, WRITTEN},
    {"str=%f8%87%bf%bf%bf", G3, ALL, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%f8%88%80%80%80", G3, ALL, WRITTEN},
    {"str=%fc%83%bf%bf%bf%bf", G3, ALL, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%fc%84%80%80%80%80", G3, ALL, WRITTEN},
    {"str=%e0%80%af", G30, ALL, WRITTEN},
    {"str=%e0%80%af%c3", G3, ALL, REFUSED(BAD_UTF8, STRING, 0, 0)}, /* overlong, and then what no engine reads */
    {"str=%e0%80%af%00", G3, ALL, REFUSED(TEXT_NUL, STRING, 0, 0)},
    {"str=%ed%a0%80", G44, ALL, REFUSED(BAD_UTF8, STRING, 0, 0)},
    {"str=%ed%a0%80", G3, 0, REFUSED(TEXT_UTF8, STRING, 0, 0)},
    {"str=%ed%a0%80", G3, ALL, WRITTEN},
    {"str=%f4%90%80%80", G3, ALL, WRITTEN},
    {"str=%c3", G3, ALL, REFUSED(BAD_UTF8, STRING, 0, 0)},
    {"name=a%00", G44, ALL, REFUSED(TEXT_NUL, STRING_NAME, 0, 0)},
    {"name=a", G3, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
    {"strs=a,b%00", G3, ALL, REFUSED(TEXT_NUL, PACKED_STRING_ARRAY, 0, 0)},
    {"strs=a,%ff", G3, 0, REFUSED(BAD_UTF8, PACKED_STRING_ARRAY, 0, 0)},
    {"path=a/%ff", G3, 0, REFUSED(BAD_UTF8, NODE_PATH, 0, 0)},
    {"path=a:%ff", G3, 0, REFUSED(BAD_UTF8, NODE_PATH, 0, 0)},
    {"path=a!%00", G2, ALL, REFUSED(TEXT_NUL, NODE_PATH, 0, 0)},
    {"path=a!b", G30, ALL, REFUSED(NO_SUCH_LAYOUT, NODE_PATH, 0, 0)},
    {"path=a!b", G44, ALL, REFUSED(NO_SUCH_LAYOUT, NODE_PATH, 0, 0)},
    {"signal=%ff,0", G44, ALL, REFUSED(BAD_UTF8, SIGNAL, 0, 0)},
    {"object=%ff", G44, ALL, REFUSED(BAD_UTF8, OBJECT, 0, 0)},
    {"object=A prop=%ff", G44, ALL, REFUSED(BAD_UTF8, COUNT, 1, 16)},
    {"tarray=class.%ff", G44, ALL, REFUSED(BAD_UTF8, ARRAY, 0, 0)},
    {"tarray=class.%00", P40, ALL, REFUSED(TEXT_NUL, TYPED_ARRAY, 0, 0)},
};

Test(writer_refuses, text_that_the_engine_would_not_keep)
{
    CHECK(texts);
}

static const row permissions[] = {
    {"id=5", G44, 0, REFUSED(OBJECT_ID, OBJECT, 0, 0)},
    {"id=5", G44, FULL, REFUSED(OBJECT_ID, OBJECT, 0, 0)},
    {"id=0", G2, 0, REFUSED(OBJECT_ID, OBJECT, 0, 0)},
    {"id=5", G2, ALL, REFUSED(NO_SUCH_LAYOUT, OBJECT, 0, 0)},
    {"object=", G44, 0, REFUSED(OBJECT, OBJECT, 0, 0)},
    {"object=A", G3, IDS, REFUSED(OBJECT, OBJECT, 0, 0)},
    {"object=A", G2, ALL, REFUSED(NO_SUCH_LAYOUT, OBJECT, 0, 0)},
    {"rid=0", G44, 0, REFUSED(RID, RID, 0, 0)},
    {"rid=0", G3, 0, REFUSED(RID, RID, 0, 0)},
    {"rid=1", G3, 0, REFUSED(RID, RID, 0, 0)},
    {"rid=1", G3, ALL, REFUSED(NO_SUCH_LAYOUT, RID, 0, 0)},
    {"rid=1", G2, ALL, REFUSED(NO_SUCH_LAYOUT, RID, 0, 0)},
    {"callable", G44, 0, REFUSED(CALLABLE, CALLABLE, 0, 0)},
    {"signal=s,1", G44, 0, REFUSED(SIGNAL, SIGNAL, 0, 0)},
    {"array nil id=5", G44, 0, REFUSED(OBJECT_ID, OBJECT, 1, 12)},
};

Test(writer_refuses, what_the_policy_does_not_permit)
{
    CHECK(permissions);
}

static const row turns[] = {
    {"", G3, 0, REFUSED(BAD_NESTING, COUNT, 0, 0)},
    {"end", G3, 0, REFUSED(BAD_NESTING, COUNT, 0, 0)},
    {"array end end", G3, 0, REFUSED(BAD_NESTING, COUNT, 0, 8)},
    {"nil nil", G3, 0, REFUSED(BAD_NESTING, NIL, 0, 4)},
    {"nil array", G3, 0, REFUSED(BAD_NESTING, ARRAY, 0, 4)},
    {"array end nil", G3, 0, REFUSED(BAD_NESTING, NIL, 0, 8)},
    {"object= nil", G3, FULL, REFUSED(BAD_NESTING, NIL, 0, 8)},
    {"object= end", G3, FULL, REFUSED(BAD_NESTING, COUNT, 0, 8)},
    {"array", G3, 0, REFUSED(BAD_NESTING, COUNT, 1, 8)},
    {"array array end", G3, 0, REFUSED(BAD_NESTING, COUNT, 1, 16)},
    {"dict nil end", G3, 0, REFUSED(BAD_NESTING, COUNT, 1, 12)},
    {"dict nil nil true end", G3, 0, REFUSED(BAD_NESTING, COUNT, 1, 24)},
    {"dict nil array end", G3, 0, REFUSED(BAD_NESTING, COUNT, 1, 20)},
    {"prop=a", G3, FULL, REFUSED(BAD_NESTING, COUNT, 0, 0)},
    {"array prop=a", G3, FULL, REFUSED(BAD_NESTING, COUNT, 1, 8)},
    {"dict prop=a", G3, FULL, REFUSED(BAD_NESTING, COUNT, 1, 8)},
    {"object=A nil", G3, FULL, REFUSED(BAD_NESTING, NIL, 1, 16)},
    {"object=A array", G3, FULL, REFUSED(BAD_NESTING, ARRAY, 1, 16)},
    {"object=A prop=a prop=b", G3, FULL, REFUSED(BAD_NESTING, COUNT, 1, 24)},
    {"object=A prop=a end", G3, FULL, REFUSED(BAD_NESTING, COUNT, 1, 24)},
    {"object=A prop=a nil nil", G3, FULL, REFUSED(BAD_NESTING, NIL, 1, 28)},
    {"object=A prop=a array prop=b", G3, FULL, REFUSED(BAD_NESTING, COUNT, 2, 32)},
    {"object=A prop=a array nil end prop=b nil end", G3, FULL, WRITTEN},
    {"shared", G2, 0, REFUSED(BAD_NESTING, COUNT, 0, 0)},
    {"array end shared", G2, 0, REFUSED(BAD_NESTING, COUNT, 0, 8)},
    {"array shared", G30, 0, REFUSED(NO_SUCH_LAYOUT, COUNT, 1, 8)},
    {"dict shared", G44, 0, REFUSED(NO_SUCH_LAYOUT, COUNT, 1, 8)},
};

Test(writer_refuses, calls_out_of_turn)
{
    CHECK(turns);
}

static const row declared[] = {
    {"tarray=int str=a", G43, 0, MISREADS(ELEMENT_TYPE, STRING, 1, 12)},
    {"tarray=int nil", G43, 0, MISREADS(ELEMENT_TYPE, NIL, 1, 12)},
    {"tarray=float int=1", G44, 0, MISREADS(ELEMENT_TYPE, INT, 1, 12)},
    {"tarray=String name=a", G44, 0, MISREADS(ELEMENT_TYPE, STRING_NAME, 1, 12)},
    {"tarray=Array dict", G44, 0, MISREADS(ELEMENT_TYPE, DICTIONARY, 1, 12)},
    {"tarray=int str=a end", G44, MISREAD, WRITTEN},
    {"tarray=int int=1 int=2 float=1", G44, 0, MISREADS(ELEMENT_TYPE, FLOAT, 1, 28)},
    {"tarray=int int=4294967296 end", G44, 0, WRITTEN},
    {"tdict=int,String str=a", G44, 0, MISREADS(ELEMENT_TYPE, STRING, 1, 16)},
    {"tdict=int,String int=1 int=1", G44, 0, MISREADS(ELEMENT_TYPE, INT, 1, 24)},
    {"tdict=int,String int=1 str=a str=b", G44, 0, MISREADS(ELEMENT_TYPE, STRING, 1, 36)},
    {"tdict=int,- int=1 nil int=2 true end", G44, 0, WRITTEN},
    {"tdict=-,int nil int=1 true int=2 end", G44, 0, WRITTEN},
    {"tarray=class.Node nil object=Node end end", G44, FULL, WRITTEN},
    {"tarray=class.Node int=1", G44, FULL, MISREADS(ELEMENT_TYPE, INT, 1, 16)},
    {"tarray=class.EncodedObjectAsID nil id=5 end", G44, IDS, WRITTEN},
    {"tarray=Nil", G43, 0, MISREADS(CONTAINER_TYPE, ARRAY, 0, 0)},
    {"tarray=Object", G43, IDS | FULL, MISREADS(CONTAINER_TYPE, ARRAY, 0, 0)},
    {"tarray=Nil int=1 str=a end", G43, MISREAD, WRITTEN},
    {"tarray=Object int=1 end", G43, MISREAD, WRITTEN},
    {"tdict=Nil,-", G44, 0, MISREADS(CONTAINER_TYPE, DICTIONARY, 0, 0)},
    {"tdict=int,Object", G44, IDS | FULL, MISREADS(CONTAINER_TYPE, DICTIONARY, 0, 0)},
    {"tarray=class.Node", G44, 0, REFUSED(OBJECT_ID, ARRAY, 0, 0)},
    {"tarray=class.EncodedObjectAsID", G44, 0, REFUSED(OBJECT_ID, ARRAY, 0, 0)},
    {"tarray=class.Node", G44, IDS, MISREADS(CLASS_IGNORED, ARRAY, 0, 0)},
    {"tarray=class.EncodedObjectAsI", G44, IDS, MISREADS(CLASS_IGNORED, ARRAY, 0, 0)},
    {"tarray=script.EncodedObjectAsID", G44, IDS, MISREADS(CLASS_IGNORED, ARRAY, 0, 0)},
    {"tarray=class.Node nil end", G44, IDS | MISREAD, WRITTEN},
    {"tdict=class.EncodedObjectAsID,class.Node", G44, IDS, MISREADS(CLASS_IGNORED, DICTIONARY, 0, 0)},
    {"tarray=TypedArray", G44, 0, REFUSED(NO_SUCH_TYPE, ARRAY, 0, 0)},
    {"tarray=nonsense", G44, 0, REFUSED(NO_SUCH_TYPE, ARRAY, 0, 0)},
    {"tarray=int", G40, ALL, REFUSED(NO_SUCH_LAYOUT, ARRAY, 0, 0)},
    {"tarray=int", G3, ALL, REFUSED(NO_SUCH_LAYOUT, ARRAY, 0, 0)},
    {"tarray=int", P38, ALL, REFUSED(NO_SUCH_LAYOUT, ARRAY, 0, 0)},
    {"tdict=int,int", G43, ALL, REFUSED(NO_SUCH_LAYOUT, DICTIONARY, 0, 0)},
    {"tdict=-,int", P40, ALL, REFUSED(NO_SUCH_LAYOUT, DICTIONARY, 0, 0)},
    {"tdict=-,- int=1 str=a end", G2, 0, WRITTEN},
    {"tarray=- int=1 str=a end", G40, 0, WRITTEN},
    {"parray=int", G44, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
    {"parray=int", P38, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
};

Test(writer_refuses, elements_other_than_declared)
{
    CHECK(declared);
}

static const row pandemonium[] = {
    {"parray=-", P40, ALL, REFUSED(NO_SUCH_LAYOUT, PACKED_TYPED_ARRAY, 0, 0)},
    {"parray=any", P40, ALL, REFUSED(NO_SUCH_LAYOUT, PACKED_TYPED_ARRAY, 0, 0)},
    {"tarray=script.a", P40, ALL, REFUSED(NO_SUCH_LAYOUT, TYPED_ARRAY, 0, 0)},
    {"tarray=Callable", P40, ALL, REFUSED(NO_SUCH_TYPE, TYPED_ARRAY, 0, 0)},
    {"tarray=int str=a", P40, 0, MISREADS(ELEMENT_TYPE, STRING, 1, 12)},
    {"parray=int nil", P40, 0, MISREADS(ELEMENT_TYPE, NIL, 1, 12)},
    {"parray=Nil nil", P40, 0, MISREADS(PACKED_NIL, NIL, 1, 12)},
    {"parray=Nil nil end", P40, MISREAD, WRITTEN},
    {"parray=Nil true", P40, 0, MISREADS(ELEMENT_TYPE, BOOL, 1, 12)},
    {"parray=Object nil end", P40, IDS, WRITTEN}, /* a null object, which nothing narrows */
    {"tarray=Nil nil end", P40, 0, WRITTEN},      /* bools are stored for packed ones alone */
    {"parray=float float=0.5 end", P40, 0, WRITTEN},
    {"parray=float float=0.1", P40, 0, MISREADS(PACKED_REAL, FLOAT, 1, 12)},
    {"parray=float float=0.1 end", P40, MISREAD, WRITTEN},
    {"parray=float float#7ff8000020000000 end", P40, NONFINITE, WRITTEN}, /* narrowing drops zeros alone */
    {"parray=float float#7ff8000000000001", P40, NONFINITE, MISREADS(PACKED_REAL, FLOAT, 1, 12)},
#if FLT_EVAL_METHOD != 2 /* the x87 quiets it before the library sees it */
    {"parray=float float#7ff4000000000000", P40, NONFINITE, MISREADS(PACKED_REAL, FLOAT, 1, 12)}, /* and quiets it */
#endif
    {"parray=float float#7ff8000000000001", P40, 0, REFUSED(NONFINITE, FLOAT, 1, 12)},
    {"parray=int int=4294967296 end", P40, 0, WRITTEN},
    {"tarray=float float=0.1 end", P40, 0, WRITTEN},
    {"parray=Array array float=0.1 end end", P40, 0, WRITTEN},
    {"tarray=Object", P40, 0, REFUSED(OBJECT_ID, TYPED_ARRAY, 0, 0)},
    {"tarray=Object nil id=5 end", P40, IDS, WRITTEN},
    {"tarray=Object end", P40, FULL, WRITTEN},
    {"tarray=Object id=5", P40, FULL, REFUSED(OBJECT_ID, OBJECT, 1, 12)},
    {"tarray=Object int=5", P40, IDS, MISREADS(ELEMENT_TYPE, INT, 1, 12)},
    {"tarray=class.Node", P40, IDS | FULL, MISREADS(TYPED_OBJECTS, TYPED_ARRAY, 0, 0)},
    {"parray=class.Node", P40, IDS | FULL, MISREADS(TYPED_OBJECTS, PACKED_TYPED_ARRAY, 0, 0)},
    {"f32=Vector4,1,2,3,4", P38, 0, MISREADS(VECTOR4, VECTOR4, 0, 0)},
    {"i32=Vector4i,1,2,3,4", P40, 0, MISREADS(VECTOR4, VECTOR4I, 0, 0)},
    {"f32=Projection,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4", P40, 0, MISREADS(PROJECTION, PROJECTION, 0, 0)},
    {"array f32=Vector4,1,2,3,4 int=5 end", P40, MISREAD, WRITTEN},
    {"f32=Vector4,1,2,3,4", P40, SPAN, MISREADS(VECTOR4, VECTOR4, 0, 0)},
    {"i32=Vector4i,1,2,3,4", P40, ALL, MISREADS(VECTOR4, VECTOR4I, 0, 0)},
    {"f32=Projection,1,2,3,4,1,2,3,4,1,2,3,4,1,2,3,4", P40, SPAN, MISREADS(PROJECTION, PROJECTION, 0, 0)},
    {"f32=PackedVector4Array,1,2,3,4", P38, 0, MISREADS(VECTOR4_ARRAY, PACKED_VECTOR4_ARRAY, 0, 0)},
    {"f32=PackedVector4Array,1,2,3,3", P38, 0, WRITTEN},
    {"f32=PackedVector4Array", P38, 0, WRITTEN},
    {"f32=PackedVector4Array,1,2,3,3,1,2,0,-0.0", P38, 0, MISREADS(VECTOR4_ARRAY, PACKED_VECTOR4_ARRAY, 0, 0)},
    {"i32=PackedVector4iArray,1,2,3,3,1,2,3,4", P40, 0, MISREADS(VECTOR4_ARRAY, PACKED_VECTOR4I_ARRAY, 0, 0)},
    {"i32=PackedVector4iArray,1,2,3,3,1,2,3,4", P40, MISREAD, WRITTEN},
    {"f32=PackedVector4Array,1,2,3,4", G44, 0, WRITTEN},
    {"f32=Vector4,1,2,3,4", G44, 0, WRITTEN},
};

Test(writer_refuses, what_pandemonium_would_misread)
{
    CHECK(pandemonium);
}

static const row name_keys[] = {
    {"dict name=a", G40, 0, MISREADS(STRING_KEY, STRING_NAME, 1, 8)},
    {"dict name=a", G43, 0, MISREADS(STRING_KEY, STRING_NAME, 1, 8)},
    {"dict name=a nil end", G40, MISREAD, WRITTEN},
    {"dict name=a nil end", G44, 0, WRITTEN},
    {"dict str=a name=a end", G40, 0, WRITTEN},
    {"dict array name=a end nil end", G40, 0, WRITTEN},
};

Test(writer_refuses, names_that_are_kept_as_strings)
{
    CHECK(name_keys);
}

static const row godot2[] = {
    {"image=23,0,1,1,00", G2, ALL, REFUSED(BAD_IMAGE, IMAGE, 0, 0)},
    {"image=0xffffffff,0,1,1,00", G2, ALL, REFUSED(BAD_IMAGE, IMAGE, 0, 0)},
    {"image=0,0,0,1,00", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)},
    {"image=0,0,1,0,00", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)},
    {"image=0,0,16385,1,00", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)},
    {"image=0,0,1,16385,00", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)},
    {"image=0,0,1,16385,00", G2, MISREAD, WRITTEN},
    {"image=0,0,0,99999,", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)}, /* without data the engine keeps neither */
    {"image=0,0,0,99999,", G2, MISREAD, WRITTEN},
    {"image=0,0,0,0,", G2, 0, WRITTEN},
    {"image=0,2147483647,1,1,00", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)},
    {"image=0,0,2,2,00", G2, 0, MISREADS(IMAGE_SIZE, IMAGE, 0, 0)},
    {"image=0,0,2,2,00000000", G2, 0, WRITTEN},
    {"path=/", G2, 0, MISREADS(NO_NAMES, NODE_PATH, 0, 0)},
    {"path=:a", G2, 0, MISREADS(NO_NAMES, NODE_PATH, 0, 0)},
    {"path=:a", G2, MISREAD, WRITTEN},
    {"path=!p", G2, 0, MISREADS(NO_NAMES, NODE_PATH, 0, 0)},
    {"path=!p", G2, MISREAD, WRITTEN},
    {"path=", G2, 0, WRITTEN},
    {"path=a:b", G2, 0, WRITTEN},
    {"dict dict array", G2, 0, MISREADS(KEY_IN_KEY, ARRAY, 2, 16)},
    {"dict dict dict", G3, 0, MISREADS(KEY_IN_KEY, DICTIONARY, 2, 16)},
    {"dict array dict dict", G30, 0, MISREADS(KEY_IN_KEY, DICTIONARY, 3, 24)},
    {"dict dict dict end nil end nil end", G3, MISREAD, WRITTEN},
    {"dict dict nil dict array", G3, 0, MISREADS(KEY_IN_KEY, ARRAY, 3, 28)},
    {"dict dict nil array end end nil end", G3, 0, WRITTEN},
    {"dict nil dict array end nil end end", G3, 0, WRITTEN},
    {"dict dict dict end nil end nil end", G44, 0, WRITTEN},
    {"image=0,0,1,1,00", G3, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
    {"event=9,0", G2, ALL, REFUSED(BAD_INPUT_EVENT, INPUT_EVENT, 0, 0)},
    {"event=0xffffffff,0", G2, ALL, REFUSED(BAD_INPUT_EVENT, INPUT_EVENT, 0, 0)},
    {"event=0,0,1", G2, ALL, REFUSED(BAD_COUNT, INPUT_EVENT, 0, 0)},
    {"event=1,0,0", G2, ALL, REFUSED(BAD_COUNT, INPUT_EVENT, 0, 0)},
    {"event=3,0", G2, ALL, REFUSED(BAD_COUNT, INPUT_EVENT, 0, 0)},
    {"event=3,0,1,2", G2, ALL, REFUSED(BAD_COUNT, INPUT_EVENT, 0, 0)},
    {"event=1,0,0x1e000000,65", G2, 0, WRITTEN},
    {"event=1,0,0x1e000001,65", G2, ALL, REFUSED(FLAGS, INPUT_EVENT, 0, 0)},
    {"event=1,0,0x20000000,65", G2, ALL, REFUSED(FLAGS, INPUT_EVENT, 0, 0)},
    {"event=4,0,1,0x7f800000", G2, 0, REFUSED(NONFINITE, INPUT_EVENT, 0, 0)},
    {"event=4,0,0x7f800000,0", G2, 0, WRITTEN}, /* an axis is no float */
    {"event=1,0,0,0x7f800000", G2, 0, WRITTEN}, /* nor is a scancode */
    {"event=4,0,1,0x7fc00000", G2, NONFINITE, WRITTEN},
    {"event=0,0", G44, ALL, REFUSED(NO_SUCH_TYPE, COUNT, 0, 0)},
};

Test(writer_refuses, images_and_events_that_godot_2_has_not)
{
    CHECK(godot2);
}

/* The report of a duplicate key is gdv_validate's own: here the offset of the second "a" and its path. */
Test(writer_refuses, duplicate_keys_when_it_finishes)
{
    written out = written_by(G3, NULL, "array dict str=a int=1 str=b int=2 str=a nil end end");
    cr_assert_eq(out.code, GDV_E_DUPLICATE_KEY, "%s", gdv_status_name(out.code));
    cr_expect_eq(out.report.offset, 56, "at %zu", (size_t)out.report.offset);
    cr_expect_eq(out.report.depth, 2);
    cr_expect_eq(out.report.type, GDV_TYPE_STRING);
    cr_expect_neq(out.report.path[0], '\0');
    out = written_by(G44, NULL, "dict str=a int=1 name=a int=2 end");
    cr_expect_eq(out.code, GDV_E_DUPLICATE_KEY, "%s", gdv_status_name(out.code));
    out = written_by(P40, NULL, "dict str=a int=1 name=a int=2 end");
    cr_expect_eq(out.code, GDV_OK, "%s", gdv_status_name(out.code));
    packet_free(&out.made);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    out = written_by(G3, &policy, "dict str=a int=1 str=a int=2 end");
    cr_expect_eq(out.code, GDV_OK, "%s", gdv_status_name(out.code));
    packet_free(&out.made);
}

/* Each of these after an int that had no turn: nothing else can become of the packet. */
Test(writer_refuses, everything_after_the_first_refusal_with_the_same_code)
{
    static const char *const later[] = {"nil",
                                        "true",
                                        "int=1",
                                        "float=1",
                                        "str=a",
                                        "name=a",
                                        "path=a",
                                        "i32=Vector2i,1,2",
                                        "i64=PackedInt64Array,1",
                                        "f32=Vector2,1,2",
                                        "f64=Vector2,1,2",
                                        "bytes=00",
                                        "strs=a",
                                        "id=1",
                                        "rid=1",
                                        "callable",
                                        "signal=a,1",
                                        "image=0,0,1,1,00",
                                        "event=0,0",
                                        "array",
                                        "dict",
                                        "tarray=int",
                                        "tdict=int,int",
                                        "parray=int",
                                        "shared",
                                        "object=a",
                                        "object=",
                                        "prop=a",
                                        "end",
                                        "str=%ff",
                                        "float#7ff8000000000000"};
    for (size_t index = 0; index < sizeof later / sizeof later[0]; index += 1) {
        uint8_t buffer[64];
        gdv_writer writer;
        gdv_report report;
        size_t size = 1;
        report.struct_size = sizeof report;
        cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G44, NULL), GDV_OK);
        cr_assert_eq(calls_make(&writer, "int=1 int=2"), GDV_E_BAD_NESTING);
        cr_expect_eq(calls_make(&writer, later[index]), GDV_E_BAD_NESTING, "%s", later[index]);
        cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_BAD_NESTING, "%s", later[index]);
        cr_expect_eq(size, 0, "%s", later[index]);
        cr_assert_eq(gdv_writer_report(&writer, &report), GDV_OK);
        cr_expect_eq(report.type, GDV_TYPE_INT, "%s: type %d", later[index], (int)report.type);
        cr_expect_eq(report.offset, 8, "%s", later[index]);
    }
}
