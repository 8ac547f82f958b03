/* SPDX-License-Identifier: MIT */
/* Claims about the writer's fast path (lib/write/writer_internal.h: gdv_write_ready): it writes what the general path writes, and
 * nothing that this would refuse. The property of an object always goes the general way, and so does a value alone, the element of an
 * array the fast one if it may; and each limit is met where there are bytes to spare, as the fast path asks for more than it
 * takes. Promises 1 and 4. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Before the property's value: header, class, count, name. Before the element: header, count. */
enum { BEFORE_PROPERTY = 24, BEFORE_ELEMENT = 8 };

static const char *const values[] = {
    "nil",
    "true",
    "false",
    "int=0",
    "int=-1",
    "int=2147483647",
    "int=2147483648",
    "int=-2147483648",
    "int=-2147483649",
    "int=9223372036854775807",
    "float=0",
    "float=-1.5",
    "float=0.1",
    "float#36a0000000000000", /* the least float that is not 0, and half of it */
    "float#3690000000000000",
    "float#47efffffe0000000", /* the largest float, and the next double */
    "float#47efffffe0000001",
    "float#8000000000000000",
    "float#7ff0000000000000",
    "float#fff0000000000000",
    "float#7ff8000000000000",
    "str=",
    "str=a",
    "str=ab",
    "str=abc",
    "str=abcd",
    "str=abcdefg",
    "str=abcdefgh",
    "str=abcdefghijklmno",
    "str=abcdefghijklmnop",
    "str=abcdefghijklmnopq",
    "str=abcdefgh%ffijklmnop", /* longer than what is looked at of both ends */
    "str=abcdefgh%ffijklmnopqrst",
    "name=abcdefgh%ffijklmnop",
    "str=%00",
    "str=a%00b",
    "str=%c3%a4",
    "str=abcdefghijklmn%c3%a4",
    "str=abcdefg%80",
    "str=%7f%01",
    "str=%80abcd",
    "str=%80abcdefgh",
    "str=%ef%bb%bfa",
    "name=",
    "name=abcd",
    "name=%c3",
    "f32=Vector2,1,2",
    "f32=Vector2,1,2,3",
    "f32=Vector2,1",
    "f32=Vector2,1,2,3,4",
    "f32=Vector3,1,2,3,4",
    "f32=Vector3,1,2",
    "f32=Color,1,2,3",
    "f32=Color,1,2",
    "f32=Vector4i,1", /* their classes stand beside those of floats */
    "f32=Vector3i",
    "f32=Vector2i",
    "f32=Array,1,2,3,4,5",
    "f32=Dictionary,1,2,3,4,5,6",
    "f32=Dictionary,1,2",
    "f32=Vector2,1,#7f800000",
    "f32=Vector2,#7fc00000,1",
    "f32=Vector3,1,2,3",
    "f32=Vector3,1,2,#7f800000",
    "f32=Vector3,#ff800000,1,2",
    "f32=Color,1,#7f800001,2,3",
    "f32=Color,1,2,#7f800000,3",
    "f32=Color,1,2,3,#ffffffff",
    "f32=Color,1,2,3,#7f7fffff",
    "f32=Vector4,1,2,3,3",
    "f32=Vector4,1,2,3,4",
    "f32=Quaternion,1,0,0,1",
    "f32=Color,1,0.5,0.25,1",
    "f32=Rect2,1,2,3,4",
    "f32=Plane,1,2,3,4",
    "f32=Transform2D,1,0,0,1,0,0",
    "f32=Vector2i,1,2",
    "f32=PackedFloat32Array,1,2",
    "f32=PackedVector2Array,1,2",
    "f32=PackedVector3Array,1,2,3",
    "f32=PackedColorArray,1,2,3,4",
    "f32=float,1",
    "f32=RID,1,2",
    "f32=Object,1",
    "i32=Vector2i,1,2",
    "f64=Vector2,1,2",
    "array end",
    "dict end",
    "array nil str=a end",
    "dict str=a int=1 str=b dict end end",
    "dict name=a int=1 end",
    "dict name=a int=1 str=a int=2 end",
    "dict array end int=1 end",
    "dict array array end end int=1 end",
    "rid=0",
    "callable",
    "id=5",
};

