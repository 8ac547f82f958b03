/* SPDX-License-Identifier: MIT */
/* Calls with wrong, missing, odd or overlapping arguments: each has its code, leaves defined outputs and touches
 * nothing that it should not; and what a verdict does not depend on: alignment, stale memory, which outputs were asked
 * for. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* {"a": [1, true], 2: null} of Godot 3: two keys and a dictionary, so 24 bytes of scratch. */
static const char good[] = "12000000 02000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 01000000 "
                           "01000000 02000000 02000000 00000000";

/* The same with a bool of 2 at byte 40. */
static const char bad[] = "12000000 02000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 01000000 "
                          "02000000 02000000 02000000 00000000";
enum { BAD_AT = 40, SCRATCH_NEEDED = 24 };

/* Memory that is wholly one byte, so that any write shows. */
static void fill(void *memory, size_t size)
{
    memset(memory, 0xa5, size);
}

static bool is_filled(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;
    size_t same = 0;
    while (same < size && bytes[same] == 0xa5) {
        same += 1;
    }
    return same == size;
}

/* A call that is right; each test makes one thing of it wrong. */
typedef struct call {
    packet bytes;
    gdv_dialect dialect;
    gdv_policy policy;
    uint8_t scratch[128];
    size_t scratch_size;
    gdv_stats stats;
    gdv_report report;
} call;

static void call_start(call *made, const char *hex)
{
    fill(made, sizeof *made);
    made->bytes = packet_from_hex(hex);
    made->dialect = GDV_DIALECT_GODOT3;
    made->policy = policy_with(GDV_POLICY_STRICT, 0);
    made->scratch_size = sizeof made->scratch;
    made->stats.struct_size = sizeof made->stats;
    made->report.struct_size = sizeof made->report;
}

static gdv_status call_end(call *made)
{
    gdv_status code = gdv_validate(made->bytes.bytes, made->bytes.size, made->dialect, &made->policy, made->scratch,
                                   made->scratch_size, &made->stats, &made->report);
    packet_free(&made->bytes);
    return code;
}

/* What a report holds when no packet byte was read. */
static void report_is_bare(const gdv_report *report, gdv_status code)
{
    cr_expect_eq(report->struct_size, sizeof *report);
    cr_expect_eq(report->code, code, "%s", gdv_status_name(report->code));
    cr_expect_eq(report->misread, GDV_MISREAD_NONE);
    cr_expect_eq(report->offset, 0);
    cr_expect_eq(report->need, 0);
    cr_expect_eq(report->depth, 0);
    cr_expect_eq(report->type, -1);
    cr_expect_str_eq(report->type_name, "");
    cr_expect_str_eq(report->path, "");
}

static void stats_are_empty(const gdv_stats *stats)
{
    cr_expect_eq(stats->struct_size, sizeof *stats);
    cr_expect_eq(stats->bytes, 0);
    cr_expect_eq(stats->values, 0);
    cr_expect_eq(stats->deepest, 0);
    cr_expect_eq(stats->longest, 0);
    cr_expect_eq(stats->widest, 0);
    cr_expect_eq(stats->steps, 0);
}

Test(arguments, the_packets_of_these_tests_are_what_they_say)
{
    call made;
    call_start(&made, good);
    cr_expect_eq(call_end(&made), GDV_OK);
    call_start(&made, bad);
    cr_expect_eq(call_end(&made), GDV_E_BOOL);
    cr_expect_eq(made.report.offset, BAD_AT);
}

/* ---- NULL, zero, out of range ---- */

Test(arguments, a_null_packet_of_no_bytes_is_an_empty_packet)
{
    uint8_t scratch[8];
    cr_expect_eq(gdv_validate(NULL, 0, GDV_DIALECT_GODOT3, NULL, scratch, 8, NULL, NULL), GDV_E_EMPTY);
}

Test(arguments, a_packet_of_no_bytes_is_not_read)
{
    uint8_t scratch[8];
    uint8_t *nowhere = malloc(1);
    cr_assert_not_null(nowhere);
    cr_expect_eq(gdv_validate(nowhere + 1, 0, GDV_DIALECT_GODOT3, NULL, scratch, 8, NULL, NULL), GDV_E_EMPTY);
    free(nowhere);
}

Test(arguments, a_null_packet_with_bytes_is_refused)
{
    static const size_t sizes[] = {1, 4, 1000, GDV_MAX_BYTES, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
        gdv_stats stats = {.struct_size = sizeof stats};
        gdv_report report = {.struct_size = sizeof report};
        gdv_status code = gdv_validate(NULL, sizes[index], GDV_DIALECT_GODOT3, &policy, NULL, 0, &stats, &report);
        cr_expect_eq(code, GDV_E_BAD_ARGUMENT, "%zu: %s", sizes[index], gdv_status_name(code));
        report_is_bare(&report, GDV_E_BAD_ARGUMENT);
        stats_are_empty(&stats);
    }
}

