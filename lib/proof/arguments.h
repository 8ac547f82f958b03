/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/arguments.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_ARGUMENTS_H
#define GDV_PROOF_ARGUMENTS_H

#include "policy.h"
#include "validate.h"

/* GDV_ARGS_VALID: what checked arguments hold: every field is set, the bytes that the caller names can be read, and the
 * wire table is sound. GDV_ARGS_SCRATCH_VALID: the scratch memory can be written, and is apart from the packet and from
 * the wire table. GDV_TABLE_SOUND: every dialect has a sound wire table. */
#define GDV_SCRATCH(args) ((args)->scratch + (0 .. (args)->scratch_size - 1))
#define GDV_ARGS_VALID(args)                                                                                           \
    (\initialized(args) && (args)->policy.encoding == GDV_ENCODING_PLAIN && GDV_WIRE_TABLE_SOUND((args)->table) &&     \
     \valid_read((args)->bytes + (0 .. (args)->size - 1)) && \initialized((args)->bytes + (0 .. (args)->size - 1)))
#define GDV_ARGS_SCRATCH_VALID(args)                                                                                   \
    (\valid(GDV_SCRATCH(args)) && ((args)->scratch == \null ==> (args)->scratch_size == 0) &&                       \
     \separated(GDV_SCRATCH(args), (args)->table) &&                                                               \
     \separated(GDV_SCRATCH(args), (args)->bytes + (0 .. (args)->size - 1)) &&                                      \
     \separated(GDV_SCRATCH(args), GDV_ROWS((args)->table)))
#define GDV_TABLE_SOUND                                                                                                \
    (\forall integer d; 0 <= d < GDV_DIALECT_COUNT ==> GDV_WIRE_TABLE_SOUND(&gdv_wire_tables[d]))

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures few: size <= GDV_MAX_BYTES ==> \result == size + size / 3 + 8;
*/
static inline size_t gdv_scratch_needed(size_t size);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures no_more: \result <= scratch_size;
    ensures used: size <= GDV_MAX_BYTES ==>
        \result == (scratch_size < size + size / 3 + 8 ? scratch_size : size + size / 3 + 8);
*/
static inline size_t gdv_scratch_used(size_t size, size_t scratch_size);

/*@ requires table: GDV_TABLE_SOUND;
    requires policy: policy != \null && \valid_read(policy) && \initialized(policy);
    requires plain: policy->encoding == GDV_ENCODING_PLAIN;
    terminates \true; exits \false;
    assigns \nothing;
    ensures valid: \result == GDV_OK ==> bytes != \null || size == 0;
    ensures dialect: \result == GDV_OK ==> 0 <= dialect < GDV_DIALECT_COUNT;
*/
gdv_status gdv_arguments_check(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);

/*@ requires table: GDV_TABLE_SOUND && GDV_PRESETS_SOUND;
    requires apart: \separated(args, gdv_presets + (0 .. 1));
    requires policy: policy != \null ==> \valid_read(policy) && \initialized(policy);
    requires plain: policy != \null ==> policy->encoding == GDV_ENCODING_PLAIN;
    terminates \true; exits \false;
    assigns *args;
    ensures set: \initialized(args);
    ensures packet: args->bytes == bytes && args->size == size;
    ensures scratch: args->scratch == \null && args->scratch_size == 0;
    ensures valid: \result == GDV_OK ==> bytes != \null || size == 0;
    ensures dialect: \result == GDV_OK ==> 0 <= dialect < GDV_DIALECT_COUNT && args->table == &gdv_wire_tables[dialect];
    ensures own: \result == GDV_OK && policy != \null ==> args->policy.permit == policy->permit;
    ensures strict: \result == GDV_OK && policy == \null ==> args->policy.permit == 0;
    ensures plain: args->policy.encoding == GDV_ENCODING_PLAIN;
    ensures depth: \result == GDV_OK ==> args->policy.max_depth ==
        (policy != \null ? policy->max_depth : gdv_presets[GDV_POLICY_STRICT].max_depth);
*/
gdv_status gdv_arguments_set(gdv_arguments *args, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                             const gdv_policy *policy);

/*@ requires policy != \null && \valid_read(policy) && \initialized(policy);
    requires report != \null ==> \valid_read(report) && \initialized(&report->struct_size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures packet: \result ==> bytes != \null && 0 <= dialect < GDV_DIALECT_COUNT;
*/
static inline bool gdv_is_usual(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                                const gdv_report *report);

/*@ requires policy != \null && \valid_read(policy) && \initialized(policy);
    terminates \true; exits \false;
    assigns \nothing;
    ensures scratch: \result ==> scratch != \null || scratch_size == 0;
*/
static inline bool gdv_is_usual_scratch(const void *scratch, size_t scratch_size, const gdv_policy *policy);

/*@ requires \initialized(args);
    terminates \true; exits \false;
    assigns args->scratch, args->scratch_size;
    ensures set: \initialized(args);
    ensures scratch: args->scratch == scratch && args->scratch_size <= scratch_size;
    ensures valid: \result == GDV_OK ==> scratch != \null || scratch_size == 0;
*/
gdv_status gdv_arguments_scratch(gdv_arguments *args, uint8_t *scratch, size_t scratch_size);

/*@ requires \initialized(&args->policy.permit);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_unique_keys(const gdv_arguments *args);

/*@ requires GDV_ARGS_VALID(args);
    terminates \true; exits \false;
    assigns *scan;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    ensures scan->in.bytes == args->bytes && scan->table == args->table;
    ensures scan->permit == args->policy.permit && scan->in.pos == 0 && scan->depth == 0;
    ensures scan->in.size == args->size || scan->in.size == 0;
    ensures scan->max_depth == GDV_DEPTH_OF(&args->policy);
    ensures \result == GDV_OK ==> scan->in.reserved == 4 && scan->in.size == args->size;
*/
gdv_status gdv_arguments_scan(const gdv_arguments *args, gdv_scan *scan);

/*@ requires \valid(report);
    terminates \true; exits \false;
    assigns *report;
    ensures \initialized(report) && report->code == code;
*/
void gdv_report_set(gdv_report *report, gdv_status code);

/*@ requires report != \null ==> \valid(report);
    terminates \true; exits \false;
    assigns *report;
    ensures report != \null ==> \initialized(report) && report->code == code;
*/
void gdv_report_clear(gdv_report *report, gdv_status code);

/*@ requires args: GDV_ARGS_VALID(args);
    requires report: report != \null ==> \valid(report);
    terminates \true; exits \false;
    assigns *report, *scan, *stack;
    ensures report != \null ==> \initialized(report) && report->code == code;
*/
void gdv_report_fill(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                     uint32_t stop);

/*@ requires \initialized(&scan->error_offset);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_report_stop(gdv_status code, const gdv_scan *scan);

#endif
