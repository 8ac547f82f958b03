/* SPDX-License-Identifier: MIT */
/* What the load says of a form in which one member of a rule, or of what belongs to a rule, is not as
 * lib/schema/compiled.h and gdv_rule have it: the error names the place and what is wrong there. All else stays as it
 * should be, so nothing but the one check refuses the form. Promise 6. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Rules of the form, in this order; the last is the root's. */
enum {
    RECORD,
    TUPLE,
    ANY,
    SET,
    AGAIN,
    INTS,
    FLOATS,
    STRINGS,
    MAP,
    FLOAT,
    VECTOR,
    CASE,
    LEAD,
    TAGGED,
    LED,
    UNION,
    ROOT,
    RULES
};

static gdv_form *whole_form(void)
{
    static const gdv_rule_kind kinds[RULES] = {
        GDV_RULE_RECORD, GDV_RULE_TUPLE,   GDV_RULE_ANY, GDV_RULE_TEXT,  GDV_RULE_TEXT,  GDV_RULE_INT,
        GDV_RULE_FLOAT,  GDV_RULE_STRINGS, GDV_RULE_MAP, GDV_RULE_FLOAT, GDV_RULE_MATH,  GDV_RULE_RECORD,
        GDV_RULE_TUPLE,  GDV_RULE_TAGGED,  GDV_RULE_LED, GDV_RULE_UNION, GDV_RULE_TAGGED};
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    for (uint32_t rule = 0; rule < RULES; rule += 1) {
        (void)draft_rule(made, kinds[rule]);
    }
    draft_packet(made, "record", 1);
    draft_packet(made, "tuple", 2);
    draft_field(made, RECORD, "kind", SET, 0);
    draft_field(made, RECORD, "case", CASE, GDV_FIELD_NESTED);
    draft_field(made, TUPLE, NULL, INTS, 0);
    draft_member(made, SET, "a");
    draft_member(made, AGAIN, "a");
    draft_at(made, SET)->flags |= GDV_RULE_STRING;
    draft_at(made, AGAIN)->flags |= GDV_RULE_STRING;
    for (int64_t number = 1; number <= 4; number += 1) {
        draft_int_member(made, INTS, number);
    }
    for (uint32_t number = 1; number <= 3; number += 1) {
        draft_float_member(made, FLOATS, number);
    }
    draft_at(made, STRINGS)->value = SET;
    draft_at(made, MAP)->key = SET;
    draft_at(made, MAP)->value = ANY;
    draft_at(made, VECTOR)->type = GDV_TYPE_VECTOR3;
    draft_field(made, CASE, "kind", SET, 0);
    draft_field(made, LEAD, NULL, SET, 0);
    draft_case(made, TAGGED, "a", CASE);
    draft_tag(made, TAGGED, "kind");
    draft_case(made, LED, "a", LEAD);
    draft_alternative(made, UNION, GDV_TYPE_BOOL, ANY);
    draft_alternative(made, UNION, GDV_TYPE_INT, INTS);
    draft_case(made, ROOT, "a", RECORD);
    draft_tag(made, ROOT, "kind");
    draft_at(made, ROOT)->flags |= GDV_RULE_ROOT;
    draft_root(made, GDV_TYPE_DICTIONARY, ROOT);
    draft_root(made, GDV_TYPE_ARRAY, TUPLE);
    gdv_form *form = draft_form(made);
    draft_free(made);
    return form;
}

static void *entry_of(gdv_form *form, gdv_form_part part)
{
    return (uint8_t *)form + form->tables[part].offset;
}

static gdv_rule *rule_of(gdv_form *form, uint32_t rule)
{
    return (gdv_rule *)entry_of(form, GDV_FORM_RULES) + rule;
}

static gdv_rule_field *field_of(gdv_form *form, uint32_t rule, uint32_t field)
{
    return (gdv_rule_field *)entry_of(form, GDV_FORM_FIELDS) + rule_of(form, rule)->first + field;
}

static uint32_t *ref_of(gdv_form *form, uint32_t rule, uint32_t ref)
{
    return (uint32_t *)entry_of(form, GDV_FORM_REFS) + rule_of(form, rule)->first + ref;
}

static uint32_t *root_of(gdv_form *form, gdv_type type)
{
    return (uint32_t *)entry_of(form, GDV_FORM_REFS) + type;
}

