/* SPDX-License-Identifier: MIT */
/* What comes back of a message: values, records, names of lists, and reports as a line. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/message.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

enum { NODES = 64 };

typedef struct parse {
    packet bytes;
    gdv_node nodes[NODES];
    gdv_message message;
    gdv_message_report report;
    gdv_status status;
} parse;

static void take(parse *of, gdv_protocol protocol, const char *hex, gdv_direction direction)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.direction = direction;
    of->bytes = packet_from_hex(hex);
    of->message = (gdv_message){.struct_size = sizeof of->message};
    of->report = (gdv_message_report){.struct_size = sizeof of->report};
    of->status = gdv_message_parse(protocol, of->bytes.bytes, of->bytes.size, &policy, of->nodes, NODES, &of->message,
                                   &of->report);
}

/* ---- values ---- */

/* Bools and ints of one byte, two, four and eight, by section 5. */
Test(message_reports, short_forms_are_read_by_every_getter)
{
    static const struct {
        const char *hex;
        int64_t number;
        gdv_component component;
    } rows[] = {
        {"0001010102 7f", 127, GDV_COMPONENT_INT8},
        {"0001010102 80", -128, GDV_COMPONENT_INT8},
        {"0001010142 8000", 128, GDV_COMPONENT_INT16},
        {"0001010142 0080", -32768, GDV_COMPONENT_INT16},
        {"0001010142 ff7f", 32767, GDV_COMPONENT_INT16},
        {"0001010182 00800000", 32768, GDV_COMPONENT_INT32},
        {"0001010182 00000080", INT32_MIN, GDV_COMPONENT_INT32},
        {"00010101c2 0000008000000000", 2147483648, GDV_COMPONENT_INT64},
        {"00010101c2 0000000000000080", INT64_MIN, GDV_COMPONENT_INT64},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parse of;
        gdv_numbers numbers;
        int64_t number = 0;
        int64_t copied = 0;
        int32_t narrow = 0;
        double real = 0;
        const bool fits = rows[index].component != GDV_COMPONENT_INT64;
        take(&of, GDV_PROTOCOL_GODOT4_3, rows[index].hex, GDV_DIRECTION_C2S);
        cr_assert_eq(of.status, GDV_OK, "%s", rows[index].hex);
        const gdv_value value = gdv_message_value(&of.message, 0);
        cr_expect_eq(gdv_type_of(value), GDV_TYPE_INT);
        cr_expect_eq(gdv_value_offset(value), 4);
        cr_expect_eq(gdv_to_int(value, INT64_MIN, INT64_MAX, &number), GDV_OK);
        cr_expect_eq(number, rows[index].number);
        cr_expect_eq(gdv_int_or(value, 0, 1, -7), -7);
        cr_expect_eq(gdv_to_number(value, -1e19, 1e19, &real), GDV_OK);
        cr_expect_eq(real, (double)rows[index].number);
        cr_expect_eq(gdv_to_numbers(value, &numbers), GDV_OK);
        cr_expect_eq(numbers.component, rows[index].component);
        cr_expect_eq(gdv_component_int(&numbers, 0, 0), rows[index].number);
        cr_expect_eq(gdv_component_double(&numbers, 0, 0), (double)rows[index].number);
        cr_expect_eq(gdv_copy_int64(&numbers, 0, &copied, 1), 1);
        cr_expect_eq(copied, rows[index].number);
        cr_expect_eq(gdv_copy_int32(&numbers, 0, &narrow, 1), fits ? 1 : 0);
        cr_expect_eq(narrow, fits ? (int32_t)rows[index].number : 0);
        cr_expect_eq(gdv_copy_double(&numbers, 0, &real, 1), fits ? 1 : 0);
        cr_expect_eq(gdv_to_ints(value, GDV_TYPE_INT, INT64_MIN, INT64_MAX, &copied, 1), GDV_OK);
        cr_expect_eq(copied, rows[index].number);
        cr_expect_eq(gdv_to_bool(value, &(bool){false}), GDV_E_WRONG_TYPE);
        packet_free(&of.bytes);
    }
}

