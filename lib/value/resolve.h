/* SPDX-License-Identifier: MIT */
/* Internal: what a handle points to, opened for the getters: its node, its row of the wire table, and the packet. What
 * a node holds is of the one reading that judged the packet: its offset, type, flags and count can be relied on. What
 * the packet says there may have changed since, and is checked again where it says how far to read (cursor.h). */
#ifndef GDV_ITEM_H
#define GDV_ITEM_H

#include <stdbool.h>
#include <string.h>

#include <gdv/policy.h>
#include <gdv/value.h>

#include "../decode/cursor.h"
#include "../decode/fast.h"
#include "../wire/wire.h"
#include "links.h"

typedef struct gdv_item {
    gdv_cursor in;
    const gdv_grammar *grammar;
    const gdv_wire *wire; /* of a name: the row of String, whose layout it shares but for the header */
    const gdv_node *node;
    bool trims;       /* whether engines may keep less of a text than the packet has */
    uint32_t payload; /* offset of the first byte behind the header; of a name, of its length word */
} gdv_item;

/* What a name shares with a String: a text, and nothing else. */
extern const gdv_wire gdv_name_row;

/* Opens a handle. Returns false, and *item is all zero, where the value is missing. */
static inline bool gdv_item_of(gdv_value value, gdv_item *item)
{
    const gdv_document *document = value.document;
    if (document == NULL || document->nodes == NULL || value.index >= document->count) {
        memset(item, 0, sizeof *item);
        return false;
    }
    const gdv_node *node = &document->nodes[value.index];
    bool name = node->id == GDV_NODE_NAME;
    item->in.bytes = document->bytes;
    item->in.size = document->size;
    item->in.pos = 0;
    item->in.reserved = 0;
    item->grammar = document->grammar;
    item->wire = name ? &gdv_name_row : &document->grammar->types[node->id];
    item->node = node;
    item->trims = (document->permit & (GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM)) != 0;
    item->payload = name ? node->offset : node->offset + 4;
    return true;
}

/* The same, and GDV_E_WRONG_TYPE where it has not this form: GDV_OK, GDV_E_MISSING. */
static inline gdv_status gdv_item_of_form(gdv_value value, gdv_form form, gdv_item *item)
{
    if (!gdv_item_of(value, item)) {
        return GDV_E_MISSING;
    }
    return item->wire->form == (uint32_t)form ? GDV_OK : GDV_E_WRONG_TYPE;
}

/* Whether it is the 64-bit form of an int, float or math value. */
bool gdv_item_is_wide(const gdv_item *item);

/* The part of the text at offset `at` that engines keep under this document's policy. Requires at + size <= in.size. */
gdv_text gdv_item_text(const gdv_item *item, uint32_t at, uint32_t size);

/* The text whose length word is at `at`, which is read again; *end becomes the offset of what follows it. An empty one,
 * and GDV_NOWHERE, where the packet does not hold it any more. */
gdv_text gdv_item_text_at(const gdv_item *item, uint32_t at, uint32_t *end);

/* Characters up to their NUL, or to the longest text that a packet can hold; none for NULL. */
gdv_text gdv_text_of(const char *characters);

/* Whether two texts are the same bytes. A loop of its own: compilers make a call of bcmp out of memcmp() == 0. */
bool gdv_same_text(gdv_text one, gdv_text other);

/* The node of a value that a step has read; its `next` is the node behind it, as long as it has no children. */
/*@ requires head: \initialized(head) && head->id < GDV_ANY_ID;
    requires index < UINT32_MAX;
    terminates \true; exits \false;
    assigns *node;
    ensures \initialized(node);
    ensures node->offset == head->at && node->next == index + 1;
*/
void gdv_node_set(gdv_node *node, uint32_t index, const gdv_head *head);

/* The same for a plain value. For the proof: what is asked of it, less than that it is sound. */
/* clang-format off */
#define GDV_PLAIN_READ(plain)                                                                                    \
    (\initialized(&(plain)->at) && \initialized(&(plain)->header) && \initialized(&(plain)->count) &&                  \
     0 <= GDV_ID_OF(plain) < GDV_ANY_ID)
/* clang-format on */

/*@ requires GDV_PLAIN_READ(plain);
    requires index < UINT32_MAX;
    terminates \true; exits \false;
    assigns *node;
    ensures \initialized(node);
    ensures node->offset == plain->at && node->next == index + 1;
*/
static inline void gdv_node_set_plain(gdv_node *node, uint32_t index, const gdv_plain *plain)
{
    node->offset = plain->at;
    node->next = index + 1;
    node->count = plain->count;
    node->id = (uint8_t)(plain->header % 0x10000u);
    node->flags = (uint8_t)(plain->header / 0x10000u % 0x100u);
    node->shape = 0;
}

/* The node of the name of a property, whose length word is at `at`. */
/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 4);
    requires index < UINT32_MAX;
    terminates \true; exits \false;
    assigns *node;
    ensures \initialized(node);
    ensures node->offset == at && node->next == index + 1;
*/
void gdv_node_set_name(gdv_node *node, uint32_t index, const gdv_cursor *in, uint32_t at);

#endif
