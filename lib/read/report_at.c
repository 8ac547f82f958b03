/* SPDX-License-Identifier: MIT */
/* A report about a value of a document that was accepted: for callers who look at values by themselves, and refuse one.
 * Nodes do not know what they are in, so the packet is read again up to the value, as for any other report. */
#include <gdv/document.h>

#include "arguments.h"
#include "lookup.h"
#include "trace.h"

/* Fills depth, type and path of the value whose header or name is at `offset`: of several values in a row, in that which
 * holds it. */
static GDV_COLD void trace_value(const gdv_document *document, uint32_t offset, gdv_report *report)
{
    uint32_t ancestors[GDV_MAX_DEPTH];
    gdv_stack stack;
    gdv_scan scan;
    bool further = true; /* of a packet that has changed what is left may be no value */
    gdv_scan_again(document, &scan);
    while (further && gdv_scan_begin(&scan) == GDV_OK) {
        further = gdv_trace(&scan, &stack, ancestors, offset, report) && scan.in.pos <= offset;
    }
}

gdv_status gdv_report_at(gdv_value value, gdv_status status, gdv_report *report)
{
    gdv_resolved resolved;
    bool exists = gdv_resolve(value, &resolved);
    if (report == NULL) {
        return status;
    }
    if (gdv_overlaps_document(value, &resolved, report, sizeof *report)) {
        return GDV_E_OVERLAP;
    }
    if (report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_report_set(report, status);
    if (exists && status != GDV_OK && status < GDV_E_BAD_ARGUMENT) {
        report->offset = resolved.node->offset;
        trace_value(value.document, resolved.node->offset, report);
    }
    return status;
}
