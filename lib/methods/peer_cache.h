/* SPDX-License-Identifier: MIT */
/* Internal: what a peer has announced, as the check reads and adds to it. */
#ifndef GDV_PEER_CACHE_H
#define GDV_PEER_CACHE_H

#include <gdv/methods.h>

#include "../read/apart.h"

/* The memory of a message: itself, its packet, its nodes; and of a cache: itself, its paths, their text. Of NULL none. */
GDV_INLINE void gdv_stretches_of_message(gdv_stretch to[3], const gdv_message *message)
{
    const gdv_document *document = message == NULL ? NULL : &message->document;
    to[0] = gdv_stretch_of(message, sizeof *message);
    to[1] = gdv_stretch_of(document == NULL ? NULL : document->bytes, document == NULL ? 0 : document->size);
    to[2] = gdv_stretch_of(document == NULL ? NULL : document->nodes,
                           document == NULL ? 0 : document->count * sizeof(gdv_node));
}

GDV_INLINE void gdv_stretches_of_cache(gdv_stretch to[3], const gdv_peer_cache *cache)
{
    to[0] = gdv_stretch_of(cache, sizeof *cache);
    to[1] = gdv_stretch_of(cache == NULL ? NULL : cache->paths,
                           cache == NULL ? 0 : cache->capacity * sizeof(gdv_cached_path));
    to[2] = gdv_stretch_of(cache == NULL ? NULL : cache->text, cache == NULL ? 0 : cache->text_size);
}

/* The path of an id; NULL. */
gdv_cached_path *gdv_peer_cache_find(const gdv_peer_cache *cache, uint32_t id);

/* Whether each path that a message means by an id was announced: the node of a call, the spawner of a SPAWN, of SYNC the
 * records whose id has bit 31. Other ids are no paths of the sender's: that of a CONFIRM_PATH was announced to it, and a
 * net id without bit 31 is from a SPAWN. Returns GDV_OK; GDV_E_RPC_NODE_ID. */
gdv_status gdv_peer_cache_knows(const gdv_peer_cache *cache, const gdv_message *message);

/* The offset of the id that was never announced. */
uint32_t gdv_peer_cache_blame(const gdv_peer_cache *cache, const gdv_message *message);

/* Whether a message may announce its path: of an id that has none, or just what the id has once more, as an honest sender does
 * to each peer that it calls; to the cache's own server no second time. Returns GDV_OK; GDV_E_RPC_ID_TWICE. */
gdv_status gdv_peer_cache_admits(const gdv_peer_cache *cache, const gdv_message *message);

/* Enters the path of a message that may announce it. Returns GDV_OK; GDV_E_RPC_CACHE_FULL; GDV_E_BAD_ARGUMENT where
 * it has none, as it was not parsed. */
gdv_status gdv_peer_cache_learn(gdv_peer_cache *cache, const gdv_message *message, uint32_t script);

#endif
