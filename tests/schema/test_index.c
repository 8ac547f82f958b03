/* SPDX-License-Identifier: MIT */
/* Claims about the hash tables of texts in a compiled form: what a text's hash is, which text is found, and how far from its
 * place it may lie. The tables are made by hand here, as lib/schema/compiled.h has them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/index.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static gdv_cursor cursor_of(const void *bytes, size_t size)
{
    const gdv_cursor in = {(const uint8_t *)bytes, (uint32_t)size, 0, 0};
    return in;
}

/* Forms lie in files, so another hash is another version of the form. Values from a program of its own, written from the
 * description in lib/keys/digest.h. */
Test(index, the_hash_of_a_text_is_part_of_the_form)
{
    static const struct {
        uint32_t seed;
        const char *text;
        uint32_t hash;
    } rows[] = {
        {0, "", 0x5156ea8bu},
        {0, "a", 0x6837df7cu},
        {0, "abc", 0x367e3c06u},
        {0, "type", 0xd7cdbb12u},
        {0, "seconds", 0x693cee47u},
        {0, "position", 0x63f0c1b7u},
        {0, "playernames", 0xd3a221aeu},
        {1, "type", 0x765e77fau},
        {63, "type", 0xadaca10eu},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        const gdv_form_text text = {0, (uint32_t)strlen(rows[row].text)};
        gdv_form_slot slot;
        cr_expect(gdv_index_texts(&slot, 0, rows[row].seed, &text, 1, rows[row].text));
        cr_expect_eq(slot.hash, rows[row].hash, "row %zu", row);
        cr_expect_eq(slot.entry, 1, "row %zu", row);
    }
}

/* Both texts lie in blocks of exactly their size. */
Test(index, texts_are_alike_if_each_byte_is)
{
    for (uint32_t size = 0; size <= 40; size += 1) {
        char *own = malloc(size > 0 ? size : 1);
        uint8_t *bytes = malloc(size > 0 ? size : 1);
        cr_assert(own != NULL && bytes != NULL);
        for (uint32_t index = 0; index < size; index += 1) {
            own[index] = (char)('A' + index);
            bytes[index] = (uint8_t)('A' + index);
        }
        const gdv_cursor in = cursor_of(bytes, size);
        cr_expect(gdv_index_is(&in, 0, own, size), "%u bytes", size);
        for (uint32_t changed = 0; changed < size; changed += 1) {
            bytes[changed] ^= 0x80;
            cr_expect_not(gdv_index_is(&in, 0, own, size), "byte %u of %u", changed, size);
            bytes[changed] ^= 0x80;
        }
        free(bytes);
        free(own);
    }
}

/* The texts "aa", "ab" and "abc" of one rule, and 16 slots. */
enum { BITS = 4, SLOTS = 1 << BITS };

typedef struct small_table {
    gdv_form_slot slots[SLOTS];
    gdv_rule rule;
    gdv_schema schema;
} small_table;

static void open_table(small_table *to)
{
    static const gdv_form_text texts[] = {{0, 2}, {3, 2}, {6, 3}};
    memset(to, 0, sizeof *to);
    to->rule.bits = BITS;
    to->rule.count = COUNT_OF(texts);
    to->schema.texts = texts;
    to->schema.slots = to->slots;
    to->schema.pool = "aa\0ab\0abc";
}

static uint32_t hash_of(const char *text)
{
    const gdv_cursor in = cursor_of(text, strlen(text));
    return gdv_index_hash(0, &in, 0, in.size);
}

/* Writes a slot so many places after that of a text. */
static void put(small_table *to, const char *text, uint32_t after, uint32_t hash, uint32_t number)
{
    gdv_form_slot *slot = &to->slots[(hash_of(text) + after) % SLOTS];
    slot->hash = hash;
    slot->entry = 1 + number;
}

static uint32_t find(const small_table *in, const char *text)
{
    const gdv_cursor bytes = cursor_of(text, strlen(text));
    return gdv_index_find(&in->schema, &in->rule, &bytes, 0, bytes.size);
}

