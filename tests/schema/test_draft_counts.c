/* SPDX-License-Identifier: MIT */
/* Claims about what the parser counts before anything is written: memory is shared out by it, so a count too low would
 * write beyond it, and one too high asks for memory that nobody needs. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/schema/parse.h"
#include "lib/wire/wire.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* What a text has, counted by hand. A table of n texts has a power of two of slots, at least twice as many as texts while
 * these are few, and one slot where there are none. A set of floats has two numbers for each. */
typedef struct count_row {
    const char *text;
    uint32_t rules;
    uint32_t entries;
    uint32_t pending;
    uint32_t values;
    uint32_t unions;
    uint32_t alternatives;
    uint32_t texts;
    uint32_t slots;
    uint32_t numbers;
} count_row;

static gdv_draft_counts counts_of(const char *text)
{
    const gdv_schema_source source = {"t", text, strlen(text)};
    gdv_draft draft;
    memset(&draft, 0, sizeof draft);
    draft.sources = &source;
    draft.source_count = 1;
    draft.dialect = GDV_DIALECT_GODOT4_4;
    draft.table = &gdv_wire_tables[GDV_DIALECT_GODOT4_4];
    draft.counting = true;
    cr_assert(gdv_parse_sources(&draft), "%s: mistake %u", text, draft.fault.kind);
    cr_expect_eq(draft.open, 0, "%s: every list is closed", text);
    return draft.counts;
}

static void counts_are(const count_row *row)
{
    const gdv_draft_counts counts = counts_of(row->text);
    cr_expect_eq(counts.rules, row->rules, "%s: %u rules", row->text, counts.rules);
    cr_expect_eq(counts.entries, row->entries, "%s: %u entries", row->text, counts.entries);
    cr_expect_eq(counts.pending, row->pending, "%s: %u pending", row->text, counts.pending);
    cr_expect_eq(counts.values, row->values, "%s: %u values", row->text, counts.values);
    cr_expect_eq(counts.unions, row->unions, "%s: %u unions", row->text, counts.unions);
    cr_expect_eq(counts.alternatives, row->alternatives, "%s: %u alternatives", row->text, counts.alternatives);
    cr_expect_eq(counts.texts, row->texts, "%s: %u texts", row->text, counts.texts);
    cr_expect_eq(counts.slots, row->slots, "%s: %u slots", row->text, counts.slots);
    cr_expect_eq(counts.numbers, row->numbers, "%s: %u numbers", row->text, counts.numbers);
}

static void all_counts_are(const count_row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        counts_are(&rows[index]);
    }
}

Test(draft_counts, of_sets)
{
    static const count_row rows[] = {
        /*                  rules, entries, pending, values, unions, alternatives, texts, slots, numbers */
        {"packet p = int", 1, 0, 1, 0, 0, 0, 0, 0, 0},
        {"packet p = 'a'", 1, 1, 1, 1, 0, 0, 1, 2, 0},
        {"packet p = 'a' | 'b' | 'c'", 1, 3, 3, 3, 0, 0, 3, 8, 0},
        {"packet p = 5", 1, 1, 1, 1, 0, 0, 0, 0, 1},
        {"packet p = 1 | 2 | 3", 1, 3, 3, 3, 0, 0, 0, 0, 3},
        {"packet p = 0.5", 1, 1, 1, 1, 0, 0, 0, 0, 2},
        {"packet p = 0.5 | 1.5 | 2.5", 1, 3, 3, 3, 0, 0, 0, 0, 6},
        {"packet p = true | false", 1, 2, 2, 2, 0, 0, 0, 0, 0},
        {"packet p = null", 1, 1, 1, 1, 0, 0, 0, 0, 0},
    };
    all_counts_are(rows, COUNT_OF(rows));
}

Test(draft_counts, of_unions)
{
    static const count_row rows[] = {
        {"packet p = int | String | bool", 4, 3, 3, 0, 1, 3, 0, 0, 0},
        {"packet p = true | null", 3, 4, 2, 2, 1, 2, 0, 0, 0},
        {"packet p = 'a' | 1 | 'b' | 2.5 | null", 5, 9, 5, 5, 1, 4, 2, 4, 3},
        {"packet p = ['a' | 1, 2.5 | 'b' | null]", 8, 12, 4, 5, 2, 5, 2, 4, 3},
    };
    all_counts_are(rows, COUNT_OF(rows));
}

Test(draft_counts, of_containers)
{
    static const count_row rows[] = {
        {"packet p = {}", 1, 0, 1, 0, 0, 0, 0, 1, 0},
        {"packet p = { a: int }", 2, 1, 1, 0, 0, 0, 1, 2, 0},
        {"packet p = { a: int, b?: int, 5: int }", 4, 3, 3, 0, 0, 0, 2, 4, 1},
        {"packet p = { 1: int, 2: int, -3: int }", 4, 3, 3, 0, 0, 0, 0, 1, 3},
        {"packet p = []", 1, 0, 1, 0, 0, 0, 0, 0, 0},
        {"packet p = [int, bool, float?]", 4, 3, 3, 0, 0, 0, 0, 0, 0},
        {"packet p = Array[int]", 2, 0, 1, 0, 0, 0, 0, 0, 0},
        {"packet p = Dictionary[String, {}]", 3, 0, 1, 0, 0, 0, 0, 1, 0},
    };
    all_counts_are(rows, COUNT_OF(rows));
}
