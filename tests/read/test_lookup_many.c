/* SPDX-License-Identifier: MIT */
/* Many keys at once: gdv_get_many finds what a look at every pair finds, whatever is asked for in whatever order. What
 * it costs is counted by test_lookup_work.c. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/alike.h"
#include "tests/support/corpus.h"
#include "tests/support/parsed.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* By a look at every pair: the last of that text; where a String and a StringName are two keys, the String. */
static gdv_value last_of(gdv_value container, const char *key, gdv_dialect dialect)
{
    const bool apart = dialect >= GDV_DIALECT_PANDEMONIUM_33 && dialect <= GDV_DIALECT_PANDEMONIUM_40;
    gdv_value string = gdv_missing();
    gdv_value name = gdv_missing();
    gdv_iterator each;
    gdv_iterate(container, &each);
    while (key != NULL && gdv_iterate_next(&each)) {
        if (gdv_text_is(each.key, key)) {
            *(apart && gdv_type_of(each.key) == GDV_TYPE_STRING_NAME ? &name : &string) = each.value;
        }
    }
    return gdv_exists(string) ? string : name;
}

static bool is(gdv_value one, gdv_value other)
{
    return one.document == other.document && one.index == other.index;
}

/* All keys at once, with the answers in a block of exactly their size. */
static void finds_all(gdv_value container, gdv_dialect dialect, const char *const *keys, size_t count, const char *name)
{
    gdv_value *values = (gdv_value *)malloc(count * sizeof *values + 1);
    size_t there = 0;
    memset(values, 0xa5, count * sizeof *values);
    size_t said = gdv_get_many(container, keys, values, count);
    for (size_t index = 0; index < count; index += 1) {
        gdv_value expected = last_of(container, keys[index], dialect);
        there += gdv_exists(expected) ? 1 : 0;
        cr_assert(is(values[index], expected), "%s: key %zu of %zu", name, index, count);
        cr_assert(is(gdv_get(container, keys[index]), expected), "%s: key %zu alone", name, index);
    }
    cr_assert_eq(said, there, "%s: %zu of %zu", name, said, there);
    free(values);
}

/* ---- every container of the corpus ---- */

#define MOST_KEYS 200

/* The keys that a path or a C program can spell, and some that are not there. */
static size_t keys_of(gdv_value container, char **keys)
{
    static const char *const others[] = {"", "no such key", "a", "~", "hp"};
    gdv_iterator each;
    size_t count = 0;
    gdv_iterate(container, &each);
    while (count < MOST_KEYS - COUNT_OF(others) - 1 && gdv_iterate_next(&each)) {
        gdv_text text;
        if (gdv_to_text(each.key, &text) == GDV_OK) {
            keys[count] = (char *)calloc(text.size + 1, 1);
            memcpy(keys[count], text.bytes, text.size);
            count += 1;
        }
    }
    for (size_t index = 0; index < COUNT_OF(others); index += 1) {
        keys[count] = (char *)calloc(strlen(others[index]) + 1, 1);
        memcpy(keys[count], others[index], strlen(others[index]));
        count += 1;
    }
    keys[count] = NULL;
    return count + 1;
}

Test(lookup_many, finds_what_a_look_at_every_pair_finds)
{
    size_t found = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            parsed made;
            parsed_from(&made, each.bytes.bytes, each.bytes.size, (gdv_dialect)dialect, &policy);
            for (uint32_t index = 0; made.code == GDV_OK && index < made.document.count; index += 1) {
                char *keys[MOST_KEYS];
                gdv_value value = {&made.document, index};
                size_t count = keys_of(value, keys);
                finds_all(value, (gdv_dialect)dialect, (const char *const *)keys, count, each.name);
                found += count > 6 ? 1 : 0;
                for (size_t key = 0; key < count; key += 1) {
                    free(keys[key]);
                }
            }
            parsed_free(&made);
        }
    }
    cr_assert_gt(found, 100, "%zu dictionaries with texts as keys", found);
}

/* ---- by hand ---- */

#define STRING(byte) "04000000 01000000 " byte "000000 "
#define INT(number) "02000000 0" #number "000000 "

typedef struct row {
    const char *name;
    gdv_dialect dialect;
    uint32_t permit;
    const char *hex;
} row;

