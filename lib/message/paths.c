/* SPDX-License-Identifier: MIT */
/* Paths and names, as engines send them. Multiplayer format, sections 2.2, 4.6 and 8. */
#include "../decode/text.h"

#include "parsing.h"

/* Offset of the first NUL from `at` on; the end of what is read now where there is none. */
static uint32_t nul_from(const gdv_parsing *now, uint32_t at)
{
    uint32_t end = at;
    while (end < now->scan.in.size && gdv_u8_at(&now->scan.in, end) != 0) {
        end += 1;
    }
    return end;
}

static gdv_text text_at(const gdv_parsing *now, uint32_t at, uint32_t size)
{
    const gdv_text text = {(const char *)now->scan.in.bytes + at, size};
    return text;
}

static bool is_utf8(const gdv_parsing *now, uint32_t at, uint32_t size)
{
    uint32_t error_offset = 0;
    return gdv_text_check(&now->scan.in, at, size, GDV_TOLERANCE_STRICT, 0, &error_offset) == GDV_OK;
}

static bool is_control(uint8_t byte)
{
    return byte < 0x20 || byte == 0x7f;
}

/* Whether a segment of a path may be one: not empty, no `.`; `..` and what begins with % by permission. */
static bool is_segment(const gdv_parsing *now, uint32_t at, uint32_t size)
{
    const uint32_t permit = now->policy->permit;
    const bool dotted = size > 0 && gdv_u8_at(&now->scan.in, at) == '.';
    if (size == 0 || (dotted && size == 1)) {
        return false;
    }
    if (dotted && size == 2 && gdv_u8_at(&now->scan.in, at + 1) == '.') {
        return (permit & GDV_PERMIT_MP_PATH_PARENT) != 0;
    }
    for (uint32_t index = 0; index < size; index += 1) {
        const uint8_t byte = gdv_u8_at(&now->scan.in, at + index);
        const bool unique = byte == '%' && index == 0 && size > 1 && (permit & GDV_PERMIT_MP_PATH_UNIQUE) != 0;
        if (is_control(byte) || byte == ':' || byte == '"' || (byte == '%' && !unique)) {
            return false;
        }
    }
    return true;
}

/* Whether it is the multiplayer root itself, or segments with slashes between them. */
static bool is_path(const gdv_parsing *now, uint32_t at, uint32_t end)
{
    if (end - at == 1 && gdv_u8_at(&now->scan.in, at) == '.') {
        return true;
    }
    uint32_t begin = at;
    for (uint32_t next = at; next < end; next += 1) {
        if (gdv_u8_at(&now->scan.in, next) == '/') {
            if (!is_segment(now, begin, next - begin)) {
                return false;
            }
            begin = next + 1;
        }
    }
    return is_segment(now, begin, end - begin);
}

gdv_status gdv_path_read(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t end = nul_from(now, at);
    if (at == now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_EMPTY, at);
    }
    if (end == now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_NUL, end);
    }
    if (end + 1 != now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_TRAILING, end + 1);
    }
    if (end == at) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_EMPTY, at);
    }
    if (end - at > now->policy->max_path) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_LONG, at);
    }
    if (!is_utf8(now, at, end - at)) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_UTF8, at);
    }
    if (!is_path(now, at, end)) {
        return gdv_message_refuse(now, GDV_E_MP_PATH_FORM, at);
    }
    now->message->path = text_at(now, at, end - at);
    return GDV_OK;
}

/* ASCII letters, digits and _, and all that is not ASCII; of a property slashes, too, and not of a method a digit first. */
static bool is_code_name(const gdv_parsing *now, uint32_t at, uint32_t end, bool is_property)
{
    for (uint32_t index = at; index < end; index += 1) {
        const uint8_t byte = gdv_u8_at(&now->scan.in, index);
        const uint8_t lower = (uint8_t)(byte | 0x20u);
        const bool letter = (lower >= 'a' && lower <= 'z') || byte == '_' || byte >= 0x80;
        const bool digit = byte >= '0' && byte <= '9';
        if (!letter && !(digit && (is_property || index > at)) && !(is_property && byte == '/')) {
            return false;
        }
    }
    return true;
}

gdv_status gdv_name_read(gdv_parsing *now, bool is_property)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t end = nul_from(now, at);
    const bool may_be_empty = !is_property && (now->policy->permit & GDV_PERMIT_MP_EMPTY_NAME) != 0;
    if (end == now->scan.in.size) {
        return gdv_message_refuse(now, GDV_E_MP_NAME_NUL, end);
    }
    if (end == at && !may_be_empty) {
        return gdv_message_refuse(now, GDV_E_MP_NAME_EMPTY, at);
    }
    if (end - at > now->policy->max_name) {
        return gdv_message_refuse(now, GDV_E_MP_NAME_LONG, at);
    }
    if (!is_utf8(now, at, end - at)) {
        return gdv_message_refuse(now, GDV_E_MP_NAME_UTF8, at);
    }
    if (!is_code_name(now, at, end, is_property)) {
        return gdv_message_refuse(now, GDV_E_MP_NAME_FORM, at);
    }
    now->message->name = text_at(now, at, end - at);
    gdv_skip(&now->scan.in, end + 1 - at);
    return GDV_OK;
}

/* What no node's name has. */
static bool is_forbidden(uint8_t byte)
{
    return is_control(byte) || byte == '.' || byte == ':' || byte == '@' || byte == '/' || byte == '"' || byte == '%';
}

gdv_status gdv_node_name_read(gdv_parsing *now, uint32_t size)
{
    const uint32_t at = now->scan.in.pos;
    bool is_name = size > 1 && size - 1 <= now->policy->max_name && nul_from(now, at) == at + size - 1 &&
                   is_utf8(now, at, size - 1);
    for (uint32_t index = 0; is_name && index < size - 1; index += 1) {
        is_name = !is_forbidden(gdv_u8_at(&now->scan.in, at + index));
    }
    if (!is_name) {
        return gdv_message_refuse(now, GDV_E_MP_SPAWN_NAME, at);
    }
    now->message->name = text_at(now, at, size - 1);
    gdv_skip(&now->scan.in, size);
    return GDV_OK;
}
