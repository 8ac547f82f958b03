/* SPDX-License-Identifier: MIT */
/* Presets and names of permissions. */
#include <gdv/policy.h>

#include "ascii.h"
#include "preset.h"

/* Each row of the list stands at the place that its bit says, and its mask is that bit. */
#define GDV_PERMIT_CHECK(name, bit, text, what)                                                                        \
    _Static_assert(GDV_PERMIT_BIT_##name == (bit), "GDV_PERMIT_" #name " is out of order");                            \
    _Static_assert(GDV_PERMIT_##name == 1u << (bit), "GDV_PERMIT_" #name " is not its bit");
GDV_PERMIT_LIST(GDV_PERMIT_CHECK)
#undef GDV_PERMIT_CHECK

#ifdef __FRAMAC__
#include "../proof/policy.h"
#endif

const gdv_policy gdv_presets[] = {
    [GDV_POLICY_STRICT] = {.struct_size = sizeof(gdv_policy),
                           .max_bytes = (size_t)8 << 20, /* what PacketPeer encodes at most, by default */
                           .max_depth = 32 < GDV_MAX_DEPTH ? 32 : GDV_MAX_DEPTH,
                           .max_values = (uint32_t)1 << 20,
                           .max_elements = (uint32_t)8 << 20,
                           .max_string = (uint32_t)1 << 20},
    [GDV_POLICY_ENGINE] = {.struct_size = sizeof(gdv_policy),
                           .max_bytes = GDV_MAX_BYTES,
                           .max_depth = GDV_MAX_DEPTH,
                           .max_values = UINT32_MAX,
                           .max_elements = UINT32_MAX,
                           .max_string = UINT32_MAX,
                           .permit = GDV_PERMIT_ALL & ~GDV_PERMIT_OBJECT}};

void gdv_policy_init(gdv_policy *policy, gdv_preset preset)
{
    if (policy != NULL) {
        *policy = gdv_presets[preset == GDV_POLICY_ENGINE ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT];
    }
}

gdv_status gdv_policy_check(const gdv_policy *policy)
{
    if (policy == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    return gdv_policy_is_one(policy) ? GDV_OK : GDV_E_BAD_POLICY;
}

const char *gdv_permit_name(uint32_t bit)
{
    switch (bit) {
#define GDV_PERMIT_NAME(name, number, text, what)                                                                      \
    case number:                                                                                                       \
        return text;
        GDV_PERMIT_LIST(GDV_PERMIT_NAME)
#undef GDV_PERMIT_NAME
    default:
        return "";
    }
}

const char *gdv_permit_text(uint32_t bit)
{
    switch (bit) {
#define GDV_PERMIT_TEXT_OF(name, number, text, what)                                                                   \
    case number:                                                                                                       \
        return what;
        GDV_PERMIT_LIST(GDV_PERMIT_TEXT_OF)
#undef GDV_PERMIT_TEXT_OF
    default:
        return "";
    }
}

bool gdv_permit_from_name(const char *name, uint32_t *permit)
{
    if (name == NULL || permit == NULL) {
        return false;
    }
    if (gdv_same_name(name, "text")) {
        *permit = GDV_PERMIT_TEXT;
        return true;
    }
    if (gdv_same_name(name, "all")) {
        *permit = GDV_PERMIT_ALL;
        return true;
    }
    for (uint32_t bit = 0; bit < GDV_PERMIT_BITS; bit += 1) {
        if (gdv_same_name(name, gdv_permit_name(bit))) {
            *permit = (uint32_t)1 << bit;
            return true;
        }
    }
    return false;
}
