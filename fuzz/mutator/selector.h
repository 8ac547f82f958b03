/* SPDX-License-Identifier: MIT */
/* The two bytes after a packet that say how the fuzz targets read it; decode.c and input.c take them apart. */
#ifndef GDV_FUZZ_SELECTOR_H
#define GDV_FUZZ_SELECTOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/dialect.h>

#define SELECTOR_SIZE 2u

/* Values of `rest` (preset, permission to toggle, further choices) are below this. */
#define SELECTOR_RESTS 256u

typedef struct selector {
    gdv_dialect dialect;
    uint32_t rest;
} selector;

/* Whether an input of that size ends in a selector. */
bool selector_in(size_t size);

/* What the tail of an input says: its selector, or where there is none the mixture of its last bytes. */
selector selector_read(const uint8_t *input, size_t size);

/* The two bytes that read as that. Requires: rest < SELECTOR_RESTS. */
void selector_write(selector of, uint8_t bytes[SELECTOR_SIZE]);

#endif
