/* SPDX-License-Identifier: MIT */
/* How small and how large what a schema admits can be: bytes, values and levels of nesting, as the dialect's engine writes
 * it. The most counts declared built-in types of containers (Array[int]), and no names of classes and scripts in their
 * place, which nothing bounds. */
#ifndef GDV_CLI_SCHEMA_SIZE_H
#define GDV_CLI_SCHEMA_SIZE_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/gdv.h>

/* More than any packet has: nothing but the limits bounds it; as the least, that there is no such value. */
#define SCHEMA_SIZE_ENDLESS ((uint64_t)1 << 40)

typedef struct schema_extent {
    uint64_t bytes;
    uint64_t values;
    uint64_t levels; /* of nesting, as max_depth counts them: 0 for a value without values in it */
} schema_extent;

/* What has been computed, to be asked again. */
typedef struct schema_sizes {
    const gdv_schema *schema;
    gdv_policy policy; /* the limits */
    uint32_t levels;   /* 1 + the deepest that is told apart */
    schema_extent *known;
    uint8_t *state; /* 1: known */
} schema_sizes;

/* Makes ready to ask; false, having complained, where memory does not suffice. `policy` is what the schema's limits narrow. */
bool schema_sizes_begin(schema_sizes *sizes, const gdv_schema *schema, const gdv_policy *policy);
void schema_sizes_end(schema_sizes *sizes);

/* Of packets of that number: each member by itself, under the limits of nesting, elements and text, not of bytes. */
schema_extent schema_least(schema_sizes *sizes, uint32_t packet);
schema_extent schema_most(schema_sizes *sizes, uint32_t packet);

/* Whether a value of that rule may have so many levels below it at most: its least has no more. */
bool schema_fits(schema_sizes *sizes, uint32_t rule, uint32_t levels);

/* The policy narrowed by the limits of one packet. */
gdv_policy schema_packet_policy(const gdv_schema *schema, const gdv_policy *policy, uint32_t packet);

#endif
