/* SPDX-License-Identifier: MIT */
/* A report about a value of a document that was accepted: for callers who look at values by themselves, and refuse one.
 * Nodes do not know what they are in, so the packet is read again up to the value, as for any other report; of a document
 * of several values, which may have other bytes between them, the one that holds it. */
#include <gdv/document.h>

#include "../value/links.h"
#include "arguments.h"
#include "lookup.h"
#include "trace.h"

/* Where the outermost value begins that a value is in. A reader's document has no node of it, and no other value. */
static uint32_t outermost_of(gdv_value value)
{
    const gdv_document *const document = value.document;
    uint32_t outermost = 0;
    if (document->encoding >= GDV_DOCUMENT_OF_READER) {
        return 0;
    }
    for (uint32_t after = gdv_node_after(document->nodes, 0); after <= value.index;) {
        outermost = after;
        after = gdv_node_after(document->nodes, after);
    }
    return document->nodes[outermost].offset;
}

/* Fills depth, type and path of the value whose header or name is at `offset`. */
static GDV_COLD void trace_value(gdv_value value, uint32_t offset, gdv_report *report)
{
    uint32_t ancestors[GDV_MAX_DEPTH];
    gdv_stack stack;
    gdv_scan scan;
    const uint32_t begin = outermost_of(value);
    gdv_scan_again(value.document, &scan);
    scan.in.pos = begin < scan.in.size ? begin : scan.in.size;
    if (gdv_scan_begin(&scan) == GDV_OK) {
        gdv_trace(&scan, &stack, ancestors, offset, report);
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
        trace_value(value, resolved.node->offset, report);
    }
    return status;
}
