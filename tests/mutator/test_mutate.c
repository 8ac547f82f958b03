/* SPDX-License-Identifier: MIT */
/* The fuzzers' structure-aware mutator (fuzz/mutator/mutate.h): that its tree is the packet, byte for byte; that mutations stay
 * in their buffer and come from their seed; and that they leave much of what they touch acceptable, since a mutator that
 * only makes garbage tests the first check of all and no other. The edits one by one: test_mutate_edit.c. */
#include "fuzz/mutator/mutate.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/mutator/sample.h"
#include "fuzz/support/input.h"
#include "tests/support/corpus.h"

static tree read_tree;

/* All that can be read, by the wire reference and not by what some engine makes of it. */
static gdv_policy lenient_policy(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_ALL);
    policy.permit &= ~GDV_PERMIT_ENGINE_SPAN;
    return policy;
}

/* Every byte of the packet is in one field, in order, and what a field says is there. */
static void fields_are_the_packet(const char *name, packet bytes, gdv_dialect dialect)
{
    uint8_t *again = malloc(bytes.size + 1);
    size_t size = 0;
    cr_assert_not_null(again);
    tree_read(&read_tree, bytes.bytes, bytes.size, dialect);
    for (uint32_t index = 0; index < read_tree.fields_used; index += 1) {
        const field *each = &read_tree.fields[index];
        cr_assert_eq(each->at, size, "%s: field %u begins at %u, the one before ended at %zu", name, index, each->at,
                     size);
        cr_assert_leq(each->size, bytes.size - size, "%s", name);
        memcpy(again + size, bytes.bytes + each->at, each->size);
        size += each->size;
    }
    cr_assert_eq(size, bytes.size, "%s: %zu of %zu bytes are in fields", name, size, bytes.size);
    cr_assert(size == 0 || memcmp(again, bytes.bytes, size) == 0, "%s", name);
    free(again);
}

/* Nodes lie inside their parents, after one another, items in their containers. */
static void nodes_are_nested(const char *name)
{
    for (uint32_t index = 0; index < read_tree.nodes_used; index += 1) {
        const node *each = &read_tree.nodes[index];
        cr_assert(each->item_at <= each->at && each->at < each->end, "%s: node %u", name, index);
        if (each->parent != NO_NODE) {
            const node *outer = &read_tree.nodes[each->parent];
            cr_assert(each->parent < index && outer->at < each->item_at && each->end <= outer->end, "%s: node %u", name,
                      index);
        }
    }
}

Test(mutate, the_tree_of_every_seed_is_whole_and_is_its_bytes)
{
    size_t trees = 0;
    gdv_policy policy = lenient_policy();
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            fields_are_the_packet(each.name, each.bytes, each.dialect);
            nodes_are_nested(each.name);
            cr_assert(read_tree.whole, "%s", each.name);
            /* the library, which shares nothing with the mutator but the wire table, counts the same values */
            verdict said = verdict_of(each.bytes.bytes, each.bytes.size, each.dialect, &policy);
            cr_assert_eq(said.code, GDV_OK, "%s", each.name);
            cr_assert_eq(read_tree.nodes_used, said.stats.values, "%s: %u nodes, %u values", each.name,
                         read_tree.nodes_used, (unsigned)said.stats.values);
            trees += 1;
        }
    }
    cr_assert_gt(trees, 500);
}

Test(mutate, the_tree_of_what_is_malformed_is_its_bytes_too)
{
    malformed each = malformed_of("corpus/malformed");
    size_t broken = 0;
    while (malformed_next(&each)) {
        for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
            fields_are_the_packet(each.name, each.bytes, (gdv_dialect)dialect);
            nodes_are_nested(each.name);
            broken += read_tree.whole ? 0 : 1;
        }
    }
    cr_assert_gt(broken, 1000);
}

