/* SPDX-License-Identifier: MIT */
/* Elements by index (lib/value/links.h): gdv_at gives the element that was put there, in arrays of all sizes, in arrays
 * inside arrays, and for links that were overwritten nothing or some node of the document. Promises 1 and 3. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/value/links.h"
#include "tests/support/parsed.h"

static const gdv_dialect G3 = GDV_DIALECT_GODOT3;

/* What is put where, in packet order. */
typedef struct placed {
    uint32_t array;   /* offset of the array's header */
    uint32_t index;   /* in the array */
    uint32_t element; /* offset of the element's header */
} placed;

enum { MOST = 40000, DEEPEST = 12 };

typedef struct draft {
    builder made;
    placed *list;
    size_t count;
    uint64_t chance;
} draft;

/* The generator of Lehmer, which wraps nothing: of 31 bits, never 0. */
static uint32_t draw(draft *from, uint32_t below)
{
    from->chance = from->chance * 48271u % 0x7fffffffu;
    return (uint32_t)(from->chance / 64) % below;
}

static void put_leaf(draft *to)
{
    switch (draw(to, 5)) {
    case 0:
        put_u32(&to->made, id_of(G3, GDV_TYPE_ARRAY));
        put_u32(&to->made, 0);
        break;
    case 1:
        put_u32(&to->made, id_of(G3, GDV_TYPE_DICTIONARY));
        put_u32(&to->made, 0);
        break;
    case 2:
        put_u32(&to->made, id_of(G3, GDV_TYPE_STRING));
        put_u32(&to->made, 1);
        put_u32(&to->made, 'a');
        break;
    default:
        put_u32(&to->made, id_of(G3, GDV_TYPE_NIL));
        break;
    }
}

/* An array as the tests' own stack has it. */
typedef struct open {
    uint32_t at;
    uint32_t size;
    uint32_t index;
} open;

static open put_array(draft *to, uint32_t size)
{
    open made = {(uint32_t)to->made.size, size, 0};
    put_u32(&to->made, id_of(G3, GDV_TYPE_ARRAY));
    put_u32(&to->made, size);
    return made;
}

static uint32_t draw_size(draft *from)
{
    static const uint32_t most[] = {3, 6, 20, 40, 90, 300};
    return 1 + draw(from, most[draw(from, 6)]);
}

/* Arrays in arrays and dictionaries, with other values between them. */
static void put_tree(draft *to)
{
    open around[DEEPEST];
    uint32_t depth = 1;
    around[0] = put_array(to, 100 + draw(to, 200));
    while (depth > 0) {
        open *here = &around[depth - 1];
        if (here->index == here->size) {
            depth -= 1;
            continue;
        }
        placed next = {here->at, here->index, (uint32_t)to->made.size};
        to->list[to->count] = next;
        to->count += 1;
        here->index += 1;
        if (depth < DEEPEST && to->count < MOST / 2 && draw(to, 4) == 0) {
            if (draw(to, 4) == 0) { /* {nil: array}: the element is the dictionary */
                put_u32(&to->made, id_of(G3, GDV_TYPE_DICTIONARY));
                put_u32(&to->made, 1);
                put_u32(&to->made, id_of(G3, GDV_TYPE_NIL));
            }
            around[depth] = put_array(to, draw_size(to));
            depth += 1;
        } else {
            put_leaf(to);
        }
    }
}

/* The value whose header is at an offset: nodes are in packet order. */
static gdv_value value_at(const gdv_document *document, uint32_t offset)
{
    uint32_t low = 0;
    uint32_t high = document->count;
    while (high - low > 1) {
        uint32_t middle = low + (high - low) / 2;
        *(document->nodes[middle].offset <= offset ? &low : &high) = middle;
    }
    cr_assert_eq(document->nodes[low].offset, offset);
    gdv_value found = {document, low};
    return found;
}

static uint32_t offset_of(gdv_value value)
{
    return value.document->nodes[value.index].offset;
}

static void every_element_is_found(const draft *of)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    parsed read;
    policy.max_elements = UINT32_MAX;
    parsed_from(&read, of->made.bytes, of->made.size, G3, &policy);
    cr_assert_eq(read.code, GDV_OK, "%s", gdv_status_name(read.code));
    for (size_t at = 0; at < of->count; at += 1) {
        const placed *expected = &of->list[at];
        gdv_value array = value_at(&read.document, expected->array);
        gdv_value found = gdv_at(array, expected->index);
        cr_assert(gdv_exists(found) && offset_of(found) == expected->element, "%u of the array at %u", expected->index,
                  expected->array);
        cr_assert(!gdv_exists(gdv_at(array, gdv_count(array))));
    }
    /* and iterating meets the same elements, though their nodes have links in them */
    size_t met = 0;
    for (uint32_t node = 0; node < read.document.count; node += 1) {
        gdv_value array = {&read.document, node};
        gdv_iterator each;
        size_t index = 0;
        gdv_iterate(array, &each);
        while (gdv_iterate_next(&each)) {
            if (gdv_type_of(array) == GDV_TYPE_ARRAY) {
                cr_assert_eq(each.value.index, gdv_at(array, index).index);
                met += 1;
            }
            index += 1;
        }
        cr_assert_eq(index, gdv_type_of(array) == GDV_TYPE_STRING ? 0 : gdv_count(array));
    }
    cr_assert_eq(met, of->count);
    parsed_free(&read);
}

