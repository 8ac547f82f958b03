/* SPDX-License-Identifier: MIT */
/* What a message and its reports hold beyond the verdict: of a value at fault what reading it alone says; records; and the
 * caller's arguments at their edges. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/message.h>
#include <gdv/validate.h>

#include "tests/support/support.h"

enum { NODES = 32 };

static gdv_message message;
static gdv_message_report report;
static gdv_node nodes[NODES];

static gdv_message_policy strict(void)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    return policy;
}

static gdv_status parse_into(gdv_protocol protocol, const packet *bytes, const gdv_message_policy *policy,
                             gdv_node *room, size_t capacity)
{
    message = (gdv_message){.struct_size = sizeof message};
    report = (gdv_message_report){.struct_size = sizeof report};
    return gdv_message_parse(protocol, bytes->bytes, bytes->size, policy, room, capacity, &message, &report);
}

static gdv_status parse(gdv_protocol protocol, const char *hex, const gdv_message_policy *policy)
{
    packet bytes = packet_from_hex(hex);
    gdv_status status = parse_into(protocol, &bytes, policy, nodes, NODES);
    packet_free(&bytes);
    return status;
}

/* ---- a value of a message that was accepted can be refused later, with its own path */

static void expect_place(gdv_value value, uint64_t offset, uint32_t depth, const char *path)
{
    gdv_report place = {.struct_size = sizeof place};
    cr_expect_eq(gdv_report_at(value, GDV_E_OUT_OF_RANGE, &place), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(place.offset, offset, "%s: at %u", path, (unsigned)place.offset);
    cr_expect_eq(place.depth, depth, "%s: in %u", path, (unsigned)place.depth);
    cr_expect_eq(place.type, GDV_TYPE_INT, "%s", path);
    cr_expect_str_eq(place.path, path);
}

/* Section 3: a call to node 5, method 1, of an int and of an Array of two ints; one of an int alone; a record of each of
 * two nodes, with 8 bytes between the values. */
Test(message_results, a_report_at_any_value)
{
    gdv_message_policy policy = strict();
    packet call = packet_from_hex("00 05 01 02 02 07 1c000000 02000000 02000000 05000000 02000000 06000000");
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_3, &call, &policy, nodes, NODES), GDV_OK, "%s",
                 gdv_status_name(report.code));
    expect_place(gdv_message_value(&message, 0), 4, 0, "");
    expect_place(gdv_at(gdv_message_value(&message, 1), 1), 22, 1, "[1]");
    packet_free(&call);
    call = packet_from_hex("00 05 01 01 02 07");
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_3, &call, &policy, nodes, NODES), GDV_OK, "%s",
                 gdv_status_name(report.code));
    expect_place(gdv_message_value(&message, 0), 4, 0, "");
    packet_free(&call);
    call = packet_from_hex("06 0100 03000000 02000000 02 07 04000000 10000000 1c000000 01000000 02000000 05000000");
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_3, &call, &policy, nodes, NODES), GDV_OK, "%s",
                 gdv_status_name(report.code));
    expect_place(gdv_message_value(&message, 0), 11, 0, "");
    expect_place(gdv_at(gdv_message_value(&message, 1), 0), 29, 1, "[0]");
    packet_free(&call);
}

/* ---- the report of a value is that of the value alone */

