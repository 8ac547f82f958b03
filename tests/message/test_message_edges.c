/* SPDX-License-Identifier: MIT */
/* Packets at the edges of what docs/multiplayer-format.md allows: the last that passes beside the first that does not. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include <gdv/message.h>

#include "tests/support/support.h"

enum { NODES = 32 };

/* A packet, how it comes, and what is said of it. */
typedef struct row {
    gdv_protocol protocol;
    gdv_envelope envelope;
    gdv_direction direction;
    const char *hex;
    gdv_status code;
    uint64_t offset;
} row;

#define G4 GDV_PROTOCOL_GODOT4_0, GDV_ENVELOPE_NONE, GDV_DIRECTION_C2S
#define S4 GDV_PROTOCOL_GODOT4_0, GDV_ENVELOPE_NONE, GDV_DIRECTION_S2C
#define G3 GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_NONE, GDV_DIRECTION_C2S

static gdv_message message;
static gdv_message_report report;
static gdv_node nodes[NODES];

static gdv_status says(const row *of, gdv_message_policy policy, const packet *bytes)
{
    policy.envelope = of->envelope;
    policy.direction = of->direction;
    message = (gdv_message){.struct_size = sizeof message};
    report = (gdv_message_report){.struct_size = sizeof report};
    return gdv_message_parse(of->protocol, bytes->bytes, bytes->size, &policy, nodes, NODES, &message, &report);
}

static gdv_message_policy strict(void)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    return policy;
}

static void hold(const row *rows, size_t count, gdv_message_policy policy)
{
    for (size_t index = 0; index < count; index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_status said = says(&rows[index], policy, &bytes);
        cr_expect_eq(said, rows[index].code, "%s: %s", rows[index].hex, gdv_status_name(said));
        cr_expect_eq(report.offset, rows[index].offset, "%s: at %u", rows[index].hex, (unsigned)report.offset);
        packet_free(&bytes);
    }
}

#define HOLD(rows, policy) hold(rows, sizeof(rows) / sizeof((rows)[0]), policy)

/* ---- the short forms (section 5): an int has the fewest bytes that hold it */

Test(message_edges, ints_have_the_least_width)
{
    static const row rows[] = {
        {G4, "00010101 027f", GDV_OK, 0},
        {G4, "00010101 0280", GDV_OK, 0},
        {G4, "00010101 427f00", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 4280ff", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 428000", GDV_OK, 0},
        {G4, "00010101 427fff", GDV_OK, 0},
        {G4, "00010101 42ff7f", GDV_OK, 0},
        {G4, "00010101 420080", GDV_OK, 0},
        {G4, "00010101 82ff7f0000", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 820080ffff", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 8200800000", GDV_OK, 0},
        {G4, "00010101 82ff7fffff", GDV_OK, 0},
        {G4, "00010101 c2ffffff7f00000000", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 c200000080ffffffff", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 c20000008000000000", GDV_OK, 0},
        {G4, "00010101 c2ffffff7fffffffff", GDV_OK, 0},
    };
    HOLD(rows, strict());
}

/* Permissions of other things are none for these. */
Test(message_edges, wide_ints_and_other_bools_are_permitted_by_their_own_bits)
{
    static const row refused[] = {
        {G4, "00010101 427f00", GDV_E_MP_ARG_WIDTH, 4},
        {G4, "00010101 41", GDV_E_MP_ARG_INVALID, 4},
        {G4, "00010101 c1", GDV_E_MP_ARG_INVALID, 4},
    };
    static const row passed[] = {
        {G4, "00010101 427f00", GDV_OK, 0},
        {G4, "00010101 41", GDV_OK, 0},
        {G4, "00010101 c1", GDV_OK, 0},
    };
    gdv_message_policy policy = strict();
    policy.values.permit = GDV_PERMIT_ALL & ~(GDV_PERMIT_WIDE | GDV_PERMIT_BOOL);
    HOLD(refused, policy);
    policy.values.permit = GDV_PERMIT_WIDE | GDV_PERMIT_BOOL;
    HOLD(passed, policy);
}

