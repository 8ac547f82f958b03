/* SPDX-License-Identifier: MIT */
/* Packets that ran a method of a real engine (corpus/called): 398 of them, two made here for their size. Of each argument that did
 * not decode the engines made null, or they called with a value of another type than the method declares. A schema of those
 * methods takes the 117 whose arguments are right, and refuses all others by name: 261 for their bytes, as the strict rules do,
 * 20 for what they call. The verdicts are those of the rules and of the types, by corpus/make/import_called.py. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/methods.h>

#include "tests/support/schema_text.h"

enum { NAME, PROTOCOL, ENVELOPE, PEER, PERMITS, VERDICT, ARGUMENT, ANNOUNCED, HEX, COLUMNS };
enum { PATHS = 4, TEXT = 64 };

/* What became of the rows. */
typedef struct tally {
    size_t passed;
    size_t misread; /* refused for their bytes */
    size_t refused; /* for what they call */
} tally;

/* One peer, whose paths were announced. */
typedef struct peer {
    const gdv_schema *schema;
    gdv_protocol protocol;
    gdv_message_policy policy;
    gdv_cached_path paths[PATHS];
    char text[TEXT];
    gdv_peer_cache cache;
    gdv_match match;
    gdv_violation violation;
} peer;

static schema_text schema_of(const char *path, gdv_dialect dialect)
{
    packet text = packet_from_file(path);
    char *closed = malloc(text.size + 1);
    cr_assert(closed != NULL);
    memcpy(closed, text.bytes, text.size);
    closed[text.size] = '\0';
    schema_text made = schema_from_text(closed, dialect);
    cr_assert_eq(made.code, GDV_OK, "%s:%u: %s", path, made.error.line, made.error.message);
    free(closed);
    packet_free(&text);
    return made;
}

static void begin(peer *of, const gdv_schema *schema, gdv_protocol protocol, uint32_t number)
{
    memset(of, 0, sizeof *of);
    of->schema = schema;
    of->protocol = protocol;
    gdv_message_policy_init(&of->policy, GDV_POLICY_STRICT);
    cr_assert_eq(gdv_peer_cache_init(&of->cache, number, of->paths, PATHS, of->text, TEXT), GDV_OK);
    of->match.struct_size = sizeof of->match;
    of->violation.struct_size = sizeof of->violation;
}

/* What is said of a packet: by the parse, or where that lets it pass by the check. */
static gdv_status says(peer *of, const packet *bytes)
{
    static const gdv_message_rules rules = {.struct_size = sizeof rules, .commands = 1u << GDV_COMMAND_RELAY};
    const size_t capacity = gdv_message_bound(bytes->size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    gdv_status status =
        gdv_message_parse(of->protocol, bytes->bytes, bytes->size, &of->policy, nodes, capacity, &message, &report);
    if (status == GDV_OK) {
        status = gdv_message_check(of->schema, &of->cache, &message, &rules, &of->match, &of->violation);
    }
    free(nodes);
    return status;
}

static gdv_status says_hex(peer *of, const char *hex)
{
    packet bytes = packet_from_hex(hex);
    const gdv_status status = says(of, &bytes);
    packet_free(&bytes);
    return status;
}

static void announce(peer *of, const char *list)
{
    char copy[1024];
    cr_assert_lt(strlen(list), sizeof copy);
    memcpy(copy, list, strlen(list) + 1);
    for (char *hex = strtok(copy, ","); hex != NULL; hex = strtok(NULL, ",")) {
        cr_assert_eq(says_hex(of, hex), GDV_OK, "%s", hex);
    }
}

static void permit(peer *of, const char *names)
{
    char copy[128];
    cr_assert_lt(strlen(names), sizeof copy);
    memcpy(copy, names, strlen(names) + 1);
    for (char *name = strtok(copy, ","); name != NULL && strcmp(names, "-") != 0; name = strtok(NULL, ",")) {
        uint32_t bit = 0;
        cr_assert(gdv_permit_from_name(name, &bit), "%s", name);
        of->policy.values.permit |= bit;
    }
}

/* Of a value at fault the report names the parameter. */
static void names_the_parameter(const peer *of, const char *name, const char *argument)
{
    const uint32_t number = (uint32_t)strtoul(argument, NULL, 10);
    const gdv_text known = gdv_schema_parameter_name(of->schema, of->violation.packet, number);
    char begin_of_path[64];
    cr_assert_gt(known.size, 0, "%s", name);
    (void)snprintf(begin_of_path, sizeof begin_of_path, "(%u %.*s)", number, (int)known.size, known.bytes);
    cr_expect_eq(strncmp(of->violation.report.path, begin_of_path, strlen(begin_of_path)), 0, "%s: %s", name,
                 of->violation.report.path);
}

static void take_row(const gdv_schema *schema, gdv_protocol protocol, const table *rows, size_t row, tally *counts)
{
    const char *name = table_cell(rows, row, NAME);
    const char *expected = table_cell(rows, row, VERDICT);
    const char *argument = table_cell(rows, row, ARGUMENT);
    peer of;
    begin(&of, schema, protocol, (uint32_t)strtoul(table_cell(rows, row, PEER), NULL, 10));
    announce(&of, table_cell(rows, row, ANNOUNCED));
    permit(&of, table_cell(rows, row, PERMITS));
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &of.policy.envelope));
    of.policy.peer = of.policy.envelope == GDV_ENVELOPE_NONE ? 0 : of.cache.peer;
    const gdv_status status = says_hex(&of, table_cell(rows, row, HEX));
    cr_expect_str_eq(status == GDV_OK ? "ok" : gdv_status_name(status), expected, "%s: %s", name,
                     gdv_status_name(status));
    if (strcmp(argument, "-") != 0) {
        names_the_parameter(&of, name, argument);
    }
    counts->passed += status == GDV_OK ? 1 : 0;
    counts->misread += strncmp(expected, "MP_", 3) == 0 ? 1 : 0;
    counts->refused += status != GDV_OK && strncmp(expected, "MP_", 3) != 0 ? 1 : 0;
}

