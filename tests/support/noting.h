/* SPDX-License-Identifier: MIT */
/* For a library that notes how far into a packet it looked: tests/BUILD compiles //tests:gdv_noting with this file before
 * everything else. Each read of packet bytes (lib/decode/cursor.h) raises gdv_noted, which the
 * test defines, to the end of what it reads. */
#ifndef GDV_TESTS_NOTING_H
#define GDV_TESTS_NOTING_H

#include "lib/decode/cursor.h"

/* The offset after the last byte that was looked at since the test last made it 0. */
extern _Thread_local uint64_t gdv_noted;

static inline void gdv_note(const gdv_cursor *in, uint64_t at, uint64_t size)
{
    uint64_t end = at + size < in->size ? at + size : in->size;
    if (size > 0 && end > gdv_noted) {
        gdv_noted = end;
    }
}

static inline uint8_t gdv_noted_u8_at(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 1);
    return gdv_u8_at(in, at);
}

static inline uint32_t gdv_noted_u32_at(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 4);
    return gdv_u32_at(in, at);
}

static inline uint64_t gdv_noted_u64_at(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 8);
    return gdv_u64_at(in, at);
}

static inline uint32_t gdv_noted_u32_after(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    gdv_note(in, (uint64_t)at + more, 4);
    return gdv_u32_after(in, at, more);
}

static inline uint64_t gdv_noted_u64_after(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    gdv_note(in, (uint64_t)at + more, 8);
    return gdv_u64_after(in, at, more);
}

#if defined(__SSE2__)
static inline __m128i gdv_noted_16_before(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    gdv_note(in, (uint64_t)at + more - 16, 16);
    return gdv_16_before(in, at, more);
}

static inline __m128i gdv_noted_16_at(const gdv_cursor *in, uint32_t at, uint32_t more)
{
    gdv_note(in, (uint64_t)at + more, 16);
    return gdv_16_at(in, at, more);
}
#endif

static inline uint32_t gdv_noted_odd16_at(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 16);
    return gdv_odd16_at(in, at);
}

static inline bool gdv_noted_has_nul16_at(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 16);
    return gdv_has_nul16_at(in, at);
}

static inline uint32_t gdv_noted_u32_again(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 4);
    return gdv_u32_again(in, at);
}

static inline uint64_t gdv_noted_u64_again(const gdv_cursor *in, uint32_t at)
{
    gdv_note(in, at, 8);
    return gdv_u64_again(in, at);
}

/* The length word; the bytes themselves are read through the functions above. */
static inline void gdv_noted_span_at(const gdv_cursor *in, uint32_t at, gdv_span *span)
{
    gdv_note(in, at, 4);
    gdv_span_at(in, at, span);
}

static inline int gdv_noted_order_between(const gdv_cursor *in_one, uint32_t one, const gdv_cursor *in_other,
                                          uint32_t other, uint32_t size)
{
    gdv_note(in_one, one, size);
    gdv_note(in_other, other, size);
    return gdv_order_between(in_one, one, in_other, other, size);
}

#define gdv_u8_at gdv_noted_u8_at
#define gdv_u32_at gdv_noted_u32_at
#define gdv_u64_at gdv_noted_u64_at
#define gdv_u32_after(in, at, more) gdv_noted_u32_after(in, at, more)
#define gdv_u64_after(in, at, more) gdv_noted_u64_after(in, at, more)
#define gdv_16_before(in, at, more) gdv_noted_16_before(in, at, more)
#define gdv_16_at gdv_noted_16_at
#define gdv_odd16_at gdv_noted_odd16_at
#define gdv_has_nul16_at gdv_noted_has_nul16_at
#define gdv_u32_again gdv_noted_u32_again
#define gdv_u64_again gdv_noted_u64_again
#define gdv_span_at gdv_noted_span_at
#define gdv_order_between gdv_noted_order_between

#endif
