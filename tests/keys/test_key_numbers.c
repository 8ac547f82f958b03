/* SPDX-License-Identifier: MIT */
/* The numbers by which keys are looked for (lib/keys/digest.h, lib/keys/keys.h), pair by pair: keys that are one to the engine
 * have one number, and two that differ in a single place have two; and so are they compared (lib/keys/key_compare.h). The verdict would be right without the second half,
 * which is what keeps the work linear: promise 3. Wire reference, section 7. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/keys/digest.h"
#include "lib/keys/key_compare.h"
#include "lib/keys/key_entries.h"
#include "lib/keys/keys.h"
#include "tests/support/support.h"

/* {one: true, other: nil}; *second is where the header of `other` is. */
static packet dictionary_of(gdv_dialect dialect, const char *one, const char *other, size_t *second)
{
    builder made = {NULL, 0, 0};
    packet first = packet_from_hex(one);
    packet last = packet_from_hex(other);
    put_u32(&made, id_of(dialect, GDV_TYPE_DICTIONARY));
    put_u32(&made, 2);
    put_bytes(&made, first.bytes, first.size);
    put_u32(&made, id_of(dialect, GDV_TYPE_BOOL));
    put_u32(&made, 1);
    *second = made.size;
    put_bytes(&made, last.bytes, last.size);
    put_u32(&made, id_of(dialect, GDV_TYPE_NIL));
    packet whole = packet_from_bytes(made.bytes, made.size);
    packet_free(&first);
    packet_free(&last);
    builder_free(&made);
    return whole;
}

/* Reads up to the last value, so that the keys are not looked through yet: the numbers are those of entries 1 and 2,
 * after the dictionary's own. */
static gdv_scan numbers_of(const packet *bytes, gdv_dialect dialect, const gdv_policy *policy, uint32_t numbers[2])
{
    static gdv_stack stack;
    uint8_t scratch[256];
    gdv_keys keys;
    gdv_scan scan;
    gdv_token token;
    memset(&keys, 0xa5, sizeof keys);
    gdv_keys_start(&keys, scratch, sizeof scratch);
    cr_assert_eq(gdv_scan_start(&scan, bytes->bytes, bytes->size, &gdv_wire_tables[dialect], policy), GDV_OK);
    while (scan.depth != 1 || stack.levels[0].left != 1) {
        gdv_role role = gdv_next_role(&scan, &stack);
        uint32_t depth = scan.depth;
        cr_assert_eq(gdv_step(&scan, &stack, &token), GDV_OK);
        cr_assert_eq(gdv_keys_step(&keys, &scan, &stack, depth, role, &token), GDV_OK);
    }
    cr_assert_eq(keys.used, 3);
    numbers[0] = gdv_upper(gdv_entry_at(keys.end, 1));
    numbers[1] = gdv_upper(gdv_entry_at(keys.end, 2));
    return scan;
}

static const gdv_levels *frames(void)
{
    static gdv_stack stack;
    static const gdv_levels all = {&stack, 0};
    return &all;
}

typedef struct pair {
    const char *name;
    gdv_dialect dialect;
    uint32_t permit;
    bool same;
    const char *one;
    const char *other;
} pair;

static void pairs_hold(const pair *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        const pair *row = &rows[index];
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, row->permit);
        for (int turned = 0; turned < 2; turned += 1) {
            size_t second = 0;
            uint32_t numbers[2];
            packet bytes = dictionary_of(row->dialect, turned == 0 ? row->one : row->other,
                                         turned == 0 ? row->other : row->one, &second);
            verdict said = verdict_of(bytes.bytes, bytes.size, row->dialect, &policy);
            cr_assert_eq(said.code, row->same ? GDV_E_DUPLICATE_KEY : GDV_OK, "%s: %s at %zu", row->name,
                         gdv_status_name(said.code), (size_t)said.report.offset);
            cr_assert_eq(said.report.offset, row->same ? second : 0, "%s: at %zu", row->name,
                         (size_t)said.report.offset);
            gdv_scan scan = numbers_of(&bytes, row->dialect, &policy, numbers);
            cr_assert_eq(numbers[0] == numbers[1], row->same, "%s: %08x and %08x", row->name, numbers[0], numbers[1]);
            packet alone = packet_from_hex(turned == 0 ? row->one : row->other);
            gdv_scan first;
            cr_assert_eq(gdv_scan_start(&first, alone.bytes, alone.size, &gdv_wire_tables[row->dialect], &policy),
                         GDV_OK);
            cr_assert_eq(gdv_key_order(frames(), &scan, 8, (uint32_t)second) == 0, row->same, "%s", row->name);
            cr_assert_eq(gdv_key_order_between(frames(), &first, 0, &scan, (uint32_t)second) == 0, row->same,
                         "%s, of two packets", row->name);
            packet_free(&alone);
            packet_free(&bytes);
        }
    }
}

