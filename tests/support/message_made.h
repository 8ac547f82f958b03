/* SPDX-License-Identifier: MIT */
/* Messages that are written, from rows of tests. What comes after the head is a text of parts, with ; between them:
 *
 *      @5         a record of that id, or a synchronizer; @5:3 with the indexes 3 (hex)
 *      int=5      any calls of calls.h: one value */
#ifndef GDV_TESTS_MESSAGE_MADE_H
#define GDV_TESTS_MESSAGE_MADE_H

#include "tests/support/calls.h"

/* Names for rows. */
#define C2S GDV_DIRECTION_C2S
#define S2C GDV_DIRECTION_S2C
#define G3 GDV_PROTOCOL_GODOT3
#define G40 GDV_PROTOCOL_GODOT4_0
#define G43 GDV_PROTOCOL_GODOT4_3
#define NOTHING GDV_ENVELOPE_NONE
#define IS(name) .command = GDV_COMMAND_##name
#define TEXT(characters) {characters, sizeof(characters) - 1}

/* What is to be written. The rest of the policy is strict. */
typedef struct asked {
    const char *claim;
    gdv_protocol protocol;
    gdv_envelope envelope;
    gdv_direction direction;
    gdv_message message; /* without struct_size */
    const char *parts;   /* NULL for none */
    gdv_status code;
    const char *
        hex; /* the packet; or, of a refusal, one that gdv_message_parse refuses for the same reason; NULL where it is not stated */
} asked;

gdv_message_policy message_policy(const asked *row);

/* Adds the parts, whatever is returned. */
void message_parts(gdv_message_writer *writer, const char *parts);

/* Writes it under a policy: measured, into room to spare, and into exactly its size. Aborts where the three disagree, a
 * byte before the buffer's end is needed that is not there, or gdv_message_parse refuses what finished with GDV_OK. What
 * was made has no bytes where it was refused. */
gdv_status message_made(const asked *row, const gdv_message_policy *policy, packet *made, gdv_message_report *report);

/* What gdv_message_parse says of a packet. */
gdv_status message_verdict(gdv_protocol protocol, const gdv_message_policy *policy, const packet *bytes);

/* message_made of a row is what the row says, and so is gdv_message_parse of its packet. */
void message_is_as_asked(const asked *row, const gdv_message_policy *policy);

/* All rows, each under its message_policy. */
void messages_are_as_asked(const asked *rows, size_t count);
#define MESSAGES_ARE_AS_ASKED(rows) messages_are_as_asked(rows, sizeof(rows) / sizeof((rows)[0]))

#endif
