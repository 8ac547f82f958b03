/* SPDX-License-Identifier: MIT */
#include "text_scan.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- faults */

static void place(text_scan *now, size_t at)
{
    uint64_t line = 1;
    uint64_t column = 1;
    for (size_t index = 0; index < at; index += 1) {
        bool ends = now->text[index] == '\n';
        bool first = ((unsigned char)now->text[index] & 0xc0u) != 0x80;
        line += ends ? 1 : 0;
        column = ends ? 1 : column + (first ? 1 : 0);
    }
    (void)snprintf(now->fault.path, sizeof now->fault.path, "%" PRIu64 ":%" PRIu64, line, column);
}

static void tell(text_scan *now, size_t at, const char *format, va_list values)
{
    now->fault.code = GDV_OK;
    place(now, at);
    if (vsnprintf(now->fault.message, sizeof now->fault.message, format, values) < 0) {
        now->fault.message[0] = '\0';
    }
}

bool text_wrong(text_scan *now, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    tell(now, now->at, format, values);
    va_end(values);
    return false;
}

bool text_wrong_at(text_scan *now, size_t at, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    tell(now, at, format, values);
    va_end(values);
    return false;
}

/* --- characters */

static char letter_at(const text_scan *now, size_t at)
{
    if (at >= now->size) {
        return '\0';
    }
    return now->text[at];
}

static bool is_blank(char letter)
{
    return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

static bool is_word(char letter)
{
    return letter == '_' || is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

char text_peek(text_scan *now)
{
    bool comment = false;
    while (now->at < now->size && (comment || is_blank(now->text[now->at]) || now->text[now->at] == ';')) {
        comment = (comment || now->text[now->at] == ';') && now->text[now->at] != '\n';
        now->at += 1;
    }
    return letter_at(now, now->at);
}

bool text_take(text_scan *now, char expected)
{
    bool there = text_peek(now) == expected && now->at < now->size;
    now->at += there ? 1 : 0;
    return there;
}

bool text_demand(text_scan *now, char expected)
{
    return text_take(now, expected) || text_wrong(now, "%c expected", expected);
}

gdv_text text_word(text_scan *now)
{
    (void)text_peek(now);
    gdv_text word = {now->text + now->at, 0};
    while (is_word(letter_at(now, now->at + word.size))) {
        word.size += 1;
    }
    word.size = is_digit(letter_at(now, now->at)) ? 0 : word.size;
    now->at += word.size;
    return word;
}

bool text_is(gdv_text word, const char *name)
{
    return strlen(name) == word.size && memcmp(name, word.bytes, word.size) == 0;
}

char *text_more(text_scan *now, text_buffer *to, size_t size)
{
    if (size > to->room - to->size) {
        size_t room = 2 * to->room + size + 64;
        char *bytes = realloc(to->bytes, room);
        if (bytes == NULL) {
            (void)text_wrong(now, "not enough memory");
            return NULL;
        }
        to->bytes = bytes;
        to->room = room;
    }
    to->size += size;
    return to->bytes + to->size - size;
}

/* --- strings */

static bool add_byte(text_scan *now, text_buffer *to, uint32_t byte)
{
    char *more = text_more(now, to, 1);
    if (more != NULL) {
        *more = (char)(unsigned char)byte;
    }
    return more != NULL;
}

static bool add_code(text_scan *now, text_buffer *to, uint32_t code)
{
    if (code < 0x80) {
        return add_byte(now, to, code);
    }
    if (code < 0x800) {
        return add_byte(now, to, 0xc0u | code >> 6) && add_byte(now, to, 0x80u | (code & 0x3fu));
    }
    if (code < 0x10000) {
        return add_byte(now, to, 0xe0u | code >> 12) && add_byte(now, to, 0x80u | (code >> 6 & 0x3fu)) &&
               add_byte(now, to, 0x80u | (code & 0x3fu));
    }
    return add_byte(now, to, 0xf0u | code >> 18) && add_byte(now, to, 0x80u | (code >> 12 & 0x3fu)) &&
           add_byte(now, to, 0x80u | (code >> 6 & 0x3fu)) && add_byte(now, to, 0x80u | (code & 0x3fu));
}

static bool hex_digits(text_scan *now, size_t count, uint32_t *code)
{
    *code = 0;
    for (size_t index = 0; index < count; index += 1) {
        char letter = letter_at(now, now->at);
        bool lower = letter >= 'a' && letter <= 'f';
        bool upper = letter >= 'A' && letter <= 'F';
        if (!is_digit(letter) && !lower && !upper) {
            return text_wrong(now, "%zu hex digits expected", count);
        }
        *code = *code * 16 + (uint32_t)(is_digit(letter) ? letter - '0' : letter - (lower ? 'a' : 'A') + 10);
        now->at += 1;
    }
    return true;
}

static bool unicode(text_scan *now, text_buffer *to, size_t digits)
{
    size_t begin = now->at - 2;
    uint32_t code = 0;
    uint32_t low = 0;
    if (!hex_digits(now, digits, &code)) {
        return false;
    }
    bool high = code >= 0xd800 && code < 0xdc00;
    if (high && letter_at(now, now->at) == '\\' && letter_at(now, now->at + 1) == 'u') {
        now->at += 2;
        if (!hex_digits(now, 4, &low)) {
            return false;
        }
        code = low >= 0xdc00 && low < 0xe000 ? 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00) : code;
    }
    if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
        return text_wrong_at(now, begin, "this is no character of Unicode");
    }
    return add_code(now, to, code);
}

