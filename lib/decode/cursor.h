/* SPDX-License-Identifier: MIT */
/* Internal: the bounds-checked little-endian view of a packet. Every read of packet bytes in the library happens here.
 *
 * A packet may lie in memory that others write to. So a length, count, type or flag that was read once is kept in the
 * caller's memory, or is read again by gdv_span_at, gdv_u32_again and gdv_u64_again alone, which check again. What
 * changes between two reads can make an answer wrong, and never one that lies outside the packet.
 *
 * Invariant, kept by every function:  pos + reserved <= size <= GDV_MAX_BYTES.
 *
 * Debt: `reserved` is four bytes for each value, name or string that the headers read so far have promised and the
 * packet has not yet delivered. Each costs at least four bytes, so what is reserved cannot be used for anything else,
 * and a header that promises more than is left free is refused where it stands. A check for each container alone lets
 * 40 KB of nested "as many as are left" headers promise 10^8 values: every level is plausible, only their sum is not.
 * It also means that the header of a promised value is always there: reading it needs no check.
 *
 * All sizes are below 2^31, so sums of two fit 32 bits. Everything is inline: these are the innermost loops. */
#ifndef GDV_CURSOR_H
#define GDV_CURSOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include <gdv/decoder_state.h>

/* Bytes of a packet, all inside it, and the offset after them and their padding. */
typedef struct gdv_span {
    uint32_t at;
    uint32_t size;
    uint32_t next;
} gdv_span;

/* No offset of a packet, nor of what follows the padding at its end: what follows a span that is not there. */
#define GDV_NOWHERE 0xc0000000u

/* In the flags of a token or node: a bool or int in its short form (compressed.h), of one byte and, for an int, 1 << mode
 * more; the mode; and, of the widest mode, the flag of 64 bits. */
#define GDV_TOKEN_SHORT 0x80u
#define GDV_TOKEN_MODE 0x10u

#ifdef __FRAMAC__
#include "../proof/cursor.h"
#endif

/* Bytes from here to the packet's end. */
static inline uint32_t gdv_left(const gdv_cursor *in)
{
    return in->size - in->pos;
}

/* Bytes from here that no promised value needs. */
static inline uint32_t gdv_free(const gdv_cursor *in)
{
    return in->size - in->pos - in->reserved;
}

/* Moves past n bytes. Requires n <= gdv_free(in). Ensures pos grew by n. */
static inline void gdv_skip(gdv_cursor *in, uint32_t n)
{
    in->pos += n;
}

/* Promises n more values. Requires 4 * n <= gdv_free(in). Ensures reserved grew by 4 * n. */
static inline void gdv_reserve(gdv_cursor *in, uint32_t n)
{
    in->reserved += 4 * n;
}

/* A promised value begins: its four bytes are free to be read. Requires in->reserved >= 4. */
static inline void gdv_release(gdv_cursor *in)
{
    in->reserved -= 4;
}

/* gcc 12 makes four loads of a sum of four bytes, which is a sixth of its instructions of a packet. So for gcc, where the
 * machine has numbers in a packet's order of bytes, they are copied. */
#if defined(__GNUC__) && !defined(__clang__) && defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
#define GDV_LOADS_COPY 1
#else
#define GDV_LOADS_COPY 0
#endif

/* Numbers are composed byte by byte, here alone; compilers make one load of each. Requires 4 readable bytes, or 8. */
static inline uint32_t gdv_load32(const uint8_t *bytes)
{
#if GDV_LOADS_COPY
    uint32_t word = 0;
    memcpy(&word, bytes, sizeof word);
    return word;
#else
    return (uint32_t)bytes[0] + ((uint32_t)bytes[1] * 0x100u) + ((uint32_t)bytes[2] * 0x10000u) +
           ((uint32_t)bytes[3] * 0x1000000u);
#endif
}

static inline uint64_t gdv_load64(const uint8_t *bytes)
{
#if GDV_LOADS_COPY
    uint64_t word = 0;
    memcpy(&word, bytes, sizeof word);
    return word;
#else
    return (uint64_t)gdv_load32(bytes) + ((uint64_t)gdv_load32(bytes + 4) * 0x100000000u);
#endif
}

/* Two's complement, by arithmetic that is defined for every pattern; compilers make nothing of it. */
static inline int32_t gdv_signed32(uint32_t bits)
{
    return bits < 0x80000000u ? (int32_t)bits : -(int32_t)(0xffffffffu - bits) - 1;
}

