/* SPDX-License-Identifier: MIT */
/* What the library says of the packets in corpus/schema is what people wrote down: verdict, packet, rule, line and place.
 * tests/schema/test_naive_schema.c asks the naive checker for them. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_cases.h"

enum { MEMORY = 1 << 18 };

/* A schema in memory of its own. */
typedef struct compiled {
    uint64_t *memory;
    gdv_schema schema;
} compiled;

static void compile(compiled *made, const schema_cases *one)
{
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_status code =
        gdv_schema_compile(one->sources, SCHEMA_SOURCES, one->dialect, made->memory, MEMORY, &made->schema, &error);
    cr_assert_eq(code, GDV_OK, "%s:%u:%u: %s", one->schema, error.line, error.column, error.message);
}

static void says_what_the_manifest_says(const schema_cases *one, const gdv_schema *schema, gdv_violation *said)
{
    static gdv_match match;
    size_t capacity = gdv_document_bound(one->bytes.size);
    gdv_node *nodes = calloc(capacity, sizeof *nodes);
    cr_assert_not_null(nodes);
    match.struct_size = sizeof match;
    *said = (gdv_violation){.struct_size = sizeof *said, .report = {.struct_size = sizeof said->report}};
    gdv_status code =
        gdv_schema_check(schema, one->bytes.bytes, one->bytes.size, &one->policy, nodes, capacity, &match, said);
    const char *name = match.packet != GDV_NONE ? gdv_schema_packet_name(schema, match.packet) : "-";
    cr_expect_eq(code, one->code, "%s %s: %s", one->schema, one->name, gdv_status_name(code));
    cr_expect_str_eq(name, one->packet, "%s %s: packet %s", one->schema, one->name, name);
    free(nodes);
}

/* The place and the rule of a refusal. A path of the manifest that ends in {key} is the pair's, and the part its key. */
static void blames_what_the_manifest_blames(const schema_cases *one, const gdv_violation *said)
{
    static const char key[] = "{key}";
    char place[sizeof said->report.path + sizeof said->part];
    const char *rule = said->name[0] != '\0' ? said->name : "-";
    bool of_key = strcmp(said->part, key) == 0;
    (void)snprintf(place, sizeof place, "%s%s", said->report.path, of_key ? key : "");
    cr_expect_str_eq(place, one->path, "%s %s: path %s", one->schema, one->name, place);
    cr_expect_eq(said->report.code, one->code, "%s %s: %s", one->schema, one->name, gdv_status_name(said->report.code));
    cr_expect_str_eq(rule, one->rule, "%s %s: rule %s", one->schema, one->name, rule);
    cr_expect_eq(said->line, one->line, "%s %s: line %u", one->schema, one->name, said->line);
    /* What is wrong with the bytes may stand inside the value: corpus/malformed has those. */
    if (one->code >= GDV_E_MISSING) {
        cr_expect_eq(said->report.offset, one->offset, "%s %s: at %zu", one->schema, one->name,
                     (size_t)said->report.offset);
    }
}

Test(schema_cases, are_judged_as_the_manifest_says)
{
    compiled made = {.memory = calloc(MEMORY / sizeof(uint64_t), sizeof(uint64_t))};
    gdv_violation said;
    size_t packets = 0;
    cr_assert_not_null(made.memory);
    schema_cases each = schema_cases_all();
    while (schema_cases_next(&each)) {
        if (each.is_first) {
            compile(&made, &each);
        }
        says_what_the_manifest_says(&each, &made.schema, &said);
        if (each.code != GDV_OK) {
            blames_what_the_manifest_blames(&each, &said);
        }
        packets += 1;
    }
    cr_assert_geq(packets, 250, "%zu packets", packets);
    free(made.memory);
}