Test(arguments, a_null_scratch_with_bytes_is_refused)
{
    packet bytes = packet_from_hex(good);
    static const size_t sizes[] = {1, 8, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        gdv_report report = {.struct_size = sizeof report};
        gdv_status code =
            gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, NULL, sizes[index], NULL, &report);
        cr_expect_eq(code, GDV_E_BAD_ARGUMENT, "%zu: %s", sizes[index], gdv_status_name(code));
        report_is_bare(&report, GDV_E_BAD_ARGUMENT);
    }
    packet_free(&bytes);
}

Test(arguments, a_null_policy_is_the_strict_one)
{
    static const char *const hex[] = {good,
                                      bad,
                                      "",
                                      "00",
                                      "00000000 ff",
                                      "03000000 0000807f",
                                      "11000000 00000000",
                                      "12000000 02000000 00000000 00000000 00000000 00000000"};
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        packet bytes = packet_from_hex(hex[index]);
        verdict with = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &strict);
        verdict without = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
        cr_expect_eq(with.code, without.code, "%s", hex[index]);
        cr_expect_eq(with.report.offset, without.report.offset, "%s", hex[index]);
        packet_free(&bytes);
    }
}

Test(arguments, every_int_that_is_no_dialect_is_refused)
{
    static const int dialects[] = {GDV_DIALECT_COUNT, GDV_DIALECT_COUNT + 1, -1, 255, 256, 65536, INT32_MAX,
                                   INT32_MIN,         INT32_MIN + 1};
    for (size_t index = 0; index < COUNT_OF(dialects); index += 1) {
        call made;
        call_start(&made, good);
        memcpy(&made.dialect, &dialects[index], sizeof made.dialect);
        gdv_status code = call_end(&made);
        cr_expect_eq(code, GDV_E_BAD_DIALECT, "%d: %s", dialects[index], gdv_status_name(code));
        report_is_bare(&made.report, GDV_E_BAD_DIALECT);
        stats_are_empty(&made.stats);
    }
}

Test(arguments, every_permission_bit_that_does_not_exist_is_refused)
{
    for (uint32_t bit = GDV_PERMIT_BITS; bit < 32; bit += 1) {
        call made;
        call_start(&made, good);
        made.policy.permit |= (uint32_t)1 << bit;
        gdv_status code = call_end(&made);
        cr_expect_eq(code, GDV_E_BAD_POLICY, "bit %u: %s", bit, gdv_status_name(code));
        report_is_bare(&made.report, GDV_E_BAD_POLICY);
        stats_are_empty(&made.stats);
    }
}

Test(arguments, every_permission_bit_that_exists_is_taken)
{
    for (uint32_t bit = 0; bit < GDV_PERMIT_BITS; bit += 1) {
        call made;
        call_start(&made, good);
        made.policy.permit = (uint32_t)1 << bit;
        gdv_status code = call_end(&made);
        cr_expect_eq(code, GDV_OK, "bit %u: %s", bit, gdv_status_name(code));
    }
}

Test(arguments, a_policy_of_another_size_is_refused)
{
    static const size_t sizes[] = {0, 1, sizeof(gdv_policy) - 1, sizeof(gdv_policy) + 1, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        call made;
        call_start(&made, good);
        made.policy.struct_size = sizes[index];
        gdv_status code = call_end(&made);
        cr_expect_eq(code, GDV_E_BAD_POLICY, "%zu: %s", sizes[index], gdv_status_name(code));
        report_is_bare(&made.report, GDV_E_BAD_POLICY);
        stats_are_empty(&made.stats);
    }
}

Test(arguments, stats_of_another_size_are_refused_and_nothing_is_written)
{
    static const size_t sizes[] = {0, 1, sizeof(gdv_stats) - 1, sizeof(gdv_stats) + 1, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        call made;
        call_start(&made, good);
        made.stats.struct_size = sizes[index];
        cr_expect_eq(call_end(&made), GDV_E_BAD_STRUCT);
        cr_expect_eq(made.stats.struct_size, sizes[index]);
        cr_expect(is_filled(&made.stats.bytes, sizeof made.stats - offsetof(gdv_stats, bytes)));
        cr_expect(is_filled(&made.report.code, sizeof made.report - offsetof(gdv_report, code)));
    }
}

Test(arguments, a_report_of_another_size_is_refused_and_nothing_is_written)
{
    static const size_t sizes[] = {0, 1, sizeof(gdv_report) - 1, sizeof(gdv_report) + 1, SIZE_MAX};
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        call made;
        call_start(&made, good);
        made.report.struct_size = sizes[index];
        cr_expect_eq(call_end(&made), GDV_E_BAD_STRUCT);
        cr_expect_eq(made.report.struct_size, sizes[index]);
        cr_expect(is_filled(&made.stats.bytes, sizeof made.stats - offsetof(gdv_stats, bytes)));
        cr_expect(is_filled(&made.report.code, sizeof made.report - offsetof(gdv_report, code)));
    }
}

