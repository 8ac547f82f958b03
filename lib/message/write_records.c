/* SPDX-License-Identifier: MIT */
/* Records of a synchronisation, and the ids of a spawn's synchronizers, as they are written; the counterpart of
 * records.c. Multiplayer format, sections 4.6 and 4.7. */
#include "../keys/key_entries.h"

#include "writing.h"

#define IDS_AT 8u /* after the count of ids: that of the name's bytes */
#define ID_AND_SIZE 8u
#define INDEXES 8u

/* Bytes of a record before its values. */
static uint32_t header_size(const gdv_message_writer *writer)
{
    return writer->message.delta != 0 ? ID_AND_SIZE + INDEXES : ID_AND_SIZE;
}

void gdv_message_end_record(gdv_message_writer *writer)
{
    if (writer->records == 0) {
        return;
    }
    gdv_message_must(writer, writer->record_values > 0, GDV_E_MP_RECORD_EMPTY);
    gdv_message_must(writer, writer->message.delta == 0 || writer->record_values == gdv_bits_set(writer->indexes),
                     GDV_E_MP_DELTA_COUNT);
    gdv_message_patch_size(writer, writer->record_at + header_size(writer) - 4);
}

static void add_sync(gdv_message_writer *writer, uint32_t id, uint64_t indexes)
{
    const bool is_delta = writer->message.delta != 0;
    gdv_message_end_record(writer);
    gdv_message_must(writer, id % GDV_NEGATIVE != 0, GDV_E_MP_NET_ID);
    gdv_message_must(writer, is_delta || indexes == 0, GDV_E_BAD_ARGUMENT);
    gdv_message_must(writer, !is_delta || indexes != 0, GDV_E_MP_DELTA_INDEX);
    writer->record_at = writer->out.pos;
    writer->record_values = 0;
    writer->indexes = indexes;
    gdv_message_put_number(writer, id, 4);
    gdv_message_put_number(writer, indexes, is_delta ? INDEXES : 0);
    gdv_message_put_blank(writer, 4);
}

static void add_synchronizer(gdv_message_writer *writer, uint32_t id, uint64_t indexes)
{
    gdv_message_must(writer, !writer->has_name, GDV_E_BAD_NESTING);
    gdv_message_must(writer, indexes == 0, GDV_E_BAD_ARGUMENT);
    gdv_message_must(writer, gdv_is_node_id(id) && id != writer->message.net_id, GDV_E_MP_NET_ID);
    gdv_message_put_number(writer, id, 4);
}

gdv_status gdv_message_add_record(gdv_message_writer *writer, uint32_t id, uint64_t indexes)
{
    if (writer == NULL || (writer->status == GDV_OK && writer->row == NULL)) {
        return GDV_E_BAD_ARGUMENT;
    }
    gdv_message_end_value(writer);
    gdv_message_must(writer, !writer->is_finished, GDV_E_BAD_NESTING);
    gdv_message_must(writer, writer->records < writer->policy.max_records, GDV_E_MP_LIMIT_RECORDS);
    if (writer->command == GDV_COMMAND_SYNC) {
        add_sync(writer, id, indexes);
    } else if (writer->command == GDV_COMMAND_SPAWN) {
        add_synchronizer(writer, id, indexes);
    } else {
        gdv_message_stop(writer, GDV_E_BAD_NESTING);
    }
    writer->records += 1;
    return writer->status;
}

/* Whether one of n ids is there twice. Requires room for n entries below `end`, and the ids in the buffer. */
static bool has_twice(const gdv_message_writer *writer, uint8_t *end, uint32_t n)
{
    const gdv_cursor in = {writer->out.bytes, (uint32_t)writer->out.pos, 0, 0};
    const uint32_t at = (uint32_t)writer->count_at + IDS_AT;
    for (uint32_t index = 0; index < n; index += 1) {
        gdv_entry_set(end, index, gdv_entry(gdv_u32_at(&in, at + 4 * index), index));
    }
    gdv_entries_sort(end, 0, n);
    for (uint32_t index = 0; index < n; index += 1) {
        if (gdv_entries_alike(end, index, n) > index + 1) {
            return true;
        }
    }
    return false;
}

/* Ids that are not all in the buffer are only counted. */
static void hold_ids(gdv_message_writer *writer)
{
    const uint32_t n = writer->records;
    const bool is_few = n <= GDV_MESSAGE_WRITER_IDS;
    if (writer->out.bytes == NULL || !gdv_sink_fits(&writer->out)) {
        return;
    }
    gdv_message_must(writer, is_few || writer->scratch != NULL, GDV_E_NO_SCRATCH);
    gdv_message_must(writer, is_few || writer->scratch_size / 8 >= n, GDV_E_NO_SPACE);
    if (writer->status == GDV_OK) {
        uint8_t *const memory = is_few ? writer->ids : writer->scratch;
        gdv_message_must(writer, !has_twice(writer, memory + 8 * (size_t)n, n), GDV_E_MP_NET_ID);
    }
}

void gdv_message_end_ids(gdv_message_writer *writer)
{
    if (writer->has_name) {
        return;
    }
    writer->has_name = true;
    hold_ids(writer);
    gdv_message_patch_word(writer, writer->count_at, writer->records);
    gdv_message_put_text(writer, writer->message.name);
}
