/* SPDX-License-Identifier: MIT */
/* The few functions of a C library that gdv and the program call, for wasm32 without one. */
#include <stdarg.h>
#include <stdint.h>

#include "stdio.h"
#include "string.h"

/* What was printed: the page that runs this reads it. */
char *said(void);
static char text[256];
static size_t used;

char *said(void)
{
    return text;
}

static void put(char c)
{
    if (used < sizeof text - 1) {
        text[used] = c;
        used += 1;
    }
}

/* %s and no other. */
int printf(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    for (const char *at = format; *at != 0; at += 1) {
        if (at[0] == '%' && at[1] == 's') {
            for (const char *word = va_arg(values, const char *); *word != 0; word += 1) {
                put(*word);
            }
            at += 1;
        } else {
            put(*at);
        }
    }
    va_end(values);
    return (int)used;
}

int memcmp(const void *left, const void *right, size_t size)
{
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t index = 0; index < size; index += 1) {
        if (a[index] != b[index]) {
            return a[index] < b[index] ? -1 : 1;
        }
    }
    return 0;
}

void *memcpy(void *to, const void *from, size_t size)
{
    return memmove(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;
    if ((uintptr_t)out <= (uintptr_t)in) {
        for (size_t index = 0; index < size; index += 1) {
            out[index] = in[index];
        }
    } else {
        for (size_t index = size; index > 0; index -= 1) {
            out[index - 1] = in[index - 1];
        }
    }
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    for (size_t index = 0; index < size; index += 1) {
        out[index] = (unsigned char)byte;
    }
    return to;
}

int strcmp(const char *left, const char *right)
{
    while (*left != 0 && *left == *right) {
        left += 1;
        right += 1;
    }
    return (int)(unsigned char)*left - (int)(unsigned char)*right;
}
