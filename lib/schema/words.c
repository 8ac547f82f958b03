/* SPDX-License-Identifier: MIT */
#include "words.h"

#include <string.h>

#include "../ffi/number_text.h"

gdv_words gdv_words_in(char *text, uint32_t size)
{
    gdv_words words = {text, size, 0, false};
    text[0] = '\0';
    return words;
}

static void put_bytes(gdv_words *to, const char *bytes, uint32_t size)
{
    if (to->cut) {
        return;
    }
    to->cut = size > to->size - 1 - to->length;
    if (to->cut) {
        uint32_t end = to->length < to->size - 3 ? to->length : to->size - 3;
        uint32_t more = to->size - 3 - end;
        memcpy(to->text + end, bytes, more);
        memcpy(to->text + end + more, "..", 3);
        return;
    }
    memcpy(to->text + to->length, bytes, size);
    to->length += size;
    to->text[to->length] = '\0';
}

void gdv_words_put(gdv_words *to, const char *text)
{
    for (uint32_t index = 0; text[index] != '\0'; index += 1) {
        put_bytes(to, text + index, 1);
    }
}

void gdv_words_int(gdv_words *to, int64_t number)
{
    gdv_short_text text = {.size = 0};
    gdv_short_text_number(&text, number);
    put_bytes(to, text.bytes, text.size);
}

void gdv_words_natural(gdv_words *to, uint64_t number)
{
    gdv_short_text text = {.size = 0};
    gdv_short_text_natural(&text, number);
    put_bytes(to, text.bytes, text.size);
}

static void put_decimal(gdv_words *to, gdv_short_text *text, bool plain)
{
    bool whole = text->bytes[text->size - 2] == '.' && text->bytes[text->size - 1] == '0';
    put_bytes(to, text->bytes, plain && whole ? text->size - 2 : text->size);
}

void gdv_words_double(gdv_words *to, double number, bool plain)
{
    gdv_short_text text = {.size = 0};
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    gdv_short_text_double(&text, bits);
    put_decimal(to, &text, plain);
}

void gdv_words_float(gdv_words *to, float number, bool plain)
{
    gdv_short_text text = {.size = 0};
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    gdv_short_text_float(&text, bits);
    put_decimal(to, &text, plain);
}

void gdv_words_quoted(gdv_words *to, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    static const char hex[] = "0123456789abcdef";
    put_bytes(to, "\"", 1);
    for (uint32_t index = 0; !to->cut && index < size; index += 1) {
        uint8_t byte = gdv_u8_at(in, at + index);
        char escaped[4] = {'\\', 'x', hex[byte >> 4], hex[byte & 15u]};
        bool plain = byte >= 0x20u && byte < 0x7fu && byte != '"' && byte != '\\';
        char same = (char)(byte & 0x7fu);
        put_bytes(to, plain ? &same : escaped, plain ? 1u : 4u);
    }
    put_bytes(to, "\"", 1);
}
