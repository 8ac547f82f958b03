/* SPDX-License-Identifier: MIT */
/* Texts, bytes and numbers as JSON. A character is decoded once, and what was decoded is written: so the output is sound
 * whatever is done to the packet meanwhile. */
#include <stdbool.h>
#include <string.h>

#include "../decode/cursor.h"
#include "../value/resolve.h"
#include "json_sink.h"
#include "number_text.h"

void gdv_json_bytes(gdv_json *to, const char *characters, size_t count)
{
    if (to->length < to->size) {
        size_t at = (size_t)to->length;
        size_t room = to->size - at;
        memcpy(to->buffer + at, characters, count < room ? count : room);
    }
    to->length += count;
}

void gdv_json_put(gdv_json *to, const char *characters)
{
    gdv_json_bytes(to, characters, gdv_text_of(characters).size);
}

static void put_short(gdv_json *to, const gdv_short_text *text)
{
    gdv_json_bytes(to, text->bytes, text->size);
}

/* --- characters */

/* Bytes of the longest character. */
#define LONGEST 4u

/* One character of UTF-8; length 0 where there is none, and then the byte is its code. */
typedef struct character {
    char bytes[LONGEST];
    uint32_t length;
    uint32_t code;
} character;

/* Requires length > 0. */
static bool is_code(uint32_t code, uint32_t length)
{
    static const uint32_t least[LONGEST] = {0, 0x80, 0x800, 0x10000};
    bool surrogate = code >= 0xd800 && code < 0xe000;
    return code >= least[length - 1] && code < 0x110000 && !surrogate;
}

/* Requires at < in->size. */
static character character_at(const gdv_cursor *in, uint32_t at)
{
    /* by the upper half of the first byte, which alone says how many there are; where a fourth bit stays, of bytes above
     * 0xf7, the code is larger than any */
    static const uint8_t lengths[] = {1, 1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 2, 2, 3, LONGEST};
    static const uint8_t kept[LONGEST] = {0x7f, 0x1f, 0x0f, 0x0f};
    uint8_t lead = gdv_u8_at(in, at);
    uint32_t length = lengths[lead / 16u];
    character found = {{(char)lead}, 0, lead};
    if (length == 0 || length > in->size - at) {
        return found;
    }
    uint32_t code = lead & (uint32_t)kept[length - 1];
    for (uint32_t next = 1; next < length; next += 1) {
        uint8_t byte = gdv_u8_at(in, at + next);
        if ((byte & 0xc0u) != 0x80u) {
            return found;
        }
        found.bytes[next] = (char)byte;
        code = 64 * code + (byte & 0x3fu);
    }
    if (is_code(code, length)) {
        found.length = length;
        found.code = code;
    }
    return found;
}

/* First and last of what a terminal obeys or does not show, in rising order: general categories Cc, Cf, Zl and Zp of
 * Unicode 15, and what has Default_Ignorable_Code_Point, but for the selectors of variants (U+FE00 to U+FE0F), which
 * pictures are written with. Legal in JSON but for the first 32; escaped, because JSON is printed. */
static const struct {
    uint32_t first;
    uint32_t last;
} hidden[] = {
    {0x0000, 0x001f},   {0x007f, 0x009f},   {0x00ad, 0x00ad},   {0x034f, 0x034f},   {0x0600, 0x0605},
    {0x061c, 0x061c},   {0x06dd, 0x06dd},   {0x070f, 0x070f},   {0x0890, 0x0891},   {0x08e2, 0x08e2},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},   {0x2028, 0x202e},
    {0x2060, 0x206f},   {0x3164, 0x3164},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3}, {0x1d173, 0x1d17a},
    {0xe0000, 0xe0fff},
};
#define HIDDEN (uint32_t)(sizeof hidden / sizeof hidden[0])

static bool is_hidden(uint32_t code)
{
    uint32_t row = 0;
    while (row < HIDDEN && hidden[row].last < code) {
        row += 1;
    }
    return row < HIDDEN && hidden[row].first <= code;
}

static gdv_cursor cursor_of(const uint8_t *bytes, size_t size)
{
    gdv_cursor in = {.bytes = bytes, .size = (uint32_t)size};
    return in;
}

/* --- texts */

static void put_unit(gdv_json *to, uint32_t unit)
{
    gdv_short_text escape = {{'\\', 'u'}, 2};
    gdv_short_text_hex(&escape, unit, 4);
    put_short(to, &escape);
}

static void put_character(gdv_json *to, const character *one)
{
    if (one->code == '"' || one->code == '\\') {
        gdv_json_put(to, "\\");
        gdv_json_bytes(to, one->bytes, 1);
    } else if (!is_hidden(one->code)) {
        gdv_json_bytes(to, one->bytes, one->length);
    } else if (one->length < LONGEST) {
        put_unit(to, one->code);
    } else {
        put_unit(to, 0xd800 + (one->code - 0x10000) / 0x400);
        put_unit(to, 0xdc00 + one->code % 0x400);
    }
}

/* Writes the text up to what is no character, of which nothing is written, or its number; where `to` is not NULL.
 * Returns whether it is characters to its end. */
