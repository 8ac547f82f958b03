/* SPDX-License-Identifier: MIT */
#include <gdv/validate.h>

#include <stdbool.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "../wire/overlap.h"
#include "../wire/preset.h"
#include "arguments.h"
#include "room.h"
#include "run.h"

/* Asks for memory that is about to be read. No read: an address that is none does no harm. */
#if defined(__GNUC__)
#define PREFETCH(address) __builtin_prefetch(address)
#else
#define PREFETCH(address) ((void)(address))
#endif

/* How far ahead of the packet that is read, and how much of it, in the lines of most caches. */
enum { PACKETS_AHEAD = 4, BYTES_AHEAD = 256, LINE_BYTES = 64 };

#ifdef __FRAMAC__
#include "../proof/validate_c.h"
#endif

/* The entries of keys that the loop has noted are the step's. */
static void keys_of_run(gdv_keys *keys, const gdv_run *run)
{
    keys->end = run->entries;
    keys->room = run->room;
    keys->used = run->used;
    keys->first = run->first;
    keys->key = 0;
    keys->has_packet = 0;
}

/* The loop goes on from where the step and keys.h are. */
static void before_run(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys)
{
    gdv_run_from(run, scan, keys);
    run->deepest = scan->deepest;
    run->longest = scan->longest;
    run->widest = scan->widest;
}

/* What the loop has read, as the step and keys.h know it; containers are closed that ended where it stopped. */
static gdv_status after_run(const gdv_run *run, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys)
{
    gdv_run_to(run, scan, keys);
    scan->deepest = run->deepest;
    scan->longest = run->longest;
    scan->widest = run->widest;
    gdv_step_close(scan, stack);
    return run->pair == 2 ? gdv_keys_close(keys, scan, stack, run->depth) : GDV_OK;
}

/* The loop goes on after the value that the step has read, if it may. */
static gdv_status walk_on(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, gdv_run *run)
{
    before_run(run, scan, keys);
    if (run->depth == 0 || !gdv_is_outside_keys(keys, scan) || !gdv_run_may_go_on(run, stack)) {
        return GDV_OK;
    }
    gdv_run_on(run, stack);
    return after_run(run, scan, stack, keys);
}

/* Reads the rest of a packet: by the loop wherever it may, what stands between by the step. Ensures on GDV_OK: pos is at the
 * packet's end, or trailing bytes are permitted. */
static gdv_status walk(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, gdv_run *run)
{
    gdv_token token;
    /*@ WALK_LOOP */
    while (gdv_scan_more(scan)) {
        uint32_t depth = scan->depth;
        gdv_role role = gdv_next_role(scan, stack);
        gdv_status status = gdv_step_general(scan, stack, &token);
        if (status != GDV_OK) {
            return status;
        }
        if (run->pair == 2) {
            status = gdv_keys_step(keys, scan, stack, depth, role, &token);
            if (status != GDV_OK) {
                return status;
            }
        }
        status = walk_on(scan, stack, keys, run);
        if (status != GDV_OK) {
            return status;
        }
    }
    return gdv_scan_finish(scan);
}

/* The verdict on a packet of arguments that were checked, of which the loop may have read the beginning. Ensures what walk does. */
static gdv_status validate_rest(const gdv_arguments *args, gdv_run *run, gdv_scan *scan, gdv_stack *stack)
{
    gdv_keys keys;
    gdv_status status = gdv_arguments_scan(args, scan);
    keys_of_run(&keys, run);
    /*@ ghost if (run->in.pos == 0) { gdv_owed[0] = 0; } */
    if (status == GDV_OK && run->in.pos > 0) {
        status = after_run(run, scan, stack, &keys);
    }
    if (status != GDV_OK) {
        return status;
    }
    return walk(scan, stack, &keys, run);
}

/* Sets stats to what they say before a byte is read. */
static void clear_stats(gdv_stats *stats)
{
    stats->bytes = 0;
    stats->values = 0;
    stats->deepest = 0;
    stats->longest = 0;
    stats->widest = 0;
    stats->steps = 0;
}

/* Steps are never more than values could have been, 4 * steps <= bytes + 4: promise 3 of SECURITY.md. */
static void fill_stats(gdv_stats *stats, const gdv_scan *scan)
{
    stats->bytes = scan->in.pos;
    stats->values = scan->values;
    stats->deepest = scan->deepest;
    stats->longest = scan->longest;
    stats->widest = scan->widest;
    stats->steps = (uint64_t)scan->values + scan->strings;
}

