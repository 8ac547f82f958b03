/* SPDX-License-Identifier: MIT */
/* Internal, the heart: one value of a packet at a time, with its place among the others. The only nesting in the
 * library is the stack of frames here; everything that reads packets is a loop around gdv_step.
 *
 * Work: each step reads one header, and moves by at least four bytes that no other step reads; so a packet of n bytes
 * takes at most n / 4 steps. Frames are written when a container opens and not before: depth that is not used costs
 * nothing. */
#ifndef GDV_STEP_H
#define GDV_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "fast.h"
#include "scan.h"

/* By the role of its values, in a dictionary that of its keys. */
typedef enum gdv_frame_kind {
    GDV_FRAME_ARRAY = GDV_ROLE_ELEMENT,
    GDV_FRAME_DICTIONARY = GDV_ROLE_KEY,
    GDV_FRAME_OBJECT = GDV_ROLE_PROPERTY
} gdv_frame_kind;

/* The words of the proof (docs/proof.md). A ledger, for the proof alone: what is promised to the frames below each
 * depth, names before values included. GDV_STACK_THERE: the frames in use are set. GDV_STACK_DECLARES: what they
 * declare are types that there are. GDV_STACK_WAITS: the innermost container has values to come. GDV_VALUE_NEXT: a
 * dictionary whose last key waits for its value. GDV_BALANCED: what is reserved is what the open containers were
 * promised and have not had. */
/*@ ghost extern uint32_t gdv_owed[GDV_MAX_DEPTH + 1]; */
/* clang-format off */
#define GDV_DUE(frame) ((frame).kind == GDV_FRAME_OBJECT ? 8 * (frame).left : 4 * (frame).left)
#define GDV_FRAME_SET(frame)                                                                                           \
    (\initialized(&(frame).left) && \initialized(&(frame).kind) && \initialized(&(frame).key_id) &&                    \
     \initialized(&(frame).value_id) && \initialized(&(frame).demands))
#define GDV_FRAME_DECLARES(frame, scan)                                                                                \
    (((frame).key_id == GDV_ANY_ID || (frame).key_id < (scan)->grammar->count) &&                                      \
     ((frame).value_id == GDV_ANY_ID || (frame).value_id < (scan)->grammar->count) &&                                  \
     ((frame).kind == GDV_FRAME_OBJECT ==> (frame).demands != 0))
#define GDV_STACK_THERE(stack, scan)                                                                                   \
    (\forall integer i; 0 <= i < (scan)->depth ==> GDV_FRAME_SET((stack)->frames[i]))
#define GDV_STACK_DECLARES(stack, scan)                                                                                \
    (\forall integer i; 0 <= i < (scan)->depth ==> GDV_FRAME_DECLARES((stack)->frames[i], scan))
#define GDV_STACK_WAITS(stack, scan)                                                                                   \
    ((scan)->depth > 0 ==> (stack)->frames[(scan)->depth - 1].left > 0 && (scan)->in.pos >= 8)
#define GDV_LEDGER(stack, scan)                                                                                        \
    (gdv_owed[0] == 0 &&                                                                                               \
     (\forall integer i; 0 <= i < (scan)->depth ==>                                                                    \
          gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE((stack)->frames[i])))
#define GDV_VALUE_NEXT(frame) ((frame).kind == GDV_FRAME_DICTIONARY && (frame).left % 2 != 0)
#define GDV_BALANCED(stack, scan)                                                                                      \
    ((scan)->in.reserved == gdv_owed[(scan)->depth] || ((scan)->depth == 0 && (scan)->in.reserved == 4))
/* clang-format on */

/* The frame of the container `head`, when it opens: for reading and for writing. */
/*@ requires \initialized(head) && \valid_read(head->wire) && \initialized(head->wire);
    terminates \true; exits \false;
    assigns *frame;
    ensures GDV_FRAME_SET(*frame);
    ensures frame->left == head->children;
    ensures frame->key_id == head->key_id && frame->value_id == head->value_id;
    ensures frame->kind == GDV_FRAME_OBJECT <==> head->wire->form == GDV_FORM_OBJECT;
    ensures frame->kind == GDV_FRAME_DICTIONARY <==> head->wire->form == GDV_FORM_DICTIONARY;
    ensures frame->kind == GDV_FRAME_OBJECT ==> frame->demands != 0;
*/
void gdv_frame_set(gdv_frame *frame, const gdv_head *head);

/* What the innermost container's next value is to it; and the type id that it declares for that value, GDV_ANY_ID for
 * any. A dictionary's keys and values alternate, so that it does not matter whether frame->left counts up or down. */
/*@ requires GDV_FRAME_SET(*frame);
    terminates \true; exits \false;
    assigns \nothing;
    ensures key: \result == GDV_ROLE_KEY <==> frame->kind == GDV_FRAME_DICTIONARY && frame->left % 2 == 0;
    ensures property: \result == GDV_ROLE_PROPERTY <==> frame->kind == GDV_FRAME_OBJECT;
*/
static inline gdv_role gdv_frame_role(const gdv_frame *frame)
{
    uint32_t odd = frame->kind == GDV_FRAME_DICTIONARY ? frame->left % 2 : 0;
    return (gdv_role)(frame->kind + odd);
}

