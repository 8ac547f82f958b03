/* SPDX-License-Identifier: MIT */
/* Claims about how much the writer writes: each limit of the policy at what a packet needs and at one less, the same as
 * the decoder's; sizes of 64 bits that no packet has; buffers of every size. Promises 1 and 4. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

#define G2 GDV_DIALECT_GODOT2
#define G3 GDV_DIALECT_GODOT3
#define P40 GDV_DIALECT_PANDEMONIUM_40
#define G44 GDV_DIALECT_GODOT4_4

#define MEANT                                                                                                          \
    (GDV_PERMIT_NONFINITE | GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT | GDV_PERMIT_RID | GDV_PERMIT_CALLABLE |          \
     GDV_PERMIT_SIGNAL | GDV_PERMIT_MISREAD)

/* What a packet takes of each limit, counted by hand. */
typedef struct need {
    gdv_dialect dialect;
    const char *calls;
    uint32_t bytes;
    uint32_t deepest;
    uint32_t values;
    uint32_t widest;
    uint32_t longest;
} need;

static const need needs[] = {
    {G3, "nil", 4, 0, 1, 0, 0},
    {G3, "float=0.1", 12, 0, 1, 0, 0},
    {G3, "str=", 8, 0, 1, 0, 0},
    {G3, "str=abcde", 16, 0, 1, 0, 5},
    {G44, "name=abcde", 16, 0, 1, 0, 5},
    {G3, "array end", 8, 0, 1, 0, 0},
    {G3, "dict end", 8, 0, 1, 0, 0},
    {G3, "array array array end end end", 24, 2, 3, 1, 0},
    {G3, "array nil nil nil end", 20, 1, 4, 3, 0},
    {G3, "dict int=1 nil int=2 nil end", 32, 1, 5, 2, 0},
    {G3, "dict dict nil nil end dict array nil end nil end end", 48, 3, 8, 1, 0},
    {G3, "bytes=0102030405", 16, 0, 1, 5, 0},
    {G3, "strs=a,bcd", 24, 0, 1, 2, 4}, /* with its NUL */
    {G3, "strs=", 16, 0, 1, 1, 1},
    {G3, "i32=PackedInt32Array,1,2,3", 20, 0, 1, 3, 0},
    {G3, "f32=PackedVector3Array,1,2,3,4,5,6", 32, 0, 1, 2, 0},
    {G44, "f64=PackedVector2Array,1,2,3,4", 40, 0, 1, 2, 0},
    {G44, "f64=Projection,1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1", 132, 0, 1, 0, 0},
    {G3, "path=/a/bc:def", 40, 0, 1, 3, 3},
    {G2, "path=a:b!cde", 40, 0, 1, 3, 3},
    {G3, "object=Class prop=name nil prop=q array end end", 48, 1, 3, 2, 5},
    {G3, "object=", 8, 0, 1, 0, 0},
    {G3, "object=A end", 16, 0, 1, 0, 1},
    {G3, "object=A prop=name nil end", 28, 1, 2, 1, 4},
    {G3, "id=5", 12, 0, 1, 0, 0},
    {G44, "rid=5", 12, 0, 1, 0, 0},
    {G44, "callable", 4, 0, 1, 0, 0},
    {G44, "signal=abc,5", 20, 0, 1, 0, 3},
    {G44, "tarray=int int=1 int=2 end", 28, 1, 3, 2, 0},
    {G44, "tarray=class.Node end", 16, 0, 1, 0, 4},
    {G44, "tdict=int,String int=1 str=a end", 36, 1, 3, 1, 1},
    {G44, "tdict=class.Node,script.res://a.gd end", 32, 0, 1, 0, 10},
    {P40, "tarray=int int=7 end", 20, 1, 2, 1, 0},
    {P40, "tarray=Object nil id=5 end", 28, 1, 3, 2, 0},
    {P40, "tarray=class.Node end", 24, 1, 2, 0, 4},
    {P40, "tarray=class.Node nil end", 28, 1, 3, 1, 4},
    {P40, "array parray=class.Node nil end end", 36, 2, 4, 1, 4},
    {P40, "array parray=class.Node end end", 32, 2, 3, 1, 4},
    {G2, "id=0", 4, 0, 1, 0, 0},
    {G2, "image=22,0,1,1,010203ff05", 32, 0, 1, 0, 0},
    {G2, "event=1,0,0,65", 24, 0, 1, 0, 0},
};

static gdv_policy exactly(const need *of)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, MEANT);
    policy.max_bytes = of->bytes;
    policy.max_depth = of->deepest;
    policy.max_values = of->values;
    policy.max_elements = of->widest;
    policy.max_string = of->longest;
    return policy;
}

