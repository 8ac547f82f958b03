/* SPDX-License-Identifier: MIT */
#include "opening.h"

#include <string.h>

#include "letter.h"

/* So many hex digits in a row are bytes, and no name. */
#define HEX_WORD 8

static bool is_letter(uint8_t character)
{
    return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z') || character == '_';
}

static bool is_decimal(uint8_t character)
{
    return character >= '0' && character <= '9';
}

static bool is_quote(uint8_t character)
{
    return character == '"' || character == '\'';
}

static size_t after_space(const char *text, size_t size, size_t at)
{
    while (at < size && is_space((uint8_t)text[at])) {
        at += 1;
    }
    return at;
}

/* Line ends are no blanks here: a name alone on its line is none. */
static size_t after_blanks(const char *text, size_t size, size_t at)
{
    while (at < size && (text[at] == ' ' || text[at] == '\t')) {
        at += 1;
    }
    return at;
}

static size_t after_name(const char *text, size_t size, size_t at)
{
    while (at < size && (is_letter((uint8_t)text[at]) || is_decimal((uint8_t)text[at]))) {
        at += 1;
    }
    return at;
}

/* The end of "name", "static const uint8_t name", "unsigned char *name", "name[12]"; the text's size where it may go on. */
static size_t after_declarator(const char *text, size_t size, size_t at)
{
    bool more = true;
    while (more && at < size) {
        uint8_t here = (uint8_t)text[at];
        more = is_letter(here) || is_decimal(here) || here == ' ' || here == '\t' || here == '*';
        at += more ? 1 : 0;
    }
    if (at < size && text[at] == '[') {
        at += 1;
        while (at < size && is_decimal((uint8_t)text[at])) {
            at += 1;
        }
        at += at < size && text[at] == ']' ? 1 : 0;
    }
    return after_blanks(text, size, at);
}

/* Where a text that begins with a letter begins with bytes and no name: a word of hex digits, which something follows but
 * what follows a name, or which is long. */
static bool begins_with_bytes(const char *text, size_t size)
{
    size_t end = 0;
    while (end < size && hex_digit_value((uint8_t)text[end]) < 16) {
        end += 1;
    }
    size_t next = after_blanks(text, size, end);
    return end >= HEX_WORD ||
           (end > 0 && end == after_name(text, size, 0) && next < size && text[next] != '=' && text[next] != '[');
}

/* What makes bytes of a literal or of a list; the last two of bare numbers too. */
static bool is_maker(const char *name, size_t size, bool *of_numbers)
{
    static const struct {
        const char *name;
        bool of_numbers;
    } makers[] = {
        {"", false}, {"bytes", false}, {"bytearray", false}, {"PoolByteArray", true}, {"PackedByteArray", true}};
    for (size_t index = 0; index < sizeof makers / sizeof makers[0]; index += 1) {
        if (strlen(makers[index].name) == size && memcmp(makers[index].name, name, size) == 0) {
            *of_numbers = makers[index].of_numbers;
            return true;
        }
    }
    return false;
}

static opening undecided(void)
{
    return (opening){.kind = OPENING_MORE};
}

/* A bracket, or a quote with or without its b. */
static opening body(const char *text, size_t size, size_t at)
{
    opening found = {.kind = OPENING_NONE, .size = at};
    uint8_t here = at < size ? (uint8_t)text[at] : 0;
    bool of_bytes = here == 'b' || here == 'B';

    if (at == size || (of_bytes && at + 1 == size)) {
        return undecided();
    }
    if (is_quote(here) || (of_bytes && is_quote((uint8_t)text[at + 1]))) {
        found.kind = OPENING_LITERAL;
    } else if (here == '[' || here == '{') {
        found.kind = OPENING_LIST;
        found.size = at + 1;
        found.closes = here == '[' ? ']' : '}';
    }
    return found;
}

/* "(", or a name and "(", and what follows. */
static opening call(const char *text, size_t size, size_t at)
{
    size_t end = after_name(text, size, at);
    size_t bracket = after_blanks(text, size, end);
    bool of_numbers = false;

    if (bracket == size) {
        return undecided();
    }
    if (text[bracket] != '(' || !is_maker(text + at, end - at, &of_numbers)) {
        return (opening){.kind = OPENING_NONE};
    }
    size_t inside = after_space(text, size, bracket + 1);
    opening found = body(text, size, inside);
    if (found.kind == OPENING_NONE && of_numbers && (is_decimal((uint8_t)text[inside]) || text[inside] == ')')) {
        return (opening){.kind = OPENING_LIST, .size = inside, .closes = ')'};
    }
    found.brackets = 1;
    return found;
}

/* All but a declaration. */
static opening value(const char *text, size_t size, size_t at)
{
    opening found = body(text, size, at);
    return found.kind == OPENING_NONE ? call(text, size, at) : found;
}

opening opening_find(const char *text, size_t size)
{
    const opening none = {.kind = OPENING_NONE};
    opening found = size > OPENING_MOST ? none : value(text, size, 0);

    if (size > OPENING_MOST || size == 0 || !is_letter((uint8_t)text[0]) || found.kind == OPENING_LIST ||
        found.kind == OPENING_LITERAL) {
        return found;
    }
    if (begins_with_bytes(text, size)) {
        return none;
    }
    size_t equals = after_declarator(text, size, 0);
    if (found.kind == OPENING_MORE || equals == size) {
        return undecided();
    }
    if (text[equals] != '=') {
        return none;
    }
    found = value(text, size, after_space(text, size, equals + 1));
    found.declared = true;
    return found;
}