static void inner_is_own(gdv_protocol protocol, const char *call, const char *value, const gdv_message_policy *policy)
{
    char hex[400];
    uint8_t scratch[1024];
    gdv_report alone = {.struct_size = sizeof alone};
    packet bytes = packet_from_hex(value);
    gdv_status code = gdv_validate(bytes.bytes, bytes.size, gdv_protocol_dialect(protocol), &policy->values, scratch,
                                   sizeof scratch, NULL, &alone);
    packet_free(&bytes);
    cr_assert_neq(code, GDV_OK, "%s", value);
    (void)strcpy(hex, call);
    (void)strcat(hex, value);
    cr_expect_neq(parse(protocol, hex, policy), GDV_OK, "%s", hex);
    cr_expect_eq(report.inner.code, alone.code, "%s: %s", hex, gdv_status_name(report.inner.code));
    cr_expect_eq(report.inner.misread, alone.misread, "%s", hex);
    cr_expect_eq(report.inner.offset, alone.offset, "%s: at %u", hex, (unsigned)report.inner.offset);
    cr_expect_eq(report.inner.need, alone.need, "%s: need %u", hex, (unsigned)report.inner.need);
    cr_expect_eq(report.inner.depth, alone.depth, "%s", hex);
    cr_expect_eq(report.inner.type, alone.type, "%s", hex);
    cr_expect_str_eq(report.inner.path, alone.path, "%s: %s", hex, report.inner.path);
    cr_expect_eq(report.need, 0, "%s", hex);
}

Test(message_results, reports_of_values_are_those_of_the_values_alone)
{
    static const char *const values[] = {
        "03000000 0000c07f",                                    /* a NaN */
        "1c000000 02000000 0200000001000000 03000000 0000807f", /* an infinity in an array */
        "1c000000 02000000 03000000 0000803f",                  /* an element too few */
        "04000000 04000000 6162",                               /* a text that is cut */
        "ff000000",                                             /* no type */
        "16000000 00000080 01000000 00000000",                  /* a node path that is cut */
        "1b000000 02000000 0400000001000000 61000000 00000000 0400000001000000 61000000 00000000", /* a key twice */
        "1c000000 01000000 1c000000 01000000 17000000 0100000000000000", /* an RID, two deep */
    };
    const gdv_message_policy policy = strict();
    for (size_t index = 0; index < sizeof values / sizeof values[0]; index += 1) {
        inner_is_own(GDV_PROTOCOL_GODOT4_0, "00010101", values[index], &policy);
        cr_expect_eq(report.argument, 0);
        inner_is_own(GDV_PROTOCOL_GODOT4_0, "00010103 0205 81", values[index], &policy);
        cr_expect_eq(report.argument, 2);
    }
}

/* What the policy permits is passed over on the way to the fault. */
Test(message_results, reports_go_past_what_is_permitted)
{
    gdv_message_policy policy = strict();
    policy.values.permit = GDV_PERMIT_NONFINITE;
    inner_is_own(GDV_PROTOCOL_GODOT4_0, "00010101", "1c000000 02000000 03000000 0000807f 17000000 0100000000000000",
                 &policy);
    cr_expect_str_eq(report.inner.path, "[1]");
}

/* The engine reads a count of -1 as none (EB-04). */
Test(message_results, a_misreading_is_named)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_ENGINE);
    inner_is_own(GDV_PROTOCOL_GODOT3, "00 01000000 6100 01", "17000000 ffffffff", &policy);
    cr_expect_eq(report.inner.misread, GDV_MISREAD_COUNT_NEGATIVE);
}

/* The path of a call ends the arguments: what is missing is counted up to there. */
Test(message_results, a_value_ends_at_the_path)
{
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT3, "00 0c000080 6100 01 02000000 4d61696e00", NULL), GDV_E_MP_ARG_INVALID);
    cr_expect_eq(report.offset, 8);
    cr_expect_eq(report.inner.code, GDV_E_TRUNCATED);
    cr_expect_eq(report.inner.offset, 4);
    cr_expect_eq(report.inner.need, 4);
}

Test(message_results, a_short_form_has_its_type_to_report)
{
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 427f00", NULL), GDV_E_MP_ARG_WIDTH);
    cr_expect_eq(report.inner.code, GDV_E_WIDTH);
    cr_expect_eq(report.inner.offset, 0);
    cr_expect_eq(report.inner.type, GDV_TYPE_INT);
    cr_expect_str_eq(report.inner.path, "");
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010102 81 8201", NULL), GDV_E_MP_ARG_INVALID);
    cr_expect_eq(report.inner.code, GDV_E_TRUNCATED);
    cr_expect_eq(report.inner.need, 3);
    cr_expect_eq(report.inner.type, GDV_TYPE_INT);
    cr_expect_eq(report.inner.depth, 0);
}

