/* SPDX-License-Identifier: MIT */
/* Lookups and iterators where a neighbour would be mistaken for what was asked for, and what an iterator holds before
 * its first child and after its last (document.h). Promises 6 and 7. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define INT(byte) " 02000000 0" #byte "000000"

/* Pandemonium: a StringName of one letter, a String of one. */
#define NAME(letter) " 15000000 01000000 " #letter "000000"
#define TEXT(letter) " 04000000 01000000 " #letter "000000"

static bool is_int(gdv_value value, int64_t number)
{
    return gdv_exists(value) && gdv_int_or(value, 0, 9, -1) == number;
}

/* A dialect that has String and StringName apart: {&"b": 6, "c": 7, &"d": 8}. */
Test(lookup_edges, string_name_of_another_text_is_another_key)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "pandemonium-33", "strict",
                                "16000000 03000000" NAME(62) INT(6) TEXT(63) INT(7) NAME(64) INT(8));
    cr_expect(!gdv_exists(gdv_get(root, "a")));
    cr_expect(!gdv_exists(gdv_get(root, "")));
    cr_expect(is_int(gdv_get(root, "b"), 6));
    cr_expect(is_int(gdv_get(root, "c"), 7));
    cr_expect(is_int(gdv_get(root, "d"), 8));
    parsed_free(&made);
}

/* The name of a property has no header: its length, 1, is no bool, and its text, 01, not that bool's value. */
Test(lookup_edges, name_of_a_property_is_not_read_as_a_value)
{
    parsed made;
    parsed object;
    gdv_iterator each;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "12000000 01000000 01000000 01000000" INT(6));
    gdv_value full = parsed_hex(&object, "godot3", "strict+object",
                                "11000000 01000000 41000000 01000000 01000000 01000000 00000000");
    gdv_iterate(full, &each);
    cr_assert(gdv_iterate_next(&each));
    cr_expect(gdv_text_is(each.key, "\x01"));
    cr_expect(!gdv_exists(gdv_get_value(root, each.key)));
    parsed_free(&object);
    parsed_free(&made);
}

/* The class name of a typed array of objects counts as a value inside it, so reading such a key takes depth. */
Test(lookup_edges, typed_array_of_a_class_is_found_as_a_key)
{
    parsed made;
    parsed other;
    gdv_value root = parsed_hex(&made, "pandemonium-40", "engine",
                                "19000000 01000000 1b000000 17000000 18000000 04000000 4e6f6465 00000000" INT(6));
    gdv_value key =
        parsed_hex(&other, "pandemonium-40", "engine", "1b000000 17000000 18000000 04000000 4e6f6465 00000000");
    cr_expect(is_int(gdv_get_value(root, key), 6));
    parsed_free(&other);
    parsed_free(&made);
}

static void holds_no_child(const gdv_iterator *each, const char *when)
{
    cr_expect(each->key.document == NULL && !gdv_exists(each->key), "%s: a key", when);
    cr_expect(each->value.document == NULL && !gdv_exists(each->value), "%s: a value", when);
}

/* {5: 6}, {}, [7], 7, and what is missing. */
Test(lookup_edges, iterator_holds_a_child_only_between_the_first_and_the_last)
{
    static const struct {
        const char *hex;
        size_t children;
        bool keyed;
    } rows[] = {
        {"12000000 01000000" INT(5) INT(6), 1, true},
        {"12000000 00000000", 0, false},
        {"13000000 01000000" INT(7), 1, false},
        {"02000000 07000000", 0, false},
    };
    gdv_iterator each;
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", "strict", rows[index].hex);
        memset(&each, 0xa5, sizeof each);
        gdv_iterate(root, &each);
        holds_no_child(&each, "before");
        for (size_t child = 0; child < rows[index].children; child += 1) {
            cr_expect(gdv_iterate_next(&each));
            cr_expect_eq(gdv_exists(each.key), rows[index].keyed);
            cr_expect(gdv_exists(each.value));
        }
        cr_expect(!gdv_iterate_next(&each));
        holds_no_child(&each, "after");
        parsed_free(&made);
    }
    memset(&each, 0xa5, sizeof each);
    gdv_iterate(gdv_missing(), &each);
    holds_no_child(&each, "of nothing");
    cr_expect(!gdv_iterate_next(&each));
    holds_no_child(&each, "of nothing");
}

/* Under MSan: memory that nobody has written to, unlike the one above, shows which fields gdv_iterate sets. */
Test(lookup_edges, an_iterator_of_nothing_needs_no_preparation)
{
    gdv_iterator each;
    gdv_iterate(gdv_missing(), &each);
    cr_expect(!gdv_iterate_next(&each));
}

/* ---- keys of every length ---- */

/* {key: 1, "other": second}, or with [null] for the second value, so that one child has children. */
static builder pair_of(gdv_dialect dialect, const char *key, uint32_t size, bool nested)
{
    static const char padding[4] = {0};
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(dialect, GDV_TYPE_DICTIONARY));
    put_u32(&made, 2);
    put_u32(&made, id_of(dialect, GDV_TYPE_STRING));
    put_u32(&made, size);
    put_bytes(&made, key, size);
    put_bytes(&made, padding, (4 - size % 4) % 4);
    put_u32(&made, id_of(dialect, GDV_TYPE_INT));
    put_u32(&made, 1);
    put_u32(&made, id_of(dialect, GDV_TYPE_INT));
    put_u32(&made, 5);
    if (nested) {
        put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
        put_u32(&made, 1);
    }
    put_u32(&made, id_of(dialect, GDV_TYPE_NIL));
    return made;
}

