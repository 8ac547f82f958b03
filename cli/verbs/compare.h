/* SPDX-License-Identifier: MIT */
/* Compares two tapes value by value. Time is that of sorting the keys of each dictionary that differs, memory a few words
 * for each child of the containers that are open. Nothing recurses. */
#ifndef GDV_CLI_COMPARE_H
#define GDV_CLI_COMPARE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "tape.h"

/* In place of a node: that side has none. */
#define COMPARE_NONE UINT32_MAX

/* A difference. */
typedef struct compare_event {
    const char *path;
    uint32_t left;
    uint32_t right;
    bool order; /* of the keys of a dictionary; then both nodes are there */
} compare_event;

typedef void compare_handler(void *state, const compare_event *found);

/* A pair of values that is still to be compared. */
typedef struct compare_item {
    uint32_t left;
    uint32_t right;
    uint32_t key; /* node of the key or name, of the left side where there is one; COMPARE_NONE of an element */
    uint32_t index;
    uint16_t length; /* of the path around it */
    bool cut;
    bool outermost;
} compare_item;

typedef struct comparison {
    gdv_dialect dialect;
    bool order; /* whether that of keys is minded */
    tape left;
    tape right;
    compare_item *items; /* the next is the last */
    size_t count;
    size_t room;
    scratch pairs;
    char path[GDV_PATH_SIZE];
} comparison;

/* Starts all zero but for dialect and order; has_left and has_right say which of the tapes are there. Returns false,
 * having complained, where memory does not suffice. */
bool compare_tapes(comparison *now, bool has_left, bool has_right, compare_handler *handle, void *state);

void compare_free(comparison *now);

#endif
