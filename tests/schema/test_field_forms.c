/* SPDX-License-Identifier: MIT */
/* The compiled form that is made of tables of fields (lib/schema/compiled.h): how large it is, what its rules say to those
 * who read them, how its texts are found, and the most that a table may have. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/schema_fields.h>

#include "lib/schema/index.h"
#include "tests/support/checked.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* A schema in a heap block of exactly as many bytes as it asks for. */
typedef struct made {
    gdv_schema schema;
    void *memory;
    uint64_t need;
} made;

static made make_of(const gdv_field_table *tables, size_t count)
{
    made of;
    gdv_schema_error error = {.struct_size = sizeof error};
    memset(&of, 0x5a, sizeof of);
    cr_assert_eq(gdv_schema_from_fields(tables, count, GDV_DIALECT_GODOT4_4, NULL, 0, &of.schema, &error),
                 GDV_E_NO_SPACE, "%s", error.message);
    of.need = error.need;
    of.memory = malloc((size_t)error.need);
    cr_assert_eq(
        gdv_schema_from_fields(tables, count, GDV_DIALECT_GODOT4_4, of.memory, (size_t)error.need, &of.schema, &error),
        GDV_OK, "%s", error.message);
    cr_expect_eq(error.code, GDV_OK);
    cr_expect_str_eq(error.message, "");
    return of;
}

static size_t up(size_t size)
{
    return (size + 7) / 8 * 8;
}

/* What a form takes by its counts; its packets have no numbers. */
static size_t size_of(size_t packets, size_t fields, size_t literals, size_t slots, bool tagged, size_t pool)
{
    const size_t root = tagged ? 1 : 0;
    const size_t texts = packets + fields + literals + (tagged ? 1 + packets : 0);
    return sizeof(gdv_form) + (packets + fields + root) * sizeof(gdv_rule) + up(fields * sizeof(gdv_rule_field)) +
           packets * sizeof(gdv_rule_packet) + texts * sizeof(gdv_form_text) + slots * sizeof(gdv_form_slot) +
           up((GDV_TYPE_COUNT + (tagged ? packets : 0)) * sizeof(uint32_t)) + up(pool);
}

/* Slots are the least power of two that is twice the texts, and that twice: 2 for none, 4 for one, 8 for two, 16 for
 * three. In the pool each text has its NUL. */
Test(field_forms, need_what_their_tables_need)
{
    static const gdv_field one[] = {GDV_FIELD_ANY("def", GDV_NOT_STORED)};
    static const gdv_field longer[] = {GDV_FIELD_ANY("defg", GDV_NOT_STORED)};
    static const gdv_field a[] = {GDV_FIELD_LITERAL("t", "a")};
    static const gdv_field b[] = {GDV_FIELD_ANY("x", 0), GDV_FIELD_LITERAL("t", "bc"), GDV_FIELD_ANY("yz", 0)};
    const gdv_field_table rows[][2] = {{{"abc", NULL, 0}, {NULL, NULL, 0}},
                                       {{"abc", one, 1}, {NULL, NULL, 0}},
                                       {{"abc", longer, 1}, {NULL, NULL, 0}},
                                       {{"a", a, 1}, {NULL, NULL, 0}},
                                       {{"a", a, 1}, {"b", b, 3}}};
    const size_t needs[] = {
        size_of(1, 0, 0, 2, false, 4), size_of(1, 1, 0, 4, false, 8), size_of(1, 1, 0, 4, false, 9),
        size_of(1, 1, 1, 4 + 4 + 4, true, 2 + 2 + 2 + 2 + 2),
        size_of(2, 4, 2, (4 + 4) + (16 + 4) + 8, true, (2 + 2 + 2) + (2 + 2 + 2 + 3 + 3) + (2 + 2 + 3))};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        made of = make_of(rows[index], rows[index][1].name == NULL ? 1 : 2);
        cr_expect_eq(of.need, needs[index], "row %zu: %zu, not %zu", index, (size_t)of.need, needs[index]);
        cr_expect_eq(gdv_schema_size(&of.schema), needs[index]);
        free(of.memory);
    }
}

