/* SPDX-License-Identifier: MIT */
/* Internal: one parse of one message: what its parts share. Each part reads on from where the scan stands, and either
 * passes or notes what is wrong and where. */
#ifndef GDV_PARSING_H
#define GDV_PARSING_H

#include <gdv/message.h>

#include "../read/tape.h"
#include "protocol.h"
#include "rules.h"

/* The one flag of a SYNC. */
#define GDV_SYNC_DELTA 1u

typedef struct gdv_parsing {
    const gdv_protocol_row *row;
    const gdv_message_policy *policy;
    gdv_message *message;
    gdv_scan scan; /* of the whole packet, envelope included; in.size is where what is read now ends at the latest */
    gdv_stack stack;
    gdv_tape tape;
    uint32_t size;         /* of the packet */
    uint32_t flags;        /* of the command's byte: its highest four bits */
    gdv_command command;   /* that is read now: of a relay, then of what is in it */
    uint32_t error_offset; /* these mean something only after a refusal */
    int32_t argument;      /* the value at fault; -1 for none */
    uint32_t value_at;     /* where that begins, and where it ends at the latest */
    uint32_t value_end;
    gdv_status value_code; /* what is wrong with it; GDV_OK where it is only missing */
} gdv_parsing;

#ifdef __FRAMAC__
#include "../proof/parsing.h"
#endif

/* Notes the offset of what is wrong, and returns the code. Of GDV_OK it means nothing. */
gdv_status gdv_message_refuse(gdv_parsing *now, gdv_status code, uint32_t error_offset);

/* Moves past a field of n bytes; GDV_E_MP_SHORT where it is cut. */
gdv_status gdv_field_take(gdv_parsing *now, uint32_t n);

/* Reads a field of four bytes. Requires that they are there. */
uint32_t gdv_field_u32(gdv_parsing *now);

/* Reads the id of a path, from 1 to 2^31 - 1: GDV_E_MP_NODE_ID. Requires four bytes. */
gdv_status gdv_field_id(gdv_parsing *now, uint32_t *id);

/* What is left, as text. */
gdv_text gdv_field_rest(const gdv_parsing *now);

/* Refuses what is left between here and the end of what is read now. */
gdv_status gdv_message_end(gdv_parsing *now, gdv_status code);

/* Reads the envelope; *whole, false before, becomes true where it is all that there is. */
gdv_status gdv_envelope_read(gdv_parsing *now, bool *whole);

/* Checks a node's path that begins here and ends with the packet, and puts it into the message. */
gdv_status gdv_path_read(gdv_parsing *now);

/* Reads the name of a method or property, up to its NUL; one of a property may have slashes. */
gdv_status gdv_name_read(gdv_parsing *now, bool is_property);

/* Checks the name of a node that is spawned: `size` bytes here, its NUL included. */
gdv_status gdv_node_name_read(gdv_parsing *now, uint32_t size);

/* Read `count` values; all values up to the end of what is read now; one value. */
gdv_status gdv_values_read(gdv_parsing *now, uint32_t count);
gdv_status gdv_values_fill(gdv_parsing *now);
gdv_status gdv_value_take(gdv_parsing *now);

/* Read the packets of each command, after the command's byte. */
gdv_status gdv_call_read(gdv_parsing *now);
gdv_status gdv_spawn_read(gdv_parsing *now);
gdv_status gdv_sync_read(gdv_parsing *now);

#endif
