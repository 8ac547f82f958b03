/* SPDX-License-Identifier: MIT */
/* Spawns, and the records of a synchronisation: ids, and values of which only the game knows what they are. Multiplayer
 * format, sections 4.6 and 4.7. */
#include "../keys/key_entries.h"

#include "parsing.h"

/* Scene, spawner, net id, and how many ids and bytes of the name follow. */
#define SPAWN_FIELDS 17u

/* One header of a record: an id, in a delta the bits of its properties, and a size. */
#define FULL_GAP 4u
#define DELTA_GAP 12u

#ifdef __FRAMAC__
#include "../proof/records_c.h"
#endif

/* The offset of the first of `count` ids from here on that repeats another, the end where none does. Linear. Requires
 * that they are there, and no node yet. GDV_E_NO_SPACE where there is no room for eight bytes for each. */
static gdv_status find_twice(gdv_parsing *now, uint32_t count, uint32_t *twice)
{
    uint8_t *const end = now->tape.keys.end;
    const uint32_t at = now->scan.in.pos;
    *twice = now->scan.in.size;
    if (count > now->tape.halves) {
        return gdv_message_refuse(now, GDV_E_NO_SPACE, at);
    }
    /*@ FIND_TWICE_FILL_LOOP */
    for (uint32_t index = 0; index < count; index += 1) {
        gdv_entry_set(end, index, gdv_entry(gdv_u32_at(&now->scan.in, at + 4 * index), at + 4 * index));
    }
    gdv_entries_sort(end, 0, count);
    /*@ FIND_TWICE_LOOP */
    for (uint32_t begin = 0; begin < count;) {
        const uint32_t next = gdv_entries_alike(end, begin, count);
        uint32_t first = gdv_lower(gdv_entry_at(end, begin));
        /*@ FIND_TWICE_INNER_LOOP */
        for (uint32_t index = begin + 1; index < next; index += 1) {
            const uint32_t offset = gdv_lower(gdv_entry_at(end, index));
            const uint32_t later = offset < first ? first : offset;
            first = offset < first ? offset : first;
            *twice = later < *twice ? later : *twice;
        }
        begin = next;
    }
    return GDV_OK;
}

static gdv_status read_net_id(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) < 4) {
        return gdv_message_refuse(now, GDV_E_MP_SHORT, at);
    }
    const uint32_t id = gdv_field_u32(now);
    now->message->net_id = id;
    return gdv_is_node_id(id) ? GDV_OK : gdv_message_refuse(now, GDV_E_MP_NET_ID, at);
}

/* The synchronizers' ids: none that is no id, or that of the node or of another. */
static gdv_status read_synchronizers(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    uint32_t twice = 0;
    gdv_status status = find_twice(now, now->message->records, &twice);
    now->message->records_at = at;
    /*@ READ_SYNCHRONIZERS_LOOP */
    for (uint32_t index = 0; status == GDV_OK && index < now->message->records; index += 1) {
        const uint32_t id_at = now->scan.in.pos;
        const uint32_t id = gdv_u32_at(&now->scan.in, id_at);
        if (!gdv_is_node_id(id) || id == now->message->net_id || id_at == twice) {
            status = gdv_message_refuse(now, GDV_E_MP_NET_ID, id_at);
        }
        gdv_skip(&now->scan.in, 4);
    }
    return status;
}

/* What the game's own function makes a node of: a value in just its bytes. */
static gdv_status read_custom(gdv_parsing *now)
{
    const uint32_t end = now->scan.in.size;
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) < 4) {
        return gdv_message_refuse(now, GDV_E_MP_SPAWN_SIZE, at);
    }
    const uint32_t size = gdv_field_u32(now);
    if (size > gdv_left(&now->scan.in)) {
        return gdv_message_refuse(now, GDV_E_MP_SPAWN_SIZE, at);
    }
    now->scan.in.size = now->scan.in.pos + size;
    gdv_status status = gdv_value_take(now);
    if (status == GDV_E_MP_ARG_MISSING) {
        status = GDV_E_MP_ARG_INVALID;
    }
    if (status == GDV_OK) {
        status = gdv_message_end(now, GDV_E_MP_TRAILING);
    }
    now->scan.in.size = end;
    return status;
}

