/* SPDX-License-Identifier: MIT */
/* Claims about schemas of several texts: which names an include finds, that texts are read in the caller's order, each
 * once, and what a schema keeps of them: their names, and in which of them a packet is. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static schema_text schema_of(const char *const (*texts)[2], size_t count)
{
    gdv_schema_source sources[8];
    cr_assert_leq(count, COUNT_OF(sources));
    for (size_t index = 0; index < count; index += 1) {
        sources[index] = (gdv_schema_source){texts[index][0], texts[index][1], strlen(texts[index][1])};
    }
    return schema_from_sources(sources, count, GDV_DIALECT_GODOT4_4);
}

/* The name of the second text, and what is between the quotes of an include in the first. */
Test(schema_sources, an_include_finds_the_text_of_just_that_name)
{
    static const struct {
        const char *name;
        const char *text;
        bool found;
    } rows[] = {
        {"b", "include \"b\" packet p = B", true},
        {"b", "include \"c\" packet p = B", false},
        {"b", "include \"bb\" packet p = B", false},
        {"bb", "include \"b\" packet p = B", false},
        {"b", "include \"\" packet p = B", false},
        {"", "include \"\" packet p = B", true},
        {"ab", "include \"xb\" packet p = B", false},
        {"b\xc3\xa4"
         "c",
         "include \"b\\u00e4c\" packet p = B", true},
        {"\xc3\xa4", "include \"\xc3\xa4\" packet p = B", true},
        {"\xe2\x82\xac.gdvs", "include \"\\u20ac.gdvs\" packet p = B", true},
        {"\xc3\xa4", "include \"\\u0124\" packet p = B", false},     /* C4 A4: the second byte is that of the name */
        {"\xe2\x82\xac", "include \"\\u10ac\" packet p = B", false}, /* E1 82 AC */
        {"\xe2\x82\xac", "include \"\\u20ad\" packet p = B", false}, /* E2 82 AD */
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        const char *const texts[2][2] = {{"main", rows[row].text}, {rows[row].name, "type B = int"}};
        schema_text made = schema_of(texts, 2);
        cr_expect_eq(made.code, rows[row].found ? GDV_OK : GDV_E_SCHEMA_SYNTAX, "row %zu: %s", row, made.error.message);
        cr_expect(rows[row].found || strncmp(made.error.message, "there is no text '", 18) == 0, "row %zu: %s", row,
                  made.error.message);
        schema_free(&made);
    }
}

static void has_packets(const schema_text *made, const char *const *names, size_t count)
{
    cr_assert_eq(made->code, GDV_OK, "%u:%u:%u: %s", made->error.source, made->error.line, made->error.column,
                 made->error.message);
    cr_expect_eq(gdv_schema_packets(&made->schema), count);
    for (size_t index = 0; index < count; index += 1) {
        const char *name = gdv_schema_packet_name(&made->schema, (uint32_t)index);
        cr_expect_str_eq(name, names[index], "%zu is %s", index, name);
    }
}

/* After one text the next in the caller's order that was asked for, and from the front where there is none after it. */
Test(schema_sources, texts_are_read_in_the_order_of_the_caller_each_once)
{
    static const char *const forth[][2] = {{"a", "include 'c' include 'b' include 'b' packet a = [0]"},
                                           {"b", "include 'a' packet b = [1]"},
                                           {"c", "include 'b' packet c = [2]"}};
    static const char *const back[][2] = {{"a", "include 'd' packet a = [0]"},
                                          {"b", "packet b = [1]"},
                                          {"c", "include 'b' include 'd' include 'c' packet c = [2]"},
                                          {"d", "include 'c' include 'a' packet d = [3]"}};
    static const char *const straight[] = {"a", "b", "c"};
    static const char *const reverse[] = {"a", "d", "c", "b"};
    schema_text made = schema_of(forth, 3);
    has_packets(&made, straight, 3);
    schema_free(&made);
    made = schema_of(back, 4);
    has_packets(&made, reverse, 4);
    schema_free(&made);
}

Test(schema_sources, what_is_wrong_first_is_said_whatever_comes_after_it)
{
    static const char *const good_after[][2] = {{"a", "include 'b' packet = int"}, {"b", "packet b = int"}};
    static const char *const bad_after[][2] = {{"a", "include 'b'\npacket = int"}, {"b", "\n\n\npacket = int"}};
    schema_text made = schema_of(good_after, 2);
    cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX);
    cr_expect_str_eq(made.error.message, "expected the name of the packet, found '='");
    cr_expect_eq(made.error.source, 0);
    schema_free(&made);
    made = schema_of(bad_after, 2);
    cr_expect_eq(made.code, GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(made.error.source, 0);
    cr_expect_eq(made.error.line, 2);
    schema_free(&made);
}

Test(schema_sources, their_names_are_kept)
{
    static const char *const texts[][2] = {{"main.gdvs", "include 'c' packet p = C"},
                                           {"", ""},
                                           {"unused \xc3\xa4", ""},
                                           {"c", "type C = int"},
                                           {"last.gdvs", ""}};
    schema_text made = schema_of(texts, COUNT_OF(texts));
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        const char *name = gdv_schema_source_name(&made.schema, (uint32_t)index);
        cr_expect_str_eq(name, texts[index][0], "%zu is %s", index, name);
    }
    cr_expect_str_eq(gdv_schema_source_name(&made.schema, COUNT_OF(texts)), "");
    schema_free(&made);
}

/* What is to blame for a limit is the packet, in the text that declares it. */
Test(schema_sources, a_packet_is_in_the_text_that_declares_it)
{
    static gdv_match match = {.struct_size = sizeof match};
    static const char *const texts[][2] = {
        {"a", "include 'b'\npacket one = [1]"}, {"unused", ""}, {"b", "\n\n\npacket two (max_bytes = 16) = { t: 2 }"}};
    gdv_violation violation = {.struct_size = sizeof violation};
    schema_text made = schema_of(texts, 3);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    packet bytes = packet_from_text("{\"t\": 2}", GDV_DIALECT_GODOT4_4);
    cr_expect_eq(schema_says(&made, &bytes, NULL, &match, &violation), GDV_E_LIMIT_BYTES);
    cr_expect_eq(violation.rule, GDV_NONE);
    cr_expect_str_eq(violation.name, "two");
    cr_expect_eq(violation.is_packet, 1);
    cr_expect_eq(violation.source, 2);
    cr_expect_eq(violation.line, 4);
    packet_free(&bytes);
    schema_free(&made);
}
