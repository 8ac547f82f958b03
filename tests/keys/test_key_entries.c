/* SPDX-License-Identifier: MIT */
/* The sort of entries in the caller's memory, which grows down from its end: in order, nothing lost, nothing else
 * touched, whatever the numbers are. And whether two of a few entries have one number, which is asked without sorting:
 * just where two upper halves are equal, whatever the lower ones are, wherever the entries lie. */
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

/* Entries at any address, in a block that ends where the last of them does. */
typedef struct few {
    uint8_t *memory;
    uint8_t *place;
    uint32_t n;
} few;

enum { MOST_FEW = 40 };

/* All upper halves differ, and all lower ones. Every other upper half is one that, as a float, equals nothing. */
static few few_of(uint32_t n, uint32_t shift)
{
    few made = {(uint8_t *)malloc(shift + 8 * (size_t)n + (n == 0 ? 1 : 0)), NULL, n};
    cr_assert_not_null(made.memory);
    cr_assert_leq(n, MOST_FEW);
    made.place = made.memory + shift;
    for (uint32_t index = 0; index < n; index += 1) {
        const uint32_t upper = index % 2 == 0 ? (index * 0x06432109u) ^ 0x80000000u : 0x7f800000u + index;
        const uint64_t entry = gdv_entry(upper, 0x01000000u + index);
        memcpy(made.place + 8 * (size_t)index, &entry, sizeof entry);
    }
    return made;
}

static uint64_t few_at(const few *of, uint32_t index)
{
    uint64_t entry = 0;
    memcpy(&entry, of->place + 8 * (size_t)index, sizeof entry);
    return entry;
}

static void few_set(few *of, uint32_t index, uint32_t upper, uint32_t lower)
{
    const uint64_t entry = ((uint64_t)upper << 32) | lower;
    memcpy(of->place + 8 * (size_t)index, &entry, sizeof entry);
}

/* Each with each. */
static bool repeat_naively(const few *of)
{
    bool found = false;
    for (uint32_t one = 0; one < of->n; one += 1) {
        for (uint32_t other = 0; other < of->n; other += 1) {
            found = found || (one != other && few_at(of, one) >> 32 == few_at(of, other) >> 32);
        }
    }
    return found;
}

/* Calls it for each two places among up to 40 entries, at each alignment. */
static void with_each_pair(void (*check)(few *of, uint32_t one, uint32_t other))
{
    for (uint32_t n = 2; n <= MOST_FEW; n += 1) {
        for (uint32_t shift = 0; shift < 8; shift += 1) {
            few made = few_of(n, shift);
            for (uint32_t pair = 0; pair < n * n; pair += 1) {
                if (pair / n != pair % n) {
                    check(&made, pair / n, pair % n);
                }
            }
            free(made.memory);
        }
    }
}

Test(entries_repeat, not_where_all_upper_halves_differ)
{
    for (uint32_t n = 0; n <= MOST_FEW; n += 1) {
        for (uint32_t shift = 0; shift < 8; shift += 1) {
            few made = few_of(n, shift);
            cr_assert_not(repeat_naively(&made), "the test's own entries repeat");
            cr_assert_not(gdv_entries_repeat(made.place, n), "%u entries at %u", n, shift);
            free(made.memory);
        }
    }
}

/* The upper half of one is that of the other: a repeat, for lower halves that differ and for those that do not. */
static void are_found_by_their_upper_halves(few *of, uint32_t one, uint32_t other)
{
    const uint64_t was = few_at(of, one);
    const uint64_t twin = few_at(of, other);
    few_set(of, one, (uint32_t)(twin >> 32), (uint32_t)(was & 0xffffffffu));
    cr_assert(gdv_entries_repeat(of->place, of->n), "entries %u and %u of %u", one, other, of->n);
    few_set(of, one, (uint32_t)(twin >> 32), (uint32_t)(twin & 0xffffffffu));
    cr_assert(gdv_entries_repeat(of->place, of->n), "entries %u and %u of %u, whole", one, other, of->n);
    few_set(of, one, (uint32_t)(was >> 32), (uint32_t)(was & 0xffffffffu));
}

Test(entries_repeat, where_any_two_have_one_upper_half)
{
    with_each_pair(are_found_by_their_upper_halves);
}

/* Its lower half is that of the other, or the other's upper half: neither is a repeat. */
static void are_not_found_by_their_lower_halves(few *of, uint32_t one, uint32_t other)
{
    const uint64_t was = few_at(of, one);
    const uint64_t twin = few_at(of, other);
    few_set(of, one, (uint32_t)(was >> 32), (uint32_t)(twin & 0xffffffffu));
    cr_assert_not(gdv_entries_repeat(of->place, of->n), "entries %u and %u of %u", one, other, of->n);
    few_set(of, one, (uint32_t)(was >> 32), (uint32_t)(twin >> 32));
    cr_assert_not(gdv_entries_repeat(of->place, of->n), "entries %u and %u of %u, crosswise", one, other, of->n);
    few_set(of, one, (uint32_t)(was >> 32), (uint32_t)(was & 0xffffffffu));
}

