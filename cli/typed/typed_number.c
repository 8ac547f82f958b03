/* SPDX-License-Identifier: MIT */
#include "typed_number.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- integers */

bool typed_int(typed *now, const json_t *node, const char *suffix, int64_t least, int64_t most, int64_t *number)
{
    *number = json_integer_value(node);
    if (!json_is_integer(node)) {
        return typed_wrong(now, suffix, "an integer expected");
    }
    if (*number < least || *number > most) {
        return typed_wrong(now, suffix, "%" PRId64 " is not between %" PRId64 " and %" PRId64, *number, least, most);
    }
    return true;
}

/* Whether text is digits as dump writes them: no zero in front, no plus. */
static bool is_digits(const char *text, size_t length)
{
    size_t count = 0;
    while (count < length && text[count] >= '0' && text[count] <= '9') {
        count += 1;
    }
    return count > 0 && count == length && (count == 1 || text[0] != '0');
}

bool typed_id(typed *now, const json_t *node, const char *suffix, uint64_t *number)
{
    const char *text = json_string_value(node);
    *number = 0;
    if (text == NULL || !is_digits(text, json_string_length(node))) {
        return typed_wrong(now, suffix, "a string of digits expected, such as \"5\"");
    }
    errno = 0;
    *number = strtoull(text, NULL, 10);
    return errno == 0 || typed_wrong(now, suffix, "%.40s has more than 64 bits", text);
}

bool typed_digits(typed *now, const json_t *node, const char *suffix, int64_t *number)
{
    const char *text = json_string_value(node);
    *number = 0;
    bool negative = text != NULL && text[0] == '-';
    size_t sign = negative ? 1 : 0;
    if (text == NULL || !is_digits(text + sign, json_string_length(node) - sign) || strcmp(text, "-0") == 0) {
        return typed_wrong(now, suffix, "a string of digits expected, such as \"-5\"");
    }
    errno = 0;
    *number = strtoll(text, NULL, 10);
    return errno == 0 || typed_wrong(now, suffix, "%.40s has more than 64 bits", text);
}

/* --- fractions */

/* The bits of "nan" or of "nan:BITS" with that many digits. */
static bool read_nan(const char *text, size_t digits, uint64_t quiet, uint64_t *bits)
{
    *bits = quiet;
    if (strcmp(text, "nan") == 0) {
        return true;
    }
    if (strncmp(text, "nan:", 4) != 0 || strlen(text + 4) != digits || strspn(text + 4, "0123456789abcdef") != digits) {
        return false;
    }
    *bits = strtoull(text + 4, NULL, 16);
    return *bits != quiet;
}

/* Whether the node is one of "inf", "-inf"; or a number, which is then finite. */
static bool read_plain(const json_t *node, double *number)
{
    const char *text = json_string_value(node);
    if (text != NULL) {
        bool negative = strcmp(text, "-inf") == 0;
        *number = negative ? -INFINITY : INFINITY;
        return negative || strcmp(text, "inf") == 0;
    }
    *number = json_is_integer(node) ? (double)json_integer_value(node) : json_real_value(node);
    return json_is_number(node);
}

static bool wrong_number(typed *now, const char *suffix, size_t digits)
{
    return typed_wrong(now, suffix, "a number expected, or \"nan\", \"inf\", \"-inf\", \"nan:\" and %zu hex digits",
                       digits);
}

bool typed_double(typed *now, const json_t *node, const char *suffix, double *number)
{
    const char *text = json_string_value(node);
    uint64_t bits = 0;
    if (read_plain(node, number)) {
        return true;
    }
    if (text == NULL || !read_nan(text, 16, 0x7ff8000000000000u, &bits)) {
        return wrong_number(now, suffix, 16);
    }
    memcpy(number, &bits, sizeof *number);
    return isnan(*number) || wrong_number(now, suffix, 16);
}

/* What lies beyond is nearer to infinity than to the largest number of 32 bits. */
#define FLOAT_BEYOND 0x1.ffffffp127

static bool read_float(typed *now, const json_t *node, const char *suffix, float *number)
{
    const char *text = json_string_value(node);
    uint64_t bits = 0;
    double wide = 0;
    if (read_plain(node, &wide)) {
        *number = (float)wide;
        bool fits = isinf(wide) || fabs(wide) < FLOAT_BEYOND;
        return fits || typed_wrong(now, suffix, "%g is too large for 32 bits", wide);
    }
    if (text == NULL || !read_nan(text, 8, 0x7fc00000u, &bits)) {
        return wrong_number(now, suffix, 8);
    }
    uint32_t narrow = (uint32_t)bits;
    memcpy(number, &narrow, sizeof *number);
    return isnan(*number) || wrong_number(now, suffix, 8);
}