/* Whether two packets have the same value there: one after so many bytes, and the element of an array. */
static bool same_value(const written *general, size_t before, const written *element)
{
    if (general->code != element->code || general->code != GDV_OK) {
        return general->code == element->code;
    }
    const size_t size = element->made.size - BEFORE_ELEMENT;
    return general->made.size - before == size &&
           memcmp(general->made.bytes + before, element->made.bytes + BEFORE_ELEMENT, size) == 0;
}

static size_t write_both(gdv_dialect dialect, uint32_t permit)
{
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit | GDV_PERMIT_OBJECT);
    const bool has_objects = dialect != GDV_DIALECT_GODOT2;
    size_t accepted = 0;
    for (size_t index = 0; index < COUNT_OF(values); index += 1) {
        char calls[128];
        (void)snprintf(calls, sizeof calls, has_objects ? "object=A prop=p %s end" : "%s", values[index]);
        written general = written_by(dialect, &policy, calls);
        (void)snprintf(calls, sizeof calls, "array %s end", values[index]);
        written element = written_by(dialect, &policy, calls);
        cr_expect(same_value(&general, has_objects ? BEFORE_PROPERTY : 0, &element), "%s: %s, and %s as an element",
                  values[index], gdv_status_name(general.code), gdv_status_name(element.code));
        accepted += element.code == GDV_OK ? 1 : 0;
        packet_free(&general.made);
        packet_free(&element.made);
    }
    return accepted;
}

static void writes_both(gdv_dialect dialect)
{
    const uint32_t most = GDV_PERMIT_NONFINITE | GDV_PERMIT_MISREAD | GDV_PERMIT_TEXT_UTF8 | GDV_PERMIT_RID |
                          GDV_PERMIT_CALLABLE | GDV_PERMIT_OBJECT_ID;
    cr_expect_geq(write_both(dialect, 0), 25);
    cr_expect_geq(write_both(dialect, most), 30);
}

TEST_EACH_DIALECT(writer_writes_an_element_as_it_writes_a_property, writes_both)

/* A limit of which a packet takes just so much, and what one less comes to; of all else, and of bytes, there is more than it takes. */
static const struct {
    const char *calls;
    gdv_status limit;
    uint32_t takes;
} limits[] = {
    {"array end", GDV_E_LIMIT_VALUES, 1},
    {"dict end", GDV_E_LIMIT_VALUES, 1},
    {"array nil nil end", GDV_E_LIMIT_VALUES, 3},
    {"array true int=1 end", GDV_E_LIMIT_VALUES, 3},
    {"array float=1 str=a end", GDV_E_LIMIT_VALUES, 3},
    {"array f32=Vector2,1,2 array end end", GDV_E_LIMIT_VALUES, 3},
    {"array int=1 int=2 end", GDV_E_LIMIT_ELEMENTS, 2},
    {"array int=1 true end", GDV_E_LIMIT_ELEMENTS, 2},
    {"array int=1 str=a end", GDV_E_LIMIT_ELEMENTS, 2},
    {"array int=1 dict end end", GDV_E_LIMIT_ELEMENTS, 2},
    {"array float=1 f32=Vector3,1,2,3 end", GDV_E_LIMIT_ELEMENTS, 2},
    {"array str=abc end", GDV_E_LIMIT_STRING, 3},
    {"dict name=abc nil end", GDV_E_LIMIT_STRING, 3},
    {"array array int=1 end end", GDV_E_LIMIT_DEPTH, 2},
    {"array array str=a end end", GDV_E_LIMIT_DEPTH, 2},
    {"array array f32=Vector2,1,2 end end", GDV_E_LIMIT_DEPTH, 2},
    {"array array dict end end end", GDV_E_LIMIT_DEPTH, 2},
};

static void expect_of(size_t row, uint32_t less)
{
    const uint32_t plenty = 9;
    const uint32_t most = limits[row].takes - less;
    const gdv_status limit = limits[row].limit;
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_values = limit == GDV_E_LIMIT_VALUES ? most : plenty;
    policy.max_elements = limit == GDV_E_LIMIT_ELEMENTS ? most : plenty;
    policy.max_string = limit == GDV_E_LIMIT_STRING ? most : plenty;
    policy.max_depth = limit == GDV_E_LIMIT_DEPTH ? most : plenty;
    written out = written_by(GDV_DIALECT_GODOT4_4, &policy, limits[row].calls);
    cr_expect_eq(out.code, less == 0 ? GDV_OK : limit, "%s, less %u: %s", limits[row].calls, less,
                 gdv_status_name(out.code));
    packet_free(&out.made);
}

