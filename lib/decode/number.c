/* SPDX-License-Identifier: MIT */
#include "number.h"

#include <string.h>

/* What Pandemonium moves by for a Vector4, and demands before it reads a Projection (EB-13, EB-14). */
#define SHORT_ADVANCE 12u
#define LONG_REACH 248u

#ifdef __FRAMAC__
#include "../proof/number_c.h"
#endif

/* Whether the float of `width` bytes, 4 or 8, is infinite or NaN. Requires at + width <= in->size. */
static bool is_nonfinite(const gdv_cursor *in, uint32_t at, uint32_t width)
{
    return width == 8 ? gdv_nonfinite64(gdv_u64_at(in, at)) : gdv_nonfinite32(gdv_u32_at(in, at));
}

#if defined(__SSE2__)

/* Exponents alone, as words of 16 bits: nothing else is left, and they order as they are. */
static __m128i exponents16(const gdv_cursor *in, uint32_t at, uint32_t more, __m128i exponent)
{
    return _mm_and_si128(gdv_16_at(in, at, more), exponent);
}

static __m128i highest64(const gdv_cursor *in, uint32_t at, uint32_t more, __m128i exponent)
{
    return _mm_max_epi16(
        _mm_max_epi16(exponents16(in, at, more, exponent), exponents16(in, at, more + 16, exponent)),
        _mm_max_epi16(exponents16(in, at, more + 32, exponent), exponents16(in, at, more + 48, exponent)));
}

static bool has_highest(__m128i words, int16_t nonfinite)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi16(words, _mm_set1_epi16(nonfinite))) != 0;
}

/* Where to look for the first nonfinite float from `at` on: what is before is finite. Sixteen bytes at a time, and 128
 * where there are that many, without looking which of them it is. */
static uint32_t behind_finite(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t width)
{
    const __m128i exponent = width == 8 ? _mm_setr_epi32(0, 0x7ff00000, 0, 0x7ff00000) : _mm_set1_epi32(0x7f800000);
    const int16_t nonfinite = width == 8 ? 0x7ff0 : 0x7f80;
    uint32_t here = at;

    while (
        end - here >= 128 &&
        !has_highest(_mm_max_epi16(highest64(in, here, 0, exponent), highest64(in, here, 64, exponent)), nonfinite)) {
        here += 128;
    }
    while (end - here >= 16 && !has_highest(exponents16(in, here, 0, exponent), nonfinite)) {
        here += 16;
    }
    return here;
}

#endif

uint32_t gdv_finite_until(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t width)
{
    uint32_t here = at;
#if defined(__SSE2__)
    if (end - at >= 16) {
        here = behind_finite(in, at, end, width);
    }
#endif
    /*@ GDV_FINITE_UNTIL_LOOP */
    while (end - here >= width && !is_nonfinite(in, here, width)) {
        here += width;
    }
    return here;
}

gdv_status gdv_finite_check(gdv_scan *scan, uint32_t at, uint32_t end, uint32_t width)
{
    if ((scan->permit & GDV_PERMIT_NONFINITE) != 0) {
        return GDV_OK;
    }
    uint32_t until = gdv_finite_until(&scan->in, at, end, width);
    return end - until >= width ? gdv_refuse(scan, GDV_E_NONFINITE, until, 0) : GDV_OK;
}

/* Whether the token's flag says that its components have 8 bytes, in a row that has a wide form. */
static bool is_wide(const gdv_token *token)
{
    return token->wire->wide != 0 && (token->flags & (GDV_FLAG_64 >> 16)) != 0;
}

uint32_t gdv_component_width(const gdv_token *token)
{
    return is_wide(token) ? 8 : gdv_narrow_width(token->wire);
}

bool gdv_is_float(const gdv_wire_row *wire)
{
    return wire->component == GDV_COMPONENT_FLOAT32 || wire->component == GDV_COMPONENT_FLOAT64;
}

uint32_t gdv_payload_size(const gdv_token *token)
{
    return is_wide(token) ? token->wire->wide : token->wire->size;
}

/* Enough trailing bits of the mantissa are zero for its exponent. Engines find out by converting there and back, which
 * says no for NaN. */
bool gdv_fits_float(uint64_t bits)
{
    uint64_t mantissa = bits & 0xfffffffffffffu;
    uint32_t exponent = (uint32_t)(bits >> 52) & 0x7ffu;

    if (exponent == 0x7ffu || exponent == 0) {
        return mantissa == 0; /* infinity, zero; NaN and doubles below 2^-1022 are no floats */
    }
    if (exponent < 1023u - 149u || exponent > 1023u + 127u) {
        return false;
    }
    uint32_t lost = 29;
    if (exponent < 1023u - 126u) {
        lost += (1023u - 126u) - exponent; /* subnormal floats have fewer bits */
    }
    return (mantissa & (((uint64_t)1 << lost) - 1u)) == 0;
}

/* A quiet NaN survives the conversion with what its upper bits say. */
bool gdv_bears_narrowing(uint64_t bits)
{
    const uint64_t quiet = 0x7ff8000000000000u;
    return gdv_fits_float(bits) || ((bits & quiet) == quiet && (bits & 0x1fffffffu) == 0);
}

uint32_t gdv_narrow_bits(uint64_t bits)
{
    double wide = 0.0;
    uint32_t word = 0;
    memcpy(&wide, &bits, sizeof wide);
    float narrow = (float)wide;
    memcpy(&word, &narrow, sizeof word);
    return word;
}

