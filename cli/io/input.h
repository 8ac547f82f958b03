/* SPDX-License-Identifier: MIT */
/* One input, a file or standard input, as a stream of bytes: read raw, or decoded from pasted text on the way, of
 * which each line may be a text of its own. Reads in pieces and holds one of them, so that memory does not depend on how
 * long the input is. Hands out what is there: only where nothing is does it wait, and then what was printed is written first. */
#ifndef GDV_CLI_INPUT_H
#define GDV_CLI_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "pasted.h"

#define INPUT_PIECE 65536

/* What is kept of the beginning, raw. */
#define INPUT_HEAD 4096

typedef struct input {
    const char *name; /* as the user wrote it; "-" is standard input */
    int file;
    bool is_standard_input; /* even where that has been closed, and a file got its number */
    text_encoding encoding;
    bool decodes;
    bool ended;   /* the file, not necessarily what was decoded from it */
    bool by_line; /* reading stops at the end of each line of text */
    bool line_over;
    uint64_t line; /* number of the line then, from 1 */
    pasted text;
    size_t at;     /* next unread byte of the piece */
    size_t filled; /* bytes in it */
    uint8_t piece[INPUT_PIECE];
    uint8_t head[INPUT_HEAD];
    size_t head_size;
} input;

/* Opens a file. Returns false, having complained, where that fails. */
bool input_open(input *from, const char *name, text_encoding encoding);

/* Reads up to `wanted` bytes; *got is less only at the input's end. Returns false, having complained with the place
 * in the text, where reading fails or text is malformed; *got counts the bytes before that. */
bool input_read(input *from, uint8_t *bytes, size_t wanted, size_t *got);

/* Goes to the next line that has more than white space, past what is left of this one; input_read then reads the bytes of
 * that line's text. The first call goes to the first line. from->line is its number. *more is false where there is none. Only for text. Returns
 * false, having complained, where reading fails. */
bool input_next_line(input *from, bool *more);

/* Whether reading stopped because the text is malformed, after which the next line can be read. */
bool input_text_failed(const input *from);

/* The name as messages have it. */
const char *input_shown_name(const char *name);

void input_close(input *from);

#endif
