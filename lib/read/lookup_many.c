/* SPDX-License-Identifier: MIT */
/* Finds the values of many text keys in one pass over a dictionary, however many keys are asked for: a server that asks
 * for twenty keys must not look twenty times at each of the hundred thousand pairs that a stranger sent.
 *
 * The keys asked for stand in a table on the stack, by a number of their bytes (digest.h). The packet's keys pass by,
 * and each of a length that is asked for is looked up in it. Whoever knows the numbers may send keys that have one of
 * them: each costs one comparison, which is linear in that key. */
#include <string.h>

#include "../keys/digest.h"
#include "../wire/overlap.h"
#include "lookup.h"

/* Keys asked for in one pass. Of the table's places half are empty at least. */
#define BATCH 64u
#define PLACES 128u
#define NONE BATCH

typedef struct batch {
    gdv_text texts[BATCH];
    uint32_t numbers[BATCH];
    uint8_t same_as[BATCH]; /* the first key of the same text; NONE where there is no text */
    uint8_t places[PLACES]; /* 1 + index of a key; 0 where there is none */
    uint64_t lengths;       /* bit n: some text has n bytes, modulo 64 */
    uint64_t found;         /* bit n: the value of key n is that of a String, or of whatever has no other name */
    uint32_t waiting;       /* texts, each counted once, of which `found` has no bit */
} batch;

static uint64_t bit(size_t number)
{
    return (uint64_t)1 << number % 64;
}

static uint32_t number_of(gdv_text text)
{
    const gdv_cursor in = {(const uint8_t *)text.bytes, (uint32_t)text.size, 0, 0};
    return gdv_fingerprint_text(&in, 0, in.size);
}

/* Where the text stands in the table, or the place where it would stand. */
static uint32_t place_of(const batch *asked, gdv_text text, uint32_t number)
{
    uint32_t place = number % PLACES;
    while (asked->places[place] != 0) {
        uint32_t index = asked->places[place] - 1u;
        if (asked->numbers[index] == number && gdv_same_text(asked->texts[index], text)) {
            break;
        }
        place = (place + 1) % PLACES;
    }
    return place;
}

static void ask(batch *asked, uint32_t index, const char *key)
{
    gdv_text text = gdv_text_of(key);
    uint32_t number = number_of(text);
    uint32_t place = place_of(asked, text, number);
    asked->texts[index] = text;
    asked->numbers[index] = number;
    if (asked->places[place] == 0) {
        asked->places[place] = (uint8_t)(index + 1);
        asked->lengths |= bit(text.size);
        asked->waiting += 1;
    }
    asked->same_as[index] = (uint8_t)(asked->places[place] - 1u);
}

/* Which of the keys asked for a key of the packet is, or NONE. Where engines keep all of a text its length tells most
 * keys from others, without a look at the packet. */
static uint32_t asked_for(const batch *asked, gdv_value key, bool trims)
{
    gdv_text text;
    bool has_length = (asked->lengths & bit(key.document->nodes[key.index].count)) != 0;
    if ((!trims && !has_length) || gdv_to_text(key, &text) != GDV_OK) {
        return NONE;
    }
    uint32_t place = place_of(asked, text, number_of(text));
    return asked->places[place] == 0 ? NONE : asked->places[place] - 1u;
}

/* One pass, which ends early where nothing is left to be found. */
static void look_for(batch *asked, gdv_value container, const gdv_item *item, gdv_value *values)
{
    bool apart = gdv_tells_names_apart(container);
    bool first_is_enough = !gdv_may_repeat(container, item);
    gdv_iterator each;
    gdv_iterate(container, &each);
    while ((asked->waiting > 0 || !first_is_enough) && gdv_iterate_next(&each)) {
        uint32_t index = asked_for(asked, each.key, item->trims);
        if (index == NONE) {
            continue;
        }
        bool final = !apart || gdv_type_of(each.key) != GDV_TYPE_STRING_NAME;
        bool had_final = (asked->found & bit(index)) != 0;
        if (final || !had_final) {
            values[index] = each.value;
        }
        if (final && !had_final) {
            asked->found |= bit(index);
            asked->waiting -= 1;
        }
    }
}

/* At most BATCH keys: how many of them are there. */
static size_t get_batch(gdv_value container, const gdv_item *item, const char *const *keys, gdv_value *values,
                        size_t count)
{
    batch asked;
    size_t there = 0;
    memset(asked.places, 0, sizeof asked.places);
    asked.lengths = 0;
    asked.found = 0;
    asked.waiting = 0;
    for (size_t index = 0; index < count; index += 1) {
        asked.same_as[index] = NONE;
        if (keys[index] != NULL) {
            ask(&asked, (uint32_t)index, keys[index]);
        }
    }
    look_for(&asked, container, item, values);
    for (size_t index = 0; index < count; index += 1) {
        if (asked.same_as[index] != NONE) {
            values[index] = values[asked.same_as[index]];
        }
        there += gdv_exists(values[index]) ? 1u : 0u;
    }
    return there;
}

/* Whether the values would be written over what is read. */
static bool overlaps(gdv_value container, const gdv_item *item, const char *const *keys, const gdv_value *values,
                     size_t count)
{
    const gdv_document *document = container.document;
    const size_t nodes = item->node == NULL ? 0 : document->count;
    const gdv_region regions[] = {{(const void *)keys, count * sizeof *keys, false},
                                  {document, sizeof *document, false},
                                  {nodes == 0 ? NULL : document->nodes, nodes * sizeof *document->nodes, false},
                                  {item->in.bytes, item->in.size, false},
                                  {values, count * sizeof *values, true}};
    return gdv_regions_overlap(regions, 5);
}

size_t gdv_get_many(gdv_value container, const char *const *keys, gdv_value *values, size_t count)
{
    gdv_item item;
    size_t there = 0;
    bool keyed = gdv_item_of(container, &item) && gdv_is_keyed(&item);

    if (keys == NULL || values == NULL || count > GDV_GET_MANY_MAX ||
        gdv_wraps((const void *)keys, count, sizeof *keys) || gdv_wraps(values, count, sizeof *values) ||
        overlaps(container, &item, keys, values, count)) {
        return 0;
    }
    for (size_t index = 0; index < count; index += 1) {
        values[index] = gdv_missing();
    }
    for (size_t done = 0; keyed && done < count; done += BATCH) {
        size_t more = count - done < BATCH ? count - done : BATCH;
        there += get_batch(container, &item, keys + done, values + done, more);
    }
    return there;
}
