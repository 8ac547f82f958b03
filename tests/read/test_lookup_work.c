/* SPDX-License-Identifier: MIT */
/* What lookups cost in containers that a stranger made as slow as can be, counted and not timed: over a library that
 * counts how many nodes they pass (//lib:gdv_counting). What document.h says of each is held here. Promise 3. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

extern uint64_t gdv_passed; /* nodes, each with all that is in it */

static const gdv_dialect G3 = GDV_DIALECT_GODOT3;

typedef struct parsed {
    builder made;
    gdv_node *nodes;
    gdv_document document;
} parsed;

static gdv_value parse(parsed *read, uint32_t permit)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    size_t bound = gdv_document_bound(read->made.size);
    policy.max_elements = UINT32_MAX;
    read->nodes = (gdv_node *)malloc(bound * sizeof *read->nodes);
    gdv_status status =
        gdv_document_parse(&read->document, read->made.bytes, read->made.size, G3, &policy, read->nodes, bound, NULL);
    cr_assert_eq(status, GDV_OK, "%s", gdv_status_name(status));
    return gdv_root(&read->document);
}

static void discard(parsed *read)
{
    free(read->nodes);
    builder_free(&read->made);
}

static void put_int(builder *out, uint32_t number)
{
    put_u32(out, id_of(G3, GDV_TYPE_INT));
    put_u32(out, number);
}

static void put_array_of_nil(builder *out)
{
    put_u32(out, id_of(G3, GDV_TYPE_ARRAY));
    put_u32(out, 1);
    put_u32(out, id_of(G3, GDV_TYPE_NIL));
}

/* ---- by key ---- */

/* "k00000" to "k99999" */
static void spell(char text[8], uint32_t number)
{
    snprintf(text, 8, "k%05u", number % 100000);
}

/* {"k00000": [nil], 0: [nil], "k00001": [nil], 1: [nil], ..} */
static gdv_value dictionary_of(parsed *read, uint32_t pairs, uint32_t permit)
{
    memset(read, 0, sizeof *read);
    put_u32(&read->made, id_of(G3, GDV_TYPE_DICTIONARY));
    put_u32(&read->made, 2 * pairs);
    for (uint32_t index = 0; index < pairs; index += 1) {
        char text[8] = {0};
        spell(text, index);
        put_u32(&read->made, id_of(G3, GDV_TYPE_STRING));
        put_u32(&read->made, 6);
        put_bytes(&read->made, text, 8);
        put_array_of_nil(&read->made);
        put_int(&read->made, index);
        put_array_of_nil(&read->made);
    }
    return parse(read, permit);
}

enum { PAIRS = 5000, ASKED = 150, BATCH = 64 };

/* ASKED keys, from the one numbered `first` on. */
static size_t ask_for_many(gdv_value root, uint32_t first)
{
    static char texts[ASKED][8];
    const char *keys[ASKED];
    gdv_value values[ASKED];
    for (uint32_t index = 0; index < ASKED; index += 1) {
        spell(texts[index], first + index);
        keys[index] = texts[index];
    }
    gdv_passed = 0;
    return gdv_get_many(root, keys, values, ASKED);
}

Test(lookup_work, many_keys_cost_one_pass_for_each_batch)
{
    const uint64_t nodes = 1 + 4 * (uint64_t)PAIRS; /* the dictionary, keys and values */
    const uint64_t passes = (ASKED + BATCH - 1) / BATCH;
    parsed read;
    gdv_value root = dictionary_of(&read, PAIRS, 0);
    cr_assert_eq(ask_for_many(root, PAIRS - ASKED), ASKED, "the last ones");
    cr_assert_leq(gdv_passed, passes * nodes, "%zu nodes", (size_t)gdv_passed);
    cr_assert_eq(ask_for_many(root, PAIRS), 0, "none of them");
    cr_assert_leq(gdv_passed, passes * nodes, "%zu nodes", (size_t)gdv_passed);
    cr_assert_eq(ask_for_many(root, 0), ASKED, "the first ones: each pass ends with the last key of its batch");
    cr_assert_leq(gdv_passed, passes + 4 * (BATCH + 2 * BATCH + ASKED), "%zu nodes", (size_t)gdv_passed);
    discard(&read);
    root = dictionary_of(&read, PAIRS, GDV_PERMIT_DUPLICATE_KEYS);
    cr_assert_eq(ask_for_many(root, 0), ASKED, "where keys may repeat");
    cr_assert_eq(gdv_passed, passes * nodes, "%zu nodes", (size_t)gdv_passed);
    discard(&read);
}

