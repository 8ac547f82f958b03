/* SPDX-License-Identifier: MIT */
#include "gd_reading.h"

#include <string.h>

gd_reading gd_read_from(gd_lexer lexer)
{
    gd_reading in = {.lexer = lexer};
    gd_next(&in);
    return in;
}

void gd_next(gd_reading *in)
{
    in->before = in->lexer;
    in->token = gd_lexer_next(&in->lexer);
    if (in->token.kind == GD_FAULT) {
        in->fault = in->token.fault;
    }
}

bool gd_same(gdv_text one, const char *other)
{
    return one.size == strlen(other) && memcmp(one.bytes, other, one.size) == 0;
}

bool gd_same_text(gdv_text one, gdv_text other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.bytes, other.bytes, one.size) == 0);
}

bool gd_is_sign(const gd_reading *in, char sign)
{
    return in->token.kind == GD_SIGN && in->token.sign == sign && !in->token.starts;
}

bool gd_is_word(const gd_reading *in, const char *word)
{
    return in->token.kind == GD_NAME && gd_same(in->token.text, word);
}

bool gd_fails(gd_reading *in, const char *what)
{
    in->fault = in->fault == NULL ? what : in->fault;
    return false;
}

bool gd_has_ended(const gd_reading *in)
{
    return in->token.kind == GD_END || in->token.kind == GD_FAULT;
}

bool gd_is_closer(const gd_token *token)
{
    return token->kind == GD_SIGN && strchr(")]}", token->sign) != NULL;
}

/* To the token that closes a bracket of that depth. */
static void pass_to_closer(gd_reading *in, uint32_t depth)
{
    while (!gd_has_ended(in) && !(gd_is_closer(&in->token) && in->token.depth == depth)) {
        gd_next(in);
    }
}

void gd_pass_brackets(gd_reading *in)
{
    uint32_t depth = in->token.depth;
    gd_next(in);
    pass_to_closer(in, depth);
    gd_next(in);
}

bool gd_pass_statement(gd_reading *in)
{
    while (!gd_has_ended(in) && !in->token.starts) {
        bool ends = gd_is_sign(in, ';') && in->token.depth == 0;
        gd_next(in);
        if (ends) {
            return !in->token.starts;
        }
    }
    return false;
}
