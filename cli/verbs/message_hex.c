/* SPDX-License-Identifier: MIT */
/* The layouts are those of docs/multiplayer-format.md, read here a second time. No length in the packet is
 * believed: what a member would have beyond the bytes that are there, or beyond the one that is refused, ends the
 * naming. */
#include "message_hex.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "../notation/notation.h"
#include "hex_note.h"
#include "message_fields.h"
#include "tape.h"
#include "where.h"

/* The path of the longest member. */
#define PLACE_SIZE 64

typedef struct laying {
    page paper;
    const gdv_message *message; /* of a packet that is none all zero */
    gdv_protocol protocol;
    size_t at;
    size_t limit; /* the packet's end, or the byte that is wrong */
    bool refused;
    bool ended;        /* nothing more can be named */
    const char *place; /* "" or ".inner" */
} laying;

/* --- numbers */

/* Of up to 8 bytes, 0 where they are not there. */
static uint64_t number_at(const laying *now, size_t at, size_t size)
{
    uint64_t number = 0;
    for (size_t index = 0; at <= now->paper.size && size <= now->paper.size - at && index < size; index += 1) {
        number |= (uint64_t)now->paper.bytes[at + index] << (8 * index);
    }
    return number;
}

/* --- one member */

static void begin_note(const laying *now, const char *name, const char *type, note *beside)
{
    char place[PLACE_SIZE];
    (void)snprintf(place, sizeof place, "%s.%s", now->place, name);
    note_start(beside, place);
    note_type(beside, type, "");
}

/* Bytes that have been named. */
static void show(laying *now, size_t size, const note *beside)
{
    now->at += size;
    page_show(&now->paper, now->at, beside);
}

/* Whether so many bytes are there and not refused; if not, nothing more is named. */
static bool has(laying *now, size_t size)
{
    now->ended = now->ended || size > now->limit - now->at;
    return !now->ended;
}

/* What is said of a member: printf. */
PRINTF_LIKE(5, 6)
static void take(laying *now, size_t size, const char *name, const char *type, const char *format, ...)
{
    char text[MOST_OF_VALUE];
    va_list values;
    note beside;
    if (!has(now, size)) {
        return;
    }
    va_start(values, format);
    (void)vsnprintf(text, sizeof text, format, values);
    va_end(values);
    begin_note(now, name, type, &beside);
    words value = note_value_begin(&beside);
    words_put(&value, text);
    note_value_end(&beside, &value);
    show(now, size, &beside);
}

static void take_number(laying *now, size_t size, const char *name)
{
    static const char *const types[] = {"", "u8", "u16", "", "u32"};
    take(now, size, name, types[size], "%" PRIu64, number_at(now, now->at, size));
}

static void take_signed(laying *now, const char *name)
{
    take(now, 4, name, "i32", "%" PRId32, (int32_t)(uint32_t)number_at(now, now->at, 4));
}

/* Text of that size, of which the last byte may be its NUL. */
static void take_text(laying *now, size_t size, const char *name, const char *type)
{
    note beside;
    if (!has(now, size)) {
        return;
    }
    const bool has_nul = size > 0 && now->paper.bytes[now->at + size - 1] == 0;
    const gdv_text text = {(const char *)now->paper.bytes + now->at, has_nul ? size - 1 : size};
    begin_note(now, name, type, &beside);
    words value = note_value_begin(&beside);
    notation_text(&value, text);
    note_value_end(&beside, &value);
    show(now, size, &beside);
}

/* Text up to its NUL. */
static void take_c_text(laying *now, const char *name)
{
    const uint8_t *from = now->paper.bytes + now->at;
    const size_t left = now->limit - now->at;
    const uint8_t *nul = now->ended || left == 0 ? NULL : memchr(from, 0, left);
    now->ended = now->ended || nul == NULL;
    if (nul != NULL) {
        take_text(now, (size_t)(nul - from) + 1, name, "text");
    }
}

/* All that is left of what is accepted. */
static void take_data(laying *now)
{
    const size_t size = now->limit - now->at;
    if (now->message->command != GDV_COMMAND_NONE && size > 0) {
        take(now, size, "data", "bytes", "%zu", size);
    }
}

