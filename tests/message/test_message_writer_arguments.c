/* SPDX-License-Identifier: MIT */
/* The caller's mistakes with a writer of messages, its memory, and calls out of turn. */
#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

#include "tests/support/guard.h"
#include "tests/support/message_made.h"

/* A writer, and what it is handed: all in one block, so that each overlap can be tried. */
typedef struct setting {
    gdv_message_writer writer;
    uint8_t buffer[64];
    uint8_t scratch[1024];
    gdv_message_policy policy;
    gdv_message message;
    char text[8];
    size_t size;
} setting;

/* A call of Godot 4.0 with a path. */
static setting *setting_of(void)
{
    setting *made = calloc(1, sizeof *made);
    memset(&made->writer, 0xa5, sizeof made->writer); /* init fills what is read of it */
    gdv_message_policy_init(&made->policy, GDV_POLICY_STRICT);
    memcpy(made->text, "Main", 5);
    made->message.struct_size = sizeof made->message;
    made->message.command = GDV_COMMAND_CALL;
    made->message.path.bytes = made->text;
    made->message.path.size = 4;
    return made;
}

static gdv_status begin(setting *with)
{
    return gdv_message_writer_init(&with->writer, with->buffer, sizeof with->buffer, G40, &with->policy, &with->message,
                                   with->scratch, sizeof with->scratch);
}

/* A document of one value of Godot 4.0. */
static gdv_value value_of(gdv_document *document, gdv_node *nodes, size_t capacity, const packet *bytes)
{
    cr_assert_eq(
        gdv_document_parse(document, bytes->bytes, bytes->size, GDV_DIALECT_GODOT4_0, NULL, nodes, capacity, NULL),
        GDV_OK);
    return gdv_root(document);
}

/* Whether the writer goes on refusing so, whatever is done with it. */
static void sticks(setting *with, gdv_status code)
{
    gdv_message_report report = {.struct_size = sizeof report};
    packet nil = packet_from_hex("00000000");
    gdv_document document;
    gdv_node nodes[1];
    with->size = 5;
    cr_expect_eq(gdv_write_int(gdv_message_add_value(&with->writer), 5), code);
    cr_expect_eq(gdv_message_add_record(&with->writer, 1, 0), code);
    cr_expect_eq(gdv_message_copy_value(&with->writer, gdv_missing()), code);
    cr_expect_eq(gdv_message_copy_value(&with->writer, value_of(&document, nodes, 1, &nil)), code);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), code);
    cr_expect_eq(with->size, 0);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_OK);
    cr_expect_eq(report.code, code);
    packet_free(&nil);
}

