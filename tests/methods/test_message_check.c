/* SPDX-License-Identifier: MIT */
/* Calls against the methods of a schema: packets are written by hand from docs/multiplayer-format.md, as the engines of its
 * examples sent them; ids and checksum of the script are those that a real Godot 4.2.3 gave it (section 4.2). */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/methods.h>

#include "tests/support/schema_text.h"

enum { NODES = 64, PATHS = 3, TEXT = 40, PEER = 77 };

static const char game[] = "limits max_depth = 8\n"
                           "script Main at \"Main\", \"Players/:peer\", \"*/Deep\"\n"
                           "rpc func n_two() any_peer rpc_config\n"
                           "rpc func n_one(a: String 0..8 | PackedByteArray 2..4) any_peer rpc_config\n"
                           "rpc func r_b(a: int 0..9, b?: bool) any_peer unreliable\n"
                           "rpc func r_a(a: int) any_peer\n"
                           "rpc func r_auth() authority\n"
                           "rpc func r_c10(at: Vector2 -1..1, tags: Array[int | null]) any_peer unreliable_ordered\n"
                           "rpc func r_c2(a: \"x\" | \"y\", b: true, c: 1 | 2 | 3) any_peer\n"
                           "rpc func r_Z(a: Variant, b: number 0..5) any_peer call_local reliable\n"
                           "rpc func r_off() disabled\n"
                           "type Unused = int\n"
                           "packet p = { t: \"a\" }\n";

/* One peer's session. */
typedef struct session {
    schema_text made;
    gdv_protocol protocol;
    gdv_cached_path paths[PATHS];
    char text[TEXT];
    gdv_peer_cache cache;
    gdv_message_rules rules;
    packet bytes;
    gdv_node nodes[NODES];
    gdv_message message;
    gdv_match match;
    gdv_violation violation;
} session;

static void begin(session *of, gdv_protocol protocol, const char *text)
{
    memset(of, 0, sizeof *of);
    of->protocol = protocol;
    of->made = schema_from_text(text, gdv_protocol_dialect(protocol));
    cr_assert_eq(of->made.code, GDV_OK, "%u: %s", of->made.error.line, of->made.error.message);
    cr_assert_eq(gdv_peer_cache_init(&of->cache, PEER, of->paths, PATHS, of->text, TEXT), GDV_OK);
    of->rules.struct_size = sizeof of->rules;
    of->match.struct_size = sizeof of->match;
    of->violation.struct_size = sizeof of->violation;
}

static void end(session *of)
{
    packet_free(&of->bytes);
    schema_free(&of->made);
}

static void parse(session *of, const gdv_message_policy *policy, const char *hex)
{
    packet_free(&of->bytes);
    of->bytes = packet_from_hex(hex);
    of->message = (gdv_message){.struct_size = sizeof of->message};
    cr_assert_eq(
        gdv_message_parse(of->protocol, of->bytes.bytes, of->bytes.size, policy, of->nodes, NODES, &of->message, NULL),
        GDV_OK, "%s", hex);
}

static gdv_status check(session *of)
{
    return gdv_message_check(&of->made.schema, &of->cache, &of->message, &of->rules, &of->match, &of->violation);
}

static gdv_status says(session *of, const char *hex)
{
    parse(of, NULL, hex);
    return check(of);
}

/* A match without values, of which nothing is left that was in it before. */
static void is_empty(const gdv_match *match, const char *hex)
{
    cr_expect_eq(match->count, 0, "%s", hex);
    cr_expect_null(match->document.bytes, "%s", hex);
    cr_expect_null(match->document.nodes, "%s", hex);
    cr_expect_eq(match->document.size, 0, "%s", hex);
    cr_expect_eq(match->document.count, 0, "%s", hex);
}

/* A violation that tells of no value, and of nothing that was refused before. */
static void blames_nothing(const gdv_violation *violation, const char *hex)
{
    cr_expect_eq(violation->report.offset, 0, "%s", hex);
    cr_expect_str_eq(violation->report.path, "", "%s", hex);
    cr_expect_eq(violation->rule, GDV_NONE, "%s", hex);
    cr_expect_eq(violation->line, 0, "%s", hex);
    cr_expect_str_eq(violation->name, "", "%s", hex);
    cr_expect_str_eq(violation->found, "", "%s", hex);
    cr_expect_str_eq(violation->expected, "", "%s", hex);
}

/* Which method it is, "" for what is no call; and what is written of a refusal. */
static void is_call(session *of, const char *hex, const char *method)
{
    gdv_status status = says(of, hex);
    cr_expect_eq(status, GDV_OK, "%s: %s", hex, gdv_status_name(status));
    cr_expect_str_eq(gdv_schema_packet_name(&of->made.schema, of->match.packet), method, "%s", hex);
    cr_expect_eq(of->violation.report.code, GDV_OK, "%s", hex);
    cr_expect_eq(of->violation.packet, of->match.packet, "%s", hex);
    blames_nothing(&of->violation, hex);
    if (method[0] == '\0' || of->message.data.size > 0) {
        is_empty(&of->match, hex);
    }
}

static void is_refused(session *of, const char *hex, gdv_status code, const char *line)
{
    char text[200];
    gdv_status status = says(of, hex);
    cr_expect_eq(status, code, "%s: %s", hex, gdv_status_name(status));
    cr_expect_eq(of->violation.report.code, code, "%s", hex);
    cr_expect_eq(of->violation.packet, of->match.packet, "%s", hex);
    is_empty(&of->match, hex);
    (void)gdv_violation_format(&of->violation, text, sizeof text);
    cr_expect_str_eq(text, line, "%s: %s", hex, text);
}

#define MAIN "4d61696e00"
#define MD5 "3363623830396138303236633039353639353863373962656538626335346632"

Test(message_check, ids_and_checksum_are_those_of_the_engine)
{
    static const char *const scripted[] = {"r_Z", "r_a", "r_auth", "r_b", "r_c10", "r_c2", "r_off"};
    static const char *const of_node[] = {"n_one", "n_two"};
    char digits[GDV_MD5_SIZE];
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    const gdv_schema *schema = &of.made.schema;
    cr_assert_eq(gdv_schema_scripts(schema), 1);
    cr_expect_str_eq(gdv_schema_script_name(schema, 0), "Main");
    for (uint32_t id = 0; id < 7; id += 1) {
        const gdv_text name = gdv_schema_method_name(schema, gdv_schema_method_of_id(schema, 0, false, id));
        cr_expect_str_eq(name.bytes, scripted[id]);
        cr_expect_eq(gdv_schema_method_of(schema, 0, name), gdv_schema_method_of_id(schema, 0, false, id));
    }
    for (uint32_t id = 0; id < 2; id += 1) {
        const gdv_text name = gdv_schema_method_name(schema, gdv_schema_method_of_id(schema, 0, true, id));
        cr_expect_str_eq(name.bytes, of_node[id]);
        cr_expect_eq(gdv_schema_method_of(schema, 0, name), gdv_schema_method_of_id(schema, 0, true, id));
    }
    cr_expect_eq(gdv_schema_method_of_id(schema, 0, false, 7), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of_id(schema, 0, true, 2), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(schema, 0, (gdv_text){"r_", 2}), GDV_NONE);
    gdv_schema_md5(schema, 0, digits);
    cr_expect_str_eq(digits, "3cb809a8026c0956958c79bee8bc54f2");
    end(&of);
}

Test(message_check, calls_by_path_and_by_id)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "2009000080 01 01 0205" MAIN, "Main.r_a");
    cr_expect_eq(gdv_int_or(gdv_match_value(&of.match, 0), 0, 9, -1), 5);
    is_refused(&of, "00 01 01 01 0205", GDV_E_RPC_NODE_ID, "RPC_NODE_ID: no path was announced for this node id");
    is_call(&of, "01" MD5 "00 01000000" MAIN, "");
    cr_expect_str_eq(gdv_peer_cache_path(&of.cache, 1).bytes, "Main");
    is_call(&of, "00 01 01 01 0205", "Main.r_a");
    is_call(&of, "00 01 03 01 0209", "Main.r_b");
    cr_expect(!gdv_exists(gdv_match_value(&of.match, 1)));
    is_call(&of, "00 01 03 02 0209 81", "Main.r_b");
    cr_expect(gdv_bool_or(gdv_match_value(&of.match, 1), false));
    is_refused(&of, "00 02 01 01 0205", GDV_E_RPC_NODE_ID, "RPC_NODE_ID: no path was announced for this node id");
    end(&of);
}

