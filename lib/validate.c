/* SPDX-License-Identifier: MIT */
#include "validate.h"

#include <stdbool.h>
#include <string.h>

#include "keys.h"
#include "overlap.h"
#include "request.h"
#include "step.h"

/* The whole packet, value by value. */
static gdv_status walk(gdv_scan *scan, gdv_frame *stack, gdv_keys *keys)
{
    bool unique_keys = (scan->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    gdv_status status = GDV_OK;
    gdv_head head;

    while (status == GDV_OK && gdv_scan_more(scan)) {
        gdv_role role = gdv_next_role(scan, stack);
        uint32_t depth = scan->depth;
        status = gdv_step(scan, stack, &head);
        if (status == GDV_OK && unique_keys) {
            status = gdv_keys_step(keys, scan, stack, depth, role, &head);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

static void fill_stats(gdv_stats *stats, const gdv_scan *scan)
{
    stats->bytes = scan->in.pos;
    stats->values = scan->values;
    stats->deepest = scan->deepest;
    stats->longest = scan->longest;
    stats->widest = scan->widest;
    stats->steps = scan->steps;
}

/* d open dictionaries with k keys between them use 8 * (d + k) bytes and have cost 8 * d for their headers, 4 for each
 * key and 4 for each value but the innermost of each dictionary, which may be the next dictionary: 4 * d + 8 * k in
 * all. Only the innermost may be without a key, so d <= k + 1, and the worst is a chain {nil: {nil: {nil: ..: 16 bytes
 * for every 12, and 8 for the first header. */
size_t gdv_scratch_bound(size_t size)
{
    const size_t most = SIZE_MAX - SIZE_MAX / 4 - 8; /* three quarters, so that a third more still fits */
    return size < most ? size + size / 3 + 8 : SIZE_MAX;
}

gdv_status gdv_validate(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy, void *scratch,
                        size_t scratch_size, gdv_stats *stats, gdv_report *report)
{
    gdv_frame stack[GDV_MAX_DEPTH];
    gdv_scan scan;
    gdv_keys keys;
    gdv_request asked;
    const gdv_region regions[] = {{bytes, size, false},
                                  {policy, sizeof *policy, false},
                                  {scratch, scratch_size, true},
                                  {stats, sizeof *stats, true},
                                  {report, sizeof *report, true}};

    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    if ((stats != NULL && stats->struct_size != sizeof *stats) ||
        (report != NULL && report->struct_size != sizeof *report)) {
        return GDV_E_BAD_STRUCT;
    }
    if (stats != NULL) {
        memset(stats, 0, sizeof *stats);
        stats->struct_size = sizeof *stats;
    }
    gdv_status status = gdv_request_set(&asked, bytes, size, dialect, policy);
    if (status == GDV_OK) {
        status = gdv_request_scratch(&asked, scratch, scratch_size);
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
        return status;
    }

    status = gdv_request_scan(&asked, &scan);
    if (status == GDV_OK) {
        gdv_keys_start(&keys, scratch, scratch_size);
        status = walk(&scan, stack, &keys);
    }
    if (stats != NULL) {
        fill_stats(stats, &scan);
    }
    if (status == GDV_OK) {
        gdv_report_clear(report, status);
    } else if (report != NULL) {
        gdv_report_fill(report, status, &asked, &scan, stack, gdv_report_stop(status, &scan));
    }
    return status;
}