Test(message_reports, bools_are_one_byte)
{
    parse of;
    bool first = false;
    bool second = true;
    take(&of, GDV_PROTOCOL_GODOT4_0, "00010102 81 01", GDV_DIRECTION_C2S);
    cr_assert_eq(of.status, GDV_OK);
    cr_expect_eq(gdv_to_bool(gdv_message_value(&of.message, 0), &first), GDV_OK);
    cr_expect_eq(gdv_to_bool(gdv_message_value(&of.message, 1), &second), GDV_OK);
    cr_expect(first && !second);
    cr_expect(!gdv_exists(gdv_message_value(&of.message, 2)));
    cr_expect(!gdv_exists(gdv_message_value(&of.message, UINT32_MAX)));
    cr_expect(!gdv_exists(gdv_message_value(NULL, 0)));
    packet_free(&of.bytes);
}

/* Values with values in them, and after them others: ["a", [1, 2]], 5, {"k": true}. */
Test(message_reports, values_stand_one_after_another)
{
    parse of;
    take(&of, GDV_PROTOCOL_GODOT4_3,
         "00010103 1c000000 02000000 04000000 01000000 61000000 1c000000 02000000 02000000 01000000 02000000 02000000 "
         "0205 1b000000 01000000 04000000 01000000 6b000000 01000000 01000000",
         GDV_DIRECTION_C2S);
    cr_assert_eq(of.status, GDV_OK);
    cr_expect_eq(of.message.values, 3);
    cr_expect_eq(gdv_int_or(gdv_at(gdv_at(gdv_message_value(&of.message, 0), 1), 1), 0, 9, -1), 2);
    cr_expect_eq(gdv_int_or(gdv_message_value(&of.message, 1), 0, 9, -1), 5);
    cr_expect(gdv_bool_or(gdv_get(gdv_message_value(&of.message, 2), "k"), false));
    packet_free(&of.bytes);
}

/* ---- records ---- */

Test(message_reports, records_are_given_one_by_one)
{
    parse of;
    gdv_message_record record = {.taken = 0};
    take(&of, GDV_PROTOCOL_GODOT4_3,
         "16 01000080 0500000000000000 03000000 0205 81 02000000 0100000000000000 01000000 01", GDV_DIRECTION_S2C);
    cr_assert_eq(of.status, GDV_OK);
    cr_assert(gdv_message_next_record(&of.message, &record));
    cr_expect(record.id == 0x80000001u && record.indexes == 5 && record.first == 0 && record.values == 2);
    cr_expect_eq(record.data.size, 3);
    cr_expect_eq(memcmp(record.data.bytes, "\x02\x05\x81", 3), 0);
    cr_assert(gdv_message_next_record(&of.message, &record));
    cr_expect(record.id == 2 && record.indexes == 1 && record.first == 2 && record.values == 1);
    cr_expect_not(gdv_message_next_record(&of.message, &record));
    cr_expect_not(gdv_message_next_record(NULL, &record));
    cr_expect_not(gdv_message_next_record(&of.message, NULL));
    packet_free(&of.bytes);
}

/* Whoever writes to the packet afterwards is given something, and nothing outside of it. */
Test(message_reports, records_of_a_packet_that_changed_stay_inside)
{
    parse of;
    uint8_t *changed = malloc(13);
    cr_assert_not_null(changed);
    take(&of, GDV_PROTOCOL_GODOT4_3, "06 0100 01000000 02000000 0205", GDV_DIRECTION_S2C);
    cr_assert_eq(of.status, GDV_OK);
    memcpy(changed, of.bytes.bytes, 13);
    of.message.document.bytes = changed;
    for (unsigned byte = 0; byte < 256; byte += 1) {
        gdv_message_record record = {.taken = 0};
        memset(changed + 7, (int)byte, 4);
        cr_expect(gdv_message_next_record(&of.message, &record));
        cr_expect(record.next_at <= 13 && record.data.size <= 2);
        cr_expect_not(gdv_message_next_record(&of.message, &record));
    }
    free(changed);
    packet_free(&of.bytes);
}

/* A record that grew ends where the next one's value begins: that value is not in it. */
Test(message_reports, a_record_of_a_packet_that_changed_has_the_values_that_begin_in_it)
{
    static const struct {
        uint8_t size;
        uint32_t values;
    } rows[] = {{2, 1}, {10, 1}, {11, 2}};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parse of;
        gdv_message_record record = {.taken = 0};
        take(&of, GDV_PROTOCOL_GODOT4_3, "06 0100 01000000 02000000 0205 02000000 02000000 0206", GDV_DIRECTION_S2C);
        cr_assert_eq(of.status, GDV_OK);
        of.bytes.bytes[7] = rows[index].size;
        cr_expect(gdv_message_next_record(&of.message, &record));
        cr_expect_eq(record.data.size, rows[index].size);
        cr_expect_eq(record.values, rows[index].values, "%u", rows[index].size);
        packet_free(&of.bytes);
    }
}

