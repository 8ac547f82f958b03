/* SPDX-License-Identifier: MIT */
/* What a stranger sends on purpose: nesting that crashes engines, counts that lie, packets that are as expensive as
 * their size allows, the bytes that engines read wrongly, and noise. Each dies at the first header that lies or is
 * accepted in one step for every four bytes. Offsets and missing bytes are computed by hand or by a model of the rule,
 * never taken from the library. Wire reference: sections 7 and 10. Promises 1, 3, 4, 6 and 7. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/corpus.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Sanitizers make each call five to fifty times as slow: they see fewer of the same packets. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#ifdef SANITIZED
enum { NOISE_BYTES = 20000, NOISE_WORDS = 40000, MUTANTS = 20, KEYS = 4096 };
#else
enum { NOISE_BYTES = 100000, NOISE_WORDS = 150000, MUTANTS = 100, KEYS = 65536 };
#endif

static void put_hex(builder *out, const char *hex, size_t times)
{
    packet bytes = packet_from_hex(hex);
    for (size_t done = 0; done < times; done += 1) {
        put_bytes(out, bytes.bytes, bytes.size);
    }
    packet_free(&bytes);
}

static void ends_with(const verdict *said, const char *name, gdv_status code, uint64_t offset, uint64_t need)
{
    cr_expect_eq(said->code, code, "%s: %s at %zu", name, gdv_status_name(said->code), (size_t)said->report.offset);
    cr_expect_eq(said->report.offset, offset, "%s: at %zu", name, (size_t)said->report.offset);
    cr_expect_eq(said->report.need, need, "%s: needs %zu", name, (size_t)said->report.need);
}

/* ---- nesting (EB-09) ---- */

static const struct {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *open;
    size_t open_size;
} nestings[] = {
    {"arrays", "godot3", "", "13000000 01000000", 8},
    {"arrays of Godot 2", "godot2", "", "15000000 01000080", 8},
    {"arrays of Pandemonium", "pandemonium-40", "", "1a000000 01000000", 8},
    {"arrays of Godot 4", "godot4.4", "", "1c000000 01000000", 8},
    {"dictionaries as values", "godot3", "", "12000000 01000000 00000000", 12},
    {"dictionaries as keys", "godot3", "+misread", "12000000 01000000", 8},
    {"dictionaries as keys, Godot 4", "godot4.4", "", "1b000000 01000000", 8},
    {"object properties", "godot3", "+object", "11000000 01000000 41000000 01000000 01000000 70000000", 24},
    {"typed arrays of Pandemonium", "pandemonium-40", "", "1b000000 1b000000 01000000", 12},
    {"packed typed arrays of Pandemonium", "pandemonium-40", "", "1c000000 1c000000 01000000", 12},
    {"typed arrays of Godot 4.3", "godot4.3", "", "1c000100 1c000000 01000000", 12},
    {"typed dictionaries of Godot 4.4", "godot4.4", "", "1b000500 02000000 1b000000 01000000 02000000 05000000", 24},
};

/* n containers inside one another, then zeros enough for every value that any of them still owes. */
static void nesting_stops_at(size_t n, const char *preset, uint32_t levels)
{
    for (size_t index = 0; index < COUNT_OF(nestings); index += 1) {
        char text[64];
        builder made = {NULL, 0, 0};
        snprintf(text, sizeof text, "%s%s", preset, nestings[index].policy);
        gdv_policy policy = policy_from_text(text);
        put_hex(&made, nestings[index].open, n);
        put_hex(&made, "00000000", 1 + levels);
        verdict said = verdict_of(made.bytes, made.size, dialect_from_text(nestings[index].dialect), &policy);
        ends_with(&said, nestings[index].name, GDV_E_LIMIT_DEPTH, (uint64_t)levels * nestings[index].open_size, 0);
        cr_expect_eq(said.report.depth, levels, "%s: depth %u", nestings[index].name, said.report.depth);
        cr_expect_leq(said.stats.steps, 2 * levels + 2, "%s: %zu steps", nestings[index].name,
                      (size_t)said.stats.steps);
        builder_free(&made);
    }
}

Test(hostile, the_28000_nested_arrays_that_crash_godot_3_2_3_end_at_level_32)
{
    nesting_stops_at(28000, "strict", 32);
}

Test(hostile, the_28000_nested_arrays_that_crash_godot_3_2_3_end_at_level_1024_of_the_engine_policy)
{
    nesting_stops_at(28000, "engine", 1024);
}

Test(hostile, a_million_nested_arrays_end_at_level_1024)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    builder made = {NULL, 0, 0};
    put_hex(&made, "13000000 01000000", 1000000);
    put_hex(&made, "00000000", 1);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    ends_with(&said, "a million", GDV_E_LIMIT_DEPTH, 8 * 1024, 0);
    cr_expect_eq(said.stats.steps, 1025);
    builder_free(&made);
}

