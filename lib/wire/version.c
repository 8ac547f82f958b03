/* SPDX-License-Identifier: MIT */
/* Which gdv this is. Called by users; constant time. */
#include <gdv/version.h>

const uint32_t GDV_ABI_SYMBOL = GDV_ABI;

uint32_t gdv_version(void)
{
    return GDV_VERSION_NUMBER;
}

const char *gdv_version_name(void)
{
    return GDV_VERSION;
}

uint32_t gdv_abi(void)
{
    return GDV_ABI;
}
