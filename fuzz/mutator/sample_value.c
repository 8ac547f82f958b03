/* SPDX-License-Identifier: MIT */
/* Whole values by chance, of each form of the wire table. */
#include "fuzz/mutator/sample.h"

#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

/* How many things a value has: few, at times none. */
static uint32_t few(chance *from)
{
    return chance_one(from, 6) ? chance_below(from, 20) : chance_below(from, 4);
}

static gdv_component wide_part(uint8_t part)
{
    return part == GDV_COMPONENT_INT32     ? GDV_COMPONENT_INT64
           : part == GDV_COMPONENT_FLOAT32 ? GDV_COMPONENT_FLOAT64
                                           : (gdv_component)part;
}

static bool add_numbers(draft *to, const gdv_wire_row *row, uint32_t flags, uint32_t count, chance *from)
{
    bool wide = row->wide != 0 && (flags & GDV_FLAG_64) != 0;
    gdv_component part = wide ? wide_part(row->component) : (gdv_component)row->component;
    size_t size = wide ? row->wide : row->size;
    bool fits = true;
    for (size_t left = size * count; fits && left >= sample_width(part); left -= sample_width(part)) {
        fits = sample_add_number(to, part, sample_number(part, from, 12));
    }
    return fits;
}

static bool add_texts(draft *to, chance *from, uint32_t count, bool closed)
{
    bool fits = true;
    for (uint32_t index = 0; fits && index < count; index += 1) {
        fits = sample_add_text(to, from, closed);
    }
    return fits;
}

static bool add_bytes(draft *to, chance *from)
{
    uint32_t count = few(from);
    bool fits = draft_word(to, count);
    for (uint32_t index = 0; fits && index < count; index += 1) {
        uint8_t byte = (uint8_t)(chance_bits(from) & 0xffu);
        fits = draft_add(to, &byte, 1);
    }
    return fits && draft_pad(to);
}

static bool add_node_path(draft *to, chance *from)
{
    uint32_t names = chance_below(from, 3);
    uint32_t subnames = chance_below(from, 3);
    uint32_t flags = chance_below(from, 2);
    if (chance_one(from, 8)) {
        flags |= 2u; /* one text more */
    }
    return draft_word(to, 0x80000000u | names) && draft_word(to, subnames) && draft_word(to, flags) &&
           add_texts(to, from, names + subnames + (flags >> 1), false);
}

/* A type without anything inside, for the items of fresh containers: what is to be deep gets nested by edits. */
static uint32_t plain_id(gdv_dialect dialect, chance *from)
{
    static const gdv_type plain[] = {GDV_TYPE_NIL,    GDV_TYPE_BOOL,   GDV_TYPE_INT,         GDV_TYPE_INT,
                                     GDV_TYPE_FLOAT,  GDV_TYPE_STRING, GDV_TYPE_STRING_NAME, GDV_TYPE_VECTOR2,
                                     GDV_TYPE_OBJECT, GDV_TYPE_STRING};
    uint32_t id = 0;
    if (!gdv_dialect_type_id(dialect, plain[chance_below(from, sizeof plain / sizeof plain[0])], &id)) {
        id = 0;
    }
    return id;
}

static bool add_items(draft *to, gdv_dialect dialect, chance *from, uint32_t count, uint32_t id)
{
    bool fits = true;
    for (uint32_t index = 0; fits && index < count; index += 1) {
        fits = sample_add_value(to, dialect, id != UINT32_MAX ? id : plain_id(dialect, from), from);
    }
    return fits;
}

/* What stands before the count of a typed container: nothing, a type id, a class or a script. */
static bool add_kind(draft *to, gdv_dialect dialect, uint32_t kind, uint32_t *id, chance *from)
{
    static const char class_name[] = "EncodedObjectAsID";
    *id = UINT32_MAX;
    if (kind == 1) {
        *id = plain_id(dialect, from);
        return draft_word(to, *id);
    }
    if (kind == 2 && !chance_one(from, 4)) {
        return draft_word(to, sizeof class_name - 1) && draft_add(to, class_name, sizeof class_name - 1) &&
               draft_pad(to);
    }
    return kind == 0 || sample_add_text(to, from, false);
}

static bool add_dictionary(draft *to, gdv_dialect dialect, uint32_t kinds, chance *from)
{
    uint32_t key;
    uint32_t value;
    uint32_t count = chance_below(from, 3);
    bool fits = add_kind(to, dialect, kinds & 3u, &key, from) && add_kind(to, dialect, kinds >> 2, &value, from) &&
                draft_word(to, count);
    for (uint32_t index = 0; fits && index < count; index += 1) {
        fits = add_items(to, dialect, from, 1, key) && add_items(to, dialect, from, 1, value);
    }
    return fits;
}

static bool add_array(draft *to, gdv_dialect dialect, uint32_t kind, chance *from)
{
    uint32_t id;
    uint32_t count = chance_below(from, 3);
    return add_kind(to, dialect, kind, &id, from) && draft_word(to, count) && add_items(to, dialect, from, count, id);
}