/* ---- scratch memory ---- */

Test(arguments, refusing_duplicates_without_scratch_is_a_mistake_even_where_there_is_no_dictionary)
{
    static const char *const hex[] = {good, "00000000", "", "ff"};
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        packet bytes = packet_from_hex(hex[index]);
        gdv_report report = {.struct_size = sizeof report};
        gdv_status code = gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL, &report);
        cr_expect_eq(code, GDV_E_NO_SCRATCH, "%s: %s", hex[index], gdv_status_name(code));
        report_is_bare(&report, GDV_E_NO_SCRATCH);
        packet_free(&bytes);
    }
}

Test(arguments, permitting_duplicates_needs_no_scratch)
{
    packet bytes = packet_from_hex(good);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    cr_expect_eq(gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy, NULL, 0, NULL, NULL), GDV_OK);
    packet_free(&bytes);
}

Test(arguments, permitting_duplicates_leaves_scratch_alone)
{
    call made;
    call_start(&made, good);
    made.policy.permit = GDV_PERMIT_DUPLICATE_KEYS;
    cr_expect_eq(call_end(&made), GDV_OK);
    cr_expect(is_filled(made.scratch, sizeof made.scratch));
}

Test(arguments, a_packet_without_dictionaries_needs_no_scratch_bytes)
{
    static const char *const hex[] = {"00000000", "13000000 02000000 00000000 13000000 01000000 00000000",
                                      "12000000 00000000"};
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        call made;
        call_start(&made, hex[index]);
        made.scratch_size = 0;
        gdv_status code = call_end(&made);
        cr_expect_eq(code, GDV_OK, "%s: %s", hex[index], gdv_status_name(code));
        cr_expect(is_filled(made.scratch, sizeof made.scratch));
    }
}

Test(arguments, scratch_of_every_smaller_size_is_too_small_and_says_what_would_do)
{
    for (size_t size = 0; size < SCRATCH_NEEDED; size += 1) {
        call made;
        call_start(&made, good);
        made.scratch_size = size;
        gdv_status code = call_end(&made);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%zu: %s", size, gdv_status_name(code));
        cr_expect_eq(made.report.code, GDV_E_NO_SPACE);
        cr_expect_eq(made.report.need, SCRATCH_NEEDED);
        cr_expect(is_filled(made.scratch + size, sizeof made.scratch - size), "%zu: written after it", size);
    }
}

Test(arguments, scratch_of_just_enough_is_enough)
{
    call made;
    call_start(&made, good);
    made.scratch_size = SCRATCH_NEEDED;
    cr_expect_eq(call_end(&made), GDV_OK);
    cr_expect(is_filled(made.scratch + SCRATCH_NEEDED, sizeof made.scratch - SCRATCH_NEEDED));
}

/* n levels of a shape that needs much scratch for few bytes. */
typedef struct shape {
    const char *name;
    const char *open;
    const char *leaf;
    const char *close;
    uint32_t levels;
} shape;

static const shape shapes[] = {
    {"one dictionary, no key", "", "12000000 00000000", "", 1},
    {"one pair", "12000000 01000000 00000000", "00000000", "", 1},
    {"chain of values", "12000000 01000000 00000000", "00000000", "", 30},
    {"chain of keys", "12000000 01000000", "00000000", "00000000", 30},
    {"chain of keys that are arrays", "12000000 01000000 13000000 01000000", "00000000", "00000000", 15},
    {"chain of values of int keys", "12000000 01000000 02000000 05000000", "00000000", "", 30},
    {"chain of first keys of two", "12000000 02000000", "00000000", "00000000 02000000 05000000 00000000", 30},
    {"chain of last values of two", "12000000 02000000 02000000 05000000 00000000 00000000", "00000000", "", 30},
    {"the longest chain of values", "12000000 01000000 00000000", "00000000", "", 1024},
    {"the longest chain of keys", "12000000 01000000", "00000000", "00000000", 1024},
};

static packet built(const shape *from)
{
    builder made = {NULL, 0, 0};
    const char *const parts[] = {from->open, from->leaf, from->close};
    for (size_t part = 0; part < COUNT_OF(parts); part += 1) {
        packet bytes = packet_from_hex(parts[part]);
        for (uint32_t level = 0; level < (part == 1 ? 1 : from->levels); level += 1) {
            put_bytes(&made, bytes.bytes, bytes.size);
        }
        packet_free(&bytes);
    }
    packet whole = packet_from_bytes(made.bytes, made.size);
    builder_free(&made);
    return whole;
}

