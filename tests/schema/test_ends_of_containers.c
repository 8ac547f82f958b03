/* SPDX-License-Identifier: MIT */
/* What is in a container is judged by its rules, what is after it by others: nothing beside it counts as in it. And
 * alternatives are chosen by what is in a container alone, by its whole tag, of its type. Promises 3 and 6. */
#include <criterion/criterion.h>

#include "tests/support/checked.h"
#include "tests/support/draft.h"

static gdv_schema alone(draft *made, gdv_type type)
{
    draft_packet(made, "one", 0);
    draft_root(made, type, 0);
    return draft_load(made);
}

static void code_is(const gdv_schema *schema, const gdv_policy *policy, const char *calls, gdv_status code)
{
    checked got;
    checked_calls(&got, schema, policy, calls);
    cr_expect_eq(got.code, code, "%s: %s", calls, got.line);
}

static uint32_t map(draft *made, uint32_t key, uint32_t value)
{
    uint32_t rule = draft_rule(made, GDV_RULE_MAP);
    draft_at(made, rule)->key = key;
    draft_at(made, rule)->value = value;
    return rule;
}

/* [Array[int 0..9], int 100..200, Dictionary[int 0..9, int 0..9], int 100..200, int 100..200] */
Test(ends_of_containers, what_stands_after_them_is_not_in_them)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t small = draft_int(made, 0, 9);
    uint32_t large = draft_int(made, 100, 200);
    draft_field(made, rule, NULL, draft_array(made, small, 0, 9), 0);
    draft_field(made, rule, NULL, large, 0);
    draft_field(made, rule, NULL, map(made, small, small), 0);
    draft_field(made, rule, NULL, large, 0);
    draft_field(made, rule, NULL, large, 0);
    gdv_schema schema = alone(made, GDV_TYPE_ARRAY);
    code_is(&schema, NULL, "array array int=1 end int=100 dict int=1 int=2 end int=100 int=200 end", GDV_OK);
    code_is(&schema, NULL, "array array int=1 end int=5 dict int=1 int=2 end int=100 int=200 end", GDV_E_OUT_OF_RANGE);
    code_is(&schema, NULL, "array array end int=5 dict end int=100 int=200 end", GDV_E_OUT_OF_RANGE);
    code_is(&schema, NULL, "array array int=1 end int=100 dict int=1 int=2 end int=5 int=200 end", GDV_E_OUT_OF_RANGE);
    code_is(&schema, NULL, "array array int=1 end int=100 dict int=1 int=2 end int=5 int=5 end", GDV_E_OUT_OF_RANGE);
    draft_drop(&schema);
}

/* Dictionary[int 0..9, Array[Dictionary[int 0..9, int 0..9]]]: after a value a key comes, whatever the value held. */
Test(ends_of_containers, keys_and_values_take_turns)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_MAP);
    uint32_t small = draft_int(made, 0, 9);
    draft_at(made, rule)->key = small;
    draft_at(made, rule)->value = draft_array(made, map(made, small, small), 0, 9);
    gdv_schema schema = alone(made, GDV_TYPE_DICTIONARY);
    checked got;
    code_is(&schema, NULL, "dict int=1 array end int=2 array dict int=3 int=4 end end int=5 array end end", GDV_OK);
    checked_calls(&got, &schema, NULL, "dict int=1 array end int=10 array end end");
    cr_expect_str_eq(got.violation.found, "10");
    cr_expect_str_eq(got.violation.part, "{key}");
    cr_expect_eq(got.code, GDV_E_OUT_OF_RANGE);
    checked_calls(&got, &schema, NULL, "dict int=1 array end int=2 int=3 end");
    cr_expect_eq(got.code, GDV_E_WRONG_TYPE);
    cr_expect_str_eq(got.violation.part, "");
    draft_drop(&schema);
}

/* { a: Variant, b: Object, c: Array[Variant], d: Dictionary[Variant, Variant], e: int 0..9 } and, with the first two, an
 * Array of them and int: whatever is in a value that may be anything, the next one is judged. */
Test(ends_of_containers, whatever_is_in_a_value_the_next_is_judged)
{
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    uint32_t object = draft_rule(made, GDV_RULE_VALUE);
    uint32_t small = draft_int(made, 0, 9);
    draft_at(made, object)->type = GDV_TYPE_OBJECT;
    uint32_t tuple = draft_rule(made, GDV_RULE_TUPLE);
    draft_field(made, rule, "a", any, 0);
    draft_field(made, rule, "b", object, 0);
    draft_field(made, rule, "c", draft_array(made, any, 0, 9), 0);
    draft_field(made, rule, "d", map(made, any, any), 0);
    draft_field(made, rule, "e", tuple, 0);
    draft_field(made, tuple, NULL, any, 0);
    draft_field(made, tuple, NULL, object, 0);
    draft_field(made, tuple, NULL, small, 0);
    gdv_schema schema = alone(made, GDV_TYPE_DICTIONARY);
#define BEFORE                                                                                                         \
    "dict str=a array int=10 dict nil nil end end str=b object=Node prop=x array int=10 end end "                      \
    "str=c array array int=10 end nil end str=d dict array int=10 end dict end end str=e array array int=10 end "
    code_is(&schema, &policy, BEFORE "object=Node prop=x int=10 end int=9 end end", GDV_OK);
    code_is(&schema, &policy, BEFORE "object=Node prop=x int=10 end int=10 end end", GDV_E_OUT_OF_RANGE);
    code_is(&schema, &policy, BEFORE "nil int=9 end end", GDV_E_WRONG_TYPE);
    draft_drop(&schema);
}

