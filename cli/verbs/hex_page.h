/* SPDX-License-Identifier: MIT */
/* --format=hex: rows of bytes with words beside them, and under the byte that a verdict is about what is wrong.
 *
 *      00000010  61 62 63 64  65 66 67 68  .name  String  "abcdefgh"
 *
 * Bytes are shown in their order, each once. */
#ifndef GDV_CLI_HEX_PAGE_H
#define GDV_CLI_HEX_PAGE_H

#include <stdbool.h>
#include <stddef.h>

#include <gdv/gdv.h>

#include "../io/words.h"

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
    const uint8_t *bytes;
    size_t size;
    size_t mark;         /* the byte that is wrong, or SIZE_MAX where none is */
    const char *verdict; /* what is wrong */
    size_t width;
    size_t per_row; /* bytes */
    size_t covered; /* bytes that have been shown */
    bool marked;    /* the caret has been set */
} page;

/* Begins a page of so many columns. */
page page_begin(const uint8_t *bytes, size_t size, size_t width);

/* Bytes from where the last ones ended up to `end`, with a note beside them. */
void page_show(page *now, size_t end, const note *beside);

/* What was not shown of a packet that is refused: up to the row that has the mark, with a note; then how many more
 * there are. */
void page_show_refused(page *now, const note *beside);

/* How many bytes were not shown. */
void page_end(const page *now);

/* A note begins with a path, "." for the empty one, and may have a type and a value after it. */
void note_start(note *beside, const char *path);
void note_type(note *beside, const char *type, const char *suffix);

/* Where the value is written, after the type; and, afterwards, that it was. */
words note_value_begin(note *beside);
void note_value_end(note *beside, const words *value);

#endif
