/* SPDX-License-Identifier: MIT */
/* Builds the tape. Lookups are in lookup.c. */
#include <gdv/document.h>

#include <string.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "arguments.h"
#include "room.h"

/* The caller's array from both ends, or as much of its front as the packet can need: nodes grow upwards; downwards from
 * its end grow the keys among which duplicates are looked for, two to a node. */
typedef struct builder {
    gdv_node *nodes;
    uint32_t used;   /* nodes */
    uint32_t halves; /* halves of nodes that the array has */
    uint32_t open;   /* node of the innermost open container */
    bool unique;     /* whether duplicate keys are looked for */
    gdv_keys keys;
} builder;

/* The words of the proof (docs/proof.md). BUILDER_SOUND: the array is there, and no more of it is used, from below and
 * from above together, than there is. BUILDER_APART: its nodes are apart from what is read: the wire table is the
 * library's own, so that they are not even of one object. ENTRIES_READABLE: the same of entries, and how they lie: what
 * 2 * used halves leave is above node used - 1. NODES_SET: the nodes in use have been written. BUILDER_CHAIN: the nodes
 * of the open containers, outermost first, each but that with the one around it as its `next`. */
/*@ ghost uint32_t gdv_opened[GDV_MAX_DEPTH]; */
/* clang-format off */
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

/* That the bound suffices. HALVES: what is taken of the array. WORDS: of the packet, what has been read. ROOMY: in a
 * container, so many halves are no more than the words read so far may ask for, five for each two, `waits` where the
 * container around it is owed a value; ROOMY_PAIRS: in a dictionary of nothing but nils, which asks for most; and
 * ROOMY_FIRST: in another container that has just been opened. ROOMY_ALL: in the innermost container, whichever it is;
 * a predicate of numbers, so that nobody need look into it who only hands it on. DUE: one more while a key waits for
 * its value. ENOUGH: what gdv_document_bound gives for all sizes but those from 20 to 23 bytes, where it is a node
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

/* The nodes below `until` keep what the chain needs of them. */
#define NEXT_KEPT(until, then)                                                                                         \
    (\forall integer i; 0 <= i < (until) ==> to->nodes[i].next == \at(to->nodes[i].next, then))

/* A node that is written changes nothing of the wire table. */
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

/* What both of the walks below change. */
#define BUILDS                                                                                                         \
    GDV_READS, scan->depth, *stack, gdv_owed[0 .. GDV_MAX_DEPTH], gdv_opened[0 .. GDV_MAX_DEPTH - 1], to->used,        \
        to->open, *NODES(to, 0), to->keys.room, to->keys.used, to->keys.first, to->keys.key, to->keys.has_packet,      \
        to->keys.packet, to->keys.content, *GDV_ENTRIES(to->keys.end, to->halves)
/* clang-format on */

/* Peak of what a packet can ask for, in halves of nodes: 2 for each value, 1 for each key and each dictionary that is
 * open. A dictionary of k nils asks for 3 + 5k with 8 + 8k bytes, and no packet of that size for more: an array pays
 * four bytes for two halves, a nested dictionary eight for three, which a pair does better. Where four bytes are left
 * over for half a pair, {nil: {nil: nil, ..}} uses them: 9 + 5j with 20 + 8j bytes, j > 0. tests/test_document.c finds
 * these numbers by search; what is proved here is that none of these sums wraps. */
/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= SIZE_MAX / sizeof(gdv_node);
    ensures enough: 4 <= size <= GDV_MAX_BYTES ==> \result >= 1;
    ensures enough: 12 <= size <= GDV_MAX_BYTES && size / 4 != 5 ==> 4 * \result >= 5 * (size / 4) - 7;
    ensures enough: 12 <= size <= GDV_MAX_BYTES && size / 4 % 2 == 0 ==> 4 * \result >= 5 * (size / 4) - 4;
