/* SPDX-License-Identifier: MIT */
/* What an event says by itself: type, count and number, by getters that the caller compiles. Values are counted by hand here; that
 * they are those of the getters of value.h, for every value of every dialect, is in test_run.c and //fuzz:reader. Promises
 * 1 and 6. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* The first event of a packet, which is in `from`. */
static gdv_event first_of(reading *from)
{
    gdv_event event;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    return event;
}

Test(event, says_which_int_float_or_bool_it_is)
{
    static const struct {
        const char *dialect;
        const char *hex;
        int64_t integer;
        double real;
        gdv_type type;
        bool is_true;
    } rows[] = {
        {"godot4.4", "01000000 01000000", 7, 7.0, GDV_TYPE_BOOL, true},
        {"godot4.4", "01000000 00000000", 7, 7.0, GDV_TYPE_BOOL, false},
        {"godot4.4", "02000000 ffffff7f", INT32_MAX, 7.0, GDV_TYPE_INT, true},
        {"godot4.4", "02000000 00000080", INT32_MIN, 7.0, GDV_TYPE_INT, true},
        {"godot4.4", "02000100 00000080 00000000", 0x80000000, 7.0, GDV_TYPE_INT, true},
        {"godot4.4", "02000100 00000000 00000080", INT64_MIN, 7.0, GDV_TYPE_INT, true},
        {"godot4.4", "03000000 0000c0bf", 7, -1.5, GDV_TYPE_FLOAT, true},
        {"godot4.4", "03000100 9a999999 9999b93f", 7, 0.1, GDV_TYPE_FLOAT, true},
        {"godot2", "02000000 feffffff", -2, 7.0, GDV_TYPE_INT, true},
        {"godot3", "00000000", 7, 7.0, GDV_TYPE_NIL, true},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        reading *from = reading_hex(rows[index].dialect, "strict", rows[index].hex);
        const gdv_event event = first_of(from);
        cr_expect_eq(event.type, rows[index].type, "%s", rows[index].hex);
        cr_expect_eq(event.count, 0, "%s", rows[index].hex);
        cr_expect_eq(gdv_event_int_or(&event, INT64_MIN, INT64_MAX, 7), rows[index].integer, "%s", rows[index].hex);
        cr_expect(same_double(gdv_event_double_or(&event, -INFINITY, INFINITY, 7.0), rows[index].real), "%s",
                  rows[index].hex);
        cr_expect_eq(gdv_event_bool_or(&event, true), rows[index].is_true, "%s", rows[index].hex);
        reading_free(from);
    }
}

/* A number at an end of the range is in it, and one beyond is not. */
Test(event, gives_the_fallback_for_a_number_out_of_range)
{
    reading *from = reading_hex("godot4.4", "strict", "02000000 05000000");
    gdv_event event = first_of(from);
    cr_expect_eq(gdv_event_int_or(&event, 5, 5, -1), 5);
    cr_expect_eq(gdv_event_int_or(&event, 6, 9, -1), -1);
    cr_expect_eq(gdv_event_int_or(&event, 0, 4, -1), -1);
    reading_free(from);
    from = reading_hex("godot4.4", "strict", "03000000 0000c03f");
    event = first_of(from);
    cr_expect(same_double(gdv_event_double_or(&event, 1.5, 1.5, -1.0), 1.5));
    cr_expect(same_double(gdv_event_double_or(&event, 1.6, 9.0, -1.0), -1.0));
    cr_expect(same_double(gdv_event_double_or(&event, 0.0, 1.4, -1.0), -1.0));
    reading_free(from);
    from = reading_hex("godot4.4", "strict+nonfinite", "03000100 00000000 0000f87f");
    event = first_of(from);
    cr_expect(same_double(gdv_event_double_or(&event, -INFINITY, INFINITY, -1.0), -1.0), "NaN is in no range");
    reading_free(from);
}

