/* SPDX-License-Identifier: MIT */
/* Sentences with what was found put in. What comes out of a schema's text is cut and made printable. */
#include "diagnosis.h"

#include "../wire/ascii.h"

/* As much of what was found as a message shows. */
#define MOST_FOUND 40u

static const char *const sentences[GDV_MISTAKE_COUNT] = {
#define GDV_MISTAKE_TEXT(name, sentence) sentence,
    GDV_MISTAKE_LIST(GDV_MISTAKE_TEXT)
#undef GDV_MISTAKE_TEXT
};

/* A message as far as it has been written. */
typedef struct message {
    char *text;
    uint32_t length;
} message;

static void say_character(message *to, char character)
{
    if (to->length < GDV_SCHEMA_MESSAGE_SIZE - 1) {
        to->text[to->length] = character;
        to->length += 1;
    }
}

static void say_words(message *to, const char *words)
{
    for (uint32_t index = 0; words[index] != '\0'; index += 1) {
        say_character(to, words[index]);
    }
}

static void say_count(message *to, uint64_t number)
{
    char digits[GDV_DECIMAL_SIZE];
    for (uint32_t index = gdv_decimal(number, digits); index < GDV_DECIMAL_SIZE; index += 1) {
        say_character(to, digits[index]);
    }
}

static void say_found(message *to, const gdv_mistake *fault)
{
    uint32_t size = fault->found_size < MOST_FOUND ? fault->found_size : MOST_FOUND;
    if (fault->found == NULL) {
        say_words(to, "the end of the text");
        return;
    }
    say_character(to, '\'');
    for (uint32_t index = 0; index < size; index += 1) {
        uint8_t byte = fault->found[index];
        char shown = '?';
        if (byte >= 0x20 && byte < 0x7f) {
            shown = (char)byte;
        }
        say_character(to, shown);
    }
    say_words(to, size < fault->found_size ? "..'" : "'");
}

/* "line 4", and of which text where that is not the one at fault. */
static void say_place(message *to, const gdv_mistake *fault, const gdv_schema_source *sources)
{
    say_words(to, "line ");
    say_count(to, fault->other.line);
    if (fault->other.source != fault->place.source) {
        say_words(to, " of ");
        say_words(to, sources[fault->other.source].name);
    }
}

void gdv_diagnose(const gdv_mistake *fault, const gdv_schema_source *sources, gdv_schema_error *error)
{
    message to = {error->message, 0};
    const char *sentence = sentences[fault->kind];

    error->source = fault->place.source;
    error->line = fault->place.line;
    error->column = fault->place.column;
    while (*sentence != '\0') {
        char sign = '\0';
        if (sentence[0] == '%') {
            sign = sentence[1];
        }
        sentence += sign != '\0' ? 2 : 1;
        switch (sign) {
        case 'f':
            say_found(&to, fault);
            break;
        case 'n':
            say_words(&to, fault->name);
            break;
        case 'd':
            say_count(&to, fault->number);
            break;
        case 'l':
            say_place(&to, fault, sources);
            break;
        default:
            say_character(&to, sentence[-1]);
            break;
        }
    }
    to.text[to.length] = '\0';
}

void gdv_diagnose_status(gdv_status status, gdv_schema_error *error)
{
    message to = {error->message, 0};
    say_words(&to, gdv_status_text(status));
    to.text[to.length] = '\0';
}