/* ---- lines ---- */

static void line_is(const gdv_message_report *report, const char *expected)
{
    char line[512];
    char cut[8];
    memset(cut, 'x', sizeof cut);
    cr_expect_eq(gdv_message_report_format(report, line, sizeof line), strlen(expected));
    cr_expect_str_eq(line, expected, "%s", line);
    cr_expect_eq(gdv_message_report_format(report, cut, sizeof cut - 1), strlen(expected));
    cr_expect(memcmp(cut, expected, 6) == 0 && cut[6] == '\0' && cut[7] == 'x');
    cr_expect_eq(gdv_message_report_format(report, NULL, 0), strlen(expected));
}

Test(message_reports, reports_as_lines)
{
    static const struct {
        gdv_protocol protocol;
        const char *hex;
        const char *line;
    } rows[] = {
        {GDV_PROTOCOL_GODOT4_3, "", "MP_EMPTY at 0: message has not one byte"},
        {GDV_PROTOCOL_GODOT4_3, "0001010102050a", "MP_TRAILING at 6 (CALL): bytes follow the last value"},
        {GDV_PROTOCOL_GODOT4_3, "000101020205",
         "MP_ARG_MISSING at 6 (CALL, value 1): message ends before all its values"},
        {GDV_PROTOCOL_GODOT4_3, "00010101420500",
         "MP_ARG_WIDTH at 4 (CALL, value 0, WIDTH at its byte 0): value is not in the width that an engine writes it "
         "in: "
         "number is not in the width that an engine writes it in"},
        {GDV_PROTOCOL_GODOT4_3, "0001010141",
         "MP_ARG_INVALID at 4 (CALL, value 0, BOOL at its byte 0): value does not decode: bool is neither 0 nor 1"},
        {GDV_PROTOCOL_GODOT4_3, "00010101 1c000000 01000000 03000100 000000000000f07f",
         "MP_ARG_POLICY at 4 (CALL, value 0, NONFINITE at its byte 12, [0]): value is refused by the policy: number is "
         "infinite or not a number"},
        {GDV_PROTOCOL_GODOT4_3, "0703030000000f",
         "MP_FLAGS at 6 (RELAY): command byte has bits set that mean nothing here"},
        {GDV_PROTOCOL_GODOT3, "00 01000000 6d00 01 22000000",
         "MP_ARG_INVALID at 8 (CALL, value 0, BAD_TYPE at its byte 0): "
         "value does not decode: type id does not exist in this dialect"},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parse of;
        take(&of, rows[index].protocol, rows[index].hex, GDV_DIRECTION_C2S);
        line_is(&of.report, rows[index].line);
        packet_free(&of.bytes);
    }
    line_is(
        &(gdv_message_report){.struct_size = sizeof(gdv_message_report), .code = GDV_E_BAD_PROTOCOL, .argument = -1},
        "BAD_PROTOCOL: there is no such protocol");
    cr_expect_eq(gdv_message_report_format(NULL, (char[4]){'x'}, 4), 0);
}

Test(message_reports, too_few_nodes_are_told)
{
    static const uint8_t bytes[] = {0, 1, 1, 2, 2, 5, 2, 6};
    gdv_node nodes[2];
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    char line[128];
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, bytes, sizeof bytes, NULL, nodes, 1, &message, &report),
                 GDV_E_NO_SPACE);
    cr_expect_eq(report.need, gdv_message_bound(sizeof bytes));
    (void)gdv_message_report_format(&report, line, sizeof line);
    cr_expect_str_eq(line, "NO_SPACE: the memory given is too small; takes 8");
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, bytes, sizeof bytes, NULL, nodes, 2, &message, &report),
                 GDV_OK);
    cr_expect_eq(gdv_message_bound(SIZE_MAX), SIZE_MAX / sizeof(gdv_node));
}

