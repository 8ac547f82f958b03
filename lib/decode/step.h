/* SPDX-License-Identifier: MIT */
/* Internal, the heart: one value of a packet at a time, with its place among the others. The only nesting in the
 * library is the stack of levels here; everything that reads packets is a loop around gdv_step, or around a fast path and
 * gdv_step_general where that one stops.
 *
 * Work: each step reads one header, and moves by at least four bytes that no other step reads; so a packet of n bytes
 * takes at most n / 4 steps. A level is written when its container opens and not before: depth that is not used costs
 * nothing. */
#ifndef GDV_STEP_H
#define GDV_STEP_H

#include <stdbool.h>
#include <stdint.h>

#include "fast.h"
#include "scan.h"

/* By the role of its values, in a dictionary that of its keys. */
typedef enum gdv_level_kind {
    GDV_LEVEL_ARRAY = GDV_ROLE_ELEMENT,
    GDV_LEVEL_DICTIONARY = GDV_ROLE_KEY,
    GDV_LEVEL_OBJECT = GDV_ROLE_PROPERTY
} gdv_level_kind;

#ifdef __FRAMAC__
#include "../proof/step.h"
#endif

/* Fills the level of the container `token` when it opens: for reading and for writing. */
void gdv_level_set(gdv_level *level, const gdv_token *token);

/* The role of the innermost container's next value. A dictionary's keys and values alternate, so that it does not
 * matter whether level->left counts up or down. */
static inline gdv_role gdv_level_role(const gdv_level *level)
{
    uint32_t odd = level->kind == GDV_LEVEL_DICTIONARY ? level->left % 2 : 0;
    return (gdv_role)(level->kind + odd);
}

/* The type id that the innermost container declares for its next value, GDV_ANY_ID for any. */
static inline uint8_t gdv_level_declares(const gdv_level *level)
{
    return gdv_level_role(level) == GDV_ROLE_VALUE ? level->value_id : level->key_id;
}

/* The role of the value that the next step reads. */
gdv_role gdv_next_role(const gdv_scan *scan, const gdv_stack *stack);

/* Reads the next value. Requires gdv_scan_more(scan), and a stack of GDV_MAX_DEPTH levels of which scan->depth are in
 * use. Ensures: token->wire is NULL where no type was read. On GDV_OK: pos moved by at least four bytes, or by the
 * one to nine of a short form, which is outermost and the scan's encoding compressed; where the value is a container
 * with children, it is open and scan->depth grew by one; else every container that ended with it is closed: levels
 * scan->depth .. (depth before) - 1 hold them still, innermost last. */
gdv_status gdv_step(gdv_scan *scan, gdv_stack *stack, gdv_token *token);

/* Whether there is an innermost container and it demands nothing of its values, so that gdv_step_fast may read
 * them. */
static inline bool gdv_may_be_fast(const gdv_scan *scan, const gdv_stack *stack)
{
    return scan->depth > 0 && stack->levels[scan->depth - 1].constraints == 0;
}

/* gdv_step in two parts: the fast path, then the general path, which loops that need no token call alone. First the fast path:
 * a plain value of a container that demands nothing of its values. It does all that gdv_step would do, but a
 * container which ends with the value stays open. Requires `level` to be the innermost and to have values left.
 * Ensures: if true, pos moved by at least four bytes and level->left is one less; if false, the next value is not
 * plain and nothing has changed. */
GDV_INLINE bool gdv_step_fast(gdv_scan *scan, gdv_level *level, gdv_fast_token *fast)
{
    if (scan->values >= scan->max_values || !gdv_fast_read(scan, fast)) {
        return false;
    }
    scan->values += 1;
    gdv_release(&scan->in);
    gdv_skip(&scan->in, fast->end - fast->at);
    level->left -= 1;
    /*@ ghost gdv_owed[scan->depth] = scan->in.reserved; */
    if (fast->count > scan->longest) {
        scan->longest = fast->count;
    }
    return true;
}

/* Then closes the containers that ended. Ensures: the innermost open container has values left; the levels closed are
 * those from scan->depth on, each with none left. */
static inline void gdv_step_close(gdv_scan *scan, const gdv_stack *stack)
{
    /*@ GDV_STEP_CLOSE_LOOP */
    while (scan->depth > 0 && stack->levels[scan->depth - 1].left == 0) {
        scan->depth -= 1;
    }
}

/* The general path, to be called where the fast one says no: reads any other value. Requires and ensures what gdv_step
 * does. */
gdv_status gdv_step_general(gdv_scan *scan, gdv_stack *stack, gdv_token *token);

#endif
