/* SPDX-License-Identifier: MIT */
/* The naive decoder of messages, which is written from docs/multiplayer-format.md alone: what corpus/messages states of each
 * packet holds for it, and the library says the same as it does, of those packets and of many that are damaged. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/message.h>

#include "tests/support/message_alike.h"
#include "tests/support/support.h"

enum { NAME, SOURCE, ENVELOPE, DIRECTION, PEER, PERMITS, VERDICT, AT, LINTS, FIELDS, MESSAGE, HEX, COLUMNS };

enum { LONGEST = 400, SHORTEST_LIST = 51 };

static gdv_node nodes[LONGEST + 64];

static uint32_t permits_of(const char *names)
{
    char copy[128];
    uint32_t all = 0;
    cr_assert_lt(strlen(names), sizeof copy);
    strcpy(copy, names);
    for (char *name = strtok(copy, ","); name != NULL && strcmp(names, "-") != 0; name = strtok(NULL, ",")) {
        uint32_t permit = 0;
        cr_assert(gdv_permit_from_name(name, &permit), "%s", name);
        all |= permit;
    }
    return all;
}

/* The policy of a row. */
static gdv_message_policy policy_of(const table *rows, size_t row)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &policy.envelope));
    policy.direction = strcmp(table_cell(rows, row, DIRECTION), "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    policy.peer = (uint32_t)strtoul(table_cell(rows, row, PEER), NULL, 10);
    policy.values.permit = permits_of(table_cell(rows, row, PERMITS));
    return policy;
}

static packet bytes_of(const table *rows, size_t row)
{
    const char *hex = table_cell(rows, row, HEX);
    return packet_from_hex(strcmp(hex, "-") == 0 ? "" : hex);
}

static table rows_of(gdv_protocol protocol)
{
    char path[64];
    snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    cr_assert_geq(rows.rows, SHORTEST_LIST);
    return rows;
}

/* ---- what the corpus states ---- */

static void row_holds(gdv_protocol protocol, const table *rows, size_t row)
{
    const char *name = table_cell(rows, row, NAME);
    const char *expected = table_cell(rows, row, VERDICT);
    const char *at = table_cell(rows, row, AT);
    packet bytes = bytes_of(rows, row);
    const gdv_message_policy policy = policy_of(rows, row);
    naive_message said = naive_message_read(protocol, bytes.bytes, bytes.size, &policy);
    cr_expect_str_eq(said.code == GDV_OK ? "ok" : gdv_status_name(said.code), expected, "%s: %s at %u", name,
                     gdv_status_name(said.code), (unsigned)said.offset);
    if (said.code != GDV_OK && strcmp(at, "-") != 0) {
        cr_expect_eq(said.offset, strtoull(at, NULL, 10), "%s: %s at %u", name, expected, (unsigned)said.offset);
    }
    naive_message_free(&said);
    packet_free(&bytes);
}

Test(message_naive, says_what_the_corpus_states)
{
    for (int protocol = 0; protocol < GDV_PROTOCOL_COUNT; protocol += 1) {
        table rows = rows_of((gdv_protocol)protocol);
        for (size_t row = 0; row < rows.rows; row += 1) {
            row_holds((gdv_protocol)protocol, &rows, row);
        }
        table_free(&rows);
    }
}

/* ---- the library beside it ---- */

/* Of all rows one in so many is damaged: all of them are three million packets. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
#define STEP 40
#endif
#endif
#ifndef STEP
#define STEP 3
#endif

/* How often the library was asked, and how often it accepted. */
typedef struct asked {
    size_t packets;
    size_t accepted;
    size_t different;
} asked;

static void show(const message_case *of, const char *name, const char *what)
{
    printf("%s (%s): %s\n   %s, envelope %d, direction %d, permit %x\n   ", name, gdv_protocol_name(of->protocol), what,
           gdv_protocol_name(of->protocol), of->policy.envelope, of->policy.direction, (unsigned)of->policy.permit);
    for (size_t index = 0; index < of->size; index += 1) {
        printf("%02x", of->bytes[index]);
    }
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    char line[512];
    if (gdv_message_parse(of->protocol, of->bytes, of->size, &of->policy, nodes, gdv_message_bound(of->size), &message,
                          &report) == GDV_OK) {
        (void)snprintf(line, sizeof line, "accepted");
    } else {
        gdv_message_report_format(&report, line, sizeof line);
    }
    naive_message said = naive_message_read(of->protocol, of->bytes, of->size, &of->policy);
    printf("\n   library: %s\n   naive: %s at %u, value %d: %s at %u\n", line, gdv_status_name(said.code),
           (unsigned)said.offset, (int)said.argument, gdv_status_name(said.inner), (unsigned)said.inner_offset);
    naive_message_free(&said);
}

/* Whether no such difference was shown yet. */
static bool is_new(const char *what, gdv_status status)
{
    static struct {
        const char *what;
        gdv_status status;
    } shown[64];
    static size_t count = 0;
    for (size_t index = 0; index < count; index += 1) {
        if (shown[index].what == what && shown[index].status == status) {
            return false;
        }
    }
    if (count == sizeof shown / sizeof shown[0]) {
        return false;
    }
    shown[count].what = what;
    shown[count].status = status;
    count += 1;
    return true;
}

static void ask(const message_case *of, const char *name, asked *count)
{
    gdv_status status = GDV_OK;
    const char *what = message_differs(of, nodes, &status);
    count->packets += 1;
    count->accepted += status == GDV_OK ? 1 : 0;
    if (what != NULL) {
        count->different += 1;
        if (is_new(what, status)) {
            show(of, name, what);
        }
    }
}

