/* SPDX-License-Identifier: MIT */
/* Claims about documents without a pointer: they say what a document says, wherever packet and nodes are by then; packet,
 * nodes and document that do not belong together are refused, whatever is in them; and no argument leads outside. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "tests/support/corpus.h"
#include "tests/support/guard.h"
#include "tests/support/parsed.h"
#include "tests/support/support.h"

#define D GDV_DIALECT_GODOT4_4

/* {"hp": 100, "at": Vector2(0.5, -1)} */
static const char *const MAP = "1b000000 02000000 04000000 02000000 68700000 02000000 64000000 "
                               "04000000 02000000 61740000 05000000 0000003f 000080bf";

/* A packet and nodes, both in blocks of exactly the size that is needed. */
typedef struct given {
    packet bytes;
    gdv_node *nodes;
    size_t capacity;
    gdv_ffi_document document;
    gdv_ffi_report report;
    uint32_t code;
} given;

static given given_from(const packet *bytes, uint32_t dialect, const gdv_policy *policy)
{
    given made;
    memset(&made, 0xa5, sizeof made);
    made.bytes = packet_from_bytes(bytes->bytes, bytes->size);
    made.capacity = gdv_ffi_bound(bytes->size);
    made.nodes = nodes_of(made.capacity);
    made.code = gdv_ffi_parse(&made.document, made.bytes.bytes, made.bytes.size, dialect, policy, made.nodes,
                              made.capacity, &made.report);
    return made;
}

static given given_hex(const char *hex, uint32_t dialect)
{
    packet bytes = packet_from_hex(hex);
    given made = given_from(&bytes, dialect, NULL);
    packet_free(&bytes);
    return made;
}

static void given_free(given *freed)
{
    free(freed->nodes);
    packet_free(&freed->bytes);
}

#define OF(made) &(made).document, (made).bytes.bytes, (made).bytes.size, (made).nodes, (made).capacity

/* Whether a value of it can be had. */
static bool opens(const given *from)
{
    uint64_t length = 1;
    bool typed = gdv_ffi_type(OF(*from), 0) != GDV_TYPE_COUNT;
    uint32_t code = gdv_ffi_to_json(OF(*from), 0, NULL, 0, &length);
    cr_assert_eq(typed, code == GDV_OK);
    cr_assert(typed || (code == GDV_E_BAD_ARGUMENT && length == 0));
    return typed;
}

/* ---- parse */

/* Section 5 of the multiplayer format: an int of one byte. The policy is not kept, yet the value is found again. */
Test(ffi_parse, a_short_form_is_a_document)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.encoding = GDV_ENCODING_COMPRESSED;
    packet bytes = packet_from_hex("02 65");
    given made = given_from(&bytes, D, &policy);
    int64_t number = 0;
    cr_assert_eq(made.code, GDV_OK);
    cr_expect_eq(gdv_ffi_type(OF(made), 0), GDV_TYPE_INT);
    cr_expect_eq(gdv_ffi_to_int(OF(made), 0, 0, 200, &number), GDV_OK);
    cr_expect_eq(number, 0x65);
    given_free(&made);
    packet_free(&bytes);
}

Test(ffi_parse, a_document_is_four_numbers)
{
    given map = given_hex(MAP, D);
    cr_assert_eq(map.code, GDV_OK);
    cr_assert_eq(map.document.size, map.bytes.size);
    cr_assert_eq(map.document.count, 5);
    cr_assert_eq(map.document.dialect, D);
    cr_assert_eq(map.document.permit, 0);
    cr_assert(opens(&map));
    given_free(&map);
}

Test(ffi_parse, every_seed_has_the_verdict_and_the_values_of_its_document)
{
    size_t count = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            parsed same;
            given ours = given_from(&each.bytes, dialect, NULL);
            parsed_from(&same, each.bytes.bytes, each.bytes.size, (gdv_dialect)dialect, NULL);
            cr_assert_eq(ours.code, same.code);
            cr_assert_eq(ours.document.count, same.document.count);
            for (uint32_t index = 0; index <= same.document.count; index += 1) {
                const gdv_value value = {&same.document, index};
                cr_assert_eq(gdv_ffi_type(OF(ours), index), gdv_type_of(value));
                cr_assert_eq(gdv_ffi_count(OF(ours), index), gdv_count(value));
            }
            count += same.document.count;
            parsed_free(&same);
            given_free(&ours);
        }
    }
    cr_assert_gt(count, 10000);
}

