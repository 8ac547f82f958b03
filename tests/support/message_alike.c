/* SPDX-License-Identifier: MIT */
#include "tests/support/message_alike.h"

#include <string.h>

#include "tests/support/naive_alike.h"

/* The first that does not hold, of claims in order. */
typedef struct claim {
    bool holds;
    const char *what;
} claim;

static const char *first_broken(const claim *claims, size_t count)
{
    for (size_t index = 0; index < count; index += 1) {
        if (!claims[index].holds) {
            return claims[index].what;
        }
    }
    return NULL;
}

#define FIRST_BROKEN(claims) first_broken(claims, sizeof(claims) / sizeof(claims)[0])

static bool same_span(gdv_text one, gdv_text other)
{
    return one.size == other.size && (one.size == 0 || one.bytes == other.bytes);
}

static const char *refusals_differ(const gdv_message_report *report, const naive_message *naive)
{
    const claim claims[] = {
        {report->code == naive->code, "the verdict is the same"},
        {report->offset == naive->offset, "the fault is at the same offset"},
        {report->command == naive->command, "the command is the same"},
        {report->argument == naive->argument, "the same value is at fault"},
        {report->inner.code == naive->inner, "the value is refused with the same code"},
        {report->inner.misread == naive->misread, "the misreading is the same"},
        {report->inner.offset == naive->inner_offset, "the fault in the value is at the same offset"},
    };
    return FIRST_BROKEN(claims);
}

static const char *fields_differ(const gdv_message *message, const gdv_message *said)
{
    const claim claims[] = {
        {message->protocol == said->protocol, "protocols are the same"},
        {message->command == said->command, "commands are the same"},
        {message->inner == said->inner, "commands in a relay are the same"},
        {message->lints == said->lints, "lints are the same"},
        {message->source == said->source && message->target == said->target, "addresses are the same"},
        {message->peer == said->peer, "peers are the same"},
        {message->node == said->node, "nodes are the same"},
        {message->id == said->id, "ids are the same"},
        {message->net_id == said->net_id, "net ids are the same"},
        {message->method == said->method && message->node_level == said->node_level, "methods are the same"},
        {message->time == said->time && message->delta == said->delta, "times are the same"},
        {message->ok == said->ok, "`ok` is the same"},
        {message->scene == said->scene, "scenes are the same"},
        {message->bytes_only == said->bytes_only, "both are of bytes alone, or neither"},
        {message->records == said->records, "there are as many records"},
        {message->values == said->values, "there are as many values"},
        {same_span(message->path, said->path), "paths are the same"},
        {same_span(message->name, said->name), "names are the same"},
        {same_span(message->md5, said->md5), "checksums are the same"},
        {same_span(message->data, said->data), "data is the same"},
    };
    return FIRST_BROKEN(claims);
}

static const char *record_differs(const gdv_message_record *record, const naive_message_record *naive,
                                  const uint8_t *bytes)
{
    const gdv_text data = {(const char *)bytes + naive->at, naive->size};
    const claim claims[] = {
        {record->id == naive->id && record->indexes == naive->indexes, "records are of the same ids"},
        {same_span(record->data, data), "records have the same bytes"},
        {record->values == naive->values, "records have as many values"},
        {record->values == 0 || record->first == naive->first, "records begin at the same value"},
    };
    return FIRST_BROKEN(claims);
}

static const char *records_differ(const gdv_message *message, const naive_message *naive, const uint8_t *bytes)
{
    gdv_message_record record = {.taken = 0};
    const char *what = NULL;
    for (uint32_t index = 0; index < naive->said.records && what == NULL; index += 1) {
        what = gdv_message_next_record(message, &record) ? record_differs(&record, &naive->records[index], bytes)
                                                         : "records do not end early";
    }
    return what != NULL || !gdv_message_next_record(message, &record) ? what : "there are no more records";
}

static const char *short_differs(gdv_value value, const naive_value *naive)
{
    int64_t whole = 0;
    const bool is_int = gdv_to_int(value, INT64_MIN, INT64_MAX, &whole) == GDV_OK;
    const claim claims[] = {
        {gdv_type_of(value) == naive->type, "short values are of the same type"},
        {is_int == (naive->type == GDV_TYPE_INT) && whole == naive->whole, "short ints are the same"},
        {gdv_bool_or(value, false) == naive->truth, "short bools are the same"},
    };
    return FIRST_BROKEN(claims);
}

static const char *values_differ(const gdv_message *message, const naive_message *naive)
{
    const char *what = NULL;
    for (uint32_t index = 0; index < naive->said.values && what == NULL; index += 1) {
        const naive_message_value *expected = &naive->values[index];
        const gdv_value value = gdv_message_value(message, index);
        if (gdv_value_offset(value) != expected->at) {
            return "values are at the same places";
        }
        what = expected->is_short ? short_differs(value, &expected->own)
                                  : naive_differs(value, naive_message_value_of(expected));
    }
    return what != NULL || !gdv_exists(gdv_message_value(message, naive->said.values)) ? what
                                                                                       : "there are no more values";
}

const char *message_differs(const message_case *of, gdv_node *nodes, gdv_status *status)
{
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    const gdv_status code = gdv_message_parse(of->protocol, of->bytes, of->size, &of->policy, nodes,
                                              gdv_message_bound(of->size), &message, &report);
    naive_message naive = naive_message_read(of->protocol, of->bytes, of->size, &of->policy);
    const char *what = code == naive.code ? NULL : "the verdict is the same";
    if (what == NULL && code != GDV_OK) {
        what = refusals_differ(&report, &naive);
    } else if (what == NULL) {
        what = fields_differ(&message, &naive.said);
        what = what != NULL ? what : records_differ(&message, &naive, of->bytes);
        what = what != NULL ? what : values_differ(&message, &naive);
    }
    if (status != NULL) {
        *status = code;
    }
    naive_message_free(&naive);
    return what;
}