/*@ requires GDV_FRAME_SET(*frame);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == frame->key_id || \result == frame->value_id;
*/
static inline uint8_t gdv_frame_declares(const gdv_frame *frame)
{
    return gdv_frame_role(frame) == GDV_ROLE_VALUE ? frame->value_id : frame->key_id;
}

/* The role of the value that the next step reads. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_STACK_THERE(stack, scan);
    terminates \true; exits \false;
    assigns \nothing;
    ensures key: \result == GDV_ROLE_KEY <==>
        scan->depth > 0 && stack->frames[scan->depth - 1].kind == GDV_FRAME_DICTIONARY &&
        stack->frames[scan->depth - 1].left % 2 == 0;
    ensures property: \result == GDV_ROLE_PROPERTY <==>
        scan->depth > 0 && stack->frames[scan->depth - 1].kind == GDV_FRAME_OBJECT;
*/
gdv_role gdv_next_role(const gdv_scan *scan, const gdv_stack *stack);

/* What a step, and what either half of it, asks for and leaves. */
/* clang-format off */
#define GDV_STEP_REQUIRES                                                                                              \
    requires sound: GDV_SCAN_SOUND(scan);                                                                              \
    requires paid: GDV_PAID(scan, 0);                                                                                  \
    requires there: GDV_STACK_THERE(stack, scan);                                                                      \
    requires declares: GDV_STACK_DECLARES(stack, scan);                                                                \
    requires waits: GDV_STACK_WAITS(stack, scan);                                                                      \
    requires ledger: GDV_LEDGER(stack, scan);                                                                          \
    requires balanced: GDV_BALANCED(stack, scan);                                                                      \
    requires more: scan->in.reserved != 0;
#define GDV_STEP_ENSURES                                                                                               \
    ensures sound: GDV_SCAN_SOUND(scan);                                                                               \
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));                                      \
    ensures moved: \old(scan->in.pos) <= scan->in.pos;                                                                 \
    ensures moved: \result == GDV_OK ==>                                                                               \
        \old(scan->in.pos) + 4 <= scan->in.pos && \old(scan->values) < scan->values;                                   \
    ensures there: \result == GDV_OK ==> GDV_STACK_THERE(stack, scan);                                                 \
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);                                           \
    ensures waits: \result == GDV_OK ==> GDV_STACK_WAITS(stack, scan);                                                 \
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);                                                     \
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];                                \
    ensures head: \result == GDV_OK ==> \initialized(head) && head->id < scan->grammar->count;                         \
    ensures head: \result == GDV_OK ==> head->wire == scan->grammar->types + head->id;                                 \
    ensures place: \result == GDV_OK ==> head->name == \old(scan->in.pos) && head->end == scan->in.pos;                \
    ensures place: \result == GDV_OK ==> head->name <= head->at && head->at + 4 <= head->end;                          \
    ensures opened: \result == GDV_OK && head->children > 0 ==>                                                        \
        head->open == 1 && scan->depth == \old(scan->depth) + 1;                                                       \
    ensures closed: \result == GDV_OK && head->children == 0 ==> scan->depth <= \old(scan->depth);
/* clang-format on */

/* Reads the next value. Requires gdv_scan_more(scan), stack of GDV_MAX_DEPTH frames of which scan->depth are in use.
 * Ensures: head->wire is NULL where no type was read. On GDV_OK: where the value is a container with children, it is
 * open and scan->depth grew by one; else every container that ended with it is closed: frames scan->depth .. (depth
 * before) - 1 hold them still, innermost last. */
/*@ GDV_STEP_REQUIRES
    terminates \true; exits \false;
    assigns GDV_READS, scan->depth, *head, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    GDV_STEP_ENSURES
*/
gdv_status gdv_step(gdv_scan *scan, gdv_stack *stack, gdv_head *head);

/* Whether there is an innermost container and it demands nothing of its values, so that gdv_step_plain may read
 * them. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_STACK_THERE(stack, scan);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result ==> scan->depth > 0 && stack->frames[scan->depth - 1].demands == 0;
*/
static inline bool gdv_may_be_plain(const gdv_scan *scan, const gdv_stack *stack)
{
    return scan->depth > 0 && stack->frames[scan->depth - 1].demands == 0;
}

