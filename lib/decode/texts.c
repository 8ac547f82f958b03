/* SPDX-License-Identifier: MIT */
#include "texts.h"

#include <stdbool.h>

#include "text.h"

#ifdef __FRAMAC__
#include "../proof/texts_c.h"
#endif

/* Checks the contents of a text as the dialect and the policy ask. Requires at + size <= scan->in.size. */
static gdv_status check_text(gdv_scan *scan, uint32_t at, uint32_t size)
{
    uint32_t error_offset = at;
    gdv_status status =
        gdv_text_check(&scan->in, at, size, (gdv_tolerance)scan->table->tolerance, scan->permit, &error_offset);
    if (status != GDV_OK) {
        return gdv_refuse(scan, status, error_offset, 0);
    }
    return GDV_OK;
}

/* Takes the length word and the bytes of a text, with padding; contents are not looked at yet. Ensures on GDV_OK: *text
 * and *size are all inside the packet, size below 2^31, and pos is after the padding. */
static gdv_status take_text(gdv_scan *scan, uint32_t *text, uint32_t *size)
{
    uint32_t word_at = scan->in.pos;
    uint32_t length = 0;
    gdv_status status = gdv_take_u32(scan, &length);
    if (status != GDV_OK) {
        return status;
    }
    if (length >= GDV_NEGATIVE) {
        return gdv_refuse(scan, GDV_E_BAD_LENGTH, word_at, 0);
    }
    uint32_t at = scan->in.pos;
    status = gdv_take_padded(scan, length, word_at);
    if (status != GDV_OK) {
        return status;
    }
    if (length > scan->max_string) {
        return gdv_refuse(scan, GDV_E_LIMIT_STRING, word_at, 0);
    }
    if (length > scan->longest) {
        scan->longest = length;
    }
    *text = at;
    *size = length;
    return GDV_OK;
}

gdv_status gdv_text_read(gdv_scan *scan, uint32_t any_padding, uint32_t *text, uint32_t *size)
{
    gdv_status status = take_text(scan, text, size);
    if (status != GDV_OK) {
        return status;
    }
    status = check_text(scan, *text, *size);
    if (status != GDV_OK) {
        return status;
    }
    return gdv_check_padding(scan, any_padding, *text, *size);
}

/* Reads an element of a string array: its text ends in one NUL, which its length counts (section 4, STRZ). */
static gdv_status read_terminated(gdv_scan *scan, uint32_t any_padding)
{
    uint32_t text = 0;
    uint32_t size = 0;
    gdv_status status = take_text(scan, &text, &size);
    if (status != GDV_OK) {
        return status;
    }
    bool terminated = size > 0 && gdv_u8_at(&scan->in, text + size - 1) == 0;
    status = check_text(scan, text, terminated ? size - 1 : size);
    if (status != GDV_OK) {
        return status;
    }
    if (!terminated) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_TEXT_TERMINATOR, GDV_E_TEXT_TERMINATOR, text + size);
        if (status != GDV_OK) {
            return status;
        }
    }
    return gdv_check_padding(scan, any_padding, text, size);
}

gdv_status gdv_text_value_read(gdv_scan *scan, gdv_token *token)
{
    return gdv_text_read(scan, token->wire->quirks & GDV_QUIRK_ANY_PADDING, &token->data, &token->count);
}

/* Godot 2 and 3.0: reads the whole path as one text of `length` < 2^31 bytes, without padding. No engine writes it. */
static gdv_status read_old_node_path(gdv_scan *scan, gdv_token *token, uint32_t length)
{
    if ((scan->table->traits & GDV_TRAIT_OLD_NODE_PATH) == 0) {
        return gdv_refuse(scan, GDV_E_BAD_NODE_PATH, token->data, 0);
    }
    gdv_status status = gdv_refuse_unless(scan, GDV_PERMIT_NODE_PATH, GDV_E_NODE_PATH, token->data);
    if (status != GDV_OK) {
        return status;
    }
    uint32_t room = gdv_free(&scan->in);
    if (length > room) {
        return gdv_refuse(scan, GDV_E_LENGTH, token->data, length - room);
    }
    if (length > scan->max_string) {
        return gdv_refuse(scan, GDV_E_LIMIT_STRING, token->data, 0);
    }
    if (length > scan->longest) {
        scan->longest = length;
    }
    token->data = scan->in.pos;
    token->count = length;
    gdv_skip(&scan->in, length);
    return check_text(scan, token->data, length);
}