static const row rows[] = {
    {"String and StringName of one text", GDV_DIALECT_PANDEMONIUM_33, 0,
     "16000000 03000000 15000000 01000000 61000000" INT(1) STRING("61") INT(2) STRING("62") INT(3)},
    {"the String first", GDV_DIALECT_PANDEMONIUM_33, 0,
     "16000000 03000000" STRING("61") INT(2) "15000000 01000000 61000000" INT(1) STRING("62") INT(3)},
    {"a StringName alone", GDV_DIALECT_PANDEMONIUM_33, 0, "16000000 01000000 15000000 01000000 61000000" INT(1)},
    {"duplicates", GDV_DIALECT_GODOT3, GDV_PERMIT_DUPLICATE_KEYS,
     "12000000 04000000" STRING("61") INT(1) STRING("62") INT(2) STRING("61") INT(3) STRING("61") INT(4)},
    {"properties of one name", GDV_DIALECT_GODOT3, GDV_PERMIT_OBJECT,
     "11000000 01000000 41000000 03000000 01000000 61000000" INT(1) "01000000 61000000" INT(2) "01000000 62000000" INT(
         3)},
    {"texts with a mark and a NUL", GDV_DIALECT_GODOT3, GDV_PERMIT_TEXT_BOM | GDV_PERMIT_TEXT_NUL,
     "12000000 02000000 04000000 04000000 efbbbf61" INT(1) "04000000 04000000 62006161" INT(2)},
    {"keys that are no texts", GDV_DIALECT_GODOT3, 0,
     "12000000 03000000" INT(1) INT(1) "13000000 01000000 " STRING("61") INT(2) STRING("61") INT(3)},
    {"an array", GDV_DIALECT_GODOT3, 0, "13000000 02000000" STRING("61") INT(1)},
    {"a text", GDV_DIALECT_GODOT3, 0, STRING("61")},
};

Test(lookup_many, finds_what_is_asked_for_twice_in_any_order_or_not_at_all)
{
    static const char *const asked[] = {"a", "b", "a", NULL, "c", "", "b", "aa", "a"};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, rows[index].permit);
        packet bytes = packet_from_hex(rows[index].hex);
        parsed made;
        parsed_from(&made, bytes.bytes, bytes.size, rows[index].dialect, &policy);
        cr_assert_eq(made.code, GDV_OK, "%s: %s", rows[index].name, gdv_status_name(made.code));
        for (size_t from = 0; from < COUNT_OF(asked); from += 1) {
            for (size_t count = 0; count <= COUNT_OF(asked) - from; count += 1) {
                finds_all(gdv_root(&made.document), rows[index].dialect, asked + from, count, rows[index].name);
            }
        }
        parsed_free(&made);
        packet_free(&bytes);
    }
}

/* {"k0": 0, "k1": 1, ..}, asked for all of it and more, around each multiple of a batch. */
Test(lookup_many, finds_more_than_are_looked_for_at_a_time)
{
    static char texts[400][8];
    const char *keys[400];
    builder made = {NULL, 0, 0};
    parsed read;
    put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_DICTIONARY));
    put_u32(&made, 200);
    for (uint32_t index = 0; index < 400; index += 1) {
        snprintf(texts[index], sizeof texts[index], "k%u", index * 7 % 400);
        keys[index] = texts[index];
    }
    for (uint32_t index = 0; index < 200; index += 1) {
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_STRING));
        put_u32(&made, (uint32_t)strlen(texts[index]));
        put_bytes(&made, texts[index], 4);
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_INT));
        put_u32(&made, index);
    }
    parsed_from(&read, made.bytes, made.size, GDV_DIALECT_GODOT3, NULL);
    cr_assert_eq(read.code, GDV_OK);
    const size_t counts[] = {1, 63, 64, 65, 127, 128, 129, 200, 256, 400};
    for (size_t index = 0; index < COUNT_OF(counts); index += 1) {
        finds_all(gdv_root(&read.document), GDV_DIALECT_GODOT3, keys, counts[index], "many");
    }
    parsed_free(&read);
    builder_free(&made);
}

Test(lookup_many, takes_nothing_for_nothing)
{
    static const char *const keys[] = {"a", "b"};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "12000000 01000000" STRING("61") INT(1));
    gdv_value values[2] = {root, root};
    cr_expect_eq(gdv_get_many(root, NULL, values, 2), 0);
    cr_expect(is(values[0], root) && is(values[1], root), "nothing is written");
    cr_expect_eq(gdv_get_many(root, keys, NULL, 2), 0);
    cr_expect_eq(gdv_get_many(root, keys, values, 0), 0);
    cr_expect_eq(gdv_get_many(root, keys, values, SIZE_MAX), 0);
    cr_expect_eq(gdv_get_many(root, keys, values, SIZE_MAX / sizeof(gdv_value) + 1), 0);
    cr_expect(is(values[0], root) && is(values[1], root), "nothing is written");
    cr_expect_eq(gdv_get_many(gdv_missing(), keys, values, 2), 0);
    cr_expect(!gdv_exists(values[0]) && !gdv_exists(values[1]), "what is asked of nothing is missing");
    cr_expect_eq(gdv_get_many(root, keys, values, 2), 1);
    parsed_free(&made);
}

