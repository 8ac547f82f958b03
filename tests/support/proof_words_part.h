/* SPDX-License-Identifier: MIT */
/* Internal: how a word says which part of it does not hold. */
#ifndef GDV_TESTS_PROOF_WORDS_PART_H
#define GDV_TESTS_PROOF_WORDS_PART_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/support/proof_words.h"

/* One part of a word, and whether it holds. */
typedef struct conjunct {
    bool holds;
    word_part part;
} conjunct;

/* The name of a part that does not hold; *where becomes of what. */
const char *word_breaks(word_part part, uint64_t number, uint32_t *where);

/* That of the first of `count` parts that does not; NULL where all do. */
const char *word_first_broken(const conjunct *all, size_t count, uint64_t number, uint32_t *where);

#endif
