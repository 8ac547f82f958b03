/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/document.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_DOCUMENT_C_H
#define GDV_PROOF_DOCUMENT_C_H

/* BUILDER_SOUND: the array is there, and what is used of it from below and from above does not exceed it.
 * BUILDER_APART: its nodes are apart from what is read; the wire table is the library's own, so nodes and table are not
 * even parts of one object. ENTRIES_READABLE: the same for entries of keys, and where they lie: what 2 * used halves
 * leave is above node used - 1. NODES_SET: the nodes in use have been written. BUILDER_CHAIN: gdv_opened holds the
 * nodes of the open containers, outermost first, and the `next` of each but the first is the one around it. */
/*@ ghost uint32_t gdv_opened[GDV_MAX_DEPTH]; */

#define NODES(to, from) ((to)->nodes + ((from) .. (to)->halves / 2 - 1))
#define BUILDER_SOUND(to)                                                                                              \
    (\initialized(&(to)->nodes) && \initialized(&(to)->used) && \initialized(&(to)->halves) &&                         \
     \initialized(&(to)->open) && \initialized(&(to)->unique) && \initialized(&(to)->keys.end) &&                      \
     \initialized(&(to)->keys.room) && \initialized(&(to)->keys.used) && \initialized(&(to)->keys.first) &&            \
     \initialized(&(to)->keys.key) && \initialized(&(to)->keys.has_packet) &&                                          \
     (to)->halves < GDV_MAX_BYTES && (to)->halves % 2 == 0 &&                                                          \
     2 * (to)->used + (to)->keys.used <= (to)->halves && (to)->keys.room == (to)->halves - 2 * (to)->used &&           \
     \valid(NODES(to, 0)))
#define BUILDER_APART(to, scan)                                                                                        \
    (\base_addr((to)->nodes) != \base_addr((scan)->table) &&                                                         \
     \base_addr((to)->nodes) != \base_addr((scan)->table->types) &&                                                  \
     \separated(NODES(to, 0), (scan)->in.bytes + (0 .. (scan)->in.size - 1)))
#define ENTRIES_READABLE(to, scan)                                                                                     \
    (\valid(GDV_ENTRIES((to)->keys.end, (to)->halves)) &&                                                              \
     \base_addr((to)->keys.end) != \base_addr((scan)->table) &&                                                      \
     \base_addr((to)->keys.end) != \base_addr((scan)->table->types) &&                                               \
     \separated(GDV_ENTRIES((to)->keys.end, (to)->halves), (scan)->in.bytes + (0 .. (scan)->in.size - 1)) &&           \
     (\forall integer i; 0 <= i < (to)->halves / 2 ==>                                                                 \
          \separated(&(to)->nodes[i].next, GDV_ENTRIES((to)->keys.end, (to)->halves - 2 * i - 2)) &&                   \
          \separated(&(to)->nodes[i].shape, GDV_ENTRIES((to)->keys.end, (to)->halves - 2 * i - 2))))
#define NODES_SET(to) GDV_NODES_KNOWN((to)->nodes, 0, (to)->used)
#define BUILDER_CHAIN(to, depth)                                                                                       \
    (CHAIN_INNERMOST(to, depth) && CHAIN_READABLE(to, depth) && CHAIN_AROUND(to, depth) && CHAIN_GROWS(depth))
#define CHAIN_INNERMOST(to, depth) ((depth) > 0 ==> (to)->open == gdv_opened[(depth) - 1])
#define CHAIN_READABLE(to, depth) (\forall integer i; 0 <= i < (depth) ==> gdv_opened[i] < (to)->used)
#define CHAIN_AROUND(to, depth)                                                                                        \
    (\forall integer i; 0 < i < (depth) ==> (to)->nodes[gdv_opened[i]].next == gdv_opened[i - 1])
#define CHAIN_GROWS(depth) (\forall integer i, j; 0 <= i < j < (depth) ==> gdv_opened[i] < gdv_opened[j])

/* That the bound suffices. HALVES: halves of nodes taken of the array. WORDS: words of the packet read so far. ROOMY:
 * in a container, the halves taken are at most what the words read so far may ask for, five for each two; `waits` if
 * the container around it is owed a value. ROOMY_PAIRS: in a dictionary of nils alone, which asks for most.
 * ROOMY_FIRST: in another container that has just been opened. ROOMY_ALL: in the innermost container, whichever it is;
 * a predicate of numbers, so that a function which only passes it on need not look into it. DUE: one more while a key
 * waits for its value. ENOUGH: what gdv_document_bound gives for all sizes but 20 to 23 bytes, where it is one node
 * less. */
