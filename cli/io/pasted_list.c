/* SPDX-License-Identifier: MIT */
/* Lists of numbers from 0 to 255, each a byte, with commas between them:
 *
 *      [2, 0, 0xff]    JSON, Python, Godot
 *      {0x02, 0, 255,} C: a comma may close it, and 010 is 8, which other languages read as 10; so it is refused
 *
 * The bracket that opens it has been read. */
#include "letter.h"
#include "pasted_forms.h"

static const char not_number[] = "not a number from 0 to 255";
static const char no_digits[] = "0x without digits after it";

static void number_begins(pasted *text, list_place place)
{
    text->place = place;
    text->prefixed = false;
    text->digits = 0;
    text->value = 0;
}

static void list_ends(pasted *text)
{
    text->form = PASTED_AFTER;
    text->held_size = 0;
}

static void take_digit(pasted *text, uint8_t character)
{
    uint32_t base = text->prefixed ? 16 : 10;
    uint32_t digit = hex_digit_value(character);
    bool is_x = character == 'x' || character == 'X';

    if (is_x && !text->prefixed && text->digits == 1 && text->value == 0) {
        text->prefixed = true;
        text->digits = 0;
    } else if (digit >= base || text->value * base + digit > 255) {
        pasted_refuse(text, not_number);
    } else if (text->around.closes == '}' && !text->prefixed && text->digits > 0 && text->value == 0 && digit > 0) {
        pasted_refuse(text, "0 in front of a number makes it octal in C: leave it out, or write 0x");
    } else {
        text->value = text->value * base + digit;
        text->digits = text->digits < 4 ? text->digits + 1 : 4;
    }
}

/* After a number there is a comma or the closing bracket, with white space before it. */
static void number_ends(pasted *text, uint8_t character)
{
    if (is_space(character)) {
        text->place = LIST_COMMA;
    } else if (character == ',') {
        pasted_give(text, (uint8_t)text->value);
        number_begins(text, LIST_NUMBER);
    } else if (character == text->around.closes) {
        pasted_give(text, (uint8_t)text->value);
        list_ends(text);
    } else {
        pasted_refuse(text, "neither a comma nor the closing bracket of the list");
    }
}

void pasted_list_push(pasted *text, uint8_t character)
{
    bool closes = character == text->around.closes;
    bool separates = is_space(character) || character == ',' || closes;
    bool may_close = text->place == LIST_FIRST || text->around.closes == '}';
    bool begun = text->digits > 0 || text->prefixed;

    if (text->place == LIST_COMMA || (text->digits > 0 && separates)) {
        number_ends(text, character);
    } else if (!begun && closes && may_close) {
        list_ends(text);
    } else if (!begun && is_space(character)) {
        return;
    } else if (text->prefixed && separates) {
        pasted_refuse(text, no_digits);
    } else {
        text->place = LIST_NUMBER;
        take_digit(text, character);
    }
}

void pasted_list_end(pasted *text)
{
    pasted_refuse(text, "the list has no closing bracket");
}
