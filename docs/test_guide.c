/* SPDX-License-Identifier: MIT */
/* Runs the C of guide.md, which the build takes from that page (BUILD). Packets are spelled by hand from the wire
 * reference. */
#include <criterion/criterion.h>

#include "docs/guide_snippets.inc"
#include "tests/support/support.h"

/* {"players": [{"name": "Ann", "hp": 100, "at": Vector2(1.5, -2)}]} */
static const char players[] = "1b000000 01000000 04000000 07000000 706c6179 65727300"
                              "1c000000 01000000 1b000000 03000000"
                              "04000000 04000000 6e616d65 04000000 03000000 416e6e00"
                              "04000000 02000000 68700000 02000000 64000000"
                              "04000000 02000000 61740000 05000000 0000c03f 000000c0";

/* [7, true, 0.5, -1] */
static const char aim[] = "1c000000 04000000 02000000 07000000 01000000 01000000"
                          "03000000 0000003f 02000000 ffffffff";

Test(guide, validate_passes_the_packet_and_refuses_its_prefixes)
{
    packet given = packet_from_hex(players);
    cr_assert(is_safe(given.bytes, given.size));
    cr_assert(!is_safe(given.bytes, given.size - 4));
    cr_assert(!is_safe(given.bytes, LONGEST_PACKET + 1));
    packet_free(&given);
}

Test(guide, three_ints_in_a_row)
{
    gdv_policy policy = game_policy();
    packet plain = packet_from_hex("02000000 01000000 02000000 02000000 02000000 e8030000");
    packet compressed = packet_from_hex("0201 0202 42e803");
    size_t which = 9;
    cr_expect_eq(sum_of_three(plain.bytes, plain.size, &policy, &which), 1003);
    cr_expect_eq(which, 3);
    cr_expect_eq(sum_of_three(plain.bytes, plain.size - 1, &policy, &which), -1);
    cr_expect_eq(which, 2);
    policy.encoding = GDV_ENCODING_COMPRESSED;
    cr_expect_eq(sum_of_three(compressed.bytes, compressed.size, &policy, &which), 1003);
    cr_expect_eq(sum_of_three(compressed.bytes, 3, &policy, &which), -1);
    cr_expect_eq(which, 1);
    packet_free(&plain);
    packet_free(&compressed);
}

Test(guide, the_policy_is_one)
{
    gdv_policy policy = game_policy();
    cr_assert(gdv_policy_check(&policy) == GDV_OK);
    cr_assert(policy.max_depth == 8);
}

Test(guide, a_document_finds_health_name_and_position)
{
    packet given = packet_from_hex(players);
    gdv_node nodes[64];
    gdv_document document;
    char name[33];
    float at[2];

    cr_assert(health_of(given.bytes, given.size, 0) == 100);
    cr_assert(health_of(given.bytes, given.size, 1) == -1);
    cr_assert(health_of(given.bytes, given.size - 1, 0) == -1);
    cr_assert(gdv_document_parse(&document, given.bytes, given.size, GDV_DIALECT_GODOT4_4, NULL, nodes, 64, NULL) ==
              GDV_OK);
    cr_assert(first_player(&document, name, at));
    cr_assert(strcmp(name, "Ann") == 0);
    cr_assert(at[0] >= 1.5f && at[0] <= 1.5f);
    cr_assert(at[1] >= -2.0f && at[1] <= -2.0f);
    cr_assert(sum_of(gdv_find(gdv_root(&document), ".players[0]")) == 100);
    cr_assert(alive(&document) == 1);
    packet_free(&given);
}

