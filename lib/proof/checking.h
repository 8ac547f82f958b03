/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/checking.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_CHECKING_H
#define GDV_PROOF_CHECKING_H

#include "compiled.h"

/* GDV_CHECK_READABLE: what a check reads is there: packet, wire table, nodes.
 * GDV_NODE_WIDE, _SHORT, _MODE: by a node's flags. GDV_ROW_AT, GDV_LAYOUT_AT: its row, and the layout of that.
 * GDV_IS_64: a component of eight bytes. GDV_PAYLOAD_AT: bytes of a node's numbers, or of an element.
 * GDV_WIDE_HOLDS: numbers of 64 bits are of a type that has such.
 * GDV_NODE_LIES: what a document that was parsed says of a node: its type is one of the table, its bytes are in the
 * packet. _SHORT_, _NUMBER_, _TEXT_, _PACKED_: where those of such a value are.
 * GDV_NODE_IS: an ordinary node of that layout. GDV_NODE_GIVEN: a node that can be read, and lies so. */
#define GDV_CHECK_READABLE(check)                                                                                      \
    (\valid(check) && \initialized(&(check)->in.bytes) && \initialized(&(check)->in.size) &&                          \
     \initialized(&(check)->nodes) && \initialized(&(check)->count) && \initialized(&(check)->table) &&                \
     \initialized(&(check)->trims) &&                                                                                  \
     \initialized(&(check)->schema) && \initialized(&(check)->string_id) && \initialized(&(check)->name_id) &&         \
     GDV_PACKET(&(check)->in) && GDV_WIRE_TABLE_SOUND((check)->table) && (check)->count <= GDV_MAX_BYTES &&            \
     \valid_read((check)->nodes + (0 .. (check)->count - 1)) &&                                                        \
     \initialized((check)->nodes + (0 .. (check)->count - 1)))
#define GDV_IS_64(component) ((component) == GDV_COMPONENT_INT64 || (component) == GDV_COMPONENT_FLOAT64)
#define GDV_NODE_WIDE(node) (((node)->flags & (GDV_FLAG_64 >> 16)) != 0)
#define GDV_NODE_SHORT(node) (((node)->flags & GDV_TOKEN_SHORT) != 0)
#define GDV_NODE_MODE(node) ((node)->flags / GDV_TOKEN_MODE % 4)
#define GDV_ROW_AT(check, node) ((check)->table->types + (node)->id)
#define GDV_LAYOUT_AT(check, node) (GDV_ROW_AT(check, node)->layout)
#define GDV_PAYLOAD_AT(check, node)                                                                                    \
    (GDV_NODE_WIDE(node) ? GDV_ROW_AT(check, node)->wide : GDV_ROW_AT(check, node)->size)
#define GDV_WIDE_HOLDS(check, node) (GDV_NODE_WIDE(node) ==> GDV_ROW_AT(check, node)->wide != 0)
#define GDV_SHORT_LIES(check, node)                                                                                    \
    ((GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_BOOL || GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_INT) &&                \
     (node)->offset + 1 +                                                                                              \
             (GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_INT ? GDV_SHORT_BYTES(GDV_NODE_MODE(node)) : 0) <=              \
         (check)->in.size)
#define GDV_NUMBER_LIES(check, node)                                                                                   \
    (GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_BOOL || GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_INT ||                  \
         GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_FLOAT || GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_FIXED ==>          \
     GDV_WIDE_HOLDS(check, node) && (node)->offset + 4 + GDV_PAYLOAD_AT(check, node) <= (check)->in.size)
#define GDV_TEXT_LIES(check, node)                                                                                     \
    (GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_TEXT ==> (node)->offset + 8 + (node)->count <= (check)->in.size)
#define GDV_PACKED_LIES(check, node)                                                                                   \
    (GDV_LAYOUT_AT(check, node) == GDV_LAYOUT_PACKED ==>                                                               \
     GDV_WIDE_HOLDS(check, node) &&                                                                                    \
     (node)->offset + 8 + (node)->count * GDV_PAYLOAD_AT(check, node) <= (check)->in.size)
#define GDV_NODE_LIES(check, node)                                                                                     \
    ((node)->id < (check)->table->count && (node)->offset <= (check)->in.size && (node)->count <= (check)->in.size &&  \
     (GDV_NODE_SHORT(node) ? GDV_SHORT_LIES(check, node)                                                               \
                           : GDV_NUMBER_LIES(check, node) && GDV_TEXT_LIES(check, node) &&                             \
                                 GDV_PACKED_LIES(check, node)))
