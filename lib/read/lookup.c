/* SPDX-License-Identifier: MIT */
/* Finds values in a document: by key, by index, or one after another. By path: find.c; by many keys at once:
 * lookup_many.c. */
#include <string.h>

#include "../keys/key_compare.h"
#include "../wire/overlap.h"
#include "lookup.h"

/* In place of the index of a container: the packet, whose children are its outermost values. No document has that many
 * nodes. */
#define OUTERMOST UINT32_MAX

/* The row of the wire table of a node; of the name of a property, which has no header, that of null. */
static const gdv_wire_row *row_at(const gdv_document *document, uint32_t index)
{
    return gdv_row_of(document->table, document->nodes[index].id);
}

/* In place of the index of a node: none. As an index it is that of the first node, which is no child. */
#define NO_NODE 0u

static gdv_value value_or_missing(const gdv_document *document, uint32_t index)
{
    return gdv_value_at(index == NO_NODE ? NULL : document, index);
}

void gdv_iterate(gdv_value container, gdv_iterator *iterator)
{
    if (iterator == NULL) {
        return;
    }
    iterator->key = gdv_no_value();
    iterator->value = gdv_no_value();
    iterator->container = container;
    iterator->next = 0;
    iterator->end = 0;
    if (gdv_is_there(container)) {
        iterator->next = container.index + 1;
        iterator->end = gdv_node_after(container.document->nodes, container.index);
    }
}

void gdv_iterate_values(const gdv_document *document, gdv_iterator *iterator)
{
    if (iterator == NULL) {
        return;
    }
    iterator->key = gdv_no_value();
    iterator->value = gdv_no_value();
    iterator->container = gdv_value_at(document, OUTERMOST);
    iterator->next = 0;
    iterator->end = document != NULL ? document->count : 0;
}

gdv_value gdv_document_value(const gdv_document *document, size_t index)
{
    gdv_iterator each;
    gdv_iterate_values(document, &each);
    for (size_t passed = 0; gdv_iterate_next(&each) && passed < index;) {
        passed += 1;
    }
    return each.value;
}

/* The index of what follows a node and all that is in it; beyond the nodes nothing does. */
static uint32_t behind_node(const gdv_document *document, uint32_t index)
{
    return index < document->count ? gdv_node_after(document->nodes, index) : document->count;
}

/* The document may have been parsed again since the iterator began, and have fewer nodes. */
bool gdv_iterate_next(gdv_iterator *iterator)
{
    if (iterator == NULL) {
        return false;
    }
    const gdv_document *document = iterator->container.document;
    const uint32_t container = iterator->container.index;
    bool there = gdv_is_there(iterator->container);
    iterator->key = gdv_no_value();
    iterator->value = gdv_no_value();
    if (iterator->next >= iterator->end || (!there && container != OUTERMOST)) {
        return false;
    }
    uint32_t key = iterator->next;
    bool keyed = there && gdv_is_keyed(row_at(document, container)->layout);
    uint32_t index = keyed ? behind_node(document, key) : key;
    if (index >= document->count) {
        return false;
    }
    if (keyed) {
        iterator->key = gdv_value_at(document, key);
    }
    iterator->value = gdv_value_at(document, index);
    iterator->next = gdv_node_after(document->nodes, index);
    return true;
}

/* The index of the first key of a dictionary that is a text; `end`, which is that of the node after the dictionary, for
 * none. Most keys are told from it by their length, without a look at the packet. Where no child has children, a pair is
 * two nodes. Requires a policy under which engines keep all of a text. */
static uint32_t first_key(const gdv_document *document, uint32_t dictionary, uint32_t end, gdv_text text)
{
    const gdv_cursor in = {document->bytes, document->size, 0, 0};
    const gdv_node *nodes = document->nodes;
    bool flat = (nodes[dictionary].shape & GDV_NODE_NESTED) == 0;
    uint32_t index = dictionary + 1;
    while (index < end) {
        const gdv_node *key = &nodes[index];
        if (key->count == text.size && row_at(document, index)->layout == GDV_LAYOUT_TEXT &&
            gdv_same_at(&in, key->offset + 8, text.bytes, key->count)) {
            break;
        }
        uint32_t value = flat ? index + 1 : gdv_node_after(nodes, index);
        index = flat ? value + 1 : gdv_node_after(nodes, value);
    }
    return index;
}

