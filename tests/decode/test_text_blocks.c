/* SPDX-License-Identifier: MIT */
/* Claims about text that is looked at by blocks (lib/decode/text_block.h): whatever stands wherever in it, the verdict and its
 * offset are those of the loop over bytes, which test_text.c holds against a naive decoder; what is before the text and
 * after it in the packet plays no part; and of good text blocks pass as much as they say, or nobody would have them. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "lib/decode/text.h"
#include "lib/decode/text_block.h"
#include "tests/support/support.h"

/* A packet that is a text, with bytes before it that would make something of its first ones. */
typedef struct text {
    uint8_t *bytes;
    uint32_t at;
    uint32_t size;
} text;

static text text_of(uint32_t before, uint32_t size)
{
    text made = {malloc(before + size > 0 ? before + size : 1), before, size};
    cr_assert_not_null(made.bytes);
    for (uint32_t index = 0; index < before; index += 1) {
        made.bytes[index] = (before - index) % 3 == 1 ? 0xf4 : 0xe2;
    }
    memset(made.bytes + before, 'a', size);
    return made;
}

static void agrees(const text *of, gdv_tolerance tolerance, uint32_t permit)
{
    gdv_cursor in = {of->bytes, of->at + of->size, 0, 0};
    uint32_t wrong = 0xa5a5a5a5;
    uint32_t wrong_by_bytes = 0xa5a5a5a5;
    gdv_status code = gdv_text_check(&in, of->at, of->size, tolerance, permit, &wrong);
    gdv_status by_bytes = gdv_text_check_scalar(&in, of->at, of->size, tolerance, permit, &wrong_by_bytes);
    if (code != by_bytes || wrong != wrong_by_bytes) {
        cr_assert_fail("%u bytes from %u: %s at %u, by bytes %s at %u", of->size, of->at, gdv_status_name(code), wrong,
                       gdv_status_name(by_bytes), wrong_by_bytes);
    }
}

/* Places of a lead in a text: before, on and after the ends of blocks of 16 and 64 that follow the first sixteen. */
enum { PLACES = 84, BEHIND = 20 };

/* Calls it for texts in which `unit_size` bytes stand at each place: as the packet's last ones, and with more after. */
static void everywhere(uint32_t before, uint32_t unit_size, void (*check)(const text *of, uint8_t *unit))
{
    for (uint32_t place = 0; place < PLACES; place += 1) {
        for (uint32_t behind = 0; behind <= BEHIND; behind += BEHIND) {
            text made = text_of(before, place + unit_size + behind);
            check(&made, made.bytes + made.at + place);
            free(made.bytes);
        }
    }
}

static void any_byte(const text *of, uint8_t *unit)
{
    for (uint32_t one = 0; one < 256; one += 1) {
        unit[0] = (uint8_t)one;
        agrees(of, GDV_TOLERANCE_STRICT, 0);
    }
}

static void any_two_bytes(const text *of, uint8_t *unit)
{
    for (uint32_t two = 0x8000; two < 65536; two += 1) {
        unit[0] = (uint8_t)(two >> 8);
        unit[1] = (uint8_t)(two & 0xff);
        agrees(of, GDV_TOLERANCE_STRICT, 0);
    }
}

Test(anywhere, every_byte)
{
    for (uint32_t before = 0; before <= 20; before += 1) {
        everywhere(before, 1, any_byte);
    }
}

Test(anywhere, every_two_bytes_that_are_not_ascii)
{
    everywhere(4, 2, any_two_bytes);
}

/* Every sequence of three, after the end of the first sixteen, across it, and across the end of a block of 64. */
static void three_bytes(uint32_t first, uint32_t last)
{
    static const uint32_t places[] = {14, 15, 78};
    for (size_t index = 0; index < sizeof places / sizeof places[0]; index += 1) {
        text made = text_of(0, places[index] + 3 + 2);
        uint8_t *unit = made.bytes + places[index];
        for (uint32_t three = first << 16; three <= (last << 16 | 0xffff); three += 1) {
            unit[0] = (uint8_t)(three >> 16);
            unit[1] = (uint8_t)(three >> 8 & 0xff);
            unit[2] = (uint8_t)(three & 0xff);
            agrees(&made, GDV_TOLERANCE_STRICT, 0);
        }
        free(made.bytes);
    }
}

Test(across_blocks, every_three_bytes_from_c0)
{
    three_bytes(0xc0, 0xc3);
}

Test(across_blocks, every_three_bytes_from_e0)
{
    three_bytes(0xe0, 0xe1);
    three_bytes(0xec, 0xee);
}

Test(across_blocks, every_three_bytes_from_f0)
{
    three_bytes(0xf0, 0xf5);
}

