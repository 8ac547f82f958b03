/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/include/gdv/policy.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_POLICY_H
#define GDV_PROOF_POLICY_H

#include <gdv/policy.h>

#include "../wire/preset.h"

/*@ requires policy != \null ==> \valid(policy);
    requires presets: GDV_PRESETS_SOUND && (policy != \null ==> \separated(policy, gdv_presets + (0 .. 1)));
    terminates \true; exits \false;
    assigns *policy;
    ensures set: policy != \null ==> \initialized(policy) && policy->struct_size == sizeof(gdv_policy);
    ensures strict: policy != \null && preset != GDV_POLICY_ENGINE ==> policy->permit == 0;
    ensures plain: policy != \null ==> policy->encoding == GDV_ENCODING_PLAIN;
*/
GDV_API void gdv_policy_init(gdv_policy *policy, gdv_preset preset);

/*@ requires policy != \null ==> \valid_read(policy) && \initialized(policy);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_BAD_ARGUMENT || \result == GDV_E_BAD_POLICY;
    ensures valid: \result == GDV_OK ==> policy != \null;
*/
GDV_API GDV_NODISCARD gdv_status gdv_policy_check(const gdv_policy *policy);

#endif
