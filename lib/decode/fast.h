/* SPDX-License-Identifier: MIT */
/* Internal: what most values of most packets are, read in as few instructions as may be.
 *
 * A value is plain if it is a number, vector, bool, null or short ASCII text, and nothing about it asks for a
 * permission, a refusal or a second look. gdv_plain_read says yes or no, and no means: let read_value.h look. So nothing is
 * refused here, and nothing passes here that read_value.h would not pass with the same head; //fuzz:differential and
 * tests/halves.c hold them equal. Wire reference: sections 3, 4, 5.1, 5.2, 6.1. */
#ifndef GDV_PLAIN_H
#define GDV_PLAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "number.h"
#include "scan.h"
#include "text.h"

/* What the rest of its gdv_head follows from. */
typedef struct gdv_plain {
    const gdv_wire *wire;
    uint32_t at;     /* of the header */
    uint32_t header; /* as it was read, once: the rest follows from it, whatever stands there later */
    uint32_t count;  /* bytes of text, else 0 */
    uint32_t end;    /* behind the payload */
} gdv_plain;

/* A plain value that has been read from this packet: the row that its header names, its bytes inside. Its header is its
 * id, and GDV_FLAG_64 or nothing above that, so that no mask is needed, which provers do not follow. */
/* clang-format off */
#define GDV_ID_OF(plain) ((plain)->header % 0x10000)
#define GDV_PLAIN_SOUND(plain, scan)                                                                                   \
    (\initialized(&(plain)->wire) && \initialized(&(plain)->at) && \initialized(&(plain)->header) &&                   \
     \initialized(&(plain)->count) && \initialized(&(plain)->end) && (plain)->at + 4 <= (plain)->end <= (scan)->in.size &&                              \
     0 <= GDV_ID_OF(plain) < (scan)->grammar->count &&                                                     \
     (plain)->wire == (scan)->grammar->types + GDV_ID_OF(plain) &&                                         \
     ((plain)->wire->form == GDV_FORM_TEXT ==> (plain)->at + 8 + (plain)->count <= (plain)->end))
/* clang-format on */

/* First byte of the components or of the text, behind its length word. */
/*@ requires \initialized(&plain->wire) && \initialized(&plain->at);
    requires \valid_read(plain->wire) && \initialized(plain->wire);
    requires plain->at <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == plain->at + (plain->wire->form == GDV_FORM_TEXT ? 8 : 4);
*/
static inline uint32_t gdv_plain_data(const gdv_plain *plain)
{
    return plain->at + (plain->wire->form == GDV_FORM_TEXT ? 8u : 4u);
}

/* The head that gdv_value_read would have made of it. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PLAIN_SOUND(plain, scan);
    terminates \true; exits \false;
    assigns *head;
    ensures \initialized(head);
    ensures head->id < scan->grammar->count && head->wire == scan->grammar->types + head->id;
    ensures head->name == plain->at && head->at == plain->at && head->end == plain->end;
    ensures head->children == 0;
*/
static inline void gdv_plain_head(const gdv_plain *plain, const gdv_scan *scan, gdv_head *head)
{
    (void)scan;
    head->wire = plain->wire;
    head->id = plain->header % 0x10000u;
    head->name = plain->at;
    head->at = plain->at;
    head->flags = plain->header >> 16;
    head->data = gdv_plain_data(plain);
    head->count = plain->count;
    head->end = plain->end;
    head->children = 0;
    head->key_id = GDV_ANY_ID;
    head->value_id = GDV_ANY_ID;
    head->open = 0;
}

/* Whether floats from `at` to `end`, which are in the packet, are all finite. */
/*@ requires GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    requires whole: wide ? (end - at) % 8 == 0 : (end - at) % 4 == 0;
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_finite(const gdv_cursor *in, uint32_t at, uint32_t end, bool wide)
{
    /*@ loop invariant at <= here <= end;
        loop invariant wide ? (end - here) % 8 == 0 : (end - here) % 4 == 0;
        loop assigns here;
        loop variant end - here;
    */
    for (uint32_t here = at; here < end; here += wide ? 8 : 4) {
        if (wide ? gdv_nonfinite64(gdv_u64_at(in, here)) : gdv_nonfinite32(gdv_u32_at(in, here))) {
            return false;
        }
    }
    return true;
}

/* A text of up to sixteen bytes, ASCII without NUL, padded with zeros: its length word stands behind the header at
 * `at`, and `room` bytes from there on are free. A value in a container has sixteen bytes before the end of its text at
 * least: the container's header and count, its own header and length word. */
