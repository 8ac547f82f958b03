/* SPDX-License-Identifier: MIT */
/* Claims about the two types that Godot 2 alone has, images and input events (wire reference, 5.10, EB-18): which
 * fields each event has, which of them are looked at, and what of an image's head is refused where. Nothing after a
 * field changes what is said of it. */
#include <criterion/criterion.h>

#include "lib/decode/godot2.h"
#include "tests/support/support.h"

#define NONFINITE GDV_PERMIT_NONFINITE
#define TRAILING GDV_PERMIT_TRAILING
#define MISREAD GDV_PERMIT_MISREAD

typedef struct row {
    const char *name;
    const char *hex;
    uint32_t permit; /* on top of the strict policy */
    gdv_status code;
    uint64_t offset;
    gdv_misread misread;
} row;

#define ACCEPTED GDV_OK, 0, GDV_MISREAD_NONE
#define REFUSED(code, offset) GDV_E_##code, offset, GDV_MISREAD_NONE
#define MISREADS(what, offset) GDV_E_ENGINE_MISREADS, offset, GDV_MISREAD_##what

static void check(const row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_policy policy = policy_with(GDV_POLICY_STRICT, rows[index].permit);
        verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT2, &policy);
        cr_assert_eq(said.code, rows[index].code, "%s: %s", rows[index].name, gdv_status_name(said.code));
        cr_assert_eq(said.report.misread, rows[index].misread, "%s: misread %d", rows[index].name,
                     (int)said.report.misread);
        cr_assert_eq(said.report.offset, rows[index].offset, "%s: at %u", rows[index].name,
                     (unsigned)said.report.offset);
        packet_free(&bytes);
    }
}

#define CHECK(rows) check(rows, sizeof(rows) / sizeof((rows)[0]))

/* Section 5.10: words after the three of the head, by event type. */
static const uint32_t extra_words[] = {0, 2, 0, 1, 2, 1, 1, 0, 0};

#define EVENTS (sizeof extra_words / sizeof extra_words[0])

static builder event_of(uint32_t type, uint32_t length, uint32_t words)
{
    builder made = {NULL, 0, 0};
    put_u32(&made, id_of(GDV_DIALECT_GODOT2, GDV_TYPE_INPUT_EVENT));
    put_u32(&made, type);
    put_u32(&made, 0);
    put_u32(&made, length);
    for (uint32_t word = 0; word < words; word += 1) {
        put_u32(&made, 0);
    }
    return made;
}

static verdict judge(builder *made)
{
    verdict said = verdict_of(made->bytes, made->size, GDV_DIALECT_GODOT2, NULL);
    builder_free(made);
    return said;
}

Test(godot2_input_event, length_is_what_its_type_has)
{
    for (uint32_t type = 0; type < EVENTS; type += 1) {
        const uint32_t right = 12 + 4 * extra_words[type];
        for (uint32_t length = 0; length <= 24; length += 1) {
            builder made = event_of(type, length, extra_words[type]);
            verdict said = judge(&made);
            cr_assert_eq(said.code, length == right ? GDV_OK : GDV_E_ENGINE_MISREADS, "type %u, length %u: %s", type,
                         length, gdv_status_name(said.code));
            cr_assert(length == right || said.report.misread == GDV_MISREAD_EVENT_LENGTH, "type %u", type);
            cr_assert(length == right || said.report.offset == 12, "type %u", type);
        }
    }
}

Test(godot2_input_event, ends_after_the_words_of_its_type)
{
    for (uint32_t type = 0; type < EVENTS; type += 1) {
        const uint32_t length = 12 + 4 * extra_words[type];
        builder more = event_of(type, length, extra_words[type] + 1);
        verdict said = judge(&more);
        cr_assert_eq(said.code, GDV_E_TRAILING, "type %u: %s", type, gdv_status_name(said.code));
        cr_assert_eq(said.report.offset, 4 + length, "type %u", type);
        if (extra_words[type] > 0) {
            builder less = event_of(type, length, extra_words[type] - 1);
            said = judge(&less);
            cr_assert_eq(said.code, GDV_E_TRUNCATED, "type %u: %s", type, gdv_status_name(said.code));
            cr_assert_eq(said.report.offset, length, "type %u", type);
            cr_assert_eq(said.report.need, 4, "type %u", type);
        }
    }
}

