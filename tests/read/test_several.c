/* SPDX-License-Identifier: MIT */
/* Several values in a row: the document holds what each of them alone is, and the verdict is that of the first that is
 * refused alone; limits are those of all together; whatever is handed in, nothing is written but what is said. */
#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/support.h"

static const gdv_dialect dialect = GDV_DIALECT_GODOT4_4;

static gdv_policy policy_in(gdv_encoding encoding)
{
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_STRICT);
    policy.encoding = (uint32_t)encoding;
    return policy;
}

/* ---- a parse ---- */

typedef struct row_of_values {
    packet bytes;
    gdv_node *nodes;
    gdv_document document;
    gdv_report report;
    size_t values;
    gdv_status status;
} row_of_values;

static row_of_values parse_row(const void *bytes, size_t size, const gdv_policy *policy, size_t n)
{
    row_of_values row = {.report = {.struct_size = sizeof row.report}};
    const size_t capacity = gdv_values_bound(size);
    row.bytes = packet_from_bytes(bytes, size);
    row.nodes = malloc(capacity * sizeof *row.nodes + 1);
    row.status = gdv_document_parse_values(&row.document, row.bytes.bytes, size, dialect, policy, n, row.nodes,
                                           capacity, &row.values, &row.report);
    cr_expect_eq(row.report.code, row.status);
    return row;
}

static row_of_values parse_hex(const char *hex, gdv_encoding encoding, size_t n)
{
    const gdv_policy policy = policy_in(encoding);
    packet bytes = packet_from_hex(hex);
    const row_of_values row = parse_row(bytes.bytes, bytes.size, &policy, n);
    packet_free(&bytes);
    return row;
}

static void free_row(row_of_values *row)
{
    free(row->nodes);
    packet_free(&row->bytes);
}

/* ---- values, each with its bytes ---- */

typedef struct sample {
    const char *hex;
    bool is_short;
} sample;

static const sample samples[] = {
    {"00000000", false},
    {"03000000 0000803f", false},
    {"04000000 03000000 61626300", false},
    {"1c000000 02000000 01000000 01000000 02000000 05000000", false},
    {"1b000000 02000000 04000000 01000000 61000000 02000000 01000000 04000000 01000000 62000000 00000000", false},
    {"1c000000 00000000", false},
    {"1c000000 02000000 1c000000 01000000 00000000 1c000000 01000000 1c000000 00000000", false},
    {"81", true},
    {"02 7f", true},
    {"42 2c01", true},
    {"c2 0000000000000080", true},
};
#define SAMPLES (sizeof samples / sizeof samples[0])

static uint64_t chance;

static uint32_t draw(uint32_t below)
{
    chance = (chance * 1664525u + 1013904223u) & UINT32_MAX;
    return (uint32_t)((chance >> 8) % below);
}

/* What a value says, in words that tell any two of the samples apart. */
static void same_value(gdv_value one, gdv_value other)
{
    gdv_iterator first;
    gdv_iterator second;
    cr_expect_eq(gdv_type_of(one), gdv_type_of(other));
    cr_expect_eq(gdv_count(one), gdv_count(other));
    cr_expect_eq(gdv_int_or(one, INT64_MIN, INT64_MAX, 77), gdv_int_or(other, INT64_MIN, INT64_MAX, 77));
    cr_expect_eq(gdv_bool_or(one, false), gdv_bool_or(other, false));
    gdv_iterate(one, &first);
    gdv_iterate(other, &second);
    while (gdv_iterate_next(&first)) {
        cr_assert(gdv_iterate_next(&second));
        cr_expect_eq(gdv_type_of(first.value), gdv_type_of(second.value));
        cr_expect_eq(gdv_type_of(first.key), gdv_type_of(second.key));
        cr_expect_eq(gdv_int_or(first.value, INT64_MIN, INT64_MAX, 77),
                     gdv_int_or(second.value, INT64_MIN, INT64_MAX, 77));
    }
    cr_expect(!gdv_iterate_next(&second));
}

static void same_as_alone(gdv_value value, size_t at, const char *hex, const gdv_policy *policy)
{
    packet bytes = packet_from_hex(hex);
    gdv_node nodes[32];
    gdv_document alone;
    cr_assert_eq(gdv_document_parse(&alone, bytes.bytes, bytes.size, dialect, policy, nodes, 32, NULL), GDV_OK);
    cr_expect_eq(gdv_value_offset(value), at);
    same_value(value, gdv_root(&alone));
    packet_free(&bytes);
}

