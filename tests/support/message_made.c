/* SPDX-License-Identifier: MIT */
#include "tests/support/message_made.h"

#include <criterion/criterion.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SPARE 64

gdv_message_policy message_policy(const asked *row)
{
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.envelope = row->envelope;
    policy.direction = row->direction;
    return policy;
}

static void add_part(gdv_message_writer *writer, const char *part)
{
    if (part[0] == '@') {
        char *end = NULL;
        const uint32_t id = (uint32_t)strtoul(part + 1, &end, 10);
        const uint64_t indexes = *end == ':' ? strtoull(end + 1, NULL, 16) : 0;
        (void)gdv_message_add_record(writer, id, indexes);
    } else {
        (void)calls_make(gdv_message_add_value(writer), part);
    }
}

void message_parts(gdv_message_writer *writer, const char *parts)
{
    char part[1024];
    while (parts != NULL) {
        const size_t length = strcspn(parts, ";");
        cr_assert_lt(length, sizeof part);
        memcpy(part, parts, length);
        part[length] = '\0';
        add_part(writer, part);
        parts = parts[length] == ';' ? parts + length + 1 : NULL;
    }
}

static gdv_status write_into(uint8_t *buffer, size_t capacity, const asked *row, const gdv_message_policy *policy,
                             size_t *size, gdv_message_report *report)
{
    gdv_message_writer *writer = malloc(sizeof *writer);
    gdv_message message = row->message;
    const size_t scratch_size = 4096;
    void *scratch = malloc(scratch_size);
    memset(writer, 0xa5, sizeof *writer); /* init fills what is read of it */
    message.struct_size = sizeof message;
    report->struct_size = sizeof *report;
    const gdv_status begun =
        gdv_message_writer_init(writer, buffer, capacity, row->protocol, policy, &message, scratch, scratch_size);
    message_parts(writer, row->parts);
    const gdv_status status = gdv_message_writer_finish(writer, size);
    cr_assert(begun == GDV_OK || status == begun, "%s: a refusal did not stick", row->claim);
    cr_assert_eq(gdv_message_writer_report(writer, report), GDV_OK);
    cr_assert_eq(report->code, status, "%s: the report disagrees", row->claim);
    free(scratch);
    free(writer);
    return status;
}

gdv_status message_verdict(gdv_protocol protocol, const gdv_message_policy *policy, const packet *bytes)
{
    const size_t capacity = gdv_message_bound(bytes->size);
    gdv_node *nodes = malloc(capacity * sizeof *nodes + 1);
    gdv_message message = {.struct_size = sizeof message};
    gdv_status status = gdv_message_parse(protocol, bytes->bytes, bytes->size, policy, nodes, capacity, &message, NULL);
    free(nodes);
    return status;
}

gdv_status message_made(const asked *row, const gdv_message_policy *policy, packet *made, gdv_message_report *report)
{
    gdv_message_report other;
    size_t measured = 0;
    size_t size = 0;
    const gdv_status said = write_into(NULL, 0, row, policy, &measured, &other);
    packet roomy = {malloc(measured + SPARE), measured + SPARE};
    const gdv_status status = write_into(roomy.bytes, roomy.size, row, policy, &size, report);
    /* what is equal to another is not found while measuring */
    cr_assert(status == said || (said == GDV_OK && status != GDV_E_NO_SPACE), "%s: measuring says %s, not %s",
              row->claim, gdv_status_name(said), gdv_status_name(status));
    *made = packet_from_bytes(roomy.bytes, status == GDV_OK ? size : 0);
    if (status == GDV_OK) {
        packet exact = {malloc(measured), measured};
        cr_assert_leq(size, measured);
        cr_assert_eq(write_into(exact.bytes, measured, row, policy, &size, &other), GDV_OK, "%s", row->claim);
        cr_assert(size == made->size && memcmp(exact.bytes, made->bytes, size) == 0, "%s", row->claim);
        cr_assert_eq(message_verdict(row->protocol, policy, made), GDV_OK, "%s: does not parse", row->claim);
        packet_free(&exact);
    }
    packet_free(&roomy);
    return status;
}

static void is_packet(const asked *row, const packet *made)
{
    packet expected = packet_from_hex(row->hex);
    char text[1024] = "";
    for (size_t index = 0; index < made->size && index < 400; index += 1) {
        snprintf(text + 2 * index, 3, "%02x", made->bytes[index]);
    }
    cr_expect(made->size == expected.size && memcmp(made->bytes, expected.bytes, made->size) == 0, "%s: %s", row->claim,
              text);
    packet_free(&expected);
}

void message_is_as_asked(const asked *row, const gdv_message_policy *policy)
{
    packet made;
    gdv_message_report report;
    const gdv_status status = message_made(row, policy, &made, &report);
    cr_expect_eq(status, row->code, "%s: %s", row->claim, gdv_status_name(status));
    if (status == GDV_OK && row->hex != NULL && row->code == GDV_OK) {
        is_packet(row, &made);
    } else if (row->hex != NULL) {
        packet bytes = packet_from_hex(row->hex);
        const gdv_status parsed = message_verdict(row->protocol, policy, &bytes);
        cr_expect_eq(parsed, row->code, "%s: the parser says %s", row->claim, gdv_status_name(parsed));
        packet_free(&bytes);
    }
    packet_free(&made);
}

void messages_are_as_asked(const asked *rows, size_t count)
{
    for (size_t row = 0; row < count; row += 1) {
        const gdv_message_policy policy = message_policy(&rows[row]);
        message_is_as_asked(&rows[row], &policy);
    }
}
