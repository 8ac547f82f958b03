/* SPDX-License-Identifier: MIT */
#include "hexdump.h"

#include <string.h>

#include "letter.h"

static const char words_wide[] =
    "words of several bytes do not tell their order: dump single bytes (xxd -g1, hexdump -C, od -t x1)";
static const char text_differs[] = "the column of characters does not agree with the bytes before it";
static const char offset_differs[] = "the offset does not follow from the line before";
static const char no_line[] = "not a line of the same dump as those before";
static const char in_doubt[] = "may be an offset or bytes: leave offsets out, or dump from offset 0";
static const char star_in_doubt[] = "the offset does not tell how many lines * stands for: dump without squeezing";
static const char star_at_end[] = "the text ends after *, which does not tell how many lines it stands for";
static const char text_in_doubt[] =
    "the end of this line may be characters or bytes: leave out the column of characters, or paste the next line, too";
static const char text_lacks[] = "this line lacks the column of characters that those before have: paste all of it";
static const char words_swapped[] = "words of two bytes may have them swapped (xxd -e): dump single bytes (xxd -g1)";
static const char after_end[] = "something follows the closing offset of the dump";

/* The least and most digits of an offset. */
#define LEAST_DIGITS 4
#define MOST_DIGITS 16

static size_t skip_blanks(const char *line, size_t size, size_t at)
{
    while (at < size && is_space((uint8_t)line[at])) {
        at += 1;
    }
    return at;
}

static size_t count_digits(const char *line, size_t size, size_t at)
{
    size_t end = at;
    while (end < size && hex_digit_value((uint8_t)line[end]) < 16) {
        end += 1;
    }
    return end - at;
}

/* --- the offset */

typedef struct offset {
    size_t at; /* its first digit */
    size_t digits;
    bool prefixed; /* by 0x */
    bool colon;
    size_t end; /* after it, and after its colon */
} offset;

static offset find_offset(const char *line, size_t size)
{
    offset found = {.at = skip_blanks(line, size, 0)};
    found.prefixed = size - found.at >= 2 && line[found.at] == '0' && line[found.at + 1] == 'x';
    found.at += found.prefixed ? 2 : 0;
    found.digits = count_digits(line, size, found.at);
    found.end = found.at + found.digits;
    found.colon = found.end < size && line[found.end] == ':';
    found.end += found.colon ? 1 : 0;
    return found;
}

static const uint32_t bases[HEXDUMP_BASES] = {16, 8, 10};

/* od has seven digits, octal or decimal; all others have hex, xxd -d has decimal. */
static bool may_have_base(const offset *found, uint32_t base)
{
    bool seven = found->digits == 7 && !found->colon;
    return base == 16 ? !seven : base == 8 ? seven : seven || (found->colon && !found->prefixed);
}

static bool read_offset(const char *line, const offset *found, uint32_t base, uint64_t *value)
{
    *value = 0;
    for (size_t index = 0; index < found->digits; index += 1) {
        uint32_t digit = hex_digit_value((uint8_t)line[found->at + index]);
        if (digit >= base || *value > (UINT64_MAX - digit) / base) { /* of so many digits it is no offset */
            return false;
        }
        *value = *value * base + digit;
    }
    return true;
}

static bool is_zero(const char *line, const offset *found)
{
    uint64_t value = 0;
    return read_offset(line, found, 16, &value) && value == 0;
}

/* --- bytes and characters */

static uint8_t character_of(uint8_t byte)
{
    return byte >= 0x20 && byte < 0x7f ? byte : (uint8_t)'.';
}

/* Whether text[0 .. size-1] are the characters of the bytes; blanks at the end may have been lost, or be too many. */
static bool is_text_of(const char *text, size_t size, const uint8_t *bytes, size_t count)
{
    bool same = true;
    for (size_t index = 0; same && index < (size > count ? size : count); index += 1) {
        uint8_t there = index < size ? (uint8_t)text[index] : (uint8_t)' ';
        same = there == character_of(index < count ? bytes[index] : (uint8_t)' ');
    }
    return same;
}

/* Whether what stands after the bytes is their column of characters: after two blanks or more, the text itself perhaps
 * beginning with blanks; or between bars. */
