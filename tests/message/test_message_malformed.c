/* SPDX-License-Identifier: MIT */
/* Packets of messages with a defect each (corpus/messages/malformed), which the naive decoder judged when they were made: the library
 * says the same of each, in memory of just its size, down to what is wrong with the value at fault. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/message_alike.h"
#include "tests/support/support.h"

enum { NAME, ENVELOPE, DIRECTION, CODE, AT, COMMAND, ARGUMENT, INNER, INNER_AT, HEX, COLUMNS };

/* Rows, and which codes they have. */
typedef struct found {
    size_t rows;
    size_t codes;
    bool code[256];
} found;

static void is_as_stated(const table *rows, size_t row, const gdv_message_report *report)
{
    const char *name = table_cell(rows, row, NAME);
    cr_expect_str_eq(gdv_status_name(report->code), table_cell(rows, row, CODE), "%s: %s", name,
                     gdv_status_name(report->code));
    cr_expect_eq(report->offset, strtoull(table_cell(rows, row, AT), NULL, 10), "%s: at %u", name,
                 (unsigned)report->offset);
    cr_expect_str_eq(gdv_command_name(report->command), table_cell(rows, row, COMMAND), "%s", name);
    cr_expect_eq(report->argument, strtol(table_cell(rows, row, ARGUMENT), NULL, 10), "%s", name);
    cr_expect_str_eq(gdv_status_name(report->inner.code), table_cell(rows, row, INNER), "%s: %s", name,
                     gdv_status_name(report->inner.code));
    cr_expect_eq(report->inner.offset, strtoull(table_cell(rows, row, INNER_AT), NULL, 10), "%s", name);
}

static void take_row(gdv_protocol protocol, const table *rows, size_t row, found *of)
{
    const char *hex = table_cell(rows, row, HEX);
    packet bytes = packet_from_hex(strcmp(hex, "-") == 0 ? "" : hex);
    message_case each = {.protocol = protocol, .bytes = bytes.bytes, .size = bytes.size};
    gdv_message_policy_init(&each.policy, GDV_POLICY_STRICT);
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &each.policy.envelope));
    each.policy.direction =
        strcmp(table_cell(rows, row, DIRECTION), "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    const size_t capacity = gdv_message_bound(bytes.size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    cr_expect_eq(gdv_message_parse(protocol, bytes.bytes, bytes.size, &each.policy, nodes, capacity, &message, &report),
                 report.code);
    is_as_stated(rows, row, &report);
    const char *what = message_differs(&each, nodes, NULL);
    cr_expect(what == NULL, "%s: %s", table_cell(rows, row, NAME), what);
    cr_assert(report.code > GDV_OK && (size_t)report.code < sizeof of->code);
    of->codes += of->code[report.code] ? 0 : 1;
    of->code[report.code] = true;
    free(nodes);
    packet_free(&bytes);
}

/* Codes that the protocol's packets can have, but for the limits that no small packet reaches. */
static void all_of(gdv_protocol protocol, size_t codes)
{
    char path[64];
    found of = {.rows = 0};
    snprintf(path, sizeof path, "corpus/messages/malformed/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    cr_assert_geq(rows.rows, 1300);
    for (size_t row = 0; row < rows.rows; row += 1) {
        take_row(protocol, &rows, row, &of);
    }
    cr_expect_eq(of.codes, codes, "%zu codes", of.codes);
    table_free(&rows);
}

Test(message_malformed, of_godot3)
{
    all_of(GDV_PROTOCOL_GODOT3, 27);
}

Test(message_malformed, of_pandemonium)
{
    all_of(GDV_PROTOCOL_PANDEMONIUM, 27);
}

Test(message_malformed, of_godot4_0)
{
    all_of(GDV_PROTOCOL_GODOT4_0, 34);
}

Test(message_malformed, of_godot4_3)
{
    all_of(GDV_PROTOCOL_GODOT4_3, 35);
}

Test(message_malformed, of_godot4_4)
{
    all_of(GDV_PROTOCOL_GODOT4_4, 35);
}
