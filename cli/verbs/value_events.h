/* SPDX-License-Identifier: MIT */
/* A value of a document as the events that a reader would give of it, so that what prints events prints parts of a
 * packet too. Depths count from the value; offsets and sizes are 0. Constant time for each event, and memory for the
 * containers that can be open. */
#ifndef GDV_CLI_VALUE_EVENTS_H
#define GDV_CLI_VALUE_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "dump.h"

/* A container that is open. */
typedef struct value_level {
    gdv_iterator children;
    bool pairs;  /* has keys or names */
    bool object; /* and they are names of properties */
    bool half;   /* the value of the pair at hand is still to come */
} value_level;

typedef struct value_events {
    gdv_value value;
    bool begun;
    uint32_t depth; /* containers that are open */
    value_level open[DUMP_OPEN];
} value_events;

/* Before the first event of a value, which is the outermost one to them. */
void value_events_start(value_events *now, gdv_value value);

/* The next event; GDV_EVENT_DONE after the last. */
void value_events_next(value_events *now, gdv_event *event);

/* Whether a value is told as BEGIN and END. */
bool value_is_container(gdv_value value);

#endif