/* { "type": "a", n: float } | { "type": "b", n: int }, both with a key `ty` of any value. */
Test(ends_of_containers, a_tag_is_the_whole_key)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t either = draft_rule(made, GDV_RULE_TAGGED);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    uint32_t one = draft_rule(made, GDV_RULE_RECORD);
    uint32_t two = draft_rule(made, GDV_RULE_RECORD);
    draft_tag(made, either, "type");
    draft_field(made, one, "n", draft_rule(made, GDV_RULE_FLOAT), 0);
    draft_field(made, two, "n", draft_int(made, 0, 9), 0);
    for (uint32_t each = one; each <= two; each += 1) {
        draft_field(made, each, "type", any, 0);
        draft_field(made, each, "ty", any, GDV_FIELD_OPTIONAL);
        draft_case(made, either, each == one ? "a" : "b", each);
    }
    draft_field(made, rule, NULL, either, 0);
    gdv_schema schema = alone(made, GDV_TYPE_ARRAY);
    code_is(&schema, NULL, "array dict str=type str=b str=n int=1 end end", GDV_OK);
    code_is(&schema, NULL, "array dict str=ty str=a str=type str=b str=n int=1 end end", GDV_OK);
    code_is(&schema, NULL, "array dict str=ty str=a str=n float=1 end end", GDV_E_MISSING_KEY);
    draft_drop(&schema);
}

/* [{ "type": "a", ... }, String, String]: the texts after a dictionary are no tag of it. */
Test(ends_of_containers, a_tag_is_in_the_dictionary)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t either = draft_rule(made, GDV_RULE_TAGGED);
    uint32_t text = draft_text(made, 0, 9, 0);
    uint32_t open = draft_rule(made, GDV_RULE_RECORD);
    draft_at(made, open)->flags |= GDV_RULE_OPEN;
    draft_tag(made, either, "type");
    draft_case(made, either, "a", open);
    draft_field(made, rule, NULL, either, 0);
    draft_field(made, rule, NULL, text, 0);
    draft_field(made, rule, NULL, text, 0);
    gdv_schema schema = alone(made, GDV_TYPE_ARRAY);
    code_is(&schema, NULL, "array dict str=type str=a end str=type str=a end", GDV_OK);
    code_is(&schema, NULL, "array dict end str=type str=a end", GDV_E_MISSING_KEY);
    code_is(&schema, NULL, "array dict str=b str=a end str=type str=a end", GDV_E_MISSING_KEY);
    draft_drop(&schema);
}

/* [1, ...] | ["a", ...]: true has the bits of 1, and is another type. */
Test(ends_of_containers, what_is_no_int_is_no_int_literal)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t either = draft_rule(made, GDV_RULE_LED);
    uint32_t led = draft_rule(made, GDV_RULE_TUPLE);
    draft_at(made, led)->flags |= GDV_RULE_OPEN;
    draft_case(made, either, "a", led);
    draft_int_case(made, either, 1, led);
    draft_field(made, rule, NULL, either, 0);
    gdv_schema schema = alone(made, GDV_TYPE_ARRAY);
    code_is(&schema, NULL, "array array int=1 end end", GDV_OK);
    code_is(&schema, NULL, "array array str=a end end", GDV_OK);
    code_is(&schema, NULL, "array array true end end", GDV_E_NO_ALTERNATIVE);
    code_is(&schema, NULL, "array array nil end end", GDV_E_NO_ALTERNATIVE);
    draft_drop(&schema);
}

/* The rule that tells packets apart may be the first after theirs. */
Test(ends_of_containers, the_rule_after_the_packets_is_no_packet)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t root = draft_rule(made, GDV_RULE_TAGGED);
    draft_at(made, root)->flags |= GDV_RULE_ROOT;
    draft_packet(made, "one", 0);
    draft_tag(made, root, "type");
    draft_case(made, root, "a", rule);
    draft_field(made, rule, "type", draft_literal(made, "a"), 0);
    draft_root(made, GDV_TYPE_DICTIONARY, root);
    gdv_schema schema = draft_load(made);
    checked got;
    checked_calls(&got, &schema, NULL, "dict str=type str=a end");
    cr_expect_eq(got.code, GDV_OK);
    cr_expect_eq(got.match.packet, 0u);
    cr_expect_eq(got.match.count, 1u);
    code_is(&schema, NULL, "dict str=type str=b end", GDV_E_NO_SUCH_PACKET);
    draft_drop(&schema);
}

/* { a?: Dictionary["x", int 0..9], b?: int 0..9 }: a key that is one text; and a first field that is not there. */
Test(ends_of_containers, what_is_not_there_has_no_value)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t rule = draft_rule(made, GDV_RULE_RECORD);
    uint32_t small = draft_int(made, 0, 9);
    draft_field(made, rule, "a", map(made, draft_literal(made, "x"), small), GDV_FIELD_OPTIONAL);
    draft_field(made, rule, "b", small, GDV_FIELD_OPTIONAL);
    gdv_schema schema = alone(made, GDV_TYPE_DICTIONARY);
    checked got;
    code_is(&schema, NULL, "dict str=a dict str=x int=1 end end", GDV_OK);
    checked_calls(&got, &schema, NULL, "dict str=b int=1 end");
    cr_expect_eq(got.match.values[0], GDV_NONE);
    cr_expect_eq(got.match.values[1], 2u);
    draft_drop(&schema);
}
