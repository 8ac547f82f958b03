/* SPDX-License-Identifier: MIT */
#include "pasted.h"

#include <stddef.h>
#include <string.h>

#include "letter.h"

static const char not_hex[] = "not a hex digit, white space or a comma";
static const char odd_digits[] = "a word of hex digits ends with half a byte";
static const char not_number[] = "not a number from 0 to 255";
static const char no_digits[] = "0x without digits after it";

void pasted_start(pasted *text, text_encoding encoding)
{
    *text = (pasted){.encoding = encoding, .state = PASTED_START, .line = 1, .column = 1};
}

static pasted_result wrong(pasted *text, const char *what)
{
    text->wrong = what;
    text->wrong_line = text->line;
    text->wrong_column = text->column;
    return PASTED_WRONG;
}

static void word_begins(pasted *text, pasted_state state)
{
    text->state = state;
    text->prefixed = false;
    text->digits = 0;
    text->value = 0;
}

/* A word ends: "5" alone is half a byte, but 0x5 is how a C array or a dump says 05. */
static pasted_result hex_word_ends(pasted *text, uint8_t *byte)
{
    text->state = PASTED_BETWEEN;
    if (text->digits == 0) {
        return wrong(text, no_digits);
    }
    if (text->digits % 2 == 0) {
        return PASTED_MORE;
    }
    if (!text->prefixed || text->digits != 1) {
        return wrong(text, odd_digits);
    }
    *byte = (uint8_t)text->value;
    return PASTED_BYTE;
}

static pasted_result hex_digit(pasted *text, uint8_t character, uint8_t *byte)
{
    uint32_t digit = hex_digit_value(character);
    bool is_x = character == 'x' || character == 'X';

    if (is_x && !text->prefixed && text->digits == 1 && text->value == 0) {
        text->prefixed = true;
        text->digits = 0;
        return PASTED_MORE;
    }
    if (digit > 15) {
        return wrong(text, not_hex);
    }
    text->value = (text->value & 15u) * 16 + digit;
    text->digits = text->digits < 3 ? text->digits + 1 : text->digits - 1;
    if (text->digits % 2 != 0) {
        text->value = digit;
        return PASTED_MORE;
    }
    *byte = (uint8_t)text->value;
    return PASTED_BYTE;
}

static pasted_result push_hex(pasted *text, uint8_t character, uint8_t *byte)
{
    bool separates = is_space(character) || character == ',';
    if (text->state == PASTED_WORD) {
        return separates ? hex_word_ends(text, byte) : hex_digit(text, character, byte);
    }
    if (separates) {
        return PASTED_MORE;
    }
    word_begins(text, PASTED_WORD);
    return hex_digit(text, character, byte);
}

static pasted_result list_number(pasted *text, uint8_t character)
{
    uint32_t base = text->prefixed ? 16 : 10;
    uint32_t digit = hex_digit_value(character);
    bool is_x = character == 'x' || character == 'X';

    if (is_x && !text->prefixed && text->digits == 1 && text->value == 0) {
        text->prefixed = true;
        text->digits = 0;
        return PASTED_MORE;
    }
    if (digit >= base || text->value * base + digit > 255) {
        return wrong(text, not_number);
    }
    text->value = text->value * base + digit;
    text->digits = text->digits < 4 ? text->digits + 1 : 4;
    return PASTED_MORE;
}

/* Behind a number there is a comma or the closing bracket, with white space before it. */
static pasted_result list_separator(pasted *text, uint8_t character, uint8_t *byte)
{
    if (is_space(character)) {
        text->state = PASTED_COMMA;
        return PASTED_MORE;
    }
    if (character == ',') {
        *byte = (uint8_t)text->value;
        word_begins(text, PASTED_NUMBER);
        return PASTED_BYTE;
    }
    if (character == ']') {
        *byte = (uint8_t)text->value;
        text->state = PASTED_CLOSED;
        return PASTED_BYTE;
    }
    return wrong(text, "neither a comma nor the closing bracket of the list");
}

