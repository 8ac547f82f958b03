/* SPDX-License-Identifier: MIT */
#include "notation.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "../io/utf8.h"
#include "notation_godot2.h"
#include "notation_number.h"

/* --- what sets the engines apart */

bool notation_is_godot4(gdv_dialect dialect)
{
    return gdv_dialect_family(dialect) == GDV_FAMILY_GODOT4;
}

bool notation_is_pandemonium(gdv_dialect dialect)
{
    return gdv_dialect_family(dialect) == GDV_FAMILY_PANDEMONIUM;
}

/* Engines before Godot 4 have blanks inside their brackets; Pandemonium's Projection has none. */
const char *notation_blank(gdv_dialect dialect, gdv_type type)
{
    return notation_is_godot4(dialect) || type == GDV_TYPE_PROJECTION ? "" : " ";
}

const char *notation_name(gdv_dialect dialect, gdv_type type)
{
    uint32_t id = 0;
    return gdv_dialect_type_id(dialect, type, &id) ? gdv_dialect_type_name(dialect, id) : gdv_type_name(type);
}

const char *notation_type(gdv_dialect dialect, gdv_value value)
{
    return notation_name(dialect, gdv_type_of(value));
}

/* Godot 2 writes two of its arrays under other names than its scripts have for them. */
static const char *written_name(gdv_dialect dialect, gdv_type type)
{
    if (gdv_dialect_family(dialect) == GDV_FAMILY_GODOT2 && type == GDV_TYPE_PACKED_BYTE_ARRAY) {
        return "ByteArray";
    }
    if (gdv_dialect_family(dialect) == GDV_FAMILY_GODOT2 && type == GDV_TYPE_PACKED_FLOAT32_ARRAY) {
        return "FloatArray";
    }
    return notation_name(dialect, type);
}

/* --- text */

/* "\U0e0041" and its NUL. */
#define ESCAPE_SIZE 12

/* The escape that engines read back; NULL for what needs none. Beyond U+FFFF only Godot 4 has one. */
static const char *escape_of(const char *text, size_t length, bool one_line, char escape[ESCAPE_SIZE])
{
    unsigned char byte = (unsigned char)text[0];
    if (length == 0) {
        (void)snprintf(escape, ESCAPE_SIZE, "\\x%02x", (unsigned)byte);
        return escape;
    }
    if (byte == '"') {
        return "\\\"";
    }
    if (byte == '\\') {
        return "\\\\";
    }
    if (byte == '\r') {
        return "\\r";
    }
    if (byte == '\n' || byte == '\t') {
        return !one_line ? NULL : byte == '\n' ? "\\n" : "\\t";
    }
    if (utf8_is_hidden(text, length)) {
        (void)snprintf(escape, ESCAPE_SIZE, length == 4 ? "\\U%06" PRIx32 : "\\u%04" PRIx32, utf8_code(text, length));
        return escape;
    }
    return NULL;
}

/* The longest run of characters that is written at once: so much of a text is kept at least where it does not fit. */
#define LONGEST_RUN 64

static void put_text(words *to, gdv_text text)
{
    size_t at = 0;
    size_t plain = 0;

    while (at < text.size && !words_full(to)) {
        char escape[ESCAPE_SIZE];
        size_t length = utf8_length(text.bytes + at, text.size - at);
        const char *escaped = escape_of(text.bytes + at, length, to->one_line, escape);
        size_t step = length > 0 ? length : 1;
        if (escaped != NULL) {
            words_bytes(to, text.bytes + plain, at - plain);
            words_put(to, escaped);
            plain = at + step;
        } else if (at - plain >= LONGEST_RUN) {
            words_bytes(to, text.bytes + plain, at - plain);
            plain = at;
        }
        at += step;
    }
    words_bytes(to, text.bytes + plain, at - plain);
}

void notation_text(words *to, gdv_text text)
{
    words_put(to, "\"");
    put_text(to, text);
    words_put(to, "\"");
}

/* --- other contents */

static void put_strings(words *to, gdv_value value)
{
    gdv_strings strings;
    gdv_text text;
    const char *comma = "";
    if (gdv_strings_begin(value, &strings) != GDV_OK) {
        return;
    }
    while (!words_full(to) && gdv_strings_next(&strings, &text)) {
        words_put(to, comma);
        notation_text(to, text);
        comma = ", ";
    }
}

/* "/map/a:position": names, then sub-names, then Godot 2's property. */
static void put_path(words *to, gdv_value value)
{
    gdv_node_path path;
    gdv_strings strings;
    gdv_text text;
    size_t count = 0;
    if (gdv_to_node_path(value, &path) != GDV_OK || gdv_strings_begin(value, &strings) != GDV_OK) {
        return;
    }
    words_put(to, path.absolute ? "\"/" : "\"");
    while (!words_full(to) && gdv_strings_next(&strings, &text)) {
        if (count > 0 || path.names == 0) {
            words_put(to, count < path.names ? "/" : ":");
        }
        put_text(to, text);
        count += 1;
    }
    words_put(to, "\"");
}

