/* SPDX-License-Identifier: MIT */
/* What a peer has announced: paths by id, ascending, as engines count ids up, so that a new one is at the end; and what its
 * messages mean by an id. */
#include "peer_cache.h"

#include <string.h>

#include "../message/message_report.h"
#include "../message/protocol.h"
#include "../value/resolve.h"
#include "blame.h"

gdv_status gdv_peer_cache_init(gdv_peer_cache *cache, uint32_t peer, gdv_cached_path *paths, size_t capacity,
                               char *text, size_t size)
{
    const gdv_region regions[] = {{cache, sizeof *cache, true},
                                  {paths, gdv_extent(paths, capacity, sizeof *paths), true},
                                  {text, gdv_extent(text, size, 1), true}};
    if (gdv_regions_overlap(regions, 3)) {
        return GDV_E_OVERLAP;
    }
    if (cache == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(cache, 0, sizeof *cache);
    if (peer == 0 || gdv_is_nowhere(paths, capacity, sizeof *paths) || gdv_is_nowhere(text, size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    cache->paths = paths;
    cache->capacity = capacity < UINT32_MAX ? (uint32_t)capacity : UINT32_MAX;
    cache->text = text;
    cache->text_size = size < UINT32_MAX ? (uint32_t)size : UINT32_MAX;
    cache->peer = peer;
    return GDV_OK;
}

/* Where an id is, or would be. */
static uint32_t place_of_id(const gdv_peer_cache *cache, uint32_t id)
{
    uint32_t begin = 0;
    uint32_t end = cache->count;
    while (begin < end) {
        const uint32_t middle = begin + (end - begin) / 2;
        if (cache->paths[middle].id < id) {
            begin = middle + 1;
        } else {
            end = middle;
        }
    }
    return begin;
}

gdv_cached_path *gdv_peer_cache_find(const gdv_peer_cache *cache, uint32_t id)
{
    const uint32_t place = place_of_id(cache, id);
    return place < cache->count && cache->paths[place].id == id ? &cache->paths[place] : NULL;
}

gdv_text gdv_peer_cache_path(const gdv_peer_cache *cache, uint32_t id)
{
    gdv_text path = {NULL, 0};
    const gdv_cached_path *found = cache == NULL ? NULL : gdv_peer_cache_find(cache, id);
    if (found != NULL) {
        path.bytes = cache->text + found->at;
        path.size = found->size;
    }
    return path;
}

/* ---- announcements */

/* A sender announces a path to the server itself, and to others in relays that the server sees. */
static bool is_to_server(const gdv_message *message)
{
    return message->command != GDV_COMMAND_RELAY;
}

gdv_status gdv_peer_cache_admits(const gdv_peer_cache *cache, const gdv_message *message)
{
    const gdv_cached_path *cached = gdv_peer_cache_find(cache, message->id);
    const bool same = cached != NULL && gdv_same_text(gdv_peer_cache_path(cache, message->id), message->path);
    const bool again = same && (cached->heard == 0 || !is_to_server(message));
    return cached == NULL || again ? GDV_OK : GDV_E_RPC_ID_TWICE;
}

static gdv_status enter_path(gdv_peer_cache *cache, const gdv_message *message, uint32_t script)
{
    const uint32_t place = place_of_id(cache, message->id);
    const gdv_text path = message->path;
    if (path.size == 0) {
        return GDV_E_BAD_ARGUMENT; /* no parse lets that pass */
    }
    if (cache->count == cache->capacity || path.size > cache->text_size - cache->text_used) {
        return GDV_E_RPC_CACHE_FULL;
    }
    gdv_cached_path *to = cache->paths + place;
    memmove(to + 1, to, (cache->count - place) * sizeof *to);
    to->id = message->id;
    to->script = script;
    to->at = cache->text_used;
    to->size = (uint32_t)path.size;
    to->heard = is_to_server(message);
    memcpy(cache->text + to->at, path.bytes, path.size);
    cache->text_used += to->size;
    cache->count += 1;
    return GDV_OK;
}

gdv_status gdv_peer_cache_learn(gdv_peer_cache *cache, const gdv_message *message, uint32_t script)
{
    gdv_cached_path *cached = gdv_peer_cache_find(cache, message->id);
    if (cached == NULL) {
        return enter_path(cache, message, script);
    }
    cached->heard |= (uint32_t)is_to_server(message);
    return GDV_OK;
}

/* ---- what a message means by an id */

#define GDV_IS_PATH_ID 0x80000000u /* of a record's id: the rest is that of a path */

/* Moves to the first record that is of a path which was never announced; false where there is none. */
static bool find_unknown(const gdv_peer_cache *cache, const gdv_message *message, gdv_message_record *record)
{
    bool known = true;
    while (known && gdv_message_next_record(message, record)) {
        const bool is_path = (record->id & GDV_IS_PATH_ID) != 0;
        known = !is_path || gdv_peer_cache_find(cache, record->id & ~GDV_IS_PATH_ID) != NULL;
    }
    return !known;
}

gdv_status gdv_peer_cache_knows(const gdv_peer_cache *cache, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    bool known = true;
    switch (gdv_command_inside(message)) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
    case GDV_COMMAND_SPAWN:
        known = message->node == 0 || gdv_peer_cache_find(cache, message->node) != NULL;
        break;
    case GDV_COMMAND_SYNC:
        known = !find_unknown(cache, message, &record);
        break;
    default:
        break;
    }
    return known ? GDV_OK : GDV_E_RPC_NODE_ID;
}

uint32_t gdv_peer_cache_blame(const gdv_peer_cache *cache, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    if (gdv_command_inside(message) != GDV_COMMAND_SYNC) {
        return gdv_blame_node(message);
    }
    (void)find_unknown(cache, message, &record);
    return gdv_blame_record(message, &record);
}

/* ---- without a schema */

static gdv_status take_message(gdv_peer_cache *cache, const gdv_message *message)
{
    if (gdv_command_inside(message) != GDV_COMMAND_SIMPLIFY_PATH) {
        return gdv_peer_cache_knows(cache, message);
    }
    const gdv_status status = gdv_peer_cache_admits(cache, message);
    return status == GDV_OK ? gdv_peer_cache_learn(cache, message, GDV_NONE) : status;
}

static void report_taken(const gdv_peer_cache *cache, const gdv_message *message, gdv_status status,
                         gdv_message_report *report)
{
    gdv_message_report_clear(report, status);
    if (status != GDV_OK && status != GDV_E_BAD_ARGUMENT) {
        report->command = message->command;
        report->offset =
            status == GDV_E_RPC_NODE_ID ? gdv_peer_cache_blame(cache, message) : gdv_blame_field(message, status);
    }
}

gdv_status gdv_peer_cache_take(gdv_peer_cache *cache, const gdv_message *message, gdv_message_report *report)
{
    gdv_stretch memory[7];

    gdv_stretches_of_message(memory, message);
    gdv_stretches_of_cache(memory + 3, cache); /* from here written */
    memory[6] = gdv_stretch_of(report, sizeof *report);
    if (gdv_stretch_meets(memory, 3) || gdv_stretch_meets(memory, 4) || gdv_stretch_meets(memory, 5) ||
        gdv_stretch_meets(memory, 6)) {
        return GDV_E_OVERLAP;
    }
    if ((message != NULL && message->struct_size != sizeof *message) ||
        (report != NULL && report->struct_size != sizeof *report)) {
        return GDV_E_BAD_STRUCT;
    }
    const bool nothing = cache == NULL || cache->peer == 0 || message == NULL || message->command == GDV_COMMAND_NONE;
    const gdv_status status = nothing ? GDV_E_BAD_ARGUMENT : take_message(cache, message);
    if (report != NULL) {
        report_taken(cache, message, status, report);
    }
    return status;
}
