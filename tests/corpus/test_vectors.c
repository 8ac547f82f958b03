/* SPDX-License-Identifier: MIT */
/* Verdicts of real engines on mutated packets (corpus/verdicts, some 2,500 to 2,800 for each of four engines).
 *
 * Promise 7: what strict accepts, the engine accepted too, and it used exactly the whole packet. And the engine policy
 * is what its name says: it agrees with the engine on every packet but those in corpus/verdicts/exceptions.tsv, down to
 * the number of bytes consumed. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

enum { NAME, VERDICT, USED, HEX, COLUMNS };
enum { OF_DIALECT, OF_NAME, CODE, REASON, EXCEPTION_COLUMNS };

static table verdicts_of(const char *dialect)
{
    char path[128];
    snprintf(path, sizeof path, "corpus/verdicts/%s.tsv", dialect);
    return table_read(path, COLUMNS);
}

/* The code that the list of exceptions owes to a packet, or GDV_OK. */
static gdv_status excepted(const table *exceptions, const char *dialect, const char *name)
{
    for (size_t row = 0; row < exceptions->rows; row += 1) {
        if (strcmp(table_cell(exceptions, row, OF_DIALECT), dialect) == 0 &&
            strcmp(table_cell(exceptions, row, OF_NAME), name) == 0) {
            return status_from_text(table_cell(exceptions, row, CODE));
        }
    }
    return GDV_OK;
}

static size_t exceptions_of(const table *exceptions, const char *dialect)
{
    size_t count = 0;
    for (size_t row = 0; row < exceptions->rows; row += 1) {
        count += strcmp(table_cell(exceptions, row, OF_DIALECT), dialect) == 0 ? 1 : 0;
    }
    return count;
}

static void engine_policy_agrees(const char *name)
{
    table rows = verdicts_of(name);
    table exceptions = table_read("corpus/verdicts/exceptions.tsv", EXCEPTION_COLUMNS);
    gdv_dialect dialect = dialect_from_text(name);
    gdv_policy engine = policy_with(GDV_POLICY_ENGINE, 0);
    size_t seen = 0;

    cr_assert_gt(rows.rows, 2000, "verdicts of %s", name);
    for (size_t row = 0; row < rows.rows; row += 1) {
        const char *what = table_cell(&rows, row, NAME);
        packet bytes = packet_from_hex(table_cell(&rows, row, HEX));
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect, &engine);
        bool accepted = strcmp(table_cell(&rows, row, VERDICT), "reject") != 0;
        gdv_status exception = excepted(&exceptions, name, what);

        if (exception != GDV_OK) {
            seen += 1;
            cr_assert(accepted, "%s: listed as an exception, but the engine refused it too", what);
            cr_assert_eq(said.code, exception, "%s: %s", what, gdv_status_name(said.code));
        } else {
            cr_assert_eq(said.code == GDV_OK, accepted, "%s: gdv says %s, the engine %s", what,
                         gdv_status_name(said.code), table_cell(&rows, row, VERDICT));
        }
        if (said.code == GDV_OK) {
            cr_assert_eq(said.stats.bytes, strtoull(table_cell(&rows, row, USED), NULL, 10), "%s: consumed %zu", what,
                         (size_t)said.stats.bytes);
        }
        packet_free(&bytes);
    }
    cr_assert_eq(seen, exceptions_of(&exceptions, name), "an exception of %s names no packet", name);
    table_free(&exceptions);
    table_free(&rows);
}

static void strict_implies_engine(const char *name)
{
    table rows = verdicts_of(name);
    gdv_dialect dialect = dialect_from_text(name);
    gdv_policy strict = policy_with(GDV_POLICY_STRICT, 0);
    size_t accepted = 0;

    strict.max_depth = GDV_MAX_DEPTH;
    for (size_t row = 0; row < rows.rows; row += 1) {
        packet bytes = packet_from_hex(table_cell(&rows, row, HEX));
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect, &strict);
        if (said.code == GDV_OK) {
            accepted += 1;
            cr_assert_str_eq(table_cell(&rows, row, VERDICT), "accept", "%s", table_cell(&rows, row, NAME));
            cr_assert_eq(strtoull(table_cell(&rows, row, USED), NULL, 10), bytes.size, "%s: the engine used %s of %zu",
                         table_cell(&rows, row, NAME), table_cell(&rows, row, USED), bytes.size);
        }
        packet_free(&bytes);
    }
    cr_assert_gt(accepted, 50, "only %zu accepted: this test has lost its packets", accepted);
    table_free(&rows);
}

Test(vectors, engine_policy_agrees_with_godot_3_2_3)
{
    engine_policy_agrees("godot3");
}

Test(vectors, engine_policy_agrees_with_godot_4_2_3)
{
    engine_policy_agrees("godot4.0");
}

Test(vectors, engine_policy_agrees_with_godot_4_4)
{
    engine_policy_agrees("godot4.4");
}

Test(vectors, engine_policy_agrees_with_pandemonium_5)
{
    engine_policy_agrees("pandemonium-40");
}

Test(vectors, what_strict_accepts_godot_3_2_3_read_to_its_last_byte)
{
    strict_implies_engine("godot3");
}

Test(vectors, what_strict_accepts_godot_4_2_3_read_to_its_last_byte)
{
    strict_implies_engine("godot4.0");
}

Test(vectors, what_strict_accepts_godot_4_4_read_to_its_last_byte)
{
    strict_implies_engine("godot4.4");
}

Test(vectors, what_strict_accepts_pandemonium_5_read_to_its_last_byte)
{
    strict_implies_engine("pandemonium-40");
}
