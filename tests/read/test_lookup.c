/* SPDX-License-Identifier: MIT */
/* Values found by key, by index and one after another: every pair and element of every packet of the corpus, and by
 * hand what counts as the same key in which dialect (wire reference, section 7), which of two alike is found, and what
 * finds nothing. By path: test_find.c. Promises 1 and 7. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/value/links.h"
#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* What a row expects where nothing is found; no row has it as a value. */
enum { NOTHING = -1 };

static int64_t number_of(gdv_value value)
{
    return gdv_exists(value) ? gdv_int_or(value, INT64_MIN, INT64_MAX, -2) : NOTHING;
}

/* ---- by text ---- */

#define STRING_A "04000000 01000000 61000000"
#define NAME_A_33 "15000000 01000000 61000000"
#define NAME_A_4 "15000000 01000000 61000000"
#define INT(byte) " 02000000 0" #byte "000000 "

typedef struct text_row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    const char *key;
    int64_t value;
} text_row;

static const text_row text_rows[] = {
    {"first", "godot3", "strict", "12000000 02000000" STRING_A INT(1) "04000000 01000000 62000000" INT(2), "a", 1},
    {"last", "godot3", "strict", "12000000 02000000" STRING_A INT(1) "04000000 01000000 62000000" INT(2), "b", 2},
    {"none", "godot3", "strict", "12000000 02000000" STRING_A INT(1) "04000000 01000000 62000000" INT(2), "c", NOTHING},
    {"none of no text", "godot3", "strict", "12000000 01000000" STRING_A INT(1), "", NOTHING},
    {"a longer one", "godot3", "strict", "12000000 01000000" STRING_A INT(1), "aa", NOTHING},
    {"a shorter one", "godot3", "strict", "12000000 01000000 04000000 02000000 61610000" INT(1), "a", NOTHING},
    {"of another case", "godot3", "strict", "12000000 01000000" STRING_A INT(1), "A", NOTHING},
    {"empty", "godot3", "strict", "12000000 01000000 04000000 00000000" INT(7), "", 7},
    {"UTF-8", "godot3", "strict", "12000000 01000000 04000000 02000000 c3a90000" INT(7), "\xc3\xa9", 7},
    {"in no pairs", "godot3", "strict", "12000000 00000000", "a", NOTHING},
    {"an int that looks alike", "godot3", "strict", "12000000 01000000" INT(1) INT(5), "1", NOTHING},
    {"not of a nested dictionary", "godot3", "strict",
     "12000000 02000000 04000000 01000000 78000000 12000000 01000000" STRING_A INT(9) STRING_A INT(1), "a", 1},
    {"not of a key's own keys", "godot3", "strict",
     "12000000 02000000 12000000 01000000" STRING_A INT(9) INT(8) STRING_A INT(1), "a", 1},
    {"nested values are no keys", "godot3", "strict", "12000000 01000000" INT(1) STRING_A, "a", NOTHING},
    {"of duplicates the last", "godot3", "engine", "12000000 03000000" STRING_A INT(1) STRING_A INT(2) STRING_A INT(3),
     "a", 3},
    {"of one and other keys", "godot3", "engine",
     "12000000 03000000" STRING_A INT(1) STRING_A INT(2) "04000000 01000000 62000000" INT(3), "a", 2},
    {"as the engine keeps it: no byte order mark", "godot3", "engine",
     "12000000 01000000 04000000 04000000 efbbbf61" INT(6), "a", 6},
    {"as the engine keeps it: up to the NUL", "godot3", "engine", "12000000 01000000 04000000 03000000 61006200" INT(6),
     "a", 6},
    {"alike as the engine keeps them, so the last", "godot3", "engine",
     "12000000 02000000 04000000 03000000 61006200" INT(6) STRING_A INT(7), "a", 7},
    {"StringName of Godot 4", "godot4.4", "strict", "1b000000 01000000" NAME_A_4 INT(4), "a", 4},
    {"String, then StringName: the last in Godot 4", "godot4.4", "engine",
     "1b000000 02000000" STRING_A INT(1) NAME_A_4 INT(2), "a", 2},
    {"StringName, then String: the last in Godot 4", "godot4.0", "engine",
     "1b000000 02000000" NAME_A_4 INT(2) STRING_A INT(1), "a", 1},
    {"StringName of Pandemonium", "pandemonium-33", "strict", "16000000 01000000" NAME_A_33 INT(4), "a", 4},
    {"String, then StringName: the String in Pandemonium", "pandemonium-33", "strict",
     "16000000 02000000" STRING_A INT(1) NAME_A_33 INT(2), "a", 1},
    {"StringName, then String: the String in Pandemonium", "pandemonium-33", "strict",
     "16000000 02000000" NAME_A_33 INT(2) STRING_A INT(1), "a", 1},
    {"the same where duplicates may be", "pandemonium-33", "engine",
     "16000000 03000000" STRING_A INT(3) STRING_A INT(1) NAME_A_33 INT(2), "a", 1},
    {"of two StringNames the last", "pandemonium-33", "engine", "16000000 02000000" NAME_A_33 INT(3) NAME_A_33 INT(2),
     "a", 2},
    {"property", "godot3", "strict+object",
     "11000000 01000000 41000000 02000000 01000000 61000000" INT(1) "01000000 62000000" INT(2), "b", 2},
    {"of properties of one name the last", "godot3", "strict+object",
     "11000000 01000000 41000000 02000000 01000000 61000000" INT(1) "01000000 61000000" INT(2), "a", 2},
    {"not the class", "godot3", "strict+object", "11000000 01000000 41000000 01000000 01000000 61000000" INT(1), "A",
     NOTHING},
    {"in an array", "godot3", "strict", "13000000 01000000" STRING_A, "a", NOTHING},
    {"in a text", "godot3", "strict", STRING_A, "a", NOTHING},
    {"in an object's id", "godot3", "strict+object-id", "11000100 05000000 00000000", "a", NOTHING},
    {"in a null object", "godot3", "strict+object", "11000000 00000000", "a", NOTHING},
    {"typed dictionary", "godot4.4", "strict", "1b000500 04000000 02000000 01000000" STRING_A INT(5), "a", 5},
};