#define PAIRS_HOLD(rows) pairs_hold(rows, sizeof(rows) / sizeof((rows)[0]))

#define G2 GDV_DIALECT_GODOT2
#define G30 GDV_DIALECT_GODOT3_0
#define G3 GDV_DIALECT_GODOT3
#define G4 GDV_DIALECT_GODOT4_4
#define P40 GDV_DIALECT_PANDEMONIUM_40

Test(key_numbers, of_numbers_are_of_their_value_whatever_the_width)
{
    static const pair rows[] = {
        {"false and true", G3, 0, false, "01000000 00000000", "01000000 01000000"},
        {"ints", G3, 0, false, "02000000 05000000", "02000000 06000000"},
        {"5 and 2^32 + 5", G3, 0, false, "02000000 05000000", "02000100 05000000 01000000"},
        {"2^31 - 1 of two widths", G3, GDV_PERMIT_WIDE, true, "02000000 ffffff7f", "02000100 ffffff7f 00000000"},
        {"-2^31 of two widths", G3, GDV_PERMIT_WIDE, true, "02000000 00000080", "02000100 00000080 ffffffff"},
        {"2^31 and -2^31", G3, 0, false, "02000100 00000080 00000000", "02000000 00000080"},
        {"floats", G3, 0, false, "03000000 0000003f", "03000000 0000803e"},
        {"0.5 of two widths", G3, GDV_PERMIT_WIDE, true, "03000000 0000003f", "03000100 00000000 0000e03f"},
        {"0 and -0", G3, 0, true, "03000000 00000000", "03000000 00000080"},
        {"NaN of either sign", G3, GDV_PERMIT_NONFINITE | GDV_PERMIT_WIDE, true, "03000000 0000c07f",
         "03000000 0000c0ff"},
        {"NaN and infinity", G3, GDV_PERMIT_NONFINITE | GDV_PERMIT_WIDE, false, "03000000 0000c07f",
         "03000000 0000807f"},
        {"vectors, by the first", G3, 0, false, "05000000 0000803f 00000000", "05000000 00000040 00000000"},
        {"vectors, by the last", G3, 0, false, "05000000 00000000 0000803f", "05000000 00000000 00000040"},
        {"vectors turned round", G3, 0, false, "05000000 00000040 0000803f", "05000000 0000803f 00000040"},
        {"vectors of 0 and -0", G3, 0, true, "05000000 00000080 00000000", "05000000 00000000 00000080"},
        {"a plane and a quaternion of the same numbers", G3, 0, false, "09000000 00000000 00000000 00000000 00000000",
         "0a000000 00000000 00000000 00000000 00000000"},
        {"vectors of ints, 0 and -2^31", G4, 0, false, "06000000 00000000 00000000", "06000000 00000000 00000080"},
        {"RIDs, by the first byte", G4, GDV_PERMIT_RID, false, "17000000 01000000 00000000",
         "17000000 02000000 00000000"},
        {"RIDs, by the last byte", G4, GDV_PERMIT_RID, false, "17000000 01000000 00000001",
         "17000000 01000000 00000002"},
        {"packed floats, by the first", G3, 0, false, "16000000 02000000 0000803f 0000803f",
         "16000000 02000000 00000040 0000803f"},
        {"packed floats, in the middle", G3, 0, false, "16000000 03000000 0000803f 0000803f 0000803f",
         "16000000 03000000 0000803f 00000040 0000803f"},
        {"packed 0 and -0", G3, 0, true, "16000000 01000000 00000000", "16000000 01000000 00000080"},
        {"packed ints and floats of the same bytes", G3, 0, false, "15000000 01000000 0000803f",
         "16000000 01000000 0000803f"},
        {"packed ints, by the last byte", G3, 0, false, "15000000 03000000 01000000 02000000 03000000",
         "15000000 03000000 01000000 02000000 03000001"},
        {"an int of 1 and the bytes 1, 0", G3, 0, false, "15000000 01000000 01000000", "14000000 02000000 01000000"},
        {"one byte of zero and two", G3, 0, false, "14000000 01000000 00000000", "14000000 02000000 00000000"},
        {"eight bytes, by the last", G3, 0, false, "14000000 08000000 00000000 00000000",
         "14000000 08000000 00000000 00000001"},
        {"nine bytes, by the last", G3, 0, false, "14000000 09000000 00000000 00000000 00000000",
         "14000000 09000000 00000000 00000000 01000000"},
        {"nine bytes with other garbage after them", G2, 0, true, "16000000 09000000 00000000 00000000 00aabbcc",
         "16000000 09000000 00000000 00000000 00ddeeff"},
    };
    PAIRS_HOLD(rows);
}

