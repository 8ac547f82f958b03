/* SPDX-License-Identifier: MIT */
/* Words of documents: each node by itself, and the bytes before values; those of the tree are in proof_words_tree.c. */
#include "tests/support/proof_words_part.h"

#include <stdio.h>
#include <stdlib.h>

#include "lib/schema/checking.h"

static bool is_name(const gdv_node *node)
{
    return node->id == GDV_NODE_NAME;
}

/* The layout of a node that is no name; its type id is one of the table. */
static uint32_t layout_of(const gdv_checking *check, uint32_t node)
{
    return check->table->types[check->nodes[node].id].layout;
}

static bool is_of_numbers(uint32_t layout)
{
    return layout == GDV_LAYOUT_BOOL || layout == GDV_LAYOUT_INT || layout == GDV_LAYOUT_FLOAT ||
           layout == GDV_LAYOUT_FIXED;
}

/* ---- each node ---- */

/* GDV_SHORT_LIES. */
static const char *short_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    const gdv_node *of = &check->nodes[node];
    const uint32_t layout = layout_of(check, node);
    const uint64_t bytes = (uint64_t)1 << (of->flags / GDV_TOKEN_MODE % 4);
    if (layout != GDV_LAYOUT_BOOL && layout != GDV_LAYOUT_INT) {
        return word_breaks(WORD_LIES_SHORT_LAYOUT, node, where);
    }
    const uint64_t end = (uint64_t)of->offset + 1 + (layout == GDV_LAYOUT_INT ? bytes : 0);
    return end <= check->in.size ? NULL : word_breaks(WORD_LIES_SHORT, node, where);
}

/* GDV_NUMBER_LIES, GDV_TEXT_LIES, GDV_PACKED_LIES. */
static const char *plain_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    const gdv_node *of = &check->nodes[node];
    const gdv_wire_row *row = &check->table->types[of->id];
    const bool wide = (of->flags & (GDV_FLAG_64 >> 16)) != 0;
    const bool wide_holds = !wide || row->wide != 0;
    const uint64_t payload = wide ? row->wide : row->size;
    const uint64_t at = of->offset;
    const uint64_t size = check->in.size;
    if (is_of_numbers(row->layout)) {
        return !wide_holds                ? word_breaks(WORD_LIES_NUMBER_WIDE, node, where)
               : at + 4 + payload <= size ? NULL
                                          : word_breaks(WORD_LIES_NUMBER, node, where);
    }
    if (row->layout == GDV_LAYOUT_TEXT) {
        return at + 8 + of->count <= size ? NULL : word_breaks(WORD_LIES_TEXT, node, where);
    }
    if (row->layout == GDV_LAYOUT_PACKED) {
        return !wide_holds                            ? word_breaks(WORD_LIES_PACKED_WIDE, node, where)
               : at + 8 + of->count * payload <= size ? NULL
                                                      : word_breaks(WORD_LIES_PACKED, node, where);
    }
    return NULL;
}

const char *word_node_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    const gdv_node *of = &check->nodes[node];
    if (of->id >= check->table->count) {
        return word_breaks(WORD_LIES_ID, node, where);
    }
    if (of->offset > check->in.size) {
        return word_breaks(WORD_LIES_OFFSET, node, where);
    }
    if (of->count > check->in.size) {
        return word_breaks(WORD_LIES_COUNT, node, where);
    }
    return (of->flags & GDV_TOKEN_SHORT) != 0 ? short_lies(check, node, where) : plain_lies(check, node, where);
}

/* ---- bytes before values ---- */

static bool holds(const gdv_checking *check, uint64_t at, uint64_t size)
{
    return at + size <= check->in.size;
}

/* Whether a row of texts lies in the packet, length and bytes of each, without the padding after the last; *at becomes
 * where the next one would be. */
static bool texts_lie(const gdv_checking *check, uint64_t *at, uint32_t count)
{
    for (uint32_t index = 0; index < count; index += 1) {
        if (!holds(check, *at, 4)) {
            return false;
        }
        const uint32_t size = gdv_u32_at(&check->in, (uint32_t)*at);
        if (!holds(check, *at + 4, size)) {
            return false;
        }
        *at += 4 + (uint64_t)size + (4 - size % 4) % 4;
    }
    return true;
}

/* What a container of Godot 4 declares before its count, two bits of its flags each: 1 a type id, 2 and 3 a text. */
static const char *declared_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    uint64_t at = (uint64_t)check->nodes[node].offset + 4;
    for (uint32_t kinds = check->nodes[node].flags; kinds != 0; kinds /= 4) {
        bool lies = true;
        if (kinds % 4 == 1) {
            lies = holds(check, at, 4);
            at += 4;
        } else if (kinds % 4 != 0) {
            lies = texts_lie(check, &at, 1);
        }
        if (!lies) {
            return word_breaks(WORD_HEAD_DECLARED, node, where);
        }
    }
    return holds(check, at, 4) ? NULL : word_breaks(WORD_HEAD_COUNT, node, where);
}

