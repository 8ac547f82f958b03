/* SPDX-License-Identifier: MIT */
/* Regions compared by their ends (lib/read/apart.h) share a byte where overlap.h says that they do. */
#include <criterion/criterion.h>
#include <stdint.h>
#include <stdio.h>

#include "lib/read/apart.h"

enum { BYTES = 8, MOST = 4 };

/* A region by number: nowhere, or some bytes of eight, which may be none. */
enum { PLACES = BYTES * (MOST + 1) + 1 };
static gdv_region region_of(uint32_t number, bool written)
{
    static const uint8_t memory[BYTES + MOST];
    const gdv_region nowhere = {NULL, 3, written};
    const gdv_region there = {memory + number % BYTES, number / BYTES, written};
    return number == PLACES - 1 ? nowhere : there;
}

Test(apart, each_two_regions_meet_where_they_overlap)
{
    for (uint32_t one = 0; one < PLACES; one += 1) {
        for (uint32_t other = 0; other < PLACES; other += 1) {
            const gdv_region regions[] = {region_of(one, false), region_of(other, true)};
            const gdv_stretch both[2] = {gdv_stretch_of(regions[0].bytes, regions[0].size),
                                         gdv_stretch_of(regions[1].bytes, regions[1].size)};
            cr_expect_eq(gdv_stretch_meets(both, 1), gdv_regions_overlap(regions, 2), "%u and %u", one, other);
        }
    }
}

Test(apart, one_of_several_is_enough)
{
    static const uint8_t memory[8];
    for (uint32_t at = 0; at < 8; at += 1) {
        const gdv_stretch all[4] = {gdv_stretch_of(memory, 2), gdv_stretch_of(NULL, 8), gdv_stretch_of(memory + 5, 2),
                                    gdv_stretch_of(memory + at, 1)};
        cr_expect_eq(gdv_stretch_meets(all, 3), at < 2 || at == 5 || at == 6, "%u", at);
    }
}

/* A region that would wrap has no bytes, as gdv_extent says, and meets nothing. */
Test(apart, what_wraps_meets_nothing)
{
    static const uint8_t memory[8];
    const gdv_stretch all[2] = {gdv_stretch_of(memory, 8), gdv_stretch_of(memory, gdv_extent(memory, SIZE_MAX, 1))};
    cr_expect(!gdv_stretch_meets(all, 1));
}
