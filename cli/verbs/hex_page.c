/* SPDX-License-Identifier: MIT */
#include "hex_page.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "../io/utf8.h"

/* "00000010  61 62 63 64  65 66 67 68  .name  String  \"abcdefgh\"" */
#define OFFSET_COLUMNS 10u
#define GROUP 4u

/* --- geometry */

static size_t column_of_byte(size_t index)
{
    return index * 3 + index / GROUP;
}

static size_t columns_of_bytes(size_t count)
{
    return column_of_byte(count - 1) + 2;
}

/* Bytes in a row: half of the line or less, the rest is for words. */
static size_t bytes_per_row(size_t width)
{
    size_t count = 16;
    while (count > GROUP && columns_of_bytes(count) + OFFSET_COLUMNS > width / 2) {
        count /= 2;
    }
    return count;
}

static size_t room_for_words(const page *now)
{
    return now->width - OFFSET_COLUMNS - columns_of_bytes(now->per_row) - 2;
}

/* Terminals show East Asian characters and pictures two columns wide. What is taken for wide and is not only makes a
 * line shorter. */
static size_t columns_of_character(const char *text, size_t length)
{
    uint32_t code = utf8_code(text, length);
    bool wide = (code >= 0x1100 && code < 0x1160) || (code >= 0x2e80 && code < 0x10000) || code >= 0x1f000;
    return length >= 3 && wide ? 2 : 1;
}

/* How much of text[0 .. size-1] fits on a line: up to a blank where there is one. At least one character. */
static size_t fitting(const char *text, size_t size, size_t room)
{
    size_t at = 0;
    size_t blank = 0;
    size_t columns = 0;

    while (at < size) {
        size_t length = utf8_length(text + at, size - at);
        length = length > 0 ? length : 1;
        columns += columns_of_character(text + at, length);
        at += length;
        if (text[at - 1] == ' ') {
            blank = at; /* which is not written at the end of a line, so it may be beyond it */
        } else if (columns > room && at > length) {
            return blank > 0 ? blank : at - length;
        }
    }
    return size;
}

/* --- lines */

static void put_words(const note *beside, size_t from, size_t to)
{
    size_t type_from = beside->type_at < from ? from : beside->type_at;
    size_t type_to = beside->type_end > to ? to : beside->type_end;
    if (type_from >= type_to) {
        out_bytes(beside->text + from, to - from);
        return;
    }
    out_bytes(beside->text + from, type_from - from);
    out_coloured_bytes(COLOUR_TYPE, beside->text + type_from, type_to - type_from);
    out_bytes(beside->text + type_to, to - type_to);
}

static void put_offset(size_t offset)
{
    char text[16];
    (void)snprintf(text, sizeof text, "%08zx", offset);
    out_coloured(COLOUR_FAINT, text);
}

static void put_row_bytes(const uint8_t *bytes, size_t count)
{
    char text[16 * 4];
    size_t length = 0;
    for (size_t index = 0; index < count; index += 1) {
        size_t column = column_of_byte(index);
        memset(text + length, ' ', column - length);
        (void)snprintf(text + column, sizeof text - column, "%02x", (unsigned)bytes[index]);
        length = column + 2;
    }
    out_bytes(text, length);
}

static void put_blanks(size_t count)
{
    out_format("%*s", (int)count, "");
}

/* One line: offset and bytes if there are any left, words if there are any left. No blanks at its end. */
static void put_row(const page *now, size_t offset, size_t count, bool has_offset, const note *beside, size_t from,
                    size_t to)
{
    size_t written = has_offset ? OFFSET_COLUMNS - 2 : 0;
    while (to > from && beside->text[to - 1] == ' ') {
        to -= 1;
    }
    if (has_offset) {
        put_offset(offset);
    }
    if (count > 0) {
        out("  ");
        put_row_bytes(now->bytes + offset, count);
        written = OFFSET_COLUMNS + columns_of_bytes(count);
    }
    if (to > from) {
        put_blanks(now->width - room_for_words(now) - written);
        put_words(beside, from, to);
    }
    (void)out_line_end();
}

