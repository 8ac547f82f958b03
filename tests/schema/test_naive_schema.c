/* SPDX-License-Identifier: MIT */
/* The naive schema against what people wrote down of the schemas in corpus/schema. The fuzz target that compares it with
 * the library believes it, so it has to be right without the library: nothing here asks gdv for a verdict. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/reference/naive_schema.h"
#include "tests/support/schema_cases.h"

static void says_what_the_manifest_says(const schema_cases *one, const naive_schema *schema)
{
    naive_finding said = naive_schema_check(schema, one->bytes.bytes, one->bytes.size, one->dialect, &one->policy);
    const char *name = said.packet != NULL ? said.packet : "-";
    const char *rule = said.rule != NULL ? said.rule : "-";
    cr_expect_eq(said.code, one->code, "%s %s: %s at %zu, '%s'", one->schema, one->name, gdv_status_name(said.code),
                 (size_t)said.offset, said.path);
    cr_expect_str_eq(name, one->packet, "%s %s: packet %s", one->schema, one->name, name);
    cr_expect_str_eq(rule, one->rule, "%s %s: rule %s", one->schema, one->name, rule);
    cr_expect_eq(said.line, one->line, "%s %s: line %u", one->schema, one->name, said.line);
    /* Only a reader knows the offset and path of what is wrong with the packet itself. */
    bool of_packet = said.code < GDV_E_MISSING && said.code != GDV_OK;
    if (!of_packet) {
        cr_expect_eq(said.offset, one->offset, "%s %s: at %zu", one->schema, one->name, (size_t)said.offset);
        cr_expect_str_eq(said.path, one->path, "%s %s: path %s", one->schema, one->name, said.path);
    }
}

Test(naive_schema, says_of_every_case_what_the_manifest_says)
{
    naive_schema schema = {.first = NULL};
    size_t schemas = 0;
    schema_cases each = schema_cases_all();
    while (schema_cases_next(&each)) {
        if (each.is_first) {
            naive_schema_free(&schema);
            schema = naive_schema_read(each.sources, SCHEMA_SOURCES);
            schemas += 1;
        }
        says_what_the_manifest_says(&each, &schema);
    }
    naive_schema_free(&schema);
    cr_assert_eq(schemas, 12, "%zu schemas", schemas);
}
