/* SPDX-License-Identifier: MIT */
/* Numbers counted exactly: how many there were of each, for percentiles of any number of them.
 *
 * Memory is 16 bytes for each different number. All that is counted here is a size of something in the input, so n
 * different ones take at least n * n / 2 bytes of input: a terabyte can bring 1.4 million, 22 megabytes, for each tally.
 * Adding takes constant time, and now and then a sort of what was added and a pass over the different numbers. */
#ifndef GDV_CLI_TALLY_H
#define GDV_CLI_TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Numbers that are held back before they are sorted in. */
#define TALLY_PENDING 4096

typedef struct tally_row {
    uint64_t number;
    uint64_t count;
} tally_row;

/* Starts all zero. */
typedef struct tally {
    tally_row *rows; /* in ascending order */
    size_t used;
    size_t room;
    uint64_t count; /* of all numbers that are in rows */
    size_t waiting;
    uint64_t pending[TALLY_PENDING];
} tally;

/* Counts one number. Returns false where memory does not suffice. */
bool tally_add(tally *all, uint64_t number);

/* Takes in what was held back. Before any of the functions below. Returns false where memory does not suffice. */
bool tally_settle(tally *all);

/* The least number that at least `percent` of 100 of all numbers are no larger than; the least of all for 0. Requires
 * that there is one. */
uint64_t tally_percentile(const tally *all, unsigned percent);

void tally_free(tally *all);

#endif
