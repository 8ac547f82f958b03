/* SPDX-License-Identifier: MIT */
#ifndef GDV_CLI_MESSAGE_JSON_H
#define GDV_CLI_MESSAGE_JSON_H

#include <stdbool.h>

#include <gdv/gdv.h>

/* Memory for the text of one value; grows, and is kept from one packet to the next. Starts all zero, and is freed by
 * message_json_free. */
typedef struct message_json {
    char *text;
    size_t size;
} message_json;

/* Writes a message as an object of JSON under a key, or as an outermost one for NULL. Returns false, having complained,
 * where memory does not suffice. */
bool message_json_put(message_json *room, const char *key, const gdv_message *message, gdv_envelope envelope);

void message_json_free(message_json *freed);

#endif
