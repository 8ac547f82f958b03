/* SPDX-License-Identifier: MIT */
/* Duplicate keys by the engine's own equality: wire reference, section 7 and the rows on dictionaries of section 12.2,
 * which Godot 3.2.3 answered. Promise 7, and 3 for keys made to be slow. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

typedef struct row {
    const char *name;
    gdv_dialect dialect;
    const char *hex;
    uint32_t duplicate; /* offset of the repeated key's header; 0 where the keys differ */
} row;

static const gdv_dialect G2 = GDV_DIALECT_GODOT2;
static const gdv_dialect G3 = GDV_DIALECT_GODOT3;
static const gdv_dialect P40 = GDV_DIALECT_PANDEMONIUM_40;
static const gdv_dialect G44 = GDV_DIALECT_GODOT4_4;

static void rows_hold(const row *rows, size_t count, uint32_t permit)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, permit);
    for (size_t index = 0; index < count; index += 1) {
        const row *claim = &rows[index];
        packet bytes = packet_from_hex(claim->hex);
        verdict said = verdict_of(bytes.bytes, bytes.size, claim->dialect, &policy);
        gdv_status expected = claim->duplicate != 0 ? GDV_E_DUPLICATE_KEY : GDV_OK;
        cr_assert_eq(said.code, expected, "%s: %s at %zu", claim->name, gdv_status_name(said.code),
                     (size_t)said.report.offset);
        cr_assert_eq(said.report.offset, claim->duplicate, "%s: at %zu", claim->name, (size_t)said.report.offset);
        packet_free(&bytes);
    }
}

#define ROWS_HOLD(rows, permit) rows_hold(rows, sizeof(rows) / sizeof((rows)[0]), permit)

Test(keys, godot_3_2_3_merges_these_and_keeps_those_apart)
{
    const row rows[] = {
        {"a twice", G3,
         "12000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 61000000 02000000 02000000",
         28},
        {"1, 2, 1", G3,
         "12000000 03000000 02000000 01000000 02000000 01000000 02000000 02000000 02000000 02000000 02000000 01000000 "
         "02000000 03000000",
         40},
        {"1 and 1.0", G3, "12000000 02000000 02000000 01000000 02000000 01000000 03000000 0000803f 02000000 02000000",
         0},
        {"1 and true", G3, "12000000 02000000 02000000 01000000 02000000 01000000 01000000 01000000 02000000 02000000",
         0},
        {"0.0 and -0.0", G3,
         "12000000 02000000 03000000 00000000 02000000 01000000 03000000 00000080 02000000 02000000", 24},
        {"[] and []", G3, "12000000 02000000 13000000 00000000 02000000 01000000 13000000 00000000 02000000 02000000",
         24},
        {"{} and {}: by identity", G3,
         "12000000 02000000 12000000 00000000 02000000 01000000 12000000 00000000 02000000 02000000", 0},
        {"null twice", G3, "12000000 02000000 00000000 00000000 00000000 00000000", 16},
        {"a and b", G3, "12000000 02000000 04000000 01000000 61000000 00000000 04000000 01000000 62000000 00000000", 0},
        {"a in one dictionary and a in another", G3,
         "13000000 02000000 12000000 01000000 04000000 01000000 61000000 00000000 12000000 01000000 04000000 01000000 "
         "61000000 00000000",
         0},
        {"a, and a inside its value", G3,
         "12000000 01000000 04000000 01000000 61000000 12000000 01000000 04000000 01000000 61000000 00000000", 0},
        {"a around a dictionary, then a", G3,
         "12000000 02000000 04000000 01000000 61000000 12000000 01000000 04000000 01000000 62000000 00000000 04000000 "
         "01000000 61000000 00000000",
         44},
    };
    ROWS_HOLD(rows, 0);
}

