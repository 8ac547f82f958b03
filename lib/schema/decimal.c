/* SPDX-License-Identifier: MIT */
/* Decimals are read by dividing whole numbers exactly, bit by bit: no table, and no estimate that could be off. A
 * script that says 0.1 and a schema that says 0.1 then mean one number. Time is bounded by GDV_DECIMAL_CHARACTERS. */
#include "decimal.h"

#include <stdbool.h>
#include <string.h>

#include "../wire/big.h"

/* Of a double: bits of its mantissa, and the exponents of 2 between which it is normal. */
#define MANTISSA 53
#define LEAST_NORMAL (-1022)
#define LARGEST 1023
#define INFINITE ((uint64_t)0x7ff << 52)

/* Of 10: no whole number times a higher power is finite; times a lower one none of as many digits as there is room for
 * before such an exponent, which are 5 less than GDV_DECIMAL_CHARACTERS, is more than half of the least double. */
#define HIGHEST_POWER 308
#define LOWEST_POWER (-366)

/* What an exponent of more digits is taken for: beyond every bound above, and no sum with it wraps. */
#define FAR_EXPONENT 9999

static double double_of_bits(uint64_t bits)
{
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Requires a number above 0. */
static int32_t bits_of_big(const gdv_big *number)
{
    uint32_t top = number->words[number->used - 1];
    int32_t bits = (int32_t)number->used * 32;
    while ((top & 0x80000000u) == 0) {
        top *= 2;
        bits -= 1;
    }
    return bits;
}

/* Multiplies one of them by a power of 2 such that 1 <= top / bottom < 2; returns e where the quotient was 2^e times that
 * before. */
static int32_t align(gdv_big *top, gdv_big *bottom)
{
    int32_t exponent = bits_of_big(top) - bits_of_big(bottom);
    if (exponent >= 0) {
        gdv_big_double(bottom, (uint32_t)exponent);
    } else {
        gdv_big_double(top, (uint32_t)-exponent);
    }
    if (gdv_big_less(top, bottom)) {
        gdv_big_multiply(top, 2);
        exponent -= 1;
    }
    return exponent;
}

/* The bits of the double nearest to top / bottom. Requires both above 0. */
static uint64_t nearest(gdv_big *top, gdv_big *bottom)
{
    int32_t exponent = align(top, bottom);
    int32_t scale = exponent > LEAST_NORMAL ? exponent : LEAST_NORMAL; /* of the leading bit, which denormals lack */
    int32_t wanted = MANTISSA - (scale - exponent);
    uint64_t mantissa = 0;

    if (exponent > LARGEST) {
        return INFINITE;
    }
    if (wanted < 0) { /* less than half of the least */
        return 0;
    }
    for (int32_t bit = 0; bit < wanted; bit += 1) {
        mantissa *= 2;
        if (!gdv_big_less(top, bottom)) {
            gdv_big_subtract(top, bottom);
            mantissa += 1;
        }
        gdv_big_multiply(top, 2);
    }
    /* what is left, to half of the last bit: of two as near the even one */
    mantissa += gdv_big_less(bottom, top) || (!gdv_big_less(top, bottom) && mantissa % 2 == 1) ? 1 : 0;
    /* the leading bit of a normal mantissa, and a carry out of it, count the exponent up by one */
    return mantissa + ((uint64_t)(scale - LEAST_NORMAL) << (MANTISSA - 1));
}

static bool is_decimal_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

/* digits, without the point and the zeros in front, times 10^power. */
typedef struct decimal {
    gdv_big digits;
    int32_t power;
} decimal;

static void add_digit(decimal *to, uint8_t byte)
{
    gdv_big digit;
    gdv_big_set(&digit, (uint64_t)(byte - '0'));
    gdv_big_multiply(&to->digits, 10);
    gdv_big_add(&to->digits, &digit);
}

/* The number after "e", from `at` on. */
static int32_t exponent_at(const uint8_t *text, uint32_t size, uint32_t at)
{
    int32_t exponent = 0;
    for (uint32_t index = at; index < size; index += 1) {
        if (is_decimal_digit(text[index]) && exponent < FAR_EXPONENT) {
            exponent = exponent * 10 + (text[index] - '0');
        }
    }
    return text[at] == '-' ? -exponent : exponent;
}

static void read_digits(decimal *to, const uint8_t *text, uint32_t size)
{
    bool fraction = false;
    uint32_t index = 0;

    gdv_big_set(&to->digits, 0);
    to->power = 0;
    while (index < size && text[index] != 'e' && text[index] != 'E') {
        if (is_decimal_digit(text[index])) {
            add_digit(to, text[index]);
            to->power -= fraction ? 1 : 0;
        }
        fraction = fraction || text[index] == '.';
        index += 1;
    }
    if (index < size) {
        to->power += exponent_at(text, size, index + 1);
    }
}

double gdv_decimal_read(const uint8_t *text, uint32_t size)
{
    decimal number;
    gdv_big whole;

    read_digits(&number, text, size);
    bool zero = number.digits.used == 1 && number.digits.words[0] == 0;
    if (zero || number.power < LOWEST_POWER) {
        return 0.0;
    }
    if (number.power > HIGHEST_POWER) {
        return double_of_bits(INFINITE);
    }
    gdv_big_set(&whole, 1);
    if (number.power >= 0) {
        gdv_big_scale(&number.digits, (uint32_t)number.power);
    } else {
        gdv_big_scale(&whole, (uint32_t)-number.power);
    }
    return double_of_bits(nearest(&number.digits, &whole));
}

/* The double nearest to PI, without its exponent: 51 of its bits are a fraction. */
#define PI_MANTISSA 0x1921fb54442d18u

static double pi_divided(uint32_t divisor, uint32_t fraction)
{
    gdv_big top;
    gdv_big bottom;
    gdv_big_set(&top, PI_MANTISSA);
    gdv_big_set(&bottom, divisor);
    gdv_big_double(&bottom, fraction);
    return double_of_bits(nearest(&top, &bottom));
}

double gdv_pi_over(uint32_t divisor)
{
    return pi_divided(divisor, 51);
}

double gdv_tau_over(uint32_t divisor)
{
    return pi_divided(divisor, 50);
}