/* As a caller would: begin with nothing, and give what the report asks for, once. */
Test(arguments, giving_what_the_report_asks_for_ends_in_a_verdict_within_the_bound)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_MISREAD);
    policy.max_depth = GDV_MAX_DEPTH;
    for (size_t index = 0; index < COUNT_OF(shapes); index += 1) {
        packet bytes = built(&shapes[index]);
        size_t size = 0;
        gdv_status code = GDV_E_NO_SPACE;
        for (uint32_t attempt = 0; attempt < 2 && code == GDV_E_NO_SPACE; attempt += 1) {
            gdv_report report = {.struct_size = sizeof report};
            uint8_t *scratch = malloc(size + 1);
            cr_assert_not_null(scratch);
            code = gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy, scratch, size, NULL, &report);
            free(scratch);
            if (code == GDV_E_NO_SPACE) {
                cr_assert_gt(report.need, size, "%s: %zu are not enough, %zu are", shapes[index].name, size,
                             (size_t)report.need);
                cr_assert_lt(report.offset, bytes.size);
                size = (size_t)report.need;
            }
        }
        cr_expect_eq(code, GDV_OK, "%s: %s", shapes[index].name, gdv_status_name(code));
        cr_expect_leq(size, gdv_scratch_bound(bytes.size), "%s: %zu of %zu", shapes[index].name, size,
                      gdv_scratch_bound(bytes.size));
        packet_free(&bytes);
    }
}

/* Prefixes too: what is promised and missing must not need more scratch than the bytes that are there allow. */
Test(arguments, the_bound_suffices_for_every_prefix)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_MISREAD);
    policy.max_depth = GDV_MAX_DEPTH;
    for (size_t index = 0; index < COUNT_OF(shapes); index += 1) {
        packet bytes = built(&shapes[index]);
        for (size_t size = 0; size <= bytes.size && size <= 600; size += 1) {
            gdv_status code = verdict_of(bytes.bytes, size, GDV_DIALECT_GODOT3, &policy).code;
            if (code == GDV_E_NO_SPACE) {
                cr_expect_fail("%s: %zu bytes", shapes[index].name, size);
            }
        }
        packet_free(&bytes);
    }
}

Test(arguments, the_bound_grows_with_the_packet)
{
    size_t before = gdv_scratch_bound(0);
    for (size_t size = 1; size < 10000; size += 1) {
        size_t bound = gdv_scratch_bound(size);
        if (bound < before || bound < size) {
            cr_assert_fail("%zu for %zu bytes, %zu for one less", bound, size, before);
        }
        before = bound;
    }
}

Test(arguments, the_bound_does_not_wrap)
{
    size_t before = 0;
    size_t size = 1;
    for (int bit = 0; bit < 64 && size < SIZE_MAX / 2; bit += 1) {
        cr_assert_geq(gdv_scratch_bound(size), size);
        cr_assert_geq(gdv_scratch_bound(size), before);
        before = gdv_scratch_bound(size);
        size *= 2;
    }
    size = SIZE_MAX - SIZE_MAX / 4 - 4096;
    for (int step = 0; step < 8192; step += 1) {
        size_t bound = gdv_scratch_bound(size);
        if (bound < before || bound < size) {
            cr_assert_fail("%zu for %zu bytes, %zu for one less", bound, size, before);
        }
        before = bound;
        size += 1;
    }
    cr_assert_geq(gdv_scratch_bound(SIZE_MAX - 1), before);
    cr_assert_eq(gdv_scratch_bound(SIZE_MAX), SIZE_MAX);
}

/* A sender's packet of 1,200 bytes takes 1,200 and a third and 8. As what needs a constant expression has it. */
_Static_assert(GDV_SCRATCH_BOUND(0) == 8, "of nothing");
_Static_assert(GDV_SCRATCH_BOUND(1200) == 1608, "of a datagram");
_Static_assert(GDV_SCRATCH_BOUND(SIZE_MAX) == SIZE_MAX, "of all there is");
_Static_assert(GDV_SCRATCH_BOUND(GDV_MAX_BYTES) / 4 * 3 >= GDV_MAX_BYTES - 8, "of the longest packet");
enum { SCRATCH_OF_A_DATAGRAM = GDV_SCRATCH_BOUND(1200) };

Test(arguments, the_bound_is_a_constant_as_well)
{
    static uint8_t scratch[GDV_SCRATCH_BOUND(1200)];
    cr_assert_eq(sizeof scratch, gdv_scratch_bound(1200));
    cr_assert_eq(SCRATCH_OF_A_DATAGRAM, gdv_scratch_bound(1200));
    for (size_t size = 0; size < 100000; size += 1) {
        cr_assert_eq(GDV_SCRATCH_BOUND(size), gdv_scratch_bound(size), "%zu", size);
    }
    const size_t around[] = {SIZE_MAX / 4, SIZE_MAX / 2, SIZE_MAX - SIZE_MAX / 4, SIZE_MAX - 4096, GDV_MAX_BYTES};
    for (size_t index = 0; index < sizeof around / sizeof around[0]; index += 1) {
        for (size_t less = 0; less < 4096; less += 1) {
            cr_assert_eq(GDV_SCRATCH_BOUND(around[index] - less), gdv_scratch_bound(around[index] - less));
            cr_assert_eq(GDV_SCRATCH_BOUND(around[index] + less), gdv_scratch_bound(around[index] + less));
        }
    }
}