static gdv_status read_spawn(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    gdv_status status = gdv_field_take(now, SPAWN_FIELDS);
    if (status != GDV_OK) {
        return status;
    }
    const uint8_t scene = gdv_u8_at(&now->scan.in, at);
    const uint32_t node_id = gdv_u32_at(&now->scan.in, at + 1);
    const uint32_t net_id = gdv_u32_at(&now->scan.in, at + 5);
    const uint32_t count = gdv_u32_at(&now->scan.in, at + 9);
    const uint32_t name = gdv_u32_at(&now->scan.in, at + 13);
    const uint32_t left = gdv_left(&now->scan.in);
    now->message->scene = scene;
    now->message->node = node_id;
    now->message->net_id = net_id;
    if (!gdv_is_node_id(node_id)) {
        return gdv_message_refuse(now, GDV_E_MP_NODE_ID, at + 1);
    }
    if (!gdv_is_node_id(net_id)) {
        return gdv_message_refuse(now, GDV_E_MP_NET_ID, at + 5);
    }
    if (count > left / 4 || name > left - 4 * count) {
        return gdv_message_refuse(now, GDV_E_MP_SPAWN_SIZE, at + 9);
    }
    if (count > now->policy->max_records) {
        return gdv_message_refuse(now, GDV_E_MP_LIMIT_RECORDS, at + 9);
    }
    now->message->records = count;
    status = read_synchronizers(now);
    return status == GDV_OK ? gdv_node_name_read(now, name) : status;
}

gdv_status gdv_spawn_read(gdv_parsing *now)
{
    if (now->command == GDV_COMMAND_DESPAWN) {
        gdv_status only = read_net_id(now);
        return only == GDV_OK ? gdv_message_end(now, GDV_E_MP_TRAILING) : only;
    }
    gdv_status status = read_spawn(now);
    if (status == GDV_OK && now->message->scene == GDV_CUSTOM_SCENE) {
        status = read_custom(now);
    }
    return status == GDV_OK ? gdv_values_fill(now) : status;
}

static gdv_status read_record(gdv_parsing *now, uint32_t gap)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t end = now->scan.in.size;
    if (now->message->records >= now->policy->max_records) {
        return gdv_message_refuse(now, GDV_E_MP_LIMIT_RECORDS, at);
    }
    if (end - at < 4 + gap) {
        return gdv_message_refuse(now, GDV_E_MP_RECORD_SIZE, at);
    }
    const uint32_t id = gdv_u32_at(&now->scan.in, at);
    const uint32_t size = gdv_u32_at(&now->scan.in, at + gap);
    if (id % GDV_NEGATIVE == 0) {
        return gdv_message_refuse(now, GDV_E_MP_NET_ID, at);
    }
    if (gap == DELTA_GAP && gdv_u64_at(&now->scan.in, at + 4) == 0) {
        return gdv_message_refuse(now, GDV_E_MP_DELTA_INDEX, at + 4);
    }
    if (size > end - at - gap - 4) {
        return gdv_message_refuse(now, GDV_E_MP_RECORD_SIZE, at + gap);
    }
    if (size == 0) {
        return gdv_message_refuse(now, GDV_E_MP_RECORD_EMPTY, at + gap);
    }
    const uint32_t before = now->message->values;
    gdv_skip(&now->scan.in, gap + 4);
    now->scan.in.size = now->scan.in.pos + size;
    gdv_status status = gdv_values_fill(now);
    now->scan.in.size = end;
    if (status == GDV_OK && gap == DELTA_GAP &&
        now->message->values - before != gdv_bits_set(gdv_u64_at(&now->scan.in, at + 4))) {
        status = gdv_message_refuse(now, GDV_E_MP_DELTA_COUNT, at + 4);
    }
    now->message->records += 1;
    return status;
}

/* The time of states that are whole. Where that is cut it reads nothing, and no record follows. */
static void read_time(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) >= 2) {
        now->message->time = gdv_u8_at(&now->scan.in, at) + gdv_u8_at(&now->scan.in, at + 1) * 0x100u;
        gdv_skip(&now->scan.in, 2);
    }
}

gdv_status gdv_sync_read(gdv_parsing *now)
{
    const bool delta = now->flags == GDV_SYNC_DELTA;
    const uint32_t gap = delta ? DELTA_GAP : FULL_GAP;
    gdv_status status = GDV_OK;
    now->message->delta = delta ? 1 : 0;
    if (!delta) {
        read_time(now);
    }
    if (gdv_left(&now->scan.in) < 4 + gap) {
        return gdv_message_refuse(now, GDV_E_MP_SHORT, now->scan.in.pos);
    }
    now->message->records_at = now->scan.in.pos;
    /*@ GDV_SYNC_READ_LOOP */
    while (status == GDV_OK && gdv_left(&now->scan.in) > 0) {
        status = read_record(now, gap);
    }
    return status;
}