*/
size_t gdv_document_bound(size_t size)
{
    size_t bound = 0;
    if (size < 16) {
        bound = size < 4 ? 0 : size < 12 ? 1 : 2;
    } else if (size % 8 < 4 || size < 28) {
        bound = (5 * ((size - 8) / 8) + 4) / 2;
    } else {
        bound = (5 * ((size - 8) / 8) + 5) / 2;
    }
    return bound < SIZE_MAX / sizeof(gdv_node) ? bound : SIZE_MAX / sizeof(gdv_node);
}

/* The words of the proof: what adding a node asks for and leaves. */
/* clang-format off */
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
/* clang-format on */

/* One node more, for which there is room: of a name, of a value that a step has read, of a plain value. */
/*@ PUSH_REQUIRES
    requires inside: GDV_HOLDS(&scan->in, at, 4);
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->nodes[to->used];
    PUSH_ENSURES
*/
static inline void push_name(builder *to, const gdv_scan *scan, uint32_t at)
{
    gdv_node_set_name(&to->nodes[to->used], to->used, &scan->in, at);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

/*@ PUSH_REQUIRES
    requires token: \initialized(token) && token->id < scan->table->count;
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->nodes[to->used];
    PUSH_ENSURES
*/
static inline void push(builder *to, const gdv_scan *scan, const gdv_token *token)
{
    (void)scan;
    gdv_node_set(&to->nodes[to->used], to->used, token);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

/*@ PUSH_REQUIRES
    requires fast: GDV_FAST_READ(fast);
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->nodes[to->used];
    PUSH_ENSURES
*/
GDV_INLINE void push_fast(builder *to, const gdv_scan *scan, const gdv_fast_token *fast)
{
    (void)scan;
    gdv_node_set_fast(&to->nodes[to->used], to->used, fast);
    to->used += 1;
    to->keys.room = to->halves - 2 * to->used;
}

/* The node of a value that a step has read, behind that of its name if it is a property. */
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
static gdv_status add_nodes(builder *to, gdv_scan *scan, gdv_role role, const gdv_token *token)
{
    uint32_t more = role == GDV_ROLE_PROPERTY ? 2 : 1;
    uint32_t free = to->halves - 2 * to->used - to->keys.used;
    if (2 * more > free) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, token->at, 0);
    }
    if (role == GDV_ROLE_PROPERTY) {
        push_name(to, scan, token->name);
        /*@ assert table: GDV_WIRE_TABLE_SOUND(scan->table); */
    }
    push(to, scan, token);
    return GDV_OK;
}

/* While a container is open, its `next` is the container around it; when it ends, the node behind all that is in it. */
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
static void open_node(builder *to, uint32_t depth, uint32_t layout)
{
    uint32_t index = to->used - 1;
    bool keyed = layout == GDV_LAYOUT_DICTIONARY || layout == GDV_LAYOUT_OBJECT;
    if (depth > 0 && to->nodes[to->open].shape < GDV_NODE_NESTED) {
        to->nodes[to->open].shape = (uint16_t)(to->nodes[to->open].shape + GDV_NODE_NESTED);
        /*@ assert around: CHAIN_AROUND(to, depth); */
    }
    /*@ assert around: CHAIN_AROUND(to, depth); */
    to->nodes[index].shape = (uint16_t)(keyed ? 0 : GDV_NODE_ARRAY);
    to->nodes[index].next = to->open;
    to->open = index;
    /*@ ghost gdv_opened[depth] = index; */
}