#define SETTING_REFUSES(code, change)                                                                                  \
    do {                                                                                                               \
        setting *with = setting_of();                                                                                  \
        change;                                                                                                        \
        cr_expect_eq(begin(with), code, #change);                                                                      \
        sticks(with, code);                                                                                            \
        free(with);                                                                                                    \
    } while (0)

Test(message_writer_arguments, are_looked_at_before_all_else)
{
    SETTING_REFUSES(GDV_E_BAD_STRUCT, with->message.struct_size = 1);
    SETTING_REFUSES(GDV_E_BAD_POLICY, with->policy.struct_size = 1);
    SETTING_REFUSES(GDV_E_BAD_POLICY, with->policy.permit = GDV_PERMIT_MP_ALL + 1);
    SETTING_REFUSES(GDV_E_BAD_POLICY, with->policy.envelope = GDV_ENVELOPE_ENET3);
    SETTING_REFUSES(GDV_E_BAD_POLICY, with->policy.values.struct_size = 1);
    SETTING_REFUSES(GDV_E_BAD_POLICY, with->policy.values.permit = GDV_PERMIT_ALL + 1);
    SETTING_REFUSES(GDV_E_BAD_ARGUMENT, with->message.path.bytes = NULL);
    SETTING_REFUSES(GDV_E_BAD_ARGUMENT, with->message.path.size = SIZE_MAX);
    SETTING_REFUSES(GDV_E_BAD_ARGUMENT, with->message.name.size = 1);
    SETTING_REFUSES(GDV_E_BAD_ARGUMENT, with->message.md5.size = 1);
    SETTING_REFUSES(GDV_E_BAD_ARGUMENT, with->message.data.size = 1);
    SETTING_REFUSES(GDV_E_OVERLAP, with->message.path.bytes = (const char *)with->buffer + 60);
    SETTING_REFUSES(GDV_E_OVERLAP,
                    (with->message.name.bytes = (const char *)with->scratch, with->message.name.size = 1));
    SETTING_REFUSES(GDV_E_OVERLAP, (with->message.md5.bytes = (const char *)&with->writer, with->message.md5.size = 1));
    SETTING_REFUSES(GDV_E_OVERLAP,
                    (with->message.data.bytes = (const char *)with->buffer, with->message.data.size = 1));
}

static gdv_status begin_with(setting *with, void *buffer, size_t capacity, uint32_t protocol, void *scratch,
                             size_t scratch_size)
{
    gdv_status status = gdv_message_writer_init(&with->writer, buffer, capacity, (gdv_protocol)protocol, NULL,
                                                &with->message, scratch, scratch_size);
    if (status != GDV_OK) {
        sticks(with, status);
    }
    return status;
}

/* A text of any length that the address space holds is refused, and not read: it ends at the last address but one, where
 * no program has memory. Cut to 32 bits its size would be 4. */
Test(message_writer_arguments, texts_of_any_size)
{
    const size_t huge = sizeof huge > sizeof(uint32_t) ? (size_t)UINT32_MAX + 5 : 4095;
    const gdv_text far = {(const char *)(UINTPTR_MAX - huge), huge};
    setting *call = setting_of();
    SETTING_REFUSES(GDV_E_MP_PATH_LONG, with->message.path = far);
    SETTING_REFUSES(GDV_E_LIMIT_BYTES, (with->message.command = GDV_COMMAND_RAW, with->message.data = far,
                                        with->policy.values.max_bytes = 64));
    SETTING_REFUSES(GDV_E_MP_SPAWN_NAME, (with->message.command = GDV_COMMAND_SPAWN, with->message.node = 1,
                                          with->message.net_id = 1, with->message.name = far));
    SETTING_REFUSES(GDV_E_MP_MD5,
                    (with->message.command = GDV_COMMAND_SIMPLIFY_PATH, with->message.id = 1, with->message.md5 = far));
    call->message.name = far;
    cr_expect_eq(begin_with(call, call->buffer, sizeof call->buffer, G3, NULL, 0), GDV_E_MP_NAME_LONG);
    free(call);
}

/* A packet has 2^31 - 1 bytes at most, whatever the policy says: measured, which reads none of them. */
Test(message_writer_arguments, packets_of_any_size)
{
    static const size_t limits[] = {GDV_MAX_BYTES, (size_t)GDV_MAX_BYTES + 1, SIZE_MAX};
    setting *with = setting_of();
    with->message.command = GDV_COMMAND_RAW;
    with->message.data.bytes = (const char *)(UINTPTR_MAX - GDV_MAX_BYTES);
    for (size_t row = 0; row < 3 && SIZE_MAX > UINT32_MAX; row += 1) { /* of 32 bits that is where the writer may be */
        with->policy.values.max_bytes = limits[row];
        with->message.data.size = GDV_MAX_BYTES - 1;
        cr_expect_eq(gdv_message_writer_init(&with->writer, NULL, 0, G40, &with->policy, &with->message, NULL, 0),
                     GDV_OK);
        cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
        cr_expect_eq(with->size, GDV_MAX_BYTES);
        with->message.data.size = GDV_MAX_BYTES;
        cr_expect_eq(gdv_message_writer_init(&with->writer, NULL, 0, G40, &with->policy, &with->message, NULL, 0),
                     GDV_E_LIMIT_BYTES);
    }
    free(with);
}

/* Texts may lie right before the buffer, and what is only read may share its memory: here policy, message and all texts,
 * as bytes that somebody sends. */
Test(message_writer_arguments, memory_that_is_read_may_be_shared)
{
    setting *with = setting_of();
    memcpy(with->buffer, "Main", 4);
    with->message.path.bytes = (const char *)with->buffer;
    with->message.name = with->message.md5 = with->message.data = with->message.path;
    cr_expect_eq(begin_with(with, with->buffer + 4, 60, G3, NULL, 0), GDV_OK);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    cr_expect_eq(with->size, 16); /* command, offset; Main and its NUL, twice; no argument */
    with->message.command = GDV_COMMAND_RAW;
    with->message.data.bytes = (const char *)&with->policy;
    with->message.data.size = (size_t)(with->text - with->message.data.bytes);
    with->message.path = with->message.name = with->message.md5 = with->message.data;
    cr_expect_eq(begin(with), GDV_OK);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_E_NO_SPACE);
    cr_expect_eq(with->size, 1 + with->message.data.size);
    free(with);
}

