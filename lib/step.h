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

#include "plain.h"
#include "scan.h"

/* By the role of its values, in a dictionary that of its keys. */
typedef enum gdv_frame_kind {
    GDV_FRAME_ARRAY = GDV_ROLE_ELEMENT,
    GDV_FRAME_DICTIONARY = GDV_ROLE_KEY,
    GDV_FRAME_OBJECT = GDV_ROLE_PROPERTY
} gdv_frame_kind;

/* Opens a frame for the container `head`, unless `frames` are in use: the one place where depth grows, for reading and
 * for writing. Returns false, and nothing is changed, where there is no frame left. */
bool gdv_frame_open(gdv_frame *stack, uint32_t frames, uint32_t *depth, const gdv_head *head);

/* What the innermost container's next value is to it; and the type id that it declares for that value, GDV_ANY_ID for
 * any. A dictionary's keys and values alternate, so that it does not matter whether frame->left counts up or down. */
static inline gdv_role gdv_frame_role(const gdv_frame *frame)
{
    uint32_t odd = frame->kind == GDV_FRAME_DICTIONARY ? frame->left % 2 : 0;
    return (gdv_role)(frame->kind + odd);
}

static inline uint8_t gdv_frame_declares(const gdv_frame *frame)
{
    return gdv_frame_role(frame) == GDV_ROLE_VALUE ? frame->value_id : frame->key_id;
}

/* The role of the value that the next step reads. */
gdv_role gdv_next_role(const gdv_scan *scan, const gdv_frame *stack);

/* Reads the next value. Requires gdv_scan_more(scan), stack of GDV_MAX_DEPTH frames of which scan->depth are in use.
 * Ensures: head->wire is NULL where no type was read. On GDV_OK: where the value is a container with children, it is
 * open and scan->depth grew by one; else every container that ended with it is closed: frames scan->depth .. (depth
 * before) - 1 hold them still, innermost last. */
gdv_status gdv_step(gdv_scan *scan, gdv_frame *stack, gdv_head *head);

/* Whether there is an innermost container and it demands nothing of its values, so that gdv_step_plain may read them. */
static inline bool gdv_may_be_plain(const gdv_scan *scan, const gdv_frame *stack)
{
    return scan->depth > 0 && stack[scan->depth - 1].demands == 0;
}

/* The halves of a step, for whoever has no use for a head. First, a plain value of a container that demands nothing of
 * its values: all that gdv_step would do, but that a container which ends with it stays open. False where the next value
 * is none of those, and then nothing has been done. Requires that frame, the innermost, has values left. */
GDV_INLINE bool gdv_step_plain(gdv_scan *scan, gdv_frame *frame, gdv_plain *plain)
{
    if (scan->values >= scan->max_values || !gdv_plain_read(scan, plain)) {
        return false;
    }
    scan->values += 1;
    gdv_release(&scan->in);
    gdv_skip(&scan->in, plain->end - plain->at);
    frame->left -= 1;
    if (plain->count > scan->longest) {
        scan->longest = plain->count;
    }
    return true;
}

/* Then, the containers that ended. Whether their frames are still to be looked at is seen by scan->depth. */
static inline void gdv_step_close(gdv_scan *scan, const gdv_frame *stack)
{
    while (scan->depth > 0 && stack[scan->depth - 1].left == 0) {
        scan->depth -= 1;
    }
}

/* Or else, any other value. */
gdv_status gdv_step_other(gdv_scan *scan, gdv_frame *stack, gdv_head *head);

#endif
