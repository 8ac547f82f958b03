/* SPDX-License-Identifier: MIT */
/* The form of a text, number by number, as compiled.h and schema.h say that it is: how many there are of each, where each
 * table is, and what each rule has, also of what its kind does not use. */
#include <criterion/criterion.h>
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "lib/schema/draft.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static const char main_text[] = "include \"types.gdvs\"\n"
                                "type A = B\n"
                                "type B = C\n"
                                "type C = Late\n"
                                "packet first = { a: A, b: B,\n"
                                "  yes: true, set: 9 | 3 | 5, word: \"x\" | \"yz\", 7: float }\n"
                                "packet third = [C, 0.5 | 0.1 | 4.0, int | String]\n";
static const char types_text[] = "# of others\n"
                                 "type Late = int 0..5\n"
                                 "limits max_bytes = 200\n";

static schema_text made_of_both(void)
{
    const gdv_schema_source sources[] = {{"main.gdvs", main_text, sizeof main_text - 1},
                                         {"types.gdvs", types_text, sizeof types_text - 1}};
    schema_text made = schema_from_sources(sources, 2, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%u:%u:%u %s", made.error.source, made.error.line, made.error.column,
                 made.error.message);
    return made;
}

/* Rule of field `index` of a packet. */
static const gdv_rule *rule_of(const gdv_schema *schema, uint32_t number, uint32_t index)
{
    const gdv_rule_field *field = gdv_schema_field(schema, gdv_schema_rule(schema, number)->first + index);
    return gdv_schema_rule(schema, field->rule);
}

/* Slots: of the record's five keys 16, of two members 4. Numbers: one key, three ints, and three floats twice. */
Test(form_of_text, tables_have_what_the_text_asks_for_and_no_more)
{
    static const uint32_t sizes[GDV_FORM_PARTS] = {104, 12, 40, 8, 8, 4, 8, 20, 4, 1};
    static const uint32_t counts[GDV_FORM_PARTS] = {[GDV_FORM_RULES] = 11,  [GDV_FORM_FIELDS] = 9,
                                                    [GDV_FORM_PACKETS] = 2, [GDV_FORM_TEXTS] = 2 + 4 + 2 + 5 + 2,
                                                    [GDV_FORM_SLOTS] = 20,  [GDV_FORM_REFS] = 2 * GDV_TYPE_COUNT,
                                                    [GDV_FORM_NUMBERS] = 10};
    schema_text made = made_of_both();
    const gdv_form *form = made.schema.form;
    uint32_t offset = 152;
    for (uint32_t part = 0; part < GDV_FORM_PARTS; part += 1) {
        cr_expect_eq(form->tables[part].offset, offset, "table %u at %u", part, form->tables[part].offset);
        if (part != GDV_FORM_POOL) {
            cr_expect_eq(form->tables[part].count, counts[part], "table %u of %u", part, form->tables[part].count);
        }
        uint32_t size = form->tables[part].count * sizes[part];
        offset += size % 8 == 0 ? size : size - size % 8 + 8;
    }
    cr_expect_eq(form->size, offset);
    cr_expect_eq(made.error.need, offset);
    schema_free(&made);
}

Test(form_of_text, sources_types_and_packets_are_the_first_texts)
{
    static const char *const texts[] = {"main.gdvs", "types.gdvs", "A", "B", "C", "Late", "first", "third"};
    schema_text made = made_of_both();
    const gdv_schema *schema = &made.schema;
    bool found[COUNT_OF(texts)] = {false};
    for (uint32_t number = 0; number < COUNT_OF(texts); number += 1) {
        gdv_text text = gdv_schema_text(schema, number);
        for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
            bool same = text.size == strlen(texts[index]) && strcmp(text.bytes, texts[index]) == 0;
            found[index] = found[index] || same;
        }
    }
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        cr_expect(found[index], "%s", texts[index]);
    }
    cr_expect_str_eq(gdv_schema_source_name(schema, 0), "main.gdvs");
    cr_expect_str_eq(gdv_schema_source_name(schema, 1), "types.gdvs");
    cr_expect_str_eq(gdv_schema_source_name(schema, 2), "");
    cr_expect_eq(gdv_schema_text(schema, 15).size, 0);
    cr_expect_str_eq(gdv_schema_text(schema, 15).bytes, "");
    schema_free(&made);
}