Test(message_writer_arguments, memory_and_protocol)
{
    setting *with = setting_of();
    cr_expect_eq(begin_with(with, NULL, 1, G40, NULL, 0), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(begin_with(with, with->buffer, SIZE_MAX, G40, NULL, 0), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(begin_with(with, with->buffer, 64, G40, NULL, 1), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(begin_with(with, with->buffer, 64, G40, with->scratch, SIZE_MAX), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(begin_with(with, with->buffer, 64, GDV_PROTOCOL_COUNT, NULL, 0), GDV_E_BAD_PROTOCOL);
    cr_expect_eq(begin_with(with, with->buffer, 64, G40, with->buffer + 63, 1), GDV_E_OVERLAP);
    cr_expect_eq(begin_with(with, with->buffer, 65, G40, with->scratch, 1), GDV_E_OVERLAP);
    cr_expect_eq(begin_with(with, &with->writer.status, 1, G40, NULL, 0), GDV_E_OVERLAP);
    cr_expect_eq(begin_with(with, NULL, 0, G40, NULL, 0), GDV_OK);
    cr_expect_eq(begin_with(with, with->buffer, 0, G40, with->scratch, 0), GDV_OK);
    free(with);
}

Test(message_writer_arguments, null)
{
    setting *with = setting_of();
    gdv_message_report report = {.struct_size = sizeof report};
    size_t size = 5;
    cr_expect_eq(gdv_message_writer_init(NULL, NULL, 0, G40, NULL, &with->message, NULL, 0), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_writer_init(&with->writer, NULL, 0, G40, NULL, NULL, NULL, 0), GDV_E_BAD_ARGUMENT);
    cr_expect_null(gdv_message_add_value(NULL));
    cr_expect_eq(gdv_message_add_record(NULL, 1, 0), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_copy_value(NULL, gdv_missing()), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_writer_finish(NULL, &size), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(size, 0);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_writer_report(&with->writer, NULL), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(gdv_message_writer_report(NULL, &report), GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.code, GDV_E_BAD_ARGUMENT);
    cr_expect_eq(report.argument, -1);
    free(with);
}

/* One of zeros, that was not set up. */
Test(message_writer_arguments, no_writer)
{
    setting *with = setting_of();
    memset(&with->writer, 0, sizeof with->writer);
    sticks(with, GDV_E_BAD_ARGUMENT);
    free(with);
}

Test(message_writer_arguments, outputs_that_overlap)
{
    setting *with = setting_of();
    gdv_message_report report = {.struct_size = 1};
    cr_assert_eq(begin(with), GDV_OK);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, (size_t *)(void *)with->buffer), GDV_E_OVERLAP);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, (size_t *)(void *)with->scratch), GDV_E_OVERLAP);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->writer.scratch_size), GDV_E_OVERLAP);
    cr_expect_eq(gdv_message_writer_report(&with->writer, (gdv_message_report *)(void *)&with->writer), GDV_E_OVERLAP);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_E_BAD_STRUCT);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    cr_expect_eq(with->size, 11); /* command, offset, method; Main and its NUL */
    free(with);
}

/* The end is the end, and can be asked for again. */
Test(message_writer_arguments, calls_after_the_end)
{
    setting *with = setting_of();
    gdv_message_report report = {.struct_size = sizeof report};
    cr_assert_eq(begin(with), GDV_OK);
    gdv_writer *value = gdv_message_add_value(&with->writer);
    cr_expect_eq(gdv_write_int(value, 5), GDV_OK);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    cr_expect_eq(with->size, 14);
    cr_expect_eq(gdv_write_int(value, 5), GDV_E_BAD_NESTING); /* of a value that has ended */
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    cr_expect_eq(with->size, 14);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_OK);
    cr_expect_eq(report.code, GDV_OK);
    cr_expect_eq(gdv_write_int(gdv_message_add_value(&with->writer), 5), GDV_E_BAD_NESTING);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_E_BAD_NESTING);
    free(with);
}

