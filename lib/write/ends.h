/* SPDX-License-Identifier: MIT */
/* Internal: texts of 16 bytes at most, as names and keys nearly always are, read once: whether they are plain ASCII, a number that
 * tells most of them apart, and how they are written. */
#ifndef GDV_ENDS_H
#define GDV_ENDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "../decode/cursor.h"
#include "../decode/scan.h"
#include "../decode/short_text.h"
#include "sink.h"

/* What a text of 1 to 16 bytes begins and ends with: nothing may be read beyond its end, so eight bytes of each, or
 * four, which overlap where it is shorter than both; of three the one between them too. Bytes that neither has are 1. */
typedef struct gdv_ends {
    uint64_t head;
    uint64_t tail;
} gdv_ends;

#ifdef __FRAMAC__
#include "../proof/ends.h"
#endif

GDV_INLINE void gdv_ends_set(gdv_ends *ends, const uint8_t *text, size_t size)
{
    if (size < 4) {
        ends->head = text[0] * 0x10000u + text[size / 2] * 0x100u + text[size - 1] + 0x0101010101000000u;
        ends->tail = ends->head;
    } else if (size < 8) {
        ends->head = gdv_load32(text) + 0x0101010100000000u;
        ends->tail = gdv_load32(text + size - 4) + 0x0101010100000000u;
    } else {
        ends->head = gdv_load64(text);
        ends->tail = gdv_load64(text + size - 8);
    }
}

/* Whether that text is plain ASCII. */
static inline bool gdv_ends_are_plain(const gdv_ends *ends)
{
    const bool head = gdv_is_plain_ascii(ends->head);
    const bool tail = gdv_is_plain_ascii(ends->tail);
    return head && tail;
}

/* Whether a text is one of up to 16 bytes, all of them plain ASCII. */
static inline bool gdv_is_short_ascii(const uint8_t *text, size_t size)
{
    gdv_ends ends;
    if (size == 0 || size > GDV_SHORT_TEXT) {
        return size == 0;
    }
    gdv_ends_set(&ends, text, size);
    return gdv_ends_are_plain(&ends);
}

/* What the fingerprint takes for 0 of the halves of head and of tail. */
#define GDV_ENDS_HEAD 0x1e37796bu
#define GDV_ENDS_TAIL 0x45614a77u

static inline uint64_t gdv_ends_product(uint32_t head, uint32_t tail)
{
    const uint64_t factor = head ^ GDV_ENDS_HEAD;
    return factor * (tail ^ GDV_ENDS_TAIL);
}

/* A number of a text of 1 to 16 bytes: equal texts have equal ones, and others rarely do. */
GDV_INLINE uint32_t gdv_ends_fingerprint(const gdv_ends *ends, uint32_t size)
{
    const uint64_t half = 0x100000000u;
    const uint64_t low = gdv_ends_product((uint32_t)(ends->head % half), (uint32_t)(ends->tail % half));
    const uint64_t high = gdv_ends_product((uint32_t)(ends->head / half), (uint32_t)(ends->tail / half));
    const uint64_t both = low ^ high / 2;
    return (uint32_t)(both / half) ^ (uint32_t)(both % half) ^ size;
}

/* Writes the text that they were made of. Requires its size, and room for it. */
GDV_INLINE void gdv_ends_fill(uint8_t *room, const gdv_ends *ends, uint32_t size)
{
    if (size < 4) {
        const uint32_t three = (uint32_t)(ends->head % 0x1000000u);
        room[0] = (uint8_t)(three / 0x10000u);
        room[size / 2] = (uint8_t)(three / 0x100u % 0x100u);
        room[size - 1] = (uint8_t)(three % 0x100u);
    } else if (size < 8) {
        gdv_store32(room, (uint32_t)(ends->head % 0x100000000u));
        gdv_store32(room + size - 4, (uint32_t)(ends->tail % 0x100000000u));
    } else {
        gdv_store64(room, ends->head);
        gdv_store64(room + size - 8, ends->tail);
    }
}

/* Takes a value that is a text, in one piece: header, length, bytes, padding. Requires their text's size, and that all of it fits. */
GDV_INLINE void gdv_take_short_text(gdv_sink *out, uint32_t header, const gdv_ends *ends, uint32_t size)
{
    const uint32_t padded = gdv_padded(size);
    uint8_t *room = gdv_sink_take(out, 8 + (uint64_t)padded);
    if (room != NULL) {
        gdv_store32(room + 4 + padded, 0);
        gdv_store32(room, header);
        gdv_store32(room + 4, size);
        gdv_ends_fill(room + 8, ends, size);
    }
}

#endif