/* A caret under a byte of the row above, and below it what is wrong. */
static void put_verdict(page *now, size_t column)
{
    const char *text = now->verdict;
    size_t size = strlen(text);
    put_blanks(OFFSET_COLUMNS + column_of_byte(column));
    out_coloured(COLOUR_BAD, "^^");
    (void)out_line_end();
    for (size_t at = 0; at < size;) {
        size_t length = fitting(text + at, size - at, now->width - OFFSET_COLUMNS);
        size_t shown = length;
        while (shown > 0 && text[at + shown - 1] == ' ') {
            shown -= 1;
        }
        put_blanks(OFFSET_COLUMNS);
        out_coloured_bytes(COLOUR_BAD, text + at, shown);
        (void)out_line_end();
        at += length;
    }
    now->marked = true;
}

/* Whether a row shows the place that the verdict is about: one of its bytes, or the room after the packet's last. */
static bool has_mark(const page *now, size_t at, size_t count)
{
    size_t mark = now->mark;
    bool after_all = mark == now->size && mark - at == count && count < now->per_row;
    return mark != SIZE_MAX && !now->marked && mark >= at && (mark - at < count || after_all);
}

void page_show(page *now, size_t end, const note *beside)
{
    size_t at = now->covered;
    size_t said = 0;

    do {
        size_t count = end - at < now->per_row ? end - at : now->per_row;
        size_t length = fitting(beside->text + said, beside->size - said, room_for_words(now));
        put_row(now, at, count, said == 0 || count > 0, beside, said, said + length);
        if (has_mark(now, at, count)) {
            put_verdict(now, now->mark - at);
        }
        at += count;
        said += length;
    } while (at < end || said < beside->size);
    now->covered = end;
}

/* --- notes */

void note_start(note *beside, const char *path)
{
    beside->size = (size_t)snprintf(beside->text, sizeof beside->text, "%s  ", path[0] == '\0' ? "." : path);
    beside->type_at = beside->size;
    beside->type_end = beside->size;
}

/* Ends what was written after the note. */
static void note_take(note *beside, const words *more)
{
    beside->size += more->size;
    if (more->cut) {
        memcpy(beside->text + beside->size, "...", 3);
        beside->size += 3;
    }
}

void note_type(note *beside, const char *type, const char *suffix)
{
    words to = words_into(beside->text + beside->size, MOST_OF_TYPE);
    words_put(&to, type);
    words_put(&to, suffix);
    note_take(beside, &to);
    beside->type_end = beside->size;
}

words note_value_begin(note *beside)
{
    words value = words_into(beside->text + beside->size + 2, MOST_OF_VALUE);
    value.one_line = true;
    return value;
}

void note_value_end(note *beside, const words *value)
{
    if (value->size > 0 || value->cut) {
        memcpy(beside->text + beside->size, "  ", 2);
        beside->size += 2;
        note_take(beside, value);
    }
}

/* --- pages */

page page_begin(const uint8_t *bytes, size_t size, size_t width)
{
    return (page){.bytes = bytes, .size = size, .mark = SIZE_MAX, .width = width, .per_row = bytes_per_row(width)};
}

void page_show_refused(page *now, const note *beside)
{
    size_t end = now->size;
    size_t rows = (now->mark - now->covered) / now->per_row + 1;
    end = end - now->covered < rows * now->per_row ? end : now->covered + rows * now->per_row;
    page_show(now, end, beside);
    if (!now->marked) { /* after a row that is full to its end */
        put_row(now, end, 0, true, beside, 0, 0);
        put_verdict(now, 0);
    }
}

void page_end(const page *now)
{
    if (now->size > now->covered) {
        put_blanks(OFFSET_COLUMNS);
        out_format("%zu more bytes", now->size - now->covered);
        (void)out_line_end();
    }
}
