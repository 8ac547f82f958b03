/* SPDX-License-Identifier: MIT */
/* Claims about equal keys in what is written: gdv_writer_finish says of every packet what gdv_validate says of the same
 * bytes with the same scratch memory, whether it reads the packet again or knows by itself; and when it does which. Wire
 * reference: section 7. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/write/ends.h"
#include "tests/support/type_ids.h"

enum {
    ROOM = 1 << 16,
    ENOUGH = 16 * GDV_WRITER_KEYS /* bytes of scratch memory with which the writer may decide */
};

typedef struct page {
    gdv_writer writer;
    gdv_dialect dialect;
    uint8_t bytes[ROOM];
} page;

static page *page_of(gdv_dialect dialect)
{
    page *made = malloc(sizeof *made);
    cr_assert_not_null(made);
    made->dialect = dialect;
    cr_assert_eq(gdv_writer_init(&made->writer, made->bytes, sizeof made->bytes, dialect, NULL), GDV_OK);
    return made;
}

static size_t size_of(const page *of)
{
    return (size_t)of->writer.out.pos;
}

/* A copy of the writer finishes: what a refusal leaves in it is not there the next time. */
static gdv_status finish_with(const page *of, size_t scratch_size)
{
    gdv_writer copy = of->writer;
    uint8_t *scratch = malloc(scratch_size + 1);
    size_t size = 0;
    gdv_status status = gdv_writer_finish(&copy, scratch, scratch_size, &size);
    free(scratch);
    cr_expect_eq(size, status == GDV_OK || status == GDV_E_NO_SPACE ? size_of(of) : 0);
    return status;
}

static gdv_status judge_with(const page *of, size_t scratch_size)
{
    uint8_t *scratch = malloc(scratch_size + 1);
    gdv_status status = gdv_validate(of->bytes, size_of(of), of->dialect, NULL, scratch, scratch_size, NULL, NULL);
    free(scratch);
    return status;
}

static void expect_the_same(const page *of, const char *what)
{
    const size_t bound = gdv_scratch_bound(size_of(of));
    const size_t sizes[] = {0, 7, 8, 16, 64, ENOUGH - 1, ENOUGH, ENOUGH + 8, bound - 8, bound};
    for (size_t index = 0; index < sizeof sizes / sizeof sizes[0]; index += 1) {
        gdv_status owed = judge_with(of, sizes[index]);
        gdv_status told = finish_with(of, sizes[index]);
        cr_assert_eq(told, owed, "%s: %s: with %zu bytes of %zu: %s, not %s", gdv_dialect_name(of->dialect), what,
                     sizes[index], bound, gdv_status_name(told), gdv_status_name(owed));
    }
}

/* Whether the writer decides without a look at the packet: then it does not see that the packet is no more. */
static bool decides_alone(page *of, size_t scratch_size)
{
    uint8_t first = of->bytes[0];
    of->bytes[0] = 0xff;
    gdv_status status = finish_with(of, scratch_size);
    of->bytes[0] = first;
    return status == GDV_OK;
}

static void put_numbered(page *on, uint32_t number)
{
    char text[16];
    int size = snprintf(text, sizeof text, "key%u", number);
    gdv_write_string(&on->writer, text, (size_t)size);
}

/* {"key0": nil, "key1": nil, ..}, the last one as `last` says. */
static page *dictionary(gdv_dialect dialect, uint32_t keys, uint32_t last)
{
    page *made = page_of(dialect);
    gdv_begin_dictionary(&made->writer);
    for (uint32_t number = 0; number < keys; number += 1) {
        put_numbered(made, number + 1 < keys ? number : last);
        gdv_write_nil(&made->writer);
    }
    cr_assert_eq(gdv_end(&made->writer), GDV_OK);
    return made;
}

static void every_number_of_keys(gdv_dialect dialect)
{
    for (uint32_t keys = 1; keys <= GDV_WRITER_KEYS + 2; keys += 1) {
        page *apart = dictionary(dialect, keys, keys);
        expect_the_same(apart, "keys that differ");
        cr_expect_eq(decides_alone(apart, ENOUGH), keys <= GDV_WRITER_KEYS, "%u", keys);
        free(apart);
        for (uint32_t twin = 0; twin + 1 < keys; twin += 1) {
            page *equal = dictionary(dialect, keys, twin);
            cr_expect_eq(finish_with(equal, gdv_scratch_bound(size_of(equal))), GDV_E_DUPLICATE_KEY, "%u: %u", keys,
                         twin);
            free(equal);
        }
    }
}

