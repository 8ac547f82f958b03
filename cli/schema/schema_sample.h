/* SPDX-License-Identifier: MIT */
/* Random packets: such as a schema admits, and such as miss it by one rule. What a server's own tests want. Every packet is
 * held against the schema before it is given away. */
#ifndef GDV_CLI_SCHEMA_SAMPLE_H
#define GDV_CLI_SCHEMA_SAMPLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gdv/gdv.h>

#include "schema_size.h"

typedef struct schema_sampler {
    schema_sizes sizes;
    const gdv_schema *schema;
    gdv_policy policy;
    uint64_t seed;
    uint8_t *bytes; /* of the last packet */
    size_t room;
    gdv_node *nodes;
    size_t capacity;
} schema_sampler;

typedef struct schema_sample {
    const uint8_t *bytes; /* until the next one */
    size_t size;
    uint32_t packet;         /* which one it is, or was meant to be */
    const char *way;         /* how it was broken, "below"; NULL where it was not */
    gdv_violation violation; /* then what the checker says of it */
    bool amiss;              /* it is not what it was made to be: a fault of the sampler or of the checker */
} schema_sample;

/* Makes ready; `policy` is what the schema's limits have narrowed. False, having complained, where memory does not suffice.
 * End it in any case. */
bool schema_sampler_begin(schema_sampler *sampler, const gdv_schema *schema, const gdv_policy *policy, uint64_t seed);
void schema_sampler_end(schema_sampler *sampler);

/* The index-th packet of that seed. False, having complained, where no packet was found that the limits let through, or,
 * with `broken`, none that can be broken. */
bool schema_sampler_take(schema_sampler *sampler, uint64_t index, bool broken, schema_sample *made);

#endif
