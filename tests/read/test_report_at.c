/* SPDX-License-Identifier: MIT */
/* gdv_report_at says of each value of a document what a reader says that stops there, byte for byte; and it writes
 * nothing where it must not. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/parsed.h"

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))

/* ---- what a reader says ---- */

/* Reads on to the value numbered `index`, names included, and asks there for an end: so the reader refuses that value.
 */
static void refuse(reading *from, uint32_t index, gdv_report *report)
{
    uint32_t seen = 0;
    while (seen < index) {
        gdv_event event;
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
        seen += event.kind == GDV_EVENT_END ? 0 : 1;
    }
    while (gdv_reader_status(&from->reader) == GDV_OK) { /* ends are as asked for */
        gdv_read_end(&from->reader);
    }
    report->struct_size = sizeof *report;
    cr_assert_eq(gdv_reader_finish(&from->reader, report), GDV_E_WRONG_TYPE);
}

static void expect_same(const gdv_report *one, const gdv_report *other, const char *name, uint32_t index)
{
    cr_expect_eq(one->code, other->code, "%s, node %u: %s", name, index, gdv_status_name(one->code));
    cr_expect_eq(one->misread, other->misread, "%s, node %u", name, index);
    cr_expect_eq(one->offset, other->offset, "%s, node %u: %zu", name, index, (size_t)one->offset);
    cr_expect_eq(one->need, other->need, "%s, node %u", name, index);
    cr_expect_eq(one->depth, other->depth, "%s, node %u: %u", name, index, one->depth);
    cr_expect_eq(one->type, other->type, "%s, node %u: %d", name, index, (int)one->type);
    cr_expect_str_eq(one->type_name, other->type_name, "%s, node %u", name, index);
    cr_expect_str_eq(one->path, other->path, "%s, node %u", name, index);
}

/* Nodes of one packet that are looked at: from the front, and from the end. */
#define MOST 40u

static size_t says_what_the_reader_says(const seeds *each, const gdv_policy *policy)
{
    parsed made;
    size_t values = 0;
    parsed_from(&made, each->bytes.bytes, each->bytes.size, each->dialect, policy);
    for (uint32_t index = 0; made.code == GDV_OK && index < made.document.count; index += 1) {
        if (index >= MOST && made.document.count - index > MOST) {
            continue;
        }
        gdv_value value = {&made.document, index};
        gdv_report read;
        gdv_report said;
        reading *from = reading_of(&each->bytes, each->bytes.size, each->dialect, policy);
        refuse(from, index, &read);
        memset(&said, 0xa5, sizeof said);
        said.struct_size = sizeof said;
        cr_expect_eq(gdv_report_at(value, GDV_E_WRONG_TYPE, &said), GDV_E_WRONG_TYPE);
        cr_expect_eq(said.offset, gdv_value_offset(value), "%s, node %u", each->name, index);
        expect_same(&said, &read, each->name, index);
        reading_free(from);
        values += 1;
    }
    parsed_free(&made);
    return values;
}

Test(report_at, says_of_every_value_what_a_reader_says_there)
{
    size_t values = 0;
    for (int dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT | GDV_PERMIT_TRAILING);
        seeds each = seeds_of((gdv_dialect)dialect);
        while (seeds_next(&each)) {
            values += says_what_the_reader_says(&each, &policy);
        }
    }
    cr_assert_gt(values, 1000, "%zu values", values);
}

/* ---- by hand ---- */

/* {"players": [{"name": "Ann", "hp": 100}]} of Godot 4 */
static const char players[] = "1b000000 01000000 04000000 07000000 706c6179 65727300"
                              "1c000000 01000000 1b000000 02000000"
                              "04000000 04000000 6e616d65 04000000 03000000 416e6e00"
                              "04000000 02000000 68700000 02000000 64000000";

