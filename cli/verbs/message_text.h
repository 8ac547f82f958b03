/* SPDX-License-Identifier: MIT */
/* What a message says, as text: a line for each member, its path, which gdv get takes, before it. Values are in
 * the notation of the dialect's engine. */
#ifndef GDV_CLI_MESSAGE_TEXT_H
#define GDV_CLI_MESSAGE_TEXT_H

#include "dump.h"
#include "message_fields.h"
#include "message_session.h"
#include "message_values.h"
#include "value_events.h"

/* The path of the longest member, ".inner.records[4294967295].values[4294967295]". */
#define MESSAGE_PLACE 64

typedef struct message_text {
    const message_session *session; /* NULL where there is none */
    dump_text form;
    value_events walk;
    message_values values;
} message_text;

void message_text_put(message_text *now, const gdv_message *message, gdv_envelope envelope, const message_names *names);

/* What is in one member alone, a value, or a record: without paths where it is one thing, else a line for each. */
void message_text_field(message_text *now, const gdv_message *message, const message_names *names,
                        const message_field *field, const char *place);
void message_text_value(message_text *now, gdv_value value);
void message_text_record(message_text *now, const gdv_message *message, const gdv_message_record *record,
                         const char *place);

/* Whether a member is one thing, so that it is a line by itself. */
bool message_field_is_single(const message_field *field);

#endif
