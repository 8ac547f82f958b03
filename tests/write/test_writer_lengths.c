/* SPDX-License-Identifier: MIT */
/* Claims about the writer that must hold for every length, as it takes short texts and long rows several bytes or
 * numbers at a time: one bad byte or number is found wherever it stands, and what is written is what was given. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

enum { TEXTS = 40, ROWS = 40 };

static gdv_writer writer;

/* A text in a heap block of exactly its size, so that a look after it is seen by the sanitizers. */
static gdv_status written(const char *text, size_t size, uint8_t out[128], size_t *made)
{
    char *exact = malloc(size == 0 ? 1 : size);
    cr_assert_not_null(exact);
    memcpy(exact, text, size);
    cr_assert_eq(gdv_writer_init(&writer, out, 128, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    gdv_status status = gdv_write_string(&writer, size == 0 ? NULL : exact, size);
    free(exact);
    if (status == GDV_OK) {
        uint8_t scratch[8];
        status = gdv_writer_finish(&writer, scratch, sizeof scratch, made);
    }
    return status;
}

Test(writer_lengths, text_of_any_length_is_written_as_it_is)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOP";
    for (size_t size = 0; size <= TEXTS; size += 1) {
        uint8_t out[128];
        uint8_t owed[128] = {4, 0, 0, 0, (uint8_t)size};
        size_t made = 0;
        memset(out, 0xee, sizeof out);
        memcpy(owed + 8, letters, size);
        cr_assert_eq(written(letters, size, out, &made), GDV_OK, "%zu bytes", size);
        cr_expect_eq(made, 8 + (size + 3) / 4 * 4, "%zu bytes", size);
        cr_expect_eq(memcmp(out, owed, made), 0, "%zu bytes", size);
        cr_expect_eq(out[made], 0xee, "after %zu bytes", size);
    }
}

Test(writer_lengths, bad_byte_of_a_text_is_found_wherever_it_stands)
{
    for (size_t size = 1; size <= TEXTS; size += 1) {
        for (size_t at = 0; at < size; at += 1) {
            char text[TEXTS];
            uint8_t out[128];
            size_t made = 0;
            memset(text, 'x', size);
            text[at] = '\0';
            cr_expect_eq(written(text, size, out, &made), GDV_E_TEXT_NUL, "NUL at %zu of %zu", at, size);
            text[at] = (char)(unsigned char)0x80;
            cr_expect_eq(written(text, size, out, &made), GDV_E_BAD_UTF8, "80 at %zu of %zu", at, size);
            text[at] = (char)(unsigned char)0xff;
            cr_expect_eq(written(text, size, out, &made), GDV_E_BAD_UTF8, "ff at %zu of %zu", at, size);
            text[at] = 0x7f;
            cr_expect_eq(written(text, size, out, &made), GDV_OK, "7f at %zu of %zu", at, size);
        }
    }
}

/* Among spaces, whose bits stay below the highest however they are shifted. */
Test(writer_lengths, bad_byte_is_found_among_bytes_with_few_bits)
{
    for (size_t size = 1; size <= TEXTS; size += 1) {
        for (size_t at = 0; at < size; at += 1) {
            char text[TEXTS];
            uint8_t out[128];
            size_t made = 0;
            memset(text, ' ', size);
            text[at] = (char)(unsigned char)0xa0;
            cr_expect_eq(written(text, size, out, &made), GDV_E_BAD_UTF8, "a0 at %zu of %zu", at, size);
        }
    }
}

/* The first byte is the bad one. Taken together as numbers, the words that begin and end each text would make ASCII: the
 * first less the last, or both added up. */
Test(writer_lengths, bad_byte_is_found_where_words_outweigh_it)
{
    static const char *const texts[] = {"\x80\x60\x40\x20\x10", "\xa0\x70\x50\x30\x10\x08", "\xf0\x20\x20\x20\x20",
                                        "\xf0\x20\x20\x20\x20\x20\x20"};
    for (size_t index = 0; index < sizeof texts / sizeof texts[0]; index += 1) {
        uint8_t out[128];
        size_t made = 0;
        cr_expect_eq(written(texts[index], strlen(texts[index]), out, &made), GDV_E_BAD_UTF8, "%zu", index);
    }
}

static gdv_status written_rows(const float *floats, const double *doubles, size_t n)
{
    uint8_t out[8 + 8 * ROWS];
    cr_assert_eq(gdv_writer_init(&writer, out, sizeof out, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    return doubles != NULL ? gdv_write_doubles(&writer, GDV_TYPE_PACKED_FLOAT64_ARRAY, doubles, n)
                           : gdv_write_floats(&writer, GDV_TYPE_PACKED_FLOAT32_ARRAY, floats, n);
}

/* Infinity, by its bits. */
Test(writer_lengths, number_that_is_not_finite_is_found_wherever_it_stands)
{
    const uint32_t narrow = 0x7f800000u;
    const uint64_t wide = 0x7ff0000000000000u;
    for (size_t n = 1; n <= ROWS; n += 1) {
        float floats[ROWS] = {0};
        double doubles[ROWS] = {0};
        cr_expect_eq(written_rows(floats, NULL, n), GDV_OK);
        cr_expect_eq(written_rows(NULL, doubles, n), GDV_OK);
        for (size_t at = 0; at < n; at += 1) {
            memcpy(&floats[at], &narrow, sizeof narrow);
            memcpy(&doubles[at], &wide, sizeof wide);
            cr_expect_eq(written_rows(floats, NULL, n), GDV_E_NONFINITE, "float %zu of %zu", at, n);
            cr_expect_eq(written_rows(NULL, doubles, n), GDV_E_NONFINITE, "double %zu of %zu", at, n);
            floats[at] = 1.5f;
            doubles[at] = 1.5;
        }
    }
}

/* Keys are looked for where there are any; what gdv_writer_finish demands for that does not depend on it. */
Test(writer_lengths, packet_without_keys_needs_scratch_memory_in_name_alone)
{
    uint8_t out[64];
    uint8_t scratch[1];
    size_t size = 0;
    cr_assert_eq(gdv_writer_init(&writer, out, sizeof out, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    cr_assert_eq(gdv_begin_array(&writer), GDV_OK);
    cr_assert_eq(gdv_begin_dictionary(&writer), GDV_OK);
    cr_assert_eq(gdv_end(&writer), GDV_OK);
    cr_assert_eq(gdv_end(&writer), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, NULL, 0, &size), GDV_E_NO_SCRATCH);
    cr_expect_eq(size, 0);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, sizeof scratch, &size), GDV_OK);
    cr_expect_eq(size, 16);
}

/* A writer that is set out again does not remember the keys of the packet before. */
Test(writer_lengths, keys_of_an_earlier_packet_are_forgotten)
{
    uint8_t out[64];
    uint8_t scratch[1];
    size_t size = 0;
    cr_assert_eq(gdv_writer_init(&writer, out, sizeof out, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    cr_assert_eq(gdv_begin_dictionary(&writer), GDV_OK);
    cr_assert_eq(gdv_write_nil(&writer), GDV_OK);
    cr_assert_eq(gdv_write_nil(&writer), GDV_OK);
    cr_assert_eq(gdv_end(&writer), GDV_OK);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, sizeof scratch, &size), GDV_E_NO_SPACE);
    cr_assert_eq(gdv_writer_init(&writer, out, sizeof out, GDV_DIALECT_GODOT4_4, NULL), GDV_OK);
    cr_assert_eq(gdv_write_nil(&writer), GDV_OK);
    memset(out, 0xee, sizeof out); /* no packet any more: it is not looked at */
    cr_expect_eq(gdv_writer_finish(&writer, scratch, sizeof scratch, &size), GDV_OK);
}
