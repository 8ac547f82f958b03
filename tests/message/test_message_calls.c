/* SPDX-License-Identifier: MIT */
/* What a caller of gdv_message_parse hands in and gets back: arguments, limits, reports, values and records. Packets are
 * written by hand from docs/multiplayer-format.md. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/message.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

enum { NODES = 64 };

/* One parse, and all that came of it. */
typedef struct parse {
    packet bytes;
    gdv_node nodes[NODES];
    gdv_message message;
    gdv_message_report report;
    gdv_status status;
} parse;

static gdv_message_policy strict(void)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    return policy;
}

/* Parses hex digits; NULL: strict. */
static void take(parse *of, gdv_protocol protocol, const char *hex, const gdv_message_policy *policy)
{
    of->bytes = packet_from_hex(hex);
    of->message = (gdv_message){.struct_size = sizeof of->message};
    of->report = (gdv_message_report){.struct_size = sizeof of->report};
    of->status = gdv_message_parse(protocol, of->bytes.bytes, of->bytes.size, policy, of->nodes, NODES, &of->message,
                                   &of->report);
}

static void is_refused(gdv_protocol protocol, const char *hex, const gdv_message_policy *policy, gdv_status code,
                       uint64_t offset)
{
    parse of;
    take(&of, protocol, hex, policy);
    cr_expect_eq(of.status, code, "%s: %s", hex, gdv_status_name(of.status));
    cr_expect_eq(of.report.offset, offset, "%s: at %u", hex, (unsigned)of.report.offset);
    packet_free(&of.bytes);
}

static void is_accepted(gdv_protocol protocol, const char *hex, const gdv_message_policy *policy)
{
    parse of;
    take(&of, protocol, hex, policy);
    cr_expect_eq(of.status, GDV_OK, "%s: %s at %u", hex, gdv_status_name(of.status), (unsigned)of.report.offset);
    packet_free(&of.bytes);
}

/* ---- the caller's mistakes ---- */

#define CALL_5 "000101010205"
#define D4 GDV_PROTOCOL_GODOT4_4
#define D3 GDV_PROTOCOL_GODOT3

Test(message_calls, mistakes_of_the_caller_are_told_before_a_byte_is_read)
{
    static const uint8_t bytes[] = {3, 'x'};
    gdv_node nodes[2];
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, nodes, 2, &message, NULL), GDV_OK);
    cr_expect_eq(gdv_message_parse(D4, bytes, 1, NULL, nodes, 2, &message, NULL), GDV_E_MP_RAW_EMPTY);
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, NULL, 0, &message, &report), GDV_OK);
    cr_expect_eq(gdv_message_parse(D4, NULL, 2, NULL, nodes, 2, &message, &report), GDV_E_BAD_ARGUMENT);
    cr_expect(report.code == GDV_E_BAD_ARGUMENT && report.argument == -1 && report.offset == 0);
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, NULL, 2, &message, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, nodes, SIZE_MAX, &message, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_parse(D4, bytes, SIZE_MAX, NULL, nodes, 2, &message, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, nodes, 2, NULL, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_COUNT, bytes, 2, NULL, nodes, 2, &message, &report),
                 GDV_E_BAD_PROTOCOL);
    cr_expect_eq(gdv_message_parse((gdv_protocol)-1, bytes, 2, NULL, nodes, 2, &message, NULL), GDV_E_BAD_PROTOCOL);
    message.struct_size = 1;
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, nodes, 2, &message, &report), GDV_E_BAD_STRUCT);
    message.struct_size = sizeof message;
    report.struct_size = 1;
    cr_expect_eq(gdv_message_parse(D4, bytes, 2, NULL, nodes, 2, &message, &report), GDV_E_BAD_STRUCT);
    report.struct_size = sizeof report;
    cr_expect_eq(gdv_message_parse(D4, &message, sizeof message, NULL, nodes, 2, &message, &report), GDV_E_OVERLAP);
    cr_expect_eq(gdv_message_parse(D4, nodes, sizeof nodes, NULL, nodes, 2, &message, &report), GDV_E_OVERLAP);
}

