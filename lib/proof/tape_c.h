/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/tape.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_TAPE_C_H
#define GDV_PROOF_TAPE_C_H

/* TAPE_SOUND: the array is there, and BUILDER_SOUND: what is used of it from below and from above does not exceed it.
 * BUILDER_APART: its nodes are apart from what is read; the wire table is the library's own, so nodes and table are not
 * even parts of one object. ENTRIES_READABLE: the same for entries of keys, and where they lie: what 2 * used halves
 * leave is above node used - 1. NODES_SET: the nodes in use have been written. BUILDER_CHAIN: gdv_opened holds the
 * nodes of the open containers, outermost first, and the `next` of each but the first is the one around it. */
/*@ ghost uint32_t gdv_opened[GDV_MAX_DEPTH]; */

#define NODES(to, from) ((to)->nodes + ((from) .. (to)->halves / 2 - 1))
#define TAPE_SOUND(to)                                                                                                 \
    (\initialized(&(to)->nodes) && \initialized(&(to)->used) && \initialized(&(to)->halves) &&                         \
     \initialized(&(to)->open) && (to)->halves < GDV_MAX_BYTES && (to)->halves % 2 == 0 &&                            \
     2 * (to)->used <= (to)->halves && \valid(NODES(to, 0)))
#define BUILDER_SOUND(to)                                                                                              \
    (TAPE_SOUND(to) && \initialized(&(to)->unique) && \initialized(&(to)->keys.end) &&                                 \
     \initialized(&(to)->keys.room) && \initialized(&(to)->keys.used) && \initialized(&(to)->keys.first) &&            \
     \initialized(&(to)->keys.key) && \initialized(&(to)->keys.has_packet) &&                                          \
     2 * (to)->used + (to)->keys.used <= (to)->halves && (to)->keys.room == (to)->halves - 2 * (to)->used)
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

/* What the walk has before a value and after it, except that the innermost container must have values to come. */
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

/* FITS: what is taken with the value just read is at most what the words read so far may ask for. It is asserted case
 * by case: LEAF, the value opens nothing; STAYS, it also ends nothing, and is no key. */
#define FITS ROOMY_ALL(asks, scan, stack)
#define LEAF (token.children == 0)
#define STAYS (depth > 0 && LEAF && role != GDV_ROLE_KEY && scan->depth == depth)

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
    requires fast: \initialized(&fast->at) && \initialized(&fast->header) && \initialized(&fast->count) &&
        0 <= GDV_ID_OF(fast) < GDV_ANY_ID;
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

/*@ requires packet: GDV_CURSOR_SOUND(&scan->in) && GDV_WIRE_TABLE_SOUND(scan->table);
    requires sound: TAPE_SOUND(to) && NODES_SET(to) && BUILDER_APART(to, scan);
    requires chain: BUILDER_CHAIN(to, depth) && depth < GDV_MAX_DEPTH;
    requires added: to->used > 0 && (\forall integer i; 0 <= i < depth ==> gdv_opened[i] < to->used - 1);
    terminates \true; exits \false;
    assigns to->open, *NODES(to, 0), gdv_opened[depth];
    ensures packet: GDV_CURSOR_SOUND(&scan->in);
    ensures table: TABLE_KEPT(Old);
    ensures rows: ROWS_SET;
    ensures rows: ROWS_KEPT(Old);
    ensures sound: TAPE_SOUND(to);
    ensures set: NODES_SET(to);
    ensures chain: CHAIN_INNERMOST(to, depth + 1);
    ensures chain: CHAIN_READABLE(to, depth + 1);
    ensures chain: CHAIN_AROUND(to, depth + 1);
    ensures chain: CHAIN_GROWS(depth + 1);
*/
static void open_node(builder *to, const gdv_scan *scan, uint32_t depth, uint32_t layout);

/*@ requires packet: GDV_CURSOR_SOUND(&scan->in) && GDV_WIRE_TABLE_SOUND(scan->table);
    requires sound: TAPE_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to);
    requires inside: to->open < to->used;
    terminates \true; exits \false;
    assigns *NODES(to, 0);
    ensures packet: GDV_CURSOR_SOUND(&scan->in);
    ensures table: TABLE_KEPT(Old);
    ensures rows: ROWS_SET;
    ensures rows: ROWS_KEPT(Old);
    ensures builder: TAPE_SOUND(to);
    ensures set: NODES_SET(to);
    ensures kept: NEXT_KEPT(to->open, Old);
*/
static void close_node(builder *to, const gdv_scan *scan);

