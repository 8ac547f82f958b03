/* SPDX-License-Identifier: MIT */
/* Claims about the memory that canonicalizing is given: in place it works where nothing would overwrite what is still
 * to be read, and else changes nothing; every capacity from none to enough; overlaps and other mistakes of the caller.
 * What is refused, for whatever reason, writes no byte. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/canonical_check.h"
#include "tests/support/corpus.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define FILL 0xa5

static uint8_t *filled(size_t size)
{
    uint8_t *block = malloc(size > 0 ? size : 1);
    cr_assert_not_null(block);
    memset(block, FILL, size > 0 ? size : 1);
    return block;
}

static bool is_filled(const uint8_t *bytes, size_t size)
{
    size_t same = 0;
    while (same < size && bytes[same] == FILL) {
        same += 1;
    }
    return same == size;
}

/* ---- in place ---- */

/* Canonicalizes a copy over itself, in a block of `capacity` bytes, which is no less than the packet. */
static gdv_status in_place(const packet *given, gdv_dialect dialect, const gdv_policy *policy, size_t capacity,
                           uint8_t **block, size_t *size)
{
    size_t scratch_size = gdv_scratch_bound(given->size);
    uint8_t *scratch = filled(scratch_size);
    *block = filled(capacity);
    if (given->size > 0) {
        memcpy(*block, given->bytes, given->size);
    }
    gdv_status status =
        gdv_canonicalize(*block, given->size, dialect, policy, scratch, scratch_size, *block, capacity, size, NULL);
    free(scratch);
    return status;
}

typedef struct place_row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    gdv_status code;
} place_row;

static const place_row places[] = {
    {"padding", "godot3", "strict", "0f000000 01000080 00000000 00000000 01000000 61560000", GDV_OK},
    {"nothing to do", "godot3", "strict", "02000000 05000000", GDV_OK},
    {"narrower", "godot3", "engine", "02000100 05000000 00000000", GDV_OK},
    {"trailing bytes", "godot3", "engine", "00000000 ffffffff", GDV_OK},
    {"cut text", "godot3", "engine", "04000000 05000000 61006200 00000000", GDV_OK},
    {"two marks stay", "godot3", "engine", "04000000 06000000 efbbbfef bbbf0000", GDV_OK},
    {"three marks stay, among others", "godot3", "engine",
     "13000000 02000000 04000000 09000000 efbbbfef bbbfefbb bf000000 01000000 02000000", GDV_OK},
    {"mark in front of an overlong mark", "godot3", "engine", "04000000 07000000 efbbbff0 8fbbbf00", GDV_OK},
    {"shorter spellings", "godot3", "engine", "04000000 06000000 e080afe0 80af0000", GDV_OK},
    {"one more sub-name", "godot3", "engine", "0f000000 01000080 00000000 02000000 01000000 61000000 01000000 62000000",
     GDV_OK},
    {"a NUL where there was padding", "godot3", "engine", "17000000 01000000 03000000 61626300", GDV_OK},
    {"a NUL where there was none", "godot3", "engine", "17000000 01000000 04000000 61626364", GDV_E_OVERLAP},
    {"an empty string", "godot3", "engine", "17000000 01000000 00000000", GDV_E_OVERLAP},
    {"an empty string after a shorter one", "godot3", "engine", "17000000 02000000 05000000 61000000 00000000 00000000",
     GDV_OK},
    {"an empty string before a shorter one", "godot3", "engine",
     "17000000 02000000 00000000 05000000 61000000 00000000", GDV_E_OVERLAP},
    {"wider NaN", "godot3", "engine", "03000000 0000c07f", GDV_E_OVERLAP},
    {"wider NaN after a narrower int", "godot3", "engine",
     "13000000 02000000 02000100 05000000 00000000 03000000 0000c07f", GDV_OK},
    {"wider NaN before a narrower int", "godot3", "engine",
     "13000000 02000000 03000000 0000c07f 02000100 05000000 00000000", GDV_E_OVERLAP},
    {"wider NaN as key, before a narrower value", "godot3", "engine",
     "12000000 01000000 03000000 0000c07f 02000100 05000000 00000000", GDV_E_OVERLAP},
    {"wider int of Godot 3.0", "godot3.0", "engine", "02000000 05000000", GDV_E_OVERLAP},
    {"wider int before trailing bytes", "godot3.0", "engine", "02000000 05000000 00000000 00000000", GDV_E_OVERLAP},
    {"wider NaN after a shorter name", "godot3", "engine+object",
     "11000000 01000000 4e000000 01000000 05000000 61006263 64000000 03000000 0000c07f", GDV_OK},
    {"wider NaN after a name", "godot3", "engine+object",
     "11000000 01000000 4e000000 01000000 01000000 61000000 03000000 0000c07f", GDV_E_OVERLAP},
};

