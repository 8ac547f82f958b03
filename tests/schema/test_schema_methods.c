/* SPDX-License-Identifier: MIT */
/* Scripts and methods in the text of a schema, and in a form from elsewhere. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/methods.h>

#include "lib/schema/compiled.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define A "script A at \"M\"\n"

static void is_wrong_in(gdv_dialect dialect, const char *text, uint32_t line, uint32_t column, const char *message)
{
    schema_text made = schema_from_text(text, dialect);
    cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX, "%s", text);
    cr_expect_eq(made.error.line, line, "%s: line %u", text, made.error.line);
    cr_expect_eq(made.error.column, column, "%s: column %u", text, made.error.column);
    cr_expect_str_eq(made.error.message, message, "%s: %s", text, made.error.message);
    schema_free(&made);
}

static void is_wrong(const char *text, uint32_t line, uint32_t column, const char *message)
{
    is_wrong_in(GDV_DIALECT_GODOT4_4, text, line, column, message);
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
    is_wrong_in(GDV_DIALECT_GODOT3, A "rpc var 5: int", 2, 9, "expected the name of the variable, found '5'");
    is_wrong(A "rpc func f", 2, 11, "expected '(' after the name of a method, found the end of the text");
    is_wrong_in(GDV_DIALECT_GODOT3, A "rpc var f = int", 2, 11, "expected ':' after the name of a variable, found '='");
    is_wrong_in(GDV_DIALECT_GODOT3, A "rpc var f: 5..", 2, 12,
                "a range stands after its type: write int or float before '5'");
    is_wrong(A "rpc func f(5)", 2, 12, "expected the name of a parameter or ')', found '5'");
    is_wrong(A "rpc func f(a)", 2, 13, "expected ':' after the name of a parameter, found ')'");
    is_wrong(A "rpc func f(a: int b)", 2, 19, "expected ',' or ')' after a parameter, found 'b'");
    is_wrong(A "rpc func f(a?: int, b: int)", 2, 22,
             "a parameter after an optional one is optional too: expected '?', found ':'");
    is_wrong(A "rpc func f(a: [int?, int])", 2, 25,
             "an element after an optional one is optional too: expected '?', found ']'");
    is_wrong(A "rpc func f() any_peer authority", 2, 23, "'authority' stands beside another word that says the like");
    is_wrong(A "rpc func f() reliable reliable", 2, 23, "'reliable' stands beside another word that says the like");
    is_wrong(A "rpc func f()\nrpc func f()", 3, 10, "method 'A.f' is declared already, in line 2");
    is_wrong(A "rpc func f()\nrpc func g(a: int)\nrpc func g() rpc_config", 4, 10,
             "method 'A.g' is declared already, in line 3");
    is_wrong(A "rpc func f(a: int, b: int,\na: float)", 3, 1, "parameter 'a' is there already, in line 2");
    is_wrong_in(GDV_DIALECT_PANDEMONIUM_40, A "rpc var f: int", 2, 5,
                "pandemonium-40 sets no variables from afar: 'rpc var' is of Godot 3");
    is_wrong(A "rpc var f: int", 2, 5, "godot4.4 sets no variables from afar: 'rpc var' is of Godot 3");
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

static void is_parameter(const schema_text *made, uint32_t method, uint32_t parameter, const char *name)
{
    const gdv_text found = gdv_schema_parameter_name(&made->schema, method, parameter);
    cr_expect_eq(found.size, strlen(name), "%u %u", method, parameter);
    cr_expect_str_eq(found.bytes, name, "%u %u", method, parameter);
}

/* Members of a packet, and elements of what a parameter takes, have no such names. */
Test(schema_methods, parameters_keep_their_names)
{
    schema_text made =
        schema_from_text("packet p = [\"p\", int]\n" A "rpc func f(b: int, type: [int, bool], _a?: int)\n"
                         "rpc var hp: int\nrpc func g()\n",
                         GDV_DIALECT_GODOT3);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    is_parameter(&made, 1, 0, "b");
    is_parameter(&made, 1, 1, "type");
    is_parameter(&made, 1, 2, "_a");
    is_parameter(&made, 1, 3, "");
    is_parameter(&made, 2, 0, "hp");
    is_parameter(&made, 3, 0, "");
    is_parameter(&made, 0, 0, "");
    is_parameter(&made, gdv_schema_rule(&made.schema, 1)->count + 1, 0, "");
    is_parameter(&made, 4, 0, "");
    is_parameter(&made, 99, 0, "");
    is_parameter(&made, GDV_NONE, GDV_NONE, "");
    cr_expect_eq(gdv_schema_parameter_name(NULL, 0, 0).size, 0);
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

/* The bytes of a text, to be edited. */
static char *text_at(schema_text *made, uint32_t text)
{
    return (char *)(uintptr_t)gdv_schema_text(&made->schema, text).bytes;
}

static gdv_rule *rule_at(schema_text *made, uint32_t rule)
{
    return (gdv_rule *)(uintptr_t)&made->schema.rules[rule];
}

static gdv_form *form_of(schema_text *made)
{
    return (gdv_form *)(uintptr_t)made->schema.form;
}

static schema_text of_one_method(const char *text, gdv_dialect dialect)
{
    schema_text made = schema_from_text(text, dialect);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    return made;
}

#define NO_KIND "a method is neither a function nor a variable"

Test(schema_methods, a_method_of_a_form_is_a_function_or_a_variable)
{
    static const uint32_t wrong[] = {GDV_RPC_ANY_PEER, GDV_RPC_METHOD | GDV_RPC_PROPERTY, GDV_RPC_METHOD | 0x80u,
                                     GDV_RPC_METHOD | 0x80000000u, GDV_RPC_PROPERTY};
    for (size_t row = 0; row < COUNT_OF(wrong); row += 1) {
        schema_text made = of_one_method(A "rpc func f(a: int)", GDV_DIALECT_GODOT4_4);
        packet_at(&made, 0)->rpc = wrong[row];
        is_refused(&made, NO_KIND);
    }
    static const char *const takes_other[] = {A "rpc func f()", A "rpc func f(a?: int)",
                                              A "rpc func f(a: int, b: int)"};
    for (size_t row = 0; row < COUNT_OF(takes_other); row += 1) {
        schema_text made = of_one_method(takes_other[row], GDV_DIALECT_GODOT3);
        packet_at(&made, 0)->rpc = GDV_RPC_PROPERTY;
        is_refused(&made, NO_KIND);
    }
}

Test(schema_methods, parameters_of_a_form_have_names)
{
    static const char two[] = A "rpc func f(ab: int, cd: int)";
    static const char not_of_names[] = "0 -\x80\n\"{[@`/:";
    schema_text made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    const uint32_t texts = made.schema.form->tables[GDV_FORM_TEXTS].count;
    rule_at(&made, 0)->texts = texts - 1;
    is_refused(&made, "a method has parameters without names");
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    rule_at(&made, 0)->texts = UINT32_MAX;
    is_refused(&made, "a method has parameters without names");
    made = of_one_method(A "rpc func f(ab: int)\nrpc func g(cd: int)", GDV_DIALECT_GODOT4_4);
    rule_at(&made, 1)->texts = rule_at(&made, 0)->texts; /* which has an owner */
    is_refused(&made, "a method has parameters without names");
    for (size_t index = 0; not_of_names[index] != '\0'; index += 1) {
        made = of_one_method(two, GDV_DIALECT_GODOT4_4);
        *text_at(&made, rule_at(&made, 0)->texts + 1) = not_of_names[index];
        is_refused(&made, "a parameter has no such name");
    }
    for (size_t index = 1; not_of_names[index] != '\0'; index += 1) { /* a digit may be second */
        made = of_one_method(two, GDV_DIALECT_GODOT4_4);
        text_at(&made, rule_at(&made, 0)->texts + 1)[1] = not_of_names[index];
        is_refused(&made, "a parameter has no such name");
    }
    made = of_one_method(A "rpc func Zz_0zA9(_zZ09aA: int)", GDV_DIALECT_GODOT4_4);
    is_parameter(&made, 0, 0, "_zZ09aA");
    schema_free(&made);
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    ((gdv_form_text *)(uintptr_t)made.schema.texts)[rule_at(&made, 0)->texts] =
        (gdv_form_text){made.schema.texts[rule_at(&made, 0)->texts].at + 2, 0};
    is_refused(&made, "a parameter has no such name");
}

#define NO_NAMES "methods of a script have no names, or these do not ascend"

/* Names are looked for by halves, and what goes before them is that of the script. */
Test(schema_methods, names_of_a_form_ascend)
{
    static const char two[] = A "rpc func fa()\nrpc func fb()";
    schema_text made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 0)->name)[3] = 'b'; /* A.fa */
    is_refused(&made, NO_NAMES);
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 0)->name)[2] = 'g';
    is_refused(&made, NO_NAMES);
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 1)->name)[3] = '-';
    is_refused(&made, NO_NAMES);
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 0)->name)[0] = 'B';
    is_refused(&made, NO_NAMES);
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 0)->name)[1] = '_';
    is_refused(&made, NO_NAMES);
    made = of_one_method(two, GDV_DIALECT_GODOT4_4);
    packet_at(&made, 0)->name = script_at(&made, 0)->name; /* "A" alone */
    is_refused(&made, NO_NAMES);
    made = of_one_method("script Long at \"M\"\nrpc func f()", GDV_DIALECT_GODOT4_4);
    packet_at(&made, 0)->name = script_at(&made, 0)->paths; /* shorter than the script's */
    is_refused(&made, NO_NAMES);
}

