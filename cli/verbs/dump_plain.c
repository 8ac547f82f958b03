/* SPDX-License-Identifier: MIT */
/* --format=plain: JSON as other programs like it, for jq and its like. What is lost on the way is listed in
 * docs/typed-json.md. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "../io/base64.h"
#include "../io/decimal.h"
#include "../io/jsonl.h"
#include "../io/say.h"
#include "../io/utf8.h"
#include "dump.h"

/* --- numbers */

/* Beyond it a reader that has doubles alone would change the number silently. */
#define LARGEST_EXACT ((int64_t)1 << 53)

static void put_int(int64_t number)
{
    bool exact = number >= -LARGEST_EXACT && number <= LARGEST_EXACT;
    out_format(exact ? "%" PRId64 : "\"%" PRId64 "\"", number);
}

static void put_nonfinite(double number)
{
    out(isnan(number) ? "\"nan\"" : number > 0 ? "\"inf\"" : "\"-inf\"");
}

static bool is_whole(gdv_component component)
{
    return component == GDV_COMPONENT_INT8 || component == GDV_COMPONENT_INT16 || component == GDV_COMPONENT_INT32 ||
           component == GDV_COMPONENT_INT64;
}

/* Where `wide`, of any width as a double: a float, which typed JSON has so too. */
static void put_number(const gdv_numbers *numbers, size_t row, size_t column, bool wide)
{
    char text[DECIMAL_SIZE];
    double number = gdv_component_double(numbers, row, column);

    if (is_whole(numbers->component)) {
        put_int(gdv_component_int(numbers, row, column));
    } else if (!isfinite(number)) {
        put_nonfinite(number);
    } else if (numbers->component == GDV_COMPONENT_FLOAT32 && !wide) {
        decimal_of_float((float)number, text);
        out(text);
    } else {
        decimal_of_double(number, text);
        out(text);
    }
}

static void put_row(const gdv_numbers *numbers, size_t row)
{
    out("[");
    for (size_t column = 0; column < numbers->components; column += 1) {
        out(column > 0 ? "," : "");
        put_number(numbers, row, column, false);
    }
    out("]");
}

static bool is_packed(gdv_type type)
{
    return type >= GDV_TYPE_PACKED_BYTE_ARRAY && type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY;
}

/* A vector is a list of numbers, an array one of numbers or of such lists. */
static void put_numbers(gdv_type type, const gdv_numbers *numbers)
{
    if (!is_packed(type)) {
        put_row(numbers, 0);
        return;
    }
    out("[");
    for (size_t row = 0; row < numbers->elements && !out_failed(); row += 1) {
        out(row > 0 ? "," : "");
        if (numbers->components > 1) {
            put_row(numbers, row);
        } else {
            put_number(numbers, row, 0, false);
        }
    }
    out("]");
}

/* --- other leaves */

static void put_text(gdv_value value)
{
    gdv_text text;
    if (gdv_to_text(value, &text) == GDV_OK) {
        jsonl_string(text.bytes, text.size);
    }
}

static void put_base64(const uint8_t *bytes, size_t size)
{
    out("\"");
    base64_out(bytes, size);
    out("\"");
}

static void put_strings(gdv_value value)
{
    gdv_strings strings;
    gdv_text text;
    const char *comma = "";
    out("[");
    if (gdv_strings_begin(value, &strings) == GDV_OK) {
        while (!out_failed() && gdv_strings_next(&strings, &text)) {
            out(comma);
            jsonl_string(text.bytes, text.size);
            comma = ",";
        }
    }
    out("]");
}

/* "/root/a:x", as scripts write it. */
static void put_path(gdv_value value)
{
    gdv_node_path path;
    gdv_strings strings;
    gdv_text text;
    size_t count = 0;
    if (gdv_to_node_path(value, &path) != GDV_OK || gdv_strings_begin(value, &strings) != GDV_OK) {
        return;
    }
    out(path.absolute ? "\"/" : "\"");
    while (!out_failed() && gdv_strings_next(&strings, &text)) {
        if (count > 0 || path.names == 0) {
            out(count < path.names ? "/" : ":");
        }
        jsonl_characters(text.bytes, text.size);
        count += 1;
    }
    out("\"");
}

static void put_object(gdv_value value)
{
    uint64_t id = 0;
    if (gdv_to_object_id(value, &id) == GDV_OK && id != 0) {
        out_format("{\"object_id\":\"%" PRIu64 "\"}", id);
    } else {
        out("null");
    }
}

