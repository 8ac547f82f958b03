/* SPDX-License-Identifier: MIT */
/* Numbers copied out and checked in one go: type, count, finite, in range. Each is read once, so that who writes to the
 * packet meanwhile cannot have one number checked and another one given. */
#include <gdv/numbers.h>

#include <float.h>
#include <string.h>

#include "../decode/number.h"
#include "../wire/overlap.h"
#include "resolve.h"

/* Both ends belong to it; where one is NaN nothing does. */
typedef struct range {
    double lowest;
    double highest;
} range;

static bool are_wide(const gdv_numbers *numbers)
{
    return numbers->component == GDV_COMPONENT_INT64 || numbers->component == GDV_COMPONENT_FLOAT64;
}

static bool are_ints(const gdv_numbers *numbers)
{
    return numbers->component != GDV_COMPONENT_FLOAT32 && numbers->component != GDV_COMPONENT_FLOAT64;
}

/* Opens a value of that type with components of that kind for a caller who has room for n numbers of `width` bytes, and
 * says how many of them there are. Ensures on GDV_OK: *count <= n. Packets are below 2^31 bytes, so the count fits. */
static gdv_status open_numbers(gdv_value value, gdv_type type, bool ints, const void *out, size_t n, size_t width,
                               gdv_numbers *numbers, size_t *count)
{
    gdv_resolved resolved;
    if (gdv_is_nowhere(out, n, width)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (!gdv_resolve(value, &resolved)) {
        return GDV_E_MISSING;
    }
    gdv_status status = gdv_to_numbers_of(value, type, numbers);
    if (status != GDV_OK) {
        return status;
    }
    if (are_ints(numbers) != ints) {
        return GDV_E_WRONG_TYPE;
    }
    *count = numbers->elements * numbers->components;
    if (resolved.wire->layout != GDV_LAYOUT_PACKED && *count != n) {
        return GDV_E_BAD_COUNT;
    }
    if (*count > n) {
        return GDV_E_OUT_OF_RANGE;
    }
    return gdv_overlaps_document(value, &resolved, out, *count * width) ? GDV_E_OVERLAP : GDV_OK;
}

/* An end of a range as a sender has it who keeps its numbers in 32 bits. What is beyond all floats stays there. */
static double as_float(double end)
{
    return end >= -(double)FLT_MAX && end <= (double)FLT_MAX ? (double)(float)end : end;
}

/* The range for the numbers' width, cut to what is finite: no larger than `most`. */
static range range_for(const gdv_numbers *numbers, double lowest, double highest, double most)
{
    range in = {lowest < -most ? -most : lowest, highest > most ? most : highest};
    if (!are_wide(numbers)) {
        in.lowest = as_float(in.lowest);
        in.highest = as_float(in.highest);
    }
    return in;
}

static double float_number(const gdv_numbers *numbers, size_t index)
{
    double wide = 0.0;
    float narrow = 0.0f;
    if (are_wide(numbers)) {
        uint64_t bits = gdv_load64(numbers->bytes + 8 * index);
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    uint32_t bits = gdv_load32(numbers->bytes + 4 * index);
    memcpy(&narrow, &bits, sizeof narrow);
    return (double)narrow;
}

static int64_t int_number(const gdv_numbers *numbers, size_t index)
{
    if (are_wide(numbers)) {
        return gdv_signed64(gdv_load64(numbers->bytes + 8 * index));
    }
    if (numbers->component != GDV_COMPONENT_INT32) { /* fewer bits, and one number */
        return gdv_component_int(numbers, index, 0);
    }
    return gdv_signed32(gdv_load32(numbers->bytes + 4 * index));
}

gdv_status gdv_to_floats(gdv_value value, gdv_type type, double lowest, double highest, float *out, size_t n)
{
    gdv_numbers numbers;
    size_t count = 0;
    gdv_status status = open_numbers(value, type, false, out, n, sizeof *out, &numbers, &count);
    if (status != GDV_OK) {
        return status;
    }
    const range in = range_for(&numbers, lowest, highest, (double)FLT_MAX);
    for (size_t index = 0; index < count; index += 1) {
        double number = float_number(&numbers, index);
        if (!(number >= in.lowest && number <= in.highest)) { /* NaN is neither */
            memset(out, 0, index * sizeof *out);
            return GDV_E_OUT_OF_RANGE;
        }
        out[index] = (float)number;
    }
    return GDV_OK;
}

gdv_status gdv_to_doubles(gdv_value value, gdv_type type, double lowest, double highest, double *out, size_t n)
{
    gdv_numbers numbers;
    size_t count = 0;
    gdv_status status = open_numbers(value, type, false, out, n, sizeof *out, &numbers, &count);
    if (status != GDV_OK) {
        return status;
    }
    const range in = range_for(&numbers, lowest, highest, DBL_MAX);
    for (size_t index = 0; index < count; index += 1) {
        double number = float_number(&numbers, index);
        if (!(number >= in.lowest && number <= in.highest)) {
            memset(out, 0, index * sizeof *out);
            return GDV_E_OUT_OF_RANGE;
        }
        out[index] = number;
    }
    return GDV_OK;
}

gdv_status gdv_to_ints(gdv_value value, gdv_type type, int64_t lowest, int64_t highest, int64_t *out, size_t n)
{
    gdv_numbers numbers;
    size_t count = 0;
    gdv_status status = open_numbers(value, type, true, out, n, sizeof *out, &numbers, &count);
    if (status != GDV_OK) {
        return status;
    }
    for (size_t index = 0; index < count; index += 1) {
        int64_t number = int_number(&numbers, index);
        if (number < lowest || number > highest) {
            memset(out, 0, index * sizeof *out);
            return GDV_E_OUT_OF_RANGE;
        }
        out[index] = number;
    }
    return GDV_OK;
}