Test(key_numbers, of_texts_are_of_what_the_engine_keeps)
{
    static const pair rows[] = {
        {"a and b", G3, 0, false, "04000000 01000000 61000000", "04000000 01000000 62000000"},
        {"a and ab", G3, 0, false, "04000000 01000000 61000000", "04000000 02000000 61620000"},
        {"a of two paddings", G30, 0, true, "04000000 01000000 61aabbcc", "04000000 01000000 61ddeeff"},
        {"ab of two paddings", G30, 0, true, "04000000 02000000 6162aabb", "04000000 02000000 6162ccdd"},
        {"abc of two paddings", G30, 0, true, "04000000 03000000 616263aa", "04000000 03000000 616263bb"},
        {"abcde of two paddings", G30, 0, true, "04000000 05000000 61626364 65aabbcc",
         "04000000 05000000 61626364 65ddeeff"},
        {"a and b where NULs cut", G3, GDV_PERMIT_TEXT_NUL, false, "04000000 01000000 61000000",
         "04000000 01000000 62000000"},
        {"a and a\\0b", G3, GDV_PERMIT_TEXT_NUL, true, "04000000 01000000 61000000", "04000000 03000000 61006200"},
        {"a and mark, a, with no more permitted than it takes", G3, GDV_PERMIT_TEXT_BOM, true,
         "04000000 01000000 61000000", "04000000 04000000 efbbbf61"},
        {"node paths", G3, 0, false, "0f000000 01000080 00000000 00000000 01000000 61000000",
         "0f000000 01000080 00000000 00000000 01000000 62000000"},
        {"node paths, by the sub-name", G3, 0, false,
         "0f000000 01000080 01000000 00000000 01000000 61000000 01000000 62000000",
         "0f000000 01000080 01000000 00000000 01000000 61000000 01000000 63000000"},
        {"a/b and a:b", G3, 0, false, "0f000000 02000080 00000000 00000000 01000000 61000000 01000000 62000000",
         "0f000000 01000080 01000000 00000000 01000000 61000000 01000000 62000000"},
        {"a and /a", G3, 0, false, "0f000000 01000080 00000000 00000000 01000000 61000000",
         "0f000000 01000080 00000000 01000000 01000000 61000000"},
        {"Godot 2: a and /a", G2, 0, false, "10000000 01000080 00000000 00000000 01000000 61000000",
         "10000000 01000080 00000000 01000000 01000000 61000000"},
        {"Godot 2: p as property and as sub-name", G2, 0, false,
         "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000",
         "10000000 01000080 01000000 00000000 01000000 61000000 01000000 70000000"},
        {"Godot 2: a:p and /a:p, p the property", G2, 0, false,
         "10000000 01000080 00000000 02000000 01000000 61000000 01000000 70000000",
         "10000000 01000080 00000000 03000000 01000000 61000000 01000000 70000000"},
        {"Godot 2: paths of the old form", G2, GDV_PERMIT_NODE_PATH, false, "10000000 02000000 6162",
         "10000000 02000000 6163"},
        {"strings, turned round", G3, 0, false, "17000000 02000000 01000000 00000000 02000000 61000000",
         "17000000 02000000 02000000 61000000 01000000 00000000"},
        {"strings, by the first", G3, 0, false, "17000000 02000000 02000000 61000000 02000000 62000000",
         "17000000 02000000 02000000 63000000 02000000 62000000"},
        {"strings, by the last", G3, 0, false, "17000000 02000000 02000000 61000000 02000000 62000000",
         "17000000 02000000 02000000 61000000 02000000 63000000"},
        {"signals, by name", G4, GDV_PERMIT_SIGNAL, false, "1a000000 01000000 73000000 07000000 00000000",
         "1a000000 01000000 74000000 07000000 00000000"},
        {"signals, by the first byte of the id", G4, GDV_PERMIT_SIGNAL, false,
         "1a000000 01000000 73000000 07000000 00000000", "1a000000 01000000 73000000 08000000 00000000"},
        {"signals, by the last byte of the id", G4, GDV_PERMIT_SIGNAL, false,
         "1a000000 01000000 73000000 07000000 00000001", "1a000000 01000000 73000000 07000000 00000002"},
        {"one signal", G4, GDV_PERMIT_SIGNAL, true, "1a000000 01000000 73000000 07000000 00000001",
         "1a000000 01000000 73000000 07000000 00000001"},
    };
    PAIRS_HOLD(rows);
}

