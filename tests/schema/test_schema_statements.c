/* SPDX-License-Identifier: MIT */
/* Claims about the statements of a schema: where a list of limits ends, that each limit is kept and compared, and that a
 * rule knows what it is a part of. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/schema_text.h"
#include "tests/support/value_text.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* Compiles to that message, or where it is "" without one. */
static void says(const char *text, const char *message)
{
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_expect_eq(made.code, message[0] == '\0' ? GDV_OK : GDV_E_SCHEMA_SYNTAX, "%s", text);
    cr_expect_str_eq(made.error.message, message, "%s: %s", text, made.error.message);
    schema_free(&made);
}

Test(schema_statements, a_comma_may_stand_after_the_last_limit)
{
    says("limits max_depth = 8,\ntype A = int packet p = A", "");
    says("limits max_depth = 8,\npacket p = int", "");
    says("limits max_depth = 8,\ninclude 'main.gdvs' packet p = int", "");
    says("packet p = int limits max_depth = 8,", "");
    says("packet p = int limits max_depth = 8, # the last\n", "");
    says("packet p (max_bytes = 8,) = int", "");
    says("limits max_depth = 8,\nlimits max_bytes = 8", "limits are declared already, in line 1");
    says("limits max_depth = 8, 5", "expected 'type', 'packet', 'rpc', 'script', 'limits' or 'include', found '5'");
    says("limits max_depth = 8, max",
         "expected max_bytes, max_depth, max_values, max_elements or max_string, found 'max'");
}

Test(schema_statements, a_limit_is_a_whole_number_of_64_bits_first)
{
    says("limits max_values = 18446744073709551617",
         "'18446744073709551617' does not fit an int of 64 bits: a float is written 1e30 or 1.0");
    says("packet p = { 9223372036854775809: int }",
         "'9223372036854775809' does not fit an int of 64 bits: a float is written 1e30 or 1.0");
    says("limits max_values = 9223372036854775808", "max_values is 1 to 4294967295, found '9223372036854775808'");
}

/* Names in the quotes of a string are strings: that a name is missing is all that is wrong with them. */
Test(schema_statements, a_string_is_no_name)
{
    says("type packet = int", "'packet' is a reserved word: no type can be called that");
    says("type \"packet\" = int", "expected the name of the type, found '\"packet\"'");
    says("type Vector3 = int", "'Vector3' is a type of the engines: no other type can be called that");
    says("type 'Vector3' = int", "expected the name of the type, found ''Vector3''");
}

static const char *const limits[] = {"max_bytes", "max_depth", "max_values", "max_elements", "max_string"};

static uint64_t limit_of(const gdv_policy *policy, size_t limit)
{
    const uint64_t kept[] = {policy->max_bytes, policy->max_depth, policy->max_values, policy->max_elements,
                             policy->max_string};
    return kept[limit];
}

Test(schema_statements, each_limit_narrows_its_own_of_a_policy)
{
    for (size_t limit = 0; limit < COUNT_OF(limits); limit += 1) {
        char text[64];
        gdv_policy before;
        gdv_policy after;
        gdv_policy_init(&before, GDV_POLICY_STRICT);
        after = before;
        (void)snprintf(text, sizeof text, "limits %s = 7 packet p = int", limits[limit]);
        schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
        cr_assert_eq(made.code, GDV_OK, "%s: %s", text, made.error.message);
        gdv_schema_narrow(&made.schema, &after);
        for (size_t other = 0; other < COUNT_OF(limits); other += 1) {
            uint64_t expected = other == limit ? 7 : limit_of(&before, other);
            cr_expect_eq(limit_of(&after, other), expected, "%s: %s", limits[limit], limits[other]);
        }
        schema_free(&made);
    }
}

/* One above, at and below; in the first packet, in the last, and in the second of three. */
Test(schema_statements, no_packet_has_a_limit_above_that_of_the_schema)
{
    for (size_t limit = 0; limit < COUNT_OF(limits); limit += 1) {
        for (uint32_t wrong = 0; wrong < 4; wrong += 1) {
            char text[512];
            char message[128];
            const char *name = limits[limit];
            (void)snprintf(text, sizeof text,
                           "limits %s = 7 packet p (%s = %d) = [0] packet q (%s = %d) = [1] packet r (%s = %d) = [2]",
                           name, name, wrong == 0 ? 8 : 7, name, wrong == 1 ? 8 : 6, name, wrong == 2 ? 8 : 7);
            (void)snprintf(message, sizeof message, "%s is above the 7 that the limits of the schema allow, in line 1",
                           name);
            says(text, wrong == 3 ? "" : message);
        }
    }
}

static const gdv_rule *rule_in_line(const gdv_schema *schema, uint32_t line)
{
    const gdv_rule *found = NULL;
    for (uint32_t index = 0; index < gdv_schema_rules(schema); index += 1) {
        if (schema->rules[index].line == line && (schema->rules[index].flags & GDV_RULE_ROOT) == 0) {
            cr_expect_null(found, "one rule in line %u", line);
            found = &schema->rules[index];
        }
    }
    cr_assert_not_null(found, "a rule in line %u", line);
    return found;
}

/* <gdv/schema.h>: the name is a rule's own but where it is GDV_RULE_PART, and that of a packet by GDV_RULE_OF_PACKET. */
Test(schema_statements, a_rule_knows_what_it_is_a_part_of)
{
    static const char text[] = "packet p = {\n"
                               "  a: int,\n"
                               "  b: A }\n"
                               "type A =\n"
                               "  { c:\n"
                               "    float }\n"
                               "packet q =\n"
                               "  [bool,\n"
                               "  String]\n"
                               "type Unused = B\n"
                               "type B = int 5\n";
    static const struct {
        uint32_t line;
        uint16_t flags;
    } rows[] = {
        {1, GDV_RULE_OF_PACKET}, {2, GDV_RULE_OF_PACKET | GDV_RULE_PART}, {5, 0},
        {6, GDV_RULE_PART},      {9, GDV_RULE_OF_PACKET | GDV_RULE_PART},
    };
    schema_text made = schema_from_text(text, GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%u:%u: %s", made.error.line, made.error.column, made.error.message);
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        const gdv_rule *rule = rule_in_line(&made.schema, rows[row].line);
        cr_expect_eq(rule->flags & (GDV_RULE_PART | GDV_RULE_OF_PACKET), rows[row].flags, "line %u: %x", rows[row].line,
                     rule->flags);
    }
    schema_free(&made);
}

/* A violation names the type that declares the rule, also of a type that is declared after a packet. */
Test(schema_statements, a_violation_names_a_type_or_a_packet)
{
    static const struct {
        const char *value;
        const char *name;
        uint32_t is_packet;
    } rows[] = {{"[10, 0]", "p", 1}, {"[0, 10]", "A", 0}};
    static gdv_match match = {.struct_size = sizeof match};
    schema_text made = schema_from_text("packet p = [int 0..9, A] type A = int 0..9", GDV_DIALECT_GODOT4_4);
    cr_assert_eq(made.code, GDV_OK, "%s", made.error.message);
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        gdv_violation violation = {.struct_size = sizeof violation};
        packet bytes = packet_from_text(rows[row].value, GDV_DIALECT_GODOT4_4);
        cr_expect_eq(schema_says(&made, &bytes, NULL, &match, &violation), GDV_E_OUT_OF_RANGE);
        cr_expect_str_eq(violation.name, rows[row].name);
        cr_expect_eq(violation.is_packet, rows[row].is_packet, "%s", rows[row].name);
        packet_free(&bytes);
    }
    schema_free(&made);
}