#define HALVES(to) (2 * (to)->used + (to)->keys.used)
#define WORDS(scan) ((scan)->in.pos / 4)
#define IS_DUE(kind, left) ((kind) == GDV_LEVEL_DICTIONARY && (left) % 2 != 0)
#define DUE(kind, left) (IS_DUE(kind, left) ? 1 : 0)
#define ROOMY(halves, words, size, kind, left, waits)                                                                  \
    ((size) >= 12 && (2 * (halves) <= 5 * (words) - 7 + DUE(kind, left) ||                                             \
                      ((waits) && 2 * (halves) <= 5 * (words) - 6 + DUE(kind, left))))
#define ROOMY_PAIRS(halves, words, size, kind, left)                                                                   \
    ((size) >= 12 && (kind) == GDV_LEVEL_DICTIONARY && (words) % 2 == (left) % 2 &&                                    \
     2 * (halves) <= 5 * (words) - 4 + DUE(kind, left))
#define ROOMY_FIRST(halves, words, size, kind)                                                                         \
    ((size) >= 12 && (kind) != GDV_LEVEL_DICTIONARY && (words) >= 2 && (halves) == 2)
/*@ predicate roomy_all(integer halves, integer words, integer size, integer depth, integer kind, integer left,
                        integer outer_kind, integer outer_left) =
        depth > 0 ==>
            ROOMY(halves, words, size, kind, left, depth == 2 && IS_DUE(outer_kind, outer_left)) ||
            (depth == 1 && ROOMY_PAIRS(halves, words, size, kind, left)) ||
            (depth == 1 && ROOMY_FIRST(halves, words, size, kind)); */
#define ROOMY_ALL(halves, scan, stack)                                                                                 \
    roomy_all(halves, WORDS(scan), (scan)->in.size, (scan)->depth, (stack)->levels[(scan)->depth - 1].kind,            \
              (stack)->levels[(scan)->depth - 1].left, (stack)->levels[0].kind, (stack)->levels[0].left)
#define ENOUGH(to, scan)                                                                                               \
    ((to)->halves >= 2 &&                                                                                              \
     ((scan)->in.size >= 12 ==> 2 * (to)->halves >= 5 * ((scan)->in.size / 4) - 7) &&                                  \
     ((scan)->in.size >= 12 && (scan)->in.size / 4 % 2 == 0 ==> 2 * (to)->halves >= 5 * ((scan)->in.size / 4) - 4))
#define ROOM_SUFFICED (\result == GDV_OK || \result == GDV_E_DUPLICATE_KEY)

/* NEXT_KEPT: the nodes below `until` keep their `next`, which the chain needs. */
#define NEXT_KEPT(until, then)                                                                                         \
    (\forall integer i; 0 <= i < (until) ==> to->nodes[i].next == \at(to->nodes[i].next, then))

/* TABLE_KEPT, ROWS_SET, ROWS_KEPT: writing a node changes nothing of the wire table. */
#define TABLE_KEPT(then)                                                                                               \
    (\initialized(scan->table) && scan->table->count == \at(scan->table->count, then) &&                         \
     scan->table->id_mask == \at(scan->table->id_mask, then))
#define ROWS_SET (\initialized(scan->table->types + (0 .. scan->table->count - 1)))
#define ROWS_KEPT(then)                                                                                                \
    (\forall integer id; 0 <= id < scan->table->count ==>                                                            \
         ROW_KEPT(layout, then) && ROW_KEPT(permit, then) && ROW_KEPT(size, then) && ROW_KEPT(wide, then) &&           \
         ROW_KEPT(component, then) && ROW_KEPT(flags, then) && ROW_KEPT(quirks, then))
#define ROW_KEPT(field, then) (scan->table->types[id].field == \at(scan->table->types[id].field, then))

#define NOTES_KEYS                                                                                                     \
    to->keys.used, to->keys.first, to->keys.key, to->keys.has_packet, to->keys.packet, to->keys.content,               \
        GDV_ERROR_FIELDS, *stack, *GDV_ENTRIES(to->keys.end, to->keys.room)