static void put_object(words *to, gdv_value value)
{
    uint64_t id = 0;
    if (gdv_to_object_id(value, &id) != GDV_OK || id == 0) {
        words_put(to, "null");
        return;
    }
    words_put(to, "Object(EncodedObjectAsID,\"object_id\":");
    notation_unsigned(to, id);
    words_put(to, ",\"script\":null)");
}

static void put_rid(words *to, gdv_value value)
{
    uint64_t id = 0;
    words_put(to, "RID(");
    if (gdv_to_rid(value, &id) == GDV_OK && id != 0) {
        notation_unsigned(to, id);
    }
    words_put(to, ")");
}

/* --- leaves */

/* Whether a type is written as Name( content ). */
static bool is_construct(gdv_value value)
{
    gdv_numbers parts;
    switch (gdv_type_of(value)) {
    case GDV_TYPE_INT:
    case GDV_TYPE_FLOAT:
    case GDV_TYPE_RID:
        return false;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
    case GDV_TYPE_PACKED_STRING_ARRAY:
    case GDV_TYPE_NODE_PATH:
    case GDV_TYPE_IMAGE:
    case GDV_TYPE_INPUT_EVENT:
        return true;
    default:
        return gdv_to_numbers(value, &parts) == GDV_OK;
    }
}

static void put_content(words *to, gdv_dialect dialect, gdv_value value)
{
    gdv_numbers parts;
    const uint8_t *bytes = NULL;
    size_t size = 0;

    switch (gdv_type_of(value)) {
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        if (gdv_to_bytes(value, &bytes, &size) == GDV_OK) {
            notation_bytes(to, bytes, size);
        }
        break;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        put_strings(to, value);
        break;
    case GDV_TYPE_NODE_PATH:
        put_path(to, value);
        break;
    case GDV_TYPE_IMAGE:
        notation_image(to, value);
        break;
    case GDV_TYPE_INPUT_EVENT:
        notation_input_event(to, value);
        break;
    default:
        if (gdv_to_numbers(value, &parts) == GDV_OK) {
            notation_numbers(to, dialect, &parts);
        }
        break;
    }
}

/* Name( content ). */
static void put_construct(words *to, gdv_dialect dialect, gdv_value value)
{
    gdv_type type = gdv_type_of(value);
    gdv_image image = {.size = 0};
    bool no_image = gdv_to_image(value, &image) == GDV_OK && image.size == 0;
    bool tight = type == GDV_TYPE_NODE_PATH || type == GDV_TYPE_INPUT_EVENT || no_image; /* in every engine */
    const char *blank = tight ? "" : notation_blank(dialect, type);
    words_put(to, written_name(dialect, type));
    words_put(to, "(");
    words_put(to, blank);
    put_content(to, dialect, value);
    words_put(to, blank);
    words_put(to, ")");
}

static void put_string(words *to, gdv_dialect dialect, gdv_value value)
{
    gdv_text text;
    if (gdv_to_text(value, &text) != GDV_OK) {
        return;
    }
    if (gdv_type_of(value) == GDV_TYPE_STRING_NAME) {
        words_put(to, notation_is_pandemonium(dialect) ? "@" : "&");
    }
    notation_text(to, text);
}

void notation_leaf(words *to, gdv_dialect dialect, gdv_value value)
{
    switch (gdv_type_of(value)) {
    case GDV_TYPE_NIL:
        words_put(to, "null");
        break;
    case GDV_TYPE_BOOL:
        words_put(to, gdv_bool_or(value, false) ? "true" : "false");
        break;
    case GDV_TYPE_INT:
        notation_int(to, gdv_int_or(value, INT64_MIN, INT64_MAX, 0));
        break;
    case GDV_TYPE_FLOAT:
        notation_float(to, dialect, gdv_double_or(value, -INFINITY, INFINITY, (double)NAN));
        break;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        put_string(to, dialect, value);
        break;
    case GDV_TYPE_OBJECT:
        put_object(to, value);
        break;
    case GDV_TYPE_RID:
        put_rid(to, value);
        break;
    case GDV_TYPE_CALLABLE:
        words_put(to, "Callable()");
        break;
    case GDV_TYPE_SIGNAL:
        words_put(to, "Signal()");
        break;
    default:
        put_construct(to, dialect, value);
        break;
    }
}

void notation_content(words *to, gdv_dialect dialect, gdv_value value)
{
    if (is_construct(value)) {
        put_content(to, dialect, value);
    } else {
        notation_leaf(to, dialect, value);
    }
}