static gdv_form_slot *slot_of(gdv_form *form, uint32_t rule, uint32_t slot)
{
    return (gdv_form_slot *)entry_of(form, GDV_FORM_SLOTS) + rule_of(form, rule)->slots + slot;
}

static uint64_t *int_of(gdv_form *form, uint32_t number)
{
    return (uint64_t *)entry_of(form, GDV_FORM_NUMBERS) + rule_of(form, INTS)->numbers + number;
}

/* A member of the set of floats, and the nearest float to it. */
static void set_float(gdv_form *form, uint32_t number, double member, double nearest)
{
    double *own = (double *)entry_of(form, GDV_FORM_NUMBERS) + rule_of(form, FLOATS)->numbers;
    own[number] = member;
    own[3 + number] = nearest;
}

static void set_range(gdv_rule *rule, double low, double high)
{
    rule->low = low;
    rule->high = high;
    rule->low32 = (float)low;
    rule->high32 = (float)high;
}

/* Breaks a member, and returns what is to blame. */
typedef const void *breaks(gdv_form *form);

#define BREAK(name, blamed, statement)                                                                                 \
    static const void *name(gdv_form *form)                                                                            \
    {                                                                                                                  \
        statement;                                                                                                     \
        return blamed;                                                                                                 \
    }
#define RULE(rule) rule_of(form, rule)