/* What is only refused inside of a container the engine reads all the same. */
Test(message_results, a_value_in_a_container_decodes)
{
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT3,
                       "00 01000000 6d00 01 1300000001000000 1300000002000000 0200000001000000 030000000000c07f", NULL),
                 GDV_E_MP_ARG_POLICY);
    cr_expect_eq(report.inner.code, GDV_E_NONFINITE);
    cr_expect_str_eq(report.inner.path, "[0][1]");
}

Test(message_results, names_have_their_sizes)
{
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT3, "00 01000000 6d3100 00", NULL), GDV_OK);
    cr_expect_eq(message.name.size, 2);
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT3, "02 01000000 4d61696e00", NULL), GDV_OK);
    cr_expect_eq(message.path.size, 4);
}

Test(message_results, no_value_is_to_blame_for_other_faults)
{
    static const char *const packets[] = {"", "00", "03", "30 01", "0001010102 05 00", "00010102 0205"};
    for (size_t index = 0; index < sizeof packets / sizeof packets[0]; index += 1) {
        cr_expect_neq(parse(GDV_PROTOCOL_GODOT4_0, packets[index], NULL), GDV_OK, "%s", packets[index]);
        cr_expect_eq(report.inner.code, GDV_OK, "%s", packets[index]);
        cr_expect_eq(report.inner.struct_size, sizeof report.inner, "%s", packets[index]);
        cr_expect_str_eq(report.inner.type_name, "", "%s", packets[index]);
        cr_expect_eq(report.inner.type, 0, "%s", packets[index]);
        cr_expect_eq(report.inner.offset, 0, "%s", packets[index]);
        cr_expect_eq(report.inner.need, 0, "%s", packets[index]);
        cr_expect_eq(report.inner.misread, GDV_MISREAD_NONE, "%s", packets[index]);
        cr_expect_eq(report.need, 0, "%s", packets[index]);
        cr_expect_eq(report.argument, report.code == GDV_E_MP_ARG_MISSING ? 1 : -1, "%s", packets[index]);
        cr_expect_eq(message.protocol, GDV_PROTOCOL_COUNT, "%s", packets[index]);
        cr_expect_eq(message.command, GDV_COMMAND_NONE, "%s", packets[index]);
    }
}

/* A value that the policy refuses is one that does not decode, where the engine does not read it either. */
Test(message_results, limits_hide_no_value_that_does_not_decode)
{
    gdv_message_policy policy = strict();
    policy.values.max_elements = 1;
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 02000000 00000000 00000000", &policy),
                 GDV_E_MP_ARG_POLICY);
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 02000000 00000000 ff000000", &policy),
                 GDV_E_MP_ARG_INVALID);
    policy = strict();
    policy.values.max_string = 2;
    cr_expect_eq(
        parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 02000000 04000000 03000000 61626300 00000000", &policy),
        GDV_E_MP_ARG_POLICY);
    cr_expect_eq(
        parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 02000000 04000000 03000000 61626300 ff000000", &policy),
        GDV_E_MP_ARG_INVALID);
    policy = strict();
    policy.values.max_values = 3;
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 04000000 03000000 0000807f 00000000 00000000 00000000",
                       &policy),
                 GDV_E_MP_ARG_POLICY);
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 04000000 03000000 0000807f 00000000 00000000 ff000000",
                       &policy),
                 GDV_E_MP_ARG_INVALID);
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 02000000 1c000000 01000000 03000000 0000807f ff000000",
                       &policy),
                 GDV_E_MP_ARG_INVALID);
}

