/* SPDX-License-Identifier: MIT */
/* What the entry points say to arguments that are missing, too large, or lie in one another; what they leave behind when
 * they refuse; and the limits of a schema and of a packet. Promises 1, 3 and 6. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/calls.h"
#include "tests/support/checked.h"
#include "tests/support/draft.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* packet small = { "a": Variant, ... }: whatever has the key. */
static gdv_schema small_in(gdv_dialect dialect, const gdv_rule_packet *of_schema, const gdv_rule_packet *of_packet)
{
    draft *made = draft_new(dialect);
    uint32_t record = draft_rule(made, GDV_RULE_RECORD);
    draft_packet(made, "small", 3);
    if (of_packet != NULL) {
        gdv_rule_packet *limits = draft_packet_at(made, 0);
        const uint32_t name = limits->name;
        *limits = *of_packet;
        limits->name = name;
        limits->line = 3;
    }
    if (of_schema != NULL) {
        *draft_limits(made) = *of_schema;
    }
    draft_at(made, record)->flags |= GDV_RULE_OPEN;
    draft_field(made, record, "a", draft_rule(made, GDV_RULE_ANY), 0);
    draft_root(made, GDV_TYPE_DICTIONARY, record);
    return draft_load(made);
}

static gdv_schema small(const gdv_rule_packet *of_schema, const gdv_rule_packet *of_packet)
{
    return small_in(GDV_DIALECT_GODOT4_4, of_schema, of_packet);
}

static const uint8_t packet_of_a[24] = {27, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 'a', 0, 0, 0, 0, 0, 0, 0};

typedef struct everything {
    gdv_schema schema;
    gdv_policy policy;
    gdv_match match;
    gdv_violation violation;
    gdv_node nodes[8];
    uint8_t bytes[24];
} everything;

static void begin(everything *of)
{
    memset(of, 0, sizeof *of);
    of->schema = small(NULL, NULL);
    gdv_policy_init(&of->policy, GDV_POLICY_STRICT);
    of->match.struct_size = sizeof of->match;
    of->violation.struct_size = sizeof of->violation;
    memcpy(of->bytes, packet_of_a, sizeof of->bytes);
}

static gdv_status check(everything *of)
{
    return gdv_schema_check(&of->schema, of->bytes, sizeof of->bytes, &of->policy, of->nodes, 8, &of->match,
                            &of->violation);
}

Test(schema_entry, a_check_that_passes)
{
    everything of;
    begin(&of);
    cr_assert_eq(check(&of), GDV_OK);
    cr_expect_eq(of.match.packet, 0u);
    cr_expect_eq(of.violation.report.code, GDV_OK);
    cr_expect_eq(of.violation.packet, 0u);
    cr_expect_eq(of.violation.rule, GDV_NONE);
    draft_drop(&of.schema);
}

Test(schema_entry, what_is_missing)
{
    everything of;
    begin(&of);
    gdv_schema empty;
    memset(&empty, 0, sizeof empty);
    cr_expect_eq(gdv_schema_check(NULL, of.bytes, 24, NULL, of.nodes, 8, &of.match, &of.violation), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.violation.report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(of.match.packet, GDV_NONE);
    cr_expect_eq(gdv_schema_check(&empty, of.bytes, 24, NULL, of.nodes, 8, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_check(&of.schema, NULL, 24, NULL, of.nodes, 8, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, NULL, NULL, 8, &of.match, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, NULL, of.nodes, 8, NULL, &of.violation),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, NULL, of.nodes, SIZE_MAX, &of.match, NULL),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, SIZE_MAX, NULL, of.nodes, 8, &of.match, NULL),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_check(&of.schema, NULL, 0, NULL, of.nodes, 8, &of.match, NULL), GDV_E_EMPTY);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, NULL, NULL, 0, &of.match, &of.violation), GDV_E_NO_SPACE);
    cr_expect_eq(of.violation.report.need, 4u);
    of.policy.permit = ~0u;
    cr_expect_eq(check(&of), GDV_E_BAD_POLICY);
    of.match.struct_size -= 1;
    cr_expect_eq(check(&of), GDV_E_BAD_STRUCT);
    of.match.struct_size += 1;
    of.violation.struct_size += 1;
    cr_expect_eq(check(&of), GDV_E_BAD_STRUCT);
    draft_drop(&of.schema);
}

