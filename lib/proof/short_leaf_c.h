/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/short_leaf.c (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_SHORT_LEAF_C_H
#define GDV_PROOF_SHORT_LEAF_C_H

/*@ requires GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires GDV_RULE_GIVEN(rule);
    requires members: GDV_RULE_HAS_NUMBERS(check->schema, rule, rule->number_count);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_in_set(const gdv_checking *check, const gdv_rule *rule, int64_t found);

/*@ requires GDV_CHECK_READABLE(check);
    requires GDV_RULE_GIVEN(rule);
    requires inside: node < check->count && check->nodes[node].id < check->table->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures kind: \result ==> rule->kind == GDV_RULE_BOOL || rule->kind == GDV_RULE_INT || rule->kind == GDV_RULE_NUMBER;
*/
static bool is_its_type(const gdv_checking *check, const gdv_rule *rule, uint32_t node);

#endif