Test(event, says_which_text_it_is_and_how_many_there_are_of_what_it_holds)
{
    reading *from = reading_hex("godot4.4", "strict",
                                "1b000000 01000000 04000000 02000000 68690000 1c000000 03000000 "
                                "00000000 15000000 00000000 1e000000 02000000 01000000 02000000");
    gdv_event event = first_of(from);
    cr_expect(event.type == GDV_TYPE_DICTIONARY && event.count == 1);
    cr_expect(same_text(gdv_event_text_or(&event, "none"), "none"));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.type == GDV_TYPE_STRING && event.count == 2);
    const gdv_text text = gdv_event_text_or(&event, "none");
    cr_expect(same_text(text, "hi"));
    cr_expect_eq((const uint8_t *)text.bytes, from->bytes.bytes + 16, "text is where the packet has it");
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.type == GDV_TYPE_ARRAY && event.count == 3);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.type == GDV_TYPE_STRING_NAME && event.count == 0);
    cr_expect(same_text(gdv_event_text_or(&event, "none"), ""));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.type == GDV_TYPE_PACKED_INT32_ARRAY && event.count == 2);
    cr_expect_eq(gdv_event_int_or(&event, INT64_MIN, INT64_MAX, 7), 7);
    for (size_t end = 0; end < 2; end += 1) {
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
        cr_expect(event.kind == GDV_EVENT_END && event.type == GDV_TYPE_COUNT && event.count == 0);
        cr_expect(same_text(gdv_event_text_or(&event, "none"), "none"));
    }
    reading_free(from);
}

/* Engines keep a text without its mark and up to its NUL; a name has no header. */
Test(event, gives_of_a_text_what_engines_keep)
{
    reading *from = reading_hex("godot3", "engine", "04000000 05000000 efbbbf61 00000000");
    gdv_event event = first_of(from);
    cr_expect_eq(event.count, 5);
    cr_expect(same_text(gdv_event_text_or(&event, "none"), "a"));
    reading_free(from);
    from = reading_hex("godot3", "strict+object", "11000000 01000000 41000000 01000000 03000000 686d6d00 00000000");
    event = first_of(from);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.kind == GDV_EVENT_NAME && event.type == GDV_TYPE_STRING && event.count == 3);
    cr_expect(same_text(gdv_event_text_or(&event, "none"), "hmm"));
    reading_free(from);
}

/* Ints and bools that multiplayer sends in fewer bytes. */
Test(event, gives_numbers_of_short_forms)
{
    static const struct {
        const char *hex;
        int64_t integer;
        bool is_true;
    } rows[] = {
        {"81", 7, true},
        {"01", 7, false},
        {"02 fe", -2, true},
        {"42 00 01", 256, true},
        {"82 00 00 01 00", 65536, true},
        {"c2 00 00 00 00 01 00 00 00", 0x100000000, true},
    };
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.encoding = GDV_ENCODING_COMPRESSED;
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        reading *from = reading_of(&bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy);
        const gdv_event event = first_of(from);
        cr_expect_eq(gdv_event_int_or(&event, INT64_MIN, INT64_MAX, 7), rows[index].integer, "%s", rows[index].hex);
        cr_expect_eq(gdv_event_bool_or(&event, true), rows[index].is_true, "%s", rows[index].hex);
        reading_free(from);
        packet_free(&bytes);
    }
}

Test(event, of_null_gives_the_fallback)
{
    cr_expect(gdv_event_bool_or(NULL, true) && !gdv_event_bool_or(NULL, false));
    cr_expect_eq(gdv_event_int_or(NULL, INT64_MIN, INT64_MAX, 7), 7);
    cr_expect(same_double(gdv_event_double_or(NULL, -INFINITY, INFINITY, 7.0), 7.0));
    cr_expect(same_text(gdv_event_text_or(NULL, "none"), "none"));
    const gdv_event zeros = {.kind = GDV_EVENT_DONE};
    cr_expect(gdv_event_bool_or(&zeros, true));
    cr_expect_eq(gdv_event_int_or(&zeros, INT64_MIN, INT64_MAX, 7), 7);
    cr_expect(same_double(gdv_event_double_or(&zeros, -INFINITY, INFINITY, 7.0), 7.0));
    cr_expect(same_text(gdv_event_text_or(&zeros, "none"), "none"));
}

