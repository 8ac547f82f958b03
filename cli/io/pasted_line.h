/* SPDX-License-Identifier: MIT */
/* Whether a line of words of hex digits may say something else than its bytes. hexdump.h knows the dumps whose first line
 * shows what they are. Of all other text that is read as bytes, each line is looked at here, because an operator pastes
 * dumps of tools that nobody knows, or a part of a dump: lines without the first ones, the end of a line, one line. */
#ifndef GDV_CLI_PASTED_LINE_H
#define GDV_CLI_PASTED_LINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How an offset may be written: the values of a first word in both bases. */
#define LINE_BASES 2

typedef struct line_state {
    uint64_t lines;             /* that had words */
    uint64_t before;            /* bytes of them */
    uint64_t beside;            /* bytes of the last one beside its first word; 0: none, or not known */
    uint64_t first[LINE_BASES]; /* its first word as a number */
    bool is_number[LINE_BASES];
} line_state;

typedef struct pasted_line {
    const char *text; /* words of digits, and separators, that pasted_words.c has read without a fault */
    size_t size;
    bool cut;        /* the line goes on after that */
    bool big_frames; /* the text begins with a big-endian length, not with a type */
} pasted_line;

/* Why the line is in doubt, as words, and where in it; or NULL. Then the next line can follow. */
const char *pasted_line_doubt(line_state *state, const pasted_line *line, size_t *at);

#endif