/* Bytes at the ends of the ranges that any rule of UTF-8 knows. */
static const uint8_t boundary[] = {0x00, 0x01, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf,
                                   0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xf0, 0xf4, 0xff};
static const uint8_t leads[] = {0x61, 0x80, 0xbf, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed,
                                0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xf8, 0xfc, 0xff};

/* What `permit` and `tolerance` are while `everywhere` runs. */
static gdv_tolerance tolerance;
static uint32_t permit;

static void boundaries_of_three(const text *of, uint8_t *unit)
{
    for (size_t which = 0; which < sizeof leads * sizeof boundary * sizeof boundary; which += 1) {
        unit[0] = leads[which / (sizeof boundary * sizeof boundary)];
        unit[1] = boundary[which / sizeof boundary % sizeof boundary];
        unit[2] = boundary[which % sizeof boundary];
        agrees(of, tolerance, permit);
    }
}

static void boundaries_of_four(const text *of, uint8_t *unit)
{
    static const uint8_t lasts[] = {0x7f, 0x80, 0xc0};
    for (size_t last = 0; last < sizeof lasts; last += 1) {
        unit[3] = lasts[last];
        boundaries_of_three(of, unit);
    }
}

Test(anywhere, the_boundaries_of_three_and_four_bytes)
{
    tolerance = GDV_TOLERANCE_STRICT;
    permit = 0;
    everywhere(3, 3, boundaries_of_three);
    everywhere(0, 4, boundaries_of_four);
}

Test(anywhere, what_other_decoders_tolerate)
{
    permit = GDV_PERMIT_TEXT;
    tolerance = GDV_TOLERANCE_LAX;
    everywhere(5, 3, boundaries_of_three);
    tolerance = GDV_TOLERANCE_ANY;
    everywhere(16, 3, boundaries_of_three);
}

/* A mark is one at the start, and refused there unless permitted, before anything after it is looked at. */
Test(anywhere, byte_order_mark)
{
    for (uint32_t before = 0; before <= 16; before += 4) {
        for (uint32_t place = 0; place < 3; place += 1) {
            for (uint32_t size = place + 3; size < PLACES; size += 1) {
                text made = text_of(before, size);
                memcpy(made.bytes + before + place, "\xef\xbb\xbf", 3);
                made.bytes[before + size - 1] =
                    size > place + 3 && size % 2 == 0 ? 0xff : made.bytes[before + size - 1];
                agrees(&made, GDV_TOLERANCE_STRICT, 0);
                agrees(&made, GDV_TOLERANCE_STRICT, GDV_PERMIT_TEXT_BOM);
                gdv_cursor in = {made.bytes, before + size, 0, 0};
                uint32_t wrong = 0xa5a5a5a5;
                gdv_status code = gdv_text_check_scalar(&in, before, size, GDV_TOLERANCE_STRICT, 0, &wrong);
                cr_assert_eq(code == GDV_E_TEXT_BOM, place == 0, "%u of %u", place, size);
                cr_assert(place > 0 || wrong == before, "%u of %u: at %u", place, size, wrong);
                free(made.bytes);
            }
        }
    }
}

/* Two defects: the first one wins, whichever of them blocks would meet. */
Test(anywhere, the_first_of_two_defects)
{
    static const char *const defects[] = {"\xff", "\x80", "\0", "\xc0\x80", "\xed\xa0\x80", "\xf0\x9f\x98", "\xc3\xa9"};
    static const uint32_t sizes[] = {1, 1, 1, 2, 3, 3, 2};
    for (uint32_t which = 0; which < 7 * 7; which += 1) {
        for (uint32_t first = 0; first < PLACES; first += 1) {
            for (uint32_t second = first + 3; second < PLACES; second += 5) {
                text made = text_of(0, PLACES + 3);
                memcpy(made.bytes + first, defects[which / 7], sizes[which / 7]);
                memcpy(made.bytes + second, defects[which % 7], sizes[which % 7]);
                agrees(&made, GDV_TOLERANCE_STRICT, 0);
                free(made.bytes);
            }
        }
    }
}

/* What stands after a text in its packet may look like the rest of a sequence. */
Test(bytes_after_a_text, complete_nothing)
{
    static const char units[] = "a\xf0\x9f\x98\x80\xe2\x82\xac\xc3\xa9";
    for (uint32_t size = 0; size < 200; size += 1) {
        text made = text_of(0, size + 40);
        for (uint32_t index = 0; index < made.size; index += 1) {
            made.bytes[index] = (uint8_t)units[index % (sizeof units - 1)];
        }
        made.size = size;
        gdv_cursor in = {made.bytes, size + 40, 0, 0};
        uint32_t wrong = 0;
        uint32_t wrong_by_bytes = 0;
        gdv_status code = gdv_text_check(&in, 0, size, GDV_TOLERANCE_STRICT, 0, &wrong);
        gdv_status by_bytes = gdv_text_check_scalar(&in, 0, size, GDV_TOLERANCE_STRICT, 0, &wrong_by_bytes);
        cr_assert(code == by_bytes && wrong == wrong_by_bytes, "%u bytes: %s at %u", size, gdv_status_name(code),
                  wrong);
        free(made.bytes);
    }
}

