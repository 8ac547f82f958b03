/* SPDX-License-Identifier: MIT */
/* Claims about how much memory a schema asks for: exactly what its largest form and its draft can need, counted by hand for
 * each schema here; and which schemas are too large. The parts are those of lib/schema/compiled.h and of gdv_draft. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/draft.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* What is in a schema. */
typedef struct contents {
    uint64_t sources;
    uint64_t rules;
    uint64_t entries; /* fields, elements, literals, alternatives */
    uint64_t pending; /* most of these whose list was open at once */
    uint64_t references;
    uint64_t types;
    uint64_t packets;
    uint64_t pool; /* names, keys and texts of literals, with a NUL each */
    uint64_t unions;
    uint64_t texts;   /* keys and literals */
    uint64_t slots;   /* of the tables of those: twice as many as texts, and a power of two */
    uint64_t numbers; /* int keys and int literals, floats twice */
    uint64_t literals;
    uint64_t
        union_tags; /* 16 for dictionaries and 16 for arrays of each alternative; or of each union twice the literals
                              and one more, if that is less */
    uint64_t packet_slots; /* of two tables of as many texts as literals and one more */
} contents;

static uint64_t part(uint64_t count, uint64_t width)
{
    uint64_t size = count * width;
    return size + (8 - size % 8) % 8;
}

static uint64_t tags_in(const contents *of)
{
    return of->union_tags + 2 * (of->literals + 1);
}

/* Each union and the packets may need a rule for dictionaries and one for arrays, a text for the key of the tag, and refs by
 * type. */
static uint64_t form_size(const contents *of)
{
    const uint64_t joined = of->unions + 1;
    return sizeof(gdv_form) + part(of->rules + 2 * joined, sizeof(gdv_rule)) +
           part(of->entries, sizeof(gdv_rule_field)) + part(of->packets, sizeof(gdv_rule_packet)) +
           part(of->sources + of->types + of->packets + of->texts + tags_in(of) + joined, sizeof(gdv_form_text)) +
           part(of->slots + of->packet_slots + 32 * of->union_tags + 2 * of->unions, sizeof(gdv_form_slot)) +
           part(GDV_TYPE_COUNT * joined + tags_in(of), sizeof(uint32_t)) +
           part(of->numbers + tags_in(of), sizeof(uint64_t)) + part(of->pool, 1);
}

static uint64_t draft_size(const contents *of)
{
    const uint64_t joined = of->unions + 1;
    const uint64_t entries = of->entries + tags_in(of);
    return part(of->rules + 2 * joined, sizeof(gdv_draft_rule)) + part(entries, sizeof(gdv_listed)) +
           part(of->pending, sizeof(gdv_listed)) + part(entries, sizeof(uint32_t)) +
           part(of->references, sizeof(gdv_reference)) + part(of->types, sizeof(gdv_listed)) +
           part(of->types > of->packets ? of->types : of->packets, sizeof(uint32_t)) +
           part(of->packets, sizeof(gdv_rule_packet)) + part(of->packets, sizeof(gdv_listed)) +
           part(GDV_TYPE_COUNT * joined, sizeof(uint32_t)) + part(of->pool, 1);
}

