/* SPDX-License-Identifier: MIT */
/* What a message says, as JSON: its fields, and its values as typed JSON. */
#include "message_json.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include <gdv/gdv_ffi.h>

#include "../io/base64.h"
#include "../io/jsonl.h"
#include "../io/say.h"

void message_json_free(message_json *freed)
{
    free(freed->text);
    freed->text = NULL;
    freed->size = 0;
}

/* One value, of whatever length. */
static bool put_value(message_json *room, gdv_value value)
{
    uint64_t length = 0;
    gdv_status status = gdv_to_json(value, room->text, room->size, &length);
    if (status == GDV_E_NO_SPACE || room->size == 0) {
        message_json_free(room);
        room->size = (size_t)length + 1;
        room->text = malloc(room->size);
        if (room->text == NULL) {
            complain("not enough memory: %zu bytes", room->size);
            room->size = 0;
            return false;
        }
        status = gdv_to_json(value, room->text, room->size, &length);
    }
    jsonl_key(NULL);
    out_bytes(room->text, (size_t)length);
    return status == GDV_OK;
}

static bool put_values(message_json *room, const gdv_message *message, uint32_t first, uint32_t count)
{
    bool fine = true;
    jsonl_open("values", '[');
    for (uint32_t index = 0; fine && index < count; index += 1) {
        fine = put_value(room, gdv_message_value(message, first + index));
    }
    jsonl_close(']');
    return fine;
}

static void put_text(const char *key, gdv_text text)
{
    jsonl_key(key);
    jsonl_string(text.bytes, text.size);
}

static void put_data(gdv_text data)
{
    jsonl_key("data");
    out("\"");
    base64_out((const uint8_t *)data.bytes, data.size);
    out("\"");
}

static void put_signed(const char *key, int32_t number)
{
    jsonl_key(key);
    out_format("%" PRId32, number);
}

static bool is_godot4(const gdv_message *message)
{
    return gdv_protocol_dialect(message->protocol) >= GDV_DIALECT_GODOT4_0;
}

static bool put_call(message_json *room, const gdv_message *message)
{
    if (message->path.size > 0) {
        put_text("path", message->path);
    } else {
        jsonl_number("node", message->node);
    }
    if (is_godot4(message)) {
        jsonl_number("method", message->method);
        jsonl_bool("node_level", message->node_level != 0);
    } else {
        put_text("name", message->name);
    }
    if (message->bytes_only != 0) {
        put_data(message->data);
        return true;
    }
    return put_values(room, message, 0, message->values);
}

static void put_path(const gdv_message *message, gdv_command command)
{
    if (command == GDV_COMMAND_CONFIRM_PATH && is_godot4(message)) {
        jsonl_bool("ok", message->ok != 0);
    }
    if (message->id != 0) {
        jsonl_number("id", message->id);
    }
    if (message->path.size > 0) {
        put_text("path", message->path);
    }
    if (message->md5.size > 0) {
        put_text("md5", message->md5);
    }
}

static bool put_spawn(message_json *room, const gdv_message *message)
{
    gdv_message_record id = {.taken = 0};
    jsonl_number("scene", message->scene);
    jsonl_number("node", message->node);
    jsonl_number("net_id", message->net_id);
    put_text("name", message->name);
    jsonl_open("synchronizers", '[');
    while (gdv_message_next_record(message, &id)) {
        jsonl_number(NULL, id.id);
    }
    jsonl_close(']');
    return put_values(room, message, 0, message->values);
}

static bool put_sync(message_json *room, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    bool fine = true;
    jsonl_bool("delta", message->delta != 0);
    if (message->delta == 0) {
        jsonl_number("time", message->time);
    }
    jsonl_open("records", '[');
    while (fine && gdv_message_next_record(message, &record)) {
        jsonl_open(NULL, '{');
        jsonl_number("id", record.id);
        if (message->delta != 0) {
            char digits[17];
            (void)snprintf(digits, sizeof digits, "%016" PRIx64, record.indexes);
            jsonl_text("indexes", digits);
        }
        fine = put_values(room, message, record.first, record.values);
        jsonl_close('}');
    }
    jsonl_close(']');
    return fine;
}

static bool put_fields(message_json *room, const gdv_message *message, gdv_command command)
{
    jsonl_text("command", gdv_command_name(command));
    switch (command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        return put_call(room, message);
    case GDV_COMMAND_SIMPLIFY_PATH:
    case GDV_COMMAND_CONFIRM_PATH:
        put_path(message, command);
        break;
    case GDV_COMMAND_RAW:
    case GDV_COMMAND_AUTH:
        put_data(message->data);
        break;
    case GDV_COMMAND_SPAWN:
        return put_spawn(room, message);
    case GDV_COMMAND_DESPAWN:
        jsonl_number("net_id", message->net_id);
        break;
    case GDV_COMMAND_SYNC:
        return put_sync(room, message);
    case GDV_COMMAND_ADD:
    case GDV_COMMAND_DEL:
    case GDV_COMMAND_RELAY:
    case GDV_COMMAND_ADD_PEER:
    case GDV_COMMAND_REMOVE_PEER:
    case GDV_COMMAND_YOUR_ID:
        put_signed("peer", message->peer);
        break;
    case GDV_COMMAND_NONE:
    case GDV_COMMAND_COUNT:
        break;
    }
    return true;
}

bool message_json_put(message_json *room, const char *key, const gdv_message *message, gdv_envelope envelope)
{
    const bool addressed = envelope == GDV_ENVELOPE_ENET3 || envelope == GDV_ENVELOPE_WS3;
    jsonl_open(key, '{');
    if (addressed && message->command < GDV_COMMAND_ADD_PEER) {
        jsonl_number("source", message->source);
        put_signed("target", message->target);
    }
    bool fine = put_fields(room, message, message->command);
    if (fine && message->command == GDV_COMMAND_RELAY) {
        jsonl_open("inner", '{');
        fine = put_fields(room, message, message->inner);
        jsonl_close('}');
    }
    jsonl_close('}');
    return fine;
}
