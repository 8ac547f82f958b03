/* SPDX-License-Identifier: MIT */
/* Edits of the tree: which values there are, and which are inside which. */
#include <string.h>

#include "fuzz/mutator/edit_parts.h"
#include "fuzz/mutator/sample.h"
#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

static const node *parent_of(const edit *on, const node *which)
{
    return which->parent == NO_NODE ? NULL : &on->of->nodes[which->parent];
}

/* Puts the spare bytes in the place of [at, end). */
static bool put_spare(edit *on, size_t at, size_t end)
{
    return draft_splice(&on->packet, at, end - at, on->spare.bytes, on->spare.size);
}

static bool has_room(const edit *on, size_t size)
{
    return size <= on->packet.room - on->packet.size;
}

/* A value that the container would take: of the type that it declares, if any. */
static bool fresh_item(edit *on, const node *container, bool key)
{
    uint32_t id = declared_id(on, container, key);
    gdv_dialect dialect = on->how.dialect;
    if (id >= gdv_dialect_types(dialect) || chance_one(on->from, 8)) {
        id = sample_id(dialect, on->from);
    }
    return sample_add_value(&on->spare, dialect, id, on->from);
}

bool edit_insert(edit *on)
{
    const node *container = pick_node(on, has_items);
    if (container == NULL) {
        return false;
    }
    size_t at = container->items_at;
    const node *before = pick_node(on, is_item);
    if (before != NULL && !chance_one(on->from, 4)) {
        container = parent_of(on, before);
        at = chance_one(on->from, 2) ? before->item_at : before->end;
    } else if (chance_one(on->from, 2)) {
        at = container->end;
    }
    on->spare.size = 0;
    bool fits = true;
    if (container->row->layout == GDV_LAYOUT_DICTIONARY) {
        fits = fresh_item(on, container, true);
    } else if (container->row->layout == GDV_LAYOUT_OBJECT) {
        fits = sample_add_text(&on->spare, on->from, false);
    }
    fits = fits && fresh_item(on, container, false) && has_room(on, on->spare.size);
    if (fits) {
        add_to_count(on, container, 1);
        fits = put_spare(on, at, at);
    }
    return fits;
}

bool edit_delete(edit *on)
{
    const node *item = pick_node(on, is_item);
    if (item == NULL) {
        return false;
    }
    const node *container = parent_of(on, item);
    size_t end = item->end;
    int32_t gone = 1;
    if (chance_one(on->from, 5)) {
        for (const node *each = item + 1; each < on->of->nodes + on->of->nodes_used; each += 1) {
            gone += each->parent == item->parent && is_item(on->of, each) ? 1 : 0;
        }
        end = container->end;
    }
    add_to_count(on, container, -gone);
    return draft_splice(&on->packet, item->item_at, end - item->item_at, NULL, 0);
}

bool edit_duplicate(edit *on)
{
    const node *item = pick_node(on, is_item);
    if (item == NULL) {
        return false;
    }
    const node *container = parent_of(on, item);
    size_t size = item->end - item->item_at;
    uint32_t times = chance_one(on->from, 16) ? 1 + chance_below(on->from, 64) : 1;
    on->spare.size = 0;
    bool fits = true;
    for (uint32_t time = 0; fits && time < times; time += 1) {
        fits = draft_add(&on->spare, on->packet.bytes + item->item_at, size);
    }
    if (fits && has_room(on, on->spare.size)) {
        add_to_count(on, container, (int32_t)times);
        return put_spare(on, item->end, item->end);
    }
    return false;
}

bool edit_retag(edit *on)
{
    const node *value = pick_node(on, is_any);
    if (value == NULL) {
        return false;
    }
    uint32_t id = sample_id(on->how.dialect, on->from);
    uint8_t *header = on->packet.bytes + value->at;
    if (chance_one(on->from, 2)) {
        word_put(header, (word_from(header) & 0xffffff00u) | id);
        return id != value->id;
    }
    on->spare.size = 0;
    return sample_add_value(&on->spare, on->how.dialect, id, on->from) && put_spare(on, value->at, value->end);
}

/* What stands in front of a value that is the only item of a new container. */
static bool add_wrapping(edit *on, const node *around)
{
    static const gdv_type wrappings[] = {GDV_TYPE_ARRAY, GDV_TYPE_DICTIONARY, GDV_TYPE_TYPED_ARRAY,
                                         GDV_TYPE_PACKED_TYPED_ARRAY};
    draft *to = &on->spare;
    uint32_t id;
    gdv_type type = wrappings[chance_below(on->from, sizeof wrappings / sizeof wrappings[0])];
    if (!gdv_dialect_type_id(on->how.dialect, type, &id)) {
        type = GDV_TYPE_ARRAY;
        if (!gdv_dialect_type_id(on->how.dialect, type, &id)) {
            return false;
        }
    }
    const gdv_wire_row *row = gdv_dialect_wire(on->how.dialect, id);
    if (type == GDV_TYPE_DICTIONARY) {
        return draft_word(to, id) && draft_word(to, 1) &&
               sample_add_value(to, on->how.dialect, chance_below(on->from, 3), on->from);
    }
    if (row->layout == GDV_LAYOUT_TYPED_ARRAY) {
        return draft_word(to, id) && draft_word(to, around->id) && draft_word(to, 1);
    }
    if (row->flags != 0 && chance_one(on->from, 3)) {
        return draft_word(to, id | 0x10000u) && draft_word(to, around->id) && draft_word(to, 1);
    }
    return draft_word(to, id) && draft_word(to, 1);
}

