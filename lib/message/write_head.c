/* SPDX-License-Identifier: MIT */
/* What comes before the values of a message that is written: envelope, command, fields. The counterpart of envelope.c and
 * message.c. Multiplayer format, sections 1, 2 and 4. */
#include "writing.h"

#define SYNC_DELTA 0x10u

/* A NUL in a path would end it there. */
void gdv_message_hold_path(gdv_message_writer *writer)
{
    const gdv_text path = writer->message.path;
    const gdv_cursor in = gdv_text_cursor(path);
    if (path.size > writer->policy.max_path) {
        gdv_message_stop(writer, GDV_E_MP_PATH_LONG);
        return;
    }
    for (uint32_t index = 0; index < in.size; index += 1) {
        gdv_message_must(writer, gdv_u8_at(&in, index) != 0, GDV_E_MP_PATH_TRAILING);
    }
    gdv_message_hold(writer, gdv_path_check(&writer->policy, &in, 0, in.size));
}

static void put_path(gdv_message_writer *writer)
{
    gdv_message_hold_path(writer);
    gdv_message_put_text(writer, writer->message.path);
}

/* The id that a path is announced with. */
static void put_id(gdv_message_writer *writer)
{
    gdv_message_must(writer, gdv_is_node_id(writer->message.id), GDV_E_MP_NODE_ID);
    gdv_message_put_number(writer, writer->message.id, 4);
}

/* A peer, where ids are counted from `least` on. */
static void put_peer(gdv_message_writer *writer, int32_t least)
{
    gdv_message_must(writer, writer->message.peer >= least, GDV_E_MP_SYS_PEER);
    gdv_message_put_number(writer, (uint32_t)writer->message.peer, 4);
}

static void put_addresses(gdv_message_writer *writer)
{
    const uint32_t target = (uint32_t)writer->message.target;
    gdv_message_hold(writer, gdv_addresses_check(&writer->policy, writer->message.source, target));
    gdv_message_put_number(writer, writer->message.source, 4);
    gdv_message_put_number(writer, target, 4);
}

/* The number of a message that is its envelope: of ADD_PEER 0, and so on; 3 of every other command. */
static uint32_t system_number(const gdv_message_writer *writer)
{
    switch (writer->message.command) {
    case GDV_COMMAND_ADD_PEER:
        return 0;
    case GDV_COMMAND_REMOVE_PEER:
        return 1;
    case GDV_COMMAND_YOUR_ID:
        return 2;
    default:
        return 3;
    }
}

static void put_enet_system(gdv_message_writer *writer)
{
    const uint32_t number = system_number(writer);
    gdv_message_must(writer, !gdv_is_from_client(&writer->policy), GDV_E_MP_ENV_CHANNEL);
    gdv_message_must(writer, number < 2, GDV_E_MP_COMMAND);
    gdv_message_put_number(writer, number, 4);
    put_peer(writer, 1);
}

static void put_websocket(gdv_message_writer *writer, uint32_t number)
{
    if (number == 3) {
        gdv_message_put_number(writer, 0, 1);
        put_addresses(writer);
        return;
    }
    gdv_message_must(writer, !gdv_is_from_client(&writer->policy), GDV_E_MP_ENV_TYPE);
    gdv_message_must(writer, writer->message.source <= 1, GDV_E_MP_ENV_SOURCE);
    gdv_message_must(writer, writer->message.target == 0, GDV_E_MP_ENV_TARGET);
    gdv_message_put_number(writer, number + 1, 1);
    gdv_message_put_number(writer, 1, 4);
    gdv_message_put_number(writer, 0, 4);
    put_peer(writer, writer->message.command == GDV_COMMAND_YOUR_ID ? (int32_t)GDV_FIRST_CLIENT : 1);
}

static void put_own_id(gdv_message_writer *writer)
{
    gdv_message_must(writer, !gdv_is_from_client(&writer->policy), GDV_E_MP_ENV_CHANNEL);
    gdv_message_must(writer, writer->message.command == GDV_COMMAND_YOUR_ID, GDV_E_MP_COMMAND);
    put_peer(writer, (int32_t)GDV_FIRST_CLIENT);
}

/* Puts the envelope. Returns whether it is all that there is. */
static bool put_envelope(gdv_message_writer *writer)
{
    switch (writer->policy.envelope) {
    case GDV_ENVELOPE_ENET3:
        put_addresses(writer);
        return false;
    case GDV_ENVELOPE_ENET3_SYS:
        put_enet_system(writer);
        return true;
    case GDV_ENVELOPE_WS3:
        put_websocket(writer, system_number(writer));
        return system_number(writer) < 3;
    case GDV_ENVELOPE_WS4_ID:
        put_own_id(writer);
        return true;
    default: /* none */
        return false;
    }
}

/* The byte of a command, GDV_PROTOCOL_COMMANDS where the protocol has none. */
static uint32_t command_byte(const gdv_message_writer *writer, uint32_t command)
{
    uint32_t byte = 0;
    while (byte < GDV_PROTOCOL_COMMANDS && writer->row->commands[byte] != command) {
        byte += 1;
    }
    return byte;
}

/* The second byte of a command of the system family, GDV_SYS_COMMANDS of another. */
static uint32_t sys_byte(uint32_t command)
{
    uint32_t byte = 0;
    while (byte < GDV_SYS_COMMANDS && gdv_sys_commands[byte] != command) {
        byte += 1;
    }
    return byte;
}

