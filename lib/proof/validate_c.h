/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/validate.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_VALIDATE_C_H
#define GDV_PROOF_VALIDATE_C_H

/* WALK_READS: what the step and the loop change of what is read, WALK_CHANGES: and of all else. WALK_HOLDS: what holds between
 * their steps, as clauses of the given kind. WALK_RUN: the loop knows the packet, the table and the entries that the step and
 * keys.h know. */
#define RUN_CHANGES                                                                                                    \
    run->in.pos, run->in.reserved, run->depth, run->promised, run->room, run->used, run->first, run->deepest, run->longest, run->widest, run->count
#define WALK_CHANGES GDV_READS, scan->depth, gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first, GDV_KEYS_CHANGE, RUN_CHANGES
#define WALK_RUN(run, scan, keys)                                                                                      \
    (GDV_RUN_KNOWN(run) && (run)->in.bytes == (scan)->in.bytes && (run)->in.size == (scan)->in.size &&                 \
     (run)->table == (scan)->table && (run)->max_depth == (scan)->max_depth && (run)->entries == (keys)->end &&        \
     (run)->room == (keys)->room && GDV_RUN_FITS(run))
#define WALK_HOLDS(clause)                                                                                             \
    clause sound: GDV_SCAN_SOUND(scan);                                                                                \
    clause keys: GDV_KEYS_SOUND(keys, scan);                                                                           \
    clause paid: GDV_PAID(scan, 0);                                                                                    \
    clause there: GDV_STACK_READABLE(stack, scan);                                                                     \
    clause declares: GDV_STACK_DECLARES(stack, scan);                                                                  \
    clause waits: GDV_STACK_PENDING(stack, scan);                                                                      \
    clause ledger: GDV_LEDGER(stack, scan);                                                                            \
    clause run: WALK_RUN(run, scan, keys);

/* PACKET, SCRATCH: the caller's memory. TABLE_AWAY: memory apart from the wire tables. CLASSES_SOUND: of
 * all of them. ALONE: what must not overlap
 * does not. TOLD: a verdict that is written to stats and report. IS_STRICT_ABOUT_TRAILING: every byte has to belong to
 * the value. */
#define PACKET ((uint8_t *)bytes + (0 .. size - 1))
#define SCRATCH ((uint8_t *)scratch + (0 .. scratch_size - 1))
#define TABLE_AWAY(memory)                                                                                             \
    (\forall integer d; 0 <= d < GDV_DIALECT_COUNT ==>                                                                 \
         \separated(memory, &gdv_wire_tables[d]) && \separated(memory, GDV_ROWS(&gdv_wire_tables[d])) &&               \
         \separated(memory, gdv_wire_tables[d].classes) && \separated(memory, gdv_presets + (0 .. 1)))
#define CLASSES_SOUND                                                                                                  \
    (\forall integer d; 0 <= d < GDV_DIALECT_COUNT ==> GDV_CLASSES_SOUND(&gdv_wire_tables[d]))
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

/*@ requires GDV_RUN_KNOWN(run) && GDV_RUN_FITS(run);
    terminates \true; exits \false;
    assigns *keys;
    ensures keys: keys->end == run->entries && keys->room == run->room && keys->used == run->used && keys->key == 0;
    ensures set: \initialized(&keys->end) && \initialized(&keys->room) && \initialized(&keys->used) &&
        \initialized(&keys->first) && \initialized(&keys->key) && \initialized(&keys->has_packet);
*/
static void keys_of_run(gdv_keys *keys, const gdv_run *run);

/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan) && WALK_RUN(run, scan, keys);
    requires paid: GDV_PAID(scan, 0);
    terminates \true; exits \false;
    assigns RUN_CHANGES;
    ensures sound: GDV_RUN_SOUND(run);
    ensures run: WALK_RUN(run, scan, keys);
    ensures at: run->in.pos == scan->in.pos && run->in.reserved == scan->in.reserved && run->depth == scan->depth;
    ensures paid: GDV_RUN_PAID(run) && GDV_RUN_FREE(run) + 4 * scan->strings <= run->in.size;
*/
static void before_run(gdv_run *run, const gdv_scan *scan, const gdv_keys *keys);

/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_KEYS_SOUND(keys, scan);
    requires run: GDV_RUN_SOUND(run) && WALK_RUN(run, scan, keys);
    requires stands: GDV_RUN_STANDS(run, stack) && run->in.pos >= 8;
    requires paid: run->in.reserved <= 4 * run->promised && GDV_RUN_FREE(run) + 4 * scan->strings <= run->in.size;
    terminates \true; exits \false;
    assigns GDV_READS, scan->depth, GDV_KEYS_CHANGE;
    ensures at: scan->in.pos == run->in.pos;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    ensures paid: GDV_PAID(scan, 0);
    ensures there: GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
    ensures run: WALK_RUN(run, scan, keys);