/* An array of objects in Pandemonium has a header and a text after the element type, unless its objects are ids. */
static const char *element_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    const uint64_t at = check->nodes[node].offset;
    uint64_t text = at + 12;
    if (!holds(check, at, 8)) {
        return word_breaks(WORD_HEAD_ELEMENT, node, where);
    }
    const uint32_t id = gdv_u32_at(&check->in, (uint32_t)at + 4) % GDV_NEGATIVE;
    const bool by_id = (check->nodes[node].flags & (GDV_FLAG_OBJECT_ID >> 16)) != 0;
    const bool named = !by_id && gdv_row_of(check->table, id)->type == GDV_TYPE_OBJECT;
    return !named || texts_lie(check, &text, 1) ? NULL : word_breaks(WORD_HEAD_ELEMENT_CLASS, node, where);
}

/* A path in one text, which has no padding, or of names, counts before them. */
static const char *path_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    const uint64_t at = check->nodes[node].offset;
    const uint32_t count = check->nodes[node].count;
    uint64_t texts = at + 16;
    if (!holds(check, at, 8)) {
        return word_breaks(WORD_HEAD_PATH, node, where);
    }
    if (gdv_u32_at(&check->in, (uint32_t)at + 4) < GDV_NEGATIVE) {
        return holds(check, at + 8, count) ? NULL : word_breaks(WORD_HEAD_PATH, node, where);
    }
    return texts_lie(check, &texts, count) ? NULL : word_breaks(WORD_HEAD_PATH_TEXTS, node, where);
}

static const char *head_lies(const gdv_checking *check, uint32_t node, uint32_t *where)
{
    const gdv_node *of = &check->nodes[node];
    uint64_t first = (uint64_t)of->offset + 4;
    uint64_t second = (uint64_t)of->offset + 8;
    switch (layout_of(check, node)) {
    case GDV_LAYOUT_OBJECT:
        return (of->flags & 1u) != 0 || texts_lie(check, &first, 1) ? NULL : word_breaks(WORD_HEAD_CLASS, node, where);
    case GDV_LAYOUT_ARRAY:
    case GDV_LAYOUT_DICTIONARY:
        return declared_lies(check, node, where);
    case GDV_LAYOUT_TYPED_ARRAY:
        return element_lies(check, node, where);
    case GDV_LAYOUT_NODE_PATH:
        return path_lies(check, node, where);
    case GDV_LAYOUT_STRINGS:
        return texts_lie(check, &second, of->count) ? NULL : word_breaks(WORD_HEAD_STRINGS, node, where);
    case GDV_LAYOUT_SIGNAL:
        return texts_lie(check, &first, 1) && holds(check, second, of->count)
                   ? NULL
                   : word_breaks(WORD_HEAD_SIGNAL, node, where);
    default:
        return NULL;
    }
}

const char *word_heads_lie(const gdv_checking *check, uint32_t *where)
{
    const char *broken = NULL;
    for (uint32_t node = 0; broken == NULL && node < check->count; node += 1) {
        const gdv_node *of = &check->nodes[node];
        if (!is_name(of)) {
            broken = head_lies(check, node, where);
        } else if (!holds(check, (uint64_t)of->offset + 4, of->count)) {
            broken = word_breaks(WORD_HEAD_NAME, node, where);
        }
    }
    return broken;
}

const char *words_of_nodes(const gdv_checking *check, const word_place *ledger, uint32_t *where)
{
    const char *broken = word_nodes_give(check, ledger, where);
    if (broken == NULL) {
        broken = word_nodes_lie(check, ledger, where);
    }
    if (broken == NULL) {
        broken = word_tree_is_whole(check, ledger, where);
    }
    return broken == NULL ? word_heads_lie(check, where) : broken;
}

/* Words of nodes, against the ledger that is computed of them. */
static const char *nodes_keep(const gdv_checking *check, uint32_t *where)
{
    word_place *ledger = malloc(check->count * sizeof *ledger);
    if (ledger == NULL) {
        (void)fputs("tests/proof_words: out of memory\n", stderr);
        abort();
    }
    word_ledger_fill(check, ledger);
    const char *broken = words_of_nodes(check, ledger, where);
    free(ledger);
    return broken;
}

const char *words_of_document(const gdv_document *document, uint32_t *where)
{
    gdv_checking check;
    if (document->count == 0) {
        return NULL;
    }
    if (document->count > GDV_MAX_BYTES) {
        return word_breaks(WORD_TREE_COUNT, 0, where);
    }
    gdv_checking_set(&check, NULL, document);
    const char *broken = word_table_leads(&check, where);
    return broken == NULL ? nodes_keep(&check, where) : broken;
}
