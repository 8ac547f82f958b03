/* SPDX-License-Identifier: MIT */
/* Claims about containers that say what they hold: the arrays of Godot 4.3, the dictionaries of 4.4 (wire reference
 * 5.5, 6.1, EB-26 to EB-28) and the two typed arrays of Pandemonium 5 (5.8, EB-16, EB-17). Strict accepts what the
 * engine would hold unchanged; what it would drop, coerce or take for something else is a misreading, named as such. */
#include <criterion/criterion.h>

#include "tests/support/support.h"

#define G40 GDV_DIALECT_GODOT4_0
#define G43 GDV_DIALECT_GODOT4_3
#define G44 GDV_DIALECT_GODOT4_4
#define P40 GDV_DIALECT_PANDEMONIUM_40

#define IDS GDV_PERMIT_OBJECT_ID
#define FULL GDV_PERMIT_OBJECT
#define MISREAD GDV_PERMIT_MISREAD
#define NONFINITE GDV_PERMIT_NONFINITE
#define ENGINE (GDV_PERMIT_ALL & ~GDV_PERMIT_OBJECT)

/* "EncodedObjectAsID", "Node", "res://a.gd" as STR. */
#define BY_ID "11000000 456e636f 6465644f 626a6563 74417349 44000000"
#define NODE "04000000 4e6f6465"
#define SCRIPT "0a000000 7265733a 2f2f612e 67640000"

typedef struct row {
    const char *name;
    gdv_dialect dialect;
    const char *hex;
    uint32_t permit; /* on top of the strict policy */
    gdv_status code;
    uint64_t offset;
    gdv_misread misread;
} row;

#define ACCEPTED GDV_OK, 0, GDV_MISREAD_NONE
#define REFUSED(code, offset) GDV_E_##code, offset, GDV_MISREAD_NONE
#define MISREADS(what, offset) GDV_E_ENGINE_MISREADS, offset, GDV_MISREAD_##what

static void check(const row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, rows[index].permit);
        verdict said = verdict_of(bytes.bytes, bytes.size, rows[index].dialect, &policy);
        cr_assert_eq(said.code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(said.code));
        cr_assert_eq(said.report.misread, rows[index].misread, "%s: misread %d", rows[index].name,
                     (int)said.report.misread);
        cr_assert_eq(said.report.offset, rows[index].offset, "%s: at %u", rows[index].name,
                     (unsigned)said.report.offset);
        cr_assert(said.code != GDV_OK || said.stats.bytes == bytes.size, "%s: not all of it", rows[index].name);
        packet_free(&bytes);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof((rows)[0]))

static const row kind_0[] = {
    {"4.3 array", G43, "1c000000 02000000 00000000 01000000 01000000", 0, ACCEPTED},
    {"4.4 array", G44, "1c000000 02000000 00000000 01000000 01000000", 0, ACCEPTED},
    {"4.4 dictionary", G44, "1b000000 01000000 00000000 01000000 01000000", 0, ACCEPTED},
};

Test(godot4_kind_0, says_nothing_and_holds_anything)
{
    CHECK(kind_0);
}

static const row builtin_arrays[] = {
    {"Array[int] [0], 4.3", G43, "1c000100 02000000 01000000 02000000 00000000", 0, ACCEPTED},
    {"Array[int] [0], 4.4", G44, "1c000100 02000000 01000000 02000000 00000000", 0, ACCEPTED},
    {"Array[int] []", G43, "1c000100 02000000 00000000", 0, ACCEPTED},
    {"Array[int] [2^31]", G43, "1c000100 02000000 01000000 02000100 00000080 00000000", 0, ACCEPTED},
    {"Array[bool] [true, false]", G43, "1c000100 01000000 02000000 01000000 01000000 01000000 00000000", 0, ACCEPTED},
    {"Array[String] [a]", G43, "1c000100 04000000 01000000 04000000 01000000 61000000", 0, ACCEPTED},
    {"Array[StringName] [a]", G43, "1c000100 15000000 01000000 15000000 01000000 61000000", 0, ACCEPTED},
    {"Array[Array] [[]]", G43, "1c000100 1c000000 01000000 1c000000 00000000", 0, ACCEPTED},
    {"Array[Array] [Array[int] []]", G43, "1c000100 1c000000 01000000 1c000100 02000000 00000000", 0, ACCEPTED},
    {"Array[Dictionary] [{}]", G44, "1c000100 1b000000 01000000 1b000000 00000000", 0, ACCEPTED},
    {"the last id", G43, "1c000100 26000000 00000000", 0, ACCEPTED},
};

