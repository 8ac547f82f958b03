/* SPDX-License-Identifier: MIT */
/* A packet of the multiplayer layer, made of the JSON that gdv dump --protocol prints. */
#ifndef GDV_CLI_MESSAGE_MAKE_H
#define GDV_CLI_MESSAGE_MAKE_H

#include "../typed/typed_message.h"
#include "verdict.h"

/* Starts all zero, but for what is known of the packets. */
typedef struct message_make {
    typed_message document; /* protocol and policy are the caller's */
    scratch made;           /* the packet */
    scratch keys;
} message_make;

typedef enum message_made { MESSAGE_MADE, MESSAGE_REFUSED, MESSAGE_NO_MEMORY } message_made;

/* Makes the packet of a document: *size bytes at now->made.bytes, or now->document.fault says why not. Where
 * memory does not suffice it has complained. */
message_made message_make_packet(message_make *now, const char *file, json_t *document, size_t *size);

void message_make_free(message_make *freed);

#endif
