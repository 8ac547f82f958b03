/* SPDX-License-Identifier: MIT */
/* The verdict on one packet of the multiplayer layer. */
#include "parsing.h"

#include <string.h>

#include "../wire/overlap.h"
#include "message_report.h"

#define DEFAULT_ARGUMENTS 255u
#define DEFAULT_PATH 1024u
#define DEFAULT_NAME 255u
#define DEFAULT_RECORDS 4096u
#define DEFAULT_DEPTH 64u

#ifdef __FRAMAC__
#include "../proof/message_c.h"
#endif

gdv_status gdv_message_refuse(gdv_parsing *now, gdv_status code, uint32_t error_offset)
{
    now->error_offset = error_offset;
    return code;
}

gdv_status gdv_field_take(gdv_parsing *now, uint32_t n)
{
    if (n > gdv_left(&now->scan.in)) {
        return gdv_message_refuse(now, GDV_E_MP_SHORT, now->scan.in.pos);
    }
    gdv_skip(&now->scan.in, n);
    return GDV_OK;
}

uint32_t gdv_field_u32(gdv_parsing *now)
{
    const uint32_t number = gdv_u32_at(&now->scan.in, now->scan.in.pos);
    gdv_skip(&now->scan.in, 4);
    return number;
}

gdv_status gdv_field_id(gdv_parsing *now, uint32_t *id)
{
    *id = gdv_u32_at(&now->scan.in, now->scan.in.pos);
    if (!gdv_is_node_id(*id)) {
        return gdv_message_refuse(now, GDV_E_MP_NODE_ID, now->scan.in.pos);
    }
    gdv_skip(&now->scan.in, 4);
    return GDV_OK;
}

gdv_text gdv_field_rest(const gdv_parsing *now)
{
    const gdv_text rest = {(const char *)now->scan.in.bytes + now->scan.in.pos, gdv_left(&now->scan.in)};
    return rest;
}

gdv_status gdv_message_end(gdv_parsing *now, gdv_status code)
{
    return gdv_left(&now->scan.in) == 0 ? GDV_OK : gdv_message_refuse(now, code, now->scan.in.pos);
}

/* The checksum of a script's remote methods: hex digits and a NUL. Requires that they are there. */
static gdv_status read_md5(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_u8_at(&now->scan.in, at + GDV_MD5_DIGITS) != 0 || !gdv_is_md5(&now->scan.in, at)) {
        return gdv_message_refuse(now, GDV_E_MP_MD5, at);
    }
    now->message->md5.bytes = (const char *)now->scan.in.bytes + at;
    now->message->md5.size = GDV_MD5_DIGITS;
    gdv_skip(&now->scan.in, GDV_MD5_DIGITS + 1);
    return GDV_OK;
}

static gdv_status read_simplify(gdv_parsing *now)
{
    const bool has_md5 = (now->row->traits & GDV_PROTOCOL_FLAGS) != 0;
    if (gdv_left(&now->scan.in) < (has_md5 ? GDV_MD5_DIGITS + 5 : 4)) {
        return gdv_message_refuse(now, GDV_E_MP_SHORT, now->scan.in.pos);
    }
    gdv_status status = has_md5 ? read_md5(now) : GDV_OK;
    if (status == GDV_OK) {
        status = gdv_field_id(now, &now->message->id);
    }
    return status == GDV_OK ? gdv_path_read(now) : status;
}

