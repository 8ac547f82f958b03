/* SPDX-License-Identifier: MIT */
/* What the two files that hold values against rules share: the recursion, and what it notes. */
#ifndef GDV_TESTS_NAIVE_SCHEMA_CHECK_H
#define GDV_TESTS_NAIVE_SCHEMA_CHECK_H

#include "tests/reference/naive_schema.h"

typedef struct naive_checking {
    const naive_schema *schema;
    bool names_are_strings; /* a StringName is as good as a String */
    naive_finding finding;
} naive_checking;

/* Where a value stands; NULL for the outermost. */
typedef struct naive_place {
    const struct naive_place *outer;
    char piece[80];
} naive_place;

/* Whether a value passes; where not, the first fault in it is noted. */
bool naive_check(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at);

/* The two kinds of rules that lead to others. */
bool naive_check_union(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at);
bool naive_check_named(naive_checking *now, const naive_rule *rule, const naive_value *value, const naive_place *at);

/* Notes a fault, and returns false. */
bool naive_refuse_value(naive_checking *now, gdv_status code, const naive_rule *rule, const naive_value *value,
                        const naive_place *at);

/* Whether the value is of the rule's type, whatever is in it. Not for unions and names. */
bool naive_is_of_type(const naive_checking *now, const naive_rule *rule, const naive_value *value);

/* The value of a field's key; NULL where there is none. */
const naive_value *naive_value_of(const naive_checking *now, const naive_value *dictionary, const naive_rule *field);

/* The place of the value of a key. */
naive_place naive_of_key(const naive_place *outer, const naive_value *key);

#endif