static void expect_code(const need *of, const gdv_policy *policy, gdv_status owed)
{
    written out = written_by(of->dialect, policy, of->calls);
    cr_expect_eq(out.code, owed, "%s: %s, owed %s", of->calls, gdv_status_name(out.code), gdv_status_name(owed));
    packet_free(&out.made);
}

Test(writer_limits, exactly_what_is_needed_is_enough)
{
    for (size_t index = 0; index < COUNT_OF(needs); index += 1) {
        gdv_policy policy = exactly(&needs[index]);
        expect_code(&needs[index], &policy, GDV_OK);
    }
}

Test(writer_limits, one_less_of_anything_is_refused)
{
    for (size_t index = 0; index < COUNT_OF(needs); index += 1) {
        const need *of = &needs[index];
        gdv_policy policy = exactly(of);
        policy.max_bytes -= 1;
        expect_code(of, &policy, GDV_E_LIMIT_BYTES);
        policy = exactly(of);
        policy.max_values -= 1;
        expect_code(of, &policy, GDV_E_LIMIT_VALUES);
        if (of->deepest > 0) {
            policy = exactly(of);
            policy.max_depth -= 1;
            expect_code(of, &policy, GDV_E_LIMIT_DEPTH);
        }
        if (of->widest > 0) {
            policy = exactly(of);
            policy.max_elements -= 1;
            expect_code(of, &policy, GDV_E_LIMIT_ELEMENTS);
        }
        if (of->longest > 0) {
            policy = exactly(of);
            policy.max_string -= 1;
            expect_code(of, &policy, GDV_E_LIMIT_STRING);
        }
    }
}

/* However few bytes there may be, it is them that are missing. */
Test(writer_limits, every_smaller_number_of_bytes_is_refused)
{
    for (size_t index = 0; index < COUNT_OF(needs); index += 1) {
        gdv_policy policy = exactly(&needs[index]);
        for (uint32_t bytes = 0; bytes < needs[index].bytes; bytes += 1) {
            policy.max_bytes = bytes;
            expect_code(&needs[index], &policy, GDV_E_LIMIT_BYTES);
        }
    }
}

/* n containers in each other, the innermost empty; by the API, as no row is that long. */
static gdv_status nest(gdv_writer *writer, uint32_t n)
{
    gdv_status status = GDV_OK;
    for (uint32_t level = 0; level < n; level += 1) {
        status = gdv_begin_array(writer);
    }
    for (uint32_t level = 0; level < n && status == GDV_OK; level += 1) {
        status = gdv_end(writer);
    }
    return status;
}

/* "Values at depth 1024 are accepted": the empty array at that depth is the 1025th. */
Test(writer_limits, depth_1024_is_written_as_engines_read_it)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    gdv_writer *writer = malloc(sizeof *writer);
    static uint8_t buffer[8 * 1025];
    size_t size = 0;
    cr_assert_not_null(writer);
    cr_assert_eq(gdv_writer_init(writer, buffer, sizeof buffer, G3, &policy), GDV_OK);
    cr_expect_eq(nest(writer, 1025), GDV_OK);
    cr_assert_eq(gdv_writer_finish(writer, NULL, 0, &size), GDV_OK);
    cr_expect_eq(size, sizeof buffer);
    verdict said = verdict_of(buffer, size, G3, &policy);
    cr_expect_eq(said.code, GDV_OK);
    cr_expect_eq(said.stats.deepest, 1024);
    free(writer);
}

Test(writer_limits, depth_1025_is_refused_whatever_the_limit_says)
{
    static const uint32_t limits[] = {1024, 1025, UINT32_MAX};
    for (size_t index = 0; index < COUNT_OF(limits); index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
        gdv_writer *writer = malloc(sizeof *writer);
        gdv_report report;
        size_t size = 1;
        report.struct_size = sizeof report;
        policy.max_depth = limits[index];
        cr_assert_not_null(writer);
        cr_assert_eq(gdv_writer_init(writer, NULL, 0, G3, &policy), GDV_OK);
        cr_expect_eq(nest(writer, 5000), GDV_E_LIMIT_DEPTH);
        cr_expect_eq(gdv_writer_finish(writer, NULL, 0, &size), GDV_E_LIMIT_DEPTH);
        cr_expect_eq(size, 0);
        cr_assert_eq(gdv_writer_report(writer, &report), GDV_OK);
        cr_expect_eq(report.offset, 8 * 1025);
        cr_expect_eq(report.depth, 1025);
        free(writer);
    }
}

/* ---- sizes that no packet has ---- */

typedef gdv_status (*sized_call)(gdv_writer *writer, size_t n);