Test(ffi_parse, every_malformed_packet_has_the_report_of_its_document)
{
    size_t count = 0;
    malformed each = malformed_of("corpus/malformed");
    while (malformed_next(&each)) {
        char ours[512];
        char theirs[512];
        parsed same;
        given refused = given_from(&each.bytes, each.dialect, &each.policy);
        parsed_from(&same, each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
        cr_assert_eq(refused.code, same.code, "%s", each.name);
        cr_assert_eq(refused.report.code, same.code);
        cr_assert_eq(refused.report.misread, same.report.misread);
        cr_assert_eq(refused.report.offset, same.report.offset);
        cr_assert_eq(refused.report.need, same.report.need);
        cr_assert_eq(refused.report.depth, same.report.depth);
        cr_assert_eq(refused.report.type, same.report.type);
        cr_assert_str_eq(refused.report.path, same.report.path);
        cr_assert_str_eq(refused.report.type_name, same.report.type_name);
        cr_assert_eq(gdv_ffi_report_format(&refused.report, ours, sizeof ours),
                     gdv_report_format(&same.report, theirs, sizeof theirs));
        cr_assert_str_eq(ours, theirs);
        count += same.code != GDV_OK;
        cr_assert_eq(opens(&refused), same.code == GDV_OK);
        parsed_free(&same);
        given_free(&refused);
    }
    cr_assert_gt(count, 300);
}

Test(ffi_parse, one_node_more_than_values_is_needed_and_enough)
{
    packet bytes = packet_from_hex("1c000000 02000000 00000000 00000000"); /* [nil, nil] */
    gdv_node *nodes = nodes_of(4);
    gdv_ffi_document document = {.size = 0};
    gdv_ffi_report report;
    cr_assert_eq(gdv_ffi_parse(&document, bytes.bytes, bytes.size, D, NULL, nodes, 4, &report), GDV_OK);
    cr_assert_eq(document.count, 3);
    cr_assert_eq(report.need, 0);
    for (size_t capacity = 0; capacity < 4; capacity += 1) {
        cr_assert_eq(gdv_ffi_parse(&document, bytes.bytes, bytes.size, D, NULL, nodes, capacity, &report),
                     GDV_E_NO_SPACE);
        cr_assert_eq(report.code, GDV_E_NO_SPACE);
        cr_assert_eq(report.need, 4);
        cr_assert_eq(document.count, 0);
        cr_assert_eq(document.size, 0);
    }
    cr_assert_eq(gdv_ffi_parse(&document, bytes.bytes, bytes.size, D, NULL, NULL, 0, &report), GDV_E_NO_SPACE);
    free(nodes);
    packet_free(&bytes);
}

Test(ffi_parse, room_for_a_value_alone_is_no_room_for_its_end)
{
    gdv_node nodes[2];
    gdv_ffi_document document = {.size = 7};
    gdv_ffi_report report;
    const gdv_node untouched = {7, 7, 7, 7, 7, 7};
    nodes[1] = untouched;
    cr_assert_eq(gdv_ffi_parse(&document, "\0\0\0", 4, D, NULL, nodes, 1, &report), GDV_E_NO_SPACE);
    cr_assert_eq(report.need, 2);
    cr_assert_eq(memcmp(&nodes[1], &untouched, sizeof untouched), 0);
    cr_assert_eq(gdv_ffi_parse(&document, "\0\0\0", 4, D, NULL, nodes, 2, &report), GDV_OK);
}

/* Bindings compare and copy whole reports. */
Test(ffi_parse, a_text_in_a_report_is_filled_up_with_zeros)
{
    packet bytes = packet_from_hex("1c000000 01000000 01000000 02000000"); /* [a bool of 2] */
    gdv_ffi_document document;
    gdv_ffi_report report;
    gdv_node nodes[8];
    memset(&report, 0xa5, sizeof report);
    cr_assert_eq(gdv_ffi_parse(&document, bytes.bytes, bytes.size, D, NULL, nodes, 8, &report), GDV_E_BOOL);
    cr_assert_str_eq(report.type_name, "bool");
    cr_assert_str_eq(report.path, "[0]");
    for (size_t at = strlen(report.type_name); at < sizeof report.type_name; at += 1) {
        cr_assert_eq(report.type_name[at], 0);
    }
    for (size_t at = strlen(report.path); at < sizeof report.path; at += 1) {
        cr_assert_eq(report.path[at], 0);
    }
    packet_free(&bytes);
}

Test(ffi_parse, the_bound_is_one_node_more_than_that_of_a_document)
{
    static const size_t sizes[] = {0, 4, 15, 16, 28, 1000, 1 << 20, SIZE_MAX / 2, SIZE_MAX};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        const size_t bound = gdv_document_bound(sizes[index]);
        const size_t most = SIZE_MAX / sizeof(gdv_node); /* nodes of one more are more bytes than there are */
        cr_assert_eq(gdv_ffi_bound(sizes[index]), bound < most ? bound + 1 : most);
        cr_assert_leq(gdv_ffi_bound(sizes[index]), most);
    }
}

