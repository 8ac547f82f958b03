/* SPDX-License-Identifier: MIT */
/* Paths, names and addresses, as engines send them. Multiplayer format, sections 1, 2.2, 4.6 and 8. */
#include "rules.h"

#include "../decode/text.h"

#ifdef __FRAMAC__
#include "../proof/rules_c.h"
#endif

bool gdv_is_message_policy(const gdv_message_policy *policy)
{
    return policy->struct_size == sizeof *policy && policy->permit <= GDV_PERMIT_MP_ALL &&
           (uint32_t)policy->direction < GDV_DIRECTION_COUNT && policy->values.encoding == GDV_ENCODING_PLAIN;
}

gdv_status gdv_addresses_check(const gdv_message_policy *policy, uint32_t source, uint32_t target)
{
    const bool from_client = gdv_is_from_client(policy);
    const uint32_t expected = from_client ? policy->peer : 0;
    if (source < (from_client ? GDV_FIRST_CLIENT : 1u) || source >= GDV_NEGATIVE ||
        (expected != 0 && source != expected)) {
        return GDV_E_MP_ENV_SOURCE;
    }
    return target == GDV_NEGATIVE || target == source ? GDV_E_MP_ENV_TARGET : GDV_OK;
}

bool gdv_is_md5(const gdv_cursor *in, uint32_t at)
{
    bool is_md5 = true;
    /*@ GDV_IS_MD5_LOOP */
    for (uint32_t index = 0; is_md5 && index < GDV_MD5_DIGITS; index += 1) {
        const uint8_t byte = gdv_u8_at(in, at + index);
        is_md5 = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
    }
    return is_md5;
}

static bool is_utf8(const gdv_cursor *in, uint32_t at, uint32_t end)
{
    uint32_t error_offset = 0;
    return gdv_text_check(in, at, end - at, GDV_TOLERANCE_STRICT, 0, &error_offset) == GDV_OK;
}

static bool is_control(uint8_t byte)
{
    return byte < 0x20 || byte == 0x7f;
}

/* The fast path for names and paths: what nearly all of them consist of is told by one look at each byte. No means: let
 * the rules look, which pass all that is plain; tests/message/test_message_lone.c holds them equal. A bit for each byte of
 * ASCII: letters, digits and _; in a segment of a path all that is printed but `.` `:` `/` `"` `%`. */
static const uint64_t plain_in_name[] = {0x03ff000000000000u, 0x07fffffe87fffffeu};
static const uint64_t plain_in_segment[] = {0xfbff3fdb00000000u, 0x7fffffffffffffffu};

static bool is_plain_byte(const uint64_t plain[2], uint8_t byte)
{
    return byte < 0x80 && (plain[byte / 64] >> byte % 64 & 1u) != 0;
}

/* A name that begins with no digit. Requires at < end. */
static bool is_plain_name(const gdv_cursor *in, uint32_t at, uint32_t end)
{
    uint8_t byte = gdv_u8_at(in, at);
    bool plain = byte > '9' && is_plain_byte(plain_in_name, byte);
    /*@ IS_PLAIN_NAME_LOOP */
    for (uint32_t index = at + 1; plain && index < end; index += 1) {
        plain = is_plain_byte(plain_in_name, gdv_u8_at(in, index));
    }
    return plain;
}

/* Segments with a slash between each two. */
static bool is_plain_path(const gdv_cursor *in, uint32_t at, uint32_t end)
{
    bool inside = false; /* a segment */
    /*@ IS_PLAIN_PATH_LOOP */
    for (uint32_t index = at; index < end; index += 1) {
        const uint8_t byte = gdv_u8_at(in, index);
        const bool slash = byte == '/';
        if (slash ? !inside : !is_plain_byte(plain_in_segment, byte)) {
            return false;
        }
        inside = !slash;
    }
    return inside;
}

