/* SPDX-License-Identifier: MIT */
/* Internal: one value's header and payload, without its children: whether this dialect and this policy allow it,
 * whether the packet has the bytes, where they are. Nesting is step.h's. Wire reference: section 3. */
#ifndef GDV_VALUE_H
#define GDV_VALUE_H

#include <stdbool.h>

#include "scan.h"

/* Whether a value of type id `id` may be where a typed container declared must_be, which may be GDV_ANY_ID: it has
 * exactly that type; null stands for an object. */
bool gdv_is_declared(const gdv_grammar *grammar, uint32_t must_be, uint32_t id);

/* What refuses a type whose row asks for a permission that was not given. */
gdv_status gdv_type_refusal(const gdv_wire *wire);

/* Reads the header and payload at scan->in, which stand for one promised value.
 * Requires scan->in.reserved >= 4. must_be is the type id that a typed container declared, or GDV_ANY_ID; narrow is
 * nonzero where the engine narrows 64-bit floats.
 * Ensures: head->wire is the row of the type, or NULL where the header does not name one. On GDV_OK the cursor moved
 * by at least four bytes (to head->end), and the children are reserved. */
gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_head *head);

#endif
