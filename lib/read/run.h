/* SPDX-License-Identifier: MIT */
/* Internal, the fast path of a verdict: one loop over all that most packets are made of, through the beginnings and ends of
 * arrays and dictionaries, with what it knows in a few numbers. Where it meets anything else, it stops before that value;
 * the step looks at it (step.h), and the loop goes on after it. So nothing is refused here, and nothing passes here that
 * the step and keys.h would not pass: //fuzz:differential, tests/read/test_run.c and tests/support/two_paths.h hold them
 * equal.
 *
 * It counts what containers promise and not what it reads: what is still promised where it stops has not been read. */
#ifndef GDV_RUN_H
#define GDV_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "arguments.h"

/* Where the loop is. */
typedef struct gdv_run {
    gdv_cursor in;
    const gdv_wire_table *table;
    uint32_t max_depth; /* at most GDV_MAX_DEPTH; this and the next three as in the policy */
    uint32_t max_values;
    uint32_t max_elements;
    uint32_t max_string;
    bool limited;      /* whether a container may exceed a limit, or keys are not looked at */
    uint8_t pair;      /* 2 where keys are looked at: what goes together in a dictionary; else 1 */
    uint32_t depth;    /* containers that are open */
    uint32_t promised; /* values, those that have been read among them */
    uint32_t used;     /* entries of keys */
    uint32_t first;    /* entry of the innermost open dictionary's first key */
    uint32_t deepest;  /* these three where they are asked for: as in gdv_scan */
    uint32_t longest;
    uint32_t widest;
    uint32_t count;   /* of the value that was read last, if it is a text or packed: its bytes or elements */
    uint32_t room;    /* entries that fit */
    uint8_t *entries; /* their end: they grow down from here. NULL where there is no memory for any */
} gdv_run;

#ifdef __FRAMAC__
#include "../proof/run.h"
#endif

/* Whether the loop may read such a packet from its beginning. */
static inline bool gdv_is_for_run(size_t size, const gdv_policy *policy)
{
    return size >= 4 && size <= policy->max_bytes && size <= GDV_MAX_BYTES && policy->encoding == GDV_ENCODING_PLAIN;
}

/* Sets out to read a packet under a policy that gdv_policy_check passed, with no memory for entries yet; of a packet that is too
 * long for any policy, nothing. */
static inline void gdv_run_begin(gdv_run *run, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                                 const gdv_policy *policy)
{
    const uint32_t held = size <= GDV_MAX_BYTES ? (uint32_t)size : 0;
    run->in.bytes = bytes;
    run->in.size = held;
    run->in.pos = 0;
    run->in.reserved = 4;
    run->table = table;
    run->max_depth = policy->max_depth < GDV_MAX_DEPTH ? policy->max_depth : GDV_MAX_DEPTH;
    run->max_values = policy->max_values;
    run->max_elements = policy->max_elements;
    run->max_string = policy->max_string;
    run->pair = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0 ? 2 : 1;
    run->limited = held > policy->max_elements || held / 4 > policy->max_values || run->pair == 1;
    run->depth = 0;
    run->promised = 1;
    run->used = 0;
    run->first = 0;
    run->deepest = 0;
    run->longest = 0;
    run->widest = 0;
    run->entries = NULL;
    run->room = 0;
}

/* Does that, with as much of scratch memory, which may be NULL, as gdv_arguments_scratch allows. */
static inline void gdv_run_start(gdv_run *run, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                                 const gdv_policy *policy, uint8_t *scratch, size_t scratch_size)
{
    gdv_run_begin(run, bytes, size, table, policy);
    const size_t room = gdv_scratch_used(run->in.size, scratch_size);
    run->entries = scratch == NULL ? NULL : scratch + room;
    run->room = (uint32_t)(room / 8);
}

/* Whether the loop may be asked for what comes next: at the packet's beginning, or in a container that is in no key. */
static inline bool gdv_run_may_be_asked(const gdv_scan *scan, const gdv_keys *keys)
{
    if (scan->depth == 0) {
        return scan->in.pos == 0 && scan->in.reserved == 4 && scan->encoding == GDV_ENCODING_PLAIN;
    }
    return gdv_is_outside_keys(keys, scan);
}

/* Sets all of a run: it goes on from where the step and keys.h are, which looks for equal keys where they are to be unique. */
void gdv_run_set(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys, bool unique);

/* The loop goes on from where the step and keys.h are, and they after what the loop has read; but containers that have ended are
 * open still. */
void gdv_run_from(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys);
void gdv_run_to(const gdv_run *run, gdv_scan *scan, gdv_keys *keys);

/* Whether the loop may go on with what is in the innermost container: it demands nothing of its values, does not stand between
 * a key and its value, there is room for the keys to come, and no limit of values or text can be exceeded. Requires an open
 * container. */
bool gdv_run_may_go_on(const gdv_run *run, const gdv_stack *stack);

/* Reads a packet from its beginning, until its outermost container has ended or there is a value that the loop does not know.
 * Requires that nothing has been read, nor is open. Returns whether the packet has been read to its end and is right. If not:
 * pos is 0, and nothing is open; or the outermost container has ended, and is closed; or the innermost one has values left
 * and the next one is not plain; or it has none left, and may have equal keys. */
bool gdv_run_whole(gdv_run *run, gdv_stack *stack);

/* Does the same from where the innermost container stands, until that one has ended; and notes what is deepest, longest and
 * widest. Requires gdv_run_may_go_on, and that no key is open. */
void gdv_run_on(gdv_run *run, gdv_stack *stack);

#endif