/*@ requires GDV_SCAN_SOUND(scan);
    requires inside: 8 <= at && at + 4 + room <= scan->in.size;
    terminates \true; exits \false;
    assigns plain->count, plain->end;
    ensures \result ==> \initialized(&plain->count) && \initialized(&plain->end);
    ensures \result ==> at + 8 + plain->count <= plain->end <= at + 4 + room;
*/
GDV_INLINE bool gdv_plain_text(const gdv_scan *scan, uint32_t at, uint32_t room, gdv_plain *plain)
{
    if (room < 4) {
        return false;
    }
    uint32_t size = gdv_u32_at(&scan->in, at + 4);
    if (size > 16 || size > scan->max_string) {
        return false;
    }
    uint32_t padded = (size + 3u) / 4u * 4u;
    uint32_t end = at + 8 + padded;
    if (padded > room - 4) {
        return false;
    }
    /* odd bytes: from the first of the text on, only those of the padding */
    uint32_t odd = gdv_odd16_at(&scan->in, end - 16) >> (16 - padded);
    if ((odd & (gdv_bit(size) - 1u)) != 0) {
        return false;
    }
    if (padded != size && gdv_u32_at(&scan->in, end - 4) >> (32 - 8 * (padded - size)) != 0) {
        return false;
    }
    plain->count = size;
    plain->end = end;
    return true;
}

/* A number, vector, bool or null, whose components are wide or not. */
/*@ requires GDV_SCAN_SOUND(scan) && \initialized(&plain->wire);
    requires \valid_read(plain->wire) && \initialized(plain->wire) && GDV_ROW_SOUND(plain->wire);
    requires wide ==> plain->wire->wide != 0;
    requires inside: at + 4 + room <= scan->in.size;
    terminates \true; exits \false;
    assigns plain->count, plain->end;
    ensures \result ==> \initialized(&plain->count) && \initialized(&plain->end);
    ensures \result ==> plain->count == 0 && at + 4 <= plain->end <= at + 4 + room;
    ensures words: \result ==> plain->end == at + 4 || at + 8 <= plain->end;
    ensures \result ==> plain->wire->form != GDV_FORM_TEXT;
*/
GDV_INLINE bool gdv_plain_number(const gdv_scan *scan, uint32_t at, uint32_t room, bool wide, gdv_plain *plain)
{
    const gdv_wire *wire = plain->wire;
    uint32_t size = wide ? wire->wide : wire->size;
    uint32_t data = at + 4;
    if (size > room) {
        return false;
    }
    plain->count = 0;
    plain->end = data + size;
    switch (wire->form) {
    case GDV_FORM_FIXED:
        return wire->part != GDV_PART_FLOAT32 || gdv_plain_finite(&scan->in, data, data + size, wide);
    case GDV_FORM_BOOL:
        return gdv_u32_at(&scan->in, data) <= 1;
    case GDV_FORM_INT:
        return !wide || !gdv_fits_int32(gdv_u64_at(&scan->in, data));
    case GDV_FORM_FLOAT:
        return wide ? !gdv_nonfinite64(gdv_u64_at(&scan->in, data)) && (gdv_u32_at(&scan->in, data) & 0x1fffffffu) != 0
                    : !gdv_nonfinite32(gdv_u32_at(&scan->in, data));
    default:
        return false;
    }
}

/* Reads the value at scan->in, which stands for one promised value inside a container. Changes nothing in the scan.
 * Requires scan->in.reserved >= 4. */
/*@ requires GDV_SCAN_SOUND(scan);
    requires promised: scan->in.reserved >= 4;
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns *plain;
    ensures place: \result ==> plain->at == scan->in.pos;
    ensures set: \result ==> \initialized(&plain->wire) && \initialized(&plain->at);
    ensures set: \result ==> \initialized(&plain->count) && \initialized(&plain->end);
    ensures bytes: \result ==> plain->at + 4 <= plain->end <= scan->in.size;
    ensures words: \result ==> plain->end == plain->at + 4 || plain->at + 8 <= plain->end;
    ensures set: \result ==> \initialized(&plain->header);
    ensures row: \result ==> 0 <= GDV_ID_OF(plain) < scan->grammar->count;
    ensures row: \result ==> plain->wire == scan->grammar->types + GDV_ID_OF(plain);
    ensures text: \result ==> plain->wire->form == GDV_FORM_TEXT ==> plain->at + 8 + plain->count <= plain->end;
    ensures \result ==> plain->end - plain->at - 4 <= scan->in.size - scan->in.pos - scan->in.reserved;
*/
GDV_INLINE bool gdv_plain_read(const gdv_scan *scan, gdv_plain *plain)
{
    const gdv_grammar *grammar = scan->grammar;
    uint32_t room = gdv_free(&scan->in);
    uint32_t at = scan->in.pos;
    uint32_t header = gdv_u32_at(&scan->in, at);
    uint32_t id = header & grammar->id_mask;
    if (id >= grammar->count) {
        return false;
    }
    const gdv_wire *wire = &grammar->types[id];
    if ((wire->permit | wire->quirks) != 0) {
        return false;
    }
    plain->wire = wire;
    plain->at = at;
    plain->header = header;
    /*@ assert row: header == id || header == id + GDV_FLAG_64 ==> GDV_ID_OF(plain) == id; */
    /*@ assert row: plain->wire == scan->grammar->types + id; */
    if (header != id) {
        return header == id + GDV_FLAG_64 && wire->wide != 0 && gdv_plain_number(scan, at, room, true, plain);
    }
    return wire->form == GDV_FORM_TEXT ? gdv_plain_text(scan, at, room, plain)
                                       : gdv_plain_number(scan, at, room, false, plain);
}

#endif