Test(keys, both_widths_of_an_int_are_one_key)
{
    const row rows[] = {
        {"1 narrow and 1 wide", G3,
         "12000000 02000000 02000000 01000000 02000000 01000000 02000100 01000000 00000000 02000000 02000000", 24},
        {"-1 narrow and -1 wide", G3,
         "12000000 02000000 02000000 ffffffff 00000000 02000100 ffffffff ffffffff 00000000", 20},
        {"-1 and 2^32 - 1", G3, "12000000 02000000 02000000 ffffffff 00000000 02000100 ffffffff 00000000 00000000", 0},
        {"0.5 narrow and 0.5 wide", G3,
         "12000000 02000000 03000000 0000003f 00000000 03000100 00000000 0000e03f 00000000", 20},
    };
    ROWS_HOLD(rows, GDV_PERMIT_WIDE);
}

Test(keys, nan_equals_nan_whatever_its_bits)
{
    const row rows[] = {
        {"NaN twice", G3,
         "12000000 02000000 03000100 00000000 0000f87f 02000000 01000000 03000100 00000000 0000f87f 02000000 02000000",
         28},
        {"NaN with another payload", G3,
         "12000000 02000000 03000100 00000000 0000f87f 02000000 01000000 03000100 01000000 0000f87f 02000000 02000000",
         28},
        {"inf and -inf", G3, "12000000 02000000 03000000 0000807f 00000000 03000000 000080ff 00000000", 0},
        {"vectors of NaN", G3,
         "12000000 02000000 05000000 0000c07f 00000000 00000000 05000000 0100c07f 00000080 00000000", 24},
    };
    ROWS_HOLD(rows, GDV_PERMIT_NONFINITE);
}

Test(keys, what_equals_what_depends_on_the_dialect)
{
    const row rows[] = {
        {"Godot 4: String a and StringName a", G44,
         "1b000000 02000000 04000000 01000000 61000000 00000000 15000000 01000000 61000000 00000000", 24},
        {"Godot 4: [String a] and [StringName a]", G44,
         "1b000000 02000000 1c000000 01000000 04000000 01000000 61000000 00000000 1c000000 01000000 15000000 01000000 "
         "61000000 00000000",
         0},
        {"Godot 4: {String a: nil} and {StringName a: nil}", G44,
         "1b000000 02000000 1b000000 01000000 04000000 01000000 61000000 00000000 00000000 1b000000 01000000 15000000 "
         "01000000 61000000 00000000 00000000",
         36},
        {"Godot 4: {1: String a} and {1: StringName a}", G44,
         "1b000000 02000000 1b000000 01000000 02000000 01000000 04000000 01000000 61000000 00000000 1b000000 01000000 "
         "02000000 01000000 15000000 01000000 61000000 00000000",
         0},
        {"Godot 4: [{String a: nil}] and [{StringName a: nil}]", G44,
         "1b000000 02000000 1c000000 01000000 1b000000 01000000 04000000 01000000 61000000 00000000 00000000 1c000000 "
         "01000000 1b000000 01000000 15000000 01000000 61000000 00000000 00000000",
         44},
        {"Godot 4: {{String a: nil}: nil} and {{StringName a: nil}: nil}", G44,
         "1b000000 02000000 1b000000 01000000 1b000000 01000000 04000000 01000000 61000000 00000000 00000000 00000000 "
         "1b000000 01000000 1b000000 01000000 15000000 01000000 61000000 00000000 00000000 00000000",
         48},
        {"Godot 4: {[String a]: nil} and {[StringName a]: nil}", G44,
         "1b000000 02000000 1b000000 01000000 1c000000 01000000 04000000 01000000 61000000 00000000 00000000 1b000000 "
         "01000000 1c000000 01000000 15000000 01000000 61000000 00000000 00000000",
         0},
        {"Godot 4: {1: {2: nil}, String a: nil} and {1: {2: nil}, StringName a: nil}", G44,
         "1b000000 02000000 1b000000 02000000 02000000 01000000 1b000000 01000000 02000000 02000000 00000000 04000000 "
         "01000000 61000000 00000000 00000000 1b000000 02000000 02000000 01000000 1b000000 01000000 02000000 02000000 "
         "00000000 15000000 01000000 61000000 00000000 00000000",
         64},
        {"Pandemonium: String a and StringName a", P40,
         "19000000 02000000 04000000 01000000 61000000 00000000 18000000 01000000 61000000 00000000", 0},
        {"Godot 4: {} and {} by content", G44,
         "1b000000 02000000 1b000000 00000000 00000000 1b000000 00000000 00000000", 20},
        {"Godot 4: {1: nil} and {2: nil}", G44,
         "1b000000 02000000 1b000000 01000000 02000000 01000000 00000000 00000000 1b000000 01000000 02000000 02000000 "
         "00000000 00000000",
         0},
        {"Pandemonium: {} and {} by identity", P40,
         "19000000 02000000 19000000 00000000 00000000 19000000 00000000 00000000", 0},
        {"Godot 4: [{}] and [{}]", G44,
         "1b000000 02000000 1c000000 01000000 1b000000 00000000 00000000 1c000000 01000000 1b000000 00000000 00000000",
         28},
        {"Godot 3: [{}] and [{}]", G3,
         "12000000 02000000 13000000 01000000 12000000 00000000 00000000 13000000 01000000 12000000 00000000 00000000",
         0},
        {"Godot 2: bytes with different garbage after them", G2,
         "14000000 02000000 16000000 01000000 41aabbcc 00000000 16000000 01000000 41ddeeff 00000000", 24},
        {"Godot 4: a vector of floats and the same one of doubles", G44,
         "1b000000 02000000 05000000 0000803f 00000040 00000000 05000100 00000000 0000f03f 00000000 00000040 00000000",
         24},
        {"Godot 4: Vector2 and Vector2i", G44,
         "1b000000 02000000 05000000 00000000 00000000 00000000 06000000 00000000 00000000 00000000", 0},
        {"Godot 4: Array[int] and an untyped one with the same elements", G44,
         "1b000000 02000000 1c000100 02000000 01000000 02000000 07000000 00000000 1c000000 01000000 02000000 07000000 "
         "00000000",
         32},
        {"Pandemonium: typed arrays of int and of float, both empty", P40,
         "19000000 02000000 1b000000 02000000 00000000 00000000 1b000000 03000000 00000000 00000000", 0},
        {"Pandemonium: typed arrays of int, both empty", P40,
         "19000000 02000000 1b000000 02000000 00000000 00000000 1b000000 02000000 00000000 00000000", 24},
    };
    ROWS_HOLD(rows, 0);
}