/* {"room": 5, "spectator": true, "name": "Ann"}, and the same without the name */
Test(guide, many_keys_are_found_at_once_or_said_to_be_missing)
{
    static const char *const requests[] = {
        "1b000000 03000000 04000000 04000000 726f6f6d 02000000 05000000 04000000 09000000 73706563 7461746f 72000000"
        "01000000 01000000 04000000 04000000 6e616d65 04000000 03000000 416e6e00",
        "1b000000 02000000 04000000 04000000 726f6f6d 02000000 05000000 04000000 09000000 73706563 7461746f 72000000"
        "01000000 01000000",
    };
    for (int row = 0; row < 2; row += 1) {
        packet given = packet_from_hex(requests[row]);
        gdv_node nodes[64];
        gdv_document document;
        gdv_text name = {NULL, 0};
        int64_t room = 0;
        bool spectator = false;
        cr_assert(gdv_document_parse(&document, given.bytes, given.size, GDV_DIALECT_GODOT4_4, NULL, nodes, 64, NULL) ==
                  GDV_OK);
        cr_assert(join_request(gdv_root(&document), &room, &name, &spectator) == (row == 0));
        cr_assert(row != 0 || (room == 5 && spectator && name.size == 3 && memcmp(name.bytes, "Ann", 3) == 0));
        packet_free(&given);
    }
}

#define MOVE_OF(pairs) "1b000000 0" pairs "000000 04000000 04000000 74797065 04000000 04000000 6d6f7665 "
#define SEQ "04000000 03000000 73657100 "
#define POS "04000000 03000000 706f7300 "
#define JUMP "04000000 04000000 6a756d70 "

/* Offsets are counted by hand: 8 of the dictionary, 24 of the type with its key, 12 of the next key, then its value. */
Test(guide, a_move_is_taken_or_refused_by_name)
{
    static const struct {
        const char *hex;
        const char *line;
    } rows[] = {
        {MOVE_OF("4") SEQ "02000000 05000000" POS "09000000 0000803f 00000040 00004040" JUMP "01000000 01000000",
         "OK: accepted"},
        {MOVE_OF("3") SEQ "02000000 05000000" POS "09000100 000000000000f03f 0000000000000040 0000000000000840",
         "OK: accepted"},
        {MOVE_OF("2") SEQ "02000000 05000000", "MISSING at 0: there is no such value"},
        {MOVE_OF("3") SEQ "02000000 05000000" POS "09000000 0000803f 00000040 00409c45",
         "OUT_OF_RANGE at 64 (.pos): number is outside the range asked for"},
        {MOVE_OF("3") SEQ "02000000 ffffffff" POS "09000000 0000803f 00000040 00004040",
         "OUT_OF_RANGE at 44 (.seq): number is outside the range asked for"},
        {MOVE_OF("4") SEQ "02000000 05000000" POS "09000000 0000803f 00000040 00004040" JUMP "02000000 01000000",
         "WRONG_TYPE at 92 (.jump): value is of another type"},
        {MOVE_OF("2") "04000000 02000000 68700000 02000000 05000000",
         "UNKNOWN_KEY at 32 (.hp): dictionary has a key that is not expected"},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        packet given = packet_from_hex(rows[index].hex);
        gdv_node nodes[64];
        gdv_document document;
        gdv_report report = {.struct_size = sizeof report};
        move taken = {0, {0.0f, 0.0f, 0.0f}, false};
        char line[128];
        cr_assert(gdv_document_parse(&document, given.bytes, given.size, GDV_DIALECT_GODOT4_4, NULL, nodes, 64, NULL) ==
                  GDV_OK);
        gdv_status status = take_move(gdv_root(&document), &taken, &report);
        gdv_report_format(&report, line, sizeof line);
        cr_assert(strcmp(line, rows[index].line) == 0, "%s", line);
        cr_assert(status == report.code);
        cr_assert(status != GDV_OK || (taken.seq == 5 && taken.pos[2] >= 3.0f && taken.pos[2] <= 3.0f));
        cr_assert(taken.jump == (index == 0));
        packet_free(&given);
    }
}

Test(guide, the_reader_takes_a_command_and_says_what_is_wrong_with_another)
{
    packet given = packet_from_hex(aim);
    gdv_report report = {.struct_size = sizeof report};
    command read = {0, false, {0.0, 0.0}};

    cr_assert(read_command(given.bytes, given.size, &read, &report) == GDV_OK);
    cr_assert(read.tick == 7);
    cr_assert(read.jump);
    cr_assert(read.aim[0] >= 0.5 && read.aim[0] <= 0.5);
    cr_assert(read.aim[1] >= -1.0 && read.aim[1] <= -1.0);

    given.bytes[36] = 0xfe; /* aim y is -2 now */
    cr_assert(read_command(given.bytes, given.size, &read, &report) == GDV_E_OUT_OF_RANGE);
    cr_assert(report.offset == 32);
    cr_assert(strcmp(report.path, "[3]") == 0);
    packet_free(&given);
}

