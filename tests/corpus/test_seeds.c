/* SPDX-License-Identifier: MIT */
/* Packets that real encoders sent, or that the wire reference says they would (corpus/seed, SOURCES.tsv).
 *
 * Promise 8: strict accepts them, but for what its limits and permissions refuse by name; and the engine policy accepts
 * every one, but for what no Pandemonium reads of its own. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/corpus.h"

static void strict_says(gdv_dialect dialect)
{
    size_t accepted = 0;
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        verdict said = verdict_of(each.bytes.bytes, each.bytes.size, dialect, NULL);
        cr_assert_eq(said.code, status_from_text(each.strict), "%s: expected %s, got %s at %zu", each.name, each.strict,
                     gdv_status_name(said.code), (size_t)said.report.offset);
        cr_assert(said.code != GDV_OK || said.stats.bytes == each.bytes.size, "%s", each.name);
        accepted += said.code == GDV_OK ? 1 : 0;
    }
    cr_assert_gt(accepted, 50, "only %zu seeds of %s pass", accepted, gdv_dialect_name(dialect));
}

/* Full objects need leave. Pandemonium's decoder demands 248 bytes after the header of a Projection (EB-14), and a
 * Vector4 in front of other values swallows their beginning (EB-13): under the engine policy gdv does the same. */
static void engine_says(gdv_dialect dialect)
{
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
    gdv_policy as_the_wire_says = engine;
    as_the_wire_says.permit &= ~GDV_PERMIT_ENGINE_SPAN;

    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        verdict said = verdict_of(each.bytes.bytes, each.bytes.size, dialect, &engine);
        verdict plain = verdict_of(each.bytes.bytes, each.bytes.size, dialect, &as_the_wire_says);
        bool misread = strcmp(each.strict, "ENGINE_MISREADS") == 0;
        cr_assert(said.code == GDV_OK || misread, "%s: %s at %zu", each.name, gdv_status_name(said.code),
                  (size_t)said.report.offset);
        cr_assert_eq(plain.code, GDV_OK, "%s: %s at %zu", each.name, gdv_status_name(plain.code),
                     (size_t)plain.report.offset);
        cr_assert_eq(plain.stats.bytes, each.bytes.size, "%s", each.name);
    }
}

/* Every type id of the dialect is the outermost type of some seed. */
static void types_of(gdv_dialect dialect)
{
    bool seen[256] = {false};
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        cr_assert_geq(each.bytes.size, 4, "%s", each.name);
        seen[each.bytes.bytes[0]] = true;
    }
    for (uint32_t id = 0; id < gdv_dialect_types(dialect); id += 1) {
        cr_assert(seen[id], "%s has no seed of type %s", gdv_dialect_name(dialect), gdv_dialect_type_name(dialect, id));
    }
}

static size_t files_in(const char *folder)
{
    char path[256];
    size_t files = 0;
    snprintf(path, sizeof path, "corpus/seed/%s", folder);
    DIR *opened = opendir(path);
    cr_assert_not_null(opened, "%s", path);
    for (const struct dirent *entry = readdir(opened); entry != NULL; entry = readdir(opened)) {
        files += strstr(entry->d_name, ".bin") != NULL ? 1 : 0;
    }
    closedir(opened);
    return files;
}

Test(seeds, every_file_has_its_row)
{
    size_t files = 0;
    size_t rows = 0;
    size_t all = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        files += files_in(gdv_dialect_name((gdv_dialect)dialect));
        seeds each = seeds_of((gdv_dialect)dialect);
        all = each.rows.rows;
        while (seeds_next(&each)) {
            rows += 1;
        }
    }
    cr_assert_eq(rows, all, "%zu rows, %zu of them of some dialect", all, rows);
    cr_assert_eq(files, rows, "%zu files, %zu rows", files, rows);
}

#define DIALECT_TESTS(suffix, dialect)                                                                                 \
    Test(seeds, strict_verdicts_of_##suffix)                                                                           \
    {                                                                                                                  \
        strict_says(dialect);                                                                                          \
    }                                                                                                                  \
    Test(seeds, engine_policy_reads_all_of_##suffix)                                                                   \
    {                                                                                                                  \
        engine_says(dialect);                                                                                          \
    }                                                                                                                  \
    Test(seeds, every_type_of_##suffix##_is_there)                                                                     \
    {                                                                                                                  \
        types_of(dialect);                                                                                             \
    }

DIALECT_TESTS(godot2, GDV_DIALECT_GODOT2)
DIALECT_TESTS(godot3_0, GDV_DIALECT_GODOT3_0)
DIALECT_TESTS(godot3, GDV_DIALECT_GODOT3)
DIALECT_TESTS(pandemonium_33, GDV_DIALECT_PANDEMONIUM_33)
DIALECT_TESTS(pandemonium_38, GDV_DIALECT_PANDEMONIUM_38)
DIALECT_TESTS(pandemonium_40, GDV_DIALECT_PANDEMONIUM_40)
DIALECT_TESTS(godot4_0, GDV_DIALECT_GODOT4_0)
DIALECT_TESTS(godot4_3, GDV_DIALECT_GODOT4_3)
DIALECT_TESTS(godot4_4, GDV_DIALECT_GODOT4_4)
