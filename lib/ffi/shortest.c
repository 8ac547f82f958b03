/* SPDX-License-Identifier: MIT */
/* Digits one after another by exact division (Steele and White, 1990), until what was written lies in the interval. No
 * table and no estimate that could be off: what decides are comparisons of whole numbers. */
#include "shortest.h"

#include <stdbool.h>

#include "../wire/big.h"

/* The value and its distances from the ends of the interval, in parts of `whole`. */
typedef struct division {
    gdv_big rest;
    gdv_big below;
    gdv_big above;
    gdv_big whole;
} division;

static void times_ten(division *by)
{
    gdv_big_multiply(&by->rest, 10);
    gdv_big_multiply(&by->below, 10);
    gdv_big_multiply(&by->above, 10);
}

static uint32_t bits_in(uint64_t number)
{
    uint32_t bits = 0;
    while (number >> bits != 0) {
        bits += 1;
    }
    return bits;
}

/* Sets up the division of the value by the least power of ten above it; returns which one that is. */
static int32_t divide_by_ten(division *by, const gdv_interval *around)
{
    gdv_big_set(&by->rest, around->value);
    gdv_big_set(&by->below, around->value - around->low);
    gdv_big_set(&by->above, around->high - around->value);
    gdv_big_set(&by->whole, 1);
    if (around->exponent >= 0) {
        uint32_t bits = (uint32_t)around->exponent;
        gdv_big_double(&by->rest, bits);
        gdv_big_double(&by->below, bits);
        gdv_big_double(&by->above, bits);
    } else {
        gdv_big_double(&by->whole, (uint32_t)-around->exponent);
    }
    /* Its logarithm, from that of the power of two below it: a little too small or right, so the power is that or one
     * more. Shifted by 400 to stay above zero, where a division rounds down. */
    int32_t binary = (int32_t)bits_in(around->value) + around->exponent - 1;
    int32_t point = (binary * 30103 - 100 + 40000000) / 100000 - 400 + 1;
    if (point >= 0) {
        gdv_big_scale(&by->whole, (uint32_t)point);
    } else {
        uint32_t power = (uint32_t)-point;
        gdv_big_scale(&by->rest, power);
        gdv_big_scale(&by->below, power);
        gdv_big_scale(&by->above, power);
    }
    if (gdv_big_order(&by->rest, &by->whole) >= 0) {
        gdv_big_multiply(&by->whole, 10);
        point += 1;
    }
    return point;
}

/* The next digit; the rest becomes less than the whole. */
static uint32_t next_digit(division *by)
{
    uint32_t digit = 0;
    times_ten(by);
    while (gdv_big_order(&by->rest, &by->whole) >= 0) {
        gdv_big_subtract(&by->rest, &by->whole);
        digit += 1;
    }
    return digit;
}

/* Whether the digits so far read back to the number as they are. */
static bool is_down_enough(const division *by, bool closed)
{
    return gdv_big_order(&by->rest, &by->below) < (closed ? 1 : 0);
}

/* Whether they do with one more in the last place. */
static bool is_up_enough(const division *by, bool closed)
{
    gdv_big sum = by->rest;
    gdv_big_add(&sum, &by->above);
    return gdv_big_order(&sum, &by->whole) > (closed ? -1 : 0);
}

/* Whether one more in the last place is nearer, or as near and even. */
static bool is_nearer_up(const division *by, uint32_t digit)
{
    gdv_big twice = by->rest;
    gdv_big_add(&twice, &by->rest);
    int32_t order = gdv_big_order(&twice, &by->whole);
    return order > 0 || (order == 0 && digit % 2 == 1);
}

void gdv_shortest(const gdv_interval *around, gdv_digits *out)
{
    division by;
    bool closed = around->closed != 0;
    bool down = false;
    bool up = false;
    uint32_t digit = 0;

    out->count = 0;
    out->point = divide_by_ten(&by, around);
    while (!down && !up) {
        digit = next_digit(&by);
        out->digits[out->count] = (char)('0' + (int)digit);
        out->count += 1;
        down = is_down_enough(&by, closed);
        up = is_up_enough(&by, closed);
    }
    if (!up || (down && !is_nearer_up(&by, digit))) {
        return;
    }
    if (digit < 9) {
        out->digits[out->count - 1] = (char)('0' + (int)digit + 1);
    } else { /* the first one: after others a 9 cannot be, as one more before it would have been enough */
        out->digits[0] = '1';
        out->point += 1;
    }
}

gdv_interval gdv_interval_of_double(uint64_t bits)
{
    uint64_t fraction = bits % ((uint64_t)1 << 52);
    uint32_t scale = (uint32_t)(bits >> 52);
    uint64_t mantissa = fraction + (scale > 0 ? (uint64_t)1 << 52 : 0);
    gdv_interval around;

    /* halfway to its neighbours; below a power of two they are half as far apart */
    around.value = 4 * mantissa;
    around.high = around.value + 2;
    around.low = around.value - (fraction == 0 && scale > 1 ? 1u : 2u);
    around.exponent = (int32_t)(scale > 0 ? scale : 1) - 1077;
    around.closed = mantissa % 2 == 0 ? 1 : 0;
    return around;
}

/* A decimal is read as a double first, and that is rounded: it reads back where the double lies between the middles of
 * the float and its neighbours. A middle belongs to the number whose mantissa is even, so the last double that does is
 * the middle or the one next to it, and what is half a double away from that is the end of the interval: an odd double
 * never, the even middle always. Below a power of two that half is 1, not 2; no decimal lies between, as the test of
 * every power of two shows. */
gdv_interval gdv_interval_of_float(uint32_t bits)
{
    uint32_t fraction = bits % ((uint32_t)1 << 23);
    uint32_t scale = bits >> 23;
    uint32_t mantissa = fraction + (scale > 0 ? (uint32_t)1 << 23 : 0);
    uint32_t shift = 24 - bits_in(mantissa); /* above 0 for denormals alone */
    uint64_t above = (uint64_t)1 << (shift + 30);
    gdv_interval around;

    around.value = (uint64_t)mantissa << (shift + 31);
    around.exponent = (int32_t)(scale > 0 ? scale : 1) - 181 - (int32_t)shift;
    around.closed = mantissa % 2 == 0 ? 1 : 0;
    uint64_t below = fraction == 0 && scale > 1 ? above / 2 : above;
    around.high = around.closed != 0 ? around.value + above + 2 : around.value + above - 2;
    around.low = around.closed != 0 ? around.value - below - 2 : around.value - below + 2;
    return around;
}