static inline int64_t gdv_signed64(uint64_t bits)
{
    return bits < 0x8000000000000000u ? (int64_t)bits : -(int64_t)(0xffffffffffffffffu - bits) - 1;
}

/* The byte, u32 or u64 at an offset, wherever the cursor stands. Requires at + width <= in->size: nothing is checked
 * here. */
static inline uint8_t gdv_u8_at(const gdv_cursor *in, uint32_t at)
{
    return in->bytes[at];
}

static inline uint32_t gdv_u32_at(const gdv_cursor *in, uint32_t at)
{
    return gdv_load32(in->bytes + at);
}

static inline uint64_t gdv_u64_at(const gdv_cursor *in, uint32_t at)
{
    return gdv_load64(in->bytes + at);
}

/* What lies `more` after an offset: compilers recompute a 32-bit sum at every load. Requires at + more + width <= in->size. */
static inline uint32_t gdv_u32_after(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    return gdv_load32(in->bytes + at + more);
}

static inline uint64_t gdv_u64_after(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    return gdv_load64(in->bytes + at + more);
}

/* The mode in such flags. */
static inline uint32_t gdv_short_mode(uint32_t flags)
{
    return flags / GDV_TOKEN_MODE % 4u;
}

/* The int of 1 << mode bytes at an offset, in two's complement. Requires mode < 4 and those bytes in the packet. */
static inline int64_t gdv_short_int(const gdv_cursor *in, uint32_t at, uint32_t mode)
{
    uint32_t low = in->bytes[at];
    switch (mode) {
    case 0:
        return low < 0x80u ? (int64_t)low : (int64_t)low - 0x100;
    case 1:
        low += in->bytes[at + 1] * 0x100u;
        return low < 0x8000u ? (int64_t)low : (int64_t)low - 0x10000;
    case 2:
        return gdv_signed32(gdv_u32_at(in, at));
    default:
        return gdv_signed64(gdv_u64_at(in, at));
    }
}

#if defined(__SSE2__)
/* Sixteen bytes, `more` after an offset, the first one lowest: where there are vectors. Requires at + more + 16 <=
 * in->size. Takes offset and displacement apart: compilers recompute a 32-bit sum at every load. */
static inline __m128i gdv_16_at(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    __m128i sixteen;
    memcpy(&sixteen, in->bytes + at + more, sizeof sixteen);
    return sixteen;
}

/* The sixteen that end `more` after an offset. Requires 16 <= at + more <= in->size. */
static inline __m128i gdv_16_before(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    __m128i sixteen;
    memcpy(&sixteen, in->bytes + at + more - sizeof sixteen, sizeof sixteen);
    return sixteen;
}
#endif

/* Whether eight bytes are plain ASCII, none of them a NUL: with every high bit clear, adding 0x7f to each byte sets it
 * unless the byte is 0, and no byte carries into the next. */
static inline bool gdv_is_plain_ascii(uint64_t eight)
{
    const uint64_t high_bits = 0x8080808080808080u;
    return (eight & high_bits) == 0 && ((eight + ~high_bits) & high_bits) == high_bits;
}

/* Which of sixteen bytes are no plain ASCII: bit i is set where byte at + i is NUL or above 0x7f. Requires at + 16 <=
 * in->size. Where there are no vectors, eight bytes at a time: without its high bit a byte plus 0x7f has it, unless the
 * byte is 0, and no byte carries into the next; the product gathers the eight high bits in its topmost byte. */
static inline uint32_t gdv_odd16_at(const gdv_cursor *in, uint32_t at)
{
#if defined(__SSE2__)
    __m128i bytes = gdv_16_at(in, at, 0);
    __m128i nul = _mm_cmpeq_epi8(bytes, _mm_setzero_si128());
    return (uint32_t)_mm_movemask_epi8(_mm_or_si128(bytes, nul));
#else
    const uint64_t low_bits = 0x7f7f7f7f7f7f7f7fu;
    const uint64_t gather = 0x0002040810204081u;
    uint32_t odd = 0;
    for (uint32_t half = 0; half < 2; half += 1) {
        uint64_t eight = gdv_u64_at(in, at + 8 * half);
        uint64_t plain = ~eight & ((eight & low_bits) + low_bits) & ~low_bits;
        uint64_t high = ~plain & ~low_bits;
        odd |= (uint32_t)(((high >> 7) * gather >> 49) & 0xffu) << (8 * half);
    }
    return odd;
#endif
}