Test(entries_repeat, not_where_any_two_have_one_lower_half)
{
    with_each_pair(are_not_found_by_their_lower_halves);
}

/* Upper halves that differ in one bit are two, and those that differ in none are one, even where they look like floats
 * that equal each other, as 0.0 and -0.0, or nothing. */
static void are_told_apart_by_any_bit(few *of, uint32_t one, uint32_t other)
{
    static const uint32_t uppers[] = {0x00000000u, 0x7f800000u, 0x7fc00000u, 0xffffffffu};
    const uint64_t was = few_at(of, one);
    const uint64_t was_other = few_at(of, other);
    for (uint32_t which = 0; which < 4 * 32; which += 1) {
        few_set(of, other, uppers[which / 32], 0);
        few_set(of, one, uppers[which / 32] ^ ((uint32_t)1 << (which % 32)), 0);
        const bool found = gdv_entries_repeat(of->place, of->n);
        cr_assert_eq(found, repeat_naively(of), "entries %u and %u of %u, bit %u", one, other, of->n, which % 32);
        few_set(of, one, uppers[which / 32], 0);
        cr_assert(gdv_entries_repeat(of->place, of->n), "entries %u and %u of %u", one, other, of->n);
    }
    few_set(of, one, (uint32_t)(was >> 32), (uint32_t)(was & 0xffffffffu));
    few_set(of, other, (uint32_t)(was_other >> 32), (uint32_t)(was_other & 0xffffffffu));
}

Test(entries_repeat, not_where_one_bit_differs)
{
    for (uint32_t n = 2; n <= 9; n += 1) {
        few made = few_of(n, n % 8);
        for (uint32_t pair = 0; pair < n * n; pair += 1) {
            if (pair / n != pair % n) {
                are_told_apart_by_any_bit(&made, pair / n, pair % n);
            }
        }
        free(made.memory);
    }
}

/* Numbers of four bits, so that most lists have several pairs and some have none. */
Test(entries_repeat, just_where_comparing_each_with_each_says_so)
{
    uint64_t chance = 5;
    uint32_t repeated = 0;
    uint32_t distinct = 0;
    for (uint32_t round = 0; round < 20000; round += 1) {
        few made = few_of(round % 9, round / 9 % 8);
        for (uint32_t index = 0; index < made.n; index += 1) {
            few_set(&made, index, number_of(RANDOM, index, made.n, &chance) >> 28, index);
        }
        const bool expected = repeat_naively(&made);
        cr_assert_eq(gdv_entries_repeat(made.place, made.n), expected, "round %u: %u entries", round, made.n);
        repeated += expected ? 1 : 0;
        distinct += expected ? 0 : 1;
        free(made.memory);
    }
    cr_expect_gt(repeated, 5000, "%u", repeated);
    cr_expect_gt(distinct, 5000, "%u", distinct);
}

/* `n` numbers that all differ, in memory of just that size. */
static uint32_t *numbers_of(uint32_t n)
{
    uint32_t *numbers = calloc(n > 0 ? n : 1, sizeof *numbers);
    cr_assert_not_null(numbers);
    for (uint32_t index = 0; index < n; index += 1) {
        numbers[index] = (uint32_t)(index * (uint64_t)0x9e3779b1u % 0x100000000u);
    }
    return numbers;
}

Test(numbers_repeat, not_where_all_differ)
{
    for (uint32_t n = 0; n <= 64; n += 1) {
        uint32_t *numbers = numbers_of(n);
        cr_assert_not(gdv_numbers_repeat(numbers, n), "%u numbers", n);
        free(numbers);
    }
}

Test(numbers_repeat, where_any_two_are_equal_and_not_where_a_bit_differs)
{
    for (uint32_t n = 2; n <= 64; n += 1) {
        uint32_t *numbers = numbers_of(n);
        for (uint32_t pair = 0; pair < n * n; pair += 1) {
            const uint32_t one = pair / n;
            const uint32_t other = pair % n;
            const uint32_t was = numbers[one];
            numbers[one] = numbers[other];
            cr_assert_eq(gdv_numbers_repeat(numbers, n), one != other, "numbers %u and %u of %u", one, other, n);
            numbers[one] = was ^ (uint32_t)1 << pair % 32;
            cr_assert_not(gdv_numbers_repeat(numbers, n), "number %u of %u", one, n);
            numbers[one] = was;
        }
        free(numbers);
    }
}