Test(message_calls, policies_are_checked)
{
    const gdv_message_policy fine = strict();
    gdv_message_policy wrong[7];
    for (size_t index = 0; index < COUNT_OF(wrong); index += 1) {
        wrong[index] = fine;
    }
    wrong[0].struct_size -= 1;
    wrong[1].permit = GDV_PERMIT_MP_ALL + 1;
    wrong[2].envelope = GDV_ENVELOPE_COUNT;
    wrong[3].direction = GDV_DIRECTION_COUNT;
    wrong[4].values.permit = GDV_PERMIT_ALL + 1;
    wrong[5].values.struct_size = 0;
    wrong[6].envelope = GDV_ENVELOPE_ENET3; /* not of this protocol */
    is_accepted(D4, CALL_5, &fine);
    for (size_t index = 0; index < COUNT_OF(wrong); index += 1) {
        is_refused(D4, CALL_5, &wrong[index], GDV_E_BAD_POLICY, 0);
    }
    gdv_message_policy_init(NULL, GDV_POLICY_STRICT);
    gdv_message_policy_init(&wrong[0], GDV_POLICY_ENGINE);
    cr_expect_eq(wrong[0].values.max_depth, 1024);
    cr_expect_eq(wrong[0].permit, GDV_PERMIT_MP_ALL);
    cr_expect_eq(fine.permit, 0);
    cr_expect_eq(fine.values.max_depth, 64);
    cr_expect(fine.max_arguments == 255 && fine.max_path == 1024 && fine.max_name == 255 && fine.max_records == 4096);
}

/* ---- limits, each at its boundary ---- */

Test(message_calls, limits_of_messages)
{
    gdv_message_policy policy = strict();
    policy.max_arguments = 1;
    is_accepted(D4, CALL_5, &policy);
    is_refused(D4, "0001010202050205", &policy, GDV_E_MP_LIMIT_ARGUMENTS, 3);
    is_refused(D3, "00 01000000 6d00 02 00000000 00000000", &policy, GDV_E_MP_LIMIT_ARGUMENTS, 7);
    policy = strict();
    policy.max_path = 4;
    is_accepted(D3, "03 4d61696e 00", &policy);
    is_refused(D3, "03 4d61696e6e 00", &policy, GDV_E_MP_PATH_LONG, 1);
    policy.max_name = 2;
    is_accepted(D3, "00 01000000 6d6d00 00", &policy);
    is_refused(D3, "00 01000000 6d6d6d00 00", &policy, GDV_E_MP_NAME_LONG, 5);
    is_refused(D4, "04 00 03000000 01000000 00000000 04000000 61616100", &policy, GDV_E_MP_SPAWN_NAME, 18);
    policy.max_records = 1;
    is_accepted(D4, "04 00 03000000 01000000 01000000 02000000 02000000 6100", &policy);
    is_refused(D4, "04 00 03000000 01000000 02000000 02000000 02000000 03000000 6100", &policy, GDV_E_MP_LIMIT_RECORDS,
               10);
    is_accepted(D4, "06 0100 01000000 01000000 01", &policy);
    is_refused(D4, "06 0100 01000000 01000000 01 02000000 01000000 01", &policy, GDV_E_MP_LIMIT_RECORDS, 12);
    policy = strict();
    policy.values.max_bytes = 6;
    is_accepted(D4, CALL_5, &policy);
    is_refused(D4, "0001010102 0500", &policy, GDV_E_LIMIT_BYTES, 0);
    policy = strict();
    policy.values.max_values = 2;
    is_accepted(D4, "0001010202050206", &policy);
    is_refused(D4, "00010103020502060207", &policy, GDV_E_LIMIT_VALUES, 8);
    is_refused(D4, "00010102 0205 1c000000 01000000 00000000", &policy, GDV_E_LIMIT_VALUES, 6);
}