/* BUILDS: what build_fast and build_general change. */
#define BUILDS                                                                                                         \
    GDV_READS, scan->depth, *stack, gdv_owed[0 .. GDV_MAX_DEPTH], gdv_opened[0 .. GDV_MAX_DEPTH - 1], to->used,        \
        to->open, *NODES(to, 0), to->keys.room, to->keys.used, to->keys.first, to->keys.key, to->keys.has_packet,      \
        to->keys.packet, to->keys.content, *GDV_ENTRIES(to->keys.end, to->halves)

/* PUSH_REQUIRES, PUSH_ENSURES: the contract of the functions that add a node. */
#define PUSH_REQUIRES                                                                                                  \
    requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);                              \
    requires set: NODES_SET(to);                                                                                       \
    requires room: 2 * to->used + 2 + to->keys.used <= to->halves;
#define PUSH_ENSURES                                                                                                   \
    ensures packet: GDV_CURSOR_SOUND(&scan->in);                                                                       \
    ensures table: TABLE_KEPT(Old);                                                                                    \
    ensures rows: ROWS_SET;                                                                                            \
    ensures rows: ROWS_KEPT(Old);                                                                                      \
    ensures builder: BUILDER_SOUND(to);                                                                                \
    ensures added: to->used == \old(to->used) + 1;                                                                     \
    ensures set: NODES_SET(to);                                                                                        \
    ensures kept: NEXT_KEPT(\old(to->used), Old);

/* The contracts of the functions of keys.h as they are called here, with the array whose front holds the nodes. */
#define NOTE_REQUIRES                                                                                                  \
    requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to);                                                         \
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);                                                         \
    requires valid: GDV_STACK_READABLE(stack, scan);                                                                   \
    requires depth <= GDV_MAX_DEPTH;
#define NOTE_ENSURES                                                                                                   \
    ensures sound: to->unique ==> GDV_SCAN_SOUND(scan);                                                                \
    ensures sound: !to->unique ==> GDV_SCAN_SOUND(scan);                                                               \
    ensures builder: BUILDER_SOUND(to);                                                                                \
    ensures set: NODES_SET(to);                                                                                        \
    ensures kept: GDV_LEVELS_KEPT;

/* What adding a plain value leaves. */
#define ADDS_FAST                                                                                                      \
    ensures sound: GDV_SCAN_SOUND(scan);                                                                               \
    ensures builder: BUILDER_SOUND(to);                                                                                \
    ensures set: NODES_SET(to);                                                                                        \
    ensures added: to->used >= \old(to->used);                                                                         \
    ensures kept: NEXT_KEPT(\old(to->used), Old);                                                                      \
    ensures count: scan->table->count == \old(scan->table->count);                                                 \
    ensures taken: HALVES(to) <= \old(HALVES(to)) + 2 + (is_key ? 1 : 0);                                              \
    ensures room: \old(HALVES(to)) + 2 + (is_key ? 1 : 0) <= to->halves ==> \result == GDV_OK;

/* That the bound suffices for a run of plain values. ROW_ROOMY: as ROOMY_ALL, where the level around this one is owed a
 * value. ROW_CHEAP and the next ones: what is left of it after some more values. */
#define ROW_ROOMY                                                                                                      \
    (ROOMY(HALVES(to), WORDS(scan), scan->in.size, level->kind, level->left,                                           \
           scan->in.reserved >= 4 + 4 * level->left) || ROW_IS_PAIRS || ROW_IS_FIRST)
#define ROW_IS_PAIRS ROOMY_PAIRS(HALVES(to), WORDS(scan), scan->in.size, level->kind, level->left)
#define ROW_IS_FIRST ROOMY_FIRST(HALVES(to), WORDS(scan), scan->in.size, level->kind)
#define ROW_IS_ROOMY ROOMY(HALVES(to), WORDS(scan), scan->in.size, level->kind, level->left, 0)
#define ROW_CHEAP(then)                                                                                                \
    (2 * HALVES(to) - 5 * WORDS(scan) - DUE(level->kind, level->left) <=                                               \
     \at(2 * HALVES(to) - 5 * WORDS(scan) - DUE(level->kind, level->left), then))
#define ROW_PAIRS(then) (\at(ROW_IS_PAIRS, then) ==> ROW_IS_PAIRS || ROW_IS_ROOMY)
#define ROW_FIRST(then) (\at(ROW_IS_FIRST, then) ==> ROW_IS_FIRST || ROW_IS_ROOMY)