static gdv_status read_confirm(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) == 0) {
        return gdv_message_refuse(now, GDV_E_MP_SHORT, at);
    }
    if ((now->row->traits & GDV_PROTOCOL_CONFIRM_ID) != 0 && gdv_left(&now->scan.in) != 5) {
        return gdv_message_refuse(now, GDV_E_MP_CONFIRM_SIZE, at - 1);
    }
    if ((now->row->traits & GDV_PROTOCOL_FLAGS) != 0) {
        const uint8_t ok = gdv_u8_at(&now->scan.in, at);
        now->message->ok = ok;
        if (ok > 1) {
            return gdv_message_refuse(now, GDV_E_MP_FLAG_VALUE, at);
        }
        gdv_skip(&now->scan.in, 1);
    }
    if ((now->row->traits & GDV_PROTOCOL_CONFIRM_ID) != 0) {
        return gdv_field_id(now, &now->message->id);
    }
    return gdv_left(&now->scan.in) == 0 ? gdv_message_refuse(now, GDV_E_MP_SHORT, now->scan.in.pos)
                                        : gdv_path_read(now);
}

static gdv_status read_raw(gdv_parsing *now)
{
    if (gdv_left(&now->scan.in) == 0) {
        return gdv_message_refuse(now, GDV_E_MP_RAW_EMPTY, now->scan.in.pos);
    }
    now->message->data = gdv_field_rest(now);
    return GDV_OK;
}

/* Peers that come and go, as the server says; and the peer of a relay, to whom from a client, from whom to one. */
static gdv_status read_sys_peer(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    if (gdv_left(&now->scan.in) < 4) {
        return gdv_message_refuse(now, GDV_E_MP_SHORT, at);
    }
    const uint32_t peer = gdv_field_u32(now);
    if (gdv_is_from_client(now->policy) && now->command != GDV_COMMAND_RELAY) {
        return gdv_message_refuse(now, GDV_E_MP_DIRECTION, at - 1);
    }
    if (!gdv_is_sys_peer(now->policy, peer)) {
        return gdv_message_refuse(now, GDV_E_MP_SYS_PEER, at);
    }
    now->message->peer = gdv_signed32(peer);
    if (now->command == GDV_COMMAND_RELAY) {
        return gdv_left(&now->scan.in) > 0 ? GDV_OK : gdv_message_refuse(now, GDV_E_MP_RELAY_EMPTY, now->scan.in.pos);
    }
    return gdv_message_end(now, GDV_E_MP_TRAILING);
}

/* Whether a command may have such flags: only a call has all four. */
static bool are_flags(uint32_t command, uint32_t flags)
{
    return flags == 0 || command == GDV_COMMAND_CALL || (command == GDV_COMMAND_SYNC && flags == GDV_SYNC_DELTA);
}

/* Which command of the system family it is. */
static gdv_status read_sys_command(gdv_parsing *now, uint32_t *command)
{
    const uint32_t at = now->scan.in.pos;
    gdv_status status = gdv_field_take(now, 1);
    if (status == GDV_OK) {
        /* once: a packet that changes must not lead out of the list */
        const uint32_t number = gdv_u8_at(&now->scan.in, at);
        if (number >= GDV_SYS_COMMANDS) {
            return gdv_message_refuse(now, GDV_E_MP_SYS_SUB, at);
        }
        *command = gdv_sys_commands[number];
    }
    return status;
}

/* Finds out which command it is, moves past the bytes that say so, and puts it into the message. */
static gdv_status read_command(gdv_parsing *now)
{
    const uint32_t at = now->scan.in.pos;
    const bool flagged = (now->row->traits & GDV_PROTOCOL_FLAGS) != 0;
    const bool inside = now->message->command == GDV_COMMAND_RELAY;
    const uint32_t byte = gdv_u8_at(&now->scan.in, at);
    const uint32_t index = flagged ? byte % GDV_PROTOCOL_COMMANDS : byte;
    uint32_t command = index < GDV_PROTOCOL_COMMANDS ? now->row->commands[index] : GDV_COMMAND_NONE;
    now->flags = byte / 0x10u;
    gdv_skip(&now->scan.in, 1);
    if (command == GDV_COMMAND_NONE) {
        return gdv_message_refuse(now, GDV_E_MP_COMMAND, at);
    }
    if ((byte & 0x08u) != 0 || !are_flags(command, now->flags)) {
        return gdv_message_refuse(now, GDV_E_MP_FLAGS, at);
    }
    if (command == GDV_COMMAND_SYS && inside) {
        return gdv_message_refuse(now, GDV_E_MP_RELAY_NESTED, at);
    }
    gdv_status status = command == GDV_COMMAND_SYS ? read_sys_command(now, &command) : GDV_OK;
    if (status != GDV_OK) {
        return status;
    }
    now->command = (gdv_command)command;
    if (inside) {
        now->message->inner = now->command;
    } else {
        now->message->command = now->command;
    }
    return GDV_OK;
}

