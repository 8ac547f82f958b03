/* SPDX-License-Identifier: MIT */
/* One verdict, however a packet is read: what the fuzz targets of limits and of truncation share. */
#ifndef GDV_FUZZ_ENTRANCES_H
#define GDV_FUZZ_ENTRANCES_H

#include "fuzz/support/input.h"

/* The validator's verdict. */
typedef struct verdict {
    gdv_status code;
    gdv_report report;
    gdv_stats stats;
} verdict;

verdict verdict_of(const reading *of);

/* Reader, document and gdv_canonicalize give that verdict too, with its report. */
void check_every_entrance(const reading *of, const verdict *known);

/* `refused` is read like `whole`, which is accepted, up to the value that is refused, and the report points into that
 * one. Only for readings whose refusal is of one value: the packet cut short, or over a limit. */
void check_events_before(const reading *refused, const reading *whole, uint64_t offset);

/* Whether values of Pandemonium end where its decoder has them end (EB-13, EB-14). */
bool has_engine_spans(const reading *of);

#endif
