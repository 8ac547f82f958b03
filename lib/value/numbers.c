/* SPDX-License-Identifier: MIT */
#include <gdv/numbers.h>

#include <string.h>

#include "../decode/number.h"
#include "../wire/overlap.h"
#include "resolve.h"

static const gdv_numbers no_numbers = {NULL, 0, 0, GDV_COMPONENT_NONE};

static uint32_t width_of(gdv_component component)
{
    return component == GDV_COMPONENT_INT64 || component == GDV_COMPONENT_FLOAT64 ? 8
           : component == GDV_COMPONENT_INT8                                      ? 1
           : component == GDV_COMPONENT_INT16                                     ? 2
                                                                                  : 4;
}

gdv_status gdv_to_numbers(gdv_value value, gdv_numbers *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = no_numbers;
    if (!gdv_resolve(value, &resolved)) {
        return GDV_E_MISSING;
    }
    const gdv_wire_row *wire = resolved.wire;
    bool packed = wire->layout == GDV_LAYOUT_PACKED;
    bool numbers = packed || wire->layout == GDV_LAYOUT_INT || wire->layout == GDV_LAYOUT_FLOAT ||
                   (wire->layout == GDV_LAYOUT_FIXED && wire->component != GDV_COMPONENT_NONE && wire->permit == 0);
    if (!numbers) {
        return GDV_E_WRONG_TYPE;
    }
    out->bytes = resolved.in.bytes + resolved.payload + (packed ? 4u : 0u);
    out->elements = packed ? resolved.node->count : 1;
    out->components = wire->size / gdv_narrow_width(wire);
    out->component = (gdv_component)wire->component;
    if (gdv_resolved_is_wide(&resolved)) {
        out->component = gdv_is_float(wire) ? GDV_COMPONENT_FLOAT64 : GDV_COMPONENT_INT64;
    } else if ((resolved.node->flags & GDV_TOKEN_SHORT) != 0 && gdv_short_mode(resolved.node->flags) < 2) {
        out->component = gdv_short_mode(resolved.node->flags) == 0 ? GDV_COMPONENT_INT8 : GDV_COMPONENT_INT16;
    }
    return GDV_OK;
}

gdv_status gdv_to_numbers_of(gdv_value value, gdv_type type, gdv_numbers *out)
{
    gdv_status status = gdv_to_numbers(value, out);
    if (status == GDV_OK && gdv_type_of(value) != type) {
        *out = no_numbers;
        status = GDV_E_WRONG_TYPE;
    }
    return status;
}

/* How many numbers a view has, all rows together. Packets are below 2^31 bytes, so the product fits. */
static size_t numbers_in(const gdv_numbers *numbers)
{
    return numbers == NULL || numbers->bytes == NULL ? 0 : numbers->elements * numbers->components;
}

/* The bytes of one number; NULL beyond the end. */
static const uint8_t *number_at(const gdv_numbers *numbers, size_t element, size_t component)
{
    if (numbers_in(numbers) == 0 || element >= numbers->elements || component >= numbers->components) {
        return NULL;
    }
    return numbers->bytes + (element * numbers->components + component) * width_of(numbers->component);
}

/* Fewer than 32 bits has only an int that stands for itself, so that no loop meets one. */
static bool is_narrow(const gdv_numbers *numbers)
{
    return numbers->component == GDV_COMPONENT_INT8 || numbers->component == GDV_COMPONENT_INT16;
}

static int32_t load_narrow(const gdv_numbers *numbers)
{
    const uint8_t *bytes = numbers->bytes;
    if (numbers->component == GDV_COMPONENT_INT8) {
        return bytes[0] < 0x80 ? bytes[0] : bytes[0] - 0x100;
    }
    const int32_t number = bytes[0] + 0x100 * bytes[1];
    return number < 0x8000 ? number : number - 0x10000;
}

