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
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_NODE_PATH, &resolved);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t first = gdv_u32_at(&resolved.in, resolved.payload);
    if (first < GDV_NEGATIVE) {
        out->old_form = true;
        out->names = 1;
        return GDV_OK;
    }
    uint32_t flags = gdv_u32_again(&resolved.in, resolved.payload + 8);
    bool extra = (flags & 2u) != 0;
    bool property = extra && (resolved.table->traits & GDV_TRAIT_PROPERTY) != 0;
    out->absolute = (flags & 1u) != 0;
    out->names = gdv_at_most(first - GDV_NEGATIVE, resolved.node->count);
    out->subnames = resolved.node->count - out->names;
    uint32_t properties = gdv_at_most(property ? 1u : 0u, out->subnames);
    out->property = properties != 0;
    out->subnames -= properties;
    return GDV_OK;
}

/* What a container of Godot 4 declares at *pos, by the kind in its header. */
static gdv_element read_kind(const gdv_resolved *resolved, uint32_t kind, uint32_t *pos)
{
    gdv_element element = {GDV_ELEMENT_ANY, GDV_TYPE_NIL, no_text};
    if (kind == 1) {
        uint32_t id = gdv_u32_again(&resolved->in, *pos);
        element.kind = GDV_ELEMENT_TYPE;
        element.type = (gdv_type)gdv_row_of(resolved->table, id)->type;
        *pos += 4;
    } else if (kind != 0) {
        element.kind = kind == 2 ? GDV_ELEMENT_CLASS : GDV_ELEMENT_SCRIPT;
        element.type = GDV_TYPE_OBJECT;
        element.name = gdv_resolved_text_at(resolved, *pos, pos);
    }
    return element;
}

/* What an array of Pandemonium declares: a type id, of which the engine clears bit 31; then perhaps a class name, which
 * is a value with a header of its own. */
static gdv_element read_typed_array(const gdv_resolved *resolved)
{
    gdv_element element = {GDV_ELEMENT_TYPE, GDV_TYPE_COUNT, no_text};
    uint32_t id = gdv_u32_at(&resolved->in, resolved->payload) % GDV_NEGATIVE;
    uint32_t end;
    if (id < resolved->table->count) {
        element.type = (gdv_type)resolved->table->types[id].type;
    }
    if (element.type == GDV_TYPE_OBJECT && (resolved->node->flags & (GDV_FLAG_OBJECT_ID >> 16)) == 0) {
        element.kind = GDV_ELEMENT_CLASS;
        element.name = gdv_resolved_text_at(resolved, resolved->payload + 8, &end);
    }
    return element;
}

/* Both declarations of a container; of an array the second is that of nothing. */
static gdv_status read_elements(gdv_value value, gdv_element *first, gdv_element *second)
{
    const gdv_element any = {GDV_ELEMENT_ANY, GDV_TYPE_NIL, no_text};
    gdv_resolved resolved;
    *first = any;
    *second = any;
    if (!gdv_resolve(value, &resolved)) {
        return GDV_E_MISSING;
    }
    uint32_t pos = resolved.payload;
    uint32_t flags = resolved.node->flags;
    if (resolved.wire->layout == GDV_LAYOUT_DICTIONARY) {
        *first = read_kind(&resolved, flags & 3u, &pos);
        *second = read_kind(&resolved, (flags >> 2) & 3u, &pos);
    } else if (resolved.wire->layout == GDV_LAYOUT_ARRAY) {
        *first = read_kind(&resolved, flags & 3u, &pos);
    } else if (resolved.wire->layout == GDV_LAYOUT_TYPED_ARRAY) {
        *first = read_typed_array(&resolved);
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
    gdv_resolved resolved;
    if (!gdv_resolve(value, &resolved) || (resolved.table->traits & GDV_TRAIT_SHARED) == 0) {
        return false;
    }
    bool container = resolved.wire->layout == GDV_LAYOUT_ARRAY || resolved.wire->layout == GDV_LAYOUT_DICTIONARY;
    return container && gdv_u32_at(&resolved.in, resolved.payload) >= GDV_NEGATIVE;
}

bool gdv_is_object_id(gdv_value value)
{
    uint64_t id;
    return gdv_to_object_id(value, &id) == GDV_OK;
}

gdv_status gdv_class_of(gdv_value value, gdv_text *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = no_text;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_OBJECT, &resolved);
    if (status == GDV_OK && (resolved.node->flags & (GDV_FLAG_OBJECT_ID >> 16)) != 0) {
        status = GDV_E_WRONG_TYPE;
    }
    if (status == GDV_OK) {
        uint32_t end;
        *out = gdv_resolved_text_at(&resolved, resolved.payload, &end);
    }
    return status;
}

gdv_status gdv_to_signal(gdv_value value, gdv_signal *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    out->name = no_text;
    out->object = 0;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_SIGNAL, &resolved);
    if (status == GDV_OK) {
        uint32_t size = resolved.node->count;
        out->name = gdv_resolved_text(&resolved, resolved.payload + 4, size);
        out->object = gdv_u64_at(&resolved.in, resolved.payload + 4 + size + gdv_padding(size));
    }
    return status;
}

gdv_status gdv_to_image(gdv_value value, gdv_image *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_IMAGE, &resolved);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t format = gdv_u32_at(&resolved.in, resolved.payload);
    if (format >= GDV_IMAGE_FORMATS) {
        return GDV_E_WRONG_TYPE; /* no more what was read */
    }
    out->format = format;
    out->mipmaps = gdv_u32_at(&resolved.in, resolved.payload + 4);
    out->width = gdv_u32_at(&resolved.in, resolved.payload + 8);
    out->height = gdv_u32_at(&resolved.in, resolved.payload + 12);
    out->size = resolved.node->count;
    out->bytes = resolved.in.bytes + resolved.payload + 20;
    return GDV_OK;
}

gdv_status gdv_to_input_event(gdv_value value, gdv_input_event *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    memset(out, 0, sizeof *out);
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_INPUT_EVENT, &resolved);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t type = gdv_u32_at(&resolved.in, resolved.payload);
    if (type >= GDV_INPUT_EVENTS) {
        return GDV_E_WRONG_TYPE; /* no more what was read */
    }
    out->type = type;
    out->device = gdv_u32_at(&resolved.in, resolved.payload + 4);
    out->words = resolved.node->count;
    for (uint32_t index = 0; index < out->words; index += 1) {
        out->extra[index] = gdv_u32_at(&resolved.in, resolved.payload + 12 + 4 * index);
    }
    return GDV_OK;
}
