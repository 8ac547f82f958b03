/* SPDX-License-Identifier: MIT */
#include "read_value.h"

#include "container.h"
#include "godot2.h"
#include "number.h"
#include "texts.h"

#ifdef __FRAMAC__
#include "../proof/read_value_c.h"
#endif

/* Reads the payload by its row's layout. Requires scan to stand after the token's header. Ensures on GDV_OK: the
 * payload is inside the packet, and what a container promises is reserved. */
static gdv_status read_payload(gdv_scan *scan, gdv_token *token)
{
    switch ((gdv_layout)token->wire->layout) {
    case GDV_LAYOUT_FIXED:
    case GDV_LAYOUT_BOOL:
    case GDV_LAYOUT_INT:
    case GDV_LAYOUT_FLOAT:
        return gdv_fixed_read(scan, token);
    case GDV_LAYOUT_TEXT:
        return gdv_text_value_read(scan, token);
    case GDV_LAYOUT_NODE_PATH:
        return gdv_node_path_read(scan, token);
    case GDV_LAYOUT_OBJECT:
        return gdv_object_read(scan, token);
    case GDV_LAYOUT_SIGNAL:
        return gdv_signal_read(scan, token);
    case GDV_LAYOUT_DICTIONARY:
        return gdv_dictionary_read(scan, token);
    case GDV_LAYOUT_ARRAY:
        return gdv_array_read(scan, token);
    case GDV_LAYOUT_TYPED_ARRAY:
        return gdv_typed_array_read(scan, token);
    case GDV_LAYOUT_BYTES:
        return gdv_bytes_read(scan, token);
    case GDV_LAYOUT_PACKED:
        return gdv_packed_read(scan, token);
    case GDV_LAYOUT_STRINGS:
        return gdv_string_array_read(scan, token);
    case GDV_LAYOUT_IMAGE:
        return gdv_image_read(scan, token);
    case GDV_LAYOUT_INPUT_EVENT:
        return gdv_input_event_read(scan, token);
    case GDV_LAYOUT_COUNT:
        break;
    }
    return gdv_refuse(scan, GDV_E_BAD_TYPE, token->at, 0); /* no row of the table has another layout */
}

/* Bits above the type id that this row gives no meaning. Those that a later dialect reads as container kinds change
 * what the bytes say, so they are no mere decoration (EB-28). */
static gdv_status check_flags(gdv_scan *scan, const gdv_wire_row *wire, uint32_t unknown, uint32_t at)
{
    uint32_t future = 0;
    if ((wire->quirks & GDV_QUIRK_FUTURE_FLAGS) != 0) {
        future = wire->layout == GDV_LAYOUT_ARRAY ? GDV_FLAG_KIND : GDV_FLAG_KIND | GDV_FLAG_VALUE_KIND;
    }
    gdv_status status = GDV_OK;
    if ((unknown & future) != 0) {
        status = gdv_misreads(scan, GDV_MISREAD_CONTAINER_FLAGS, at);
    }
    if (status == GDV_OK && (unknown & ~future) != 0) {
        status = gdv_refuse_unless(scan, GDV_PERMIT_FLAGS, GDV_E_FLAGS, at);
    }
    return status;
}

bool gdv_is_declared(const gdv_wire_table *table, uint32_t must_be, uint32_t id)
{
    if (must_be == GDV_ANY_ID || must_be == id) {
        return true;
    }
    return table->types[id].type == GDV_TYPE_NIL && table->types[must_be].type == GDV_TYPE_OBJECT;
}

gdv_status gdv_type_refusal(const gdv_wire_row *wire)
{
    return wire->type == GDV_TYPE_RID        ? GDV_E_RID
           : wire->type == GDV_TYPE_CALLABLE ? GDV_E_CALLABLE
           : wire->type == GDV_TYPE_SIGNAL   ? GDV_E_SIGNAL
                                             : GDV_E_OBJECT_ID;
}

/* Checks what most headers do not have: bits without a meaning, a container around them that declares the type of its
 * values, a type that asks for a permission. Requires ids that the dialect has; must_be may be GDV_ANY_ID. */
static gdv_status check_header(gdv_scan *scan, const gdv_token *token, uint32_t unknown, uint32_t must_be)
{
    const gdv_wire_row *wire = token->wire;
    gdv_status status = check_flags(scan, wire, unknown, token->at);
    if (status == GDV_OK && !gdv_is_declared(scan->table, must_be, token->id)) {
        status = gdv_misreads(scan, GDV_MISREAD_ELEMENT_TYPE, token->at);
    }
    if (status == GDV_OK && wire->permit != 0) {
        status = gdv_refuse_unless(scan, gdv_bit(wire->permit - 1u), gdv_type_refusal(wire), token->at);
    }
    return status;
}

/* Pandemonium keeps the floats of a packed typed array in 32 bits (EB-17), which some 64-bit ones bear: NaN among them,
 * as engines send it in no fewer. Requires a float's payload at token->data, inside the packet. */
static gdv_status check_narrowed(gdv_scan *scan, const gdv_token *token)
{
    bool wide = token->wire->layout == GDV_LAYOUT_FLOAT && (token->flags & 1u) != 0;
    if (wide && !gdv_bears_narrowing(gdv_u64_at(&scan->in, token->data))) {
        return gdv_misreads(scan, GDV_MISREAD_PACKED_REAL, token->at);
    }
    return GDV_OK;
}

gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_token *token)
{
    uint32_t at = scan->in.pos;
    token->wire = NULL;
    if (scan->values >= scan->max_values) {
        return gdv_refuse(scan, GDV_E_LIMIT_VALUES, at, 0);
    }
    scan->values += 1;
    gdv_release(&scan->in);
    uint32_t header = gdv_u32_at(&scan->in, at);
    uint32_t id = header & scan->table->id_mask;
    gdv_skip(&scan->in, 4);
    if (id >= scan->table->count) {
        return gdv_refuse(scan, GDV_E_BAD_TYPE, at, 0);
    }

    const gdv_wire_row *wire = &scan->table->types[id];
    token->wire = wire;
    token->id = id;
    token->name = at;
    token->at = at;
    token->flags = (header >> 16) & wire->flags;
    token->data = at + 4;
    token->count = 0;
    token->children = 0;
    token->open = 0;
    token->key_id = GDV_ANY_ID;
    token->value_id = GDV_ANY_ID;

    /*@ assert wire->flags == 0 ==> token->flags == 0; */
    /*@ assert token->flags == 0 ==> (token->flags & 1) == 0; */
    /*@ assert narrow: wire->layout == GDV_LAYOUT_FLOAT && (token->flags & 1) != 0 ==> wire->wide == 8; */
    uint32_t unknown = header & ~scan->table->id_mask & ~(wire->flags * 0x10000u);
    gdv_status status = GDV_OK;
    if (unknown != 0 || must_be != GDV_ANY_ID || wire->permit != 0) {
        status = check_header(scan, token, unknown, must_be);
    }
    if (status == GDV_OK) {
        status = read_payload(scan, token);
        token->end = scan->in.pos;
    }
    if (status == GDV_OK && narrow != 0) {
        status = check_narrowed(scan, token);
    }
    return status;
}
