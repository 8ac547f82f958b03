/* SPDX-License-Identifier: MIT */
/* gdv_document_bound is exact: it equals what a search over all shapes of packets finds, and for every size there is a
 * packet that takes that many nodes and not one less. The search knows what a value costs in bytes (wire reference,
 * section 5) and in room (document.h: 16 bytes a node, 8 a key and a dictionary that is open), and nothing of the
 * formula. Promise 1. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"

/* ---- the search ---- */

/* Bytes are counted in words of four, room in halves of a node. */
enum { WORDS = 30, KEYS = WORDS / 2 };

/* What a container takes before its first child, and what stands before each child. */
typedef enum kind { ARRAY, DICTIONARY, OBJECT, KINDS } kind;

static const struct {
    uint32_t header; /* words: header, count, the class of an object */
    uint32_t held;   /* halves: its node, and a dictionary's own entry among the keys */
    uint32_t name;   /* a word and a node before each child */
} kinds[KINDS] = {{2, 2, 0}, {2, 3, 0}, {4, 2, 1}};

/* The most room that is asked for at once while a value of so many words is read, with so many nodes in it; 0 where
 * there is no such value. The nodes stay; the keys in it are gone when it ends. */
static uint32_t value_peak[WORDS + 1][WORDS + 1];

/* The same for the first children of a container of some kind, with so many keys, which are still held. `after_key` is
 * 1 where the last of them is a key, whose value comes next. */
static uint32_t row_peak[KINDS][2][WORDS + 1][WORDS + 1][KEYS + 1];

static uint32_t larger(uint32_t one, uint32_t other)
{
    return one > other ? one : other;
}

/* A row that ends in a child of `child` words and `inside` nodes, its name counted with both. */
static void append(kind of, uint32_t after_key, uint32_t words, uint32_t child, uint32_t inside)
{
    uint32_t name = kinds[of].name;
    uint32_t peak = value_peak[child - name][inside - name];
    uint32_t is_key = of == DICTIONARY && after_key == 0 ? 1 : 0;
    uint32_t then = is_key;
    for (uint32_t nodes = 0; peak > 0 && nodes + inside <= words; nodes += 1) {
        for (uint32_t keys = 0; keys + is_key <= KEYS; keys += 1) {
            uint32_t before = row_peak[of][after_key][words - child][nodes][keys];
            if (before > 0) {
                uint32_t held = kinds[of].held + 2 * (nodes + name) + keys + is_key;
                uint32_t *most = &row_peak[of][then][words][nodes + inside][keys + is_key];
                *most = larger(*most, larger(before, held + peak));
            }
        }
    }
}

/* From small to large: values of `words` words from rows of fewer, rows of `words` words from values of as many. */
static void search_for(uint32_t words)
{
    value_peak[words][1] = 2; /* null, or text that fills the words, or an empty container */
    for (kind of = 0; of < KINDS; of += 1) {
        for (uint32_t nodes = 1; words > kinds[of].header && nodes < words; nodes += 1) {
            for (uint32_t keys = 0; keys <= KEYS; keys += 1) {
                uint32_t peak = row_peak[of][0][words - kinds[of].header][nodes][keys];
                value_peak[words][nodes + 1] = larger(value_peak[words][nodes + 1], peak);
            }
        }
    }
    for (kind of = 0; of < KINDS; of += 1) {
        for (uint32_t child = 1 + kinds[of].name; child <= words; child += 1) {
            for (uint32_t inside = 1 + kinds[of].name; inside <= child; inside += 1) {
                append(of, 0, words, child, inside);
                append(of, 1, words, child, inside);
            }
        }
    }
}

