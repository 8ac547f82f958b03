/* SPDX-License-Identifier: MIT */
#include "schema_sample.h"

#include <inttypes.h>
#include <stdlib.h>

#include "../io/say.h"
#include "sampling.h"
#include "schema_methods.h"

/* Room for a packet; longer ones are not tried. And tries for one. */
#define MOST_ROOM ((size_t)4 << 20)
enum { TRIES = 200 };

bool schema_sampler_begin(schema_sampler *sampler, const gdv_schema *schema, const gdv_policy *policy, uint64_t seed)
{
    *sampler = (schema_sampler){.schema = schema, .policy = *policy, .seed = seed};
    sampler->room = policy->max_bytes < MOST_ROOM ? policy->max_bytes + 4096 : MOST_ROOM;
    sampler->capacity = gdv_document_bound(sampler->room);
    bool fine = schema_sizes_begin(&sampler->sizes, schema, policy);
    sampler->bytes = malloc(sampler->room);
    sampler->nodes = malloc(sampler->capacity * sizeof(gdv_node));
    if (fine && (sampler->bytes == NULL || sampler->nodes == NULL)) {
        complain("not enough memory");
        fine = false;
    }
    return fine;
}

void schema_sampler_end(schema_sampler *sampler)
{
    schema_sizes_end(&sampler->sizes);
    free(sampler->bytes);
    free(sampler->nodes);
}

/* ---- one packet */

/* Writes a packet of that seed. Returns false where the writer refuses it: a limit, or a key twice. */
static bool write_packet(schema_sampler *sampler, sampling *now, uint32_t packet, size_t *size)
{
    static gdv_writer writer;
    gdv_policy policy = sampler->policy;
    /* What is broken may break a limit, which the checker is to say; and it finds keys that come twice. */
    policy.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    policy.max_string = UINT32_MAX;
    policy.max_elements = UINT32_MAX;
    policy.max_values = UINT32_MAX;
    policy.max_bytes = sampler->room;
    now->writer = &writer;
    (void)gdv_writer_init(&writer, sampler->bytes, sampler->room, sampler->schema->dialect, &policy);
    now->chosen = true; /* a packet of another type may be another packet */
    sample_value(now, packet, now->policy.max_depth);
    return gdv_writer_finish(&writer, NULL, 0, size) == GDV_OK;
}

static sampling sampling_of(schema_sampler *sampler, uint64_t seed, uint32_t packet, int tries)
{
    gdv_policy policy = schema_packet_policy(sampler->schema, &sampler->policy, packet);
    uint64_t budget = policy.max_bytes < 65536 ? policy.max_bytes : 65536;
    return (sampling){.sizes = &sampler->sizes,
                      .schema = sampler->schema,
                      .policy = policy,
                      .random = sample_state(seed, 0, 0),
                      .budget = budget / 4 >> tries / 8,
                      .target = UINT64_MAX};
}

static gdv_status judge(schema_sampler *sampler, size_t size, gdv_violation *violation)
{
    static gdv_match match;
    match.struct_size = sizeof match;
    *violation = (gdv_violation){.struct_size = sizeof *violation, .report = {.struct_size = sizeof violation->report}};
    return gdv_schema_check(sampler->schema, sampler->bytes, size, &sampler->policy, sampler->nodes, sampler->capacity,
                            &match, violation);
}

static bool is_limit(gdv_status code)
{
    return code >= GDV_E_LIMIT_BYTES && code <= GDV_E_LIMIT_STRING;
}

/* Writes it once more, with the rule broken at one of the places that were counted. */
static bool break_packet(schema_sampler *sampler, sampling *now, const sampling *before, uint32_t packet, size_t *size)
{
    if (now->sites == 0) {
        return false;
    }
    uint64_t target = sample_below(now, now->sites);
    *now = *before;
    now->target = target;
    return write_packet(sampler, now, packet, size) && now->way != SAMPLE_WHOLE;
}

static const char *word_of(sample_way way)
{
    static const char *const words[SAMPLE_WAY_COUNT] = {
#define SAMPLE_WAY_WORD(name, word) [SAMPLE_##name] = (word),
        SAMPLE_WAYS(SAMPLE_WAY_WORD)
#undef SAMPLE_WAY_WORD
    };
    return words[way];
}

/* A packet that is as wanted; GDV_OK where it is, a limit where it may be with less, and another code where something here
 * or in the checker is wrong. */
static gdv_status try_packet(schema_sampler *sampler, uint64_t seed, uint32_t packet, int tries, bool broken,
                             schema_sample *made)
{
    sampling now = sampling_of(sampler, seed, packet, tries);
    const sampling before = now;
    if (!schema_fits(&sampler->sizes, packet, now.policy.max_depth) ||
        !write_packet(sampler, &now, packet, &made->size)) {
        return GDV_E_LIMIT_BYTES;
    }
    gdv_status code = judge(sampler, made->size, &made->violation);
    if (code != GDV_OK || !broken) {
        return code;
    }
    if (!break_packet(sampler, &now, &before, packet, &made->size)) {
        return GDV_E_LIMIT_BYTES;
    }
    code = judge(sampler, made->size, &made->violation);
    made->way = word_of(now.way);
    /* A broken packet is one that the schema refuses, and no limit. */
    return code >= GDV_E_MISSING ? GDV_OK : code == GDV_OK ? GDV_E_BAD_NESTING : GDV_E_LIMIT_BYTES;
}

/* The number of the index-th packet that is no method. Requires that there are more. */
static uint32_t bare_packet(const gdv_schema *schema, uint32_t index)
{
    uint32_t packet = 0;
    for (uint32_t left = index; left > 0 || schema_is_method(schema, packet); packet += 1) {
        left -= schema_is_method(schema, packet) ? 0 : 1;
    }
    return packet;
}

bool schema_sampler_take(schema_sampler *sampler, uint64_t index, bool broken, schema_sample *made)
{
    uint32_t packets = schema_bare_packets(sampler->schema);
    gdv_status code = GDV_E_LIMIT_BYTES;
    *made = (schema_sample){.bytes = sampler->bytes};
    if (packets == 0) {
        complain("the schema declares no packet, but methods alone");
        return false;
    }
    for (int tries = 0; is_limit(code) && tries < TRIES; tries += 1) {
        sampling seeds = {.random = sample_state(sampler->seed, index, (uint32_t)tries)};
        uint64_t seed = sample_random(&seeds);
        made->packet = bare_packet(sampler->schema, (uint32_t)sample_below(&seeds, packets));
        code = try_packet(sampler, seed, made->packet, tries, broken, made);
        code = code == GDV_E_DUPLICATE_KEY ? GDV_E_LIMIT_BYTES : code;
    }
    if (is_limit(code)) {
        complain("after %d tries there is no packet that %s", TRIES,
                 broken ? "misses the schema by one rule and breaks no limit" : "the limits let through");
    } else if (code != GDV_OK) {
        made->amiss = true;
        char line[512];
        (void)gdv_violation_format(&made->violation, line, sizeof line);
        complain("packet %s of seed %" PRIu64 " is not what it was made to be (%s): please report this: %s",
                 gdv_schema_packet_name(sampler->schema, made->packet), sampler->seed, gdv_status_name(code), line);
    }
    return code == GDV_OK;
}