Test(lookup, by_text_finds_what_the_engine_keeps)
{
    for (size_t index = 0; index < COUNT_OF(text_rows); index += 1) {
        const text_row *row = &text_rows[index];
        parsed made;
        gdv_value root = parsed_hex(&made, row->dialect, row->policy, row->hex);
        int64_t value = number_of(gdv_get(root, row->key));
        gdv_text key = {row->key, strlen(row->key)};
        cr_expect_eq(value, row->value, "%s: %lld", row->name, (long long)value);
        cr_expect_eq(number_of(gdv_get_text(root, key)), value, "%s: as a text with a size", row->name);
        parsed_free(&made);
    }
}

Test(lookup, by_text_takes_any_bytes_and_no_address_as_nothing)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "12000000 01000000" STRING_A INT(1));
    const gdv_text with_nul = {"a", 2};
    const gdv_text nowhere = {NULL, 0};
    const gdv_text nowhere_of_bytes = {NULL, 1};
    cr_expect(!gdv_exists(gdv_get_text(root, with_nul)));
    cr_expect(!gdv_exists(gdv_get_text(root, nowhere)));
    cr_expect(!gdv_exists(gdv_get_text(root, nowhere_of_bytes)));
    cr_expect(!gdv_exists(gdv_get(root, NULL)));
    parsed_free(&made);
}

/* ---- by int ---- */

Test(lookup, by_int_finds_either_width)
{
    static const struct {
        const char *name;
        const char *policy;
        const char *hex;
        int64_t key;
        int64_t value;
    } rows[] = {
        {"narrow", "strict", "12000000 01000000" INT(5) INT(1), 5, 1},
        {"another", "strict", "12000000 01000000" INT(5) INT(1), 6, NOTHING},
        {"-1", "strict", "12000000 01000000 02000000 ffffffff" INT(1), -1, 1},
        {"not the same bits in 64", "strict", "12000000 01000000 02000000 ffffffff" INT(1), 0xffffffff, NOTHING},
        {"wide", "strict", "12000000 01000000 02000100 00000080 00000000" INT(1), 0x80000000, 1},
        {"wide, where it need not be", "engine", "12000000 01000000 02000100 05000000 00000000" INT(1), 5, 1},
        {"least", "strict", "12000000 01000000 02000100 00000000 00000080" INT(1), INT64_MIN, 1},
        {"most", "strict", "12000000 01000000 02000100 ffffffff ffffff7f" INT(1), INT64_MAX, 1},
        {"of duplicates the last", "engine", "12000000 02000000" INT(5) INT(1) "02000100 05000000 00000000" INT(2), 5,
         2},
        {"a float is none", "strict", "12000000 01000000 03000000 0000a040" INT(1), 5, NOTHING},
        {"a bool is none", "strict", "12000000 01000000 01000000 01000000" INT(1), 1, NOTHING},
        {"a text is none", "strict", "12000000 01000000 04000000 01000000 35000000" INT(1), 5, NOTHING},
        {"nor an array's element", "strict", "13000000 01000000" INT(5), 0, NOTHING},
        {"nor a property", "strict+object", "11000000 01000000 41000000 01000000 01000000 35000000" INT(1), 5, NOTHING},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", rows[index].policy, rows[index].hex);
        int64_t value = number_of(gdv_get_int(root, rows[index].key));
        cr_expect_eq(value, rows[index].value, "%s: %lld", rows[index].name, (long long)value);
        parsed_free(&made);
    }
}

