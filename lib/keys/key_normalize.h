/* SPDX-License-Identifier: MIT */
/* Internal: what engines keep of a value when it is a key (wire reference, section 7), so that all who compare keys
 * agree on it: key_compare.h orders them, digest.h makes numbers of them. Values have been read before and passed; what
 * a token holds of them is relied on, and what the packet says of its lengths is checked again. */
#ifndef GDV_KEY_NORMALIZE_H
#define GDV_KEY_NORMALIZE_H

#include <stdbool.h>
#include <stdint.h>

#include "../decode/scan.h"

#ifdef __FRAMAC__
#include "../proof/key_normalize.h"
#endif

/* The type, as gdv_type. In Godot 4 a StringName that is a key equals the String of the same text, also in a dictionary
 * that is itself a key: it is looked up in the other. Everywhere else they differ. */
static inline uint32_t gdv_normal_kind(const gdv_wire_table *table, const gdv_wire_row *wire, bool is_key)
{
    bool as_string = is_key && (table->traits & GDV_TRAIT_NAME_IS_STRING) != 0;
    return as_string && wire->type == GDV_TYPE_STRING_NAME ? (uint32_t)GDV_TYPE_STRING : wire->type;
}

/* A float of 4 or 8 bytes as a double's bits, the same bits for doubles that engines take for equal: all NaN, and 0 and
 * -0 but in Godot 2. Requires at + width <= scan->in.size. */
uint64_t gdv_normal_float(const gdv_scan *scan, uint32_t at, uint32_t width);

/* What all NaN are then, and whether they are unequal all the same, even to themselves: in Godot 2. */
#define GDV_NORMAL_NAN 0x7ff8000000000000u
static inline bool gdv_normal_is_odd(const gdv_scan *scan, uint64_t normal)
{
    return normal == GDV_NORMAL_NAN && (scan->table->traits & GDV_TRAIT_BIT_KEYS) != 0;
}

/* Components of a value of the forms FIXED, FLOAT and PACKED. Requires that they are floats; their width is
 * gdv_component_width. */
uint32_t gdv_normal_floats(const gdv_token *token);

/* Bytes of a payload of the forms FIXED, PACKED and BYTES whose components are not floats. */
uint32_t gdv_normal_bytes(const gdv_token *token);

/* The layout INT, in two's complement. */
uint64_t gdv_normal_int(const gdv_cursor *in, const gdv_token *token);

/* The layout NODE_PATH: number of names and flags that count; 0 for a path of the old form, which is a text. *texts is
 * set to how many of its strings count: in Godot 2 not those of a path without names, and no empty property. */
uint64_t gdv_normal_path(const gdv_scan *scan, const gdv_token *token, uint32_t *texts);

/* A value that equals only itself, an object, an image or a dictionary outside Godot 4: 1 + where it stands. 0 for
 * null, which equals every null: an id of 0, a class of no name, an image of no bytes. Requires a token that has been
 * read from this packet. */
uint32_t gdv_normal_identity(const gdv_scan *scan, const gdv_token *token);

/* The layout INPUT_EVENT: two events are one key where this word and their `count` extra words are equal. The device is
 * left out: rather too much is equal than too little. */
static inline uint32_t gdv_normal_event(const gdv_scan *scan, const gdv_token *token)
{
    return gdv_u32_at(&scan->in, token->at + 4);
}

/* An extra word of an event as the engine keeps it. Requires the word and the event's header to be inside the packet.
 */
uint32_t gdv_normal_event_word(const gdv_scan *scan, const gdv_token *token, uint32_t index);

/* The next of several strings in a row: a length word, text, padding. Returns where the text begins, cut to what
 * engines keep; *pos moves past the padding. Of a packet that changed it may be no text, and then *pos is
 * GDV_NOWHERE. */
uint32_t gdv_normal_text(const gdv_cursor *in, uint32_t *pos, uint32_t *size);

/* Whether engines may keep less of a text than the packet has. */
static inline bool gdv_normal_cuts(const gdv_scan *scan)
{
    return (scan->permit & (GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM)) != 0;
}

/* The row of the type at a header that has been read before. Requires at + 4 <= scan->in.size; the id may have changed
 * since. */
const gdv_wire_row *gdv_row_again(const gdv_scan *scan, uint32_t at);

/* To read values again, from the header at `at` on: `again` is another reading of the same packet. */
void gdv_start_again(gdv_scan *again, const gdv_scan *scan, uint32_t at);

/* Reads the next one. Its bytes have passed once, so this fails only if somebody changed them meanwhile. */
bool gdv_read_again(gdv_scan *again, gdv_token *token);

#endif
