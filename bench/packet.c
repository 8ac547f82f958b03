/* SPDX-License-Identifier: MIT */
/* Writes messages as packets. A vector of two or three floats becomes a Vector2 or Vector3, a longer row of floats a
 * PackedFloat32Array. */
#include "bench/packet.h"

#include <stdio.h>
#include <stdlib.h>

static void write_items(gdv_writer *writer, const message *items, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        packet_write(writer, &items[index]);
    }
}

gdv_status packet_write(gdv_writer *writer, const message *tree)
{
    switch (tree->kind) {
    case MESSAGE_NIL:
        return gdv_write_nil(writer);
    case MESSAGE_BOOL:
        return gdv_write_bool(writer, tree->boolean);
    case MESSAGE_INT:
        return gdv_write_int(writer, tree->integer);
    case MESSAGE_FLOAT:
        return gdv_write_float(writer, tree->number);
    case MESSAGE_TEXT:
        return gdv_write_string(writer, tree->text, tree->count);
    case MESSAGE_BYTES:
        return gdv_write_bytes(writer, tree->bytes, tree->count);
    case MESSAGE_VECTOR:
        return gdv_write_floats(writer, tree->count == 2 ? GDV_TYPE_VECTOR2 : GDV_TYPE_VECTOR3, tree->floats,
                                tree->count);
    case MESSAGE_FLOATS:
        return gdv_write_floats(writer, GDV_TYPE_PACKED_FLOAT32_ARRAY, tree->floats, tree->count);
    case MESSAGE_ARRAY:
        gdv_begin_array(writer);
        write_items(writer, tree->items, tree->count);
        return gdv_end(writer);
    case MESSAGE_DICTIONARY:
        gdv_begin_dictionary(writer);
        write_items(writer, tree->items, 2 * tree->count);
        return gdv_end(writer);
    case MESSAGE_KINDS:
        break;
    }
    abort();
}

size_t packet_encode(gdv_dialect dialect, const message *tree, uint8_t *out, size_t capacity)
{
    /* No two keys of a message are equal, so nobody needs to look. */
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    gdv_writer writer;
    size_t size = 0;
    gdv_status status = gdv_writer_init(&writer, out, capacity, dialect, &policy);
    if (status == GDV_OK) {
        packet_write(&writer, tree);
        status = gdv_writer_finish(&writer, NULL, 0, &size);
    }
    if (status != GDV_OK && status != GDV_E_NO_SPACE) {
        fprintf(stderr, "bench: gdv does not write the message: %s\n", gdv_status_text(status));
        abort();
    }
    return size;
}

static size_t encode_godot4(const message *tree, uint8_t *out, size_t capacity)
{
    return packet_encode(GDV_DIALECT_GODOT4_4, tree, out, capacity);
}

static size_t encode_godot3(const message *tree, uint8_t *out, size_t capacity)
{
    return packet_encode(GDV_DIALECT_GODOT3, tree, out, capacity);
}

const workload_format packet_format = {"godot4.4", encode_godot4};
const workload_format packet_format_godot3 = {"godot3", encode_godot3};
