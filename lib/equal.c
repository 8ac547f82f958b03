/* SPDX-License-Identifier: MIT */
#include "equal.h"

#include <stdbool.h>

#include "number.h"
#include "text.h"
#include "value.h"

/* A value that is being compared: the scan stands behind its header and payload. */
typedef struct side {
    gdv_scan scan;
    gdv_event event;
} side;

static int order_of(uint64_t one, uint64_t other)
{
    return one < other ? -1 : one > other ? 1 : 0;
}

/* Doubles that engines take for equal get equal bits. */
static uint64_t normal_bits(uint64_t bits)
{
    uint64_t magnitude = bits & 0x7fffffffffffffffu;
    if (magnitude > 0x7ff0000000000000u) {
        return 0x7ff8000000000000u;
    }
    return magnitude == 0 ? 0 : bits;
}

/* Both sides read the same packet, so either cursor sees both. */
static int order_of_bytes(const side *one, uint32_t at_one, uint32_t at_other, uint32_t size)
{
    return gdv_order_at(&one->scan.in, at_one, at_other, size);
}

static int order_of_floats(const side *one, const side *other, uint32_t n)
{
    uint32_t width_one = gdv_part_width(&one->event);
    uint32_t width_other = gdv_part_width(&other->event);
    int order = 0;
    for (uint32_t index = 0; index < n && order == 0; index += 1) {
        uint64_t bits_one = gdv_double_bits_at(&one->scan.in, one->event.data + index * width_one, width_one);
        uint64_t bits_other = gdv_double_bits_at(&other->scan.in, other->event.data + index * width_other, width_other);
        order = order_of(normal_bits(bits_one), normal_bits(bits_other));
    }
    return order;
}

/* What engines keep of each text, compared byte by byte. Where lax UTF-8 is permitted, two spellings of one code point
 * count as two keys. */
static int order_of_texts(const side *one, const side *other, uint32_t at_one, uint32_t size_one, uint32_t at_other,
                          uint32_t size_other)
{
    gdv_text_trim(&one->scan.in, &at_one, &size_one);
    gdv_text_trim(&other->scan.in, &at_other, &size_other);
    int order = order_of(size_one, size_other);
    return order != 0 ? order : order_of_bytes(one, at_one, at_other, size_one);
}

/* The next of several strings in a row: a length word, text, padding. All of it has been read before. */
static uint32_t next_text(const gdv_cursor *in, uint32_t *pos, uint32_t *size)
{
    uint32_t text = *pos + 4;
    *size = gdv_u32_at(in, *pos);
    *pos = text + *size + gdv_padding(*size);
    return text;
}

static int order_of_strings(const side *one, const side *other, uint32_t n)
{
    uint32_t pos_one = one->event.data;
    uint32_t pos_other = other->event.data;
    uint32_t size_one = 0;
    uint32_t size_other = 0;
    int order = 0;
    for (uint32_t index = 0; index < n && order == 0; index += 1) {
        uint32_t at_one = next_text(&one->scan.in, &pos_one, &size_one);
        uint32_t at_other = next_text(&other->scan.in, &pos_other, &size_other);
        order = order_of_texts(one, other, at_one, size_one, at_other, size_other);
    }
    return order;
}

/* Number of names and flags that count, for a path of the new form; 0 for one of the old, which is a text. */
static uint64_t path_shape(const side *path)
{
    const gdv_cursor *in = &path->scan.in;
    uint32_t first = gdv_u32_at(in, path->event.at + 4);
    if (first < 0x80000000u) {
        return 0;
    }
    bool property = (path->scan.grammar->traits & GDV_TRAIT_PROPERTY) != 0;
    bool root_lost = path->event.count == 0 && (path->scan.grammar->traits & GDV_TRAIT_KEEPS_ROOT) == 0;
    uint32_t flags = root_lost ? 0 : gdv_u32_at(in, path->event.at + 12) & (property ? 3u : 1u);
    return ((uint64_t)first << 2) + flags;
}

static int order_of_paths(const side *one, const side *other)
{
    int order = order_of(path_shape(one), path_shape(other));
    if (order == 0) {
        order = order_of(one->event.count, other->event.count);
    }
    if (order != 0) {
        return order;
    }
    if (path_shape(one) == 0) {
        return order_of_bytes(one, one->event.data, other->event.data, one->event.count);
    }
    return order_of_strings(one, other, one->event.count);
}

static uint64_t int_bits(const side *number)
{
    const gdv_cursor *in = &number->scan.in;
    if ((number->event.flags & 1u) != 0) {
        return gdv_u64_at(in, number->event.data);
    }
    uint32_t word = gdv_u32_at(in, number->event.data);
    return word < 0x80000000u ? word : 0xffffffff00000000u + word;
}

/* By place: what equals nothing but itself. */
static int order_of_places(const side *one, const side *other)
{
    return order_of(one->event.at, other->event.at);
}