/*@ requires packet: GDV_CURSOR_SOUND(&scan->in) && GDV_WIRE_TABLE_SOUND(scan->table);
    requires sound: TAPE_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to);
    requires inside: to->open < to->used;
    terminates \true; exits \false;
    assigns to->open, *NODES(to, 0);
    ensures packet: GDV_CURSOR_SOUND(&scan->in);
    ensures table: TABLE_KEPT(Old);
    ensures rows: ROWS_SET;
    ensures rows: ROWS_KEPT(Old);
    ensures builder: TAPE_SOUND(to);
    ensures set: NODES_SET(to);
    ensures kept: NEXT_KEPT(\old(to->open), Old);
    ensures around: to->open == \old(to->nodes[to->open].next);
*/
static void leave_node(builder *to, const gdv_scan *scan);

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

/*@ WALK_REQUIRES
    requires inside: scan->depth > 0 && scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, to->open, *NODES(to, 0), NOTES_KEYS;
    WALK_ENSURES
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
*/
static inline gdv_status end_innermost(builder *to, gdv_scan *scan, gdv_stack *stack);

/* What the loop has before a value and after it. TAPE_OF: the array is the room of the run, which reads the same
 * packet. TAPE_APART: the nodes are apart from what the loop reads, and from the entries of keys above them. LOOP_ROOMY: ROOMY_ALL
 * where the loop is, of whose values `more` halves are not counted yet, and LOOP_ROOMY_AT for a number of open containers. */
#define TAPE_OF(to, run, scan)                                                                                         \
    (TAPE_SOUND(to) && \initialized(&(to)->keys.end) && (run)->room == (to)->halves &&                                 \
     (run)->entries == (to)->keys.end && (run)->table == (scan)->table && (run)->in.bytes == (scan)->in.bytes &&       \
     (run)->in.size == (scan)->in.size && GDV_SCAN_SOUND(scan))
#define TAPE_APART(to, run, scan)                                                                                      \
    (BUILDER_APART(to, scan) && ENTRIES_READABLE(to, scan) &&                                                          \
     \base_addr((to)->nodes) != \base_addr((run)->table->classes))
#define LOOP_ROOMY_AT(to, entries, at, depth)                                                                          \
    roomy_all(2 * (to)->used + (entries), (at) / 4, run->in.size, depth, stack->levels[(depth) - 1].kind,              \
              stack->levels[(depth) - 1].left, stack->levels[0].kind, stack->levels[0].left)
#define LOOP_ROOMY(to, of) LOOP_ROOMY_AT(to, HAND_USED(run, of), (of)->at, (of)->top + 1)
#define TAPE_HOLDS(clause, given)                                                                                      \
    clause tape: (given) ==> TAPE_OF(to, run, scan);                                                                   \
    clause apart: (given) ==> TAPE_APART(to, run, scan);                                                               \
    clause nodes: (given) ==> NODES_SET(to);
#define LOOP_HOLDS(clause, given, of)                                                                                  \
    HAND_HOLDS(clause, given, run, of)                                                                                 \
    TAPE_HOLDS(clause, given)                                                                                          \
    clause room: (given) ==> 2 * (to)->used <= (of)->free;                                                             \
    clause chain: (given) ==> CHAIN_INNERMOST(to, (of)->top + 1);                                                      \
    clause chain: (given) ==> CHAIN_READABLE(to, (of)->top + 1);                                                       \
    clause chain: (given) ==> CHAIN_AROUND(to, (of)->top + 1);                                                         \
    clause roomy: (given) ==> LOOP_ROOMY(to, of);
#define LOOP_CHANGES HAND_CHANGES(2 * to->used), run->count, to->used, to->open, *NODES(to, 0), gdv_opened[0 .. GDV_MAX_DEPTH - 1]

/*@ requires \initialized(&to->used) && 2 * to->used <= GDV_MAX_BYTES && \initialized(&of->free);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> of->free >= 2 * to->used + 3;
*/
static inline bool is_roomy(const builder *to, const gdv_hand *of);

