/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/walk.c (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_WALK_C_H
#define GDV_PROOF_WALK_C_H

/* GDV_WALK_READS: what a walk reads. GDV_OPEN, GDV_RULE_AT, GDV_HOME: the container that is open at a
 * level, its rule, and the innermost one. GDV_SPENT: what each step makes more. GDV_BASE_HOLDS: values from there on have room in
 * a match. GDV_LAYOUT_FITS: a container of the type that its rule asks for.
 * GDV_LEVEL_..: what is known of an open container, and _IN of the one that it lies in. GDV_WALK_FINDS, _LEAVES, _KEEPS: that of
 * all levels, a quantifier for each fact: the invariant of a walk, but for where it is.
 * GDV_PLACE_HOLDS: a walk is at a child of the innermost container, of a RECORD at a key, or at that one's end.
 * GDV_NEXT_VALUE: the node that comes next is a value. GDV_STEP_LEAVES, _NOTES: what a step leaves, and what it notes.
 * GDV_WALK_WRITES, GDV_STEP_WRITES, GDV_MATCH_WRITES: all that is written of a walk, by a step of it, and of a match.
 * GDV_SOME_FINDS, _LEAVES: the same of one that takes some of the innermost container, before and after it. */
#define GDV_OPEN(at, level) ((at)->open[level])
#define GDV_RULE_AT(check, at, level) ((check)->schema->rules + (at)->open[level].rule)
#define GDV_HOME(at) ((at)->open[(at)->depth - 1].node)
#define GDV_SPENT(at) (2 * (at)->node - (at)->depth)
#define GDV_WALK_READS(check)                                                                                          \
    (GDV_CHECK_SOUND(check) && GDV_FORM_FITS((check)->schema))
#define GDV_BASE_HOLDS(base, own)                                                                                      \
    ((base) == GDV_FIELD_NOWHERE || (base) + (own)->width <= GDV_MATCH_VALUES)
#define GDV_LAYOUT_FITS(check, own, of)                                                                                \
    (GDV_RULE_ARRAY <= (own)->kind < GDV_RULE_UNION &&                                                                 \
     ((own)->kind == GDV_RULE_RECORD || (own)->kind == GDV_RULE_MAP ==>                                                \
          GDV_LAYOUT_AT(check, of) == GDV_LAYOUT_DICTIONARY) &&                                                        \
     GDV_HAS_VALUES(check, of))
#define GDV_LEVEL_SET(check, at, level)                                                                                \
    (\initialized(&GDV_OPEN(at, level).node) && \initialized(&GDV_OPEN(at, level).rule) && \initialized(&GDV_OPEN(at, level).base))
#define GDV_LEVEL_TAKEN(check, at, level)                                                                              \
    (\initialized(&(at)->taken[level].seen) && \initialized(&(at)->taken[level].next) &&                               \
     (GDV_RULE_AT(check, at, level)->kind == GDV_RULE_TUPLE ==> (at)->taken[level].next <= GDV_RULE_AT(check, at, level)->count))
#define GDV_LEVEL_NODE(check, at, level)                                                                               \
    (GDV_OPEN(at, level).node < (check)->count && GDV_ENDS(check, GDV_OPEN(at, level).node) && gdv_depth[GDV_OPEN(at, level).node] == (level) &&\
     GDV_IS_CONTAINER(check, GDV_OPEN(at, level).node))
#define GDV_LEVEL_RULE(check, at, level)                                                                               \
    (GDV_LEADS_TO((check)->schema, GDV_OPEN(at, level).rule) &&                                                        \
     GDV_LAYOUT_FITS(check, GDV_RULE_AT(check, at, level), (check)->nodes + GDV_OPEN(at, level).node))
#define GDV_LEVEL_VALUES(check, at, level)                                                                             \
    GDV_BASE_HOLDS(GDV_OPEN(at, level).base, GDV_RULE_AT(check, at, level))
#define GDV_LEVEL_IN(check, at, level)                                                                                 \
    (((level) == 0 ==> gdv_in[GDV_OPEN(at, level).node] == -1) &&                                                      \
     ((level) > 0 ==>                                                                                                  \
          gdv_in[GDV_OPEN(at, level).node] == GDV_OPEN(at, (level) - 1).node &&                                        \
              (GDV_RULE_AT(check, at, (level) - 1)->kind == GDV_RULE_RECORD ==> gdv_side[GDV_OPEN(at, level).node] == 1)))
#define GDV_EACH_LEVEL(check, at, fact)                                                                                \
    (\forall integer level; 0 <= level < (at)->depth ==> fact(check, at, level))
#define GDV_WALK_SET(check, at)                                                                                        \
    (\valid(at) && \initialized(&(at)->node) && \initialized(&(at)->depth) && (at)->depth <= GDV_MAX_DEPTH + 1 &&      \
     (at)->node <= (check)->count)
#define GDV_WALK_FINDS(check, at)                                                                                      \
    requires walk: GDV_WALK_SET(check, at);                                                                            \
    requires set: GDV_EACH_LEVEL(check, at, GDV_LEVEL_SET);                                                            \
    requires taken: GDV_EACH_LEVEL(check, at, GDV_LEVEL_TAKEN);                                                        \
    requires nodes: GDV_EACH_LEVEL(check, at, GDV_LEVEL_NODE);                                                         \
    requires rules: GDV_EACH_LEVEL(check, at, GDV_LEVEL_RULE);                                                         \
    requires values: GDV_EACH_LEVEL(check, at, GDV_LEVEL_VALUES);                                                      \
    requires nests: GDV_EACH_LEVEL(check, at, GDV_LEVEL_IN);
#define GDV_WALK_LEAVES(check, at)                                                                                     \
    ensures walk: \result == GDV_OK ==> GDV_WALK_SET(check, at);                                                       \
    ensures set: \result == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_SET);                                       \
    ensures taken: \result == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_TAKEN);                                   \
    ensures nodes: \result == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_NODE);                                    \
    ensures rules: \result == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_RULE);                                    \
    ensures values: \result == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_VALUES);                                 \
    ensures nests: \result == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_IN);
