/* SPDX-License-Identifier: MIT */
/* gdv_only_keys passes a dictionary whose keys are all among the names, and refuses any other with the first key that
 * is not, whatever that is, and its place. What it costs is counted by test_lookup_work.c. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/alike.h"
#include "tests/support/corpus.h"
#include "tests/support/parsed.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- every dictionary of the corpus ---- */

/* By a look at every name for every key: the first key that is none of them. */
static gdv_value other_key(gdv_value dictionary, const char *const *names, size_t n)
{
    gdv_iterator each;
    gdv_iterate(dictionary, &each);
    while (gdv_iterate_next(&each)) {
        bool named = false;
        for (size_t index = 0; index < n; index += 1) {
            named = named || gdv_text_is(each.key, names[index]);
        }
        if (!named) {
            return each.key;
        }
    }
    return gdv_missing();
}

/* With the names in a block of exactly their size. */
static gdv_status passes_or_says_which(gdv_value dictionary, const char *const *names, size_t n, const char *name)
{
    const char **block = (const char **)malloc(n * sizeof *block + 1);
    gdv_value other = other_key(dictionary, names, n);
    gdv_report report;
    gdv_report place = {.struct_size = sizeof place};
    memset(&report, 0xa5, sizeof report);
    report.struct_size = sizeof report;
    if (n > 0) {
        memcpy(block, names, n * sizeof *block);
    }
    gdv_status code = gdv_only_keys(dictionary, block, n, &report);
    cr_expect_eq(code, gdv_exists(other) ? GDV_E_UNKNOWN_KEY : GDV_OK, "%s: %s", name, gdv_status_name(code));
    cr_expect_eq(report.code, code, "%s", name);
    cr_expect_eq(report.offset, gdv_value_offset(other), "%s: %zu", name, (size_t)report.offset);
    (void)gdv_report_at(other, code, &place);
    cr_expect_str_eq(report.path, place.path, "%s", name);
    cr_expect_eq(gdv_only_keys(dictionary, block, n, NULL), code, "%s without a report", name);
    free(block);
    return code;
}

#define MOST_NAMES 40

static size_t names_of(gdv_value dictionary, char **names)
{
    gdv_iterator each;
    size_t n = 0;
    gdv_iterate(dictionary, &each);
    while (n < MOST_NAMES && gdv_iterate_next(&each)) {
        gdv_text text;
        if (gdv_to_text(each.key, &text) == GDV_OK) {
            names[n] = (char *)calloc(text.size + 1, 1);
            memcpy(names[n], text.bytes, text.size);
            n += 1;
        }
    }
    return n;
}

/* With all of its names, and with each of them left out. */
static void passes_its_own_names(gdv_value dictionary, const char *name, size_t counts[2])
{
    char *names[MOST_NAMES + 1];
    size_t n = names_of(dictionary, names);
    gdv_status code = passes_or_says_which(dictionary, (const char *const *)names, n, name);
    counts[0] += code == GDV_OK && n > 0 ? 1 : 0;
    for (size_t index = 0; index < n; index += 1) {
        char *left_out = names[index];
        names[index] = NULL;
        code = passes_or_says_which(dictionary, (const char *const *)names, n, name);
        counts[1] += code == GDV_E_UNKNOWN_KEY ? 1 : 0;
        names[index] = left_out;
    }
    for (size_t index = 0; index < n; index += 1) {
        free(names[index]);
    }
}

Test(only_keys, passes_what_is_named_and_finds_the_first_key_that_is_not)
{
    size_t counts[2] = {0, 0};
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            parsed made;
            parsed_from(&made, each.bytes.bytes, each.bytes.size, (gdv_dialect)dialect, &policy);
            for (uint32_t index = 0; made.code == GDV_OK && index < made.document.count; index += 1) {
                gdv_value value = {&made.document, index};
                if (gdv_type_of(value) == GDV_TYPE_DICTIONARY) {
                    passes_its_own_names(value, each.name, counts);
                } else {
                    cr_expect_eq(gdv_only_keys(value, NULL, 0, NULL), GDV_E_WRONG_TYPE, "%s: node %u", each.name,
                                 index);
                }
            }
            parsed_free(&made);
        }
    }
    cr_assert(counts[0] > 50 && counts[1] > 50, "%zu passed, %zu refused", counts[0], counts[1]);
}

/* ---- by hand ---- */

#define STRING(byte) "04000000 01000000 " byte "000000 "
#define NAME(byte) "15000000 01000000 " byte "000000 "
#define NIL "00000000 "

typedef struct row {
    const char *name;
    const char *dialect;
    const char *policy;
    const char *hex;
    const char *line; /* for the names a and b */
} row;

