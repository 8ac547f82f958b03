/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/hand.h (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_HAND_H
#define GDV_PROOF_HAND_H

/* NOTHING: no payload. HAND_SET: all fields are set. HAND_OF: what a loop has in hand is of this run. HAND_USED: entries of keys.
 * HAND_ENTRIES: where entries may come, above the lowest `kept` ones. VALUES: of a container with n elements. HAND_AT: where it
 * stands is in the packet, before a value or key. */
#define NOTHING 0xffffffff
#define HAND_SET(of)                                                                                                   \
    (\initialized(&(of)->classes) && \initialized(&(of)->lowest) && \initialized(&(of)->free) &&                        \
     \initialized(&(of)->at) && \initialized(&(of)->room) && \initialized(&(of)->top) && \initialized(&(of)->pair))
#define HAND_OF(run, of)                                                                                               \
    (HAND_SET(of) && (of)->top < GDV_MAX_DEPTH && GDV_PACKET(&(of)->in) && (of)->in.bytes == (run)->in.bytes && (of)->in.size == (run)->in.size &&  \
     (of)->classes == (run)->table->classes && (of)->lowest == (run)->entries - 8 * (run)->room &&                     \
     (of)->free <= (run)->room && 1 <= (of)->pair <= (run)->pair)
#define HAND_USED(run, of) ((run)->room - (of)->free)
#define HAND_ENTRIES(kept) run->entries[-8 * (run->room - (kept)) .. -1]
#define VALUES(keyed, n) ((keyed) ? 2 * (n) : (n))
#define HAND_AT(of) (8 <= (of)->at && (of)->at + (of)->room + 4 <= (of)->in.size)

/*@ requires GDV_RUN_SET(run) && GDV_PACKET(&run->in) && GDV_WIRE_TABLE_SOUND(run->table) && run->table->count > 0;
    requires inside: at + 4 + room <= run->in.size;
    terminates \true; exits \false;
    assigns run->count;
    ensures \initialized(&run->count);
    ensures \result == NOTHING || \result <= room;
*/
GDV_COLD uint32_t gdv_rare_payload(gdv_run *run, uint32_t header, uint32_t at, uint32_t room);

/*@ requires GDV_RUN_SET(run) && depth <= GDV_MAX_DEPTH && (depth > 0 ==> GDV_LEVEL_SET(stack->levels[depth - 1]));
    requires n <= GDV_MAX_BYTES && run->promised <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
*/
GDV_COLD bool gdv_may_open(const gdv_run *run, const gdv_stack *stack, uint32_t depth, uint32_t n, bool keyed);

/*@ requires classes != \null && \valid_read(classes) && \initialized(classes);
    requires wide: \forall integer id; 0 <= id < GDV_CLASSES ==>
        classes->wide[id] == GDV_CLASS_STEP || classes->wide[id] == GDV_CLASS_RARE || classes->wide[id] == GDV_CLASS_DOUBLE;
    terminates \true; exits \false;
    assigns \nothing;
    ensures narrow: header < GDV_CLASSES ==> \result == classes->narrow[header];
    ensures wide: header >= GDV_CLASSES ==>
        \result == GDV_CLASS_STEP || \result == GDV_CLASS_RARE || \result == GDV_CLASS_DOUBLE;
    ensures known: \result != GDV_CLASS_STEP ==> header % 0x10000 < GDV_CLASSES;
*/
static inline gdv_class gdv_header_class(const gdv_classes *classes, uint32_t header);

/*@ requires HAND_SET(of) && GDV_PACKET(&of->in);
    requires word: 8 <= of->at && of->at + 8 <= of->in.size && of->at + of->room + 4 <= of->in.size;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == NOTHING || (\result <= 16 && (\result + 3) / 4 * 4 + 4 <= of->room);
*/
GDV_INLINE uint32_t gdv_short_size(const gdv_hand *of);

/*@ requires \initialized(&run->room) && \initialized(&of->free) && of->free <= run->room;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == HAND_USED(run, of);
*/
static inline uint32_t gdv_hand_used(const gdv_run *run, const gdv_hand *of);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of);
    terminates \true; exits \false;
    assigns of->free, HAND_ENTRIES(kept);
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures taken: of->free == \old(of->free) - (\result ? 1 : 0);
    ensures kept: \result ==> kept <= of->free;