Test(ffi_parse, bad_arguments_are_refused_and_reported)
{
    packet bytes = packet_from_hex(MAP);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    gdv_ffi_document document = {.size = 0};
    gdv_ffi_report report;
    gdv_node nodes[16];
    const void *sent = bytes.bytes;
    size_t size = bytes.size;
    gdv_node *odd = (gdv_node *)(void *)((char *)nodes + 1);
    memset(nodes, 0, sizeof nodes);

#define REFUSED(expected, call)                                                                                        \
    do {                                                                                                               \
        memset(&document, 0xa5, sizeof document);                                                                      \
        memset(&report, 0xa5, sizeof report);                                                                          \
        cr_expect_eq(call, expected);                                                                                  \
        cr_expect_eq(report.code, expected);                                                                           \
        cr_expect_eq(report.type, -1);                                                                                 \
        cr_expect_eq(report.offset, 0);                                                                                \
        cr_expect_str_eq(report.path, "");                                                                             \
        cr_expect_str_eq(report.type_name, "");                                                                        \
    } while (false)
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_parse(NULL, sent, size, D, NULL, nodes, 16, &report));
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_parse(&document, sent, size, D, NULL, NULL, 16, &report));
    cr_expect_eq(document.count, 0);
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_parse(&document, sent, size, D, NULL, odd, 15, &report));
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_parse(&document, sent, size, D, NULL, nodes, SIZE_MAX, &report));
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_parse(&document, NULL, size, D, NULL, nodes, 16, &report));
    REFUSED(GDV_E_BAD_DIALECT, gdv_ffi_parse(&document, sent, size, GDV_DIALECT_COUNT, NULL, nodes, 16, &report));
    REFUSED(GDV_E_BAD_DIALECT, gdv_ffi_parse(&document, sent, size, 256, NULL, nodes, 16, &report));
    cr_expect_eq(document.dialect, 0);
    cr_expect_eq(document.permit, 0);
    REFUSED(GDV_E_BAD_DIALECT, gdv_ffi_validate(sent, size, UINT32_MAX, NULL, nodes, sizeof nodes, &report));
    REFUSED(GDV_E_NO_SCRATCH, gdv_ffi_validate(sent, size, D, NULL, NULL, 0, &report));
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_validate(sent, size, D, NULL, NULL, 1, &report));
    REFUSED(GDV_E_BAD_ARGUMENT, gdv_ffi_validate(sent, size, D, NULL, nodes, SIZE_MAX, &report));
    policy.struct_size -= 1;
    REFUSED(GDV_E_BAD_POLICY, gdv_ffi_parse(&document, sent, size, D, &policy, nodes, 16, &report));
    REFUSED(GDV_E_BAD_POLICY, gdv_ffi_validate(sent, size, D, &policy, nodes, sizeof nodes, &report));
#undef REFUSED
    packet_free(&bytes);
}

