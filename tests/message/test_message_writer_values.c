/* SPDX-License-Identifier: MIT */
/* Values and records of messages that are written: whose turn it is, what is refused and why, copies. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/message_made.h"

#define CALL1 {IS(CALL), .node = 1}
#define SPAWN1 {IS(SPAWN), .node = 1, .net_id = 9, .name = TEXT("a")}
#define CUSTOM1 {IS(SPAWN), .scene = 255, .node = 1, .net_id = 9, .name = TEXT("a")}
#define SYNC1 {IS(SYNC)}
#define DELTA1 {IS(SYNC), .delta = 1}
#define SET1 {IS(SET), .node = 1, .name = TEXT("v")}

static const asked values[] = {
    {"infinity", G40, NOTHING, C2S, CALL1, "float=inf", GDV_E_MP_ARG_POLICY, "00010001 03000000 0000807f"},
    {"an RID", G40, NOTHING, C2S, CALL1, "rid=5", GDV_E_MP_ARG_POLICY, "00010001 17000000 0500000000000000"},
    {"bytes that are no text", G40, NOTHING, C2S, CALL1, "str=%ff", GDV_E_MP_ARG_INVALID,
     "00010001 04000000 01000000 ff000000"},
    {"a text with a NUL", G40, NOTHING, C2S, CALL1, "str=a%00", GDV_E_MP_ARG_POLICY,
     "00010001 04000000 02000000 61000000"},
    {"an object in full", G40, NOTHING, C2S, CALL1, "object=A", GDV_E_MP_ARG_INVALID,
     "00010001 18000000 0100000041000000 00000000"},
    {"equal keys", G40, NOTHING, C2S, CALL1, "dict int=5 nil int=5 nil end", GDV_E_MP_ARG_POLICY,
     "00010001 1b000000 02000000 0200000005000000 00000000 0200000005000000 00000000"},
    {"equal text keys", G40, NOTHING, C2S, CALL1, "dict str=a nil str=a nil end", GDV_E_MP_ARG_POLICY, NULL},
    {"keys that are not equal", G40, NOTHING, C2S, CALL1, "dict int=5 nil int=6 nil end", GDV_OK,
     "00010001 1b000000 02000000 0200000005000000 00000000 0200000006000000 00000000"},
    {"a type of another dialect", G40, NOTHING, C2S, CALL1, "parray=int end", GDV_E_NO_SUCH_TYPE, NULL},
    {"no value", G40, NOTHING, C2S, CALL1, "", GDV_E_BAD_NESTING, NULL},
    {"no value, and another", G40, NOTHING, C2S, CALL1, ";nil", GDV_E_BAD_NESTING, NULL},
    {"half a value", G40, NOTHING, C2S, CALL1, "array int=1", GDV_E_BAD_NESTING, NULL},
    {"two values at once", G40, NOTHING, C2S, CALL1, "int=1 int=2", GDV_E_BAD_NESTING, NULL},
    {"a value after data", G40, NOTHING, C2S, {IS(CALL), .node = 1, .bytes_only = 1}, "nil", GDV_E_MP_TRAILING, NULL},
    {"a set of nothing", G3, NOTHING, C2S, SET1, NULL, GDV_E_MP_ARG_MISSING, NULL},
    {"a set of two", G3, NOTHING, C2S, SET1, "nil;nil", GDV_E_MP_TRAILING, "0101000000760000000000 00000000"},
    {"a value of raw", G3, NOTHING, C2S, {IS(RAW), .data = TEXT("a")}, "nil", GDV_E_MP_TRAILING, NULL},
    {"a value of a whole envelope",
     G3,
     GDV_ENVELOPE_ENET3_SYS,
     S2C,
     {IS(ADD_PEER), .peer = 2},
     "nil",
     GDV_E_MP_TRAILING,
     "000000000200000000000000"},
    {"a custom spawn of nothing", G40, NOTHING, S2C, CUSTOM1, NULL, GDV_E_MP_ARG_MISSING, NULL},
    {"a refused custom value", G40, NOTHING, S2C, CUSTOM1, "float=nan", GDV_E_MP_ARG_POLICY, NULL},
};

Test(message_writer_values, are_refused_as_the_parser_does)
{
    MESSAGES_ARE_AS_ASKED(values);
}

static const asked records[] = {
    {"a synchronizer that is the node", G40, NOTHING, S2C, SPAWN1, "@9", GDV_E_MP_NET_ID,
     "0400010000000900000001000000020000000900000061 00"},
    {"a synchronizer of id 0", G40, NOTHING, S2C, SPAWN1, "@0", GDV_E_MP_NET_ID,
     "0400010000000900000001000000020000000000000061 00"},
    {"a synchronizer of bit 31", G40, NOTHING, S2C, SPAWN1, "@2147483649", GDV_E_MP_NET_ID, NULL},
    {"a synchronizer that is there twice", G40, NOTHING, S2C, SPAWN1, "@5;@6;@5;nil", GDV_E_MP_NET_ID,
     "04000100000009000000030000000200000005000000060000000500000061 00 00000000"},
    {"a synchronizer that is there twice, and no value", G40, NOTHING, S2C, SPAWN1, "@5;@5", GDV_E_MP_NET_ID, NULL},
    {"a synchronizer that is there first and last", G40, NOTHING, S2C, SPAWN1, "@6;@5;@6", GDV_E_MP_NET_ID,
     "04000100000009000000030000000200000006000000050000000600000061 00"},
    {"synchronizers that differ in one byte each", G40, NOTHING, S2C, SPAWN1, "@16777225;@16777221;@33554437", GDV_OK,
     "0400010000000900000003000000020000000900000105000001 05000002 6100"},
    {"a synchronizer with indexes", G40, NOTHING, S2C, SPAWN1, "@5:1", GDV_E_BAD_ARGUMENT, NULL},
    {"a synchronizer after a value", G40, NOTHING, S2C, SPAWN1, "nil;@5", GDV_E_BAD_NESTING, NULL},
    {"no record", G40, NOTHING, C2S, SYNC1, NULL, GDV_E_MP_SHORT, "060000"},
    {"a value before a record", G40, NOTHING, C2S, SYNC1, "nil", GDV_E_BAD_NESTING, NULL},
    {"a record of nothing", G40, NOTHING, C2S, SYNC1, "@1", GDV_E_MP_RECORD_EMPTY, "0600000100000000000000"},
    {"a record of nothing before another", G40, NOTHING, C2S, SYNC1, "@1;@2;nil", GDV_E_MP_RECORD_EMPTY, NULL},
    {"a record of id 0", G40, NOTHING, C2S, SYNC1, "@0;nil", GDV_E_MP_NET_ID, "060000 00000000 04000000 00000000"},
    {"a record of bit 31 alone", G40, NOTHING, C2S, SYNC1, "@2147483648;nil", GDV_E_MP_NET_ID,
     "060000 00000080 04000000 00000000"},
    {"a record that is there twice", G40, NOTHING, C2S, SYNC1, "@1;nil;@1;nil", GDV_OK,
     "060000 01000000 04000000 00000000 01000000 04000000 00000000"},
    {"indexes of a full record", G40, NOTHING, C2S, SYNC1, "@1:1;nil", GDV_E_BAD_ARGUMENT, NULL},
    {"a delta of nothing", G40, NOTHING, C2S, DELTA1, "@1;nil", GDV_E_MP_DELTA_INDEX,
     "16 01000000 0000000000000000 04000000 00000000"},
    {"a delta of fewer values", G40, NOTHING, C2S, DELTA1, "@1:8000000000000001;nil", GDV_E_MP_DELTA_COUNT,
     "16 01000000 0100000000000080 04000000 00000000"},
    {"a delta of more values", G40, NOTHING, C2S, DELTA1, "@1:2;nil;nil", GDV_E_MP_DELTA_COUNT,
     "16 01000000 0200000000000000 08000000 0000000000000000"},
    {"a record with a refused value", G40, NOTHING, C2S, SYNC1, "@1;float=nan;@2;nil", GDV_E_MP_ARG_POLICY, NULL},
    {"a record of a call", G40, NOTHING, C2S, CALL1, "@1", GDV_E_BAD_NESTING, NULL},
};

Test(message_writer_values, records_are_refused_as_the_parser_does)
{
    MESSAGES_ARE_AS_ASKED(records);
}

static gdv_status under(const asked *row, const gdv_message_policy *policy, gdv_message_report *report)
{
    packet made;
    const gdv_status status = message_made(row, policy, &made, report);
    packet_free(&made);
    return status;
}

Test(message_writer_values, are_held_to_the_policy)
{
    static const asked two = {"two", G40, NOTHING, C2S, CALL1, "int=1;int=2", GDV_OK, NULL};
    static const asked nested = {"nested", G40, NOTHING, C2S, CALL1, "array int=1 end;int=2", GDV_OK, NULL};
    static const asked deep = {"deep", G40, NOTHING, C2S, CALL1, "array array int=1 end end", GDV_OK, NULL};
    static const asked text = {"text", G40, NOTHING, C2S, CALL1, "str=abcd", GDV_OK, NULL};
    static const asked sync = {"two records", G40, NOTHING, C2S, SYNC1, "@1;nil;@2;nil", GDV_OK, NULL};
    static const asked ids = {"two ids", G40, NOTHING, S2C, SPAWN1, "@1;@2", GDV_OK, NULL};
    static const asked twice = {"keys", G40, NOTHING, C2S, CALL1, "dict int=5 nil int=5 nil end", GDV_OK, NULL};
    gdv_message_report report;
    gdv_message_policy policy = message_policy(&two);
    policy.max_arguments = 1;
    cr_expect_eq(under(&two, &policy, &report), GDV_E_MP_LIMIT_ARGUMENTS);
    policy = message_policy(&two);
    policy.values.max_values = 2;
    cr_expect_eq(under(&two, &policy, &report), GDV_OK);
    cr_expect_eq(under(&nested, &policy, &report), GDV_E_LIMIT_VALUES);
    cr_expect_eq(report.argument, 1);
    policy.values.max_values = 3;
    cr_expect_eq(under(&nested, &policy, &report), GDV_OK);
    policy.values.max_depth = 1;
    cr_expect_eq(under(&deep, &policy, &report), GDV_E_MP_ARG_INVALID);
    cr_expect_eq(report.inner.code, GDV_E_LIMIT_DEPTH);
    policy.values.max_string = 3;
    cr_expect_eq(under(&text, &policy, &report), GDV_E_MP_ARG_POLICY);
    cr_expect_eq(report.inner.code, GDV_E_LIMIT_STRING);
    policy.max_records = 1;
    cr_expect_eq(under(&sync, &policy, &report), GDV_E_MP_LIMIT_RECORDS);
    policy.direction = S2C;
    cr_expect_eq(under(&ids, &policy, &report), GDV_E_MP_LIMIT_RECORDS);
    policy = message_policy(&twice);
    policy.values.permit = GDV_PERMIT_DUPLICATE_KEYS;
    cr_expect_eq(under(&twice, &policy, &report), GDV_OK);
}

/* More than a byte counts, whatever the policy says. */
Test(message_writer_values, are_255_at_most)
{
    const asked call = {"call", G40, NOTHING, C2S, CALL1, NULL, GDV_OK, NULL};
    gdv_message message = call.message;
    gdv_message_policy policy = message_policy(&call);
    gdv_message_writer *writer = malloc(sizeof *writer);
    uint8_t buffer[260];
    size_t size = 0;
    message.struct_size = sizeof message;
    policy.max_arguments = UINT32_MAX;
    for (uint32_t count = 255; count <= 256; count += 1) {
        cr_assert_eq(gdv_message_writer_init(writer, buffer, sizeof buffer, G40, &policy, &message, NULL, 0), GDV_OK);
        for (uint32_t index = 0; index < count; index += 1) {
            (void)gdv_write_bool(gdv_message_add_value(writer), true);
        }
        cr_expect_eq(gdv_message_writer_finish(writer, &size), count == 255 ? GDV_OK : GDV_E_MP_LIMIT_ARGUMENTS);
        cr_expect_eq(buffer[3], count == 255 ? 255 : 0);
    }
    free(writer);
}

