/* SPDX-License-Identifier: MIT */
/* A writer and gdv_canonicalize under the compressed encoding: an outermost bool or int in as few bytes as hold it
 * (multiplayer format, section 5), all else as in any packet. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/support.h"

static gdv_policy policy;

static void set_policy(gdv_preset preset)
{
    gdv_policy_init(&policy, preset);
    policy.encoding = GDV_ENCODING_COMPRESSED;
}

static gdv_writer writer;
static uint8_t buffer[64];

static void begin(size_t capacity)
{
    cr_assert_eq(gdv_writer_init(&writer, buffer, capacity, GDV_DIALECT_GODOT4_4, &policy), GDV_OK);
}

static void is_hex(const char *hex)
{
    packet expected = packet_from_hex(hex);
    uint8_t scratch[64];
    size_t size = 0;
    cr_expect_eq(gdv_writer_finish(&writer, scratch, sizeof scratch, &size), GDV_OK, "%s", hex);
    cr_expect_eq(size, expected.size, "%s: %zu", hex, size);
    cr_expect_arr_eq(buffer, expected.bytes, expected.size, "%s", hex);
    packet_free(&expected);
}

typedef struct written_int {
    int64_t value;
    const char *hex;
} written_int;

static const written_int ints[] = {
    {0, "02 00"},
    {127, "02 7f"},
    {128, "42 8000"},
    {-128, "02 80"},
    {-129, "42 7fff"},
    {32767, "42 ff7f"},
    {32768, "82 00800000"},
    {-32768, "42 0080"},
    {-32769, "82 ff7fffff"},
    {INT32_MAX, "82 ffffff7f"},
    {INT32_MIN, "82 00000080"},
    {(int64_t)INT32_MAX + 1, "c2 0000008000000000"},
    {(int64_t)INT32_MIN - 1, "c2 ffffff7fffffffff"},
    {INT64_MAX, "c2 ffffffffffffff7f"},
    {INT64_MIN, "c2 0000000000000080"},
};

Test(short_forms, of_ints)
{
    set_policy(GDV_POLICY_STRICT);
    for (size_t index = 0; index < sizeof ints / sizeof ints[0]; index += 1) {
        begin(sizeof buffer);
        cr_expect_eq(gdv_write_int(&writer, ints[index].value), GDV_OK);
        is_hex(ints[index].hex);
    }
}

Test(short_forms, of_bools)
{
    set_policy(GDV_POLICY_STRICT);
    begin(sizeof buffer);
    cr_expect_eq(gdv_write_bool(&writer, true), GDV_OK);
    is_hex("81");
    begin(sizeof buffer);
    cr_expect_eq(gdv_write_bool(&writer, false), GDV_OK);
    is_hex("01");
}

Test(short_forms, not_inside)
{
    set_policy(GDV_POLICY_STRICT);
    begin(sizeof buffer);
    (void)gdv_begin_array(&writer);
    (void)gdv_write_bool(&writer, true);
    (void)gdv_write_int(&writer, 5);
    (void)gdv_end(&writer);
    is_hex("1c000000 02000000 01000000 01000000 02000000 05000000");
    begin(sizeof buffer);
    (void)gdv_write_nil(&writer);
    is_hex("00000000");
}

Test(short_forms, take_their_room)
{
    uint8_t scratch[16];
    size_t size = 0;
    set_policy(GDV_POLICY_STRICT);
    policy.max_bytes = 2;
    begin(sizeof buffer);
    cr_expect_eq(gdv_write_int(&writer, 128), GDV_E_LIMIT_BYTES);
    begin(2);
    cr_expect_eq(gdv_write_int(&writer, 127), GDV_OK);
    begin(1);
    cr_expect_eq(gdv_write_int(&writer, 127), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_writer_finish(&writer, scratch, sizeof scratch, &size), GDV_E_NO_SPACE);
    cr_expect_eq(size, 2);
    begin(sizeof buffer);
    cr_expect_eq(gdv_write_int(&writer, 127), GDV_OK);
    cr_expect_eq(gdv_write_int(&writer, 127), GDV_E_BAD_NESTING);
    policy.max_values = 0;
    begin(sizeof buffer);
    cr_expect_eq(gdv_write_bool(&writer, true), GDV_E_LIMIT_VALUES);
}

Test(short_forms, of_other_families_there_are_none)
{
    set_policy(GDV_POLICY_STRICT);
    cr_expect_eq(gdv_writer_init(&writer, buffer, sizeof buffer, GDV_DIALECT_GODOT3_0, &policy), GDV_E_BAD_POLICY);
    cr_expect_eq(gdv_write_bool(&writer, true), GDV_E_BAD_POLICY);
}

typedef struct respelled {
    const char *hex;
    const char *canonical;
} respelled;

static const respelled all[] = {
    {"41", "01"},
    {"c1", "81"},
    {"81", "81"},
    {"42 7f00", "02 7f"},
    {"82 2c010000", "42 2c01"},
    {"c2 ffffffffffffffff", "02 ff"},
    {"c2 0000008000000000", "c2 0000008000000000"},
    {"c2 0000000080000000", "c2 0000000080000000"},
    {"02 05", "02 05"},
    {"1c000000 01000000 02000000 05000000", "1c000000 01000000 02000000 05000000"},
    {"1c000000 01000000 02000100 0500000000000000", "1c000000 01000000 02000000 05000000"},
};

static void is_respelled(const respelled *row, bool in_place)
{
    packet from = packet_from_hex(row->hex);
    packet to = packet_from_hex(row->canonical);
    uint8_t scratch[64];
    uint8_t out[64];
    size_t size = 0;
    uint8_t *const place = in_place ? from.bytes : out;
    cr_expect_eq(gdv_canonicalize(from.bytes, from.size, GDV_DIALECT_GODOT4_4, &policy, scratch, sizeof scratch, place,
                                  in_place ? from.size : sizeof out, &size, NULL),
                 GDV_OK, "%s", row->hex);
    cr_expect_eq(size, to.size, "%s: %zu", row->hex, size);
    cr_expect_arr_eq(place, to.bytes, to.size, "%s", row->hex);
    packet_free(&from);
    packet_free(&to);
}

Test(short_forms, canonical_ones_are_the_shortest)
{
    set_policy(GDV_POLICY_ENGINE);
    for (size_t index = 0; index < sizeof all / sizeof all[0]; index += 1) {
        is_respelled(&all[index], false);
        is_respelled(&all[index], true);
    }
}
