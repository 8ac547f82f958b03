/* SPDX-License-Identifier: MIT */
/* The attacker's view of a packet: a tree of values over its bytes, as far as it goes. A tool of the fuzzer, and never
 * to be used to read a packet: it believes every length, checks nothing but that bytes are there, and keeps what it
 * cannot read as raw bytes, because the mutator has to make malformed packets of malformed packets. It shares no code
 * with the library's decoder; type ids, forms and sizes come from the public wire table (gdv/dialect.h).
 *
 * Values stand in the order of their bytes, and so do fields: together the fields are all bytes of the packet, each
 * byte once. That is what lets an edit be a splice of bytes. Time: linear; memory: a tree is about a megabyte. */
#ifndef GDV_FUZZ_TREE_H
#define GDV_FUZZ_TREE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/dialect.h>

typedef enum field_kind {
    FIELD_HEADER,  /* type id and flags */
    FIELD_COUNT,   /* of elements, pairs, properties, names: bit 31 may mean something else */
    FIELD_LENGTH,  /* of a text or of bytes */
    FIELD_TEXT,    /* with the closing NUL in string arrays */
    FIELD_BYTES,   /* of byte arrays and images */
    FIELD_PADDING, /* after a text or bytes; may be empty, as those may */
    FIELD_NUMBERS, /* components; `part` says which */
    FIELD_ID,      /* element type of a typed container */
    FIELD_WORD,    /* any other: path flags, image sizes, event fields */
    FIELD_RAW,     /* the rest, from where the packet cannot be followed any more or is over */
    FIELD_KINDS
} field_kind;

typedef struct field {
    uint32_t at;
    uint32_t size;
    uint32_t node; /* whose it is; NO_NODE for raw bytes */
    uint8_t kind;  /* field_kind */
    uint8_t part;  /* gdv_component, of numbers */
} field;

#define NO_NODE UINT32_MAX

typedef enum role {
    ROLE_OUTERMOST,
    ROLE_ELEMENT,
    ROLE_KEY,
    ROLE_VALUE,
    ROLE_PROPERTY, /* its item begins with the property's name */
    ROLE_CLASS     /* of a typed array: a value too, but none that is counted */
} role;

typedef struct node {
    const gdv_wire_row *row;
    uint32_t at;       /* first byte of the header */
    uint32_t end;      /* after the last byte of the last child */
    uint32_t item_at;  /* where the counted item begins: the key's header for a dictionary's value */
    uint32_t items_at; /* containers: after the count, where the first item is or would be; else 0 */
    uint32_t count_at; /* the word that counts items, elements or bytes; 0 where there is none */
    uint32_t parent;   /* NO_NODE for the outermost */
    uint32_t left;     /* children that were promised and did not come */
    uint8_t id;
    uint8_t role;
} node;

#define TREE_NODES 8192u
#define TREE_FIELDS 24576u

typedef struct tree {
    uint32_t nodes_used;
    uint32_t fields_used;
    bool whole; /* one value, nothing missing, nothing left over */
    node nodes[TREE_NODES];
    field fields[TREE_FIELDS];
} tree;

/* Reads any bytes, of which there are less than 2^31, as a packet of the dialect. */
void tree_read(tree *of, const uint8_t *bytes, size_t size, gdv_dialect dialect);

/* Whether the value has others inside: array, dictionary, typed array, full object. */
bool node_is_container(const node *of);

#endif
