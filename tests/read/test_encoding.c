/* SPDX-License-Identifier: MIT */
/* The compressed encoding as a mode of every reading: held to the values that real engines sent and were given in
 * packets (corpus/messages), and to section 5 of the multiplayer format, by hand. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/message.h>

#include "tests/support/support.h"

enum { NAME, SOURCE, ENVELOPE, DIRECTION, PEER, PERMITS, VERDICT, AT, LINTS, FIELDS, MESSAGE, HEX, COLUMNS };

static gdv_policy compressed_policy(gdv_preset preset, uint32_t permit)
{
    gdv_policy policy;
    gdv_policy_init(&policy, preset);
    policy.permit |= permit;
    policy.encoding = GDV_ENCODING_COMPRESSED;
    policy.max_depth = 64; /* as in messages */
    return policy;
}

/* ---- one value, by all readers ---- */

/* What all of them say; they have to say one thing. */
static gdv_status status_by_all(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    packet copy = packet_from_bytes(bytes, size);
    const size_t scratch_size = gdv_scratch_bound(size);
    uint8_t *scratch = malloc(scratch_size);
    const size_t capacity = gdv_document_bound(size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    gdv_report again = {.struct_size = sizeof again};
    static gdv_reader reader;
    uint8_t out[8192];
    size_t n = 0;
    const gdv_status status = gdv_validate(copy.bytes, size, dialect, policy, scratch, scratch_size, NULL, &report);
    cr_expect_eq(gdv_document_parse(&document, copy.bytes, size, dialect, policy, nodes, capacity, &again), status);
    cr_expect_eq(again.offset, report.offset);
    cr_expect_eq(again.need, report.need);
    cr_expect_eq(again.type, report.type);
    (void)gdv_reader_init(&reader, copy.bytes, size, dialect, policy, scratch, scratch_size);
    cr_expect_eq(gdv_reader_finish(&reader, &again), status);
    cr_expect_eq(again.offset, report.offset);
    cr_expect_eq(
        gdv_canonicalize(copy.bytes, size, dialect, policy, scratch, scratch_size, out, sizeof out, &n, &again),
        status);
    free(nodes);
    free(scratch);
    packet_free(&copy);
    return status;
}

static gdv_status of_hex(const char *hex, const gdv_policy *policy)
{
    packet bytes = packet_from_hex(hex);
    const gdv_status status = status_by_all(bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, policy);
    packet_free(&bytes);
    return status;
}

/* ---- the corpus ---- */

static uint32_t permits_named(const char *names)
{
    char copy[128];
    uint32_t all = 0;
    cr_assert_lt(strlen(names), sizeof copy);
    strcpy(copy, names);
    for (char *name = strtok(copy, ","); name != NULL && strcmp(names, "-") != 0; name = strtok(NULL, ",")) {
        uint32_t permit = 0;
        cr_assert(gdv_permit_from_name(name, &permit));
        all |= permit;
    }
    return all;
}

typedef struct tally {
    size_t accepted;
    size_t shortened;
    size_t refused;
} tally;

/* Every value of an accepted packet is accepted alone, and no shorter one that it begins with is. */
static void take_values(const char *name, const packet *bytes, const gdv_message *message, uint32_t permit, tally *all)
{
    const gdv_dialect dialect = gdv_protocol_dialect(message->protocol);
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, permit);
    const gdv_policy trailing = compressed_policy(GDV_POLICY_STRICT, permit | GDV_PERMIT_TRAILING);
    for (uint32_t index = 0; index < message->values; index += 1) {
        const size_t at = gdv_value_offset(gdv_message_value(message, index));
        gdv_stats stats = {.struct_size = sizeof stats};
        uint8_t scratch[16384];
        cr_assert_eq(gdv_validate(bytes->bytes + at, bytes->size - at, dialect, &trailing, scratch, sizeof scratch,
                                  &stats, NULL),
                     GDV_OK, "%s: value %" PRIu32, name, index);
        const size_t size = (size_t)stats.bytes;
        const bool last = index + 1 == message->values;
        cr_expect(last || at + size == gdv_value_offset(gdv_message_value(message, index + 1)) ||
                      message->command == GDV_COMMAND_SYNC,
                  "%s: value %" PRIu32, name, index);
        cr_expect_eq(status_by_all(bytes->bytes + at, size, dialect, &policy), GDV_OK, "%s: value %" PRIu32, name,
                     index);
        cr_expect_neq(status_by_all(bytes->bytes + at, size - 1, dialect, &policy), GDV_OK, "%s: value %" PRIu32, name,
                      index);
        all->accepted += 1;
        all->shortened += size % 4 != 0 ? 1 : 0;
    }
}