/* Each thing that is written, laid over each other thing. */
Test(schema_entry, nothing_may_lie_in_what_is_written)
{
    static union {
        everything of;
        uint8_t bytes[2 * sizeof(everything)];
        gdv_match match;
        gdv_violation violation;
        gdv_node nodes[64];
        gdv_schema schema;
        gdv_policy policy;
    } memory;
    everything of;
    begin(&of);
    memset(&memory, 0, sizeof memory);
    gdv_match *match = &memory.match;
    cr_expect_eq(gdv_schema_check(&of.schema, memory.bytes, 24, NULL, of.nodes, 8, match, NULL), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, &memory.policy, of.nodes, 8, match, NULL), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_check(&memory.schema, of.bytes, 24, NULL, of.nodes, 8, match, NULL), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, NULL, memory.nodes, 8, match, NULL), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_check(&of.schema, of.bytes, 24, NULL, of.nodes, 8, match, &memory.violation),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_check(&of.schema, memory.bytes, 24, NULL, memory.nodes, 8, &of.match, NULL), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_check(&of.schema, memory.bytes, 24, NULL, of.nodes, 8, &of.match, &memory.violation),
                 GDV_E_OVERLAP);
    gdv_schema inside = of.schema;
    const size_t form_size = gdv_schema_size(&of.schema);
    memcpy(memory.bytes, of.schema.form, form_size);
    inside.form = (const gdv_form *)(const void *)memory.bytes;
    cr_expect_eq(gdv_schema_check(&inside, of.bytes, 24, NULL, memory.nodes, 1, &of.match, NULL), GDV_E_OVERLAP);
    for (size_t index = form_size; index < sizeof memory; index += 1) {
        cr_assert_eq(memory.bytes[index], 0);
    }
    draft_drop(&of.schema);
}

