/* SPDX-License-Identifier: MIT */
/* Internal, a fast path: the value that lies in no other and is plain (fast.h), or a bool or int in its short form, as most
 * arguments of calls are. gdv_lone_fast says yes or no, and no means: let the step look. So nothing is refused here, and
 * nothing passes here of which the step would not make the same node; tests/message/test_message_lone.c holds
 * them equal. Multiplayer format, section 5. */
#ifndef GDV_LONE_H
#define GDV_LONE_H

#include "compressed.h"
#include "fast.h"

#define GDV_SHORT_STEP 0x40u /* of the mode */

/* A short form whose first byte is that one. Requires a byte to be left and the row of the type id in that byte, of a bool
 * or int. Ensures where true: fast->end is in the packet. */
GDV_INLINE bool gdv_short_fast(const gdv_scan *scan, uint32_t first, gdv_fast_token *fast)
{
    const uint32_t at = scan->in.pos;
    const uint32_t mode = first / GDV_SHORT_STEP;
    const bool is_int = fast->wire->layout == GDV_LAYOUT_INT;
    const uint32_t size = is_int ? gdv_bit(mode) : 0;
    if (size > gdv_left(&scan->in) - 1) {
        return false;
    }
    if (is_int ? gdv_is_short_wide(gdv_short_int(&scan->in, at + 1, mode), mode) : mode % 2 != 0) {
        return false;
    }
    fast->at = at;
    fast->header =
        first % GDV_SHORT_STEP + 0x10000u * (GDV_TOKEN_SHORT + mode * GDV_TOKEN_MODE + (mode == 3 ? 1u : 0u));
    fast->count = 0;
    fast->end = at + 1 + size;
    return true;
}

/* Reads the value that begins here, in the scan's encoding. Changes nothing in the scan. Requires that nothing is open and
 * nothing is promised. Ensures: nothing is promised; where true, fast->end is in the packet. */
GDV_INLINE bool gdv_lone_fast(gdv_scan *scan, gdv_fast_token *fast)
{
    if (scan->encoding != GDV_ENCODING_PLAIN && gdv_left(&scan->in) > 0) {
        const uint32_t first = gdv_u8_at(&scan->in, scan->in.pos);
        fast->wire = gdv_row_of(scan->table, first % GDV_SHORT_STEP);
        if (fast->wire->layout == GDV_LAYOUT_BOOL || fast->wire->layout == GDV_LAYOUT_INT) {
            return gdv_short_fast(scan, first, fast);
        }
    }
    if (gdv_left(&scan->in) < 4 || scan->in.pos < 8) {
        return false;
    }
    gdv_reserve(&scan->in, 1);
    const bool plain = gdv_fast_read(scan, fast);
    gdv_release(&scan->in);
    return plain;
}

#endif
