/* SPDX-License-Identifier: MIT */
/* Claims about which value of a match is which field's (gdv_schema_value_of): fields are numbered in the order of the
 * schema, what is in one after it; a union has room for any of its alternatives; what contains itself is followed no
 * further; and no match keeps more than 256. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct number_row {
    const char *schema;
    const char *path;
    uint32_t number;
} number_row;

static void hold(const number_row *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        schema_text schema = schema_from_text(rows[index].schema, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(schema.code, GDV_OK, "%s: %s", rows[index].schema, schema.error.message);
        uint32_t number = gdv_schema_value_of(&schema.schema, 0, rows[index].path);
        cr_expect_eq(number, rows[index].number, "%s of %s: %u", rows[index].path, rows[index].schema, number);
        schema_free(&schema);
    }
}

#define PLAIN "packet p = { z: int, a: { x: int, y: { q: int } }, 7: [int, [bool, bool], int], b: int }"
#define UNIONS                                                                                                         \
    "packet p = { u: A | B, v: L | int, w: [int] | null, z: int } type A = { t: 1 } type B = { t: 2, x: int, y: int }\n" \
    "type L = [1, int] | [2, int, { q: int }]"

Test(match_numbers, follow_the_schema)
{
    static const number_row rows[] = {
        {PLAIN, ".z", 0},           {PLAIN, ".a", 1},
        {PLAIN, ".a.x", 2},         {PLAIN, ".a.y", 3},
        {PLAIN, ".a.y.q", 4},       {PLAIN, "{7}", 6},
        {PLAIN, "{7}[0]", 7},       {PLAIN, "{7}[1]", 8},
        {PLAIN, "{7}[1][0]", 9},    {PLAIN, "{7}[1][1]", 10},
        {PLAIN, "{7}[2]", 11},      {PLAIN, ".b", 5},
        {PLAIN, ".none", GDV_NONE}, {PLAIN, ".z.x", GDV_NONE},
        {UNIONS, ".u", 0}, /* and three of B */
        {UNIONS, ".v", 4}, /* and four of the second L */
        {UNIONS, ".w", 9}, /* and one */
        {UNIONS, ".z", 11},         {"packet p = [Array[{ a: int }], Dictionary[int, { a: int }], int]", "[2]", 2},
    };
    hold(rows, COUNT_OF(rows));
}

/* A field of a type that contains the field has one value; what stands after it has the next. So a union that contains
 * itself has room for its widest alternative, and none for what is in the union in that. */
Test(match_numbers, of_what_contains_itself_are_no_deeper)
{
    static const number_row rows[] = {
        {"limits max_depth = 9 packet p = T type T = { l?: T, v: int }", ".l", 0},
        {"limits max_depth = 9 packet p = T type T = { l?: T, v: int }", ".v", 1},
        {"limits max_depth = 9 packet p = T type T = { l?: T, v: int }", ".l.v", GDV_NONE},
        {"limits max_depth = 9 packet p = T type T = { l: T | null, v: int }", ".v", 1},
        {"limits max_depth = 9 packet p = { u: U, z: int } type U = { t: 1, v: int } | { t: 2, u: U, w: int }", ".z",
         4},
        {"limits max_depth = 9 packet p = { u: U, z: int } type U = { t: 1, v: int } | { t: 2, u: U, w: int } | int",
         ".z", 4},
        {"limits max_depth = 9 packet p = { z: int, a: A, y: int } type A = [{ q: int }, Array[A]]", ".y", 5},
        {"limits max_depth = 9 packet p = { z: int, a: A, y: int } type A = { b?: B, c: int } type B = { a?: A, d: int "
         "}",
         ".y", 6},
    };
    hold(rows, COUNT_OF(rows));
}

/* A union that contains itself has all that its alternatives keep, in whichever order they are declared: the form says so
 * and loads. */