Test(canonicalizing_in_place, is_done_where_nothing_is_overwritten_before_it_is_read)
{
    for (size_t index = 0; index < COUNT_OF(places); index += 1) {
        const place_row *row = &places[index];
        gdv_dialect dialect = dialect_from_text(row->dialect);
        gdv_policy policy = policy_from_text(row->policy);
        packet given = packet_from_hex(row->hex);
        canonical_check elsewhere = canonical_check_from(given.bytes, given.size, dialect, &policy);
        cr_assert_eq(elsewhere.code, GDV_OK, "%s: %s", row->name, gdv_status_name(elsewhere.code));

        for (size_t more = 0; more <= 16; more += 4) {
            uint8_t *block = NULL;
            size_t size = 77;
            gdv_status code = in_place(&given, dialect, &policy, given.size + more, &block, &size);
            cr_assert_eq(code, row->code, "%s: %s", row->name, gdv_status_name(code));
            cr_assert(is_filled(block + given.size, more), "%s: written after the packet", row->name);
            if (code == GDV_OK) {
                cr_assert_eq(size, elsewhere.made.size, "%s: another size", row->name);
                cr_assert_arr_eq(block, elsewhere.made.bytes, size, "%s: other bytes", row->name);
            } else {
                cr_assert_eq(size, 0, "%s: a size", row->name);
                cr_assert_arr_eq(block, given.bytes, given.size, "%s: changed", row->name);
            }
            free(block);
        }
        canonical_check_free(&elsewhere);
        packet_free(&given);
    }
}

static void check_seeds_in_place(gdv_dialect dialect)
{
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        canonical_check elsewhere = canonical_check_from(each.bytes.bytes, each.bytes.size, dialect, NULL);
        if (elsewhere.code == GDV_OK) {
            uint8_t *block = NULL;
            size_t size = 77;
            gdv_status code = in_place(&each.bytes, dialect, NULL, each.bytes.size, &block, &size);
            cr_assert_eq(code, GDV_OK, "%s: %s", each.name, gdv_status_name(code));
            cr_assert_eq(size, elsewhere.made.size, "%s: another size", each.name);
            cr_assert_arr_eq(block, elsewhere.made.bytes, size, "%s: other bytes", each.name);
            free(block);
        }
        canonical_check_free(&elsewhere);
    }
}

TEST_EACH_DIALECT(canonicalizing_in_place_always_works_for_strict, check_seeds_in_place)

/* ---- capacity ---- */

Test(canonicalizing, into_too_little_room_writes_nothing_and_says_how_much_is_needed)
{
    static const canon_row rows[] = {
        {"same size", "godot3", "strict", "04000000 05000000 68656c6c 6f000000", ""},
        {"shorter", "godot3", "engine", "13000000 01000000 02000100 05000000 00000000", ""},
        {"longer", "godot3.0", "engine", "13000000 02000000 02000000 05000000 02000000 06000000", ""},
        {"no multiple of four", "godot2", "engine", "10000000 03000000 616263", ""},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_dialect dialect = dialect_from_text(rows[index].dialect);
        gdv_policy policy = policy_from_text(rows[index].policy);
        packet given = packet_from_hex(rows[index].given);
        canonical_check whole = canonical_check_from(given.bytes, given.size, dialect, &policy);
        uint8_t scratch[64];
        cr_assert_eq(whole.code, GDV_OK, "%s: %s", rows[index].name, gdv_status_name(whole.code));
        for (size_t capacity = 0; capacity <= whole.made.size + 5; capacity += 1) {
            uint8_t *out = filled(capacity);
            size_t size = 77;
            gdv_report report = {.struct_size = sizeof report};
            gdv_status code = gdv_canonicalize(given.bytes, given.size, dialect, &policy, scratch, sizeof scratch, out,
                                               capacity, &size, &report);
            bool enough = capacity >= whole.made.size;
            cr_assert_eq(code, enough ? GDV_OK : GDV_E_NO_SPACE, "%s in %zu: %s", rows[index].name, capacity,
                         gdv_status_name(code));
            cr_assert_eq(size, whole.made.size, "%s in %zu: size %zu", rows[index].name, capacity, size);
            cr_assert_eq(report.code, code, "%s in %zu", rows[index].name, capacity);
            cr_assert_eq(report.need, enough ? 0 : whole.made.size, "%s in %zu", rows[index].name, capacity);
            size_t written = enough ? size : 0;
            cr_assert(is_filled(out + written, capacity - written), "%s in %zu: written beyond", rows[index].name,
                      capacity);
            cr_assert(!enough || memcmp(out, whole.made.bytes, size) == 0, "%s in %zu: other bytes", rows[index].name,
                      capacity);
            free(out);
        }
        canonical_check_free(&whole);
        packet_free(&given);
    }
}

