/* SPDX-License-Identifier: MIT */
/* A violation as one line. */
#include "../ffi/number_text.h"
#include "../wire/overlap.h"
#include "compiled.h"

/* A line under construction: counts every byte, keeps those that fit before the closing NUL. */
typedef struct sentence {
    char *text;
    size_t room; /* bytes that fit, without the NUL */
    size_t length;
} sentence;

static void say(sentence *to, const char *text)
{
    for (size_t index = 0; text[index] != '\0'; index += 1) {
        if (to->length < to->room) {
            to->text[to->length] = text[index];
        }
        to->length += 1;
    }
}

static void say_number(sentence *to, uint32_t number)
{
    gdv_short_text digits = {.size = 0}; /* and all bytes NUL */
    gdv_short_text_natural(&digits, number);
    say(to, digits.bytes);
}

/* What stands around what was found and what was expected. */
typedef struct wording {
    gdv_status code;
    const char *before;
    const char *between;
    const char *after;
} wording;

static const wording wordings[] = {
    {GDV_E_MISSING_KEY, "key ", "", " is missing"}, {GDV_E_UNKNOWN_KEY, "the schema has no such key", "", ""},
    {GDV_E_LIMIT_BYTES, "", " is more than ", ""},  {GDV_E_LIMIT_DEPTH, "", " is more than ", ""},
    {GDV_E_LIMIT_VALUES, "", " is more than ", ""}, {GDV_E_LIMIT_ELEMENTS, "", " is more than ", ""},
    {GDV_E_LIMIT_STRING, "", " is more than ", ""}, {GDV_OK, "", " is not ", ""},
};

/* Whether it is a range of numbers or lengths, and not one of them. */
static bool is_range(const gdv_violation *violation)
{
    bool ranged = violation->report.code == GDV_E_OUT_OF_RANGE || violation->report.code == GDV_E_WRONG_LENGTH;
    bool dots = false;
    for (uint32_t index = 0; ranged && violation->expected[index] != '\0'; index += 1) {
        dots = dots || (violation->expected[index] == '.' && violation->expected[index + 1] == '.');
    }
    return dots;
}

static void say_fault(sentence *to, const gdv_violation *violation)
{
    const wording *fit = wordings;
    while (fit->code != GDV_OK && fit->code != violation->report.code) {
        fit += 1;
    }
    say(to, fit->before);
    say(to, violation->found);
    say(to, is_range(violation) ? " is not in " : fit->between);
    say(to, violation->expected);
    say(to, fit->after);
}

/* (type Position, line 6), (packet move), (line 6) or nothing. */
static void say_rule(sentence *to, const gdv_violation *violation)
{
    bool named = violation->name[0] != '\0';
    if (!named && violation->line == 0) {
        return;
    }
    say(to, " (");
    if (named) {
        say(to, violation->is_packet == GDV_VIOLATION_METHOD ? "method "
                : violation->is_packet != 0                  ? "packet "
                                                             : "type ");
        say(to, violation->name);
    }
    if (violation->line != 0) {
        say(to, named ? ", line " : "line ");
        say_number(to, violation->line);
    }
    say(to, ")");
}

static void say_violation(sentence *to, const gdv_violation *violation)
{
    bool outermost = violation->report.path[0] == '\0' && violation->part[0] == '\0';
    say(to, outermost ? "packet" : violation->report.path);
    say(to, violation->part);
    say(to, ": ");
    say_fault(to, violation);
    say_rule(to, violation);
}

size_t gdv_violation_format(const gdv_violation *violation, char *text, size_t size)
{
    bool wraps = gdv_wraps(text, size, 1);
    bool writes = text != NULL && size > 0 && !wraps;
    sentence made = {text, writes ? size - 1 : 0, 0};

    if (violation != NULL && !wraps) {
        if (violation->expected[0] == '\0' && violation->report.code != GDV_E_UNKNOWN_KEY) {
            made.length = gdv_report_format(&violation->report, text, size);
            say_rule(&made, violation);
        } else {
            say_violation(&made, violation);
        }
    }
    if (writes) {
        text[made.length < made.room ? made.length : made.room] = '\0';
    }
    return made.length;
}
