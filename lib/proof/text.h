/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/text.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_TEXT_H
#define GDV_PROOF_TEXT_H

/* The contract of gdv_text_check and gdv_text_check_scalar: where the text is, and what they say of it. */
#define GDV_TEXT_REQUIRES                                                                                              \
    requires GDV_PACKET(in);                                                                                           \
    requires inside: GDV_HOLDS(in, at, size);
#define GDV_TEXT_JUDGES                                                                                                \
    assigns *error_offset;                                                                                             \
    ensures \result == GDV_OK || \result == GDV_E_BAD_UTF8 || \result == GDV_E_TEXT_UTF8 ||                            \
        \result == GDV_E_TEXT_NUL || \result == GDV_E_TEXT_BOM;                                                        \
    ensures untouched: \result == GDV_OK ==> *error_offset == \old(*error_offset);                                     \
    ensures valid: \result != GDV_OK ==> at <= *error_offset < at + size;                                              \
    ensures \initialized{Pre}(error_offset) || \result != GDV_OK ==> \initialized(error_offset);

/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    GDV_TEXT_JUDGES
*/
gdv_status gdv_text_check(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance, uint32_t permit,
                          uint32_t *error_offset);

/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    GDV_TEXT_JUDGES
*/
gdv_status gdv_text_check_scalar(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance,
                                 uint32_t permit, uint32_t *error_offset);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_text_is_overlong(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ requires GDV_PACKET(in);
    requires \initialized(at) && \initialized(size);
    requires inside: GDV_HOLDS(in, *at, *size);
    terminates \true; exits \false;
    assigns *at, *size;
    ensures \initialized(at) && \initialized(size);
    ensures part: \old(*at) <= *at && *at + *size <= \old(*at + *size);
    ensures inside: GDV_HOLDS(in, *at, *size);
    ensures cut: *at + *size < \old(*at + *size) ==> in->bytes[*at + *size] == 0;
*/
void gdv_text_trim(const gdv_cursor *in, uint32_t *at, uint32_t *size);

#endif