Test(report_at, gives_the_line_that_a_log_wants)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", players);
    gdv_report report = {.struct_size = sizeof report};
    char line[256];
    cr_expect_eq(gdv_report_at(gdv_find(root, ".players[0].hp"), GDV_E_OUT_OF_RANGE, &report), GDV_E_OUT_OF_RANGE);
    gdv_report_format(&report, line, sizeof line);
    cr_expect_str_eq(line, "OUT_OF_RANGE at 76 (.players[0].hp): number is outside the range asked for");
    cr_expect_eq(report.depth, 3);
    cr_expect_eq(report.type, GDV_TYPE_INT);
    cr_expect_str_eq(report.type_name, "int");
    gdv_value player = gdv_find(root, ".players[0]");
    cr_expect_eq(gdv_report_at(player, GDV_E_MISSING, &report), GDV_E_MISSING);
    gdv_report_format(&report, line, sizeof line);
    cr_expect_str_eq(line, "MISSING at 32 (.players[0]): there is no such value");
    cr_expect_eq(gdv_report_at(root, GDV_E_WRONG_TYPE, &report), GDV_E_WRONG_TYPE);
    gdv_report_format(&report, line, sizeof line);
    cr_expect_str_eq(line, "WRONG_TYPE at 0: value is of another type");
    parsed_free(&made);
}

/* A value that a reader has just given has its place as well. */
Test(report_at, takes_the_value_of_an_event)
{
    reading *from = reading_hex("godot4.4", "strict", players);
    gdv_report report = {.struct_size = sizeof report};
    gdv_event event = {.kind = GDV_EVENT_DONE};
    for (int read = 0; read < 4; read += 1) {
        cr_assert_eq(gdv_reader_next(&from->reader, &event), GDV_OK);
    }
    cr_expect_eq(gdv_report_at(event.value, GDV_E_WRONG_TYPE, &report), GDV_E_WRONG_TYPE);
    cr_expect_str_eq(report.path, ".players[0]");
    cr_expect_eq(report.offset, event.offset);
    cr_expect_eq(gdv_reader_finish(&from->reader, &report), GDV_OK, "the reader goes on");
    reading_free(from);
}

static void expect_no_place(const gdv_report *report, gdv_status code)
{
    cr_expect_eq(report->code, code);
    cr_expect_eq(report->offset, 0);
    cr_expect_eq(report->depth, 0);
    cr_expect_eq(report->type, code == GDV_OK ? 0 : -1);
    cr_expect_str_eq(report->type_name, "");
    cr_expect_str_eq(report->path, "");
}

Test(report_at, gives_no_place_where_none_is_to_blame)
{
    parsed made;
    gdv_value hp = gdv_find(parsed_hex(&made, "godot4.4", "strict", players), ".players[0].hp");
    gdv_value beyond = {&made.document, made.document.count};
    const struct {
        gdv_value value;
        gdv_status code;
    } rows[] = {
        {gdv_missing(), GDV_E_MISSING}, {beyond, GDV_E_MISSING}, {hp, GDV_OK},
        {hp, GDV_E_BAD_ARGUMENT},       {hp, GDV_E_BAD_COUNT},   {gdv_missing(), GDV_OK},
    };
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        gdv_report report;
        memset(&report, 0xa5, sizeof report);
        report.struct_size = sizeof report;
        cr_expect_eq(gdv_report_at(rows[index].value, rows[index].code, &report), rows[index].code, "row %zu", index);
        expect_no_place(&report, rows[index].code);
    }
    gdv_report last = {.struct_size = sizeof last};
    cr_expect_eq(gdv_report_at(hp, (gdv_status)(GDV_E_BAD_ARGUMENT - 1), &last), GDV_E_BAD_ARGUMENT - 1);
    cr_expect_str_eq(last.path, ".players[0].hp");
    parsed_free(&made);
}

/* ---- arguments ---- */

