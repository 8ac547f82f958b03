/* SPDX-License-Identifier: MIT */
/* The paths that the sender of a session has announced, by their ids. Without a schema: by_methods.h keeps those
 * of nodes that have a script of one, and judges before this does. Memory grows with what is announced, up to a
 * bound. */
#ifndef GDV_CLI_MESSAGE_SESSION_H
#define GDV_CLI_MESSAGE_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

typedef struct session_path {
    uint32_t id;
    uint32_t size;
    size_t at; /* in the text of all paths */
} session_path;

/* Starts all zero. */
typedef struct message_session {
    session_path *all; /* ascending by id */
    size_t count;
    size_t room;
    char *text; /* of all paths */
    size_t text_used;
    size_t text_room;
    bool out_of_memory;
} message_session;

/* Takes a message that was accepted: enters what it announces. Returns GDV_OK; GDV_E_RPC_NODE_ID where it means a
 * node by an id that was never announced; GDV_E_RPC_ID_TWICE, GDV_E_RPC_CACHE_FULL. */
gdv_status message_session_take(message_session *now, const gdv_message *message);

/* The path of an id, up to the next message that is taken; empty where there is none or no session; and that of a record, whose id means a path where
 * bit 31 is set. */
gdv_text message_session_path(const message_session *now, uint32_t id);
gdv_text message_session_path_of(const message_session *now, const gdv_message_record *record);

void message_session_free(message_session *freed);

#endif
