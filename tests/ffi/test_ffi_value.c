/* SPDX-License-Identifier: MIT */
/* Claims about lookups and getters of documents without a pointer: they find and say what those of a document do, chain
 * through what is not there, and say so of arguments that are none. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/support.h"

#define D GDV_DIALECT_GODOT4_4
#define NONE GDV_FFI_NONE

typedef struct given {
    packet bytes;
    gdv_node nodes[64];
    gdv_ffi_document document;
} given;

static void given_hex(given *made, uint32_t dialect, uint32_t permit, const char *hex)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    made->bytes = packet_from_hex(hex);
    cr_assert_eq(
        gdv_ffi_parse(&made->document, made->bytes.bytes, made->bytes.size, dialect, &policy, made->nodes, 64, NULL),
        GDV_OK, "%s", hex);
}

#define OF(made) &(made).document, (made).bytes.bytes, (made).bytes.size, (made).nodes, 64

/* ---- lookups */

/* {"hp": 100, "at": [7, [8, 9], "x"]}: nodes 0; 1 2; 3 4(5 6(7 8) 9) */
static const char *const MAP = "1b000000 02000000 04000000 02000000 68700000 02000000 64000000 "
                               "04000000 02000000 61740000 1c000000 03000000 02000000 07000000 "
                               "1c000000 02000000 02000000 08000000 02000000 09000000 04000000 01000000 78000000";

Test(ffi_lookup, finds_by_path_key_and_index)
{
    given map;
    given_hex(&map, D, 0, MAP);
    cr_assert_eq(gdv_ffi_find(OF(map), 0, ""), 0);
    cr_assert_eq(gdv_ffi_find(OF(map), 0, ".hp"), 2);
    cr_assert_eq(gdv_ffi_find(OF(map), 0, ".at[1][1]"), 8);
    cr_assert_eq(gdv_ffi_find(OF(map), 4, "[2]"), 9);
    cr_assert_eq(gdv_ffi_find(OF(map), 0, ".at[3]"), NONE);
    cr_assert_eq(gdv_ffi_find(OF(map), 0, "nonsense"), NONE);
    cr_assert_eq(gdv_ffi_find(OF(map), 0, NULL), NONE);
    cr_assert_eq(gdv_ffi_get(OF(map), 0, "hp", 2), 2);
    cr_assert_eq(gdv_ffi_get(OF(map), 0, "hpx", 2), 2);
    cr_assert_eq(gdv_ffi_get(OF(map), 0, "hp", 1), NONE);
    cr_assert_eq(gdv_ffi_get(OF(map), 4, "hp", 2), NONE);
    cr_assert_eq(gdv_ffi_get(OF(map), 0, NULL, 0), NONE);
    cr_assert_eq(gdv_ffi_get(OF(map), 0, "hp", SIZE_MAX), NONE);
    cr_assert_eq(gdv_ffi_at(OF(map), 4, 0), 5);
    cr_assert_eq(gdv_ffi_at(OF(map), 4, 2), 9);
    cr_assert_eq(gdv_ffi_at(OF(map), 4, 3), NONE);
    cr_assert_eq(gdv_ffi_at(OF(map), 4, SIZE_MAX), NONE);
    cr_assert_eq(gdv_ffi_at(OF(map), 0, 0), NONE);
    packet_free(&map.bytes);
}

Test(ffi_lookup, children_come_one_after_another)
{
    static const uint32_t of_map[] = {1, 2, 3, 4, NONE};
    static const uint32_t of_array[] = {5, 6, 9, NONE};
    static const uint32_t leaves[] = {1, 2, 7, 9};
    given map;
    uint32_t child = NONE;
    given_hex(&map, D, 0, MAP);
    for (size_t index = 0; index < 5; index += 1) {
        child = gdv_ffi_next(OF(map), 0, child);
        cr_assert_eq(child, of_map[index]);
    }
    for (size_t index = 0; index < 4; index += 1) {
        child = gdv_ffi_next(OF(map), 4, child);
        cr_assert_eq(child, of_array[index]);
    }
    for (size_t index = 0; index < 4; index += 1) {
        cr_assert_eq(gdv_ffi_next(OF(map), leaves[index], NONE), NONE);
    }
    packet_free(&map.bytes);
}

