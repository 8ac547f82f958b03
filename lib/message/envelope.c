/* SPDX-License-Identifier: MIT */
/* Multiplayer format, section 1. */
#include "parsing.h"

#ifdef __FRAMAC__
#include "../proof/envelope_c.h"
#endif

static void take_command(gdv_parsing *now, gdv_command command)
{
    now->command = command;
    now->message->command = command;
}

/* Reads a peer's id, a positive int from `least` on, puts it into the message, and ends it. */
static gdv_status read_peer(gdv_parsing *now, uint32_t least)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) < 4) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_SHORT, at);
    }
    const uint32_t id = gdv_field_u32(now);
    now->message->peer = gdv_signed32(id);
    return id >= least && id < GDV_NEGATIVE ? gdv_message_end(now, GDV_E_MP_TRAILING)
                                            : gdv_message_refuse(now, GDV_E_MP_SYS_PEER, at);
}

/* Source and target of what a peer sends, by way of the server or to it. Requires eight bytes. */
static gdv_status read_addresses(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    const uint32_t source = gdv_field_u32(now);
    const uint32_t target = gdv_field_u32(now);
    const int32_t signed_target = gdv_signed32(target);
    now->message->source = source;
    now->message->target = signed_target;
    gdv_status status = gdv_addresses_check(now->policy, source, target);
    return gdv_message_refuse(now, status, status == GDV_E_MP_ENV_SOURCE ? at : at + 4);
}

static gdv_status read_enet(gdv_parsing *now)
{
    if (gdv_left(&now->scan.in) < 8) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_SHORT, now->scan.in.pos);
    }
    return read_addresses(now);
}

/* Peers that come and go: which of both, and who. */
static gdv_status read_enet_system(gdv_parsing *now)
{
    if (gdv_is_from_client(now->policy)) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_CHANNEL, now->scan.in.pos);
    }
    if (gdv_left(&now->scan.in) < 8) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_SHORT, now->scan.in.pos);
    }
    const uint32_t what = gdv_field_u32(now);
    if (what > 1) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_TYPE, now->scan.in.pos - 4);
    }
    take_command(now, what == 0 ? GDV_COMMAND_ADD_PEER : GDV_COMMAND_REMOVE_PEER);
    return read_peer(now, 1);
}

/* The WebSocket server's own messages: source 1, target 0, and an id. */
static gdv_status read_websocket_system(gdv_parsing *now, uint32_t type)
{
    static const uint8_t commands[] = {GDV_COMMAND_ADD_PEER, GDV_COMMAND_REMOVE_PEER, GDV_COMMAND_YOUR_ID};
    take_command(now, (gdv_command)commands[type - 1]);
    if (now->message->source != 1) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_SOURCE, 1);
    }
    if (now->message->target != 0) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_TARGET, 5);
    }
    /* the server says to others that it is there itself, but to none that it is the server */
    return read_peer(now, now->command == GDV_COMMAND_YOUR_ID ? GDV_FIRST_CLIENT : 1);
}

static gdv_status read_websocket(gdv_parsing *now, bool *whole)
{
    if (gdv_left(&now->scan.in) < 9) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_SHORT, now->scan.in.pos);
    }
    const uint32_t type = gdv_u8_at(&now->scan.in, now->scan.in.pos);
    if (type > (gdv_is_from_client(now->policy) ? 0u : 3u)) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_TYPE, now->scan.in.pos);
    }
    gdv_skip(&now->scan.in, 1);
    gdv_status status = read_addresses(now);
    *whole = type != 0;
    return status == GDV_OK && *whole ? read_websocket_system(now, type) : status;
}

static gdv_status read_id(gdv_parsing *now)
{
    if (gdv_is_from_client(now->policy)) {
        return gdv_message_refuse(now, GDV_E_MP_ENV_CHANNEL, now->scan.in.pos);
    }
    take_command(now, GDV_COMMAND_YOUR_ID);
    return read_peer(now, GDV_FIRST_CLIENT);
}

gdv_status gdv_envelope_read(gdv_parsing *now, bool *whole)
{
    switch (now->policy->envelope) {
    case GDV_ENVELOPE_ENET3:
        return read_enet(now);
    case GDV_ENVELOPE_ENET3_SYS:
        *whole = true;
        return read_enet_system(now);
    case GDV_ENVELOPE_WS3:
        return read_websocket(now, whole);
    case GDV_ENVELOPE_WS4_ID:
        *whole = true;
        return read_id(now);
    default: /* none */
        return GDV_OK;
    }
}
