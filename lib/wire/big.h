/* SPDX-License-Identifier: MIT */
/* Internal: whole numbers of up to 1,280 bits, for exact arithmetic between decimal and binary. The largest that is asked
 * for is the denominator of the longest decimal of GDV_DECIMAL_CHARACTERS next to the least double: 10^366, 1,216 bits; in
 * the other direction 40 times 2^1076. Each function takes time linear in the words used. */
#ifndef GDV_BIG_H
#define GDV_BIG_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Lowest word first. The topmost used word is not zero but in the number 0, and all above it are: what has more of them is
 * larger. One word more takes a carry of zero. */
#define GDV_BIG_WORDS 40u

typedef struct gdv_big {
    uint32_t words[GDV_BIG_WORDS + 1];
    uint32_t used;
} gdv_big;

static inline void gdv_big_set(gdv_big *to, uint64_t number)
{
    memset(to, 0, sizeof *to);
    to->words[0] = (uint32_t)(number % 0x100000000u);
    to->words[1] = (uint32_t)(number / 0x100000000u);
    to->used = to->words[1] != 0 ? 2 : 1;
}

static inline void gdv_big_multiply(gdv_big *to, uint32_t factor)
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
static inline void gdv_big_double(gdv_big *to, uint32_t bits)
{
    uint32_t whole = bits / 32;
    memmove(to->words + whole, to->words, to->used * sizeof to->words[0]);
    memset(to->words, 0, whole * sizeof to->words[0]);
    to->used += whole;
    gdv_big_multiply(to, (uint32_t)1 << bits % 32);
}

/* Times 10^power. */
static inline void gdv_big_scale(gdv_big *to, uint32_t power)
{
    for (uint32_t nines = 0; nines != power / 9; nines += 1) {
        gdv_big_multiply(to, 1000000000u);
    }
    for (uint32_t ones = 0; ones != power % 9; ones += 1) {
        gdv_big_multiply(to, 10);
    }
}

/* Whether one is less than the other. Requires one of them above 0. */
static inline bool gdv_big_less(const gdv_big *one, const gdv_big *other)
{
    if (one->used < other->used) {
        return true;
    }
    uint32_t index = one->used;
    while (index > 1 && one->words[index - 1] == other->words[index - 1]) {
        index -= 1;
    }
    return one->words[index - 1] < other->words[index - 1];
}

static inline void gdv_big_add(gdv_big *to, const gdv_big *more)
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
static inline void gdv_big_subtract(gdv_big *from, const gdv_big *less)
{
    uint32_t borrow = 0;
    for (uint32_t index = 0; index != from->used; index += 1) {
        uint64_t wanted = (uint64_t)less->words[index] + borrow;
        borrow = from->words[index] < wanted ? 1 : 0;
        from->words[index] = (uint32_t)((from->words[index] + ((uint64_t)borrow << 32)) - wanted);
    }
    while (from->used && from->words[from->used - 1] == 0) {
        from->used -= 1;
    }
}

#endif
