/* SPDX-License-Identifier: MIT */
/* Fields of messages, found from their texts and values, which say where they stand: multiplayer format, sections 2.1, 2.3 and 4.1
 * to 4.8. */
#include "blame.h"

#include "../message/protocol.h"
#include "../read/apart.h"

/* SYS, its sub-command and the peer, which stand before the packet in a RELAY. */
#define RELAY_HEAD 6u

/* Of what is not in the packet, such as the name that no envelope has: 0. */
static uint32_t place_of_bytes(const gdv_message *message, const char *bytes)
{
    const gdv_stretch packet = gdv_stretch_of(message->document.bytes, message->document.size);
    const gdv_stretch first = gdv_stretch_of(bytes, 1);
    return gdv_stretches_meet(packet, first) ? (uint32_t)(first.first - packet.first) : 0;
}

/* So many bytes before an offset. */
static uint32_t before_place(uint32_t at, uint32_t bytes)
{
    return at >= bytes ? at - bytes : 0;
}

/* Of Godot 4, whose packets of commands have no envelope. */
static bool has_flags(const gdv_message *message)
{
    return (uint32_t)message->protocol < GDV_PROTOCOL_COUNT &&
           (gdv_protocols[message->protocol].traits & GDV_PROTOCOL_FLAGS) != 0;
}

static uint32_t place_of_command(const gdv_message *message)
{
    if (has_flags(message)) {
        return message->command == GDV_COMMAND_RELAY ? RELAY_HEAD : 0;
    }
    const uint32_t data_at = place_of_bytes(message, message->data.bytes);
    return message->command == GDV_COMMAND_RAW ? before_place(data_at, 1) : 0;
}

uint32_t gdv_blame_node(const gdv_message *message)
{
    if (!has_flags(message)) {
        return before_place(place_of_bytes(message, message->name.bytes), 4);
    }
    const bool has_scene = gdv_command_inside(message) == GDV_COMMAND_SPAWN; /* which stands before the node */
    return place_of_command(message) + (has_scene ? 2 : 1);
}

/* Where the arguments of a call begin, or would: before its path, or at its end. */
static uint32_t place_of_arguments(const gdv_message *message)
{
    if (message->values > 0) {
        return (uint32_t)gdv_value_offset(gdv_message_value(message, 0));
    }
    if (message->data.size > 0) {
        return place_of_bytes(message, message->data.bytes);
    }
    return message->path.size > 0 ? place_of_bytes(message, message->path.bytes) : message->document.size;
}

/* Of a call of bytes alone, which has no count, where the bytes begin. */
static uint32_t place_of_count(const gdv_message *message)
{
    return before_place(place_of_arguments(message), message->bytes_only != 0 ? 0 : 1);
}

static uint32_t place_of_method(const gdv_message *message)
{
    if (!has_flags(message)) {
        return place_of_bytes(message, message->name.bytes);
    }
    const bool is_wide =
        message->node_level != 0 || message->method > UINT8_MAX || (message->lints & GDV_LINT_METHOD_ID_WIDTH) != 0;
    return before_place(place_of_count(message), is_wide ? 2 : 1);
}

uint32_t gdv_blame_record(const gdv_message *message, const gdv_message_record *record)
{
    return before_place(place_of_bytes(message, record->data.bytes), message->delta != 0 ? 16 : 8);
}

uint32_t gdv_blame_field(const gdv_message *message, gdv_status refusal)
{
    switch (refusal) {
    case GDV_E_RPC_COMMAND:
        return place_of_command(message);
    case GDV_E_RPC_NODE:
        return message->path.size > 0 ? place_of_bytes(message, message->path.bytes) : gdv_blame_node(message);
    case GDV_E_RPC_METHOD:
    case GDV_E_RPC_RIGHTS:
    case GDV_E_RPC_TRANSFER:
        return place_of_method(message);
    case GDV_E_RPC_ARGUMENTS:
        return place_of_count(message);
    case GDV_E_RPC_CHECKSUM:
        return place_of_bytes(message, message->md5.bytes);
    case GDV_E_RPC_ID_TWICE:
    case GDV_E_RPC_CACHE_FULL:
        return before_place(place_of_bytes(message, message->path.bytes), 4); /* the id stands before the path */
    default:
        return 0;
    }
}