Test(ffi_lookup, what_is_no_child_has_a_defined_follower)
{
    given map;
    given_hex(&map, D, 0, MAP);
    cr_assert_eq(gdv_ffi_next(OF(map), 4, 7), 8, "of a grandchild what comes after it");
    cr_assert_eq(gdv_ffi_next(OF(map), 4, 8), 9);
    cr_assert_eq(gdv_ffi_next(OF(map), 4, 4), NONE, "the container itself");
    cr_assert_eq(gdv_ffi_next(OF(map), 4, 3), NONE, "what is before it");
    cr_assert_eq(gdv_ffi_next(OF(map), 6, 9), NONE, "what is after it");
    cr_assert_eq(gdv_ffi_next(OF(map), 6, 10), NONE);
    cr_assert_eq(gdv_ffi_next(OF(map), 6, NONE - 1), NONE);
    cr_assert_eq(gdv_ffi_next(OF(map), NONE, NONE), NONE);
    cr_assert_eq(gdv_ffi_next(OF(map), 10, NONE), NONE);
    packet_free(&map.bytes);
}

Test(ffi_lookup, of_every_seed_children_are_those_of_its_document)
{
    size_t count = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            parsed same;
            size_t capacity = gdv_ffi_bound(each.bytes.size);
            gdv_node *nodes = nodes_of(capacity);
            gdv_ffi_document document;
            parsed_from(&same, each.bytes.bytes, each.bytes.size, (gdv_dialect)dialect, NULL);
            (void)!gdv_ffi_parse(&document, each.bytes.bytes, each.bytes.size, dialect, NULL, nodes, capacity, NULL);
            for (uint32_t index = 0; index < same.document.count; index += 1) {
                const gdv_value value = {&same.document, index};
                gdv_iterator child;
                uint32_t ours = NONE;
                gdv_iterate(value, &child);
                while (gdv_iterate_next(&child)) {
                    if (gdv_exists(child.key)) {
                        ours = gdv_ffi_next(&document, each.bytes.bytes, each.bytes.size, nodes, capacity, index, ours);
                        cr_assert_eq(ours, child.key.index);
                    }
                    ours = gdv_ffi_next(&document, each.bytes.bytes, each.bytes.size, nodes, capacity, index, ours);
                    cr_assert_eq(ours, child.value.index);
                    count += 1;
                }
                ours = gdv_ffi_next(&document, each.bytes.bytes, each.bytes.size, nodes, capacity, index, ours);
                cr_assert_eq(ours, NONE);
            }
            free(nodes);
            parsed_free(&same);
        }
    }
    cr_assert_gt(count, 10000);
}

/* ---- getters */

/* [true, -5, 0.5, "ab", PackedByteArray(1, 2), Vector2i(3, -4)] */
static const char *const ALL = "1c000000 06000000 01000000 01000000 02000000 fbffffff 03000000 0000003f "
                               "04000000 02000000 61620000 1d000000 02000000 01020000 06000000 03000000 fcffffff";
enum { AN_ARRAY, A_BOOL, AN_INT, A_FLOAT, A_TEXT, SOME_BYTES, A_VECTOR, NODES };

