/* SPDX-License-Identifier: MIT */
#include <gdv/structured.h>

#include <string.h>

#include "../decode/number.h"
#include "../decode/text.h"
#include "resolve.h"

static const gdv_text no_text = {"", 0};

/* The words are read again, so that they may name more strings than the node has: those are what there is. */
gdv_status gdv_to_node_path(gdv_value value, gdv_node_path *out)
{
    gdv_item item;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    gdv_status status = gdv_item_of_form(value, GDV_FORM_NODE_PATH, &item);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t first = gdv_u32_at(&item.in, item.payload);
    if (first < GDV_NEGATIVE) {
        out->old_form = true;
        out->names = 1;
        return GDV_OK;
    }
    uint32_t flags = gdv_u32_again(&item.in, item.payload + 8);
    bool extra = (flags & 2u) != 0;
    bool property = extra && (item.grammar->traits & GDV_TRAIT_PROPERTY) != 0;
    out->absolute = (flags & 1u) != 0;
    out->names = gdv_at_most(first - GDV_NEGATIVE, item.node->count);
    out->subnames = item.node->count - out->names;
    uint32_t properties = gdv_at_most(property ? 1u : 0u, out->subnames);
    out->property = properties != 0;
    out->subnames -= properties;
    return GDV_OK;
}

/* What a container of Godot 4 declares at *pos, by the kind in its header. */
static gdv_element read_kind(const gdv_item *item, uint32_t kind, uint32_t *pos)
{
    gdv_element element = {GDV_ELEMENT_ANY, GDV_TYPE_NIL, no_text};
    if (kind == 1) {
        uint32_t id = gdv_u32_again(&item->in, *pos);
        element.kind = GDV_ELEMENT_TYPE;
        element.type = (gdv_type)gdv_row_of(item->grammar, id)->type;
        *pos += 4;
    } else if (kind != 0) {
        element.kind = kind == 2 ? GDV_ELEMENT_CLASS : GDV_ELEMENT_SCRIPT;
        element.type = GDV_TYPE_OBJECT;
        element.name = gdv_item_text_at(item, *pos, pos);
    }
    return element;
}

/* What an array of Pandemonium declares: a type id, of which the engine clears bit 31; then perhaps a class name, which
 * is a value with a header of its own. */
static gdv_element read_typed_array(const gdv_item *item)
{
    gdv_element element = {GDV_ELEMENT_TYPE, GDV_TYPE_COUNT, no_text};
    uint32_t id = gdv_u32_at(&item->in, item->payload) % GDV_NEGATIVE;
    uint32_t end = 0;
    if (id < item->grammar->count) {
        element.type = (gdv_type)item->grammar->types[id].type;
    }
    if (element.type == GDV_TYPE_OBJECT && (item->node->flags & (GDV_FLAG_OBJECT_ID >> 16)) == 0) {
        element.kind = GDV_ELEMENT_CLASS;
        element.name = gdv_item_text_at(item, item->payload + 8, &end);
    }
    return element;
}

/* Both declarations of a container; of an array the second is that of nothing. */
static gdv_status read_elements(gdv_value value, gdv_element *first, gdv_element *second)
{
    const gdv_element any = {GDV_ELEMENT_ANY, GDV_TYPE_NIL, no_text};
    gdv_item item;
    *first = any;
    *second = any;
    if (!gdv_item_of(value, &item)) {
        return GDV_E_MISSING;
    }
    uint32_t pos = item.payload;
    uint32_t flags = item.node->flags;
    if (item.wire->form == GDV_FORM_DICTIONARY) {
        *first = read_kind(&item, flags & 3u, &pos);
        *second = read_kind(&item, (flags >> 2) & 3u, &pos);
    } else if (item.wire->form == GDV_FORM_ARRAY) {
        *first = read_kind(&item, flags & 3u, &pos);
    } else if (item.wire->form == GDV_FORM_TYPED_ARRAY) {
        *first = read_typed_array(&item);
    } else {
        return GDV_E_WRONG_TYPE;
    }
    return GDV_OK;
}

gdv_status gdv_element_of(gdv_value value, gdv_element *out)
{
    gdv_element second;
    return out == NULL ? GDV_E_BAD_ARGUMENT : read_elements(value, out, &second);
}

gdv_status gdv_value_element_of(gdv_value value, gdv_element *out)
{
    gdv_element first;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    gdv_status status = read_elements(value, &first, out);
    return status == GDV_OK && gdv_type_of(value) != GDV_TYPE_DICTIONARY ? GDV_E_WRONG_TYPE : status;
}

bool gdv_is_shared(gdv_value value)
{
    gdv_item item;
    if (!gdv_item_of(value, &item) || (item.grammar->traits & GDV_TRAIT_SHARED) == 0) {
        return false;
    }
    bool container = item.wire->form == GDV_FORM_ARRAY || item.wire->form == GDV_FORM_DICTIONARY;
    return container && gdv_u32_at(&item.in, item.payload) >= GDV_NEGATIVE;
}

bool gdv_is_object_id(gdv_value value)
{
    uint64_t id = 0;
    return gdv_to_object_id(value, &id) == GDV_OK;
}

gdv_status gdv_class_of(gdv_value value, gdv_text *out)
{
    gdv_item item;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = no_text;
    gdv_status status = gdv_item_of_form(value, GDV_FORM_OBJECT, &item);
    if (status == GDV_OK && (item.node->flags & (GDV_FLAG_OBJECT_ID >> 16)) != 0) {
        status = GDV_E_WRONG_TYPE;
    }
    if (status == GDV_OK) {
        uint32_t end = 0;
        *out = gdv_item_text_at(&item, item.payload, &end);
    }
    return status;
}

gdv_status gdv_to_signal(gdv_value value, gdv_signal *out)
{
    gdv_item item;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    out->name = no_text;
    out->object = 0;
    gdv_status status = gdv_item_of_form(value, GDV_FORM_SIGNAL, &item);
    if (status == GDV_OK) {
        uint32_t size = item.node->count;
        out->name = gdv_item_text(&item, item.payload + 4, size);
        out->object = gdv_u64_at(&item.in, item.payload + 4 + size + gdv_padding(size));
    }
    return status;
}

gdv_status gdv_to_image(gdv_value value, gdv_image *out)
{
    gdv_item item;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    gdv_status status = gdv_item_of_form(value, GDV_FORM_IMAGE, &item);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t format = gdv_u32_at(&item.in, item.payload);
    if (format >= GDV_IMAGE_FORMATS) {
        return GDV_E_WRONG_TYPE; /* no more what was read */
    }
    out->format = format;
    out->mipmaps = gdv_u32_at(&item.in, item.payload + 4);
    out->width = gdv_u32_at(&item.in, item.payload + 8);
    out->height = gdv_u32_at(&item.in, item.payload + 12);
    out->size = item.node->count;
    out->bytes = item.in.bytes + item.payload + 20;
    return GDV_OK;
}

gdv_status gdv_to_input_event(gdv_value value, gdv_input_event *out)
{
    gdv_item item;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    gdv_status status = gdv_item_of_form(value, GDV_FORM_INPUT_EVENT, &item);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t type = gdv_u32_at(&item.in, item.payload);
    if (type >= GDV_INPUT_EVENTS) {
        return GDV_E_WRONG_TYPE; /* no more what was read */
    }
    out->type = type;
    out->device = gdv_u32_at(&item.in, item.payload + 4);
    out->words = item.node->count;
    for (uint32_t index = 0; index < out->words; index += 1) {
        out->extra[index] = gdv_u32_at(&item.in, item.payload + 12 + 4 * index);
    }
    return GDV_OK;
}
