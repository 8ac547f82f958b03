/* SPDX-License-Identifier: MIT */
/* Whether one schema admits all that another does: rule by rule, so that each place where it may not is named. Where two
 * rules are of kinds that are not compared further, it may not. */
#ifndef GDV_CLI_SCHEMA_COMPARE_H
#define GDV_CLI_SCHEMA_COMPARE_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* What is told of each place: its path, the lines of both rules (0 for none), and why. */
typedef void schema_narrower(void *state, const char *path, uint32_t old_line, uint32_t new_line, const char *why);

/* Tells each place where `newer` may refuse what `older` admits. Returns false, having complained, where memory does not
 * suffice. */
bool schema_compare(const gdv_schema *older, const gdv_schema *newer, schema_narrower *tell, void *state);

/* Whether every text of one rule passes the other, both TEXT: NULL, or why not. */
const char *schema_text_narrows(const gdv_schema *older, const gdv_rule *was, const gdv_schema *newer,
                                const gdv_rule *is);

/* Whether every number of one rule passes the other, of kinds INT, FLOAT, NUMBER, MATH or PACKED: NULL, or why not. */
const char *schema_number_narrows(const gdv_schema *older, const gdv_rule *was, const gdv_schema *newer,
                                  const gdv_rule *is);

/* A type that values of a rule have that is no union; and whether values of a type can pass it. */
uint32_t schema_rule_type(const gdv_rule *rule);
bool schema_rule_takes(const gdv_rule *rule, uint32_t type);

#endif
