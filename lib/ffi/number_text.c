/* SPDX-License-Identifier: MIT */
#include "number_text.h"

#include <stdbool.h>
#include <string.h>

#include "../wire/ascii.h"
#include "shortest.h"

/* As many digits stand before the point without an exponent, even if fewer would tell the number: any decimal of so many
 * survives being read and written again. */
#define DIGITS_OF_DOUBLE 15
#define DIGITS_OF_FLOAT 6

static void append_character(gdv_short_text *to, char character)
{
    to->bytes[to->size] = character;
    to->size += 1;
}

void gdv_short_text_put(gdv_short_text *to, const char *words)
{
    for (uint32_t at = 0; words[at] != '\0'; at += 1) {
        append_character(to, words[at]);
    }
}

void gdv_short_text_hex(gdv_short_text *to, uint64_t bits, uint32_t digits)
{
    for (uint32_t left = digits; left > 0; left -= 1) {
        append_character(to, "0123456789abcdef"[bits >> (4 * (left - 1)) & 15u]);
    }
}

void gdv_short_text_natural(gdv_short_text *to, uint64_t number)
{
    char digits[GDV_DECIMAL_SIZE];
    for (uint32_t at = gdv_decimal(number, digits); at < GDV_DECIMAL_SIZE; at += 1) {
        append_character(to, digits[at]);
    }
}

void gdv_short_text_number(gdv_short_text *to, int64_t number)
{
    if (number < 0) {
        append_character(to, '-');
        gdv_short_text_natural(to, (uint64_t)-(number + 1) + 1);
    } else {
        gdv_short_text_natural(to, (uint64_t)number);
    }
}

/* Digits, with zeros where the digits are at an end, from `first` to before `last`. */
static void append_digits(gdv_short_text *to, const gdv_digits *of, int32_t first, int32_t last)
{
    for (int32_t at = first; at < last; at += 1) {
        char digit = '0';
        if (at >= 0 && at < (int32_t)of->count) {
            digit = of->digits[at];
        }
        append_character(to, digit);
    }
}

/* With an exponent for what is below 0.0001, and for what has more than so many digits before its point. */
static void append_decimal(gdv_short_text *to, const gdv_digits *of, int32_t digits_before)
{
    const int32_t count = (int32_t)of->count;
    const int32_t most = count > digits_before ? count : digits_before;
    const int32_t exponent = of->point - 1;
    if (exponent < -4 || exponent >= most) {
        append_digits(to, of, 0, 1);
        if (count > 1) {
            append_character(to, '.');
            append_digits(to, of, 1, count);
        }
        append_character(to, 'e');
        gdv_short_text_number(to, exponent);
        return;
    }
    append_digits(to, of, exponent < 0 ? -1 : 0, of->point > 0 ? of->point : 0);
    append_character(to, '.');
    append_digits(to, of, of->point, count > of->point ? count : of->point + 1);
}

static void append_sign(gdv_short_text *to, bool negative)
{
    if (negative) {
        append_character(to, '-');
    }
}

void gdv_short_text_double(gdv_short_text *to, uint64_t bits)
{
    const uint64_t infinite = (uint64_t)0x7ff << 52;
    uint64_t magnitude = bits & ~((uint64_t)1 << 63);
    if (magnitude > infinite) {
        gdv_short_text_put(to, "nan");
        return;
    }
    append_sign(to, magnitude != bits);
    if (magnitude == infinite) {
        gdv_short_text_put(to, "inf");
    } else if (magnitude == 0) {
        gdv_short_text_put(to, "0.0");
    } else {
        gdv_digits digits;
        gdv_interval around = gdv_interval_of_double(magnitude);
        gdv_shortest(&around, &digits);
        append_decimal(to, &digits, DIGITS_OF_DOUBLE);
    }
}

void gdv_short_text_float(gdv_short_text *to, uint32_t bits)
{
    const uint32_t infinite = (uint32_t)0xff << 23;
    uint32_t magnitude = bits & 0x7fffffffu;
    if (magnitude > infinite) {
        gdv_short_text_put(to, "nan");
        return;
    }
    append_sign(to, magnitude != bits);
    if (magnitude == infinite) {
        gdv_short_text_put(to, "inf");
    } else if (magnitude == 0) {
        gdv_short_text_put(to, "0.0");
    } else {
        gdv_digits digits;
        gdv_interval around = gdv_interval_of_float(magnitude);
        gdv_shortest(&around, &digits);
        append_decimal(to, &digits, DIGITS_OF_FLOAT);
    }
}

/* Closes a text and hands it out. */
static size_t hand_out(const gdv_short_text *from, char *text)
{
    if (text == NULL) {
        return 0;
    }
    memcpy(text, from->bytes, from->size);
    text[from->size] = '\0';
    return from->size;
}

size_t gdv_double_text(double number, char text[GDV_NUMBER_SIZE])
{
    gdv_short_text made = {{0}, 0};
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    gdv_short_text_double(&made, bits);
    return hand_out(&made, text);
}

size_t gdv_float_text(float number, char text[GDV_NUMBER_SIZE])
{
    gdv_short_text made = {{0}, 0};
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    gdv_short_text_float(&made, bits);
    return hand_out(&made, text);
}