Test(form_of_text, packets_and_limits_say_where_they_are)
{
    schema_text made = made_of_both();
    const gdv_schema *schema = &made.schema;
    const gdv_rule_packet *limits = gdv_schema_packet(schema, GDV_NONE);
    cr_expect_eq(limits->name, GDV_NONE);
    cr_expect_eq(limits->line, 3);
    cr_expect_eq(limits->source, 1);
    cr_expect_eq(limits->max_bytes, 200);
    cr_expect_eq(gdv_schema_packet(schema, 0)->line, 5);
    cr_expect_eq(gdv_schema_packet(schema, 1)->line, 7);
    cr_expect_eq(gdv_schema_packet(schema, 1)->source, 0);
    cr_expect_eq(gdv_schema_packet_of(schema, "first"), 0);
    cr_expect_eq(gdv_schema_packet_of(schema, "third"), 1);
    cr_expect_eq(gdv_schema_packet_of(schema, ""), GDV_NONE);
    cr_expect_eq(gdv_schema_packet_of(schema, "thir"), GDV_NONE);
    cr_expect_null(gdv_schema_packet(schema, 2));
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        uint32_t leads = type == GDV_TYPE_DICTIONARY ? 0 : type == GDV_TYPE_ARRAY ? 1 : GDV_NONE;
        cr_expect_eq(gdv_schema_ref(schema, type), leads, "type %u", type);
    }
    schema_free(&made);
}

/* Keys that are texts stand before those that are ints, else as in the text. */
Test(form_of_text, fields_say_what_line_they_are_on)
{
    static const uint32_t lines[] = {5, 5, 6, 6, 6, 6, 7, 7, 7};
    schema_text made = made_of_both();
    for (uint32_t index = 0; index < COUNT_OF(lines); index += 1) {
        cr_expect_eq(gdv_schema_field(&made.schema, index)->line, lines[index], "field %u", index);
    }
    cr_expect_not_null(gdv_schema_rule(&made.schema, 10));
    cr_expect_null(gdv_schema_rule(&made.schema, 11));
    cr_expect_null(gdv_schema_field(&made.schema, 9));
    schema_free(&made);
}

static void whole_but_for(const gdv_rule *rule, bool ints)
{
    cr_expect_eq(rule->least, 0);
    cr_expect_eq(rule->most, UINT32_MAX);
    cr_expect(ints || (rule->lowest == INT64_MIN && rule->highest == INT64_MAX), "ints of kind %u", rule->kind);
    cr_expect(rule->low == -DBL_MAX && rule->high == DBL_MAX, "floats of kind %u", rule->kind);
    cr_expect_eq(rule->key, 0);
    cr_expect_eq(rule->value, 0);
    cr_expect_eq(rule->first, 0);
}

/* A, B and C are all what Late is. */
Test(form_of_text, names_of_names_lead_to_one_rule)
{
    schema_text made = made_of_both();
    const gdv_schema *schema = &made.schema;
    const gdv_rule *late = rule_of(schema, 0, 0);
    cr_expect_eq(late, rule_of(schema, 0, 1));
    cr_expect_eq(late, rule_of(schema, 1, 0));
    cr_expect_eq(late->kind, GDV_RULE_INT);
    cr_expect(late->lowest == 0 && late->highest == 5);
    cr_expect_eq(late->flags, 0, "the rule of a type has that type's own name");
    cr_expect_eq(late->line, 2);
    cr_expect_eq(late->source, 1);
    cr_expect_str_eq(gdv_schema_text(schema, late->name).bytes, "Late");
    whole_but_for(late, true);
    schema_free(&made);
}

