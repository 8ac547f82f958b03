/* SPDX-License-Identifier: MIT */
/* Handles, iterators and rows of strings that outlive what they were made of: the same document, parsed again, of another
 * packet. What they then give is of the new packet, or nothing; never from after its nodes or its bytes. Promise 1. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/parsed.h"

/* The same document object over other nodes, just as many as the packet needs, so that ASan sees one too far; the old
 * ones are gone. */
static void parse_again(parsed *made, const char *dialect, const char *policy, const char *hex)
{
    gdv_policy which = policy_from_text(policy);
    packet_free(&made->bytes);
    free(made->nodes);
    made->bytes = packet_from_hex(hex);
    made->report.struct_size = sizeof made->report;
    cr_assert_eq(gdv_document_parse(&made->document, made->bytes.bytes, made->bytes.size, dialect_from_text(dialect),
                                    &which, NULL, 0, &made->report),
                 GDV_E_NO_SPACE);
    size_t need = (size_t)made->report.need;
    made->nodes = nodes_of(need);
    cr_assert_eq(gdv_document_parse(&made->document, made->bytes.bytes, made->bytes.size, dialect_from_text(dialect),
                                    &which, made->nodes, need, NULL),
                 GDV_OK);
}

#define FIVE "02000000 05000000 "
#define ARRAY_OF_6 "1c000000 06000000 " FIVE FIVE FIVE FIVE FIVE FIVE
#define PAIRS_OF_3 "1b000000 03000000 02000000 00000000 " FIVE "02000000 01000000 " FIVE "02000000 02000000 " FIVE

/* After some steps of an iterator the document becomes another. Counts what it still gives, all of which must exist. */
static uint32_t goes_on_for(const char *old, const char *young, uint32_t steps)
{
    parsed made;
    gdv_iterator each;
    uint32_t count = 0;
    gdv_iterate(parsed_hex(&made, "godot4.4", "engine", old), &each);
    for (uint32_t step = 0; step < steps; step += 1) {
        cr_assert(gdv_iterate_next(&each));
    }
    parse_again(&made, "godot4.4", "engine", young);
    while (gdv_iterate_next(&each)) {
        cr_expect(gdv_exists(each.value));
        cr_expect_lt(gdv_type_of(each.value), GDV_TYPE_COUNT);
        count += 1;
        cr_assert_leq(count, 8);
    }
    cr_expect(!gdv_exists(each.key) && !gdv_exists(each.value), "at the end there is neither");
    parsed_free(&made);
    return count;
}

Test(stale, an_iterator_gives_no_node_that_there_is_not)
{
    cr_expect_eq(goes_on_for(ARRAY_OF_6, ARRAY_OF_6, 2), 4, "of as many children, the rest");
    cr_expect_eq(goes_on_for(ARRAY_OF_6, "1c000000 03000000 " FIVE FIVE FIVE, 2), 1);
    cr_expect_eq(goes_on_for(ARRAY_OF_6, "1c000000 00000000", 0), 0);
    cr_expect_eq(goes_on_for(ARRAY_OF_6, "1c000000 01000000 " FIVE, 5), 0);
    cr_expect_eq(goes_on_for(ARRAY_OF_6, FIVE, 1), 0);
    cr_expect_eq(goes_on_for(PAIRS_OF_3, "1b000000 01000000 02000000 00000000 " FIVE, 1), 0);
}

/* An array's iterator stands on the last node of a dictionary: a key there, and its value would be after the nodes. */
Test(stale, an_iterator_gives_no_key_without_a_value)
{
    for (uint32_t steps = 0; steps < 6; steps += 1) {
        (void)goes_on_for(ARRAY_OF_6, "1b000000 01000000 02000000 00000000 " FIVE, steps);
        (void)goes_on_for(ARRAY_OF_6, "1b000000 02000000 02000000 00000000 " FIVE "02000000 01000000 " FIVE, steps);
    }
}

Test(stale, an_iterator_of_a_document_that_is_empty_now_gives_nothing)
{
    parsed made;
    gdv_iterator each;
    gdv_iterate(parsed_hex(&made, "godot4.4", "engine", ARRAY_OF_6), &each);
    cr_assert(gdv_iterate_next(&each));
    cr_assert_neq(
        gdv_document_parse(&made.document, made.bytes.bytes, 3, GDV_DIALECT_GODOT4_4, NULL, made.nodes, 1, NULL),
        GDV_OK);
    cr_expect(!gdv_iterate_next(&each));
    parsed_free(&made);
}

#define TEXT(letter) "02000000 " letter "000000 "

Test(stale, strings_are_of_the_new_packet_or_none)
{
    static const char *const young[] = {"22000000 01000000 " TEXT("61"), "22000000 00000000", "02000000 05000000",
                                        "22000000 01000000 10000000 61626364 65666768 696a6b6c 6d6e6f00"};
    for (size_t row = 0; row < sizeof young / sizeof young[0]; row += 1) {
        for (uint32_t steps = 0; steps < 6; steps += 1) {
            parsed made;
            gdv_strings strings;
            gdv_text text;
            gdv_value old =
                parsed_hex(&made, "godot4.4", "engine",
                           "22000000 06000000 " TEXT("61") TEXT("62") TEXT("63") TEXT("64") TEXT("65") TEXT("66"));
            cr_assert_eq(gdv_strings_begin(old, &strings), GDV_OK);
            for (uint32_t step = 0; step < steps; step += 1) {
                cr_assert(gdv_strings_next(&strings, &text));
            }
            parse_again(&made, "godot4.4", "engine", young[row]);
            while (gdv_strings_next(&strings, &text)) {
                const uint8_t *bytes = (const uint8_t *)text.bytes;
                cr_expect(bytes >= made.bytes.bytes && bytes + text.size <= made.bytes.bytes + made.bytes.size);
            }
            cr_expect_eq(text.size, 0);
            parsed_free(&made);
        }
    }
}
