/* SPDX-License-Identifier: MIT */
/* Internal: the text of a schema as lexemes: names, numbers, strings and signs, with the line and column where each
 * begins. White space and comments are between them. One pass, constant memory, whatever the text holds. */
#ifndef GDV_SCHEMA_LEXER_H
#define GDV_SCHEMA_LEXER_H

#include <stdbool.h>
#include <stdint.h>

/* What a lexeme is, and how messages call it. Signs first: X(enumerator, text) */
#define GDV_SIGN_LIST(X)                                                                                               \
    X(OPEN_BRACE, "{")                                                                                                 \
    X(CLOSE_BRACE, "}")                                                                                                \
    X(OPEN_BRACKET, "[")                                                                                               \
    X(CLOSE_BRACKET, "]")                                                                                              \
    X(OPEN_PAREN, "(")                                                                                                 \
    X(CLOSE_PAREN, ")")                                                                                                \
    X(COMMA, ",")                                                                                                      \
    X(COLON, ":")                                                                                                      \
    X(EQUALS, "=")                                                                                                     \
    X(BAR, "|")                                                                                                        \
    X(QUESTION, "?")                                                                                                   \
    X(MINUS, "-")                                                                                                      \
    X(SLASH, "/")

typedef enum gdv_lexeme_kind {
#define GDV_SIGN_ENUM(name, text) GDV_LEXEME_##name,
    GDV_SIGN_LIST(GDV_SIGN_ENUM)
#undef GDV_SIGN_ENUM
        GDV_LEXEME_RANGE, /* .. */
    GDV_LEXEME_ELLIPSIS,  /* ... */
    GDV_LEXEME_NAME,
    GDV_LEXEME_STRING,
    GDV_LEXEME_INT,
    GDV_LEXEME_FLOAT,
    GDV_LEXEME_END, /* of the text */
    GDV_LEXEME_FAULT
} gdv_lexeme_kind;

typedef struct gdv_lexeme {
    uint32_t kind;
    uint32_t fault; /* of a FAULT: a gdv_mistake_kind; else 0 */
    uint32_t at;    /* in the text; of a string, of what is between its quotes */
    uint32_t size;
    uint32_t line;   /* from 1 */
    uint32_t column; /* in bytes, from 1 */
    uint64_t value;  /* of an int: itself, at most 2^63; of a string: the bytes that it means */
} gdv_lexeme;

typedef struct gdv_lexer {
    const uint8_t *text;
    uint32_t size;
    uint32_t at;
    uint32_t line;
    uint32_t line_at; /* where that line begins */
} gdv_lexer;

/* Before the first lexeme of a text; a byte order mark in front of it is passed over. Requires size below 2^31. */
void gdv_lexer_begin(gdv_lexer *lexer, const char *text, uint32_t size);

/* The next lexeme. After the end of the text, and after a fault, that again. */
gdv_lexeme gdv_lexer_next(gdv_lexer *lexer);

/* One character of a string, from *at on: its bytes to `out`, *at after it; returns how many bytes they are. Requires a
 * string that the lexer passed, and *at before its end. */
uint32_t gdv_string_character(const uint8_t *text, uint32_t *at, uint8_t out[4]);

#endif
