/* SPDX-License-Identifier: MIT */
#include "gd_lexer.h"

#include <string.h>

/* Columns of a tab. Any number does for a file that indents by tabs alone or by spaces alone, as the engine demands. */
#define TAB 4

gd_lexer gd_lexer_of(const char *text, size_t size)
{
    static const char mark[] = "\xef\xbb\xbf";
    size_t begin = size >= 3 && memcmp(text, mark, 3) == 0 ? 3 : 0;
    return (gd_lexer){.text = text, .size = size, .at = begin, .line_at = begin, .line = 1, .starts = true};
}

/* The byte so far on from here; 0 after the end, which no text that passes has in it. */
static unsigned char ahead(const gd_lexer *lexer, size_t by)
{
    return by < lexer->size - lexer->at ? (unsigned char)lexer->text[lexer->at + by] : 0;
}

static bool is_digit(unsigned char letter)
{
    return letter >= '0' && letter <= '9';
}

/* Letters of other scripts are letters of names, too. */
static bool begins_name(unsigned char letter)
{
    return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || letter == '_' || letter >= 0x80;
}

static bool is_of_name(unsigned char letter)
{
    return begins_name(letter) || is_digit(letter);
}

/* ---- what is between tokens */

static void pass_line_end(gd_lexer *lexer)
{
    lexer->at += 1;
    lexer->line += 1;
    lexer->line_at = lexer->at;
}

/* Bytes of a backslash and the line end after it; 0 where that is not what stands here. */
static size_t continuation(const gd_lexer *lexer)
{
    if (ahead(lexer, 0) != '\\') {
        return 0;
    }
    size_t size = ahead(lexer, 1) == '\r' ? 2 : 1;
    return ahead(lexer, size) == '\n' ? size : 0;
}

static void pass_blanks(gd_lexer *lexer)
{
    for (;;) {
        unsigned char letter = ahead(lexer, 0);
        if (letter == '#') {
            while (lexer->at < lexer->size && ahead(lexer, 0) != '\n') {
                lexer->at += 1;
            }
        } else if (letter == '\n') {
            pass_line_end(lexer);
            lexer->starts = lexer->starts || lexer->depth == 0;
        } else if (continuation(lexer) > 0) {
            lexer->at += continuation(lexer);
            pass_line_end(lexer);
        } else if (letter == ' ' || letter == '\t' || letter == '\r' || letter == '\f') {
            lexer->at += 1;
        } else {
            return;
        }
    }
}

static uint32_t indentation(const gd_lexer *lexer)
{
    uint32_t columns = 0;
    for (size_t at = lexer->line_at; at < lexer->at; at += 1) {
        columns = lexer->text[at] == '\t' ? (columns / TAB + 1) * TAB : columns + 1;
    }
    return columns;
}

/* ---- tokens */

static gd_token fault(gd_token token, const char *what)
{
    token.kind = GD_FAULT;
    token.fault = what;
    return token;
}

static gd_token name(gd_lexer *lexer, gd_token token)
{
    token.kind = GD_NAME;
    while (is_of_name(ahead(lexer, 0))) {
        lexer->at += 1;
    }
    token.text.size = lexer->at - (size_t)(token.text.bytes - lexer->text);
    return token;
}

/* Digits, hexadecimal ones and their prefix among them; and, in decimal, a fraction and an exponent. */
static gd_token number(gd_lexer *lexer, gd_token token)
{
    bool decimal = !(ahead(lexer, 0) == '0' && strchr("xXbB", ahead(lexer, 1)) != NULL && ahead(lexer, 1) != 0);
    token.kind = GD_INT;
    for (;;) {
        unsigned char letter = ahead(lexer, 0);
        bool exponent = decimal && (letter == 'e' || letter == 'E');
        if (decimal && letter == '.' && token.kind == GD_INT) {
            token.kind = GD_FLOAT;
        } else if (exponent) {
            token.kind = GD_FLOAT;
            lexer->at += ahead(lexer, 1) == '-' || ahead(lexer, 1) == '+' ? 1 : 0;
        } else if (!is_of_name(letter)) {
            break;
        }
        lexer->at += 1;
    }
    token.text.size = lexer->at - (size_t)(token.text.bytes - lexer->text);
    return token;
}

/* In one quote or three, over any number of lines. A backslash keeps the next character from ending it, in raw strings,
 * too. */
static gd_token string(gd_lexer *lexer, gd_token token)
{
    unsigned char quote = ahead(lexer, 0);
    size_t quotes = ahead(lexer, 1) == quote && ahead(lexer, 2) == quote ? 3 : 1;
    gd_lexer begin = *lexer;
    lexer->at += quotes;
    token.kind = GD_STRING;
    token.text.bytes = lexer->text + lexer->at;
    while (lexer->at < lexer->size) {
        unsigned char letter = ahead(lexer, 0);
        if (letter == quote && (quotes == 1 || (ahead(lexer, 1) == quote && ahead(lexer, 2) == quote))) {
            token.text.size = lexer->at - (size_t)(token.text.bytes - lexer->text);
            lexer->at += quotes;
            return token;
        }
        lexer->at += letter == '\\' && lexer->size - lexer->at > 1 ? 1 : 0;
        if (ahead(lexer, 0) == '\n') {
            pass_line_end(lexer);
        } else {
            lexer->at += 1;
        }
    }
    *lexer = begin;
    return fault(token, "this string does not end");
}

static gd_token sign(gd_lexer *lexer, gd_token token)
{
    unsigned char letter = ahead(lexer, 0);
    if (letter < 0x20 || letter == 0x7f) {
        return fault(token, "a control character is no GDScript");
    }
    if (strchr(")]}", letter) != NULL) {
        if (lexer->depth == 0) {
            return fault(token, "this bracket closes none");
        }
        lexer->depth -= 1;
        token.depth = lexer->depth;
    } else if (strchr("([{", letter) != NULL) {
        if (lexer->depth == 0) {
            lexer->open_line = token.line;
            lexer->open_column = token.column;
        }
        lexer->depth += 1; /* at most the size of the text */
    }
    lexer->at += 1;
    token.kind = GD_SIGN;
    token.sign = (char)letter;
    token.text.size = 1;
    return token;
}

static gd_token end(const gd_lexer *lexer, gd_token token)
{
    token.kind = GD_END;
    token.starts = true;
    if (lexer->depth > 0) {
        token.line = lexer->open_line;
        token.column = lexer->open_column;
        return fault(token, "this bracket is not closed");
    }
    return token;
}

gd_token gd_lexer_next(gd_lexer *lexer)
{
    pass_blanks(lexer);
    if (lexer->starts) {
        lexer->indent = indentation(lexer);
    }
    gd_token token = {.starts = lexer->starts,
                      .indent = lexer->indent,
                      .depth = lexer->depth,
                      .text = {.bytes = lexer->text + lexer->at},
                      .line = lexer->line,
                      .column = (uint32_t)(lexer->at - lexer->line_at) + 1};
    if (lexer->at == lexer->size) {
        return end(lexer, token);
    }
    lexer->starts = false;
    unsigned char letter = ahead(lexer, 0);
    if (letter == '"' || letter == '\'') {
        return string(lexer, token);
    }
    if (letter == 'r' && (ahead(lexer, 1) == '"' || ahead(lexer, 1) == '\'')) {
        lexer->at += 1;
        return string(lexer, token);
    }
    if (begins_name(letter)) {
        return name(lexer, token);
    }
    return is_digit(letter) || (letter == '.' && is_digit(ahead(lexer, 1))) ? number(lexer, token) : sign(lexer, token);
}