Test(message_calls, permissions_of_messages_let_one_thing_pass_each)
{
    static const struct {
        uint32_t permit;
        const char *hex;
        gdv_status code;
        uint64_t at;
    } rows[] = {
        {GDV_PERMIT_MP_PATH_PARENT, "03 2e2e2f4d 00", GDV_E_MP_PATH_FORM, 1},
        {GDV_PERMIT_MP_PATH_UNIQUE, "03 412f2542 00", GDV_E_MP_PATH_FORM, 1},
        {GDV_PERMIT_MP_EMPTY_NAME, "00 01000000 00 00", GDV_E_MP_NAME_EMPTY, 5},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_message_policy policy = strict();
        policy.permit = rows[index].permit;
        is_accepted(D3, rows[index].hex, &policy);
        policy.permit = GDV_PERMIT_MP_ALL & ~rows[index].permit;
        is_refused(D3, rows[index].hex, &policy, rows[index].code, rows[index].at);
    }
    gdv_message_policy all = strict();
    all.permit = GDV_PERMIT_MP_ALL;
    is_refused(D3, "03 2500", &all, GDV_E_MP_PATH_FORM, 1);                  /* a % with no name after it */
    is_refused(D3, "03 412542 00", &all, GDV_E_MP_PATH_FORM, 1);             /* not in front */
    is_refused(D3, "03 2e2e2e 00", NULL, GDV_OK, 0);                         /* three dots are a name */
    is_refused(D3, "01 01000000 00 00000000", &all, GDV_E_MP_NAME_EMPTY, 5); /* of a property */
}

/* ---- forms that no vector has ---- */

Test(message_calls, paths_and_names_at_the_edge_of_what_may_be)
{
    static const struct {
        const char *hex;
        gdv_status code;
    } rows[] = {
        {"03 2e 00", GDV_OK},
        {"03 4d2f4e2f4f 00", GDV_OK},
        {"03 c3a4 00", GDV_OK},
        {"03 4040 00", GDV_OK},
        {"03 2f4d 00", GDV_E_MP_PATH_FORM},
        {"03 4d2f 00", GDV_E_MP_PATH_FORM},
        {"03 4d2f2f4e 00", GDV_E_MP_PATH_FORM},
        {"03 4d2f2e2f4e 00", GDV_E_MP_PATH_FORM},
        {"03 2e2f4d 00", GDV_E_MP_PATH_FORM},
        {"03 4d3a78 00", GDV_E_MP_PATH_FORM},
        {"03 4d2278 00", GDV_E_MP_PATH_FORM},
        {"03 4d1f 00", GDV_E_MP_PATH_FORM},
        {"03 4d7f 00", GDV_E_MP_PATH_FORM},
        {"03 efbbbf4d 00", GDV_E_MP_PATH_UTF8},
        {"03 4dc3 00", GDV_E_MP_PATH_UTF8},
        {"03 00", GDV_E_MP_PATH_EMPTY},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        is_refused(D3, rows[index].hex, NULL, rows[index].code, rows[index].code == GDV_OK ? 0 : 1);
    }
}

Test(message_calls, names_are_identifiers_and_properties_may_have_slashes)
{
    is_accepted(D3, "00 01000000 5f61397a415a00 00", NULL);
    is_accepted(D3, "00 01000000 c3a400 00", NULL);
    is_accepted(D3, "01 01000000 612f6200 00000000", NULL);
    is_accepted(D3, "01 01000000 302f6200 00000000", NULL);
    is_refused(D3, "00 01000000 612f6200 00", NULL, GDV_E_MP_NAME_FORM, 5);
    is_refused(D3, "00 01000000 396100 00", NULL, GDV_E_MP_NAME_FORM, 5);
    is_refused(D3, "00 01000000 612d00 00", NULL, GDV_E_MP_NAME_FORM, 5);
    is_refused(D3, "00 01000000 406100 00", NULL, GDV_E_MP_NAME_FORM, 5);
    is_refused(D3, "00 01000000 5b00 00", NULL, GDV_E_MP_NAME_FORM, 5);
    is_refused(D3, "00 01000000 7b00 00", NULL, GDV_E_MP_NAME_FORM, 5);
}

