/* SPDX-License-Identifier: MIT */
/* Claims about short texts of a known size: what fits stands there whole, what does not is cut with "..", nothing comes
 * after that, and the NUL is within the size. Each text lies in a block of exactly its size. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/words.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static gdv_words begun(uint32_t size)
{
    char *text = malloc(size);
    cr_assert_not_null(text);
    memset(text, '#', size);
    return gdv_words_in(text, size);
}

static void end(gdv_words *words, const char *expected)
{
    cr_expect_str_eq(words->text, expected, "of %u: '%s', not '%s'", words->size, words->text, expected);
    free(words->text);
}

Test(words, begin_with_an_empty_text)
{
    gdv_words words = begun(3);
    cr_expect_eq(words.text[1], '#', "no more than the end is written");
    cr_expect_not(words.cut);
    end(&words, "");
}

Test(words, are_whole_where_they_fit_and_else_cut)
{
    static const struct {
        uint32_t size;
        const char *first;
        uint64_t then; /* at once */
        const char *text;
    } rows[] = {
        {12, "abc", 12345, "abc12345"}, /* with room left */
        {9, "abc", 12345, "abc12345"},  /* exactly */
        {8, "abc", 12345, "abc12.."},   /* one too few */
        {7, "abc", 12345, "abc1.."},
        {6, "abc", 12345, "abc.."},
        {5, "abc", 12345, "ab.."},
        {4, "abc", 12345, "a.."},
        {4, "", 123, "123"},
        {4, "", 1234, "1.."},
        {3, "", 12, "12"},
        {3, "", 123, ".."},
        {3, "a", 12, ".."},
        {3, "ab", 5, ".."},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_words words = begun(rows[index].size);
        gdv_words_put(&words, rows[index].first);
        gdv_words_natural(&words, rows[index].then);
        end(&words, rows[index].text);
    }
}

Test(words, that_were_cut_stay_as_they_are)
{
    gdv_words words = begun(8);
    gdv_words_put(&words, "ab");
    gdv_words_natural(&words, 123456);
    cr_expect(words.cut);
    cr_expect_str_eq(words.text, "ab123..");
    gdv_words_put(&words, "x"); /* would fit after "ab" */
    gdv_words_int(&words, -1);
    gdv_words_double(&words, 0.5, false);
    end(&words, "ab123..");
}

Test(words, are_closed_after_each_piece)
{
    gdv_words words = begun(16);
    gdv_words_put(&words, "a");
    cr_expect_str_eq(words.text, "a");
    gdv_words_int(&words, -5);
    cr_expect_str_eq(words.text, "a-5");
    gdv_words_double(&words, 0.5, false);
    end(&words, "a-50.5");
}

/* Whether the point of a whole number stands there is asked of each; other zeros at the end stay. */
Test(words, plain_numbers_have_no_point_and_zero)
{
    static const struct {
        double number;
        const char *plain;
        const char *full;
    } rows[] = {
        {1.0, "1", "1.0"},   {10.0, "10", "10.0"},      {-20.0, "-20", "-20.0"}, {0.0, "0", "0.0"},
        {0.5, "0.5", "0.5"}, {100.5, "100.5", "100.5"}, {1e30, "1e30", "1e30"},  {1e-20, "1e-20", "1e-20"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_words words = begun(40);
        gdv_words_double(&words, rows[index].number, true);
        gdv_words_put(&words, " ");
        gdv_words_double(&words, rows[index].number, false);
        gdv_words_put(&words, " ");
        gdv_words_float(&words, (float)rows[index].number, true);
        char expected[80];
        (void)snprintf(expected, sizeof expected, "%s %s %s", rows[index].plain, rows[index].full, rows[index].plain);
        end(&words, expected);
    }
}

/* Printable ASCII from space to tilde, but the quote and the backslash, stands as it is. */
Test(words, quoted_bytes_are_printable)
{
    static const uint8_t bytes[] = {'a', ' ', '~', 0x1f, 0x7f, 0x80, '"', '\\', 0xff, 0x00, '!', '}'};
    const gdv_cursor in = {bytes, sizeof bytes, 0, 0};
    gdv_words words = begun(64);
    gdv_words_quoted(&words, &in, 0, sizeof bytes);
    end(&words, "\"a ~\\x1f\\x7f\\x80\\x22\\x5c\\xff\\x00!}\"");
    words = begun(5);
    gdv_words_quoted(&words, &in, 10, 2);
    end(&words, "\"!}\"");
    words = begun(6);
    gdv_words_quoted(&words, &in, 3, 1);
    end(&words, "\"\\x..");
}
