/* SPDX-License-Identifier: MIT */
/* The load is the gate for forms that a stranger wrote: whatever was changed in one, a form that it lets pass keeps all that
 * proofs of lib/schema take for granted. Changed are the members on which those words rest, one to three of them, near to
 * what they were or to what stands elsewhere in the form: far from it most are refused. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "tests/support/proof_words.h"
#include "tests/support/schema_files.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* A member of the entries of a table. */
typedef struct column {
    gdv_form_part part;
    uint32_t at;
    uint32_t width;
} column;

#define COLUMN(part, type, member) {GDV_FORM_##part, offsetof(type, member), sizeof(((type *)0)->member)}

static const column columns[] = {
    COLUMN(RULES, gdv_rule, kind),         COLUMN(RULES, gdv_rule, type),
    COLUMN(RULES, gdv_rule, flags),        COLUMN(RULES, gdv_rule, width),
    COLUMN(RULES, gdv_rule, first),        COLUMN(RULES, gdv_rule, count),
    COLUMN(RULES, gdv_rule, least),        COLUMN(RULES, gdv_rule, key),
    COLUMN(RULES, gdv_rule, value),        COLUMN(RULES, gdv_rule, texts),
    COLUMN(RULES, gdv_rule, slots),        COLUMN(RULES, gdv_rule, bits),
    COLUMN(RULES, gdv_rule, numbers),      COLUMN(RULES, gdv_rule, number_count),
    COLUMN(FIELDS, gdv_rule_field, rule),  COLUMN(FIELDS, gdv_rule_field, flags),
    COLUMN(FIELDS, gdv_rule_field, value), COLUMN(PACKETS, gdv_rule_packet, rpc),
    COLUMN(TEXTS, gdv_form_text, at),      COLUMN(TEXTS, gdv_form_text, size),
    COLUMN(SLOTS, gdv_form_slot, hash),    COLUMN(SLOTS, gdv_form_slot, entry),
    {GDV_FORM_REFS, 0, sizeof(uint32_t)},  {GDV_FORM_NUMBERS, 0, sizeof(uint32_t)},
};

/* Numbers that follow from a seed alone. Requires most <= 2^24. */
static uint32_t below(uint64_t *chance, uint32_t most)
{
    *chance = (*chance * 1664525u + 1013904223u) % 0x100000000u;
    return (uint32_t)(*chance >> 8) % most;
}

static uint64_t seed_of(const char *path)
{
    uint64_t seed = 1;
    for (size_t index = 0; path[index] != '\0'; index += 1) {
        seed = (seed * 31 + (uint8_t)path[index]) % 0x100000000u;
    }
    return seed;
}

static uint8_t *place_of(gdv_form *form, const column *of, uint32_t entry)
{
    return (uint8_t *)form + form->tables[of->part].offset + (size_t)entry * gdv_form_widths[of->part] + of->at;
}

static uint32_t number_at(const uint8_t *place, uint32_t width)
{
    uint8_t byte = 0;
    uint16_t half = 0;
    uint32_t word = 0;
    memcpy(width == 1 ? (void *)&byte : width == 2 ? (void *)&half : (void *)&word, place, width);
    return width == 1 ? byte : width == 2 ? half : word;
}

static void put_number(uint8_t *place, uint32_t width, uint32_t number)
{
    const uint8_t byte = (uint8_t)(number % 0x100u);
    const uint16_t half = (uint16_t)(number % 0x10000u);
    memcpy(place, width == 1 ? (const void *)&byte : width == 2 ? (const void *)&half : (const void *)&number, width);
}

/* Near to what it was, in one bit another, what another entry has there, a number of any entry of the form, that after the
 * last one of a table, or an end of what a number can be. */
static uint32_t other_number(const gdv_form *form, uint32_t before, uint32_t elsewhere, uint64_t *chance)
{
    static const uint32_t ends[] = {0, 1, 0xffu, 0x7fffu, 0xffffu, 0x7fffffffu, 0x80000000u, 0xffffffffu};
    const uint32_t count = form->tables[below(chance, GDV_FORM_PARTS)].count;
    switch (below(chance, 7)) {
    case 0:
        return before < UINT32_MAX ? before + 1 : 0;
    case 1:
        return before > 0 ? before - 1 : UINT32_MAX;
    case 2:
        return before ^ (1u << below(chance, 32));
    case 3:
        return elsewhere;
    case 4:
        return below(chance, count + 2);
    case 5:
        return count;
    default:
        return ends[below(chance, COUNT_OF(ends))];
    }
}

/* Changes a member of an entry of that number, or of one that follows from chance where there is none. */
static void change(gdv_form *form, uint32_t *row, uint64_t *chance)
{
    const column *of = &columns[below(chance, COUNT_OF(columns))];
    const uint32_t count = form->tables[of->part].count;
    if (count == 0) {
        return;
    }
    *row = *row < count && below(chance, 2) == 0 ? *row : below(chance, count);
    uint8_t *place = place_of(form, of, *row);
    const uint32_t elsewhere = number_at(place_of(form, of, below(chance, count)), of->width);
    put_number(place, of->width, other_number(form, number_at(place, of->width), elsewhere, chance));
}

static void change_header(gdv_form *form, uint64_t *chance)
{
    uint32_t row = 0;
    gdv_form_table *one = &form->tables[below(chance, GDV_FORM_PARTS)];
    uint32_t *const words[] = {&form->root, &form->dialect, &one->count, &one->offset, &form->size};
    uint32_t *word = words[below(chance, COUNT_OF(words))];
    const uint32_t number = other_number(form, *word, one->count, chance);
    if (below(chance, 2) == 0) {
        change(form, &row, chance);
    }
    *word = number;
}

/* What was loaded of the forms that were changed. */
typedef struct tally {
    uint32_t loaded;
    uint32_t others; /* of them, those that differ from the form that was compiled */
} tally;

enum { CHANGED = 3000 };

static void load_changed(tally *of, const schema_files *each)
{
    const size_t size = gdv_schema_size(&each->made.schema);
    gdv_form *form = malloc(size);
    uint64_t chance = seed_of(each->path) + (uint32_t)each->dialect;
    cr_assert_not_null(form);
    for (uint32_t turn = 0; turn < CHANGED; turn += 1) {
        gdv_schema schema;
        uint32_t where = 0;
        uint32_t row = 0;
        memcpy(form, each->made.memory, size);
        if (turn % 8 == 7) {
            change_header(form, &chance);
        }
        for (uint32_t more = turn % 8 == 7 ? 0 : 1 + turn % 3; more > 0; more -= 1) {
            change(form, &row, &chance);
        }
        if (gdv_schema_load(form, size, &schema, NULL) == GDV_OK) {
            const char *broken = words_of_schema(&schema, &where);
            cr_expect_null(broken, "%s, %s, turn %u: %s, of %u", each->path, gdv_dialect_name(each->dialect), turn,
                           broken, where);
            of->loaded += 1;
            of->others += memcmp(form, each->made.memory, size) != 0 ? 1 : 0;
        }
    }
    free(form);
}

Test(proof_words, a_changed_form_that_loads_keeps_them)
{
    tally of = {0, 0};
    schema_files each = schema_files_all();
    while (schema_files_next(&each)) {
        load_changed(&of, &each);
    }
    cr_expect_geq(of.others, 10000u, "%u of %u", of.others, of.loaded);
}