/* EB-16: the engine takes any number for an element type. */
Test(keys, array_of_a_type_that_does_not_exist_is_not_one_of_nil)
{
    const row rows[] = {
        {"40 and Nil", P40, "19000000 02000000 1b000000 28000000 00000000 00000000 1b000000 00000000 00000000 00000000",
         0},
        {"40 and 40", P40, "19000000 02000000 1b000000 28000000 00000000 00000000 1b000000 28000000 00000000 00000000",
         24},
    };
    ROWS_HOLD(rows, GDV_PERMIT_MISREAD);
}

Test(keys, every_form_of_payload_is_compared)
{
    const row rows[] = {
        {"bools", G44, "1b000000 02000000 01000000 01000000 00000000 01000000 01000000 00000000", 20},
        {"colours that differ in alpha", G44,
         "1b000000 02000000 14000000 00000000 00000000 00000000 0000803f 00000000 14000000 00000000 00000000 00000000 "
         "0000003f 00000000",
         0},
        {"node paths with other padding", G44,
         "1b000000 02000000 16000000 01000080 00000000 00000000 01000000 61aaaaaa 00000000 16000000 01000080 00000000 "
         "00000000 01000000 61bbbbbb 00000000",
         36},
        {"node paths, absolute and relative", G44,
         "1b000000 02000000 16000000 01000080 00000000 00000000 01000000 61000000 00000000 16000000 01000080 00000000 "
         "01000000 01000000 61000000 00000000",
         0},
        {"node paths, name and sub-name", G44,
         "1b000000 02000000 16000000 01000080 00000000 00000000 01000000 61000000 00000000 16000000 00000080 01000000 "
         "00000000 01000000 61000000 00000000",
         0},
        {"byte arrays", G44,
         "1b000000 02000000 1d000000 01000000 41000000 00000000 1d000000 01000000 41000000 00000000", 24},
        {"byte arrays of other lengths", G44,
         "1b000000 02000000 1d000000 01000000 41000000 00000000 1d000000 02000000 41000000 00000000", 0},
        {"int arrays", G44, "1b000000 02000000 1e000000 01000000 01000000 00000000 1e000000 01000000 02000000 00000000",
         0},
        {"64-bit int arrays", G44,
         "1b000000 02000000 1f000000 01000000 01000000 02000000 00000000 1f000000 01000000 01000000 02000000 00000000",
         28},
        {"float arrays with 0 and -0", G44,
         "1b000000 02000000 20000000 01000000 00000000 00000000 20000000 01000000 00000080 00000000", 24},
        {"double arrays", G44,
         "1b000000 02000000 21000000 01000000 00000000 0000f03f 00000000 21000000 01000000 00000000 00000040 00000000",
         0},
        {"string arrays", G44,
         "1b000000 02000000 22000000 01000000 02000000 61000000 00000000 22000000 01000000 02000000 61000000 00000000",
         28},
        {"string arrays of other strings", G44,
         "1b000000 02000000 22000000 01000000 02000000 61000000 00000000 22000000 01000000 02000000 62000000 00000000",
         0},
        {"vector arrays", G44,
         "1b000000 02000000 23000000 01000000 0000803f 00000040 00000000 23000000 01000000 0000803f 00000040 00000000",
         28},
        {"RIDs", G44, "1b000000 02000000 17000000 01000000 00000000 00000000 17000000 01000000 00000000 00000000", 24},
        {"RIDs of other ids", G44,
         "1b000000 02000000 17000000 01000000 00000000 00000000 17000000 01000000 01000000 00000000", 0},
        {"callables", G44, "1b000000 02000000 19000000 00000000 19000000 00000000", 16},
        {"signals", G44,
         "1b000000 02000000 1a000000 01000000 73000000 00000000 00000000 00000000 1a000000 01000000 73000000 00000000 "
         "00000000 00000000",
         32},
        {"signals of other objects", G44,
         "1b000000 02000000 1a000000 01000000 73000000 00000000 00000000 00000000 1a000000 01000000 73000000 01000000 "
         "00000000 00000000",
         0},
        {"objects with one id become two holders", G44,
         "1b000000 02000000 18000100 05000000 00000000 00000000 18000100 05000000 00000000 00000000", 0},
        {"null objects", G44,
         "1b000000 02000000 18000100 00000000 00000000 00000000 18000100 00000000 00000000 00000000", 24},
        {"null objects in both forms", G44,
         "1b000000 02000000 18000100 00000000 00000000 00000000 18000000 00000000 00000000", 24},
        {"full objects are always new ones", G44,
         "1b000000 02000000 18000000 01000000 41000000 00000000 00000000 18000000 01000000 41000000 00000000 00000000",
         0},
        {"empty images are one key", G2,
         "14000000 02000000 0f000000 00000000 00000000 00000000 00000000 00000000 00000000 0f000000 00000000 00000000 "
         "00000000 00000000 00000000 00000000",
         36},
        {"images are objects", G2,
         "14000000 02000000 0f000000 00000000 00000000 01000000 01000000 01000000 41000000 00000000 0f000000 00000000 "
         "00000000 01000000 01000000 01000000 41000000 00000000",
         0},
    };
    ROWS_HOLD(rows,
              GDV_PERMIT_RID | GDV_PERMIT_CALLABLE | GDV_PERMIT_SIGNAL | GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT);
}

