/* SPDX-License-Identifier: MIT */
/* Whether outputs overlap anything is asked by every entry point in one function of lib/wire/overlap.h; here it is held
 * against marks on a strip of memory, for every way in which three regions of it can lie. Promise 1. */
#include <criterion/criterion.h>
#include <string.h>

#include "lib/wire/overlap.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static uint8_t strip[8];

/* Where a region of the strip may lie; the last is of no memory, whatever its size. */
static const gdv_region places[] = {
    {&strip[0], 4, false}, {&strip[4], 4, false}, {&strip[3], 2, false}, {&strip[4], 1, false}, {&strip[0], 8, false},
    {&strip[2], 0, false}, {&strip[7], 1, false}, {&strip[2], 1, false}, {NULL, 8, false},
};

enum { PLACES = COUNT_OF(places), CHOICES = 2 * PLACES };

static gdv_region chosen(size_t choice)
{
    gdv_region region = places[choice / 2];
    region.written = choice % 2 != 0;
    return region;
}

/* Byte by byte: whether one is in two regions, and in one of them to be written. */
static bool marks_meet(const gdv_region *regions, size_t n)
{
    bool meet = false;
    for (size_t byte = 0; byte < sizeof strip; byte += 1) {
        size_t users = 0;
        bool written = false;
        for (size_t index = 0; index < n; index += 1) {
            const uint8_t *begin = (const uint8_t *)regions[index].bytes;
            if (begin != NULL && &strip[byte] >= begin && &strip[byte] < begin + regions[index].size) {
                users += 1;
                written = written || regions[index].written;
            }
        }
        /* of three users one may be written and two not: it still meets another */
        meet = meet || (users > 1 && written);
    }
    return meet;
}

Test(overlap, is_a_byte_in_two_regions_of_which_one_is_written)
{
    size_t met = 0;
    for (size_t way = 0; way < (size_t)CHOICES * CHOICES * CHOICES; way += 1) {
        const gdv_region regions[] = {chosen(way % CHOICES), chosen(way / CHOICES % CHOICES),
                                      chosen(way / CHOICES / CHOICES)};
        bool expected = marks_meet(regions, COUNT_OF(regions));
        cr_expect_eq(gdv_regions_overlap(regions, COUNT_OF(regions)), expected, "way %zu", way);
        met += expected ? 1 : 0;
    }
    cr_expect_gt(met, 0);
    cr_expect_lt(met, (size_t)CHOICES * CHOICES * CHOICES);
}

Test(overlap, of_fewer_than_two_regions_is_none)
{
    const gdv_region alone = {strip, sizeof strip, true};
    cr_expect(!gdv_regions_overlap(&alone, 1));
    cr_expect(!gdv_regions_overlap(&alone, 0));
}