Test(key_numbers, of_what_equals_only_itself_are_of_its_place)
{
    static const pair rows[] = {
        {"dictionaries of Godot 3", G3, 0, false, "12000000 00000000", "12000000 00000000"},
        {"dictionaries of Godot 4", G4, 0, true, "1b000000 00000000", "1b000000 00000000"},
        {"ids of objects", G3, GDV_PERMIT_OBJECT_ID, false, "11000100 05000000 00000000", "11000100 05000000 00000000"},
        {"ids of null", G3, GDV_PERMIT_OBJECT_ID, true, "11000100 00000000 00000000", "11000100 00000000 00000000"},
        {"objects in full", G3, GDV_PERMIT_OBJECT, false, "11000000 01000000 41000000 00000000",
         "11000000 01000000 41000000 00000000"},
        {"null, and null with bits that mean nothing", G3, GDV_PERMIT_OBJECT | GDV_PERMIT_FLAGS, true,
         "11000000 00000000", "110000ff 00000000"},
        {"images", G2, 0, false, "0f000000 00000000 00000000 01000000 01000000 01000000 41000000",
         "0f000000 00000000 00000000 01000000 01000000 01000000 41000000"},
        {"empty images", G2, 0, true, "0f000000 00000000 00000000 00000000 00000000 00000000",
         "0f000000 00000000 00000000 00000000 00000000 00000000"},
        {"input events", G2, 0, true, "13000000 01000000 00000000 14000000 00000002 41000000",
         "13000000 01000000 00000000 14000000 00000002 41000000"},
    };
    PAIRS_HOLD(rows);
}

#define INT(digit) "02000000 0" #digit "000000 "
#define NIL "00000000 "
#define ARRAY(digit) "1c000000 0" #digit "000000 "
#define DICTIONARY(digit) "1b000000 0" #digit "000000 "

