/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/container.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_CONTAINER_H
#define GDV_PROOF_CONTAINER_H

/*@ GDV_PAYLOAD_REQUIRES
    requires token->wire->layout == GDV_LAYOUT_OBJECT;
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_object_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    requires token->wire->layout == GDV_LAYOUT_DICTIONARY;
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_dictionary_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    requires token->wire->layout == GDV_LAYOUT_ARRAY;
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_array_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    requires token->wire->layout == GDV_LAYOUT_TYPED_ARRAY;
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_typed_array_read(gdv_scan *scan, gdv_token *token);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_is_encoded_object_id(const gdv_cursor *in, uint32_t at, uint32_t size);

#endif