Test(message_check, arguments_are_as_their_parameters_say)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "01" MD5 "00 01000000" MAIN, "");
    is_refused(&of, "00 01 03 01 020a", GDV_E_OUT_OF_RANGE, "(0 a): 10 is not in 0..9 (method Main.r_b, line 5)");
    cr_expect_eq(of.violation.report.offset, 4);
    is_refused(&of, "00 01 03 01 81", GDV_E_WRONG_TYPE, "(0 a): bool true is not int (method Main.r_b, line 5)");
    is_refused(&of, "00 01 03 02 0209 0201", GDV_E_WRONG_TYPE, "(1 b): int 1 is not bool (method Main.r_b, line 5)");
    is_refused(
        &of, "80 01 03", GDV_E_RPC_ARGUMENTS,
        "RPC_ARGUMENTS: call has fewer or more arguments than the method has parameters (method Main.r_b, line 5)");
    is_refused(
        &of, "00 01 03 03 0209 81 81", GDV_E_RPC_ARGUMENTS,
        "RPC_ARGUMENTS: call has fewer or more arguments than the method has parameters (method Main.r_b, line 5)");
    is_call(&of, "00 01 04 02 05000000 0000803f 000080bf 1c000000 02000000 00000000 0200000007000000", "Main.r_c10");
    is_refused(&of, "00 01 04 02 05000000 0000803f 000000c0 1c000000 00000000", GDV_E_OUT_OF_RANGE,
               "(0 at).y: -2 is not in -1..1 (method Main.r_c10, line 8)");
    is_refused(&of, "00 01 04 02 05000000 0000803f 000080bf 1c000000 02000000 00000000 0100000001000000",
               GDV_E_NO_ALTERNATIVE, "(1 tags)[1]: bool true is not one of null, int (method Main.r_c10, line 8)");
    cr_expect_eq(of.violation.report.offset, 28);
    is_call(&of, "00 01 05 03 04000000 01000000 79000000 81 0203", "Main.r_c2");
    is_refused(&of, "00 01 05 03 04000000 01000000 79000000 81 0204", GDV_E_NOT_A_MEMBER,
               "(2 c): 4 is not one of 1, 2, 3 (method Main.r_c2, line 9)");
    is_refused(&of, "00 01 05 03 04000000 01000000 79000000 01 0203", GDV_E_NOT_A_MEMBER,
               "(1 b): false is not true (method Main.r_c2, line 9)");
    is_refused(&of, "00 01 05 03 04000000 01000000 7a000000 81 0203", GDV_E_NOT_A_MEMBER,
               "(0 a): \"z\" is not one of \"x\", \"y\" (method Main.r_c2, line 9)");
    is_call(&of, "00 01 00 02 42e803 0205", "Main.r_Z");
    is_call(&of, "00 01 00 02 81 0300000000000040", "Main.r_Z");
    is_refused(&of, "00 01 00 02 81 0206", GDV_E_OUT_OF_RANGE, "(1 b): 6 is not in 0..5 (method Main.r_Z, line 10)");
    end(&of);
}

Test(message_check, bytes_alone_are_an_argument)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "01" MD5 "00 01000000" MAIN, "");
    is_call(&of, "c0 01 0080 aabb", "Main.n_one");
    cr_expect_eq(of.message.data.size, 2);
    is_call(&of, "40 01 0080 01 04000000 02000000 61620000", "Main.n_one");
    is_call(&of, "c0 01 0180", "Main.n_two");
    is_refused(
        &of, "c0 01 0080", GDV_E_RPC_ARGUMENTS,
        "RPC_ARGUMENTS: call has fewer or more arguments than the method has parameters (method Main.n_one, line 4)");
    is_refused(&of, "c0 01 0080 aa", GDV_E_WRONG_LENGTH, "(0 a): length 1 is not in 2..4 (method Main.n_one, line 4)");
    cr_expect_eq(of.violation.report.offset, 4);
    is_refused(&of, "c0 01 0080 aabbccddee", GDV_E_WRONG_LENGTH,
               "(0 a): length 5 is not in 2..4 (method Main.n_one, line 4)");
    is_refused(&of, "80 01 01 aa", GDV_E_WRONG_TYPE, "(0 a): PackedByteArray is not int (method Main.r_a, line 6)");
    cr_expect_str_eq(of.violation.name, "Main.r_a");
    cr_expect_eq(of.violation.line, 6);
    end(&of);
}

Test(message_check, a_peer_calls_what_it_may)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_refused(&of, "a0 06000080 02" MAIN, GDV_E_RPC_RIGHTS,
               "RPC_RIGHTS: the peer may not call this method (method Main.r_auth, line 7)");
    cr_expect_str_eq(of.violation.name, "Main.r_auth");
    is_call(&of, "a0 06000080 02 506c61796572732f373700", "Main.r_auth"); /* Players/77 */
    is_refused(&of, "a0 06000080 02 506c61796572732f373800", GDV_E_RPC_NODE,
               "RPC_NODE: no script of the schema is at this path");
    is_refused(&of, "a0 06000080 06" MAIN, GDV_E_RPC_RIGHTS,
               "RPC_RIGHTS: the peer may not call this method (method Main.r_off, line 11)");
    of.rules.authority = true;
    is_call(&of, "a0 06000080 02" MAIN, "Main.r_auth");
    is_refused(&of, "a0 06000080 06" MAIN, GDV_E_RPC_RIGHTS,
               "RPC_RIGHTS: the peer may not call this method (method Main.r_off, line 11)");
    is_refused(&of, "a0 06000080 07" MAIN, GDV_E_RPC_METHOD, "RPC_METHOD: the script has no such method");
    is_call(&of, "20 09000080 01 01 0205 612f4465657000", "Main.r_a"); /* a/Deep */
    is_refused(&of, "20 09000080 01 01 0205 4465657000", GDV_E_RPC_NODE,
               "RPC_NODE: no script of the schema is at this path");
    is_refused(&of, "20 09000080 01 01 0205 612f622f4465657000", GDV_E_RPC_NODE,
               "RPC_NODE: no script of the schema is at this path");
    end(&of);
}

/* Of a peer whose id has one digit, as that of a server has. */
Test(message_check, a_peer_of_one_digit_has_its_nodes_too)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    cr_assert_eq(gdv_peer_cache_init(&of.cache, 7, of.paths, PATHS, of.text, TEXT), GDV_OK);
    is_call(&of, "a0 06000080 02 506c61796572732f3700", "Main.r_auth"); /* Players/7 */
    is_refused(&of, "a0 06000080 02 506c61796572732f3800", GDV_E_RPC_NODE,
               "RPC_NODE: no script of the schema is at this path");
    end(&of);
}

Test(message_check, calls_come_as_their_method_is_sent)
{
    static const struct {
        const char *hex;
        gdv_transfer transfer;
    } rows[] = {{"2009000080 01 01 0205" MAIN, GDV_TRANSFER_RELIABLE},
                {"2009000080 03 01 0205" MAIN, GDV_TRANSFER_UNRELIABLE},
                {"201b000080 04 02 05000000 0000803f 000080bf 1c000000 00000000" MAIN, GDV_TRANSFER_ORDERED}};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        for (uint32_t transfer = GDV_TRANSFER_UNKNOWN; transfer < GDV_TRANSFER_COUNT; transfer += 1) {
            const bool fits = transfer == GDV_TRANSFER_UNKNOWN || transfer == (uint32_t)rows[row].transfer;
            of.rules.transfer = (gdv_transfer)transfer;
            cr_expect_eq(says(&of, rows[row].hex), fits ? GDV_OK : GDV_E_RPC_TRANSFER, "%zu %u", row, transfer);
        }
    }
    end(&of);
}