static void is_whole(const gdv_rule *rule)
{
    cr_expect(rule->least <= rule->most && rule->most == UINT32_MAX);
    cr_expect(rule->lowest == INT64_MIN && rule->highest == INT64_MAX);
    cr_expect(rule->low == -GDV_NO_END && rule->high == GDV_NO_END);
}

/* What rules say of themselves: fields have the number of their line, and the name of their packet. */
Test(field_forms, rules_are_as_tools_read_them)
{
    static const gdv_field a[] = {GDV_FIELD_LITERAL("t", "a"), GDV_FIELD_ANY_OR_NONE("x", 0, 0)};
    static const gdv_field b[] = {GDV_FIELD_ANY("x", 0), GDV_FIELD_ANY("y", 0), GDV_FIELD_LITERAL("t", "b")};
    const gdv_field_table tables[] = {{"first", a, 2}, {"second", b, 3}};
    made of = make_of(tables, 2);
    cr_assert_eq(gdv_schema_rules(&of.schema), 2u + 5u + 1u);
    const uint32_t lines[] = {0, 0, 1, 2, 1, 2, 3};
    const char *const names[] = {"first", "second", "first", "first", "second", "second", "second"};
    for (uint32_t index = 0; index < COUNT_OF(lines); index += 1) {
        const gdv_rule *rule = gdv_schema_rule(&of.schema, index);
        cr_expect_eq(rule->line, lines[index], "%u", index);
        cr_expect_str_eq(gdv_schema_text(&of.schema, rule->name).bytes, names[index], "%u", index);
        cr_expect_eq(rule->flags & (GDV_RULE_OF_PACKET | GDV_RULE_PART),
                     GDV_RULE_OF_PACKET | (index < 2 ? 0u : GDV_RULE_PART), "%u", index);
        is_whole(rule);
    }
    for (uint32_t field = 0; field < 5; field += 1) {
        const gdv_rule_field *entry = gdv_schema_field(&of.schema, field);
        cr_expect_eq(entry->line, lines[2 + field], "%u", field);
        cr_expect_eq(entry->rule, 2 + field);
        cr_expect_eq(entry->flags, field == 1 ? GDV_FIELD_OPTIONAL : 0u);
    }
    const gdv_rule *root = gdv_schema_rule(&of.schema, 7);
    is_whole(root);
    cr_expect_eq(root->kind, GDV_RULE_TAGGED);
    cr_expect_eq(root->name, GDV_NONE);
    cr_expect_eq(root->line, 0u);
    cr_expect_str_eq(gdv_schema_text(&of.schema, root->key).bytes, "t");
    const gdv_rule_packet *limits = gdv_schema_packet(&of.schema, GDV_NONE);
    cr_expect_eq(limits->name, GDV_NONE);
    cr_expect_eq(limits->max_bytes | limits->max_depth | limits->max_values | limits->max_string, 0u);
    free(of.memory);
}

/* Nine keys for which a seed has one place: they lie further apart than a lookup goes. Nine have 64 slots. */
static void crowd(char keys[9][16], uint32_t seed, uint32_t place)
{
    uint32_t found = 0;
    for (uint32_t number = 0; found < 9; number += 1) {
        snprintf(keys[found], sizeof keys[found], "k%u", number);
        const gdv_cursor in = {(const uint8_t *)keys[found], (uint32_t)strlen(keys[found]), 0, 0};
        found += gdv_index_hash(seed, &in, 0, in.size) % 64 == place ? 1 : 0;
    }
}

/* The first seed is taken by which all keys are found. */
Test(field_forms, keys_that_one_seed_crowds_are_found_by_the_next)
{
    static char keys[9][16];
    gdv_field fields[9];
    for (uint32_t crowded = 0; crowded < 2; crowded += 1) {
        crowd(keys, crowded, 40);
        for (uint32_t index = 0; index < 9; index += 1) {
            fields[index] = (gdv_field)GDV_FIELD_ANY(keys[index], GDV_NOT_STORED);
        }
        const gdv_field_table single = {"crowd", fields, 9};
        made of = make_of(&single, 1);
        cr_expect_eq(gdv_schema_rule(&of.schema, 0)->seed, crowded == 0 ? 1u : 0u);
        cr_expect_eq(gdv_schema_value_of(&of.schema, 0, "."), GDV_NONE);
        for (uint32_t index = 0; index < 9; index += 1) {
            char path[20];
            snprintf(path, sizeof path, ".%.15s", keys[index]);
            cr_expect_eq(gdv_schema_value_of(&of.schema, 0, path), index, "%s", path);
        }
        free(of.memory);
    }
}

