/* SPDX-License-Identifier: MIT */
/* Whether a peer may call this method with these arguments: a packet of the multiplayer layer against the remote methods that a
 * schema declares, and against what the peer has announced before.
 *
 *      script Player at "Main/Players/:peer"
 *      rpc func move(pos: Vector3 -4096..4096, seq: int 0..) any_peer unreliable
 *
 *      gdv_peer_cache_init(&cache, peer, paths, 64, text, sizeof text);   // one for each connection
 *      ..
 *      if (gdv_message_parse(protocol, bytes, size, &policy, nodes, 256, &message, &report) == GDV_OK &&
 *          gdv_message_check(&schema, &cache, &message, &rules, &match, &violation) == GDV_OK &&
 *          match.packet == MOVE) {
 *          walk(gdv_match_value(&match, 0), gdv_match_value(&match, 1));
 *      }
 *
 * Reference: docs/multiplayer-format.md, sections 4.1 to 4.3 and 6; the notation: docs/schema.md. */
#ifndef GDV_METHODS_H
#define GDV_METHODS_H

#include "message.h"
#include "schema.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- what a peer has announced */

/* A path. The fields are the library's own. */
typedef struct gdv_cached_path {
    uint32_t id;
    uint32_t script;
    uint32_t at;
    uint32_t size;
    uint32_t heard; /* from the peer itself, or only in what it relays */
} gdv_cached_path;

/* The paths of one connection, in memory of the caller. Fill it with gdv_peer_cache_init; the fields are the library's own. */
typedef struct gdv_peer_cache {
    gdv_cached_path *paths; /* ascending by id */
    uint32_t capacity;
    uint32_t count;
    char *text;
    uint32_t text_size;
    uint32_t text_used;
    uint32_t peer;
} gdv_peer_cache;

/* An empty cache for the connection of a peer, of at most `capacity` paths that have `size` bytes together. Requires memory that
 * outlives it. Returns GDV_OK; GDV_E_BAD_ARGUMENT (cache NULL, peer 0, memory nowhere), GDV_E_OVERLAP. */
GDV_API GDV_NODISCARD gdv_status gdv_peer_cache_init(gdv_peer_cache *cache, uint32_t peer, gdv_cached_path *paths,
                                                     size_t capacity, char *text, size_t size);

/* The path that was announced for an id; empty with bytes NULL where none was. Logarithmic. */
GDV_API gdv_text gdv_peer_cache_path(const gdv_peer_cache *cache, uint32_t id);

/* Lets a cache learn from a message that was parsed, and judges what that means by an id, without a schema: a SIMPLIFY_PATH
 * enters the cache; the node of a call or set, the spawner of a SPAWN, and of SYNC each record whose id has bit 31 must have been
 * announced. Of a RELAY the inner packet is looked at. Whatever else there is passes. A path that was relayed may be announced
 * to the server too, once, and relayed again.
 *
 * report  may be NULL; all but its struct_size is written whatever the result: offset is that of the id at fault
 *
 * Each sender counts its own ids: in what a server sends, a RELAY is of message->peer, and an envelope of message->source. To
 * gdv_message_check a path that was learnt here has no script: hold a connection to a schema from its first packet on.
 *
 * Returns GDV_OK; GDV_E_RPC_NODE_ID, GDV_E_RPC_ID_TWICE, GDV_E_RPC_CACHE_FULL; GDV_E_BAD_ARGUMENT (cache NULL or not filled,
 * message NULL or not parsed), GDV_E_BAD_STRUCT, GDV_E_OVERLAP. On failure nothing enters the cache. Logarithmic in its paths;
 * linear in the records of a SYNC, and for a new id that is not the highest in the paths. */
GDV_API GDV_NODISCARD gdv_status gdv_peer_cache_take(gdv_peer_cache *cache, const gdv_message *message,
                                                     gdv_message_report *report);

/* ---- scripts and their methods */

/* Reading them, for tools. NULL, 0, GDV_NONE or "" where the number does not exist or the schema is empty. */
GDV_API uint32_t gdv_schema_scripts(const gdv_schema *schema);
GDV_API const gdv_rule_script *gdv_schema_script(const gdv_schema *schema, uint32_t script);
GDV_API const char *gdv_schema_script_name(const gdv_schema *schema, uint32_t script);

