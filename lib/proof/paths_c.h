/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/paths.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_PATHS_C_H
#define GDV_PROOF_PATHS_C_H

#define NUL_FROM_BLOCKS_LOOP                                                                                           \
    loop invariant at <= end <= now->scan.in.size;                                                                     \
    loop assigns end;                                                                                                  \
    loop variant now->scan.in.size - end;

#define NUL_FROM_LOOP                                                                                                  \
    loop invariant at <= end <= now->scan.in.size;                                                                     \
    loop assigns end;                                                                                                  \
    loop variant now->scan.in.size - end;

/*@ requires packet: GDV_PACKET(&now->scan.in);
    requires inside: at <= now->scan.in.size;
    terminates \true; exits \false;
    assigns \nothing;
    ensures inside: at <= \result <= now->scan.in.size;
    ensures nul: \result < now->scan.in.size ==> now->scan.in.bytes[\result] == 0;
*/
static uint32_t nul_from(const gdv_parsing *now, uint32_t at);

/*@ requires packet: GDV_PACKET(&now->scan.in);
    requires inside: GDV_HOLDS(&now->scan.in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result.size == size;
*/
static gdv_text text_at(const gdv_parsing *now, uint32_t at, uint32_t size);

#endif
