/* SPDX-License-Identifier: MIT */
/* Claims about what the caller may hand to the writer: NULL, wrong numbers, memory that overlaps; what is written then,
 * and what is left alone; and that gdv_writer_finish can be called again with what it lacked. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/calls.h"

#define G2 GDV_DIALECT_GODOT2
#define G3 GDV_DIALECT_GODOT3
#define P40 GDV_DIALECT_PANDEMONIUM_40
#define G44 GDV_DIALECT_GODOT4_4

static gdv_writer writer;
/* Aligned, as it stands in for structures too. */
static _Alignas(16) uint8_t buffer[256];

/* Every call on a writer, with arguments that are sound. */
static gdv_status call_number(size_t number, gdv_writer *on)
{
    const gdv_text text = {"a", 1};
    const gdv_signal signal = {{"a", 1}, 0};
    const gdv_image image = {0, 0, 0, 0, NULL, 0};
    const gdv_input_event event = {0, 0, 0, {0, 0}};
    const gdv_element element = {GDV_ELEMENT_TYPE, GDV_TYPE_INT, {NULL, 0}};
    const int32_t int32s[2] = {0, 0};
    const int64_t int64s[2] = {0, 0};
    const float floats[2] = {0, 0};
    const double doubles[2] = {0, 0};
    switch (number) {
    case 0:
        return gdv_write_nil(on);
    case 1:
        return gdv_write_bool(on, true);
    case 2:
        return gdv_write_int(on, 0);
    case 3:
        return gdv_write_float(on, 0);
    case 4:
        return gdv_write_string(on, "a", 1);
    case 5:
        return gdv_write_string_name(on, "a", 1);
    case 6:
        return gdv_write_node_path(on, true, &text, 1, &text, 1, NULL);
    case 7:
        return gdv_write_int32s(on, GDV_TYPE_VECTOR2I, int32s, 2);
    case 8:
        return gdv_write_int64s(on, GDV_TYPE_PACKED_INT64_ARRAY, int64s, 2);
    case 9:
        return gdv_write_floats(on, GDV_TYPE_VECTOR2, floats, 2);
    case 10:
        return gdv_write_doubles(on, GDV_TYPE_VECTOR2, doubles, 2);
    case 11:
        return gdv_write_bytes(on, "a", 1);
    case 12:
        return gdv_write_strings(on, &text, 1);
    case 13:
        return gdv_write_object_id(on, 0);
    case 14:
        return gdv_write_rid(on, 0);
    case 15:
        return gdv_write_callable(on);
    case 16:
        return gdv_write_signal(on, &signal);
    case 17:
        return gdv_write_image(on, &image);
    case 18:
        return gdv_write_input_event(on, &event);
    case 19:
        return gdv_begin_array(on);
    case 20:
        return gdv_begin_dictionary(on);
    case 21:
        return gdv_begin_typed_array(on, &element);
    case 22:
        return gdv_begin_typed_dictionary(on, &element, &element);
    case 23:
        return gdv_begin_packed_typed_array(on, &element);
    case 24:
        return gdv_mark_shared(on);
    case 25:
        return gdv_begin_object(on, "a", 1);
    case 26:
        return gdv_write_name(on, "a", 1);
    default:
        return gdv_end(on);
    }
}

#define CALLS 28

