/* SPDX-License-Identifier: MIT */
/* protobuf-c: a tree of peer.proto's messages, each allocated on its own, text copied. It checks neither UTF-8 nor
 * duplicate keys. The same tree, filled by hand, is the encoder of nanopb too. */
#include "bench/peer.h"

#include <stdlib.h>
#include <string.h>

#include "bench/peer.pb-c.h"

static void *room_for(size_t size)
{
    void *room = malloc(size + 1);
    if (room == NULL) {
        abort();
    }
    return room;
}

static Peer__Value *value_of(const message *tree);

static Peer__Floats *floats_of(const message *tree)
{
    Peer__Floats *floats = room_for(sizeof *floats);
    peer__floats__init(floats);
    floats->n_items = tree->count;
    floats->items = room_for(tree->count * sizeof *floats->items);
    memcpy(floats->items, tree->floats, tree->count * sizeof *floats->items);
    return floats;
}

static Peer__List *list_of(const message *tree)
{
    Peer__List *list = room_for(sizeof *list);
    peer__list__init(list);
    list->n_items = tree->count;
    list->items = room_for(tree->count * sizeof(Peer__Value *));
    for (size_t index = 0; index < tree->count; index += 1) {
        list->items[index] = value_of(&tree->items[index]);
    }
    return list;
}

static char *text_of(const message *tree)
{
    char *text = room_for(tree->count);
    memcpy(text, tree->text, tree->count);
    text[tree->count] = '\0';
    return text;
}

static Peer__Dictionary *dictionary_of(const message *tree)
{
    Peer__Dictionary *dictionary = room_for(sizeof *dictionary);
    peer__dictionary__init(dictionary);
    dictionary->n_pairs = tree->count;
    dictionary->pairs = room_for(tree->count * sizeof(Peer__Pair *));
    for (size_t index = 0; index < tree->count; index += 1) {
        Peer__Pair *pair = room_for(sizeof *pair);
        peer__pair__init(pair);
        pair->key = text_of(&tree->items[2 * index]);
        pair->value = value_of(&tree->items[2 * index + 1]);
        dictionary->pairs[index] = pair;
    }
    return dictionary;
}

static void set_number(Peer__Value *value, double number)
{
    if (peer_is_narrow(number)) {
        value->kind_case = PEER__VALUE__KIND_NARROW;
        value->narrow = (float)number;
    } else {
        value->kind_case = PEER__VALUE__KIND_NUMBER;
        value->number = number;
    }
}

static Peer__Value *value_of(const message *tree)
{
    Peer__Value *value = room_for(sizeof *value);
    peer__value__init(value);
    switch (tree->kind) {
    case MESSAGE_NIL:
        break;
    case MESSAGE_BOOL:
        value->kind_case = PEER__VALUE__KIND_BOOLEAN;
        value->boolean = tree->boolean;
        break;
    case MESSAGE_INT:
        value->kind_case = PEER__VALUE__KIND_INTEGER;
        value->integer = tree->integer;
        break;
    case MESSAGE_FLOAT:
        set_number(value, tree->number);
        break;
    case MESSAGE_TEXT:
        value->kind_case = PEER__VALUE__KIND_TEXT;
        value->text = text_of(tree);
        break;
    case MESSAGE_BYTES:
        value->kind_case = PEER__VALUE__KIND_DATA;
        value->data = (ProtobufCBinaryData){.len = tree->count, .data = room_for(tree->count)};
        memcpy(value->data.data, tree->bytes, tree->count);
        break;
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
        value->kind_case = PEER__VALUE__KIND_FLOATS;
        value->floats = floats_of(tree);
        break;
    case MESSAGE_ARRAY:
        value->kind_case = PEER__VALUE__KIND_LIST;
        value->list = list_of(tree);
        break;
    case MESSAGE_DICTIONARY:
        value->kind_case = PEER__VALUE__KIND_DICTIONARY;
        value->dictionary = dictionary_of(tree);
        break;
    case MESSAGE_KINDS:
        break;
    }
    return value;
}

typedef struct sink {
    ProtobufCBuffer base; /* first, so that one is the other */
    peer_packet *out;
} sink;

static void append(ProtobufCBuffer *buffer, size_t size, const uint8_t *bytes)
{
    peer_append(((sink *)buffer)->out, bytes, size);
}

static size_t encode(const message *tree, uint8_t *bytes, size_t capacity)
{
    peer_packet out = {.bytes = bytes, .capacity = capacity};
    Peer__Value *value = value_of(tree);
    sink to = {.base = {.append = append}, .out = &out};
    peer__value__pack_to_buffer(value, &to.base);
    peer__value__free_unpacked(value, NULL);
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

static void look(const Peer__Value *value, peer_seen *seen)
{
    switch (value->kind_case) {
    case PEER__VALUE__KIND__NOT_SET:
        peer_saw_nil(seen);
        break;
    case PEER__VALUE__KIND_BOOLEAN:
        peer_saw_bool(seen, value->boolean != 0);
        break;
    case PEER__VALUE__KIND_INTEGER:
        peer_saw_int(seen, value->integer);
        break;
    case PEER__VALUE__KIND_NUMBER:
        peer_saw_real(seen, value->number);
        break;
    case PEER__VALUE__KIND_NARROW:
        peer_saw_real(seen, (double)value->narrow);
        break;
    case PEER__VALUE__KIND_TEXT:
        peer_saw_text(seen, value->text, strlen(value->text));
        break;
    case PEER__VALUE__KIND_DATA:
        peer_saw_bytes(seen, value->data.data, value->data.len);
        break;
    case PEER__VALUE__KIND_FLOATS:
        peer_saw(seen);
        for (size_t index = 0; index < value->floats->n_items; index += 1) {
            peer_saw_real(seen, (double)value->floats->items[index]);
        }
        break;
    case PEER__VALUE__KIND_LIST:
        peer_saw(seen);
        for (size_t index = 0; index < value->list->n_items; index += 1) {
            look(value->list->items[index], seen);
        }
        break;
    case PEER__VALUE__KIND_DICTIONARY:
        peer_saw(seen);
        for (size_t index = 0; index < value->dictionary->n_pairs; index += 1) {
            const Peer__Pair *pair = value->dictionary->pairs[index];
            peer_saw_text(seen, pair->key, strlen(pair->key));
            look(pair->value, seen);
        }
        break;
    default:
        break;
    }
}

static bool inspect(const uint8_t *bytes, size_t size, peer_seen *seen)
{
    Peer__Value *value = peer__value__unpack(NULL, size, bytes);
    if (value == NULL) {
        return false;
    }
    look(value, seen);
    peer__value__free_unpacked(value, NULL);
    return true;
}

const peer peer_protobuf = {
    .subject = {.name = "protobuf-c",
                .does = "tree; allocates each value; copies text",
                .format = &peer_protobuf_format,
                .treat = treat},
    .inspect = inspect,
};