Test(message_check, paths_are_learnt_within_their_room)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "01" MD5 "00 05000000" MAIN, "");
    is_refused(&of, "01" MD5 "00 05000000" MAIN, GDV_E_RPC_ID_TWICE, "RPC_ID_TWICE: this node id was announced before");
    is_refused(&of, "01 6434316438636439386630306232303465393830303939386563663834323766 00 06000000" MAIN,
               GDV_E_RPC_CHECKSUM, "RPC_CHECKSUM: the sender's script has other methods than that of the schema");
    is_refused(&of, "01" MD5 "00 06000000 4f7468657200", GDV_E_RPC_NODE,
               "RPC_NODE: no script of the schema is at this path");
    /* a node without methods, as spawners are */
    is_call(&of, "01 6434316438636439386630306232303465393830303939386563663834323765 00 03000000 4f7468657200", "");
    cr_expect_str_eq(gdv_peer_cache_path(&of.cache, 5).bytes, "MainOther");
    cr_expect_eq(gdv_peer_cache_path(&of.cache, 5).size, 4);
    cr_expect_str_eq(gdv_peer_cache_path(&of.cache, 3).bytes, "Other");
    cr_expect_null(gdv_peer_cache_path(&of.cache, 4).bytes);
    is_refused(&of, "00 03 01 01 0205", GDV_E_RPC_NODE, "RPC_NODE: no script of the schema is at this path");
    is_call(&of, "01" MD5 "00 04000000 506c61796572732f373700", "");
    is_call(&of, "80 04 02", "Main.r_auth");
    is_refused(&of, "01" MD5 "00 07000000" MAIN, GDV_E_RPC_CACHE_FULL,
               "RPC_CACHE_FULL: the peer has announced more paths than there is room for");
    is_call(&of, "00 05 01 01 0205", "Main.r_a");
    end(&of);
}

Test(message_check, texts_of_paths_have_their_room_too)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, of.paths, PATHS, of.text, 7), GDV_OK);
    is_call(&of, "01" MD5 "00 05000000" MAIN, "");
    is_refused(&of, "01" MD5 "00 06000000" MAIN, GDV_E_RPC_CACHE_FULL,
               "RPC_CACHE_FULL: the peer has announced more paths than there is room for");
    end(&of);
}

Test(message_check, what_is_no_call_is_the_callers_to_allow)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "02 01" MAIN, "");
    is_refused(&of, "03 aa", GDV_E_RPC_COMMAND, "RPC_COMMAND: the server takes no messages of this command");
    is_refused(&of, "07 00", GDV_E_RPC_COMMAND, "RPC_COMMAND: the server takes no messages of this command");
    is_refused(&of, "07 03 03000000 03 aa", GDV_E_RPC_COMMAND,
               "RPC_COMMAND: the server takes no messages of this command");
    of.rules.commands = 1u << GDV_COMMAND_RAW;
    is_call(&of, "03 aa", "");
    is_refused(&of, "07 03 03000000 03 aa", GDV_E_RPC_COMMAND,
               "RPC_COMMAND: the server takes no messages of this command");
    of.rules.commands = 1u << GDV_COMMAND_RELAY;
    is_refused(&of, "07 03 03000000 03 aa", GDV_E_RPC_COMMAND,
               "RPC_COMMAND: the server takes no messages of this command");
    is_refused(&of, "07 03 03000000 00 01 01 01 0205", GDV_E_RPC_NODE_ID,
               "RPC_NODE_ID: no path was announced for this node id");
    is_call(&of, "07 03 03000000 01" MD5 "00 01000000" MAIN, "");
    is_call(&of, "07 03 04000000 01" MD5 "00 01000000" MAIN, "");
    is_refused(&of, "07 03 04000000 01" MD5 "00 01000000 612f4465657000", GDV_E_RPC_ID_TWICE,
               "RPC_ID_TWICE: this node id was announced before");
    is_call(&of, "07 03 03000000 00 01 01 01 0205", "Main.r_a");
    end(&of);
}

/* ---- ids of paths elsewhere: a spawner's in SPAWN, a synchronizer's with bit 31 in SYNC (sections 4.6 and 4.7) */

#define MD5_OF_NOTHING "6434316438636439386630306232303465393830303939386563663834323765"
#define SPAWNER "01" MD5_OF_NOTHING "00 03000000 536300"          /* Sc */
#define SYNCHRONIZER "01" MD5_OF_NOTHING "00 01000000 53792f4100" /* Sy/A */
#define SPAWNS "04 00 03000000 01000000 01000000 03000000 02000000 613100 0201 05000000 0000803f 00000040"
#define SYNCS "06 0200 01000080 0e000000 0201 05000000 0000803f 00000040"
#define CHANGES "16 01000080 0300000000000000 0d000000 01 04000000 01000000 77000000"

static const char unheard[] = "RPC_NODE_ID: no path was announced for this node id";

Test(message_check, ids_of_spawners_and_synchronizers_are_announced_before)
{
    static const char *const rows[][2] = {{SPAWNS, SPAWNER}, {SYNCS, SYNCHRONIZER}, {CHANGES, SYNCHRONIZER}};
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        char relayed[200];
        session of;
        begin(&of, GDV_PROTOCOL_GODOT4_3, game);
        of.rules.commands = 1u << GDV_COMMAND_SPAWN | 1u << GDV_COMMAND_SYNC | 1u << GDV_COMMAND_RELAY;
        (void)snprintf(relayed, sizeof relayed, "07 03 03000000 %s", rows[row][0]);
        is_refused(&of, rows[row][0], GDV_E_RPC_NODE_ID, unheard);
        is_refused(&of, relayed, GDV_E_RPC_NODE_ID, unheard);
        is_call(&of, "01" MD5 "00 02000000" MAIN, ""); /* that of another id */
        is_refused(&of, rows[row][0], GDV_E_RPC_NODE_ID, unheard);
        is_call(&of, rows[row][1], "");
        is_call(&of, rows[row][0], "");
        is_call(&of, relayed, "");
        of.rules.commands = 0;
        is_refused(&of, rows[row][0], GDV_E_RPC_COMMAND, "RPC_COMMAND: the server takes no messages of this command");
        end(&of);
    }
}

/* Of several records each is looked at, full ones and those of a delta. */
Test(message_check, no_record_is_passed_over)
{
#define RECORD(id) id " 02000000 0207"
#define CHANGE(id) id " 0100000000000000 02000000 0207"
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3, game);
    of.rules.commands = 1u << GDV_COMMAND_SYNC;
    is_call(&of, SYNCHRONIZER, "");
    is_call(&of, "06 0200" RECORD("01000080") RECORD("01000080"), "");
    is_call(&of, "06 0200" RECORD("01000080") RECORD("02000000"), "");
    is_call(&of, "16" CHANGE("01000080") CHANGE("02000000"), "");
    is_refused(&of, "06 0200" RECORD("01000080") RECORD("02000080"), GDV_E_RPC_NODE_ID, unheard);
    is_refused(&of, "06 0200" RECORD("02000080") RECORD("01000080"), GDV_E_RPC_NODE_ID, unheard);
    is_refused(&of, "16" CHANGE("01000080") CHANGE("02000080"), GDV_E_RPC_NODE_ID, unheard);
    is_refused(&of, "06 0200" RECORD("010000c0"), GDV_E_RPC_NODE_ID, unheard);
    end(&of);
}

/* Net ids, and the id of a path that the server itself has announced, are not the peer's to announce. */
Test(message_check, other_ids_are_no_paths_of_the_peer)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3, game);
    of.rules.commands = 1u << GDV_COMMAND_SYNC | 1u << GDV_COMMAND_DESPAWN;
    is_call(&of, "06 0200" RECORD("07000000"), "");
    is_call(&of, "05 07000000", "");
    is_call(&of, "02 01 07000000", "");
    end(&of);
}

