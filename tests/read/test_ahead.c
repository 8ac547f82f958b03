/* SPDX-License-Identifier: MIT */
/* How far a reader reads ahead of the events that it gives (lib/read/ahead.c): as far as there is room, through keys and containers,
 * and up to what its loop does not know, after which it goes on. That it gives the same events as the step is in
 * test_run.c; here it is that what most packets are made of does not go the step's way, which is the slow one. */
#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

#include "lib/read/ahead.h"
#include "tests/support/support.h"
#include "tests/support/type_ids.h"

/* There is room for a key and its value, or for nothing more. */
enum { FULL = GDV_AHEAD - 1 };

/* A reader of a packet, in memory of its own. */
typedef struct opened {
    gdv_reader reader;
    packet bytes;
    uint8_t *scratch;
} opened;

static void open_packet(opened *of, builder *made, const gdv_policy *policy)
{
    of->bytes = packet_from_bytes(made->bytes, made->size);
    builder_free(made);
    const size_t room = gdv_scratch_bound(of->bytes.size);
    of->scratch = malloc(room + 1);
    cr_assert_not_null(of->scratch);
    cr_assert_eq(
        gdv_reader_init(&of->reader, of->bytes.bytes, of->bytes.size, GDV_DIALECT_GODOT4_4, policy, of->scratch, room),
        GDV_OK);
}

/* The verdict on all of it is `status`. */
static void close_judged(opened *of, gdv_status status)
{
    cr_expect_eq(gdv_reader_finish(&of->reader, NULL), status);
    packet_free(&of->bytes);
    free(of->scratch);
}

static void close_packet(opened *of)
{
    close_judged(of, GDV_OK);
}

/* Takes the next event, before which all that was read had been given, and returns how many have been read with it. */
static uint32_t read_on(opened *of)
{
    gdv_event event;
    cr_assert_eq(of->reader.ahead.given, of->reader.ahead.count);
    cr_assert_eq(gdv_reader_next(&of->reader, &event), GDV_OK);
    return of->reader.ahead.count;
}

/* Takes what has been read. */
static void take_all(opened *of)
{
    gdv_event event;
    while (of->reader.ahead.given < of->reader.ahead.count) {
        cr_assert_eq(gdv_reader_next(&of->reader, &event), GDV_OK);
    }
}

static void put_header(builder *out, gdv_type type)
{
    put_u32(out, id_of(GDV_DIALECT_GODOT4_4, type));
}

static void put_nils(builder *out, uint32_t count)
{
    for (uint32_t index = 0; index < count; index += 1) {
        put_header(out, GDV_TYPE_NIL);
    }
}

static void put_begin(builder *out, gdv_type type, uint32_t count)
{
    put_header(out, type);
    put_u32(out, count);
}

/* A text of four letters, of which no two of 26 * 26 are alike. */
static void put_name(builder *out, uint32_t number)
{
    put_header(out, GDV_TYPE_STRING);
    put_u32(out, 4);
    put_u32(out, 0x61616161 + number % 26 + number / 26 * 0x100);
}

Test(ahead, values_are_read_as_far_as_there_is_room_and_so_are_the_next)
{
    opened of;
    builder made = {NULL, 0, 0};
    put_begin(&made, GDV_TYPE_ARRAY, 3 * FULL);
    put_nils(&made, 3 * FULL);
    open_packet(&of, &made, NULL);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    cr_expect_eq(read_on(&of), 2);
    take_all(&of);
    close_packet(&of);
}

Test(ahead, keys_are_read_with_their_values_where_they_are_to_be_unique_and_where_not)
{
    gdv_policy policies[2];
    gdv_policy_init(&policies[0], GDV_POLICY_STRICT);
    gdv_policy_init(&policies[1], GDV_POLICY_STRICT);
    policies[1].permit |= GDV_PERMIT_DUPLICATE_KEYS;
    for (size_t index = 0; index < 2; index += 1) {
        opened of;
        builder made = {NULL, 0, 0};
        put_begin(&made, GDV_TYPE_DICTIONARY, FULL);
        for (uint32_t key = 0; key < FULL; key += 1) {
            put_name(&made, key);
            put_nils(&made, 1);
        }
        open_packet(&of, &made, &policies[index]);
        cr_expect_eq(read_on(&of), FULL);
        take_all(&of);
        cr_expect_geq(read_on(&of), FULL - 1);
        close_packet(&of);
    }
}

