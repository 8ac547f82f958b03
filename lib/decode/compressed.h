/* SPDX-License-Identifier: MIT */
/* Internal: bools and ints in the short forms that Godot 4 gives them in its packets, where a type id has the low six
 * bits of one byte and a mode the upper two. Multiplayer format, section 5. */
#ifndef GDV_COMPRESSED_H
#define GDV_COMPRESSED_H

#include <stdbool.h>

#include "scan.h"

/* Whether the next value has a short form, if it is one at all. Requires a byte to be left. */
bool gdv_compressed_is_short(const gdv_scan *scan);

/* Reads it: BOOL by its highest bit, INT of 1, 2, 4 or 8 bytes, of which strict takes the fewest that hold it. Requires
 * gdv_compressed_is_short. Ensures on GDV_OK: pos is after it, and what a node keeps of a token is set, with the flags that
 * cursor.h tells of; nothing else of the token is. */
gdv_status gdv_compressed_read(gdv_scan *scan, gdv_token *token);

#endif
