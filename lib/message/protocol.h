/* SPDX-License-Identifier: MIT */
/* Internal: what sets one multiplayer protocol apart from another, a row each: nothing else in this room asks which
 * protocol it is. Multiplayer format, sections 0 and 1. */
#ifndef GDV_PROTOCOL_H
#define GDV_PROTOCOL_H

#include <gdv/message.h>

/* The low three bits of a packet's first byte are its command, the others flags; a call has the id of a method and
 * compressed arguments; a path is announced with a checksum and confirmed with a flag. Else the whole byte is the
 * command, a call has a name, and its arguments are Variants. */
#define GDV_PROTOCOL_FLAGS 0x1u
#define GDV_PROTOCOL_CONFIRM_ID 0x2u /* what is confirmed is an id, not a path */

/* In place of a command: which one it is stands in the next byte. */
#define GDV_COMMAND_SYS GDV_COMMAND_COUNT

#define GDV_PROTOCOL_COMMANDS 8u

typedef struct gdv_protocol_row {
    const char *name;
    uint8_t commands[GDV_PROTOCOL_COMMANDS]; /* gdv_command, or GDV_COMMAND_SYS; GDV_COMMAND_NONE for none */
    bool envelopes[GDV_ENVELOPE_COUNT];      /* those that it comes in */
    uint8_t traits;                          /* GDV_PROTOCOL_ */
    uint8_t dialect;                         /* gdv_dialect of the Variants */
} gdv_protocol_row;

extern const gdv_protocol_row gdv_protocols[GDV_PROTOCOL_COUNT];

/* How the Variants of its packets are encoded. */
static inline gdv_encoding gdv_encoding_of(const gdv_protocol_row *row)
{
    return (row->traits & GDV_PROTOCOL_FLAGS) != 0 ? GDV_ENCODING_COMPRESSED : GDV_ENCODING_PLAIN;
}

/* The command that has a message's fields: of a RELAY, the one in it. */
static inline gdv_command gdv_command_inside(const gdv_message *message)
{
    return message->command == GDV_COMMAND_RELAY ? message->inner : message->command;
}

/* Whether variables are set from afar where Variants are of that dialect: so it is with Godot 3, and with a dialect
 * that is of no protocol nothing is known against it. */
bool gdv_dialect_may_set(gdv_dialect dialect);

/* What a command of the system family is, by its second byte. */
#define GDV_SYS_COMMANDS 4u
extern const uint8_t gdv_sys_commands[GDV_SYS_COMMANDS];

#endif
