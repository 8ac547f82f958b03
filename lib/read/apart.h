/* SPDX-License-Identifier: MIT */
/* Internal: gdv_regions_overlap (overlap.h) for entry points that are handed much memory and are called for each
 * packet: as each region is compared with many, its end is worked out once, and a comparison is two.
 * tests/read/test_apart.c holds both equal. */
#ifndef GDV_APART_H
#define GDV_APART_H

#include "../decode/scan.h"
#include "../wire/overlap.h"

/* An array of these has its length written: tcc takes no call that returns a struct for an element of one that is
 * counted by its initializer.
 *
 * The numbers of a region's first byte and of what is after its last; both 0 where there is none. */
typedef struct gdv_stretch {
    uintptr_t first;
    uintptr_t end;
} gdv_stretch;

/* What lies at `memory`: NULL or 0 bytes for nothing. Requires an object, or a size of gdv_extent: neither wraps. */
GDV_INLINE gdv_stretch gdv_stretch_of(const void *memory, size_t size)
{
    gdv_stretch all = {size != 0 ? (uintptr_t)memory : 0, 0};
    all.end = all.first != 0 ? all.first + size : 0;
    return all;
}

/* Whether two share a byte. */
GDV_INLINE bool gdv_stretches_meet(gdv_stretch one, gdv_stretch other)
{
    return one.first < other.end && other.first < one.end;
}

/* Whether all[n] shares a byte with one of those before it. */
GDV_INLINE bool gdv_stretch_meets(const gdv_stretch *all, uint32_t n)
{
    bool found = false;
    for (uint32_t other = 0; other < n; other += 1) {
        found = found || gdv_stretches_meet(all[n], all[other]);
    }
    return found;
}

#endif