Test(message_check, godot_3_has_names_and_variables)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3,
          "script A at \"Main\"\n"
          "rpc func m1(a: int 0..5, b?: String 0..2) any_peer\n"
          "rpc var hp: int 0..100 any_peer\n");
    is_call(&of, "00 19000080 6d3100 02 0200000005000000 0400000000000000" MAIN, "A.m1");
    is_call(&of, "01 10000080 687000 0200000064000000" MAIN, "A.hp");
    cr_expect_eq(gdv_int_or(gdv_match_value(&of.match, 0), 0, 100, -1), 100);
    is_refused(&of, "01 10000080 687000 0200000065000000" MAIN, GDV_E_OUT_OF_RANGE,
               "(0 hp): 101 is not in 0..100 (method A.hp, line 3)");
    is_refused(&of, "01 10000080 6d3100 0200000064000000" MAIN, GDV_E_RPC_METHOD,
               "RPC_METHOD: the script has no such method");
    is_refused(&of, "00 11000080 687000 01 0200000064000000" MAIN, GDV_E_RPC_METHOD,
               "RPC_METHOD: the script has no such method");
    is_refused(&of, "02 01000000 4f7468657200", GDV_E_RPC_NODE, "RPC_NODE: no script of the schema is at this path");
    is_call(&of, "02 01000000" MAIN, "");
    of.rules.transfer = GDV_TRANSFER_UNRELIABLE; /* the caller's choice in Godot 3 */
    is_call(&of, "01 01000000 687000 0200000064000000", "A.hp");
    end(&of);
}

Test(message_check, bytes_alone_fit_what_takes_bytes)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0,
          "script A at \"Main\"\n"
          "rpc func any(a: Variant) any_peer\n"
          "rpc func only(a: PackedByteArray 2) any_peer\n"
          "rpc func other(a: int | String) any_peer\n");
    is_call(&of, "a0 07000080 00 aa" MAIN, "A.any");
    is_call(&of, "a0 08000080 01 aabb" MAIN, "A.only");
    is_refused(&of, "a0 07000080 01 aa" MAIN, GDV_E_WRONG_LENGTH, "(0 a): length 1 is not 2 (method A.only, line 3)");
    is_refused(&of, "a0 09000080 01 aabbcc" MAIN, GDV_E_WRONG_LENGTH,
               "(0 a): length 3 is not 2 (method A.only, line 3)");
    is_refused(&of, "a0 07000080 02 aa" MAIN, GDV_E_NO_ALTERNATIVE,
               "(0 a): PackedByteArray is not one of int, String, StringName (method A.other, line 4)");
    end(&of);
}

Test(message_check, what_is_missing_in_an_argument_is_told)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3,
          "script A at \"Main\"\n"
          "rpc func take(a: int, b: { kind: String, count?: int }) any_peer\n");
    is_refused(&of, "00 1b000080 74616b6500 02 0200000005000000 1200000000000000" MAIN, GDV_E_MISSING_KEY,
               "(1 b): key \"kind\" is missing (method A.take, line 2)");
    is_refused(
        &of,
        "00 2f000080 74616b6500 02 0200000005000000 1200000001000000 04000000040000006b696e64 0200000001000000" MAIN,
        GDV_E_WRONG_TYPE, "(1 b).kind: int 1 is not String (method A.take, line 2)");
    end(&of);
}

/* Whatever is missing by which alternatives are told apart is of no one of them. */
Test(message_check, what_tells_alternatives_apart_may_be_missing)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT3,
          "script A at \"Main\"\n"
          "rpc func take(a: { kind: \"x\", n: int } | { kind: \"y\", s: String }) any_peer\n");
    is_refused(&of, "00 13000080 74616b6500 01 1200000000000000" MAIN, GDV_E_MISSING_KEY,
               "(0 a): key \"kind\" is missing (method A.take, line 2)");
    end(&of);
}

Test(message_check, a_short_form_is_held_to_unions)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0,
          "script A at \"Main\"\n"
          "rpc func m(a: int 0..3 | String) any_peer\n");
    is_call(&of, "20 09000080 00 01 0203" MAIN, "A.m");
    is_refused(&of, "20 09000080 00 01 0204" MAIN, GDV_E_OUT_OF_RANGE, "(0 a): 4 is not in 0..3 (method A.m, line 2)");
    is_refused(&of, "20 08000080 00 01 81" MAIN, GDV_E_NO_ALTERNATIVE,
               "(0 a): bool true is not one of int, String, StringName (method A.m, line 2)");
    end(&of);
}

/* A call of bytes alone is refused in the words that the array of those bytes is. */
Test(message_check, a_type_is_to_blame_by_its_name)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0,
          "type Small = int 0..5\n"
          "type Pair = PackedByteArray 2\n"
          "script A at \"Main\"\n"
          "rpc func m(a: Small) any_peer\n"
          "rpc func n(a: Pair) any_peer\n");
    is_refused(&of, "20 09000080 00 01 0206" MAIN, GDV_E_OUT_OF_RANGE, "(0 a): 6 is not in 0..5 (type Small, line 1)");
    is_refused(&of, "20 13000080 01 01 1d000000 01000000 aa000000" MAIN, GDV_E_WRONG_LENGTH,
               "(0 a): length 1 is not 2 (type Pair, line 2)");
    is_refused(&of, "a0 07000080 01 aa" MAIN, GDV_E_WRONG_LENGTH, "(0 a): length 1 is not 2 (type Pair, line 2)");
    cr_expect_eq(gdv_schema_rule(&of.made.schema, of.violation.rule)->line, 2);
    end(&of);
}

/* Lines are those of the file that a method is in. */
Test(message_check, a_method_is_of_its_file)
{
    static const char all[] = "include \"calls.gdvs\"\n";
    static const char calls[] = "script A at \"Main\"\nrpc func m() disabled\n";
    static const gdv_schema_source sources[] = {{"main.gdvs", all, sizeof all - 1},
                                                {"calls.gdvs", calls, sizeof calls - 1}};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    schema_free(&of.made);
    of.made = schema_from_sources(sources, 2, gdv_protocol_dialect(of.protocol));
    is_refused(&of, "a0 06000080 00" MAIN, GDV_E_RPC_RIGHTS,
               "RPC_RIGHTS: the peer may not call this method (method A.m, line 2)");
    cr_expect_str_eq(gdv_schema_source_name(&of.made.schema, of.violation.source), "calls.gdvs");
    end(&of);
}

Test(message_check, what_was_not_given_is_missing)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, "script A at \"Main\"\nrpc func m(a?: int) any_peer\n");
    is_call(&of, "20 09000080 00 01 0205" MAIN, "A.m");
    cr_expect(gdv_exists(gdv_match_value(&of.match, 0)));
    is_call(&of, "a0 06000080 00" MAIN, "A.m");
    cr_expect_eq(of.match.count, 1);
    cr_expect_eq(of.match.values[0], GDV_NONE);
    end(&of);
}

/* The values of two dictionaries with so many keys, and they themselves, are as many as a match keeps: nothing
 * after it is written. */
Test(message_check, a_match_is_filled_to_its_end)
{
    char text[8000];
    session of;
    int size = snprintf(text, sizeof text, "script A at \"Main\"\nrpc func m(a: { k?: int");
    for (unsigned key = 2; key < GDV_MATCH_VALUES - 2; key += 1) {
        const char *const next = key == GDV_MATCH_VALUES / 2 ? " }, b: { k?: int" : "";
        size += snprintf(text + size, sizeof text - (size_t)size, "%s, k%u?: int", next, key);
    }
    (void)snprintf(text + size, sizeof text - (size_t)size, " }) any_peer");
    begin(&of, GDV_PROTOCOL_GODOT4_0, text);
    parse(&of, NULL, "20 17000080 00 02 1b000000 00000000 1b000000 00000000" MAIN);
    gdv_match *match = calloc(1, sizeof *match);
    cr_assert_not_null(match);
    match->struct_size = sizeof *match;
    cr_expect_eq(gdv_message_check(&of.made.schema, &of.cache, &of.message, NULL, match, NULL), GDV_OK);
    cr_expect_eq(match->count, GDV_MATCH_VALUES);
    cr_expect(gdv_exists(gdv_match_value(match, 0)));
    cr_expect_eq(match->values[GDV_MATCH_VALUES - 1], GDV_NONE);
    free(match);
    end(&of);
}

