/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <string.h>

#include <gdv/validate.h>

#include "../wire/overlap.h"
#include "trace.h"

#ifdef __FRAMAC__
#include "../proof/arguments_c.h"
#endif

static gdv_policy strict_policy(void)
{
    gdv_policy strict;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    return strict;
}

gdv_status gdv_arguments_set(gdv_arguments *args, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                             const gdv_policy *policy)
{
    args->bytes = bytes;
    args->size = size;
    args->table = NULL;
    args->scratch = NULL;
    args->scratch_size = 0;
    bool fits = policy == NULL || gdv_policy_check(policy) == GDV_OK;
    if (policy != NULL && fits) {
        args->policy = *policy;
    } else {
        args->policy = strict_policy();
    }
    if (gdv_is_nowhere(bytes, size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if ((uint32_t)dialect >= (uint32_t)GDV_DIALECT_COUNT) {
        return GDV_E_BAD_DIALECT;
    }
    args->table = &gdv_wire_tables[dialect];
    if (args->policy.encoding != GDV_ENCODING_PLAIN && args->table->family != GDV_FAMILY_GODOT4) {
        return GDV_E_BAD_POLICY;
    }
    return fits ? GDV_OK : GDV_E_BAD_POLICY;
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

gdv_status gdv_arguments_scratch(gdv_arguments *args, uint8_t *scratch, size_t scratch_size)
{
    args->scratch = scratch;
    args->scratch_size = scratch_size;
    if (scratch_size > args->size) { /* the bound is more than that, and takes a division */
        const size_t most = gdv_scratch_bound(args->size);
        args->scratch_size = scratch_size < most ? scratch_size : most;
    }
    if (gdv_is_nowhere(scratch, scratch_size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    return gdv_unique_keys(args) && scratch == NULL ? GDV_E_NO_SCRATCH : GDV_OK;
}

gdv_status gdv_arguments_scan(const gdv_arguments *args, gdv_scan *scan)
{
    return gdv_scan_start(scan, args->bytes, args->size, args->table, &args->policy);
}

void gdv_report_set(gdv_report *report, gdv_status code)
{
    memset(report, 0, sizeof *report);
    report->struct_size = sizeof *report;
    report->code = code;
    report->type_name = "";
    report->type = code == GDV_OK ? 0 : -1;
}

void gdv_report_clear(gdv_report *report, gdv_status code)
{
    if (report != NULL) {
        gdv_report_set(report, code);
    }
}

/* Codes that no value of the packet is to blame for, so that there is no path to look for. */
static bool has_place(gdv_status code)
{
    return code != GDV_E_EMPTY && code != GDV_E_TRAILING && code != GDV_E_LIMIT_BYTES && code != GDV_E_MISSING;
}

uint32_t gdv_report_stop(gdv_status code, const gdv_scan *scan)
{
    return code == GDV_E_DUPLICATE_KEY || code == GDV_E_NO_SPACE ? scan->error_offset : UINT32_MAX;
}

void gdv_report_fill(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                     uint32_t stop)
{
    uint32_t ancestors[GDV_MAX_DEPTH]; /* here, and not in each caller: it is not on the stack while a packet is read */
    gdv_report_clear(report, code);
    if (report == NULL) {
        return;
    }
    report->misread = code == GDV_E_ENGINE_MISREADS ? scan->misread : GDV_MISREAD_NONE;
    report->offset = scan->error_offset;
    report->need = scan->need;
    if (has_place(code)) {
        gdv_status status = gdv_arguments_scan(args, scan);
        if (status == GDV_OK) {
            gdv_trace(scan, stack, ancestors, stop, report);
        }
    }
}
