/* SPDX-License-Identifier: MIT */
/* Claims about alternatives that a schema tells apart by tag or first element (docs/schema.md): which keys may be the tag,
 * how many literals one may stand for, unions of unions, and packets that are unions. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct row {
    const char *schema;
    const char *value;
    gdv_status code;
    uint32_t packet;
} row;

static void hold(const row *rows, size_t count)
{
    static gdv_match match;
    for (size_t index = 0; index < count; index += 1) {
        const row *claim = &rows[index];
        schema_text schema = schema_from_text(claim->schema, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(schema.code, GDV_OK, "%s: %u:%u: %s", claim->schema, schema.error.line, schema.error.column,
                     schema.error.message);
        packet bytes = packet_from_text(claim->value, GDV_DIALECT_GODOT4_4);
        match.struct_size = sizeof match;
        gdv_status code = schema_says(&schema, &bytes, NULL, &match, NULL);
        cr_expect_eq(code, claim->code, "%s of %s: %s", claim->value, claim->schema, gdv_status_name(code));
        cr_expect_eq(match.packet, claim->packet, "%s of %s: %u", claim->value, claim->schema, match.packet);
        packet_free(&bytes);
        schema_free(&schema);
    }
}

static gdv_status compiles(const char *text, const char *message)
{
    schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    gdv_status code = schema.code;
    cr_expect_str_eq(schema.error.message, message, "%.200s: %s", text, schema.error.message);
    schema_free(&schema);
    return code;
}

#define NUMBERS "type AB = { t: 1 | 3, a: int } | { t: 2, b: int } type CD = { t: 4, c: int } | { t: 5 | 6, d: int }\n"
#define TEXTS                                                                                                          \
    "type AB = { t: \"a\" | \"c\", a: int } | { t: \"b\", b: int } type CD = { t: \"d\", c: int } | { t: \"e\" | "     \
    "\"f\", d: int }\n"

Test(alternatives, unions_of_unions_have_the_tags_of_all_of_them)
{
    static const row rows[] = {
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 1, \"a\": 0}]", GDV_OK, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 2, \"b\": 0}]", GDV_OK, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 3, \"a\": 0}]", GDV_OK, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 4, \"c\": 0}]", GDV_OK, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 5, \"d\": 0}]", GDV_OK, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 6, \"d\": 0}]", GDV_OK, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 7, \"d\": 0}]", GDV_E_NO_ALTERNATIVE, 0},
        {NUMBERS "packet p = [AB | CD]", "[{\"t\": 3, \"b\": 0}]", GDV_E_UNKNOWN_KEY, 0},
        {TEXTS "packet p = [AB | CD]", "[{\"t\": \"a\", \"a\": 0}]", GDV_OK, 0},
        {TEXTS "packet p = [AB | CD]", "[{\"t\": \"b\", \"b\": 0}]", GDV_OK, 0},
        {TEXTS "packet p = [AB | CD]", "[{\"t\": \"c\", \"a\": 0}]", GDV_OK, 0},
        {TEXTS "packet p = [AB | CD]", "[{\"t\": \"d\", \"c\": 0}]", GDV_OK, 0},
        {TEXTS "packet p = [AB | CD]", "[{\"t\": \"e\", \"d\": 0}]", GDV_OK, 0},
        {TEXTS "packet p = [AB | CD]", "[{\"t\": \"f\", \"d\": 0}]", GDV_OK, 0},
        {TEXTS "packet p = [CD | AB]", "[{\"t\": \"b\", \"b\": 0}]", GDV_OK, 0},
        {"type L = [2 | 4, bool] | [3] packet p = [L | [\"x\"] | null]", "[[4, true]]", GDV_OK, 0},
        {"type L = [2 | 4, bool] | [3] packet p = [L | [\"x\"] | null]", "[[3]]", GDV_OK, 0},
        {"type L = [2 | 4, bool] | [3] packet p = [L | [\"x\"] | null]", "[[5]]", GDV_E_NO_ALTERNATIVE, 0},
    };
    hold(rows, COUNT_OF(rows));
}

Test(alternatives, a_packet_may_be_a_union_and_stand_for_any_number_of_tags)
{
    static const char many[] = "packet a = { t: 1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16|17 } packet b = { t: \"b\" }";
    static const row rows[] = {
        {NUMBERS "packet a = AB packet b = { t: 9 } packet c = CD", "{\"t\": 3, \"a\": 0}", GDV_OK, 0},
        {NUMBERS "packet a = AB packet b = { t: 9 } packet c = CD", "{\"t\": 2, \"b\": 0}", GDV_OK, 0},
        {NUMBERS "packet a = AB packet b = { t: 9 } packet c = CD", "{\"t\": 9}", GDV_OK, 1},
        {NUMBERS "packet a = AB packet b = { t: 9 } packet c = CD", "{\"t\": 6, \"d\": 0}", GDV_OK, 2},
        {NUMBERS "packet a = AB packet b = { t: 9 } packet c = CD", "{\"t\": 4, \"d\": 0}", GDV_E_UNKNOWN_KEY, 2},
        {NUMBERS "packet a = AB packet b = { t: 9 } packet c = CD", "{\"t\": 8}", GDV_E_NO_SUCH_PACKET, GDV_NONE},
        {many, "{\"t\": 17}", GDV_OK, 0},
        {many, "{\"t\": \"b\"}", GDV_OK, 1},
        {"packet a = [1] packet b = int packet c = String packet d = { t: 1 }", "5", GDV_OK, 1},
        {"packet a = [1] packet b = int packet c = String packet d = { t: 1 }", "\"s\"", GDV_OK, 2},
        {"packet a = [1] packet b = int packet c = String packet d = { t: 1 }", "{\"t\": 1}", GDV_OK, 3},
        {"packet a = [1] packet b = int packet c = String packet d = { t: 1 }", "{\"t\": 2}", GDV_E_NO_SUCH_PACKET,
         GDV_NONE},
        {"packet a = [1] packet b = int packet c = String packet d = { t: 1 }", "true", GDV_E_NO_SUCH_PACKET, GDV_NONE},
    };
    hold(rows, COUNT_OF(rows));
}

Test(alternatives, one_packet_alone_is_recognised_by_a_single_literal)
{
    static const row rows[] = {
        {"packet a = [\"x\", int]", "[\"y\", 1]", GDV_E_NO_SUCH_PACKET, GDV_NONE},
        {"packet a = [\"x\" | \"y\", 1]", "[\"y\", 1]", GDV_OK, 0},
        {"packet a = [\"x\" | \"y\", 1]", "[\"z\", 1]", GDV_E_NOT_A_MEMBER, 0},
        {"packet a = [int, 1]", "[5, 2]", GDV_E_NOT_A_MEMBER, 0},
        {"packet a = { k: \"x\" | \"y\", t: 1 }", "{\"k\": \"x\", \"t\": 2}", GDV_E_NO_SUCH_PACKET, GDV_NONE},
        {"packet a = { k?: 1, t: 1 }", "{\"t\": 2}", GDV_E_NO_SUCH_PACKET, GDV_NONE},
        {"packet a = { k: 0.5 }", "{\"k\": 1.5}", GDV_E_NOT_A_MEMBER, 0},
    };
    hold(rows, COUNT_OF(rows));
}

/* What is declared before a union must not matter to it: here the union is the first rule, is named before its parts, or
 * holds others that are told apart later. */