Test(mutate, fresh_values_of_every_type_are_whole_and_mostly_acceptable)
{
    uint8_t memory[4096];
    size_t made = 0;
    size_t accepted = 0;
    gdv_policy policy = lenient_policy();
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (uint32_t id = 0; id < gdv_dialect_types((gdv_dialect)dialect); id += 1) {
            const char *name = gdv_dialect_type_name((gdv_dialect)dialect, id);
            size_t accepted_before = accepted;
            for (uint32_t seed = 0; seed < 50; seed += 1) {
                chance from = chance_from(seed);
                draft value = {memory, 0, sizeof memory};
                cr_assert(sample_add_value(&value, (gdv_dialect)dialect, id, &from));
                tree_read(&read_tree, value.bytes, value.size, (gdv_dialect)dialect);
                cr_assert(read_tree.whole, "%s, seed %u", name, seed);
                cr_assert_eq(read_tree.nodes[0].id, id, "%s, seed %u", name, seed);
                verdict said = verdict_of(value.bytes, value.size, (gdv_dialect)dialect, &policy);
                accepted += said.code == GDV_OK ? 1 : 0;
                made += 1;
            }
            cr_assert_gt(accepted, accepted_before, "no %s of %s is accepted", name,
                         gdv_dialect_name((gdv_dialect)dialect));
        }
    }
    fprintf(stderr, "mutate: %zu of %zu fresh values accepted\n", accepted, made);
    cr_assert_gt(accepted, made * 8 / 10, "%zu of %zu", accepted, made);
}

Test(mutate, a_selector_says_to_the_targets_what_was_written)
{
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (uint32_t rest = 0; rest < SELECTOR_RESTS; rest += 1) {
            selector how = {(gdv_dialect)dialect, rest};
            uint8_t input[4 + SELECTOR_SIZE] = {0};
            selector_write(how, input + 4);
            selector read = selector_read(input, sizeof input);
            cr_assert(read.dialect == how.dialect && read.rest == how.rest, "%u, %u", dialect, rest);
        }
    }
}

static gdv_dialect seen_dialect;
static size_t seen_size;

static void see(reading *of)
{
    seen_dialect = of->dialect;
    seen_size = of->size;
}

Test(mutate, targets_read_a_selector_as_it_was_meant)
{
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        uint8_t input[8 + SELECTOR_SIZE] = {0};
        selector_write((selector){(gdv_dialect)dialect, 200}, input + 8);
        for_each_reading(input, sizeof input, see);
        cr_assert_eq(seen_dialect, (gdv_dialect)dialect);
        cr_assert_eq(seen_size, 8);
    }
}

/* All seeds of a size that mutations like, with their dialects. */
#define MOST_SEEDS 2048u
#define MOST_SIZE 512u

typedef struct pool {
    packet packets[MOST_SEEDS];
    gdv_dialect dialects[MOST_SEEDS];
    uint32_t count;
} pool;

static pool seeds_in_memory(void)
{
    pool all;
    memset(&all, 0, sizeof all);
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            if (each.bytes.size <= MOST_SIZE && all.count < MOST_SEEDS) {
                all.packets[all.count] = packet_from_bytes(each.bytes.bytes, each.bytes.size);
                all.dialects[all.count] = each.dialect;
                all.count += 1;
            }
        }
    }
    cr_assert_gt(all.count, 500);
    return all;
}

static void free_pool(pool *all)
{
    for (uint32_t index = 0; index < all->count; index += 1) {
        packet_free(&all->packets[index]);
    }
}

/* Mutates a seed in a heap block of exactly `room` bytes: what is written after it, AddressSanitizer sees. */
static size_t mutated(packet from, size_t room, uint32_t seed, uint8_t **out)
{
    *out = malloc(room);
    cr_assert_not_null(*out);
    memset(*out, 0, room);
    memcpy(*out, from.bytes, from.size);
    mutate_plain_seed(seed);
    return mutate(*out, from.size, room, seed, mutate_plain);
}

/* Verdict on an input in the dialect of its selector, by the engine policy with every permission. */
static bool acceptable(const uint8_t *input, size_t size, gdv_preset preset)
{
    gdv_policy policy = preset == GDV_POLICY_ENGINE ? lenient_policy() : policy_with(preset, 0);
    return selector_in(size) &&
           verdict_of(input, size - SELECTOR_SIZE, selector_read(input, size).dialect, &policy).code == GDV_OK;
}

