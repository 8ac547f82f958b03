/* SPDX-License-Identifier: MIT */
/* What values in a row and messages cost, counted and not timed: over a library that calls gdv_before_read before each read of packet
 * bytes (//tests:gdv_changing), of at most sixteen bytes each. Twice the packet is no more than 2.1 times the work,
 * whatever the values are, whether it passes or is refused at its end. How often keys are compared and digested,
 * test_keys_work.c counts. Promise 3. */
#include "tests/support/changing.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/support/hostile_keys.h"
#include "tests/support/support.h"

static uint64_t reads;

void gdv_before_read(const gdv_cursor *in)
{
    (void)in;
    reads += 1;
}

/* ---- rows that grow ---- */

typedef struct growing {
    const char *name;
    gdv_dialect dialect;
    gdv_encoding encoding;
    builder value;   /* that is repeated */
    key_shape after; /* keys of a dictionary after those, of about as many bytes as they have; KEY_SHAPES for none */
} growing;

static builder row_of(const growing *of, uint32_t n)
{
    builder row = {NULL, 0, 0};
    for (uint32_t index = 0; index < n; index += 1) {
        put_bytes(&row, of->value.bytes, of->value.size);
    }
    if (of->after != KEY_SHAPES) {
        uint32_t count = 0;
        builder dictionary = dictionary_of_size(of->after, row.size, 5, &count);
        put_bytes(&row, dictionary.bytes, dictionary.size);
        builder_free(&dictionary);
    }
    return row;
}

static uint64_t work_of(const growing *of, const builder *row, gdv_status expected)
{
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    const size_t capacity = gdv_values_bound(row->size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes);
    gdv_report report = {.struct_size = sizeof report};
    gdv_document document;
    policy.encoding = (uint32_t)of->encoding;
    policy.max_bytes = SIZE_MAX;
    policy.max_values = UINT32_MAX;
    policy.max_elements = UINT32_MAX;
    reads = 0;
    const gdv_status status = gdv_document_parse_values(&document, row->bytes, row->size, of->dialect, &policy,
                                                        GDV_ALL_VALUES, nodes, capacity, NULL, &report);
    cr_assert_eq(status, expected, "%s: %s", of->name, gdv_status_name(status));
    free(nodes);
    return reads;
}

static uint64_t work(const growing *of, uint32_t n, bool refused, size_t *size)
{
    builder row = row_of(of, n);
    if (refused) {
        put_u32(&row, 63);
    }
    *size = row.size;
    const uint64_t counted = work_of(of, &row, refused ? GDV_E_BAD_TYPE : GDV_OK);
    builder_free(&row);
    return counted;
}

/* What a byte may cost at most, in reads; a packet that is refused is read again for its report. */
static const uint64_t reads_a_byte = 2;

/* At most one packet of each kind is longer than twice that. */
#define LONG_ENOUGH 20000u

static void is_linear(const growing *of, bool refused)
{
    size_t before = 0;
    uint64_t last = work(of, 2, refused, &before);
    for (uint32_t n = 4; n <= 1024 && (n == 4 || before < LONG_ENOUGH); n *= 2) {
        size_t size = 0;
        const uint64_t now = work(of, n, refused, &size);
        cr_assert_leq(20 * now * before, 21 * last * size, "%u %s: %zu reads after %zu", n, of->name, (size_t)now,
                      (size_t)last);
        cr_assert_leq(now, reads_a_byte * size, "%u %s: %zu reads of %zu bytes", n, of->name, (size_t)now, size);
        last = now;
        before = size;
    }
}

static void both_ways(growing *of)
{
    is_linear(of, false);
    is_linear(of, true);
    builder_free(&of->value);
}

static builder value_of(const char *hex)
{
    builder made = {NULL, 0, 0};
    packet bytes = packet_from_hex(hex);
    put_bytes(&made, bytes.bytes, bytes.size);
    packet_free(&bytes);
    return made;
}

/* ---- the claims ---- */

Test(several_work, plain_values_cost_their_bytes)
{
    static const struct {
        const char *name;
        const char *hex;
        gdv_encoding encoding;
    } rows[] = {
        {"nulls", "00000000", GDV_ENCODING_PLAIN},
        {"texts", "04000000 05000000 68656c6c 6f000000", GDV_ENCODING_PLAIN},
        {"arrays in arrays", "1c000000 01000000 1c000000 02000000 00000000 1c000000 00000000", GDV_ENCODING_PLAIN},
        {"dictionaries", "1b000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000", GDV_ENCODING_PLAIN},
        {"bools of a byte", "81", GDV_ENCODING_COMPRESSED},
        {"ints of two bytes", "027f", GDV_ENCODING_COMPRESSED},
        {"bools before arrays", "81 1c000000 01000000 00000000", GDV_ENCODING_COMPRESSED},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        growing of = {rows[row].name, GDV_DIALECT_GODOT4_4, rows[row].encoding, value_of(rows[row].hex), KEY_SHAPES};
        both_ways(&of);
    }
}

