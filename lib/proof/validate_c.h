/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/validate.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_VALIDATE_C_H
#define GDV_PROOF_VALIDATE_C_H

/* WALK_CHANGES: what walk and walk_fast change. WALK_HOLDS: what holds between their steps, as clauses of the given
 * kind. */
#define WALK_CHANGES GDV_READS, scan->depth, gdv_owed[0 .. GDV_MAX_DEPTH], GDV_KEYS_CHANGE
#define WALK_HOLDS(clause)                                                                                             \
    clause sound: GDV_SCAN_SOUND(scan);                                                                                \
    clause keys: GDV_KEYS_SOUND(keys, scan);                                                                           \
    clause paid: GDV_PAID(scan, 0);                                                                                    \
    clause there: GDV_STACK_READABLE(stack, scan);                                                                     \
    clause declares: GDV_STACK_DECLARES(stack, scan);                                                                  \
    clause waits: GDV_STACK_PENDING(stack, scan);                                                                      \
    clause ledger: GDV_LEDGER(stack, scan);

/* PACKET, SCRATCH: the caller's memory. TABLE_AWAY: memory apart from the wire tables. ALONE: what must not overlap
 * does not. TOLD: a verdict that is written to stats and report. IS_STRICT_ABOUT_TRAILING: every byte has to belong to
 * the value. */
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

#define WALK_RUN_LOOP                                                                                                  \
    loop invariant sound: GDV_SCAN_SOUND(scan);                                                                        \
    loop invariant paid: GDV_PAID(scan, 0);                                                                            \
    loop invariant keys: GDV_KEYS_SOUND(keys, scan);                                                                   \
    loop invariant waits: GDV_LEVEL_SET(*level) && level->left > 0;                                                    \
    loop invariant moved:                                                                                              \
        scan->in.pos - \at(scan->in.pos, Pre) >= \at(level->left, Pre) - level->left >= 0;                             \
    loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];                                               \
    loop invariant ledger: gdv_owed[scan->depth] ==                                                                    \
        \at(gdv_owed[scan->depth], Pre) - 4 * (\at(level->left, Pre) - level->left);                                   \
    loop assigns fast, scan->in.pos, scan->in.reserved, scan->values, scan->longest, GDV_ERROR_FIELDS,                 \
        level->left, gdv_owed[scan->depth], keys->used, keys->end[-8 * keys->room .. -1];                              \
    loop variant level->left;

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
static gdv_status walk_run(gdv_scan *scan, gdv_level *level, gdv_keys *keys, bool keyed);

#define WALK_FAST_LOOP                                                                                                 \
    WALK_HOLDS(loop invariant)                                                                                         \
    loop invariant moved: \at(scan->in.pos, Pre) <= scan->in.pos;                                                      \
    loop invariant balanced: scan->in.reserved == gdv_owed[scan->depth];                                               \
    loop assigns WALK_CHANGES;                                                                                         \
    loop variant scan->in.size - scan->in.pos;

#define WALK_FAST_OTHERS                                                                                               \
    (\forall integer i; 0 <= i < depth - 1 ==>                                                                         \
        gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE(stack->levels[i]))

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
static gdv_status walk_fast(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique);

#define WALK_LOOP                                                                                                      \
    WALK_HOLDS(loop invariant)                                                                                         \
    loop invariant balanced: GDV_BALANCED(stack, scan);                                                                \
    loop assigns token, WALK_CHANGES;                                                                                  \
    loop variant scan->in.size - scan->in.pos;

/*@ GDV_STEP_REQUIRES
    requires keys: GDV_KEYS_SOUND(keys, scan);
    terminates \true; exits \false;
    assigns WALK_CHANGES;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status walk(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, bool unique);

/*@ requires args: GDV_ARGS_VALID(args);
    requires scratch: GDV_ARGS_SCRATCH_VALID(args);
    terminates \true; exits \false;
    assigns *scan, *stack, gdv_owed[0 .. GDV_MAX_DEPTH], args->scratch[0 .. args->scratch_size - 1];
    ensures sound: GDV_SCAN_SOUND(scan) && scan->in.size <= args->size;
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == args->size || (args->policy.permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status validate_checked(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack);

/*@ requires \initialized(&stats->struct_size);
    terminates \true; exits \false;
    assigns *stats;
    ensures \initialized(stats) && stats->bytes == 0 && stats->steps == 0;
*/
static void clear_stats(gdv_stats *stats);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    terminates \true; exits \false;
    assigns *stats;
    ensures bytes: stats->bytes == scan->in.pos <= scan->in.size;
    ensures steps: stats->steps == scan->values + scan->strings && 4 * stats->steps <= stats->bytes + 4;
*/
static void fill_stats(gdv_stats *stats, const gdv_scan *scan);

/* What the answer says of addresses is assumed, not proved: the prover has no addresses as numbers. */
/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures alone: !\result ==> ALONE;
*/
static bool arguments_overlap(const void *bytes, size_t size, const gdv_policy *policy, const void *scratch,
                              size_t scratch_size, const gdv_stats *stats, const gdv_report *report);

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
                         gdv_stats *stats, gdv_report *report);

/*@ requires bytes: bytes != \null ==> \valid_read(PACKET) && \initialized(PACKET);
    requires policy: policy != \null ==> \valid_read(policy) && \initialized(policy);
    requires plain: policy != \null ==> policy->encoding == GDV_ENCODING_PLAIN;
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
                        size_t scratch_size, gdv_stats *stats, gdv_report *report);

#endif