/* What others write to the buffer before the call ends may spoil the packet, but no more than the value's bytes is read:
 * of a byte array no more than it had, and of another value none. */
Test(message_writer_values, that_others_write_to)
{
    static const struct {
        const char *value;
        size_t at;
        uint32_t word;
        const char *hex;
    } rows[] = {
        {"bytes=61626364", 8, 0x7fffffffu, "800100 61626364"}, /* its length */
        {"nil", 4, 29, "00010001 1d000000"},                   /* the type */
    };
    for (size_t row = 0; row < 2; row += 1) {
        const asked call = {"call", G40, NOTHING, C2S, CALL1, NULL, GDV_OK, NULL};
        gdv_message message = call.message;
        gdv_message_writer *writer = malloc(sizeof *writer);
        uint8_t buffer[64] = {0};
        size_t size = 0;
        packet expected = packet_from_hex(rows[row].hex);
        message.struct_size = sizeof message;
        cr_assert_eq(gdv_message_writer_init(writer, buffer, sizeof buffer, G40, NULL, &message, NULL, 0), GDV_OK);
        cr_expect_eq(calls_make(gdv_message_add_value(writer), rows[row].value), GDV_OK);
        for (size_t byte = 0; byte < 4; byte += 1) {
            buffer[rows[row].at + byte] = (uint8_t)(rows[row].word >> (8 * byte));
        }
        cr_expect_eq(gdv_message_writer_finish(writer, &size), GDV_OK);
        cr_expect(size == expected.size && memcmp(buffer, expected.bytes, size) == 0, "%s: %zu", rows[row].value, size);
        packet_free(&expected);
        free(writer);
    }
}