Test(match_numbers, unions_that_contain_themselves_load)
{
    static const char *const texts[] = {
        "type U = { t: 1, u: U } | { t: 2, a: int, b: int, c: int } packet p = [U]",
        "type U = { t: 1, u: U | null } | { t: 2, a: int, b: int, c: int } | int packet p = { u: U }",
        "type U = A | B | null type A = { t: 1, u?: U, v?: V } type B = { t: 2, a: V, b: int } type V = U2 | int\n"
        "type U2 = [1, U] | [2, V, int, int, int] packet p = { v: V, u: U }",
        "packet p = [V, U] type V = W | null type W = [1, V, { q: int, r: int }] | [2, V]\n"
        "type U = { t: \"a\", v: V, w: W } | { t: \"b\", u?: U, x: { y: { z: V } } } | W",
        "type U = D | L type D = { x: Array[A] } type A = [1, L, int, int, int, int] type B = [2] type L = A | B "
        "packet p = "
        "[U]",
        "packet p = W type W = null | [W, int, int] | { w: W, a: int, b: int, c: int }",
        "packet p = M type M = N | int type N = { t: 1, m: M, n: [int, int, int] } | { t: 2, n: N }",
        "type N = { t: 2, n: M } | { t: 1, n: [N, int, int, int] } type M = null | N packet p = M packet q = [M, N]",
    };
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        char text[512];
        (void)snprintf(text, sizeof text, "limits max_depth = 9\n%s", texts[index]);
        schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(schema.code, GDV_OK, "%s: %s", text, schema.error.message);
        schema_free(&schema);
    }
}

/* { a: { f0, f1, .. of `inside` }, g0: int, .. of `after`, n: { i: int } } */
static char *wide(int before, int inside, int after)
{
    enum { ROOM = 1 << 14 };
    char *text = malloc(ROOM);
    size_t used = (size_t)snprintf(text, ROOM, "packet p = {");
    for (int index = 0; index < before; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "b%d?: int,", index);
    }
    used += (size_t)snprintf(text + used, ROOM - used, "a: {");
    for (int index = 0; index < inside; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, "f%d?: int,", index);
    }
    used += (size_t)snprintf(text + used, ROOM - used, "}");
    for (int index = 0; index < after; index += 1) {
        used += (size_t)snprintf(text + used, ROOM - used, ",g%d?: int", index);
    }
    (void)snprintf(text + used, ROOM - used, "}");
    return text;
}

typedef struct wide_row {
    int before;
    int inside;
    int after;
    const char *path;
    uint32_t number;
    uint32_t count; /* values that a match keeps */
} wide_row;

Test(match_numbers, end_at_256)
{
    static const wide_row rows[] = {
        {0, 0, 255, ".g254", 255, 256},
        {0, 0, 256, ".g254", 255, 256},
        {0, 0, 256, ".g255", GDV_NONE, 256},
        {0, 0, 300, ".g299", GDV_NONE, 256},
        {0, 254, 1, ".a.f253", 254, 256},
        {0, 254, 1, ".g0", 255, 256},
        {0, 255, 1, ".a.f254", 255, 256},
        {0, 255, 1, ".g0", GDV_NONE, 256},
        {0, 256, 1, ".a", 0, 2},
        {0, 256, 1, ".a.f0", GDV_NONE, 2},
        {0, 256, 1, ".g0", 1, 2},
        {3, 252, 1, ".a.f251", 255, 256},
        {3, 252, 1, ".g0", GDV_NONE, 256},
        {3, 253, 1, ".a.f0", GDV_NONE, 5},
        {3, 253, 1, ".g0", 4, 5},
        {255, 1, 1, ".a", 255, 256},
        {255, 1, 1, ".a.f0", GDV_NONE, 256},
        {256, 1, 0, ".a", GDV_NONE, 256},
        {256, 1, 0, ".b255", 255, 256},
    };
    static gdv_match match;
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        char *text = wide(rows[index].before, rows[index].inside, rows[index].after);
        schema_text schema = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(schema.code, GDV_OK, "row %zu: %s", index, schema.error.message);
        uint32_t number = gdv_schema_value_of(&schema.schema, 0, rows[index].path);
        cr_expect_eq(number, rows[index].number, "row %zu: %u", index, number);
        packet bytes = packet_from_text("{\"a\": {}}", GDV_DIALECT_GODOT4_4);
        memset(&match, 0, sizeof match);
        match.struct_size = sizeof match;
        cr_expect_eq(schema_says(&schema, &bytes, NULL, &match, NULL), GDV_OK);
        cr_expect_eq(match.count, rows[index].count, "row %zu: %u", index, match.count);
        packet_free(&bytes);
        schema_free(&schema);
        free(text);
    }
}