static const char a_byte[1] = {'a'};
static const gdv_text a_text = {"a", 1};

static gdv_status string_of(gdv_writer *writer, size_t n)
{
    return gdv_write_string(writer, a_byte, n);
}

static gdv_status name_of(gdv_writer *writer, size_t n)
{
    return gdv_write_string_name(writer, a_byte, n);
}

static gdv_status bytes_of(gdv_writer *writer, size_t n)
{
    return gdv_write_bytes(writer, a_byte, n);
}

static gdv_status strings_of(gdv_writer *writer, size_t n)
{
    return gdv_write_strings(writer, &a_text, n);
}

static gdv_status string_in_array_of(gdv_writer *writer, size_t n)
{
    const gdv_text texts[2] = {{"a", 1}, {a_byte, n}};
    return gdv_write_strings(writer, texts, 2);
}

static gdv_status names_of(gdv_writer *writer, size_t n)
{
    return gdv_write_node_path(writer, true, &a_text, n, NULL, 0, NULL);
}

static gdv_status subnames_of(gdv_writer *writer, size_t n)
{
    return gdv_write_node_path(writer, true, &a_text, 1, &a_text, n, NULL);
}

static gdv_status both_names_of(gdv_writer *writer, size_t n)
{
    return gdv_write_node_path(writer, true, &a_text, n, &a_text, n, NULL);
}

static gdv_status int32s_of(gdv_writer *writer, size_t n)
{
    static const int32_t number = 0;
    return gdv_write_int32s(writer, GDV_TYPE_PACKED_INT32_ARRAY, &number, n);
}

static gdv_status int64s_of(gdv_writer *writer, size_t n)
{
    static const int64_t number = 0;
    return gdv_write_int64s(writer, GDV_TYPE_PACKED_INT64_ARRAY, &number, n);
}

static gdv_status floats_of(gdv_writer *writer, size_t n)
{
    static const float number = 0;
    return gdv_write_floats(writer, GDV_TYPE_PACKED_VECTOR4_ARRAY, &number, n & ~(size_t)3);
}

static gdv_status doubles_of(gdv_writer *writer, size_t n)
{
    static const double number = 0;
    return gdv_write_doubles(writer, GDV_TYPE_PACKED_VECTOR4_ARRAY, &number, n & ~(size_t)3);
}

static gdv_status class_of(gdv_writer *writer, size_t n)
{
    return gdv_begin_object(writer, a_byte, n);
}

static gdv_status property_of(gdv_writer *writer, size_t n)
{
    gdv_status status = gdv_begin_object(writer, a_byte, 1);
    return status == GDV_OK ? gdv_write_name(writer, a_byte, n) : status;
}

static gdv_status signal_of(gdv_writer *writer, size_t n)
{
    const gdv_signal signal = {{a_byte, n}, 0};
    return gdv_write_signal(writer, &signal);
}

static gdv_status element_of(gdv_writer *writer, size_t n)
{
    const gdv_element element = {GDV_ELEMENT_CLASS, GDV_TYPE_OBJECT, {a_byte, n}};
    return gdv_begin_typed_array(writer, &element);
}

static gdv_status value_element_of(gdv_writer *writer, size_t n)
{
    const gdv_element element = {GDV_ELEMENT_SCRIPT, GDV_TYPE_OBJECT, {a_byte, n}};
    return gdv_begin_typed_dictionary(writer, NULL, &element);
}

static gdv_status image_of(gdv_writer *writer, size_t n)
{
    const gdv_image image = {22, 0, 1, 1, (const uint8_t *)a_byte, n};
    return gdv_write_image(writer, &image);
}

