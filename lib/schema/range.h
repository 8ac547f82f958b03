/* SPDX-License-Identifier: MIT */
/* Internal: ends of ranges of floats. A schema has them as doubles, a packet its numbers in 32 or 64 bits; they are
 * compared in the packet's width, and the end is rounded outward: so -PI..PI admits the float next to pi, which is what a
 * client sends that means pi. */
#ifndef GDV_RANGE_H
#define GDV_RANGE_H

#include <stdbool.h>
#include <stdint.h>

/* Infinity, without a header that bare machines lack. */
double gdv_infinite(void);

/* The greatest float that is not above `number`, and the least that is not below it, of those of its kind: finite for a
 * finite number, the furthest if need be; infinite for an infinite one. Require no NaN. */
float gdv_float_below(double number);
float gdv_float_above(double number);

/* The float nearest to a number, as a double: what a client with 32 bits sends for it. The furthest finite one for a
 * finite number beyond it. Requires no NaN. */
double gdv_float_nearest(double number);

/* The least int that is not below `number`, and the greatest that is not above it; false where there is none, as ints end
 * before: then *found is the int at that end. Require no NaN. */
bool gdv_least_int(double number, int64_t *found);
bool gdv_greatest_int(double number, int64_t *found);

#endif