static bool escape(text_scan *now, text_buffer *to)
{
    static const char letters[] = "\"\\'/nrtbfav";
    static const char meanings[] = "\"\\'/\n\r\t\b\f\a\v";
    char letter = letter_at(now, now->at);
    const char *known = letter != '\0' ? strchr(letters, letter) : NULL;
    uint32_t byte = 0;

    now->at += 1;
    if (known != NULL) {
        return add_byte(now, to, (unsigned char)meanings[known - letters]);
    }
    switch (letter) {
    case 'u':
        return unicode(now, to, 4);
    case 'U':
        return unicode(now, to, 6);
    case 'x': /* as dump writes a byte that is not UTF-8 */
        return hex_digits(now, 2, &byte) && add_byte(now, to, byte);
    default:
        return text_wrong_at(now, now->at - 2, "there is no such escape");
    }
}

bool text_string(text_scan *now, text_buffer *to)
{
    if (text_peek(now) != '"') {
        return text_wrong(now, "a text in quotes expected");
    }
    size_t begin = now->at;
    now->at += 1;
    while (now->at < now->size && now->text[now->at] != '"') {
        char letter = now->text[now->at];
        now->at += 1;
        if (letter == '\\' ? !escape(now, to) : !add_byte(now, to, (unsigned char)letter)) {
            return false;
        }
    }
    if (now->at >= now->size) {
        return text_wrong_at(now, begin, "this text is not closed");
    }
    now->at += 1;
    return true;
}

/* --- numbers */

bool text_is_number(text_scan *now)
{
    char letter = text_peek(now);
    size_t at = now->at + (letter == '-' || letter == '+' ? 1 : 0);
    const char *rest = now->text + at;
    size_t left = now->size - at;
    bool word = left >= 3 && (memcmp(rest, "inf", 3) == 0 || memcmp(rest, "nan", 3) == 0);
    return is_digit(letter_at(now, at)) || letter_at(now, at) == '.' || letter != letter_at(now, at) || word;
}

/* inf, inf_neg, nan, with a sign or not. */
static bool read_word(text_scan *now, bool negative, text_number *number)
{
    size_t begin = now->at;
    gdv_text word = text_word(now);
    if (text_is(word, "nan")) {
        number->fraction = (double)NAN;
        return true;
    }
    if (text_is(word, "inf") || text_is(word, "inf_neg")) {
        number->fraction = negative != (word.size > 3) ? -INFINITY : INFINITY;
        return true;
    }
    return text_wrong_at(now, begin, "a number expected");
}

/* Longer ones say nothing more. */
#define MOST_OF_NUMBER 400

bool text_number_read(text_scan *now, text_number *number)
{
    char copy[MOST_OF_NUMBER + 1];
    char *end = NULL;
    size_t size = 0;
    (void)text_peek(now);
    size_t begin = now->at;
    bool negative = letter_at(now, begin) == '-';
    *number = (text_number){.whole = true};
    now->at += negative || letter_at(now, begin) == '+' ? 1 : 0;
    if (!is_digit(letter_at(now, now->at)) && letter_at(now, now->at) != '.') {
        number->whole = false;
        return read_word(now, negative, number);
    }
    copy[size] = '-';
    size += negative ? 1 : 0;
    for (char letter = letter_at(now, now->at); size < MOST_OF_NUMBER; letter = letter_at(now, now->at)) {
        bool exponent = (letter == 'e' || letter == 'E') && size > 0;
        bool sign = (letter == '-' || letter == '+') && size > 0 && (copy[size - 1] == 'e' || copy[size - 1] == 'E');
        if (!is_digit(letter) && letter != '.' && !exponent && !sign) {
            break;
        }
        number->whole = number->whole && is_digit(letter);
        copy[size] = letter;
        size += 1;
        now->at += 1;
    }
    copy[size] = '\0';
    errno = 0;
    number->integer = number->whole ? strtoll(copy, &end, 10) : 0;
    if (number->whole && errno != 0) {
        return text_wrong_at(now, begin, "this int has more than 64 bits");
    }
    number->fraction = strtod(copy, &end);
    bool whole_word = end == copy + size && !is_word(letter_at(now, now->at)) && letter_at(now, now->at) != '.';
    return whole_word || text_wrong_at(now, begin, "this is no number");
}

bool text_unsigned(text_scan *now, uint64_t most, uint64_t *number)
{
    (void)text_peek(now);
    size_t begin = now->at;
    *number = 0;
    while (is_digit(letter_at(now, now->at))) {
        uint64_t digit = (uint64_t)(now->text[now->at] - '0');
        if (*number > (most - digit) / 10) {
            return text_wrong_at(now, begin, "this number is larger than %" PRIu64, most);
        }
        *number = 10 * *number + digit;
        now->at += 1;
    }
    return now->at > begin || text_wrong(now, "digits expected");
}