Test(index, a_text_is_found_up_to_seven_places_after_its_own)
{
    for (uint32_t after = 0; after < SLOTS; after += 1) {
        small_table table;
        open_table(&table);
        for (uint32_t other = 0; other < SLOTS; other += 1) {
            put(&table, "ab", other, ~hash_of("ab"), 0);
        }
        put(&table, "ab", after, hash_of("ab"), 1);
        cr_expect_eq(find(&table, "ab"), after < GDV_FORM_PROBES ? 1 : GDV_NONE, "%u places after", after);
    }
}

Test(index, a_free_slot_ends_the_search)
{
    small_table table;
    open_table(&table);
    cr_expect_eq(find(&table, "ab"), GDV_NONE);
    put(&table, "ab", 1, hash_of("ab"), 1);
    cr_expect_eq(find(&table, "ab"), GDV_NONE);
    put(&table, "ab", 0, hash_of("aa"), 0);
    cr_expect_eq(find(&table, "ab"), 1);
}

/* Of equal hashes the bytes decide, all of them. */
Test(index, a_text_of_another_size_or_other_bytes_is_another_text)
{
    static const uint32_t others[] = {0, 2};
    for (size_t index = 0; index < COUNT_OF(others); index += 1) {
        small_table table;
        open_table(&table);
        put(&table, "ab", 0, hash_of("ab"), others[index]);
        cr_expect_eq(find(&table, "ab"), GDV_NONE, "text %u", others[index]);
        put(&table, "ab", 1, hash_of("ab"), 1);
        cr_expect_eq(find(&table, "ab"), 1, "after text %u", others[index]);
    }
}

/* Half of the slots stay free, and there is one for no text. */
Test(index, a_table_has_twice_as_many_slots_as_texts)
{
    static const uint32_t rows[][2] = {{0, 0},        {1, 1},       {2, 2},        {3, 3},
                                       {4, 3},        {5, 4},       {8, 4},        {9, 5},
                                       {16, 5},       {17, 6},      {1 << 18, 19}, {(1 << 18) + 1, 20},
                                       {1 << 19, 20}, {1 << 20, 20}};
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        cr_expect_eq(gdv_index_bits(rows[row][0]), rows[row][1], "%u texts", rows[row][0]);
    }
}

/* Texts of three letters whose place among 16 is the last; no two are alike. Returns how many were made. */
static uint32_t make_crowd(gdv_form_text *texts, char *pool, uint32_t most)
{
    uint32_t made = 0;
    for (uint32_t number = 0; made < most && number < 26 * 26 * 26; number += 1) {
        char *text = pool + (size_t)4 * made;
        text[0] = (char)('a' + number / 26 / 26);
        text[1] = (char)('a' + number / 26 % 26);
        text[2] = (char)('a' + number % 26);
        text[3] = '\0';
        if (hash_of(text) % SLOTS == SLOTS - 1) {
            texts[made].at = 4 * made;
            texts[made].size = 3;
            made += 1;
        }
    }
    return made;
}

Test(index, eight_texts_of_one_place_fit_and_nine_do_not)
{
    enum { CROWD = 9 };
    gdv_form_text texts[CROWD];
    char pool[4 * CROWD];
    gdv_form_slot slots[SLOTS];
    cr_assert_eq(make_crowd(texts, pool, CROWD), CROWD);

    memset(slots, 0xa5, sizeof slots);
    cr_expect(gdv_index_texts(slots, BITS, 0, texts, CROWD - 1, pool));
    for (uint32_t place = 0; place < SLOTS; place += 1) {
        const gdv_form_slot *slot = &slots[(SLOTS - 1 + place) % SLOTS]; /* around the end */
        cr_expect_eq(slot->entry, place < CROWD - 1 ? place + 1 : 0, "place %u", place);
        cr_expect_eq(slot->hash, place < CROWD - 1 ? hash_of(pool + (size_t)4 * place) : 0, "place %u", place);
    }
    cr_expect_not(gdv_index_texts(slots, BITS, 0, texts, CROWD, pool));
}
