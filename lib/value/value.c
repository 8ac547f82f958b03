/* SPDX-License-Identifier: MIT */
#include <gdv/value.h>

#include <string.h>

#include "../decode/number.h"
#include "../decode/scan.h"
#include "../wire/overlap.h"
#include "resolve.h"

gdv_value gdv_missing(void)
{
    gdv_value missing = {NULL, 0};
    return missing;
}

bool gdv_exists(gdv_value value)
{
    return gdv_is_there(value);
}

gdv_type gdv_type_of(gdv_value value)
{
    gdv_resolved resolved;
    return gdv_resolve(value, &resolved) ? (gdv_type)resolved.wire->type : GDV_TYPE_COUNT;
}

size_t gdv_count(gdv_value value)
{
    gdv_text text = {"", 0};
    gdv_resolved resolved;
    if (!gdv_resolve(value, &resolved)) {
        return 0;
    }
    switch ((gdv_layout)resolved.wire->layout) {
    case GDV_LAYOUT_TEXT:
        return gdv_to_text(value, &text) == GDV_OK ? text.size : 0;
    case GDV_LAYOUT_NODE_PATH: /* the old form counts its bytes, and is one name */
        return gdv_u32_at(&resolved.in, resolved.payload) < GDV_NEGATIVE ? 1 : resolved.node->count;
    case GDV_LAYOUT_OBJECT:
    case GDV_LAYOUT_DICTIONARY:
    case GDV_LAYOUT_ARRAY:
    case GDV_LAYOUT_TYPED_ARRAY:
    case GDV_LAYOUT_BYTES:
    case GDV_LAYOUT_PACKED:
    case GDV_LAYOUT_STRINGS:
        return resolved.node->count;
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_BOOL:
    case GDV_LAYOUT_INT:
    case GDV_LAYOUT_FLOAT:
    case GDV_LAYOUT_SIGNAL:
    case GDV_LAYOUT_IMAGE:
    case GDV_LAYOUT_INPUT_EVENT:
    case GDV_LAYOUT_COUNT:
        break;
    }
    return 0;
}

size_t gdv_value_offset(gdv_value value)
{
    gdv_resolved resolved;
    return gdv_resolve(value, &resolved) ? resolved.node->offset : 0;
}

gdv_status gdv_to_bool(gdv_value value, bool *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = false;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_BOOL, &resolved);
    if (status == GDV_OK) {
        bool is_short = (resolved.node->flags & GDV_TOKEN_SHORT) != 0;
        *out = is_short ? gdv_u8_at(&resolved.in, resolved.node->offset) >= 0x80u
                        : gdv_u32_at(&resolved.in, resolved.payload) != 0;
    }
    return status;
}

static int64_t int_of(const gdv_resolved *resolved)
{
    uint32_t flags = resolved->node->flags;
    if ((flags & GDV_TOKEN_SHORT) != 0 && gdv_short_mode(flags) < 2) {
        return gdv_short_int(&resolved->in, resolved->payload, gdv_short_mode(flags));
    }
    if (gdv_resolved_is_wide(resolved)) {
        return gdv_signed64(gdv_u64_at(&resolved->in, resolved->payload));
    }
    return gdv_signed32(gdv_u32_at(&resolved->in, resolved->payload));
}

gdv_status gdv_to_int(gdv_value value, int64_t lowest, int64_t highest, int64_t *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = 0;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_INT, &resolved);
    if (status != GDV_OK) {
        return status;
    }
    int64_t number = int_of(&resolved);
    if (number < lowest || number > highest) {
        return GDV_E_OUT_OF_RANGE;
    }
    *out = number;
    return GDV_OK;
}

static gdv_status in_range(double number, double lowest, double highest, double *out)
{
    bool inside = number >= lowest && number <= highest; /* false for NaN */
    if (inside) {
        *out = number;
    }
    return inside ? GDV_OK : GDV_E_OUT_OF_RANGE;
}

static double float_of(const gdv_resolved *resolved)
{
    double number = 0.0;
    uint64_t bits = gdv_double_bits_at(&resolved->in, resolved->payload, gdv_resolved_is_wide(resolved) ? 8 : 4);
    memcpy(&number, &bits, sizeof number);
    return number;
}

gdv_status gdv_to_double(gdv_value value, double lowest, double highest, double *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = 0.0;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_FLOAT, &resolved);
    return status == GDV_OK ? in_range(float_of(&resolved), lowest, highest, out) : status;
}

gdv_status gdv_to_number(gdv_value value, double lowest, double highest, double *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = 0.0;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_INT, &resolved);
    if (status == GDV_OK) {
        return in_range((double)int_of(&resolved), lowest, highest, out);
    }
    return gdv_to_double(value, lowest, highest, out);
}

gdv_status gdv_to_text(gdv_value value, gdv_text *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    out->bytes = "";
    out->size = 0;
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_TEXT, &resolved);
    if (status == GDV_OK) {
        *out = gdv_resolved_text(&resolved, resolved.payload + 4, resolved.node->count);
    }
    return status;
}