static gdv_status read_auth(gdv_parsing *now)
{
    now->message->data = gdv_field_rest(now);
    return GDV_OK;
}

/* Commands without values. */
static gdv_status read_fields(gdv_parsing *now)
{
    switch (now->command) {
    case GDV_COMMAND_SIMPLIFY_PATH:
        return read_simplify(now);
    case GDV_COMMAND_CONFIRM_PATH:
        return read_confirm(now);
    case GDV_COMMAND_RAW:
        return read_raw(now);
    case GDV_COMMAND_AUTH:
        return read_auth(now);
    default:
        break;
    }
    return read_sys_peer(now); /* ADD, DEL and RELAY: no table has another */
}

static gdv_status read_body(gdv_parsing *now)
{
    switch (now->command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        return gdv_call_read(now);
    case GDV_COMMAND_SPAWN:
    case GDV_COMMAND_DESPAWN:
        return gdv_spawn_read(now);
    case GDV_COMMAND_SYNC:
        return gdv_sync_read(now);
    default:
        break;
    }
    return read_fields(now);
}

static gdv_status read_one(gdv_parsing *now)
{
    gdv_status status = read_command(now);
    return status == GDV_OK ? read_body(now) : status;
}

/* The packet, and where that is a relay the one in it, which cannot be another. */
static gdv_status read_all(gdv_parsing *now)
{
    bool whole = false;
    gdv_status status = gdv_envelope_read(now, &whole);
    if (status != GDV_OK || whole) {
        return status;
    }
    if (gdv_left(&now->scan.in) == 0) {
        return gdv_message_refuse(now, GDV_E_MP_EMPTY, now->scan.in.pos);
    }
    status = read_one(now);
    return status == GDV_OK && now->command == GDV_COMMAND_RELAY ? read_one(now) : status;
}

void gdv_message_policy_init(gdv_message_policy *policy, gdv_preset preset)
{
    if (policy == NULL) {
        return;
    }
    memset(policy, 0, sizeof *policy); /* no envelope, from a client */
    policy->struct_size = sizeof *policy;
    gdv_policy_init(&policy->values, preset);
    if (preset != GDV_POLICY_ENGINE) {
        policy->values.max_depth = DEFAULT_DEPTH;
    }
    policy->permit = preset == GDV_POLICY_ENGINE ? GDV_PERMIT_MP_ALL : 0;
    policy->max_arguments = DEFAULT_ARGUMENTS;
    policy->max_path = DEFAULT_PATH;
    policy->max_name = DEFAULT_NAME;
    policy->max_records = DEFAULT_RECORDS;
}

/* A short form takes a byte and a node, an id of a record eight bytes and half a node. */
size_t gdv_message_bound(size_t size)
{
    return size < SIZE_MAX / sizeof(gdv_node) ? size : SIZE_MAX / sizeof(gdv_node);
}

static void clear_message(gdv_message *message)
{
    memset(message, 0, sizeof *message);
    message->struct_size = sizeof *message;
    message->protocol = GDV_PROTOCOL_COUNT;
}