/* Eight bytes at a time or one, with any other key of its length or of another: it is found by its own bytes alone. */
static void is_found_by_its_bytes(gdv_dialect dialect, const gdv_policy *policy, uint32_t size, bool nested)
{
    char *key = (char *)malloc(size + 1); /* of exactly that size, but for the longer one */
    cr_assert(key != NULL);
    memset(key, 'k', size + 1);
    builder made = pair_of(dialect, key, size, nested);
    parsed read;
    parsed_from(&read, made.bytes, made.size, dialect, policy);
    cr_assert_eq(read.code, GDV_OK);
    gdv_value root = gdv_root(&read.document);
    const gdv_text exact = {key, size};
    const gdv_text longer = {key, size + 1};
    const gdv_text shorter = {key, size > 0 ? size - 1 : 0};
    cr_expect(is_int(gdv_get_text(root, exact), 1), "%u bytes", size);
    cr_expect(!gdv_exists(gdv_get_text(root, longer)), "%u bytes", size);
    cr_expect_eq(gdv_exists(gdv_get_text(root, shorter)), size == 0, "%u bytes", size);
    for (uint32_t index = 0; index < size; index += 1) {
        key[index] = (char)(key[index] ^ 1);
        cr_expect(!gdv_exists(gdv_get_text(root, exact)), "byte %u of %u", index, size);
        key[index] = (char)(key[index] ^ 1);
    }
    parsed_free(&read);
    builder_free(&made);
    free(key);
}

Test(lookup_edges, a_key_is_told_from_one_that_differs_in_any_byte)
{
    static const gdv_dialect dialects[] = {GDV_DIALECT_GODOT3, GDV_DIALECT_GODOT4_4, GDV_DIALECT_PANDEMONIUM_38};
    const gdv_policy policies[] = {policy_with(GDV_POLICY_STRICT, 0),
                                   policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS),
                                   policy_with(GDV_POLICY_ENGINE, 0)};
    for (size_t dialect = 0; dialect < sizeof dialects / sizeof dialects[0]; dialect += 1) {
        for (size_t policy = 0; policy < sizeof policies / sizeof policies[0]; policy += 1) {
            for (uint32_t size = 0; size <= 25; size += 1) {
                is_found_by_its_bytes(dialects[dialect], &policies[policy], size, false);
                is_found_by_its_bytes(dialects[dialect], &policies[policy], size, true);
            }
        }
    }
}

/* [{"b": 1}, "a", 7]: a dictionary ends where its own nodes do. */
Test(lookup_edges, what_follows_a_dictionary_is_no_key_of_it)
{
    static const char *const policies[] = {"strict", "engine"};
    for (size_t index = 0; index < sizeof policies / sizeof policies[0]; index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot4.4", policies[index],
                                    "1c000000 03000000 1b000000 01000000" TEXT(62) INT(1) TEXT(61) INT(7));
        cr_expect(is_int(gdv_get(gdv_at(root, 0), "b"), 1));
        cr_expect(!gdv_exists(gdv_get(gdv_at(root, 0), "a")));
        parsed_free(&made);
    }
}

/* A count alone makes no text: an array of one element, and a packed array, as keys before the text of one byte. */
Test(lookup_edges, a_key_of_as_many_elements_is_no_text)
{
    parsed made;
    gdv_value root = parsed_hex(
        &made, "godot4.4", "strict",
        "1b000000 03000000 1c000000 01000000 00000000" INT(1) " 1d000000 01000000 61000000" INT(2) TEXT(61) INT(3));
    cr_expect(is_int(gdv_get(root, "a"), 3));
    cr_expect(!gdv_exists(gdv_get(root, "b")));
    parsed_free(&made);
}

Test(lookup_edges, a_literal_is_a_key_of_its_size)
{
    parsed made;
    const gdv_text with_nul = GDV_KEY("a\0b");
    const gdv_text empty = GDV_KEY("");
    cr_expect_eq(with_nul.size, 3);
    cr_expect_eq(memcmp(with_nul.bytes, "a\0b", 3), 0);
    cr_expect_eq(empty.size, 0);
    gdv_value root =
        parsed_hex(&made, "godot4.4", "strict", "1b000000 02000000" TEXT(61) INT(3) " 04000000 00000000" INT(4));
    cr_expect(is_int(gdv_get_text(root, GDV_KEY("a")), 3));
    cr_expect(is_int(gdv_get_text(root, GDV_KEY("")), 4));
    cr_expect(!gdv_exists(gdv_get_text(root, with_nul)));
    cr_expect(!gdv_exists(gdv_get_text(gdv_missing(), GDV_KEY("a"))));
    cr_expect(!gdv_exists(gdv_get_text(root, gdv_key(NULL, 0))));
    cr_expect(!gdv_exists(gdv_get_text(root, gdv_key("a", SIZE_MAX))));
    parsed_free(&made);
}

/* A reader gives containers without what is in them. */
Test(lookup_edges, nothing_is_found_in_what_a_reader_gives)
{
    reading *read = reading_hex("godot4.4", "strict", "1b000000 01000000" TEXT(61) " 1c000000 01000000" INT(3));
    gdv_event event;
    uint32_t begun = 0;
    while (gdv_reader_next(&read->reader, &event) == GDV_OK && event.kind != GDV_EVENT_DONE) {
        begun += event.kind == GDV_EVENT_BEGIN ? 1 : 0;
        cr_expect(!gdv_exists(gdv_get(event.value, "a")));
        cr_expect(!gdv_exists(gdv_get_int(event.value, 3)));
        cr_expect(!gdv_exists(gdv_at(event.value, 0)));
    }
    cr_expect_eq(begun, 2);
    reading_free(read);
}
