/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/keys.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_KEYS_H
#define GDV_PROOF_KEYS_H

/* GDV_KEYS_SOUND: there are no more entries than room, and the memory for them is there and apart from what is read.
 * GDV_KEYS_CHANGE: what noting entries and ending dictionaries changes. GDV_LEVELS_KEPT: the levels still in use are as
 * they were. GDV_KEYS_TAKE: at most that many entries are added, and where there is room for them, nothing is refused
 * for lack of it. */
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

/*@ requires GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan);
    terminates \true; exits \false;
    assigns keys->used, keys->end[-8 * keys->room .. -1], GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    GDV_KEYS_TAKE(1)
    ensures result: \result == GDV_OK || \result == GDV_E_NO_SPACE;
*/
static inline gdv_status gdv_keys_push(gdv_keys *keys, gdv_scan *scan, uint64_t entry, uint32_t at);

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

/*@ GDV_KEYS_REQUIRES
    requires token: \initialized(token) && token->id < scan->table->count;
    requires token: token->wire == scan->table->types + token->id;
    terminates \true; exits \false;
    assigns GDV_KEYS_CHANGE;
    GDV_KEYS_ENSURES
    GDV_KEYS_TAKE(GDV_KEYS_OF(role, token))
*/
static inline gdv_status gdv_keys_step(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                                       const gdv_token *token);

/*@ GDV_KEYS_REQUIRES
    terminates \true; exits \false;
    assigns GDV_KEYS_CHANGE;
    GDV_KEYS_ENSURES
    ensures taken: keys->used <= \old(keys->used);
    ensures result: \result == GDV_OK || \result == GDV_E_DUPLICATE_KEY;
*/
gdv_status gdv_keys_close(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth);

/*@ requires \initialized(&keys->key) && \initialized(&scan->keyed) && \initialized(&scan->depth);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_is_outside_keys(const gdv_keys *keys, const gdv_scan *scan);

/*@ requires \valid(used) && \valid(first) && \initialized(used) && \initialized(first);
    terminates \true; exits \false;
    assigns *used, *first;
    ensures \initialized(used) && \initialized(first) && *used <= \old(*used);
*/
static inline void gdv_keys_drop(const uint8_t *end, uint32_t *used, uint32_t *first);

/*@ requires \valid(used) && \valid(first) && \initialized(used) && \initialized(first);
    terminates \true; exits \false;
    assigns *used, *first;
    ensures \initialized(used) && \initialized(first) && *used <= \old(*used);
*/
static inline bool gdv_keys_may_repeat(const uint8_t *end, uint32_t *used, uint32_t *first);

#endif
