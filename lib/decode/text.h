/* SPDX-License-Identifier: MIT */
/* Internal: the rules for text. Strict means RFC 3629 without NUL and without a leading byte order mark; what engines
 * take beyond that (wire reference, section 7; EB-07, EB-08) passes by permission, and is distinguished from what no
 * engine takes. Linear in the text, constant memory. */
#ifndef GDV_TEXT_H
#define GDV_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/status.h>

#include "../wire/wire.h"
#include "cursor.h"

#ifdef __FRAMAC__
#include "../proof/text.h"
#endif

/* Checks the text of `size` bytes at offset `at`. Requires at + size <= in->size. Returns GDV_OK; or GDV_E_BAD_UTF8,
 * GDV_E_TEXT_UTF8, GDV_E_TEXT_NUL or GDV_E_TEXT_BOM, and then *error_offset is the offset of the first byte of what is
 * refused. Where NUL is permitted the text ends at the first one, as it does for engines: what follows is not looked
 * at. */
gdv_status gdv_text_check(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance, uint32_t permit,
                          uint32_t *error_offset);

/* Does what gdv_text_check does, by bytes alone: tests hold gdv_text_check equal to it, and where there are no vectors
 * gdv_text_check is nothing else. */
gdv_status gdv_text_check_scalar(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance,
                                 uint32_t permit, uint32_t *error_offset);

/* Whether a text that gdv_text_check passed for a lax decoder has a character in more bytes than it takes: such a
 * decoder reads it, and its encoder would write it otherwise. Requires at + size <= in->size. */
bool gdv_text_is_overlong(const gdv_cursor *in, uint32_t at, uint32_t size);

/* The part of a text that engines keep: after a byte order mark, up to the first NUL. Moves *at and cuts *size.
 * Requires *at + *size <= in->size. */
void gdv_text_trim(const gdv_cursor *in, uint32_t *at, uint32_t *size);

#endif
