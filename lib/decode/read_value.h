/* SPDX-License-Identifier: MIT */
/* Internal: one value's header and payload, without its children: whether this dialect and this policy allow it,
 * whether the packet has the bytes, where they are. Nesting is step.h's. Wire reference: section 3. */
#ifndef GDV_VALUE_H
#define GDV_VALUE_H

#include <stdbool.h>

#include "scan.h"

/* Whether a value of type id `id` may be where a typed container declared must_be, which may be GDV_ANY_ID: it has
 * exactly that type; null stands for an object. */
/*@ requires GDV_GRAMMAR_SOUND(grammar) && id < grammar->count;
    requires must_be == GDV_ANY_ID || must_be < grammar->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures must_be == GDV_ANY_ID || must_be == id ==> \result;
*/
bool gdv_is_declared(const gdv_grammar *grammar, uint32_t must_be, uint32_t id);

/* What refuses a type whose row asks for a permission that was not given. */
/*@ requires wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result != GDV_OK;
*/
gdv_status gdv_type_refusal(const gdv_wire *wire);

/* Reads the header and payload at scan->in, which stand for one promised value.
 * Requires scan->in.reserved >= 4. must_be is the type id that a typed container declared, or GDV_ANY_ID; narrow is
 * nonzero where the engine narrows 64-bit floats.
 * Ensures: head->wire is the row of the type, or NULL where the header does not name one. On GDV_OK the cursor moved
 * by at least four bytes (to head->end), and the children are reserved. */
/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires promised: scan->in.reserved >= 4;
    requires must_be == GDV_ANY_ID || must_be < scan->grammar->count;
    terminates \true; exits \false;
    assigns GDV_READS, *head;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    ensures \initialized(&head->wire) && \old(scan->in.pos) <= scan->in.pos;
    ensures \old(scan->values) <= scan->values && \old(scan->strings) <= scan->strings;
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0) && \initialized(head);
    ensures \result == GDV_OK ==> \old(scan->in.pos) + 4 <= scan->in.pos && \old(scan->values) < scan->values;
    ensures \result == GDV_OK ==> head->at == \old(scan->in.pos) && head->end == scan->in.pos;
    ensures row: \result == GDV_OK ==> head->id < scan->grammar->count;
    ensures row: \result == GDV_OK ==> head->wire == scan->grammar->types + head->id;
    ensures words: \result == GDV_OK ==> GDV_MOVED(4);
    ensures open: \result == GDV_OK && head->children > 0 ==> head->open == 1 && GDV_MOVED(8);
    ensures pairs: \result == GDV_OK && head->wire->form == GDV_FORM_DICTIONARY ==> head->children % 2 == 0;
    ensures declares: \result == GDV_OK ==> GDV_DECLARES;
    ensures reserved: \result == GDV_OK ==>
        scan->in.reserved ==
            \old(scan->in.reserved) - 4 + 4 * head->children * (head->wire->form == GDV_FORM_OBJECT ? 2 : 1);
*/
gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_head *head);

#endif
