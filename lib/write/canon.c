/* SPDX-License-Identifier: MIT */
/* The packet is read twice: for the verdict and the size, then for the bytes. Both times every value goes through
 * canon_value.c, first into a sink that only counts; but for what the loop reads (run.h) where no value that it knows can be
 * spelled otherwise. Where nothing is found to change, which is nearly always, the packet is copied instead. //fuzz:canon
 * holds the two equal: it asks for the same bytes under a policy that permits any padding, where each value is written
 * again. */
#include <gdv/canon.h>

#include <string.h>

#include "../read/apart.h"
#include "../read/arguments.h"
#include "../read/room.h"
#include "../read/run.h"
#include "canon_value.h"

/* Pandemonium's Vector4 and Projection have no encoding that it reads back: where the caller wants them to be read as
 * it reads them, there is nothing canonical to say. */
static gdv_status check_sayable(gdv_scan *scan, const gdv_token *token)
{
    uint32_t quirks = token->wire->quirks & (GDV_QUIRK_SHORT_ADVANCE | GDV_QUIRK_LONG_REACH);
    if (quirks == 0 || (scan->permit & GDV_PERMIT_ENGINE_SPAN) == 0) {
        return GDV_OK;
    }
    gdv_misread misread = quirks == GDV_QUIRK_SHORT_ADVANCE ? GDV_MISREAD_VECTOR4 : GDV_MISREAD_PROJECTION;
    return gdv_never(scan, misread, token->at);
}

/* One value, read and accepted. */
static gdv_status put_value(gdv_canon *to, gdv_scan *scan, const gdv_token *token)
{
    if (gdv_canon_keeps(to, token)) {
        gdv_canon_keep(to, token);
        return GDV_OK;
    }
    gdv_status status = check_sayable(scan, token);
    if (status != GDV_OK) {
        to->stop = token->at;
        return status;
    }
    gdv_canon_put(to, token);
    if (to->longer != UINT32_MAX && to->longer_in == UINT32_MAX) {
        to->longer_in = token->at;
    }
    return GDV_OK;
}

/* One value by the step, into the sink. */
static gdv_status walk_step(gdv_canon *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    gdv_token token;
    const gdv_role role = gdv_next_role(scan, stack);
    const uint32_t depth = scan->depth;
    gdv_status status = gdv_step(scan, stack, &token);
    if (status == GDV_OK && unique) {
        status = gdv_keys_step(keys, scan, stack, depth, role, &token);
    }
    if (status == GDV_OK) {
        to->key = role == GDV_ROLE_KEY;
        status = put_value(to, scan, &token);
    }
    return status;
}

/* A fast path: counts what the loop reads, if it may be asked. All of that stays as it is. */
static gdv_status keep_known(gdv_canon *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    gdv_run run;
    const uint32_t before = scan->in.pos;
    if (!gdv_run_may_be_asked(scan, keys)) {
        return GDV_OK;
    }
    gdv_run_set(&run, scan, keys, unique);
    if (run.depth == 0) {
        (void)gdv_run_whole(&run, stack);
    } else if (gdv_run_may_go_on(&run, stack)) {
        gdv_run_on(&run, stack);
    }
    if (run.in.pos == before) {
        return GDV_OK;
    }
    gdv_run_to(&run, scan, keys);
    gdv_step_close(scan, stack);
    to->out.pos += scan->in.pos - before;
    to->grew = to->grew || to->out.pos > scan->in.pos;
    return unique ? gdv_keys_close(keys, scan, stack, run.depth) : GDV_OK;
}

