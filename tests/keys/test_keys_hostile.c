/* SPDX-License-Identifier: MIT */
/* Duplicate keys among keys that were made to look alike: the verdict is the same, and every way of telling keys apart
 * is gone through. //tests:test_keys_hostile_weak runs this file again over a library whose digests are one bit, where
 * nothing but the comparison of contents is left. Promises 3 and 7. */
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/step.h"
#include "lib/keys/digest.h"
#include "tests/support/hostile_keys.h"
#include "tests/support/support.h"

static const gdv_dialect G3 = GDV_DIALECT_GODOT3;
static const gdv_dialect G4 = GDV_DIALECT_GODOT4_4;

/* {key(choice[0]): nil, key(choice[1]): nil, ..}; offset[i] is where the header of the i-th key is. */
static builder dictionary_of(const hostile_keys *ring, const uint32_t *choice, uint32_t count, uint32_t *offset)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(ring->dialect, GDV_TYPE_DICTIONARY));
    put_u32(&made, count);
    for (uint32_t index = 0; index < count; index += 1) {
        uint32_t begin = ring->begins[choice[index]];
        offset[index] = (uint32_t)made.size;
        put_bytes(&made, ring->keys.bytes + begin, ring->begins[choice[index] + 1] - begin);
        put_u32(&made, id_of(ring->dialect, GDV_TYPE_NIL));
    }
    return made;
}

/* The verdict on a choice of keys is that the first which was chosen before is repeated, or that none is. */
static void is_told(const hostile_keys *ring, const uint32_t *choice, uint32_t count)
{
    const char *name = key_shape_text(ring->shape);
    uint32_t *offset = (uint32_t *)calloc(count, sizeof *offset);
    uint8_t *chosen = (uint8_t *)calloc(ring->count, 1);
    builder made = dictionary_of(ring, choice, count, offset);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    verdict said = verdict_of(made.bytes, made.size, ring->dialect, &policy);

    uint32_t repeated = 0;
    while (repeated < count && (ring->shape == KEYS_IDENTITIES || chosen[choice[repeated]] == 0)) {
        chosen[choice[repeated]] = 1;
        repeated += 1;
    }
    if (repeated == count) {
        cr_assert_eq(said.code, GDV_OK, "%u %s: %s at %zu", count, name, gdv_status_name(said.code),
                     (size_t)said.report.offset);
    } else {
        cr_assert_eq(said.code, GDV_E_DUPLICATE_KEY, "%u %s: %s", count, name, gdv_status_name(said.code));
        cr_assert_eq(said.report.offset, offset[repeated], "%u %s, key %u again: at %zu", count, name, repeated,
                     (size_t)said.report.offset);
    }
    builder_free(&made);
    free(offset);
    free(chosen);
}

static const uint32_t counts[] = {2, 3, 4, 5, 31, 32, 33, 34, 48, 49, 50, 100, 400};

#define MOST_KEYS 400u

/* Shapes whose keys are small enough for that many, in every test. */
static bool is_small(int shape)
{
    return shape != KEYS_HUGE_ARRAYS && shape != KEYS_TREES && shape != KEYS_LONG_TEXTS;
}

/* Which key is the i-th of n. */
typedef enum pick { ALL_DIFFERENT, LAST_IS_FIRST, MIDDLE_TWICE, ALL_THE_SAME, TWO_IN_TURN, EACH_TWICE, PICKS } pick;

static uint32_t pick_of(pick how, uint32_t index, uint32_t count)
{
    switch (how) {
    case LAST_IS_FIRST:
        return index == count - 1 ? 0 : index;
    case MIDDLE_TWICE:
        return index == count / 2 + 1 ? count / 2 : index;
    case ALL_THE_SAME:
        return 0;
    case TWO_IN_TURN:
        return index % 2;
    case EACH_TWICE:
        return index < (count + 1) / 2 ? index : count - 1 - index;
    case ALL_DIFFERENT:
    case PICKS:
        break;
    }
    return index;
}

Test(keys_hostile, what_was_made_to_look_alike_is_told_apart_and_what_is_alike_is_found)
{
    uint32_t choice[MOST_KEYS] = {0};
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        if (!is_small(shape)) {
            continue;
        }
        hostile_keys *ring = hostile_keys_of((key_shape)shape, MOST_KEYS, 3);
        for (size_t row = 0; row < sizeof counts / sizeof counts[0]; row += 1) {
            for (int how = 0; how < PICKS; how += 1) {
                for (uint32_t index = 0; index < counts[row]; index += 1) {
                    choice[index] = pick_of((pick)how, index, counts[row]);
                }
                is_told(ring, choice, counts[row]);
            }
        }
        hostile_keys_free(ring);
    }
}

