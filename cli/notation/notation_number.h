/* SPDX-License-Identifier: MIT */
/* Numbers in the engines' notation. Each has as many digits as reading it back takes. */
#ifndef GDV_CLI_NOTATION_NUMBER_H
#define GDV_CLI_NOTATION_NUMBER_H

#include <gdv/gdv.h>

#include "../io/words.h"

void notation_int(words *to, int64_t number);
void notation_unsigned(words *to, uint64_t number);

/* A float that stands alone. */
void notation_float(words *to, gdv_dialect dialect, double number);

/* A 32-bit fraction inside brackets: without a point where it is whole. */
void notation_component(words *to, gdv_dialect dialect, float number);

/* Every component of a math value or of a packed array, and bytes, separated by commas. */
void notation_numbers(words *to, gdv_dialect dialect, const gdv_numbers *parts);
void notation_bytes(words *to, const uint8_t *bytes, size_t size);

#endif