/* A value that is none stays so, whatever good ones follow; one that is refused counts its depth from itself. */
Test(message_results, a_refused_value_is_read_again_from_its_beginning_to_its_first_fault)
{
    gdv_message_policy policy = strict();
    policy.values.max_depth = 3;
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0,
                       "00010101 1c000000 01000000 1c000000 01000000 1c000000 01000000 03000000 0000c07f", &policy),
                 GDV_E_MP_ARG_POLICY);
    cr_expect_eq(report.inner.depth, 3);
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 1c000000 03000000 03000000 0000807f ff000000 00000000", NULL),
                 GDV_E_MP_ARG_INVALID);
}

Test(message_results, lines_of_reports)
{
    char line[160];
    (void)parse(GDV_PROTOCOL_GODOT4_0, "00010101 03000000 0000c07f", NULL);
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_eq(strncmp(line, "MP_ARG_POLICY at 4 (CALL, value 0, NONFINITE at its byte 4): ", 61), 0, "%s", line);
    cr_expect_eq(gdv_message_report_format(&report, NULL, 0), gdv_message_report_format(&report, line, sizeof line));
    report = (gdv_message_report){.struct_size = sizeof report, .code = GDV_E_MP_ENV_SHORT, .argument = -1};
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_str_eq(line, "MP_ENV_SHORT at 0: envelope is cut short");
    report.code = GDV_E_BAD_PROTOCOL;
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_str_eq(line, "BAD_PROTOCOL: there is no such protocol");
    report.code = GDV_E_BAD_ARGUMENT;
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_eq(strncmp(line, "BAD_ARGUMENT: ", 14), 0, "%s", line);
    report.code = GDV_E_TRUNCATED;
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_eq(strncmp(line, "TRUNCATED at 0: ", 16), 0, "%s", line);
    report.code = GDV_E_EMPTY;
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_eq(strncmp(line, "EMPTY at 0: ", 12), 0, "%s", line);
    report.code = GDV_OK;
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_eq(strncmp(line, "OK: ", 4), 0, "%s", line);
}

/* ---- values and records */

Test(message_results, values_by_number)
{
    packet bytes = packet_from_hex("00010102 0205 1c000000 01000000 00000000");
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, NULL, nodes, NODES), GDV_OK);
    cr_expect_eq(gdv_type_of(gdv_message_value(&message, 0)), GDV_TYPE_INT);
    cr_expect_eq(gdv_type_of(gdv_message_value(&message, 1)), GDV_TYPE_ARRAY);
    cr_expect(!gdv_exists(gdv_message_value(&message, 2)));
    cr_expect(!gdv_exists(gdv_message_value(&message, UINT32_MAX)));
    cr_expect(!gdv_exists(gdv_message_value(NULL, 0)));
    message.values = 9; /* more than there are */
    cr_expect(!gdv_exists(gdv_message_value(&message, 2)));
    cr_expect(!gdv_exists(gdv_message_value(&message, 8)));
    message.values = 1; /* fewer than there are */
    cr_expect(gdv_exists(gdv_message_value(&message, 0)));
    cr_expect(!gdv_exists(gdv_message_value(&message, 1)));
    message.values = 2;
    message.document.nodes = NULL;
    cr_expect(!gdv_exists(gdv_message_value(&message, 0)));
    cr_expect(!gdv_exists(gdv_message_value(&message, 1)));
    packet_free(&bytes);
}

Test(message_results, records_of_a_delta)
{
    packet bytes =
        packet_from_hex("16 01000080 0500000000000000 04000000 0205 0206 02000000 0100000000000000 01000000 81");
    gdv_message_record record;
    memset(&record, 0, sizeof record);
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, NULL, nodes, NODES), GDV_OK);
    cr_expect_eq(message.delta, 1);
    cr_expect_eq(message.time, 0);
    cr_expect_eq(message.records, 2);
    cr_expect_eq(message.values, 3);
    cr_assert(gdv_message_next_record(&message, &record));
    cr_expect_eq(record.id, 0x80000001);
    cr_expect_eq(record.indexes, 5);
    cr_expect_eq(record.first, 0);
    cr_expect_eq(record.values, 2);
    cr_expect_eq(record.data.size, 4);
    cr_assert(gdv_message_next_record(&message, &record));
    cr_expect_eq(record.id, 2);
    cr_expect_eq(record.indexes, 1);
    cr_expect_eq(record.first, 2);
    cr_expect_eq(record.values, 1);
    cr_expect_eq(record.data.size, 1);
    cr_expect(!gdv_message_next_record(&message, &record));
    packet_free(&bytes);
}

