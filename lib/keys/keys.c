/* SPDX-License-Identifier: MIT */
#include "keys.h"

#include <stdbool.h>

#include "../decode/texts.h"
#include "digest.h"
#include "key_compare.h"
#include "key_entries.h"
#include "key_normalize.h"

/* A key's entry is its number above the offset of its header. The entry of an open dictionary, below those of its keys,
 * is the `key` around it above the `first` of the dictionary around it. */

#define NO_KEY UINT32_MAX

#ifdef __FRAMAC__
#include "../proof/keys_c.h"
#endif

void gdv_keys_start(gdv_keys *keys, uint8_t *scratch, size_t size)
{
    size_t room = size / 8;
    keys->end = scratch == NULL ? NULL : scratch + size;
    keys->room = room < GDV_MAX_BYTES ? (uint32_t)room : GDV_MAX_BYTES;
    keys->used = 0;
    keys->first = 0;
    keys->key = 0;
    keys->has_packet = 0;
}

static uint64_t entry_at(const gdv_keys *keys, uint32_t index)
{
    return gdv_entry_at(keys->end, index);
}

static uint32_t offset_at(const gdv_keys *keys, uint32_t index)
{
    return gdv_lower(entry_at(keys, index));
}

/* The next value in a container, after its name if it has one. */
static bool read_child_again(gdv_scan *again, bool named, gdv_token *token)
{
    const uint32_t any_padding = again->table->traits & GDV_TRAIT_TEXT_GARBAGE;
    uint32_t text = 0;
    uint32_t size = 0;
    bool there = !named || gdv_text_read(again, any_padding, &text, &size) == GDV_OK;
    return there && gdv_read_again(again, token);
}

/* Where the packet's value ends, with all that is in it, for policies under which more bytes may follow: 255 values in
 * a megabyte, read one after another, would else hash it 255 times. Part of the value has not been checked yet. Where
 * it is malformed this ends there, as the reading will. */
static uint32_t end_of_value(const gdv_scan *scan)
{
    uint32_t left[GDV_MAX_DEPTH]; /* of each open container: twice its values to come, and 1 if they have names */
    uint32_t depth = 0;
    gdv_scan again;
    gdv_token token;

    gdv_start_again(&again, scan, 0);
    bool more = read_child_again(&again, false, &token);
    /*@ END_OF_VALUE_LOOP */
    while (more) {
        if (token.children > 0 && depth < again.max_depth) {
            left[depth] = 2 * token.children + (token.wire->layout == GDV_LAYOUT_OBJECT ? 1u : 0u);
            depth += 1;
        }
        /*@ END_OF_VALUE_LOOP_2 */
        while (depth > 0 && left[depth - 1] < 2) {
            depth -= 1;
        }
        more = depth > 0;
        if (more) {
            left[depth - 1] -= 2;
            more = read_child_again(&again, left[depth - 1] % 2 != 0, &token);
        }
    }
    return again.in.pos;
}

/* The start of every digest of this packet's keys. Most packets need none. */
static gdv_digest start_of_packet(gdv_keys *keys, const gdv_scan *scan)
{
    if (keys->has_packet == 0) {
        const bool more_may_follow = (scan->permit & GDV_PERMIT_TRAILING) != 0;
        const uint32_t size = more_may_follow ? end_of_value(scan) : scan->in.size;
        const gdv_cursor value = {.bytes = scan->in.bytes, .size = size};
        gdv_digest_packet(&keys->packet, &value);
        keys->has_packet = 1;
    }
    return keys->packet;
}

/* Order of two keys by content, and then by place. */
static bool comes_before(const gdv_levels *spare, const gdv_scan *scan, uint64_t one, uint64_t other)
{
    int order = gdv_key_order(spare, scan, gdv_lower(one), gdv_lower(other));
    return order != 0 ? order < 0 : gdv_lower(one) < gdv_lower(other);
}

/* Moves the entry at `root` down a heap of n entries that begins at `base`. */
static void sift(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t base, uint32_t root,
                 uint32_t n)
{
    uint64_t entry = entry_at(keys, base + root);
    uint32_t hole = root;
    /*@ SIFT_LOOP */
    while (2 * hole + 1 < n) {
        uint32_t child = 2 * hole + 1;
        if (child + 1 < n &&
            comes_before(spare, scan, entry_at(keys, base + child), entry_at(keys, base + child + 1))) {
            child += 1;
        }
        uint64_t larger = entry_at(keys, base + child);
        if (!comes_before(spare, scan, entry, larger)) {
            break;
        }
        gdv_entry_set(keys->end, base + hole, larger);
        hole = child;
    }
    gdv_entry_set(keys->end, base + hole, entry);
}