/* The value that the table blames is refused: of calls, whose values nothing but the packet's end cuts. */
static void take_refused(const table *rows, size_t row, const packet *bytes, gdv_dialect dialect, tally *all)
{
    const char *code = table_cell(rows, row, VERDICT);
    const size_t at = (size_t)strtoull(table_cell(rows, row, AT), NULL, 10);
    const uint32_t permit = permits_named(table_cell(rows, row, PERMITS)) | GDV_PERMIT_TRAILING;
    const gdv_policy strict = compressed_policy(GDV_POLICY_STRICT, permit);
    if (strncmp(code, "MP_ARG_", 7) != 0 || strcmp(code, "MP_ARG_MISSING") == 0 ||
        strcmp(table_cell(rows, row, AT), "-") == 0 || bytes->bytes[0] % 8 != 0) {
        return;
    }
    const gdv_status status = status_by_all(bytes->bytes + at, bytes->size - at, dialect, &strict);
    const char *name = table_cell(rows, row, NAME);
    cr_expect_neq(status, GDV_OK, "%s", name);
    cr_expect(strcmp(code, "MP_ARG_WIDTH") != 0 || status == GDV_E_WIDTH, "%s: %s", name, gdv_status_name(status));
    all->refused += 1;
}

static void take_row(gdv_protocol protocol, const table *rows, size_t row, tally *all)
{
    const char *hex = table_cell(rows, row, HEX);
    packet bytes = packet_from_hex(strcmp(hex, "-") == 0 ? "" : hex);
    const size_t capacity = gdv_message_bound(bytes.size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &policy.envelope));
    policy.direction = strcmp(table_cell(rows, row, DIRECTION), "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    policy.peer = (uint32_t)strtoul(table_cell(rows, row, PEER), NULL, 10);
    policy.values.permit = permits_named(table_cell(rows, row, PERMITS));
    if (strcmp(table_cell(rows, row, VERDICT), "ok") != 0) {
        take_refused(rows, row, &bytes, gdv_protocol_dialect(protocol), all);
    } else if (gdv_message_parse(protocol, bytes.bytes, bytes.size, &policy, nodes, capacity, &message, NULL) ==
               GDV_OK) {
        take_values(table_cell(rows, row, NAME), &bytes, &message, policy.values.permit, all);
    }
    free(nodes);
    packet_free(&bytes);
}

static tally values_of(gdv_protocol protocol)
{
    char path[64];
    tally all = {0, 0, 0};
    snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    for (size_t row = 0; row < rows.rows; row += 1) {
        take_row(protocol, &rows, row, &all);
    }
    table_free(&rows);
    return all;
}

Test(encoding, of_captured_values)
{
    const gdv_protocol protocols[] = {GDV_PROTOCOL_GODOT4_0, GDV_PROTOCOL_GODOT4_3, GDV_PROTOCOL_GODOT4_4};
    tally all = {0, 0, 0};
    for (size_t index = 0; index < 3; index += 1) {
        const tally some = values_of(protocols[index]);
        all.accepted += some.accepted;
        all.shortened += some.shortened;
        all.refused += some.refused;
    }
    cr_expect_geq(all.accepted, 1000, "%zu", all.accepted);
    cr_expect_geq(all.shortened, 300, "%zu", all.shortened);
    cr_expect_geq(all.refused, 290, "%zu", all.refused);
}

/* ---- by hand ---- */

typedef struct short_row {
    const char *hex;
    gdv_type type;
    int64_t value;
    gdv_status strict;
    gdv_status engine;
} short_row;

static const short_row shorts[] = {
    {"01", GDV_TYPE_BOOL, 0, GDV_OK, GDV_OK},
    {"81", GDV_TYPE_BOOL, 1, GDV_OK, GDV_OK},
    {"41", GDV_TYPE_BOOL, 0, GDV_E_BOOL, GDV_OK},
    {"c1", GDV_TYPE_BOOL, 1, GDV_E_BOOL, GDV_OK},
    {"02 00", GDV_TYPE_INT, 0, GDV_OK, GDV_OK},
    {"02 7f", GDV_TYPE_INT, 127, GDV_OK, GDV_OK},
    {"02 80", GDV_TYPE_INT, -128, GDV_OK, GDV_OK},
    {"42 8000", GDV_TYPE_INT, 128, GDV_OK, GDV_OK},
    {"42 7fff", GDV_TYPE_INT, -129, GDV_OK, GDV_OK},
    {"42 7f00", GDV_TYPE_INT, 127, GDV_E_WIDTH, GDV_OK},
    {"82 00800000", GDV_TYPE_INT, 32768, GDV_OK, GDV_OK},
    {"82 ff7f0000", GDV_TYPE_INT, 32767, GDV_E_WIDTH, GDV_OK},
    {"82 00000080", GDV_TYPE_INT, INT32_MIN, GDV_OK, GDV_OK},
    {"c2 0000008000000000", GDV_TYPE_INT, 2147483648, GDV_OK, GDV_OK},
    {"c2 0000000000000080", GDV_TYPE_INT, INT64_MIN, GDV_OK, GDV_OK},
    {"c2 ffffffffffffffff", GDV_TYPE_INT, -1, GDV_E_WIDTH, GDV_OK},
};