Test(schema_entry, loads_that_cannot_be)
{
    static uint64_t memory[64];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    const uint8_t *crooked = (const uint8_t *)memory + 4;
    cr_expect_eq(gdv_schema_load(NULL, 0, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_str_eq(error.message, gdv_status_text(GDV_E_BAD_ARGUMENT));
    cr_expect_eq(gdv_schema_load(crooked, 64, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_load(memory, SIZE_MAX, &schema, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_load(memory, sizeof memory, NULL, &error), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_schema_load(memory, 0, &schema, NULL), GDV_E_SCHEMA_FORM);
    cr_expect_eq(gdv_schema_load(memory, sizeof memory, (gdv_schema *)(void *)memory, NULL), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_load(memory, sizeof memory, &schema, (gdv_schema_error *)(void *)memory), GDV_E_OVERLAP);
    error.struct_size = 1;
    cr_expect_eq(gdv_schema_load(memory, sizeof memory, &schema, &error), GDV_E_BAD_STRUCT);
}

typedef struct limit_row {
    gdv_rule_packet limits;
    const char *calls;
    const char *of_packet; /* what is said where the packet has the limits */
    gdv_status of_schema;  /* and where the schema has them */
} limit_row;

#define RULE " (packet small, line 3)"

Test(schema_entry, limits)
{
    static const limit_row rows[] = {
        {{.max_bytes = 24}, "dict str=a nil end", "", GDV_OK},
        {{.max_bytes = 23},
         "dict str=a nil end",
         "LIMIT_BYTES packet: 24 is more than 23 bytes" RULE,
         GDV_E_LIMIT_BYTES},
        {{.max_depth = 2}, "dict str=a nil end", "", GDV_OK},
        {{.max_depth = 1}, "dict str=a nil end", "LIMIT_DEPTH .a: 1 is more than 0 levels" RULE, GDV_E_LIMIT_DEPTH},
        {{.max_depth = 3}, "dict str=a array array end array end int=1 end str=b array nil end end", "", GDV_OK},
        {{.max_depth = 3},
         "dict str=a array array nil end end end",
         "LIMIT_DEPTH .a[0][0]: 3 is more than 2 levels" RULE,
         GDV_E_LIMIT_DEPTH},
        {{.max_values = 3}, "dict str=a nil end", "", GDV_OK},
        {{.max_values = 2}, "dict str=a nil end", "LIMIT_VALUES .a: 3 is more than 2 values" RULE, GDV_E_LIMIT_VALUES},
        {{.max_elements = 2}, "dict str=a array nil nil end end", "", GDV_OK},
        {{.max_elements = 2},
         "dict str=a array nil nil nil end end",
         "LIMIT_ELEMENTS .a: 3 is more than 2 elements" RULE,
         GDV_E_LIMIT_ELEMENTS},
        {{.max_string = 3}, "dict str=a str=abc end", "", GDV_OK},
        {{.max_string = 3},
         "dict str=a str=abcd end",
         "LIMIT_STRING .a: 4 is more than 3 bytes of text" RULE,
         GDV_E_LIMIT_STRING},
        {{.max_string = 3}, "dict str=a strs=a,ab end", "", GDV_OK},
        {{.max_string = 3},
         "dict str=a strs=a,abc,a end",
         "LIMIT_STRING .a: 4 is more than 3 bytes of text" RULE,
         GDV_E_LIMIT_STRING},
        {{.max_values = 9}, "dict str=a strs=a,abc,a end", "", GDV_OK},
        {{.max_string = 3}, "dict str=a path=/ab/abc end", "", GDV_OK},
        {{.max_string = 3},
         "dict str=a path=/ab/abcd end",
         "LIMIT_STRING .a: 4 is more than 3 bytes of text" RULE,
         GDV_E_LIMIT_STRING},
        {{.max_elements = 2}, "dict str=a path=/a/b end", "", GDV_OK},
        {{.max_elements = 2},
         "dict str=a path=/a/b/c end",
         "LIMIT_ELEMENTS .a: 3 is more than 2 elements" RULE,
         GDV_E_LIMIT_ELEMENTS},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        checked got;
        gdv_schema schema = small(NULL, &rows[index].limits);
        checked_calls(&got, &schema, NULL, rows[index].calls);
        cr_expect_str_eq(got.line, rows[index].of_packet, "row %zu: %s", index, got.line);
        cr_expect_eq(got.match.packet, 0u);
        draft_drop(&schema);
        schema = small(&rows[index].limits, NULL);
        checked_calls(&got, &schema, NULL, rows[index].calls);
        cr_expect_eq(got.code, rows[index].of_schema, "row %zu: %s", index, got.line);
        draft_drop(&schema);
    }
}

/* A limit of a packet is that of a policy: what it counts of types that not every dialect has. */
Test(schema_entry, limits_count_as_those_of_a_policy)
{
    static const struct {
        gdv_dialect dialect;
        gdv_rule_packet limits;
        const char *calls;
        const char *of_packet;
        gdv_status of_schema;
    } rows[] = {
        {GDV_DIALECT_GODOT2, {.max_elements = 1}, "dict str=a image=4,0,1,1,010203ff end", "", GDV_OK},
        {GDV_DIALECT_GODOT2, {.max_string = 1}, "dict str=a image=4,0,1,1,010203ff end", "", GDV_OK},
        {GDV_DIALECT_GODOT2, {.max_elements = 1}, "dict str=a event=1,0,0,65 end", "", GDV_OK},
        {GDV_DIALECT_GODOT2, {.max_string = 1}, "dict str=a event=1,0,0,65 end", "", GDV_OK},
        {GDV_DIALECT_GODOT2, {.max_string = 3}, "dict str=a path=a/b end", "", GDV_OK},
        {GDV_DIALECT_GODOT4_4, {.max_string = 3}, "dict str=a signal=abc,5 end", "", GDV_OK},
        {GDV_DIALECT_GODOT4_4, {.max_elements = 1}, "dict str=a signal=abc,5 end", "", GDV_OK},
        {GDV_DIALECT_GODOT4_4,
         {.max_string = 3},
         "dict str=a signal=abcd,5 end",
         "LIMIT_STRING .a: 4 is more than 3 bytes of text" RULE,
         GDV_E_LIMIT_STRING},
    };
    const gdv_policy policy =
        policy_with(GDV_POLICY_STRICT, GDV_PERMIT_SIGNAL | GDV_PERMIT_OBJECT_ID | GDV_PERMIT_OBJECT);
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        checked got;
        gdv_schema schema = small_in(rows[index].dialect, NULL, &rows[index].limits);
        checked_calls(&got, &schema, &policy, rows[index].calls);
        cr_expect_str_eq(got.line, rows[index].of_packet, "row %zu: %s", index, got.line);
        draft_drop(&schema);
        schema = small_in(rows[index].dialect, &rows[index].limits, NULL);
        checked_calls(&got, &schema, &policy, rows[index].calls);
        cr_expect_eq(got.code, rows[index].of_schema, "row %zu: %s", index, got.line);
        draft_drop(&schema);
    }
}

/* Old NodePaths are one text, and the policy's limit of texts is theirs. "a/bc" and its length, without the flag of a new
 * one: docs/wire-format.md. */
Test(schema_entry, limits_of_old_paths)
{
    static const uint8_t old[] = {20,  0, 0, 0, 1,  0, 0, 0, 4, 0, 0, 0, 1,   0,   0,   0,
                                  'a', 0, 0, 0, 16, 0, 0, 0, 4, 0, 0, 0, 'a', '/', 'b', 'c'};
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_NODE_PATH);
    for (uint32_t most = 3; most <= 4; most += 1) {
        const gdv_rule_packet limits = {.max_string = most};
        const gdv_rule_packet elements = {.max_elements = 1};
        checked got;
        gdv_schema schema = small_in(GDV_DIALECT_GODOT2, NULL, &limits);
        checked_bytes(&got, &schema, &policy, old, sizeof old);
        cr_expect_eq(got.code, most == 4 ? GDV_OK : GDV_E_LIMIT_STRING, "%s", got.line);
        draft_drop(&schema);
        schema = small_in(GDV_DIALECT_GODOT2, &limits, NULL);
        checked_bytes(&got, &schema, &policy, old, sizeof old);
        cr_expect_eq(got.code, most == 4 ? GDV_OK : GDV_E_LIMIT_STRING, "%s", got.line);
        draft_drop(&schema);
        schema = small_in(GDV_DIALECT_GODOT2, NULL, &elements);
        checked_bytes(&got, &schema, &policy, old, sizeof old);
        cr_expect_eq(got.code, GDV_OK, "%s", got.line);
        draft_drop(&schema);
    }
}

/* Names of properties are no values. */
Test(schema_entry, limits_of_objects)
{
    const gdv_rule_packet limits = {.max_values = 5, .max_depth = 3};
    const gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_OBJECT);
    checked got;
    gdv_schema schema = small(NULL, &limits);
    checked_calls(&got, &schema, &policy, "dict str=a object=Node prop=x int=1 prop=y int=2 end end");
    cr_expect_str_eq(got.line, "");
    checked_calls(&got, &schema, &policy, "dict str=a object=Node prop=x int=1 prop=y int=2 prop=z int=2 end end");
    cr_expect_eq(got.code, GDV_E_LIMIT_VALUES, "%s", got.line);
    draft_drop(&schema);
    const gdv_rule_packet flat = {.max_depth = 2};
    schema = small(NULL, &flat);
    checked_calls(&got, &schema, &policy, "dict str=a object=Node prop=x int=1 end end");
    cr_expect_eq(got.code, GDV_E_LIMIT_DEPTH, "%s", got.line);
    draft_drop(&schema);
}

/* A schema lowers a policy and raises nothing; it takes the permission of duplicate keys. */
Test(schema_entry, a_schema_narrows_a_policy)
{
    const gdv_rule_packet low = {.max_bytes = 5, .max_depth = 6, .max_values = 7, .max_elements = 8, .max_string = 9};
    const gdv_rule_packet high = {.max_bytes = 0xffffffff,
                                  .max_depth = 0xffffffff,
                                  .max_values = 0xffffffff,
                                  .max_elements = 0xffffffff,
                                  .max_string = 0xffffffff};
    gdv_policy policy;
    gdv_schema schema = small(&low, NULL);
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.permit = GDV_PERMIT_DUPLICATE_KEYS | GDV_PERMIT_BOOL;
    gdv_schema_narrow(&schema, &policy);
    cr_expect(policy.max_bytes == 5 && policy.max_depth == 5 && policy.max_values == 7 && policy.max_elements == 8 &&
              policy.max_string == 9 && policy.permit == GDV_PERMIT_BOOL);
    draft_drop(&schema);
    schema = small(&high, NULL);
    gdv_policy strict;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    policy = strict;
    gdv_schema_narrow(&schema, &policy);
    cr_expect(memcmp(&policy, &strict, sizeof policy) == 0);
    draft_drop(&schema);
    gdv_schema_narrow(&schema, &policy); /* which is empty now */
    gdv_schema_narrow(NULL, &policy);
    gdv_schema_narrow(NULL, NULL);
    cr_expect(memcmp(&policy, &strict, sizeof policy) == 0);
}

/* {"a": null, "a": null}, which a policy may permit. */
Test(schema_entry, no_key_comes_twice)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_DUPLICATE_KEYS);
    gdv_schema schema = small(NULL, NULL);
    packet bytes =
        packet_from_hex("1b000000 02000000 04000000 01000000 61000000 00000000 04000000 01000000 61000000 00000000");
    checked got;
    checked_bytes(&got, &schema, &policy, bytes.bytes, bytes.size);
    cr_expect_eq(got.code, GDV_E_DUPLICATE_KEY);
    cr_expect_eq(got.violation.rule, GDV_NONE);
    cr_expect_str_eq(got.line,
                     "DUPLICATE_KEY DUPLICATE_KEY at 24 (.a): dictionary has this key twice; engines keep the last "
                     "value silently");
    packet_free(&bytes);
    draft_drop(&schema);
}

