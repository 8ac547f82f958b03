/* SPDX-License-Identifier: MIT */
/* Plain values, which most packets consist of, are read in few instructions (lib/decode/fast.h). Whatever that says of a value
 * must be what the rest of the library says of it: here at each edge between plain and not, and on the whole corpus;
 * //fuzz:differential goes on from there. Wire reference: sections 3, 4, 5.1, 5.2, 6.1. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/fast.h"
#include "lib/decode/step.h"
#include "tests/support/corpus.h"
#include "tests/support/two_paths.h"

/* Under every policy; the bytes are an exact heap block. */
static void agree(const packet *bytes, gdv_dialect dialect, const char *name)
{
    for (size_t which = 0; which < POLICIES; which += 1) {
        gdv_policy policy = policy_of_all(which);
        const char *what = two_paths_differ(bytes->bytes, bytes->size, dialect, &policy);
        cr_assert_null(what, "%s in %s, policy %zu: %s", name, gdv_dialect_name(dialect), which, what);
    }
}

/* In an array, after it nothing, or a nil and 32 bytes that nobody promised. Returns whether the value is plain under
 * the strict policy. */
static bool is_plain(gdv_dialect dialect, const void *value, size_t size, bool last)
{
    static const uint8_t rest[36] = {0};
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    gdv_stack stack;
    builder made = {NULL, 0, 0};
    gdv_fast_token plain;
    gdv_scan scan;
    gdv_token token;
    put_u32(&made, id_of(dialect, GDV_TYPE_ARRAY));
    put_u32(&made, last ? 1 : 2);
    put_bytes(&made, value, size);
    if (!last) {
        put_bytes(&made, rest, sizeof rest);
    }
    packet exact = packet_from_bytes(made.bytes, made.size);
    agree(&exact, dialect, "value");
    cr_assert_eq(gdv_scan_start(&scan, exact.bytes, exact.size, &gdv_wire_tables[dialect], &policy), GDV_OK);
    cr_assert_eq(gdv_step(&scan, &stack, &token), GDV_OK);
    bool answer = gdv_step_fast(&scan, &stack.levels[0], &plain);
    packet_free(&exact);
    builder_free(&made);
    return answer;
}

static void put_word(uint8_t *at, uint32_t word)
{
    for (size_t index = 0; index < 4; index += 1) {
        at[index] = (uint8_t)(word >> (8 * index) & 0xffu);
    }
}

/* A String of `size` bytes, with padding of zeros. */
static size_t text_of(uint8_t *value, size_t size)
{
    memset(value, 0, 40);
    put_word(value, id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_STRING));
    put_word(value + 4, (uint32_t)size);
    memset(value + 8, 'a', size);
    return 8 + (size + 3) / 4 * 4;
}

/* Each byte of a text in turn is one that ASCII lacks or that no text holds, each of its padding one that is not zero. */
Test(plain, texts_up_to_sixteen_bytes_are_plain_unless_a_byte_is_odd)
{
    static const uint8_t odd[] = {0x00, 0x80, 0xc3, 0xff};
    uint8_t value[40];
    for (size_t size = 0; size <= 20; size += 1) {
        size_t whole = text_of(value, size);
        for (int last = 0; last < 2; last += 1) {
            cr_expect_eq(is_plain(GDV_DIALECT_GODOT4_4, value, whole, last != 0), size <= 16, "%zu bytes", size);
        }
        for (size_t at = 8; at < whole && size <= 16; at += 1) {
            uint8_t was = value[at];
            for (size_t index = 0; index < sizeof odd; index += 1) {
                value[at] = odd[index];
                bool same = at >= 8 + size && odd[index] == 0;
                cr_expect_eq(is_plain(GDV_DIALECT_GODOT4_4, value, whole, true), same, "byte %zu of %zu", at, size);
            }
            value[at] = at < 8 + size ? 0x7f : 1;
            cr_expect_eq(is_plain(GDV_DIALECT_GODOT4_4, value, whole, true), at < 8 + size, "byte %zu of %zu", at,
                         size);
            value[at] = was;
        }
    }
}

Test(plain, a_text_of_which_the_end_is_missing_is_not_plain)
{
    uint8_t value[40];
    for (size_t size = 1; size <= 16; size += 1) {
        size_t whole = text_of(value, size);
        for (size_t left = 4; left < whole; left += 4) {
            cr_expect(!is_plain(GDV_DIALECT_GODOT4_4, value, left, true), "%zu of %zu bytes", left, whole);
        }
    }
    (void)text_of(value, 4);
    put_word(value + 4, 0xfffffffcu);
    cr_expect(!is_plain(GDV_DIALECT_GODOT4_4, value, 12, true));
    put_word(value + 4, 0x80000000u);
    cr_expect(!is_plain(GDV_DIALECT_GODOT4_4, value, 12, true));
}