/* {..: [nil, {..: []}], ..}: six values a pair, of which three end. */
Test(ahead, containers_begin_and_end_on_the_way)
{
    opened of;
    builder made = {NULL, 0, 0};
    enum { PAIRS = 20 };
    put_begin(&made, GDV_TYPE_DICTIONARY, PAIRS);
    for (uint32_t key = 0; key < PAIRS; key += 1) {
        put_name(&made, key);
        put_begin(&made, GDV_TYPE_ARRAY, 2);
        put_nils(&made, 1);
        put_begin(&made, GDV_TYPE_DICTIONARY, 1);
        put_name(&made, 27 * key);
        put_begin(&made, GDV_TYPE_ARRAY, 0);
    }
    open_packet(&of, &made, NULL);
    for (uint32_t left = 1 + PAIRS * (6 + 3) + 1; left > GDV_AHEAD;) {
        const uint32_t count = read_on(&of);
        cr_expect_geq(count, FULL, "%u are left", left);
        left -= count;
        take_all(&of);
    }
    close_packet(&of);
}

/* A path is for the step, and so is an int as a key. */
Test(ahead, what_the_loop_does_not_know_it_stops_before_and_goes_on_after)
{
    opened of;
    builder made = {NULL, 0, 0};
    put_begin(&made, GDV_TYPE_ARRAY, 3 + 1 + 2 * FULL + 1 + FULL);
    put_nils(&made, 3);
    put_header(&made, GDV_TYPE_NODE_PATH);
    put_u32(&made, 0x80000000);
    put_u32(&made, 0);
    put_u32(&made, 0);
    put_nils(&made, 2 * FULL);
    put_begin(&made, GDV_TYPE_DICTIONARY, 1);
    put_begin(&made, GDV_TYPE_INT, 7);
    put_nils(&made, 1);
    put_nils(&made, FULL);
    open_packet(&of, &made, NULL);
    cr_expect_eq(read_on(&of), 4);
    take_all(&of);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    close_packet(&of);
}

/* {..: nil, ..} with equal keys, of which the reader reads the last pair alone: its value, which ends the dictionary, is not given, and
 * its key is. */
Test(ahead, a_key_is_given_before_the_value_that_ends_a_dictionary_of_equal_keys)
{
    enum { PAIRS = GDV_AHEAD / 2 };
    opened of;
    gdv_event event;
    builder made = {NULL, 0, 0};
    put_begin(&made, GDV_TYPE_DICTIONARY, PAIRS);
    for (uint32_t key = 0; key < PAIRS; key += 1) {
        put_name(&made, key + 1 < PAIRS ? key : 0);
        put_nils(&made, 1);
    }
    open_packet(&of, &made, NULL);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    cr_expect_eq(gdv_reader_next(&of.reader, &event), GDV_OK);
    cr_expect(event.kind == GDV_EVENT_VALUE && event.role == GDV_ROLE_KEY);
    cr_expect_eq(gdv_reader_next(&of.reader, &event), GDV_E_DUPLICATE_KEY);
    close_judged(&of, GDV_E_DUPLICATE_KEY);
}

/* {..: nil, ..: [nil, ..]} with equal keys, of which the reader has given all but the last nil when it reads that one alone: it ends the
 * dictionary, and is not given. */
Test(ahead, a_value_that_ends_a_dictionary_of_equal_keys_is_refused_by_itself)
{
    opened of;
    gdv_event event;
    builder made = {NULL, 0, 0};
    put_begin(&made, GDV_TYPE_ARRAY, 2);
    put_begin(&made, GDV_TYPE_DICTIONARY, 2);
    put_name(&made, 0);
    put_nils(&made, 1);
    put_name(&made, 0);
    put_begin(&made, GDV_TYPE_ARRAY, GDV_AHEAD - 6);
    put_nils(&made, GDV_AHEAD - 6);
    put_nils(&made, 1);
    open_packet(&of, &made, NULL);
    cr_expect_eq(read_on(&of), FULL);
    take_all(&of);
    cr_expect_eq(gdv_reader_next(&of.reader, &event), GDV_E_DUPLICATE_KEY);
    cr_expect_eq(event.kind, GDV_EVENT_DONE);
    cr_expect_eq(gdv_reader_next(&of.reader, &event), GDV_E_DUPLICATE_KEY);
    close_judged(&of, GDV_E_DUPLICATE_KEY);
}

