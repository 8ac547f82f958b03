/* SPDX-License-Identifier: MIT */
/* Internal: the nodes of several values that follow one another in one packet, on one tape: as gdv_document_parse makes
 * the tape of one. In time linear in the values, whatever is in them. */
#ifndef GDV_TAPE_H
#define GDV_TAPE_H

#include <string.h>

#include <gdv/document.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "../wire/overlap.h"
#include "arguments.h"
#include "run.h"

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

#ifdef __FRAMAC__
#include "../proof/tape.h"
#endif

/* An empty tape in the array. Requires nodes that are not nowhere; no more than `most` of them are used. */
static inline void gdv_tape_start(gdv_tape *tape, bool unique, gdv_node *nodes, size_t capacity, size_t most)
{
    tape->nodes = nodes;
    tape->used = 0;
    tape->halves = 2 * (uint32_t)(capacity < most ? capacity : most);
    tape->open = 0;
    tape->unique = unique;
    gdv_keys_start(&tape->keys, (uint8_t *)nodes, 8 * (size_t)tape->halves);
}

/* A fast path: reads the packet of a run that has begun, onto an empty tape whose keys the run's entries are, of a scan that has its
 * cursor and table. Returns whether it has been read to its end and is right. If not, gdv_tape_rest goes on from there. */
bool gdv_tape_whole(gdv_tape *tape, gdv_run *run, const gdv_scan *scan, gdv_stack *stack);

/* Reads on after that, with a scan that has begun. Ensures what gdv_tape_build does. */
gdv_status gdv_tape_rest(gdv_tape *tape, const gdv_run *run, gdv_scan *scan, gdv_stack *stack);

/* Reads the whole packet of a scan that has begun, onto an empty tape. Ensures on GDV_OK: pos is at the packet's end, or trailing
 * bytes are permitted. */
gdv_status gdv_tape_build(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack);

/* Adds the value at the scan's place, which ends before scan->in.size at the latest, whatever follows it. Requires a
 * scan that promises nothing and in which nothing is open; its encoding says what the value may look like. Ensures on
 * GDV_OK: the same, after the value, whose first node is the one that was added first. Refuses as gdv_document_parse
 * does; GDV_E_NO_SPACE with no need. */
gdv_status gdv_tape_value(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack);

/* What every parse of a document asks before a byte is read, but for memory that overlaps: GDV_E_BAD_STRUCT,
 * GDV_E_BAD_ARGUMENT, GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY. The document is empty then, and the report says so. Fills
 * *args where it is GDV_OK. */
static inline gdv_status gdv_document_start(gdv_arguments *args, gdv_document *document, const void *bytes, size_t size,
                                            gdv_dialect dialect, const gdv_policy *policy, const gdv_node *nodes,
                                            size_t capacity, gdv_report *report)
{
    if (document != NULL) {
        memset(document, 0, sizeof *document);
    }
    if (report != NULL && report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status status = gdv_arguments_set(args, (const uint8_t *)bytes, size, dialect, policy);
    if (status == GDV_OK && (document == NULL || gdv_is_nowhere(nodes, capacity, sizeof *nodes))) {
        status = GDV_E_BAD_ARGUMENT;
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
    }
    return status;
}

/* The document of a tape: its nodes, and the packet that the scan was of, `size` bytes of it. */
static inline void gdv_tape_finish(const gdv_tape *tape, const gdv_scan *scan, uint32_t size, gdv_document *document)
{
    document->bytes = scan->in.bytes;
    document->nodes = tape->nodes;
    document->table = scan->table;
    document->size = size;
    document->count = tape->used;
    document->permit = scan->permit;
    document->encoding = scan->encoding;
}

#endif
