/* SPDX-License-Identifier: MIT */
/* Internal: texts of up to sixteen bytes, as keys and most others are: looked at, and taken as a number, in one piece.
 * The piece ends where the padding ends: sixteen bytes, the last of which are the text and its padding. */
#ifndef GDV_SHORT_TEXT_H
#define GDV_SHORT_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "cursor.h"

/* Bytes of the longest. */
#define GDV_SHORT_TEXT 16u

#ifdef __FRAMAC__
#include "../proof/short_text.h"
#endif

/* `size` bytes and their padding. Requires size < 2^31. */
static inline uint32_t gdv_padded(uint32_t size)
{
    return (size + 3u) / 4u * 4u;
}

/* A number of a short text's piece: its quarters multiplied, each with the one beside it, and the halves of both products together,
 * which depend on every bit. What is in the piece before the text, and its padding, counts as zeros. What they are mixed with
 * are bits of the roots of 2, 3, 5 and 7. */
#define GDV_SHORT_MIX_0 0x6a096667u
#define GDV_SHORT_MIX_1 0x3b672e05u
#define GDV_SHORT_MIX_2 0x3c6e7372u
#define GDV_SHORT_MIX_3 0x254f753au

static inline uint32_t gdv_short_number_of(uint64_t first, uint64_t last)
{
    const uint32_t quarters[4] = {
        (uint32_t)(first & 0xffffffffu) ^ GDV_SHORT_MIX_0, (uint32_t)(first / 0x100000000u) ^ GDV_SHORT_MIX_1,
        (uint32_t)(last & 0xffffffffu) ^ GDV_SHORT_MIX_2, (uint32_t)(last / 0x100000000u) ^ GDV_SHORT_MIX_3};
    const uint64_t product = (uint64_t)quarters[0] * quarters[1] ^ (uint64_t)quarters[2] * quarters[3];
    return (uint32_t)(product / 0x100000000u) ^ (uint32_t)(product & 0xffffffffu);
}

/* That number of a short text at an offset, whatever is around it. Requires size <= GDV_SHORT_TEXT and at + size <= in->size. */
static inline uint32_t gdv_short_number(const gdv_cursor *in, uint32_t at, uint32_t size)
{
    const uint32_t padded = gdv_padded(size);
    const uint32_t padding = 8 * (padded - size);
    uint64_t last = 0;
    if (size > 8) {
        const uint64_t first = padded == 16 ? gdv_u64_at(in, at) : gdv_u32_at(in, at) * 0x100000000u;
        return gdv_short_number_of(first, gdv_u64_at(in, at + size - 8) >> padding);
    }
    if (size > 4) {
        last = gdv_u32_at(in, at) + (gdv_u32_at(in, at + size - 4) >> padding) * 0x100000000u;
    } else if (size == 4) {
        last = gdv_u32_at(in, at) * 0x100000000u;
    } else if (size > 0) {
        uint32_t second = size > 1 ? gdv_u8_at(in, at + 1) * 0x100u : 0;
        uint32_t third = size > 2 ? gdv_u8_at(in, at + 2) * 0x10000u : 0;
        last = (gdv_u8_at(in, at) + second + third) * 0x100000000u;
    }
    return gdv_short_number_of(0, last);
}

#if defined(__SSE2__)

/* For each size which bytes of the piece are the text and its padding; what is subtracted from each of those, and what is then added,
 * up to 255, so that a byte is above 127 where it is not as it should be: of the text 1 to 127 pass, of the padding zero. */
#define GDV_SHORT_FIRST(size) (16 - ((size) + 3) / 4 * 4)
#define GDV_SHORT_OWN(size, i) ((i) < GDV_SHORT_FIRST(size) ? 0 : 255)
#define GDV_SHORT_LESS(size, i) ((i) >= GDV_SHORT_FIRST(size) && (i) < GDV_SHORT_FIRST(size) + (size) ? 1 : 0)
#define GDV_SHORT_MORE(size, i) ((i) < GDV_SHORT_FIRST(size) ? 0 : (i) < GDV_SHORT_FIRST(size) + (size) ? 1 : 127)
#define GDV_SHORT_EACH(part, size)                                                                                     \
    {part(size, 0),  part(size, 1),  part(size, 2),  part(size, 3), part(size, 4),  part(size, 5),                     \
     part(size, 6),  part(size, 7),  part(size, 8),  part(size, 9), part(size, 10), part(size, 11),                    \
     part(size, 12), part(size, 13), part(size, 14), part(size, 15)}
