/* SPDX-License-Identifier: MIT */
/* The naive decoder of messages: paths and names (sections 2.2 and 8). */
#include <string.h>

#include "tests/reference/naive_message_reader.h"

/* One character of strict UTF-8 at the text's front: its bytes, or 0. */
static size_t character(const uint8_t *text, size_t size, uint32_t *point)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const uint8_t lead = text[0];
    const size_t length = lead < 0x80 ? 1 : lead >= 0xf0 && lead < 0xf8 ? 4 : lead >= 0xe0 ? 3 : lead >= 0xc0 ? 2 : 0;
    if (length == 0 || lead >= 0xf8 || length > size) {
        return 0;
    }
    *point = length == 1 ? lead : lead & (0x7fu >> length);
    for (size_t index = 1; index < length; index += 1) {
        if ((text[index] & 0xc0u) != 0x80) {
            return 0;
        }
        *point = (*point << 6) + (text[index] & 0x3fu);
    }
    const bool exists = *point >= least[length] && *point <= 0x10ffff && (*point < 0xd800 || *point > 0xdfff);
    return exists ? length : 0;
}

static bool is_utf8(const uint8_t *text, size_t size)
{
    uint32_t point = 0;
    if (size == 0) {
        return true;
    }
    const size_t length = character(text, size, &point);
    return length > 0 && is_utf8(text + length, size - length);
}

/* Strict UTF-8 without a byte order mark in front. */
static bool is_text(const uint8_t *text, size_t size)
{
    const bool marked = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    return !marked && is_utf8(text, size);
}

/* U+0000 to U+001F, and U+007F. */
static bool has_control(const uint8_t *text, size_t size)
{
    for (size_t index = 0; index < size; index += 1) {
        if (text[index] < 0x20 || text[index] == 0x7f) {
            return true;
        }
    }
    return false;
}

static bool has_any(const uint8_t *text, size_t size, const char *unwanted)
{
    for (size_t index = 0; index < size; index += 1) {
        if (text[index] != 0 && strchr(unwanted, text[index]) != NULL) {
            return true;
        }
    }
    return false;
}

static bool is_segment(const naive_packet *in, const uint8_t *text, size_t size)
{
    if (size == 0 || (size == 1 && text[0] == '.')) {
        return false;
    }
    if (size == 2 && memcmp(text, "..", 2) == 0) {
        return (in->policy.permit & GDV_PERMIT_MP_PATH_PARENT) != 0;
    }
    if (text[0] == '%' && (in->policy.permit & GDV_PERMIT_MP_PATH_UNIQUE) != 0) {
        return size > 1 && !has_any(text + 1, size - 1, "%\"");
    }
    return !has_any(text, size, "%\"");
}

static bool is_relative(const naive_packet *in, const uint8_t *text, size_t size)
{
    const uint8_t *slash = memchr(text, '/', size);
    if (slash == NULL) {
        return is_segment(in, text, size);
    }
    const size_t first = (size_t)(slash - text);
    return is_segment(in, text, first) && is_relative(in, slash + 1, size - first - 1);
}

static bool is_path(const naive_packet *in, const uint8_t *text, size_t size)
{
    if (size == 1 && text[0] == '.') {
        return true;
    }
    return !has_any(text, size, ":") && !has_control(text, size) && is_relative(in, text, size);
}

gdv_text naive_path(naive_packet *in, size_t at)
{
    const size_t room = in->end - at;
    naive_must(in, room > 0, GDV_E_MP_PATH_EMPTY, at);
    const uint8_t *text = in->bytes + at;
    const uint8_t *nul = memchr(text, 0, room);
    naive_must(in, nul != NULL, GDV_E_MP_PATH_NUL, in->end);
    const size_t size = (size_t)(nul - text);
    naive_must(in, size + 1 == room, GDV_E_MP_PATH_TRAILING, at + size + 1);
    naive_must(in, size > 0, GDV_E_MP_PATH_EMPTY, at);
    naive_must(in, size <= in->policy.max_path, GDV_E_MP_PATH_LONG, at);
    naive_must(in, is_text(text, size), GDV_E_MP_PATH_UTF8, at);
    naive_must(in, is_path(in, text, size), GDV_E_MP_PATH_FORM, at);
    return (gdv_text){(const char *)text, size};
}

/* Letters, digits and low lines, and whatever is no ASCII; of a property also slashes. A method begins with no digit. */
static bool is_identifier(const uint8_t *text, size_t size, bool is_method)
{
    for (size_t index = 0; index < size; index += 1) {
        const uint8_t byte = text[index];
        const bool letter = (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || byte == '_' || byte >= 0x80;
        const bool digit = byte >= '0' && byte <= '9' && (index > 0 || !is_method);
        if (!letter && !digit && (byte != '/' || is_method)) {
            return false;
        }
    }
    return true;
}

gdv_text naive_name(naive_packet *in, size_t at, bool is_method)
{
    const uint8_t *text = in->bytes + at;
    const size_t size = strlen((const char *)text);
    const bool may_be_empty = is_method && (in->policy.permit & GDV_PERMIT_MP_EMPTY_NAME) != 0;
    naive_must(in, size > 0 || may_be_empty, GDV_E_MP_NAME_EMPTY, at);
    naive_must(in, size <= in->policy.max_name, GDV_E_MP_NAME_LONG, at);
    naive_must(in, is_text(text, size), GDV_E_MP_NAME_UTF8, at);
    naive_must(in, is_identifier(text, size, is_method), GDV_E_MP_NAME_FORM, at);
    return (gdv_text){(const char *)text, size};
}

gdv_text naive_spawn_name(naive_packet *in, size_t at, size_t size)
{
    const uint8_t *text = in->bytes + at;
    naive_must(in, size > 1 && size - 1 <= in->policy.max_name, GDV_E_MP_SPAWN_NAME, at);
    naive_must(in, text[size - 1] == 0, GDV_E_MP_SPAWN_NAME, at);
    naive_must(in, is_text(text, size - 1), GDV_E_MP_SPAWN_NAME, at);
    naive_must(in, !has_control(text, size - 1), GDV_E_MP_SPAWN_NAME, at);
    naive_must(in, !has_any(text, size - 1, ".:@/\"%"), GDV_E_MP_SPAWN_NAME, at);
    return (gdv_text){(const char *)text, size - 1};
}
