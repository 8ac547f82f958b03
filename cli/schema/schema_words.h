/* SPDX-License-Identifier: MIT */
/* Numbers, ranges and strings as a schema spells them, on standard output. */
#ifndef GDV_CLI_SCHEMA_WORDS_H
#define GDV_CLI_SCHEMA_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* A text in quotes. And whether a key needs none. */
void schema_print_quoted(gdv_text text);
bool schema_is_identifier(gdv_text text);

/* A number as an end of a range. */
void schema_print_double(double number);

/* A rule's range, with a blank before it; nothing where every number passes. Ends that nobody gave are the furthest: of
 * floats the furthest finite ones, but with `nonfinite`, which is printed too. */
void schema_print_ints(const gdv_rule *rule);
void schema_print_floats(const gdv_rule *rule);

/* How many, with a blank before it; nothing where every number passes. */
void schema_print_count(uint32_t least, uint32_t most);

#endif
