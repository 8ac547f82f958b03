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
#include "../wire/preset.h"
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

/* Counts what the loop has read. All of that stays as it is. */
static gdv_status keep_run(gdv_canon *to, const gdv_run *run, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    const uint32_t before = scan->in.pos;
    gdv_run_to(run, scan, keys);
    gdv_step_close(scan, stack);
    to->out.pos += scan->in.pos - before;
    to->grew = to->grew || to->out.pos > scan->in.pos;
    return run->pair == 2 ? gdv_keys_close(keys, scan, stack, run->depth) : GDV_OK;
}

/* A fast path: the loop goes on after the value that the step has read, if it may. */
static gdv_status keep_known(gdv_canon *to, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    gdv_run run;
    if (scan->depth == 0 || !gdv_is_outside_keys(keys, scan)) {
        return GDV_OK;
    }
    gdv_run_set(&run, scan, keys, unique);
    if (gdv_run_may_go_on(&run, stack)) {
        gdv_run_on(&run, stack);
    }
    return run.in.pos == scan->in.pos ? GDV_OK : keep_run(to, &run, scan, stack, keys);
}

/* The whole packet into a sink that counts; the loop may have read its beginning. */
static gdv_status walk_counting(gdv_canon *to, const gdv_run *begun, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys,
                                bool unique)
{
    gdv_status status = begun->in.pos == 0 ? GDV_OK : keep_run(to, begun, scan, stack, keys);
    while (status == GDV_OK && gdv_scan_more(scan)) {
        status = walk_step(to, scan, stack, keys, unique);
        if (status == GDV_OK && to->spelled) {
            status = keep_known(to, scan, stack, keys, unique);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

/* What there is to write, and whether it may be written over the packet. */
static gdv_status measure_canon(gdv_canon *to, const gdv_arguments *args, const gdv_run *begun, gdv_scan *scan,
                                gdv_stack *stack)
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
        status = walk_counting(to, begun, scan, stack, &keys, gdv_unique_keys(args));
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

static gdv_status canonicalize(const gdv_arguments *args, const gdv_run *begun, gdv_stack *stack, uint8_t *out,
                               size_t capacity, size_t *out_size, gdv_report *report)
{
    gdv_scan scan;
    gdv_canon to;

    gdv_status status = measure_canon(&to, args, begun, &scan, stack);
    if (status != GDV_OK) {
        uint32_t stop = to.stop != UINT32_MAX ? to.stop : gdv_report_stop(status, &scan);
        gdv_report_judged(report, status, args, &scan, stack, stop);
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
            status = put_all(&to, args, &scan, stack);
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

/* Whether the output is none, or has room for a packet of that size and lies somewhere. */
static inline bool is_room(const void *out, size_t capacity, size_t size)
{
    if (out == NULL) {
        return capacity == 0;
    }
    return size <= capacity && !gdv_wraps(out, capacity, 1);
}

/* Whether a call is one that most are, so that the loop may be asked first. */
static inline bool is_usual_canon(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                                  const void *scratch, size_t scratch_size, const void *out, size_t capacity,
                                  const gdv_report *report)
{
    return gdv_is_usual(bytes, size, dialect, policy, report) && gdv_is_for_run(size, policy) &&
           gdv_is_usual_scratch(scratch, scratch_size, policy) && gdv_canon_is_spelled(policy->permit) &&
           is_room(out, capacity, size);
}

gdv_status gdv_canonicalize(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            void *scratch, size_t scratch_size, void *out, size_t capacity, size_t *out_size,
                            gdv_report *report)
{
    gdv_stretch all[6] = {gdv_stretch_of(bytes, gdv_extent(bytes, size, 1)),
                          gdv_stretch_of(policy, sizeof *policy),
                          gdv_stretch_of(scratch, gdv_extent(scratch, scratch_size, 1)),
                          gdv_stretch_of(out_size, sizeof *out_size),
                          gdv_stretch_of(report, sizeof *report),
                          gdv_stretch_of(out, gdv_extent(out, capacity, 1))};
    const gdv_policy *by = policy == NULL ? &gdv_presets[GDV_POLICY_STRICT] : policy;
    gdv_arguments args;
    gdv_stack stack;
    gdv_run run;

    if (gdv_stretch_meets(all, 2) || gdv_stretch_meets(all, 3) || gdv_stretch_meets(all, 4)) {
        return GDV_E_OVERLAP;
    }
    /* The output may be the packet itself; what it has more than the packet must be free of all others too. */
    if (out == bytes) {
        all[0].end = 0;
    }
    if (gdv_stretch_meets(all, 5)) {
        return GDV_E_OVERLAP;
    }
    run.in.pos = 0;
    if (out_size != NULL && is_usual_canon(bytes, size, dialect, by, scratch, scratch_size, out, capacity, report)) {
        gdv_run_start(&run, bytes, size, &gdv_wire_tables[dialect], by, scratch, scratch_size);
        if (gdv_run_whole(&run, &stack)) { /* the packet is its own canonical form */
            if (out != NULL && out != bytes) {
                memcpy(out, bytes, size);
            }
            *out_size = size;
            gdv_report_clear(report, GDV_OK);
            return GDV_OK;
        }
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
    return canonicalize(&args, &run, &stack, (uint8_t *)out, capacity, out_size, report);
}
