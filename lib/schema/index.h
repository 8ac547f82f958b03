/* SPDX-License-Identifier: MIT */
/* Internal: texts found by hash, in the slots of a rule (compiled.h). A lookup takes a hash, which is linear in the
 * text, and GDV_FORM_PROBES slots at most, whatever the text: a stranger who sends texts of one hash makes it no
 * slower. */
#ifndef GDV_INDEX_H
#define GDV_INDEX_H

#include <stdbool.h>
#include <stdint.h>

#include "../decode/scan.h"
#include "../keys/digest.h"
#include "compiled.h"

#ifdef __FRAMAC__
#include "../proof/index.h"
#endif

/* The hash of a text in a table of that seed. Requires at + size <= in->size. */
static inline uint32_t gdv_index_hash(uint32_t seed, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    return gdv_mix_bytes(seed ^ GDV_FINGERPRINT_SEED, in, at, size);
}

/* gdv_same_at, where that is not worth to be inline. */
bool gdv_index_is(const gdv_cursor *in, uint32_t at, const char *text, uint32_t size);

/* Which of a rule's texts this is, counted from its first; GDV_NONE. Requires a rule with slots, and at + size <=
 * in->size. */
uint32_t gdv_index_find(const gdv_schema *schema, const gdv_rule *rule, const gdv_cursor *in, uint32_t at,
                        uint32_t size);

/* Where a number is among `count` that ascend, as ints; GDV_NONE. Logarithmic. */
uint32_t gdv_index_number(const uint64_t *numbers, uint32_t count, int64_t number);

/* Puts `count` texts into 1 << bits slots, all of which it writes. false where one would lie too far from its own
 * place: then another seed does, or more slots. Requires texts in the pool. */
bool gdv_index_texts(gdv_form_slot *slots, uint32_t bits, uint32_t seed, const gdv_form_text *texts, uint32_t count,
                     const char *pool);

/* The least bits to try for that many texts: half of the slots stay free, and one is for none. */
uint32_t gdv_index_bits(uint32_t count);

#endif
