/* SPDX-License-Identifier: MIT */
/* nanopb: fields of a known size go into a struct, the others are handed to callbacks from the stream, which is how a
 * message without bounds and without allocation is read with it. It checks neither UTF-8 (as Debian builds it) nor
 * duplicate keys. */
#include "bench/peer.h"

#include <string.h>

#include <pb_decode.h>

#include "bench/peer.pb.h"

typedef struct walk {
    uint64_t took;  /* something of each value, so that none goes unread */
    uint64_t texts; /* and byte strings, so far */
    peer_seen *seen;
} walk;

/* Whatever its length, text passes through here. */
enum { PIECE = 256, INSPECTED = 1 << 20 };

static bool took_value(pb_istream_t *in, walk *from);
static bool on_pair(pb_istream_t *in, const pb_field_t *field, void **argument);

/* What is inspected is kept whole; what is timed need not be. */
static bool took_piece_by_piece(pb_istream_t *in, walk *from, void (*saw)(peer_seen *, const void *, size_t))
{
    static uint8_t kept[INSPECTED];
    uint8_t piece[PIECE];
    const size_t size = in->bytes_left;
    from->texts += 1;
    for (size_t at = 0; in->bytes_left != 0;) {
        const size_t here = in->bytes_left < PIECE ? in->bytes_left : PIECE;
        if (!pb_read(in, piece, here)) {
            return false;
        }
        from->took += piece[0];
        if (from->seen != NULL && size <= INSPECTED) {
            memcpy(kept + at, piece, here);
        }
        at += here;
    }
    if (from->seen != NULL) {
        saw(from->seen, kept, size);
    }
    return true;
}

static bool on_text(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    return took_piece_by_piece(in, *argument, peer_saw_text);
}

static bool on_data(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    return took_piece_by_piece(in, *argument, peer_saw_bytes);
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
        if (from->seen != NULL) {
            float number = 0;
            memcpy(&number, &bits, sizeof number);
            peer_saw_real(from->seen, (double)number);
        }
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
    value->data = (pb_callback_t){.funcs.decode = on_data, .arg = from};
    value->floats.items = (pb_callback_t){.funcs.decode = on_float, .arg = from};
    value->list.items = (pb_callback_t){.funcs.decode = on_item, .arg = from};
    value->dictionary.pairs = (pb_callback_t){.funcs.decode = on_pair, .arg = from};
}

/* What the struct holds, now that the callbacks have had the rest. */
static void took_fields(const peer_Value *value, uint64_t texts, walk *from)
{
    from->took += (uint64_t)value->integer + (uint64_t)value->boolean;
    from->took += value->number > 0 || value->narrow > 0 ? 1 : 0;
    if (from->seen == NULL) {
        return;
    }
    if (value->has_floats || value->has_list || value->has_dictionary) {
        peer_saw(from->seen);
    } else if (value->has_boolean) {
        peer_saw_bool(from->seen, value->boolean);
    } else if (value->has_integer) {
        peer_saw_int(from->seen, value->integer);
    } else if (value->has_number) {
        peer_saw_real(from->seen, value->number);
    } else if (value->has_narrow) {
        peer_saw_real(from->seen, (double)value->narrow);
    } else if (from->texts == texts) {
        peer_saw_nil(from->seen);
    }
}

static bool on_pair(pb_istream_t *in, const pb_field_t *field, void **argument)
{
    (void)field;
    walk *from = *argument;
    peer_Pair pair = peer_Pair_init_zero;
    pair.key = (pb_callback_t){.funcs.decode = on_text, .arg = from};
    hand_to(&pair.value, from);
    const uint64_t texts = from->texts;
    if (!pb_decode_noinit(in, peer_Pair_fields, &pair)) {
        return false;
    }
    took_fields(&pair.value, texts + 1, from);
    return true;
}

static bool took_value(pb_istream_t *in, walk *from)
{
    peer_Value value = peer_Value_init_zero;
    hand_to(&value, from);
    const uint64_t texts = from->texts;
    if (!pb_decode_noinit(in, peer_Value_fields, &value)) {
        return false;
    }
    took_fields(&value, texts, from);
    return true;
}

static volatile uint64_t taken;

static bool inspect(const uint8_t *bytes, size_t size, peer_seen *seen)
{
    pb_istream_t in = pb_istream_from_buffer(bytes, size);
    walk from = {.seen = seen};
    const bool sound = took_value(&in, &from);
    taken = from.took;
    return sound;
}

static size_t treat(void *context, const workload_packet *packet)
{
    (void)context;
    return inspect(packet->bytes, packet->size, NULL) ? packet->values : 0;
}

const peer peer_nanopb = {
    .subject = {.name = "nanopb",
                .does = "walk; callbacks for text, arrays and dictionaries; copies text",
                .format = &peer_protobuf_format,
                .treat = treat},
    .inspect = inspect,
};