Test(canonicalizing, in_place_into_less_room_than_the_result_needs_changes_nothing)
{
    packet given = packet_from_hex("13000000 02000000 02000100 05000000 00000000 00000000");
    packet before = packet_from_bytes(given.bytes, given.size);
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    size_t size = 77;
    gdv_status code =
        gdv_canonicalize(given.bytes, given.size, GDV_DIALECT_GODOT3, &policy, NULL, 0, given.bytes, 19, &size, NULL);
    cr_expect_eq(code, GDV_E_NO_SPACE, "%s", gdv_status_name(code));
    cr_expect_eq(size, 20);
    cr_expect_arr_eq(given.bytes, before.bytes, before.size);
    code =
        gdv_canonicalize(given.bytes, given.size, GDV_DIALECT_GODOT3, &policy, NULL, 0, given.bytes, 20, &size, NULL);
    cr_expect_eq(code, GDV_OK, "%s", gdv_status_name(code));
    cr_expect_eq(size, 20);
    packet_free(&given);
    packet_free(&before);
}

/* ---- scratch memory ---- */

Test(canonicalizing, without_enough_scratch_memory_is_refused_as_validating_is)
{
    packet given = packet_from_hex("12000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000");
    for (size_t scratch_size = 0; scratch_size < 24; scratch_size += 1) {
        uint8_t *scratch = filled(scratch_size);
        uint8_t out[64];
        size_t size = 77;
        gdv_report said = {.struct_size = sizeof said};
        gdv_report report = {.struct_size = sizeof report};
        memset(out, FILL, sizeof out);
        gdv_status code =
            gdv_validate(given.bytes, given.size, GDV_DIALECT_GODOT3, NULL, scratch, scratch_size, NULL, &said);
        gdv_status again = gdv_canonicalize(given.bytes, given.size, GDV_DIALECT_GODOT3, NULL, scratch, scratch_size,
                                            out, sizeof out, &size, &report);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%zu: %s", scratch_size, gdv_status_name(code));
        cr_expect_eq(again, code, "%zu: %s", scratch_size, gdv_status_name(again));
        cr_expect_eq(report.need, said.need, "%zu", scratch_size);
        cr_expect_gt(report.need, scratch_size, "%zu", scratch_size);
        cr_expect_eq(size, 0, "%zu: size %zu", scratch_size, size);
        cr_expect(is_filled(out, sizeof out), "%zu: written", scratch_size);
        free(scratch);
    }
    packet_free(&given);
}

/* ---- the caller's mistakes ---- */

/* A call that is right; each test makes one thing of it wrong. All arguments lie in one block, apart by default. */
enum { PACKET_AT = 64, PACKET_SIZE = 16, SCRATCH_AT = 128, SCRATCH_SIZE = 32, OUT_AT = 192, OUT_SIZE = 32, ROOM = 256 };

typedef struct call {
    uint8_t room[ROOM];
    const uint8_t *bytes;
    size_t size;
    gdv_dialect dialect;
    gdv_policy policy;
    const gdv_policy *policy_given;
    uint8_t *scratch;
    size_t scratch_size;
    uint8_t *out;
    size_t capacity;
    size_t out_size;
    size_t *out_size_given;
    gdv_report report;
    gdv_report *report_given;
} call;

/* The packet is [1], which the loop reads whole, so that it is asked wherever nothing else is wrong. */
static void call_start(call *made)
{
    packet bytes = packet_from_hex("13000000 01000000 02000000 01000000");
    memset(made, 0, sizeof *made);
    memset(made->room, FILL, sizeof made->room);
    memcpy(made->room + PACKET_AT, bytes.bytes, PACKET_SIZE);
    packet_free(&bytes);
    made->bytes = made->room + PACKET_AT;
    made->size = PACKET_SIZE;
    made->dialect = GDV_DIALECT_GODOT3;
    gdv_policy_init(&made->policy, GDV_POLICY_STRICT);
    made->policy_given = &made->policy;
    made->scratch = made->room + SCRATCH_AT;
    made->scratch_size = SCRATCH_SIZE;
    made->out = made->room + OUT_AT;
    made->capacity = OUT_SIZE;
    made->out_size = 77;
    made->out_size_given = &made->out_size;
    memset(&made->report, FILL, sizeof made->report);
    made->report.struct_size = sizeof made->report;
    made->report_given = &made->report;
}