/* Two synchronizers are looked at in the free part of the nodes: a half of one for each. */
Test(message_reports, ids_of_a_spawn_need_half_a_node_each)
{
    parse of;
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    of.bytes = packet_from_hex("04 00 03000000 01000000 03000000 02000000 02000000 03000000 04000000 6100");
    of.message = (gdv_message){.struct_size = sizeof of.message};
    of.report = (gdv_message_report){.struct_size = sizeof of.report};
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, of.bytes.bytes, of.bytes.size, &policy, of.nodes, 1,
                                   &of.message, &of.report),
                 GDV_E_NO_SPACE);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, of.bytes.bytes, of.bytes.size, &policy, of.nodes, 2,
                                   &of.message, &of.report),
                 GDV_OK);
    packet_free(&of.bytes);
    take(&of, GDV_PROTOCOL_GODOT4_0,
         "04 00 03000000 01000000 04000000 02000000 03000000 02000000 03000000 02000000 6100", GDV_DIRECTION_S2C);
    cr_expect(of.status == GDV_E_MP_NET_ID && of.report.offset == 26);
    packet_free(&of.bytes);
    take(&of, GDV_PROTOCOL_GODOT4_0, "04 00 03000000 01000000 01000000 02000000 01000000 6100", GDV_DIRECTION_S2C);
    cr_expect(of.status == GDV_E_MP_NET_ID && of.report.offset == 18); /* the node's own */
    packet_free(&of.bytes);
}

/* ---- lists ---- */

Test(message_reports, names_of_the_lists)
{
    for (uint32_t index = 0; index < GDV_PROTOCOL_COUNT; index += 1) {
        gdv_protocol found = GDV_PROTOCOL_COUNT;
        cr_expect(gdv_protocol_from_name(gdv_protocol_name((gdv_protocol)index), &found) && found == index);
        cr_expect_lt(gdv_protocol_dialect((gdv_protocol)index), GDV_DIALECT_COUNT);
        cr_expect(gdv_protocol_takes((gdv_protocol)index, GDV_ENVELOPE_NONE));
    }
    for (uint32_t index = 0; index < GDV_ENVELOPE_COUNT; index += 1) {
        gdv_envelope found = GDV_ENVELOPE_COUNT;
        cr_expect(gdv_envelope_from_name(gdv_envelope_name((gdv_envelope)index), &found) && found == index);
    }
    for (uint32_t bit = 0; bit < GDV_PERMIT_MP_BITS; bit += 1) {
        uint32_t found = 0;
        cr_expect(gdv_permit_mp_from_name(gdv_permit_mp_name(bit), &found) && found == 1u << bit);
        cr_expect_neq(gdv_permit_mp_text(bit)[0], '\0');
    }
    gdv_protocol protocol = GDV_PROTOCOL_GODOT3;
    gdv_envelope envelope = GDV_ENVELOPE_WS3;
    uint32_t permit = 7;
    cr_expect_not(gdv_protocol_from_name("godot5", &protocol));
    cr_expect_not(gdv_protocol_from_name(NULL, &protocol));
    cr_expect_not(gdv_protocol_from_name("godot3", NULL));
    cr_expect_not(gdv_envelope_from_name("tcp", &envelope));
    cr_expect_not(gdv_envelope_from_name(NULL, &envelope));
    cr_expect_not(gdv_envelope_from_name("ws3", NULL));
    cr_expect_not(gdv_permit_mp_from_name("mp", &permit));
    cr_expect_not(gdv_permit_mp_from_name(NULL, &permit));
    cr_expect_not(gdv_permit_mp_from_name("mp-empty-name", NULL));
    cr_expect(protocol == GDV_PROTOCOL_GODOT3 && envelope == GDV_ENVELOPE_WS3 && permit == 7);
    cr_expect_str_eq(gdv_protocol_name(GDV_PROTOCOL_COUNT), "");
    cr_expect_str_eq(gdv_envelope_name(GDV_ENVELOPE_COUNT), "");
    cr_expect_str_eq(gdv_command_name(GDV_COMMAND_COUNT), "");
    cr_expect_str_eq(gdv_command_name(GDV_COMMAND_RELAY), "RELAY");
    cr_expect_str_eq(gdv_permit_mp_name(GDV_PERMIT_MP_BITS), "");
    cr_expect_str_eq(gdv_permit_mp_text(GDV_PERMIT_MP_BITS), "");
    cr_expect_eq(gdv_protocol_dialect(GDV_PROTOCOL_COUNT), GDV_DIALECT_COUNT);
    cr_expect_not(gdv_protocol_takes(GDV_PROTOCOL_COUNT, GDV_ENVELOPE_NONE));
    cr_expect_not(gdv_protocol_takes(GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_COUNT));
    cr_expect_not(gdv_protocol_takes(GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_WS4_ID));
    cr_expect_not(gdv_protocol_takes(GDV_PROTOCOL_GODOT4_3, GDV_ENVELOPE_WS3));
}

