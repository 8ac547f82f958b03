/* SPDX-License-Identifier: MIT */
/* Words of hex digits: 02000000 ffffffff, 0x02, 0x00, aa:bb:cc, AA-BB-CC, \xaa\xbb. */
#include "letter.h"
#include "pasted_forms.h"

static const char not_hex[] = "not a hex digit, white space or a comma";
static const char odd_digits[] = "a word of hex digits ends with half a byte";
static const char no_digits[] = "0x without digits after it";
static const char not_joined[] =
    "a colon or dash stands between two bytes, as in aa:bb:cc, and then between all of them";
static const char not_escaped[] = "not an escape \\xNN, as those before are";
static const char may_be_offset[] = "the first word of this line may be an offset or bytes: leave offsets out";

/* A word of fewer digits is no offset. */
#define OFFSET_DIGITS 4
#define MOST_OFFSET_DIGITS 16

/* What `digits` counts to: beyond that it only stays even or odd. */
#define MOST_DIGITS 20

static bool is_joiner(uint8_t character)
{
    return character == ':' || character == '-';
}

static void line_begins(pasted *text)
{
    words_state *now = &text->words;
    now->line = text->line;
    now->lines += 1;
    now->in_line = 0;
    now->before_line = text->total;
    now->beside_before = now->beside_first;
}

static void word_begins(pasted *text)
{
    words_state *now = &text->words;
    if (now->lines == 0 || now->line != text->line) {
        line_begins(text);
    }
    now->inside = true;
    now->joined = false;
    now->in_line += now->in_line < 3 ? 1 : 0;
    now->first = now->in_line == 1 ? 0 : now->first;
    now->word_begin = text->total;
    text->prefixed = false;
    text->digits = 0;
    text->value = 0;
}

/* Whether the first word of a line, not the first, counts what stands before it. hexdump.h knows the dumps whose first line
 * shows what they are. Of others the offsets are found out here: where lines of single bytes begin with a longer
 * word that is 0 or a number of bytes; or where a text begins with 0, and later lines with the number of bytes beside those
 * first words. */
static bool counts_bytes(const words_state *now, uint32_t digits)
{
    if (now->lines < 2 || now->first_digits < OFFSET_DIGITS || now->first_digits > MOST_OFFSET_DIGITS) {
        return false;
    }
    bool beside = now->first == now->beside_before && now->beside_before > 0;
    bool all = now->first == 0 || now->first == now->before_line;
    return (beside && now->from_zero) || (now->in_line == 2 && digits == 2 && (beside || all));
}

static void word_counts(pasted *text)
{
    words_state *now = &text->words;
    if (now->in_line == 1) {
        now->first_digits = text->prefixed ? 0 : text->digits;
        now->from_zero = now->lines == 1 ? now->first == 0 && now->first_digits >= OFFSET_DIGITS : now->from_zero;
    } else {
        now->beside_first += text->total - now->word_begin;
    }
    if (now->in_line <= 2 && counts_bytes(now, text->digits)) {
        pasted_refuse(text, may_be_offset);
    }
}

/* A word ends: "5" alone is half a byte, but 0x5 is how a C array or a dump says 05. */
static void word_ends(pasted *text)
{
    text->words.inside = false;
    if (text->digits == 0) {
        pasted_refuse(text, no_digits);
    } else if (text->digits % 2 != 0 && (!text->prefixed || text->digits != 1)) {
        pasted_refuse(text, odd_digits);
    } else if (text->digits % 2 != 0) {
        pasted_give(text, (uint8_t)text->value);
    } else if (is_joiner(text->words.between) && text->digits != 2) {
        pasted_refuse(text, not_joined);
    }
    if (text->wrong == NULL) {
        word_counts(text);
    }
}

static void take_digit(pasted *text, uint8_t character)
{
    uint32_t digit = hex_digit_value(character);
    bool is_x = character == 'x' || character == 'X';

    if (is_x && !text->prefixed && text->digits == 1 && text->value == 0) {
        text->prefixed = true;
        text->digits = 0;
        return;
    }
    if (digit > 15) {
        pasted_refuse(text, not_hex);
        return;
    }
    if (text->words.in_line == 1) { /* stays at the most there is: of so many digits it is no offset */
        text->words.first = text->words.first > UINT64_MAX / 16 ? UINT64_MAX : text->words.first * 16 + digit;
    }
    text->value = text->digits % 2 != 0 ? text->value * 16 + digit : digit;
    text->digits = text->digits < MOST_DIGITS ? text->digits + 1 : text->digits - 1;
    if (text->digits % 2 == 0) {
        pasted_give(text, (uint8_t)text->value);
    }
}

/* A colon or dash, which ends a word of two digits. Each two words have one between them, or none have. */
static void take_joiner(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    bool fits = now->between == character || (now->between == 0 && now->lines == 1 && now->in_line == 1);
    if (!fits || text->prefixed || text->digits != 2) {
        pasted_refuse(text, now->between == 0 || is_joiner(now->between) ? not_joined : not_hex);
        return;
    }
    now->between = character;
    word_ends(text);
    now->joined = true;
}

/* Only a line end may stand where a colon or dash is missing, or after one. */
static void take_separator(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    if (is_joiner(now->between) &&
        (character == ',' || (now->joined && now->line == text->line && character != '\r' && character != '\n'))) {
        pasted_refuse(text, not_joined);
    }
}

static void take_escaped(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    if (now->escape == 0) {
        now->escape = character == '\\' ? 1 : 0;
        if (character != '\\' && !is_space(character)) {
            pasted_refuse(text, not_escaped);
        }
    } else if (now->escape == 1) {
        now->escape = 2;
        text->value = 0;
        if (character != 'x') {
            pasted_refuse(text, not_escaped);
        }
    } else if (hex_digit_value(character) > 15) {
        pasted_refuse(text, not_escaped);
    } else {
        text->value = text->value * 16 + hex_digit_value(character);
        now->escape = (now->escape + 1) % 4;
        if (now->escape == 0) {
            pasted_give(text, (uint8_t)text->value);
        }
    }
}

static void begin_word(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    bool missing = is_joiner(now->between) && !now->joined && now->line == text->line;
    if (missing) {
        pasted_refuse(text, not_joined);
        return;
    }
    if (now->between == 0 && now->lines > 0) {
        now->between = ' ';
    }
    word_begins(text);
    take_digit(text, character);
}

void pasted_words_push(pasted *text, uint8_t character)
{
    words_state *now = &text->words;
    bool separates = is_space(character) || character == ',';

    if (now->between == '\\' || (character == '\\' && now->lines == 0)) {
        now->between = '\\';
        take_escaped(text, character);
    } else if (now->inside && is_joiner(character)) {
        take_joiner(text, character);
    } else if (now->inside && separates) {
        word_ends(text);
    } else if (now->inside) {
        take_digit(text, character);
    } else if (!separates) {
        begin_word(text, character);
    }
    if (separates && text->wrong == NULL && now->between != '\\') {
        take_separator(text, character);
    }
}

void pasted_words_end(pasted *text)
{
    if (text->words.inside) {
        word_ends(text);
    } else if (text->words.joined) {
        pasted_refuse(text, not_joined);
    } else if (text->words.escape != 0) {
        pasted_refuse(text, not_escaped);
    }
}
