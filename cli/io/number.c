/* SPDX-License-Identifier: MIT */
#include "number.h"

/* 2^10 for K and so on; 0 for what is no size. */
static uint64_t factor_of(char suffix)
{
    switch (suffix) {
    case 'K':
    case 'k':
        return (uint64_t)1 << 10;
    case 'M':
    case 'm':
        return (uint64_t)1 << 20;
    case 'G':
    case 'g':
        return (uint64_t)1 << 30;
    default:
        return 0;
    }
}

number_result number_parse(const char *text, bool sized, uint64_t *number)
{
    bool too_large = false;
    uint64_t value = 0;
    uint64_t factor = 1;
    const char *at = text;

    for (; *at >= '0' && *at <= '9'; at += 1) {
        uint64_t digit = (uint64_t)(*at - '0');
        too_large = too_large || value > (UINT64_MAX - digit) / 10;
        value = too_large ? 0 : value * 10 + digit;
    }
    if (at == text) {
        return NUMBER_WRONG;
    }
    if (sized && *at != '\0') {
        factor = factor_of(*at);
        at += 1;
    }
    if (factor == 0 || *at != '\0') {
        return NUMBER_WRONG;
    }
    if (too_large || value > UINT64_MAX / factor) {
        return NUMBER_TOO_LARGE;
    }
    *number = value * factor;
    return NUMBER_FINE;
}
