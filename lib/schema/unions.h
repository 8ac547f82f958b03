/* SPDX-License-Identifier: MIT */
/* Internal: what the two halves of joining unions share: unions.c tells alternatives apart by type, tags.c dictionaries by
 * a key and arrays by their first element. */
#ifndef GDV_SCHEMA_UNIONS_H
#define GDV_SCHEMA_UNIONS_H

#include "draft.h"

/* How many values that tell it from others one alternative may stand for: else unions of unions grow without bound. Of a
 * packet there is no such limit, as packets are in no other union. */
#define GDV_MOST_TAGS 16u

/* Alternatives that are being joined. */
typedef struct gdv_joining {
    gdv_draft *draft;
    const gdv_listed *options;
    uint32_t count;
    bool root;                       /* they are the packets */
    bool many[GDV_TYPE_COUNT];       /* by type: more than one takes it, and they may be told apart */
    uint32_t leaf[GDV_TYPE_COUNT];   /* the rule that takes it, which is no UNION; GDV_NONE */
    uint32_t option[GDV_TYPE_COUNT]; /* and the option that it came with */
} gdv_joining;

/* The rule by which an option takes values of a type, where it does; else GDV_NONE. */
uint32_t gdv_joining_leaf(const gdv_joining *joining, uint32_t option, uint32_t type);

/* Whether a rule is of dictionaries with fields, or of positional arrays: what can be told apart. */
bool gdv_is_tellable(const gdv_rule *rule);

/* Makes a rule, of the kind that `type` asks for, by which all options that take that type are told apart. false where
 * nothing tells them apart, and the fault says so. */
bool gdv_tell_apart(gdv_joining *joining, uint32_t type, gdv_rule *out);

#endif
