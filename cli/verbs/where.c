/* SPDX-License-Identifier: MIT */
#include "where.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* Longest piece of a key that a path shows. */
#define MOST_OF_KEY 48u

static bool is_letter(char letter)
{
    return letter == '_' || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z');
}

static bool is_identifier(gdv_text text)
{
    bool fine = text.size > 0 && text.size <= MOST_OF_KEY && is_letter(text.bytes[0]);
    for (size_t index = 1; fine && index < text.size; index += 1) {
        fine = is_letter(text.bytes[index]) || (text.bytes[index] >= '0' && text.bytes[index] <= '9');
    }
    return fine;
}

/* ["any text"]: four characters a byte at most, so it fits. */
static void quote(char piece[GDV_PATH_SIZE], gdv_text text)
{
    int at = snprintf(piece, GDV_PATH_SIZE, "[\"");
    for (size_t index = 0; index < text.size && index < MOST_OF_KEY; index += 1) {
        char letter = text.bytes[index];
        bool plain = letter >= 0x20 && letter < 0x7f && letter != '"' && letter != '\\';
        at += snprintf(piece + at, GDV_PATH_SIZE - (size_t)at, plain ? "%c" : "\\x%02x", (int)(unsigned char)letter);
    }
    (void)snprintf(piece + at, GDV_PATH_SIZE - (size_t)at, "%s\"]", text.size > MOST_OF_KEY ? ".." : "");
}

void where_text_piece(char piece[GDV_PATH_SIZE], gdv_text text)
{
    if (is_identifier(text)) {
        (void)snprintf(piece, GDV_PATH_SIZE, ".%.*s", (int)text.size, text.bytes);
    } else {
        quote(piece, text);
    }
}

bool where_key_piece(char piece[GDV_PATH_SIZE], gdv_value key)
{
    gdv_text text;
    int64_t number = 0;
    if (gdv_to_text(key, &text) == GDV_OK) {
        where_text_piece(piece, text);
        return true;
    }
    if (gdv_to_int(key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
        (void)snprintf(piece, GDV_PATH_SIZE, "{%" PRId64 "}", number);
        return true;
    }
    return false;
}

/* Adds a piece to the path of the container. Returns whether the path was cut. */
static bool append(where *now, const where_level *around, const char *piece)
{
    size_t length = around->length;
    size_t added = strlen(piece);
    if (around->cut) {
        now->path[length] = '\0';
        return true;
    }
    bool cut = added > GDV_PATH_SIZE - sizeof "..." - length;
    const char *what = cut ? "..." : piece;
    memcpy(now->path + length, what, strlen(what) + 1);
    return cut;
}

/* The path of the value or name that the event is about. Returns whether it was cut. */
static bool find_path(where *now, where_level *around, const gdv_event *event)
{
    char number[32];
    switch (event->role) {
    case GDV_ROLE_ELEMENT:
        (void)snprintf(number, sizeof number, "[%" PRIu32 "]", around->next);
        around->next += 1;
        return append(now, around, number);
    case GDV_ROLE_KEY:
        around->key = event->offset;
        around->named = event->kind == GDV_EVENT_VALUE && where_key_piece(now->piece, event->value);
        return append(now, around, "{key}");
    default:
        break;
    }
    if (event->kind == GDV_EVENT_NAME) {
        around->named = where_key_piece(now->piece, event->value);
        return append(now, around, "{property}");
    }
    (void)snprintf(number, sizeof number, "{@%" PRIu32 "}", around->key);
    return append(now, around, around->named ? now->piece : number);
}

void where_event(where *now, const gdv_event *event)
{
    bool cut = false;
    if (event->kind == GDV_EVENT_END || event->kind == GDV_EVENT_DONE) {
        return;
    }
    if (event->depth == 0) {
        now->path[0] = '\0';
    } else {
        cut = find_path(now, &now->open[event->depth - 1], event);
    }
    if (event->kind == GDV_EVENT_BEGIN) {
        now->open[event->depth] = (where_level){.length = (uint16_t)strlen(now->path), .cut = cut};
    }
}
