/* SPDX-License-Identifier: MIT */
/* Internal: what a peer has announced, as the check reads and adds to it. */
#ifndef GDV_PEER_CACHE_H
#define GDV_PEER_CACHE_H

#include <gdv/methods.h>

/* To each peer that it calls a sender announces a path once, with the same id: to the server itself, and to others in
 * relays that the server sees. */
#define GDV_HEARD_ITSELF 1u

/* The path of an id; NULL. */
gdv_cached_path *gdv_peer_cache_find(const gdv_peer_cache *cache, uint32_t id);

/* Whether each path that a message means by an id was announced: the node of a call, the spawner of a SPAWN, of SYNC the
 * records whose id has bit 31. Other ids are no paths of the sender's: that of a CONFIRM_PATH was announced to it, and a
 * net id without bit 31 is from a SPAWN. Returns GDV_OK; GDV_E_RPC_NODE_ID. */
gdv_status gdv_peer_cache_knows(const gdv_peer_cache *cache, const gdv_message *message);

/* Adds the path of an id that has none. Returns GDV_OK; GDV_E_RPC_CACHE_FULL. */
gdv_status gdv_peer_cache_add(gdv_peer_cache *cache, uint32_t id, gdv_text path, uint32_t script, uint32_t heard);

#endif
