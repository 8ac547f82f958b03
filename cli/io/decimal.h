/* SPDX-License-Identifier: MIT */
/* Fractions as decimal text: the fewest digits that read back to the same bits, whatever the locale. */
#ifndef GDV_CLI_DECIMAL_H
#define GDV_CLI_DECIMAL_H

/* Room for any of them, its NUL included: 17 digits, sign, point, exponent. */
#define DECIMAL_SIZE 40

/* A JSON number with a point or an exponent in it, such as 0.5, 3.0, 1e20, -0.0. Requires a finite number. */
void decimal_of_double(double number, char text[DECIMAL_SIZE]);

/* Writes a 32-bit number: the text, read as a double and rounded to 32 bits, gives the number again. */
void decimal_of_float(float number, char text[DECIMAL_SIZE]);

#endif
