/* SPDX-License-Identifier: MIT */
#include "value.h"

#include <stdbool.h>

#include "container.h"
#include "godot2.h"
#include "number.h"
#include "strings.h"

static gdv_status read_payload(gdv_scan *scan, gdv_event *event)
{
    switch ((gdv_form)event->wire->form) {
    case GDV_FORM_FIXED:
    case GDV_FORM_BOOL:
    case GDV_FORM_INT:
    case GDV_FORM_FLOAT:
        return gdv_fixed_read(scan, event);
    case GDV_FORM_TEXT:
        return gdv_text_value_read(scan, event);
    case GDV_FORM_NODE_PATH:
        return gdv_node_path_read(scan, event);
    case GDV_FORM_OBJECT:
        return gdv_object_read(scan, event);
    case GDV_FORM_SIGNAL:
        return gdv_signal_read(scan, event);
    case GDV_FORM_DICTIONARY:
        return gdv_dictionary_read(scan, event);
    case GDV_FORM_ARRAY:
        return gdv_array_read(scan, event);
    case GDV_FORM_TYPED_ARRAY:
        return gdv_typed_array_read(scan, event);
    case GDV_FORM_BYTES:
        return gdv_bytes_read(scan, event);
    case GDV_FORM_PACKED:
        return gdv_packed_read(scan, event);
    case GDV_FORM_STRINGS:
        return gdv_string_array_read(scan, event);
    case GDV_FORM_IMAGE:
        return gdv_image_read(scan, event);
    case GDV_FORM_INPUT_EVENT:
        return gdv_input_event_read(scan, event);
    case GDV_FORM_COUNT:
        break;
    }
    return gdv_refuse(scan, GDV_E_BAD_TYPE, event->at, 0); /* no row of the table has another form */
}

/* Bits above the type id that this row gives no meaning. Those that a later dialect reads as container kinds change
 * what the bytes say, so they are no mere decoration (EB-28). */
static gdv_status check_flags(gdv_scan *scan, const gdv_wire *wire, uint32_t header, uint32_t at)
{
    uint32_t unknown = header & ~scan->grammar->id_mask & ~((uint32_t)wire->flags << 16);
    uint32_t future = 0;

    if (unknown == 0) {
        return GDV_OK;
    }
    if ((wire->quirks & GDV_QUIRK_FUTURE_FLAGS) != 0) {
        future = wire->form == GDV_FORM_ARRAY ? GDV_FLAG_KIND : GDV_FLAG_KIND | GDV_FLAG_VALUE_KIND;
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

/* The element of a typed container has exactly the declared type; null stands for an object. */
static gdv_status check_declared(gdv_scan *scan, uint32_t must_be, uint32_t narrow, const gdv_event *event)
{
    bool same = must_be == GDV_ANY_ID || event->id == must_be;
    bool null_object =
        !same && event->wire->type == GDV_TYPE_NIL && scan->grammar->types[must_be].type == GDV_TYPE_OBJECT;
    if (!same && !null_object) {
        return gdv_misreads(scan, GDV_MISREAD_ELEMENT_TYPE, event->at);
    }
    if (narrow != 0 && event->wire->form == GDV_FORM_FLOAT && (event->flags & 1u) != 0) {
        return gdv_misreads(scan, GDV_MISREAD_PACKED_REAL, event->at);
    }
    return GDV_OK;
}

gdv_status gdv_value_read(gdv_scan *scan, uint32_t must_be, uint32_t narrow, gdv_event *event)
{
    uint32_t at = scan->in.pos;
    event->wire = NULL;
    if (scan->values >= scan->max_values) {
        return gdv_refuse(scan, GDV_E_LIMIT_VALUES, at, 0);
    }
    scan->values += 1;
    scan->steps += 1;
    gdv_release(&scan->in);
    uint32_t header = gdv_u32_at(&scan->in, at);
    uint32_t id = header & scan->grammar->id_mask;
    gdv_skip(&scan->in, 4);
    if (id >= scan->grammar->count) {
        return gdv_refuse(scan, GDV_E_BAD_TYPE, at, 0);
    }

    const gdv_wire *wire = &scan->grammar->types[id];
    event->wire = wire;
    event->id = id;
    event->at = at;
    event->flags = (header >> 16) & wire->flags;
    event->data = at + 4;
    event->count = 0;
    event->children = 0;
    event->key_id = GDV_ANY_ID;
    event->value_id = GDV_ANY_ID;

    gdv_status status = check_flags(scan, wire, header, at);
    if (status == GDV_OK && (must_be != GDV_ANY_ID || narrow != 0)) {
        status = check_declared(scan, must_be, narrow, event);
    }
    if (status == GDV_OK && wire->permit != 0) {
        gdv_status code = wire->type == GDV_TYPE_RID        ? GDV_E_RID
                          : wire->type == GDV_TYPE_CALLABLE ? GDV_E_CALLABLE
                          : wire->type == GDV_TYPE_SIGNAL   ? GDV_E_SIGNAL
                                                            : GDV_E_OBJECT_ID;
        status = gdv_refuse_unless(scan, (uint32_t)1 << (wire->permit - 1), code, at);
    }
    if (status == GDV_OK) {
        status = read_payload(scan, event);
        event->end = scan->in.pos;
    }
    return status;
}