typedef struct drawn {
    builder bytes;
    size_t which[64];
    size_t at[64];
    size_t n;
} drawn;

static drawn draw_values(gdv_encoding encoding)
{
    drawn all = {.n = draw(12)};
    for (size_t index = 0; index < all.n; index += 1) {
        do {
            all.which[index] = draw((uint32_t)SAMPLES);
        } while (encoding == GDV_ENCODING_PLAIN && samples[all.which[index]].is_short);
        packet bytes = packet_from_hex(samples[all.which[index]].hex);
        all.at[index] = all.bytes.size;
        put_bytes(&all.bytes, bytes.bytes, bytes.size);
        packet_free(&bytes);
    }
    return all;
}

static void holds_all(const row_of_values *row, const drawn *all, const gdv_policy *policy)
{
    gdv_iterator each;
    size_t index = 0;
    cr_assert_eq(row->status, GDV_OK);
    cr_expect_eq(row->values, all->n);
    gdv_iterate_values(&row->document, &each);
    while (gdv_iterate_next(&each)) {
        cr_assert_lt(index, all->n);
        cr_expect(!gdv_exists(each.key));
        same_as_alone(each.value, all->at[index], samples[all->which[index]].hex, policy);
        cr_expect_eq(gdv_document_value(&row->document, index).index, each.value.index);
        index += 1;
    }
    cr_expect_eq(index, all->n);
    cr_expect(!gdv_iterate_next(&each));
    cr_expect(!gdv_exists(gdv_document_value(&row->document, all->n)));
    cr_expect(!gdv_exists(gdv_document_value(&row->document, SIZE_MAX)));
    cr_expect_eq(gdv_exists(gdv_root(&row->document)), all->n > 0);
}

/* Whatever is cut off the end, all values before it are the same, and the next is to blame. */
static void cut_anywhere(const drawn *all, const gdv_policy *policy)
{
    for (size_t size = 0; size < all->bytes.size; size += 1) {
        size_t whole = 0;
        while (whole + 1 < all->n && all->at[whole + 1] <= size) {
            whole += 1;
        }
        row_of_values row = parse_row(all->bytes.bytes, size, policy, all->n);
        cr_expect_neq(row.status, GDV_OK);
        cr_expect_eq(row.values, whole, "%zu of %zu bytes: %zu", size, all->bytes.size, row.values);
        cr_expect_geq(row.report.offset, all->at[whole]);
        cr_expect_leq(row.report.offset, size);
        cr_expect(!gdv_exists(gdv_root(&row.document)));
        free_row(&row);
    }
}

static void draw_and_compare(gdv_encoding encoding)
{
    const gdv_policy policy = policy_in(encoding);
    for (uint32_t time = 0; time < 200; time += 1) {
        chance = time;
        drawn all = draw_values(encoding);
        row_of_values exactly = parse_row(all.bytes.bytes, all.bytes.size, &policy, all.n);
        row_of_values up_to_end = parse_row(all.bytes.bytes, all.bytes.size, &policy, GDV_ALL_VALUES);
        row_of_values more = parse_row(all.bytes.bytes, all.bytes.size, &policy, all.n + 1);
        holds_all(&exactly, &all, &policy);
        holds_all(&up_to_end, &all, &policy);
        cr_expect_eq(more.status, GDV_E_TRUNCATED);
        cr_expect_eq(more.report.offset, all.bytes.size);
        cr_expect_eq(more.report.need, encoding == GDV_ENCODING_PLAIN ? 4 : 1);
        cr_expect_eq(more.values, all.n);
        if (all.n > 0) {
            row_of_values fewer = parse_row(all.bytes.bytes, all.bytes.size, &policy, all.n - 1);
            cr_expect_eq(fewer.status, GDV_E_TRAILING);
            cr_expect_eq(fewer.report.offset, all.at[all.n - 1]);
            free_row(&fewer);
        }
        cut_anywhere(&all, &policy);
        free_row(&exactly);
        free_row(&up_to_end);
        free_row(&more);
        builder_free(&all.bytes);
    }
}

