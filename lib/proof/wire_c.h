/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/wire/wire.c (docs/proof.md). No compiler reads this file. A macro FUNCTION_LOOP is the
 * annotation of the loop in that function; the contracts are those of the header. */
/* clang-format off */
#ifndef GDV_PROOF_WIRE_C_H
#define GDV_PROOF_WIRE_C_H

#define GDV_WIRE_TABLE_WALK_LOOP                                                                                       \
    loop invariant 0 <= id <= table->count;                                                                            \
    loop invariant \forall integer before; 0 <= before < id ==> table->types[before].type != type;                     \
    loop assigns id;                                                                                                   \
    loop variant table->count - id;

#endif
