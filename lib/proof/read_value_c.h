/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/read_value.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_READ_VALUE_C_H
#define GDV_PROOF_READ_VALUE_C_H

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
    ensures inside: \result == GDV_OK && token->wire->layout == GDV_LAYOUT_FLOAT ==>
        GDV_HOLDS(&scan->in, token->data, GDV_PAYLOAD(token));
*/
static gdv_status read_payload(gdv_scan *scan, gdv_token *token);

/*@ requires GDV_SCAN_SOUND(scan) && wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
static gdv_status check_flags(gdv_scan *scan, const gdv_wire_row *wire, uint32_t unknown, uint32_t at);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_ROW_OF(token) && \initialized(&token->at);
    requires \initialized(&token->id) && token->id < scan->table->count;
    requires must_be == GDV_ANY_ID || must_be < scan->table->count;
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
static gdv_status check_header(gdv_scan *scan, const gdv_token *token, uint32_t unknown, uint32_t must_be);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_ROW_OF(token) && \initialized(&token->data);
    requires inside: token->wire->layout == GDV_LAYOUT_FLOAT ==> GDV_HOLDS(&scan->in, token->data, GDV_PAYLOAD(token));
    requires narrow: token->wire->layout == GDV_LAYOUT_FLOAT && (token->flags & 1) != 0 ==> token->wire->wide == 8;
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
static gdv_status check_narrowed(gdv_scan *scan, const gdv_token *token);

#endif