#define GDV_WALK_KEEPS(check, at)                                                                                      \
    loop invariant walk: status == GDV_OK ==> GDV_WALK_SET(check, at);                                                 \
    loop invariant set: status == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_SET);                                 \
    loop invariant taken: status == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_TAKEN);                             \
    loop invariant nodes: status == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_NODE);                              \
    loop invariant rules: status == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_RULE);                              \
    loop invariant values: status == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_VALUES);                           \
    loop invariant nests: status == GDV_OK ==> GDV_EACH_LEVEL(check, at, GDV_LEVEL_IN);
#define GDV_PLACE_HOLDS(check, at)                                                                                     \
    ((at)->depth > 0 ==>                                                                                               \
     (at)->node == gdv_end[GDV_HOME(at)] ||                                                                            \
         (GDV_IS_UNDER((at)->node, GDV_HOME(at)) &&                                                                    \
          (GDV_RULE_AT(check, at, (at)->depth - 1)->kind == GDV_RULE_RECORD ==> gdv_side[(at)->node] == 0)))
#define GDV_NEXT_VALUE(check, at)                                                                                      \
    (GDV_VALUE_AT(check, (at)->node) && ((at)->depth == 0 ==> gdv_in[(at)->node] == -1) &&                             \
     ((at)->depth > 0 ==>                                                                                              \
          GDV_IS_UNDER((at)->node, GDV_HOME(at)) &&                                                                    \
              (GDV_RULE_AT(check, at, (at)->depth - 1)->kind == GDV_RULE_RECORD ==> gdv_side[(at)->node] == 1)))
#define GDV_WALK_WRITES at->node, at->depth, at->open[0 .. GDV_MAX_DEPTH], at->taken[0 .. GDV_MAX_DEPTH], check->fault
#define GDV_STEP_WRITES                                                                                                \
    at->node, at->depth, at->open[at->depth .. GDV_MAX_DEPTH], at->taken[at->depth - 1 .. GDV_MAX_DEPTH], check->fault
