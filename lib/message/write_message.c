/* SPDX-License-Identifier: MIT */
/* The writer of messages itself: setting out, refusing, putting, ending, reporting. What comes before the values is in
 * write_head.c and write_call.c, values in write_values.c, records in write_records.c. */
#include "writing.h"

#include <stddef.h>
#include <string.h>

#include "../read/arguments.h"
#include "../write/writer_internal.h"
#include "message_report.h"

void gdv_message_stop(gdv_message_writer *writer, gdv_status code)
{
    if (writer->status == GDV_OK) {
        writer->status = code;
        writer->error_offset = writer->out.pos;
        (void)gdv_write_stop(&writer->value, code);
    }
}

void gdv_message_hold(gdv_message_writer *writer, gdv_status code)
{
    if (code != GDV_OK) {
        gdv_message_stop(writer, code);
    }
}

void gdv_message_must(gdv_message_writer *writer, bool holds, gdv_status code)
{
    if (!holds) {
        gdv_message_stop(writer, code);
    }
}

bool gdv_message_takes(gdv_message_writer *writer, uint64_t n)
{
    gdv_message_must(writer, n <= writer->policy.values.max_bytes - writer->out.pos, GDV_E_LIMIT_BYTES);
    return writer->status == GDV_OK;
}

void gdv_message_put(gdv_message_writer *writer, const void *bytes, size_t n)
{
    if (gdv_message_takes(writer, n)) {
        gdv_put_bytes(&writer->out, (const uint8_t *)bytes, (uint32_t)n);
    }
}

void gdv_message_put_number(gdv_message_writer *writer, uint64_t number, uint32_t n)
{
    uint8_t bytes[8];
    gdv_store64(bytes, number);
    gdv_message_put(writer, bytes, n);
}

void gdv_message_put_blank(gdv_message_writer *writer, uint32_t n)
{
    gdv_message_put_number(writer, 0, n);
}

void gdv_message_put_text(gdv_message_writer *writer, gdv_text text)
{
    gdv_message_put(writer, text.bytes, text.size);
    gdv_message_put_number(writer, 0, 1);
}

void gdv_message_patch_byte(gdv_message_writer *writer, uint64_t at, uint8_t byte)
{
    gdv_sink again = writer->out;
    again.pos = at;
    gdv_put_bytes(&again, &byte, 1);
}

void gdv_message_patch_word(gdv_message_writer *writer, uint64_t at, uint64_t word)
{
    if (writer->status == GDV_OK) {
        gdv_patch_u32(&writer->out, at, (uint32_t)word);
    }
}

void gdv_message_patch_size(gdv_message_writer *writer, uint64_t at)
{
    if (writer->status == GDV_OK) {
        gdv_patch_u32(&writer->out, at, (uint32_t)(writer->out.pos - at - 4));
    }
}

bool gdv_message_has_flags(const gdv_message_writer *writer)
{
    return (writer->row->traits & GDV_PROTOCOL_FLAGS) != 0;
}

/* Whether a text is where it is said to be. */
static bool is_there(gdv_text text)
{
    return !gdv_is_nowhere(text.bytes, text.size, 1);
}

/* What the caller handed in besides the writer. */
typedef struct handed_in {
    void *buffer;
    size_t capacity;
    gdv_protocol protocol;
    const gdv_message_policy *policy;
    const gdv_message *message;
    void *scratch;
    size_t scratch_size;
} handed_in;

/* Finds the caller's mistakes before anything is written, even of the writer. */
static gdv_status check_handed_in(const gdv_message_writer *writer, const handed_in *given)
{
    const gdv_message none = {0};
    const gdv_message *said = given->message != NULL ? given->message : &none;
    const gdv_region regions[] = {{writer, sizeof *writer, true},
                                  {given->buffer, gdv_extent(given->buffer, given->capacity, 1), true},
                                  {given->scratch, gdv_extent(given->scratch, given->scratch_size, 1), true},
                                  {given->policy, sizeof *given->policy, false},
                                  {given->message, sizeof *given->message, false},
                                  {said->path.bytes, gdv_extent(said->path.bytes, said->path.size, 1), false},
                                  {said->name.bytes, gdv_extent(said->name.bytes, said->name.size, 1), false},
                                  {said->md5.bytes, gdv_extent(said->md5.bytes, said->md5.size, 1), false},
                                  {said->data.bytes, gdv_extent(said->data.bytes, said->data.size, 1), false}};
    if (gdv_regions_overlap(regions, sizeof regions / sizeof regions[0])) {
        return GDV_E_OVERLAP;
    }
    if (given->message != NULL && given->message->struct_size != sizeof *given->message) {
        return GDV_E_BAD_STRUCT;
    }
    if (given->message == NULL || gdv_is_nowhere(given->buffer, given->capacity, 1) ||
        gdv_is_nowhere(given->scratch, given->scratch_size, 1) || !is_there(said->path) || !is_there(said->name) ||
        !is_there(said->md5) || !is_there(said->data)) {
        return GDV_E_BAD_ARGUMENT;
    }
    if ((uint32_t)given->protocol >= GDV_PROTOCOL_COUNT) {
        return GDV_E_BAD_PROTOCOL;
    }
    const bool fits = given->policy == NULL || (gdv_is_message_policy(given->policy) &&
                                                gdv_protocol_takes(given->protocol, given->policy->envelope) &&
                                                gdv_policy_check(&given->policy->values) == GDV_OK);
    return fits ? GDV_OK : GDV_E_BAD_POLICY;
}

