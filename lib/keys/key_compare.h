/* SPDX-License-Identifier: MIT */
/* Internal: when two keys are one key to the engine (wire reference, section 7), as a total order, so that keys can be
 * sorted. Both have been read before and passed. Linear in the shorter key. Two values that have been equal so far have
 * the same nesting, so they are read in step, with one stack for both. */
#ifndef GDV_KEY_COMPARE_H
#define GDV_KEY_COMPARE_H

#include <stdint.h>

#include "../decode/step.h"

/* The levels of a stack of GDV_MAX_DEPTH from `used` on, to be written over: enough for any key of the container whose
 * level is the last below them. */
typedef struct gdv_levels {
    gdv_stack *stack;
    uint32_t used;
} gdv_levels;

#ifdef __FRAMAC__
#include "../proof/key_compare.h"
#endif

/* Negative, 0 or positive, as the key whose header is at `one` comes before, equals or comes after that at `other`.
 * What equals only itself (an object, a dictionary outside Godot 4) is ordered by its place. */
int gdv_key_order(const gdv_levels *spare, const gdv_scan *scan, uint32_t one, uint32_t other);

/* Compares keys of two packets of one dialect, each seen through a scan of its own. An object, or a dictionary
 * outside Godot 4, never equals one of another packet; null objects do. */
int gdv_key_order_between(const gdv_levels *spare, const gdv_scan *one_scan, uint32_t one, const gdv_scan *other_scan,
                          uint32_t other);

#endif
