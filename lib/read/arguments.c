/* SPDX-License-Identifier: MIT */
#include "arguments.h"

#include <string.h>

#include <gdv/validate.h>

#include "../wire/overlap.h"
#include "../wire/preset.h"
#include "trace.h"

#ifdef __FRAMAC__
#include "../proof/arguments_c.h"
#endif

gdv_status gdv_arguments_check(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    if (gdv_is_nowhere(bytes, size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if ((uint32_t)dialect >= (uint32_t)GDV_DIALECT_COUNT) {
        return GDV_E_BAD_DIALECT;
    }
    if (!gdv_policy_is_one(policy)) {
        return GDV_E_BAD_POLICY;
    }
    const bool fits = policy->encoding == GDV_ENCODING_PLAIN || gdv_wire_tables[dialect].family == GDV_FAMILY_GODOT4;
    return fits ? GDV_OK : GDV_E_BAD_POLICY;
}

gdv_status gdv_arguments_set(gdv_arguments *args, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                             const gdv_policy *policy)
{
    const gdv_policy *strict = &gdv_presets[GDV_POLICY_STRICT];
    const gdv_policy *by = policy != NULL ? policy : strict;
    const gdv_status status = gdv_arguments_check(bytes, size, dialect, by);
    args->bytes = bytes;
    args->size = size;
    args->table = status == GDV_OK ? &gdv_wire_tables[dialect] : NULL;
    args->policy = *(status == GDV_OK ? by : strict);
    args->scratch = NULL;
    args->scratch_size = 0;
    return status;
}

size_t gdv_scratch_bound(size_t size)
{
    return gdv_scratch_needed(size);
}

gdv_status gdv_arguments_scratch(gdv_arguments *args, uint8_t *scratch, size_t scratch_size)
{
    args->scratch = scratch;
    args->scratch_size = gdv_scratch_used(args->size, scratch_size);
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