/* The report says which value, and what of it. */
Test(message_writer_values, reports_say_which)
{
    static const asked row = {"call",
                              G40,
                              NOTHING,
                              C2S,
                              {IS(CALL), .path = TEXT("Main")},
                              "int=5;array nil float=nan end",
                              GDV_E_MP_ARG_POLICY,
                              NULL};
    const gdv_message_policy policy = message_policy(&row);
    gdv_message_report report;
    char text[256];
    cr_expect_eq(under(&row, &policy, &report), GDV_E_MP_ARG_POLICY);
    cr_expect_eq(report.command, GDV_COMMAND_CALL);
    cr_expect_eq(report.offset, 9);
    cr_expect_eq(report.argument, 1);
    cr_expect_eq(report.inner.code, GDV_E_NONFINITE);
    cr_expect_eq(report.inner.offset, 12);
    cr_expect_eq(report.inner.type, GDV_TYPE_FLOAT);
    cr_expect_gt(gdv_message_report_format(&report, text, sizeof text), 0);
    cr_expect(strstr(text, "MP_ARG_POLICY at 9 (CALL, value 1, NONFINITE at its byte 12)") == text, "%s", text);
}

/* ---- copies ---- */

typedef struct copying {
    gdv_message_writer writer;
    gdv_document document;
    gdv_node nodes[64];
    uint8_t buffer[256];
    uint8_t scratch[512];
    packet bytes;
} copying;

