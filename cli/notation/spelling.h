/* SPDX-License-Identifier: MIT */
/* Numbers in text that Godot itself is to read back to the same bits.
 *
 * Every Godot from 2 to 4 reads decimal fractions with the same old routine, which is not exact: it takes at most 18
 * digits, leading zeros included, adds them up in a double, and multiplies or divides by a power of ten, itself a
 * product of doubles. About every fourth random double is read as a neighbour from its shortest text. Here that
 * arithmetic is done beforehand, and where the shortest text fails, one with up to 18 digits is sought that both this
 * routine and a correct one read as the number.
 *
 * Some numbers have none: of random doubles between 1e-12 and 1e12 one in 60, and all but a few nearer to 0 than
 * 1e-290, which the routine divides by infinity. Godot reads a neighbour of these. Every number of 32 bits has one. */
#ifndef GDV_CLI_SPELLING_H
#define GDV_CLI_SPELLING_H

#include "../io/decimal.h"

/* Requires a finite number. Always has a point or an exponent. */
void spelling_of_double(double number, char text[DECIMAL_SIZE]);
void spelling_of_float(float number, char text[DECIMAL_SIZE]);

#endif