static void says(const gdv_document *document, const short_row *row)
{
    int64_t number = 0;
    bool flag = false;
    const gdv_value root = gdv_root(document);
    cr_expect_eq(gdv_type_of(root), row->type, "%s", row->hex);
    if (row->type == GDV_TYPE_BOOL) {
        cr_expect_eq(gdv_to_bool(root, &flag), GDV_OK);
        cr_expect_eq(flag, row->value != 0, "%s", row->hex);
    } else {
        cr_expect_eq(gdv_to_int(root, INT64_MIN, INT64_MAX, &number), GDV_OK);
        cr_expect_eq(number, row->value, "%s", row->hex);
    }
}

Test(encoding, short_forms_by_hand)
{
    const gdv_policy strict = compressed_policy(GDV_POLICY_STRICT, 0);
    const gdv_policy engine = compressed_policy(GDV_POLICY_ENGINE, 0);
    for (size_t index = 0; index < sizeof shorts / sizeof shorts[0]; index += 1) {
        const short_row *row = &shorts[index];
        packet bytes = packet_from_hex(row->hex);
        gdv_node node;
        gdv_document document;
        cr_expect_eq(of_hex(row->hex, &strict), row->strict, "%s", row->hex);
        cr_expect_eq(of_hex(row->hex, &engine), row->engine, "%s", row->hex);
        cr_assert_eq(
            gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_0, &engine, &node, 1, NULL),
            GDV_OK);
        says(&document, row);
        packet_free(&bytes);
    }
}

Test(encoding, what_is_missing_is_counted)
{
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    const char *const cut[] = {"02", "42 01", "82 010203", "c2 01", "00 0000", "1b"};
    const uint64_t missing[] = {1, 1, 1, 7, 1, 3};
    for (size_t index = 0; index < sizeof cut / sizeof cut[0]; index += 1) {
        packet bytes = packet_from_hex(cut[index]);
        const verdict said = verdict_of(bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy);
        cr_expect_eq(said.code, GDV_E_TRUNCATED, "%s: %s", cut[index], gdv_status_name(said.code));
        cr_expect_eq(said.report.need, missing[index], "%s: %" PRIu64, cut[index], said.report.need);
        packet_free(&bytes);
    }
    const verdict empty = verdict_of("", 0, GDV_DIALECT_GODOT4_4, &policy);
    cr_expect_eq(empty.code, GDV_E_EMPTY);
    cr_expect_eq(empty.report.need, 1);
}

/* The long form of a bool does not exist outermost: the engine reads a false and leaves the rest. Inside a container it
 * is the only one, and a mode makes a type of it that there is not. */
Test(encoding, the_long_form_is_of_what_is_inside)
{
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    cr_expect_eq(of_hex("01000000 01000000", &policy), GDV_E_TRAILING);
    cr_expect_eq(of_hex("1c000000 02000000 01000000 01000000 02000000 05000000", &policy), GDV_OK);
    cr_expect_eq(of_hex("1c000000 01000000 81000000", &policy), GDV_E_BAD_TYPE);
    cr_expect_eq(of_hex("1c000000 01000000 81", &policy), GDV_E_COUNT);
    cr_expect_eq(of_hex("44000000 00000000", &policy), GDV_E_BAD_TYPE);
    cr_expect_eq(of_hex("04000000 00000000", &policy), GDV_OK);
    cr_expect_eq(of_hex("00000000", &policy), GDV_OK);
}

Test(encoding, limits_hold)
{
    gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    policy.max_values = 0;
    cr_expect_eq(of_hex("81", &policy), GDV_E_LIMIT_VALUES);
    policy.max_values = 1;
    cr_expect_eq(of_hex("81", &policy), GDV_OK);
    policy.max_bytes = 2;
    cr_expect_eq(of_hex("42 8000", &policy), GDV_E_LIMIT_BYTES);
    policy.max_bytes = 3;
    policy.max_depth = 0;
    cr_expect_eq(of_hex("42 8000", &policy), GDV_OK);
}

Test(encoding, is_of_one_family)
{
    gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        const bool fits = gdv_dialect_family((gdv_dialect)dialect) == GDV_FAMILY_GODOT4;
        const uint8_t yes[] = {0x81};
        cr_expect_eq(status_by_all(yes, 1, (gdv_dialect)dialect, &policy), fits ? GDV_OK : GDV_E_BAD_POLICY, "%s",
                     gdv_dialect_name((gdv_dialect)dialect));
    }
    cr_expect_eq(gdv_policy_check(&policy), GDV_OK);
    policy.encoding = GDV_ENCODING_COMPRESSED + 1;
    cr_expect_eq(gdv_policy_check(&policy), GDV_E_BAD_POLICY);
    cr_expect_eq(of_hex("81", &policy), GDV_E_BAD_POLICY);
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    cr_expect_eq(policy.encoding, GDV_ENCODING_PLAIN);
}