static gdv_status call_make(call *made)
{
    return gdv_canonicalize(made->bytes, made->size, made->dialect, made->policy_given, made->scratch,
                            made->scratch_size, made->out, made->capacity, made->out_size_given, made->report_given);
}

/* Refused with that code, nothing written but outputs that are defined. */
static void call_fails(call *made, gdv_status code, const char *what)
{
    uint8_t before[ROOM];
    memcpy(before, made->room, ROOM);
    gdv_status got = call_make(made);
    cr_expect_eq(got, code, "%s: %s", what, gdv_status_name(got));
    cr_expect_arr_eq(made->room, before, ROOM, "%s: written", what);
    cr_expect(made->out_size_given != &made->out_size || made->out_size == 0 || code == GDV_E_OVERLAP, "%s: size %zu",
              what, made->out_size);
    if (made->report_given == &made->report && made->report.struct_size == sizeof made->report &&
        code != GDV_E_OVERLAP) {
        cr_expect_eq(made->report.code, code, "%s: %s in the report", what, gdv_status_name(made->report.code));
        cr_expect_str_eq(made->report.path, "", "%s", what);
        cr_expect_eq(made->report.need, code == GDV_E_EMPTY ? 4 : 0, "%s", what);
    }
}

Test(arguments_of_canonicalize, as_they_should_be_are_accepted)
{
    call made;
    call_start(&made);
    cr_expect_eq(call_make(&made), GDV_OK);
    cr_expect_eq(made.out_size, PACKET_SIZE);
    cr_expect_eq(made.report.code, GDV_OK);
    cr_expect_arr_eq(made.out, made.bytes, PACKET_SIZE);
    call_start(&made);
    made.report_given = NULL;
    made.policy_given = NULL;
    cr_expect_eq(call_make(&made), GDV_OK);
    call_start(&made);
    made.out = NULL;
    made.capacity = 0;
    cr_expect_eq(call_make(&made), GDV_OK);
    cr_expect_eq(made.out_size, PACKET_SIZE);
}

Test(arguments_of_canonicalize, with_a_byte_too_little_room_say_how_much_is_needed)
{
    call made;
    uint8_t before[ROOM];
    call_start(&made);
    made.capacity = PACKET_SIZE - 1;
    memcpy(before, made.room, ROOM);
    cr_expect_eq(call_make(&made), GDV_E_NO_SPACE);
    cr_expect_arr_eq(made.room, before, ROOM);
    cr_expect_eq(made.report.need, PACKET_SIZE);
    cr_expect_eq(made.out_size, PACKET_SIZE);
}

Test(arguments_of_canonicalize, that_are_missing_or_wrong_are_refused)
{
    call made;

    call_start(&made);
    made.bytes = NULL;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "NULL packet with a size");
    call_start(&made);
    made.bytes = NULL;
    made.size = SIZE_MAX;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "NULL packet of the largest size");
    call_start(&made);
    made.bytes = NULL;
    made.size = 0;
    call_fails(&made, GDV_E_EMPTY, "no packet");
    call_start(&made);
    made.size = 0;
    call_fails(&made, GDV_E_EMPTY, "packet of no bytes");
    call_start(&made);
    made.dialect = GDV_DIALECT_COUNT;
    call_fails(&made, GDV_E_BAD_DIALECT, "dialect after the last");
    call_start(&made);
    made.policy.permit = GDV_PERMIT_ALL + 1;
    call_fails(&made, GDV_E_BAD_POLICY, "unknown permission");
    call_start(&made);
    made.policy.struct_size = 3;
    call_fails(&made, GDV_E_BAD_POLICY, "policy of another size");
    call_start(&made);
    made.scratch = NULL;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "NULL scratch with a size");
    call_start(&made);
    made.scratch = NULL;
    made.scratch_size = 0;
    call_fails(&made, GDV_E_NO_SCRATCH, "no scratch");
    call_start(&made);
    made.scratch_size = SIZE_MAX;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "more scratch than there can be");
    call_start(&made);
    made.capacity = SIZE_MAX;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "more room than there can be");
    call_start(&made);
    made.out = NULL;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "NULL output with a capacity");
    call_start(&made);
    made.out = NULL;
    made.capacity = SIZE_MAX;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "NULL output of the largest capacity");
    call_start(&made);
    made.out_size_given = NULL;
    call_fails(&made, GDV_E_BAD_ARGUMENT, "NULL size");
    call_start(&made);
    made.report.struct_size = 0;
    call_fails(&made, GDV_E_BAD_STRUCT, "report of another size");
    cr_expect_eq(made.report.code, (gdv_status)0xa5a5a5a5u, "a report of another size is written");
}