/* One character of each length, again and again. */
static const char *const characters[] = {"a",
                                         "\x7f",
                                         "\xc2\x80",
                                         "\xdf\xbf",
                                         "\xe0\xa0\x80",
                                         "\xed\x9f\xbf",
                                         "\xee\x80\x80",
                                         "\xef\xbf\xbf",
                                         "\xf0\x90\x80\x80",
                                         "\xf4\x8f\xbf\xbf"};

Test(good_text, passes_by_blocks_but_for_its_last_character)
{
    for (size_t which = 0; which < sizeof characters / sizeof characters[0]; which += 1) {
        uint32_t length = (uint32_t)strlen(characters[which]);
        for (uint32_t before = 0; before <= 16; before += 8) {
            for (uint32_t ahead = 0; ahead < 4; ahead += 1) {
                for (uint32_t count = 0; count < 200; count += 1) {
                    text made = text_of(before, ahead + count * length);
                    for (uint32_t index = 0; index < count; index += 1) {
                        memcpy(made.bytes + before + ahead + index * length, characters[which], length);
                    }
                    gdv_cursor in = {made.bytes, before + made.size, 0, 0};
                    uint32_t strict = gdv_text_strict(&in, before, made.size);
#if defined(__SSE2__)
                    uint32_t owed = length == 1 ? made.size : ahead + (count > 0 ? count - 1 : 0) * length;
                    if (made.size == 17 || made.size == 18) {
                        owed = 16 - (length == 1 ? 0 : 4);
                    }
                    bool enough = before + made.size < 16 || (made.size < 16 ? made.size : 16) + before < 16;
                    enough = enough || strict >= owed;
#else
                    bool enough = strict == 0;
#endif
                    cr_assert(enough && strict <= made.size, "%u of %u bytes from %u, %s", strict, made.size, before,
                              characters[which]);
                    cr_assert(strict <= ahead || (strict - ahead) % length == 0, "%u of %u bytes from %u, %s", strict,
                              made.size, before, characters[which]);
                    agrees(&made, GDV_TOLERANCE_STRICT, 0);
                    free(made.bytes);
                }
            }
        }
    }
}

/* What engines keep of a text ends before its first NUL, whatever is around it. */
Test(trimmed_text, ends_before_its_first_nul)
{
    static const uint8_t others[] = {0x01, 0x61, 0x7f, 0x80, 0x81, 0xff};
    for (uint32_t other = 0; other < sizeof others; other += 1) {
        for (uint32_t size = 0; size < 40; size += 1) {
            for (uint32_t nul = 0; nul <= size; nul += 1) {
                text made = text_of(other % 3, size);
                gdv_cursor in = {made.bytes, made.at + size, 0, 0};
                memset(made.bytes + made.at, others[other], size);
                for (uint32_t index = nul; index < size; index += 3) {
                    made.bytes[made.at + index] = 0;
                }
                uint32_t at = made.at;
                uint32_t kept = size;
                gdv_text_trim(&in, &at, &kept);
                cr_assert(at == made.at && kept == nul, "%u of %u bytes of %02x: %u", nul, size, others[other], kept);
                free(made.bytes);
            }
        }
    }
}

/* Every byte that is no text stops the blocks, wherever it is. */
Test(bad_text, passes_by_blocks_up_to_its_defect)
{
    static const char *const defects[] = {"\xff",         "\xf5\x80\x80\x80", "\x80",
                                          "\xc0\x80",     "\xc1\xbf",         "\xe0\x9f\xbf",
                                          "\xed\xa0\x80", "\xf0\x8f\xbf\xbf", "\xf4\x90\x80\x80",
                                          "\xc3",         "\xe2\x82"};
    for (size_t which = 0; which < sizeof defects / sizeof defects[0]; which += 1) {
        for (uint32_t place = 0; place < PLACES; place += 1) {
            for (uint32_t size = place + 4; size < PLACES + 20; size += 1) {
                text made = text_of(16, size);
                memcpy(made.bytes + 16 + place, defects[which], strlen(defects[which]));
                gdv_cursor in = {made.bytes, 16 + size, 0, 0};
                cr_assert(gdv_text_strict(&in, 16, size) <= place, "%zu at %u of %u", which, place, size);
                free(made.bytes);
            }
        }
    }
}
