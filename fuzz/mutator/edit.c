/* SPDX-License-Identifier: MIT */
/* Choosing an edit and its place, and the edits of the selector. */
#include "fuzz/mutator/edit.h"

#include "fuzz/mutator/edit_parts.h"
#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

uint32_t pick_field(const edit *on, uint32_t kinds)
{
    uint32_t count = on->of->fields_used;
    uint32_t first = count > 0 ? chance_below(on->from, count) : 0;
    for (uint32_t step = 0; step < count; step += 1) {
        uint32_t index = (first + step) % count;
        if ((kinds & FIELD_BIT(on->of->fields[index].kind)) != 0) {
            return index;
        }
    }
    return FIELD_NONE;
}

const node *pick_node(const edit *on, bool (*fits)(const tree *of, const node *which))
{
    uint32_t count = on->of->nodes_used;
    uint32_t first = count > 0 ? chance_below(on->from, count) : 0;
    for (uint32_t step = 0; step < count; step += 1) {
        const node *which = &on->of->nodes[(first + step) % count];
        if (fits(on->of, which)) {
            return which;
        }
    }
    return NULL;
}

bool is_any(const tree *of, const node *which)
{
    (void)of;
    (void)which;
    return true;
}

bool is_item(const tree *of, const node *which)
{
    (void)of;
    return which->role == ROLE_ELEMENT || which->role == ROLE_VALUE || which->role == ROLE_PROPERTY;
}

bool has_items(const tree *of, const node *which)
{
    (void)of;
    return node_is_container(which);
}

void add_to_count(edit *on, const node *which, int32_t delta)
{
    uint8_t *count = on->packet.bytes + which->count_at;
    uint32_t said = word_from(count);
    int64_t sum = (int64_t)(said & 0x7fffffffu) + delta;
    word_put(count, (said & 0x80000000u) | (uint32_t)(sum & 0x7fffffff));
}

uint32_t declared_id(const edit *on, const node *container, bool key)
{
    uint32_t header = word_from(on->packet.bytes + container->at);
    uint32_t kinds = header >> 16 & container->row->flags;
    switch ((gdv_layout)container->row->layout) {
    case GDV_LAYOUT_TYPED_ARRAY:
        return word_from(on->packet.bytes + container->at + 4) & 0x7fffffffu;
    case GDV_LAYOUT_ARRAY:
        return (kinds & 3u) == 1 ? word_from(on->packet.bytes + container->at + 4) : UINT32_MAX;
    case GDV_LAYOUT_DICTIONARY:
        if (key) {
            return (kinds & 3u) == 1 ? word_from(on->packet.bytes + container->at + 4) : UINT32_MAX;
        }
        return kinds >> 2 == 1 ? word_from(on->packet.bytes + container->count_at - 4) : UINT32_MAX;
    default:
        return UINT32_MAX;
    }
}

static bool select_other(edit *on)
{
    if (chance_one(on->from, 3)) {
        on->how.dialect = (gdv_dialect)chance_below(on->from, GDV_DIALECT_COUNT);
    } else {
        on->how.rest = chance_below(on->from, SELECTOR_RESTS);
    }
    return true;
}

static bool translated_word(uint8_t *bytes, uint32_t type, gdv_dialect to)
{
    uint32_t id;
    if (!gdv_dialect_type_id(to, (gdv_type)type, &id)) {
        return false;
    }
    word_put(bytes, (word_from(bytes) & 0xffffff00u) | id);
    return true;
}

bool edit_translate(uint8_t *bytes, const tree *of, gdv_dialect from, gdv_dialect to)
{
    bool all = true;
    for (uint32_t index = 0; index < of->fields_used; index += 1) {
        const field *each = &of->fields[index];
        if (each->kind == FIELD_HEADER) {
            all = translated_word(bytes + each->at, of->nodes[each->node].row->type, to) && all;
        } else if (each->kind == FIELD_ID) {
            const gdv_wire_row *row = gdv_dialect_wire(from, word_from(bytes + each->at) & 0x7fffffffu);
            all = row != NULL && translated_word(bytes + each->at, row->type, to) && all;
        }
    }
    return all;
}

/* Types that the other dialect lacks keep their ids: now and then it reads something into them. */
static bool translate_packet(edit *on)
{
    gdv_dialect to = (gdv_dialect)chance_below(on->from, GDV_DIALECT_COUNT);
    bool changes = to != on->how.dialect && on->of->nodes_used > 0;
    if (changes) {
        (void)edit_translate(on->packet.bytes, on->of, on->how.dialect, to);
        on->how.dialect = to;
    }
    return changes;
}

typedef struct kind_row {
    const char *name;
    uint32_t weight;
    bool (*apply)(edit *on);
} kind_row;

static const kind_row kinds[EDIT_KINDS] = {
    [EDIT_INSERT] = {"insert", 8, edit_insert},            /* a fresh item into a container */
    [EDIT_DELETE] = {"delete", 6, edit_delete},            /* an item, or all after it too */
    [EDIT_DUPLICATE] = {"duplicate", 5, edit_duplicate},   /* an item, some times */
    [EDIT_RETAG] = {"retag", 8, edit_retag},               /* another type for the same payload, or a fresh value */
    [EDIT_NEST] = {"nest", 5, edit_nest},                  /* new containers around a value, or one less */
    [EDIT_GRAFT] = {"graft", 5, edit_own_graft},           /* a value in place of another of the same packet */
    [EDIT_KEY] = {"key", 5, edit_key},                     /* a key again, or nearly that key */
    [EDIT_KIND] = {"kind", 5, edit_kind_of},               /* a declared element type before the count, or none */
    [EDIT_LIE] = {"lie", 6, edit_lie},                     /* another count or length for the same bytes */
    [EDIT_FLAG] = {"flag", 4, edit_flag},                  /* a header bit */
    [EDIT_PAD] = {"pad", 4, edit_pad},                     /* padding not zero, missing, or too long */
    [EDIT_TEXT] = {"text", 8, edit_text},                  /* broken or borderline UTF-8, another length */
    [EDIT_NUMBER] = {"number", 7, edit_number},            /* NaN, infinity, denormal, boundary in one component */
    [EDIT_WIDTH] = {"width", 4, edit_width},               /* 64-bit components for 32-bit ones, or back */
    [EDIT_RESIZE] = {"resize", 4, edit_resize},            /* elements of a packed array, with the right count */
    [EDIT_WORD] = {"word", 4, edit_word},                  /* a type id, path flag, field of an image or event */
    [EDIT_CUT] = {"cut", 2, edit_cut},                     /* the end missing, or bytes after it */
    [EDIT_SELECT] = {"select", 5, select_other},           /* the same bytes, read in another way */
    [EDIT_TRANSLATE] = {"translate", 6, translate_packet}, /* the same values in another dialect */
    [EDIT_FIELD] = {"field", 12, edit_field},              /* the engine's own mutations, inside one field */
};

bool edit_apply(edit *on, edit_kind kind)
{
    return kinds[kind].apply(on);
}

const char *edit_name(edit_kind kind)
{
    return kinds[kind].name;
}

edit_kind edit_choose(chance *from)
{
    uint32_t sum = 0;
    for (uint32_t kind = 0; kind < EDIT_KINDS; kind += 1) {
        sum += kinds[kind].weight;
    }
    uint32_t drawn = chance_below(from, sum);
    uint32_t kind = 0;
    while (drawn >= kinds[kind].weight) {
        drawn -= kinds[kind].weight;
        kind += 1;
    }
    return (edit_kind)kind;
}

UNTRACED_END
