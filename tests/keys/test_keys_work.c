/* SPDX-License-Identifier: MIT */
/* What it costs to look for duplicate keys, counted and not timed: over a library that counts how often it compares two
 * keys, how many values it reads again, how many words it digests, and how far its last sort moves entries
 * (//tests:gdv_counting). Promise 3: work is linear in the packet. */
#include <criterion/criterion.h>
#include <stdlib.h>

#include "lib/keys/key_entries.h"
#include "tests/support/hostile_keys.h"
#include "tests/support/support.h"

extern uint32_t gdv_comparisons; /* of two keys */
extern uint32_t gdv_rereads;     /* values read again, for a comparison or for a digest */
extern uint64_t gdv_moves;       /* entries moved by one place */
extern uint64_t gdv_digested;    /* words of eight bytes or less */

static void count_anew(void)
{
    gdv_comparisons = 0;
    gdv_rereads = 0;
    gdv_moves = 0;
    gdv_digested = 0;
}

static gdv_status counted(const builder *made, gdv_dialect dialect, gdv_stats *stats)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    void *scratch = malloc(gdv_scratch_bound(made->size));
    stats->struct_size = sizeof *stats;
    count_anew();
    gdv_status status =
        gdv_validate(made->bytes, made->size, dialect, &policy, scratch, gdv_scratch_bound(made->size), stats, NULL);
    free(scratch);
    return status;
}

/* How many comparisons and values read again a key may cost, times two. A fingerprint that two keys have by chance
 * costs one comparison: few dictionaries have one. */
typedef struct allowance {
    key_shape shape;
    uint32_t comparisons;
    uint32_t rereads;
} allowance;

static const allowance allowances[] = {
    {KEYS_INTS, 0, 0},
    {KEYS_WIDE_INTS, 0, 0},
    {KEYS_TEXTS, 0, 0},
    {KEYS_FLOATS, 0, 0},
    {KEYS_COLLIDING_INTS, 0, 2},
    {KEYS_COLLIDING_TEXTS, 0, 2},
    {KEYS_COLLIDING_PAIRS, 1, 2},
    {KEYS_COLLIDING_TRIPLES, 0, 2},
    {KEYS_LONG_TEXTS, 0, 0},
    {KEYS_PATHS, 0, 0},
    {KEYS_STRINGS, 0, 0},
    {KEYS_SHORT_ARRAYS, 0, 0},
    {KEYS_LONG_ARRAYS, 0, 0},
    {KEYS_HUGE_ARRAYS, 0, 0},
    {KEYS_DEEP_ARRAYS, 0, 0},
    {KEYS_IDENTITIES, 0, 0},
    {KEYS_LATE_ARRAYS, 0, 0},
    {KEYS_DICTIONARIES, 0, 0},
    {KEYS_LATE_VALUES, 0, 0},
    {KEYS_EARLY_VALUES, 0, 0},
    {KEYS_DEEP_KEYS, 0, 0},
    {KEYS_TREES, 0, 0},
};

static const uint32_t by_chance = 2;

/* What lib/keys/key_entries.c leaves for its last sort stands within so many places of where it belongs. */
static const uint64_t moves_of_each = 48;

Test(keys_work, no_keys_cost_more_than_a_comparison_or_a_digest_each)
{
    cr_assert_eq(sizeof allowances / sizeof allowances[0], KEY_SHAPES);
    for (size_t row = 0; row < KEY_SHAPES; row += 1) {
        const allowance *allowed = &allowances[row];
        for (size_t size = 200; size <= 1024 * 1024; size *= 8) {
            gdv_stats stats;
            uint32_t count = 0;
            builder made = dictionary_of_size(allowed->shape, size, 5, &count);
            gdv_status status = counted(&made, key_shape_dialect(allowed->shape), &stats);
            cr_assert_eq(status, GDV_OK, "%s: %s", key_shape_text(allowed->shape), gdv_status_name(status));
            cr_assert_leq(gdv_comparisons, allowed->comparisons * count / 2 + by_chance, "%u %s: %u comparisons", count,
                          key_shape_text(allowed->shape), gdv_comparisons);
            cr_assert_leq(gdv_rereads, allowed->rereads * count / 2 + 2 * by_chance, "%u %s: %u values read again",
                          count, key_shape_text(allowed->shape), gdv_rereads);
            cr_assert_leq(gdv_moves, moves_of_each * stats.values, "%u %s: %zu moves", count,
                          key_shape_text(allowed->shape), (size_t)gdv_moves);
            builder_free(&made);
        }
    }
}