/* The halves of a step, for whoever has no use for a head. First, a plain value of a container that demands nothing of
 * its values: all that gdv_step would do, but that a container which ends with it stays open. False where the next
 * value is none of those, and then nothing has been done. Requires that frame, the innermost, has values left. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && scan->depth > 0;
    requires promised: scan->in.reserved >= 4;
    requires waits: GDV_FRAME_SET(*frame) && frame->left > 0;
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->values, scan->longest, frame->left, *plain, gdv_owed[scan->depth];
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    ensures !\result ==> scan->in.pos == \old(scan->in.pos) && scan->in.reserved == \old(scan->in.reserved);
    ensures !\result ==> scan->values == \old(scan->values) && frame->left == \old(frame->left);
    ensures !\result ==> gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]);
    ensures \result ==> \old(scan->in.pos) + 4 <= scan->in.pos && scan->in.reserved == \old(scan->in.reserved) - 4;
    ensures \result ==> scan->values == \old(scan->values) + 1 && frame->left == \old(frame->left) - 1;
    ensures words: \result ==> GDV_MOVED(4);
    ensures \result ==> gdv_owed[scan->depth] == scan->in.reserved;
    ensures \result ==> GDV_PLAIN_SOUND(plain, scan) && plain->at == \old(scan->in.pos) && plain->end == scan->in.pos;
*/
GDV_INLINE bool gdv_step_plain(gdv_scan *scan, gdv_frame *frame, gdv_plain *plain)
{
    if (scan->values >= scan->max_values || !gdv_plain_read(scan, plain)) {
        return false;
    }
    scan->values += 1;
    gdv_release(&scan->in);
    gdv_skip(&scan->in, plain->end - plain->at);
    frame->left -= 1;
    /*@ ghost gdv_owed[scan->depth] = scan->in.reserved; */
    if (plain->count > scan->longest) {
        scan->longest = plain->count;
    }
    return true;
}

/* Then, the containers that ended. Whether their frames are still to be looked at is seen by scan->depth. */
/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires there: GDV_STACK_THERE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires balanced: scan->in.reserved == gdv_owed[scan->depth];
    terminates \true; exits \false;
    assigns scan->depth;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures there: GDV_STACK_THERE(stack, scan);
    ensures declares: GDV_STACK_DECLARES(stack, scan);
    ensures ledger: GDV_LEDGER(stack, scan);
    ensures balanced: scan->in.reserved == gdv_owed[scan->depth];
    ensures scan->depth <= \old(scan->depth);
    ensures scan->depth > 0 ==> stack->frames[scan->depth - 1].left > 0;
    ensures \forall integer i; scan->depth <= i < \old(scan->depth) ==> stack->frames[i].left == 0;
*/
static inline void gdv_step_close(gdv_scan *scan, const gdv_stack *stack)
{
    /*@ loop invariant scan->depth <= \at(scan->depth, Pre);
        loop invariant \initialized(&scan->depth);
        loop invariant \forall integer i; scan->depth <= i < \at(scan->depth, Pre) ==> stack->frames[i].left == 0;
        loop invariant scan->in.reserved == gdv_owed[scan->depth];
        loop assigns scan->depth;
        loop variant scan->depth;
    */
    while (scan->depth > 0 && stack->frames[scan->depth - 1].left == 0) {
        scan->depth -= 1;
    }
}

/* What a value costs at least, and what it leaves of the frames: for lib/read/document.c, whose bound rests on it. */
/* clang-format off */
#define GDV_INNERMOST(field) stack->frames[scan->depth - 1].field
#define GDV_STEP_COSTS                                                                                                 \
    ensures words: \result == GDV_OK && head->children == 0 ==> GDV_MOVED(4);                                          \
    ensures words: \result == GDV_OK && head->children > 0 ==> GDV_MOVED(8);                                           \
    ensures named: \result == GDV_OK && \old(scan->depth > 0 && GDV_INNERMOST(kind) == GDV_FRAME_OBJECT) ==>           \
        \old(scan->in.pos) + (head->children > 0 ? 12 : 8) <= scan->in.pos;                                            \
    ensures read: \result == GDV_OK && \old(scan->depth) > 0 ==>                                                       \
        stack->frames[\old(scan->depth) - 1].left == \old(GDV_INNERMOST(left)) - 1 &&                                  \
        stack->frames[\old(scan->depth) - 1].kind == \old(GDV_INNERMOST(kind));                                        \
    ensures outermost: \result == GDV_OK && \old(scan->depth) > 1 ==>                                                  \
        stack->frames[0].left == \old(stack->frames[0].left) && stack->frames[0].kind == \old(stack->frames[0].kind);  \
    ensures opened: \result == GDV_OK && head->children > 0 ==>                                                        \
        GDV_INNERMOST(left) == head->children &&                                                                       \
        (GDV_INNERMOST(kind) == GDV_FRAME_DICTIONARY <==> head->wire->form == GDV_FORM_DICTIONARY);                    \
    ensures pairs: \result == GDV_OK && head->wire->form == GDV_FORM_DICTIONARY ==> head->children % 2 == 0;           \
    ensures waits: \result == GDV_OK && \old(scan->depth > 0 && GDV_INNERMOST(left) > 1) ==>                           \
        scan->depth >= \old(scan->depth);
/* clang-format on */

/* Or else, any other value. */
/*@ GDV_STEP_REQUIRES
    terminates \true; exits \false;
    assigns GDV_READS, scan->depth, *head, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    GDV_STEP_ENSURES
    GDV_STEP_COSTS
*/
gdv_status gdv_step_other(gdv_scan *scan, gdv_stack *stack, gdv_head *head);

#endif