Test(message_edges, a_short_form_beyond_the_limit_of_values_is_reported)
{
    static const row over = {G4, "00010103 0205 0206 81", GDV_E_LIMIT_VALUES, 6};
    gdv_message_policy policy = strict();
    policy.values.max_values = 1;
    hold(&over, 1, policy);
    cr_expect_eq(report.argument, 1);
    cr_expect_eq(report.inner.code, GDV_E_LIMIT_VALUES);
    cr_expect_eq(report.inner.offset, 0);
    cr_expect_eq(report.inner.need, 0);
    cr_expect_eq(report.need, 0);
}

Test(message_edges, a_long_value_beyond_the_limit_of_values_is_reported)
{
    static const row over = {G4, "00010102 0205 0300000000000040", GDV_E_LIMIT_VALUES, 6};
    gdv_message_policy policy = strict();
    policy.values.max_values = 1;
    hold(&over, 1, policy);
    cr_expect_eq(report.argument, 1);
    cr_expect_eq(report.inner.code, GDV_E_LIMIT_VALUES);
    cr_expect_eq(report.inner.offset, 0);
}

/* ---- calls (section 4.1) */

static uint32_t lints_of(const char *hex)
{
    const row of = {G4, hex, GDV_OK, 0};
    hold(&of, 1, strict());
    return message.lints;
}

Test(message_edges, lints_begin_where_one_byte_would_do)
{
    cr_expect_eq(lints_of("10ff0001010205"), GDV_LINT_NODE_ID_WIDTH);
    cr_expect_eq(lints_of("10000101010205"), 0);
    cr_expect_eq(lints_of("2001000000010102 05"), 0); /* four bytes are what is sent before a node is confirmed */
    cr_expect_eq(lints_of("4001ff00010205"), GDV_LINT_METHOD_ID_WIDTH);
    cr_expect_eq(lints_of("40010001010205"), 0);
    cr_expect_eq(lints_of("40010080010205"), 0);
    cr_expect_eq(lints_of("00010100"), GDV_LINT_ARGC_ZERO);
    cr_expect_eq(lints_of("800101"), 0);
}

Test(message_edges, a_method_tells_its_table)
{
    cr_expect_eq(lints_of("40010080010205"), 0);
    cr_expect_eq(message.node_level, 1);
    cr_expect_eq(message.method, 0);
    cr_expect_eq(lints_of("4001ffff010205"), 0);
    cr_expect_eq(message.node_level, 1);
    cr_expect_eq(message.method, 0x7fff);
    cr_expect_eq(lints_of("4001ff7f010205"), 0);
    cr_expect_eq(message.node_level, 0);
    cr_expect_eq(message.method, 0x7fff);
    cr_expect_eq(lints_of("0001ff010205"), 0);
    cr_expect_eq(message.method, 0xff);
    cr_expect_eq(message.bytes_only, 0);
    cr_expect_eq(lints_of("8001ff0205"), 0);
    cr_expect_eq(message.bytes_only, 1);
    cr_expect_eq(message.data.size, 2);
}

Test(message_edges, calls_cut_in_their_ids)
{
    static const row rows[] = {
        {G4, "00", GDV_E_MP_SHORT, 1},           {G4, "10 01", GDV_E_MP_SHORT, 1},
        {G4, "20 010000", GDV_E_MP_SHORT, 1},    {G4, "40 01 01", GDV_E_MP_SHORT, 2},
        {G4, "00 01", GDV_E_MP_SHORT, 2},        {G4, "00 01 01", GDV_E_MP_SHORT, 3},
        {G4, "30 01", GDV_E_MP_NODE_ID_SIZE, 0}, {G4, "00 01 01 02 0205", GDV_E_MP_ARG_MISSING, 6},
    };
    HOLD(rows, strict());
}