static void cut(message_case of, const char *name, asked *count)
{
    for (size_t size = of.size; size > 0; size -= 1) {
        of.size = size - 1;
        ask(&of, name, count);
    }
}

/* What a byte becomes: counts, lengths, signs, flags, and characters that paths and names may not have. */
static const uint8_t hostile[] = {0x00, 0x01, 0x02, 0x03, 0x04, 0x07, 0x10, 0x20, 0x25, 0x2e, 0x2f,
                                  0x3a, 0x40, 0x41, 0x7f, 0x80, 0x81, 0xa0, 0xc2, 0xef, 0xfe, 0xff};

static void set_bytes(const message_case *of, uint8_t *bytes, const char *name, asked *count)
{
    for (size_t at = 0; at < of->size; at += 1) {
        const uint8_t kept = bytes[at];
        for (size_t index = 0; index < sizeof hostile; index += 1) {
            bytes[at] = hostile[index];
            ask(of, name, count);
        }
        bytes[at] = (uint8_t)(kept + 1u);
        ask(of, name, count);
        bytes[at] = (uint8_t)(kept + 0xffu);
        ask(of, name, count);
        bytes[at] = kept;
    }
}

/* A byte more and a byte less at each place, so that each length before it is wrong. */
static void shift_bytes(message_case of, const char *name, asked *count)
{
    uint8_t *edited = malloc(of.size + 1);
    cr_assert_not_null(edited);
    const uint8_t *bytes = of.bytes;
    const size_t size = of.size;
    of.bytes = edited;
    for (size_t at = 0; at < size; at += 1) {
        memcpy(edited, bytes, at);
        memcpy(edited + at, bytes + at + 1, size - at - 1);
        of.size = size - 1;
        ask(&of, name, count);
        memcpy(edited + at + 1, bytes + at, size - at);
        of.size = size + 1;
        for (unsigned byte = 0; byte < 3; byte += 1) {
            edited[at] = (uint8_t)(byte == 0 ? 0u : byte == 1 ? '.' : 0x80u);
            ask(&of, name, count);
        }
    }
    free(edited);
}

/* The front of one packet and the back of another. */
static void splice(message_case of, const packet *other, const char *name, asked *count)
{
    uint8_t *edited = malloc(of.size + other->size + 1);
    cr_assert_not_null(edited);
    const uint8_t *bytes = of.bytes;
    const size_t size = of.size;
    of.bytes = edited;
    for (size_t at = 0; at < size; at += 1) {
        const size_t from = at * 7 % (other->size + 1);
        memcpy(edited, bytes, at);
        if (from < other->size) {
            memcpy(edited + at, other->bytes + from, other->size - from);
        }
        of.size = at + other->size - from;
        if (of.size <= LONGEST) {
            ask(&of, name, count);
        }
    }
    free(edited);
}

static void damage(message_case *of, packet *bytes, const packet *other, const char *name, asked *count)
{
    of->bytes = bytes->bytes;
    of->size = bytes->size;
    ask(of, name, count);
    cut(*of, name, count);
    set_bytes(of, bytes->bytes, name, count);
    shift_bytes(*of, name, count);
    splice(*of, other, name, count);
}

/* All that the engine reads, and the message permissions. */
static void loosen(gdv_message_policy *policy)
{
    gdv_policy_init(&policy->values, GDV_POLICY_ENGINE);
    policy->permit = GDV_PERMIT_MP_ALL;
}

/* One row in `step`, so that all are taken in so many runs. */
static asked damage_rows(gdv_protocol protocol, size_t step)
{
    asked count = {0, 0, 0};
    table rows = rows_of(protocol);
    packet last = packet_from_hex("");
    for (size_t row = 0; row < rows.rows; row += 1) {
        packet bytes = bytes_of(&rows, row);
        if (bytes.size <= LONGEST && row % step == 0) {
            message_case of = {.protocol = protocol, .policy = policy_of(&rows, row)};
            damage(&of, &bytes, &last, table_cell(&rows, row, NAME), &count);
            if (row % (4 * step) == 0) {
                loosen(&of.policy);
                damage(&of, &bytes, &last, table_cell(&rows, row, NAME), &count);
            }
        }
        packet_free(&last);
        last = bytes;
    }
    packet_free(&last);
    table_free(&rows);
    return count;
}

static void agrees_on(gdv_protocol protocol)
{
    const asked count = damage_rows(protocol, STEP);
    cr_expect_eq(count.different, 0, "%s: %zu of %zu differ", gdv_protocol_name(protocol), count.different,
                 count.packets);
    cr_expect_gt(count.accepted, count.packets / 50);
}

Test(message_naive, agrees_on_damaged_packets_of_godot3)
{
    agrees_on(GDV_PROTOCOL_GODOT3);
}

Test(message_naive, agrees_on_damaged_packets_of_pandemonium)
{
    agrees_on(GDV_PROTOCOL_PANDEMONIUM);
}

Test(message_naive, agrees_on_damaged_packets_of_godot4_0)
{
    agrees_on(GDV_PROTOCOL_GODOT4_0);
}

Test(message_naive, agrees_on_damaged_packets_of_godot4_3)
{
    agrees_on(GDV_PROTOCOL_GODOT4_3);
}

Test(message_naive, agrees_on_damaged_packets_of_godot4_4)
{
    agrees_on(GDV_PROTOCOL_GODOT4_4);
}
