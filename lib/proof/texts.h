/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/texts.h (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_TEXTS_H
#define GDV_PROOF_TEXTS_H

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    requires \initialized(text) && \initialized(size);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->longest, GDV_ERROR_FIELDS, *text, *size;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    ensures \initialized(text) && \initialized(size);
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0);
    ensures inside: \result == GDV_OK ==> GDV_HOLDS(&scan->in, *text, *size) && *text + *size <= scan->in.pos;
    ensures moved: \result == GDV_OK ==> *text == \old(scan->in.pos) + 4 && *size < GDV_NEGATIVE &&
        scan->in.pos == *text + *size + (4 - *size % 4) % 4;
*/
gdv_status gdv_text_read(gdv_scan *scan, uint32_t any_padding, uint32_t *text, uint32_t *size);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_text_value_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_node_path_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_signal_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_bytes_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_string_array_read(gdv_scan *scan, gdv_token *token);

#endif