/* "A number is the one that the packet had when the reader read it, whatever became of the packet since." */
Test(event, keeps_its_number_where_the_packet_changes)
{
    reading *from = reading_hex("godot4.4", "strict", "02000000 05000000");
    const gdv_event event = first_of(from);
    memset(from->bytes.bytes + 4, 0xff, 4);
    cr_expect_eq(gdv_event_int_or(&event, 0, 9, -1), 5);
    cr_expect_eq(gdv_int_or(event.value, 0, 9, -1), -1);
    reading_free(from);
}

static bool same_event(const gdv_event *one, const gdv_event *other)
{
    return one->kind == other->kind && one->role == other->role && one->depth == other->depth &&
           one->offset == other->offset && one->size == other->size && one->type == other->type &&
           one->count == other->count && one->bits == other->bits && gdv_exists(one->value) == gdv_exists(other->value);
}

/* The readings of one packet, one for each function that gives events. */
typedef enum way { NEXT, GIVE, PULL, PULL_ANY, WAYS } way;

/* The next event of a reading in that way; NULL where there is none. */
static const gdv_event *given_by(way by, reading *from, gdv_event *event)
{
    switch (by) {
    case NEXT:
        return gdv_reader_next(&from->reader, event) == GDV_OK && event->kind != GDV_EVENT_DONE ? event : NULL;
    case GIVE:
        return gdv_reader_give(&from->reader, event) == GDV_OK && event->kind != GDV_EVENT_DONE ? event : NULL;
    case PULL:
        return gdv_reader_pull(&from->reader);
    default:
        return gdv_reader_pull_any(&from->reader);
    }
}

/* Each seed of a dialect by the functions that are compiled, and by those that are called. */
static void gives(gdv_dialect dialect)
{
    seeds each = seeds_of(dialect);
    size_t events = 0;
    while (seeds_next(&each)) {
        reading *from[WAYS];
        gdv_event event[WAYS];
        const gdv_event *given[WAYS];
        for (int by = 0; by < WAYS; by += 1) {
            from[by] = reading_of(&each.bytes, each.bytes.size, dialect, NULL);
        }
        do {
            for (int by = 0; by < WAYS; by += 1) {
                given[by] = given_by((way)by, from[by], &event[by]);
                cr_assert_eq(given[by] == NULL, given[0] == NULL, "%s: event %zu by %d", each.name, events, by);
                cr_assert(given[0] == NULL || same_event(given[by], given[0]), "%s: event %zu by %d", each.name, events,
                          by);
            }
            events += 1;
        } while (given[0] != NULL);
        const gdv_status status = gdv_reader_status(&from[0]->reader);
        for (int by = 0; by < WAYS; by += 1) {
            cr_expect_eq(gdv_reader_status(&from[by]->reader), status, "%s: by %d", each.name, by);
            cr_expect_null(given_by((way)by, from[by], &event[by]), "%s: nothing comes after the last one", each.name);
            reading_free(from[by]);
        }
    }
    cr_assert_geq(events, 100);
}

TEST_EACH_DIALECT(reader_gives_the_same_in_four_ways, gives)

/* ---- an event where it lies ---- */

Test(reader_pull, says_nothing_of_null)
{
    cr_expect_null(gdv_reader_pull(NULL));
    cr_expect_null(gdv_reader_pull_any(NULL));
}

/* An event stays until the next call, its value with it. */
Test(reader_pull, gives_an_event_in_the_reader)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 02000000 02000000 05000000 02000000 06000000");
    const gdv_event *event = gdv_reader_pull(&from->reader);
    cr_assert_not_null(event);
    cr_expect_eq(event->kind, GDV_EVENT_BEGIN);
    event = gdv_reader_pull(&from->reader);
    cr_assert_not_null(event);
    cr_expect_eq(gdv_event_int_or(event, 0, 9, -1), 5);
    cr_expect_eq(gdv_int_or(event->value, 0, 9, -1), 5);
    cr_expect_eq(event, &from->reader.ahead.values[1].event, "where it lies");
    reading_free(from);
}

