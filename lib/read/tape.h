/* SPDX-License-Identifier: MIT */
/* Internal: the nodes of several values that follow one another in one packet, on one tape: as gdv_document_parse makes
 * the tape of one. In time linear in the values, whatever is in them. */
#ifndef GDV_TAPE_H
#define GDV_TAPE_H

#include <gdv/document.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "arguments.h"

/* The caller's array from both ends, or as much of its front as the packet can need: nodes grow upwards; downwards from
 * its end grow the keys among which duplicates are looked for, two to a node. */
typedef struct gdv_tape {
    gdv_node *nodes;
    uint32_t used;   /* nodes */
    uint32_t halves; /* halves of nodes that the array has */
    uint32_t open;   /* node of the innermost open container */
    bool unique;     /* whether duplicate keys are looked for */
    gdv_keys keys;
} gdv_tape;

/* An empty tape in the array. Requires nodes that are not nowhere; no more than `most` of them are used. */
void gdv_tape_start(gdv_tape *tape, const gdv_arguments *args, gdv_node *nodes, size_t capacity, size_t most);

/* Adds the value at the scan's place, which ends before scan->in.size at the latest, whatever follows it. Requires a scan
 * that promises nothing and in which nothing is open. Ensures on GDV_OK: the same, after the value, whose first node is
 * the one that was added first. Refuses as gdv_document_parse does; GDV_E_NO_SPACE with no need. */
gdv_status gdv_tape_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack);

/* Adds a value in the compressed encoding of Godot 4's packets: a bool or int in its short form, or what gdv_tape_value
 * reads. Requires and ensures what that does, and requires a byte to be left. */
gdv_status gdv_tape_compressed(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack);

/* The document of a tape: its nodes, and the packet that the scan was of, `size` bytes of it. */
void gdv_tape_finish(const gdv_tape *tape, const gdv_scan *scan, uint32_t size, gdv_document *document);

#endif