/* A path that begins before the last argument ends: the argument is not there, and none is to blame. */
Test(message_edges, the_path_of_godot_3_may_not_cut_the_arguments)
{
    static const row missing = {G3, "00 09000080 6d3100 01 4d61696e00", GDV_E_MP_PATH_OFFSET, 1};
    hold(&missing, 1, strict());
    cr_expect_eq(report.argument, -1);
    cr_expect_eq(report.inner.code, GDV_OK);
}

/* ---- envelopes (section 1) */

#define ENET GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_ENET3
#define SYSTEM GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_ENET3_SYS, GDV_DIRECTION_S2C
#define SOCKET GDV_PROTOCOL_GODOT3, GDV_ENVELOPE_WS3
#define OWN_ID GDV_PROTOCOL_GODOT4_0, GDV_ENVELOPE_WS4_ID, GDV_DIRECTION_S2C

Test(message_edges, sources_and_targets)
{
    static const row rows[] = {
        {ENET, GDV_DIRECTION_C2S, "02000000 01000000 04 aa", GDV_OK, 0},
        {ENET, GDV_DIRECTION_C2S, "01000000 02000000 04 aa", GDV_E_MP_ENV_SOURCE, 0},
        {ENET, GDV_DIRECTION_C2S, "ffffff7f 01000000 04 aa", GDV_OK, 0},
        {ENET, GDV_DIRECTION_C2S, "00000080 01000000 04 aa", GDV_E_MP_ENV_SOURCE, 0},
        {ENET, GDV_DIRECTION_S2C, "01000000 02000000 04 aa", GDV_OK, 0},
        {ENET, GDV_DIRECTION_S2C, "00000000 02000000 04 aa", GDV_E_MP_ENV_SOURCE, 0},
        {ENET, GDV_DIRECTION_C2S, "02000000 02000000 04 aa", GDV_E_MP_ENV_TARGET, 4},
        {ENET, GDV_DIRECTION_C2S, "02000000 00000080 04 aa", GDV_E_MP_ENV_TARGET, 4},
        {ENET, GDV_DIRECTION_C2S, "02000000 01000080 04 aa", GDV_OK, 0},
        {ENET, GDV_DIRECTION_C2S, "02000000 010000", GDV_E_MP_ENV_SHORT, 0},
        {ENET, GDV_DIRECTION_C2S, "02000000 01000000", GDV_E_MP_EMPTY, 8},
    };
    HOLD(rows, strict());
}

Test(message_edges, messages_of_the_system)
{
    static const row rows[] = {
        {SYSTEM, "00000000 01000000", GDV_OK, 0},
        {SYSTEM, "01000000 ffffff7f", GDV_OK, 0},
        {SYSTEM, "02000000 02000000", GDV_E_MP_ENV_TYPE, 0},
        {SYSTEM, "00000000 00000000", GDV_E_MP_SYS_PEER, 4},
        {SYSTEM, "00000000 00000080", GDV_E_MP_SYS_PEER, 4},
        {SYSTEM, "00000000 020000", GDV_E_MP_ENV_SHORT, 0},
        {SYSTEM, "00000000 02000000 00", GDV_E_MP_TRAILING, 8},
        {OWN_ID, "02000000", GDV_OK, 0},
        {OWN_ID, "01000000", GDV_E_MP_SYS_PEER, 0},
        {OWN_ID, "020000", GDV_E_MP_ENV_SHORT, 0},
        {OWN_ID, "02000000 00", GDV_E_MP_TRAILING, 4},
    };
    HOLD(rows, strict());
    cr_expect_eq(message.command, GDV_COMMAND_NONE);
    hold(&rows[0], 1, strict());
    cr_expect_eq(message.command, GDV_COMMAND_ADD_PEER);
    cr_expect_eq(message.peer, 1);
    hold(&rows[1], 1, strict());
    cr_expect_eq(message.command, GDV_COMMAND_REMOVE_PEER);
    cr_expect_eq(message.peer, INT32_MAX);
    hold(&rows[7], 1, strict());
    cr_expect_eq(message.command, GDV_COMMAND_YOUR_ID);
}