/* Each argument that is written, over each other one: refused, and nothing is changed. Only the output may be the
 * packet itself, and no part of it. */
Test(arguments_of_canonicalize, that_overlap_are_refused)
{
    call made;
    static const int shifts[] = {1 - OUT_SIZE, -PACKET_SIZE, -4, -1, 1, 4, PACKET_SIZE - 1};
    for (size_t index = 0; index < COUNT_OF(shifts); index += 1) {
        call_start(&made);
        made.out = made.room + PACKET_AT + shifts[index];
        call_fails(&made, GDV_E_OVERLAP, "output over a part of the packet");
    }
    call_start(&made);
    made.out = made.room + PACKET_AT + PACKET_SIZE;
    cr_expect_eq(call_make(&made), GDV_OK, "output right after the packet");
    call_start(&made);
    made.out = made.room + PACKET_AT - OUT_SIZE;
    cr_expect_eq(call_make(&made), GDV_OK, "output right before the packet");

    call_start(&made);
    made.out = made.scratch + SCRATCH_SIZE - 1;
    call_fails(&made, GDV_E_OVERLAP, "output over scratch");
    call_start(&made);
    made.scratch = made.room + PACKET_AT + PACKET_SIZE - 1;
    call_fails(&made, GDV_E_OVERLAP, "scratch over the packet");
    call_start(&made);
    made.out = made.room + PACKET_AT;
    made.scratch = made.out + OUT_SIZE - 1;
    call_fails(&made, GDV_E_OVERLAP, "in place, and scratch over what is after the packet");
    call_start(&made);
    made.bytes = (const uint8_t *)&made.out_size;
    made.size = sizeof made.out_size;
    call_fails(&made, GDV_E_OVERLAP, "size over the packet");
    cr_expect_eq(made.out_size, 77);
    call_start(&made);
    made.out = (uint8_t *)&made.out_size;
    made.capacity = sizeof made.out_size;
    call_fails(&made, GDV_E_OVERLAP, "output over the size");
    cr_expect_eq(made.out_size, 77);
    call_start(&made);
    made.out = (uint8_t *)&made.report;
    made.capacity = sizeof made.report;
    call_fails(&made, GDV_E_OVERLAP, "output over the report");
    cr_expect_eq(made.report.code, (gdv_status)0xa5a5a5a5u);
    call_start(&made);
    made.out = (uint8_t *)&made.policy;
    made.capacity = sizeof made.policy;
    call_fails(&made, GDV_E_OVERLAP, "output over the policy");
    call_start(&made);
    made.scratch = (uint8_t *)&made.report;
    made.scratch_size = sizeof made.report;
    call_fails(&made, GDV_E_OVERLAP, "scratch over the report");
}

/* ---- refusals ---- */

/* The helper holds verdict, report and untouched output; here that none slips through, in place either. */
Test(canonicalizing, what_is_malformed_writes_nothing_and_reports_what_validating_does)
{
    size_t packets = 0;
    malformed each = malformed_of("corpus/malformed");
    while (malformed_next(&each)) {
        canonical_check made = canonical_check_from(each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
        /* with the engine's own span, Pandemonium's vectors are refused before what is wrong after them */
        bool unsayable = made.code == GDV_E_ENGINE_MISREADS && (each.policy.permit & GDV_PERMIT_ENGINE_SPAN) != 0;
        if (each.code != GDV_OK) {
            uint8_t *block = NULL;
            size_t size = 77;
            cr_assert(made.code == each.code || unsayable, "%s: %s", each.name, gdv_status_name(made.code));
            cr_assert(made.report.offset == each.offset || unsayable, "%s: at %zu", each.name,
                      (size_t)made.report.offset);
            gdv_status code = in_place(&each.bytes, each.dialect, &each.policy, each.bytes.size, &block, &size);
            cr_assert_eq(code, made.code, "%s, in place: %s", each.name, gdv_status_name(code));
            cr_assert_eq(size, 0, "%s, in place: size %zu", each.name, size);
            cr_assert(each.bytes.size == 0 || memcmp(block, each.bytes.bytes, each.bytes.size) == 0,
                      "%s, in place: changed", each.name);
            free(block);
            packets += unsayable ? 0 : 1;
        }
        canonical_check_free(&made);
    }
    cr_assert_geq(packets, 1000, "%zu packets", packets);
}
