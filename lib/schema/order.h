/* SPDX-License-Identifier: MIT */
/* Internal: lists of a draft in order, so that whatever is there twice is found in n log n. */
#ifndef GDV_SCHEMA_ORDER_H
#define GDV_SCHEMA_ORDER_H

#include "draft.h"

/* Below 0, 0 or above: as one text is to the other. */
int32_t gdv_order_texts(const uint8_t *one, uint32_t one_size, const uint8_t *other, uint32_t other_size);

/* As one place is to the other: which text, then line, then column. */
int32_t gdv_order_places(gdv_place one, gdv_place other);

/* Puts the numbers of entries 0 .. count - 1, all of them texts, into `order`, ascending. Of two that are equal the one
 * that comes later in the list, and *first the one before it; GDV_NONE where there is none. */
uint32_t gdv_order_by_text(const gdv_draft *draft, const gdv_listed *entries, uint32_t *order, uint32_t count,
                           uint32_t *first);

/* Moves entries so that their numbers ascend; what is equal stays in the order of the text. Returns as above. */
uint32_t gdv_order_by_number(const gdv_draft *draft, gdv_listed *entries, uint32_t count, uint32_t *first);

/* Orders the entries of a rule: texts first, by `draft->order`, then numbers, moved. false where two are equal, and the
 * fault says so. */
bool gdv_order_rule(gdv_draft *draft, const gdv_rule *rule, gdv_mistake_kind twice);

/* Which entry of an ordered rule has the text or number of `like`; GDV_NONE. */
uint32_t gdv_order_find(const gdv_draft *draft, const gdv_rule *rule, const gdv_listed *like);

#endif
