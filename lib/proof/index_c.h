/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/schema/index.c (docs/proof.md). No compiler reads this file. A macro FUNCTION_LOOP is the annotation of
 * the loop in that function; the contracts are those of the header. */
/* clang-format off */
#ifndef GDV_PROOF_INDEX_C_H
#define GDV_PROOF_INDEX_C_H

#define GDV_INDEX_NUMBER_LOOP                                                                                          \
    loop invariant among: first + left <= count;                                                                       \
    loop assigns first, left;                                                                                          \
    loop variant left;
#define GDV_INDEX_BITS_LOOP                                                                                            \
    loop invariant bits <= GDV_FORM_MAX_BITS;                                                                          \
    loop assigns bits;                                                                                                 \
    loop variant GDV_FORM_MAX_BITS - bits;

#endif
