/* SPDX-License-Identifier: MIT */
/* Claims about the texts that are handed to gdv_schema_compile: each of them is there, none lies in what is written, and all
 * together are small enough. */
#include <criterion/criterion.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define TEXT "packet p = int"
#define TEXT_SIZE (sizeof TEXT - 1)

enum { MOST = 0x4000000 }; /* bytes of all texts and names */

static uint64_t memory[4096];

static gdv_status compile(const gdv_schema_source *sources, size_t count, gdv_schema_error *error)
{
    gdv_schema schema;
    memset(error, 0, sizeof *error);
    error->struct_size = sizeof *error;
    return gdv_schema_compile(sources, count, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &schema, error);
}

/* The array ends with the last source, so that one beyond it is seen. */
Test(compile_sources, each_of_them_is_looked_at)
{
    enum { MANY = 4 };
    for (size_t bad = 0; bad < MANY; bad += 1) {
        gdv_schema_source *sources = malloc(MANY * sizeof *sources);
        gdv_schema_error error;
        cr_assert_not_null(sources);
        for (size_t index = 0; index < MANY; index += 1) {
            sources[index] = (gdv_schema_source){"name", TEXT, TEXT_SIZE};
        }
        cr_expect_eq(compile(sources, MANY, &error), GDV_OK, "%s", error.message);
        sources[bad].name = NULL;
        cr_expect_eq(compile(sources, MANY, &error), GDV_E_BAD_ARGUMENT, "no name %zu", bad);
        cr_expect_eq(error.need, 0);
        sources[bad] = (gdv_schema_source){"name", NULL, 1};
        cr_expect_eq(compile(sources, MANY, &error), GDV_E_BAD_ARGUMENT, "no text %zu", bad);
        sources[bad] = (gdv_schema_source){"name", TEXT, SIZE_MAX};
        cr_expect_eq(compile(sources, MANY, &error), GDV_E_BAD_ARGUMENT, "text %zu that wraps", bad);
        free(sources);
    }
}

/* Something that is written, and what is read in it. */
typedef union outputs {
    _Alignas(8) uint64_t memory[512];
    gdv_schema schema;
    gdv_schema_error error;
    gdv_schema_source sources[4];
    char text[4096];
} outputs;

typedef enum output { MEMORY, SCHEMA, ERROR, OUTPUTS } output;

/* Compiles with one of what is written in a block of the test's. */
static gdv_status compile_into(outputs *block, output which, const gdv_schema_source *sources, size_t count)
{
    gdv_schema schema = {.form = NULL};
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_schema *to = which == SCHEMA ? &block->schema : &schema;
    gdv_schema_error *fault = which == ERROR ? &block->error : &error;
    void *work = which == MEMORY ? (void *)block->memory : (void *)memory;
    size_t size = which == MEMORY ? sizeof block->memory : sizeof memory;
    return gdv_schema_compile(sources, count, GDV_DIALECT_GODOT4_4, work, size, to, fault);
}

static size_t size_of(output which)
{
    return which == MEMORY ? sizeof(uint64_t[512]) : which == SCHEMA ? sizeof(gdv_schema) : sizeof(gdv_schema_error);
}

/* The call is refused, and writes nothing. */
static void expect_overlap(outputs *block, output which, const gdv_schema_source *sources, size_t count,
                           const char *what)
{
    outputs before = *block;
    cr_expect_eq(compile_into(block, which, sources, count), GDV_E_OVERLAP, "%s in output %d", what, (int)which);
    cr_expect_arr_eq(block, &before, sizeof before, "%s in output %d is written", what, (int)which);
}

Test(compile_sources, none_lies_in_what_is_written)
{
    for (int number = 0; number < OUTPUTS; number += 1) {
        const output which = (output)number;
        outputs block;
        memset(&block, 0, sizeof block);
        for (size_t index = 0; index < 3; index += 1) {
            gdv_schema_source sources[3] = {{"a", TEXT, TEXT_SIZE}, {"b", TEXT, TEXT_SIZE}, {"c", TEXT, TEXT_SIZE}};
            sources[index].text = block.text + size_of(which) - 1; /* its first byte is the last of what is written */
            expect_overlap(&block, which, sources, 3, "a text");
            sources[index].text = TEXT;
            sources[index].name = block.text + size_of(which) - 1;
            expect_overlap(&block, which, sources, 3, "a name");
        }
        block.sources[0] = (gdv_schema_source){"a", TEXT, TEXT_SIZE};
        expect_overlap(&block, which, block.sources, 1, "the array");
    }
}

