/* SPDX-License-Identifier: MIT */
#include "document.h"

#include <inttypes.h>
#include <string.h>

#include "say.h"
#include "uninstrumented.h"

bool documents_open(documents *all, const char *name, uint64_t most)
{
    all->most = most;
    all->left = most;
    all->line = 1;
    all->column = 1;
    all->held = false;
    all->failed = false;
    return input_open(&all->from, name, ENCODING_RAW);
}

void documents_close(documents *all)
{
    input_close(&all->from);
}

/* The next character, which stays the next one. Most are in the input's piece already. */
static bool peek(documents *all)
{
    size_t got = 0;
    if (all->held || all->failed) {
        return all->held;
    }
    if (all->from.at < all->from.filled) {
        all->character = all->from.piece[all->from.at];
        all->from.at += 1;
        all->held = true;
    } else {
        all->failed = !input_read(&all->from, &all->character, 1, &got);
        all->held = !all->failed && got == 1;
    }
    return all->held;
}

/* Moves past it. Columns count characters, of which UTF-8 marks all bytes but the first. */
static void pass(documents *all)
{
    all->held = false;
    if (all->character == '\n') {
        all->line += 1;
        all->column = 1;
    } else {
        all->column += (all->character & 0xc0u) == 0x80u ? 0 : 1;
    }
}

static bool is_blank(uint8_t character)
{
    return character == ' ' || character == '\t' || character == '\r' || character == '\n';
}

bool documents_more(documents *all)
{
    while (peek(all) && is_blank(all->character)) {
        pass(all);
    }
    return all->held;
}

static const char *shown_name(const documents *all)
{
    return all->from.is_standard_input ? "standard input" : all->from.name;
}

/* What jansson reads with: a character at a time, so that it never takes the beginning of the next document. */
static size_t give(void *buffer, size_t size, void *state)
{
    documents *all = state;
    if (size == 0 || !peek(all)) {
        return all->failed ? (size_t)-1 : 0;
    }
    if (all->left == 0) {
        complain("%s: line %" PRIu64 ": a document is longer than %" PRIu64 " bytes; --max-json allows more",
                 shown_name(all), all->line, all->most);
        all->failed = true;
        return (size_t)-1;
    }
    memcpy(buffer, &all->character, 1);
    all->left -= 1;
    pass(all);
    return 1;
}

json_t *documents_next(documents *all)
{
    const size_t flags = JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL | JSON_DISABLE_EOF_CHECK;
    json_error_t error;
    uint64_t line = all->line;
    uint64_t column = all->column;

    all->left = all->most;
    memset(&error, 0, sizeof error);
    uninstrumented_enter();
    json_t *document = json_load_callback(give, all, flags, &error);
    uninstrumented_leave();
    if (document == NULL && !all->failed) {
        /* jansson counts from where the document begins */
        bool first_line = error.line <= 1;
        uint64_t errors_line = error.line > 0 ? (uint64_t)error.line : 1;
        uint64_t errors_column = error.column > 0 ? (uint64_t)error.column : 1;
        complain("%s: line %" PRIu64 ", column %" PRIu64 ": %s", shown_name(all), line + errors_line - 1,
                 first_line ? column + errors_column - 1 : errors_column, error.text);
    }
    return document;
}