/*@ requires scan: GDV_SCAN_SOUND(scan) && GDV_CLASSES_SOUND(scan->table);
    requires tape: TAPE_SOUND(to) && BUILDER_APART(to, scan) && ENTRIES_READABLE(to, scan) && NODES_SET(to);
    requires apart: \base_addr(to->nodes) != \base_addr(scan->table->classes);
    requires room: 2 * to->used + 2 <= to->halves && header % 0x10000 < GDV_CLASSES;
    terminates \true; exits \false;
    assigns to->used, to->nodes[to->used];
    ensures scan: GDV_SCAN_SOUND(scan) && GDV_CLASSES_SOUND(scan->table);
    ensures tape: TAPE_SOUND(to) && NODES_SET(to);
    ensures added: to->used == \old(to->used) + 1;
    ensures kept: NEXT_KEPT(\old(to->used), Old);
*/
GDV_INLINE void add_plain(builder *to, const gdv_scan *scan, uint32_t at, uint32_t header, uint32_t count);

/*@ requires run: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    TAPE_HOLDS(requires, ALWAYS)
    requires room: 2 * to->used <= of->free;
    requires pair: 8 <= of->at && of->at + of->room + 8 <= of->in.size;
    terminates \true; exits \false;
    assigns to->used, *NODES(to, to->used), of->free, of->room, of->at, HAND_ENTRIES(2 * to->used);
    ensures run: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    TAPE_HOLDS(ensures, ALWAYS)
    ensures added: to->used == \old(to->used) + (\result ? 1 : 0) && of->free == \old(of->free) - (\result ? 1 : 0);
    ensures kept: NEXT_KEPT(\old(to->used), Old);
    ensures room: 2 * to->used + (\result ? 3 : 0) <= of->free;
    ensures words: \result ==> \old(of->at / 4) + 2 <= of->at / 4;
    ensures stays: !\result ==> of->at == \old(of->at) && of->room == \old(of->room);
    ensures moved: \result ==> \old(of->at) + 8 <= of->at && of->room <= \old(of->room);
    ensures moved: \result ==> of->at + of->room == \old(of->at + of->room) + 4;
*/
GDV_INLINE bool add_key(builder *to, const gdv_run *run, const gdv_scan *scan, gdv_hand *of);

/*@ requires level: \initialized(&of->top) && of->top < GDV_MAX_DEPTH && GDV_LEVEL_SET(stack->levels[of->top]);
    requires scan: GDV_SCAN_SOUND(scan) && GDV_CLASSES_SOUND(scan->table);
    requires tape: TAPE_SOUND(to) && BUILDER_APART(to, scan) && ENTRIES_READABLE(to, scan) && NODES_SET(to);
    requires apart: \base_addr(to->nodes) != \base_addr(scan->table->classes);
    requires chain: BUILDER_CHAIN(to, of->top);
    requires room: 2 * to->used + 2 <= to->halves && header % 0x10000 < GDV_CLASSES;
    terminates \true; exits \false;
    assigns to->used, to->open, *NODES(to, 0), gdv_opened[of->top];
    ensures scan: GDV_SCAN_SOUND(scan) && GDV_CLASSES_SOUND(scan->table);
    ensures tape: TAPE_SOUND(to) && NODES_SET(to);
    ensures chain: CHAIN_INNERMOST(to, of->top + 1);
    ensures chain: CHAIN_READABLE(to, of->top + 1);
    ensures chain: CHAIN_AROUND(to, of->top + 1);
    ensures chain: CHAIN_GROWS(of->top + 1);
    ensures added: to->used == \old(to->used) + 1;
*/
static inline void add_opened(builder *to, const gdv_scan *scan, const gdv_hand *of, const gdv_stack *stack,
                              uint32_t at, uint32_t header);

#define LEAVE_ENDED_LOOP                                                                                               \
    LOOP_HOLDS(loop invariant, ALWAYS, of)                                                                             \
    loop invariant whole: HAND_WHOLE(run, of);                                                                         \
    loop invariant top: of->top <= \at(of->top, Pre);                                                                  \
    loop invariant grows: CHAIN_GROWS(\at(of->top, Pre) + 1);                                                          \
    loop assigns of->top, of->pair, of->free, run->first, to->open, *NODES(to, 0);                                     \
    loop variant of->top;

