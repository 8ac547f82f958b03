/* SPDX-License-Identifier: MIT */
#include "canon_value.h"

#include "../decode/compressed.h"
#include "../decode/number.h"
#include "../decode/text.h"

/* Puts, and looks where the output is. `needed` is the offset from which on the packet is still to be read. */
static void put_word(gdv_canon *to, uint32_t word, uint32_t needed)
{
    gdv_put_u32(&to->out, word);
    to->grew = to->grew || to->out.pos > needed;
}

static void put_zeros(gdv_canon *to, uint32_t size, uint32_t needed)
{
    gdv_put_padding(&to->out, size);
    to->grew = to->grew || to->out.pos > needed;
}

static void put_byte(gdv_canon *to, uint8_t byte, uint32_t needed)
{
    gdv_put_bytes(&to->out, &byte, 1);
    to->grew = to->grew || to->out.pos > needed;
}

/* Bytes of the packet as they stand; none where it does not hold them, as their place was read again. */
static void put_copy(gdv_canon *to, uint32_t at, uint32_t size, uint32_t needed)
{
    if (gdv_holds(&to->scan->in, at, size)) {
        gdv_put_bytes(&to->out, to->scan->in.bytes + at, size);
    }
    to->grew = to->grew || to->out.pos > needed;
}

/* Bytes of a sequence of UTF-8 as the lax decoder of Godot 3 takes it, up to six, and its code point. It has passed,
 * but may have changed: no byte from `end` on is read. Requires at < end. */
static uint32_t read_sequence(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t *point)
{
    uint8_t lead = gdv_u8_at(in, at);
    uint32_t length = lead < 0x80u   ? 1u
                      : lead < 0xe0u ? 2u
                      : lead < 0xf0u ? 3u
                      : lead < 0xf8u ? 4u
                      : lead < 0xfcu ? 5u
                                     : 6u;
    length = gdv_at_most(length, end - at);
    *point = length == 1 ? lead : lead & (0xffu >> (length + 1));
    for (uint32_t next = 1; next < length; next += 1) {
        *point = (*point << 6) | (gdv_u8_at(in, at + next) & 0x3fu);
    }
    return length;
}

/* Bytes of the shortest form of a code point: what the engine writes for it. */
static uint32_t shortest(uint32_t point)
{
    return point < 0x80u        ? 1u
           : point < 0x800u     ? 2u
           : point < 0x10000u   ? 3u
           : point < 0x200000u  ? 4u
           : point < 0x4000000u ? 5u
                                : 6u;
}

static bool is_respelled(const gdv_canon *to)
{
    return to->scan->table->tolerance == GDV_TOLERANCE_LAX && (to->scan->permit & GDV_PERMIT_TEXT_UTF8) != 0;
}

/* A text as the engine keeps it. */
typedef struct kept {
    uint32_t at;
    uint32_t size;      /* bytes in the packet */
    uint32_t canonical; /* bytes in the canonical packet, those of the mark included */
    uint32_t mark;      /* bytes of a byte order mark to put before it */
    uint32_t verbatim;  /* bytes at its front that are not respelled */
} kept;

static bool begins_with_mark(const gdv_cursor *in, const kept *text)
{
    return text->size >= 3 && gdv_u8_at(in, text->at) == 0xefu && gdv_u8_at(in, text->at + 1) == 0xbbu &&
           gdv_u8_at(in, text->at + 2) == 0xbfu;
}

/* Engines drop one byte order mark, so a text that still begins with U+FEFF takes another in front of it to stay what
 * it is; and one that begins with it in an overlong form keeps that form, which engines do not drop. */
static kept kept_text(const gdv_canon *to, uint32_t at, uint32_t size)
{
    const gdv_cursor *in = &to->scan->in;
    kept text = {at, size, size, 0, size};
    uint32_t point = 0;

    if ((to->scan->permit & GDV_PERMIT_TEXT) == 0) {
        return text;
    }
    gdv_text_trim(in, &text.at, &text.size);
    text.mark = begins_with_mark(in, &text) ? 3 : 0;
    text.verbatim = text.size;
    if (is_respelled(to) && gdv_text_is_overlong(in, text.at, text.size)) {
        uint32_t first = text.size > 0 ? read_sequence(in, text.at, text.at + text.size, &point) : 0;
        text.verbatim = point == 0xfeffu ? first : 0;
    }
    text.canonical = text.mark + text.verbatim;
    for (uint32_t done = text.verbatim; done < text.size;) {
        done += read_sequence(in, text.at + done, text.at + text.size, &point);
        text.canonical += shortest(point);
    }
    return text;
}

