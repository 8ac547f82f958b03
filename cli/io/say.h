/* SPDX-License-Identifier: MIT */
/* Everything the command writes. Data goes to standard output through out_..(), which notice a full disk and a closed
 * pipe; messages go to standard error through complain(), one line each.
 *
 * File names are a stranger's, and lines are read by programs: control characters, format
 * characters (utf8_is_hidden) and bytes that are not UTF-8 are written as \xNN wherever text that is not our own is
 * shown, so that a line stays a line, a terminal is not told what to do, and letters stand in the order that they have. */
#ifndef GDV_CLI_SAY_H
#define GDV_CLI_SAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__) || defined(__clang__)
#define PRINTF_LIKE(string, first) __attribute__((format(printf, string, first)))
#else
#define PRINTF_LIKE(string, first)
#endif

/* Exit statuses. The higher one wins where several apply. */
enum { STATUS_FINE = 0, STATUS_REJECTED = 1, STATUS_TROUBLE = 2 };

typedef enum colour { COLOUR_GOOD, COLOUR_BAD, COLOUR_FAINT, COLOUR_TYPE } colour;

/* Looks at the terminal and the environment. The verb's name goes in front of every message; "" for none. */
void say_start(const char *verb);

/* One line on standard error: "gdv check: ..." . Control characters in what is formatted are escaped. */
void complain(const char *format, ...) PRINTF_LIKE(1, 2);

/* A line without the name in front, for the closing summary. */
void remark(const char *format, ...) PRINTF_LIKE(1, 2);

/* Progress: replaced by the next one, removed before any other line on standard error. Shown at most five times a
 * second, and only where it disturbs nothing: standard error is a terminal and standard output is not. */
void progress(const char *format, ...) PRINTF_LIKE(1, 2);
void progress_end(void);

bool stderr_is_terminal(void);
bool stdout_is_terminal(void);

/* Columns of the terminal that standard output is; 80 where it is none or does not tell. */
size_t stdout_columns(void);

/* Standard output: text as it is; bytes as they are; text that is not our own, escaped; formatted numbers. */
void out(const char *text);
void out_bytes(const void *bytes, size_t size);
void out_shown(const char *text);
void out_format(const char *format, ...) PRINTF_LIKE(1, 2);

/* One word in colour, plain where standard output is no terminal, under NO_COLOR and on a dumb terminal. */
void out_coloured(colour as, const char *word);
void out_coloured_bytes(colour as, const char *bytes, size_t size);

/* Ends a line. Returns false once something could not be written: there is no use in going on. */
bool out_line_end(void);
bool out_failed(void);

/* Writes what is held back, and goes on: for when the input may keep the command waiting. */
void out_flush(void);

/* Writes what is still held back. Returns false, having complained, where not all of the output was written. */
bool out_finish(void);

#endif
