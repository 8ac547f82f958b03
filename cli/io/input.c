/* SPDX-License-Identifier: MIT */
/* NOLINTNEXTLINE(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp): POSIX wants this very name */
#define _POSIX_C_SOURCE 200809L

#include "input.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "say.h"

static const char *shown_name(const input *from)
{
    return from->is_standard_input ? "standard input" : from->name;
}

bool input_open(input *from, const char *name, text_encoding encoding)
{
    from->name = name;
    from->decodes = encoding != ENCODING_RAW;
    from->ended = false;
    from->at = 0;
    from->filled = 0;
    pasted_start(&from->text, encoding);
    from->is_standard_input = strcmp(name, "-") == 0;
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
        complain("%s: %s", shown_name(from), strerror(errno));
        return false;
    }
    from->at = 0;
    from->filled = (size_t)got;
    from->ended = got == 0;
    return true;
}

static bool complain_of_text(const input *from)
{
    complain("%s: line %" PRIu64 ", column %" PRIu64 ": %s", shown_name(from), from->text.wrong_line,
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

/* Decodes up to `wanted` bytes. */
static bool decode(input *from, uint8_t *bytes, size_t wanted, size_t *got)
{
    while (*got < wanted) {
        if (pasted_take(&from->text, &bytes[*got])) {
            *got += 1;
        } else if (from->text.wrong != NULL) {
            return complain_of_text(from);
        } else if (from->at < from->filled) {
            pasted_push(&from->text, from->piece[from->at]);
            from->at += 1;
        } else if (from->ended) {
            break;
        } else if (!next_piece(from)) {
            return false;
        } else if (from->ended) {
            pasted_end(&from->text);
        }
    }
    return true;
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