/* --- values */

/* A bool or int of Godot 4 in its short form has neither the size of a header nor that of one with an int. */
static bool is_short(gdv_value value, size_t size)
{
    const gdv_type type = gdv_type_of(value);
    return (type == GDV_TYPE_BOOL || type == GDV_TYPE_INT) && size != 8 && size != 12;
}

static void show_event(laying *now, size_t begin, const char *place, const char *inside, const gdv_event *event)
{
    char path[PLACE_SIZE + GDV_PATH_SIZE];
    note beside;
    (void)snprintf(path, sizeof path, "%s%s", place, inside);
    path[GDV_PATH_SIZE - 1] = '\0';
    hex_note(&beside, gdv_protocol_dialect(now->protocol), path, event);
    now->at = begin + event->offset + event->size;
    page_show(&now->paper, now->at, &beside);
}

/* A Variant in full, and those in it. */
static void take_variant(laying *now, const char *path, size_t end)
{
    static gdv_reader reader;
    static where place;
    const size_t begin = now->at;
    gdv_policy policy;
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    tape_policy(&policy);
    gdv_status status = gdv_reader_init(&reader, now->paper.bytes + begin, end - begin,
                                        gdv_protocol_dialect(now->protocol), &policy, NULL, 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !out_failed()) {
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK && event.kind != GDV_EVENT_END && event.kind != GDV_EVENT_DONE) {
            where_event(&place, &event);
            show_event(now, begin, path, place.path, &event);
        }
    }
}

/* Values of a message that is accepted, from the first up to `end`: called from `label` on. */
static void take_values(laying *now, uint32_t first, uint32_t count, uint32_t label, const char *place, size_t end)
{
    for (uint32_t index = 0; index < count && !out_failed(); index += 1) {
        char path[PLACE_SIZE];
        const gdv_value value = gdv_message_value(now->message, first + index);
        const size_t next =
            index + 1 < count ? gdv_value_offset(gdv_message_value(now->message, first + index + 1)) : end;
        (void)snprintf(path, sizeof path, "%s.values[%" PRIu32 "]", place, label + index);
        if (next <= now->at || next > now->paper.size) {
            now->ended = true;
            return;
        }
        if (is_short(value, next - now->at)) {
            const gdv_event event = {.kind = GDV_EVENT_VALUE, .value = value, .size = (uint32_t)(next - now->at)};
            show_event(now, now->at, path, "", &event);
        } else {
            take_variant(now, path, next);
        }
    }
}

/* --- commands */

/* The values of a call, and its path after them, where it has one. */
static void take_arguments(laying *now, bool counted)
{
    const gdv_message *message = now->message;
    const size_t path =
        message->path.size > 0 ? (size_t)((const uint8_t *)message->path.bytes - now->paper.bytes) : now->paper.size;
    if (counted) {
        take(now, 1, "values", "count", "%" PRIu64, number_at(now, now->at, 1));
    }
    if (message->command == GDV_COMMAND_NONE) {
        now->ended = true;
        return;
    }
    if (message->bytes_only != 0 && message->data.size > 0) {
        take(now, message->data.size, "data", "bytes", "%zu", message->data.size);
    }
    take_values(now, 0, message->values, 0, now->place, path);
    if (message->path.size > 0) {
        take_c_text(now, "path");
    }
}

/* A node's id, or where its path is, counted from the command's byte. */
static void take_node(laying *now, size_t size)
{
    const uint32_t node = (uint32_t)number_at(now, now->at, size);
    if (size == 4 && node >= 0x80000000u) {
        take(now, 4, "path", "offset", "%" PRIu32, node - 0x80000000u);
    } else {
        take_number(now, size, "node");
    }
}

/* Sections 2.1 and 4.1. */
static void take_call3(laying *now, bool is_set)
{
    take_node(now, 4);
    take_c_text(now, "name");
    take_arguments(now, !is_set);
}