static bool add_typed_array(draft *to, gdv_dialect dialect, uint32_t flags, chance *from)
{
    uint32_t id = plain_id(dialect, from);
    uint32_t count = chance_below(from, 3);
    uint32_t object;
    uint32_t name;
    bool fits = draft_word(to, id);
    if (fits && (flags & GDV_FLAG_OBJECT_ID) == 0 && gdv_dialect_type_id(dialect, GDV_TYPE_OBJECT, &object) &&
        object == id && gdv_dialect_type_id(dialect, GDV_TYPE_STRING_NAME, &name)) {
        fits = draft_word(to, name) && sample_add_text(to, from, false);
    }
    return fits && draft_word(to, count) && add_items(to, dialect, from, count, id);
}

static bool add_object(draft *to, gdv_dialect dialect, uint32_t flags, chance *from)
{
    uint32_t properties = chance_below(from, 3);
    if ((flags & GDV_FLAG_OBJECT_ID) != 0) {
        return sample_add_number(to, GDV_COMPONENT_INT64, sample_number(GDV_COMPONENT_INT64, from, 2));
    }
    if (chance_one(from, 3)) {
        return draft_word(to, 0);
    }
    bool fits = draft_word(to, 1) && draft_word(to, 'N') && draft_word(to, properties);
    for (uint32_t index = 0; fits && index < properties; index += 1) {
        fits = sample_add_text(to, from, false) && add_items(to, dialect, from, 1, UINT32_MAX);
    }
    return fits;
}

/* One pixel of the format that has one byte for it, or no image. */
static bool add_image(draft *to, chance *from)
{
    uint32_t side = chance_below(from, 2);
    return draft_word(to, 0) && draft_word(to, 0) && draft_word(to, side) && draft_word(to, side) &&
           draft_word(to, side) && (side == 0 || draft_word(to, chance_below(from, 256)));
}

static bool add_event(draft *to, chance *from)
{
    uint32_t words = chance_below(from, 3);
    /* events of two words more, of one, of none (section 5.10 of the wire reference) */
    static const uint8_t events[3][4] = {{0, 2, 7, 8}, {3, 5, 6, 3}, {1, 4, 1, 4}};
    bool fits =
        draft_word(to, events[words][chance_below(from, 4)]) && draft_word(to, 0) && draft_word(to, 12 + 4 * words);
    for (uint32_t index = 0; fits && index < words; index += 1) {
        fits = draft_word(to, chance_one(from, 3) ? 0x02000000u : chance_below(from, 3));
    }
    return fits;
}

bool sample_add_payload(draft *to, gdv_dialect dialect, uint32_t id, uint32_t flags, chance *from)
{
    const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
    uint32_t kinds = flags >> 16 & row->flags;
    uint32_t count = few(from);
    switch ((gdv_layout)row->layout) {
    case GDV_LAYOUT_BOOL:
        return draft_word(to, chance_one(from, 16) ? chance_below(from, 256) : chance_below(from, 2));
    case GDV_LAYOUT_INT:
    case GDV_LAYOUT_FLOAT:
    case GDV_LAYOUT_FIXED:
        return add_numbers(to, row, flags, 1, from);
    case GDV_LAYOUT_PACKED:
        return draft_word(to, count) && add_numbers(to, row, flags, count, from);
    case GDV_LAYOUT_TEXT:
        return sample_add_text(to, from, false);
    case GDV_LAYOUT_NODE_PATH:
        return add_node_path(to, from);
    case GDV_LAYOUT_OBJECT:
        return add_object(to, dialect, flags, from);
    case GDV_LAYOUT_SIGNAL:
        return sample_add_text(to, from, false) && sample_add_number(to, GDV_COMPONENT_INT64, chance_below(from, 3));
    case GDV_LAYOUT_DICTIONARY:
        return add_dictionary(to, dialect, kinds, from);
    case GDV_LAYOUT_ARRAY:
        return add_array(to, dialect, kinds & 3u, from);
    case GDV_LAYOUT_TYPED_ARRAY:
        return add_typed_array(to, dialect, flags, from);
    case GDV_LAYOUT_BYTES:
        return add_bytes(to, from);
    case GDV_LAYOUT_STRINGS:
        return draft_word(to, count) && add_texts(to, from, count, !chance_one(from, 8));
    case GDV_LAYOUT_IMAGE:
        return add_image(to, from);
    case GDV_LAYOUT_INPUT_EVENT:
        return add_event(to, from);
    case GDV_LAYOUT_COUNT:
        break;
    }
    return false;
}

bool sample_add_value(draft *to, gdv_dialect dialect, uint32_t id, chance *from)
{
    const gdv_wire_row *row = gdv_dialect_wire(dialect, id);
    uint32_t flags = 0;
    if (row->layout == GDV_LAYOUT_INT || row->layout == GDV_LAYOUT_FLOAT) {
        /* wide numbers are canonical where they must be: drawn at will, most of them must */
        flags = chance_one(from, 4) || (row->quirks & GDV_QUIRK_ALWAYS_64) != 0 ? GDV_FLAG_64 : 0;
    } else if (row->layout == GDV_LAYOUT_OBJECT) {
        flags = chance_one(from, 3) ? 0 : GDV_FLAG_OBJECT_ID;
    } else if (chance_one(from, 3)) {
        flags = (uint32_t)(chance_bits(from) & row->flags) << 16;
    }
    flags &= (uint32_t)row->flags << 16;
    return draft_word(to, id | flags) && sample_add_payload(to, dialect, id, flags, from);
}

UNTRACED_END
