/* SPDX-License-Identifier: MIT */
/* libcbor, both ways that it has: cbor_load builds a tree, in which each value is allocated on its own, text is copied and
 * its UTF-8 checked; cbor_stream_decode calls back for each value and checks no more than that it lies within the
 * packet, so that what belongs together is the caller's to count. Duplicate keys pass. */
#include "bench/peer.h"

#include <cbor.h>
#include <string.h>

/* ---- to CBOR, in the shortest form of each head */

static void put(peer_packet *out, const message *tree)
{
    unsigned char head[9];
    size_t size = 0;
    switch (tree->kind) {
    case MESSAGE_NIL:
        size = cbor_encode_null(head, sizeof head);
        break;
    case MESSAGE_BOOL:
        size = cbor_encode_bool(tree->boolean, head, sizeof head);
        break;
    case MESSAGE_INT:
        size = tree->integer >= 0 ? cbor_encode_uint((uint64_t)tree->integer, head, sizeof head)
                                  : cbor_encode_negint((uint64_t)(-1 - tree->integer), head, sizeof head);
        break;
    case MESSAGE_FLOAT:
        size = peer_is_narrow(tree->number) ? cbor_encode_single((float)tree->number, head, sizeof head)
                                            : cbor_encode_double(tree->number, head, sizeof head);
        break;
    case MESSAGE_TEXT:
        size = cbor_encode_string_start(tree->count, head, sizeof head);
        break;
    case MESSAGE_BYTES:
        size = cbor_encode_bytestring_start(tree->count, head, sizeof head);
        break;
    case MESSAGE_VECTOR:
    case MESSAGE_FLOATS:
    case MESSAGE_ARRAY:
        size = cbor_encode_array_start(tree->count, head, sizeof head);
        break;
    case MESSAGE_DICTIONARY:
        size = cbor_encode_map_start(tree->count, head, sizeof head);
        break;
    case MESSAGE_KINDS:
        break;
    }
    peer_append(out, head, size);
    if (tree->kind == MESSAGE_TEXT) {
        peer_append(out, tree->text, tree->count);
    } else if (tree->kind == MESSAGE_BYTES) {
        peer_append(out, tree->bytes, tree->count);
    } else if (tree->kind == MESSAGE_VECTOR || tree->kind == MESSAGE_FLOATS) {
        for (size_t index = 0; index < tree->count; index += 1) {
            peer_append(out, head, cbor_encode_single(tree->floats[index], head, sizeof head));
        }
    } else if (tree->kind == MESSAGE_ARRAY || tree->kind == MESSAGE_DICTIONARY) {
        for (size_t index = 0; index < tree->count * (tree->kind == MESSAGE_ARRAY ? 1 : 2); index += 1) {
            put(out, &tree->items[index]);
        }
    }
}

static size_t encode(const message *tree, uint8_t *bytes, size_t capacity)
{
    peer_packet out = {.bytes = bytes, .capacity = capacity};
    put(&out, tree);
    return out.size;
}

static const workload_format cbor = {.name = "CBOR", .encode = encode};

/* ---- the tree */

static cbor_item_t *load(const uint8_t *bytes, size_t size)
{
    struct cbor_load_result result;
    cbor_item_t *root = cbor_load(bytes, size, &result);
    if (root != NULL && result.read != size) {
        cbor_decref(&root);
    }
    return root;
}

static size_t treat_tree(void *context, const workload_packet *packet)
{
    (void)context;
    cbor_item_t *root = load(packet->bytes, packet->size);
    if (root == NULL) {
        return 0;
    }
    cbor_decref(&root);
    return packet->values;
}

static size_t values_of(const cbor_item_t *item)
{
    size_t values = 1;
    if (cbor_isa_array(item)) {
        for (size_t index = 0; index < cbor_array_size(item); index += 1) {
            values += values_of(cbor_array_handle(item)[index]);
        }
    } else if (cbor_isa_map(item)) {
        for (size_t index = 0; index < cbor_map_size(item); index += 1) {
            values += values_of(cbor_map_handle(item)[index].key) + values_of(cbor_map_handle(item)[index].value);
        }
    }
    return values;
}

static size_t count_tree(const uint8_t *bytes, size_t size)
{
    cbor_item_t *root = load(bytes, size);
    if (root == NULL) {
        return 0;
    }
    const size_t values = values_of(root);
    cbor_decref(&root);
    return values;
}