Test(message_writer_arguments, records_after_the_end)
{
    setting *with = setting_of();
    with->message.command = GDV_COMMAND_SYNC;
    cr_assert_eq(begin(with), GDV_OK);
    (void)gdv_message_add_record(&with->writer, 1, 0);
    (void)gdv_write_nil(gdv_message_add_value(&with->writer));
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    cr_expect_eq(gdv_message_add_record(&with->writer, 1, 0), GDV_E_BAD_NESTING);
    free(with);
}

/* A full buffer is no refusal, and says how much would have been enough so far. */
Test(message_writer_arguments, full_buffers)
{
    setting *with = setting_of();
    gdv_message_report report = {.struct_size = sizeof report};
    cr_expect_eq(begin_with(with, with->buffer, 10, G40, NULL, 0), GDV_OK);
    cr_expect_eq(gdv_write_int(gdv_message_add_value(&with->writer), 5), GDV_OK); /* in room of the writer's own */
    cr_expect_eq(gdv_write_string(gdv_message_add_value(&with->writer), "abcdefgh", 8), GDV_E_NO_SPACE);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_E_NO_SPACE);
    cr_expect_eq(with->size, 30);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_OK);
    cr_expect_eq(report.code, GDV_E_NO_SPACE);
    cr_expect_eq(report.offset, 10);
    cr_expect_eq(report.need, 30);
    cr_expect_eq(report.command, GDV_COMMAND_CALL);
    free(with);
}

/* Copies a value that takes `size` bytes in a call with a path, which has 7 bytes before it and 5 after it. */
static void copy_into_each_capacity(const char *hex, size_t size)
{
    setting *with = setting_of();
    gdv_document document;
    gdv_node nodes[2];
    packet bytes = packet_from_hex(hex);
    const gdv_value value = value_of(&document, nodes, 2, &bytes);
    for (size_t capacity = 0; capacity <= size + 12; capacity += 1) {
        cr_assert_eq(begin_with(with, capacity > 0 ? with->buffer : NULL, capacity, G40, with->scratch, 64), GDV_OK);
        cr_expect_eq(gdv_message_copy_value(&with->writer, value),
                     capacity > 0 && capacity < size + 7 ? GDV_E_NO_SPACE : GDV_OK, "%zu", capacity);
        cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size),
                     capacity > 0 && capacity < size + 12 ? GDV_E_NO_SPACE : GDV_OK);
        cr_expect_eq(with->size, size + 12);
    }
    packet_free(&bytes);
    free(with);
}

/* The copy of a value says that it does not fit, too; and copies are measured. */
Test(message_writer_arguments, copies_into_full_buffers)
{
    copy_into_each_capacity("04000000 08000000 6162636465666768", 16);
    copy_into_each_capacity("01000000 01000000", 1);
    copy_into_each_capacity("02000000 05000000", 2);
}

Test(message_writer_arguments, copies_that_overlap)
{
    setting *with = setting_of();
    gdv_document document;
    gdv_node nodes[2];
    memset(with->buffer, 0, 4);
    cr_assert_eq(gdv_document_parse(&document, with->buffer, 4, GDV_DIALECT_GODOT4_0, NULL, nodes, 2, NULL), GDV_OK);
    cr_assert_eq(begin(with), GDV_OK);
    cr_expect_eq(gdv_message_copy_value(&with->writer, gdv_root(&document)), GDV_E_OVERLAP);
    free(with);
}

/* {5: null, 6: null}, of which the writer does not know by itself that no keys are equal. */
static gdv_status write_keys(setting *with, void *scratch, size_t scratch_size)
{
    gdv_status status = begin_with(with, with->buffer, sizeof with->buffer, G40, scratch, scratch_size);
    cr_assert_eq(status, GDV_OK);
    (void)calls_make(gdv_message_add_value(&with->writer), "dict int=5 nil int=6 nil end");
    return gdv_message_writer_finish(&with->writer, &with->size);
}

