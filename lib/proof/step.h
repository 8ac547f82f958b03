/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/step.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. A macro FUNCTION_LOOP is the annotation of the
 * loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_STEP_H
#define GDV_PROOF_STEP_H

/* gdv_owed is a ledger for the proof alone: what is promised to the levels below each depth, names before values
 * included. GDV_STACK_READABLE: the levels in use are set. GDV_STACK_DECLARES: they declare existing types.
 * GDV_STACK_PENDING: the innermost container has values to come. GDV_VALUE_NEXT: a dictionary whose last key waits for
 * its value. GDV_BALANCED: what is reserved is what the open containers were promised and have not had. */
/*@ ghost extern uint32_t gdv_owed[GDV_MAX_DEPTH + 1]; */

#define GDV_DUE(level) ((level).kind == GDV_LEVEL_OBJECT ? 8 * (level).left : 4 * (level).left)
#define GDV_LEVEL_SET(level)                                                                                           \
    (\initialized(&(level).left) && \initialized(&(level).kind) && \initialized(&(level).key_id) &&                    \
     \initialized(&(level).value_id) && \initialized(&(level).constraints))
#define GDV_LEVEL_DECLARES(level, scan)                                                                                \
    (((level).key_id == GDV_ANY_ID || (level).key_id < (scan)->table->count) &&                                      \
     ((level).value_id == GDV_ANY_ID || (level).value_id < (scan)->table->count) &&                                  \
     ((level).kind == GDV_LEVEL_OBJECT ==> (level).constraints != 0))
#define GDV_STACK_READABLE(stack, scan)                                                                                \
    (\forall integer i; 0 <= i < (scan)->depth ==> GDV_LEVEL_SET((stack)->levels[i]))
#define GDV_STACK_DECLARES(stack, scan)                                                                                \
    (\forall integer i; 0 <= i < (scan)->depth ==> GDV_LEVEL_DECLARES((stack)->levels[i], scan))
#define GDV_STACK_PENDING(stack, scan)                                                                                 \
    ((scan)->depth > 0 ==> (stack)->levels[(scan)->depth - 1].left > 0 && (scan)->in.pos >= 8)
#define GDV_LEDGER(stack, scan)                                                                                        \
    (gdv_owed[0] == 0 &&                                                                                               \
     (\forall integer i; 0 <= i < (scan)->depth ==>                                                                    \
          gdv_owed[i + 1] == gdv_owed[i] + GDV_DUE((stack)->levels[i])))
#define GDV_VALUE_NEXT(level) ((level).kind == GDV_LEVEL_DICTIONARY && (level).left % 2 != 0)
#define GDV_BALANCED(stack, scan)                                                                                      \
    ((scan)->in.reserved == gdv_owed[(scan)->depth] || ((scan)->depth == 0 && (scan)->in.reserved == 4))

/* GDV_STEP_REQUIRES, GDV_STEP_ENSURES: the contract of gdv_step and of its two parts. */
#define GDV_STEP_REQUIRES                                                                                              \
    requires sound: GDV_SCAN_SOUND(scan);                                                                              \
    requires paid: GDV_PAID(scan, 0);                                                                                  \
    requires valid: GDV_STACK_READABLE(stack, scan);                                                                   \
    requires declares: GDV_STACK_DECLARES(stack, scan);                                                                \
    requires waits: GDV_STACK_PENDING(stack, scan);                                                                    \
    requires ledger: GDV_LEDGER(stack, scan);                                                                          \
    requires balanced: GDV_BALANCED(stack, scan);                                                                      \
    requires more: scan->in.reserved != 0;
