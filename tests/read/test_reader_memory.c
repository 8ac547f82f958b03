/* SPDX-License-Identifier: MIT */
/* Claims about a reader's outputs: the memory that they may lie in, to the byte: not in the reader, the packet or the
 * scratch memory, but right beside them; that a reader which was refused memory no longer has any; and that an event is
 * all zero where there is none. Promise 1. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

enum { MIDDLE = 1024, ROOM = 2048 };

/* Godot 3: {1: nil, 2: nil}. */
static const char pairs[] = "12000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000";

/* An output of `size` bytes in the middle of `memory`, with the packet or the scratch memory so near that both share one
 * byte, or not: what gdv_reader_next says of an event, and gdv_reader_finish of a report, that lie there. */
typedef struct nearby {
    uint8_t *memory;
    size_t size;
    gdv_status (*ask)(gdv_reader *reader, void *output);
} nearby;

static gdv_status ask_event(gdv_reader *reader, void *output)
{
    return gdv_reader_next(reader, output);
}

static gdv_status ask_report(gdv_reader *reader, void *output)
{
    gdv_report report = {.struct_size = sizeof report};
    memcpy(output, &report, sizeof report.struct_size);
    return gdv_reader_finish(reader, output);
}

static void with_packet_at(const nearby *of, size_t at, gdv_status owed, const char *where)
{
    static gdv_reader reader;
    static uint8_t scratch[32];
    packet bytes = packet_from_hex(pairs);
    memcpy(of->memory + at, bytes.bytes, bytes.size);
    cr_assert_eq(
        gdv_reader_init(&reader, of->memory + at, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch),
        GDV_OK);
    gdv_status code = of->ask(&reader, of->memory + MIDDLE);
    cr_expect_eq(code, owed, "packet %s: %s", where, gdv_status_name(code));
    packet_free(&bytes);
}

static void with_scratch_at(const nearby *of, size_t at, size_t scratch_size, gdv_status owed, const char *where)
{
    static gdv_reader reader;
    packet bytes = packet_from_hex(pairs);
    cr_assert_eq(
        gdv_reader_init(&reader, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, of->memory + at, scratch_size),
        GDV_OK);
    gdv_status code = of->ask(&reader, of->memory + MIDDLE);
    cr_expect_eq(code, owed, "scratch of %zu bytes %s: %s", scratch_size, where, gdv_status_name(code));
    packet_free(&bytes);
}

static void is_refused_where_it_shares_a_byte(const nearby *of)
{
    static const size_t sizes[] = {32, 37, 96, 512}; /* keys take eight bytes each, so that some stay unused */
    const size_t packet_size = 32;
    const size_t behind = MIDDLE + of->size;
    with_packet_at(of, MIDDLE - packet_size, GDV_OK, "right before it");
    with_packet_at(of, MIDDLE - packet_size + 1, GDV_E_OVERLAP, "over its first byte");
    with_packet_at(of, behind - 1, GDV_E_OVERLAP, "over its last byte");
    with_packet_at(of, behind, GDV_OK, "right after it");
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        with_scratch_at(of, MIDDLE - sizes[index], sizes[index], GDV_OK, "right before it");
        with_scratch_at(of, MIDDLE - sizes[index] + 1, sizes[index], GDV_E_OVERLAP, "over its first byte");
        with_scratch_at(of, behind - 1, sizes[index], GDV_E_OVERLAP, "over its last byte");
        with_scratch_at(of, behind, sizes[index], GDV_OK, "right after it");
    }
}

Test(reader_memory, an_event_may_lie_beside_packet_and_scratch_and_not_over_their_edges)
{
    const nearby of = {malloc(ROOM), sizeof(gdv_event), ask_event};
    cr_assert_not_null(of.memory);
    is_refused_where_it_shares_a_byte(&of);
    free(of.memory);
}

Test(reader_memory, a_report_may_lie_beside_packet_and_scratch_and_not_over_their_edges)
{
    const nearby of = {malloc(ROOM), sizeof(gdv_report), ask_report};
    cr_assert_not_null(of.memory);
    is_refused_where_it_shares_a_byte(&of);
    free(of.memory);
}

