/* SPDX-License-Identifier: MIT */
/* Scripts and methods as tools read them, what is missing among them, and a cache's own arguments. */
#include <criterion/criterion.h>
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
    char digits[GDV_MD5_SIZE] = "before";
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
    gdv_schema_md5(NULL, 0, digits);
    cr_expect_str_eq(digits, "");
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