#define GDV_NODE_IS(check, node, of) (!GDV_NODE_SHORT(node) && GDV_LAYOUT_AT(check, node) == (of))
#define GDV_NODE_GIVEN(check, node)                                                                                    \
    (node != \null && \valid_read(node) && \initialized(node) && \separated(check, node + (..)) &&                     \
     GDV_NODE_LIES(check, node))

/* GDV_DOCUMENT_READABLE: a document that was parsed: packet, wire table, nodes. */
#define GDV_DOCUMENT_READABLE(document)                                                                                \
    (\initialized(document) && (document)->size <= GDV_MAX_BYTES && (document)->count <= GDV_MAX_BYTES &&              \
     \valid_read((document)->bytes + (0 .. (document)->size - 1)) &&                                                   \
     \initialized((document)->bytes + (0 .. (document)->size - 1)) && GDV_WIRE_TABLE_SOUND((document)->table) &&       \
     \valid_read((document)->nodes + (0 .. (document)->count - 1)) &&                                                  \
     \initialized((document)->nodes + (0 .. (document)->count - 1)))

/*@ requires \valid(check) && \valid_read(document);
    requires document: GDV_DOCUMENT_READABLE(document);
    terminates \true; exits \false;
    assigns *check;
    ensures readable: GDV_CHECK_READABLE(check);
    ensures of: check->schema == schema && check->nodes == document->nodes && check->count == document->count &&
        check->table == document->table && check->in.bytes == document->bytes && check->in.size == document->size;
*/
void gdv_checking_set(gdv_checking *check, const gdv_schema *schema, const gdv_document *document);

/*@ requires GDV_CHECK_READABLE(check);
    requires inside: node < check->count && check->nodes[node].id < check->table->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures row: \result == check->table->types + check->nodes[node].id;
*/
static inline const gdv_wire_row *gdv_checking_row(const gdv_checking *check, uint32_t node);

/*@ requires GDV_CHECK_READABLE(check);
    requires \initialized(at) && \initialized(size);
    requires inside: GDV_HOLDS(&check->in, *at, *size);
    terminates \true; exits \false;
    assigns *at, *size;
    ensures \initialized(at) && \initialized(size);
    ensures inside: GDV_HOLDS(&check->in, *at, *size);
*/
static inline void gdv_checking_cut(const gdv_checking *check, uint32_t *at, uint32_t *size);

/*@ requires GDV_CHECK_READABLE(check);
    requires inside: node < check->count && GDV_NODE_LIES(check, check->nodes + node);
    requires text: GDV_NODE_IS(check, check->nodes + node, GDV_LAYOUT_TEXT);
    terminates \true; exits \false;
    assigns *at, *size;
    ensures \initialized(at) && \initialized(size);
    ensures inside: GDV_HOLDS(&check->in, *at, *size);
*/
static inline void gdv_checking_text(const gdv_checking *check, uint32_t node, uint32_t *at, uint32_t *size);

/*@ requires row != \null && \valid_read(row) && \initialized(row);
    requires numbers: row->size >= (GDV_IS_64(row->component) ? 8 : 4);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == row->size / (GDV_IS_64(row->component) ? 8 : 4);
    ensures some: 1 <= \result;
*/
static inline uint32_t gdv_checking_components(const gdv_wire_row *row);

/*@ requires node != \null && \valid_read(node) && \initialized(node);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> GDV_NODE_WIDE(node);
*/
static inline bool gdv_checking_is_wide(const gdv_node *node);

/*@ requires GDV_CHECK_READABLE(check) && GDV_NODE_GIVEN(check, node);
    requires number: GDV_NODE_IS(check, node, GDV_LAYOUT_INT);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline int64_t gdv_checking_int(const gdv_checking *check, const gdv_node *node);

/*@ requires node != \null && \valid_read(node) && \initialized(node);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result <==> GDV_NODE_SHORT(node);
*/
static inline bool gdv_checking_is_short(const gdv_node *node);

