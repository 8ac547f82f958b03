/* SPDX-License-Identifier: MIT */
/* Internal: what stands before the first child of a container: declared types, class names, the count. Each leaves the
 * children reserved, and token->children says how many there are. Wire reference: sections 5.4, 5.5, 5.8. */
#ifndef GDV_CONTAINER_H
#define GDV_CONTAINER_H

#include <stdbool.h>

#include "scan.h"

/* Payloads of the forms OBJECT, DICTIONARY, ARRAY and TYPED_ARRAY. */
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

/* Whether a text, as engines keep it, names the class that stands for objects sent as ids. */
/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_is_encoded_object_id(const gdv_cursor *in, uint32_t at, uint32_t size);

#endif