/* Heap sort: in place, no recursion, and no input makes it slower than n log n. */
static void sort_by_content(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t base, uint32_t n)
{
    /*@ SORT_BY_CONTENT_LOOP */
    for (uint32_t root = n / 2; root > 0; root -= 1) {
        sift(keys, spare, scan, base, root - 1, n);
    }
    /*@ SORT_BY_CONTENT_LOOP_2 */
    for (uint32_t last = n; last > 1; last -= 1) {
        uint64_t largest = entry_at(keys, base);
        gdv_entry_set(keys->end, base, entry_at(keys, base + last - 1));
        gdv_entry_set(keys->end, base + last - 1, largest);
        sift(keys, spare, scan, base, 0, last - 1);
    }
}

static bool all_equal(const gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                      uint32_t stop)
{
    uint32_t index = begin + 1;
    /*@ ALL_EQUAL_LOOP */
    while (index < stop && gdv_key_order(spare, scan, offset_at(keys, begin), offset_at(keys, index)) == 0) {
        index += 1;
    }
    return index >= stop;
}

/* The second lowest offset among two keys or more. */
static uint32_t second_of(const gdv_keys *keys, uint32_t begin, uint32_t stop)
{
    uint32_t first = NO_KEY;
    uint32_t second = NO_KEY;
    /*@ SECOND_OF_LOOP */
    for (uint32_t index = begin; index < stop; index += 1) {
        uint32_t offset = offset_at(keys, index);
        if (offset < first) {
            second = first;
            first = offset;
        } else if (offset < second) {
            second = offset;
        }
    }
    return second;
}

/* Keys that have one number, two or more of them: the lowest offset of a key that equals an earlier one, or NO_KEY.
 * They are equal nearly always; the sort is for those whom chance gave one digest. */
static uint32_t repeated_of_alike(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                                  uint32_t stop)
{
    if (all_equal(keys, spare, scan, begin, stop)) {
        return second_of(keys, begin, stop);
    }
    uint32_t found = NO_KEY;
    if (stop - begin > 2) {
        sort_by_content(keys, spare, scan, begin, stop - begin);
        /*@ REPEATED_OF_ALIKE_LOOP */
        for (uint32_t index = begin + 1; index < stop; index += 1) {
            uint32_t offset = offset_at(keys, index);
            if (offset < found && gdv_key_order(spare, scan, offset_at(keys, index - 1), offset) == 0) {
                found = offset;
            }
        }
    }
    return found;
}

static uint32_t lower_of(uint32_t one, uint32_t other)
{
    return one < other ? one : other;
}

/* Replaces fingerprints by digests, except those of containers, which are digests already. */
static void digest_each(gdv_keys *keys, const gdv_scan *scan, uint32_t begin, uint32_t stop)
{
    gdv_scan again;
    gdv_token token;
    gdv_start_again(&again, scan, 0);
    for (uint32_t index = begin; index < stop; index += 1) {
        uint32_t offset = offset_at(keys, index);
        again.in.pos = offset;
        again.values = 0;
        if (gdv_read_again(&again, &token) && token.children == 0) {
            gdv_digest digest = start_of_packet(keys, scan);
            gdv_digest_value(&digest, scan, &token, true);
            gdv_entry_set(keys->end, index, gdv_entry(gdv_digest_end(&digest), offset));
        }
    }
}

/* Keys that have one fingerprint: two are compared, of more it takes digests to say which. */
static uint32_t repeated_of_suspects(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                                     uint32_t stop)
{
    if (stop - begin == 2) {
        return repeated_of_alike(keys, spare, scan, begin, stop);
    }
    uint32_t found = NO_KEY;
    digest_each(keys, scan, begin, stop);
    gdv_entries_sort(keys->end, begin, stop);
    /*@ REPEATED_OF_SUSPECTS_LOOP */
    for (uint32_t next = begin; begin < stop; begin = next) {
        next = gdv_entries_alike(keys->end, begin, stop);
        if (next - begin > 1) {
            found = lower_of(found, repeated_of_alike(keys, spare, scan, begin, next));
        }
    }
    return found;
}

