/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../io/base64.h"
#include "../io/decimal.h"
#include "../io/jsonl.h"
#include "../io/say.h"
#include "../io/utf8.h"
#include "../typed/typed_key.h"
#include "dump.h"

/* --- text */

static void put_text(gdv_text text)
{
    if (utf8_is_all(text.bytes, text.size)) {
        jsonl_string(text.bytes, text.size);
        return;
    }
    out("{\"bytes\":\"");
    base64_out((const uint8_t *)text.bytes, text.size);
    out("\"}");
}

/* --- numbers */

#define QUIET_NAN 0x7ff8000000000000u
#define QUIET_NAN32 0x7fc00000u

static void put_double(double number)
{
    char text[DECIMAL_SIZE];
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    if (isnan(number)) {
        if (bits == QUIET_NAN) {
            out("\"nan\"");
        } else {
            out_format("\"nan:%016" PRIx64 "\"", bits);
        }
    } else if (isinf(number)) {
        out(number > 0 ? "\"inf\"" : "\"-inf\"");
    } else {
        decimal_of_double(number, text);
        out(text);
    }
}

static void put_float(float number)
{
    char text[DECIMAL_SIZE];
    uint32_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    if (isnan(number)) {
        if (bits == QUIET_NAN32) {
            out("\"nan\"");
        } else {
            out_format("\"nan:%08" PRIx32 "\"", bits);
        }
    } else if (isinf(number)) {
        out(number > 0 ? "\"inf\"" : "\"-inf\"");
    } else {
        decimal_of_float(number, text);
        out(text);
    }
}

/* One number of a row. The copies keep what a NaN holds, conversions do not. */
static void put_part(const gdv_numbers *parts, size_t at)
{
    int32_t int32 = 0;
    int64_t int64 = 0;
    float single = 0;
    double number = 0;

    switch (parts->component) {
    case GDV_COMPONENT_INT32:
        (void)gdv_copy_int32(parts, at, &int32, 1);
        out_format("%" PRId32, int32);
        break;
    case GDV_COMPONENT_INT64:
        (void)gdv_copy_int64(parts, at, &int64, 1);
        out_format("\"%" PRId64 "\"", int64);
        break;
    case GDV_COMPONENT_FLOAT32:
        (void)gdv_copy_float(parts, at, &single, 1);
        put_float(single);
        break;
    default:
        (void)gdv_copy_double(parts, at, &number, 1);
        put_double(number);
        break;
    }
}

/* A math value is one list; an array one of numbers, or of lists where an element has several. */
static void put_parts(gdv_value value, const gdv_numbers *parts)
{
    gdv_type type = gdv_type_of(value);
    bool packed = type >= GDV_TYPE_PACKED_BYTE_ARRAY && type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY;
    bool lists = packed && parts->components > 1;

    out("[");
    for (size_t row = 0; row < parts->elements && !out_failed(); row += 1) {
        out(row > 0 ? "," : "");
        out(lists ? "[" : "");
        for (size_t column = 0; column < parts->components; column += 1) {
            out(column > 0 ? "," : "");
            put_part(parts, row * parts->components + column);
        }
        out(lists ? "]" : "");
    }
    out("]");
}

/* --- other leaves */

static void put_strings(gdv_strings *strings, size_t most)
{
    gdv_text text;
    out("[");
    for (size_t index = 0; index < most && !out_failed() && gdv_strings_next(strings, &text); index += 1) {
        out(index > 0 ? "," : "");
        put_text(text);
    }
    out("]");
}

static void put_path(gdv_value value)
{
    gdv_node_path path;
    gdv_strings strings;
    gdv_text property;
    if (gdv_to_node_path(value, &path) != GDV_OK || gdv_strings_begin(value, &strings) != GDV_OK) {
        return;
    }
    out(path.absolute ? "{\"absolute\":true,\"names\":" : "{\"absolute\":false,\"names\":");
    put_strings(&strings, path.names);
    out(",\"subnames\":");
    put_strings(&strings, path.subnames);
    if (path.property && gdv_strings_next(&strings, &property)) {
        out(",\"property\":");
        put_text(property);
    }
    out("}");
}

static void put_object(gdv_value value)
{
    uint64_t id = 0;
    if (gdv_to_object_id(value, &id) == GDV_OK) {
        out_format("{\"id\":\"%" PRIu64 "\"}", id);
    } else {
        out("{\"class\":\"\",\"properties\":[]}"); /* null, as objects in full have it */
    }
}

static void put_signal(gdv_value value)
{
    gdv_signal signal;
    if (gdv_to_signal(value, &signal) == GDV_OK) {
        out("{\"name\":");
        put_text(signal.name);
        out_format(",\"object\":\"%" PRIu64 "\"}", signal.object);
    }
}

static void put_image(gdv_value value)
{
    gdv_image image;
    if (gdv_to_image(value, &image) == GDV_OK) {
        out_format("{\"format\":%" PRIu32 ",\"mipmaps\":%" PRIu32 ",\"width\":%" PRIu32 ",\"height\":%" PRIu32
                   ",\"data\":\"",
                   image.format, image.mipmaps, image.width, image.height);
        base64_out(image.bytes, image.size);
        out("\"}");
    }
}