/* Each method is in one place: two scripts' tables, and both of one script. */
Test(schema_methods, each_method_of_a_form_has_its_place)
{
    schema_text made = of_one_method(A "rpc func fa() rpc_config\nrpc func fb()\nrpc func fc()", GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 0)->name)[3] = 'c';
    is_refused(&made, "a name is in both tables of a script");
    made = of_one_method(A "rpc func fa()\nrpc func fb() rpc_config\nrpc func fc()", GDV_DIALECT_GODOT4_4);
    text_at(&made, packet_at(&made, 1)->name)[3] = 'a';
    is_refused(&made, "a name is in both tables of a script");
    made = well();
    script_at(&made, 1)->methods = 0;
    is_refused(&made, "a method is in no table of a script");
    made = well();
    script_at(&made, 1)->methods = 0;
    form_of(&made)->tables[GDV_FORM_METHODS].count -= 1;
    is_refused(&made, "a method is in no table of a script");
}

/* Were each text as long as the pool, no load would end in time. */
Test(schema_methods, texts_of_a_form_share_little)
{
    static char text[40000];
    size_t size = (size_t)snprintf(text, sizeof text, "packet p = { x: ");
    for (uint32_t index = 0; index < 100; index += 1) {
        size += (size_t)snprintf(text + size, sizeof text - size, "\"%0200u\" | ", index);
    }
    (void)snprintf(text + size, sizeof text - size, "\"last\" }");
    schema_text made = of_one_method(text, GDV_DIALECT_GODOT4_4);
    const gdv_form *form = made.schema.form;
    gdv_form_text *texts = (gdv_form_text *)(uintptr_t)made.schema.texts;
    for (uint32_t index = 0; index < form->tables[GDV_FORM_TEXTS].count; index += 1) {
        const uint32_t end = texts[index].at + texts[index].size;
        texts[index].size = end; /* a NUL is there, if not before */
        texts[index].at = 0;
    }
    is_refused(&made, "texts overlap more often than a compiler has them");
}