/* [{..: nil, ..}, nil, ..] of more keys than the loop compares: where they are found to differ, the loop goes on. */
Test(ahead, a_dictionary_of_many_keys_is_read_past)
{
    enum { PAIRS = 40 };
    opened of;
    builder made = {NULL, 0, 0};
    put_begin(&made, GDV_TYPE_ARRAY, 1 + 2 * FULL);
    put_begin(&made, GDV_TYPE_DICTIONARY, PAIRS);
    for (uint32_t key = 0; key < PAIRS; key += 1) {
        put_name(&made, key);
        put_nils(&made, 1);
    }
    put_nils(&made, 2 * FULL);
    open_packet(&of, &made, NULL);
    for (uint32_t left = 2 + 2 * PAIRS + 1 + 2 * FULL + 1; left > GDV_AHEAD;) {
        const uint32_t count = read_on(&of);
        cr_expect_geq(count, FULL - 1, "%u are left", left);
        left -= count;
        take_all(&of);
    }
    close_packet(&of);
}

/* The first of which is no container: there is nothing to go on in. */
Test(ahead, a_packet_of_one_value_is_read_by_itself)
{
    opened of;
    builder made = {NULL, 0, 0};
    put_nils(&made, 1);
    open_packet(&of, &made, NULL);
    cr_expect_eq(read_on(&of), 1);
    close_packet(&of);
}

/* Strict, but for how deep values may be. */
static gdv_policy deep_policy(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.max_depth = GDV_MAX_DEPTH;
    return policy;
}

/* So many arrays in each other, of one value each; of two where `longer` are open with it. */
static void put_arrays(builder *out, uint32_t count, uint32_t longer)
{
    for (uint32_t depth = 1; depth <= count; depth += 1) {
        put_begin(out, GDV_TYPE_ARRAY, depth == longer ? 2 : 1);
    }
}

/* Takes the ends of so many containers, down to that of which `left` are open around it, which all end at `at`. */
static void take_ends(opened *of, uint32_t open, uint32_t left, uint32_t at)
{
    for (uint32_t depth = open; depth > left; depth -= 1) {
        const gdv_event *event = gdv_reader_pull(&of->reader);
        cr_assert_not_null(event, "%u are open", depth);
        cr_expect(event->kind == GDV_EVENT_END && event->depth == depth - 1, "%u are open", depth);
        cr_expect(event->offset == at && event->size == 0, "%u are open", depth);
        cr_expect_not(gdv_exists(event->value), "%u are open", depth);
    }
}

static void take_begins(opened *of, uint32_t count)
{
    for (uint32_t depth = 0; depth < count; depth += 1) {
        const gdv_event *event = gdv_reader_pull(&of->reader);
        cr_assert(event != NULL && event->kind == GDV_EVENT_BEGIN && event->depth == depth, "%u are open", depth);
    }
}

/* Arrays in each other, all of which end with the innermost value, or with the innermost itself, which is empty: many more ends than
 * are kept at a time. */
Test(ahead, more_containers_end_at_once_than_there_is_room_for)
{
    enum { DEEP = 10 * GDV_AHEAD };
    const gdv_policy policy = deep_policy();
    for (uint32_t inner = 0; inner < 2; inner += 1) {
        opened of;
        builder made = {NULL, 0, 0};
        put_arrays(&made, DEEP - 1, 0);
        put_begin(&made, GDV_TYPE_ARRAY, inner);
        put_nils(&made, inner);
        open_packet(&of, &made, &policy);
        take_begins(&of, DEEP);
        if (inner > 0) {
            const gdv_event *event = gdv_reader_pull(&of.reader);
            cr_assert(event != NULL && event->kind == GDV_EVENT_VALUE && event->depth == DEEP);
        }
        take_ends(&of, DEEP, 0, (uint32_t)of.bytes.size);
        cr_expect_null(gdv_reader_pull(&of.reader));
        close_packet(&of);
    }
}