/* Whether a key is a text, as engines keep it. */
static bool is_text(gdv_value key, gdv_text text)
{
    gdv_text kept;
    return gdv_to_text(key, &kept) == GDV_OK && gdv_same_text(kept, text);
}

/* The value of a text key, whatever the container, its dialect and its policy: of several keys that are that text the
 * last, and a String before a StringName where these are two. */
GDV_COLD static gdv_value value_of_text(gdv_value container, uint32_t layout, gdv_text text)
{
    const gdv_document *document = container.document;
    bool apart = gdv_tells_names_apart(document);
    bool first_is_enough = !gdv_may_repeat(document, layout);
    const uint32_t end = gdv_node_after(document->nodes, container.index);
    uint32_t by_string = NO_NODE;
    uint32_t by_name = NO_NODE;
    uint32_t behind = 0;
    for (uint32_t index = container.index + 1; index < end; index = behind) {
        gdv_value key = gdv_value_at(document, index);
        uint32_t value = gdv_node_after(document->nodes, index);
        behind = gdv_node_after(document->nodes, value);
        if (!is_text(key, text)) {
            continue;
        }
        if (apart && gdv_type_of(key) == GDV_TYPE_STRING_NAME) {
            by_name = value;
        } else {
            by_string = value;
            if (first_is_enough) {
                break;
            }
        }
    }
    return value_or_missing(document, by_string != NO_NODE ? by_string : by_name);
}

/* Under these a dictionary may have a text twice as a key, or engines may keep less of a key than the packet has. */
#define LOOSE_KEYS (GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_TEXT_NUL | GDV_PERMIT_TEXT_BOM)

gdv_value gdv_get_text(gdv_value container, gdv_text key)
{
    const gdv_document *document = container.document;
    if (!gdv_is_there(container) || key.bytes == NULL || gdv_wraps(key.bytes, key.size, sizeof *key.bytes)) {
        return gdv_no_value();
    }
    uint32_t layout = row_at(document, container.index)->layout;
    if (layout != GDV_LAYOUT_DICTIONARY || (document->permit & LOOSE_KEYS) != 0) {
        return gdv_is_keyed(layout) ? value_of_text(container, layout, key) : gdv_no_value();
    }
    const uint32_t end = gdv_node_after(document->nodes, container.index);
    uint32_t found = first_key(document, container.index, end, key);
    if (found >= end) {
        return gdv_no_value();
    }
    if (gdv_tells_names_apart(document) && row_at(document, found)->type == GDV_TYPE_STRING_NAME) {
        return value_of_text(container, layout, key); /* a String of that text may follow */
    }
    return gdv_value_at(document, found + 1); /* no node is in a text */
}

gdv_value gdv_get(gdv_value container, const char *key)
{
    return key == NULL ? gdv_no_value() : gdv_get_text(container, gdv_text_of(key));
}

gdv_value gdv_get_int(gdv_value dictionary, int64_t key)
{
    gdv_value found = gdv_no_value();
    gdv_iterator each;
    int64_t number = 0;

    if (!gdv_is_there(dictionary) || row_at(dictionary.document, dictionary.index)->layout != GDV_LAYOUT_DICTIONARY) {
        return found;
    }
    bool goes_on = true;
    gdv_iterate(dictionary, &each);
    while (goes_on && gdv_iterate_next(&each)) {
        if (gdv_to_int(each.key, key, key, &number) == GDV_OK) {
            found = each.value;
            goes_on = (dictionary.document->permit & GDV_PERMIT_DUPLICATE_KEYS) != 0;
        }
    }
    return found;
}

