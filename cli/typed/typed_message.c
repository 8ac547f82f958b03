/* SPDX-License-Identifier: MIT */
#include "typed_message.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/base64.h"
#include "typed.h"
#include "typed_number.h"

/* Longest place of a field in a document, such as ".inner.records[4294967295].values[4294967295]". */
#define PLACE_SIZE 96

/* Reads fields: their path is a place alone, as no value is open; `pile` holds the bytes of base64 until the
 * packet is made. */
static typed fields;

/* --- faults */

/* A fault at a place of the document. */
PRINTF_LIKE(3, 4)
static bool wrong(typed_message *now, const char *place, const char *format, ...)
{
    va_list values;
    now->fault = (typed_fault){.code = GDV_OK};
    (void)snprintf(now->fault.path, sizeof now->fault.path, "$%s", place);
    va_start(values, format);
    (void)vsnprintf(now->fault.message, sizeof now->fault.message, format, values);
    va_end(values);
    return false;
}

/* A fault inside a value, whose path begins at the value. */
static bool wrong_inside(typed_message *now, const char *place, const typed_fault *inner)
{
    now->fault = *inner;
    (void)snprintf(now->fault.path, sizeof now->fault.path, "$%s%.400s", place, inner->path + 1);
    return false;
}

/* --- which members there are */

#define OF(command) (1u << GDV_COMMAND_##command)
#define OF_CALLS (OF(CALL) | OF(SET))
#define OF_DATA (OF(RAW) | OF(AUTH))
#define OF_PEERS (OF(ADD) | OF(DEL) | OF(RELAY) | OF(ADD_PEER) | OF(REMOVE_PEER) | OF(YOUR_ID))
#define OF_ALL (OF(COUNT) - 1u)
#define OF_PACKETS (OF(ADD_PEER) - 1u) /* what comes in an envelope, and is not one */

/* Protocols that have a member. */
#define IN(protocol) (1u << GDV_PROTOCOL_##protocol)
#define IN_3 (IN(GODOT3) | IN(PANDEMONIUM))
#define IN_4 (IN(GODOT4_0) | IN(GODOT4_3) | IN(GODOT4_4))
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
    uint32_t protocols;
    size_t at;    /* in gdv_message */
    int64_t most; /* of a number */
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
    {"id", MEMBER_U32, WHEN_ALWAYS, 0, OF(CONFIRM_PATH), IN(GODOT4_3) | IN(GODOT4_4), AT(id), UINT32_MAX},
    {"path", MEMBER_TEXT, WHEN_ALWAYS, 0, OF(SIMPLIFY_PATH), IN_ALL, AT(path), 0},
    {"path", MEMBER_TEXT, WHEN_ALWAYS, 0, OF(CONFIRM_PATH), IN_3 | IN(GODOT4_0), AT(path), 0},
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