/* The innermost open container ends before the node that is added next. One of many nodes gets links. */
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
static void close_node(builder *to, const gdv_scan *scan)
{
    (void)scan;
    to->nodes[to->open].next = to->used;
    /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
    /*@ assert table: TABLE_KEPT(Pre); */
    /*@ assert rows: ROWS_SET; */
    /*@ assert rows: ROWS_KEPT(Pre); */
    /*@ assert kept: NEXT_KEPT(to->open, Pre); */
    if (to->nodes[to->open].shape == GDV_NODE_ARRAY + GDV_NODE_NESTED && to->used - to->open > GDV_LINKED_FROM) {
        /*@ assert within: to->used <= to->halves / 2; */
        gdv_links_add(to->nodes, to->used, to->open);
        /*@ assert packet: GDV_CURSOR_SOUND(&scan->in); */
        /*@ assert table: TABLE_KEPT(Pre); */
        /*@ assert rows: ROWS_SET; */
        /*@ assert rows: ROWS_KEPT(Pre); */
        /*@ assert kept: NEXT_KEPT(to->open, Pre); */
    }
}

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
static void close_nodes(builder *to, const gdv_scan *scan, uint32_t depth)
{
    /*@ loop invariant closed: scan->depth <= closed <= depth;
        loop invariant builder: BUILDER_SOUND(to);
        loop invariant set: NODES_SET(to);
        loop invariant innermost: CHAIN_INNERMOST(to, closed);
        loop invariant valid: CHAIN_READABLE(to, closed);
        loop invariant around: CHAIN_AROUND(to, closed);
        loop invariant packet: GDV_CURSOR_SOUND(&scan->in);
        loop invariant table: GDV_WIRE_TABLE_SOUND(scan->table);
        loop invariant table: TABLE_KEPT(Pre);
        loop assigns closed, to->open, *NODES(to, 0);
        loop variant closed;
    */
    for (uint32_t closed = depth; closed > scan->depth; closed -= 1) {
        uint32_t around = to->nodes[to->open].next;
        /*@ assert around: closed > 1 ==> around == gdv_opened[closed - 2]; */
        /*@ assert inside: to->open < to->used; */
        close_node(to, scan);
        to->open = around;
        /*@ assert table: TABLE_KEPT(Pre); */
        /*@ assert rows: ROWS_SET; */
    }
}

/* The node that add_nodes added last is that of a value of that layout with `children`, before which `depth` containers
 * were open. */
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
static void nest_nodes(builder *to, const gdv_scan *scan, uint32_t depth, uint32_t children, uint32_t layout)
{
    if (children > 0) {
        open_node(to, depth, layout);
    } else {
        close_nodes(to, scan, depth);
    }
}

/* The words of the proof: what the functions of keys.h ask for and leave, in the array whose front is the nodes. */
/* clang-format off */
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
/* clang-format on */

/* The three functions of keys.h, in the array whose front is the nodes: they write above them. */
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
GDV_INLINE gdv_status note_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key)
{
    if (!is_key) {
        return GDV_OK;
    }
    return gdv_keys_fast(&to->keys, scan, fast);
}

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
                                   const gdv_token *token)
{
    if (!to->unique) {
        return GDV_OK;
    }
    return gdv_keys_step(&to->keys, scan, stack, depth, role, token);
}

/*@ NOTE_REQUIRES
    terminates \true; exits \false;
    assigns NOTES_KEYS;
    NOTE_ENSURES
    ensures taken: to->keys.used <= \old(to->keys.used);
    ensures room: ROOM_SUFFICED;
*/
static inline gdv_status note_close(builder *to, gdv_scan *scan, gdv_stack *stack, uint32_t depth)
{
    if (!to->unique) {
        return GDV_OK;
    }
    return gdv_keys_close(&to->keys, scan, stack, depth);
}

/* The words of the proof: what adding a plain value leaves. */
/* clang-format off */
#define ADDS_FAST                                                                                                      \
    ensures sound: GDV_SCAN_SOUND(scan);                                                                               \
    ensures builder: BUILDER_SOUND(to);                                                                                \
    ensures set: NODES_SET(to);                                                                                        \
    ensures added: to->used >= \old(to->used);                                                                         \
    ensures kept: NEXT_KEPT(\old(to->used), Old);                                                                      \
    ensures count: scan->table->count == \old(scan->table->count);                                                 \
    ensures taken: HALVES(to) <= \old(HALVES(to)) + 2 + (is_key ? 1 : 0);                                              \
    ensures room: \old(HALVES(to)) + 2 + (is_key ? 1 : 0) <= to->halves ==> \result == GDV_OK;
/* clang-format on */