/* A document to copy from, and a call of Godot 4.0 to copy into, with a permission each. */
static copying *copying_of(gdv_dialect dialect, uint32_t permit, uint32_t permit_written, const char *hex)
{
    copying *made = calloc(1, sizeof *made);
    memset(&made->writer, 0xa5, sizeof made->writer);
    gdv_message message = {.struct_size = sizeof message, IS(CALL), .node = 1};
    const gdv_policy loose = policy_with(GDV_POLICY_STRICT, permit);
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.values.permit = permit_written;
    made->bytes = packet_from_hex(hex);
    cr_assert_eq(gdv_document_parse(&made->document, made->bytes.bytes, made->bytes.size, dialect, &loose, made->nodes,
                                    64, NULL),
                 GDV_OK);
    cr_assert_eq(gdv_message_writer_init(&made->writer, made->buffer, sizeof made->buffer, G40, &policy, &message,
                                         made->scratch, sizeof made->scratch),
                 GDV_OK);
    return made;
}

static void copying_free(copying *freed)
{
    packet_free(&freed->bytes);
    free(freed);
}

static gdv_status copied(gdv_dialect dialect, uint32_t permit, const char *hex, const char *path)
{
    copying *made = copying_of(dialect, permit, 0, hex);
    const gdv_status status = gdv_message_copy_value(&made->writer, gdv_find(gdv_root(&made->document), path));
    size_t size = 0;
    cr_expect_eq(gdv_message_writer_finish(&made->writer, &size), status);
    copying_free(made);
    return status;
}

