/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/rules.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_RULES_C_H
#define GDV_PROOF_RULES_C_H

#define GDV_IS_MD5_LOOP                                                                                                \
    loop invariant index <= GDV_MD5_DIGITS;                                                                            \
    loop assigns index, is_md5;                                                                                        \
    loop variant GDV_MD5_DIGITS - index;

#define GDV_SET(set) (\valid_read((set) + (0 .. 3)) && \initialized((set) + (0 .. 3)))

/*@ requires set: GDV_SET(set);
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t kind_of_byte(const uint32_t *set, uint8_t byte);

#define KINDS_IN_TEXT_LOOP                                                                                             \
    loop invariant at <= index <= end;                                                                                 \
    loop assigns index, kinds;                                                                                         \
    loop variant end - index;

/*@ requires set: GDV_SET(set);
    requires packet: GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t kinds_in_text(const uint32_t *set, const gdv_cursor *in, uint32_t at, uint32_t end);

/*@ requires packet: GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_utf8(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t kinds);

/*@ requires policy: GDV_MESSAGE_POLICY_KNOWN(policy);
    requires packet: GDV_PACKET(in);
    requires inside: size > 0 && GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_dots(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t size);

#define SEGMENT_END_LOOP                                                                                               \
    loop invariant name <= next <= end;                                                                                \
    loop assigns next, *kinds;                                                                                         \
    loop variant end - next;

/*@ GDV_FIELD_REQUIRES
    requires kinds: \valid(kinds) && \initialized(kinds);
    requires apart: \separated(kinds, policy, in, in->bytes + (0 .. in->size - 1));
    terminates \true; exits \false;
    assigns *kinds;
    ensures inside: at <= \result <= end;
*/
static uint32_t segment_end(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end,
                            uint32_t *kinds);

#define KINDS_IN_PATH_LOOP                                                                                             \
    loop invariant at <= begin <= end + 1;                                                                             \
    loop assigns begin, kinds;                                                                                         \
    loop variant end + 1 - begin;

/*@ GDV_FIELD_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
*/
static uint32_t kinds_in_path(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end);

#endif