/* One key nine times has one place under every seed. Sixty-four are tried, from 0, and the tables are refused. */
Test(field_forms, no_seed_places_one_key_nine_times)
{
    static uint64_t memory[1024];
    gdv_field fields[9];
    gdv_schema schema;
    for (uint32_t index = 0; index < 9; index += 1) {
        fields[index] = (gdv_field)GDV_FIELD_ANY("same", GDV_NOT_STORED);
    }
    const gdv_field_table single = {"nine", fields, 9};
    cr_expect_eq(gdv_schema_from_fields(&single, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, NULL),
                 GDV_E_SCHEMA_SYNTAX);
    const gdv_form *form = (const gdv_form *)memory;
    const gdv_rule *rules = (const void *)((const uint8_t *)memory + form->tables[GDV_FORM_RULES].offset);
    cr_expect_eq(rules[0].seed, 63u);
}

/* Names, keys and literals have up to 1024 bytes. */
Test(field_forms, texts_are_as_long_as_they_may_be)
{
    static char longest[1026];
    static const char *const texts[] = {"t", "t", "t"};
    for (size_t size = 1024; size <= 1025; size += 1) {
        memset(longest, 'k', size);
        for (size_t which = 0; which < 3; which += 1) {
            const char *each[3] = {texts[0], texts[1], texts[2]};
            each[which] = longest;
            const gdv_field field = GDV_FIELD_LITERAL(each[1], each[2]);
            const gdv_field_table single = {each[0], &field, 1};
            gdv_schema schema;
            gdv_schema_error error = {.struct_size = sizeof error};
            const gdv_status status =
                gdv_schema_from_fields(&single, 1, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error);
            cr_expect_eq(status, size == 1024 ? GDV_E_NO_SPACE : GDV_E_SCHEMA_SYNTAX, "%zu of %zu", which, size);
            if (size == 1024) {
                made of = make_of(&single, 1);
                free(of.memory);
            } else {
                cr_expect_str_eq(error.message, "a name, key or literal is too long");
                cr_expect_eq(error.line, which == 0 ? 0u : 1u);
            }
        }
    }
}

/* 65535 rules: one for each packet and each field, and the one that tells packets apart. 254 packets of 256 fields and one
 * of 255 have as many; with one field more there is one rule too much. */
Test(field_forms, there_are_as_many_rules_as_there_may_be)
{
    static char keys[GDV_FIELDS_MOST][8];
    static char tags[255][8];
    static gdv_field fields[255][GDV_FIELDS_MOST];
    static gdv_field_table tables[255];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    for (uint32_t index = 0; index < GDV_FIELDS_MOST; index += 1) {
        snprintf(keys[index], sizeof keys[index], "k%u", index);
    }
    for (uint32_t which = 0; which < 255; which += 1) {
        snprintf(tags[which], sizeof tags[which], "t%u", which);
        fields[which][0] = (gdv_field)GDV_FIELD_LITERAL("type", tags[which]);
        for (uint32_t index = 1; index < GDV_FIELDS_MOST; index += 1) {
            fields[which][index] = (gdv_field)GDV_FIELD_ANY(keys[index], GDV_NOT_STORED);
        }
        tables[which] = (gdv_field_table){tags[which], fields[which], GDV_FIELDS_MOST};
    }
    cr_expect_eq(gdv_schema_from_fields(tables, 255, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error),
                 GDV_E_SCHEMA_SYNTAX);
    cr_expect_str_eq(error.message, "there are too many fields");
    cr_expect_eq(error.line, 0u);
    tables[254].count = 255;
    made of = make_of(tables, 255);
    cr_expect_eq(gdv_schema_rules(&of.schema), 65535u);
    free(of.memory);
}
