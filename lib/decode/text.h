/* SPDX-License-Identifier: MIT */
/* Internal: the rules for text. Strict means RFC 3629 without NUL and without a leading byte order mark; what engines
 * take beyond that (wire reference, section 7; EB-07, EB-08) passes by permission, and is told apart from what no
 * engine takes. Linear in the text, constant memory. */
#ifndef GDV_TEXT_H
#define GDV_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/status.h>

#include "../wire/wire.h"
#include "cursor.h"

/* The contract of both checks (docs/proof.md): where the text is, and what they say of it. */
/* clang-format off */
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
/* clang-format on */

/* Checks the text of `size` bytes at offset `at`. Requires at + size <= in->size. Returns GDV_OK; or GDV_E_BAD_UTF8,
 * GDV_E_TEXT_UTF8, GDV_E_TEXT_NUL or GDV_E_TEXT_BOM, and then *error_offset is the offset of the first byte of what is
 * refused. Where NUL is permitted the text ends at the first one, as it does for engines: what follows is not looked
 * at. */
/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    GDV_TEXT_JUDGES
*/
gdv_status gdv_text_check(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance, uint32_t permit,
                          uint32_t *error_offset);

/* The same by bytes alone: what the other is held equal to, and all that it is where there are no vectors. */
/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    GDV_TEXT_JUDGES
*/
gdv_status gdv_text_check_scalar(const gdv_cursor *in, uint32_t at, uint32_t size, gdv_tolerance tolerance,
                                 uint32_t permit, uint32_t *error_offset);

/* Whether a text that gdv_text_check passed for a lax decoder has a character in more bytes than it takes: such a
 * decoder reads it, and its encoder would write it otherwise. Requires at + size <= in->size. */
/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_text_is_overlong(const gdv_cursor *in, uint32_t at, uint32_t size);

/* The part of a text that engines keep: behind a byte order mark, up to the first NUL. Moves *at and cuts *size.
 * Requires *at + *size <= in->size. */
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