Test(mutate, a_hundred_thousand_mutations_stay_in_their_room_and_come_from_their_seed, .timeout = 300)
{
    static pool all;
    all = seeds_in_memory();
    size_t same = 0;
    for (uint32_t seed = 0; seed < 100000; seed += 1) {
        packet from = all.packets[seed % all.count];
        uint8_t *one;
        uint8_t *other;
        size_t room = from.size + seed % 3 * 40;
        size_t size = mutated(from, room, seed, &one);
        cr_assert(size <= room && (size > 0 || room == 0), "seed %u: %zu bytes in %zu", seed, size, room);
        if (seed % 5 == 0) {
            size_t again = mutated(from, room, seed, &other);
            cr_assert(again == size && memcmp(one, other, size) == 0, "seed %u", seed);
            free(other);
        }
        /* where not one byte more fits, the stand-in for the engine has little that it can do */
        same += room > from.size && size == from.size && memcmp(one, from.bytes, size) == 0 ? 1 : 0;
        free(one);
    }
    cr_assert_lt(same, 1000, "%zu of 100000 changed nothing", same);
    free_pool(&all);
}

Test(mutate, a_good_share_of_mutations_stays_acceptable, .timeout = 300)
{
    static pool all;
    all = seeds_in_memory();
    size_t lenient = 0;
    size_t strict = 0;
    enum { MUTATIONS = 20000 };
    for (uint32_t seed = 0; seed < MUTATIONS; seed += 1) {
        uint8_t *input;
        size_t size = mutated(all.packets[seed % all.count], MOST_SIZE + 200, seed, &input);
        lenient += acceptable(input, size, GDV_POLICY_ENGINE) ? 1 : 0;
        strict += acceptable(input, size, GDV_POLICY_STRICT) ? 1 : 0;
        free(input);
    }
    fprintf(stderr, "mutate: of %d, %zu acceptable to the engine policy, %zu to the strict one\n", MUTATIONS, lenient,
            strict);
    cr_assert_gt(lenient, MUTATIONS / 4);
    cr_assert_gt(strict, MUTATIONS / 10);
    /* and a good share does not: attackers send those */
    cr_assert_lt(lenient, MUTATIONS * 9 / 10);
    free_pool(&all);
}

/* AFL++'s view of it, as afl-fuzz calls it. */
void *afl_custom_init(void *afl, unsigned int seed);
size_t afl_custom_fuzz(void *data, uint8_t *buf, size_t buf_size, uint8_t **out_buf, uint8_t *add_buf,
                       size_t add_buf_size, size_t max_size);
void afl_custom_deinit(void *data);

Test(mutate, the_library_for_afl_does_the_same_from_the_same_seed)
{
    /* an array and a dictionary of Godot 4 */
    packet from = packet_from_hex("1c000000 01000000 02000000 05000000");
    packet add = packet_from_hex("1b000000 01000000 02000000 01000000 02000000 02000000");
    for (unsigned seed = 0; seed < 20; seed += 1) {
        uint8_t first[64][64];
        size_t sizes[64] = {0};
        for (int time = 0; time < 2; time += 1) {
            void *afl = afl_custom_init(NULL, seed);
            cr_assert_not_null(afl);
            for (size_t call = 0; call < 64; call += 1) {
                uint8_t *out = NULL;
                size_t size = afl_custom_fuzz(afl, from.bytes, from.size, &out, add.bytes, add.size, 64);
                cr_assert(size <= 64 && out != NULL);
                if (time == 0) {
                    memcpy(first[call], out, size);
                    sizes[call] = size;
                }
                cr_assert(sizes[call] == size && memcmp(first[call], out, size) == 0, "seed %u, call %zu", seed, call);
            }
            afl_custom_deinit(afl);
        }
    }
    packet_free(&add);
    packet_free(&from);
}
