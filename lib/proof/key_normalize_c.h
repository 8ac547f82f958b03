/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/keys/key_normalize.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_KEY_NORMALIZE_C_H
#define GDV_PROOF_KEY_NORMALIZE_C_H

#define ENDS_EMPTY_LOOP                                                                                                \
    loop invariant 0 <= index <= token->count;                                                                         \
    loop invariant \initialized(&pos) && \initialized(&size);                                                          \
    loop invariant some: size != 1 ==> token->count > 0;                                                               \
    loop assigns index, pos, size;                                                                                     \
    loop variant token->count - index;

/*@ requires GDV_PACKET(in) && \initialized(&token->data) && \initialized(&token->count);
    terminates \true; exits \false;
    assigns \nothing;
    ensures some: \result ==> token->count > 0;
*/
static bool ends_empty(const gdv_cursor *in, const gdv_token *token);

#define IS_EMPTY_IMAGE_LOOP                                                                                            \
    loop invariant 0 <= index < GDV_IMAGE_WORDS;                                                                       \
    loop invariant \initialized(words + (0 .. GDV_IMAGE_WORDS - 1));                                                   \
    loop assigns index, words[0 .. GDV_IMAGE_WORDS - 2];                                                               \
    loop variant GDV_IMAGE_WORDS - index;

/*@ requires GDV_PACKET(in) && \initialized(&token->at) && \initialized(&token->count);
    requires inside: token->at < in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_empty_image(const gdv_cursor *in, const gdv_token *token);

/*@ requires GDV_PACKET(in) && \initialized(&token->wire) && \initialized(&token->flags) && \initialized(&token->data);
    requires \initialized(&token->at) && \initialized(&token->count) && token->at < in->size;
    requires row: \valid_read(token->wire) && \initialized(token->wire);
    requires inside: 4 <= token->data <= in->size;
    requires id: token->wire->layout == GDV_LAYOUT_OBJECT && (token->flags & 1) != 0 ==> GDV_HOLDS(in, token->data, 8);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_null(const gdv_cursor *in, const gdv_token *token);

#endif
