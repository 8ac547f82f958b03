/* SPDX-License-Identifier: MIT */
/* What the senders of a session have announced: a cache of the library for each. Packets to a server are those of the one client,
 * unless envelopes name several; what a server sends comes from it, or from the client that an envelope or a RELAY names. */
#ifndef GDV_CLI_MESSAGE_SESSION_H
#define GDV_CLI_MESSAGE_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "options.h"

typedef struct session_sender {
    uint32_t id; /* 0: the one client, of packets without an envelope */
    gdv_peer_cache cache;
    gdv_cached_path *paths;
    char *text;
} session_sender;

/* Starts all zero, but for the options. */
typedef struct message_session {
    const options *opts;
    session_sender *all; /* as they were first heard */
    size_t count;
    size_t room;
    session_sender *sender; /* of the last message; NULL before there was one */
    bool out_of_memory;
} message_session;

/* The cache of a message's sender. NULL where memory is missing, which is noted, or where there are more senders than a server
 * has clients. */
gdv_peer_cache *message_session_cache(message_session *now, const gdv_message *message);

/* Whether the sender of the last message is the server itself. */
bool message_session_is_servers(const message_session *now);

/* The path that this sender has announced for an id; empty where it has none, or where there is no session; and that of a
 * record, whose id means a path where bit 31 is set. */
gdv_text message_session_path(const message_session *now, uint32_t id);
gdv_text message_session_path_of(const message_session *now, const gdv_message_record *record);

void message_session_free(message_session *freed);

#endif