/* ---- the value at fault is found in whatever the parse let pass */

/* In the short form, too. */
Test(message_check, a_value_at_fault_is_of_a_type)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    (void)says(&of, "20 09000080 03 01 020a" MAIN);
    cr_expect_str_eq(of.violation.report.type_name, "int");
    (void)says(&of, "20 08000080 03 01 81" MAIN);
    cr_expect_str_eq(of.violation.report.type_name, "bool");
    cr_expect_eq(of.violation.report.depth, 0);
    end(&of);
}

/* Arrays deeper than the strict policy lets them be, and an object. */
Test(message_check, a_value_at_fault_comes_after_what_was_permitted)
{
    static const char take[] = "script A at \"Main\"\nrpc func m(a: { k: Variant, n: int 0..5 }) any_peer\n";
    char arrays[40 * 16 + 1] = "";
    char hex[1000];
    char line[200];
    gdv_message_policy policy;
    session of;
    for (size_t depth = 0; depth < 40; depth += 1) {
        memcpy(arrays + depth * 16, depth < 39 ? "1c00000001000000" : "1c00000000000000", 17);
    }
    const char *const before[] = {arrays, "18000000 01000000 41000000 00000000" /* of class A, without properties */};
    gdv_message_policy_init(&policy, GDV_POLICY_ENGINE);
    policy.values.permit |= GDV_PERMIT_OBJECT;
    begin(&of, GDV_PROTOCOL_GODOT4_0, take);
    for (size_t row = 0; row < 2; row += 1) {
        (void)snprintf(hex, sizeof hex,
                       "20 %02x%02x0080 00 01 1b000000 02000000 04000000 01000000 6b000000 %s "
                       "04000000 01000000 6e000000 02000000 09000000" MAIN,
                       row == 0 ? 0x6fu : 0x3fu, row == 0 ? 1u : 0u, before[row]);
        parse(&of, &policy, hex);
        cr_expect_eq(check(&of), GDV_E_OUT_OF_RANGE, "%s", hex);
        (void)gdv_violation_format(&of.violation, line, sizeof line);
        cr_expect_str_eq(line, "(0 a).n: 9 is not in 0..5 (method A.m, line 2)", "%s", line);
    }
    end(&of);
}

/* A packet that somebody writes to after its parse is read within its bounds: here a text before the value at fault is
 * suddenly one that ends beyond the packet. */
Test(message_check, a_value_at_fault_is_looked_for_in_the_packet)
{
    static const char hex[] =
        "20 25000080 00 02 0205 1c000000 02000000 04000000 01000000 61000000 01000000 01000000" MAIN;
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, "script A at \"Main\"\nrpc func m(a: int, b: Array[String]) any_peer\n");
    is_refused(&of, hex, GDV_E_WRONG_TYPE, "(1 b)[1]: bool true is not String (method A.m, line 2)");
    uint8_t *bytes = (uint8_t *)(uintptr_t)of.bytes.bytes;
    bytes[21] = 28;
    memset(bytes + 25, 'a', 12);
    bytes[41] = 'a'; /* after the path, which stays */
    cr_expect_eq(check(&of), GDV_E_WRONG_TYPE);
    cr_expect_eq(of.violation.report.offset, 29);
    end(&of);
}

/* A call that is refused for one of its arguments, for the lone bytes of one, for its number of them, or not at all. */
Test(message_check, a_violation_need_not_be_asked_for)
{
    static const struct {
        const char *hex;
        gdv_status code;
    } rows[] = {{"20 09000080 03 01 020a" MAIN, GDV_E_OUT_OF_RANGE},
                {"a0 07000080 01 aa" MAIN, GDV_E_WRONG_TYPE},
                {"a0 06000080 01" MAIN, GDV_E_RPC_ARGUMENTS},
                {"03 aa", GDV_E_RPC_COMMAND},
                {"20 09000080 03 01 0209" MAIN, GDV_OK}};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        (void)says(&of, rows[row].hex);
        cr_expect_eq(gdv_message_check(&of.made.schema, &of.cache, &of.message, &of.rules, &of.match, NULL),
                     rows[row].code, "%s", rows[row].hex);
    }
    end(&of);
}

/* ---- the caller's mistakes */

Test(message_check, nothing_and_what_was_not_filled_is_refused)
{
    static const gdv_schema empty;
    static const gdv_peer_cache unfilled;
    static const gdv_message unparsed = {.struct_size = sizeof unparsed};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    const gdv_schema *schema = &of.made.schema;
    gdv_message_rules *rules = &of.rules;
    is_refused(&of, "20 09000080 03 01 020a" MAIN, GDV_E_OUT_OF_RANGE,
               "(0 a): 10 is not in 0..9 (method Main.r_b, line 5)");
    cr_expect_eq(gdv_message_check(schema, NULL, &of.message, rules, &of.match, &of.violation), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.violation.packet, GDV_NONE);
    blames_nothing(&of.violation, "no cache");
    is_call(&of, "20 09000080 01 01 0205" MAIN, "Main.r_a");
    cr_expect_eq(gdv_message_check(NULL, &of.cache, &of.message, rules, &of.match, &of.violation), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.violation.report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.match.packet, GDV_NONE);
    is_empty(&of.match, "no schema");
    cr_expect_eq(gdv_message_check(&empty, &of.cache, &of.message, rules, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_check(schema, NULL, &of.message, rules, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    gdv_peer_cache none = unfilled;
    cr_expect_eq(gdv_message_check(schema, &none, &of.message, rules, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_check(schema, &of.cache, NULL, rules, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_check(schema, &of.cache, &unparsed, rules, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, rules, NULL, &of.violation), GDV_E_BAD_ARGUMENT);
    rules->transfer = GDV_TRANSFER_COUNT;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, rules, &of.match, NULL), GDV_E_BAD_POLICY);
    rules->transfer = GDV_TRANSFER_UNKNOWN;
    rules->struct_size -= 1;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, rules, &of.match, NULL), GDV_E_BAD_POLICY);
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, NULL, &of.match, NULL), GDV_OK); /* all zero */
    of.message.protocol = GDV_PROTOCOL_GODOT3;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, NULL, &of.match, NULL), GDV_E_BAD_DIALECT);
    end(&of);
}

Test(message_check, structures_of_another_size_are_refused)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "20 09000080 01 01 0205" MAIN, "Main.r_a");
    const gdv_schema *schema = &of.made.schema;
    of.match.struct_size -= 1;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, NULL, &of.match, NULL), GDV_E_BAD_STRUCT);
    of.match.struct_size += 1;
    of.violation.struct_size -= 1;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, NULL, &of.match, &of.violation), GDV_E_BAD_STRUCT);
    of.violation.struct_size += 1;
    of.message.struct_size -= 1;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, NULL, &of.match, NULL), GDV_E_BAD_STRUCT);
    end(&of);
}