Test(godot4_kind_1, array_of_a_builtin_type_holds_it)
{
    CHECK(builtin_arrays);
}

/* "u32 type id (must be < type count)": the whole word counts. */
static const row no_such_type[] = {
    {"39", G43, "1c000100 27000000 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"39 in 4.4", G44, "1c000100 27000000 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"255, which is gdv's own mark for any", G43, "1c000100 ff000000 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"bit 8", G43, "1c000100 02010000 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"bit 31", G43, "1c000100 02000080 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"all bits", G43, "1c000100 ffffffff 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"a key's", G44, "1b000100 27000000 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"a value's", G44, "1b000400 27000000 00000000", ENGINE, REFUSED(BAD_TYPE, 4)},
    {"a value's after a key's", G44, "1b000500 02000000 27000000 00000000", ENGINE, REFUSED(BAD_TYPE, 8)},
};

Test(godot4_kind_1, element_type_past_the_last_is_refused_whatever_is_permitted)
{
    CHECK(no_such_type);
}

/* Section 6.2: never NIL, which means untyped; never OBJECT, which needs a class. */
/* EB-35: before 4.4 dictionaries keep a StringName as a String, where it is a key. */
static const row name_keys[] = {
    {"{&a: nil}, 4.2", G40, "1b000000 01000000 15000000 01000000 61000000 00000000", 0, MISREADS(STRING_KEY, 8)},
    {"{&a: nil}, 4.3", G43, "1b000000 01000000 15000000 01000000 61000000 00000000", 0, MISREADS(STRING_KEY, 8)},
    {"{&a: nil}, 4.4", G44, "1b000000 01000000 15000000 01000000 61000000 00000000", 0, ACCEPTED},
    {"{&a: nil}, permitted", G40, "1b000000 01000000 15000000 01000000 61000000 00000000", MISREAD, ACCEPTED},
    {"{1: &a}", G40, "1b000000 01000000 02000000 01000000 15000000 01000000 61000000", 0, ACCEPTED},
    {"{[&a]: nil}", G40, "1b000000 01000000 1c000000 01000000 15000000 01000000 61000000 00000000", 0, ACCEPTED},
    {"{[{&a: nil}]: nil}", G43,
     "1b000000 01000000 1c000000 01000000 1b000000 01000000 15000000 01000000 61000000 00000000 00000000", 0,
     MISREADS(STRING_KEY, 24)},
    {"[&a]", G40, "1c000000 01000000 15000000 01000000 61000000", 0, ACCEPTED},
    {"&a", G40, "15000000 01000000 61000000", 0, ACCEPTED},
    {"what is wrong in the name comes first", G40, "1b000000 01000000 15000000 01000000 61000001 00000000", 0,
     REFUSED(PADDING, 19)},
};

Test(godot4_string_name, is_no_key_before_4_4)
{
    CHECK(name_keys);
}

static const row nil_and_object[] = {
    {"Array[Nil] []", G43, "1c000100 00000000 00000000", 0, MISREADS(CONTAINER_TYPE, 4)},
    {"Array[Object] []", G43, "1c000100 18000000 00000000", 0, MISREADS(CONTAINER_TYPE, 4)},
    {"Array[Object] [], ids", G43, "1c000100 18000000 00000000", IDS | FULL, MISREADS(CONTAINER_TYPE, 4)},
    {"key Nil", G44, "1b000100 00000000 00000000", 0, MISREADS(CONTAINER_TYPE, 4)},
    {"value Object", G44, "1b000500 02000000 18000000 00000000", 0, MISREADS(CONTAINER_TYPE, 8)},
    {"Array[Nil] [true]", G43, "1c000100 00000000 01000000 01000000 01000000", MISREAD, ACCEPTED},
    {"Array[Object] []", G43, "1c000100 18000000 00000000", MISREAD, ACCEPTED},
};

Test(godot4_kind_1, nil_and_object_are_no_builtin_element_types)
{
    CHECK(nil_and_object);
}

/* EB-26: dropped, or coerced: ints to floats through single precision, String and StringName to each other. */
static const row wrong_elements[] = {
    {"Array[int] [true]", G43, "1c000100 02000000 01000000 01000000 01000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"Array[int] [0, nil]", G43, "1c000100 02000000 02000000 02000000 00000000 00000000", 0,
     MISREADS(ELEMENT_TYPE, 20)},
    {"Array[int] [0.5]", G43, "1c000100 02000000 01000000 03000000 0000003f", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"Array[float] [1]", G43, "1c000100 03000000 01000000 02000000 01000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"Array[String] [&a]", G43, "1c000100 04000000 01000000 15000000 01000000 61000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"Array[StringName] [a]", G43, "1c000100 15000000 01000000 04000000 01000000 61000000", 0,
     MISREADS(ELEMENT_TYPE, 12)},
    {"Array[Array] [{}]", G43, "1c000100 1c000000 01000000 1b000000 00000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"Array[Array] [Array[int] [true]]", G43, "1c000100 1c000000 01000000 1c000100 02000000 01000000 01000000 01000000",
     0, MISREADS(ELEMENT_TYPE, 24)},
    {"Array[int] [[], 1], the first", G43, "1c000100 02000000 02000000 1c000000 00000000 02000000 01000000", 0,
     MISREADS(ELEMENT_TYPE, 12)},
    {"Array[int] [0.5], permitted, but its bit 8 is not", G43, "1c000100 02000000 01000000 03010000 0000003f", MISREAD,
     REFUSED(FLAGS, 12)},
    {"Array[int] [true], permitted", G43, "1c000100 02000000 01000000 01000000 01000000", MISREAD, ACCEPTED},
};

Test(godot4_kind_1, element_of_another_type_is_misread)
{
    CHECK(wrong_elements);
}

/* A container inside does not change what the one around it holds. */
static const row after_a_child[] = {
    {"Array[Array] [[true], nil]", G43, "1c000100 1c000000 02000000 1c000000 01000000 01000000 01000000 00000000", 0,
     MISREADS(ELEMENT_TYPE, 28)},
    {"[Array[int] [1], true]", G43, "1c000000 02000000 1c000100 02000000 01000000 02000000 01000000 01000000 01000000",
     0, ACCEPTED},
    {"[Array[int] [], true]", G43, "1c000000 02000000 1c000100 02000000 00000000 01000000 01000000", 0, ACCEPTED},
};

Test(godot4_kind_1, element_type_holds_for_its_own_container_only)
{
    CHECK(after_a_child);
}

/* Section 5.5: with object decoding disabled the class is ignored and EncodedObjectAsID used, so only that may be
 * said. */
static const row classes[] = {
    {"as engines write it", G43, "1c000200 " BY_ID " 00000000", 0, REFUSED(OBJECT_ID, 0)},
    {"as engines write it, ids", G43, "1c000200 " BY_ID " 00000000", IDS, ACCEPTED},
    {"an id", G43, "1c000200 " BY_ID " 01000000 18000100 05000000 00000000", IDS, ACCEPTED},
    {"a null", G43, "1c000200 " BY_ID " 01000000 00000000", IDS, ACCEPTED},
    {"an int", G43, "1c000200 " BY_ID " 01000000 02000000 01000000", IDS, MISREADS(ELEMENT_TYPE, 32)},
    {"Node", G43, "1c000200 " NODE " 00000000", 0, REFUSED(OBJECT_ID, 0)},
    {"Node, ids", G43, "1c000200 " NODE " 00000000", IDS, MISREADS(CLASS_IGNORED, 4)},
    {"Node, ids and misread", G43, "1c000200 " NODE " 00000000", IDS | MISREAD, ACCEPTED},
    {"Node, full objects", G43, "1c000200 " NODE " 00000000", FULL, ACCEPTED},
    {"Node, full objects, an id", G43, "1c000200 " NODE " 01000000 18000100 05000000 00000000", FULL,
     REFUSED(OBJECT_ID, 16)},
    {"one letter short", G43, "1c000200 10000000 456e636f 6465644f 626a6563 74417349 00000000", IDS,
     MISREADS(CLASS_IGNORED, 4)},
    {"one letter more", G43, "1c000200 12000000 456e636f 6465644f 626a6563 74417349 44440000 00000000", IDS,
     MISREADS(CLASS_IGNORED, 4)},
    {"another letter", G43, "1c000200 11000000 456e636f 6465644f 626a6563 74417349 64000000 00000000", IDS,
     MISREADS(CLASS_IGNORED, 4)},
    {"no class", G43, "1c000200 00000000 00000000", IDS, MISREADS(CLASS_IGNORED, 4)},
    {"class is text: NUL", G43, "1c000200 04000000 4e006465 00000000", FULL, REFUSED(TEXT_NUL, 9)},
    {"class is text: UTF-8", G43, "1c000200 04000000 4e6fff65 00000000", FULL, REFUSED(BAD_UTF8, 10)},
    {"class is text: padding", G43, "1c000200 03000000 4e6f6401 00000000", FULL, REFUSED(PADDING, 11)},
    {"class is text: length", G43, "1c000200 05000000 4e6f6465", FULL, REFUSED(LENGTH, 4)},
    {"class is text: 2^31", G43, "1c000200 00000080 4e6f6465", FULL, REFUSED(BAD_LENGTH, 4)},
};

Test(godot4_kind_2, class_is_for_objects_and_must_be_the_one_that_is_used)
{
    CHECK(classes);
}

static const row scripts[] = {
    {"strict", G43, "1c000300 " SCRIPT " 00000000", 0, REFUSED(OBJECT_ID, 0)},
    {"ids", G43, "1c000300 " SCRIPT " 00000000", IDS, MISREADS(CLASS_IGNORED, 4)},
    {"ids, called as the class", G43, "1c000300 " BY_ID " 00000000", IDS, MISREADS(CLASS_IGNORED, 4)},
    {"the engine", G43, "1c000300 " SCRIPT " 00000000", ENGINE, ACCEPTED},
    {"full objects", G43, "1c000300 " SCRIPT " 00000000", FULL, ACCEPTED},
};

Test(godot4_kind_3, script_is_ignored_unless_full_objects_are_permitted)
{
    CHECK(scripts);
}

static const row dictionaries[] = {
    {"Dictionary[int, String] {1: a}", G44,
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000", 0, ACCEPTED},
    {"key only", G44, "1b000100 02000000 01000000 02000000 01000000 00000000", 0, ACCEPTED},
    {"value only", G44, "1b000400 02000000 01000000 00000000 02000000 01000000", 0, ACCEPTED},
    {"none in it", G44, "1b000500 02000000 04000000 00000000", 0, ACCEPTED},
    {"ids as keys", G44, "1b000200 " BY_ID " 00000000", IDS, ACCEPTED},
    {"ids as values", G44, "1b000800 " BY_ID " 01000000 00000000 18000100 05000000 00000000", IDS, ACCEPTED},
    {"ids, strict", G44, "1b000800 " BY_ID " 00000000", 0, REFUSED(OBJECT_ID, 0)},
    {"int to id", G44, "1b000900 02000000 " BY_ID " 00000000", IDS, ACCEPTED},
    {"id to int", G44, "1b000600 " BY_ID " 02000000 00000000", IDS, ACCEPTED},
    {"script keys", G44, "1b000300 " SCRIPT " 00000000", IDS, MISREADS(CLASS_IGNORED, 4)},
    {"script values", G44, "1b000d00 02000000 " SCRIPT " 00000000", IDS, MISREADS(CLASS_IGNORED, 8)},
};

Test(godot4_dictionary, key_type_comes_before_value_type_before_count)
{
    CHECK(dictionaries);
}

/* EB-27: the pair is lost, or the value stored unchecked. */
static const row wrong_pairs[] = {
    {"key", G44, "1b000100 02000000 01000000 01000000 01000000 00000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"value", G44, "1b000400 02000000 01000000 02000000 01000000 00000000", 0, MISREADS(ELEMENT_TYPE, 20)},
    {"value, both typed", G44, "1b000500 02000000 04000000 01000000 02000000 01000000 02000000 01000000", 0,
     MISREADS(ELEMENT_TYPE, 24)},
    {"key, both typed, as the value should be", G44, "1b000500 02000000 01000000 01000000 01000000 01000000 00000000",
     0, MISREADS(ELEMENT_TYPE, 16)},
    {"second key", G44, "1b000100 02000000 02000000 02000000 01000000 00000000 01000000 01000000 00000000", 0,
     MISREADS(ELEMENT_TYPE, 24)},
    {"StringName for String", G44, "1b000100 04000000 01000000 15000000 01000000 61000000 00000000", 0,
     MISREADS(ELEMENT_TYPE, 12)},
    {"key, permitted", G44, "1b000100 02000000 01000000 01000000 01000000 00000000", MISREAD, ACCEPTED},
};

Test(godot4_dictionary, key_or_value_of_another_type_is_misread)
{
    CHECK(wrong_pairs);
}

static const row too_early[] = {
    {"Array[int] in 4.2", G40, "1c000100 02000000 01000000 02000000 00000000", 0, MISREADS(CONTAINER_FLAGS, 0)},
    {"Array[int] in 4.2 is [true, null]", G40, "1c000100 02000000 01000000 02000000 00000000", ENGINE, ACCEPTED},
    {"Dictionary[int, String] in 4.3", G43,
     "1b000500 02000000 04000000 01000000 02000000 01000000 04000000 01000000 61000000", 0,
     MISREADS(CONTAINER_FLAGS, 0)},
    {"Array[int] in Godot 3", GDV_DIALECT_GODOT3, "13000100 02000000 01000000 02000000 00000000", 0,
     MISREADS(CONTAINER_FLAGS, 0)},
    {"Array[int] in Godot 3 is [true, null]", GDV_DIALECT_GODOT3, "13000100 02000000 01000000 02000000 00000000",
     ENGINE, ACCEPTED},
};

Test(godot4_kinds, older_dialects_take_the_type_for_the_count)
{
    CHECK(too_early);
}

static const row cut_short[] = {
    {"before the type", G43, "1c000100", 0, REFUSED(TRUNCATED, 4)},
    {"before the count", G43, "1c000100 02000000", 0, REFUSED(TRUNCATED, 8)},
    {"before the class", G43, "1c000200", IDS, REFUSED(TRUNCATED, 4)},
    {"before the value's type", G44, "1b000500 02000000", 0, REFUSED(TRUNCATED, 8)},
    {"before the elements", G43, "1c000100 02000000 01000000", 0, REFUSED(COUNT, 8)},
    {"before the only pair's value", G44, "1b000500 02000000 02000000 01000000 02000000", 0, REFUSED(COUNT, 12)},
    {"before the second pair's value", G44, "1b000000 02000000 00000000 00000000 00000000", 0, REFUSED(COUNT, 4)},
    {"Pandemonium, before the type", P40, "1b000000", 0, REFUSED(TRUNCATED, 4)},
    {"Pandemonium, before the type that bit 16 is about", P40, "1b000100", 0, REFUSED(TRUNCATED, 4)},
    {"Pandemonium, before the count", P40, "1b000000 02000000", 0, REFUSED(TRUNCATED, 8)},
    {"Pandemonium, before the elements", P40, "1c000000 02000000 01000000", 0, REFUSED(COUNT, 8)},
};

Test(typed_containers, cut_short_say_where)
{
    CHECK(cut_short);
}

static const row pandemonium[] = {
    {"ints [7]", P40, "1b000000 02000000 01000000 02000000 07000000", 0, ACCEPTED},
    {"ints []", P40, "1b000000 02000000 00000000", 0, ACCEPTED},
    {"reals, wide", P40, "1b000000 03000000 01000000 03000100 9a999999 9999b93f", 0, ACCEPTED},
    {"nils", P40, "1b000000 00000000 01000000 00000000", 0, ACCEPTED},
    {"typed arrays of ints", P40, "1b000000 1b000000 01000000 1b000000 02000000 00000000", 0, ACCEPTED},
    {"the last id", P40, "1b000000 27000000 00000000", 0, ACCEPTED},
    {"ids", P40, "1b000100 17000000 01000000 17000100 05000000 00000000", IDS, ACCEPTED},
    {"ids, null", P40, "1b000100 17000000 01000000 00000000", IDS, ACCEPTED},
    {"ids, strict", P40, "1b000100 17000000 01000000 00000000", 0, REFUSED(OBJECT_ID, 0)},
    {"count with bit 31", P40, "1b000000 02000000 01000080 02000000 07000000", 0, REFUSED(FLAGS, 8)},
    {"count with bit 31, permitted", P40, "1b000000 02000000 01000080 02000000 07000000", GDV_PERMIT_FLAGS, ACCEPTED},
};

Test(pandemonium_typed_array, holds_the_type_that_it_says)
{
    CHECK(pandemonium);
}

/* EB-16: the engine does not check the type, and drops what is not of it. */
static const row misread_elements[] = {
    {"40, the first that is none", P40, "1b000000 28000000 00000000", 0, MISREADS(ELEMENT_RANGE, 4)},
    {"255, gdv's own mark for any", P40, "1b000000 ff000000 00000000", 0, MISREADS(ELEMENT_RANGE, 4)},
    {"bit 31, which the engine clears", P40, "1b000000 02000080 00000000", 0, MISREADS(ELEMENT_RANGE, 4)},
    {"2 + 256", P40, "1c000000 02010000 00000000", 0, MISREADS(ELEMENT_RANGE, 4)},
    {"40, whatever bit 16 means then", P40, "1b000100 28000000 00000000", 0, MISREADS(ELEMENT_RANGE, 4)},
    {"40, the engine", P40, "1b000000 28000000 01000000 00000000", ENGINE, ACCEPTED},
    {"255, the engine", P40, "1b000000 ff000000 01000000 00000000", ENGINE, ACCEPTED},
    {"all bits, the engine", P40, "1b000000 ffffffff 01000000 00000000", ENGINE, ACCEPTED},
    {"bit 31, the engine", P40, "1b000000 02000080 01000000 02000000 07000000", ENGINE, ACCEPTED},
    {"int array [true]", P40, "1b000000 02000000 01000000 01000000 01000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"int array [nil]", P40, "1b000000 02000000 01000000 00000000", 0, MISREADS(ELEMENT_TYPE, 12)},
    {"packed int array [1, 0.5]", P40, "1c000000 02000000 02000000 02000000 01000000 03000000 0000003f", 0,
     MISREADS(ELEMENT_TYPE, 20)},
    {"ids [1]", P40, "1b000100 17000000 01000000 02000000 01000000", IDS, MISREADS(ELEMENT_TYPE, 12)},
    {"int array [true], the engine", P40, "1b000000 02000000 01000000 01000000 01000000", ENGINE, ACCEPTED},
};

Test(pandemonium_typed_array, element_that_the_engine_would_drop_is_misread)
{
    CHECK(misread_elements);
}

/* EB-16: after the class name the engine reads the count without looking whether it is there. */
#define NODE_NAME "18000000 04000000 4e6f6465"
static const row objects_in_full[] = {
    {"strict", P40, "1b000000 17000000 " NODE_NAME " 01000000 00000000", 0, MISREADS(TYPED_OBJECTS, 0)},
    {"packed, strict", P40, "1c000000 17000000 " NODE_NAME " 00000000", 0, MISREADS(TYPED_OBJECTS, 0)},
    {"full objects alone do not mend it", P40, "1b000000 17000000 " NODE_NAME " 01000000 00000000", IDS | FULL,
     MISREADS(TYPED_OBJECTS, 0)},
    {"the engine", P40, "1b000000 17000000 " NODE_NAME " 01000000 00000000", ENGINE, ACCEPTED},
    {"the engine's over-read", P40, "1b000000 17000000 " NODE_NAME, ENGINE, REFUSED(TRUNCATED, 20)},
    {"no class name", P40, "1b000000 17000000", ENGINE, REFUSED(TRUNCATED, 8)},
    {"class name is a String", P40, "1b000000 17000000 04000000 04000000 4e6f6465 00000000", ENGINE,
     REFUSED(BAD_CLASS_NAME, 8)},
    {"class name is nil", P40, "1b000000 17000000 00000000 00000000", ENGINE, REFUSED(BAD_CLASS_NAME, 8)},
    {"class name is of no type", P40, "1b000000 17000000 28000000 00000000", ENGINE, REFUSED(BAD_CLASS_NAME, 8)},
    {"class name with a flag", P40, "1b000000 17000000 18000100 04000000 4e6f6465 00000000", MISREAD,
     REFUSED(FLAGS, 8)},
    {"class name is text", P40, "1b000000 17000000 18000000 04000000 4e6fff65 00000000", MISREAD,
     REFUSED(BAD_UTF8, 18)},
};

Test(pandemonium_typed_array, of_objects_in_full_is_misread_and_never_read_past_its_end)
{
    CHECK(objects_in_full);
}

/* EB-17 */
static const row packed[] = {
    {"ints", P40, "1c000000 02000000 01000000 02000000 07000000", 0, ACCEPTED},
    {"reals", P40, "1c000000 03000000 01000000 03000000 0000003f", 0, ACCEPTED},
    {"no nils", P40, "1c000000 00000000 00000000", 0, ACCEPTED},
    {"nils", P40, "1c000000 00000000 01000000 00000000", 0, MISREADS(PACKED_NIL, 8)},
    {"reals, wide", P40, "1c000000 03000000 01000000 03000100 9a999999 9999b93f", 0, MISREADS(PACKED_REAL, 12)},
    {"reals, the second wide", P40, "1c000000 03000000 02000000 03000000 0000003f 03000100 9a999999 9999b93f", 0,
     MISREADS(PACKED_REAL, 20)},
    {"reals, wide, the engine", P40, "1c000000 03000000 01000000 03000100 9a999999 9999b93f", ENGINE, ACCEPTED},
    {"NaN as engines send it", P40, "1c000000 03000000 01000000 03000100 00000000 0000f87f", NONFINITE, ACCEPTED},
    {"NaN, its payload kept", P40, "1c000000 03000000 01000000 03000100 00000020 0000f8ff", NONFINITE, ACCEPTED},
    {"NaN, its payload lost", P40, "1c000000 03000000 01000000 03000100 00000010 0000f87f", NONFINITE,
     MISREADS(PACKED_REAL, 12)},
    {"NaN that becomes quiet", P40, "1c000000 03000000 01000000 03000100 00000000 0000f47f", NONFINITE,
     MISREADS(PACKED_REAL, 12)},
    {"NaN in no more than 32 bits", P40, "1c000000 03000000 01000000 03000000 0000c07f", NONFINITE, REFUSED(WIDTH, 16)},
    {"reals, wide for nothing", P40, "1c000000 03000000 01000000 03000100 00000000 0000e03f", 0, REFUSED(WIDTH, 16)},
    {"reals, wide for nothing, permitted", P40, "1c000000 03000000 01000000 03000100 00000000 0000e03f",
     GDV_PERMIT_WIDE, ACCEPTED},
    {"reals, cut", P40, "1c000000 03000000 01000000 03000100 00000000", 0, REFUSED(TRUNCATED, 16)},
    {"arrays of wide reals are not narrowed", P40,
     "1c000000 1a000000 01000000 1a000000 01000000 03000100 9a999999 9999b93f", 0, ACCEPTED},
};

Test(pandemonium_packed_typed_array, loses_nils_and_the_width_of_reals)
{
    CHECK(packed);
}

/* Section 7: a class name counts one level, as the engine decodes it as a value. */
Test(pandemonium_typed_array, class_name_counts_one_level_of_depth)
{
    packet bytes = packet_from_hex("1b000000 17000000 " NODE_NAME " 00000000");
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, MISREAD);
    policy.max_depth = 0;
    verdict said = verdict_of(bytes.bytes, bytes.size, P40, &policy);
    cr_assert_eq(said.code, GDV_E_LIMIT_DEPTH, "%s", gdv_status_name(said.code));
    policy.max_depth = 1;
    said = verdict_of(bytes.bytes, bytes.size, P40, &policy);
    cr_assert_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
    cr_assert_eq(said.stats.deepest, 1);
    cr_assert_eq(said.stats.values, 2);
    packet_free(&bytes);
}