/*@ LOOP_HOLDS(requires, ALWAYS, of)
    requires whole: HAND_WHOLE(run, of);
    requires grows: CHAIN_GROWS(of->top + 1);
    requires first: first == gdv_first;
    terminates \true; exits \false;
    assigns of->top, of->pair, of->free, run->first, to->open, *NODES(to, 0);
    LOOP_HOLDS(ensures, ALWAYS, of)
    ensures top: of->top <= \old(of->top);
    ensures whole: HAND_WHOLE(run, of);
    ensures waits: \result ==> stack->levels[of->top].left > 0;
*/
GDV_INLINE bool leave_ended(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, const gdv_stack *stack,
                            uint32_t first);

/* READ_HOLDS: what the loop has between a key and its value, or before an element. READ_ROOMY:
 * what is left there. PAIR_ROOMY: before a key. */
/*@ predicate read_roomy(integer pair, integer halves, integer words, integer size, integer depth, integer kind, integer left,
                         integer outer_kind, integer outer_left) =
        pair == 2 ? size >= 12 && 2 * halves <= 5 * words - 8
                  : roomy_all(halves, words, size, depth, kind, left, outer_kind, outer_left); */
#define READ_ROOMY(to, of)                                                                                             \
    read_roomy((of)->pair, 2 * (to)->used + HAND_USED(run, of), (of)->at / 4, run->in.size, (of)->top + 1,                     \
               stack->levels[(of)->top].kind, stack->levels[(of)->top].left, stack->levels[0].kind,                    \
               stack->levels[0].left)
#define PAIR_ROOMY(to, of) (run->in.size >= 12 && 2 * (2 * (to)->used + HAND_USED(run, of)) <= 5 * ((of)->at / 4) - 4)
#define READ_HOLDS(clause, given)                                                                                      \
    HAND_KNOWN(clause, given, run, of)                                                                                 \
    TAPE_HOLDS(clause, given)                                                                                          \
    clause room: (given) ==> 2 * to->used + (of->pair == 2 ? 3 : 0) <= of->free;                                       \
    clause whole: (given) ==> HAND_WHOLE(run, of);                                                                     \
    clause read: (given) ==> HAND_KEY_READ(of);                                                                        \
    clause chain: (given) ==> CHAIN_INNERMOST(to, of->top + 1);                                                        \
    clause chain: (given) ==> CHAIN_READABLE(to, of->top + 1);                                                         \
    clause chain: (given) ==> CHAIN_AROUND(to, of->top + 1);                                                           \
    clause grows: (given) ==> CHAIN_GROWS(of->top + 1);                                                                \
    clause roomy: (given) ==> READ_ROOMY(to, of);

/*@ READ_HOLDS(requires, ALWAYS)
    requires room: of->free >= 2 * to->used + 3 && header % 0x10000 < GDV_CLASSES;
    terminates \true; exits \false;
    assigns LOOP_CHANGES;
    LOOP_HOLDS(ensures, \result, of)
    ensures grows: \result ==> CHAIN_GROWS(of->top + 1);
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures waits: \result ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    READ_HOLDS(ensures, !\result)
    ensures stays: !\result ==> of->at == \old(of->at) && of->free >= 2 * to->used + 3;
*/
GDV_INLINE bool add_container(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack,
                              uint32_t header, bool keyed);

/*@ READ_HOLDS(requires, ALWAYS)
    requires room: class != GDV_CLASS_STEP ==> of->free >= 2 * to->used + 3 && header % 0x10000 < GDV_CLASSES;
    requires narrow: class != GDV_CLASS_STEP && header < GDV_CLASSES ==> class == run->table->classes->narrow[header];
    requires wide: header >= GDV_CLASSES ==>
        class == GDV_CLASS_STEP || class == GDV_CLASS_RARE || class == GDV_CLASS_DOUBLE;
    terminates \true; exits \false;
    assigns LOOP_CHANGES;
    LOOP_HOLDS(ensures, \result, of)
    ensures grows: \result ==> CHAIN_GROWS(of->top + 1);
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures moved: \result ==> \old(of->at) + 4 <= of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    READ_HOLDS(ensures, !\result)
    ensures stays: !\result ==> of->at == \old(of->at);
*/
GDV_INLINE bool add_leaf(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack,
                         gdv_class class, uint32_t header);