static void put_rid(gdv_value value)
{
    uint64_t id = 0;
    if (gdv_to_rid(value, &id) == GDV_OK && id != 0) {
        out_format("{\"rid\":\"%" PRIu64 "\"}", id);
    } else {
        out("null");
    }
}

static void put_signal(gdv_value value)
{
    gdv_signal signal;
    if (gdv_to_signal(value, &signal) == GDV_OK) {
        out("{\"signal\":");
        jsonl_string(signal.name.bytes, signal.name.size);
        out_format(",\"object_id\":\"%" PRIu64 "\"}", signal.object);
    }
}

static void put_image(gdv_value value)
{
    gdv_image image;
    if (gdv_to_image(value, &image) == GDV_OK) {
        out_format("{\"format\":%" PRIu32 ",\"mipmaps\":%" PRIu32 ",\"width\":%" PRIu32 ",\"height\":%" PRIu32
                   ",\"data\":",
                   image.format, image.mipmaps, image.width, image.height);
        put_base64(image.bytes, image.size);
        out("}");
    }
}

static void put_input_event(gdv_value value)
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

static void put_bytes(gdv_value value)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    if (gdv_to_bytes(value, &bytes, &size) == GDV_OK) {
        put_base64(bytes, size);
    }
}

/* What has numbers in it, and what has nothing that JSON could hold: nil, callables. */
static void put_rest(gdv_value value)
{
    gdv_numbers numbers;
    gdv_type type = gdv_type_of(value);
    if (gdv_to_numbers(value, &numbers) != GDV_OK) {
        out("null");
    } else if (type == GDV_TYPE_INT || type == GDV_TYPE_FLOAT) {
        put_number(&numbers, 0, 0, true);
    } else {
        put_numbers(type, &numbers);
    }
}

static void put_leaf(gdv_value value)
{
    switch (gdv_type_of(value)) {
    case GDV_TYPE_BOOL:
        out(gdv_bool_or(value, false) ? "true" : "false");
        break;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        put_text(value);
        break;
    case GDV_TYPE_NODE_PATH:
        put_path(value);
        break;
    case GDV_TYPE_RID:
        put_rid(value);
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
        put_input_event(value);
        break;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        put_bytes(value);
        break;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        put_strings(value);
        break;
    default:
        put_rest(value);
        break;
    }
}

/* --- keys */

/* The name of a member: an int, also one that a text spells, or other text. */
typedef struct member {
    gdv_text text; /* NULL bytes for an int */
    int64_t number;
} member;

/* Whether the text is what an int of 64 bits is written as. */
static bool spells_int(gdv_text text, int64_t *number)
{
    size_t at = text.size > 0 && text.bytes[0] == '-' ? 1 : 0;
    bool negative = at == 1;
    uint64_t most = (uint64_t)INT64_MAX + (negative ? 1 : 0);
    uint64_t value = 0;
    bool leading = at < text.size && text.bytes[at] == '0' && (text.size > at + 1 || negative);
    if (at == text.size || leading || text.size > 20) {
        return false;
    }
    for (; at < text.size; at += 1) {
        uint64_t digit = (uint64_t)(unsigned char)text.bytes[at] - '0';
        if (digit > 9 || value > (most - digit) / 10) {
            return false;
        }
        value = 10 * value + digit;
    }
    *number = negative ? -(int64_t)(value - 1) - 1 : (int64_t)value;
    return true;
}

/* What a key is as a member; false where it has to be told otherwise. */
static bool member_of(gdv_value key, member *one)
{
    *one = (member){.text = {NULL, 0}};
    if (gdv_to_int(key, INT64_MIN, INT64_MAX, &one->number) == GDV_OK) {
        return true;
    }
    if (gdv_to_text(key, &one->text) != GDV_OK || !utf8_is_all(one->text.bytes, one->text.size)) {
        return false;
    }
    if (spells_int(one->text, &one->number)) {
        one->text.bytes = NULL;
    }
    return true;
}

static int compare_members(const void *left, const void *right)
{
    const member *one = left;
    const member *other = right;
    if (one->text.bytes == NULL || other->text.bytes == NULL) {
        int kinds = (one->text.bytes != NULL ? 1 : 0) - (other->text.bytes != NULL ? 1 : 0);
        return kinds != 0 ? kinds : (one->number > other->number ? 1 : 0) - (one->number < other->number ? 1 : 0);
    }
    size_t least = one->text.size < other->text.size ? one->text.size : other->text.size;
    int order = memcmp(one->text.bytes, other->text.bytes, least);
    return order != 0 ? order
                      : (one->text.size > other->text.size ? 1 : 0) - (one->text.size < other->text.size ? 1 : 0);
}

