/* SPDX-License-Identifier: MIT */
/* The four functions that the library calls, for WASM without a C library; compiled with -fno-builtin, or the compiler
 * would make calls of themselves of these loops. */
#include <string.h>

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t at = 0; at < size; at += 1) {
        out[at] = in[at];
    }
    return to;
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t at = 0; at < size; at += 1) {
        size_t which = out < in ? at : size - 1 - at;
        out[which] = in[which];
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    for (size_t at = 0; at < size; at += 1) {
        out[at] = (unsigned char)byte;
    }
    return to;
}

int memcmp(const void *one, const void *other, size_t size)
{
    const unsigned char *first = one;
    const unsigned char *second = other;
    size_t at = 0;
    while (at < size && first[at] == second[at]) {
        at += 1;
    }
    return at == size ? 0 : first[at] - second[at];
}