/* Joystick motion: axis, value. Of all these words the value alone is a float. */
#define MOTION "13000000 04000000 00000000 14000000"
static const row floats[] = {
    {"value infinite", MOTION " 00000000 0000807f", 0, REFUSED(NONFINITE, 20)},
    {"value infinite, permitted", MOTION " 00000000 0000807f", NONFINITE, ACCEPTED},
    {"axis of an infinity's bits", MOTION " 0000807f 0000003f", 0, ACCEPTED},
    {"after it, an infinity's bits", MOTION " 00000000 0000003f 0000807f", TRAILING, ACCEPTED},
    {"after it, an infinity's bits with its last byte", MOTION " 00000000 0000003f 00807f00", TRAILING, ACCEPTED},
    {"no value, but one of [motion, ..] with an infinity's bits for a header",
     "15000000 02000000 " MOTION " 00000000 0000807f", 0, REFUSED(TRUNCATED, 28)},
    {"scancode of an infinity's bits", "13000000 01000000 00000000 14000000 00000000 0000807f", 0, ACCEPTED},
    {"button of an infinity's bits", "13000000 03000000 00000000 10000000 0000807f", 0, ACCEPTED},
    {"device of an infinity's bits", "13000000 00000000 0000807f 0c000000", 0, ACCEPTED},
};

Test(godot2_input_event, value_of_a_joystick_motion_alone_is_a_float)
{
    CHECK(floats);
}

/* Format, mipmaps, width, height, length, bytes. */
static const row images[] = {
    {"format 22, the last", "0f000000 16000000 00000000 01000000 01000000 01000000 ff000000", 0, ACCEPTED},
    {"format 23, and no more", "0f000000 17000000", 0, REFUSED(BAD_IMAGE, 4)},
    {"format 23, and two words more", "0f000000 17000000 00000000 01000000", 0, REFUSED(BAD_IMAGE, 4)},
    {"no format", "0f000000", 0, REFUSED(TRUNCATED, 4)},
    {"format, no mipmaps", "0f000000 00000000", 0, REFUSED(TRUNCATED, 8)},
    {"one byte, no width", "0f000000 00000000 00000000 00000000 01000000 01000000 ff000000", 0,
     MISREADS(IMAGE_SIZE, 12)},
    {"one byte, no height", "0f000000 00000000 00000000 01000000 00000000 01000000 ff000000", 0,
     MISREADS(IMAGE_SIZE, 16)},
    {"one byte, 16384 wide and high", "0f000000 16000000 00000000 00400000 00400000 01000000 ff000000", 0, ACCEPTED},
    {"one byte, 16384 wide and high, of a format that has a size",
     "0f000000 00000000 00000000 00400000 00400000 01000000 ff000000", 0, MISREADS(IMAGE_SIZE, 20)},
    {"one byte, 16385 wide", "0f000000 00000000 00000000 01400000 01000000 01000000 ff000000", 0,
     MISREADS(IMAGE_SIZE, 12)},
    {"one byte, 16385 high", "0f000000 00000000 00000000 01000000 01400000 01000000 ff000000", 0,
     MISREADS(IMAGE_SIZE, 16)},
    {"no bytes, no size", "0f000000 00000000 00000000 00000000 00000000 00000000", 0, ACCEPTED},
    {"no bytes, any width", "0f000000 00000000 00000000 ffffffff ffffffff 00000000", 0, MISREADS(IMAGE_SIZE, 12)},
    {"no bytes, any height", "0f000000 00000000 00000000 00000000 ffffffff 00000000", 0, MISREADS(IMAGE_SIZE, 16)},
    {"no bytes, any format", "0f000000 16000000 00000000 00000000 00000000 00000000", 0, MISREADS(IMAGE_SIZE, 4)},
    {"no bytes, mipmaps", "0f000000 00000000 01000000 00000000 00000000 00000000", 0, MISREADS(IMAGE_SIZE, 8)},
    {"no bytes, any size, permitted", "0f000000 16000000 01000000 ffffffff ffffffff 00000000", MISREAD, ACCEPTED},
    {"as many mipmaps as bytes", "0f000000 16000000 02000000 01000000 01000000 02000000 ffff0000", 0, ACCEPTED},
    {"more mipmaps than bytes", "0f000000 16000000 03000000 01000000 01000000 02000000 ffff0000", 0,
     MISREADS(IMAGE_SIZE, 8)},
    {"a mipmap that is its image", "0f000000 00000000 01000000 01000000 01000000 02000000 ffff0000", 0, ACCEPTED},
    {"mipmaps to the end, which is the first level", "0f000000 00000000 ffffffff 01000000 01000000 01000000 ff000000",
     0, MISREADS(IMAGE_SIZE, 8)},
    {"padding before the size", "0f000000 00000000 00000000 01000000 01000000 02000000 ffff", 0,
     REFUSED(PADDING_MISSING, 26)},
    {"the size before its padding", "0f000000 00000000 00000000 01000000 01000000 02000000 ffff0000", 0,
     MISREADS(IMAGE_SIZE, 20)},
    {"padding is as it was left", "0f000000 00000000 00000000 01000000 01000000 01000000 ffaabbcc", 0, ACCEPTED},
};

