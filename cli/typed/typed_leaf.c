/* SPDX-License-Identifier: MIT */
#include "typed_leaf.h"

#include <stdio.h>
#include <string.h>

#include "../io/base64.h"
#include "../io/utf8.h"
#include "typed_number.h"

/* --- parts of payloads */

bool typed_members(typed *now, const json_t *node, const char *const *members, size_t count, const char *names)
{
    bool fine = json_object_size(node) == count;
    for (size_t index = 0; fine && index < count; index += 1) {
        fine = json_object_get(node, members[index]) != NULL;
    }
    return fine || typed_wrong(now, "", "an object of %s expected", names);
}

static bool read_base64(typed *now, const json_t *node, const char *suffix, const uint8_t **bytes, size_t *size)
{
    const char *text = json_string_value(node);
    if (text == NULL) {
        return typed_wrong(now, suffix, "a string of base64 expected");
    }
    size_t length = json_string_length(node);
    uint8_t *decoded = typed_memory(now, length);
    if (decoded == NULL) {
        return false;
    }
    *bytes = decoded;
    return base64_decode(text, length, decoded, size) ||
           typed_wrong(now, suffix, "not base64 of the standard alphabet, padded, without blanks");
}

bool typed_text(typed *now, const json_t *node, const char *suffix, gdv_text *text)
{
    const uint8_t *bytes = NULL;
    *text = (gdv_text){json_string_value(node), json_string_length(node)};
    if (text->bytes != NULL) {
        return true;
    }
    const json_t *encoded = json_object_get(node, "bytes");
    if (encoded == NULL || json_object_size(node) != 1) {
        return typed_wrong(now, suffix, "a string expected, or {\"bytes\": BASE64}");
    }
    if (!read_base64(now, encoded, suffix, &bytes, &text->size)) {
        return false;
    }
    text->bytes = (const char *)bytes;
    return !utf8_is_all(text->bytes, text->size) ||
           typed_wrong(now, suffix, "these bytes are UTF-8: a string expected");
}

/* A list of texts, appended to others. */
static bool read_texts(typed *now, const json_t *list, const char *place, gdv_text *texts)
{
    char suffix[64];
    for (size_t index = 0; index < json_array_size(list); index += 1) {
        (void)snprintf(suffix, sizeof suffix, "%s[%zu]", place, index);
        if (!typed_text(now, json_array_get(list, index), suffix, &texts[index])) {
            return false;
        }
    }
    return true;
}

static gdv_text *texts_for(typed *now, const json_t *list, const char *place)
{
    if (!json_is_array(list)) {
        (void)typed_wrong(now, place, "a list of strings expected");
        return NULL;
    }
    return typed_memory(now, json_array_size(list) * sizeof(gdv_text));
}

/* --- payloads */

static bool put_null(typed *now, const typed_key *key, const json_t *payload)
{
    if (!json_is_null(payload)) {
        return typed_wrong(now, "", "null expected");
    }
    return typed_took(now,
                      key->type == GDV_TYPE_CALLABLE ? gdv_write_callable(now->writer) : gdv_write_nil(now->writer));
}

static bool put_bool(typed *now, const json_t *payload)
{
    if (!json_is_boolean(payload)) {
        return typed_wrong(now, "", "true or false expected");
    }
    return typed_took(now, gdv_write_bool(now->writer, json_is_true(payload)));
}

static bool put_int(typed *now, const json_t *payload)
{
    int64_t number = 0;
    return typed_digits(now, payload, "", &number) && typed_took(now, gdv_write_int(now->writer, number));
}

static bool put_float(typed *now, const json_t *payload)
{
    double number = 0;
    return typed_double(now, payload, "", &number) && typed_took(now, gdv_write_float(now->writer, number));
}

static bool put_string(typed *now, const typed_key *key, const json_t *payload)
{
    gdv_text text;
    if (!typed_text(now, payload, "", &text)) {
        return false;
    }
    return typed_took(now, key->type == GDV_TYPE_STRING_NAME ? gdv_write_string_name(now->writer, text.bytes, text.size)
                                                             : gdv_write_string(now->writer, text.bytes, text.size));
}

static bool put_path(typed *now, const json_t *payload)
{
    static const char *const members[] = {"absolute", "names", "subnames", "property"};
    const json_t *absolute = json_object_get(payload, members[0]);
    const json_t *names = json_object_get(payload, members[1]);
    const json_t *subnames = json_object_get(payload, members[2]);
    const json_t *property = json_object_get(payload, members[3]);
    gdv_text last;

    if (!typed_members(now, payload, members, property == NULL ? 3 : 4, "absolute, names and subnames")) {
        return false;
    }
    if (!json_is_boolean(absolute)) {
        return typed_wrong(now, ".absolute", "true or false expected");
    }
    gdv_text *name_texts = texts_for(now, names, ".names");
    gdv_text *subname_texts = name_texts == NULL ? NULL : texts_for(now, subnames, ".subnames");
    if (subname_texts == NULL || !read_texts(now, names, ".names", name_texts) ||
        !read_texts(now, subnames, ".subnames", subname_texts) ||
        (property != NULL && !typed_text(now, property, ".property", &last))) {
        return false;
    }
    return typed_took(now,
                      gdv_write_node_path(now->writer, json_is_true(absolute), name_texts, json_array_size(names),
                                          subname_texts, json_array_size(subnames), property == NULL ? NULL : &last));
}

