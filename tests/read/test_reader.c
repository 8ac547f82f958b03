/* SPDX-License-Identifier: MIT */
/* The reader says what gdv_validate says: the same code at the same place, with the same report, for every packet of
 * the corpus, every prefix of the small ones, wherever the caller stops asking; and it stays with what it said. What
 * its events are is test_reader_events.c's; the getters that read on are test_reader_getters.c's. Promises 1, 5 and
 * 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static bool is_zero(const void *memory, size_t size)
{
    const uint8_t *bytes = memory;
    size_t same = 0;
    while (same < size && bytes[same] == 0) {
        same += 1;
    }
    return same == size;
}

/* Asks for `most` events or until there are none; returns how many there were, DONE aside. An error leaves no event. */
static size_t read_events(reading *from, size_t most)
{
    gdv_event event;
    size_t events = 0;
    while (events < most && gdv_reader_next(&from->reader, &event) == GDV_OK && event.kind != GDV_EVENT_DONE) {
        events += 1;
    }
    if (events < most && gdv_reader_status(&from->reader) != GDV_OK) {
        cr_expect(is_zero(&event, sizeof event), "%s: an event with the error",
                  gdv_status_name(gdv_reader_status(&from->reader)));
    }
    return events;
}

static gdv_status finish(reading *from, gdv_report *report)
{
    memset(report, 0xa5, sizeof *report);
    report->struct_size = sizeof *report;
    return gdv_reader_finish(&from->reader, report);
}

static bool same_report(const gdv_report *one, const gdv_report *other)
{
    return one->struct_size == other->struct_size && one->code == other->code && one->misread == other->misread &&
           one->offset == other->offset && one->need == other->need && one->depth == other->depth &&
           one->type == other->type && strcmp(one->type_name, other->type_name) == 0 &&
           strcmp(one->path, other->path) == 0;
}

/* The reader's verdict after `events` events is gdv_validate's, with its report. Returns how many there were. */
static size_t agrees(const char *name, const packet *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                     size_t events)
{
    verdict said = verdict_of(bytes->bytes, size, dialect, policy);
    reading *from = reading_of(bytes, size, dialect, policy);
    gdv_report report;
    size_t seen = read_events(from, events);
    gdv_status code = finish(from, &report);
    if (code != said.code || !same_report(&report, &said.report)) {
        cr_expect_fail("%s, %zu bytes, after %zu events: %s at %zu (%s), needs %zu, depth %u, type %d; validate: %s at "
                       "%zu (%s), needs %zu, depth %u, type %d",
                       name, size, seen, gdv_status_name(code), (size_t)report.offset, report.path, (size_t)report.need,
                       report.depth, (int)report.type, gdv_status_name(said.code), (size_t)said.report.offset,
                       said.report.path, (size_t)said.report.need, said.report.depth, (int)said.report.type);
    }
    reading_free(from);
    return seen;
}

static void agrees_under_every_policy(const char *name, const packet *bytes, gdv_dialect dialect)
{
    for (size_t which = 0; which < POLICIES; which += 1) {
        gdv_policy policy = policy_of_all(which);
        (void)agrees(name, bytes, bytes->size, dialect, &policy, SIZE_MAX);
    }
}

/* ---- the corpus ---- */

static void agrees_on_seeds(gdv_dialect dialect)
{
    seeds each = seeds_of(dialect);
    size_t packets = 0;
    while (seeds_next(&each)) {
        agrees_under_every_policy(each.name, &each.bytes, dialect);
        packets += 1;
    }
    cr_assert_geq(packets, 100, "%zu packets", packets);
}

TEST_EACH_DIALECT(reader_agrees_with_validate_on_every_seed, agrees_on_seeds)

Test(reader, agrees_with_validate_on_every_malformed_packet)
{
    size_t packets = 0;
    malformed each = malformed_of("corpus/malformed");
    while (malformed_next(&each)) {
        (void)agrees(each.name, &each.bytes, each.bytes.size, each.dialect, &each.policy, SIZE_MAX);
        agrees_under_every_policy(each.name, &each.bytes, each.dialect);
        packets += 1;
    }
    cr_assert_geq(packets, 1000, "%zu packets", packets);
}

