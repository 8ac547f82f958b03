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
    assigns check->fault;                                                                                             \
    ensures noted: \result != GDV_OK ==>                                                                               \
        GDV_FAULT_NOTED(check, \result) && check->fault.node == node;                                                \
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);                                                   \
    ensures present: \result != GDV_E_MISSING_KEY;
#define GDV_WIDTH_OF(check, node) (GDV_NODE_WIDE(node) || GDV_IS_64(GDV_ROW_AT(check, node)->component) ? 8 : 4)
#define GDV_NUMBERS_LIE(check, node, at, count) ((at) + (count) * GDV_WIDTH_OF(check, node) <= (check)->in.size)

/*@ requires \valid(check);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: GDV_FAULT_NOTED(check, GDV_E_WRONG_TYPE) && check->fault.node == node && check->fault.rule == rule;
    ensures \result == GDV_E_WRONG_TYPE;
*/
static gdv_status wrong_type(gdv_checking *check, uint32_t rule, uint32_t node);

/*@ requires GDV_CHECK_READABLE(check);
    requires node: node < check->count;
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: GDV_FAULT_NOTED(check, GDV_E_WRONG_LENGTH) && check->fault.node == node && check->fault.rule == rule;
    ensures \result == GDV_E_WRONG_LENGTH;
*/
static gdv_status wrong_length(gdv_checking *check, uint32_t rule, uint32_t node);

/*@ requires kind: GDV_KIND_OF(check, number) == GDV_RULE_INT || GDV_KIND_OF(check, number) == GDV_RULE_NUMBER;
    GDV_LEAF_FINDS
    terminates \true; exits \false;
    GDV_LEAF_LEAVES
*/
static gdv_status check_int(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires at != \null && \valid_read(at) && \initialized(at);
    terminates \true; exits \false;
    assigns \nothing;
*/
static double member_at(const uint64_t *at);

/*@ requires member != \null && \valid_read(member) && \initialized(member);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_at_most(const uint64_t *member, double number);

#define GDV_IS_MEMBER_LOOP                                                                                             \
    loop invariant among: first + left <= count;                                                                       \
    loop assigns first, left;                                                                                          \
    loop variant left;

/*@ requires GDV_TABLE_READABLE(members, count);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_member(const uint64_t *members, uint32_t count, double number);

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

/*@ requires GDV_PACKET(in);
    requires GDV_RULE_GIVEN(rule);
    requires number: GDV_COMPONENT_NONE < component <= GDV_COMPONENT_FLOAT64;
    requires inside: at + (GDV_IS_64(component) ? 8 : 4) * (index + 1) <= in->size;
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool number_passes(const gdv_cursor *in, const gdv_rule *rule, gdv_component component, uint32_t at,
                          uint32_t index);

#define GDV_FIRST_WRONG_LOOP                                                                                           \
    loop invariant index <= count;                                                                                     \
    loop assigns index;                                                                                                \
    loop variant count - index;

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

/* GDV_PAYLOAD_OF: bytes of a number or an element, by its row and node. */
#define GDV_PAYLOAD_OF(row, node) (GDV_NODE_WIDE(node) ? (row)->wide : (row)->size)

/*@ requires row != \null && \valid_read(row) && \initialized(row);
    requires node != \null && \valid_read(node) && \initialized(node);
    requires numbers: GDV_ROW_NUMBERS(row) && (GDV_NODE_WIDE(node) ==> row->wide != 0);
    requires few: node->count * GDV_PAYLOAD_OF(row, node) <= GDV_MAX_BYTES;
    terminates \true; exits \false;
    assigns \nothing;
    ensures inside: \result * (GDV_NODE_WIDE(node) || GDV_IS_64(row->component) ? 8 : 4) <=
        node->count * GDV_PAYLOAD_OF(row, node);
*/
static uint32_t numbers_of(const gdv_wire_row *row, const gdv_node *node);

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
