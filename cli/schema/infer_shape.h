/* SPDX-License-Identifier: MIT */
/* What has been seen at one place of several packets: types, ranges, lengths, members, and the same of what is inside. */
#ifndef GDV_CLI_INFER_SHAPE_H
#define GDV_CLI_INFER_SHAPE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* Different texts that are kept at one place, and elements of an array that are told apart by their index. */
enum { SHAPE_TEXTS = 9, SHAPE_TUPLE = 8 };

typedef struct shape shape;

/* A key of dictionaries and what it leads to. */
typedef struct shape_field {
    struct shape_field *next;
    char *key;
    size_t size;
    uint64_t seen;
    shape *value;
} shape_field;

struct shape {
    uint64_t types; /* a bit 1 << gdv_type each */
    uint64_t seen;
    int64_t lowest, highest; /* ints, and components of them */
    double low, high;        /* floats, likewise */
    uint64_t ints, floats;   /* how many */
    uint64_t least, most;    /* bytes of text, elements, pairs */
    uint64_t texts;          /* how many, and which: as long as there are fewer than SHAPE_TEXTS different ones */
    char *members[SHAPE_TEXTS];
    size_t member_sizes[SHAPE_TEXTS];
    size_t member_count;
    uint64_t arrays, dictionaries;
    uint64_t shortest, longest;   /* arrays */
    shape *element;               /* all elements of arrays */
    shape *elements[SHAPE_TUPLE]; /* by index */
    uint64_t other_keys;          /* that are no texts */
    shape *key, *value;           /* all keys and values of dictionaries */
    shape_field *fields, **last;  /* by text key, in the order in which they were seen */
    size_t field_count;
};

/* Memory of all shapes; starts zero. */
typedef struct shape_memory {
    struct shape_block *blocks;
    bool failed; /* it did not suffice */
} shape_memory;

shape *shape_new(shape_memory *memory);
void shape_free(shape_memory *memory);

/* Adds a value, and what is in it. */
void shape_add(shape_memory *memory, shape *to, gdv_value value);

#endif
