/* SPDX-License-Identifier: MIT */
/* Writes JSON lines to standard output, member by member. The caller keeps the order and the nesting; this keeps the
 * commas and the escapes.
 *
 * JSON is UTF-8, file names need not be: each byte that is not part of a valid character becomes U+FFFD. */
#ifndef GDV_CLI_JSONL_H
#define GDV_CLI_JSONL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* `key` is NULL for an element of an array and for the outermost value. */
void jsonl_open(const char *key, char bracket); /* '{' or '[' */
void jsonl_close(char bracket);                 /* '}' or ']' */
void jsonl_text(const char *key, const char *text);
void jsonl_number(const char *key, uint64_t number);
void jsonl_bool(const char *key, bool value);
void jsonl_null(const char *key);

/* A member whose value the caller writes by itself, of complete JSON: what is put here does not reach the commas. */
void jsonl_key(const char *key);

/* A JSON string of size bytes, without key or comma. */
void jsonl_string(const char *bytes, size_t size);

/* The inside of one, for a string that is put together of parts. */
void jsonl_characters(const char *bytes, size_t size);

/* Ends the line. The next value is an outermost one. */
void jsonl_line_end(void);

#endif
