/* SPDX-License-Identifier: MIT */
#include "spelling.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENGINE_DIGITS 18
#define ENGINE_EXPONENT 511

static bool is_digit(char letter)
{
    return letter >= '0' && letter <= '9';
}

/* The digits in front of an exponent. */
typedef struct mantissa {
    double value; /* as the engine adds them up */
    int scale;    /* and the power of ten that belongs to it */
    const char *end;
} mantissa;

static mantissa read_mantissa(const char *text)
{
    int digits = 0; /* all of them, zeros in front too */
    int before = -1;
    uint32_t high = 0; /* the first digits, and the last nine of those that are taken */
    uint32_t low = 0;
    const char *at = text;

    for (; is_digit(*at) || (*at == '.' && before < 0); at += 1) {
        before = *at == '.' ? digits : before;
        digits += *at == '.' ? 0 : 1;
    }
    before = before < 0 ? digits : before;
    int taken = digits < ENGINE_DIGITS ? digits : ENGINE_DIGITS;
    int left = taken;
    for (const char *digit = text; left > 0; digit += 1) {
        if (*digit != '.') {
            uint32_t *part = left > 9 ? &high : &low;
            *part = *part * 10 + (uint32_t)(*digit - '0');
            left -= 1;
        }
    }
    return (mantissa){1.0e9 * high + low, before - taken, at};
}

/* A power of ten as the engine has it: the product of those that the exponent's bits name. */
static double power_of_ten(int exponent)
{
    static const double squares[] = {1e1, 1e2, 1e4, 1e8, 1e16, 1e32, 1e64, 1e128, 1e256};
    double power = 1.0;
    unsigned bits = (unsigned)(exponent < ENGINE_EXPONENT ? exponent : ENGINE_EXPONENT);
    for (size_t index = 0; bits != 0; index += 1) {
        power *= (bits & 1u) != 0 ? squares[index] : 1.0;
        bits >>= 1;
    }
    return power;
}

/* What the engine reads. Requires a number as this file and decimal.c write it. */
static double engine_reads(const char *text)
{
    bool negative = text[0] == '-';
    mantissa front = read_mantissa(negative ? text + 1 : text);
    int exponent = front.scale + (*front.end == 'e' ? (int)strtol(front.end + 1, NULL, 10) : 0);
    double power = power_of_ten(exponent < 0 ? -exponent : exponent);
    double value = exponent < 0 ? front.value / power : front.value * power;
    return negative ? -value : value;
}

/* Of numbers, so that only the sign of zero is left to look at. */
static bool same_bits(double one, double other)
{
    return one == other && signbit(one) == signbit(other);
}

/* The nearest integers on either side whose sum in a double differs from this one's. Between 2^53 and 2^63. */
static uint64_t next_above(uint64_t digits)
{
    double sum = (double)digits;
    uint64_t step = (uint64_t)nextafter(sum, INFINITY) - (uint64_t)sum;
    uint64_t edge = (uint64_t)sum + step / 2;
    return (double)edge > sum ? edge : edge + 1;
}

static uint64_t next_below(uint64_t digits)
{
    double sum = (double)digits;
    uint64_t step = (uint64_t)sum - (uint64_t)nextafter(sum, 0.0);
    uint64_t edge = (uint64_t)sum - step / 2;
    return (double)edge < sum ? edge : edge - 1;
}

/* digits * 10^scale, with a point among the digits where that is possible and an exponent where it is not: zeros in
 * front would take the place of digits. */
static void write_digits(bool negative, uint64_t digits, int scale, char text[DECIMAL_SIZE])
{
    char plain[24];
    int count = snprintf(plain, sizeof plain, "%" PRIu64, digits);
    int before = count + scale;
    const char *sign = negative ? "-" : "";

    if (before > 0 && before < count) {
        (void)snprintf(text, DECIMAL_SIZE, "%s%.*s.%s", sign, before, plain, plain + before);
    } else {
        (void)snprintf(text, DECIMAL_SIZE, "%s%c.%se%d", sign, plain[0], plain + 1, before - 1);
    }
}

static bool reads_back(const char *text, double number)
{
    return same_bits(engine_reads(text), number) && same_bits(strtod(text, NULL), number);
}

/* Tries the decimal of that many digits nearest to the number, and those beside it that the engine sums up otherwise.
 * */
static bool find_spelling(double number, int count, char text[DECIMAL_SIZE])
{
    char nearest[DECIMAL_SIZE];
    bool negative = signbit(number) != 0;
    uint64_t digits = 0;

    (void)snprintf(nearest, sizeof nearest, "%.*e", count - 1, fabs(number));
    const char *at = nearest;
    for (; is_digit(*at) || *at == '.'; at += 1) {
        digits = *at == '.' ? digits : digits * 10 + (uint64_t)(*at - '0');
    }
    int scale = (int)strtol(at + 1, NULL, 10) - (count - 1);
    uint64_t tries[] = {digits, next_above(digits), next_below(digits), next_above(next_above(digits)),
                        next_below(next_below(digits))};
    for (size_t index = 0; index < sizeof tries / sizeof tries[0]; index += 1) {
        write_digits(negative, tries[index], scale, text);
        if (reads_back(text, number)) {
            return true;
        }
    }
    return false;
}

void spelling_of_double(double number, char text[DECIMAL_SIZE])
{
    char nearest[DECIMAL_SIZE];
    bool found = false;
    decimal_of_double(number, text);
    if (same_bits(engine_reads(text), number)) {
        return;
    }
    for (int count = DBL_DIG; !found && count <= ENGINE_DIGITS; count += 1) {
        found = find_spelling(number, count, text);
    }
    if (!found) {
        /* with an exponent, so that no zeros in front take the place of digits */
        (void)snprintf(nearest, sizeof nearest, "%.*e", DBL_DECIMAL_DIG - 1, number);
        memcpy(text, nearest, sizeof nearest);
    }
}

void spelling_of_float(float number, char text[DECIMAL_SIZE])
{
    decimal_of_float(number, text);
    if ((float)engine_reads(text) != number) {
        spelling_of_double((double)number, text);
    }
}
