/* SPDX-License-Identifier: MIT */
/* Packets of messages that gdv once answered wrongly (corpus/regress/messages.tsv): library and naive decoder answer as the table
 * says. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/message_alike.h"
#include "tests/support/support.h"

enum { NAME, PROTOCOL, ENVELOPE, DIRECTION, CODE, OFFSET, COMMAND, ARGUMENT, WHY, HEX, COLUMNS };

static message_case case_of(const table *rows, size_t row, const packet *bytes)
{
    message_case of = {.bytes = bytes->bytes, .size = bytes->size};
    gdv_message_policy_init(&of.policy, GDV_POLICY_STRICT);
    cr_assert(gdv_protocol_from_name(table_cell(rows, row, PROTOCOL), &of.protocol));
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &of.policy.envelope));
    of.policy.direction = strcmp(table_cell(rows, row, DIRECTION), "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    return of;
}

static void row_holds(const table *rows, size_t row)
{
    const char *name = table_cell(rows, row, NAME);
    packet bytes = packet_from_hex(table_cell(rows, row, HEX));
    const message_case of = case_of(rows, row, &bytes);
    const size_t capacity = gdv_message_bound(of.size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    const gdv_status status =
        gdv_message_parse(of.protocol, of.bytes, of.size, &of.policy, nodes, capacity, &message, &report);
    cr_expect_str_eq(gdv_status_name(status), table_cell(rows, row, CODE), "%s: %s", name, gdv_status_name(status));
    cr_expect_eq(report.offset, strtoull(table_cell(rows, row, OFFSET), NULL, 10), "%s", name);
    cr_expect_str_eq(gdv_command_name(report.command), table_cell(rows, row, COMMAND), "%s: %s", name,
                     gdv_command_name(report.command));
    cr_expect_eq(report.argument, strtol(table_cell(rows, row, ARGUMENT), NULL, 10), "%s", name);
    const char *what = message_differs(&of, nodes, NULL);
    cr_expect(what == NULL, "%s: %s", name, what);
    free(nodes);
    packet_free(&bytes);
}

Test(message_regress, is_answered_as_the_table_says)
{
    table rows = table_read("corpus/regress/messages.tsv", COLUMNS);
    cr_assert_geq(rows.rows, 7);
    for (size_t row = 0; row < rows.rows; row += 1) {
        row_holds(&rows, row);
    }
    table_free(&rows);
}