/* ---- debt: counts that are each plausible and together are not ---- */

/* 40,000 bytes of array headers; each says as many elements as words are left after it. The first takes all bytes for
 * its 9,998 elements; the second stands where one of them was promised, and its count where another was. */
Test(hostile, nested_arrays_of_as_many_as_are_left_die_at_the_second_header)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    while (made.size < 40000) {
        put_u32(&made, 0x13);
        put_u32(&made, (uint32_t)((40000 - 4 - made.size) / 4));
    }
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    ends_with(&said, "as many as are left", GDV_E_TRUNCATED, 12, 4);
    cr_expect_eq(said.report.depth, 1);
    cr_expect_str_eq(said.report.path, "[0]");
    cr_expect_eq(said.stats.steps, 2);
    builder_free(&made);
}

Test(hostile, nested_dictionaries_of_as_many_as_are_left_die_at_the_second_header)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    while (made.size < 40000) {
        put_u32(&made, 0x12);
        put_u32(&made, (uint32_t)((40000 - 4 - made.size) / 8));
    }
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    ends_with(&said, "as many pairs as are left", GDV_E_TRUNCATED, 12, 4);
    cr_expect_str_eq(said.report.path, "{key}");
    builder_free(&made);
}

/* The same, but each level leaves one array header, eight bytes, for the next: that dies where it says its own
 * count. */
Test(hostile, nested_arrays_that_leave_room_for_one_header_die_at_the_second_count)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    put_u32(&made, 0x13);
    put_u32(&made, (40000 - 8) / 4 - 1);
    put_u32(&made, 0x13);
    put_u32(&made, (40000 - 16) / 4);
    put_hex(&made, "00000000", (40000 - 16) / 4);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    /* after byte 16 there are 9,996 words; 9,996 elements of the outer array are owed: not one word is free */
    ends_with(&said, "one header of room", GDV_E_COUNT, 12, 4 * 9996);
    builder_free(&made);
}

/* Each of the headers promises a part of what is free; the model counts what is owed, and says where that ends. */
static void dies_where_the_model_says(const char *name, size_t size, size_t part)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    size_t owed = 1;
    size_t end = 0;
    gdv_status code = GDV_OK;
    while (made.size < size) {
        size_t header = made.size;
        size_t count = 0;
        if (code == GDV_OK) {
            owed -= 1;
            if (size - header - 4 < 4 * owed + 4) {
                code = GDV_E_TRUNCATED;
                end = header + 4;
            } else {
                count = (size - header - 8 - 4 * owed) / 4 / part + 1;
                owed += count;
                if (4 * owed > size - header - 8) {
                    code = GDV_E_COUNT;
                    end = header + 4;
                }
            }
        }
        put_u32(&made, 0x13);
        put_u32(&made, (uint32_t)count);
    }
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    cr_expect_neq(code, GDV_OK);
    cr_expect_eq(said.code, code, "%s: %s at %zu", name, gdv_status_name(said.code), (size_t)said.report.offset);
    cr_expect_eq(said.report.offset, end, "%s: at %zu, expected %zu", name, (size_t)said.report.offset, end);
    builder_free(&made);
}

Test(hostile, nested_arrays_of_a_part_of_what_is_left_die_where_the_sum_is_too_much)
{
    dies_where_the_model_says("half of it", 40000, 2);
    dies_where_the_model_says("a third of it", 40000, 3);
    dies_where_the_model_says("a tenth of it", 40000, 10);
    dies_where_the_model_says("a hundredth of it", 40000, 100);
    dies_where_the_model_says("half of little", 400, 2);
}

/* Level k begins at 8k and owes one value for each level above it. Behind its count there are 8,000 - 8k - 8 bytes, of
 * which 4k are owed; it takes 8. The first k where that is too much is 666, where nothing is free. */
Test(hostile, nested_keys_without_their_values_die_when_the_values_owed_do_not_fit)
{
    builder made = {NULL, 0, 0};
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    put_hex(&made, "12000000 01000000", 1000);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    ends_with(&said, "1000 keys", GDV_E_COUNT, 8 * 666 + 4, 8);
    cr_expect_eq(said.report.depth, 666);
    builder_free(&made);
}

/* ---- lies of one header, for every type of every dialect ---- */

/* What a length or count of `said` deserves, eight zero bytes after it. */
typedef struct owed {
    gdv_status code;
    uint64_t offset;
    uint64_t need;
    gdv_misread misread;
} owed;