Test(message_edges, web_sockets)
{
    static const row rows[] = {
        {SOCKET, GDV_DIRECTION_C2S, "00 02000000 01000000", GDV_E_MP_EMPTY, 9},
        {SOCKET, GDV_DIRECTION_C2S, "00 02000000 010000", GDV_E_MP_ENV_SHORT, 0},
        {SOCKET, GDV_DIRECTION_C2S, "00 02000000 01000000 04 aa", GDV_OK, 0},
        {SOCKET, GDV_DIRECTION_C2S, "01 02000000 01000000 04 aa", GDV_E_MP_ENV_TYPE, 0},
        {SOCKET, GDV_DIRECTION_S2C, "04 01000000 00000000 02000000", GDV_E_MP_ENV_TYPE, 0},
        {SOCKET, GDV_DIRECTION_S2C, "01 01000000 00000000 01000000", GDV_OK, 0},
        {SOCKET, GDV_DIRECTION_S2C, "02 01000000 00000000 02000000", GDV_OK, 0},
        {SOCKET, GDV_DIRECTION_S2C, "03 01000000 00000000 00000000", GDV_E_MP_SYS_PEER, 9},
        {SOCKET, GDV_DIRECTION_S2C, "01 02000000 00000000 02000000", GDV_E_MP_ENV_SOURCE, 1},
        {SOCKET, GDV_DIRECTION_S2C, "01 01000000 02000000 02000000", GDV_E_MP_ENV_TARGET, 5},
        {SOCKET, GDV_DIRECTION_S2C, "01 00000000 00000000 02000000", GDV_E_MP_ENV_SOURCE, 1},
        {SOCKET, GDV_DIRECTION_S2C, "01 05000000 05000000 02000000", GDV_E_MP_ENV_TARGET, 5},
        {SOCKET, GDV_DIRECTION_S2C, "01 01000000 00000000 020000", GDV_E_MP_ENV_SHORT, 9},
        {SOCKET, GDV_DIRECTION_S2C, "00 00000000 00000000 04 aa", GDV_E_MP_ENV_SOURCE, 1},
    };
    HOLD(rows, strict());
    hold(&rows[6], 1, strict());
    cr_expect_eq(message.command, GDV_COMMAND_REMOVE_PEER);
    hold(&rows[5], 1, strict());
    cr_expect_eq(message.command, GDV_COMMAND_ADD_PEER);
}

/* ---- paths and names (section 8) */

/* A SIMPLIFY_PATH of Godot 3 with that path. */
static gdv_status path_says(const char *path, gdv_message_policy policy)
{
    uint8_t bytes[64] = {2, 1, 0, 0, 0};
    const size_t size = strlen(path) + 1;
    memcpy(bytes + 5, path, size);
    const packet whole = {bytes, 5 + size};
    const row of = {G3, path, GDV_OK, 0};
    return says(&of, policy, &whole);
}

Test(message_edges, segments_of_paths)
{
    static const struct {
        const char *path;
        gdv_status code;
    } rows[] = {
        {".", GDV_OK},
        {"..", GDV_E_MP_PATH_FORM},
        {"a", GDV_OK},
        {"a.", GDV_OK},
        {".a", GDV_OK},
        {"a..", GDV_OK},
        {"..a", GDV_OK},
        {"ab", GDV_OK},
        {"a/.", GDV_E_MP_PATH_FORM},
        {"./a", GDV_E_MP_PATH_FORM},
        {"a/../b", GDV_E_MP_PATH_FORM},
        {"a//b", GDV_E_MP_PATH_FORM},
        {"/a", GDV_E_MP_PATH_FORM},
        {"a/", GDV_E_MP_PATH_FORM},
        {"%a", GDV_E_MP_PATH_FORM},
        {"a%", GDV_E_MP_PATH_FORM},
        {"a\x1f", GDV_E_MP_PATH_FORM},
        {"a\x7f", GDV_E_MP_PATH_FORM},
        {"a b", GDV_OK},
        {"a:b", GDV_E_MP_PATH_FORM},
        {"a\"b", GDV_E_MP_PATH_FORM},
        {"@a@2", GDV_OK},
        {"\xc3\xa4/\xe2\x82\xac", GDV_OK},
        {"\xef\xbb\xbf"
         "a",
         GDV_E_MP_PATH_UTF8},
        {"\xc0\xaf", GDV_E_MP_PATH_UTF8},
        {"\xed\xa0\x80", GDV_E_MP_PATH_UTF8},
        {"a:\xff", GDV_E_MP_PATH_UTF8}, /* that it is no UTF-8 is said before what form it has */
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        gdv_status said = path_says(rows[index].path, strict());
        cr_expect_eq(said, rows[index].code, "%s: %s", rows[index].path, gdv_status_name(said));
    }
}