Test(report_at, needs_no_report)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", players);
    cr_expect_eq(gdv_report_at(root, GDV_E_WRONG_TYPE, NULL), GDV_E_WRONG_TYPE);
    cr_expect_eq(gdv_report_at(gdv_missing(), GDV_OK, NULL), GDV_OK);
    parsed_free(&made);
}

Test(report_at, writes_no_report_of_another_size)
{
    static const size_t sizes[] = {0, sizeof(gdv_report) - 1, sizeof(gdv_report) + 1, SIZE_MAX};
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", players);
    for (size_t index = 0; index < COUNT_OF(sizes); index += 1) {
        gdv_report report;
        memset(&report, 0xa5, sizeof report);
        report.struct_size = sizes[index];
        gdv_report before = report;
        cr_expect_eq(gdv_report_at(root, GDV_E_WRONG_TYPE, &report), GDV_E_BAD_STRUCT, "%zu", sizes[index]);
        cr_expect_eq(memcmp(&report, &before, sizeof report), 0, "%zu", sizes[index]);
    }
    parsed_free(&made);
}

/* Packet, nodes and document, each in front of and after the report by less than its size. */
Test(report_at, writes_over_nothing_that_it_reads)
{
    parsed made;
    gdv_value root = parsed_hex(&made, "godot4.4", "strict", players);
    uint8_t *block = (uint8_t *)calloc(4, sizeof(gdv_report));
    gdv_report *report = (gdv_report *)(void *)(block + sizeof *report);
    report->struct_size = sizeof *report;
    const gdv_report before = *report;

    gdv_document document = made.document;
    gdv_value value = {&document, root.index};
    memcpy(block + 2 * sizeof *report - 4, made.bytes.bytes, 4); /* of which the report holds the first four */
    document.bytes = block + 2 * sizeof *report - 4;
    cr_expect_eq(gdv_report_at(value, GDV_E_WRONG_TYPE, report), GDV_E_OVERLAP, "the packet");

    document = made.document;
    memcpy(block + 2 * sizeof *report - sizeof(gdv_node), made.nodes, sizeof(gdv_node));
    document.nodes = (const gdv_node *)(const void *)(block + 2 * sizeof *report - sizeof(gdv_node));
    cr_expect_eq(gdv_report_at(value, GDV_E_WRONG_TYPE, report), GDV_E_OVERLAP, "the nodes");

    memset(block + sizeof *report, 0, 3 * sizeof *report);
    report->struct_size = sizeof *report;
    gdv_document *inside = (gdv_document *)(void *)(block + 2 * sizeof *report - sizeof(gdv_document));
    gdv_value missing = {inside, 0};
    cr_expect_eq(gdv_report_at(missing, GDV_E_MISSING, report), GDV_E_OVERLAP, "an empty document");
    cr_expect_eq(memcmp(report, &before, sizeof before), 0, "nothing is written");
    free(block);
    parsed_free(&made);
}

/* Whoever changes the packet after it was read gets some path, and nothing outside of it is read. */
Test(report_at, stops_where_the_packet_is_not_what_it_was)
{
    parsed made;
    gdv_value hp = gdv_find(parsed_hex(&made, "godot4.4", "strict", players), ".players[0].hp");
    for (size_t at = 0; at < made.bytes.size; at += 1) {
        uint8_t byte = made.bytes.bytes[at];
        for (uint32_t value = 0; value < 256; value += 51) {
            gdv_report report = {.struct_size = sizeof report};
            made.bytes.bytes[at] = (uint8_t)value;
            cr_expect_eq(gdv_report_at(hp, GDV_E_OUT_OF_RANGE, &report), GDV_E_OUT_OF_RANGE, "%zu", at);
            cr_expect_eq(report.offset, 76, "%zu", at);
            cr_expect_neq(memchr(report.path, 0, sizeof report.path), NULL, "%zu", at);
        }
        made.bytes.bytes[at] = byte;
    }
    parsed_free(&made);
}
