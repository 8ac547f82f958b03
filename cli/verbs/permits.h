/* SPDX-License-Identifier: MIT */
/* Permissions of both kinds as one list: those of Variants, those of messages, then the names for several at once. */
#ifndef GDV_CLI_PERMITS_H
#define GDV_CLI_PERMITS_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

enum {
    PERMITS_OF_VALUES = GDV_PERMIT_BITS,
    PERMITS = PERMITS_OF_VALUES + GDV_PERMIT_MP_BITS, /* one bit each */
    PERMIT_NAMES = PERMITS + 2                        /* with "text" and "all" */
};

/* Bits of both kinds. */
typedef struct permit_bits {
    uint32_t values;   /* GDV_PERMIT_ */
    uint32_t messages; /* GDV_PERMIT_MP_ */
} permit_bits;

/* The name of number 0 .. PERMIT_NAMES-1, what it lets pass, and its bits. */
const char *permit_name(uint32_t number);
const char *permit_text(uint32_t number);
permit_bits permit_bits_of(uint32_t number);

/* Whether it means nothing but messages. */
bool permit_is_of_messages(uint32_t number);

/* Returns PERMIT_NAMES for a name that there is not. */
uint32_t permit_from_name(const char *name);

#endif
