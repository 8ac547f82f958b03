/* SPDX-License-Identifier: MIT */
/* Writes JSON lines to standard output, member by member. The caller keeps the order and the nesting; this keeps the
 * commas and the escapes.
 *
 * JSON is UTF-8, file names need not be: each byte that is not part of a valid character becomes U+FFFD. */
#ifndef GDV_CLI_JSON_H
#define GDV_CLI_JSON_H

#include <stdbool.h>
#include <stdint.h>

/* `key` is NULL for an element of an array and for the outermost value. */
void json_open(const char *key, char bracket); /* '{' or '[' */
void json_close(char bracket);                 /* '}' or ']' */
void json_text(const char *key, const char *text);
void json_number(const char *key, uint64_t number);
void json_bool(const char *key, bool value);
void json_null(const char *key);

/* Ends the line. The next value is an outermost one. */
void json_line_end(void);

#endif
