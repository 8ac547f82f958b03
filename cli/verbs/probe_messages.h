/* SPDX-License-Identifier: MIT */
/* gdv probe: which protocols of the multiplayer layer accept all packets, in which envelope and from whom. */
#ifndef GDV_CLI_PROBE_MESSAGES_H
#define GDV_CLI_PROBE_MESSAGES_H

#include "message_verdict.h"

/* A protocol in an envelope that it takes; from a client, or from a server where that is what accepts them. */
typedef struct probed_protocol {
    gdv_protocol protocol;
    gdv_envelope envelope;
    uint64_t accepted[GDV_DIRECTION_COUNT];
    uint64_t by_command[GDV_DIRECTION_COUNT][GDV_COMMAND_COUNT];
    bool refused; /* some packet is, from either: */
    char why[VERDICT_SIZE];
    char where[96]; /* which packet */
} probed_protocol;

#define PROBED_PROTOCOLS ((size_t)GDV_PROTOCOL_COUNT * (size_t)GDV_ENVELOPE_COUNT)

typedef struct probe_messages {
    gdv_message_policy policy;
    scratch nodes;
    uint64_t packets;
    size_t count;
    probed_protocol all[PROBED_PROTOCOLS];
} probe_messages;

/* Before the first packet. */
void probe_messages_begin(probe_messages *now, const options *opts);

/* Tries one. Returns false, having complained, where memory does not suffice. */
bool probe_messages_take(probe_messages *now, const packet *one);

/* Whether some protocol accepts all packets, and not all of them as what nearly any bytes can be. */
bool probe_messages_found(const probe_messages *now);

/* Tells those, and the others with --all, as lines or as an object; nothing where there are none. */
void probe_messages_print(const probe_messages *now, bool every);
void probe_messages_json(const probe_messages *now, bool every);

void probe_messages_free(probe_messages *freed);

#endif
