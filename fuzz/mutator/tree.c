/* SPDX-License-Identifier: MIT */
#include "fuzz/mutator/tree.h"

#include "fuzz/mutator/draft.h"
#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

typedef struct walk {
    tree *to;
    const uint8_t *bytes;
    size_t size;
    size_t at;
    uint32_t open;  /* the container whose children come now */
    size_t item_at; /* where the item began that the next value belongs to */
    gdv_dialect dialect;
} walk;

/* The next `size` bytes are a field of the node; false where they are not there, or the tree is full. */
static bool take(walk *on, uint32_t of, field_kind kind, size_t size, uint8_t part)
{
    tree *to = on->to;
    if (size > on->size - on->at || to->fields_used == TREE_FIELDS) {
        return false;
    }
    field *added = &to->fields[to->fields_used];
    added->at = (uint32_t)on->at;
    added->size = (uint32_t)size;
    added->node = of;
    added->kind = (uint8_t)kind;
    added->part = part;
    to->fields_used += 1;
    on->at += size;
    return true;
}

static bool take_word(walk *on, uint32_t of, field_kind kind, uint32_t *word)
{
    if (!take(on, of, kind, 4, GDV_COMPONENT_NONE)) {
        return false;
    }
    *word = word_from(on->bytes + on->at - 4);
    return true;
}

/* Padding that is not all there is taken as far as it goes. */
static bool take_padding(walk *on, uint32_t of, size_t size)
{
    size_t padding = padding_of(size);
    size_t left = on->size - on->at;
    return take(on, of, FIELD_PADDING, padding < left ? padding : left, GDV_COMPONENT_NONE);
}

static bool take_text(walk *on, uint32_t of)
{
    uint32_t length;
    return take_word(on, of, FIELD_LENGTH, &length) && take(on, of, FIELD_TEXT, length, GDV_COMPONENT_NONE) &&
           take_padding(on, of, length);
}

static bool take_texts(walk *on, uint32_t of, uint64_t count)
{
    while (count > 0 && take_text(on, of)) {
        count -= 1;
    }
    return count == 0;
}

static bool take_bytes(walk *on, uint32_t of)
{
    uint32_t length;
    on->to->nodes[of].count_at = (uint32_t)on->at;
    return take_word(on, of, FIELD_LENGTH, &length) && take(on, of, FIELD_BYTES, length, GDV_COMPONENT_NONE) &&
           take_padding(on, of, length);
}

static bool take_words(walk *on, uint32_t of, uint32_t count)
{
    uint32_t ignored;
    while (count > 0 && take_word(on, of, FIELD_WORD, &ignored)) {
        count -= 1;
    }
    return count == 0;
}

static bool take_node_path(walk *on, uint32_t of)
{
    uint32_t names;
    uint32_t subnames;
    uint32_t flags;
    if (on->size - on->at >= 4 && word_from(on->bytes + on->at) < 0x80000000u) {
        uint32_t length; /* of the old form: one text without padding */
        return take_word(on, of, FIELD_LENGTH, &length) && take(on, of, FIELD_TEXT, length, GDV_COMPONENT_NONE);
    }
    on->to->nodes[of].count_at = (uint32_t)on->at;
    return take_word(on, of, FIELD_COUNT, &names) && take_word(on, of, FIELD_COUNT, &subnames) &&
           take_word(on, of, FIELD_WORD, &flags) &&
           take_texts(on, of, (uint64_t)(names & 0x7fffffffu) + subnames + (flags >> 1 & 1u));
}

static uint8_t wide_part(uint8_t part)
{
    return (uint8_t)(part == GDV_COMPONENT_INT32     ? GDV_COMPONENT_INT64
                     : part == GDV_COMPONENT_FLOAT32 ? GDV_COMPONENT_FLOAT64
                                                     : part);
}

static bool take_numbers(walk *on, uint32_t of, uint32_t header, bool packed)
{
    const gdv_wire_row *row = on->to->nodes[of].row;
    bool wide = row->wide != 0 && (header & GDV_FLAG_64) != 0;
    size_t size = wide ? row->wide : row->size;
    uint32_t count = 1;
    if (packed) {
        on->to->nodes[of].count_at = (uint32_t)on->at;
        if (!take_word(on, of, FIELD_COUNT, &count) || count > (on->size - on->at) / size) {
            return false;
        }
    }
    return take(on, of, FIELD_NUMBERS, size * count, wide ? wide_part(row->component) : row->component);
}

