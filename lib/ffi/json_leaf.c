/* SPDX-License-Identifier: MIT */
/* The payload of each layout as typed JSON. Where the packet has changed since it was judged a getter may refuse: then
 * null stands there, so that what is written is JSON all the same. */
#include <gdv/numbers.h>
#include <gdv/structured.h>

#include "../value/resolve.h"
#include "json_sink.h"

#define JSON_NULL "null"

/* One number of a row. The copies keep what a NaN holds, conversions do not. */
static void json_component(gdv_json *to, const gdv_numbers *numbers, size_t row, size_t column)
{
    size_t at = row * numbers->components + column;
    float single;
    double number;
    if (gdv_copy_float(numbers, at, &single, 1) == 1) {
        gdv_json_float(to, single);
    } else if (numbers->component == GDV_COMPONENT_FLOAT64) {
        (void)gdv_copy_double(numbers, at, &number, 1);
        gdv_json_double(to, number);
    } else if (numbers->component == GDV_COMPONENT_INT32) {
        gdv_json_number(to, gdv_component_int(numbers, row, column));
    } else {
        gdv_json_int(to, gdv_component_int(numbers, row, column));
    }
}

/* A math value is one list; an array one of numbers, or of lists where an element has several. */
static void json_numbers(gdv_json *to, const gdv_numbers *numbers, bool packed)
{
    bool lists = packed && numbers->components > 1;
    gdv_json_put(to, "[");
    for (size_t row = 0; row < numbers->elements; row += 1) {
        gdv_json_put(to, row > 0 ? "," : "");
        gdv_json_put(to, lists ? "[" : "");
        for (size_t column = 0; column < numbers->components; column += 1) {
            gdv_json_put(to, column > 0 ? "," : "");
            json_component(to, numbers, row, column);
        }
        gdv_json_put(to, lists ? "]" : "");
    }
    gdv_json_put(to, "]");
}

static void json_strings(gdv_json *to, gdv_strings *strings, size_t most)
{
    gdv_text text;
    gdv_json_put(to, "[");
    for (size_t index = 0; index < most && gdv_strings_next(strings, &text); index += 1) {
        gdv_json_put(to, index > 0 ? "," : "");
        gdv_json_text(to, text);
    }
    gdv_json_put(to, "]");
}

static void json_path(gdv_json *to, gdv_value value)
{
    gdv_node_path path;
    gdv_strings strings;
    gdv_text property;
    (void)!gdv_to_node_path(value, &path);
    (void)!gdv_strings_begin(value, &strings);
    gdv_json_put(to, path.absolute ? "{\"absolute\":true,\"names\":" : "{\"absolute\":false,\"names\":");
    json_strings(to, &strings, path.names);
    gdv_json_put(to, ",\"subnames\":");
    json_strings(to, &strings, path.subnames);
    if (gdv_strings_next(&strings, &property)) { /* the one that is left, in a form that has it */
        gdv_json_put(to, ",\"property\":");
        gdv_json_text(to, property);
    }
    gdv_json_put(to, "}");
}

/* Sent as an id, as all are in Godot 2: there it is null. */
static void json_object(gdv_json *to, gdv_value value)
{
    uint64_t id;
    (void)!gdv_to_object_id(value, &id);
    gdv_json_put(to, "{\"id\":");
    gdv_json_id(to, id);
    gdv_json_put(to, "}");
}

static void json_signal(gdv_json *to, gdv_value value)
{
    gdv_signal signal;
    (void)!gdv_to_signal(value, &signal);
    gdv_json_put(to, "{\"name\":");
    gdv_json_text(to, signal.name);
    gdv_json_put(to, ",\"object\":");
    gdv_json_id(to, signal.object);
    gdv_json_put(to, "}");
}

static void json_field(gdv_json *to, const char *name, uint32_t number)
{
    gdv_json_put(to, name);
    gdv_json_natural(to, number);
}

