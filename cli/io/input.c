/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "letter.h"
#include "say.h"

const char *input_shown_name(const char *name)
{
    return strcmp(name, "-") == 0 ? "standard input" : name;
}

/* A pipe that nobody writes to yet keeps open() waiting. */
static void flush_before_waiting(const char *name)
{
    struct stat about;
    if (stat(name, &about) != 0 || !S_ISREG(about.st_mode)) {
        out_flush();
    }
}

bool input_open(input *from, const char *name, text_encoding encoding)
{
    from->name = name;
    from->decodes = encoding != ENCODING_RAW;
    from->ended = false;
    from->encoding = encoding;
    from->by_line = false;
    from->line = 0;
    from->line_over = false;
    from->head_size = 0;
    from->at = 0;
    from->filled = 0;
    pasted_start(&from->text, encoding);
    from->is_standard_input = strcmp(name, "-") == 0;
    if (!from->is_standard_input) {
        flush_before_waiting(name);
    }
    from->file = from->is_standard_input ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (from->file < 0) {
        complain("%s: %s", name, strerror(errno));
        return false;
    }
    return true;
}

void input_close(input *from)
{
    if (!from->is_standard_input) {
        (void)close(from->file);
    }
}

/* Whether reading would wait for somebody: a pipe, a socket or a terminal that has nothing yet. */
static bool would_wait(const input *from)
{
    struct pollfd one = {.fd = from->file, .events = POLLIN};
    return poll(&one, 1, 0) == 0;
}

static void keep_head(input *from)
{
    size_t room = sizeof from->head - from->head_size;
    size_t kept = from->filled < room ? from->filled : room;
    memcpy(from->head + from->head_size, from->piece, kept);
    from->head_size += kept;
}

/* Reads the next piece. Leaves at == filled at the file's end. A program that sends packets and waits for the verdict on each
 * gets it before the next is read. */
static bool next_piece(input *from)
{
    ssize_t got = 0;
    if (would_wait(from)) {
        out_flush();
    }
    do {
        got = read(from->file, from->piece, sizeof from->piece);
    } while (got < 0 && errno == EINTR);
    if (got < 0) {
        complain("%s: %s", input_shown_name(from->name), strerror(errno));
        return false;
    }
    from->at = 0;
    from->filled = (size_t)got;
    from->ended = got == 0;
    keep_head(from);
    return true;
}

static bool complain_of_text(const input *from)
{
    complain("%s: line %" PRIu64 ", column %" PRIu64 ": %s", input_shown_name(from->name), from->text.wrong_line,
             from->text.wrong_column, from->text.wrong);
    return false;
}

static void copy_bytes(input *from, uint8_t *bytes, size_t wanted, size_t *got)
{
    size_t ready = from->filled - from->at;
    size_t taken = ready < wanted - *got ? ready : wanted - *got;
    memcpy(bytes + *got, from->piece + from->at, taken);
    from->at += taken;
    *got += taken;
}

/* Gives the next character of the piece to the text; one that ends a line ends the text where each line is one. */
static void decode_character(input *from)
{
    uint8_t character = from->piece[from->at];
    from->at += 1;
    if (from->by_line && character == '\n') {
        from->line_over = true;
        pasted_end(&from->text);
    } else {
        pasted_push(&from->text, character);
    }
}

/* Decodes up to `wanted` bytes. */
static bool decode(input *from, uint8_t *bytes, size_t wanted, size_t *got)
{
    while (*got < wanted) {
        if (pasted_take(&from->text, &bytes[*got])) {
            *got += 1;
        } else if (from->text.wrong != NULL) {
            return complain_of_text(from);
        } else if (from->line_over || (from->ended && from->at == from->filled)) {
            break;
        } else if (from->at < from->filled) {
            decode_character(from);
        } else if (!next_piece(from)) {
            return false;
        } else if (from->ended) {
            pasted_end(&from->text);
        }
    }
    return true;
}

bool input_text_failed(const input *from)
{
    return from->text.wrong != NULL;
}

/* The next character of the file, which stays the next one. *there is false at its end. */
static bool peek(input *from, uint8_t *character, bool *there)
{
    if (from->at == from->filled && !from->ended && !next_piece(from)) {
        return false;
    }
    *there = from->at < from->filled;
    *character = *there ? from->piece[from->at] : 0;
    return true;
}

/* Past what is left of this line. */
static bool skip_line(input *from)
{
    uint8_t next = 0;
    bool there = true;
    while (there && !from->line_over) {
        if (!peek(from, &next, &there)) {
            return false;
        }
        from->at += there ? 1 : 0;
        from->line_over = next == '\n';
    }
    return true;
}

/* Begins a line, and goes to what is no white space in it. *blank where there is nothing but white space. */
static bool begin_line(input *from, bool *blank, bool *more)
{
    uint8_t next = ' ';
    from->line += 1;
    from->line_over = false;
    pasted_start(&from->text, from->encoding);
    from->text.line = from->line;
    while (*more && !from->line_over && is_space(next)) {
        if (!peek(from, &next, more)) {
            return false;
        }
        if (*more && is_space(next)) {
            decode_character(from);
        }
    }
    *blank = from->line_over;
    return true;
}

bool input_next_line(input *from, bool *more)
{
    bool blank = true;
    bool fine = from->line == 0 || skip_line(from);
    *more = true;
    from->by_line = true;
    while (fine && blank && *more) {
        fine = begin_line(from, &blank, more);
    }
    return fine;
}

bool input_read(input *from, uint8_t *bytes, size_t wanted, size_t *got)
{
    *got = 0;
    if (from->decodes) {
        return decode(from, bytes, wanted, got);
    }
    while (*got < wanted && !from->ended) {
        if (from->at == from->filled && !next_piece(from)) {
            return false;
        }
        copy_bytes(from, bytes, wanted, got);
    }
    return true;
}