/* The same where the keys are looked at while a document is built. */
Test(keys_work, no_keys_of_a_document_cost_more_either)
{
    for (size_t row = 0; row < KEY_SHAPES; row += 1) {
        const allowance *allowed = &allowances[row];
        const gdv_dialect dialect = key_shape_dialect(allowed->shape);
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
        uint32_t count = 0;
        builder made = dictionary_of_size(allowed->shape, 1600, 5, &count);
        size_t bound = gdv_document_bound(made.size);
        gdv_node *nodes = (gdv_node *)malloc(bound * sizeof *nodes);
        gdv_document document;
        count_anew();
        gdv_status status = gdv_document_parse(&document, made.bytes, made.size, dialect, &policy, nodes, bound, NULL);
        cr_assert_eq(status, GDV_OK, "%s: %s", key_shape_text(allowed->shape), gdv_status_name(status));
        cr_assert_leq(gdv_comparisons, allowed->comparisons * count / 2 + by_chance, "%u %s: %u comparisons", count,
                      key_shape_text(allowed->shape), gdv_comparisons);
        cr_assert_leq(gdv_rereads, allowed->rereads * count / 2 + 2 * by_chance, "%u %s: %u values read again", count,
                      key_shape_text(allowed->shape), gdv_rereads);
        free(nodes);
        builder_free(&made);
    }
}

/* The same key n times. */
Test(keys_work, equal_keys_cost_a_comparison_each)
{
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        if (shape == KEYS_TREES || shape == KEYS_IDENTITIES) {
            continue;
        }
        const uint32_t n = shape == KEYS_HUGE_ARRAYS ? 20 : 1000;
        hostile_keys *ring = hostile_keys_of((key_shape)shape, 1, 5);
        builder made = {NULL, 0, 0};
        gdv_stats stats;
        put_u32(&made, id_of(ring->dialect, GDV_TYPE_DICTIONARY));
        put_u32(&made, n);
        for (uint32_t index = 0; index < n; index += 1) {
            put_bytes(&made, ring->keys.bytes, ring->keys.size);
            put_u32(&made, id_of(ring->dialect, GDV_TYPE_NIL));
        }
        cr_assert_eq(counted(&made, ring->dialect, &stats), GDV_E_DUPLICATE_KEY, "%s",
                     key_shape_text((key_shape)shape));
        cr_assert_leq(gdv_comparisons, n, "%s: %u comparisons", key_shape_text((key_shape)shape), gdv_comparisons);
        cr_assert_leq(gdv_rereads, 3 * stats.values, "%s: %u of %u values read again", key_shape_text((key_shape)shape),
                      gdv_rereads, stats.values);
        builder_free(&made);
        hostile_keys_free(ring);
    }
}

/* {key: nil, key: nil, key: nil} again and again, each within the key of the one around it: what a key holds is not
 * read again by each dictionary around. */
