/* SPDX-License-Identifier: MIT */
/* What sets dialects apart that a promise of a fuzz target depends on: asked of the wire table, so that a dialect that
 * comes has its answer with its rows. */
#ifndef GDV_FUZZ_DIALECTS_H
#define GDV_FUZZ_DIALECTS_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "lib/wire/wire.h"

/* Whether some row of the dialect has one of these quirks, GDV_QUIRK_. */
static inline bool dialect_has_quirk(gdv_dialect dialect, uint32_t quirks)
{
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        if ((gdv_dialect_wire(dialect, id)->quirks & quirks) != 0) {
            return true;
        }
    }
    return false;
}

/* The row of a canonical type; NULL where the dialect lacks it. */
static inline const gdv_wire_row *dialect_row(gdv_dialect dialect, gdv_type type)
{
    uint32_t id = 0;
    return gdv_dialect_type_id(dialect, type, &id) ? gdv_dialect_wire(dialect, id) : NULL;
}

/* Whether the decoder takes or demands another number of bytes for a value than it has (EB-13, EB-14). */
static inline bool dialect_misreads_spans(gdv_dialect dialect)
{
    return dialect_has_quirk(dialect, GDV_QUIRK_SHORT_ADVANCE | GDV_QUIRK_LONG_REACH);
}

/* Whether the decoder takes texts that are no UTF-8 (surrogates, overlong forms, up to six bytes), and gives them on. */
static inline bool dialect_takes_lax_text(gdv_dialect dialect)
{
    return gdv_wire_tables[dialect].tolerance == GDV_TOLERANCE_LAX;
}

/* Whether a dictionary keeps a StringName that is a key as a String (EB-35). */
static inline bool dialect_keeps_strings(gdv_dialect dialect)
{
    const gdv_wire_row *row = dialect_row(dialect, GDV_TYPE_STRING_NAME);
    return row != NULL && (row->quirks & GDV_QUIRK_STRING_KEY) != 0;
}

/* Whether containers of this dialect declare their elements by a type of their own. */
static inline bool dialect_has_typed_arrays(gdv_dialect dialect)
{
    return dialect_row(dialect, GDV_TYPE_TYPED_ARRAY) != NULL;
}

/* Whether an RID has an id on the wire. */
static inline bool dialect_sends_rids(gdv_dialect dialect)
{
    const gdv_wire_row *row = dialect_row(dialect, GDV_TYPE_RID);
    return row != NULL && row->size > 0;
}

#endif
