/* SPDX-License-Identifier: MIT */
/* Scripts and methods as tools read them, with the ids and checksums that an engine sent; what is missing among them, and a
 * cache's own arguments. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/methods.h>

#include "tests/support/schema_text.h"

static const char two[] = "packet p = int\n"
                          "script A at \"Main\", \"Main/Of/:peer\", \"Main/*/End\"\n"
                          "rpc func b() any_peer\n"
                          "rpc func a() any_peer\n"
                          "script B at \".\"\n"
                          "rpc func ab() any_peer\n"
                          "rpc func a() any_peer rpc_config\n";

static gdv_text text_of(const char *bytes)
{
    const gdv_text text = {bytes, strlen(bytes)};
    return text;
}

Test(methods, there_are_none_in_an_empty_schema)
{
    static const gdv_schema empty;
    static const char nothing[GDV_MD5_SIZE];
    char digits[GDV_MD5_SIZE];
    cr_expect_eq(gdv_schema_scripts(NULL), 0);
    cr_expect_eq(gdv_schema_scripts(&empty), 0);
    cr_expect_null(gdv_schema_script(&empty, 0));
    cr_expect_null(gdv_schema_script(NULL, 0));
    cr_expect_str_eq(gdv_schema_script_name(NULL, 0), "");
    cr_expect_eq(gdv_schema_script_at(NULL, text_of("Main"), 1), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(NULL, 0, text_of("a")), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of_id(NULL, 0, false, 0), GDV_NONE);
    cr_expect_eq(gdv_schema_method_name(NULL, 0).size, 0);
    gdv_schema_md5(NULL, 0, NULL);
    memset(digits, 'x', sizeof digits);
    gdv_schema_md5(NULL, 0, digits);
    cr_expect_eq(memcmp(digits, nothing, sizeof digits), 0);
}

