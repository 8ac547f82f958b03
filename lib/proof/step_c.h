/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/step.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_STEP_C_H
#define GDV_PROOF_STEP_C_H

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires promised: scan->in.reserved >= 8;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4) && \old(scan->in.pos) <= scan->in.pos;
    ensures scan->in.reserved == \old(scan->in.reserved) - 4;
    ensures \result == GDV_OK ==> GDV_PAID(scan, 0) && \old(scan->in.pos) + 4 <= scan->in.pos;
*/
static gdv_status read_property_name(gdv_scan *scan);

/*@ requires sound: GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && scan->depth > 0;
    requires waits: GDV_LEVEL_SET(*level) && GDV_LEVEL_DECLARES(*level, scan) && level->left > 0;
    requires promised: scan->in.reserved == gdv_owed[scan->depth] >= GDV_DUE(*level);
    requires args: \initialized(must_be) && \initialized(narrow);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_ERROR_FIELDS, *must_be, *narrow,
            level->left, gdv_owed[scan->depth];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures paid: GDV_PAID(scan, 4) && (\result == GDV_OK ==> GDV_PAID(scan, 0));
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures words: \result == GDV_OK && level->kind == GDV_LEVEL_OBJECT ==> \old(scan->in.pos) + 4 <= scan->in.pos;
    ensures words: level->kind != GDV_LEVEL_OBJECT ==> scan->in.pos == \old(scan->in.pos);
    ensures left: level->left == \old(level->left) - 1 && \initialized(&level->left);
    ensures owed: gdv_owed[scan->depth] == \old(gdv_owed[scan->depth]) - (level->kind == GDV_LEVEL_OBJECT ? 8 : 4);
    ensures promised: scan->in.reserved == gdv_owed[scan->depth] + 4;
    ensures args: \initialized(must_be) && \initialized(narrow);
    ensures args: *must_be == GDV_ANY_ID || *must_be < scan->table->count;
*/
static gdv_status begin_value(gdv_scan *scan, gdv_level *level, uint32_t *must_be, uint32_t *narrow);

/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires valid: GDV_STACK_READABLE(stack, scan);
    requires declares: GDV_STACK_DECLARES(stack, scan);
    requires ledger: GDV_LEDGER(stack, scan);
    requires token: GDV_TOKEN_OF && \initialized(token) && GDV_DECLARES && token->children > 0;
    requires promised: scan->in.reserved ==
        gdv_owed[scan->depth] + 4 * token->children * (token->wire->layout == GDV_LAYOUT_OBJECT ? 2 : 1);
    requires in_container: scan->in.pos >= 8;
    terminates \true; exits \false;
    assigns scan->depth, scan->deepest, GDV_ERROR_FIELDS, *stack, gdv_owed[0 .. GDV_MAX_DEPTH];
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures opened: \result == GDV_OK ==> scan->depth == \old(scan->depth) + 1;
    ensures valid: \result == GDV_OK ==> GDV_STACK_READABLE(stack, scan);
    ensures declares: \result == GDV_OK ==> GDV_STACK_DECLARES(stack, scan);
    ensures waits: \result == GDV_OK ==> GDV_STACK_PENDING(stack, scan);
    ensures ledger: \result == GDV_OK ==> GDV_LEDGER(stack, scan);
    ensures balanced: \result == GDV_OK ==> scan->in.reserved == gdv_owed[scan->depth];
    ensures set: \result == GDV_OK ==> GDV_INNERMOST(left) == token->children &&
        (GDV_INNERMOST(kind) == GDV_LEVEL_DICTIONARY <==> token->wire->layout == GDV_LAYOUT_DICTIONARY);
    ensures around: \forall integer i; 0 <= i < \old(scan->depth) ==>
        stack->levels[i].left == \old(stack->levels[i].left) && stack->levels[i].kind == \old(stack->levels[i].kind);
*/
static gdv_status open_container(gdv_scan *scan, gdv_stack *stack, const gdv_token *token);

/* Never called for a plain packet: that much is proved of its caller. */
/*@ requires never: \false;
    terminates \true; exits \false;
    assigns GDV_READS, *token;
*/
static gdv_status step_compressed(gdv_scan *scan, gdv_token *token);

/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires token: \initialized(&token->wire) && \initialized(&token->at);
    requires token: \valid_read(token->wire) && \initialized(token->wire);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
*/
static gdv_status check_key(gdv_scan *scan, const gdv_token *token);

/*@ requires sound: GDV_SCAN_SOUND(scan);
    requires token: \initialized(&token->wire) && \initialized(&token->at);
    requires token: \initialized(&token->children);
    requires token: \valid_read(token->wire) && \initialized(token->wire);
    terminates \true; exits \false;
    assigns scan->keyed, GDV_ERROR_FIELDS;
    ensures sound: GDV_SCAN_SOUND(scan);
*/
static gdv_status check_role(gdv_scan *scan, gdv_role role, const gdv_token *token);

#endif