/* An address that is not memory of anybody's: a region from there on wraps around the address space. */
static void *address(uintptr_t from_the_end)
{
    return (void *)(UINTPTR_MAX - from_the_end); /* NOLINT(performance-no-int-to-ptr): the test is about addresses */
}

Test(lookup_many, takes_nothing_that_is_nowhere)
{
    static const char *const keys[] = {"a", "b"};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "12000000 01000000" STRING("61") INT(1));
    gdv_value values[2] = {root, root};
    cr_expect_eq(gdv_get_many(root, (const char *const *)address(2 * sizeof(char *) - 1), values, 2), 0);
    cr_expect(is(values[0], root) && is(values[1], root), "nothing is written");
    cr_expect_eq(gdv_get_many(root, keys, (gdv_value *)address(15), 2), 0);
    parsed_free(&made);
}

Test(lookup_many, texts_of_one_fingerprint_are_told_apart)
{
    char texts[2][ALIKE_SIZE] = {{0}};
    cr_assert(find_two_alike(texts[0], texts[1]), "there are no two texts of one fingerprint among these");
    const char *const keys[] = {texts[0], texts[1]};
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_DICTIONARY));
    put_u32(&made, 2);
    for (size_t which = 0; which < 2; which += 1) {
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_STRING));
        put_u32(&made, ALIKE_LETTERS);
        put_bytes(&made, texts[which], sizeof texts[which]);
        put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_INT));
        put_u32(&made, (uint32_t)which + 1);
    }
    gdv_node nodes[16];
    gdv_document read;
    gdv_value values[2];
    cr_assert_eq(gdv_document_parse(&read, made.bytes, made.size, GDV_DIALECT_GODOT3, NULL, nodes, 16, NULL), GDV_OK);
    cr_expect_eq(gdv_get_many(gdv_root(&read), keys, values, 2), 2);
    cr_expect_eq(gdv_int_or(values[0], 0, 9, 0), 1);
    cr_expect_eq(gdv_int_or(values[1], 0, 9, 0), 2);
    cr_expect_eq(gdv_get_many(gdv_root(&read), keys + 1, values, 1), 1);
    cr_expect_eq(gdv_int_or(values[0], 0, 9, 0), 2);
    builder_free(&made);
}

/* Values over the keys, the packet, the document or its nodes: nothing is found and nothing written. */
Test(lookup_many, writes_over_nothing_that_it_reads)
{
    static const char *const one[] = {"a"};
    union {
        const char *keys[4];
        gdv_value values[2];
    } shared = {{"a", "a", "a", "a"}};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "12000000 02000000" STRING("61") INT(1) STRING("62") INT(2));
    packet before = packet_from_bytes(made.bytes.bytes, made.bytes.size);
    gdv_document document = made.document;
    gdv_value inside = {&made.document, 0};

    cr_expect_eq(gdv_get_many(root, shared.keys, shared.values, 1), 0);
    cr_expect_str_eq(shared.keys[0], "a");
    cr_expect_eq(gdv_get_many(root, one, (gdv_value *)(void *)made.nodes, 1), 0);
    cr_expect_eq(gdv_get_many(root, one, (gdv_value *)(void *)&made.document, 1), 0);
    cr_expect_eq(memcmp(&document, &made.document, sizeof document), 0);
    cr_expect_eq(gdv_int_or(gdv_get(inside, "a"), 0, 9, 0), 1, "the nodes are as they were");

    /* the packet as it might lie among the values: at their alignment */
    gdv_value *block = (gdv_value *)malloc(made.bytes.size + 2 * sizeof *block);
    memcpy(block, made.bytes.bytes, made.bytes.size);
    gdv_document of_block = made.document;
    of_block.bytes = (const uint8_t *)block;
    gdv_value root_of_block = {&of_block, 0};
    cr_expect_eq(gdv_get_many(root_of_block, one, block + 1, 1), 0);
    cr_expect_eq(memcmp(block, before.bytes, before.size), 0);
    free(block);
    packet_free(&before);
    parsed_free(&made);
}