/* The script of the nodes at a path: the first one of which a path of the schema is this one; GDV_NONE. `peer` is what ":peer"
 * stands for. Linear in the schema's paths. A path of more than 64 names or 65536 bytes has no script. */
GDV_API uint32_t gdv_schema_script_at(const gdv_schema *schema, gdv_text path, uint32_t peer);

/* The method (a packet of the schema) of an id in one of a script's two tables, in constant time; or of a name, in logarithmic;
 * GDV_NONE. */
GDV_API uint32_t gdv_schema_method_of_id(const gdv_schema *schema, uint32_t script, bool node_level, uint32_t id);
GDV_API uint32_t gdv_schema_method_of(const gdv_schema *schema, uint32_t script, gdv_text name);

/* The name of a method without its script; empty for what is none. */
GDV_API gdv_text gdv_schema_method_name(const gdv_schema *schema, uint32_t packet);

/* The name of a parameter of a method, from 0; of the value of a variable that of the variable. Empty for what is none. */
GDV_API gdv_text gdv_schema_parameter_name(const gdv_schema *schema, uint32_t packet, uint32_t parameter);

/* The checksum of a script's methods that Godot 4 sends with a path: 32 hex digits and a NUL. All NUL where there is no such
 * script. Linear in the names. */
#define GDV_MD5_SIZE 33u
GDV_API void gdv_schema_md5(const gdv_schema *schema, uint32_t script, char digits[GDV_MD5_SIZE]);

/* ---- the check */

/* How a packet came. */
typedef enum gdv_transfer {
    GDV_TRANSFER_UNKNOWN, /* is not compared */
    GDV_TRANSFER_RELIABLE,
    GDV_TRANSFER_UNRELIABLE,
    GDV_TRANSFER_ORDERED, /* unreliable, in order */
    GDV_TRANSFER_COUNT
} gdv_transfer;

/* What is let pass beyond calls. All zero: calls and paths alone, of methods that any peer may call, and of those of the authority at paths
 * with ":peer". Set struct_size before the call. */
typedef struct gdv_message_rules {
    size_t struct_size;
    gdv_transfer transfer;
    uint32_t commands; /* 1u << gdv_command: what the caller looks at itself, beside CALL, SET, SIMPLIFY_PATH and
                        * CONFIRM_PATH; paths that a SPAWN or SYNC means by ids must be announced all the same */
    bool authority;    /* the sender has the authority of every node: it is the server */
} gdv_message_rules;

/* Whether a message that was parsed is what the schema's methods take: the node was announced, a script is there, it has the
 * method, the peer may call it, it came as such calls come, and each argument is as its parameter says. A SIMPLIFY_PATH
 * enters the cache. Of a RELAY the inner packet is judged.
 *
 * match      packet: the method; its values those of the parameters. GDV_NONE for what is no call. Of a call whose one argument is
 *            message->data no value is kept.
 * violation  may be NULL. report.offset is that of the value or field at fault, from the first byte given, envelope included; 0 where
 *            there is none, or a limit of the whole packet is meant. report.path begins with the argument: "(1 seq)"
 * rules      may be NULL: all zero
 *
 * Returns GDV_OK; GDV_E_RPC_..; what gdv_schema_check returns for a value, GDV_E_LIMIT_.. where a call is beyond the limits of the
 * schema among it (gdv_schema_narrow makes them the policy's, so that the parse refuses it first); or GDV_E_BAD_ARGUMENT (schema empty, cache NULL or not
 * filled, message NULL or not parsed, match NULL), GDV_E_BAD_DIALECT (the schema is of another), GDV_E_BAD_POLICY (rules),
 * GDV_E_BAD_STRUCT, GDV_E_OVERLAP. On failure nothing enters the cache, and the match is empty. */
GDV_API GDV_NODISCARD gdv_status gdv_message_check(const gdv_schema *schema, gdv_peer_cache *cache,
                                                   const gdv_message *message, const gdv_message_rules *rules,
                                                   gdv_match *match, gdv_violation *violation);

#ifdef __cplusplus
}
#endif

#endif
