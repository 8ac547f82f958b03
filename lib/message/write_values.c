/* SPDX-License-Identifier: MIT */
/* The Variants of a message that is written: each by a writer of its own, which ends before the next begins. The
 * counterpart of values.c. Multiplayer format, sections 2.7 and 5. */
#include "writing.h"

#include <gdv/canon.h>
#include <gdv/numbers.h>
#include <gdv/validate.h>

#include "../read/arguments.h"
#include "../value/resolve.h"
#include "../write/writer_internal.h"

#define MOST_ARGUMENTS 255u /* a byte counts them */

/* A header of four bytes, and a count. */
#define HEADER 4u
#define COUNTED 8u

/* What the refusal of a value is to the message. */
static gdv_status refusal_in_message(gdv_status code)
{
    if (code >= GDV_E_MISSING || code == GDV_E_LIMIT_BYTES || code == GDV_E_LIMIT_VALUES) {
        return code;
    }
    return gdv_is_no_value(code) ? GDV_E_MP_ARG_INVALID : GDV_E_MP_ARG_POLICY;
}

static void refuse_argument(gdv_message_writer *writer, gdv_status code, const gdv_report *report)
{
    writer->argument = (int32_t)writer->values;
    writer->inner = *report;
    writer->inner.code = code;
    gdv_message_stop(writer, refusal_in_message(code));
}

/* Whether a value may come next. */
static void hold_turn(gdv_message_writer *writer)
{
    gdv_message_end_value(writer);
    gdv_message_must(writer, writer->is_finished == 0, GDV_E_BAD_NESTING);
    switch (writer->command) {
    case GDV_COMMAND_CALL:
        gdv_message_must(writer, writer->message.bytes_only == 0, GDV_E_MP_TRAILING);
        gdv_message_must(writer, writer->values < gdv_at_most(writer->policy.max_arguments, MOST_ARGUMENTS),
                         GDV_E_MP_LIMIT_ARGUMENTS);
        break;
    case GDV_COMMAND_SET:
        gdv_message_must(writer, writer->values == 0, GDV_E_MP_TRAILING);
        break;
    case GDV_COMMAND_SPAWN:
        gdv_message_end_ids(writer);
        break;
    case GDV_COMMAND_SYNC:
        gdv_message_must(writer, writer->records > 0, GDV_E_BAD_NESTING);
        break;
    default:
        gdv_message_stop(writer, GDV_E_MP_TRAILING);
        break;
    }
}

/* Whether the value that comes next is the one that a spawn's own function takes. */
static bool is_custom(const gdv_message_writer *writer)
{
    return writer->command == GDV_COMMAND_SPAWN && writer->message.scene == GDV_CUSTOM_SCENE && writer->values == 0;
}

/* Where the next value is written, and how many bytes it may take: what is left of the buffer, nothing at its end where
 * it is full. Nowhere while measuring. */
static uint8_t *value_place(const gdv_message_writer *writer, size_t *room)
{
    const bool is_there = writer->out.bytes != NULL;
    const uint64_t at = gdv_sink_fits(&writer->out) ? writer->out.pos : writer->out.capacity;
    *room = is_there ? (size_t)(writer->out.capacity - at) : 0;
    return is_there ? writer->out.bytes + at : NULL;
}

/* Begins a value whose turn it is. */
static void start_value(gdv_message_writer *writer)
{
    gdv_policy policy = writer->policy.values;
    size_t room = 0;
    if (is_custom(writer)) {
        writer->record_at = writer->out.pos;
        gdv_message_put_number(writer, 0, 4);
    }
    if (writer->status != GDV_OK) {
        return;
    }
    uint8_t *const place = value_place(writer, &room);
    policy.encoding = gdv_encoding_of(writer->row);
    policy.max_bytes -= (size_t)writer->out.pos;
    policy.max_values -= writer->nested;
    (void)gdv_writer_init(&writer->value, place, room, (gdv_dialect)writer->row->dialect, &policy);
    writer->is_open = 1;
}

gdv_writer *gdv_message_add_value(gdv_message_writer *writer)
{
    if (writer == NULL) {
        return NULL;
    }
    if (writer->row != NULL) {
        hold_turn(writer);
        start_value(writer);
    }
    return &writer->value;
}

/* Bytes of a byte array that was written at its place, where there is one; *is_one: whether it is one. Others that
 * write to the buffer meanwhile may spoil the packet; no more than the value's bytes is read. */
static uint32_t bytes_of(const gdv_message_writer *writer, const gdv_cursor *in, bool *is_one)
{
    const gdv_wire_table *const table = &gdv_wire_tables[writer->row->dialect];
    *is_one = in->bytes != NULL && in->size >= COUNTED &&
              gdv_row_of(table, gdv_u32_at(in, 0) % 0x10000u)->layout == GDV_LAYOUT_BYTES;
    return *is_one ? gdv_at_most(gdv_u32_again(in, HEADER), in->size - COUNTED) : 0;
}

