/* SPDX-License-Identifier: MIT */
#include "scan.h"

/* Bytes of the shortest value. */
static uint32_t least_size(const gdv_scan *scan)
{
    return scan->encoding == GDV_ENCODING_PLAIN ? 4 : 1;
}

gdv_status gdv_scan_begin(gdv_scan *scan)
{
    const uint32_t left = gdv_left(&scan->in);
    if (left >= 4) {
        gdv_reserve(&scan->in, 1);
        return GDV_OK;
    }
    const uint32_t least = least_size(scan);
    if (left < least) {
        return gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos, least - left);
    }
    scan->in.reserved = left;
    return GDV_OK;
}

gdv_status gdv_scan_start(gdv_scan *scan, const uint8_t *bytes, size_t size, const gdv_wire_table *table,
                          const gdv_policy *policy)
{
    size_t max_bytes = policy->max_bytes < GDV_MAX_BYTES ? policy->max_bytes : GDV_MAX_BYTES;

    scan->in.bytes = bytes;
    scan->in.size = size <= max_bytes ? (uint32_t)size : 0;
    scan->in.pos = 0;
    scan->in.reserved = 0;
    scan->table = table;
    scan->permit = policy->permit;
    scan->encoding = policy->encoding;
    scan->max_depth = policy->max_depth < GDV_MAX_DEPTH ? policy->max_depth : GDV_MAX_DEPTH;
    scan->max_values = policy->max_values;
    scan->max_elements = policy->max_elements;
    scan->max_string = policy->max_string;
    scan->depth = 0;
    scan->values = 0;
    scan->strings = 0;
    scan->deepest = 0;
    scan->keyed = 0;
    scan->longest = 0;
    scan->widest = 0;
    scan->misread = GDV_MISREAD_NONE;
    scan->error_offset = 0;
    scan->need = 0;

    if (size > max_bytes) {
        return gdv_refuse(scan, GDV_E_LIMIT_BYTES, 0, 0);
    }
    if (size == 0) {
        return gdv_refuse(scan, GDV_E_EMPTY, 0, least_size(scan));
    }
    return gdv_scan_begin(scan);
}

gdv_status gdv_scan_finish(gdv_scan *scan)
{
    if (gdv_left(&scan->in) == 0) {
        return GDV_OK;
    }
    return gdv_refuse_unless(scan, GDV_PERMIT_TRAILING, GDV_E_TRAILING, scan->in.pos);
}

gdv_status gdv_refuse(gdv_scan *scan, gdv_status code, uint32_t error_offset, uint64_t need)
{
    scan->misread = GDV_MISREAD_NONE;
    scan->error_offset = error_offset;
    scan->need = need;
    return code;
}

gdv_status gdv_refuse_unless(gdv_scan *scan, uint32_t permit, gdv_status code, uint32_t error_offset)
{
    if ((scan->permit & permit) != 0) {
        return GDV_OK;
    }
    return gdv_refuse(scan, code, error_offset, 0);
}

gdv_status gdv_never(gdv_scan *scan, gdv_misread misread, uint32_t error_offset)
{
    scan->misread = misread;
    scan->error_offset = error_offset;
    scan->need = 0;
    return GDV_E_ENGINE_MISREADS;
}

gdv_status gdv_misreads(gdv_scan *scan, gdv_misread misread, uint32_t error_offset)
{
    if ((scan->permit & GDV_PERMIT_MISREAD) != 0) {
        return GDV_OK;
    }
    return gdv_never(scan, misread, error_offset);
}

/* count * size is below 2^39, which 64 bits hold. */
gdv_status gdv_check_count(gdv_scan *scan, uint32_t count, uint32_t size, uint32_t error_offset)
{
    uint32_t room = gdv_free(&scan->in);
    uint64_t bytes = (uint64_t)count * size;
    if (bytes > room) {
        return gdv_refuse(scan, GDV_E_COUNT, error_offset, bytes - room);
    }
    if (count > scan->max_elements) {
        return gdv_refuse(scan, GDV_E_LIMIT_ELEMENTS, error_offset, 0);
    }
    if (count > scan->widest) {
        scan->widest = count;
    }
    return GDV_OK;
}

/* Engines check only the bytes of an array, and let the cursor run over the packet's end (EB-03). */
gdv_status gdv_take_padded(gdv_scan *scan, uint32_t size, uint32_t error_offset)
{
    uint32_t room = gdv_free(&scan->in);
    uint32_t padding = gdv_padding(size);
    if (size > room) {
        return gdv_refuse(scan, GDV_E_LENGTH, error_offset, size - room);
    }
    if (padding > room - size) {
        uint32_t left = gdv_left(&scan->in) - size;
        uint32_t need = padding - (room - size);
        if (padding > left) {
            return gdv_refuse(scan, GDV_E_PADDING_MISSING, scan->in.size, need);
        }
        return gdv_refuse(scan, GDV_E_TRUNCATED, scan->in.pos + size, need);
    }
    gdv_skip(&scan->in, size + padding);
    return GDV_OK;
}

#ifdef __FRAMAC__
#include "../proof/scan_c.h"
#endif

gdv_status gdv_check_padding(gdv_scan *scan, uint32_t any_padding, uint32_t at, uint32_t size)
{
    if (any_padding == 0 && (scan->permit & GDV_PERMIT_PADDING) == 0) {
        uint32_t end = at + size + gdv_padding(size);
        /*@ GDV_CHECK_PADDING_LOOP */
        for (uint32_t here = at + size; here < end; here += 1) {
            if (gdv_u8_at(&scan->in, here) != 0) {
                return gdv_refuse(scan, GDV_E_PADDING, here, 0);
            }
        }
    }
    return GDV_OK;
}

gdv_status gdv_count_read(gdv_scan *scan, gdv_token *token, uint32_t size)
{
    uint32_t count_at = scan->in.pos;
    gdv_status status = gdv_take_u32(scan, &token->count);
    if (status == GDV_OK && token->count >= GDV_NEGATIVE && (token->wire->quirks & GDV_QUIRK_NEGATIVE_EMPTY) != 0) {
        return gdv_never(scan, GDV_MISREAD_COUNT_NEGATIVE, count_at);
    }
    if (status == GDV_OK && token->count >= GDV_NEGATIVE) {
        return gdv_refuse(scan, GDV_E_BAD_LENGTH, count_at, 0);
    }
    if (status == GDV_OK) {
        token->data = scan->in.pos;
        status = gdv_check_count(scan, token->count, size, count_at);
    }
    return status;
}
