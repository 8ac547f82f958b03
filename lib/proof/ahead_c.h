/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/ahead.c (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that
 * function. */
/* clang-format off */
#ifndef GDV_PROOF_AHEAD_C_H
#define GDV_PROOF_AHEAD_C_H

/* ADDS: what adding changes. AHEAD: what holds of what has been added, where so many containers are open; READ: between a key and
 * its value, or before an element; LOOP_HOLDS, READ_HOLDS: and of the loop, as clauses. */
#define ADDS to->count, to->last, to->ends, to->values[0 .. GDV_AHEAD - 1]
#define AHEAD(clause, given, depth)                                                                                    \
    clause ahead: (given) ==> GDV_AHEAD_SET(to);                                                                       \
    clause known: (given) ==> GDV_AHEAD_KNOWN(to);                                                                     \
    clause open: (given) && to->count > 0 ==> GDV_AHEAD_OPEN(to) == (depth);
#define LOOP_HOLDS(clause, given, of)                                                                                  \
    HAND_HOLDS(clause, given, run, of)                                                                                 \
    AHEAD(clause, given, (of)->top + 1)
#define READ_HOLDS(clause, given)                                                                                      \
    HAND_KNOWN(clause, given, run, of)                                                                                 \
    clause whole: (given) ==> HAND_WHOLE(run, of);                                                                     \
    clause read: (given) ==> HAND_KEY_READ(of);                                                                        \
    AHEAD(clause, given, of->top + 1)

/* ADDED: an event of that kind is the last one. */
#define ADDED(kind, depth)                                                                                             \
    ensures set: GDV_AHEAD_SET(to);                                                                                    \
    ensures known: GDV_AHEAD_KNOWN(to);                                                                                \
    ensures added: to->count == \old(to->count) + 1 && to->ends == \old(to->ends);                                   \
    ensures open: GDV_AHEAD_OPEN(to) == (depth) + ((kind) == GDV_EVENT_BEGIN ? 1 : 0);

/*@ requires set: GDV_AHEAD_SET(to) && \initialized(node);
    requires known: GDV_AHEAD_KNOWN(to);
    requires room: to->count < GDV_AHEAD;
    requires place: node->offset <= end && depth <= GDV_MAX_DEPTH;
    terminates \true; exits \false;
    assigns to->count, to->values[0 .. GDV_AHEAD - 1];
    ADDED(kind, depth)
*/
GDV_INLINE void queue_event(gdv_ahead *to, const gdv_node *node, gdv_event_kind kind, gdv_role role, uint32_t depth,
                            gdv_type type, uint32_t end, uint64_t bits);

#define QUEUE_ENDS_LOOP                                                                                                \
    AHEAD(loop invariant, ALWAYS, depth)                                                                               \
    loop invariant depth: left <= depth <= open;                                                                       \
    loop invariant grows: \at(to->count, Pre) <= to->count;                                                           \
    loop invariant some: depth < open ==> to->count > 0;                                                               \
    loop assigns depth, to->count, to->values[0 .. GDV_AHEAD - 1];                                                     \
    loop variant depth;

/*@ AHEAD(requires, ALWAYS, open)
    requires ends: left <= open && open + to->ends <= GDV_MAX_DEPTH + 1;
    terminates \true; exits \false;
    assigns to->count, to->ends, to->values[0 .. GDV_AHEAD - 1];
    AHEAD(ensures, ALWAYS, left)
    ensures grows: \old(to->count) <= to->count;
    ensures some: left < open ==> to->count > 0;
*/
static inline void queue_ends(gdv_ahead *to, uint32_t open, uint32_t left, uint32_t at);

/* HAND_STOOD: what it has read ends in the packet; and the classes of headers are there. */
#define HAND_STOOD(of)                                                                                                 \
    (\initialized(&(of)->classes) && (of)->classes != \null && \valid_read((of)->classes) && \initialized((of)->classes) && \
     \initialized(&(of)->at) && GDV_PACKET(&(of)->in) && 8 <= (of)->at <= (of)->in.size)

/*@ requires set: GDV_AHEAD_SET(to);
    requires known: GDV_AHEAD_KNOWN(to);
    requires room: to->count < GDV_AHEAD;
    requires hand: HAND_STOOD(of);
    requires place: at <= of->at && depth <= GDV_MAX_DEPTH && header % 0x10000 < GDV_CLASSES;
    terminates \true; exits \false;
    assigns to->count, to->values[0 .. GDV_AHEAD - 1];
    ADDED(kind, depth)
*/
GDV_INLINE void queue_plain(gdv_ahead *to, const gdv_hand *of, gdv_event_kind kind, gdv_role role, uint32_t depth,
                            uint32_t at, uint32_t header, uint32_t count);

/*@ requires sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    requires pair: 8 <= of->at && of->at + of->room + 8 <= of->in.size;
    requires room: to->count < GDV_AHEAD;
    AHEAD(requires, ALWAYS, of->top + 1)
    terminates \true; exits \false;
    assigns of->free, of->room, of->at, run->entries[-8 * run->room .. -1], to->count, to->values[0 .. GDV_AHEAD - 1];
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures stays: !\result ==> of->at == \old(of->at) && of->room == \old(of->room);
    ensures moved: \result ==> \old(of->at) + 8 <= of->at && of->room <= \old(of->room);
    ensures moved: \result ==> of->at + of->room == \old(of->at + of->room) + 4;
    ensures added: to->count == \old(to->count) + (\result ? 1 : 0);
    AHEAD(ensures, ALWAYS, of->top + 1)
*/
GDV_INLINE bool queue_key(gdv_ahead *to, const gdv_run *run, gdv_hand *of);

/*@ requires hand: \initialized(&of->top) && \initialized(&of->at) && of->top < GDV_MAX_DEPTH && at <= of->at;
    requires level: GDV_LEVEL_SET(stack->levels[of->top]);
    requires hand: HAND_STOOD(of);
    requires set: GDV_AHEAD_SET(to);
    requires known: GDV_AHEAD_KNOWN(to);
    requires room: to->count < GDV_AHEAD && header % 0x10000 < GDV_CLASSES;
    terminates \true; exits \false;
    assigns to->count, to->values[0 .. GDV_AHEAD - 1];
    ensures added: to->count == \old(to->count) + 1;
    AHEAD(ensures, ALWAYS, of->top + 1)
*/
GDV_INLINE void queue_opened(gdv_ahead *to, const gdv_hand *of, const gdv_stack *stack, gdv_role role, uint32_t at,
                           uint32_t header);

/*@ READ_HOLDS(requires, ALWAYS)
    requires room: to->count < GDV_AHEAD && header % 0x10000 < GDV_CLASSES;
    terminates \true; exits \false;
    assigns HAND_CHANGES(0), to->count, to->values[0 .. GDV_AHEAD - 1];
    LOOP_HOLDS(ensures, \result, of)
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures waits: \result ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    READ_HOLDS(ensures, !\result)
    ensures stays: !\result ==> of->at == \old(of->at);
    ensures added: to->count == \old(to->count) + (\result ? 1 : 0);
*/
GDV_INLINE bool queue_container(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, gdv_role role,
                              uint32_t header, bool keyed);

/*@ READ_HOLDS(requires, ALWAYS)
    requires room: to->count < GDV_AHEAD;
    requires known: class != GDV_CLASS_STEP ==> header % 0x10000 < GDV_CLASSES;
    requires narrow: class != GDV_CLASS_STEP && header < GDV_CLASSES ==> class == run->table->classes->narrow[header];
    requires wide: header >= GDV_CLASSES ==>
        class == GDV_CLASS_STEP || class == GDV_CLASS_RARE || class == GDV_CLASS_DOUBLE;
    terminates \true; exits \false;
    assigns HAND_CHANGES(0), run->count, ADDS;
    LOOP_HOLDS(ensures, \result, of)
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures moved: \result ==> \old(of->at) + 4 <= of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    READ_HOLDS(ensures, !\result)
    ensures stays: !\result ==> of->at == \old(of->at);
    ensures added: \result ==> \old(to->count) < to->count;
    ensures added: !\result ==> to->count == \old(to->count);
*/
GDV_INLINE bool queue_leaf(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, gdv_role role, gdv_class class,
                         uint32_t header, bool begins);

#define QUEUE_ENDED_LOOP                                                                                               \
    LOOP_HOLDS(loop invariant, ALWAYS, of)                                                                             \
    loop invariant whole: HAND_WHOLE(run, of);                                                                         \
    loop invariant top: of->top <= \at(of->top, Pre);                                                                  \
    loop invariant some: \at(to->count, Pre) <= to->count;                                                             \
    loop assigns of->top, of->pair, of->free, run->first, to->count, to->ends, to->values[0 .. GDV_AHEAD - 1];         \
    loop variant of->top;

/*@ LOOP_HOLDS(requires, ALWAYS, of)
    requires whole: HAND_WHOLE(run, of);
    requires first: first == gdv_first && to->count > 0;
    terminates \true; exits \false;
    assigns of->top, of->pair, of->free, run->first, to->count, to->ends, to->values[0 .. GDV_AHEAD - 1];
    LOOP_HOLDS(ensures, ALWAYS, of)
    ensures whole: HAND_WHOLE(run, of);
    ensures waits: \result ==> stack->levels[of->top].left > 0;
    ensures grows: \old(to->count) <= to->count;
*/
GDV_INLINE bool queue_ended(gdv_ahead *to, gdv_run *run, gdv_hand *of, const gdv_stack *stack, uint32_t first);

/*@ READ_HOLDS(requires, ALWAYS)
    requires first: first == gdv_first;
    requires room: to->count < GDV_AHEAD;
    terminates \true; exits \false;
    assigns HAND_CHANGES(0), run->count, ADDS;
    LOOP_HOLDS(ensures, ALWAYS, of)
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures waits: \result ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures ended: HAND_WAITS(of) || \old(to->count) < to->count;
    ensures added: \old(to->count) < to->count ==> \old(of->at) + 4 <= of->at;
    ensures grows: \old(to->count) <= to->count;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures moved: \old(of->at) <= of->at;
*/
GDV_INLINE bool queue_next_value(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t first);

/*@ LOOP_HOLDS(requires, ALWAYS, of)
    requires waits: first == gdv_first && HAND_WAITS(of) && HAND_WHOLE(run, of);
    requires room: to->count + 2 <= GDV_AHEAD;
    terminates \true; exits \false;
    assigns HAND_CHANGES(0), run->count, ADDS;
    LOOP_HOLDS(ensures, ALWAYS, of)
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures waits: \result ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures ended: HAND_WAITS(of) || \old(to->count) < to->count;
    ensures added: \old(to->count) < to->count ==> \old(of->at) + 4 <= of->at;
    ensures grows: \old(to->count) <= to->count;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures moved: \old(of->at) <= of->at;
*/
GDV_INLINE bool queue_next(gdv_ahead *to, gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t first);

/*@ LOOP_HOLDS(requires, ALWAYS, of)
    requires first: first == gdv_first;
    terminates \true; exits \false;
    assigns of->free, run->first, to->count, to->ends, to->values[0 .. GDV_AHEAD - 1];
    HAND_HOLDS(ensures, ALWAYS, run, of)
    AHEAD(ensures, !\result, of->top + 1)
    AHEAD(ensures, \result, of->top)
    ensures ended: \result ==> of->top == gdv_first && stack->levels[of->top].left == 0;
    ensures grows: \old(to->count) <= to->count;
*/
GDV_INLINE bool queue_first(gdv_ahead *to, gdv_run *run, gdv_hand *of, const gdv_stack *stack, uint32_t first);

#define QUEUE_ON_LOOP                                                                                                   \
    LOOP_HOLDS(loop invariant, ALWAYS, &of)                                                                            \
    loop invariant first: first == gdv_first;                                                                          \
    loop invariant waits: goes_on ==> HAND_WAITS(&of) && HAND_WHOLE(run, &of);                                         \
    loop invariant ended: HAND_WAITS(&of) || \at(to->count, LoopEntry) < to->count;                                    \
    loop invariant added: \at(to->count, LoopEntry) < to->count ==> \at(of.at, LoopEntry) + 4 <= of.at;                \
    loop invariant grows: \at(to->count, Pre) <= \at(to->count, LoopEntry) <= to->count;                                                            \
    loop invariant paid: HAND_FREE(run, &of) <= \at(HAND_FREE(run, &of), LoopEntry);                                   \
    loop invariant moved: \at(of.at, LoopEntry) <= of.at;                                                              \
    loop assigns goes_on, of.room, of.at, of.top, of.pair, of.free, run->promised, run->first, run->count, *stack,     \
        gdv_owed[0 .. GDV_MAX_DEPTH], run->entries[-8 * run->room .. -1], ADDS;                                        \
    loop variant goes_on ? of.in.size - of.at + 1 : 0;

/*@ GDV_RUN_ON_REQUIRES
    requires room: to->count + 2 <= GDV_AHEAD;
    AHEAD(requires, ALWAYS, run->depth)
    terminates \true; exits \false;
    assigns run->in.pos, run->in.reserved, run->depth, run->promised, run->used, run->first, run->count, *stack,
            gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, run->entries[-8 * run->room .. -1], ADDS, to->goes_on;
    GDV_RUN_ON_ENSURES
    ensures none: run->in.pos == 0 ==> gdv_owed[0] == \old(gdv_owed[0]);
    ensures stays: run->in.pos == \old(run->in.pos) ==> to->goes_on == 0 || to->goes_on == \old(to->goes_on);
    ensures waits: run->in.pos > 0 && run->in.pos == \old(run->in.pos) ==>
        run->depth > 0 && stack->levels[run->depth - 1].left > 0;
    ensures ended: run->in.pos > 0 ==>
        (run->depth > 0 && stack->levels[run->depth - 1].left > 0) || \old(to->count) < to->count;
    ensures set: \old(\initialized(&to->goes_on)) ==> \initialized(&to->goes_on);
    ensures grows: \old(to->count) <= to->count;
    AHEAD(ensures, ALWAYS, run->depth)
*/
static void queue_on(gdv_ahead *to, gdv_run *run, gdv_stack *stack);

/*@ requires \initialized(&scan->permit);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> (scan->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
*/
static inline bool wants_unique_keys(const gdv_scan *scan);

/* OF: the loop knows the packet, the table and the entries that the step and keys.h know. */
#define OF(run, scan, keys)                                                                                            \
    ((run)->in.bytes == (scan)->in.bytes && (run)->in.size == (scan)->in.size && (run)->table == (scan)->table &&      \
     (run)->max_depth == (scan)->max_depth && (run)->entries == (keys)->end && (run)->room == (keys)->room &&          \
     GDV_RUN_FITS(run))

/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan);
    requires classes: GDV_CLASSES_SOUND(scan->table) && \separated(GDV_ENTRIES(keys->end, keys->room), scan->table->classes);
    requires run: GDV_RUN_SOUND(run) && OF(run, scan, keys);
    requires stands: GDV_RUN_STANDS(run, stack) && run->in.pos >= 8;
    requires paid: run->in.reserved <= 4 * run->promised && GDV_RUN_FREE(run) + 4 * scan->strings <= run->in.size;
    requires ended: (run->depth > 0 && stack->levels[run->depth - 1].left > 0) || to->count > 0;
    requires after: \initialized(&to->after) && to->after == GDV_OK;
    AHEAD(requires, ALWAYS, run->depth)
    terminates \true; exits \false;
    assigns GDV_AHEAD_CHANGES;
    ensures set: \initialized(&to->after) && GDV_AHEAD_SET(to);
    ensures known: GDV_AHEAD_KNOWN(to);
    ensures more: to->after == GDV_OK && to->count == 0 ==> scan->in.reserved != 0;
    ensures wrong: to->after != GDV_OK ==> to->goes_on == 0;
    ensures stays: run->depth > 0 && \old(stack->levels[run->depth - 1].left) > 0 ==>
        to->goes_on == \old(to->goes_on) && to->after == GDV_OK;
    ensures goes: \old(\initialized(&to->goes_on)) ==> \initialized(&to->goes_on);
    ensures grows: to->after == GDV_OK ==> \old(to->count) <= to->count;
    ensures at: scan->in.pos == run->in.pos;
    ensures room: keys->room == \old(keys->room);
    ensures scan: GDV_SCAN_SOUND(scan);
    ensures open: to->after == GDV_OK && to->count > 0 ==> GDV_AHEAD_OPEN(to) == scan->depth;
    GDV_AHEAD_HOLDS(ensures, to->after == GDV_OK)
