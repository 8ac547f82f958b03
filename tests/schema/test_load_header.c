/* SPDX-License-Identifier: MIT */
/* What the load says of a form whose header, tables, texts or packets are not as lib/schema/compiled.h has them: one
 * member is broken at a time, and the error names the place of that member and what is wrong with it. Promise 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Two packets, dictionaries with one field each. Texts: their names, then the keys; the pool has 12 bytes and 4 after
 * it, which are 0. No numbers. */
static gdv_form *two_packets(void)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_rule(made, GDV_RULE_RECORD);
    (void)draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    draft_packet(made, "one", 1);
    draft_packet(made, "two", 2);
    draft_field(made, 0, "a", any, 0);
    draft_field(made, 1, "b", any, 0);
    draft_root(made, GDV_TYPE_DICTIONARY, 1);
    gdv_form *form = draft_form(made);
    draft_free(made);
    cr_assert_eq(form->tables[GDV_FORM_POOL].count, 12);
    cr_assert_eq(form->size, form->tables[GDV_FORM_POOL].offset + 16);
    return form;
}

/* All of the error is written, whatever it was. */
static gdv_status load(const void *memory, size_t size, gdv_schema *schema, gdv_schema_error *error)
{
    memset(schema, 0xff, sizeof *schema);
    memset(error, 0xff, sizeof *error);
    error->struct_size = sizeof *error;
    return gdv_schema_load(memory, size, schema, error);
}

static void expect_refused(const gdv_form *form, size_t size, const void *where, const char *what)
{
    gdv_schema schema;
    gdv_schema_error error;
    const gdv_schema_error none = {.struct_size = sizeof none};
    cr_expect_eq(load(form, size, &schema, &error), GDV_E_SCHEMA_FORM, "%s", what);
    cr_expect_null(schema.form);
    cr_expect_eq(error.code, GDV_E_SCHEMA_FORM);
    cr_expect_eq(error.offset, (uint64_t)((const uint8_t *)where - (const uint8_t *)form), "%s: at %llu", what,
                 (unsigned long long)error.offset);
    cr_expect_str_eq(error.message, what);
    cr_expect(error.source == 0 && error.line == 0 && error.column == 0 && error.need == none.need);
}

static void expect_loaded(const gdv_form *form, size_t size)
{
    gdv_schema schema;
    gdv_schema_error error;
    cr_expect_eq(load(form, size, &schema, &error), GDV_OK, "%s", error.message);
    cr_expect_eq(schema.form, form);
    cr_expect(error.code == GDV_OK && error.offset == 0 && error.message[0] == '\0');
    cr_expect_eq(error.need, form->size);
}

static gdv_form_text *text_of(gdv_form *form, uint32_t text)
{
    return (gdv_form_text *)(void *)((uint8_t *)form + form->tables[GDV_FORM_TEXTS].offset) + text;
}

static gdv_rule_packet *packet_of(gdv_form *form, uint32_t packet)
{
    return (gdv_rule_packet *)(void *)((uint8_t *)form + form->tables[GDV_FORM_PACKETS].offset) + packet;
}

/* Breaks a member, and returns what is to blame. */
typedef const void *breaks(gdv_form *form);

#define BREAK(name, blamed, statement)                                                                                 \
    static const void *name(gdv_form *form)                                                                            \
    {                                                                                                                  \
        statement;                                                                                                     \
        return blamed;                                                                                                 \
    }

