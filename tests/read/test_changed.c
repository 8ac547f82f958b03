/* SPDX-License-Identifier: MIT */
/* A packet that changed after it was read, as one in shared memory may: what a document or a reader is asked afterwards
 * is answered wrongly, perhaps, or not at all, and never from outside the packet. What changes while a call lasts is the
 * business of tests/read/test_changing.c. Promise 1. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/cursor.h"
#include "lib/wire/wire.h"
#include "tests/support/parsed.h"

static void store(parsed *made, size_t at, uint32_t word)
{
    for (uint32_t index = 0; index < 4; index += 1) {
        made->bytes.bytes[at + index] = (uint8_t)(word >> (8 * index) & 0xffu);
    }
}

#define HUGE_LENGTH 0x7ffffff0u

Test(changed, a_text_is_as_long_as_it_was)
{
    parsed made;
    char copy[8];
    gdv_text text;
    gdv_value root = parsed_hex(&made, "godot4.4", "engine", "04000000 03000000 61626300");
    store(&made, 4, HUGE_LENGTH);
    cr_expect_eq(gdv_to_text(root, &text), GDV_OK);
    cr_expect(same_text(text, "abc"));
    cr_expect_eq(gdv_text_copy(root, copy, sizeof copy), 3);
    cr_expect(gdv_text_is(root, "abc"));
    parsed_free(&made);
}

Test(changed, a_key_is_as_long_as_it_was)
{
    parsed made;
    gdv_value root =
        parsed_hex(&made, "godot4.4", "engine", "1b000000 01000000 04000000 02000000 61620000 02000000 07000000");
    store(&made, 12, HUGE_LENGTH);
    cr_expect_eq(gdv_int_or(gdv_get(root, "ab"), 0, 9, -1), 7);
    parsed_free(&made);
}

/* It is compared as a key, which reads it again. */
Test(changed, a_key_that_says_it_is_longer_than_the_packet_equals_nothing)
{
    parsed made;
    parsed other;
    gdv_value root =
        parsed_hex(&made, "godot4.4", "engine", "1b000000 01000000 04000000 02000000 61620000 02000000 07000000");
    gdv_value key = parsed_hex(&other, "godot4.4", "engine", "04000000 02000000 61620000");
    cr_expect(gdv_exists(gdv_get_value(root, key)));
    store(&made, 12, HUGE_LENGTH);
    cr_expect(!gdv_exists(gdv_get_value(root, key)));
    store(&other, 4, HUGE_LENGTH);
    (void)gdv_get_value(root, key);
    parsed_free(&other);
    key = parsed_hex(&other, "godot4.4", "engine", "00000000");
    store(&other, 0, 4); /* nil becomes a text, without a byte for its length */
    cr_expect(!gdv_exists(gdv_get_value(root, key)));
    parsed_free(&other);
    parsed_free(&made);
}

Test(changed, strings_end_where_one_does_not_fit)
{
    parsed made;
    gdv_strings strings;
    gdv_text text;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict",
                                "22000000 03000000 02000000 61000000 02000000 62000000 02000000 63000000");
    cr_assert_eq(gdv_strings_begin(root, &strings), GDV_OK);
    cr_expect(gdv_strings_next(&strings, &text) && same_text(text, "a"));
    store(&made, 16, HUGE_LENGTH);
    cr_expect(!gdv_strings_next(&strings, &text));
    cr_expect_eq(text.size, 0);
    store(&made, 16, 2);
    cr_expect(!gdv_strings_next(&strings, &text), "and nothing follows");
    parsed_free(&made);
}

/* The shape of a path is in words that are read again. */
Test(changed, a_path_has_no_more_names_than_it_had)
{
    parsed made;
    gdv_node_path path;
    gdv_value root = parsed_hex(&made, "godot2", "engine",
                                "10000000 01000080 00000000 03000000 01000000 61000000 01000000 70000000");
    store(&made, 4, 0xffffffffu);
    cr_expect_eq(gdv_to_node_path(root, &path), GDV_OK);
    cr_expect_eq(path.names, 2);
    cr_expect_eq(path.subnames, 0);
    cr_expect(!path.property, "of two names none is left for it");
    parsed_free(&made);

    root = parsed_hex(&made, "godot3.0", "engine", "0f000000 00000000"); /* the old form, of no bytes */
    store(&made, 4, 0x80000002u);
    cr_expect_eq(gdv_to_node_path(root, &path), GDV_OK);
    cr_expect_eq(path.names + path.subnames, 0);
    parsed_free(&made);
}

Test(changed, a_declared_class_that_does_not_fit_is_no_text)
{
    parsed made;
    gdv_element element;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict+object", "1c000200 04000000 4e6f6465 00000000");
    store(&made, 4, HUGE_LENGTH);
    cr_expect_eq(gdv_element_of(root, &element), GDV_OK);
    cr_expect_eq(element.name.size, 0);
    parsed_free(&made);
}

Test(changed, a_declared_type_that_there_is_not_is_nil)
{
    parsed made;
    gdv_element element;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", "1c000100 02000000 00000000");
    store(&made, 4, 0xfffffu);
    cr_expect_eq(gdv_element_of(root, &element), GDV_OK);
    cr_expect_eq(element.type, GDV_TYPE_NIL);
    parsed_free(&made);
}