/* The whole packet into a sink that counts. */
static gdv_status walk_counting(gdv_canon *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    gdv_status status = to->spelled ? keep_known(to, scan, stack, keys, unique) : GDV_OK;
    while (status == GDV_OK && gdv_scan_more(scan)) {
        status = walk_step(to, scan, stack, keys, unique);
        if (status == GDV_OK && to->spelled) {
            status = keep_known(to, scan, stack, keys, unique);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

/* What there is to write, and whether it may be written over the packet. */
static gdv_status measure_canon(gdv_canon *to, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack)
{
    gdv_keys keys;
    gdv_keys_start(&keys, args->scratch, args->scratch_size);
    to->out.bytes = NULL;
    to->out.capacity = 0;
    to->out.pos = 0;
    to->scan = scan;
    to->spelled = gdv_canon_is_spelled(args->policy.permit);
    to->same = true;
    to->grew = false;
    to->longer = UINT32_MAX;
    to->longer_in = UINT32_MAX;
    to->stop = UINT32_MAX;
    gdv_status status = gdv_arguments_scan(args, scan);
    if (status == GDV_OK) {
        status = walk_counting(to, scan, stack, &keys, gdv_unique_keys(args));
    }
    /* Only now: what gdv_validate refuses anywhere in the packet is refused here with the same words. */
    if (status == GDV_OK && to->longer != UINT32_MAX) {
        to->stop = to->longer_in;
        status = gdv_refuse(scan, GDV_E_LIMIT_STRING, to->longer, 0);
    }
    if (status == GDV_OK && to->out.pos > args->policy.max_bytes) {
        status = gdv_refuse(scan, GDV_E_LIMIT_BYTES, 0, 0);
    }
    return status;
}

/* The packet is its own canonical form, and all of it was read. */
static void copy_all(gdv_canon *to)
{
    if (to->out.bytes != to->scan->in.bytes) {
        gdv_put_bytes(&to->out, to->scan->in.bytes, to->scan->in.size);
    }
}

/* The whole packet, whose keys have been looked at. */
static gdv_status put_all(gdv_canon *to, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack)
{
    gdv_status status = gdv_arguments_scan(args, scan);
    while (status == GDV_OK && gdv_scan_more(scan)) {
        status = walk_step(to, scan, stack, NULL, false);
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

static gdv_status canonicalize(const gdv_arguments *args, uint8_t *out, size_t capacity, size_t *out_size,
                               gdv_report *report)
{
    gdv_stack stack;
    gdv_scan scan;
    gdv_canon to;

    gdv_status status = measure_canon(&to, args, &scan, &stack);
    if (status != GDV_OK) {
        uint32_t stop = to.stop != UINT32_MAX ? to.stop : gdv_report_stop(status, &scan);
        gdv_report_judged(report, status, args, &scan, &stack, stop);
        return status;
    }
    uint64_t size = to.out.pos;
    if (out == args->bytes && to.grew) {
        gdv_report_clear(report, GDV_E_OVERLAP);
        return GDV_E_OVERLAP;
    }
    *out_size = (size_t)size;
    if (out != NULL && size <= capacity) {
        to.out.bytes = out;
        to.out.capacity = size;
        to.out.pos = 0;
        if (to.same) {
            copy_all(&to);
        } else {
            status = put_all(&to, args, &scan, &stack);
        }
    } else if (out != NULL) {
        status = GDV_E_NO_SPACE;
    }
    gdv_report_clear(report, status);
    if (report != NULL && status == GDV_E_NO_SPACE) {
        report->need = size;
    }
    return status;
}

gdv_status gdv_canonicalize(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            void *scratch, size_t scratch_size, void *out, size_t capacity, size_t *out_size,
                            gdv_report *report)
{
    const gdv_stretch all[6] = {gdv_stretch_of(bytes, gdv_extent(bytes, size, 1)),
                                gdv_stretch_of(policy, sizeof *policy),
                                gdv_stretch_of(scratch, gdv_extent(scratch, scratch_size, 1)),
                                gdv_stretch_of(out_size, sizeof *out_size),
                                gdv_stretch_of(report, sizeof *report),
                                gdv_stretch_of(out, gdv_extent(out, capacity, 1))};
    gdv_arguments args;

    /* in place the output is the packet itself, and its rest after the packet must be free of all others too */
    bool in_place = out != NULL && out == bytes;
    if (gdv_stretch_meets(all, 2) || gdv_stretch_meets(all, 3) || gdv_stretch_meets(all, 4) ||
        gdv_stretch_meets(in_place ? all + 1 : all, in_place ? 4 : 5)) {
        return GDV_E_OVERLAP;
    }
    if (out_size != NULL) {
        *out_size = 0;
    }
    if (report != NULL && report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status status = gdv_arguments_set(&args, bytes, size, dialect, policy);
    if (status == GDV_OK && (out_size == NULL || gdv_is_nowhere(out, capacity, 1))) {
        status = GDV_E_BAD_ARGUMENT;
    }
    if (status == GDV_OK) {
        status = gdv_arguments_scratch(&args, scratch, scratch_size);
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
        return status;
    }
    return canonicalize(&args, (uint8_t *)out, capacity, out_size, report);
}
