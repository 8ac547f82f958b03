/* SPDX-License-Identifier: MIT */
#include "index.h"

#include <string.h>

uint32_t gdv_index_bits(uint32_t count)
{
    uint32_t bits = 0;
    while (gdv_bit(bits) < 2 * count && bits < GDV_FORM_MAX_BITS) {
        bits += 1;
    }
    return bits;
}

bool gdv_index_texts(gdv_form_slot *slots, uint32_t bits, uint32_t seed, const gdv_form_text *texts, uint32_t count,
                     const char *pool)
{
    const uint32_t last = gdv_bit(bits) - 1;
    bool fits = true;
    memset(slots, 0, sizeof *slots * (last + 1));
    for (uint32_t index = 0; fits && index < count; index += 1) {
        const gdv_cursor in = {(const uint8_t *)pool + texts[index].at, texts[index].size, 0, 0};
        const uint32_t hash = gdv_index_hash(seed, &in, 0, in.size);
        uint32_t probe = 0;
        while (probe < GDV_FORM_PROBES && slots[(hash % GDV_FORM_MAX_SIZE + probe) & last].entry != 0) {
            probe += 1;
        }
        fits = probe < GDV_FORM_PROBES;
        if (fits) {
            gdv_form_slot *slot = &slots[(hash % GDV_FORM_MAX_SIZE + probe) & last];
            slot->hash = hash;
            slot->entry = index + 1;
        }
    }
    return fits;
}
