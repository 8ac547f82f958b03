/* SPDX-License-Identifier: MIT */
#include "notation_number.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "spelling.h"

void notation_int(words *to, int64_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRId64, number);
    words_put(to, text);
}

void notation_unsigned(words *to, uint64_t number)
{
    char text[24];
    (void)snprintf(text, sizeof text, "%" PRIu64, number);
    words_put(to, text);
}

/* Inside brackets no engine before Godot 3.5 reads the word inf, and none before Godot 4 takes a sign before it. They
 * all read an overflow. */
static const char *nonfinite(gdv_dialect dialect, double number, bool component)
{
    if (isnan(number)) {
        return "nan";
    }
    if (gdv_dialect_family(dialect) == GDV_FAMILY_GODOT4) {
        return number > 0 ? "inf" : "inf_neg";
    }
    if (number > 0) {
        return component ? "1e400" : "inf";
    }
    return "-1e400";
}

void notation_float(words *to, gdv_dialect dialect, double number)
{
    char text[DECIMAL_SIZE];
    if (!isfinite(number)) {
        words_put(to, nonfinite(dialect, number, false));
        return;
    }
    spelling_of_double(number, text);
    words_put(to, text);
}

/* Components that are whole numbers have no point: engines write them so. Minus zero needs it. */
static void put_fraction(words *to, const char *text)
{
    size_t length = strlen(text);
    bool whole = length > 2 && memcmp(text + length - 2, ".0", 2) == 0 && strcmp(text, "-0.0") != 0;
    words_bytes(to, text, whole ? length - 2 : length);
}

void notation_component(words *to, gdv_dialect dialect, float number)
{
    char text[DECIMAL_SIZE];
    if (!isfinite(number)) {
        words_put(to, nonfinite(dialect, (double)number, true));
        return;
    }
    spelling_of_float(number, text);
    put_fraction(to, text);
}

static void put_component(words *to, gdv_dialect dialect, const gdv_numbers *parts, size_t row, size_t column)
{
    char text[DECIMAL_SIZE];
    double number = gdv_component_double(parts, row, column);
    if (parts->component == GDV_COMPONENT_INT32 || parts->component == GDV_COMPONENT_INT64) {
        notation_int(to, gdv_component_int(parts, row, column));
    } else if (parts->component == GDV_COMPONENT_FLOAT32) {
        notation_component(to, dialect, (float)number);
    } else if (!isfinite(number)) {
        words_put(to, nonfinite(dialect, number, true));
    } else {
        spelling_of_double(number, text);
        put_fraction(to, text);
    }
}

void notation_numbers(words *to, gdv_dialect dialect, const gdv_numbers *parts)
{
    for (size_t row = 0; row < parts->elements && !words_full(to); row += 1) {
        for (size_t column = 0; column < parts->components; column += 1) {
            words_put(to, row + column > 0 ? ", " : "");
            put_component(to, dialect, parts, row, column);
        }
    }
}

void notation_bytes(words *to, const uint8_t *bytes, size_t size)
{
    for (size_t index = 0; index < size && !words_full(to); index += 1) {
        words_put(to, index > 0 ? ", " : "");
        notation_unsigned(to, bytes[index]);
    }
}