Test(arguments, the_bound_is_a_third_more_than_the_size_while_that_is_a_number)
{
    const size_t quarter = SIZE_MAX / 4;
    const size_t sizes[] = {0, 4, 12, 1000, GDV_MAX_BYTES, quarter, 2 * quarter, 3 * quarter - 16};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        const size_t third_more = sizes[index] + sizes[index] / 3;
        size_t bound = gdv_scratch_bound(sizes[index]);
        cr_assert_geq(bound, third_more, "%zu for %zu bytes", bound, sizes[index]);
        cr_assert_leq(bound - third_more, 16, "%zu for %zu bytes", bound, sizes[index]);
    }
    for (size_t more = 16; more <= quarter; more *= 2) {
        cr_assert_eq(gdv_scratch_bound(3 * quarter + more), SIZE_MAX, "%zu more than three quarters", more);
    }
}

/* ---- what the verdict does not depend on ---- */

Test(arguments, packet_and_scratch_may_have_any_alignment)
{
    static const char *const hex[] = {good, bad, "03000100 9a999999 9999b93f", "18000000 01000000 0000803f 00000040",
                                      "12000000 02000000 02000000 05000000 00000000 02000000 05000000 00000000"};
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        packet bytes = packet_from_hex(hex[index]);
        verdict straight = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
        for (size_t shift = 0; shift < 64; shift += 1) {
            size_t room = gdv_scratch_bound(bytes.size);
            uint8_t *copy = malloc(8 + bytes.size);
            uint8_t *scratch = malloc(8 + room);
            gdv_report report = {.struct_size = sizeof report};
            gdv_stats stats = {.struct_size = sizeof stats};
            cr_assert(copy != NULL && scratch != NULL);
            memcpy(copy + shift % 8, bytes.bytes, bytes.size);
            gdv_status code = gdv_validate(copy + shift % 8, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch + shift / 8,
                                           room, &stats, &report);
            cr_expect_eq(code, straight.code, "%s at %zu: %s", hex[index], shift, gdv_status_name(code));
            cr_expect_eq(report.offset, straight.report.offset, "%s at %zu", hex[index], shift);
            cr_expect_eq(stats.steps, straight.stats.steps, "%s at %zu", hex[index], shift);
            free(copy);
            free(scratch);
        }
        packet_free(&bytes);
    }
}

Test(arguments, the_verdict_does_not_depend_on_which_outputs_are_asked_for)
{
    static const char *const hex[] = {good, bad, "", "00", "1b000000", "13000000 ffffff7f"};
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        gdv_status codes[4];
        gdv_report reports[4];
        for (uint32_t asked = 0; asked < 4; asked += 1) {
            call made;
            call_start(&made, hex[index]);
            codes[asked] = gdv_validate(made.bytes.bytes, made.bytes.size, made.dialect, &made.policy, made.scratch,
                                        sizeof made.scratch, (asked & 1u) != 0 ? &made.stats : NULL,
                                        (asked & 2u) != 0 ? &made.report : NULL);
            reports[asked] = made.report;
            packet_free(&made.bytes);
        }
        for (uint32_t asked = 1; asked < 4; asked += 1) {
            cr_expect_eq(codes[asked], codes[0], "%s: outputs %u", hex[index], asked);
        }
        cr_expect_eq(memcmp(&reports[2].offset, &reports[3].offset, sizeof(gdv_report) - offsetof(gdv_report, offset)),
                     0, "%s", hex[index]);
    }
}

Test(arguments, the_verdict_does_not_depend_on_what_scratch_held)
{
    static const uint8_t stale[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    static const char *const hex[] = {good, bad,
                                      "12000000 02000000 02000000 05000000 00000000 02000000 05000000 00000000"};
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        packet bytes = packet_from_hex(hex[index]);
        verdict fresh = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
        packet_free(&bytes);
        for (size_t fill_with = 0; fill_with < COUNT_OF(stale); fill_with += 1) {
            call made;
            call_start(&made, hex[index]);
            memset(made.scratch, stale[fill_with], sizeof made.scratch);
            cr_expect_eq(call_end(&made), fresh.code, "%s over %02x", hex[index], stale[fill_with]);
            cr_expect_eq(made.report.offset, fresh.report.offset);
        }
    }
}

