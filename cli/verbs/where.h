/* SPDX-License-Identifier: MIT */
/* The path of each value while a reader walks through a packet, in the notation of reports: .players[3]["a b"]{5}{@72}.
 * Constant time and memory for each value; a path too long for a report ends in "..." here too. */
#ifndef GDV_CLI_WHERE_H
#define GDV_CLI_WHERE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* What is known of a container that is open. */
typedef struct where_level {
    uint32_t next;   /* number of the next element */
    uint32_t key;    /* offset of the last key */
    uint16_t length; /* of the container's own path */
    bool cut;        /* which ends in "..." */
    bool named;      /* the last key or name is in `piece` */
} where_level;

typedef struct where {
    char path[GDV_PATH_SIZE]; /* of the last event's value */
    char piece[GDV_PATH_SIZE];
    where_level open[GDV_MAX_DEPTH + 1];
} where;

/* The piece of a value whose key, or property's name, this is: .name, ["any text"], {5}; false for any other key. */
bool where_key_piece(char piece[GDV_PATH_SIZE], gdv_value key);

/* The piece of a value whose key is this text. */
void where_text_piece(char piece[GDV_PATH_SIZE], gdv_text text);

/* Takes every event in turn; a new packet may begin at any time. */
void where_event(where *now, const gdv_event *event);

#endif