Test(keys, text_is_compared_as_the_engine_keeps_it)
{
    const row rows[] = {
        {"a and a, NUL, b", G3,
         "12000000 02000000 04000000 01000000 61000000 00000000 04000000 03000000 61006200 00000000", 24},
        {"a and mark, a", G3,
         "12000000 02000000 04000000 01000000 61000000 00000000 04000000 04000000 efbbbf61 00000000", 24},
        {"a and mark, b", G3,
         "12000000 02000000 04000000 01000000 61000000 00000000 04000000 04000000 efbbbf62 00000000", 0},
        {"node paths of the old form: a, NUL, b, NUL and a, NUL, c, c", G2,
         "14000000 02000000 10000000 04000000 61006200 00000000 10000000 04000000 61006363 00000000", 24},
        {"node paths of the old form: a, NUL, b, NUL and b, NUL, b, NUL", G2,
         "14000000 02000000 10000000 04000000 61006200 00000000 10000000 04000000 62006200 00000000", 0},
        {"node paths of the old form: mark, a and a, NUL", G2,
         "14000000 02000000 10000000 04000000 efbbbf61 00000000 10000000 02000000 61000000 0000", 24},
    };
    ROWS_HOLD(rows, GDV_PERMIT_TEXT | GDV_PERMIT_NODE_PATH);
}