Test(schema_entry, what_tools_read)
{
    gdv_schema schema = small(NULL, NULL);
    gdv_schema empty;
    memset(&empty, 0, sizeof empty);
    cr_expect_eq(gdv_schema_rules(&schema), 2u);
    cr_expect_eq(gdv_schema_packets(&schema), 1u);
    cr_expect_eq(gdv_schema_rule(&schema, 0)->kind, (uint8_t)GDV_RULE_RECORD);
    cr_expect_eq(gdv_schema_packet(&schema, 0)->line, 3u);
    cr_expect_eq(gdv_schema_packet(&schema, GDV_NONE)->name, GDV_NONE);
    cr_expect_eq(gdv_schema_field(&schema, 0)->rule, 1u);
    cr_expect_eq(gdv_schema_ref(&schema, GDV_TYPE_DICTIONARY), 0u);
    cr_expect_eq(gdv_schema_ref(&schema, GDV_TYPE_ARRAY), GDV_NONE);
    cr_expect_str_eq(gdv_schema_text(&schema, 0).bytes, "small");
    cr_expect_eq(gdv_schema_text(&schema, 0).size, 5u);
    cr_expect_str_eq(gdv_schema_packet_name(&schema, 0), "small");
    cr_expect_eq(gdv_schema_packet_of(&schema, "small"), 0u);
    cr_expect_eq(gdv_schema_packet_of(&schema, "smal"), GDV_NONE);
    cr_expect_eq(gdv_schema_packet_of(&schema, NULL), GDV_NONE);
    const gdv_schema *none[] = {&schema, &empty, NULL};
    for (size_t index = 0; index < COUNT_OF(none); index += 1) {
        cr_expect_null(gdv_schema_rule(none[index], 2));
        cr_expect_null(gdv_schema_packet(none[index], 1));
        cr_expect_null(gdv_schema_field(none[index], 1));
        cr_expect_eq(gdv_schema_ref(none[index], 0xfffffff), GDV_NONE);
        cr_expect_str_eq(gdv_schema_text(none[index], 2).bytes, "");
        cr_expect_eq(gdv_schema_int(none[index], 0), 0);
        cr_expect(gdv_schema_double(none[index], 0) == 0.0);
        cr_expect_str_eq(gdv_schema_packet_name(none[index], 1), "");
        cr_expect_str_eq(gdv_schema_source_name(none[index], 0), "");
    }
    cr_expect_eq(
        gdv_schema_rules(NULL) + gdv_schema_rules(&empty) + gdv_schema_packets(NULL) + gdv_schema_packets(&empty), 0u);
    cr_expect_eq(gdv_schema_size(NULL) + gdv_schema_size(&empty), 0u);
    cr_expect_null(gdv_schema_packet(&empty, GDV_NONE));
    draft_drop(&schema);
}