/*@ requires GDV_CHECK_READABLE(check);
    requires inside: node < check->count && GDV_NODE_LIES(check, check->nodes + node);
    requires short_form: GDV_NODE_SHORT(check->nodes + node);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline int64_t gdv_checking_short(const gdv_checking *check, uint32_t node);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 4);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline float gdv_checking_float(const gdv_cursor *in, uint32_t at);

/*@ requires GDV_PACKET(in);
    requires inside: GDV_HOLDS(in, at, 8);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline double gdv_checking_double(const gdv_cursor *in, uint32_t at);

/* GDV_RULE_TEXT_GIVEN: a TEXT rule, and the members that it has.
 * GDV_ROW_NUMBERS: a row of MATH and PACKED rules, of which those that may be wide are of floats. */
#define GDV_RULE_SET_IN(rule) (((rule)->flags & GDV_RULE_SET) != 0)
#define GDV_RULE_TEXT_GIVEN(check, rule)                                                                               \
    (rule != \null && \valid_read(rule) && \initialized(rule) && GDV_FORM_READABLE(check->schema) &&                   \
     \separated(check->schema, check, rule + (..)) &&                                                                  \
     (GDV_RULE_SET_IN(rule) ==> GDV_RULE_FINDS(check->schema, rule)))
#define GDV_ROW_WIDE_FLOATS(row) ((row)->component == GDV_COMPONENT_FLOAT32 && (row)->wide == 2 * (row)->size)
#define GDV_ROW_NUMBERS(row)                                                                                           \
    ((row)->size >= 4 && GDV_COMPONENT_NONE < (row)->component <= GDV_COMPONENT_FLOAT64 &&                             \
     (GDV_IS_64((row)->component) ==> (row)->size >= 8) &&                                                             \
     ((row)->wide == 0 || GDV_ROW_WIDE_FLOATS(row)))

/*@ requires GDV_CHECK_READABLE(check);
    requires inside: GDV_HOLDS(&check->in, at, size);
    requires rule: GDV_RULE_TEXT_GIVEN(check, rule);
    terminates \true; exits \false;
    assigns *count;
    ensures \initialized{Pre}(count) || \result == GDV_E_WRONG_LENGTH ==> \initialized(count);
    ensures present: \result != GDV_E_MISSING_KEY;
*/
gdv_status gdv_check_text(const gdv_checking *check, const gdv_rule *rule, uint32_t at, uint32_t size, uint64_t *count);

/* GDV_TYPES_LEAD: rules of vectors and packed arrays name types of such.
 * GDV_TABLE_LEADS: types of the dialect, and their layouts; ids of keys that are texts.
 * GDV_CHECK_SOUND: what the parts of a check find; GDV_FAULT_NOTED: what those leave that note what is wrong.
 * GDV_NODE_OF, GDV_RULE_OF: an ordinary node and a rule, by their numbers. */
#define GDV_TYPES_LEAD(check)                                                                                          \
    (\forall integer r, id; 0 <= r < GDV_COUNT_OF((check)->schema, GDV_FORM_RULES) &&                                  \
          0 <= id < (check)->table->count && (check)->table->types[id].type == (check)->schema->rules[r].type ==>      \
      ((check)->schema->rules[r].kind == GDV_RULE_MATH ==>                                                             \
           (check)->table->types[id].layout == GDV_LAYOUT_FIXED && GDV_ROW_NUMBERS((check)->table->types + id)) &&     \
      ((check)->schema->rules[r].kind == GDV_RULE_ARRAY ==>                                                            \
           (check)->table->types[id].layout == GDV_LAYOUT_ARRAY ||                                                     \
               (check)->table->types[id].layout == GDV_LAYOUT_TYPED_ARRAY) &&                                          \
      ((check)->schema->rules[r].kind == GDV_RULE_PACKED ==>                                                           \
           (check)->table->types[id].layout == GDV_LAYOUT_PACKED && GDV_ROW_NUMBERS((check)->table->types + id)))
#define GDV_TABLE_LEADS(check)                                                                                         \
    (\forall integer id; 0 <= id < (check)->table->count ==>                                                           \
          (check)->table->types[id].type < GDV_TYPE_COUNT &&                                                           \
              ((check)->table->types[id].type == GDV_TYPE_DICTIONARY ==>                                               \
                   (check)->table->types[id].layout == GDV_LAYOUT_DICTIONARY) &&                                       \
              ((check)->table->types[id].type == GDV_TYPE_ARRAY ==>                                                    \
                   (check)->table->types[id].layout == GDV_LAYOUT_ARRAY) &&                                            \
              ((check)->table->types[id].type == GDV_TYPE_STRING ||                                                    \
                   (check)->table->types[id].type == GDV_TYPE_STRING_NAME ==>                                          \
                   (check)->table->types[id].layout == GDV_LAYOUT_TEXT) &&                                             \
              (id == (check)->string_id || id == (check)->name_id ==>                                                  \
                   (check)->table->types[id].layout == GDV_LAYOUT_TEXT))