BREAK(other_mark, &form->mark, form->mark = 0x47445646u)
BREAK(other_version, &form->version, form->version = GDV_FORM_VERSION + 1)
BREAK(larger_than_it_is, &form->size, form->size += 8)
BREAK(no_multiple, &form->size, form->size -= 4)
BREAK(other_dialect, &form->dialect, form->dialect = GDV_DIALECT_COUNT)
BREAK(in_the_header, &form->tables[GDV_FORM_RULES], form->tables[GDV_FORM_RULES].offset -= 8)
BREAK(crooked, &form->tables[GDV_FORM_FIELDS], form->tables[GDV_FORM_FIELDS].offset += 4)
BREAK(empty_and_crooked, &form->tables[GDV_FORM_NUMBERS], form->tables[GDV_FORM_NUMBERS].offset += 4)
BREAK(overlapping, &form->tables[GDV_FORM_FIELDS], form->tables[GDV_FORM_FIELDS].offset -= 8)
BREAK(beyond, &form->tables[GDV_FORM_POOL], form->tables[GDV_FORM_POOL].offset = form->size + 8)
BREAK(too_long, &form->tables[GDV_FORM_FIELDS],
      form->tables[GDV_FORM_FIELDS].count = (form->size - form->tables[GDV_FORM_FIELDS].offset) / 12 + 1)
BREAK(packets_without_rules, &form->tables[GDV_FORM_RULES], form->tables[GDV_FORM_RULES].count = 1)
BREAK(text_after_the_pool, text_of(form, 1), text_of(form, 1)->at = 13; text_of(form, 1)->size = 0)
BREAK(text_at_the_end, text_of(form, 1), text_of(form, 1)->at = 12; text_of(form, 1)->size = 0)
BREAK(text_without_its_nul, text_of(form, 3), text_of(form, 3)->size += 1)
BREAK(text_around_zero, text_of(form, 1), text_of(form, 1)->at = 0xfffffffcu; text_of(form, 1)->size = 7)
BREAK(open_text, text_of(form, 1), text_of(form, 1)->size -= 1)
BREAK(sources_beyond, &form->sources, form->sources = 5)
BREAK(sources_too_many, &form->sources, form->sources = 1; form->source_count = 4)
BREAK(packet_unnamed, packet_of(form, 1), packet_of(form, 1)->name = 4)

Test(load_header, the_broken_member_is_blamed)
{
    static const struct {
        breaks *broken;
        const char *what;
    } rows[] = {
        {other_mark, "it is no compiled schema of this byte order"},
        {other_version, "it was compiled by another version of gdv"},
        {larger_than_it_is, "it says that it is larger than it is"},
        {no_multiple, "its size is no multiple of eight"},
        {other_dialect, "there is no such dialect"},
        {in_the_header, "a table is not where it can be"},
        {crooked, "a table is not where it can be"},
        {empty_and_crooked, "a table is not where it can be"},
        {overlapping, "a table is not where it can be"},
        {beyond, "a table is not where it can be"},
        {too_long, "a table is not where it can be"},
        {packets_without_rules, "rules are too many, or packets have none"},
        {text_after_the_pool, "a text is not in the pool"},
        {text_at_the_end, "a text is not in the pool"},
        {text_without_its_nul, "a text is not in the pool"},
        {text_around_zero, "a text is not in the pool"},
        {open_text, "a text is not in the pool"},
        {sources_beyond, "there are no such names of sources"},
        {sources_too_many, "there are no such names of sources"},
        {packet_unnamed, "a packet has no name, or the root's rule"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_form *form = two_packets();
        const size_t size = form->size;
        expect_loaded(form, size);
        const void *where = rows[index].broken(form);
        expect_refused(form, size, where, rows[index].what);
        free(form);
    }
}

/* No packet is what tells packets apart. */
Test(load_header, a_packet_with_the_roots_rule_is_blamed)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_TAGGED);
    draft_packet(made, "one", 1);
    draft_tag(made, rule, "kind");
    gdv_form *form = draft_form(made);
    draft_free(made);
    expect_loaded(form, form->size);
    ((gdv_rule *)(void *)((uint8_t *)form + form->tables[GDV_FORM_RULES].offset))->flags |= GDV_RULE_ROOT;
    expect_refused(form, form->size, packet_of(form, 0), "a packet has no name, or the root's rule");
    free(form);
}

