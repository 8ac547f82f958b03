/* SPDX-License-Identifier: MIT */
/* Recursive, and lax: what it reads are the tests' own texts. */
#include "value_text.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 20, MOST_PARTS = 64 };

typedef struct value_reader {
    const char *at;
    gdv_writer *writer;
} value_reader;

static void demand(bool holds, const char *what, const char *where)
{
    if (!holds) {
        (void)fprintf(stderr, "value_text: %s: %s\n", what, where);
        abort();
    }
}

static char next(value_reader *in)
{
    while (*in->at == ' ') {
        in->at += 1;
    }
    return *in->at;
}

static bool takes(value_reader *in, const char *word)
{
    (void)next(in);
    size_t length = strlen(word);
    bool same = strncmp(in->at, word, length) == 0;
    in->at += same ? length : 0;
    return same;
}

static void wrote(value_reader *in, gdv_status status)
{
    demand(status == GDV_OK, gdv_status_name(status), in->at);
}

/* A text in quotation marks, without escapes. */
static gdv_text quoted(value_reader *in)
{
    demand(takes(in, "\""), "expected a text", in->at);
    const char *end = strchr(in->at, '"');
    demand(end != NULL, "text without end", in->at);
    gdv_text text = {in->at, (size_t)(end - in->at)};
    in->at = end + 1;
    return text;
}

static double number(value_reader *in)
{
    char *end = NULL;
    (void)next(in);
    double value = strtod(in->at, &end);
    demand(end != in->at, "expected a number", in->at);
    in->at = end;
    return value;
}

static void read_number(value_reader *in)
{
    (void)next(in);
    size_t length = strcspn(in->at, ",]}: )");
    bool whole = strcspn(in->at, ".eni") >= length;
    if (whole) {
        wrote(in, gdv_write_int(in->writer, strtoll(in->at, NULL, 10)));
        in->at += length;
    } else {
        wrote(in, gdv_write_float(in->writer, number(in)));
    }
}

static gdv_type named_type(value_reader *in)
{
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        const char *name = gdv_type_name((gdv_type)type);
        if (strncmp(in->at, name, strlen(name)) == 0 && in->at[strlen(name)] == '(') {
            in->at += strlen(name) + 1;
            return (gdv_type)type;
        }
    }
    demand(false, "no such value", in->at);
    return GDV_TYPE_COUNT;
}

static void read_strings(value_reader *in)
{
    gdv_text texts[MOST_PARTS];
    size_t count = 0;
    while (!takes(in, ")")) {
        demand(count < MOST_PARTS, "too many", in->at);
        texts[count] = quoted(in);
        count += 1;
        (void)takes(in, ",");
    }
    wrote(in, gdv_write_strings(in->writer, texts, count));
}

static void read_parts(value_reader *in)
{
    double parts[MOST_PARTS];
    float floats[MOST_PARTS];
    int32_t ints[MOST_PARTS];
    uint8_t bytes[MOST_PARTS];
    gdv_type type = named_type(in);
    size_t count = 0;
    if (type == GDV_TYPE_PACKED_STRING_ARRAY) {
        read_strings(in);
        return;
    }
    while (!takes(in, ")")) {
        demand(count < MOST_PARTS, "too many", in->at);
        parts[count] = number(in);
        floats[count] = (float)parts[count];
        ints[count] = isfinite(parts[count]) ? (int32_t)parts[count] : 0;
        bytes[count] = (uint8_t)ints[count];
        count += 1;
        (void)takes(in, ",");
    }
    if (type == GDV_TYPE_PACKED_BYTE_ARRAY) {
        wrote(in, gdv_write_bytes(in->writer, bytes, count));
    } else if (type == GDV_TYPE_PACKED_FLOAT64_ARRAY) {
        wrote(in, gdv_write_doubles(in->writer, type, parts, count));
    } else if (gdv_write_floats(in->writer, type, floats, count) == GDV_E_WRONG_TYPE) {
        demand(false, "ints are written first", in->at);
    }
}

/* Types of ints, which the writer would refuse as floats for good. */
static bool is_of_ints(const value_reader *in)
{
    static const char *const names[] = {"Vector2i(", "Vector3i(",         "Vector4i(",
                                        "Rect2i(",   "PackedInt32Array(", "PackedVector2iArray("};
    bool found = false;
    for (size_t index = 0; index < sizeof names / sizeof names[0]; index += 1) {
        found = found || strncmp(in->at, names[index], strlen(names[index])) == 0;
    }
    return found;
}

static void read_ints(value_reader *in)
{
    int32_t ints[MOST_PARTS];
    gdv_type type = named_type(in);
    size_t count = 0;
    while (!takes(in, ")")) {
        demand(count < MOST_PARTS, "too many", in->at);
        ints[count] = (int32_t)number(in);
        count += 1;
        (void)takes(in, ",");
    }
    wrote(in, gdv_write_int32s(in->writer, type, ints, count));
}

static void read_value(value_reader *in)
{
    char first = next(in);
    if (first == '"') {
        gdv_text text = quoted(in);
        wrote(in, gdv_write_string(in->writer, text.bytes, text.size));
    } else if (takes(in, "&")) {
        gdv_text text = quoted(in);
        wrote(in, gdv_write_string_name(in->writer, text.bytes, text.size));
    } else if (takes(in, "null")) {
        wrote(in, gdv_write_nil(in->writer));
    } else if (takes(in, "true")) {
        wrote(in, gdv_write_bool(in->writer, true));
    } else if (takes(in, "false")) {
        wrote(in, gdv_write_bool(in->writer, false));
    } else if (takes(in, "[")) {
        wrote(in, gdv_begin_array(in->writer));
        while (!takes(in, "]")) {
            read_value(in);
            (void)takes(in, ",");
        }
        wrote(in, gdv_end(in->writer));
    } else if (takes(in, "{")) {
        wrote(in, gdv_begin_dictionary(in->writer));
        while (!takes(in, "}")) {
            read_value(in);
            demand(takes(in, ":"), "expected ':'", in->at);
            read_value(in);
            (void)takes(in, ",");
        }
        wrote(in, gdv_end(in->writer));
    } else if (first == '-' || isdigit((unsigned char)first) || strncmp(in->at, "inf", 3) == 0 ||
               strncmp(in->at, "nan", 3) == 0) {
        read_number(in);
    } else if (is_of_ints(in)) {
        read_ints(in);
    } else {
        read_parts(in);
    }
}

packet packet_from_text(const char *text, gdv_dialect dialect)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NONFINITE | GDV_PERMIT_DUPLICATE_KEYS);
    gdv_writer writer;
    uint8_t *buffer = malloc(MOST_BYTES);
    value_reader in = {text, &writer};
    size_t size = 0;

    demand(buffer != NULL, "no memory", text);
    demand(gdv_writer_init(&writer, buffer, MOST_BYTES, dialect, &policy) == GDV_OK, "no writer", text);
    read_value(&in);
    demand(next(&in) == '\0', "more than one value", in.at);
    gdv_status status = gdv_writer_finish(&writer, NULL, 0, &size);
    demand(status == GDV_OK, gdv_status_name(status), text);
    packet made = packet_from_bytes(buffer, size);
    free(buffer);
    return made;
}