static owed owed_for(gdv_dialect dialect, const gdv_wire_row *wire, bool wide, uint32_t said)
{
    bool negative = said >= 0x80000000u;
    uint64_t elements = said % 0x80000000u;
    bool old_paths = dialect == GDV_DIALECT_GODOT2 || dialect == GDV_DIALECT_GODOT3_0;
    uint64_t at = wire->layout == GDV_LAYOUT_IMAGE ? 20 : wire->layout == GDV_LAYOUT_TYPED_ARRAY ? 8 : 4;
    uint64_t size = 0;
    switch ((gdv_layout)wire->layout) {
    case GDV_LAYOUT_TEXT:
    case GDV_LAYOUT_OBJECT:
    case GDV_LAYOUT_SIGNAL:
    case GDV_LAYOUT_IMAGE:
        return negative ? (owed){GDV_E_BAD_LENGTH, at, 0, GDV_MISREAD_NONE}
                        : (owed){GDV_E_LENGTH, at, (uint64_t)said - 8, GDV_MISREAD_NONE};
    case GDV_LAYOUT_NODE_PATH:
        if (!negative) { /* the old form: the whole path as one text */
            return old_paths ? (owed){GDV_E_LENGTH, 4, (uint64_t)said - 8, GDV_MISREAD_NONE}
                             : (owed){GDV_E_BAD_NODE_PATH, 4, 0, GDV_MISREAD_NONE};
        }
        /* the eight bytes are the other two words, and none are left */
        return elements == 0 ? (owed){GDV_OK, 0, 0, GDV_MISREAD_NONE}
                             : (owed){GDV_E_COUNT, 4, 4 * elements, GDV_MISREAD_NONE};
    case GDV_LAYOUT_ARRAY:
    case GDV_LAYOUT_TYPED_ARRAY:
        size = 4;
        break;
    case GDV_LAYOUT_DICTIONARY:
        size = 8;
        break;
    case GDV_LAYOUT_STRINGS:
        if (negative) { /* what Godot 2 and 3.0 make of it is not known: EB-04 speaks of 3.1 and later */
            return old_paths ? (owed){GDV_E_BAD_LENGTH, 4, 0, GDV_MISREAD_NONE}
                             : (owed){GDV_E_ENGINE_MISREADS, 4, 0, GDV_MISREAD_COUNT_NEGATIVE};
        }
        size = 4;
        break;
    case GDV_LAYOUT_BYTES:
    case GDV_LAYOUT_PACKED:
        if (negative) {
            return (owed){GDV_E_BAD_LENGTH, 4, 0, GDV_MISREAD_NONE};
        }
        size = wire->layout == GDV_LAYOUT_BYTES ? 1 : wide ? wire->wide : wire->size;
        break;
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_BOOL:
    case GDV_LAYOUT_INT:
    case GDV_LAYOUT_FLOAT:
    case GDV_LAYOUT_INPUT_EVENT:
    case GDV_LAYOUT_COUNT:
        break;
    }
    /* bit 31 is "shared" in Godot 2 and ignored later: what is left is the count */
    return elements * size <= 8 ? (owed){GDV_OK, 0, 0, GDV_MISREAD_NONE}
                                : (owed){GDV_E_COUNT, at, elements * size - 8, GDV_MISREAD_NONE};
}

static bool has_count(const gdv_wire_row *wire)
{
    return wire->layout == GDV_LAYOUT_IMAGE || (wire->layout >= GDV_LAYOUT_TEXT && wire->layout <= GDV_LAYOUT_STRINGS);
}

/* Every type that says a length or a count says this one. Returns how many there are. */
static size_t every_type_says(uint32_t count)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
    size_t types = 0;
    for (uint32_t number = 0; number < GDV_DIALECT_COUNT; number += 1) {
        gdv_dialect dialect = (gdv_dialect)number;
        for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
            const gdv_wire_row *wire = gdv_dialect_wire(dialect, id);
            for (uint32_t wide = 0; has_count(wire) && wide < (wire->wide != 0 ? 2u : 1u); wide += 1) {
                char name[96];
                builder made = {NULL, 0, 0};
                snprintf(name, sizeof name, "%s %s%s of %08x", gdv_dialect_name(dialect), wide != 0 ? "wide " : "",
                         gdv_dialect_type_name(dialect, id), count);
                put_u32(&made, id + wide * GDV_FLAG_64);
                if (wire->layout == GDV_LAYOUT_TYPED_ARRAY) {
                    put_u32(&made, 2);
                } else if (wire->layout == GDV_LAYOUT_IMAGE) {
                    put_hex(&made, "00000000 00000000 01000000 01000000", 1);
                }
                put_u32(&made, count);
                put_hex(&made, "00000000", 2);
                verdict said = verdict_of(made.bytes, made.size, dialect, &policy);
                owed right = owed_for(dialect, wire, wide != 0, count);
                ends_with(&said, name, right.code, right.offset, right.need);
                cr_expect_eq(said.report.misread, right.misread, "%s", name);
                builder_free(&made);
                types += 1;
            }
        }
    }
    return types;
}

