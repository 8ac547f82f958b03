/* SPDX-License-Identifier: MIT */
/* Digits one after another by exact division (Steele and White, 1990), until what was written lies in the interval. No
 * table and no estimate that could be off: what decides are comparisons of whole numbers. */
#include "shortest.h"

#include <stdbool.h>
#include <string.h>

/* Whole numbers of up to 1,152 bits, lowest word first, none above `used`. The largest is of the least double: 2^1076 of
 * its denominator, and 40 times as much in a sum. One word more takes a carry of zero. */
#define WORDS 36u

typedef struct big {
    uint32_t words[WORDS + 1];
    uint32_t used;
} big;

static void big_set(big *to, uint64_t number)
{
    memset(to, 0, sizeof *to);
    to->words[0] = (uint32_t)(number % 0x100000000u);
    to->words[1] = (uint32_t)(number / 0x100000000u);
    to->used = to->words[1] != 0 ? 2 : 1;
}

static void big_multiply(big *to, uint32_t factor)
{
    uint64_t carry = 0;
    for (uint32_t index = 0; index < to->used; index += 1) {
        carry += (uint64_t)to->words[index] * factor;
        to->words[index] = (uint32_t)(carry % 0x100000000u);
        carry /= 0x100000000u;
    }
    to->words[to->used] = (uint32_t)carry;
    to->used += carry != 0 ? 1 : 0;
}

/* Times 2^bits. */
static void big_double(big *to, uint32_t bits)
{
    uint32_t whole = bits / 32;
    memmove(to->words + whole, to->words, to->used * sizeof to->words[0]);
    memset(to->words, 0, whole * sizeof to->words[0]);
    to->used += whole;
    big_multiply(to, (uint32_t)1 << bits % 32);
}

/* Times 10^power. */
static void big_scale(big *to, uint32_t power)
{
    uint32_t left = power;
    while (left >= 9) {
        big_multiply(to, 1000000000u);
        left -= 9;
    }
    while (left > 0) {
        big_multiply(to, 10);
        left -= 1;
    }
}

/* Below 0, 0 or above: as one is to the other. */
static int32_t big_order(const big *one, const big *other)
{
    uint32_t index = one->used > other->used ? one->used : other->used;
    while (index > 0 && one->words[index - 1] == other->words[index - 1]) {
        index -= 1;
    }
    if (index == 0) {
        return 0;
    }
    return one->words[index - 1] < other->words[index - 1] ? -1 : 1;
}

static void big_add(big *to, const big *more)
{
    uint64_t carry = 0;
    uint32_t used = to->used > more->used ? to->used : more->used;
    for (uint32_t index = 0; index < used; index += 1) {
        carry += (uint64_t)to->words[index] + more->words[index];
        to->words[index] = (uint32_t)(carry % 0x100000000u);
        carry /= 0x100000000u;
    }
    to->words[used] = (uint32_t)carry;
    to->used = used + (carry != 0 ? 1 : 0);
}

/* Requires less <= *from. */
static void big_subtract(big *from, const big *less)
{
    uint32_t borrow = 0;
    for (uint32_t index = 0; index < from->used; index += 1) {
        uint64_t wanted = (uint64_t)less->words[index] + borrow;
        borrow = from->words[index] < wanted ? 1 : 0;
        from->words[index] = (uint32_t)((from->words[index] + ((uint64_t)borrow << 32)) - wanted);
    }
    while (from->used > 0 && from->words[from->used - 1] == 0) {
        from->used -= 1;
    }
}

/* The value and its distances from the ends of the interval, in parts of `whole`. */
typedef struct division {
    big rest;
    big below;
    big above;
    big whole;
} division;

static void times_ten(division *by)
{
    big_multiply(&by->rest, 10);
    big_multiply(&by->below, 10);
    big_multiply(&by->above, 10);
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
    big_set(&by->rest, around->value);
    big_set(&by->below, around->value - around->low);
    big_set(&by->above, around->high - around->value);
    big_set(&by->whole, 1);
    if (around->exponent >= 0) {
        uint32_t bits = (uint32_t)around->exponent;
        big_double(&by->rest, bits);
        big_double(&by->below, bits);
        big_double(&by->above, bits);
    } else {
        big_double(&by->whole, (uint32_t)-around->exponent);
    }
    /* Its logarithm, from that of the power of two below it: a little too small or right, so the power is that or one
     * more. Shifted by 400 to stay above zero, where a division rounds down. */
    int32_t binary = (int32_t)bits_in(around->value) + around->exponent - 1;
    int32_t point = (binary * 30103 - 100 + 40000000) / 100000 - 400 + 1;
    if (point >= 0) {
        big_scale(&by->whole, (uint32_t)point);
    } else {
        uint32_t power = (uint32_t)-point;
        big_scale(&by->rest, power);
        big_scale(&by->below, power);
        big_scale(&by->above, power);
    }
    if (big_order(&by->rest, &by->whole) >= 0) {
        big_multiply(&by->whole, 10);
        point += 1;
    }
    return point;
}

/* The next digit; the rest becomes less than the whole. */
static uint32_t next_digit(division *by)
{
    uint32_t digit = 0;
    times_ten(by);
    while (big_order(&by->rest, &by->whole) >= 0) {
        big_subtract(&by->rest, &by->whole);
        digit += 1;
    }
    return digit;
}

/* Whether the digits so far read back to the number as they are. */
static bool is_down_enough(const division *by, bool closed)
{
    return big_order(&by->rest, &by->below) < (closed ? 1 : 0);
}

/* Whether they do with one more in the last place. */
static bool is_up_enough(const division *by, bool closed)
{
    big sum = by->rest;
    big_add(&sum, &by->above);
    return big_order(&sum, &by->whole) > (closed ? -1 : 0);
}

/* Whether one more in the last place is nearer, or as near and even. */
static bool is_nearer_up(const division *by, uint32_t digit)
{
    big twice = by->rest;
    big_add(&twice, &by->rest);
    int32_t order = big_order(&twice, &by->whole);
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