Test(guide, packets_that_may_go_on_are_told_from_those_beside_them)
{
    static const uint8_t nil[4] = {0};
    static const uint8_t bad_bool[8] = {1, 0, 0, 0, 2};
    static gdv_packet packets[65];
    for (size_t index = 0; index < 65; index += 1) {
        packets[index] = index % 3 == 1 ? (gdv_packet){bad_bool, sizeof bad_bool} : (gdv_packet){nil, sizeof nil};
    }
    cr_assert(safe_ones(packets, 0) == 0);
    cr_assert(safe_ones(packets, 5) == 0xd);
    cr_assert(safe_ones(packets + 63, 1) == 1);
    cr_assert(safe_ones(packets, 64) == 0xdb6db6db6db6db6du);
    cr_assert(safe_ones(packets, 65) == 0);
}

Test(guide, the_report_of_the_reader_says_what_its_result_says)
{
    static const struct {
        const char *hex;
        gdv_status code;
    } rows[] = {
        {"", GDV_E_EMPTY},
        {"1c00", GDV_E_TRUNCATED},
        {"1c000000 03000000 02000000 07000000 01000000 01000000 02000000 01000000", GDV_E_MISSING},
        {"1c000000 05000000 00000000 00000000 00000000 00000000 00000000", GDV_E_OUT_OF_RANGE},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        packet given = packet_from_hex(rows[index].hex);
        gdv_report report = {.struct_size = sizeof report};
        command read = {0, false, {0.0, 0.0}};
        gdv_status status = read_command(given.bytes, given.size, &read, &report);
        cr_assert(status == rows[index].code);
        cr_assert(report.code == status);
        packet_free(&given);
    }
}

/* [1, {"a": 20, 300: true}, 4.0, 5000], of which the last is more than is asked for. */
Test(guide, ints_are_summed_by_events)
{
    packet bytes =
        packet_from_hex("1c000000 04000000 02000000 01000000 1b000000 02000000 04000000 01000000 61000000 02000000 "
                        "14000000 02000000 2c010000 01000000 01000000 03000000 00008040 02000000 88130000");
    cr_expect_eq(sum_of_ints(bytes.bytes, bytes.size), 321);
    cr_expect_eq(sum_of_ints(bytes.bytes, bytes.size - 4), -1);
    packet_free(&bytes);
}

Test(guide, the_writer_writes_the_answer)
{
    packet expected = packet_from_hex("1b000000 02000000 04000000 02000000 6f6b0000 01000000 01000000"
                                      "04000000 04000000 7469636b 02000000 07000000");
    unsigned char buffer[64];
    size_t size = write_answer(true, 7, buffer, sizeof buffer);
    cr_assert(size == expected.size);
    cr_assert(memcmp(buffer, expected.bytes, size) == 0);
    cr_assert(write_answer(true, 7, buffer, expected.size - 1) == 0);
    packet_free(&expected);
}

Test(guide, cleaning_zeroes_the_padding_of_a_node_path)
{
    packet given = packet_from_hex("16000000 01000080 00000000 00000000 01000000 61584e4f");
    packet expected = packet_from_hex("16000000 01000080 00000000 00000000 01000000 61000000");
    cr_assert(clean(given.bytes, given.size));
    cr_assert(memcmp(given.bytes, expected.bytes, expected.size) == 0);
    packet_free(&given);
    packet_free(&expected);
}

Test(guide, the_framer_gives_packets_and_hangs_up_on_a_lie)
{
    packet given = packet_from_hex("08000000 02000000 05000000 04000000 00000000 f0ffffff");
    static peer from;

    cr_assert(welcome(&from));
    for (size_t index = 0; index + 1 < given.size; index += 1) {
        cr_assert(receive(&from, given.bytes + index, 1));
    }
    cr_assert(from.accepted == 2);
    cr_assert(!receive(&from, given.bytes + given.size - 1, 1));
    packet_free(&given);
}
