/* SPDX-License-Identifier: MIT */
/* The edits of the fuzzers' mutator (fuzz/mutator/edit.h), each on packets small enough to spell out: what it must be able to
 * make, and what holds for whatever it makes. */
#include "fuzz/mutator/edit.h"

#include <criterion/criterion.h>
#include <string.h>

#include "fuzz/mutator/mutate.h"
#include "tests/support/support.h"

static tree read_tree;

/* What stands for the engine's byte mutations: the first byte is a z, and another z follows if there is room. */
static size_t zed(uint8_t *data, size_t size, size_t room)
{
    size_t now = size < room ? size + 1 : size;
    data[0] = 'z';
    data[now - 1] = 'z';
    return now;
}

#define G44 GDV_DIALECT_GODOT4_4
#define ONE_INT "1c000000 01000000 02000000 05000000"
#define ONE_PAIR "1b000000 01000000 02000000 01000000 02000000 02000000"
#define TEXT_A "04000000 01000000 61000000"
#define ROOT "16000000 01000080 00000000 01000000 04000000 726f6f74"

typedef struct claim {
    const char *what;
    edit_kind kind;
    const char *before;
    const char *after; /* what some seed makes of it */
} claim;

/* All in the dialect of Godot 4.4, by section 12.3 of the wire reference and by hand. */
static const claim claims[] = {
    {"nil before the int", EDIT_INSERT, ONE_INT, "1c000000 02000000 00000000 02000000 05000000"},
    {"nil after the int", EDIT_INSERT, ONE_INT, "1c000000 02000000 02000000 05000000 00000000"},
    {"a pair of nils", EDIT_INSERT, ONE_PAIR,
     "1b000000 02000000 00000000 00000000 02000000 01000000 02000000 02000000"},
    {"the only element gone", EDIT_DELETE, ONE_INT, "1c000000 00000000"},
    {"the only pair gone", EDIT_DELETE, ONE_PAIR, "1b000000 00000000"},
    {"the element twice", EDIT_DUPLICATE, ONE_INT, "1c000000 02000000 02000000 05000000 02000000 05000000"},
    {"the int a float", EDIT_RETAG, ONE_INT, "1c000000 01000000 03000000 05000000"},
    {"nil for the int", EDIT_RETAG, ONE_INT, "1c000000 01000000 00000000"},
    {"an array around the int", EDIT_NEST, ONE_INT, "1c000000 01000000 1c000000 01000000 02000000 05000000"},
    {"a typed array around it", EDIT_NEST, "02000000 05000000", "1c000100 02000000 01000000 02000000 05000000"},
    {"the int in place of the array", EDIT_NEST, ONE_INT, "02000000 05000000"},
    {"the int in place of the bool", EDIT_GRAFT, "1c000000 02000000 01000000 01000000 02000000 05000000",
     "1c000000 02000000 02000000 05000000 02000000 05000000"},
    {"the pair again", EDIT_KEY, ONE_PAIR,
     "1b000000 02000000 02000000 01000000 02000000 02000000 02000000 01000000 02000000 02000000"},
    {"a key of the other sign", EDIT_KEY, "1b000000 01000000 03000000 00000000 00000000",
     "1b000000 02000000 03000000 00000000 00000000 03000000 00000080 00000000"},
    {"a StringName with the same text", EDIT_KEY, "1b000000 01000000 " TEXT_A "00000000",
     "1b000000 02000000 " TEXT_A "00000000 15000000 01000000 61000000 00000000"},
    {"elements declared as ints", EDIT_KIND, ONE_INT, "1c000100 02000000 01000000 02000000 05000000"},
    {"declared no more", EDIT_KIND, "1c000100 02000000 01000000 02000000 05000000", ONE_INT},
    {"keys and values declared", EDIT_KIND, "1b000000 01000000 02000000 01000000 01000000 01000000",
     "1b000500 02000000 01000000 01000000 02000000 01000000 01000000 01000000"},
    {"one more", EDIT_LIE, ONE_INT, "1c000000 02000000 02000000 05000000"},
    {"one less", EDIT_LIE, ONE_INT, "1c000000 00000000 02000000 05000000"},
    {"a length that is negative", EDIT_LIE, TEXT_A, "04000000 ffffffff 61000000"},
    {"a count that wraps times eight", EDIT_LIE, "1f000000 01000000 ffffffff ffffffff",
     "1f000000 00000020 ffffffff ffffffff"},
    {"64 bits", EDIT_FLAG, "02000000 05000000", "02000100 05000000"},
    {"a bit that engines ignore", EDIT_FLAG, "02000000 05000000", "02010000 05000000"},
    {"padding that is not zero", EDIT_PAD, TEXT_A, "04000000 01000000 61010203"},
    {"only the last of it", EDIT_PAD, TEXT_A, "04000000 01000000 61000001"},
    {"no padding", EDIT_PAD, TEXT_A, "04000000 01000000 61"},
    {"padding too long", EDIT_PAD, TEXT_A, "04000000 01000000 61000000 05060708"},
    {"overlong NUL", EDIT_TEXT, TEXT_A, "04000000 02000000 c0800000"},
    {"a surrogate after it", EDIT_TEXT, TEXT_A, "04000000 04000000 61eda080"},
    {"no text", EDIT_TEXT, TEXT_A, "04000000 00000000"},
    {"a string array keeps its NUL", EDIT_TEXT, "22000000 01000000 02000000 61000000",
     "22000000 01000000 03000000 c0800000"},
    {"NaN", EDIT_NUMBER, "03000000 0000803f", "03000000 0000c07f"},
    {"the second component infinite", EDIT_NUMBER, "05000000 0000803f 00000040", "05000000 0000803f 0000807f"},
    {"five in 64 bits", EDIT_WIDTH, "02000000 05000000", "02000100 05000000 00000000"},
    {"minus one in 64 bits", EDIT_WIDTH, "02000000 ffffffff", "02000100 ffffffff ffffffff"},
    {"1.0 in 64 bits", EDIT_WIDTH, "03000000 0000803f", "03000100 00000000 0000f03f"},
    {"a wide Vector2 narrow", EDIT_WIDTH, "05000100 00000000 0000f03f 00000000 000000c0", "05000000 0000803f 000000c0"},
    {"another element", EDIT_RESIZE, "1f000000 01000000 ffffffff ffffffff",
     "1f000000 02000000 ffffffff ffffffff ffffffff ffffffff"},
    {"no text in the string array", EDIT_RESIZE, "22000000 01000000 02000000 61000000", "22000000 00000000"},
    {"a path with one text more", EDIT_WORD, ROOT, "16000000 01000080 00000000 03000000 04000000 726f6f74"},
    {"an element type that there is not", EDIT_WORD, "1c000100 02000000 00000000", "1c000100 27000000 00000000"},
    {"a word less", EDIT_CUT, ONE_INT, "1c000000 01000000 02000000"},
    {"a word after it", EDIT_CUT, ONE_INT, ONE_INT "00000000"},
    {"the engine's bytes in a text", EDIT_FIELD, TEXT_A, "04000000 02000000 7a7a0000"},
    {"the engine's bytes in a number", EDIT_FIELD, "02000000 05000000", "02000000 7a00007a"},
};

