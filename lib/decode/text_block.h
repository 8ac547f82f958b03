/* SPDX-License-Identifier: MIT */
/* Internal: how much of a text is strict UTF-8, by blocks. For gdv_text_check alone: its loop over bytes decides
 * everything, and goes on after what passes here; this only lets pass, and never says what is wrong or where. Where
 * vectors are not part of every machine of the kind that is compiled for, nothing passes here and the loop does it all.
 *
 * A byte is right or wrong by what it is and what the three bytes before it are, so any sixteen can be looked at alone,
 * all at once: no state goes from one block to the next, and the last sixteen may be some that were looked at
 * already. */
#ifndef GDV_TEXT_BLOCK_H
#define GDV_TEXT_BLOCK_H

#include <stdbool.h>
#include <stdint.h>

#include "cursor.h"

#if defined(__SSE2__)

static inline __m128i gdv_each(uint32_t byte)
{
    return _mm_set1_epi8((char)byte);
}

static inline bool gdv_has_top_bits(__m128i bytes)
{
    return _mm_movemask_epi8(bytes) != 0;
}

/* Of vectors of which `least` and `most` are the lowest and the highest bytes: top bits where one holds NUL, or f5 and
 * above, which no character has. Less 0x75 a byte keeps its top bit if it is f5 or above. */
static inline __m128i gdv_unfit16(__m128i least, __m128i most)
{
    return _mm_or_si128(_mm_cmpeq_epi8(least, _mm_setzero_si128()), _mm_subs_epu8(most, gdv_each(0x75)));
}

/* Top bits where a byte cannot follow those one, two and three before it, which are `one`, `two` and `three`; what is
 * below the top bits means nothing. */
static inline __m128i gdv_misplaced16(__m128i bytes, __m128i one, __m128i two, __m128i three)
{
    /* a continuation is where a lead one, two or three before asks for one, and nowhere else */
    __m128i due = _mm_or_si128(_mm_or_si128(_mm_subs_epu8(one, gdv_each(0x40)), _mm_subs_epu8(two, gdv_each(0x60))),
                               _mm_subs_epu8(three, gdv_each(0x70)));
    __m128i wrong = _mm_xor_si128(due, _mm_cmpgt_epi8(gdv_each(0xc0), bytes));
    /* after e0 not below a0, nor after ed, which is 0d more, above 9f */
    __m128i from_a0 = _mm_and_si128(_mm_cmpgt_epi8(bytes, gdv_each(0x9f)), gdv_each(0x0d));
    wrong = _mm_or_si128(wrong, _mm_cmpeq_epi8(_mm_sub_epi8(one, from_a0), gdv_each(0xe0)));
    /* after f0 not below 90, nor after f4, which is 04 more, above 8f */
    __m128i from_90 = _mm_and_si128(_mm_cmpgt_epi8(bytes, gdv_each(0x8f)), gdv_each(0x04));
    wrong = _mm_or_si128(wrong, _mm_cmpeq_epi8(_mm_sub_epi8(one, from_90), gdv_each(0xf0)));
    /* c0 and c1 nowhere */
    return _mm_or_si128(wrong, _mm_cmpeq_epi8(_mm_and_si128(bytes, gdv_each(0xfe)), gdv_each(0xc0)));
}

/* Of the sixteen that are `more` and three bytes after `before`. */
static inline __m128i gdv_misplaced16_at(const gdv_cursor *in, uint32_t before, uint32_t more)
{
    return gdv_misplaced16(gdv_16_at(in, before, more + 3), gdv_16_at(in, before, more + 2),
                           gdv_16_at(in, before, more + 1), gdv_16_at(in, before, more));
}

/* Whether the first `size` bytes of a text, at most sixteen, are right: there is nothing before them. Where the text is
 * shorter, what precedes it in the packet is loaded with it and made NUL. Requires at + size >= 16. */
