/* SPDX-License-Identifier: MIT */
/* The layouts are those of docs/multiplayer-format.md, read here a second time. */
#include "message_hex.h"

#include <inttypes.h>
#include <stdio.h>

#include "../io/say.h"
#include "../typed/typed_message.h"
#include "laying.h"

/* --- commands */

/* The values of a call, and its path after them, where it has one. */
static void take_arguments(laying *now, bool counted)
{
    const gdv_message *message = now->message;
    const size_t path =
        message->path.size > 0 ? (size_t)((const uint8_t *)message->path.bytes - now->paper.bytes) : now->paper.size;
    if (counted) {
        laying_take(now, 1, "values", "count", "%" PRIu64, laying_number(now, now->at, 1));
    }
    if (message->command == GDV_COMMAND_NONE) {
        now->ended = true;
        return;
    }
    if (message->bytes_only != 0 && message->data.size > 0) {
        laying_take(now, message->data.size, "data", "bytes", "%zu", message->data.size);
    }
    laying_take_values(now, 0, message->values, 0, now->place, path);
    if (message->path.size > 0) {
        laying_take_c_text(now, "path");
    }
}

/* A node's id, or where its path is, counted from the command's byte. */
static void take_node(laying *now, size_t size)
{
    const uint32_t node = (uint32_t)laying_number(now, now->at, size);
    if (size == 4 && node >= 0x80000000u) {
        laying_take(now, 4, "path", "offset", "%" PRIu32, node - 0x80000000u);
    } else {
        laying_take_number(now, size, "node");
    }
}

/* Sections 2.1 and 4.1. */
static void take_call3(laying *now, bool is_set)
{
    take_node(now, 4);
    laying_take_c_text(now, "name");
    take_arguments(now, !is_set);
}

static void take_call4(laying *now, uint8_t flags)
{
    static const size_t sizes[] = {1, 2, 4, 4};
    const size_t method_size = (flags & 0x40u) != 0 ? 2 : 1;
    take_node(now, sizes[flags >> 4 & 3u]);
    const uint32_t method = (uint32_t)laying_number(now, now->at, method_size);
    laying_take(now, method_size, "method", method_size == 2 ? "u16" : "u8", "%" PRIu32 "%s", method & 0x7fffu,
                method >= 0x8000u ? ", node_level" : "");
    take_arguments(now, (flags & 0x80u) == 0);
}

/* Section 4.6: what stands before the name. */
static void take_spawn_fields(laying *now, size_t count, size_t name_size)
{
    laying_take_number(now, 1, "scene");
    laying_take_number(now, 4, "node");
    laying_take_number(now, 4, "net_id");
    laying_take(now, 4, "synchronizers", "count", "%zu", count);
    laying_take(now, 4, "name", "size", "%zu", name_size);
    for (size_t index = 0; index < count && !now->ended && !out_failed(); index += 1) {
        char name[LAYING_PLACE];
        (void)snprintf(name, sizeof name, "synchronizers[%zu]", index);
        laying_take_number(now, 4, name);
    }
}

static void take_spawn(laying *now)
{
    const uint32_t custom = laying_number(now, now->at, 1) == 255 ? 1 : 0;
    const size_t count = (size_t)laying_number(now, now->at + 9, 4);
    const size_t name_size = (size_t)laying_number(now, now->at + 13, 4);
    take_spawn_fields(now, count, name_size);
    laying_take_text(now, name_size, "name", "text");
    if (custom != 0) {
        laying_take(now, 4, "values[0]", "size", "%" PRIu64, laying_number(now, now->at, 4));
    }
    if (now->ended || now->message->command == GDV_COMMAND_NONE) {
        now->ended = true;
        return;
    }
    const size_t size = custom != 0 ? (size_t)laying_number(now, now->at - 4, 4) : 0;
    laying_take_values(now, 0, custom, 0, now->place, now->at + size);
    laying_take_values(now, custom, now->message->values - custom, custom, now->place, now->paper.size);
}