Test(reader, agrees_with_validate_on_every_packet_that_once_broke_gdv)
{
    malformed each = malformed_of("corpus/regress");
    size_t packets = 0;
    while (malformed_next(&each)) {
        (void)agrees(each.name, &each.bytes, each.bytes.size, each.dialect, &each.policy, SIZE_MAX);
        packets += 1;
    }
    cr_assert_geq(packets, 1, "%zu packets", packets);
}

static void agrees_on_prefixes(gdv_dialect dialect)
{
    enum { SMALL = 64 };
    gdv_policy policy = policy_from_text("engine+object");
    seeds each = seeds_of(dialect);
    size_t packets = 0;
    while (seeds_next(&each)) {
        for (size_t size = 0; size <= each.bytes.size && each.bytes.size <= SMALL; size += 1) {
            (void)agrees(each.name, &each.bytes, size, dialect, NULL, SIZE_MAX);
            (void)agrees(each.name, &each.bytes, size, dialect, &policy, SIZE_MAX);
            packets += 1;
        }
    }
    cr_assert_geq(packets, 1000, "%zu packets", packets);
}

TEST_EACH_DIALECT(reader_agrees_with_validate_on_every_prefix, agrees_on_prefixes)

/* ---- stopping early ---- */

static void finish_reads_the_rest(gdv_dialect dialect)
{
    gdv_policy policy = policy_from_text("strict+object-id+object");
    seeds each = seeds_of(dialect);
    size_t stops = 0;
    while (seeds_next(&each)) {
        if (each.bytes.size <= 512) {
            size_t events = agrees(each.name, &each.bytes, each.bytes.size, dialect, &policy, SIZE_MAX);
            for (size_t stop = 0; stop <= events; stop += 1) {
                (void)agrees(each.name, &each.bytes, each.bytes.size, dialect, &policy, stop);
                stops += 1;
            }
        }
    }
    cr_assert_geq(stops, 500, "%zu places", stops);
}

TEST_EACH_DIALECT(reader_stopped_anywhere_says_at_finish_what_validate_says, finish_reads_the_rest)

Test(reader, stopped_anywhere_in_a_malformed_packet_says_at_finish_what_validate_says)
{
    malformed each = malformed_of("corpus/malformed");
    size_t stops = 0;
    while (malformed_next(&each)) {
        size_t events = agrees(each.name, &each.bytes, each.bytes.size, each.dialect, &each.policy, SIZE_MAX);
        for (size_t stop = 0; stop < events && each.bytes.size <= 512; stop += 1) {
            (void)agrees(each.name, &each.bytes, each.bytes.size, each.dialect, &each.policy, stop);
            stops += 1;
        }
    }
    cr_assert_geq(stops, 500, "%zu places", stops);
}

/* ---- errors are sticky ---- */

static void nothing_more_comes(reading *from, const char *name, gdv_status code)
{
    for (uint32_t again = 0; again < 3; again += 1) {
        gdv_event event;
        memset(&event, 0xa5, sizeof event);
        cr_expect_eq(gdv_reader_next(&from->reader, &event), code, "%s", name);
        cr_expect(is_zero(&event, sizeof event), "%s: an event with the error", name);
        cr_expect_eq(gdv_reader_skip(&from->reader), code, "%s", name);
        cr_expect_eq(gdv_reader_status(&from->reader), code, "%s", name);
    }
    cr_expect_eq(gdv_read_int(&from->reader, INT64_MIN, INT64_MAX), 0, "%s", name);
    cr_expect_eq(gdv_read_array(&from->reader, SIZE_MAX), 0, "%s", name);
    cr_expect_eq(gdv_read_text(&from->reader, SIZE_MAX).size, 0, "%s", name);
    gdv_read_end(&from->reader);
    cr_expect_eq(gdv_reader_status(&from->reader), code, "%s", name);
}

