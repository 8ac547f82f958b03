/* SPDX-License-Identifier: MIT */
/* A second reading of schemas (docs/schema.md), naive on purpose: the text is read by recursive descent into a tree that
 * is free to allocate, and a value that naive.h has read is held against that tree by recursion. It shares nothing with
 * lib/schema, so that the tests and the fuzz target have something independent to hold the library against: which packet
 * it is, or which rule is broken first, and where.
 *
 * It checks no schema: what it is given must compile. Text that it cannot read aborts.
 *
 * Time: the square of the keys of a dictionary; every alternative of a union is tried. */
#ifndef GDV_TESTS_NAIVE_SCHEMA_H
#define GDV_TESTS_NAIVE_SCHEMA_H

#include "tests/reference/naive.h"

#define NAIVE_PATH_SIZE 512

/* One end of a range. */
typedef struct naive_end {
    bool given;
    bool whole; /* it was written as an integer: number and whole_number are both it */
    int64_t whole_number;
    double number;
} naive_end;

typedef enum naive_kind {
    NAIVE_ANY,
    NAIVE_LITERAL, /* NIL, BOOL (truth), INT (low.whole_number), STRING (text) by `type` */
    NAIVE_NUMBER,  /* INT or FLOAT by `type`; GDV_TYPE_COUNT for either */
    NAIVE_TEXT,
    NAIVE_VALUE, /* of `type`, of any content */
    NAIVE_MATH,
    NAIVE_PACKED, /* elements as `child`: a NUMBER, MATH or TEXT, or NULL for any */
    NAIVE_ARRAY,  /* elements as `child` */
    NAIVE_MAP,    /* keys as `child`, values as its `next` */
    NAIVE_TUPLE,  /* elements as `child`, its `next` and so on */
    NAIVE_RECORD, /* values as those, whose keys stand in them */
    NAIVE_UNION,  /* any of those */
    NAIVE_NAMED   /* the rule called `text` */
} naive_kind;

typedef struct naive_rule naive_rule;
struct naive_rule {
    naive_kind kind;
    gdv_type type;
    const char *name; /* of the innermost type or packet around it */
    unsigned source;  /* the text it is in, and the line where it begins */
    unsigned line;
    bool chars, ascii, printable, identifier, nonfinite, open, truth;
    naive_end low, high; /* of numbers, or of a length */
    const char *text;    /* of a literal; name of a type */
    const char *key;     /* as a field of a record; NULL for an int */
    int64_t whole_key;   /* then that */
    bool optional;       /* as that */
    naive_rule *child;
    naive_rule *next;
};

/* A limit of a schema or packet; UINT64_MAX for none. */
typedef struct naive_limits {
    uint64_t bytes, depth, values, elements, string;
} naive_limits;

typedef struct naive_named {
    struct naive_named *next; /* in the order of the text */
    const char *name;
    bool packet;
    naive_limits limits;
    naive_rule *rule;
} naive_named;

typedef struct naive_schema {
    naive_named *first;
    naive_limits limits;
    struct naive_schema_block *blocks;
} naive_schema;

/* Reads sources[0], with what it includes from the others. */
naive_schema naive_schema_read(const gdv_schema_source *sources, size_t count);
void naive_schema_free(naive_schema *schema);

/* What is said of a packet. */
typedef struct naive_finding {
    gdv_status code;
    const char *packet; /* NULL where none was recognised */
    const char *rule;   /* name; NULL where no rule is to blame */
    unsigned source;
    unsigned line;
    uint64_t offset;
    char path[NAIVE_PATH_SIZE];
} naive_finding;

/* Reads the packet, with the policy narrowed by the schema's limits, and holds its value against the schema. */
naive_finding naive_schema_check(const naive_schema *schema, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                                 const gdv_policy *policy);

#endif
