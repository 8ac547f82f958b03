/* SPDX-License-Identifier: MIT */
/* From the JSON of a packet of the multiplayer layer, which dump --protocol prints (docs/multiplayer.md), to calls
 * of a message writer. What dump prints is read, and nothing else: each member that belongs to the command, and no
 * other. */
#ifndef GDV_CLI_TYPED_MESSAGE_H
#define GDV_CLI_TYPED_MESSAGE_H

#include "typed_fault.h"

typedef struct typed_message {
    gdv_protocol protocol;
    gdv_message_policy policy; /* envelope and direction are those of the packet */
    gdv_message message;       /* what the document says */
    typed_fault fault;
} typed_message;

/* Whether a protocol is one of Godot 4's: methods have numbers, and commands flags. */
bool typed_message_of_godot4(gdv_protocol protocol);

/* Reads the fields of a document. Texts in now->message point into it, and bytes into memory that typed_message_free
 * releases. Returns false and fills now->fault where it is no packet of the protocol. */
bool typed_message_read(typed_message *now, json_t *document);

/* Writes what was read, and the values of the document, to a writer that has been started with it; the caller
 * finishes it. That the buffer is too small is no fault. Returns false and fills now->fault where a value is
 * refused. */
bool typed_message_write(typed_message *now, json_t *document, gdv_message_writer *writer);

/* Why the writer refused, and which member of the document is at fault. */
void typed_message_refused(typed_message *now, const json_t *document, const gdv_message_writer *writer);

void typed_message_free(void);

#endif
