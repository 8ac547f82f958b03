/* SPDX-License-Identifier: MIT */
/* Fuzz target: schemas against the packets that `gdv schema --sample` writes for them. An input is the text of a schema, a
 * NUL, up to eight bytes that are the seed, and one byte more that says which dialect. The sampler knows what a rule
 * admits from the notation's meaning and not from the checker, so that on every schema that compiles
 *
 *   6  a packet of values that its rules admit passes, and one of which a single rule was broken is refused, by a code of
 *      violations; the sampler itself finds some packet or says that the limits let none through */
#include <stdlib.h>
#include <string.h>

#include "cli/schema/schema_sample.h"
#include "fuzz/support/input.h"
#include "fuzz/support/schema_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Bytes of a form that is looked at, and of its packets: larger ones show nothing else, and take longer. */
enum { MOST_FORM = 1 << 16, MOST_PACKET = 2048, SAMPLES = 4 };

static uint64_t seed_in(const schema_input *of)
{
    uint64_t seed = 0;
    for (size_t index = 0; index < of->rest_size && index < sizeof seed; index += 1) {
        seed = seed << 8 | of->rest[index];
    }
    return seed;
}

static void take_samples(const gdv_schema *schema, uint64_t seed)
{
    gdv_policy policy;
    schema_sampler sampler;
    schema_sample made;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    gdv_schema_narrow(schema, &policy);
    policy.max_bytes = policy.max_bytes < MOST_PACKET ? policy.max_bytes : MOST_PACKET;
    promise(schema_sampler_begin(&sampler, schema, &policy, seed), "memory for the sampler");
    for (uint64_t index = 0; index < SAMPLES; index += 1) {
        (void)schema_sampler_take(&sampler, index, index % 2 == 1, &made);
        promise(!made.amiss, "a sampled packet is what it was made to be");
    }
    schema_sampler_end(&sampler);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint64_t memory[MOST_FORM / sizeof(uint64_t)];
    gdv_schema schema;
    gdv_schema_error error;
    if (size == 0) {
        return 0;
    }
    schema_input of = schema_input_of(data, size);
    if (schema_input_compile(&of, memory, sizeof memory, &schema, &error) == GDV_OK) {
        take_samples(&schema, seed_in(&of));
    }
    schema_input_free(&of);
    return 0;
}
