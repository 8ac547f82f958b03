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

/* The words of the proof (docs/proof.md). GDV_SINK_SET: the sink's own fields; GDV_SINK_READABLE: the buffer is there,
 * all of it, or the sink only measures; GDV_SINK_FILLED: every byte of the buffer before pos has been written, as long as
 * all fitted; GDV_WRITTEN: n bytes have been written; GDV_PAD: the padding behind n bytes; GDV_STOP: where what is
 * written ends when n bytes are put: behind them, or at pos where they do not fit. */
/* clang-format off */
#define GDV_SINK_SET(out) (\initialized(&(out)->bytes) && \initialized(&(out)->capacity) && \initialized(&(out)->pos))
#define GDV_SINK_READABLE(out) ((out)->bytes != \null ==> \valid((out)->bytes + (0 .. (out)->capacity - 1)))
#define GDV_SINK_FILLED(out)                                                                                           \
    ((out)->bytes != \null && (out)->pos <= (out)->capacity ==> \initialized((out)->bytes + (0 .. (out)->pos - 1)))
#define GDV_SINK_SOUND(out) (GDV_SINK_SET(out) && GDV_SINK_READABLE(out) && GDV_SINK_FILLED(out))
#define GDV_WRITTEN(bytes, n)                                                                                          \
    (\forall uint8_t *byte; !\separated(byte, (bytes) + (0 .. (n) - 1)) ==> \initialized(byte))
#define GDV_PAD(n) ((4 - (n) % 4) % 4)
#define GDV_STOP(out, n)                                                                                               \
    ((out)->bytes != \null && (out)->pos + (n) <= (out)->capacity ? (out)->pos + (n) : (out)->pos)

/* What putting n bytes asks for, touches and leaves: of the buffer those n bytes alone, and where they do not all fit,
 * none. */
#define GDV_PUT_ASKS(n)                                                                                                \
    requires sound: GDV_SINK_SOUND(out);                                                                               \
    requires countable: out->pos + (n) <= UINT64_MAX;
#define GDV_PUT_LEAVES(n)                                                                                              \
    assigns out->pos, out->bytes[out->pos .. GDV_STOP(out, n) - 1];                                                    \
    ensures counted: out->pos == \old(out->pos) + (n);                                                                 \
    ensures set: GDV_SINK_SET(out);                                                                                    \
    ensures valid: GDV_SINK_READABLE(out);                                                                             \
    ensures filled: GDV_SINK_FILLED(out);
/* clang-format on */

/* Whether all that was put is there. */
/*@ requires \initialized(&out->pos) && \initialized(&out->capacity);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> out->pos <= out->capacity;
*/
static inline bool gdv_sink_fits(const gdv_sink *out)
{
    return out->pos <= out->capacity;
}

/* Numbers are taken apart byte by byte, here alone. Where the machine is known to have them in that order they are
 * copied, which is one store: of the four, compilers often leave four. */
/*@ requires \valid(bytes + (0 .. 3));
    terminates \true; exits \false;
    assigns bytes[0 .. 3];
    ensures written: GDV_WRITTEN(bytes, 4);
    ensures word == bytes[0] + 0x100 * bytes[1] + 0x10000 * bytes[2] + 0x1000000 * bytes[3];
*/
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

/* Room for n more bytes at pos: moves past them; NULL where they do not fit, and then they are only counted. */
/*@ requires GDV_SINK_SET(out) && GDV_SINK_READABLE(out);
    requires countable: out->pos + n <= UINT64_MAX;
    terminates \true; exits \false;
    assigns out->pos;
    ensures counted: out->pos == \old(out->pos) + n && \initialized(&out->pos);
    ensures measured: \result == \null <==> (out->bytes == \null || out->pos > out->capacity);
    ensures room: \result != \null ==> \result == out->bytes + \old(out->pos);
    ensures inside: \result != \null ==> \valid(\result + (0 .. n - 1));
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

/*@ requires \valid(bytes + (0 .. 7));
    terminates \true; exits \false;
    assigns bytes[0 .. 7];
    ensures written: GDV_WRITTEN(bytes, 8);
*/
static inline void gdv_store64(uint8_t *bytes, uint64_t word)
{
    gdv_store32(bytes, (uint32_t)(word % 0x100000000u));
    gdv_store32(bytes + 4, (uint32_t)(word / 0x100000000u));
}

