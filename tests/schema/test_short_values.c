/* SPDX-License-Identifier: MIT */
/* Schemas under the compressed encoding, where the outermost value may be a bool of one byte or an int of two to nine, which
 * has no header (multiplayer format, section 5). What a schema says of it is what it says of the same value in the plain
 * encoding, in words and all. The bytes are in a block of exactly their size. Promises 1 and 6. */
#include <criterion/criterion.h>

#include "tests/support/checked.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

static const char *const schemas[] = {
    "packet p = Variant\n",
    "packet p = null\n",
    "packet p = bool\n",
    "packet p = true\n",
    "packet p = int\n",
    "packet p = int 0..127\n",
    "packet p = int -129..\n",
    "packet p = 5 | 300 | 70000\n",
    "packet p = number 0..1000\n",
    "packet p = float\n",
    "packet p = String\n",
    "packet p = Vector2\n",
    "packet p = PackedByteArray\n",
    "packet p = int 0..5 | bool | String\n",
    "packet p = String | { a: int }\n",
    "packet p = [int]\n",
    "packet p = Array[int] 0..4\n",
    "packet p = { a: int }\n",
    "packet p = int 0..5\npacket q = bool\npacket r = { \"type\": \"r\" }\npacket s = { \"type\": \"s\" }\n",
    "packet r = [\"r\"]\npacket s = [\"s\", int]\n",
    "limits max_depth = 2, max_values = 3\npacket p = int 0..5\n",
};

static const char *const values[] = {"false",
                                     "true",
                                     "int=0",
                                     "int=1",
                                     "int=5",
                                     "int=127",
                                     "int=128",
                                     "int=-1",
                                     "int=-128",
                                     "int=-129",
                                     "int=300",
                                     "int=70000",
                                     "int=-70000",
                                     "int=2147483648",
                                     "int=9223372036854775807",
                                     "int=-9223372036854775808"};

static gdv_policy compressed(void)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    policy.encoding = GDV_ENCODING_COMPRESSED;
    return policy;
}

static void are_judged_alike(const char *text, const char *value, gdv_dialect dialect)
{
    const gdv_policy policy = compressed();
    schema_text schema = schema_from_text(text, dialect);
    cr_assert_eq(schema.code, GDV_OK, "%s: %s", text, schema.error.message);
    checked in_short;
    checked in_plain;
    checked_calls(&in_short, &schema.schema, &policy, value);
    checked_calls(&in_plain, &schema.schema, NULL, value);
    cr_expect_eq(in_short.code, in_plain.code, "%s%s: %s", text, value, in_short.line);
    cr_expect_str_eq(in_short.line, in_plain.line, "%s%s", text, value);
    cr_expect_eq(in_short.match.packet, in_plain.match.packet, "%s%s", text, value);
    cr_expect_eq(in_short.violation.line, in_plain.violation.line, "%s%s", text, value);
    schema_free(&schema);
}

Test(short_values, are_judged_as_plain_ones)
{
    for (gdv_dialect dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        for (size_t index = 0; gdv_dialect_family(dialect) == GDV_FAMILY_GODOT4 && index < COUNT_OF(schemas);
             index += 1) {
            for (size_t value = 0; value < COUNT_OF(values); value += 1) {
                are_judged_alike(schemas[index], values[value], dialect);
            }
        }
    }
}

static const struct {
    const char *text;
    const char *hex;
    const char *line;
} rows[] = {
    {"packet p = int\n", "02 05", ""},
    {"packet p = int 0..4\n", "02 05", "OUT_OF_RANGE packet: 5 is not in 0..4 (packet p, line 1)"},
    {"packet p = int 0..4\n", "42 7fff", "OUT_OF_RANGE packet: -129 is not in 0..4 (packet p, line 1)"},
    {"packet p = bool\n", "81", ""},
    {"packet p = false\n", "81", "NOT_A_MEMBER packet: true is not false (packet p, line 1)"},
    {"packet p = int\n", "81", "NO_SUCH_PACKET packet: bool true is not int"},
};

Test(short_values, are_named_where_they_break_a_rule)
{
    const gdv_policy policy = compressed();
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        schema_text schema = schema_from_text(rows[index].text, GDV_DIALECT_GODOT4_4);
        packet bytes = packet_from_hex(rows[index].hex);
        checked got;
        cr_assert_eq(schema.code, GDV_OK);
        checked_bytes(&got, &schema.schema, &policy, bytes.bytes, bytes.size);
        cr_expect_str_eq(got.line, rows[index].line, "%s: %s", rows[index].text, got.line);
        packet_free(&bytes);
        schema_free(&schema);
    }
}

Test(short_values, are_read_from_the_match)
{
    const gdv_policy policy = compressed();
    schema_text schema = schema_from_text("packet p = int 0..1000\n", GDV_DIALECT_GODOT4_4);
    packet bytes = packet_from_hex("42 2c01");
    gdv_node nodes[GDV_DOCUMENT_BOUND(3)];
    gdv_match match = {.struct_size = sizeof match};
    int64_t number = 0;
    cr_assert_eq(
        gdv_schema_check(&schema.schema, bytes.bytes, bytes.size, &policy, nodes, GDV_DOCUMENT_BOUND(3), &match, NULL),
        GDV_OK);
    cr_expect_eq(match.packet, 0);
    cr_expect_eq(gdv_to_int(gdv_root(&match.document), 0, 1000, &number), GDV_OK);
    cr_expect_eq(number, 300);
    packet_free(&bytes);
    schema_free(&schema);
}