static void take_call4(laying *now, uint8_t flags)
{
    static const size_t sizes[] = {1, 2, 4, 4};
    const size_t method_size = (flags & 0x40u) != 0 ? 2 : 1;
    take_node(now, sizes[flags >> 4 & 3u]);
    const uint32_t method = (uint32_t)number_at(now, now->at, method_size);
    take(now, method_size, "method", method_size == 2 ? "u16" : "u8", "%" PRIu32 "%s", method & 0x7fffu,
         method >= 0x8000u ? ", node_level" : "");
    take_arguments(now, (flags & 0x80u) == 0);
}

/* Section 4.6: what stands before the name. */
static void take_spawn_fields(laying *now, size_t count, size_t name_size)
{
    take_number(now, 1, "scene");
    take_number(now, 4, "node");
    take_number(now, 4, "net_id");
    take(now, 4, "synchronizers", "count", "%zu", count);
    take(now, 4, "name", "size", "%zu", name_size);
    for (size_t index = 0; index < count && !now->ended && !out_failed(); index += 1) {
        char name[PLACE_SIZE];
        (void)snprintf(name, sizeof name, "synchronizers[%zu]", index);
        take_number(now, 4, name);
    }
}

static void take_spawn(laying *now)
{
    const uint32_t custom = number_at(now, now->at, 1) == 255 ? 1 : 0;
    const size_t count = (size_t)number_at(now, now->at + 9, 4);
    const size_t name_size = (size_t)number_at(now, now->at + 13, 4);
    take_spawn_fields(now, count, name_size);
    take_text(now, name_size, "name", "text");
    if (custom != 0) {
        take(now, 4, "values[0]", "size", "%" PRIu64, number_at(now, now->at, 4));
    }
    if (now->ended || now->message->command == GDV_COMMAND_NONE) {
        now->ended = true;
        return;
    }
    const size_t size = custom != 0 ? (size_t)number_at(now, now->at - 4, 4) : 0;
    take_values(now, 0, custom, 0, now->place, now->at + size);
    take_values(now, custom, now->message->values - custom, custom, now->place, now->paper.size);
}

/* Section 4.7. */
static void take_record(laying *now, const gdv_message_record *record, size_t number)
{
    const char *outside = now->place;
    char place[PLACE_SIZE];
    (void)snprintf(place, sizeof place, "%s.records[%zu]", outside, number);
    now->place = place;
    take_number(now, 4, "id");
    if (now->message->delta != 0) {
        take(now, 8, "indexes", "u64", "%016" PRIx64, number_at(now, now->at, 8));
    }
    take(now, 4, "values", "size", "%" PRIu64, number_at(now, now->at, 4));
    take_values(now, record->first, record->values, 0, place, now->at + record->data.size);
    now->place = outside;
}

static void take_sync(laying *now, bool delta)
{
    gdv_message_record record = {.taken = 0};
    if (!delta) {
        take_number(now, 2, "time");
    }
    for (size_t number = 0; !now->ended && gdv_message_next_record(now->message, &record); number += 1) {
        take_record(now, &record, number);
    }
}

static void take_confirm(laying *now)
{
    if (now->protocol != GDV_PROTOCOL_GODOT3 && now->protocol != GDV_PROTOCOL_PANDEMONIUM) {
        take(now, 1, "ok", "u8", "%s", number_at(now, now->at, 1) != 0 ? "true" : "false");
    }
    if (now->protocol == GDV_PROTOCOL_GODOT4_3 || now->protocol == GDV_PROTOCOL_GODOT4_4) {
        take_number(now, 4, "id");
    } else {
        take_c_text(now, "path");
    }
}