static bool put_rid(typed *now, const json_t *payload)
{
    uint64_t id = 0;
    return typed_id(now, payload, "", &id) && typed_took(now, gdv_write_rid(now->writer, id));
}

static bool put_signal(typed *now, const json_t *payload)
{
    static const char *const members[] = {"name", "object"};
    gdv_signal signal = {{"", 0}, 0};
    return typed_members(now, payload, members, 2, "name and object") &&
           typed_text(now, json_object_get(payload, "name"), ".name", &signal.name) &&
           typed_id(now, json_object_get(payload, "object"), ".object", &signal.object) &&
           typed_took(now, gdv_write_signal(now->writer, &signal));
}

static bool put_bytes(typed *now, const json_t *payload)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    return read_base64(now, payload, "", &bytes, &size) && typed_took(now, gdv_write_bytes(now->writer, bytes, size));
}

static bool put_strings(typed *now, const json_t *payload)
{
    gdv_text *texts = texts_for(now, payload, "");
    return texts != NULL && read_texts(now, payload, "", texts) &&
           typed_took(now, gdv_write_strings(now->writer, texts, json_array_size(payload)));
}

/* A member that is an unsigned integer of 32 bits. */
static bool read_word(typed *now, const json_t *node, const char *suffix, uint32_t *word)
{
    int64_t number = 0;
    bool fine = typed_int(now, node, suffix, 0, UINT32_MAX, &number);
    *word = fine ? (uint32_t)number : 0;
    return fine;
}

static bool put_image(typed *now, const json_t *payload)
{
    static const char *const members[] = {"format", "mipmaps", "width", "height", "data"};
    static const char *const suffixes[] = {".format", ".mipmaps", ".width", ".height"};
    gdv_image image = {.size = 0};
    uint32_t *const numbers[] = {&image.format, &image.mipmaps, &image.width, &image.height};

    if (!typed_members(now, payload, members, 5, "format, mipmaps, width, height and data")) {
        return false;
    }
    for (size_t index = 0; index < 4; index += 1) {
        if (!read_word(now, json_object_get(payload, members[index]), suffixes[index], numbers[index])) {
            return false;
        }
    }
    return read_base64(now, json_object_get(payload, "data"), ".data", &image.bytes, &image.size) &&
           typed_took(now, gdv_write_image(now->writer, &image));
}

static bool put_event(typed *now, const json_t *payload)
{
    static const char *const members[] = {"type", "device", "extra"};
    gdv_input_event event = {.words = 0};
    const json_t *extra = json_object_get(payload, "extra");

    if (!typed_members(now, payload, members, 3, "type, device and extra") ||
        !read_word(now, json_object_get(payload, "type"), ".type", &event.type) ||
        !read_word(now, json_object_get(payload, "device"), ".device", &event.device)) {
        return false;
    }
    if (!json_is_array(extra) || json_array_size(extra) > 2) {
        return typed_wrong(now, ".extra", "a list of at most 2 numbers expected");
    }
    event.words = (uint32_t)json_array_size(extra);
    for (size_t index = 0; index < event.words; index += 1) {
        if (!read_word(now, json_array_get(extra, index), index == 0 ? ".extra[0]" : ".extra[1]",
                       &event.extra[index])) {
            return false;
        }
    }
    return typed_took(now, gdv_write_input_event(now->writer, &event));
}

/* --- which is which */

static bool put_by_layout(typed *now, const typed_key *key, const gdv_wire_row *wire, const json_t *payload)
{
    switch (wire->layout) {
    case GDV_LAYOUT_BOOL:
        return put_bool(now, payload);
    case GDV_LAYOUT_INT:
        return put_int(now, payload);
    case GDV_LAYOUT_FLOAT:
        return put_float(now, payload);
    case GDV_LAYOUT_TEXT:
        return put_string(now, key, payload);
    case GDV_LAYOUT_NODE_PATH:
        return put_path(now, payload);
    case GDV_LAYOUT_SIGNAL:
        return put_signal(now, payload);
    case GDV_LAYOUT_BYTES:
        return put_bytes(now, payload);
    case GDV_LAYOUT_STRINGS:
        return put_strings(now, payload);
    case GDV_LAYOUT_IMAGE:
        return put_image(now, payload);
    case GDV_LAYOUT_INPUT_EVENT:
        return put_event(now, payload);
    default:
        return typed_numbers(now, key, wire, payload);
    }
}

bool typed_leaf(typed *now, const typed_key *key, const json_t *payload)
{
    uint32_t id = 0;
    bool known = gdv_dialect_type_id(now->dialect, key->type, &id);
    const gdv_wire_row *wire = gdv_dialect_wire(now->dialect, id);
    if (!known || wire == NULL) {
        return typed_wrong(now, "", "%s has no such type", gdv_dialect_name(now->dialect));
    }
    bool components = wire->layout == GDV_LAYOUT_FIXED || wire->layout == GDV_LAYOUT_PACKED;
    if (key->wide && (!components || wire->wide == 0)) {
        return typed_wrong(now, "", "%s has no 64-bit form of this type", gdv_dialect_name(now->dialect));
    }
    switch (key->type) {
    case GDV_TYPE_NIL:
    case GDV_TYPE_CALLABLE:
        return put_null(now, key, payload);
    case GDV_TYPE_RID:
        return put_rid(now, payload);
    default:
        return put_by_layout(now, key, wire, payload);
    }
}