Test(reader, an_error_stays_whatever_is_asked_and_finish_says_it_twice)
{
    malformed each = malformed_of("corpus/malformed");
    size_t packets = 0;
    while (malformed_next(&each)) {
        gdv_report first;
        gdv_report second;
        verdict said = verdict_of(each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
        reading *from = reading_of(&each.bytes, each.bytes.size, each.dialect, &each.policy);
        (void)read_events(from, SIZE_MAX);
        cr_expect_eq(gdv_reader_status(&from->reader), each.code, "%s", each.name);
        if (each.code != GDV_OK) {
            nothing_more_comes(from, each.name, each.code);
        }
        cr_expect_eq(finish(from, &first), each.code, "%s", each.name);
        cr_expect_eq(finish(from, &second), each.code, "%s", each.name);
        cr_expect(same_report(&first, &said.report), "%s", each.name);
        cr_expect(same_report(&second, &said.report), "%s", each.name);
        if (each.code != GDV_OK) {
            nothing_more_comes(from, each.name, each.code);
        }
        reading_free(from);
        packets += 1;
    }
    cr_assert_geq(packets, 1000, "%zu packets", packets);
}

static void is_done_for_ever(gdv_dialect dialect)
{
    seeds each = seeds_of(dialect);
    size_t packets = 0;
    while (seeds_next(&each)) {
        reading *from = reading_of(&each.bytes, each.bytes.size, dialect, NULL);
        (void)read_events(from, SIZE_MAX);
        for (uint32_t again = 0; again < 4 && gdv_reader_status(&from->reader) == GDV_OK; again += 1) {
            gdv_event event;
            memset(&event, 0xa5, sizeof event);
            cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s", each.name);
            cr_expect_eq(event.kind, GDV_EVENT_DONE, "%s: %d", each.name, (int)event.kind);
            cr_expect_eq(event.offset, each.bytes.size, "%s: done at %u", each.name, event.offset);
            cr_expect(event.size == 0 && event.depth == 0 && !gdv_exists(event.value), "%s", each.name);
            cr_expect_eq(gdv_reader_skip(&from->reader), GDV_OK, "%s", each.name);
            cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK, "%s", each.name);
            packets += 1;
        }
        reading_free(from);
    }
    cr_assert_geq(packets, 200, "%zu packets", packets);
}

TEST_EACH_DIALECT(reader_is_done_for_ever, is_done_for_ever)

Test(reader, is_done_before_trailing_bytes_that_may_be)
{
    gdv_policy policy = policy_from_text("strict+trailing");
    packet bytes = packet_from_hex("13000000 01000000 00000000 ffffff");
    reading *from = reading_of(&bytes, bytes.size, GDV_DIALECT_GODOT3, &policy);
    gdv_event event;
    cr_expect_eq(read_events(from, SIZE_MAX), 3);
    cr_expect_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_DONE);
    cr_expect_eq(event.offset, 12);
    cr_expect_eq(gdv_reader_finish(&from->reader, NULL), GDV_OK);
    reading_free(from);
    packet_free(&bytes);
}

/* ---- the caller's memory ---- */

/* {"a": {1: null}, 2: {}}: two dictionaries open, with a key each; 32 bytes. */
static const char needs_32[] = "12000000 02000000 04000000 01000000 61000000 12000000 01000000 02000000 01000000 "
                               "00000000 02000000 02000000 12000000 00000000";

Test(reader, takes_as_much_scratch_memory_as_validate_does)
{
    packet bytes = packet_from_hex(needs_32);
    for (size_t size = 0; size <= 48; size += 1) {
        gdv_report report;
        gdv_report expected = {.struct_size = sizeof expected};
        uint8_t *scratch = malloc(size > 0 ? size : 1);
        cr_assert_not_null(scratch);
        gdv_status code =
            gdv_validate(bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, scratch, size, NULL, &expected);
        reading *from = reading_in(&bytes, bytes.size, GDV_DIALECT_GODOT3, NULL, size);
        cr_expect_eq(from->begun, GDV_OK, "%zu: %s", size, gdv_status_name(from->begun));
        cr_expect_eq(finish(from, &report), size < 32 ? GDV_E_NO_SPACE : GDV_OK, "%zu bytes: %s", size,
                     gdv_status_name(report.code));
        cr_expect_eq(code, report.code, "%zu bytes: %s", size, gdv_status_name(code));
        cr_expect_eq(report.need, size < 32 ? 32 : 0, "%zu bytes: needs %zu", size, (size_t)report.need);
        cr_expect(same_report(&report, &expected), "%zu bytes: %s at %zu (%s)", size, gdv_status_name(report.code),
                  (size_t)report.offset, report.path);
        reading_free(from);
        free(scratch);
    }
    packet_free(&bytes);
}

