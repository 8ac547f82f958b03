/* SPDX-License-Identifier: MIT */
/* The state of writing one random packet of a schema, for the files that do: which rule is to be broken, if any, and how
 * much may still be written. A packet is a function of the seed, so that it can be written twice: once to count where a
 * rule can be broken, once to break it there. */
#ifndef GDV_CLI_SAMPLING_H
#define GDV_CLI_SAMPLING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "schema_size.h"

/* Ways to break a rule. X(enumerator, word) */
#define SAMPLE_WAYS(X)                                                                                                 \
    X(TYPE, "type")                                                                                                    \
    X(BELOW, "below")                                                                                                  \
    X(ABOVE, "above")                                                                                                  \
    X(SHORT, "short")                                                                                                  \
    X(LONG, "long")                                                                                                    \
    X(CLASS, "class")                                                                                                  \
    X(MEMBER, "member")                                                                                                \
    X(MISSING, "missing")                                                                                              \
    X(UNKNOWN, "unknown")

typedef enum sample_way {
    SAMPLE_WHOLE, /* none */
#define SAMPLE_WAY_ENUM(name, word) SAMPLE_##name,
    SAMPLE_WAYS(SAMPLE_WAY_ENUM)
#undef SAMPLE_WAY_ENUM
        SAMPLE_WAY_COUNT
} sample_way;

typedef struct sampling {
    schema_sizes *sizes;
    const gdv_schema *schema;
    gdv_policy policy;
    gdv_writer *writer;
    uint64_t random;
    uint64_t spent;  /* bytes, about */
    uint64_t budget; /* of them: beyond it everything is as small as it may be */
    uint64_t sites;  /* places so far where a rule can be broken */
    uint64_t target; /* the one that is to be, counted from 0; UINT64_MAX for none */
    sample_way way;  /* which way it was, once it has been */
    bool chosen;     /* the rule is one of several: a value of another type may be for another of them */
    bool key;        /* the value is a key, the `pair`-th of its dictionary */
    uint32_t pair;
} sampling;

/* A random number, and one below `bound` (which is not 0). */
uint64_t sample_random(sampling *now);
uint64_t sample_below(sampling *now, uint64_t bound);

/* The state for a packet: of a seed, its index, and how many were tried. */
uint64_t sample_state(uint64_t seed, uint64_t index, uint32_t tries);

/* How far it is from one to the other; and the number that far up, of offsets that do not pass INT64_MAX. */
uint64_t sample_distance(int64_t lowest, int64_t highest);
int64_t sample_up(int64_t lowest, uint64_t offset);

/* Whether one of `times` comes about. */
bool sample_once_in(sampling *now, uint64_t times);

/* How this rule is to be broken: SAMPLE_WHOLE, but at the one place. */
sample_way sample_break(sampling *now, const gdv_rule *rule);

/* A length: of least..most, as small as may be when the budget is spent, seldom above `usual` more than the least. */
uint32_t sample_length(sampling *now, uint32_t least, uint32_t most, uint32_t usual, sample_way way);

/* Writes a value of a rule below which so many levels may be. sample_leaf does of those that hold no others. */
void sample_value(sampling *now, uint32_t rule, uint32_t left);
void sample_leaf(sampling *now, const gdv_rule *rule, sample_way way);

/* A node path, object and so on, of any content. */
void sample_named(sampling *now, gdv_type type);

/* Any value, but none of these types: a bit 1 << gdv_type each. */
void sample_other(sampling *now, uint64_t types);

/* Writes a text of that rule into `text`, which has room for `room` bytes; returns its length. */
size_t sample_text(sampling *now, const gdv_rule *rule, sample_way way, char *text, size_t room);

#endif
