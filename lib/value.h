/* SPDX-License-Identifier: MIT */
/* Internal: one value's header and payload, without its children: whether this dialect and this policy allow it, whether
 * the packet has the bytes, where they are. Nesting is step.h's. Wire reference: section 3. */
#ifndef GDV_VALUE_H
#define GDV_VALUE_H

#include "scan.h"

/* Reads the header and payload at scan->in, which stand for one promised value.
 * Requires scan->in.reserved >= 4. must_be is the type id that a typed container declared, or GDV_ANY_ID; narrow is
 * nonzero where the engine narrows 64-bit floats.
 * Ensures: event->wire is the row of the type, or NULL where the header does not name one. On GDV_OK the cursor moved
 * by at least four bytes (to event->end), and the children are reserved. */
gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_event *event);

#endif