/* A name is all of its bytes, and the NUL after them. */
Test(compile_sources, a_name_ends_before_what_is_written)
{
    struct before_schema {
        char name[16];
        gdv_schema schema;
    } block;
    for (size_t after = 0; after < 2; after += 1) {
        char *name = (char *)&block + offsetof(struct before_schema, schema) - 4 + after;
        const gdv_schema_source source = {name, TEXT, TEXT_SIZE};
        gdv_schema_error error = {.struct_size = sizeof error};
        memset(&block, 0, sizeof block);
        memcpy(name, "abc", 4);
        cr_expect_eq(gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, memory, sizeof memory, &block.schema, &error),
                     after == 0 ? GDV_OK : GDV_E_OVERLAP, "%zu bytes of it", after);
    }
}

/* What is only read may lie in one place. */
Test(compile_sources, may_overlap_one_another)
{
    static const char text[] = "packet p = int";
    const gdv_schema_source sources[] = {{text, text, sizeof text - 1}, {text + 7, text, sizeof text - 1}};
    gdv_schema_error error;
    cr_expect_eq(compile(sources, COUNT_OF(sources), &error), GDV_OK, "%s", error.message);
}

/* Nothing is there to be compiled, and still nothing is written over something else. */
Test(compile_sources, that_are_missing_do_not_excuse_an_overlap)
{
    static union {
        uint64_t words[512];
        gdv_schema schema;
        gdv_schema_error error;
    } block;
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_schema schema;
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    block.error.struct_size = sizeof block.error;
    cr_expect_eq(gdv_schema_compile(NULL, 1, dialect, NULL, 0, &block.schema, &block.error), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_compile(NULL, 1, dialect, &block, sizeof block, &schema, &block.error), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_compile(NULL, 1, dialect, &block, sizeof block, &block.schema, &error), GDV_E_OVERLAP);
    cr_expect_eq(gdv_schema_compile(NULL, 1, dialect, &block, sizeof block, &schema, &error), GDV_E_BAD_ARGUMENT);
}

/* A caller's "no limit": up to the last address, and one byte more. What is given that size comes after all else, so that
 * nothing else lies in it. */
Test(compile_sources, and_memory_end_before_the_last_address)
{
    static struct {
        gdv_schema schema;
        gdv_schema_error error;
        gdv_schema_source source;
        char name[8];
        char text[16];
        _Alignas(8) uint64_t memory[4096];
    } block;
    const size_t text_most = ~(uintptr_t)block.text;
    const size_t memory_most = ~(uintptr_t)block.memory;
    const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;
    memcpy(block.text, TEXT, TEXT_SIZE);
    for (size_t beyond = 0; beyond < 2; beyond += 1) {
        block.error.struct_size = sizeof block.error;
        block.source = (gdv_schema_source){block.name, block.text, text_most + beyond};
        cr_expect_eq(gdv_schema_compile(&block.source, 1, dialect, NULL, 0, &block.schema, &block.error),
                     beyond == 0 ? GDV_E_SCHEMA_SYNTAX : GDV_E_BAD_ARGUMENT, "%s", block.error.message);
        block.source.size = TEXT_SIZE;
        cr_expect_eq(gdv_schema_compile(&block.source, 1, dialect, block.memory, memory_most + beyond, &block.schema,
                                        &block.error),
                     beyond == 0 ? GDV_OK : GDV_E_BAD_ARGUMENT, "%s", block.error.message);
    }
}

/* Before anything is measured. */
Test(compile_sources, are_compiled_into_memory_that_is_aligned)
{
    const gdv_schema_source source = {"a", TEXT, TEXT_SIZE};
    gdv_schema_error error = {.struct_size = sizeof error};
    gdv_schema schema;
    for (size_t byte = 0; byte <= 8; byte += 1) {
        gdv_status code =
            gdv_schema_compile(&source, 1, GDV_DIALECT_GODOT4_4, (char *)memory + byte, 0, &schema, &error);
        cr_expect_eq(code, byte % 8 == 0 ? GDV_E_NO_SPACE : GDV_E_BAD_ARGUMENT, "byte %zu", byte);
    }
}

