/* SPDX-License-Identifier: MIT */
/* Compiled schemas written rule by rule, as lib/schema/compiled.h has them, without the compiler: for tests of what reads
 * them. What a draft asks for is not checked, so that a wrong one can be made; what does not fit aborts. Rules are numbered
 * as they are made. The rules of packets come first. */
#ifndef GDV_TESTS_DRAFT_H
#define GDV_TESTS_DRAFT_H

#include <gdv/gdv.h>

#include "lib/schema/compiled.h"

typedef struct draft draft;

draft *draft_new(gdv_dialect dialect);
void draft_free(draft *freed);

/* A new rule of a kind, all of whose ranges are whole; and a rule of a number, to be changed. */
uint32_t draft_rule(draft *of, gdv_rule_kind kind);
/* Where a rule is, for as long as there is the draft: in `draft_at(of, 0)->value = draft_int(of, 0, 9)` either may come
 * first. */
gdv_rule *draft_at(draft *of, uint32_t rule);

/* New rules of the kinds that tests have most. */
uint32_t draft_int(draft *of, int64_t lowest, int64_t highest);
uint32_t draft_float(draft *of, double low, double high);
uint32_t draft_text(draft *of, uint32_t least, uint32_t most, uint16_t flags); /* of String and StringName */
uint32_t draft_math(draft *of, gdv_type type, double low, double high);
uint32_t draft_array(draft *of, uint32_t element, uint32_t least, uint32_t most);
uint32_t draft_literal(draft *of, const char *text);

/* Ends of a range of floats, those in 32 bits too; and the flag that NaN passes. */
void draft_floats(draft *of, uint32_t rule, double low, double high);

/* Name and line of a rule. */
void draft_name(draft *of, uint32_t rule, const char *name, uint32_t line);

/* A field, in the order of the form: of a RECORD with a text as key or an int (these after all texts), of a TUPLE (key
 * NULL). Flags are GDV_FIELD_; a field without GDV_FIELD_OPTIONAL adds to `least`. Where a match keeps their values
 * follows when the form is made. */
void draft_field(draft *of, uint32_t rule, const char *key, uint32_t to, uint16_t flags);
void draft_int_field(draft *of, uint32_t rule, int64_t key, uint32_t to, uint16_t flags);

/* Members of a set. The rule gets GDV_RULE_SET. */
void draft_member(draft *of, uint32_t rule, const char *text);
void draft_int_member(draft *of, uint32_t rule, int64_t number);
void draft_float_member(draft *of, uint32_t rule, double number);

/* What a TAGGED or LED rule leads to: for a text, for an int (these after all texts). What a UNION leads to. */
void draft_case(draft *of, uint32_t rule, const char *tag, uint32_t to);
void draft_int_case(draft *of, uint32_t rule, int64_t tag, uint32_t to);
void draft_alternative(draft *of, uint32_t rule, gdv_type type, uint32_t to);
void draft_tag(draft *of, uint32_t rule, const char *key);

/* Names the first rules as packets, one after another; what the root leads to. */
void draft_packet(draft *of, const char *name, uint32_t line);
gdv_rule_packet *draft_packet_at(draft *of, uint32_t packet);
gdv_rule_packet *draft_limits(draft *of);
void draft_root(draft *of, gdv_type type, uint32_t to);

/* The form, in a heap block of exactly its size. */
gdv_form *draft_form(draft *of);

/* The form, loaded; aborts where it is refused. Frees the draft. The form lives until draft_drop. */
gdv_schema draft_load(draft *of);
void draft_drop(gdv_schema *schema);

#endif
