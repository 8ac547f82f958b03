/* SPDX-License-Identifier: MIT */
/* The draft as the parser fills it. While it counts, nothing is written: then there is no memory yet. */
#include "draft.h"

#include <float.h>
#include <string.h>

#include "index.h"
#include "range.h"

bool gdv_draft_fails(gdv_draft *draft, gdv_mistake_kind kind, gdv_place place)
{
    draft->fault.kind = (uint32_t)kind;
    draft->fault.place = place;
    return false;
}

gdv_rule gdv_draft_plain(gdv_rule_kind kind)
{
    gdv_rule rule;
    memset(&rule, 0, sizeof rule);
    rule.kind = (uint8_t)kind;
    rule.most = UINT32_MAX;
    rule.lowest = INT64_MIN;
    rule.highest = INT64_MAX;
    rule.low = -DBL_MAX;
    rule.high = DBL_MAX;
    return rule;
}

uint32_t gdv_draft_add(gdv_draft *draft, const gdv_rule *rule, gdv_place place)
{
    uint32_t number = draft->counts.rules;
    draft->counts.rules += 1;
    if (!draft->counting) {
        gdv_draft_rule *to = &draft->rules[number];
        memset(to, 0, sizeof *to);
        to->form = *rule;
        to->form.low32 = gdv_float_below(rule->low);
        to->form.high32 = gdv_float_above(rule->high);
        to->form.name = draft->scope;
        to->form.flags = (uint16_t)(rule->flags | GDV_RULE_PART | draft->scope_flags);
        to->form.line = place.line;
        to->form.source = (uint16_t)place.source;
        to->column = place.column;
    }
    return number;
}

bool gdv_draft_has_parameters(const gdv_draft *draft, const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_TUPLE && rule->count > 0 && draft->entries[rule->first].kind == GDV_ENTRY_TEXT;
}

void gdv_draft_push(gdv_draft *draft, const gdv_listed *entry)
{
    if (!draft->counting) {
        draft->pending[draft->open] = *entry;
    }
    draft->open += 1;
    draft->counts.pending = draft->counts.pending < draft->open ? draft->open : draft->counts.pending;
}

uint32_t gdv_draft_close(gdv_draft *draft, uint32_t count)
{
    uint32_t first = draft->counts.entries;
    draft->open -= count;
    draft->counts.entries += count;
    if (!draft->counting) {
        memcpy(draft->entries + first, draft->pending + draft->open, count * sizeof *draft->entries);
    }
    return first;
}

uint32_t gdv_draft_take(gdv_draft *draft, uint32_t count, uint32_t taken, uint8_t kind)
{
    uint32_t first = draft->counts.entries;
    uint32_t begin = draft->open - count;
    uint32_t kept = begin;
    uint32_t closed = first;
    draft->counts.entries += taken;
    draft->open -= taken;
    for (uint32_t index = begin; !draft->counting && index != begin + count; index += 1) {
        if (draft->pending[index].kind == kind) {
            draft->entries[closed] = draft->pending[index];
            closed += 1;
        } else {
            draft->pending[kept] = draft->pending[index];
            kept += 1;
        }
    }
    return first;
}

/* Room for `size` bytes and a NUL in the pool; returns where. */
static uint32_t pool_room(gdv_draft *draft, uint32_t size)
{
    uint32_t at = draft->counts.pool;
    draft->counts.pool += size + 1;
    if (!draft->counting) {
        draft->pool[at + size] = 0;
    }
    return at;
}

uint32_t gdv_draft_text(gdv_draft *draft, const uint8_t *bytes, uint32_t size)
{
    uint32_t at = pool_room(draft, size);
    if (!draft->counting) {
        memcpy(draft->pool + at, bytes, size);
    }
    return at;
}

uint32_t gdv_draft_string(gdv_draft *draft, const uint8_t *text, const gdv_lexeme *string)
{
    uint32_t begin = pool_room(draft, (uint32_t)string->value);
    uint32_t from = string->at;
    uint32_t to = begin;
    uint8_t bytes[4];
    while (!draft->counting && from < string->at + string->size) {
        uint32_t size = gdv_string_character(text, &from, bytes);
        memcpy(draft->pool + to, bytes, size);
        to += size;
    }
    return begin;
}

uint32_t gdv_draft_bits(uint32_t count)
{
    uint32_t share = count <= 16 ? 2 : count <= 256 ? 8 : 16;
    uint32_t bits = 0;
    while ((uint32_t)1 << bits < share * count && bits < GDV_FORM_MAX_BITS) {
        bits += 1;
    }
    return bits;
}

uint32_t gdv_draft_seed(gdv_form_slot *slots, uint32_t bits, const gdv_form_text *texts, uint32_t count,
                        const char *pool)
{
    uint32_t seed = 0;
    while (!gdv_index_texts(slots, bits, seed, texts, count, pool) && seed < GDV_DRAFT_SEEDS - 1) {
        seed += 1;
    }
    return seed;
}
