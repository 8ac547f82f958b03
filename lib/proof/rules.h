/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/message/rules.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_RULES_H
#define GDV_PROOF_RULES_H

/* GDV_MESSAGE_POLICY_KNOWN: what is read of a policy while a message is. GDV_FIELD_REQUIRES: a text from `at` to `end`,
 * inside the packet, and a policy that was written. */
#define GDV_MESSAGE_POLICY_KNOWN(policy)                                                                               \
    (\initialized(&(policy)->permit) && \initialized(&(policy)->envelope) && \initialized(&(policy)->direction) &&     \
     \initialized(&(policy)->peer) && \initialized(&(policy)->max_arguments) && \initialized(&(policy)->max_path) &&   \
     \initialized(&(policy)->max_name) && \initialized(&(policy)->max_records))
#define GDV_FIELD_REQUIRES                                                                                             \
    requires policy: GDV_MESSAGE_POLICY_KNOWN(policy);                                                                 \
    requires packet: GDV_PACKET(in);                                                                                   \
    requires inside: at <= end <= in->size;

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> 1 <= id < GDV_NEGATIVE;
*/
static inline bool gdv_is_node_id(uint32_t id);

/*@ requires policy: GDV_MESSAGE_POLICY_KNOWN(policy);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> policy->direction == GDV_DIRECTION_C2S;
*/
static inline bool gdv_is_from_client(const gdv_message_policy *policy);

/*@ requires policy: GDV_MESSAGE_POLICY_KNOWN(policy);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_is_sys_peer(const gdv_message_policy *policy, uint32_t peer);

#define GDV_BITS_SET_LOOP                                                                                              \
    loop invariant count <= 64;                                                                                        \
    loop assigns rest, count;                                                                                          \
    loop variant rest;

/*@ terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= 64;
*/
static inline uint32_t gdv_bits_set(uint64_t bits);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_is_no_value(gdv_status code);

/*@ requires policy: \initialized(&policy->struct_size) && GDV_MESSAGE_POLICY_KNOWN(policy);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_is_message_policy(const gdv_message_policy *policy);

/*@ requires policy: GDV_MESSAGE_POLICY_KNOWN(policy);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_MP_ENV_SOURCE || \result == GDV_E_MP_ENV_TARGET;
    ensures source: \result == GDV_OK ==> 1 <= source < GDV_NEGATIVE;
*/
gdv_status gdv_addresses_check(const gdv_message_policy *policy, uint32_t source, uint32_t target);

/*@ requires packet: GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, GDV_MD5_DIGITS);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_is_md5(const gdv_cursor *in, uint32_t at);

/*@ GDV_FIELD_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_MP_PATH_EMPTY || \result == GDV_E_MP_PATH_LONG ||
        \result == GDV_E_MP_PATH_UTF8 || \result == GDV_E_MP_PATH_FORM;
    ensures bounded: \result == GDV_OK ==> 0 < end - at <= policy->max_path;
*/
gdv_status gdv_path_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end);

/*@ GDV_FIELD_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_MP_NAME_EMPTY || \result == GDV_E_MP_NAME_LONG ||
        \result == GDV_E_MP_NAME_UTF8 || \result == GDV_E_MP_NAME_FORM;
    ensures bounded: \result == GDV_OK ==> end - at <= policy->max_name;
*/
gdv_status gdv_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end,
                          bool is_property);

/*@ GDV_FIELD_REQUIRES
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_OK || \result == GDV_E_MP_SPAWN_NAME;
    ensures bounded: \result == GDV_OK ==> 0 < end - at <= policy->max_name;
*/
gdv_status gdv_node_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end);

#endif
