/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/wire/policy.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_POLICY_C_H
#define GDV_PROOF_POLICY_C_H

#include "policy.h"

/*@ terminates \true; exits \false;
    assigns *policy;
    ensures \initialized(policy) && policy->permit == 0 && policy->encoding == GDV_ENCODING_PLAIN;
*/
static void clear_policy(gdv_policy *policy);

#endif
