/* SPDX-License-Identifier: MIT */
#include "tests/support/naive_alike.h"

#include <math.h>
#include <string.h>

/* What differs first, of all that the functions below compare. */
typedef struct comparison {
    const char *differs;
} comparison;

static void same(comparison *in, bool kept, const char *what)
{
    if (!kept && in->differs == NULL) {
        in->differs = what;
    }
}

static bool same_text(gdv_text text, naive_text naive)
{
    return text.size == naive.size && (text.size == 0 || memcmp(text.bytes, naive.bytes, text.size) == 0);
}

/* ---- numbers ---- */

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The bits of one component, through the copy that keeps them. */
static uint64_t part_bits(comparison *in, const gdv_numbers *parts, size_t index)
{
    int32_t int32 = 0;
    int64_t int64 = 0;
    float narrow = 0.0F;
    double wide = 0.0;
    uint32_t low = 0;
    uint64_t bits = 0;
    switch (parts->component) {
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
        return (uint64_t)gdv_component_int(parts, index, 0);
    case GDV_COMPONENT_INT32:
        same(in, gdv_copy_int32(parts, index, &int32, 1) == 1, "an int32 is copied");
        memcpy(&low, &int32, sizeof low);
        return low;
    case GDV_COMPONENT_INT64:
        same(in, gdv_copy_int64(parts, index, &int64, 1) == 1, "an int64 is copied");
        memcpy(&bits, &int64, sizeof bits);
        return bits;
    case GDV_COMPONENT_FLOAT32:
        same(in, gdv_copy_float(parts, index, &narrow, 1) == 1, "a float is copied");
        memcpy(&low, &narrow, sizeof low);
        return low;
    default:
        same(in, gdv_copy_double(parts, index, &wide, 1) == 1, "a double is copied");
        return bits_of(wide);
    }
}

static void compare_numbers(comparison *in, gdv_value value, const naive_value *naive)
{
    gdv_numbers parts;
    gdv_status status = gdv_to_numbers(value, &parts);
    same(in, (status == GDV_OK) == (naive->part != GDV_COMPONENT_NONE), "both have numbers, or neither");
    same(in, parts.component == naive->part && parts.elements == naive->rows && parts.components == naive->components,
         "numbers have the same shape");
    for (size_t index = 0; index < naive->rows * naive->components; index += 1) {
        same(in, part_bits(in, &parts, index) == naive->numbers[index], "numbers have the same bits");
    }
    int64_t whole = 0;
    same(in, gdv_to_int(value, INT64_MIN, INT64_MAX, &whole) != GDV_OK || naive->type == GDV_TYPE_INT, "an int is one");
    same(in, whole == naive->whole, "ints are the same");
    same(in, gdv_bool_or(value, false) == naive->truth, "bools are the same");
    double fraction = 0.0;
    if (gdv_to_double(value, -INFINITY, INFINITY, &fraction) == GDV_OK) {
        double expected = 0.0;
        float narrow = 0.0F;
        uint32_t low = (uint32_t)(naive->numbers[0] & 0xffffffffu);
        memcpy(&expected, &naive->numbers[0], sizeof expected);
        memcpy(&narrow, &low, sizeof narrow);
        expected = naive->part == GDV_COMPONENT_FLOAT64 ? expected : (double)narrow;
        same(in, bits_of(fraction) == bits_of(expected), "floats are the same");
    }
}

/* ---- texts and bytes ---- */

static void compare_texts(comparison *in, gdv_value value, const naive_value *naive)
{
    gdv_text text = {"", 0};
    gdv_strings strings;
    gdv_node_path path;
    bool is_text = naive->type == GDV_TYPE_STRING || naive->type == GDV_TYPE_STRING_NAME;
    same(in, (gdv_to_text(value, &text) == GDV_OK) == is_text, "both are texts, or neither");
    same(in, !is_text || same_text(text, naive->texts[0]), "texts are the same");

    bool is_path = naive->type == GDV_TYPE_NODE_PATH;
    bool listed = is_path || naive->type == GDV_TYPE_PACKED_STRING_ARRAY;
    same(in, (gdv_strings_begin(value, &strings) == GDV_OK) == listed, "both have strings, or neither");
    for (size_t index = 0; listed && index < naive->text_count; index += 1) {
        same(in, gdv_strings_next(&strings, &text) && same_text(text, naive->texts[index]), "strings are the same");
    }
    same(in, !gdv_strings_next(&strings, &text), "there are no more strings");
    same(in, (gdv_to_node_path(value, &path) == GDV_OK) == is_path, "both are paths, or neither");
    same(in,
         path.absolute == naive->absolute && path.property == naive->property && path.old_form == naive->old_form &&
             path.names == naive->names && path.subnames == naive->subnames,
         "paths have the same shape");
}

