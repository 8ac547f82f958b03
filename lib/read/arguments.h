/* SPDX-License-Identifier: MIT */
/* Internal: what a caller hands in, checked in one place for every entry point, and the report that he gets back. */
#ifndef GDV_ARGUMENTS_H
#define GDV_ARGUMENTS_H

#include <stddef.h>

#include <gdv/policy.h>

#include "../decode/scan.h"

typedef struct gdv_arguments {
    const uint8_t *bytes;
    size_t size;
    const gdv_wire_table *table;
    gdv_policy policy;
    uint8_t *scratch;
    size_t scratch_size;
} gdv_arguments;

/* For the proof: what a request holds once it has been checked, with the bytes and the scratch memory that the caller
 * says are there, apart from each other and from the wire table; and that all of the wire table is as the decoder takes
 * it to be. */
/* clang-format off */
#define GDV_SCRATCH(args) ((args)->scratch + (0 .. (args)->scratch_size - 1))
#define GDV_ARGS_VALID(args)                                                                                           \
    (\initialized(args) && GDV_WIRE_TABLE_SOUND((args)->table) &&                                                      \
     \valid_read((args)->bytes + (0 .. (args)->size - 1)) && \initialized((args)->bytes + (0 .. (args)->size - 1)))
#define GDV_ARGS_SCRATCH_VALID(args)                                                                                   \
    (\valid(GDV_SCRATCH(args)) && ((args)->scratch == \null ==> (args)->scratch_size == 0) &&                       \
     \separated(GDV_SCRATCH(args), (args)->table) &&                                                               \
     \separated(GDV_SCRATCH(args), (args)->bytes + (0 .. (args)->size - 1)) &&                                      \
     \separated(GDV_SCRATCH(args), GDV_ROWS((args)->table)))
#define GDV_TABLE_SOUND                                                                                                \
    (\forall integer d; 0 <= d < GDV_DIALECT_COUNT ==> GDV_WIRE_TABLE_SOUND(&gdv_wire_tables[d]))
/* clang-format on */

/* The caller's mistakes, before a byte is read: GDV_E_BAD_ARGUMENT, GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY. Fills *asked;
 * policy NULL is strict. */
/*@ requires table: GDV_TABLE_SOUND;
    requires policy: policy != \null ==> \valid_read(policy) && \initialized(policy);
    terminates \true; exits \false;
    assigns *args;
    ensures set: \initialized(args);
    ensures packet: args->bytes == bytes && args->size == size;
    ensures scratch: args->scratch == \null && args->scratch_size == 0;
    ensures valid: \result == GDV_OK ==> bytes != \null || size == 0;
    ensures dialect: \result == GDV_OK ==> 0 <= dialect < GDV_DIALECT_COUNT && args->table == &gdv_wire_tables[dialect];
    ensures own: \result == GDV_OK && policy != \null ==> args->policy.permit == policy->permit;
    ensures strict: \result == GDV_OK && policy == \null ==> args->policy.permit == 0;
*/
gdv_status gdv_arguments_set(gdv_arguments *args, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                             const gdv_policy *policy);

/* The scratch memory to find duplicate keys in, no more of it than the packet can need: entries lie at its end, and a
 * caller may say that it is larger than it is. GDV_E_BAD_ARGUMENT, GDV_E_NO_SCRATCH. */
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
static inline bool gdv_unique_keys(const gdv_arguments *args)
{
    return (args->policy.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
}

/* Starts to read the packet. Returns as gdv_scan_start. */
/*@ requires GDV_ARGS_VALID(args);
    terminates \true; exits \false;
    assigns *scan;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    ensures scan->in.bytes == args->bytes && scan->table == args->table;
    ensures scan->permit == args->policy.permit && scan->in.pos == 0 && scan->depth == 0;
    ensures scan->in.size == args->size || scan->in.size == 0;
    ensures \result == GDV_OK ==> scan->in.reserved == 4 && scan->in.size == args->size;
*/
gdv_status gdv_arguments_scan(const gdv_arguments *args, gdv_scan *scan);

/* Fills a report with a code that no value of a packet is to blame for. */
/*@ requires \valid(report);
    terminates \true; exits \false;
    assigns *report;
    ensures \initialized(report) && report->code == code;
*/
void gdv_report_set(gdv_report *report, gdv_status code);

/* The same of one that may be NULL. */
/*@ requires report != \null ==> \valid(report);
    terminates \true; exits \false;
    assigns *report;
    ensures report != \null ==> \initialized(report) && report->code == code;
*/
void gdv_report_clear(gdv_report *report, gdv_status code);

/* Fills a report, which may be NULL, with what the scan noted when it was refused: walks the packet again, up to the
 * value that holds the offset. stop is the offset of the header of the value to blame, or UINT32_MAX for the one that
 * cannot be read. The scan starts anew; the stack, of GDV_MAX_DEPTH, is overwritten. */
/*@ requires args: GDV_ARGS_VALID(args);
    requires report: report != \null ==> \valid(report);
    terminates \true; exits \false;
    assigns *report, *scan, *stack;
    ensures report != \null ==> \initialized(report) && report->code == code;
*/
void gdv_report_fill(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                     uint32_t stop);

/* The same where scratch memory holds keys and nothing else: after GDV_E_NO_SPACE the report's need is all that the
 * packet asks for, up to the first thing that is wrong with it; what the scan noted is what it had asked for so far. */
/*@ requires args: GDV_ARGS_VALID(args);
    requires report: report != \null ==> \valid(report);
    terminates \true; exits \false;
    assigns *report, *scan, *stack;
    ensures report != \null ==> \initialized(report) && report->code == code;
*/
void gdv_report_judged(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                       uint32_t stop);

/* Where to stop for a code that a scan noted. */
/*@ requires \initialized(&scan->error_offset);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_report_stop(gdv_status code, const gdv_scan *scan);

#endif