Test(methods, what_does_not_exist_is_none)
{
    schema_text made = schema_from_text(two, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    const gdv_schema *schema = &made.schema;
    cr_expect_eq(gdv_schema_scripts(schema), 2);
    cr_expect_null(gdv_schema_script(schema, 2));
    cr_expect_str_eq(gdv_schema_script_name(schema, 1), "B");
    cr_expect_str_eq(gdv_schema_script_name(schema, 2), "");
    cr_expect_eq(gdv_schema_method_of_id(schema, 0, true, 0), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of_id(schema, 0, false, 2), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of_id(schema, 2, false, 0), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(schema, 2, text_of("a")), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(schema, 0, (gdv_text){NULL, 1}), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(schema, 0, (gdv_text){NULL, 0}), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(schema, 0, text_of("ab")), GDV_NONE);
    cr_expect_eq(gdv_schema_method_name(schema, 0).size, 0); /* a packet */
    cr_expect_eq(gdv_schema_method_name(schema, GDV_NONE).size, 0);
    cr_expect_eq(gdv_schema_method_name(schema, 99).size, 0);
    schema_free(&made);
}

Test(methods, methods_are_in_the_order_of_their_names)
{
    schema_text made = schema_from_text(two, GDV_DIALECT_GODOT4_4);
    const gdv_schema *schema = &made.schema;
    cr_expect_str_eq(gdv_schema_packet_name(schema, gdv_schema_method_of_id(schema, 0, false, 0)), "A.a");
    cr_expect_str_eq(gdv_schema_packet_name(schema, gdv_schema_method_of_id(schema, 0, false, 1)), "A.b");
    cr_expect_str_eq(gdv_schema_packet_name(schema, gdv_schema_method_of_id(schema, 1, true, 0)), "B.a");
    cr_expect_str_eq(gdv_schema_packet_name(schema, gdv_schema_method_of_id(schema, 1, false, 0)), "B.ab");
    cr_expect_str_eq(gdv_schema_packet_name(schema, gdv_schema_method_of(schema, 1, text_of("ab"))), "B.ab");
    cr_expect_str_eq(gdv_schema_packet_name(schema, gdv_schema_method_of(schema, 1, text_of("a"))), "B.a");
    schema_free(&made);
}

/* The tables of scripts follow each other. */
Test(methods, a_name_is_looked_for_in_one_script)
{
    static const struct {
        uint32_t script;
        const char *name;
        const char *method; /* "" for none */
    } rows[] = {{0, "a", "A.a"}, {0, "b", ""},    {0, "c", ""},    {0, "d", ""}, {1, "a", ""},
                {1, "b", ""},    {1, "c", "B.c"}, {1, "d", "B.d"}, {1, "e", ""}, {1, "", ""}};
    schema_text made = schema_from_text("script A at \"A\"\nrpc func a()\n"
                                        "script B at \"B\"\nrpc func c() rpc_config\nrpc func d()\n",
                                        GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        const uint32_t found = gdv_schema_method_of(&made.schema, rows[row].script, text_of(rows[row].name));
        cr_expect_str_eq(gdv_schema_packet_name(&made.schema, found), rows[row].method, "%u %s", rows[row].script,
                         rows[row].name);
    }
    schema_free(&made);
}

Test(methods, a_script_is_at_its_paths_and_no_other)
{
    static const struct {
        const char *path;
        uint32_t peer;
        uint32_t script;
    } rows[] = {
        {"Main", 1, 0},
        {"Main", 0, 0},
        {"Mai", 1, GDV_NONE},
        {"Mainz", 1, GDV_NONE},
        {"Main/", 1, GDV_NONE},
        {"/Main", 1, GDV_NONE},
        {"", 1, GDV_NONE},
        {".", 1, 1},
        {"Main/Of/1", 1, 0},
        {"Main/Of/10", 1, GDV_NONE},
        {"Main/Of/10", 10, 0},
        {"Main/Of/1", 10, GDV_NONE},
        {"Main/Of/01", 1, GDV_NONE},
        {"Main/Of/", 0, GDV_NONE},
        {"Main/Of/4294967295", 4294967295u, 0},
        {"Main/x/End", 1, 0},
        {"Main//End", 1, GDV_NONE},
        {"Main/x/y/End", 1, GDV_NONE},
        {"Main/x/End/", 1, GDV_NONE},
        {"Main/Of", 1, GDV_NONE},
    };
    schema_text made = schema_from_text(two, GDV_DIALECT_GODOT4_4);
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        cr_expect_eq(gdv_schema_script_at(&made.schema, text_of(rows[row].path), rows[row].peer), rows[row].script,
                     "%s of %u", rows[row].path, rows[row].peer);
    }
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){NULL, 0}, 1), GDV_NONE);
    schema_free(&made);
}

/* Fewer bytes than a path or a name may have, and more than there are addresses. */
Test(methods, a_text_that_goes_on_after_the_last_address_is_nowhere)
{
    schema_text made = schema_from_text("script Main at \"Main\"\nrpc func f2345678901()\n", GDV_DIALECT_GODOT4_4);
    const gdv_text nowhere = {(const char *)(UINTPTR_MAX - 9), 11};
    cr_expect_eq(gdv_schema_script_at(&made.schema, nowhere, 1), GDV_NONE);
    cr_expect_eq(gdv_schema_method_of(&made.schema, 0, text_of("f2345678901")), 0);
    cr_expect_eq(gdv_schema_method_of(&made.schema, 0, nowhere), GDV_NONE);
    schema_free(&made);
}

Test(methods, a_path_has_at_most_65536_bytes)
{
    enum { MOST = 65536 };
    static char path[MOST + 1];
    schema_text made = schema_from_text("script Any at \"*\"\nrpc func f()\n", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    memset(path, 'n', sizeof path);
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, MOST - 1}, 1), 0);
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, MOST}, 1), 0);
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, MOST + 1}, 1), GDV_NONE);
    schema_free(&made);
}

