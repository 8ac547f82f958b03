/* SPDX-License-Identifier: MIT */
#include "range.h"

#include <float.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

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
