/* SPDX-License-Identifier: MIT */
#include <gdv/validate.h>

#include <stdbool.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "../wire/overlap.h"
#include "arguments.h"
#include "room.h"

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

/* Reads the plain values that come next in the innermost container, whose level is `level`. keyed: it is a dictionary
 * whose keys are looked at. Requires values left in it. Ensures: pos moved by at least one byte for each value read,
 * and what is reserved is what the open containers are still owed. */
static gdv_status walk_run(gdv_scan *scan, gdv_level *level, gdv_keys *keys, bool keyed)
{
    gdv_fast_token fast;
    /*@ WALK_RUN_LOOP */
    while (gdv_step_fast(scan, level, &fast)) {
        if (keyed && level->left % 2 != 0) {
            gdv_status status = gdv_keys_fast(keys, scan, &fast);
            if (status != GDV_OK) {
                return status;
            }
        }
        if (level->left == 0) {
            return GDV_OK;
        }
    }
    return GDV_OK;
}

/* Reads plain values for as long as they follow one another, through the ends of containers, unless they are in a key.
 * Ensures on GDV_OK: the innermost open container has values left, or nothing is open. */
static gdv_status walk_fast(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    /*@ WALK_FAST_LOOP */
    while (keys->key == 0 && gdv_may_be_fast(scan, stack)) {
        uint32_t depth = scan->depth;
        bool keyed = unique && stack->levels[depth - 1].kind == GDV_LEVEL_DICTIONARY;
        /*@ assert unnamed: stack->levels[depth - 1].kind != GDV_LEVEL_OBJECT; */
        gdv_status status = walk_run(scan, &stack->levels[depth - 1], keys, keyed);
        /*@ assert others: WALK_FAST_OTHERS; */
        /*@ assert ledger: gdv_owed[depth] == gdv_owed[depth - 1] + 4 * stack->levels[depth - 1].left; */
        if (status != GDV_OK) {
            return status;
        }
        if (stack->levels[depth - 1].left > 0) {
            return GDV_OK;
        }
        gdv_step_close(scan, stack);
        if (unique) {
            status = gdv_keys_close(keys, scan, stack, depth);
            /*@ assert waits: GDV_STACK_PENDING(stack, scan); */
            if (status != GDV_OK) {
                return status;
            }
        }
    }
    return GDV_OK;
}

/* Reads the whole packet: plain values in runs, what stands between them one by one. Where `unique`, no dictionary may
 * repeat a key. Ensures on GDV_OK: pos is at the packet's end, or trailing bytes are permitted. */
static gdv_status walk(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
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
        if (unique) {
            status = gdv_keys_step(keys, scan, stack, depth, role, &token);
            if (status != GDV_OK) {
                return status;
            }
        }
        status = walk_fast(scan, stack, keys, unique);
        if (status != GDV_OK) {
            return status;
        }
    }
    return gdv_scan_finish(scan);
}

/* The verdict on a packet whose arguments were checked. Ensures what walk does. */
static gdv_status validate_checked(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack)
{
    gdv_keys keys;
    gdv_status status = gdv_arguments_scan(args, scan);
    if (status != GDV_OK) {
        return status;
    }
    gdv_keys_start(&keys, args->scratch, args->scratch_size);
    /*@ ghost gdv_owed[0] = 0; */
    return walk(scan, stack, &keys, gdv_unique_keys(args));
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
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {scratch, gdv_extent(scratch, scratch_size, 1), true},
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

gdv_status gdv_validate(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy, void *scratch,
                        size_t scratch_size, gdv_stats *stats, gdv_report *report)
{
    gdv_stack stack;
    gdv_scan scan;
    gdv_arguments args;

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
    gdv_status status = gdv_arguments_set(&args, bytes, size, dialect, policy);
    /*@ assert set: \initialized(&args); */
    /*@ assert own: policy != \null && status == GDV_OK ==> args.policy.permit == \at(policy->permit, Pre); */
    /*@ assert strict: policy == \null && status == GDV_OK ==> (args.policy.permit & GDV_PERMIT_TRAILING) == 0; */
    if (status == GDV_OK) {
        status = gdv_arguments_scratch(&args, scratch, scratch_size);
    }
    if (status != GDV_OK) {
        gdv_report_clear(report, status);
        /*@ assert unread: stats != \null ==> stats->bytes == 0 && stats->steps == 0; */
        return status;
    }

    /*@ assert set: \initialized(&args); */
    /*@ assert table: GDV_WIRE_TABLE_SOUND(args.table); */
    /*@ assert valid: \valid_read(args.bytes + (0 .. args.size - 1)); */
    /*@ assert written: \initialized(args.bytes + (0 .. args.size - 1)); */
    status = validate_checked(&args, &scan, &stack);
    /*@ assert table: GDV_WIRE_TABLE_SOUND(args.table); */
    /*@ assert written: \initialized(args.bytes + (0 .. args.size - 1)); */
    /*@ assert within: scan.in.pos <= size && 4 * (scan.values + scan.strings) <= scan.in.pos + 4; */
    /*@ assert consumed: status == GDV_OK && IS_STRICT_ABOUT_TRAILING(Pre) ==> scan.in.pos == size; */
    fill_outputs(status, &args, &scan, &stack, stats, report);
    return status;
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
        verdicts[index] = validate_checked(&args, &scan, &stack);
        status = status == GDV_OK ? verdicts[index] : status;
    }
    return status;
}
