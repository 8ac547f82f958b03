/* SPDX-License-Identifier: MIT */
/* One sequence of UTF-8 at a time, for what is shown to people and put into JSON. */
#ifndef GDV_CLI_UTF8_H
#define GDV_CLI_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes of the character that text[0 .. size-1] begins with, by RFC 3629: 1 to 4; or 0 where it begins with none.
 * Constant time. Requires size > 0. */
size_t utf8_length(const char *text, size_t size);

/* Whether all of text[0 .. size-1] is such characters. Linear. */
bool utf8_is_all(const char *text, size_t size);

#endif
