/* SPDX-License-Identifier: MIT */
/* What gdv schema --c makes of a schema of corpus/schema, against the packets there. SCHEMA is the schema's name, STEM that
 * of what was generated, HEADER its header. A packet that the manifest says passes goes into its struct and out of it, and
 * is the canonical packet again; one that misses is refused with the manifest's code by each packet's function. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/schema_cases.h"

#include HEADER

#define JOINED(one, two) one##two
#define JOIN(one, two) JOINED(one, two)

#define MOST ((size_t)1 << 17) /* bytes: no packet of the corpus is as long */

static gdv_schema schema;
static gdv_node nodes[GDV_DOCUMENT_BOUND(MOST)];
static uint64_t scratch[MOST / 4];
static int passed;
static int failed;

static void expect(bool holds, const schema_cases *of, const char *what)
{
    passed += holds ? 1 : 0;
    failed += holds ? 0 : 1;
    if (!holds) {
        printf("FAILED: %s: %s\n", of->name, what);
    }
}

/* ---- a packet there and back, by the functions that were generated for it */

typedef struct trip {
    gdv_status read;  /* what NAME_from_packet returned */
    gdv_status wrote; /* what NAME_to_packet returned */
    uint32_t packet;  /* which one it was taken for */
    size_t size;
    uint8_t bytes[MOST];
} trip;

typedef void travels(const schema_cases *of, const void *bytes, size_t size, trip *out);

#define DEFINE(name)                                                                                                   \
    static void go_##name(const schema_cases *of, const void *bytes, size_t size, trip *out)                           \
    {                                                                                                                  \
        static name##_fields fields;                                                                                   \
        static gdv_match match;                                                                                        \
        gdv_violation violation = {.struct_size = sizeof violation};                                                   \
        match.struct_size = sizeof match;                                                                              \
        memset(&fields, 0x55, sizeof fields);                                                                          \
        out->read = name##_from_packet(&schema, bytes, size, &of->policy, nodes, sizeof nodes / sizeof nodes[0],       \
                                       &match, &fields, &violation);                                                   \
        out->packet = match.packet;                                                                                    \
        expect(violation.report.code == out->read, of, "the violation says what " #name "_from_packet returns");       \
        out->wrote = GDV_E_MISSING;                                                                                    \
        if (out->read == GDV_OK) {                                                                                     \
            out->wrote = name##_to_packet(&fields, &of->policy, out->bytes, sizeof out->bytes, scratch,                \
                                          sizeof scratch, &out->size);                                                 \
        }                                                                                                              \
    }
JOIN(STEM, _packets)(DEFINE)

#define ROW(name) {#name, go_##name},
    static const struct {
    const char *name;
    travels *go;
} packets[] = {JOIN(STEM, _packets)(ROW)};

enum { PACKETS = sizeof packets / sizeof packets[0] };

/* ---- what comes back */

/* Packets that come back as other bytes, and which: those of packets.tsv, changed by hand. */
static const struct {
    const char *name;
    const char *hex;
} changed[] = {
    /* Keys come back in the order of the schema: what came last is the first; cameras stand before marks. */
    {"move_with_the_tag_last",
     "1b0000000400000004000000040000007479706504000000040000006d6f7665040000000300000073657100"
     "02000000010000000400000003000000706f7300090000000000803f00000040000040400400000003000000"
     "79617700030000000000003f"},
    {"replay_with_a_camera", "1b000000080000000400000006000000666f726d6174000004000000060000007265706c6179000004000000"
                             "0700000076657273696f6e00020000000200000004000000040000007365656402000000fbffffff04000000"
                             "060000006c656e67746800000300000000004841040000000400000062657374030000000000604004000000"
                             "060000006672616d657300001c000000010000001c0000000200000002000000000000002000000003000000"
                             "000000000000803f000080bf040000000700000063616d65726173001c000000010000001b00000002000000"
                             "040000000400000066726f6d120000000000803f0000000000000000000000000000803f0000000000000000"
                             "000000000000803f0000a0400000c0400000e0400400000003000000666f76000300000000008c4204000000"
                             "050000006d61726b730000001c000000010000001b0000000200000004000000020000006174000002000000"
                             "0a0000000400000004000000776861740400000004000000676f616c"},
    /* A text is one whether it was a String or a StringName, and comes back as a String. */
    {"move_with_string_names",
     "1b0000000400000004000000040000007479706504000000040000006d6f7665040000000300000073657100"
     "02000000000000000400000003000000706f730009000000000080c500008045000000000400000003000000"
     "7961770003000000000000bf"},
};

static bool is_same(const void *one, size_t one_size, const void *other, size_t other_size)
{
    return one_size == other_size && memcmp(one, other, one_size) == 0;
}

/* The bytes that should come back: those of the packet in canonical form, but where the table has others. */
static packet expected_of(const schema_cases *of)
{
    for (size_t index = 0; index < sizeof changed / sizeof changed[0]; index += 1) {
        if (strcmp(changed[index].name, of->name) == 0) {
            return packet_from_hex(changed[index].hex);
        }
    }
    size_t size = 0;
    packet made = packet_from_bytes(of->bytes.bytes, of->bytes.size);
    gdv_status status = gdv_canonicalize(of->bytes.bytes, of->bytes.size, of->dialect, &of->policy, scratch,
                                         sizeof scratch, made.bytes, made.size, &size, NULL);
    expect(status == GDV_OK && size == made.size, of, "it has a canonical form of its size");
    return made;
}

static void passes(const schema_cases *of, uint32_t number)
{
    static trip first;
    static trip second;
    packets[number].go(of, of->bytes.bytes, of->bytes.size, &first);
    expect(first.packet == number, of, "it is taken for the packet that it is");
    expect(first.read == GDV_OK && first.wrote == GDV_OK, of, "it is read and written");
    packet expected = expected_of(of);
    expect(is_same(first.bytes, first.size, expected.bytes, expected.size), of, "it comes back as it should");
    packet_free(&expected);
    packets[number].go(of, first.bytes, first.size, &second);
    expect(second.read == GDV_OK && is_same(first.bytes, first.size, second.bytes, second.size), of,
           "what came back is read, and comes back");
}

int main(void)
{
    int cases = 0;
    schema_cases each = schema_cases_all();
    if (JOIN(STEM, _schema)(&schema) != GDV_OK) {
        printf("FAILED: the compiled schema does not load\n");
        return 1;
    }
    while (schema_cases_next(&each)) {
        static trip out;
        bool here = strcmp(each.schema, SCHEMA) == 0;
        cases += here ? 1 : 0;
        for (uint32_t number = 0; here && number < PACKETS; number += 1) {
            bool is_it = strcmp(packets[number].name, each.packet) == 0;
            if (each.code == GDV_OK && is_it) {
                passes(&each, number);
                continue;
            }
            packets[number].go(&each, each.bytes.bytes, each.bytes.size, &out);
            gdv_status wanted = each.code == GDV_OK ? GDV_E_NO_SUCH_PACKET : each.code;
            expect(out.read == wanted, &each, gdv_status_name(out.read));
        }
    }
    printf("gdv-tests: %d passed, %d failed\n", passed, failed);
    return failed == 0 && cases > 0 ? 0 : 1;
}
