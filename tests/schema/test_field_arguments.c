/* SPDX-License-Identifier: MIT */
/* What gdv_schema_from_fields is handed: as much as there may be and one more, what is missing in the second of two, what
 * lies where it writes, to the byte; and what it leaves behind where it refuses. Promises 3 and 6. */
#include <criterion/criterion.h>
#include <string.h>

#include <gdv/schema_fields.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define DIALECT GDV_DIALECT_GODOT4_4

static const gdv_field one[] = {GDV_FIELD_LITERAL("t", "a"), GDV_FIELD_ANY("x", GDV_NOT_STORED)};
static const gdv_field keyless[] = {GDV_FIELD_ANY("x", GDV_NOT_STORED), GDV_FIELD_ANY(NULL, GDV_NOT_STORED)};

static gdv_status measured(const gdv_field_table *tables, size_t count)
{
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    return gdv_schema_from_fields(tables, count, DIALECT, NULL, 0, &schema, &error);
}

/* 256 packets, and 256 fields of one; more are refused before they are read. */
Test(field_arguments, as_many_as_there_may_be)
{
    static gdv_field fields[GDV_FIELDS_MOST + 1];
    static gdv_field_table tables[GDV_FIELDS_MOST + 1];
    for (size_t index = 0; index <= GDV_FIELDS_MOST; index += 1) {
        fields[index] = (gdv_field)GDV_FIELD_ANY("x", GDV_NOT_STORED);
        tables[index] = (gdv_field_table){"a", one, 2};
    }
    gdv_field_table large = {"a", fields, GDV_FIELDS_MOST};
    cr_expect_eq(measured(tables, GDV_FIELDS_MOST), GDV_E_NO_SPACE);
    cr_expect_eq(measured(tables, GDV_FIELDS_MOST + 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(measured(&large, 1), GDV_E_NO_SPACE);
    large.count += 1;
    cr_expect_eq(measured(&large, 1), GDV_E_BAD_ARGUMENT);
}

Test(field_arguments, what_is_missing_in_the_second)
{
    const gdv_field_table unnamed[] = {{"a", one, 2}, {NULL, one, 2}};
    const gdv_field_table nowhere[] = {{"a", one, 2}, {"b", NULL, 1}};
    const gdv_field_table key[] = {{"a", one, 2}, {"b", keyless, 2}};
    cr_expect_eq(measured(unnamed, 2), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(measured(unnamed, 1), GDV_E_NO_SPACE);
    cr_expect_eq(measured(nowhere, 2), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(measured(key, 2), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(measured(key, 1), GDV_E_NO_SPACE);
}

/* Four places of one block, which may be handed in as any argument. */
typedef struct places {
    uint64_t block[512];
    gdv_schema schema;
    gdv_schema_error error;
    gdv_field_table tables[2];
} places;

static gdv_status laid(places *of, const gdv_field_table *tables, void *memory, gdv_schema *schema,
                       gdv_schema_error *error)
{
    places before;
    of->error.struct_size = sizeof of->error;
    memcpy(&before, of, sizeof before);
    const gdv_status status = gdv_schema_from_fields(tables, 2, DIALECT, memory, sizeof of->block, schema, error);
    cr_expect(status != GDV_E_OVERLAP || memcmp(&before, of, sizeof before) == 0, "something is written");
    return status;
}

static const gdv_field two[] = {GDV_FIELD_LITERAL("t", "b")};

/* Each two of tables, memory, schema and error, of which one is written. */
Test(field_arguments, nothing_lies_in_what_is_written)
{
    static places of;
    const gdv_field_table tables[] = {{"a", one, 2}, {"b", two, 1}};
    gdv_field_table *const in_block = (gdv_field_table *)(void *)(of.block + 256);
    memcpy(in_block, tables, sizeof tables);
    memcpy(of.tables, tables, sizeof tables);
    gdv_schema *const over_tables = (gdv_schema *)(void *)of.tables;
    gdv_schema *const over_block = (gdv_schema *)(void *)(of.block + 500);
    gdv_schema *const over_error = (gdv_schema *)(void *)&of.error;
    cr_expect_eq(laid(&of, in_block, of.block, &of.schema, &of.error), GDV_E_OVERLAP);
    cr_expect_eq(laid(&of, of.tables, of.block, over_tables, &of.error), GDV_E_OVERLAP);
    cr_expect_eq(laid(&of, of.tables, of.block, over_block, &of.error), GDV_E_OVERLAP);
    cr_expect_eq(laid(&of, of.tables, of.block, over_error, &of.error), GDV_E_OVERLAP);
    gdv_schema_error *const error_in_block = (gdv_schema_error *)(void *)(of.block + 400);
    error_in_block->struct_size = sizeof *error_in_block;
    cr_expect_eq(laid(&of, of.tables, of.block, &of.schema, error_in_block), GDV_E_OVERLAP);
    gdv_field_table *const in_error = (gdv_field_table *)(void *)of.error.message;
    memcpy(in_error, tables, sizeof tables);
    cr_expect_eq(laid(&of, in_error, of.block, &of.schema, &of.error), GDV_E_OVERLAP);
    cr_expect_eq(laid(&of, of.tables, of.block, &of.schema, &of.error), GDV_OK);
}

/* A name, key or literal, and fields, of the first or the second table, in memory, schema or error. */
Test(field_arguments, what_tables_lead_to)
{
    static places of;
    char *const texts[] = {(char *)of.block, (char *)&of.schema, of.error.message};
    for (size_t where = 0; where < COUNT_OF(texts); where += 1) {
        memset(&of, 0, sizeof of);
        memcpy(texts[where], "k", 2);
        const gdv_field key[] = {GDV_FIELD_LITERAL("t", "c"), GDV_FIELD_ANY(texts[where], GDV_NOT_STORED)};
        const gdv_field literal[] = {GDV_FIELD_ANY("x", GDV_NOT_STORED), GDV_FIELD_LITERAL("t", texts[where])};
        const gdv_field_table other = {"a", one, 2};
        const gdv_field_table rows[] = {{texts[where], two, 1}, {"b", key, 2}, {"b", literal, 2}};
        for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
            const gdv_field_table first[] = {rows[index], other};
            const gdv_field_table second[] = {other, rows[index]};
            cr_expect_eq(laid(&of, first, of.block, &of.schema, &of.error), GDV_E_OVERLAP, "%zu in %zu", index, where);
            cr_expect_eq(laid(&of, second, of.block, &of.schema, &of.error), GDV_E_OVERLAP, "%zu in %zu", index, where);
        }
    }
    gdv_field *const fields = (gdv_field *)(void *)(of.block + 256);
    fields[0] = (gdv_field)GDV_FIELD_LITERAL("t", "b");
    const gdv_field_table inside[] = {{"a", fields, 1}, {"b", one, 2}};
    cr_expect_eq(laid(&of, inside, of.block, &of.schema, &of.error), GDV_E_OVERLAP);
}

/* The NUL of a text is read too: it may be the last byte before the memory, and not the first of it. */
Test(field_arguments, texts_end_before_what_is_written)
{
    static uint64_t block[512];
    gdv_schema schema;
    gdv_schema_error error = {.struct_size = sizeof error};
    char *const text = (char *)(block + 1) - 4;
    memcpy(text, "abc", 4);
    const gdv_field_table single = {text, one, 2};
    cr_expect_eq(gdv_schema_from_fields(&single, 1, DIALECT, block + 1, sizeof block - 8, &schema, &error), GDV_OK);
    memcpy(text, "abcd", 5);
    cr_expect_eq(gdv_schema_from_fields(&single, 1, DIALECT, block + 1, sizeof block - 8, &schema, &error),
                 GDV_E_OVERLAP);
}

/* Memory may be as large as half of all there is, with everything else before it. */
Test(field_arguments, memory_may_be_nearly_everything)
{
    struct {
        char name[2];
        char key[2];
        gdv_field field;
        gdv_field_table tables[1];
        gdv_schema schema;
        gdv_schema_error error;
        uint64_t block[512];
    } of;
    memset(&of, 0, sizeof of);
    of.name[0] = 'n';
    of.key[0] = 'k';
    of.field = (gdv_field)GDV_FIELD_ANY(of.key, GDV_NOT_STORED);
    of.tables[0] = (gdv_field_table){of.name, &of.field, 1};
    of.error.struct_size = sizeof of.error;
    const size_t half = (size_t)(~(uintptr_t)of.block / 2 + 1);
    cr_expect_eq(gdv_schema_from_fields(of.tables, 1, DIALECT, of.block, half, &of.schema, &of.error), GDV_OK);
}

static void is_empty(const gdv_schema *schema)
{
    const gdv_schema empty = {0};
    cr_expect(memcmp(schema, &empty, sizeof empty) == 0, "the schema is not empty");
}

/* Where it refuses, the schema is empty, and the error says what and nothing else. */
Test(field_arguments, what_is_left_of_a_refusal)
{
    static uint64_t block[512];
    const gdv_field_table single = {"a", one, 2};
    const gdv_field_table wrong = {"a", keyless, 2};
    const struct {
        const gdv_field_table *single;
        gdv_dialect dialect;
        size_t size;
        gdv_status status;
    } rows[] = {
        {&wrong, DIALECT, sizeof block, GDV_E_BAD_ARGUMENT},
        {NULL, DIALECT, sizeof block, GDV_E_BAD_ARGUMENT},
        {&single, GDV_DIALECT_COUNT, sizeof block, GDV_E_BAD_DIALECT},
        {&single, DIALECT, 8, GDV_E_NO_SPACE},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_schema schema;
        gdv_schema_error error;
        memset(&schema, 0x5a, sizeof schema);
        memset(&error, 0x5a, sizeof error);
        error.struct_size = sizeof error;
        cr_expect_eq(gdv_schema_from_fields(rows[index].single, 1, rows[index].dialect, block, rows[index].size,
                                            &schema, &error),
                     rows[index].status, "row %zu", index);
        is_empty(&schema);
        cr_expect_eq(error.code, rows[index].status, "row %zu", index);
        cr_expect_str_eq(error.message, gdv_status_text(rows[index].status));
        cr_expect_eq(error.struct_size, sizeof error);
        cr_expect(error.line == 0 && error.source == 0 && error.column == 0 && error.offset == 0, "row %zu", index);
        cr_expect_eq(error.need != 0, rows[index].status == GDV_E_NO_SPACE, "row %zu", index);
        memset(&schema, 0x5a, sizeof schema);
        cr_expect_eq(
            gdv_schema_from_fields(rows[index].single, 1, rows[index].dialect, block, rows[index].size, &schema, NULL),
            rows[index].status, "row %zu", index);
        is_empty(&schema);
    }
}
