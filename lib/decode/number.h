/* SPDX-License-Identifier: MIT */
/* Internal: payloads of numbers: fixed-size values and packed arrays of them. Which floats may be, which width is the
 * canonical one, and where Pandemonium's decoder goes astray. Wire reference: sections 5.1, 5.6, 6.1; EB-13 to EB-15.
 */
#ifndef GDV_NUMBER_H
#define GDV_NUMBER_H

#include <stdbool.h>

#include "scan.h"

/* The words of the proof (docs/proof.md). A token whose row is known; whether it has the wide form; and the bytes of
 * its payload, or of one of its elements. */
#define GDV_ROW_OF(token)                                                                                              \
    (\initialized(&(token)->wire) && \initialized(&(token)->flags) && \valid_read((token)->wire) &&                    \
     \initialized((token)->wire) && GDV_ROW_SOUND((token)->wire))
#define GDV_WIDE(token) ((token)->wire->wide != 0 && ((token)->flags & 1) != 0)
#define GDV_PAYLOAD(token) (GDV_WIDE(token) ? (token)->wire->wide : (token)->wire->size)

/* Whether its components are floats. */
/*@ requires wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> (wire->component == GDV_COMPONENT_FLOAT32 || wire->component == GDV_COMPONENT_FLOAT64);
*/
bool gdv_is_float(const gdv_wire_row *wire);

/* Whether the bits of a float, or of a double, are those of an infinity or a NaN. */
/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_nonfinite32(uint32_t bits)
{
    return (bits & 0x7f800000u) == 0x7f800000u;
}

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_nonfinite64(uint64_t bits)
{
    return (bits & 0x7ff0000000000000u) == 0x7ff0000000000000u;
}

/* Whether an i64 is an i32, or a double exactly a float, so that an engine would send it in four bytes. */
/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> (bits <= 0x7fffffff || bits >= 0xffffffff80000000);
*/
static inline bool gdv_fits_int32(uint64_t bits)
{
    int64_t number = gdv_signed64(bits);
    return number >= INT32_MIN && number <= INT32_MAX;
}

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_fits_float(uint64_t bits);

/* Whether a double that becomes a float, and a double again, has the same bits then. */
/*@ terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_bears_narrowing(uint64_t bits);

/* Width in bytes of one component, 4 or 8: as the row has it, and with the value's flags. */
/*@ requires wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (wire->component == GDV_COMPONENT_INT64 || wire->component == GDV_COMPONENT_FLOAT64 ? 8 : 4);
*/
uint32_t gdv_narrow_width(const gdv_wire_row *wire);
/*@ requires GDV_ROW_OF(token);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == 4 || \result == 8;
*/
uint32_t gdv_component_width(const gdv_token *token);

/* Bytes of the payload of a fixed-size value, or of one element of a packed array. */
/*@ requires GDV_ROW_OF(token);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_PAYLOAD(token) && \result <= 128 && \result % 4 == 0;
*/
uint32_t gdv_payload_size(const gdv_token *token);

/* The bits of the float nearest to a double; of an infinity, or of a NaN without its lower bits. Requires no finite
 * double beyond the largest float. */
/*@ terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_narrow_bits(uint64_t bits);

/* The float of 4 or 8 bytes at an offset, as a double's bits. Requires at + width <= in->size. */
/*@ requires GDV_PACKET(in) && (width == 4 || width == 8);
    requires inside: GDV_HOLDS(in, at, width);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint64_t gdv_double_bits_at(const gdv_cursor *in, uint32_t at, uint32_t width);

/* Floats from `at` to `end`, which have been taken: refuses the first that is infinite or NaN, unless permitted. */
/*@ requires GDV_SCAN_SOUND(scan) && (width == 4 || width == 8);
    requires inside: at <= end <= scan->in.size;
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK || \result == GDV_E_NONFINITE;
*/
gdv_status gdv_finite_check(gdv_scan *scan, uint32_t at, uint32_t end, uint32_t width);

/* Payloads of the forms FIXED, BOOL, INT, FLOAT; and PACKED. */
/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    assigns scan->in.pos, GDV_ERROR_FIELDS;
    GDV_PAYLOAD_ENSURES
    ensures inside: \result == GDV_OK ==> GDV_HOLDS(&scan->in, token->data, GDV_PAYLOAD(token));
*/
gdv_status gdv_fixed_read(gdv_scan *scan, gdv_token *token);
/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    assigns scan->in.pos, scan->widest, GDV_ERROR_FIELDS, token->count, token->data;
    GDV_PAYLOAD_ENSURES
    ensures inside: \result == GDV_OK ==> GDV_HOLDS(&scan->in, token->data, token->count * GDV_PAYLOAD(token));
    ensures passed: \result == GDV_OK ==> scan->in.pos == token->data + token->count * GDV_PAYLOAD(token);
*/
gdv_status gdv_packed_read(gdv_scan *scan, gdv_token *token);

#endif