/*@ GDV_PUT_ASKS(4)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4)
*/
static inline void gdv_put_u32(gdv_sink *out, uint32_t word)
{
    uint8_t *room = gdv_sink_room(out, 4);
    if (room != NULL) {
        gdv_store32(room, word);
    }
}

/*@ GDV_PUT_ASKS(8)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(8)
*/
static inline void gdv_put_u64(gdv_sink *out, uint64_t word)
{
    uint8_t *room = gdv_sink_room(out, 8);
    if (room != NULL) {
        gdv_store64(room, word);
    }
}

/* Copies n bytes, at least one: where they may not overlap, and where they may. Names and keys are short: the bytes
 * that they begin and end with, which overlap, take less than a call; of three the one between them too. */
/*@ requires some: n > 0;
    requires to: \valid(to + (0 .. n - 1));
    requires from: \valid_read(from + (0 .. n - 1)) && \initialized(from + (0 .. n - 1));
    requires apart: \separated(to + (0 .. n - 1), from + (0 .. n - 1));
    terminates \true; exits \false;
    assigns to[0 .. n - 1];
    ensures written: GDV_WRITTEN(to, n);
*/
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

/*@ requires some: n > 0;
    requires to: \valid(to + (0 .. n - 1));
    requires from: \valid_read(from + (0 .. n - 1)) && \initialized(from + (0 .. n - 1));
    terminates \true; exits \false;
    assigns to[0 .. n - 1];
    ensures written: GDV_WRITTEN(to, n);
*/
static inline void gdv_bytes_move(uint8_t *to, const uint8_t *from, size_t n)
{
    memmove(to, from, n);
}

/* Bytes may overlap the output: gdv_canonicalize works in place, always towards lower addresses. */
/*@ requires from: \valid_read(bytes + (0 .. n - 1)) && \initialized(bytes + (0 .. n - 1));
    GDV_PUT_ASKS(n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(n)
*/
static inline void gdv_put_bytes(gdv_sink *out, const uint8_t *bytes, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, n);
    if (room != NULL && n > 0) {
        gdv_bytes_move(room, bytes, n);
    }
}

/* Zero bytes up to the next multiple of four behind n bytes: three at most, of which each may be the first or the last.
 * A loop would become a call of memset. */
/*@ GDV_PUT_ASKS(GDV_PAD(n))
    terminates \true; exits \false;
    GDV_PUT_LEAVES(GDV_PAD(n))
*/
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

/* What becomes of a text: its length, its bytes, zeros up to `padded` bytes. The zeros are put first, as the word that
 * they end with the text in; where there is nothing else it is that of the length. */
/*@ requires padded: size <= length <= padded <= length + 3 && padded <= GDV_MAX_BYTES + 4 && length <= size + 1;
    requires room: \valid(room + (0 .. padded + 3));
    requires from: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    requires apart: \separated(text + (0 .. size - 1), room + (0 .. padded + 3));
    terminates \true; exits \false;
    assigns room[0 .. padded + 3];
    ensures written: GDV_WRITTEN(room, padded + 4);
*/
static inline void gdv_fill_text(uint8_t *room, const uint8_t *text, uint32_t size, uint32_t length, uint32_t padded)
{
    gdv_store32(room + padded, 0);
    gdv_store32(room, length);
    if (size > 0) {
        gdv_bytes_copy(room + 4, text, size);
    }
}

/* A text: its length, its bytes, a NUL that the length counts where terminator is 1, padding. The text may not overlap
 * the output. Requires size <= GDV_MAX_BYTES. */
/*@ requires size <= GDV_MAX_BYTES && terminator <= 1;
    requires from: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    requires apart: out->bytes != \null ==> \separated(text + (0 .. size - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(4 + size + terminator + GDV_PAD(size + terminator))
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4 + size + terminator + GDV_PAD(size + terminator))
*/
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