BREAK(no_root, &form->root, form->root = 1)
BREAK(root_to_no_packet, root_of(form, GDV_TYPE_BOOL), *root_of(form, GDV_TYPE_BOOL) = ANY)
BREAK(root_to_no_rule, root_of(form, GDV_TYPE_DICTIONARY), form->tables[GDV_FORM_RULES].count = ROOT)
BREAK(root_astray, root_of(form, GDV_TYPE_IMAGE), *root_of(form, GDV_TYPE_IMAGE) = GDV_NONE - 1)
BREAK(unknown_kind, RULE(ANY), RULE(ANY)->kind = GDV_RULE_COUNT)
BREAK(unnamed, RULE(ANY), RULE(ANY)->name = form->tables[GDV_FORM_TEXTS].count)
BREAK(unknown_source, RULE(ANY), RULE(ANY)->source = 1)
BREAK(too_wide, RULE(ANY), RULE(ANY)->width = GDV_MATCH_VALUES + 1)
BREAK(no_length, RULE(MAP), RULE(MAP)->least = 5; RULE(MAP)->most = 4)
BREAK(no_int, RULE(MAP), RULE(MAP)->lowest = 5; RULE(MAP)->highest = 4)
BREAK(no_float, RULE(FLOAT), set_range(RULE(FLOAT), 5, 4))
BREAK(low_infinite, RULE(FLOAT), set_range(RULE(FLOAT), -(double)INFINITY, 4))
BREAK(high_infinite, RULE(FLOAT), set_range(RULE(FLOAT), 5, (double)INFINITY))
BREAK(low_inside, RULE(FLOAT), set_range(RULE(FLOAT), 4, 5); RULE(FLOAT)->low32 = 4.5f)
BREAK(high_outside, RULE(FLOAT), set_range(RULE(FLOAT), 4, 5); RULE(FLOAT)->high32 = 5.5f)
BREAK(no_strings, RULE(STRINGS), RULE(STRINGS)->value = GDV_NONE)
BREAK(strings_of_any, RULE(STRINGS), RULE(STRINGS)->value = ANY)
BREAK(no_key, RULE(MAP), RULE(MAP)->key = RULES)
BREAK(no_value, RULE(MAP), RULE(MAP)->value = RULES)
BREAK(value_of_the_root, RULE(MAP), RULE(MAP)->value = ROOT)
BREAK(no_type, RULE(VECTOR), RULE(VECTOR)->type = GDV_TYPE_COUNT)
BREAK(no_tag, RULE(TAGGED), RULE(TAGGED)->key = form->tables[GDV_FORM_TEXTS].count)
BREAK(no_text, RULE(SET), RULE(SET)->flags = GDV_RULE_SET)
BREAK(texts_of_another, RULE(AGAIN), RULE(AGAIN)->texts = RULE(SET)->texts)
BREAK(texts_beyond, RULE(AGAIN), RULE(AGAIN)->texts = form->tables[GDV_FORM_TEXTS].count + 1)
BREAK(texts_too_many, RULE(AGAIN), RULE(AGAIN)->count = form->tables[GDV_FORM_TEXTS].count - RULE(AGAIN)->texts + 1)
BREAK(bits_too_many, RULE(AGAIN), RULE(AGAIN)->bits = 6)
BREAK(slots_of_another, RULE(AGAIN), RULE(AGAIN)->slots -= 1)
BREAK(slot_astray, slot_of(form, AGAIN, 1), slot_of(form, AGAIN, 1)->entry = 2)
BREAK(numbers_of_another, RULE(INTS), RULE(INTS)->numbers += 1)
BREAK(numbers_too_many, RULE(INTS), RULE(INTS)->number_count = form->tables[GDV_FORM_NUMBERS].count + 1)
BREAK(first_twice, RULE(INTS), *int_of(form, 0) = 2)
BREAK(second_twice, RULE(INTS), *int_of(form, 1) = 3)
BREAK(third_twice, RULE(INTS), *int_of(form, 2) = 4)
BREAK(floats_of_another, RULE(FLOATS), RULE(FLOATS)->numbers += 1)
BREAK(floats_too_many, RULE(FLOATS), RULE(FLOATS)->number_count = 4)
BREAK(floats_far_too_many, RULE(FLOATS), RULE(FLOATS)->number_count = 0x80000001u)
BREAK(float_twice, RULE(FLOATS), set_float(form, 1, 1, 1))
BREAK(float_descends, RULE(FLOATS), set_float(form, 1, 0.5, 0.5))
BREAK(float_infinite, RULE(FLOATS), set_float(form, 2, (double)INFINITY, (double)INFINITY))
BREAK(float_below_all, RULE(FLOATS), set_float(form, 0, -(double)INFINITY, -(double)INFINITY))
BREAK(float_nan, RULE(FLOATS), set_float(form, 0, (double)NAN, (double)NAN))
BREAK(other_float, RULE(FLOATS), set_float(form, 2, 3, 4))
BREAK(fields_of_another, RULE(TUPLE), RULE(TUPLE)->first -= 1)
BREAK(fields_too_many, RULE(TUPLE), RULE(TUPLE)->count = 3000)
BREAK(field_to_no_rule, field_of(form, RECORD, 1), field_of(form, RECORD, 1)->rule = RULES)
BREAK(field_to_the_root, field_of(form, TUPLE, 0), field_of(form, TUPLE, 0)->rule = ROOT)
BREAK(field_of_unknown_flag, field_of(form, TUPLE, 0), field_of(form, TUPLE, 0)->flags = 4)
BREAK(field_without_room, field_of(form, TUPLE, 0), RULE(TUPLE)->width -= 1)
BREAK(nested_without_room, field_of(form, RECORD, 1), RULE(RECORD)->width -= 1)
BREAK(nested_nowhere, field_of(form, RECORD, 1), field_of(form, RECORD, 1)->value = GDV_FIELD_NOWHERE)
BREAK(demands_more, RULE(TUPLE), RULE(TUPLE)->least = 2)
BREAK(refs_of_another, RULE(LED), RULE(LED)->first -= 1)
BREAK(refs_too_many, RULE(ROOT), form->tables[GDV_FORM_REFS].count -= 1)
BREAK(union_in_union, ref_of(form, UNION, GDV_TYPE_BOOL), *ref_of(form, UNION, GDV_TYPE_BOOL) = UNION)
BREAK(union_to_the_root, ref_of(form, UNION, GDV_TYPE_INT), *ref_of(form, UNION, GDV_TYPE_INT) = ROOT)
BREAK(tag_to_a_tuple, ref_of(form, TAGGED, 0), *ref_of(form, TAGGED, 0) = LEAD)
BREAK(lead_to_a_record, ref_of(form, LED, 0), *ref_of(form, LED, 0) = CASE)
BREAK(tag_to_none, ref_of(form, TAGGED, 0), *ref_of(form, TAGGED, 0) = GDV_NONE)
BREAK(narrower_than_inside, ref_of(form, TAGGED, 0), RULE(TAGGED)->width = 0)
BREAK(case_without_packet, ref_of(form, ROOT, 0), *ref_of(form, ROOT, 0) = 2)

