/* SPDX-License-Identifier: MIT */
/* Fuzz target: packets of the multiplayer layer that are accepted, written again by <gdv/message_writer.h> from what was read.
 *
 *   1  memory: the buffer is a heap block of exactly the size that was measured
 *   9  writing: what the strict rules accept can be written; it says the same, field by field and value by value; it is the packet
 *      itself, but for an id that is wider than it must be, a form that no engine sends, and padding; and what was written is written
 *      again byte by byte
 *
 * Under looser permissions the writer may refuse what no engine sends; where it does not, the last of these holds. */
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>
#include <gdv/message_writer.h>

#include "fuzz/support/message_input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct parsed {
    gdv_node *nodes;
    gdv_message message;
    gdv_status status;
} parsed;

static parsed parse(const message_reading *of)
{
    const size_t capacity = gdv_message_bound(of->size);
    parsed made = {.message = {.struct_size = sizeof made.message}};
    made.nodes = fresh(NULL, capacity * sizeof *made.nodes);
    made.status =
        gdv_message_parse(of->protocol, of->bytes, of->size, &of->policy, made.nodes, capacity, &made.message, NULL);
    return made;
}

/* Ids first, of a spawn; or each record before its values. */
static void write_all(gdv_message_writer *writer, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    uint32_t number = 0;
    while (gdv_message_next_record(message, &record)) {
        (void)gdv_message_add_record(writer, record.id, record.indexes);
        for (uint32_t index = 0; index < record.values; index += 1) {
            (void)gdv_message_copy_value(writer, gdv_message_value(message, number));
            number += 1;
        }
    }
    for (; number < message->values; number += 1) {
        (void)gdv_message_copy_value(writer, gdv_message_value(message, number));
    }
}

/* Writes it into a block of that capacity; NULL to measure. */
static gdv_status write_into(const message_reading *of, const gdv_message *message, uint8_t *buffer, size_t capacity,
                             size_t *size)
{
    const size_t ids = 8 * (size_t)message->records;
    const size_t bound = gdv_scratch_bound(of->size);
    const size_t scratch_size = ids > bound ? ids : bound;
    void *scratch = fresh(NULL, scratch_size);
    gdv_message_writer *writer = fresh(NULL, sizeof *writer);
    (void)gdv_message_writer_init(writer, buffer, capacity, of->protocol, &of->policy, message, scratch, scratch_size);
    write_all(writer, message);
    const gdv_status status = gdv_message_writer_finish(writer, size);
    free(writer);
    free(scratch);
    return status;
}

/* What was read, written: a reading of its own, without bytes where the writer refuses. */
static message_reading rewrite(const message_reading *of, const gdv_message *message, gdv_status *status)
{
    message_reading made = *of;
    size_t measured = 0;
    made.bytes = NULL;
    made.size = 0;
    *status = write_into(of, message, NULL, 0, &measured);
    if (*status == GDV_OK) {
        uint8_t *buffer = fresh(NULL, measured);
        *status = write_into(of, message, buffer, measured, &made.size);
        promise(*status != GDV_E_NO_SPACE && (*status != GDV_OK || made.size <= measured),
                "what was measured suffices");
        made.bytes = buffer;
    }
    return made;
}

/* ---- what both say ---- */

static bool same_text(gdv_text one, gdv_text other)
{
    return one.size == other.size && (one.size == 0 || memcmp(one.bytes, other.bytes, one.size) == 0);
}

static void same_fields(const gdv_message *one, const gdv_message *other)
{
    promise(one->command == other->command && one->inner == other->inner, "commands are the same");
    promise(one->source == other->source && one->target == other->target, "addresses are the same");
    promise(one->peer == other->peer && one->node == other->node && one->id == other->id, "ids are the same");
    promise(one->net_id == other->net_id && one->records == other->records, "net ids are the same");
    promise(one->method == other->method && one->node_level == other->node_level, "methods are the same");
    promise(one->time == other->time && one->delta == other->delta && one->scene == other->scene,
            "numbers are the same");
    promise(one->ok == other->ok, "`ok` is the same");
    promise(same_text(one->path, other->path) && same_text(one->name, other->name), "paths and names are the same");
    promise(same_text(one->md5, other->md5), "checksums are the same");
    promise(other->lints == 0, "what is written has no lint");
}

