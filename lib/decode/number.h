/* SPDX-License-Identifier: MIT */
/* Internal: payloads of numbers: fixed-size values and packed arrays of them. Which floats may be, which width is the
 * canonical one, and where Pandemonium's decoder goes astray. Wire reference: sections 5.1, 5.6, 6.1; EB-13 to EB-15.
 */
#ifndef GDV_NUMBER_H
#define GDV_NUMBER_H

#include <stdbool.h>

#include "scan.h"

#ifdef __FRAMAC__
#include "../proof/number.h"
#endif

/* Whether its components are floats. */
bool gdv_is_float(const gdv_wire_row *wire);

/* Whether the bits of a float, or of a double, are those of an infinity or a NaN. */
static inline bool gdv_nonfinite32(uint32_t bits)
{
    return (bits & 0x7f800000u) == 0x7f800000u;
}

static inline bool gdv_nonfinite64(uint64_t bits)
{
    return (bits & 0x7ff0000000000000u) == 0x7ff0000000000000u;
}

/* Whether an i64 is an i32, or a double exactly a float, so that an engine would send it in four bytes. */
static inline bool gdv_fits_int32(uint64_t bits)
{
    int64_t number = gdv_signed64(bits);
    return number >= INT32_MIN && number <= INT32_MAX;
}

bool gdv_fits_float(uint64_t bits);

/* Whether a double that becomes a float, and a double again, has the same bits then. */
bool gdv_bears_narrowing(uint64_t bits);

/* Width in bytes of one component, 4 or 8, as the row has it. */
static inline uint32_t gdv_narrow_width(const gdv_wire_row *wire)
{
    return wire->component == GDV_COMPONENT_INT64 || wire->component == GDV_COMPONENT_FLOAT64 ? 8 : 4;
}

/* With the value's flags. */
uint32_t gdv_component_width(const gdv_token *token);

/* Bytes of the payload of a fixed-size value, or of one element of a packed array: at most 128, and a multiple of 4. */
uint32_t gdv_payload_size(const gdv_token *token);

/* The bits of the float nearest to a double; of an infinity, or of a NaN without its lower bits. Requires no finite
 * double beyond the largest float. */
uint32_t gdv_narrow_bits(uint64_t bits);

/* The float of 4 or 8 bytes at an offset, as a double's bits. Requires at + width <= in->size. */
uint64_t gdv_double_bits_at(const gdv_cursor *in, uint32_t at, uint32_t width);

/* Where the first float from `at` to `end` stands that is infinite or NaN; where there is none, no whole float is left
 * after it. Requires at <= end <= in->size and a width of 4 or 8. Ensures: at <= result <= end. */
uint32_t gdv_finite_until(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t width);

/* Whether the floats of 32 bits in up to sixteen bytes at an offset are all finite. Requires size <= 16, a multiple of 4, and
 * 16 <= at + size <= in->size. */
static inline bool gdv_are_finite16(const gdv_cursor *in, uint32_t at, uint32_t size)
{
#if defined(__SSE2__)
    const __m128i exponent = _mm_set1_epi32(0x7f800000);
    __m128i nonfinite = _mm_cmpeq_epi32(_mm_and_si128(gdv_16_before(in, at, size), exponent), exponent);
    return (uint32_t)_mm_movemask_epi8(nonfinite) >> (16 - size) == 0;
#else
    bool finite = true;
    /*@ GDV_ARE_FINITE16_LOOP */
    for (uint32_t done = 0; done < size; done += 4) {
        finite = finite && !gdv_nonfinite32(gdv_u32_after(in, at, done));
    }
    return finite;
#endif
}

/* Refuses the first float from `at` to `end` that is infinite or NaN, unless that is permitted. Requires at <= end <=
 * scan->in.size and a width of 4 or 8. Returns GDV_OK or GDV_E_NONFINITE. */
gdv_status gdv_finite_check(gdv_scan *scan, uint32_t at, uint32_t end, uint32_t width);

/* Read the payloads of the layouts FIXED, BOOL, INT and FLOAT; and of PACKED. Require scan to stand after the token's
 * header. Ensure on GDV_OK: the whole payload is inside the packet. */
gdv_status gdv_fixed_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_packed_read(gdv_scan *scan, gdv_token *token);

#endif
