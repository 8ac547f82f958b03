/* SPDX-License-Identifier: MIT */
/* The naive decoder of messages: envelopes (section 1), the command, and the packets without values. */
#include "tests/reference/naive_message.h"

#include <stdlib.h>
#include <string.h>

#include "tests/reference/naive_message_reader.h"

_Noreturn void naive_message_refuse(naive_packet *in, gdv_status code, size_t offset)
{
    in->to->code = code;
    in->to->offset = offset;
    longjmp(in->refused, 1);
}

void naive_must(naive_packet *in, bool kept, gdv_status code, size_t offset)
{
    if (!kept) {
        naive_message_refuse(in, code, offset);
    }
}

uint64_t naive_number(const naive_packet *in, size_t at, size_t size)
{
    uint64_t number = 0;
    for (size_t byte = size; byte > 0; byte -= 1) {
        number = (number << 8) + in->bytes[at + byte - 1];
    }
    return number;
}

uint32_t naive_id_at(const naive_packet *in, size_t at)
{
    return (uint32_t)naive_number(in, at, 4);
}

static int32_t signed_at(const naive_packet *in, size_t at)
{
    const uint32_t word = naive_id_at(in, at);
    int32_t number = 0;
    memcpy(&number, &word, sizeof number);
    return number;
}

uint32_t naive_node_id(naive_packet *in, size_t at)
{
    const uint32_t id = naive_id_at(in, at);
    naive_must(in, id > 0 && id < NAIVE_BIT_31, GDV_E_MP_NODE_ID, at);
    return id;
}

static size_t left(const naive_packet *in)
{
    return in->end - in->start;
}

static void is_the_end(naive_packet *in, size_t at)
{
    naive_must(in, at == in->end, GDV_E_MP_TRAILING, at);
}

/* ---- packets without values ---- */

static void simplify(naive_packet *in)
{
    const size_t at = in->start;
    const size_t id_at = naive_is_four(in) ? at + 34 : at + 1;
    naive_must(in, in->end >= id_at + 4, GDV_E_MP_SHORT, at + 1);
    if (naive_is_four(in)) {
        for (size_t digit = 0; digit < 32; digit += 1) {
            const uint8_t byte = in->bytes[at + 1 + digit];
            const bool is_hex = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'f');
            naive_must(in, is_hex, GDV_E_MP_MD5, at + 1);
        }
        naive_must(in, in->bytes[at + 33] == 0, GDV_E_MP_MD5, at + 1);
        in->to->said.md5 = (gdv_text){(const char *)in->bytes + at + 1, 32};
    }
    in->to->said.id = naive_node_id(in, id_at);
    in->to->said.path = naive_path(in, id_at + 4);
}

static void confirm(naive_packet *in)
{
    size_t at = in->start + 1;
    naive_must(in, left(in) > 1, GDV_E_MP_SHORT, at);
    const bool has_id = in->protocol >= GDV_PROTOCOL_GODOT4_3;
    naive_must(in, !has_id || left(in) == 6, GDV_E_MP_CONFIRM_SIZE, in->start);
    if (naive_is_four(in)) {
        naive_must(in, in->bytes[at] <= 1, GDV_E_MP_FLAG_VALUE, at);
        naive_must(in, has_id || left(in) > 2, GDV_E_MP_SHORT, at + 1);
        in->to->said.ok = in->bytes[at];
        at += 1;
    }
    if (has_id) {
        in->to->said.id = naive_node_id(in, at);
    } else {
        in->to->said.path = naive_path(in, at);
    }
}

static void take_data(naive_packet *in, size_t at)
{
    if (at < in->end) {
        in->to->said.data = (gdv_text){(const char *)in->bytes + at, in->end - at};
    }
}

static void raw(naive_packet *in)
{
    naive_must(in, left(in) > 1, GDV_E_MP_RAW_EMPTY, in->start + 1);
    take_data(in, in->start + 1);
}

static void despawn(naive_packet *in)
{
    const size_t at = in->start + 1;
    naive_must(in, left(in) >= 5, GDV_E_MP_SHORT, at);
    const uint32_t id = naive_id_at(in, at);
    naive_must(in, id > 0 && id < NAIVE_BIT_31, GDV_E_MP_NET_ID, at);
    in->to->said.net_id = id;
    is_the_end(in, at + 4);
}

/* ---- SYS (section 4.8) ---- */

static void take_packet(naive_packet *in);

static void say_command(naive_packet *in, gdv_command command)
{
    in->to->command = command;
    if (in->relayed) {
        in->to->said.inner = command;
    } else {
        in->to->said.command = command;
    }
}

