/* SPDX-License-Identifier: MIT */
/* How many nodes a document needs, counted by hand where containers end one after the other; and what may lie in the
 * memory that is said to be nodes. More of both in test_document.c. Promises 1 and 6. */
#include <criterion/criterion.h>
#include <string.h>

#include "tests/support/parsed.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define NIL "00000000 "
#define ARRAY(digit) "13000000 0" #digit "000000 "
#define DICTIONARY(digit) "12000000 0" #digit "000000 "

/* Godot 3. Of nodes and keys: 16 bytes a node, 8 a key and 8 a dictionary that is open. */
Test(document_room, is_what_is_counted_by_hand_where_containers_end)
{
    static const struct {
        const char *name;
        const char *policy;
        const char *hex;
        size_t need;
    } rows[] = {
        {"[[null], [null], null]: 6 nodes", "strict", ARRAY(3) ARRAY(1) NIL ARRAY(1) NIL NIL, 6},
        {"[{null: null}, {null: null}]: 7 nodes, a dictionary and a key", "strict",
         ARRAY(2) DICTIONARY(1) NIL NIL DICTIONARY(1) NIL NIL, 8},
        {"[{null: null}, {null: null}, null, null]: 9 nodes when all keys are gone", "strict",
         ARRAY(4) DICTIONARY(1) NIL NIL DICTIONARY(1) NIL NIL NIL NIL, 9},
        {"{{1: null, 2: null}: null}: 6 nodes, two dictionaries, three keys: 17 halves", "strict",
         DICTIONARY(1) DICTIONARY(2) "02000000 01000000 " NIL "02000000 02000000 " NIL NIL, 9},
        {"A{p: null, q: null}: each name is a node", "strict+object",
         "11000000 01000000 41000000 02000000 01000000 70000000 00000000 01000000 71000000 00000000", 5},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        packet bytes = packet_from_hex(rows[index].hex);
        gdv_policy policy = policy_from_text(rows[index].policy);
        for (size_t capacity = 0; capacity <= rows[index].need; capacity += 1) {
            gdv_node nodes[16];
            gdv_document document;
            gdv_report report = {.struct_size = sizeof report};
            gdv_status code = gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT3, &policy, nodes,
                                                 capacity, &report);
            bool enough = capacity == rows[index].need;
            cr_expect_eq(code, enough ? GDV_OK : GDV_E_NO_SPACE, "%s, in %zu: %s", rows[index].name, capacity,
                         gdv_status_name(code));
            cr_expect_eq(report.need, enough ? 0 : rows[index].need, "%s, in %zu: needs %zu", rows[index].name,
                         capacity, (size_t)report.need);
        }
        packet_free(&bytes);
    }
}

/* What gdv_at goes by (lib/value/links.h): 1 for an array, 2 where a child has children. */
Test(document_room, containers_are_marked_by_what_they_have_of_children)
{
    static const struct {
        const char *hex;
        uint16_t marks[4]; /* by node */
    } rows[] = {
        {NIL, {0}},
        {ARRAY(2) NIL NIL, {1, 0, 0}},
        {ARRAY(2) ARRAY(0) NIL, {1, 0, 0}},
        {ARRAY(2) ARRAY(1) NIL NIL, {3, 1, 0, 0}},
        {ARRAY(1) ARRAY(1) ARRAY(1) NIL, {3, 3, 1, 0}},
        {DICTIONARY(1) NIL ARRAY(1) NIL, {2, 0, 1, 0}},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        parsed made;
        (void)parsed_hex(&made, "godot3", "strict", rows[index].hex);
        size_t capacity = gdv_document_bound(made.bytes.size);
        memset(made.nodes, 0xa5, capacity * sizeof made.nodes[0]); /* as if they were used before */
        cr_assert_eq(gdv_document_parse(&made.document, made.bytes.bytes, made.bytes.size, GDV_DIALECT_GODOT3, NULL,
                                        made.nodes, capacity, NULL),
                     GDV_OK);
        for (uint32_t node = 0; node < made.document.count; node += 1) {
            cr_expect_eq(made.document.nodes[node].shape, rows[index].marks[node], "%s, node %u", rows[index].hex,
                         node);
        }
        parsed_free(&made);
    }
}

/* ---- what lies where ---- */

enum { MANY = 300 };

typedef struct memory {
    gdv_document document;
    gdv_node nodes[MANY];
    gdv_report report;
    uint8_t bytes[16];
} memory;

/* Read alone, both of them. */
Test(document_room, packet_and_policy_may_be_the_same_bytes)
{
    static memory made;
    gdv_policy policy = policy_with(GDV_POLICY_STRICT, 0);
    made.report.struct_size = sizeof made.report;
    gdv_status code = gdv_document_parse(&made.document, &policy, sizeof policy, GDV_DIALECT_GODOT3, &policy,
                                         made.nodes, MANY, &made.report);
    cr_expect(code > GDV_OK && code < GDV_E_NO_SPACE, "%s", gdv_status_name(code));
    cr_expect_eq(made.report.code, code);
}

/* All the nodes count, and those that are said to fill the rest of memory are over the packet too. */
Test(document_room, nothing_may_lie_in_any_of_the_nodes)
{
    static memory made;
    const size_t capacities[] = {MANY, (SIZE_MAX - (uintptr_t)made.nodes) / sizeof(gdv_node)};
    uint8_t *last = (uint8_t *)(void *)&made.nodes[MANY - 1];
    made.bytes[0] = 2;
    memcpy(last, made.bytes, sizeof made.bytes);
    made.report.struct_size = sizeof made.report;
    cr_expect_eq(
        gdv_document_parse(&made.document, last, 8, GDV_DIALECT_GODOT3, NULL, made.nodes, MANY - 1, &made.report),
        GDV_OK);
    for (size_t index = 0; index < COUNT_OF(capacities); index += 1) {
        gdv_status code = gdv_document_parse(&made.document, last, 8, GDV_DIALECT_GODOT3, NULL, made.nodes,
                                             capacities[index], &made.report);
        cr_expect_eq(code, GDV_E_OVERLAP, "%zu nodes: %s", capacities[index], gdv_status_name(code));
    }
}

/* A value that was missing does not come to life with the next packet. */
Test(document_room, the_root_of_a_document_that_is_empty_stays_missing)
{
    static memory made;
    made.report.struct_size = sizeof made.report;
    made.bytes[0] = 2;
    cr_assert_eq(gdv_document_parse(&made.document, made.bytes, 0, GDV_DIALECT_GODOT3, NULL, made.nodes, MANY, NULL),
                 GDV_E_EMPTY);
    gdv_value root = gdv_root(&made.document);
    cr_expect(!gdv_exists(root));
    cr_assert_eq(gdv_document_parse(&made.document, made.bytes, 8, GDV_DIALECT_GODOT3, NULL, made.nodes, MANY, NULL),
                 GDV_OK);
    cr_expect(!gdv_exists(root));
    cr_expect(gdv_exists(gdv_root(&made.document)));
}
