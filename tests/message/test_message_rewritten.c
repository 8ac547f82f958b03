/* SPDX-License-Identifier: MIT */
/* Packets of corpus/messages that are accepted: what gdv_message_parse says of one, written again, is the packet itself,
 * with values by the calls of writer.h and by copies of those that were parsed. Where it is not, the packet has what the
 * writer cannot know, padding and the width of an id (see difference), or what no engine sends. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv.h>

#include "tests/support/support.h"
#include "tests/support/write_value.h"

enum { NAME, SOURCE, ENVELOPE, DIRECTION, PEER, PERMITS, VERDICT, AT, LINTS, FIELDS, MESSAGE, HEX, COLUMNS };

typedef enum manner { BY_CALLS, BY_COPIES, MANNERS } manner;

static gdv_message_policy policy_of(const table *rows, size_t row)
{
    gdv_message_policy policy;
    char names[128];
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    cr_assert(gdv_envelope_from_name(table_cell(rows, row, ENVELOPE), &policy.envelope));
    policy.direction = strcmp(table_cell(rows, row, DIRECTION), "c2s") == 0 ? GDV_DIRECTION_C2S : GDV_DIRECTION_S2C;
    policy.peer = (uint32_t)strtoul(table_cell(rows, row, PEER), NULL, 10);
    snprintf(names, sizeof names, "%s", table_cell(rows, row, PERMITS));
    for (char *name = strtok(names, ","); name != NULL && strcmp(name, "-") != 0; name = strtok(NULL, ",")) {
        uint32_t permit = 0;
        cr_assert(gdv_permit_from_name(name, &permit), "%s", name);
        policy.values.permit |= permit;
    }
    return policy;
}

static void write_one(gdv_message_writer *writer, const gdv_message *message, uint32_t number, manner how)
{
    const gdv_value value = gdv_message_value(message, number);
    if (how == BY_COPIES) {
        (void)gdv_message_copy_value(writer, value);
    } else {
        (void)write_value(gdv_message_add_value(writer), value);
    }
}

/* Ids first, of a spawn; or each record before its values. */
static void write_all(gdv_message_writer *writer, const gdv_message *message, manner how)
{
    gdv_message_record record = {0};
    uint32_t number = 0;
    while (gdv_message_next_record(message, &record)) {
        (void)gdv_message_add_record(writer, record.id, record.indexes);
        for (uint32_t index = 0; index < record.values; index += 1) {
            write_one(writer, message, number, how);
            number += 1;
        }
    }
    for (; number < message->values; number += 1) {
        write_one(writer, message, number, how);
    }
}

/* Why a packet may come out as another one. */
typedef enum difference {
    NONE,
    PADDING,   /* engines send memory of theirs after the names of a node path (EB-01) */
    NODE_SIZE, /* a call of several peers has the id in four bytes; two bytes below 256 no engine sends */
    LONG_FORM, /* no argument, or one byte array, without bit 7: no engine sends that */
    NARROW,    /* a NaN in four bytes: engines send eight */
    LINT,      /* not tried: no engine sends that */
    OTHER,
    DIFFERENCES
} difference;

/* A packet that was read, and how. */
typedef struct read_packet {
    const char *name;
    packet bytes;
    gdv_message_policy policy;
    gdv_node *nodes;
    gdv_message message;
} read_packet;

static read_packet *read_row(gdv_protocol protocol, const table *rows, size_t row)
{
    read_packet *from = calloc(1, sizeof *from);
    from->name = table_cell(rows, row, NAME);
    from->bytes = packet_from_hex(table_cell(rows, row, HEX));
    from->policy = policy_of(rows, row);
    from->message.struct_size = sizeof from->message;
    const size_t capacity = gdv_message_bound(from->bytes.size);
    from->nodes = malloc(capacity * sizeof *from->nodes + 1);
    cr_assert_eq(gdv_message_parse(protocol, from->bytes.bytes, from->bytes.size, &from->policy, from->nodes, capacity,
                                   &from->message, NULL),
                 GDV_OK);
    return from;
}

static void free_read(read_packet *freed)
{
    packet_free(&freed->bytes);
    free(freed->nodes);
    free(freed);
}