Test(keys, permitted_duplicates_need_no_scratch_memory)
{
    packet bytes = packet_from_hex("12000000 02000000 00000000 00000000 00000000 00000000");
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    cr_assert_eq(gdv_validate(bytes.bytes, bytes.size, G3, &policy, NULL, 0, NULL, NULL), GDV_OK);
    cr_assert_eq(gdv_validate(bytes.bytes, bytes.size, G3, NULL, NULL, 0, NULL, NULL), GDV_E_NO_SCRATCH);
    packet_free(&bytes);
}

/* What the keys of a large dictionary are: how long a pair with nil is, and where the bytes that differ are. */
typedef struct key_shape {
    bool array; /* [int]: keys of one fingerprint, told apart by content alone */
    bool text;
    uint32_t pair;
    uint32_t differs_at;
    uint32_t width;
} key_shape;

static const key_shape ints = {false, false, 12, 4, 4};
static const key_shape texts = {false, true, 28, 12, 8};
static const key_shape arrays = {true, false, 20, 12, 4};

/* {key(0): nil, key(1): nil, ..}, each key made from step * index. */
static builder dictionary_of(uint32_t count, uint32_t step, const key_shape *shape)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(G3, GDV_TYPE_DICTIONARY));
    put_u32(&made, count);
    for (uint32_t index = 0; index < count; index += 1) {
        if (shape->text) {
            char name[20];
            snprintf(name, sizeof name, "same%08ukeys", step * index);
            put_u32(&made, id_of(G3, GDV_TYPE_STRING));
            put_u32(&made, 16);
            put_bytes(&made, name, 16);
        } else {
            if (shape->array) {
                put_u32(&made, id_of(G3, GDV_TYPE_ARRAY));
                put_u32(&made, 1);
            }
            put_u32(&made, id_of(G3, GDV_TYPE_INT));
            put_u32(&made, step * index);
        }
        put_u32(&made, id_of(G3, GDV_TYPE_NIL));
    }
    return made;
}

static void many_keys(const key_shape *shape)
{
    const uint32_t counts[] = {1, 2, 3, 15, 16, 17, 18, 31, 100, 1000, 5000};
    for (size_t row_at = 0; row_at < sizeof counts / sizeof counts[0]; row_at += 1) {
        uint32_t count = counts[row_at];
        builder made = dictionary_of(count, 7, shape);
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        verdict said = verdict_of(made.bytes, made.size, G3, &policy);
        cr_assert_eq(said.code, GDV_OK, "%u keys: %s", count, gdv_status_name(said.code));
        for (uint32_t from = 0; from + 1 < count; from += 1 + count / 5) {
            for (uint32_t to = from + 1; to < count; to += 1 + count / 3) {
                uint8_t before[8];
                uint8_t *key = made.bytes + 8 + (size_t)to * shape->pair + shape->differs_at;
                memcpy(before, key, shape->width);
                memcpy(key, made.bytes + 8 + (size_t)from * shape->pair + shape->differs_at, shape->width);
                said = verdict_of(made.bytes, made.size, G3, &policy);
                cr_assert_eq(said.code, GDV_E_DUPLICATE_KEY, "%u keys, %u again at %u", count, from, to);
                cr_assert_eq(said.report.offset, 8 + (uint64_t)to * shape->pair,
                             "%u keys, %u again at %u: found at %zu", count, from, to, (size_t)said.report.offset);
                memcpy(key, before, shape->width);
            }
        }
        builder_free(&made);
    }
}