/* A reader that read one packet, and then was handed memory that overlaps, or no dialect: the packet is the caller's again. */
Test(reader_memory, of_an_earlier_packet_is_free_once_init_was_refused)
{
    static gdv_reader reader;
    union {
        uint8_t bytes[ROOM];
        gdv_event event;
        gdv_report report;
    } memory;
    static const gdv_event none;
    packet bytes = packet_from_hex(pairs);
    uint8_t scratch[32];
    for (int which = 0; which < 4; which += 1) {
        const bool overlaps = which < 2;
        const gdv_status code = overlaps ? GDV_E_OVERLAP : GDV_E_BAD_DIALECT;
        memset(&memory, 0, sizeof memory);
        memcpy(memory.bytes, bytes.bytes, bytes.size);
        cr_assert_eq(
            gdv_reader_init(&reader, memory.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch),
            GDV_OK);
        cr_assert_eq(gdv_reader_init(&reader, memory.bytes, bytes.size,
                                     overlaps ? GDV_DIALECT_GODOT3 : GDV_DIALECT_COUNT, NULL,
                                     overlaps ? (void *)&reader : scratch, 16),
                     code);
        if (which % 2 == 0) {
            cr_expect_eq(gdv_reader_next(&reader, &memory.event), code);
            cr_expect_eq(memcmp(&memory.event, &none, sizeof none), 0, "the event was not written");
        } else {
            memory.report.struct_size = sizeof memory.report;
            cr_expect_eq(gdv_reader_finish(&reader, &memory.report), code);
            cr_expect_eq(memory.report.code, code, "the report was not written");
            cr_expect_eq(memory.report.type, -1);
        }
    }
    packet_free(&bytes);
}

/* The name before a property's value is an event of its own, which does not come where the value is refused. Godot 3: an
 * object of class A, whose property p has no type. */
Test(reader_memory, of_an_event_is_all_zero_where_a_value_after_a_name_is_refused)
{
    static gdv_reader reader;
    static const gdv_event none;
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    packet bytes = packet_from_hex("11000000 01000000 41000000 01000000 01000000 70000000 63000000");
    uint8_t scratch[8];
    gdv_event event;
    gdv_status code =
        gdv_reader_init(&reader, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy, scratch, sizeof scratch);
    cr_assert_eq(code, GDV_OK);
    cr_assert_eq(gdv_reader_next(&reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_BEGIN);
    memset(&event, 0xa5, sizeof event);
    cr_expect_eq(gdv_reader_next(&reader, &event), GDV_E_BAD_TYPE);
    cr_expect_eq(memcmp(&event, &none, sizeof none), 0);
    packet_free(&bytes);
}

/* Where the last event was put is remembered, and a copy remembers it too. */
Test(reader_memory, of_a_copy_is_safe_from_the_event_of_the_original)
{
    static union {
        gdv_event event;
        gdv_reader copy;
    } place;
    static gdv_reader reader;
    packet bytes = packet_from_hex(pairs);
    uint8_t scratch[32];
    cr_assert_eq(gdv_reader_init(&reader, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch),
                 GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, &place.event), GDV_OK);
    place.copy = reader;
    cr_expect_eq(gdv_reader_next(&place.copy, &place.event), GDV_E_OVERLAP);
    packet_free(&bytes);
}

/* An event that was found to overlap nothing is not compared again: another one is. */
Test(reader_memory, is_safe_from_each_event_whatever_the_one_before_was)
{
    static gdv_reader reader;
    packet bytes = packet_from_hex(pairs);
    gdv_event scratch[1]; /* of its bytes the packet needs 32 */
    gdv_event event;
    gdv_event other;
    cr_assert_eq(gdv_reader_init(&reader, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch),
                 GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, &event), GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, &event), GDV_OK);
    cr_expect_eq(event.offset, 8);
    cr_expect_eq(gdv_reader_next(&reader, (void *)&reader), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_next(&reader, scratch), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_next(&reader, scratch), GDV_E_OVERLAP, "and is not taken for clear then");
    cr_expect_eq(gdv_reader_next(&reader, &other), GDV_OK);
    cr_expect_eq(other.offset, 16, "no value was lost");
    cr_assert_eq(gdv_reader_init(&reader, &other, sizeof other, GDV_DIALECT_GODOT3, NULL, scratch, sizeof scratch),
                 GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, &other), GDV_E_OVERLAP, "what was clear of the packet before");
    packet_free(&bytes);
}