/* Nodes that some packet of so many words asks for, and none asks for more. */
static void search(size_t *nodes)
{
    uint32_t most = 0;
    memset(value_peak, 0, sizeof value_peak);
    memset(row_peak, 0, sizeof row_peak);
    for (kind of = 0; of < KINDS; of += 1) {
        row_peak[of][0][0][0][0] = kinds[of].held;
    }
    nodes[0] = 0;
    for (uint32_t words = 1; words <= WORDS; words += 1) {
        search_for(words);
        for (uint32_t inside = 1; inside <= words; inside += 1) {
            most = larger(most, value_peak[words][inside]);
        }
        nodes[words] = (most + 1) / 2;
    }
}

/* Bytes that do not fill a word begin no value, but for the one that a short form can be (GDV_ENCODING_COMPRESSED). */
Test(document_bound, is_what_a_search_over_all_shapes_finds)
{
    size_t nodes[WORDS + 1];
    search(nodes);
    for (size_t size = 0; size < 4 * (WORDS + 1); size += 1) {
        size_t bound = gdv_document_bound(size);
        size_t found = nodes[size / 4] == 0 && size > 0 ? 1 : nodes[size / 4];
        cr_expect_eq(bound, found, "%zu bytes: bound %zu, the search finds %zu", size, bound, found);
    }
}

/* So that the search is known to find what is there: halves counted by hand (test_document.c has the same packets). */
Test(document_bound, search_finds_what_is_counted_by_hand)
{
    static const struct {
        uint32_t words;
        size_t nodes;
    } rows[] = {
        {1, 1}, /* null */
        {2, 1}, /* [] */
        {3, 2}, /* [null] */
        {4, 4}, /* {null: null} */
        {5, 4}, /* [null, null, null] */
        {6, 7}, /* {null: null, null: null}: 13 halves */
        {7, 7}, /* {null: {null: null}}: 14 halves */
    };
    size_t nodes[WORDS + 1];
    search(nodes);
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        cr_expect_eq(nodes[rows[index].words], rows[index].nodes, "%u words: %zu", rows[index].words,
                     nodes[rows[index].words]);
    }
}

/* ---- packets that take it all ---- */

/* Of Godot 3: a dictionary of nils; where four bytes are left over, the same as the only value of another dictionary,
 * or for the smallest an array. Bytes that fill no word follow it. */
static builder greedy_packet(size_t size)
{
    builder made = {NULL, 0, 0};
    size_t words = size / 4;
    bool nested = words % 2 == 1 && words >= 7;
    if (nested) {
        put_u32(&made, 0x12);
        put_u32(&made, 1);
        put_u32(&made, 0);
    }
    size_t left = words - made.size / 4;
    if (left >= 2) {
        bool pairs = left % 2 == 0;
        put_u32(&made, pairs ? 0x12 : 0x13);
        put_u32(&made, (uint32_t)(pairs ? (left - 2) / 2 : left - 2));
    }
    while (made.size < size) {
        put_bytes(&made, "\0\0\0\0", size - made.size < 4 ? size - made.size : 4);
    }
    return made;
}

static gdv_status parse_in(const builder *bytes, size_t capacity, size_t *need)
{
    gdv_policy policy = policy_from_text("strict+trailing");
    packet copy = packet_from_bytes(bytes->bytes, bytes->size);
    gdv_node *nodes = nodes_of(capacity);
    gdv_report report = {.struct_size = sizeof report};
    gdv_document document;
    gdv_status code =
        gdv_document_parse(&document, copy.bytes, copy.size, GDV_DIALECT_GODOT3, &policy, nodes, capacity, &report);
    *need = (size_t)report.need;
    free(nodes);
    packet_free(&copy);
    return code;
}

/* Two keys of four bytes that differ there are few of, so the larger packets have one key twice: that is found, with
 * the memory that the bound gives. */