/* What is written lies in none of what is read, or of what else is written. */
Test(message_check, nothing_may_overlap)
{
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_0, game);
    is_call(&of, "20 09000080 01 01 0205" MAIN, "Main.r_a");
    const gdv_schema *schema = &of.made.schema;
    void *const places[] = {&of.made.schema, of.made.memory, &of.rules, &of.message,
                            of.nodes,        &of.cache,      of.paths,  of.text};
    for (size_t place = 0; place < sizeof places / sizeof places[0]; place += 1) {
        gdv_match *match = places[place];
        gdv_violation *violation = places[place];
        cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, &of.rules, match, NULL), GDV_E_OVERLAP, "%zu",
                     place);
        cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, &of.rules, &of.match, violation), GDV_E_OVERLAP,
                     "%zu", place);
    }
    const gdv_message_rules *const rules_in[] = {(void *)&of.match, (void *)&of.violation};
    for (size_t place = 0; place < 2; place += 1) {
        cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, rules_in[place], &of.match, &of.violation),
                     GDV_E_OVERLAP, "%zu", place);
    }
    gdv_violation *in_match = (gdv_violation *)(void *)&of.match;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, &of.rules, &of.match, in_match), GDV_E_OVERLAP);
    gdv_peer_cache *in_message = (gdv_peer_cache *)(void *)&of.message;
    cr_expect_eq(gdv_message_check(schema, in_message, &of.message, &of.rules, &of.match, NULL), GDV_E_OVERLAP);
    gdv_cached_path *const paths = of.cache.paths;
    of.cache.paths = (gdv_cached_path *)(void *)&of.message;
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, &of.rules, &of.match, NULL), GDV_E_OVERLAP);
    of.cache.paths = paths;
    of.cache.text = (char *)(uintptr_t)of.bytes.bytes; /* paths would be written over the packet */
    cr_expect_eq(gdv_message_check(schema, &of.cache, &of.message, &of.rules, &of.match, NULL), GDV_E_OVERLAP);
    end(&of);
}

/* ---- relays (sections 4.3 and 4.8): a sender announces a node to each peer that it calls, with the same id */

#define RELAY_TO_3 "070303000000"
#define RELAY_TO_4 "070304000000"
#define ANNOUNCES(id, path) "01" MD5 "00" id path

static void begin_relaying(session *of)
{
    begin(of, GDV_PROTOCOL_GODOT4_3, game);
    of->rules.commands = 1u << GDV_COMMAND_RELAY;
}

static const char twice[] = "RPC_ID_TWICE: this node id was announced before";

Test(message_check, an_announcement_may_be_relayed_first)
{
    session of;
    begin_relaying(&of);
    is_call(&of, RELAY_TO_3 ANNOUNCES("05000000", MAIN), "");
    is_call(&of, RELAY_TO_4 ANNOUNCES("05000000", MAIN), "");
    is_call(&of, ANNOUNCES("05000000", MAIN), "");
    is_refused(&of, ANNOUNCES("05000000", MAIN), GDV_E_RPC_ID_TWICE, twice);
    is_call(&of, RELAY_TO_3 ANNOUNCES("05000000", MAIN), "");
    is_call(&of, RELAY_TO_3 "00 05 01 01 0205", "Main.r_a");
    cr_expect_eq(of.cache.count, 1);
    cr_expect_eq(of.cache.text_used, 4);
    end(&of);
}

Test(message_check, an_announcement_may_be_relayed_later)
{
    session of;
    begin_relaying(&of);
    is_call(&of, ANNOUNCES("05000000", MAIN), "");
    is_call(&of, RELAY_TO_3 ANNOUNCES("05000000", MAIN), "");
    is_refused(&of, ANNOUNCES("05000000", MAIN), GDV_E_RPC_ID_TWICE, twice);
    end(&of);
}

/* Another path of the same id, one that begins like it, and another checksum. */
Test(message_check, no_relay_changes_what_was_announced)
{
    static const char of_nothing[] = "01 6434316438636439386630306232303465393830303939386563663834323765 00 05000000";
    char hex[256];
    session of;
    begin_relaying(&of);
    is_call(&of, RELAY_TO_3 ANNOUNCES("05000000", MAIN), "");
    is_refused(&of, ANNOUNCES("05000000", "612f4465657000"), GDV_E_RPC_ID_TWICE, twice);
    is_refused(&of, RELAY_TO_3 ANNOUNCES("05000000", "612f4465657000"), GDV_E_RPC_ID_TWICE, twice);
    is_refused(&of, ANNOUNCES("05000000", "4d616900"), GDV_E_RPC_ID_TWICE, twice);
    (void)snprintf(hex, sizeof hex, "%s" MAIN, of_nothing);
    is_refused(&of, hex, GDV_E_RPC_CHECKSUM,
               "RPC_CHECKSUM: the sender's script has other methods than that of the schema");
    (void)snprintf(hex, sizeof hex, RELAY_TO_3 "%s" MAIN, of_nothing);
    is_refused(&of, hex, GDV_E_RPC_CHECKSUM,
               "RPC_CHECKSUM: the sender's script has other methods than that of the schema");
    is_call(&of, ANNOUNCES("05000000", MAIN), "");
    cr_expect_str_eq(gdv_peer_cache_path(&of.cache, 5).bytes, "Main");
    end(&of);
}

/* ---- paths that the parser was told to let pass are none that a "*" stands for */

Test(message_check, a_star_is_a_name)
{
    static const char *const wrong[] = {"2e2e2f4465657000" /* ../Deep */, "25612f4465657000" /* %a/Deep */,
                                        "2e2e2f4d61696e00" /* ../Main */, "254d61696e00" /* %Main */};
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.permit = GDV_PERMIT_MP_PATH_PARENT | GDV_PERMIT_MP_PATH_UNIQUE;
    for (size_t row = 0; row < sizeof wrong / sizeof wrong[0]; row += 1) {
        char hex[100];
        session of;
        begin(&of, GDV_PROTOCOL_GODOT4_3, game);
        (void)snprintf(hex, sizeof hex, "20 09000080 01 01 0205 %s", wrong[row]);
        packet bytes = packet_from_hex(hex);
        of.message = (gdv_message){.struct_size = sizeof of.message};
        cr_assert_eq(
            gdv_message_parse(of.protocol, bytes.bytes, bytes.size, &policy, of.nodes, NODES, &of.message, NULL),
            GDV_OK, "%s", hex);
        cr_expect_eq(gdv_message_check(&of.made.schema, &of.cache, &of.message, &of.rules, &of.match, NULL),
                     GDV_E_RPC_NODE, "%s", hex);
        packet_free(&bytes);
        end(&of);
    }
}

/* The id of another peer, or more than the id, is not the peer's own. */
Test(message_check, a_peer_is_called_as_its_id)
{
    static const struct {
        const char *path;
        uint32_t peer;
        bool fits;
    } rows[] = {{"Players/77", 77, true},   {"Players/077", 77, false},   {"Players/7", 77, false},
                {"Players/777", 77, false}, {"Players/77/", 77, false},   {"/Players/77", 77, false},
                {"Players//77", 77, false}, {"Players/:peer", 77, false}, {"Players/2147483647", 2147483647u, true},
                {"Players/", 0, false},     {"Players/0", 0, false},      {"Players/4294967295", UINT32_MAX, true},
                {"./Deep", 77, false},      {"../Deep", 77, false},       {"/Deep", 77, false},
                {"%a/Deep", 77, false},     {".a/Deep", 77, true},        {"...a/Deep", 77, true},
                {"a%/Deep", 77, true},      {"Players", 77, false},       {"", 77, false},
                {"Main", 77, true}};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3, game);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        const gdv_text path = {rows[row].path, strlen(rows[row].path)};
        cr_expect_eq(gdv_schema_script_at(&of.made.schema, path, rows[row].peer), rows[row].fits ? 0 : GDV_NONE, "%s",
                     rows[row].path);
    }
    end(&of);
}

/* A name of a parameter that has no room in the path is cut off, and the number stands. */
Test(message_check, a_long_name_is_cut)
{
    char text[700];
    char name[401];
    session of;
    memset(name, 'n', 400);
    name[400] = '\0';
    (void)snprintf(text, sizeof text, "script A at \"Main\"\nrpc func m(%s: [int]) any_peer", name);
    begin(&of, GDV_PROTOCOL_GODOT4_3, text);
    cr_expect_eq(says(&of, "20 17000080 00 01 1c000000 01000000 01000000 01000000" MAIN), GDV_E_WRONG_TYPE);
    cr_expect_eq(strncmp(of.violation.report.path, "(0 nnn", 6), 0, "%s", of.violation.report.path);
    cr_expect_eq(strlen(of.violation.report.path), GDV_PATH_SIZE - 1);
    cr_expect_str_eq(of.violation.report.path + GDV_PATH_SIZE - 4, "n..");
    end(&of);
}

