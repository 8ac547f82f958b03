/* SPDX-License-Identifier: MIT */
/* Values found by path, in the notation in which reports give one (status.h): by hand every piece, escape, edge and
 * malformed path; for every value of every packet of the corpus the path that a second builder makes, and the path that
 * the library itself reports of it. Promise 6. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/value/links.h"
#include "tests/support/corpus.h"
#include "tests/support/parsed.h"
#include "tests/support/type_ids.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

enum { NOTHING = -1 };

static int64_t number_of(gdv_value value)
{
    return gdv_exists(value) ? gdv_int_or(value, INT64_MIN, INT64_MAX, -2) : NOTHING;
}

/* ---- by hand ---- */

#define NAMED(size, text, value) "04000000 0" #size "000000 " text " 02000000 0" #value "000000 "
#define INT(byte) " 02000000 0" #byte "000000 "

/* Twelve, sixteen and forty-eight a's; text of that size needs no padding. */
#define A_16 "61616161 61616161 61616161 61616161 "
#define A_12 "61616161 61616161 61616161 "
#define A_48 A_16 A_16 A_16
#define TEXT_16 "aaaaaaaaaaaaaaaa"
#define TEXT_48 TEXT_16 TEXT_16 TEXT_16

typedef struct row {
    const char *hex; /* Godot 3, engine policy with objects */
    const char *path;
    int64_t value; /* -2 for a value that is no int */
} row;

