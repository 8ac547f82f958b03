/* SPDX-License-Identifier: MIT */
/* Scripts and methods in the text of a schema, and in a form from elsewhere. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/schema/compiled.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define A "script A at \"M\"\n"

static void is_wrong(const char *text, uint32_t line, uint32_t column, const char *message)
{
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX, "%s", text);
    cr_expect_eq(made.error.line, line, "%s: line %u", text, made.error.line);
    cr_expect_eq(made.error.column, column, "%s: column %u", text, made.error.column);
    cr_expect_str_eq(made.error.message, message, "%s: %s", text, made.error.message);
    schema_free(&made);
}

Test(schema_methods, a_script_has_a_name_and_paths)
{
    is_wrong("script \"A\" at \"M\"", 1, 8, "expected the name of the script, found '\"A\"'");
    is_wrong("script A \"M\"", 1, 10, "expected 'at' and the paths of the script's nodes, found '\"M\"'");
    is_wrong("script A at M", 1, 13, "expected a path such as \"Main/Players/*\", found 'M'");
    is_wrong("script A at \"M\", 5", 1, 18, "expected a path such as \"Main/Players/*\", found '5'");
    is_wrong(A "rpc func f()\nscript A at \"N\"\nrpc func g()", 3, 8, "script 'A' is declared already, in line 1");
}

Test(schema_methods, paths_are_names_with_slashes_between)
{
    static const char *const wrong[] = {"",    "/",        "/M",     "M/",       "M//N",  "..",      "M/..",   ":peers",
                                        "M:N", "M\\u0001", "M\\\"N", "M\\u007f", ":peex", "M/\\n/N", "M/:Peer"};
    static const char *const right[] = {".",    "...", "M", "M/N", "*", "*/M", ":peer", "M/:peer/N", "\\u00e9/\\u0020",
                                        ".M/M."};
    char text[128];
    for (size_t index = 0; index < COUNT_OF(wrong); index += 1) {
        (void)snprintf(text, sizeof text, "script A at \"%s\"\nrpc func f()", wrong[index]);
        schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX, "%s", wrong[index]);
        cr_expect(strstr(made.error.message, "expected a path such as \"Main/Players/*\", found ") ==
                      made.error.message,
                  "%s: %s", wrong[index], made.error.message);
        schema_free(&made);
    }
    for (size_t index = 0; index < COUNT_OF(right); index += 1) {
        (void)snprintf(text, sizeof text, "script A at \"%s\"\nrpc func f()", right[index]);
        schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(made.code, GDV_OK, "%s: %s", right[index], made.error.message);
        schema_free(&made);
    }
}

Test(schema_methods, a_method_has_a_script_a_name_and_parameters)
{
    is_wrong("rpc func f()", 1, 1, "say of which script: script Player at \"Main/Players/*\"");
    is_wrong(A "rpc f()", 2, 5, "expected 'func' or 'var' after 'rpc', found 'f'");
    is_wrong(A "rpc func ()", 2, 10, "expected the name of the method, found '('");
    is_wrong(A "rpc var 5: int", 2, 9, "expected the name of the variable, found '5'");
    is_wrong(A "rpc func f", 2, 11, "expected '(' after the name of a method, found the end of the text");
    is_wrong(A "rpc var f = int", 2, 11, "expected ':' after the name of a variable, found '='");
    is_wrong(A "rpc var f: 5..", 2, 12, "a range stands after its type: write int or float before '5'");
    is_wrong(A "rpc func f(5)", 2, 12, "expected the name of a parameter or ')', found '5'");
    is_wrong(A "rpc func f(a)", 2, 13, "expected ':' after the name of a parameter, found ')'");
    is_wrong(A "rpc func f(a: int b)", 2, 19, "expected ',' or ')' after a parameter, found 'b'");
    is_wrong(A "rpc func f(a?: int, b: int)", 2, 22,
             "a parameter after an optional one is optional too: expected '?', found ':'");
    is_wrong(A "rpc func f(a: [int?, int])", 2, 25,
             "an element after an optional one is optional too: expected '?', found ']'");
    is_wrong(A "rpc func f() any_peer authority", 2, 23, "'authority' stands beside another word that says the like");
    is_wrong(A "rpc func f() reliable reliable", 2, 23, "'reliable' stands beside another word that says the like");
    is_wrong(A "rpc func f()\nrpc func f()", 3, 10, "packet 'A.f' is declared already, in line 2");
}

Test(schema_methods, words_come_in_any_order)
{
    static const struct {
        const char *words;
        uint32_t rpc;
    } rows[] = {{"", GDV_RPC_METHOD | GDV_RPC_AUTHORITY},
                {"authority call_remote", GDV_RPC_METHOD | GDV_RPC_AUTHORITY},
                {"any_peer", GDV_RPC_METHOD | GDV_RPC_ANY_PEER},
                {"disabled", GDV_RPC_METHOD},
                {"unreliable any_peer", GDV_RPC_METHOD | GDV_RPC_ANY_PEER | GDV_RPC_UNRELIABLE},
                {"rpc_config unreliable_ordered call_local disabled",
                 GDV_RPC_METHOD | GDV_RPC_NODE | GDV_RPC_UNRELIABLE | GDV_RPC_ORDERED},
                {"reliable", GDV_RPC_METHOD | GDV_RPC_AUTHORITY}};
    char text[128];
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        (void)snprintf(text, sizeof text, A "rpc func f() %s", rows[row].words);
        schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(made.code, GDV_OK, "%s: %s", text, made.error.message);
        cr_expect_eq(gdv_schema_packet(&made.schema, 0)->rpc, rows[row].rpc, "%s", rows[row].words);
        cr_expect_eq(gdv_schema_packet(&made.schema, 0)->line, 2);
        schema_free(&made);
    }
}