#define GDV_MATCH_WRITES match->values[0 .. GDV_MATCH_VALUES - 1]
#define GDV_STEP_LEAVES                                                                                                \
    GDV_WALK_LEAVES(check, at)                                                                                         \
    ensures place: \result == GDV_OK ==> GDV_PLACE_HOLDS(check, at);                                                   \
    ensures inside: at->node <= check->count && at->depth <= GDV_MAX_DEPTH + 1;                                        \
    ensures more: \result == GDV_OK ==> GDV_SPENT(at) > \old(GDV_SPENT(at));
#define GDV_STEP_NOTES                                                                                                 \
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);                                                   \
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);                                              \
    ensures missing: \result == GDV_E_MISSING_KEY && check->fault.what == GDV_FAULT_VALUE ==> GDV_KEY_MISSED(check);
#define GDV_SOME_FINDS                                                                                                 \
    requires reads: GDV_WALK_READS(check);                                                                             \
    GDV_WALK_FINDS(check, at)                                                                                          \
    requires place: GDV_PLACE_HOLDS(check, at);                                                                        \
    requires open: at->depth > 0;                                                                                      \
    requires end: end == gdv_end[GDV_HOME(at)] && at->node < end;
#define GDV_SOME_LEAVES                                                                                                \
    ensures home: \old(at->depth) <= at->depth && GDV_OPEN(at, \old(at->depth) - 1).node == \old(GDV_HOME(at));        \
    GDV_STEP_LEAVES                                                                                                    \
    GDV_STEP_NOTES

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires GDV_RULE_GIVEN(rule) && GDV_RULE_FINDS(check->schema, rule);
    requires index: index < rule->count;
    requires inside: GDV_HOLDS(&check->in, at, size);
    terminates \true; exits \false;
    assigns \nothing;
*/
static inline bool is_field(const gdv_checking *check, const gdv_rule *rule, uint32_t index, uint32_t at, uint32_t size);

/*@ requires sound: GDV_CHECK_READABLE(check) && GDV_FORM_READABLE(check->schema);
    requires keys: GDV_TABLE_LEADS(check);
    requires apart: \separated(check->schema, check, rule + (..));
    requires GDV_RULE_GIVEN(rule);
    requires own: GDV_RULE_FINDS(check->schema, rule) && GDV_RULE_HAS_NUMBERS(check->schema, rule, rule->number_count);
    requires few: rule->count + rule->number_count <= GDV_FORM_MAX_FIELDS;
    requires key: GDV_VALUE_AT(check, key);
    terminates \true; exits \false;
    assigns \nothing;
    ensures found: \result == GDV_NONE || \result < rule->count + rule->number_count;
    ensures tree: GDV_NODE_GIVES(check, key);
    ensures lone: \result != GDV_NONE ==> gdv_end[key] == key + 1;
*/
static inline uint32_t field_of(const gdv_checking *check, const gdv_rule *rule, uint32_t key, uint32_t expected);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_RULE_OF(check, number);
    requires kind: GDV_RULE_ARRAY <= check->schema->rules[number].kind < GDV_RULE_UNION;
    requires node: GDV_NODE_OF(check, node);
    terminates \true; exits \false;
    assigns check->fault;
    ensures fits: \result == GDV_OK ==> GDV_LAYOUT_FITS(check, check->schema->rules + number, check->nodes + node);
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);
    ensures present: \result != GDV_E_MISSING_KEY;
