/* SPDX-License-Identifier: MIT */
/* A value of the library beside that of the naive decoder: types, numbers bit by bit, texts byte by byte, counts, declarations,
 * and so on down. As deep as the value, which is 1024 at most. */
#ifndef GDV_TESTS_NAIVE_ALIKE_H
#define GDV_TESTS_NAIVE_ALIKE_H

#include "tests/reference/naive.h"

/* What they differ in, or rather what should be the same; NULL where nothing is. */
const char *naive_differs(gdv_value value, const naive_value *naive);

#endif