/*@ READ_HOLDS(requires, ALWAYS)
    requires first: first == gdv_first;
    terminates \true; exits \false;
    assigns LOOP_CHANGES;
    LOOP_HOLDS(ensures, ALWAYS, of)
    ensures grows: CHAIN_GROWS(of->top + 1);
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures waits: \result ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures moved: \old(of->at) <= of->at;
*/
GDV_INLINE bool add_read(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack, uint32_t first);

/*@ LOOP_HOLDS(requires, ALWAYS, of)
    requires grows: CHAIN_GROWS(of->top + 1);
    requires waits: first == gdv_first && HAND_WAITS(of) && HAND_WHOLE(run, of);
    terminates \true; exits \false;
    assigns LOOP_CHANGES;
    LOOP_HOLDS(ensures, ALWAYS, of)
    ensures grows: CHAIN_GROWS(of->top + 1);
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures waits: \result ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures moved: \old(of->at) <= of->at;
*/
GDV_INLINE bool add_next(builder *to, gdv_run *run, gdv_hand *of, const gdv_scan *scan, gdv_stack *stack, uint32_t first);

#define BUILD_EACH_LOOP                                                                                                \
    LOOP_HOLDS(loop invariant, ALWAYS, &of)                                                                            \
    loop invariant grows: CHAIN_GROWS(of.top + 1);                                                                     \
    loop invariant first: first == gdv_first;                                                                          \
    loop invariant waits: goes_on ==> HAND_WAITS(&of) && HAND_WHOLE(run, &of);                                         \
    loop invariant paid: HAND_FREE(run, &of) <= \at(HAND_FREE(run, &of), LoopEntry);                                   \
    loop invariant moved: \at(of.at, LoopEntry) <= of.at;                                                              \
    loop assigns goes_on, of.room, of.at, of.top, of.pair, of.free, run->promised, run->first, run->count, *stack,     \
        gdv_owed[0 .. GDV_MAX_DEPTH], HAND_ENTRIES(0), to->used, to->open, *NODES(to, 0), \
        gdv_opened[0 .. GDV_MAX_DEPTH - 1];                                                                            \
    loop variant goes_on ? of.in.size - of.at + 1 : 0;

/* RUN_PLACES: where a run is. */
#define RUN_PLACES run->in.pos, run->in.reserved, run->depth, run->promised, run->used, run->first

/* BUILD_ASKS, BUILD_LEAVES: what both functions below require and ensure. */
#define BUILD_ASKS                                                                                                     \
    GDV_RUN_ON_REQUIRES                                                                                                \
    TAPE_HOLDS(requires, ALWAYS)                                                                                       \
    requires chain: BUILDER_CHAIN(to, run->depth);                                                                     \
    requires empty: run->depth == 0 ==> to->used == 0;                                                                 \
    requires room: 2 * to->used + run->used <= to->halves;                                                             \
    requires roomy: LOOP_ROOMY_AT(to, run->used, run->in.pos, run->depth);
#define BUILD_LEAVES                                                                                                   \
    ensures sound: GDV_RUN_SOUND(run) && GDV_RUN_FITS(run);                                                            \
    ensures paid: run->in.reserved <= 4 * run->promised && GDV_RUN_FREE(run) <= \old(GDV_RUN_FREE(run));               \
    ensures begun: run->in.pos == 0 ==> run->depth == 0 && to->used == \old(to->used);                                 \
    ensures stands: run->in.pos > 0 ==> GDV_RUN_STANDS(run, stack) && run->in.pos >= 8;                                \
    ensures inside: run->in.pos > 0 ==> run->depth > 0;                                                                \
    ensures none: run->in.pos == 0 ==> gdv_owed[0] == \old(gdv_owed[0]);                                               \
    ensures moved: \old(run->in.pos) <= run->in.pos;                                                                   \
    ensures room: 2 * to->used + run->used <= to->halves;                                                              \
    TAPE_HOLDS(ensures, ALWAYS)                                                                                        \
    ensures chain: CHAIN_INNERMOST(to, run->depth);                                                                    \
    ensures chain: CHAIN_READABLE(to, run->depth);                                                                     \
    ensures chain: CHAIN_AROUND(to, run->depth);                                                                       \
    ensures chain: CHAIN_GROWS(run->depth);                                                                            \
    ensures roomy: LOOP_ROOMY_AT(to, run->used, run->in.pos, run->depth);

