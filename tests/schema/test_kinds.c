/* SPDX-License-Identifier: MIT */
/* Every kind of rule, accepting and refusing at its boundaries. Each row is checked twice: as an element of an array, where
 * plain values take the fast path, and as the outermost value, where they never do. The two must agree, and so must what
 * they say. Promises 1, 3 and 6. */
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* A rule, and all that is in it. */
typedef uint32_t maker(draft *of);

typedef struct row {
    maker *make;
    const char *calls;
    const char *line; /* without the place; "" where it passes */
} row;

static gdv_schema in_an_array(maker *make, gdv_dialect dialect)
{
    draft *made = draft_new(dialect);
    uint32_t only = draft_rule(made, GDV_RULE_TUPLE);
    draft_packet(made, "one", 0);
    draft_field(made, only, NULL, make(made), 0);
    draft_root(made, GDV_TYPE_ARRAY, only);
    return draft_load(made);
}

static gdv_schema outermost(maker *make, gdv_dialect dialect)
{
    draft *made = draft_new(dialect);
    uint32_t only = draft_rule(made, GDV_RULE_UNION);
    draft_packet(made, "one", 0);
    uint32_t rule = make(made);
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        draft_alternative(made, only, (gdv_type)type, rule);
        draft_root(made, (gdv_type)type, only);
    }
    return draft_load(made);
}

static void row_holds(const row *claim, size_t index, gdv_dialect dialect, const gdv_policy *policy)
{
    char calls[512];
    char expected[512];
    checked got;
    gdv_schema schema = in_an_array(claim->make, dialect);
    const char *space = strchr(claim->line, ' ');
    int code = space == NULL ? 0 : (int)(space - claim->line + 1);

    snprintf(calls, sizeof calls, "array %s end", claim->calls);
    snprintf(expected, sizeof expected, "%.*s%s%s", code, claim->line, code > 0 ? "[0]" : "", claim->line + code);
    checked_calls(&got, &schema, policy, calls);
    cr_expect_str_eq(got.line, expected, "row %zu, %s: %s", index, calls, got.line);
    draft_drop(&schema);

    schema = outermost(claim->make, dialect);
    bool part = code > 0 && claim->line[code] != ':';
    snprintf(expected, sizeof expected, "%.*s%s%s", code, claim->line, code > 0 && !part ? "packet" : "",
             claim->line + code);
    checked_calls(&got, &schema, policy, claim->calls);
    cr_expect_str_eq(got.line, expected, "row %zu, %s: %s", index, claim->calls, got.line);
    draft_drop(&schema);
}

static void rows_hold(const row *rows, size_t count, gdv_dialect dialect, const gdv_policy *policy)
{
    for (size_t index = 0; index < count; index += 1) {
        row_holds(&rows[index], index, dialect, policy);
    }
}

#define HOLD(rows) rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4, NULL)

static uint32_t any(draft *of)
{
    return draft_rule(of, GDV_RULE_ANY);
}

static uint32_t nil(draft *of)
{
    return draft_rule(of, GDV_RULE_NIL);
}

Test(kinds, any_and_null)
{
    static const row rows[] = {
        {any, "nil", ""},
        {any, "dict int=1 array true end end", ""},
        {nil, "nil", ""},
        {nil, "false", "WRONG_TYPE : bool false is not null"},
        {nil, "array end", "WRONG_TYPE : Array is not null"},
    };
    HOLD(rows);
}

static uint32_t bool_of(draft *of, int64_t lowest, int64_t highest)
{
    uint32_t rule = draft_rule(of, GDV_RULE_BOOL);
    draft_at(of, rule)->lowest = lowest;
    draft_at(of, rule)->highest = highest;
    return rule;
}

static uint32_t boolean(draft *of)
{
    return bool_of(of, 0, 1);
}

static uint32_t only_true(draft *of)
{
    return bool_of(of, 1, 1);
}

static uint32_t only_false(draft *of)
{
    return bool_of(of, 0, 0);
}