Test(keys, a_repeated_int_is_found_among_any_number)
{
    many_keys(&ints);
}

Test(keys, a_repeated_text_is_found_among_any_number_that_look_alike)
{
    many_keys(&texts);
}

Test(keys, a_repeated_array_is_found_among_any_number_with_one_fingerprint)
{
    many_keys(&arrays);
}

Test(keys, the_first_repetition_in_the_packet_is_reported)
{
    builder made = dictionary_of(300, 1, &ints);
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    made.bytes[8 + 12 * 200 + 4] = 9;  /* 200 is 9 again */
    made.bytes[8 + 12 * 150 + 4] = 90; /* 150 is 90 again, and comes first */
    made.bytes[8 + 12 * 250 + 4] = 9;
    verdict said = verdict_of(made.bytes, made.size, G3, &policy);
    cr_assert_eq(said.code, GDV_E_DUPLICATE_KEY);
    cr_assert_eq(said.report.offset, 8 + 12 * 150);
    builder_free(&made);
}

/* {nil: {nil: {nil: ..}}} uses the most scratch memory for its size. */
Test(keys, the_scratch_bound_suffices_for_the_worst_packet)
{
    for (uint32_t depth = 1; depth <= 900; depth += 29) {
        builder made = {NULL, 0, 0};
        for (uint32_t level = 0; level < depth; level += 1) {
            put_u32(&made, id_of(G3, GDV_TYPE_DICTIONARY));
            put_u32(&made, 1);
            put_u32(&made, id_of(G3, GDV_TYPE_NIL));
        }
        put_u32(&made, id_of(G3, GDV_TYPE_NIL));
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        policy.max_depth = GDV_MAX_DEPTH;
        verdict said = verdict_of(made.bytes, made.size, G3, &policy);
        cr_assert_eq(said.code, GDV_OK, "depth %u: %s needs %zu of %zu", depth, gdv_status_name(said.code),
                     (size_t)said.report.need, gdv_scratch_bound(made.size));
        builder_free(&made);
    }
}

/* Equality against the obvious loop, for dictionaries of random small ints. */
Test(keys, the_verdict_is_that_of_comparing_each_key_with_each)
{
    uint64_t chance = 2026;
    for (uint32_t trial = 0; trial < 2000; trial += 1) {
        uint32_t keys[40];
        uint32_t count = trial % 40 + 1;
        uint32_t expected = UINT32_MAX;
        builder made = {NULL, 0, 0};
        put_u32(&made, id_of(G3, GDV_TYPE_DICTIONARY));
        put_u32(&made, count);
        for (uint32_t index = 0; index < count; index += 1) {
            chance = (chance * 1664525u + 1013904223u) & 0xffffffffu;
            keys[index] = (uint32_t)(chance >> 8) % 600;
            for (uint32_t earlier = 0; earlier < index && expected == UINT32_MAX; earlier += 1) {
                expected = keys[earlier] == keys[index] ? 8 + 12 * index : UINT32_MAX;
            }
            put_u32(&made, id_of(G3, GDV_TYPE_INT));
            put_u32(&made, keys[index]);
            put_u32(&made, id_of(G3, GDV_TYPE_NIL));
        }
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
        verdict said = verdict_of(made.bytes, made.size, G3, &policy);
        cr_assert_eq(said.code, expected == UINT32_MAX ? GDV_OK : GDV_E_DUPLICATE_KEY, "trial %u", trial);
        if (expected != UINT32_MAX) {
            cr_assert_eq(said.report.offset, expected, "trial %u: at %zu", trial, (size_t)said.report.offset);
        }
        builder_free(&made);
    }
}
