/* SPDX-License-Identifier: MIT */
/* Internal: a short text for people, of a known size, closed by NUL: what does not fit is cut, and ".." says so. What a
 * stranger sent is written in printable ASCII. */
#ifndef GDV_WORDS_H
#define GDV_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "../decode/cursor.h"

typedef struct gdv_words {
    char *text;
    uint32_t size; /* of the text, its NUL included; at least 3 */
    uint32_t length;
    bool cut;
} gdv_words;

/* Begins an empty text. */
gdv_words gdv_words_in(char *text, uint32_t size);

/* Append: a text that a NUL ends, a number, the shortest decimal of a double or a float (without ".0" where `plain`), and
 * bytes between quotes. Each leaves the text closed. */
void gdv_words_put(gdv_words *to, const char *text);
void gdv_words_int(gdv_words *to, int64_t number);
void gdv_words_natural(gdv_words *to, uint64_t number);
void gdv_words_double(gdv_words *to, double number, bool plain);
void gdv_words_float(gdv_words *to, float number, bool plain);
void gdv_words_quoted(gdv_words *to, const gdv_cursor *in, uint32_t at, uint32_t size);

#endif