/* ---- limits of the schema hold, though nobody made them the policy's */

/* A call of method 0 (two values) or 1 (bytes alone) of the node Main, with so many arguments. */
static void is_limited(const char *limits, uint32_t method, uint32_t count, const char *arguments, const char *line)
{
    static const char methods[] = "script A at \"Main\"\nrpc func m(a: Variant, b?: Variant) any_peer\n"
                                  "rpc func n(a: PackedByteArray) any_peer";
    char text[400];
    char hex[400];
    session of;
    packet bytes = packet_from_hex(arguments);
    const uint32_t at = 6 + (method == 0 ? 1u : 0u) + (uint32_t)bytes.size;
    packet_free(&bytes);
    (void)snprintf(text, sizeof text, "limits %s\n%s", limits, methods);
    if (method == 0) {
        (void)snprintf(hex, sizeof hex, "20 %02x000080 00 %02x %s" MAIN, at, count, arguments);
    } else {
        (void)snprintf(hex, sizeof hex, "a0 %02x000080 01 %s" MAIN, at, arguments);
    }
    begin(&of, GDV_PROTOCOL_GODOT4_3, text);
    const gdv_status status = says(&of, hex);
    (void)gdv_violation_format(&of.violation, text, sizeof text);
    cr_expect_eq(status == GDV_OK, line[0] == '\0', "%s: %s: %s", limits, hex, gdv_status_name(status));
    cr_expect(status == GDV_OK || strcmp(text, line) == 0, "%s: %s: %s", limits, hex, text);
    end(&of);
}

#define TWO_DEEP "1c000000 01000000 1c000000 01000000 00000000"
#define OF_METHOD " (method A.m, line 3)"

Test(message_check, limits_of_the_schema_hold)
{
    is_limited("max_depth = 2", 0, 1, TWO_DEEP, "");
    is_limited("max_depth = 1", 0, 1, TWO_DEEP, "(0 a)[0][0]: 2 is more than 1 levels" OF_METHOD);
    is_limited("max_depth = 1", 0, 2, "0205" TWO_DEEP, "(1 b)[0][0]: 2 is more than 1 levels" OF_METHOD);
    is_limited("max_values = 4", 0, 2, "0205" TWO_DEEP, "");
    is_limited("max_values = 3", 0, 2, "0205" TWO_DEEP, "(1 b)[0][0]: 4 is more than 3 values" OF_METHOD);
    is_limited("max_values = 1", 0, 2, "0205 81", "(1 b): 2 is more than 1 values" OF_METHOD);
    is_limited("max_elements = 1", 0, 1, "1c000000 02000000 00000000 00000000",
               "(0 a): 2 is more than 1 elements" OF_METHOD);
    is_limited("max_string = 3", 0, 1, "04000000 03000000 61626300", "");
    is_limited("max_string = 2", 0, 1, "04000000 03000000 61626300", "(0 a): 3 is more than 2 bytes of text" OF_METHOD);
    is_limited("max_bytes = 14", 0, 1, "0205", "");
    is_limited("max_bytes = 13", 0, 1, "0205", "LIMIT_BYTES at 0: packet is longer than the limit" OF_METHOD);
    is_limited("max_elements = 3, max_bytes = 14", 1, 1, "010203", "");
    is_limited("max_elements = 2", 1, 1, "010203",
               "LIMIT_ELEMENTS at 0: container has more elements than the limit (method A.n, line 4)");
    is_limited("max_bytes = 13", 1, 1, "010203",
               "LIMIT_BYTES at 0: packet is longer than the limit (method A.n, line 4)");
}

/* ---- where the field at fault begins: as sections 2.1, 2.3 and 4.1 to 4.8 lay packets out */

typedef struct fault_row {
    const char *hex;
    gdv_status code;
    uint64_t at;
} fault_row;

static void are_at(session *of, const fault_row *rows, size_t count)
{
    for (size_t row = 0; row < count; row += 1) {
        const gdv_status status = says(of, rows[row].hex);
        cr_expect_eq(status, rows[row].code, "%s: %s", rows[row].hex, gdv_status_name(status));
        cr_expect_eq(of->violation.report.offset, rows[row].at, "%s: %u", rows[row].hex,
                     (unsigned)of->violation.report.offset);
    }
}

#define ARE_AT(of, rows) are_at(of, rows, sizeof(rows) / sizeof(rows)[0])
#define OTHER "4f7468657200"

Test(message_check, faults_of_calls_are_at_their_field)
{
    static const fault_row rows[] = {
        {"00 02 01 01 0205", GDV_E_RPC_NODE_ID, 1},
        {"10 0001 01 01 0205", GDV_E_RPC_NODE_ID, 1},
        {"20 02000000 01 01 0205", GDV_E_RPC_NODE_ID, 1},
        {RELAY_TO_3 "00 02 01 01 0205", GDV_E_RPC_NODE_ID, 7},
        {"20 09000080 01 01 0205" OTHER, GDV_E_RPC_NODE, 9},
        {"20 09000080 01 01 0205 6f00", GDV_E_RPC_NODE, 9},
        {"a0 06000080 02" OTHER, GDV_E_RPC_NODE, 6},
        {"00 03 01 01 0205", GDV_E_RPC_NODE, 1},
        {RELAY_TO_3 "80 03 01", GDV_E_RPC_NODE, 7},
        {"80 01 07", GDV_E_RPC_METHOD, 2},
        {"80 01 07 aa", GDV_E_RPC_METHOD, 2},
        {"00 01 07 00", GDV_E_RPC_METHOD, 2},
        {"00 01 07 01 0205", GDV_E_RPC_METHOD, 2},
        {"80 01 ff", GDV_E_RPC_METHOD, 2}, /* the highest id of one byte */
        {"c0 01 0700", GDV_E_RPC_METHOD, 2},
        {"c0 01 0001", GDV_E_RPC_METHOD, 2},
        {"c0 01 0780", GDV_E_RPC_METHOD, 2},
        {"40 01 0700 01 0205", GDV_E_RPC_METHOD, 2},
        {"90 0100 07", GDV_E_RPC_METHOD, 3},
        {"a0 01000000 07", GDV_E_RPC_METHOD, 5},
        {"a0 06000080 07" MAIN, GDV_E_RPC_METHOD, 5},
        {"a0 07000080 07 aa" MAIN, GDV_E_RPC_METHOD, 5},
        {"20 07000080 07 00" MAIN, GDV_E_RPC_METHOD, 5},
        {"20 09000080 07 01 0205" MAIN, GDV_E_RPC_METHOD, 5},
        {RELAY_TO_3 "c0 01 0780", GDV_E_RPC_METHOD, 8},
        {"80 01 02", GDV_E_RPC_RIGHTS, 2},
        {"a0 06000080 02" MAIN, GDV_E_RPC_RIGHTS, 5},
        {"00 01 03 01 0209", GDV_E_RPC_TRANSFER, 2},
        {"80 01 01", GDV_E_RPC_ARGUMENTS, 3},
        {"00 01 01 00", GDV_E_RPC_ARGUMENTS, 3},
        {"00 01 01 03 0209 81 81", GDV_E_RPC_ARGUMENTS, 3},
        {"c0 01 0180 aa", GDV_E_RPC_ARGUMENTS, 4},
        {"c0 01 0080", GDV_E_RPC_ARGUMENTS, 4},
        {"a0 06000080 01" MAIN, GDV_E_RPC_ARGUMENTS, 6},
        {"20 07000080 01 00" MAIN, GDV_E_RPC_ARGUMENTS, 6},
        {RELAY_TO_3 "00 01 01 00", GDV_E_RPC_ARGUMENTS, 9},
    };
    session of;
    begin_relaying(&of);
    of.rules.transfer = GDV_TRANSFER_RELIABLE;
    is_call(&of, ANNOUNCES("01000000", MAIN), "");
    is_call(&of, SPAWNER, "");
    ARE_AT(&of, rows);
    end(&of);
}