Test(ffi_getters, say_what_is_there)
{
    given all;
    uint32_t set = 7;
    int64_t number = 7;
    double real = 7.0;
    gdv_ffi_span span = {7, 7};
    given_hex(&all, D, 0, ALL);
    cr_assert_eq(gdv_ffi_to_bool(OF(all), A_BOOL, &set), GDV_OK);
    cr_assert_eq(set, 1);
    cr_assert_eq(gdv_ffi_to_int(OF(all), AN_INT, -5, -5, &number), GDV_OK);
    cr_assert_eq(number, -5);
    cr_assert_eq(gdv_ffi_to_double(OF(all), A_FLOAT, 0.5, 0.5, &real), GDV_OK);
    cr_assert(same_double(real, 0.5));
    cr_assert_eq(gdv_ffi_to_number(OF(all), AN_INT, -5.0, -5.0, &real), GDV_OK);
    cr_assert(same_double(real, -5.0));
    cr_assert_eq(gdv_ffi_to_number(OF(all), A_FLOAT, 0.5, 0.5, &real), GDV_OK);
    cr_assert(same_double(real, 0.5));
    cr_assert_eq(gdv_ffi_to_text(OF(all), A_TEXT, &span), GDV_OK);
    cr_assert_eq(span.offset, 40);
    cr_assert_eq(span.size, 2);
    cr_assert_eq(gdv_ffi_to_bytes(OF(all), SOME_BYTES, &span), GDV_OK);
    cr_assert_eq(span.offset, 52);
    cr_assert_eq(span.size, 2);
    cr_assert_eq(gdv_ffi_type(OF(all), A_VECTOR), GDV_TYPE_VECTOR2I);
    cr_assert_eq(gdv_ffi_count(OF(all), AN_ARRAY), 6);
    cr_assert_eq(gdv_ffi_count(OF(all), A_TEXT), 2);
    packet_free(&all.bytes);
}

Test(ffi_getters, of_false_say_false)
{
    given one;
    uint32_t set = 7;
    given_hex(&one, D, 0, "01000000 00000000");
    cr_assert_eq(gdv_ffi_to_bool(OF(one), 0, &set), GDV_OK);
    cr_assert_eq(set, 0);
    packet_free(&one.bytes);
}

Test(ffi_getters, of_ids_say_those_of_objects_and_of_rids)
{
    given one;
    uint64_t id = 7;
    given_hex(&one, D, GDV_PERMIT_OBJECT_ID, "18000100 05000000 01000000");
    cr_assert_eq(gdv_ffi_to_id(OF(one), 0, &id), GDV_OK);
    cr_assert_eq(id, 0x100000005);
    packet_free(&one.bytes);
    given_hex(&one, D, GDV_PERMIT_RID, "17000000 06000000 02000000");
    cr_assert_eq(gdv_ffi_to_id(OF(one), 0, &id), GDV_OK);
    cr_assert_eq(id, 0x200000006);
    packet_free(&one.bytes);
    given_hex(&one, D, GDV_PERMIT_OBJECT, "18000000 00000000");
    cr_assert_eq(gdv_ffi_to_id(OF(one), 0, &id), GDV_E_WRONG_TYPE, "in full");
    cr_assert_eq(id, 0);
    packet_free(&one.bytes);
}

/* Of a text that the engine cuts, the part that it keeps. */
Test(ffi_getters, of_a_text_give_what_the_engine_keeps)
{
    given one;
    gdv_ffi_span span = {7, 7};
    given_hex(&one, D, GDV_PERMIT_TEXT_BOM | GDV_PERMIT_TEXT_NUL, "04000000 06000000 efbbbf61 00620000");
    cr_assert_eq(gdv_ffi_to_text(OF(one), 0, &span), GDV_OK);
    cr_assert_eq(span.offset, 11);
    cr_assert_eq(span.size, 1);
    packet_free(&one.bytes);
}

/* Each getter in one shape: what it says of that node with these arguments, and whether the output is zero. */
typedef uint32_t getter(const given *of, const gdv_ffi_document *document, uint32_t index, bool *zero);