Test(writer_ready, each_limit_holds_where_there_are_bytes_to_spare)
{
    for (size_t row = 0; row < COUNT_OF(limits); row += 1) {
        expect_of(row, 0);
        expect_of(row, 1);
    }
}

/* The smallest value takes four bytes, and as many of them as may be leave none for one that is ready. Before that one an array ends,
 * which is a value as well. */
static void expect_after_nils(gdv_policy policy, uint32_t nils, bool allowed)
{
    gdv_writer writer;
    cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, &policy), GDV_OK);
    gdv_begin_array(&writer);
    for (uint32_t index = 0; index < nils; index += 1) {
        cr_assert_eq(gdv_write_nil(&writer), GDV_OK, "nil %u", index);
    }
    gdv_begin_array(&writer);
    cr_assert_eq(gdv_end(&writer), GDV_OK);
    cr_expect_eq(gdv_write_int(&writer, 1) == GDV_OK, allowed, "after %u", nils);
}

Test(writer_ready, each_limit_holds_after_values_of_four_bytes)
{
    enum { MOST = 100 };
    gdv_policy few_values = policy_with(GDV_POLICY_STRICT, 0);
    gdv_policy few_elements = few_values;
    few_values.max_values = MOST + 1;
    few_elements.max_elements = MOST;
    for (uint32_t nils = 0; nils < MOST; nils += 1) {
        expect_after_nils(few_values, nils, nils + 1 < MOST);
        expect_after_nils(few_elements, nils, nils + 1 < MOST);
    }
}

/* Values that were ready count for what is asked about after them. */
Test(writer_ready, each_limit_holds_after_values_that_were_ready)
{
    enum { READY = 10, MOST = 100 };
    gdv_policy policies[] = {policy_with(GDV_POLICY_STRICT, 0), policy_with(GDV_POLICY_STRICT, 0)};
    policies[0].max_values = MOST + 1;
    policies[1].max_elements = MOST;
    for (size_t index = 0; index < COUNT_OF(policies); index += 1) {
        gdv_writer writer;
        cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, &policies[index]), GDV_OK);
        gdv_begin_array(&writer);
        for (uint32_t count = 0; count < MOST; count += 1) {
            cr_assert_eq(count < READY ? gdv_write_int(&writer, 1) : gdv_write_nil(&writer), GDV_OK, "value %u", count);
        }
        cr_expect_neq(gdv_write_nil(&writer), GDV_OK, "one more");
    }
}

/* The call says it, and not only the end. */
Test(writer_ready, no_dictionary_ends_after_a_key)
{
    gdv_writer writer;
    cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    gdv_begin_array(&writer);
    gdv_begin_dictionary(&writer);
    cr_expect_eq(gdv_write_int(&writer, 1), GDV_OK);
    cr_expect_eq(gdv_end(&writer), GDV_E_BAD_NESTING);
    cr_expect_eq(gdv_write_int(&writer, 1), GDV_E_BAD_NESTING, "for good");
}

/* Of a text that was looked at nothing is left for the next one: as elements, and as names in an object, which are never ready. */
Test(writer_ready, each_text_is_looked_at)
{
    static const char *const texts[] = {"ab\xff", "abcd\xff", "abcdefgh\xff"};
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        gdv_writer writer;
        const size_t size = strlen(texts[index]);
        const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
        cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
        gdv_begin_array(&writer);
        cr_expect_eq(gdv_write_string(&writer, texts[index], size - 1), GDV_OK);
        cr_expect_eq(gdv_write_string(&writer, texts[index], size), GDV_E_BAD_UTF8, "text %zu", index);
        cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, &policy), GDV_OK);
        gdv_begin_object(&writer, "A", 1);
        cr_expect_eq(gdv_write_name(&writer, texts[index], size - 1), GDV_OK);
        gdv_write_nil(&writer);
        cr_expect_eq(gdv_write_name(&writer, texts[index], size), GDV_E_BAD_UTF8, "name %zu", index);
    }
}