/* Ends of several containers come one after another, each of its own depth, and have no value. */
Test(reader_pull, gives_each_end)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 01000000 1c000000 01000000 00000000");
    const gdv_event_kind kinds[] = {GDV_EVENT_BEGIN, GDV_EVENT_BEGIN, GDV_EVENT_VALUE, GDV_EVENT_END, GDV_EVENT_END};
    const uint32_t depths[] = {0, 1, 2, 1, 0};
    for (size_t at = 0; at < 5; at += 1) {
        const gdv_event *event = gdv_reader_pull(&from->reader);
        cr_assert_not_null(event, "event %zu", at);
        cr_expect(event->kind == kinds[at] && event->depth == depths[at], "event %zu", at);
        cr_expect_eq(gdv_exists(event->value), event->kind != GDV_EVENT_END, "event %zu", at);
        cr_expect_eq(event->offset, at < 3 ? 8 * at : 20, "event %zu", at);
    }
    cr_expect_null(gdv_reader_pull(&from->reader));
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    cr_expect_null(gdv_reader_pull(&from->reader));
    reading_free(from);
}

/* Copies and events that are pulled follow each other, at ends too. */
Test(reader_pull, takes_turns_with_next)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 01000000 1c000000 01000000 00000000");
    gdv_event event;
    cr_assert_not_null(gdv_reader_pull(&from->reader));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_assert_not_null(gdv_reader_pull(&from->reader));
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect(event.kind == GDV_EVENT_END && event.depth == 1);
    const gdv_event *last = gdv_reader_pull(&from->reader);
    cr_assert_not_null(last);
    cr_expect(last->kind == GDV_EVENT_END && last->depth == 0);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_DONE);
    reading_free(from);
}

/* What was read ahead is not given any more once a getter was not given what it wants, nor an end. */
Test(reader_pull, gives_nothing_after_an_error)
{
    const char *const texts[] = {"1c000000 03000000 02000000 05000000 02000000 06000000 00000000",
                                 "1c000000 01000000 1c000000 01000000 02000000 05000000"};
    for (size_t each = 0; each < 2; each += 1) {
        reading *from = reading_hex("godot4.4", "strict", texts[each]);
        cr_assert_not_null(gdv_reader_pull(&from->reader));
        (void)gdv_read_text(&from->reader, 9);
        cr_expect_null(gdv_reader_pull(&from->reader), "%s", texts[each]);
        cr_expect_null(gdv_reader_pull_any(&from->reader), "%s", texts[each]);
        cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_WRONG_TYPE, "%s", texts[each]);
        reading_free(from);
    }
}

/* All that comes before the refused value is given, of more values than are read ahead. */
Test(reader_pull, gives_all_before_an_error)
{
    enum { INTS = 2 * GDV_AHEAD, WORDS = 2 + 2 * INTS + 2 };
    uint8_t words[4 * WORDS] = {0x1c, 0, 0, 0, INTS + 1};
    for (size_t index = 0; index <= INTS; index += 1) {
        words[8 + 8 * index] = index < INTS ? 2 : 1; /* ints, and a bool of 2 */
        words[12 + 8 * index] = 2;
    }
    packet bytes = packet_from_bytes(words, sizeof words);
    reading *from = reading_of(&bytes, bytes.size, GDV_DIALECT_GODOT4_4, NULL);
    size_t events = 0;
    while (gdv_reader_pull(&from->reader) != NULL) {
        events += 1;
    }
    cr_expect_eq(events, 1 + INTS);
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_BOOL);
    cr_expect_null(gdv_reader_pull(&from->reader));
    reading_free(from);
    packet_free(&bytes);
}

/* A reader that set out again in vain has nothing of what it had read before. */
Test(reader_pull, gives_nothing_where_the_reader_could_not_begin)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 03000000 02000000 05000000 02000000 06000000 00000000");
    cr_assert_not_null(gdv_reader_pull(&from->reader));
    cr_assert_eq(gdv_reader_init(&from->reader, from->bytes.bytes, from->bytes.size, GDV_DIALECT_GODOT4_4, NULL,
                                 from->bytes.bytes, from->bytes.size),
                 GDV_E_OVERLAP);
    cr_expect_null(gdv_reader_pull(&from->reader));
    memset(&from->reader, 0xa5, sizeof from->reader);
    cr_assert_eq(gdv_reader_init(&from->reader, NULL, 0, GDV_DIALECT_GODOT4_4, NULL, NULL, 0), GDV_E_NO_SCRATCH);
    cr_expect_null(gdv_reader_pull(&from->reader));
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_NO_SCRATCH);
    reading_free(from);
}