#define GETTER(name, type, ...)                                                                                        \
    static uint32_t name(const given *of, const gdv_ffi_document *document, uint32_t index, bool *zero)                \
    {                                                                                                                  \
        type out;                                                                                                      \
        type nothing;                                                                                                  \
        memset(&out, 0xa5, sizeof out);                                                                                \
        memset(&nothing, 0, sizeof nothing);                                                                           \
        uint32_t code = gdv_ffi_##name(document, of->bytes.bytes, of->bytes.size, of->nodes, 64, index, __VA_ARGS__);  \
        *zero = memcmp(&out, &nothing, sizeof out) == 0;                                                               \
        cr_assert_eq(                                                                                                  \
            gdv_ffi_##name(document, of->bytes.bytes, of->bytes.size, of->nodes, 64, index, NO_##__VA_ARGS__),         \
            GDV_E_BAD_ARGUMENT);                                                                                       \
        return code;                                                                                                   \
    }
#define NO_OUT NULL
#define OUT &out
#define NO_RANGE(kind) -1, 1, NULL
#define RANGE(kind) -(kind)1, (kind)1, &out
GETTER(to_bool, uint32_t, OUT)
GETTER(to_int, int64_t, RANGE(int64_t))
GETTER(to_double, double, RANGE(double))
GETTER(to_number, double, RANGE(double))
GETTER(to_text, gdv_ffi_span, OUT)
GETTER(to_bytes, gdv_ffi_span, OUT)
GETTER(to_id, uint64_t, OUT)

static getter *const getters[] = {to_bool, to_int, to_double, to_number, to_text, to_bytes, to_id};

Test(ffi_getters, say_why_not_and_give_zero)
{
    /* of each of the nodes above, by each getter; int and float are -5 and 0.5, the range is -1 to 1 */
    static const uint8_t codes[][NODES] = {
        {101, 0, 101, 101, 101, 101, 101},   {101, 101, 102, 101, 101, 101, 101}, {101, 101, 101, 0, 101, 101, 101},
        {101, 101, 102, 0, 101, 101, 101},   {101, 101, 101, 101, 0, 101, 101},   {101, 101, 101, 101, 101, 0, 101},
        {101, 101, 101, 101, 101, 101, 101},
    };
    given all;
    bool zero = false;
    given_hex(&all, D, 0, ALL);
    gdv_ffi_document stale = all.document;
    stale.permit = 1;
    for (size_t which = 0; which < sizeof getters / sizeof getters[0]; which += 1) {
        for (uint32_t index = 0; index < NODES; index += 1) {
            cr_expect_eq(getters[which](&all, &all.document, index, &zero), codes[which][index], "%zu of %u", which,
                         index);
            cr_expect_eq(zero, codes[which][index] != 0, "%zu of %u", which, index);
            cr_expect_eq(getters[which](&all, &stale, index, &zero), GDV_E_BAD_ARGUMENT);
            cr_expect(zero);
        }
        cr_expect_eq(getters[which](&all, &all.document, NODES, &zero), GDV_E_MISSING);
        cr_expect(zero);
        cr_expect_eq(getters[which](&all, &all.document, NONE, &zero), GDV_E_MISSING);
        cr_expect_eq(getters[which](&all, NULL, 0, &zero), GDV_E_BAD_ARGUMENT);
        cr_expect(zero);
    }
    packet_free(&all.bytes);
}

