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

#include "scan.h"

typedef enum gdv_frame_kind { GDV_FRAME_ARRAY, GDV_FRAME_DICTIONARY, GDV_FRAME_OBJECT } gdv_frame_kind;

/* Opens a frame for the container `head`, unless `frames` are in use: the one place where depth grows, for reading and
 * for writing. Returns false, and nothing is changed, where there is no frame left. */
bool gdv_frame_open(gdv_frame *stack, uint32_t frames, uint32_t *depth, const gdv_head *head);

/* What the innermost container's next value is to it; and the type id that it declares for that value, GDV_ANY_ID for
 * any. A dictionary's keys and values alternate, so that it does not matter whether frame->left counts up or down. */
gdv_role gdv_frame_role(const gdv_frame *frame);
uint8_t gdv_frame_declares(const gdv_frame *frame);

/* The role of the value that the next step reads. */
gdv_role gdv_next_role(const gdv_scan *scan, const gdv_frame *stack);

/* Reads the next value. Requires gdv_scan_more(scan), stack of GDV_MAX_DEPTH frames of which scan->depth are in use.
 * Ensures: head->wire is NULL where no type was read. On GDV_OK: where the value is a container with children, it is
 * open and scan->depth grew by one; else every container that ended with it is closed: frames scan->depth .. (depth
 * before) - 1 hold them still, innermost last. */
gdv_status gdv_step(gdv_scan *scan, gdv_frame *stack, gdv_head *head);

#endif