static void put_command(gdv_message_writer *writer, gdv_command command, bool inside)
{
    const uint32_t sub = sys_byte((uint32_t)command);
    const bool is_sys = sub < GDV_SYS_COMMANDS;
    const uint32_t byte = command_byte(writer, is_sys ? GDV_COMMAND_SYS : (uint32_t)command);
    const bool is_one = (uint32_t)command < GDV_COMMAND_COUNT && command != GDV_COMMAND_NONE;
    const uint32_t delta = command == GDV_COMMAND_SYNC && writer->message.delta != 0 ? SYNC_DELTA : 0;
    writer->command = command;
    writer->command_at = writer->out.pos;
    gdv_message_must(writer, is_one && byte < GDV_PROTOCOL_COMMANDS, GDV_E_MP_COMMAND);
    gdv_message_must(writer, !is_sys || !inside, GDV_E_MP_RELAY_NESTED);
    gdv_message_put_number(writer, byte + delta, 1);
    if (is_sys) {
        gdv_message_put_number(writer, sub, 1);
    }
}

static void put_simplify(gdv_message_writer *writer)
{
    const gdv_text md5 = writer->message.md5;
    const gdv_cursor in = gdv_text_cursor(md5);
    if (gdv_message_has_flags(writer)) {
        gdv_message_must(writer, md5.size == GDV_MD5_DIGITS && gdv_is_md5(&in, 0), GDV_E_MP_MD5);
        gdv_message_put_text(writer, md5);
    }
    put_id(writer);
    put_path(writer);
}

static void put_confirm(gdv_message_writer *writer)
{
    if (gdv_message_has_flags(writer)) {
        gdv_message_must(writer, writer->message.ok <= 1, GDV_E_MP_FLAG_VALUE);
        gdv_message_put_number(writer, writer->message.ok, 1);
    }
    if ((writer->row->traits & GDV_PROTOCOL_CONFIRM_ID) != 0) {
        put_id(writer);
    } else {
        put_path(writer);
    }
}

static void put_data(gdv_message_writer *writer)
{
    gdv_message_must(writer, writer->command == GDV_COMMAND_AUTH || writer->message.data.size > 0, GDV_E_MP_RAW_EMPTY);
    gdv_message_put(writer, writer->message.data.bytes, writer->message.data.size);
}

static void put_net_id(gdv_message_writer *writer)
{
    gdv_message_must(writer, gdv_is_node_id(writer->message.net_id), GDV_E_MP_NET_ID);
    gdv_message_put_number(writer, writer->message.net_id, 4);
}

/* The name follows the ids of the synchronizers, which are counted when they have come. */
static void put_spawn(gdv_message_writer *writer)
{
    const gdv_text name = writer->message.name;
    const gdv_cursor in = gdv_text_cursor(name);
    gdv_message_put_number(writer, writer->message.scene, 1);
    gdv_message_must(writer, gdv_is_node_id(writer->message.node), GDV_E_MP_NODE_ID);
    gdv_message_put_number(writer, writer->message.node, 4);
    put_net_id(writer);
    writer->count_at = writer->out.pos;
    gdv_message_put_blank(writer, 4);
    gdv_message_must(writer, name.size <= writer->policy.max_name, GDV_E_MP_SPAWN_NAME);
    if (writer->status == GDV_OK) {
        gdv_message_hold(writer, gdv_node_name_check(&writer->policy, &in, 0, in.size));
    }
    gdv_message_put_number(writer, (uint64_t)name.size + 1, 4);
}

static void put_sync(gdv_message_writer *writer)
{
    if (writer->message.delta == 0) {
        gdv_message_must(writer, writer->message.time <= 0xffffu, GDV_E_OUT_OF_RANGE);
        gdv_message_put_number(writer, writer->message.time, 2);
    }
}

/* ADD, DEL and RELAY: no table has another, and what is none of them was refused. */
static void put_sys_peer(gdv_message_writer *writer)
{
    const bool is_relay = writer->command == GDV_COMMAND_RELAY;
    const uint32_t peer = (uint32_t)writer->message.peer;
    gdv_message_must(writer, is_relay || !gdv_is_from_client(&writer->policy), GDV_E_MP_DIRECTION);
    gdv_message_must(writer, gdv_is_sys_peer(&writer->policy, peer), GDV_E_MP_SYS_PEER);
    gdv_message_put_number(writer, peer, 4);
    gdv_message_must(writer, !is_relay || writer->message.inner != GDV_COMMAND_NONE, GDV_E_MP_RELAY_EMPTY);
}

static void put_fields(gdv_message_writer *writer)
{
    switch (writer->command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        if (gdv_message_has_flags(writer)) {
            gdv_message_put_numbered(writer);
        } else {
            gdv_message_put_named(writer);
        }
        break;
    case GDV_COMMAND_SIMPLIFY_PATH:
        put_simplify(writer);
        break;
    case GDV_COMMAND_CONFIRM_PATH:
        put_confirm(writer);
        break;
    case GDV_COMMAND_RAW:
    case GDV_COMMAND_AUTH:
        put_data(writer);
        break;
    case GDV_COMMAND_SPAWN:
        put_spawn(writer);
        break;
    case GDV_COMMAND_DESPAWN:
        put_net_id(writer);
        break;
    case GDV_COMMAND_SYNC:
        put_sync(writer);
        break;
    default:
        put_sys_peer(writer);
        break;
    }
}

void gdv_message_put_head(gdv_message_writer *writer)
{
    writer->command = writer->message.command;
    if (put_envelope(writer)) {
        return;
    }
    put_command(writer, writer->message.command, false);
    put_fields(writer);
    if (writer->status == GDV_OK && writer->command == GDV_COMMAND_RELAY) {
        put_command(writer, writer->message.inner, true);
        put_fields(writer);
    }
}
