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

/* The next float below a finite one. Floats of one sign are ordered as their bits are. */
static float next_below(float number)
{
    uint32_t bits = 0;
    uint32_t below = 0x80000001u; /* of zero */
    float next = 0.0f;
    memcpy(&bits, &number, sizeof bits);
    if (bits % 0x80000000u != 0) {
        below = bits < 0x80000000u ? bits - 1 : bits + 1;
    }
    memcpy(&next, &below, sizeof next);
    return next;
}

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

bool gdv_least_int(double number, int64_t *found)
{
    if (number >= BEYOND_INTS || number < -BEYOND_INTS) {
        *found = number > 0.0 ? INT64_MAX : INT64_MIN;
        return number < 0.0;
    }
    const int64_t cut = (int64_t)number;
    *found = (double)cut < number ? cut + 1 : cut;
    return true;
}

bool gdv_greatest_int(double number, int64_t *found)
{
    if (number >= BEYOND_INTS || number < -BEYOND_INTS) {
        *found = number > 0.0 ? INT64_MAX : INT64_MIN;
        return number > 0.0;
    }
    const int64_t cut = (int64_t)number;
    *found = (double)cut > number ? cut - 1 : cut;
    return true;
}
