/* SPDX-License-Identifier: MIT */
#include "message_session.h"

#include <stdlib.h>
#include <string.h>

#include "message_fields.h"

/* More than any game has nodes that are called. */
#define MOST_PATHS 65536u

#define OF_PATH 0x80000000u /* of a record's id: it is that of a path */

/* --- the paths */

/* Where an id is, or would be. */
static size_t place_of(const message_session *now, uint32_t id)
{
    size_t begin = 0;
    size_t end = now->count;
    while (begin < end) {
        const size_t middle = begin + (end - begin) / 2;
        if (now->all[middle].id < id) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

gdv_text message_session_path(const message_session *now, uint32_t id)
{
    gdv_text path = {NULL, 0};
    const size_t place = now != NULL ? place_of(now, id) : 0;
    if (now != NULL && place < now->count && now->all[place].id == id) {
        path.bytes = now->text + now->all[place].at;
        path.size = now->all[place].size;
    }
    return path;
}

gdv_text message_session_path_of(const message_session *now, const gdv_message_record *record)
{
    const gdv_text none = {NULL, 0};
    return record->id >= OF_PATH ? message_session_path(now, record->id - OF_PATH) : none;
}

/* Room for one more path. */
static bool make_room(message_session *now)
{
    const size_t room = now->room == 0 ? 64 : 2 * now->room;
    if (now->count < now->room) {
        return true;
    }
    session_path *all = realloc(now->all, room * sizeof *all);
    if (all == NULL) {
        return false;
    }
    now->all = all;
    now->room = room;
    return true;
}

/* Room for so many more bytes of text. A path is at most of a packet's size. */
static bool make_room_for_text(message_session *now, size_t size)
{
    const size_t room = 2 * now->text_room + size + 1;
    if (now->text != NULL && size <= now->text_room - now->text_used) {
        return true;
    }
    char *text = realloc(now->text, room);
    if (text == NULL) {
        return false;
    }
    now->text = text;
    now->text_room = room;
    return true;
}

static gdv_status enter(message_session *now, uint32_t id, gdv_text path)
{
    const size_t place = place_of(now, id);
    now->out_of_memory = !make_room(now) || !make_room_for_text(now, path.size);
    if (now->out_of_memory) {
        return GDV_E_RPC_CACHE_FULL;
    }
    memmove(now->all + place + 1, now->all + place, (now->count - place) * sizeof *now->all);
    now->all[place] = (session_path){.id = id, .size = (uint32_t)path.size, .at = now->text_used};
    memcpy(now->text + now->text_used, path.bytes, path.size);
    now->text_used += path.size;
    now->count += 1;
    return GDV_OK;
}

void message_session_free(message_session *freed)
{
    free(freed->all);
    free(freed->text);
    *freed = (message_session){.all = NULL};
}

/* --- messages */

/* To each peer that a sender relays to it announces the path again, with the same id. */
static gdv_status announce(message_session *now, const gdv_message *message)
{
    const gdv_text before = message_session_path(now, message->id);
    const bool is_same = before.bytes != NULL && before.size == message->path.size &&
                         memcmp(before.bytes, message->path.bytes, before.size) == 0;
    if (is_same && message->command == GDV_COMMAND_RELAY) {
        return GDV_OK;
    }
    if (before.bytes != NULL) {
        return GDV_E_RPC_ID_TWICE;
    }
    return now->count < MOST_PATHS ? enter(now, message->id, message->path) : GDV_E_RPC_CACHE_FULL;
}

static gdv_status know_records(const message_session *now, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    bool known = true;
    while (known && gdv_message_next_record(message, &record)) {
        known = record.id < OF_PATH || message_session_path_of(now, &record).bytes != NULL;
    }
    return known ? GDV_OK : GDV_E_RPC_NODE_ID;
}

gdv_status message_session_take(message_session *now, const gdv_message *message)
{
    switch (message_command(message)) {
    case GDV_COMMAND_SIMPLIFY_PATH:
        return announce(now, message);
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
    case GDV_COMMAND_SPAWN:
        return message->node == 0 || message_session_path(now, message->node).bytes != NULL ? GDV_OK
                                                                                            : GDV_E_RPC_NODE_ID;
    case GDV_COMMAND_SYNC:
        return know_records(now, message);
    default:
        return GDV_OK;
    }
}
