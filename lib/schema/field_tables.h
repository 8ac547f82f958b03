/* SPDX-License-Identifier: MIT */
/* Internal: tables of fields as they are given: whether they can be read, whether they are a schema, and what its compiled
 * form takes. from_fields.c makes it. */
#ifndef GDV_FIELD_TABLES_H
#define GDV_FIELD_TABLES_H

#include <gdv/schema_fields.h>

#include "../wire/overlap.h"
#include "compiled.h"

/* What the tables ask for. */
typedef struct gdv_field_plan {
    const gdv_field_table *tables;
    uint32_t packets;
    const char *tag; /* key by which packets are told apart; NULL for a packet alone that has no literal */
    uint32_t sizes[GDV_FORM_PARTS]; /* entries */
    const char *wrong;              /* what is wrong with the tables; NULL for nothing */
    uint32_t line;                  /* and with which field, from 1; 0 for none */
} gdv_field_plan;

/* Whether every pointer of the tables that is read leads somewhere, and no table is longer than it may be. */
bool gdv_fields_are_there(const gdv_field_table *tables, size_t count);

/* Whether what tables lead to shares a byte with one of three regions that are written. Requires tables that are there. */
bool gdv_fields_are_written(const gdv_field_table *tables, size_t count, const gdv_region *written);

/* Counts entries, and finds the tag. Requires `tables`, which are there, `packets`, and zeros else. */
void gdv_fields_measure(gdv_field_plan *plan);

/* Bytes of a text of the tables. */
uint32_t gdv_field_text_size(const char *text);

/* The literal by which a packet is told apart under a key; NULL. */
const char *gdv_field_literal(const gdv_field_table *table, const char *key);

/* Slots there are for texts, as the logarithm. */
uint32_t gdv_field_slot_bits(uint32_t texts);

#endif
