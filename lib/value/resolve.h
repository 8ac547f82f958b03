/* SPDX-License-Identifier: MIT */
/* Internal: what a handle points to, opened for the getters: its node, its row of the wire table, and the packet. What
 * a node holds is of the one reading that judged the packet: its offset, type, flags and count can be relied on. What
 * the packet says there may have changed since, and is checked again where it says how far to read (cursor.h). */
#ifndef GDV_RESOLVE_H
#define GDV_RESOLVE_H

#include <stdbool.h>
#include <string.h>

#include <gdv/policy.h>
#include <gdv/value.h>

#include "../decode/cursor.h"
#include "../decode/fast.h"
#include "../wire/wire.h"
#include "links.h"

/* In the encoding of a reader's document: its node stands alone, and may be in another value of the packet. */
#define GDV_DOCUMENT_OF_READER 0x80000000u

typedef struct gdv_resolved {
    gdv_cursor in;
    const gdv_wire_table *table;
    const gdv_wire_row *wire; /* of a name: the row of String, whose layout it shares but for the header */
    const gdv_node *node;
    bool trims;       /* whether engines may keep less of a text than the packet has */
    uint32_t payload; /* offset of the first byte after the header; of a name, of its length word */
} gdv_resolved;

/* What a name shares with a String: a text, and nothing else. */
extern const gdv_wire_row gdv_name_row;

/* Whether there is a node that a handle stands for: what lookups ask, which pass many and open few. */
static inline bool gdv_is_there(gdv_value value)
{
    return value.document != NULL && value.document->nodes != NULL && value.index < value.document->count;
}

/* Whether engines may keep less of a text than the packet has. */
static inline bool gdv_trims(const gdv_document *document)
{
    return (document->permit & (GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM)) != 0;
}

/* Opens a handle. Returns false, and *resolved is all zero, where the value is missing. */
static inline bool gdv_resolve(gdv_value value, gdv_resolved *resolved)
{
    const gdv_document *document = value.document;
    if (!gdv_is_there(value)) {
        memset(resolved, 0, sizeof *resolved);
        return false;
    }
    const gdv_node *node = &document->nodes[value.index];
    bool name = node->id == GDV_NODE_NAME;
    resolved->in.bytes = document->bytes;
    resolved->in.size = document->size;
    resolved->in.pos = 0;
    resolved->in.reserved = 0;
    resolved->table = document->table;
    resolved->wire = name ? &gdv_name_row : &document->table->types[node->id];
    resolved->node = node;
    resolved->trims = gdv_trims(document);
    resolved->payload = name                                   ? node->offset
                        : (node->flags & GDV_TOKEN_SHORT) != 0 ? node->offset + 1
                                                               : node->offset + 4;
    return true;
}

/* gdv_resolve, and GDV_E_WRONG_TYPE where it has not this layout: GDV_OK, GDV_E_MISSING. */
static inline gdv_status gdv_resolve_layout(gdv_value value, gdv_layout layout, gdv_resolved *resolved)
{
    if (!gdv_resolve(value, resolved)) {
        return GDV_E_MISSING;
    }
    return resolved->wire->layout == (uint32_t)layout ? GDV_OK : GDV_E_WRONG_TYPE;
}

/* Whether an output would overwrite the document of a handle that was opened, or what that points to. */
bool gdv_overlaps_document(gdv_value value, const gdv_resolved *resolved, const void *out, size_t size);

/* Whether it is the 64-bit form of an int, float or math value. */
static inline bool gdv_resolved_is_wide(const gdv_resolved *resolved)
{
    return resolved->wire->wide != 0 && (resolved->node->flags & (GDV_FLAG_64 >> 16)) != 0;
}

/* The part of a text that engines keep which may keep less than the packet has, of so many bytes. Requires at + size <= bytes_size. */
gdv_text gdv_trimmed_text(const uint8_t *bytes, uint32_t bytes_size, uint32_t at, uint32_t size);

/* The part of the text at offset `at` that engines keep under this document's policy. Requires at + size <= in.size. */
static inline gdv_text gdv_resolved_text(const gdv_resolved *resolved, uint32_t at, uint32_t size)
{
    const gdv_text text = {(const char *)(resolved->in.bytes + at), size};
    return resolved->trims ? gdv_trimmed_text(resolved->in.bytes, resolved->in.size, at, size) : text;
}

/* The text whose length word is at `at`, which is read again; *end becomes the offset of what follows it. An empty one,
 * and GDV_NOWHERE, where the packet does not hold it any more. */
gdv_text gdv_resolved_text_at(const gdv_resolved *resolved, uint32_t at, uint32_t *end);

/* Characters up to their NUL, or to the longest text that a packet can hold; none for NULL. */
gdv_text gdv_text_of(const char *characters);

/* Whether two texts are the same bytes. A loop of its own: compilers make a call of bcmp out of memcmp() == 0. */
bool gdv_same_text(gdv_text one, gdv_text other);

#ifdef __FRAMAC__
#include "../proof/resolve.h"
#endif

/* The node of a value that a step has read; its `next` is the node after it, as long as it has no children. */
void gdv_node_set(gdv_node *node, uint32_t index, const gdv_token *token);

/* Does what gdv_node_set does, for a value in plain form: from its header, and its bytes of text, elements or pairs. */
static inline void gdv_node_set_plain(gdv_node *node, uint32_t index, uint32_t at, uint32_t header, uint32_t count)
{
    node->offset = at;
    node->next = index + 1;
    node->count = count;
    node->id = (uint8_t)(header % 0x10000u);
    node->flags = (uint8_t)(header / 0x10000u % 0x100u);
    node->shape = 0;
}

/* The node of the name of a property, whose length word is at `at`. Requires at + 4 <= in->size. */
void gdv_node_set_name(gdv_node *node, uint32_t index, const gdv_cursor *in, uint32_t at);

#endif
