/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/leaf.c (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_LEAF_C_H
#define GDV_PROOF_LEAF_C_H

/* GDV_KIND_OF: the kind of a rule. GDV_LEAF_FINDS, _LEAVES: the contract of the check of a leaf, which is ordinary, by a rule of
 * one kind. GDV_NUMBERS_LIE: so many numbers of a node, from an offset on. GDV_WIDTH_OF: the bytes of each. */
#define GDV_KIND_OF(check, number) ((check)->schema->rules[number].kind)
#define GDV_LEAF_FINDS                                                                                                    \
    requires sound: GDV_CHECK_SOUND(check);                                                                            \
    requires rule: GDV_RULE_OF(check, number);                                                                         \
    requires node: GDV_NODE_OF(check, node);
#define GDV_LEAF_LEAVES                                                                                                \
    assigns *check->fault;                                                                                             \
    ensures noted: \result != GDV_OK ==>                                                                               \
        GDV_FAULT_NOTED(check, \result) && check->fault->node == node;                                                \
    ensures present: \result != GDV_E_MISSING_KEY;
#define GDV_WIDTH_OF(check, node) (GDV_NODE_WIDE(node) || GDV_IS_64(GDV_ROW_AT(check, node)->component) ? 8 : 4)
#define GDV_NUMBERS_LIE(check, node, at, count) ((at) + (count) * GDV_WIDTH_OF(check, node) <= (check)->in.size)

/*@ requires fault: GDV_FAULT_GIVEN(check);
    terminates \true; exits \false;
    assigns *check->fault;
    ensures noted: GDV_FAULT_NOTED(check, GDV_E_WRONG_TYPE) && check->fault->node == node && check->fault->rule == rule;
    ensures \result == GDV_E_WRONG_TYPE;
*/
static gdv_status wrong_type(gdv_checking *check, uint32_t rule, uint32_t node);

/*@ requires GDV_CHECK_READABLE(check) && GDV_FAULT_GIVEN(check);
    requires node: node < check->count;
    terminates \true; exits \false;
    assigns *check->fault;
    ensures noted: GDV_FAULT_NOTED(check, GDV_E_WRONG_LENGTH) && check->fault->node == node && check->fault->rule == rule;
    ensures \result == GDV_E_WRONG_LENGTH;
*/
static gdv_status wrong_length(gdv_checking *check, uint32_t rule, uint32_t node);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_INT || GDV_KIND_OF(check, number) == GDV_RULE_NUMBER;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_int(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires GDV_RULE_GIVEN(rule);
    requires members: GDV_RULE_HAS_NUMBERS(check->schema, rule, 2 * rule->number_count);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_member(const gdv_checking *check, const gdv_rule *rule, double number, bool wide);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_FLOAT || GDV_KIND_OF(check, number) == GDV_RULE_NUMBER;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_float(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_NUMBER;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_number(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires GDV_CHECK_READABLE(check) && GDV_NODE_GIVEN(check, node);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == (GDV_NODE_WIDE(node) ? GDV_COMPONENT_FLOAT64 : GDV_ROW_AT(check, node)->component);
*/
static gdv_component component_of(const gdv_checking *check, const gdv_node *node);

#define GDV_FIRST_WRONG_LOOP                                                                                           \
    loop invariant index <= count;                                                                                     \
    loop assigns index, passes;                                                                                        \
    loop variant (passes ? 1 : 0) + count - index;

/*@ requires GDV_CHECK_READABLE(check) && GDV_NODE_GIVEN(check, node);
    requires GDV_RULE_GIVEN(rule);
    requires numbers: GDV_ROW_NUMBERS(GDV_ROW_AT(check, node)) && GDV_WIDE_HOLDS(check, node);
    requires inside: GDV_NUMBERS_LIE(check, node, at, count);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <= count;
*/
static uint32_t first_wrong(const gdv_checking *check, const gdv_rule *rule, const gdv_node *node, uint32_t at,
                            uint32_t count);

#define GDV_FLOATS_PASS_LOOP                                                                                           \
    loop invariant words: at <= here <= at + size && (here - at) % 4 == 0;                                             \
    loop assigns here, pass;                                                                                           \
    loop variant at + size - here;

/*@ requires GDV_CHECK_READABLE(check);
    requires GDV_RULE_GIVEN(rule);
    requires inside: GDV_HOLDS(&check->in, at, size) && size % 4 == 0;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool floats_pass(const gdv_checking *check, const gdv_rule *rule, uint32_t at, uint32_t size);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_MATH;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_math(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires GDV_RULE_GIVEN(rule);
    requires row != \null && \valid_read(row) && \initialized(row);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_whole(const gdv_rule *rule, const gdv_wire_row *row);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_PACKED;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_packed(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_TEXT;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_text_value(gdv_checking *check, uint32_t number, uint32_t node);

#define GDV_CHECK_STRINGS_LOOP                                                                                         \
    loop invariant index <= count;                                                                                     \
    loop invariant \initialized(&length);                                                                              \
    loop assigns index, at, length;                                                                                    \
    loop variant count - index;

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_STRINGS;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_strings(gdv_checking *check, uint32_t number, uint32_t node);

/*@ GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_bool(gdv_checking *check, uint32_t number, uint32_t node);

/*@ GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_byte_array(gdv_checking *check, uint32_t number, uint32_t node);

#endif
