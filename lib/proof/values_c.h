/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/values.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_VALUES_C_H
#define GDV_PROOF_VALUES_C_H

/* VALUES_STAY: the invariants of a loop over values, besides the one that says when it ends. */
#define VALUES_STAY                                                                                                    \
    loop invariant cursor: GDV_CURSOR_WITHIN(&now->scan.in);                                                           \
    loop invariant between: status == GDV_OK ==> now->scan.in.reserved == 0 && now->scan.depth == 0;                   \
    loop invariant set: GDV_PARSING_SET(now);                                                                          \
    loop invariant row: GDV_PROTOCOL_ROW_KNOWN(now->row);                                                              \
    loop invariant policy: GDV_MESSAGE_POLICY_KNOWN(now->policy);                                                      \
    loop invariant message: GDV_MESSAGE_KNOWN(now->message);                                                           \
    loop invariant apart: GDV_PARSING_APART(now);                                                                      \
    GDV_VALUES_HOLD(loop invariant)                                                                                    \
    loop invariant forward: \at(now->scan.in.pos, Pre) <= now->scan.in.pos;                                            \
    loop invariant counted: \at(now->message->values, Pre) <= now->message->values;                                    \
    loop invariant each_paid: now->message->values - \at(now->message->values, Pre) <=                                 \
        now->scan.in.pos - \at(now->scan.in.pos, Pre);

/*@ requires scan: GDV_SCAN_SET(&now->scan) && GDV_PACKET(&now->scan.in);
    requires at: at <= now->scan.in.size;
    terminates \true; exits \false;
    assigns now->stack;
*/
static bool decodes_to_nothing(gdv_parsing *now, uint32_t at);

/*@ requires scan: GDV_SCAN_SET(&now->scan) && GDV_PACKET(&now->scan.in);
    requires at: at <= now->scan.in.size;
    terminates \true; exits \false;
    assigns now->stack;
    ensures \result != GDV_OK || code == GDV_OK;
*/
static gdv_status refusal_of(gdv_parsing *now, gdv_status code, uint32_t at);

#define GDV_VALUES_READ_LOOP                                                                                           \
    loop invariant index <= count;                                                                                     \
    VALUES_STAY                                                                                                        \
    loop assigns index, status, GDV_VALUES_CHANGE;                                                                     \
    loop variant count - index;

#define GDV_VALUES_FILL_LOOP                                                                                           \
    VALUES_STAY                                                                                                        \
    loop assigns status, GDV_VALUES_CHANGE;                                                                            \
    loop variant (status == GDV_OK ? 1 : 0) + now->scan.in.size - now->scan.in.pos;

#endif
