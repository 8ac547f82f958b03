/* SPDX-License-Identifier: MIT */
/* Paths that are wrong by one character, one digit or one bit, each over a document that has just what a reader would
 * find who let that pass: the characters beside 0-9, a-f and the letters of a name, numbers beside the ends of their
 * ranges, escapes that are none, and text of which a strict document keeps everything. What is malformed leads nowhere
 * (document.h). The other claims about paths: test_find.c. Promise 6. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/parsed.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

enum { NOTHING = -1 };

#define DICTIONARY "12000000 01000000 "
#define TEXT(size, text) DICTIONARY "04000000 0" #size "000000 " text
#define INT(low) DICTIONARY "02000000 " low
#define SIX " 02000000 06000000"

typedef struct row {
    const char *policy;
    const char *hex; /* Godot 3 */
    const char *path;
    int64_t value;
} row;

static void rows_hold(const row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        const row *claim = &rows[index];
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", claim->policy, claim->hex);
        packet path = packet_from_bytes(claim->path, strlen(claim->path) + 1);
        gdv_value found = gdv_find(root, (const char *)path.bytes);
        int64_t value = gdv_exists(found) ? gdv_int_or(found, INT64_MIN, INT64_MAX, -2) : NOTHING;
        cr_expect_eq(value, claim->value, "%s (%zu): %lld", claim->path, index, (long long)value);
        packet_free(&path);
        parsed_free(&made);
    }
}

Test(find_edges, names_are_of_letters_digits_and_underscores)
{
    static const row rows[] = {
        {"strict", TEXT(8, "5f617a41 5a303962") SIX, "._azAZ09b", 6},
        {"strict", TEXT(1, "7a000000") SIX, ".z", 6},
        {"strict", TEXT(1, "5a000000") SIX, ".Z", 6},
        {"strict", TEXT(1, "39000000") SIX, ".9", 6},
        {"strict", TEXT(3, "612f6200") SIX, ".a/b", NOTHING},
        {"strict", TEXT(3, "613a6200") SIX, ".a:b", NOTHING},
        {"strict", TEXT(3, "61406200") SIX, ".a@b", NOTHING},
        {"strict", TEXT(3, "615b6200") SIX, ".a[b", NOTHING},
        {"strict", TEXT(3, "615e6200") SIX, ".a^b", NOTHING},
        {"strict", TEXT(3, "61606200") SIX, ".a`b", NOTHING},
        {"strict", TEXT(3, "617b6200") SIX, ".a{b", NOTHING},
        {"strict", TEXT(1, "7e000000") SIX, ".~", NOTHING},
        {"strict", TEXT(1, "7e000000") SIX, "[\"~\"]", 6},
        {"strict", TEXT(0, "") SIX, ".", NOTHING},
        {"strict", TEXT(0, "") SIX, "[\"\"]", 6},
    };
    rows_hold(rows, COUNT_OF(rows));
}

Test(find_edges, numbers_are_of_digits)
{
    static const row rows[] = {
        {"strict", INT("0a000000") SIX, "{10}", 6},       {"strict", INT("0a000000") SIX, "{:}", NOTHING},
        {"strict", INT("0a000000") SIX, "{0:}", NOTHING}, {"strict", INT("14000000") SIX, "{1:}", NOTHING},
        {"strict", INT("3b000000") SIX, "{6/}", NOTHING}, {"strict", INT("ffffffff") SIX, "{/}", NOTHING},
        {"strict", INT("ffffffff") SIX, "{0/}", NOTHING},
    };
    rows_hold(rows, COUNT_OF(rows));
}

#define INT64(low, high) DICTIONARY "02000100 " low " " high

Test(find_edges, numbers_beyond_64_bits_do_not_wrap)
{
    static const row rows[] = {
        {"engine", INT64("ffffffff", "ffffff7f") SIX, "{-9223372036854775809}", NOTHING},
        {"engine", INT64("ffffffff", "ffffff7f") SIX, "{-9223372036854775807}", NOTHING},
        {"engine", INT64("00000000", "00000080") SIX, "{-9223372036854775808}", 6},
        {"engine", INT64("01000000", "00000080") SIX, "{-9223372036854775807}", 6},
        {"engine", INT("00000000") SIX, "{-18446744073709551616}", NOTHING},
        {"engine", INT("00000000") SIX, "{18446744073709551616}", NOTHING},
    };
    rows_hold(rows, COUNT_OF(rows));
}

/* f0 9f 98 80 is one character; 0f and 6f are what is left of escapes whose digits are not looked at. */
Test(find_edges, an_escape_has_an_x_and_two_digits)
{
    static const row rows[] = {
        {"strict", TEXT(4, "f09f9880") SIX, "[\"\\xf0\\x9f\\x98\\x80\"]", 6},
        {"strict", TEXT(4, "f09f9880") SIX, "[\"\\q0\\x9f\\x98\\x80\"]", NOTHING},
        {"strict", TEXT(4, "f09f9880") SIX, "[\"\\f0\\x9f\\x98\\x80\"]", NOTHING},
        {"strict", TEXT(1, "0f000000") SIX, "[\"\\x0f\"]", 6},
        {"strict", TEXT(1, "0f000000") SIX, "[\"\\xgf\"]", NOTHING},
        {"strict", TEXT(1, "0f000000") SIX, "[\"\\xg6\"]", NOTHING},
        {"strict", TEXT(1, "6f000000") SIX, "[\"\\x6g\"]", NOTHING},
        {"strict", TEXT(1, "6f000000") SIX, "[\"\\x6F\"]", NOTHING},
        {"strict", TEXT(1, "69000000") SIX, "[\"\\x6`\"]", NOTHING},
        {"strict", TEXT(1, "69000000") SIX, "[\"\\x69\"]", 6},
        {"strict", TEXT(1, "60000000") SIX, "[\"\\x6W\"]", NOTHING},
        {"strict", TEXT(1, "71000000") SIX, "[\"\\x71\"]", 6},
        {"strict", TEXT(1, "71000000") SIX, "[\"\\x^1\"]", NOTHING},
    };
    rows_hold(rows, COUNT_OF(rows));
}

/* Reports escape all that is no printable ASCII; a path may have it as it is, but for the NUL that ends it. */
Test(find_edges, bytes_need_no_escape)
{
    static const row rows[] = {
        {"strict", TEXT(1, "01000000") SIX, "[\"\x01\"]", 6},
        {"strict", TEXT(2, "01020000") SIX, "[\"\x01\x02\"]", 6},
        {"strict", TEXT(1, "7f000000") SIX, "[\"\x7f\"]", 6},
    };
    rows_hold(rows, COUNT_OF(rows));
}

/* A key is cut at a NUL, and loses its mark, only where the document's policy lets keys have them. */
Test(find_edges, text_is_whole_where_the_document_has_neither_nul_nor_mark)
{
    static const row rows[] = {
        {"strict", TEXT(1, "61000000") SIX, "[\"a\"]", 6},
        {"strict", TEXT(1, "61000000") SIX, "[\"a\\x00b\"]", NOTHING},
        {"strict", TEXT(1, "61000000") SIX, "[\"\\xef\\xbb\\xbfa\"]", NOTHING},
        {"strict+text-nul", TEXT(3, "61006200") SIX, "[\"a\\x00b\"]", 6},
        {"strict+text-bom", TEXT(4, "efbbbf61") SIX, "[\"\\xef\\xbb\\xbfa\"]", 6},
    };
    rows_hold(rows, COUNT_OF(rows));
}
