/* SPDX-License-Identifier: MIT */
/* Internal: names and numbers of our own, without the C library: its string functions would be calls to the outside,
 * and compilers know loops that they may turn into such a call. Nothing here touches packet bytes. */
#ifndef GDV_ASCII_H
#define GDV_ASCII_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether two NUL-terminated names are the same, letter case included. */
static inline bool gdv_same_name(const char *one, const char *other)
{
    size_t at = 0;
    while (one[at] != '\0' && one[at] == other[at]) {
        at += 1;
    }
    return one[at] == other[at];
}

/* Digits of the largest number. */
#define GDV_DECIMAL_SIZE 20u

/* Writes a number's decimal digits to the end of digits[GDV_DECIMAL_SIZE]. Returns the index of the first. */
static inline uint32_t gdv_decimal(uint64_t number, char *digits)
{
    uint32_t first = GDV_DECIMAL_SIZE;
    uint64_t rest = number;
    do {
        first -= 1;
        digits[first] = (char)('0' + (int)(rest % 10u));
        rest /= 10u;
    } while (rest > 0);
    return first;
}

#endif