/* {"k00000": [nil], "k00001": [nil], ..}: the pass over the keys is one, however many names there are. */
Test(lookup_work, keys_that_may_be_cost_one_pass_for_all_names)
{
    static char texts[GDV_ONLY_KEYS_MAX][8];
    const char *names[GDV_ONLY_KEYS_MAX];
    parsed read;
    memset(&read, 0, sizeof read);
    put_u32(&read.made, id_of(G3, GDV_TYPE_DICTIONARY));
    put_u32(&read.made, GDV_ONLY_KEYS_MAX);
    for (uint32_t index = 0; index < GDV_ONLY_KEYS_MAX; index += 1) {
        spell(texts[index], index);
        names[index] = texts[index];
        put_u32(&read.made, id_of(G3, GDV_TYPE_STRING));
        put_u32(&read.made, 6);
        put_bytes(&read.made, texts[index], 8);
        put_array_of_nil(&read.made);
    }
    gdv_value root = parse(&read, 0);
    gdv_passed = 0;
    cr_assert_eq(gdv_only_keys(root, names, GDV_ONLY_KEYS_MAX, NULL), GDV_OK);
    cr_assert_leq(gdv_passed, 1 + 2 * (uint64_t)GDV_ONLY_KEYS_MAX, "%zu nodes", (size_t)gdv_passed);
    gdv_passed = 0;
    cr_assert_eq(gdv_only_keys(root, names + 1, GDV_ONLY_KEYS_MAX - 1, NULL), GDV_E_UNKNOWN_KEY);
    cr_assert_leq(gdv_passed, 3, "%zu nodes: nothing is looked at after the first key", (size_t)gdv_passed);
    discard(&read);
}

/* Each kind of key is found in the pair numbered 10, and nothing after it is looked at. */
Test(lookup_work, a_lookup_ends_at_the_key_that_it_looks_for)
{
    const uint64_t nodes = 1 + 4 * 11;
    parsed read;
    gdv_iterator each;
    char path[40];
    gdv_value root = dictionary_of(&read, PAIRS, 0);
    gdv_passed = 0;
    cr_assert(gdv_exists(gdv_get(root, "k00010")));
    cr_assert_leq(gdv_passed, nodes, "by text: %zu nodes", (size_t)gdv_passed);
    read.document.permit |= GDV_PERMIT_TEXT_NUL;
    gdv_passed = 0;
    cr_assert(gdv_exists(gdv_get(root, "k00010")));
    cr_assert_leq(gdv_passed, nodes, "by text that may have been cut: %zu nodes", (size_t)gdv_passed);
    read.document.permit &= ~GDV_PERMIT_TEXT_NUL;
    gdv_passed = 0;
    cr_assert(gdv_exists(gdv_get_int(root, 10)));
    cr_assert_leq(gdv_passed, nodes, "by int: %zu nodes", (size_t)gdv_passed);
    gdv_iterate(root, &each);
    for (uint32_t pair = 0; pair <= 20; pair += 1) {
        cr_assert(gdv_iterate_next(&each));
    }
    gdv_passed = 0;
    cr_assert_eq(gdv_get_value(root, each.key).index, each.value.index);
    cr_assert_leq(gdv_passed, nodes, "by value: %zu nodes", (size_t)gdv_passed);
    snprintf(path, sizeof path, "{@%u}[0]", read.nodes[each.key.index].offset);
    gdv_passed = 0;
    cr_assert(gdv_exists(gdv_find(root, path)));
    cr_assert_leq(gdv_passed, nodes, "by offset: %zu nodes", (size_t)gdv_passed);
    discard(&read);
}

