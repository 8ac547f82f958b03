/* SPDX-License-Identifier: MIT */
/* Edits inside values: what headers, counts, texts and numbers say. */
#include <string.h>

#include "fuzz/mutator/edit_parts.h"
#include "fuzz/mutator/sample.h"
#include "fuzz/mutator/untraced.h"

UNTRACED_BEGIN

static uint8_t *bytes_of(const edit *on, uint32_t index)
{
    return on->packet.bytes + on->of->fields[index].at;
}

bool edit_lie(edit *on)
{
    uint32_t index = pick_field(on, FIELD_BIT(FIELD_COUNT) | FIELD_BIT(FIELD_LENGTH));
    if (index == FIELD_NONE) {
        return false;
    }
    uint8_t *count = bytes_of(on, index);
    uint32_t said = word_from(count);
    uint32_t left = (uint32_t)(on->packet.size - on->of->fields[index].at - 4);
    uint32_t lie = said;
    switch (chance_below(on->from, 8)) {
    case 0:
    case 1:
        lie = said == UINT32_MAX ? 0 : said + 1;
        break;
    case 2:
    case 3:
        lie = said == 0 ? UINT32_MAX : said - 1;
        break;
    case 4: /* as many values as could follow, or one more: the debt of the headers before decides */
        lie = left / 4 + chance_below(on->from, 2);
        break;
    case 5: /* exactly the bytes that are left, a few less or more */
        lie = left >= 4 ? left - 4 + chance_below(on->from, 8) : left;
        break;
    case 6:
        lie = said ^ 0x80000000u;
        break;
    default:
        lie = sample_counts[chance_below(on->from, (uint32_t)sample_counts_count)];
        break;
    }
    word_put(count, lie);
    return lie != said;
}

bool edit_flag(edit *on)
{
    uint32_t index = pick_field(on, FIELD_BIT(FIELD_HEADER));
    if (index == FIELD_NONE) {
        return false;
    }
    uint8_t *header = bytes_of(on, index);
    uint32_t legal = on->of->nodes[on->of->fields[index].node].row->flags;
    uint32_t bit = 8 + chance_below(on->from, 24);
    if (chance_one(on->from, 2)) {
        bit = 16 + chance_below(on->from, legal > 1 ? 4 : 1);
    }
    word_put(header, word_from(header) ^ (uint32_t)1 << bit);
    return true;
}

bool edit_pad(edit *on)
{
    static const uint8_t dirt[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    uint32_t index = pick_field(on, FIELD_BIT(FIELD_PADDING));
    if (index == FIELD_NONE) {
        return false;
    }
    const field *padding = &on->of->fields[index];
    uint32_t what = chance_below(on->from, 4);
    if (what == 0) {
        return padding->size > 0 && draft_splice(&on->packet, padding->at, padding->size, NULL, 0);
    }
    if (what == 1) {
        return draft_splice(&on->packet, padding->at + padding->size, 0, dirt + 4, chance_one(on->from, 2) ? 4 : 1);
    }
    if (padding->size > 0) {
        /* the last of them alone too: who looks at the first byte only does not see it */
        uint32_t from = chance_below(on->from, padding->size);
        memcpy(on->packet.bytes + padding->at + from, dirt, padding->size - from);
    }
    return padding->size > 0;
}

/* Puts the spare bytes in the place of a text or of bytes: its length and padding follow. */
static bool put_content(edit *on, uint32_t index)
{
    const field *content = &on->of->fields[index];
    const field *padding = content + 1;
    static const uint8_t zeros[4];
    size_t size = on->spare.size;
    bool padded = index + 1 < on->of->fields_used && padding->kind == FIELD_PADDING;
    size_t removed = content->size + (padded ? padding->size : 0u);
    bool fits = (!padded || draft_add(&on->spare, zeros, padding_of(size))) &&
                draft_splice(&on->packet, content->at, removed, on->spare.bytes, on->spare.size);
    if (fits && index > 0 && content[-1].kind == FIELD_LENGTH) {
        word_put(on->packet.bytes + content->at - 4, (uint32_t)size);
    }
    return fits;
}

/* `size` letters. */
static bool add_letters(draft *to, uint32_t size)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz";
    bool fits = true;
    for (uint32_t index = 0; fits && index < size; index += 1) {
        fits = draft_add(to, &letters[index % 26], 1);
    }
    return fits;
}