Test(alternatives, unions_may_stand_anywhere)
{
    static const row rows[] = {
        {"type U = A | B type A = { t: 1 } type B = { t: 2 } packet p = [U]", "[{\"t\": 2}]", GDV_OK, 0},
        {"type U = A | int type A = { t: 1 } packet p = [U]", "[{\"t\": 1}]", GDV_OK, 0},
        {"packet q = int type O = I | { t: \"z\" } type I = { t: \"x\", x: J } | { t: \"y\" } type J = int | null\n"
         "packet p = [O | null]",
         "[{\"t\": \"x\", \"x\": null}]", GDV_OK, 1},
        {"packet q = int type O = I | { t: \"z\" } type I = M | { t: \"y\" } type M = { t: \"x\" } | { t: \"w\" }\n"
         "packet p = [O | null]",
         "[{\"t\": \"w\"}]", GDV_OK, 1},
        {"packet q = int packet p = [O | null] type O = { t: \"z\" } | I | int type I = M | { t: \"y\" }\n"
         "type M = { t: \"x\" } | { t: \"w\" }",
         "[{\"t\": \"z\"}]", GDV_OK, 1},
    };
    hold(rows, COUNT_OF(rows));
}

/* { k0: One, k1: One, .., t: "a" } | { .., t: "b" }: of the literals of the first the first eight are tried. */
static gdv_status with_keys_before(int literals, int others)
{
    char text[1024];
    size_t used = (size_t)snprintf(text, sizeof text, "type One = 1 packet p = [");
    for (int side = 0; side < 2; side += 1) {
        used += (size_t)snprintf(text + used, sizeof text - used, side == 0 ? "{" : " | {");
        for (int key = 0; key < others; key += 1) {
            used += (size_t)snprintf(text + used, sizeof text - used, "o%d: int,", key);
        }
        for (int key = 0; key < literals; key += 1) {
            used += (size_t)snprintf(text + used, sizeof text - used, "k%d: One,", key);
        }
        used += (size_t)snprintf(text + used, sizeof text - used, "t: \"%c\"}", 'a' + side);
    }
    (void)snprintf(text + used, sizeof text - used, "]");
    bool found = literals < 8;
    return compiles(text, found ? "" : "this value is in the alternative in line 1 too: nothing tells them apart");
}