/* Godot 2: 12 of its 29 types; 3.0 and 3.1: 12; Pandemonium 3.5: 15; 3.8: 17; 5: 19; Godot 4.0: 16 and two wide
 * (StringName and Signal are among them); 4.3 and 4.4: 17 and three wide. */
enum { TYPES_WITH_COUNT = 12 + 12 + 12 + 15 + 17 + 19 + 18 + 20 + 20 };

Test(hostile, a_count_of_7fffffff_dies_in_every_type_of_every_dialect)
{
    size_t types = every_type_says(0x7fffffffu);
    cr_assert_eq(types, TYPES_WITH_COUNT, "%zu types", types);
}

Test(hostile, a_count_of_80000000_dies_or_is_no_count_in_every_type_of_every_dialect)
{
    cr_assert_eq(every_type_says(0x80000000u), TYPES_WITH_COUNT);
}

Test(hostile, a_count_of_ffffffff_dies_in_every_type_of_every_dialect)
{
    cr_assert_eq(every_type_says(0xffffffffu), TYPES_WITH_COUNT);
}

Test(hostile, a_count_whose_product_with_the_element_wraps_dies_in_every_type_of_every_dialect)
{
    static const uint32_t counts[] = {
        0x40000000u,              /* * 4 is 0 in 32 bits */
        0x40000002u,              /* * 4 is 8, which is there */
        0x20000000u,              /* * 8 */
        0x20000001u, 0x15555556u, /* * 12 is 8 */
        0x10000000u,              /* * 16 */
        0x08000000u,              /* * 32 */
        0x7ffffffcu,              /* with its padding it is 2^31 - 4 */
        0x7ffffffdu,              /* with its padding it is 2^31 */
    };
    for (size_t index = 0; index < COUNT_OF(counts); index += 1) {
        cr_assert_eq(every_type_says(counts[index]), TYPES_WITH_COUNT);
    }
}

Test(hostile, a_count_one_above_what_is_there_dies_in_every_type_of_every_dialect)
{
    static const uint32_t counts[] = {9, 10, 100, 1000};
    for (size_t index = 0; index < COUNT_OF(counts); index += 1) {
        cr_assert_eq(every_type_says(counts[index]), TYPES_WITH_COUNT);
    }
}

/* ---- packets that cost as much as they weigh ---- */

enum { MEBIBYTE = 1 << 20 };

/* A header and a count that fill a mebibyte with elements of so many bytes. */
static void fills_a_mebibyte(const char *name, uint32_t id, const char *element, uint32_t values, uint32_t steps)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    builder made = {NULL, 0, 0};
    packet one = packet_from_hex(element);
    size_t count = (MEBIBYTE - 8) / one.size;
    put_u32(&made, id);
    put_u32(&made, (uint32_t)count);
    put_hex(&made, element, count);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    ends_with(&said, name, GDV_OK, 0, 0);
    cr_expect_eq(said.stats.bytes, made.size, "%s", name);
    cr_expect_eq(said.stats.values, 1 + values * count, "%s: %u values", name, said.stats.values);
    cr_expect_eq(said.stats.steps, 1 + steps * count, "%s: %zu steps", name, (size_t)said.stats.steps);
    cr_expect_leq(said.stats.steps, made.size / 4 + 1);
    packet_free(&one);
    builder_free(&made);
}

Test(hostile, a_mebibyte_of_the_smallest_values_takes_a_step_each)
{
    fills_a_mebibyte("nils", 0x13, "00000000", 1, 1);
    fills_a_mebibyte("RIDs", 0x13, "10000000", 1, 1);
    fills_a_mebibyte("empty arrays", 0x13, "13000000 00000000", 1, 1);
    fills_a_mebibyte("empty dictionaries", 0x13, "12000000 00000000", 1, 1);
    fills_a_mebibyte("empty strings", 0x13, "04000000 00000000", 1, 1);
    fills_a_mebibyte("arrays of one nil", 0x13, "13000000 01000000 00000000", 2, 2);
    fills_a_mebibyte("string array of empty strings", 0x17, "01000000 00000000", 0, 1);
    fills_a_mebibyte("string array of elements without NUL", 0x17, "00000000", 0, 1);
}

/* Nothing is counted but the words of a packed array: it is one value. */
Test(hostile, a_mebibyte_of_packed_numbers_takes_one_step)
{
    fills_a_mebibyte("ints", 0x15, "ffffffff", 0, 0);
    fills_a_mebibyte("floats", 0x16, "0000803f", 0, 0);
    fills_a_mebibyte("vectors", 0x19, "0000803f 0000803f 0000803f", 0, 0);
}