void gdv_scan_again(const gdv_document *document, gdv_scan *scan)
{
    memset(scan, 0, sizeof *scan);
    scan->in.bytes = document->bytes;
    scan->in.size = document->size;
    scan->table = document->table;
    scan->permit = document->permit;
    scan->encoding = document->encoding % GDV_DOCUMENT_OF_READER;
    scan->max_depth = GDV_MAX_DEPTH;
    scan->max_values = UINT32_MAX;
    scan->max_elements = UINT32_MAX;
    scan->max_string = UINT32_MAX;
}

/* Whether a key is the bool or int of a short form. No dictionary holds one of those, and nothing but the getters may
 * read it: a packet may end with its one byte. */
static bool is_short_one(gdv_value key, gdv_value wanted)
{
    int64_t number = 0;
    bool flag = false;
    if (gdv_to_int(wanted, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
        return gdv_to_int(key, number, number, &number) == GDV_OK;
    }
    return gdv_to_bool(key, &flag) == GDV_OK && flag == gdv_bool_or(wanted, !flag);
}

gdv_value gdv_get_value(gdv_value dictionary, gdv_value key)
{
    gdv_stack stack;
    const gdv_levels spare = {&stack, 0};
    gdv_value found = gdv_no_value();
    gdv_resolved resolved;
    gdv_resolved wanted;
    gdv_scan scan;
    gdv_scan key_scan;
    gdv_iterator each;

    if (gdv_resolve_layout(dictionary, GDV_LAYOUT_DICTIONARY, &resolved) != GDV_OK || !gdv_resolve(key, &wanted) ||
        wanted.node->id == GDV_NODE_NAME || wanted.table != dictionary.document->table) {
        return found;
    }
    gdv_scan_again(dictionary.document, &scan);
    gdv_scan_again(key.document, &key_scan);
    bool is_short = (wanted.node->flags & GDV_TOKEN_SHORT) != 0;
    bool goes_on = true;
    gdv_iterate(dictionary, &each);
    while (goes_on && gdv_iterate_next(&each)) {
        uint32_t offset = dictionary.document->nodes[each.key.index].offset;
        bool same = is_short ? is_short_one(each.key, key)
                             : gdv_key_order_between(&spare, &scan, offset, &key_scan, wanted.node->offset) == 0;
        if (same) {
            found = each.value;
            goes_on = (dictionary.document->permit & GDV_PERMIT_DUPLICATE_KEYS) != 0;
        }
    }
    return found;
}

/* Index of an element of nodes[array], whose nodes end before `end`; NO_NODE where the nodes are not what they were. Over
 * links (links.h) where there are any, or else from element to element. */
static uint32_t element_of(const gdv_node *nodes, uint32_t array, uint32_t end, size_t index)
{
    bool linked = (nodes[array].shape & GDV_NODE_LINKED) != 0;
    uint32_t places = linked ? gdv_links_places(end - array - 1) : UINT32_MAX;
    uint32_t node = array + 1;
    size_t left = index;
    while (left > 0) {
        uint32_t target = gdv_node_after(nodes, node);
        places /= 2;
        if (left > places && target < end) {
            left -= places;
            target = nodes[target - 1].next % GDV_LINK;
        }
        if (target <= node || target >= end) {
            return NO_NODE;
        }
        left -= 1;
        node = target;
    }
    return node;
}

gdv_value gdv_at(gdv_value array, size_t index)
{
    const gdv_document *document = array.document;
    if (!gdv_is_there(array)) {
        return gdv_no_value();
    }
    const gdv_node *node = &document->nodes[array.index];
    if ((node->shape & GDV_NODE_ARRAY) == 0 || index >= node->count) { /* no shape: of a reader, without its elements */
        return gdv_no_value();
    }
    if ((node->shape & GDV_NODE_NESTED) == 0) {
        return gdv_value_at(document, array.index + 1 + (uint32_t)index);
    }
    uint32_t after = gdv_node_after(document->nodes, array.index);
    uint32_t end = after < document->count ? after : document->count;
    return value_or_missing(document, element_of(document->nodes, array.index, end, index));
}