static float load_float(const uint8_t *bytes)
{
    uint32_t bits = gdv_load32(bytes);
    float number = 0.0f;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static double load_double(const uint8_t *bytes)
{
    uint64_t bits = gdv_load64(bytes);
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

double gdv_component_double(const gdv_numbers *numbers, size_t element, size_t component)
{
    const uint8_t *bytes = number_at(numbers, element, component);
    if (bytes == NULL) {
        return 0.0;
    }
    switch (numbers->component) {
    case GDV_COMPONENT_INT32:
        return (double)gdv_signed32(gdv_load32(bytes));
    case GDV_COMPONENT_INT64:
        return (double)gdv_signed64(gdv_load64(bytes));
    case GDV_COMPONENT_FLOAT32:
        return (double)load_float(bytes);
    case GDV_COMPONENT_FLOAT64:
        return load_double(bytes);
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
        return load_narrow(numbers);
    case GDV_COMPONENT_NONE:
        break;
    }
    return 0.0;
}

int64_t gdv_component_int(const gdv_numbers *numbers, size_t element, size_t component)
{
    const uint8_t *bytes = number_at(numbers, element, component);
    if (bytes != NULL && numbers->component == GDV_COMPONENT_INT32) {
        return gdv_signed32(gdv_load32(bytes));
    }
    if (bytes != NULL && numbers->component == GDV_COMPONENT_INT64) {
        return gdv_signed64(gdv_load64(bytes));
    }
    return bytes != NULL && is_narrow(numbers) ? load_narrow(numbers) : 0;
}

/* Numbers to copy from `first` on, to an array of elements of `width` bytes. */
static size_t copies(const gdv_numbers *numbers, size_t first, const void *out, size_t capacity, size_t width)
{
    size_t all = numbers_in(numbers);
    if (first >= all || out == NULL || gdv_wraps(out, capacity, width)) {
        return 0;
    }
    return all - first < capacity ? all - first : capacity;
}

size_t gdv_copy_int32(const gdv_numbers *numbers, size_t first, int32_t *out, size_t capacity)
{
    size_t n = copies(numbers, first, out, capacity, sizeof *out);
    if (n > 0 && is_narrow(numbers)) {
        out[0] = load_narrow(numbers);
        return 1;
    }
    if (n == 0 || numbers->component != GDV_COMPONENT_INT32) {
        return 0;
    }
    const uint8_t *bytes = numbers->bytes + 4 * first;
    for (size_t index = 0; index < n; index += 1) {
        out[index] = gdv_signed32(gdv_load32(bytes + 4 * index));
    }
    return n;
}

size_t gdv_copy_int64(const gdv_numbers *numbers, size_t first, int64_t *out, size_t capacity)
{
    size_t n = copies(numbers, first, out, capacity, sizeof *out);
    if (n > 0 && is_narrow(numbers)) {
        out[0] = load_narrow(numbers);
        return 1;
    }
    if (n == 0 || (numbers->component != GDV_COMPONENT_INT32 && numbers->component != GDV_COMPONENT_INT64)) {
        return 0;
    }
    uint32_t width = width_of(numbers->component);
    const uint8_t *bytes = numbers->bytes + width * first;
    for (size_t index = 0; index < n; index += 1) {
        const uint8_t *number = bytes + width * index;
        out[index] = width == 8 ? gdv_signed64(gdv_load64(number)) : gdv_signed32(gdv_load32(number));
    }
    return n;
}

size_t gdv_copy_float(const gdv_numbers *numbers, size_t first, float *out, size_t capacity)
{
    size_t n = copies(numbers, first, out, capacity, sizeof *out);
    if (n == 0 || numbers->component != GDV_COMPONENT_FLOAT32) {
        return 0;
    }
    const uint8_t *bytes = numbers->bytes + 4 * first;
    for (size_t index = 0; index < n; index += 1) {
        uint32_t bits = gdv_load32(bytes + 4 * index);
        memcpy(&out[index], &bits, sizeof bits); /* not through a float register: a signalling NaN would change */
    }
    return n;
}

size_t gdv_copy_double(const gdv_numbers *numbers, size_t first, double *out, size_t capacity)
{
    size_t n = copies(numbers, first, out, capacity, sizeof *out);
    if (n > 0 && is_narrow(numbers)) {
        out[0] = load_narrow(numbers);
        return 1;
    }
    if (n == 0 || numbers->component == GDV_COMPONENT_INT64 || numbers->component == GDV_COMPONENT_NONE) {
        return 0;
    }
    const uint8_t *bytes = numbers->bytes + width_of(numbers->component) * first;
    for (size_t index = 0; index < n; index += 1) {
        if (numbers->component == GDV_COMPONENT_FLOAT64) {
            uint64_t bits = gdv_load64(bytes + 8 * index);
            memcpy(&out[index], &bits, sizeof bits);
        } else if (numbers->component == GDV_COMPONENT_FLOAT32) {
            out[index] = (double)load_float(bytes + 4 * index);
        } else {
            out[index] = (double)gdv_signed32(gdv_load32(bytes + 4 * index));
        }
    }
    return n;
}

gdv_status gdv_strings_begin(gdv_value value, gdv_strings *strings)
{
    gdv_resolved resolved;
    if (strings == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(strings, 0, sizeof *strings);
    if (!gdv_resolve(value, &resolved)) {
        return GDV_E_MISSING;
    }
    if (resolved.wire->layout == GDV_LAYOUT_STRINGS) {
        strings->left = resolved.node->count;
        strings->pos = resolved.payload + 4;
    } else if (resolved.wire->layout == GDV_LAYOUT_NODE_PATH) {
        bool old_form = gdv_u32_at(&resolved.in, resolved.payload) < GDV_NEGATIVE;
        strings->left = old_form ? 1 : resolved.node->count;
        strings->pos = old_form ? resolved.payload : resolved.payload + 12;
    } else {
        return GDV_E_WRONG_TYPE;
    }
    strings->value = value;
    return GDV_OK;
}

bool gdv_strings_next(gdv_strings *strings, gdv_text *out)
{
    gdv_resolved resolved;
    if (out != NULL) {
        out->bytes = "";
        out->size = 0;
    }
    if (out == NULL || strings == NULL || strings->left == 0 || !gdv_resolve(strings->value, &resolved)) {
        return false;
    }
    gdv_span text;
    gdv_span_at(&resolved.in, strings->pos, &text);
    strings->left -= 1;
    strings->pos = text.next;
    if (text.next == GDV_NOWHERE) {
        return false; /* and so from here on */
    }
    bool terminated = resolved.wire->layout == GDV_LAYOUT_STRINGS && text.size > 0 &&
                      gdv_u8_at(&resolved.in, text.at + text.size - 1) == 0;
    *out = gdv_resolved_text(&resolved, text.at, terminated ? text.size - 1 : text.size);
    return true;
}