/* A value that is a text, in one piece: its header, and then the same without a terminator. */
/*@ requires size <= GDV_MAX_BYTES;
    requires from: \valid_read(text + (0 .. size - 1)) && \initialized(text + (0 .. size - 1));
    requires apart: out->bytes != \null ==> \separated(text + (0 .. size - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(8 + size + GDV_PAD(size))
    terminates \true; exits \false;
    GDV_PUT_LEAVES(8 + size + GDV_PAD(size))
*/
static inline void gdv_put_text_value(gdv_sink *out, uint32_t header, const uint8_t *text, uint32_t size)
{
    uint32_t padding = gdv_padding(size);
    uint32_t padded = size + padding;
    uint8_t *room = gdv_sink_room(out, 8 + (uint64_t)padded);
    if (room != NULL) {
        gdv_store32(room, header);
        gdv_fill_text(room + 4, text, size, size, padded);
    }
}

/* The number of 4 or of 8 bytes at an address, in the machine's own order of bytes. */
/*@ requires \valid_read(number + (0 .. 3)) && \initialized(number + (0 .. 3));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint32_t gdv_native32(const uint8_t *number)
{
    uint32_t word = 0;
    memcpy(&word, number, sizeof word);
    return word;
}

/*@ requires \valid_read(number + (0 .. 7)) && \initialized(number + (0 .. 7));
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline uint64_t gdv_native64(const uint8_t *number)
{
    uint64_t word = 0;
    memcpy(&word, number, sizeof word);
    return word;
}

/* n numbers of 4 or of 8 bytes each, as the caller's array holds them: in the machine's own order of bytes. */
/*@ requires from: \valid_read(numbers + (0 .. 4 * n - 1)) && \initialized(numbers + (0 .. 4 * n - 1));
    requires apart:
        out->bytes != \null ==> \separated(numbers + (0 .. 4 * n - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(4 * n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(4 * n)
*/
static inline void gdv_put_native32(gdv_sink *out, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, 4 * (uint64_t)n);
    /*@ loop invariant index <= n;
        loop invariant written: room != \null ==> GDV_WRITTEN(room, 4 * index);
        loop invariant from: \initialized(numbers + (0 .. 4 * n - 1));
        loop assigns index, room[0 .. 4 * n - 1];
        loop variant n - index;
    */
    for (uint32_t index = 0; room != NULL && index < n; index += 1) {
        uint32_t word = gdv_native32(numbers + 4 * (size_t)index);
        gdv_store32(room + 4 * (size_t)index, word);
    }
}

/*@ requires from: \valid_read(numbers + (0 .. 8 * n - 1)) && \initialized(numbers + (0 .. 8 * n - 1));
    requires apart:
        out->bytes != \null ==> \separated(numbers + (0 .. 8 * n - 1), out->bytes + (0 .. out->capacity - 1));
    GDV_PUT_ASKS(8 * n)
    terminates \true; exits \false;
    GDV_PUT_LEAVES(8 * n)
*/
static inline void gdv_put_native64(gdv_sink *out, const uint8_t *numbers, uint32_t n)
{
    uint8_t *room = gdv_sink_room(out, 8 * (uint64_t)n);
    /*@ loop invariant index <= n;
        loop invariant written: room != \null ==> GDV_WRITTEN(room, 8 * index);
        loop invariant from: \initialized(numbers + (0 .. 8 * n - 1));
        loop assigns index, room[0 .. 8 * n - 1];
        loop variant n - index;
    */
    for (uint32_t index = 0; room != NULL && index < n; index += 1) {
        uint64_t word = gdv_native64(numbers + 8 * (size_t)index);
        gdv_store64(room + 8 * (size_t)index, word);
    }
}

/* Fills in a word that was put before, if it fitted. Requires at + 4 <= pos. */
/*@ requires sound: GDV_SINK_SOUND(out);
    requires put_before: at + 4 <= out->pos;
    terminates \true; exits \false;
    assigns out->bytes[at .. (out->bytes != \null && at + 4 <= out->capacity ? at + 4 : at) - 1];
    ensures filled: GDV_SINK_FILLED(out);
*/
static inline void gdv_patch_u32(gdv_sink *out, uint64_t at, uint32_t word)
{
    if (out->bytes != NULL && out->capacity >= 4 && at <= out->capacity - 4) {
        gdv_store32(out->bytes + at, word);
    }
}

#endif