/* What the walk has before a value and after it, except that the innermost container must have values to come. GOES_ON:
 * whether the next value is what stopped build_fast; each way to return is a goal of its own. */
#define WALK_REQUIRES                                                                                                  \
    requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);                              \
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);                                                         \
    requires chain: BUILDER_CHAIN(to, scan->depth);                                                                    \
    requires paid: GDV_PAID(scan, 0);                                                                                  \
    requires valid: GDV_STACK_READABLE(stack, scan);                                                                   \
    requires declares: GDV_STACK_DECLARES(stack, scan);                                                                \
    requires ledger: GDV_LEDGER(stack, scan);                                                                          \
    requires balanced: scan->in.reserved == gdv_owed[scan->depth];                                                     \
    requires roomy: ROOMY_ALL(HALVES(to), scan, stack);
#define WALK_LEAVES                                                                                                    \
    ensures scan: GDV_SCAN_SET(scan);                                                                                  \
    ensures builder: BUILDER_SOUND(to);                                                                                \
    ensures chain: \result == GDV_OK ==> CHAIN_INNERMOST(to, scan->depth);                                             \
    ensures chain: \result == GDV_OK ==> CHAIN_READABLE(to, scan->depth);                                              \
    ensures chain: \result == GDV_OK ==> CHAIN_AROUND(to, scan->depth);                                                \
    ensures chain: \result == GDV_OK ==> CHAIN_GROWS(scan->depth);                                                     \
    ensures paid: GDV_PAID(scan, 0);                                                                                   \
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);                                              \
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);                                           \
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);                                                     \
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];                                \
    ensures moved: \old(scan->in.pos) <= scan->in.pos <= scan->in.size;                                                \
    ensures enough: ENOUGH(to, scan) ==> ROOM_SUFFICED;
#define WALK_ENSURES                                                                                                   \
    WALK_LEAVES                                                                                                        \
    ensures roomy: \result == GDV_OK ==> ROOMY_ALL(HALVES(to), scan, stack);                                           \
    ensures sound: \result == GDV_OK ==> GDV_SCAN_SOUND(scan);                                                         \
    ensures set: \result == GDV_OK ==> NODES_SET(to);
#define VALUE_IS_NEXT GDV_VALUE_NEXT(stack->levels[scan->depth - 1])
#define GOES_ON (to->keys.key == 0 && scan->depth > 0 && stack->levels[scan->depth - 1].constraints == 0)

/* FITS: what is taken with the value just read is at most what the words read so far may ask for. It is asserted case
 * by case: LEAF, the value opens nothing; STAYS, it also ends nothing, and is no key. */
#define FITS ROOMY_ALL(asks, scan, stack)
#define LEAF (token.children == 0)
#define STAYS (depth > 0 && LEAF && role != GDV_ROLE_KEY && scan->depth == depth)

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= SIZE_MAX / sizeof(gdv_node);
    ensures enough: 4 <= size <= GDV_MAX_BYTES ==> \result >= 1;
    ensures enough: 12 <= size <= GDV_MAX_BYTES && size / 4 != 5 ==> 4 * \result >= 5 * (size / 4) - 7;
    ensures enough: 12 <= size <= GDV_MAX_BYTES && size / 4 % 2 == 0 ==> 4 * \result >= 5 * (size / 4) - 4;
*/
size_t gdv_document_bound(size_t size);

/*@ PUSH_REQUIRES
    requires inside: GDV_HOLDS(&scan->in, at, 4);
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->nodes[to->used];
    PUSH_ENSURES
*/
static inline void push_name(builder *to, const gdv_scan *scan, uint32_t at);

/*@ PUSH_REQUIRES
    requires token: \initialized(token) && token->id < scan->table->count;
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->nodes[to->used];
    PUSH_ENSURES
*/
static inline void push(builder *to, const gdv_scan *scan, const gdv_token *token);