gdv_status gdv_to_bytes(gdv_value value, const uint8_t **bytes, size_t *size)
{
    gdv_resolved resolved;
    if (bytes != NULL) {
        *bytes = NULL;
    }
    if (size != NULL) {
        *size = 0;
    }
    if (bytes == NULL || size == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    gdv_status status = gdv_resolve_layout(value, GDV_LAYOUT_BYTES, &resolved);
    if (status == GDV_OK) {
        *bytes = resolved.in.bytes + resolved.payload + 4;
        *size = resolved.node->count;
    }
    return status;
}

gdv_status gdv_to_object_id(gdv_value value, uint64_t *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = 0;
    if (!gdv_resolve(value, &resolved)) {
        return GDV_E_MISSING;
    }
    if (resolved.wire->type != GDV_TYPE_OBJECT) {
        return GDV_E_WRONG_TYPE;
    }
    if (resolved.wire->layout == GDV_LAYOUT_OBJECT) {
        if ((resolved.node->flags & (GDV_FLAG_OBJECT_ID >> 16)) == 0) {
            return GDV_E_WRONG_TYPE;
        }
        *out = gdv_u64_at(&resolved.in, resolved.payload);
    }
    return GDV_OK;
}

gdv_status gdv_to_rid(gdv_value value, uint64_t *out)
{
    gdv_resolved resolved;
    if (out == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    *out = 0;
    if (!gdv_resolve(value, &resolved)) {
        return GDV_E_MISSING;
    }
    if (resolved.wire->type != GDV_TYPE_RID) {
        return GDV_E_WRONG_TYPE;
    }
    if (resolved.wire->size == 8) {
        *out = gdv_u64_at(&resolved.in, resolved.payload);
    }
    return GDV_OK;
}

gdv_status gdv_optional_bool(gdv_value value, bool fallback, bool *out)
{
    gdv_status status = gdv_to_bool(value, out);
    if (status != GDV_E_MISSING) {
        return status;
    }
    *out = fallback;
    return GDV_OK;
}

gdv_status gdv_optional_int(gdv_value value, int64_t lowest, int64_t highest, int64_t fallback, int64_t *out)
{
    gdv_status status = gdv_to_int(value, lowest, highest, out);
    if (status != GDV_E_MISSING) {
        return status;
    }
    *out = fallback;
    return GDV_OK;
}

gdv_status gdv_optional_double(gdv_value value, double lowest, double highest, double fallback, double *out)
{
    gdv_status status = gdv_to_double(value, lowest, highest, out);
    if (status != GDV_E_MISSING) {
        return status;
    }
    *out = fallback;
    return GDV_OK;
}

gdv_status gdv_optional_number(gdv_value value, double lowest, double highest, double fallback, double *out)
{
    gdv_status status = gdv_to_number(value, lowest, highest, out);
    if (status != GDV_E_MISSING) {
        return status;
    }
    *out = fallback;
    return GDV_OK;
}

gdv_status gdv_optional_text(gdv_value value, const char *fallback, gdv_text *out)
{
    gdv_status status = gdv_to_text(value, out);
    if (status != GDV_E_MISSING) {
        return status;
    }
    *out = gdv_text_of(fallback);
    return GDV_OK;
}

bool gdv_bool_or(gdv_value value, bool fallback)
{
    bool out = false;
    return gdv_to_bool(value, &out) == GDV_OK ? out : fallback;
}

int64_t gdv_int_or(gdv_value value, int64_t lowest, int64_t highest, int64_t fallback)
{
    int64_t out = 0;
    return gdv_to_int(value, lowest, highest, &out) == GDV_OK ? out : fallback;
}

double gdv_double_or(gdv_value value, double lowest, double highest, double fallback)
{
    double out = 0.0;
    return gdv_to_double(value, lowest, highest, &out) == GDV_OK ? out : fallback;
}

double gdv_number_or(gdv_value value, double lowest, double highest, double fallback)
{
    double out = 0.0;
    return gdv_to_number(value, lowest, highest, &out) == GDV_OK ? out : fallback;
}

gdv_text gdv_text_or(gdv_value value, const char *fallback)
{
    gdv_text text = {"", 0};
    return gdv_to_text(value, &text) == GDV_OK ? text : gdv_text_of(fallback);
}

/* Bytes of a text that fit without cutting a character of valid UTF-8: not between a byte and its continuation. */
static size_t whole_characters(gdv_text text, size_t room)
{
    if (text.size <= room) {
        return text.size;
    }
    size_t length = room;
    uint32_t back = 0;
    while (back < 3 && length > 0 && ((uint8_t)text.bytes[length] & 0xc0u) == 0x80u) {
        length -= 1;
        back += 1;
    }
    return length;
}

size_t gdv_text_copy(gdv_value value, char *buffer, size_t size)
{
    gdv_text text = {"", 0};
    gdv_status status = gdv_to_text(value, &text);
    if (gdv_wraps(buffer, size, 1)) {
        return 0;
    }
    if (buffer != NULL && size > 0) {
        size_t length = whole_characters(text, size - 1);
        memmove(buffer, text.bytes, length);
        buffer[length] = '\0';
    }
    return status == GDV_OK ? text.size : 0;
}

bool gdv_text_is(gdv_value value, const char *text)
{
    gdv_text found = {"", 0};
    if (text == NULL || gdv_to_text(value, &found) != GDV_OK) {
        return false;
    }
    return gdv_same_text(found, gdv_text_of(text));
}