Test(message_writer_arguments, scratch_memory_for_keys)
{
    setting *with = setting_of();
    gdv_message_report report = {.struct_size = sizeof report};
    cr_expect_eq(write_keys(with, NULL, 0), GDV_E_NO_SCRATCH);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_OK);
    cr_expect_eq(report.argument, 0);
    cr_expect_eq(report.inner.code, GDV_E_NO_SCRATCH);
    cr_expect_eq(report.inner.type, -1); /* no value of the packet is to blame */
    cr_expect_str_eq(report.inner.type_name, "");
    cr_expect_eq(write_keys(with, with->scratch, 8), GDV_E_NO_SPACE);
    cr_expect_eq(with->size, 0);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_OK);
    cr_expect_eq(report.need, 0);
    cr_expect_eq(report.inner.need, 24);
    cr_expect_eq(write_keys(with, with->scratch, 24), GDV_OK);
    free(with);
}

/* A copy always looks for them. Nothing of one is written where there is too little. */
Test(message_writer_arguments, scratch_memory_for_copies)
{
    static const gdv_status expected[] = {GDV_E_NO_SCRATCH, GDV_E_NO_SPACE, GDV_OK};
    setting *with = setting_of();
    gdv_document document;
    gdv_node nodes[4];
    packet bytes = packet_from_hex("1b000000 01000000 0200000005000000 00000000");
    cr_assert_eq(gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_0, NULL, nodes, 4, NULL),
                 GDV_OK);
    for (size_t entries = 0; entries < 3; entries += 1) {
        uint8_t *scratch = entries > 0 ? with->scratch : NULL;
        cr_assert_eq(begin_with(with, with->buffer, sizeof with->buffer, G40, scratch, 8 * entries), GDV_OK);
        cr_expect_eq(gdv_message_copy_value(&with->writer, gdv_root(&document)), expected[entries]);
        cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), expected[entries]);
    }
    packet_free(&bytes);
    free(with);
}

/* However many bytes a policy allows, a packet has 2^31 - 1 at most; a copy is held to the limit as it is written. */
Test(message_writer_arguments, limits_of_bytes)
{
    setting *with = setting_of();
    gdv_message_report report = {.struct_size = sizeof report};
    gdv_document document;
    gdv_node nodes[2];
    packet bytes = packet_from_hex("04000000 08000000 6162636465666768");
    cr_assert_eq(gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_0, NULL, nodes, 2, NULL),
                 GDV_OK);
    with->policy.values.max_bytes = SIZE_MAX;
    cr_assert_eq(begin(with), GDV_OK);
    cr_expect_eq(gdv_message_copy_value(&with->writer, gdv_root(&document)), GDV_OK);
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    with->policy.values.max_bytes = with->size - 6; /* the path, and one more */
    cr_assert_eq(begin(with), GDV_OK);
    cr_expect_eq(gdv_message_copy_value(&with->writer, gdv_root(&document)), GDV_E_LIMIT_BYTES);
    cr_expect_eq(gdv_message_writer_report(&with->writer, &report), GDV_OK);
    cr_expect_eq(report.offset, 7);    /* what was written before it */
    cr_assert_eq(begin(with), GDV_OK); /* and a value that is written as well, at once */
    cr_expect_eq(gdv_write_string(gdv_message_add_value(&with->writer), "abcdefgh", 8), GDV_E_LIMIT_BYTES);
    packet_free(&bytes);
    free(with);
}

/* The packet that a value is copied from may be longer than the limit. */
Test(message_writer_arguments, copies_from_long_packets)
{
    setting *with = setting_of();
    gdv_document document;
    gdv_node nodes[4];
    packet bytes = packet_from_hex("1c000000 02000000 04000000 04000000 61626364 04000000 04000000 61626364");
    cr_assert_eq(gdv_document_parse(&document, bytes.bytes, bytes.size, GDV_DIALECT_GODOT4_0, NULL, nodes, 4, NULL),
                 GDV_OK);
    with->policy.values.max_bytes = 24;
    cr_assert_eq(begin(with), GDV_OK);
    gdv_writer *kept = gdv_message_add_value(&with->writer);
    (void)gdv_write_nil(kept);
    cr_assert_eq(begin(with), GDV_OK);
    cr_expect_eq(gdv_write_nil(kept), GDV_E_BAD_ARGUMENT); /* it is of the message before */
    cr_expect_eq(gdv_message_copy_value(&with->writer, gdv_at(gdv_root(&document), 0)), GDV_OK);
    cr_expect_eq(gdv_write_nil(kept), GDV_E_BAD_NESTING); /* and the copy stays what it is */
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    cr_expect_eq(with->size, 24);
    cr_expect_eq(memcmp(with->buffer + 7, bytes.bytes + 8, 12), 0);
    packet_free(&bytes);
    free(with);
}

