/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/number.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_NUMBER_C_H
#define GDV_PROOF_NUMBER_C_H

/*@ requires GDV_PACKET(in) && (width == 4 || width == 8);
    requires inside: GDV_HOLDS(in, at, width);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_nonfinite(const gdv_cursor *in, uint32_t at, uint32_t width);

#define GDV_FINITE_UNTIL_LOOP                                                                                          \
    loop invariant at <= here <= end;                                                                                  \
    loop assigns here;                                                                                                 \
    loop variant end - here;

/*@ requires \initialized(&token->wire) && \initialized(&token->flags);
    requires \valid_read(token->wire) && \initialized(token->wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> GDV_WIDE(token);
*/
static bool is_wide(const gdv_token *token);

/* Nothing is said of the result: no goal needs it. */
/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static uint64_t widened_bits(uint32_t word);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_ROW_OF(token) && \initialized(&token->data);
    requires token->wire->layout == GDV_LAYOUT_INT || token->wire->layout == GDV_LAYOUT_FLOAT;
    requires inside: size == GDV_PAYLOAD(token) && GDV_HOLDS(&scan->in, token->data, size);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
static gdv_status check_width(gdv_scan *scan, const gdv_token *token, uint32_t size);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_ROW_OF(token) && \initialized(&token->at);
    terminates \true; exits \false;
    assigns scan->in.pos, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan) && \old(scan->in.pos) <= scan->in.pos;
    ensures words: \result == GDV_OK ==> GDV_MOVED(0);
    ensures inside: \result == GDV_OK ==> GDV_HOLDS(&scan->in, \old(scan->in.pos), token->wire->size);
*/
static gdv_status take_misread(gdv_scan *scan, const gdv_token *token);

#define CHECK_W_IS_Z_LOOP                                                                                              \
    loop invariant 0 <= index <= token->count;                                                                         \
    loop assigns index;                                                                                                \
    loop variant token->count - index;

/*@ requires GDV_SCAN_SOUND(scan);
    requires \initialized(&token->data) && \initialized(&token->count);
    requires inside: GDV_HOLDS(&scan->in, token->data, 16 * token->count);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
static gdv_status check_w_is_z(gdv_scan *scan, const gdv_token *token);

#endif
