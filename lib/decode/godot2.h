/* SPDX-License-Identifier: MIT */
/* Internal: the two payloads that only Godot 2 has. Wire reference: section 5.10. */
#ifndef GDV_GODOT2_H
#define GDV_GODOT2_H

#include <stdbool.h>

#include "scan.h"

/* The five words before an image's bytes: format, mipmaps, width, height, length. */
#define GDV_IMAGE_WORDS 5u

#ifdef __FRAMAC__
#include "../proof/godot2.h"
#endif

/* Whether the engine keeps an image; else it reads an empty one. Words from a packet or from a caller: any, and of a
 * format that does not exist nothing is kept. Time: linear in the length, for each level has a byte. */
bool gdv_image_is_kept(const uint32_t *words);

/* The first of the GDV_IMAGE_WORDS words that makes the engine read something else, GDV_IMAGE_WORDS for none: an image
 * that it does not keep, an empty one that says more than that, or mipmaps that it would count one by one to no end
 * (EB-38). Requires an existing format: words[0] < GDV_IMAGE_FORMATS. */
uint32_t gdv_image_wrong_word(const uint32_t *words);

/* Read the payloads of the layouts IMAGE and INPUT_EVENT. Require scan to stand after the token's header. */
gdv_status gdv_image_read(gdv_scan *scan, gdv_token *token);
gdv_status gdv_input_event_read(gdv_scan *scan, gdv_token *token);

#endif