*/
static inline bool gdv_add_entry(const gdv_run *run, gdv_hand *of, uint64_t entry, uint32_t kept);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of);
    requires pair: 8 <= of->at && of->at + of->room + 8 <= of->in.size;
    terminates \true; exits \false;
    assigns of->free, of->room, of->at, HAND_ENTRIES(kept);
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures type: \result != NOTHING ==> header < run->table->count && header < GDV_CLASSES;
    ensures stays: \result == NOTHING ==> of->at == \old(of->at) && of->room == \old(of->room);
    ensures taken: of->free == \old(of->free) - (\result != NOTHING ? 1 : 0);
    ensures kept: \result != NOTHING ==> kept <= of->free;
    ensures moved: \result != NOTHING ==> \old(of->at) + 8 <= of->at && of->room <= \old(of->room);
    ensures moved: \result != NOTHING ==> of->at + of->room == \old(of->at + of->room) + 4;
*/
GDV_INLINE uint32_t gdv_take_key(const gdv_run *run, gdv_hand *of, uint32_t header, uint32_t kept);

/*@ requires HAND_SET(of) && GDV_PACKET(&of->in) && HAND_AT(of) && 4 <= size <= 16 && size % 4 == 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == NOTHING || (\result == size && size <= of->room);
*/
GDV_INLINE uint32_t gdv_floats_payload(const gdv_hand *of, uint32_t size);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of) && HAND_AT(of);
    requires narrow: class != GDV_CLASS_STEP && header < GDV_CLASSES ==> class == run->table->classes->narrow[header];
    requires wide: header >= GDV_CLASSES ==>
        class == GDV_CLASS_STEP || class == GDV_CLASS_RARE || class == GDV_CLASS_DOUBLE;
    terminates \true; exits \false;
    assigns run->count;
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures known: class == GDV_CLASS_STEP ==> \result == NOTHING;
    ensures counted: counting ==> \initialized(&run->count);
    ensures fits: \result == NOTHING || \result <= of->room;
*/
GDV_INLINE uint32_t gdv_leaf_payload(gdv_run *run, const gdv_hand *of, gdv_class class, uint32_t header, bool counting);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of);
    requires inside: of->at + of->room + 4 <= of->in.size;
    requires around: of->at > 0 ==> GDV_LEVEL_SET(stack->levels[of->top]);
    requires counted: run->promised <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures fits: \result > 0 ==> 4 + 4 * VALUES(keyed, \result) <= of->room;
*/
GDV_INLINE uint32_t gdv_elements_of(const gdv_run *run, const gdv_hand *of, const gdv_stack *stack, bool keyed);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of);
    terminates \true; exits \false;
    assigns of->free, run->first, HAND_ENTRIES(kept);
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures taken: of->free == \old(of->free) - (\result && keyed && run->pair == 2 ? 1 : 0);
    ensures kept: \result && keyed && run->pair == 2 ==> kept <= of->free;
*/
GDV_INLINE bool gdv_begin_keys(gdv_run *run, gdv_hand *of, bool keyed, uint32_t kept);

/* HAND_LEVELS: the innermost container's level. HAND_SET_LEVELS, HAND_DECLARES: the levels in use are set and declare existing types.
 * HAND_WHOLE: those from gdv_first on are no objects, and of whole pairs where keys are looked at. HAND_OWED: what is promised to
 * each, and HAND_DUE at least. HAND_BALANCED: what is promised in all has its bytes, HAND_WORDS: in fours. HAND_PAID: promised values were paid for, as were those read.
 * HAND_FREE: what cannot grow. */
#define HAND_LEVELS(run, of)                                                                                           \
    (gdv_first <= (of)->top < (run)->max_depth &&                                                                      \
     (of)->pair == (stack->levels[(of)->top].kind == GDV_LEVEL_DICTIONARY ? (run)->pair : 1))