Test(kinds, bools)
{
    static const row rows[] = {
        {boolean, "true", ""},
        {boolean, "false", ""},
        {boolean, "int=1", "WRONG_TYPE : int 1 is not bool"},
        {only_true, "true", ""},
        {only_true, "false", "NOT_A_MEMBER : false is not true"},
        {only_false, "false", ""},
        {only_false, "true", "NOT_A_MEMBER : true is not false"},
    };
    HOLD(rows);
}

static uint32_t health(draft *of)
{
    return draft_int(of, 0, 100);
}

static uint32_t natural(draft *of)
{
    return draft_int(of, 0, INT64_MAX);
}

static uint32_t up_to_five(draft *of)
{
    return draft_int(of, INT64_MIN, 5);
}

static uint32_t wide(draft *of)
{
    return draft_int(of, -3000000000, 3000000000);
}

static uint32_t five(draft *of)
{
    return draft_int(of, 5, 5);
}

static uint32_t sparse(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_INT);
    draft_int_member(of, rule, -3000000000);
    draft_int_member(of, rule, -1);
    draft_int_member(of, rule, 2);
    draft_int_member(of, rule, 7);
    return rule;
}

Test(kinds, ints)
{
    static const row rows[] = {
        {health, "int=0", ""},
        {health, "int=100", ""},
        {health, "int=-1", "OUT_OF_RANGE : -1 is not in 0..100"},
        {health, "int=101", "OUT_OF_RANGE : 101 is not in 0..100"},
        {health, "float=5", "WRONG_TYPE : float 5.0 is not int"},
        {health, "str=5", "WRONG_TYPE : String \"5\" is not int"},
        {natural, "int=9223372036854775807", ""},
        {natural, "int=-5000000000", "OUT_OF_RANGE : -5000000000 is not in 0.."},
        {up_to_five, "int=-9223372036854775808", ""},
        {up_to_five, "int=6", "OUT_OF_RANGE : 6 is not in ..5"},
        {wide, "int=3000000000", ""},
        {wide, "int=-3000000000", ""},
        {wide, "int=3000000001", "OUT_OF_RANGE : 3000000001 is not in -3000000000..3000000000"},
        {five, "int=5", ""},
        {five, "int=6", "OUT_OF_RANGE : 6 is not 5"},
    };
    HOLD(rows);
}

Test(kinds, ints_of_a_set)
{
    static const char one_of[] = "NOT_A_MEMBER : 3 is not one of -3000000000, -1, 2, 7";
    static const row rows[] = {
        {sparse, "int=-3000000000", ""},
        {sparse, "int=-1", ""},
        {sparse, "int=2", ""},
        {sparse, "int=7", ""},
        {sparse, "int=3", one_of},
        {sparse, "int=8", "NOT_A_MEMBER : 8 is not one of -3000000000, -1, 2, 7"},
        {sparse, "int=-3000000001", "NOT_A_MEMBER : -3000000001 is not one of -3000000000, -1, 2, 7"},
        {sparse, "float=2", "WRONG_TYPE : float 2.0 is not int"},
    };
    HOLD(rows);
}

static uint32_t angle(draft *of)
{
    return draft_float(of, -3.141592653589793, 3.141592653589793);
}

static uint32_t finite(draft *of)
{
    return draft_rule(of, GDV_RULE_FLOAT);
}

static uint32_t any_float(draft *of)
{
    return draft_float(of, -(double)INFINITY, (double)INFINITY);
}

static uint32_t positive_or_infinite(draft *of)
{
    return draft_float(of, 0.0, (double)INFINITY);
}

static uint32_t bounded_or_nan(draft *of)
{
    uint32_t rule = draft_float(of, 0.0, 1.0);
    draft_at(of, rule)->flags |= GDV_RULE_NONFINITE;
    return rule;
}