/* What stands after the command. */
static void take_body(laying *now, gdv_command command, uint8_t flags)
{
    const bool is_godot4 = gdv_protocol_dialect(now->protocol) >= GDV_DIALECT_GODOT4_0;
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
            take_text(now, 33, "md5", "text");
        }
        take_number(now, 4, "id");
        take_c_text(now, "path");
        break;
    case GDV_COMMAND_CONFIRM_PATH:
        take_confirm(now);
        break;
    case GDV_COMMAND_SPAWN:
        take_spawn(now);
        break;
    case GDV_COMMAND_DESPAWN:
        take_number(now, 4, "net_id");
        break;
    case GDV_COMMAND_SYNC:
        take_sync(now, (flags & 0x10u) != 0);
        break;
    case GDV_COMMAND_RAW:
    case GDV_COMMAND_AUTH:
        take_data(now);
        break;
    case GDV_COMMAND_ADD:
    case GDV_COMMAND_DEL:
        take_signed(now, "peer");
        break;
    default:
        break;
    }
}

/* --- the command's byte */

#define OF_SYS GDV_COMMAND_COUNT

static const gdv_command of_godot3[] = {GDV_COMMAND_CALL, GDV_COMMAND_SET, GDV_COMMAND_SIMPLIFY_PATH,
                                        GDV_COMMAND_CONFIRM_PATH, GDV_COMMAND_RAW};
static const gdv_command of_pandemonium[] = {GDV_COMMAND_CALL, GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH,
                                             GDV_COMMAND_RAW};
static const gdv_command of_godot4[] = {
    GDV_COMMAND_CALL,  GDV_COMMAND_SIMPLIFY_PATH, GDV_COMMAND_CONFIRM_PATH, GDV_COMMAND_RAW,
    GDV_COMMAND_SPAWN, GDV_COMMAND_DESPAWN,       GDV_COMMAND_SYNC,         OF_SYS};
static const gdv_command of_sys[] = {GDV_COMMAND_AUTH, GDV_COMMAND_ADD, GDV_COMMAND_DEL, GDV_COMMAND_RELAY};

static gdv_command command_of(gdv_protocol protocol, uint8_t byte)
{
    if (protocol == GDV_PROTOCOL_GODOT3) {
        return byte < 5 ? of_godot3[byte] : GDV_COMMAND_NONE;
    }
    if (protocol == GDV_PROTOCOL_PANDEMONIUM) {
        return byte < 4 ? of_pandemonium[byte] : GDV_COMMAND_NONE;
    }
    return of_godot4[byte & 7u];
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
    const bool is_godot4 = gdv_protocol_dialect(now->protocol) >= GDV_DIALECT_GODOT4_0;
    char text[96] = "";
    *flags = (uint8_t)number_at(now, now->at, 1);
    gdv_command command = command_of(now->protocol, *flags);
    if (command == OF_SYS) {
        const uint8_t sub = (uint8_t)number_at(now, now->at + 1, 1);
        command = sub < 4 ? of_sys[sub] : GDV_COMMAND_NONE;
        take(now, 2, "command", "u8, u8", "SYS %s", gdv_command_name(command));
    } else {
        take(now, 1, "command", "u8", "%s%s", gdv_command_name(command),
             is_godot4 ? flags_of(command, *flags, text) : "");
    }
    return now->ended ? GDV_COMMAND_NONE : command;
}

static void take_packet(laying *now)
{
    uint8_t flags = 0;
    gdv_command command = take_command(now, &flags);
    if (command == GDV_COMMAND_RELAY) {
        take_signed(now, "peer");
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
    const uint64_t type = number_at(now, 0, envelope == GDV_ENVELOPE_ENET3_SYS ? 4 : 1);
    if (envelope == GDV_ENVELOPE_ENET3_SYS) {
        take(now, 4, "command", "u32", "%s", type < 2 ? types[type + 1] : "");
    } else if (envelope == GDV_ENVELOPE_WS3) {
        take(now, 1, "command", "u8", "%s", type < 4 ? types[type] : "");
    }
    if (envelope == GDV_ENVELOPE_ENET3 || envelope == GDV_ENVELOPE_WS3) {
        take_number(now, 4, "source");
        take_signed(now, "target");
    }
    if (envelope == GDV_ENVELOPE_NONE || envelope == GDV_ENVELOPE_ENET3 ||
        (envelope == GDV_ENVELOPE_WS3 && type == 0)) {
        return true;
    }
    take_signed(now, "peer");
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
