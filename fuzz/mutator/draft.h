/* SPDX-License-Identifier: MIT */
/* Bytes that are being written or edited, in a buffer of fixed size. Nothing is ever written beyond `room`: what does
 * not fit leaves the bytes as they were and says false. */
#ifndef GDV_FUZZ_DRAFT_H
#define GDV_FUZZ_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct draft {
    uint8_t *bytes;
    size_t size;
    size_t room;
} draft;

/* Puts `added` bytes of `with` (not of this draft) in the place of the `removed` bytes at `at`.
 * Requires: at <= size, removed <= size - at. */
bool draft_splice(draft *to, size_t at, size_t removed, const void *with, size_t added);

/* At the end. */
bool draft_add(draft *to, const void *with, size_t added);
bool draft_word(draft *to, uint32_t word);
/* Zeros up to a multiple of four. */
bool draft_pad(draft *to);

/* Little-endian words of packets, at any address. */
uint32_t word_from(const uint8_t *bytes);
void word_put(uint8_t *bytes, uint32_t word);

/* How many bytes are missing to a multiple of four. */
size_t padding_of(size_t size);

#endif
