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
    gdv_message_must(writer, !writer->is_finished, GDV_E_BAD_NESTING);
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

typedef struct value_place {
    uint8_t *bytes;
    size_t room; /* bytes that a value may take there */
} value_place;

/* Where the next value is written: what is left of the buffer, nothing at its end where it is full. Nowhere while
 * measuring. */
static value_place next_place(const gdv_message_writer *writer)
{
    const bool is_there = writer->out.bytes != NULL;
    const uint64_t at = gdv_sink_fits(&writer->out) ? writer->out.pos : writer->out.capacity;
    const value_place next = {is_there ? writer->out.bytes + at : NULL,
                              is_there ? (size_t)(writer->out.capacity - at) : 0};
    return next;
}

/* Begins a value whose turn it is. */
static void start_value(gdv_message_writer *writer)
{
    gdv_policy policy = writer->policy.values;
    if (is_custom(writer)) {
        writer->record_at = writer->out.pos;
        gdv_message_put_blank(writer, 4);
    }
    if (writer->status != GDV_OK) {
        return;
    }
    const value_place place = next_place(writer);
    policy.encoding = gdv_encoding_of(writer->row);
    policy.max_bytes -= (size_t)writer->out.pos;
    policy.max_values -= writer->nested;
    (void)gdv_writer_init(&writer->value, place.bytes, place.room, (gdv_dialect)writer->row->dialect, &policy);
    writer->is_open = true;
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

/* Notes whether the value of n bytes at the place is a byte array, all of it there, and how long it is. Its header has no
 * flags. Others that write to the buffer meanwhile may spoil the packet; no more than the value's bytes is read. */
static void note_lone(gdv_message_writer *writer, const value_place *place, uint64_t n)
{
    const gdv_wire_table *const table = &gdv_wire_tables[writer->row->dialect];
    const gdv_cursor in = {.bytes = place->bytes, .size = (uint32_t)n};
    writer->is_lone =
        n <= place->room && n >= COUNTED && gdv_row_of(table, gdv_u32_at(&in, 0))->layout == GDV_LAYOUT_BYTES;
    if (writer->is_lone) {
        writer->lone = gdv_at_most(gdv_u32_again(&in, HEADER), in.size - COUNTED);
    }
}

/* A value of n bytes was written at its place, or did not fit there: counts it. */
static void place_value(gdv_message_writer *writer, uint64_t n, uint32_t nested)
{
    const value_place place = next_place(writer);
    const bool was_custom = is_custom(writer); /* before the value is counted */
    note_lone(writer, &place, n);
    if (gdv_message_takes(writer, n)) {
        (void)gdv_sink_room(&writer->out, n); /* the value is there already */
    }
    if (was_custom) {
        gdv_message_patch_size(writer, writer->record_at);
    }
    writer->values += 1;
    writer->record_values += 1;
    writer->nested += nested;
}

/* Looks for equal keys, where the value did not outgrow the buffer and its writer does not know that there are none. */
static gdv_status find_equal_keys(gdv_message_writer *writer)
{
    size_t size = 0;
    if (writer->value.keyed != GDV_KEYED_UNSURE || !gdv_sink_fits(&writer->value.out)) {
        return GDV_OK;
    }
    const gdv_status status = gdv_writer_finish(&writer->value, writer->scratch, writer->scratch_size, &size);
    if (status == GDV_E_NO_SCRATCH) {
        gdv_report_set(&writer->value.report, status); /* of other refusals the value's writer reports itself */
    }
    return status;
}

void gdv_message_end_value(gdv_message_writer *writer)
{
    if (!writer->is_open) {
        return;
    }
    writer->is_open = false;
    gdv_status status = writer->value.status;
    if (status == GDV_OK && (writer->value.depth > 0 || writer->value.values == 0)) {
        status = gdv_write_stop(&writer->value, GDV_E_BAD_NESTING);
    }
    if (status == GDV_OK) {
        status = find_equal_keys(writer);
    }
    if (status == GDV_OK) {
        place_value(writer, writer->value.out.pos, writer->value.values);
    } else {
        refuse_argument(writer, status, &writer->value.report);
    }
}

/* Writes the canonical encoding of a value whose turn it is, as gdv_canonicalize gives it, and ends it. It is no bool or
 * int, so that its encoding in a message is the plain one. */
static void write_canonical(gdv_message_writer *writer, const gdv_resolved *from)
{
    gdv_report report = {.struct_size = sizeof report};
    gdv_stats stats = {.struct_size = sizeof stats};
    gdv_policy policy = writer->value.policy;
    const uint8_t *const bytes = from->in.bytes + from->node->offset;
    const size_t size = from->in.size - from->node->offset;
    const gdv_dialect dialect = (gdv_dialect)writer->row->dialect;
    const value_place place = next_place(writer);
    size_t n = 0;
    writer->is_open = false;
    policy.permit |= GDV_PERMIT_TRAILING; /* what follows the value in its own packet */
    policy.max_bytes = GDV_MAX_BYTES;
    const gdv_status status = gdv_canonicalize(bytes, size, dialect, &policy, writer->scratch, writer->scratch_size,
                                               place.bytes, place.room, &n, &report);
    if (n == 0) { /* so it is but for a value that is there, or would be if the buffer were larger */
        refuse_argument(writer, status, &report);
    } else {
        /* counts its values; refuses only what others have changed since */
        gdv_message_hold(
            writer, gdv_validate(bytes, size, dialect, &policy, writer->scratch, writer->scratch_size, &stats, NULL));
        place_value(writer, n, stats.values);
        (void)gdv_write_stop(&writer->value, GDV_E_BAD_NESTING); /* a caller that kept it must not write there */
    }
}

/* Copies a value that was opened. */
static void copy_resolved(gdv_message_writer *writer, gdv_value value, const gdv_resolved *from)
{
    if (from->wire->layout == GDV_LAYOUT_BOOL) {
        (void)gdv_write_bool(&writer->value, gdv_bool_or(value, false));
    } else if (from->wire->layout == GDV_LAYOUT_INT) {
        (void)gdv_write_int(&writer->value, gdv_int_or(value, INT64_MIN, INT64_MAX, 0));
    } else {
        write_canonical(writer, from);
    }
    gdv_message_end_value(writer);
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