Test(message_results, records_of_a_relay_and_of_a_spawn)
{
    packet sync = packet_from_hex("07 03 02000000 06 0102 01000000 02000000 0205");
    packet spawn = packet_from_hex("04 00 01000000 05000000 02000000 02000000 06000000 07000000 6100 0205");
    gdv_message_policy policy = strict();
    gdv_message_record record;
    memset(&record, 0, sizeof record);
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &sync, NULL, nodes, NODES), GDV_OK);
    cr_expect_eq(message.time, 0x201);
    cr_expect_eq(message.delta, 0);
    cr_assert(gdv_message_next_record(&message, &record));
    cr_expect_eq(record.id, 1);
    cr_expect_eq(record.indexes, 0);
    cr_expect_eq(record.data.size, 2);
    cr_expect_eq(record.values, 1);
    cr_expect(!gdv_message_next_record(&message, &record));
    policy.direction = GDV_DIRECTION_S2C;
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &spawn, &policy, nodes, NODES), GDV_OK);
    memset(&record, 0xff, sizeof record);
    record.taken = 0;
    cr_assert(gdv_message_next_record(&message, &record));
    cr_expect_eq(record.id, 6);
    cr_expect_eq(record.indexes, 0);
    cr_expect_null(record.data.bytes);
    cr_expect_eq(record.data.size, 0);
    cr_assert(gdv_message_next_record(&message, &record));
    cr_expect_eq(record.id, 7);
    cr_expect(!gdv_message_next_record(&message, &record));
    packet_free(&sync);
    packet_free(&spawn);
}

Test(message_results, records_of_a_spawn_that_is_relayed)
{
    packet bytes = packet_from_hex("07 03 02000000 04 00 01000000 05000000 02000000 02000000 06000000 07000000 6100");
    gdv_message_record record;
    memset(&record, 0, sizeof record);
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, NULL, nodes, NODES), GDV_OK);
    for (uint32_t id = 6; id <= 7; id += 1) {
        cr_assert(gdv_message_next_record(&message, &record));
        cr_expect_eq(record.id, id);
        cr_expect_null(record.data.bytes);
    }
    cr_expect(!gdv_message_next_record(&message, &record));
    packet_free(&bytes);
}

/* Two ids take the room of a node; of ids alone no node is made. */
Test(message_results, ids_take_room_while_they_are_compared)
{
    packet bytes = packet_from_hex("04 00 01000000 05000000 04000000 02000000"
                                   "06000000 07000000 08000000 09000000 6100");
    gdv_message_policy policy = strict();
    policy.direction = GDV_DIRECTION_S2C;
    cr_expect_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, nodes, 1), GDV_E_NO_SPACE);
    cr_expect_eq(report.need, gdv_message_bound(bytes.size));
    cr_expect_eq(report.inner.code, GDV_OK);
    cr_expect_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, nodes, 2), GDV_OK);
    gdv_node *exact = malloc(2 * sizeof *exact); /* nothing before or after it is written */
    cr_assert_not_null(exact);
    cr_expect_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, exact, 2), GDV_OK);
    free(exact);
    packet_free(&bytes);
}

Test(message_results, a_despawn_has_the_id_of_its_node)
{
    gdv_message_policy policy = strict();
    policy.direction = GDV_DIRECTION_S2C;
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "05 ffffff7f", &policy), GDV_OK);
    cr_expect_eq(message.net_id, 0x7fffffff);
}

