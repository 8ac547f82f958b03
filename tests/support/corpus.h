/* SPDX-License-Identifier: MIT */
/* The packets of corpus/, one after another, with what their tables say of them:
 *
 *      seeds each = seeds_of(GDV_DIALECT_GODOT3);
 *      while (seeds_next(&each)) {
 *          ... each.bytes ...
 *
 * Each packet lives until the next one; the last call, which returns false, frees what is left. */
#ifndef GDV_TESTS_CORPUS_H
#define GDV_TESTS_CORPUS_H

#include "tests/support/support.h"

typedef struct seeds {
    const char *name;   /* path below corpus/seed */
    const char *strict; /* what the strict policy says: "ok" or the name of a code */
    packet bytes;
    gdv_dialect dialect;
    table rows;
    size_t row; /* of the next one, or of some row before it */
} seeds;

/* Before the first seed of a dialect. */
seeds seeds_of(gdv_dialect dialect);
bool seeds_next(seeds *each);

typedef struct malformed {
    const char *name; /* path below the folder */
    packet bytes;
    gdv_dialect dialect;
    gdv_policy policy;
    gdv_status code; /* what gdv answers under that policy, and where */
    uint64_t offset;
    uint64_t need; /* bytes missing, for codes 1-19 */
    const char *folder;
    table rows;
    size_t row;
} malformed;

/* Before the first packet of "corpus/malformed" or "corpus/regress". */
malformed malformed_of(const char *folder);
bool malformed_next(malformed *each);

#endif
