/* SPDX-License-Identifier: MIT */
/* Claims about texts of up to sixteen bytes that are looked at in one piece (lib/decode/short_text.h): plain is what is
 * ASCII without NUL, padded with zeros, whatever is before it and after it; the number of a text is what its comment
 * says, wherever in a packet it lies; both ways to it make the same number of plain text; and none of them reads a byte
 * that is not the packet's. What is claimed of each byte is tried with all its values. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/short_text.h"

enum { PIECE = 16, LONGEST = 16 };

_Static_assert(GDV_SHORT_TEXT == LONGEST, "texts of other lengths are to be tried");

/* A text in a packet that is a heap block of just its size. */
typedef struct text {
    uint8_t *bytes;
    uint32_t size; /* of the packet */
    uint32_t at;
    uint32_t length;
    uint32_t padded;
} text;

/* The least multiple of four that is not less, by counting. */
static uint32_t padded_naively(uint32_t length)
{
    uint32_t padded = length;
    while (padded % 4 != 0) {
        padded += 1;
    }
    return padded;
}

/* 'a', 'b', .. and zeros for padding; `before` and `behind` bytes of `other` around them. */
static text text_of(uint32_t length, uint32_t before, uint32_t behind, uint8_t other)
{
    const uint32_t padded = padded_naively(length);
    text made = {NULL, before + padded + behind, before, length, padded};
    made.bytes = (uint8_t *)malloc(made.size > 0 ? made.size : 1);
    cr_assert_not_null(made.bytes);
    memset(made.bytes, other, made.size);
    memset(made.bytes + before, 0, padded);
    for (uint32_t index = 0; index < length; index += 1) {
        made.bytes[before + index] = (uint8_t)(0x61u + index);
    }
    return made;
}

static bool plain_naively(const text *of)
{
    bool plain = true;
    for (uint32_t index = 0; index < of->padded; index += 1) {
        const uint8_t byte = of->bytes[of->at + index];
        plain = plain && (index < of->length ? byte >= 1 && byte <= 127 : byte == 0);
    }
    return plain;
}

/* From the comment on gdv_short_number_of: sixteen bytes that end with the text and its padding, zeros for all that is no
 * text; quarters, each mixed with a number of its own, multiplied in pairs; the halves of both products together. */
static uint32_t number_naively(const text *of)
{
    static const uint32_t mix[4] = {GDV_SHORT_MIX_0, GDV_SHORT_MIX_1, GDV_SHORT_MIX_2, GDV_SHORT_MIX_3};
    uint8_t piece[PIECE] = {0};
    uint64_t quarters[4] = {0};
    for (uint32_t index = 0; index < of->length; index += 1) {
        piece[PIECE - of->padded + index] = of->bytes[of->at + index];
    }
    for (uint32_t index = 0; index < PIECE; index += 1) {
        quarters[index / 4] |= (uint64_t)piece[index] << (8 * (index % 4));
    }
    for (uint32_t index = 0; index < 4; index += 1) {
        quarters[index] ^= mix[index];
    }
    const uint64_t products[2] = {quarters[0] * quarters[1], quarters[2] * quarters[3]};
    return (uint32_t)(products[0] >> 32) ^ (uint32_t)products[0] ^ (uint32_t)(products[1] >> 32) ^
           (uint32_t)products[1];
}

static gdv_cursor cursor_of(const text *of)
{
    gdv_cursor in = {of->bytes, of->size, 0, 0};
    return in;
}

/* Requires a piece in the packet. */
static void is_plain_as_by_bytes(const text *of)
{
    const gdv_cursor in = cursor_of(of);
    const bool plain = plain_naively(of);
    cr_assert_eq(gdv_is_short_plain(&in, of->at, of->padded, of->length), plain, "%u bytes at %u of %u", of->length,
                 of->at, of->size);
    if (plain) {
        const uint32_t number = gdv_short_number_at(&in, of->at, of->padded, of->length);
        cr_assert_eq(number, number_naively(of), "%u bytes at %u of %u: %08x", of->length, of->at, of->size, number);
    }
}

static void has_the_number_of_its_text(const text *of)
{
    const gdv_cursor in = cursor_of(of);
    const uint32_t number = gdv_short_number(&in, of->at, of->length);
    cr_assert_eq(number, number_naively(of), "%u bytes at %u of %u: %08x", of->length, of->at, of->size, number);
}

/* Calls it for texts of every length whose piece begins with the packet, or up to five bytes after its beginning, and
 * which are the packet's last bytes, or have up to five after them. */
static void everywhere(void (*check)(text *of))
{
    for (uint32_t length = 0; length <= LONGEST; length += 1) {
        for (uint32_t earlier = 0; earlier <= 5; earlier += 1) {
            for (uint32_t behind = 0; behind <= 5; behind += 1) {
                text made = text_of(length, PIECE - padded_naively(length) + earlier, behind, 0xff);
                check(&made);
                free(made.bytes);
            }
        }
    }
}

/* Each byte of the packet in turn has each value: those of the text, of its padding, and those around them. */
static void any_byte_is_plain_as_by_bytes(text *of)
{
    for (uint32_t place = 0; place < of->size; place += 1) {
        const uint8_t was = of->bytes[place];
        for (uint32_t byte = 0; byte < 256; byte += 1) {
            of->bytes[place] = (uint8_t)byte;
            is_plain_as_by_bytes(of);
            has_the_number_of_its_text(of);
        }
        of->bytes[place] = was;
    }
}

