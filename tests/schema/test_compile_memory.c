/* SPDX-License-Identifier: MIT */
/* Claims about the memory that a schema is compiled into: what was there before makes no difference, and all that is
 * measured may be needed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_text.h"

/* Every spare rule is used: a union has one for its dictionaries and one for its arrays, and so have the packets. */
static const char full[] = "packet a = { t: \"a\", u: U, b: int }\n"
                           "packet c = { t: \"c\" }\n"
                           "packet d = [1, V]\n"
                           "packet e = [2]\n"
                           "type U = { k: \"x\" } | { k: \"y\", z: float } | [3] | [4, bool] | int\n"
                           "type V = { 5: 1 } | { 5: 2 } | [\"f\"] | [\"g\", U]\n";

/* No union has rules of its own. */
static const char plain[] = "packet a = [int | bool] packet b = { a: String | null } packet e = 1 packet e2 = true";

static uint64_t *compiled_over(const char *text, int fill, size_t size, size_t *form)
{
    const gdv_schema_source source = {"full.gdvs", text, strlen(text)};
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    uint64_t *memory = malloc(size);
    cr_assert_not_null(memory);
    memset(memory, fill, size);
    gdv_status code = gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, memory, size, &schema, &error);
    cr_assert_eq(code, GDV_OK, "over %02x: %u:%u: %s", (unsigned)fill, error.line, error.column, error.message);
    cr_expect_str_eq(gdv_schema_source_name(&schema, 0), "full.gdvs");
    cr_expect_str_eq(gdv_schema_packet_name(&schema, 0), "a");
    *form = gdv_schema_size(&schema);
    return memory;
}

static void makes_the_same_form(const char *text)
{
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    size_t form = 0;
    uint64_t *zeros = compiled_over(text, 0, made.size, &form);
    for (int fill = 1; fill < 256; fill += 1) {
        size_t other_form = 0;
        uint64_t *other = compiled_over(text, fill, made.size, &other_form);
        cr_assert_eq(other_form, form, "over %02x", (unsigned)fill);
        cr_expect_arr_eq(other, zeros, form, "over %02x", (unsigned)fill);
        free(other);
    }
    free(zeros);
    schema_free(&made);
}

Test(compile_memory, of_any_content_makes_the_same_form)
{
    makes_the_same_form(full);
    makes_the_same_form(plain);
}

