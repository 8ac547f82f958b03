/* SPDX-License-Identifier: MIT */
/* A second decoder, naive on purpose: recursive, free to allocate, slow, and meant to be obviously right. It is written
 * from the wire reference and calls nothing of the library (only constants and types of gdv/gdv.h), so that tests and
 * the fuzz target `differential` have something independent to hold the library against: the verdict, where the first
 * error stands, and every value.
 *
 * Time: the square of the number of keys of a dictionary, for each is compared with each. Stack: a few hundred bytes for
 * each level of nesting, of which the policy allows 1024 at most. */
#ifndef GDV_TESTS_NAIVE_H
#define GDV_TESTS_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* What the engine keeps of a text: without byte order mark, and up to the first NUL (EB-08). */
typedef struct naive_text {
    const uint8_t *bytes;
    size_t size;
} naive_text;

/* What a container declares of its elements, keys or values. */
typedef struct naive_declared {
    gdv_element_kind kind;
    gdv_type type; /* GDV_TYPE_COUNT for a number that is no type (EB-16) */
    naive_text name;
} naive_declared;

/* A value. What a type has no use for is zero. */
typedef struct naive_value naive_value;
struct naive_value {
    gdv_type type;
    size_t offset; /* of the header */
    size_t end;    /* after the last byte of it and of what it holds */
    bool key;      /* of the dictionary around it */
    bool truth;    /* BOOL */
    int64_t whole; /* INT */

    /* INT, FLOAT, math types, packed arrays of numbers: rows of components, as bits of their width on the wire */
    gdv_component part;
    uint32_t components;
    size_t rows;
    uint64_t *numbers;

    /* a String's text; the elements of a string array; names, sub-names and property of a node path; a class; the name
     * of a signal */
    naive_text *texts;
    size_t text_count;

    /* NODE_PATH */
    bool absolute, property, old_form;
    size_t names, subnames;

    /* containers, and objects sent in full unless they are null: values of an array, keys and values of a dictionary in
     * turn, values of properties, whose names stand in `property_names` */
    bool container, shared;
    naive_declared elements, values; /* of a dictionary `elements` are its keys */
    naive_value *children;
    size_t count; /* elements, pairs, properties */
    naive_text *property_names;

    bool by_id;  /* OBJECT: sent as an id, or not at all (Godot 2) */
    uint64_t id; /* OBJECT by id, RID, the object of a SIGNAL */

    naive_text bytes;  /* PACKED_BYTE_ARRAY, data of an IMAGE */
    uint32_t words[4]; /* IMAGE: format, mipmaps, width, height; INPUT_EVENT: type, device, and two fields */
    uint32_t extra;    /* INPUT_EVENT: how many of these two there are */
};

typedef struct naive_verdict {
    gdv_status code;
    gdv_misread misread;
    uint64_t offset;         /* of the first error; 0 where there is none */
    uint64_t need;           /* bytes missing, for codes 1-19 */
    uint64_t used;           /* bytes, where the packet is accepted */
    uint32_t values;         /* headers in them */
    size_t looked;           /* after the last byte that was looked at: any packet of this size that is the same up to
                              * there has this verdict */
    const naive_value *root; /* NULL where it is not */
    struct naive_block *blocks;
} naive_verdict;

/* Reads a packet. naive_free the verdict, whatever it is. */
naive_verdict naive_read(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);
void naive_free(naive_verdict *verdict);

#endif
