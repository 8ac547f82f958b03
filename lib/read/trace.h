/* SPDX-License-Identifier: MIT */
/* Internal: the path to where a packet was refused, found by reading it again up to there. Success pays nothing for it;
 * a failure pays at most what it cost to find. */
#ifndef GDV_TRACE_H
#define GDV_TRACE_H

#include <gdv/status.h>

#include "../decode/step.h"

/* Writes path, depth and type of a refusal to the report, by stepping through the packet until the step that fails or
 * has read the value whose header, or its name, is at `stop`. scan and stack are as gdv_scan_start leaves them; both
 * are used up, and so are ancestors, GDV_MAX_DEPTH of them. */
void gdv_trace(gdv_scan *scan, gdv_stack *stack, uint32_t *ancestors, uint32_t stop, gdv_report *report);

#endif