TEST_EACH_DIALECT(a_repeated_key_is_found_among_any_number, every_number_of_keys)

Test(writer_keys, are_no_further_in_memory_than_the_caller_gave)
{
    page *small = dictionary(GDV_DIALECT_GODOT4_4, 3, 3);
    const size_t bound = gdv_scratch_bound(size_of(small));
    cr_expect(bound < ENOUGH && decides_alone(small, bound) && !decides_alone(small, bound - 1));
    free(small);
    page *large = dictionary(GDV_DIALECT_GODOT4_4, GDV_WRITER_KEYS, GDV_WRITER_KEYS);
    cr_expect(decides_alone(large, ENOUGH) && !decides_alone(large, ENOUGH - 1));
    free(large);
}

/* Dictionaries that end make room: only those that are open count. */
Test(writer_keys, are_forgotten_with_their_dictionary)
{
    page *on = page_of(GDV_DIALECT_GODOT4_4);
    gdv_begin_array(&on->writer);
    for (uint32_t place = 0; place < 40; place += 1) {
        gdv_begin_dictionary(&on->writer);
        for (uint32_t number = 0; number < GDV_WRITER_KEYS; number += 1) {
            put_numbered(on, number);
            gdv_write_bool(&on->writer, true);
        }
        gdv_end(&on->writer);
    }
    cr_assert_eq(gdv_end(&on->writer), GDV_OK);
    expect_the_same(on, "one after another");
    cr_expect(decides_alone(on, ENOUGH));
    free(on);
}

/* One dictionary in another, all with the same key, which is no repetition. */
static page *nested(uint32_t depth)
{
    page *on = page_of(GDV_DIALECT_GODOT4_4);
    for (uint32_t level = 0; level < depth; level += 1) {
        gdv_begin_dictionary(&on->writer);
        put_numbered(on, 7);
    }
    gdv_write_nil(&on->writer);
    for (uint32_t level = 0; level < depth; level += 1) {
        gdv_end(&on->writer);
    }
    return on;
}

Test(writer_keys, are_compared_within_their_dictionary)
{
    for (uint32_t depth = 1; depth <= 32; depth += 1) {
        page *on = nested(depth);
        expect_the_same(on, "nested");
        cr_expect(decides_alone(on, ENOUGH), "%u", depth);
        free(on);
    }
}

/* One call of each type as a key. */
static bool put_other_key(gdv_writer *writer, uint32_t which)
{
    static const float floats[] = {1, 2};
    static const int32_t ints[] = {1, 2};
    const gdv_text name = {"a", 1};
    switch (which) {
    case 0:
        return gdv_write_nil(writer) == GDV_OK;
    case 1:
        return gdv_write_bool(writer, true) == GDV_OK;
    case 2:
        return gdv_write_int(writer, 5) == GDV_OK;
    case 3:
        return gdv_write_float(writer, 0.5) == GDV_OK;
    case 4:
        return gdv_write_node_path(writer, false, &name, 1, NULL, 0, NULL) == GDV_OK;
    case 5:
        return gdv_write_floats(writer, GDV_TYPE_VECTOR2, floats, 2) == GDV_OK;
    case 6:
        return gdv_write_bytes(writer, "ab", 2) == GDV_OK;
    case 7:
        return gdv_write_strings(writer, &name, 1) == GDV_OK;
    case 8:
        return gdv_write_int32s(writer, GDV_TYPE_PACKED_INT32_ARRAY, ints, 2) == GDV_OK;
    case 9:
        return gdv_begin_array(writer) == GDV_OK && gdv_end(writer) == GDV_OK;
    default:
        return gdv_begin_dictionary(writer) == GDV_OK && gdv_end(writer) == GDV_OK;
    }
}

enum { OTHER_KEYS = 11 };

/* In a dictionary of texts another, whose two keys are of another type and equal: the texts around it must not be taken
 * for its keys, nor be missed when it has ended. */
