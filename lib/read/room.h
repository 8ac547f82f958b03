/* SPDX-License-Identifier: MIT */
/* Internal: how much of the caller's memory a packet asks for. It is asked when there was too little: the packet is
 * read once more, and nothing is stored, so that a caller who gives what a report says is asked once and not for
 * each key. */
#ifndef GDV_ROOM_H
#define GDV_ROOM_H

#include <stdint.h>

#include "../decode/step.h"
#include "arguments.h"

#ifdef __FRAMAC__
#include "../proof/room.h"
#endif

/* Reads the packet to its end, or to the first thing that is wrong with it, for *entries, the most that it asks for
 * at a time up to there, in entries of eight bytes: 2 for each value of which a node is built, where has_nodes; 1
 * for each key and each dictionary that is open, where duplicate keys are not permitted. They are not looked for
 * here, as there is no memory to look in: where one is there, less may do. Requires *entries to be 0. Returns GDV_OK
 * or what is wrong. The scan starts again; the stack is overwritten. */
gdv_status gdv_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack, bool has_nodes, uint64_t *entries);

/* Does what gdv_report_fill does, where scratch memory holds keys and nothing else: after GDV_E_NO_SPACE the report's
 * need is all that the packet asks for, up to the first thing that is wrong with it; what the scan noted is what it
 * had asked for so far. */
void gdv_report_judged(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                       uint32_t stop);

#endif
