/* SPDX-License-Identifier: MIT */
/* Presets and names of permissions. */
#include <gdv/policy.h>

#include <string.h>

#include "ascii.h"

/* Each row of the list stands at the place that its bit says, and its mask is that bit. */
#define GDV_PERMIT_CHECK(name, bit, text, what)                                                                        \
    _Static_assert(GDV_PERMIT_BIT_##name == (bit), "GDV_PERMIT_" #name " is out of order");                            \
    _Static_assert(GDV_PERMIT_##name == 1u << (bit), "GDV_PERMIT_" #name " is not its bit");
GDV_PERMIT_LIST(GDV_PERMIT_CHECK)
#undef GDV_PERMIT_CHECK

#ifdef __FRAMAC__
#include "../proof/policy_c.h"
#endif

/* Padding too: policies that say the same are the same bytes. */
static void clear_policy(gdv_policy *policy)
{
    memset(policy, 0, sizeof *policy);
}

void gdv_policy_init(gdv_policy *policy, gdv_preset preset)
{
    if (policy == NULL) {
        return;
    }
    clear_policy(policy);
    policy->struct_size = sizeof *policy;
    if (preset == GDV_POLICY_ENGINE) {
        policy->max_bytes = GDV_MAX_BYTES;
        policy->max_depth = GDV_MAX_DEPTH;
        policy->max_values = UINT32_MAX;
        policy->max_elements = UINT32_MAX;
        policy->max_string = UINT32_MAX;
        policy->permit = GDV_PERMIT_ALL & ~GDV_PERMIT_OBJECT;
    } else {
        policy->max_bytes = (size_t)8 << 20; /* what PacketPeer encodes at most, by default */
        policy->max_depth = 32 < GDV_MAX_DEPTH ? 32 : GDV_MAX_DEPTH;
        policy->max_values = (uint32_t)1 << 20;
        policy->max_elements = (uint32_t)8 << 20;
        policy->max_string = (uint32_t)1 << 20;
    }
}

gdv_status gdv_policy_check(const gdv_policy *policy)
{
    if (policy == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (policy->struct_size != sizeof *policy || (policy->permit & ~GDV_PERMIT_ALL) != 0 ||
        policy->encoding > GDV_ENCODING_COMPRESSED) {
        return GDV_E_BAD_POLICY;
    }
    return GDV_OK;
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