Test(lookup_work, a_lookup_that_finds_nothing_passes_each_node_once)
{
    const uint64_t nodes = 1 + 4 * (uint64_t)PAIRS;
    parsed read;
    gdv_value root = dictionary_of(&read, PAIRS, 0);
    gdv_passed = 0;
    cr_assert(!gdv_exists(gdv_get(root, "k99999")));
    cr_assert_eq(gdv_passed, nodes, "by text: %zu nodes", (size_t)gdv_passed);
    gdv_passed = 0;
    cr_assert(!gdv_exists(gdv_get_int(root, PAIRS)));
    cr_assert_eq(gdv_passed, nodes, "by int: %zu nodes", (size_t)gdv_passed);
    gdv_passed = 0;
    cr_assert(!gdv_exists(gdv_find(root, "{@3}")));
    cr_assert_eq(gdv_passed, nodes, "by offset: %zu nodes", (size_t)gdv_passed);
    discard(&read);
}

/* ---- by index ---- */

/* The same array with its container at one place or another, or as deep as may be. */
typedef enum hostile { FIRST, LAST, ALL, DEEP, HOSTILE } hostile;

static gdv_value array_of(parsed *read, uint32_t elements, hostile how)
{
    memset(read, 0, sizeof *read);
    put_u32(&read->made, id_of(G3, GDV_TYPE_ARRAY));
    put_u32(&read->made, elements);
    for (uint32_t index = 0; index < elements; index += 1) {
        bool nested = how == ALL || (how == FIRST && index == 0) || (how == LAST && index + 1 == elements);
        for (uint32_t depth = 0; how == DEEP && index % 40 == 0 && depth < 20; depth += 1) {
            put_u32(&read->made, id_of(G3, GDV_TYPE_ARRAY));
            put_u32(&read->made, 1);
        }
        if (nested) {
            put_array_of_nil(&read->made);
        } else {
            put_u32(&read->made, id_of(G3, GDV_TYPE_NIL));
        }
    }
    return parse(read, 0);
}

/* A loop over gdv_at takes for each element as many steps as its array's nodes can be halved. */
Test(lookup_work, an_index_costs_the_logarithm_of_the_nodes)
{
    for (int how = 0; how < HOSTILE; how += 1) {
        for (uint32_t elements = 2; elements <= 100000; elements *= 3) {
            parsed read;
            uint32_t halvings = 0;
            gdv_value root = array_of(&read, elements, (hostile)how);
            for (uint32_t nodes = read.document.count; nodes > 0; nodes /= 2) {
                halvings += 1;
            }
            for (uint32_t index = 0; index < elements; index += 1) {
                gdv_passed = 0;
                cr_assert(gdv_exists(gdv_at(root, index)));
                cr_assert_leq(gdv_passed, (halvings < 14 ? 14 : halvings) + 1, "%u of %u: %zu nodes", index, elements,
                              (size_t)gdv_passed);
            }
            discard(&read);
        }
    }
}

Test(lookup_work, an_index_among_values_without_children_costs_no_step)
{
    parsed read;
    gdv_value root = array_of(&read, 1000, HOSTILE);
    gdv_passed = 0;
    cr_assert(gdv_exists(gdv_at(root, 999)));
    cr_assert_eq(gdv_passed, 0);
    discard(&read);
}

/* ---- one after another ---- */

Test(lookup_work, iterating_passes_each_node_once)
{
    parsed read;
    gdv_iterator each;
    size_t pairs = 0;
    gdv_iterate(dictionary_of(&read, PAIRS, 0), &each);
    gdv_passed = 0;
    while (gdv_iterate_next(&each)) {
        pairs += 1;
    }
    cr_assert_eq(pairs, 2 * PAIRS);
    cr_assert_eq(gdv_passed, 4 * PAIRS, "%zu nodes", (size_t)gdv_passed);
    discard(&read);
}
