/* SPDX-License-Identifier: MIT */
/* Internal: what stands before the first child of a container: declared types, class names, the count. Each leaves the
 * children reserved, and token->children says how many there are. Wire reference: sections 5.4, 5.5, 5.8. */
#ifndef GDV_CONTAINER_H
#define GDV_CONTAINER_H

#include <stdbool.h>

#include "scan.h"

#ifdef __FRAMAC__
#include "../proof/container.h"
#endif

/* Read the payload of a token whose row has the layout OBJECT, DICTIONARY, ARRAY or TYPED_ARRAY. Requires scan to stand
 * after the token's header, and the token to have no children yet. Ensures on GDV_OK: for a container, token->children
 * values are reserved (an object's with their names). */
gdv_status gdv_object_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_dictionary_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_array_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_typed_array_read(gdv_scan *scan, gdv_token *token);

/* Whether a text, as engines keep it, names the class that stands for objects sent as ids. Requires at + size <=
 * in->size. */
bool gdv_is_encoded_object_id(const gdv_cursor *in, uint32_t at, uint32_t size);

#endif