/* Section 4.7. */
static void take_record(laying *now, const gdv_message_record *record, size_t number)
{
    const char *outside = now->place;
    char place[LAYING_PLACE];
    (void)snprintf(place, sizeof place, "%s.records[%zu]", outside, number);
    now->place = place;
    laying_take_number(now, 4, "id");
    if (now->message->delta != 0) {
        laying_take(now, 8, "indexes", "u64", "%016" PRIx64, laying_number(now, now->at, 8));
    }
    laying_take(now, 4, "values", "size", "%" PRIu64, laying_number(now, now->at, 4));
    laying_take_values(now, record->first, record->values, 0, place, now->at + record->data.size);
    now->place = outside;
}

static void take_sync(laying *now, bool delta)
{
    gdv_message_record record = {.taken = 0};
    if (!delta) {
        laying_take_number(now, 2, "time");
    }
    for (size_t number = 0; !now->ended && gdv_message_next_record(now->message, &record); number += 1) {
        take_record(now, &record, number);
    }
}

static void take_confirm(laying *now)
{
    if (typed_message_of_godot4(now->protocol)) {
        laying_take(now, 1, "ok", "u8", "%s", laying_number(now, now->at, 1) != 0 ? "true" : "false");
    }
    if (gdv_protocol_confirms_id(now->protocol)) {
        laying_take_number(now, 4, "id");
    } else {
        laying_take_c_text(now, "path");
    }
}

/* What stands after the command. */
static void take_body(laying *now, gdv_command command, uint8_t flags)
{
    const bool is_godot4 = typed_message_of_godot4(now->protocol);
    switch (command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        if (is_godot4) {
            take_call4(now, flags);
        } else {
            take_call3(now, command == GDV_COMMAND_SET);
        }
        break;
    case GDV_COMMAND_SIMPLIFY_PATH:
        if (is_godot4) {
            laying_take_text(now, 33, "md5", "text");
        }
        laying_take_number(now, 4, "id");
        laying_take_c_text(now, "path");
        break;
    case GDV_COMMAND_CONFIRM_PATH:
        take_confirm(now);
        break;
    case GDV_COMMAND_SPAWN:
        take_spawn(now);
        break;
    case GDV_COMMAND_DESPAWN:
        laying_take_number(now, 4, "net_id");
        break;
    case GDV_COMMAND_SYNC:
        take_sync(now, (flags & 0x10u) != 0);
        break;
    case GDV_COMMAND_RAW:
    case GDV_COMMAND_AUTH:
        laying_take_data(now);
        break;
    case GDV_COMMAND_ADD:
    case GDV_COMMAND_DEL:
        laying_take_signed(now, "peer");
        break;
    default:
        break;
    }
}

/* --- the command's byte */

#define OF_SYS GDV_COMMAND_COUNT

static const gdv_command of_godot3[] = {GDV_COMMAND_CALL, GDV_COMMAND_SET, GDV_COMMAND_SIMPLIFY_PATH,
                                        GDV_COMMAND_CONFIRM_PATH, GDV_COMMAND_RAW};
static const gdv_command of_godot4[] = {
    GDV_COMMAND_CALL,  GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH, GDV_COMMAND_RAW,
    GDV_COMMAND_SPAWN, GDV_COMMAND_DESPAWN,       GDV_COMMAND_SYNC,         OF_SYS};
static const gdv_command of_sys[] = {GDV_COMMAND_AUTH, GDV_COMMAND_ADD, GDV_COMMAND_DEL, GDV_COMMAND_RELAY};

/* Pandemonium numbers Godot 3's commands without the one that it does not have. */
static gdv_command old_command(gdv_protocol protocol, uint8_t byte)
{
    gdv_command found = GDV_COMMAND_NONE;
    uint8_t number = 0;
    for (size_t row = 0; row < sizeof of_godot3 / sizeof of_godot3[0]; row += 1) {
        const bool is_there = gdv_protocol_has(protocol, of_godot3[row]);
        found = is_there && number == byte ? of_godot3[row] : found;
        number = (uint8_t)(number + (is_there ? 1 : 0));
    }
    return found;
}

static gdv_command command_of(gdv_protocol protocol, uint8_t byte)
{
    return typed_message_of_godot4(protocol) ? of_godot4[byte & 7u] : old_command(protocol, byte);
}

