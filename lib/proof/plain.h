/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/plain.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_PLAIN_H
#define GDV_PROOF_PLAIN_H

/* GDV_RULE_MATH_GIVEN: if a rule is one of vectors, a value of its type is one. */
#define GDV_RULE_MATH_GIVEN(check, rule, node)                                                                         \
    (rule->kind == GDV_RULE_MATH && GDV_ROW_AT(check, node)->type == rule->type ==>                                    \
         GDV_ROW_AT(check, node)->layout == GDV_LAYOUT_FIXED && GDV_ROW_NUMBERS(GDV_ROW_AT(check, node)))

/*@ requires GDV_RULE_GIVEN(rule);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_int(const gdv_rule *rule, int64_t number);

/*@ requires GDV_RULE_GIVEN(rule);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_float(const gdv_rule *rule, float number);

/*@ requires GDV_RULE_GIVEN(rule);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_double(const gdv_rule *rule, double number);

/*@ requires GDV_CHECK_READABLE(check) && GDV_NODE_GIVEN(check, node);
    requires number: GDV_NODE_IS(check, node, GDV_LAYOUT_FLOAT);
    requires GDV_RULE_GIVEN(rule);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_real(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node);

/*@ requires row != \null && \valid_read(row) && \initialized(row);
    terminates \true; exits \false;
    assigns \nothing;
    ensures text: \result != 0 ==> row->type == GDV_TYPE_STRING || row->type == GDV_TYPE_STRING_NAME;
*/
static inline uint32_t gdv_plain_text_flag(const gdv_wire_row *row);

/*@ requires GDV_CHECK_READABLE(check);
    requires GDV_RULE_GIVEN(rule);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_counts(const gdv_checking *check, const gdv_rule *rule);

/*@ requires GDV_RULE_GIVEN(rule);
    requires node != \null && \valid_read(node) && \initialized(node);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_length(const gdv_rule *rule, const gdv_node *node);

/*@ requires GDV_CHECK_READABLE(check) && GDV_NODE_GIVEN(check, node);
    requires ordinary: !GDV_NODE_SHORT(node);
    requires GDV_RULE_GIVEN(rule) && GDV_RULE_MATH_GIVEN(check, rule, node);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool gdv_plain_passes(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node);

/*@ requires GDV_CHECK_READABLE(check) && GDV_NODE_GIVEN(check, node);
    requires numbers: GDV_NODE_IS(check, node, GDV_LAYOUT_FIXED) && GDV_ROW_NUMBERS(GDV_ROW_AT(check, node));
    requires GDV_RULE_GIVEN(rule);
    terminates \true; exits \false;
    assigns \nothing;
*/
bool gdv_math_passes(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node);

#endif
