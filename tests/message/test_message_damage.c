/* SPDX-License-Identifier: MIT */
/* Every packet of corpus/messages cut at each byte, and each of at most 48 bytes with each bit turned: in memory of just
 * its size, so that the sanitizers see a byte that is read outside. What is accepted can be read to its end. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>
#include <gdv/message.h>

#include "tests/support/support.h"

enum { NAME, SOURCE, ENVELOPE, DIRECTION, PEER, PERMITS, VERDICT, AT, LINTS, FIELDS, MESSAGE, HEX, COLUMNS };

enum { LONGEST_CUT = 400, LONGEST_TURNED = 48 };

static gdv_node nodes[LONGEST_CUT];

/* All values and records of a message. */
static void is_readable(const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    uint32_t values = 0;
    while (gdv_message_next_record(message, &record)) {
        values += record.values;
    }
    cr_assert(values == 0 || values == message->values);
    for (uint32_t index = 0; index < message->values; index += 1) {
        uint64_t length = 0;
        const gdv_value value = gdv_message_value(message, index);
        cr_assert(gdv_exists(value) && gdv_value_offset(value) < message->document.size);
        cr_assert_eq(gdv_to_json(value, NULL, 0, &length), GDV_OK);
        cr_assert_gt(length, 2);
    }
    cr_assert(!gdv_exists(gdv_message_value(message, message->values)));
}

static size_t judge(gdv_protocol protocol, const gdv_message_policy *policy, const uint8_t *bytes, size_t size)
{
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    uint8_t *tight = malloc(size > 0 ? size : 1);
    cr_assert_not_null(tight);
    if (size > 0) {
        memcpy(tight, bytes, size);
    }
    const gdv_status status =
        gdv_message_parse(protocol, tight, size, policy, nodes, gdv_message_bound(size), &message, &report);
    if (status == GDV_OK) {
        is_readable(&message);
    } else {
        cr_assert(status >= GDV_E_MP_ENV_SHORT && report.offset <= size, "%s at %u", gdv_status_name(status),
                  (unsigned)report.offset);
        cr_assert(report.argument >= 0 || report.inner.code == GDV_OK);
    }
    free(tight);
    return status == GDV_OK ? 1 : 0;
}

static void damage_row(gdv_protocol protocol, const table *rows, size_t row, size_t *accepted, size_t *all)
{
    packet bytes = packet_from_hex(strcmp(table_cell(rows, row, HEX), "-") == 0 ? "" : table_cell(rows, row, HEX));
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &policy.envelope));
    policy.direction = strcmp(table_cell(rows, row, DIRECTION), "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    uint8_t *edited = bytes.bytes;
    for (size_t size = 0; size <= bytes.size && bytes.size <= LONGEST_CUT; size += 1) {
        *accepted += judge(protocol, &policy, bytes.bytes, size);
        *all += 1;
    }
    for (size_t bit = 0; bit < 8 * bytes.size && bytes.size <= LONGEST_TURNED; bit += 1) {
        edited[bit / 8] ^= (uint8_t)(1u << bit % 8);
        *accepted += judge(protocol, &policy, bytes.bytes, bytes.size);
        *all += 1;
        edited[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    packet_free(&bytes);
}

static void damage_all(gdv_protocol protocol)
{
    char path[64];
    size_t accepted = 0;
    size_t all = 0;
    snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    for (size_t row = 0; row < rows.rows; row += 1) {
        damage_row(protocol, &rows, row, &accepted, &all);
    }
    cr_assert(accepted > all / 100 && accepted < all / 2, "%zu of %zu", accepted, all);
    table_free(&rows);
}

Test(message_damage, of_godot3)
{
    damage_all(GDV_PROTOCOL_GODOT3);
}

Test(message_damage, of_pandemonium)
{
    damage_all(GDV_PROTOCOL_PANDEMONIUM);
}

Test(message_damage, of_godot4_0)
{
    damage_all(GDV_PROTOCOL_GODOT4_0);
}

Test(message_damage, of_godot4_3)
{
    damage_all(GDV_PROTOCOL_GODOT4_3);
}

Test(message_damage, of_godot4_4)
{
    damage_all(GDV_PROTOCOL_GODOT4_4);
}
