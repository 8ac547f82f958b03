/* SPDX-License-Identifier: MIT */
/* Typed JSON (docs/typed-json.md) of a value and all that is in it: one walk over its nodes, which stand in the order of
 * the text, with what is open on a stack. gdv dump prints the same from a reader's events, without nodes and without a
 * buffer; //ci:json_test holds the two equal. */
#include <gdv/gdv_ffi.h>

#include <gdv/structured.h>

#include "../value/resolve.h"
#include "../wire/overlap.h"
#include "json_sink.h"

/* An open container. */
typedef struct json_level {
    uint32_t end; /* the node after all that is in it */
    bool keyed;   /* its children are pairs */
    bool object;  /* whose keys are names */
    bool filled;  /* has a child */
    bool in_pair; /* the next child is a value */
} json_level;

/* One without children may stand at the deepest level that a value may have. */
#define MOST_OPEN (GDV_MAX_DEPTH + 1)

typedef struct json_walk {
    json_level levels[MOST_OPEN];
    uint32_t depth;
} json_walk;

/* --- types */

static void put_declared_element(gdv_json *to, const gdv_element *element)
{
    switch (element->kind) {
    case GDV_ELEMENT_ANY:
        gdv_json_put(to, "Variant");
        break;
    case GDV_ELEMENT_TYPE:
        gdv_json_put(to, gdv_type_name(element->type));
        break;
    default:
        gdv_json_put(to, element->kind == GDV_ELEMENT_CLASS ? "class:" : "script:");
        gdv_json_class(to, element->name);
        break;
    }
}

/* What a container declares of its children, between brackets; nothing where that is nothing. */
static void put_declared(gdv_json *to, gdv_value value)
{
    gdv_element first;
    gdv_element second;
    (void)!gdv_element_of(value, &first);
    bool pairs = gdv_value_element_of(value, &second) == GDV_OK;
    if (first.kind == GDV_ELEMENT_ANY && second.kind == GDV_ELEMENT_ANY) {
        return;
    }
    gdv_json_put(to, "[");
    put_declared_element(to, &first);
    if (pairs) {
        gdv_json_put(to, ", ");
        put_declared_element(to, &second);
    }
    gdv_json_put(to, "]");
}

/* Whether the type says that the components have 64 bits: an int and a float have no width of their own. */
static bool is_marked_wide(const gdv_resolved *resolved)
{
    return resolved->wire->layout != GDV_LAYOUT_INT && resolved->wire->layout != GDV_LAYOUT_FLOAT &&
           gdv_resolved_is_wide(resolved);
}

static void put_type(gdv_json *to, gdv_value value, const gdv_resolved *resolved)
{
    gdv_type type = (gdv_type)resolved->wire->type;
    gdv_json_put(to, "{\"");
    gdv_json_put(to, type == GDV_TYPE_NIL ? "nil" : gdv_type_name(type));
    gdv_json_put(to, is_marked_wide(resolved) ? "@64" : "");
    gdv_json_put(to, gdv_is_shared(value) ? "@shared" : "");
    put_declared(to, value);
    gdv_json_put(to, "\":");
}

/* --- containers */

static bool is_container(const gdv_resolved *resolved)
{
    switch ((gdv_layout)resolved->wire->layout) {
    case GDV_LAYOUT_DICTIONARY:
    case GDV_LAYOUT_ARRAY:
    case GDV_LAYOUT_TYPED_ARRAY:
        return true;
    case GDV_LAYOUT_OBJECT:
        return (resolved->node->flags & (GDV_FLAG_OBJECT_ID >> 16)) == 0;
    default:
        return false;
    }
}

/* What stands between the last thing written and the next child of this container. */
static void lead_in(gdv_json *to, json_level *in)
{
    if (in->in_pair) {
        gdv_json_put(to, ",");
    } else {
        gdv_json_put(to, in->filled ? "," : "");
        gdv_json_put(to, in->keyed ? "[" : "");
    }
    in->filled = true;
}

/* After a child. */
static void lead_out(gdv_json *to, json_level *in)
{
    gdv_json_put(to, in->in_pair ? "]" : "");
    in->in_pair = in->keyed && !in->in_pair;
}

