/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/godot2.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_GODOT2_H
#define GDV_PROOF_GODOT2_H

/*@ requires words: \valid_read(words + (0 .. 4)) && \initialized(words + (0 .. 4));
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_image_is_kept(const uint32_t *words);

/*@ requires words: \valid_read(words + (0 .. 4)) && \initialized(words + (0 .. 4));
    requires format: words[0] < GDV_IMAGE_FORMATS;
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= GDV_IMAGE_WORDS;
*/
uint32_t gdv_image_wrong_word(const uint32_t *words);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_image_read(gdv_scan *scan, gdv_token *token);

/*@ GDV_PAYLOAD_REQUIRES
    terminates \true; exits \false;
    GDV_PAYLOAD_LEAVES
*/
gdv_status gdv_input_event_read(gdv_scan *scan, gdv_token *token);

#endif