#define GDV_CHECK_SOUND(check)                                                                                         \
    (GDV_CHECK_READABLE(check) && GDV_FORM_READABLE((check)->schema) && GDV_FORM_LEADS((check)->schema) &&             \
     GDV_TYPES_LEAD(check) && GDV_TABLE_LEADS(check) && \separated(check, (check)->nodes + (..)) &&                    \
     \separated((check)->schema, check, (check)->schema->rules + (..)))
#define GDV_FAULT_NOTED(check, status)                                                                                 \
    (\initialized(&(check)->fault) && (check)->fault.code == (status))
#define GDV_NODE_OF(check, node)                                                                                       \
    ((node) < (check)->count && GDV_NODE_LIES(check, (check)->nodes + (node)) && !GDV_NODE_SHORT((check)->nodes + (node)))
#define GDV_RULE_OF(check, number) ((number) < GDV_COUNT_OF((check)->schema, GDV_FORM_RULES))

/*@ requires \valid(check);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: GDV_FAULT_NOTED(check, code) && check->fault.node == node && check->fault.rule == rule;
    ensures what: check->fault.what == GDV_FAULT_VALUE;
    ensures \result == code;
*/
gdv_status gdv_fault_at(gdv_checking *check, gdv_status code, uint32_t rule, uint32_t node);

/*@ requires \valid(check);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: GDV_FAULT_NOTED(check, GDV_E_OUT_OF_RANGE) && check->fault.node == node && check->fault.rule == rule;
    ensures what: check->fault.what == GDV_FAULT_VALUE;
    ensures \result == GDV_E_OUT_OF_RANGE;
*/
gdv_status gdv_fault_in(gdv_checking *check, uint32_t rule, uint32_t node, uint32_t element, uint32_t component);

/*@ requires \valid(check);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: GDV_FAULT_NOTED(check, code) && check->fault.node == node && check->fault.rule == rule;
    ensures what: check->fault.what == GDV_FAULT_VALUE;
    ensures \result == code;
*/
gdv_status gdv_fault_of(gdv_checking *check, gdv_status code, uint32_t rule, uint32_t node, uint64_t count);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_RULE_OF(check, rule);
    requires node: GDV_NODE_OF(check, node);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: \result != GDV_OK ==>
        GDV_FAULT_NOTED(check, \result) && check->fault.node == node;
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures present: \result != GDV_E_MISSING_KEY;
*/
gdv_status gdv_check_leaf(gdv_checking *check, uint32_t rule, uint32_t node);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_RULE_OF(check, rule);
    requires node: node < check->count && GDV_NODE_LIES(check, check->nodes + node);
    requires short_form: GDV_NODE_SHORT(check->nodes + node);
    terminates \true; exits \false;
    assigns check->fault;
    ensures noted: \result != GDV_OK ==>
        GDV_FAULT_NOTED(check, \result) && check->fault.node == node;
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures present: \result != GDV_E_MISSING_KEY;
*/
gdv_status gdv_check_short(gdv_checking *check, uint32_t rule, uint32_t node);

/* A ledger that exists for the proof alone, and that nobody writes: of each node where it ends; the container that it lies in, -1 of
 * an outermost one; how many it lies in; and of a child of a container which of a pair it is, 0 and 1 in turn. */
/*@ ghost int gdv_end[GDV_MAX_BYTES]; */
/*@ ghost int gdv_in[GDV_MAX_BYTES]; */
/*@ ghost int gdv_depth[GDV_MAX_BYTES]; */
/*@ ghost int gdv_side[GDV_MAX_BYTES]; */