/* Of the texts that the fast path takes the longest has 16 bytes: under a limit of less it takes none, under others any that it knows. */
Test(writer_ready, each_limit_of_a_text_holds)
{
    const char *most = "abcdefghijklmnopqr";
    for (uint32_t limit = 0; limit < strlen(most); limit += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_string = limit;
        for (size_t size = 0; size <= strlen(most); size += 1) {
            const gdv_status code = size <= limit ? GDV_OK : GDV_E_LIMIT_STRING;
            gdv_writer writer;
            cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, &policy), GDV_OK);
            gdv_begin_array(&writer);
            cr_expect_eq(gdv_write_string(&writer, most, size), code, "%zu bytes of %u", size, limit);
            cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, &policy), GDV_OK);
            gdv_begin_array(&writer);
            cr_expect_eq(gdv_write_string_name(&writer, most, size), code, "name of %zu of %u", size, limit);
        }
    }
}

/* One value is all that a packet has, whatever it is and whatever comes after it. */
Test(writer_ready, nothing_follows_the_outermost_container)
{
    static const char *const rows[] = {"array end array", "dict end dict", "array nil end dict", "nil array",
                                       "dict end nil"};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_writer writer;
        cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
        cr_expect_eq(calls_make(&writer, rows[index]), GDV_E_BAD_NESTING, "%s", rows[index]);
    }
}

/* A refusal is for good, also for what would have been ready. */
Test(writer_ready, nothing_is_written_after_a_refusal)
{
    static const char *const rows[] = {
        "true", "int=1", "float=1", "float=0.1", "str=a", "name=a", "f32=Vector2,1,2", "array", "dict", "end", "nil",
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_writer writer;
        cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
        (void)calls_make(&writer, "array array int=1 end");
        cr_assert_eq(gdv_write_string(&writer, "\xff", 1), GDV_E_BAD_UTF8);
        const uint64_t before = writer.out.pos;
        cr_expect_eq(calls_make(&writer, rows[index]), GDV_E_BAD_UTF8, "%s", rows[index]);
        cr_expect_eq(writer.out.pos, before, "%s", rows[index]);
    }
}

/* However few bytes there may be, no value is written that takes one more. */
Test(writer_ready, no_packet_is_longer_than_it_may_be)
{
    static const char *const rows[] = {
        "array end",
        "dict end",
        "array nil end",
        "array true end",
        "array int=1 end",
        "array float=1 end",
        "array float=0.1 end",
        "array str=abcdefgh end",
        "array str=abcdefghijklmnop end",
        "array name=abcdefghijklmnop end",
        "array dict end end",
        "array array end end",
        "array f32=Vector2,1,2 end",
        "array f32=Color,1,2,3,4 end",
        "array f32=Transform2D,1,0,0,1,0,0 end",
        "dict str=a int=1 end",
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        written whole = written_by(GDV_DIALECT_GODOT4_4, &policy, rows[index]);
        cr_assert_eq(whole.code, GDV_OK, "%s", rows[index]);
        for (policy.max_bytes = 0; policy.max_bytes < whole.made.size; policy.max_bytes += 1) {
            written out = written_by(GDV_DIALECT_GODOT4_4, &policy, rows[index]);
            cr_expect_eq(out.code, GDV_E_LIMIT_BYTES, "%s in %zu bytes: %s", rows[index], policy.max_bytes,
                         gdv_status_name(out.code));
            packet_free(&out.made);
        }
        packet_free(&whole.made);
    }
}

/* A StringName that may be no key is refused by the call that would write it. */
Test(writer_ready, a_name_that_may_be_no_key_is_refused_at_once)
{
    gdv_writer writer;
    cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_0, NULL), GDV_OK);
    cr_assert_eq(gdv_begin_dictionary(&writer), GDV_OK);
    cr_expect_eq(gdv_write_string_name(&writer, "a", 1), GDV_E_ENGINE_MISREADS);
    cr_expect_eq(gdv_write_string(&writer, "a", 1), GDV_E_ENGINE_MISREADS, "for good");
}

static void expect_code(gdv_dialect dialect, const gdv_policy *policy, const char *calls, gdv_status code)
{
    written out = written_by(dialect, policy, calls);
    cr_expect_eq(out.code, code, "%s: %s", calls, gdv_status_name(out.code));
    packet_free(&out.made);
}