Test(message_writer_values, copies_are_refused_where_they_cannot_be)
{
    const gdv_dialect d = GDV_DIALECT_GODOT4_0;
    const char *object = "18000000 0100000041000000 01000000 0100000062000000 00000000";
    cr_expect_eq(copied(d, 0, "0200000005000000", ""), GDV_OK);
    cr_expect_eq(copied(d, 0, "0200000005000000", "[1]"), GDV_E_MISSING);
    cr_expect_eq(copied(GDV_DIALECT_GODOT3, 0, "0200000005000000", ""), GDV_E_NO_SUCH_LAYOUT);
    cr_expect_eq(copied(d, GDV_PERMIT_NONFINITE, "030000000000807f", ""), GDV_E_MP_ARG_POLICY);
    cr_expect_eq(copied(d, GDV_PERMIT_OBJECT, object, ""), GDV_E_MP_ARG_INVALID);
    cr_expect_eq(copied(d, GDV_PERMIT_DUPLICATE_KEYS, "1b000000 02000000 00000000 00000000 00000000 00000000", ""),
                 GDV_E_MP_ARG_POLICY);
}

/* [null, null] three times: the values in it count, too. */
Test(message_writer_values, copies_count_all_their_values)
{
    copying *made = copying_of(GDV_DIALECT_GODOT4_0, 0, 0, "1c000000 02000000 00000000 00000000");
    gdv_message_policy policy;
    gdv_message message = {.struct_size = sizeof message, IS(CALL), .node = 1};
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.values.max_values = 8;
    cr_assert_eq(gdv_message_writer_init(&made->writer, made->buffer, sizeof made->buffer, G40, &policy, &message,
                                         made->scratch, sizeof made->scratch),
                 GDV_OK);
    cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_root(&made->document)), GDV_OK);
    cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_root(&made->document)), GDV_OK);
    cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_root(&made->document)), GDV_E_LIMIT_VALUES);
    copying_free(made);
}

/* The name of a property is no value. */
Test(message_writer_values, copies_of_names_are_refused)
{
    copying *made = copying_of(GDV_DIALECT_GODOT4_0, GDV_PERMIT_OBJECT, 0,
                               "18000000 0100000041000000 01000000 0100000062000000 00000000");
    gdv_iterator next;
    gdv_iterate(gdv_root(&made->document), &next);
    cr_assert(gdv_iterate_next(&next));
    cr_expect_eq(gdv_message_copy_value(&made->writer, next.key), GDV_E_WRONG_TYPE);
    copying_free(made);
}

/* What was read loosely is written as an engine would: flags, widths, bools, text as the engine keeps it. */
Test(message_writer_values, copies_are_canonical)
{
    const uint32_t loose = GDV_PERMIT_WIDE | GDV_PERMIT_BOOL | GDV_PERMIT_TEXT_NUL;
    copying *made =
        copying_of(GDV_DIALECT_GODOT4_0, loose, loose,
                   "1c000000 03000000 02000100 0500000000000000 01000000 07000000 04000000 03000000 61006200");
    size_t size = 0;
    packet expected = packet_from_hex("00010004 0205 81 0400000001000000 61000000"
                                      "1c000000 03000000 0200000005000000 0100000001000000 0400000001000000 61000000");
    for (size_t index = 0; index < 3; index += 1) {
        cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_at(gdv_root(&made->document), index)), GDV_OK);
    }
    cr_expect_eq(gdv_message_copy_value(&made->writer, gdv_root(&made->document)), GDV_OK);
    cr_expect_eq(gdv_message_writer_finish(&made->writer, &size), GDV_OK);
    cr_expect(size == expected.size && memcmp(made->buffer, expected.bytes, size) == 0);
    packet_free(&expected);
    copying_free(made);
}