/* The node of a plain value, and its entry if it is one of the keys that are looked at. */
/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires fast: GDV_FAST_SOUND(fast, scan);
    requires room: 2 * to->used + 2 + to->keys.used <= to->halves;
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->keys.used, *NODES(to, to->used), *GDV_ENTRIES(to->keys.end, to->halves),
            GDV_ERROR_FIELDS;
    ADDS_FAST
*/
GDV_INLINE gdv_status enter_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key)
{
    push_fast(to, scan, fast);
    /*@ assert table: GDV_WIRE_TABLE_SOUND(scan->table); */
    /*@ assert layout: fast->wire->layout == \at(fast->wire->layout, Pre); */
    return note_fast(to, scan, fast, is_key);
}

/* The same, if there is room. */
/*@ requires sound: GDV_SCAN_SOUND(scan) && BUILDER_SOUND(to) && BUILDER_APART(to, scan);
    requires set: NODES_SET(to) && ENTRIES_READABLE(to, scan);
    requires fast: GDV_FAST_SOUND(fast, scan);
    terminates \true; exits \false;
    assigns to->used, to->keys.room, to->keys.used, *NODES(to, to->used), *GDV_ENTRIES(to->keys.end, to->halves),
            GDV_ERROR_FIELDS;
    ADDS_FAST
*/
GDV_INLINE gdv_status add_fast(builder *to, gdv_scan *scan, const gdv_fast_token *fast, bool is_key)
{
    if (2 > to->halves - 2 * to->used - to->keys.used) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, fast->at, 0);
    }
    return enter_fast(to, scan, fast, is_key);
}

/* The words of the proof: that the bound suffices, in a row of values. ROW_ROOMY: as ROOMY_ALL, where the level around
 * this one is owed a value. ROW_CHEAP and so on: what is left of it when some values more have been read. */
/* clang-format off */
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
/* clang-format on */

/* The plain values that come next in the innermost container, whose level is `level`; keyed if it is a dictionary whose
 * keys are looked at. */
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
static gdv_status build_run(builder *to, gdv_scan *scan, gdv_level *level, bool keyed)
{
    gdv_fast_token fast;
    gdv_status status = GDV_OK;
    /*@ loop invariant sound: GDV_SCAN_SOUND(scan);
        loop invariant paid: GDV_PAID(scan, 0);
        loop invariant builder: BUILDER_SOUND(to);
        loop invariant set: NODES_SET(to);
        loop invariant added: to->used >= \at(to->used, Pre);
        loop invariant kept: NEXT_KEPT(\at(to->used, Pre), Pre);
        loop invariant count: scan->table->count == \at(scan->table->count, Pre);
        loop invariant set: GDV_LEVEL_SET(*level);
        loop invariant moved:
            scan->in.pos - \at(scan->in.pos, Pre) >= \at(level->left, Pre) - level->left >= 0;
        loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];
        loop invariant ledger: gdv_owed[scan->depth] ==
            \at(gdv_owed[scan->depth], Pre) - 4 * (\at(level->left, Pre) - level->left);
        loop invariant roomy: ROW_ROOMY;
        loop invariant cheap: ROW_CHEAP(Pre);
        loop invariant pairs: ROW_PAIRS(Pre);
        loop invariant first: ROW_FIRST(Pre);
        loop invariant enough: ENOUGH(to, scan) ==> status == GDV_OK;
        loop assigns fast, status, scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS,
            level->left, gdv_owed[scan->depth], to->used, to->keys.room, to->keys.used,
            *NODES(to, \at(to->used, Pre)), *GDV_ENTRIES(to->keys.end, to->halves);
        loop variant level->left;
    */
    while (status == GDV_OK && level->left > 0 && gdv_step_fast(scan, level, &fast)) {
        status = add_fast(to, scan, &fast, keyed && level->left % 2 != 0);
    }
    return status;
}

/* The words of the proof: what the walk has before a value and after it, but for values that the innermost container
 * must have to come. GOES_ON: whether it is the next value that stopped build_fast; each end is a goal of its own. */
