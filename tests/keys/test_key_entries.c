/* SPDX-License-Identifier: MIT */
/* The sort of entries in the caller's memory, which grows down from its end: in order, nothing lost, nothing else
 * touched, whatever the numbers are. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/keys/key_entries.h"

/* How the upper half of entry number `index` of n is made: each is hard for some way of sorting. */
typedef enum pattern {
    RANDOM,
    ALL_ALIKE,
    RISING,
    FALLING,
    FALLING_BY_ONE_AT_THE_END,
    LAST_BYTE_ONLY,
    FIRST_BYTE_ONLY,
    TWO_NUMBERS,
    ALMOST_ALIKE,
    FULL_GROUPS,
    PATTERNS
} pattern;

static const char *const pattern_names[] = {"random",       "all alike",      "rising",          "falling",
                                            "one is late",  "last byte only", "first byte only", "two numbers",
                                            "almost alike", "full groups"};

static uint32_t number_of(pattern how, uint32_t index, uint32_t n, uint64_t *chance)
{
    *chance = (*chance * 1664525u + 1013904223u) & 0xffffffffu;
    uint32_t drawn = (uint32_t)(*chance >> 4);
    switch (how) {
    case ALL_ALIKE:
        return 0xfedcba98u;
    case RISING:
        return index;
    case FALLING:
        return n - index;
    case FALLING_BY_ONE_AT_THE_END:
        return index == n - 1 ? n - 3 : index;
    case LAST_BYTE_ONLY:
        return 0xffffff00u + drawn % 256;
    case FIRST_BYTE_ONLY:
        return (drawn % 256) * 0x1000000u;
    case TWO_NUMBERS:
        return drawn % 2 == 0 ? 0x7fffffffu : 0x80000000u;
    case ALMOST_ALIKE:
        return 5 - (drawn % 8 == 0 ? 1u : 0u);
    case FULL_GROUPS: /* 49 of each first byte, which differ in the second */
        return (index / 49) % 256 * 0x1000000u + drawn % 256 * 0x10000u;
    case RANDOM:
    case PATTERNS:
        break;
    }
    return drawn * 16 + drawn % 16;
}

static int by_value(const void *one, const void *other)
{
    uint64_t a = 0;
    uint64_t b = 0;
    memcpy(&a, one, sizeof a);
    memcpy(&b, other, sizeof b);
    return a < b ? -1 : a > b;
}

/* Sorts entries begin .. begin+n-1 of n + 10, at an odd address, and looks at all of them. */
static void is_sorted_rightly(pattern how, uint32_t n, uint32_t begin)
{
    const uint32_t all = n + 10;
    const size_t size = 8 * (size_t)all + 1;
    uint8_t *memory = (uint8_t *)malloc(size);
    uint64_t *before = (uint64_t *)calloc(all, sizeof *before);
    uint64_t *after = (uint64_t *)calloc(all, sizeof *after);
    uint8_t *end = memory + size;
    uint64_t chance = 99;
    memory[0] = 0x5a;
    for (uint32_t index = 0; index < all; index += 1) {
        before[index] = gdv_entry(number_of(how, index, all, &chance), index);
        gdv_entry_set(end, index, before[index]);
    }
    gdv_entries_sort(end, begin, begin + n);
    for (uint32_t index = 0; index < all; index += 1) {
        after[index] = gdv_entry_at(end, index);
        if (index < begin || index >= begin + n) {
            cr_assert_eq(after[index], before[index], "%u %s: entry %u beside them moved", n, pattern_names[how],
                         index);
        } else if (index > begin) {
            cr_assert_leq(gdv_upper(after[index - 1]), gdv_upper(after[index]), "%u %s: entry %u", n,
                          pattern_names[how], index);
        }
    }
    qsort(before + begin, n, sizeof *before, by_value);
    qsort(after + begin, n, sizeof *after, by_value);
    cr_assert_eq(memcmp(before, after, all * sizeof *before), 0, "%u %s: an entry was lost", n, pattern_names[how]);
    cr_assert_eq(memory[0], 0x5a);
    free(memory);
    free(before);
    free(after);
}

static void are_sorted_rightly(const uint32_t *counts, size_t rows)
{
    for (int how = 0; how < PATTERNS; how += 1) {
        for (size_t row = 0; row < rows; row += 1) {
            is_sorted_rightly((pattern)how, counts[row], 0);
            is_sorted_rightly((pattern)how, counts[row], 7);
        }
    }
}

Test(entries, are_sorted_whatever_the_numbers_are)
{
    static const uint32_t counts[] = {0, 1, 2, 3, 16, 47, 48, 49, 50, 100, 257, 1000};
    are_sorted_rightly(counts, sizeof counts / sizeof counts[0]);
}

/* So many that a group of one level is long enough for another level. */
Test(entries, are_sorted_whatever_the_numbers_of_many_are)
{
    static const uint32_t counts[] = {12544, 20000};
    are_sorted_rightly(counts, sizeof counts / sizeof counts[0]);
}

/* In a block of exactly that size, so that AddressSanitizer sees one entry too far. */
Test(entries, are_sorted_without_a_look_at_what_is_beside_them)
{
    static const uint32_t counts[] = {0, 3, 48, 49, 100};
    for (int how = 0; how < PATTERNS; how += 1) {
        for (size_t row = 0; row < sizeof counts / sizeof counts[0]; row += 1) {
            const uint32_t n = counts[row];
            uint8_t *memory = (uint8_t *)malloc(8 * (size_t)n + (n == 0 ? 1 : 0));
            uint8_t *end = memory + 8 * (size_t)n;
            uint64_t chance = 7;
            for (uint32_t index = 0; index < n; index += 1) {
                gdv_entry_set(end, index, gdv_entry(number_of((pattern)how, index, n, &chance), index));
            }
            gdv_entries_sort(end, 0, n);
            for (uint32_t index = 1; index < n; index += 1) {
                cr_assert_leq(gdv_upper(gdv_entry_at(end, index - 1)), gdv_upper(gdv_entry_at(end, index)),
                              "%u %s: entry %u", n, pattern_names[how], index);
            }
            free(memory);
        }
    }
}

Test(entries, alike_ends_where_the_numbers_change)
{
    uint8_t memory[40];
    uint8_t *end = memory + sizeof memory;
    static const uint32_t numbers[] = {1, 1, 2, 0xffffffffu, 0xffffffffu};
    static const uint32_t stops[] = {2, 2, 3, 5, 5};
    for (uint32_t index = 0; index < 5; index += 1) {
        gdv_entry_set(end, index, gdv_entry(numbers[index], index));
    }
    for (uint32_t index = 0; index < 5; index += 1) {
        cr_assert_eq(gdv_entries_alike(end, index, 5), stops[index], "from %u", index);
    }
    cr_assert_eq(gdv_entries_alike(end, 3, 4), 4);
    cr_assert_eq(gdv_upper(gdv_entry_at(end, 3)), 0xffffffffu);
    cr_assert_eq(gdv_lower(gdv_entry_at(end, 3)), 3);
}