/* Nor the script of its first name. */
Test(methods, a_path_of_more_than_64_names_has_no_script)
{
    char path[2 * 65];
    schema_text made = schema_from_text("script Any at \"*\"\nrpc func f()\n", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    for (size_t index = 0; index < sizeof path; index += 1) {
        path[index] = index % 2 == 0 ? 'n' : '/';
    }
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, 1}, 1), 0);
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, 2 * 64 - 1}, 1), GDV_NONE);
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, 2 * 65 - 1}, 1), GDV_NONE);
    schema_free(&made);
}

/* ---- as a real Godot 4.2.3 numbered and summed them: packets of corpus/messages/godot4.0.tsv, named c_full/..,
 * s_full/.. and c_short/.., that it sent for calls whose node and method are known. "O" has further ones, so that its
 * checksum is not here. */

enum { MANY = 300 };

/* The methods of each node, in no order. Those of M and M2 are m000 to m299. */
static const char nodes[] = "script N at \"N\"\n"
                            "rpc func zz()\nrpc func u()\nrpc func au()\nrpc func o()\nrpc func f()\nrpc func c3()\n"
                            "script Short at \"Short\"\n"
                            "rpc func u()\nrpc func o()\nrpc func f()\n"
                            "script Root at \".\"\n"
                            "rpc func queue_free() rpc_config\n"
                            "script NoRpc at \"NoRpc\"\n"
                            "rpc func queue_free() rpc_config\nrpc func add_to_group() rpc_config\n"
                            "script NoRpc2 at \"NoRpc2\"\n"
                            "rpc func f()\nrpc func queue_free() rpc_config\nrpc func add_to_group() rpc_config\n"
                            "script O at \"O\"\n"
                            "rpc func b_2()\nrpc func a9()\nrpc func a10()\nrpc func _z()\nrpc func B()\n"
                            "script T1 at \"W/T1\"\n"
                            "rpc func ping()\n"
                            "script M at \"M\", \"M2\"\n";

static schema_text schema_of_nodes(void)
{
    const size_t room = sizeof nodes + (size_t)MANY * 20;
    char *text = malloc(room);
    cr_assert(text != NULL);
    size_t size = (size_t)snprintf(text, room, "%s", nodes);
    for (int number = MANY; number > 0; number -= 1) {
        size += (size_t)snprintf(text + size, room - size, "rpc func m%03d()\n", number - 1);
    }
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_0);
    cr_assert_eq(made.code, GDV_OK, "%u: %s", made.error.line, made.error.message);
    free(text);
    return made;
}

static void parse(const char *hex, packet *bytes, gdv_message *message)
{
    static gdv_node room[64];
    *bytes = packet_from_hex(hex);
    *message = (gdv_message){.struct_size = sizeof *message};
    cr_assert_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_0, bytes->bytes, bytes->size, NULL, room, 64, message, NULL),
                 GDV_OK, "%s", hex);
}

Test(methods, have_the_checksum_that_an_engine_sent)
{
    static const struct {
        const char *path; /* where the schema has the script */
        const char *announcement;
    } rows[] = {
        {"N", "01346133336635616434643061393763396139323534646162383833343132353600010000004e00"},
        {"Short", "01663466386661633036366536343863633336343730616164333630383639393300010000004e00"},
        {".", "01306238646636363563383739326230356437663336393464636531656631353400060000002e00"},
        {"NoRpc", "01396630343030383837306363636262656239363439323134643530653561333800070000004e6f52706300"},
        {"NoRpc2", "01613038376235633430346134663338306537383838646233336637623439626200080000004e6f5270633200"},
        {"M", "01623538366162363664363665366531343439643336316663613739346336313300090000004d00"},
        {"M2", "016235383661623636643636653665313434396433363166636137393463363133000a0000004d3200"},
        {"W/T1", "0164663931316630313531663965663032316434313062346265353036303937320039010000572f543100"},
    };
    schema_text made = schema_of_nodes();
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        const uint32_t script = gdv_schema_script_at(&made.schema, text_of(rows[row].path), 1);
        char digits[GDV_MD5_SIZE];
        packet bytes;
        gdv_message message;
        parse(rows[row].announcement, &bytes, &message);
        gdv_schema_md5(&made.schema, script, digits);
        cr_assert_eq(message.md5.size, strlen(digits), "%s", rows[row].path);
        cr_expect_eq(memcmp(message.md5.bytes, digits, message.md5.size), 0, "%s: %s", rows[row].path, digits);
        packet_free(&bytes);
    }
    schema_free(&made);
}

