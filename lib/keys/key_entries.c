/* SPDX-License-Identifier: MIT */
/* Radix sort, most significant byte first, in place ("American flag"): a level for each byte of the upper half, no
 * recursion, as what belongs together stands together after each level and is found again by looking. What is few is
 * left for one insertion sort at the end, which then moves nothing far. */
#include "key_entries.h"

#include <stdbool.h>

/* Runs of up to this many entries are left for the insertion sort. */
#define FEW_ENTRIES 48u
#define DIGITS 256u

/* Keys that an attacker made all alike are in order as they come. */
static bool is_sorted(const uint8_t *end, uint32_t begin, uint32_t stop)
{
    uint32_t index = begin + 1;
    while (index < stop && gdv_upper(gdv_entry_at(end, index - 1)) <= gdv_upper(gdv_entry_at(end, index))) {
        index += 1;
    }
    return index >= stop;
}

static uint32_t digit_of(uint64_t entry, uint32_t shift)
{
    return (uint32_t)(entry >> shift) & (DIGITS - 1u);
}

/* Groups the entries by one byte: each goes where its group's next free place is, and the one that stood there goes on
 * from there, until one fits the hole that the first left. */
static void group(uint8_t *end, uint32_t begin, uint32_t stop, uint32_t shift)
{
    uint32_t next[DIGITS];
    uint32_t limit[DIGITS];
    memset(limit, 0, sizeof limit);
    for (uint32_t index = begin; index < stop; index += 1) {
        limit[digit_of(gdv_entry_at(end, index), shift)] += 1;
    }
    uint32_t place = begin;
    for (uint32_t digit = 0; digit < DIGITS; digit += 1) {
        next[digit] = place;
        place += limit[digit];
        limit[digit] = place;
    }
    for (uint32_t digit = 0; digit < DIGITS; digit += 1) {
        while (next[digit] < limit[digit]) {
            uint64_t entry = gdv_entry_at(end, next[digit]);
            uint32_t home = digit_of(entry, shift);
            while (home != digit) {
                uint64_t other = gdv_entry_at(end, next[home]);
                gdv_entry_set(end, next[home], entry);
                next[home] += 1;
                entry = other;
                home = digit_of(entry, shift);
            }
            gdv_entry_set(end, next[digit], entry);
            next[digit] += 1;
        }
    }
}

/* One level: groups each long run of entries that have the bytes above `shift` + 8 in common. False where none is
 * left. */
static bool level(uint8_t *end, uint32_t begin, uint32_t stop, uint32_t shift)
{
    bool found = false;
    uint32_t first = begin;
    while (first < stop) {
        uint64_t common = gdv_entry_at(end, first) >> (shift + 7) >> 1;
        uint32_t next = first + 1;
        while (next < stop && gdv_entry_at(end, next) >> (shift + 7) >> 1 == common) {
            next += 1;
        }
        if (next - first > FEW_ENTRIES) {
            group(end, first, next, shift);
            found = true;
        }
        first = next;
    }
    return found;
}

static void insert_each(uint8_t *end, uint32_t begin, uint32_t stop)
{
    for (uint32_t index = begin + 1; index < stop; index += 1) {
        uint64_t entry = gdv_entry_at(end, index);
        uint32_t hole = index;
        while (hole > begin && gdv_upper(gdv_entry_at(end, hole - 1)) > gdv_upper(entry)) {
            gdv_entry_set(end, hole, gdv_entry_at(end, hole - 1));
            hole -= 1;
        }
        gdv_entry_set(end, hole, entry);
    }
}

void gdv_entries_sort(uint8_t *end, uint32_t begin, uint32_t stop)
{
    if (is_sorted(end, begin, stop)) {
        return;
    }
    uint32_t shift = 64;
    bool more = stop - begin > FEW_ENTRIES;
    while (more && shift > 32) {
        shift -= 8;
        more = level(end, begin, stop, shift);
    }
    insert_each(end, begin, stop);
}