#define HAND_SET_LEVELS(of) (\forall integer i; 0 <= i <= (of)->top ==> GDV_LEVEL_SET(stack->levels[i]))
#define HAND_DECLARES(run, of) (\forall integer i; 0 <= i <= (of)->top ==> GDV_LEVEL_DECLARES(stack->levels[i], run))
#define HAND_WHOLE(run, of)                                                                                            \
    (\forall integer i; gdv_first <= i <= (of)->top ==>                                                                \
         stack->levels[i].kind != GDV_LEVEL_OBJECT &&                                                                  \
         (stack->levels[i].kind != GDV_LEVEL_DICTIONARY || (run)->pair == 1 || stack->levels[i].left % 2 == 0))
#define HAND_OWED(of)                                                                                                  \
    (gdv_owed[0] == 0 &&                                                                                               \
     (\forall integer i; 0 <= i <= (of)->top ==> gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i])))
#define HAND_DUE(of) (\forall integer i; 0 <= i <= (of)->top ==> 4 * stack->levels[i].left <= gdv_owed[i + 1])
#define HAND_PROMISED(of) ((of)->in.size - (of)->at - (of)->room)
#define HAND_BALANCED(of) (HAND_PROMISED(of) == gdv_owed[(of)->top + 1])
#define HAND_WORDS(of) (gdv_owed[(of)->top + 1] % 4 == 0)
#define HAND_FREE(run, of) ((of)->room + 4 * (run)->promised)
#define HAND_PAID(run, of) (HAND_PROMISED(of) <= 4 * (run)->promised && HAND_FREE(run, of) <= (of)->in.size)

/*@ requires top: \initialized(&of->top) && of->top < GDV_MAX_DEPTH;
    requires ledger: gdv_owed[0] == 0 &&
        (\forall integer i; 0 <= i < of->top ==> gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]));
    requires due: \forall integer i; 0 <= i < of->top ==> 4 * stack->levels[i].left <= gdv_owed[i + 1];
    requires few: gdv_owed[of->top] + 4 * values <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns stack->levels[of->top], gdv_owed[of->top + 1];
    ensures set: GDV_LEVEL_SET(stack->levels[of->top]) && stack->levels[of->top].left == values;
    ensures kind: stack->levels[of->top].kind == (keyed ? GDV_LEVEL_DICTIONARY : GDV_LEVEL_ARRAY);
    ensures plain: stack->levels[of->top].key_id == GDV_ANY_ID && stack->levels[of->top].value_id == GDV_ANY_ID;
    ensures plain: stack->levels[of->top].constraints == 0;
    ensures owed: HAND_OWED(of);
    ensures due: HAND_DUE(of);
    ensures sum: gdv_owed[of->top + 1] == gdv_owed[of->top] + 4 * values;
    ensures words: gdv_owed[of->top] % 4 == 0 ==> HAND_WORDS(of);
*/
static inline void gdv_level_begin(const gdv_hand *of, gdv_stack *stack, uint32_t values, bool keyed);

/*@ requires top: \initialized(&of->top) && of->top < GDV_MAX_DEPTH && HAND_SET_LEVELS(of) && HAND_OWED(of) && HAND_DUE(of);
    requires left: values <= stack->levels[of->top].left && stack->levels[of->top].kind != GDV_LEVEL_OBJECT;
    terminates \true; exits \false;
    assigns stack->levels[of->top].left, gdv_owed[of->top + 1];
    ensures set: HAND_SET_LEVELS(of);
    ensures left: stack->levels[of->top].left == \old(stack->levels[of->top].left) - values;
    ensures paid: gdv_owed[of->top + 1] == \old(gdv_owed[of->top + 1]) - 4 * values;
    ensures owed: HAND_OWED(of);
    ensures due: HAND_DUE(of);
    ensures words: \old(gdv_owed[of->top + 1] % 4) == 0 ==> HAND_WORDS(of);
*/
static inline void gdv_level_pass(const gdv_hand *of, gdv_stack *stack, uint32_t values);