bool edit_nest(edit *on)
{
    const node *value = pick_node(on, is_any);
    if (value == NULL) {
        return false;
    }
    const node *outer = parent_of(on, value);
    on->spare.size = 0;
    if (outer != NULL && chance_one(on->from, 3)) {
        return draft_add(&on->spare, on->packet.bytes + value->at, value->end - value->at) &&
               put_spare(on, outer->at, outer->end);
    }
    /* presets allow 32 levels, engines 1024 */
    uint32_t levels = chance_one(on->from, 12)    ? 25 + chance_below(on->from, 10)
                      : chance_one(on->from, 100) ? 1015 + chance_below(on->from, 16)
                                                  : 1 + chance_below(on->from, 2);
    bool fits = true;
    for (uint32_t level = 0; fits && level < levels; level += 1) {
        fits = add_wrapping(on, value);
    }
    return fits && put_spare(on, value->at, value->at);
}

bool edit_graft(edit *on, const uint8_t *bytes, size_t size)
{
    const node *container = pick_node(on, has_items);
    if (container != NULL && container->row->layout != GDV_LAYOUT_OBJECT && chance_one(on->from, 2) &&
        has_room(on, size + 4)) {
        on->spare.size = 0;
        size_t at = chance_one(on->from, 2) ? container->items_at : container->end;
        /* as the value of a key that the container may have already */
        bool fits = container->row->layout != GDV_LAYOUT_DICTIONARY || fresh_item(on, container, true);
        if (!fits || !draft_add(&on->spare, bytes, size) || !has_room(on, on->spare.size)) {
            return false;
        }
        add_to_count(on, container, 1);
        return put_spare(on, at, at);
    }
    const node *value = pick_node(on, is_any);
    return value != NULL && draft_splice(&on->packet, value->at, value->end - value->at, bytes, size);
}

bool edit_own_graft(edit *on)
{
    const node *from = pick_node(on, is_any);
    const node *to = pick_node(on, is_any);
    if (from == NULL || from == to) {
        return false;
    }
    on->spare.size = 0;
    return draft_add(&on->spare, on->packet.bytes + from->at, from->end - from->at) && put_spare(on, to->at, to->end);
}

static bool is_pair(const tree *of, const node *which)
{
    (void)of;
    return which->role == ROLE_VALUE;
}

/* A text as the other of String and StringName: one key in Godot 4, two in Pandemonium. */
static void swap_text_type(const edit *on, uint8_t *header)
{
    const gdv_wire_row *row = gdv_dialect_wire(on->how.dialect, header[0]);
    uint32_t id;
    if (row != NULL && row->layout == GDV_LAYOUT_TEXT &&
        gdv_dialect_type_id(on->how.dialect, row->type == GDV_TYPE_STRING ? GDV_TYPE_STRING_NAME : GDV_TYPE_STRING,
                            &id)) {
        header[0] = (uint8_t)id;
    }
}

bool edit_key(edit *on)
{
    const node *pair = pick_node(on, is_pair);
    if (pair == NULL) {
        return false;
    }
    const node *dictionary = parent_of(on, pair);
    draft *to = &on->spare;
    size_t size = pair->at - pair->item_at;
    to->size = 0;
    if (!draft_add(to, on->packet.bytes + pair->item_at, size) || size < 4) {
        return false;
    }
    switch (chance_below(on->from, 4)) {
    case 0:
        swap_text_type(on, to->bytes);
        break;
    case 1: /* another sign, another last character or its padding, another last element */
        to->bytes[size - 1] ^= (uint8_t)(1u << chance_below(on->from, 8));
        break;
    case 2:
        to->bytes[chance_below(on->from, (uint32_t)size)] ^= (uint8_t)(1u << chance_below(on->from, 8));
        break;
    default:
        break;
    }
    bool fits = draft_add(to, on->packet.bytes + pair->at, pair->end - pair->at) && has_room(on, to->size);
    if (fits) {
        size_t at = chance_one(on->from, 2) ? dictionary->end : dictionary->items_at;
        add_to_count(on, dictionary, 1);
        fits = put_spare(on, at, at);
    }
    return fits;
}

static bool may_declare(const tree *of, const node *which)
{
    (void)of;
    return (which->row->layout == GDV_LAYOUT_ARRAY || which->row->layout == GDV_LAYOUT_DICTIONARY) &&
           which->row->flags != 0 && which->count_at != 0;
}

bool edit_kind_of(edit *on)
{
    const node *container = pick_node(on, may_declare);
    if (container == NULL) {
        return false;
    }
    draft *to = &on->spare;
    uint8_t *header = on->packet.bytes + container->at;
    uint32_t said = word_from(header) & 0xffffu;
    uint32_t kinds = (uint32_t)(chance_bits(on->from) & container->row->flags);
    const node *end = on->of->nodes + on->of->nodes_used;
    const node *child = container + 1 < end ? container + 1 : container;
    bool fits = true;
    to->size = 0;
    for (uint32_t shift = 0; shift < 4; shift += 2) {
        if (shift == 2 && child->role == ROLE_KEY) {
            /* of the value: the first node after the key and what is inside it */
            const node *key = child;
            while (child + 1 < end && child->at < key->end) {
                child += 1;
            }
        }
        uint32_t kind = kinds >> shift & 3u;
        if (kind == 1) {
            fits = fits && draft_word(to, chance_one(on->from, 4) ? sample_id(on->how.dialect, on->from) : child->id);
        } else if (kind != 0) {
            fits = fits && sample_add_text(to, on->from, false);
        }
    }
    if (fits && put_spare(on, container->at + 4, container->count_at)) {
        word_put(header, said | kinds << 16);
        return true;
    }
    return false;
}

UNTRACED_END