Test(changed, a_signal_keeps_its_name_and_its_object)
{
    parsed made;
    gdv_signal named;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict+signal", "1a000000 02000000 68690000 08050000 00000000");
    store(&made, 4, HUGE_LENGTH);
    cr_expect_eq(gdv_to_signal(root, &named), GDV_OK);
    cr_expect(same_text(named.name, "hi"));
    cr_expect_eq(named.object, 0x508);
    parsed_free(&made);
}

Test(changed, an_image_keeps_its_size_and_has_a_format_or_is_none)
{
    parsed made;
    gdv_image image;
    gdv_value root =
        parsed_hex(&made, "godot2", "engine", "0f000000 04000000 00000000 01000000 01000000 04000000 010203ff");
    cr_assert_eq(gdv_type_of(root), GDV_TYPE_IMAGE);
    store(&made, 20, HUGE_LENGTH);
    cr_expect_eq(gdv_to_image(root, &image), GDV_OK);
    cr_expect_eq(image.size, 4);
    store(&made, 4, GDV_IMAGE_FORMATS);
    cr_expect_eq(gdv_to_image(root, &image), GDV_E_WRONG_TYPE);
    cr_expect(image.bytes == NULL && image.size == 0);
    parsed_free(&made);
}

Test(changed, an_input_event_has_a_type_and_its_words_or_is_none)
{
    parsed made;
    gdv_input_event event;
    gdv_value root = parsed_hex(&made, "godot2", "engine", "13000000 01000000 00000000 14000000 00000002 41000000");
    cr_assert_eq(gdv_type_of(root), GDV_TYPE_INPUT_EVENT);
    cr_expect_eq(gdv_to_input_event(root, &event), GDV_OK);
    cr_expect_eq(event.words, 2);
    store(&made, 4, 0);
    cr_expect_eq(gdv_to_input_event(root, &event), GDV_OK);
    cr_expect_eq(event.words, 2, "as many as were read");
    store(&made, 4, GDV_INPUT_EVENTS);
    cr_expect_eq(gdv_to_input_event(root, &event), GDV_E_WRONG_TYPE);
    cr_expect_eq(event.words, 0);
    store(&made, 4, 0xffffffffu);
    cr_expect_eq(gdv_to_input_event(root, &event), GDV_E_WRONG_TYPE);
    parsed_free(&made);
}

/* A reader has seen both lengths pass, and compares the keys when their dictionary ends. */
Test(changed, a_reader_compares_no_more_of_a_key_than_there_is)
{
    gdv_event event;
    reading *read =
        reading_hex("godot4.4", "strict",
                    "1b000000 02000000 04000000 02000000 61620000 00000000 04000000 02000000 61620000 00000000");
    for (uint32_t index = 0; index < 4; index += 1) { /* the dictionary, a key, its value, a key */
        cr_assert_eq(gdv_reader_next(&read->reader, &event), GDV_OK);
    }
    memcpy(read->bytes.bytes + 12, "\xf0\xff\xff\x7f", 4);
    memcpy(read->bytes.bytes + 28, "\xf0\xff\xff\x7f", 4);
    gdv_status status = GDV_OK;
    for (uint32_t index = 0; index < 4 && status == GDV_OK; index += 1) {
        status = gdv_reader_next(&read->reader, &event);
    }
    cr_expect(status == GDV_OK || status == GDV_E_DUPLICATE_KEY);
    reading_free(read);
}

/* The one function that reads a length again, against a sum in 64 bits. */
Test(changed, a_span_is_inside_the_packet_or_nothing)
{
    static const uint32_t sizes[] = {0, 1, 3, 4, 5, 8, 9, 12, 0x7fffffffu, 0x80000000u, 0xfffffffcu, 0xffffffffu};
    uint8_t bytes[16];
    for (uint32_t size = 0; size <= sizeof bytes; size += 1) {
        for (uint32_t at = 0; at < size + 3; at += 1) {
            for (size_t row = 0; row < sizeof sizes / sizeof sizes[0]; row += 1) {
                gdv_cursor in = {bytes, size, 0, 0};
                bool word = (uint64_t)at + 4 <= size;
                for (uint32_t index = 0; word && index < 4; index += 1) {
                    bytes[at + index] = (uint8_t)(sizes[row] >> (8 * index) & 0xffu);
                }
                bool there = word && (uint64_t)at + 4 + sizes[row] <= size;
                gdv_span span;
                gdv_span_at(&in, at, &span);
                cr_expect_eq(span.size, there ? sizes[row] : 0);
                cr_expect_eq(span.at, there ? at + 4 : size);
                cr_expect_eq(span.next, there ? at + 4 + (sizes[row] + 3) / 4 * 4 : GDV_NOWHERE);
                cr_expect_eq(gdv_u32_again(&in, at), word ? sizes[row] : 0);
                cr_expect((uint64_t)at + 8 <= size || gdv_u64_again(&in, at) == 0);
            }
        }
    }
    gdv_cursor in = {bytes, sizeof bytes, 0, 0};
    static const uint32_t far[] = {GDV_NOWHERE, GDV_NOWHERE + 4, 0xfffffffcu, 0xffffffffu};
    for (size_t row = 0; row < sizeof far / sizeof far[0]; row += 1) {
        gdv_span span;
        gdv_span_at(&in, far[row], &span);
        cr_expect_eq(span.next, GDV_NOWHERE);
        cr_expect_eq(gdv_u32_again(&in, far[row]), 0);
        cr_expect_eq(gdv_u64_again(&in, far[row]), 0);
        cr_expect(!gdv_holds(&in, far[row], 0) && !gdv_holds(&in, 0, far[row]));
    }
}