static void every_other_key(gdv_dialect dialect)
{
    for (uint32_t which = 0; which < OTHER_KEYS; which += 1) {
        for (uint32_t repeated = 0; repeated < 4; repeated += 1) {
            page *on = page_of(dialect);
            gdv_begin_dictionary(&on->writer);
            put_numbered(on, 0);
            gdv_write_nil(&on->writer);
            put_numbered(on, 1);
            gdv_write_nil(&on->writer);
            put_numbered(on, 2);
            gdv_begin_dictionary(&on->writer);
            cr_assert(put_other_key(&on->writer, which), "%u", which);
            gdv_write_nil(&on->writer);
            if (repeated % 2 != 0) {
                cr_assert(put_other_key(&on->writer, which), "%u", which);
                gdv_write_nil(&on->writer);
            }
            gdv_end(&on->writer);
            put_numbered(on, repeated >= 2 ? 1 : 3);
            gdv_write_nil(&on->writer);
            cr_assert_eq(gdv_end(&on->writer), GDV_OK);
            expect_the_same(on, "keys of other types");
            free(on);
        }
    }
}

TEST_EACH_DIALECT(keys_that_are_no_texts_are_not_missed, every_other_key)

/* Keys that are long, or not ASCII, are known to differ as short ones are. */
Test(writer_keys, of_any_kind_of_text_are_told_apart_alone)
{
    static const char *const keys[] = {"a", "abcdefghijklmnop", "abcdefghijklmnopq", "\xc3\xa4", "abcdefghijklmnopr"};
    page *on = page_of(GDV_DIALECT_GODOT4_4);
    gdv_begin_dictionary(&on->writer);
    for (size_t index = 0; index < sizeof keys / sizeof keys[0]; index += 1) {
        gdv_write_string(&on->writer, keys[index], strlen(keys[index]));
        gdv_write_string(&on->writer, "b", 1);
    }
    cr_assert_eq(gdv_end(&on->writer), GDV_OK);
    expect_the_same(on, "texts of all kinds");
    cr_expect(decides_alone(on, ENOUGH));
    free(on);
}

/* What is noted of a key that is all that is written: of one that may be ready, or that must be asked about. */
static uint32_t noted_of(const char *text, size_t length, bool may_be_ready)
{
    page *on = page_of(GDV_DIALECT_GODOT4_4);
    gdv_begin_dictionary(&on->writer);
    cr_assert_gt(on->writer.reach, 0);
    on->writer.reach = may_be_ready ? on->writer.reach : 0;
    cr_assert_eq(gdv_write_string(&on->writer, text, length), GDV_OK, "%zu bytes", length);
    cr_assert_eq(on->writer.noted, 1, "%zu bytes", length);
    const uint32_t noted = on->writer.keys[0];
    free(on);
    return noted;
}

/* Texts of each length have one fingerprint, whichever way they are written. */
Test(writer_keys, have_the_fingerprint_of_their_text)
{
    static const char text[] = "abcdefghijklmnopqr";
    for (size_t length = 0; length < sizeof text; length += 1) {
        const uint32_t noted = noted_of(text, length, true);
        cr_expect_eq(noted_of(text, length, false), noted, "%zu bytes", length);
        for (size_t shorter = 0; shorter < length; shorter += 1) {
            cr_expect_neq(noted_of(text, shorter, true), noted, "%zu bytes and %zu", shorter, length);
        }
    }
}

/* One edit of a text tells on its fingerprint, wherever it is: that texts differ must be seen without reading them again. */
Test(writer_keys, have_another_fingerprint_for_each_edit)
{
    enum { LONGEST = 20 };
    for (size_t length = 1; length <= LONGEST; length += 1) {
        char text[LONGEST];
        memset(text, 'm', sizeof text);
        const uint32_t noted = noted_of(text, length, true);
        for (size_t at = 0; at < length; at += 1) {
            for (int other = 1; other < 128; other += 1) {
                text[at] = (char)other;
                cr_expect(other == 'm' || noted_of(text, length, true) != noted, "%d at %zu of %zu", other, at, length);
            }
            text[at] = 'm';
        }
    }
}

static int by_number(const void *one, const void *other)
{
    const uint32_t a = *(const uint32_t *)one;
    const uint32_t b = *(const uint32_t *)other;
    return a < b ? -1 : a > b;
}

