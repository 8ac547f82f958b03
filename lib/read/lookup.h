/* SPDX-License-Identifier: MIT */
/* Internal: what the lookups of lookup.c, lookup_many.c and only_keys.c share, and report_at.c. */
#ifndef GDV_LOOKUP_H
#define GDV_LOOKUP_H

#include <stdbool.h>
#include <stdint.h>

#include <gdv/document.h>
#include <gdv/policy.h>

#include "../decode/scan.h"
#include "../value/resolve.h"

static inline gdv_value gdv_value_at(const gdv_document *document, uint32_t index)
{
    gdv_value value = {document, index};
    return value;
}

/* gdv_missing, without a call. */
static inline gdv_value gdv_no_value(void)
{
    return gdv_value_at(NULL, 0);
}

/* Whether the children of a container of this layout are pairs. */
static inline bool gdv_is_keyed(uint32_t layout)
{
    return layout == GDV_LAYOUT_DICTIONARY || layout == GDV_LAYOUT_OBJECT;
}

/* Whether later pairs of such a container may repeat an earlier key, so that the last must be found. */
static inline bool gdv_may_repeat(const gdv_document *document, uint32_t layout)
{
    return (document->permit & GDV_PERMIT_DUPLICATE_KEYS) != 0 || layout == GDV_LAYOUT_OBJECT;
}

/* Whether a String and a StringName of one text are two keys. */
static inline bool gdv_tells_names_apart(const gdv_document *document)
{
    return (document->table->traits & GDV_TRAIT_NAME_IS_STRING) == 0;
}

/* By which a text stands in a table of keys (digest.h). */
uint32_t gdv_text_number(gdv_text text);

/* Sets out to read a document's packet again, for values that have passed once under the same permissions. */
void gdv_scan_again(const gdv_document *document, gdv_scan *scan);

#endif