static const row rows[] = {
    /* the outermost */
    {"02000000 05000000", "", 5},
    {"02000000 05000000", "[0]", NOTHING},
    {"02000000 05000000", ".a", NOTHING},

    /* elements */
    {"13000000 02000000" INT(7) INT(8), "[0]", 7},
    {"13000000 02000000" INT(7) INT(8), "[1]", 8},
    {"13000000 02000000" INT(7) INT(8), "[2]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[01]", 8},
    {"13000000 02000000" INT(7) INT(8), "[4294967297]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[18446744073709551617]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[-1]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[+1]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[ 1]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[1 ]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[0x1]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[1", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "1", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[1]]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[1] ", NOTHING},
    {"13000000 02000000" INT(7) INT(8), " [1]", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "{1}", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "[1]...", NOTHING},
    {"13000000 02000000" INT(7) INT(8), "...", NOTHING},
    {"13000000 01000000 13000000 02000000" INT(7) INT(8), "[0][1]", 8},
    {"13000000 01000000 13000000 02000000" INT(7) INT(8), "[0]", -2},

    /* names */
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a", 6},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a\"]", 6},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".b", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "a", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a.", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "..a", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a.a", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a...", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a b", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a:b", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".a~", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[a]", NOTHING},
    {"12000000 01000000" NAMED(3, "5f413100", 6), "._A1", 6},
    {"12000000 02000000" NAMED(1, "61000000", 6) "04000000 01000000 62000000 12000000 01000000" NAMED(1, "61000000", 7),
     ".b.a", 7},
    {"12000000 01000000 04000000 01000000 61000000 13000000 01000000" INT(9), ".a[0]", 9},
    {"12000000 01000000 04000000 01000000 61000000 12000000 01000000" INT(5) INT(9), ".a{5}", 9},
    {"11000000 01000000 41000000 01000000 01000000 70000000" INT(4), ".p", 4},
    {"11000000 01000000 41000000 01000000 03000000 70207100" INT(4), "[\"p q\"]", 4},

    /* quoted text */
    {"12000000 01000000 04000000 00000000" INT(3), "[\"\"]", 3},
    {"12000000 01000000" NAMED(2, "31610000", 6), "[\"1a\"]", 6},
    {"12000000 01000000" NAMED(3, "61206200", 6), "[\"a b\"]", 6},
    {"12000000 01000000" NAMED(3, "61226200", 6), "[\"a\\x22b\"]", 6},
    {"12000000 01000000" NAMED(3, "61226200", 6), "[\"a\"b\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "5c000000", 6), "[\"\\x5c\"]", 6},
    {"12000000 01000000" NAMED(1, "5c000000", 6), "[\"\\\\\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "0a000000", 6), "[\"\\x0a\"]", 6},
    {"12000000 01000000" NAMED(1, "0a000000", 6), "[\"\\x0A\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "0a000000", 6), "[\"\n\"]", 6},
    {"12000000 01000000" NAMED(2, "c3a90000", 6), "[\"\\xc3\\xa9\"]", 6},
    {"12000000 01000000" NAMED(2, "c3a90000", 6), "[\"\xc3\xa9\"]", 6},
    {"12000000 01000000" NAMED(1, "5d000000", 6), "[\"]\"]", 6},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x61\"]", 6},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x6\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x6g\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\xg1\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), ".b[\"a\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x6", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\x61", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a\"", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a\"].", NOTHING},
    {"12000000 01000000 04000000 30000000" A_48 INT(2), "." TEXT_48, 2},
    {"12000000 01000000 04000000 40000000" A_48 A_16 INT(2), "[\"" TEXT_48 "..\"]", NOTHING}, /* cut: 64 bytes */
    {"12000000 01000000 04000000 40000000" A_48 A_16 INT(2), "[\"" TEXT_48 TEXT_16 "\"]", 2},
    {"12000000 01000000 04000000 ff000000" A_48 A_48 A_48 A_48 A_48 "61616161 61616161 61616161 61616100" INT(2),
     "[\"" TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_48 "aaaaaaaaaaaaaaa\"]", 2}, /* 255 bytes */
    {"12000000 01000000 04000000 00010000" A_48 A_48 A_48 A_48 A_48 A_16 INT(2),
     "[\"" TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_16 "\"]", NOTHING}, /* 256 */
    {"12000000 01000000 04000000 00010000" A_48 A_48 A_48 A_48 A_48 A_16 INT(2),
     "[\"" TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_48 "aaaaaaaaaaaaaaa\\x61\"]", NOTHING}, /* 256, the last one escaped */

    /* escapes that are none: not one of the keys that a laxer reader would make of them */
    {"12000000 01000000" NAMED(2, "78360000", 6), "[\"\\x6\"]", NOTHING},
    {"12000000 01000000" NAMED(3, "5c783600", 6), "[\"\\x6\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "06000000", 6), "[\"\\x6\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "60000000", 6), "[\"\\x6\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "06000000", 6), "[\"\\x06\"]", 6},
    {"12000000 01000000" NAMED(1, "60000000", 6), "[\"\\x60\"]", 6},
    {"12000000 01000000" NAMED(1, "6f000000", 6), "[\"\\x6f\"]", 6},
    {"12000000 01000000" NAMED(1, "60000000", 6), "[\"\\x6g\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "60000000", 6), "[\"\\x6`\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "60000000", 6), "[\"\\x6/\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "6a000000", 6), "[\"\\x6:\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "06000000", 6), "[\"\\xg6\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "06000000", 6), "[\"\\x 6\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\X61\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"\\61\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "0a000000", 6), "[\"\\n\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "22000000", 6), "[\"\\\"\"]", NOTHING},
    {"12000000 01000000" NAMED(2, "61360000", 6), "[\"\\x616\"]", 6},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a\\\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a\\x\"]", NOTHING},
    {"12000000 01000000" NAMED(1, "61000000", 6), "[\"a\\x6\"]", NOTHING},
    {"12000000 01000000 04000000 3c000000" A_48 A_12 INT(2), "[\"" TEXT_48 "aaaaaaaaaaa\\x61\"]", 2}, /* 60 bytes */
    {"12000000 01000000 04000000 3c000000" A_48 A_12 INT(2), "[\"" TEXT_48 "aaaaaaaaaaa\\x6\"]", NOTHING},
    {"12000000 01000000 04000000 3c000000" A_48 A_12 INT(2), "[\"" TEXT_48 "aaaaaaaaaaaa\\x6\"]", NOTHING},
    {"12000000 01000000 04000000 3c000000" A_48 A_12 INT(2), "[\"" TEXT_48 "aaaaaaaaaaaa\\\"]", NOTHING},
    {"12000000 01000000 04000000 ff000000" A_48 A_48 A_48 A_48 A_48 A_12 "61616100" INT(2),
     "[\"" TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_48 "aaaaaaaaaaaaaa\\x61\"]", 2}, /* 255 bytes, in more letters */
    {"12000000 01000000 04000000 ff000000" A_48 A_48 A_48 A_48 A_48 A_12 "61616100" INT(2),
     "[\"" TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_48 "aaaaaaaaaaaaaaa\\x61\"]", NOTHING}, /* 256 */
    {"12000000 01000000 04000000 ff000000" A_48 A_48 A_48 A_48 A_48 A_12 "61616100" INT(2),
     "[\"" TEXT_48 TEXT_48 TEXT_48 TEXT_48 TEXT_48 "aaaaaaaaaaaaaaa\\x6\"]", NOTHING},

    /* text of which the engine keeps less: the path has what the packet has */
    {"12000000 01000000" NAMED(3, "61006200", 6), "[\"a\\x00b\"]", 6},
    {"12000000 01000000" NAMED(3, "61006200", 6), ".a", 6},
    {"12000000 01000000" NAMED(4, "efbbbf61", 6), "[\"\\xef\\xbb\\xbfa\"]", 6},
    {"12000000 01000000" NAMED(4, "efbbbf61", 6), ".a", 6},
    {"11000000 01000000 41000000 01000000 03000000 70007100" INT(4), "[\"p\\x00q\"]", 4},

    /* int keys */
    {"12000000 01000000" INT(5) INT(1), "{5}", 1},
    {"12000000 01000000" INT(5) INT(1), "{05}", 1},
    {"12000000 01000000" INT(5) INT(1), "{-5}", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{6}", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{}", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{-}", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{5", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{5.0}", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{5}{5}", NOTHING},
    {"12000000 01000000" INT(5) INT(1), "{4294967301}", NOTHING},
    {"12000000 01000000" INT(0) INT(1), "{0}", 1},
    {"12000000 01000000" INT(0) INT(1), "{-0}", 1},
    {"12000000 01000000" INT(5) INT(1), "{-0}", NOTHING},
    {"12000000 01000000 02000000 ffffffff" INT(1), "{-1}", 1},
    {"12000000 01000000 02000100 00000000 00000080" INT(1), "{-9223372036854775808}", 1},
    {"12000000 01000000 02000100 00000000 00000080" INT(1), "{-9223372036854775809}", NOTHING},
    {"12000000 01000000 02000100 00000000 00000080" INT(1), "{9223372036854775808}", NOTHING},
    {"12000000 01000000 02000100 ffffffff ffffff7f" INT(1), "{9223372036854775807}", 1},
    {"12000000 01000000 02000100 ffffffff ffffff7f" INT(1), "{9223372036854775808}", NOTHING},
    {"12000000 01000000 02000000 ffffffff" INT(1), "{18446744073709551615}", NOTHING},

    /* keys by their place */
    {"12000000 01000000 00000000" INT(1), "{@8}", 1},
    {"12000000 01000000 00000000" INT(1), "{@0}", NOTHING},
    {"12000000 01000000 00000000" INT(1), "{@12}", NOTHING}, /* the value's own */
    {"12000000 01000000 00000000" INT(1), "{@-8}", NOTHING},
    {"12000000 01000000 00000000" INT(1), "{@}", NOTHING},
    {"12000000 01000000 00000000" INT(1), "{@8", NOTHING},
    {"12000000 01000000 00000000" INT(1), "{@4294967304}", NOTHING},
    {"12000000 01000000 00000000 12000000 01000000 13000000 00000000" INT(1), "{@8}{@20}", 1},
    {"12000000 01000000 00000000 12000000 01000000 13000000 00000000" INT(1), "{@20}", NOTHING},
    {"13000000 01000000" INT(7), "{@8}", NOTHING},

    /* what reports say of keys and names themselves is no way to a value */
    {"12000000 01000000 00000000" INT(1), "{key}", NOTHING},
    {"11000000 01000000 41000000 01000000 01000000 70000000" INT(4), "{property}", NOTHING},
    {"11000000 01000000 41000000 01000000 01000000 70000000" INT(4), "{@16}", NOTHING},
};

Test(find, leads_where_the_notation_says_or_nowhere)
{
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, "godot3", "engine+object", rows[index].hex);
        /* in a block of its own size: not one byte after the NUL is read */
        packet path = packet_from_bytes(rows[index].path, strlen(rows[index].path) + 1);
        int64_t value = number_of(gdv_find(root, (const char *)path.bytes));
        cr_expect_eq(value, rows[index].value, "%s: %lld", rows[index].path, (long long)value);
        packet_free(&path);
        parsed_free(&made);
    }
}

Test(find, of_no_path_leads_nowhere)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot3", "strict", "02000000 05000000");
    cr_expect(!gdv_exists(gdv_find(root, NULL)));
    cr_expect(!gdv_exists(gdv_find(gdv_missing(), NULL)));
    parsed_free(&made);
}

Test(find, begins_at_any_value)
{
    parsed made;
    gdv_value root =
        parsed_hex(&made, "godot3", "strict", "13000000 01000000 12000000 01000000" NAMED(1, "61000000", 6));
    cr_expect_eq(number_of(gdv_find(gdv_at(root, 0), ".a")), 6);
    cr_expect_eq(number_of(gdv_find(gdv_find(root, "[0]"), ".a")), 6);
    cr_expect_eq(number_of(gdv_find(root, "[0].a")), 6);
    parsed_free(&made);
}

/* ---- a second builder of paths ---- */

static void put_word(builder *path, const char *word)
{
    put_bytes(path, word, strlen(word));
}

static bool is_identifier(gdv_text text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
    bool fine = text.size > 0 && text.size <= 48 && (text.bytes[0] < '0' || text.bytes[0] > '9');
    for (size_t index = 0; index < text.size; index += 1) {
        fine = fine && memchr(letters, text.bytes[index], sizeof letters - 1) != NULL;
    }
    return fine;
}

static void put_text(builder *path, gdv_text text)
{
    bool identifier = is_identifier(text);
    put_word(path, identifier ? "." : "[\"");
    for (size_t index = 0; index < text.size && index < 48; index += 1) {
        char escaped[8];
        uint8_t byte = (uint8_t)text.bytes[index];
        bool plain = byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\';
        snprintf(escaped, sizeof escaped, "\\x%02x", byte);
        put_bytes(path, plain ? text.bytes + index : escaped, plain ? 1 : 4);
    }
    put_word(path, text.size > 48 ? "..\"]" : identifier ? "" : "\"]");
}

/* The piece of a path that leads from a container to one of its children; the number of an element, else its key. */
static void put_piece(builder *path, gdv_value key, size_t element)
{
    char piece[32];
    gdv_text text = {"", 0};
    int64_t number = 0;
    if (!gdv_exists(key)) {
        snprintf(piece, sizeof piece, "[%zu]", element);
        put_word(path, piece);
    } else if (gdv_to_text(key, &text) == GDV_OK) {
        put_text(path, text);
    } else if (gdv_to_int(key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
        snprintf(piece, sizeof piece, "{%lld}", (long long)number);
        put_word(path, piece);
    } else {
        snprintf(piece, sizeof piece, "{@%u}", key.document->nodes[key.index].offset);
        put_word(path, piece);
    }
}

/* Whether a piece may lead elsewhere: text that is cut, and a StringName of Pandemonium, which a String may hide. */
static bool is_ambiguous(gdv_value key, bool apart)
{
    return (gdv_type_of(key) == GDV_TYPE_STRING && gdv_count(key) > 48) ||
           (gdv_type_of(key) == GDV_TYPE_STRING_NAME && (apart || gdv_count(key) > 48));
}

typedef struct search {
    const char *name;
    gdv_value root;
    bool apart;
    size_t found;
} search;

/* Depth is at most what the policy lets pass, which is 32. */
static void finds_what_is_in(search *for_all, gdv_value value, const builder *to_value)
{
    gdv_iterator each;
    size_t element = 0;
    gdv_iterate(value, &each);
    while (gdv_iterate_next(&each)) {
        builder path = {NULL, 0, 0};
        put_bytes(&path, to_value->bytes, to_value->size);
        put_piece(&path, each.key, element);
        element += 1;
        if (!is_ambiguous(each.key, for_all->apart)) {
            finds_what_is_in(for_all, each.value, &path);
            put_bytes(&path, "", 1);
            gdv_value found = gdv_find(for_all->root, (const char *)path.bytes);
            if (found.document != each.value.document || found.index != each.value.index) {
                cr_expect_fail("%s: %s leads to node %u, not %u", for_all->name, (const char *)path.bytes, found.index,
                               each.value.index);
            }
            for_all->found += 1;
        }
        builder_free(&path);
    }
}

/* Where a String and a StringName of one text are one key. */
static bool is_godot4(gdv_dialect dialect)
{
    return dialect == GDV_DIALECT_GODOT4_0 || dialect == GDV_DIALECT_GODOT4_3 || dialect == GDV_DIALECT_GODOT4_4;
}

static const char everything[] = "strict+nonfinite+object-id+object+rid+callable+signal+misread+node-path+text-utf8";

static void finds_every_value(gdv_dialect dialect)
{
    gdv_policy policy = policy_from_text(everything);
    search for_all = {"", gdv_missing(), !is_godot4(dialect), 0};
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        builder path = {NULL, 0, 0};
        parsed made;
        parsed_from(&made, each.bytes.bytes, each.bytes.size, dialect, &policy);
        for_all.name = each.name;
        for_all.root = gdv_root(&made.document);
        finds_what_is_in(&for_all, for_all.root, &path);
        parsed_free(&made);
    }
    cr_assert_geq(for_all.found, 500, "%zu values", for_all.found);
}

TEST_EACH_DIALECT(find_leads_to_every_value_of_every_seed, finds_every_value)

/* ---- the library's own reports ---- */

/* What a reader reports of the value that its event after `events` others begins: as a getter that wants an end is not
 * served. Returns false where that event is no value. */
static bool report_of(const seeds *each, const gdv_policy *policy, size_t events, gdv_report *report, bool *in_key)
{
    reading *from = reading_of(&each->bytes, each->bytes.size, each->dialect, policy);
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    uint32_t key_depth = UINT32_MAX; /* of the outermost key that is a container and open */
    for (size_t read = 0; read < events; read += 1) {
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK, "%s", each->name);
        if (event.kind == GDV_EVENT_BEGIN && event.role == GDV_ROLE_KEY && key_depth == UINT32_MAX) {
            key_depth = event.depth;
        } else if (event.kind == GDV_EVENT_END && event.depth == key_depth) {
            key_depth = UINT32_MAX;
        }
    }
    gdv_read_end(&from->reader);
    report->struct_size = sizeof *report;
    bool value = gdv_reader_finish(&from->reader, report) == GDV_E_WRONG_TYPE;
    *in_key = key_depth != UINT32_MAX;
    reading_free(from);
    return value;
}

static size_t events_of(const seeds *each, const gdv_policy *policy)
{
    reading *from = reading_of(&each->bytes, each->bytes.size, each->dialect, policy);
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    size_t events = 0;
    while (gdv_reader_next(&from->reader, &event) == GDV_OK && event.kind != GDV_EVENT_DONE) {
        events += 1;
    }
    bool accepted = gdv_reader_status(&from->reader) == GDV_OK;
    reading_free(from);
    return accepted ? events : 0;
}

/* Where a report's path should lead: to the value at its offset; from a key, or the name of a property, to its
 * value. */
static uint32_t node_at(const gdv_document *document, uint64_t offset)
{
    uint32_t index = 0;
    while (index < document->count && document->nodes[index].offset != offset) {
        index += 1;
    }
    return index;
}

typedef struct place {
    uint32_t node; /* where the path should lead */
    bool hidden;   /* after a StringName of Pandemonium that a String of the same text hides */
} place;

static place place_of(const gdv_document *document, uint32_t node, bool apart)
{
    place found = {node, false};
    for (uint32_t index = 0; index < document->count; index += 1) {
        gdv_value container = {document, index};
        gdv_iterator each;
        gdv_iterate(container, &each);
        while (gdv_iterate_next(&each)) {
            bool inside = node >= each.value.index && node < gdv_node_after(document->nodes, each.value.index);
            bool is_key = gdv_exists(each.key) && each.key.index == node;
            found.node = is_key ? each.value.index : found.node;
            found.hidden =
                found.hidden || ((inside || is_key) && apart && gdv_type_of(each.key) == GDV_TYPE_STRING_NAME);
        }
    }
    return found;
}

static size_t reports_lead_to_values(const seeds *each, const gdv_policy *policy, bool apart)
{
    enum { MOST = 100 };
    size_t events = events_of(each, policy);
    size_t reports = 0;
    parsed made;
    parsed_from(&made, each->bytes.bytes, each->bytes.size, each->dialect, policy);
    for (size_t read = 0; read < events && events <= MOST; read += 1) {
        gdv_report report;
        bool in_key = false;
        if (!report_of(each, policy, read, &report, &in_key)) {
            continue;
        }
        uint32_t node = node_at(&made.document, report.offset);
        cr_assert_lt(node, made.document.count, "%s", each->name);
        place should_be = place_of(&made.document, node, apart);
        gdv_value found = gdv_find(gdv_root(&made.document), report.path);
        bool cut = strstr(report.path, "..") != NULL;
        if (in_key || cut) {
            cr_expect(!gdv_exists(found), "%s: %s", each->name, report.path);
        } else {
            cr_expect(gdv_exists(found) && (should_be.hidden || found.index == should_be.node),
                      "%s: %s leads to node %u, not %u", each->name, report.path, found.index, should_be.node);
        }
        reports += 1;
    }
    parsed_free(&made);
    return reports;
}

static void reports_lead_back(gdv_dialect dialect)
{
    gdv_policy policy = policy_from_text(everything);
    bool apart = !is_godot4(dialect);
    seeds each = seeds_of(dialect);
    size_t reports = 0;
    while (seeds_next(&each)) {
        reports += reports_lead_to_values(&each, &policy, apart);
    }
    cr_assert_geq(reports, 300, "%zu reports", reports);
}

TEST_EACH_DIALECT(find_follows_the_paths_of_reports, reports_lead_back)

/* "[0]" 84 times is 252 bytes; what is deeper is cut, and leads nowhere. */
Test(find, follows_no_path_that_was_cut)
{
    gdv_policy policy = policy_from_text("engine");
    builder made = {NULL, 0, 0};
    gdv_report report = {.struct_size = sizeof report};
    parsed deep;
    gdv_event event;
    for (uint32_t level = 0; level < 100; level += 1) {
        put_u32(&made, 0x13);
        put_u32(&made, 1);
    }
    put_u32(&made, 0);
    packet bytes = packet_from_bytes(made.bytes, made.size);
    parsed_from(&deep, made.bytes, made.size, GDV_DIALECT_GODOT3, &policy);
    cr_assert_eq(deep.code, GDV_OK);
    for (size_t depth = 0; depth <= 100; depth += 1) {
        reading *from = reading_of(&bytes, bytes.size, GDV_DIALECT_GODOT3, &policy);
        for (size_t read = 0; read < depth; read += 1) {
            cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
        }
        gdv_read_end(&from->reader);
        cr_assert_eq(gdv_reader_finish(&from->reader, &report), GDV_E_WRONG_TYPE);
        gdv_value found = gdv_find(gdv_root(&deep.document), report.path);
        cr_expect_eq(gdv_exists(found), depth <= 85, "depth %zu: %s", depth, report.path);
        cr_expect(depth > 85 || found.index == depth, "depth %zu: node %u", depth, found.index);
        reading_free(from);
    }
    parsed_free(&deep);
    packet_free(&bytes);
    builder_free(&made);
}