/* Whether a segment of a path may be one: not empty, no `.`; `..` and what begins with % by permission. */
static bool is_segment(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    const bool dotted = size > 0 && gdv_u8_at(in, at) == '.';
    if (size == 0 || (dotted && size == 1)) {
        return false;
    }
    if (dotted && size == 2 && gdv_u8_at(in, at + 1) == '.') {
        return (policy->permit & GDV_PERMIT_MP_PATH_PARENT) != 0;
    }
    /*@ IS_SEGMENT_LOOP */
    for (uint32_t index = 0; index < size; index += 1) {
        const uint8_t byte = gdv_u8_at(in, at + index);
        const bool unique = byte == '%' && index == 0 && size > 1 && (policy->permit & GDV_PERMIT_MP_PATH_UNIQUE) != 0;
        if (is_control(byte) || byte == ':' || byte == '"' || (byte == '%' && !unique)) {
            return false;
        }
    }
    return true;
}

/* Whether it is the multiplayer root itself, or segments with slashes between them. */
static bool is_path(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    if (end - at == 1 && gdv_u8_at(in, at) == '.') {
        return true;
    }
    uint32_t begin = at;
    /*@ IS_PATH_LOOP */
    for (uint32_t next = at; next < end; next += 1) {
        if (gdv_u8_at(in, next) == '/') {
            if (!is_segment(policy, in, begin, next - begin)) {
                return false;
            }
            begin = next + 1;
        }
    }
    return is_segment(policy, in, begin, end - begin);
}

gdv_status gdv_path_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    if (end == at) {
        return GDV_E_MP_PATH_EMPTY;
    }
    if (end - at > policy->max_path) {
        return GDV_E_MP_PATH_LONG;
    }
    if (is_plain_path(in, at, end)) {
        return GDV_OK;
    }
    if (!is_utf8(in, at, end)) {
        return GDV_E_MP_PATH_UTF8;
    }
    return is_path(policy, in, at, end) ? GDV_OK : GDV_E_MP_PATH_FORM;
}

/* ASCII letters, digits and _, and all that is not ASCII; of a property slashes, too, and not of a method a digit first. */
static bool is_code_name(const gdv_cursor *in, uint32_t at, uint32_t end, bool is_property)
{
    /*@ IS_CODE_NAME_LOOP */
    for (uint32_t index = at; index < end; index += 1) {
        const uint8_t byte = gdv_u8_at(in, index);
        const uint8_t lower = (uint8_t)(byte | 0x20u);
        const bool letter = (lower >= 'a' && lower <= 'z') || byte == '_' || byte >= 0x80;
        const bool digit = byte >= '0' && byte <= '9' && (is_property || index > at);
        const bool slash = byte == '/' && is_property;
        if (!letter && !digit && !slash) {
            return false;
        }
    }
    return true;
}

gdv_status gdv_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end,
                          bool is_property)
{
    const bool may_be_empty = !is_property && (policy->permit & GDV_PERMIT_MP_EMPTY_NAME) != 0;
    if (end == at) {
        return may_be_empty ? GDV_OK : GDV_E_MP_NAME_EMPTY;
    }
    if (end - at > policy->max_name) {
        return GDV_E_MP_NAME_LONG;
    }
    if (is_plain_name(in, at, end)) {
        return GDV_OK;
    }
    if (!is_utf8(in, at, end)) {
        return GDV_E_MP_NAME_UTF8;
    }
    return is_code_name(in, at, end, is_property) ? GDV_OK : GDV_E_MP_NAME_FORM;
}

/* What no node's name has. */
static bool is_forbidden(uint8_t byte)
{
    return is_control(byte) || byte == '.' || byte == ':' || byte == '@' || byte == '/' || byte == '"' || byte == '%';
}

gdv_status gdv_node_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    bool is_name = end > at && end - at <= policy->max_name && is_utf8(in, at, end);
    /*@ GDV_NODE_NAME_CHECK_LOOP */
    for (uint32_t index = at; is_name && index < end; index += 1) {
        is_name = !is_forbidden(gdv_u8_at(in, index));
    }
    return is_name ? GDV_OK : GDV_E_MP_SPAWN_NAME;
}