/* ---- by any value ---- */

typedef struct value_row {
    const char *name;
    const char *dialect;
    const char *dictionary; /* of the one key, with a value of 5 */
    const char *key;        /* alone, in a packet of its own */
    bool found;
} value_row;

#define OF_3(key) "12000000 01000000" key INT(5)
#define OF_2(key) "14000000 01000000" key INT(5)
#define OF_33(key) "16000000 01000000" key INT(5)
#define OF_40(key) "19000000 01000000" key INT(5)
#define OF_4(key) "1b000000 01000000" key INT(5)

static const value_row value_rows[] = {
    {"null", "godot3", OF_3("00000000"), "00000000", true},
    {"true", "godot3", OF_3("01000000 01000000"), "01000000 01000000", true},
    {"any true", "godot3", OF_3("01000000 01000000"), "01000000 07000000", true},
    {"not false", "godot3", OF_3("01000000 01000000"), "01000000 00000000", false},
    {"1 is not true", "godot3", OF_3("01000000 01000000"), "02000000 01000000", false},
    {"int of the other width", "godot3", OF_3("02000000 05000000"), "02000100 05000000 00000000", true},
    {"negative int of the other width", "godot3", OF_3("02000100 ffffffff ffffffff"), "02000000 ffffffff", true},
    {"ints that share 32 bits", "godot3", OF_3("02000000 ffffffff"), "02000100 ffffffff 00000000", false},
    {"1 is not 1.0", "godot3", OF_3("02000000 01000000"), "03000000 0000803f", false},
    {"float of the other width", "godot3", OF_3("03000000 0000003f"), "03000100 00000000 0000e03f", true},
    {"0.0 is -0.0", "godot3", OF_3("03000000 00000000"), "03000000 00000080", true},
    {"0.0 is -0.0 in 64 bits", "godot3", OF_3("03000000 00000080"), "03000100 00000000 00000000", true},
    {"NaN is NaN", "godot3", OF_3("03000100 00000000 0000f87f"), "03000000 0000c07f", true},
    {"whatever its payload and sign", "godot3", OF_3("03000100 01000000 0000f87f"), "03000100 00000000 0000f8ff", true},
    {"infinities have a sign", "godot3", OF_3("03000000 0000807f"), "03000000 000080ff", false},
    {"text", "godot3", OF_3(STRING_A), STRING_A, true},
    {"text as the engine keeps it", "godot3", OF_3(STRING_A), "04000000 03000000 61006200", true},
    {"other text", "godot3", OF_3(STRING_A), "04000000 01000000 62000000", false},
    {"StringName for String in Godot 4", "godot4.4", OF_4(STRING_A), NAME_A_4, true},
    {"String for StringName in Godot 4", "godot4.0", OF_4(NAME_A_4), STRING_A, true},
    {"not in Pandemonium", "pandemonium-33", OF_33(STRING_A), NAME_A_33, false},
    {"nor the other way round", "pandemonium-33", OF_33(NAME_A_33), STRING_A, false},
    {"nor inside an array of Godot 4", "godot4.4", OF_4("1c000000 01000000" STRING_A), "1c000000 01000000" NAME_A_4,
     false},
    {"Vector2", "godot3", OF_3("05000000 0000803f 00000080"), "05000000 0000803f 00000000", true},
    {"another Vector2", "godot3", OF_3("05000000 0000803f 00000080"), "05000000 0000803f 0000803f", false},
    {"Vector2 of the other width", "godot4.4", OF_4("05000000 0000803f 00000040"),
     "05000100 00000000 0000f03f 00000000 00000040", true},
    {"Vector2 is not Vector2i", "godot4.4", OF_4("05000000 00000000 00000000"), "06000000 00000000 00000000", false},
    {"[1, null]", "godot3", OF_3("13000000 02000000" INT(1) "00000000"), "13000000 02000000" INT(1) "00000000", true},
    {"[1] is shorter", "godot3", OF_3("13000000 02000000" INT(1) "00000000"), "13000000 01000000" INT(1), false},
    {"[1, 2] differs at its end", "godot3", OF_3("13000000 02000000" INT(1) INT(3)), "13000000 02000000" INT(1) INT(2),
     false},
    {"[[1]]", "godot3", OF_3("13000000 01000000 13000000 01000000" INT(1)),
     "13000000 01000000 13000000 01000000" INT(1), true},
    {"[[]] is not []", "godot3", OF_3("13000000 01000000 13000000 00000000"), "13000000 00000000", false},
    {"{} by identity", "godot3", OF_3("12000000 00000000"), "12000000 00000000", false},
    {"{} in an array by identity", "godot3", OF_3("13000000 01000000 12000000 00000000"),
     "13000000 01000000 12000000 00000000", false},
    {"{} by content in Godot 4", "godot4.4", OF_4("1b000000 00000000"), "1b000000 00000000", true},
    {"{a: 1} by content in Godot 4", "godot4.4", OF_4("1b000000 01000000" STRING_A INT(1)),
     "1b000000 01000000" STRING_A INT(1), true},
    {"{a: 2} is another", "godot4.4", OF_4("1b000000 01000000" STRING_A INT(1)), "1b000000 01000000" STRING_A INT(2),
     false},
    {"bytes", "godot3", OF_3("14000000 01000000 07000000"), "14000000 01000000 07000000", true},
    {"other bytes", "godot3", OF_3("14000000 01000000 07000000"), "14000000 01000000 08000000", false},
    {"strings, with a NUL or without", "godot3", OF_3("17000000 01000000 02000000 61000000"),
     "17000000 01000000 01000000 61000000", true},
    {"paths, whatever their padding", "godot3", OF_3("0f000000 01000080 00000000 00000000 01000000 61ffffff"),
     "0f000000 01000080 00000000 00000000 01000000 61000000", true},
    {"an absolute path is another", "godot3", OF_3("0f000000 01000080 00000000 00000000 01000000 61000000"),
     "0f000000 01000080 00000000 01000000 01000000 61000000", false},
    {"null objects", "godot3", OF_3("11000100 00000000 00000000"), "11000100 00000000 00000000", true},
    {"objects of one id", "godot3", OF_3("11000100 05000000 00000000"), "11000100 05000000 00000000", false},
    {"null objects of Godot 2", "godot2", OF_2("12000000"), "12000000", true},
    {"paths of the old form", "godot2", OF_2("10000000 01000000 61"), "10000000 01000000 61", true},
    {"typed array", "pandemonium-40", OF_40("1b000000 02000000 01000000" INT(7)), "1b000000 02000000 01000000" INT(7),
     true},
    {"typed array of another type", "pandemonium-40", OF_40("1b000000 02000000 00000000"), "1b000000 03000000 00000000",
     false},
    {"a typed array is not an array", "pandemonium-40", OF_40("1b000000 02000000 00000000"), "1a000000 00000000",
     false},
};