static void same_records(const gdv_message *one, const gdv_message *other)
{
    gdv_message_record first = {.taken = 0};
    gdv_message_record second = {.taken = 0};
    while (gdv_message_next_record(one, &first)) {
        promise(gdv_message_next_record(other, &second), "there are as many records");
        promise(first.id == second.id && first.indexes == second.indexes && first.values == second.values,
                "records are the same");
    }
    promise(!gdv_message_next_record(other, &second), "there are no more records");
}

static char *json_of(gdv_value value)
{
    uint64_t length = 0;
    promise(gdv_to_json(value, NULL, 0, &length) == GDV_OK, "a value can be written as JSON");
    char *text = fresh(NULL, (size_t)length + 1);
    promise(gdv_to_json(value, text, (size_t)length + 1, &length) == GDV_OK, "as long as it was measured");
    text[length] = '\0';
    return text;
}

static void same_values(const gdv_message *one, const gdv_message *other)
{
    promise(one->values == other->values, "there are as many values");
    for (uint32_t number = 0; number < one->values; number += 1) {
        char *first = json_of(gdv_message_value(one, number));
        char *second = json_of(gdv_message_value(other, number));
        promise(strcmp(first, second) == 0, "values are the same");
        free(first);
        free(second);
    }
}

/* ---- what may come out as another packet ---- */

/* A call of nothing, or of one byte array, which does not say so. */
static bool has_long_form(const message_reading *of, const gdv_message *message)
{
    const bool lone = gdv_type_of(gdv_message_value(message, 0)) == GDV_TYPE_PACKED_BYTE_ARRAY;
    return protocol_is_godot4(of->protocol) && command_inside(message) == GDV_COMMAND_CALL &&
           message->bytes_only == 0 && (message->values == 0 || (message->values == 1 && lone));
}

/* A node's id in four bytes that fits into fewer. */
static bool has_wide_node(const message_reading *of, const gdv_message *message)
{
    const size_t at = message->command == GDV_COMMAND_RELAY ? 6 : 0;
    return protocol_is_godot4(of->protocol) && command_inside(message) == GDV_COMMAND_CALL && message->path.size == 0 &&
           (of->bytes[at] & 0x20u) != 0 && message->node < 0x10000u;
}

/* Whether a byte that differs was made zero: padding. */
static bool differs_in_zeros(const message_reading *of, const message_reading *made)
{
    bool alike = of->size == made->size;
    for (size_t index = 0; alike && index < of->size; index += 1) {
        alike = made->bytes[index] == of->bytes[index] || made->bytes[index] == 0;
    }
    return alike;
}

static bool is_same(const message_reading *of, const message_reading *made)
{
    return of->size == made->size && (of->size == 0 || memcmp(of->bytes, made->bytes, of->size) == 0);
}

/* ---- the target ---- */

static void check_again(const message_reading *made, const gdv_message *message)
{
    gdv_status status = GDV_OK;
    message_reading again = rewrite(made, message, &status);
    promise(status == GDV_OK && is_same(made, &again), "what was written is written again");
    message_reading_free(&again);
}

static void check(const message_reading *of, const gdv_message *message)
{
    gdv_status status = GDV_OK;
    message_reading made = rewrite(of, message, &status);
    const bool strict = of->policy.values.permit == 0;
    promise(status == GDV_OK || !strict, "what strict accepts can be written");
    if (status == GDV_OK) {
        parsed second = parse(&made);
        promise(second.status == GDV_OK, "what was written is accepted");
        same_fields(message, &second.message);
        same_records(message, &second.message);
        if (strict && !has_long_form(of, message)) {
            promise(same_text(message->data, second.message.data), "data is the same");
            same_values(message, &second.message);
            promise(message->lints != 0 || has_wide_node(of, message) || differs_in_zeros(of, &made),
                    "it is the packet itself");
        }
        check_again(&made, &second.message);
        free(second.nodes);
    }
    message_reading_free(&made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    message_reading of;
    if (message_reading_set(&of, data, size)) {
        parsed made = parse(&of);
        if (made.status == GDV_OK) {
            check(&of, &made.message);
        }
        free(made.nodes);
        message_reading_free(&of);
    }
    return 0;
}
