/* SPDX-License-Identifier: MIT */
/* Lexemes of a schema. Nothing is copied: a lexeme says where in the text it is. Each byte is looked at a fixed number of
 * times. */
#include "lexer.h"

#include <stddef.h>

#include "../decode/text.h"
#include "decimal.h"
#include "diagnosis.h"

void gdv_lexer_begin(gdv_lexer *lexer, const char *text, uint32_t size)
{
    lexer->text = (const uint8_t *)text;
    lexer->size = size;
    lexer->at = 0;
    lexer->line = 1;
    if (size >= 3 && lexer->text[0] == 0xef && lexer->text[1] == 0xbb && lexer->text[2] == 0xbf) {
        lexer->at = 3;
    }
    lexer->line_at = lexer->at;
}

/* The byte at `at`; 0, which is part of no lexeme, where the text has ended. */
static uint8_t byte_at(const gdv_lexer *lexer, uint32_t at)
{
    return at < lexer->size ? lexer->text[at] : 0;
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static bool begins_name(uint8_t byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_';
}

/* What the byte is worth as a digit; 16 or more where it is none. */
static uint32_t digit_value(uint8_t byte)
{
    uint32_t lower = byte | 0x20u;
    if (is_digit(byte)) {
        return (uint32_t)byte - '0';
    }
    return lower >= 'a' ? lower - 'a' + 10 : 16;
}

static void skip_space(gdv_lexer *lexer)
{
    bool comment = false;
    while (lexer->at < lexer->size) {
        uint8_t byte = lexer->text[lexer->at];
        if (byte == '\n') {
            comment = false;
            lexer->line += 1;
            lexer->line_at = lexer->at + 1;
        } else if (byte == '#') {
            comment = true;
        } else if (!comment && byte != ' ' && byte != '\t' && byte != '\r') {
            return;
        }
        lexer->at += 1;
    }
}

/* Makes a fault of a lexeme: at that place, and nothing is read after it. */
static void spoil(gdv_lexer *lexer, gdv_lexeme *lexeme, gdv_mistake_kind fault, uint32_t at, uint32_t size)
{
    lexeme->kind = GDV_LEXEME_FAULT;
    lexeme->fault = (uint32_t)fault;
    lexeme->at = at;
    lexeme->size = size;
    lexeme->column = at - lexer->line_at + 1;
}

/* ---- strings */

/* Hexadecimal digits of \u and \U; of what is no such escape 0. */
static uint32_t code_digits(uint8_t letter)
{
    return letter == 'u' ? 4 : letter == 'U' ? 6 : 0;
}

/* The character that follows a backslash in an escape of one letter; 0 where there is no such escape. */
static uint8_t escaped(uint8_t letter)
{
    switch (letter) {
    case 'n':
        return '\n';
    case 'r':
        return '\r';
    case 't':
        return '\t';
    case '"':
    case '\'':
    case '\\':
        return letter;
    default:
        return 0;
    }
}

static uint32_t utf8_of(uint32_t code, uint8_t out[4])
{
    static const uint8_t leads[5] = {0, 0, 0xc0, 0xe0, 0xf0};
    uint32_t bytes = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    uint32_t rest = code;
    for (uint32_t index = bytes - 1; index > 0; index -= 1) {
        out[index] = (uint8_t)(0x80 + rest % 64);
        rest /= 64;
    }
    out[0] = (uint8_t)(leads[bytes] + rest);
    return bytes;
}

uint32_t gdv_string_character(const uint8_t *text, uint32_t *at, uint8_t out[4])
{
    uint32_t code = 0;
    out[0] = text[*at];
    *at += 1;
    if (out[0] != '\\') {
        return 1;
    }
    uint8_t letter = text[*at];
    uint32_t digits = code_digits(letter);
    *at += 1;
    if (digits == 0) {
        out[0] = escaped(letter);
        return 1;
    }
    for (uint32_t index = 0; index < digits; index += 1) {
        code = code * 16 + digit_value(text[*at + index]);
    }
    *at += digits;
    return utf8_of(code, out);
}

/* The bytes of an escape that the text has, or 0 and the lexeme is spoilt. */
static uint32_t escape_at(gdv_lexer *lexer, gdv_lexeme *lexeme, uint32_t at)
{
    uint32_t digits = code_digits(byte_at(lexer, at + 1));
    uint32_t code = 0;
    uint32_t left = lexer->size - at;
    if (digits == 0 && escaped(byte_at(lexer, at + 1)) == 0) {
        spoil(lexer, lexeme, GDV_MISTAKE_STRING_ESCAPE, at, left < 2 ? left : 2);
        return 0;
    }
    for (uint32_t index = 0; index < digits; index += 1) {
        uint32_t digit = digit_value(byte_at(lexer, at + 2 + index));
        if (digit > 15) {
            spoil(lexer, lexeme, GDV_MISTAKE_STRING_ESCAPE, at, 2 + index);
            return 0;
        }
        code = code * 16 + digit;
    }
    bool surrogate = code >= 0xd800 && code <= 0xdfff;
    if (digits > 0 && (code == 0 || code > 0x10ffff || surrogate)) {
        spoil(lexer, lexeme, GDV_MISTAKE_STRING_CODE, at, 2 + digits);
        return 0;
    }
    return 2 + digits;
}

/* Counts what the string means, and checks that it is UTF-8. */
static void finish_string(gdv_lexer *lexer, gdv_lexeme *lexeme, uint32_t end)
{
    gdv_cursor in = {lexer->text, lexer->size, 0, 0};
    uint8_t bytes[4];
    uint32_t wrong = 0;
    uint32_t at = lexeme->at;

    lexer->at = end + 1;
    lexeme->size = end - lexeme->at;
    while (at < end) {
        lexeme->value += gdv_string_character(lexer->text, &at, bytes);
    }
    if (gdv_text_check(&in, lexeme->at, lexeme->size, GDV_TOLERANCE_STRICT, GDV_PERMIT_TEXT_BOM, &wrong) != GDV_OK) {
        spoil(lexer, lexeme, GDV_MISTAKE_STRING_UTF8, wrong, 1);
    }
}

static void read_string(gdv_lexer *lexer, gdv_lexeme *lexeme)
{
    uint32_t quote_at = lexer->at;
    uint8_t quote = lexer->text[quote_at];
    uint32_t at = quote_at + 1;

    lexeme->kind = GDV_LEXEME_STRING;
    lexeme->at = at;
    while (byte_at(lexer, at) != quote) {
        uint8_t byte = byte_at(lexer, at);
        uint32_t size = byte == '\\' ? escape_at(lexer, lexeme, at) : 1;
        if (size == 0) {
            return;
        }
        if (at >= lexer->size || byte == '\n' || byte == '\r') {
            spoil(lexer, lexeme, GDV_MISTAKE_STRING_OPEN, quote_at, 1);
            return;
        }
        if (byte < 0x20 || byte == 0x7f) {
            spoil(lexer, lexeme, GDV_MISTAKE_STRING_CONTROL, at, 1);
            return;
        }
        at += size;
    }
    finish_string(lexer, lexeme, at);
}

/* ---- numbers */

/* The end of digits and underscores, which do not begin with an underscore; `at` where there is none. */
static uint32_t digits_end(const gdv_lexer *lexer, uint32_t at, uint32_t base)
{
    uint32_t end = at;
    while (digit_value(byte_at(lexer, end)) < base || (end > at && byte_at(lexer, end) == '_')) {
        end += 1;
    }
    return end;
}

/* A value with one digit more, by halves, so that nothing wraps; UINT64_MAX where it has more than 64 bits. Compared with
 * a quotient it would be a call where registers have 32. */
static uint64_t with_digit(uint64_t value, uint32_t base, uint32_t digit)
{
    const uint64_t half = 0x100000000u;
    const uint64_t low = value % half * base + digit;
    const uint64_t high = value / half * base + low / half;
    return high < half ? high * half + low % half : UINT64_MAX;
}

/* The value of an int's digits; more than 2^63 where it is too large. */
static uint64_t value_of(const gdv_lexer *lexer, uint32_t at, uint32_t end, uint32_t base)
{
    uint64_t value = 0;
    for (uint32_t index = at; index < end; index += 1) {
        if (lexer->text[index] != '_') {
            value = with_digit(value, base, digit_value(lexer->text[index]));
        }
    }
    return value;
}

/* The end of ".5" and "e-7" after the digits that end at `at`; `at` where there is neither, or only the first of them. */
static uint32_t fraction_end(const gdv_lexer *lexer, uint32_t at)
{
    uint32_t end = at;
    if (byte_at(lexer, at) == '.' && is_digit(byte_at(lexer, at + 1))) {
        end = digits_end(lexer, at + 1, 10);
    }
    if ((byte_at(lexer, end) | 0x20u) == 'e') {
        uint8_t sign = byte_at(lexer, end + 1);
        uint32_t digits = end + (sign == '+' || sign == '-' ? 2u : 1u);
        uint32_t exponent = digits_end(lexer, digits, 10);
        end = exponent > digits ? exponent : end;
    }
    return end;
}

static uint32_t base_at(const gdv_lexer *lexer, uint32_t at)
{
    uint32_t letter = byte_at(lexer, at) == '0' ? byte_at(lexer, at + 1) | 0x20u : 0;
    return letter == 'x' ? 16 : letter == 'b' ? 2 : 10;
}

static void read_number(gdv_lexer *lexer, gdv_lexeme *lexeme)
{
    uint32_t base = base_at(lexer, lexer->at);
    uint32_t first = base == 10 ? lexer->at : lexer->at + 2;
    uint32_t whole = digits_end(lexer, first, base);
    uint32_t end = base == 10 ? fraction_end(lexer, whole) : whole;
    uint32_t next = byte_at(lexer, end);
    uint32_t begin = lexer->at;

    lexer->at = end;
    lexeme->size = end - begin;
    lexeme->kind = end > whole ? GDV_LEXEME_FLOAT : GDV_LEXEME_INT;
    lexeme->value = value_of(lexer, first, whole, base);
    if (whole == first || begins_name((uint8_t)next) || is_digit((uint8_t)next)) {
        spoil(lexer, lexeme, GDV_MISTAKE_NUMBER_DIGITS, begin, end - begin + (end < lexer->size ? 1u : 0u));
    } else if (next == '.' && byte_at(lexer, end + 1) != '.') {
        spoil(lexer, lexeme, GDV_MISTAKE_NUMBER_POINT, begin, end - begin + 1);
    } else if (lexeme->size > GDV_DECIMAL_CHARACTERS) {
        spoil(lexer, lexeme, GDV_MISTAKE_NUMBER_LONG, begin, lexeme->size);
    } else if (lexeme->kind == GDV_LEXEME_INT && lexeme->value > (uint64_t)1 << 63) {
        spoil(lexer, lexeme, GDV_MISTAKE_NUMBER_LARGE, begin, lexeme->size);
    }
}

/* ---- names and signs */

static void read_name(gdv_lexer *lexer, gdv_lexeme *lexeme)
{
    uint32_t end = lexer->at;
    while (begins_name(byte_at(lexer, end)) || is_digit(byte_at(lexer, end))) {
        end += 1;
    }
    lexeme->kind = GDV_LEXEME_NAME;
    lexeme->size = end - lexer->at;
    lexer->at = end;
}

static void read_points(gdv_lexer *lexer, gdv_lexeme *lexeme)
{
    bool second = byte_at(lexer, lexer->at + 1) == '.';
    bool third = byte_at(lexer, lexer->at + 2) == '.';
    if (!second) {
        spoil(lexer, lexeme, is_digit(byte_at(lexer, lexer->at + 1)) ? GDV_MISTAKE_NUMBER_POINT : GDV_MISTAKE_CHARACTER,
              lexer->at, 1);
        return;
    }
    lexeme->kind = third ? GDV_LEXEME_ELLIPSIS : GDV_LEXEME_RANGE;
    lexeme->size = third ? 3 : 2;
    lexer->at += lexeme->size;
}

static void read_sign(gdv_lexer *lexer, gdv_lexeme *lexeme)
{
    static const char signs[] = {
#define GDV_SIGN_TEXT(name, text) (text)[0],
        GDV_SIGN_LIST(GDV_SIGN_TEXT)
#undef GDV_SIGN_TEXT
    };
    for (uint32_t index = 0; index < sizeof signs; index += 1) {
        if (lexer->text[lexer->at] == (uint8_t)signs[index]) {
            lexeme->kind = index;
            lexeme->size = 1;
            lexer->at += 1;
            return;
        }
    }
    spoil(lexer, lexeme, GDV_MISTAKE_CHARACTER, lexer->at, 1);
}

gdv_lexeme gdv_lexer_next(gdv_lexer *lexer)
{
    skip_space(lexer);
    gdv_lexeme lexeme = {GDV_LEXEME_END, 0, lexer->at, 0, lexer->line, lexer->at - lexer->line_at + 1, 0};
    const uint8_t byte = byte_at(lexer, lexer->at);
    const uint32_t begins = lexer->at;
    if (begins >= lexer->size) {
        return lexeme;
    }
    if (begins_name(byte)) {
        read_name(lexer, &lexeme);
    } else if (is_digit(byte)) {
        read_number(lexer, &lexeme);
    } else if (byte == '"' || byte == '\'') {
        read_string(lexer, &lexeme);
    } else if (byte == '.') {
        read_points(lexer, &lexeme);
    } else {
        read_sign(lexer, &lexeme);
    }
    lexer->at = lexeme.kind == GDV_LEXEME_FAULT ? begins : lexer->at;
    return lexeme;
}