/* In either direction, as equality has none; each key is found in its own dictionary too. */
Test(lookup, by_value_finds_by_the_engines_equality)
{
    for (size_t index = 0; index < COUNT_OF(value_rows); index += 1) {
        const value_row *row = &value_rows[index];
        parsed made;
        parsed other;
        gdv_value root = parsed_hex(&made, row->dialect, "engine+object", row->dictionary);
        gdv_value key = parsed_hex(&other, row->dialect, "engine+object", row->key);
        gdv_iterator each;
        int64_t value = number_of(gdv_get_value(root, key));
        cr_expect_eq(value, row->found ? 5 : NOTHING, "%s: %lld", row->name, (long long)value);
        gdv_iterate(root, &each);
        cr_assert(gdv_iterate_next(&each), "%s", row->name);
        cr_expect_eq(number_of(gdv_get_value(root, each.key)), 5, "%s: its own key", row->name);
        parsed_free(&other);
        parsed_free(&made);
    }
}

/* Strict and engine documents of one dialect may be mixed: text that one of them trims is compared as engines keep
 * it. */
Test(lookup, by_value_takes_keys_of_a_document_with_another_policy)
{
    parsed made;
    parsed other;
    gdv_value root = parsed_hex(&made, "godot3", "strict", OF_3(STRING_A));
    gdv_value key = parsed_hex(&other, "godot3", "engine", "04000000 03000000 61006200");
    cr_expect_eq(number_of(gdv_get_value(root, key)), 5);
    parsed_free(&made);
    parsed_free(&other);
    root = parsed_hex(&made, "godot3", "engine", OF_3("04000000 04000000 efbbbf61"));
    key = parsed_hex(&other, "godot3", "strict", STRING_A);
    cr_expect_eq(number_of(gdv_get_value(root, key)), 5);
    parsed_free(&made);
    parsed_free(&other);
}

