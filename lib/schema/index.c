/* SPDX-License-Identifier: MIT */
#include "index.h"

#ifdef __FRAMAC__
#include "../proof/index_c.h"
#endif

bool gdv_index_is(const gdv_cursor *in, uint32_t at, const char *text, uint32_t size)
{
    return gdv_same_at(in, at, text, size);
}

/* Where a text of a hash is looked for: its own place, and after so many probes those after it, around the end. Requires
 * fewer than GDV_FORM_PROBES, and a power of two of places. */
static uint32_t place_after(uint32_t hash, uint32_t probe, uint32_t places)
{
    return (hash % GDV_FORM_MAX_SIZE + probe) & (places - 1);
}

uint32_t gdv_index_find(const gdv_schema *schema, const gdv_rule *rule, const gdv_cursor *in, uint32_t at,
                        uint32_t size)
{
    const gdv_form_slot *slots = schema->slots + rule->slots;
    const uint32_t places = gdv_bit(rule->bits);
    const uint32_t hash = gdv_index_hash(rule->seed, in, at, size);
    /*@ GDV_INDEX_PROBES */
    for (uint32_t probe = 0; probe < GDV_FORM_PROBES; probe += 1) {
        const gdv_form_slot *slot = &slots[place_after(hash, probe, places)];
        if (slot->entry == 0) {
            return GDV_NONE;
        }
        const gdv_form_text *text = &schema->texts[rule->texts + slot->entry - 1];
        if (slot->hash == hash && text->size == size && gdv_index_is(in, at, schema->pool + text->at, size)) {
            return slot->entry - 1;
        }
    }
    return GDV_NONE;
}

uint32_t gdv_index_number(const uint64_t *numbers, uint32_t count, int64_t number)
{
    uint32_t first = 0;
    uint32_t left = count;
    /*@ GDV_INDEX_NUMBER_LOOP */
    while (left > 1) { /* it is among numbers[first .. first + left - 1], or nowhere */
        uint32_t half = left / 2;
        first += gdv_signed64(numbers[first + half]) <= number ? half : 0;
        left -= half;
    }
    return left == 1 && gdv_signed64(numbers[first]) == number ? first : GDV_NONE;
}

uint32_t gdv_index_bits(uint32_t count)
{
    uint32_t bits = 0;
    /*@ GDV_INDEX_BITS_LOOP */
    while (gdv_bit(bits) < 2 * count && bits < GDV_FORM_MAX_BITS) {
        bits += 1;
    }
    return bits;
}

/* gdv_index_hash of a text of the schema. */
static uint32_t hash_of(uint32_t seed, const char *text, uint32_t size)
{
    const gdv_cursor in = {(const uint8_t *)text, size, 0, 0};
    return gdv_index_hash(seed, &in, 0, size);
}

/* The nearest free place after a text's own; GDV_NONE where it would lie too far away. */
static uint32_t free_place(const gdv_form_slot *slots, uint32_t places, uint32_t hash)
{
    /*@ GDV_INDEX_PROBES */
    for (uint32_t probe = 0; probe < GDV_FORM_PROBES; probe += 1) {
        uint32_t place = place_after(hash, probe, places);
        if (slots[place].entry == 0) {
            return place;
        }
    }
    return GDV_NONE;
}

bool gdv_index_texts(gdv_form_slot *slots, uint32_t bits, uint32_t seed, const gdv_form_text *texts, uint32_t count,
                     const char *pool)
{
    const uint32_t places = gdv_bit(bits);
    /*@ GDV_INDEX_TEXTS_FREE */
    for (uint32_t place = 0; place < places; place += 1) {
        slots[place].hash = 0;
        slots[place].entry = 0;
    }
    /*@ GDV_INDEX_TEXTS_LOOP */
    for (uint32_t index = 0; index < count; index += 1) {
        /*@ GDV_INDEX_TEXTS_KEPT */
        const uint32_t hash = hash_of(seed, pool + texts[index].at, texts[index].size);
        const uint32_t place = free_place(slots, places, hash);
        if (place == GDV_NONE) {
            return false;
        }
        slots[place].hash = hash;
        slots[place].entry = index + 1;
    }
    return true;
}