/* Whether anything that a call names shares a byte with what it writes. */
static bool arguments_overlap(const void *bytes, size_t size, const gdv_policy *policy, const void *scratch,
                              size_t scratch_size, const gdv_stats *stats, const gdv_report *report)
{
    const size_t extent = gdv_extent(bytes, size, 1);
    const size_t scratch_extent = gdv_extent(scratch, scratch_size, 1);
    const gdv_region regions[] = {{bytes, extent, false},
                                  {policy, sizeof *policy, false},
                                  {scratch, scratch_extent, true},
                                  {stats, sizeof *stats, true},
                                  {report, sizeof *report, true}};
    return gdv_regions_overlap(regions, 5);
}

/* Tells the caller of a verdict: stats and report may be NULL. Requires them to be apart from each other and stats to
 * be apart from the packet. The scan and the stack are used up. */
static void fill_outputs(gdv_status status, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                         gdv_stats *stats, gdv_report *report)
{
    if (stats != NULL) {
        fill_stats(stats, scan);
        /*@ assert table: GDV_WIRE_TABLE_SOUND(args->table); */
    }
    /*@ assert table: GDV_WIRE_TABLE_SOUND(args->table); */
    /*@ assert written: \initialized(args->bytes + (0 .. args->size - 1)); */
    if (status == GDV_OK) {
        gdv_report_clear(report, status);
    } else if (report != NULL) {
        gdv_report_judged(report, status, args, scan, stack, gdv_report_stop(status, scan));
    }
}

/* Finds the caller's mistakes, before a byte is read. Fills all of *args; and where nothing overlaps and stats and report are such,
 * sets stats to nothing, and a report to the mistake. */
static gdv_status find_mistakes(gdv_arguments *args, const void *bytes, size_t size, gdv_dialect dialect,
                                const gdv_policy *policy, void *scratch, size_t scratch_size, gdv_stats *stats,
                                gdv_report *report)
{
    if (arguments_overlap(bytes, size, policy, scratch, scratch_size, stats, report)) {
        return GDV_E_OVERLAP;
    }
    if ((stats != NULL && stats->struct_size != sizeof *stats) ||
        (report != NULL && report->struct_size != sizeof *report)) {
        return GDV_E_BAD_STRUCT;
    }
    if (stats != NULL) {
        clear_stats(stats);
    }
    gdv_status status = gdv_arguments_set(args, bytes, size, dialect, policy);
    if (status == GDV_OK) {
        status = gdv_arguments_scratch(args, scratch, scratch_size);
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
        /*@ assert unread: stats != \null ==> stats->bytes == 0 && stats->steps == 0; */
    }
    return status;
}

/* The rest of a call that the loop alone has not answered, or has not been asked. */
static gdv_status validate_all(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                               void *scratch, size_t scratch_size, gdv_run *run, gdv_stack *stack, gdv_stats *stats,
                               gdv_report *report)
{
    gdv_scan scan;
    gdv_arguments args;

    gdv_status status = find_mistakes(&args, bytes, size, dialect, policy, scratch, scratch_size, stats, report);
    if (status != GDV_OK) {
        return status;
    }
    if (run->in.pos == 0) {
        gdv_run_start(run, args.bytes, args.size, args.table, &args.policy, args.scratch, args.scratch_size);
    }
    /*@ assert set: \initialized(&args); */
    /*@ assert table: GDV_WIRE_TABLE_SOUND(args.table); */
    /*@ assert valid: \valid_read(args.bytes + (0 .. args.size - 1)); */
    /*@ assert written: \initialized(args.bytes + (0 .. args.size - 1)); */
    status = validate_rest(&args, run, &scan, stack);
    /*@ assert table: GDV_WIRE_TABLE_SOUND(args.table); */
    /*@ assert written: \initialized(args.bytes + (0 .. args.size - 1)); */
    /*@ assert within: scan.in.pos <= size && 4 * (scan.values + scan.strings) <= scan.in.pos + 4; */
    /*@ assert consumed: status == GDV_OK && IS_STRICT_ABOUT_TRAILING(Pre) ==> scan.in.pos == size; */
    fill_outputs(status, &args, &scan, stack, stats, report);
    return status;
}

/* Whether nothing that is written shares a byte with what else a call names that asks for no statistics. */
static inline bool is_apart(const void *bytes, size_t size, const gdv_policy *policy, const void *scratch,
                            size_t scratch_size, const gdv_report *report)
{
    return !gdv_overlap(bytes, size, scratch, scratch_size) &&
           !gdv_overlap(policy, sizeof *policy, scratch, scratch_size) &&
           (report == NULL || (!gdv_overlap(report, sizeof *report, bytes, size) &&
                               !gdv_overlap(report, sizeof *report, policy, sizeof *policy) &&
                               !gdv_overlap(report, sizeof *report, scratch, scratch_size)));
}