static void expect_refused(const gdv_schema_source *sources, size_t count, const char *message)
{
    gdv_schema_error error;
    cr_expect_eq(compile(sources, count, &error), GDV_E_SCHEMA_SYNTAX, "%s", message);
    cr_expect_eq(error.code, GDV_E_SCHEMA_SYNTAX);
    cr_expect_str_eq(error.message, message);
    cr_expect_eq(error.source, 0);
    cr_expect_eq(error.line, 0);
    cr_expect_eq(error.column, 0);
    cr_expect_eq(error.need, 0);
}

Test(compile_sources, are_64_at_most)
{
    gdv_schema_source sources[65];
    gdv_schema_error error;
    for (size_t index = 0; index < COUNT_OF(sources); index += 1) {
        sources[index] = (gdv_schema_source){"a", TEXT, TEXT_SIZE};
    }
    cr_expect_eq(compile(sources, 64, &error), GDV_OK, "%s", error.message);
    expect_refused(sources, 65, "more than 64 texts");
}

/* Texts of NULs: what is not too large is refused at the first of them, in line 1. */
Test(compile_sources, have_64_mib_with_their_names)
{
    static const char message[] = "schema is too large: texts and what is compiled of them have 64 MiB at most";
    static const char tail[] = "name"; /* of that size and of no other */
    char *zeros = calloc(MOST + 1, 1);
    cr_assert_not_null(zeros);
    const struct {
        const char *names[3];
        size_t sizes[3];
        size_t count;
        bool fits;
    } rows[] = {
        {{""}, {MOST}, 1, true},
        {{""}, {MOST + 1}, 1, false},
        {{"a"}, {MOST - 1}, 1, true},
        {{"a"}, {MOST}, 1, false},
        {{tail}, {MOST - 4}, 1, true},
        {{tail}, {MOST - 3}, 1, false},
        {{"a", tail}, {MOST - 5, 0}, 2, true},
        {{"a", tail}, {MOST - 4, 0}, 2, false}, /* the name does not fit */
        {{"a", "b", "cd"}, {MOST / 2, MOST / 4, MOST / 4 - 4}, 3, true},
        {{"a", "b", "cd"}, {MOST / 2, MOST / 4, MOST / 4 - 3}, 3, false},
        {{"a", "b", "c"}, {MOST + 1, 1, 1}, 3, false},
        {{"a", "b", "c"}, {1, MOST + 1, 1}, 3, false},
        {{"a", "b", "c"}, {1, 1, MOST + 1}, 3, false},
    };
    for (size_t row = 0; row < COUNT_OF(rows); row += 1) {
        gdv_schema_source sources[3];
        gdv_schema_error error;
        for (size_t index = 0; index < rows[row].count; index += 1) {
            sources[index] = (gdv_schema_source){rows[row].names[index], zeros, rows[row].sizes[index]};
        }
        cr_expect_eq(compile(sources, rows[row].count, &error), GDV_E_SCHEMA_SYNTAX, "row %zu", row);
        cr_expect_eq(strcmp(error.message, message) != 0, rows[row].fits, "row %zu: %s", row, error.message);
        cr_expect_eq(error.line, rows[row].fits ? 1 : 0, "row %zu", row);
        if (!rows[row].fits) {
            expect_refused(sources, rows[row].count, message);
        }
    }
    free(zeros);
}

/* The mistake is found when the text is read for the second time, with a need that was measured. */
Test(compile_sources, with_a_mistake_need_nothing)
{
    static const char *const texts[] = {"packet", "packet p = int packet p = float"};
    for (size_t index = 0; index < COUNT_OF(texts); index += 1) {
        const gdv_schema_source source = {"a", texts[index], strlen(texts[index])};
        gdv_schema_error error;
        cr_expect_eq(compile(&source, 1, &error), GDV_E_SCHEMA_SYNTAX);
        cr_expect_eq(error.need, 0, "%s", texts[index]);
    }
}