static const row rows[] = {
    {"no keys", "godot4.4", "strict", "1b000000 00000000", "OK: accepted"},
    {"one of two names", "godot4.4", "strict", "1b000000 01000000 " STRING("62") NIL, "OK: accepted"},
    {"StringName", "godot4.4", "engine", "1b000000 01000000 " NAME("62") NIL, "OK: accepted"},
    {"String and StringName, which are two keys", "pandemonium-33", "engine",
     "16000000 02000000 " STRING("61") NIL NAME("61") NIL, "OK: accepted"},
    {"another text", "godot4.4", "strict", "1b000000 02000000 " STRING("61") NIL STRING("63") NIL,
     "UNKNOWN_KEY at 24 (.c): dictionary has a key that is not expected"},
    {"a longer text", "godot4.4", "strict", "1b000000 01000000 04000000 02000000 61620000 " NIL,
     "UNKNOWN_KEY at 8 (.ab): dictionary has a key that is not expected"},
    {"an empty text", "godot4.4", "strict", "1b000000 01000000 04000000 00000000 " NIL,
     "UNKNOWN_KEY at 8 ([\"\"]): dictionary has a key that is not expected"},
    {"an int", "godot4.4", "strict", "1b000000 01000000 02000000 61000000 " NIL,
     "UNKNOWN_KEY at 8 ({97}): dictionary has a key that is not expected"},
    {"null", "godot4.4", "strict", "1b000000 01000000 " NIL NIL,
     "UNKNOWN_KEY at 8 ({@8}): dictionary has a key that is not expected"},
    {"an array that holds a name", "godot4.4", "strict", "1b000000 01000000 1c000000 01000000 " STRING("61") NIL,
     "UNKNOWN_KEY at 8 ({@8}): dictionary has a key that is not expected"},
    {"of two, the first", "godot4.4", "strict", "1b000000 02000000 " STRING("64") NIL STRING("63") NIL,
     "UNKNOWN_KEY at 8 (.d): dictionary has a key that is not expected"},
    {"keys inside a value are not its keys", "godot4.4", "strict",
     "1b000000 01000000 " STRING("61") "1b000000 01000000 " STRING("63") NIL, "OK: accepted"},
    {"text that engines cut at its NUL", "godot3", "strict+text-nul",
     "12000000 01000000 04000000 02000000 62000000 " NIL, "OK: accepted"},
};

Test(only_keys, says_in_a_line_which_key_it_is)
{
    static const char *const names[] = {"a", "b"};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        gdv_value root = parsed_hex(&made, rows[index].dialect, rows[index].policy, rows[index].hex);
        gdv_report report = {.struct_size = sizeof report};
        char line[256];
        gdv_status code = gdv_only_keys(root, names, 2, &report);
        cr_expect_eq(code, report.code, "%s", rows[index].name);
        gdv_report_format(&report, line, sizeof line);
        cr_expect_str_eq(line, rows[index].line, "%s: %s", rows[index].name, line);
        parsed_free(&made);
    }
}

/* ---- how many names ---- */

enum { NAMES = GDV_ONLY_KEYS_MAX };

static void spell_names(char texts[NAMES + 1][8], const char *names[NAMES + 1])
{
    for (uint32_t index = 0; index <= NAMES; index += 1) {
        snprintf(texts[index], 8, "k%u", index * 7 % 1000);
        names[index] = texts[index];
    }
}

static void put_pair(builder *out, const char *key)
{
    char padded[8] = {0};
    memcpy(padded, key, strlen(key));
    put_u32(out, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_STRING));
    put_u32(out, (uint32_t)strlen(key));
    put_bytes(out, padded, (strlen(key) + 3) / 4 * 4);
    put_u32(out, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_NIL));
}

/* All names there may be, keys for each of them, and one key more. */
Test(only_keys, takes_as_many_names_as_it_says)
{
    static char texts[NAMES + 1][8];
    const char *names[NAMES + 1];
    parsed read;
    builder made = {NULL, 0, 0};
    spell_names(texts, names);
    put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_DICTIONARY));
    put_u32(&made, NAMES);
    for (uint32_t index = NAMES; index > 0; index -= 1) {
        put_pair(&made, names[index - 1]);
    }
    parsed_from(&read, made.bytes, made.size, GDV_DIALECT_GODOT3, NULL);
    gdv_value root = gdv_root(&read.document);
    cr_expect_eq(passes_or_says_which(root, names, NAMES, "all"), GDV_OK);
    for (size_t n = 0; n < NAMES; n += 1) {
        cr_expect_eq(passes_or_says_which(root, names, n, "some"), GDV_E_UNKNOWN_KEY, "%zu", n);
        cr_expect_eq(passes_or_says_which(root, names + 1, n, "others"), GDV_E_UNKNOWN_KEY, "%zu", n);
    }
    cr_expect_eq(gdv_only_keys(root, names, NAMES + 1, NULL), GDV_E_BAD_ARGUMENT);
    parsed_free(&read);
    builder_free(&made);
}

