/* SPDX-License-Identifier: MIT */
/* The mutator of messages (fuzz/mutator/message_mutate.h): what it reads of a packet it writes again; mutations come from their seed and
 * stay in their buffer; a good share of them is accepted, and they reach each command of each protocol. */
#include "fuzz/mutator/message_mutate.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

enum { NAME, SOURCE, ENVELOPE, DIRECTION, PEER, PERMITS, VERDICT, AT, LINTS, FIELDS, MESSAGE, HEX, COLUMNS };

enum { ROOM = 512, POOL = 64, ROUNDS = 30000 };

static gdv_node nodes[4096];
static message_parts parts;

/* As fuzz/support/message_input.h has it: with strict limits and no permissions. */
static uint8_t selector_of(gdv_protocol protocol, gdv_envelope envelope, bool s2c)
{
    return (uint8_t)((unsigned)protocol + 5u * (unsigned)envelope + (s2c ? 25u : 0u));
}

/* The verdict on an input under the strict policy; *command is its command, that of a relay too. */
static bool is_accepted(const uint8_t *input, size_t size, gdv_command *command, gdv_protocol *protocol)
{
    gdv_message_policy policy;
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    const unsigned how = input[0] % 50u;
    *protocol = (gdv_protocol)(how % 5u);
    const gdv_envelope envelope = (gdv_envelope)(how / 5u % 5u);
    policy.envelope = gdv_protocol_takes(*protocol, envelope) ? envelope : GDV_ENVELOPE_NONE;
    policy.direction = how >= 25 ? GDV_DIRECTION_S2C : GDV_DIRECTION_C2S;
    const gdv_status status = gdv_message_parse(*protocol, input + 2, size - 2, &policy, nodes,
                                                sizeof nodes / sizeof nodes[0], &message, NULL);
    *command = message.command;
    return status == GDV_OK;
}

/* ---- layouts ---- */

static size_t rows_come_back(gdv_protocol protocol, size_t *tried)
{
    char path[64];
    size_t same = 0;
    snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    for (size_t row = 0; row < rows.rows; row += 1) {
        gdv_envelope envelope = GDV_ENVELOPE_NONE;
        uint8_t made[ROOM];
        uint8_t input[ROOM] = {0, 1};
        draft again = {made, 0, sizeof made};
        cr_assert(gdv_envelope_from_name(table_cell(&rows, row, ENVELOPE), &envelope));
        const bool addressed = envelope != GDV_ENVELOPE_ENET3_SYS && envelope != GDV_ENVELOPE_WS4_ID;
        const char *hex = table_cell(&rows, row, HEX);
        if (strcmp(table_cell(&rows, row, VERDICT), "ok") != 0 || !addressed || strlen(hex) > 160) {
            continue;
        }
        packet bytes = packet_from_hex(hex);
        input[0] = selector_of(protocol, envelope, strcmp(table_cell(&rows, row, DIRECTION), "s2c") == 0);
        memcpy(input + 2, bytes.bytes, bytes.size);
        parts_read(&parts, input, bytes.size + 2);
        const bool fits = parts_write(&parts, &again);
        same += fits && again.size == bytes.size + 2 && memcmp(made, input, again.size) == 0 ? 1 : 0;
        *tried += 1;
        packet_free(&bytes);
    }
    table_free(&rows);
    return same;
}

Test(message_mutate, writes_again_what_it_reads)
{
    for (int protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        size_t tried = 0;
        const size_t same = rows_come_back((gdv_protocol)protocol, &tried);
        cr_expect(tried > 20 && same * 100 >= tried * 97, "%s: %zu of %zu", gdv_protocol_name((gdv_protocol)protocol),
                  same, tried);
    }
}

Test(message_mutate, makes_a_fresh_packet_of_each_command)
{
    for (int protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        const uint8_t *commands = parts_commands((gdv_protocol)protocol);
        for (size_t index = 0; commands[index] != GDV_COMMAND_NONE; index += 1) {
            size_t accepted = 0;
            for (uint32_t seed = 0; seed < 60; seed += 1) {
                const uint8_t selected[2] = {selector_of((gdv_protocol)protocol, GDV_ENVELOPE_NONE, true), 1};
                chance from = chance_from(seed);
                uint8_t made[ROOM];
                draft input = {made, 0, sizeof made};
                gdv_command command = GDV_COMMAND_NONE;
                gdv_protocol said = GDV_PROTOCOL_COUNT;
                message_fresh(&parts, selected, (gdv_command)commands[index], &from);
                cr_assert(parts_write(&parts, &input));
                if (is_accepted(made, input.size, &command, &said)) {
                    cr_expect(command == (gdv_command)commands[index] && said == (gdv_protocol)protocol);
                    accepted += 1;
                }
            }
            cr_expect_geq(accepted, 10, "%s of %s: %zu", gdv_command_name((gdv_command)commands[index]),
                          gdv_protocol_name((gdv_protocol)protocol), accepted);
        }
    }
}

/* ---- mutations ---- */

/* What a run of mutations, each of one that was accepted or of nothing, came to. */
typedef struct run {
    size_t accepted;
    size_t reached[GDV_PROTOCOL_COUNT][GDV_COMMAND_COUNT];
    uint64_t digest;
} run;

static run mutations(uint32_t first)
{
    static uint8_t pool[POOL][ROOM];
    static size_t sizes[POOL];
    run of;
    memset(&of, 0, sizeof of);
    memset(sizes, 0, sizeof sizes);
    mutate_plain_seed(first);
    for (uint32_t round = 0; round < ROUNDS; round += 1) {
        uint8_t input[ROOM + 8];
        gdv_command command = GDV_COMMAND_NONE;
        gdv_protocol protocol = GDV_PROTOCOL_COUNT;
        const uint32_t slot = round % POOL;
        memset(input, 0xa5, sizeof input);
        memcpy(input, pool[slot], sizes[slot]);
        const size_t size = message_mutate(input, sizes[slot], ROOM, first + round, mutate_plain);
        cr_assert(size > 0 && size <= ROOM && input[ROOM] == 0xa5, "seed %u", first + round);
        for (size_t index = 0; index < size; index += 1) {
            of.digest = of.digest * 31 % 0xffffffffu + input[index];
        }
        if (size > 2 && is_accepted(input, size, &command, &protocol)) {
            of.accepted += 1;
            of.reached[protocol][command] += 1;
            memcpy(pool[slot], input, size);
            sizes[slot] = size;
        }
    }
    return of;
}

Test(message_mutate, leaves_a_good_share_acceptable_and_reaches_each_command)
{
    const run of = mutations(1);
    cr_expect_gt(of.accepted, ROUNDS / 4, "%zu of %d", of.accepted, ROUNDS);
    for (int protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        const uint8_t *commands = parts_commands((gdv_protocol)protocol);
        for (size_t index = 0; commands[index] != GDV_COMMAND_NONE; index += 1) {
            cr_expect_gt(of.reached[protocol][commands[index]], 5, "%s of %s",
                         gdv_command_name((gdv_command)commands[index]), gdv_protocol_name((gdv_protocol)protocol));
        }
        const bool relays = protocol >= GDV_PROTOCOL_GODOT4_0;
        cr_expect((of.reached[protocol][GDV_COMMAND_RELAY] > 5) == relays, "relays of %s",
                  gdv_protocol_name((gdv_protocol)protocol));
    }
}

Test(message_mutate, does_the_same_from_the_same_seeds)
{
    cr_expect_eq(mutations(7).digest, mutations(7).digest);
}