Test(document_bound, is_what_some_packet_of_every_size_needs)
{
    for (size_t size = 4; size <= 420; size += 1) {
        builder made = greedy_packet(size);
        size_t bound = gdv_document_bound(size);
        size_t need = 0;
        gdv_status code = parse_in(&made, bound - 1, &need);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%zu bytes in %zu nodes: %s", size, bound - 1, gdv_status_name(code));
        cr_expect_eq(need, bound, "%zu bytes: need %zu, bound %zu", size, need, bound);
        code = parse_in(&made, 0, &need);
        cr_expect_eq(code, GDV_E_NO_SPACE, "%zu bytes in no nodes: %s", size, gdv_status_name(code));
        cr_expect_eq(need, bound, "%zu bytes: need %zu, bound %zu", size, need, bound);
        code = parse_in(&made, bound, &need);
        bool twice = size >= 24 && !(size >= 28 && size < 32);
        cr_expect_eq(code, twice ? GDV_E_DUPLICATE_KEY : GDV_OK, "%zu bytes in %zu nodes: %s", size, bound,
                     gdv_status_name(code));
        builder_free(&made);
    }
}

/* ---- sizes without packets ---- */

Test(document_bound, never_falls_and_ends_at_what_memory_can_hold)
{
    static const size_t sizes[] = {0,       1,       3,       4,          1000,       65535,        65536,
                                   1 << 20, 1 << 23, 1 << 30, 0x7fffffff, 0x80000000, SIZE_MAX / 2, SIZE_MAX - 1,
                                   SIZE_MAX};
    size_t before = 0;
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        size_t bound = gdv_document_bound(sizes[index]);
        cr_expect_geq(bound, before, "%zu bytes: %zu", sizes[index], bound);
        cr_expect_leq(bound, SIZE_MAX / sizeof(gdv_node), "%zu bytes: %zu", sizes[index], bound);
        before = bound;
    }
    cr_expect_eq(gdv_document_bound(SIZE_MAX), SIZE_MAX / sizeof(gdv_node));
    /* 8 MiB, the strict policy's limit, by hand: 2^20 - 1 pairs, 3 + 5 * (2^20 - 1) halves */
    cr_expect_eq(gdv_document_bound((size_t)1 << 23), ((size_t)5 * ((1 << 20) - 1) + 4) / 2);
}

/* By hand, as the comment of gdv_document_bound counts: 3 + 5 * 149 halves for 1,200 bytes. As what needs a constant
 * expression has it. */
_Static_assert(GDV_DOCUMENT_BOUND(0) == 0, "of no packet");
_Static_assert(GDV_DOCUMENT_BOUND(1) == 1, "of a short form");
_Static_assert(GDV_DOCUMENT_BOUND(4) == 1, "of null");
_Static_assert(GDV_DOCUMENT_BOUND(1200) == 374, "of a datagram");
_Static_assert(GDV_DOCUMENT_BOUND(SIZE_MAX) == SIZE_MAX / 16, "of all there is");
enum { NODES_OF_A_DATAGRAM = GDV_DOCUMENT_BOUND(1200) };

Test(document_bound, is_a_constant_as_well)
{
    static gdv_node nodes[GDV_DOCUMENT_BOUND(1200)];
    cr_assert_eq(sizeof nodes / sizeof nodes[0], gdv_document_bound(1200));
    cr_assert_eq(NODES_OF_A_DATAGRAM, gdv_document_bound(1200));
    for (size_t size = 0; size < 100000; size += 1) {
        cr_assert_eq(GDV_DOCUMENT_BOUND(size), gdv_document_bound(size), "%zu", size);
    }
    const size_t around[] = {SIZE_MAX / 10, SIZE_MAX / 5, SIZE_MAX / 2, SIZE_MAX - 4096, GDV_MAX_BYTES};
    for (size_t index = 0; index < sizeof around / sizeof around[0]; index += 1) {
        for (size_t less = 0; less < 4096; less += 1) {
            cr_assert_eq(GDV_DOCUMENT_BOUND(around[index] - less), gdv_document_bound(around[index] - less));
            cr_assert_eq(GDV_DOCUMENT_BOUND(around[index] + less), gdv_document_bound(around[index] + less));
        }
    }
}
