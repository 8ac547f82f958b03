/* SPDX-License-Identifier: MIT */
/* Internal: finds equal keys in a dictionary, by the engine's own equality (wire reference, section 7): types must
 * match (in Godot 4 a StringName equals its String), ints and floats by value whatever their width, 0.0 = -0.0, NaN =
 * NaN, arrays by content, dictionaries by identity or (Godot 4) by content in order, objects by identity.
 *
 * The keys of the dictionaries that are open lie in the caller's scratch memory, as a stack of stacks: eight bytes a
 * key and eight a dictionary. When one ends, its keys are sorted by a number each, and neighbours with equal numbers
 * are compared.
 *
 * Work is linear in the packet, whatever the keys are. A key that is no container has a fingerprint, which costs next
 * to nothing and can be made to collide: so where three keys or more have one, all of them get digests instead, which
 * cannot (digest.h). A key that is a container would have to be read again by each dictionary around it, thirty-two
 * deep or more: so it has a digest from the start, made while its values pass by, and all that it adds to the key
 * around it is that digest. So each byte is hashed at most four times (fingerprint, two key digests, packet
 * digest) and compared at most twice. Chance may add a comparison, once in 2^32. */
#ifndef GDV_KEYS_H
#define GDV_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/status.h>

#include "../decode/step.h"
#include "digest.h"
#include "key_entries.h"

#ifdef __FRAMAC__
#include "../proof/keys.h"
#endif

/* Among up to this many keys, equal fingerprints are looked for pair by pair: fewer instructions than a sort. */
#define GDV_FEW_KEYS 32u

/* Requires scratch to hold size bytes, whose last 8 * keys->room the entries may fill, from the end down. The caller
 * may use the front of it for something else, if it lowers keys->room to what is left before each step. */
void gdv_keys_start(gdv_keys *keys, uint8_t *scratch, size_t size);

/* Adds one entry; or refuses with GDV_E_NO_SPACE at the header `at` where there is no room. */
static inline gdv_status gdv_keys_push(gdv_keys *keys, gdv_scan *scan, uint64_t entry, uint32_t at)
{
    if (keys->used >= keys->room) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, at, 8 * ((uint64_t)keys->used + 1));
    }
    gdv_entry_set(keys->end, keys->used, entry);
    keys->used += 1;
    return GDV_OK;
}

/* What gdv_keys_step does when there is something to do: most values are no keys, hold none, and end nothing. */
gdv_status gdv_keys_note(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                         const gdv_token *token);

/* A step has read token, whose role was `role`, and `depth` containers were open before it. Notes a key, opens and ends
 * dictionaries. The levels above scan->depth are used, and hold nothing any more. Returns GDV_OK; GDV_E_DUPLICATE_KEY
 * with scan->error_offset at the header of the first key that repeats an earlier one; or GDV_E_NO_SPACE with scan->need
 * the bytes that would have been enough so far. */
static inline gdv_status gdv_keys_step(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                                       const gdv_token *token)
{
    bool opens = token->children > 0 && token->wire->layout == GDV_LAYOUT_DICTIONARY;
    bool matters = role == GDV_ROLE_KEY || keys->key != 0 || opens || depth > scan->depth;
    return matters ? gdv_keys_note(keys, scan, stack, depth, role, token) : GDV_OK;
}

/* Whether no container that is a key, or in one, is open. */
static inline bool gdv_is_outside_keys(const gdv_keys *keys, const gdv_scan *scan)
{
    return keys->key == 0 && (scan->keyed == 0 || scan->keyed > scan->depth);
}

/* The last part of gdv_keys_step, for containers that ended: `depth` of them were open before. Ensures: no more entries
 * than before. Returns GDV_OK or GDV_E_DUPLICATE_KEY. */
gdv_status gdv_keys_close(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth);

/* The innermost dictionary has ended: its keys, the entries from *first on, below `end`, are dropped, and *first is that of the
 * dictionary around it. */
static inline void gdv_keys_drop(const uint8_t *end, uint32_t *used, uint32_t *first)
{
    *used = *first - 1;
    *first = gdv_lower(gdv_entry_at(end, *used));
}

/* Whether two of its keys may be equal: then gdv_keys_close says whether they are. If not, they are dropped. */
static inline bool gdv_keys_may_repeat(const uint8_t *end, uint32_t *used, uint32_t *first)
{
    const uint32_t n = *used - *first;
    const bool found = n > GDV_FEW_KEYS || gdv_entries_repeat(end - 8 * (size_t)*used, n);
    if (!found) {
        gdv_keys_drop(end, used, first);
    }
    return found;
}

#endif