/* A nil follows, of whose four bytes some are missing: they are not the text's to take. */
Test(plain, a_text_before_a_value_that_is_cut_off_is_not_plain)
{
    for (size_t size = 0; size <= 16; size += 4) {
        for (size_t missing = 1; missing < 4; missing += 1) {
            builder made = {NULL, 0, 0};
            uint8_t value[40];
            size_t whole = text_of(value, size);
            put_u32(&made, id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_ARRAY));
            put_u32(&made, 2);
            put_bytes(&made, value, whole);
            put_u32(&made, id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_NIL));
            packet exact = packet_from_bytes(made.bytes, made.size - missing);
            verdict said = verdict_of(exact.bytes, exact.size, GDV_DIALECT_GODOT4_4, NULL);
            cr_expect_eq(said.code, size == 0 ? GDV_E_TRUNCATED : GDV_E_LENGTH, "%zu, %zu: %s", size, missing,
                         gdv_status_name(said.code));
            agree(&exact, GDV_DIALECT_GODOT4_4, "text");
            packet_free(&exact);
            builder_free(&made);
        }
    }
}

/* Whose four bytes and those after them would be a number of 32 bits in 64. */
Test(plain, an_int_is_plain_whatever_follows_it)
{
    uint8_t value[8];
    put_word(value, id_of(GDV_DIALECT_GODOT4_4, GDV_TYPE_INT));
    put_word(value + 4, 1);
    cr_expect(is_plain(GDV_DIALECT_GODOT4_4, value, sizeof value, false));
}

/* Whatever the value before it declared. */
Test(plain, a_value_declares_no_types)
{
    static const char *const behind[] = {
        "1c000000 02000000 1c000100 02000000 00000000 00000000",
        "1c000000 02000000 1b000500 02000000 04000000 00000000 00000000",
    };
    for (size_t index = 0; index < 2; index += 1) {
        packet exact = packet_from_hex(behind[index]);
        agree(&exact, GDV_DIALECT_GODOT4_4, "nil after a typed container");
        packet_free(&exact);
    }
}

typedef struct row {
    const char *name;
    gdv_dialect dialect;
    gdv_type type;
    uint32_t above; /* the type id */
    const char *payload;
    bool plain;
} row;

#define G4 GDV_DIALECT_GODOT4_4
#define ONE "0000803f"
#define INFINITE "0000807f"
#define WIDE_INFINITE "00000000 0000f07f"
#define WIDE_THIRD "55555555 5555d53f"