/* Text keys that differ need none. */
Test(message_writer_arguments, no_scratch_memory_for_texts)
{
    setting *with = setting_of();
    cr_assert_eq(begin_with(with, with->buffer, sizeof with->buffer, G40, NULL, 0), GDV_OK);
    (void)calls_make(gdv_message_add_value(&with->writer), "dict str=a nil str=b nil end");
    cr_expect_eq(gdv_message_writer_finish(&with->writer, &with->size), GDV_OK);
    free(with);
}

/* A spawn of n synchronizers with the ids 100, 101, ..; the last one is that of the first where `twice`. */
static gdv_status write_ids(setting *with, uint32_t n, bool twice, void *scratch, size_t scratch_size)
{
    static uint8_t buffer[1024];
    with->message.command = GDV_COMMAND_SPAWN;
    with->message.node = 1;
    with->message.net_id = 1;
    with->message.name.bytes = "a";
    with->message.name.size = 1;
    cr_assert_eq(begin_with(with, buffer, sizeof buffer, G40, scratch, scratch_size), GDV_OK);
    for (uint32_t index = 0; index < n; index += 1) {
        cr_assert_eq(gdv_message_add_record(&with->writer, 100 + (twice && index == n - 1 ? 0 : index), 0), GDV_OK);
    }
    return gdv_message_writer_finish(&with->writer, &with->size);
}

Test(message_writer_arguments, scratch_memory_for_ids)
{
    setting *with = setting_of();
    const uint32_t few = GDV_MESSAGE_WRITER_IDS;
    cr_expect_eq(write_ids(with, few, false, NULL, 0), GDV_OK);
    cr_expect_eq(write_ids(with, few, true, NULL, 0), GDV_E_MP_NET_ID);
    cr_expect_eq(write_ids(with, few + 1, false, NULL, 0), GDV_E_NO_SCRATCH);
    cr_expect_eq(write_ids(with, few + 1, false, with->scratch, 8 * few + 7), GDV_E_NO_SPACE);
    cr_expect_eq(with->size, 0);
    cr_expect_eq(write_ids(with, few + 1, false, with->scratch, 8 * few + 8), GDV_OK);
    cr_expect_eq(write_ids(with, few + 1, true, with->scratch, 8 * few + 8), GDV_E_MP_NET_ID);
    cr_expect_eq(write_ids(with, 260, true, NULL, 0), GDV_E_NO_SPACE); /* not all are there to be compared */
    cr_expect_eq(with->size, 18 + 4 * 260 + 2);
    free(with);
}

/* As many bytes as the ids take, and not one before or after them. */
Test(message_writer_arguments, scratch_memory_for_ids_and_no_more)
{
    setting *with = setting_of();
    const uint32_t few = GDV_MESSAGE_WRITER_IDS;
    const size_t needed = 8 * ((size_t)few + 1);
    guarded memory = guard_open(needed);
    guard_says("looking for an id that is there twice");
    cr_expect_eq(write_ids(with, few + 1, false, guard_first(&memory, needed), needed), GDV_OK);
    cr_expect_eq(write_ids(with, few + 1, true, guard_last(&memory, needed), needed), GDV_E_MP_NET_ID);
    guard_close(&memory);
    free(with);
}

/* Whatever of the packet does not fit. */
Test(message_writer_arguments, no_byte_after_the_buffer)
{
    setting *with = setting_of();
    for (size_t capacity = 0; capacity < 40; capacity += 1) {
        memset(with->buffer, 0xa5, sizeof with->buffer);
        cr_assert_eq(begin_with(with, with->buffer, capacity, G40, NULL, 0), GDV_OK);
        (void)calls_make(gdv_message_add_value(&with->writer), "int=5");
        (void)calls_make(gdv_message_add_value(&with->writer), "str=abcdef");
        (void)calls_make(gdv_message_add_value(&with->writer), "true");
        (void)!gdv_message_writer_finish(&with->writer, &with->size);
        cr_expect_eq(with->size, 31);
        for (size_t index = capacity; index < sizeof with->buffer; index += 1) {
            cr_assert_eq(with->buffer[index], 0xa5, "%zu of %zu", index, capacity);
        }
    }
    free(with);
}