/* A float of 32 bits next to pi is above it; of 64 bits pi itself is the last. */
Test(kinds, floats_in_the_width_of_the_packet)
{
    static const row rows[] = {
        {angle, "float=0", ""},
        {angle, "float#400921fb54442d18", ""},
        {angle, "float#400921fb60000000", ""},
        {angle, "float#c00921fb60000000", ""},
        {angle, "float#400921fb54442d19",
         "OUT_OF_RANGE : 3.1415926535897936 is not in -3.141592653589793..3.141592653589793"},
        {angle, "float#400921fb80000000", "OUT_OF_RANGE : 3.141593 is not in -3.141592653589793..3.141592653589793"},
        {angle, "float#c00921fb80000000", "OUT_OF_RANGE : -3.141593 is not in -3.141592653589793..3.141592653589793"},
        {angle, "int=1", "WRONG_TYPE : int 1 is not float"},
        {finite, "float#7fefffffffffffff", ""},
        {finite, "float#ffefffffffffffff", ""},
    };
    HOLD(rows);
}

Test(kinds, floats_that_are_not_finite)
{
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE);
    static const row rows[] = {
        {finite, "float#7ff0000000000000", "OUT_OF_RANGE : inf is not finite"},
        {finite, "float#7ff8000000000000", "OUT_OF_RANGE : nan is not finite"},
        {angle, "float#7ff8000000000000", "OUT_OF_RANGE : nan is not in -3.141592653589793..3.141592653589793"},
        {any_float, "float#7ff0000000000000", ""},
        {any_float, "float#fff0000000000000", ""},
        {any_float, "float#7ff8000000000000", ""},
        {any_float, "float#7ff8000000000001", ""},
        {positive_or_infinite, "float#7ff0000000000000", ""},
        {positive_or_infinite, "float#7ff8000000000000", ""},
        {positive_or_infinite, "float#fff0000000000000", "OUT_OF_RANGE : -inf is not in 0.."},
        {bounded_or_nan, "float#7ff8000000000000", ""},
        {bounded_or_nan, "float#7ff8000000000001", ""},
        {bounded_or_nan, "float#7ff0000000000000", "OUT_OF_RANGE : inf is not in 0..1"},
        {bounded_or_nan, "float=1", ""},
        {bounded_or_nan, "float=1.1", "OUT_OF_RANGE : 1.1 is not in 0..1"},
    };
    rows_hold(rows, COUNT_OF(rows), GDV_DIALECT_GODOT4_4, &policy);
}

static uint32_t float_set(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_FLOAT);
    draft_float_member(of, rule, -2.5);
    draft_float_member(of, rule, 0.1);
    draft_float_member(of, rule, 4.0);
    return rule;
}

/* A client with 32 bits sends 0.1 as the nearest float, one with 64 as it is; the writer takes the narrow form where it
 * loses nothing, so that 3fb999999999999a stays a double and 3fb99999a0000000 becomes a float. */
Test(kinds, floats_of_a_set)
{
    static const row rows[] = {
        {float_set, "float=-2.5", ""},
        {float_set, "float#3fb999999999999a", ""},
        {float_set, "float#3fb99999a0000000", ""},
        {float_set, "float=4", ""},
        {float_set, "float#3fb999999999999b", "NOT_A_MEMBER : 0.10000000000000002 is not one of -2.5, 0.1, 4.0"},
        {float_set, "float=5", "NOT_A_MEMBER : 5.0 is not one of -2.5, 0.1, 4.0"},
        {float_set, "float=-3", "NOT_A_MEMBER : -3.0 is not one of -2.5, 0.1, 4.0"},
        {float_set, "int=4", "WRONG_TYPE : int 4 is not float"},
    };
    HOLD(rows);
}

static uint32_t number(draft *of)
{
    uint32_t rule = draft_rule(of, GDV_RULE_NUMBER);
    draft_floats(of, rule, -0.5, 2.5);
    draft_at(of, rule)->lowest = 0;
    draft_at(of, rule)->highest = 2;
    return rule;
}

Test(kinds, numbers_of_either_type)
{
    static const row rows[] = {
        {number, "int=0", ""},
        {number, "int=2", ""},
        {number, "float=2.5", ""},
        {number, "float=-0.5", ""},
        {number, "int=3", "OUT_OF_RANGE : 3 is not in 0..2"},
        {number, "float=2.6", "OUT_OF_RANGE : 2.6 is not in -0.5..2.5"},
        {number, "true", "WRONG_TYPE : bool true is not a number"},
    };
    HOLD(rows);
}
