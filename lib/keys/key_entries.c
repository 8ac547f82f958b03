/* SPDX-License-Identifier: MIT */
/* Radix sort, most significant byte first, in place ("American flag"): a level for each byte of the upper half, no
 * recursion, as what belongs together stands together after each level and is found again by looking. What is few is
 * left for one insertion sort at the end, which then moves nothing far. */
#include "key_entries.h"

#include "../decode/scan.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

/* Runs of up to this many entries are left for the insertion sort. */
#define FEW_ENTRIES 48u
#define DIGITS 256u

#ifdef __FRAMAC__
#include "../proof/key_entries_c.h"
#endif

/* Keys that an attacker made all alike are in order as they come. */
static bool is_sorted(const uint8_t *end, uint32_t begin, uint32_t stop)
{
    uint32_t index = begin + 1;
    /*@ IS_SORTED_LOOP */
    while (index < stop && gdv_upper(gdv_entry_at(end, index - 1)) <= gdv_upper(gdv_entry_at(end, index))) {
        index += 1;
    }
    return index >= stop;
}

/* One byte of an entry's upper half. Requires shift < 32. */
static uint32_t digit_of(uint64_t entry, uint32_t shift)
{
    return (gdv_upper(entry) >> shift) % DIGITS;
}

/* The bytes above it. */
static uint32_t above_digit(uint64_t entry, uint32_t shift)
{
    return (gdv_upper(entry) >> shift) / DIGITS;
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

/* One level: groups each long run of entries that have the bytes above the one at `shift` in common. False where none is
 * left. */
static bool level(uint8_t *end, uint32_t begin, uint32_t stop, uint32_t shift)
{
    bool found = false;
    uint32_t first = begin;
    /*@ LEVEL_LOOP */
    while (first < stop) {
        const uint32_t common = above_digit(gdv_entry_at(end, first), shift);
        uint32_t next = first + 1;
        /*@ LEVEL_LOOP_2 */
        while (next < stop && above_digit(gdv_entry_at(end, next), shift) == common) {
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
    /*@ INSERT_EACH_LOOP */
    for (uint32_t index = begin + 1; index < stop; index += 1) {
        uint64_t entry = gdv_entry_at(end, index);
        uint32_t hole = index;
        /*@ INSERT_EACH_LOOP_2 */
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
    uint32_t shift = 32;
    bool more = stop - begin > FEW_ENTRIES;
    /*@ GDV_ENTRIES_SORT_LOOP */
    while (more && shift > 0) {
        shift -= 8;
        more = level(end, begin, stop, shift);
    }
    insert_each(end, begin, stop);
}

/* What is compared stands in every `width` bytes: 8, the upper half of an entry, or 4, a number, in whatever order its bytes are. */
GDV_INLINE uint32_t compared_at(const uint8_t *place, uint32_t index, uint32_t width)
{
    return width == 8 ? gdv_upper(gdv_entry_load(place + 8 * (size_t)index)) : gdv_load32(place + 4 * (size_t)index);
}

#if defined(__SSE2__)

/* Four of them. */
GDV_INLINE __m128i four_at(const uint8_t *place, uint32_t width)
{
    __m128 one;
    __m128 other;
    memcpy(&one, place, sizeof one);
    if (width == 4) {
        return _mm_castps_si128(one);
    }
    memcpy(&other, place + sizeof one, sizeof other);
    return _mm_castps_si128(_mm_shuffle_ps(one, other, _MM_SHUFFLE(3, 1, 3, 1)));
}

static __m128i turned_by_one(__m128i four)
{
    return _mm_shuffle_epi32(four, _MM_SHUFFLE(0, 3, 2, 1));
}

static __m128i turned_by_two(__m128i four)
{
    return _mm_shuffle_epi32(four, _MM_SHUFFLE(1, 0, 3, 2));
}

/* Where one of four equals one of the others. */
static __m128i alike_among(__m128i four)
{
    return _mm_or_si128(_mm_cmpeq_epi32(four, turned_by_one(four)), _mm_cmpeq_epi32(four, turned_by_two(four)));
}

/* Where one of four equals one of another four. */
static __m128i alike_between(__m128i four, __m128i other)
{
    __m128i turned = turned_by_two(other);
    return _mm_or_si128(_mm_or_si128(_mm_cmpeq_epi32(four, other), _mm_cmpeq_epi32(four, turned_by_one(other))),
                        _mm_or_si128(_mm_cmpeq_epi32(four, turned), _mm_cmpeq_epi32(four, turned_by_one(turned))));
}

/* The last four, and then in fours those before them, each with the last and with those before it. The four that the last begin in
 * have some in common with them, which equal themselves: only those that are before the last count there. */
GDV_INLINE bool repeat_among_many(const uint8_t *place, uint32_t n, uint32_t width)
{
    const size_t step = 4 * (size_t)width;
    const uint8_t *last = place + width * (size_t)(n - 4);
    const __m128i end = four_at(last, width);
    __m128i alike = alike_among(end);
    uint32_t lanes = 0;
    for (const uint8_t *next = place; next < last; next += step) {
        const __m128i four = four_at(next, width);
        const size_t apart = (size_t)(last - next) / width;
        const uint32_t with_end = (uint32_t)_mm_movemask_ps(_mm_castsi128_ps(alike_between(four, end)));
        lanes |= with_end & ((1u << (apart < 4 ? apart : 4)) - 1u);
        alike = _mm_or_si128(alike, alike_among(four));
        for (const uint8_t *before = place; before < next; before += step) {
            alike = _mm_or_si128(alike, alike_between(four, four_at(before, width)));
        }
    }
    return _mm_movemask_epi8(alike) != 0 || lanes != 0;
}

#else

/* Each with each. */
GDV_INLINE bool repeat_among_many(const uint8_t *place, uint32_t n, uint32_t width)
{
    bool found = false;
    /*@ REPEAT_AMONG_MANY_LOOP */
    for (uint32_t one = 0; one + 1 < n && !found; one += 1) {
        uint32_t number = compared_at(place, one, width);
        /*@ REPEAT_AMONG_MANY_LOOP_2 */
        for (uint32_t other = one + 1; other < n; other += 1) {
            found = found || compared_at(place, other, width) == number;
        }
    }
    return found;
}

#endif

GDV_INLINE bool any_repeat(const uint8_t *place, uint32_t n, uint32_t width)
{
    if (n > 3) {
        return repeat_among_many(place, n, width);
    }
    bool second = n > 1 && compared_at(place, 1, width) == compared_at(place, 0, width);
    bool third = n > 2 && (compared_at(place, 2, width) == compared_at(place, 0, width) ||
                           compared_at(place, 2, width) == compared_at(place, 1, width));
    return second || third;
}

bool gdv_entries_repeat(const uint8_t *place, uint32_t n)
{
    return any_repeat(place, n, 8);
}

bool gdv_numbers_repeat(const uint32_t *numbers, uint32_t n)
{
    return any_repeat((const uint8_t *)numbers, n, 4);
}
