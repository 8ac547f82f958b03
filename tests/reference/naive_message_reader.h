/* SPDX-License-Identifier: MIT */
/* What the files of the naive decoder of messages share. As in naive_reader.h, what is refused ends the reading by a jump, so each
 * function demands in the order in which section 8 does. */
#ifndef GDV_TESTS_NAIVE_MESSAGE_READER_H
#define GDV_TESTS_NAIVE_MESSAGE_READER_H

#include <setjmp.h>

#include "tests/reference/naive_message.h"

/* Where ids are too large, and where a node's field is the offset of a path. */
#define NAIVE_BIT_31 0x80000000u

typedef struct naive_packet {
    const uint8_t *bytes; /* all that was given */
    size_t start;         /* of the packet that is read: after the envelope, or inside a relay */
    size_t end;           /* of all */
    gdv_protocol protocol;
    gdv_message_policy policy;
    bool relayed;      /* the packet stands in a relay */
    uint32_t nested;   /* values so far, and those in them */
    naive_message *to; /* the answer */
    jmp_buf refused;
} naive_packet;

static inline bool naive_is_four(const naive_packet *in)
{
    return in->protocol >= GDV_PROTOCOL_GODOT4_0;
}

/* ---- naive_message.c ---- */

/* Ends the reading. */
_Noreturn void naive_message_refuse(naive_packet *in, gdv_status code, size_t offset);

/* Ends it unless `kept`. */
void naive_must(naive_packet *in, bool kept, gdv_status code, size_t offset);

/* Numbers of 1 to 8 bytes, all of them there. */
uint64_t naive_number(const naive_packet *in, size_t at, size_t size);
uint32_t naive_id_at(const naive_packet *in, size_t at);

/* A path's id: neither 0 nor 2^31 and above. */
uint32_t naive_node_id(naive_packet *in, size_t at);

/* ---- naive_message_text.c ---- */

/* The path that is all of bytes[at .. end-1] with its NUL. */
gdv_text naive_path(naive_packet *in, size_t at);

/* The name of a method or property from `at` on, which has a NUL. */
gdv_text naive_name(naive_packet *in, size_t at, bool is_method);

/* The name of a spawned node in `size` bytes, the NUL among them. */
gdv_text naive_spawn_name(naive_packet *in, size_t at, size_t size);

/* ---- naive_message_call.c ---- */

void naive_call_of_three(naive_packet *in, bool is_set);
void naive_call_of_four(naive_packet *in);

/* ---- naive_message_records.c ---- */

void naive_spawn(naive_packet *in);
void naive_sync(naive_packet *in);

/* ---- naive_message_value.c ---- */

/* The next value, at `at`, which ends before `end`. Returns where it ends. */
size_t naive_message_take(naive_packet *in, size_t at, size_t end);

/* The next record. */
naive_message_record *naive_message_note(naive_packet *in);

#endif
