/* SPDX-License-Identifier: MIT */
#include "tests/support/schema_cases.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Columns of manifest.tsv and packets.tsv. */
enum { SCHEMA, DIALECT, POLICY, CASE, PACKET, CODE, PATH, RULE, LINE, VALUE, COLUMNS };
enum { OF_SCHEMA, OF_CASE, OFFSET, HEX, PACKET_COLUMNS };

schema_cases schema_cases_all(void)
{
    schema_cases each = {.schema = ""};
    each.rows = table_read("corpus/schema/manifest.tsv", COLUMNS);
    each.packets = table_read("corpus/schema/packets.tsv", PACKET_COLUMNS);
    if (each.rows.rows == 0 || each.rows.rows != each.packets.rows) {
        fprintf(stderr, "tests: corpus/schema: %zu cases and %zu packets\n", each.rows.rows, each.packets.rows);
        abort();
    }
    return each;
}

static void free_texts(schema_cases *each)
{
    for (size_t source = 0; source < SCHEMA_SOURCES; source += 1) {
        packet_free(&each->texts[source]);
    }
}

static void read_texts(schema_cases *each)
{
    static const char common[] = "common.gdvs";
    char path[128];
    free_texts(each);
    (void)snprintf(path, sizeof path, "corpus/schema/%s.gdvs", each->schema);
    each->texts[0] = packet_from_file(path);
    each->texts[1] = packet_from_file("corpus/schema/common.gdvs");
    for (size_t source = 0; source < SCHEMA_SOURCES; source += 1) {
        each->sources[source] = (gdv_schema_source){.name = source == 0 ? each->schema : common,
                                                    .text = (const char *)each->texts[source].bytes,
                                                    .size = each->texts[source].size};
    }
}

static void must_be(const char *one, const char *other)
{
    if (strcmp(one, other) != 0) {
        fprintf(stderr, "tests: corpus/schema: packets.tsv has %s where manifest.tsv has %s\n", one, other);
        abort();
    }
}

bool schema_cases_next(schema_cases *each)
{
    packet_free(&each->bytes);
    if (each->row == each->rows.rows) {
        free_texts(each);
        table_free(&each->rows);
        table_free(&each->packets);
        return false;
    }
    const char *schema = table_cell(&each->rows, each->row, SCHEMA);
    each->is_first = strcmp(schema, each->schema) != 0;
    each->schema = schema;
    if (each->is_first) {
        read_texts(each);
    }
    each->name = table_cell(&each->rows, each->row, CASE);
    must_be(table_cell(&each->packets, each->row, OF_SCHEMA), schema);
    must_be(table_cell(&each->packets, each->row, OF_CASE), each->name);
    each->dialect = dialect_from_text(table_cell(&each->rows, each->row, DIALECT));
    each->policy = policy_from_text(table_cell(&each->rows, each->row, POLICY));
    each->packet = table_cell(&each->rows, each->row, PACKET);
    each->code = status_from_text(table_cell(&each->rows, each->row, CODE));
    each->path = table_cell(&each->rows, each->row, PATH);
    each->path += strcmp(each->path, "-") == 0 ? 1 : 0;
    each->rule = table_cell(&each->rows, each->row, RULE);
    each->line = (unsigned)strtoul(table_cell(&each->rows, each->row, LINE), NULL, 10);
    each->offset = strtoul(table_cell(&each->packets, each->row, OFFSET), NULL, 10);
    each->bytes = packet_from_hex(table_cell(&each->packets, each->row, HEX));
    each->row += 1;
    return true;
}
