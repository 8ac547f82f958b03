/* SPDX-License-Identifier: MIT */
/* A key is the field whose name it has, whole, and of no other type: not of a longer name, nor of bytes that lie somewhere
 * else. What is demanded and not there is named, wherever among many fields it stands. Promises 3 and 6. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/checked.h"
#include "tests/support/draft.h"

static gdv_schema record(draft *made)
{
    draft_packet(made, "one", 0);
    draft_root(made, GDV_TYPE_DICTIONARY, 0);
    return draft_load(made);
}

static void code_is(const gdv_schema *schema, const char *calls, gdv_status code)
{
    checked got;
    checked_calls(&got, schema, NULL, calls);
    cr_expect_eq(got.code, code, "%s: %s", calls, got.line);
}

/* { pos: int } */
Test(keys_of_records, the_beginning_of_a_name_is_no_key)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    draft_field(made, rule, "pos", draft_int(made, 0, 9), 0);
    gdv_schema schema = record(made);
    code_is(&schema, "dict str=pos int=1 end", GDV_OK);
    code_is(&schema, "dict name=pos int=1 end", GDV_OK);
    code_is(&schema, "dict str=po int=1 end", GDV_E_UNKNOWN_KEY);
    code_is(&schema, "dict str= int=1 end", GDV_E_UNKNOWN_KEY);
    code_is(&schema, "dict str=posx int=1 end", GDV_E_UNKNOWN_KEY);
    draft_drop(&schema);
}

/* The first key of a dictionary begins at byte 16 of the packet. From byte 20 on, this one is the field's name. */
Test(keys_of_records, the_end_of_a_key_is_no_key)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    draft_field(made, rule, "abcdefghijklmnop", draft_int(made, 0, 9), 0);
    gdv_schema schema = record(made);
    code_is(&schema, "dict str=abcdefghijklmnop int=1 end", GDV_OK);
    code_is(&schema, "dict str=xxxxabcdefghijklmnop int=1 end", GDV_E_UNKNOWN_KEY);
    draft_drop(&schema);
}

/* Four bytes before the texts of this form, where "a" is four after their begin, lies a byte of the int key that is 'z'. */
Test(keys_of_records, the_numbers_of_a_form_are_no_text)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t number = draft_int(made, 0, 9);
    draft_field(made, rule, "a", number, 0);
    draft_int_field(made, rule, 0x7a00000000, number, GDV_FIELD_OPTIONAL);
    gdv_schema schema = record(made);
    code_is(&schema, "dict str=a int=1 end", GDV_OK);
    code_is(&schema, "dict str=z int=1 end", GDV_E_UNKNOWN_KEY);
    draft_drop(&schema);
}

/* { 1: int }: true has the bits of 1, and a float has some int's. */
Test(keys_of_records, what_is_no_int_is_no_int_key)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t number = draft_int(made, 0, 9);
    draft_int_field(made, rule, 1, number, GDV_FIELD_OPTIONAL);
    draft_int_field(made, rule, 0x3f800000, number, GDV_FIELD_OPTIONAL);
    gdv_schema schema = record(made);
    code_is(&schema, "dict int=1 int=1 end", GDV_OK);
    code_is(&schema, "dict true int=1 end", GDV_E_UNKNOWN_KEY);
    code_is(&schema, "dict int=1065353216 int=1 end", GDV_OK);
    code_is(&schema, "dict float=1 int=1 end", GDV_E_UNKNOWN_KEY);
    draft_drop(&schema);
}

/* { a?: int, b: int }, whose number of pairs in all means nothing, as it is not open. */
Test(keys_of_records, what_is_optional_stands_for_nothing_else)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t number = draft_int(made, 0, 9);
    draft_field(made, rule, "a", number, GDV_FIELD_OPTIONAL);
    draft_field(made, rule, "b", number, 0);
    draft_at(made, rule)->most = 1;
    gdv_schema schema = record(made);
    code_is(&schema, "dict str=b int=1 end", GDV_OK);
    code_is(&schema, "dict str=a int=1 str=b int=1 end", GDV_OK);
    code_is(&schema, "dict str=b int=1 str=a int=1 end", GDV_OK);
    code_is(&schema, "dict str=a int=1 end", GDV_E_MISSING_KEY);
    draft_drop(&schema);
}

enum { EACH = 48 }; /* texts, and ints: more than a word has bits, together as many as three words */

/* Field `left_out` of all, and the one that is optional, are not there. */
static void without(char *calls, size_t size, uint32_t left_out)
{
    size_t length = (size_t)snprintf(calls, size, "dict");
    for (uint32_t field = 0; field < 2 * EACH; field += 1) {
        const char *form = field < EACH ? " str=k%u nil" : " int=%u nil";
        if (field != left_out && field != 3) {
            length += (size_t)snprintf(calls + length, size - length, form, field);
        }
    }
    (void)snprintf(calls + length, size - length, " end");
}

