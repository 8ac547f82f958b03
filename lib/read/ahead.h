/* SPDX-License-Identifier: MIT */
/* Internal: what a reader reads ahead of the events that it gives: a few values at a time, by the loop's parts (hand.h) what most
 * packets are made of, and by the step all else. Nothing is refused before all that comes before it has been given. */
#ifndef GDV_READ_AHEAD_H
#define GDV_READ_AHEAD_H

#include <gdv/reader.h>

#include "run.h"

#ifdef __FRAMAC__
#include "../proof/ahead.h"
#endif

/* Nothing has been read yet. */
static inline void gdv_ahead_start(gdv_ahead *to)
{
    to->count = 0;
    to->given = 0;
    to->ends = 0;
    to->goes_on = 1;
    to->after = GDV_OK;
}

/* Whether there is something to give: values are to come, or ends for which there was no room. */
static inline bool gdv_ahead_more(const gdv_ahead *to, const gdv_scan *scan)
{
    return to->ends > 0 || gdv_scan_more(scan);
}

/* Reads on. Requires gdv_ahead_more, that what was read has been given, and to->after GDV_OK. Returns what is wrong with the next
 * value; or GDV_OK, and to->count events, one at least, are to be given. If the containers that end with a value have equal
 * keys, that value is what is wrong. */
gdv_status gdv_ahead_read(gdv_ahead *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

#endif
