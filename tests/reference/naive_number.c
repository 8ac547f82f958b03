/* SPDX-License-Identifier: MIT */
/* The naive decoder: numbers alone, in rows, and in packed arrays (sections 5.1, 5.6, 6.1; EB-13 to EB-15, EB-17). */
#include <float.h>
#include <math.h>
#include <string.h>

#include "tests/reference/naive_reader.h"

/* ---- one number ---- */

static size_t width_of(gdv_component part)
{
    return part == GDV_COMPONENT_INT64 || part == GDV_COMPONENT_FLOAT64 ? 8 : 4;
}

double naive_double(gdv_component part, uint64_t bits)
{
    double wide = 0.0;
    float narrow = 0.0F;
    uint32_t low = (uint32_t)(bits & 0xffffffffu);
    memcpy(&wide, &bits, sizeof wide);
    memcpy(&narrow, &low, sizeof narrow);
    return part == GDV_COMPONENT_FLOAT64 ? wide : (double)narrow;
}

uint64_t naive_component(naive_reader *in, gdv_component part)
{
    uint64_t bits = naive_word_at(in, in->pos);
    if (width_of(part) == 8) {
        bits += (uint64_t)naive_word_at(in, in->pos + 4) << 32;
    }
    if ((part == GDV_COMPONENT_FLOAT32 || part == GDV_COMPONENT_FLOAT64) && !isfinite(naive_double(part, bits))) {
        naive_forbid(in, GDV_PERMIT_NONFINITE, GDV_E_NONFINITE, in->pos);
    }
    in->pos += width_of(part);
    return bits;
}

/* Whether a double is the same after the way through 32 bits; NaN never is (section 6.1). */
static bool fits_32(double number)
{
    if (isnan(number) || isinf(number)) {
        return !isnan(number);
    }
    return fabs(number) <= (double)FLT_MAX && (double)(float)number == number;
}

bool naive_bears_narrowing(uint64_t bits)
{
    /* a quiet NaN whose lower 29 bits are zero loses nothing */
    bool quiet_nan = ((bits >> 51) & 0xfffu) == 0xfffu;
    return fits_32(naive_double(GDV_COMPONENT_FLOAT64, bits)) || (quiet_nan && (bits & 0x1fffffffu) == 0);
}

/* Rows of components, whose bytes are there. */
static void read_rows(naive_reader *in, gdv_component part, size_t rows, uint32_t components, naive_value *value)
{
    value->part = part;
    value->rows = rows;
    value->components = components;
    value->numbers = naive_take(in, rows * components, sizeof *value->numbers);
    for (size_t index = 0; index < rows * components; index += 1) {
        value->numbers[index] = naive_component(in, part);
    }
}

void naive_int(naive_reader *in, bool wide, uint64_t owed, naive_value *value)
{
    size_t at = in->pos;
    naive_demand(in, wide ? 8 : 4, owed, GDV_E_TRUNCATED, at);
    read_rows(in, wide ? GDV_COMPONENT_INT64 : GDV_COMPONENT_INT32, 1, 1, value);
    uint64_t bits = value->numbers[0];
    if (!wide && bits >= NAIVE_HALF) {
        bits += 0xffffffff00000000u;
    }
    memcpy(&value->whole, &bits, sizeof value->whole);
    bool needed = value->whole < INT32_MIN || value->whole > INT32_MAX || in->dialect == GDV_DIALECT_GODOT3_0;
    if (wide != needed) {
        naive_forbid(in, GDV_PERMIT_WIDE, GDV_E_WIDTH, at);
    }
}

void naive_float(naive_reader *in, bool wide, uint64_t owed, naive_value *value)
{
    size_t at = in->pos;
    naive_demand(in, wide ? 8 : 4, owed, GDV_E_TRUNCATED, at);
    read_rows(in, wide ? GDV_COMPONENT_FLOAT64 : GDV_COMPONENT_FLOAT32, 1, 1, value);
    bool needed = !fits_32(naive_double(value->part, value->numbers[0]));
    if (wide != needed && in->dialect != GDV_DIALECT_GODOT2) {
        naive_forbid(in, GDV_PERMIT_WIDE, GDV_E_WIDTH, at);
    }
}

