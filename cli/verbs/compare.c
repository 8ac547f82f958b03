/* SPDX-License-Identifier: MIT */
#include "compare.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "../io/say.h"
#include "dump.h"
#include "where.h"

/* --- equality */

static size_t span_of(const tape_node *one)
{
    return one->end - one->offset;
}

static bool is_same(const comparison *now, uint32_t left, uint32_t right)
{
    const tape_node *one = tape_at(&now->left, left);
    const tape_node *other = tape_at(&now->right, right);
    return span_of(one) == span_of(other) &&
           memcmp(now->left.bytes + one->offset, now->right.bytes + other->offset, span_of(one)) == 0;
}

/* Whether two containers are of one type, with all that they declare: their headers are equal but for the count at the
 * end, of which the highest bit says whether a container of Godot 2 is shared. */
static bool is_same_kind(const comparison *now, const tape_node *one, const tape_node *other)
{
    if (one->kind != other->kind || one->kind == TAPE_LEAF || one->header != other->header || one->header < 8) {
        return false;
    }
    const uint8_t *left = now->left.bytes + one->offset;
    const uint8_t *right = now->right.bytes + other->offset;
    return memcmp(left, right, one->header - 4) == 0 && ((left[one->header - 1] ^ right[one->header - 1]) & 0x80u) == 0;
}

/* --- pairs of dictionaries and objects */

/* A key or name with its value. */
typedef struct pair {
    const uint8_t *bytes; /* of the key that tell it from others */
    uint32_t size;
    uint32_t key;
    uint32_t value;
    uint32_t position; /* among all pairs */
    uint32_t match;    /* value of the other side; COMPARE_NONE for none */
    bool text;
} pair;

/* Of the key of Godot 4 that is text the header is left out: a String and a StringName are one key. */
static pair pair_of(const comparison *now, const tape *side, uint32_t key, uint32_t position)
{
    const tape_node *one = tape_at(side, key);
    bool text = one->text && one->kind == TAPE_LEAF && gdv_dialect_family(now->dialect) == GDV_FAMILY_GODOT4;
    uint32_t skipped = text ? 4 : 0;
    return (pair){.bytes = side->bytes + one->offset + skipped,
                  .size = (uint32_t)span_of(one) - skipped,
                  .key = key,
                  .value = one->next,
                  .position = position,
                  .match = COMPARE_NONE,
                  .text = text};
}

static int compare_keys(const pair *one, const pair *other)
{
    if (one->text != other->text) {
        return one->text ? 1 : -1;
    }
    if (one->size != other->size) {
        return one->size > other->size ? 1 : -1;
    }
    return memcmp(one->bytes, other->bytes, one->size);
}

/* Keys that come twice stay in their order: the first of one side belongs to the first of the other. */
static int by_key(const void *left, const void *right)
{
    const pair *one = left;
    const pair *other = right;
    int order = compare_keys(one, other);
    return order != 0 ? order : (one->position > other->position ? 1 : -1);
}

static int by_position(const void *left, const void *right)
{
    const pair *one = left;
    const pair *other = right;
    return one->position > other->position ? 1 : -1;
}

/* Lists the pairs of a container. Returns how many. */
static size_t list_pairs(const comparison *now, const tape *side, uint32_t container, pair *pairs)
{
    uint32_t end = tape_at(side, container)->next;
    uint32_t key = container + 1;
    size_t count = 0;
    while (key < end) {
        pairs[count] = pair_of(now, side, key, (uint32_t)count);
        key = tape_at(side, pairs[count].value)->next;
        count += 1;
    }
    return count;
}

/* Finds for each pair of one side that of the other. Both are sorted by key. */
static void match_pairs(pair *left, size_t left_count, pair *right, size_t right_count)
{
    size_t at = 0;
    for (size_t index = 0; index < left_count; index += 1) {
        while (at < right_count && compare_keys(&right[at], &left[index]) < 0) {
            at += 1;
        }
        if (at < right_count && compare_keys(&right[at], &left[index]) == 0) {
            left[index].match = right[at].value;
            right[at].match = left[index].value;
            at += 1;
        }
    }
}

