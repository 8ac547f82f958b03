/* SPDX-License-Identifier: MIT */
/* Reading: which members a command has, and what they are. */
#include "typed_message.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "../io/base64.h"
#include "typed_message_fault.h"

/* Its pile holds the bytes of base64 until the packet is made. */
static typed data_room;

/* --- which members there are */

#define OF(command) (1u << GDV_COMMAND_##command)
#define OF_CALLS (OF(CALL) | OF(SET))
#define OF_DATA (OF(RAW) | OF(AUTH))
#define OF_PEERS (OF(ADD) | OF(DEL) | OF(RELAY) | OF(ADD_PEER) | OF(REMOVE_PEER) | OF(YOUR_ID))
#define OF_ALL (OF(COUNT) - 1u)
#define OF_PACKETS (OF(ADD_PEER) - 1u) /* what comes in an envelope, and is not one */

/* Protocols that have a member: Godot 4's and others, those that confirm paths by an id and by the path. */
#define IN_3 1u
#define IN_4 2u
#define BY_ID 4u
#define BY_PATH 8u
#define IN_ALL (IN_3 | IN_4)

typedef enum member_kind {
    MEMBER_U8,
    MEMBER_U32,
    MEMBER_I32,
    MEMBER_BOOL,
    MEMBER_TEXT,
    MEMBER_DATA,
    MEMBER_COMMAND, /* known already */
    MEMBER_ASIDE,   /* what dump --session adds: no part of the packet */
    MEMBER_LIST,    /* its elements are read when they are written */
    MEMBER_OBJECT
} member_kind;

/* What a member hangs on beside command and protocol. */
typedef enum member_when { WHEN_ALWAYS, WHEN_ADDRESSED, WHEN_NO_DELTA, WHEN_IN_SESSION } member_when;

typedef struct member {
    const char *name;
    member_kind kind;
    member_when when;
    uint8_t choice; /* of those of a command with one number just one is there; 0: it must be there by itself */
    uint32_t commands;
    uint32_t protocols; /* any of those named above */
    size_t at;          /* in gdv_message */
    int64_t most;       /* of a number */
} member;

#define AT(name) offsetof(gdv_message, name)

static const member members[] = {
    {"source", MEMBER_U32, WHEN_ADDRESSED, 0, OF_PACKETS, IN_3, AT(source), UINT32_MAX},
    {"target", MEMBER_I32, WHEN_ADDRESSED, 0, OF_PACKETS, IN_3, AT(target), INT32_MAX},
    {"command", MEMBER_COMMAND, WHEN_ALWAYS, 0, OF_ALL, IN_ALL, 0, 0},
    {"path", MEMBER_TEXT, WHEN_ALWAYS, 1, OF_CALLS, IN_ALL, AT(path), 0},
    {"node", MEMBER_U32, WHEN_ALWAYS, 1, OF_CALLS, IN_ALL, AT(node), UINT32_MAX},
    {"method", MEMBER_U32, WHEN_ALWAYS, 0, OF(CALL), IN_4, AT(method), INT16_MAX},
    {"node_level", MEMBER_BOOL, WHEN_ALWAYS, 0, OF(CALL), IN_4, AT(node_level), 0},
    {"name", MEMBER_TEXT, WHEN_ALWAYS, 0, OF_CALLS, IN_3, AT(name), 0},
    {"values", MEMBER_LIST, WHEN_ALWAYS, 2, OF_CALLS, IN_ALL, 0, 0},
    {"data", MEMBER_DATA, WHEN_ALWAYS, 2, OF(CALL), IN_4, AT(data), 0},
    {"ok", MEMBER_BOOL, WHEN_ALWAYS, 0, OF(CONFIRM_PATH), IN_4, AT(ok), 0},
    {"id", MEMBER_U32, WHEN_ALWAYS, 0, OF(SIMPLIFY_PATH), IN_ALL, AT(id), UINT32_MAX},
    {"id", MEMBER_U32, WHEN_ALWAYS, 0, OF(CONFIRM_PATH), BY_ID, AT(id), UINT32_MAX},
    {"path", MEMBER_TEXT, WHEN_ALWAYS, 0, OF(SIMPLIFY_PATH), IN_ALL, AT(path), 0},
    {"path", MEMBER_TEXT, WHEN_ALWAYS, 0, OF(CONFIRM_PATH), BY_PATH, AT(path), 0},
    {"md5", MEMBER_TEXT, WHEN_ALWAYS, 0, OF(SIMPLIFY_PATH), IN_4, AT(md5), 0},
    {"data", MEMBER_DATA, WHEN_ALWAYS, 0, OF_DATA, IN_ALL, AT(data), 0},
    {"scene", MEMBER_U8, WHEN_ALWAYS, 0, OF(SPAWN), IN_4, AT(scene), UINT8_MAX},
    {"node", MEMBER_U32, WHEN_ALWAYS, 0, OF(SPAWN), IN_4, AT(node), UINT32_MAX},
    {"net_id", MEMBER_U32, WHEN_ALWAYS, 0, OF(SPAWN) | OF(DESPAWN), IN_4, AT(net_id), UINT32_MAX},
    {"name", MEMBER_TEXT, WHEN_ALWAYS, 0, OF(SPAWN), IN_4, AT(name), 0},
    {"synchronizers", MEMBER_LIST, WHEN_ALWAYS, 0, OF(SPAWN), IN_4, 0, 0},
    {"values", MEMBER_LIST, WHEN_ALWAYS, 0, OF(SPAWN), IN_4, 0, 0},
    {"delta", MEMBER_BOOL, WHEN_ALWAYS, 0, OF(SYNC), IN_4, AT(delta), 0},
    {"time", MEMBER_U32, WHEN_NO_DELTA, 0, OF(SYNC), IN_4, AT(time), UINT16_MAX},
    {"records", MEMBER_LIST, WHEN_ALWAYS, 0, OF(SYNC), IN_4, 0, 0},
    {"peer", MEMBER_I32, WHEN_ALWAYS, 0, OF_PEERS, IN_ALL, AT(peer), INT32_MAX},
    {"node_path", MEMBER_ASIDE, WHEN_IN_SESSION, 0, OF_CALLS | OF(SPAWN), IN_ALL, 0, 0},
    {"method_name", MEMBER_ASIDE, WHEN_IN_SESSION, 0, OF(CALL), IN_4, 0, 0},
    {"inner", MEMBER_OBJECT, WHEN_ALWAYS, 0, OF(RELAY), IN_4, 0, 0},
};