/* The bits of a float as a double's. */
static uint64_t widened_bits(uint32_t word)
{
    float narrow = 0.0f;
    memcpy(&narrow, &word, sizeof narrow);
    double wide = (double)narrow;
    uint64_t bits = 0;
    memcpy(&bits, &wide, sizeof bits);
    return bits;
}

uint64_t gdv_double_bits_at(const gdv_cursor *in, uint32_t at, uint32_t width)
{
    if (width == 8) {
        return gdv_u64_at(in, at);
    }
    return widened_bits(gdv_u32_at(in, at));
}

/* Section 6.1: engines send the narrow form wherever it holds the value, except for NaN, and for the ints of Godot 3.0.
 * Refuses a wide one that would fit. Requires `size` bytes of payload at token->data, all inside the packet. */
static gdv_status check_width(gdv_scan *scan, const gdv_token *token, uint32_t size)
{
    bool canonical = true;

    if (token->wire->wide == 0) {
        return GDV_OK;
    }
    if (token->wire->layout == GDV_LAYOUT_INT && (token->wire->quirks & GDV_QUIRK_ALWAYS_64) != 0) {
        canonical = size == 8;
    } else if (token->wire->layout == GDV_LAYOUT_INT) {
        canonical = size == 4 || !gdv_fits_int32(gdv_u64_at(&scan->in, token->data));
    } else if (size == 4) {
        canonical = (gdv_u32_at(&scan->in, token->data) & 0x7fffffffu) <= 0x7f800000u;
    } else {
        canonical = !gdv_fits_float(gdv_u64_at(&scan->in, token->data));
    }
    return canonical ? GDV_OK : gdv_refuse_unless(scan, GDV_PERMIT_WIDE, GDV_E_WIDTH, token->data);
}

/* Pandemonium's Vector4 and Projection: what its decoder demands and how far it moves are not what it reads. Under
 * GDV_PERMIT_ENGINE_SPAN the scan does as the engine does; the 12 bytes it moves by may be followed by anything.
 * Ensures on GDV_OK: all of the row's size is inside the packet. */
static gdv_status take_misread(gdv_scan *scan, const gdv_token *token)
{
    bool short_advance = (token->wire->quirks & GDV_QUIRK_SHORT_ADVANCE) != 0;
    gdv_misread misread = short_advance ? GDV_MISREAD_VECTOR4 : GDV_MISREAD_PROJECTION;
    gdv_status status = gdv_misreads(scan, misread, token->at);

    if (status != GDV_OK || (scan->permit & GDV_PERMIT_ENGINE_SPAN) == 0) {
        return status == GDV_OK ? gdv_take(scan, token->wire->size) : status;
    }
    uint32_t left = gdv_left(&scan->in);
    if (short_advance && left < token->wire->size) {
        return gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos, token->wire->size - left);
    }
    if (!short_advance && left < LONG_REACH) {
        return gdv_never(scan, misread, token->at);
    }
    return gdv_take(scan, short_advance ? SHORT_ADVANCE : token->wire->size);
}

gdv_status gdv_fixed_read(gdv_scan *scan, gdv_token *token)
{
    const gdv_wire_row *wire = token->wire;
    uint32_t size = gdv_payload_size(token);
    gdv_status status = GDV_OK;

    if ((wire->quirks & (GDV_QUIRK_SHORT_ADVANCE | GDV_QUIRK_LONG_REACH)) != 0) {
        status = take_misread(scan, token);
    } else {
        status = gdv_take(scan, size);
    }
    if (status == GDV_OK && gdv_is_float(wire)) {
        status = gdv_finite_check(scan, token->data, token->data + size, gdv_component_width(token));
    }
    if (status == GDV_OK && (wire->layout == GDV_LAYOUT_INT || wire->layout == GDV_LAYOUT_FLOAT)) {
        status = check_width(scan, token, size);
    }
    if (status == GDV_OK && wire->layout == GDV_LAYOUT_BOOL && gdv_u32_at(&scan->in, token->data) > 1) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_BOOL, GDV_E_BOOL, token->data);
    }
    return status;
}

/* Pandemonium's decoder of vector4 arrays copies z into w (EB-15): harmless only where they are equal. Requires
 * token->count vectors of 16 bytes, all inside the packet. */
static gdv_status check_w_is_z(gdv_scan *scan, const gdv_token *token)
{
    /*@ CHECK_W_IS_Z_LOOP */
    for (uint32_t index = 0; index < token->count; index += 1) {
        uint32_t z = token->data + 16 * index + 8;
        if (gdv_u32_at(&scan->in, z) != gdv_u32_at(&scan->in, z + 4)) {
            return gdv_misreads(scan, GDV_MISREAD_VECTOR4_ARRAY, z + 4);
        }
    }
    return GDV_OK;
}

gdv_status gdv_packed_read(gdv_scan *scan, gdv_token *token)
{
    const gdv_wire_row *wire = token->wire;
    uint32_t size = gdv_payload_size(token);
    gdv_status status = gdv_count_read(scan, token, size);
    if (status != GDV_OK) {
        return status;
    }
    gdv_skip(&scan->in, token->count * size);
    if (gdv_is_float(wire)) {
        status = gdv_finite_check(scan, token->data, scan->in.pos, gdv_component_width(token));
    }
    if (status == GDV_OK && (wire->quirks & GDV_QUIRK_W_FROM_Z) != 0) {
        status = check_w_is_z(scan, token);
    }
    return status;
}