static void open_json(gdv_json *to, json_walk *at, gdv_value value, const gdv_resolved *resolved)
{
    json_level *made = &at->levels[at->depth];
    uint32_t layout = resolved->wire->layout;
    gdv_text name;
    made->end = gdv_node_after(value.document->nodes, value.index);
    made->object = layout == GDV_LAYOUT_OBJECT;
    made->keyed = made->object || layout == GDV_LAYOUT_DICTIONARY;
    made->filled = false;
    made->in_pair = false;
    at->depth += 1;
    put_type(to, value, resolved);
    if (made->object) {
        (void)!gdv_class_of(value, &name);
        gdv_json_put(to, "{\"class\":");
        gdv_json_text(to, name);
        gdv_json_put(to, ",\"properties\":");
    }
    gdv_json_put(to, "[");
}

/* Closes the innermost container. */
static void close_innermost(gdv_json *to, json_walk *at)
{
    at->depth -= 1;
    gdv_json_put(to, at->levels[at->depth].object ? "]}}" : "]}");
    if (at->depth > 0) {
        lead_out(to, &at->levels[at->depth - 1]);
    }
}

/* Writes one node. Returns GDV_E_LIMIT_DEPTH where the stack is full: no document that was parsed is that deep. */
static gdv_status write_node(gdv_json *to, json_walk *at, gdv_value value, const gdv_resolved *resolved)
{
    json_level *in = at->depth > 0 ? &at->levels[at->depth - 1] : NULL; /* the container around it */
    if (in != NULL) {
        lead_in(to, in);
    }
    if (is_container(resolved)) {
        if (at->depth == MOST_OPEN) {
            return GDV_E_LIMIT_DEPTH;
        }
        open_json(to, at, value, resolved);
        return GDV_OK;
    }
    if (in != NULL && in->object && !in->in_pair) {
        gdv_json_text(to, gdv_text_or(value, NULL));
    } else {
        put_type(to, value, resolved);
        gdv_json_leaf(to, value, (gdv_layout)resolved->wire->layout);
        gdv_json_put(to, "}");
    }
    if (in != NULL) {
        lead_out(to, in);
    }
    return GDV_OK;
}

static gdv_status write_value(gdv_json *to, gdv_value value)
{
    json_walk at;
    gdv_status status = GDV_OK;
    uint32_t after = gdv_node_after(value.document->nodes, value.index);
    gdv_resolved resolved;
    gdv_value each = value;
    at.depth = 0;
    while (status == GDV_OK && each.index < after && gdv_resolve(each, &resolved)) {
        status = write_node(to, &at, each, &resolved);
        each.index += 1;
        while (at.depth != 0 && at.levels[at.depth - 1].end <= each.index) {
            close_innermost(to, &at);
        }
    }
    while (at.depth > 0) { /* what the end of the nodes left open, in a document that changed */
        close_innermost(to, &at);
    }
    return status;
}

gdv_status gdv_to_json(gdv_value value, char *buffer, size_t size, uint64_t *length)
{
    static const gdv_document nothing = {NULL, NULL, NULL, 0, 0, 0, 0};
    if (length == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    const gdv_document *document = value.document != NULL ? value.document : &nothing;
    const gdv_region regions[] = {{value.document, sizeof *document, false},
                                  {document->bytes, document->size, false},
                                  {document->nodes, document->count * sizeof *document->nodes, false},
                                  {buffer, gdv_extent(buffer, size, 1), true},
                                  {length, sizeof *length, true}};
    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    *length = 0;
    if (!gdv_exists(value)) {
        return GDV_E_MISSING;
    }
    if (gdv_is_nowhere(buffer, size, 1)) {
        return GDV_E_BAD_ARGUMENT;
    }
    gdv_json to = {buffer, size, 0};
    gdv_status status = write_value(&to, value);
    if (status == GDV_OK) {
        *length = to.length;
        status = size > 0 && to.length >= size ? GDV_E_NO_SPACE : GDV_OK;
    }
    if (size > 0) {
        buffer[status == GDV_OK ? to.length : 0] = '\0';
    }
    return status;
}