/* GDV_HAS_VALUES: a container whose children are values. GDV_IS_UNDER: a child of a container. GDV_ENDS: where a node ends, and that it has a
 * place in the ledger. GDV_LEADS_ON: what comes after it: the end of its container, or the next in that, which after a key is a value;
 * after what lies in nothing, such another. GDV_LEADS_IN: what comes right after a container that was opened: its end, or its first
 * child. GDV_IS_VALUE: what lies in nothing is a value; what lies in a container of values is one that is no short form.
 * GDV_IS_LONE: texts, ints and short forms are one node. GDV_VALUE_AT: a
 * place at which a value is, and no short form. GDV_NODE_GIVES: what gdv_checking_node says of a node, and whoever asks for one after it. */
#define GDV_HAS_VALUES(check, of)                                                                                      \
    (GDV_LAYOUT_AT(check, of) == GDV_LAYOUT_ARRAY || GDV_LAYOUT_AT(check, of) == GDV_LAYOUT_TYPED_ARRAY ||             \
     GDV_LAYOUT_AT(check, of) == GDV_LAYOUT_DICTIONARY)
#define GDV_IS_UNDER(n, node) (node < (n) < gdv_end[node] && gdv_in[n] == node)
#define GDV_ENDS(check, n)                                                                                             \
    ((n) < gdv_end[n] <= (check)->count && -1 <= gdv_in[n] < (n) && 0 <= gdv_depth[n] <= GDV_MAX_DEPTH &&              \
     (gdv_in[n] < 0 ==> gdv_depth[n] == 0) &&                                                                          \
     (gdv_in[n] >= 0 ==> gdv_depth[n] == gdv_depth[gdv_in[n]] + 1 && gdv_end[n] <= gdv_end[gdv_in[n]]))
#define GDV_LEADS_ON(check, n)                                                                                         \
    ((gdv_in[n] >= 0 ==>                                                                                               \
      gdv_end[n] == gdv_end[gdv_in[n]] ||                                                                              \
          (GDV_IS_UNDER(gdv_end[n], gdv_in[n]) && gdv_side[gdv_end[n]] == 1 - gdv_side[n])) &&                         \
     (gdv_in[n] >= 0 && gdv_side[n] == 0 && GDV_LAYOUT_AT(check, (check)->nodes + gdv_in[n]) == GDV_LAYOUT_DICTIONARY ==>\
      gdv_end[n] != gdv_end[gdv_in[n]]) &&                                                                             \
     (gdv_in[n] < 0 && gdv_end[n] < (check)->count ==> gdv_in[gdv_end[n]] == -1))
#define GDV_LEADS_IN(check, n)                                                                                         \
    (GDV_HAS_VALUES(check, (check)->nodes + (n)) && !GDV_NODE_SHORT((check)->nodes + (n)) ==>                          \
     gdv_end[n] == (n) + 1 || (GDV_IS_UNDER((n) + 1, n) && gdv_side[(n) + 1] == 0))
#define GDV_IS_FILLED(check, n)                                                                                        \
    (GDV_LAYOUT_AT(check, (check)->nodes + (n)) == GDV_LAYOUT_ARRAY && !GDV_NODE_SHORT((check)->nodes + (n)) &&        \
             (check)->nodes[n].count > 0 ==>                                                                           \
     (n) + 1 < gdv_end[n])
#define GDV_IS_VALUE(check, n)                                                                                         \
    ((gdv_in[n] < 0 ==> GDV_NODE_LIES(check, (check)->nodes + (n))) &&                                                 \
     (gdv_in[n] >= 0 && GDV_HAS_VALUES(check, (check)->nodes + gdv_in[n]) ==>                                          \
      GDV_NODE_LIES(check, (check)->nodes + (n)) && !GDV_NODE_SHORT((check)->nodes + (n))))
#define GDV_IS_LONE(check, n)                                                                                          \
    (GDV_LAYOUT_AT(check, (check)->nodes + (n)) == GDV_LAYOUT_TEXT || GDV_LAYOUT_AT(check, (check)->nodes + (n)) == GDV_LAYOUT_INT ||\
             GDV_NODE_SHORT((check)->nodes + (n)) ==>                                                                  \
     gdv_end[n] == (n) + 1)
#define GDV_VALUE_AT(check, n)                                                                                         \
    ((n) < (check)->count &&                                                                                           \
     (gdv_in[n] < 0 ? !GDV_NODE_SHORT((check)->nodes + (n)) : GDV_HAS_VALUES(check, (check)->nodes + gdv_in[n])))