bool edit_text(edit *on)
{
    uint32_t index = pick_field(on, FIELD_BIT(FIELD_TEXT));
    if (index == FIELD_NONE) {
        return false;
    }
    static const char nul = '\0';
    const field *text = &on->of->fields[index];
    const uint8_t *bytes = bytes_of(on, index);
    const sample_text *piece = &sample_texts[chance_below(on->from, (uint32_t)sample_texts_count)];
    /* the NUL that closes an element of a string array stays where it is, mostly */
    uint32_t size =
        text->size > 0 && bytes[text->size - 1] == 0 && !chance_one(on->from, 8) ? text->size - 1 : text->size;
    uint32_t at = chance_below(on->from, size + 1);
    draft *to = &on->spare;
    bool fits = true;
    to->size = 0;
    switch (chance_below(on->from, 6)) {
    case 0: /* the piece alone */
        fits = draft_add(to, piece->bytes, piece->size);
        break;
    case 1: /* another length: around the steps in which the library looks at text */
        fits = chance_one(on->from, 2) ? add_letters(to, chance_below(on->from, 70)) : draft_add(to, bytes, at);
        break;
    case 2: /* at the end, after letters up to such a step */
        fits = add_letters(to, 16 * chance_below(on->from, 3) + 12 + chance_below(on->from, 8)) &&
               draft_add(to, piece->bytes, piece->size);
        break;
    case 3: /* over what is there */
        fits = draft_add(to, bytes, size);
        for (uint32_t over = 0; over < piece->size && at + over < size; over += 1) {
            to->bytes[at + over] = (uint8_t)piece->bytes[over];
        }
        break;
    default:
        fits = draft_add(to, bytes, at) && draft_add(to, piece->bytes, piece->size) &&
               draft_add(to, bytes + at, size - at);
        break;
    }
    fits = fits && (size == text->size || draft_add(to, &nul, 1));
    return fits && put_content(on, index);
}

bool edit_number(edit *on)
{
    uint32_t index = pick_field(on, FIELD_BIT(FIELD_NUMBERS));
    if (index == FIELD_NONE) {
        return false;
    }
    const field *numbers = &on->of->fields[index];
    uint32_t width = (uint32_t)sample_width((gdv_component)numbers->part);
    if (numbers->size < width) {
        return false;
    }
    /* the first and the last more often than others: loops go wrong at their ends */
    uint32_t last = numbers->size / width - 1;
    uint32_t which = chance_one(on->from, 3) ? last : chance_below(on->from, last + 1);
    on->spare.size = 0;
    return sample_add_number(&on->spare, (gdv_component)numbers->part,
                             sample_number((gdv_component)numbers->part, on->from, 1)) &&
           draft_splice(&on->packet, numbers->at + which * width, width, on->spare.bytes, width);
}

static uint64_t bits_at(const uint8_t *bytes, uint32_t width)
{
    return word_from(bytes) | (width == 8 ? (uint64_t)word_from(bytes + 4) << 32 : 0);
}

/* A number in the other width: the same if it can be, so that what is too wide for its value comes of it. */
static uint64_t converted(gdv_component part, uint64_t bits)
{
    uint32_t half = (uint32_t)(bits & 0xffffffffu);
    float narrow;
    double wide;
    switch (part) {
    case GDV_COMPONENT_INT32:
        return half >> 31 != 0 ? UINT64_C(0xffffffff00000000) | half : half;
    case GDV_COMPONENT_FLOAT32:
        memcpy(&narrow, &half, sizeof narrow);
        wide = (double)narrow;
        memcpy(&bits, &wide, sizeof bits);
        return bits;
    case GDV_COMPONENT_FLOAT64:
        /* cut, not rounded: a conversion that overflows is undefined */
        half = (uint32_t)(bits >> 63) << 31;
        if ((bits >> 52 & 0x7ffu) > 896 && (bits >> 52 & 0x7ffu) < 1151) {
            half |= (uint32_t)((bits >> 52 & 0x7ffu) - 896) << 23 | (uint32_t)(bits >> 29 & 0x7fffffu);
        }
        return half;
    case GDV_COMPONENT_INT64:
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
    case GDV_COMPONENT_NONE:
        break;
    }
    return half;
}

static bool has_widths(const tree *of, const node *which)
{
    (void)of;
    return which->row->wide != 0 && which->end > which->at + 4;
}

bool edit_width(edit *on)
{
    const node *value = pick_node(on, has_widths);
    uint32_t index = 0;
    while (value != NULL && index < on->of->fields_used &&
           (on->of->fields[index].kind != FIELD_NUMBERS || on->of->fields[index].at < value->at)) {
        index += 1;
    }
    if (value == NULL || index == on->of->fields_used || on->of->fields[index].at > value->end) {
        return false;
    }
    const field *numbers = &on->of->fields[index];
    gdv_component part = (gdv_component)numbers->part;
    uint32_t width = (uint32_t)sample_width(part);
    gdv_component other = part == GDV_COMPONENT_INT32     ? GDV_COMPONENT_INT64
                          : part == GDV_COMPONENT_INT64   ? GDV_COMPONENT_INT32
                          : part == GDV_COMPONENT_FLOAT32 ? GDV_COMPONENT_FLOAT64
                                                          : GDV_COMPONENT_FLOAT32;
    bool fits = true;
    on->spare.size = 0;
    for (uint32_t at = 0; fits && at + width <= numbers->size; at += width) {
        fits = sample_add_number(&on->spare, other, converted(part, bits_at(bytes_of(on, index) + at, width)));
    }
    if (fits && draft_splice(&on->packet, numbers->at, numbers->size, on->spare.bytes, on->spare.size)) {
        word_put(on->packet.bytes + value->at, word_from(on->packet.bytes + value->at) ^ GDV_FLAG_64);
        return true;
    }
    return false;
}

