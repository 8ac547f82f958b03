/* SPDX-License-Identifier: MIT */
/* Internal: the shortest decimal that reads back to a binary fraction, with numbers of as many bits as that takes. */
#ifndef GDV_SHORTEST_H
#define GDV_SHORTEST_H

#include <stdbool.h>
#include <stdint.h>

/* 17 digits tell any two doubles apart. */
#define GDV_MOST_DIGITS 17u

/* 0.DDD * 10^point. The first digit is not 0, nor is the last. */
typedef struct gdv_digits {
    char digits[GDV_MOST_DIGITS];
    uint32_t count;
    int32_t point;
} gdv_digits;

/* A number above zero and the numbers that read back to it, all times 2^exponent. */
typedef struct gdv_interval {
    uint64_t low;
    uint64_t value;
    uint64_t high;
    int32_t exponent;
    bool closed; /* whether low and high read back too */
} gdv_interval;

/* Of the shortest decimals in the interval the one nearest to the value; of two the one whose last digit is even.
 * Requires low < value < high < 2^56, and an interval at least as wide as that of a double. */
void gdv_shortest(const gdv_interval *around, gdv_digits *out);

/* The intervals of a double and of a float, by their bits without the sign. Require a finite number that is not zero. */
gdv_interval gdv_interval_of_double(uint64_t bits);
gdv_interval gdv_interval_of_float(uint32_t bits);

#endif
