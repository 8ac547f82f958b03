/* SPDX-License-Identifier: MIT */
/* Packets of the engine's multiplayer layer: remote calls, paths, spawns, synchronisation, relays and system messages,
 * with the Variants in them. One call judges a whole packet, and strict refuses whatever no engine sends.
 *
 *      gdv_message message = {.struct_size = sizeof message};
 *      gdv_message_report report = {.struct_size = sizeof report};
 *      gdv_status status = gdv_message_parse(GDV_PROTOCOL_GODOT4_3, bytes, size, NULL, nodes, 256, &message, &report);
 *      if (status == GDV_OK && message.command == GDV_COMMAND_CALL) {
 *          int64_t seq = gdv_int_or(gdv_message_value(&message, 0), 0, INT64_MAX, -1);
 *      }
 *
 * Bytes do not name their protocol, nor whether they came in an envelope, nor who sent them: the caller says so.
 * Reference: docs/multiplayer-format.md. */
#ifndef GDV_MESSAGE_H
#define GDV_MESSAGE_H

#include "document.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Whose multiplayer layer it is: enumerator, name on the command line, dialect of the Variants. */
#define GDV_PROTOCOL_LIST(X)                                                                                           \
    X(GODOT3, "godot3", GODOT3) /* Godot 3.2-3.6 */                                                                    \
    X(PANDEMONIUM, "pandemonium", PANDEMONIUM_40)                                                                      \
    X(GODOT4_0, "godot4.0", GODOT4_0) /* Godot 4.0-4.2 */                                                              \
    X(GODOT4_3, "godot4.3", GODOT4_3)                                                                                  \
    X(GODOT4_4, "godot4.4", GODOT4_4) /* Godot 4.4 and later */

typedef enum gdv_protocol {
#define GDV_PROTOCOL_ENUM(name, text, dialect) GDV_PROTOCOL_##name,
    GDV_PROTOCOL_LIST(GDV_PROTOCOL_ENUM)
#undef GDV_PROTOCOL_ENUM
        GDV_PROTOCOL_COUNT
} gdv_protocol;

/* What stands before the packet (section 1): enumerator, name on the command line. */
#define GDV_ENVELOPE_LIST(X)                                                                                           \
    X(NONE, "none")                                                                                                    \
    X(ENET3, "enet3")         /* Godot 3, Pandemonium: source and target, 8 bytes */                                   \
    X(ENET3_SYS, "enet3-sys") /* the system channel of those: 8 bytes and nothing else */                              \
    X(WS3, "ws3")             /* WebSocket of those: type, source, target, 9 bytes */                                  \
    X(WS4_ID, "ws4-id")       /* Godot 4: the first message of a WebSocket server, 4 bytes and nothing else */

typedef enum gdv_envelope {
#define GDV_ENVELOPE_ENUM(name, text) GDV_ENVELOPE_##name,
    GDV_ENVELOPE_LIST(GDV_ENVELOPE_ENUM)
#undef GDV_ENVELOPE_ENUM
        GDV_ENVELOPE_COUNT
} gdv_envelope;

typedef enum gdv_direction {
    GDV_DIRECTION_C2S, /* a client's packet to a server */
    GDV_DIRECTION_S2C,
    GDV_DIRECTION_COUNT
} gdv_direction;

/* What a packet is: enumerator, its name in reports and JSON. The byte that says so is the protocol's own. */
#define GDV_COMMAND_LIST(X)                                                                                            \
    X(NONE, "NONE")                                                                                                    \
    X(CALL, "CALL")                   /* REMOTE_CALL of Godot 3 */                                                     \
    X(SET, "SET")                     /* Godot 3 */                                                                    \
    X(SIMPLIFY_PATH, "SIMPLIFY_PATH") /* announces a path and its id */                                                \
    X(CONFIRM_PATH, "CONFIRM_PATH")                                                                                    \
    X(RAW, "RAW")     /* bytes of the game's own */                                                                    \
    X(SPAWN, "SPAWN") /* from here on Godot 4 */                                                                       \
    X(DESPAWN, "DESPAWN")                                                                                              \
    X(SYNC, "SYNC")                                                                                                    \
    X(AUTH, "AUTH") /* of SYS; so are those below */                                                                   \
    X(ADD, "ADD")                                                                                                      \
    X(DEL, "DEL")                                                                                                      \
    X(RELAY, "RELAY")       /* holds another packet, but none of SYS */                                                \
    X(ADD_PEER, "ADD_PEER") /* from here on no packets but whole envelopes: ENET3_SYS, WS3 */                          \
    X(REMOVE_PEER, "REMOVE_PEER")                                                                                      \
    X(YOUR_ID, "YOUR_ID") /* WS3, WS4_ID */

typedef enum gdv_command {
#define GDV_COMMAND_ENUM(name, text) GDV_COMMAND_##name,
    GDV_COMMAND_LIST(GDV_COMMAND_ENUM)
#undef GDV_COMMAND_ENUM
        GDV_COMMAND_COUNT
} gdv_command;