Test(hostile, a_node_path_of_100000_empty_names_takes_a_step_each)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, 0);
    builder made = {NULL, 0, 0};
    put_u32(&made, 0x0f);
    put_u32(&made, 0x80000000u + 99999);
    put_u32(&made, 1);
    put_u32(&made, 1);
    put_hex(&made, "00000000", 100000);
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    ends_with(&said, "names", GDV_OK, 0, 0);
    cr_expect_eq(said.stats.values, 1);
    cr_expect_eq(said.stats.steps, 100001);
    cr_expect_eq(said.stats.widest, 100000);
    builder_free(&made);
}

/* n keys under which a nil lies each; returns the verdict of the strict policy with room for that many. */
static verdict with_keys(const char *key, uint32_t n, size_t counter_at)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    builder made = {NULL, 0, 0};
    put_u32(&made, 0x12);
    put_u32(&made, n);
    for (uint32_t index = 0; index < n; index += 1) {
        size_t begin = made.size;
        put_hex(&made, key, 1);
        for (size_t byte = 0; byte < 4 && counter_at > 0; byte += 1) {
            made.bytes[begin + counter_at + byte] = (uint8_t)('a' + (index >> (4 * byte) & 15u));
        }
        put_u32(&made, 0);
    }
    verdict said = verdict_of(made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    builder_free(&made);
    return said;
}

/* Keys that differ in the middle only, or deep inside: the worst for whoever compares them. */
Test(hostile, thousands_of_keys_that_look_alike_are_told_apart)
{
    verdict said = with_keys("04000000 0c000000 61616161 00000000 61616161", KEYS, 12);
    ends_with(&said, "strings", GDV_OK, 0, 0);
    said = with_keys("13000000 01000000 04000000 04000000 00000000", KEYS, 16);
    ends_with(&said, "arrays", GDV_OK, 0, 0);
}

Test(hostile, thousands_of_equal_keys_are_refused_at_the_second)
{
    verdict said = with_keys("02000000 05000000", KEYS, 0);
    ends_with(&said, "ints", GDV_E_DUPLICATE_KEY, 20, 0);
    said = with_keys("00000000", KEYS, 0);
    ends_with(&said, "nulls", GDV_E_DUPLICATE_KEY, 16, 0);
    said = with_keys("13000000 01000000 00000000", KEYS, 0);
    ends_with(&said, "arrays", GDV_E_DUPLICATE_KEY, 24, 0);
}

/* ---- what engines read wrongly: section 10 ---- */

#define ZEROS_16 " 00000000 00000000 00000000 00000000"
#define ZEROS_64 ZEROS_16 ZEROS_16 ZEROS_16 ZEROS_16
#define ZEROS_184 ZEROS_64 ZEROS_64 ZEROS_16 ZEROS_16 ZEROS_16 " 00000000 00000000"

