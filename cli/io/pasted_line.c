/* SPDX-License-Identifier: MIT */
#include "pasted_line.h"

#include "letter.h"

static const char may_be_offset[] =
    "the first word of this line may be an offset or bytes: leave out offsets or, where "
    "there are none, the blanks between bytes";
static const char may_be_numbers[] = "these words may be numbers, whose last byte comes first in the packet: dump "
                                     "single bytes or, where the bytes stand in "
                                     "order, leave out 0x and the blanks between them";
static const char may_be_characters[] =
    "the end of this line may be characters or bytes: leave out the column of characters";

#define MOST_OFFSET_DIGITS 16
#define TAB_BLANKS 8

/* No dump that is pasted is so long, and the types of all packets, written as four bytes, are more than that. */
#define MOST_OFFSET 0xffffffu

/* The first offset after a line that lacks its own is at most that. */
#define MOST_SECOND_OFFSET 64

static const uint32_t line_bases[LINE_BASES] = {16, 10};

typedef struct line_word {
    size_t at; /* its first digit, after 0x */
    size_t digits;
    bool prefixed;
    size_t blanks; /* before it */
    bool comma;    /* before it */
} line_word;

#define SHAPE_WORDS 3

typedef struct line_shape {
    size_t words;
    line_word word[SHAPE_WORDS]; /* the first ones */
    uint64_t bytes;
    uint64_t beside; /* those of all words but the first */
} line_shape;

static bool separates(char character)
{
    return is_space((uint8_t)character) || character == ',';
}

static bool next_word(const pasted_line *line, size_t *at, line_word *found)
{
    size_t begin = *at;
    *found = (line_word){.comma = false};
    while (begin < line->size && separates(line->text[begin])) {
        found->comma = found->comma || line->text[begin] == ',';
        found->blanks += line->text[begin] == '\t' ? TAB_BLANKS : 1;
        begin += 1;
    }
    found->prefixed = line->size - begin >= 2 && (line->text[begin + 1] == 'x' || line->text[begin + 1] == 'X');
    found->at = begin + (found->prefixed ? 2 : 0);
    *at = found->at;
    while (*at < line->size && !separates(line->text[*at])) {
        *at += 1;
    }
    found->digits = *at - found->at;
    return begin < line->size;
}

/* A lone digit after 0x is a byte, too. */
static size_t word_bytes(const line_word *word)
{
    return word->digits == 1 ? 1 : word->digits / 2;
}

static line_shape find_shape(const pasted_line *line)
{
    line_shape shape = {.words = 0};
    line_word word;
    size_t at = 0;
    while (next_word(line, &at, &word)) {
        if (shape.words < SHAPE_WORDS) {
            shape.word[shape.words] = word;
        }
        shape.beside += shape.words > 0 ? word_bytes(&word) : 0;
        shape.bytes += word_bytes(&word);
        shape.words += 1;
    }
    return shape;
}

static uint8_t byte_of(const pasted_line *line, const line_word *word, size_t index)
{
    size_t high = word->at + 2 * index;
    return (uint8_t)(hex_digit_value((uint8_t)line->text[high]) * 16 + hex_digit_value((uint8_t)line->text[high + 1]));
}

/* The value of a word that may be an offset. */
static bool read_number(const pasted_line *line, const line_word *word, uint32_t base, uint64_t *value)
{
    *value = 0;
    for (size_t index = 0; word->digits <= MOST_OFFSET_DIGITS && index < word->digits; index += 1) {
        uint32_t digit = hex_digit_value((uint8_t)line->text[word->at + index]);
        if (digit >= base) {
            return false;
        }
        *value = *value * base + digit;
    }
    return word->digits <= MOST_OFFSET_DIGITS;
}

/* --- offsets */

/* An offset has another form than the words after it: more digits or fewer, 0x or none, or more blanks after it than
 * there are between them. Four bytes that begin a packet are too large for one. */
static bool stands_apart(const line_shape *shape, uint64_t value)
{
    const line_word *first = &shape->word[0];
    const line_word *second = &shape->word[1];
    bool form = word_bytes(first) != word_bytes(second) || first->prefixed != second->prefixed;
    bool too_large = first->digits == 8 && second->digits > 2 && value > MOST_OFFSET;
    bool blanks = shape->words > 2 && second->blanks > shape->word[2].blanks;
    return (form && !too_large) || blanks;
}

/* The first word of the first line is 0, as no first word of a packet with a value is. A packet's size is a multiple of four
 * bytes, with which the short words are told from a big-endian number. */
static bool begins_at_zero(const line_shape *shape, uint64_t value)
{
    return value == 0 && (shape->word[0].digits > 4 || shape->beside % 4 == 0);
}