/*@ BUILD_ASKS
    terminates \true; exits \false;
    assigns RUN_PLACES, run->count, *stack, gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, HAND_ENTRIES(0), to->used, to->open, *NODES(to, 0), gdv_opened[0 .. GDV_MAX_DEPTH - 1];
    BUILD_LEAVES
*/
GDV_INLINE void build_each(builder *to, gdv_run *run, const gdv_scan *scan, gdv_stack *stack);

/*@ BUILD_ASKS
    terminates \true; exits \false;
    assigns RUN_PLACES, run->count, *stack, gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, HAND_ENTRIES(0), to->used, to->open, *NODES(to, 0), gdv_opened[0 .. GDV_MAX_DEPTH - 1];
    BUILD_LEAVES
*/
static void build_on(builder *to, gdv_run *run, const gdv_scan *scan, gdv_stack *stack);

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan) && ENTRIES_READABLE(to, scan);
    requires set: NODES_SET(to);
    requires classes: GDV_CLASSES_SOUND(scan->table);
    requires apart: \base_addr(to->nodes) != \base_addr(scan->table->classes);
    requires apart: \base_addr(to->keys.end) != \base_addr(scan->table->classes);
    requires paid: GDV_PAID(scan, 0);
    terminates \true; exits \false;
    assigns *run;
    ensures sound: GDV_RUN_SOUND(run) && GDV_RUN_FITS(run);
    TAPE_HOLDS(ensures, ALWAYS)
    ensures of: run->max_depth == scan->max_depth && (run->pair == 2 <==> to->unique);
    ensures at: run->in.pos == scan->in.pos && run->in.reserved == scan->in.reserved && run->depth == scan->depth;
    ensures used: run->used == to->keys.used && run->promised == scan->values + scan->in.reserved / 4;
    ensures paid: GDV_RUN_PAID(run) && GDV_RUN_FREE(run) + 4 * scan->strings <= run->in.size;
*/
static inline void before_loop(const builder *to, const gdv_scan *scan, gdv_run *run);