*/
static gdv_status fits(gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires reads: GDV_WALK_READS(check);
    GDV_WALK_FINDS(check, at)
    requires next: GDV_NEXT_VALUE(check, at);
    requires rule: GDV_LEADS_TO(check->schema, rule);
    requires base: GDV_BASE_HOLDS(base, check->schema->rules + rule);
    terminates \true; exits \false;
    assigns at->node, at->depth, at->open[at->depth], at->taken[at->depth], check->fault;
    ensures opens: \result == GDV_OK ==>
        (at->depth == \old(at->depth) && at->node == gdv_end[\old(at->node)]) ||
            (at->depth == \old(at->depth) + 1 && GDV_HOME(at) == \old(at->node));
    ensures deeper: \old(at->depth) <= at->depth;
    GDV_STEP_LEAVES
    GDV_STEP_NOTES
*/
static gdv_status take(gdv_checking *check, walker *at, uint32_t rule, uint32_t base);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_LEADS_TO(check->schema, number);
    requires node: GDV_NODE_OF(check, node);
    terminates \true; exits \false;
    assigns \nothing;
    ensures rule: GDV_RULE_GIVEN(\result);
    ensures own: \result->kind == GDV_RULE_MATH && GDV_ROW_AT(check, check->nodes + node)->type == \result->type ==>
        GDV_LAYOUT_AT(check, check->nodes + node) == GDV_LAYOUT_FIXED && GDV_ROW_NUMBERS(GDV_ROW_AT(check, check->nodes + node));
*/
static inline const gdv_rule *rule_of(const gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires sound: GDV_CHECK_SOUND(check);
    requires rule: GDV_LEADS_TO(check->schema, number);
    requires value: GDV_VALUE_AT(check, node);
    terminates \true; exits \false;
    assigns \nothing;
    ensures tree: GDV_NODE_GIVES(check, node);
*/
static inline bool is_plain(const gdv_checking *check, uint32_t number, uint32_t node);

/*@ requires reads: GDV_WALK_READS(check);
    GDV_WALK_FINDS(check, at)
    requires place: GDV_PLACE_HOLDS(check, at);
    requires open: at->depth > 0;
    requires record: GDV_RULE_AT(check, at, at->depth - 1)->kind == GDV_RULE_RECORD;
    requires key: at->node < gdv_end[GDV_HOME(at)];
    terminates \true; exits \false;
    assigns at->node, check->fault;
    GDV_STEP_LEAVES
    GDV_STEP_NOTES
*/
static gdv_status take_unknown(gdv_checking *check, walker *at);

/*@ requires \valid(match);
    requires field != \null && \valid_read(field) && \initialized(field);
    requires room: base == GDV_FIELD_NOWHERE || !GDV_FIELD_KEPT(field) || base + field->value < GDV_MATCH_VALUES;
    terminates \true; exits \false;
    assigns GDV_MATCH_WRITES;
    ensures inside: \result == GDV_FIELD_NOWHERE || (base != GDV_FIELD_NOWHERE && GDV_FIELD_KEPT(field) &&
        (field->flags & GDV_FIELD_NESTED) != 0 && \result == base + field->value + 1);
*/
static inline uint32_t keep(gdv_match *match, uint32_t base, const gdv_rule_field *field, uint32_t node);

#define GDV_TAKE_PAIRS_LOOP                                                                                            \
    loop invariant plain: plain ==> node == end || (GDV_IS_UNDER(node, in.node) && gdv_side[node] == 0);               \
    loop invariant unknown: !plain && field == GDV_NONE ==> GDV_IS_UNDER(node, in.node) && gdv_side[node] == 0;        \
    loop invariant other: !plain && field != GDV_NONE ==>                                                              \
        GDV_IS_UNDER(node, in.node) && gdv_side[node] == 1 && field < rule->count + rule->number_count &&              \
            GDV_BASE_HOLDS(base, check->schema->rules + fields[field].rule);                                           \
    loop invariant ahead: at->node <= node <= end && next <= 0xffff && seen <= 0xffff + node;                          \
    loop assigns node, next, seen, field, base, plain, GDV_MATCH_WRITES;                                               \
    loop variant 2 * (end - node) + (plain ? 1 : 0);

/*@ GDV_SOME_FINDS
    requires kind: GDV_RULE_AT(check, at, at->depth - 1)->kind == GDV_RULE_RECORD;
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns GDV_STEP_WRITES, GDV_MATCH_WRITES;
    GDV_SOME_LEAVES
*/
static gdv_status take_pairs(gdv_checking *check, walker *at, uint32_t end, gdv_match *match);

#define GDV_TAKE_POSITIONS_LOOP                                                                                        \
    loop invariant place: node == end || GDV_IS_UNDER(node, in.node);                                                  \
    loop invariant ahead: at->node <= node <= end && next <= rule->count;                                              \
    loop invariant other: !plain ==> node < end && 0 < next && GDV_BASE_HOLDS(base, check->schema->rules + fields[next - 1].rule);\
    loop assigns node, next, base, plain, GDV_MATCH_WRITES;                                                            \
    loop variant rule->count - next;

/*@ GDV_SOME_FINDS
    requires kind: GDV_RULE_AT(check, at, at->depth - 1)->kind == GDV_RULE_TUPLE;
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns GDV_STEP_WRITES, GDV_MATCH_WRITES;
    GDV_SOME_LEAVES
*/
static gdv_status take_positions(gdv_checking *check, walker *at, uint32_t end, gdv_match *match);

#define GDV_TAKE_ELEMENTS_LOOP                                                                                         \
    loop invariant place: node == end || GDV_IS_UNDER(node, GDV_HOME(at));                                             \
    loop invariant ahead: at->node <= node <= end;                                                                     \
    loop assigns node;                                                                                                 \
    loop variant end - node;

/*@ GDV_SOME_FINDS
    requires kind: GDV_RULE_AT(check, at, at->depth - 1)->kind == GDV_RULE_ARRAY;
    terminates \true; exits \false;
    assigns GDV_STEP_WRITES;
    GDV_SOME_LEAVES
*/
static gdv_status take_elements(gdv_checking *check, walker *at, uint32_t end);

#define GDV_TAKE_ENTRIES_LOOP                                                                                          \
    loop invariant place: node == end || GDV_IS_UNDER(node, GDV_HOME(at));                                             \
    loop invariant ahead: at->node <= node <= end;                                                                     \
    loop assigns node, is_key;                                                                                         \
    loop variant end - node;

/*@ GDV_SOME_FINDS
    requires kind: GDV_RULE_AT(check, at, at->depth - 1)->kind == GDV_RULE_MAP;
    terminates \true; exits \false;
    assigns GDV_STEP_WRITES;
    GDV_SOME_LEAVES
*/
static gdv_status take_entries(gdv_checking *check, walker *at, uint32_t end);

/*@ requires reads: GDV_WALK_READS(check);
    GDV_WALK_FINDS(check, at)
    requires open: at->depth > 0;
    requires end: at->node == gdv_end[GDV_HOME(at)];
    requires leads: GDV_LEADS_ON(check, GDV_HOME(at));
    terminates \true; exits \false;
    assigns at->depth, check->fault;
    ensures level: at->depth == \old(at->depth) - 1;
    GDV_STEP_LEAVES
    GDV_STEP_NOTES
*/
static gdv_status leave(gdv_checking *check, walker *at);

/*@ GDV_SOME_FINDS
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns GDV_STEP_WRITES, GDV_MATCH_WRITES;
    GDV_SOME_LEAVES
*/
static gdv_status take_some(gdv_checking *check, walker *at, uint32_t end, gdv_match *match);

/*@ requires reads: GDV_WALK_READS(check);
    GDV_WALK_FINDS(check, at)
    requires place: GDV_PLACE_HOLDS(check, at);
    requires open: at->depth > 0;
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns GDV_STEP_WRITES, GDV_MATCH_WRITES;
    ensures first: \result == GDV_OK && at->depth > 0 ==> GDV_OPEN(at, 0).node == \old(GDV_OPEN(at, 0).node);
    ensures last: \result == GDV_OK && at->depth == 0 ==> at->node == gdv_end[\old(GDV_OPEN(at, 0).node)];
    GDV_STEP_LEAVES
    GDV_STEP_NOTES
*/
static gdv_status turn(gdv_checking *check, walker *at, gdv_match *match);

#define GDV_TAKE_WHOLE_LOOP                                                                                            \
    GDV_WALK_KEEPS(check, at)                                                                                          \
    loop invariant place: status == GDV_OK ==> GDV_PLACE_HOLDS(check, at);                                             \
    loop invariant first: status == GDV_OK && at->depth > 0 ==> GDV_OPEN(at, 0).node == \at(at->node, Pre);            \
    loop invariant last: status == GDV_OK && at->depth == 0 ==> at->node == gdv_end[\at(at->node, Pre)];               \
    loop invariant unchanged: status == GDV_OK ==> *check == \at(*check, Pre);                                         \
    loop invariant noted: status != GDV_OK ==> GDV_FAULT_NOTED(check, status);                                         \
    loop invariant missing: status == GDV_E_MISSING_KEY && check->fault.what == GDV_FAULT_VALUE ==> GDV_KEY_MISSED(check);\
    loop invariant inside: at->node <= check->count && at->depth <= GDV_MAX_DEPTH + 1;                                 \
    loop assigns status, GDV_WALK_WRITES, GDV_MATCH_WRITES;                                                            \
    loop variant status == GDV_OK ? 1 + 2 * check->count - GDV_SPENT(at) : 0;

/*@ requires reads: GDV_WALK_READS(check);
    GDV_WALK_FINDS(check, at)
    requires outermost: at->depth == 0 && at->node < check->count && gdv_in[at->node] == -1;
    requires rule: GDV_LEADS_TO(check->schema, rule);
    requires base: GDV_BASE_HOLDS(base, check->schema->rules + rule);
    requires ordinary: !GDV_NODE_SHORT(check->nodes + at->node);
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns GDV_WALK_WRITES, GDV_MATCH_WRITES;
    ensures ends: \result == GDV_OK ==> GDV_WALK_SET(check, at) && at->depth == 0 && at->node == gdv_end[\old(at->node)];
    GDV_STEP_NOTES
*/
static gdv_status take_whole(gdv_checking *check, walker *at, uint32_t rule, uint32_t base, gdv_match *match);

/*@ requires reads: GDV_WALK_READS(check);
    GDV_WALK_FINDS(check, at)
    requires outermost: at->depth == 0 && at->node < check->count && gdv_in[at->node] == -1;
    requires rule: GDV_LEADS_TO(check->schema, rule);
    requires base: GDV_BASE_HOLDS(base, check->schema->rules + rule);
    requires match: \valid(match);
    terminates \true; exits \false;
    assigns GDV_WALK_WRITES, GDV_MATCH_WRITES;
    ensures ends: \result == GDV_OK ==> GDV_WALK_SET(check, at) && at->depth == 0 && at->node == gdv_end[\old(at->node)];
    ensures next: \result == GDV_OK && at->node < check->count ==> gdv_in[at->node] == -1;
    GDV_STEP_NOTES
*/
static inline gdv_status take_outermost(gdv_checking *check, walker *at, uint32_t rule, uint32_t base, gdv_match *match);

#define GDV_CHECK_ARGUMENTS_LOOP                                                                                       \
    GDV_WALK_KEEPS(check, &at)                                                                                         \
    loop invariant outermost: status == GDV_OK ==> at.depth == 0;                                                      \
    loop invariant place: status == GDV_OK && at.node < check->count ==> gdv_in[at.node] == -1;                        \
    loop invariant index: index <= own->count;                                                                         \
    loop invariant unchanged: status == GDV_OK ==> *check == \at(*check, Pre);                                         \
    loop invariant noted: status != GDV_OK ==> GDV_FAULT_NOTED(check, status);                                         \
    loop invariant missing: status == GDV_E_MISSING_KEY && check->fault.what == GDV_FAULT_VALUE ==> GDV_KEY_MISSED(check);\
    loop assigns status, index, at, check->fault, GDV_MATCH_WRITES;                                                    \
    loop variant own->count - index;

#define GDV_MISSING_PAIRS_LOOP                                                                                         \
    loop invariant pair: key == end || (GDV_IS_UNDER(key, node) && gdv_side[key] == 0);                                \
    loop invariant ahead: node < key <= end;                                                                           \
    loop invariant set: \forall integer mark; 0 <= mark <= GDV_FORM_MAX_FIELDS / 32 ==> \initialized(&marks[mark]);    \
    loop assigns key, marks[0 .. GDV_FORM_MAX_FIELDS / 32];                                                            \
    loop variant end - key;
#define GDV_MISSING_FIELDS_LOOP                                                                                        \
    loop invariant index <= count && (missing == 0 || missing < count);                                                \
    loop assigns index, missing;                                                                                       \
    loop variant index;

#endif