/*@ PUSH_REQUIRES
    requires fast: GDV_FAST_READ(fast);
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->nodes[to->used];
    PUSH_ENSURES
*/
GDV_INLINE void push_fast(builder *to, const gdv_scan *scan, const gdv_fast_token *fast);

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to);
    requires token: \initialized(token) && token->id < scan->table->count && token->name + 4 <= scan->in.size;
    terminates \true; exits \false;
    assigns to->used, to->keys.room, *NODES(to, to->used), GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures builder: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures added: to->used >= \old(to->used) && (\result == GDV_OK ==> to->used > \old(to->used));
    ensures added: \result == GDV_OK ==> to->used == \old(to->used) + (role == GDV_ROLE_PROPERTY ? 2 : 1);
    ensures room: \old(HALVES(to)) + (role == GDV_ROLE_PROPERTY ? 4 : 2) <= to->halves ==> \result == GDV_OK;
    ensures kept: NEXT_KEPT(\old(to->used), Old);
    ensures count: scan->table->count == \old(scan->table->count);
*/
static gdv_status add_nodes(builder *to, gdv_scan *scan, gdv_role role, const gdv_token *token);

/*@ requires sound: BUILDER_SOUND(to) && NODES_SET(to);
    requires chain: BUILDER_CHAIN(to, depth) && depth < GDV_MAX_DEPTH;
    requires added: to->used > 0 && (\forall integer i; 0 <= i < depth ==> gdv_opened[i] < to->used - 1);
    terminates \true; exits \false;
    assigns to->open, *NODES(to, 0), gdv_opened[depth];
    ensures sound: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures chain: CHAIN_INNERMOST(to, depth + 1);
    ensures chain: CHAIN_READABLE(to, depth + 1);
    ensures chain: CHAIN_AROUND(to, depth + 1);
    ensures chain: CHAIN_GROWS(depth + 1);
*/
static void open_node(builder *to, uint32_t depth, uint32_t layout);

/*@ requires packet: GDV_CURSOR_SOUND(&scan->in) && GDV_WIRE_TABLE_SOUND(scan->table);
    requires sound: BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to);
    requires inside: to->open < to->used;
    terminates \true; exits \false;
    assigns *NODES(to, 0);
    ensures packet: GDV_CURSOR_SOUND(&scan->in);
    ensures table: TABLE_KEPT(Old);
    ensures rows: ROWS_SET;
    ensures rows: ROWS_KEPT(Old);
    ensures builder: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures kept: NEXT_KEPT(to->open, Old);
*/
static void close_node(builder *to, const gdv_scan *scan);

#define CLOSE_NODES_LOOP                                                                                               \
    loop invariant closed: scan->depth <= closed <= depth;                                                             \
    loop invariant builder: BUILDER_SOUND(to);                                                                         \
    loop invariant set: NODES_SET(to);                                                                                 \
    loop invariant innermost: CHAIN_INNERMOST(to, closed);                                                             \
    loop invariant valid: CHAIN_READABLE(to, closed);                                                                  \
    loop invariant around: CHAIN_AROUND(to, closed);                                                                   \
    loop invariant packet: GDV_CURSOR_SOUND(&scan->in);                                                                \
    loop invariant table: GDV_WIRE_TABLE_SOUND(scan->table);                                                           \
    loop invariant table: TABLE_KEPT(Pre);                                                                             \
    loop assigns closed, to->open, *NODES(to, 0);                                                                      \
    loop variant closed;

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to);
    requires chain: BUILDER_CHAIN(to, depth) && scan->depth <= depth;
    terminates \true; exits \false;
    assigns to->open, *NODES(to, 0);
    ensures builder: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures chain: CHAIN_INNERMOST(to, scan->depth);
    ensures chain: CHAIN_READABLE(to, scan->depth);
    ensures chain: CHAIN_AROUND(to, scan->depth);
    ensures chain: CHAIN_GROWS(scan->depth);
    ensures packet: GDV_CURSOR_SOUND(&scan->in);
    ensures table: GDV_WIRE_TABLE_SOUND(scan->table);
    ensures count: scan->table->count == \old(scan->table->count);