Test(methods, have_the_numbers_that_an_engine_sent)
{
    static const struct {
        const char *path;
        const char *name;
        uint32_t number; /* with bit 15 where it is of the node's own table */
        const char *call;
    } rows[] = {
        {"N", "au", 0, "000100010201"},
        {"N", "c3", 1, "000101010201"},
        {"N", "f", 2, "a006000080024e00"},
        {"N", "f", 2, "800102"},
        {"N", "o", 3, "000103010201"},
        {"N", "u", 4, "000104010201"},
        {"N", "zz", 5, "20080000800501814e00"},
        {"N", "zz", 5, "800105"},
        {"Short", "f", 0, "800100"},
        {".", "queue_free", 0x8000, "e00700008000802e00"},
        {"NoRpc2", "add_to_group", 0x8000, "4008008001040000000100000067000000"},
        {"NoRpc2", "queue_free", 0x8001, "c0080180"},
        {"NoRpc2", "f", 0, "000800010201"},
        {"M", "m000", 0, "a006000080004d00"},
        {"M", "m001", 1, "800901"},
        {"M", "m127", 127, "80097f"},
        {"M", "m128", 128, "800980"},
        {"M", "m254", 254, "8009fe"},
        {"M", "m255", 255, "8009ff"},
        {"M", "m256", 256, "c009000109"},
        {"M", "m256", 256, "400900010202010202"},
        {"M", "m257", 257, "c0090101"},
        {"M", "m299", 299, "c0092b01"},
        {"M2", "m299", 299, "e0080000802b01094d3200"},
        {"O", "B", 0, "a006000080004f00"},
        {"O", "_z", 1, "800b01"},
        {"O", "a10", 2, "800b02"},
        {"O", "a9", 3, "800b03"},
        {"O", "b_2", 4, "800b04"},
    };
    schema_text made = schema_of_nodes();
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        const uint32_t script = gdv_schema_script_at(&made.schema, text_of(rows[row].path), 1);
        packet bytes;
        gdv_message message;
        parse(rows[row].call, &bytes, &message);
        const uint32_t found = gdv_schema_method_of_id(&made.schema, script, message.node_level != 0, message.method);
        cr_expect_eq(message.method + message.node_level * 0x8000u, rows[row].number, "%s", rows[row].call);
        cr_expect_neq(found, GDV_NONE, "%s", rows[row].call);
        cr_expect_eq(found, gdv_schema_method_of(&made.schema, script, text_of(rows[row].name)), "%s.%s: %s",
                     rows[row].path, rows[row].name, rows[row].call);
        packet_free(&bytes);
    }
    schema_free(&made);
}

Test(methods, a_cache_wants_its_memory)
{
    gdv_peer_cache cache;
    gdv_cached_path paths[2];
    char text[8];
    cr_expect_eq(gdv_peer_cache_init(NULL, 2, paths, 2, text, sizeof text), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_init(&cache, 0, paths, 2, text, sizeof text), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_init(&cache, 2, NULL, 2, text, sizeof text), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_init(&cache, 2, paths, 2, NULL, sizeof text), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_peer_cache_init(&cache, 2, paths, 2, (char *)(void *)paths, 4), GDV_E_OVERLAP);
    cr_expect_eq(gdv_peer_cache_init(&cache, 2, paths, 2, (char *)(void *)&cache, 4), GDV_E_OVERLAP);
    cr_expect_eq(gdv_peer_cache_init(&cache, 2, NULL, 0, NULL, 0), GDV_OK);
    cr_expect_null(gdv_peer_cache_path(&cache, 1).bytes);
    cr_expect_null(gdv_peer_cache_path(NULL, 1).bytes);
}
