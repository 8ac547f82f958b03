/* SPDX-License-Identifier: MIT */
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
    scratch_free(&freed->plain.names);
}

/* --- values */

static bool put_plain(message_json *room, const char *key, gdv_value value)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    jsonl_key(key);
    value_events_start(&room->walk, value);
    while (event.kind != GDV_EVENT_DONE && !out_failed()) {
        value_events_next(&room->walk, &event);
        dump_plain_event(&room->plain, &event);
    }
    return !room->plain.out_of_memory;
}

static bool make_room(message_json *room, uint64_t length)
{
    free(room->text);
    room->size = (size_t)length + 1;
    room->text = malloc(room->size);
    if (room->text == NULL) {
        complain("not enough memory: %zu bytes", room->size);
        room->size = 0;
    }
    return room->text != NULL;
}

/* One value, of whatever length. */
static bool put_typed(message_json *room, const char *key, gdv_value value)
{
    uint64_t length = 0;
    gdv_status status = gdv_to_json(value, room->text, room->size, &length);
    if (status == GDV_E_NO_SPACE || room->size == 0) {
        if (!make_room(room, length)) {
            return false;
        }
        status = gdv_to_json(value, room->text, room->size, &length);
    }
    jsonl_key(key);
    out_bytes(room->text, (size_t)length);
    return status == GDV_OK;
}

bool message_json_value(message_json *room, const char *key, gdv_value value)
{
    return room->is_plain ? put_plain(room, key, value) : put_typed(room, key, value);
}

/* --- members */

static bool put_values(message_json *room, const char *key, const message_field *field)
{
    bool fine = true;
    jsonl_open(key, '[');
    for (uint32_t index = 0; fine && index < field->count; index += 1) {
        fine = message_json_value(room, NULL, message_values_at(&room->values, (uint32_t)field->number + index));
    }
    jsonl_close(']');
    return fine;
}

static void put_ids(const gdv_message *message, const char *key)
{
    gdv_message_record id = {.taken = 0};
    jsonl_open(key, '[');
    while (gdv_message_next_record(message, &id)) {
        jsonl_number(NULL, id.id);
    }
    jsonl_close(']');
}

static void put_data(const char *key, gdv_text data)
{
    jsonl_key(key);
    out("\"");
    base64_out((const uint8_t *)data.bytes, data.size);
    out("\"");
}

/* A member that a record can have, too. */
static bool put_simple(message_json *room, const char *key, const message_field *field)
{
    switch (field->kind) {
    case FIELD_NUMBER:
        jsonl_key(key);
        out_format("%" PRId64, field->number);
        return true;
    case FIELD_BOOL:
        jsonl_bool(key, field->number != 0);
        return true;
    case FIELD_DATA:
        put_data(key, field->text);
        return true;
    case FIELD_VALUES:
        return put_values(room, key, field);
    default:
        jsonl_key(key);
        jsonl_string(field->text.bytes, field->text.size);
        return true;
    }
}

static bool put_record(message_json *room, const char *key, const gdv_message *message,
                       const gdv_message_record *record)
{
    char digits[17];
    message_fields fields;
    bool fine = true;
    message_fields_record(message, record, message_session_path_of(room->session, record), digits, &fields);
    jsonl_open(key, '{');
    for (size_t index = 0; fine && index < fields.count; index += 1) {
        fine = put_simple(room, fields.all[index].name, &fields.all[index]);
    }
    jsonl_close('}');
    return fine;
}

bool message_json_record(message_json *room, const char *key, const gdv_message *message,
                         const gdv_message_record *record)
{
    message_values_start(&room->values, message);
    return put_record(room, key, message, record);
}

static bool put_records(message_json *room, const gdv_message *message, const char *key)
{
    gdv_message_record record = {.taken = 0};
    bool fine = true;
    jsonl_open(key, '[');
    while (fine && gdv_message_next_record(message, &record)) {
        fine = put_record(room, NULL, message, &record);
    }
    jsonl_close(']');
    return fine;
}

/* A member that the packet in a RELAY can have, too. */
static bool put_member(message_json *room, const char *key, const gdv_message *message, const message_field *field)
{
    if (field->kind == FIELD_RECORDS) {
        return put_records(room, message, key);
    }
    if (field->kind == FIELD_IDS) {
        put_ids(message, key);
        return true;
    }
    return put_simple(room, key, field);
}

static bool put_inner(message_json *room, const gdv_message *message, const message_names *names, const char *key)
{
    message_fields fields;
    bool fine = true;
    message_fields_inner(message, names, &fields);
    jsonl_open(key, '{');
    for (size_t index = 0; fine && index < fields.count; index += 1) {
        fine = put_member(room, fields.all[index].name, message, &fields.all[index]);
    }
    jsonl_close('}');
    return fine;
}

static bool put_field(message_json *room, const char *key, const gdv_message *message, const message_names *names,
                      const message_field *field)
{
    return field->kind == FIELD_INNER ? put_inner(room, message, names, key) : put_member(room, key, message, field);
}

bool message_json_field(message_json *room, const char *key, const gdv_message *message, const message_names *names,
                        const message_field *field)
{
    message_values_start(&room->values, message);
    return put_field(room, key, message, names, field);
}

bool message_json_put(message_json *room, const char *key, const gdv_message *message, gdv_envelope envelope,
                      const message_names *names)
{
    message_fields fields;
    bool fine = true;
    message_fields_of(message, envelope, names, &fields);
    message_values_start(&room->values, message);
    jsonl_open(key, '{');
    for (size_t index = 0; fine && index < fields.count; index += 1) {
        fine = put_field(room, fields.all[index].name, message, names, &fields.all[index]);
    }
    jsonl_close('}');
    return fine;
}