static bool is_column_of(const char *rest, size_t size, const uint8_t *bytes, size_t count)
{
    size_t blanks = skip_blanks(rest, size, 0);
    while (size > blanks && is_space((uint8_t)rest[size - 1])) {
        size -= 1;
    }
    if (blanks > 0 && size - blanks == count + 2 &&
        ((rest[blanks] == '|' && rest[size - 1] == '|') || (rest[blanks] == '>' && rest[size - 1] == '<')) &&
        is_text_of(rest + blanks + 1, count, bytes, count)) {
        return true;
    }
    for (size_t from = 2; from <= blanks; from += 1) {
        if (is_text_of(rest + from, size - from, bytes, count)) {
            return true;
        }
    }
    return false;
}

/* How many bytes a word of digits is: 1, or 2 where the tool is one that writes them in their order; else 0. */
static size_t word_bytes(const char *line, size_t size, size_t at, bool two)
{
    size_t digits = count_digits(line, size, at);
    bool ends = at + digits == size || is_space((uint8_t)line[at + digits]);
    return ends && (digits == 2 || (digits == 4 && two)) ? digits / 2 : 0;
}

typedef struct content {
    uint8_t bytes[HEXDUMP_BYTES];
    size_t count;
    bool has_text;
    bool in_doubt; /* what was read as bytes may be characters, or the other way round */
    bool pairs;    /* the first word has two bytes */
    bool good;
    size_t wrong_at;
} content;

/* Whether there are words of digits, and nothing else. */
static bool are_words(const char *line, size_t size, size_t at, bool two)
{
    size_t word = 1;
    for (at = skip_blanks(line, size, at); at < size && word > 0; at = skip_blanks(line, size, at + 2 * word)) {
        word = word_bytes(line, size, at, two);
    }
    return word > 0;
}

/* Whether what stands after the bytes may be their column of characters, though blanks or its end were lost. */
static bool may_be_column(const char *rest, size_t size, const uint8_t *bytes, size_t count)
{
    size_t at = skip_blanks(rest, size, 0);
    bool same = at < size;
    for (size_t index = 0; same && at < size && index < count; index += 1) {
        same = bytes[index] == ' ' || (uint8_t)rest[at] == bytes[index];
        at = bytes[index] == ' ' ? at : skip_blanks(rest, size, at + 1);
    }
    return same && at == size;
}

static bool all_blank(const uint8_t *bytes, size_t count)
{
    bool blank = true;
    for (size_t index = 0; index < count; index += 1) {
        blank = blank && bytes[index] == ' ';
    }
    return blank;
}

/* Reads line[at .. size-1], what stands after an offset. Where the characters look like words of digits, they are told
 * from such by being those of the bytes before. */
static void read_content(const char *line, size_t size, size_t at, bool two, content *to)
{
    size_t word = 1;
    *to = (content){.pairs = count_digits(line, size, skip_blanks(line, size, at)) == 4};
    while (word > 0 && !to->good) {
        size_t begin = skip_blanks(line, size, at);
        to->wrong_at = begin;
        if (to->count > 0 && begin < size) {
            to->has_text = is_column_of(line + at, size - at, to->bytes, to->count);
            to->in_doubt = to->has_text ? are_words(line, size, begin, two)
                                        : to->in_doubt || may_be_column(line + at, size - at, to->bytes, to->count);
        }
        to->good = to->has_text || (begin == size && to->count > 0);
        word = to->good ? 0 : word_bytes(line, size, begin, two);
        for (size_t index = 0; index < word; index += 1) {
            uint32_t high = hex_digit_value((uint8_t)line[begin + 2 * index]);
            to->bytes[to->count] = (uint8_t)(high * 16 + hex_digit_value((uint8_t)line[begin + 2 * index + 1]));
            to->count += 1;
        }
        at = begin + 2 * word;
    }
}

static bool refuse(hexdump *dump, const char *why, size_t at)
{
    dump->wrong = why;
    dump->wrong_at = at;
    return false;
}

/* --- the first line */

