/* SPDX-License-Identifier: MIT */
#include "key_compare.h"

#include <stdbool.h>

#include "../decode/number.h"
#include "../decode/text.h"
#include "key_normalize.h"

/* A value that is being compared: the scan stands after its header and payload. */
typedef struct side {
    gdv_scan scan;
    gdv_token token;
} side;

#ifdef __FRAMAC__
#include "../proof/key_compare_c.h"
#endif

static int order_of(uint64_t one, uint64_t other)
{
    return one < other ? -1 : one > other ? 1 : 0;
}

/* What equals nothing but itself, by its place; so it equals nothing at all in another packet. */
static int order_of_places(const gdv_scan *one, uint32_t at_one, const gdv_scan *other, uint32_t at_other)
{
    return one->in.bytes == other->in.bytes ? order_of(at_one, at_other) : -1;
}

/* Order of `size` bytes of both packets. Requires them to be inside their packets. */
static int order_of_bytes(const side *one, const side *other, uint32_t at_one, uint32_t at_other, uint32_t size)
{
    return gdv_order_between(&one->scan.in, at_one, &other->scan.in, at_other, size);
}

static int order_of_floats(const side *one, const side *other, uint32_t n)
{
    uint32_t width_one = gdv_component_width(&one->token);
    uint32_t width_other = gdv_component_width(&other->token);
    int order = 0;
    for (uint32_t index = 0; index < n && order == 0; index += 1) {
        uint64_t number = gdv_normal_float(&one->scan, one->token.data + index * width_one, width_one);
        order = order_of(number, gdv_normal_float(&other->scan, other->token.data + index * width_other, width_other));
        if (order == 0 && gdv_normal_is_odd(&one->scan, number)) {
            order = order_of_places(&one->scan, one->token.at, &other->scan, other->token.at);
        }
    }
    return order;
}

/* Components of two payloads that have the same number of them. */
static int order_of_numbers(const side *one, const side *other)
{
    if (gdv_is_float(one->token.wire)) {
        return order_of_floats(one, other, gdv_normal_floats(&one->token));
    }
    return order_of_bytes(one, other, one->token.data, other->token.data, gdv_normal_bytes(&one->token));
}

/* Order of two texts that have been cut to what engines keep. Requires both to be inside their packets. Where lax UTF-8
 * is permitted, two spellings of one code point count as two keys. */
static int order_of_texts(const side *one, const side *other, uint32_t at_one, uint32_t size_one, uint32_t at_other,
                          uint32_t size_other)
{
    int order = order_of(size_one, size_other);
    return order != 0 ? order : order_of_bytes(one, other, at_one, at_other, size_one);
}

/* Order of the texts of two Strings, StringNames, Signals or node paths of the old form. Requires token.count bytes at
 * token.data, inside the packet. */
static int order_of_names(const side *one, const side *other)
{
    uint32_t at_one = one->token.data;
    uint32_t at_other = other->token.data;
    uint32_t size_one = one->token.count;
    uint32_t size_other = other->token.count;
    gdv_text_trim(&one->scan.in, &at_one, &size_one);
    gdv_text_trim(&other->scan.in, &at_other, &size_other);
    return order_of_texts(one, other, at_one, size_one, at_other, size_other);
}

static int order_of_signals(const side *one, const side *other)
{
    int order = order_of_names(one, other);
    return order != 0 ? order : order_of_bytes(one, other, one->token.end - 8, other->token.end - 8, 8);
}

/* n strings in a row, of those that the headers count. Their lengths are read again. */
static int order_of_strings(const side *one, const side *other, uint32_t n)
{
    uint32_t pos_one = one->token.data;
    uint32_t pos_other = other->token.data;
    uint32_t size_one = 0;
    uint32_t size_other = 0;
    int order = 0;
    /*@ ORDER_OF_STRINGS_LOOP */
    for (uint32_t index = 0; index < n && order == 0; index += 1) {
        uint32_t at_one = gdv_normal_text(&one->scan.in, &pos_one, &size_one);
        uint32_t at_other = gdv_normal_text(&other->scan.in, &pos_other, &size_other);
        order = order_of_texts(one, other, at_one, size_one, at_other, size_other);
    }
    return order;
}

static int order_of_counts(const side *one, const side *other)
{
    return order_of(one->token.count, other->token.count);
}

static int order_of_paths(const side *one, const side *other)
{
    uint32_t texts = 0;
    uint32_t texts_other = 0;
    uint64_t shape = gdv_normal_path(&one->scan, &one->token, &texts);
    int order = order_of(shape, gdv_normal_path(&other->scan, &other->token, &texts_other));
    if (order == 0 && shape == 0) {
        return order_of_names(one, other);
    }
    if (order == 0) {
        order = order_of(texts, texts_other);
    }
    return order != 0 ? order : order_of_strings(one, other, texts);
}

/* Events of one type have as many extra words. */
static int order_of_events(const side *one, const side *other)
{
    int order = order_of(gdv_normal_event(&one->scan, &one->token), gdv_normal_event(&other->scan, &other->token));
    for (uint32_t index = 0; index < one->token.count && order == 0; index += 1) {
        order = order_of(gdv_normal_event_word(&one->scan, &one->token, index),
                         gdv_normal_event_word(&other->scan, &other->token, index));
    }
    return order;
}

static int order_of_typed_arrays(const side *one, const side *other)
{
    int order = order_of(one->token.key_id, other->token.key_id);
    return order != 0 ? order : order_of_counts(one, other);
}