#define GDV_STEP_ENSURES                                                                                               \
    ensures sound: GDV_SCAN_SOUND(scan);                                                                               \
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));                                      \
    ensures moved: \old(scan->in.pos) <= scan->in.pos;                                                                 \
    ensures moved: \result == GDV_OK ==>                                                                               \
        \old(scan->in.pos) + 4 <= scan->in.pos && \old(scan->values) < scan->values;                                   \
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);                                              \
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);                                           \
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);                                               \
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);                                                     \
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];                                \
    ensures token: \result == GDV_OK ==> \initialized(token) && token->id < scan->table->count;                        \
    ensures token: \result == GDV_OK ==> token->wire == scan->table->types + token->id;                                \
    ensures place: \result == GDV_OK ==> token->name == \old(scan->in.pos) && token->end == scan->in.pos;              \
    ensures place: \result == GDV_OK ==> token->name <= token->at && token->at + 4 <= token->end;                      \
    ensures opened: \result == GDV_OK && token->children > 0 ==>                                                       \
        token->open == 1 && scan->depth == \old(scan->depth) + 1;                                                      \
    ensures closed: \result == GDV_OK && token->children == 0 ==> scan->depth <= \old(scan->depth);

/* What a value costs at least, and what it leaves of the levels. The bound of lib/read/document.c rests on it. */
#define GDV_INNERMOST(field) stack->levels[scan->depth - 1].field
#define GDV_STEP_COSTS                                                                                                 \
    ensures words: \result == GDV_OK && token->children == 0 ==> GDV_MOVED(4);                                         \
    ensures words: \result == GDV_OK && token->children > 0 ==> GDV_MOVED(8);                                          \
    ensures named: \result == GDV_OK && \old(scan->depth > 0 && GDV_INNERMOST(kind) == GDV_LEVEL_OBJECT) ==>           \
        \old(scan->in.pos) + (token->children > 0 ? 12 : 8) <= scan->in.pos;                                           \
    ensures read: \result == GDV_OK && \old(scan->depth) > 0 ==>                                                       \
        stack->levels[\old(scan->depth) - 1].left == \old(GDV_INNERMOST(left)) - 1 &&                                  \
        stack->levels[\old(scan->depth) - 1].kind == \old(GDV_INNERMOST(kind));                                        \
    ensures outermost: \result == GDV_OK && \old(scan->depth) > 1 ==>                                                  \
        stack->levels[0].left == \old(stack->levels[0].left) && stack->levels[0].kind == \old(stack->levels[0].kind);  \
    ensures opened: \result == GDV_OK && token->children > 0 ==>                                                       \
        GDV_INNERMOST(left) == token->children &&                                                                      \
        (GDV_INNERMOST(kind) == GDV_LEVEL_DICTIONARY <==> token->wire->layout == GDV_LAYOUT_DICTIONARY);               \
    ensures pairs: \result == GDV_OK && token->wire->layout == GDV_LAYOUT_DICTIONARY ==> token->children % 2 == 0;     \
    ensures waits: \result == GDV_OK && \old(scan->depth > 0 && GDV_INNERMOST(left) > 1) ==>                           \
        scan->depth >= \old(scan->depth);

/*@ requires \initialized(&token->wire) && \valid_read(token->wire) && \initialized(token->wire);
    requires \initialized(&token->children) && \initialized(&token->key_id) && \initialized(&token->value_id);
    terminates \true; exits \false;
    assigns *level;
    ensures GDV_LEVEL_SET(*level);
    ensures level->left == token->children;
    ensures level->key_id == token->key_id && level->value_id == token->value_id;
    ensures level->kind == GDV_LEVEL_OBJECT <==> token->wire->layout == GDV_LAYOUT_OBJECT;
    ensures level->kind == GDV_LEVEL_DICTIONARY <==> token->wire->layout == GDV_LAYOUT_DICTIONARY;
    ensures level->kind == GDV_LEVEL_OBJECT ==> level->constraints != 0;
*/
void gdv_level_set(gdv_level *level, const gdv_token *token);

/*@ requires GDV_LEVEL_SET(*level);
    terminates \true; exits \false;
    assigns \nothing;
    ensures key: \result == GDV_ROLE_KEY <==> level->kind == GDV_LEVEL_DICTIONARY && level->left % 2 == 0;
    ensures property: \result == GDV_ROLE_PROPERTY <==> level->kind == GDV_LEVEL_OBJECT;
*/
static inline gdv_role gdv_level_role(const gdv_level *level);

