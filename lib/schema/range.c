/* SPDX-License-Identifier: MIT */
#include "range.h"

#include <float.h>
#include <string.h>

/* 2^63, the least double that is no int: ints go from -2^63 to the one before it. */
#define BEYOND_INTS 9223372036854775808.0

double gdv_infinite(void)
{
    const uint64_t bits = (uint64_t)0x7ff << 52;
    double infinite = 0.0;
    memcpy(&infinite, &bits, sizeof infinite);
    return infinite;
}

/* C leaves it open what a finite double beyond the largest float becomes. */
static float narrowed(double number)
{
    bool beyond = number > (double)FLT_MAX && number <= DBL_MAX;
    bool below = number < -(double)FLT_MAX && number >= -DBL_MAX;
    if (beyond || below) {
        return beyond ? FLT_MAX : -FLT_MAX;
    }
    return (float)number;
}

/* The next float below a finite one that is not +0. Floats of one sign are ordered as their bits are, -0 among those
 * below it. */
static float next_below(float number)
{
    uint32_t bits = 0;
    float next = 0.0f;
    memcpy(&bits, &number, sizeof bits);
    const uint32_t below = number > 0.0f ? bits - 1 : bits + 1;
    memcpy(&next, &below, sizeof next);
    return next;
}

/* Of what is above its number zero is -0: the nearest of a negative one. */
float gdv_float_below(double number)
{
    float nearest = narrowed(number);
    bool can_be_less = nearest > -FLT_MAX;
    return (double)nearest > number && can_be_less ? next_below(nearest) : nearest;
}

float gdv_float_above(double number)
{
    return -gdv_float_below(-number);
}

double gdv_float_nearest(double number)
{
    return (double)narrowed(number);
}

/* A number without its fraction; the int at the end where ints end before. */
static int64_t whole_of(double number)
{
    if (number >= BEYOND_INTS) {
        return INT64_MAX;
    }
    return number < -BEYOND_INTS ? INT64_MIN : (int64_t)number;
}

bool gdv_least_int(double number, int64_t *found)
{
    const int64_t whole = whole_of(number);
    const bool above = (double)whole < number && whole < INT64_MAX;
    *found = above ? whole + 1 : whole;
    return number < BEYOND_INTS;
}

bool gdv_greatest_int(double number, int64_t *found)
{
    const int64_t whole = whole_of(number);
    const bool below = (double)whole > number && whole > INT64_MIN;
    *found = below ? whole - 1 : whole;
    return number >= -BEYOND_INTS;
}
