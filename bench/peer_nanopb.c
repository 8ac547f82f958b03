/* SPDX-License-Identifier: MIT */
/* nanopb: fields of a known size go into a struct, the others are handed to callbacks from the stream, which is how a
 * message without bounds and without allocation is read with it. It checks neither UTF-8 (as Debian builds it) nor
 * duplicate keys. */
#include "bench/peer.h"

#include <pb_decode.h>

#include "bench/peer.pb.h"

typedef struct walk {
    uint64_t took; /* something of each value, so that none goes unread */
    size_t values; /* so far */
} walk;

/* Whatever its length, text passes through here. */
enum { PIECE = 256 };

static bool took_value(pb_istream_t *in, walk *from);
static bool on_pair(pb_istream_t *in, const pb_field_t *field, void **argument);

static bool on_text(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    walk *from = *argument;
    uint8_t piece[PIECE];
    while (in->bytes_left != 0) {
        if (!pb_read(in, piece, in->bytes_left < PIECE ? in->bytes_left : PIECE)) {
            return false;
        }
        from->took += piece[0];
    }
    return true;
}

static bool on_float(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    walk *from = *argument;
    uint32_t bits = 0;
    while (in->bytes_left != 0) {
        if (!pb_decode_fixed32(in, &bits)) {
            return false;
        }
        from->took += bits;
        from->values += 1;
    }
    return true;
}

static bool on_item(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    return took_value(in, *argument);
}

static void hand_to(peer_Value *value, walk *from)
{
    value->text = (pb_callback_t){.funcs.decode = on_text, .arg = from};
    value->data = (pb_callback_t){.funcs.decode = on_text, .arg = from};
    value->floats.items = (pb_callback_t){.funcs.decode = on_float, .arg = from};
    value->list.items = (pb_callback_t){.funcs.decode = on_item, .arg = from};
    value->dictionary.pairs = (pb_callback_t){.funcs.decode = on_pair, .arg = from};
}

/* What the struct holds, now that the callbacks have had the rest. */
static void took_fields(const peer_Value *value, walk *from)
{
    from->values += 1;
    from->took += (uint64_t)value->integer + (uint64_t)value->boolean;
    from->took += value->number > 0 || value->narrow > 0 ? 1 : 0;
}

static bool on_pair(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    walk *from = *argument;
    peer_Pair pair = peer_Pair_init_zero;
    pair.key = (pb_callback_t){.funcs.decode = on_text, .arg = from};
    hand_to(&pair.value, from);
    if (!pb_decode_noinit(in, peer_Pair_fields, &pair)) {
        return false;
    }
    from->values += 1; /* the key */
    took_fields(&pair.value, from);
    return true;
}

static bool took_value(pb_istream_t *in, walk *from)
{
    peer_Value value = peer_Value_init_zero;
    hand_to(&value, from);
    if (!pb_decode_noinit(in, peer_Value_fields, &value)) {
        return false;
    }
    took_fields(&value, from);
    return true;
}

static volatile uint64_t taken;

/* How many values there are; 0 where the packet is refused. */
static size_t count(const uint8_t *bytes, size_t size)
{
    pb_istream_t in = pb_istream_from_buffer(bytes, size);
    walk from = {.values = 0};
    const bool sound = took_value(&in, &from);
    taken = from.took;
    return sound ? from.values : 0;
}

static size_t treat(void *context, const workload_packet *packet)
{
    (void)context;
    return count(packet->bytes, packet->size) != 0 ? packet->values : 0;
}

const peer peer_nanopb = {
    .subject = {.name = "nanopb",
                .does = "walk; callbacks for text, arrays and dictionaries; copies text",
                .format = &peer_protobuf_format,
                .treat = treat},
    .count = count,
};