static void put_event(gdv_value value)
{
    gdv_input_event event;
    if (gdv_to_input_event(value, &event) == GDV_OK) {
        out_format("{\"type\":%" PRIu32 ",\"device\":%" PRIu32 ",\"extra\":[", event.type, event.device);
        for (uint32_t index = 0; index < event.words; index += 1) {
            out_format("%s%" PRIu32, index > 0 ? "," : "", event.extra[index]);
        }
        out("]}");
    }
}

static void put_packed_bytes(gdv_value value)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    if (gdv_to_bytes(value, &bytes, &size) == GDV_OK) {
        out("\"");
        base64_out(bytes, size);
        out("\"");
    }
}

static void put_scalar(gdv_value value)
{
    gdv_numbers parts;
    gdv_text text;
    gdv_strings strings;
    uint64_t id = 0;

    switch (gdv_type_of(value)) {
    case GDV_TYPE_BOOL:
        out(gdv_bool_or(value, false) ? "true" : "false");
        break;
    case GDV_TYPE_INT:
        out_format("\"%" PRId64 "\"", gdv_int_or(value, INT64_MIN, INT64_MAX, 0));
        break;
    case GDV_TYPE_FLOAT:
        if (gdv_to_numbers(value, &parts) == GDV_OK) {
            put_double(gdv_component_double(&parts, 0, 0));
        }
        break;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        if (gdv_to_text(value, &text) == GDV_OK) {
            put_text(text);
        }
        break;
    case GDV_TYPE_RID:
        (void)!gdv_to_rid(value, &id);
        out_format("\"%" PRIu64 "\"", id);
        break;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        if (gdv_strings_begin(value, &strings) == GDV_OK) {
            put_strings(&strings, SIZE_MAX);
        }
        break;
    default: /* nil, callable */
        out("null");
        break;
    }
}

static void put_leaf(gdv_value value)
{
    gdv_numbers parts;
    switch (gdv_type_of(value)) {
    case GDV_TYPE_NODE_PATH:
        put_path(value);
        break;
    case GDV_TYPE_OBJECT:
        put_object(value);
        break;
    case GDV_TYPE_SIGNAL:
        put_signal(value);
        break;
    case GDV_TYPE_IMAGE:
        put_image(value);
        break;
    case GDV_TYPE_INPUT_EVENT:
        put_event(value);
        break;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        put_packed_bytes(value);
        break;
    case GDV_TYPE_INT:
    case GDV_TYPE_FLOAT:
        put_scalar(value);
        break;
    default:
        if (gdv_to_numbers(value, &parts) == GDV_OK) {
            put_parts(value, &parts);
        } else {
            put_scalar(value);
        }
        break;
    }
}

/* --- events */

/* What stands between the last thing written and this value. */
static void lead_in(dump_json *now, const gdv_event *event)
{
    if (event->depth == 0) {
        return;
    }
    bool follows = now->open[event->depth - 1].filled;
    switch (event->role) {
    case GDV_ROLE_ELEMENT:
        out(follows ? "," : "");
        break;
    case GDV_ROLE_KEY:
        out(follows ? ",[" : "[");
        break;
    default: /* what its key or name stands before */
        out(",");
        break;
    }
    now->open[event->depth - 1].filled = true;
}

/* A value that belongs to a key or a name is the last of its pair. */
static void lead_out(const gdv_event *event, gdv_role role)
{
    out("}");
    if (event->depth > 0 && (role == GDV_ROLE_VALUE || role == GDV_ROLE_PROPERTY)) {
        out("]");
    }
}

static void put_key(dump_json *now, gdv_value value)
{
    out("{\"");
    typed_key_put(&now->to, value);
    out("\":");
}

static void open_container(dump_json *now, const gdv_event *event)
{
    gdv_text name;
    put_key(now, event->value);
    now->open[event->depth].object = gdv_class_of(event->value, &name) == GDV_OK;
    now->open[event->depth].role = event->role;
    now->open[event->depth].filled = false;
    if (now->open[event->depth].object) {
        out("{\"class\":");
        put_text(name);
        out(",\"properties\":");
    }
    out("[");
}

static void put_name(dump_json *now, const gdv_event *event)
{
    gdv_text name;
    if (gdv_to_text(event->value, &name) == GDV_OK) {
        out(now->open[event->depth - 1].filled ? ",[" : "[");
        put_text(name);
    }
}

void dump_json_event(dump_json *now, const gdv_event *event)
{
    switch (event->kind) {
    case GDV_EVENT_VALUE:
        lead_in(now, event);
        put_key(now, event->value);
        put_leaf(event->value);
        lead_out(event, event->role);
        break;
    case GDV_EVENT_BEGIN:
        lead_in(now, event);
        open_container(now, event);
        break;
    case GDV_EVENT_NAME:
        put_name(now, event);
        break;
    case GDV_EVENT_END:
        out(now->open[event->depth].object ? "]}" : "]");
        lead_out(event, now->open[event->depth].role);
        break;
    default:
        break;
    }
}