Test(several_work, dictionaries_of_many_keys_cost_their_bytes)
{
    for (int shape = 0; shape < KEY_SHAPES; shape += 1) {
        uint32_t count = 0;
        const gdv_dialect dialect = key_shape_dialect((key_shape)shape);
        growing of = {key_shape_text((key_shape)shape), dialect, GDV_ENCODING_PLAIN,
                      dictionary_of_size((key_shape)shape, 300, 5, &count), KEY_SHAPES};
        both_ways(&of);
    }
}

/* However many values stand before it. */
Test(several_work, a_large_dictionary_costs_its_bytes_wherever_it_stands)
{
    static const key_shape shapes[] = {KEYS_INTS, KEYS_TEXTS, KEYS_COLLIDING_INTS, KEYS_SHORT_ARRAYS};
    for (size_t row = 0; row < sizeof shapes / sizeof shapes[0]; row += 1) {
        growing of = {key_shape_text(shapes[row]), key_shape_dialect(shapes[row]), GDV_ENCODING_PLAIN,
                      value_of("02000000 07000000 02000000 08000000 00000000"), shapes[row]};
        both_ways(&of);
    }
}

/* ---- messages ---- */

static void put_text(builder *out, const char *hex)
{
    builder bytes = value_of(hex);
    put_bytes(out, bytes.bytes, bytes.size);
    builder_free(&bytes);
}

static builder bools_in_a_record(uint32_t n, const char *head)
{
    builder made = value_of(head);
    put_text(&made, "06 0100 01000000");
    put_u32(&made, n);
    for (uint32_t index = 0; index < n; index += 1) {
        put_bytes(&made, "\x81", 1);
    }
    return made;
}

static builder synchronisation(uint32_t n)
{
    return bools_in_a_record(n, "");
}

static builder relay(uint32_t n)
{
    return bools_in_a_record(n, "07 03 05000000");
}

static builder records_of_a_delta(uint32_t n)
{
    builder made = value_of("16");
    for (uint32_t index = 0; index < n; index += 1) {
        put_u32(&made, index + 1);
        put_text(&made, "01000000 00000000 01000000 81");
    }
    return made;
}

static builder synchronizers_of_a_spawn(uint32_t n)
{
    builder made = value_of("04 00 01000000 01000000");
    put_u32(&made, n);
    put_u32(&made, 2);
    for (uint32_t index = 0; index < n; index += 1) {
        put_u32(&made, n + 1 - index);
    }
    put_text(&made, "6100");
    return made;
}

static builder keys_of_an_argument(uint32_t n)
{
    builder made = value_of("00 01000000 6d00 01");
    uint32_t count = 0;
    builder value = dictionary_of_size(KEYS_COLLIDING_INTS, 20 * (size_t)n, 5, &count);
    put_bytes(&made, value.bytes, value.size);
    builder_free(&value);
    return made;
}

static uint64_t work_of_message(gdv_protocol protocol, const builder *made, gdv_status expected)
{
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    gdv_message_policy policy;
    const size_t capacity = gdv_message_bound(made->size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes);
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.values = policy_with(GDV_POLICY_STRICT, GDV_PERMIT_WIDE);
    policy.max_records = UINT32_MAX;
    reads = 0;
    const gdv_status status =
        gdv_message_parse(protocol, made->bytes, made->size, &policy, nodes, capacity, &message, &report);
    cr_assert_eq(status, expected, "%s at %zu", gdv_status_name(status), (size_t)report.offset);
    free(nodes);
    return reads;
}

/* As it is, and with a byte more than it should have. */
Test(several_work, messages_cost_their_bytes)
{
    static const struct {
        const char *name;
        gdv_protocol protocol;
        gdv_status with_more;
        builder (*make)(uint32_t n);
    } rows[] = {
        {"bools in a record", GDV_PROTOCOL_GODOT4_3, GDV_E_MP_RECORD_SIZE, synchronisation},
        {"the same in a relay", GDV_PROTOCOL_GODOT4_3, GDV_E_MP_RECORD_SIZE, relay},
        {"records of a delta", GDV_PROTOCOL_GODOT4_3, GDV_E_MP_RECORD_SIZE, records_of_a_delta},
        {"ids of a spawn", GDV_PROTOCOL_GODOT4_3, GDV_E_MP_ARG_INVALID, synchronizers_of_a_spawn},
        {"keys of an argument", GDV_PROTOCOL_GODOT3, GDV_E_MP_TRAILING, keys_of_an_argument},
    };
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        uint64_t last[2] = {0, 0};
        size_t before = 0;
        for (uint32_t n = 128; n <= 8192; n *= 2) {
            builder made = rows[row].make(n);
            uint64_t now[2] = {work_of_message(rows[row].protocol, &made, GDV_OK), 0};
            put_bytes(&made, "\x02", 1);
            now[1] = work_of_message(rows[row].protocol, &made, rows[row].with_more);
            for (uint32_t which = 0; which < 2; which += 1) {
                cr_assert_leq(20 * now[which] * before, 21 * last[which] * made.size, "%u %s: %zu reads after %zu", n,
                              rows[row].name, (size_t)now[which], (size_t)last[which]);
                cr_assert_leq(now[which], reads_a_byte * made.size, "%u %s: %zu reads of %zu bytes", n, rows[row].name,
                              (size_t)now[which], made.size);
                last[which] = now[which];
            }
            before = made.size;
            builder_free(&made);
        }
    }
}
