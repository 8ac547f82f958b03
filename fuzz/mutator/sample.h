/* SPDX-License-Identifier: MIT */
/* What an attacker writes into packets: numbers and texts at the edges, and whole values of any type. The mutator takes
 * one by chance, the dictionary takes all of them. */
#ifndef GDV_FUZZ_SAMPLE_H
#define GDV_FUZZ_SAMPLE_H

#include <gdv/dialect.h>

#include "fuzz/mutator/chance.h"
#include "fuzz/mutator/draft.h"

/* Bits of numbers; those of 32 bits in the lower half. */
extern const uint64_t sample_floats32[];
extern const size_t sample_floats32_count;
extern const uint64_t sample_floats64[];
extern const size_t sample_floats64_count;
extern const uint64_t sample_ints[];
extern const size_t sample_ints_count;

/* Lengths and counts that lie: signs, and what wraps when it is multiplied by an element's size. */
extern const uint32_t sample_counts[];
extern const size_t sample_counts_count;

typedef struct sample_text {
    const char *bytes;
    uint8_t size;
} sample_text;

/* Pieces of text that are no UTF-8, or UTF-8 at one of its edges, or mean something to an engine. */
extern const sample_text sample_texts[];
extern const size_t sample_texts_count;

/* Bytes of a component: 4 or 8. */
size_t sample_width(gdv_component part);

/* The bits of a number of that part; one in `nasty` is from the tables above, with those that are not finite. */
uint64_t sample_number(gdv_component part, chance *from, uint32_t nasty);

/* Adds the number's bytes. */
bool sample_add_number(draft *to, gdv_component part, uint64_t bits);

/* Adds length, text and padding. With `closed` the text ends in the NUL of a string array's element. */
bool sample_add_text(draft *to, chance *from, bool closed);

/* Any type id of the dialect. */
uint32_t sample_id(gdv_dialect dialect, chance *from);

/* Adds a value of the type, well formed and canonical in most cases, containers with few and plain items. False where
 * there is no room; then part of it may have been added. Requires: the id is one of the dialect. */
bool sample_add_value(draft *to, gdv_dialect dialect, uint32_t id, chance *from);

/* A sample without the header, for one with the given flags. */
bool sample_add_payload(draft *to, gdv_dialect dialect, uint32_t id, uint32_t flags, chance *from);

#endif