static size_t differing_bits(packet before, const draft *after)
{
    size_t bits = 0;
    for (size_t index = 0; index < before.size; index += 1) {
        for (unsigned bit = 0; bit < 8; bit += 1) {
            bits += ((before.bytes[index] ^ after->bytes[index]) >> bit & 1) != 0 ? 1 : 0;
        }
    }
    return bits;
}

/* What holds for whatever a kind makes of a packet that is whole. */
static void holds_for_its_kind(const claim *row, uint32_t seed, packet before, const edit *on)
{
    static tree after;
    tree_read(&after, on->packet.bytes, on->packet.size, on->how.dialect);
    switch (row->kind) {
    case EDIT_INSERT:
    case EDIT_DELETE:
    case EDIT_DUPLICATE:
    case EDIT_NEST:
    case EDIT_GRAFT:
    case EDIT_WIDTH:
    case EDIT_RESIZE:
    case EDIT_TEXT:
    case EDIT_NUMBER:
        cr_assert(after.whole, "%s, seed %u: what is there is not what the counts say", row->what, seed);
        break;
    case EDIT_LIE:
        cr_assert_eq(on->packet.size, before.size, "%s, seed %u", row->what, seed);
        cr_assert_eq(memcmp(on->packet.bytes, before.bytes, 4), 0, "%s, seed %u: the header", row->what, seed);
        cr_assert_eq(memcmp(on->packet.bytes + 8, before.bytes + 8, before.size - 8), 0, "%s, seed %u: the rest",
                     row->what, seed);
        break;
    case EDIT_FLAG:
        cr_assert_eq(on->packet.size, before.size, "%s, seed %u", row->what, seed);
        cr_assert_eq(differing_bits(before, &on->packet), 1, "%s, seed %u", row->what, seed);
        break;
    default:
        break;
    }
}

#define SEEDS 12000u