/* ---- the stream */

typedef struct stream {
    uint64_t owed; /* values that heads promised and that have not come yet */
    uint64_t took; /* something of each value, so that none goes unread */
    size_t items;  /* of all containers */
} stream;

static void took_int(stream *from, int64_t value)
{
    from->owed -= 1;
    from->took += (uint64_t)value;
}

static void took_real(stream *from, double value)
{
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof bits);
    from->owed -= 1;
    from->took += bits;
}

static void took_container(stream *from, uint64_t items)
{
    from->owed += items - 1;
    from->items += items;
}

/* libcbor has a callback for each width and sign. */
#define ON_INT(name, type, meaning)                                                                                    \
    static void name(void *from, type value)                                                                           \
    {                                                                                                                  \
        took_int(from, meaning);                                                                                       \
    }
ON_INT(on_uint8, uint8_t, value)
ON_INT(on_uint16, uint16_t, value)
ON_INT(on_uint32, uint32_t, value)
ON_INT(on_uint64, uint64_t, (int64_t)value)
ON_INT(on_negint8, uint8_t, -1 - (int64_t)value)
ON_INT(on_negint16, uint16_t, -1 - (int64_t)value)
ON_INT(on_negint32, uint32_t, -1 - (int64_t)value)
ON_INT(on_negint64, uint64_t, -1 - (int64_t)value)

/* Of text, and of bytes. */
static void on_string(void *context, cbor_data text, size_t size)
{
    stream *from = context;
    (void)text;
    from->owed -= 1;
    from->took += size;
}

static void on_array(void *from, size_t count)
{
    took_container(from, count);
}

static void on_map(void *from, size_t count)
{
    took_container(from, 2 * (uint64_t)count);
}

static void on_float(void *from, float value)
{
    took_real(from, (double)value);
}

static void on_double(void *from, double value)
{
    took_real(from, value);
}

static void on_null(void *from)
{
    took_int(from, 0);
}

static void on_bool(void *from, bool value)
{
    took_int(from, value ? 1 : 0);
}

static volatile uint64_t taken;

/* How many values there are; 0 where the packet is refused. */
static size_t walk(const uint8_t *bytes, size_t size)
{
    static const struct cbor_callbacks callbacks = {
        .uint8 = on_uint8,
        .uint16 = on_uint16,
        .uint32 = on_uint32,
        .uint64 = on_uint64,
        .negint64 = on_negint64,
        .negint32 = on_negint32,
        .negint16 = on_negint16,
        .negint8 = on_negint8,
        .byte_string_start = cbor_null_byte_string_start_callback,
        .byte_string = on_string,
        .string = on_string,
        .string_start = cbor_null_string_start_callback,
        .indef_array_start = cbor_null_indef_array_start_callback,
        .array_start = on_array,
        .indef_map_start = cbor_null_indef_map_start_callback,
        .map_start = on_map,
        .tag = cbor_null_tag_callback,
        .float2 = on_float,
        .float4 = on_float,
        .float8 = on_double,
        .undefined = cbor_null_undefined_callback,
        .null = on_null,
        .boolean = on_bool,
        .indef_break = cbor_null_indef_break_callback,
    };
    stream from = {.owed = 1};
    size_t at = 0;
    while (from.owed != 0) {
        const struct cbor_decoder_result step = cbor_stream_decode(bytes + at, size - at, &callbacks, &from);
        if (step.status != CBOR_DECODER_FINISHED) {
            return 0;
        }
        at += step.read;
    }
    taken = from.took;
    return at == size ? 1 + from.items : 0;
}

static size_t treat_stream(void *context, const workload_packet *packet)
{
    (void)context;
    return walk(packet->bytes, packet->size) != 0 ? packet->values : 0;
}

const peer peer_cbor_tree = {
    .subject = {.name = "libcbor/load",
                .does = "tree; allocates each value; copies text; UTF-8",
                .format = &cbor,
                .treat = treat_tree},
    .count = count_tree,
};

const peer peer_cbor_stream = {
    .subject = {.name = "libcbor/stream",
                .does = "walk; one callback a value; text stays in the packet",
                .format = &cbor,
                .treat = treat_stream},
    .count = walk,
};