/* Writes it into a heap block of exactly that capacity; NULL to measure. */
static gdv_status rewrite(const read_packet *from, manner how, uint8_t *buffer, size_t capacity, size_t *size)
{
    gdv_message_writer *writer = malloc(sizeof *writer);
    const size_t ids = 8 * (size_t)from->message.records;
    const size_t bound = gdv_scratch_bound(from->bytes.size);
    const size_t scratch_size = ids > bound ? ids : bound;
    void *scratch = malloc(scratch_size);
    (void)gdv_message_writer_init(writer, buffer, capacity, from->message.protocol, &from->policy, &from->message,
                                  scratch, scratch_size);
    write_all(writer, &from->message, how);
    gdv_status status = gdv_message_writer_finish(writer, size);
    free(scratch);
    free(writer);
    return status;
}

/* Bits 4 and 5 of a call of Godot 4 where no path follows, and bit 7. */
static bool has_wide_node(const read_packet *from)
{
    return from->message.command == GDV_COMMAND_CALL && from->message.path.size == 0 &&
           from->bytes.bytes[0] / 0x10u % 4u > (from->message.node > 0xffffu ? 2u
                                                : from->message.node > 0xffu ? 1u
                                                                             : 0u);
}

static bool has_long_form(const read_packet *from)
{
    const gdv_message *message = &from->message;
    const bool is_bytes = gdv_type_of(gdv_message_value(message, 0)) == GDV_TYPE_PACKED_BYTE_ARRAY;
    return message->command == GDV_COMMAND_CALL && message->bytes_only == 0 &&
           (message->values == 0 || (message->values == 1 && is_bytes)) &&
           gdv_protocol_dialect(message->protocol) >= GDV_DIALECT_GODOT4_0;
}

static bool has_node_path(const gdv_message *message)
{
    bool found = false;
    for (uint32_t number = 0; number < message->values; number += 1) {
        found = found || gdv_type_of(gdv_message_value(message, number)) == GDV_TYPE_NODE_PATH;
    }
    return found;
}

/* Whether the one value, after which the packet ends, is a NaN in four bytes: in no range, as all that is no number. */
static bool has_narrow_nan(const read_packet *from)
{
    const gdv_value value = gdv_message_value(&from->message, 0);
    double number = 0;
    return from->message.values == 1 && gdv_type_of(value) == GDV_TYPE_FLOAT &&
           gdv_value_offset(value) + 8 == from->bytes.size &&
           gdv_to_double(value, -HUGE_VAL, HUGE_VAL, &number) == GDV_E_OUT_OF_RANGE;
}

/* Whether `made` is the packet but for some bytes that are zero in it. */
static bool differs_in_zeros(const packet *bytes, const uint8_t *made, size_t size)
{
    bool alike = size == bytes->size;
    for (size_t index = 0; alike && index < size; index += 1) {
        alike = made[index] == bytes->bytes[index] || made[index] == 0;
    }
    return alike;
}

static difference difference_of(const read_packet *from, const uint8_t *made, size_t size)
{
    if (size == from->bytes.size && memcmp(made, from->bytes.bytes, size) == 0) {
        return NONE;
    }
    if (has_wide_node(from)) {
        return NODE_SIZE;
    }
    if (has_long_form(from)) {
        return LONG_FORM;
    }
    if (has_narrow_nan(from) && size == from->bytes.size + 4) {
        return NARROW;
    }
    return has_node_path(&from->message) && differs_in_zeros(&from->bytes, made, size) ? PADDING : OTHER;
}

/* Of what was written: measured and in less room it has the size that it has, or, of a lone byte array that came as a
 * value, that of its long form. */
static void has_its_size(const read_packet *from, manner how, size_t made)
{
    size_t measured = 0;
    const bool is_shortened = has_long_form(from) && from->message.values == 1;
    cr_expect_eq(rewrite(from, how, NULL, 0, &measured), GDV_OK);
    cr_expect(is_shortened ? measured > made : measured == made, "%s: %zu, not %zu", from->name, measured, made);
    const size_t first = made > 128 ? made - 1 : 0;
    for (size_t capacity = first; capacity < made; capacity += 1) {
        size_t size = 0;
        uint8_t *buffer = malloc(capacity + (capacity == 0 ? 1 : 0));
        cr_expect_eq(rewrite(from, how, buffer, capacity, &size), GDV_E_NO_SPACE, "%s in %zu", from->name, capacity);
        cr_expect_eq(size, measured, "%s in %zu: %zu", from->name, capacity, size);
        free(buffer);
    }
}