/*@ requires top: \initialized(&of->top) && 0 < of->top < GDV_MAX_DEPTH && \initialized(&run->pair);
    requires levels: HAND_SET_LEVELS(of) && HAND_OWED(of);
    requires ended: stack->levels[of->top].left == 0;
    terminates \true; exits \false;
    assigns of->top, of->pair;
    ensures top: of->top == \old(of->top) - 1 && \initialized(&of->top) && \initialized(&of->pair);
    ensures pair: of->pair == (stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? run->pair : 1);
    ensures owed: gdv_owed[of->top + 1] == \old(gdv_owed[of->top + 1]);
*/
static inline void gdv_level_leave(const gdv_run *run, gdv_hand *of, const gdv_stack *stack);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of) && HAND_PAID(run, of);
    requires words: gdv_owed[of->top] % 4 == 0;
    requires level: of->top < run->max_depth;
    requires fits: n > 0 && 4 + 4 * VALUES(keyed, n) <= of->room;
    requires header: HAND_PROMISED(of) - 4 == gdv_owed[of->top];
    requires ledger: gdv_owed[0] == 0 &&
        (\forall integer i; 0 <= i < of->top ==> gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]));
    requires due: \forall integer i; 0 <= i < of->top ==> 4 * stack->levels[i].left <= gdv_owed[i + 1];
    terminates \true; exits \false;
    assigns stack->levels[of->top], run->promised, of->room, of->at, of->pair,
            gdv_owed[of->top + 1];
    ensures sound: GDV_RUN_SOUND(run);
    ensures hand: HAND_OF(run, of);
    ensures paid: HAND_PAID(run, of) && HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures level: GDV_LEVEL_SET(stack->levels[of->top]) && stack->levels[of->top].left == VALUES(keyed, n);
    ensures kind: stack->levels[of->top].kind == (keyed ? GDV_LEVEL_DICTIONARY : GDV_LEVEL_ARRAY);
    ensures declares: stack->levels[of->top].key_id == GDV_ANY_ID && stack->levels[of->top].value_id == GDV_ANY_ID;
    ensures pair: of->pair == (keyed ? run->pair : 1);
    ensures moved: of->at == \old(of->at) + 8;
    ensures words: HAND_WORDS(of);
    ensures owed: HAND_OWED(of);
    ensures due: HAND_DUE(of);
    ensures balanced: HAND_BALANCED(of);
*/
GDV_INLINE void gdv_open_at(gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t n, bool keyed);

/* As clauses of the given kind, where `given` is so. HAND_KNOWN: what holds between values and between a key and its value.
 * HAND_HOLDS: what holds between values, but that containers may have ended and are open still. */
#define HAND_KNOWN(clause, given, run, of)                                                                             \
    clause sound: (given) ==> GDV_RUN_SOUND(run);                                                                      \
    clause hand: (given) ==> HAND_OF(run, of) && 8 <= (of)->at;                                                        \
    clause paid: (given) ==> HAND_PAID(run, of);                                                                       \
    clause words: (given) ==> HAND_WORDS(of);                                                                          \
    clause levels: (given) ==> HAND_LEVELS(run, of);                                                                   \
    clause set: (given) ==> HAND_SET_LEVELS(of);                                                                       \
    clause declares: (given) ==> HAND_DECLARES(run, of);                                                               \
    clause owed: (given) ==> HAND_OWED(of);                                                                            \
    clause due: (given) ==> HAND_DUE(of);
#define HAND_HOLDS(clause, given, run, of)                                                                             \
    HAND_KNOWN(clause, given, run, of)                                                                                 \
    clause balanced: (given) ==> HAND_BALANCED(of);
#define ALWAYS (0 == 0)
#define HAND_WAITS(of) (stack->levels[(of)->top].left > 0)
#define HAND_KEY_READ(of)                                                                                              \
    (stack->levels[(of)->top].left >= (of)->pair &&                                                                    \
     HAND_PROMISED(of) == gdv_owed[(of)->top + 1] - 4 * ((of)->pair - 1))
