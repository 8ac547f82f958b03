/* SPDX-License-Identifier: MIT */
/* Literals of Python and C, one or several in a row:
 *
 *      b'\x04\x00\x00\x00abc'    "\x04\0\0\0" "abc"
 *
 * Escapes are those that both have. What they read in two ways is refused: of "\x04a" C makes one character, Python
 * two; so only a b in front lets a hex digit follow an escape.
 *
 * No packet begins with four characters that need no escape. What does are digits that somebody put quotes around:
 * "02000000ffffffff", which taken for characters would get the verdict on another packet. */
#include "letter.h"
#include "pasted_forms.h"

#define TELLING 4

static const char plain_text[] =
    "characters without an escape, which begin no packet: if they are hex digits or base64, leave the quotes out";
static const char not_escape[] =
    "not an escape that C and Python share: \\xNN, octal, \\n, \\r, \\t, \\a, \\b, \\f, \\v, \\\\, \\', \\\"";
static const char ends_early[] = "the literal has no closing quote on its line";
static const char two_readings[] =
    "a hex digit after \\xNN, which C takes for part of it: write b\"..\", or two literals";

/* A character that stands for a byte; where the first four are all plain, this is no packet. */
static void give_character(pasted *text, uint8_t byte, bool plain)
{
    literal_state *now = &text->literal;
    if (now->characters < TELLING) {
        now->characters += 1;
        now->plain += plain ? 1 : 0;
    }
    if (now->characters == TELLING && now->plain == TELLING) {
        now->plain = 0;
        pasted_refuse(text, plain_text);
    } else {
        pasted_give(text, byte);
    }
}

static void take_plain(pasted *text, uint8_t character)
{
    literal_state *now = &text->literal;
    if (character == '\n' || character == '\r') {
        pasted_refuse(text, ends_early);
    } else if (character != '\t' && (character < 0x20 || character > 0x7e)) {
        pasted_refuse(text, "a literal holds ASCII alone; other bytes are escapes");
    } else if (now->after_hex && !now->of_bytes && now->quote == '"' && hex_digit_value(character) < 16) {
        pasted_refuse(text, two_readings);
    } else {
        give_character(text, character, true);
    }
    now->after_hex = false;
}

static void take_inside(pasted *text, uint8_t character)
{
    literal_state *now = &text->literal;
    if (character == now->quote) {
        now->place = LITERAL_BETWEEN;
        now->after_hex = false;
    } else if (character == '\\') {
        now->place = LITERAL_ESCAPE;
        now->after_hex = false;
    } else {
        take_plain(text, character);
    }
}

static void number_begins(pasted *text, literal_place place)
{
    text->literal.place = place;
    text->digits = 0;
    text->value = 0;
}

/* What a letter after a backslash stands for. */
static bool letter_value(uint8_t letter, uint8_t *value)
{
    static const char letters[] = "nrtabfv\\'\"";
    static const uint8_t values[] = {'\n', '\r', '\t', 7, 8, 12, 11, '\\', '\'', '"'};
    for (size_t index = 0; index < sizeof values; index += 1) {
        if ((uint8_t)letters[index] == letter) {
            *value = values[index];
            return true;
        }
    }
    return false;
}

static void take_octal(pasted *text, uint8_t character)
{
    bool goes_on = character >= '0' && character <= '7' && text->digits < 3;
    if (goes_on) {
        text->value = text->value * 8 + (uint32_t)(character - '0');
        text->digits += 1;
    }
    if (text->value > 255) {
        pasted_refuse(text, "an octal escape of more than \\377");
    } else if (!goes_on) {
        text->literal.place = LITERAL_INSIDE;
        give_character(text, (uint8_t)text->value, false);
    }
}

static void take_escape(pasted *text, uint8_t character)
{
    uint8_t byte = 0;
    if (character == 'x') {
        number_begins(text, LITERAL_HEX);
    } else if (character >= '0' && character <= '7') {
        number_begins(text, LITERAL_OCTAL);
        take_octal(text, character);
    } else if (letter_value(character, &byte)) {
        text->literal.place = LITERAL_INSIDE;
        give_character(text, byte, byte >= 0x20); /* "\\\\x04" is an escape that was escaped: no packet either */
    } else {
        pasted_refuse(text, not_escape);
    }
}

static void take_hex(pasted *text, uint8_t character)
{
    uint32_t digit = hex_digit_value(character);
    if (digit > 15) {
        pasted_refuse(text, "\\x without two hex digits after it");
        return;
    }
    text->value = text->value * 16 + digit;
    text->digits += 1;
    if (text->digits == 2) {
        text->literal.place = LITERAL_INSIDE;
        text->literal.after_hex = true;
        give_character(text, (uint8_t)text->value, false);
    }
}

/* Before the first literal, between two, and after the last. */
static void take_between(pasted *text, uint8_t character)
{
    literal_state *now = &text->literal;
    if (character == 'b' || character == 'B') {
        now->place = LITERAL_QUOTE;
        now->of_bytes = true;
    } else if (character == '"' || character == '\'') {
        now->place = LITERAL_INSIDE;
        now->quote = character;
        now->of_bytes = false;
    } else if (!is_space(character)) {
        text->form = PASTED_AFTER;
        text->held_size = 0;
        pasted_after_push(text, character);
    }
}

static void take_quote(pasted *text, uint8_t character)
{
    if (character == '"' || character == '\'') {
        text->literal.place = LITERAL_INSIDE;
        text->literal.quote = character;
    } else {
        pasted_refuse(text, "b without a quote after it");
    }
}

void pasted_literal_push(pasted *text, uint8_t character)
{
    /* this character ends an octal escape, and comes after it */
    if (text->literal.place == LITERAL_OCTAL) {
        take_octal(text, character);
        if (text->literal.place == LITERAL_OCTAL || text->wrong != NULL) {
            return;
        }
    }
    switch (text->literal.place) {
    case LITERAL_INSIDE:
        take_inside(text, character);
        break;
    case LITERAL_ESCAPE:
        take_escape(text, character);
        break;
    case LITERAL_HEX:
        take_hex(text, character);
        break;
    case LITERAL_QUOTE:
        take_quote(text, character);
        break;
    default:
        take_between(text, character);
        break;
    }
}

void pasted_literal_end(pasted *text)
{
    const literal_state *now = &text->literal;
    if (now->place != LITERAL_BETWEEN) {
        pasted_refuse(text, now->place == LITERAL_QUOTE ? "b without a quote after it" : ends_early);
    } else if (now->plain > 0 && now->plain == now->characters) {
        pasted_refuse(text, plain_text);
    } else {
        pasted_after_end(text);
    }
}
