/* SPDX-License-Identifier: MIT */
/* MemorySanitizer sees only writes of code that it compiled. jansson comes from the system: what it wrote must be told.
 * In every other build these do nothing. */
#ifndef GDV_CLI_UNINSTRUMENTED_H
#define GDV_CLI_UNINSTRUMENTED_H

#include <stddef.h>

/* Before the first use of jansson. */
void uninstrumented_start(void);

/* Around a call of jansson that itself calls the C library, with bytes of its own, of which MemorySanitizer knows
 * nothing. */
void uninstrumented_enter(void);
void uninstrumented_leave(void);

/* Bytes that jansson has written. */
void uninstrumented_wrote(const void *bytes, size_t size);

#endif
