/* SPDX-License-Identifier: MIT */
/* Words of the tree that a document's nodes are: the ledger of lib/proof/checking.h, which is computed here from where nodes
 * end, and its macros, fact by fact. */
#include "tests/support/proof_words_part.h"

#include "lib/schema/checking.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- the ledger ---- */

void word_ledger_fill(const gdv_checking *check, word_place *ledger)
{
    int64_t home = -1;   /* the container that is open */
    int64_t before = -1; /* the node before, of those that are directly in it */
    for (uint32_t node = 0; node < check->count; node += 1) {
        while (home >= 0 && node >= ledger[home].end) {
            before = home;
            home = ledger[home].in;
        }
        const bool nested = home >= 0;
        ledger[node].end = gdv_node_after(check->nodes, node);
        ledger[node].in = home;
        ledger[node].depth = nested ? ledger[home].depth + 1 : 0;
        ledger[node].side = nested && before >= 0 ? 1 - ledger[before].side : 0;
        const bool opens = ledger[node].end > (int64_t)node + 1;
        before = opens ? -1 : (int64_t)node;
        home = opens ? (int64_t)node : home;
    }
}

/* ---- facts ---- */

/* What a fact is asked of. */
typedef struct tree {
    const gdv_checking *check;
    const word_place *ledger;
    uint32_t *where;
} tree;

/* A fact of a node: NULL where it holds. Each reads only what those before it in their tables say is there. */
typedef const char *fact(const tree *of, uint32_t node);

static const char *first_broken(const conjunct *all, size_t count, const tree *of, uint32_t node)
{
    return word_first_broken(all, count, node, of->where);
}

static bool is_name(const tree *of, uint32_t node)
{
    return of->check->nodes[node].id == GDV_NODE_NAME;
}

static bool is_short(const tree *of, uint32_t node)
{
    return (of->check->nodes[node].flags & GDV_TOKEN_SHORT) != 0;
}

/* Whether a node, which may be -1, has a row of that layout. */
static bool is_of(const tree *of, int64_t node, uint32_t layout)
{
    const gdv_wire_table *table = of->check->table;
    const uint32_t id = node >= 0 ? of->check->nodes[node].id : table->count;
    return id < table->count && table->types[id].layout == layout;
}

/* GDV_HAS_VALUES. */
static bool has_values(const tree *of, int64_t node)
{
    return is_of(of, node, GDV_LAYOUT_ARRAY) || is_of(of, node, GDV_LAYOUT_TYPED_ARRAY) ||
           is_of(of, node, GDV_LAYOUT_DICTIONARY);
}

/* GDV_IS_UNDER. */
static bool is_under(const tree *of, int64_t child, int64_t node)
{
    return node < child && child < of->ledger[node].end && of->ledger[child].in == node;
}

static const char *ends(const tree *of, uint32_t node)
{
    const word_place *own = &of->ledger[node];
    const bool is_placed = own->in >= -1 && own->in < (int64_t)node;
    const bool nested = is_placed && own->in >= 0;
    const conjunct all[] = {
        {own->end > (int64_t)node && own->end <= (int64_t)of->check->count, WORD_ENDS_NODES},
        {is_placed, WORD_ENDS_IN},
        {own->depth >= 0 && own->depth <= GDV_MAX_DEPTH, WORD_ENDS_DEPTH},
        {own->depth == (nested ? of->ledger[own->in].depth + 1 : 0), WORD_ENDS_DEEPER},
        {!nested || own->end <= of->ledger[own->in].end, WORD_ENDS_WITHIN},
    };
    return first_broken(all, COUNT_OF(all), of, node);
}

static const char *leads_on(const tree *of, uint32_t node)
{
    const word_place *own = &of->ledger[node];
    const bool nested = own->in >= 0;
    const bool last = nested && own->end == of->ledger[own->in].end;
    const bool next = nested && !last && is_under(of, own->end, own->in);
    const bool key = nested && own->side == 0 && is_of(of, own->in, GDV_LAYOUT_DICTIONARY);
    const bool outermost = !nested && own->end < (int64_t)of->check->count;
    const conjunct all[] = {
        {!nested || last || (next && of->ledger[own->end].side == 1 - own->side), WORD_LEADS_ON_NEXT},
        {!key || !last, WORD_LEADS_ON_KEY},
        {!outermost || of->ledger[own->end].in == -1, WORD_LEADS_ON_OUTERMOST},
    };
    return first_broken(all, COUNT_OF(all), of, node);
}