#define HAND_CHANGES(kept)                                                                                             \
    run->promised, run->first, of->room, of->at, of->top, of->pair, of->free, HAND_ENTRIES(kept), *stack,              \
        gdv_owed[0 .. GDV_MAX_DEPTH]

/*@ requires sound: GDV_RUN_SOUND(run) && HAND_OF(run, of) && HAND_PAID(run, of);
    requires begins: of->at == 0 && of->room + 4 == of->in.size && of->top == 0 && run->max_depth > 0;
    terminates \true; exits \false;
    assigns HAND_CHANGES(kept), gdv_first;
    HAND_HOLDS(ensures, \result, run, of)
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures opened: \result ==> of->top == 0 && gdv_first == 0 && HAND_WAITS(of);
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures stays: !\result ==> of->at == 0 && of->room == \old(of->room) && of->top == 0 && run->promised == \old(run->promised);
    ensures stays: !\result ==> gdv_owed[0] == \old(gdv_owed[0]);
    ensures at: \result ==> of->at == 8;
    ensures pairs: \result && stack->levels[0].kind == GDV_LEVEL_DICTIONARY ==> stack->levels[0].left % 2 == 0;
    ensures taken: \old(of->free) <= of->free + 1;
    ensures taken: \result && !keyed ==> of->free == \old(of->free);
    ensures kept: \result && keyed && run->pair == 2 ==> kept <= of->free;
    ensures kind: \result ==> stack->levels[0].kind == (keyed ? GDV_LEVEL_DICTIONARY : GDV_LEVEL_ARRAY);
*/
GDV_INLINE bool gdv_open_outermost(gdv_run *run, gdv_hand *of, gdv_stack *stack, bool keyed, uint32_t kept);

/*@ HAND_KNOWN(requires, ALWAYS, run, of)
    requires whole: HAND_WHOLE(run, of);
    requires read: HAND_KEY_READ(of);
    terminates \true; exits \false;
    assigns HAND_CHANGES(kept);
    HAND_KNOWN(ensures, ALWAYS, run, of)
    ensures whole: HAND_WHOLE(run, of);
    ensures opened: \result ==> HAND_BALANCED(of) && HAND_WAITS(of);
    ensures kind: \result ==> stack->levels[of->top].kind == (keyed ? GDV_LEVEL_DICTIONARY : GDV_LEVEL_ARRAY);
    ensures opened: \result ==> of->top == \old(of->top) + 1 && \old(of->at) + 8 == of->at;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures taken: of->free == \old(of->free) - (\result && keyed && run->pair == 2 ? 1 : 0);
    ensures kept: \result && keyed && run->pair == 2 ==> kept <= of->free;
    ensures kept: !\result ==> stack->levels[of->top].left == \old(stack->levels[of->top].left) &&
        stack->levels[of->top].kind == \old(stack->levels[of->top].kind);
    ensures kept: !\result ==> stack->levels[0].left == \old(stack->levels[0].left) &&
        stack->levels[0].kind == \old(stack->levels[0].kind);
    ensures kept: !\result ==> of->pair == \old(of->pair);
    ensures stays: !\result ==> HAND_KEY_READ(of) && of->top == \old(of->top) && of->at == \old(of->at);
*/
GDV_INLINE bool gdv_open_inner(gdv_run *run, gdv_hand *of, gdv_stack *stack, bool keyed, uint32_t kept);

/*@ requires GDV_RUN_SOUND(run) && HAND_OF(run, of);
    terminates \true; exits \false;
    assigns of->free, run->first;
    ensures sound: GDV_RUN_SOUND(run) && HAND_OF(run, of);
    ensures fewer: \old(of->free) <= of->free;
*/
GDV_INLINE bool gdv_hand_may_repeat(gdv_run *run, gdv_hand *of);

/* What gdv_hand_take sets, before the hand stands anywhere. */
#define HAND_BEGUN(run, of)                                                                                            \
    (GDV_PACKET(&(of)->in) && (of)->in.bytes == (run)->in.bytes && (of)->in.size == (run)->in.size &&                  \
     \initialized(&(of)->classes) && (of)->classes == (run)->table->classes && \initialized(&(of)->lowest) &&          \
     (of)->lowest == (run)->entries - 8 * (run)->room)

