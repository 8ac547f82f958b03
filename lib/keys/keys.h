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
 * around it is that digest. So a byte is in one fingerprint, two digests and the packet's own, and one comparison, and
 * in one more where that ends the matter because two keys are equal. Chance may add a comparison, once in 2^32. */
#ifndef GDV_KEYS_H
#define GDV_KEYS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/status.h>

#include "../decode/step.h"
#include "digest.h"
#include "key_entries.h"

/* The words of the proof (docs/proof.md). GDV_KEYS_SOUND: no more entries than there is room for, and the memory for
 * them is there and apart from what is read. GDV_KEYS_CHANGE: what entries that are noted and dictionaries that end
 * change. GDV_LEVELS_KEPT: the levels that are still in use are as they were. GDV_KEYS_TAKE: no more than so many
 * entries are added, and where there is room for them, nothing is refused for want of it. */
/* clang-format off */
#define GDV_KEYS_SOUND(keys, scan)                                                                                     \
    (\initialized(&(keys)->end) && \initialized(&(keys)->room) && \initialized(&(keys)->used) &&                       \
     \initialized(&(keys)->first) && \initialized(&(keys)->key) && \initialized(&(keys)->has_packet) &&                \
     (keys)->used <= (keys)->room <= GDV_MAX_BYTES && \valid(GDV_ENTRIES((keys)->end, (keys)->room)) &&                \
     \separated(GDV_ENTRIES((keys)->end, (keys)->room), (scan)->table) &&                                            \
     \separated(GDV_ENTRIES((keys)->end, (keys)->room), (scan)->in.bytes + (0 .. (scan)->in.size - 1)) &&              \
     \separated(GDV_ENTRIES((keys)->end, (keys)->room), GDV_ROWS((scan)->table)))
#define GDV_KEYS_CHANGE                                                                                                \
    keys->used, keys->first, keys->key, keys->has_packet, keys->packet, keys->content, GDV_ERROR_FIELDS, *stack,       \
        keys->end[-8 * keys->room .. -1]
#define GDV_LEVELS_KEPT                                                                                                \
    (\forall integer i; 0 <= i < scan->depth ==>                                                                       \
         GDV_LEVEL_SET(stack->levels[i]) && stack->levels[i].left == \old(stack->levels[i].left) &&                    \
         stack->levels[i].kind == \old(stack->levels[i].kind) &&                                                       \
         stack->levels[i].key_id == \old(stack->levels[i].key_id) &&                                                   \
         stack->levels[i].value_id == \old(stack->levels[i].value_id) &&                                               \
         stack->levels[i].constraints == \old(stack->levels[i].constraints))
#define GDV_KEYS_TAKE(entries)                                                                                         \
    ensures taken: keys->used <= \old(keys->used) + (entries);                                                         \
    ensures room: \old(keys->used) + (entries) <= keys->room ==> \result == GDV_OK || \result == GDV_E_DUPLICATE_KEY;
#define GDV_KEYS_OF(role, token)                                                                                       \
    (((role) == GDV_ROLE_KEY ? 1 : 0) +                                                                                \
     ((token)->children > 0 && (token)->wire->layout == GDV_LAYOUT_DICTIONARY ? 1 : 0))
#define GDV_KEYS_REQUIRES                                                                                              \
    requires sound: GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan);                                                \
    requires valid: GDV_STACK_READABLE(stack, scan);                                                                   \
    requires depth <= GDV_MAX_DEPTH;
#define GDV_KEYS_ENSURES                                                                                               \
    ensures sound: GDV_SCAN_SOUND(scan);                                                                               \
    ensures keys: GDV_KEYS_SOUND(keys, scan);                                                                          \
    ensures kept: GDV_LEVELS_KEPT;
/* clang-format on */

/* Requires scratch to hold size bytes, whose last 8 * keys->room the entries may fill, from the end down. The caller
 * may use the front of it for something else, if it lowers keys->room to what is left before each step. */