/* A difference is no fault of the packet's. */
static void is_accepted(const read_packet *from, const uint8_t *made, size_t size)
{
    const size_t capacity = gdv_message_bound(size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    cr_expect_eq(gdv_message_parse(from->message.protocol, made, size, &from->policy, nodes, capacity, &message, NULL),
                 GDV_OK, "%s", from->name);
    cr_expect_eq(message.lints, 0);
    free(nodes);
}

static difference write_again(const read_packet *from, manner how)
{
    const size_t capacity = from->bytes.size + 16;
    uint8_t *made = malloc(capacity);
    size_t size = 0;
    gdv_status status = rewrite(from, how, made, capacity, &size);
    cr_expect_eq(status, GDV_OK, "%s: %s", from->name, gdv_status_name(status));
    const difference found = difference_of(from, made, size);
    cr_expect_neq(found, OTHER, "%s comes out as another packet", from->name);
    is_accepted(from, made, size);
    has_its_size(from, how, size);
    free(made);
    return found;
}

/* How many rows of a source have each difference. Rows with lints are of packets that no engine sends. */
static void count_rows(gdv_protocol protocol, bool is_made, manner how, size_t found[DIFFERENCES])
{
    char path[64];
    snprintf(path, sizeof path, "corpus/messages/%s.tsv", gdv_protocol_name(protocol));
    table rows = table_read(path, COLUMNS);
    memset(found, 0, DIFFERENCES * sizeof found[0]);
    for (size_t row = 0; row < rows.rows; row += 1) {
        if (strcmp(table_cell(&rows, row, VERDICT), "ok") == 0 &&
            (strcmp(table_cell(&rows, row, SOURCE), "made") == 0) == is_made) {
            read_packet *from = read_row(protocol, &rows, row);
            found[from->message.lints == 0 ? write_again(from, how) : LINT] += 1;
            free_read(from);
        }
    }
    table_free(&rows);
}

/* What is to be found: rows that an engine made, in `engine`, or that were made for the corpus. */
typedef struct expectation {
    size_t none;
    size_t padding;
    size_t node_size;
    size_t long_form;
    size_t narrow;
} expectation;

static void has_rows(gdv_protocol protocol, bool is_made, expectation expected)
{
    for (int how = 0; how < MANNERS; how += 1) {
        size_t found[DIFFERENCES];
        count_rows(protocol, is_made, (manner)how, found);
        cr_expect_geq(found[NONE], expected.none, "%zu equal", found[NONE]);
        cr_expect_eq(found[PADDING], expected.padding, "%zu differ in padding", found[PADDING]);
        cr_expect_eq(found[NODE_SIZE], expected.node_size, "%zu differ in the id's size", found[NODE_SIZE]);
        cr_expect_eq(found[LONG_FORM], expected.long_form, "%zu have a long form", found[LONG_FORM]);
        cr_expect_eq(found[NARROW], expected.narrow, "%zu have a narrow NaN", found[NARROW]);
    }
}

/* Twelve arguments are node paths. */
Test(message_rewritten, what_godot3_sent)
{
    has_rows(GDV_PROTOCOL_GODOT3, false, (expectation){.none = 424, .padding = 12});
}

/* Nine arguments are node paths. Two packets call several peers, of which one does not know the id. */
Test(message_rewritten, what_godot4_0_sent)
{
    has_rows(GDV_PROTOCOL_GODOT4_0, false, (expectation){.none = 605, .padding = 9, .node_size = 2});
}

Test(message_rewritten, what_godot4_3_sent)
{
    has_rows(GDV_PROTOCOL_GODOT4_3, false, (expectation){.none = 221});
}

Test(message_rewritten, what_was_made)
{
    has_rows(GDV_PROTOCOL_GODOT3, true, (expectation){.none = 58, .narrow = 1});
    has_rows(GDV_PROTOCOL_PANDEMONIUM, true, (expectation){.none = 42, .padding = 1});
    has_rows(GDV_PROTOCOL_GODOT4_0, true, (expectation){.none = 482, .node_size = 1, .long_form = 10, .narrow = 1});
    has_rows(GDV_PROTOCOL_GODOT4_3, true, (expectation){.none = 51, .node_size = 1, .narrow = 1});
    has_rows(GDV_PROTOCOL_GODOT4_4, true, (expectation){.none = 88, .padding = 1});
}
