/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/text.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_TEXT_C_H
#define GDV_PROOF_TEXT_C_H

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_continuation(uint8_t byte);

#define STRICT_SEQUENCE_LOOP                                                                                           \
    loop invariant 2 <= next <= length;                                                                                \
    loop assigns next;                                                                                                 \
    loop variant length - next;

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size) && size > 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures inside: \result <= size;
    ensures length: \result == 0 || 2 <= \result <= 4;
*/
static uint32_t strict_sequence(const gdv_cursor *in, uint32_t at, uint32_t size);

#define LAX_SEQUENCE_LOOP                                                                                              \
    loop invariant 1 <= next <= length;                                                                                \
    loop assigns next;                                                                                                 \
    loop variant length - next;

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size) && size > 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures inside: \result <= size;
    ensures length: \result == 0 || 2 <= \result <= 6;
*/
static uint32_t lax_sequence(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size) && size > 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures inside: \result <= size;
    ensures length: \result <= 6;
    ensures strict: tolerance == GDV_TOLERANCE_STRICT ==> \result == 0;
*/
static uint32_t tolerated_sequence(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result != 0 ==> size >= 3;
*/
static bool has_byte_order_mark(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result != 0 ==> size >= 3;
*/
static bool is_marked_unpermitted(const gdv_cursor *in, uint32_t at, uint32_t size, uint32_t permit);

#define CHECK_BYTES_LOOP                                                                                               \
    loop invariant \at(here, Pre) <= here <= end;                                                                      \
    loop assigns here;                                                                                                 \
    loop variant end - here;

/*@ requires GDV_PACKET(in);
    requires inside: here <= end <= in->size;
    terminates \true; exits \false;
    assigns *error_offset;
    ensures \result == GDV_OK || \result == GDV_E_BAD_UTF8 || \result == GDV_E_TEXT_UTF8 ||
            \result == GDV_E_TEXT_NUL;
    ensures untouched: \result == GDV_OK ==> *error_offset == \old(*error_offset);
    ensures valid: \result != GDV_OK ==> here <= *error_offset < end;
    ensures \initialized{Pre}(error_offset) || \result != GDV_OK ==> \initialized(error_offset);
*/
static gdv_status check_bytes(const gdv_cursor *in, uint32_t here, uint32_t end, gdv_tolerance tolerance,
                              uint32_t permit, uint32_t *error_offset);

#define GDV_TEXT_IS_OVERLONG_LOOP                                                                                      \
    loop invariant at <= here && here <= at + size;                                                                    \
    loop assigns here, found;                                                                                          \
    loop variant at + size - here;

#define GDV_TEXT_TRIM_LOOP                                                                                             \
    loop invariant length <= *size;                                                                                    \
    loop assigns length;                                                                                               \
    loop variant *size - length;

#define GDV_TEXT_TRIM_LOOP_2                                                                                           \
    loop invariant length <= *size;                                                                                    \
    loop assigns length;                                                                                               \
    loop variant *size - length;

#endif
