/* SPDX-License-Identifier: MIT */
/* Internal: what the fields of a message may hold: one rule each, for what is read and for what is written. Multiplayer
 * format, section 8. */
#ifndef GDV_RULES_H
#define GDV_RULES_H

#include <gdv/message.h>

#include "../decode/scan.h"

#define GDV_MD5_DIGITS 32u
#define GDV_CUSTOM_SCENE 255u /* a spawn by the game's own function */
#define GDV_FIRST_CLIENT 2u   /* the lowest id of a client: a server is 1 */

#ifdef __FRAMAC__
#include "../proof/rules.h"
#endif

/* Ids of paths, nodes and synchronizers are counted from 1, below bit 31. */
static inline bool gdv_is_node_id(uint32_t id)
{
    return id != 0 && id < GDV_NEGATIVE;
}

static inline bool gdv_is_from_client(const gdv_message_policy *policy)
{
    return policy->direction == GDV_DIRECTION_C2S;
}

/* Whether an ADD, DEL or RELAY may name the peer. */
static inline bool gdv_is_sys_peer(const gdv_message_policy *policy, uint32_t peer)
{
    return gdv_is_from_client(policy) ? peer != 1 && peer != GDV_NEGATIVE
                                      : peer >= GDV_FIRST_CLIENT && peer < GDV_NEGATIVE;
}

/* How many bits are set: properties of a delta. */
static inline uint32_t gdv_bits_set(uint64_t bits)
{
    uint32_t count = 0;
    /*@ GDV_BITS_SET_LOOP */
    for (uint64_t rest = bits; rest != 0; rest &= rest - 1) {
        count += 1;
    }
    return count;
}

/* Whether the engine cannot read a value that is refused so, as far as one code tells. Objects it reads only where the
 * game allows them. */
static inline bool gdv_is_no_value(gdv_status code)
{
    return code < GDV_E_NONFINITE || code == GDV_E_LIMIT_DEPTH || code == GDV_E_OBJECT;
}

/* Whether a policy is one, but for its envelope, which the protocol says, and its policy of values. */
bool gdv_is_message_policy(const gdv_message_policy *policy);

/* Source and target of an envelope: GDV_E_MP_ENV_SOURCE, GDV_E_MP_ENV_TARGET. */
gdv_status gdv_addresses_check(const gdv_message_policy *policy, uint32_t source, uint32_t target);

/* Whether the 32 bytes at `at` are a checksum. Requires that they are there. */
bool gdv_is_md5(const gdv_cursor *in, uint32_t at);

/* Each of these checks the text from `at` to `end`, its NUL not included. Requires at <= end <= in->size. The path of a
 * node: GDV_E_MP_PATH_EMPTY, .._LONG, .._UTF8, .._FORM. */
gdv_status gdv_path_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end);

/* The name of a method or property: GDV_E_MP_NAME_EMPTY, .._LONG, .._UTF8, .._FORM. */
gdv_status gdv_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end,
                          bool is_property);

/* The name of a node that is spawned: GDV_E_MP_SPAWN_NAME. */
gdv_status gdv_node_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end);

#endif