#define GDV_NODE_GIVES(check, n)                                                                                       \
    (GDV_ENDS(check, n) && GDV_LEADS_ON(check, n) && GDV_IS_VALUE(check, n) &&                                         \
     ((check)->nodes[n].id < (check)->table->count ==>                                                                 \
          GDV_LEADS_IN(check, n) && GDV_IS_FILLED(check, n) && GDV_IS_LONE(check, n)))

/* What is known of one of many is told by the functions that say where it is: a prover finds it there, and not among all else that
 * a caller knows. Of the tree as a quantifier it finds one node after another without end. */

/*@ requires sound: GDV_CHECK_READABLE(check);
    requires there: node < check->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures node: \result == check->nodes + node && \result != \null && \valid_read(\result) && \initialized(\result);
    ensures tree: GDV_NODE_GIVES(check, node);
*/
static inline const gdv_node *gdv_checking_node(const gdv_checking *check, uint32_t node);

/*@ requires sound: GDV_CHECK_READABLE(check);
    requires there: node < check->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures end: \result == gdv_end[node];
    ensures tree: GDV_NODE_GIVES(check, node);
*/
static inline uint32_t gdv_checking_after(const gdv_checking *check, uint32_t node);

/*@ requires sound: GDV_CHECK_READABLE(check);
    requires types: GDV_TABLE_LEADS(check);
    requires there: node < check->count && check->nodes[node].id < check->table->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures type: \result == GDV_ROW_AT(check, check->nodes + node)->type && \result < GDV_TYPE_COUNT;
    ensures dictionary: \result == GDV_TYPE_DICTIONARY ==> GDV_LAYOUT_AT(check, check->nodes + node) == GDV_LAYOUT_DICTIONARY;
    ensures array: \result == GDV_TYPE_ARRAY ==> GDV_LAYOUT_AT(check, check->nodes + node) == GDV_LAYOUT_ARRAY;
*/
static inline uint32_t gdv_checking_type(const gdv_checking *check, uint32_t node);

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema) && GDV_FORM_LEADS(check->schema);
    requires rule: GDV_RULE_OF(check, number);
    terminates \true; exits \false;
    assigns \nothing;
    ensures rule: \result == check->schema->rules + number && GDV_RULE_GIVEN(\result);
    ensures own: GDV_RULE_LEADS(check->schema, \result);
    ensures types: GDV_UNION_LEADS(check->schema, \result);
    ensures literals: GDV_LITERAL_LEADS(check->schema, \result);
*/
static inline const gdv_rule *gdv_checking_rule(const gdv_checking *check, uint32_t number);

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires types: GDV_TABLE_LEADS(check);
    requires there: node < check->count && check->nodes[node].id < check->table->count;
    requires GDV_RULE_GIVEN(rule) && rule->kind == GDV_RULE_UNION;
    requires apart: \separated(check->schema, check, rule + (..));
    requires own: GDV_RULE_HAS_REFS(check->schema, rule, GDV_TYPE_COUNT);
    requires leads: GDV_UNION_LEADS(check->schema, rule);
    terminates \true; exits \false;
    assigns \nothing;
    ensures leads: \result == GDV_NONE || GDV_LEADS_TO(check->schema, \result);
    ensures width: \result == GDV_NONE || check->schema->rules[\result].width <= rule->width;
    ensures kind: \result == GDV_NONE || check->schema->rules[\result].kind != GDV_RULE_UNION;
*/
static inline uint32_t gdv_checking_ref(const gdv_checking *check, const gdv_rule *rule, uint32_t node);

/*@ requires \valid(rule) && \initialized(rule);
    requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_LEADS_TO(check->schema, *rule);
    requires node: GDV_NODE_OF(check, node);
    terminates \true; exits \false;
    assigns *rule, check->fault;
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures missing: \result == GDV_E_MISSING_KEY ==> check->fault.what != GDV_FAULT_VALUE;
    ensures chosen: \result == GDV_OK ==> GDV_LEADS_TO(check->schema, *rule);
    ensures kind: \result == GDV_OK ==> check->schema->rules[*rule].kind < GDV_RULE_UNION;
    ensures width: \result == GDV_OK ==> check->schema->rules[*rule].width <= check->schema->rules[\old(*rule)].width;
*/
gdv_status gdv_choose(gdv_checking *check, uint32_t *rule, uint32_t node);

