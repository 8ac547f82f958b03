/* SPDX-License-Identifier: MIT */
/* Internal: where encoded bytes go: the bounds-checked little-endian counterpart of cursor.h. Every byte that the
 * library writes into a packet is written here.
 *
 * Invariant: bytes beyond `capacity` are counted and not written, so that pos is always the size the output would have.
 * pos stays below 2^33: callers stop at GDV_MAX_BYTES, and no single item adds more than 2^32. */
#ifndef GDV_SINK_H
#define GDV_SINK_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cursor.h"
#include "writer.h"

/* Whether all that was put is there. */
static inline bool gdv_sink_fits(const gdv_sink *out)
{
    return out->pos <= out->capacity;
}

/* Numbers are taken apart byte by byte, here alone. Where the machine is known to have them in that order they are
 * copied, which is one store: of the four, compilers often leave four. */
static inline void gdv_store32(uint8_t *bytes, uint32_t word)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(bytes, &word, sizeof word);
#else
    bytes[0] = (uint8_t)(word & 0xffu);
    bytes[1] = (uint8_t)((word >> 8) & 0xffu);
    bytes[2] = (uint8_t)((word >> 16) & 0xffu);
    bytes[3] = (uint8_t)(word >> 24);
#endif
}

/* Room for n more bytes at pos: moves past them; NULL where they do not fit, and then they are only counted. */
static inline uint8_t *gdv_sink_room(gdv_sink *out, uint64_t n)
{
    uint64_t at = out->pos;
    out->pos += n;
    if (out->bytes == NULL || at > out->capacity || n > out->capacity - at) {
        return NULL;
    }
    return out->bytes + at;
}

static inline void gdv_store64(uint8_t *bytes, uint64_t word)
{
    gdv_store32(bytes, (uint32_t)(word & 0xffffffffu));
    gdv_store32(bytes + 4, (uint32_t)(word >> 32));
}

static inline void gdv_put_u32(gdv_sink *out, uint32_t word)
{
    uint8_t *room = gdv_sink_room(out, 4);
    if (room != NULL) {
        gdv_store32(room, word);
    }
}

static inline void gdv_put_u64(gdv_sink *out, uint64_t word)
{
    uint8_t *room = gdv_sink_room(out, 8);
    if (room != NULL) {
        gdv_store64(room, word);
    }
}

/* Bytes may overlap the output: gdv_canonicalize works in place, always towards lower addresses. */
static inline void gdv_put_bytes(gdv_sink *out, const uint8_t *bytes, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, n);
    if (room != NULL && n > 0) {
        memmove(room, bytes, n);
    }
}

/* Zero bytes up to the next multiple of four behind n bytes: three at most, of which each may be the first or the last.
 * A loop would become a call of memset. */
static inline void gdv_put_padding(gdv_sink *out, uint32_t n)
{
    uint32_t padding = gdv_padding(n);
    uint8_t *room = gdv_sink_room(out, padding);
    if (room != NULL && padding > 0) {
        room[0] = 0;
        room[padding / 2] = 0;
        room[padding - 1] = 0;
    }
}

/* A text: its length, its bytes, a NUL that the length counts where terminator is 1, padding. The zeros are put first,
 * as the word that they end with the text in; where there is nothing else it is that of the length. The text may not
 * overlap the output. Requires size <= GDV_MAX_BYTES. */
static inline void gdv_put_text(gdv_sink *out, const uint8_t *text, uint32_t size, uint32_t terminator)
{
    uint32_t length = size + terminator;
    uint32_t padded = length + gdv_padding(length);
    uint8_t *room = gdv_sink_room(out, 4 + (uint64_t)padded);
    if (room != NULL) {
        gdv_store32(room + padded, 0);
        gdv_store32(room, length);
        if (size > 0) {
            memcpy(room + 4, text, size);
        }
    }
}

/* n numbers of 4 or of 8 bytes each, as the caller's array holds them: in the machine's own order of bytes. */
static inline void gdv_put_native32(gdv_sink *out, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, 4 * (uint64_t)n);
    for (uint32_t index = 0; room != NULL && index < n; index += 1) {
        uint32_t word = 0;
        memcpy(&word, numbers + 4 * (size_t)index, sizeof word);
        gdv_store32(room + 4 * (size_t)index, word);
    }
}

static inline void gdv_put_native64(gdv_sink *out, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, 8 * (uint64_t)n);
    for (uint32_t index = 0; room != NULL && index < n; index += 1) {
        uint64_t word = 0;
        memcpy(&word, numbers + 8 * (size_t)index, sizeof word);
        gdv_store64(room + 8 * (size_t)index, word);
    }
}

/* Fills in a word that was put before, if it fitted. Requires at + 4 <= pos. */
static inline void gdv_patch_u32(gdv_sink *out, uint64_t at, uint32_t word)
{
    if (out->bytes != NULL && out->capacity >= 4 && at <= out->capacity - 4) {
        gdv_store32(out->bytes + at, word);
    }
}

#endif
