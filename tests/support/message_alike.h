/* SPDX-License-Identifier: MIT */
/* A packet of the multiplayer layer read by the library and by the naive decoder, for tests and for the fuzz target
 * `message_differential`. */
#ifndef GDV_TESTS_MESSAGE_ALIKE_H
#define GDV_TESTS_MESSAGE_ALIKE_H

#include "tests/reference/naive_message.h"

/* A packet, and how it is read. */
typedef struct message_case {
    gdv_protocol protocol;
    gdv_message_policy policy;
    const uint8_t *bytes;
    size_t size;
} message_case;

/* What the two say differently, or rather what should be the same: verdict, offset, command, argument and what is wrong with it;
 * or fields, records and values. NULL where nothing is. *status is the library's verdict; it may be NULL. nodes:
 * gdv_message_bound(size) of them. */
const char *message_differs(const message_case *of, gdv_node *nodes, gdv_status *status);

#endif