/* Null as an id of 0 or as a class of no name; other objects become new ones, each equal to itself alone. */
static bool is_null(const side *object)
{
    const gdv_cursor *in = &object->scan.in;
    if (object->event.wire->form != GDV_FORM_OBJECT) {
        return false;
    }
    if ((object->event.flags & 1u) != 0) {
        return gdv_u64_at(in, object->event.data) == 0;
    }
    uint32_t at = object->event.data;
    uint32_t size = gdv_u32_at(in, at - 4);
    gdv_text_trim(in, &at, &size);
    return size == 0;
}

static int order_of_objects(const side *one, const side *other)
{
    bool null_one = is_null(one);
    bool null_other = is_null(other);
    if (null_one || null_other) {
        return order_of(null_other, null_one); /* nulls first, or the order would not be one */
    }
    return order_of_places(one, other);
}

/* Two values of the same kind, their children aside. */
static int order_of_payloads(const side *one, const side *other)
{
    const gdv_wire *wire = one->event.wire;
    int order = 0;

    switch ((gdv_form)wire->form) {
    case GDV_FORM_INT:
        return order_of(int_bits(one), int_bits(other));
    case GDV_FORM_BOOL:
        return order_of(gdv_u32_at(&one->scan.in, one->event.data) != 0,
                        gdv_u32_at(&other->scan.in, other->event.data) != 0);
    case GDV_FORM_FIXED:
    case GDV_FORM_FLOAT:
        if (gdv_is_float(wire)) {
            return order_of_floats(one, other, wire->size / 4);
        }
        return order_of_bytes(one, one->event.data, other->event.data, wire->size);
    case GDV_FORM_TEXT:
        return order_of_texts(one, other, one->event.data, one->event.count, other->event.data, other->event.count);
    case GDV_FORM_SIGNAL:
        order = order_of_texts(one, other, one->event.data, one->event.count, other->event.data, other->event.count);
        return order != 0 ? order : order_of_bytes(one, one->event.end - 8, other->event.end - 8, 8);
    case GDV_FORM_NODE_PATH:
        return order_of_paths(one, other);
    case GDV_FORM_ARRAY:
        return order_of(one->event.count, other->event.count);
    case GDV_FORM_TYPED_ARRAY:
        order = order_of(one->event.key_id, other->event.key_id);
        return order != 0 ? order : order_of(one->event.count, other->event.count);
    case GDV_FORM_DICTIONARY:
        if ((one->scan.grammar->traits & GDV_TRAIT_CONTENT_KEYS) != 0) {
            return order_of(one->event.count, other->event.count);
        }
        return order_of_places(one, other);
    case GDV_FORM_BYTES:
    case GDV_FORM_PACKED:
    case GDV_FORM_STRINGS:
        order = order_of(one->event.count, other->event.count);
        if (order != 0) {
            return order;
        }
        if (wire->form == GDV_FORM_STRINGS) {
            return order_of_strings(one, other, one->event.count);
        }
        if (gdv_is_float(wire)) {
            return order_of_floats(one, other, one->event.count * (wire->size / gdv_narrow_width(wire)));
        }
        return order_of_bytes(one, one->event.data, other->event.data,
                              one->event.count * (wire->form == GDV_FORM_BYTES ? 1u : wire->size));
    case GDV_FORM_OBJECT:
    case GDV_FORM_IMAGE:
    case GDV_FORM_INPUT_EVENT:
    case GDV_FORM_COUNT:
        break;
    }
    return order_of_objects(one, other);
}

/* In Godot 4 a key that is a StringName equals the String of the same text; inside an array they differ. */
static uint32_t kind_of(const gdv_scan *scan, const gdv_wire *wire, bool outermost)
{
    bool as_string = outermost && (scan->grammar->traits & GDV_TRAIT_NAME_IS_STRING) != 0;
    return as_string && wire->type == GDV_TYPE_STRING_NAME ? (uint32_t)GDV_TYPE_STRING : wire->type;
}

/* Reads the next value of a key. Its bytes have passed once, so this fails only if the memory changed meanwhile; the
 * checks are the same as then, so even that is safe. */
static bool read_next(side *value)
{
    if (gdv_left(&value->scan.in) < 4) {
        return false;
    }
    value->scan.in.reserved = 4;
    gdv_status status = gdv_value_read(&value->scan, GDV_ANY_ID, 0, &value->event);
    value->scan.in.reserved = 0;
    return status == GDV_OK;
}

static void start_side(side *value, const gdv_scan *scan, uint32_t at)
{
    value->scan = *scan;
    value->scan.in.pos = at;
    value->scan.in.reserved = 0;
    value->scan.values = 0;
    value->scan.depth = 0;
}