static void put_point(gdv_canon *to, uint32_t point, uint32_t needed)
{
    uint32_t length = shortest(point);
    uint32_t shift = 6 * (length - 1);
    uint32_t lead = length == 1 ? 0 : (0xff00u >> length) & 0xffu;
    put_byte(to, (uint8_t)((lead | (point >> shift)) & 0xffu), needed);
    while (shift > 0) {
        shift -= 6;
        put_byte(to, (uint8_t)(0x80u | ((point >> shift) & 0x3fu)), needed);
    }
}

/* The characters alone: no length word, no padding. */
static void put_characters(gdv_canon *to, const kept *text)
{
    static const uint8_t mark[] = {0xef, 0xbb, 0xbf};
    uint32_t end = text->at + text->size;
    uint32_t point = 0;

    for (uint32_t done = 0; done < text->mark; done += 1) {
        put_byte(to, mark[done], text->at);
    }
    put_copy(to, text->at, text->verbatim, text->at + text->verbatim);
    for (uint32_t here = text->at + text->verbatim; here < end;) {
        here += read_sequence(&to->scan->in, here, end, &point);
        put_point(to, point, here);
    }
}

/* A text with length word and padding, which ends at `end` in the packet. */
static void put_canonical_text(gdv_canon *to, uint32_t at, uint32_t size, uint32_t end)
{
    kept text = kept_text(to, at, size);
    put_word(to, text.canonical, at);
    put_characters(to, &text);
    put_zeros(to, text.canonical, end);
}

/* Puts an element of a string array: a text with a NUL after it, which its length counts. */
static void put_terminated(gdv_canon *to, uint32_t at, uint32_t size, uint32_t end)
{
    bool terminated = size > 0 && gdv_u8_at(&to->scan->in, at + size - 1) == 0;
    kept text = kept_text(to, at, terminated ? size - 1 : size);
    if (text.canonical >= to->scan->max_string && to->longer == UINT32_MAX) {
        to->longer = at - 4;
    }
    put_word(to, text.canonical + 1, at);
    put_characters(to, &text);
    put_byte(to, 0, end);
    put_zeros(to, text.canonical + 1, end);
}

/* n texts in a row, each with its length word, from `at` on. Returns where they end; GDV_NOWHERE where the packet has
 * changed and does not hold them all, and then what is put is of no use. */
static uint32_t put_texts(gdv_canon *to, uint32_t at, uint32_t n, bool terminated)
{
    uint32_t pos = at;
    for (uint32_t done = 0; done < n; done += 1) {
        gdv_span text;
        gdv_span_at(&to->scan->in, pos, &text);
        pos = text.next;
        if (terminated) {
            put_terminated(to, text.at, text.size, pos);
        } else {
            put_canonical_text(to, text.at, text.size, pos);
        }
    }
    return pos;
}

static void put_header(gdv_canon *to, const gdv_token *token, uint32_t flags)
{
    put_word(to, token->id + (flags << 16), token->at + 4);
}

/* A StringName that is a key is sent as the String that some engines keep of it (EB-35). */
static void put_text_header(gdv_canon *to, const gdv_token *token)
{
    bool as_string = to->key && (token->wire->quirks & GDV_QUIRK_STRING_KEY) != 0;
    uint32_t id = as_string ? gdv_wire_table_id(to->scan->table, GDV_TYPE_STRING) : token->id;
    put_word(to, id, token->at + 4);
}

/* A bool or int that has a short form keeps one, of as few bytes as hold it: of no more than it had. */
static void put_shortest(gdv_canon *to, const gdv_token *token)
{
    const gdv_cursor *in = &to->scan->in;
    uint8_t form[GDV_SHORT_MOST];
    uint32_t size = 0;
    if (token->wire->layout == GDV_LAYOUT_INT) {
        size = gdv_compressed_int(form, token->id, gdv_short_int(in, token->data, gdv_short_mode(token->flags)));
    } else {
        size = gdv_compressed_bool(form, token->id, gdv_u8_at(in, token->at) >= 0x80u);
    }
    gdv_put_bytes(&to->out, form, size);
}

static bool has_short_form(const gdv_canon *to, const gdv_token *token)
{
    return to->scan->encoding != GDV_ENCODING_PLAIN && (token->flags & GDV_TOKEN_SHORT) != 0;
}