Test(arguments, the_verdict_does_not_depend_on_what_the_outputs_held)
{
    static const uint8_t stale[] = {0x00, 0x01, 0x7f, 0x80, 0xff};
    gdv_report first;
    memset(&first, 0, sizeof first);
    for (size_t index = 0; index < COUNT_OF(stale); index += 1) {
        call made;
        call_start(&made, bad);
        memset(&made.report, stale[index], sizeof made.report);
        memset(&made.stats, stale[index], sizeof made.stats);
        made.report.struct_size = sizeof made.report;
        made.stats.struct_size = sizeof made.stats;
        cr_expect_eq(call_end(&made), GDV_E_BOOL);
        cr_expect_eq(made.stats.values, 5, "%u values", made.stats.values);
        cr_expect_eq(made.report.need, 0);
        cr_expect_eq(made.report.misread, GDV_MISREAD_NONE);
        if (index > 0) {
            cr_expect_eq(memcmp(&made.report, &first, sizeof first), 0, "over %02x", stale[index]);
        }
        first = made.report;
    }
}

Test(arguments, a_second_call_gives_the_same_verdict)
{
    call made;
    call_start(&made, bad);
    packet kept = packet_from_bytes(made.bytes.bytes, made.bytes.size);
    cr_expect_eq(call_end(&made), GDV_E_BOOL);
    gdv_report first = made.report;
    made.bytes = kept;
    cr_expect_eq(call_end(&made), GDV_E_BOOL);
    cr_expect_eq(memcmp(&made.report, &first, sizeof first), 0);
}

Test(arguments, neither_packet_nor_policy_is_written)
{
    static const char *const hex[] = {good, bad, "12000000 02000000 00000000 00000000 00000000 00000000"};
    for (size_t index = 0; index < COUNT_OF(hex); index += 1) {
        call made;
        call_start(&made, hex[index]);
        gdv_policy policy = made.policy;
        packet kept = packet_from_bytes(made.bytes.bytes, made.bytes.size);
        gdv_status code = gdv_validate(made.bytes.bytes, made.bytes.size, made.dialect, &made.policy, made.scratch,
                                       sizeof made.scratch, &made.stats, &made.report);
        cr_expect(code == GDV_OK || made.report.code == code);
        cr_expect_eq(memcmp(&policy, &made.policy, sizeof policy), 0, "%s", hex[index]);
        cr_expect_eq(memcmp(kept.bytes, made.bytes.bytes, kept.size), 0, "%s", hex[index]);
        packet_free(&kept);
        packet_free(&made.bytes);
    }
}

/* ---- outputs after success and failure ---- */

Test(arguments, after_success_the_report_is_empty)
{
    call made;
    call_start(&made, good);
    cr_expect_eq(call_end(&made), GDV_OK);
    cr_expect_eq(made.report.struct_size, sizeof made.report);
    cr_expect_eq(made.report.code, GDV_OK);
    cr_expect_eq(made.report.misread, GDV_MISREAD_NONE);
    cr_expect_eq(made.report.offset, 0);
    cr_expect_eq(made.report.need, 0);
    cr_expect_eq(made.report.depth, 0);
    cr_expect_eq(made.report.type, 0);
    cr_expect_str_eq(made.report.type_name, "");
    cr_expect_str_eq(made.report.path, "");
}

Test(arguments, after_success_the_stats_are_of_the_whole_packet)
{
    call made;
    call_start(&made, good);
    cr_expect_eq(call_end(&made), GDV_OK);
    cr_expect_eq(made.stats.bytes, 56);
    cr_expect_eq(made.stats.values, 7);
    cr_expect_eq(made.stats.deepest, 2);
    cr_expect_eq(made.stats.longest, 1);
    cr_expect_eq(made.stats.widest, 2);
    cr_expect_eq(made.stats.steps, 7);
}

Test(arguments, after_failure_the_stats_end_before_what_is_refused)
{
    call made;
    call_start(&made, bad);
    cr_expect_eq(call_end(&made), GDV_E_BOOL);
    cr_expect_leq(made.stats.bytes, 44);
    cr_expect_geq(made.stats.bytes, 36);
    cr_expect_leq(made.stats.values, 5);
    cr_expect_eq(made.stats.deepest, 2);
    cr_expect_eq(made.stats.longest, 1);
}

Test(arguments, after_a_packet_that_was_not_read_the_stats_are_empty)
{
    call made;
    call_start(&made, "");
    cr_expect_eq(call_end(&made), GDV_E_EMPTY);
    stats_are_empty(&made.stats);
    call_start(&made, good);
    made.policy.max_bytes = 4;
    cr_expect_eq(call_end(&made), GDV_E_LIMIT_BYTES);
    stats_are_empty(&made.stats);
}

Test(arguments, what_lies_after_the_path_in_a_report_is_not_left_over)
{
    call made;
    call_start(&made, bad);
    cr_expect_eq(call_end(&made), GDV_E_BOOL);
    cr_expect_str_eq(made.report.path, ".a[1]");
    for (size_t index = strlen(made.report.path); index < GDV_PATH_SIZE; index += 1) {
        cr_expect_eq(made.report.path[index], '\0', "at %zu", index);
    }
}