static void relay(naive_packet *in)
{
    const size_t at = in->start + 2;
    const int32_t peer = signed_at(in, at);
    const bool c2s = in->policy.direction == GDV_DIRECTION_C2S;
    naive_must(in, c2s ? peer != 1 && peer != INT32_MIN : peer >= 2, GDV_E_MP_SYS_PEER, at);
    in->to->said.peer = peer;
    naive_must(in, in->end > at + 4, GDV_E_MP_RELAY_EMPTY, at + 4);
    in->start = at + 4;
    in->relayed = true;
    take_packet(in);
}

static void add_or_del(naive_packet *in)
{
    const size_t at = in->start + 2;
    naive_must(in, in->policy.direction == GDV_DIRECTION_S2C, GDV_E_MP_DIRECTION, at - 1);
    const int32_t peer = signed_at(in, at);
    naive_must(in, peer >= 2, GDV_E_MP_SYS_PEER, at);
    in->to->said.peer = peer;
    is_the_end(in, at + 4);
}

static void sys(naive_packet *in)
{
    static const gdv_command commands[] = {GDV_COMMAND_AUTH, GDV_COMMAND_ADD, GDV_COMMAND_DEL, GDV_COMMAND_RELAY};
    const size_t at = in->start + 1;
    naive_must(in, !in->relayed, GDV_E_MP_RELAY_NESTED, in->start);
    naive_must(in, left(in) > 1, GDV_E_MP_SHORT, at);
    const uint8_t sub = in->bytes[at];
    naive_must(in, sub < 4, GDV_E_MP_SYS_SUB, at);
    say_command(in, commands[sub]);
    naive_must(in, sub == 0 || left(in) >= 6, GDV_E_MP_SHORT, at + 1);
    if (sub == 0) {
        take_data(in, at + 1);
    } else if (sub == 3) {
        relay(in);
    } else {
        add_or_del(in);
    }
}

/* ---- commands ---- */

/* What the first byte says, in the order of "Dialects". SYS is NONE: its second byte says which. */
static const gdv_command of_three[] = {GDV_COMMAND_CALL, GDV_COMMAND_SET, GDV_COMMAND_SIMPLIFY_PATH,
                                       GDV_COMMAND_CONFIRM_PATH, GDV_COMMAND_RAW};
static const gdv_command of_pandemonium[] = {GDV_COMMAND_CALL, GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH,
                                             GDV_COMMAND_RAW};
static const gdv_command of_four[] = {GDV_COMMAND_CALL, GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH,
                                      GDV_COMMAND_RAW,  GDV_COMMAND_SPAWN,         GDV_COMMAND_DESPAWN,
                                      GDV_COMMAND_SYNC, GDV_COMMAND_NONE};

static gdv_command command_of_three(naive_packet *in)
{
    const bool pandemonium = in->protocol == GDV_PROTOCOL_PANDEMONIUM;
    const uint8_t byte = in->bytes[in->start];
    naive_must(in, byte < (pandemonium ? 4 : 5), GDV_E_MP_COMMAND, in->start);
    return pandemonium ? of_pandemonium[byte] : of_three[byte];
}

static gdv_command command_of_four(naive_packet *in)
{
    const uint8_t byte = in->bytes[in->start];
    const gdv_command command = of_four[byte & 7u];
    const unsigned meant = command == GDV_COMMAND_CALL ? 0xf7u : command == GDV_COMMAND_SYNC ? 0x17u : 0x07u;
    naive_must(in, (byte & ~meant) == 0, GDV_E_MP_FLAGS, in->start);
    return command;
}

static void take_packet(naive_packet *in)
{
    naive_must(in, in->start < in->end, GDV_E_MP_EMPTY, in->start);
    const gdv_command command = naive_is_four(in) ? command_of_four(in) : command_of_three(in);
    if (command != GDV_COMMAND_NONE) {
        say_command(in, command);
    }
    switch (command) {
    case GDV_COMMAND_CALL:
        if (naive_is_four(in)) {
            naive_call_of_four(in);
            break;
        }
        naive_call_of_three(in, false);
        break;
    case GDV_COMMAND_SET:
        naive_call_of_three(in, true);
        break;
    case GDV_COMMAND_SIMPLIFY_PATH:
        simplify(in);
        break;
    case GDV_COMMAND_CONFIRM_PATH:
        confirm(in);
        break;
    case GDV_COMMAND_RAW:
        raw(in);
        break;
    case GDV_COMMAND_SPAWN:
        naive_spawn(in);
        break;
    case GDV_COMMAND_DESPAWN:
        despawn(in);
        break;
    case GDV_COMMAND_SYNC:
        naive_sync(in);
        break;
    default:
        sys(in);
        break;
    }
}

/* ---- envelopes ---- */

