/* SPDX-License-Identifier: MIT */
/* Internal: one value's header and payload, without its children: whether this dialect and this policy allow it,
 * whether the packet has the bytes, where they are. Nesting is step.h's. Wire reference: section 3. */
#ifndef GDV_READ_VALUE_H
#define GDV_READ_VALUE_H

#include <stdbool.h>

#include "scan.h"

#ifdef __FRAMAC__
#include "../proof/read_value.h"
#endif

/* Whether a value of type `id` may stand where a typed container declared must_be, which may be GDV_ANY_ID: it has
 * exactly that type; null stands for an object. Requires ids that the table has. */
bool gdv_is_declared(const gdv_wire_table *table, uint32_t must_be, uint32_t id);

/* The code that refuses a type whose row asks for a permission that was not given. Never GDV_OK. */
gdv_status gdv_type_refusal(const gdv_wire_row *wire);

/* Reads the header and payload at scan->in, which stand for one promised value.
 * Requires scan->in.reserved >= 4. must_be is the type id that a typed container declared, or GDV_ANY_ID; narrow is
 * nonzero where the engine narrows 64-bit floats.
 * Ensures: token->wire is the row of the type, or NULL where the header does not name one. On GDV_OK the cursor moved
 * by at least four bytes (to token->end), and the children are reserved. */
gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_token *token);

#endif