/*@ requires \valid(scratch + (0 .. size - 1));
    requires scratch == \null ==> size == 0;
    terminates \true; exits \false;
    assigns keys->end, keys->room, keys->used, keys->first, keys->key, keys->has_packet;
    ensures \initialized(&keys->end) && \initialized(&keys->room) && \initialized(&keys->used);
    ensures \initialized(&keys->first) && \initialized(&keys->key) && \initialized(&keys->has_packet);
    ensures keys->used == 0 && keys->key == 0 && keys->room <= GDV_MAX_BYTES && 8 * keys->room <= size;
    ensures scratch != \null ==> keys->end == scratch + size;
    ensures scratch == \null ==> keys->end == \null;
*/
void gdv_keys_start(gdv_keys *keys, uint8_t *scratch, size_t size);

/* One entry more: GDV_E_NO_SPACE where there is no room, at the header `at`. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan);
    terminates \true; exits \false;
    assigns keys->used, keys->end[-8 * keys->room .. -1], GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    GDV_KEYS_TAKE(1)
    ensures result: \result == GDV_OK || \result == GDV_E_NO_SPACE;
*/
static inline gdv_status gdv_keys_push(gdv_keys *keys, gdv_scan *scan, uint64_t entry, uint32_t at)
{
    if (keys->used >= keys->room) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, at, 8 * ((uint64_t)keys->used + 1));
    }
    gdv_entry_set(keys->end, keys->used, entry);
    keys->used += 1;
    return GDV_OK;
}

/* What gdv_keys_step does where there is something to do: most values are no keys, hold none, and end nothing. */
/*@ GDV_KEYS_REQUIRES
    requires token: \initialized(token) && token->id < scan->table->count;
    requires token: token->wire == scan->table->types + token->id;
    terminates \true; exits \false;
    assigns GDV_KEYS_CHANGE;
    GDV_KEYS_ENSURES
    GDV_KEYS_TAKE(GDV_KEYS_OF(role, token))
*/
gdv_status gdv_keys_note(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                         const gdv_token *token);

/* A step has read token, whose role was `role`, and `depth` containers were open before it. Notes a key, opens and ends
 * dictionaries. The levels above scan->depth are used, and hold nothing any more. Returns GDV_OK; GDV_E_DUPLICATE_KEY
 * with scan->error_offset at the header of the first key that repeats an earlier one; or GDV_E_NO_SPACE with scan->need
 * the bytes that would have been enough so far. */
/*@ GDV_KEYS_REQUIRES
    requires token: \initialized(token) && token->id < scan->table->count;
    requires token: token->wire == scan->table->types + token->id;
    terminates \true; exits \false;
    assigns GDV_KEYS_CHANGE;
    GDV_KEYS_ENSURES
    GDV_KEYS_TAKE(GDV_KEYS_OF(role, token))
*/
static inline gdv_status gdv_keys_step(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                                       const gdv_token *token)
{
    bool opens = token->children > 0 && token->wire->layout == GDV_LAYOUT_DICTIONARY;
    bool matters = role == GDV_ROLE_KEY || keys->key != 0 || opens || depth > scan->depth;
    return matters ? gdv_keys_note(keys, scan, stack, depth, role, token) : GDV_OK;
}

/* The same for a plain key of a dictionary that is in no key. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan) && GDV_FAST_SOUND(fast, scan);
    terminates \true; exits \false;
    assigns keys->used, keys->end[-8 * keys->room .. -1], GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    GDV_KEYS_TAKE(1)
    ensures result: \result == GDV_OK || \result == GDV_E_NO_SPACE;
*/
static inline gdv_status gdv_keys_fast(gdv_keys *keys, gdv_scan *scan, const gdv_fast_token *fast)
{
    uint32_t number = 0;
    if (fast->wire->layout == GDV_LAYOUT_TEXT) {
        number = gdv_fingerprint_text(&scan->in, gdv_fast_data(fast), fast->count);
    } else {
        gdv_token token;
        gdv_fast_to_token(fast, scan, &token);
        number = gdv_fingerprint(scan, &token);
    }
    return gdv_keys_push(keys, scan, gdv_entry(number, fast->at), fast->at);
}

/* Its last part: containers ended, `depth` of them were open before. */
/*@ GDV_KEYS_REQUIRES
    terminates \true; exits \false;
    assigns GDV_KEYS_CHANGE;
    GDV_KEYS_ENSURES
    ensures taken: keys->used <= \old(keys->used);
    ensures result: \result == GDV_OK || \result == GDV_E_DUPLICATE_KEY;
*/
gdv_status gdv_keys_close(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth);

#endif
