/* SPDX-License-Identifier: MIT */
#include "compressed.h"

#define ID_BITS 0x3fu

static const gdv_wire_row *row_at(const gdv_scan *scan)
{
    return gdv_row_of(scan->table, gdv_u8_at(&scan->in, scan->in.pos) & ID_BITS);
}

bool gdv_compressed_is_short(const gdv_scan *scan)
{
    const gdv_wire_row *row = row_at(scan);
    return row->layout == GDV_LAYOUT_BOOL || row->layout == GDV_LAYOUT_INT;
}

/* Whether fewer bytes would hold the int. */
static bool is_too_wide(int64_t number, uint32_t mode)
{
    switch (mode) {
    case 0:
        return false;
    case 1:
        return number >= INT8_MIN && number <= INT8_MAX;
    case 2:
        return number >= INT16_MIN && number <= INT16_MAX;
    default:
        return number >= INT32_MIN && number <= INT32_MAX;
    }
}

static gdv_status read_int(gdv_scan *scan, uint32_t mode)
{
    const uint32_t at = scan->in.pos;
    gdv_status status = gdv_take(scan, gdv_bit(mode));
    if (status == GDV_OK && is_too_wide(gdv_short_int(&scan->in, at, mode), mode)) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_WIDE, GDV_E_WIDTH, at - 1);
    }
    return status;
}

gdv_status gdv_compressed_read(gdv_scan *scan, gdv_token *token)
{
    const uint32_t at = scan->in.pos;
    const uint32_t mode = gdv_u8_at(&scan->in, at) / 0x40u;
    const gdv_wire_row *row = row_at(scan);
    if (scan->values >= scan->max_values) {
        return gdv_refuse(scan, GDV_E_LIMIT_VALUES, at, 0);
    }
    scan->values += 1;
    token->id = gdv_u8_at(&scan->in, at) & ID_BITS;
    token->at = at;
    token->flags = GDV_TOKEN_SHORT + mode * GDV_TOKEN_MODE + (mode == 3 ? 1u : 0u);
    token->count = 0;
    gdv_skip(&scan->in, 1);
    gdv_status status = GDV_OK;
    if (row->layout == GDV_LAYOUT_INT) {
        status = read_int(scan, mode);
    } else if (mode % 2 != 0) { /* the engine looks at the other bit alone */
        status = gdv_refuse_unless(scan, GDV_PERMIT_BOOL, GDV_E_BOOL, at);
    }
    return status;
}