static int order_of_values(const gdv_scan *scan, uint32_t one, uint32_t other)
{
    side first;
    side second;
    start_side(&first, scan, one);
    start_side(&second, scan, other);

    int order = 0;
    bool outermost = true;
    uint64_t to_come = 1;
    while (to_come > 0 && order == 0) {
        bool read = read_next(&first) && read_next(&second);
        if (!read) {
            return order_of(one, other);
        }
        order = order_of(kind_of(scan, first.event.wire, outermost), kind_of(scan, second.event.wire, outermost));
        if (order == 0) {
            order = order_of_payloads(&first, &second);
        }
        to_come += first.event.children;
        to_come -= 1;
        outermost = false;
    }
    return order;
}

/* Whether engines may keep less of a text than the packet has. */
static bool is_trimmed(const gdv_scan *scan)
{
    return (scan->permit & (GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM)) != 0;
}

static const gdv_wire *row_at(const gdv_scan *scan, uint32_t at)
{
    uint32_t id = gdv_u32_at(&scan->in, at) & scan->grammar->id_mask;
    return &scan->grammar->types[id < scan->grammar->count ? id : 0];
}

/* Keys are text nearly always, and text that has been read once need not be read again to be compared. */
int gdv_key_order(const gdv_scan *scan, uint32_t one, uint32_t other)
{
    const gdv_cursor *in = &scan->in;
    const gdv_wire *row_one = row_at(scan, one);
    const gdv_wire *row_other = row_at(scan, other);
    if (is_trimmed(scan) || row_one->form != GDV_FORM_TEXT || row_other->form != GDV_FORM_TEXT) {
        return order_of_values(scan, one, other);
    }
    int order = order_of(kind_of(scan, row_one, true), kind_of(scan, row_other, true));
    uint32_t size = gdv_u32_at(in, one + 4);
    if (order == 0) {
        order = order_of(size, gdv_u32_at(in, other + 4));
    }
    return order != 0 ? order : gdv_order_at(in, one + 8, other + 8, size);
}

/* A product of two 32-bit numbers fits 64 bits; its middle mixes both. */
static uint32_t mix(uint32_t seed, uint32_t word)
{
    uint64_t product = (uint64_t)(seed ^ word) * 0x9e3779b1u;
    return (uint32_t)((product >> 16) & 0xffffffffu);
}

static uint32_t mix_bytes(uint32_t seed, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    uint32_t print = seed;
    uint32_t done = 0;
    while (size - done >= 4) {
        print = mix(print, gdv_u32_at(in, at + done));
        done += 4;
    }
    while (done < size) {
        print = mix(print, gdv_u8_at(in, at + done));
        done += 1;
    }
    return print;
}

static uint32_t mix_floats(uint32_t seed, const gdv_cursor *in, const gdv_event *event)
{
    uint32_t width = gdv_part_width(event);
    uint32_t print = seed;
    for (uint32_t part = 0; part < event->wire->size / 4u; part += 1) {
        uint64_t bits = normal_bits(gdv_double_bits_at(in, event->data + part * width, width));
        print = mix(mix(print, (uint32_t)(bits & 0xffffffffu)), (uint32_t)(bits >> 32));
    }
    return print;
}

uint32_t gdv_key_fingerprint(const gdv_scan *scan, const gdv_event *event)
{
    const gdv_cursor *in = &scan->in;
    uint32_t kind = kind_of(scan, event->wire, true);
    uint32_t low = 0;

    switch ((gdv_form)event->wire->form) {
    case GDV_FORM_TEXT:
        return is_trimmed(scan) ? kind : mix_bytes(mix(kind, event->count), in, event->data, event->count);
    case GDV_FORM_INT:
        low = gdv_u32_at(in, event->data);
        if ((event->flags & 1u) != 0) {
            return mix(mix(kind, low), gdv_u32_at(in, event->data + 4));
        }
        return mix(mix(kind, low), low < 0x80000000u ? 0u : 0xffffffffu);
    case GDV_FORM_FIXED:
    case GDV_FORM_FLOAT:
        return gdv_is_float(event->wire) ? mix_floats(kind, in, event)
                                         : mix_bytes(kind, in, event->data, event->wire->size);
    case GDV_FORM_BYTES:
        return mix_bytes(mix(kind, event->count), in, event->data, event->count);
    case GDV_FORM_NODE_PATH:
    case GDV_FORM_DICTIONARY:
    case GDV_FORM_ARRAY:
    case GDV_FORM_TYPED_ARRAY:
    case GDV_FORM_PACKED:
    case GDV_FORM_STRINGS:
        return mix(kind, event->count);
    case GDV_FORM_BOOL:
    case GDV_FORM_OBJECT:
    case GDV_FORM_SIGNAL:
    case GDV_FORM_IMAGE:
    case GDV_FORM_INPUT_EVENT:
    case GDV_FORM_COUNT:
        break;
    }
    return kind;
}