*/
static gdv_status after_run(const gdv_run *run, gdv_scan *scan, gdv_stack *stack, gdv_keys *keys);

/*@ WALK_HOLDS(requires)
    requires balanced: scan->in.reserved == gdv_owed[scan->depth];
    terminates \true; exits \false;
    assigns WALK_CHANGES;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures keys: GDV_KEYS_SOUND(keys, scan);
    ensures paid: GDV_PAID(scan, 0);
    ensures run: WALK_RUN(run, scan, keys);
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures there: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
*/
static gdv_status walk_on(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, gdv_run *run);

#define WALK_LOOP                                                                                                      \
    WALK_HOLDS(loop invariant)                                                                                         \
    loop invariant balanced: GDV_BALANCED(stack, scan);                                                                \
    loop assigns token, WALK_CHANGES;                                                                                  \
    loop variant scan->in.size - scan->in.pos;

/*@ WALK_HOLDS(requires)
    requires balanced: GDV_BALANCED(stack, scan);
    terminates \true; exits \false;
    assigns WALK_CHANGES;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == scan->in.size || (scan->permit & GDV_PERMIT_TRAILING) != 0;
*/
static gdv_status walk(gdv_scan *scan, gdv_stack *stack, gdv_keys *keys, gdv_run *run);

/* RUN_OF: the loop has been set out for such a packet, and has read its beginning or nothing of it. */
#define RUN_OF(run, stack, held, long_as, of)                                                                          \
    (GDV_RUN_KNOWN(run) && GDV_RUN_FITS(run) && (run)->in.bytes == (held) && (run)->table == (of) &&         \
     ((long_as) <= GDV_MAX_BYTES ==> (run)->in.size == (long_as)) &&                                                   \
     ((run)->in.pos > 0 ==> GDV_RUN_SOUND(run) && GDV_RUN_PAID(run) && GDV_RUN_STANDS(run, stack) && (run)->in.pos >= 8))

/*@ requires args: GDV_ARGS_VALID(args);
    requires run: RUN_OF(run, stack, args->bytes, args->size, args->table);
    requires depth: run->max_depth == GDV_DEPTH_OF(&args->policy);
    terminates \true; exits \false;
    assigns *scan, *stack, RUN_CHANGES, gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first,
            run->entries[-8 * run->room .. -1];
    ensures sound: GDV_SCAN_SOUND(scan) && scan->in.size <= args->size;
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures consumed: \result == GDV_OK ==>
        scan->in.pos == args->size || (args->policy.permit & GDV_PERMIT_TRAILING) != 0;
    ensures table: GDV_WIRE_TABLE_SOUND(args->table);
*/
static gdv_status validate_rest(const gdv_arguments *args, gdv_run *run, gdv_scan *scan, gdv_stack *stack);

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

/* VALIDATE_REQUIRES, VALIDATE_ENSURES: of gdv_validate, and of what it leaves to validate_all. */
#define VALIDATE_REQUIRES                                                                                              \
    requires bytes: bytes != \null ==> \valid_read(PACKET) && \initialized(PACKET);                                    \
    requires policy: policy != \null ==> \valid_read(policy) && \initialized(policy);                                  \
    requires plain: policy != \null ==> policy->encoding == GDV_ENCODING_PLAIN;                                        \
    requires scratch: scratch != \null ==> \valid(SCRATCH);                                                            \
    requires stats: stats != \null ==> \valid(stats) && \initialized(&stats->struct_size);                             \
    requires report: report != \null ==> \valid(report) && \initialized(&report->struct_size);                         \
    requires table: GDV_TABLE_SOUND && CLASSES_SOUND && GDV_PRESETS_SOUND;                                             \
    requires away: TABLE_AWAY(SCRATCH) && TABLE_AWAY(stats) && TABLE_AWAY(report);
#define VALIDATE_ENSURES                                                                                               \
    ensures consumed: \result == GDV_OK && stats != \null && IS_STRICT_ABOUT_TRAILING(Pre) ==> stats->bytes == size;   \
    ensures work: \result == GDV_OK && stats != \null ==> 4 * stats->steps <= stats->bytes;                            \
    ensures within: stats != \null && TOLD(\result) ==> stats->bytes <= size && 4 * stats->steps <= stats->bytes + 4;  \
    ensures reported: report != \null && TOLD(\result) ==> report->code == \result;