*/
static void after_queue(gdv_ahead *to, const gdv_run *run, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

/*@ GDV_AHEAD_HOLDS(requires, ALWAYS)
    requires first: scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0;
    requires room: to->count + 2 <= GDV_AHEAD;
    requires after: \initialized(&to->after) && to->after == GDV_OK;
    AHEAD(requires, ALWAYS, scan->depth)
    terminates \true; exits \false;
    assigns GDV_AHEAD_CHANGES;
    ensures set: \initialized(&to->goes_on) && \initialized(&to->after) && GDV_AHEAD_SET(to);
    ensures known: GDV_AHEAD_KNOWN(to);
    ensures open: to->after == GDV_OK && to->count > 0 ==> GDV_AHEAD_OPEN(to) == scan->depth;
    ensures scan: GDV_SCAN_SOUND(scan);
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures grows: to->after == GDV_OK ==> \old(to->count) <= to->count;
    ensures room: keys->room == \old(keys->room);
    ensures first: to->after == GDV_OK ==> (scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0);
    ensures less: scan->in.pos == \old(scan->in.pos) ==> to->goes_on == 0;
    ensures wrong: to->goes_on != 0 ==> to->after == GDV_OK;
    ensures more: to->after == GDV_OK && to->count == 0 && \old(scan->in.reserved) != 0 ==> scan->in.reserved != 0;
    GDV_AHEAD_HOLDS(ensures, to->after == GDV_OK)
*/
static void queue_fast(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

#define QUEUE_KNOWN_LOOP                                                                                               \
    loop invariant set: \initialized(&to->goes_on) && \initialized(&to->after) && GDV_AHEAD_SET(to);                   \
    loop invariant known: GDV_AHEAD_KNOWN(to);                                                                         \
    loop invariant open: to->after == GDV_OK && to->count > 0 ==> GDV_AHEAD_OPEN(to) == scan->depth;                   \
    loop invariant wrong: to->goes_on != 0 ==> to->after == GDV_OK;                                                    \
    loop invariant scan: GDV_SCAN_SOUND(scan);                                                                         \
    loop invariant moved: \at(scan->in.pos, Pre) <= scan->in.pos;                                                      \
    loop invariant grows: to->after == GDV_OK ==> \at(to->count, Pre) <= to->count;                                    \
    loop invariant room: keys->room == \at(keys->room, Pre);                                                           \
    loop invariant more: to->after == GDV_OK && to->count == 0 && \at(scan->in.reserved, Pre) != 0 ==>                 \
        scan->in.reserved != 0;                                                                                        \
    loop invariant first: to->after == GDV_OK ==> (scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0);                           \
    GDV_AHEAD_HOLDS(loop invariant, to->after == GDV_OK)                                                               \
    loop assigns GDV_AHEAD_CHANGES;                                                                                    \
    loop variant (scan->in.size - scan->in.pos) * 2 + (to->goes_on != 0 ? 1 : 0);

/*@ GDV_AHEAD_HOLDS(requires, ALWAYS)
    requires first: scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0;
    requires set: \initialized(&to->goes_on) && \initialized(&to->after) && to->after == GDV_OK;
    AHEAD(requires, ALWAYS, scan->depth)
    terminates \true; exits \false;
    assigns GDV_AHEAD_CHANGES;
    ensures set: \initialized(&to->goes_on) && \initialized(&to->after) && GDV_AHEAD_SET(to);
    ensures known: GDV_AHEAD_KNOWN(to);
    ensures open: to->after == GDV_OK && to->count > 0 ==> GDV_AHEAD_OPEN(to) == scan->depth;
    ensures scan: GDV_SCAN_SOUND(scan);
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures grows: to->after == GDV_OK ==> \old(to->count) <= to->count;
    ensures room: keys->room == \old(keys->room);
    ensures more: to->after == GDV_OK && to->count == 0 && \old(scan->in.reserved) != 0 ==> scan->in.reserved != 0;
    ensures first: to->after == GDV_OK ==> (scan->in.pos == 0 ==> scan->values == 0 && keys->used == 0);
    GDV_AHEAD_HOLDS(ensures, to->after == GDV_OK)
*/
static void queue_known(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

/*@ requires set: GDV_AHEAD_SET(to) && to->count == 0;
    requires known: GDV_AHEAD_KNOWN(to);
    requires packet: GDV_PACKET(&scan->in) && \initialized(&scan->depth);
    requires token: \initialized(token) && token->id < GDV_ANY_ID;
    requires row: \valid_read(token->wire) && \initialized(token->wire);
    requires place: token->name <= token->at && token->at + 4 <= token->end <= scan->in.size;
    requires depth: depth <= GDV_MAX_DEPTH;
    requires opened: token->children > 0 ==> token->open == 1 && scan->depth == depth + 1;
    requires closed: token->children == 0 ==> scan->depth <= depth;
    terminates \true; exits \false;
    assigns ADDS;
    ensures some: 0 < to->count;
    AHEAD(ensures, ALWAYS, scan->depth)
*/
static void queue_token(gdv_ahead *to, const gdv_scan *scan, uint32_t depth, gdv_role role, const gdv_token *token);

/*@ GDV_AHEAD_HOLDS(requires, ALWAYS)
    requires more: scan->in.reserved != 0;
    requires set: GDV_AHEAD_SET(to) && to->count == 0;
    requires known: GDV_AHEAD_KNOWN(to);
    terminates \true; exits \false;
    assigns GDV_AHEAD_CHANGES;
    ensures scan: GDV_SCAN_SOUND(scan);
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures some: \result == GDV_OK ==> 0 < to->count;
    ensures none: \result != GDV_OK ==> to->count == 0;
    ensures room: keys->room == \old(keys->room);
    ensures read: \result == GDV_OK ==> scan->in.pos > 0;
    AHEAD(ensures, ALWAYS, scan->depth)
    GDV_AHEAD_HOLDS(ensures, \result == GDV_OK)
*/
static gdv_status queue_step(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

#endif