/* A message says by its protocol what is short in it. */
Test(encoding, of_a_message_is_its_protocols)
{
    gdv_message_policy policy;
    gdv_message message = {.struct_size = sizeof message};
    gdv_node nodes[8];
    packet bytes = packet_from_hex("00010101 81");
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_4, bytes.bytes, bytes.size, &policy, nodes, 8, &message, NULL),
                 GDV_OK);
    policy.values.encoding = GDV_ENCODING_COMPRESSED;
    cr_expect_eq(gdv_message_parse(GDV_PROTOCOL_GODOT4_4, bytes.bytes, bytes.size, &policy, nodes, 8, &message, NULL),
                 GDV_E_BAD_POLICY);
    packet_free(&bytes);
}

/* Where a short form ends with its packet, nothing may look for a header of four bytes. */
Test(encoding, a_short_form_is_a_key_to_look_for)
{
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    packet keyed = packet_from_hex("1b000000 03000000 02000000 05000000 00000000 01000000 01000000 02000000 07000000"
                                   "01000000 00000000 02000000 08000000");
    gdv_node nodes[32];
    gdv_document dictionary;
    cr_assert_eq(gdv_document_parse(&dictionary, keyed.bytes, keyed.size, GDV_DIALECT_GODOT4_4, NULL, nodes, 32, NULL),
                 GDV_OK);
    const char *const keys[] = {"02 05", "81", "01", "02 06"};
    const size_t offsets[] = {16, 28, 44, 0};
    for (size_t index = 0; index < 4; index += 1) {
        packet bytes = packet_from_hex(keys[index]);
        gdv_node node;
        gdv_document key;
        cr_assert_eq(gdv_document_parse(&key, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy, &node, 1, NULL),
                     GDV_OK);
        cr_expect_eq(gdv_value_offset(gdv_get_value(gdv_root(&dictionary), gdv_root(&key))), offsets[index], "%s",
                     keys[index]);
        packet_free(&bytes);
    }
    packet_free(&keyed);
}

Test(encoding, a_report_about_a_short_form)
{
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    packet bytes = packet_from_hex("02 65");
    gdv_node node;
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    cr_assert_eq(gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy, &node, 1, NULL),
                 GDV_OK);
    cr_expect_eq(gdv_report_at(gdv_root(&document), GDV_E_OUT_OF_RANGE, &report), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(report.type, GDV_TYPE_INT);
    cr_expect_eq(report.offset, 0);
    cr_expect_eq(report.depth, 0);
    cr_expect_str_eq(report.path, "");
    cr_expect_str_eq(report.type_name, "int");
    packet_free(&bytes);
}

/* Of a packet that has changed, or of nodes that have, the place is what they say; nothing beyond the packet is read. */
Test(encoding, a_report_where_packet_or_nodes_have_changed)
{
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    const uint8_t beginning_of_more = 0x1c;
    packet bytes = packet_from_hex("02 65");
    gdv_node node;
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    cr_assert_eq(gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy, &node, 1, NULL),
                 GDV_OK);
    bytes.bytes[0] = beginning_of_more;
    cr_expect_eq(gdv_report_at(gdv_root(&document), GDV_E_OUT_OF_RANGE, &report), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(report.offset, 0);
    cr_expect_str_eq(report.path, "");
    node.offset = 100;
    cr_expect_eq(gdv_report_at(gdv_root(&document), GDV_E_OUT_OF_RANGE, &report), GDV_E_OUT_OF_RANGE);
    cr_expect_eq(report.offset, 100);
    cr_expect_str_eq(report.path, "");
    packet_free(&bytes);
}

Test(encoding, a_reader_gives_its_bytes)
{
    const gdv_policy policy = compressed_policy(GDV_POLICY_STRICT, 0);
    packet bytes = packet_from_hex("42 2c01");
    static gdv_reader reader;
    uint8_t scratch[16];
    gdv_event event;
    cr_assert_eq(
        gdv_reader_init(&reader, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_4, &policy, scratch, sizeof scratch),
        GDV_OK);
    cr_assert_eq(gdv_reader_next(&reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_VALUE);
    cr_expect_eq(event.offset, 0);
    cr_expect_eq(event.size, 3);
    cr_expect_eq(gdv_int_or(event.value, 0, 1000, -1), 300);
    cr_assert_eq(gdv_reader_next(&reader, &event), GDV_OK);
    cr_expect_eq(event.kind, GDV_EVENT_DONE);
    packet_free(&bytes);
}