bool hexdump_may_begin(const char *line, size_t size)
{
    offset found = find_offset(line, size);
    if (found.digits > MOST_DIGITS || found.colon || found.end == size) {
        return found.digits <= MOST_DIGITS;
    }
    if (found.prefixed || !is_space((uint8_t)line[found.end]) || found.digits < LEAST_DIGITS) {
        return found.end - found.at == 1 && line[found.end] == 'x';
    }
    size_t second = skip_blanks(line, size, found.end);
    return count_digits(line, size, second) <= 2 || found.digits == 6 || found.digits == 7;
}

/* Nothing but words of digits, commas between them perhaps. */
static bool is_all_digits(const char *line, size_t size)
{
    bool all = true;
    for (size_t index = 0; all && index < size; index += 1) {
        all = hex_digit_value((uint8_t)line[index]) < 16 || is_space((uint8_t)line[index]) || line[index] == ',' ||
              line[index] == 'x';
    }
    return all;
}

static hexdump_kind refuse_first(hexdump *dump, const char *why, size_t at)
{
    (void)refuse(dump, why, at);
    return HEXDUMP_WRONG;
}

/* A first offset without a colon, before words of digits. One that is not 0, before single bytes, may be a word of bytes,
 * too: nobody can tell, so it is refused. */
static hexdump_kind bare_offset(hexdump *dump, const char *line, size_t size, const offset *found)
{
    content read;
    size_t second = skip_blanks(line, size, found->end);
    size_t digits = count_digits(line, size, second);
    bool zero = is_zero(line, found);

    read_content(line, size, found->end, false, &read);
    if (read.good && (zero || read.has_text || found->digits == 7)) {
        return HEXDUMP_IS;
    }
    if (read.good) {
        return refuse_first(dump, in_doubt, found->at);
    }
    bool wide = digits > 2 && (found->digits == 7 || (found->digits == 6 && digits != 6 && digits % 2 == 0));
    if (zero && wide) {
        return refuse_first(dump, words_wide, second);
    }
    return zero && digits == 2 && !is_all_digits(line, size) ? refuse_first(dump, text_differs, read.wrong_at)
                                                             : HEXDUMP_NONE;
}

hexdump_kind hexdump_begins(hexdump *dump, const char *line, size_t size)
{
    offset found = find_offset(line, size);
    *dump = (hexdump){.colon = found.colon, .from_zero = is_zero(line, &found)};
    for (size_t index = 0; index < HEXDUMP_BASES; index += 1) {
        dump->agrees[index] =
            may_have_base(&found, bases[index]) && read_offset(line, &found, bases[index], &dump->next[index]);
    }
    if (found.digits < LEAST_DIGITS || found.digits > MOST_DIGITS || skip_blanks(line, size, found.end) == size) {
        return HEXDUMP_NONE;
    }
    if (found.colon) {
        return HEXDUMP_IS;
    }
    if (found.prefixed || !is_space((uint8_t)line[found.end])) {
        return HEXDUMP_NONE;
    }
    return bare_offset(dump, line, size, &found);
}

/* --- every line */

/* Which bases the offset follows in, and how many lines "*" stood for. */
static bool follows(hexdump *dump, const char *line, const offset *found)
{
    bool some = false;
    uint64_t repeats = 0;
    for (size_t index = 0; index < HEXDUMP_BASES; index += 1) {
        uint64_t value = 0;
        bool agrees = dump->agrees[index] && read_offset(line, found, bases[index], &value);
        uint64_t missing = agrees && value >= dump->next[index] ? value - dump->next[index] : 1;
        uint64_t lines = dump->squeezed ? missing / dump->before_count : 0;
        agrees = agrees && value >= dump->next[index] && missing == lines * dump->before_count &&
                 (lines > 0 || !dump->squeezed);
        if (agrees && some && lines != repeats) {
            return refuse(dump, star_in_doubt, found->at);
        }
        dump->agrees[index] = agrees;
        repeats = agrees ? lines : repeats;
        some = some || agrees;
    }
    dump->repeats = repeats;
    return some ? true : refuse(dump, offset_differs, found->at);
}

