/* SPDX-License-Identifier: MIT */
/* Internal: what most values of most packets are, read in as few instructions as may be.
 *
 * A value is plain if it is a number, vector, bool, null or short ASCII text, and needs no permission. gdv_fast_read
 * says yes or no, and no means: let read_value.h look. So nothing is refused here, and nothing passes here that
 * read_value.h would not pass with the same token; //fuzz:differential and tests/support/two_paths.h hold them
 * equal. Wire reference: sections 3, 4, 5.1, 5.2, 6.1. */
#ifndef GDV_FAST_H
#define GDV_FAST_H

#include <stdbool.h>
#include <stdint.h>

#include "number.h"
#include "scan.h"
#include "short_text.h"
#include "text.h"

/* What the rest of its gdv_token follows from. */
typedef struct gdv_fast_token {
    const gdv_wire_row *wire;
    uint32_t at;     /* of the header */
    uint32_t header; /* as it was read, once: the rest follows from it, whatever stands there later */
    uint32_t count;  /* bytes of text, else 0 */
    uint32_t end;    /* after the payload */
} gdv_fast_token;

#ifdef __FRAMAC__
#include "../proof/fast.h"
#endif

/* First byte of the components, or of the text, which stands after its length word. */
static inline uint32_t gdv_fast_data(const gdv_fast_token *fast)
{
    return fast->at + (fast->wire->layout == GDV_LAYOUT_TEXT ? 8u : 4u);
}

/* The token that gdv_value_read would have made of it. Requires that gdv_fast_read read it from this packet. */
static inline void gdv_fast_to_token(const gdv_fast_token *fast, const gdv_scan *scan, gdv_token *token)
{
    (void)scan;
    token->wire = fast->wire;
    token->id = fast->header % 0x10000u;
    token->name = fast->at;
    token->at = fast->at;
    token->flags = fast->header >> 16;
    token->data = gdv_fast_data(fast);
    token->count = fast->count;
    token->end = fast->end;
    token->children = 0;
    token->key_id = GDV_ANY_ID;
    token->value_id = GDV_ANY_ID;
    token->open = 0;
}

/* Whether floats from `at` to `end` are all finite. Requires at <= end <= in->size and whole floats: end - at is a
 * multiple of 8 if wide, else of 4. */
static inline bool gdv_fast_finite(const gdv_cursor *in, uint32_t at, uint32_t end, bool wide)
{
    /*@ GDV_FAST_FINITE_LOOP */
    for (uint32_t here = at; here < end; here += wide ? 8 : 4) {
        if (wide ? gdv_nonfinite64(gdv_u64_at(in, here)) : gdv_nonfinite32(gdv_u32_at(in, here))) {
            return false;
        }
    }
    return true;
}

/* A text of up to sixteen bytes, ASCII without NUL, padded with zeros: its length word stands after the header at `at`,
 * and `room` bytes after that header are free. Requires at >= 8 and at + 4 + room <= scan->in.size. A value in a
 * container has at least sixteen bytes before the end of its text: the container's header and count, its own header and
 * length word. Ensures where true: the text and its padding end within `room`. */
GDV_INLINE bool gdv_fast_text(const gdv_scan *scan, uint32_t at, uint32_t room, gdv_fast_token *fast)
{
    if (room < 4) {
        return false;
    }
    uint32_t size = gdv_u32_at(&scan->in, at + 4);
    if (size > GDV_SHORT_TEXT || size > scan->max_string) {
        return false;
    }
    uint32_t padded = gdv_padded(size);
    if (padded > room - 4 || !gdv_is_short_plain(&scan->in, at + 8, padded, size)) {
        return false;
    }
    fast->count = size;
    fast->end = at + 8 + padded;
    return true;
}

/* A number, vector, bool or null, whose components are wide or not. Requires at + 4 + room <= scan->in.size, and wide
 * only if the row has a wide form. Ensures where true: fast->end is within `room`. */
GDV_INLINE bool gdv_fast_number(const gdv_scan *scan, uint32_t at, uint32_t room, bool wide, gdv_fast_token *fast)
{
    const gdv_wire_row *wire = fast->wire;
    uint32_t size = wide ? wire->wide : wire->size;
    uint32_t data = at + 4;
    if (size > room) {
        return false;
    }
    fast->count = 0;
    fast->end = data + size;
    switch (wire->layout) {
    case GDV_LAYOUT_FIXED:
        return wire->component != GDV_COMPONENT_FLOAT32 || gdv_fast_finite(&scan->in, data, data + size, wide);
    case GDV_LAYOUT_BOOL:
        return gdv_u32_at(&scan->in, data) <= 1;
    case GDV_LAYOUT_INT:
        return !wide || !gdv_fits_int32(gdv_u64_at(&scan->in, data));
    case GDV_LAYOUT_FLOAT:
        return wide ? !gdv_nonfinite64(gdv_u64_at(&scan->in, data)) && (gdv_u32_at(&scan->in, data) & 0x1fffffffu) != 0
                    : !gdv_nonfinite32(gdv_u32_at(&scan->in, data));
    default:
        return false;
    }
}

/* Reads the value at scan->in, which stands for one promised value inside a container. Changes nothing in the scan.
 * Requires scan->in.reserved >= 4 and scan->in.pos >= 8. Ensures where true: the value lies inside the packet and takes
 * no byte that another value was promised. */
GDV_INLINE bool gdv_fast_read(const gdv_scan *scan, gdv_fast_token *fast)
{
    const gdv_wire_table *table = scan->table;
    uint32_t room = gdv_free(&scan->in);
    uint32_t at = scan->in.pos;
    uint32_t header = gdv_u32_at(&scan->in, at);
    uint32_t id = header & table->id_mask;
    if (id >= table->count) {
        return false;
    }
    const gdv_wire_row *wire = &table->types[id];
    if ((wire->permit | wire->quirks) != 0) {
        return false;
    }
    fast->wire = wire;
    fast->at = at;
    fast->header = header;
    /*@ assert row: header == id || header == id + GDV_FLAG_64 ==> GDV_ID_OF(fast) == id; */
    /*@ assert row: fast->wire == scan->table->types + id; */
    if (header != id) {
        return header == id + GDV_FLAG_64 && wire->wide != 0 && gdv_fast_number(scan, at, room, true, fast);
    }
    return wire->layout == GDV_LAYOUT_TEXT ? gdv_fast_text(scan, at, room, fast)
                                           : gdv_fast_number(scan, at, room, false, fast);
}

#endif