Test(schema_entry, sentences_are_cut_to_fit)
{
    char text[8];
    gdv_violation violation;
    memset(&violation, 0, sizeof violation);
    violation.report.code = GDV_E_OUT_OF_RANGE;
    violation.report.type_name = "";
    strcpy(violation.found, "5");
    strcpy(violation.expected, "1..2");
    memset(text, 'x', sizeof text);
    cr_expect_eq(gdv_violation_format(&violation, text, 5), strlen("packet: 5 is not in 1..2"));
    cr_expect_str_eq(text, "pack");
    cr_expect_eq(text[5], 'x');
    cr_expect_eq(gdv_violation_format(&violation, NULL, 0), strlen("packet: 5 is not in 1..2"));
    cr_expect_eq(gdv_violation_format(&violation, text, SIZE_MAX), 0u);
    cr_expect_eq(gdv_violation_format(NULL, text, sizeof text), 0u);
    cr_expect_str_eq(text, "");
    cr_expect_eq(gdv_violation_format(&violation, text, 0), strlen("packet: 5 is not in 1..2"));
    violation.line = 6;
    cr_expect_eq(gdv_violation_format(&violation, NULL, 0), strlen("packet: 5 is not in 1..2 (line 6)"));
    strcpy(violation.name, "T");
    cr_expect_eq(gdv_violation_format(&violation, NULL, 0), strlen("packet: 5 is not in 1..2 (type T, line 6)"));
    violation.line = 0;
    cr_expect_eq(gdv_violation_format(&violation, NULL, 0), strlen("packet: 5 is not in 1..2 (type T)"));
}
