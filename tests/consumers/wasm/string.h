/* SPDX-License-Identifier: MIT */
/* What gdv calls, where there is no C library; and for the program. */
#ifndef WASM_STRING_H
#define WASM_STRING_H

#include <stddef.h>

int memcmp(const void *left, const void *right, size_t size);
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int strcmp(const char *left, const char *right);

#endif