Test(keys_hostile, any_choice_of_keys_that_look_alike_gets_the_verdict_of_comparing_each_with_each)
{
    uint64_t chance = 7;
    uint32_t choice[60] = {0};
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        if (!is_small(shape)) {
            continue;
        }
        hostile_keys *ring = hostile_keys_of((key_shape)shape, MOST_KEYS, 3);
        for (uint32_t trial = 0; trial < 120; trial += 1) {
            uint32_t count = trial % 60 + 1;
            for (uint32_t index = 0; index < count; index += 1) {
                chance = (chance * 1664525u + 1013904223u) & 0xffffffffu;
                choice[index] = (uint32_t)(chance >> 8) % ring->count;
            }
            is_told(ring, choice, count);
        }
        hostile_keys_free(ring);
    }
}

/* One shape of those above, in so many that the sort is the one of many. */
Test(keys_hostile, many_keys_that_look_alike_get_that_verdict)
{
    static const uint32_t many[] = {100, MOST_KEYS};
    hostile_keys *ring = hostile_keys_of(KEYS_COLLIDING_INTS, MOST_KEYS, 3);
    uint32_t choice[MOST_KEYS] = {0};
    for (size_t row = 0; row < sizeof many / sizeof many[0]; row += 1) {
        for (int how = 0; how < PICKS; how += 1) {
            for (uint32_t index = 0; index < many[row]; index += 1) {
                choice[index] = pick_of((pick)how, index, many[row]);
            }
            is_told(ring, choice, many[row]);
        }
    }
    hostile_keys_free(ring);
}

/* Every sequence of up to five keys out of four, and some of twelve out of ten: few enough for each way through a small
 * sort to be gone. */
Test(keys_hostile, few_keys_that_look_alike_get_that_verdict_in_any_order)
{
    hostile_keys *others = hostile_keys_of(KEYS_INTS, 4, 3);
    hostile_keys *ring = hostile_keys_of(KEYS_COLLIDING_INTS, 10, 3);
    uint32_t choice[12] = {0};
    for (uint32_t count = 2; count <= 5; count += 1) {
        for (uint32_t sequence = 0; sequence < 1u << (2 * count); sequence += 1) {
            for (uint32_t index = 0; index < count; index += 1) {
                choice[index] = (sequence >> (2 * index)) % 4;
            }
            is_told(ring, choice, count);
            is_told(others, choice, count);
        }
    }
    uint64_t chance = 5;
    for (uint32_t trial = 0; trial < 300; trial += 1) {
        for (uint32_t index = 0; index < 12; index += 1) {
            chance = (chance * 1664525u + 1013904223u) & 0xffffffffu;
            choice[index] = trial % 2 == 0 ? (uint32_t)(chance >> 8) % 10 : index % 10;
        }
        if (trial % 2 != 0) { /* ten in some order, and two of them again */
            for (uint32_t index = 9; index > 0; index -= 1) {
                chance = (chance * 1664525u + 1013904223u) & 0xffffffffu;
                uint32_t other = (uint32_t)(chance >> 8) % (index + 1);
                uint32_t moved = choice[index];
                choice[index] = choice[other];
                choice[other] = moved;
            }
        }
        is_told(ring, choice, trial % 4 == 3 ? 10 : 12);
    }
    hostile_keys_free(others);
    hostile_keys_free(ring);
}

/* {k: {nil: nil, false: nil, true: nil, bytes: nil ..}}: keys of many kinds, which nothing but their digests tells from
 * one another where those are weak; what stands around them is no key of theirs, whatever its bytes look like. */
Test(keys_hostile, keys_of_many_kinds_in_an_inner_dictionary_are_told_apart)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_FLAGS | GDV_PERMIT_BOOL);
    const uint32_t nil = id_of(G3, GDV_TYPE_NIL);
    for (uint32_t number = 0; number < 128; number += 1) {
        builder made = {NULL, 0, 0};
        put_u32(&made, id_of(G3, GDV_TYPE_DICTIONARY) + number % 2 * 0x100u);
        put_u32(&made, 1);
        put_u32(&made, number % 4 < 2 ? nil : id_of(G3, GDV_TYPE_BOOL));
        if (number % 4 >= 2) {
            put_u32(&made, 1);
        }
        put_u32(&made, id_of(G3, GDV_TYPE_DICTIONARY));
        put_u32(&made, 13);
        put_u32(&made, nil);
        put_u32(&made, nil);
        for (uint32_t key = 0; key < 12; key += 1) {
            put_u32(&made, id_of(G3, key < 2 ? GDV_TYPE_BOOL : GDV_TYPE_PACKED_BYTE_ARRAY));
            put_u32(&made, key < 2 ? key : 4);
            if (key >= 2) {
                put_u32(&made, 100 * number + key);
            }
            put_u32(&made, nil);
        }
        verdict said = verdict_of(made.bytes, made.size, G3, &policy);
        cr_assert_eq(said.code, GDV_OK, "%u: %s at %zu", number, gdv_status_name(said.code),
                     (size_t)said.report.offset);
        builder_free(&made);
    }
}