Test(reader, needs_no_scratch_where_duplicate_keys_may_be)
{
    packet bytes = packet_from_hex(needs_32);
    gdv_policy policy = policy_from_text("strict+duplicate-keys");
    gdv_reader reader;
    cr_expect_eq(gdv_reader_init(&reader, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy, NULL, 0), GDV_OK);
    cr_expect_eq(gdv_reader_finish(&reader, NULL), GDV_OK);
    packet_free(&bytes);
}

/* ---- arguments ---- */

/* Whether a reader whose init refused says so from then on, whatever is called. */
static void stays_refused(gdv_reader *reader, gdv_status code, const char *name)
{
    gdv_event event;
    gdv_report report = {.struct_size = sizeof report};
    memset(&event, 0xa5, sizeof event);
    cr_expect_eq(gdv_reader_status(reader), code, "%s: %s", name, gdv_status_name(gdv_reader_status(reader)));
    cr_expect_eq(gdv_reader_next(reader, &event), code, "%s", name);
    cr_expect(is_zero(&event, sizeof event), "%s", name);
    cr_expect_eq(gdv_reader_skip(reader), code, "%s", name);
    cr_expect_eq(gdv_read_bool(reader), false, "%s", name);
    cr_expect_eq(gdv_reader_finish(reader, &report), code, "%s", name);
    cr_expect_eq(report.code, code, "%s", name);
    cr_expect_eq(report.offset, 0, "%s", name);
    cr_expect_eq(report.type, -1, "%s", name);
    cr_expect_str_eq(report.path, "", "%s", name);
}

typedef struct start {
    gdv_reader reader;
    uint8_t bytes[8]; /* an int of Godot 3 */
    uint8_t scratch[16];
    gdv_policy policy;
} start;

static gdv_status start_with(start *made, const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                             void *scratch, size_t scratch_size)
{
    memset(made, 0xa5, sizeof *made);
    memset(made->bytes, 0, sizeof made->bytes);
    made->bytes[0] = 2;
    made->policy = policy_with(GDV_POLICY_STRICT, 0);
    return gdv_reader_init(&made->reader, bytes, size, dialect, policy, scratch, scratch_size);
}

Test(reader_arguments, of_init_that_are_wrong_have_their_code_and_it_stays)
{
    static start made;
    gdv_policy unknown = policy_with(GDV_POLICY_STRICT, 1u << GDV_PERMIT_BITS);
    gdv_policy short_one = policy_with(GDV_POLICY_STRICT, 0);
    short_one.struct_size -= 1;
    const struct {
        const char *name;
        gdv_status code;
        const void *bytes;
        size_t size;
        gdv_dialect dialect;
        const gdv_policy *policy;
        void *scratch;
        size_t scratch_size;
    } rows[] = {
        {"right", GDV_OK, made.bytes, 8, GDV_DIALECT_GODOT3, NULL, made.scratch, 16},
        {"no bytes", GDV_E_EMPTY, made.bytes, 0, GDV_DIALECT_GODOT3, NULL, made.scratch, 16},
        {"NULL of no bytes", GDV_E_EMPTY, NULL, 0, GDV_DIALECT_GODOT3, NULL, made.scratch, 16},
        {"three bytes", GDV_E_TRUNCATED, made.bytes, 3, GDV_DIALECT_GODOT3, NULL, made.scratch, 16},
        {"too many bytes", GDV_E_LIMIT_BYTES, made.bytes, SIZE_MAX / 2 + 1, GDV_DIALECT_GODOT3, &made.policy, NULL, 0},
        {"NULL of eight bytes", GDV_E_BAD_ARGUMENT, NULL, 8, GDV_DIALECT_GODOT3, NULL, made.scratch, 16},
        {"NULL scratch of eight bytes", GDV_E_BAD_ARGUMENT, made.bytes, 8, GDV_DIALECT_GODOT3, NULL, NULL, 8},
        {"no scratch", GDV_E_NO_SCRATCH, made.bytes, 8, GDV_DIALECT_GODOT3, NULL, NULL, 0},
        {"one dialect too far", GDV_E_BAD_DIALECT, made.bytes, 8, GDV_DIALECT_COUNT, NULL, made.scratch, 16},
        {"dialect of all bits", GDV_E_BAD_DIALECT, made.bytes, 8, (gdv_dialect)0xffffffffu, NULL, made.scratch, 16},
        {"unknown permission", GDV_E_BAD_POLICY, made.bytes, 8, GDV_DIALECT_GODOT3, &unknown, made.scratch, 16},
        {"policy of another size", GDV_E_BAD_POLICY, made.bytes, 8, GDV_DIALECT_GODOT3, &short_one, made.scratch, 16},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        bool limit = rows[index].code == GDV_E_LIMIT_BYTES;
        gdv_policy any = policy_with(GDV_POLICY_ENGINE, 0);
        gdv_status code = start_with(&made, rows[index].bytes, rows[index].size, rows[index].dialect,
                                     limit ? &any : rows[index].policy, rows[index].scratch, rows[index].scratch_size);
        cr_expect_eq(code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(code));
        if (code >= GDV_E_BAD_ARGUMENT || code == GDV_E_EMPTY || code == GDV_E_TRUNCATED || limit) {
            stays_refused(&made.reader, code, rows[index].name);
        }
    }
}