*/
static void close_nodes(builder *to, const gdv_scan *scan, uint32_t depth);

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to);
    requires chain: BUILDER_CHAIN(to, depth) && depth <= GDV_MAX_DEPTH;
    requires added: to->used > 0 && (\forall integer i; 0 <= i < depth ==> gdv_opened[i] < to->used - 1);
    requires opened: children > 0 ? scan->depth == depth + 1 : scan->depth <= depth;
    terminates \true; exits \false;
    assigns to->open, *NODES(to, 0), gdv_opened[0 .. GDV_MAX_DEPTH - 1];
    ensures builder: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures chain: children > 0 ==> BUILDER_CHAIN(to, scan->depth);
    ensures chain: children == 0 ==> BUILDER_CHAIN(to, scan->depth);
    ensures packet: GDV_CURSOR_SOUND(&scan->in);
    ensures table: children > 0 ==> GDV_WIRE_TABLE_SOUND(scan->table);
    ensures table: children == 0 ==> GDV_WIRE_TABLE_SOUND(scan->table);
    ensures count: scan->table->count == \old(scan->table->count);
*/
static void nest_nodes(builder *to, const gdv_scan *scan, uint32_t depth, uint32_t children, uint32_t layout);

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires fast: GDV_FAST_SOUND(fast, scan);
    terminates \true; exits \false;
    assigns to->keys.used, *GDV_ENTRIES(to->keys.end, to->keys.room), GDV_ERROR_FIELDS;
    ensures sound: is_key ==> GDV_SCAN_SOUND(scan);
    ensures sound: !is_key ==> GDV_SCAN_SOUND(scan);
    ensures builder: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures taken: to->keys.used <= \old(to->keys.used) + (is_key ? 1 : 0);
    ensures room: \old(to->keys.used) + (is_key ? 1 : 0) <= to->keys.room ==> \result == GDV_OK;
*/
GDV_INLINE gdv_status note_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key);

/*@ NOTE_REQUIRES
    requires token: \initialized(token) && token->id < scan->table->count;
    requires token: token->wire == scan->table->types + token->id;
    terminates \true; exits \false;
    assigns NOTES_KEYS;
    NOTE_ENSURES
    ensures taken: to->keys.used <= \old(to->keys.used) + GDV_KEYS_OF(role, token);
    ensures room: \old(to->keys.used) + GDV_KEYS_OF(role, token) <= to->keys.room ==> ROOM_SUFFICED;
*/
static inline gdv_status note_step(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                                   const gdv_token *token);

/*@ NOTE_REQUIRES
    terminates \true; exits \false;
    assigns NOTES_KEYS;
    NOTE_ENSURES
    ensures taken: to->keys.used <= \old(to->keys.used);
    ensures room: ROOM_SUFFICED;
*/
static inline gdv_status note_close(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth);

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires fast: GDV_FAST_SOUND(fast, scan);
    requires room: 2 * to->used + 2 + to->keys.used <= to->halves;
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->keys.used, *NODES(to, to->used), *GDV_ENTRIES(to->keys.end, to->halves),
            GDV_ERROR_FIELDS;
    ADDS_FAST
*/
GDV_INLINE gdv_status enter_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key);

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires fast: GDV_FAST_SOUND(fast, scan);
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->keys.used, *NODES(to, to->used), *GDV_ENTRIES(to->keys.end, to->halves),
            GDV_ERROR_FIELDS;
    ADDS_FAST
*/
GDV_INLINE gdv_status add_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key);

#define BUILD_RUN_LOOP                                                                                                 \
    loop invariant sound: GDV_SCAN_SOUND(scan);                                                                        \
    loop invariant paid: GDV_PAID(scan, 0);                                                                            \
    loop invariant builder: BUILDER_SOUND(to);                                                                         \
    loop invariant set: NODES_SET(to);                                                                                 \
    loop invariant added: to->used >= \at(to->used, Pre);                                                              \
    loop invariant kept: NEXT_KEPT(\at(to->used, Pre), Pre);                                                           \
    loop invariant count: scan->table->count == \at(scan->table->count, Pre);                                          \
    loop invariant set: GDV_LEVEL_SET(*level);                                                                         \
    loop invariant moved:                                                                                              \
        scan->in.pos - \at(scan->in.pos, Pre) >= \at(level->left, Pre) - level->left >= 0;                             \
    loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];                                               \
    loop invariant ledger: gdv_owed[scan->depth] ==                                                                    \
        \at(gdv_owed[scan->depth], Pre) - 4 * (\at(level->left, Pre) - level->left);                                   \
    loop invariant roomy: ROW_ROOMY;                                                                                   \
    loop invariant cheap: ROW_CHEAP(Pre);                                                                              \
    loop invariant pairs: ROW_PAIRS(Pre);                                                                              \
    loop invariant first: ROW_FIRST(Pre);                                                                              \
    loop invariant enough: ENOUGH(to, scan) ==> status == GDV_OK;                                                      \
    loop assigns fast, status, scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS,         \
        level->left, gdv_owed[scan->depth], to->used, to->keys.room, to->keys.used,                                    \
        *NODES(to, \at(to->used, Pre)), *GDV_ENTRIES(to->keys.end, to->halves);                                        \
    loop variant level->left;

