/* SPDX-License-Identifier: MIT */
/* Internal: bools and ints in the short forms that Godot 4 gives them in its packets, where a type id has the low six
 * bits of one byte and a mode the upper two. Multiplayer format, section 5. */
#ifndef GDV_COMPRESSED_H
#define GDV_COMPRESSED_H

#include <stdbool.h>

#include "scan.h"

/* A short form has no more bytes than this. */
#define GDV_SHORT_MOST 9u

/* Whether fewer bytes than those of the mode would hold the int: half as many, those of the mode before. */
static inline bool gdv_is_short_wide(int64_t number, uint32_t mode)
{
    const uint64_t magnitude = number < 0 ? ~(uint64_t)number : (uint64_t)number;
    return mode != 0 && magnitude >> ((4u << mode) - 1) == 0;
}

/* Whether a value whose first byte is that one has a short form, if it is one at all. */
bool gdv_compressed_is_short(const gdv_wire_table *table, uint32_t first);

/* Reads it, as gdv_value_read reads others: BOOL by its highest bit, INT of 1, 2, 4 or 8 bytes, of which strict takes the
 * fewest that hold it. Requires that a value is promised, no other, and `first` to be its first byte, which
 * gdv_compressed_is_short. Ensures on GDV_OK: pos is after it, nothing is promised, and the token has the flags that
 * cursor.h tells of. */
gdv_status gdv_compressed_read(gdv_scan *scan, uint32_t first, gdv_token *token);

/* Put the short form of a bool, or of an int, into form[0 .. GDV_SHORT_MOST - 1], under the type id that the dialect has
 * for it: as few bytes as hold it, which they return. */
uint32_t gdv_compressed_bool(uint8_t *form, uint32_t id, bool value);
uint32_t gdv_compressed_int(uint8_t *form, uint32_t id, int64_t value);

#endif