/* A reader gives a container when it has read its header. What follows is looked at nevertheless, and where it breaks a
 * rule or ends too early, the container is no key of any dictionary. */
Test(lookup, by_value_finds_nothing_by_a_container_that_breaks_after_its_header)
{
    static const struct {
        const char *name;
        const char *dictionary;
        const char *key;
        bool found;
    } broken[] = {
        {"whole", OF_3("13000000 02000000" INT(1) INT(2)), "13000000 02000000" INT(1) INT(2), true},
        {"a type that does not exist", OF_3("13000000 02000000" INT(1) INT(2)),
         "13000000 02000000" INT(1) "ff000000 00000000", false},
        {"no bytes for the last element", OF_3("13000000 02000000 14000000 04000000 01020304 00000000"),
         "13000000 02000000 14000000 04000000 01020304", false},
        {"and these bytes", OF_3("13000000 02000000 14000000 04000000 01020304 00000000"),
         "13000000 02000000 14000000 04000000 01020304 00000000", true},
    };
    for (size_t index = 0; index < COUNT_OF(broken); index += 1) {
        parsed made;
        gdv_event event;
        gdv_value root = parsed_hex(&made, "godot3", "strict", broken[index].dictionary);
        reading *from = reading_hex("godot3", "strict", broken[index].key);
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s", broken[index].name);
        cr_assert_eq(event.kind, GDV_EVENT_BEGIN, "%s", broken[index].name);
        int64_t value = number_of(gdv_get_value(root, event.value));
        cr_expect_eq(value, broken[index].found ? 5 : NOTHING, "%s: %lld", broken[index].name, (long long)value);
        reading_free(from);
        parsed_free(&made);
    }
}

Test(lookup, by_value_finds_the_last_of_duplicates)
{
    parsed made;
    parsed other;
    gdv_value root =
        parsed_hex(&made, "godot3", "engine",
                   "12000000 03000000 03000000 00000000" INT(1) "03000000 00000080" INT(2) "00000000" INT(3));
    gdv_value key = parsed_hex(&other, "godot3", "strict", "03000000 00000000");
    cr_expect_eq(number_of(gdv_get_value(root, key)), 2);
    parsed_free(&made);
    parsed_free(&other);
}

Test(lookup, by_value_finds_nothing_by_a_key_that_is_none)
{
    parsed made;
    parsed object;
    parsed other;
    gdv_value root = parsed_hex(&made, "godot3", "strict", OF_3(STRING_A));
    gdv_value full =
        parsed_hex(&object, "godot3", "strict+object", "11000000 01000000 41000000 01000000 01000000 61000000" INT(1));
    gdv_value of_another = parsed_hex(&other, "godot3.0", "strict", STRING_A);
    gdv_iterator each;
    cr_expect(!gdv_exists(gdv_get_value(root, gdv_missing())));
    cr_expect(!gdv_exists(gdv_get_value(gdv_missing(), root)));
    cr_expect(!gdv_exists(gdv_get_value(root, of_another)), "a key of another dialect");
    gdv_iterate(full, &each);
    cr_assert(gdv_iterate_next(&each));
    cr_expect(gdv_text_is(each.key, "a"));
    cr_expect(!gdv_exists(gdv_get_value(root, each.key)), "the name of a property is no value");
    cr_expect(!gdv_exists(gdv_get_value(full, each.key)), "an object is no dictionary");
    cr_expect(!gdv_exists(gdv_get_value(each.value, each.key)), "nor an int");
    parsed_free(&other);
    parsed_free(&object);
    parsed_free(&made);
}

