/* SPDX-License-Identifier: MIT */
/* Internal: the double nearest to a number that a schema writes down, without the C library. */
#ifndef GDV_SCHEMA_DECIMAL_H
#define GDV_SCHEMA_DECIMAL_H

#include <stdint.h>

/* The longest number in a schema: what keeps the exact arithmetic within GDV_BIG_WORDS. */
#define GDV_DECIMAL_CHARACTERS 48u

/* The double nearest to digits [ "." digits ] [ "e" [sign] digits ], which may hold underscores; of two as near the
 * even one. Infinity where it is beyond the largest. Requires such a text of 1 to GDV_DECIMAL_CHARACTERS bytes. */
double gdv_decimal_read(const uint8_t *text, uint32_t size);

/* The double nearest to PI / divisor, or to TAU / divisor, where PI and TAU are the doubles that engines know by these
 * names. Requires divisor > 0. */
double gdv_pi_over(uint32_t divisor);
double gdv_tau_over(uint32_t divisor);

#endif