/* CLASSES_APART: the classes of headers are sound, and apart from the array. */
#define CLASSES_APART(to, scan)                                                                                        \
    (GDV_CLASSES_SOUND((scan)->table) && \base_addr((to)->nodes) != \base_addr((scan)->table->classes) &&              \
     \base_addr((to)->keys.end) != \base_addr((scan)->table->classes))

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires chain: BUILDER_CHAIN(to, scan->depth);
    requires paid: GDV_PAID(scan, 0);
    requires valid: GDV_STACK_READABLE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires balanced: GDV_BALANCED(stack, scan);
    requires roomy: ROOMY_ALL(HALVES(to), scan, stack);
    requires waits: GDV_STACK_PENDING(stack, scan);
    requires classes: GDV_CLASSES_SOUND(scan->table);
    requires apart: \base_addr(to->nodes) != \base_addr(scan->table->classes);
    requires apart: \base_addr(to->keys.end) != \base_addr(scan->table->classes);
    requires first: scan->in.pos == 0 ==> scan->values == 0 && HALVES(to) == 0;
    terminates \true; exits \false;
    assigns BUILDS, gdv_first;
    ensures scan: GDV_SCAN_SET(scan) && (\result == GDV_OK ==> GDV_SCAN_SOUND(scan));
    ensures builder: BUILDER_SOUND(to);
    ensures set: \result == GDV_OK ==> NODES_SET(to);
    ensures chain: \result == GDV_OK ==> CHAIN_INNERMOST(to, scan->depth);
    ensures chain: \result == GDV_OK ==> CHAIN_READABLE(to, scan->depth);
    ensures chain: \result == GDV_OK ==> CHAIN_AROUND(to, scan->depth);
    ensures chain: \result == GDV_OK ==> CHAIN_GROWS(scan->depth);
    ensures paid: GDV_PAID(scan, 0);
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> GDV_BALANCED(stack, scan);
    ensures even: \result == GDV_OK && \old(scan->in.reserved == gdv_owed[scan->depth]) ==>
        scan->in.reserved == gdv_owed[scan->depth];
    ensures moved: \old(scan->in.pos) <= scan->in.pos <= scan->in.size;
    ensures enough: ENOUGH(to, scan) ==> ROOM_SUFFICED;
    ensures roomy: \result == GDV_OK ==> ROOMY_ALL(HALVES(to), scan, stack);
    ensures classes: \result == GDV_OK ==> CLASSES_APART(to, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures empty: \result == GDV_OK && scan->depth == 0 && \old(scan->in.pos) == 0 ==> HALVES(to) == 0 || scan->in.reserved == 0;
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

/* What a step leaves of the classes of headers. */
#define NARROW_KEPT(then)                                                                                              \
    (\forall integer id; 0 <= id < GDV_CLASSES ==>                                                                     \
         scan->table->classes->narrow[id] == \at(scan->table->classes->narrow[id], then))
#define WIDE_KEPT(then)                                                                                                \
    (\forall integer id; 0 <= id < GDV_CLASSES ==>                                                                     \
         scan->table->classes->wide[id] == \at(scan->table->classes->wide[id], then))

#define BUILD_LOOP                                                                                                     \
    loop invariant scan: GDV_SCAN_SET(scan);                                                                           \
    loop invariant builder: BUILDER_SOUND(to);                                                                         \
    loop invariant sound: status == GDV_OK ==> GDV_SCAN_SOUND(scan);                                                   \
    loop invariant set: status == GDV_OK ==> NODES_SET(to);                                                            \
    loop invariant chain: status == GDV_OK ==> CHAIN_INNERMOST(to, scan->depth);                                       \
    loop invariant chain: status == GDV_OK ==> CHAIN_READABLE(to, scan->depth);                                        \
    loop invariant chain: status == GDV_OK ==> CHAIN_AROUND(to, scan->depth);                                          \
    loop invariant chain: status == GDV_OK ==> CHAIN_GROWS(scan->depth);                                               \
    loop invariant roomy: status == GDV_OK ==> ROOMY_ALL(HALVES(to), scan, stack);                                     \
    loop invariant empty: status == GDV_OK && scan->depth == 0 ==> HALVES(to) == 0 || scan->in.reserved == 0;          \
    loop invariant paid: GDV_PAID(scan, 4) && (status == GDV_OK ==> GDV_PAID(scan, 0));                                \
    loop invariant valid: status == GDV_OK ==> GDV_STACK_READABLE(stack, scan);                                        \
    loop invariant declares: status == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);                                     \
    loop invariant waits: status == GDV_OK ==> GDV_STACK_PENDING(stack, scan);                                         \
    loop invariant ledger: status == GDV_OK ==> GDV_LEDGER(stack, scan);                                               \
    loop invariant balanced: status == GDV_OK ==> GDV_BALANCED(stack, scan);                                           \
    loop invariant classes: status == GDV_OK ==> CLASSES_APART(to, scan);                                              \
    loop assigns status, gdv_first, BUILDS;                                                                            \
    loop variant status == GDV_OK ? scan->in.size - scan->in.pos + 1 : 0;

/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires chain: CHAIN_INNERMOST(to, scan->depth);
    requires chain: CHAIN_READABLE(to, scan->depth);
    requires chain: CHAIN_AROUND(to, scan->depth);
    requires chain: CHAIN_GROWS(scan->depth);
    requires roomy: ROOMY_ALL(HALVES(to), scan, stack);
    requires empty: scan->depth == 0 ==> HALVES(to) == 0 || scan->in.reserved == 0;
    requires paid: GDV_PAID(scan, 0);
    requires valid: GDV_STACK_READABLE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires waits: GDV_STACK_PENDING(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires balanced: GDV_BALANCED(stack, scan);
    requires classes: CLASSES_APART(to, scan);
    terminates \true; exits \false;
    assigns gdv_first, BUILDS;
    ensures scan: GDV_SCAN_SET(scan) && (\result == GDV_OK ==> GDV_SCAN_SOUND(scan));
    ensures builder: BUILDER_SOUND(to);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status build_to_end(builder *to, gdv_scan *scan, gdv_stack *stack);

/*@ GDV_STEP_REQUIRES
    requires builder: BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires outermost: scan->depth == 0 && HALVES(to) == 0;
    requires begun: scan->in.pos == 0 ==> scan->values == 0;
    requires classes: CLASSES_APART(to, scan);
    terminates \true; exits \false;
    assigns BUILDS, gdv_first;
    ensures scan: GDV_SCAN_SET(scan) && (\result == GDV_OK ==> GDV_SCAN_SOUND(scan));
    ensures builder: BUILDER_SOUND(to);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
gdv_status gdv_tape_build(gdv_tape *to, gdv_scan *scan, gdv_stack *stack);

#endif
