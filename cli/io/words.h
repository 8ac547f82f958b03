/* SPDX-License-Identifier: MIT */
/* Where a value is written in words: to standard output, or into a buffer that keeps as much as it has room for. A
 * packed array may have a million elements, of which a hexdump shows the first few: the writer stops when
 * there is no room left. */
#ifndef GDV_CLI_WORDS_H
#define GDV_CLI_WORDS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct words {
    char *text; /* NULL: standard output */
    size_t room;
    size_t size;
    bool cut;      /* something did not fit */
    bool one_line; /* line ends and tabs in texts are to be escaped, and dictionaries to stand on the line */
} words;

/* Standard output, and a buffer of `room` bytes, which no NUL will close. */
words words_out(void);
words words_into(char *text, size_t room);

/* All of size bytes, or nothing and *to is cut: what fits is always a prefix of whole pieces. */
void words_bytes(words *to, const char *bytes, size_t size);
void words_put(words *to, const char *text);

/* Whether there is no use in writing more. */
bool words_full(const words *to);

#endif