/* ---- envelopes, beyond the vectors ---- */

static void is_refused_s2c(gdv_protocol protocol, gdv_envelope envelope, const char *hex, gdv_status code,
                           uint64_t offset)
{
    gdv_message_policy policy = strict();
    policy.envelope = envelope;
    policy.direction = GDV_DIRECTION_S2C;
    is_refused(protocol, hex, &policy, code, offset);
}

Test(message_calls, envelopes_that_are_all_there_is)
{
    gdv_message_policy from_client = strict();
    from_client.envelope = GDV_ENVELOPE_WS4_ID;
    is_refused(D4, "02000000", &from_client, GDV_E_MP_ENV_CHANNEL, 0);
    is_refused_s2c(D4, GDV_ENVELOPE_WS4_ID, "02000000", GDV_OK, 0);
    is_refused_s2c(D4, GDV_ENVELOPE_WS4_ID, "01000000", GDV_E_MP_SYS_PEER, 0);
    is_refused_s2c(D4, GDV_ENVELOPE_WS4_ID, "00000080", GDV_E_MP_SYS_PEER, 0);
    is_refused_s2c(D4, GDV_ENVELOPE_WS4_ID, "020000", GDV_E_MP_ENV_SHORT, 0);
    is_refused_s2c(D4, GDV_ENVELOPE_WS4_ID, "0200000000", GDV_E_MP_TRAILING, 4);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3_SYS, "00000000 01000000", GDV_OK, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3_SYS, "01000000 02000000", GDV_OK, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3_SYS, "02000000 02000000", GDV_E_MP_ENV_TYPE, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3_SYS, "00000000 00000000", GDV_E_MP_SYS_PEER, 4);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3_SYS, "00000000 020000", GDV_E_MP_ENV_SHORT, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3_SYS, "00000000 02000000 00", GDV_E_MP_TRAILING, 8);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "03 01000000 00000000 02000000", GDV_OK, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "03 01000000 00000000 01000000", GDV_E_MP_SYS_PEER, 9);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "01 01000000 00000000 01000000", GDV_OK, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "01 02000000 00000000 02000000", GDV_E_MP_ENV_SOURCE, 1);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "02 01000000 02000000 02000000", GDV_E_MP_ENV_TARGET, 5);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "03 01000000 00000000 020000", GDV_E_MP_ENV_SHORT, 9);
    is_refused_s2c(D3, GDV_ENVELOPE_WS3, "04 01000000 00000000 02000000", GDV_E_MP_ENV_TYPE, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3, "00000000 00000000 0461", GDV_E_MP_ENV_SOURCE, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3, "00000080 00000000 0461", GDV_E_MP_ENV_SOURCE, 0);
    is_refused_s2c(D3, GDV_ENVELOPE_ENET3, "01000000 00000000 0461", GDV_OK, 0);
}

Test(message_calls, a_path_does_not_begin_where_count_or_argument_would)
{
    is_refused(D3, "00 08000080 6d6d00 4d00", NULL, GDV_E_MP_PATH_OFFSET, 1);
    is_refused(D3, "00 09000080 6d6d00 01 4d00", NULL, GDV_E_MP_PATH_OFFSET, 1);
    is_refused(D3, "01 08000080 6d6d00 4d00", NULL, GDV_E_MP_PATH_OFFSET, 1);
    is_refused(D3, "00 05000080 6d6d00 00 4d00", NULL, GDV_E_MP_PATH_OFFSET, 1);
    is_refused(D4, "20 06000080 01 01 4d00", NULL, GDV_E_MP_PATH_FORM, 6);
    is_refused(D4, "20 05000080 01 00 4d00", NULL, GDV_E_MP_PATH_OFFSET, 1);
    is_refused(D4, "a0 06000080 01 4d00", NULL, GDV_OK, 0);
    is_refused(D4, "20 06000080 01 4d00", NULL, GDV_E_MP_PATH_OFFSET, 1);
    is_refused(D4, "20 ffffffff 01 00", NULL, GDV_E_MP_PATH_OFFSET, 1);
}
