/* SPDX-License-Identifier: MIT */
/* Packets with one defect each, as attackers and broken senders make them: which defect, and at which of the packet's
 * values, is left to chance, so that some are refused at once and some at the last byte. gdv's reader says where the
 * values are; that each damaged packet is refused, and for what was done to it, is checked here before anything is
 * measured. */
#include "bench/packet.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SITES = 4096, /* values of a packet that are considered */
    /* No cut before here: behind it every message has been told from all others. */
    SHORTEST = 32,
    NOT_A_NUMBER = 0x7fc00000
};

typedef enum need { ANYWHERE, COUNTED, TEXT, PADDED, FLOATING, BOOLEAN, SECOND_KEY } need;

/* A value of the packet. */
typedef struct site {
    size_t offset;
    size_t size;
    size_t count; /* bytes of a text or of bytes, elements, pairs */
    gdv_type type;
    bool container;
    size_t twin; /* of a key: where the key before it in its dictionary stands; else 0, which is no key's place */
    size_t twin_size;
} site;

typedef struct damaged {
    uint8_t *bytes;
    size_t size;
    uint64_t *chance;
} damaged;

static void put_word(uint8_t *at, uint32_t word)
{
    for (size_t index = 0; index < 4; index += 1) {
        at[index] = (uint8_t)(word >> (8 * index));
    }
}

static void wrong_type(damaged *packet, const site *at)
{
    const uint32_t types = gdv_dialect_types(GDV_DIALECT_GODOT4_4);
    put_word(packet->bytes + at->offset, types + (uint32_t)message_below(packet->chance, 256 - types));
}

static void huge_count(damaged *packet, const site *at)
{
    put_word(packet->bytes + at->offset + 4, 0x10000000u + (uint32_t)message_below(packet->chance, 0x70000000u));
}

static void no_utf8(damaged *packet, const site *at)
{
    packet->bytes[at->offset + 8 + message_below(packet->chance, at->count)] = 0xff;
}

static void cut(damaged *packet, const site *at)
{
    (void)at;
    packet->size = SHORTEST + message_below(packet->chance, packet->size - SHORTEST);
}

static void unknown_flag(damaged *packet, const site *at)
{
    packet->bytes[at->offset + 3] = 0x80;
}

static void padding(damaged *packet, const site *at)
{
    packet->bytes[at->offset + at->size - 1] = 1;
}

/* The sign and the exponent of one of the numbers: its highest four bytes. */
static void not_finite(damaged *packet, const site *at)
{
    const bool packed = at->type == GDV_TYPE_PACKED_FLOAT32_ARRAY;
    const bool wide = at->type == GDV_TYPE_FLOAT && at->size == 12;
    const size_t begin = at->offset + (packed ? 8 : wide ? 8 : 4);
    const size_t numbers = (at->offset + at->size - begin) / 4;
    put_word(packet->bytes + begin + 4 * message_below(packet->chance, numbers),
             wide ? 0x7ff80000u : (uint32_t)NOT_A_NUMBER);
}

static void odd_bool(damaged *packet, const site *at)
{
    packet->bytes[at->offset + 4] = 2;
}

/* The key becomes that before it. A packet holds no sizes of containers, so what follows can be moved. */
static void same_key(damaged *packet, const site *at)
{
    uint8_t twin[256];
    memcpy(twin, packet->bytes + at->twin, at->twin_size);
    const size_t behind = at->offset + at->size;
    memmove(packet->bytes + at->offset + at->twin_size, packet->bytes + behind, packet->size - behind);
    memcpy(packet->bytes + at->offset, twin, at->twin_size);
    packet->size = packet->size - at->size + at->twin_size;
}

static void more_bytes(damaged *packet, const site *at)
{
    (void)at;
    put_word(packet->bytes + packet->size, (uint32_t)message_chance(packet->chance));
    packet->size += 4;
}

/* What can be done to a packet; what it needs; which codes say so. The first ones every policy refuses. */
static const struct {
    void (*apply)(damaged *packet, const site *at);
    need needs;
    gdv_status codes[4];
} defects[] = {
    {wrong_type, ANYWHERE, {GDV_E_BAD_TYPE}},
    {huge_count, COUNTED, {GDV_E_LENGTH, GDV_E_COUNT}},
    {no_utf8, TEXT, {GDV_E_BAD_UTF8}},
    {cut, ANYWHERE, {GDV_E_TRUNCATED, GDV_E_LENGTH, GDV_E_COUNT, GDV_E_PADDING_MISSING}},
    {unknown_flag, ANYWHERE, {GDV_E_FLAGS}},
    {padding, PADDED, {GDV_E_PADDING}},
    {not_finite, FLOATING, {GDV_E_NONFINITE}},
    {odd_bool, BOOLEAN, {GDV_E_BOOL}},
    {same_key, SECOND_KEY, {GDV_E_DUPLICATE_KEY}},
    {more_bytes, ANYWHERE, {GDV_E_TRAILING}},
};

