/* SPDX-License-Identifier: MIT */
/* The text of a GDScript file as tokens, of Godot 3 and 4 alike: names, numbers, strings and single signs, with the place
 * where each stands, the brackets around it, and the indentation of its line. A line that a bracket or a backslash
 * continues is one logical line. One pass, constant memory. */
#ifndef GDV_CLI_GD_LEXER_H
#define GDV_CLI_GD_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

typedef enum gd_kind { GD_NAME, GD_STRING, GD_INT, GD_FLOAT, GD_SIGN, GD_END, GD_FAULT } gd_kind;

typedef struct gd_token {
    gd_kind kind;
    char sign;         /* of a SIGN: a single character; "->" is two of them */
    bool starts;       /* it is the first of a logical line */
    uint32_t indent;   /* columns before that line */
    uint32_t depth;    /* brackets open around it; a bracket and the one that closes it have the same depth */
    gdv_text text;     /* as it stands there; of a STRING, what is between its quotes */
    uint32_t line;     /* from 1 */
    uint32_t column;   /* in bytes, from 1 */
    const char *fault; /* of a FAULT: what is wrong */
} gd_token;

/* May be copied: a copy goes on from where it was made. */
typedef struct gd_lexer {
    const char *text; /* of less than 2^31 bytes */
    size_t size;
    size_t at;
    size_t line_at; /* where the line begins */
    uint32_t line;
    uint32_t indent;
    uint32_t depth;
    uint32_t open_line; /* of the outermost bracket that is open */
    uint32_t open_column;
    bool starts;
} gd_lexer;

gd_lexer gd_lexer_of(const char *text, size_t size);

/* The next token. After the end of the text, and after a fault, that again. */
gd_token gd_lexer_next(gd_lexer *lexer);

#endif
