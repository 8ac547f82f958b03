/* SPDX-License-Identifier: MIT */
/* What a message says, member by member, under the names that JSON, paths of gdv get and text have for them
 * (docs/multiplayer.md). All that prints messages goes through this list. */
#ifndef GDV_CLI_MESSAGE_FIELDS_H
#define GDV_CLI_MESSAGE_FIELDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

typedef enum field_kind {
    FIELD_NUMBER,
    FIELD_BOOL,
    FIELD_WORD, /* of our own: a command */
    FIELD_TEXT,
    FIELD_DATA,
    FIELD_VALUES,  /* those from `number` on, `count` of them */
    FIELD_IDS,     /* of synchronizers: gdv_message_next_record goes through them */
    FIELD_RECORDS, /* likewise */
    FIELD_INNER    /* the members of the packet in a RELAY */
} field_kind;

typedef struct message_field {
    const char *name;
    field_kind kind;
    int64_t number;
    uint32_t count;
    gdv_text text;
} message_field;

/* Members that a message can have, and that one of its records can have. */
#define MESSAGE_FIELDS 12

typedef struct message_fields {
    message_field all[MESSAGE_FIELDS];
    size_t count;
} message_fields;

/* What has been found out beside the message, in a session: empty where nothing has. */
typedef struct message_names {
    gdv_text node_path; /* that was announced for its node's id */
    gdv_text method_name;
} message_names;

/* The members of a message, in the order in which they are printed. names: NULL for none. */
void message_fields_of(const gdv_message *message, gdv_envelope envelope, const message_names *names,
                       message_fields *to);

/* Those of the packet in a RELAY, and those of a record of a SYNC. */
void message_fields_inner(const gdv_message *message, const message_names *names, message_fields *to);
void message_fields_record(const gdv_message *message, const gdv_message_record *record, gdv_text node_path,
                           char digits[17], message_fields *to);

/* The command that says what the values and records of a message are: of a RELAY that of the packet in it. */
gdv_command message_command(const gdv_message *message);

#endif