/* Whether every argument is one that most calls have, so that gdv_arguments_set and gdv_arguments_scratch would pass all of them. */
static inline bool is_usual(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            const void *scratch, size_t scratch_size, const gdv_report *report)
{
    return gdv_is_usual(bytes, size, dialect, policy, report) && gdv_is_usual_scratch(scratch, scratch_size, policy);
}

/* The loop is asked first where nobody asks for statistics. */
gdv_status gdv_validate(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy, void *scratch,
                        size_t scratch_size, gdv_stats *stats, gdv_report *report)
{
    gdv_stack stack;
    gdv_run run;
    const gdv_policy *by = policy == NULL ? &gdv_presets[GDV_POLICY_STRICT] : policy;
    run.in.pos = 0;
    if (stats == NULL && is_usual(bytes, size, dialect, by, scratch, scratch_size, report) &&
        gdv_is_for_run(size, by) && is_apart(bytes, size, policy, scratch, scratch_size, report)) {
        gdv_run_start(&run, bytes, size, &gdv_wire_tables[dialect], by, scratch, scratch_size);
        if (gdv_run_whole(&run, &stack)) {
            gdv_report_clear(report, GDV_OK);
            return GDV_OK;
        }
    }
    return validate_all(bytes, size, dialect, policy, scratch, scratch_size, &run, &stack, stats, report);
}

/* Whether anything that a call on many packets names shares a byte with what it writes. Requires lists that are not
 * nowhere. */
static bool many_overlap(const gdv_packet *packets, size_t count, const gdv_policy *policy, const void *scratch,
                         size_t scratch_size, const gdv_status *verdicts)
{
    const size_t scratch_extent = gdv_extent(scratch, scratch_size, 1);
    const gdv_region regions[] = {{packets, count * sizeof *packets, false},
                                  {policy, sizeof *policy, false},
                                  {scratch, scratch_extent, true},
                                  {verdicts, count * sizeof *verdicts, true}};
    bool found = gdv_regions_overlap(regions, 4);
    for (size_t index = 0; index < count && !found; index += 1) {
        const void *bytes = packets[index].bytes;
        const size_t extent = gdv_extent(bytes, packets[index].size, 1);
        found = gdv_overlap(bytes, extent, scratch, scratch_extent) ||
                gdv_overlap(bytes, extent, verdicts, count * sizeof *verdicts);
    }
    return found;
}

/* Whether each packet lies somewhere. */
static bool all_somewhere(const gdv_packet *packets, size_t count)
{
    bool found = false;
    for (size_t index = 0; index < count && !found; index += 1) {
        found = gdv_is_nowhere(packets[index].bytes, packets[index].size, 1);
    }
    return !found;
}

/* Asks for the beginning of a packet; what follows it the machine sees coming. */
static void ask_for(const gdv_packet *packet)
{
    const uint8_t *bytes = (const uint8_t *)packet->bytes;
    const size_t most = packet->size < BYTES_AHEAD ? packet->size : BYTES_AHEAD;
    for (size_t at = 0; at < most; at += LINE_BYTES) {
        PREFETCH(bytes + at);
    }
}

gdv_status gdv_validate_many(const gdv_packet *packets, size_t count, gdv_dialect dialect, const gdv_policy *policy,
                             void *scratch, size_t scratch_size, gdv_status *verdicts)
{
    gdv_stack stack;
    gdv_run run;
    gdv_scan scan;
    gdv_arguments args;

    if (gdv_is_nowhere(packets, count, sizeof *packets) || gdv_is_nowhere(verdicts, count, sizeof *verdicts)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (many_overlap(packets, count, policy, scratch, scratch_size, verdicts)) {
        return GDV_E_OVERLAP;
    }
    gdv_status status = all_somewhere(packets, count) ? GDV_OK : GDV_E_BAD_ARGUMENT;
    if (status == GDV_OK) {
        status = gdv_arguments_set(&args, NULL, 0, dialect, policy);
    }
    if (status == GDV_OK) {
        status = gdv_arguments_scratch(&args, scratch, scratch_size);
    }
    if (status != GDV_OK) {
        return status;
    }
    for (size_t index = 0; index < count; index += 1) {
        if (count - index > PACKETS_AHEAD) {
            ask_for(&packets[index + PACKETS_AHEAD]);
        }
        args.bytes = packets[index].bytes;
        args.size = packets[index].size;
        (void)gdv_arguments_scratch(&args, scratch, scratch_size); /* as above; no more than it can need */
        gdv_run_start(&run, args.bytes, args.size, args.table, &args.policy, args.scratch, args.scratch_size);
        const bool whole = gdv_is_for_run(args.size, &args.policy) && gdv_run_whole(&run, &stack);
        verdicts[index] = whole ? GDV_OK : validate_rest(&args, &run, &scan, &stack);
        status = status == GDV_OK ? verdicts[index] : status;
    }
    return status;
}
