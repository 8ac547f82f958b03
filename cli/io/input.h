/* SPDX-License-Identifier: MIT */
/* One input, a file or standard input, as a stream of bytes: read raw, or decoded from pasted text on the way.
 * Reads in pieces and holds one of them, so that memory does not depend on how long the input is. */
#ifndef GDV_CLI_INPUT_H
#define GDV_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pasted.h"

#define INPUT_PIECE 65536

typedef struct input {
    const char *name; /* as the user wrote it; "-" is standard input */
    int file;
    bool is_standard_input; /* even where that has been closed, and a file got its number */
    bool decodes;
    bool ended; /* the file, not necessarily what was decoded from it */
    pasted text;
    size_t at;     /* next unread byte of the piece */
    size_t filled; /* bytes in it */
    uint8_t piece[INPUT_PIECE];
} input;

/* Opens a file. Returns false, having complained, where that fails. */
bool input_open(input *from, const char *name, text_encoding encoding);

/* Reads up to `wanted` bytes; *got is less only at the input's end. Returns false, having complained with the place
 * in the text, where reading fails or text is malformed; *got counts the bytes before that. */
bool input_read(input *from, uint8_t *bytes, size_t wanted, size_t *got);

void input_close(input *from);

#endif
