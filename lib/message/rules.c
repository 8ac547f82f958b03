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

/* What a text is made of: a bit for each byte of ASCII, in words of 32, of the first of which none is in a set. In the
 * name of a method letters, digits and _; of a property / too; in a segment of a path all that is printed but / : " %;
 * in the name of a node but . @ as well. */
static const uint32_t in_method[] = {[1] = 0x03ff0000u, [2] = 0x87fffffeu, [3] = 0x07fffffeu};
static const uint32_t in_property[] = {[1] = 0x03ff8000u, [2] = 0x87fffffeu, [3] = 0x07fffffeu};
static const uint32_t in_segment[] = {[1] = 0xfbff7fdbu, [2] = 0xffffffffu, [3] = 0x7fffffffu};
static const uint32_t in_node_name[] = {[1] = 0xfbff3fdbu, [2] = 0xfffffffeu, [3] = 0x7fffffffu};

/* What one look at each byte finds in a text. */
#define STRANGE_BYTE 1u /* ASCII that is not in the set */
#define WIDE_BYTE 2u    /* what is not ASCII, which is in all sets */

static uint32_t kind_of_byte(const uint32_t *set, uint8_t byte)
{
    if (byte >= 0x80) {
        return WIDE_BYTE;
    }
    return (set[byte / 32] >> byte % 32 & 1u) != 0 ? 0 : STRANGE_BYTE;
}

/* What is found in a text. */
static uint32_t kinds_in_text(const uint32_t *set, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    uint32_t kinds = 0;
    /*@ KINDS_IN_TEXT_LOOP */
    for (uint32_t index = at; index < end; index += 1) {
        kinds |= kind_of_byte(set, gdv_u8_at(in, index));
    }
    return kinds;
}

/* Whether a text is strict UTF-8: nearly all are ASCII, as one look has told. */
static bool is_utf8(const gdv_cursor *in, uint32_t at, uint32_t end, uint32_t kinds)
{
    uint32_t error_offset = 0;
    return kinds == 0 || gdv_text_check(in, at, end - at, GDV_TOLERANCE_STRICT, 0, &error_offset) == GDV_OK;
}

/* Whether a segment is `.`, or `..` without permission. Requires that it is not empty. */
static bool is_dots(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t size)
{
    if (size > 2 || gdv_u8_at(in, at) != '.') {
        return false;
    }
    return size == 1 || (gdv_u8_at(in, at + 1) == '.' && (policy->permit & GDV_PERMIT_MP_PATH_PARENT) == 0);
}

/* Where a segment ends that begins at `at`. What is found in it is added to *kinds: strange is also one that is empty,
 * dots, or % alone; a % before a name is by permission. */
static uint32_t segment_end(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end,
                            uint32_t *kinds)
{
    const bool unique = (policy->permit & GDV_PERMIT_MP_PATH_UNIQUE) != 0 && at < end && gdv_u8_at(in, at) == '%';
    const uint32_t name = at + (unique ? 1 : 0);
    uint32_t next = name;
    /*@ SEGMENT_END_LOOP */
    for (; next < end; next += 1) {
        const uint8_t byte = gdv_u8_at(in, next);
        if (byte == '/') {
            break;
        }
        *kinds |= kind_of_byte(in_segment, byte);
    }
    *kinds |= next == name || is_dots(policy, in, at, next - at) ? STRANGE_BYTE : 0;
    return next;
}

/* What is found in a path: it is the multiplayer root itself, or segments with slashes between them. */
static uint32_t kinds_in_path(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    if (end - at == 1 && gdv_u8_at(in, at) == '.') {
        return 0;
    }
    uint32_t kinds = 0;
    uint32_t begin = at;
    /*@ KINDS_IN_PATH_LOOP */
    while (begin <= end) {
        begin = segment_end(policy, in, begin, end, &kinds) + 1;
    }
    return kinds;
}

gdv_status gdv_path_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    if (end == at) {
        return GDV_E_MP_PATH_EMPTY;
    }
    if (end - at > policy->max_path) {
        return GDV_E_MP_PATH_LONG;
    }
    const uint32_t kinds = kinds_in_path(policy, in, at, end);
    if (!is_utf8(in, at, end, kinds)) {
        return GDV_E_MP_PATH_UTF8;
    }
    return (kinds & STRANGE_BYTE) == 0 ? GDV_OK : GDV_E_MP_PATH_FORM;
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
    const uint32_t kinds = kinds_in_text(is_property ? in_property : in_method, in, at, end);
    if (!is_utf8(in, at, end, kinds)) {
        return GDV_E_MP_NAME_UTF8;
    }
    const bool digit_first = gdv_u8_at(in, at) <= '9';
    return (kinds & STRANGE_BYTE) == 0 && (is_property || !digit_first) ? GDV_OK : GDV_E_MP_NAME_FORM;
}

gdv_status gdv_node_name_check(const gdv_message_policy *policy, const gdv_cursor *in, uint32_t at, uint32_t end)
{
    if (end == at || end - at > policy->max_name) {
        return GDV_E_MP_SPAWN_NAME;
    }
    const uint32_t kinds = kinds_in_text(in_node_name, in, at, end);
    return (kinds & STRANGE_BYTE) == 0 && is_utf8(in, at, end, kinds) ? GDV_OK : GDV_E_MP_SPAWN_NAME;
}
