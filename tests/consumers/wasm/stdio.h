/* SPDX-License-Identifier: MIT */
/* What the program prints with, where there is no C library. */
#ifndef WASM_STDIO_H
#define WASM_STDIO_H

int printf(const char *format, ...);

#endif
