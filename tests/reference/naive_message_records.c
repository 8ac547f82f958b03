/* SPDX-License-Identifier: MIT */
/* The naive decoder of messages: spawns and synchronisation (sections 4.6 and 4.7). */
#include "tests/reference/naive_message_reader.h"

/* ---- SPAWN ---- */

static uint32_t net_id(naive_packet *in, size_t at)
{
    const uint32_t id = naive_id_at(in, at);
    naive_must(in, id > 0 && id < NAIVE_BIT_31, GDV_E_MP_NET_ID, at);
    return id;
}

/* The id of one synchronizer, which is neither the node's nor one from before. */
static void synchronizer(naive_packet *in, size_t at)
{
    const uint32_t id = net_id(in, at);
    naive_must(in, id != in->to->said.net_id, GDV_E_MP_NET_ID, at);
    for (uint32_t before = 0; before < in->to->said.records; before += 1) {
        naive_must(in, id != in->to->records[before].id, GDV_E_MP_NET_ID, at);
    }
    naive_message_note(in)->id = id;
}

/* Values up to `end`, as many as there are. */
static void take_values(naive_packet *in, size_t at, size_t end)
{
    while (at < end) {
        in->to->argument = (int32_t)in->to->said.values;
        at = naive_message_take(in, at, end);
    }
    in->to->argument = -1;
}

/* The custom value, and its size before it: where the state begins. */
static size_t custom(naive_packet *in, size_t at)
{
    naive_must(in, in->end - at >= 4, GDV_E_MP_SPAWN_SIZE, at);
    const size_t size = naive_id_at(in, at);
    naive_must(in, size <= in->end - at - 4, GDV_E_MP_SPAWN_SIZE, at);
    const size_t end = at + 4 + size;
    in->to->argument = 0;
    naive_must(in, size > 0, GDV_E_MP_ARG_INVALID, at + 4);
    const size_t after = naive_message_take(in, at + 4, end);
    in->to->argument = -1;
    naive_must(in, after == end, GDV_E_MP_TRAILING, after);
    return end;
}

void naive_spawn(naive_packet *in)
{
    gdv_message *said = &in->to->said;
    const size_t start = in->start;
    naive_must(in, in->end - start >= 18, GDV_E_MP_SHORT, start + 1);
    said->scene = in->bytes[start + 1];
    said->node = naive_node_id(in, start + 2);
    said->net_id = net_id(in, start + 6);
    const uint64_t ids = naive_id_at(in, start + 10);
    const uint64_t name_size = naive_id_at(in, start + 14);
    naive_must(in, 4 * ids + name_size <= in->end - start - 18, GDV_E_MP_SPAWN_SIZE, start + 10);
    naive_must(in, ids <= in->policy.max_records, GDV_E_MP_LIMIT_RECORDS, start + 10);
    size_t at = start + 18;
    for (uint64_t index = 0; index < ids; index += 1) {
        synchronizer(in, at);
        at += 4;
    }
    said->name = naive_spawn_name(in, at, (size_t)name_size);
    at += (size_t)name_size;
    if (said->scene == 255) {
        at = custom(in, at);
    }
    take_values(in, at, in->end);
}

/* ---- SYNC ---- */

static uint32_t bits_in(uint64_t word)
{
    return word == 0 ? 0 : (uint32_t)(word & 1u) + bits_in(word >> 1);
}

/* One record: where it ends. */
static size_t take_record(naive_packet *in, size_t at, bool delta)
{
    const size_t header = delta ? 16 : 8;
    naive_must(in, in->to->said.records < in->policy.max_records, GDV_E_MP_LIMIT_RECORDS, at);
    naive_must(in, in->end - at >= header, GDV_E_MP_RECORD_SIZE, at);
    naive_message_record *record = naive_message_note(in);
    record->id = naive_id_at(in, at);
    naive_must(in, (record->id & ~NAIVE_BIT_31) != 0, GDV_E_MP_NET_ID, at);
    record->indexes = delta ? naive_number(in, at + 4, 8) : 0;
    naive_must(in, !delta || record->indexes != 0, GDV_E_MP_DELTA_INDEX, at + 4);
    record->size = naive_id_at(in, at + header - 4);
    record->at = at + header;
    record->first = in->to->said.values;
    naive_must(in, record->size > 0, GDV_E_MP_RECORD_EMPTY, at + header - 4);
    naive_must(in, record->size <= in->end - record->at, GDV_E_MP_RECORD_SIZE, at + header - 4);
    take_values(in, record->at, record->at + record->size);
    record->values = in->to->said.values - record->first;
    naive_must(in, !delta || record->values == bits_in(record->indexes), GDV_E_MP_DELTA_COUNT, at + 4);
    return record->at + record->size;
}

void naive_sync(naive_packet *in)
{
    const bool delta = (in->bytes[in->start] & 0x10u) != 0;
    const size_t size = in->end - in->start;
    size_t at = in->start + 1;
    naive_must(in, size >= (delta ? 17 : 3), GDV_E_MP_SHORT, at);
    in->to->said.delta = delta;
    if (!delta) {
        in->to->said.time = (uint32_t)naive_number(in, at, 2);
        at += 2;
        naive_must(in, size >= 11, GDV_E_MP_SHORT, at);
    }
    while (at < in->end) {
        at = take_record(in, at, delta);
    }
}
