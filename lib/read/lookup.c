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

void gdv_iterate(gdv_value container, gdv_iterator *iterator)
{
    gdv_resolved resolved;
    if (iterator == NULL) {
        return;
    }
    iterator->key = gdv_missing();
    iterator->value = gdv_missing();
    iterator->container = container;
    iterator->next = 0;
    iterator->end = 0;
    if (gdv_resolve(container, &resolved)) {
        iterator->next = container.index + 1;
        iterator->end = gdv_node_after(container.document->nodes, container.index);
    }
}

void gdv_iterate_values(const gdv_document *document, gdv_iterator *iterator)
{
    if (iterator == NULL) {
        return;
    }
    iterator->key = gdv_missing();
    iterator->value = gdv_missing();
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
    gdv_resolved resolved;
    iterator->key = gdv_missing();
    iterator->value = gdv_missing();
    bool outermost = iterator->container.index == OUTERMOST;
    bool exists = gdv_resolve(iterator->container, &resolved);
    if (iterator->next >= iterator->end || (!exists && !outermost)) {
        return false;
    }
    uint32_t key = iterator->next;
    bool keyed = exists && gdv_is_keyed(&resolved);
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

/* Whether a key is that text. Where engines keep all of a text its length tells most keys from others, without a look
 * at the packet. */
static bool is_text(gdv_value key, const gdv_resolved *container, gdv_text text)
{
    gdv_resolved resolved;
    if (!container->trims && key.document->nodes[key.index].count != text.size) {
        return false;
    }
    return gdv_resolve_layout(key, GDV_LAYOUT_TEXT, &resolved) == GDV_OK &&
           gdv_same_text(gdv_resolved_text(&resolved, resolved.payload + 4, resolved.node->count), text);
}

gdv_value gdv_get_text(gdv_value container, gdv_text key)
{
    gdv_value by_string = gdv_missing();
    gdv_value by_name = gdv_missing();
    gdv_resolved resolved;

    if (key.bytes == NULL || gdv_wraps(key.bytes, key.size, sizeof *key.bytes) || !gdv_resolve(container, &resolved) ||
        !gdv_is_keyed(&resolved)) {
        return gdv_missing();
    }
    const gdv_document *document = container.document;
    bool apart = gdv_tells_names_apart(container);
    bool first_is_enough = !gdv_may_repeat(container, &resolved);
    const uint32_t end = gdv_node_after(document->nodes, container.index);
    uint32_t behind = 0;
    for (uint32_t index = container.index + 1; index < end; index = behind) {
        uint32_t value = gdv_node_after(document->nodes, index);
        behind = gdv_node_after(document->nodes, value);
        if (!is_text(gdv_value_at(document, index), &resolved, key)) {
            continue;
        }
        if (apart && gdv_type_of(gdv_value_at(document, index)) == GDV_TYPE_STRING_NAME) {
            by_name = gdv_value_at(document, value);
        } else {
            by_string = gdv_value_at(document, value);
            if (first_is_enough) {
                break;
            }
        }
    }
    return gdv_exists(by_string) ? by_string : by_name;
}

gdv_value gdv_get(gdv_value container, const char *key)
{
    return key == NULL ? gdv_missing() : gdv_get_text(container, gdv_text_of(key));
}

gdv_value gdv_get_int(gdv_value dictionary, int64_t key)
{
    gdv_value found = gdv_missing();
    gdv_resolved resolved;
    gdv_iterator each;
    int64_t number = 0;

    if (gdv_resolve_layout(dictionary, GDV_LAYOUT_DICTIONARY, &resolved) != GDV_OK) {
        return found;
    }
    bool goes_on = true;
    gdv_iterate(dictionary, &each);
    while (goes_on && gdv_iterate_next(&each)) {
        if (gdv_to_int(each.key, key, key, &number) == GDV_OK) {
            found = each.value;
            goes_on = gdv_may_repeat(dictionary, &resolved);
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
    gdv_value found = gdv_missing();
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
        uint32_t offset = each.key.document->nodes[each.key.index].offset;
        bool same = is_short ? is_short_one(each.key, key)
                             : gdv_key_order_between(&spare, &scan, offset, &key_scan, wanted.node->offset) == 0;
        if (same) {
            found = each.value;
            goes_on = gdv_may_repeat(dictionary, &resolved);
        }
    }
    return found;
}

/* Index of an element of nodes[array], whose nodes end before `end`; 0 where the nodes are not what they were. Over
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
            return 0;
        }
        left -= 1;
        node = target;
    }
    return node;
}

gdv_value gdv_at(gdv_value array, size_t index)
{
    gdv_resolved resolved;
    if (!gdv_resolve(array, &resolved) ||
        (resolved.wire->layout != GDV_LAYOUT_ARRAY && resolved.wire->layout != GDV_LAYOUT_TYPED_ARRAY) ||
        index >= resolved.node->count) {
        return gdv_missing();
    }
    const gdv_document *document = array.document;
    const uint32_t first = array.index + 1;
    if (first >= document->count) {
        return gdv_missing(); /* what a reader gives: a container without its elements */
    }
    if ((resolved.node->shape & GDV_NODE_NESTED) == 0) {
        return gdv_value_at(document, first + (uint32_t)index);
    }
    uint32_t after = gdv_node_after(document->nodes, array.index);
    uint32_t end = after < document->count ? after : document->count;
    uint32_t element = element_of(document->nodes, array.index, end, index);
    return element == 0 ? gdv_missing() : gdv_value_at(document, element);
}