Test(links, every_element_of_arrays_in_arrays_is_found)
{
    draft made = {{NULL, 0, 0}, (placed *)malloc(MOST * sizeof(placed)), 0, 0};
    for (uint64_t seed = 1; seed <= 60; seed += 1) {
        made.chance = seed;
        made.count = 0;
        made.made.size = 0;
        put_tree(&made);
        every_element_is_found(&made);
    }
    builder_free(&made.made);
    free(made.list);
}

/* Sizes around each power of two, with the one element that has children at each place. */
Test(links, every_element_of_arrays_of_every_size_is_found)
{
    draft made = {{NULL, 0, 0}, (placed *)malloc(MOST * sizeof(placed)), 0, 0};
    for (uint32_t size = 1; size < 140; size += 1) {
        for (uint32_t nested = 0; nested < size; nested += 1 + size / 6) {
            made.count = 0;
            made.made.size = 0;
            open array = put_array(&made, size);
            for (uint32_t index = 0; index < size; index += 1) {
                placed next = {array.at, index, (uint32_t)made.made.size};
                made.list[made.count] = next;
                made.count += 1;
                if (index == nested) {
                    open inner = put_array(&made, 1);
                    placed innermost = {inner.at, 0, (uint32_t)made.made.size};
                    made.list[made.count] = innermost;
                    made.count += 1;
                }
                put_u32(&made.made, id_of(G3, GDV_TYPE_NIL));
            }
            every_element_is_found(&made);
        }
    }
    builder_free(&made.made);
    free(made.list);
}

/* Nodes are the caller's, and may be written over by mistake. An index may then find nothing or another node, but the
 * search for it ends, and reads no node beyond the last. */
Test(links, overwritten_links_lead_nowhere_or_to_a_node)
{
    draft made = {{NULL, 0, 0}, (placed *)malloc(MOST * sizeof(placed)), 0, 7};
    parsed read;
    open array = put_array(&made, 60);
    for (uint32_t index = 0; index < array.size; index += 1) {
        if (index % 3 == 0) {
            (void)put_array(&made, 1);
        }
        put_u32(&made.made, id_of(G3, GDV_TYPE_NIL));
    }
    parsed_from(&read, made.made.bytes, made.made.size, G3, NULL);
    cr_assert_eq(read.code, GDV_OK);
    gdv_value root = gdv_root(&read.document);
    const uint32_t count = read.document.count;
    size_t lost = 0;
    for (uint32_t node = 0; node < count; node += 1) {
        const uint32_t was = read.nodes[node].next;
        const uint32_t wrong[] = {0,         1,          node,     node + 1,        count - 1,    count,
                                  count + 1, UINT32_MAX, GDV_LINK, GDV_LINK + node, GDV_LINK + 1, GDV_LINK + count};
        for (size_t which = 0; which < sizeof wrong / sizeof wrong[0]; which += 1) {
            read.nodes[node].next = wrong[which];
            for (size_t index = 0; index < array.size; index += 1) {
                gdv_value found = gdv_at(root, index);
                cr_assert(found.document == NULL || found.index < count, "node %u, index %zu", node, index);
                cr_assert(index > 0 || found.index == 1);
                lost += gdv_exists(found) ? 0 : 1;
            }
        }
        read.nodes[node].next = was;
    }
    cr_assert_gt(lost, 1000);
    parsed_free(&read);
    builder_free(&made.made);
    free(made.list);
}

/* An end that is beyond the nodes counts as their end. */
Test(links, an_array_ends_with_the_nodes_at_the_latest)
{
    parsed read;
    gdv_value root = parsed_hex(&read, "godot3", "strict", "13000000 02000000 13000000 01000000 00000000 00000000");
    read.nodes[0].next = GDV_LINK - 1;
    cr_expect_eq(gdv_at(root, 1).index, 3);
    read.nodes[1].next = GDV_LINK - 1;
    cr_expect(!gdv_exists(gdv_at(root, 1)));
    parsed_free(&read);
}

Test(links, a_tree_has_places_for_all)
{
    cr_expect_eq(gdv_links_places(0), 1);
    cr_expect_eq(gdv_links_places(1), 1);
    cr_expect_eq(gdv_links_places(2), 3);
    cr_expect_eq(gdv_links_places(3), 3);
    cr_expect_eq(gdv_links_places(4), 7);
    cr_expect_eq(gdv_links_places(0x7fffffff), 0x7fffffff);
}
