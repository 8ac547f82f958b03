/* SPDX-License-Identifier: MIT */
/* The verdict on a packet of the multiplayer layer, in the words that verbs print; as verdict.h is for those of a
 * dialect. */
#ifndef GDV_CLI_MESSAGE_VERDICT_H
#define GDV_CLI_MESSAGE_VERDICT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "packets.h"
#include "verdict.h"

/* What there is to say of one packet. */
typedef struct message_verdict {
    gdv_message message;
    gdv_message_report report;
    uint64_t offset;    /* in the stream, where the frame is wrong */
    char sentence[768]; /* after "CODE at N (..): " */
    bool of_frame;      /* the frame is wrong, and there is no packet to be judged */
    verdict schema;     /* what its methods say of a message that is one */
} message_verdict;

/* Judges a packet, or says what is wrong with its frame. The message of one that is accepted stays valid as long
 * as the packet and `nodes`. Returns false, having complained, where memory is missing. */
bool message_verdict_of(const packet *one, gdv_protocol protocol, const gdv_message_policy *policy, scratch *nodes,
                        message_verdict *about);

/* Takes over what another function of the library said, which has filled about->report. */
void message_verdict_take(message_verdict *about);

/* Takes over what the methods of a schema said, which is in about->schema. */
void message_verdict_take_schema(message_verdict *about);

/* "MP_TRAILING at 17 (CALL): bytes follow the last value" into text[0 .. size-1], cut to fit; on standard output;
 * and after the packet's name on standard error. */
void message_verdict_format(const message_verdict *about, char *text, size_t size);
void message_verdict_print(const message_verdict *about);
void message_verdict_remark(const packet *one, const message_verdict *about);

/* Writes "code", "offset", "command", "argument", "inner", "message" and "lints" as members of the JSON object
 * that is open. */
void message_verdict_json(const message_verdict *about);

/* Writes "bytes" and "values": how much was read, of a refused packet what stands before the field and the value at fault. */
void message_verdict_extent_json(const packet *one, const message_verdict *about);

#endif
