/* SPDX-License-Identifier: MIT */
/* What Frama-C proves of lib/wire/wire.h (docs/proof.md). No compiler reads this file. First come the names that
 * contracts use, then the contract of each function on its prototype. */
/* clang-format off */
#ifndef GDV_PROOF_WIRE_H
#define GDV_PROOF_WIRE_H

/* GDV_ROWS: the rows of a wire table. GDV_WIRE_TABLE_READABLE: a wire table and its rows can be read. */
#define GDV_ROWS(table) ((table)->types + (0 .. (table)->count - 1))
#define GDV_WIRE_TABLE_READABLE(table)                                                                                 \
    ((table) != \null && \valid_read(table) && \initialized(table) && (table)->count < GDV_ANY_ID &&           \
     \valid_read(GDV_ROWS(table)) && \initialized(GDV_ROWS(table)))

/*@ requires GDV_WIRE_TABLE_READABLE(table);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_ANY_ID || \result < table->count;
    ensures \result != GDV_ANY_ID ==> table->types[\result].type == type;
    ensures lacks: \result == GDV_ANY_ID ==>
        \forall integer id; 0 <= id < table->count ==> table->types[id].type != type;
*/
uint32_t gdv_wire_table_walk(const gdv_wire_table *table, gdv_type type);

/*@ requires GDV_WIRE_TABLE_READABLE(table);
    terminates \true; exits \false;
    assigns \nothing;
    ensures \result == GDV_ANY_ID || \result < table->count;
    ensures \result != GDV_ANY_ID ==> table->types[\result].type == type;
*/
static inline uint32_t gdv_wire_table_id(const gdv_wire_table *table, gdv_type type);

/*@ requires GDV_WIRE_TABLE_READABLE(table) && table->count > 0;
    terminates \true; exits \false;
    assigns \nothing;
    ensures row: \result == table->types + (id < table->count ? id : 0);
*/
static inline const gdv_wire_row *gdv_row_of(const gdv_wire_table *table, uint32_t id);

#endif
