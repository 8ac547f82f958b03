/* SPDX-License-Identifier: MIT */
#include "tests/support/corpus.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static packet packet_below(const char *folder, const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return packet_from_file(path);
}

enum { SEED_PATH, SEED_STRICT, SEED_ORIGIN, SEED_COLUMNS };

seeds seeds_of(gdv_dialect dialect)
{
    seeds each;
    memset(&each, 0, sizeof each);
    each.dialect = dialect;
    each.rows = table_read("corpus/seed/SOURCES.tsv", SEED_COLUMNS);
    return each;
}

bool seeds_next(seeds *each)
{
    const char *folder = gdv_dialect_name(each->dialect);
    size_t length = strlen(folder);

    packet_free(&each->bytes);
    while (each->row < each->rows.rows) {
        each->name = table_cell(&each->rows, each->row, SEED_PATH);
        each->strict = table_cell(&each->rows, each->row, SEED_STRICT);
        each->row += 1;
        if (strncmp(each->name, folder, length) == 0 && each->name[length] == '/') {
            each->bytes = packet_below("corpus/seed", each->name);
            return true;
        }
    }
    table_free(&each->rows);
    return false;
}

enum { BAD_PATH, BAD_DIALECT, BAD_POLICY, BAD_CODE, BAD_OFFSET, BAD_NEED, BAD_WHY, BAD_COLUMNS };

malformed malformed_of(const char *folder)
{
    malformed each;
    char path[512];
    memset(&each, 0, sizeof each);
    snprintf(path, sizeof path, "%s/manifest.tsv", folder);
    each.folder = folder;
    each.rows = table_read(path, BAD_COLUMNS);
    return each;
}

bool malformed_next(malformed *each)
{
    const table *rows = &each->rows;
    size_t row = each->row;

    packet_free(&each->bytes);
    if (row == rows->rows) {
        table_free(&each->rows);
        each->row = 0;
        return false;
    }
    each->name = table_cell(rows, row, BAD_PATH);
    each->bytes = packet_below(each->folder, each->name);
    each->dialect = dialect_from_text(table_cell(rows, row, BAD_DIALECT));
    each->policy = policy_from_text(table_cell(rows, row, BAD_POLICY));
    each->code = status_from_text(table_cell(rows, row, BAD_CODE));
    each->offset = each->code == GDV_OK ? 0 : strtoull(table_cell(rows, row, BAD_OFFSET), NULL, 10);
    each->need =
        strcmp(table_cell(rows, row, BAD_NEED), "-") == 0 ? 0 : strtoull(table_cell(rows, row, BAD_NEED), NULL, 10);
    each->row += 1;
    return true;
}
