/* SPDX-License-Identifier: MIT */
/* Base64 as people paste it. */
#include "letter.h"
#include "pasted_forms.h"

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

static void take_digit(pasted *text, uint32_t digit)
{
    text->value = text->value * 64 + digit;
    text->bits += 6;
    if (text->bits >= 8) {
        text->bits -= 8;
        pasted_give(text, (uint8_t)(text->value >> text->bits));
        text->value &= (1u << text->bits) - 1u;
    }
}

void pasted_base64_push(pasted *text, uint8_t character)
{
    uint32_t digit = base64_value(character);

    if (is_space(character)) {
        return;
    }
    if (character == '=') {
        text->padding += 1;
        if (text->padding > padding_due(text)) {
            pasted_refuse(text, "padding that completes nothing");
        }
    } else if (digit > 63) {
        pasted_refuse(text, "not a base64 digit, white space or padding");
    } else if (text->padding > 0) {
        pasted_refuse(text, "something follows the padding");
    } else {
        take_digit(text, digit);
    }
}

void pasted_base64_end(pasted *text)
{
    if (text->bits == 6) {
        pasted_refuse(text, "the text ends with half a byte");
    } else if (text->padding > 0 && text->padding < padding_due(text)) {
        pasted_refuse(text, "the text ends inside its padding");
    } else if (text->value != 0) {
        /* An encoder leaves these bits zero; others mean that the text was cut or altered. */
        pasted_refuse(text, "the last digit has bits that belong to no byte");
    }
}
