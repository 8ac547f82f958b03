/* SPDX-License-Identifier: MIT */
#include "validate.h"

#include <stdbool.h>
#include <string.h>

#include "keys.h"
#include "step.h"
#include "trace.h"
#include "wire.h"

/* Whether two ranges of memory share a byte. Compared as numbers: they may belong to different objects. */
static bool overlap(const void *one, size_t one_size, const void *other, size_t other_size)
{
    uintptr_t a = (uintptr_t)one;
    uintptr_t b = (uintptr_t)other;
    if (one == NULL || other == NULL || one_size == 0 || other_size == 0) {
        return false;
    }
    return a <= b ? b - a < one_size : a - b < other_size;
}

/* Everything that the caller hands in, so that it can be checked in one place. */
typedef struct request {
    const uint8_t *bytes;
    size_t size;
    const gdv_grammar *grammar;
    gdv_policy policy;
    void *scratch;
    size_t scratch_size;
} request;

static bool outputs_overlap(const request *asked, const gdv_policy *policy, const gdv_stats *stats,
                            const gdv_report *report)
{
    const size_t stats_size = sizeof *stats;
    const size_t report_size = sizeof *report;
    const size_t policy_size = sizeof *policy;
    const void *scratch = asked->scratch;

    return overlap(scratch, asked->scratch_size, asked->bytes, asked->size) ||
           overlap(scratch, asked->scratch_size, policy, policy_size) ||
           overlap(scratch, asked->scratch_size, stats, stats_size) ||
           overlap(scratch, asked->scratch_size, report, report_size) ||
           overlap(stats, stats_size, asked->bytes, asked->size) || overlap(stats, stats_size, policy, policy_size) ||
           overlap(stats, stats_size, report, report_size) || overlap(report, report_size, asked->bytes, asked->size) ||
           overlap(report, report_size, policy, policy_size);
}

/* The caller's mistakes, before a byte is read. */
static gdv_status check_request(request *asked, gdv_dialect dialect, const gdv_policy *policy)
{
    if ((asked->bytes == NULL && asked->size > 0) || (asked->scratch == NULL && asked->scratch_size > 0)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if ((uint32_t)dialect >= (uint32_t)GDV_DIALECT_COUNT) {
        return GDV_E_BAD_DIALECT;
    }
    asked->grammar = &gdv_grammars[dialect];
    if (policy == NULL) {
        gdv_policy_init(&asked->policy, GDV_POLICY_STRICT);
    } else if (gdv_policy_check(policy) != GDV_OK) {
        return GDV_E_BAD_POLICY;
    } else {
        asked->policy = *policy;
    }
    if ((asked->policy.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0 && asked->scratch == NULL) {
        return GDV_E_NO_SCRATCH;
    }
    return GDV_OK;
}

/* The whole packet, value by value. */
static gdv_status walk(gdv_scan *scan, gdv_frame *stack, gdv_keys *keys)
{
    bool unique_keys = (scan->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    gdv_status status = GDV_OK;
    gdv_event event;

    while (status == GDV_OK && gdv_scan_more(scan)) {
        gdv_role role = gdv_next_role(scan, stack);
        uint32_t depth = scan->depth;
        status = gdv_step(scan, stack, &event);
        if (status == GDV_OK && unique_keys) {
            status = gdv_keys_step(keys, scan, stack, depth, role, &event);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

static void clear_report(gdv_report *report, gdv_status code)
{
    if (report != NULL) {
        memset(report, 0, sizeof *report);
        report->struct_size = sizeof *report;
        report->code = code;
        report->type_name = "";
        report->type = code == GDV_OK ? 0 : -1;
    }
}

/* Codes that no value of the packet is to blame for, so that there is no path to look for. */
static bool has_place(gdv_status code)
{
    return code != GDV_E_EMPTY && code != GDV_E_TRAILING && code != GDV_E_LIMIT_BYTES;
}

static void fill_report(gdv_report *report, gdv_status code, gdv_scan *scan, gdv_frame *stack, const request *asked)
{
    clear_report(report, code);
    report->misread = code == GDV_E_ENGINE_MISREADS ? scan->misread : GDV_MISREAD_NONE;
    report->offset = scan->wrong;
    report->need = scan->need;
    bool of_key = code == GDV_E_DUPLICATE_KEY || code == GDV_E_NO_SPACE;
    if (has_place(code)) {
        uint32_t stop = of_key ? scan->wrong : UINT32_MAX;
        gdv_status status = gdv_scan_start(scan, asked->bytes, asked->size, asked->grammar, &asked->policy);
        if (status == GDV_OK) {
            gdv_trace(scan, stack, stop, report);
        }
    }
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
    request asked;

    asked.bytes = (const uint8_t *)bytes;
    asked.size = size;
    asked.scratch = scratch;
    asked.scratch_size = scratch_size;
    if (outputs_overlap(&asked, policy, stats, report)) {
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
    gdv_status status = check_request(&asked, dialect, policy);
    if (status != GDV_OK) {
        clear_report(report, status);
        return status;
    }

    status = gdv_scan_start(&scan, asked.bytes, size, asked.grammar, &asked.policy);
    if (status == GDV_OK) {
        gdv_keys_start(&keys, scratch, scratch_size);
        status = walk(&scan, stack, &keys);
    }
    if (stats != NULL) {
        fill_stats(stats, &scan);
    }
    if (status == GDV_OK) {
        clear_report(report, status);
    } else if (report != NULL) {
        fill_report(report, status, &scan, stack, &asked);
    }
    return status;
}