/* Into the event that was used last time a compiled gdv_reader_next writes without asking: after whatever went wrong it must ask. */
Test(reader_next, asks_after_a_getter_was_not_given_what_it_wants)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 03000000 02000000 05000000 02000000 06000000 00000000");
    gdv_event event = first_of(from);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    (void)gdv_read_text(&from->reader, 9);
    cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_E_WRONG_TYPE);
    cr_expect(event.kind == GDV_EVENT_DONE && event.size == 0 && !gdv_exists(event.value));
    cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_E_WRONG_TYPE);
    cr_expect_eq(gdv_reader_next(&from->reader, NULL), GDV_E_BAD_ARGUMENT);
    reading_free(from);
}

Test(reader_next, asks_where_the_reader_set_out_again_in_vain)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 03000000 02000000 05000000 02000000 06000000 00000000");
    gdv_event event;
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_assert_eq(gdv_reader_init(&from->reader, from->bytes.bytes, from->bytes.size, GDV_DIALECT_GODOT4_4, NULL,
                                 from->bytes.bytes, from->bytes.size),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_E_OVERLAP);
    cr_expect_eq(event.kind, GDV_EVENT_DONE);
    reading_free(from);
}

/* A copy has the place of the original's event, which may lie in the copy. */
Test(reader_next, asks_where_the_reader_is_a_copy)
{
    static union {
        gdv_event event;
        gdv_reader copy;
    } place;
    reading *from = reading_hex("godot4.4", "strict", "1c000000 02000000 02000000 05000000 02000000 06000000");
    cr_assert_eq(gdv_reader_next(&from->reader, &place.event), GDV_OK);
    place.copy = from->reader;
    cr_assert_lt(place.copy.ahead.given, place.copy.ahead.count);
    cr_expect_eq(gdv_reader_next(&place.copy, &place.event), GDV_E_OVERLAP);
    reading_free(from);
}

/* What was found to overlap nothing is remembered until there is an error, past what was read ahead. */
Test(reader_next, does_not_ask_again_without_need)
{
    enum { INTS = 2 * GDV_AHEAD, WORDS = 2 + 2 * INTS + 2 };
    uint8_t words[4 * WORDS] = {0x1c, 0, 0, 0, INTS + 1};
    for (size_t index = 0; index <= INTS; index += 1) {
        words[8 + 8 * index] = index < INTS ? 2 : 1; /* ints, and a bool of 2 */
        words[12 + 8 * index] = 2;
    }
    packet bytes = packet_from_bytes(words, sizeof words);
    reading *from = reading_of(&bytes, bytes.size, GDV_DIALECT_GODOT4_4, NULL);
    gdv_event event;
    const void *const place = &event;
    size_t events = 0;
    while (gdv_reader_next(&from->reader, &event) == GDV_OK) {
        cr_expect(from->reader.clear == place && from->reader.self == &from->reader, "event %zu", events);
        events += 1;
    }
    cr_expect_eq(events, 1 + INTS);
    cr_expect_eq(gdv_reader_status(&from->reader), GDV_E_BOOL);
    cr_expect_null(from->reader.clear);
    reading_free(from);
    packet_free(&bytes);
}

Test(reader_next, takes_null_and_an_event_in_the_reader)
{
    reading *from = reading_hex("godot4.4", "strict", "1c000000 02000000 02000000 05000000 02000000 06000000");
    gdv_event event = first_of(from);
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_reader_next(NULL, &event), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_next(&from->reader, NULL), GDV_E_BAD_ARGUMENT);
    void *const inside = &from->reader.ahead.values[2];
    cr_expect_eq(gdv_reader_next(&from->reader, inside), GDV_E_OVERLAP);
    cr_expect_eq(gdv_event_int_or(&event, 0, 9, -1), 5, "nothing was written");
    cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(gdv_event_int_or(&event, 0, 9, -1), 6);
    reading_free(from);
}
