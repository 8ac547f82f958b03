/* SPDX-License-Identifier: MIT */
/* Every entrance that reads a packet, called without a word about what it should say: for packets that change while they
 * are read (fuzz/targets/toctou.c, tests/read/test_changing.c), of which nothing is sure but that all answers lie inside. */
#ifndef GDV_FUZZ_EVERYTHING_H
#define GDV_FUZZ_EVERYTHING_H

#include "fuzz/support/input.h"

/* The ways in. Each ends, and each byte that it gives is read and must lie in the packet. */
typedef enum entrance {
    ENTRANCE_VALIDATE,
    ENTRANCE_DOCUMENT, /* getters, iterators and lookups included */
    ENTRANCE_READER,   /* its events, their getters, and its report */
    ENTRANCE_CANON,
    ENTRANCE_CANON_IN_PLACE, /* writes to the packet */
    ENTRANCE_SEVERAL,        /* values in a row */
    ENTRANCE_MESSAGE,        /* of the dialect's newest protocol, where it has one; no envelope */
    ENTRANCES
} entrance;

/* Called between calls, unless it is NULL: it may write to the packet. */
extern void (*between_calls)(void);

/* `bytes` is what of->bytes points to. */
void use_everything(const reading *of, uint8_t *bytes, entrance by);

#endif