static const struct {
    const char *what;
    breaks *broken[12];
} rows[] = {
    {"there is no root", {no_root}},
    {"the root leads to no packet", {root_to_no_packet, root_to_no_rule, root_astray}},
    {"there is no such kind of rule", {unknown_kind}},
    {"a rule has no such name, source or width", {unnamed, unknown_source, too_wide}},
    {"a range has no ends", {no_length, no_int, no_float, low_infinite, high_infinite, low_inside, high_outside}},
    {"an element, key or value has no rule", {no_strings, strings_of_any, no_key, no_value, value_of_the_root}},
    {"a rule has a type that it cannot have", {no_type}},
    {"a union by tag has no tag", {no_tag}},
    {"no text can be of this rule", {no_text}},
    {"a rule has texts that are not its own",
     {texts_of_another, texts_beyond, texts_too_many, bits_too_many, slots_of_another}},
    {"a slot leads to no text", {slot_astray}},
    {"a rule has numbers that are not its own",
     {numbers_of_another, numbers_too_many, floats_of_another, floats_too_many, floats_far_too_many}},
    {"numbers do not ascend", {first_twice, second_twice, third_twice}},
    {"numbers do not ascend, or have other floats",
     {float_twice, float_descends, float_infinite, float_below_all, float_nan, other_float}},
    {"a rule has fields that are not its own", {fields_of_another, fields_too_many}},
    {"a field leads to no rule", {field_to_no_rule, field_to_the_root, field_of_unknown_flag}},
    {"a field's value has no room in a match", {field_without_room, nested_without_room, nested_nowhere}},
    {"a rule demands other fields than it has", {demands_more}},
    {"a rule has refs that are not its own", {refs_of_another, refs_too_many}},
    {"a union leads to what it cannot be",
     {union_in_union, union_to_the_root, tag_to_a_tuple, lead_to_a_record, tag_to_none, narrower_than_inside,
      case_without_packet}},
};

static gdv_status load(const gdv_form *form, gdv_schema_error *error)
{
    gdv_schema schema;
    error->struct_size = sizeof *error;
    return gdv_schema_load(form, form->size, &schema, error);
}

static void expect_blamed(breaks *broken, const char *what, size_t which)
{
    gdv_schema_error error;
    gdv_form *form = whole_form();
    cr_assert_eq(load(form, &error), GDV_OK, "%s", error.message);
    const uint8_t *where = broken(form);
    cr_expect_eq(load(form, &error), GDV_E_SCHEMA_FORM, "%s %zu", what, which);
    cr_expect_str_eq(error.message, what, "%s %zu: %s", what, which, error.message);
    cr_expect_eq(error.offset, (uint64_t)(where - (const uint8_t *)form), "%s %zu", what, which);
    free(form);
}

Test(load_rules, the_broken_member_is_blamed)
{
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        for (size_t which = 0; which < COUNT_OF(rows[row].broken) && rows[row].broken[which] != NULL; which += 1) {
            expect_blamed(rows[row].broken[which], rows[row].what, which);
        }
    }
}

/* The ends of all that is finite are members like others. */
Test(load_rules, sets_reach_from_end_to_end)
{
    gdv_schema_error error;
    gdv_form *form = whole_form();
    set_float(form, 0, -DBL_MAX, -(double)FLT_MAX);
    set_float(form, 2, DBL_MAX, (double)FLT_MAX);
    cr_expect_eq(load(form, &error), GDV_OK, "%s", error.message);
    free(form);
}

/* A range to infinity, where the rule lets it pass. */
Test(load_rules, ranges_may_be_infinite_where_that_is_said)
{
    gdv_schema_error error;
    gdv_form *form = whole_form();
    set_range(RULE(FLOAT), -(double)INFINITY, (double)INFINITY);
    RULE(FLOAT)->flags |= GDV_RULE_NONFINITE;
    cr_expect_eq(load(form, &error), GDV_OK, "%s", error.message);
    free(form);
}

/* What a kind has no use for is 0, and leads nowhere: not to rule 0, which here is the root's, nor to text 0, which
 * there is not. */
Test(load_rules, what_a_kind_does_not_use_leads_nowhere)
{
    gdv_schema_error error;
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t root = draft_rule(made, GDV_RULE_LED);
    (void)draft_rule(made, GDV_RULE_ANY);
    uint32_t none = draft_rule(made, GDV_RULE_FLOAT);
    draft_at(made, root)->flags |= GDV_RULE_ROOT;
    draft_at(made, none)->flags |= GDV_RULE_SET;
    draft_root(made, GDV_TYPE_ARRAY, root);
    gdv_form *form = draft_form(made);
    draft_free(made);
    cr_assert_eq(form->tables[GDV_FORM_TEXTS].count, 0);
    cr_expect_eq(load(form, &error), GDV_OK, "%s", error.message);
    free(form);
}
