/* SPDX-License-Identifier: MIT */
/* gdv_schema_value_of: every byte of a path counts. What it leads to is where the schema says; a path that is not spelled
 * as paths are, or leads to what no match keeps, leads nowhere, however near it is to one that does. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/draft.h"
#include "tests/support/schema_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

typedef struct lead {
    const char *path;
    uint32_t value;
} lead;

/* Each path in a heap block of its own size, so that a read beyond its NUL is seen. */
static void leads_are(const gdv_schema *schema, uint32_t number, const lead *rows, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        size_t size = strlen(rows[index].path) + 1;
        char *path = malloc(size);
        cr_assert_not_null(path);
        memcpy(path, rows[index].path, size);
        uint32_t value = gdv_schema_value_of(schema, number, path);
        cr_expect_eq(value, rows[index].value, "%s: %u and not %u", path, value, rows[index].value);
        free(path);
    }
}

/* A record of these keys; what field i is, a match keeps as value i. */
static gdv_schema record_of(const char *const *keys, size_t count)
{
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    for (size_t index = 0; index < count; index += 1) {
        draft_field(made, record, keys[index], any, 0);
    }
    draft_packet(made, "one", 1);
    draft_root(made, GDV_TYPE_DICTIONARY, record);
    return draft_load(made);
}

/* Names after a point are of letters, digits and _ alone: the neighbours of those in ASCII are not. */
Test(value_paths, a_name_after_a_point_ends_where_a_word_does)
{
    static const char *const keys[] = {"0", "9", "A",  "Z",  "a",  "z",  "_",  "/",  ":",  "@", "[",    "`",
                                       "{", "-", "a/", "a:", "a@", "a[", "a`", "a{", "-a", "",  "\x01", "a\x01z"};
    static const lead rows[] = {
        {".0", 0},
        {".9", 1},
        {".A", 2},
        {".Z", 3},
        {".a", 4},
        {".z", 5},
        {"._", 6},
        {"[\"/\"]", 7},
        {"[\"a/\"]", 14},
        {"[\"a{\"]", 19},
        {"./", GDV_NONE},
        {".:", GDV_NONE},
        {".@", GDV_NONE},
        {".[", GDV_NONE},
        {".`", GDV_NONE},
        {".{", GDV_NONE},
        {".a/", GDV_NONE},
        {".a:", GDV_NONE},
        {".a@", GDV_NONE},
        {".a[", GDV_NONE},
        {".a`", GDV_NONE},
        {".a{", GDV_NONE},
        {".-", GDV_NONE},
        {".-a", GDV_NONE},
        {"[\"-a\"]", 20},
        {".", GDV_NONE},
        {"[\"\"]", 21},
        {"[\"\x01\"]", 22},
        {"[\"a\x01z\"]", 23},
        {".a.", GDV_NONE},
        {"a", GDV_NONE},
        {"\"a\"]", GDV_NONE},
        {"{\"a\"]", GDV_NONE},
        {".\"a\"]", GDV_NONE},
    };
    gdv_schema schema = record_of(keys, COUNT_OF(keys));
    leads_are(&schema, 0, rows, COUNT_OF(rows));
    draft_drop(&schema);
}

Test(value_paths, a_text_between_brackets_is_closed)
{
    static const char *const keys[] = {"a", "a]", "b c"};
    static const lead rows[] = {
        {"[\"a\"]", 0},         {"[\"a]\"]", 1},        {"[\"b c\"]", 2},      {"[\"a", GDV_NONE},
        {"[\"a\"", GDV_NONE},   {"[\"a]", GDV_NONE},    {"[\"a\"}", GDV_NONE}, {"[\"a'", GDV_NONE},
        {"[\"a']", GDV_NONE},   {"[\"", GDV_NONE},      {"[\"\"]", GDV_NONE},  {"[a]", GDV_NONE},
        {"[\"a\"]]", GDV_NONE}, {"[\"a\"x]", GDV_NONE}, {"[", GDV_NONE},       {"[\"a\"].", GDV_NONE},
    };
    gdv_schema schema = record_of(keys, COUNT_OF(keys));
    leads_are(&schema, 0, rows, COUNT_OF(rows));
    draft_drop(&schema);
}

