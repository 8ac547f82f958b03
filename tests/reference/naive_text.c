/* SPDX-License-Identifier: MIT */
/* The naive decoder: text and bytes, with their lengths and padding (sections 4, 5.2, 5.3, 5.6; EB-01 to EB-08). */
#include <string.h>

#include "tests/reference/naive_reader.h"

/* ---- characters ---- */

/* How many bytes a sequence has that begins with `lead`; 0 where none does. */
static size_t length_of(uint8_t lead)
{
    return lead < 0x80   ? 1
           : lead < 0xc0 ? 0
           : lead < 0xe0 ? 2
           : lead < 0xf0 ? 3
           : lead < 0xf8 ? 4
           : lead < 0xfc ? 5
           : lead < 0xfe ? 6
                         : 0;
}

/* The length of the sequence at `at` where all its bytes are there and of their kind, else 0. */
static size_t sequence(const naive_reader *in, size_t at, size_t end)
{
    size_t length = length_of(*naive_look(in, at, 1));
    if (length > end - at) {
        return 0;
    }
    for (size_t byte = 1; byte < length; byte += 1) {
        if ((*naive_look(in, at + byte, 1) & 0xc0u) != 0x80u) {
            return 0;
        }
    }
    return length;
}

/* The same by RFC 3629. */
static size_t strict_sequence(const naive_reader *in, size_t at, size_t end)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    size_t length = sequence(in, at, end);
    if (length == 0 || length > 4) {
        return 0;
    }
    const uint8_t *bytes = naive_look(in, at, length);
    uint32_t point = length == 1 ? bytes[0] : bytes[0] & (0x7fu >> length);
    for (size_t byte = 1; byte < length; byte += 1) {
        point = point * 64 + (bytes[byte] & 0x3fu);
    }
    bool surrogate = point >= 0xd800 && point <= 0xdfff;
    return point < least[length] || surrogate || point > 0x10ffff ? 0 : length;
}

/* The same as Godot 3.1 to 3.6 have it (section 7). */
static size_t lax_sequence(const naive_reader *in, size_t at, size_t end)
{
    size_t length = sequence(in, at, end);
    const uint8_t *bytes = naive_look(in, at, length);
    if (length == 2) {
        return bytes[0] == 0xc0 || bytes[0] == 0xc1 ? 0 : 2;
    }
    if (length < 3) {
        return length;
    }
    bool no_bits = (bytes[0] & (0x7fu >> length)) == 0 && (bytes[1] & 0x3fu) == 0;
    return no_bits && (bytes[2] & 0x7fu) >> (7 - length) == 0 ? 0 : length;
}

/* What this dialect's engine takes for a character though it is none. */
static size_t engine_sequence(const naive_reader *in, size_t at, size_t end)
{
    if (naive_is_old(in)) {
        return 1;
    }
    bool lax = in->dialect == GDV_DIALECT_GODOT3 || in->dialect == GDV_DIALECT_PANDEMONIUM_33;
    return lax ? lax_sequence(in, at, end) : 0;
}

naive_text naive_characters(naive_reader *in, size_t at, size_t end)
{
    naive_text kept;
    if (end - at >= 3 && memcmp(naive_look(in, at, 3), "\xef\xbb\xbf", 3) == 0) {
        naive_forbid(in, GDV_PERMIT_TEXT_BOM, GDV_E_TEXT_BOM, at);
        at += 3;
    }
    kept.bytes = naive_look(in, at, 0);
    kept.size = 0;
    while (at + kept.size < end) {
        size_t here = at + kept.size;
        if (*naive_look(in, here, 1) == 0) {
            naive_forbid(in, GDV_PERMIT_TEXT_NUL, GDV_E_TEXT_NUL, here);
            break;
        }
        size_t length = strict_sequence(in, here, end);
        if (length == 0) {
            length = engine_sequence(in, here, end);
            if (length == 0) {
                naive_refuse(in, GDV_E_BAD_UTF8, here);
            }
            naive_forbid(in, GDV_PERMIT_TEXT_UTF8, GDV_E_TEXT_UTF8, here);
        }
        kept.size += length;
    }
    return kept;
}

/* ---- lengths and padding ---- */

static size_t pad4(uint64_t size)
{
    return (size_t)((4 - size % 4) % 4);
}

void naive_demand_padding(naive_reader *in, uint64_t size, uint64_t owed)
{
    uint64_t padded = size + pad4(size);
    if (padded > in->size - in->pos) {
        naive_demand(in, padded, owed, GDV_E_PADDING_MISSING, in->size);
    }
    naive_demand(in, padded, owed, GDV_E_TRUNCATED, in->pos + (size_t)size);
}

void naive_skip_padded(naive_reader *in, size_t size, bool any_padding)
{
    in->pos += size;
    for (size_t left = pad4(size); left > 0; left -= 1) {
        if (!any_padding && *naive_look(in, in->pos, 1) != 0) {
            naive_forbid(in, GDV_PERMIT_PADDING, GDV_E_PADDING, in->pos);
        }
        in->pos += 1;
    }
}

