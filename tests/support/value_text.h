/* SPDX-License-Identifier: MIT */
/* Packets from values as people write them, for tests that say many of them:
 *
 *      null  true  5  -1.5  inf  nan  "text"  &"name"  [1, "a"]  {"key": 1, 5: 2}
 *      Vector3(1, 2, 3)  PackedInt32Array(1, 2)  PackedByteArray(1, 2)  PackedStringArray("a", "b")
 *
 * A number with a point or an exponent is a float. Types by their canonical names. */
#ifndef GDV_TESTS_VALUE_TEXT_H
#define GDV_TESTS_VALUE_TEXT_H

#include "support.h"

/* Aborts where the text is no such value, or the dialect cannot write it. */
packet packet_from_text(const char *text, gdv_dialect dialect);

#endif
