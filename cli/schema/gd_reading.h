/* SPDX-License-Identifier: MIT */
/* A lexer with the token that is to be read next, and with the first thing that was wrong. */
#ifndef GDV_CLI_GD_READING_H
#define GDV_CLI_GD_READING_H

#include <stdbool.h>
#include <stdint.h>

#include "gd_lexer.h"

typedef struct gd_reading {
    gd_lexer lexer;    /* after the token */
    gd_lexer before;   /* from here it is read again */
    gd_token token;    /* the one to be read next */
    const char *fault; /* NULL while all is well; then what is wrong with the token */
} gd_reading;

gd_reading gd_read_from(gd_lexer lexer);
void gd_next(gd_reading *in);

/* Keeps what is wrong with the next token, unless something is already. Returns false. */
bool gd_fails(gd_reading *in, const char *what);

/* Whether the next token is the end of the text, or none that can be read; and whether one closes a bracket. */
bool gd_has_ended(const gd_reading *in);
bool gd_is_closer(const gd_token *token);

/* Whether the next token is that, in the same logical line as the one before. */
bool gd_is_sign(const gd_reading *in, char sign);
bool gd_is_word(const gd_reading *in, const char *word);
bool gd_same(gdv_text one, const char *other);
bool gd_same_text(gdv_text one, gdv_text other);

/* Goes to after the bracket that closes the one that is next. */
void gd_pass_brackets(gd_reading *in);

/* Goes to the next logical line; or to the first token after a semicolon, where it returns true. */
bool gd_pass_statement(gd_reading *in);

#endif