enum { DEFECTS = sizeof defects / sizeof defects[0], DEFECTS_FOR_ALL = 4 };

static void give_up(const char *why)
{
    fprintf(stderr, "bench: a packet cannot be damaged: %s\n", why);
    abort();
}

static bool has(const site *at, need needs)
{
    const bool bytes = at->type == GDV_TYPE_STRING || at->type == GDV_TYPE_PACKED_BYTE_ARRAY;
    switch (needs) {
    case ANYWHERE:
        return true;
    case COUNTED:
        return bytes || at->container || at->type == GDV_TYPE_PACKED_FLOAT32_ARRAY;
    case TEXT:
        return at->type == GDV_TYPE_STRING && at->count > 0;
    case PADDED:
        return bytes && at->count % 4 != 0;
    case FLOATING:
        return at->type == GDV_TYPE_FLOAT || at->type == GDV_TYPE_VECTOR2 || at->type == GDV_TYPE_VECTOR3 ||
               at->type == GDV_TYPE_PACKED_FLOAT32_ARRAY;
    case BOOLEAN:
        return at->type == GDV_TYPE_BOOL;
    case SECOND_KEY:
        return at->twin != 0;
    }
    return false;
}

/* The values of the packet; how many. */
static size_t find_sites(const uint8_t *bytes, size_t size, site sites[SITES])
{
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    gdv_reader reader;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    gdv_status status = gdv_reader_init(&reader, bytes, size, GDV_DIALECT_GODOT4_4, &policy, NULL, 0);
    size_t keys[MESSAGE_DEPTH + 1] = {0}; /* 1 + the site of the last key at each depth */
    size_t count = 0;
    while (count < SITES && status == GDV_OK) {
        status = gdv_reader_next(&reader, &event);
        if (status != GDV_OK || event.kind == GDV_EVENT_DONE) {
            break;
        }
        if (event.kind != GDV_EVENT_VALUE && event.kind != GDV_EVENT_BEGIN) {
            continue;
        }
        site *found = &sites[count];
        *found = (site){.offset = event.offset,
                        .size = event.size,
                        .count = gdv_count(event.value),
                        .type = gdv_type_of(event.value),
                        .container = event.kind == GDV_EVENT_BEGIN};
        count += 1;
        if (found->container && event.depth + 1 <= MESSAGE_DEPTH) {
            keys[event.depth + 1] = 0;
        }
        if (event.role == GDV_ROLE_KEY && event.depth <= MESSAGE_DEPTH) {
            if (keys[event.depth] != 0) {
                found->twin = sites[keys[event.depth] - 1].offset;
                found->twin_size = sites[keys[event.depth] - 1].size;
            }
            keys[event.depth] = count;
        }
    }
    if (status != GDV_OK) {
        give_up(gdv_status_text(status));
    }
    return count;
}

/* One of the sites that have what is needed, or NULL. */
static const site *choose(const site *sites, size_t count, need needs, uint64_t *chance)
{
    size_t fit = 0;
    for (size_t index = 0; index < count; index += 1) {
        fit += has(&sites[index], needs) ? 1 : 0;
    }
    if (fit == 0) {
        return NULL;
    }
    size_t chosen = message_below(chance, fit);
    for (size_t index = 0;; index += 1) {
        if (has(&sites[index], needs)) {
            if (chosen == 0) {
                return &sites[index];
            }
            chosen -= 1;
        }
    }
}

static void expect_refusal(const damaged *packet, gdv_preset preset, const gdv_status codes[4])
{
    gdv_policy policy;
    gdv_policy_init(&policy, preset);
    const size_t room = gdv_scratch_bound(packet->size);
    uint8_t *scratch = malloc(room);
    const gdv_status code = gdv_validate(packet->bytes, packet->size, GDV_DIALECT_GODOT4_4, &policy, scratch,
                                         scratch == NULL ? 0 : room, NULL, NULL);
    free(scratch);
    if (code == GDV_OK || (code != codes[0] && code != codes[1] && code != codes[2] && code != codes[3])) {
        give_up(gdv_status_text(code));
    }
}

size_t packet_damage(gdv_preset preset, const uint8_t *bytes, size_t size, uint64_t *chance, uint8_t *out,
                     size_t capacity)
{
    if (capacity < 2 * size + 256 || size <= SHORTEST) {
        give_up("too little room, or too short");
    }
    static site sites[SITES];
    const size_t count = find_sites(bytes, size, sites);
    const size_t kinds = preset == GDV_POLICY_STRICT ? DEFECTS : DEFECTS_FOR_ALL;
    const site *at = NULL;
    size_t defect = 0;
    while (at == NULL) {
        defect = message_below(chance, kinds);
        at = choose(sites, count, defects[defect].needs, chance);
    }
    memcpy(out, bytes, size);
    damaged packet = {.bytes = out, .size = size, .chance = chance};
    defects[defect].apply(&packet, at);
    expect_refusal(&packet, preset, defects[defect].codes);
    return packet.size;
}