/* clang-format off */
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
/* clang-format on */

/* The same as build_run, of the innermost container of all. */
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
static inline gdv_status build_innermost(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    uint32_t depth = scan->depth;
    bool keyed = to->unique && stack->levels[depth - 1].kind == GDV_LEVEL_DICTIONARY;
    /*@ assert unnamed: stack->levels[depth - 1].kind != GDV_LEVEL_OBJECT; */
    /*@ assert around: depth == 2 && GDV_VALUE_NEXT(stack->levels[0]) ==>
            scan->in.reserved >= 4 + 4 * stack->levels[1].left; */
    gdv_status status = build_run(to, scan, &stack->levels[depth - 1], keyed);
    /*@ assert others: \forall integer i; 0 <= i < depth - 1 ==>
            gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]); */
    /*@ assert ledger: gdv_owed[depth] == gdv_owed[depth - 1] + 4 * stack->levels[depth - 1].left; */
    /*@ assert chain: CHAIN_INNERMOST(to, depth); */
    /*@ assert chain: CHAIN_READABLE(to, depth); */
    /*@ assert chain: CHAIN_AROUND(to, depth); */
    return status;
}

/* The innermost container has ended, and those around it that end with it. */
/*@ WALK_REQUIRES
    requires inside: scan->depth > 0 && scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, to->open, *NODES(to, 0), NOTES_KEYS;
    WALK_ENSURES
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
*/
static inline gdv_status end_innermost(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    uint32_t depth = scan->depth;
    gdv_step_close(scan, stack);
    close_nodes(to, scan, depth);
    gdv_status status = note_close(to, scan, stack, depth);
    /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
    /*@ assert chain: CHAIN_INNERMOST(to, scan->depth); */
    /*@ assert chain: CHAIN_READABLE(to, scan->depth); */
    /*@ assert chain: CHAIN_AROUND(to, scan->depth); */
    return status;
}