Test(message_edges, permitted_segments)
{
    gdv_message_policy parent = strict();
    gdv_message_policy unique = strict();
    parent.permit = GDV_PERMIT_MP_PATH_PARENT;
    unique.permit = GDV_PERMIT_MP_PATH_UNIQUE;
    cr_expect_eq(path_says("../a", parent), GDV_OK);
    cr_expect_eq(path_says("%a", parent), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("%a", unique), GDV_OK);
    cr_expect_eq(path_says("b/%a", unique), GDV_OK);
    cr_expect_eq(path_says("a%", unique), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("%", unique), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("%a%", unique), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("%/a", unique), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("a/%", unique), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("%%a", unique), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("%.", unique), GDV_OK);
    cr_expect_eq(path_says("..%", parent), GDV_E_MP_PATH_FORM);
    cr_expect_eq(path_says("../a", unique), GDV_E_MP_PATH_FORM);
}

Test(message_edges, lengths_of_paths_and_names)
{
    gdv_message_policy policy = strict();
    policy.max_path = 4;
    policy.max_name = 2;
    cr_expect_eq(path_says("abcd", policy), GDV_OK);
    cr_expect_eq(path_says("abcde", policy), GDV_E_MP_PATH_LONG);
    static const row rows[] = {
        {G3, "00 01000000 616200 00", GDV_OK, 0},
        {G3, "00 01000000 61626300 00", GDV_E_MP_NAME_LONG, 5},
        {G3, "00 0a000080 61626300 00 6100", GDV_E_MP_NAME_LONG, 5},
        {S4, "04 00 01000000 01000000 00000000 03000000 616200", GDV_OK, 0},
        {S4, "04 00 01000000 01000000 00000000 04000000 61626300", GDV_E_MP_SPAWN_NAME, 18},
        {S4, "04 00 01000000 01000000 00000000 01000000 00", GDV_E_MP_SPAWN_NAME, 18},
        {S4, "04 00 01000000 01000000 00000000 02000000 6162", GDV_E_MP_SPAWN_NAME, 18},
        {S4, "04 00 01000000 01000000 00000000 03000000 610000", GDV_E_MP_SPAWN_NAME, 18},
        {S4, "04 00 01000000 01000000 00000000 03000000 c3a400", GDV_OK, 0},
        {S4, "04 00 01000000 01000000 00000000 03000000 c3c300", GDV_E_MP_SPAWN_NAME, 18},
        {S4, "04 00 01000000 01000000 00000000 03000000 614000", GDV_E_MP_SPAWN_NAME, 18},
        {S4, "04 00 01000000 01000000 00000000 03000000 402000", GDV_E_MP_SPAWN_NAME, 18},
    };
    HOLD(rows, policy);
    hold(&rows[3], 1, policy);
    cr_expect_eq(message.name.size, 2);
}

