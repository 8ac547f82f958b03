/* SPDX-License-Identifier: MIT */
#include "message_text.h"

#include <inttypes.h>
#include <stdio.h>

#include "../io/say.h"

bool message_field_is_single(const message_field *field)
{
    return field->kind < FIELD_VALUES;
}

/* --- one thing */

void message_text_value(message_text *now, gdv_value value)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    value_events_start(&now->walk, value);
    while (event.kind != GDV_EVENT_DONE && !out_failed()) {
        value_events_next(&now->walk, &event);
        dump_text_event(&now->form, &event);
    }
}

/* As the engine writes an array of bytes. */
static void put_data(const message_text *now, gdv_text data)
{
    const gdv_dialect dialect = now->form.dialect;
    const char *blank = data.size > 0 ? notation_blank(dialect, GDV_TYPE_PACKED_BYTE_ARRAY) : "";
    out_format("%s(%s", notation_name(dialect, GDV_TYPE_PACKED_BYTE_ARRAY), blank);
    for (size_t index = 0; index < data.size && !out_failed(); index += 1) {
        out_format("%s%u", index > 0 ? ", " : "", (unsigned)(unsigned char)data.bytes[index]);
    }
    out_format("%s)", blank);
}

static void put_single(message_text *now, const message_field *field)
{
    switch (field->kind) {
    case FIELD_NUMBER:
        out_format("%" PRId64, field->number);
        break;
    case FIELD_BOOL:
        out(field->number != 0 ? "true" : "false");
        break;
    case FIELD_WORD:
        out_bytes(field->text.bytes, field->text.size);
        break;
    case FIELD_DATA:
        put_data(now, field->text);
        break;
    default:
        notation_text(&now->form.to, field->text);
        break;
    }
}

/* --- a line for each */

static void put_values(message_text *now, const message_field *field, const char *place)
{
    for (uint32_t index = 0; index < field->count && !out_failed(); index += 1) {
        out_format("%s.values[%" PRIu32 "] ", place, index);
        message_text_value(now, message_values_at(&now->values, (uint32_t)field->number + index));
        (void)out_line_end();
    }
}

static void put_ids(const gdv_message *message, const char *place)
{
    gdv_message_record id = {.taken = 0};
    for (uint32_t index = 0; gdv_message_next_record(message, &id); index += 1) {
        out_format("%s.synchronizers[%" PRIu32 "] %" PRIu32 "\n", place, index, id.id);
    }
}

static void put_line(message_text *now, const message_field *field, const char *place)
{
    out_format("%s.%s ", place, field->name);
    put_single(now, field);
    (void)out_line_end();
}

static void put_record(message_text *now, const gdv_message *message, const gdv_message_record *record,
                       const char *place)
{
    char digits[17];
    message_fields fields;
    message_fields_record(message, record, message_session_path_of(now->session, record), digits, &fields);
    for (size_t index = 0; index < fields.count && !out_failed(); index += 1) {
        if (message_field_is_single(&fields.all[index])) {
            put_line(now, &fields.all[index], place);
        } else {
            put_values(now, &fields.all[index], place);
        }
    }
}

void message_text_record(message_text *now, const gdv_message *message, const gdv_message_record *record,
                         const char *place)
{
    message_values_start(&now->values, message);
    put_record(now, message, record, place);
}

static void put_records(message_text *now, const gdv_message *message, const char *place)
{
    gdv_message_record record = {.taken = 0};
    for (uint32_t index = 0; !out_failed() && gdv_message_next_record(message, &record); index += 1) {
        char inside[MESSAGE_PLACE];
        (void)snprintf(inside, sizeof inside, "%s.records[%" PRIu32 "]", place, index);
        put_record(now, message, &record, inside);
    }
}

/* A member but that of a RELAY. */
static void put_member(message_text *now, const gdv_message *message, const message_field *field, const char *place)
{
    switch (field->kind) {
    case FIELD_VALUES:
        put_values(now, field, place);
        break;
    case FIELD_IDS:
        put_ids(message, place);
        break;
    case FIELD_RECORDS:
        put_records(now, message, place);
        break;
    default:
        put_line(now, field, place);
        break;
    }
}

static void put_inner(message_text *now, const gdv_message *message, const message_names *names)
{
    message_fields fields;
    message_fields_inner(message, names, &fields);
    for (size_t index = 0; index < fields.count && !out_failed(); index += 1) {
        put_member(now, message, &fields.all[index], ".inner");
    }
}

void message_text_field(message_text *now, const gdv_message *message, const message_names *names,
                        const message_field *field, const char *place)
{
    message_values_start(&now->values, message);
    if (field->kind == FIELD_INNER) {
        put_inner(now, message, names);
    } else if (message_field_is_single(field)) {
        put_single(now, field);
    } else {
        put_member(now, message, field, place);
    }
}

void message_text_put(message_text *now, const gdv_message *message, gdv_envelope envelope, const message_names *names)
{
    message_fields fields;
    message_fields_of(message, envelope, names, &fields);
    message_values_start(&now->values, message);
    for (size_t index = 0; index < fields.count && !out_failed(); index += 1) {
        if (fields.all[index].kind == FIELD_INNER) {
            put_inner(now, message, names);
        } else {
            put_member(now, message, &fields.all[index], "");
        }
    }
}
