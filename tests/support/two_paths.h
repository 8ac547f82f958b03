/* SPDX-License-Identifier: MIT */
/* Two readings of a packet, value by value: one by gdv_step, which reads what is plain in few instructions
 * (lib/decode/fast.h), the other without that. For tests and for //fuzz:differential. */
#ifndef GDV_TESTS_TWO_PATHS_H
#define GDV_TESTS_TWO_PATHS_H

#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* NULL where both say the same of every value, and of why the packet ends; else what they do not agree in. The policy
 * is one that gdv_policy_check passes. */
const char *two_paths_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);

#endif