/* ---- by index ---- */

Test(lookup, by_index_counts_elements_and_not_what_is_in_them)
{
    static const struct {
        const char *name;
        const char *dialect;
        const char *hex;
        size_t count;
        int64_t values[4]; /* NOTHING for a container */
    } rows[] = {
        {"[1, 2, 3]", "godot3", "13000000 03000000" INT(1) INT(2) INT(3), 3, {1, 2, 3}},
        {"[[], 2]", "godot3", "13000000 02000000 13000000 00000000" INT(2), 2, {NOTHING, 2}},
        {"[[7, 8], 2, [9], 4]",
         "godot3",
         "13000000 04000000 13000000 02000000" INT(7) INT(8) INT(2) "13000000 01000000" INT(9) INT(4),
         4,
         {NOTHING, 2, NOTHING, 4}},
        {"[1, {2: [3]}]",
         "godot3",
         "13000000 02000000" INT(1) "12000000 01000000" INT(2) "13000000 01000000" INT(3),
         2,
         {1, NOTHING}},
        {"Array[int] [6]", "godot4.4", "1c000100 02000000 01000000" INT(6), 1, {6}},
        {"TypedArray[int] [6]", "pandemonium-40", "1b000000 02000000 01000000" INT(6), 1, {6}},
        {"PackedTypedArray[int] [6]", "pandemonium-40", "1c000000 02000000 01000000" INT(6), 1, {6}},
        {"[]", "godot3", "13000000 00000000", 0, {0}},
        {"a dictionary is no array", "godot3", OF_3(STRING_A), 0, {0}},
        {"nor is a packed array", "godot3", "15000000 01000000 05000000", 0, {0}},
        {"nor a text", "godot3", STRING_A, 0, {0}},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, "strict", rows[index].hex);
        for (size_t element = 0; element < rows[index].count; element += 1) {
            gdv_value value = gdv_at(root, element);
            cr_expect(gdv_exists(value), "%s: %zu", rows[index].name, element);
            cr_expect_eq(gdv_int_or(value, INT64_MIN, INT64_MAX, NOTHING), rows[index].values[element], "%s: %zu",
                         rows[index].name, element);
        }
        cr_expect(!gdv_exists(gdv_at(root, rows[index].count)), "%s: one too far", rows[index].name);
        cr_expect(!gdv_exists(gdv_at(root, UINT32_MAX)), "%s", rows[index].name);
        cr_expect(!gdv_exists(gdv_at(root, SIZE_MAX)), "%s", rows[index].name);
        parsed_free(&made);
    }
}

/* ---- one after another ---- */

static bool is_at(gdv_value value, gdv_value expected)
{
    return value.document == expected.document && value.index == expected.index;
}

Test(lookup, iterates_over_nothing_where_there_is_nothing)
{
    static const char *const rows[] = {"13000000 00000000",
                                       "12000000 00000000",
                                       "11000000 01000000 41000000 00000000",
                                       "11000000 00000000",
                                       STRING_A,
                                       "15000000 01000000 05000000"};
    for (size_t index = 0; index <= COUNT_OF(rows); index += 1) {
        parsed made;
        bool none = index == COUNT_OF(rows);
        gdv_value root = parsed_hex(&made, "godot3", "strict+object", none ? "00000000" : rows[index]);
        gdv_iterator each;
        memset(&each, 0xa5, sizeof each);
        gdv_iterate(none ? gdv_missing() : root, &each);
        for (uint32_t again = 0; again < 3; again += 1) {
            cr_expect(!gdv_iterate_next(&each), "row %zu", index);
            cr_expect(!gdv_exists(each.key) && !gdv_exists(each.value), "row %zu", index);
        }
        parsed_free(&made);
    }
    gdv_iterate(gdv_missing(), NULL);
    cr_expect(!gdv_iterate_next(NULL));
}