static const row rows[] = {
    {"nil", G4, GDV_TYPE_NIL, 0, "", true},
    {"nil with a flag", G4, GDV_TYPE_NIL, 0x10000, "", false},
    {"true", G4, GDV_TYPE_BOOL, 0, "01000000", true},
    {"two for true", G4, GDV_TYPE_BOOL, 0, "02000000", false},
    {"half a bool", G4, GDV_TYPE_BOOL, 0, "", false},
    {"int", G4, GDV_TYPE_INT, 0, "ffffffff", true},
    {"int with bits of the id that are none", G4, GDV_TYPE_INT, 0x100, "01000000", false},
    {"int with another flag", G4, GDV_TYPE_INT, 0x20000, "01000000", false},
    {"int with two flags", G4, GDV_TYPE_INT, 0x30000, "00000000 01000000", false},
    {"least int of 64 bits", G4, GDV_TYPE_INT, 0x10000, "00000080 00000000", true},
    {"most int of 32 bits in 64", G4, GDV_TYPE_INT, 0x10000, "ffffff7f 00000000", false},
    {"least int of 32 bits in 64", G4, GDV_TYPE_INT, 0x10000, "00000080 ffffffff", false},
    {"one below it", G4, GDV_TYPE_INT, 0x10000, "ffffff7f ffffffff", true},
    {"half an int of 64 bits", G4, GDV_TYPE_INT, 0x10000, "ffffff7f", false},
    {"float", G4, GDV_TYPE_FLOAT, 0, ONE, true},
    {"infinity", G4, GDV_TYPE_FLOAT, 0, INFINITE, false},
    {"double", G4, GDV_TYPE_FLOAT, 0x10000, WIDE_THIRD, true},
    {"double that is a float", G4, GDV_TYPE_FLOAT, 0x10000, "00000000 0000f03f", false},
    {"double whose last bit of a float is set", G4, GDV_TYPE_FLOAT, 0x10000, "00000020 0000f03f", false},
    {"double with one bit more than a float", G4, GDV_TYPE_FLOAT, 0x10000, "00000010 0000f03f", true},
    {"double with the last bit of a double", G4, GDV_TYPE_FLOAT, 0x10000, "01000000 0000f03f", true},
    {"double infinity", G4, GDV_TYPE_FLOAT, 0x10000, WIDE_INFINITE, false},
    {"double NaN with low bits", G4, GDV_TYPE_FLOAT, 0x10000, "01000000 0000f87f", false},
    {"vector", G4, GDV_TYPE_VECTOR3, 0, ONE ONE ONE, true},
    {"vector, infinite x", G4, GDV_TYPE_VECTOR3, 0, INFINITE ONE ONE, false},
    {"vector, infinite z", G4, GDV_TYPE_VECTOR3, 0, ONE ONE INFINITE, false},
    {"vector of doubles", G4, GDV_TYPE_VECTOR2, 0x10000, WIDE_THIRD WIDE_THIRD, true},
    {"vector of doubles whose lower halves look infinite", G4, GDV_TYPE_VECTOR2, 0x10000,
     INFINITE "0000f03f" INFINITE "0000f03f", true},
    {"vector of doubles, infinite y", G4, GDV_TYPE_VECTOR2, 0x10000, WIDE_THIRD WIDE_INFINITE, false},
    {"vector of ints", G4, GDV_TYPE_VECTOR2I, 0, INFINITE "ffffffff", true},
    {"vector of ints with a flag", G4, GDV_TYPE_VECTOR2I, 0x10000, "00000000 00000000 00000000 00000000", false},
    {"half a vector", G4, GDV_TYPE_VECTOR2, 0, ONE, false},
    {"RID, which needs leave", G4, GDV_TYPE_RID, 0, "00000000 00000000", false},
    {"empty array", G4, GDV_TYPE_ARRAY, 0, "00000000", false},
    {"packed array", G4, GDV_TYPE_PACKED_INT32_ARRAY, 0, "00000000", false},
    {"text in 64 bits", G4, GDV_TYPE_STRING, 0x10000, "00000000", false},
    {"String without a length", G4, GDV_TYPE_STRING, 0, "", false},
    {"StringName", G4, GDV_TYPE_STRING_NAME, 0, "01000000 61000000", true},
    {"int of Godot 3.0, which writes all in 64 bits", GDV_DIALECT_GODOT3_0, GDV_TYPE_INT, 0, "01000000", false},
    {"text of Godot 2, whose padding may be anything", GDV_DIALECT_GODOT2, GDV_TYPE_STRING, 0, "01000000 61000000",
     false},
    {"Vector4 of Pandemonium, which reads it wrongly", GDV_DIALECT_PANDEMONIUM_40, GDV_TYPE_VECTOR4, 0, ONE ONE ONE ONE,
     false},
};

Test(plain, what_is_plain_is_where_nothing_is_to_be_refused_or_permitted)
{
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        const row *claim = &rows[index];
        packet payload = packet_from_hex(claim->payload);
        uint8_t value[80];
        cr_assert_leq(payload.size, sizeof value - 4);
        put_word(value, id_of(claim->dialect, claim->type) | claim->above);
        if (payload.size > 0) {
            memcpy(value + 4, payload.bytes, payload.size);
        }
        cr_expect_eq(is_plain(claim->dialect, value, 4 + payload.size, true), claim->plain, "%s", claim->name);
        packet_free(&payload);
    }
}

/* Every id of every dialect, and one beyond, with flags and without, before zeros: only what the table calls a number
 * or a text is plain. */
Test(plain, every_type_id_says_the_same_both_ways)
{
    uint8_t value[84] = {0};
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        const gdv_wire_table *wire_table = &gdv_wire_tables[dialect];
        for (uint32_t id = 0; id <= wire_table->count; id += 1) {
            for (uint32_t flags = 0; flags < 16; flags += 1) {
                put_word(value, id + flags * 0x10000u);
                bool plain = is_plain((gdv_dialect)dialect, value, sizeof value, true);
                cr_expect(!plain || (id < wire_table->count && wire_table->types[id].layout <= GDV_LAYOUT_TEXT),
                          "id %u, flags %u of %s", id, flags, gdv_dialect_name((gdv_dialect)dialect));
            }
        }
    }
}