/* A load does not look into paths: what no text has fits nothing, and the path after it is found all the same. */
Test(schema_methods, paths_of_a_form_end_where_they_end)
{
    schema_text made = of_one_method("script A at \"Mxx\", \"N\", \"Oxx\"\nrpc func f()", GDV_DIALECT_GODOT4_4);
    char *paths = text_at(&made, script_at(&made, 0)->paths);
    static const char *const none[] = {"Mx", "Mx/", "Mx/N", "Mx//N", "Ox", "Ox/", ""};
    gdv_schema again;
    paths[2] = '/';
    paths[8] = '/';
    cr_assert_str_eq(paths, "Mx/\nN\nOx/");
    cr_assert_eq(gdv_schema_load(made.memory, made.size, &again, NULL), GDV_OK);
    for (size_t index = 0; index < COUNT_OF(none); index += 1) {
        const gdv_text path = {none[index], strlen(none[index])};
        cr_expect_eq(gdv_schema_script_at(&again, path, 1), GDV_NONE, "%s", none[index]);
    }
    cr_expect_eq(gdv_schema_script_at(&again, (gdv_text){"N", 1}, 1), 0);
    schema_free(&made);
}

/* What has more names than a path can have fits none, not the one of its first 64 names. */
Test(schema_methods, a_path_of_a_form_may_have_65_names)
{
    enum { FIRST = 2 * 64 - 1 };
    char path[2 * 65];
    char text[256];
    for (size_t index = 0; index < sizeof path; index += 1) {
        path[index] = index % 2 == 0 ? 'n' : '/';
    }
    path[2 * 65 - 1] = '\0';
    path[FIRST] = 'x';
    (void)snprintf(text, sizeof text, "script A at \"%s\"\nrpc func f()", path);
    schema_text made = of_one_method(text, GDV_DIALECT_GODOT4_4);
    text_at(&made, script_at(&made, 0)->paths)[FIRST] = '/';
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, FIRST}, 1), GDV_NONE);
    path[FIRST] = '/';
    cr_expect_eq(gdv_schema_script_at(&made.schema, (gdv_text){path, sizeof path - 1}, 1), GDV_NONE);
    schema_free(&made);
}

/* A path is cut up into at most so many names. */
Test(schema_methods, a_path_has_at_most_64_names)
{
    char text[256];
    for (uint32_t names = 64; names <= 65; names += 1) {
        size_t size = (size_t)snprintf(text, sizeof text, "script A at \"");
        for (uint32_t index = 0; index < names; index += 1) {
            size += (size_t)snprintf(text + size, sizeof text - size, "%sn", index == 0 ? "" : "/");
        }
        (void)snprintf(text + size, sizeof text - size, "\"\nrpc func f()");
        schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(made.code, names == 64 ? GDV_OK : GDV_E_SCHEMA_SYNTAX, "%u", names);
        if (names == 64) {
            const gdv_text path = {text + 13, 127};
            const gdv_text longer = {text + 13, 128};
            cr_expect_eq(gdv_schema_script_at(&made.schema, path, 2), 0);
            text[13 + 2 * 64 - 1] = '/';
            cr_expect_eq(gdv_schema_script_at(&made.schema, longer, 2), GDV_NONE);
        }
        schema_free(&made);
    }
}