static void expect_more(hexdump *dump, uint64_t bytes)
{
    for (size_t index = 0; index < HEXDUMP_BASES; index += 1) {
        dump->next[index] += bytes;
    }
}

/* Takes the bytes of the last line for those that "*" repeats. */
static void keep_line(hexdump *dump)
{
    if (dump->count > 0) {
        memcpy(dump->before, dump->bytes, dump->count);
        dump->before_count = dump->count;
    }
    dump->count = 0;
    dump->repeats = 0;
}

static bool is_star(const char *line, size_t size)
{
    size_t at = skip_blanks(line, size, 0);
    return at < size && line[at] == '*' && skip_blanks(line, size, at + 1) == size;
}

/* Whether xxd -e may have printed words of two bytes: a packet's type has its first byte first, and it is 00 here. Only
 * characters that would be others if each two bytes were swapped tell them apart. */
static bool may_be_swapped(const content *read)
{
    bool same = read->pairs && read->count % 2 == 0 && read->bytes[0] == 0 && read->bytes[1] != 0;
    for (size_t index = 0; same && read->has_text && index < read->count; index += 2) {
        same = character_of(read->bytes[index]) == character_of(read->bytes[index + 1]);
    }
    return same;
}

/* Which lines have a column of characters: all or none; but of blanks there may be nothing left. */
static bool take_columns(hexdump *dump, const content *read)
{
    if (read->has_text) {
        dump->in_doubt = read->in_doubt && dump->columns != COLUMNS_THERE;
        dump->columns = read->in_doubt ? dump->columns : COLUMNS_THERE;
        return true;
    }
    bool blank = all_blank(read->bytes, read->count);
    dump->in_doubt = read->in_doubt && dump->columns != COLUMNS_NONE;
    if (!read->in_doubt && !blank && dump->columns == COLUMNS_UNKNOWN) {
        dump->columns = COLUMNS_NONE;
    }
    return dump->columns != COLUMNS_THERE || blank;
}

static bool take_bytes(hexdump *dump, const char *line, size_t size, const offset *found)
{
    content read;
    size_t second = skip_blanks(line, size, found->end);
    if (second == size && !dump->colon) {
        dump->ended = true;
        return true;
    }
    read_content(line, size, found->end, dump->colon, &read);
    if (!read.good) {
        bool wide = read.count == 0 && count_digits(line, size, second) > 2;
        return refuse(dump, wide ? words_wide : read.count == 0 ? no_line : text_differs, read.wrong_at);
    }
    if (dump->from_zero && may_be_swapped(&read)) {
        return refuse(dump, words_swapped, second);
    }
    if (!take_columns(dump, &read)) {
        return refuse(dump, text_lacks, size);
    }
    memcpy(dump->bytes, read.bytes, read.count);
    dump->count = read.count;
    return true;
}

bool hexdump_line(hexdump *dump, const char *line, size_t size)
{
    offset found = find_offset(line, size);
    size_t first = skip_blanks(line, size, 0);

    keep_line(dump);
    if (first == size) {
        return true;
    }
    if (dump->ended) {
        return refuse(dump, after_end, first);
    }
    if (is_star(line, size) && dump->in_doubt) {
        return refuse(dump, text_in_doubt, first);
    }
    if (is_star(line, size) && dump->before_count > 0 && !dump->squeezed) {
        dump->squeezed = true;
        return true;
    }
    bool alone = found.end == size || is_space((uint8_t)line[found.end]);
    if (found.digits < LEAST_DIGITS || found.digits > MOST_DIGITS || found.colon != dump->colon || !alone) {
        return refuse(dump, no_line, first);
    }
    if (!follows(dump, line, &found)) {
        return false;
    }
    expect_more(dump, dump->repeats * dump->before_count);
    dump->squeezed = false;
    dump->in_doubt = false;
    if (!take_bytes(dump, line, size, &found)) {
        return false;
    }
    dump->from_zero = false;
    expect_more(dump, dump->count);
    return true;
}

bool hexdump_end(hexdump *dump)
{
    if (dump->in_doubt) {
        return refuse(dump, text_in_doubt, 0);
    }
    return dump->squeezed ? refuse(dump, star_at_end, 0) : true;
}