Test(lookup, iterates_over_keys_names_and_elements_in_packet_order)
{
    parsed made;
    gdv_iterator each;
    gdv_value root = parsed_hex(&made, "godot3", "strict+object",
                                "11000000 01000000 41000000 02000000 01000000 70000000 13000000 01000000" INT(
                                    1) "01000000 71000000 12000000 01000000" INT(2) INT(3));
    gdv_iterate(root, &each);
    cr_assert(gdv_iterate_next(&each));
    cr_expect(gdv_text_is(each.key, "p") && gdv_type_of(each.key) == GDV_TYPE_STRING);
    cr_expect_eq(number_of(gdv_at(each.value, 0)), 1);
    gdv_value nested = gdv_missing();
    cr_assert(gdv_iterate_next(&each));
    cr_expect(gdv_text_is(each.key, "q"));
    nested = each.value;
    cr_expect(!gdv_iterate_next(&each));
    gdv_iterate(nested, &each);
    cr_assert(gdv_iterate_next(&each));
    cr_expect_eq(number_of(each.key), 2);
    cr_expect_eq(number_of(each.value), 3);
    cr_expect(!gdv_iterate_next(&each));
    gdv_iterate(gdv_get(root, "p"), &each);
    cr_assert(gdv_iterate_next(&each));
    cr_expect(!gdv_exists(each.key));
    cr_expect_eq(number_of(each.value), 1);
    cr_expect(!gdv_iterate_next(&each));
    parsed_free(&made);
}

/* ---- chains ---- */

Test(lookup, chains_over_what_is_missing)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", OF_3(STRING_A));
    gdv_value missing = gdv_missing();
    cr_expect_eq(gdv_int_or(gdv_get(gdv_at(gdv_get(root, "players"), 3), "hp"), 0, 100, -1), -1);
    cr_expect_eq(gdv_int_or(gdv_get(gdv_at(gdv_get(root, "a"), 3), "hp"), 0, 100, -1), -1);
    cr_expect(!gdv_exists(missing));
    cr_expect(!gdv_exists(gdv_at(missing, 0)));
    cr_expect(!gdv_exists(gdv_get(missing, "a")));
    cr_expect(!gdv_exists(gdv_get_int(missing, 0)));
    cr_expect(!gdv_exists(gdv_get_value(missing, missing)));
    cr_expect(!gdv_exists(gdv_find(missing, ".a")));
    cr_expect(!gdv_exists(gdv_find(missing, "")));
    parsed_free(&made);
}

/* A handle whose index is no node, as one that outlived its document's next parse. */
Test(lookup, takes_a_handle_beyond_the_nodes_for_missing)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", OF_3(STRING_A));
    gdv_value beyond = {root.document, 3};
    gdv_value far_beyond = {root.document, UINT32_MAX};
    gdv_iterator each;
    cr_expect(!gdv_exists(beyond) && !gdv_exists(far_beyond));
    cr_expect(!gdv_exists(gdv_get(beyond, "a")) && !gdv_exists(gdv_at(far_beyond, 0)));
    cr_expect(!gdv_exists(gdv_get_value(root, far_beyond)));
    gdv_iterate(far_beyond, &each);
    cr_expect(!gdv_iterate_next(&each));
    parsed_free(&made);
}

/* The document has been parsed again, and refused: what was begun before has lost its container. */
Test(lookup, iterates_no_further_where_the_document_is_no_more)
{
    parsed made;
    gdv_iterator each;
    gdv_value root = parsed_hex(&made, "godot3", "strict", OF_3(STRING_A));
    gdv_iterate(root, &each);
    cr_expect_eq(gdv_document_parse(&made.document, "\xff\xff\xff\xff", 4, GDV_DIALECT_GODOT3, NULL, NULL, 0, NULL),
                 GDV_E_BAD_TYPE);
    cr_expect(!gdv_iterate_next(&each));
    cr_expect(!gdv_exists(each.key) && !gdv_exists(each.value));
    parsed_free(&made);
}

/* ---- every container of the corpus ---- */

/* Whether a key holds what equals nothing but itself: an object, or a dictionary, but for Godot 4. */
static bool has_identity(gdv_value key, bool by_content)
{
    bool found = false;
    uint32_t end = gdv_node_after(key.document->nodes, key.index);
    for (uint32_t index = key.index; index < end; index += 1) {
        gdv_value inside = {key.document, index};
        gdv_type type = gdv_type_of(inside);
        uint64_t id = 0;
        bool null = gdv_to_object_id(inside, &id) == GDV_OK && id == 0;
        found = found || (type == GDV_TYPE_DICTIONARY && !by_content) || (type == GDV_TYPE_OBJECT && !null);
    }
    return found;
}