naive_text naive_string(naive_reader *in, uint64_t owed, bool any_padding, bool closed)
{
    naive_text kept;
    size_t word = in->pos;
    uint32_t size = naive_u32(in, owed);
    if (size >= NAIVE_HALF) {
        naive_refuse(in, GDV_E_BAD_LENGTH, word);
    }
    naive_demand(in, size, owed, GDV_E_LENGTH, word);
    naive_demand_padding(in, size, owed);
    if (size > in->policy.max_string) {
        naive_refuse(in, GDV_E_LIMIT_STRING, word);
    }
    size_t end = in->pos + size;
    if (closed && size > 0 && *naive_look(in, end - 1, 1) == 0) {
        kept = naive_characters(in, in->pos, end - 1);
    } else {
        kept = naive_characters(in, in->pos, end);
        if (closed) {
            naive_forbid(in, GDV_PERMIT_TEXT_TERMINATOR, GDV_E_TEXT_TERMINATOR, end);
        }
    }
    naive_skip_padded(in, size, any_padding);
    return kept;
}

/* ---- values ---- */

void naive_string_value(naive_reader *in, uint64_t owed, naive_value *value)
{
    /* section 6.2: whose encoder leaves what undefined */
    bool garbage = value->type == GDV_TYPE_STRING && naive_is_old(in);
    value->texts = naive_take(in, 1, sizeof *value->texts);
    value->text_count = 1;
    value->texts[0] = naive_string(in, owed, garbage, false);
}

/* The whole path as one text, without padding (section 5.3). */
static void old_node_path(naive_reader *in, uint32_t size, uint64_t owed, naive_value *value)
{
    size_t word = in->pos - 4;
    if (!naive_is_old(in)) {
        naive_refuse(in, GDV_E_BAD_NODE_PATH, word);
    }
    naive_forbid(in, GDV_PERMIT_NODE_PATH, GDV_E_NODE_PATH, word);
    naive_demand(in, size, owed, GDV_E_LENGTH, word);
    if (size > in->policy.max_string) {
        naive_refuse(in, GDV_E_LIMIT_STRING, word);
    }
    value->old_form = true;
    value->names = 1;
    value->text_count = 1;
    value->texts = naive_take(in, 1, sizeof *value->texts);
    value->texts[0] = naive_characters(in, in->pos, in->pos + size);
    in->pos += size;
}

void naive_node_path(naive_reader *in, uint64_t owed, naive_value *value)
{
    size_t first = in->pos;
    uint32_t word = naive_u32(in, owed);
    if (word < NAIVE_HALF) {
        old_node_path(in, word, owed, value);
        return;
    }
    bool godot2 = in->dialect == GDV_DIALECT_GODOT2;
    uint64_t names = word - NAIVE_HALF;
    uint64_t subnames = naive_u32(in, owed);
    uint32_t flags = naive_u32(in, owed);
    bool extra = (flags & 2u) != 0;
    uint64_t total = names + subnames + (extra ? 1 : 0);
    uint64_t room = naive_room(in, owed);
    if (total * 4 > room) {
        if (total > UINT32_MAX) {
            in->verdict.misread = GDV_MISREAD_COUNT_WRAPS;
            naive_refuse(in, GDV_E_ENGINE_MISREADS, first);
        }
        size_t wrong = names * 4 > room ? 0 : (names + subnames) * 4 > room ? 4 : 8;
        naive_end(in, GDV_E_COUNT, first + wrong, total * 4 - room);
    }
    if ((flags & ~(godot2 ? 3u : 1u)) != 0) {
        naive_forbid(in, GDV_PERMIT_NODE_PATH, GDV_E_NODE_PATH, first + 8);
    }
    if (godot2 && names == 0 && (subnames > 0 || (flags & 3u) != 0)) {
        naive_misreads(in, GDV_MISREAD_NO_NAMES, first);
    }
    if (total > in->policy.max_elements) {
        naive_refuse(in, GDV_E_LIMIT_ELEMENTS, first);
    }
    value->absolute = (flags & 1u) != 0;
    value->property = extra && godot2;
    value->names = (size_t)names;
    value->subnames = (size_t)(subnames + (extra && !godot2 ? 1 : 0));
    value->text_count = (size_t)total;
    value->texts = naive_take(in, value->text_count, sizeof *value->texts);
    for (size_t index = 0; index < value->text_count; index += 1) {
        value->texts[index] = naive_string(in, owed + 4 * (total - index - 1), true, false);
    }
}

void naive_string_array(naive_reader *in, uint64_t owed, naive_value *value)
{
    uint32_t count = naive_u32(in, owed);
    if (count >= NAIVE_HALF) {
        if (!naive_is_old(in)) {
            /* an empty array to the engine (EB-04); never permitted, for the packet cannot hold so many */
            in->verdict.misread = GDV_MISREAD_COUNT_NEGATIVE;
            naive_refuse(in, GDV_E_ENGINE_MISREADS, in->pos - 4);
        }
        naive_refuse(in, GDV_E_BAD_LENGTH, in->pos - 4);
    }
    naive_promise(in, count, 4, owed);
    value->text_count = count;
    value->texts = naive_take(in, count, sizeof *value->texts);
    for (uint32_t index = 0; index < count; index += 1) {
        value->texts[index] = naive_string(in, owed + 4 * (uint64_t)(count - index - 1), naive_is_old(in), true);
    }
}

void naive_byte_array(naive_reader *in, uint64_t owed, naive_value *value)
{
    bool garbage = naive_is_old(in) || in->dialect == GDV_DIALECT_GODOT3;
    uint32_t count = naive_u32(in, owed);
    if (count >= NAIVE_HALF) {
        naive_refuse(in, GDV_E_BAD_LENGTH, in->pos - 4);
    }
    naive_promise(in, count, 1, owed);
    naive_demand_padding(in, count, owed);
    value->bytes.bytes = naive_look(in, in->pos, count);
    value->bytes.size = count;
    naive_skip_padded(in, count, garbage);
}
