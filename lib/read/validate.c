/* SPDX-License-Identifier: MIT */
#include <gdv/validate.h>

#include <stdbool.h>

#include "../decode/step.h"
#include "../keys/keys.h"
#include "../wire/overlap.h"
#include "arguments.h"

/* The plain values that come next in the innermost container, whose level is `level`; keyed if it is a dictionary whose
 * keys are looked at. */
/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && GDV_KEYS_SOUND(keys, scan);
    requires waits: GDV_LEVEL_SET(*level) && level->left > 0 && scan->depth > 0 && scan->in.pos >= 8;
    requires balanced: scan->in.reserved == gdv_owed[scan->depth] >= 4 * level->left;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS, level->left,
            gdv_owed[scan->depth], keys->used, keys->end[-8 * keys->room .. -1];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 0);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    ensures moved: scan->in.pos - \old(scan->in.pos) >= \old(level->left) - level->left >= 0;
    ensures set: \initialized(&level->left);
    ensures balanced: scan->in.reserved == gdv_owed[scan->depth];
    ensures ledger: gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]) - 4 * (\old(level->left) - level->left);
*/
static gdv_status walk_run(gdv_scan *scan, gdv_level *level, gdv_keys *keys, bool keyed)
{
    gdv_fast_token fast;
    /*@ loop invariant sound: GDV_SCAN_SOUND(scan);
        loop invariant paid: GDV_PAID(scan, 0);
        loop invariant keys: GDV_KEYS_SOUND(keys, scan);
        loop invariant waits: GDV_LEVEL_SET(*level) && level->left > 0;
        loop invariant moved:
            scan->in.pos - \at(scan->in.pos, Pre) >= \at(level->left, Pre) - level->left >= 0;
        loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];
        loop invariant ledger: gdv_owed[scan->depth] ==
            \at(gdv_owed[scan->depth], Pre) - 4 * (\at(level->left, Pre) - level->left);
        loop assigns fast, scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS,
            level->left, gdv_owed[scan->depth], keys->used, keys->end[-8 * keys->room .. -1];
        loop variant level->left;
    */
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

/* The words of the proof: what both walks change; and what holds between their steps, as a clause of that kind. */
/* clang-format off */
#define WALK_CHANGES GDV_READS, scan->depth, gdv_owed[0 .. GDV_MAX_DEPTH], GDV_KEYS_CHANGE
#define WALK_HOLDS(clause)                                                                                             \
    clause sound: GDV_SCAN_SOUND(scan);                                                                                \
    clause keys: GDV_KEYS_SOUND(keys, scan);                                                                           \
    clause paid: GDV_PAID(scan, 0);                                                                                    \
    clause there: GDV_STACK_READABLE(stack, scan);                                                                     \
    clause declares: GDV_STACK_DECLARES(stack, scan);                                                                  \
    clause waits: GDV_STACK_PENDING(stack, scan);                                                                      \
    clause ledger: GDV_LEDGER(stack, scan);
/* clang-format on */

/* The plain values that come next, as many as follow one another, unless they are in a key. */
/*@ WALK_HOLDS(requires)
    requires balanced: scan->in.reserved == gdv_owed[scan->depth];
    terminates \true; exits \false;
    assigns WALK_CHANGES;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    ensures paid: GDV_PAID(scan, 0);
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
*/
static gdv_status walk_fast(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    /*@ WALK_HOLDS(loop invariant)
        loop invariant moved: \at(scan->in.pos, Pre) <= scan->in.pos;
        loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];
        loop assigns WALK_CHANGES;
        loop variant scan->in.size - scan->in.pos;
    */
    while (keys->key == 0 && gdv_may_be_fast(scan, stack)) {
        uint32_t depth = scan->depth;
        bool keyed = unique && stack->levels[depth - 1].kind == GDV_LEVEL_DICTIONARY;
        /*@ assert unnamed: stack->levels[depth - 1].kind != GDV_LEVEL_OBJECT; */
        gdv_status status = walk_run(scan, &stack->levels[depth - 1], keys, keyed);
        /*@ assert others: \forall integer i; 0 <= i < depth - 1 ==>
                gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]); */
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

/* The whole packet: plain values in rows, what stands between them one by one. Where `unique`, no dictionary may repeat
 * a key. */
/*@ GDV_STEP_REQUIRES
    requires keys: GDV_KEYS_SOUND(keys, scan);
    terminates \true; exits \false;
    assigns WALK_CHANGES;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status walk(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique)
{
    gdv_token token;
    /*@ WALK_HOLDS(loop invariant)
        loop invariant balanced: GDV_BALANCED(stack, scan);
        loop assigns token, WALK_CHANGES;
        loop variant scan->in.size - scan->in.pos;
    */
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

/* The verdict on the packet of a request that was checked. */
/*@ requires args: GDV_ARGS_VALID(args);
    requires scratch: GDV_ARGS_SCRATCH_VALID(args);
    terminates \true; exits \false;
    assigns *scan, *stack, gdv_owed[0 .. GDV_MAX_DEPTH], args->scratch[0 .. args->scratch_size - 1];
    ensures sound: GDV_SCAN_SOUND(scan) && scan->in.size <= args->size;
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == args->size || (args->policy.permit & GDV_PERMIT_TRAILING) != 0;
*/
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

/* What stats say before a byte is read. */
/*@ requires \initialized(&stats->struct_size);
    terminates \true; exits \false;
    assigns *stats;
    ensures \initialized(stats) && stats->bytes == 0 && stats->steps == 0;
*/
static void clear_stats(gdv_stats *stats)
{
    stats->bytes = 0;
    stats->values = 0;
    stats->deepest = 0;
    stats->longest = 0;
    stats->widest = 0;
    stats->steps = 0;
}

/* Steps are never more than values could have been: promise 3 of SECURITY.md. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    terminates \true; exits \false;
    assigns *stats;
    ensures bytes: stats->bytes == scan->in.pos <= scan->in.size;
    ensures steps: stats->steps == scan->values + scan->strings && 4 * stats->steps <= stats->bytes + 4;
*/
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

/* The words of the proof: the caller's memory, what of it must not be mixed up, whether every byte has to be of the
 * value, and whether a verdict is one that stats and report are told of. */
/* clang-format off */
#define PACKET ((uint8_t *)bytes + (0 .. size - 1))
#define SCRATCH ((uint8_t *)scratch + (0 .. scratch_size - 1))
#define TABLE_AWAY(memory)                                                                                             \
    (\forall integer d; 0 <= d < GDV_DIALECT_COUNT ==>                                                                 \
         \separated(memory, &gdv_wire_tables[d]) && \separated(memory, GDV_ROWS(&gdv_wire_tables[d])))
#define ALONE                                                                                                          \
    ((bytes != \null && scratch != \null ==> \separated(PACKET, SCRATCH)) &&                                           \
     (bytes != \null && stats != \null ==> \separated(PACKET, stats)) &&                                               \
     (bytes != \null && report != \null ==> \separated(PACKET, report)) &&                                             \
     (policy != \null && scratch != \null ==> \separated(policy, SCRATCH)) &&                                          \
     (policy != \null && stats != \null ==> \separated(policy, stats)) &&                                              \
     (policy != \null && report != \null ==> \separated(policy, report)) &&                                            \
     (scratch != \null && stats != \null ==> \separated(SCRATCH, stats)) &&                                            \
     (scratch != \null && report != \null ==> \separated(SCRATCH, report)) &&                                          \
     (stats != \null && report != \null ==> \separated(stats, report)))
#define TOLD(verdict) ((verdict) != GDV_E_OVERLAP && (verdict) != GDV_E_BAD_STRUCT)
#define IS_STRICT_ABOUT_TRAILING(label)                                                                                \
    (policy == \null || (\at(policy->permit, label) & GDV_PERMIT_TRAILING) == 0)
/* clang-format on */

/* Whether anything that a call names shares a byte with what it writes. What it says of addresses is assumed, not
 * proved: the prover has none as numbers. */
/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures alone: !\result ==> ALONE;
*/
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

/* What the caller gets to know of a verdict. */
/*@ requires args: GDV_ARGS_VALID(args);
    requires sound: GDV_SCAN_SOUND(scan) && scan->in.size <= args->size;
    requires paid: GDV_PAID(scan, 4);
    requires stats: stats != \null ==> \valid(stats);
    requires report: report != \null ==> \valid(report);
    requires apart: stats != \null && report != \null ==> \separated(stats, report);
    requires packet: stats != \null ==> \separated(stats, args->bytes + (0 .. args->size - 1));
    requires table: stats != \null ==>
        \separated(stats, args->table) && \separated(stats, GDV_ROWS(args->table));
    terminates \true; exits \false;
    assigns *stats, *report, *scan, *stack;
    ensures bytes: stats != \null ==> stats->bytes == \old(scan->in.pos);
    ensures steps: stats != \null ==> stats->steps == \old(scan->values) + \old(scan->strings);
    ensures reported: report != \null ==> report->code == status;
*/
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

/*@ requires bytes: bytes != \null ==> \valid_read(PACKET) && \initialized(PACKET);
    requires policy: policy != \null ==> \valid_read(policy) && \initialized(policy);
    requires scratch: scratch != \null ==> \valid(SCRATCH);
    requires stats: stats != \null ==> \valid(stats) && \initialized(&stats->struct_size);
    requires report: report != \null ==> \valid(report) && \initialized(&report->struct_size);
    requires table: GDV_TABLE_SOUND;
    requires away: TABLE_AWAY(SCRATCH) && TABLE_AWAY(stats) && TABLE_AWAY(report);
    terminates \true; exits \false;
    assigns *stats, *report, ((uint8_t *)scratch)[0 .. scratch_size - 1], gdv_owed[0 .. GDV_MAX_DEPTH];
    ensures consumed: \result == GDV_OK && stats != \null && IS_STRICT_ABOUT_TRAILING(Pre) ==> stats->bytes == size;
    ensures work: \result == GDV_OK && stats != \null ==> 4 * stats->steps <= stats->bytes;
    ensures within: stats != \null && TOLD(\result) ==> stats->bytes <= size && 4 * stats->steps <= stats->bytes + 4;
    ensures reported: report != \null && TOLD(\result) ==> report->code == \result;
*/
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