/* What a container asks of its values is asked of each, however plain: in an object a name comes first, in a typed container its type,
 * and where floats are kept in 32 bits none that these do not hold. */
Test(writer_ready, what_a_container_asks_is_asked_of_what_is_plain)
{
    static const struct {
        const char *calls;
        gdv_dialect dialect;
        gdv_status code;
    } rows[] = {
        {"object=A true end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A int=1 end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A float=1 end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A str=a end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A f32=Vector2,1,2 end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A array end end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A dict end end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A prop=p int=1 int=2 end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"object=A prop=p array end int=1 end", GDV_DIALECT_GODOT4_4, GDV_E_BAD_NESTING},
        {"tarray=Array array end int=1 end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tarray=String true end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tarray=String int=1 end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tarray=String float=1 end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tarray=int str=a end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tarray=int f32=Vector2,1,2 end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tarray=int array end end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tdict=String,int str=a str=b end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"tdict=String,int int=1 int=1 end", GDV_DIALECT_GODOT4_4, GDV_E_ENGINE_MISREADS},
        {"array parray=float float=0.1 end end", GDV_DIALECT_PANDEMONIUM_40, GDV_E_ENGINE_MISREADS},
        {"array parray=float float=0.5 end end", GDV_DIALECT_PANDEMONIUM_40, GDV_OK},
        {"array parray=float float=0.5 end array float=0.1 end end", GDV_DIALECT_PANDEMONIUM_40, GDV_OK},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
        expect_code(rows[index].dialect, &policy, rows[index].calls, rows[index].code);
    }
}

/* What a container asked of its values is not asked in the next one at its depth. */
Test(writer_ready, a_plain_container_asks_nothing_after_one_that_does)
{
    static const char *const rows[] = {
        "array tarray=int int=1 end array str=a int=1 end end",
        "array tarray=int int=1 end dict str=a str=b end end",
        "array tdict=int,int int=1 int=1 end array str=a nil end end",
        "array tdict=int,int int=1 int=1 end dict str=a int=1 str=b true end end",
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        for (policy.max_elements = 2; policy.max_elements < 5; policy.max_elements += 1) {
            expect_code(GDV_DIALECT_GODOT4_4, &policy, rows[index], GDV_OK);
        }
    }
}

/* Texts that are values are no keys, and keys that are long or not ASCII are keys. */
Test(writer_ready, keys_are_told_from_texts_beside_them)
{
    static const struct {
        const char *calls;
        gdv_status code;
    } rows[] = {
        {"dict str=a str=x str=a str=y end", GDV_E_DUPLICATE_KEY},
        {"dict str=a str=b str=c str=b end", GDV_OK},
        {"dict str=abcdefghijklmnopqrst str=a str=abcdefghijklmnopqrst str=b end", GDV_E_DUPLICATE_KEY},
        {"dict str=%c3%a4 int=1 str=%c3%a4 int=1 end", GDV_E_DUPLICATE_KEY},
        {"dict str=abcdefghijklmnopqrst dict str=abcdefghijklmnopqrst int=1 end str=%c3%a4 int=1 end", GDV_OK},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        expect_code(GDV_DIALECT_GODOT4_4, NULL, rows[index].calls, rows[index].code);
    }
}

/* A text that is not there is refused after whatever else is wrong with the call; one of no bytes may be NULL. */
Test(writer_ready, a_text_that_is_not_there_is_no_text)
{
    gdv_writer writer;
    uint8_t buffer[64];
    size_t size = 0;
    cr_expect_eq(gdv_write_string(NULL, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    cr_expect_eq(gdv_begin_array(&writer), GDV_OK);
    cr_expect_eq(gdv_write_string(&writer, NULL, 0), GDV_OK);
    cr_expect_eq(gdv_write_string_name(&writer, NULL, 0), GDV_OK);
    cr_expect_eq(gdv_end(&writer), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_NO_SCRATCH, "keys may be there");
    cr_expect_eq(gdv_write_string(&writer, NULL, 1), GDV_E_BAD_NESTING, "there is a value already");
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, GDV_DIALECT_GODOT2, NULL), GDV_OK);
    cr_expect_eq(gdv_write_string_name(&writer, NULL, 1), GDV_E_NO_SUCH_TYPE);
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, GDV_DIALECT_GODOT2, NULL), GDV_OK);
    cr_expect_eq(gdv_write_string(&writer, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_BAD_ARGUMENT, "for good");
}

static const void *near_the_end(uintptr_t from_the_end)
{
    return (const void *)(UINTPTR_MAX -
                          from_the_end); /* NOLINT(performance-no-int-to-ptr): the test is about addresses */
}

/* Memory that is not there, wraps, or is the writer's or the buffer's, in a container with room; what is there is plain. */
Test(writer_ready, asks_where_text_and_numbers_are)
{
    enum { WORDS = 32 };
    static const gdv_status owed[] = {
        GDV_E_BAD_ARGUMENT,
        GDV_E_BAD_ARGUMENT,
        GDV_E_BAD_ARGUMENT,
        GDV_E_BAD_ARGUMENT,
        GDV_E_OVERLAP,
        GDV_E_OVERLAP,
        GDV_E_OVERLAP,
        GDV_OK,
        GDV_OK,
    };
    for (size_t way = 0; way < COUNT_OF(owed); way += 1) {
        for (size_t what = 0; what < 2; what += 1) {
            gdv_writer writer;
            float memory[WORDS];
            memset(memory, 'a', sizeof memory);
            /* the buffer is the middle of the memory: from its ninth word, sixteen of them */
            cr_assert_eq(gdv_writer_init(&writer, &memory[8], 16 * sizeof memory[0], GDV_DIALECT_GODOT4_4, NULL),
                         GDV_OK);
            cr_assert_eq(gdv_begin_array(&writer), GDV_OK);
            memset(writer.keys, 'a', sizeof writer.keys);
            const void *places[] = {NULL,        near_the_end(3), near_the_end(7), near_the_end(9), writer.keys,
                                    &memory[20], &memory[6],      &memory[5],      &memory[24]};
            gdv_status status = what == 0 ? gdv_write_string(&writer, places[way], 12)
                                          : gdv_write_floats(&writer, GDV_TYPE_VECTOR3, places[way], 3);
            cr_expect_eq(status, owed[way], "place %zu of %zu: %s", way, what, gdv_status_name(status));
        }
    }
}

/* Of four numbers the last may be the buffer's first word. */
Test(writer_ready, asks_where_the_last_number_is)
{
    gdv_writer writer;
    float memory[24] = {0};
    cr_assert_eq(gdv_writer_init(&writer, &memory[8], 16 * sizeof memory[0], GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    cr_assert_eq(gdv_begin_array(&writer), GDV_OK);
    cr_expect_eq(gdv_write_floats(&writer, GDV_TYPE_COLOR, &memory[4], 4), GDV_OK);
    cr_expect_eq(gdv_write_floats(&writer, GDV_TYPE_COLOR, &memory[5], 4), GDV_E_OVERLAP);
}

/* Every value of a packet may be the one for which the buffer is too small; then all is measured. */
Test(writer_ready, measures_what_does_not_fit)
{
    static const char calls[] =
        "array nil true int=1 int=4294967296 float=1 float=0.1 str=abc str=abcdefgh f32=Vector3,1,2,3 "
        "dict str=a array end end end";
    gdv_writer writer;
    uint8_t buffer[256];
    written whole = written_by(GDV_DIALECT_GODOT4_4, NULL, calls);
    cr_assert_eq(whole.code, GDV_OK);
    size_t measured = 0;
    cr_assert_eq(gdv_writer_init(&writer, NULL, 0, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    (void)calls_make(&writer, calls);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &measured), GDV_OK);
    cr_expect_eq(measured, whole.made.size, "without a buffer");
    for (size_t room = 0; room < whole.made.size; room += 1) {
        uint8_t scratch[16 * GDV_WRITER_KEYS];
        size_t size = 0;
        memset(buffer, 0xa5, sizeof buffer);
        cr_assert_eq(gdv_writer_init(&writer, buffer, room, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
        (void)calls_make(&writer, calls);
        cr_expect_eq(gdv_writer_finish(&writer, scratch, sizeof scratch, &size), GDV_E_NO_SPACE);
        cr_expect_eq(size, whole.made.size, "with room for %zu", room);
        cr_expect_eq(buffer[room], 0xa5, "nothing is written beyond %zu", room);
    }
    packet_free(&whole.made);
}