/* The plain values that come next, as many as follow one another: as walk_fast of validate.c. */
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
static gdv_status build_fast(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    /*@ loop invariant sound: GDV_SCAN_SOUND(scan);
        loop invariant builder: BUILDER_SOUND(to);
        loop invariant set: NODES_SET(to);
        loop invariant chain: BUILDER_CHAIN(to, scan->depth);
        loop invariant roomy: ROOMY_ALL(HALVES(to), scan, stack);
        loop invariant paid: GDV_PAID(scan, 0);
        loop invariant moved: \at(scan->in.pos, Pre) <= scan->in.pos;
        loop invariant valid: GDV_STACK_READABLE(stack, scan);
        loop invariant declares: GDV_STACK_DECLARES(stack, scan);
        loop invariant waits: GDV_STACK_PENDING(stack, scan);
        loop invariant ledger: GDV_LEDGER(stack, scan);
        loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];
        loop assigns BUILDS;
        loop variant scan->in.size - scan->in.pos;
    */
    while (to->keys.key == 0 && gdv_may_be_fast(scan, stack)) {
        gdv_status status = build_innermost(to, scan, stack);
        if (status != GDV_OK || stack->levels[scan->depth - 1].left > 0) {
            /*@ assert sound: status == GDV_OK ==> GDV_SCAN_SOUND(scan); */
            /*@ assert set: status == GDV_OK ==> NODES_SET(to); */
            return status;
        }
        status = end_innermost(to, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
    }
    /*@ assert sound: GDV_SCAN_SOUND(scan); */
    /*@ assert set: NODES_SET(to); */
    return GDV_OK;
}

/* The words of the proof: FITS, what is taken with the value that has been read is no more than the words read so far
 * may ask for, and that case by case: LEAF, it opens nothing; STAYS, nor does it end anything, and it is no key. */
/* clang-format off */
#define FITS ROOMY_ALL(asks, scan, stack)
#define LEAF (token.children == 0)
#define STAYS (depth > 0 && LEAF && role != GDV_ROLE_KEY && scan->depth == depth)
/* clang-format on */

/* Anything else, and what ends with it. The array refuses nothing of a packet for which it has as many nodes as
 * gdv_document_bound says: what is refused then, the step has refused, or a key is there twice. */
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
static inline gdv_status build_general(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    gdv_token token;
    uint32_t depth = scan->depth;
    gdv_role role = gdv_next_role(scan, stack);
    gdv_status status = gdv_step_general(scan, stack, &token);
    if (status != GDV_OK) {
        return status;
    }
    /*@ ghost uint32_t asks = HALVES(to) + (role == GDV_ROLE_PROPERTY ? 4 : 2) + GDV_KEYS_OF(role, &token); */
    /*@ assert words: LEAF ==> WORDS(scan) == \at(WORDS(scan), Pre) + 1 || WORDS(scan) >= \at(WORDS(scan), Pre) + 2; */
    /*@ assert first: depth == 0 && !LEAF ==> scan->in.reserved >= 4; */
    /*@ assert first: depth == 0 ==> asks <= 3 && (token.wire->layout != GDV_LAYOUT_DICTIONARY ==> asks == 2); */
    /*@ assert first: depth == 0 && !LEAF ==> scan->depth == 1 && stack->levels[0].left == token.children; */
    /*@ assert first: depth == 0 && !LEAF ==> WORDS(scan) == 2 || WORDS(scan) >= 3; */
    /*@ assert key: depth > 0 && LEAF && role == GDV_ROLE_KEY ==>
            scan->depth == depth && GDV_VALUE_NEXT(stack->levels[depth - 1]) && !\at(VALUE_IS_NEXT, Pre); */
    /*@ assert value: STAYS ==> !GDV_VALUE_NEXT(stack->levels[depth - 1]); */
    /*@ assert asks: depth > 0 && LEAF ==>
            asks == \at(HALVES(to), Pre) + (role == GDV_ROLE_KEY ? 3 : role == GDV_ROLE_PROPERTY ? 4 : 2); */
    /*@ assert roomy: depth == 0 && token.wire->layout == GDV_LAYOUT_DICTIONARY ==> FITS; */
    /*@ assert roomy: depth == 0 && token.wire->layout != GDV_LAYOUT_DICTIONARY ==> FITS; */
    /*@ assert roomy: depth > 0 && LEAF && role == GDV_ROLE_KEY ==> FITS; */
    /*@ assert roomy: depth == 1 && STAYS ==> FITS; */
    /*@ assert roomy: depth == 2 && STAYS ==> FITS; */
    /*@ assert roomy: depth > 2 && STAYS ==> FITS; */
    /*@ assert roomy: depth > 0 && LEAF && scan->depth < depth ==> FITS; */
    /*@ assert roomy: depth == 1 && !LEAF ==> FITS; */
    /*@ assert roomy: depth > 1 && !LEAF ==> FITS; */
    /*@ assert roomy: FITS; */
    /*@ assert enough: ENOUGH(to, scan) ==> asks <= to->halves; */
    const uint32_t layout = token.wire->layout;
    status = add_nodes(to, scan, role, &token);
    /*@ assert enough: ENOUGH(to, scan) ==> status == GDV_OK; */
    if (status != GDV_OK) {
        return status;
    }
    /*@ assert chain: CHAIN_INNERMOST(to, depth); */
    /*@ assert chain: CHAIN_READABLE(to, depth); */
    /*@ assert chain: CHAIN_AROUND(to, depth); */
    nest_nodes(to, scan, depth, token.children, layout);
    status = note_step(to, scan, stack, depth, role, &token);
    /*@ assert enough: ENOUGH(to, scan) ==> status == GDV_OK || status == GDV_E_DUPLICATE_KEY; */
    /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
    /*@ assert chain: CHAIN_INNERMOST(to, scan->depth); */
    /*@ assert chain: CHAIN_READABLE(to, scan->depth); */
    /*@ assert chain: CHAIN_AROUND(to, scan->depth); */
    return status;
}

/* The whole packet, as walk of validate.c. */
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
static gdv_status build(builder *to, gdv_scan *scan, gdv_stack *stack)
{
    /*@ loop invariant sound: GDV_SCAN_SOUND(scan);
        loop invariant builder: BUILDER_SOUND(to);
        loop invariant set: NODES_SET(to);
        loop invariant chain: BUILDER_CHAIN(to, scan->depth);
        loop invariant roomy: ROOMY_ALL(HALVES(to), scan, stack);
        loop invariant empty: scan->depth == 0 ==> HALVES(to) == 0 || scan->in.reserved == 0;
        loop invariant paid: GDV_PAID(scan, 0);
        loop invariant valid: GDV_STACK_READABLE(stack, scan);
        loop invariant declares: GDV_STACK_DECLARES(stack, scan);
        loop invariant waits: GDV_STACK_PENDING(stack, scan);
        loop invariant ledger: GDV_LEDGER(stack, scan);
        loop invariant balanced: GDV_BALANCED(stack, scan);
        loop assigns BUILDS;
        loop variant scan->in.size - scan->in.pos;
    */
    while (gdv_scan_more(scan)) {
        gdv_status status = build_general(to, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
        status = build_fast(to, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
    }
    return gdv_scan_finish(scan);
}

/* The nodes were too few: GDV_E_NO_SPACE with the number that this packet needs, unless something is wrong with the
 * packet itself. */
GDV_COLD static gdv_status refuse_for_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                                           uint32_t error_offset)
{
    uint64_t halves = 0;
    gdv_status status = gdv_room(args, scan, stack, true, &halves);
    return status == GDV_OK ? gdv_refuse(scan, GDV_E_NO_SPACE, error_offset, (halves + 1) / 2) : status;
}

static gdv_status parse(gdv_document *document, const gdv_arguments *args, gdv_node *nodes, size_t capacity,
                        gdv_report *report)
{
    gdv_stack stack;
    gdv_scan scan;
    builder to;

    gdv_status status = gdv_arguments_scan(args, &scan);
    const size_t bound = gdv_document_bound(scan.in.size);
    to.nodes = nodes;
    to.used = 0;
    to.halves = 2 * (uint32_t)(capacity < bound ? capacity : bound);
    to.open = 0;
    to.unique = gdv_unique_keys(args);
    gdv_keys_start(&to.keys, (uint8_t *)nodes, 8 * (size_t)to.halves);
    if (status == GDV_OK) {
        status = build(&to, &scan, &stack);
    }
    if (status == GDV_E_NO_SPACE) {
        status = refuse_for_room(args, &scan, &stack, scan.error_offset);
    }
    if (status == GDV_OK) {
        document->bytes = args->bytes;
        document->nodes = nodes;
        document->table = args->table;
        document->size = scan.in.size;
        document->count = to.used;
        document->permit = args->policy.permit;
        gdv_report_clear(report, status);
    } else {
        gdv_report_fill(report, status, args, &scan, &stack, gdv_report_stop(status, &scan));
    }
    return status;
}

gdv_status gdv_document_parse(gdv_document *document, const void *bytes, size_t size, gdv_dialect dialect,
                              const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {nodes, gdv_extent(nodes, capacity, sizeof *nodes), true},
                                  {document, sizeof *document, true},
                                  {report, sizeof *report, true}};
    gdv_arguments args;

    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    if (document != NULL) {
        memset(document, 0, sizeof *document);
    }
    if (report != NULL && report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status status = gdv_arguments_set(&args, bytes, size, dialect, policy);
    if (status == GDV_OK && (document == NULL || gdv_is_nowhere(nodes, capacity, sizeof *nodes))) {
        status = GDV_E_BAD_ARGUMENT;
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
        return status;
    }
    return parse(document, &args, nodes, capacity, report);
}

gdv_value gdv_root(const gdv_document *document)
{
    gdv_value root = {document, 0};
    bool there = document != NULL && document->count > 0;
    return there ? root : gdv_missing();
}
