/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/number.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_NUMBER_H
#define GDV_PROOF_NUMBER_H

/* A token whose row is known; whether it has the wide form; and the bytes of its payload, or of one of its elements. */
#define GDV_ROW_OF(token)                                                                                              \
    (\initialized(&(token)->wire) && \initialized(&(token)->flags) && \valid_read((token)->wire) &&                    \
     \initialized((token)->wire) && GDV_ROW_SOUND((token)->wire))
#define GDV_WIDE(token) ((token)->wire->wide != 0 && ((token)->flags & 1) != 0)
#define GDV_PAYLOAD(token) (GDV_WIDE(token) ? (token)->wire->wide : (token)->wire->size)

/*@ requires wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> (wire->component == GDV_COMPONENT_FLOAT32 || wire->component == GDV_COMPONENT_FLOAT64);
*/
bool gdv_is_float(const gdv_wire_row *wire);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_nonfinite32(uint32_t bits);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_nonfinite64(uint64_t bits);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> (bits <= 0x7fffffff || bits >= 0xffffffff80000000);
*/
static inline bool gdv_fits_int32(uint64_t bits);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_fits_float(uint64_t bits);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_bears_narrowing(uint64_t bits);

/*@ requires wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (wire->component == GDV_COMPONENT_INT64 || wire->component == GDV_COMPONENT_FLOAT64 ? 8 : 4);
*/
static inline uint32_t gdv_narrow_width(const gdv_wire_row *wire);

/*@ requires GDV_ROW_OF(token);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == 4 || \result == 8;
*/
uint32_t gdv_component_width(const gdv_token *token);

/*@ requires GDV_ROW_OF(token);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_PAYLOAD(token) && \result <= 128 && \result % 4 == 0;
*/
uint32_t gdv_payload_size(const gdv_token *token);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
uint32_t gdv_narrow_bits(uint64_t bits);

/*@ requires GDV_PACKET(in) && (width == 4 || width == 8);
    requires inside: GDV_HOLDS(in, at, width);
    terminates \true; exits \false;
    assigns \nothing;
*/
uint64_t gdv_double_bits_at(const gdv_cursor *in, uint32_t at, uint32_t width);

/*@ requires GDV_PACKET(in) && (width == 4 || width == 8);
    requires inside: at <= end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
    ensures at <= \result <= end;
*/
uint32_t gdv_finite_until(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t width);

#define GDV_ARE_FINITE16_LOOP                                                                                          \
    loop invariant 0 <= done <= size && done % 4 == 0;                                                                 \
    loop assigns done, finite;                                                                                         \
    loop variant size - done;

/*@ requires GDV_PACKET(in) && size <= 16 && size % 4 == 0;
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_are_finite16(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_SCAN_SOUND(scan) && (width == 4 || width == 8);
    requires inside: at <= end <= scan->in.size;
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures \result == GDV_OK || \result == GDV_E_NONFINITE;
*/
gdv_status gdv_finite_check(gdv_scan *scan, uint32_t at, uint32_t end, uint32_t width);

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
