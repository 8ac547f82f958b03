/* SPDX-License-Identifier: MIT */
/* Packets of the multiplayer layer (corpus/messages): those that real engines sent or were given, and made ones. Each is
 * accepted or refused as its table says, with that code at that offset, and says what the table says of it. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/message.h>

#include "tests/support/proof_words.h"
#include "tests/support/support.h"

enum { NAME, SOURCE, ENVELOPE, DIRECTION, PEER, PERMITS, VERDICT, AT, LINTS, FIELDS, MESSAGE, HEX, COLUMNS };

/* What a message says, as the column `fields` has it. */
typedef struct said {
    char text[1 << 15];
    size_t size;
} said;

#define SAY(to, ...)                                                                                                   \
    ((to)->size += (size_t)snprintf((to)->text + (to)->size, sizeof(to)->text - (to)->size, __VA_ARGS__))

static void say_text(said *to, const char *key, gdv_text text)
{
    SAY(to, " %s=%.*s", key, (int)text.size, text.bytes);
}

static void say_data(said *to, gdv_text data)
{
    SAY(to, " data=");
    for (size_t index = 0; index < data.size; index += 1) {
        SAY(to, "%02x", (unsigned char)data.bytes[index]);
    }
}

static void say_call(said *to, const gdv_message *message)
{
    if (message->path.size > 0) {
        say_text(to, "path", message->path);
    } else {
        SAY(to, " node=%u", message->node);
    }
    if (gdv_protocol_dialect(message->protocol) < GDV_DIALECT_GODOT4_0) {
        say_text(to, "name", message->name);
    } else {
        SAY(to, " method=%u%s", message->method, message->node_level != 0 ? "n" : "");
    }
    if (message->bytes_only != 0) {
        say_data(to, message->data);
    } else {
        SAY(to, " values=%u", message->values);
    }
}

static void say_paths(said *to, const gdv_message *message, gdv_command command)
{
    if (command == GDV_COMMAND_CONFIRM_PATH && gdv_protocol_dialect(message->protocol) >= GDV_DIALECT_GODOT4_0) {
        SAY(to, " ok=%u", message->ok);
    }
    if (message->id != 0) {
        SAY(to, " id=%u", message->id);
    }
    if (message->path.size > 0) {
        say_text(to, "path", message->path);
    }
    if (message->md5.size > 0) {
        say_text(to, "md5", message->md5);
    }
}

static void say_spawn(said *to, const gdv_message *message)
{
    gdv_message_record id = {0};
    SAY(to, " node=%u", message->node);
    say_text(to, "name", message->name);
    SAY(to, " net_id=%u scene=%u ids=", message->net_id, message->scene);
    while (gdv_message_next_record(message, &id)) {
        SAY(to, "%s%u", id.taken > 1 ? "," : "", id.id);
    }
    SAY(to, " values=%u", message->values);
}

static void say_sync(said *to, const gdv_message *message)
{
    gdv_message_record record = {0};
    uint32_t values = 0;
    while (gdv_message_next_record(message, &record)) {
        cr_expect_eq(record.first, values);
        cr_expect(!gdv_exists(gdv_message_value(message, values + record.values)) ||
                  values + record.values < message->values);
        values += record.values;
        if (message->delta != 0) {
            SAY(to, " record=%u:%016" PRIx64 ":%u", record.id, record.indexes, record.values);
        } else {
            SAY(to, " record=%u:-:%u", record.id, record.values);
        }
    }
    cr_expect_eq(values, message->values);
    if (message->delta != 0) {
        SAY(to, " delta");
    } else {
        SAY(to, " time=%u", message->time);
    }
}

static void say_command(said *to, const gdv_message *message, gdv_command command)
{
    SAY(to, "%s", gdv_command_name(command));
    switch (command) {
    case GDV_COMMAND_CALL:
    case GDV_COMMAND_SET:
        say_call(to, message);
        break;
    case GDV_COMMAND_SIMPLIFY_PATH:
    case GDV_COMMAND_CONFIRM_PATH:
        say_paths(to, message, command);
        break;
    case GDV_COMMAND_RAW:
    case GDV_COMMAND_AUTH:
        say_data(to, message->data);
        break;
    case GDV_COMMAND_SPAWN:
        say_spawn(to, message);
        break;
    case GDV_COMMAND_DESPAWN:
        SAY(to, " net_id=%u", message->net_id);
        break;
    case GDV_COMMAND_SYNC:
        say_sync(to, message);
        break;
    default:
        SAY(to, " peer=%d", message->peer);
        break;
    }
}

