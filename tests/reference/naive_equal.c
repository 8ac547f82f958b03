/* SPDX-License-Identifier: MIT */
/* The naive decoder: which keys an engine takes for one (section 7), by comparing two trees. */
#include <math.h>
#include <string.h>

#include "tests/reference/naive_reader.h"

static bool is_godot4(gdv_dialect dialect)
{
    return gdv_dialect_family(dialect) == GDV_FAMILY_GODOT4;
}

static bool same_text(naive_text one, naive_text other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.bytes, other.bytes, one.size) == 0);
}

static bool same_texts(const naive_value *one, const naive_value *other)
{
    bool same = one->text_count == other->text_count;
    for (size_t index = 0; same && index < one->text_count; index += 1) {
        same = same_text(one->texts[index], other->texts[index]);
    }
    return same;
}

/* Floats as doubles, whatever their width: 0 = -0, NaN = NaN. In Godot 2 as their bits, and NaN equals nothing. */
static bool same_floats(gdv_dialect dialect, double one, double other)
{
    bool same = one == other || (isnan(one) && isnan(other));
    bool unlike = isnan(one) || (one == 0 && signbit(one) != signbit(other));
    return same && !(dialect == GDV_DIALECT_GODOT2 && unlike);
}

/* Ints, and of one width where it is not INT, as bits. */
static bool same_numbers(gdv_dialect dialect, const naive_value *one, const naive_value *other)
{
    bool floats = one->part == GDV_COMPONENT_FLOAT32 || one->part == GDV_COMPONENT_FLOAT64;
    bool same = one->rows == other->rows;
    for (size_t index = 0; same && index < one->rows * one->components; index += 1) {
        double first = naive_double(one->part, one->numbers[index]);
        double second = naive_double(other->part, other->numbers[index]);
        same = floats ? same_floats(dialect, first, second) : one->numbers[index] == other->numbers[index];
    }
    return same;
}

static bool same_path(gdv_dialect dialect, const naive_value *one, const naive_value *other)
{
    /* "/" is read as "" (section 5.3) */
    bool root_is_lost = one->text_count == 0 && dialect != GDV_DIALECT_GODOT4_3 && dialect != GDV_DIALECT_GODOT4_4;
    return one->old_form == other->old_form && one->names == other->names && one->property == other->property &&
           (one->absolute == other->absolute || root_is_lost) && same_texts(one, other);
}

/* What Godot 2 reads of a path: an empty property is none, and without names it is empty. */
static naive_value godot2_path(const naive_value *path)
{
    naive_value read = *path;
    if (read.property && read.texts[read.text_count - 1].size == 0) {
        read.property = false;
        read.text_count -= 1;
    }
    if (read.names == 0) {
        read.property = false;
        read.absolute = false;
        read.text_count = 0;
    }
    return read;
}

static bool same_godot2_path(const naive_value *one, const naive_value *other)
{
    const naive_value first = godot2_path(one);
    const naive_value second = godot2_path(other);
    return same_path(GDV_DIALECT_GODOT2, &first, &second);
}

/* Of the device nothing is known: rather too much is equal. */
static bool same_event(const naive_value *one, const naive_value *other)
{
    const uint32_t key = 1, joystick_motion = 4, modifiers = 0x1e000000u, minus_zero = 0x80000000u;
    bool same = one->words[0] == other->words[0];
    for (size_t word = 0; same && word < one->extra; word += 1) {
        uint32_t first = one->words[2 + word];
        uint32_t second = other->words[2 + word];
        if (one->words[0] == key && word == 0) {
            first &= modifiers;
            second &= modifiers;
        }
        if (one->words[0] == joystick_motion && word == 1) {
            first = first == minus_zero ? 0 : first;
            second = second == minus_zero ? 0 : second;
        }
        same = first == second;
    }
    return same;
}

/* Null is an id of 0, and a class of no name; what is not null becomes an object of its own. */
static bool is_null(const naive_value *object)
{
    return object->by_id ? object->id == 0 : object->texts[0].size == 0;
}

static bool is_text(const naive_value *value)
{
    return value->type == GDV_TYPE_STRING || value->type == GDV_TYPE_STRING_NAME;
}

static bool same_value(gdv_dialect dialect, const naive_value *one, const naive_value *other);

/* Arrays, and in Godot 4 dictionaries: their keys are keys again. In order, because that is how engines make the number
 * from the content that two keys must share before they are compared. */
static bool same_children(gdv_dialect dialect, const naive_value *one, const naive_value *other)
{
    bool pairs = one->type == GDV_TYPE_DICTIONARY;
    bool same = one->count == other->count;
    for (size_t child = 0; same && child < one->count * (pairs ? 2 : 1); child += 1) {
        bool key = pairs && child % 2 == 0;
        same = key ? naive_same_key(dialect, &one->children[child], &other->children[child])
                   : same_value(dialect, &one->children[child], &other->children[child]);
    }
    return same;
}

static bool same_value(gdv_dialect dialect, const naive_value *one, const naive_value *other)
{
    if (one->type != other->type) {
        return false;
    }
    switch (one->type) {
    case GDV_TYPE_NIL:
    case GDV_TYPE_CALLABLE:
        return true;
    case GDV_TYPE_BOOL:
        return one->truth == other->truth;
    case GDV_TYPE_INT:
        return one->whole == other->whole;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return same_texts(one, other);
    case GDV_TYPE_NODE_PATH:
        return dialect == GDV_DIALECT_GODOT2 ? same_godot2_path(one, other) : same_path(dialect, one, other);
    case GDV_TYPE_RID:
        return one->id == other->id;
    case GDV_TYPE_SIGNAL:
        return one->id == other->id && same_texts(one, other);
    case GDV_TYPE_OBJECT:
        return is_null(one) && is_null(other);
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return same_text(one->bytes, other->bytes);
    case GDV_TYPE_ARRAY:
        return same_children(dialect, one, other);
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return one->elements.type == other->elements.type && same_children(dialect, one, other);
    case GDV_TYPE_DICTIONARY:
        /* by identity but in Godot 4: two that were decoded are never one */
        return is_godot4(dialect) && same_children(dialect, one, other);
    case GDV_TYPE_IMAGE: /* of those that are not empty each equals itself alone */
        return !naive_image_is_kept(one) && !naive_image_is_kept(other);
    case GDV_TYPE_INPUT_EVENT:
        return same_event(one, other);
    default:
        return same_numbers(dialect, one, other);
    }
}

bool naive_same_key(gdv_dialect dialect, const naive_value *one, const naive_value *other)
{
    /* in Godot 4 a StringName that is a key equals the String of the same text, an element of an array does not */
    if (is_godot4(dialect) && is_text(one) && is_text(other)) {
        return same_texts(one, other);
    }
    return same_value(dialect, one, other);
}
