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

#include <gdv/writer.h>

#include "../decode/cursor.h"

#ifdef __FRAMAC__
#include "../proof/sink.h"
#endif

/* Whether all that was put is there. */
static inline bool gdv_sink_fits(const gdv_sink *out)
{
    return out->pos <= out->capacity;
}

/* Numbers are taken apart byte by byte, here alone. Where the machine is known to have them in that order they are
 * copied, which is one store: of the four, compilers often leave four. Requires 4 bytes to write, or 8. */
static inline void gdv_store32(uint8_t *bytes, uint32_t word)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(bytes, &word, sizeof word);
#else
    /*@ assert halves: word / 0x10000 == word / 0x100 / 0x100 && word / 0x1000000 == word / 0x100 / 0x100 / 0x100; */
    bytes[0] = (uint8_t)(word % 0x100u);
    bytes[1] = (uint8_t)(word / 0x100u % 0x100u);
    bytes[2] = (uint8_t)(word / 0x10000u % 0x100u);
    bytes[3] = (uint8_t)(word / 0x1000000u);
#endif
}

/* Moves past n bytes at pos. Returns where to write them; NULL if they do not all fit, and then they are only counted.
 */
static inline uint8_t *gdv_sink_room(gdv_sink *out, uint64_t n)
{
    uint64_t at = out->pos;
    out->pos += n;
    if (out->bytes == NULL || at > out->capacity || n > out->capacity - at) {
        return NULL;
    }
    return out->bytes + at;
}

/* Does that where all of them are known to fit: NULL where the sink only measures. Requires pos + n <= capacity. */
static inline uint8_t *gdv_sink_take(gdv_sink *out, uint64_t n)
{
    uint8_t *room = out->bytes == NULL ? NULL : out->bytes + out->pos;
    out->pos += n;
    return room;
}

static inline void gdv_store64(uint8_t *bytes, uint64_t word)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    memcpy(bytes, &word, sizeof word);
#else
    gdv_store32(bytes, (uint32_t)(word % 0x100000000u));
    gdv_store32(bytes + 4, (uint32_t)(word / 0x100000000u));
#endif
}

/* Put 4 or 8 bytes: written if they fit, and counted in any case. */
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

/* Copies n bytes; gdv_bytes_move: where they may overlap. Requires n > 0. Names and keys are short: the bytes that they
 * begin and end with, which overlap, take less than a call; of three the one between them too. */
static inline void gdv_bytes_copy(uint8_t *to, const uint8_t *from, size_t n)
{
    if (n > 16) {
        memcpy(to, from, n);
    } else if (n >= 8) {
        memcpy(to, from, 8);
        memcpy(to + n - 8, from + n - 8, 8);
    } else if (n >= 4) {
        memcpy(to, from, 4);
        memcpy(to + n - 4, from + n - 4, 4);
    } else {
        to[0] = from[0];
        to[n / 2] = from[n / 2];
        to[n - 1] = from[n - 1];
    }
}

static inline void gdv_bytes_move(uint8_t *to, const uint8_t *from, size_t n)
{
    memmove(to, from, n);
}

/* Puts n bytes, which may overlap the output: gdv_canonicalize works in place, always towards lower addresses. */
static inline void gdv_put_bytes(gdv_sink *out, const uint8_t *bytes, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, n);
    if (room != NULL && n > 0) {
        gdv_bytes_move(room, bytes, n);
    }
}

/* Puts zero bytes up to the next multiple of four after n bytes: three at most, of which each may be the first or the
 * last. A loop would become a call of memset. */
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

/* Writes a text: its length, its bytes, zeros up to `padded` bytes. Requires room for 4 + padded bytes, apart from the
 * text, and size <= length <= padded <= length + 3. The zeros are put first, as the word that they end with the text
 * in; where there is nothing else it is that of the length. */
static inline void gdv_fill_text(uint8_t *room, const uint8_t *text, uint32_t size, uint32_t length, uint32_t padded)
{
    gdv_store32(room + padded, 0);
    gdv_store32(room, length);
    if (size > 0) {
        gdv_bytes_copy(room + 4, text, size);
    }
}

/* Puts a text: its length, its bytes, a NUL that the length counts where terminator is 1, padding. Requires size <=
 * GDV_MAX_BYTES, and that the text does not overlap the output. */
static inline void gdv_put_text(gdv_sink *out, const uint8_t *text, uint32_t size, uint32_t terminator)
{
    uint32_t length = size + terminator;
    uint32_t padding = gdv_padding(length);
    uint32_t padded = length + padding;
    uint8_t *room = gdv_sink_room(out, 4 + (uint64_t)padded);
    if (room != NULL) {
        gdv_fill_text(room, text, size, length, padded);
    }
}

/* The number of 4 or of 8 bytes at an address, in the machine's own order of bytes. */
static inline uint32_t gdv_native32(const uint8_t *number)
{
    uint32_t word = 0;
    memcpy(&word, number, sizeof word);
    return word;
}

static inline uint64_t gdv_native64(const uint8_t *number)
{
    uint64_t word = 0;
    memcpy(&word, number, sizeof word);
    return word;
}

/* Writes n numbers of 4 bytes each, as the caller's array holds them: in the machine's own order of bytes. Requires room for them,
 * apart from the array. */
static inline void gdv_fill_native32(uint8_t *room, const uint8_t *numbers, uint32_t n)
{
    /*@ GDV_FILL_NATIVE32_LOOP */
    for (uint32_t index = 0; index < n; index += 1) {
        uint32_t word = gdv_native32(numbers + 4 * (size_t)index);
        gdv_store32(room + 4 * (size_t)index, word);
    }
}

/* Does that for a few, at least one: where that order is known to be the packet's they are copied. */
static inline void gdv_fill_few32(uint8_t *room, const uint8_t *numbers, uint32_t n)
{
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    gdv_bytes_copy(room, numbers, 4 * (size_t)n);
#else
    gdv_fill_native32(room, numbers, n);
#endif
}

/* Puts n numbers of 4 or of 8 bytes each, in that order of bytes. Requires an array that does not overlap the output. */
static inline void gdv_put_native32(gdv_sink *out, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, 4 * (uint64_t)n);
    if (room != NULL) {
        gdv_fill_native32(room, numbers, n);
    }
}

/* Takes a value that is n numbers of 4 bytes each, in one piece. Requires what gdv_put_native32 does, that there are few of
 * them, and that all of it fits. */
static inline void gdv_take_native32_value(gdv_sink *out, uint32_t header, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_take(out, 4 + 4 * (uint64_t)n);
    if (room != NULL) {
        gdv_store32(room, header);
        gdv_fill_few32(room + 4, numbers, n);
    }
}

static inline void gdv_put_native64(gdv_sink *out, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, 8 * (uint64_t)n);
    /*@ GDV_PUT_NATIVE64_LOOP */
    for (uint32_t index = 0; room != NULL && index < n; index += 1) {
        uint64_t word = gdv_native64(numbers + 8 * (size_t)index);
        gdv_store64(room + 8 * (size_t)index, word);
    }
}

/* Fills in a word that was put before, if it fitted. Requires at + 4 <= pos. */
static inline void gdv_patch_u32(gdv_sink *out, uint64_t at, uint32_t word)
{
    if (out->bytes != NULL && at + 4 <= out->capacity) {
        gdv_store32(out->bytes + at, word);
    }
}

#endif