/* Whether one of sixteen bytes is NUL. Requires at + 16 <= in->size. */
static inline bool gdv_has_nul16_at(const gdv_cursor *in, uint32_t at)
{
#if defined(__SSE2__)
    return _mm_movemask_epi8(_mm_cmpeq_epi8(gdv_16_at(in, at, 0), _mm_setzero_si128())) != 0;
#else
    const uint64_t low_bits = 0x7f7f7f7f7f7f7f7fu;
    uint64_t one = gdv_u64_at(in, at);
    uint64_t other = gdv_u64_at(in, at + 8);
    return (((((one & low_bits) + low_bits) | one) & (((other & low_bits) + low_bits) | other)) | low_bits) !=
           UINT64_MAX;
#endif
}

/* The lesser of two: how much of what is said to be there is. */
static inline uint32_t gdv_at_most(uint32_t n, uint32_t most)
{
    return n < most ? n : most;
}

/* Padding bytes after n bytes of text, counted from the start of the text: all lengths around it are multiples of
 * four (wire reference, section 4). */
static inline uint32_t gdv_padding(uint32_t n)
{
    return (4u - n % 4u) % 4u;
}

/* Whether n bytes at an offset lie in the packet, whatever the two numbers are. */
static inline bool gdv_holds(const gdv_cursor *in, uint32_t at, uint32_t n)
{
    return at <= in->size && n <= in->size - at;
}

/* The u32 or u64 at an offset that was known to hold one before the packet changed, perhaps; 0 where it holds none. */
static inline uint32_t gdv_u32_again(const gdv_cursor *in, uint32_t at)
{
    return gdv_holds(in, at, 4) ? gdv_u32_at(in, at) : 0;
}

static inline uint64_t gdv_u64_again(const gdv_cursor *in, uint32_t at)
{
    return gdv_holds(in, at, 8) ? gdv_u64_at(in, at) : 0;
}

/* The bytes whose length word is at `at`, a text's or a name's: the one way to read a length again. Where the word
 * or the bytes are not all in the packet, no bytes at its end, and `next` is GDV_NOWHERE, where there is nothing
 * either. */
static inline void gdv_span_at(const gdv_cursor *in, uint32_t at, gdv_span *span)
{
    span->at = in->size;
    span->size = 0;
    span->next = GDV_NOWHERE;
    if (!gdv_holds(in, at, 4)) {
        return;
    }
    uint32_t size = gdv_u32_at(in, at);
    if (gdv_holds(in, at + 4, size)) {
        span->at = at + 4;
        span->size = size;
        span->next = at + 4 + size + gdv_padding(size);
    }
}

/* Order of `size` bytes at two places, of one packet or of two, as memcmp has it. Requires at + size <= in->size for
 * both.
 * */
static inline int gdv_order_between(const gdv_cursor *in_one, uint32_t one, const gdv_cursor *in_other, uint32_t other,
                                    uint32_t size)
{
    return memcmp(in_one->bytes + one, in_other->bytes + other, size);
}

/* Whether `size` bytes at an offset are those of a text. Words that overlap take less than the bytes that
 * are left over would. Requires at + size <= in->size. */
static inline bool gdv_same_at(const gdv_cursor *in, uint32_t at, const char *text, uint32_t size)
{
    const uint8_t *own = (const uint8_t *)text;
    if (size > 8) {
        uint32_t index = 0;
        /*@ GDV_SAME_AT_WORDS */
        while (size - index > 8 && gdv_u64_at(in, at + index) == gdv_load64(own + index)) {
            index += 8;
        }
        return size - index <= 8 && gdv_u64_at(in, at + size - 8) == gdv_load64(own + size - 8);
    }
    if (size >= 4) {
        uint32_t first = gdv_u32_at(in, at) ^ gdv_load32(own);
        return (first | (gdv_u32_at(in, at + size - 4) ^ gdv_load32(own + size - 4))) == 0;
    }
    bool same = true;
    /*@ GDV_SAME_AT_BYTES */
    for (uint32_t index = 0; same && index < size; index += 1) {
        same = gdv_u8_at(in, at + index) == own[index];
    }
    return same;
}

/* The number of which bit n alone is set. Requires n < 32. */
static inline uint32_t gdv_bit(uint32_t n)
{
    return (uint32_t)1 << n;
}

#endif