static const char *is_value(const tree *of, uint32_t node)
{
    const int64_t in = of->ledger[node].in;
    const bool element = in >= 0 && has_values(of, in);
    const conjunct named[] = {
        {in >= 0 || !is_name(of, node), WORD_VALUE_OUTERMOST},
        {!element || !is_name(of, node), WORD_VALUE_ELEMENT},
    };
    const conjunct short_form[] = {{!element || !is_short(of, node), WORD_VALUE_SHORT}};
    const char *broken = first_broken(named, COUNT_OF(named), of, node);
    if (broken == NULL && (in < 0 || element)) {
        broken = word_node_lies(of->check, node, of->where);
    }
    return broken == NULL ? first_broken(short_form, COUNT_OF(short_form), of, node) : broken;
}

/* GDV_LEADS_IN, GDV_IS_FILLED, GDV_IS_LONE: each says something of layouts, and so nothing of what has no row. */
static const char *holds(const tree *of, uint32_t node)
{
    const int64_t first = (int64_t)node + 1;
    const bool empty = of->ledger[node].end == first;
    const bool plain = !is_short(of, node);
    const bool leads = plain && has_values(of, node) && !empty;
    const bool filled = plain && is_of(of, node, GDV_LAYOUT_ARRAY) && of->check->nodes[node].count > 0;
    const bool lone = !plain || is_of(of, node, GDV_LAYOUT_TEXT) || is_of(of, node, GDV_LAYOUT_INT);
    const conjunct all[] = {
        {!leads || (is_under(of, first, node) && of->ledger[first].side == 0), WORD_LEADS_IN},
        {!filled || first < of->ledger[node].end, WORD_FILLED},
        {!lone || empty, WORD_LONE},
    };
    return first_broken(all, COUNT_OF(all), of, node);
}

static const char *lies_somewhere(const tree *of, uint32_t node)
{
    const gdv_node *own = &of->check->nodes[node];
    const conjunct all[] = {
        {own->offset <= of->check->in.size, WORD_NODES_OFFSET},
        {own->id == GDV_NODE_NAME || own->id < of->check->table->count, WORD_NODES_ID},
    };
    return first_broken(all, COUNT_OF(all), of, node);
}

static const char *holds_deeper(const tree *of, uint32_t node)
{
    const char *broken = NULL;
    for (uint32_t inner = node + 1; broken == NULL && inner < of->ledger[node].end; inner += 1) {
        const conjunct deeper = {of->ledger[node].depth < of->ledger[inner].depth, WORD_NODES_DEEPER};
        broken = first_broken(&deeper, 1, of, inner);
    }
    return broken;
}

static const char *only_containers_hold(const tree *of, uint32_t node)
{
    const bool empty = of->ledger[node].end == (int64_t)node + 1;
    const conjunct leaf = {empty || has_values(of, node) || is_of(of, node, GDV_LAYOUT_OBJECT), WORD_TREE_LEAF};
    return first_broken(&leaf, 1, of, node);
}

static const char *is_in_object(const tree *of, uint32_t node)
{
    const word_place *own = &of->ledger[node];
    const bool property = is_of(of, own->in, GDV_LAYOUT_OBJECT);
    const bool name = property && own->side == 0;
    const conjunct all[] = {
        {is_name(of, node) == name, WORD_TREE_NAME},
        {!name || own->end != of->ledger[own->in].end, WORD_TREE_PAIRS},
        {!property || !is_short(of, node), WORD_TREE_SHORT},
    };
    return first_broken(all, COUNT_OF(all), of, node);
}

static const char *lies(const tree *of, uint32_t node)
{
    return is_name(of, node) ? NULL : word_node_lies(of->check, node, of->where);
}

/* Each fact of all nodes before the next fact. */
static const char *all_hold(const tree *of, fact *const *facts, size_t count)
{
    const char *broken = NULL;
    for (size_t index = 0; broken == NULL && index < count; index += 1) {
        for (uint32_t node = 0; broken == NULL && node < of->check->count; node += 1) {
            broken = facts[index](of, node);
        }
    }
    return broken;
}

const char *word_nodes_give(const gdv_checking *check, const word_place *ledger, uint32_t *where)
{
    static fact *const facts[] = {ends, leads_on, is_value, holds};
    return all_hold(&(tree){check, ledger, where}, facts, COUNT_OF(facts));
}

const char *word_nodes_lie(const gdv_checking *check, const word_place *ledger, uint32_t *where)
{
    static fact *const facts[] = {lies_somewhere, holds_deeper};
    return all_hold(&(tree){check, ledger, where}, facts, COUNT_OF(facts));
}

const char *word_tree_is_whole(const gdv_checking *check, const word_place *ledger, uint32_t *where)
{
    static fact *const facts[] = {only_containers_hold, is_in_object, lies};
    return all_hold(&(tree){check, ledger, where}, facts, COUNT_OF(facts));
}