static void json_image(gdv_json *to, gdv_value value)
{
    gdv_image image;
    if (gdv_to_image(value, &image) != GDV_OK) {
        gdv_json_put(to, JSON_NULL);
        return;
    }
    json_field(to, "{\"format\":", image.format);
    json_field(to, ",\"mipmaps\":", image.mipmaps);
    json_field(to, ",\"width\":", image.width);
    json_field(to, ",\"height\":", image.height);
    gdv_json_put(to, ",\"data\":");
    gdv_json_base64(to, image.bytes, image.size);
    gdv_json_put(to, "}");
}

static void json_event(gdv_json *to, gdv_value value)
{
    gdv_input_event event;
    if (gdv_to_input_event(value, &event) != GDV_OK) {
        gdv_json_put(to, JSON_NULL);
        return;
    }
    json_field(to, "{\"type\":", event.type);
    json_field(to, ",\"device\":", event.device);
    for (uint32_t index = 0; index < event.words; index += 1) {
        json_field(to, index > 0 ? "," : ",\"extra\":[", event.extra[index]);
    }
    gdv_json_put(to, event.words > 0 ? "]}" : ",\"extra\":[]}");
}

static void json_packed_bytes(gdv_json *to, gdv_value value)
{
    const uint8_t *bytes;
    size_t size;
    (void)!gdv_to_bytes(value, &bytes, &size);
    gdv_json_base64(to, bytes, size);
}

/* A math value, an RID, an object of Godot 2, or what has no payload to speak of. */
static void json_fixed(gdv_json *to, gdv_value value)
{
    gdv_numbers numbers;
    uint64_t id;
    if (gdv_to_numbers(value, &numbers) == GDV_OK) {
        json_numbers(to, &numbers, false);
    } else if (gdv_to_rid(value, &id) == GDV_OK) {
        gdv_json_id(to, id);
    } else if (gdv_is_object_id(value)) {
        json_object(to, value);
    } else {
        gdv_json_put(to, JSON_NULL);
    }
}

static void json_packed(gdv_json *to, gdv_value value)
{
    gdv_numbers numbers;
    (void)!gdv_to_numbers(value, &numbers);
    json_numbers(to, &numbers, true);
}

static void json_string_array(gdv_json *to, gdv_value value)
{
    gdv_strings strings;
    (void)!gdv_strings_begin(value, &strings);
    json_strings(to, &strings, gdv_count(value));
}

static void json_bool(gdv_json *to, gdv_value value)
{
    bool set;
    (void)!gdv_to_bool(value, &set);
    gdv_json_put(to, set ? "true" : "false");
}

static void json_int(gdv_json *to, gdv_value value)
{
    gdv_numbers numbers;
    (void)!gdv_to_numbers(value, &numbers);
    gdv_json_int(to, gdv_component_int(&numbers, 0, 0));
}

static void json_float(gdv_json *to, gdv_value value)
{
    gdv_numbers numbers;
    (void)!gdv_to_numbers(value, &numbers);
    gdv_json_double(to, gdv_component_double(&numbers, 0, 0));
}

void gdv_json_leaf(gdv_json *to, gdv_value value, gdv_layout layout)
{
    switch (layout) {
    case GDV_LAYOUT_BOOL:
        json_bool(to, value);
        break;
    case GDV_LAYOUT_INT:
        json_int(to, value);
        break;
    case GDV_LAYOUT_FLOAT:
        json_float(to, value);
        break;
    case GDV_LAYOUT_TEXT:
        gdv_json_text(to, gdv_text_or(value, NULL));
        break;
    case GDV_LAYOUT_NODE_PATH:
        json_path(to, value);
        break;
    case GDV_LAYOUT_OBJECT:
        json_object(to, value);
        break;
    case GDV_LAYOUT_SIGNAL:
        json_signal(to, value);
        break;
    case GDV_LAYOUT_BYTES:
        json_packed_bytes(to, value);
        break;
    case GDV_LAYOUT_PACKED:
        json_packed(to, value);
        break;
    case GDV_LAYOUT_STRINGS:
        json_string_array(to, value);
        break;
    case GDV_LAYOUT_IMAGE:
        json_image(to, value);
        break;
    case GDV_LAYOUT_INPUT_EVENT:
        json_event(to, value);
        break;
    default: /* of fixed size; containers are written by json.c */
        json_fixed(to, value);
        break;
    }
}