/* What is wrong with one value: as the reading of it alone says. */
static void fill_inner_report(gdv_parsing *now, gdv_message_report *report)
{
    gdv_arguments args;
    gdv_policy policy = now->policy->values;
    const uint32_t size = now->value_end - now->value_at;
    policy.encoding = now->scan.encoding;
    (void)gdv_arguments_set(&args, now->scan.in.bytes + now->value_at, size, (gdv_dialect)now->row->dialect, &policy);
    const gdv_status code = now->value_code;
    now->scan.error_offset -= now->value_at;
    gdv_report_fill(&report->inner, code, &args, &now->scan, &now->stack, gdv_report_stop(code, &now->scan));
}

static void fill_message_report(gdv_parsing *now, gdv_status status, gdv_message_report *report)
{
    gdv_message_report_clear(report, status);
    report->offset = now->error_offset;
    report->command = now->command;
    report->argument = now->argument;
    report->need = status == GDV_E_NO_SPACE ? gdv_message_bound(now->size) : 0;
    if (now->value_code != GDV_OK && status != GDV_E_NO_SPACE) {
        fill_inner_report(now, report);
    }
}

static gdv_status parse_checked(gdv_parsing *now, const gdv_arguments *args, gdv_node *nodes, size_t capacity)
{
    gdv_status status = gdv_arguments_scan(args, &now->scan);
    now->scan.in.reserved = 0; /* no value is promised yet */
    now->size = now->scan.in.size;
    now->command = GDV_COMMAND_NONE;
    now->argument = -1;
    now->value_code = GDV_OK;
    gdv_tape_start(&now->tape, gdv_unique_keys(args), nodes, capacity, gdv_message_bound(now->size));
    return status == GDV_E_LIMIT_BYTES ? gdv_message_refuse(now, status, 0) : read_all(now);
}

gdv_status gdv_message_parse(gdv_protocol protocol, const void *bytes, size_t size, const gdv_message_policy *policy,
                             gdv_node *nodes, size_t capacity, gdv_message *message, gdv_message_report *report)
{
    const gdv_region regions[] = {{bytes, gdv_extent(bytes, size, 1), false},
                                  {policy, sizeof *policy, false},
                                  {nodes, gdv_extent(nodes, capacity, sizeof *nodes), true},
                                  {message, sizeof *message, true},
                                  {report, sizeof *report, true}};
    gdv_message_policy strict;
    gdv_arguments args;
    gdv_parsing now;

    if (gdv_regions_overlap(regions, 5)) {
        return GDV_E_OVERLAP;
    }
    if ((message != NULL && message->struct_size != sizeof *message) ||
        (report != NULL && report->struct_size != sizeof *report)) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_message_policy_init(&strict, GDV_POLICY_STRICT);
    now.policy = policy != NULL ? policy : &strict;
    gdv_status status = GDV_OK;
    if (message == NULL || gdv_is_nowhere(nodes, capacity, sizeof *nodes)) {
        status = GDV_E_BAD_ARGUMENT;
    } else if ((uint32_t)protocol >= GDV_PROTOCOL_COUNT) {
        status = GDV_E_BAD_PROTOCOL;
    } else if (!gdv_is_message_policy(now.policy) || !gdv_protocol_takes(protocol, now.policy->envelope)) {
        status = GDV_E_BAD_POLICY;
    }
    if (message != NULL) {
        clear_message(message);
    }
    if (status == GDV_OK) {
        now.row = &gdv_protocols[protocol];
        now.message = message;
        status = gdv_arguments_set(&args, bytes, size, (gdv_dialect)now.row->dialect, &now.policy->values);
        args.policy.encoding = gdv_encoding_of(now.row);
    }
    if (status != GDV_OK) {
        if (report != NULL) {
            gdv_message_report_clear(report, status);
        }
        return status;
    }
    status = parse_checked(&now, &args, nodes, capacity);
    if (status == GDV_OK) {
        message->protocol = protocol;
        gdv_tape_finish(&now.tape, &now.scan, now.size, &message->document);
        if (report != NULL) {
            gdv_message_report_clear(report, GDV_OK);
        }
    } else {
        clear_message(message);
        if (report != NULL) {
            fill_message_report(&now, status, report);
        }
    }
    return status;
}
