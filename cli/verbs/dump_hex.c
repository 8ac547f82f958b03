/* SPDX-License-Identifier: MIT */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "../io/say.h"
#include "../io/utf8.h"
#include "../typed/typed_key.h"
#include "dump.h"
#include "where.h"

/* "00000010  61 62 63 64  65 66 67 68  .name  String  \"abcdefgh\"" */
#define OFFSET_COLUMNS 10u
#define GROUP 4u

/* How much of a type and of a value is written beside the bytes, which show all of it. */
#define MOST_OF_TYPE 120
#define MOST_OF_VALUE 240

/* What is written beside the bytes of a value: path, type and value, two blanks between them, "..." where one is cut.
 * */
typedef struct note {
    char text[GDV_PATH_SIZE + MOST_OF_TYPE + MOST_OF_VALUE + 16];
    size_t size;
    size_t type_at; /* where in it the type is */
    size_t type_end;
} note;

typedef struct page {
    const packet *one;
    const verdict *about;
    size_t width;
    size_t per_row; /* bytes */
    size_t covered; /* bytes that have been shown */
    bool marked;    /* the caret has been set */
} page;

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
        put_row_bytes(now->one->bytes + offset, count);
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
    char text[VERDICT_SIZE];
    verdict_format(now->about, text, sizeof text);
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
    size_t mark = (size_t)now->about->report.offset;
    bool after_all = mark == now->one->size && mark - at == count && count < now->per_row;
    return now->about->report.code != GDV_OK && !now->marked && mark >= at && (mark - at < count || after_all);
}

/* Bytes from where the last ones ended up to `end`, with a note beside them. */
static void show(page *now, size_t end, const note *beside)
{
    size_t at = now->covered;
    size_t said = 0;

    do {
        size_t count = end - at < now->per_row ? end - at : now->per_row;
        size_t length = fitting(beside->text + said, beside->size - said, room_for_words(now));
        put_row(now, at, count, said == 0 || count > 0, beside, said, said + length);
        if (has_mark(now, at, count)) {
            put_verdict(now, (size_t)now->about->report.offset - at);
        }
        at += count;
        said += length;
    } while (at < end || said < beside->size);
    now->covered = end;
}

/* --- notes */

static void note_start(note *beside, const char *path)
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

static void note_type(note *beside, const char *type, const char *suffix)
{
    words to = words_into(beside->text + beside->size, MOST_OF_TYPE);
    words_put(&to, type);
    words_put(&to, suffix);
    note_take(beside, &to);
    beside->type_end = beside->size;
}

/* What is said of a container: how many children it has, and of which types. */
static void describe_container(words *to, const gdv_event *event)
{
    char count[48];
    gdv_text name;
    size_t children = gdv_count(event->value);
    const char *what = "element";

    if (gdv_class_of(event->value, &name) == GDV_OK) {
        words_put(to, "class ");
        notation_text(to, name);
        words_put(to, ", ");
        what = "property";
    } else if (gdv_type_of(event->value) == GDV_TYPE_DICTIONARY) {
        what = "pair";
    }
    bool property = what[1] == 'r';
    (void)snprintf(count, sizeof count, "%zu %s", children, children == 1 ? what : property ? "properties" : what);
    words_put(to, count);
    words_put(to, children == 1 || property ? "" : "s");
}

static void describe_signal(words *to, gdv_value value)
{
    char object[40];
    gdv_signal signal;
    if (gdv_to_signal(value, &signal) == GDV_OK) {
        notation_text(to, signal.name);
        (void)snprintf(object, sizeof object, ", object %" PRIu64, signal.object);
        words_put(to, object);
    }
}

static void describe_object(words *to, gdv_value value)
{
    char text[32];
    uint64_t id = 0;
    (void)!gdv_to_object_id(value, &id);
    (void)snprintf(text, sizeof text, "id %" PRIu64, id);
    words_put(to, id == 0 ? "null" : text);
}

static void describe_value(words *to, gdv_dialect dialect, const gdv_event *event)
{
    gdv_type type = gdv_type_of(event->value);
    if (event->kind == GDV_EVENT_BEGIN) {
        describe_container(to, event);
    } else if (event->kind == GDV_EVENT_NAME) {
        notation_leaf(to, dialect, event->value);
    } else if (type == GDV_TYPE_SIGNAL) {
        describe_signal(to, event->value);
    } else if (type == GDV_TYPE_OBJECT) {
        describe_object(to, event->value);
    } else if (type != GDV_TYPE_NIL && type != GDV_TYPE_CALLABLE) {
        notation_content(to, dialect, event->value);
    }
}

/* The type by its engine's name, and what its container declares. */
static void note_value(note *beside, gdv_dialect dialect, const char *path, const gdv_event *event)
{
    char declared[MOST_OF_TYPE + 1];
    words key = words_into(declared, sizeof declared - 1);

    note_start(beside, path);
    if (event->kind == GDV_EVENT_NAME) {
        note_type(beside, "name", "");
    } else {
        typed_key_put(&key, event->value);
        declared[key.size] = '\0';
        note_type(beside, notation_type(dialect, event->value), declared + strcspn(declared, "@["));
    }
    words value = words_into(beside->text + beside->size + 2, MOST_OF_VALUE);
    value.one_line = true;
    describe_value(&value, dialect, event);
    if (value.size > 0 || value.cut) {
        memcpy(beside->text + beside->size, "  ", 2);
        beside->size += 2;
        note_take(beside, &value);
    }
}

/* --- packets */

/* What was not read: of a rejected packet up to the row that shows why, of an accepted one what follows its value. */
static void show_rest(page *now)
{
    note beside;
    const gdv_report *report = &now->about->report;
    size_t end = now->one->size;
    size_t mark = (size_t)report->offset;

    if (report->code != GDV_OK && mark >= now->covered) {
        size_t rows = (mark - now->covered) / now->per_row + 1;
        end = end - now->covered < rows * now->per_row ? end : now->covered + rows * now->per_row;
        note_start(&beside, report->path);
        note_type(&beside, report->type_name == NULL ? "" : report->type_name, "");
        show(now, end, &beside);
        if (!now->marked) { /* after a row that is full to its end */
            put_row(now, end, 0, true, &beside, 0, 0);
            put_verdict(now, 0);
        }
    } else if (report->code == GDV_OK && end > now->covered) {
        note_start(&beside, "");
        beside.size = (size_t)snprintf(beside.text, sizeof beside.text, "after the value");
        show(now, end, &beside);
    }
    if (now->one->size > now->covered) {
        put_blanks(OFFSET_COLUMNS);
        out_format("%zu more bytes", now->one->size - now->covered);
        (void)out_line_end();
    }
}

bool dump_hex_packet(const dump_hex *how, const packet *one, const verdict *about, scratch *keys)
{
    static gdv_reader reader;
    static where place;
    page now = {one, about, how->width, bytes_per_row(how->width), 0, false};
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    bool unique = (how->policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;

    gdv_status status = gdv_reader_init(&reader, one->bytes, one->size, how->dialect, how->policy,
                                        unique ? keys->bytes : NULL, unique ? keys->size : 0);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE && !out_failed()) {
        note beside;
        status = gdv_reader_next(&reader, &event);
        if (status == GDV_OK && event.kind != GDV_EVENT_END && event.kind != GDV_EVENT_DONE) {
            where_event(&place, &event);
            note_value(&beside, how->dialect, place.path, &event);
            show(&now, (size_t)event.offset + event.size, &beside);
        }
    }
    show_rest(&now);
    return status == about->report.code || one->defect.code != GDV_OK;
}