Test(reader_arguments, that_overlap_are_refused_and_the_packet_is_not_written)
{
    enum { ROOM = sizeof(gdv_reader) + 64 };
    uint8_t *memory = malloc(ROOM);
    cr_assert_not_null(memory);
    gdv_reader *reader = (gdv_reader *)(void *)memory;
    uint8_t *behind = memory + sizeof *reader;
    const struct {
        const char *name;
        gdv_status code;
        uint8_t *bytes;
        uint8_t *scratch;
    } rows[] = {
        {"side by side", GDV_OK, behind, behind + 8},
        {"scratch on the packet's last byte", GDV_E_OVERLAP, behind, behind + 7},
        {"packet on the scratch's last byte", GDV_E_OVERLAP, behind + 15, behind},
        {"packet on the reader's last byte", GDV_E_OVERLAP, behind - 1, behind + 8},
        {"scratch on the reader's last byte", GDV_E_OVERLAP, behind, behind - 1},
        {"scratch in the reader", GDV_E_OVERLAP, behind, memory + 100},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        memset(memory, 0, ROOM);
        gdv_status code =
            gdv_reader_init(reader, rows[index].bytes, 8, GDV_DIALECT_GODOT3, NULL, rows[index].scratch, 16);
        cr_expect_eq(code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(code));
        cr_expect(is_zero(behind, 64), "%s: written after the reader", rows[index].name);
        if (code == GDV_E_OVERLAP) {
            stays_refused(reader, code, rows[index].name);
        }
    }
    free(memory);
}

Test(reader_arguments, a_policy_inside_the_reader_is_refused)
{
    static gdv_reader reader;
    uint8_t bytes[8] = {2};
    uint8_t scratch[16];
    gdv_policy *inside = (gdv_policy *)(void *)&reader.stack.levels[8];
    gdv_policy_init(inside, GDV_POLICY_STRICT);
    cr_expect_eq(gdv_reader_init(&reader, bytes, 8, GDV_DIALECT_GODOT3, inside, scratch, 16), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_status(&reader), GDV_E_OVERLAP);
}

