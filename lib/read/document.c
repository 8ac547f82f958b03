/* SPDX-License-Identifier: MIT */
/* Documents of one packet. Their nodes are made in tape.c, lookups are in lookup.c. */
#include <gdv/document.h>

#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "arguments.h"
#include "room.h"
#include "tape.h"

#ifdef __FRAMAC__
#include "../proof/document_c.h"
#endif

/* Peak of what a packet can ask for, in halves of nodes: 2 for each value, 1 for each key and each dictionary that is
 * open. A dictionary of k nils asks for 3 + 5k with 8 + 8k bytes, and no packet of that size for more: an array pays
 * four bytes for two halves, a nested dictionary eight for three, which a pair does better. Where four bytes are left
 * over for half a pair, {nil: {nil: nil, ..}} uses them: 9 + 5j with 20 + 8j bytes, j > 0. tests/read/
 * test_document_bound.c finds these numbers by search; proved is that they suffice, but for 20 to 23 bytes. */
size_t gdv_document_bound(size_t size)
{
    size_t bound = 0;
    if (size < 16) {
        bound = size == 0 ? 0 : size < 12 ? 1 : 2;
    } else if (size % 8 < 4 || size < 28) {
        bound = (5 * ((size - 8) / 8) + 4) / 2;
    } else {
        bound = (5 * ((size - 8) / 8) + 5) / 2;
    }
    return bound < SIZE_MAX / sizeof(gdv_node) ? bound : SIZE_MAX / sizeof(gdv_node);
}

/* The nodes were too few: GDV_E_NO_SPACE with the number that this packet needs, unless something is wrong with the
 * packet itself. */
GDV_COLD static gdv_status refuse_for_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                                           uint32_t error_offset)
{
    uint64_t halves = 0;
    gdv_status status = gdv_room(args, scan, stack, true, &halves);
    return status == GDV_OK ? gdv_refuse(scan, GDV_E_NO_SPACE, error_offset, (halves + 1) / 2) : status;
}

gdv_status gdv_document_build(gdv_document *document, const gdv_arguments *args, gdv_node *nodes, size_t capacity,
                              gdv_report *report)
{
    gdv_stack stack;
    gdv_scan scan;
    gdv_tape to;

    gdv_status status = gdv_arguments_scan(args, &scan);
    gdv_tape_start(&to, args, nodes, capacity, gdv_document_bound(scan.in.size));
    if (status == GDV_OK) {
        status = gdv_tape_build(&to, &scan, &stack);
    }
    if (status == GDV_E_NO_SPACE) {
        status = refuse_for_room(args, &scan, &stack, scan.error_offset);
    }
    if (status == GDV_OK) {
        gdv_tape_finish(&to, &scan, scan.in.size, document);
        gdv_report_clear(report, status);
    } else {
        gdv_report_fill(report, status, args, &scan, &stack, gdv_report_stop(status, &scan));
    }
    return status;
}

gdv_status gdv_document_parse(gdv_document *document, const void *bytes, size_t size, gdv_dialect dialect,
                              const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {nodes, gdv_extent(nodes, capacity, sizeof *nodes), true},
                                  {document, sizeof *document, true},
                                  {report, sizeof *report, true}};
    gdv_arguments args;

    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    gdv_status status = gdv_document_start(&args, document, bytes, size, dialect, policy, nodes, capacity, report);
    if (status != GDV_OK) {
        return status;
    }
    return gdv_document_build(document, &args, nodes, capacity, report);
}

gdv_value gdv_root(const gdv_document *document)
{
    gdv_value root = {document, 0};
    bool there = document != NULL && document->count > 0;
    return there ? root : gdv_missing();
}
