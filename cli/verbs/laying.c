/* SPDX-License-Identifier: MIT */
#include "laying.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "../notation/notation.h"
#include "hex_note.h"
#include "tape.h"
#include "where.h"

/* --- numbers */

uint64_t laying_number(const laying *now, size_t at, size_t size)
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
    char place[LAYING_PLACE];
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

void laying_take(laying *now, size_t size, const char *name, const char *type, const char *format, ...)
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

void laying_take_number(laying *now, size_t size, const char *name)
{
    static const char *const types[] = {"", "u8", "u16", "", "u32"};
    laying_take(now, size, name, types[size], "%" PRIu64, laying_number(now, now->at, size));
}

void laying_take_signed(laying *now, const char *name)
{
    laying_take(now, 4, name, "i32", "%" PRId32, (int32_t)(uint32_t)laying_number(now, now->at, 4));
}

void laying_take_text(laying *now, size_t size, const char *name, const char *type)
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

void laying_take_c_text(laying *now, const char *name)
{
    const uint8_t *from = now->paper.bytes + now->at;
    const size_t left = now->limit - now->at;
    const uint8_t *nul = now->ended || left == 0 ? NULL : memchr(from, 0, left);
    now->ended = now->ended || nul == NULL;
    if (nul != NULL) {
        laying_take_text(now, (size_t)(nul - from) + 1, name, "text");
    }
}

void laying_take_data(laying *now)
{
    const size_t size = now->limit - now->at;
    if (now->message->command != GDV_COMMAND_NONE && size > 0) {
        laying_take(now, size, "data", "bytes", "%zu", size);
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
    char path[LAYING_PLACE + GDV_PATH_SIZE];
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

void laying_take_values(laying *now, uint32_t first, uint32_t count, uint32_t label, const char *place, size_t end)
{
    for (uint32_t index = 0; index < count && !out_failed(); index += 1) {
        char path[LAYING_PLACE];
        const gdv_value value = message_values_at(&now->values, first + index);
        const size_t next =
            index + 1 < count ? gdv_value_offset(message_values_at(&now->values, first + index + 1)) : end;
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
