/* SPDX-License-Identifier: MIT */
#include "message_fields.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../typed/typed_message.h"

gdv_command message_command(const gdv_message *message)
{
    return message->command == GDV_COMMAND_RELAY ? message->inner : message->command;
}

static bool is_godot4(const gdv_message *message)
{
    return typed_message_of_godot4(message->protocol);
}

/* --- one member */

static void add(message_fields *to, message_field one)
{
    to->all[to->count] = one;
    to->count += 1;
}

static void add_number(message_fields *to, const char *name, int64_t number)
{
    add(to, (message_field){.name = name, .kind = FIELD_NUMBER, .number = number});
}

static void add_bool(message_fields *to, const char *name, bool said)
{
    add(to, (message_field){.name = name, .kind = FIELD_BOOL, .number = said ? 1 : 0});
}

static void add_text(message_fields *to, const char *name, gdv_text text)
{
    add(to, (message_field){.name = name, .kind = FIELD_TEXT, .text = text});
}

static void add_data(message_fields *to, gdv_text data)
{
    add(to, (message_field){.name = "data", .kind = FIELD_DATA, .text = data});
}

static void add_values(message_fields *to, uint32_t first, uint32_t count)
{
    add(to, (message_field){.name = "values", .kind = FIELD_VALUES, .number = first, .count = count});
}

static void add_name(message_fields *to, const char *name, gdv_text text)
{
    if (text.size > 0) {
        add_text(to, name, text);
    }
}

/* --- those of a command */

static void add_node(const gdv_message *message, const message_names *names, message_fields *to)
{
    if (message->path.size > 0) {
        add_text(to, "path", message->path);
        return;
    }
    add_number(to, "node", message->node);
    add_name(to, "node_path", names->node_path);
}

static void add_call(const gdv_message *message, const message_names *names, message_fields *to)
{
    add_node(message, names, to);
    if (is_godot4(message)) {
        add_number(to, "method", message->method);
        add_bool(to, "node_level", message->node_level != 0);
        add_name(to, "method_name", names->method_name);
    } else {
        add_text(to, "name", message->name);
    }
    if (message->bytes_only != 0) {
        add_data(to, message->data);
    } else {
        add_values(to, 0, message->values);
    }
}

static void add_path(const gdv_message *message, gdv_command command, message_fields *to)
{
    if (command == GDV_COMMAND_CONFIRM_PATH && is_godot4(message)) {
        add_bool(to, "ok", message->ok != 0);
    }
    if (message->id != 0) {
        add_number(to, "id", message->id);
    }
    add_name(to, "path", message->path);
    add_name(to, "md5", message->md5);
}

static void add_spawn(const gdv_message *message, const message_names *names, message_fields *to)
{
    add_number(to, "scene", message->scene);
    add_node(message, names, to);
    add_number(to, "net_id", message->net_id);
    add_text(to, "name", message->name);
    add(to, (message_field){.name = "synchronizers", .kind = FIELD_IDS});
    add_values(to, 0, message->values);
}

static void add_sync(const gdv_message *message, message_fields *to)
{
    add_bool(to, "delta", message->delta != 0);
    if (message->delta == 0) {
        add_number(to, "time", message->time);
    }
    add(to, (message_field){.name = "records", .kind = FIELD_RECORDS});
}

static void add_command(const gdv_message *message, gdv_command command, const message_names *names, message_fields *to)
{
    const char *word = gdv_command_name(command);
    add(to, (message_field){.name = "command", .kind = FIELD_WORD, .text = {word, strlen(word)}});
    switch (command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        add_call(message, names, to);
        break;
    case GDV_COMMAND_SIMPLIFY_PATH:
    case GDV_COMMAND_CONFIRM_PATH:
        add_path(message, command, to);
        break;
    case GDV_COMMAND_RAW:
    case GDV_COMMAND_AUTH:
        add_data(to, message->data);
        break;
    case GDV_COMMAND_SPAWN:
        add_spawn(message, names, to);
        break;
    case GDV_COMMAND_DESPAWN:
        add_number(to, "net_id", message->net_id);
        break;
    case GDV_COMMAND_SYNC:
        add_sync(message, to);
        break;
    case GDV_COMMAND_NONE:
    case GDV_COMMAND_COUNT:
        break;
    default:
        add_number(to, "peer", message->peer);
        break;
    }
}

/* --- all */

static const message_names nothing = {.node_path = {NULL, 0}};

void message_fields_of(const gdv_message *message, gdv_envelope envelope, const message_names *names,
                       message_fields *to)
{
    const bool addressed = envelope == GDV_ENVELOPE_ENET3 || envelope == GDV_ENVELOPE_WS3;
    to->count = 0;
    if (addressed && message->command < GDV_COMMAND_ADD_PEER) {
        add_number(to, "source", message->source);
        add_number(to, "target", message->target);
    }
    add_command(message, message->command, names != NULL ? names : &nothing, to);
    if (message->command == GDV_COMMAND_RELAY) {
        add(to, (message_field){.name = "inner", .kind = FIELD_INNER});
    }
}

void message_fields_inner(const gdv_message *message, const message_names *names, message_fields *to)
{
    to->count = 0;
    add_command(message, message->inner, names != NULL ? names : &nothing, to);
}

void message_fields_record(const gdv_message *message, const gdv_message_record *record, gdv_text node_path,
                           char digits[17], message_fields *to)
{
    to->count = 0;
    add_number(to, "id", record->id);
    add_name(to, "node_path", node_path);
    if (message->delta != 0) {
        (void)snprintf(digits, 17, "%016" PRIx64, record->indexes);
        add(to, (message_field){.name = "indexes", .kind = FIELD_WORD, .text = {digits, 16}});
    }
    add_values(to, record->first, record->values);
}