/* ---- rows ---- */

static gdv_component narrow_part(gdv_type type)
{
    switch (type) {
    case GDV_TYPE_VECTOR2I:
    case GDV_TYPE_RECT2I:
    case GDV_TYPE_VECTOR3I:
    case GDV_TYPE_VECTOR4I:
    case GDV_TYPE_PACKED_INT32_ARRAY:
    case GDV_TYPE_PACKED_VECTOR2I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR3I_ARRAY:
    case GDV_TYPE_PACKED_VECTOR4I_ARRAY:
        return GDV_COMPONENT_INT32;
    case GDV_TYPE_PACKED_INT64_ARRAY:
        return GDV_COMPONENT_INT64;
    case GDV_TYPE_PACKED_FLOAT64_ARRAY:
        return GDV_COMPONENT_FLOAT64;
    default:
        return GDV_COMPONENT_FLOAT32;
    }
}

/* How many there are in a value or an element: its size over that of one (5.1, 5.6). */
static uint32_t components_of(const naive_reader *in, gdv_type type)
{
    return row_of(in->dialect, type)->size / (uint32_t)width_of(narrow_part(type));
}

/* Pandemonium takes 16 bytes and counts 12, so that the next value begins at w (EB-13). */
static void short_advance(naive_reader *in, uint64_t owed, naive_value *value)
{
    bool as_engine = naive_permits(in, GDV_PERMIT_ENGINE_SPAN);
    naive_misreads(in, GDV_MISREAD_VECTOR4, value->offset);
    if (as_engine && in->size - in->pos < 16) {
        naive_end(in, GDV_E_TRUNCATED, in->pos, 16 - (in->size - in->pos));
    }
    naive_demand(in, as_engine ? 12 : 16, owed, GDV_E_TRUNCATED, in->pos);
    read_rows(in, narrow_part(value->type), 1, 4, value);
    in->pos -= as_engine ? 4 : 0;
}

void naive_math(naive_reader *in, bool wide, uint64_t owed, naive_value *value)
{
    bool vector4 = value->type == GDV_TYPE_VECTOR4 || value->type == GDV_TYPE_VECTOR4I;
    if (naive_is_pandemonium(in) && vector4) {
        short_advance(in, owed, value);
        return;
    }
    if (naive_is_pandemonium(in) && value->type == GDV_TYPE_PROJECTION) {
        naive_misreads(in, GDV_MISREAD_PROJECTION, value->offset);
        if (naive_permits(in, GDV_PERMIT_ENGINE_SPAN) && in->size - in->pos < 248) {
            in->verdict.misread = GDV_MISREAD_PROJECTION;
            naive_refuse(in, GDV_E_ENGINE_MISREADS, value->offset);
        }
    }
    gdv_component part = wide ? GDV_COMPONENT_FLOAT64 : narrow_part(value->type);
    uint32_t components = components_of(in, value->type);
    naive_demand(in, components * width_of(part), owed, GDV_E_TRUNCATED, in->pos);
    read_rows(in, part, 1, components, value);
}

void naive_packed(naive_reader *in, bool wide, uint64_t owed, naive_value *value)
{
    gdv_component part = wide ? GDV_COMPONENT_FLOAT64 : narrow_part(value->type);
    uint32_t components = components_of(in, value->type);
    uint32_t count = naive_u32(in, owed);
    if (count >= NAIVE_HALF) {
        naive_refuse(in, GDV_E_BAD_LENGTH, in->pos - 4);
    }
    naive_promise(in, count, components * width_of(part), owed);
    size_t start = in->pos;
    read_rows(in, part, count, components, value);
    if (naive_is_pandemonium(in) && components == 4 && value->type != GDV_TYPE_PACKED_COLOR_ARRAY) {
        for (size_t row = 0; row < count; row += 1) {
            /* the decoder copies z into w (EB-15) */
            if (value->numbers[4 * row + 2] != value->numbers[4 * row + 3]) {
                naive_misreads(in, GDV_MISREAD_VECTOR4_ARRAY, start + 16 * row + 12);
            }
        }
    }
}