/* A writer that has written nothing. What is before `out` is a writer of its own, which is not set up before a value's
 * turn; what is from `keys` on in it, and from `ids` on here, is written before it is read. */
static void clear_writer(gdv_message_writer *writer)
{
    const size_t begin = offsetof(gdv_message_writer, out);
    memset(&writer->value, 0, offsetof(gdv_writer, keys));
    memset((uint8_t *)writer + begin, 0, offsetof(gdv_message_writer, ids) - begin);
    gdv_message_policy_init(&writer->policy, GDV_POLICY_STRICT);
    writer->argument = -1;
    gdv_report_set(&writer->inner, GDV_OK);
}

gdv_status gdv_message_writer_init(gdv_message_writer *writer, void *buffer, size_t capacity, gdv_protocol protocol,
                                   const gdv_message_policy *policy, const gdv_message *message, void *scratch,
                                   size_t scratch_size)
{
    const handed_in given = {buffer, capacity, protocol, policy, message, scratch, scratch_size};
    if (writer == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    gdv_status status = check_handed_in(writer, &given);
    clear_writer(writer);
    if (status != GDV_OK) {
        gdv_message_stop(writer, status);
        return status;
    }
    if (policy != NULL) {
        writer->policy = *policy;
    }
    if (writer->policy.values.max_bytes > GDV_MAX_BYTES) {
        writer->policy.values.max_bytes = GDV_MAX_BYTES;
    }
    writer->row = &gdv_protocols[protocol];
    writer->message = *message;
    writer->out.bytes = (uint8_t *)buffer;
    writer->out.capacity = buffer != NULL ? capacity : UINT64_MAX;
    writer->scratch = (uint8_t *)scratch;
    writer->scratch_size = scratch_size;
    gdv_message_put_head(writer);
    return writer->status;
}

/* Ends what is open, and the packet: nothing where there was a refusal. */
static void end_message(gdv_message_writer *writer)
{
    gdv_message_end_value(writer);
    switch (writer->command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        gdv_message_end_call(writer);
        break;
    case GDV_COMMAND_SPAWN:
        gdv_message_end_ids(writer);
        gdv_message_must(writer, writer->message.scene != GDV_CUSTOM_SCENE || writer->values > 0, GDV_E_MP_ARG_MISSING);
        break;
    case GDV_COMMAND_SYNC:
        gdv_message_must(writer, writer->records > 0, GDV_E_MP_SHORT);
        gdv_message_end_record(writer);
        break;
    default: /* all of it was in the head */
        break;
    }
    writer->is_finished = true;
}

bool gdv_message_overlaps(const gdv_message_writer *writer, const void *bytes, size_t size)
{
    return gdv_overlap(bytes, size, writer, sizeof *writer) ||
           gdv_overlap(bytes, size, writer->out.bytes, (size_t)writer->out.capacity) ||
           gdv_overlap(bytes, size, writer->scratch, writer->scratch_size);
}

gdv_status gdv_message_writer_finish(gdv_message_writer *writer, size_t *size)
{
    if (writer == NULL || size == NULL) {
        if (size != NULL) {
            *size = 0;
        }
        return GDV_E_BAD_ARGUMENT;
    }
    if (gdv_message_overlaps(writer, size, sizeof *size)) {
        return GDV_E_OVERLAP;
    }
    *size = 0;
    if (writer->status == GDV_OK && writer->row == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (!writer->is_finished) {
        end_message(writer);
    }
    if (writer->status != GDV_OK) {
        return writer->status;
    }
    *size = (size_t)writer->out.pos;
    return gdv_sink_fits(&writer->out) ? GDV_OK : GDV_E_NO_SPACE;
}

gdv_status gdv_message_writer_report(const gdv_message_writer *writer, gdv_message_report *report)
{
    if (report == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (writer != NULL && gdv_message_overlaps(writer, report, sizeof *report)) {
        return GDV_E_OVERLAP;
    }
    if (report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_message_report_clear(report, GDV_E_BAD_ARGUMENT);
    if (writer == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (writer->status == GDV_OK && writer->row == NULL) {
        return GDV_OK;
    }
    report->code = writer->status;
    if (writer->status != GDV_OK) {
        report->offset = writer->error_offset;
        report->command = writer->command;
        report->argument = writer->argument;
        report->inner = writer->inner;
    } else if (!gdv_sink_fits(&writer->out)) {
        report->code = GDV_E_NO_SPACE;
        report->offset = writer->out.capacity;
        report->need = writer->out.pos;
        report->command = writer->command;
    }
    return GDV_OK;
}