/* Permissions of messages: name, bit, name on the command line, what it lets pass. */
#define GDV_PERMIT_MP_LIST(X)                                                                                          \
    X(PATH_PARENT, 0, "mp-path-parent", "`..` in node paths, which leads out of the multiplayer root")                 \
    X(PATH_UNIQUE, 1, "mp-path-unique", "`%name` in node paths")                                                       \
    X(EMPTY_NAME, 2, "mp-empty-name", "methods with the empty name, which a script can send and no node receives")

enum {
#define GDV_PERMIT_MP_ENUM(name, bit, text, what) GDV_PERMIT_MP_BIT_##name,
    GDV_PERMIT_MP_LIST(GDV_PERMIT_MP_ENUM)
#undef GDV_PERMIT_MP_ENUM
        GDV_PERMIT_MP_BITS
};

#define GDV_PERMIT_MP_PATH_PARENT (1u << GDV_PERMIT_MP_BIT_PATH_PARENT)
#define GDV_PERMIT_MP_PATH_UNIQUE (1u << GDV_PERMIT_MP_BIT_PATH_UNIQUE)
#define GDV_PERMIT_MP_EMPTY_NAME (1u << GDV_PERMIT_MP_BIT_EMPTY_NAME)
#define GDV_PERMIT_MP_ALL ((1u << GDV_PERMIT_MP_BITS) - 1u)

/* What is accepted, and what the caller knows of the packet. */
typedef struct gdv_message_policy {
    size_t struct_size;      /* sizeof(gdv_message_policy); gdv_message_policy_init sets it */
    gdv_policy values;       /* for the packet and the Variants in it; max_values counts those of the whole packet. Its
                              * encoding stays GDV_ENCODING_PLAIN, else GDV_E_BAD_POLICY: the protocol has its own */
    uint32_t permit;         /* GDV_PERMIT_MP_ bits */
    gdv_envelope envelope;   /* NONE */
    gdv_direction direction; /* C2S */
    uint32_t peer;           /* id of the connection, which an envelope's source must be; 0 where it is not known */
    uint32_t max_arguments;  /* of a call: 255, and more cannot be */
    uint32_t max_path;       /* bytes of a path without its NUL: 1024 */
    uint32_t max_name;       /* bytes of a method's, property's or node's name without its NUL: 255 */
    uint32_t max_records;    /* of SYNC, and synchronizers of SPAWN: 4096 */
} gdv_message_policy;

/* Fills it from a preset: the policy for the Variants; permissions of messages, of which strict has none and engine all,
 * as engines take such paths and names; and the numbers above. NULL is ignored. */
GDV_API void gdv_message_policy_init(gdv_message_policy *policy, gdv_preset preset);

/* What no engine would send so, harmless (section 8). */
#define GDV_LINT_NODE_ID_WIDTH 0x1u   /* two-byte node id below 256 */
#define GDV_LINT_METHOD_ID_WIDTH 0x2u /* two-byte method id below 256, of the script's table */
#define GDV_LINT_ARGC_ZERO 0x4u       /* count 0 without the bit that says so */

/* A packet that was parsed. Set struct_size before the call; all else is written by it. Which members mean something is
 * said of each command; the others are 0 or empty. Texts and bytes point into the packet.
 *
 *  CALL           path or node; Godot 3: name; Godot 4: method, node_level. Values: the arguments
 *  SET            path or node, name. One value
 *  SIMPLIFY_PATH  id, path; Godot 4: md5
 *  CONFIRM_PATH   path, or from Godot 4.3 on id; Godot 4: ok
 *  RAW, AUTH      data; AUTH: may be empty
 *  SPAWN          scene, node (of the spawner), net_id, records (synchronizer ids), name. Values: the custom one where scene
 *                 is 255, then the state
 *  DESPAWN        net_id
 *  SYNC           delta, time (0 in a delta), records. Values: those of all records
 *  RELAY          peer, inner, and what is said of the inner command
 *  ADD, DEL, ADD_PEER, REMOVE_PEER, YOUR_ID   peer */
typedef struct gdv_message {
    size_t struct_size;
    gdv_protocol protocol;
    gdv_command command;
    gdv_command inner; /* of RELAY: what the packet in it is; else NONE */
    uint32_t lints;    /* GDV_LINT_ */
    uint32_t source;   /* envelope: 0 where there is none */
    int32_t target;    /* envelope */
    int32_t peer;
    uint32_t node; /* id that a SIMPLIFY_PATH announced; 0 where the packet has a path */
    uint32_t id;
    uint32_t net_id;
    uint32_t method; /* index in its table: bit 15 is cut off */
    uint32_t time;
    uint8_t node_level; /* 1: the table of Node.rpc_config, 0: the script's */
    uint8_t ok;
    uint8_t scene;
    uint8_t delta;
    uint8_t bytes_only; /* CALL of Godot 4 with bit 7: the one argument is `data`, a byte array without header, and no
                           value; or there is none at all */
    uint32_t records;
    uint32_t records_at; /* offset of the first record, or synchronizer id */
    uint32_t values;
    gdv_text path; /* without its NUL */
    gdv_text name;
    gdv_text md5; /* 32 hex digits */
    gdv_text data;
    gdv_document document; /* the values, one after another */
} gdv_message;

