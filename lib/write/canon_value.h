/* SPDX-License-Identifier: MIT */
/* Internal: one value that a step has read, as the engine would send it: a row of small functions, one for each layout
 * of the wire table.
 *
 * In place: what is written must never reach what is still to be read. Each put says from where on the packet is still
 * needed, so that a run into a sink that only counts finds out whether the output ever gets there, before a byte is
 * changed. */
#ifndef GDV_CANON_VALUE_H
#define GDV_CANON_VALUE_H

#include "../decode/scan.h"
#include "sink.h"

typedef struct gdv_canon {
    gdv_sink out;
    const gdv_scan *scan;
    bool key;           /* whether the value that is put is a key */
    bool spelled;       /* whether the policy lets nothing pass that the engine would spell otherwise, but padding */
    bool same;          /* whether all that was put is what the packet has in its place */
    bool grew;          /* whether the output ever reached what was still to be read */
    uint32_t longer;    /* offset of the first text that is over the limit with the NUL it gets, or UINT32_MAX */
    uint32_t longer_in; /* header of the value that it stands in, or UINT32_MAX */
    uint32_t stop;      /* header of the value whose canonical form is refused, or UINT32_MAX */
} gdv_canon;

/* Whether a policy with these permissions is one of those that `spelled` means. */
bool gdv_canon_is_spelled(uint32_t permit);

/* Where nothing but padding can be spelled otherwise, a value stays as it is whose padding must be zero: the decoder
 * takes any in the rows that say so, and in some dialects in the class of an object and the names of its properties. */
static inline bool gdv_canon_keeps(const gdv_canon *to, const gdv_token *token)
{
    bool any_padding = (token->wire->quirks & GDV_QUIRK_ANY_PADDING) != 0 || token->wire->layout == GDV_LAYOUT_OBJECT ||
                       token->name != token->at;
    return to->spelled && !any_padding;
}

/* Puts the bytes of a value as they stand: to->scan has just read them. */
static inline void gdv_canon_keep(gdv_canon *to, const gdv_token *token)
{
    gdv_put_bytes(&to->out, to->scan->in.bytes + token->at, token->end - token->at);
    to->grew = to->grew || to->out.pos > token->end;
}

/* Writes the value's header and payload, without its children; the name before it, where it is a property.
 * Requires that to->scan has just read it. */
void gdv_canon_put(gdv_canon *to, const gdv_token *token);

#endif