/*@ requires \valid(packet);
    requires sound: GDV_CHECK_SOUND(check);
    requires outermost: 0 < check->count && gdv_in[0] == -1 && GDV_NODE_LIES(check, check->nodes + 0);
    requires root: GDV_ROOT_HOLDS(check->schema);
    terminates \true; exits \false;
    assigns *packet, check->fault;
    ensures \initialized(packet);
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures missing: \result == GDV_E_MISSING_KEY ==> check->fault.what != GDV_FAULT_VALUE;
    ensures chosen: \result == GDV_OK ==> *packet < GDV_COUNT_OF(check->schema, GDV_FORM_PACKETS);
*/
gdv_status gdv_choose_packet(gdv_checking *check, uint32_t *packet);

/* GDV_IS_CONTAINER: a node that has a type, and no short form. GDV_KEY_MISSED: the fault is a dictionary's, of a RECORD that demands
 * a field. */
#define GDV_IS_CONTAINER(check, n)                                                                                     \
    ((check)->nodes[n].id < (check)->table->count && !GDV_NODE_SHORT((check)->nodes + (n)))
#define GDV_KEY_MISSED(check)                                                                                          \
    ((check)->fault.node < (check)->count && GDV_IS_CONTAINER(check, (check)->fault.node) &&                           \
     GDV_LEADS_TO((check)->schema, (check)->fault.rule) &&                                                             \
     GDV_LAYOUT_AT(check, (check)->nodes + (check)->fault.node) == GDV_LAYOUT_DICTIONARY &&                            \
     (check)->schema->rules[(check)->fault.rule].kind == GDV_RULE_RECORD &&                                            \
     0 < (check)->schema->rules[(check)->fault.rule].least)

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires match: \valid(match);
    requires fits: GDV_FORM_FITS(check->schema);
    requires outermost: 0 < check->count && gdv_in[0] == -1;
    requires packet: GDV_LEADS_TO(check->schema, packet);
    terminates \true; exits \false;
    assigns check->fault, match->values[0 .. GDV_MATCH_VALUES - 1];
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures missing: \result == GDV_E_MISSING_KEY && check->fault.what == GDV_FAULT_VALUE ==> GDV_KEY_MISSED(check);
*/
gdv_status gdv_check_walk(gdv_checking *check, uint32_t packet, gdv_match *match);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires match: \valid(match);
    requires method: GDV_LEADS_TO(check->schema, method) && check->schema->rules[method].kind == GDV_RULE_TUPLE;
    requires fits: GDV_FORM_FITS(check->schema);
    requires outermost: 0 < check->count ==> gdv_in[0] == -1;
    terminates \true; exits \false;
    assigns check->fault, match->values[0 .. GDV_MATCH_VALUES - 1];
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures missing: \result == GDV_E_MISSING_KEY && check->fault.what == GDV_FAULT_VALUE ==> GDV_KEY_MISSED(check);
*/
gdv_status gdv_check_arguments(gdv_checking *check, uint32_t method, gdv_match *match);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires fits: GDV_FORM_FITS(check->schema);
    requires noted: \initialized(&check->fault) && GDV_KEY_MISSED(check);
    terminates \true; exits \false;
    assigns check->fault.text, check->fault.number;
*/
void gdv_check_missing(gdv_checking *check);

/* GDV_NODES_LIE: that of every node which holds for names of properties too, and that what is in a node lies deeper than it. */
#define GDV_NODES_LIE(check)                                                                                           \
    ((\forall integer n; 0 <= n < (check)->count ==>                                                                   \
          (check)->nodes[n].offset <= (check)->in.size &&                                                              \
              ((check)->nodes[n].id == GDV_NODE_NAME || (check)->nodes[n].id < (check)->table->count)) &&              \
     (\forall integer m, n; 0 <= m < n < gdv_end[m] && m < (check)->count ==> gdv_depth[m] < gdv_depth[n]))

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires nodes: GDV_NODES_LIE(check);
    requires packet: packet < GDV_COUNT_OF(check->schema, GDV_FORM_PACKETS);
    terminates \true; exits \false;
    assigns check->fault;
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures present: \result != GDV_E_MISSING_KEY;
*/
gdv_status gdv_check_limits(gdv_checking *check, uint32_t packet);

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires nodes: GDV_NODES_LIE(check);
    terminates \true; exits \false;
    assigns check->fault;
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures present: \result != GDV_E_MISSING_KEY;
*/
gdv_status gdv_check_schema_limits(gdv_checking *check);

#endif
