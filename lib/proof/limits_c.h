/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/limits.c (docs/proof.md). No compiler reads this file. First come the names that contracts use,
 * then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of a loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_LIMITS_C_H
#define GDV_PROOF_LIMITS_C_H

/* GDV_TALLY_GIVEN: what has been counted, and the limits that it is held to. GDV_TALLY_FINDS: that, and a node.
 * GDV_NOTES: what a limit that is not kept leaves. */
#define GDV_TALLY_GIVEN(of)                                                                                            \
    (\valid(of) && \initialized(of) && \valid_read((of)->limits) && \initialized((of)->limits))
#define GDV_TALLY_FINDS                                                                                                \
    requires sound: GDV_CHECK_READABLE(check);                                                                         \
    requires GDV_TALLY_GIVEN(of);                                                                                      \
    requires node: node < check->count && check->nodes[node].offset <= check->in.size;
#define GDV_NOTES                                                                                                      \
    ensures unchanged: \result == GDV_OK ==> *check == \old(*check);                                                   \
    ensures noted: \result != GDV_OK ==> GDV_FAULT_NOTED(check, \result);                                             \
    ensures present: \result != GDV_E_MISSING_KEY;

/*@ requires \valid(limit) && \initialized(limit);
    requires more: most == 0 || more <= most;
    terminates \true; exits \false;
    assigns *limit;
    ensures \initialized(limit);
*/
static void lower(uint32_t *limit, uint32_t most, uint32_t more);

/*@ terminates \true; exits \false;
    assigns \nothing;
*/
static bool keeps(uint32_t limit, uint64_t count);

/*@ requires \valid(check);
    requires GDV_TALLY_GIVEN(of);
    terminates \true; exits \false;
    assigns check->fault;
    GDV_NOTES
*/
static gdv_status text_keeps(gdv_checking *check, const limit_tally *of, uint32_t node, uint32_t size);

#define GDV_TEXTS_KEEP_LOOP                                                                                            \
    loop invariant index <= count;                                                                                     \
    loop invariant unchanged: status == GDV_OK ==> *check == \at(*check, Pre);                                         \
    loop invariant noted: status != GDV_OK ==> GDV_FAULT_NOTED(check, status);                                         \
    loop invariant present: status != GDV_E_MISSING_KEY;                                                               \
    loop assigns index, at, status, check->fault;                                                                      \
    loop variant count - index;

/*@ requires sound: GDV_CHECK_READABLE(check);
    requires GDV_TALLY_GIVEN(of);
    terminates \true; exits \false;
    assigns check->fault;
    GDV_NOTES
*/
static gdv_status texts_keep(gdv_checking *check, const limit_tally *of, uint32_t node, uint32_t at, uint32_t count);

#define GDV_DECLARED_KEEP_LOOP                                                                                         \
    loop invariant unchanged: status == GDV_OK ==> *check == \at(*check, Pre);                                         \
    loop invariant noted: status != GDV_OK ==> GDV_FAULT_NOTED(check, status);                                         \
    loop invariant present: status != GDV_E_MISSING_KEY;                                                               \
    loop assigns kinds, at, status, check->fault;                                                                      \
    loop variant kinds;

/*@ GDV_TALLY_FINDS
    terminates \true; exits \false;
    assigns check->fault;
    GDV_NOTES
*/
static gdv_status declared_keep(gdv_checking *check, const limit_tally *of, uint32_t node);

/*@ requires \valid(check);
    requires GDV_TALLY_GIVEN(of);
    terminates \true; exits \false;
    assigns check->fault;
    GDV_NOTES
*/
static gdv_status depth_keeps(gdv_checking *check, const limit_tally *of, uint32_t node, uint32_t depth);

/*@ requires \valid(check);
    requires GDV_TALLY_GIVEN(of);
    requires few: of->values < 0xffffffff;
    terminates \true; exits \false;
    assigns of->values, check->fault;
    ensures more: of->values == \old(of->values) + 1;
    GDV_NOTES
*/
static gdv_status values_keep(gdv_checking *check, limit_tally *of, uint32_t node);

