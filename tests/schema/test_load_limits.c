/* SPDX-License-Identifier: MIT */
/* The most that a form may have (lib/schema/compiled.h): rules, fields of one rule, slots of one rule. With as many it
 * loads; with one more it is refused, though all of it is there. Promise 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "tests/support/draft.h"

static gdv_status load(const gdv_form *form, gdv_schema_error *error)
{
    gdv_schema schema;
    return gdv_schema_load(form, form->size, &schema, error);
}

static void expect_refused(const gdv_form *form, const void *where, const char *what)
{
    gdv_schema_error error = {.struct_size = sizeof error};
    cr_expect_eq(load(form, &error), GDV_E_SCHEMA_FORM);
    cr_expect_str_eq(error.message, what);
    cr_expect_eq(error.offset, (uint64_t)((const uint8_t *)where - (const uint8_t *)form));
}

static void expect_loaded(const gdv_form *form)
{
    gdv_schema_error error = {.struct_size = sizeof error};
    cr_expect_eq(load(form, &error), GDV_OK, "%s at %llu", error.message, (unsigned long long)error.offset);
}

static void *entry_of(gdv_form *form, gdv_form_part part)
{
    return (uint8_t *)form + form->tables[part].offset;
}

static gdv_form *of_rules(uint32_t count)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    for (uint32_t rule = 0; rule < count; rule += 1) {
        (void)draft_rule(made, GDV_RULE_ANY);
    }
    gdv_form *form = draft_form(made);
    draft_free(made);
    return form;
}

Test(load_limits, a_form_has_65535_rules_at_most)
{
    gdv_form *most = of_rules(65535);
    expect_loaded(most);
    free(most);
    gdv_form *more = of_rules(65536);
    expect_refused(more, &more->tables[GDV_FORM_RULES], "rules are too many, or packets have none");
    free(more);
}

static gdv_form *of_fields(uint32_t count)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t tuple = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    for (uint32_t field = 0; field < count; field += 1) {
        draft_field(made, tuple, NULL, any, GDV_FIELD_OPTIONAL);
    }
    gdv_form *form = draft_form(made);
    draft_free(made);
    return form;
}

Test(load_limits, a_rule_has_32767_fields_at_most)
{
    gdv_form *most = of_fields(32767);
    expect_loaded(most);
    free(most);
    gdv_form *more = of_fields(32768);
    expect_refused(more, entry_of(more, GDV_FORM_RULES), "a rule has fields that are not its own");
    free(more);
}

/* A record without fields, in a table of that many slots, all free: what comes after them moves. */
static gdv_form *of_bits(uint32_t bits)
{
    const uint32_t slots = (uint32_t)1 << bits;
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    (void)draft_rule(made, GDV_RULE_RECORD);
    gdv_form *small = draft_form(made);
    draft_free(made);
    const uint32_t moved = slots * (uint32_t)sizeof(gdv_form_slot);
    gdv_form *form = calloc(1, small->size + moved);
    cr_assert_not_null(form);
    memcpy(form, small, small->tables[GDV_FORM_SLOTS].offset);
    for (uint32_t part = GDV_FORM_REFS; part < GDV_FORM_PARTS; part += 1) {
        form->tables[part].offset += moved;
    }
    const uint32_t refs = small->tables[GDV_FORM_REFS].offset;
    memcpy((uint8_t *)form + refs + moved, (const uint8_t *)small + refs, small->size - refs);
    form->size += moved;
    form->tables[GDV_FORM_SLOTS].count = slots;
    ((gdv_rule *)entry_of(form, GDV_FORM_RULES))->bits = bits;
    free(small);
    return form;
}

Test(load_limits, a_rule_has_two_to_the_20_slots_at_most)
{
    gdv_form *most = of_bits(20);
    expect_loaded(most);
    free(most);
    gdv_form *more = of_bits(21);
    expect_refused(more, entry_of(more, GDV_FORM_RULES), "a rule has texts that are not its own");
    free(more);
}
