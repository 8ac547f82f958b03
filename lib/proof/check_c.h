/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/check.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_CHECK_C_H
#define GDV_PROOF_CHECK_C_H

/*@ requires packet != \null && \valid_read(packet) && \initialized(packet);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool has_limits(const gdv_rule_packet *packet);

#define GDV_JUDGE_LOOP                                                                                                 \
    loop invariant index <= match->count;                                                                              \
    loop assigns index, match->values[0 .. GDV_MATCH_VALUES - 1];                                                      \
    loop variant match->count - index;

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires fits: GDV_FORM_FITS(check->schema);
    requires root: GDV_ROOT_HOLDS(check->schema);
    requires nodes: GDV_NODES_LIE(check);
    requires outermost: 0 < check->count && gdv_in[0] == -1 && GDV_NODE_LIES(check, check->nodes + 0);
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns check->fault, match->packet, match->count, match->values[0 .. GDV_MATCH_VALUES - 1];
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
*/
static gdv_status judge(gdv_checking *check, gdv_match *match);

#endif
