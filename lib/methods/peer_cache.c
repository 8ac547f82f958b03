/* SPDX-License-Identifier: MIT */
/* Paths by id, ascending: engines count ids up, so that a new one is at the end. */
#include "peer_cache.h"

#include <string.h>

#include "../wire/overlap.h"

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

gdv_status gdv_peer_cache_add(gdv_peer_cache *cache, uint32_t id, gdv_text path, uint32_t script, uint32_t heard)
{
    const uint32_t place = place_of_id(cache, id);
    gdv_cached_path *to = cache->paths + place;
    if (cache->count == cache->capacity || path.size > cache->text_size - cache->text_used) {
        return GDV_E_RPC_CACHE_FULL;
    }
    memmove(to + 1, to, (cache->count - place) * sizeof *to);
    to->id = id;
    to->script = script;
    to->at = cache->text_used;
    to->size = (uint32_t)path.size;
    to->heard = heard;
    memcpy(cache->text + to->at, path.bytes, path.size);
    cache->text_used += to->size;
    cache->count += 1;
    return GDV_OK;
}

/* ---- what a message means by an id */

#define GDV_IS_PATH_ID 0x80000000u /* of a record's id: the rest is that of a path */

static bool knows_records(const gdv_peer_cache *cache, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    bool known = true;
    while (known && gdv_message_next_record(message, &record)) {
        known = record.id < GDV_IS_PATH_ID || gdv_peer_cache_find(cache, record.id - GDV_IS_PATH_ID) != NULL;
    }
    return known;
}

gdv_status gdv_peer_cache_knows(const gdv_peer_cache *cache, const gdv_message *message)
{
    const gdv_command command = message->command == GDV_COMMAND_RELAY ? message->inner : message->command;
    bool known = true;
    switch (command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
    case GDV_COMMAND_SPAWN:
        known = message->node == 0 || gdv_peer_cache_find(cache, message->node) != NULL;
        break;
    case GDV_COMMAND_SYNC:
        known = knows_records(cache, message);
        break;
    default:
        break;
    }
    return known ? GDV_OK : GDV_E_RPC_NODE_ID;
}