/* Whether every key of a dictionary, or name of an object, is a member's name of its own: objects in JSON have no
 * others, and of two members of one name jq keeps the last. Linear in the keys, and their sort. */
static bool has_members(dump_plain *now, gdv_value value)
{
    gdv_iterator each;
    size_t count = 0;
    bool fine = true;
    if (!scratch_reserve(&now->names, (gdv_count(value) + 1) * sizeof(member), "this dictionary")) {
        now->out_of_memory = true;
        return false;
    }
    member *names = now->names.bytes;
    gdv_iterate(value, &each);
    while (fine && gdv_iterate_next(&each)) {
        fine = member_of(each.key, &names[count]);
        count += 1;
    }
    if (fine) {
        qsort(names, count, sizeof names[0], compare_members);
    }
    for (size_t index = 1; fine && index < count; index += 1) {
        fine = compare_members(&names[index - 1], &names[index]) != 0;
    }
    return fine;
}

static void put_member(gdv_value key)
{
    int64_t number = 0;
    if (gdv_to_int(key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
        out_format("\"%" PRId64 "\":", number);
    } else {
        put_text(key);
        out(":");
    }
}

/* --- events */

static void comma(dump_plain *now, uint32_t depth)
{
    out(now->open[depth - 1].filled ? "," : "");
    now->open[depth - 1].filled = true;
}

/* What stands between the last thing written and this value. Returns whether the value itself is still to be written:
 * a member's name is all there is of a key. */
static bool lead_in(dump_plain *now, const gdv_event *event)
{
    bool entries = event->depth > 0 && now->open[event->depth - 1].entries;
    switch (event->role) {
    case GDV_ROLE_ELEMENT:
        comma(now, event->depth);
        break;
    case GDV_ROLE_KEY:
        comma(now, event->depth);
        if (!entries) {
            put_member(event->value);
            return false;
        }
        out("{\"key\":");
        break;
    case GDV_ROLE_VALUE:
    case GDV_ROLE_PROPERTY:
        out(entries ? ",\"value\":" : "");
        break;
    default:
        break;
    }
    return true;
}

static void lead_out(const dump_plain *now, const gdv_event *event, gdv_role role)
{
    bool last = role == GDV_ROLE_VALUE || role == GDV_ROLE_PROPERTY;
    if (event->depth > 0 && last && now->open[event->depth - 1].entries) {
        out("}");
    }
}

static void name_property(dump_plain *now, const gdv_event *event)
{
    comma(now, event->depth);
    if (now->open[event->depth - 1].entries) {
        out("{\"key\":");
        put_text(event->value);
    } else {
        put_member(event->value);
    }
}

static void open_container(dump_plain *now, const gdv_event *event)
{
    gdv_text name = {"", 0};
    bool object = gdv_class_of(event->value, &name) == GDV_OK;
    bool pairs = object || gdv_type_of(event->value) == GDV_TYPE_DICTIONARY;
    bool members = pairs && has_members(now, event->value);

    now->open[event->depth].role = event->role;
    now->open[event->depth].object = object;
    now->open[event->depth].members = members;
    now->open[event->depth].entries = pairs && !members;
    now->open[event->depth].filled = false;
    if (object) {
        out("{\"class\":");
        jsonl_string(name.bytes, name.size);
        out(",\"properties\":");
    }
    out(members ? "{" : "[");
}

static void close_container(dump_plain *now, const gdv_event *event)
{
    out(now->open[event->depth].members ? "}" : "]");
    out(now->open[event->depth].object ? "}" : "");
    lead_out(now, event, now->open[event->depth].role);
}

void dump_plain_event(dump_plain *now, const gdv_event *event)
{
    switch (event->kind) {
    case GDV_EVENT_VALUE:
        if (lead_in(now, event)) {
            put_leaf(event->value);
            lead_out(now, event, event->role);
        }
        break;
    case GDV_EVENT_BEGIN:
        (void)lead_in(now, event);
        open_container(now, event);
        break;
    case GDV_EVENT_NAME:
        name_property(now, event);
        break;
    case GDV_EVENT_END:
        close_container(now, event);
        break;
    default:
        break;
    }
}