/* All rules that were measured are there, and nothing of what lies after them, which the list of T is, was written to. */
Test(compile_memory, spare_rules_are_all_used_and_no_more)
{
    static const gdv_rule_kind kinds[] = {GDV_RULE_INT, GDV_RULE_BOOL, GDV_RULE_FLOAT};
    schema_text made =
        schema_from_text("type T = [int, bool, float]\n"
                         "type V = { 5: 1 } | { 5: 2 } | [\"f\"] | [\"g\", T]\n"
                         "packet a = { t: \"a\" } packet c = { t: \"c\" } packet d = [1, V] packet e = [2]",
                         GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    bool found = false;
    for (uint32_t number = 0; number < gdv_schema_rules(&made.schema); number += 1) {
        const gdv_rule *rule = gdv_schema_rule(&made.schema, number);
        for (uint32_t index = 0; rule->kind == GDV_RULE_TUPLE && rule->count == 3 && index < 3; index += 1) {
            const gdv_rule_field *field = gdv_schema_field(&made.schema, rule->first + index);
            found = true;
            cr_expect_eq(gdv_schema_rule(&made.schema, field->rule)->kind, kinds[index], "element %u", index);
        }
    }
    cr_expect(found);
    schema_free(&made);
}

static uint32_t rules_of_kind(const gdv_schema *schema, gdv_rule_kind kind, uint32_t *last)
{
    uint32_t count = 0;
    for (uint32_t rule = 0; rule < gdv_schema_rules(schema); rule += 1) {
        if (gdv_schema_rule(schema, rule)->kind == (uint8_t)kind) {
            count += 1;
            *last = rule;
        }
    }
    return count;
}

/* A union of one type is no table by type, and one of several has a rule for those that are told apart in it. */
Test(compile_memory, a_union_of_one_type_is_one_rule)
{
    static const struct {
        const char *text;
        uint32_t unions, tagged, led;
    } rows[] = {
        {"packet p = [A | B] type A = { t: 1 } type B = { t: 2 }", 0, 1, 0},
        {"packet p = { v: A | B } type A = [1] type B = [2]", 0, 0, 1},
        {"packet p = [A | B | null] type A = { t: 1 } type B = { t: 2 }", 1, 1, 0},
        {"packet p = [A | B | C | D] type A = { t: 1 } type B = { t: 2 } type C = [1] type D = [2]", 1, 1, 1},
        {"packet p = [null | bool]", 1, 0, 0},
        {"packet p = [int | bool]", 1, 0, 0},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        uint32_t mixed = 0;
        uint32_t other = 0;
        schema_text schema = schema_from_text(rows[row].text, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(schema.code, GDV_OK, "%s: %s", rows[row].text, schema.error.message);
        cr_expect_eq(rules_of_kind(&schema.schema, GDV_RULE_UNION, &mixed), rows[row].unions, "%s", rows[row].text);
        cr_expect_eq(rules_of_kind(&schema.schema, GDV_RULE_TAGGED, &other), rows[row].tagged, "%s", rows[row].text);
        cr_expect_eq(rules_of_kind(&schema.schema, GDV_RULE_LED, &other), rows[row].led, "%s", rows[row].text);
        if (rows[row].unions > 0) {
            cr_expect_eq(gdv_schema_rule(&schema.schema, mixed)->count, 0, "%s", rows[row].text);
        }
        schema_free(&schema);
    }
}

static void expect_owner(const gdv_schema *schema, uint32_t rule, const char *name, uint32_t line, uint16_t flags)
{
    const gdv_rule *of = gdv_schema_rule(schema, rule);
    gdv_text text = gdv_schema_text(schema, of->name);
    cr_expect_str_eq((const char *)text.bytes, name);
    cr_expect_eq(of->line, line, "%s: line %u", name, of->line);
    cr_expect_eq(of->flags, flags, "%s: flags %x", name, of->flags);
}

/* What tells the alternatives of a type or packet apart has its name and line; what tells packets apart has none. */
Test(compile_memory, what_tells_alternatives_apart_belongs_to_their_union)
{
    static const uint16_t part = GDV_RULE_PART;
    uint32_t rule = 0;
    schema_text schema = schema_from_text(
        "packet one = [null |\n{ t: 1 } | { t: 2 }]\npacket other = int\ntype Z = bool", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%s", schema.error.message);
    cr_expect_eq(rules_of_kind(&schema.schema, GDV_RULE_TAGGED, &rule), 1);
    expect_owner(&schema.schema, rule, "one", 1, part | GDV_RULE_OF_PACKET);
    schema_free(&schema);

    schema = schema_from_text("type One =\nnull | { t: 1 } | { t: 2 }\npacket other = [One]", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%s", schema.error.message);
    cr_expect_eq(rules_of_kind(&schema.schema, GDV_RULE_TAGGED, &rule), 1);
    expect_owner(&schema.schema, rule, "One", 2, part);
    schema_free(&schema);

    schema = schema_from_text("packet one = { t: 1 } packet other = { t: 2 }", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(schema.code, GDV_OK, "%s", schema.error.message);
    cr_expect_eq(rules_of_kind(&schema.schema, GDV_RULE_TAGGED, &rule), 1);
    expect_owner(&schema.schema, rule, "", 0, GDV_RULE_ROOT);
    cr_expect_eq(gdv_schema_rule(&schema.schema, rule)->name, GDV_NONE);
    schema_free(&schema);
}