static void compare_bytes(comparison *in, gdv_value value, const naive_value *naive)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    gdv_image image;
    gdv_input_event event;
    bool is_image = naive->type == GDV_TYPE_IMAGE;
    bool is_event = naive->type == GDV_TYPE_INPUT_EVENT;
    same(in, (gdv_to_bytes(value, &bytes, &size) == GDV_OK) == (naive->type == GDV_TYPE_PACKED_BYTE_ARRAY),
         "both are bytes, or neither");
    same(in, (gdv_to_image(value, &image) == GDV_OK) == is_image, "both are images, or neither");
    same(in, (gdv_to_input_event(value, &event) == GDV_OK) == is_event, "both are input events, or neither");
    if (is_image) {
        bytes = image.bytes;
        size = image.size;
        same(in,
             image.format == naive->words[0] && image.mipmaps == naive->words[1] && image.width == naive->words[2] &&
                 image.height == naive->words[3],
             "images have the same shape");
    }
    same(in, size == naive->bytes.size && (size == 0 || memcmp(bytes, naive->bytes.bytes, size) == 0),
         "bytes are the same");
    same(in,
         !is_event ||
             (event.type == naive->words[0] && event.device == naive->words[1] && event.words == naive->extra &&
              event.extra[0] == naive->words[2] && event.extra[1] == naive->words[3]),
         "input events are the same");
}

/* ---- what containers and objects say of themselves ---- */

static void compare_declared(comparison *in, const gdv_element *element, const naive_declared *naive)
{
    same(in, element->kind == naive->kind && element->type == naive->type, "containers declare the same type");
    same(in, same_text(element->name, naive->name), "containers declare the same class");
}

static void compare_compounds(comparison *in, gdv_value value, const naive_value *naive)
{
    gdv_element element;
    gdv_text name = {"", 0};
    gdv_signal signal;
    uint64_t id = 0;
    if (gdv_element_of(value, &element) == GDV_OK) {
        compare_declared(in, &element, &naive->elements);
    }
    if (gdv_value_element_of(value, &element) == GDV_OK) {
        same(in, naive->type == GDV_TYPE_DICTIONARY, "a dictionary is one");
        compare_declared(in, &element, &naive->values);
    }
    same(in, gdv_is_shared(value) == naive->shared, "both are shared, or neither");

    bool is_object = naive->type == GDV_TYPE_OBJECT;
    same(in, (gdv_to_object_id(value, &id) == GDV_OK) == (is_object && naive->by_id), "both are ids, or neither");
    same(in, !naive->by_id || id == naive->id, "object ids are the same");
    same(in, (gdv_class_of(value, &name) == GDV_OK) == (is_object && !naive->by_id), "both are objects, or neither");
    same(in, !is_object || naive->by_id || same_text(name, naive->texts[0]), "classes are the same");

    bool is_rid = naive->type == GDV_TYPE_RID;
    bool is_signal = naive->type == GDV_TYPE_SIGNAL;
    same(in, (gdv_to_rid(value, &id) == GDV_OK) == is_rid && (!is_rid || id == naive->id), "RIDs are the same");
    same(in, (gdv_to_signal(value, &signal) == GDV_OK) == is_signal, "both are signals, or neither");
    same(in, !is_signal || (signal.object == naive->id && same_text(signal.name, naive->texts[0])),
         "signals are the same");
}

/* What gdv_count counts of a value (value.h). */
static size_t counted(const naive_value *naive)
{
    switch (naive->type) {
    case GDV_TYPE_NODE_PATH:
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return naive->text_count;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        return naive->texts[0].size;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return naive->bytes.size;
    default:
        return naive->container ? naive->count : naive->type >= GDV_TYPE_PACKED_BYTE_ARRAY ? naive->rows : 0;
    }
}

/* ---- the tree ---- */

static void compare(comparison *in, gdv_value value, const naive_value *naive);

static void compare_children(comparison *in, gdv_value value, const naive_value *naive)
{
    gdv_iterator children;
    gdv_text name = {"", 0};
    const bool keyed = naive->type == GDV_TYPE_DICTIONARY;
    gdv_iterate(value, &children);
    for (size_t index = 0; index < naive->count; index += 1) {
        same(in, gdv_iterate_next(&children), "there are as many children");
        if (naive->type == GDV_TYPE_OBJECT) {
            same(in, gdv_to_text(children.key, &name) == GDV_OK && same_text(name, naive->property_names[index]),
                 "properties have the same names");
        }
        if (keyed) {
            compare(in, children.key, &naive->children[2 * index]);
        }
        compare(in, children.value, &naive->children[keyed ? 2 * index + 1 : index]);
    }
    same(in, !gdv_iterate_next(&children), "there are no more children");
}

static void compare(comparison *in, gdv_value value, const naive_value *naive)
{
    same(in, gdv_type_of(value) == naive->type, "types are the same");
    if (in->differs != NULL) {
        return;
    }
    same(in, gdv_count(value) == counted(naive), "counts are the same");
    compare_numbers(in, value, naive);
    compare_texts(in, value, naive);
    compare_bytes(in, value, naive);
    compare_compounds(in, value, naive);
    if (naive->container && in->differs == NULL) {
        compare_children(in, value, naive);
    }
}

const char *naive_differs(gdv_value value, const naive_value *naive)
{
    comparison in = {NULL};
    compare(&in, value, naive);
    return in.differs;
}
