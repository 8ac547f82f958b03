/* SPDX-License-Identifier: MIT */
/* What the peers share, and the trial of each: a peer that is fast because it reads less than the message must not get
 * into a table. */
#include "bench/peer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const peer *const peers[] = {
    &peer_cbor_tree,    &peer_cbor_stream,       &peer_msgpack,  &peer_jansson,
    &peer_simdjson_dom, &peer_simdjson_ondemand, &peer_protobuf, &peer_nanopb,
};

enum {
    PEERS = sizeof peers / sizeof peers[0],
    TRIED = 64,               /* messages of a workload; of the long ones, which are single values, one */
    LONGEST = 4 * 1024 * 1024 /* bytes of a message, in any format */
};

static _Noreturn void fail(const peer *which, const char *what)
{
    fprintf(stderr, "bench: %s %s\n", which->subject.name, what);
    abort();
}

/* ---- packets */

void peer_append(peer_packet *out, const void *bytes, size_t size)
{
    if (size != 0 && out->size <= out->capacity && size <= out->capacity - out->size) {
        memcpy(out->bytes + out->size, bytes, size);
    }
    out->size += size;
}

void peer_append_text(peer_packet *out, const char *text)
{
    peer_append(out, text, strlen(text));
}

void peer_append_base64(peer_packet *out, const uint8_t *bytes, size_t size)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    for (size_t at = 0; at < size; at += 3) {
        const size_t here = size - at < 3 ? size - at : 3;
        uint32_t bits = 0;
        for (size_t index = 0; index < 3; index += 1) {
            bits = (bits << 8) | (index < here ? bytes[at + index] : 0u);
        }
        const char spelled[4] = {digits[bits >> 18], digits[(bits >> 12) & 63], digits[(bits >> 6) & 63],
                                 digits[bits & 63]};
        peer_append(out, spelled, here + 1);
    }
}

bool peer_is_narrow(double number)
{
    const double narrow = (double)(float)number;
    return narrow <= number && narrow >= number;
}

/* What a peer is to count in a message. */
static size_t values_of(const message *tree)
{
    size_t values = 1;
    if (tree->kind == MESSAGE_VECTOR || tree->kind == MESSAGE_FLOATS) {
        values += tree->count;
    }
    if (tree->kind == MESSAGE_ARRAY || tree->kind == MESSAGE_DICTIONARY) {
        for (size_t index = 0; index < tree->count * (tree->kind == MESSAGE_ARRAY ? 1 : 2); index += 1) {
            values += values_of(&tree->items[index]);
        }
    }
    return values;
}

/* ---- the trial */

/* The message as the peer gets it, to be freed, with a margin after it. */
static peer_packet packet_of(const peer *which, const message *tree)
{
    peer_packet packet = {.bytes = calloc(LONGEST + PEER_MARGIN, 1), .capacity = LONGEST};
    if (packet.bytes == NULL) {
        fail(which, "has no memory");
    }
    packet.size = which->subject.format->encode(tree, packet.bytes, packet.capacity);
    if (packet.size == 0 || packet.size > packet.capacity) {
        fail(which, "cannot encode a message");
    }
    return packet;
}

static bool accepts(const peer *which, const peer_packet *packet)
{
    const workload_packet treated = {.bytes = packet->bytes, .size = packet->size, .values = 1};
    return which->subject.treat(NULL, &treated) != 0;
}

static void try_message(const peer *which, const message *tree)
{
    peer_packet packet = packet_of(which, tree);
    if (!accepts(which, &packet)) {
        fail(which, "refuses a message");
    }
    if (which->count(packet.bytes, packet.size) != values_of(tree)) {
        fail(which, "does not see what the message holds");
    }
    free(packet.bytes);
}

/* Encodes the message, puts `bad` where the encoding says `good`, and asks. */
static bool accepts_changed(const peer *which, const message *tree, const char *good, const char *bad)
{
    peer_packet packet = packet_of(which, tree);
    const size_t size = strlen(good);
    size_t found = 0;
    for (size_t at = 0; at + size <= packet.size; at += 1) {
        if (memcmp(packet.bytes + at, good, size) == 0) {
            memcpy(packet.bytes + at, bad, size);
            found += 1;
        }
    }
    if (found != 1) {
        fail(which, "does not hold a text as it is");
    }
    const bool accepted = accepts(which, &packet);
    free(packet.bytes);
    return accepted;
}

static message text(const char *bytes)
{
    return (message){.kind = MESSAGE_TEXT, .text = bytes, .count = strlen(bytes)};
}

static void try_claims(const peer *which)
{
    const message one = {.kind = MESSAGE_INT, .integer = 1};
    const message pairs[] = {text("twin_a"), one, text("twin_b"), text("probe")};
    const message tree = {.kind = MESSAGE_DICTIONARY, .items = pairs, .count = 2};
    const bool utf8 = strstr(which->subject.does, "UTF-8") != NULL;
    const bool keys = strstr(which->subject.does, "duplicate keys") != NULL;
    if (!accepts_changed(which, &tree, "twin_b", "twin_c")) {
        fail(which, "refuses what is no defect");
    }
    if (accepts_changed(which, &tree, "probe", "pro\377e") == utf8) {
        fail(which, "does not treat bad UTF-8 as it says");
    }
    if (accepts_changed(which, &tree, "twin_b", "twin_a") == keys) {
        fail(which, "does not treat duplicate keys as it says");
    }
    peer_packet packet = packet_of(which, &tree);
    packet.size -= 1;
    packet.bytes[packet.size] = 0;
    if (accepts(which, &packet)) {
        fail(which, "accepts a packet that is cut");
    }
    free(packet.bytes);
}

static void try_peer(const peer *which)
{
    try_claims(which);
    for (int kind = 0; kind < MESSAGE_WORKLOADS; kind += 1) {
        const bool many = kind == MESSAGES_TINY || kind == MESSAGES_SNAPSHOT;
        message_set set;
        message_make(&set, (message_workload)kind, 1, many ? TRIED : 1);
        for (size_t index = 0; index < set.count; index += 1) {
            try_message(which, &set.messages[index]);
        }
        message_free(&set);
    }
}

/* Aborts unless every peer sees what the messages hold, refuses a packet that is cut, and refuses bad text and duplicate
 * keys where it says so and nowhere else. */
const subject *subjects_of_peers(size_t *count)
{
    static subject subjects[PEERS];
#if defined(__x86_64__)
    /* What the BUILD file compiles On-Demand for. An illegal instruction would say less. */
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
        fail(&peer_simdjson_ondemand, "is built for processors with AVX2 and BMI2, which this one lacks");
    }
#endif
    for (size_t index = 0; index < PEERS; index += 1) {
        if (subjects[index].name == NULL) {
            try_peer(peers[index]);
            subjects[index] = peers[index]->subject;
        }
    }
    *count = PEERS;
    return subjects;
}
