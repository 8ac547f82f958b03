/* SPDX-License-Identifier: MIT */
/* Claims about schemas with more tags than most: whatever dictionaries and arrays are told apart by, the memory that was
 * measured holds it. schema_from_text compiles in memory of exactly that size. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

static char text[1 << 16];
static size_t used;

static void begin_text(void)
{
    used = 0;
    text[0] = '\0';
}

/* `before`, "a0"|"a1".. with that letter, as many as `count`, and `after`. */
static void add_literals(const char *before, char letter, int count, const char *after)
{
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", before);
    for (int index = 0; index < count; index += 1) {
        used += (size_t)snprintf(text + used, sizeof text - used, "%s\"%c%d\"", index > 0 ? "|" : "", letter, index);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "%s", after);
    cr_assert_lt(used, sizeof text);
}

static void expect_passes(const schema_text *schema, const char *value, gdv_status wanted)
{
    packet bytes = packet_from_text(value, GDV_DIALECT_GODOT4_4);
    gdv_match match = {.struct_size = sizeof match};
    cr_expect_eq(schema_says(schema, &bytes, NULL, &match, NULL), wanted, "%s", value);
    packet_free(&bytes);
}

/* An alternative that is a union has up to sixteen literals for dictionaries and sixteen more for arrays. */
Test(compile_tags, unions_of_dictionaries_and_arrays_are_joined_again_and_again)
{
    enum { UNIONS = 100 };
    begin_text();
    add_literals("type A = {t:", 'a', 16, "} | [");
    add_literals("", 'b', 16, "]\n");
    add_literals("type B = {t:", 'c', 16, "} | [");
    add_literals("", 'd', 16, "]\n");
    for (int index = 0; index < UNIONS; index += 1) {
        used += (size_t)snprintf(text + used, sizeof text - used, "type T%d = A | B\n", index);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "packet p = [int");
    for (int index = 0; index < UNIONS; index += 1) {
        used += (size_t)snprintf(text + used, sizeof text - used, ", T%d?", index);
    }
    used += (size_t)snprintf(text + used, sizeof text - used, "]\n");
    cr_assert_lt(used, sizeof text);

    schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%u:%u: %s", schema.error.line, schema.error.column, schema.error.message);
    expect_passes(&schema, "[1, {\"t\": \"a0\"}, [\"b15\"], {\"t\": \"c15\"}, [\"d0\"]]", GDV_OK);
    expect_passes(&schema, "[1, {\"t\": \"b0\"}]", GDV_E_NO_ALTERNATIVE);
    expect_passes(&schema, "[1, [\"a0\"]]", GDV_E_NO_ALTERNATIVE);
    schema_free(&schema);
}

/* Each literal is a tag of a dictionary and one of an array. */
Test(compile_tags, packets_of_both_kinds_share_all_literals)
{
    begin_text();
    add_literals("type A = ", 'a', 500, "\n");
    add_literals("type B = ", 'b', 500, "\n");
    used += (size_t)snprintf(text + used, sizeof text - used,
                             "packet p = {t:A} packet q = {t:B} packet r = [A] packet s = [B]");
    schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%u:%u: %s", schema.error.line, schema.error.column, schema.error.message);
    expect_passes(&schema, "{\"t\": \"a0\"}", GDV_OK);
    expect_passes(&schema, "{\"t\": \"b499\"}", GDV_OK);
    expect_passes(&schema, "[\"a499\"]", GDV_OK);
    expect_passes(&schema, "[\"b0\"]", GDV_OK);
    expect_passes(&schema, "[\"b500\"]", GDV_E_NO_SUCH_PACKET);
    schema_free(&schema);
}