static void say(said *to, const gdv_message *message, bool enveloped)
{
    to->size = 0;
    say_command(to, message, message->command);
    if (message->command == GDV_COMMAND_RELAY) {
        SAY(to, " ");
        say_command(to, message, message->inner);
    }
    if (enveloped) {
        SAY(to, " source=%u target=%d", message->source, message->target);
    }
}

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

static uint32_t lints_of(const char *names)
{
    return (strstr(names, "node_id_width") != NULL ? GDV_LINT_NODE_ID_WIDTH : 0u) |
           (strstr(names, "method_id_width") != NULL ? GDV_LINT_METHOD_ID_WIDTH : 0u) |
           (strstr(names, "argc_zero") != NULL ? GDV_LINT_ARGC_ZERO : 0u);
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

static void is_as_stated(const table *rows, size_t row, const gdv_message *message, const gdv_message_policy *policy)
{
    static said text;
    const char *fields = table_cell(rows, row, FIELDS);
    const bool enveloped = message->command < GDV_COMMAND_ADD_PEER &&
                           (policy->envelope == GDV_ENVELOPE_ENET3 || policy->envelope == GDV_ENVELOPE_WS3);
    if (strcmp(fields, "-") != 0) {
        say(&text, message, enveloped);
        cr_expect_str_eq(text.text, fields, "%s: %s, not %s", table_cell(rows, row, NAME), text.text, fields);
        cr_expect_eq(message->lints, lints_of(table_cell(rows, row, LINTS)), "%s", table_cell(rows, row, NAME));
    }
}

/* What proofs take for granted of documents holds of values in a message too, of which the first may be a short form. */
static void keeps_words(const char *name, const gdv_document *document)
{
    uint32_t where = 0;
    const char *broken = words_of_document(document, &where);
    cr_expect_null(broken, "%s: %s, of %u", name, broken, where);
}

static void take_row(gdv_protocol protocol, const table *rows, size_t row)
{
    const char *name = table_cell(rows, row, NAME);
    const char *expected = table_cell(rows, row, VERDICT);
    const char *at = table_cell(rows, row, AT);
    packet bytes = packet_from_hex(strcmp(table_cell(rows, row, HEX), "-") == 0 ? "" : table_cell(rows, row, HEX));
    const gdv_message_policy policy = policy_of(rows, row);
    const size_t capacity = gdv_message_bound(bytes.size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    const gdv_status status =
        gdv_message_parse(protocol, bytes.bytes, bytes.size, &policy, nodes, capacity, &message, &report);
    const bool accepted = strcmp(expected, "ok") == 0;
    cr_expect_str_eq(status == GDV_OK ? "ok" : gdv_status_name(status), expected, "%s: %s", name,
                     gdv_status_name(status));
    cr_expect_eq(report.code, status);
    cr_expect_eq(accepted, strcmp(at, "-") == 0, "%s: %s", name, at);
    if (!accepted) {
        cr_expect_eq(report.offset, strtoull(at, NULL, 10), "%s: at %" PRIu64, name, report.offset);
    }
    if (accepted && status == GDV_OK) {
        is_as_stated(rows, row, &message, &policy);
        keeps_words(name, &message.document);
    } else {
        cr_expect(message.command == GDV_COMMAND_NONE && message.document.nodes == NULL, "%s", name);
    }
    free(nodes);
    packet_free(&bytes);
}

static void all_of(gdv_protocol protocol, size_t least)
{
    char path[64];
    snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    cr_assert_geq(rows.rows, least);
    for (size_t row = 0; row < rows.rows; row += 1) {
        take_row(protocol, &rows, row);
    }
    table_free(&rows);
}

Test(message_vectors, of_godot3)
{
    all_of(GDV_PROTOCOL_GODOT3, 693);
}

Test(message_vectors, of_pandemonium)
{
    all_of(GDV_PROTOCOL_PANDEMONIUM, 51);
}

Test(message_vectors, of_godot4_0)
{
    all_of(GDV_PROTOCOL_GODOT4_0, 1905);
}

Test(message_vectors, of_godot4_3)
{
    all_of(GDV_PROTOCOL_GODOT4_3, 494);
}

Test(message_vectors, of_godot4_4)
{
    all_of(GDV_PROTOCOL_GODOT4_4, 113);
}
