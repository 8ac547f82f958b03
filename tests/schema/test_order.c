/* SPDX-License-Identifier: MIT */
/* Claims about lists in order (lib/schema/order.h): they ascend whatever their order was, what is there twice is named by
 * its first two places, and each is found again. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/order.h"

enum { MOST = 400 };

static gdv_listed int_entry(int64_t number, uint32_t line)
{
    gdv_listed entry;
    memset(&entry, 0, sizeof entry);
    entry.kind = GDV_ENTRY_INT;
    memcpy(&entry.number, &number, sizeof number);
    entry.place.line = line;
    return entry;
}

static gdv_listed float_entry(double number, uint32_t line)
{
    gdv_listed entry = int_entry(0, line);
    entry.kind = GDV_ENTRY_FLOAT;
    memcpy(&entry.number, &number, sizeof number);
    return entry;
}

static gdv_listed text_entry(uint32_t at, uint32_t size, uint32_t line)
{
    gdv_listed entry = int_entry(0, line);
    entry.kind = GDV_ENTRY_TEXT;
    entry.at = at;
    entry.size = size;
    return entry;
}

static int64_t int_of(const gdv_listed *entry)
{
    int64_t number = 0;
    memcpy(&number, &entry->number, sizeof number);
    return number;
}

static int sign(int32_t order)
{
    return (order > 0) - (order < 0);
}

Test(order, of_texts_is_by_bytes_and_of_beginnings_by_length)
{
    static const struct {
        const char *one;
        uint32_t one_size;
        const char *other;
        uint32_t other_size;
        int order;
    } rows[] = {
        {"a", 1, "b", 1, -1},    {"b", 1, "a", 1, 1},        {"ab", 2, "ab", 2, 0},    {"", 0, "", 0, 0},
        {"", 0, "a", 1, -1},     {"a", 1, "", 0, 1},         {"abz", 2, "abc", 3, -1}, {"abc", 3, "abz", 2, 1},
        {"abz", 2, "aba", 2, 0}, {"\x7f", 1, "\x80", 1, -1}, {"b", 1, "ab", 2, 1},     {"ab", 2, "b", 1, -1},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        int32_t order = gdv_order_texts((const uint8_t *)rows[row].one, rows[row].one_size,
                                        (const uint8_t *)rows[row].other, rows[row].other_size);
        cr_expect_eq(sign(order), rows[row].order, "row %zu: %d", row, (int)order);
    }
}

Test(order, of_places_is_by_text_then_line_then_column)
{
    static const gdv_place places[] = {{0, 1, 1}, {0, 1, 2}, {0, 2, 1}, {1, 1, 1}, {1, 1, 2}, {2, 0, 0}};
    for (int one = 0; one < 6; one += 1) {
        for (int other = 0; other < 6; other += 1) {
            int32_t order = gdv_order_places(places[one], places[other]);
            cr_expect_eq(sign(order), (one > other) - (one < other), "%d and %d: %d", one, other, (int)order);
        }
    }
}

static void expect_ascending(const gdv_listed *entries, uint32_t count)
{
    for (uint32_t index = 1; index < count; index += 1) {
        cr_assert_lt(int_of(&entries[index - 1]), int_of(&entries[index]), "%u of %u", index, count);
    }
}

/* Every order of up to seven numbers, each reached from the one before by the next of its permutations. */
static bool next_permutation(uint8_t *of, uint32_t count)
{
    uint32_t at = count;
    while (at > 1 && of[at - 2] > of[at - 1]) {
        at -= 1;
    }
    if (at <= 1) {
        return false;
    }
    uint32_t with = count - 1;
    while (of[with] < of[at - 2]) {
        with -= 1;
    }
    uint8_t kept = of[at - 2];
    of[at - 2] = of[with];
    of[with] = kept;
    for (uint32_t low = at - 1, high = count - 1; low < high; low += 1, high -= 1) {
        kept = of[low];
        of[low] = of[high];
        of[high] = kept;
    }
    return true;
}

Test(order, every_order_of_few_becomes_the_ascending_one)
{
    gdv_draft draft;
    memset(&draft, 0, sizeof draft);
    for (uint32_t count = 0; count <= 7; count += 1) {
        uint8_t numbers[7] = {0, 1, 2, 3, 4, 5, 6};
        gdv_listed *entries = malloc(count > 0 ? count * sizeof *entries : 1);
        do {
            uint32_t first = 77;
            for (uint32_t index = 0; index < count; index += 1) {
                entries[index] = int_entry((int64_t)numbers[index] - 3, index);
            }
            cr_assert_eq(gdv_order_by_number(&draft, entries, count, &first), GDV_NONE);
            expect_ascending(entries, count);
        } while (next_permutation(numbers, count));
        free(entries);
    }
}

/* Lists of every length up to a few hundred: descending, and stirred. */
Test(order, long_lists_ascend)
{
    gdv_draft draft;
    memset(&draft, 0, sizeof draft);
    for (uint32_t count = 8; count < MOST; count += 1) {
        gdv_listed *entries = malloc(count * sizeof *entries);
        uint32_t first = 0;
        for (uint32_t index = 0; index < count; index += 1) {
            entries[index] = int_entry((int64_t)count - index, index);
        }
        cr_assert_eq(gdv_order_by_number(&draft, entries, count, &first), GDV_NONE);
        expect_ascending(entries, count);
        for (uint32_t index = 0; index < count; index += 1) { /* 401 is prime: no two are equal */
            entries[index] = int_entry((int64_t)((index + 1) * 173 % 401), index);
        }
        cr_assert_eq(gdv_order_by_number(&draft, entries, count, &first), GDV_NONE);
        expect_ascending(entries, count);
        free(entries);
    }
}

