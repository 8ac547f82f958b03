/* SPDX-License-Identifier: MIT */
/* Digits one after another by exact division (Steele and White, 1990), until what was written lies in the interval. No
 * table and no estimate that could be off: what decides are comparisons of whole numbers. */
#include "shortest.h"

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
    for (uint64_t rest = number; rest; rest /= 2) {
        bits += 1;
    }
    return bits;
}

static uint32_t above_zero(int32_t number)
{
    return number > 0 ? (uint32_t)number : 0;
}

/* Sets up the division of the value by the least power of ten above it; returns which one that is. */
static int32_t divide_by_ten(division *by, const gdv_interval *around)
{
    uint32_t up = above_zero(around->exponent);
    gdv_big_set(&by->rest, around->value);
    gdv_big_set(&by->below, around->value - around->low);
    gdv_big_set(&by->above, around->high - around->value);
    gdv_big_set(&by->whole, 1);
    gdv_big_double(&by->rest, up);
    gdv_big_double(&by->below, up);
    gdv_big_double(&by->above, up);
    gdv_big_double(&by->whole, above_zero(-around->exponent));
    /* From the logarithm of the power of two that is not above it: the power of ten is this or one more. 2^binary is above
     * it; a binary digit is a little more than 1233/4096 of a decimal one, and 4099 of them, which keep the product above
     * zero, a little less than 1234. */
    int32_t binary = (int32_t)bits_in(around->value) + around->exponent;
    int32_t point = (int32_t)((uint32_t)(binary + 4098) * 1233u >> 12) - 1233;
    uint32_t down = above_zero(-point);
    gdv_big_scale(&by->whole, above_zero(point));
    gdv_big_scale(&by->rest, down);
    gdv_big_scale(&by->below, down);
    gdv_big_scale(&by->above, down);
    if (!gdv_big_less(&by->rest, &by->whole)) {
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
    while (!gdv_big_less(&by->rest, &by->whole)) {
        gdv_big_subtract(&by->rest, &by->whole);
        digit += 1;
    }
    return digit;
}

/* Whether the digits so far read back to the number as they are. */
static bool is_down_enough(const division *by, bool closed)
{
    return closed ? !gdv_big_less(&by->below, &by->rest) : gdv_big_less(&by->rest, &by->below);
}

/* Whether they do with one more in the last place. */
static bool is_up_enough(const division *by, bool closed)
{
    gdv_big sum = by->rest;
    gdv_big_add(&sum, &by->above);
    return closed ? !gdv_big_less(&sum, &by->whole) : gdv_big_less(&by->whole, &sum);
}

/* Whether one more in the last place is nearer, or as near and even. */
static bool is_nearer_up(const division *by, uint32_t digit)
{
    gdv_big twice = by->rest;
    gdv_big_add(&twice, &by->rest);
    return gdv_big_less(&by->whole, &twice) || (!gdv_big_less(&twice, &by->whole) && (digit & 1u) != 0);
}

void gdv_shortest(const gdv_interval *around, gdv_digits *out)
{
    division by;
    bool closed = around->closed;
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
    if (down && !is_nearer_up(&by, digit)) { /* so it is where only they are enough: below is never above `above` */
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

    /* halfway to its neighbours; below a power of two they are half as far apart, but for the least of them that is no
     * denormal, whose decimal is nearer than that */
    around.value = 4 * mantissa;
    around.high = around.value + 2;
    around.low = around.value - (fraction == 0 ? 1u : 2u);
    around.exponent = (int32_t)scale + (scale == 0 ? 1 : 0) - 1077;
    around.closed = mantissa % 2 == 0;
    return around;
}

/* A decimal is read as a double first, and that is rounded: it reads back where the double lies between the middles of
 * the float and its neighbours. A middle belongs to the number whose mantissa is even, so the last double that does is
 * the middle or the one next to it, and what is half a double away from that is the end of the interval: an odd double
 * never, the even middle always. Below a power of two that half is 1, not 2; no decimal lies between, as the test of
 * every power of two shows. Takes and returns distances from the value. */
static uint64_t end_after(uint64_t middle, bool closed)
{
    const uint64_t half = 2;
    return closed ? middle + half : middle - half;
}

gdv_interval gdv_interval_of_float(uint32_t bits)
{
    const uint32_t leading = (uint32_t)1 << 23; /* the bit that a number has and does not keep, but for denormals */
    uint32_t fraction = bits % leading;
    uint32_t scale = bits >> 23;
    uint32_t mantissa = fraction + (scale > 0 ? leading : 0);
    uint32_t shift = bits_in(leading) - bits_in(mantissa); /* above 0 for denormals alone */
    uint64_t above = (uint64_t)1 << (shift + 30);
    gdv_interval around;

    around.value = (uint64_t)mantissa << (shift + 31);
    around.exponent = (int32_t)scale + (scale == 0 ? 1 : 0) - 181 - (int32_t)shift;
    around.closed = mantissa % 2 == 0;
    uint64_t below = fraction == 0 ? above / 2 : above;
    around.high = around.value + end_after(above, around.closed);
    around.low = around.value - end_after(below, around.closed);
    return around;
}