/* Of a key as long as GDV_PATH_SIZE, a path leads to it; of a longer one, none does. */
Test(value_paths, a_key_has_as_many_bytes_as_a_path_at_most)
{
    static char longest[GDV_PATH_SIZE + 1];
    static char longer[GDV_PATH_SIZE + 2];
    memset(longest, 'k', GDV_PATH_SIZE);
    memset(longer, 'k', GDV_PATH_SIZE + 1);
    const char *keys[] = {"first", longest, longer};
    char point[2][GDV_PATH_SIZE + 8];
    char quoted[2][GDV_PATH_SIZE + 8];
    for (size_t index = 0; index < 2; index += 1) {
        snprintf(point[index], sizeof point[index], ".%s", keys[index + 1]);
        snprintf(quoted[index], sizeof quoted[index], "[\"%s\"]", keys[index + 1]);
    }
    const lead rows[] = {{point[0], 1}, {quoted[0], 1}, {point[1], GDV_NONE}, {quoted[1], GDV_NONE}};
    gdv_schema schema = record_of(keys, COUNT_OF(keys));
    leads_are(&schema, 0, rows, COUNT_OF(rows));
    draft_drop(&schema);
}

/* packet one: { x: {3: int, 4: int}, and int keys: the least and the greatest int and some between } */
Test(value_paths, an_int_key_is_any_int)
{
    static const int64_t keys[] = {INT64_MIN,  INT64_MIN + 1, -17,           -7,       0, 7, 8, 23,
                                   1000000005, 5000000000,    INT64_MAX - 1, INT64_MAX};
    static const lead rows[] = {
        {"{-9223372036854775808}", 4},
        {"{-9223372036854775807}", 5},
        {"{-17}", 6},
        {"{-7}", 7},
        {"{0}", 8},
        {"{-0}", 8},
        {"{7}", 9},
        {"{0000000000000000000007}", 9},
        {"{8}", 10},
        {"{23}", 11},
        {"{1000000005}", 12},
        {"{5000000000}", 13},
        {"{9223372036854775806}", 14},
        {"{9223372036854775807}", 15},
        {"{9223372036854775808}", GDV_NONE},
        {"{-9223372036854775809}", GDV_NONE},
        {"{18446744073709551623}", GDV_NONE}, /* 7 and 2 to the 64th */
        {"{92233720368547758070}", GDV_NONE},
        {"{6}", GDV_NONE},
        {"{9}", GDV_NONE},
        {"{}", GDV_NONE},
        {"{-}", GDV_NONE},
        {"{--7}", GDV_NONE},
        {"{+7}", GDV_NONE},
        {"{ 7}", GDV_NONE},
        {"{7 }", GDV_NONE},
        {"{7", GDV_NONE},
        {"{7]", GDV_NONE},
        {"{7}}", GDV_NONE},
        {"{1-}", GDV_NONE}, /* as if - were a digit: 7 */
        {"{1:}", GDV_NONE}, /* as if : were one: 20 */
        {"{1=}", GDV_NONE}, /* 23 */
        {"[7]", GDV_NONE},
        {",7}", GDV_NONE},
        {"x7}", GDV_NONE},
        {".x{3}", 1},
        {".x{4}", 2},
        {".y", 3},
    };
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    uint32_t set = draft_rule(made, GDV_RULE_INT); /* so that the numbers before those of `inner` are not its own */
    uint32_t inner = draft_rule(made, GDV_RULE_RECORD);
    draft_int_member(made, set, 3);
    draft_field(made, record, "x", inner, GDV_FIELD_NESTED);
    draft_field(made, record, "y", set, 0);
    for (size_t index = 0; index < COUNT_OF(keys); index += 1) {
        draft_int_field(made, record, keys[index], set, 0);
    }
    draft_int_field(made, inner, 3, set, 0);
    draft_int_field(made, inner, 4, set, 0);
    draft_packet(made, "one", 1);
    draft_root(made, GDV_TYPE_DICTIONARY, record);
    gdv_schema schema = draft_load(made);
    leads_are(&schema, 0, rows, COUNT_OF(rows));
    draft_drop(&schema);
}

/* [0, 1, .. 20] */
Test(value_paths, an_element_is_counted_in_decimal_digits)
{
    static const lead rows[] = {
        {"[0]", 0},
        {"[8]", 8},
        {"[9]", 9},
        {"[10]", 10},
        {"[20]", 20},
        {"[21]", GDV_NONE},
        {"[-1]", GDV_NONE},
        {"[-0]", GDV_NONE},
        {"[1.]", GDV_NONE},
        {"[1/]", GDV_NONE},
        {"[1:]", GDV_NONE},
        {"[1}", GDV_NONE},
        {"[1", GDV_NONE},
        {"x0]", GDV_NONE},
        {"{0}", GDV_NONE},
        {"0]", GDV_NONE},
        {"[]", GDV_NONE},
        {"[4294967296]", GDV_NONE}, /* 2 to the 32nd */
        {"[4294967297]", GDV_NONE},
    };
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t tuple = draft_rule(made, GDV_RULE_TUPLE);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    for (uint32_t index = 0; index <= 20; index += 1) {
        draft_field(made, tuple, NULL, any, 0);
    }
    draft_packet(made, "one", 1);
    draft_root(made, GDV_TYPE_ARRAY, tuple);
    gdv_schema schema = draft_load(made);
    leads_are(&schema, 0, rows, COUNT_OF(rows));
    draft_drop(&schema);
}