/* The first words count the bytes beside them. Two digits are no offset but before lines of 8, 16 or 32 bytes. */
static bool counts_on(const line_state *state, const pasted_line *line, const line_word *first)
{
    bool counts = false;
    for (size_t index = 0; index < LINE_BASES; index += 1) {
        uint64_t value = 0;
        bool is_number = read_number(line, first, line_bases[index], &value) && state->is_number[index];
        counts = counts || (is_number && value > state->first[index] && value - state->first[index] == state->beside);
    }
    return counts && (first->digits > 2 || state->beside % 8 == 0);
}

/* The first word counts the bytes before it, where the first line lacks its offset and perhaps its first bytes. */
static bool counts_all(const line_state *state, const line_shape *shape, uint64_t value)
{
    if (shape->word[0].digits <= 2) {
        return value == state->before && value % 8 == 0 && shape->beside % 4 == 0;
    }
    bool second = state->lines == 1 && value % 8 == 0 && value <= MOST_SECOND_OFFSET && value > state->before;
    return value == state->before || second;
}

static bool may_have_offset(const line_state *state, const pasted_line *line, const line_shape *shape)
{
    const line_word *first = &shape->word[0];
    uint64_t value = 0;
    if (!read_number(line, first, 16, &value) || (shape->words > 1 && shape->word[1].comma)) {
        return false;
    }
    if (counts_on(state, line, first)) {
        return true;
    }
    return shape->words > 1 && (stands_apart(shape, value) || (state->lines == 0 && begins_at_zero(shape, value)) ||
                                (state->lines > 0 && value > 0 && counts_all(state, shape, value)));
}

/* --- numbers */

/* The type that a packet begins with is less than 256, with a flag in its third byte perhaps. Words of 2, 4 or 8 bytes that
 * begin with 00 where they should have the type, and end with what may be one, were printed as numbers. */
static bool may_be_number(const pasted_line *line, const line_shape *shape)
{
    const line_word *first = &shape->word[0];
    bool alone = shape->words == 1 || word_bytes(&shape->word[1]) != word_bytes(first);
    size_t size = word_bytes(first);
    if ((alone && !first->prefixed) || (size != 2 && size != 4 && size != 8) || byte_of(line, first, size - 1) == 0) {
        return false;
    }
    bool type_first = byte_of(line, first, 0) != 0;
    if (size == 8) {
        type_first = type_first && byte_of(line, first, 1) == 0 && byte_of(line, first, 3) == 0;
        return !type_first && byte_of(line, first, 4) == 0;
    }
    return !type_first;
}

/* --- characters */

/* Whether the bytes of line[0 .. end-1] are, but for blanks, the characters from there on, or begin with them. */
static bool are_characters_of(const pasted_line *line, size_t end, bool all)
{
    const pasted_line bytes = {.text = line->text, .size = end};
    line_word word;
    size_t at = 0;
    size_t next = end;
    bool same = true;
    while (same && next_word(&bytes, &at, &word)) {
        for (size_t index = 0; same && index < word.digits / 2; index += 1) {
            uint8_t byte = byte_of(line, &word, index);
            while (next < line->size && is_space((uint8_t)line->text[next])) {
                next += 1;
            }
            same =
                byte == ' ' || (next < line->size && (uint8_t)line->text[next] == byte) || (!all && next == line->size);
            next += byte != ' ' && next < line->size ? 1 : 0;
        }
    }
    while (next < line->size && is_space((uint8_t)line->text[next])) {
        next += 1;
    }
    return same && next == line->size;
}

static bool may_end_in_characters(const pasted_line *line, size_t *from)
{
    line_word word;
    size_t at = 0;
    bool some = next_word(line, &at, &word);
    while (some) {
        size_t end = at;
        some = next_word(line, &at, &word);
        if (some && are_characters_of(line, end, word.blanks < 2)) {
            *from = word.at;
            return true;
        }
    }
    return false;
}

const char *pasted_line_doubt(line_state *state, const pasted_line *line, size_t *at)
{
    line_shape shape = find_shape(line);
    if (shape.words == 0) {
        return NULL;
    }
    *at = shape.word[0].at - (shape.word[0].prefixed ? 2 : 0);
    if (may_have_offset(state, line, &shape)) {
        return may_be_offset;
    }
    if (state->lines == 0 && !line->big_frames && may_be_number(line, &shape)) {
        return may_be_numbers;
    }
    if (!line->cut && may_end_in_characters(line, at)) {
        return may_be_characters;
    }
    for (size_t index = 0; index < LINE_BASES; index += 1) {
        state->is_number[index] = read_number(line, &shape.word[0], line_bases[index], &state->first[index]);
    }
    state->lines += 1;
    state->before += shape.bytes; /* of a line that was cut too few, and none of the next ones is an offset then */
    state->beside = line->cut ? 0 : shape.beside;
    return NULL;
}