Test(ffi_parse, what_overlaps_is_refused_and_nothing_is_written)
{
    union {
        uint8_t bytes[4096];
        gdv_node nodes[256];
        gdv_ffi_document document;
        gdv_ffi_report report;
        gdv_policy policy;
    } all;
    uint8_t before[sizeof all];
    gdv_ffi_document document = {.size = 0};
    gdv_ffi_report report;
    gdv_node nodes[16];
    memset(&all, 0, sizeof all);
    memcpy(before, &all, sizeof all);
    memset(nodes, 0, sizeof nodes);
    cr_expect_eq(gdv_ffi_parse(&document, all.bytes, 4, D, NULL, all.nodes, 2, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_parse(&all.document, all.bytes, 4, D, NULL, nodes, 16, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_parse(&document, all.bytes, 4, D, NULL, nodes, 16, &all.report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_parse(&document, nodes, 0, D, &all.policy, all.nodes, 2, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_parse(&all.document, nodes, 0, D, NULL, all.nodes, 2, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_validate(all.bytes, 4, D, NULL, all.bytes + 3, 1, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_validate(all.bytes, 4, D, NULL, nodes, 16, &all.report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_validate(nodes, 4, D, &all.policy, all.bytes, 8, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_ffi_validate(nodes, 4, D, NULL, all.bytes, 8, &all.report), GDV_E_OVERLAP);
    /* of scratch memory all of it, even where the packet needs less */
    cr_expect_eq(gdv_ffi_validate(all.bytes + 4092, 4, D, NULL, all.bytes, sizeof all, &report), GDV_E_OVERLAP);
    cr_expect_eq(memcmp(before, &all, sizeof all), 0);
}

/* A policy among the bytes of a PackedByteArray. */
Test(ffi_parse, a_policy_may_lie_in_the_packet)
{
    union {
        uint8_t bytes[264];
        uint64_t aligned[33];
    } all;
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_NUL);
    gdv_policy *inner = (gdv_policy *)(void *)(all.bytes + 8);
    gdv_ffi_document document;
    gdv_node nodes[2];
    cr_assert_leq(sizeof policy, 256);
    memset(&all, 0, sizeof all);
    all.bytes[0] = 29; /* a PackedByteArray of 256 bytes */
    all.bytes[5] = 1;
    memcpy(inner, &policy, sizeof policy);
    cr_assert_eq(gdv_ffi_parse(&document, all.bytes, sizeof all, D, inner, nodes, 2, NULL), GDV_OK);
    cr_assert_eq(document.permit, GDV_PERMIT_TEXT_NUL);
    cr_assert_eq(gdv_ffi_validate(all.bytes, sizeof all, D, inner, nodes, sizeof nodes, NULL), GDV_OK);
}

/* A size that is not true, and has nothing in its way: what the packet needs is taken of it. */
Test(ffi_validate, takes_half_of_all_memory_for_scratch)
{
    static struct {
        uint8_t packet[4];
        gdv_ffi_report report;
        uint64_t scratch[512];
    } all;
    cr_assert_lt((uintptr_t)all.scratch, UINTPTR_MAX / 2);
    cr_assert_geq(sizeof all.scratch, gdv_scratch_bound(sizeof all.packet));
    cr_assert_eq(gdv_ffi_validate(all.packet, sizeof all.packet, D, NULL, all.scratch, SIZE_MAX / 2 + 1, &all.report),
                 GDV_OK);
}

/* A size that is not true, up to the stack of the call itself, where the report is made: then nothing is written. */
Test(ffi_parse, sizes_that_reach_into_the_stack_are_refused)
{
    packet bytes = packet_from_hex("00000000");
    const gdv_ffi_document untouched = {7, 7, 7, 7};
    struct {
        gdv_ffi_document document;
        gdv_ffi_report report;
        gdv_node nodes[2];
        uint8_t scratch[64];
    } mine = {untouched,
              {.code = 7},
              {{.next = 7}, {.next = 7}},
              {0}}; /* all of it above the stack of the calls, and below it the heap */
    cr_assert_gt((uintptr_t)&mine, (uintptr_t)bytes.bytes);
    size_t most = (size_t)((uintptr_t)&mine - (uintptr_t)bytes.bytes);
    cr_assert_gt(most, 16384);
    for (size_t size = most; size > most - 16384; size -= 64) {
        uint32_t code = gdv_ffi_parse(&mine.document, bytes.bytes, size, D, NULL, mine.nodes, 2, &mine.report);
        cr_assert(code == GDV_E_LIMIT_BYTES || code == GDV_E_OVERLAP);
        cr_assert_eq(mine.nodes[0].next, code == GDV_E_OVERLAP ? 7 : 0);
        mine.nodes[0].next = 7;
        cr_assert_eq(mine.document.size, code == GDV_E_OVERLAP ? 7 : 0);
        cr_assert_eq(mine.report.code, code == GDV_E_OVERLAP ? 7 : GDV_E_LIMIT_BYTES);
        mine.document = untouched;
        mine.report.code = 7;
        code = gdv_ffi_validate(bytes.bytes, size, D, NULL, mine.scratch, sizeof mine.scratch, &mine.report);
        cr_assert(code == GDV_E_LIMIT_BYTES || code == GDV_E_OVERLAP);
        cr_assert_eq(mine.report.code, code == GDV_E_OVERLAP ? 7 : GDV_E_LIMIT_BYTES);
        mine.report.code = 7;
    }
    packet_free(&bytes);
}

Test(ffi_parse, a_report_is_not_needed)
{
    gdv_ffi_document document = {.size = 0};
    gdv_node nodes[2];
    cr_assert_eq(gdv_ffi_parse(&document, "\1\0\0\0\2\0\0\0", 8, D, NULL, nodes, 2, NULL), GDV_E_BOOL);
    cr_assert_eq(gdv_ffi_parse(&document, "\1\0\0\0\1\0\0\0", 8, D, NULL, nodes, 2, NULL), GDV_OK);
    cr_assert_eq(gdv_ffi_validate("\1\0\0\0\2\0\0\0", 8, D, NULL, nodes, sizeof nodes, NULL), GDV_E_BOOL);
}

Test(ffi_validate, says_what_gdv_validate_says)
{
    size_t count = 0;
    malformed each = malformed_of("corpus/malformed");
    while (malformed_next(&each)) {
        verdict expected = verdict_of(each.bytes.bytes, each.bytes.size, each.dialect, &each.policy);
        size_t room = gdv_scratch_bound(each.bytes.size);
        uint8_t *scratch = malloc(room);
        gdv_ffi_report report;
        cr_assert_eq(
            gdv_ffi_validate(each.bytes.bytes, each.bytes.size, each.dialect, &each.policy, scratch, room, &report),
            expected.code);
        cr_assert_eq(report.code, expected.code);
        cr_assert_eq(report.offset, expected.report.offset);
        cr_assert_eq(report.depth, expected.report.depth);
        cr_assert_eq(report.type, expected.report.type);
        cr_assert_str_eq(report.path, expected.report.path);
        free(scratch);
        count += 1;
    }
    cr_assert_gt(count, 300);
}

Test(ffi_report, is_formatted_whatever_it_holds)
{
    gdv_ffi_report report;
    char text[600];
    memset(&report, 'x', sizeof report); /* a path that no NUL ends */
    report.code = GDV_E_BOOL;
    report.misread = 0;
    report.need = 0;
    cr_assert_eq(gdv_ffi_report_format(&report, text, sizeof text), strlen(text));
    cr_assert_not_null(strstr(text, "BOOL at 8680820740569200760 (xxx"));
    cr_assert_not_null(strstr(text, "xxx): bool is neither 0 nor 1"));
    cr_assert_eq(strchr(text, ')') - strchr(text, '(') - 1, GDV_PATH_SIZE - 1);
    report.code = 7777;
    report.misread = 7777;
    cr_assert_eq(gdv_ffi_report_format(&report, text, 4), strlen("UNKNOWN: nothing"));
    cr_assert_str_eq(text, "UNK");
    cr_assert_eq(gdv_ffi_report_format(NULL, text, sizeof text), 0);
    cr_assert_str_eq(text, "");
    cr_assert_eq(gdv_ffi_report_format(&report, NULL, 0), strlen("UNKNOWN: nothing"));
    cr_assert_eq(gdv_ffi_report_format(&report, text, SIZE_MAX), 0);
}

/* ---- what belongs together */

Test(ffi_document, packet_and_nodes_may_lie_elsewhere_each_time)
{
    given map = given_hex(MAP, D);
    given moved = map;
    int64_t hp = 0;
    moved.bytes = packet_from_bytes(map.bytes.bytes, map.bytes.size);
    moved.nodes = nodes_of(6);
    moved.capacity = 6;
    memcpy(moved.nodes, map.nodes, 6 * sizeof *map.nodes);
    given_free(&map);
    cr_assert(opens(&moved));
    cr_assert_eq(gdv_ffi_to_int(OF(moved), gdv_ffi_find(OF(moved), 0, ".hp"), 0, 100, &hp), GDV_OK);
    cr_assert_eq(hp, 100);
    given_free(&moved);
}

Test(ffi_document, what_is_missing_or_misplaced_opens_nothing)
{
    given map = given_hex(MAP, D);
    gdv_node *nodes = nodes_of(map.capacity + 1);
    const gdv_ffi_document document = map.document;
    given other = map;
    char room[sizeof document + 4];
    memcpy(room + 1, &document, sizeof document);

    cr_expect_eq(gdv_ffi_type(NULL, map.bytes.bytes, map.bytes.size, map.nodes, map.capacity, 0), GDV_TYPE_COUNT);
    cr_expect_eq(gdv_ffi_type((const gdv_ffi_document *)(const void *)(room + 1), map.bytes.bytes, map.bytes.size,
                              map.nodes, map.capacity, 0),
                 GDV_TYPE_COUNT);
    other.bytes.bytes = NULL;
    cr_expect_not(opens(&other));
    other = map;
    other.nodes = NULL;
    cr_expect_not(opens(&other));
    memcpy((char *)nodes + 1, map.nodes, map.capacity * sizeof *nodes);
    other.nodes = (gdv_node *)(void *)((char *)nodes + 1);
    cr_expect_not(opens(&other));
    other = map;
    other.capacity = SIZE_MAX / sizeof *nodes;
    cr_expect_not(opens(&other));
    for (other.capacity = 0; other.capacity <= 5; other.capacity += 1) {
        cr_expect_not(opens(&other));
    }
    cr_expect(opens(&other), "six nodes");
    free(nodes);
    given_free(&map);
}

Test(ffi_document, a_packet_of_another_size_opens_nothing)
{
    given map = given_hex(MAP, D);
    given other = map;
    other.bytes.size += 1;
    cr_expect_not(opens(&other));
    other.bytes.size = map.bytes.size - 1;
    cr_expect_not(opens(&other));
    other.bytes.size = SIZE_MAX;
    other.document.size = UINT32_MAX;
    cr_expect_not(opens(&other));
    given_free(&map);
}

/* The type of a value is in its node: no byte of the packet is read. */
Test(ffi_document, a_packet_that_ends_at_the_last_address_opens_nothing)
{
    given map = given_hex(MAP, D);
    given other = map;
    other.bytes.bytes = (uint8_t *)(UINTPTR_MAX - map.bytes.size);
    cr_expect_eq(gdv_ffi_type(OF(other), 0), GDV_TYPE_DICTIONARY, "it ends before that");
    other.bytes.bytes += 1;
    cr_expect_eq(gdv_ffi_type(OF(other), 0), GDV_TYPE_COUNT);
    given_free(&map);
}

Test(ffi_document, of_no_dialect_opens_nothing_even_if_its_nodes_say_so)
{
    given map = given_hex(MAP, D);
    map.document.dialect = GDV_DIALECT_COUNT;
    map.nodes[map.document.count].count = GDV_DIALECT_COUNT;
    cr_expect_not(opens(&map));
    given_free(&map);
}

Test(ffi_document, other_numbers_open_nothing)
{
    given map = given_hex(MAP, D);
    given other = map;
    other.document.count = 4;
    cr_expect_not(opens(&other));
    other.document.count = 6;
    cr_expect_not(opens(&other));
    other.document.count = 0;
    cr_expect_not(opens(&other));
    other = map;
    other.document.dialect = GDV_DIALECT_GODOT4_3;
    cr_expect_not(opens(&other));
    other.document.dialect = GDV_DIALECT_COUNT;
    cr_expect_not(opens(&other));
    other = map;
    other.document.permit = GDV_PERMIT_TEXT_NUL;
    cr_expect_not(opens(&other));
    other = map;
    other.document.size += 4;
    other.bytes.size += 4;
    cr_expect_not(opens(&other));
    memset(&other.document, 0, sizeof other.document);
    cr_expect_not(opens(&other));
    given_free(&map);
}

/* The closing node says so of every node in which something else stands: each of its fields is compared. */
Test(ffi_document, nodes_whose_end_was_written_to_open_nothing)
{
    given map = given_hex(MAP, D);
    gdv_node *end = &map.nodes[map.document.count];
    const gdv_node closing = *end;
    end->offset += 1;
    cr_expect_not(opens(&map));
    *end = closing;
    end->next += 1;
    cr_expect_not(opens(&map));
    *end = closing;
    end->count += 1;
    cr_expect_not(opens(&map));
    *end = closing;
    end->id = GDV_NODE_NAME;
    cr_expect_not(opens(&map));
    *end = closing;
    map.nodes[0].next += 1;
    cr_expect_not(opens(&map));
    map.nodes[0].next -= 1;
    cr_expect(opens(&map));
    given_free(&map);
}

/* A document of nodes into which another packet was parsed since: of another size, dialect or policy, larger, smaller, or
 * refused. `second` in hex. */
static bool opens_after(const char *first, uint32_t first_dialect, const char *second, uint32_t second_dialect,
                        const gdv_policy *policy)
{
    given older = given_hex(first, first_dialect);
    packet other = packet_from_hex(second);
    gdv_ffi_document newer;
    cr_assert(opens(&older));
    gdv_node *nodes = nodes_of(64);
    memcpy(nodes, older.nodes, older.capacity * sizeof *nodes);
    free(older.nodes);
    older.nodes = nodes;
    older.capacity = 64;
    cr_assert(opens(&older));
    (void)!gdv_ffi_parse(&newer, other.bytes, other.size, second_dialect, policy, nodes, 64, NULL);
    bool still = opens(&older);
    given_free(&older);
    packet_free(&other);
    return still;
}

Test(ffi_document, nodes_of_another_packet_open_nothing)
{
    static const char *const NIL = "00000000";
    static const char *const THREE = "1c000000 02000000 00000000 00000000";
    gdv_policy trailing = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TRAILING);
    cr_expect_not(opens_after(NIL, D, MAP, D, NULL), "larger");
    cr_expect_not(opens_after(MAP, D, NIL, D, NULL), "smaller");
    cr_expect_not(opens_after(THREE, D, "1c000000 02000000 00000000 01000000 00000000", D, NULL), "another size");
    cr_expect_not(opens_after(NIL, D, NIL, GDV_DIALECT_GODOT3, NULL), "another dialect");
    cr_expect_not(opens_after(NIL, D, NIL, D, &trailing), "another policy");
    /* a value of one node that is refused at its end, with an id that the other dialect does not have */
    cr_expect_not(
        opens_after(NIL, GDV_DIALECT_GODOT3, "26000000 01000000 00000000 00000000 00000000 00000000 00", D, NULL),
        "refused");
    cr_expect_not(opens_after(MAP, D, "1b000000 02000000 00000000 00000000", D, NULL), "refused inside");
    cr_expect_not(opens_after(MAP, D, "", D, NULL), "of no bytes");
    cr_expect_not(opens_after(NIL, D, "", D, NULL), "of no bytes");
    /* alike in all that matters: every node of it leads into a packet of that size */
    cr_expect(opens_after(THREE, D, "1c000000 02000000 00000000 00000000", D, NULL), "the same");
}

Test(ffi_document, a_packet_that_changed_is_answered_for_from_inside_of_it)
{
    guarded memory = guard_open(4096);
    packet bytes = packet_from_hex(MAP);
    uint8_t *last = guard_last(&memory, bytes.size);
    given map = given_hex(MAP, D);
    guard_says("a changed packet without a pointer");
    packet_free(&map.bytes);
    map.bytes.bytes = last;
    map.bytes.size = bytes.size;
    for (uint32_t value = 0; value < 256; value += 1) {
        memset(last, (int)value, bytes.size);
        for (uint32_t index = 0; index < map.document.count; index += 1) {
            char json[4096];
            uint64_t length = 0;
            gdv_ffi_span span = {0, 0};
            (void)gdv_ffi_find(OF(map), index, ".hp");
            (void)!gdv_ffi_to_text(OF(map), index, &span);
            cr_assert(span.offset <= bytes.size && span.size <= bytes.size - span.offset);
            cr_assert_eq(gdv_ffi_to_json(OF(map), index, json, sizeof json, &length), GDV_OK);
            cr_assert_eq(strlen(json), length);
        }
    }
    free(map.nodes);
    packet_free(&bytes);
    guard_close(&memory);
}
