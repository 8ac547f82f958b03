/* SPDX-License-Identifier: MIT */
/* Text that grows, for files that are generated: nothing is written before all of it is there. */
#ifndef GDV_CLI_C_TEXT_H
#define GDV_CLI_C_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "../io/say.h"

/* Starts all zero. */
typedef struct c_text {
    char *bytes; /* closed by NUL; NULL while empty */
    size_t size;
    size_t room;
    bool failed; /* memory did not suffice: what was added since is missing */
} c_text;

void c_text_add(c_text *text, const char *format, ...) PRINTF_LIKE(2, 3);

/* What there is of it, never NULL. */
const char *c_text_of(const c_text *text);

/* Forgets all beyond `size`. */
void c_text_cut(c_text *text, size_t size);
void c_text_free(c_text *text);

/* A string of C, in quotes: any bytes, in any character set that the compiler takes the file for. */
void c_text_add_string(c_text *text, gdv_text string);

/* Writes it to a file, replacing what is there. False, having complained. */
bool c_text_write(const c_text *text, const char *path);

#endif