/*@ requires GDV_LEVEL_SET(*level);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == level->key_id || \result == level->value_id;
*/
static inline uint8_t gdv_level_declares(const gdv_level *level);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_STACK_READABLE(stack, scan);
    terminates \true; exits \false;
    assigns \nothing;
    ensures key: \result == GDV_ROLE_KEY <==>
        scan->depth > 0 && stack->levels[scan->depth - 1].kind == GDV_LEVEL_DICTIONARY &&
        stack->levels[scan->depth - 1].left % 2 == 0;
    ensures property: \result == GDV_ROLE_PROPERTY <==>
        scan->depth > 0 && stack->levels[scan->depth - 1].kind == GDV_LEVEL_OBJECT;
*/
gdv_role gdv_next_role(const gdv_scan *scan, const gdv_stack *stack);

/*@ GDV_STEP_REQUIRES
    terminates \true; exits \false;
    assigns GDV_READS, scan->depth, *token, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    GDV_STEP_ENSURES
*/
gdv_status gdv_step(gdv_scan *scan, gdv_stack *stack, gdv_token *token);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_STACK_READABLE(stack, scan);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result ==> scan->depth > 0 && stack->levels[scan->depth - 1].constraints == 0;
*/
static inline bool gdv_may_be_fast(const gdv_scan *scan, const gdv_stack *stack);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && scan->depth > 0;
    requires promised: scan->in.reserved >= 4;
    requires waits: GDV_LEVEL_SET(*level) && level->left > 0;
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->values, scan->longest, level->left, *fast, gdv_owed[scan->depth];
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    ensures !\result ==> scan->in.pos == \old(scan->in.pos) && scan->in.reserved == \old(scan->in.reserved);
    ensures !\result ==> scan->values == \old(scan->values) && level->left == \old(level->left);
    ensures !\result ==> gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]);
    ensures \result ==> \old(scan->in.pos) + 4 <= scan->in.pos && scan->in.reserved == \old(scan->in.reserved) - 4;
    ensures \result ==> scan->values == \old(scan->values) + 1 && level->left == \old(level->left) - 1;
    ensures words: \result ==> GDV_MOVED(4);
    ensures \result ==> gdv_owed[scan->depth] == scan->in.reserved;
    ensures \result ==> GDV_FAST_SOUND(fast, scan) && fast->at == \old(scan->in.pos) && fast->end == scan->in.pos;
*/
GDV_INLINE bool gdv_step_fast(gdv_scan *scan, gdv_level *level, gdv_fast_token *fast);

#define GDV_STEP_CLOSE_LOOP                                                                                            \
    loop invariant scan->depth <= \at(scan->depth, Pre);                                                               \
    loop invariant \initialized(&scan->depth);                                                                         \
    loop invariant \forall integer i; scan->depth <= i < \at(scan->depth, Pre) ==> stack->levels[i].left == 0;         \
    loop invariant scan->in.reserved == gdv_owed[scan->depth];                                                         \
    loop assigns scan->depth;                                                                                          \
    loop variant scan->depth;

/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires valid: GDV_STACK_READABLE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires balanced: scan->in.reserved == gdv_owed[scan->depth];
    terminates \true; exits \false;
    assigns scan->depth;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures valid: GDV_STACK_READABLE(stack, scan);
    ensures declares: GDV_STACK_DECLARES(stack, scan);
    ensures ledger: GDV_LEDGER(stack, scan);
    ensures balanced: scan->in.reserved == gdv_owed[scan->depth];
    ensures scan->depth <= \old(scan->depth);
    ensures scan->depth > 0 ==> stack->levels[scan->depth - 1].left > 0;
    ensures \forall integer i; scan->depth <= i < \old(scan->depth) ==> stack->levels[i].left == 0;
*/
static inline void gdv_step_close(gdv_scan *scan, const gdv_stack *stack);

/*@ GDV_STEP_REQUIRES
    terminates \true; exits \false;
    assigns GDV_READS, scan->depth, *token, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    GDV_STEP_ENSURES
    GDV_STEP_COSTS
*/
gdv_status gdv_step_general(gdv_scan *scan, gdv_stack *stack, gdv_token *token);

#endif
