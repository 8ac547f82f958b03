/* SPDX-License-Identifier: MIT */
#include "index.h"

#include <string.h>

#ifdef __FRAMAC__
#include "../proof/index_c.h"
#endif

bool gdv_index_is(const gdv_cursor *in, uint32_t at, const char *text, uint32_t size)
{
    return gdv_index_same(in, at, text, size);
}

uint32_t gdv_index_find(const gdv_schema *schema, const gdv_rule *rule, const gdv_cursor *in, uint32_t at,
                        uint32_t size)
{
    const gdv_form_slot *slots = schema->slots + rule->slots;
    const uint32_t last = gdv_bit(rule->bits) - 1;
    const uint32_t hash = gdv_index_hash(rule->seed, in, at, size);
    for (uint32_t probe = 0; probe < GDV_FORM_PROBES; probe += 1) {
        const gdv_form_slot *slot = &slots[(hash % GDV_FORM_MAX_SIZE + probe) & last];
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

/* The nearest free place after a text's own; GDV_NONE where it would lie too far away. */
static uint32_t free_place(const gdv_form_slot *slots, uint32_t last, uint32_t hash)
{
    for (uint32_t probe = 0; probe < GDV_FORM_PROBES; probe += 1) {
        uint32_t place = (hash % GDV_FORM_MAX_SIZE + probe) & last;
        if (slots[place].entry == 0) {
            return place;
        }
    }
    return GDV_NONE;
}

bool gdv_index_texts(gdv_form_slot *slots, uint32_t bits, uint32_t seed, const gdv_form_text *texts, uint32_t count,
                     const char *pool)
{
    const uint32_t last = gdv_bit(bits) - 1;
    memset(slots, 0, sizeof *slots * (last + 1));
    for (uint32_t index = 0; index < count; index += 1) {
        const gdv_cursor in = {(const uint8_t *)pool + texts[index].at, texts[index].size, 0, 0};
        const uint32_t hash = gdv_index_hash(seed, &in, 0, in.size);
        const uint32_t place = free_place(slots, last, hash);
        if (place == GDV_NONE) {
            return false;
        }
        slots[place].hash = hash;
        slots[place].entry = index + 1;
    }
    return true;
}
