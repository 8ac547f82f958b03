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

/*@ requires packet: GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_utf8(const gdv_cursor *in, uint32_t at, uint32_t end);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_control(uint8_t byte);

/*@ requires plain: \valid_read(plain + (0 .. 1)) && \initialized(plain + (0 .. 1));
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_plain_byte(const uint64_t plain[2], uint8_t byte);

#define IS_PLAIN_NAME_LOOP                                                                                             \
    loop invariant at < index <= end;                                                                                  \
    loop assigns index, plain;                                                                                         \
    loop variant end - index;

/*@ requires packet: GDV_PACKET(in);
    requires inside: at < end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_plain_name(const gdv_cursor *in, uint32_t at, uint32_t end);

#define IS_PLAIN_PATH_LOOP                                                                                             \
    loop invariant at <= index <= end;                                                                                 \
    loop assigns index, inside;                                                                                        \
    loop variant end - index;

/*@ requires packet: GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_plain_path(const gdv_cursor *in, uint32_t at, uint32_t end);

#define IS_SEGMENT_LOOP                                                                                                \
    loop invariant index <= size;                                                                                      \
    loop assigns index;                                                                                                \
    loop variant size - index;

/*@ requires policy: GDV_MESSAGE_POLICY_KNOWN(policy);
    requires packet: GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result ==> size > 0;
*/
static bool is_segment(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t size);

#define IS_PATH_LOOP                                                                                                   \
    loop invariant at <= begin <= next;                                                                                \
    loop invariant next <= end;                                                                                        \
    loop assigns next, begin;                                                                                          \
    loop variant end - next;

/*@ GDV_FIELD_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result ==> at < end;
*/
static bool is_path(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end);

#define IS_CODE_NAME_LOOP                                                                                              \
    loop invariant at <= index <= end;                                                                                 \
    loop assigns index;                                                                                                \
    loop variant end - index;

/*@ requires packet: GDV_PACKET(in);
    requires inside: at <= end <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_code_name(const gdv_cursor *in, uint32_t at, uint32_t end, bool is_property);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_forbidden(uint8_t byte);

#define GDV_NODE_NAME_CHECK_LOOP                                                                                       \
    loop invariant at <= index;                                                                                        \
    loop invariant is_name ==> index <= end;                                                                           \
    loop invariant is_name ==> 0 < end - at <= policy->max_name;                                                       \
    loop assigns index, is_name;                                                                                       \
    loop variant (is_name ? 1 : 0) + end - index;

#endif