Test(keys_work, keys_within_keys_are_not_read_again_at_each_depth)
{
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    const uint32_t dictionary = id_of(dialect, GDV_TYPE_DICTIONARY);
    const uint32_t nil = id_of(dialect, GDV_TYPE_NIL);
    const uint32_t integer = id_of(dialect, GDV_TYPE_INT);
    for (uint32_t depth = 1; depth <= 30; depth += 1) {
        builder made = {NULL, 0, 0};
        gdv_stats stats;
        for (uint32_t level = 0; level < depth; level += 1) {
            put_u32(&made, dictionary);
            put_u32(&made, 3);
        }
        put_u32(&made, integer);
        put_u32(&made, 1000);
        for (uint32_t level = 0; level < depth; level += 1) {
            put_u32(&made, nil);
            for (uint32_t key = 0; key < 2; key += 1) { /* {key: nil, nil: nil, 1000: nil}, as far as it may be alike */
                put_u32(&made, dictionary);
                put_u32(&made, 3);
                put_u32(&made, integer);
                put_u32(&made, key);
                put_u32(&made, nil);
                put_u32(&made, nil);
                put_u32(&made, nil);
                put_u32(&made, integer);
                put_u32(&made, 1000);
                put_u32(&made, nil);
                put_u32(&made, nil);
            }
        }
        gdv_status status = counted(&made, dialect, &stats);
        cr_assert_eq(status, GDV_OK, "depth %u: %s", depth, gdv_status_name(status));
        cr_assert_eq(gdv_comparisons, 0, "depth %u: %u comparisons", depth, gdv_comparisons);
        cr_assert_eq(gdv_rereads, 0, "depth %u: %u values read again", depth, gdv_rereads);
        builder_free(&made);
    }
}

/* Of entries with the numbers that `number_of` gives, the last sort moves none far. */
static void are_sorted_in_linear_time(uint32_t (*number_of)(uint32_t index, uint32_t n, uint32_t drawn, uint32_t shift))
{
    const uint32_t n = 20000;
    uint8_t *memory = (uint8_t *)malloc(8 * (size_t)n);
    for (uint32_t shift = 0; shift < 32; shift += 8) {
        uint64_t chance = 1;
        for (uint32_t index = 0; index < n; index += 1) {
            chance = (chance * 1664525u + 1013904223u) & 0xffffffffu;
            uint32_t number = number_of(index, n, (uint32_t)(chance >> 12), shift);
            gdv_entry_set(memory + 8 * (size_t)n, index, gdv_entry(number, index));
        }
        gdv_moves = 0;
        gdv_entries_sort(memory + 8 * (size_t)n, 0, n);
        cr_assert_leq(gdv_moves, moves_of_each * n, "bits from %u on: %zu moves", shift, (size_t)gdv_moves);
    }
    free(memory);
}

static uint32_t in_one_byte(uint32_t index, uint32_t n, uint32_t drawn, uint32_t shift)
{
    (void)index;
    (void)n;
    return (drawn >> 4) % 256 << shift;
}

/* Four groups, and in each all that the byte below can be. */
static uint32_t in_a_byte_and_the_next(uint32_t index, uint32_t n, uint32_t drawn, uint32_t shift)
{
    static const uint32_t groups[] = {2, 3, 130, 131};
    uint32_t group = groups[drawn % 4] << shift;
    return shift == 0 ? in_one_byte(index, n, drawn, 0) : group + ((drawn >> 4) % 256 << (shift - 8));
}

static uint32_t the_larger_first(uint32_t index, uint32_t n, uint32_t drawn, uint32_t shift)
{
    (void)drawn;
    return (index < n / 4 ? 3u : 1u) << shift;
}

/* Numbers that differ in the last byte alone are sorted by that as well as by the first. */
Test(keys_work, numbers_that_are_almost_alike_are_sorted_in_linear_time)
{
    are_sorted_in_linear_time(in_one_byte);
    are_sorted_in_linear_time(in_a_byte_and_the_next);
}

Test(keys_work, two_numbers_in_the_wrong_order_are_sorted_in_linear_time)
{
    are_sorted_in_linear_time(the_larger_first);
}

