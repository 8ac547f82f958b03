/* SPDX-License-Identifier: MIT */
/* Writing: the values, records and ids of a document, one call of the message writer after another. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "typed.h"
#include "typed_message_fault.h"

typedef struct writing {
    typed_message *from;
    const json_t *document;
    gdv_message_writer *writer;
    const char *at; /* "" or ".inner" */
    gdv_command command;
} writing;

static bool has_refused(const writing *now, gdv_message_report *report)
{
    *report = (gdv_message_report){.struct_size = sizeof *report};
    (void)gdv_message_writer_report(now->writer, report);
    return report->code != GDV_OK && report->code != GDV_E_NO_SPACE;
}

/* Whether what was written last, and this at a place, has been taken. */
static bool is_taken(const writing *now, const char *place)
{
    gdv_message_report report;
    if (!has_refused(now, &report)) {
        return true;
    }
    if (report.argument >= 0) {
        typed_message_refused(now->from, now->document, now->writer);
    } else {
        (void)typed_message_wrong_by(now->from, place, &report);
    }
    return false;
}

static bool put_value(const writing *now, json_t *node, const char *place)
{
    static typed walk; /* holds the containers that are open: too large for some stacks */
    walk.dialect = gdv_protocol_dialect(now->from->protocol);
    walk.writer = gdv_message_add_value(now->writer);
    return is_taken(now, place) &&
           (typed_write(&walk, node) || typed_message_wrong_inside(now->from, place, &walk.fault));
}

static bool put_values(const writing *now, const json_t *list, const char *at)
{
    bool fine = true;
    for (size_t index = 0; fine && index < json_array_size(list); index += 1) {
        char place[TYPED_PLACE_SIZE];
        (void)snprintf(place, sizeof place, "%s.values[%zu]", at, index);
        fine = put_value(now, json_array_get(list, index), place);
    }
    return fine;
}

static bool put_id(const writing *now, const json_t *node, const char *place)
{
    int64_t id = 0;
    if (!typed_message_number(now->from, node, place, 0, UINT32_MAX, &id)) {
        return false;
    }
    (void)gdv_message_add_record(now->writer, (uint32_t)id, 0);
    return is_taken(now, place);
}

static bool put_spawn(const writing *now, const json_t *object)
{
    const json_t *ids = json_object_get(object, "synchronizers");
    bool fine = true;
    for (size_t index = 0; fine && index < json_array_size(ids); index += 1) {
        char place[TYPED_PLACE_SIZE];
        (void)snprintf(place, sizeof place, "%s.synchronizers[%zu]", now->at, index);
        fine = put_id(now, json_array_get(ids, index), place);
    }
    return fine && put_values(now, json_object_get(object, "values"), now->at);
}

/* Sixteen digits, as dump writes them. */
static bool read_indexes(const json_t *node, uint64_t *indexes)
{
    const char *digits = json_string_value(node);
    const bool fine = digits != NULL && json_string_length(node) == 16 && strspn(digits, "0123456789abcdef") == 16;
    *indexes = fine ? strtoull(digits, NULL, 16) : 0;
    return fine;
}

/* {"id":1,"values":[..]}, of a delta with "indexes". The writer may find only now that the record before has too
 * few values. */
static bool put_record(const writing *now, const json_t *record, const char *place, const char *before)
{
    const bool delta = now->from->message.delta != 0;
    const json_t *values = json_object_get(record, "values");
    char place_of_id[TYPED_PLACE_SIZE];
    uint64_t indexes = 0;
    int64_t id = 0;
    (void)snprintf(place_of_id, sizeof place_of_id, "%.80s.id", place);
    const size_t aside = json_object_get(record, "node_path") != NULL ? 1 : 0; /* in a session */
    if (json_object_size(record) != (delta ? 3u : 2u) + aside || !json_is_array(values)) {
        return typed_message_wrong(now->from, place, "an object of id, %svalues expected", delta ? "indexes and " : "");
    }
    if (!typed_message_number(now->from, json_object_get(record, "id"), place_of_id, 0, UINT32_MAX, &id)) {
        return false;
    }
    if (delta && !read_indexes(json_object_get(record, "indexes"), &indexes)) {
        return typed_message_wrong(now->from, place, "indexes of 16 hex digits expected");
    }
    const gdv_status status = gdv_message_add_record(now->writer, (uint32_t)id, indexes);
    const bool is_of_last = status == GDV_E_MP_RECORD_EMPTY || status == GDV_E_MP_DELTA_COUNT;
    return is_taken(now, is_of_last ? before : place) && put_values(now, values, place);
}

static bool put_sync(const writing *now, const json_t *object)
{
    const json_t *records = json_object_get(object, "records");
    char place[TYPED_PLACE_SIZE] = "";
    char before[TYPED_PLACE_SIZE];
    bool fine = true;
    for (size_t index = 0; fine && index < json_array_size(records); index += 1) {
        memcpy(before, place, sizeof before);
        (void)snprintf(place, sizeof place, "%s.records[%zu]", now->at, index);
        fine = put_record(now, json_array_get(records, index), place, before);
    }
    return fine;
}

bool typed_message_write(typed_message *now, json_t *document, gdv_message_writer *writer)
{
    const bool is_relay = now->message.command == GDV_COMMAND_RELAY;
    const json_t *object = is_relay ? json_object_get(document, "inner") : document;
    const writing to = {.from = now,
                        .document = document,
                        .writer = writer,
                        .at = is_relay ? ".inner" : "",
                        .command = is_relay ? now->message.inner : now->message.command};
    if (to.command == GDV_COMMAND_SPAWN) {
        return put_spawn(&to, object);
    }
    return to.command == GDV_COMMAND_SYNC ? put_sync(&to, object)
                                          : put_values(&to, json_object_get(object, "values"), to.at);
}
