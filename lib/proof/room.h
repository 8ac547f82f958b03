/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/room.h (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_ROOM_H
#define GDV_PROOF_ROOM_H

/*@ requires args: GDV_ARGS_VALID(args);
    requires set: \initialized(entries);
    terminates \true; exits \false;
    assigns *scan, *stack, *entries;
    ensures set: \initialized(entries);
*/
gdv_status gdv_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack, bool has_nodes, uint64_t *entries);

/*@ requires args: GDV_ARGS_VALID(args);
    requires report: report != \null ==> \valid(report);
    terminates \true; exits \false;
    assigns *report, *scan, *stack;
    ensures report != \null ==> \initialized(report) && report->code == code;
*/
void gdv_report_judged(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                       uint32_t stop);

#endif