/* ---- overlap ---- */

/* One block that the arguments are laid out in, aligned for each of them. */
enum { BLOCK = 4096, PACKET_SIZE = 64, SCRATCH_SIZE = 128 };

typedef enum part { PACKET, SCRATCH, STATS, REPORT, POLICY, PARTS } part;

static const char *const part_names[PARTS] = {"packet", "scratch", "stats", "report", "policy"};
static const size_t part_sizes[PARTS] = {PACKET_SIZE, SCRATCH_SIZE, sizeof(gdv_stats), sizeof(gdv_report),
                                         sizeof(gdv_policy)};

typedef union block {
    max_align_t aligned;
    uint8_t bytes[BLOCK];
} block;

/* Where each argument lies when none touches another. */
static void lay_out(size_t at[PARTS])
{
    for (size_t index = 0; index < PARTS; index += 1) {
        at[index] = 512 * (index + 1);
    }
}

/* Validates an array of one array of bytes, which the loop takes for right whatever they are, with the arguments at those
 * places. The policy is written before the structs, the sizes last, so that what a call looks at first is right wherever
 * it lies. */
static gdv_status laid_out_with(block *memory, const size_t at[PARTS], bool has_stats)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TRAILING);
    const size_t stats_size = sizeof(gdv_stats);
    const size_t report_size = sizeof(gdv_report);
    fill(memory, sizeof *memory);
    const uint8_t begin[16] = {28, 0, 0, 0, 1, 0, 0, 0, 29, 0, 0, 0, PACKET_SIZE - sizeof begin};
    memset(memory->bytes + at[PACKET], 0, PACKET_SIZE);
    memcpy(memory->bytes + at[PACKET], begin, sizeof begin);
    memcpy(memory->bytes + at[POLICY], &policy, sizeof policy);
    memcpy(memory->bytes + at[STATS], &stats_size, sizeof stats_size);
    memcpy(memory->bytes + at[REPORT], &report_size, sizeof report_size);
    return gdv_validate(memory->bytes + at[PACKET], PACKET_SIZE, GDV_DIALECT_GODOT4_4,
                        (const gdv_policy *)(const void *)(memory->bytes + at[POLICY]), memory->bytes + at[SCRATCH],
                        SCRATCH_SIZE, has_stats ? (gdv_stats *)(void *)(memory->bytes + at[STATS]) : NULL,
                        (gdv_report *)(void *)(memory->bytes + at[REPORT]));
}

static gdv_status laid_out(block *memory, const size_t at[PARTS])
{
    return laid_out_with(memory, at, true);
}

/* Where no statistics are asked for, other code looks first: what is refused with them is without them, too. */
static void expect_the_same_without_stats(block *memory, const size_t at[PARTS], size_t one, size_t other)
{
    if (one != STATS && other != STATS) {
        const gdv_status code = laid_out_with(memory, at, false);
        cr_expect_eq(code, GDV_E_OVERLAP, "%s at %s: %s", part_names[other], part_names[one], gdv_status_name(code));
    }
}

/* Packet and policy are only read: they may share memory. */
static bool may_overlap(size_t one, size_t other)
{
    return (one == PACKET && other == POLICY) || (one == POLICY && other == PACKET);
}

Test(arguments, the_layout_of_these_tests_is_accepted)
{
    static block memory;
    size_t at[PARTS];
    lay_out(at);
    cr_assert_eq(laid_out(&memory, at), GDV_OK);
}

Test(arguments, every_pair_with_a_writer_that_begins_at_one_place_is_refused)
{
    static block memory;
    for (size_t one = 0; one < PARTS; one += 1) {
        for (size_t other = one + 1; other < PARTS; other += 1) {
            size_t at[PARTS];
            lay_out(at);
            at[other] = at[one];
            if (!may_overlap(one, other)) {
                gdv_status code = laid_out(&memory, at);
                cr_expect_eq(code, GDV_E_OVERLAP, "%s at %s: %s", part_names[other], part_names[one],
                             gdv_status_name(code));
                expect_the_same_without_stats(&memory, at, one, other);
            }
        }
    }
}

/* Eight bytes, as the structs need their alignment: one begins in the last eight of another. */
Test(arguments, every_pair_with_a_writer_that_shares_its_edge_is_refused)
{
    static block memory;
    for (size_t one = 0; one < PARTS; one += 1) {
        for (size_t other = 0; other < PARTS; other += 1) {
            size_t at[PARTS];
            lay_out(at);
            at[other] = at[one] + part_sizes[one] - 8;
            if (one != other && !may_overlap(one, other)) {
                gdv_status code = laid_out(&memory, at);
                cr_expect_eq(code, GDV_E_OVERLAP, "%s in the end of %s: %s", part_names[other], part_names[one],
                             gdv_status_name(code));
                expect_the_same_without_stats(&memory, at, one, other);
            }
        }
    }
}

