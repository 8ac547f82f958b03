/* SPDX-License-Identifier: MIT */
/* One sequence of UTF-8 at a time, for what is shown to people and put into JSON. */
#ifndef GDV_CLI_UTF8_H
#define GDV_CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes of the character that text[0 .. size-1] begins with, by RFC 3629: 1 to 4; or 0 where it begins with none.
 * Constant time. Requires size > 0. */
size_t utf8_length(const char *text, size_t size);

/* Whether a character, of 1 to 4 bytes, is one that a reader of the text does not see, or that moves what is seen
 * elsewhere: controls, format characters (those that turn the direction of writing among them), separators of lines and
 * paragraphs, marks of no width, tags. Where text of a stranger is shown, these are shown as escapes. */
bool utf8_is_hidden(const char *text, size_t length);

/* The number of a character of 1 to 4 bytes. */
uint32_t utf8_code(const char *text, size_t length);

/* Whether all of text[0 .. size-1] is such characters. Linear. */
bool utf8_is_all(const char *text, size_t size);

#endif
