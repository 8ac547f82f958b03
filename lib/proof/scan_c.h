/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/scan.c (docs/proof.md). No compiler reads this file. A macro FUNCTION_LOOP is the
 * annotation of the loop in that function; the contracts are those of the header. */
/* clang-format off */
#ifndef GDV_PROOF_SCAN_C_H
#define GDV_PROOF_SCAN_C_H

/*@ requires \initialized(&scan->encoding) && scan->encoding == GDV_ENCODING_PLAIN;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == 4;
*/
static uint32_t least_size(const gdv_scan *scan);

#define GDV_CHECK_PADDING_LOOP                                                                                         \
    loop invariant at + size <= here <= end;                                                                           \
    loop invariant GDV_SCAN_SOUND(scan);                                                                               \
    loop assigns here;                                                                                                 \
    loop variant end - here;

#endif
