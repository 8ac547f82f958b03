/* SPDX-License-Identifier: MIT */
/* msgpack-c: a tree of values in a memory zone made for each packet, text and bytes left in the packet. It checks
 * neither UTF-8 nor duplicate keys. */
#include "bench/peer.h"

#include <msgpack.h>

static int append(void *out, const char *bytes, size_t size)
{
    peer_append(out, bytes, size);
    return 0;
}

static void put(msgpack_packer *packer, const message *tree)
{
    switch (tree->kind) {
    case MESSAGE_NIL:
        msgpack_pack_nil(packer);
        break;
    case MESSAGE_BOOL:
        (void)(tree->boolean ? msgpack_pack_true(packer) : msgpack_pack_false(packer));
        break;
    case MESSAGE_INT:
        msgpack_pack_int64(packer, tree->integer);
        break;
    case MESSAGE_FLOAT:
        (void)(peer_is_narrow(tree->number) ? msgpack_pack_float(packer, (float)tree->number)
                                            : msgpack_pack_double(packer, tree->number));
        break;
    case MESSAGE_TEXT:
        msgpack_pack_str(packer, tree->count);
        msgpack_pack_str_body(packer, tree->text, tree->count);
        break;
    case MESSAGE_BYTES:
        msgpack_pack_bin(packer, tree->count);
        msgpack_pack_bin_body(packer, tree->bytes, tree->count);
        break;
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
        msgpack_pack_array(packer, tree->count);
        for (size_t index = 0; index < tree->count; index += 1) {
            msgpack_pack_float(packer, tree->floats[index]);
        }
        break;
    case MESSAGE_ARRAY:
        msgpack_pack_array(packer, tree->count);
        for (size_t index = 0; index < tree->count; index += 1) {
            put(packer, &tree->items[index]);
        }
        break;
    case MESSAGE_DICTIONARY:
        msgpack_pack_map(packer, tree->count);
        for (size_t index = 0; index < 2 * tree->count; index += 1) {
            put(packer, &tree->items[index]);
        }
        break;
    case MESSAGE_KINDS:
        break;
    }
}

static size_t encode(const message *tree, uint8_t *bytes, size_t capacity)
{
    peer_packet out = {.bytes = bytes, .capacity = capacity};
    msgpack_packer packer;
    msgpack_packer_init(&packer, &out, append);
    put(&packer, tree);
    return out.size;
}

static const workload_format format = {.name = "MessagePack", .encode = encode};

static bool unpack(msgpack_unpacked *result, const uint8_t *bytes, size_t size)
{
    size_t read = 0;
    msgpack_unpacked_init(result);
    return msgpack_unpack_next(result, (const char *)bytes, size, &read) == MSGPACK_UNPACK_SUCCESS && read == size;
}

static size_t treat(void *context, const workload_packet *packet)
{
    (void)context;
    msgpack_unpacked result;
    const bool sound = unpack(&result, packet->bytes, packet->size);
    msgpack_unpacked_destroy(&result);
    return sound ? packet->values : 0;
}

static size_t values_of(const msgpack_object *value)
{
    size_t values = 1;
    if (value->type == MSGPACK_OBJECT_ARRAY) {
        for (uint32_t index = 0; index < value->via.array.size; index += 1) {
            values += values_of(&value->via.array.ptr[index]);
        }
    } else if (value->type == MSGPACK_OBJECT_MAP) {
        for (uint32_t index = 0; index < value->via.map.size; index += 1) {
            values += values_of(&value->via.map.ptr[index].key) + values_of(&value->via.map.ptr[index].val);
        }
    }
    return values;
}

static size_t count(const uint8_t *bytes, size_t size)
{
    msgpack_unpacked result;
    const size_t values = unpack(&result, bytes, size) ? values_of(&result.data) : 0;
    msgpack_unpacked_destroy(&result);
    return values;
}

const peer peer_msgpack = {
    .subject = {.name = "msgpack-c",
                .does = "tree; allocates a zone; text stays in the packet",
                .format = &format,
                .treat = treat},
    .count = count,
};
