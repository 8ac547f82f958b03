/* SPDX-License-Identifier: MIT */
#include "typed_message_fault.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "typed_number.h"

/* --- faults */

bool typed_message_wrong(typed_message *now, const char *place, const char *format, ...)
{
    va_list values;
    now->fault = (typed_fault){.code = GDV_OK};
    (void)snprintf(now->fault.path, sizeof now->fault.path, "$%s", place);
    va_start(values, format);
    (void)vsnprintf(now->fault.message, sizeof now->fault.message, format, values);
    va_end(values);
    return false;
}

bool typed_message_wrong_inside(typed_message *now, const char *place, const typed_fault *inner)
{
    now->fault = *inner;
    (void)snprintf(now->fault.path, sizeof now->fault.path, "$%s%.400s", place, inner->path + 1);
    return false;
}

bool typed_message_number(typed_message *now, const json_t *node, const char *place, int64_t least, int64_t most,
                          int64_t *number)
{
    static typed alone; /* no value is open: a path is the place */
    const bool fine = typed_int(&alone, node, place, least, most, number);
    if (!fine) {
        now->fault = alone.fault;
    }
    return fine;
}

/* --- what the writer refuses */

/* Which member a code is of: the first of these that the packet has. */
static const struct {
    gdv_status from;
    gdv_status to;
    const char *names[3];
} blamed[] = {
    {GDV_E_MP_ENV_SOURCE, GDV_E_MP_ENV_SOURCE, {"source"}},
    {GDV_E_MP_ENV_TARGET, GDV_E_MP_ENV_TARGET, {"target"}},
    {GDV_E_MP_SHORT, GDV_E_MP_SHORT, {"records"}},
    {GDV_E_MP_NODE_ID, GDV_E_MP_NODE_ID, {"node", "id", "path"}},
    {GDV_E_MP_PATH_NUL, GDV_E_MP_PATH_FORM, {"path"}},
    {GDV_E_MP_NAME_NUL, GDV_E_MP_NAME_FORM, {"name"}},
    {GDV_E_MP_ARG_MISSING, GDV_E_MP_TRAILING, {"values"}},
    {GDV_E_MP_RAW_EMPTY, GDV_E_MP_RAW_EMPTY, {"data"}},
    {GDV_E_MP_MD5, GDV_E_MP_MD5, {"md5"}},
    {GDV_E_MP_SPAWN_NAME, GDV_E_MP_SPAWN_NAME, {"name"}},
    {GDV_E_MP_NET_ID, GDV_E_MP_NET_ID, {"net_id"}},
    {GDV_E_MP_RECORD_SIZE, GDV_E_MP_DELTA_COUNT, {"records"}},
    {GDV_E_MP_SYS_PEER, GDV_E_MP_SYS_PEER, {"peer"}},
    {GDV_E_MP_LIMIT_ARGUMENTS, GDV_E_MP_LIMIT_ARGUMENTS, {"values"}},
    {GDV_E_MP_LIMIT_RECORDS, GDV_E_MP_LIMIT_RECORDS, {"records", "synchronizers"}},
    {GDV_E_MP_ENV_TYPE, GDV_E_MP_DIRECTION, {"command"}}, /* all others up to there */
    {GDV_E_MP_RELAY_EMPTY, GDV_E_MP_RELAY_NESTED, {"command"}},
};

static const char *name_of(const json_t *object, gdv_status code)
{
    for (size_t index = 0; index < sizeof blamed / sizeof blamed[0]; index += 1) {
        for (size_t each = 0; code >= blamed[index].from && code <= blamed[index].to && each < 3; each += 1) {
            const char *name = blamed[index].names[each];
            if (name != NULL && json_object_get(object, name) != NULL) {
                return name;
            }
        }
    }
    return NULL;
}

/* The place of the value of that number, counted over all records. */
static void place_of_value(char place[TYPED_PLACE_SIZE], const char *at, const json_t *object, size_t number)
{
    const json_t *records = json_object_get(object, "records");
    size_t record = 0;
    size_t count = json_array_size(json_object_get(json_array_get(records, 0), "values"));
    while (record < json_array_size(records) && number >= count) {
        number -= count;
        record += 1;
        count = json_array_size(json_object_get(json_array_get(records, record), "values"));
    }
    if (records != NULL) {
        (void)snprintf(place, TYPED_PLACE_SIZE, "%s.records[%zu].values[%zu]", at, record, number);
    } else {
        (void)snprintf(place, TYPED_PLACE_SIZE, "%s.values[%zu]", at, number);
    }
}

/* Else it is the id of a synchronizer that the code is of. */
static bool is_net_id(uint32_t id)
{
    return id > 0 && id <= INT32_MAX;
}

static void place_of_member(char place[TYPED_PLACE_SIZE], const typed_message *now, const json_t *document,
                            gdv_status code)
{
    const json_t *inner = json_object_get(document, "inner");
    const bool is_relay = now->message.command == GDV_COMMAND_RELAY;
    const char *name = is_relay ? name_of(inner, code) : NULL;
    const char *at = name != NULL ? ".inner" : "";
    name = name != NULL ? name : name_of(document, code);
    name = code == GDV_E_MP_NET_ID && is_net_id(now->message.net_id) ? "synchronizers" : name;
    (void)snprintf(place, TYPED_PLACE_SIZE, "%s%s%s", at, name != NULL ? "." : "", name != NULL ? name : "");
}

bool typed_message_wrong_by(typed_message *now, const char *place, const gdv_message_report *report)
{
    const bool is_value = report->inner.code != GDV_OK;
    const char *path = is_value ? report->inner.path : "";
    (void)typed_message_wrong(now, place, "%s%s%s%s%s", gdv_status_text(report->code), is_value ? ": " : "",
                              is_value ? gdv_report_text(&report->inner) : "", path[0] != '\0' ? ", at " : "", path);
    now->fault.code = report->code;
    return false;
}

void typed_message_refused(typed_message *now, const json_t *document, const gdv_message_writer *writer)
{
    const bool is_relay = now->message.command == GDV_COMMAND_RELAY;
    gdv_message_report report = {.struct_size = sizeof report};
    char place[TYPED_PLACE_SIZE];
    (void)gdv_message_writer_report(writer, &report);
    if (report.argument >= 0) {
        place_of_value(place, is_relay ? ".inner" : "", is_relay ? json_object_get(document, "inner") : document,
                       (size_t)report.argument);
    } else {
        place_of_member(place, now, document, report.code);
    }
    (void)typed_message_wrong_by(now, place, &report);
}
