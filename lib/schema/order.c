/* SPDX-License-Identifier: MIT */
/* Heapsort, as it needs neither memory nor recursion, and no order of what it sorts makes it slow. */
#include "order.h"

#include <string.h>

static int32_t order_of_sizes(uint32_t one, uint32_t other)
{
    return (one > other) - (one < other);
}

int32_t gdv_order_texts(const uint8_t *one, uint32_t one_size, const uint8_t *other, uint32_t other_size)
{
    const uint32_t size = one_size < other_size ? one_size : other_size;
    uint32_t same = 0; /* a loop of its own: compilers make a call of bcmp out of memcmp() == 0 */
    while (same < size && one[same] == other[same]) {
        same += 1;
    }
    return same < size ? order_of_sizes(one[same], other[same]) : order_of_sizes(one_size, other_size);
}

int32_t gdv_order_places(gdv_place one, gdv_place other)
{
    int32_t order = order_of_sizes(one.source, other.source);
    order = order != 0 ? order : order_of_sizes(one.line, other.line);
    return order != 0 ? order : order_of_sizes(one.column, other.column);
}

static double double_of_number(uint64_t bits)
{
    double number = 0.0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

static int64_t int_of_number(uint64_t bits)
{
    int64_t number = 0;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Requires two of one kind. */
static int32_t order_of_entries(const gdv_draft *draft, const gdv_listed *one, const gdv_listed *other)
{
    if (one->kind == GDV_ENTRY_TEXT) {
        return gdv_order_texts(draft->pool + one->at, one->size, draft->pool + other->at, other->size);
    }
    if (one->kind == GDV_ENTRY_FLOAT) {
        double a = double_of_number(one->number);
        double b = double_of_number(other->number);
        return (a > b) - (a < b);
    }
    int64_t a = int_of_number(one->number);
    int64_t b = int_of_number(other->number);
    return (a > b) - (a < b);
}

/* Entries, and perhaps an order: then that is sorted and not they. */
typedef struct sorting {
    const gdv_draft *draft;
    gdv_listed *moved;
    const gdv_listed *entries;
    uint32_t *order;
} sorting;

static uint32_t entry_sorted_at(const sorting *of, uint32_t index)
{
    return of->order != NULL ? of->order[index] : index;
}

static const gdv_listed *sorted_at(const sorting *of, uint32_t index)
{
    return &of->entries[entry_sorted_at(of, index)];
}

/* Whether one comes before the other; of equal ones the earlier in the text. */
static bool stands_before(const sorting *of, uint32_t one, uint32_t other)
{
    const gdv_listed *a = sorted_at(of, one);
    const gdv_listed *b = sorted_at(of, other);
    int32_t order = order_of_entries(of->draft, a, b);
    order = order != 0 ? order : gdv_order_places(a->place, b->place);
    return order < 0;
}

static void swap(const sorting *of, uint32_t one, uint32_t other)
{
    if (of->order != NULL) {
        uint32_t kept = of->order[one];
        of->order[one] = of->order[other];
        of->order[other] = kept;
    } else {
        gdv_listed kept = of->moved[one];
        of->moved[one] = of->moved[other];
        of->moved[other] = kept;
    }
}

/* Lets what is at `index` sink to its place in the heap of `count`. */
static void sink(const sorting *of, uint32_t index, uint32_t count)
{
    uint32_t at = index;
    uint32_t below = 2 * at + 1;
    while (below < count) {
        below += below + 1 < count && stands_before(of, below, below + 1) ? 1 : 0;
        if (!stands_before(of, at, below)) {
            return;
        }
        swap(of, at, below);
        at = below;
        below = 2 * at + 1;
    }
}

static void sort(const sorting *of, uint32_t count)
{
    uint32_t index = count;
    while (index != 0) {
        index -= 1;
        sink(of, index, count);
    }
    for (uint32_t left = count; left != 0; left -= 1) {
        swap(of, 0, left - 1);
        sink(of, 0, left - 1);
    }
}

/* The first one in order that equals the one before it. */
static uint32_t twin(const sorting *of, uint32_t count, uint32_t *first)
{
    for (uint32_t index = 1; index < count; index += 1) {
        const gdv_listed *one = sorted_at(of, index - 1);
        const gdv_listed *other = sorted_at(of, index);
        if (order_of_entries(of->draft, one, other) == 0) {
            *first = entry_sorted_at(of, index - 1);
            return entry_sorted_at(of, index);
        }
    }
    return GDV_NONE;
}

uint32_t gdv_order_by_text(const gdv_draft *draft, const gdv_listed *entries, uint32_t *order, uint32_t count,
                           uint32_t *first)
{
    const sorting of = {draft, NULL, entries, order};
    for (uint32_t index = 0; index < count; index += 1) {
        order[index] = index;
    }
    sort(&of, count);
    return twin(&of, count, first);
}

uint32_t gdv_order_by_number(const gdv_draft *draft, gdv_listed *entries, uint32_t count, uint32_t *first)
{
    const sorting of = {draft, entries, entries, NULL};
    sort(&of, count);
    return twin(&of, count, first);
}

bool gdv_order_rule(gdv_draft *draft, const gdv_rule *rule, gdv_mistake_kind twice)
{
    uint32_t texts = rule->count - rule->number_count;
    gdv_listed *entries = draft->entries + rule->first;
    uint32_t first = 0;
    uint32_t second = gdv_order_by_text(draft, entries, draft->order + rule->first, texts, &first);
    if (second == GDV_NONE) {
        entries += texts;
        second = gdv_order_by_number(draft, entries, rule->number_count, &first);
    }
    if (second != GDV_NONE) {
        draft->fault.other = entries[first].place;
        return gdv_draft_fails(draft, twice, entries[second].place);
    }
    return true;
}

uint32_t gdv_order_find(const gdv_draft *draft, const gdv_rule *rule, const gdv_listed *like)
{
    const bool text = like->kind == GDV_ENTRY_TEXT;
    const uint32_t texts = rule->count - rule->number_count;
    const uint32_t *order = draft->order + rule->first;
    const uint32_t count = text ? texts : rule->number_count;
    uint32_t first = 0;
    uint32_t end = count;
    while (first < end) { /* it is the first of these, or none, that is not below `like` */
        uint32_t middle = first + (end - first) / 2;
        uint32_t entry = rule->first + (text ? order[middle] : texts + middle);
        if (order_of_entries(draft, like, &draft->entries[entry]) > 0) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    if (first == count) {
        return GDV_NONE;
    }
    uint32_t found = rule->first + (text ? order[first] : texts + first);
    return order_of_entries(draft, like, &draft->entries[found]) == 0 ? found : GDV_NONE;
}