/* The smallest dictionaries in which each way of telling keys apart is taken, counted to the digit. */
Test(keys_work, few_keys_cost_what_telling_them_apart_takes)
{
    static const struct {
        key_shape shape;
        uint32_t comparisons; /* of each two keys, both of which are read again */
        uint32_t digests;     /* of each key, which is read again too */
    } rows[] = {
        {KEYS_INTS, 0, 0},           {KEYS_TEXTS, 0, 0},           {KEYS_SHORT_ARRAYS, 0, 0},
        {KEYS_COLLIDING_INTS, 0, 1}, {KEYS_COLLIDING_TEXTS, 0, 1}, {KEYS_COLLIDING_PAIRS, 1, 0},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        gdv_stats stats;
        uint32_t count = 0;
        builder made = dictionary_of_size(rows[row].shape, 1024, 1, &count);
        gdv_status status = counted(&made, key_shape_dialect(rows[row].shape), &stats);
        const char *name = key_shape_text(rows[row].shape);
        cr_assert_eq(status, GDV_OK, "%s: %s", name, gdv_status_name(status));
        cr_assert_geq(count, 33, "%s: %u", name, count);
        uint32_t comparisons = rows[row].comparisons * (count / 2);
        uint32_t rereads = rows[row].digests * count + 2 * comparisons;
        cr_assert_eq(gdv_comparisons, comparisons, "%u %s: %u comparisons", count, name, gdv_comparisons);
        cr_assert_eq(gdv_rereads, rereads, "%u %s: %u values read again", count, name, gdv_rereads);
        builder_free(&made);
    }
}

/* Text nearly always is a key's only value, and lies there to be compared. */
Test(keys_work, texts_that_are_equal_are_compared_and_not_read_again)
{
    builder made = {NULL, 0, 0};
    gdv_stats stats;
    put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_DICTIONARY));
    put_u32(&made, 2);
    for (uint32_t key = 0; key < 2; key += 1) {
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_STRING));
        put_u32(&made, 4);
        put_bytes(&made, "same", 4);
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_NIL));
    }
    cr_assert_eq(counted(&made, GDV_DIALECT_GODOT3, &stats), GDV_E_DUPLICATE_KEY);
    cr_assert_eq(gdv_comparisons, 1);
    cr_assert_eq(gdv_rereads, 0);
    builder_free(&made);
}

/* ---- values in a row ---- */

typedef enum entrance { VALIDATE, READ, PARSE, CANONICALIZE, ENTRANCES } entrance;

static gdv_status enter(entrance by, const uint8_t *bytes, size_t size, const gdv_policy *policy, void *memory)
{
    static uint8_t out[4096];
    static gdv_reader reader;
    const gdv_dialect dialect = GDV_DIALECT_GODOT3;
    const size_t room = 4096;
    gdv_document document;
    size_t out_size = 0;
    switch (by) {
    case VALIDATE:
        return gdv_validate(bytes, size, dialect, policy, memory, room, NULL, NULL);
    case READ:
        return gdv_reader_init(&reader, bytes, size, dialect, policy, memory, room) == GDV_OK
                   ? gdv_reader_finish(&reader, NULL)
                   : reader.status;
    case PARSE:
        return gdv_document_parse(&document, bytes, size, dialect, policy, (gdv_node *)memory, room / 16, NULL);
    case CANONICALIZE:
    case ENTRANCES:
        break;
    }
    return gdv_canonicalize(bytes, size, dialect, policy, memory, room, out, sizeof out, &out_size, NULL);
}

/* Of values that lie one after the other, and each of which needs digests: one when its dictionary ends, another when
 * a key opens. What is read is one value, whatever lies after it. */
Test(keys_work, values_in_a_row_are_digested_once_each)
{
    const uint32_t in_a_row = 200;
    const key_shape shapes[] = {KEYS_COLLIDING_TRIPLES, KEYS_SHORT_ARRAYS};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE | GDV_PERMIT_TRAILING);
    void *memory = malloc(4096);
    for (size_t row = 0; row < sizeof shapes / sizeof shapes[0]; row += 1) {
        for (int by = 0; by < ENTRANCES; by += 1) {
            uint32_t count = 0;
            builder made = {NULL, 0, 0};
            builder value = dictionary_of_size(shapes[row], 300, 5, &count);
            for (uint32_t index = 0; index < in_a_row; index += 1) {
                put_bytes(&made, value.bytes, value.size);
            }
            count_anew();
            for (size_t at = 0; at < made.size; at += value.size) {
                gdv_status status = enter((entrance)by, made.bytes + at, made.size - at, &policy, memory);
                cr_assert_eq(status, GDV_OK, "entrance %d: %s", by, gdv_status_name(status));
            }
            cr_assert_geq(8 * gdv_digested, made.size, "entrance %d: %zu words", by, (size_t)gdv_digested);
            cr_assert_leq(8 * gdv_digested, 6 * made.size, "entrance %d: %zu words", by, (size_t)gdv_digested);
            cr_assert_leq(gdv_rereads, made.size / 4 + in_a_row, "entrance %d: %u values", by, gdv_rereads);
            builder_free(&made);
            builder_free(&value);
        }
    }
    free(memory);
}