/*@ VALIDATE_REQUIRES
    terminates \true; exits \false;
    assigns *args, *stats, *report;
    ensures alone: TOLD(\result) ==> ALONE;
    ensures set: TOLD(\result) ==> \initialized(args);
    ensures packet: \result == GDV_OK ==> args->bytes == bytes && args->size == size && (bytes != \null || size == 0);
    ensures scratch: \result == GDV_OK ==> args->scratch == scratch && args->scratch_size <= scratch_size &&
        (scratch != \null || args->scratch_size == 0);
    ensures dialect: \result == GDV_OK ==> 0 <= dialect < GDV_DIALECT_COUNT && args->table == &gdv_wire_tables[dialect];
    ensures table: \result == GDV_OK ==> GDV_WIRE_TABLE_SOUND(args->table);
    ensures classes: \result == GDV_OK ==> GDV_CLASSES_SOUND(args->table);
    ensures written: \result == GDV_OK ==> \initialized(args->bytes + (0 .. args->size - 1));
    ensures own: \result == GDV_OK && policy != \null ==> args->policy.permit == \old(policy->permit);
    ensures strict: \result == GDV_OK && policy == \null ==> (args->policy.permit & GDV_PERMIT_TRAILING) == 0;
    ensures bit: \result == GDV_OK && policy != \null ==>
        (args->policy.permit & GDV_PERMIT_TRAILING) == (\old(policy->permit) & GDV_PERMIT_TRAILING);
    ensures plain: \result == GDV_OK ==> args->policy.encoding == GDV_ENCODING_PLAIN;
    ensures depth: \result == GDV_OK ==> args->policy.max_depth ==
        (policy != \null ? policy->max_depth : gdv_presets[GDV_POLICY_STRICT].max_depth);
    ensures unread: stats != \null && TOLD(\result) ==> stats->bytes == 0 && stats->steps == 0;
    ensures reported: report != \null && TOLD(\result) && \result != GDV_OK ==> report->code == \result;
*/
static gdv_status find_mistakes(gdv_arguments *args, const void *bytes, size_t size, gdv_dialect dialect,
                                const gdv_policy *policy, void *scratch, size_t scratch_size, gdv_stats *stats,
                                gdv_report *report);

/*@ VALIDATE_REQUIRES
    requires run: \initialized(&run->in.pos);
    requires begun: run->in.pos > 0 ==>
        0 <= dialect < GDV_DIALECT_COUNT && RUN_OF(run, stack, (uint8_t *)bytes, size, &gdv_wire_tables[dialect]) &&
        run->max_depth == GDV_DEPTH_OF(policy != \null ? policy : &gdv_presets[GDV_POLICY_STRICT]);
    requires inside: run->in.pos > 0 ==> GDV_RUN_INSIDE(run, (uint8_t *)scratch, scratch_size);
    terminates \true; exits \false;
    assigns *stats, *report, *run, *stack, ((uint8_t *)scratch)[0 .. scratch_size - 1], gdv_owed[0 .. GDV_MAX_DEPTH],
            gdv_first;
    VALIDATE_ENSURES
*/
static gdv_status validate_all(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                               void *scratch, size_t scratch_size, gdv_run *run, gdv_stack *stack, gdv_stats *stats,
                               gdv_report *report);

/* What the answer says of addresses is assumed, not proved: the prover has no addresses as numbers. */
/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures alone: \result ==> (bytes != \null && scratch != \null ==> \separated(PACKET, SCRATCH)) &&
        (policy != \null && scratch != \null ==> \separated(policy, SCRATCH)) &&
        (report != \null ==> \separated(PACKET, report) && \separated(SCRATCH, report));
*/
static inline bool is_apart(const void *bytes, size_t size, const gdv_policy *policy, const void *scratch,
                            size_t scratch_size, const gdv_report *report);

/*@ requires policy != \null && \valid_read(policy) && \initialized(policy);
    requires report != \null ==> \valid_read(report) && \initialized(&report->struct_size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures packet: \result ==> bytes != \null && 0 <= dialect < GDV_DIALECT_COUNT;
    ensures scratch: \result ==> scratch != \null || scratch_size == 0;
*/
static inline bool is_usual(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            const void *scratch, size_t scratch_size, const gdv_report *report);

/*@ VALIDATE_REQUIRES
    terminates \true; exits \false;
    assigns *stats, *report, ((uint8_t *)scratch)[0 .. scratch_size - 1], gdv_owed[0 .. GDV_MAX_DEPTH], gdv_first;
    VALIDATE_ENSURES
*/
gdv_status gdv_validate(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy, void *scratch,
                        size_t scratch_size, gdv_stats *stats, gdv_report *report);

#endif