Test(writer_without_a_writer, refuses_every_call)
{
    size_t size = 5;
    gdv_report report;
    for (size_t number = 0; number < CALLS; number += 1) {
        cr_expect_eq(call_number(number, NULL), GDV_E_BAD_ARGUMENT, "call %zu", number);
    }
    cr_expect_eq(gdv_writer_init(NULL, buffer, sizeof buffer, G3, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_writer_finish(NULL, NULL, 0, &size), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(size, 0);
    memset(&report, 0x5a, sizeof report);
    report.struct_size = sizeof report;
    cr_expect_eq(gdv_writer_report(NULL, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.type, -1);
    cr_expect_str_eq(report.path, "");
}

/* A static or calloc'd writer that was never set up. */
Test(writer_all_zero, refuses_every_call)
{
    size_t size = 5;
    gdv_report report;
    for (size_t number = 0; number < CALLS; number += 1) {
        memset(&writer, 0, sizeof writer);
        cr_expect_eq(call_number(number, &writer), GDV_E_BAD_ARGUMENT, "call %zu", number);
    }
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(size, 0);
    report.struct_size = sizeof report;
    cr_expect_eq(gdv_writer_report(&writer, &report), GDV_OK);
    cr_expect_eq(report.code, GDV_E_BAD_ARGUMENT);
}

/* A writer that was not set up says why from then on, and touches no buffer. */
static void stays_refused(gdv_status owed, gdv_status said, const char *why)
{
    size_t size = 5;
    gdv_report report;
    cr_expect_eq(said, owed, "%s: %s", why, gdv_status_name(said));
    for (size_t number = 0; number < CALLS; number += 1) {
        cr_expect_eq(call_number(number, &writer), owed, "%s: call %zu", why, number);
    }
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), owed, "%s", why);
    cr_expect_eq(size, 0, "%s", why);
    report.struct_size = sizeof report;
    cr_expect_eq(gdv_writer_report(&writer, &report), GDV_OK, "%s", why);
    cr_expect_eq(report.code, owed, "%s", why);
    cr_expect_eq(report.offset, 0, "%s", why);
}

Test(writer_init, refuses_what_it_cannot_work_with_for_good)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    memset(buffer, 0, sizeof buffer);
    stays_refused(GDV_E_BAD_ARGUMENT, gdv_writer_init(&writer, NULL, 1, G3, NULL), "NULL with a capacity");
    stays_refused(GDV_E_BAD_DIALECT, gdv_writer_init(&writer, buffer, 8, GDV_DIALECT_COUNT, NULL), "dialect");
    stays_refused(GDV_E_BAD_DIALECT, gdv_writer_init(&writer, buffer, 8, (gdv_dialect)-1, NULL), "dialect -1");
    policy.permit = GDV_PERMIT_ALL + 1;
    stays_refused(GDV_E_BAD_POLICY, gdv_writer_init(&writer, buffer, 8, G3, &policy), "permission");
    policy.permit = 0;
    policy.struct_size -= 1;
    stays_refused(GDV_E_BAD_POLICY, gdv_writer_init(&writer, buffer, 8, G3, &policy), "struct_size");
    stays_refused(GDV_E_OVERLAP, gdv_writer_init(&writer, (uint8_t *)&writer + 8, 8, G3, NULL), "buffer in the writer");
    stays_refused(GDV_E_OVERLAP, gdv_writer_init(&writer, (uint8_t *)&writer + sizeof writer - 1, 8, G3, NULL),
                  "buffer from the writer's last byte on");
    stays_refused(GDV_E_OVERLAP, gdv_writer_init(&writer, buffer, 8, G3, &writer.policy), "policy in the writer");
    stays_refused(GDV_E_OVERLAP,
                  gdv_writer_init(&writer, buffer, sizeof buffer, G3, (const gdv_policy *)(const void *)buffer),
                  "policy in the buffer");
    for (size_t index = 0; index < sizeof buffer; index += 1) {
        cr_assert_eq(buffer[index], 0);
    }
}

Test(writer_init, copies_the_policy)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_RID);
    size_t size = 0;
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, &policy), GDV_OK);
    memset(&policy, 0xff, sizeof policy);
    cr_expect_eq(gdv_write_rid(&writer, 0), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_OK);
    cr_expect_eq(size, 4);
}

Test(writer_init, makes_a_used_writer_new)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    size_t size = 0;
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, &policy), GDV_OK);
    cr_expect_eq(calls_make(&writer, "array dict end end nil"), GDV_E_BAD_NESTING);
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, &policy), GDV_OK);
    cr_expect_eq(calls_make(&writer, "array end"), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_OK);
    cr_expect_eq(size, 8);
}

/* ---- memory to be written ---- */

static void start(gdv_dialect dialect)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN);
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, dialect, &policy), GDV_OK);
}