Test(order, what_is_there_twice_is_named_by_its_first_two_places)
{
    gdv_draft draft;
    uint8_t pool[] = "zebra\0ant\0bee\0cat\0bee\0bee";
    memset(&draft, 0, sizeof draft);
    draft.pool = pool;
    for (uint32_t turn = 0; turn < 6; turn += 1) {
        uint32_t order[6];
        uint32_t first = 77;
        const gdv_listed texts[6] = {text_entry(0, 5, 1),  text_entry(6, 3, 2),  text_entry(10, 3, 3),
                                     text_entry(14, 3, 4), text_entry(18, 3, 5), text_entry(22, 3, 6)};
        gdv_listed turned[6];
        for (uint32_t index = 0; index < 6; index += 1) {
            turned[index] = texts[(index + turn) % 6];
        }
        uint32_t second = gdv_order_by_text(&draft, turned, order, 6, &first);
        cr_assert_lt(second, 6);
        cr_assert_lt(first, 6);
        cr_expect_eq(turned[first].place.line, 3, "turn %u: line %u", turn, turned[first].place.line);
        cr_expect_eq(turned[second].place.line, 5, "turn %u: line %u", turn, turned[second].place.line);
    }
    gdv_listed floats[4] = {float_entry(2.5, 1), float_entry(-1.0, 2), float_entry(0.5, 3), float_entry(0.5, 4)};
    uint32_t first = 77;
    uint32_t second = gdv_order_by_number(&draft, floats, 4, &first);
    cr_expect_eq(first, 1);
    cr_expect_eq(second, 2);
    cr_expect_eq(floats[1].place.line, 3);
    cr_expect_eq(floats[2].place.line, 4);
    cr_expect_eq(floats[0].place.line, 2);
}

/* A rule of texts "b", "d", "f", .. and of numbers 10, 30, 50, ..: each is found, and what is between is not. */
static void expect_found(uint32_t texts, uint32_t numbers)
{
    enum { BEFORE = 3 };
    uint8_t pool[64];
    gdv_listed entries[BEFORE + 16];
    uint32_t order[BEFORE + 16];
    gdv_draft draft;
    gdv_rule rule;
    memset(&draft, 0, sizeof draft);
    memset(&rule, 0, sizeof rule);
    memset(entries, 0, sizeof entries);
    draft.pool = pool;
    draft.entries = entries;
    draft.order = order;
    for (uint32_t index = 0; index < sizeof pool; index += 1) {
        pool[index] = (uint8_t)('a' + index);
    }
    rule.first = BEFORE;
    rule.count = texts + numbers;
    rule.number_count = numbers;
    for (uint32_t index = 0; index < texts; index += 1) {
        entries[BEFORE + index] = text_entry(2 * (texts - index) - 1, 1, index); /* the last of them first */
    }
    for (uint32_t index = 0; index < numbers; index += 1) {
        entries[BEFORE + texts + index] = int_entry(20 * (int64_t)index + 10, index);
    }
    cr_assert(gdv_order_rule(&draft, &rule, GDV_MISTAKE_KEY_TWICE));
    for (uint32_t index = 0; index <= 2 * texts; index += 1) {
        const gdv_listed like = text_entry(index, 1, 0);
        uint32_t wanted = index % 2 == 1 ? BEFORE + texts - (index + 1) / 2 : GDV_NONE;
        cr_expect_eq(gdv_order_find(&draft, &rule, &like), wanted, "text %u of %u", index, texts);
    }
    for (uint32_t index = 0; index <= 2 * numbers; index += 1) {
        const gdv_listed like = int_entry(10 * (int64_t)index, 0);
        uint32_t wanted = index % 2 == 1 ? BEFORE + texts + index / 2 : GDV_NONE;
        cr_expect_eq(gdv_order_find(&draft, &rule, &like), wanted, "number %u of %u after %u", index, numbers, texts);
    }
}

Test(order, each_is_found_and_nothing_else)
{
    for (uint32_t texts = 0; texts <= 8; texts += 1) {
        for (uint32_t numbers = 0; numbers <= 8; numbers += 1) {
            expect_found(texts, numbers);
        }
    }
}

Test(order, of_a_rule_a_fault_has_both_places)
{
    uint8_t pool[] = "abb";
    gdv_listed entries[5] = {text_entry(0, 1, 1), text_entry(1, 1, 2), text_entry(2, 1, 3), int_entry(4, 4),
                             int_entry(4, 5)};
    uint32_t order[5];
    gdv_draft draft;
    gdv_rule rule;
    memset(&draft, 0, sizeof draft);
    memset(&rule, 0, sizeof rule);
    draft.pool = pool;
    draft.entries = entries;
    draft.order = order;
    rule.count = 5;
    rule.number_count = 2;
    cr_expect_not(gdv_order_rule(&draft, &rule, GDV_MISTAKE_MEMBER_TWICE));
    cr_expect_eq(draft.fault.kind, GDV_MISTAKE_MEMBER_TWICE);
    cr_expect_eq(draft.fault.place.line, 3);
    cr_expect_eq(draft.fault.other.line, 2);
    entries[2].at = 0;
    entries[2].size = 2;
    cr_expect_not(gdv_order_rule(&draft, &rule, GDV_MISTAKE_KEY_TWICE));
    cr_expect_eq(draft.fault.kind, GDV_MISTAKE_KEY_TWICE);
    cr_expect_eq(draft.fault.place.line, 5);
    cr_expect_eq(draft.fault.other.line, 4);
}
