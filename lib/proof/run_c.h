/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/run.c on top of lib/read/run.h and lib/read/hand.h (docs/proof.md). No compiler reads this file.
 * The contract of each function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_RUN_C_H
#define GDV_PROOF_RUN_C_H

#define IS_PADDED_LOOP                                                                                                 \
    loop invariant size <= index <= (size + 3) / 4 * 4;                                                                \
    loop assigns index, zero;                                                                                          \
    loop variant (size + 3) / 4 * 4 - index;

/*@ requires GDV_PACKET(in) && size <= 0x7ffffffc;
    requires inside: GDV_HOLDS(in, at, (size + 3) / 4 * 4);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_padded(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (one > other ? one : other);
*/
static inline uint32_t most_of(uint32_t one, uint32_t other);

/*@ requires GDV_RUN_SET(run) && GDV_PACKET(&run->in) && GDV_WIRE_TABLE_READABLE(run->table);
    requires inside: at + 4 + room <= run->in.size;
    terminates \true; exits \false;
    assigns run->count;
    ensures counted: \result != NOTHING ==> \initialized(&run->count);
    ensures \result == NOTHING || 4 <= \result <= room + 4;
*/
static uint32_t padded_payload(gdv_run *run, uint32_t at, uint32_t room, bool is_text);

/*@ requires GDV_PACKET(in) && \valid_read(wire) && \initialized(wire) && wire != \null;
    requires inside: at + room <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == NOTHING || \result <= room;
*/
static uint32_t numbers_payload(const gdv_cursor *in, const gdv_wire_row *wire, uint32_t at, uint64_t size,
                                uint32_t room, bool wide);

/*@ requires GDV_RUN_SET(run) && GDV_PACKET(&run->in);
    requires \valid_read(wire) && \initialized(wire) && wire != \null && GDV_ROW_SOUND(wire);
    requires inside: at + 4 + room <= run->in.size;
    terminates \true; exits \false;
    assigns run->count;
    ensures counted: \result != NOTHING ==> \initialized(&run->count);
    ensures \result == NOTHING || 4 <= \result <= room + 4;
*/
static uint32_t packed_payload(gdv_run *run, const gdv_wire_row *wire, uint32_t at, uint32_t room, bool wide);

/*@ requires GDV_RUN_SET(run) && \initialized(&of->top) && of->top < GDV_MAX_DEPTH && GDV_LEVEL_SET(stack->levels[of->top]);
    terminates \true; exits \false;
    assigns run->widest, run->deepest;
    ensures set: \initialized(&run->widest) && \initialized(&run->deepest);
    ensures depth: \old(run->deepest) <= run->max_depth && of->top < run->max_depth ==> run->deepest <= run->max_depth;
*/
static inline void note_opened(gdv_run *run, const gdv_hand *of, const gdv_stack *stack);

/*@ requires GDV_RUN_SET(run) && \initialized(&run->count);
    terminates \true; exits \false;
    assigns run->longest, run->widest;
    ensures set: \initialized(&run->longest) && \initialized(&run->widest);
*/
static inline void note_leaf(gdv_run *run, gdv_class class);

#define CLOSE_ENDED_LOOP                                                                                               \
    HAND_HOLDS(loop invariant, ALWAYS, run, of)                                                                        \
    loop invariant whole: HAND_WHOLE(run, of);                                                                         \
    loop invariant top: of->top <= \at(of->top, Pre);                                                                  \
    loop assigns of->top, of->pair, of->free, run->first;                                                              \
    loop variant of->top;

/*@ HAND_HOLDS(requires, ALWAYS, run, of)
    requires whole: HAND_WHOLE(run, of);
    requires first: first == gdv_first;
    terminates \true; exits \false;
    assigns of->top, of->pair, of->free, run->first;
    HAND_HOLDS(ensures, ALWAYS, run, of)
    ensures whole: HAND_WHOLE(run, of);
    ensures waits: \result == GOES_ON ==> stack->levels[of->top].left > 0;
    ensures ended: \result == ENDS ==> of->top == gdv_first && stack->levels[of->top].left == 0;
*/
GDV_INLINE outcome close_ended(gdv_run *run, gdv_hand *of, const gdv_stack *stack, uint32_t first);

/*@ HAND_HOLDS(requires, ALWAYS, run, of)
    requires waits: first == gdv_first && HAND_WAITS(of) && HAND_WHOLE(run, of);
    terminates \true; exits \false;
    assigns HAND_CHANGES(0), GDV_RUN_NOTES, run->count;
    HAND_HOLDS(ensures, ALWAYS, run, of)
    ensures whole: \result == GOES_ON ==> HAND_WHOLE(run, of);
    ensures waits: \result == GOES_ON ==> HAND_WAITS(of) && \old(of->at) + 4 <= of->at;
    ensures ended: \result == ENDS ==> of->top == gdv_first && stack->levels[of->top].left == 0;
    ensures paid: HAND_FREE(run, of) <= \old(HAND_FREE(run, of));
    ensures moved: \old(of->at) <= of->at;
*/
GDV_INLINE outcome take_next(gdv_run *run, gdv_hand *of, gdv_stack *stack, uint32_t first, bool counting);

#define RUN_ON_LOOP                                                                                                    \
    HAND_HOLDS(loop invariant, ALWAYS, run, of)                                                                        \
    loop invariant first: first == gdv_first;                                                                          \
    loop invariant waits: next == GOES_ON ==> HAND_WAITS(of);                                                          \
    loop invariant whole: next == GOES_ON ==> HAND_WHOLE(run, of);                                                     \
    loop invariant ended: next == ENDS ==> of->top == gdv_first && stack->levels[of->top].left == 0;                   \
    loop invariant paid: HAND_FREE(run, of) <= \at(HAND_FREE(run, of), Pre);                                           \
    loop invariant moved: \at(of->at, Pre) <= of->at;                                                                  \
    loop assigns next, HAND_CHANGES(0), GDV_RUN_NOTES, run->count;                                                        \
    loop variant next == GOES_ON ? of->in.size - of->at + 1 : 0;

/*@ HAND_HOLDS(requires, ALWAYS, run, of)
    requires waits: gdv_first == of->top && HAND_WAITS(of) && HAND_WHOLE(run, of);
    terminates \true; exits \false;
    assigns HAND_CHANGES(0), GDV_RUN_NOTES, run->count, run->in.pos, run->in.reserved, run->depth, run->used;
    ensures sound: GDV_RUN_SOUND(run) && GDV_RUN_FITS(run);
    ensures paid: run->in.reserved <= 4 * run->promised && GDV_RUN_FREE(run) <= \old(HAND_FREE(run, of));
    ensures owed: gdv_owed[0] == 0 && run->in.reserved == gdv_owed[run->depth] && run->in.pos >= 8;
    ensures set: \forall integer i; 0 <= i < run->depth ==> GDV_LEVEL_SET(stack->levels[i]);
    ensures declares: \forall integer i; 0 <= i < run->depth ==> GDV_LEVEL_DECLARES(stack->levels[i], run);
    ensures ledger: \forall integer i; 0 <= i < run->depth ==> gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]);
    ensures moved: \old(of->at) <= run->in.pos;
    ensures whole: \result ==> run->in.pos == run->in.size;
*/
GDV_INLINE bool run_on(gdv_run *run, gdv_hand *of, gdv_stack *stack, bool counting);

#endif
