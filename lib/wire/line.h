/* SPDX-License-Identifier: MIT */
/* Internal: a line of text for people, in the caller's memory: every byte is counted, those that fit before the closing
 * NUL are kept. */
#ifndef GDV_LINE_H
#define GDV_LINE_H

#include "ascii.h"
#include "overlap.h"

typedef struct gdv_line {
    char *text;
    size_t size; /* with the NUL */
    size_t length;
} gdv_line;

/* An empty line in text[0 .. size-1]; memory that is nowhere holds none of it. */
static inline gdv_line gdv_line_start(char *text, size_t size)
{
    const gdv_line line = {text, text == NULL ? 0 : gdv_extent(text, size, 1), 0};
    return line;
}

/* Adds characters up to their NUL, one at a time: compilers turn a loop that only counts into a call of strlen, which
 * promise 2 rules out. */
static inline void gdv_line_put(gdv_line *line, const char *text)
{
    for (size_t index = 0; text[index] != '\0'; index += 1) {
        if (line->length < line->size) {
            line->text[line->length] = text[index];
        }
        line->length += 1;
    }
}

static inline void gdv_line_put_number(gdv_line *line, uint64_t number)
{
    char digits[GDV_DECIMAL_SIZE + 1];
    uint32_t first = gdv_decimal(number, digits);
    digits[GDV_DECIMAL_SIZE] = '\0';
    gdv_line_put(line, digits + first);
}

/* Closes it; returns its whole length. */
static inline size_t gdv_line_end(gdv_line *line)
{
    if (line->size > 0) {
        line->text[line->length < line->size ? line->length : line->size - 1] = '\0';
    }
    return line->length;
}

#endif