static void edit_reaches(const claim *row)
{
    uint8_t memory[20000];
    uint8_t spare[20000];
    packet before = packet_from_hex(row->before);
    packet wanted = packet_from_hex(row->after);
    size_t reached = 0;
    for (uint32_t seed = 0; seed < SEEDS; seed += 1) {
        chance from = chance_from(seed);
        edit on = {{memory, before.size, sizeof memory}, {spare, 0, sizeof spare}, &read_tree, {G44, 0}, &from, zed};
        memcpy(memory, before.bytes, before.size);
        tree_read(&read_tree, memory, before.size, G44);
        cr_assert(read_tree.whole, "%s", row->what);
        if (edit_apply(&on, row->kind)) {
            holds_for_its_kind(row, seed, before, &on);
            reached += on.packet.size == wanted.size && memcmp(memory, wanted.bytes, wanted.size) == 0 ? 1 : 0;
        }
    }
    cr_assert_gt(reached, 0, "%s: %s never makes it", row->what, edit_name(row->kind));
    packet_free(&wanted);
    packet_free(&before);
}

Test(mutate_edit, each_edit_does_what_it_says)
{
    for (size_t row = 0; row < sizeof claims / sizeof claims[0]; row += 1) {
        edit_reaches(&claims[row]);
    }
}

Test(mutate_edit, each_kind_of_edit_has_its_claim)
{
    for (uint32_t kind = 0; kind < EDIT_KINDS; kind += 1) {
        size_t rows = 0;
        for (size_t row = 0; row < sizeof claims / sizeof claims[0]; row += 1) {
            rows += claims[row].kind == (edit_kind)kind ? 1 : 0;
        }
        cr_assert(rows > 0 || kind == EDIT_SELECT || kind == EDIT_TRANSLATE, "%s", edit_name((edit_kind)kind));
    }
}

/* The same array in the ids of every dialect; and a selector of its own for the same bytes. */
Test(mutate_edit, the_dialect_changes_with_the_ids_or_without)
{
    packet before = packet_from_hex(ONE_INT);
    packet godot3 = packet_from_hex("13000000 01000000 02000000 05000000");
    bool translated[GDV_DIALECT_COUNT] = {false};
    bool selected[GDV_DIALECT_COUNT] = {false};
    for (uint32_t seed = 0; seed < 500; seed += 1) {
        for (int kind = 0; kind < 2; kind += 1) {
            uint8_t memory[16];
            chance from = chance_from(seed);
            edit on = {{memory, 16, 16}, {NULL, 0, 0}, &read_tree, {G44, 0}, &from, zed};
            memcpy(memory, before.bytes, 16);
            tree_read(&read_tree, memory, 16, G44);
            if (!edit_apply(&on, kind == 0 ? EDIT_SELECT : EDIT_TRANSLATE)) {
                continue;
            }
            cr_assert_eq(on.packet.size, 16);
            if (kind == 0) {
                cr_assert_eq(memcmp(memory, before.bytes, 16), 0);
                selected[on.how.dialect] = true;
            } else {
                cr_assert(verdict_of(memory, 16, on.how.dialect, NULL).code == GDV_OK ||
                              on.how.dialect == GDV_DIALECT_GODOT3_0, /* which writes every int wide */
                          "%s", gdv_dialect_name(on.how.dialect));
                cr_assert(on.how.dialect != GDV_DIALECT_GODOT3 || memcmp(memory, godot3.bytes, 16) == 0);
                translated[on.how.dialect] = true;
            }
        }
    }
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        cr_assert(selected[dialect] && (translated[dialect] || dialect == G44), "%u", dialect);
    }
    packet_free(&godot3);
    packet_free(&before);
}

Test(mutate_edit, a_cross_brings_a_value_of_the_other_packet_in_the_ids_of_the_first)
{
    /* [5] of Godot 4.4, "abc" of Godot 3, whose String has the same id, and of Pandemonium 5 a StringName */
    packet into = packet_from_hex(ONE_INT);
    packet other = packet_from_hex("18000000 03000000 61626300");
    packet wanted = packet_from_hex("1c000000 02000000 02000000 05000000 15000000 03000000 61626300");
    uint8_t one[16 + SELECTOR_SIZE];
    uint8_t two[12 + SELECTOR_SIZE];
    size_t reached = 0;
    memcpy(one, into.bytes, 16);
    selector_write((selector){G44, 0}, one + 16);
    memcpy(two, other.bytes, 12);
    selector_write((selector){GDV_DIALECT_PANDEMONIUM_40, 0}, two + 12);
    for (uint32_t seed = 0; seed < 500; seed += 1) {
        uint8_t out[64];
        size_t size = mutate_cross(one, sizeof one, two, sizeof two, out, sizeof out, seed, zed);
        cr_assert_leq(size, sizeof out);
        reached += size == wanted.size + SELECTOR_SIZE && memcmp(out, wanted.bytes, wanted.size) == 0 ? 1 : 0;
    }
    cr_assert_gt(reached, 20);
    packet_free(&wanted);
    packet_free(&other);
    packet_free(&into);
}