static tally all_of(gdv_protocol protocol, const char *schema)
{
    table rows = table_read("corpus/called/called.tsv", COLUMNS);
    schema_text made = schema_of(schema, gdv_protocol_dialect(protocol));
    tally counts = {0, 0, 0};
    for (size_t row = 0; row < rows.rows; row += 1) {
        if (strcmp(table_cell(&rows, row, PROTOCOL), gdv_protocol_name(protocol)) == 0) {
            take_row(&made.schema, protocol, &rows, row, &counts);
        }
    }
    schema_free(&made);
    table_free(&rows);
    return counts;
}

static void are(tally counts, size_t passed, size_t misread, size_t refused)
{
    cr_expect_eq(counts.passed, passed, "%zu pass", counts.passed);
    cr_expect_eq(counts.misread, misread, "%zu are misread", counts.misread);
    cr_expect_eq(counts.refused, refused, "%zu are refused", counts.refused);
}

Test(called, of_godot3)
{
    are(all_of(GDV_PROTOCOL_GODOT3, "corpus/called/godot3.gdvs"), 20, 22, 3);
}

Test(called, of_godot4_0)
{
    are(all_of(GDV_PROTOCOL_GODOT4_0, "corpus/called/godot4.gdvs"), 84, 199, 16);
}

Test(called, of_godot4_3)
{
    are(all_of(GDV_PROTOCOL_GODOT4_3, "corpus/called/godot4.gdvs"), 13, 38, 1);
}

/* 30,000 arrays in one another, to r_a: the engine called it with null. */
static void deep_is_refused(gdv_protocol protocol)
{
    static const uint8_t head[] = {0, 1, 1, 1};
    static const uint8_t level[] = {0x1c, 0, 0, 0, 1, 0, 0, 0};
    schema_text made = schema_of("corpus/called/godot4.gdvs", gdv_protocol_dialect(protocol));
    const size_t size = sizeof head + 30000 * sizeof level + 4;
    packet bytes = {.size = size, .bytes = calloc(size, 1)};
    peer of;
    cr_assert(bytes.bytes != NULL);
    memcpy(bytes.bytes, head, sizeof head);
    for (size_t index = 0; index < 30000; index += 1) {
        memcpy(bytes.bytes + sizeof head + index * sizeof level, level, sizeof level);
    }
    begin(&of, &made.schema, protocol, 2);
    cr_expect_eq(says(&of, &bytes), GDV_E_MP_ARG_INVALID);
    packet_free(&bytes);
    schema_free(&made);
}

Test(called, with_null_for_what_is_too_deep)
{
    deep_is_refused(GDV_PROTOCOL_GODOT4_0);
    deep_is_refused(GDV_PROTOCOL_GODOT4_3);
}
