/* SPDX-License-Identifier: MIT */
#include "message_session.h"

#include <stdlib.h>

/* Of each sender more than any game has nodes that are called; memory that is not written to costs nothing. ENet has at
 * most 4095 clients. */
enum { MOST_PATHS = 16384, MOST_TEXT = 1024 * 1024, MOST_SENDERS = 4096 };

enum { SERVER = 1 };

#define OF_PATH 0x80000000u /* of a record's id: it is that of a path */

/* --- senders */

static uint32_t id_of_sender(const message_session *now, const gdv_message *message)
{
    const bool from_server = now->opts->direction == GDV_DIRECTION_S2C;
    if (from_server && message->command == GDV_COMMAND_RELAY) {
        return (uint32_t)message->peer;
    }
    return message->source == 0 && from_server ? SERVER : message->source;
}

/* What ":peer" stands for in a schema's paths: the client of the connection, or another one that is named. */
static uint32_t peer_of(const message_session *now, uint32_t id)
{
    const bool is_of_connection = now->opts->direction == GDV_DIRECTION_C2S || id == SERVER;
    if (is_of_connection && now->opts->has_peer) {
        return (uint32_t)now->opts->peer;
    }
    return id != 0 ? id : SERVER;
}

static session_sender *find_sender(const message_session *now, uint32_t id)
{
    size_t index = 0;
    while (index < now->count && now->all[index].id != id) {
        index += 1;
    }
    return index < now->count ? &now->all[index] : NULL;
}

static bool make_room(message_session *now)
{
    const size_t room = now->room == 0 ? 4 : 2 * now->room;
    if (now->count < now->room) {
        return true;
    }
    session_sender *all = realloc(now->all, room * sizeof *all);
    if (all == NULL) {
        return false;
    }
    now->all = all;
    now->room = room;
    return true;
}

/* Returns NULL where memory is missing. */
static session_sender *add_sender(message_session *now, uint32_t id)
{
    session_sender added = {.id = id};
    if (!make_room(now)) {
        return NULL;
    }
    added.paths = malloc(MOST_PATHS * sizeof *added.paths);
    added.text = malloc(MOST_TEXT);
    if (added.paths == NULL || added.text == NULL ||
        gdv_peer_cache_init(&added.cache, peer_of(now, id), added.paths, MOST_PATHS, added.text, MOST_TEXT) != GDV_OK) {
        free(added.paths);
        free(added.text);
        return NULL;
    }
    now->all[now->count] = added;
    now->count += 1;
    return &now->all[now->count - 1];
}

gdv_peer_cache *message_session_cache(message_session *now, const gdv_message *message)
{
    const uint32_t id = id_of_sender(now, message);
    now->sender = find_sender(now, id);
    if (now->sender == NULL && now->count < MOST_SENDERS) {
        now->sender = add_sender(now, id);
        now->out_of_memory = now->sender == NULL;
    }
    return now->sender != NULL ? &now->sender->cache : NULL;
}

bool message_session_is_servers(const message_session *now)
{
    return now->opts->direction == GDV_DIRECTION_S2C && now->sender != NULL && now->sender->id == SERVER;
}

void message_session_free(message_session *freed)
{
    for (size_t index = 0; index < freed->count; index += 1) {
        free(freed->all[index].paths);
        free(freed->all[index].text);
    }
    free(freed->all);
    *freed = (message_session){.all = NULL};
}

/* --- paths */

gdv_text message_session_path(const message_session *now, uint32_t id)
{
    const bool is_there = now != NULL && now->sender != NULL;
    return gdv_peer_cache_path(is_there ? &now->sender->cache : NULL, id);
}

gdv_text message_session_path_of(const message_session *now, const gdv_message_record *record)
{
    const gdv_text none = {NULL, 0};
    return record->id >= OF_PATH ? message_session_path(now, record->id - OF_PATH) : none;
}