GDV_COLD static uint32_t repeated_of_all(gdv_keys *keys, const gdv_levels *spare, const gdv_scan *scan, uint32_t begin,
                                         uint32_t stop)
{
    uint32_t found = NO_KEY;
    gdv_entries_sort(keys->end, begin, stop);
    /*@ REPEATED_OF_ALL_LOOP */
    for (uint32_t next = begin; begin < stop; begin = next) {
        next = gdv_entries_alike(keys->end, begin, stop);
        if (next - begin > 1) {
            found = lower_of(found, repeated_of_suspects(keys, spare, scan, begin, next));
        }
    }
    return found;
}

/* The innermost dictionary has ended: its keys are the entries from `first` on. */
static gdv_status close_dictionary(gdv_keys *keys, const gdv_levels *spare, gdv_scan *scan)
{
    uint32_t begin = keys->first;
    uint32_t stop = keys->used;
    if (!gdv_keys_may_repeat(keys->end, &keys->used, &keys->first)) {
        return GDV_OK;
    }
    uint32_t found = repeated_of_all(keys, spare, scan, begin, stop);
    gdv_keys_drop(keys->end, &keys->used, &keys->first);
    return found == NO_KEY ? GDV_OK : gdv_refuse(scan, GDV_E_DUPLICATE_KEY, found, 0);
}

/* A container opens that is the key whose entry was pushed last. What the key around it has been so far waits in that
 * one's entry, as 32 bits. */
static void open_key(gdv_keys *keys, const gdv_scan *scan)
{
    if (keys->key != 0) {
        uint32_t around = keys->key - 1;
        gdv_entry_set(keys->end, around, gdv_entry(gdv_digest_end(&keys->content), offset_at(keys, around)));
    }
    keys->key = keys->used;
    keys->content = start_of_packet(keys, scan);
}

/* It has ended, with all that was in it: `first` is again that of the dictionary whose key it is. The digest of the key
 * around it goes on from its own. */
static void close_key(gdv_keys *keys)
{
    uint32_t number = gdv_digest_end(&keys->content);
    gdv_entry_set(keys->end, keys->key - 1, gdv_entry(number, offset_at(keys, keys->key - 1)));
    keys->key = gdv_upper(entry_at(keys, keys->first - 1));
    if (keys->key != 0) {
        gdv_digest_add(&keys->content, gdv_upper(entry_at(keys, keys->key - 1)));
    }
}

/* Whether the container of level `closed` - 1 was a key: then its dictionary waits for the value. */
static bool was_key(const gdv_stack *stack, uint32_t closed)
{
    return closed > 1 && stack->levels[closed - 2].kind == GDV_LEVEL_DICTIONARY &&
           stack->levels[closed - 2].left % 2 != 0;
}

gdv_status gdv_keys_close(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth)
{
    gdv_status status = GDV_OK;
    for (uint32_t closed = depth; status == GDV_OK && closed > scan->depth; closed -= 1) {
        if (stack->levels[closed - 1].kind == GDV_LEVEL_DICTIONARY) {
            const gdv_levels spare = {stack, closed};
            status = close_dictionary(keys, &spare, scan);
        }
        if (status == GDV_OK && keys->key != 0 && was_key(stack, closed)) {
            close_key(keys);
        }
    }
    return status;
}

gdv_status gdv_keys_note(gdv_keys *keys, gdv_scan *scan, gdv_stack *stack, uint32_t depth, gdv_role role,
                         const gdv_token *token)
{
    gdv_status status = GDV_OK;
    if (role == GDV_ROLE_KEY) {
        uint32_t number = token->children == 0 ? gdv_fingerprint(scan, token) : 0;
        status = gdv_keys_push(keys, scan, gdv_entry(number, token->at), token->at);
        if (status == GDV_OK && token->children > 0) {
            open_key(keys, scan);
        }
    }
    if (status == GDV_OK && keys->key != 0) {
        gdv_digest_value(&keys->content, scan, token, role == GDV_ROLE_KEY);
    }
    if (status == GDV_OK && token->children > 0 && token->wire->layout == GDV_LAYOUT_DICTIONARY) {
        status = gdv_keys_push(keys, scan, gdv_entry(keys->key, keys->first), token->at);
        keys->first = keys->used;
    }
    return status == GDV_OK ? gdv_keys_close(keys, scan, stack, depth) : status;
}
