/* SPDX-License-Identifier: MIT */
/* Internal: payloads made of text and bytes: length word, contents, padding. Wire reference: sections 4, 5.2, 5.3, 5.6,
 * 5.9; EB-01 to EB-05, EB-08. */
#ifndef GDV_TEXTS_H
#define GDV_TEXTS_H

#include "scan.h"

#ifdef __FRAMAC__
#include "../proof/texts.h"
#endif

/* Reads one text (section 4, STR) and says where its contents are. any_padding: nonzero where the dialect's encoder
 * leaves padding undefined. Ensures on GDV_OK: *text and *size are inside the packet, and pos is after the padding. */
gdv_status gdv_text_read(gdv_scan *scan, uint32_t any_padding, uint32_t *text, uint32_t *size);

/* Read the payloads of the layouts TEXT, NODE_PATH, SIGNAL, BYTES and STRINGS. Require scan to stand after the token's
 * header. */
gdv_status gdv_text_value_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_node_path_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_signal_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_bytes_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_string_array_read(gdv_scan *scan, gdv_token *token);

#endif
