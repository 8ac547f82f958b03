/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/ahead.h (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_AHEAD_H
#define GDV_PROOF_AHEAD_H

/* GDV_UNREAD_SET: all of it has been written. GDV_UNREAD_OPEN: containers that are open once the event has been given.
 * GDV_UNREAD_SOUND: what may be taken for granted of it. GDV_AHEAD_SET: of all of them, and of the ends for which there was no room.
 * GDV_AHEAD_OPEN: containers that are open after those. GDV_AHEAD_KNOWN: what holds besides while it is filled. */
#define GDV_UNREAD_SET(unread)                                                                                         \
    (\initialized(&(unread).event.kind) && \initialized(&(unread).event.role) && \initialized(&(unread).event.depth) &&    \
     \initialized(&(unread).event.offset) && \initialized(&(unread).event.size) && \initialized(&(unread).event.type) &&   \
     \initialized(&(unread).event.count) && \initialized(&(unread).event.bits) &&                                      \
     \initialized(&(unread).event.value.document) && \initialized(&(unread).event.value.index) &&                      \
     \initialized(&(unread).node))
#define GDV_UNREAD_OPEN(unread) ((unread).event.depth + ((unread).event.kind == GDV_EVENT_BEGIN ? 1 : 0))
#define GDV_UNREAD_SOUND(unread)                                                                                       \
    ((unread).event.offset + (unread).event.size <= 0xffffffff && (unread).event.depth <= GDV_MAX_DEPTH)
#define GDV_AHEAD_SET(to)                                                                                              \
    (\initialized(&(to)->count) && (to)->count <= GDV_AHEAD && \initialized(&(to)->ends) &&                            \
     (to)->ends <= GDV_MAX_DEPTH + 1 && ((to)->ends > 0 ==> (to)->count == GDV_AHEAD) &&                               \
     (\forall integer i; 0 <= i < (to)->count ==> GDV_UNREAD_SET((to)->values[i])) &&                                   \
     (\forall integer i; 0 <= i < (to)->count ==> GDV_UNREAD_SOUND((to)->values[i])))
#define GDV_AHEAD_OPEN(to) (GDV_UNREAD_OPEN((to)->values[(to)->count - 1]) - (to)->ends)
#define GDV_AHEAD_KNOWN(to)                                                                                            \
    (\initialized(&(to)->document) && \initialized(&(to)->last) && (to)->last <= (to)->count)

/* GDV_AHEAD_HOLDS: what holds of a scan that has been read so far, where nothing was refused, as clauses. */
#define GDV_AHEAD_HOLDS(clause, given)                                                                                 \
    clause sound: (given) ==> GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);                                               \
    clause keys: (given) ==> GDV_KEYS_SOUND(keys, scan);                                                               \
    clause classes: (given) ==> GDV_CLASSES_SOUND(scan->table) &&                                                      \
        \separated(GDV_ENTRIES(keys->end, keys->room), scan->table->classes);                                          \
    clause there: (given) ==> GDV_STACK_READABLE(stack, scan);                                                         \
    clause declares: (given) ==> GDV_STACK_DECLARES(stack, scan);                                                      \
    clause waits: (given) ==> GDV_STACK_PENDING(stack, scan);                                                          \
    clause ledger: (given) ==> GDV_LEDGER(stack, scan);                                                                \
    clause balanced: (given) ==> GDV_BALANCED(stack, scan);
#define GDV_AHEAD_CHANGES                                                                                              \
    to->count, to->last, to->ends, to->values[0 .. GDV_AHEAD - 1], to->goes_on, to->after, GDV_READS, scan->depth,                            \
        gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, GDV_KEYS_CHANGE

/*@ terminates \true; exits \false;
    assigns to->count, to->given, to->ends, to->goes_on, to->after;
    ensures set: \initialized(&to->given) && \initialized(&to->goes_on) && \initialized(&to->after);
    ensures none: GDV_AHEAD_SET(to) && to->count == 0 && to->given == 0 && to->after == GDV_OK;
*/
static inline void gdv_ahead_start(gdv_ahead *to);

/*@ requires set: \initialized(&to->ends) && \initialized(&scan->in.reserved);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> (to->ends > 0 || scan->in.reserved != 0);
*/
static inline bool gdv_ahead_more(const gdv_ahead *to, const gdv_scan *scan);

/*@ GDV_AHEAD_HOLDS(requires, 0 == 0)
    requires more: to->ends > 0 || scan->in.reserved != 0;
    requires ends: \initialized(&to->ends) && scan->depth + to->ends <= GDV_MAX_DEPTH + 1;
    requires handles: \initialized(&to->document);
    requires first: scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0;
    requires set: \initialized(&to->goes_on) && \initialized(&to->after) && to->after == GDV_OK;
    terminates \true; exits \false;
    assigns to->given, GDV_AHEAD_CHANGES;
    ensures set: \initialized(&to->given) && \initialized(&to->goes_on) && \initialized(&to->after) && to->given == 0;
    ensures ahead: GDV_AHEAD_SET(to);
    ensures some: \result == GDV_OK ==> to->count > 0;
    ensures open: \result == GDV_OK && to->after == GDV_OK ==> GDV_AHEAD_OPEN(to) == scan->depth;
    GDV_AHEAD_HOLDS(ensures, \result == GDV_OK && to->after == GDV_OK)
    ensures first: \result == GDV_OK && to->after == GDV_OK ==>
        (scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0);
    ensures scan: GDV_SCAN_SOUND(scan);
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures room: keys->room == \old(keys->room);
*/
gdv_status gdv_ahead_read(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

#endif
