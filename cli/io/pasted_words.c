/* SPDX-License-Identifier: MIT */
/* Words of hex digits: 02000000 ffffffff, 0x02, 0x00, aa:bb:cc, AA-BB-CC, \xaa\xbb. */
#include "letter.h"
#include "pasted_forms.h"

static const char not_hex[] = "not a hex digit, white space or a comma";
static const char odd_digits[] = "a word of hex digits ends with half a byte";
static const char no_digits[] = "0x without digits after it";
static const char not_joined[] =
    "a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them";
static const char not_escaped[] = "not an escape \\xNN, as those before are";

/* What `digits` counts to: beyond that it only stays even or odd. */
#define MOST_DIGITS 20

static bool is_joiner(uint8_t character)
{
    return character == ':' || character == '-';
}

static void word_begins(pasted *text)
{
    words_state *now = &text->words;
    now->words += now->words < 2 ? 1 : 0;
    now->line = text->line;
    now->inside = true;
    now->joined = false;
    text->prefixed = false;
    text->digits = 0;
    text->value = 0;
}

/* A word ends: "5" alone is half a byte, but 0x5 is how a C array or a dump says 05. */
static void word_ends(pasted *text)
{
    text->words.inside = false;
    if (text->digits == 0) {
        pasted_refuse(text, no_digits);
    } else if (text->digits % 2 != 0 && (!text->prefixed || text->digits != 1)) {
        pasted_refuse(text, odd_digits);
    } else if (text->digits % 2 != 0) {
        pasted_give(text, (uint8_t)text->value);
    } else if (is_joiner(text->words.between) && text->digits != 2) {
        pasted_refuse(text, not_joined);
    }
}

static void take_digit(pasted *text, uint8_t character)
{
    uint32_t digit = hex_digit_value(character);
    bool is_x = character == 'x' || character == 'X';

    if (is_x && !text->prefixed && text->digits == 1 && text->value == 0) {
        text->prefixed = true;
        text->digits = 0;
        return;
    }
    if (digit > 15) {
        pasted_refuse(text, not_hex);
        return;
    }
    text->value = text->digits % 2 != 0 ? text->value * 16 + digit : digit;
    text->digits = text->digits < MOST_DIGITS ? text->digits + 1 : text->digits - 1;
    if (text->digits % 2 == 0) {
        pasted_give(text, (uint8_t)text->value);
    }
}

/* A colon or dash, which ends a word of two digits. Each two words have one between them, or none have. */
static void take_joiner(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    bool fits = now->between == character || (now->between == 0 && now->words == 1);
    if (!fits || text->prefixed || text->digits != 2) {
        pasted_refuse(text, now->between == 0 || is_joiner(now->between) ? not_joined : not_hex);
        return;
    }
    now->between = character;
    word_ends(text);
    now->joined = true;
}

/* Only a line end may stand where a colon or dash is missing, or after one. */
static void take_separator(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    if (is_joiner(now->between) &&
        (character == ',' || (now->joined && now->line == text->line && character != '\r' && character != '\n'))) {
        pasted_refuse(text, not_joined);
    }
}

static void take_escaped(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    if (now->escape == 0) {
        now->escape = character == '\\' ? 1 : 0;
        if (character != '\\' && !is_space(character)) {
            pasted_refuse(text, not_escaped);
        }
    } else if (now->escape == 1) {
        now->escape = 2;
        text->value = 0;
        if (character != 'x') {
            pasted_refuse(text, not_escaped);
        }
    } else if (hex_digit_value(character) > 15) {
        pasted_refuse(text, not_escaped);
    } else {
        text->value = text->value * 16 + hex_digit_value(character);
        now->escape = (now->escape + 1) % 4;
        if (now->escape == 0) {
            pasted_give(text, (uint8_t)text->value);
        }
    }
}

static void begin_word(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    bool missing = is_joiner(now->between) && !now->joined && now->line == text->line;
    if (missing) {
        pasted_refuse(text, not_joined);
        return;
    }
    if (now->between == 0 && now->words > 0) {
        now->between = ' ';
    }
    word_begins(text);
    take_digit(text, character);
}

/* Keeps the line, as far as a dump's would be. */
static void keep(pasted *text, uint8_t character)
{
    if (text->held_size == 0) {
        text->held_column = text->column;
    }
    if (text->held_size < HEXDUMP_LINE) {
        text->held[text->held_size] = (char)character;
        text->held_size += 1;
    } else {
        text->words.cut = true;
    }
}

/* A line has ended. Escapes, and bytes with colons or dashes between them, are nothing else. */
static void line_ends(pasted *text)
{
    words_state *now = &text->words;
    const pasted_line line = {text->held, text->held_size, now->cut, text->big_frames};
    size_t at = 0;
    const char *doubt = now->between == 0 || now->between == ' ' ? pasted_line_doubt(&now->lines, &line, &at) : NULL;
    if (doubt != NULL) {
        pasted_refuse(text, doubt);
        text->wrong_column = text->held_column + at;
    }
    text->held_size = 0;
    now->cut = false;
}

static void push_words(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    bool separates = is_space(character) || character == ',';

    if (now->between == '\\' || (character == '\\' && now->words == 0)) {
        now->between = '\\';
        take_escaped(text, character);
    } else if (now->inside && is_joiner(character)) {
        take_joiner(text, character);
    } else if (now->inside && separates) {
        word_ends(text);
    } else if (now->inside) {
        take_digit(text, character);
    } else if (!separates) {
        begin_word(text, character);
    }
    if (separates && text->wrong == NULL && now->between != '\\') {
        take_separator(text, character);
    }
}

void pasted_words_push(pasted *text, uint8_t character)
{
    push_words(text, character);
    if (text->wrong == NULL && character == '\n') {
        line_ends(text);
    } else if (text->wrong == NULL) {
        keep(text, character);
    }
}

void pasted_words_end(pasted *text)
{
    if (text->words.inside) {
        word_ends(text);
    } else if (text->words.joined) {
        pasted_refuse(text, not_joined);
    } else if (text->words.escape != 0) {
        pasted_refuse(text, not_escaped);
    }
    if (text->wrong == NULL) {
        line_ends(text);
    }
}
