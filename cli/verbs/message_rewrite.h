/* SPDX-License-Identifier: MIT */
/* A message that was read, written again: the packet that an engine of the protocol would have sent for it. */
#ifndef GDV_CLI_MESSAGE_REWRITE_H
#define GDV_CLI_MESSAGE_REWRITE_H

#include "message_verdict.h"

/* Memory that is kept from one packet to the next. Starts all zero. */
typedef struct message_rewrite {
    scratch made; /* the packet */
    scratch keys;
} message_rewrite;

/* Makes it of a packet that message_verdict_of has accepted under this policy: *size bytes at now->made.bytes.
 * What the writer refuses is rejected after all: then *about says so. Returns false, having complained, where
 * memory does not suffice. */
bool message_rewrite_packet(message_rewrite *now, const packet *one, const gdv_message_policy *policy,
                            message_verdict *about, size_t *size);

void message_rewrite_free(message_rewrite *freed);

#endif