static inline bool gdv_begins_strict(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    const __m128i places = _mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    __m128i before = _mm_cmpgt_epi8(_mm_set1_epi8((char)(16 - size)), places);
    __m128i bytes = _mm_andnot_si128(before, gdv_16_at(in, at + size - 16, 0));
    __m128i unfit = gdv_unfit16(_mm_or_si128(bytes, before), bytes);

    if (!gdv_has_top_bits(_mm_or_si128(unfit, bytes))) {
        return true;
    }
    __m128i wrong =
        gdv_misplaced16(bytes, _mm_slli_si128(bytes, 1), _mm_slli_si128(bytes, 2), _mm_slli_si128(bytes, 3));
    return !gdv_has_top_bits(_mm_or_si128(unfit, wrong));
}

/* Looks at sixteen, or 64, bytes further on: those after the three at `before`, which belong to the text too. ASCII
 * after ASCII, where nothing asks for a continuation, is settled first. */
static inline bool gdv_is_strict16(const gdv_cursor *in, uint32_t before)
{
    __m128i bytes = gdv_16_at(in, before, 3);
    __m128i unfit = gdv_unfit16(bytes, bytes);

    if (!gdv_has_top_bits(_mm_or_si128(_mm_or_si128(bytes, gdv_16_at(in, before, 0)), unfit))) {
        return true;
    }
    return !gdv_has_top_bits(_mm_or_si128(unfit, gdv_misplaced16_at(in, before, 0)));
}

static inline bool gdv_is_strict64(const gdv_cursor *in, uint32_t before)
{
    __m128i a = gdv_16_at(in, before, 3);
    __m128i b = gdv_16_at(in, before, 19);
    __m128i c = gdv_16_at(in, before, 35);
    __m128i d = gdv_16_at(in, before, 51);
    __m128i most = _mm_max_epu8(_mm_max_epu8(a, b), _mm_max_epu8(c, d));
    __m128i unfit = gdv_unfit16(_mm_min_epu8(_mm_min_epu8(a, b), _mm_min_epu8(c, d)), most);

    if (!gdv_has_top_bits(_mm_or_si128(_mm_or_si128(most, gdv_16_at(in, before, 0)), unfit))) {
        return true;
    }
    __m128i wrong = _mm_or_si128(_mm_or_si128(gdv_misplaced16_at(in, before, 0), gdv_misplaced16_at(in, before, 16)),
                                 _mm_or_si128(gdv_misplaced16_at(in, before, 32), gdv_misplaced16_at(in, before, 48)));
    return !gdv_has_top_bits(_mm_or_si128(unfit, wrong));
}

/* Bytes at the beginning of the text that are strict UTF-8 for sure, in whole blocks; 0 where there are no vectors.
 * Requires at + size <= in->size. */
static inline uint32_t gdv_text_strict(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t first = size < 16 ? size : 16;
    uint32_t end = at + size;
    uint32_t here = at + first;

    if (here < 16 || !gdv_begins_strict(in, at, first)) {
        return 0;
    }
    while (end - here >= 64 && gdv_is_strict64(in, here - 3)) {
        here += 64;
    }
    while (end - here >= 16 && gdv_is_strict16(in, here - 3)) {
        here += 16;
    }
    if (end - here < 16 && size >= 19 && gdv_is_strict16(in, end - 19)) {
        here = end;
    }
    /* The last character may go on after the block: it is left to who comes after. Where the bytes have changed since
     * they were looked at, none of them may begin a character. */
    bool inside = here > at;
    while (inside && gdv_u8_at(in, here - 1) >= 0x80) {
        here -= 1;
        inside = here > at && gdv_u8_at(in, here) < 0xc0;
    }
    return here - at;
}

#else

#ifdef __FRAMAC__
#include "../proof/text_block.h"
#endif

static inline uint32_t gdv_text_strict(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    (void)in;
    (void)at;
    (void)size;
    return 0;
}

#endif

#endif