#define BIT(name) (1u << GDV_COMMAND_##name)

/* Sections 3 and 4: which commands there are, and what a CONFIRM_PATH has. */
Test(message_reports, commands_of_protocols)
{
    static const struct {
        uint32_t commands;
        bool confirms_id;
    } rows[GDV_PROTOCOL_COUNT] = {
#define OLD (BIT(CALL) | BIT(SIMPLIFY_PATH) | BIT(CONFIRM_PATH) | BIT(RAW))
#define NEW (OLD | BIT(SPAWN) | BIT(DESPAWN) | BIT(SYNC) | BIT(AUTH) | BIT(ADD) | BIT(DEL) | BIT(RELAY))
        [GDV_PROTOCOL_GODOT3] = {OLD | BIT(SET), false}, [GDV_PROTOCOL_PANDEMONIUM] = {OLD, false},
        [GDV_PROTOCOL_GODOT4_0] = {NEW, false},          [GDV_PROTOCOL_GODOT4_3] = {NEW, true},
        [GDV_PROTOCOL_GODOT4_4] = {NEW, true},
    };
    for (uint32_t index = 0; index < GDV_PROTOCOL_COUNT; index += 1) {
        const gdv_protocol protocol = (gdv_protocol)index;
        for (uint32_t command = 0; command <= GDV_COMMAND_COUNT + 1u; command += 1) {
            const bool has = command < GDV_COMMAND_COUNT && (rows[index].commands >> command & 1u) != 0;
            cr_expect_eq(gdv_protocol_has(protocol, (gdv_command)command), has, "%u %u", index, command);
        }
        cr_expect_eq(gdv_protocol_confirms_id(protocol), rows[index].confirms_id, "%u", index);
    }
    cr_expect_not(gdv_protocol_has(GDV_PROTOCOL_COUNT, GDV_COMMAND_CALL));
    cr_expect_not(gdv_protocol_confirms_id(GDV_PROTOCOL_COUNT));
}

/* What no parse leaves behind: a message or report that a caller has put together. */
Test(message_reports, made_up_messages_and_reports_are_borne)
{
    static const uint8_t bytes[8] = {0};
    gdv_node nodes[2] = {{.next = 1}, {.next = 2}};
    gdv_message message = {.struct_size = sizeof message, .values = 4, .records = 2};
    gdv_message_record record = {.taken = 0};
    cr_expect_not(gdv_exists(gdv_message_value(&message, 0)));
    message.document = (gdv_document){.bytes = bytes, .nodes = nodes, .size = 8, .count = 2};
    cr_expect_eq(gdv_message_value(&message, 1).index, 1);
    cr_expect_null(gdv_message_value(&message, 2).document);
    cr_expect_null(gdv_message_value(&message, 3).document);
    message.command = GDV_COMMAND_RELAY;
    message.inner = GDV_COMMAND_SPAWN;
    message.records_at = 8;
    cr_expect(gdv_message_next_record(&message, &record) && record.id == 0 && record.next_at == 8);
    message.inner = GDV_COMMAND_SYNC;
    message.document.nodes = NULL;
    cr_expect(gdv_message_next_record(&message, &record) && record.values == 0 && record.data.size == 0);
    gdv_message_report report = {.struct_size = sizeof report, .code = GDV_E_MP_ARG_POLICY, .argument = 1};
    line_is(&report, "MP_ARG_POLICY at 0: value is refused by the policy");
    report.command = GDV_COMMAND_SET;
    line_is(&report, "MP_ARG_POLICY at 0 (SET, value 1): value is refused by the policy");
    memcpy(report.inner.path, "k", 2);
    line_is(&report, "MP_ARG_POLICY at 0 (SET, value 1, k): value is refused by the policy");
    report.inner.path[0] = '\0';
    report.code = GDV_E_LIMIT_BYTES;
    report.argument = -1;
    line_is(&report, "LIMIT_BYTES at 0 (SET): packet is longer than the limit");
    report.code = GDV_OK;
    line_is(&report, "OK: accepted");
    cr_expect_eq(gdv_message_report_format(&report, (char *)(uintptr_t)(UINTPTR_MAX - 4), 8), 0);
}