Test(reader_arguments, that_are_null_are_refused)
{
    uint8_t bytes[8] = {2};
    uint8_t scratch[16];
    gdv_event event;
    gdv_reader reader;
    gdv_report report = {.struct_size = sizeof report};
    cr_expect_eq(gdv_reader_init(NULL, bytes, 8, GDV_DIALECT_GODOT3, NULL, scratch, 16), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_next(NULL, &event), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_skip(NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_status(NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_finish(NULL, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_finish(NULL, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_str_eq(report.path, "");

    cr_assert_eq(gdv_reader_init(&reader, bytes, 8, GDV_DIALECT_GODOT3, NULL, scratch, 16), GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_reader_status(&reader), GDV_OK, "a call that could not be made is no error of the packet");
    cr_expect_eq(gdv_reader_finish(&reader, NULL), GDV_OK);
}

Test(reader_arguments, an_event_in_the_reader_the_packet_or_the_scratch_is_refused)
{
    static struct {
        gdv_reader reader;
        gdv_event in_packet[2];
        gdv_event in_scratch[2];
    } made;
    gdv_event event;
    packet bytes = packet_from_hex(needs_32);
    uint8_t *held = (uint8_t *)(void *)made.in_packet;
    cr_assert_leq(bytes.size, sizeof made.in_packet);
    memcpy(held, bytes.bytes, bytes.size);
    cr_assert_eq(gdv_reader_init(&made.reader, held, bytes.size, GDV_DIALECT_GODOT3, NULL, made.in_scratch,
                                 sizeof made.in_scratch),
                 GDV_OK);
    cr_expect_eq(gdv_reader_next(&made.reader, (gdv_event *)(void *)&made.reader.stack.levels[8]), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_next(&made.reader, &made.in_packet[0]), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_next(&made.reader, &made.in_scratch[1]), GDV_E_OVERLAP);
    cr_expect_eq(memcmp(held, bytes.bytes, bytes.size), 0);
    cr_expect_eq(gdv_reader_next(&made.reader, &event), GDV_OK);
    cr_expect_eq(gdv_reader_finish(&made.reader, NULL), GDV_OK);
    packet_free(&bytes);
}

/* The nil needs no scratch memory; one byte of it is the caller's all the same. */
Test(reader_arguments, an_event_on_scratch_of_one_byte_is_refused)
{
    static const uint8_t nil[4] = {0};
    gdv_reader reader;
    gdv_event event;
    cr_assert_eq(gdv_reader_init(&reader, nil, sizeof nil, GDV_DIALECT_GODOT3, NULL, &event, 1), GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, &event), GDV_E_OVERLAP);
    cr_assert_eq(gdv_reader_init(&reader, nil, sizeof nil, GDV_DIALECT_GODOT3, NULL, &event, 0), GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, &event), GDV_OK);
}

Test(reader_arguments, a_report_in_the_reader_the_packet_or_the_scratch_is_refused)
{
    enum { SIZE = sizeof(gdv_report) };
    static struct {
        gdv_reader reader;
        gdv_report in_packet;
        gdv_report in_scratch;
    } made;
    packet bytes = packet_from_hex(needs_32);
    uint8_t *held = (uint8_t *)(void *)&made.in_packet;
    memcpy(held, bytes.bytes, bytes.size);
    made.in_scratch.struct_size = SIZE;
    cr_assert_eq(gdv_reader_init(&made.reader, held, bytes.size, GDV_DIALECT_GODOT3, NULL, &made.in_scratch, SIZE),
                 GDV_OK);
    cr_expect_eq(gdv_reader_finish(&made.reader, (gdv_report *)(void *)&made.reader.stack.levels[8]), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_finish(&made.reader, &made.in_packet), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_finish(&made.reader, &made.in_scratch), GDV_E_OVERLAP);
    cr_expect_eq(memcmp(held, bytes.bytes, bytes.size), 0);
    cr_expect_eq(gdv_reader_finish(&made.reader, NULL), GDV_OK);
    packet_free(&bytes);
}

Test(reader_arguments, a_report_of_another_size_is_not_written_and_the_verdict_can_still_be_asked_for)
{
    static const size_t sizes[] = {0, sizeof(gdv_report) - 1, sizeof(gdv_report) + 1, SIZE_MAX};
    packet bytes = packet_from_hex("01000000 02000000");
    reading *from = reading_of(&bytes, bytes.size, GDV_DIALECT_GODOT3, NULL);
    gdv_report report;
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        gdv_report untouched;
        memset(&report, 0xa5, sizeof report);
        report.struct_size = sizes[index];
        memcpy(&untouched, &report, sizeof untouched);
        cr_expect_eq(gdv_reader_finish(&from->reader, &report), GDV_E_BAD_STRUCT, "%zu", sizes[index]);
        cr_expect_eq(gdv_reader_finish(NULL, &report), GDV_E_BAD_ARGUMENT, "%zu", sizes[index]);
        cr_expect_eq(memcmp(&untouched, &report, sizeof report), 0, "%zu: written", sizes[index]);
    }
    cr_expect_eq(finish(from, &report), GDV_E_BOOL);
    cr_expect_eq(report.offset, 4);
    reading_free(from);
    packet_free(&bytes);
}
