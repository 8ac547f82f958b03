/* SPDX-License-Identifier: MIT */
/* Several values in a row, in one document. */
#include <gdv/document.h>

#include "../decode/step.h"
#include "../wire/overlap.h"
#include "arguments.h"
#include "tape.h"

/* Where the value that is read now begins, and how many values have been read before it, what is in them included. */
typedef struct row_place {
    uint32_t begin;
    uint32_t before;
    size_t taken; /* outermost ones */
} row_place;

/* A short form takes a byte and a node. Of a value in plain form gdv_document_bound says less. */
size_t gdv_values_bound(size_t size)
{
    return size < SIZE_MAX / sizeof(gdv_node) ? size : SIZE_MAX / sizeof(gdv_node);
}

static bool is_more_wanted(const gdv_scan *scan, size_t n, size_t taken)
{
    return n == GDV_ALL_VALUES ? gdv_left(&scan->in) > 0 : taken < n;
}

static gdv_status take_values(gdv_tape *tape, gdv_scan *scan, gdv_stack *stack, size_t n, row_place *place)
{
    while (is_more_wanted(scan, n, place->taken)) {
        place->begin = scan->in.pos;
        place->before = scan->values;
        gdv_status status = gdv_tape_value(tape, scan, stack);
        if (status != GDV_OK) {
            return status;
        }
        place->taken += 1;
    }
    return gdv_scan_finish(scan);
}

/* What is wrong with one value: as the reading of it alone says, but for its offset. */
static void report_one(gdv_report *report, gdv_status status, const gdv_arguments *args, gdv_scan *scan,
                       gdv_stack *stack, const row_place *place)
{
    gdv_arguments one = *args;
    const uint32_t at = scan->error_offset;
    const uint32_t stop = gdv_report_stop(status, scan);
    if (place->begin > 0) { /* of an empty packet there may be no bytes */
        one.bytes += place->begin;
        one.size -= place->begin;
    }
    one.policy.permit |= GDV_PERMIT_TRAILING;
    one.policy.max_values -= place->before;
    gdv_report_fill(report, status, &one, scan, stack, stop != UINT32_MAX ? stop - place->begin : stop);
    report->offset = at;
}

static gdv_status parse_values(gdv_document *document, const gdv_arguments *args, size_t n, gdv_node *nodes,
                               size_t capacity, size_t *values, gdv_report *report)
{
    row_place place = {0, 0, 0};
    gdv_stack stack;
    gdv_scan scan;
    gdv_tape tape;

    gdv_status status = gdv_arguments_scan(args, &scan);
    scan.in.reserved = 0; /* no value is promised yet */
    gdv_tape_start(&tape, gdv_unique_keys(args), nodes, capacity, gdv_values_bound(scan.in.size));
    if (status != GDV_E_LIMIT_BYTES) {
        status = take_values(&tape, &scan, &stack, n, &place);
    }
    if (values != NULL) {
        *values = place.taken;
    }
    if (status == GDV_OK) {
        gdv_tape_finish(&tape, &scan, scan.in.size, document);
        gdv_report_clear(report, status);
    } else if (report != NULL) {
        scan.need = status == GDV_E_NO_SPACE ? gdv_values_bound(scan.in.size) : scan.need;
        report_one(report, status, args, &scan, &stack, &place);
    }
    return status;
}

gdv_status gdv_document_parse_values(gdv_document *document, const void *bytes, size_t size, gdv_dialect dialect,
                                     const gdv_policy *policy, size_t n, gdv_node *nodes, size_t capacity,
                                     size_t *values, gdv_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {nodes, gdv_extent(nodes, capacity, sizeof *nodes), true},
                                  {document, sizeof *document, true},
                                  {values, sizeof *values, true},
                                  {report, sizeof *report, true}};
    gdv_arguments args;

    if (gdv_regions_overlap(regions, 6)) {
        return GDV_E_OVERLAP;
    }
    if (values != NULL) {
        *values = 0;
    }
    gdv_status status = gdv_document_start(&args, document, bytes, size, dialect, policy, nodes, capacity, report);
    if (status != GDV_OK) {
        return status;
    }
    return parse_values(document, &args, n, nodes, capacity, values, report);
}