/* What the flags of the byte say. */
static const char *flags_of(gdv_command command, uint8_t byte, char text[96])
{
    static const unsigned sizes[] = {1, 2, 4, 0};
    if (command == GDV_COMMAND_CALL) {
        (void)snprintf(text, 96, ", node of %u, method of %u%s", sizes[byte >> 4 & 3u], (byte & 0x40u) != 0 ? 2u : 1u,
                       (byte & 0x80u) != 0 ? ", bytes alone" : "");
    } else {
        (void)snprintf(text, 96, "%s", command == GDV_COMMAND_SYNC && (byte & 0x10u) != 0 ? ", delta" : "");
    }
    return text;
}

/* The command, and which one of SYS it is. */
static gdv_command take_command(laying *now, uint8_t *flags)
{
    const bool is_godot4 = typed_message_of_godot4(now->protocol);
    char text[96] = "";
    *flags = (uint8_t)laying_number(now, now->at, 1);
    gdv_command command = command_of(now->protocol, *flags);
    if (command == OF_SYS) {
        const uint8_t sub = (uint8_t)laying_number(now, now->at + 1, 1);
        command = sub < 4 ? of_sys[sub] : GDV_COMMAND_NONE;
        laying_take(now, 2, "command", "u8, u8", "SYS %s", gdv_command_name(command));
    } else {
        laying_take(now, 1, "command", "u8", "%s%s", gdv_command_name(command),
                    is_godot4 ? flags_of(command, *flags, text) : "");
    }
    return now->ended ? GDV_COMMAND_NONE : command;
}

static void take_packet(laying *now)
{
    uint8_t flags = 0;
    gdv_command command = take_command(now, &flags);
    if (command == GDV_COMMAND_RELAY) {
        laying_take_signed(now, "peer");
        now->place = ".inner";
        command = now->ended ? GDV_COMMAND_NONE : take_command(now, &flags);
    }
    take_body(now, command, flags);
}

/* --- envelopes: section 1 */

/* Whether a packet follows. */
static bool take_envelope(laying *now, gdv_envelope envelope)
{
    static const char *const types[] = {"data", "ADD_PEER", "REMOVE_PEER", "YOUR_ID"};
    const uint64_t type = laying_number(now, 0, envelope == GDV_ENVELOPE_ENET3_SYS ? 4 : 1);
    if (envelope == GDV_ENVELOPE_ENET3_SYS) {
        laying_take(now, 4, "command", "u32", "%s", type < 2 ? types[type + 1] : "");
    } else if (envelope == GDV_ENVELOPE_WS3) {
        laying_take(now, 1, "command", "u8", "%s", type < 4 ? types[type] : "");
    }
    if (envelope == GDV_ENVELOPE_ENET3 || envelope == GDV_ENVELOPE_WS3) {
        laying_take_number(now, 4, "source");
        laying_take_signed(now, "target");
    }
    if (envelope == GDV_ENVELOPE_NONE || envelope == GDV_ENVELOPE_ENET3 ||
        (envelope == GDV_ENVELOPE_WS3 && type == 0)) {
        return true;
    }
    laying_take_signed(now, "peer");
    return false;
}

/* --- packets */

/* What was not named: of an accepted packet nothing; of another one what is wrong, and the bytes up to there. */
static void show_rest(laying *now)
{
    note beside = {.size = 0};
    if (now->refused && !now->paper.marked) {
        now->paper.mark = now->limit;
        page_show_refused(&now->paper, &beside);
    }
    page_end(&now->paper);
}

/* What a schema or a session refuses is a message all the same. */
static bool is_message(const message_verdict *about)
{
    return about->message.command != GDV_COMMAND_NONE;
}

void message_hex_put(const packet *one, const gdv_message_policy *policy, gdv_protocol protocol, size_t width,
                     const message_verdict *about)
{
    char line[VERDICT_SIZE];
    const size_t mark = about->report.offset < one->size ? (size_t)about->report.offset : one->size;
    laying now = {.paper = page_begin(one->bytes, one->size, width),
                  .message = &about->message,
                  .protocol = protocol,
                  .limit = is_message(about) ? one->size : mark,
                  .place = ""};
    message_values_start(&now.values, &about->message);
    message_verdict_format(about, line, sizeof line);
    now.paper.verdict = line;
    now.refused = about->report.code != GDV_OK;
    if (is_message(about) && now.refused) {
        now.paper.mark = mark;
    }
    if (!about->of_frame && take_envelope(&now, policy->envelope)) {
        take_packet(&now);
    }
    show_rest(&now);
}