Test(form_of_text, what_a_kind_does_not_use_is_nothing)
{
    static const int64_t ints[] = {3, 5, 9};
    static const double doubles[] = {0.1, 0.5, 4.0};
    const uint16_t part = GDV_RULE_PART | GDV_RULE_OF_PACKET;
    schema_text made = made_of_both();
    const gdv_schema *schema = &made.schema;
    const gdv_rule *yes = rule_of(schema, 0, 2);
    const gdv_rule *set = rule_of(schema, 0, 3);
    const gdv_rule *word = rule_of(schema, 0, 4);
    const gdv_rule *number = rule_of(schema, 0, 5);
    const gdv_rule *floats = rule_of(schema, 1, 1);
    const gdv_rule *either = rule_of(schema, 1, 2);
    cr_expect_eq(gdv_schema_rule(schema, 0)->flags, GDV_RULE_OF_PACKET);
    cr_expect_eq(yes->kind, GDV_RULE_BOOL);
    cr_expect_eq(yes->flags, part);
    cr_expect(yes->lowest == 1 && yes->highest == 1 && yes->count == 0 && yes->number_count == 0);
    whole_but_for(yes, true);
    cr_expect_eq(set->flags, part | GDV_RULE_SET);
    cr_expect(set->count == 0 && set->number_count == 3);
    for (uint32_t index = 0; index < 3; index += 1) {
        cr_expect_eq(gdv_schema_int(schema, set->numbers + index), ints[index]);
        cr_expect_eq(gdv_schema_double(schema, floats->numbers + index), doubles[index]);
    }
    whole_but_for(set, false);
    cr_expect_eq(word->flags, part | GDV_RULE_SET | GDV_RULE_STRING | GDV_RULE_NAME);
    cr_expect(word->count == 2 && word->number_count == 0 && word->bits == 2);
    whole_but_for(word, false);
    cr_expect_eq(number->flags, part);
    whole_but_for(number, false);
    cr_expect_eq(floats->flags, part | GDV_RULE_SET);
    whole_but_for(floats, false);
    cr_expect_eq(either->kind, GDV_RULE_UNION);
    cr_expect_eq(either->flags, part);
    schema_free(&made);
}

/* The first seed does where one text can lie nowhere but at its place. */
Test(form_of_text, the_first_seed_that_does_is_taken)
{
    schema_text made = schema_from_text("packet p = { a: int }", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK);
    cr_expect_eq(gdv_schema_rule(&made.schema, 0)->seed, 0);
    cr_expect_eq(gdv_schema_rule(&made.schema, 0)->bits, 1);
    schema_free(&made);
}

/* Two slots for each of up to 16 texts, eight up to 256, then sixteen, of which there are 2 to the 20th at most. */
Test(form_of_text, a_hash_table_has_as_many_slots_as_its_texts_need)
{
    static const struct {
        uint32_t texts;
        uint32_t bits;
    } rows[] = {{0, 0},      {1, 1},      {2, 2},      {3, 3},      {4, 3},      {5, 4},    {8, 4},     {9, 5},
                {15, 5},     {16, 5},     {17, 8},     {32, 8},     {33, 9},     {64, 9},   {65, 10},   {128, 10},
                {129, 11},   {255, 11},   {256, 11},   {257, 13},   {512, 13},   {513, 14}, {1024, 14}, {1025, 15},
                {32767, 19}, {32769, 20}, {65536, 20}, {65537, 20}, {100000, 20}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        cr_expect_eq(gdv_draft_bits(rows[index].texts), rows[index].bits, "%u texts", rows[index].texts);
    }
}

/* Names of names in every order of their declarations, however many. */
Test(form_of_text, types_are_named_before_and_after_they_are_declared)
{
    static const char *const texts[] = {
        "type A = B\ntype B = C\ntype C = int 0..5\npacket p = A\n",
        "type C = int 0..5\ntype B = C\ntype A = B\npacket p = A\n",
        "type B = C\ntype A = B\ntype C = int 0..5\npacket p = A\n",
        "packet p = A\ntype A = B\ntype D = A\ntype B = C\ntype C = int 0..5\ntype E = D\n",
    };
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        schema_text made = schema_from_text(texts[index], GDV_DIALECT_GODOT4_4);
        cr_assert_eq(made.code, GDV_OK, "%zu: %s", index, made.error.message);
        const gdv_rule *rule = gdv_schema_rule(&made.schema, 0);
        cr_expect(rule->kind == GDV_RULE_INT && rule->highest == 5, "%zu", index);
        cr_expect_eq(gdv_schema_rules(&made.schema), 1, "%zu", index);
        schema_free(&made);
    }
}

/* A type that is nothing but its own name; and names that no type has, before, between and after those that are. */
Test(form_of_text, names_that_lead_nowhere_are_refused)
{
    static const struct {
        const char *text;
        uint32_t line;
    } rows[] = {
        {"type A = B\ntype B = A\npacket p = A\n", 1},
        {"type A = A\npacket p = A\n", 1},
        {"type D = int\ntype B = int\npacket p = A\n", 3},
        {"type D = int\ntype B = int\npacket p = C\n", 3},
        {"type D = int\ntype B = int\npacket p = E\n", 3},
        {"type D = int\npacket p = [D, DD]\n", 2},
        {"packet p = E\n", 1},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        schema_text made = schema_from_text(rows[index].text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX, "%zu", index);
        cr_expect_eq(made.error.line, rows[index].line, "%zu: %u %s", index, made.error.line, made.error.message);
        schema_free(&made);
    }
}