static const struct sized {
    const char *name;
    gdv_dialect dialect;
    sized_call call;
    gdv_status limited; /* under the strict limits */
    size_t width;       /* of an element in the caller's memory */
} sized[] = {
    {"string", G44, string_of, GDV_E_LIMIT_STRING, 1},
    {"string name", G44, name_of, GDV_E_LIMIT_STRING, 1},
    {"bytes", G44, bytes_of, GDV_E_LIMIT_ELEMENTS, 1},
    {"strings", G44, strings_of, GDV_E_LIMIT_ELEMENTS, sizeof(gdv_text)},
    {"second string", G44, string_in_array_of, GDV_E_LIMIT_STRING, 1},
    {"names", G44, names_of, GDV_E_LIMIT_ELEMENTS, sizeof(gdv_text)},
    {"sub-names", G44, subnames_of, GDV_E_LIMIT_ELEMENTS, sizeof(gdv_text)},
    {"names and sub-names", G44, both_names_of, GDV_E_LIMIT_ELEMENTS, sizeof(gdv_text)},
    {"int32s", G44, int32s_of, GDV_E_LIMIT_ELEMENTS, 4},
    {"int64s", G44, int64s_of, GDV_E_LIMIT_ELEMENTS, 8},
    {"floats", G44, floats_of, GDV_E_LIMIT_ELEMENTS, 4},
    {"doubles", G44, doubles_of, GDV_E_LIMIT_ELEMENTS, 8},
    {"class", G44, class_of, GDV_E_LIMIT_STRING, 1},
    {"property", G44, property_of, GDV_E_LIMIT_STRING, 1},
    {"signal", G44, signal_of, GDV_E_LIMIT_STRING, 1},
    {"element class", G44, element_of, GDV_E_LIMIT_STRING, 1},
    {"element class", P40, element_of, GDV_E_LIMIT_STRING, 1},
    {"value script", G44, value_element_of, GDV_E_LIMIT_STRING, 1},
    {"image", G2, image_of, GDV_E_LIMIT_BYTES, 1},
};

/* Counts that wrap in 32 bits, in 64 when multiplied by a size, or when a little is added. None of the memory is there,
 * so that reading it would be seen. */
static const size_t huge[] = {SIZE_MAX,           SIZE_MAX - 1,       SIZE_MAX - 3,           SIZE_MAX - 11,
                              SIZE_MAX / 2,       SIZE_MAX / 2 + 1,   SIZE_MAX / 4 + 1,       SIZE_MAX / 8 + 1,
                              SIZE_MAX / 16 + 1,  (size_t)UINT32_MAX, (size_t)UINT32_MAX - 3, (size_t)0x80000000u,
                              (size_t)0x80000010u};

static void refuse_huge(const gdv_policy *policy, bool limited)
{
    gdv_writer *writer = malloc(sizeof *writer);
    cr_assert_not_null(writer);
    for (size_t row = 0; row < COUNT_OF(sized); row += 1) {
        for (size_t index = 0; index < COUNT_OF(huge); index += 1) {
            uint8_t buffer[256];
            cr_assert_eq(gdv_writer_init(writer, buffer, sizeof buffer, sized[row].dialect, policy), GDV_OK);
            gdv_status status = sized[row].call(writer, huge[index]);
            gdv_status owed = limited ? sized[row].limited : GDV_E_LIMIT_BYTES;
            /* a length that 32 bits do not hold is over every limit that they hold, before bytes are counted */
            bool either = !limited && status == sized[row].limited;
            /* of memory that would wrap around, no limit is asked */
            if (huge[index] > (SIZE_MAX - (uintptr_t)a_byte) / sized[row].width) {
                owed = GDV_E_BAD_ARGUMENT;
                either = false;
            }
            /* and where addresses have 32 bits so large a range may hold the buffer */
            either = either || (SIZE_MAX <= UINT32_MAX && status == GDV_E_OVERLAP);
            cr_expect(status == owed || either, "%s of %zx: %s", sized[row].name, huge[index], gdv_status_name(status));
        }
    }
    free(writer);
}

Test(writer_limits, sizes_that_no_packet_has_are_over_the_strict_limits)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, MEANT);
    refuse_huge(&policy, true);
}

Test(writer_limits, sizes_that_no_packet_has_are_over_every_limit)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, MEANT);
    policy.max_bytes = SIZE_MAX;
    policy.max_values = UINT32_MAX;
    policy.max_elements = UINT32_MAX;
    policy.max_string = UINT32_MAX;
    refuse_huge(&policy, false);
}

/* 2^31 - 1 bytes is what any packet may have: 2^31 - 4 in whole words. Measured, as the memory is not there. */
Test(writer_limits, packet_of_2_gib_less_four_is_measured_and_one_word_more_refused)
{
    const size_t most = 0x7ffffffcu - 8;
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    gdv_writer *writer = malloc(sizeof *writer);
    uint8_t *zeros = calloc(most / 64, 1);
    size_t size = 0;
    cr_assert_not_null(writer);
    cr_assert_not_null(zeros);
    for (uint32_t extra = 0; extra <= 2; extra += 1) {
        policy.max_bytes = extra == 2 ? (size_t)0x7fffffff + 1 : SIZE_MAX;
        gdv_status status = gdv_writer_init(writer, NULL, 0, G3, &policy);
        cr_assert_eq(status, GDV_OK);
        size_t left = 0x7ffffffcu;
        status = gdv_begin_array(writer);
        left -= 8;
        while (left >= most / 64 + 8 && status == GDV_OK) {
            size_t n = most / 64 & ~(size_t)3;
            status = gdv_write_bytes(writer, zeros, n);
            left -= 8 + n;
        }
        cr_assert_eq(status, GDV_OK);
        cr_assert_geq(left, 8);
        cr_expect_eq(gdv_write_bytes(writer, zeros, left - 8), GDV_OK);
        if (extra > 0) {
            cr_expect_eq(gdv_write_nil(writer), GDV_E_LIMIT_BYTES);
            continue;
        }
        cr_expect_eq(gdv_end(writer), GDV_OK);
        cr_expect_eq(gdv_writer_finish(writer, NULL, 0, &size), GDV_OK);
        cr_expect_eq(size, 0x7ffffffcu);
    }
    free(zeros);
    free(writer);
}