/* --- rows of them */

/* What a payload of numbers is to be, and the array that they are collected in. */
typedef struct rows {
    gdv_type type;
    gdv_component part;
    size_t columns;
    size_t count; /* of all numbers */
    void *numbers;
} rows;

static bool read_part(typed *now, rows *all, size_t at, const json_t *node, const char *suffix)
{
    int64_t number = 0;
    switch (all->part) {
    case GDV_COMPONENT_INT32:
        if (!typed_int(now, node, suffix, INT32_MIN, INT32_MAX, &number)) {
            return false;
        }
        ((int32_t *)all->numbers)[at] = (int32_t)number;
        return true;
    case GDV_COMPONENT_INT64:
        return typed_digits(now, node, suffix, &((int64_t *)all->numbers)[at]);
    case GDV_COMPONENT_FLOAT32:
        return read_float(now, node, suffix, &((float *)all->numbers)[at]);
    default:
        return typed_double(now, node, suffix, &((double *)all->numbers)[at]);
    }
}

static bool wrong_count(typed *now, const char *suffix, size_t expected, const json_t *list)
{
    if (!json_is_array(list)) {
        return typed_wrong(now, suffix, "a list of %zu numbers expected", expected);
    }
    return typed_wrong(now, suffix, "%zu numbers expected, %zu given", expected, json_array_size(list));
}

/* One list of numbers, those from `at` on. `place` is the suffix of the list. */
static bool read_list(typed *now, rows *all, size_t at, const json_t *list, const char *place)
{
    char suffix[80];
    for (size_t index = 0; index < json_array_size(list); index += 1) {
        (void)snprintf(suffix, sizeof suffix, "%s[%zu]", place, index);
        if (!read_part(now, all, at + index, json_array_get(list, index), suffix)) {
            return false;
        }
    }
    return true;
}

static bool read_lists(typed *now, rows *all, const json_t *lists)
{
    char place[40];
    for (size_t row = 0; row < json_array_size(lists); row += 1) {
        const json_t *list = json_array_get(lists, row);
        (void)snprintf(place, sizeof place, "[%zu]", row);
        if (json_array_size(list) != all->columns) {
            return wrong_count(now, place, all->columns, list);
        }
        if (!read_list(now, all, row * all->columns, list, place)) {
            return false;
        }
    }
    return true;
}

static bool write_rows(typed *now, const rows *all)
{
    switch (all->part) {
    case GDV_COMPONENT_INT32:
        return typed_took(now, gdv_write_int32s(now->writer, all->type, all->numbers, all->count));
    case GDV_COMPONENT_INT64:
        return typed_took(now, gdv_write_int64s(now->writer, all->type, all->numbers, all->count));
    case GDV_COMPONENT_FLOAT32:
        return typed_took(now, gdv_write_floats(now->writer, all->type, all->numbers, all->count));
    default:
        return typed_took(now, gdv_write_doubles(now->writer, all->type, all->numbers, all->count));
    }
}

bool typed_numbers(typed *now, const typed_key *key, const gdv_wire_row *wire, const json_t *payload)
{
    bool packed = wire->layout == GDV_LAYOUT_PACKED;
    size_t width = wire->component == GDV_COMPONENT_INT64 || wire->component == GDV_COMPONENT_FLOAT64 ? 8 : 4;
    rows all = {.type = key->type,
                .part = key->wide ? GDV_COMPONENT_FLOAT64 : (gdv_component)wire->component,
                .columns = wire->size / width};

    if (!json_is_array(payload) && packed) {
        return typed_wrong(now, "", "a list expected");
    }
    if (!packed && json_array_size(payload) != all.columns) {
        return wrong_count(now, "", all.columns, payload);
    }
    all.count = packed ? json_array_size(payload) * all.columns : all.columns;
    all.numbers = typed_memory(now, all.count * sizeof(double));
    if (all.numbers == NULL) {
        return false;
    }
    bool lists = packed && all.columns > 1;
    return (lists ? read_lists(now, &all, payload) : read_list(now, &all, 0, payload, "")) && write_rows(now, &all);
}
