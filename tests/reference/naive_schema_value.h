/* SPDX-License-Identifier: MIT */
/* What naive_schema.c asks of one value that holds no others. */
#ifndef GDV_TESTS_NAIVE_SCHEMA_VALUE_H
#define GDV_TESTS_NAIVE_SCHEMA_VALUE_H

#include "tests/reference/naive_schema.h"

/* Whether every number of a value is in the rule's range, the ends of which are rounded outwards to the number's width. */
bool naive_components_fit(const naive_rule *rule, const naive_value *value);

/* Whether a length is in the rule's range; and how long a packed array is. */
bool naive_length_fits(const naive_rule *rule, size_t length);
size_t naive_length_of(const naive_value *value);

/* GDV_OK, GDV_E_WRONG_LENGTH or GDV_E_WRONG_TEXT. */
gdv_status naive_text_fits(const naive_rule *rule, naive_text text);

bool naive_is_the_text(naive_text text, const char *wanted);

#endif
