/* SPDX-License-Identifier: MIT */
#include "compressed.h"

#define ID_BITS 0x3fu
#define MODE 0x40u
#define WIDEST 3u

bool gdv_compressed_is_short(const gdv_wire_table *table, uint32_t first)
{
    const gdv_wire_row *row = gdv_row_of(table, first & ID_BITS);
    return row->layout == GDV_LAYOUT_BOOL || row->layout == GDV_LAYOUT_INT;
}

static gdv_status read_short_int(gdv_scan *scan, uint32_t mode)
{
    const uint32_t at = scan->in.pos;
    gdv_status status = gdv_take(scan, gdv_bit(mode));
    if (status == GDV_OK && gdv_is_short_wide(gdv_short_int(&scan->in, at, mode), mode)) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_WIDE, GDV_E_WIDTH, at - 1);
    }
    return status;
}

/* The engine looks at the upper bit of the mode alone. */
static gdv_status read_short_bool(gdv_scan *scan, uint32_t mode)
{
    return mode % 2 == 0 ? GDV_OK : gdv_refuse_unless(scan, GDV_PERMIT_BOOL, GDV_E_BOOL, scan->in.pos - 1);
}

static void set_short(gdv_token *token, const gdv_scan *scan, uint32_t first, uint32_t at)
{
    const uint32_t mode = first / MODE;
    token->id = first & ID_BITS;
    token->wire = gdv_row_of(scan->table, token->id);
    token->name = at;
    token->at = at;
    token->flags = GDV_TOKEN_SHORT + mode * GDV_TOKEN_MODE + (mode == WIDEST ? 1u : 0u);
    token->data = at + 1;
    token->count = 0;
    token->end = at + 1;
    token->children = 0;
    token->open = 0;
    token->key_id = GDV_ANY_ID;
    token->value_id = GDV_ANY_ID;
}

gdv_status gdv_compressed_read(gdv_scan *scan, uint32_t first, gdv_token *token)
{
    const uint32_t at = scan->in.pos;
    if (scan->values >= scan->max_values) {
        return gdv_refuse(scan, GDV_E_LIMIT_VALUES, at, 0);
    }
    scan->values += 1;
    scan->in.reserved = 0;
    gdv_skip(&scan->in, 1);
    set_short(token, scan, first, at);
    const bool is_int = token->wire->layout == GDV_LAYOUT_INT;
    gdv_status status = is_int ? read_short_int(scan, first / MODE) : read_short_bool(scan, first / MODE);
    token->end = scan->in.pos;
    return status;
}

uint32_t gdv_compressed_bool(uint8_t *form, uint32_t id, bool value)
{
    form[0] = (uint8_t)(id + (value ? 2 * MODE : 0));
    return 1;
}

uint32_t gdv_compressed_int(uint8_t *form, uint32_t id, int64_t value)
{
    const uint64_t bits = (uint64_t)value;
    uint32_t mode = WIDEST;
    while (gdv_is_short_wide(value, mode)) {
        mode -= 1;
    }
    form[0] = (uint8_t)(id + mode * MODE);
    for (uint32_t index = 0; index < gdv_bit(mode); index += 1) {
        form[1 + index] = (uint8_t)(bits >> (8 * index) & 0xffu);
    }
    return 1 + gdv_bit(mode);
}