Test(several, plain_ones_are_what_each_is_alone)
{
    draw_and_compare(GDV_ENCODING_PLAIN);
}

Test(several, compressed_ones_are_what_each_is_alone)
{
    draw_and_compare(GDV_ENCODING_COMPRESSED);
}

/* ---- which value is to blame ---- */

Test(several, a_report_is_of_one_value)
{
    row_of_values row = parse_hex("00000000 1c000000 02000000 00000000 63000000", GDV_ENCODING_PLAIN, GDV_ALL_VALUES);
    cr_expect_eq(row.status, GDV_E_BAD_TYPE);
    cr_expect_eq(row.values, 1);
    cr_expect_eq(row.report.offset, 16);
    cr_expect_eq(row.report.depth, 1);
    cr_expect_str_eq(row.report.path, "[1]");
    free_row(&row);
    row = parse_hex("00000000 1b000000 02000000 02000000 01000000 00000000 02000000 01000000 00000000",
                    GDV_ENCODING_PLAIN, 2);
    cr_expect_eq(row.status, GDV_E_DUPLICATE_KEY);
    cr_expect_eq(row.values, 1);
    cr_expect_eq(row.report.offset, 24);
    cr_expect_str_eq(row.report.path, "{1}");
    cr_expect_str_eq(row.report.type_name, "int");
    free_row(&row);
    row = parse_hex("81 42 0500", GDV_ENCODING_COMPRESSED, 2);
    cr_expect_eq(row.status, GDV_E_WIDTH);
    cr_expect_eq(row.values, 1);
    cr_expect_eq(row.report.offset, 1);
    cr_expect_eq(row.report.type, GDV_TYPE_INT);
    free_row(&row);
}

/* A value of the document can be refused later, with its own path. */
Test(several, a_report_at_any_value)
{
    row_of_values row = parse_hex("81 1c000000 02000000 00000000 02000000 05000000 02 07 1c000000 01000000 00000000",
                                  GDV_ENCODING_COMPRESSED, 4);
    gdv_report report = {.struct_size = sizeof report};
    cr_assert_eq(row.status, GDV_OK);
    (void)gdv_report_at(gdv_at(gdv_document_value(&row.document, 1), 1), GDV_E_OUT_OF_RANGE, &report);
    cr_expect_eq(report.offset, 13);
    cr_expect_eq(report.depth, 1);
    cr_expect_str_eq(report.path, "[1]");
    (void)gdv_report_at(gdv_document_value(&row.document, 2), GDV_E_OUT_OF_RANGE, &report);
    cr_expect_eq(report.offset, 21);
    cr_expect_eq(report.depth, 0);
    cr_expect_eq(report.type, GDV_TYPE_INT);
    cr_expect_str_eq(report.path, "");
    (void)gdv_report_at(gdv_at(gdv_document_value(&row.document, 3), 0), GDV_E_OUT_OF_RANGE, &report);
    cr_expect_str_eq(report.path, "[0]");
    free_row(&row);
}

/* ---- limits are of all values together ---- */

Test(several, limits_are_of_the_packet)
{
    gdv_policy policy = policy_in(GDV_ENCODING_PLAIN);
    packet bytes = packet_from_hex("1c000000 02000000 00000000 00000000 00000000 1c000000 01000000 00000000");
    policy.max_values = 6;
    row_of_values row = parse_row(bytes.bytes, bytes.size, &policy, 3);
    cr_expect_eq(row.status, GDV_OK);
    free_row(&row);
    policy.max_values = 5;
    row = parse_row(bytes.bytes, bytes.size, &policy, 3);
    cr_expect_eq(row.status, GDV_E_LIMIT_VALUES);
    cr_expect_eq(row.values, 2);
    cr_expect_eq(row.report.offset, 28);
    cr_expect_str_eq(row.report.path, "[0]");
    free_row(&row);
    policy.max_values = 3;
    row = parse_row(bytes.bytes, bytes.size, &policy, 3);
    cr_expect_eq(row.status, GDV_E_LIMIT_VALUES);
    cr_expect_eq(row.values, 1);
    free_row(&row);
    policy.max_values = 6;
    policy.max_bytes = bytes.size - 1;
    row = parse_row(bytes.bytes, bytes.size, &policy, 3);
    cr_expect_eq(row.status, GDV_E_LIMIT_BYTES);
    cr_expect_eq(row.values, 0);
    free_row(&row);
    packet_free(&bytes);
}