/* Wherever the NUL stands, and where there is none: a name of each length, and a path. */
Test(message_edges, names_and_paths_of_each_length_end_at_their_nul)
{
    enum { LONGEST = 50 };
    char letters[2 * LONGEST + 1] = "";
    char hex[3 * LONGEST];
    for (size_t length = 1; length < LONGEST; length += 1) {
        (void)strcat(letters, "61");
        const row rows[] = {
            {G3, hex, GDV_OK, 0},
            {G3, hex, GDV_E_MP_NAME_NUL, 5 + length},
            {G3, hex, GDV_OK, 0},
            {G3, hex, GDV_E_MP_PATH_NUL, 1 + length},
            {G3, hex, GDV_E_MP_PATH_TRAILING, 2 + length},
        };
        static const char *const around[][2] = {
            {"00 01000000 ", "00 00"},        {"00 01000000 ", ""}, {"03 ", "00"}, {"03 ", ""},
            {"03 ", "00 616161616161616161"},
        };
        for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
            (void)sprintf(hex, "%s%s%s", around[index][0], letters, around[index][1]);
            hold(&rows[index], 1, strict());
            cr_expect_eq(message.name.size + message.path.size, report.code == GDV_OK ? length : 0, "%s", hex);
        }
    }
}

Test(message_edges, names_of_methods_are_identifiers)
{
    static const row rows[] = {
        {G3, "00 01000000 7f00 00", GDV_E_MP_NAME_FORM, 5},
        {G3, "00 01000000 c28000 00", GDV_OK, 0}, /* 0x80 and more is a letter to GDScript, or to the engine none */
        {G3, "00 01000000 610a00 00", GDV_E_MP_NAME_FORM, 5},
        {G3, "00 01000000 8000 00", GDV_E_MP_NAME_UTF8, 5},
        {G3, "00 01000000 610aff00 00", GDV_E_MP_NAME_UTF8, 5},
        {G3, "00 01000000 3161 00 00", GDV_E_MP_NAME_FORM, 5},
        {G3, "00 01000000 6131 00 00", GDV_OK, 0},
        {G3, "00 01000000 612f62 00 00", GDV_E_MP_NAME_FORM, 5},
        {G3, "01 01000000 612f62 00 00000000", GDV_OK, 0},
        {G3, "01 01000000 31 00 00000000", GDV_OK, 0},
    };
    HOLD(rows, strict());
}

/* ---- checksums, confirmations, system (sections 4.3, 4.4, 4.8) */

Test(message_edges, checksums_are_lowercase_hex)
{
    static const struct {
        uint32_t at;
        uint8_t byte;
        gdv_status code;
    } rows[] = {
        {0, '0', GDV_OK},        {0, '9', GDV_OK},        {0, 'a', GDV_OK},         {0, 'f', GDV_OK},
        {0, '/', GDV_E_MP_MD5},  {0, ':', GDV_E_MP_MD5},  {0, '`', GDV_E_MP_MD5},   {0, 'g', GDV_E_MP_MD5},
        {0, 'A', GDV_E_MP_MD5},  {0, ' ', GDV_E_MP_MD5},  {1, 'g', GDV_E_MP_MD5},   {15, '/', GDV_E_MP_MD5},
        {16, 'g', GDV_E_MP_MD5}, {31, 'g', GDV_E_MP_MD5}, {31, '\0', GDV_E_MP_MD5}, {32, 1, GDV_E_MP_MD5},
        {32, '0', GDV_E_MP_MD5},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        packet bytes = packet_from_hex("01 3031323334353637383961626364656630313233343536373839616263646566 00"
                                       "01000000 6100");
        const row of = {G4, "", GDV_OK, 0};
        bytes.bytes[1 + rows[index].at] = rows[index].byte;
        cr_expect_eq(says(&of, strict(), &bytes), rows[index].code, "%zu", index);
        cr_expect_eq(report.offset, rows[index].code == GDV_OK ? 0 : 1, "%zu", index);
        if (rows[index].code == GDV_OK) {
            cr_expect_eq(message.id, 1);
            cr_expect_eq(message.md5.size, 32);
            cr_expect_eq(message.path.size, 1);
        }
        packet_free(&bytes);
    }
}