/* Reads n strings in a row: names of a path, elements of a string array. Requires 4 * n <= gdv_free(&scan->in): each is
 * promised before it is read. Ensures: on GDV_OK n strings were counted and nothing of what was promised for them is
 * left reserved. */
static gdv_status read_strings(gdv_scan *scan, uint32_t n, uint32_t any_padding, bool terminated)
{
    gdv_status status = GDV_OK;
    uint32_t ignored = 0;
    uint32_t size = 0;

    gdv_reserve(&scan->in, n);
    /*@ READ_STRINGS_LOOP */
    for (uint32_t done = 0; done < n && status == GDV_OK; done += 1) {
        gdv_release(&scan->in);
        scan->strings += 1;
        status = terminated ? read_terminated(scan, any_padding) : gdv_text_read(scan, any_padding, &ignored, &size);
    }
    return status;
}

/* Names, then sub-names, then one more string where flag bit 1 is set. Engines add the counts in 32 bits: ffffffff and
 * 1 make an empty path of them (EB-05). */
gdv_status gdv_node_path_read(gdv_scan *scan, gdv_token *token)
{
    uint32_t first = 0;
    uint32_t subnames = 0;
    uint32_t flags = 0;
    gdv_status status = gdv_take_u32(scan, &first);
    if (status != GDV_OK) {
        return status;
    }
    if (first < GDV_NEGATIVE) {
        return read_old_node_path(scan, token, first);
    }
    status = gdv_take_u32(scan, &subnames);
    if (status == GDV_OK) {
        status = gdv_take_u32(scan, &flags);
    }
    if (status != GDV_OK) {
        return status;
    }

    uint32_t names = first - GDV_NEGATIVE;
    uint32_t extra = (flags >> 1) & 1u;
    uint64_t total = (uint64_t)names + subnames + extra;
    uint32_t words = gdv_free(&scan->in) / 4;
    if (total > words && total > UINT32_MAX) {
        return gdv_never(scan, GDV_MISREAD_COUNT_WRAPS, token->data);
    }
    if (total > words) {
        /* the word that asks for too much: the first whose sum with those before it does not fit */
        uint32_t error_offset = names > words ? 0u : subnames > words - names ? 4u : 8u;
        return gdv_refuse(scan, GDV_E_COUNT, token->data + error_offset, total * 4 - gdv_free(&scan->in));
    }
    uint32_t known = (scan->table->traits & GDV_TRAIT_PROPERTY) != 0 ? 3u : 1u;
    if ((flags & ~known) != 0) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_NODE_PATH, GDV_E_NODE_PATH, token->data + 8);
        if (status != GDV_OK) {
            return status;
        }
    }
    bool needs_names = (scan->table->traits & GDV_TRAIT_NEEDS_NAMES) != 0;
    if (needs_names && names == 0 && (subnames != 0 || (flags & known) != 0)) {
        status = gdv_misreads(scan, GDV_MISREAD_NO_NAMES, token->data);
        if (status != GDV_OK) {
            return status;
        }
    }
    token->count = (uint32_t)total;
    status = gdv_check_count(scan, token->count, 4, token->data);
    if (status != GDV_OK) {
        return status;
    }
    token->data = scan->in.pos;
    return read_strings(scan, token->count, GDV_QUIRK_ANY_PADDING, false);
}

gdv_status gdv_string_array_read(gdv_scan *scan, gdv_token *token)
{
    gdv_status status = gdv_count_read(scan, token, 4);
    if (status != GDV_OK) {
        return status;
    }
    return read_strings(scan, token->count, token->wire->quirks & GDV_QUIRK_ANY_PADDING, true);
}

gdv_status gdv_signal_read(gdv_scan *scan, gdv_token *token)
{
    gdv_status status = gdv_text_read(scan, 0, &token->data, &token->count);
    return status == GDV_OK ? gdv_take(scan, 8) : status;
}

gdv_status gdv_bytes_read(gdv_scan *scan, gdv_token *token)
{
    uint32_t count_at = scan->in.pos;
    gdv_status status = gdv_count_read(scan, token, 1);
    if (status == GDV_OK) {
        status = gdv_take_padded(scan, token->count, count_at);
    }
    if (status == GDV_OK) {
        status = gdv_check_padding(scan, token->wire->quirks & GDV_QUIRK_ANY_PADDING, token->data, token->count);
    }
    return status;
}
