/* SPDX-License-Identifier: MIT */
/* msgpack-c: a tree of values in a memory zone that each packet gets anew, text and bytes left in the packet. It checks
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

static void look(const msgpack_object *value, peer_seen *seen)
{
    switch (value->type) {
    case MSGPACK_OBJECT_NIL:
        peer_saw_nil(seen);
        break;
    case MSGPACK_OBJECT_BOOLEAN:
        peer_saw_bool(seen, value->via.boolean);
        break;
    case MSGPACK_OBJECT_POSITIVE_INTEGER:
    case MSGPACK_OBJECT_NEGATIVE_INTEGER:
        peer_saw_int(seen, value->via.i64);
        break;
    case MSGPACK_OBJECT_FLOAT32:
    case MSGPACK_OBJECT_FLOAT64:
        peer_saw_real(seen, value->via.f64);
        break;
    case MSGPACK_OBJECT_STR:
        peer_saw_text(seen, value->via.str.ptr, value->via.str.size);
        break;
    case MSGPACK_OBJECT_BIN:
        peer_saw_bytes(seen, value->via.bin.ptr, value->via.bin.size);
        break;
    case MSGPACK_OBJECT_ARRAY:
        peer_saw(seen);
        for (uint32_t index = 0; index < value->via.array.size; index += 1) {
            look(&value->via.array.ptr[index], seen);
        }
        break;
    case MSGPACK_OBJECT_MAP:
        peer_saw(seen);
        for (uint32_t index = 0; index < value->via.map.size; index += 1) {
            look(&value->via.map.ptr[index].key, seen);
            look(&value->via.map.ptr[index].val, seen);
        }
        break;
    case MSGPACK_OBJECT_EXT:
        break;
    }
}

static bool inspect(const uint8_t *bytes, size_t size, peer_seen *seen)
{
    msgpack_unpacked result;
    const bool sound = unpack(&result, bytes, size);
    if (sound) {
        look(&result.data, seen);
    }
    msgpack_unpacked_destroy(&result);
    return sound;
}

const peer peer_msgpack = {
    .subject = {.name = "msgpack-c",
                .does = "tree; allocates a zone; text stays in the packet",
                .format = &format,
                .treat = treat},
    .inspect = inspect,
};