/* Each call that takes memory, with `at` for it, where `size` bytes are named; the structs around it are sound. */
static gdv_status take(size_t number, const void *at, size_t size)
{
    const gdv_text text = {(const char *)at, size};
    const gdv_text sound = {"a", 1};
    const gdv_signal signal = {text, 0};
    const gdv_image image = {22, 0, 1, 1, (const uint8_t *)at, size};
    const gdv_element element = {GDV_ELEMENT_CLASS, GDV_TYPE_OBJECT, text};
    gdv_status status = GDV_OK;

    start(number == 12 || number == 13 ? G2 : number == 14 ? P40 : G44);
    switch (number) {
    case 0:
        return gdv_write_string(&writer, (const char *)at, size);
    case 1:
        return gdv_write_string_name(&writer, (const char *)at, size);
    case 2:
        return gdv_write_bytes(&writer, at, size);
    case 3:
        return gdv_write_node_path(&writer, true, &text, 1, NULL, 0, NULL);
    case 4:
        return gdv_write_node_path(&writer, true, &sound, 1, &text, 1, NULL);
    case 5:
        return gdv_write_strings(&writer, &text, 1);
    case 6:
        return gdv_write_signal(&writer, &signal);
    case 7:
        return gdv_begin_object(&writer, (const char *)at, size);
    case 8:
        status = gdv_begin_object(&writer, "a", 1);
        return status == GDV_OK ? gdv_write_name(&writer, (const char *)at, size) : status;
    case 9:
        return gdv_begin_typed_array(&writer, &element);
    case 10:
        return gdv_begin_typed_dictionary(&writer, &element, NULL);
    case 11:
        return gdv_begin_typed_dictionary(&writer, NULL, &element);
    case 12:
        return gdv_write_image(&writer, &image);
    case 13:
        return gdv_write_node_path(&writer, true, NULL, 0, NULL, 0, &text);
    default:
        return gdv_begin_typed_array(&writer, &element);
    }
}

#define TAKES 15

Test(writer_input, of_null_with_a_size_is_refused)
{
    for (size_t number = 0; number < TAKES; number += 1) {
        cr_expect_eq(take(number, NULL, 1), GDV_E_BAD_ARGUMENT, "call %zu", number);
    }
}

/* Without a size NULL is an empty text, and so on. */
Test(writer_input, of_null_without_a_size_is_empty)
{
    for (size_t number = 0; number < TAKES; number += 1) {
        cr_expect_eq(take(number, NULL, 0), GDV_OK, "call %zu", number);
    }
}

/* The whole of the buffer counts, not only what is written of it so far. */
Test(writer_input, that_overlaps_buffer_or_writer_is_refused)
{
    for (size_t number = 0; number < TAKES; number += 1) {
        const uint8_t *in_writer = (const uint8_t *)&writer;
        cr_expect_eq(take(number, buffer, 1), GDV_E_OVERLAP, "call %zu", number);
        cr_expect_eq(take(number, buffer + sizeof buffer - 1, 4), GDV_E_OVERLAP, "call %zu", number);
        cr_expect_eq(take(number, in_writer, 4), GDV_E_OVERLAP, "call %zu", number);
        cr_expect_eq(take(number, in_writer + sizeof writer - 1, 1), GDV_E_OVERLAP, "call %zu", number);
    }
}

/* A buffer of no bytes is in nothing, wherever it is said to be; one of a byte is in what it is the middle of. */
Test(writer_input, may_surround_a_buffer_of_no_bytes)
{
    memset(buffer, 'a', 4);
    for (size_t capacity = 0; capacity < 2; capacity += 1) {
        cr_assert_eq(gdv_writer_init(&writer, buffer + 2, capacity, G44, NULL), GDV_OK);
        cr_expect_eq(gdv_write_string(&writer, (const char *)buffer, 4), capacity == 0 ? GDV_E_NO_SPACE : GDV_E_OVERLAP,
                     "of %zu", capacity);
    }
}