/* A spawn of many ids in no order, of which those at `third`, a third of them later and two thirds later are one. */
static gdv_status says_of_many_ids(unsigned third)
{
    enum { IDS = 300 };
    gdv_node room[IDS / 2];
    char hex[100 + IDS * 8];
    gdv_message_policy policy = strict();
    policy.direction = GDV_DIRECTION_S2C;
    size_t size = (size_t)sprintf(hex, "0400 01000000 ffff0000 %02x%02x0000 02000000", IDS % 256, IDS / 256);
    for (unsigned index = 0; index < IDS; index += 1) {
        const unsigned id = index % (IDS / 3) == third ? IDS + 1 : 1 + index * 37 % IDS;
        size += (size_t)sprintf(hex + size, "%02x%02x0000", id % 256, id / 256);
    }
    (void)sprintf(hex + size, "6100");
    packet bytes = packet_from_hex(hex);
    gdv_status status = parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, room, IDS / 2);
    packet_free(&bytes);
    return status;
}

Test(message_results, the_first_of_many_ids_that_repeats_another_is_to_blame)
{
    cr_expect_eq(says_of_many_ids(100), GDV_OK); /* none of them */
    for (unsigned third = 0; third < 100; third += 1) {
        cr_expect_eq(says_of_many_ids(third), GDV_E_MP_NET_ID);
        cr_expect_eq(report.offset, 18 + 4 * (100 + third), "%u: at %u", third, (unsigned)report.offset);
    }
}

Test(message_results, ids_of_spawns_and_records)
{
    static const struct {
        const char *hex;
        gdv_status code;
        uint64_t offset;
    } rows[] = {
        {"05 ffffff7f", GDV_OK, 0},
        {"05 00000080", GDV_E_MP_NET_ID, 1},
        {"05 01000000 00", GDV_E_MP_TRAILING, 5},
        {"05 010000", GDV_E_MP_SHORT, 1},
        {"04 00 ffffff7f 05000000 00000000 02000000 6100", GDV_OK, 0},
        {"04 00 ffffff7f 05000000 00000000 00000000 6100", GDV_E_MP_SPAWN_NAME, 18},
        {"04 00 00000080 05000000 00000000 02000000 6100", GDV_E_MP_NODE_ID, 2},
        {"04 00 01000000 00000080 00000000 02000000 6100", GDV_E_MP_NET_ID, 6},
        {"04 00 01000000 05000000 01000000 02000000 00000080 6100", GDV_E_MP_NET_ID, 18},
        {"04 00 01000000 05000000 01000000 02000000 05000000 6100", GDV_E_MP_NET_ID, 18},
        {"04 00 01000000 05000000 03000000 02000000 06000000 07000000 06000000 6100", GDV_E_MP_NET_ID, 26},
        {"04 00 01000000 05000000 02000000 02000000 06000000 00000000 6100", GDV_E_MP_NET_ID, 22},
        {"04 00 01000000 05000000 02000000 02000000 00000000 00000000 6100", GDV_E_MP_NET_ID, 18},
        {"04 ff 01000000 05000000 00000000 02000000 6100 02000000 0205", GDV_OK, 0},
        {"04 ff 01000000 05000000 00000000 02000000 6100 00000000", GDV_E_MP_ARG_INVALID, 24},
        {"04 ff 01000000 05000000 00000000 02000000 6100 000000", GDV_E_MP_SPAWN_SIZE, 20},
        {"04 ff 01000000 05000000 00000000 02000000 6100 03000000 0205", GDV_E_MP_SPAWN_SIZE, 20},
        {"04 ff 01000000 05000000 00000000 02000000 6100 03000000 020500", GDV_E_MP_TRAILING, 26},
        {"04", GDV_E_MP_SHORT, 1},
        {"06", GDV_E_MP_SHORT, 1},
        {"06 01", GDV_E_MP_SHORT, 1},
        {"06 0100", GDV_E_MP_SHORT, 3},
        {"06 0100 01000000 000000", GDV_E_MP_SHORT, 3},
        {"06 0100 01000000 00000000", GDV_E_MP_RECORD_EMPTY, 7},
        {"06 0100 00000080 01000000 00", GDV_E_MP_NET_ID, 3},
        {"06 0100 00000000 01000000 00", GDV_E_MP_NET_ID, 3},
        {"06 0100 ffffffff 04000000 00000000", GDV_OK, 0},
        {"16 01000000 0100000000000000 000000", GDV_E_MP_SHORT, 1},
        {"16 01000000 0100000000000000 00000000", GDV_E_MP_RECORD_EMPTY, 13},
    };
    gdv_message_policy policy = strict();
    policy.direction = GDV_DIRECTION_S2C;
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        gdv_status said = parse(GDV_PROTOCOL_GODOT4_0, rows[index].hex, &policy);
        cr_expect_eq(said, rows[index].code, "%s: %s", rows[index].hex, gdv_status_name(said));
        cr_expect_eq(report.offset, rows[index].offset, "%s: at %u", rows[index].hex, (unsigned)report.offset);
    }
}

