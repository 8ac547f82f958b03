/* SPDX-License-Identifier: MIT */
/* A packet of the multiplayer layer as the mutator sees it: the fields of its layout, which a table says for each command of each
 * protocol. What is read of an input is written again with counts, sizes and the offset of the path that are right, whatever was
 * done to the fields: a mutator that gets those wrong tests the first check of all and no other. */
#ifndef GDV_FUZZ_MESSAGE_PARTS_H
#define GDV_FUZZ_MESSAGE_PARTS_H

#include <gdv/message.h>

#include "fuzz/mutator/draft.h"

enum { PARTS_VALUES = 12, PARTS_RECORDS = 6, PARTS_TEXT = 96, PARTS_BYTES = 4096, PARTS_FIELDS = 9 };

typedef enum part_kind {
    PART_NONE,
    PART_TYPE, /* numbers of fixed width, up to PART_PEER */
    PART_SOURCE,
    PART_TARGET,
    PART_ID,
    PART_OK,
    PART_SCENE,
    PART_SPAWNER,
    PART_NET_ID,
    PART_TIME,
    PART_PEER,
    PART_NODE, /* of widths that the flags of the command say */
    PART_METHOD,
    PART_COUNT, /* of values, made */
    PART_NAME,
    PART_PATH, /* the packet's end */
    PART_MD5,
    PART_DATA,
    PART_VALUES,
    PART_IDS,       /* of synchronizers: two counts, ids and the node's name */
    PART_CUSTOM,    /* the first value, and its size before it, where the scene is 255 */
    PART_RECORDS,   /* up to the end */
    PART_ARGUMENTS, /* count and values, or the data alone with bit 7 */
    PART_KINDS
} part_kind;

typedef struct part_text {
    uint8_t bytes[PARTS_TEXT];
    size_t size;
} part_text;

typedef struct part_record {
    uint32_t id;
    uint64_t bits;
    uint32_t values;
} part_record;

typedef struct message_parts {
    uint8_t selector[2]; /* fuzz/support/message_input.h */
    gdv_protocol protocol;
    gdv_envelope envelope;
    bool relayed;
    uint32_t relay_peer;
    gdv_command command; /* of a relay, what is in it */
    uint8_t flags;       /* upper bits of the command's byte: Godot 4 */
    bool has_path;       /* of a call or set: a path, and no id */
    uint64_t numbers[PART_KINDS];
    part_text name;
    part_text path;
    part_text md5;
    part_text data;
    size_t ends[PARTS_VALUES]; /* of each value, in `memory` */
    uint32_t values;
    part_record records[PARTS_RECORDS]; /* or ids of synchronizers */
    uint32_t count;
    uint8_t memory[PARTS_BYTES];
} message_parts;

/* The layout after the command's byte: kinds up to PART_NONE. Of a command that the protocol lacks: none. */
const uint8_t *parts_layout(const message_parts *of);

/* Whether it is one of Godot 4's. */
bool parts_is_four(gdv_protocol protocol);

/* The commands of a protocol, ended by GDV_COMMAND_NONE. */
const uint8_t *parts_commands(gdv_protocol protocol);

/* Bytes of value `index`; of a Godot 4 bool or int the short form. */
const uint8_t *parts_value(const message_parts *of, uint32_t index, size_t *size);

/* Puts bytes in the place of `removed` values at `index`, none or one; no bytes: nothing in their place. False where there is no
 * room. */
bool parts_set_value(message_parts *of, uint32_t index, uint32_t removed, const uint8_t *bytes, size_t size);

/* Takes an input apart, as far as it goes: what is missing is zero. */
void parts_read(message_parts *of, const uint8_t *input, size_t size);

/* The input that the parts are; false where there is no room. */
bool parts_write(const message_parts *of, draft *to);

#endif
