/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/key_entries.c (docs/proof.md). No compiler reads this file. The contract of each function stands
 * on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_KEY_ENTRIES_C_H
#define GDV_PROOF_KEY_ENTRIES_C_H

/* SORTED_OVER: the bytes of the entries from begin to stop - 1. COMPARED: n numbers that stand in every `width` bytes. */
#define SORTED_OVER(end, begin, stop) (end)[-8 * (stop) .. -8 * (begin) - 1]
#define COMPARED(place, n, width)                                                                                      \
    (((width) == 4 || (width) == 8) && \valid_read((place) + (0 .. (width) * (n) - 1)) &&                              \
     ((width) == 4 ==> \initialized((place) + (0 .. (width) * (n) - 1))))

#define IS_SORTED_LOOP                                                                                                 \
    loop invariant begin + 1 <= index;                                                                                 \
    loop invariant index <= stop || index == begin + 1;                                                                \
    loop assigns index;                                                                                                \
    loop variant stop - index;

/*@ requires \valid_read(GDV_ENTRIES(end, stop)) && begin <= stop <= GDV_MAX_ENTRIES;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_sorted(const uint8_t *end, uint32_t begin, uint32_t stop);

/*@ requires shift < 32;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result < DIGITS;
*/
static uint32_t digit_of(uint64_t entry, uint32_t shift);

/*@ requires shift < 32;
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t above_digit(uint64_t entry, uint32_t shift);

/*@ requires \valid(GDV_ENTRIES(end, stop)) && begin <= stop <= GDV_MAX_ENTRIES && shift < 32;
    terminates \true; exits \false;
    assigns SORTED_OVER(end, begin, stop);
*/
static void group(uint8_t *end, uint32_t begin, uint32_t stop, uint32_t shift);

#define LEVEL_LOOP                                                                                                     \
    loop invariant begin <= first <= stop;                                                                             \
    loop assigns first, found, SORTED_OVER(end, begin, stop);                                                          \
    loop variant stop - first;

#define LEVEL_LOOP_2                                                                                                   \
    loop invariant first < next <= stop;                                                                               \
    loop assigns next;                                                                                                 \
    loop variant stop - next;

/*@ requires \valid(GDV_ENTRIES(end, stop)) && begin <= stop <= GDV_MAX_ENTRIES && shift < 32;
    terminates \true; exits \false;
    assigns SORTED_OVER(end, begin, stop);
*/
static bool level(uint8_t *end, uint32_t begin, uint32_t stop, uint32_t shift);

#define INSERT_EACH_LOOP                                                                                               \
    loop invariant begin + 1 <= index;                                                                                 \
    loop invariant index <= stop || index == begin + 1;                                                                \
    loop assigns index, SORTED_OVER(end, begin, stop);                                                                 \
    loop variant stop - index;

#define INSERT_EACH_LOOP_2                                                                                             \
    loop invariant begin <= hole <= index;                                                                             \
    loop assigns hole, SORTED_OVER(end, begin, stop);                                                                  \
    loop variant hole;

/*@ requires \valid(GDV_ENTRIES(end, stop)) && begin <= stop <= GDV_MAX_ENTRIES;
    terminates \true; exits \false;
    assigns SORTED_OVER(end, begin, stop);
*/
static void insert_each(uint8_t *end, uint32_t begin, uint32_t stop);

#define GDV_ENTRIES_SORT_LOOP                                                                                          \
    loop invariant shift <= 32 && shift % 8 == 0;                                                                      \
    loop assigns shift, more, SORTED_OVER(end, begin, stop);                                                           \
    loop variant shift;

/*@ requires COMPARED(place, index + 1, width);
    terminates \true; exits \false;
    assigns \nothing;
*/
GDV_INLINE uint32_t compared_at(const uint8_t *place, uint32_t index, uint32_t width);

#define REPEAT_AMONG_MANY_LOOP                                                                                         \
    loop invariant one < n;                                                                                            \
    loop assigns one, found;                                                                                           \
    loop variant n - one;

#define REPEAT_AMONG_MANY_LOOP_2                                                                                       \
    loop invariant one < other <= n;                                                                                   \
    loop assigns other, found;                                                                                         \
    loop variant n - other;

/*@ requires COMPARED(place, n, width) && n > 0;
    terminates \true; exits \false;
    assigns \nothing;
*/
GDV_INLINE bool repeat_among_many(const uint8_t *place, uint32_t n, uint32_t width);

/*@ requires COMPARED(place, n, width);
    terminates \true; exits \false;
    assigns \nothing;
*/
GDV_INLINE bool any_repeat(const uint8_t *place, uint32_t n, uint32_t width);

#endif