Test(short_text, is_plain_and_has_its_number_whatever_each_byte_is)
{
    everywhere(any_byte_is_plain_as_by_bytes);
}

/* Two bytes at a time, as a defect may hide another one, at the ends of what is plain. */
static void any_two_are_plain_as_by_bytes(text *of)
{
    enum { ENDS = 6 };
    static const uint8_t ends[ENDS] = {0x00, 0x01, 0x7f, 0x80, 0x81, 0xff};
    if (of->at + of->padded > PIECE || of->size > PIECE) {
        return;
    }
    for (uint32_t pair = 0; pair < PIECE * PIECE; pair += 1) {
        const uint8_t was = of->bytes[pair / PIECE];
        const uint8_t other_was = of->bytes[pair % PIECE];
        for (uint32_t which = 0; which < ENDS * ENDS; which += 1) {
            of->bytes[pair / PIECE] = ends[which / ENDS];
            of->bytes[pair % PIECE] = ends[which % ENDS];
            is_plain_as_by_bytes(of);
        }
        of->bytes[pair / PIECE] = was;
        of->bytes[pair % PIECE] = other_was;
    }
}

Test(short_text, is_plain_only_if_each_of_two_bytes_is)
{
    everywhere(any_two_are_plain_as_by_bytes);
}

/* What is around a text, in all of its bytes, does not matter. */
Test(short_text, is_plain_among_whatever_bytes)
{
    for (uint32_t length = 0; length <= LONGEST; length += 1) {
        for (uint32_t other = 0; other < 256; other += 1) {
            text made = text_of(length, PIECE, 4, (uint8_t)other);
            const gdv_cursor in = cursor_of(&made);
            cr_assert(gdv_is_short_plain(&in, made.at, made.padded, length), "%u bytes among %02x", length, other);
            is_plain_as_by_bytes(&made);
            free(made.bytes);
        }
    }
}

/* Where no piece is asked for, the packet may begin with the text, and end without its padding. */
Test(short_text, has_a_number_without_anything_around_it)
{
    for (uint32_t length = 0; length <= LONGEST; length += 1) {
        for (uint32_t before = 0; before <= 4; before += 1) {
            const uint32_t size = before + length;
            text made = text_of(length, before, 0, 0xff);
            text cut = made;
            cut.size = size;
            cut.bytes = (uint8_t *)malloc(size > 0 ? size : 1);
            cr_assert_not_null(cut.bytes);
            memcpy(cut.bytes, made.bytes, size);
            for (uint32_t place = before; place < size; place += 1) {
                for (uint32_t byte = 0; byte < 256; byte += 1) {
                    cut.bytes[place] = (uint8_t)byte;
                    has_the_number_of_its_text(&cut);
                }
            }
            has_the_number_of_its_text(&cut);
            free(cut.bytes);
            free(made.bytes);
        }
    }
}

/* By hand: "a" is the lowest byte of the last quarter, and of four bytes the last one is its highest. The constants are
 * typed in. */
Test(short_text, has_the_number_that_its_comment_defines)
{
    static const struct {
        const char *bytes;
        uint32_t length;
        uint32_t quarters[4];
    } rows[] = {
        {"", 0, {0, 0, 0, 0}},
        {"a", 1, {0, 0, 0, 0x61}},
        {"abc", 3, {0, 0, 0, 0x636261}},
        {"abcd", 4, {0, 0, 0, 0x64636261}},
        {"abcde", 5, {0, 0, 0x64636261, 0x65}},
        {"abcdefgh", 8, {0, 0, 0x64636261, 0x68676665}},
        {"abcdefghi", 9, {0, 0x64636261, 0x68676665, 0x69}},
        {"abcdefghijklmnop", 16, {0x64636261, 0x68676665, 0x6c6b6a69, 0x706f6e6d}},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        const uint32_t *quarters = rows[index].quarters;
        const uint64_t one = (uint64_t)(quarters[0] ^ 0x6a096667u) * (quarters[1] ^ 0x3b672e05u);
        const uint64_t other = (uint64_t)(quarters[2] ^ 0x3c6e7372u) * (quarters[3] ^ 0x254f753au);
        text made = text_of(rows[index].length, PIECE, 0, 0x55);
        const gdv_cursor in = cursor_of(&made);
        cr_assert_eq(memcmp(made.bytes + made.at, rows[index].bytes, made.length), 0);
        const uint32_t number = (uint32_t)((one ^ other) >> 32) ^ (uint32_t)(one ^ other);
        cr_assert_eq(gdv_short_number(&in, made.at, made.length), number, "\"%s\"", rows[index].bytes);
        cr_assert_eq(gdv_short_number_at(&in, made.at, made.padded, made.length), number, "\"%s\"", rows[index].bytes);
        free(made.bytes);
    }
}

Test(short_text, is_padded_to_the_next_multiple_of_four)
{
    static const uint32_t from[] = {0, 1000, 0x7ffffff0};
    for (size_t row = 0; row < sizeof from / sizeof from[0]; row += 1) {
        for (uint32_t size = from[row]; size < from[row] + 13; size += 1) {
            cr_assert_eq(gdv_padded(size), padded_naively(size), "%u: %u", size, gdv_padded(size));
        }
    }
}