/* What is wrong with a packet. Set struct_size before the call; all else is written whatever the result. */
typedef struct gdv_message_report {
    size_t struct_size;
    gdv_status code;
    uint64_t offset;     /* of the field at fault, from the first byte given, envelope included */
    uint64_t need;       /* GDV_E_NO_SPACE: nodes */
    gdv_command command; /* as far as it was read; that of the inner packet where the fault is there */
    int32_t argument;    /* the value at fault, from 0; -1 where none is */
    gdv_report inner; /* GDV_E_MP_ARG_..: what is wrong with that value, offset and path counted from its first byte */
} gdv_message_report;

/* Nodes that suffice for every packet of that size. */
GDV_API size_t gdv_message_bound(size_t size);

/* Judges bytes[0 .. size-1] as one packet of the protocol, and puts the values in it into nodes[0 .. capacity-1].
 *
 * policy  NULL: strict, no envelope, from a client.
 * report  may be NULL.
 *
 * Returns GDV_OK; a code of 140-199 for what section 8 of the reference names; GDV_E_LIMIT_BYTES, GDV_E_LIMIT_VALUES for the packet as
 * a whole; GDV_E_NO_SPACE with report->need; or, before a byte is read, GDV_E_BAD_ARGUMENT (bytes or nodes nowhere, message NULL),
 * GDV_E_BAD_PROTOCOL, GDV_E_BAD_POLICY, GDV_E_BAD_STRUCT, GDV_E_OVERLAP. On failure the message is empty: its command
 * is NONE. */
GDV_API GDV_NODISCARD gdv_status gdv_message_parse(gdv_protocol protocol, const void *bytes, size_t size,
                                                   const gdv_message_policy *policy, gdv_node *nodes, size_t capacity,
                                                   gdv_message *message, gdv_message_report *report);

/* Value `number` of a message, from 0: an argument of a call. Missing where there is none. Time: linear in `number`, so
 * that a loop over all values of a spawn is quadratic; gdv_iterate_values(&message->document, ..) gives them one after
 * another, in constant time each. */
GDV_API gdv_value gdv_message_value(const gdv_message *message, uint32_t number);

/* One record of SYNC, or one synchronizer id of SPAWN (then all but id is 0). */
typedef struct gdv_message_record {
    uint32_t id;      /* net id; bit 31: a path's id in the low bits */
    uint64_t indexes; /* of a delta: a bit for each value */
    gdv_text data;    /* the values as bytes */
    uint32_t first;   /* number of its first value in the message */
    uint32_t values;
    uint32_t taken; /* records up to this one; this and what follows is the library's own */
    uint32_t next_at;
    uint32_t next_node;
} gdv_message_record;

/* Moves to the next record, to the first one from a record that is all zero. Constant time but for its values. */
GDV_API bool gdv_message_next_record(const gdv_message *message, gdv_message_record *record);

/* Names and numbers of the lists above: "" where the number does not exist, false where the name does not. */
GDV_API const char *gdv_protocol_name(gdv_protocol protocol);
GDV_API gdv_dialect gdv_protocol_dialect(gdv_protocol protocol);
GDV_API GDV_NODISCARD bool gdv_protocol_from_name(const char *name, gdv_protocol *protocol);
GDV_API bool gdv_protocol_takes(gdv_protocol protocol, gdv_envelope envelope); /* whether it comes in that envelope */
GDV_API bool gdv_protocol_has(gdv_protocol protocol, gdv_command command);     /* of packets, not whole envelopes */
GDV_API bool gdv_protocol_confirms_id(gdv_protocol protocol); /* whether a CONFIRM_PATH has an id, and not a path */
GDV_API const char *gdv_envelope_name(gdv_envelope envelope);
GDV_API GDV_NODISCARD bool gdv_envelope_from_name(const char *name, gdv_envelope *envelope);
GDV_API const char *gdv_command_name(gdv_command command);
GDV_API const char *gdv_permit_mp_name(uint32_t bit);
GDV_API const char *gdv_permit_mp_text(uint32_t bit);
GDV_API GDV_NODISCARD bool gdv_permit_mp_from_name(const char *name, uint32_t *permit);

/* Writes "MP_ARG_POLICY at 4 (CALL, value 0, NONFINITE at its byte 4): .." as gdv_report_format does. */
GDV_API size_t gdv_message_report_format(const gdv_message_report *report, char *text, size_t size);

#ifdef __cplusplus
}
#endif

#endif
