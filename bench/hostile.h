/* SPDX-License-Identifier: MIT */
/* What a stranger would send to make lookups dear, for instructions.c: each in two sizes, the second four times the
 * first, so that a cost that grows faster than its header says shows in what one question takes. */
#ifndef GDV_BENCH_HOSTILE_H
#define GDV_BENCH_HOSTILE_H

#include <stddef.h>

enum { HOSTILE_SIZES = 2 };

extern const size_t hostile_sizes[HOSTILE_SIZES]; /* elements, pairs, values in a row */

typedef struct hostile {
    const char *name;                                     /* such as "hostile/at"; unique */
    size_t asks;                                          /* questions of each element in a pass */
    size_t (*run)(size_t size, size_t asks, long passes); /* how many were answered in the last pass; 0 for a failure */
} hostile;

extern const hostile hostile_rows[];
extern const size_t hostile_count;

#endif