Test(message_check, faults_of_other_commands_are_at_their_field)
{
    static const fault_row rows[] = {
        {"03 aa", GDV_E_RPC_COMMAND, 0},
        {"07 00", GDV_E_RPC_COMMAND, 0},
        {RELAY_TO_3 "03 aa", GDV_E_RPC_COMMAND, 6},
        {SPAWNS, GDV_E_RPC_NODE_ID, 2},
        {RELAY_TO_3 SPAWNS, GDV_E_RPC_NODE_ID, 8},
        {"06 0200" RECORD("02000080"), GDV_E_RPC_NODE_ID, 3},
        {"06 0200" RECORD("01000080") RECORD("02000000") RECORD("02000080"), GDV_E_RPC_NODE_ID, 23},
        {RELAY_TO_3 "06 0200" RECORD("01000080") RECORD("02000080"), GDV_E_RPC_NODE_ID, 19},
        {"16" CHANGE("01000080") CHANGE("02000080"), GDV_E_RPC_NODE_ID, 19},
        {ANNOUNCES("02000000", OTHER), GDV_E_RPC_NODE, 38},
        {RELAY_TO_3 ANNOUNCES("02000000", OTHER), GDV_E_RPC_NODE, 44},
        {"01" MD5_OF_NOTHING "00 02000000" MAIN, GDV_E_RPC_CHECKSUM, 1},
        {RELAY_TO_3 "01" MD5_OF_NOTHING "00 02000000" MAIN, GDV_E_RPC_CHECKSUM, 7},
        {ANNOUNCES("01000000", MAIN), GDV_E_RPC_ID_TWICE, 34},
        {RELAY_TO_3 ANNOUNCES("01000000", OTHER), GDV_E_RPC_ID_TWICE, 40},
        {ANNOUNCES("02000000", MAIN), GDV_E_RPC_CACHE_FULL, 34},
    };
    session of;
    begin_relaying(&of);
    of.rules.commands |= 1u << GDV_COMMAND_SPAWN | 1u << GDV_COMMAND_SYNC;
    cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, of.paths, 1, of.text, TEXT), GDV_OK);
    is_call(&of, "01" MD5 "00 01000000" MAIN, "");
    ARE_AT(&of, rows);
    of.rules.commands = 0;
    is_refused(&of, RELAY_TO_3 "03 aa", GDV_E_RPC_COMMAND, "RPC_COMMAND: the server takes no messages of this command");
    cr_expect_eq(of.violation.report.offset, 0);
    end(&of);
}

/* What a WebSocket server says of its peers is a command where its envelope begins. */
Test(message_check, an_envelope_is_a_command)
{
    gdv_message_policy policy;
    session of;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.envelope = GDV_ENVELOPE_WS3;
    policy.direction = GDV_DIRECTION_S2C;
    begin(&of, GDV_PROTOCOL_GODOT3, "script A at \"Main\"\nrpc func m1() any_peer\n");
    of.bytes = packet_from_hex("01 01000000 00000000 03000000");
    of.message = (gdv_message){.struct_size = sizeof of.message};
    cr_assert_eq(
        gdv_message_parse(of.protocol, of.bytes.bytes, of.bytes.size, &policy, of.nodes, NODES, &of.message, NULL),
        GDV_OK);
    cr_expect_eq(gdv_message_check(&of.made.schema, &of.cache, &of.message, NULL, &of.match, &of.violation),
                 GDV_E_RPC_COMMAND);
    cr_expect_eq(of.violation.report.offset, 0);
    end(&of);
}

/* Envelopes are counted. Of SET the id is that of a call, too. */
Test(message_check, faults_of_godot_3_are_at_their_field)
{
    static const struct {
        gdv_envelope envelope;
        uint32_t size;
        const char *hex;
    } envelopes[] = {{GDV_ENVELOPE_NONE, 0, ""},
                     {GDV_ENVELOPE_ENET3, 8, "4d000000 01000000"},
                     {GDV_ENVELOPE_WS3, 9, "00 4d000000 01000000"}};
    static const fault_row rows[] = {
        {"04 aa", GDV_E_RPC_COMMAND, 0},
        {"00 02000000 6d3100 00", GDV_E_RPC_NODE_ID, 1},
        {"01 02000000 687000 0200000064000000", GDV_E_RPC_NODE_ID, 1},
        {"01 10000080 687000 0200000064000000" OTHER, GDV_E_RPC_NODE, 16},
        {"02 02000000" OTHER, GDV_E_RPC_NODE, 5},
        {"00 01000000 6d3200 01 00000000", GDV_E_RPC_METHOD, 5},
        {"01 01000000 6d3100 00000000", GDV_E_RPC_METHOD, 5},
        {"00 01000000 6d3900 00", GDV_E_RPC_RIGHTS, 5},
        {"00 01000000 6d3100 00", GDV_E_RPC_ARGUMENTS, 8},
        {"00 01000000 6d3100 03 00000000 00000000 00000000", GDV_E_RPC_ARGUMENTS, 8},
        {"00 09000080 6d3100 00" MAIN, GDV_E_RPC_ARGUMENTS, 8},
        {"00 09000080 6d3100 00 4d00", GDV_E_RPC_ARGUMENTS, 8},
        {"02 01000000" MAIN, GDV_E_RPC_ID_TWICE, 1},
        {"02 02000000" MAIN, GDV_E_RPC_CACHE_FULL, 1},
    };
    for (size_t envelope = 0; envelope < sizeof envelopes / sizeof envelopes[0]; envelope += 1) {
        session of;
        gdv_message_policy policy;
        gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
        policy.envelope = envelopes[envelope].envelope;
        begin(&of, GDV_PROTOCOL_GODOT3,
              "script A at \"Main\", \"M\"\n"
              "rpc func m1(a: int 0..5, b?: String 0..2) any_peer\n"
              "rpc func m9() disabled\n"
              "rpc var hp: int 0..100 any_peer\n");
        cr_assert_eq(gdv_peer_cache_init(&of.cache, PEER, of.paths, 1, of.text, TEXT), GDV_OK);
        is_call(&of, "02 01000000" MAIN, "");
        for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
            char hex[200];
            (void)snprintf(hex, sizeof hex, "%s %s", envelopes[envelope].hex, rows[row].hex);
            packet bytes = packet_from_hex(hex);
            of.message = (gdv_message){.struct_size = sizeof of.message};
            cr_assert_eq(
                gdv_message_parse(of.protocol, bytes.bytes, bytes.size, &policy, of.nodes, NODES, &of.message, NULL),
                GDV_OK, "%s", hex);
            const gdv_status status =
                gdv_message_check(&of.made.schema, &of.cache, &of.message, &of.rules, &of.match, &of.violation);
            cr_expect_eq(status, rows[row].code, "%s: %s", hex, gdv_status_name(status));
            cr_expect_eq(of.violation.report.offset, envelopes[envelope].size + rows[row].at, "%s: %u", hex,
                         (unsigned)of.violation.report.offset);
            packet_free(&bytes);
        }
        end(&of);
    }
}

/* A message that somebody made of texts that are in no packet, or not in this one, is judged, and its fields stand nowhere. */
Test(message_check, fields_outside_of_the_packet_stand_nowhere)
{
    static const char bytes[] = "Other,Other,Other";
    static const gdv_text paths[] = {{bytes, 5}, {bytes + 5, 5}, {bytes + 12, 5}};
    static const gdv_document documents[] = {{.bytes = NULL}, {.bytes = (const uint8_t *)bytes + 6, .size = 6}};
    session of;
    begin(&of, GDV_PROTOCOL_GODOT4_3, game);
    for (size_t row = 0; row < 6; row += 1) {
        of.message = (gdv_message){.struct_size = sizeof of.message,
                                   .protocol = GDV_PROTOCOL_GODOT4_3,
                                   .command = GDV_COMMAND_CALL,
                                   .path = paths[row % 3],
                                   .document = documents[row / 3]};
        cr_expect_eq(check(&of), GDV_E_RPC_NODE, "%zu", row);
        cr_expect_eq(of.violation.report.offset, 0, "%zu", row);
    }
    end(&of);
}