Test(message_edges, peers_of_the_system_messages)
{
    static const row rows[] = {
        {S4, "07 01 02000000", GDV_OK, 0},
        {S4, "07 01 ffffff7f", GDV_OK, 0},
        {S4, "07 01 01000000", GDV_E_MP_SYS_PEER, 2},
        {S4, "07 02 00000080", GDV_E_MP_SYS_PEER, 2},
        {S4, "07 02 02000000 00", GDV_E_MP_TRAILING, 6},
        {S4, "07 02 020000", GDV_E_MP_SHORT, 2},
        {S4, "07", GDV_E_MP_SHORT, 1},
        {G4, "07 03 02000000 03 aa", GDV_OK, 0},
        {G4, "07 03 ffffffff 03 aa", GDV_OK, 0},
        {G4, "07 03 00000000 03 aa", GDV_OK, 0},
        {G4, "07 03 01000000 03 aa", GDV_E_MP_SYS_PEER, 2},
        {G4, "07 03 00000080 03 aa", GDV_E_MP_SYS_PEER, 2},
        {G4, "07 03 02000000 07 03 02000000 03 aa", GDV_E_MP_RELAY_NESTED, 6},
        {G4, "07 03 02000000 00 01 01 01 420000", GDV_E_MP_ARG_WIDTH, 10},
    };
    HOLD(rows, strict());
    hold(&rows[7], 1, strict());
    cr_expect_eq(message.command, GDV_COMMAND_RELAY);
    cr_expect_eq(message.inner, GDV_COMMAND_RAW);
    cr_expect_eq(message.peer, 2);
    cr_expect_eq(message.data.size, 1);
}

/* Of a system message only the second byte tells the command: without that, or with one that is none, none was read. */
Test(message_edges, a_command_is_reported_as_far_as_it_was_read)
{
    static const struct {
        row of;
        gdv_command command;
    } rows[] = {
        {{G4, "07", GDV_E_MP_SHORT, 1}, GDV_COMMAND_NONE},
        {{G4, "07 04", GDV_E_MP_SYS_SUB, 1}, GDV_COMMAND_NONE},
        {{G4, "07 03 02", GDV_E_MP_SHORT, 2}, GDV_COMMAND_RELAY},
        {{G4, "07 03 02000000 07", GDV_E_MP_RELAY_NESTED, 6}, GDV_COMMAND_RELAY},
        {{G4, "07 03 02000000 05 02", GDV_E_MP_SHORT, 7}, GDV_COMMAND_DESPAWN},
        {{S4, "07 01 020000", GDV_E_MP_SHORT, 2}, GDV_COMMAND_ADD},
    };
    for (size_t index = 0; index < sizeof rows / sizeof rows[0]; index += 1) {
        hold(&rows[index].of, 1, strict());
        cr_expect_eq(report.command, rows[index].command, "%s: %s", rows[index].of.hex,
                     gdv_command_name(report.command));
    }
}

Test(message_edges, bits_of_the_command)
{
    static const row rows[] = {
        {G4, "08 01 01 00", GDV_E_MP_FLAGS, 0},
        {G4, "0b aa", GDV_E_MP_FLAGS, 0},
        {G4, "01", GDV_E_MP_SHORT, 1},
        {G4, "f0 01", GDV_E_MP_NODE_ID_SIZE, 0},
        {G4, "13 aa", GDV_E_MP_FLAGS, 0},
        {G4, "83 aa", GDV_E_MP_FLAGS, 0},
        {G4, "26 0100 01000000 02000000 0205", GDV_E_MP_FLAGS, 0},
        {G4, "06 0100 01000000 02000000 0205", GDV_OK, 0},
        {G3, "08 aa", GDV_E_MP_COMMAND, 0},
        {G3, "05 aa", GDV_E_MP_COMMAND, 0},
        {G3, "14 aa", GDV_E_MP_COMMAND, 0},
        {G3, "04 aa", GDV_OK, 0},
    };
    HOLD(rows, strict());
}
