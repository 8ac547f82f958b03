/* SPDX-License-Identifier: MIT */
/* A canonical packet with a node for each value and name, and the span of its bytes: equal values of one dialect have
 * equal spans, and each span of a value is a packet of its own. Nodes take 20 bytes each. */
#ifndef GDV_CLI_TAPE_H
#define GDV_CLI_TAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "verdict.h"

typedef enum tape_kind { TAPE_LEAF, TAPE_ARRAY, TAPE_PAIRS, TAPE_OBJECT, TAPE_NAME } tape_kind;

typedef struct tape_node {
    uint32_t offset; /* of its first byte */
    uint32_t header; /* bytes up to its first child; all of a leaf */
    uint32_t end;    /* offset after all that is in it */
    uint32_t next;   /* index of the node after all that is in it; a node's first child is the node after it */
    uint8_t kind;    /* tape_kind */
    bool text;       /* a String or StringName */
} tape_node;

typedef struct tape {
    const uint8_t *bytes;
    size_t count;
    scratch nodes; /* starts all zero; freed by scratch_free */
} tape;

const tape_node *tape_at(const tape *all, uint32_t index);

/* The policy for bytes that have been accepted: whatever the packet holds, a part of it is read. */
void tape_policy(gdv_policy *policy);

/* Reads a canonical packet, which must outlive the tape. Returns false, having complained, where memory does not suffice
 * or reading fails. `values` is how many it has; `name` is whose packet it is. */
bool tape_make(tape *all, const uint8_t *bytes, size_t size, gdv_dialect dialect, const char *name);

#endif