static const struct {
    const char *name;
    const char *dialect;
    const char *policy;
    gdv_status code;
    uint64_t offset;
    uint64_t need;
    const char *hex;
} misread[] = {
    {"EB-03: byte array, padding past the end", "godot3", "engine", GDV_E_PADDING_MISSING, 9, 3,
     "14000000 01000000 41"},
    {"EB-03: in Godot 4", "godot4.4", "engine", GDV_E_PADDING_MISSING, 10, 2, "1d000000 02000000 4142"},
    {"EB-03: in Godot 2", "godot2", "engine", GDV_E_PADDING_MISSING, 11, 1, "16000000 03000000 414243"},
    {"EB-03: followed by a value that the padding would eat", "godot3", "engine", GDV_E_TRUNCATED, 17, 3,
     "13000000 02000000 14000000 01000000 41 00000000"},
    {"EB-04: string array of -1", "godot3", "engine", GDV_E_ENGINE_MISREADS, 4, 0, "17000000 ffffffff"},
    {"EB-04: in Pandemonium", "pandemonium-38", "engine", GDV_E_ENGINE_MISREADS, 4, 0, "1e000000 000000f0"},
    {"EB-05: counts that wrap to nothing", "godot3", "engine", GDV_E_ENGINE_MISREADS, 4, 0,
     "0f000000 ffffffff 01000080 00000000"},
    {"EB-05: in Godot 4", "godot4.4", "engine", GDV_E_ENGINE_MISREADS, 4, 0, "16000000 ffffffff 01000080 00000000"},
    {"EB-05: no count is near 2^32, but there are not so many words", "godot3", "engine", GDV_E_COUNT, 4, 0x1fffffffcu,
     "0f000000 ffffffff 00000000 00000000"},
    {"EB-13: vector4 hides the next value in w, strict", "pandemonium-40", "strict", GDV_E_ENGINE_MISREADS, 8, 0,
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000"},
    {"EB-13: as the engine reads it, [Vector4, 2] and 4 bytes", "pandemonium-40", "engine", GDV_OK, 0, 0,
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000"},
    {"EB-13: as the engine reads it, and nothing may trail", "pandemonium-40", "strict+misread+engine-span",
     GDV_E_TRAILING, 32, 0, "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000"},
    {"EB-13: as its encoder meant it, [Vector4, 5]", "pandemonium-40", "strict+misread", GDV_OK, 0, 0,
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 02000000 02000000 05000000"},
    {"EB-13: w is no type", "pandemonium-38", "engine", GDV_E_BAD_TYPE, 24, 0,
     "1a000000 02000000 0b000000 0000803f 00000040 00004040 ff000000 02000000 05000000"},
    {"EB-13: w of the last element trails", "pandemonium-38", "engine", GDV_OK, 0, 0,
     "1a000000 01000000 0c000000 01000000 02000000 03000000 04000000"},
    {"EB-13: not all 16 bytes there", "pandemonium-38", "engine", GDV_E_TRUNCATED, 4, 4,
     "0c000000 01000000 02000000 03000000"},
    {"EB-14: projection, its encoder's own output", "pandemonium-40", "engine", GDV_E_ENGINE_MISREADS, 0, 0,
     "13000000" ZEROS_64},
    {"EB-14: projection with 183 bytes after it", "pandemonium-40", "engine", GDV_E_ENGINE_MISREADS, 8, 0,
     "1a000000 02000000 13000000" ZEROS_64 ZEROS_64 ZEROS_64 ZEROS_16 ZEROS_16 ZEROS_16 " 00000000 000000"},
    {"EB-14: projection with 184 bytes after it", "pandemonium-40", "engine", GDV_OK, 0, 0,
     "1a000000 02000000 13000000" ZEROS_64 ZEROS_184},
    {"EB-14: in strict", "pandemonium-38", "strict", GDV_E_ENGINE_MISREADS, 8, 0,
     "1a000000 02000000 13000000" ZEROS_64 ZEROS_184},
    {"EB-15: w is not z", "pandemonium-40", "strict", GDV_E_ENGINE_MISREADS, 20, 0,
     "25000000 01000000 0000803f 00000040 00004040 00008040"},
    {"EB-15: w is z", "pandemonium-40", "strict", GDV_OK, 0, 0,
     "25000000 01000000 0000803f 00000040 00004040 00004040"},
    {"EB-15: z is 0 and w -0, equal numbers and other bits", "pandemonium-40", "strict", GDV_E_ENGINE_MISREADS, 20, 0,
     "25000000 01000000 0000803f 00000040 00000000 00000080"},
    {"EB-15: Godot 4 reads w", "godot4.3", "strict", GDV_OK, 0, 0,
     "26000000 01000000 0000803f 00000040 00004040 00008040"},
    {"EB-16: count after the end", "pandemonium-40", "engine", GDV_E_TRUNCATED, 24, 4,
     "1b000000 17000000 18000000 08000000 4e6f6465 4e6f6465"},
    {"EB-16: half a count after the end", "pandemonium-40", "engine", GDV_E_TRUNCATED, 24, 2,
     "1b000000 17000000 18000000 08000000 4e6f6465 4e6f6465 0000"},
    {"EB-16: element type 255", "pandemonium-40", "strict", GDV_E_ENGINE_MISREADS, 4, 0, "1b000000 ff000000 00000000"},
    {"EB-16: nil among ints", "pandemonium-40", "strict", GDV_E_ENGINE_MISREADS, 12, 0,
     "1b000000 02000000 01000000 00000000"},
    {"EB-18: key event without its words", "godot2", "engine", GDV_E_TRUNCATED, 16, 4,
     "13000000 01000000 00000000 14000000"},
    {"EB-18: event type alone", "godot2", "engine", GDV_E_TRUNCATED, 8, 4, "13000000 01000000"},
    {"EB-18: nothing after the header", "godot2", "engine", GDV_E_TRUNCATED, 4, 4, "13000000"},
    {"EB-18: length of 0", "godot2", "strict", GDV_E_ENGINE_MISREADS, 12, 0, "13000000 02000000 00000000 00000000"},
    {"EB-18: length of 0 is ignored", "godot2", "engine", GDV_OK, 0, 0, "13000000 02000000 00000000 00000000"},
    {"EB-18: length of 2^32 - 1 is ignored", "godot2", "engine", GDV_OK, 0, 0, "13000000 02000000 00000000 ffffffff"},
    {"EB-18: joystick motion of before 2.1", "godot2", "strict", GDV_E_ENGINE_MISREADS, 12, 0,
     "13000000 04000000 00000000 10000000 01000000"},
    {"EB-20: wide int with four bytes", "godot3.0", "engine", GDV_E_TRUNCATED, 4, 4, "02000100 05000000"},
    {"EB-28: typed array in the eyes of 4.2", "godot4.0", "engine", GDV_OK, 0, 0,
     "1c000100 02000000 01000000 02000000 00000000"},
};

Test(hostile, bytes_that_engines_read_wrongly_get_their_verdict)
{
    for (size_t index = 0; index < COUNT_OF(misread); index += 1) {
        gdv_policy policy = policy_from_text(misread[index].policy);
        packet bytes = packet_from_hex(misread[index].hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(misread[index].dialect), &policy);
        ends_with(&said, misread[index].name, misread[index].code, misread[index].offset, misread[index].need);
        packet_free(&bytes);
    }
}

/* ---- noise ---- */

/* Marsaglia's xorshift of 32 bits; bits that a shift would drop are cut before it. */
typedef struct noise {
    uint32_t state;
} noise;

static uint32_t next_noise(noise *from)
{
    uint32_t state = from->state;
    state ^= (state & 0x7ffffu) << 13;
    state ^= state >> 17;
    state ^= (state & 0x7ffffffu) << 5;
    from->state = state;
    return state;
}

static uint32_t below(noise *from, uint32_t limit)
{
    return (next_noise(from) >> 8) % limit;
}

/* A word as packets have them: a header, a small count, the edges of ranges, or anything. */
static uint32_t likely_word(noise *from)
{
    static const uint32_t edges[] = {0x7fffffffu, 0x80000000u, 0x80000001u, 0xffffffffu, 0x3f800000u, 0x7f800000u,
                                     0x7fc00000u, 0x61626364u, 0x00006161u, 0xbfbbefu,   0x10002u,    0x10003u,
                                     0x10011u,    0x1001cu,    0x5001bu,    0x2001cu};
    switch (below(from, 8)) {
    case 0:
    case 1:
    case 2:
        return below(from, 41);
    case 3:
    case 4:
        return below(from, 4);
    case 5:
        return edges[below(from, COUNT_OF(edges))];
    case 6:
        return below(from, 41) + below(from, 16) * 0x10000u;
    default:
        return next_noise(from);
    }
}

static const uint32_t extra_permits[] = {0, GDV_PERMIT_OBJECT, GDV_PERMIT_MISREAD, GDV_PERMIT_OBJECT_ID,
                                         GDV_PERMIT_NONFINITE};

/* What holds for any bytes, beyond what verdict_of checks. Returns whether the strict policy accepted. */
static bool promises_hold(const uint8_t *bytes, size_t size, gdv_dialect dialect, uint32_t extra)
{
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, extra);
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, extra);
    verdict by_strict = verdict_of(bytes, size, dialect, &strict);
    verdict by_engine = verdict_of(bytes, size, dialect, &engine);
    bool accepted = by_strict.code == GDV_OK;
    const char *name = gdv_dialect_name(dialect);

    /* the engine policy's spans are its own: they need not be those of a strict policy that permits misreadings */
    if (accepted && (extra & GDV_PERMIT_MISREAD) == 0) {
        if (by_engine.code != GDV_OK) {
            cr_expect_fail("%s: strict accepts %zu bytes, engine says %s at %zu", name, size,
                           gdv_status_name(by_engine.code), (size_t)by_engine.report.offset);
        } else if (memcmp(&by_strict.stats, &by_engine.stats, sizeof by_strict.stats) != 0) {
            cr_expect_fail("%s: strict and engine read %zu bytes otherwise", name, size);
        }
    }
    if (accepted && by_strict.stats.bytes != size) {
        cr_expect_fail("%s: strict accepts %zu bytes and reads %zu", name, size, (size_t)by_strict.stats.bytes);
    }
    return accepted;
}

/* What a value is does not depend on what follows it: the part that was read is accepted alone, and a defect stays
 * where it is when more bytes come. Not so for the spans that Pandemonium gets wrong, which are left out. */
static void what_follows_does_not_matter(const uint8_t *bytes, size_t size, gdv_dialect dialect)
{
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
    policy.permit -= GDV_PERMIT_ENGINE_SPAN;
    verdict whole = verdict_of(bytes, size, dialect, &policy);
    const char *name = gdv_dialect_name(dialect);

    if (whole.code == GDV_OK) {
        verdict part = verdict_of(bytes, (size_t)whole.stats.bytes, dialect, &policy);
        if (part.code != GDV_OK || memcmp(&part.stats, &whole.stats, sizeof part.stats) != 0) {
            cr_expect_fail("%s: accepted with %zu bytes, alone %s", name, size, gdv_status_name(part.code));
        }
    } else if (whole.code >= 20) {
        builder longer = {NULL, 0, 0};
        put_bytes(&longer, bytes, size);
        put_hex(&longer, "00000000", 8);
        verdict more = verdict_of(longer.bytes, longer.size, dialect, &policy);
        if (more.code != whole.code || more.report.offset != whole.report.offset) {
            cr_expect_fail("%s: %s at %zu of %zu bytes, with more %s at %zu", name, gdv_status_name(whole.code),
                           (size_t)whole.report.offset, size, gdv_status_name(more.code), (size_t)more.report.offset);
        }
        builder_free(&longer);
    }
}

/* Bytes of any value rarely get past a header; words as packets have them get deep. */
static void survives_noise(gdv_dialect dialect)
{
    noise from = {0x9e3779b9u + (uint32_t)dialect};
    size_t accepted = 0;
    for (uint32_t run = 0; run < NOISE_BYTES; run += 1) {
        uint8_t bytes[40];
        size_t size = below(&from, sizeof bytes + 1);
        for (size_t index = 0; index < size; index += 1) {
            bytes[index] = (uint8_t)(next_noise(&from) & 0xffu);
        }
        if (run % 2 == 0 && size >= 4) {
            bytes[0] %= 40;
            bytes[1] = 0;
            bytes[2] %= 2;
            bytes[3] = 0;
        }
        accepted += promises_hold(bytes, size, dialect, extra_permits[run % COUNT_OF(extra_permits)]) ? 1 : 0;
    }
    for (uint32_t run = 0; run < NOISE_WORDS; run += 1) {
        builder made = {NULL, 0, 0};
        size_t words = 1 + below(&from, 24);
        for (size_t index = 0; index < words; index += 1) {
            put_u32(&made, likely_word(&from));
        }
        size_t size = made.size - (run % 8 == 0 ? below(&from, 4) : 0);
        accepted += promises_hold(made.bytes, size, dialect, extra_permits[run % COUNT_OF(extra_permits)]) ? 1 : 0;
        if (run % 2 == 0) {
            what_follows_does_not_matter(made.bytes, size, dialect);
        }
        builder_free(&made);
    }
    cr_assert_geq(accepted, 50, "only %zu accepted", accepted);
}

/* One defect, or several, in a packet that has none. */
static void mutate(builder *made, noise *from)
{
    uint32_t defects = 1 + below(from, 3);
    for (uint32_t done = 0; done < defects && made->size >= 4; done += 1) {
        size_t word = 4 * (size_t)below(from, (uint32_t)(made->size / 4));
        uint32_t value = likely_word(from);
        switch (below(from, 6)) {
        case 0:
            made->bytes[below(from, (uint32_t)made->size)] ^= (uint8_t)(1u << below(from, 8));
            break;
        case 1:
            made->bytes[word] = (uint8_t)(value & 0xffu);
            break;
        case 2:
            memset(made->bytes + word, value % 2 == 0 ? 0 : 0xff, 4);
            break;
        case 3:
            for (size_t index = 0; index < 4; index += 1) {
                made->bytes[word + index] = (uint8_t)(value >> (8 * index) & 0xffu);
            }
            break;
        case 4:
            memmove(made->bytes + word, made->bytes + word + 4, made->size - word - 4);
            made->size -= 4;
            break;
        default:
            put_u32(made, value);
            break;
        }
    }
}

/* Every packet of the dialect's corpus up to 1 KiB, mutated over and over. */
static void survives_mutants(gdv_dialect dialect)
{
    noise from = {0x2545f491u + (uint32_t)dialect};
    size_t accepted = 0;
    size_t packets = 0;
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        for (uint32_t run = 0; run < MUTANTS && each.bytes.size <= 1024; run += 1) {
            builder made = {NULL, 0, 0};
            put_bytes(&made, each.bytes.bytes, each.bytes.size);
            if (run > 0) {
                mutate(&made, &from);
            }
            accepted += promises_hold(made.bytes, made.size, dialect, extra_permits[run % COUNT_OF(extra_permits)]);
            what_follows_does_not_matter(made.bytes, made.size, dialect);
            packets += 1;
            builder_free(&made);
        }
    }
    cr_assert_geq(packets, (size_t)100 * MUTANTS, "only %zu packets", packets);
    cr_assert_geq(accepted, 100, "only %zu accepted", accepted);
}

#define CLAIMS(name, dialect)                                                                                          \
    Test(hostile, noise_breaks_no_promise_in_##name)                                                                   \
    {                                                                                                                  \
        survives_noise(GDV_DIALECT_##dialect);                                                                         \
    }                                                                                                                  \
    Test(hostile, mutants_break_no_promise_in_##name)                                                                  \
    {                                                                                                                  \
        survives_mutants(GDV_DIALECT_##dialect);                                                                       \
    }

CLAIMS(godot2, GODOT2)
CLAIMS(godot3_0, GODOT3_0)
CLAIMS(godot3, GODOT3)
CLAIMS(pandemonium_33, PANDEMONIUM_33)
CLAIMS(pandemonium_38, PANDEMONIUM_38)
CLAIMS(pandemonium_40, PANDEMONIUM_40)
CLAIMS(godot4_0, GODOT4_0)
CLAIMS(godot4_3, GODOT4_3)
CLAIMS(godot4_4, GODOT4_4)