#define MEMBERS (sizeof members / sizeof members[0])

bool typed_message_of_godot4(gdv_protocol protocol)
{
    return gdv_dialect_family(gdv_protocol_dialect(protocol)) == GDV_FAMILY_GODOT4;
}

/* An object of the document: the packet, or the one in a RELAY. */
typedef struct reading {
    typed_message *to;
    json_t *object;
    const char *at; /* "" or ".inner" */
    gdv_command command;
} reading;

static bool is_addressed(const reading *now)
{
    const gdv_envelope envelope = now->to->policy.envelope;
    return now->at[0] == '\0' && (envelope == GDV_ENVELOPE_ENET3 || envelope == GDV_ENVELOPE_WS3);
}

/* What is said above of a protocol. */
static uint32_t kinds_of(gdv_protocol protocol)
{
    return (typed_message_of_godot4(protocol) ? IN_4 : IN_3) | (gdv_protocol_confirms_id(protocol) ? BY_ID : BY_PATH);
}

static bool belongs(const reading *now, const member *row)
{
    const bool is_there = row->when == WHEN_ADDRESSED  ? is_addressed(now)
                          : row->when == WHEN_NO_DELTA ? !json_is_true(json_object_get(now->object, "delta"))
                                                       : true;
    return is_there && (row->commands >> now->command & 1u) != 0 && (row->protocols & kinds_of(now->to->protocol)) != 0;
}

static const member *find_member(const reading *now, const char *name)
{
    const member *found = NULL;
    for (size_t index = 0; found == NULL && index < MEMBERS; index += 1) {
        found = strcmp(members[index].name, name) == 0 && belongs(now, &members[index]) ? &members[index] : NULL;
    }
    return found;
}

/* --- reading one */

static void *target_of(const reading *now, const member *row)
{
    return (uint8_t *)&now->to->message + row->at;
}

static bool read_number(const reading *now, const member *row, const json_t *node, const char *place)
{
    const int64_t least = row->kind == MEMBER_I32 ? INT32_MIN : 0;
    int64_t number = 0;
    if (!typed_message_number(now->to, node, place, least, row->most, &number)) {
        return false;
    }
    const uint8_t byte = (uint8_t)number;
    const uint32_t word = (uint32_t)number;
    const bool narrow = row->kind == MEMBER_U8;
    memcpy(target_of(now, row), narrow ? (const void *)&byte : &word, narrow ? sizeof byte : sizeof word);
    return true;
}

static bool read_bool(const reading *now, const member *row, const json_t *node, const char *place)
{
    const uint8_t said = json_is_true(node) ? 1 : 0;
    memcpy(target_of(now, row), &said, sizeof said);
    return json_is_boolean(node) || typed_message_wrong(now->to, place, "true or false expected");
}

static bool read_text(const reading *now, const member *row, const json_t *node, const char *place)
{
    const gdv_text text = {json_string_value(node), json_string_length(node)};
    memcpy(target_of(now, row), &text, sizeof text);
    return text.bytes != NULL || typed_message_wrong(now->to, place, "a string expected");
}

static bool read_data(const reading *now, const member *row, const json_t *node, const char *place)
{
    const char *encoded = json_string_value(node);
    gdv_text data = {NULL, 0};
    if (encoded == NULL) {
        return typed_message_wrong(now->to, place, "a string of base64 expected");
    }
    uint8_t *bytes = typed_memory(&data_room, json_string_length(node));
    if (bytes == NULL) {
        return typed_message_wrong(now->to, place, "not enough memory");
    }
    const bool fine = base64_decode(encoded, json_string_length(node), bytes, &data.size);
    data.bytes = (const char *)bytes;
    memcpy(target_of(now, row), &data, sizeof data);
    return fine || typed_message_wrong(now->to, place, "not base64 of the standard alphabet, padded, without blanks");
}