static bool is_packed(const tree *of, const node *which)
{
    (void)of;
    return (which->row->layout == GDV_LAYOUT_PACKED || which->row->layout == GDV_LAYOUT_STRINGS) &&
           which->count_at != 0 && which->end > which->count_at + 4;
}

/* The last element again, or the first one gone. */
bool edit_resize(edit *on)
{
    const node *packed = pick_node(on, is_packed);
    if (packed == NULL) {
        return false;
    }
    uint8_t *count = on->packet.bytes + packed->count_at;
    const uint8_t *elements = count + 4;
    uint32_t header = word_from(on->packet.bytes + packed->at);
    uint32_t left = packed->end - packed->count_at - 4;
    uint32_t size = (header & GDV_FLAG_64) != 0 && packed->row->wide != 0 ? packed->row->wide : packed->row->size;
    if (packed->row->layout == GDV_LAYOUT_STRINGS) {
        uint32_t length = left >= 4 ? word_from(elements) : 0;
        size = length < left ? 4 + length + (uint32_t)padding_of(length) : 0;
    }
    if (size == 0 || size > left) {
        return false;
    }
    if (chance_one(on->from, 3)) {
        add_to_count(on, packed, -1);
        return draft_splice(&on->packet, packed->count_at + 4, size, NULL, 0);
    }
    uint32_t times = chance_one(on->from, 4) ? 1 + chance_below(on->from, 40) : 1;
    bool fits = true;
    on->spare.size = 0;
    for (uint32_t time = 0; fits && time < times; time += 1) {
        fits = draft_add(&on->spare, elements, size);
    }
    if (fits && draft_splice(&on->packet, packed->count_at + 4, 0, on->spare.bytes, on->spare.size)) {
        add_to_count(on, packed, (int32_t)times);
        return true;
    }
    return false;
}

bool edit_word(edit *on)
{
    uint32_t index = pick_field(on, FIELD_BIT(FIELD_ID) | FIELD_BIT(FIELD_WORD));
    if (index == FIELD_NONE) {
        return false;
    }
    uint8_t *word = bytes_of(on, index);
    uint32_t said = word_from(word);
    uint32_t other = said;
    switch (chance_below(on->from, 4)) {
    case 0:
        other = said ^ (uint32_t)1 << chance_below(on->from, 32);
        break;
    case 1:
        other = said ^ (uint32_t)1 << chance_below(on->from, 4);
        break;
    case 2:
        other = sample_counts[chance_below(on->from, (uint32_t)sample_counts_count)];
        break;
    default: /* type ids, image formats, event types, and the first number that is none */
        other = chance_below(on->from, gdv_dialect_types(on->how.dialect) + 1);
        break;
    }
    word_put(word, other);
    return other != said;
}

bool edit_cut(edit *on)
{
    static const uint8_t zeros[8];
    size_t size = on->packet.size;
    if (chance_one(on->from, 3)) {
        return draft_add(&on->packet, zeros, 4 + 4 * (size_t)chance_below(on->from, 2));
    }
    if (size < 8) {
        return false;
    }
    /* selectors need whole words in front of them */
    size_t kept = 4 * (size_t)chance_below(on->from, (uint32_t)(size / 4));
    on->packet.size = chance_one(on->from, 2) ? size / 4 * 4 - 4 : kept;
    return true;
}

bool edit_field(edit *on)
{
    uint32_t index = pick_field(on, ~0u);
    if (index == FIELD_NONE) {
        return false;
    }
    const field *any = &on->of->fields[index];
    draft *to = &on->spare;
    to->size = 0;
    if (any->size == 0 || any->size > to->room / 2 || !draft_add(to, bytes_of(on, index), any->size)) {
        return false;
    }
    bool grows = any->kind == FIELD_TEXT || any->kind == FIELD_BYTES;
    size_t room = any->size + 16u < to->room ? any->size + 16u : to->room;
    to->size = on->bytes(to->bytes, any->size, grows ? room : any->size);
    if (grows) {
        return put_content(on, index);
    }
    /* the engine may have left less than there was */
    memcpy(bytes_of(on, index), to->bytes, to->size < any->size ? to->size : any->size);
    return to->size > 0;
}

UNTRACED_END