/* Bytes of a header that is one byte short are not looked at, and one that is whole has to say how large it is. */
Test(load_header, a_form_has_a_whole_header)
{
    gdv_form *form = two_packets();
    gdv_form *cut = malloc(sizeof *cut);
    memcpy(cut, form, sizeof *cut);
    expect_refused(cut, sizeof *cut - 1, cut, "it is shorter than the header of a compiled schema");
    expect_refused(cut, 0, cut, "it is shorter than the header of a compiled schema");
    expect_refused(cut, sizeof *cut, &cut->size, "it says that it is larger than it is");
    free(cut);
    free(form);
}

/* Memory may be larger than the form in it: 64 MiB are the most that a form may have. */
Test(load_header, a_form_has_64_mib_at_most)
{
    gdv_form *form = two_packets();
    const size_t most = (size_t)64 << 20;
    gdv_form *large = calloc(1, most + 8);
    cr_assert_not_null(large);
    memcpy(large, form, form->size);
    expect_loaded(large, most + 8);
    large->size = (uint32_t)most;
    expect_loaded(large, most);
    expect_loaded(large, most + 8);
    large->size = (uint32_t)most + 1;
    expect_refused(large, most + 8, &large->size, "it says that it is larger than it is");
    large->size = (uint32_t)most + 8;
    expect_refused(large, most + 8, &large->size, "it says that it is larger than it is");
    free(large);
    free(form);
}

/* What the form does not use may be empty, and lie at its end. */
Test(load_header, tables_may_be_empty)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_rule(made, GDV_RULE_ANY);
    gdv_form *form = draft_form(made);
    draft_free(made);
    cr_assert_eq(form->tables[GDV_FORM_TEXTS].count, 0);
    cr_assert_eq(form->tables[GDV_FORM_POOL].offset, form->size);
    expect_loaded(form, form->size);
    free(form);
}

/* Names of sources: the last texts, or none after them. */
Test(load_header, sources_are_texts)
{
    gdv_form *form = two_packets();
    form->sources = 1;
    form->source_count = 3;
    expect_loaded(form, form->size);
    form->sources = 4;
    form->source_count = 0;
    expect_loaded(form, form->size);
    free(form);
}

/* What follows the packets is none of them: the first text begins at a number that would be no name. */
Test(load_header, the_last_packet_is_the_last)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_rule(made, GDV_RULE_ANY);
    draft_packet(made, "movement", 1);
    gdv_form *form = draft_form(made);
    draft_free(made);
    text_of(form, 0)->at = 4;
    text_of(form, 0)->size = 4;
    expect_loaded(form, form->size);
    free(form);
}

/* Faults that are none of the form's have the text of their status, and no place in it. */
Test(load_header, other_faults_have_the_text_of_their_status)
{
    gdv_form *form = two_packets();
    gdv_schema schema;
    gdv_schema_error error;
    cr_expect_eq(load((const uint8_t *)form + 4, form->size - 4, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(error.code, GDV_E_BAD_ARGUMENT);
    cr_expect_str_eq(error.message, gdv_status_text(GDV_E_BAD_ARGUMENT));
    cr_expect(error.offset == 0 && error.need == 0 && error.line == 0);
    cr_expect_null(schema.form);
    free(form);
}

/* The size may be a caller's "no limit" up to the last address, and not beyond it. What is written lies before the form,
 * so that nothing overlaps. */
Test(load_header, memory_may_reach_the_last_address)
{
    typedef struct block {
        gdv_schema schema;
        gdv_schema_error error;
        _Alignas(8) uint64_t words[];
    } block;
    gdv_form *form = two_packets();
    block *own = malloc(sizeof *own + form->size);
    cr_assert_not_null(own);
    memcpy(own->words, form, form->size);
    const size_t last = (size_t)(UINTPTR_MAX - (uintptr_t)own->words);
    cr_expect_eq(load(own->words, last, &own->schema, &own->error), GDV_OK);
    cr_expect_eq(load(own->words, last + 1, &own->schema, &own->error), GDV_E_BAD_ARGUMENT);
    free(own);
    free(form);
}