Test(godot2_image, format_comes_first_and_size_counts_where_there_are_bytes)
{
    CHECK(images);
}

/* Bytes of an image with all its mipmaps, as corpus/make/wire.py counts them from section 5.10. The sides tell the least
 * width from the least height. */
Test(godot2_image, has_the_length_of_its_format_down_to_the_least_mipmap)
{
    static const uint32_t sizes_32x16[] = {683, 683, 1366, 2049, 2732, 1451, 1707, 1366, 2049, 344, 688,
                                           688, 344, 688,  160,  160,  352,  352,  344,  352,  704, 704};
    static const uint32_t sizes_16x32[] = {683, 683, 1366, 2049, 2732, 1451, 1707, 1366, 2049, 344, 688,
                                           688, 344, 688,  224,  224,  352,  352,  344,  352,  704, 704};
    for (uint32_t format = 0; format < GDV_IMAGE_CUSTOM; format += 1) {
        for (uint32_t more = 0; more < 3; more += 1) {
            const uint32_t wide[] = {format, 0x80000000u, 32, 16, sizes_32x16[format] - 1 + more};
            const uint32_t tall[] = {format, 0x80000000u, 16, 32, sizes_16x32[format] - 1 + more};
            cr_expect_eq(gdv_image_is_kept(wide), more == 1, "format %u, %u bytes", format, wide[4]);
            cr_expect_eq(gdv_image_is_kept(tall), more == 1, "format %u, %u bytes", format, tall[4]);
        }
    }
}

/* A packet may change between two readings: no format is looked up that there is not. */
Test(godot2_image, of_a_format_that_there_is_not_nothing_is_kept)
{
    static const uint32_t kept[] = {22, 0, 1, 1, 1};
    static const uint32_t next_format[] = {23, 0, 1, 1, 1};
    static const uint32_t highest[] = {UINT32_MAX, 0, 1, 1, 1};
    static const uint32_t no_side[] = {UINT32_MAX, 0, 0, 1, 1};
    cr_expect(gdv_image_is_kept(kept));
    cr_expect(!gdv_image_is_kept(next_format));
    cr_expect(!gdv_image_is_kept(highest));
    cr_expect(!gdv_image_is_kept(no_side));
}
