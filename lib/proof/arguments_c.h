/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/read/arguments.c on top of lib/read/arguments.h (docs/proof.md). No compiler reads this file. */
/* clang-format off */
#ifndef GDV_PROOF_ARGUMENTS_C_H
#define GDV_PROOF_ARGUMENTS_C_H

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures strict: \result.permit == 0 && \result.encoding == GDV_ENCODING_PLAIN;
*/
static gdv_policy strict_policy(void);

#endif