#define GDV_SHORT_ROW(size)                                                                                            \
    {GDV_SHORT_EACH(GDV_SHORT_OWN, size), GDV_SHORT_EACH(GDV_SHORT_LESS, size), GDV_SHORT_EACH(GDV_SHORT_MORE, size)}

/* One line of a cache. */
typedef struct gdv_short_row {
    _Alignas(64) uint8_t own[16];
    uint8_t less[16];
    uint8_t more[16];
} gdv_short_row;

extern const gdv_short_row gdv_short_rows[GDV_SHORT_TEXT + 1];

/* The piece of a short text, with zeros for what is before it. Requires 16 <= at + padded <= in->size. */
static inline __m128i gdv_short_piece(const gdv_cursor *in, uint32_t at, uint32_t padded, const gdv_short_row *row)
{
    __m128i own;
    memcpy(&own, row->own, sizeof own);
    return _mm_and_si128(gdv_16_before(in, at, padded), own);
}

/* Whether a short text at an offset is ASCII without NUL, padded with zeros; `padded` is its size with its padding. Requires
 * size <= GDV_SHORT_TEXT and 16 <= at + padded <= in->size. */
static inline bool gdv_is_short_plain(const gdv_cursor *in, uint32_t at, uint32_t padded, uint32_t size)
{
    const gdv_short_row *row = &gdv_short_rows[size];
    __m128i less;
    __m128i more;
    memcpy(&less, row->less, sizeof less);
    memcpy(&more, row->more, sizeof more);
    __m128i odd = _mm_adds_epu8(_mm_sub_epi8(gdv_short_piece(in, at, padded, row), less), more);
    return _mm_movemask_epi8(odd) == 0;
}

/* gdv_short_number of a text that gdv_is_short_plain passed. */
static inline uint32_t gdv_short_number_at(const gdv_cursor *in, uint32_t at, uint32_t padded, uint32_t size)
{
    __m128i mixed = _mm_xor_si128(gdv_short_piece(in, at, padded, &gdv_short_rows[size]),
                                  _mm_setr_epi32(GDV_SHORT_MIX_0, GDV_SHORT_MIX_1, GDV_SHORT_MIX_2, GDV_SHORT_MIX_3));
    __m128i products = _mm_mul_epu32(mixed, _mm_shuffle_epi32(mixed, _MM_SHUFFLE(3, 3, 1, 1)));
    __m128i product = _mm_xor_si128(products, _mm_shuffle_epi32(products, _MM_SHUFFLE(1, 0, 3, 2)));
    __m128i number = _mm_xor_si128(product, _mm_shuffle_epi32(product, _MM_SHUFFLE(2, 3, 0, 1)));
    return (uint32_t)_mm_cvtsi128_si32(number);
}

#else

static inline bool gdv_is_short_plain(const gdv_cursor *in, uint32_t at, uint32_t padded, uint32_t size)
{
    uint32_t end = at + padded;
    /* odd bytes: from the first of the text on, only those of the padding */
    uint32_t odd = gdv_odd16_at(in, end - 16) >> (16 - padded);
    bool zeros = padded == size || gdv_u32_at(in, end - 4) >> (32 - 8 * (padded - size)) == 0;
    return zeros && (odd & (gdv_bit(size) - 1u)) == 0;
}

static inline uint32_t gdv_short_number_at(const gdv_cursor *in, uint32_t at, uint32_t padded, uint32_t size)
{
    (void)size;
    return gdv_short_number(in, at, padded);
}

#endif

#endif
