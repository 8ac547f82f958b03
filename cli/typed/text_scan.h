/* SPDX-License-Identifier: MIT */
/* Characters, strings and numbers of Godot's own notation, in memory: what var2str and dump print. Whatever takes
 * something passes over blanks and comments, "; .." up to the end of a line, in front of it. */
#ifndef GDV_CLI_TEXT_SCAN_H
#define GDV_CLI_TEXT_SCAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "typed_fault.h"

/* Memory that grows, and is kept from one value to the next. Starts all zero. */
typedef struct text_buffer {
    char *bytes;
    size_t size;
    size_t room;
} text_buffer;

typedef struct text_scan {
    const char *text;
    size_t size;
    size_t at;
    typed_fault fault; /* its path is LINE:COLUMN */
} text_scan;

/* A number: an int where it has neither point nor exponent, else a fraction. */
typedef struct text_number {
    bool whole;
    int64_t integer;
    double fraction;
} text_number;

/* Says what is wrong at the next character, or at a place before it; returns false. */
bool text_wrong(text_scan *now, const char *format, ...) PRINTF_LIKE(2, 3);
bool text_wrong_at(text_scan *now, size_t at, const char *format, ...) PRINTF_LIKE(3, 4);

/* The next character that is neither blank nor comment; 0 at the end. */
char text_peek(text_scan *now);

/* Takes it where it is this one; must take it. */
bool text_take(text_scan *now, char expected);
bool text_demand(text_scan *now, char expected);

/* A word of letters, digits and _; size 0 where there is none. */
gdv_text text_word(text_scan *now);
bool text_is(gdv_text word, const char *name);

/* Bytes at the end of a buffer; their address, NULL with a fault where there is no memory. */
char *text_more(text_scan *now, text_buffer *to, size_t size);

/* Text in quotes, added to the buffer. */
bool text_string(text_scan *now, text_buffer *to);

/* Whether a number may begin here; reads it. */
bool text_is_number(text_scan *now);
bool text_number_read(text_scan *now, text_number *number);
bool text_unsigned(text_scan *now, uint64_t most, uint64_t *number);

#endif
