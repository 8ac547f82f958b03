/* SPDX-License-Identifier: MIT */
/* What gdv uses of <string.h>, for WASM without a C library. */
#ifndef GDV_USER_STRING_H
#define GDV_USER_STRING_H

#include <stddef.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *one, const void *other, size_t size);

#endif
