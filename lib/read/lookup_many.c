/* SPDX-License-Identifier: MIT */
/* Finds the values of many text keys in one pass over a dictionary, however many keys are asked for: a server that asks
 * for twenty keys must not look twenty times at each of the hundred thousand pairs that a stranger sent.
 *
 * The keys asked for stand in a table on the stack, by a number of their bytes (digest.h). The packet's keys pass by,
 * and each whose length a wanted key has is looked up in it. A sender who knows the numbers may send keys that have one
 * of them: each costs one comparison, which is linear in that key. */
#include <string.h>

#include "../keys/digest.h"
#include "../wire/overlap.h"
#include "lookup.h"

/* Keys asked for in one pass. Of the table's places half are empty at least. */
#define BATCH 64u
#define PLACES 128u
#define NO_ROW BATCH

typedef struct batch {
    gdv_text texts[BATCH];
    uint32_t numbers[BATCH];
    uint8_t same_as[BATCH]; /* the first key of the same text; NO_ROW where there is no text */
    uint8_t places[PLACES]; /* 1 + index of a key; 0 where there is none */
    uint64_t lengths;       /* bit n: some text has n bytes, modulo 64 */
    uint64_t found;         /* bit n: the value of key n is that of a String, or of whatever has no other name */
    uint32_t waiting;       /* texts, each counted once, of which `found` has no bit */
} batch;

static uint64_t bit(size_t number)
{
    return (uint64_t)1 << number % 64;
}

uint32_t gdv_text_number(gdv_text text)
{
    const gdv_cursor in = {(const uint8_t *)text.bytes, (uint32_t)text.size, 0, 0};
    return gdv_fingerprint_text(&in, 0, in.size);
}

/* Where the text stands in the table, or the place where it would stand. */
static uint32_t place_of(const batch *args, gdv_text text, uint32_t number)
{
    uint32_t place = number % PLACES;
    while (args->places[place] != 0) {
        uint32_t index = args->places[place] - 1u;
        if (args->numbers[index] == number && gdv_same_text(args->texts[index], text)) {
            break;
        }
        place = (place + 1) % PLACES;
    }
    return place;
}

static void ask(batch *args, uint32_t index, const char *key)
{
    gdv_text text = gdv_text_of(key);
    uint32_t number = gdv_text_number(text);
    uint32_t place = place_of(args, text, number);
    args->texts[index] = text;
    args->numbers[index] = number;
    if (args->places[place] == 0) {
        args->places[place] = (uint8_t)(index + 1);
        args->lengths |= bit(text.size);
        args->waiting += 1;
    }
    args->same_as[index] = (uint8_t)(args->places[place] - 1u);
}

/* Which of the keys asked for a key of the packet is, or NO_ROW. Where engines keep all of a text its length tells most
 * keys from others, without a look at the packet. */
static uint32_t asked_for(const batch *args, gdv_value key, bool trims)
{
    gdv_text text;
    bool has_length = (args->lengths & bit(key.document->nodes[key.index].count)) != 0;
    if ((!trims && !has_length) || gdv_to_text(key, &text) != GDV_OK) {
        return NO_ROW;
    }
    uint32_t place = place_of(args, text, gdv_text_number(text));
    return args->places[place] == 0 ? NO_ROW : args->places[place] - 1u;
}

/* One pass, which ends early where nothing is left to be found. */
static void look_for(batch *args, gdv_value container, const gdv_resolved *resolved, gdv_value *values)
{
    bool apart = gdv_tells_names_apart(container.document);
    bool first_is_enough = !gdv_may_repeat(container.document, resolved->wire->layout);
    gdv_iterator each;
    gdv_iterate(container, &each);
    while ((args->waiting > 0 || !first_is_enough) && gdv_iterate_next(&each)) {
        uint32_t index = asked_for(args, each.key, resolved->trims);
        if (index == NO_ROW) {
            continue;
        }
        bool final = !apart || gdv_type_of(each.key) != GDV_TYPE_STRING_NAME;
        bool had_final = (args->found & bit(index)) != 0;
        if (final || !had_final) {
            values[index] = each.value;
        }
        if (final && !had_final) {
            args->found |= bit(index);
            args->waiting -= 1;
        }
    }
}

/* At most BATCH keys: how many of them are there. */
static size_t get_batch(gdv_value container, const gdv_resolved *resolved, const char *const *keys, gdv_value *values,
                        size_t count)
{
    batch args;
    size_t there = 0;
    memset(args.places, 0, sizeof args.places);
    args.lengths = 0;
    args.found = 0;
    args.waiting = 0;
    for (size_t index = 0; index < count; index += 1) {
        args.same_as[index] = NO_ROW;
        if (keys[index] != NULL) {
            ask(&args, (uint32_t)index, keys[index]);
        }
    }
    look_for(&args, container, resolved, values);
    for (size_t index = 0; index < count; index += 1) {
        if (args.same_as[index] != NO_ROW) {
            values[index] = values[args.same_as[index]];
        }
        there += gdv_exists(values[index]) ? 1u : 0u;
    }
    return there;
}

/* Whether the values would be written over what is read. */
static bool overlaps(gdv_value container, const gdv_resolved *resolved, const char *const *keys,
                     const gdv_value *values, size_t count)
{
    const gdv_document *document = container.document;
    const size_t nodes = resolved->node == NULL ? 0 : document->count;
    const gdv_region regions[] = {{(const void *)keys, count * sizeof *keys, false},
                                  {document, sizeof *document, false},
                                  {nodes == 0 ? NULL : document->nodes, nodes * sizeof *document->nodes, false},
                                  {resolved->in.bytes, resolved->in.size, false},
                                  {values, count * sizeof *values, true}};
    return gdv_regions_overlap(regions, 5);
}

size_t gdv_get_many(gdv_value container, const char *const *keys, gdv_value *values, size_t count)
{
    gdv_resolved resolved;
    size_t there = 0;
    bool keyed = gdv_resolve(container, &resolved) && gdv_is_keyed(resolved.wire->layout);

    if (keys == NULL || values == NULL || count > GDV_GET_MANY_MAX ||
        gdv_wraps((const void *)keys, count, sizeof *keys) || gdv_wraps(values, count, sizeof *values) ||
        overlaps(container, &resolved, keys, values, count)) {
        return 0;
    }
    for (size_t index = 0; index < count; index += 1) {
        values[index] = gdv_missing();
    }
    for (size_t done = 0; keyed && done < count; done += BATCH) {
        size_t more = count - done < BATCH ? count - done : BATCH;
        there += get_batch(container, &resolved, keys + done, values + done, more);
    }
    return there;
}