/* In the width in which the engine writes it (section 6.1). */
static void put_int(gdv_canon *to, const gdv_token *token)
{
    const gdv_cursor *in = &to->scan->in;
    uint64_t bits = gdv_u32_at(in, token->data);
    bool wide = (token->flags & 1u) != 0;
    if (wide) {
        bits = gdv_u64_at(in, token->data);
    } else if (bits >= GDV_NEGATIVE) {
        bits += 0xffffffff00000000u;
    }
    bool always = (token->wire->quirks & GDV_QUIRK_ALWAYS_64) != 0;
    wide = always || !gdv_fits_int32(bits);
    put_header(to, token, wide ? 1u : 0u);
    put_word(to, (uint32_t)(bits & 0xffffffffu), token->end);
    if (wide) {
        put_word(to, (uint32_t)(bits >> 32), token->end);
    }
}

/* Godot 2 has no wide form, so that its bits stay; elsewhere NaN is always wide. */
static void put_float(gdv_canon *to, const gdv_token *token)
{
    const gdv_cursor *in = &to->scan->in;
    uint32_t word = gdv_u32_at(in, token->data);
    bool given_wide = (token->flags & 1u) != 0;
    uint64_t bits = gdv_double_bits_at(in, token->data, given_wide ? 8 : 4);
    bool wide = token->wire->wide != 0 && !gdv_fits_float(bits);
    if (given_wide && !wide) {
        word = gdv_narrow_bits(bits);
    }
    put_header(to, token, wide ? 1u : 0u);
    if (wide) {
        put_word(to, (uint32_t)(bits & 0xffffffffu), token->end);
        put_word(to, (uint32_t)(bits >> 32), token->end);
    } else {
        put_word(to, word, token->end);
    }
}

/* Whatever else it has (EB-36). */
static void put_empty_path(gdv_canon *to, const gdv_token *token)
{
    put_header(to, token, 0);
    put_word(to, GDV_NEGATIVE, token->data);
    put_word(to, 0, token->data);
    put_word(to, 0, token->data);
}

/* The new form; Godot 2 alone knows the flag of a property, others count the string it announces among the sub-names.
 * A path of the old form stays: what names it has is for the engine to say. */
static void put_node_path(gdv_canon *to, const gdv_token *token)
{
    const gdv_cursor *in = &to->scan->in;
    uint32_t first = gdv_u32_at(in, token->at + 4);
    if (first < GDV_NEGATIVE) {
        put_header(to, token, 0);
        put_copy(to, token->at + 4, 4 + token->count, token->end);
        return;
    }
    uint32_t names = gdv_at_most(first - GDV_NEGATIVE, token->count);
    if (names == 0 && (to->scan->table->traits & GDV_TRAIT_NEEDS_NAMES) != 0) {
        put_empty_path(to, token);
        return;
    }
    uint32_t flags = gdv_u32_again(in, token->at + 12);
    bool property = (to->scan->table->traits & GDV_TRAIT_PROPERTY) != 0 && (flags & 2u) != 0;
    put_header(to, token, 0);
    put_word(to, first, token->data);
    uint32_t rest = token->count - names;
    put_word(to, rest - gdv_at_most(property ? 1u : 0u, rest), token->data);
    put_word(to, flags & (property ? 3u : 1u), token->data);
    (void)put_texts(to, token->data, token->count, false);
}

static void put_object(gdv_canon *to, const gdv_token *token)
{
    put_header(to, token, token->flags);
    if ((token->flags & 1u) != 0) {
        put_copy(to, token->data, 8, token->end);
        return;
    }
    (void)put_texts(to, token->at + 4, 1, false);
    if (token->open != 0) {
        put_word(to, token->count, token->end);
    }
}

/* What a container declares of its elements, from *pos on (section 5.5). */
static void put_kind(gdv_canon *to, uint32_t kind, uint32_t *pos)
{
    if (kind == 1) {
        put_copy(to, *pos, 4, *pos + 4);
        *pos += 4;
    } else if (kind != 0) {
        *pos = put_texts(to, *pos, 1, false);
    }
}

/* "shared" is part of what Godot 2 means by the count; elsewhere its bit means nothing. */
static void put_container_count(gdv_canon *to, const gdv_token *token)
{
    bool keeps_shared = (to->scan->table->traits & GDV_TRAIT_SHARED) != 0;
    uint32_t word = gdv_u32_at(&to->scan->in, token->end - 4);
    put_word(to, keeps_shared ? word : word % GDV_NEGATIVE, token->end);
}

static void put_container(gdv_canon *to, const gdv_token *token)
{
    uint32_t pos = token->at + 4;
    put_header(to, token, token->flags);
    put_kind(to, token->flags & 3u, &pos);
    put_kind(to, (token->flags >> 2) & 3u, &pos);
    put_container_count(to, token);
}

