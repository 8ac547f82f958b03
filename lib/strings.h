/* SPDX-License-Identifier: MIT */
/* Internal: payloads made of text and bytes: length word, contents, padding. Wire reference: sections 4, 5.2, 5.3, 5.6,
 * 5.9; EB-01 to EB-05, EB-08. */
#ifndef GDV_STRINGS_H
#define GDV_STRINGS_H

#include "scan.h"

/* Reads one text (section 4, STR) and says where its contents are. any_padding: nonzero where the dialect's encoder
 * leaves padding undefined. */
gdv_status gdv_text_read(gdv_scan *scan, uint32_t any_padding, uint32_t *text, uint32_t *size);

/* Payloads of the forms TEXT, NODE_PATH, SIGNAL, BYTES and STRINGS. */
gdv_status gdv_text_value_read(gdv_scan *scan, gdv_head *head);
gdv_status gdv_node_path_read(gdv_scan *scan, gdv_head *head);
gdv_status gdv_signal_read(gdv_scan *scan, gdv_head *head);
gdv_status gdv_bytes_read(gdv_scan *scan, gdv_head *head);
gdv_status gdv_string_array_read(gdv_scan *scan, gdv_head *head);

#endif
