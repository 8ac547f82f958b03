/* SPDX-License-Identifier: MIT */
/* What one reading of a packet remembers: data only. Callers hold it inside a gdv_reader, and that is why it stands in
 * a header that they include; its fields are the library's own and may change. What may be done with each is in
 * cursor.h, scan.h, step.h and keys.h, which are internal. */
#ifndef GDV_DECODER_STATE_H
#define GDV_DECODER_STATE_H

#include <stdint.h>

#include "dialect.h"
#include "policy.h"
#include "status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A packet's bytes and a place among them (cursor.h). */
typedef struct gdv_cursor {
    const uint8_t *bytes;
    uint32_t size;     /* of the packet */
    uint32_t pos;      /* of the next byte to read */
    uint32_t reserved; /* bytes at the packet's end that are promised already */
} gdv_cursor;

struct gdv_wire_table;

/* One reading: where it is, what it may accept, what it has seen, why it stopped (scan.h). */
typedef struct gdv_scan {
    gdv_cursor in;
    const struct gdv_wire_table *table;
    uint32_t permit;
    uint32_t encoding;  /* a gdv_encoding: of the outermost value */
    uint32_t max_depth; /* at most GDV_MAX_DEPTH */
    uint32_t max_values;
    uint32_t max_elements;
    uint32_t max_string;

    uint32_t depth; /* of the value being read: how many containers are open around it */
    uint32_t values;
    uint32_t strings; /* names and strings of arrays: each, like each value, cost four bytes at least */
    uint32_t deepest;
    uint32_t keyed; /* depth of the values inside the outermost open key that is a container; 0, or above depth: none */
    uint32_t longest;
    uint32_t widest;

    gdv_misread misread;   /* these three mean something only after a refusal */
    uint32_t error_offset; /* offset of what is wrong */
    uint64_t need;         /* bytes missing, for codes 1-19 */
} gdv_scan;

/* What one header was (read_value.h). Offsets are from the packet's start. */
typedef struct gdv_token {
    const gdv_wire_row *wire;
    uint32_t id;       /* type id */
    uint32_t name;     /* of a property's value: where the length word of its name stands; else equal to at */
    uint32_t at;       /* header */
    uint32_t flags;    /* header flags that mean something here, as header >> 16 */
    uint32_t data;     /* first byte of the components, text, names or elements */
    uint32_t count;    /* bytes of text; elements; pairs; properties; names with sub-names; else 0 */
    uint32_t end;      /* after the payload; of a container: after its own header and count, where children begin */
    uint32_t children; /* values that follow as parts of this one: elements, keys and values, properties */
    uint8_t key_id;    /* type id that each element or key must have, GDV_ANY_ID for any */
    uint8_t value_id;  /* the same for a dictionary's values */
    uint8_t open;      /* 1 for a container, with children or without; 0 for null and for an object's id */
} gdv_token;

/* An open container. Eight bytes, as there may be a thousand on the caller's C stack (step.h). */
typedef struct gdv_level {
    uint32_t left;       /* values still to come; in a dictionary an even number before a key */
    uint8_t kind;        /* gdv_level_kind */
    uint8_t key_id;      /* type id that every element or key must have, or GDV_ANY_ID */
    uint8_t value_id;    /* the same for a dictionary's values */
    uint8_t constraints; /* GDV_DEMAND_ bits */
} gdv_level;

/* All that can be open at once, outermost first: a structure, so that no byte of it is taken for anything else. */
typedef struct gdv_stack {
    gdv_level levels[GDV_MAX_DEPTH];
} gdv_stack;

/* What an open container asks of its values besides being values. */
#define GDV_DEMAND_NARROW 1u /* the engine narrows 64-bit floats (EB-17) */
#define GDV_DEMAND_TYPE 2u   /* key_id or value_id is a type */
#define GDV_DEMAND_NAME 4u   /* a name before each */

/* A digest in the making (digest.h). */
typedef struct gdv_digest {
    uint64_t lanes[4];
} gdv_digest;

/* The keys of the dictionaries that are open, in the caller's scratch memory (keys.h). */
typedef struct gdv_keys {
    uint8_t *end;        /* of the scratch memory: entries of eight bytes grow down from here */
    uint32_t room;       /* entries that fit; may be lowered between steps, not below used */
    uint32_t used;       /* entries */
    uint32_t first;      /* entry of the innermost open dictionary's first key */
    uint32_t key;        /* 1 + entry of the innermost open key, one that is a container; 0 for none */
    uint32_t has_packet; /* 1 once `packet` was needed */
    gdv_digest packet;   /* of all bytes of the packet */
    gdv_digest content;  /* of the innermost open key so far */
} gdv_keys;

/* What a value is to the container around it. */
typedef enum gdv_role {
    GDV_ROLE_OUTERMOST,
    GDV_ROLE_ELEMENT,
    GDV_ROLE_KEY,
    GDV_ROLE_VALUE,
    GDV_ROLE_PROPERTY
} gdv_role;

#ifdef __cplusplus
}
#endif

#endif