/* An array has no keys, whatever texts there are elsewhere: here a record of another packet has the key that is called as
 * the array's own packet, which is the first text of the form. */
Test(value_paths, an_array_has_no_keys)
{
    static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
    for (size_t index = 0; index < COUNT_OF(names); index += 1) {
        draft *made = draft_new(GDV_DIALECT_GODOT4_4);
        uint32_t tuple = draft_rule(made, GDV_RULE_TUPLE);
        uint32_t record = draft_rule(made, GDV_RULE_RECORD);
        uint32_t any = draft_rule(made, GDV_RULE_ANY);
        draft_packet(made, names[index], 1);
        draft_packet(made, "record", 2);
        draft_field(made, tuple, NULL, any, 0);
        draft_field(made, record, names[index], any, 0);
        draft_root(made, GDV_TYPE_ARRAY, tuple);
        draft_root(made, GDV_TYPE_DICTIONARY, record);
        gdv_schema schema = draft_load(made);
        char path[8];
        snprintf(path, sizeof path, ".%s", names[index]);
        cr_expect_eq(gdv_schema_value_of(&schema, 1, path), 0u);
        cr_expect_eq(gdv_schema_value_of(&schema, 0, path), GDV_NONE, "%s", path);
        cr_expect_eq(gdv_schema_value_of(&schema, 0, "[0]"), 0u);
        draft_drop(&schema);
    }
}

/* What a union may be has no place of its own: neither its tags lead there, nor what is in its alternatives. */
Test(value_paths, a_union_is_a_value_and_nothing_in_it)
{
    static const lead rows[] = {
        {".t", 0},          {".t.a", GDV_NONE},   {".t.n", GDV_NONE},  {".t{5}", GDV_NONE}, {".t.k", GDV_NONE},
        {".l", 3},          {".l[0]", GDV_NONE},  {".l[1]", GDV_NONE}, {".l.b", GDV_NONE},  {".l{1}", GDV_NONE},
        {".m", 6},          {".m.k", GDV_NONE},   {".m[0]", GDV_NONE}, {".s", 9},           {".s.only", GDV_NONE},
        {".s.n", GDV_NONE}, {".t.n.a", GDV_NONE}, {".z", 10},
    };
    schema_text made = schema_from_text("type T = { k: \"a\", n: int } | { k: 5, n: int }\n"
                                        "type L = [\"b\", int] | [1, int] | [0, float]\n"
                                        "type M = { k: int, n: int } | [int, int]\n"
                                        "packet p = { t: T, l: L, m: M, s: \"only\" | \"two\", z: int }\n",
                                        GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    leads_are(&made.schema, 0, rows, COUNT_OF(rows));
    schema_free(&made);
}

/* Where a match keeps the value of a field, but not of what is in that. And what is wrong in the middle of a path stays so. */
Test(value_paths, beyond_what_is_kept_nothing_is)
{
    static const lead rows[] = {
        {".a", 0},           {".a.x", GDV_NONE},    {".a.y", GDV_NONE},  {".a.y.x", GDV_NONE},
        {".b.y", 3},         {".b.y.x", GDV_NONE},  {".no.a", GDV_NONE}, {".a.no.a", GDV_NONE},
        {"x.a", GDV_NONE},   {".b.no.b", GDV_NONE}, {"..a", GDV_NONE},   {"[0].b", GDV_NONE},
        {"{0}.b", GDV_NONE},
    };
    draft *made = draft_new(GDV_DIALECT_GODOT4_4);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    uint32_t inner = draft_rule(made, GDV_RULE_RECORD);
    uint32_t any = draft_rule(made, GDV_RULE_ANY);
    draft_field(made, record, "a", inner, 0);
    draft_field(made, record, "b", inner, GDV_FIELD_NESTED);
    draft_field(made, inner, "x", any, 0);
    draft_field(made, inner, "y", any, 0);
    draft_packet(made, "one", 1);
    draft_root(made, GDV_TYPE_DICTIONARY, record);
    gdv_schema schema = draft_load(made);
    leads_are(&schema, 0, rows, COUNT_OF(rows));
    cr_expect_eq(gdv_schema_value_of(&schema, 0, NULL), GDV_NONE);
    cr_expect_eq(gdv_schema_value_of(&schema, 1, ".a"), GDV_NONE);
    draft_drop(&schema);
}
