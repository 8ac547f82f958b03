/* SPDX-License-Identifier: MIT */
/* The four forms in which gdv dump writes a packet. Each takes the events of a reader as they come and, but for
 * plain JSON, builds nothing: memory does not depend on the packet, and what is open is at most 1,024 containers. */
#ifndef GDV_CLI_DUMP_H
#define GDV_CLI_DUMP_H

#include <gdv/gdv.h>

#include "../io/words.h"
#include "../notation/notation.h"
#include "packets.h"
#include "verdict.h"

/* Containers that can be open: one without children may stand at the deepest level that a value may have. */
#define DUMP_OPEN (GDV_MAX_DEPTH + 1)

/* --format=text: the notation of the engine, on as many lines as that has. */
typedef struct dump_text {
    gdv_dialect dialect;
    words to;
    notation_scope open[DUMP_OPEN];
} dump_text;

void dump_text_event(dump_text *now, const gdv_event *event);

/* --format=json: typed JSON without a blank or a line end. */
typedef struct dump_json {
    words to;
    struct {
        gdv_role role;
        bool object;
        bool filled; /* has a child */
    } open[DUMP_OPEN];
} dump_json;

void dump_json_event(dump_json *now, const gdv_event *event);

/* --format=plain: JSON as jq likes it. Takes events of a document alone: of a dictionary all keys are looked at before
 * the first is written, in memory that grows with them. */
typedef struct dump_plain {
    scratch names; /* starts all zero; freed by scratch_free */
    bool out_of_memory;
    struct {
        gdv_role role;
        bool object;  /* sent in full */
        bool members; /* written as an object of JSON */
        bool entries; /* has pairs, which no object of JSON can hold */
        bool filled;
    } open[DUMP_OPEN];
} dump_plain;

void dump_plain_event(dump_plain *now, const gdv_event *event);

/* --format=hex: all of one packet, with what the verdict says under the byte that it is about. In fewer columns there
 * is no room for a word. */
#define DUMP_WIDTH 40

typedef struct dump_hex {
    gdv_dialect dialect;
    const gdv_policy *policy;
    size_t width; /* columns */
} dump_hex;

/* Returns false, having complained, where the reader comes to another verdict. */
bool dump_hex_packet(const dump_hex *how, const packet *one, const verdict *about, scratch *keys);

#endif
