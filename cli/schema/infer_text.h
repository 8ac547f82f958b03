/* SPDX-License-Identifier: MIT */
/* A draft of a schema from what was seen, on standard output: one line for each key, with a note where its rule is a
 * guess. */
#ifndef GDV_CLI_INFER_TEXT_H
#define GDV_CLI_INFER_TEXT_H

#include "infer_shape.h"

/* What tells a packet from others: the key of a dictionary and its text, or with key NULL the first element of an array;
 * text NULL for nothing. */
typedef struct infer_tag {
    const char *key;
    const char *text;
    size_t size;
} infer_tag;

/* "packet NAME = .." with a line end. */
void infer_print_packet(const char *name, const shape *seen, const infer_tag *tag);

/* The next power of two that leaves room: at least `least`, and at least twice what was seen. */
uint64_t infer_bound(uint64_t seen, uint64_t least);

#endif
