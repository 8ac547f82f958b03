/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/choose.c (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_CHOOSE_C_H
#define GDV_PROOF_CHOOSE_C_H

/* GDV_LITERAL_OWNS: what is a union's own that tells alternatives apart by a literal. */
#define GDV_LITERAL_OWNS(check, own)                                                                                   \
    (GDV_BY_LITERAL(own) && GDV_RULE_FINDS((check)->schema, own) &&                                                    \
     GDV_RULE_HAS_NUMBERS((check)->schema, own, (own)->number_count))

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires keys: GDV_TABLE_LEADS(check);
    requires node: GDV_NODE_OF(check, node);
    requires text: text == GDV_NONE || text < GDV_COUNT_OF(check->schema, GDV_FORM_TEXTS);
    terminates \true; exits \false;
    assigns \nothing;
*/
static bool is_wanted_key(const gdv_checking *check, uint32_t node, uint32_t text, int64_t number);

#define GDV_VALUE_OF_KEY_LOOP                                                                                          \
    loop invariant pair: key == end || (GDV_IS_UNDER(key, node) && gdv_side[key] == 0);                         \
    loop invariant ahead: node < key <= end;                                                                           \
    loop invariant value: found == GDV_NONE || GDV_IS_UNDER(found, node);                                       \
    loop assigns found, key;                                                                                           \
    loop variant end - key;

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires keys: GDV_TABLE_LEADS(check);
    requires node: GDV_NODE_OF(check, node) && GDV_LAYOUT_AT(check, check->nodes + node) == GDV_LAYOUT_DICTIONARY;
    requires text: text == GDV_NONE || text < GDV_COUNT_OF(check->schema, GDV_FORM_TEXTS);
    terminates \true; exits \false;
    assigns \nothing;
    ensures value: \result == GDV_NONE || (GDV_IS_UNDER(\result, node) && \result < check->count);
*/
static uint32_t value_of_key(const gdv_checking *check, uint32_t node, uint32_t text, int64_t number);

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires GDV_RULE_GIVEN(rule) && GDV_LITERAL_OWNS(check, rule);
    requires refs: GDV_RULE_HAS_REFS(check->schema, rule, rule->count + rule->number_count);
    requires apart: \separated(check->schema, check, rule + (..));
    requires value: GDV_VALUE_AT(check, node);
    terminates \true; exits \false;
    assigns \nothing;
    ensures found: \result == GDV_NONE || \result < rule->count + rule->number_count;
*/
static uint32_t ref_of(const gdv_checking *check, const gdv_rule *rule, uint32_t node);

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires keys: GDV_TABLE_LEADS(check);
    requires GDV_RULE_GIVEN(rule);
    requires node: GDV_NODE_OF(check, node);
    requires tagged: rule->kind == GDV_RULE_TAGGED ==>
        GDV_LAYOUT_AT(check, check->nodes + node) == GDV_LAYOUT_DICTIONARY;
    requires led: rule->kind != GDV_RULE_TAGGED ==> GDV_LAYOUT_AT(check, check->nodes + node) == GDV_LAYOUT_ARRAY;
    requires text: rule->kind == GDV_RULE_TAGGED ==>
        rule->key == GDV_NONE || rule->key < GDV_COUNT_OF(check->schema, GDV_FORM_TEXTS);
    terminates \true; exits \false;
    assigns \nothing;
    ensures value: \result == GDV_NONE || GDV_VALUE_AT(check, \result);
*/
static uint32_t literal_of(const gdv_checking *check, const gdv_rule *rule, uint32_t node);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_RULE_OF(check, number) && GDV_BY_LITERAL(check->schema->rules + number);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: GDV_FAULT_NOTED(check, code) && check->fault.what != GDV_FAULT_VALUE;
    ensures \result == code;
*/
static gdv_status literal_missing(gdv_checking *check, uint32_t number, uint32_t node, gdv_status code);

/*@ requires \valid(number) && \initialized(number);
    requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_RULE_OF(check, *number) && GDV_BY_LITERAL(check->schema->rules + *number);
    requires node: node < check->count && GDV_NODE_LIES(check, check->nodes + node);
    terminates \true; exits \false;
    assigns *number, check->fault;
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures missing: \result == GDV_E_MISSING_KEY ==> check->fault.what != GDV_FAULT_VALUE;
    ensures root: \result == GDV_OK && (check->schema->rules[\old(*number)].flags & GDV_RULE_ROOT) != 0 ==>
        *number < GDV_COUNT_OF(check->schema, GDV_FORM_PACKETS);
    ensures chosen: \result == GDV_OK && (check->schema->rules[\old(*number)].flags & GDV_RULE_ROOT) == 0 ==>
        GDV_LEADS_TO(check->schema, *number);
    ensures kind: \result == GDV_OK && (check->schema->rules[\old(*number)].flags & GDV_RULE_ROOT) == 0 ==>
        check->schema->rules[*number].kind < GDV_RULE_UNION;
    ensures width: \result == GDV_OK && (check->schema->rules[\old(*number)].flags & GDV_RULE_ROOT) == 0 ==>
        check->schema->rules[*number].width <= check->schema->rules[\old(*number)].width;
*/
static gdv_status by_literal(gdv_checking *check, uint32_t *number, uint32_t node);

#endif