/* The innermost is for the step, which closes all that end with it, and values come after some of them. */
Test(ahead, the_step_closes_more_containers_than_there_is_room_for)
{
    enum { DEEP = 2 * GDV_AHEAD, AROUND = 3 };
    const gdv_policy policy = deep_policy();
    opened of;
    builder made = {NULL, 0, 0};
    put_arrays(&made, DEEP, AROUND);
    put_header(&made, GDV_TYPE_NODE_PATH);
    put_u32(&made, 0x80000000);
    put_u32(&made, 0);
    put_u32(&made, 0);
    const uint32_t end = (uint32_t)made.size;
    put_nils(&made, 1);
    open_packet(&of, &made, &policy);
    take_begins(&of, DEEP);
    const gdv_event *event = gdv_reader_pull(&of.reader);
    cr_assert(event != NULL && event->type == GDV_TYPE_NODE_PATH);
    take_ends(&of, DEEP, AROUND, end);
    event = gdv_reader_pull(&of.reader);
    cr_assert(event != NULL && event->kind == GDV_EVENT_VALUE && event->type == GDV_TYPE_NIL);
    cr_expect_eq(event->depth, AROUND);
    take_ends(&of, AROUND, 0, end + 4);
    cr_expect_null(gdv_reader_pull(&of.reader));
    close_packet(&of);
}

/* What follows the packet is refused after the last end. */
Test(ahead, ends_for_which_there_was_no_room_come_before_an_error)
{
    enum { DEEP = 2 * GDV_AHEAD };
    const gdv_policy policy = deep_policy();
    opened of;
    builder made = {NULL, 0, 0};
    put_arrays(&made, DEEP, 0);
    put_nils(&made, 2);
    open_packet(&of, &made, &policy);
    take_begins(&of, DEEP);
    const gdv_event *event = gdv_reader_pull(&of.reader);
    cr_assert(event != NULL && event->kind == GDV_EVENT_VALUE);
    take_ends(&of, DEEP, 0, (uint32_t)of.bytes.size - 4);
    cr_expect_null(gdv_reader_pull(&of.reader));
    close_judged(&of, GDV_E_TRAILING);
}

/* {..: nil, ..: [[.. nil]]} with equal keys: the arrays have ended before the dictionary is looked at, and neither the innermost value
 * nor an end is given, though there was no room for all of them. */
Test(ahead, ends_inside_a_dictionary_of_equal_keys_are_not_given)
{
    enum { DEEP = 2 * GDV_AHEAD };
    const gdv_policy policy = deep_policy();
    for (uint32_t inner = 0; inner < 2; inner += 1) {
        opened of;
        builder made = {NULL, 0, 0};
        put_begin(&made, GDV_TYPE_ARRAY, 2);
        put_begin(&made, GDV_TYPE_DICTIONARY, 2);
        put_name(&made, 0);
        put_nils(&made, 1);
        put_name(&made, 0);
        put_arrays(&made, DEEP, 0);
        put_begin(&made, GDV_TYPE_ARRAY, inner);
        put_nils(&made, inner + 1);
        open_packet(&of, &made, &policy);
        for (uint32_t event = 0; event < 5 + DEEP + inner; event += 1) {
            const gdv_event *given = gdv_reader_pull(&of.reader);
            cr_assert(given != NULL && given->kind != GDV_EVENT_END, "event %u", event);
        }
        cr_expect_null(gdv_reader_pull(&of.reader));
        close_judged(&of, GDV_E_DUPLICATE_KEY);
    }
}

/* What is in the innermost containers is passed with their ends. */
Test(ahead, more_ends_than_there_is_room_for_are_skipped)
{
    enum { DEEP = 2 * GDV_AHEAD, AROUND = 3 };
    const gdv_policy policy = deep_policy();
    opened of;
    builder made = {NULL, 0, 0};
    put_arrays(&made, DEEP, AROUND);
    put_nils(&made, 2);
    open_packet(&of, &made, &policy);
    take_begins(&of, AROUND + 1);
    cr_assert_eq(gdv_reader_skip(&of.reader), GDV_OK);
    const gdv_event *event = gdv_reader_pull(&of.reader);
    cr_assert(event != NULL && event->kind == GDV_EVENT_VALUE && event->depth == AROUND);
    cr_assert_eq(gdv_reader_skip(&of.reader), GDV_OK);
    take_ends(&of, AROUND, 0, (uint32_t)of.bytes.size);
    close_packet(&of);
}
