/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/wire/preset.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_PRESET_H
#define GDV_PROOF_PRESET_H

/* GDV_PRESETS_SOUND: what is taken for granted of the presets (tests/wire/test_policy.c checks them). GDV_DEPTH_OF: of a policy. */
#define GDV_PRESETS_SOUND                                                                                              \
    (\initialized(gdv_presets + (0 .. 1)) && gdv_presets[GDV_POLICY_STRICT].permit == 0 &&                             \
     gdv_presets[GDV_POLICY_STRICT].struct_size == sizeof(gdv_policy) &&                                               \
     gdv_presets[GDV_POLICY_ENGINE].struct_size == sizeof(gdv_policy) &&                                               \
     gdv_presets[GDV_POLICY_STRICT].encoding == GDV_ENCODING_PLAIN &&                                                  \
     gdv_presets[GDV_POLICY_ENGINE].encoding == GDV_ENCODING_PLAIN)
#define GDV_DEPTH_OF(policy) ((policy)->max_depth < GDV_MAX_DEPTH ? (policy)->max_depth : GDV_MAX_DEPTH)

/*@ requires policy != \null && \valid_read(policy) && \initialized(policy);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_policy_is_one(const gdv_policy *policy);

#endif