/* Whether the pairs that both have are in one order. Both are sorted by position. */
static bool is_same_order(const pair *left, size_t left_count, const pair *right, size_t right_count)
{
    size_t at = 0;
    bool same = true;
    for (size_t index = 0; same && index < left_count; index += 1) {
        if (left[index].match != COMPARE_NONE) {
            while (at < right_count && right[at].match == COMPARE_NONE) {
                at += 1;
            }
            same = at < right_count && right[at].value == left[index].match;
            at += 1;
        }
    }
    return same;
}

/* --- items */

static bool push(comparison *now, const compare_item *item)
{
    if (now->count == now->room) {
        size_t room = 2 * now->room + 64;
        compare_item *items = realloc(now->items, room * sizeof *items);
        if (items == NULL) {
            complain("not enough memory to compare");
            return false;
        }
        now->items = items;
        now->room = room;
    }
    now->items[now->count] = *item;
    now->count += 1;
    return true;
}

/* Elements, the last one first: the next item is the last. */
static bool push_elements(comparison *now, const compare_item *around, uint16_t length, bool cut)
{
    uint32_t left_end = tape_at(&now->left, around->left)->next;
    uint32_t right_end = tape_at(&now->right, around->right)->next;
    uint32_t left = around->left + 1;
    uint32_t right = around->right + 1;
    size_t first = now->count;
    bool fine = true;

    for (uint32_t index = 0; fine && (left < left_end || right < right_end); index += 1) {
        bool has_left = left < left_end;
        bool has_right = right < right_end;
        const compare_item item = {.left = has_left ? left : COMPARE_NONE,
                                   .right = has_right ? right : COMPARE_NONE,
                                   .key = COMPARE_NONE,
                                   .index = index,
                                   .length = length,
                                   .cut = cut};
        left = has_left ? tape_at(&now->left, left)->next : left;
        right = has_right ? tape_at(&now->right, right)->next : right;
        if (!has_left || !has_right || !is_same(now, item.left, item.right)) {
            fine = push(now, &item);
        }
    }
    for (size_t low = first, high = now->count; low + 1 < high; low += 1, high -= 1) {
        compare_item swapped = now->items[low];
        now->items[low] = now->items[high - 1];
        now->items[high - 1] = swapped;
    }
    return fine;
}

/* What one side alone has, and what both have; in the order of the left side, then of the right. */
static bool push_matched(comparison *now, const pair *left, size_t left_count, const pair *right, size_t right_count,
                         uint16_t length, bool cut)
{
    bool fine = true;
    for (size_t index = right_count; fine && index > 0; index -= 1) {
        const pair *one = &right[index - 1];
        const compare_item item = {
            .left = COMPARE_NONE, .right = one->value, .key = one->key, .length = length, .cut = cut};
        fine = one->match != COMPARE_NONE || push(now, &item);
    }
    for (size_t index = left_count; fine && index > 0; index -= 1) {
        const pair *one = &left[index - 1];
        const compare_item item = {
            .left = one->value, .right = one->match, .key = one->key, .length = length, .cut = cut};
        bool same = one->match != COMPARE_NONE && is_same(now, one->value, one->match);
        fine = same || push(now, &item);
    }
    return fine;
}

static bool push_pairs(comparison *now, const compare_item *around, uint16_t length, bool cut, bool *ordered)
{
    size_t most = now->left.count + now->right.count; /* more than both have */
    if (!scratch_reserve(&now->pairs, most * sizeof(pair), "these packets")) {
        return false;
    }
    pair *left = now->pairs.bytes;
    size_t left_count = list_pairs(now, &now->left, around->left, left);
    pair *right = left + left_count;
    size_t right_count = list_pairs(now, &now->right, around->right, right);
    qsort(left, left_count, sizeof *left, by_key);
    qsort(right, right_count, sizeof *right, by_key);
    match_pairs(left, left_count, right, right_count);
    qsort(left, left_count, sizeof *left, by_position);
    qsort(right, right_count, sizeof *right, by_position);
    *ordered = is_same_order(left, left_count, right, right_count);
    return push_matched(now, left, left_count, right, right_count, length, cut);
}

/* --- paths */

/* A key that is neither text nor int, as a text dump has it, up to 48 bytes. */
static void other_key(const comparison *now, const tape *side, const tape_node *key, char piece[GDV_PATH_SIZE])
{
    static gdv_reader reader;
    static dump_text form;
    char text[48];
    gdv_policy policy;
    gdv_event event = {.kind = GDV_EVENT_VALUE};

    form.dialect = now->dialect;
    form.to = words_into(text, sizeof text);
    form.to.one_line = true;
    tape_policy(&policy);
    gdv_status status =
        gdv_reader_init(&reader, side->bytes + key->offset, span_of(key), now->dialect, &policy, NULL, 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !form.to.cut) {
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK) {
            dump_text_event(&form, &event);
        }
    }
    (void)snprintf(piece, GDV_PATH_SIZE, "{%.*s%s}", (int)form.to.size, text, form.to.cut ? ".." : "");
}