static bool take_kind(walk *on, uint32_t of, uint32_t kind)
{
    uint32_t ignored;
    return kind == 0 || (kind == 1 ? take_word(on, of, FIELD_ID, &ignored) : take_text(on, of));
}

/* The count, after which children come. */
static bool take_count(walk *on, uint32_t of, uint32_t mask, uint32_t each)
{
    uint32_t count;
    node *opened = &on->to->nodes[of];
    opened->count_at = (uint32_t)on->at;
    if (!take_word(on, of, FIELD_COUNT, &count)) {
        return false;
    }
    opened->items_at = (uint32_t)on->at;
    count &= mask;
    /* a lie is believed as far as there are bytes to fill it: a child takes four */
    size_t most = (on->size - on->at) / 4 + 1;
    opened->left = (count < most ? count : (uint32_t)most) * each;
    on->open = of;
    return true;
}

static bool take_container(walk *on, uint32_t of, uint32_t header)
{
    const gdv_wire_row *row = on->to->nodes[of].row;
    uint32_t kinds = header >> 16 & row->flags;
    if (row->layout == GDV_LAYOUT_DICTIONARY) {
        return take_kind(on, of, kinds & 3u) && take_kind(on, of, kinds >> 2) && take_count(on, of, 0x7fffffffu, 2);
    }
    return take_kind(on, of, kinds & 3u) && take_count(on, of, 0x7fffffffu, 1);
}

static bool take_typed_array(walk *on, uint32_t of, uint32_t header)
{
    uint32_t id;
    if (!take_word(on, of, FIELD_ID, &id)) {
        return false;
    }
    const gdv_wire_row *element = gdv_dialect_wire(on->dialect, id & 0x7fffffffu);
    if (element != NULL && element->type == GDV_TYPE_OBJECT && (header & GDV_FLAG_OBJECT_ID) == 0) {
        /* the class comes first, as a value; the count is taken when that is over */
        on->to->nodes[of].left = 1;
        on->open = of;
        return true;
    }
    return take_count(on, of, 0x7fffffffu, 1);
}

static bool take_object(walk *on, uint32_t of, uint32_t header)
{
    if ((header & GDV_FLAG_OBJECT_ID) != 0) {
        return take(on, of, FIELD_NUMBERS, 8, GDV_COMPONENT_INT64);
    }
    if (on->size - on->at >= 4 && word_from(on->bytes + on->at) == 0) {
        return take_text(on, of); /* no class: null, and nothing follows */
    }
    return take_text(on, of) && take_count(on, of, 0xffffffffu, 1);
}

static bool take_event(walk *on, uint32_t of)
{
    uint32_t length;
    if (!take_words(on, of, 2) || !take_word(on, of, FIELD_LENGTH, &length)) {
        return false;
    }
    return take_words(on, of, length >= 12 && length <= 20 ? (length - 12) / 4 : 0);
}

static bool take_payload(walk *on, uint32_t of, uint32_t header)
{
    uint32_t count;
    node *value = &on->to->nodes[of];
    switch ((gdv_layout)value->row->layout) {
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_BOOL:
    case GDV_LAYOUT_INT:
    case GDV_LAYOUT_FLOAT:
        return take_numbers(on, of, header, false);
    case GDV_LAYOUT_PACKED:
        return take_numbers(on, of, header, true);
    case GDV_LAYOUT_TEXT:
        value->count_at = (uint32_t)on->at;
        return take_text(on, of);
    case GDV_LAYOUT_NODE_PATH:
        return take_node_path(on, of);
    case GDV_LAYOUT_OBJECT:
        return take_object(on, of, header);
    case GDV_LAYOUT_SIGNAL:
        return take_text(on, of) && take(on, of, FIELD_NUMBERS, 8, GDV_COMPONENT_INT64);
    case GDV_LAYOUT_DICTIONARY:
    case GDV_LAYOUT_ARRAY:
        return take_container(on, of, header);
    case GDV_LAYOUT_TYPED_ARRAY:
        return take_typed_array(on, of, header);
    case GDV_LAYOUT_BYTES:
        return take_bytes(on, of);
    case GDV_LAYOUT_STRINGS:
        value->count_at = (uint32_t)on->at;
        return take_word(on, of, FIELD_COUNT, &count) && take_texts(on, of, count);
    case GDV_LAYOUT_IMAGE:
        return take_words(on, of, 4) && take_bytes(on, of);
    case GDV_LAYOUT_INPUT_EVENT:
        return take_event(on, of);
    case GDV_LAYOUT_COUNT:
        break;
    }
    return false;
}