/* Eight bytes a key and eight for the dictionary, in a block of exactly that size. */
Test(keys_hostile, keys_that_fill_the_scratch_memory_are_told_apart)
{
    static const uint32_t sizes[] = {1, 2, 3, 5, 31, 32, 33, 49, 100};
    static const key_shape shapes[] = {KEYS_INTS, KEYS_COLLIDING_INTS, KEYS_COLLIDING_PAIRS, KEYS_SHORT_ARRAYS};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    uint32_t choice[100] = {0};
    for (uint32_t index = 0; index < 100; index += 1) {
        choice[index] = index;
    }
    for (size_t shape = 0; shape < sizeof shapes / sizeof shapes[0]; shape += 1) {
        hostile_keys *ring = hostile_keys_of(shapes[shape], 100, 3);
        for (size_t row = 0; row < sizeof sizes / sizeof sizes[0]; row += 1) {
            uint32_t offset[100];
            builder made = dictionary_of(ring, choice, sizes[row], offset);
            size_t size = 8 * ((size_t)sizes[row] + 1);
            void *scratch = malloc(size);
            gdv_status code = gdv_validate(made.bytes, made.size, ring->dialect, &policy, scratch, size, NULL, NULL);
            cr_assert_eq(code, GDV_OK, "%u %s: %s", sizes[row], key_shape_text(ring->shape), gdv_status_name(code));
            code = gdv_validate(made.bytes, made.size, ring->dialect, &policy, scratch, size - 1, NULL, NULL);
            cr_assert_eq(code, GDV_E_NO_SPACE, "%u %s: %s", sizes[row], key_shape_text(ring->shape),
                         gdv_status_name(code));
            free(scratch);
            builder_free(&made);
        }
        hostile_keys_free(ring);
    }
}

static uint32_t fingerprint_at(const hostile_keys *ring, uint32_t index)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    gdv_stack *stack = (gdv_stack *)calloc(1, sizeof *stack);
    const uint8_t *key = ring->keys.bytes + ring->begins[index];
    gdv_scan scan;
    gdv_token token;
    cr_assert_eq(gdv_scan_start(&scan, key, ring->begins[index + 1] - ring->begins[index],
                                &gdv_wire_tables[ring->dialect], &policy),
                 GDV_OK);
    cr_assert_eq(gdv_step(&scan, stack, &token), GDV_OK);
    free(stack);
    return gdv_fingerprint(&scan, &token);
}

/* Or else the tests here, and the rows of the benchmark, show less than they say. */
Test(keys_hostile, the_keys_made_to_collide_do)
{
    static const struct {
        key_shape shape;
        uint32_t group;
    } claims[] = {{KEYS_COLLIDING_INTS, MOST_KEYS},
                  {KEYS_COLLIDING_TEXTS, MOST_KEYS},
                  {KEYS_COLLIDING_PAIRS, 2},
                  {KEYS_COLLIDING_TRIPLES, 3}};
    for (size_t row = 0; row < sizeof claims / sizeof claims[0]; row += 1) {
        hostile_keys *ring = hostile_keys_of(claims[row].shape, MOST_KEYS, 3);
        for (uint32_t index = 0; index < ring->count; index += 1) {
            uint32_t first = index - index % claims[row].group;
            cr_assert_eq(fingerprint_at(ring, index), fingerprint_at(ring, first), "%s: key %u",
                         key_shape_text(claims[row].shape), index);
        }
        hostile_keys_free(ring);
    }
}