/* The arrays and structures themselves; room for one of any kind, aligned, in the buffer. */
static gdv_status take_structure(size_t number, const void *at, size_t n)
{
    start(number == 7 || number == 8 || number == 12 ? G2 : number == 11 || number == 13 ? P40 : G44);
    switch (number) {
    case 0:
        return gdv_write_int32s(&writer, GDV_TYPE_PACKED_INT32_ARRAY, at, n);
    case 1:
        return gdv_write_int64s(&writer, GDV_TYPE_PACKED_INT64_ARRAY, at, n);
    case 2:
        return gdv_write_floats(&writer, GDV_TYPE_PACKED_FLOAT32_ARRAY, at, n);
    case 3:
        return gdv_write_doubles(&writer, GDV_TYPE_PACKED_FLOAT64_ARRAY, at, n);
    case 4:
        return gdv_write_strings(&writer, at, n);
    case 5:
        return gdv_write_node_path(&writer, true, at, n, NULL, 0, NULL);
    case 6:
        return gdv_write_node_path(&writer, true, NULL, 0, at, n, NULL);
    case 7:
        return gdv_write_image(&writer, at);
    case 8:
        return gdv_write_input_event(&writer, at);
    case 9:
        return gdv_write_signal(&writer, at);
    case 10:
        return gdv_begin_typed_array(&writer, at);
    case 11:
        return gdv_begin_typed_array(&writer, at);
    case 12:
        return gdv_write_node_path(&writer, true, NULL, 0, NULL, 0, at);
    default:
        return gdv_begin_packed_typed_array(&writer, at);
    }
}

Test(writer_input, array_or_structure_that_overlaps_the_buffer_is_refused)
{
    static const gdv_element typed = {GDV_ELEMENT_TYPE, GDV_TYPE_INT, {NULL, 0}};
    for (size_t number = 0; number < 14; number += 1) {
        memset(buffer, 0, sizeof buffer);
        memcpy(buffer + 64, &typed, sizeof typed);
        cr_expect_eq(take_structure(number, buffer + 64, 1), GDV_E_OVERLAP, "call %zu", number);
    }
}

Test(writer_input, array_or_structure_of_null_is_refused)
{
    for (size_t number = 0; number < 10; number += 1) {
        cr_expect_eq(take_structure(number, NULL, 1), GDV_E_BAD_ARGUMENT, "call %zu", number);
    }
    for (size_t number = 0; number < 7; number += 1) {
        cr_expect_eq(take_structure(number, NULL, 0), GDV_OK, "call %zu", number);
    }
}

Test(writer_input, element_of_a_kind_that_does_not_exist_is_refused)
{
    const gdv_element odd = {(gdv_element_kind)77, GDV_TYPE_INT, {"a", 1}};
    start(G44);
    cr_expect_eq(gdv_begin_typed_array(&writer, &odd), GDV_E_BAD_ARGUMENT);
    start(G44);
    cr_expect_eq(gdv_begin_typed_dictionary(&writer, NULL, &odd), GDV_E_BAD_ARGUMENT);
    start(P40);
    cr_expect_eq(gdv_begin_typed_array(&writer, &odd), GDV_E_BAD_ARGUMENT);
    start(P40);
    cr_expect_eq(gdv_begin_packed_typed_array(&writer, &odd), GDV_E_BAD_ARGUMENT);
}

/* While nothing is written the buffer is nobody's: a text may come from anywhere but the writer. */
Test(writer_input, of_a_measuring_writer_may_lie_anywhere_else)
{
    size_t size = 0;
    cr_assert_eq(gdv_writer_init(&writer, NULL, 0, G3, NULL), GDV_OK);
    cr_expect_eq(gdv_write_bytes(&writer, buffer, sizeof buffer), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_OK);
    cr_expect_eq(size, 8 + sizeof buffer);
}

/* ---- finish ---- */

static void write_pair(void)
{
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, NULL), GDV_OK);
    cr_assert_eq(calls_make(&writer, "dict str=a int=1 end"), GDV_OK);
}

/* One dictionary with one key: sixteen bytes of scratch memory. */
Test(writer_finish, goes_on_with_what_it_lacked)
{
    uint8_t scratch[16];
    size_t size = 5;
    write_pair();
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_NO_SCRATCH);
    cr_expect_eq(size, 0);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 16, &size), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 1, &size), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, 8, &size), GDV_E_NO_SPACE);
    cr_expect_eq(size, 28);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, 16, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_writer_finish(&writer, buffer + 128, 16, &size), GDV_E_OVERLAP);
    cr_expect_eq(gdv_writer_finish(&writer, &writer, 16, &size), GDV_E_OVERLAP);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, 16, &size), GDV_OK);
    cr_expect_eq(size, 28);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, 16, &size), GDV_OK);
    cr_expect_eq(size, 28);
}

