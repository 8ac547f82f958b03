/* SPDX-License-Identifier: MIT */
/* Once something of a message is refused nothing is written any more, whatever is called: not even what else is filled in
 * when a part ends, as counts and sizes. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/message_made.h"

typedef struct refusing {
    gdv_message_writer writer;
    gdv_document document; /* of another dialect, which is no value for it */
    gdv_node nodes[2];
    uint8_t buffer[128];
    uint8_t scratch[64];
    packet bytes;
} refusing;

/* What is put in place of what was written: so that two words are equal, and no byte can be moved unseen. */
static uint8_t mark_of(size_t index)
{
    return (uint8_t)(0xa0u + index % 4);
}

/* A message with its parts, of which one is refused or will be at the end. */
static refusing *refusing_of(const asked *row)
{
    refusing *made = calloc(1, sizeof *made);
    const gdv_message_policy policy = message_policy(row);
    gdv_message message = row->message;
    message.struct_size = sizeof message;
    made->bytes = packet_from_hex("04000000 01000000 61000000");
    cr_assert_eq(gdv_document_parse(&made->document, made->bytes.bytes, made->bytes.size, GDV_DIALECT_GODOT2, NULL,
                                    made->nodes, 2, NULL),
                 GDV_OK);
    (void)gdv_message_writer_init(&made->writer, made->buffer, sizeof made->buffer, row->protocol, &policy, &message,
                                  made->scratch, sizeof made->scratch);
    message_parts(&made->writer, row->parts);
    for (size_t index = 0; index < sizeof made->buffer; index += 1) {
        made->buffer[index] = mark_of(index);
    }
    return made;
}

static void refusing_free(refusing *freed)
{
    packet_free(&freed->bytes);
    free(freed);
}

static void is_untouched(const refusing *made, const char *claim, const char *call)
{
    size_t index = 0;
    while (index < sizeof made->buffer && made->buffer[index] == mark_of(index)) {
        index += 1;
    }
    cr_expect_eq(index, sizeof made->buffer, "%s: %s wrote byte %zu", claim, call, index);
}

static const asked rows[] = {
    {"a time", G40, NOTHING, C2S, {IS(SYNC), .time = 70000}, NULL, GDV_E_OUT_OF_RANGE, NULL},
    {"an id",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 9, .name = TEXT("a")},
     "@5;@0",
     GDV_E_MP_NET_ID,
     NULL},
    {"an argument", G40, NOTHING, C2S, {IS(CALL), .node = 1}, "float=nan", GDV_E_MP_ARG_POLICY, NULL},
    {"an argument of two",
     G40,
     NOTHING,
     C2S,
     {IS(CALL), .path = TEXT("a")},
     "nil;float=nan",
     GDV_E_MP_ARG_POLICY,
     NULL},
    {"an argument after bytes",
     G40,
     NOTHING,
     C2S,
     {IS(CALL), .node = 1},
     "bytes=61626364;float=nan",
     GDV_E_MP_ARG_POLICY,
     NULL},
    {"an id that is there twice",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .node = 1, .net_id = 9, .name = TEXT("a")},
     "@5;@5",
     GDV_E_MP_NET_ID,
     NULL},
    {"a set's value",
     G3,
     NOTHING,
     C2S,
     {IS(SET), .node = 1, .name = TEXT("v")},
     "float=nan",
     GDV_E_MP_ARG_POLICY,
     NULL},
    {"a set without one",
     G3,
     NOTHING,
     C2S,
     {IS(SET), .path = TEXT("a"), .name = TEXT("v")},
     NULL,
     GDV_E_MP_ARG_MISSING,
     NULL},
    {"a custom value",
     G40,
     NOTHING,
     S2C,
     {IS(SPAWN), .scene = 255, .node = 1, .net_id = 9, .name = TEXT("a")},
     "float=nan",
     GDV_E_MP_ARG_POLICY,
     NULL},
    {"a record's value", G40, NOTHING, C2S, {IS(SYNC)}, "@1;float=nan", GDV_E_MP_ARG_POLICY, NULL},
    {"an empty record", G40, NOTHING, C2S, {IS(SYNC)}, "@1", GDV_E_MP_RECORD_EMPTY, NULL},
};

Test(message_writer_refused, nothing_is_written_after_it)
{
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        refusing *made = refusing_of(&rows[row]);
        size_t size = 5;
        cr_expect_eq(gdv_message_writer_finish(&made->writer, &size), rows[row].code, "%s", rows[row].claim);
        is_untouched(made, rows[row].claim, "finish");
        for (uint32_t id = 1; id < 3; id += 1) {
            cr_expect_eq(gdv_message_add_record(&made->writer, id, 0), rows[row].code);
            is_untouched(made, rows[row].claim, "add_record");
        }
        cr_expect_eq(gdv_write_int(gdv_message_add_value(&made->writer), 5), rows[row].code);
        is_untouched(made, rows[row].claim, "add_value");
        cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_root(&made->document)), rows[row].code);
        is_untouched(made, rows[row].claim, "copy_value");
        cr_expect_eq(gdv_message_writer_finish(&made->writer, &size), rows[row].code);
        is_untouched(made, rows[row].claim, "finish again");
        cr_expect_eq(size, 0);
        refusing_free(made);
    }
}

Test(message_writer_refused, nor_a_copy_that_is)
{
    const asked call = {"call", G40, NOTHING, C2S, {IS(CALL), .node = 1}, "nil", GDV_OK, NULL};
    refusing *made = refusing_of(&call);
    cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_root(&made->document)), GDV_E_NO_SUCH_LAYOUT);
    is_untouched(made, "a value of another dialect", "copy_value");
    refusing_free(made);
}