/* Each differs from its pair in one leaf, before, in, between or after containers and keys within the key. */
Test(key_numbers, of_containers_are_of_all_that_is_in_them)
{
    static const pair rows[] = {
        {"[1] and [2]", G4, 0, false, ARRAY(1) INT(1), ARRAY(1) INT(2)},
        {"[1] twice", G4, 0, true, ARRAY(1) INT(1), ARRAY(1) INT(1)},
        {"[1, 2] and [3, 2]", G4, 0, false, ARRAY(2) INT(1) INT(2), ARRAY(2) INT(3) INT(2)},
        {"[1, 2] and [1, 3]", G4, 0, false, ARRAY(2) INT(1) INT(2), ARRAY(2) INT(1) INT(3)},
        {"[[1], nil] and [[1, nil]]", G4, 0, false, ARRAY(2) ARRAY(1) INT(1) NIL, ARRAY(1) ARRAY(2) INT(1) NIL},
        {"[[1], [2], 3] and [[9], [2], 3]", G4, 0, false, ARRAY(3) ARRAY(1) INT(1) ARRAY(1) INT(2) INT(3),
         ARRAY(3) ARRAY(1) INT(9) ARRAY(1) INT(2) INT(3)},
        {"[[1], [2], 3] and [[1], [9], 3]", G4, 0, false, ARRAY(3) ARRAY(1) INT(1) ARRAY(1) INT(2) INT(3),
         ARRAY(3) ARRAY(1) INT(1) ARRAY(1) INT(9) INT(3)},
        {"[[1], [2], 3] and [[1], [2], 9]", G4, 0, false, ARRAY(3) ARRAY(1) INT(1) ARRAY(1) INT(2) INT(3),
         ARRAY(3) ARRAY(1) INT(1) ARRAY(1) INT(2) INT(9)},
        {"{1: [5], 2: 6} and {1: [5], 2: 7}", G4, 0, false, DICTIONARY(2) INT(1) ARRAY(1) INT(5) INT(2) INT(6),
         DICTIONARY(2) INT(1) ARRAY(1) INT(5) INT(2) INT(7)},
        {"{1: [5], 2: 6} and {1: [8], 2: 6}", G4, 0, false, DICTIONARY(2) INT(1) ARRAY(1) INT(5) INT(2) INT(6),
         DICTIONARY(2) INT(1) ARRAY(1) INT(8) INT(2) INT(6)},
        {"{[1]: 5} and {[1]: 6}", G4, 0, false, DICTIONARY(1) ARRAY(1) INT(1) INT(5),
         DICTIONARY(1) ARRAY(1) INT(1) INT(6)},
        {"{[1]: 5} and {[2]: 5}", G4, 0, false, DICTIONARY(1) ARRAY(1) INT(1) INT(5),
         DICTIONARY(1) ARRAY(1) INT(2) INT(5)},
        {"{[1]: 5} twice", G4, 0, true, DICTIONARY(1) ARRAY(1) INT(1) INT(5), DICTIONARY(1) ARRAY(1) INT(1) INT(5)},
        {"[7, {[1]: 5}] and [8, {[1]: 5}]", G4, 0, false, ARRAY(2) INT(7) DICTIONARY(1) ARRAY(1) INT(1) INT(5),
         ARRAY(2) INT(8) DICTIONARY(1) ARRAY(1) INT(1) INT(5)},
        {"[{[1]: 5}, 7] and [{[1]: 5}, 8]", G4, 0, false, ARRAY(2) DICTIONARY(1) ARRAY(1) INT(1) INT(5) INT(7),
         ARRAY(2) DICTIONARY(1) ARRAY(1) INT(1) INT(5) INT(8)},
        {"{[{[1]: 5}, 7]: 3} and {[{[1]: 5}, 8]: 3}", G4, 0, false,
         DICTIONARY(1) ARRAY(2) DICTIONARY(1) ARRAY(1) INT(1) INT(5) INT(7) INT(3),
         DICTIONARY(1) ARRAY(2) DICTIONARY(1) ARRAY(1) INT(1) INT(5) INT(8) INT(3)},
        {"{[{[1]: 5}, 7]: 3} and {[{[1]: 5}, 7]: 4}", G4, 0, false,
         DICTIONARY(1) ARRAY(2) DICTIONARY(1) ARRAY(1) INT(1) INT(5) INT(7) INT(3),
         DICTIONARY(1) ARRAY(2) DICTIONARY(1) ARRAY(1) INT(1) INT(5) INT(7) INT(4)},
        {"{String a: nil} and {StringName a: nil}", G4, 0, true, DICTIONARY(1) "04000000 01000000 61000000" NIL,
         DICTIONARY(1) "15000000 01000000 61000000" NIL},
        {"[String a] and [StringName a]", G4, 0, false, ARRAY(1) "04000000 01000000 61000000",
         ARRAY(1) "15000000 01000000 61000000"},
        {"typed arrays of int and of float", P40, 0, false, "1b000000 02000000 00000000", "1b000000 03000000 00000000"},
        /* without the number of its names, a path's last could be taken for the bool after it */
        {"[a:\\1, a, true] and [a, true, a:\\1]", G3, 0, false,
         "13000000 03000000 0f000000 01000080 01000000 00000000 01000000 61000000 01000000 01000000 0f000000 01000080 "
         "00000000 00000000 01000000 61000000 01000000 01000000",
         "13000000 03000000 0f000000 01000080 00000000 00000000 01000000 61000000 01000000 01000000 0f000000 01000080 "
         "01000000 00000000 01000000 61000000 01000000 01000000"},
    };
    PAIRS_HOLD(rows);
}

