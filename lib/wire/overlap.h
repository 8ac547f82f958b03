/* SPDX-License-Identifier: MIT */
/* Internal: whether what a caller hands in overlaps what is to be written. Every entry point asks here before it
 * touches anything: an output inside the packet would let a packet rewrite itself while it is being judged. */
#ifndef GDV_OVERLAP_H
#define GDV_OVERLAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Memory that the caller named: NULL or of no bytes where there is none. */
typedef struct gdv_region {
    const void *bytes;
    size_t size;
    bool written;
} gdv_region;

#ifdef __FRAMAC__
#include "../proof/overlap.h"
#endif

/* Whether `count` elements of `width` bytes, at least 1, would wrap around: end at the last address or beyond it, where
 * no object can end. The attack is a caller's "no limit": what is kept at the end of SIZE_MAX bytes is written in front
 * of the first. Every size of an entry point is asked about here before anything is made of it. Divided, as the product
 * may wrap too. */
static inline bool gdv_wraps(const void *memory, size_t count, size_t width)
{
    uintptr_t above = ~(uintptr_t)memory; /* bytes up to the last address, and that one not */
    return count > above / width;
}

/* Whether `count` elements of `width` bytes cannot lie at `memory` at all: they wrap, or it is NULL and count is not 0.
 * Requires width > 0. */
static inline bool gdv_is_nowhere(const void *memory, size_t count, size_t width)
{
    return (memory == NULL && count > 0) || gdv_wraps(memory, count, width);
}

/* The bytes of `count` elements; 0 where they wrap: then the call is refused for them, and they overlap nothing.
 * Requires width > 0. */
static inline size_t gdv_extent(const void *memory, size_t count, size_t width)
{
    bool wraps = gdv_wraps(memory, count, width);
    return wraps ? 0 : count * width;
}

/* Whether two ranges of memory share a byte; ranges of no bytes and NULL share none. Compared as numbers: they may
 * belong to different objects. */
static inline bool gdv_overlap(const void *one, size_t one_size, const void *other, size_t other_size)
{
    uintptr_t a = (uintptr_t)one;
    uintptr_t b = (uintptr_t)other;
    if (one == NULL || other == NULL || one_size == 0 || other_size == 0) {
        return false;
    }
    if (a <= b) {
        return b - a < one_size;
    }
    return a - b < other_size;
}

/* Whether any of n regions that is written shares a byte with another. Most calls hand in nothing but what they must:
 * what is not there costs a comparison. */
static inline bool gdv_regions_overlap(const gdv_region *regions, uint32_t n)
{
    bool found = false;
    /*@ GDV_REGIONS_OVERLAP_LOOP */
    for (uint32_t one = 1; one < n; one += 1) {
        if (regions[one].bytes != NULL) {
            /*@ GDV_REGIONS_OVERLAP_INNER_LOOP */
            for (uint32_t other = 0; other < one; other += 1) {
                found = found ||
                        ((regions[one].written || regions[other].written) &&
                         gdv_overlap(regions[one].bytes, regions[one].size, regions[other].bytes, regions[other].size));
            }
        }
    }
    return found;
}

#endif
