/* SPDX-License-Identifier: MIT */
/* Internal: the presets of policies themselves, and whether a policy is one. */
#ifndef GDV_PRESET_H
#define GDV_PRESET_H

#include <stdbool.h>

#include <gdv/policy.h>

/* By gdv_preset. */
extern const gdv_policy gdv_presets[GDV_POLICY_ENGINE + 1];

#ifdef __FRAMAC__
#include "../proof/preset.h"
#endif

/* Whether it has the right size, and no bit or encoding that there is not. */
static inline bool gdv_policy_is_one(const gdv_policy *policy)
{
    return policy->struct_size == sizeof *policy && (policy->permit & ~GDV_PERMIT_ALL) == 0 &&
           policy->encoding <= GDV_ENCODING_COMPRESSED;
}

#endif