/*@ requires GDV_RUN_KNOWN(run);
    terminates \true; exits \false;
    assigns of->in, of->classes, of->lowest;
    ensures begun: HAND_BEGUN(run, of);
    ensures at: \initialized(&of->in.pos) && of->in.pos == run->in.pos;
    ensures at: \initialized(&of->in.reserved) && of->in.reserved == run->in.reserved;
*/
static inline void gdv_hand_take(const gdv_run *run, gdv_hand *of);

/*@ requires HAND_SET(of) && \initialized(&of->in.size) && of->at + of->room <= of->in.size && of->top < GDV_MAX_DEPTH;
    requires entries: \initialized(&run->room) && of->free <= run->room;
    terminates \true; exits \false;
    assigns run->in.pos, run->in.reserved, run->depth, run->used;
    ensures at: \initialized(&run->in.pos) && run->in.pos == of->at;
    ensures at: \initialized(&run->in.reserved) && run->in.reserved == of->in.size - of->at - of->room;
    ensures depth: \initialized(&run->depth) && run->depth == of->top + (ended ? 0 : 1);
    ensures used: \initialized(&run->used) && run->used == HAND_USED(run, of);
*/
static inline void gdv_hand_leave(gdv_run *run, const gdv_hand *of, bool ended);

/*@ requires sound: GDV_RUN_SOUND(run) && run->in.size >= 4 && run->promised == 1 && HAND_BEGUN(run, of);
    terminates \true; exits \false;
    assigns HAND_CHANGES(kept), gdv_first;
    HAND_HOLDS(ensures, \result, run, of)
    ensures whole: \result ==> HAND_WHOLE(run, of);
    ensures begun: \result ==> of->top == 0 && gdv_first == 0 && HAND_WAITS(of);
    ensures sound: GDV_RUN_SOUND(run);
    ensures stays: !\result ==> run->promised == 1 && gdv_owed[0] == \old(gdv_owed[0]);
    ensures at: \result ==> of->at == 8;
    ensures pairs: \result && stack->levels[0].kind == GDV_LEVEL_DICTIONARY ==> stack->levels[0].left % 2 == 0;
    ensures known: \result ==> HAND_USED(run, of) <= 1 && header % 0x10000 < GDV_CLASSES;
    ensures known: \result && stack->levels[0].kind != GDV_LEVEL_DICTIONARY ==> HAND_USED(run, of) == 0;
    ensures kept: \result && kept <= run->room ==> kept <= of->free;
*/
GDV_INLINE bool gdv_hand_begin(gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t header, uint32_t kept);

/*@ requires sound: GDV_RUN_SOUND(run) && run->used <= run->room && run->depth > 0 && HAND_BEGUN(run, of);
    requires at: GDV_CURSOR_SOUND(&of->in);
    requires level: GDV_LEVEL_SET(stack->levels[run->depth - 1]);
    requires plain: stack->levels[run->depth - 1].kind != GDV_LEVEL_OBJECT;
    requires pairs: run->pair == 2 && stack->levels[run->depth - 1].kind == GDV_LEVEL_DICTIONARY ==>
        stack->levels[run->depth - 1].left % 2 == 0;
    terminates \true; exits \false;
    assigns of->at, of->room, of->free, of->top, of->pair, gdv_first;
    ensures at: of->at == of->in.pos && of->room == of->in.size - of->in.pos - of->in.reserved;
    ensures used: HAND_USED(run, of) == run->used;
    ensures level: gdv_first == of->top == run->depth - 1;
    ensures pair: of->pair == (stack->levels[of->top].kind == GDV_LEVEL_DICTIONARY ? run->pair : 1);
    ensures set: HAND_OF(run, of);
    ensures whole: HAND_WHOLE(run, of);
*/
static inline void gdv_hand_resume(const gdv_run *run, const gdv_stack *stack, gdv_hand *of);

#endif
