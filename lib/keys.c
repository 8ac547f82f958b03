/* SPDX-License-Identifier: MIT */
#include "keys.h"

#include <stdbool.h>
#include <string.h>

#include "equal.h"

/* Up to so many keys are compared pair by pair: fewer instructions than a sort, and no more than 120 comparisons. */
#define FEW 16u

void gdv_keys_start(gdv_keys *keys, void *scratch, size_t size)
{
    size_t room = size / 8;
    keys->scratch = (uint8_t *)scratch;
    keys->room = room < GDV_MAX_BYTES ? (uint32_t)room : GDV_MAX_BYTES;
    keys->used = 0;
    keys->first = 0;
}

/* Entries are moved by memcpy, so that the scratch memory may have any alignment. A key's entry is its fingerprint in the
 * upper half and the offset of its header in the lower. */
static uint64_t get(const gdv_keys *keys, uint32_t index)
{
    uint64_t entry = 0;
    memcpy(&entry, keys->scratch + 8 * (size_t)index, sizeof entry);
    return entry;
}

static void set(gdv_keys *keys, uint32_t index, uint64_t entry)
{
    memcpy(keys->scratch + 8 * (size_t)index, &entry, sizeof entry);
}

static uint32_t offset_of(uint64_t entry)
{
    return (uint32_t)(entry & 0xffffffffu);
}

static uint32_t fingerprint_of(uint64_t entry)
{
    return (uint32_t)(entry >> 32);
}

static gdv_status push(gdv_keys *keys, gdv_scan *scan, uint64_t entry, uint32_t at)
{
    if (keys->used >= keys->room) {
        return gdv_refuse(scan, GDV_E_NO_SPACE, at, 8 * ((uint64_t)keys->used + 1));
    }
    set(keys, keys->used, entry);
    keys->used += 1;
    return GDV_OK;
}

/* Order of entries: by fingerprint and offset, or by content first. Total either way, as offsets differ. */
static bool comes_before(const gdv_scan *scan, uint64_t one, uint64_t other, bool by_content)
{
    if (by_content) {
        int order = gdv_key_order(scan, offset_of(one), offset_of(other));
        if (order != 0) {
            return order < 0;
        }
    }
    return one < other;
}

/* Moves the entry at `root` down a heap of n entries that begins at `base`. */
static void sift(gdv_keys *keys, const gdv_scan *scan, uint32_t base, uint32_t root, uint32_t n, bool by_content)
{
    uint64_t entry = get(keys, base + root);
    uint32_t hole = root;
    while (2 * hole + 1 < n) {
        uint32_t child = 2 * hole + 1;
        if (child + 1 < n && comes_before(scan, get(keys, base + child), get(keys, base + child + 1), by_content)) {
            child += 1;
        }
        uint64_t larger = get(keys, base + child);
        if (!comes_before(scan, entry, larger, by_content)) {
            break;
        }
        set(keys, base + hole, larger);
        hole = child;
    }
    set(keys, base + hole, entry);
}

/* Heap sort: in place, no recursion, and no input makes it slower than n log n. */
static void sort(gdv_keys *keys, const gdv_scan *scan, uint32_t base, uint32_t n, bool by_content)
{
    for (uint32_t root = n / 2; root > 0; root -= 1) {
        sift(keys, scan, base, root - 1, n, by_content);
    }
    for (uint32_t last = n; last > 1; last -= 1) {
        uint64_t largest = get(keys, base);
        set(keys, base, get(keys, base + last - 1));
        set(keys, base + last - 1, largest);
        sift(keys, scan, base, 0, last - 1, by_content);
    }
}

/* The later of two equal keys, or the earlier find. */
static uint32_t later_of(uint64_t one, uint64_t other, uint32_t found)
{
    uint32_t later = offset_of(one) > offset_of(other) ? offset_of(one) : offset_of(other);
    return later < found ? later : found;
}

/* Keys base .. base+n-1, in packet order or not: the lowest offset of a key that equals an earlier one, UINT32_MAX for
 * none. */
static uint32_t repeated_of_few(const gdv_keys *keys, const gdv_scan *scan, uint32_t base, uint32_t n)
{
    uint32_t found = UINT32_MAX;
    for (uint32_t one = 0; one + 1 < n; one += 1) {
        uint64_t entry = get(keys, base + one);
        for (uint32_t other = one + 1; other < n; other += 1) {
            uint64_t candidate = get(keys, base + other);
            if (fingerprint_of(entry) == fingerprint_of(candidate) &&
                gdv_key_order(scan, offset_of(entry), offset_of(candidate)) == 0) {
                found = later_of(entry, candidate, found);
            }
        }
    }
    return found;
}

/* The same for keys that all have one fingerprint; they end up in order of content. */
static uint32_t repeated_of_alike(gdv_keys *keys, const gdv_scan *scan, uint32_t base, uint32_t n)
{
    if (n <= FEW) {
        return repeated_of_few(keys, scan, base, n);
    }
    uint32_t found = UINT32_MAX;
    sort(keys, scan, base, n, true);
    for (uint32_t index = 1; index < n; index += 1) {
        uint64_t one = get(keys, base + index - 1);
        uint64_t other = get(keys, base + index);
        if (gdv_key_order(scan, offset_of(one), offset_of(other)) == 0) {
            found = later_of(one, other, found);
        }
    }
    return found;
}

static uint32_t repeated_of_many(gdv_keys *keys, const gdv_scan *scan, uint32_t base, uint32_t n)
{
    uint32_t found = UINT32_MAX;
    uint32_t begin = 0;
    sort(keys, scan, base, n, false);
    while (begin < n) {
        uint32_t fingerprint = fingerprint_of(get(keys, base + begin));
        uint32_t end = begin + 1;
        while (end < n && fingerprint_of(get(keys, base + end)) == fingerprint) {
            end += 1;
        }
        uint32_t repeated = repeated_of_alike(keys, scan, base + begin, end - begin);
        found = repeated < found ? repeated : found;
        begin = end;
    }
    return found;
}

/* The innermost dictionary has ended: its keys are the entries from `first` on, and below them is where the dictionary
 * around it begins. */
static gdv_status close_dictionary(gdv_keys *keys, gdv_scan *scan)
{
    uint32_t n = keys->used - keys->first;
    uint32_t found =
        n <= FEW ? repeated_of_few(keys, scan, keys->first, n) : repeated_of_many(keys, scan, keys->first, n);
    keys->used = keys->first - 1;
    keys->first = offset_of(get(keys, keys->used));
    if (found != UINT32_MAX) {
        return gdv_refuse(scan, GDV_E_DUPLICATE_KEY, found, 0);
    }
    return GDV_OK;
}

gdv_status gdv_keys_step(gdv_keys *keys, gdv_scan *scan, const gdv_frame *stack, uint32_t depth, gdv_role role,
                         const gdv_event *event)
{
    gdv_status status = GDV_OK;
    if (role == GDV_ROLE_KEY) {
        status = push(keys, scan, ((uint64_t)gdv_key_fingerprint(scan, event) << 32) + event->at, event->at);
    }
    if (status == GDV_OK && event->children > 0 && event->wire->form == GDV_FORM_DICTIONARY) {
        status = push(keys, scan, keys->first, event->at);
        keys->first = keys->used;
    }
    for (uint32_t closed = depth; status == GDV_OK && closed > scan->depth; closed -= 1) {
        if (stack[closed - 1].kind == GDV_FRAME_DICTIONARY) {
            status = close_dictionary(keys, scan);
        }
    }
    return status;
}
