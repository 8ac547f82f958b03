/* SPDX-License-Identifier: MIT */
/* What the edits share: how they find their place. */
#ifndef GDV_FUZZ_EDIT_PARTS_H
#define GDV_FUZZ_EDIT_PARTS_H

#include "fuzz/mutator/edit.h"

/* Of a list of kinds. */
#define FIELD_BIT(kind) (1u << (kind))

/* A field of one of those kinds, by chance, as its index; FIELD_NONE where there is none. */
#define FIELD_NONE UINT32_MAX
uint32_t pick_field(const edit *on, uint32_t kinds);

/* A node for which `fits`, by chance; NULL where there is none. */
const node *pick_node(const edit *on, bool (*fits)(const tree *of, const node *which));

/* An item of a container: element, property, or the value of a pair, whose item begins with its key. */
bool is_item(const tree *of, const node *which);
bool is_any(const tree *of, const node *which);
bool has_items(const tree *of, const node *which);

/* Changes the node's count by `delta`, leaving its uppermost bit alone. */
void add_to_count(edit *on, const node *which, int32_t delta);

/* The element type that the container declares, for keys with `key`; UINT32_MAX where it declares none. */
uint32_t declared_id(const edit *on, const node *container, bool key);

/* The edits, by file. */
bool edit_insert(edit *on);
bool edit_delete(edit *on);
bool edit_duplicate(edit *on);
bool edit_retag(edit *on);
bool edit_nest(edit *on);
bool edit_own_graft(edit *on);
bool edit_key(edit *on);
bool edit_kind_of(edit *on);

bool edit_lie(edit *on);
bool edit_flag(edit *on);
bool edit_pad(edit *on);
bool edit_text(edit *on);
bool edit_number(edit *on);
bool edit_width(edit *on);
bool edit_resize(edit *on);
bool edit_word(edit *on);
bool edit_cut(edit *on);
bool edit_field(edit *on);

#endif
