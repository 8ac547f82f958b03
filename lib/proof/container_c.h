/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/container.c (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. A macro FUNCTION_LOOP is the annotation of the loop in that function. */
/* clang-format off */
#ifndef GDV_PROOF_CONTAINER_C_H
#define GDV_PROOF_CONTAINER_C_H

#define GDV_IS_ENCODED_OBJECT_ID_LOOP                                                                                  \
    loop invariant 0 <= index;                                                                                         \
    loop invariant same ==> index <= size && size == sizeof(name) - 1;                                                 \
    loop assigns index, same;                                                                                          \
    loop variant size - index;

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->longest, GDV_ERROR_FIELDS, *id;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4) && \old(scan->in.pos) <= scan->in.pos;
    ensures declares: \initialized(id) && (*id == GDV_ANY_ID || *id < scan->table->count);
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0);
    ensures words: \result == GDV_OK ==> GDV_MOVED(0);
*/
static gdv_status read_container_kind(gdv_scan *scan, uint32_t header_at, uint32_t kind, uint8_t *id);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_TOKEN_OF;
    requires per_element == 1 || per_element == 2;
    terminates \true; exits \false;
    assigns scan->in.pos, scan->in.reserved, scan->widest, GDV_ERROR_FIELDS;
    assigns token->data, token->count, token->children, token->open;
    ensures sound: GDV_SCAN_SOUND(scan);
    ensures known: GDV_TOKEN_KNOWN;
    ensures moved: \old(scan->in.pos) <= scan->in.pos;
    ensures moved: \result == GDV_OK ==> scan->in.pos == \old(scan->in.pos) + 4;
    ensures open: \result == GDV_OK ==> token->open == 1 && token->children == token->count * per_element;
    ensures reserved: \result == GDV_OK ==> scan->in.reserved == \old(scan->in.reserved) + 4 * token->children;
*/
static gdv_status read_children(gdv_scan *scan, gdv_token *token, uint32_t per_element);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires \initialized(&token->at);
    terminates \true; exits \false;
    assigns scan->in.pos, scan->values, scan->deepest, scan->longest, GDV_ERROR_FIELDS;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4) && \old(scan->in.pos) <= scan->in.pos;
    ensures \old(scan->values) <= scan->values;
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0);
*/
static gdv_status read_class_value(gdv_scan *scan, const gdv_token *token);

#endif
