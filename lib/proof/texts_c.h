/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/texts.c (docs/proof.md). No compiler reads this file. The contract of each function
 * stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_TEXTS_C_H
#define GDV_PROOF_TEXTS_C_H

/*@ requires GDV_SCAN_SOUND(scan);
    requires inside: GDV_HOLDS(&scan->in, at, size);
    terminates \true; exits \false;
    assigns GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
*/
static gdv_status check_text(gdv_scan *scan, uint32_t at, uint32_t size);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    requires \initialized(text) && \initialized(size);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->longest, GDV_ERROR_FIELDS, *text, *size;
    ensures GDV_SCAN_SOUND(scan);
    ensures GDV_PAID(scan, 4);
    ensures \initialized(text) && \initialized(size);
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0);
    ensures moved: \result == GDV_OK ==> *text == \old(scan->in.pos) + 4 && *size < GDV_NEGATIVE &&
        scan->in.pos == *text + *size + (4 - *size % 4) % 4;
*/
static gdv_status take_text(gdv_scan *scan, uint32_t *text, uint32_t *size);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->longest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures GDV_PAID(scan, 4);
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0);
*/
static gdv_status read_terminated(gdv_scan *scan, uint32_t any_padding);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0) && GDV_TOKEN_OF;
    requires length < GDV_NEGATIVE;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->longest, GDV_ERROR_FIELDS, token->data, token->count;
    ensures GDV_SCAN_SOUND(scan);
    ensures GDV_PAID(scan, 0);
    ensures \initialized(&token->data) && \initialized(&token->count);
    ensures \old(scan->in.pos) <= scan->in.pos;
*/
static gdv_status read_old_node_path(gdv_scan *scan, gdv_token *token, uint32_t length);

#define READ_STRINGS_LOOP                                                                                              \
    loop invariant 0 <= done <= n;                                                                                     \
    loop invariant GDV_SCAN_SOUND(scan);                                                                               \
    loop invariant \initialized(&ignored) && \initialized(&size) && \initialized(&status);                             \
    loop invariant \at(scan->in.pos, Pre) <= scan->in.pos;                                                             \
    loop invariant scan->strings == \at(scan->strings, Pre) + done;                                                    \
    loop invariant scan->in.reserved == \at(scan->in.reserved, Pre) + 4 * (n - done);                                  \
    loop invariant status == GDV_OK ==> GDV_PAID(scan, 0);                                                             \
    loop invariant status != GDV_OK ==> GDV_PAID(scan, 4);                                                             \
    loop assigns done, status, ignored, size, scan->in.pos, scan->in.reserved, scan->strings, scan->longest,           \
                 GDV_ERROR_FIELDS;                                                                                     \
    loop variant n - done;

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires free: 4 * n <= scan->in.size - scan->in.pos - scan->in.reserved;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->strings, scan->longest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan);
    ensures GDV_PAID(scan, 4);
    ensures \old(scan->in.pos) <= scan->in.pos;
    ensures scan->strings >= \old(scan->strings);
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0);
    ensures delivered: \result == GDV_OK ==>
        scan->in.reserved == \old(scan->in.reserved) && scan->strings == \old(scan->strings) + n;
*/
static gdv_status read_strings(gdv_scan *scan, uint32_t n, uint32_t any_padding, bool terminated);

#endif