static pasted_result push_list(pasted *text, uint8_t character, uint8_t *byte)
{
    bool separates = is_space(character) || character == ',' || character == ']';

    if (text->state == PASTED_CLOSED) {
        return is_space(character) ? PASTED_MORE : wrong(text, "something follows the closing bracket");
    }
    if (text->state == PASTED_COMMA) {
        return list_separator(text, character, byte);
    }
    if (text->state == PASTED_FIRST && character == ']') {
        text->state = PASTED_CLOSED;
        return PASTED_MORE;
    }
    if (text->digits == 0 && !text->prefixed && is_space(character)) {
        return PASTED_MORE;
    }
    if (text->digits > 0 && separates) {
        return list_separator(text, character, byte);
    }
    if (text->prefixed && separates) {
        return wrong(text, no_digits);
    }
    text->state = PASTED_NUMBER;
    return list_number(text, character);
}

/* The six bits of a base64 digit; 64 for anything else. */
static uint32_t base64_value(uint8_t character)
{
    if (character >= 'A' && character <= 'Z') {
        return (uint32_t)character - 'A';
    }
    if (character >= 'a' && character <= 'z') {
        return (uint32_t)character - 'a' + 26;
    }
    if (character >= '0' && character <= '9') {
        return (uint32_t)character - '0' + 52;
    }
    if (character == '+' || character == '-') {
        return 62;
    }
    return character == '/' || character == '_' ? 63 : 64;
}

/* How many '=' complete the text so far: 2 bits left over stand for "x=", 4 for "x==". Six are a digit without the
 * next, which nothing completes. */
static uint32_t padding_due(const pasted *text)
{
    return text->bits < 6 ? text->bits / 2 : 0;
}

static pasted_result push_base64(pasted *text, uint8_t character, uint8_t *byte)
{
    uint32_t digit = base64_value(character);

    if (is_space(character)) {
        return PASTED_MORE;
    }
    if (character == '=') {
        text->padding += 1;
        return text->padding <= padding_due(text) ? PASTED_MORE : wrong(text, "padding that completes nothing");
    }
    if (digit > 63) {
        return wrong(text, "not a base64 digit, white space or padding");
    }
    if (text->padding > 0) {
        return wrong(text, "something follows the padding");
    }
    text->value = text->value * 64 + digit;
    text->bits += 6;
    if (text->bits < 8) {
        return PASTED_MORE;
    }
    text->bits -= 8;
    *byte = (uint8_t)(text->value >> text->bits);
    text->value &= (1u << text->bits) - 1u;
    return PASTED_BYTE;
}

static void give(pasted *text, pasted_result result, uint8_t byte)
{
    if (result == PASTED_BYTE) {
        text->ready[text->ready_count] = byte;
        text->ready_count += 1;
    }
}

static void move_on(pasted *text, uint8_t character)
{
    if (character == '\n') {
        text->line += 1;
        text->column = 1;
    } else {
        text->column += 1;
    }
}

static void hold(pasted *text, pasted_state state)
{
    text->state = state;
    text->held_size = 0;
    text->held_column = text->column;
}

/* The line that was held is none of a dump: takes its characters again. */
static void take_again(pasted *text)
{
    text->state = PASTED_BETWEEN;
    text->column = text->held_column;
    for (size_t index = 0; text->wrong == NULL && index < text->held_size; index += 1) {
        uint8_t character = (uint8_t)text->held[index];
        uint8_t byte = 0;
        pasted_result result = push_hex(text, character, &byte);
        give(text, result, byte);
        move_on(text, character);
    }
}

static void wrong_in_line(pasted *text)
{
    (void)wrong(text, text->dump.wrong);
    text->wrong_column = text->held_column + text->dump.wrong_at;
}

/* A line of a dump has ended. */
static void take_line(pasted *text)
{
    if (!hexdump_line(&text->dump, text->held, text->held_size)) {
        wrong_in_line(text);
        return;
    }
    text->repeats = text->dump.repeats;
    text->ready_count = text->dump.count;
    memcpy(text->ready, text->dump.bytes, text->dump.count);
}

/* The first line has ended, or what there is of it cannot be of a dump. */
static void settle(pasted *text, bool may_be_dump)
{
    hexdump_kind kind = may_be_dump ? hexdump_begins(&text->dump, text->held, text->held_size) : HEXDUMP_NONE;
    if (kind == HEXDUMP_NONE) {
        take_again(text);
    } else if (kind == HEXDUMP_IS) {
        text->state = PASTED_DUMP;
        take_line(text);
    } else {
        wrong_in_line(text);
    }
}

