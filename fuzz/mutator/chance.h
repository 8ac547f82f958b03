/* SPDX-License-Identifier: MIT */
/* The mutator's dice: xorshift, so that a seed gives the same edits on every machine and under every engine. The masks
 * keep shifts from dropping bits, which the sanitizers of the fuzzers report. */
#ifndef GDV_FUZZ_CHANCE_H
#define GDV_FUZZ_CHANCE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct chance {
    uint64_t state; /* never 0 */
} chance;

static inline uint64_t chance_bits(chance *from)
{
    uint64_t bits = from->state;
    bits ^= (bits & (UINT64_MAX >> 13)) << 13;
    bits ^= bits >> 7;
    bits ^= (bits & (UINT64_MAX >> 17)) << 17;
    from->state = bits;
    return bits;
}

/* A number below `below`, which is not 0. */
static inline uint32_t chance_below(chance *from, uint32_t below)
{
    return (uint32_t)(chance_bits(from) >> 32) % below;
}

/* True in one of `in` cases. */
static inline bool chance_one(chance *from, uint32_t in)
{
    return chance_below(from, in) == 0;
}

static inline chance chance_from(uint32_t seed)
{
    chance from = {UINT64_C(0x9e3779b97f4a7c15) ^ seed};
    /* neighbouring seeds differ in a few bits, which take some rounds to spread */
    for (int round = 0; round < 6; round += 1) {
        (void)chance_bits(&from);
    }
    return from;
}

#endif