Test(alternatives, eight_literals_are_tried_and_any_number_of_other_fields)
{
    cr_expect_eq(with_keys_before(0, 0), GDV_OK);
    cr_expect_eq(with_keys_before(6, 0), GDV_OK);
    cr_expect_eq(with_keys_before(7, 0), GDV_OK);
    cr_expect_eq(with_keys_before(8, 0), GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(with_keys_before(9, 0), GDV_E_SCHEMA_SYNTAX);
    cr_expect_eq(with_keys_before(0, 20), GDV_OK);
    cr_expect_eq(with_keys_before(7, 8), GDV_OK);
    cr_expect_eq(with_keys_before(8, 8), GDV_E_SCHEMA_SYNTAX);
}

#define SIXTEEN "1|2|3|4|5|6|7|8|9|10|11|12|13|14|15|16"

/* One alternative stands for at most 16 tags, those of a union together. */
Test(alternatives, stand_for_at_most_sixteen_tags)
{
    static const char too_many[] = "alternative stands for more than 16 values that tell it from others";
    static const struct {
        const char *text;
        bool fits;
    } rows[] = {
        {"packet p = [{ t: " SIXTEEN " } | { t: 20 }]", true},
        {"packet p = [{ t: " SIXTEEN " | 17 } | { t: 20 }]", false},
        {"packet p = [{ t: " SIXTEEN " } | { t: 20 | 21 } | { t: 22 }]", true},
        {"packet p = [{ t: " SIXTEEN " } | U] type U = { t: 20 } | { t: 21 }", true},
        {"packet p = [{ t: \"x\" } | U] type U = { t: " SIXTEEN " } | { t: 21 }", false},
        {"packet p = [{ t: \"x\" } | U] type U = { t: 0 } | { t: " SIXTEEN " }", false},
        {"packet p = [U | { t: \"x\" }] type U = { t: 0 } | { t: " SIXTEEN " }", false},
        {"packet p = [{ t: \"x\" } | U] type U = { t: 1|2|3|4|5|6|7|8 } | { t: 9|10|11|12|13|14|15|16 }", true},
        {"packet p = [{ t: \"x\" } | U] type U = { t: 1|2|3|4|5|6|7|8 } | { t: 9|10|11|12|13|14|15|16|17 }", false},
        {"packet p = [{ t: \"x\" } | U] type U = { t: 0 } | { t: -1 } | { t: -2 } | { t: 1|2|3|4|5|6|7|8|9|10|11|12|13 "
         "}",
         true},
        {"packet p = [{ t: \"x\" } | U] type U = { t: 0 } | { t: -1 } | { t: -2 } | { t: "
         "1|2|3|4|5|6|7|8|9|10|11|12|13|14 }",
         false},
        {"packet p = [{ t: \"x\" } | U | V] type U = { t: 0 } | { t: 20 } type V = { t: " SIXTEEN " } | { t: 21 }",
         false},
        {"packet p = [U | V] type U = { t: 1|2|3|4|5|6|7|8 } | { t: 9 } type V = { t: 11|12|13|14|15|16|17|18 } | "
         "{ t: 19 }",
         true},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_status code = compiles(rows[index].text, rows[index].fits ? "" : too_many);
        cr_expect_eq(code, rows[index].fits ? GDV_OK : GDV_E_SCHEMA_SYNTAX, "%s", rows[index].text);
    }
}

/* Tags of packets are added up to as many as the schema has literals, and no further: what they need is not measured. */
Test(alternatives, packets_that_share_many_tags_are_refused_in_the_memory_that_was_measured)
{
    enum { ROOM = 1 << 15 };
    char *text = malloc(ROOM);
    size_t used = (size_t)snprintf(text, ROOM, "type E = \"m0\"");
    for (int member = 1; member < 100; member += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "|\"m%d\"", member);
    }
    for (int index = 0; index < 100; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "\npacket p%d = { t: E }", index);
    }
    compiles(text, "this value is in the alternative in line 1 too: nothing tells them apart");
    free(text);
}

