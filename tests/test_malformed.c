/* SPDX-License-Identifier: MIT */
/* The malformed corpus: each packet gets exactly the verdict that its manifest states, code, offset and missing bytes.
 * The same for corpus/regress, where each packet once showed a bug of ours. Promises 3, 6 and 7. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support.h"

enum { PATH, DIALECT, POLICY, CODE, OFFSET, NEED, WHY, COLUMNS };

static size_t manifest_holds(const char *folder)
{
    char path[512];
    snprintf(path, sizeof path, "%s/manifest.tsv", folder);
    table rows = table_read(path, COLUMNS);

    for (size_t row = 0; row < rows.rows; row += 1) {
        const char *name = table_cell(&rows, row, PATH);
        const char *need = table_cell(&rows, row, NEED);
        const char *code = table_cell(&rows, row, CODE);
        gdv_policy policy = policy_from_text(table_cell(&rows, row, POLICY));
        snprintf(path, sizeof path, "%s/%s", folder, name);
        packet bytes = packet_from_file(path);
        verdict said = verdict_of(bytes.bytes, bytes.size, dialect_from_text(table_cell(&rows, row, DIALECT)), &policy);

        cr_assert_eq(said.code, status_from_text(code), "%s: expected %s, got %s at %zu", name, code,
                     gdv_status_name(said.code), (size_t)said.report.offset);
        if (said.code != GDV_OK) {
            cr_assert_eq(said.report.offset, strtoull(table_cell(&rows, row, OFFSET), NULL, 10), "%s: %s at %zu", name,
                         code, (size_t)said.report.offset);
        }
        if (strcmp(need, "-") != 0) {
            cr_assert_eq(said.report.need, strtoull(need, NULL, 10), "%s: needs %zu", name, (size_t)said.report.need);
        }
        packet_free(&bytes);
    }
    size_t count = rows.rows;
    table_free(&rows);
    return count;
}

Test(malformed, every_packet_has_the_verdict_of_its_manifest)
{
    size_t packets = manifest_holds("corpus/malformed");
    cr_assert_geq(packets, 100, "%zu packets", packets);
}

Test(malformed, no_bug_has_come_back)
{
    size_t packets = manifest_holds("corpus/regress");
    cr_assert_geq(packets, 1, "%zu packets", packets);
}

/* Which codes the stored corpus shows. The rest are the caller's mistakes, or need packets too long to store. */
Test(malformed, every_code_of_a_packet_is_in_the_corpus)
{
    table rows = table_read("corpus/malformed/manifest.tsv", COLUMNS);
#define IS_IN_THE_CORPUS(name, number, sentence)                                                                       \
    if ((number) > 0 && (number) < GDV_E_LIMIT_BYTES) {                                                                \
        bool found = false;                                                                                            \
        for (size_t row = 0; row < rows.rows; row += 1) {                                                              \
            found = found || strcmp(table_cell(&rows, row, CODE), #name) == 0;                                         \
        }                                                                                                              \
        cr_assert(found, "no malformed packet for " #name);                                                            \
    }
    GDV_STATUS_LIST(IS_IN_THE_CORPUS)
    table_free(&rows);
}