/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires waits: GDV_LEVEL_SET(*level) && level->left > 0 && scan->depth > 0 && scan->in.pos >= 8;
    requires balanced: scan->in.reserved == gdv_owed[scan->depth] >= 4 * level->left;
    requires keyed: keyed ==> level->kind == GDV_LEVEL_DICTIONARY;
    requires roomy: ROW_ROOMY;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS, level->left,
            gdv_owed[scan->depth], to->used, to->keys.room, to->keys.used, *NODES(to, to->used),
            *GDV_ENTRIES(to->keys.end, to->halves);
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 0);
    ensures builder: BUILDER_SOUND(to);
    ensures set: NODES_SET(to);
    ensures added: to->used >= \old(to->used);
    ensures kept: NEXT_KEPT(\old(to->used), Old);
    ensures count: scan->table->count == \old(scan->table->count);
    ensures moved: scan->in.pos - \old(scan->in.pos) >= \old(level->left) - level->left >= 0;
    ensures set: \initialized(&level->left);
    ensures balanced: scan->in.reserved == gdv_owed[scan->depth];
    ensures ledger: gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]) - 4 * (\old(level->left) - level->left);
    ensures cheap: ROW_CHEAP(Old);
    ensures pairs: ROW_PAIRS(Old);
    ensures first: ROW_FIRST(Old);
    ensures enough: ENOUGH(to, scan) ==> \result == GDV_OK;
*/
static gdv_status build_run(builder *to, gdv_scan *scan, gdv_level *level, bool keyed);

#define BUILD_INNERMOST_AROUND                                                                                         \
    (depth == 2 && GDV_VALUE_NEXT(stack->levels[0]) ==>                                                                \
        scan->in.reserved >= 4 + 4 * stack->levels[1].left)

#define BUILD_INNERMOST_OTHERS                                                                                         \
    (\forall integer i; 0 <= i < depth - 1 ==>                                                                         \
        gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]))

/*@ WALK_REQUIRES
    requires waits: GDV_STACK_PENDING(stack, scan);
    requires fast: scan->depth > 0 && stack->levels[scan->depth - 1].constraints == 0;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS, *stack,
            gdv_owed[0 .. GDV_MAX_DEPTH], to->used, to->keys.room, to->keys.used, *NODES(to, 0),
            *GDV_ENTRIES(to->keys.end, to->halves);
    WALK_ENSURES
    ensures ended: \result == GDV_OK && stack->levels[scan->depth - 1].left == 0 ==>
        \old(scan->in.pos) < scan->in.pos;
    ensures pos: scan->in.pos >= 8;
    ensures fast: stack->levels[scan->depth - 1].constraints == 0;
*/
static inline gdv_status build_innermost(builder *to, gdv_scan *scan, gdv_stack *stack);

/*@ WALK_REQUIRES
    requires inside: scan->depth > 0 && scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, to->open, *NODES(to, 0), NOTES_KEYS;
    WALK_ENSURES
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
*/
static inline gdv_status end_innermost(builder *to, gdv_scan *scan, gdv_stack *stack);

#define BUILD_FAST_LOOP                                                                                                \
    loop invariant sound: GDV_SCAN_SOUND(scan);                                                                        \
    loop invariant builder: BUILDER_SOUND(to);                                                                         \
    loop invariant set: NODES_SET(to);                                                                                 \
    loop invariant chain: BUILDER_CHAIN(to, scan->depth);                                                              \
    loop invariant roomy: ROOMY_ALL(HALVES(to), scan, stack);                                                          \
    loop invariant paid: GDV_PAID(scan, 0);                                                                            \
    loop invariant moved: \at(scan->in.pos, Pre) <= scan->in.pos;                                                      \
    loop invariant valid: GDV_STACK_READABLE(stack, scan);                                                             \
    loop invariant declares: GDV_STACK_DECLARES(stack, scan);                                                          \
    loop invariant waits: GDV_STACK_PENDING(stack, scan);                                                              \
    loop invariant ledger: GDV_LEDGER(stack, scan);                                                                    \
    loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];                                               \
    loop assigns BUILDS;                                                                                               \
    loop variant scan->in.size - scan->in.pos;

