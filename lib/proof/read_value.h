/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/decode/read_value.h (docs/proof.md). No compiler reads this file. The contract of each
 * function stands on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_READ_VALUE_H
#define GDV_PROOF_READ_VALUE_H

/*@ requires GDV_WIRE_TABLE_SOUND(table) && id < table->count;
    requires must_be == GDV_ANY_ID || must_be < table->count;
    terminates \true; exits \false;
    assigns \nothing;
    ensures must_be == GDV_ANY_ID || must_be == id ==> \result;
*/
bool gdv_is_declared(const gdv_wire_table *table, uint32_t must_be, uint32_t id);

/*@ requires wire != \null && \valid_read(wire) && \initialized(wire);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result != GDV_OK;
*/
gdv_status gdv_type_refusal(const gdv_wire_row *wire);

/*@ requires GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 0);
    requires promised: scan->in.reserved >= 4;
    requires must_be == GDV_ANY_ID || must_be < scan->table->count;
    terminates \true; exits \false;
    assigns GDV_READS, *token;
    ensures GDV_SCAN_SOUND(scan) && GDV_PAID(scan, 4);
    ensures \initialized(&token->wire) && \old(scan->in.pos) <= scan->in.pos;
    ensures \old(scan->values) <= scan->values && \old(scan->strings) <= scan->strings;
    ensures paid: \result == GDV_OK ==> GDV_PAID(scan, 0) && \initialized(token);
    ensures \result == GDV_OK ==> \old(scan->in.pos) + 4 <= scan->in.pos && \old(scan->values) < scan->values;
    ensures \result == GDV_OK ==> token->at == \old(scan->in.pos) && token->end == scan->in.pos;
    ensures row: \result == GDV_OK ==> token->id < scan->table->count;
    ensures row: \result == GDV_OK ==> token->wire == scan->table->types + token->id;
    ensures words: \result == GDV_OK ==> GDV_MOVED(4);
    ensures open: \result == GDV_OK && token->children > 0 ==> token->open == 1 && GDV_MOVED(8);
    ensures pairs: \result == GDV_OK && token->wire->layout == GDV_LAYOUT_DICTIONARY ==> token->children % 2 == 0;
    ensures declares: \result == GDV_OK ==> GDV_DECLARES;
    ensures reserved: \result == GDV_OK ==>
        scan->in.reserved ==
            \old(scan->in.reserved) - 4 + 4 * token->children * (token->wire->layout == GDV_LAYOUT_OBJECT ? 2 : 1);
*/
gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_token *token);

#endif