/* Names as games have them. Of so many that are spread by chance, two have one number with a probability of one in 80. */
Test(writer_keys, that_are_numbered_have_different_fingerprints)
{
    enum { MANY = 10000 };
    static uint32_t noted[MANY];
    for (uint32_t index = 0; index < MANY; index += 1) {
        char name[GDV_SHORT_TEXT + 1];
        const int length = snprintf(name, sizeof name, index % 2 == 0 ? "player%u" : "%u", index);
        gdv_ends ends;
        gdv_ends_set(&ends, (const uint8_t *)name, (size_t)length);
        noted[index] = gdv_ends_fingerprint(&ends, (uint32_t)length);
    }
    qsort(noted, MANY, sizeof noted[0], by_number);
    for (uint32_t index = 1; index < MANY; index += 1) {
        cr_expect_neq(noted[index], noted[index - 1]);
    }
}

/* A dictionary that does not fit, of which keys were not noted, is none without equal keys. */
Test(writer_keys, are_unsure_where_not_all_fits)
{
    page *on = page_of(GDV_DIALECT_GODOT4_4);
    cr_assert_eq(gdv_writer_init(&on->writer, on->bytes, 20, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    gdv_begin_dictionary(&on->writer);
    for (size_t index = 0; index < 2; index += 1) {
        (void)gdv_write_string(&on->writer, "a", 1);
        (void)gdv_write_nil(&on->writer);
    }
    cr_expect_eq(gdv_end(&on->writer), GDV_E_NO_SPACE);
    uint8_t scratch[ENOUGH];
    size_t size = 0;
    cr_expect_eq(gdv_writer_finish(&on->writer, scratch, sizeof scratch, &size), GDV_E_NO_SPACE);
    cr_expect_eq(size, 8 + 2 * 16);
    free(on);
}

/* Dictionaries that follow one another: what the writer knows of one does not hide the others. */
Test(writer_keys, are_found_in_each_of_many_dictionaries)
{
    for (uint32_t place = 0; place < 3; place += 1) {
        page *on = page_of(GDV_DIALECT_GODOT4_4);
        gdv_begin_array(&on->writer);
        for (uint32_t index = 0; index < 3; index += 1) {
            gdv_begin_dictionary(&on->writer);
            put_numbered(on, 0);
            gdv_write_nil(&on->writer);
            put_numbered(on, index == place ? 0 : 1);
            gdv_write_nil(&on->writer);
            gdv_end(&on->writer);
        }
        cr_assert_eq(gdv_end(&on->writer), GDV_OK);
        expect_the_same(on, "one of three repeats");
        cr_expect_eq(finish_with(on, ENOUGH), GDV_E_DUPLICATE_KEY, "%u", place);
        free(on);
    }
}

enum { ALIKE = 8 };

/* Texts that have one fingerprint: of their first four bytes and of four from the ninth on a product is taken, which is 2^14 in each,
 * and what else they have is the same. No byte is above 0x7f, for which no factor is 2^7. */
static void put_alike(char text[GDV_SHORT_TEXT], uint32_t index)
{
    const uint32_t power = index < 7 ? index : index + 1;
    const uint32_t head = GDV_ENDS_HEAD ^ ((uint32_t)1 << power);
    const uint32_t tail = GDV_ENDS_TAIL ^ ((uint32_t)1 << (14 - power));
    memset(text, 'a', GDV_SHORT_TEXT);
    for (uint32_t byte = 0; byte < 4; byte += 1) {
        text[byte] = (char)(head >> (8 * byte));
        text[8 + byte] = (char)(tail >> (8 * byte));
    }
}

/* Texts that have one fingerprint, which the writer cannot tell from equal ones. */
Test(writer_keys, that_only_look_equal_are_written)
{
    for (uint32_t count = 2; count <= ALIKE; count += 1) {
        for (uint32_t last = 0; last < count; last += 1) {
            page *on = page_of(GDV_DIALECT_GODOT3);
            gdv_begin_dictionary(&on->writer);
            for (uint32_t index = 0; index < count; index += 1) {
                char text[GDV_SHORT_TEXT];
                put_alike(text, index + 1 < count ? index : last);
                cr_assert_eq(gdv_write_string(&on->writer, text, sizeof text), GDV_OK);
                cr_assert_eq(on->writer.keys[index], on->writer.keys[0], "text %u", index);
                gdv_write_nil(&on->writer);
            }
            cr_assert_eq(gdv_end(&on->writer), GDV_OK);
            expect_the_same(on, "one fingerprint");
            cr_expect_eq(finish_with(on, ENOUGH), last + 1 < count ? GDV_E_DUPLICATE_KEY : GDV_OK);
            cr_expect_not(decides_alone(on, ENOUGH));
            free(on);
        }
    }
}

static uint32_t below(uint64_t *chance, uint32_t bound)
{
    *chance = (*chance * 1664525u + 1013904223u) & 0xffffffffu;
    return (uint32_t)(*chance >> 8) % bound;
}

/* Whether StringNames are sent. */
static bool has_names(gdv_dialect dialect)
{
    const dialect_row *row = &dialect_rows[dialect];
    bool found = false;
    for (uint32_t id = 0; id < row->count; id += 1) {
        found = found || row->types[id].type == GDV_TYPE_STRING_NAME;
    }
    return found;
}

/* Few enough texts that many dictionaries repeat one; short, long and not ASCII. */
static void put_text(page *on, uint64_t *chance, bool as_key)
{
    static const char *const texts[] = {"",
                                        "a",
                                        "b",
                                        "id",
                                        "xyz",
                                        "four",
                                        "eight_ch",
                                        "nine_char",
                                        "sixteen_letters_",
                                        "seventeen_letters",
                                        "caf\303\251",
                                        "\346\274\242\345\255\227",
                                        "twenty_four_letters_long",
                                        "twenty_four_letters_lonG"};
    const char *text = texts[below(chance, sizeof texts / sizeof texts[0])];
    bool no_names = as_key && (on->dialect == GDV_DIALECT_GODOT4_0 || on->dialect == GDV_DIALECT_GODOT4_3); /* EB-35 */
    if (has_names(on->dialect) && below(chance, 4) == 0 && !no_names) {
        gdv_write_string_name(&on->writer, text, strlen(text));
    } else {
        gdv_write_string(&on->writer, text, strlen(text));
    }
}

static void put_key(page *on, uint64_t *chance)
{
    if (below(chance, 24) == 0) {
        put_other_key(&on->writer, below(chance, OTHER_KEYS));
    } else if (below(chance, 3) == 0) {
        put_numbered(on, below(chance, 100000));
    } else {
        put_text(on, chance, true);
    }
}

typedef struct level {
    bool keyed;
    uint32_t values;
} level;

enum { MOST_LEVELS = 20 };

/* Opens, fills and ends containers by chance until the outermost ends. */
static void put_tree(page *on, uint64_t *chance)
{
    level levels[MOST_LEVELS + 1] = {{true, 0}};
    uint32_t depth = 1;
    gdv_begin_dictionary(&on->writer);
    for (uint32_t left = 10 + below(chance, 90); depth > 0; left -= left > 0 ? 1 : 0) {
        level *inner = &levels[depth - 1];
        bool may_end = !inner->keyed || inner->values % 2 == 0;
        bool may_open = left > 0 && depth < MOST_LEVELS && (!inner->keyed || inner->values % 2 != 0);
        if (may_end && (left == 0 || below(chance, 8) == 0)) {
            gdv_end(&on->writer);
            depth -= 1;
            continue;
        }
        inner->values += 1;
        if (inner->keyed && may_end) {
            put_key(on, chance);
        } else if (may_open && below(chance, 3) == 0) {
            levels[depth] = (level){below(chance, 4) != 0, 0};
            if (levels[depth].keyed) {
                gdv_begin_dictionary(&on->writer);
            } else {
                gdv_begin_array(&on->writer);
            }
            depth += 1;
        } else {
            put_text(on, chance, false);
        }
    }
    cr_assert_eq(on->writer.status, GDV_OK, "%s", gdv_status_name(on->writer.status));
}

static void many_trees(gdv_dialect dialect)
{
    uint32_t alone = 0;
    uint32_t repeated = 0;
    for (uint64_t seed = 1; seed <= 600; seed += 1) {
        uint64_t chance = seed;
        page *on = page_of(dialect);
        put_tree(on, &chance);
        expect_the_same(on, "by chance");
        alone += decides_alone(on, ENOUGH) ? 1 : 0;
        repeated += finish_with(on, ENOUGH) == GDV_E_DUPLICATE_KEY ? 1 : 0;
        free(on);
    }
    cr_expect(alone >= 60 && repeated >= 60, "%u decided by the writer, %u refused", alone, repeated);
}

TEST_EACH_DIALECT(finishing_says_what_gdv_validate_says, many_trees)
