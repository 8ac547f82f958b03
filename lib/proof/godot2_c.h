/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/godot2.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_GODOT2_C_H
#define GDV_PROOF_GODOT2_C_H

/*@ requires \valid_read(layout) && \initialized(layout);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_last_level(const gdv_image_layout *layout, uint32_t mipmaps, uint32_t level, uint32_t width,
                          uint32_t height);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (one < other ? other : one);
*/
static uint32_t larger_of(uint32_t one, uint32_t other);

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> 1 <= pixels <= GDV_IMAGE_MAX_SIDE;
*/
static bool is_side(uint32_t pixels);

#define HAS_ITS_LENGTH_LOOP                                                                                            \
    loop invariant sides: width <= GDV_IMAGE_MAX_SIDE && height <= GDV_IMAGE_MAX_SIDE;                                 \
    loop invariant size: size <= 0x600000000;                                                                          \
    loop assigns level, size, last, width, height;

/*@ requires words: \valid_read(words + (0 .. 4)) && \initialized(words + (0 .. 4));
    requires format: words[0] < GDV_IMAGE_CUSTOM;
    requires sides: words[2] <= GDV_IMAGE_MAX_SIDE && words[3] <= GDV_IMAGE_MAX_SIDE;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool has_its_length(const uint32_t *words);

#define GDV_IMAGE_WRONG_WORD_LOOP                                                                                      \
    loop invariant 0 <= wrong <= GDV_IMAGE_WORDS;                                                                      \
    loop assigns wrong;                                                                                                \
    loop variant GDV_IMAGE_WORDS - wrong;

#define GDV_IMAGE_READ_LOOP                                                                                            \
    loop invariant 0 <= index <= 5;                                                                                    \
    loop invariant GDV_SCAN_SOUND(scan);                                                                               \
    loop invariant \initialized(words + (0 .. 4));                                                                     \
    loop invariant scan->in.pos == words_at + 4 * index;                                                               \
    loop invariant format: index > 0 ==> words[0] < GDV_IMAGE_FORMATS;                                                 \
    loop assigns index, words[0 .. 4], scan->in.pos, GDV_ERROR_FIELDS;                                                 \
    loop variant 5 - index;

#define GDV_INPUT_EVENT_READ_LOOP                                                                                      \
    loop invariant 0 <= index <= words;                                                                                \
    loop invariant GDV_SCAN_SOUND(scan) && \initialized(&status);                                                      \
    loop invariant \at(scan->in.pos, Pre) <= scan->in.pos;                                                             \
    loop invariant status == GDV_OK ==> scan->in.pos == token->data + 4 * index;                                       \
    loop assigns index, status, scan->in.pos, GDV_ERROR_FIELDS;                                                        \
    loop variant words - index;

#endif
