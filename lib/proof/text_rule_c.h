/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/text_rule.c (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_TEXT_RULE_C_H
#define GDV_PROOF_TEXT_RULE_C_H

#include "plain.h"

#define GDV_CODE_POINTS_LOOP                                                                                           \
    loop invariant count <= index <= size;                                                                             \
    loop assigns index, count;                                                                                         \
    loop variant size - index;
#define GDV_ALL_ASCII_LOOP                                                                                             \
    loop invariant index <= size;                                                                                      \
    loop assigns index;                                                                                                \
    loop variant size - index;
#define GDV_ALL_IDENTIFIER_LOOP GDV_ALL_ASCII_LOOP
#define GDV_ALL_PRINTABLE_LOOP                                                                                         \
    loop invariant index <= size;                                                                                      \
    loop assigns index, fine, recent;                                                                                  \
    loop variant size - index;

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_trailing_byte(uint8_t byte);

/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= size;
*/
static uint32_t code_points(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool all_ascii(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_word_letter(uint8_t byte);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_word_digit(uint8_t byte);

/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool all_identifier(const gdv_cursor *in, uint32_t at, uint32_t size);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool character_controls(uint32_t recent);

/*@ GDV_TEXT_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool all_printable(const gdv_cursor *in, uint32_t at, uint32_t size);

#endif