static bool read_member(const reading *now, const member *row, const json_t *node)
{
    char place[TYPED_PLACE_SIZE];
    (void)snprintf(place, sizeof place, "%s.%s", now->at, row->name);
    switch (row->kind) {
    case MEMBER_COMMAND:
    case MEMBER_ASIDE:
        return true;
    case MEMBER_BOOL:
        return read_bool(now, row, node, place);
    case MEMBER_TEXT:
        return read_text(now, row, node, place);
    case MEMBER_DATA:
        return read_data(now, row, node, place);
    case MEMBER_LIST:
        return json_is_array(node) || typed_message_wrong(now->to, place, "a list expected");
    case MEMBER_OBJECT:
        return json_is_object(node) || typed_message_wrong(now->to, place, "an object expected");
    default:
        return read_number(now, row, node, place);
    }
}

/* --- reading an object */

static bool read_each(const reading *now)
{
    const char *name = NULL;
    json_t *node = NULL;
    json_object_foreach(now->object, name, node)
    {
        const member *row = find_member(now, name);
        if (row == NULL) {
            char place[TYPED_PLACE_SIZE];
            (void)snprintf(place, sizeof place, "%s.%.60s", now->at, name);
            return typed_message_wrong(now->to, place, "%s of %s has no such member here",
                                       gdv_command_name(now->command), gdv_protocol_name(now->to->protocol));
        }
        if (!read_member(now, row, node)) {
            return false;
        }
    }
    return true;
}

/* The member that may stand in another's place; NULL where none may. */
static const member *other_of(const reading *now, const member *row)
{
    const member *found = NULL;
    for (size_t index = 0; row->choice != 0 && index < MEMBERS; index += 1) {
        const member *each = &members[index];
        found = each != row && each->choice == row->choice && belongs(now, each) ? each : found;
    }
    return found;
}

static bool is_complete(const reading *now, const member *row)
{
    const member *other = other_of(now, row);
    const bool here = json_object_get(now->object, row->name) != NULL;
    const bool there = other != NULL && json_object_get(now->object, other->name) != NULL;
    if (here && there) {
        return typed_message_wrong(now->to, now->at, "%s and %s exclude each other", row->name, other->name);
    }
    return here || there ||
           typed_message_wrong(now->to, now->at, "%s of %s needs the member %s%s%s", gdv_command_name(now->command),
                               gdv_protocol_name(now->to->protocol), row->name, other != NULL ? " or " : "",
                               other != NULL ? other->name : "");
}

static bool has_each(const reading *now)
{
    bool fine = true;
    for (size_t index = 0; fine && index < MEMBERS; index += 1) {
        const bool is_wanted = members[index].when != WHEN_IN_SESSION && belongs(now, &members[index]);
        fine = !is_wanted || is_complete(now, &members[index]);
    }
    return fine;
}

static gdv_command command_of(const json_t *node)
{
    const char *name = json_string_value(node);
    uint32_t command = GDV_COMMAND_NONE + 1;
    while (name != NULL && command < GDV_COMMAND_COUNT && strcmp(gdv_command_name((gdv_command)command), name) != 0) {
        command += 1;
    }
    return name != NULL ? (gdv_command)command : GDV_COMMAND_COUNT;
}

static bool read_object(reading *now)
{
    char place[TYPED_PLACE_SIZE];
    (void)snprintf(place, sizeof place, "%s.command", now->at);
    if (!json_is_object(now->object)) {
        return typed_message_wrong(now->to, now->at, "an object expected, as gdv dump --protocol prints it");
    }
    now->command = command_of(json_object_get(now->object, "command"));
    if (now->command == GDV_COMMAND_COUNT) {
        return typed_message_wrong(now->to, place, "a command expected, such as \"CALL\"");
    }
    return read_each(now) && has_each(now);
}

static json_t *inner_of(json_t *document)
{
    return json_object_get(document, "inner");
}

static bool read_inner(typed_message *now, json_t *document)
{
    reading inner = {.to = now, .object = inner_of(document), .at = ".inner"};
    const bool fine = read_object(&inner);
    now->message.inner = fine ? inner.command : GDV_COMMAND_NONE;
    return fine;
}

bool typed_message_read(typed_message *now, json_t *document)
{
    reading outer = {.to = now, .object = document, .at = ""};
    now->message = (gdv_message){.struct_size = sizeof now->message};
    if (!read_object(&outer)) {
        return false;
    }
    now->message.command = outer.command;
    const bool fine = outer.command != GDV_COMMAND_RELAY || read_inner(now, document);
    const bool is_call = outer.command == GDV_COMMAND_CALL || now->message.inner == GDV_COMMAND_CALL;
    now->message.bytes_only = is_call && now->message.data.bytes != NULL ? 1 : 0;
    return fine;
}

void typed_message_free(void)
{
    typed_memory_free(&data_room);
}