/* schema_from_sources compiles in a block of that size, and tries one byte less. */
Test(compile_need, is_what_the_parts_can_have)
{
    static const struct {
        const char *text;
        contents has;
    } rows[] = {
        {"packet p = int", {.sources = 1, .rules = 1, .pending = 1, .packets = 1, .pool = 4, .packet_slots = 4}},
        {"type A = int type B = A packet p = [A, B]",
         {.sources = 1,
          .rules = 2,
          .entries = 2,
          .pending = 2,
          .references = 3,
          .types = 2,
          .packets = 1,
          .pool = 8,
          .packet_slots = 4}},
        {"packet p = {t: 'a'} packet q = {t: 'b'} packet r = ['c', 7]",
         {.sources = 1,
          .rules = 7,
          .entries = 8,
          .pending = 2,
          .packets = 3,
          .pool = 18,
          .texts = 5,
          .slots = 10,
          .numbers = 1,
          .literals = 4,
          .packet_slots = 32}},
        {"packet p = [int | String, null | bool]",
         {.sources = 1,
          .rules = 7,
          .entries = 7,
          .pending = 3,
          .packets = 1,
          .pool = 4,
          .unions = 2,
          .literals = 1,
          .union_tags = 8,
          .packet_slots = 8}},
        {"type E = 0|1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17|18|19|20|21|22|23|24|25|26|27|28|29|30|31|32|33|34\n"
         "packet p = [E | String]",
         {.sources = 1,
          .rules = 4,
          .entries = 38,
          .pending = 35,
          .references = 1,
          .types = 1,
          .packets = 1,
          .pool = 6,
          .unions = 1,
          .numbers = 35,
          .literals = 35,
          .union_tags = 64,
          .packet_slots = 1024}},
        {"type T = float packet p = {'\\u00e4': 1.5 | 2.5, 5: T}",
         {.sources = 2,
          .rules = 3,
          .entries = 4,
          .pending = 2,
          .references = 1,
          .types = 1,
          .packets = 1,
          .pool = 12,
          .texts = 1,
          .slots = 2,
          .numbers = 5,
          .literals = 2,
          .packet_slots = 16}},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        const contents *has = &rows[row].has;
        const gdv_schema_source sources[] = {{"a", rows[row].text, strlen(rows[row].text)}, {"bb", "", 0}};
        schema_text made = schema_from_sources(sources, (size_t)has->sources, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(made.code, GDV_OK, "row %zu: %s", row, made.error.message);
        cr_expect_eq(made.size, form_size(has) + draft_size(has), "row %zu: %zu, not %llu", row, made.size,
                     (unsigned long long)(form_size(has) + draft_size(has)));
        schema_free(&made);
    }
}

/* Measures a text, which it frees. Where it is refused as a whole, no place is to blame. */
static void expect_measured(char *text, const char *message)
{
    const gdv_schema_source source = {"a", text, strlen(text)};
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_schema schema;
    gdv_status code = gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, NULL, 0, &schema, &error);
    cr_expect_eq(code, message == NULL ? GDV_E_NO_SPACE : GDV_E_SCHEMA_SYNTAX, "%s", error.message);
    cr_expect_eq(error.code, code);
    if (message != NULL) {
        cr_expect_str_eq(error.message, message);
        cr_expect_eq(error.source, 0);
        cr_expect_eq(error.line, 0);
        cr_expect_eq(error.column, 0);
        cr_expect_eq(error.need, 0);
    }
    free(text);
}

static char *add_times(char *to, const char *piece, uint64_t times)
{
    size_t length = strlen(piece);
    for (uint64_t index = 0; index < times; index += 1) {
        memcpy(to, piece, length + 1);
        to += length;
    }
    return to;
}

/* 65535 rules, of which the root may need two. */
Test(compile_need, of_rules_there_are_65535_at_most)
{
    for (uint64_t more = 0; more < 2; more += 1) {
        char *text = malloc(65536 * 4 + 64);
        cr_assert_not_null(text);
        char *to = add_times(text, "packet p = [[", 1);
        to = add_times(to, "int,", 32767);
        to = add_times(to, "],[", 1);
        to = add_times(to, "int,", 65533 - 32767 - 3 + more);
        (void)add_times(to, "]]", 1);
        expect_measured(text, more > 0 ? "more than 65535 types, named and unnamed" : NULL);
    }
}

/* One element of two alternatives each, and a packet's name that fills what is left. */
static contents contents_of_unions(uint64_t unions, uint64_t name)
{
    const contents made = {.sources = 1,
                           .rules = unions + 3,
                           .entries = 32 + 3 * unions,
                           .types = 2,
                           .packets = 1,
                           .pool = 6 + name + 1,
                           .unions = unions,
                           .numbers = 32,
                           .literals = 32,
                           .union_tags = 64 * unions,
                           .packet_slots = 1024};
    return made;
}

static char *text_of_unions(uint64_t unions, uint64_t name)
{
    char *text = malloc((size_t)(4 * unions + name + 256));
    cr_assert_not_null(text);
    char *to = add_times(text, "type A = int type E = 0|1", 1);
    for (int literal = 2; literal < 32; literal += 1) {
        to += sprintf(to, "|%d", literal);
    }
    to = add_times(to, " packet ", 1);
    to = add_times(to, "p", name);
    to = add_times(to, " = [", 1);
    to = add_times(to, "A|A,", unions);
    (void)add_times(to, "]", 1);
    return text;
}

Test(compile_need, a_form_has_64_mib_at_most)
{
    uint64_t unions = 1000;
    contents all = contents_of_unions(unions, 1);
    while (form_size(&all) <= 0x4000000) {
        unions += 1;
        all = contents_of_unions(unions, 1);
    }
    unions -= 1;
    all = contents_of_unions(unions, 1);
    const uint64_t name = 0x4000000 - (form_size(&all) - part(all.pool, 1)) - 7;
    all = contents_of_unions(unions, name);
    cr_assert_eq(form_size(&all), 0x4000000);
    expect_measured(text_of_unions(unions, name), NULL);
    expect_measured(text_of_unions(unions, name + 1),
                    "schema is too large: texts and what is compiled of them have 64 MiB at most");
}
