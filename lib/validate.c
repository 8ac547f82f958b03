/* SPDX-License-Identifier: MIT */
#include "validate.h"

#include <stdbool.h>
#include <string.h>

#include "keys.h"
#include "overlap.h"
#include "request.h"
#include "step.h"

/* The plain values that come next, as many as follow one another; keys is NULL where they are not looked at. */
static gdv_status walk_plain(gdv_scan *scan, gdv_frame *stack, gdv_keys *keys)
{
    gdv_plain plain;
    while ((keys == NULL || keys->key == 0) && gdv_may_be_plain(scan, stack)) {
        gdv_frame *frame = &stack[scan->depth - 1];
        bool keyed = keys != NULL && frame->kind == GDV_FRAME_DICTIONARY;
        while (gdv_step_plain(scan, frame, &plain)) {
            gdv_status status = keyed && frame->left % 2 != 0 ? gdv_keys_plain(keys, scan, &plain) : GDV_OK;
            if (status != GDV_OK) {
                return status;
            }
            if (frame->left == 0) {
                break;
            }
        }
        if (frame->left > 0) {
            break;
        }
        uint32_t depth = scan->depth;
        gdv_step_close(scan, stack);
        gdv_status status = keys != NULL ? gdv_keys_close(keys, scan, stack, depth) : GDV_OK;
        if (status != GDV_OK) {
            return status;
        }
    }
    return GDV_OK;
}

/* The whole packet: plain values in rows, what stands between them one by one. */
static gdv_status walk(gdv_scan *scan, gdv_frame *stack, gdv_keys *keys)
{
    gdv_head head;
    gdv_status status = GDV_OK;
    while (status == GDV_OK && gdv_scan_more(scan)) {
        uint32_t depth = scan->depth;
        gdv_role role = gdv_next_role(scan, stack);
        status = gdv_step_other(scan, stack, &head);
        if (status == GDV_OK && keys != NULL) {
            status = gdv_keys_step(keys, scan, stack, depth, role, &head);
        }
        if (status == GDV_OK) {
            status = walk_plain(scan, stack, keys);
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
    stats->steps = (uint64_t)scan->values + scan->strings;
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
        status = walk(&scan, stack, gdv_unique_keys(&asked) ? &keys : NULL);
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