Test(several, what_may_trail)
{
    gdv_policy policy = policy_in(GDV_ENCODING_PLAIN);
    packet bytes = packet_from_hex("00000000 00000000 ff");
    policy.permit |= GDV_PERMIT_TRAILING;
    row_of_values row = parse_row(bytes.bytes, bytes.size, &policy, 2);
    cr_expect_eq(row.status, GDV_OK);
    free_row(&row);
    row = parse_row(bytes.bytes, bytes.size, &policy, 0);
    cr_expect_eq(row.status, GDV_OK);
    cr_expect_eq(row.document.count, 0);
    free_row(&row);
    row = parse_row(bytes.bytes, bytes.size, &policy, GDV_ALL_VALUES);
    cr_expect_eq(row.status, GDV_E_TRUNCATED);
    cr_expect_eq(row.report.offset, 8);
    cr_expect_eq(row.values, 2);
    free_row(&row);
    packet_free(&bytes);
}

/* ---- room ---- */

/* With each number of nodes: refused and told to come with more, or as with all of them; never one too far, which
 * AddressSanitizer sees. */
Test(several, room_is_asked_for)
{
    const gdv_policy policy = policy_in(GDV_ENCODING_COMPRESSED);
    packet bytes =
        packet_from_hex("81 81 02 05 1b000000 02000000 02000000 01000000 00000000 02000000 02000000 00000000 81");
    const size_t most = gdv_values_bound(bytes.size);
    size_t accepted = 0;
    for (size_t capacity = 0; capacity <= most; capacity += 1) {
        gdv_node *nodes = calloc(1, capacity * sizeof *nodes + 1);
        gdv_document document;
        gdv_report report = {.struct_size = sizeof report};
        const gdv_status status = gdv_document_parse_values(&document, bytes.bytes, bytes.size, dialect, &policy, 5,
                                                            capacity > 0 ? nodes : NULL, capacity, NULL, &report);
        cr_expect(status == GDV_OK || status == GDV_E_NO_SPACE);
        cr_expect(status == GDV_OK || report.need == most);
        cr_expect(status == GDV_OK || accepted == 0, "%zu", capacity);
        accepted += status == GDV_OK ? 1 : 0;
        free(nodes);
    }
    /* three, five of the dictionary, and one and a half for its keys and itself while it is open */
    cr_expect_eq(accepted, most - 10 + 1, "%zu", accepted);
    packet_free(&bytes);
}

/* One node for each byte is needed by bools, and no packet needs more: a dictionary of one nil with a nil takes four
 * halves and three of keys for sixteen bytes. */
Test(several, the_bound_is_reached)
{
    uint8_t bools[64];
    gdv_node nodes[64];
    gdv_document document;
    const gdv_policy policy = policy_in(GDV_ENCODING_COMPRESSED);
    memset(bools, 0x81, sizeof bools);
    cr_expect_eq(gdv_document_parse_values(&document, bools, 64, dialect, &policy, 64, nodes, 64, NULL, NULL), GDV_OK);
    cr_expect_eq(gdv_document_parse_values(&document, bools, 64, dialect, &policy, 64, nodes, 63, NULL, NULL),
                 GDV_E_NO_SPACE);
    cr_expect_eq(gdv_values_bound(0), 0);
    cr_expect_eq(gdv_values_bound(SIZE_MAX), SIZE_MAX / sizeof(gdv_node));
    for (size_t size = 0; size < 100000; size += 1) {
        cr_assert_leq(gdv_document_bound(size), gdv_values_bound(size), "%zu", size);
    }
}

/* ---- hostile arguments ---- */