/* Limits may end with a comma, whatever follows. */
Test(schema_methods, statements_follow_limits)
{
    schema_text made = schema_from_text("limits max_bytes = 100,\n" A "rpc func f()", GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, GDV_OK, "%s", made.error.message);
    schema_free(&made);
    made = schema_from_text(A "limits max_bytes = 100,\nrpc func f()", GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, GDV_OK, "%s", made.error.message);
    schema_free(&made);
}

/* A method is no packet: no Variant is taken for one, not even by its number. */
Test(schema_methods, no_bare_packet_is_a_method)
{
    schema_text made = schema_from_text(A "rpc func f(a: int)\npacket p = [\"p\", int]", GDV_DIALECT_GODOT4_4);
    gdv_match match = {.struct_size = sizeof match};
    gdv_violation violation = {.struct_size = sizeof violation};
    packet bytes = packet_from_hex("1c000000 01000000 02000000 05000000");
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    cr_expect_eq(schema_says(&made, &bytes, NULL, &match, &violation), GDV_E_NO_SUCH_PACKET);
    packet_free(&bytes);
    schema_free(&made);
}

/* ---- forms from elsewhere */

/* Two scripts of two methods and one, and a packet. */
static schema_text well(void)
{
    schema_text made = schema_from_text("packet p = int\nscript A at \"M\"\nrpc func f() rpc_config\nrpc func g()\n"
                                        "script B at \"N\"\nrpc func f()\n",
                                        GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    return made;
}

/* Whether the form, which somebody has edited, is refused so. */
static void is_refused(schema_text *made, const char *message)
{
    gdv_schema again;
    gdv_schema_error error = {.struct_size = sizeof error};
    cr_expect_eq(gdv_schema_load(made->memory, made->size, &again, &error), GDV_E_SCHEMA_FORM, "%s", message);
    cr_expect_str_eq(error.message, message, "%s", error.message);
    schema_free(made);
}

static gdv_rule_script *script_at(schema_text *made, uint32_t script)
{
    return (gdv_rule_script *)(uintptr_t)&made->schema.scripts[script];
}

static gdv_rule_packet *packet_at(schema_text *made, uint32_t index)
{
    return (gdv_rule_packet *)(uintptr_t)&made->schema.packets[index];
}

static uint32_t *method_at(schema_text *made, uint32_t method)
{
    return (uint32_t *)(uintptr_t)&made->schema.methods[method];
}

#define NO_SCRIPT "a method has no script, or no parameters"
#define NOT_ITS_OWN "a script has a method that is not its own"
#define NO_NAME "a script has no name, or methods that are not its own"

Test(schema_methods, a_form_is_looked_through)
{
    schema_text made = well();
    gdv_schema again;
    cr_expect_eq(gdv_schema_load(made.memory, made.size, &again, NULL), GDV_OK);
    packet_at(&made, 1)->script = 2;
    is_refused(&made, NO_SCRIPT);
    made = well();
    packet_at(&made, 0)->rpc = GDV_RPC_METHOD; /* an int is no list of parameters */
    is_refused(&made, NO_SCRIPT);
    made = well();
    packet_at(&made, 1)->script = 1;
    is_refused(&made, NOT_ITS_OWN);
    made = well();
    packet_at(&made, 1)->rpc = 0;
    is_refused(&made, NOT_ITS_OWN);
    made = well();
    packet_at(&made, 1)->rpc = GDV_RPC_METHOD; /* of the other table */
    is_refused(&made, NOT_ITS_OWN);
    made = well();
    *method_at(&made, 0) = 4;
    is_refused(&made, NOT_ITS_OWN);
    made = well();
    *method_at(&made, 2) = 1;
    is_refused(&made, NOT_ITS_OWN);
    made = well();
    script_at(&made, 0)->name = made.schema.form->tables[GDV_FORM_TEXTS].count;
    is_refused(&made, NO_NAME);
    made = well();
    script_at(&made, 1)->paths = made.schema.form->tables[GDV_FORM_TEXTS].count;
    is_refused(&made, NO_NAME);
    made = well();
    script_at(&made, 1)->first = 1;
    is_refused(&made, NO_NAME);
    made = well();
    script_at(&made, 0)->node_methods = 4;
    is_refused(&made, NO_NAME);
    made = well();
    script_at(&made, 1)->methods = UINT32_MAX;
    is_refused(&made, NO_NAME);
    made = well();
    uint32_t *ref = (uint32_t *)(uintptr_t)made.schema.refs; /* the root's, of which one leads to p, which is first */
    while (*ref != 0) {
        ref += 1;
    }
    *ref = 1;
    is_refused(&made, "the root leads to no packet");
}
