/* SPDX-License-Identifier: MIT */
/* Internal: the steps from a draft as it was parsed to one that a form can be made of. Each returns false where the schema
 * is wrong, and the draft's fault says why. */
#ifndef GDV_SCHEMA_BIND_H
#define GDV_SCHEMA_BIND_H

#include "draft.h"

/* bind.c: names become rules, and lists are ordered. n log n. */
bool gdv_bind_names(gdv_draft *draft);

/* unions.c: alternatives are told apart by type, tag and first element, and packets by all of these. Linear in the
 * alternatives, but for orders of tags. */
bool gdv_join_unions(gdv_draft *draft);

/* visit.c: how many values a match keeps for each rule, and whether any contains itself. Linear. */
bool gdv_visit_rules(gdv_draft *draft);

/* emit.c: the form, at the front of the memory; its size. What it is, gdv_schema_load says. */
uint32_t gdv_emit_form(gdv_draft *draft, void *memory);

#endif