/*@ WALK_REQUIRES
    requires waits: GDV_STACK_PENDING(stack, scan);
    terminates \true; exits \false;
    assigns BUILDS;
    WALK_LEAVES
    ensures sound: \result == GDV_OK && GOES_ON ==> GDV_SCAN_SOUND(scan);
    ensures sound: \result == GDV_OK && !GOES_ON ==> GDV_SCAN_SOUND(scan);
    ensures set: \result == GDV_OK && GOES_ON ==> NODES_SET(to);
    ensures set: \result == GDV_OK && !GOES_ON ==> NODES_SET(to);
    ensures roomy: \result == GDV_OK ==> ROOMY_ALL(HALVES(to), scan, stack);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
*/
static gdv_status build_fast(builder *to, gdv_scan *scan, gdv_stack *stack);

#define BUILD_GENERAL_KEY                                                                                              \
    (depth > 0 && LEAF && role == GDV_ROLE_KEY ==>                                                                     \
        scan->depth == depth && GDV_VALUE_NEXT(stack->levels[depth - 1]) && !\at(VALUE_IS_NEXT, Pre))

#define BUILD_GENERAL_ASKS                                                                                             \
    (depth > 0 && LEAF ==>                                                                                             \
        asks == \at(HALVES(to), Pre) + (role == GDV_ROLE_KEY ? 3 : role == GDV_ROLE_PROPERTY ? 4 : 2))

/*@ GDV_STEP_REQUIRES
    requires builder: BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires chain: BUILDER_CHAIN(to, scan->depth);
    requires roomy: ROOMY_ALL(HALVES(to), scan, stack);
    requires empty: scan->depth == 0 ==> HALVES(to) == 0;
    terminates \true; exits \false;
    assigns BUILDS;
    ensures scan: GDV_SCAN_SET(scan) && (\result == GDV_OK ==> GDV_SCAN_SOUND(scan));
    ensures builder: BUILDER_SOUND(to);
    ensures roomy: \result == GDV_OK ==> ROOMY_ALL(HALVES(to), scan, stack);
    ensures set: \result == GDV_OK ==> NODES_SET(to);
    ensures chain: \result == GDV_OK ==> BUILDER_CHAIN(to, scan->depth);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
    ensures moved: \result == GDV_OK ==> \old(scan->in.pos) < scan->in.pos <= scan->in.size;
*/
static inline gdv_status build_general(builder *to, gdv_scan *scan, gdv_stack *stack);

#define BUILD_LOOP                                                                                                     \
    loop invariant sound: GDV_SCAN_SOUND(scan);                                                                        \
    loop invariant builder: BUILDER_SOUND(to);                                                                         \
    loop invariant set: NODES_SET(to);                                                                                 \
    loop invariant chain: BUILDER_CHAIN(to, scan->depth);                                                              \
    loop invariant roomy: ROOMY_ALL(HALVES(to), scan, stack);                                                          \
    loop invariant empty: scan->depth == 0 ==> HALVES(to) == 0 || scan->in.reserved == 0;                              \
    loop invariant paid: GDV_PAID(scan, 0);                                                                            \
    loop invariant valid: GDV_STACK_READABLE(stack, scan);                                                             \
    loop invariant declares: GDV_STACK_DECLARES(stack, scan);                                                          \
    loop invariant waits: GDV_STACK_PENDING(stack, scan);                                                              \
    loop invariant ledger: GDV_LEDGER(stack, scan);                                                                    \
    loop invariant balanced: GDV_BALANCED(stack, scan);                                                                \
    loop assigns BUILDS;                                                                                               \
    loop variant scan->in.size - scan->in.pos;

/*@ GDV_STEP_REQUIRES
    requires builder: BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires outermost: scan->depth == 0 && HALVES(to) == 0;
    terminates \true; exits \false;
    assigns BUILDS;
    ensures scan: GDV_SCAN_SET(scan) && (\result == GDV_OK ==> GDV_SCAN_SOUND(scan));
    ensures builder: BUILDER_SOUND(to);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status build(builder *to, gdv_scan *scan, gdv_stack *stack);

#endif