/* The name of a property has no header: its piece is made of the text itself, which is read as the String that it would
 * be. */
static void name_piece(const tape *side, const tape_node *key, char piece[GDV_PATH_SIZE])
{
    const uint8_t *bytes = side->bytes + key->offset;
    uint32_t size = (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 | (uint32_t)bytes[3] << 24;
    const gdv_text text = {(const char *)bytes + 4, size};
    where_text_piece(piece, text);
}

static void find_piece(const comparison *now, const compare_item *item, char piece[GDV_PATH_SIZE])
{
    static gdv_reader reader;
    gdv_policy policy;
    gdv_event event;
    if (item->key == COMPARE_NONE) {
        (void)snprintf(piece, GDV_PATH_SIZE, "[%" PRIu32 "]", item->index);
        return;
    }
    const tape *side = item->left != COMPARE_NONE ? &now->left : &now->right;
    const tape_node *key = tape_at(side, item->key);
    if (key->kind == TAPE_NAME) {
        name_piece(side, key, piece);
        return;
    }
    tape_policy(&policy);
    bool known =
        key->kind == TAPE_LEAF &&
        gdv_reader_init(&reader, side->bytes + key->offset, span_of(key), now->dialect, &policy, NULL, 0) == GDV_OK &&
        gdv_reader_next(&reader, &event) == GDV_OK && where_key_piece(piece, event.value);
    if (!known) {
        other_key(now, side, key, piece);
    }
}

/* The path of an item, after that of what is around it, which is still in place. *cut tells whether it ends in "...". */
static uint16_t find_path(comparison *now, const compare_item *item, bool *cut)
{
    char piece[GDV_PATH_SIZE] = "";
    size_t length = item->length;
    *cut = item->cut;
    if (!item->outermost && !item->cut) {
        find_piece(now, item, piece);
        *cut = strlen(piece) > GDV_PATH_SIZE - sizeof "..." - length;
        (void)snprintf(now->path + length, GDV_PATH_SIZE - length, "%s", *cut ? "..." : piece);
        return (uint16_t)strlen(now->path);
    }
    now->path[length] = '\0';
    return (uint16_t)length;
}

/* --- the comparison */

static bool compare_item_of(comparison *now, const compare_item *item, compare_handler *handle, void *state)
{
    bool cut = false;
    bool ordered = true;
    compare_event found = {now->path, item->left, item->right, false};
    uint16_t length = find_path(now, item, &cut);

    if (item->left == COMPARE_NONE || item->right == COMPARE_NONE) {
        handle(state, &found);
        return true;
    }
    const tape_node *left = tape_at(&now->left, item->left);
    const tape_node *right = tape_at(&now->right, item->right);
    if (!is_same_kind(now, left, right)) {
        if (!is_same(now, item->left, item->right)) {
            handle(state, &found);
        }
        return true;
    }
    if (left->kind == TAPE_ARRAY) {
        return push_elements(now, item, length, cut);
    }
    bool fine = push_pairs(now, item, length, cut, &ordered);
    if (fine && !ordered && now->order) {
        found.order = true;
        handle(state, &found);
    }
    return fine;
}

bool compare_tapes(comparison *now, bool has_left, bool has_right, compare_handler *handle, void *state)
{
    const compare_item whole = {.left = has_left ? 0 : COMPARE_NONE,
                                .right = has_right ? 0 : COMPARE_NONE,
                                .key = COMPARE_NONE,
                                .outermost = true};
    bool fine = true;
    now->count = 0;
    fine = push(now, &whole);
    while (fine && now->count > 0 && !out_failed()) {
        now->count -= 1;
        compare_item item = now->items[now->count];
        fine = compare_item_of(now, &item, handle, state);
    }
    return fine;
}

void compare_free(comparison *now)
{
    scratch_free(&now->left.nodes);
    scratch_free(&now->right.nodes);
    scratch_free(&now->pairs);
    free(now->items);
    now->items = NULL;
    now->room = 0;
}
