/* SPDX-License-Identifier: MIT */
/* protobuf-c: a tree of peer.proto's messages, each allocated on its own, text copied. It checks neither UTF-8 nor
 * duplicate keys. */
#include "bench/peer.h"

#include "bench/peer.pb-c.h"

/* ---- to peer.proto, by hand: both libraries read it */

enum { VARINT = 0, FIXED64 = 1, BYTES = 2, FIXED32 = 5 }; /* wire types of protobuf */

static void put_varint(peer_packet *out, uint64_t number)
{
    for (; number >= 0x80; number >>= 7) {
        const uint8_t seven = (uint8_t)(number | 0x80);
        peer_append(out, &seven, 1);
    }
    const uint8_t last = (uint8_t)number;
    peer_append(out, &last, 1);
}

static void put_field(peer_packet *out, uint32_t field, uint32_t type)
{
    put_varint(out, field << 3 | type);
}

static void put_bytes(peer_packet *out, uint32_t field, const void *bytes, size_t size)
{
    put_field(out, field, BYTES);
    put_varint(out, size);
    peer_append(out, bytes, size);
}

typedef void put_message(peer_packet *out, const message *tree);

/* A message inside a message stands after its size, so it is written twice: first to nowhere. */
static void put_nested(peer_packet *out, uint32_t field, put_message *put, const message *tree)
{
    peer_packet nowhere = {.capacity = 0};
    put(&nowhere, tree);
    put_field(out, field, BYTES);
    put_varint(out, nowhere.size);
    put(out, tree);
}

static void put_value(peer_packet *out, const message *tree);

static void put_pair(peer_packet *out, const message *pair)
{
    put_bytes(out, 1, pair[0].text, pair[0].count);
    put_nested(out, 2, put_value, &pair[1]);
}

static void put_floats(peer_packet *out, const message *tree)
{
    put_bytes(out, 1, tree->floats, tree->count * sizeof *tree->floats);
}

static void put_list(peer_packet *out, const message *tree)
{
    for (size_t index = 0; index < tree->count; index += 1) {
        put_nested(out, 1, put_value, &tree->items[index]);
    }
}

static void put_pairs(peer_packet *out, const message *tree)
{
    for (size_t index = 0; index < tree->count; index += 1) {
        put_nested(out, 1, put_pair, &tree->items[2 * index]);
    }
}

static void put_number(peer_packet *out, double number)
{
    const float narrow = (float)number;
    const bool is_narrow = peer_is_narrow(number);
    put_field(out, is_narrow ? 9 : 3, is_narrow ? FIXED32 : FIXED64);
    peer_append(out, is_narrow ? (const void *)&narrow : &number, is_narrow ? sizeof narrow : sizeof number);
}

static void put_value(peer_packet *out, const message *tree)
{
    switch (tree->kind) {
    case MESSAGE_BOOL:
        put_field(out, 1, VARINT);
        put_varint(out, tree->boolean);
        break;
    case MESSAGE_INT: /* zigzag */
        put_field(out, 2, VARINT);
        put_varint(out, ((uint64_t)tree->integer << 1) ^ (tree->integer < 0 ? UINT64_MAX : 0));
        break;
    case MESSAGE_FLOAT:
        put_number(out, tree->number);
        break;
    case MESSAGE_TEXT:
    case MESSAGE_BYTES:
        put_bytes(out, tree->kind == MESSAGE_TEXT ? 4 : 5, tree->bytes, tree->count);
        break;
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
        put_nested(out, 6, put_floats, tree);
        break;
    case MESSAGE_ARRAY:
        put_nested(out, 7, put_list, tree);
        break;
    case MESSAGE_DICTIONARY:
        put_nested(out, 8, put_pairs, tree);
        break;
    case MESSAGE_NIL:
    case MESSAGE_KINDS:
        break;
    }
}

static size_t encode(const message *tree, uint8_t *bytes, size_t capacity)
{
    peer_packet out = {.bytes = bytes, .capacity = capacity};
    put_value(&out, tree);
    return out.size;
}

const workload_format peer_protobuf_format = {.name = "protobuf", .encode = encode};

static size_t treat(void *context, const workload_packet *packet)
{
    (void)context;
    Peer__Value *value = peer__value__unpack(NULL, packet->size, packet->bytes);
    if (value == NULL) {
        return 0;
    }
    peer__value__free_unpacked(value, NULL);
    return packet->values;
}

static size_t values_of(const Peer__Value *value)
{
    size_t values = 1;
    if (value->kind_case == PEER__VALUE__KIND_FLOATS) {
        values += value->floats->n_items;
    } else if (value->kind_case == PEER__VALUE__KIND_LIST) {
        for (size_t index = 0; index < value->list->n_items; index += 1) {
            values += values_of(value->list->items[index]);
        }
    } else if (value->kind_case == PEER__VALUE__KIND_DICTIONARY) {
        for (size_t index = 0; index < value->dictionary->n_pairs; index += 1) {
            values += 1 + values_of(value->dictionary->pairs[index]->value);
        }
    }
    return values;
}

static size_t count(const uint8_t *bytes, size_t size)
{
    Peer__Value *value = peer__value__unpack(NULL, size, bytes);
    const size_t values = value == NULL ? 0 : values_of(value);
    peer__value__free_unpacked(value, NULL);
    return values;
}

const peer peer_protobuf = {
    .subject = {.name = "protobuf-c",
                .does = "tree; allocates each value; copies text",
                .format = &peer_protobuf_format,
                .treat = treat},
    .count = count,
};