/* gdv_fast_number takes the components of a vector for floats of four bytes unless they are wide. */
Test(plain, no_vector_has_doubles_only)
{
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (uint32_t id = 0; id < gdv_wire_tables[dialect].count; id += 1) {
            const gdv_wire_row *wire = &gdv_wire_tables[dialect].types[id];
            cr_expect(wire->layout != GDV_LAYOUT_FIXED || wire->component != GDV_COMPONENT_FLOAT64, "id %u of %s", id,
                      gdv_dialect_name((gdv_dialect)dialect));
        }
    }
}

Test(plain, limits_are_the_same_both_ways)
{
    uint8_t value[40];
    size_t size = text_of(value, 9);
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(G4, GDV_TYPE_ARRAY));
    put_u32(&made, 3);
    for (int times = 0; times < 3; times += 1) {
        put_bytes(&made, value, size);
    }
    packet exact = packet_from_bytes(made.bytes, made.size);
    for (uint32_t limit = 0; limit < 12; limit += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_string = limit;
        verdict said = verdict_of(exact.bytes, exact.size, G4, &policy);
        cr_expect_eq(said.code, limit < 9 ? GDV_E_LIMIT_STRING : GDV_OK, "text of %u", limit);
        cr_expect_null(two_paths_differ(exact.bytes, exact.size, G4, &policy));
        policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_values = limit;
        said = verdict_of(exact.bytes, exact.size, G4, &policy);
        cr_expect_eq(said.code, limit < 4 ? GDV_E_LIMIT_VALUES : GDV_OK, "%u values", limit);
        cr_expect_eq(said.stats.longest, limit < 2 ? 0 : 9, "%u values", limit);
        cr_expect_null(two_paths_differ(exact.bytes, exact.size, G4, &policy));
    }
    packet_free(&exact);
    builder_free(&made);
}

/* A text as short as can be, as early as can be: sixteen bytes before its end are the packet's first. */
Test(plain, an_empty_text_at_the_start_of_an_array_is_read_within_the_packet)
{
    static const char hex[] = "1c000000 01000000 04000000 00000000";
    packet exact = packet_from_hex(hex);
    agree(&exact, G4, "array of an empty text");
    packet_free(&exact);
}

Test(plain, the_corpus_is_read_the_same_both_ways)
{
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            agree(&each.bytes, each.dialect, each.name);
        }
    }
    malformed wrong = malformed_of("corpus/malformed");
    while (malformed_next(&wrong)) {
        const char *what = two_paths_differ(wrong.bytes.bytes, wrong.bytes.size, wrong.dialect, &wrong.policy);
        cr_assert_null(what, "%s: %s", wrong.name, what);
    }
}

/* Only the packed typed arrays of Pandemonium narrow: a property keeps all of its 64 bits. */
Test(plain, property_may_be_a_double)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    packet exact = packet_from_hex("11000000 01000000 41000000 01000000 01000000 70000000 03000100 " WIDE_THIRD);
    verdict said = verdict_of(exact.bytes, exact.size, GDV_DIALECT_GODOT3, &policy);
    cr_expect_eq(said.code, GDV_OK, "%s", gdv_status_name(said.code));
    packet_free(&exact);
}

/* {"aaaa": nil, true: "bb", true: nil}: after texts of different lengths. */
Test(plain, keys_that_are_bools_are_equal_whatever_text_came_before)
{
    packet exact = packet_from_hex("1b000000 03000000 04000000 04000000 61616161 00000000 01000000 01000000 "
                                   "04000000 02000000 62620000 01000000 01000000 00000000");
    verdict said = verdict_of(exact.bytes, exact.size, G4, NULL);
    cr_expect_eq(said.code, GDV_E_DUPLICATE_KEY, "%s", gdv_status_name(said.code));
    packet_free(&exact);
}

/* As keys, a text that is plain and one that engines cut to it are equal. */
Test(plain, a_plain_key_equals_one_that_is_cut_to_it)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM);
    static const char *const pairs[] = {
        "12000000 02000000 04000000 01000000 61000000 00000000 04000000 03000000 61006200 00000000",
        "12000000 02000000 04000000 04000000 efbbbf61 00000000 04000000 01000000 61000000 00000000",
    };
    for (size_t index = 0; index < 2; index += 1) {
        packet exact = packet_from_hex(pairs[index]);
        verdict said = verdict_of(exact.bytes, exact.size, GDV_DIALECT_GODOT3, &policy);
        cr_expect_eq(said.code, GDV_E_DUPLICATE_KEY, "%s", gdv_status_name(said.code));
        packet_free(&exact);
    }
}
