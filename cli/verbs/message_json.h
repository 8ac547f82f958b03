/* SPDX-License-Identifier: MIT */
/* What a message says, as JSON: its fields, and its values as typed JSON or as plain JSON. */
#ifndef GDV_CLI_MESSAGE_JSON_H
#define GDV_CLI_MESSAGE_JSON_H

#include <stdbool.h>

#include <gdv/gdv.h>

#include "dump.h"
#include "message_fields.h"
#include "message_session.h"
#include "message_values.h"
#include "value_events.h"

/* Memory for the text of one value; grows, and is kept from one packet to the next. Starts all zero, but for what
 * the caller knows, and is freed by message_json_free. */
typedef struct message_json {
    bool is_plain;                  /* values as plain JSON */
    const message_session *session; /* NULL where there is none */
    char *text;
    size_t size;
    dump_plain plain;
    value_events walk;
    message_values values;
} message_json;

/* Writes a message as an object of JSON under a key, or as an outermost one for NULL. names: NULL for none.
 * Returns false, having complained, where memory does not suffice. */
bool message_json_put(message_json *room, const char *key, const gdv_message *message, gdv_envelope envelope,
                      const message_names *names);

/* One member of it, one value, and one record of a SYNC, likewise. */
bool message_json_field(message_json *room, const char *key, const gdv_message *message, const message_names *names,
                        const message_field *field);
bool message_json_value(message_json *room, const char *key, gdv_value value);
bool message_json_record(message_json *room, const char *key, const gdv_message *message,
                         const gdv_message_record *record);

void message_json_free(message_json *freed);

#endif
