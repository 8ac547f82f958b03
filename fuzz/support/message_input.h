/* SPDX-License-Identifier: MIT */
/* What the fuzz targets of messages share. An input is a packet and, before it, two bytes that say how it is read: so these targets
 * take over each other's finds. */
#ifndef GDV_FUZZ_MESSAGE_INPUT_H
#define GDV_FUZZ_MESSAGE_INPUT_H

#include "fuzz/support/input.h"

/* A packet, and how it is read. */
typedef struct message_reading {
    gdv_protocol protocol;
    gdv_message_policy policy;
    const uint8_t *bytes; /* a heap block of exactly `size` bytes */
    size_t size;
} message_reading;

/* Whether a protocol is one of Godot 4's: a bool or int of its values has a short form. */
static inline bool protocol_is_godot4(gdv_protocol protocol)
{
    return gdv_dialect_family(gdv_protocol_dialect(protocol)) == GDV_FAMILY_GODOT4;
}

/* The command that has a message's fields: of a RELAY, the one in it. */
static inline gdv_command command_inside(const gdv_message *message)
{
    return message->command == GDV_COMMAND_RELAY ? message->inner : message->command;
}

/* Bytes of an input before its packet. */
enum { MESSAGE_SELECTOR = 2 };

/* The first byte that says so, with all permissions as the preset has them. */
uint8_t message_selector(gdv_protocol protocol, gdv_envelope envelope, gdv_direction direction);

/* Reads how an input is to be read, and copies its packet; false where it is too short. The caller frees `bytes`. */
bool message_reading_set(message_reading *of, const uint8_t *data, size_t size);
void message_reading_free(message_reading *of);

#endif