/* Pandemonium 5 (section 5.8). Objects sent in full have a class name, a value with a header of its own. */
static void put_typed_array(gdv_canon *to, const gdv_token *token)
{
    const gdv_wire_table *table = to->scan->table;
    uint32_t word = gdv_u32_at(&to->scan->in, token->at + 4);
    uint32_t id = word % GDV_NEGATIVE;
    bool objects = id < table->count && table->types[id].type == GDV_TYPE_OBJECT;
    put_header(to, token, objects ? token->flags : 0);
    put_word(to, id < table->count ? id : word, token->at + 8);
    if (objects && (token->flags & 1u) == 0) {
        put_word(to, gdv_wire_table_id(table, GDV_TYPE_STRING_NAME), token->at + 12);
        (void)put_texts(to, token->at + 12, 1, false);
    }
    put_container_count(to, token);
}

static void put_input_event(gdv_canon *to, const gdv_token *token)
{
    const gdv_cursor *in = &to->scan->in;
    uint32_t type = gdv_u32_at(in, token->at + 4);
    put_header(to, token, 0);
    put_copy(to, token->at + 4, 8, token->at + 12);
    put_word(to, 12 + 4 * token->count, token->data);
    for (uint32_t index = 0; index < token->count; index += 1) {
        uint32_t at = token->data + 4 * index;
        uint32_t word = gdv_u32_at(in, at);
        bool modifiers = type == GDV_INPUT_EVENT_KEY && index == 0;
        put_word(to, modifiers ? word & GDV_KEY_MODIFIERS : word, at + 4);
    }
}

/* Bytes from after the header to `data`, then count bytes, then zeros: byte arrays and images. */
static void put_padded(gdv_canon *to, const gdv_token *token)
{
    uint32_t end = token->data + token->count;
    put_header(to, token, 0);
    put_copy(to, token->at + 4, end - (token->at + 4), end);
    put_zeros(to, token->count, token->end);
}

/* What a packet may be permitted to mean; every other permission is one of how it says so. */
#define MEANINGS                                                                                                       \
    (GDV_PERMIT_NONFINITE | GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT | GDV_PERMIT_RID |    \
     GDV_PERMIT_CALLABLE | GDV_PERMIT_SIGNAL)

bool gdv_canon_is_spelled(uint32_t permit)
{
    return (permit & ~(uint32_t)MEANINGS) == 0;
}

void gdv_canon_put(gdv_canon *to, const gdv_token *token)
{
    const gdv_cursor *in = &to->scan->in;
    uint32_t text_end = 0;

    to->same = false;
    if (token->name != token->at) {
        (void)put_texts(to, token->name, 1, false);
    }
    if (has_short_form(to, token)) {
        put_shortest(to, token);
        return;
    }
    switch ((gdv_layout)token->wire->layout) {
    case GDV_LAYOUT_FIXED:
        put_header(to, token, token->flags);
        put_copy(to, token->data, gdv_payload_size(token), token->end);
        break;
    case GDV_LAYOUT_BOOL:
        put_header(to, token, 0);
        put_word(to, gdv_u32_at(in, token->data) != 0 ? 1u : 0u, token->end);
        break;
    case GDV_LAYOUT_INT:
        put_int(to, token);
        break;
    case GDV_LAYOUT_FLOAT:
        put_float(to, token);
        break;
    case GDV_LAYOUT_TEXT:
        put_text_header(to, token);
        (void)put_texts(to, token->at + 4, 1, false);
        break;
    case GDV_LAYOUT_SIGNAL:
        put_header(to, token, 0);
        text_end = put_texts(to, token->at + 4, 1, false);
        put_copy(to, text_end, 8, token->end);
        break;
    case GDV_LAYOUT_NODE_PATH:
        put_node_path(to, token);
        break;
    case GDV_LAYOUT_OBJECT:
        put_object(to, token);
        break;
    case GDV_LAYOUT_DICTIONARY:
    case GDV_LAYOUT_ARRAY:
        put_container(to, token);
        break;
    case GDV_LAYOUT_TYPED_ARRAY:
        put_typed_array(to, token);
        break;
    case GDV_LAYOUT_BYTES:
    case GDV_LAYOUT_IMAGE:
        put_padded(to, token);
        break;
    case GDV_LAYOUT_PACKED:
        put_header(to, token, token->flags);
        put_copy(to, token->at + 4, token->end - (token->at + 4), token->end);
        break;
    case GDV_LAYOUT_STRINGS:
        put_header(to, token, 0);
        put_word(to, token->count, token->data);
        (void)put_texts(to, token->data, token->count, true);
        break;
    case GDV_LAYOUT_INPUT_EVENT:
        put_input_event(to, token);
        break;
    case GDV_LAYOUT_COUNT:
        break;
    }
}