/* ---- the caller's arguments */

Test(message_results, policies_that_are_none)
{
    packet bytes = packet_from_hex("03aa");
    gdv_message_policy policies[6];
    for (size_t index = 0; index < 6; index += 1) {
        policies[index] = strict();
    }
    cr_expect_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policies[0], nodes, NODES), GDV_OK);
    policies[0].struct_size -= 1;
    policies[1].permit = GDV_PERMIT_MP_ALL + 1;
    policies[2].envelope = GDV_ENVELOPE_COUNT;
    policies[3].direction = GDV_DIRECTION_COUNT;
    policies[4].values.struct_size -= 1;
    policies[5].envelope = GDV_ENVELOPE_ENET3; /* of another protocol */
    for (size_t index = 0; index < 6; index += 1) {
        cr_expect_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policies[index], nodes, NODES), GDV_E_BAD_POLICY, "%zu",
                     index);
        cr_expect_eq(report.code, GDV_E_BAD_POLICY);
    }
    packet_free(&bytes);
}

Test(message_results, without_a_policy_it_is_strict)
{
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 41", NULL), GDV_E_MP_ARG_INVALID);
    cr_expect_eq(parse(GDV_PROTOCOL_GODOT4_0, "00010101 17000000 0100000000000000", NULL), GDV_E_MP_ARG_POLICY);
}

/* What is only read may overlap; a report lies in nothing else. */
Test(message_results, overlaps)
{
    union {
        gdv_message_policy policy;
        gdv_message_report report;
        uint8_t bytes[sizeof(gdv_message_report)];
    } shared;
    message = (gdv_message){.struct_size = sizeof message};
    memset(&shared, 0, sizeof shared);
    shared.policy = strict();
    cr_expect_neq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, &shared, 8, &shared.policy, nodes, NODES, &message, NULL),
                  GDV_E_OVERLAP);
    cr_expect_eq(
        gdv_message_parse(GDV_PROTOCOL_GODOT4_0, "\3a", 2, &shared.policy, nodes, NODES, &message, &shared.report),
        GDV_E_OVERLAP);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, &shared, 8, NULL, nodes, NODES, &message, &shared.report),
                 GDV_E_OVERLAP);
}

Test(message_results, bytes_and_nodes_that_are_nowhere)
{
    report = (gdv_message_report){.struct_size = sizeof report};
    message = (gdv_message){.struct_size = sizeof message};
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, NULL, 2, NULL, nodes, NODES, &message, &report),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, "\3a", 2, NULL, NULL, 1, &message, &report),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, "\3a", 2, NULL, NULL, 0, &message, &report), GDV_OK);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, "\3a", 0, NULL, nodes, NODES, &message, &report),
                 GDV_E_MP_EMPTY);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, NULL, 0, NULL, nodes, NODES, &message, &report),
                 GDV_E_MP_EMPTY);
}

