/* SPDX-License-Identifier: MIT */
/* Two texts that a table of keys cannot tell apart by their numbers: what a hostile sender makes on purpose. */
#ifndef GDV_TESTS_ALIKE_H
#define GDV_TESTS_ALIKE_H

#include <stdbool.h>

enum { ALIKE_LETTERS = 6, ALIKE_SIZE = 8 };

/* Sets both to texts of ALIKE_LETTERS letters, closed by NUL, which differ and have one fingerprint (digest.h). Returns
 * false where none were found. */
bool find_two_alike(char one[ALIKE_SIZE], char other[ALIKE_SIZE]);

#endif