Test(writer_limits, strict_takes_eight_mebibytes)
{
    static uint8_t zeros[1 << 20];
    gdv_writer *writer = malloc(sizeof *writer);
    size_t size = 0;
    cr_assert_not_null(writer);
    cr_assert_eq(gdv_writer_init(writer, NULL, 0, G3, NULL), GDV_OK);
    gdv_begin_array(writer);
    for (uint32_t index = 0; index < 8; index += 1) {
        cr_expect_eq(gdv_write_bytes(writer, zeros, sizeof zeros - 8 - (index == 7 ? 8 : 0)), GDV_OK);
    }
    gdv_end(writer);
    cr_expect_eq(gdv_writer_finish(writer, NULL, 0, &size), GDV_OK);
    cr_expect_eq(size, 8 << 20);
    free(writer);
}

/* ---- buffers of every size ---- */

/* Into a heap block of exactly `room` bytes, so that AddressSanitizer sees a write after it. */
static void write_short(const need *of, const gdv_policy *policy, size_t room)
{
    gdv_writer *writer = malloc(sizeof *writer);
    uint8_t *buffer = malloc(room > 0 ? room : 1);
    gdv_report report;
    size_t size = 0;
    report.struct_size = sizeof report;
    cr_assert(writer != NULL && buffer != NULL);
    buffer[0] = 0xa5;
    cr_assert_eq(gdv_writer_init(writer, buffer, room, of->dialect, policy), GDV_OK);
    cr_expect_eq(calls_make(writer, of->calls), GDV_E_NO_SPACE, "%s in %zu bytes", of->calls, room);
    cr_expect_eq(gdv_writer_finish(writer, NULL, 0, &size), GDV_E_NO_SPACE, "%s in %zu bytes", of->calls, room);
    cr_expect_eq(size, of->bytes, "%s in %zu bytes: %zu", of->calls, room, size);
    cr_assert_eq(gdv_writer_report(writer, &report), GDV_OK);
    cr_expect_eq(report.code, GDV_E_NO_SPACE);
    cr_expect_eq(report.need, of->bytes);
    cr_expect_eq(report.offset, room);
    cr_expect(room > 0 || buffer[0] == 0xa5, "%s: a buffer of no bytes was written to", of->calls);
    free(buffer);
    free(writer);
}

Test(writer_buffers, of_every_size_below_that_of_the_packet_are_too_small)
{
    for (size_t index = 0; index < COUNT_OF(needs); index += 1) {
        gdv_policy policy = exactly(&needs[index]);
        for (size_t room = 0; room < needs[index].bytes; room += 1) {
            write_short(&needs[index], &policy, room);
        }
    }
}

/* The first call that does not fit says so, and all after it; a refusal among them takes its place. */
Test(writer_buffers, full_one_is_told_by_every_later_call)
{
    uint8_t buffer[16];
    gdv_writer writer;
    size_t size = 1;
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, NULL), GDV_OK);
    cr_expect_eq(gdv_begin_array(&writer), GDV_OK);
    cr_expect_eq(gdv_write_int(&writer, 1), GDV_OK);
    cr_expect_eq(gdv_write_nil(&writer), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_begin_array(&writer), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_end(&writer), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_write_string(&writer, "\xff", 1), GDV_E_BAD_UTF8);
    cr_expect_eq(gdv_end(&writer), GDV_E_BAD_UTF8);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_BAD_UTF8);
    cr_expect_eq(size, 0);
}

/* What fits is in the buffer already; the count of a container that fits is filled in. */
Test(writer_buffers, of_a_prefix_hold_the_prefix)
{
    uint8_t buffer[12] = {0};
    static const uint8_t owed[12] = {0x13, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0};
    gdv_writer writer;
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, NULL), GDV_OK);
    cr_expect_eq(calls_make(&writer, "array nil true end"), GDV_E_NO_SPACE);
    cr_expect(memcmp(buffer, owed, sizeof owed) == 0);
}
