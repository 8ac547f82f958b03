/* SPDX-License-Identifier: MIT */
/* Internal: numbers of all kinds as text, for JSON and for gdv_double_text. */
#ifndef GDV_NUMBER_TEXT_H
#define GDV_NUMBER_TEXT_H

#include <stdint.h>

#include <gdv/gdv_ffi.h>

/* Text of a known length, not closed by NUL. */
typedef struct gdv_short_text {
    char bytes[GDV_NUMBER_SIZE];
    uint32_t size;
} gdv_short_text;

/* Appends. Require room. */
void gdv_short_text_put(gdv_short_text *to, const char *words);
void gdv_short_text_hex(gdv_short_text *to, uint64_t bits, uint32_t digits);
void gdv_short_text_number(gdv_short_text *to, int64_t number);
void gdv_short_text_natural(gdv_short_text *to, uint64_t number);

/* A number by its bits: shortest decimal, or inf, -inf, nan. */
void gdv_short_text_double(gdv_short_text *to, uint64_t bits);
void gdv_short_text_float(gdv_short_text *to, uint32_t bits);

#endif