Test(several, arguments_have_results)
{
    const uint8_t bytes[] = {0, 0, 0, 0, 0, 0, 0, 0};
    gdv_node nodes[8];
    gdv_document document;
    gdv_policy policy = policy_in(GDV_ENCODING_PLAIN);
    gdv_report report = {.struct_size = sizeof report};
    gdv_report bad = {.struct_size = 1};
    size_t values = 9;
    cr_expect_eq(gdv_document_parse_values(NULL, bytes, 8, dialect, &policy, 2, nodes, 8, &values, &report),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(values, 0);
    cr_expect_eq(gdv_document_parse_values(&document, NULL, 8, dialect, &policy, 2, nodes, 8, NULL, NULL),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_document_parse_values(&document, NULL, 0, dialect, &policy, 0, NULL, 0, &values, &report), GDV_OK);
    cr_expect_eq(gdv_document_parse_values(&document, NULL, 0, dialect, &policy, GDV_ALL_VALUES, NULL, 0, NULL, NULL),
                 GDV_OK);
    cr_expect_eq(gdv_document_parse_values(&document, NULL, 0, dialect, &policy, 1, NULL, 0, NULL, NULL),
                 GDV_E_TRUNCATED);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, NULL, 2, nodes, 8, NULL, NULL), GDV_OK);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, NULL, 2, NULL, 8, NULL, NULL),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, NULL, 2, nodes, SIZE_MAX, NULL, NULL),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, SIZE_MAX, dialect, NULL, 2, nodes, 8, NULL, NULL),
                 GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, (gdv_dialect)99, NULL, 2, nodes, 8, NULL, NULL),
                 GDV_E_BAD_DIALECT);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, NULL, 2, nodes, 8, NULL, &bad),
                 GDV_E_BAD_STRUCT);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, NULL, SIZE_MAX - 1, nodes, 8, NULL, &report),
                 GDV_E_TRUNCATED);
    policy.encoding = 7;
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, &policy, 2, nodes, 8, NULL, &report),
                 GDV_E_BAD_POLICY);
    policy.encoding = GDV_ENCODING_COMPRESSED;
    cr_expect_eq(
        gdv_document_parse_values(&document, bytes, 8, GDV_DIALECT_GODOT3_0, &policy, 2, nodes, 8, NULL, &report),
        GDV_E_BAD_POLICY);
    cr_expect_eq(report.code, GDV_E_BAD_POLICY);
    gdv_iterate_values(&document, NULL);
    cr_expect(!gdv_exists(gdv_document_value(NULL, 0)));
}

static union {
    uint8_t bytes[4096];
    gdv_node nodes[256];
    gdv_document document;
    gdv_report report;
    gdv_policy policy;
    size_t values;
} one_place;

Test(several, overlaps_are_refused)
{
    uint8_t bytes[8] = {0};
    gdv_node nodes[8];
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    size_t values = 5;
    gdv_policy_init(&one_place.policy, GDV_POLICY_STRICT);
    cr_expect_eq(gdv_document_parse_values(&document, one_place.bytes, 8, dialect, NULL, 2, one_place.nodes, 8, &values,
                                           &report),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_document_parse_values(&one_place.document, one_place.bytes, 8, dialect, NULL, 2, nodes, 8, &values,
                                           &report),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_document_parse_values(&document, one_place.bytes, 8, dialect, NULL, 2, nodes, 8, &one_place.values,
                                           &report),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, &one_place.policy, 2, nodes, 8,
                                           &one_place.values, &report),
                 GDV_E_OVERLAP);
    cr_expect_eq(gdv_document_parse_values(&document, bytes, 8, dialect, NULL, 2, one_place.nodes, 8, &one_place.values,
                                           &report),
                 GDV_E_OVERLAP);
    cr_expect_eq(values, 5);
}

/* ---- an iterator outlives its document ---- */

Test(several, an_iterator_ends_with_a_shorter_document)
{
    const uint8_t nils[16] = {0};
    gdv_node nodes[16];
    gdv_document document;
    gdv_iterator each;
    cr_assert_eq(gdv_document_parse_values(&document, nils, 16, dialect, NULL, 4, nodes, 16, NULL, NULL), GDV_OK);
    gdv_iterate_values(&document, &each);
    cr_expect(gdv_iterate_next(&each));
    cr_expect(gdv_iterate_next(&each));
    cr_assert_eq(gdv_document_parse_values(&document, nils, 4, dialect, NULL, 1, nodes, 16, NULL, NULL), GDV_OK);
    cr_expect(!gdv_iterate_next(&each));
    cr_expect(!gdv_exists(each.value));
    cr_assert_eq(gdv_document_parse(&document, nils, 4, dialect, NULL, nodes, 16, NULL), GDV_OK);
    gdv_iterate_values(&document, &each);
    cr_expect(gdv_iterate_next(&each));
    cr_expect(!gdv_iterate_next(&each));
}
