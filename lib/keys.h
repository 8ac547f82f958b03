/* SPDX-License-Identifier: MIT */
/* Internal: finds equal keys in a dictionary, by the engine's own equality (wire reference, section 7): types must
 * match (in Godot 4 a StringName equals its String), ints and floats by value whatever their width, 0.0 = -0.0,
 * NaN = NaN, arrays by content, dictionaries by identity or (Godot 4) by content in order, objects by identity.
 *
 * The keys of the dictionaries that are open lie in the caller's scratch memory, as a stack of stacks: eight bytes a key
 * and eight a dictionary. When one ends, its keys are sorted by a fingerprint, and those with equal fingerprints by
 * content: O(n log n) comparisons whatever the keys are. No allocation, no recursion. */
#ifndef GDV_KEYS_H
#define GDV_KEYS_H

#include <stdint.h>

#include "status.h"
#include "step.h"

typedef struct gdv_keys {
    uint8_t *scratch;
    uint32_t room; /* entries of eight bytes that fit */
    uint32_t used;
    uint32_t first; /* entry of the innermost open dictionary's first key */
} gdv_keys;

/* Requires scratch to hold size bytes. */
void gdv_keys_start(gdv_keys *keys, void *scratch, size_t size);

/* A step has read event, whose role was `role`, and `depth` containers were open before it. Notes a key, opens and ends
 * dictionaries. Returns GDV_OK; GDV_E_DUPLICATE_KEY with scan->wrong at the header of the first key that repeats an
 * earlier one; or GDV_E_NO_SPACE with scan->need the bytes that would have been enough so far. */
gdv_status gdv_keys_step(gdv_keys *keys, gdv_scan *scan, const gdv_frame *stack, uint32_t depth, gdv_role role,
                         const gdv_event *event);

#endif