/* A character of a line that is held; `ends` for the end of the text, which has none. */
static void push_held(pasted *text, uint8_t character, bool ends)
{
    bool first = text->state == PASTED_LINE;
    bool whole = ends || character == '\n';
    if (!whole) {
        text->held[text->held_size] = (char)character;
        text->held_size += 1;
    }
    if (whole && first) {
        settle(text, true);
        if (!ends && text->wrong == NULL && text->state != PASTED_DUMP) {
            uint8_t byte = 0;
            pasted_result result = push_hex(text, character, &byte);
            give(text, result, byte);
        }
    } else if (whole) {
        take_line(text);
    } else if (first && (text->held_size == HEXDUMP_LINE || !hexdump_may_begin(text->held, text->held_size))) {
        move_on(text, character); /* then past all that is held */
        settle(text, false);
        return;
    } else if (text->held_size == HEXDUMP_LINE) {
        (void)wrong(text, "a line that is too long for a dump");
    }
    if (!ends && text->wrong == NULL) {
        move_on(text, character);
    }
    if (whole && text->state == PASTED_DUMP) {
        hold(text, PASTED_DUMP);
    }
}

void pasted_push(pasted *text, uint8_t character)
{
    pasted_result result = PASTED_MORE;
    uint8_t byte = 0;

    text->ready_at = 0;
    text->ready_count = 0;
    if (text->encoding == ENCODING_BASE64) {
        result = push_base64(text, character, &byte);
    } else if (text->state >= PASTED_FIRST) {
        result = push_list(text, character, &byte);
    } else if (text->state == PASTED_START && character == '[') {
        word_begins(text, PASTED_FIRST);
    } else if (text->state == PASTED_START && !is_space(character)) {
        hold(text, PASTED_LINE);
    } else if (text->state != PASTED_START && text->state != PASTED_LINE && text->state != PASTED_DUMP) {
        result = push_hex(text, character, &byte);
    }
    if (text->state == PASTED_LINE || text->state == PASTED_DUMP) {
        push_held(text, character, false);
        return;
    }
    give(text, result, byte);
    move_on(text, character);
}

bool pasted_take(pasted *text, uint8_t *byte)
{
    if (text->repeats > 0) {
        *byte = text->dump.before[text->ready_at];
        text->ready_at += 1;
        if (text->ready_at == text->dump.before_count) {
            text->ready_at = 0;
            text->repeats -= 1;
        }
        return true;
    }
    if (text->ready_at == text->ready_count) {
        return false;
    }
    *byte = text->ready[text->ready_at];
    text->ready_at += 1;
    return true;
}

static pasted_result end_base64(pasted *text)
{
    if (text->bits == 6) {
        return wrong(text, "the text ends with half a byte");
    }
    if (text->padding > 0 && text->padding < padding_due(text)) {
        return wrong(text, "the text ends inside its padding");
    }
    /* An encoder leaves these bits zero; others mean that the text was cut or altered. */
    return text->value == 0 ? PASTED_MORE : wrong(text, "the last digit has bits that belong to no byte");
}

static pasted_result end_hex(pasted *text, uint8_t *byte)
{
    if (text->state == PASTED_WORD) {
        return hex_word_ends(text, byte);
    }
    if (text->state >= PASTED_FIRST && text->state != PASTED_CLOSED) {
        return wrong(text, "the list has no closing bracket");
    }
    return PASTED_MORE;
}

void pasted_end(pasted *text)
{
    uint8_t byte = 0;
    text->ready_at = 0;
    text->ready_count = 0;
    if (text->state == PASTED_LINE || text->state == PASTED_DUMP) {
        push_held(text, 0, true);
    }
    if (text->wrong == NULL && text->state == PASTED_DUMP && !hexdump_end(&text->dump)) {
        wrong_in_line(text);
    }
    if (text->wrong == NULL) {
        pasted_result result = text->encoding == ENCODING_BASE64 ? end_base64(text) : end_hex(text, &byte);
        give(text, result, byte);
    }
}