static bool put_escaped(gdv_json *to, const gdv_cursor *in)
{
    bool fine = true;
    for (uint32_t at = 0; fine && at < in->size;) {
        character one = character_at(in, at);
        fine = one.length > 0;
        if (to != NULL) {
            put_character(to, &one);
        }
        at += one.length;
    }
    return fine;
}

/* Of a text that was UTF-8 when it was looked through, and is not any more, the beginning is written: JSON all the
 * same. */
void gdv_json_text(gdv_json *to, gdv_text text)
{
    const uint8_t *bytes = (const uint8_t *)text.bytes;
    gdv_cursor in = cursor_of(bytes, text.size);
    if (put_escaped(NULL, &in)) {
        gdv_json_put(to, "\"");
        (void)put_escaped(to, &in);
        gdv_json_put(to, "\"");
    } else {
        gdv_json_put(to, "{\"bytes\":");
        gdv_json_base64(to, bytes, text.size);
        gdv_json_put(to, "}");
    }
}

static bool is_plain_in_class(const character *one)
{
    static const char marks[] = {'%', ',', '[', ']', '"', '\\'};
    if (one->length != 1) {
        return one->length > 1 && !is_hidden(one->code);
    }
    bool plain = one->code > 0x20 && one->code < 0x7f;
    for (uint32_t index = 0; index < sizeof marks; index += 1) {
        plain = plain && one->bytes[0] != marks[index];
    }
    return plain;
}

void gdv_json_class(gdv_json *to, gdv_text name)
{
    static const char digits[] = "0123456789ABCDEF";
    gdv_cursor in = cursor_of((const uint8_t *)name.bytes, name.size);
    for (uint32_t at = 0; at < in.size;) {
        character one = character_at(&in, at);
        if (is_plain_in_class(&one)) {
            gdv_json_bytes(to, one.bytes, one.length);
            at += one.length;
        } else {
            uint8_t byte = (uint8_t)one.bytes[0];
            const char escape[3] = {'%', digits[byte / 16u], digits[byte % 16u]};
            gdv_json_bytes(to, escape, sizeof escape);
            at += 1;
        }
    }
}

/* Four digits for the next bytes, up to three of them. Returns how many there were. Requires at < in->size. */
static uint32_t put_group(gdv_json *to, const gdv_cursor *in, uint32_t at)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=";
    uint32_t count = gdv_at_most(in->size - at, 3);
    uint32_t bits = 0;
    for (uint32_t next = 0; next < count; next += 1) {
        bits |= (uint32_t)gdv_u8_at(in, at + next) << (16 - 8 * next);
    }
    const char group[4] = {digits[bits >> 18], digits[bits >> 12 & 63u], digits[count > 1 ? bits >> 6 & 63u : 64u],
                           digits[count > 2 ? bits & 63u : 64u]};
    gdv_json_bytes(to, group, sizeof group);
    return count;
}

void gdv_json_base64(gdv_json *to, const uint8_t *bytes, size_t size)
{
    gdv_cursor in = cursor_of(bytes, size);
    gdv_json_put(to, "\"");
    for (uint32_t at = 0; at < in.size;) {
        at += put_group(to, &in, at);
    }
    gdv_json_put(to, "\"");
}

/* --- numbers */

void gdv_json_natural(gdv_json *to, uint64_t number)
{
    gdv_short_text text = {{0}, 0};
    gdv_short_text_natural(&text, number);
    put_short(to, &text);
}

void gdv_json_number(gdv_json *to, int64_t number)
{
    gdv_short_text text = {{0}, 0};
    gdv_short_text_number(&text, number);
    put_short(to, &text);
}

void gdv_json_id(gdv_json *to, uint64_t number)
{
    gdv_short_text text = {{'"'}, 1};
    gdv_short_text_natural(&text, number);
    gdv_short_text_put(&text, "\"");
    put_short(to, &text);
}

void gdv_json_int(gdv_json *to, int64_t number)
{
    gdv_short_text text = {{'"'}, 1};
    gdv_short_text_number(&text, number);
    gdv_short_text_put(&text, "\"");
    put_short(to, &text);
}

void gdv_json_double(gdv_json *to, double number)
{
    const uint64_t infinite = (uint64_t)0x7ff << 52;
    gdv_short_text text = {{0}, 0};
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    bool finite = (bits & infinite) != infinite;
    gdv_short_text_put(&text, finite ? "" : "\"");
    gdv_short_text_double(&text, bits);
    if ((bits & ~((uint64_t)1 << 63)) > infinite && bits != (uint64_t)0x7ff8 << 48) {
        gdv_short_text_put(&text, ":");
        gdv_short_text_hex(&text, bits, 16);
    }
    gdv_short_text_put(&text, finite ? "" : "\"");
    put_short(to, &text);
}

void gdv_json_float(gdv_json *to, float number)
{
    const uint32_t infinite = (uint32_t)0xff << 23;
    gdv_short_text text = {{0}, 0};
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    bool finite = (bits & infinite) != infinite;
    gdv_short_text_put(&text, finite ? "" : "\"");
    gdv_short_text_float(&text, bits);
    if ((bits & 0x7fffffffu) > infinite && bits != (uint32_t)0x7fc0 << 16) {
        gdv_short_text_put(&text, ":");
        gdv_short_text_hex(&text, bits, 8);
    }
    gdv_short_text_put(&text, finite ? "" : "\"");
    put_short(to, &text);
}
