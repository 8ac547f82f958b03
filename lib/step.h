/* SPDX-License-Identifier: MIT */
/* Internal, the heart: one value of a packet at a time, with its place among the others. The only nesting in the library
 * is the stack of frames here; everything that reads packets is a loop around gdv_step.
 *
 * Work: each step reads one header, and moves by at least four bytes that no other step reads; so a packet of n bytes
 * takes at most n / 4 steps. Frames are written when a container opens and not before: depth that is not used costs
 * nothing. */
#ifndef GDV_STEP_H
#define GDV_STEP_H

#include <stdint.h>

#include "scan.h"

typedef enum gdv_frame_kind { GDV_FRAME_ARRAY, GDV_FRAME_DICTIONARY, GDV_FRAME_OBJECT } gdv_frame_kind;

/* An open container. Eight bytes, as there may be a thousand on the caller's C stack. */
typedef struct gdv_frame {
    uint32_t left;    /* values still to come; in a dictionary an even number before a key */
    uint8_t kind;     /* gdv_frame_kind */
    uint8_t key_id;   /* type id that every element or key must have, or GDV_ANY_ID */
    uint8_t value_id; /* the same for a dictionary's values */
    uint8_t narrow;   /* 1 where the engine narrows 64-bit floats (EB-17) */
} gdv_frame;

/* What a value is to the container around it. */
typedef enum gdv_role {
    GDV_ROLE_OUTERMOST,
    GDV_ROLE_ELEMENT,
    GDV_ROLE_KEY,
    GDV_ROLE_VALUE,
    GDV_ROLE_PROPERTY
} gdv_role;

/* The role of the value that the next step reads. */
gdv_role gdv_next_role(const gdv_scan *scan, const gdv_frame *stack);

/* Reads the next value. Requires gdv_scan_more(scan), stack of GDV_MAX_DEPTH frames of which scan->depth are in use.
 * Ensures: event->wire is NULL where no type was read. On GDV_OK: where the value is a container with children, it is open and scan->depth grew by one; else every
 * container that ended with it is closed: frames scan->depth .. (depth before) - 1 hold them still, innermost last. */
gdv_status gdv_step(gdv_scan *scan, gdv_frame *stack, gdv_event *event);

#endif