Test(ffi_getters, lookups_and_counts_pass_on_what_is_not_there)
{
    given all;
    given_hex(&all, D, 0, ALL);
    gdv_ffi_document stale = all.document;
    stale.permit = 1;
    const gdv_ffi_document *const documents[] = {&all.document, &stale, NULL};
    for (size_t which = 0; which < 3; which += 1) {
        uint32_t index = which == 0 ? NODES : 0;
        const gdv_ffi_document *document = documents[which];
        const uint8_t *bytes = all.bytes.bytes;
        size_t size = all.bytes.size;
        int64_t number = 0;
        double real = 0.0;
        cr_expect_eq(gdv_ffi_find(document, bytes, size, all.nodes, 64, index, ""), NONE);
        cr_expect_eq(gdv_ffi_get(document, bytes, size, all.nodes, 64, index, "", 0), NONE);
        cr_expect_eq(gdv_ffi_at(document, bytes, size, all.nodes, 64, index, 0), NONE);
        cr_expect_eq(gdv_ffi_next(document, bytes, size, all.nodes, 64, index, NONE), NONE);
        cr_expect_eq(gdv_ffi_type(document, bytes, size, all.nodes, 64, index), GDV_TYPE_COUNT);
        cr_expect_eq(gdv_ffi_count(document, bytes, size, all.nodes, 64, index), 0);
        cr_expect_eq(gdv_ffi_copy_int64(document, bytes, size, all.nodes, 64, index, 0, &number, 1), 0);
        cr_expect_eq(gdv_ffi_copy_double(document, bytes, size, all.nodes, 64, index, 0, &real, 1), 0);
    }
    packet_free(&all.bytes);
}

/* An output that lies in what is handed in is written when all has been read. */
Test(ffi_getters, an_output_may_overlap_what_is_given)
{
    given all;
    given_hex(&all, D, 0, ALL);
    gdv_ffi_document *document = &all.document;
    cr_assert_eq(gdv_ffi_to_int(document, all.bytes.bytes, all.bytes.size, all.nodes, 64, AN_INT, -5, -5,
                                (int64_t *)(void *)&all.nodes[NODES]),
                 GDV_OK);
    int64_t number = 0;
    memcpy(&number, &all.nodes[NODES], sizeof number);
    cr_assert_eq(number, -5);
    cr_assert_eq(gdv_ffi_type(OF(all), 0), GDV_TYPE_COUNT, "and then there is no document");
    packet_free(&all.bytes);
}

/* ---- many numbers */

Test(ffi_copy, numbers_are_those_of_the_value)
{
    given all;
    int64_t whole[4] = {9, 9, 9, 9};
    double real[4] = {9.0, 9.0, 9.0, 9.0};
    given_hex(&all, D, 0, ALL);
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_VECTOR, 0, whole, 4), 2);
    cr_assert_eq(whole[0], 3);
    cr_assert_eq(whole[1], -4);
    cr_assert_eq(whole[2], 9);
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_VECTOR, 1, whole, 4), 1);
    cr_assert_eq(whole[0], -4);
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_VECTOR, 0, whole, 1), 1);
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_VECTOR, 0, real, 4), 2);
    cr_assert(same_double(real[1], -4.0));
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_FLOAT, 0, real, 4), 1);
    cr_assert(same_double(real[0], 0.5));
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_FLOAT, 0, whole, 4), 0, "with loss");
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_TEXT, 0, whole, 4), 0, "no numbers");
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_TEXT, 0, real, 4), 0);
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_VECTOR, 0, NULL, 0), 0);
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_VECTOR, 0, NULL, 0), 0);
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_VECTOR, 0, NULL, 4), 0);
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_VECTOR, 0, real, SIZE_MAX), 0, "nowhere");
    packet_free(&all.bytes);
}

Test(ffi_copy, may_not_overlap_anything_that_is_given)
{
    given all;
    given before;
    memset(&all, 0, sizeof all); /* padding is compared, too */
    given_hex(&all, D, 0, ALL);
    memcpy(&before, &all, sizeof all);
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_VECTOR, 0, (int64_t *)(void *)&all.nodes[63], 2), 0);
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_VECTOR, 0, (double *)(void *)&all.nodes[20], 2), 0);
    cr_assert_eq(gdv_ffi_copy_double(OF(all), A_VECTOR, 0, (double *)(void *)&all.document, 1), 0);
    cr_assert_eq(gdv_ffi_copy_int64(OF(all), A_VECTOR, 0, (int64_t *)(void *)all.bytes.bytes, 1), 0);
    cr_assert_eq(memcmp(&before, &all, sizeof all), 0);
    packet_free(&all.bytes);
}
