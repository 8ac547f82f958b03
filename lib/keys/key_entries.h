/* SPDX-License-Identifier: MIT */
/* Internal: entries of eight bytes in the caller's memory, of any alignment, that grow down from its end: what keys.h
 * remembers of keys. The upper half of an entry is a number to sort by, the lower an offset. */
#ifndef GDV_KEY_ENTRIES_H
#define GDV_KEY_ENTRIES_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifdef __FRAMAC__
#include "../proof/key_entries.h"
#endif

static inline uint64_t gdv_entry(uint32_t upper, uint32_t lower)
{
    return upper * 0x100000000u + lower;
}

static inline uint32_t gdv_upper(uint64_t entry)
{
    return (uint32_t)(entry / 0x100000000u);
}

static inline uint32_t gdv_lower(uint64_t entry)
{
    return (uint32_t)(entry & 0xffffffffu);
}

static inline uint64_t gdv_entry_at(const uint8_t *end, uint32_t index)
{
    uint64_t entry = 0;
    memcpy(&entry, end - 8 * ((size_t)index + 1), sizeof entry);
    return entry;
}

/* Writes entry `index`, counted from `end` downwards. Requires room for index + 1 entries below `end`. */
static inline void gdv_entry_set(uint8_t *end, uint32_t index, uint64_t entry)
{
    memcpy(end - 8 * ((size_t)index + 1), &entry, sizeof entry);
}

/* The entry that begins at `place`. Requires eight bytes there. */
static inline uint64_t gdv_entry_load(const uint8_t *place)
{
    uint64_t entry = 0;
    memcpy(&entry, place, sizeof entry);
    return entry;
}

/* Puts the entries from begin to stop - 1 in order of their upper halves; those with one upper half in no certain
 * order. In place, and linear: no numbers make it slower than five passes. */
void gdv_entries_sort(uint8_t *end, uint32_t begin, uint32_t stop);

/* Whether two of the n entries that begin at `place` have one upper half: each is compared with each, so that it is for few. */
bool gdv_entries_repeat(const uint8_t *place, uint32_t n);

/* Whether two of n numbers are equal, which it finds out alike. */
bool gdv_numbers_repeat(const uint32_t *numbers, uint32_t n);

/* Where the entries that have the upper half of the one at `begin` stop. Requires begin < stop and sorted entries. */
static inline uint32_t gdv_entries_alike(const uint8_t *end, uint32_t begin, uint32_t stop)
{
    uint32_t upper = gdv_upper(gdv_entry_at(end, begin));
    uint32_t next = begin + 1;
    /*@ GDV_ENTRIES_ALIKE_LOOP */
    while (next < stop && gdv_upper(gdv_entry_at(end, next)) == upper) {
        next += 1;
    }
    return next;
}

#endif