static bool belongs(const reading *now, const member *row)
{
    const bool is_there = row->when == WHEN_ADDRESSED  ? is_addressed(now)
                          : row->when == WHEN_NO_DELTA ? !json_is_true(json_object_get(now->object, "delta"))
                                                       : true;
    return is_there && (row->commands >> now->command & 1u) != 0 && (row->protocols >> now->to->protocol & 1u) != 0;
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

/* Takes over what the functions of typed_number.h or typed_fault.h said. */
static bool wrong_field(const reading *now)
{
    now->to->fault = fields.fault;
    return false;
}

static bool read_number(const reading *now, const member *row, const json_t *node, const char *place)
{
    const int64_t least = row->kind == MEMBER_I32 ? INT32_MIN : 0;
    int64_t number = 0;
    if (!typed_int(&fields, node, place, least, row->most, &number)) {
        return wrong_field(now);
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
    return json_is_boolean(node) || wrong(now->to, place, "true or false expected");
}

static bool read_text(const reading *now, const member *row, const json_t *node, const char *place)
{
    const gdv_text text = {json_string_value(node), json_string_length(node)};
    memcpy(target_of(now, row), &text, sizeof text);
    return text.bytes != NULL || wrong(now->to, place, "a string expected");
}

static bool read_data(const reading *now, const member *row, const json_t *node, const char *place)
{
    const char *encoded = json_string_value(node);
    gdv_text data = {NULL, 0};
    if (encoded == NULL) {
        return wrong(now->to, place, "a string of base64 expected");
    }
    uint8_t *bytes = typed_memory(&fields, json_string_length(node));
    if (bytes == NULL) {
        return wrong_field(now);
    }
    const bool fine = base64_decode(encoded, json_string_length(node), bytes, &data.size);
    data.bytes = (const char *)bytes;
    memcpy(target_of(now, row), &data, sizeof data);
    return fine || wrong(now->to, place, "not base64 of the standard alphabet, padded, without blanks");
}

static bool read_member(const reading *now, const member *row, const json_t *node)
{
    char place[PLACE_SIZE];
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
        return json_is_array(node) || wrong(now->to, place, "a list expected");
    case MEMBER_OBJECT:
        return json_is_object(node) || wrong(now->to, place, "an object expected");
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
            char place[PLACE_SIZE];
            (void)snprintf(place, sizeof place, "%s.%.60s", now->at, name);
            return wrong(now->to, place, "%s of %s has no such member here", gdv_command_name(now->command),
                         gdv_protocol_name(now->to->protocol));
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
        return wrong(now->to, now->at, "%s and %s exclude each other", row->name, other->name);
    }
    return here || there ||
           wrong(now->to, now->at, "%s of %s needs the member %s%s%s", gdv_command_name(now->command),
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
    char place[PLACE_SIZE];
    (void)snprintf(place, sizeof place, "%s.command", now->at);
    if (!json_is_object(now->object)) {
        return wrong(now->to, now->at, "an object expected, as gdv dump --protocol prints it");
    }
    now->command = command_of(json_object_get(now->object, "command"));
    if (now->command == GDV_COMMAND_COUNT) {
        return wrong(now->to, place, "a command expected, such as \"CALL\"");
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
    fields = (typed){.dialect = gdv_protocol_dialect(now->protocol)};
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
    typed_memory_free(&fields);
}

/* --- what the writer refuses */

/* Which member a code is of: the first of these that the packet has. */
static const struct {
    gdv_status from;
    gdv_status to;
    const char *names[3];
} blamed[] = {
    {GDV_E_MP_ENV_SOURCE, GDV_E_MP_ENV_SOURCE, {"source"}},
    {GDV_E_MP_ENV_TARGET, GDV_E_MP_ENV_TARGET, {"target"}},
    {GDV_E_MP_SHORT, GDV_E_MP_SHORT, {"records"}},
    {GDV_E_MP_NODE_ID, GDV_E_MP_NODE_ID, {"node", "id", "path"}},
    {GDV_E_MP_PATH_NUL, GDV_E_MP_PATH_FORM, {"path"}},
    {GDV_E_MP_NAME_NUL, GDV_E_MP_NAME_FORM, {"name"}},
    {GDV_E_MP_ARG_MISSING, GDV_E_MP_TRAILING, {"values"}},
    {GDV_E_MP_RAW_EMPTY, GDV_E_MP_RAW_EMPTY, {"data"}},
    {GDV_E_MP_MD5, GDV_E_MP_MD5, {"md5"}},
    {GDV_E_MP_SPAWN_NAME, GDV_E_MP_SPAWN_NAME, {"name"}},
    {GDV_E_MP_NET_ID, GDV_E_MP_NET_ID, {"net_id"}},
    {GDV_E_MP_RECORD_SIZE, GDV_E_MP_DELTA_COUNT, {"records"}},
    {GDV_E_MP_SYS_PEER, GDV_E_MP_SYS_PEER, {"peer"}},
    {GDV_E_MP_LIMIT_ARGUMENTS, GDV_E_MP_LIMIT_ARGUMENTS, {"values"}},
    {GDV_E_MP_LIMIT_RECORDS, GDV_E_MP_LIMIT_RECORDS, {"records", "synchronizers"}},
    {GDV_E_MP_ENV_TYPE, GDV_E_MP_DIRECTION, {"command"}}, /* all others up to there */
    {GDV_E_MP_RELAY_EMPTY, GDV_E_MP_RELAY_NESTED, {"command"}},
};

static const char *name_of(const json_t *object, gdv_status code)
{
    for (size_t index = 0; index < sizeof blamed / sizeof blamed[0]; index += 1) {
        for (size_t each = 0; code >= blamed[index].from && code <= blamed[index].to && each < 3; each += 1) {
            const char *name = blamed[index].names[each];
            if (name != NULL && json_object_get(object, name) != NULL) {
                return name;
            }
        }
    }
    return NULL;
}

/* The place of the value of that number, counted over all records. */
static void place_of_value(char place[PLACE_SIZE], const char *at, const json_t *object, size_t number)
{
    const json_t *records = json_object_get(object, "records");
    size_t record = 0;
    size_t count = json_array_size(json_object_get(json_array_get(records, 0), "values"));
    while (record < json_array_size(records) && number >= count) {
        number -= count;
        record += 1;
        count = json_array_size(json_object_get(json_array_get(records, record), "values"));
    }
    if (records != NULL) {
        (void)snprintf(place, PLACE_SIZE, "%s.records[%zu].values[%zu]", at, record, number);
    } else {
        (void)snprintf(place, PLACE_SIZE, "%s.values[%zu]", at, number);
    }
}

/* Else it is the id of a synchronizer that the code is of. */
static bool is_net_id(uint32_t id)
{
    return id > 0 && id <= INT32_MAX;
}

static void place_of_member(char place[PLACE_SIZE], const typed_message *now, const json_t *document, gdv_status code)
{
    const json_t *inner = json_object_get(document, "inner");
    const bool is_relay = now->message.command == GDV_COMMAND_RELAY;
    const char *name = is_relay ? name_of(inner, code) : NULL;
    const char *at = name != NULL ? ".inner" : "";
    name = name != NULL ? name : name_of(document, code);
    name = code == GDV_E_MP_NET_ID && is_net_id(now->message.net_id) ? "synchronizers" : name;
    (void)snprintf(place, PLACE_SIZE, "%s%s%s", at, name != NULL ? "." : "", name != NULL ? name : "");
}

/* Says at a place what a writer's report says. */
static void take_report(typed_message *now, const char *place, const gdv_message_report *report)
{
    const bool is_value = report->inner.code != GDV_OK;
    const char *path = is_value ? report->inner.path : "";
    (void)wrong(now, place, "%s%s%s%s%s", gdv_status_text(report->code), is_value ? ": " : "",
                is_value ? gdv_report_text(&report->inner) : "", path[0] != '\0' ? ", at " : "", path);
    now->fault.code = report->code;
}

void typed_message_refused(typed_message *now, const json_t *document, const gdv_message_writer *writer)
{
    const bool is_relay = now->message.command == GDV_COMMAND_RELAY;
    gdv_message_report report = {.struct_size = sizeof report};
    char place[PLACE_SIZE];
    (void)gdv_message_writer_report(writer, &report);
    if (report.argument >= 0) {
        place_of_value(place, is_relay ? ".inner" : "", is_relay ? json_object_get(document, "inner") : document,
                       (size_t)report.argument);
    } else {
        place_of_member(place, now, document, report.code);
    }
    take_report(now, place, &report);
}

/* --- writing */

typedef struct writing {
    typed_message *from;
    const json_t *document;
    gdv_message_writer *writer;
    const char *at; /* "" or ".inner" */
    gdv_command command;
} writing;

static bool has_refused(const writing *now, gdv_message_report *report)
{
    *report = (gdv_message_report){.struct_size = sizeof *report};
    (void)gdv_message_writer_report(now->writer, report);
    return report->code != GDV_OK && report->code != GDV_E_NO_SPACE;
}

/* Whether what was written last, and this at a place, has been taken. */
static bool is_taken(const writing *now, const char *place)
{
    gdv_message_report report;
    if (!has_refused(now, &report)) {
        return true;
    }
    if (report.argument >= 0) {
        typed_message_refused(now->from, now->document, now->writer);
    } else {
        take_report(now->from, place, &report);
    }
    return false;
}

static bool put_value(const writing *now, json_t *node, const char *place)
{
    static typed walk; /* holds the containers that are open: too large for some stacks */
    walk.dialect = fields.dialect;
    walk.writer = gdv_message_add_value(now->writer);
    return is_taken(now, place) && (typed_write(&walk, node) || wrong_inside(now->from, place, &walk.fault));
}

static bool put_values(const writing *now, const json_t *list, const char *at)
{
    bool fine = true;
    for (size_t index = 0; fine && index < json_array_size(list); index += 1) {
        char place[PLACE_SIZE];
        (void)snprintf(place, sizeof place, "%s.values[%zu]", at, index);
        fine = put_value(now, json_array_get(list, index), place);
    }
    return fine;
}

static bool put_id(const writing *now, const json_t *node, const char *place)
{
    int64_t id = 0;
    if (!typed_int(&fields, node, place, 0, UINT32_MAX, &id)) {
        now->from->fault = fields.fault;
        return false;
    }
    (void)gdv_message_add_record(now->writer, (uint32_t)id, 0);
    return is_taken(now, place);
}

static bool put_spawn(const writing *now, const json_t *object)
{
    const json_t *ids = json_object_get(object, "synchronizers");
    bool fine = true;
    for (size_t index = 0; fine && index < json_array_size(ids); index += 1) {
        char place[PLACE_SIZE];
        (void)snprintf(place, sizeof place, "%s.synchronizers[%zu]", now->at, index);
        fine = put_id(now, json_array_get(ids, index), place);
    }
    return fine && put_values(now, json_object_get(object, "values"), now->at);
}

/* Sixteen digits, as dump writes them. */
static bool read_indexes(const json_t *node, uint64_t *indexes)
{
    const char *digits = json_string_value(node);
    const bool fine = digits != NULL && json_string_length(node) == 16 && strspn(digits, "0123456789abcdef") == 16;
    *indexes = fine ? strtoull(digits, NULL, 16) : 0;
    return fine;
}

/* {"id":1,"values":[..]}, of a delta with "indexes". The writer may find only now that the record before has too
 * few values. */
static bool put_record(const writing *now, const json_t *record, const char *place, const char *before)
{
    const bool delta = now->from->message.delta != 0;
    const json_t *values = json_object_get(record, "values");
    char place_of_id[PLACE_SIZE];
    uint64_t indexes = 0;
    int64_t id = 0;
    (void)snprintf(place_of_id, sizeof place_of_id, "%.80s.id", place);
    const size_t aside = json_object_get(record, "node_path") != NULL ? 1 : 0; /* in a session */
    if (json_object_size(record) != (delta ? 3u : 2u) + aside || !json_is_array(values)) {
        return wrong(now->from, place, "an object of id, %svalues expected", delta ? "indexes and " : "");
    }
    if (!typed_int(&fields, json_object_get(record, "id"), place_of_id, 0, UINT32_MAX, &id)) {
        now->from->fault = fields.fault;
        return false;
    }
    if (delta && !read_indexes(json_object_get(record, "indexes"), &indexes)) {
        return wrong(now->from, place, "indexes of 16 hex digits expected");
    }
    const gdv_status status = gdv_message_add_record(now->writer, (uint32_t)id, indexes);
    const bool is_of_last = status == GDV_E_MP_RECORD_EMPTY || status == GDV_E_MP_DELTA_COUNT;
    return is_taken(now, is_of_last ? before : place) && put_values(now, values, place);
}

static bool put_sync(const writing *now, const json_t *object)
{
    const json_t *records = json_object_get(object, "records");
    char place[PLACE_SIZE] = "";
    char before[PLACE_SIZE];
    bool fine = true;
    for (size_t index = 0; fine && index < json_array_size(records); index += 1) {
        memcpy(before, place, sizeof before);
        (void)snprintf(place, sizeof place, "%s.records[%zu]", now->at, index);
        fine = put_record(now, json_array_get(records, index), place, before);
    }
    return fine;
}

bool typed_message_write(typed_message *now, json_t *document, gdv_message_writer *writer)
{
    const bool is_relay = now->message.command == GDV_COMMAND_RELAY;
    const json_t *object = is_relay ? inner_of(document) : document;
    const writing to = {.from = now,
                        .document = document,
                        .writer = writer,
                        .at = is_relay ? ".inner" : "",
                        .command = is_relay ? now->message.inner : now->message.command};
    if (to.command == GDV_COMMAND_SPAWN) {
        return put_spawn(&to, object);
    }
    return to.command == GDV_COMMAND_SYNC ? put_sync(&to, object)
                                          : put_values(&to, json_object_get(object, "values"), to.at);
}