/* A server's own message: one id, and the end. */
static void peer_only(naive_packet *in, int32_t least, size_t at)
{
    naive_must(in, in->end >= at + 4, GDV_E_MP_ENV_SHORT, at);
    const int32_t peer = signed_at(in, at);
    naive_must(in, peer >= least, GDV_E_MP_SYS_PEER, at);
    in->to->said.peer = peer;
    is_the_end(in, at + 4);
}

/* Source and target, from `at` on. */
static void addresses(naive_packet *in, size_t at)
{
    const int32_t source = signed_at(in, at);
    const int32_t target = signed_at(in, at + 4);
    const bool c2s = in->policy.direction == GDV_DIRECTION_C2S;
    const bool known = c2s && in->policy.peer != 0;
    naive_must(in, source >= (c2s ? 2 : 1), GDV_E_MP_ENV_SOURCE, at);
    naive_must(in, !known || naive_id_at(in, at) == in->policy.peer, GDV_E_MP_ENV_SOURCE, at);
    naive_must(in, target != INT32_MIN && target != source, GDV_E_MP_ENV_TARGET, at + 4);
    in->to->said.source = naive_id_at(in, at);
    in->to->said.target = target;
}

static void websocket_of_three(naive_packet *in)
{
    static const gdv_command commands[] = {GDV_COMMAND_NONE, GDV_COMMAND_ADD_PEER, GDV_COMMAND_REMOVE_PEER,
                                           GDV_COMMAND_YOUR_ID};
    naive_must(in, in->end >= 9, GDV_E_MP_ENV_SHORT, 0);
    const uint8_t type = in->bytes[0];
    naive_must(in, type < (in->policy.direction == GDV_DIRECTION_C2S ? 1 : 4), GDV_E_MP_ENV_TYPE, 0);
    addresses(in, 1);
    if (type == 0) {
        in->start = 9;
        take_packet(in);
        return;
    }
    say_command(in, commands[type]);
    naive_must(in, naive_id_at(in, 1) == 1, GDV_E_MP_ENV_SOURCE, 1);
    naive_must(in, naive_id_at(in, 5) == 0, GDV_E_MP_ENV_TARGET, 5);
    peer_only(in, type == 3 ? 2 : 1, 9);
}

static void enet_system(naive_packet *in)
{
    naive_must(in, in->policy.direction == GDV_DIRECTION_S2C, GDV_E_MP_ENV_CHANNEL, 0);
    naive_must(in, in->end >= 8, GDV_E_MP_ENV_SHORT, 0);
    const uint32_t op = naive_id_at(in, 0);
    naive_must(in, op < 2, GDV_E_MP_ENV_TYPE, 0);
    say_command(in, op == 0 ? GDV_COMMAND_ADD_PEER : GDV_COMMAND_REMOVE_PEER);
    peer_only(in, 1, 4);
}

static void websocket_of_four(naive_packet *in)
{
    naive_must(in, in->policy.direction == GDV_DIRECTION_S2C, GDV_E_MP_ENV_CHANNEL, 0);
    say_command(in, GDV_COMMAND_YOUR_ID);
    peer_only(in, 2, 0);
}

static void take_all(naive_packet *in)
{
    naive_must(in, in->end <= in->policy.values.max_bytes && in->end <= GDV_MAX_BYTES, GDV_E_LIMIT_BYTES, 0);
    switch (in->policy.envelope) {
    case GDV_ENVELOPE_ENET3:
        naive_must(in, in->end >= 8, GDV_E_MP_ENV_SHORT, 0);
        addresses(in, 0);
        in->start = 8;
        take_packet(in);
        break;
    case GDV_ENVELOPE_ENET3_SYS:
        enet_system(in);
        break;
    case GDV_ENVELOPE_WS3:
        websocket_of_three(in);
        break;
    case GDV_ENVELOPE_WS4_ID:
        websocket_of_four(in);
        break;
    default:
        take_packet(in);
        break;
    }
}

naive_message naive_message_read(gdv_protocol protocol, const uint8_t *bytes, size_t size,
                                 const gdv_message_policy *policy)
{
    naive_message answer;
    naive_packet in;
    memset(&answer, 0, sizeof answer);
    memset(&in, 0, sizeof in);
    answer.argument = -1;
    answer.said.protocol = protocol;
    in.bytes = bytes;
    in.end = size;
    in.protocol = protocol;
    in.policy = *policy;
    in.to = &answer;
    if (setjmp(in.refused) == 0) {
        take_all(&in);
    }
    return answer;
}

void naive_message_free(naive_message *answer)
{
    for (uint32_t index = 0; index < answer->said.values; index += 1) {
        naive_free(&answer->values[index].read);
    }
    free(answer->values);
    free(answer->records);
    answer->values = NULL;
    answer->records = NULL;
}