Test(message_results, no_protocol_comes_in_what_is_no_envelope)
{
    for (uint32_t envelope = GDV_ENVELOPE_COUNT; envelope < 100; envelope += 1) {
        cr_expect(!gdv_protocol_takes(GDV_PROTOCOL_GODOT3, (gdv_envelope)envelope), "%u", envelope);
    }
}

Test(message_results, names_end_with_their_lists)
{
    uint32_t permit = 0;
    cr_expect_str_eq(gdv_permit_mp_name(GDV_PERMIT_MP_BITS), "");
    cr_expect_str_eq(gdv_permit_mp_text(GDV_PERMIT_MP_BITS), "");
    cr_expect_str_neq(gdv_permit_mp_name(GDV_PERMIT_MP_BITS - 1), "");
    cr_expect(!gdv_permit_mp_from_name("mp-nothing", &permit));
    cr_expect(!gdv_permit_mp_from_name("", &permit));
    cr_expect(!gdv_protocol_takes(GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_COUNT));
    cr_expect(!gdv_protocol_takes(GDV_PROTOCOL_COUNT, GDV_ENVELOPE_NONE));
    cr_expect(gdv_protocol_takes(GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_WS3));
    cr_expect(!gdv_protocol_takes(GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_WS4_ID));
}

/* ---- a short form as a key: it has no header, and what follows it is another value, or the packet's end */

static int64_t found_by(uint32_t value)
{
    int64_t number = -1;
    const gdv_value found = gdv_get_value(gdv_message_value(&message, 0), gdv_message_value(&message, value));
    cr_assert(!gdv_exists(found) || gdv_to_int(found, 0, 99, &number) == GDV_OK);
    return number;
}

#define PAIRS                                                                                                          \
    "1b000000 04000000 0200000005000000 0200000007000000 0100000001000000 0200000008000000 "                           \
    "0300000000000040 0200000009000000 02000000fdffffff 020000000a000000 "

Test(message_results, a_short_form_is_a_key)
{
    const gdv_message_policy policy = strict();
    packet bytes = packet_from_hex("00 01 01 07" PAIRS "0205 81 01 02fd 0202 0301020304 0206");
    cr_assert_neq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, nodes, NODES), GDV_OK,
                  "a float has no short form");
    packet_free(&bytes);
    bytes = packet_from_hex("00 01 01 06" PAIRS "0205 81 01 02fd 0202");
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, nodes, NODES), GDV_OK, "%s",
                 gdv_status_name(report.code));
    cr_expect_eq(found_by(1), 7);
    cr_expect_eq(found_by(2), 8);
    cr_expect_eq(found_by(3), -1, "false is no key");
    cr_expect_eq(found_by(4), 10);
    cr_expect_eq(found_by(5), -1, "no int equals a float");
    packet_free(&bytes);
    bytes = packet_from_hex("00 01 01 02" PAIRS "81"); /* nothing follows it */
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, nodes, NODES), GDV_OK);
    cr_expect_eq(found_by(1), 8);
    packet_free(&bytes);
}

/* The last of equal keys counts, where they are permitted. */
Test(message_results, a_short_form_finds_the_last_of_equal_keys)
{
    gdv_message_policy policy = strict();
    policy.values.permit |= GDV_PERMIT_DUPLICATE_KEYS;
    packet bytes = packet_from_hex("00 01 01 02 1b000000 02000000 0100000001000000 0200000007000000 "
                                   "0100000001000000 0200000008000000 c1");
    policy.values.permit |= GDV_PERMIT_BOOL;
    cr_assert_eq(parse_into(GDV_PROTOCOL_GODOT4_0, &bytes, &policy, nodes, NODES), GDV_OK, "%s",
                 gdv_status_name(report.code));
    cr_expect_eq(found_by(1), 8);
    packet_free(&bytes);
}