/*@ GDV_TALLY_FINDS
    requires row: check->nodes[node].id < check->table->count;
    requires few: of->depth <= GDV_MAX_DEPTH && of->values <= 0xfffffffd;
    terminates \true; exits \false;
    assigns of->values, check->fault;
    ensures more: \old(of->values) <= of->values <= \old(of->values) + 1;
    GDV_NOTES
*/
static gdv_status class_value_keeps(gdv_checking *check, limit_tally *of, uint32_t node);

/*@ GDV_TALLY_FINDS
    requires row: check->nodes[node].id < check->table->count;
    requires few: of->depth <= GDV_MAX_DEPTH && of->values <= 0xfffffffd;
    terminates \true; exits \false;
    assigns of->values, check->fault;
    ensures more: \old(of->values) <= of->values <= \old(of->values) + 1;
    GDV_NOTES
*/
static gdv_status front_keeps(gdv_checking *check, limit_tally *of, uint32_t node);

/*@ GDV_TALLY_FINDS
    requires row: check->nodes[node].id < check->table->count;
    terminates \true; exits \false;
    assigns check->fault;
    GDV_NOTES
*/
static gdv_status count_keeps(gdv_checking *check, const limit_tally *of, uint32_t node);

/*@ GDV_TALLY_FINDS
    requires row: check->nodes[node].id < check->table->count;
    requires few: of->depth <= GDV_MAX_DEPTH && of->values <= 0xfffffffc;
    terminates \true; exits \false;
    assigns of->values, check->fault;
    ensures more: \old(of->values) <= of->values <= \old(of->values) + 2;
    GDV_NOTES
*/
static gdv_status value_keeps(gdv_checking *check, limit_tally *of, uint32_t node);

#define GDV_NODES_KEEP_LOOP                                                                                            \
    loop invariant node: node <= check->count;                                                                         \
    loop invariant few: of->depth <= GDV_MAX_DEPTH + 1 && of->values <= 2 * node;                                      \
    loop invariant set: \forall integer level; 0 <= level < of->depth ==> \initialized(ends + level);                  \
    loop invariant before: \forall integer level; 0 <= level < of->depth ==> 0 <= open[level] < node;                  \
    loop invariant ends: \forall integer level; 0 <= level < of->depth ==> ends[level] == gdv_end[open[level]];        \
    loop invariant levels: \forall integer level; 0 <= level < of->depth ==> level <= gdv_depth[open[level]];          \
    loop invariant unchanged: status == GDV_OK ==> *check == \at(*check, Pre);                                         \
    loop invariant noted: status != GDV_OK ==> GDV_FAULT_NOTED(check, status);                                         \
    loop invariant present: status != GDV_E_MISSING_KEY;                                                               \
    loop assigns node, status, of->depth, of->values, check->fault, ends[0 .. GDV_MAX_DEPTH], open[0 .. GDV_MAX_DEPTH];\
    loop variant check->count - node;
#define GDV_NODES_KEEP_ENDED                                                                                           \
    loop invariant of->depth <= GDV_MAX_DEPTH + 1 && of->depth <= \at(of->depth, LoopEntry);                           \
    loop assigns of->depth;                                                                                            \
    loop variant of->depth;

/*@ requires sound: GDV_CHECK_READABLE(check);
    requires nodes: GDV_NODES_LIE(check);
    requires GDV_TALLY_GIVEN(of);
    requires none: of->depth == 0 && of->values == 0;
    terminates \true; exits \false;
    assigns of->depth, of->values, check->fault;
    GDV_NOTES
*/
static gdv_status nodes_keep(gdv_checking *check, limit_tally *of);

/*@ requires sound: GDV_CHECK_READABLE(check);
    requires nodes: GDV_NODES_LIE(check);
    requires limits: limits != \null && \valid_read(limits) && \initialized(limits);
    terminates \true; exits \false;
    assigns check->fault;
    GDV_NOTES
*/
static gdv_status values_are_within(gdv_checking *check, const gdv_rule_packet *limits);

/*@ requires policy: policy == \null || (\valid(policy) && \initialized(policy));
    requires schema: schema == \null || (\valid_read(schema) && \initialized(schema) &&
        (schema->form == \null || (\valid_read(schema->form) && \initialized(schema->form))));
    requires apart: policy != \null && schema != \null ==> \separated(policy, schema) && \separated(policy, schema->form);
    terminates \true; exits \false;
    assigns *policy;
*/
void gdv_schema_narrow(const gdv_schema *schema, gdv_policy *policy);

#endif