/* The buffer is memory of its own, so that the size cannot be part of the packet. */
Test(writer_finish, does_not_write_a_size_that_overlaps)
{
    static union {
        size_t sizes[8];
        uint8_t bytes[64];
    } memory;
    uint8_t scratch[16];
    cr_assert_eq(gdv_writer_init(&writer, memory.bytes, sizeof memory.bytes, G3, NULL), GDV_OK);
    cr_assert_eq(calls_make(&writer, "nil"), GDV_OK);
    memory.sizes[7] = 77;
    cr_expect_eq(gdv_writer_finish(&writer, scratch, 16, &memory.sizes[7]), GDV_E_OVERLAP);
    cr_expect_eq(memory.sizes[7], 77);
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, NULL), GDV_OK);
    cr_assert_eq(calls_make(&writer, "nil"), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, memory.bytes, sizeof memory.bytes, &memory.sizes[7]), GDV_E_OVERLAP);
    cr_expect_eq(memory.sizes[7], 77);
    cr_expect_eq(gdv_writer_finish(NULL, NULL, 0, NULL), GDV_E_BAD_ARGUMENT);
}

/* A writer that could not be set up has none. */
Test(writer_finish, writes_a_size_into_a_buffer_that_was_refused)
{
    size_t sizes[4] = {77, 77, 77, 77};
    cr_assert_eq(gdv_writer_init(&writer, sizes, sizeof sizes, (gdv_dialect)99, NULL), GDV_E_BAD_DIALECT);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &sizes[1]), GDV_E_BAD_DIALECT);
    cr_expect_eq(sizes[1], 0);
}

Test(writer_finish, asks_for_no_scratch_memory_when_measuring)
{
    size_t size = 0;
    cr_assert_eq(gdv_writer_init(&writer, NULL, 0, G3, NULL), GDV_OK);
    cr_assert_eq(calls_make(&writer, "dict str=a int=1 str=a int=2 end"), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_OK);
    cr_expect_eq(size, 48);
}

Test(writer_finish, too_early_is_final)
{
    size_t size = 5;
    write_pair();
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, G3, NULL), GDV_OK);
    cr_expect_eq(gdv_begin_array(&writer), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_BAD_NESTING);
    cr_expect_eq(size, 0);
    cr_expect_eq(gdv_end(&writer), GDV_E_BAD_NESTING);
}

Test(writer_report, says_nothing_of_a_sound_packet)
{
    gdv_report report;
    write_pair();
    memset(&report, 0x5a, sizeof report);
    report.struct_size = sizeof report;
    cr_expect_eq(gdv_writer_report(&writer, &report), GDV_OK);
    cr_expect_eq(report.code, GDV_OK);
    cr_expect_eq(report.offset, 0);
    cr_expect_eq(report.need, 0);
    cr_expect_eq(report.type, 0);
    cr_expect_str_eq(report.type_name, "");
    cr_expect_str_eq(report.path, "");
}

Test(writer_report, is_not_written_where_it_cannot_be)
{
    static union {
        gdv_report report;
        uint8_t bytes[sizeof(gdv_report)];
    } memory;
    gdv_report report;
    write_pair();
    cr_expect_eq(gdv_writer_report(&writer, NULL), GDV_E_BAD_ARGUMENT);
    memset(&report, 0x5a, sizeof report);
    cr_expect_eq(gdv_writer_report(&writer, &report), GDV_E_BAD_STRUCT);
    cr_expect_eq((int)report.path[0], 0x5a);
    cr_assert_eq(gdv_writer_init(&writer, memory.bytes, sizeof memory.bytes, G3, NULL), GDV_OK);
    memory.report.struct_size = sizeof(gdv_report);
    memory.report.depth = 99;
    cr_expect_eq(gdv_writer_report(&writer, &memory.report), GDV_E_OVERLAP);
    cr_expect_eq(memory.report.depth, 99);
}