Test(arguments, neighbours_do_not_overlap)
{
    static block memory;
    for (size_t one = 0; one < PARTS; one += 1) {
        for (size_t other = 0; other < PARTS; other += 1) {
            size_t at[PARTS];
            lay_out(at);
            at[other] = at[one] + part_sizes[one];
            if (one != other) {
                gdv_status code = laid_out(&memory, at);
                cr_expect_eq(code, GDV_OK, "%s after %s: %s", part_names[other], part_names[one],
                             gdv_status_name(code));
                cr_expect_eq(laid_out_with(&memory, at, false), GDV_OK, "%s after %s", part_names[other],
                             part_names[one]);
            }
        }
    }
}

Test(arguments, packet_and_scratch_that_share_one_byte_are_refused)
{
    static block memory;
    size_t at[PARTS];
    lay_out(at);
    at[SCRATCH] = at[PACKET] + PACKET_SIZE - 1;
    cr_expect_eq(laid_out(&memory, at), GDV_E_OVERLAP);
    at[SCRATCH] = at[PACKET] + 1 - SCRATCH_SIZE;
    cr_expect_eq(laid_out(&memory, at), GDV_E_OVERLAP);
    at[SCRATCH] = at[PACKET] - SCRATCH_SIZE;
    cr_expect_eq(laid_out(&memory, at), GDV_OK);
}

Test(arguments, a_small_packet_inside_scratch_is_refused)
{
    static block memory;
    size_t at[PARTS];
    lay_out(at);
    at[PACKET] = at[SCRATCH] + 32;
    cr_expect_eq(laid_out(&memory, at), GDV_E_OVERLAP);
}

Test(arguments, packet_and_policy_may_share_memory)
{
    uint8_t scratch[64];
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    gdv_report report = {.struct_size = sizeof report};
    /* Its first word is sizeof(gdv_policy), a type id that Godot 3 does not have; or, where the high half comes first,
       0: a nil, and more after it. */
    uint8_t first = 0;
    memcpy(&first, &policy, 1);
    gdv_status code =
        gdv_validate(&policy, sizeof policy, GDV_DIALECT_GODOT3, &policy, scratch, sizeof scratch, NULL, &report);
    cr_assert_eq(code, first == 0 ? GDV_E_TRAILING : GDV_E_BAD_TYPE, "%s", gdv_status_name(code));
}

Test(arguments, nothing_is_written_where_arguments_overlap)
{
    static block memory;
    for (size_t one = 0; one < PARTS; one += 1) {
        for (size_t other = one + 1; other < PARTS; other += 1) {
            static block before;
            size_t at[PARTS];
            lay_out(at);
            at[other] = at[one] + part_sizes[one] - 8;
            if (!may_overlap(one, other)) {
                gdv_status code = laid_out(&memory, at);
                before = memory;
                cr_expect_eq(code, GDV_E_OVERLAP);
                cr_expect_eq(laid_out(&memory, at), code);
                cr_expect_eq(memcmp(&before, &memory, sizeof memory), 0);
                if (one != STATS && other != STATS) {
                    cr_expect(is_filled(memory.bytes + at[STATS] + sizeof(size_t), sizeof(gdv_stats) - sizeof(size_t)),
                              "%s and %s", part_names[one], part_names[other]);
                }
                if (one != REPORT && other != REPORT) {
                    cr_expect(
                        is_filled(memory.bytes + at[REPORT] + sizeof(size_t), sizeof(gdv_report) - sizeof(size_t)),
                        "%s and %s", part_names[one], part_names[other]);
                }
            }
        }
    }
}

Test(arguments, arguments_of_no_bytes_overlap_nothing)
{
    uint8_t memory[16] = {0};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    cr_expect_eq(gdv_validate(memory, 4, GDV_DIALECT_GODOT3, &policy, memory, 0, NULL, NULL), GDV_OK);
    cr_expect_eq(gdv_validate(memory, 4, GDV_DIALECT_GODOT3, &policy, memory + 2, 0, NULL, NULL), GDV_OK);
    cr_expect_eq(gdv_validate(memory + 8, 0, GDV_DIALECT_GODOT3, &policy, memory, 16, NULL, NULL), GDV_E_EMPTY);
}

/* A packet that reaches to the end of memory: what lies after its start is inside it. tests/read/test_sizes.c has those that
 * reach further. */
Test(arguments, a_packet_that_ends_with_memory_overlaps_all_that_lies_after_it)
{
    static struct {
        uint8_t bytes[8];
        gdv_report report;
    } memory;
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    memory.report.struct_size = sizeof memory.report;
    const size_t most = SIZE_MAX - (uintptr_t)memory.bytes;
    gdv_status code = gdv_validate(memory.bytes, most, GDV_DIALECT_GODOT3, &policy, NULL, 0, NULL, &memory.report);
    cr_assert_eq(code, GDV_E_OVERLAP, "%s", gdv_status_name(code));
}