/* Seven keys that do not tell forty alternatives apart leave nothing in the memory, which is measured for one that does. */
Test(alternatives, keys_that_tell_nothing_apart_take_no_memory)
{
    enum { ROOM = 1 << 15 };
    char *text = malloc(ROOM);
    size_t used = (size_t)snprintf(text, ROOM, "type One = 1 packet p = [null");
    for (int index = 0; index < 120; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used,
                                 " | {a: One, b: One, c: One, d: One, e: One, f: One, g: One, t: %d}", index * 7 % 120);
    }
    (void)snprintf(text + used, ROOM - used, "]");
    cr_expect_eq(compiles(text, ""), GDV_OK);
    free(text);
}

/* One packet stands for as many tags as one rule may have. */
Test(alternatives, a_packet_stands_for_32767_tags)
{
    enum { ROOM = 1 << 19 };
    char *text = malloc(ROOM);
    for (int tags = 32767; tags <= 32768; tags += 1) {
        size_t used = (size_t)snprintf(text, ROOM, "type U = null");
        for (int tag = 0; tag < tags; tag += 1) {
            const char *before = tag % 16 == 0 ? " | { t: " : " | ";
            used += (size_t)snprintf(text + used, ROOM - used, "%s%d", before, tag);
            if (tag % 16 == 15 || tag == tags - 1) {
                used += (size_t)snprintf(text + used, ROOM - used, " }\n");
            }
        }
        (void)snprintf(text + used, ROOM - used, "packet p = U packet q = { t: \"q\" }");
        schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(schema.code, tags == 32767 ? GDV_OK : GDV_E_SCHEMA_SYNTAX, "%d: %s", tags, schema.error.message);
        cr_expect_eq(schema.error.column, tags == 32767 ? 0 : 8);
        schema_free(&schema);
    }
    free(text);
}