/* { k0: Variant, .. k47: Variant, 48: Variant, .. 95: Variant }, k3 of which is optional. */
Test(keys_of_records, each_of_many_that_is_missing_is_named)
{
    static char names[EACH][8];
    char calls[2048];
    char expected[128];
    checked got;
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    for (uint32_t field = 0; field < EACH; field += 1) {
        (void)snprintf(names[field], sizeof names[field], "k%u", field);
        draft_field(made, rule, names[field], any, field == 3 ? GDV_FIELD_OPTIONAL : 0);
    }
    for (uint32_t field = EACH; field < 2 * EACH; field += 1) {
        draft_int_field(made, rule, field, any, 0);
    }
    gdv_schema schema = record(made);
    for (uint32_t field = 0; field < 2 * EACH; field += 1) {
        without(calls, sizeof calls, field);
        (void)snprintf(expected, sizeof expected, "MISSING_KEY packet: key %s%u%s is missing (packet one)",
                       field < EACH ? "\"k" : "", field, field < EACH ? "\"" : "");
        checked_calls(&got, &schema, NULL, calls);
        cr_expect_str_eq(got.line, field == 3 ? "" : expected, "field %u: %s", field, got.line);
    }
    without(calls, sizeof calls, 2 * EACH);
    code_is(&schema, calls, GDV_OK);
    code_is(&schema, "dict end", GDV_E_MISSING_KEY);
    draft_drop(&schema);
}

/* [{ a: Variant, b: Variant }, String]: the text after a dictionary is no key of it. */
Test(keys_of_records, what_stands_after_a_dictionary_is_not_there)
{
    checked got;
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t two = draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    draft_field(made, rule, NULL, two, 0);
    draft_field(made, rule, NULL, any, 0);
    draft_field(made, two, "a", any, 0);
    draft_field(made, two, "b", any, 0);
    draft_packet(made, "one", 0);
    draft_root(made, GDV_TYPE_ARRAY, rule);
    gdv_schema schema = draft_load(made);
    checked_calls(&got, &schema, NULL, "array dict str=a nil end str=b end");
    cr_expect_str_eq(got.line, "MISSING_KEY [0]: key \"b\" is missing", "%s", got.line);
    draft_drop(&schema);
}

/* { first: int, a: Place, b: Place, list: Array[{ in: Place }], map: Dictionary[String, Place] }, where what is in `a`
 * is kept and what is in `b` is not: value 0 is of first, 1 of a, 2 and 3 of a.x and a.y, 4 of b, 5 of list, 6 of map. */
static gdv_schema places(void)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t place = draft_rule(made, GDV_RULE_RECORD);
    uint32_t number = draft_int(made, 0, 9);
    draft_field(made, place, "x", number, 0);
    draft_field(made, place, "y", number, 0);
    uint32_t outer = draft_rule(made, GDV_RULE_RECORD);
    draft_field(made, outer, "in", place, GDV_FIELD_NESTED);
    uint32_t map = draft_rule(made, GDV_RULE_MAP);
    draft_at(made, map)->key = draft_text(made, 0, 9, 0);
    draft_at(made, map)->value = place;
    uint32_t list = draft_array(made, outer, 0, 9);
    draft_field(made, rule, "first", number, 0);
    draft_field(made, rule, "a", place, GDV_FIELD_NESTED | GDV_FIELD_OPTIONAL);
    draft_field(made, rule, "b", place, GDV_FIELD_OPTIONAL);
    draft_field(made, rule, "list", list, GDV_FIELD_OPTIONAL);
    draft_field(made, rule, "map", map, GDV_FIELD_OPTIONAL);
    return record(made);
}

/* Nodes of a packet are its values, in their order: 0 is the dictionary, 1 the first key, 2 its value. */
Test(keys_of_records, a_match_keeps_what_the_schema_keeps_and_nothing_else)
{
    enum { KEPT = 7 };
    static const struct {
        const char *calls;
        uint32_t kept[KEPT];
    } rows[] = {
        {"dict str=first int=1 str=a dict str=y int=2 str=x int=3 end end", {2, 4, 8, 6, GDV_NONE, GDV_NONE, GDV_NONE}},
        {"dict str=list array end str=first int=1 str=b dict str=x int=2 str=y int=3 end end",
         {4, GDV_NONE, GDV_NONE, GDV_NONE, 6, 2, GDV_NONE}},
        {"dict str=first int=1 str=list array dict str=in dict str=x int=2 str=y int=3 end end end end",
         {2, GDV_NONE, GDV_NONE, GDV_NONE, GDV_NONE, 4, GDV_NONE}},
        {"dict str=first int=1 str=map dict str=m dict str=x int=2 str=y int=3 end end end",
         {2, GDV_NONE, GDV_NONE, GDV_NONE, GDV_NONE, GDV_NONE, 4}},
    };
    gdv_schema schema = places();
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        checked got;
        checked_calls(&got, &schema, NULL, rows[row].calls);
        cr_expect_str_eq(got.line, "");
        cr_assert_eq(got.match.count, (uint32_t)KEPT);
        for (uint32_t value = 0; value < KEPT; value += 1) {
            cr_expect_eq(got.match.values[value], rows[row].kept[value], "row %zu, value %u: %u", row, value,
                         got.match.values[value]);
        }
    }
    draft_drop(&schema);
}