static gdv_status parse_row(const builder *row, gdv_dialect dialect)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    const size_t capacity = gdv_values_bound(row->size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes);
    gdv_document document;
    count_anew();
    const gdv_status status = gdv_document_parse_values(&document, row->bytes, row->size, dialect, &policy,
                                                        GDV_ALL_VALUES, nodes, capacity, NULL, NULL);
    free(nodes);
    return status;
}

/* Of n dictionaries that cost so much alone. */
static uint64_t most(uint32_t n, uint64_t once)
{
    return 21 * n * once / 20 + 2 * by_chance;
}

/* In a row, read in one pass, each dictionary costs what it does alone, and a twentieth more at
 * most. */
Test(keys_work, a_row_of_dictionaries_costs_what_each_of_them_does)
{
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        uint32_t count = 0;
        builder value = dictionary_of_size((key_shape)shape, 600, 5, &count);
        builder row = {NULL, 0, 0};
        const char *name = key_shape_text((key_shape)shape);
        const gdv_dialect dialect = key_shape_dialect((key_shape)shape);
        put_bytes(&row, value.bytes, value.size);
        cr_assert_eq(parse_row(&row, dialect), GDV_OK, "%s", name);
        const uint64_t once[] = {gdv_comparisons, gdv_rereads, gdv_moves, gdv_digested};
        uint32_t n = 1;
        while (n < 4 || (n < 64 && row.size < 100000)) {
            put_bytes(&row, value.bytes, value.size);
            n += 1;
        }
        cr_assert_eq(parse_row(&row, dialect), GDV_OK, "%s", name);
        cr_assert_leq(gdv_comparisons, most(n, once[0]), "%u %s: %u comparisons", n, name, gdv_comparisons);
        cr_assert_leq(gdv_rereads, most(n, once[1]), "%u %s: %u values read again", n, name, gdv_rereads);
        cr_assert_leq(gdv_moves, most(n, once[2]), "%u %s: %zu moves", n, name, (size_t)gdv_moves);
        cr_assert_leq(gdv_digested, most(n, once[3]), "%u %s: %zu words", n, name, (size_t)gdv_digested);
        builder_free(&row);
        builder_free(&value);
    }
}

Test(keys_work, the_library_counts)
{
    uint32_t count = 0;
    gdv_stats stats;
    builder made = dictionary_of_size(KEYS_COLLIDING_PAIRS, 1000, 5, &count);
    cr_assert_eq(counted(&made, GDV_DIALECT_GODOT3, &stats), GDV_OK);
    cr_assert_eq(gdv_comparisons, count / 2);
    cr_assert_eq(gdv_rereads, count / 2 * 2);
    builder_free(&made);
    made = dictionary_of_size(KEYS_TEXTS, 1200, 5, &count);
    cr_assert_eq(counted(&made, GDV_DIALECT_GODOT3, &stats), GDV_OK);
    cr_assert_gt(gdv_moves, 0);
    cr_assert_eq(gdv_digested, 0);
    builder_free(&made);
    made = dictionary_of_size(KEYS_SHORT_ARRAYS, 1000, 5, &count);
    cr_assert_eq(counted(&made, GDV_DIALECT_GODOT3, &stats), GDV_OK);
    cr_assert_gt(gdv_digested, 1000 / 8);
    builder_free(&made);
}
