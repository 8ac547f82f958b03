/* SPDX-License-Identifier: MIT */
/* Lookups and iterators where a neighbour would be mistaken for what was asked for, and what an iterator holds before
 * its first child and after its last (document.h). Promises 6 and 7. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/parsed.h"

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