/* Nulls first, or the order would not be one. */
static int order_of_identities(const side *one, const side *other)
{
    uint32_t place_one = gdv_normal_identity(&one->scan, &one->token);
    uint32_t place_other = gdv_normal_identity(&other->scan, &other->token);
    if (place_one == 0 || place_other == 0) {
        return order_of(place_one, place_other);
    }
    return order_of_places(&one->scan, place_one, &other->scan, place_other);
}

/* Two values of the same kind, their children aside. */
static int order_of_payloads(const side *one, const side *other)
{
    const gdv_wire_row *wire = one->token.wire;
    int order = 0;

    switch ((gdv_layout)wire->layout) {
    case GDV_LAYOUT_INT:
        return order_of(gdv_normal_int(&one->scan.in, &one->token), gdv_normal_int(&other->scan.in, &other->token));
    case GDV_LAYOUT_BOOL:
        return order_of(gdv_u32_at(&one->scan.in, one->token.data) != 0,
                        gdv_u32_at(&other->scan.in, other->token.data) != 0);
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_FLOAT:
        return order_of_numbers(one, other);
    case GDV_LAYOUT_TEXT:
        return order_of_names(one, other);
    case GDV_LAYOUT_SIGNAL:
        return order_of_signals(one, other);
    case GDV_LAYOUT_NODE_PATH:
        return order_of_paths(one, other);
    case GDV_LAYOUT_ARRAY:
        return order_of_counts(one, other);
    case GDV_LAYOUT_TYPED_ARRAY:
        return order_of_typed_arrays(one, other);
    case GDV_LAYOUT_DICTIONARY:
        return (one->scan.table->traits & GDV_TRAIT_CONTENT_KEYS) != 0 ? order_of_counts(one, other)
                                                                       : order_of_identities(one, other);
    case GDV_LAYOUT_BYTES:
    case GDV_LAYOUT_PACKED:
        order = order_of_counts(one, other);
        return order != 0 ? order : order_of_numbers(one, other);
    case GDV_LAYOUT_STRINGS:
        order = order_of_counts(one, other);
        return order != 0 ? order : order_of_strings(one, other, one->token.count);
    case GDV_LAYOUT_INPUT_EVENT:
        return order_of_events(one, other);
    case GDV_LAYOUT_OBJECT:
    case GDV_LAYOUT_IMAGE:
    case GDV_LAYOUT_COUNT:
        break;
    }
    return order_of_identities(one, other);
}

/* Whether the value to be read next is a key: the whole, or one of a dictionary in it. */
static bool is_key(const gdv_levels *spare, uint32_t depth)
{
    return depth == spare->used || gdv_level_role(&spare->stack->levels[depth - 1]) == GDV_ROLE_KEY;
}

/* A value has been read in the level around it, if any: opens its own, or closes what ended with it. Returns whether
 * there was room, which there is unless the memory changed meanwhile. */
static bool nest(const gdv_levels *spare, uint32_t *depth, const gdv_token *token)
{
    gdv_level *levels = spare->stack->levels;
    if (*depth > spare->used) {
        levels[*depth - 1].left -= 1;
    }
    if (token->children > 0) {
        if (*depth >= GDV_MAX_DEPTH) {
            return false;
        }
        gdv_level_set(&levels[*depth], token);
        *depth += 1;
        return true;
    }
    /*@ NEST_LOOP */
    while (*depth > spare->used && levels[*depth - 1].left == 0) {
        *depth -= 1;
    }
    return true;
}

static int order_of_values(const gdv_levels *spare, const gdv_scan *one_scan, uint32_t one, const gdv_scan *other_scan,
                           uint32_t other)
{
    side first;
    side second;
    gdv_start_again(&first.scan, one_scan, one);
    gdv_start_again(&second.scan, other_scan, other);

    int order = 0;
    uint32_t depth = spare->used;
    bool more = true;
    while (more && order == 0) {
        bool read = gdv_read_again(&first.scan, &first.token) && gdv_read_again(&second.scan, &second.token);
        bool key = is_key(spare, depth);
        if (!read || !nest(spare, &depth, &first.token)) {
            return order_of_places(one_scan, one, other_scan, other);
        }
        order = order_of(gdv_normal_kind(one_scan->table, first.token.wire, key),
                         gdv_normal_kind(other_scan->table, second.token.wire, key));
        if (order == 0) {
            order = order_of_payloads(&first, &second);
        }
        more = depth > spare->used;
    }
    return order;
}

/* Keys are text nearly always, and text that has been read once need not be read again to be compared. */
int gdv_key_order_between(const gdv_levels *spare, const gdv_scan *one_scan, uint32_t one, const gdv_scan *other_scan,
                          uint32_t other)
{
    const gdv_wire_row *row_one = gdv_row_again(one_scan, one);
    const gdv_wire_row *row_other = gdv_row_again(other_scan, other);
    if (gdv_normal_cuts(one_scan) || gdv_normal_cuts(other_scan) || row_one->layout != GDV_LAYOUT_TEXT ||
        row_other->layout != GDV_LAYOUT_TEXT) {
        return order_of_values(spare, one_scan, one, other_scan, other);
    }
    int order =
        order_of(gdv_normal_kind(one_scan->table, row_one, true), gdv_normal_kind(other_scan->table, row_other, true));
    gdv_span text_one;
    gdv_span_at(&one_scan->in, one + 4, &text_one);
    gdv_span text_other;
    gdv_span_at(&other_scan->in, other + 4, &text_other);
    if (order == 0) {
        order = order_of(text_one.size, text_other.size);
    }
    return order != 0 ? order
                      : gdv_order_between(&one_scan->in, text_one.at, &other_scan->in, text_other.at, text_one.size);
}

int gdv_key_order(const gdv_levels *spare, const gdv_scan *scan, uint32_t one, uint32_t other)
{
    return gdv_key_order_between(spare, scan, one, scan, other);
}