/* Three keys share each fingerprint: no run is long, and each takes digests. */
Test(keys_hostile, many_small_collisions_are_told_apart)
{
    hostile_keys *ring = hostile_keys_of(KEYS_COLLIDING_TRIPLES, 600, 3);
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(G3, GDV_TYPE_ARRAY));
    put_u32(&made, 200);
    for (uint32_t dictionary = 0; dictionary < 200; dictionary += 1) {
        put_u32(&made, id_of(G3, GDV_TYPE_DICTIONARY));
        put_u32(&made, 3);
        for (uint32_t key = 0; key < 3; key += 1) {
            uint32_t index = dictionary == 150 && key == 2 ? 450 : 3 * dictionary + key;
            put_bytes(&made, ring->keys.bytes + ring->begins[index], 12);
            put_u32(&made, id_of(G3, GDV_TYPE_NIL));
        }
    }
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    verdict said = verdict_of(made.bytes, made.size, G3, &policy);
    cr_assert_eq(said.code, GDV_E_DUPLICATE_KEY);
    cr_assert_eq(said.report.offset, 8 + 150 * 56 + 8 + 2 * 16, "at %zu", (size_t)said.report.offset);
    builder_free(&made);
    hostile_keys_free(ring);
}

/* A tree of dictionaries as keys: each with two keys that are the same tree, but for the numbers at the leaves. */
static void put_tree(builder *out, uint32_t height, uint32_t *leaf)
{
    if (height == 0) {
        put_u32(out, id_of(G4, GDV_TYPE_INT));
        put_u32(out, *leaf);
        *leaf += 1;
        return;
    }
    put_u32(out, id_of(G4, GDV_TYPE_DICTIONARY));
    put_u32(out, 2);
    put_tree(out, height - 1, leaf);
    put_u32(out, id_of(G4, GDV_TYPE_NIL));
    put_tree(out, height - 1, leaf);
    put_u32(out, id_of(G4, GDV_TYPE_NIL));
}

Test(keys_hostile, keys_within_keys_within_keys_are_told_apart_by_a_leaf)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    for (uint32_t height = 1; height < 10; height += 1) {
        builder made = {NULL, 0, 0};
        uint32_t leaf = 0;
        put_tree(&made, height, &leaf);
        verdict said = verdict_of(made.bytes, made.size, G4, &policy);
        cr_assert_eq(said.code, GDV_OK, "height %u: %s at %zu", height, gdv_status_name(said.code),
                     (size_t)said.report.offset);
        builder_free(&made);
    }
}

/* The two keys of the outermost dictionary have the same leaves: it alone has a key twice, and is the last to end. */
Test(keys_hostile, a_tree_that_repeats_another_is_found_where_it_begins)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    for (uint32_t height = 0; height < 9; height += 1) {
        builder made = {NULL, 0, 0};
        uint32_t leaf = 0;
        put_u32(&made, id_of(G4, GDV_TYPE_DICTIONARY));
        put_u32(&made, 3);
        put_tree(&made, height, &leaf);
        put_u32(&made, id_of(G4, GDV_TYPE_NIL));
        put_tree(&made, height, &leaf);
        put_u32(&made, id_of(G4, GDV_TYPE_NIL));
        size_t again = made.size;
        leaf = 0;
        put_tree(&made, height, &leaf);
        put_u32(&made, id_of(G4, GDV_TYPE_NIL));
        verdict said = verdict_of(made.bytes, made.size, G4, &policy);
        cr_assert_eq(said.code, GDV_E_DUPLICATE_KEY, "height %u: %s", height, gdv_status_name(said.code));
        cr_assert_eq(said.report.offset, again, "height %u: at %zu", height, (size_t)said.report.offset);
        builder_free(&made);
    }
}

/* {a: nil, b: nil, .. 40 keys}: 41 entries of eight bytes, at the end of the scratch memory whatever its alignment.
 * What lies in front of them is the caller's: gdv_document_parse keeps its nodes there. */
Test(keys_hostile, the_front_of_the_scratch_memory_is_not_touched)
{
    hostile_keys *ring = hostile_keys_of(KEYS_COLLIDING_INTS, 40, 3);
    uint32_t choice[40] = {0};
    uint32_t offset[40];
    for (uint32_t index = 0; index < 40; index += 1) {
        choice[index] = index;
    }
    builder made = dictionary_of(ring, choice, 40, offset);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    for (size_t spare = 0; spare < 20; spare += 1) {
        const size_t size = spare + 8 * 41;
        uint8_t *scratch = (uint8_t *)malloc(size);
        memset(scratch, 0xa5, size);
        cr_assert_eq(gdv_validate(made.bytes, made.size, G3, &policy, scratch, size, NULL, NULL), GDV_OK, "%zu spare",
                     spare);
        for (size_t at = 0; at < spare; at += 1) {
            cr_assert_eq(scratch[at], 0xa5, "%zu spare: byte %zu", spare, at);
        }
        cr_assert_eq(gdv_validate(made.bytes, made.size, G3, &policy, scratch, 8 * 41 - 1, NULL, NULL), GDV_E_NO_SPACE);
        free(scratch);
    }
    builder_free(&made);
    hostile_keys_free(ring);
}