static role role_in(const tree *of, uint32_t parent)
{
    if (parent == NO_NODE) {
        return ROLE_OUTERMOST;
    }
    const node *container = &of->nodes[parent];
    switch ((gdv_layout)container->row->layout) {
    case GDV_LAYOUT_DICTIONARY:
        return container->left % 2 == 0 ? ROLE_KEY : ROLE_VALUE;
    case GDV_LAYOUT_OBJECT:
        return ROLE_PROPERTY;
    default:
        return container->items_at == 0 ? ROLE_CLASS : ROLE_ELEMENT;
    }
}

static bool take_value(walk *on)
{
    tree *to = on->to;
    uint32_t parent = on->open;
    uint32_t of = to->nodes_used;
    uint32_t header;
    role as = role_in(to, parent);
    size_t at = on->at;

    if (as == ROLE_PROPERTY && !take_text(on, parent)) {
        return false;
    }
    if (on->size - on->at < 4 || of == TREE_NODES) {
        return false;
    }
    header = word_from(on->bytes + on->at);
    const gdv_wire_row *row = gdv_dialect_wire(on->dialect, header & 0xffu);
    if (row == NULL) {
        return false;
    }
    node *value = &to->nodes[of];
    *value = (node){row, (uint32_t)on->at,          (uint32_t)on->at, (uint32_t)at, 0, 0, parent,
                    0,   (uint8_t)(header & 0xffu), (uint8_t)as};
    if (as == ROLE_VALUE) {
        value->item_at = (uint32_t)on->item_at;
    }
    on->item_at = at;
    to->nodes_used += 1;
    if (parent != NO_NODE) {
        to->nodes[parent].left -= 1;
    }
    return take(on, of, FIELD_HEADER, 4, GDV_COMPONENT_NONE) && take_payload(on, of, header);
}

/* Closes containers that are full; false where a typed array after its class has no count. */
static bool close_full(walk *on, uint32_t last)
{
    tree *to = on->to;
    to->nodes[last].end = (uint32_t)on->at;
    while (on->open != NO_NODE && to->nodes[on->open].left == 0) {
        node *full = &to->nodes[on->open];
        full->end = (uint32_t)on->at;
        if (full->row->layout == GDV_LAYOUT_TYPED_ARRAY && full->items_at == 0) {
            if (!take_count(on, on->open, 0x7fffffffu, 1)) {
                return false;
            }
            continue;
        }
        /* the key of the item that the closed container may be the value of */
        on->open = full->parent;
        on->item_at = full->item_at;
    }
    return true;
}

void tree_read(tree *of, const uint8_t *bytes, size_t size, gdv_dialect dialect)
{
    walk on = {of, bytes, size, 0, NO_NODE, 0, dialect};
    bool follows = true;

    of->nodes_used = 0;
    of->fields_used = 0;
    do {
        follows = take_value(&on) && close_full(&on, of->nodes_used - 1);
    } while (follows && on.open != NO_NODE);

    /* what is still open reaches as far as anything was read, and so does a value that broke off */
    if (of->nodes_used > 0 && of->nodes[of->nodes_used - 1].end == of->nodes[of->nodes_used - 1].at) {
        of->nodes[of->nodes_used - 1].end = (uint32_t)on.at;
    }
    for (uint32_t open = on.open; open != NO_NODE; open = of->nodes[open].parent) {
        of->nodes[open].end = (uint32_t)on.at;
    }
    of->whole = follows && on.at == size;
    if (on.at < size) {
        of->fields_used -= of->fields_used == TREE_FIELDS ? 1 : 0;
        on.at = of->fields_used > 0 ? of->fields[of->fields_used - 1].at + of->fields[of->fields_used - 1].size : 0;
        (void)take(&on, NO_NODE, FIELD_RAW, size - on.at, GDV_COMPONENT_NONE);
    }
}

bool node_is_container(const node *of)
{
    return of->items_at != 0;
}

UNTRACED_END