Test(only_keys, takes_a_name_twice_and_no_name_for_none)
{
    static const char *const names[] = {"a", NULL, "a", "b", "a", NULL};
    parsed made;
    size_t passed = 0;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "1b000000 02000000 " STRING("62") NIL STRING("61") NIL);
    for (size_t first = 0; first <= COUNT_OF(names); first += 1) {
        for (size_t n = 0; n <= COUNT_OF(names) - first; n += 1) {
            passed += passes_or_says_which(root, names + first, n, "some") == GDV_OK ? 1 : 0;
        }
    }
    cr_expect_eq(passed, 11, "those that hold a and b: %zu", passed);
    parsed_free(&made);
}

/* Names that stand in one place, as chance has it, and a key that has the number of a name. */
Test(only_keys, texts_of_one_fingerprint_are_told_apart)
{
    char texts[2][ALIKE_SIZE] = {{0}};
    cr_assert(find_two_alike(texts[0], texts[1]), "there are no two texts of one fingerprint among these");
    const char *const names[] = {texts[0], texts[1]};
    builder made = {NULL, 0, 0};
    parsed read;
    put_u32(&made, id_of(GDV_DIALECT_GODOT3, GDV_TYPE_DICTIONARY));
    put_u32(&made, 2);
    put_pair(&made, texts[0]);
    put_pair(&made, texts[1]);
    parsed_from(&read, made.bytes, made.size, GDV_DIALECT_GODOT3, NULL);
    gdv_value root = gdv_root(&read.document);
    cr_expect_eq(passes_or_says_which(root, names, 2, "both"), GDV_OK);
    cr_expect_eq(passes_or_says_which(root, names, 1, "the first"), GDV_E_UNKNOWN_KEY);
    cr_expect_eq(passes_or_says_which(root, names + 1, 1, "the second"), GDV_E_UNKNOWN_KEY);
    parsed_free(&read);
    builder_free(&made);
}

/* ---- arguments ---- */

/* It has keys, and no nodes of them: to say that there are none would let all of them pass. */
Test(only_keys, of_a_reader_are_missing_and_not_fine)
{
    static const char *const names[] = {"a"};
    static const struct {
        const char *hex;
        gdv_status code;
    } packets[] = {
        {"1b000000 01000000 " STRING("63") NIL, GDV_E_MISSING},
        {"1b000000 01000000 " STRING("61") NIL, GDV_E_MISSING},
        {"1b000000 00000000", GDV_OK},
    };
    for (size_t index = 0; index < COUNT_OF(packets); index += 1) {
        reading *from = reading_hex("godot4.4", "strict", packets[index].hex);
        gdv_event event;
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
        gdv_status code = gdv_only_keys(event.value, names, 1, NULL);
        cr_expect_eq(code, packets[index].code, "row %zu: %s", index, gdv_status_name(code));
        reading_free(from);
    }
}

/* An address that is not memory of anybody's: a region from there on wraps around the address space. */
static void *address(uintptr_t from_the_end)
{
    return (void *)(UINTPTR_MAX - from_the_end); /* NOLINT(performance-no-int-to-ptr): the test is about addresses */
}

Test(only_keys, takes_no_names_from_nowhere)
{
    static const char *const names[] = {"a"};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "1b000000 01000000 " STRING("61") NIL);
    gdv_report report = {.struct_size = sizeof report};
    cr_expect_eq(gdv_only_keys(root, NULL, 1, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.type, -1, "no value is to blame");
    cr_expect_eq(gdv_only_keys(root, (const char *const *)address(sizeof(char *)), 2, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_only_keys(root, names, SIZE_MAX, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_only_keys(root, NULL, 0, NULL), GDV_E_UNKNOWN_KEY);
    cr_expect_eq(gdv_only_keys(gdv_missing(), names, 1, &report), GDV_E_MISSING);
    cr_expect_eq(report.code, GDV_E_MISSING);
    cr_expect_eq(gdv_only_keys(gdv_missing(), NULL, 1, NULL), GDV_E_BAD_ARGUMENT);
    parsed_free(&made);
}

Test(only_keys, writes_no_report_over_names_or_of_another_size)
{
    union {
        gdv_report report;
        const char *names[4];
    } shared;
    static const char *const names[] = {"a"};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "1b000000 01000000 " STRING("61") NIL);
    memset(&shared, 0, sizeof shared);
    shared.names[3] = "a";
    shared.report.struct_size = sizeof shared.report;
    const gdv_report before = shared.report;
    cr_expect_eq(gdv_only_keys(root, &shared.names[3], 1, &shared.report), GDV_E_OVERLAP);
    cr_expect_eq(memcmp(&shared.report, &before, sizeof before), 0);
    gdv_report report = {.struct_size = 1};
    cr_expect_eq(gdv_only_keys(root, names, 1, &report), GDV_E_BAD_STRUCT);
    cr_expect_eq(gdv_only_keys(root, names, 1, (gdv_report *)(void *)&made.document), GDV_E_OVERLAP);
    parsed_free(&made);
}
