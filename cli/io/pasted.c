/* SPDX-License-Identifier: MIT */
#include "pasted.h"

#include <stddef.h>
#include <string.h>

#include "letter.h"
#include "pasted_forms.h"

void pasted_start(pasted *text, text_encoding encoding)
{
    *text = (pasted){.form = encoding == ENCODING_BASE64 ? PASTED_BASE64 : PASTED_START, .line = 1, .column = 1};
}

/* --- for the forms */

void pasted_give(pasted *text, uint8_t byte)
{
    text->ready[text->ready_count] = byte;
    text->ready_count += 1;
    text->total += 1;
}

void pasted_refuse(pasted *text, const char *why)
{
    text->wrong = why;
    text->wrong_line = text->line;
    text->wrong_column = text->column;
}

static void move_on(pasted *text, uint8_t character)
{
    if (character == '\n') {
        text->line += 1;
        text->column = 1;
    } else {
        text->column += 1;
    }
}

/* Keeps a character for later. */
static void hold(pasted *text, uint8_t character)
{
    if (text->held_size == 0) {
        text->held_line = text->line;
        text->held_column = text->column;
    }
    text->held[text->held_size] = (char)character;
    text->held_size += 1;
}

/* --- dumps */

static void refuse_line(pasted *text)
{
    text->wrong = text->dump.wrong;
    text->wrong_line = text->held_line;
    text->wrong_column = text->held_column + text->dump.wrong_at;
}

/* A line of a dump has ended. */
static void take_line(pasted *text)
{
    if (hexdump_line(&text->dump, text->held, text->held_size)) {
        text->repeats = text->dump.repeats;
        text->ready_count = text->dump.count;
        memcpy(text->ready, text->dump.bytes, text->dump.count);
    } else {
        refuse_line(text);
    }
    text->held_size = 0;
}

static void push_dump(pasted *text, uint8_t character)
{
    if (character == '\n') {
        take_line(text);
    } else if (text->held_size == HEXDUMP_LINE) {
        pasted_refuse(text, "a line that is too long for a dump");
    } else {
        hold(text, character);
    }
}

static void end_dump(pasted *text)
{
    if (text->held_size > 0) {
        take_line(text);
    }
    if (text->wrong == NULL && !hexdump_end(&text->dump)) {
        pasted_refuse(text, text->dump.wrong);
    }
}

/* --- what is held until it is known which form it has */

static void push(pasted *text, uint8_t character);

/* It is known: hands over what was held, from the first character that the form wants. The last one is then the character at
 * hand still. */
static void take_again(pasted *text, pasted_form form, size_t from)
{
    char held[HEXDUMP_LINE];
    size_t size = text->held_size;

    memcpy(held, text->held, size);
    text->form = form;
    text->held_size = 0;
    text->line = text->held_line;
    text->column = text->held_column;
    for (size_t index = 0; index < size && text->wrong == NULL; index += 1) {
        if (index > 0) {
            move_on(text, (uint8_t)held[index - 1]);
        }
        if (index >= from) {
            push(text, (uint8_t)held[index]);
        }
    }
}

/* The first line has ended, and opens nothing. */
static void settle_line(pasted *text)
{
    hexdump_kind kind = hexdump_begins(&text->dump, text->held, text->held_size);
    if (kind == HEXDUMP_IS) {
        text->form = PASTED_DUMP;
        take_line(text);
    } else if (kind == HEXDUMP_WRONG) {
        refuse_line(text);
    } else {
        uint8_t last = (uint8_t)text->held[text->held_size - 1];
        take_again(text, PASTED_WORDS, 0);
        if (text->wrong == NULL) {
            move_on(text, last);
        }
    }
}

static bool holds_line_end(const pasted *text)
{
    return memchr(text->held, '\n', text->held_size) != NULL;
}

static void push_first(pasted *text, uint8_t character)
{
    bool ends = character == '\n' && opening_find(text->held, text->held_size).kind == OPENING_NONE;
    if (ends) {
        settle_line(text);
        if (text->wrong == NULL && text->form == PASTED_WORDS) {
            push(text, character);
        }
        return;
    }
    hold(text, character);
    opening found = opening_find(text->held, text->held_size);
    bool may_be_dump = !holds_line_end(text) && hexdump_may_begin(text->held, text->held_size);
    if (found.kind == OPENING_LIST || found.kind == OPENING_LITERAL) {
        text->around = found;
        take_again(text, found.kind == OPENING_LIST ? PASTED_LIST : PASTED_LITERAL, found.size);
    } else if (found.kind == OPENING_NONE && (!may_be_dump || text->held_size == HEXDUMP_LINE)) {
        take_again(text, PASTED_WORDS, 0);
    }
}

static void end_first(pasted *text)
{
    settle_line(text);
}

static void push_start(pasted *text, uint8_t character)
{
    if (!is_space(character)) {
        text->form = PASTED_FIRST;
        push_first(text, character);
    }
}

static void end_start(pasted *text)
{
    (void)text; /* no text at all is no byte at all */
}

/* --- all of them */

static const struct {
    void (*push)(pasted *text, uint8_t character);
    void (*end)(pasted *text);
} forms[PASTED_FORMS] = {
    [PASTED_START] = {push_start, end_start},
    [PASTED_FIRST] = {push_first, end_first},
    [PASTED_DUMP] = {push_dump, end_dump},
    [PASTED_WORDS] = {pasted_words_push, pasted_words_end},
    [PASTED_LIST] = {pasted_list_push, pasted_list_end},
    [PASTED_LITERAL] = {pasted_literal_push, pasted_literal_end},
    [PASTED_AFTER] = {pasted_after_push, pasted_after_end},
    [PASTED_BASE64] = {pasted_base64_push, pasted_base64_end},
};

static void push(pasted *text, uint8_t character)
{
    forms[text->form].push(text, character);
}

void pasted_push(pasted *text, uint8_t character)
{
    text->ready_at = 0;
    text->ready_count = 0;
    push(text, character);
    if (text->wrong == NULL) {
        move_on(text, character);
    }
}

bool pasted_take(pasted *text, uint8_t *byte)
{
    if (text->repeats > 0) {
        *byte = text->dump.before[text->ready_at];
        text->ready_at += 1;
        if (text->ready_at == text->dump.before_count) {
            text->ready_at = 0;
            text->repeats -= 1;
        }
        return true;
    }
    if (text->ready_at == text->ready_count) {
        return false;
    }
    *byte = text->ready[text->ready_at];
    text->ready_at += 1;
    return true;
}

void pasted_end(pasted *text)
{
    text->ready_at = 0;
    text->ready_count = 0;
    if (text->form == PASTED_FIRST) {
        end_first(text);
    }
    if (text->wrong == NULL) {
        forms[text->form].end(text);
    }
}
