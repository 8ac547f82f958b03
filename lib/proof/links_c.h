/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/value/links.c (docs/proof.md). No compiler reads this file. A macro FUNCTION_LOOP is the
 * annotation of the loop in that function; the contracts are those of the header. */
/* clang-format off */
#ifndef GDV_PROOF_LINKS_C_H
#define GDV_PROOF_LINKS_C_H

#define GDV_LINKS_ADD_LOOP                                                                                             \
    loop invariant later: first < after;                                                                               \
    loop invariant top: top < 32;                                                                                      \
    loop invariant set: \initialized(&slots[0 .. 31]) && \initialized(&rights[0 .. 31]);                               \
    loop invariant inside: \forall integer i; 0 <= i < 32 ==> first + slots[i] < used;                                 \
    loop invariant known: GDV_NODES_KNOWN(nodes, array, used);                                                         \
    loop assigns after, top, places, slots[0 .. 31], rights[0 .. 31], nodes[first .. used - 1].next;                   \
    loop variant used - after;

#endif