/* A document, and another of a copy of its packet, whose values have the same indices. */
typedef struct twins {
    const char *name;
    const gdv_document *copy;
    bool by_content; /* dictionaries as keys */
    bool apart;      /* String and StringName are different keys */
    size_t pairs;
    size_t elements;
} twins;

static void finds_every_pair(twins *both, gdv_value dictionary)
{
    gdv_iterator each;
    gdv_iterate(dictionary, &each);
    while (gdv_iterate_next(&each)) {
        gdv_text text = {"", 0};
        int64_t number = 0;
        gdv_value same_key = {both->copy, each.key.index};
        bool found = is_at(gdv_get_value(dictionary, each.key), each.value);
        bool hidden = both->apart && gdv_type_of(each.key) == GDV_TYPE_STRING_NAME;
        if (!hidden && gdv_to_text(each.key, &text) == GDV_OK) {
            found = found && is_at(gdv_get_text(dictionary, text), each.value);
        }
        if (gdv_to_int(each.key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
            found = found && is_at(gdv_get_int(dictionary, number), each.value);
        }
        gdv_value by_copy = gdv_get_value(dictionary, same_key);
        bool own = has_identity(each.key, both->by_content);
        found = found && (own ? !gdv_exists(by_copy) : is_at(by_copy, each.value));
        cr_expect(found, "%s: key of node %u", both->name, each.key.index);
        both->pairs += 1;
    }
}

static void finds_every_property(const twins *both, gdv_value object)
{
    gdv_iterator each;
    gdv_iterate(object, &each);
    while (gdv_iterate_next(&each)) {
        gdv_text text = {"", 0};
        cr_expect_eq(gdv_to_text(each.key, &text), GDV_OK, "%s: node %u", both->name, each.key.index);
        cr_expect(is_at(gdv_get_text(object, text), each.value), "%s: node %u", both->name, each.key.index);
    }
}

static void finds_every_element(twins *both, gdv_value array)
{
    gdv_iterator each;
    size_t index = 0;
    gdv_iterate(array, &each);
    while (gdv_iterate_next(&each)) {
        cr_expect(is_at(gdv_at(array, index), each.value), "%s: element %zu of node %u", both->name, index,
                  array.index);
        index += 1;
    }
    cr_expect_eq(index, gdv_count(array), "%s: %zu elements in node %u", both->name, index, array.index);
    cr_expect(!gdv_exists(gdv_at(array, index)), "%s: node %u", both->name, array.index);
    both->elements += index;
}

static void finds_all(gdv_dialect dialect)
{
    gdv_policy policy =
        policy_from_text("strict+nonfinite+object-id+object+rid+callable+signal+misread+node-path+text-utf8");
    bool godot4 = dialect == GDV_DIALECT_GODOT4_0 || dialect == GDV_DIALECT_GODOT4_3 || dialect == GDV_DIALECT_GODOT4_4;
    twins both = {"", NULL, godot4, !godot4, 0, 0};
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        parsed made;
        parsed copy;
        parsed_from(&made, each.bytes.bytes, each.bytes.size, dialect, &policy);
        parsed_from(&copy, each.bytes.bytes, each.bytes.size, dialect, &policy);
        both.name = each.name;
        both.copy = &copy.document;
        for (uint32_t index = 0; index < made.document.count; index += 1) {
            gdv_value value = {&made.document, index};
            gdv_type type = gdv_type_of(value);
            if (type == GDV_TYPE_DICTIONARY) {
                finds_every_pair(&both, value);
            } else if (type == GDV_TYPE_OBJECT) {
                finds_every_property(&both, value);
            } else if (type == GDV_TYPE_ARRAY || type == GDV_TYPE_TYPED_ARRAY || type == GDV_TYPE_PACKED_TYPED_ARRAY) {
                finds_every_element(&both, value);
            }
        }
        parsed_free(&copy);
        parsed_free(&made);
    }
    cr_assert_geq(both.pairs, 100, "%zu pairs", both.pairs);
    cr_assert_geq(both.elements, 300, "%zu elements", both.elements);
}

TEST_EACH_DIALECT(lookup_finds_every_pair_and_element_of_every_seed, finds_all)