/* A value of n bytes was written at its place, or did not fit there: counts it. */
static void place_value(gdv_message_writer *writer, uint64_t n, uint32_t nested)
{
    size_t room = 0;
    const uint8_t *const place = value_place(writer, &room);
    const gdv_cursor in = {place, n <= room ? (uint32_t)n : 0, 0, 0};
    const bool was_custom = is_custom(writer); /* before the value is counted */
    bool is_bytes = false;
    writer->lone = bytes_of(writer, &in, &is_bytes);
    writer->is_lone = is_bytes ? 1 : 0;
    (void)gdv_sink_room(&writer->out, n);
    gdv_message_must(writer, writer->out.pos <= writer->policy.values.max_bytes, GDV_E_LIMIT_BYTES);
    if (was_custom) {
        gdv_message_patch_size(writer, writer->record_at, writer->out.pos - writer->record_at - 4);
    }
    writer->values += 1;
    writer->record_values += 1;
    writer->nested += nested;
}

/* Looks for equal keys, where the value is all there and the writer does not know that there are none. */
static gdv_status find_equal_keys(gdv_message_writer *writer)
{
    size_t size = 0;
    const bool unique = (writer->policy.values.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    const bool is_there = writer->value.out.bytes != NULL && gdv_sink_fits(&writer->value.out);
    if (!unique || writer->value.keyed != GDV_KEYED_UNSURE || !is_there) {
        return GDV_OK;
    }
    return gdv_writer_finish(&writer->value, writer->scratch, writer->scratch_size, &size);
}

void gdv_message_end_value(gdv_message_writer *writer)
{
    if (writer->is_open == 0) {
        return;
    }
    writer->is_open = 0;
    gdv_status status = writer->value.status;
    if (status == GDV_OK && (writer->value.depth > 0 || writer->value.values == 0)) {
        status = gdv_write_stop(&writer->value, GDV_E_BAD_NESTING);
    }
    if (status == GDV_OK) {
        gdv_report_set(&writer->value.report, GDV_OK);
        status = find_equal_keys(writer);
    }
    if (status != GDV_OK) {
        refuse_argument(writer, status, &writer->value.report);
        return;
    }
    place_value(writer, writer->value.out.pos, writer->value.values);
}

/* Writes the canonical encoding of a value whose turn it is, as gdv_canonicalize gives it. */
static void write_canonical(gdv_message_writer *writer, const gdv_resolved *from)
{
    gdv_report report = {.struct_size = sizeof report};
    gdv_stats stats = {.struct_size = sizeof stats};
    gdv_policy policy = writer->value.policy;
    const uint8_t *const bytes = from->in.bytes + from->node->offset;
    const size_t size = from->in.size - from->node->offset;
    const gdv_dialect dialect = (gdv_dialect)writer->row->dialect;
    size_t room = 0;
    size_t n = 0;
    uint8_t *const place = value_place(writer, &room);
    writer->is_open = 0;
    policy.encoding = GDV_ENCODING_PLAIN; /* it is no bool or int, so that it makes no difference */
    policy.permit |= GDV_PERMIT_TRAILING; /* what follows the value in its own packet */
    policy.max_bytes = GDV_MAX_BYTES;
    gdv_status status =
        gdv_validate(bytes, size, dialect, &policy, writer->scratch, writer->scratch_size, &stats, &report);
    if (status == GDV_OK) {
        status = gdv_canonicalize(bytes, size, dialect, &policy, writer->scratch, writer->scratch_size, place, room, &n,
                                  &report);
    }
    if (status == GDV_OK || (status == GDV_E_NO_SPACE && n > 0)) {
        place_value(writer, n, stats.values);
        (void)gdv_write_stop(&writer->value, GDV_E_BAD_NESTING); /* a caller that kept it must not write there */
    } else {
        refuse_argument(writer, status, &report);
    }
}

/* Copies a value that was opened. */
static void copy_resolved(gdv_message_writer *writer, gdv_value value, const gdv_resolved *from)
{
    if (from->wire->layout == GDV_LAYOUT_BOOL) {
        (void)gdv_write_bool(&writer->value, gdv_bool_or(value, false));
        gdv_message_end_value(writer);
    } else if (from->wire->layout == GDV_LAYOUT_INT) {
        (void)gdv_write_int(&writer->value, gdv_int_or(value, INT64_MIN, INT64_MAX, 0));
        gdv_message_end_value(writer);
    } else {
        write_canonical(writer, from);
    }
}

gdv_status gdv_message_copy_value(gdv_message_writer *writer, gdv_value value)
{
    gdv_resolved from;
    if (writer == NULL || (writer->status == GDV_OK && writer->row == NULL)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (writer->status != GDV_OK) {
        return writer->status;
    }
    hold_turn(writer);
    if (!gdv_resolve(value, &from)) {
        gdv_message_stop(writer, GDV_E_MISSING);
        return writer->status;
    }
    gdv_message_must(writer, from.node->id != GDV_NODE_NAME, GDV_E_WRONG_TYPE);
    gdv_message_must(writer, from.table == &gdv_wire_tables[writer->row->dialect], GDV_E_NO_SUCH_LAYOUT);
    gdv_message_must(writer, !gdv_message_overlaps(writer, from.in.bytes, from.in.size), GDV_E_OVERLAP);
    start_value(writer);
    if (writer->status == GDV_OK) {
        copy_resolved(writer, value, &from);
    }
    if (writer->status != GDV_OK) {
        return writer->status;
    }
    return gdv_sink_fits(&writer->out) ? GDV_OK : GDV_E_NO_SPACE;
}