/* The packet keys its own hash: what a key's number is depends on every byte of the packet. Of keys within the key the
 * digest is made apart, so there are none here. */
Test(key_numbers, of_containers_are_the_digest_of_packet_container_and_parts)
{
    static const char *const keys[] = {
        ARRAY(2) INT(1) INT(2),
        ARRAY(3) ARRAY(1) INT(1) INT(2) ARRAY(1) INT(3),
        DICTIONARY(2) INT(1) ARRAY(1) INT(5) INT(2) INT(6),
        DICTIONARY(1) "15000000 01000000 61000000" DICTIONARY(1) "15000000 01000000 62000000" ARRAY(1) NIL,
    };
    static gdv_stack stack;
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    for (size_t row = 0; row < sizeof keys / sizeof keys[0]; row += 1) {
        size_t second = 0;
        uint32_t numbers[2];
        packet bytes = dictionary_of(G4, keys[row], INT(1), &second);
        gdv_digest digest;
        gdv_scan scan;
        gdv_token token;
        cr_assert_eq(gdv_scan_start(&scan, bytes.bytes, bytes.size, &gdv_wire_tables[G4], &policy), GDV_OK);
        cr_assert_eq(gdv_step(&scan, &stack, &token), GDV_OK);
        gdv_digest_packet(&digest, &scan.in);
        do {
            gdv_role role = gdv_next_role(&scan, &stack);
            cr_assert_eq(gdv_step(&scan, &stack, &token), GDV_OK);
            gdv_digest_value(&digest, &scan, &token, role == GDV_ROLE_KEY);
        } while (scan.depth > 1);
        (void)numbers_of(&bytes, G4, &policy, numbers);
        cr_assert_eq(numbers[0], gdv_digest_end(&digest), "key %zu", row);
        packet_free(&bytes);
    }
}

/* Text that is not cut is compared where it lies; it has the same order there as where it is read again. */
Test(key_numbers, texts_are_in_the_same_order_whatever_is_permitted)
{
    static const struct {
        const char *one;
        const char *other;
    } rows[] = {
        {"04000000 01000000 61000000", "04000000 01000000 62000000"},
        {"04000000 01000000 62000000", "04000000 02000000 61610000"},
        {"04000000 01000000 62000000", "18000000 01000000 61000000"},
        {"04000000 01000000 62000000", "07000000 00000000 00000000"},
        {"07000000 00000000 00000000", "18000000 01000000 62000000"},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        size_t second = 0;
        packet bytes = dictionary_of(P40, rows[row].one, rows[row].other, &second);
        for (int way = 0; way < 2; way += 1) {
            gdv_policy policy = policy_with(GDV_POLICY_STRICT, way == 0 ? 0 : GDV_PERMIT_TEXT_NUL);
            gdv_scan scan;
            cr_assert_eq(gdv_scan_start(&scan, bytes.bytes, bytes.size, &gdv_wire_tables[P40], &policy), GDV_OK);
            cr_expect_lt(gdv_key_order(frames(), &scan, 8, (uint32_t)second), 0, "row %zu, way %d", row, way);
            cr_expect_gt(gdv_key_order(frames(), &scan, (uint32_t)second, 8), 0, "row %zu, way %d", row, way);
        }
        packet_free(&bytes);
    }
}

/* From the definition of SipHash-1-3, by the program that made the value of tests/keys/test_key_compare.c: the size, the bytes by
 * eight and what is left of them, the three rounds; then those again. */
Test(key_numbers, of_packets_are_what_siphash_1_3_makes_of_size_and_bytes)
{
    static const struct {
        uint32_t size;
        uint32_t expected;
    } rows[] = {{8, 0x78850962u}, {12, 0x8a88b4bbu}, {13, 0x82cdc643u}, {19, 0x666d76b7u}};
    uint8_t bytes[19];
    for (uint32_t at = 0; at < sizeof bytes; at += 1) {
        bytes[at] = (uint8_t)(0x80u + at);
    }
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        gdv_cursor in = {bytes, rows[row].size, 0, 0};
        gdv_digest digest;
        memset(&digest, 0xa5, sizeof digest);
        gdv_digest_packet(&digest, &in);
        uint32_t made = gdv_digest_end(&digest);
        cr_expect_eq(made, rows[row].expected, "%u bytes: %08x", rows[row].size, made);
    }
}
