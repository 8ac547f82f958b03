/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include "say.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "utf8.h"

/* A message with a path in it and a list of choices after it. */
#define LONGEST_MESSAGE 8192

static const char *speaker = "";
static bool colours;
static bool shows_progress;
static bool progress_is_shown;
static struct timespec progress_shown_at;
static int write_error; /* errno of the first failed write to standard output; 0 while all went well */
static bool written;

static bool terminal_has_colours(void)
{
    const char *no_color = getenv("NO_COLOR");
    const char *terminal = getenv("TERM");
    if (no_color != NULL && no_color[0] != '\0') {
        return false;
    }
    return terminal != NULL && strcmp(terminal, "dumb") != 0 && isatty(STDOUT_FILENO) != 0;
}

void say_start(const char *verb)
{
    speaker = verb;
    colours = terminal_has_colours();
    shows_progress = isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0;
}

bool stderr_is_terminal(void)
{
    return isatty(STDERR_FILENO) != 0;
}

bool stdout_is_terminal(void)
{
    return isatty(STDOUT_FILENO) != 0;
}

size_t stdout_columns(void)
{
    struct winsize size = {.ws_col = 0};
    if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) {
        return 80;
    }
    return size.ws_col;
}

/* Writes text to a stream with what is hidden and invalid bytes as \xNN. Returns false where writing failed. */
static bool write_shown(FILE *stream, const char *text)
{
    size_t size = strlen(text);
    size_t at = 0;
    bool fine = true;

    while (fine && at < size) {
        size_t length = utf8_length(text + at, size - at);
        if (length == 0) {
            fine = fprintf(stream, "\\x%02x", (unsigned)(unsigned char)text[at]) > 0;
            at += 1;
        } else if (utf8_is_hidden(text + at, length)) {
            for (size_t end = at + length; fine && at < end; at += 1) {
                fine = fprintf(stream, "\\x%02x", (unsigned)(unsigned char)text[at]) > 0;
            }
        } else {
            fine = fwrite(text + at, 1, length, stream) == length;
            at += length;
        }
    }
    return fine;
}

/* Standard error is the last resort: that writing to it failed cannot be told to anyone. */
static void say(const char *name, const char *format, va_list values)
{
    char line[LONGEST_MESSAGE];
    progress_end();
    if (vsnprintf(line, sizeof line, format, values) < 0) {
        line[0] = '\0';
    }
    (void)fputs(name, stderr);
    (void)write_shown(stderr, line);
    (void)fputc('\n', stderr);
}

void complain(const char *format, ...)
{
    char name[64];
    va_list values;
    (void)snprintf(name, sizeof name, speaker[0] == '\0' ? "gdv%s: " : "gdv %s: ", speaker);
    va_start(values, format);
    say(name, format, values);
    va_end(values);
}

void remark(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say("", format, values);
    va_end(values);
}

static bool progress_is_due(void)
{
    struct timespec now;
    if (!shows_progress || clock_gettime(CLOCK_MONOTONIC, &now) != 0) {
        return false;
    }
    int64_t since = ((int64_t)now.tv_sec - (int64_t)progress_shown_at.tv_sec) * 1000 +
                    ((int64_t)now.tv_nsec - (int64_t)progress_shown_at.tv_nsec) / 1000000;
    if (progress_shown_at.tv_sec == 0) {
        /* a run that ends within the first fifth of a second shows none */
        progress_shown_at = now;
        return false;
    }
    if (since < 200) {
        return false;
    }
    progress_shown_at = now;
    return true;
}

void progress(const char *format, ...)
{
    char line[80]; /* so that it never wraps: what wraps cannot be erased by a carriage return */
    va_list values;
    if (!progress_is_due()) {
        return;
    }
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (length >= 0) {
        (void)fputs("\r\033[K", stderr);
        (void)write_shown(stderr, line);
        (void)fflush(stderr);
        progress_is_shown = true;
    }
}

void progress_end(void)
{
    if (progress_is_shown) {
        (void)fputs("\r\033[K", stderr);
        (void)fflush(stderr);
        progress_is_shown = false;
    }
}

/* errno belongs to the first failure; later ones are its echo. */
static void note_write(bool fine)
{
    written = true;
    if (!fine && write_error == 0) {
        write_error = errno != 0 ? errno : EIO;
    }
}

void out(const char *text)
{
    note_write(fputs(text, stdout) >= 0);
}

void out_bytes(const void *bytes, size_t size)
{
    if (size > 0) {
        note_write(fwrite(bytes, 1, size, stdout) == size);
    }
}

void out_shown(const char *text)
{
    note_write(write_shown(stdout, text));
}

void out_format(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    note_write(vprintf(format, values) >= 0);
    va_end(values);
}

void out_coloured_bytes(colour as, const char *bytes, size_t size)
{
    static const char *const starts[] = {
        [COLOUR_GOOD] = "\033[32m", [COLOUR_BAD] = "\033[31m", [COLOUR_FAINT] = "\033[2m", [COLOUR_TYPE] = "\033[36m"};
    if (!colours || size == 0) {
        out_bytes(bytes, size);
        return;
    }
    out(starts[as]);
    out_bytes(bytes, size);
    out("\033[0m");
}

void out_coloured(colour as, const char *word)
{
    out_coloured_bytes(as, word, strlen(word));
}

bool out_line_end(void)
{
    note_write(fputc('\n', stdout) != EOF);
    return write_error == 0;
}

bool out_failed(void)
{
    return write_error != 0;
}

void out_flush(void)
{
    if (written && write_error == 0) {
        note_write(fflush(stdout) == 0);
    }
}

bool out_finish(void)
{
    progress_end();
    out_flush(); /* a disk may say only now that it is full */
    if (written && write_error == 0) {
        note_write(fclose(stdout) == 0);
    }
    if (write_error != 0) {
        complain("cannot write to standard output: %s", strerror(write_error));
    }
    return write_error == 0;
}
