/* SPDX-License-Identifier: MIT */
#include <gdv/reader.h>

#include <string.h>

#include "../value/resolve.h"
#include "ahead.h"
#include "apart.h"
#include "arguments.h"
#include "room.h"

#ifdef __FRAMAC__
#include "../proof/reader_c.h"
#endif

/* What is wrong, for ever: nothing is given any more. */
static void stop_at(gdv_reader *reader, gdv_status status)
{
    reader->status = status;
    reader->clear = NULL;
    reader->ahead.count = 0;
    reader->ahead.given = 0;
}

/* Whether every argument is one that most calls have, so that gdv_arguments_set and gdv_arguments_scratch would pass all of them. */
static inline bool is_usual_reading(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                                    const void *scratch, size_t scratch_size)
{
    return gdv_is_usual(bytes, size, dialect, policy, NULL) && policy->encoding == GDV_ENCODING_PLAIN &&
           gdv_is_usual_scratch(scratch, scratch_size, policy);
}

static gdv_status mistakes_of(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                              void *scratch, size_t scratch_size)
{
    gdv_arguments args;
    const gdv_status status = gdv_arguments_set(&args, bytes, size, dialect, policy);
    return status == GDV_OK ? gdv_arguments_scratch(&args, scratch, scratch_size) : status;
}

/* Sets out with arguments without a mistake. */
static void set_out(gdv_reader *reader, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                    const gdv_policy *policy, uint8_t *scratch, size_t scratch_size)
{
    const gdv_wire_table *table = &gdv_wire_tables[dialect];
    reader->status = gdv_scan_start(&reader->scan, bytes, size, table, policy);
    gdv_keys_start(&reader->keys, scratch, gdv_scratch_used(size, scratch_size));
    gdv_ahead_start(&reader->ahead);
    reader->policy = *policy;
    reader->dialect = dialect;
    reader->stop = UINT32_MAX;
    reader->size = size;
    reader->scratch = scratch;
    reader->scratch_size = scratch_size;
    reader->clear = NULL;
    reader->self = NULL;
    reader->document.bytes = bytes;
    reader->document.nodes = NULL;
    reader->document.table = table;
    reader->document.size = reader->scan.in.size;
    reader->document.count = 1;
    reader->document.permit = policy->permit;
    reader->document.encoding = policy->encoding + GDV_DOCUMENT_OF_READER;
}

gdv_status gdv_reader_init(gdv_reader *reader, const void *bytes, size_t size, gdv_dialect dialect,
                           const gdv_policy *policy, void *scratch, size_t scratch_size)
{
    const gdv_policy *by = policy == NULL ? &gdv_presets[GDV_POLICY_STRICT] : policy;
    const gdv_stretch memory[4] = {
        gdv_stretch_of(bytes, gdv_extent(bytes, size, 1)), gdv_stretch_of(policy, sizeof *policy),
        gdv_stretch_of(scratch, gdv_extent(scratch, scratch_size, 1)), /* from here written */
        gdv_stretch_of(reader, sizeof *reader)};

    if (reader == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (gdv_stretch_meets(memory, 2) || gdv_stretch_meets(memory, 3)) {
        stop_at(reader, GDV_E_OVERLAP);
        return GDV_E_OVERLAP;
    }
    const bool usual = is_usual_reading(bytes, size, dialect, by, scratch, scratch_size);
    const gdv_status status = usual ? GDV_OK : mistakes_of(bytes, size, dialect, policy, scratch, scratch_size);
    if (status == GDV_OK) {
        set_out(reader, bytes, size, dialect, by, scratch, scratch_size);
    } else {
        memset(reader, 0, offsetof(gdv_reader, ahead));
        stop_at(reader, status);
    }
    return reader->status;
}

/* Reads on where all that was read has been given. Returns what is wrong; or GDV_OK, and there is something to give, or all has
 * been read: pos is at the packet's end, or trailing bytes are permitted. */
static gdv_status read_on(gdv_reader *reader)
{
    if (reader->ahead.after != GDV_OK) {
        return reader->ahead.after;
    }
    if (!gdv_ahead_more(&reader->ahead, &reader->scan)) {
        return gdv_scan_finish(&reader->scan);
    }
    return gdv_ahead_read(&reader->ahead, &reader->scan, &reader->stack, &reader->keys);
}

/* Sees to it that there is something to give, unless all has been read or anything is wrong. */
static void go_on(gdv_reader *reader)
{
    if (reader->status == GDV_OK && reader->ahead.given >= reader->ahead.count) {
        reader->ahead.document = &reader->document; /* here, for a reader that was copied */
        const gdv_status status = read_on(reader);
        if (status != GDV_OK) {
            stop_at(reader, status);
        }
    }
}

/* Whether an output would overwrite the packet or the scratch memory: an event among the keys there would give the
 * search for duplicates offsets to read at. A reader that refused memory that overlaps holds nothing but its status. */
static bool is_in_memory(const gdv_reader *reader, const void *output, size_t size)
{
    if (reader->status == GDV_E_OVERLAP) {
        return false;
    }
    return gdv_overlap(reader->scan.in.bytes, reader->scan.in.size, output, size) ||
           gdv_overlap(reader->scratch, reader->scratch_size, output, size);
}

/* Or the reader. */
static bool is_in_use(const gdv_reader *reader, const void *output, size_t size)
{
    return gdv_overlap(reader, sizeof *reader, output, size) || is_in_memory(reader, output, size);
}

/* Whether the event may be written: callers hand in the same one each time, which is not compared with all their memory again. */
static inline bool may_be_written(gdv_reader *reader, const gdv_event *event)
{
    if (reader->clear == event && reader->self == reader) {
        return true;
    }
    if (is_in_use(reader, event, sizeof *event)) {
        return false;
    }
    if (reader->status == GDV_OK) {
        reader->clear = event;
        reader->self = reader;
    }
    return true;
}

gdv_status gdv_reader_give(gdv_reader *reader, gdv_event *event)
{
    if (reader == NULL || event == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    if (!may_be_written(reader, event)) {
        return GDV_E_OVERLAP;
    }
    go_on(reader);
    if (reader->ahead.given < reader->ahead.count) {
        *event = *gdv_reader_pull_read(reader);
        return GDV_OK;
    }
    memset(event, 0, sizeof *event); /* GDV_EVENT_DONE */
    if (reader->status == GDV_OK) {
        event->offset = reader->scan.in.pos;
        event->type = GDV_TYPE_COUNT;
    }
    return reader->status;
}

const gdv_event *gdv_reader_pull_any(gdv_reader *reader)
{
    if (reader == NULL) {
        return NULL;
    }
    go_on(reader);
    return reader->ahead.given < reader->ahead.count ? gdv_reader_pull_read(reader) : NULL;
}

/* The event that was given last; NULL where there was none, and after an error. */
static inline const gdv_event *last_given(const gdv_reader *reader)
{
    return reader->ahead.given > 0 ? &reader->ahead.values[reader->ahead.given - 1].event : NULL;
}

gdv_status gdv_reader_skip(gdv_reader *reader)
{
    if (reader == NULL) {
        return GDV_E_BAD_ARGUMENT;
    }
    const gdv_event *event = last_given(reader);
    if (event != NULL && event->kind == GDV_EVENT_NAME) {
        event = gdv_reader_pull(reader);
    }
    if (event != NULL && event->kind == GDV_EVENT_BEGIN) {
        const uint32_t around = event->depth;
        do {
            event = gdv_reader_pull(reader);
        } while (event != NULL && event->depth > around); /* up to its END */
    }
    return reader->status;
}

gdv_status gdv_reader_finish(gdv_reader *reader, gdv_report *report)
{
    gdv_arguments args;

    if (reader == NULL) {
        gdv_report_clear(report != NULL && report->struct_size == sizeof *report ? report : NULL, GDV_E_BAD_ARGUMENT);
        return GDV_E_BAD_ARGUMENT;
    }
    if (is_in_use(reader, report, sizeof *report)) {
        return GDV_E_OVERLAP;
    }
    if (report != NULL && report->struct_size != sizeof *report) {
        return GDV_E_BAD_STRUCT;
    }
    const gdv_event *event = NULL;
    do {
        event = gdv_reader_pull(reader);
    } while (event != NULL);
    gdv_report_clear(report, reader->status);
    bool of_the_packet = reader->status < GDV_E_BAD_ARGUMENT || reader->status == GDV_E_NO_SPACE;
    if (report != NULL && reader->status != GDV_OK && of_the_packet) {
        gdv_scan scan = reader->scan;
        gdv_arguments_set(&args, scan.in.bytes, reader->size, reader->dialect, &reader->policy);
        uint32_t stop = reader->stop != UINT32_MAX ? reader->stop : gdv_report_stop(reader->status, &scan);
        gdv_report_judged(report, reader->status, &args, &scan, &reader->stack, stop);
    }
    return reader->status;
}

gdv_status gdv_reader_status(const gdv_reader *reader)
{
    return reader == NULL ? GDV_E_BAD_ARGUMENT : reader->status;
}

/* A getter's error, which the value at `at` is to blame for. */
static gdv_status blame(gdv_reader *reader, gdv_status status, uint32_t at)
{
    if (status != GDV_OK) {
        stop_at(reader, gdv_refuse(&reader->scan, status, at, 0));
        reader->stop = at;
    }
    return status;
}

/* The next event, which must be a VALUE, a BEGIN or an END, as the caller says; NULL where it is not, or anything was wrong before. */
static const gdv_event *expect(gdv_reader *reader, gdv_event_kind kind)
{
    const gdv_event *event = gdv_reader_pull(reader);
    if (event != NULL && event->kind == kind) {
        return event;
    }
    if (gdv_reader_status(reader) == GDV_OK) {
        const bool ended = event == NULL || event->kind == GDV_EVENT_END;
        const uint32_t at = event == NULL ? reader->scan.in.pos : event->offset;
        (void)blame(reader, ended ? GDV_E_MISSING : GDV_E_WRONG_TYPE, at);
    }
    return NULL;
}

void gdv_read_nil(gdv_reader *reader)
{
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL && gdv_type_of(event->value) != GDV_TYPE_NIL) {
        (void)blame(reader, GDV_E_WRONG_TYPE, event->offset);
    }
}

bool gdv_read_bool(gdv_reader *reader)
{
    bool out = false;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        (void)blame(reader, gdv_to_bool(event->value, &out), event->offset);
    }
    return out;
}

int64_t gdv_read_int(gdv_reader *reader, int64_t lowest, int64_t highest)
{
    int64_t out = 0;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        (void)blame(reader, gdv_to_int(event->value, lowest, highest, &out), event->offset);
    }
    return out;
}

double gdv_read_double(gdv_reader *reader, double lowest, double highest)
{
    double out = 0.0;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        (void)blame(reader, gdv_to_double(event->value, lowest, highest, &out), event->offset);
    }
    return out;
}

double gdv_read_number(gdv_reader *reader, double lowest, double highest)
{
    double out = 0.0;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        (void)blame(reader, gdv_to_number(event->value, lowest, highest, &out), event->offset);
    }
    return out;
}

gdv_text gdv_read_text(gdv_reader *reader, size_t longest)
{
    const gdv_text none = {"", 0};
    gdv_text out = none;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        gdv_status status = gdv_to_text(event->value, &out);
        if (status == GDV_OK && out.size > longest) {
            out = none;
            status = GDV_E_OUT_OF_RANGE;
        }
        (void)blame(reader, status, event->offset);
    }
    return out;
}

/* A call that cannot be made, and cannot say so. */
static void mistaken(gdv_reader *reader, gdv_status status)
{
    if (reader != NULL && reader->status == GDV_OK) {
        stop_at(reader, status);
    }
}

const uint8_t *gdv_read_bytes(gdv_reader *reader, size_t most, size_t *size)
{
    const uint8_t *out = NULL;
    if (size == NULL || (reader != NULL && is_in_use(reader, size, sizeof *size))) {
        mistaken(reader, size == NULL ? GDV_E_BAD_ARGUMENT : GDV_E_OVERLAP);
        return NULL;
    }
    *size = 0;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        gdv_status status = gdv_to_bytes(event->value, &out, size);
        if (status == GDV_OK && *size > most) {
            out = NULL;
            *size = 0;
            status = GDV_E_OUT_OF_RANGE;
        }
        (void)blame(reader, status, event->offset);
    }
    return out;
}

gdv_numbers gdv_read_numbers(gdv_reader *reader, gdv_type type, size_t most)
{
    const gdv_numbers none = {NULL, 0, 0, GDV_COMPONENT_NONE};
    gdv_numbers out = none;
    const gdv_event *event = expect(reader, GDV_EVENT_VALUE);
    if (event != NULL) {
        gdv_status status = gdv_to_numbers_of(event->value, type, &out);
        if (status == GDV_OK && out.elements > most) {
            out = none;
            status = GDV_E_OUT_OF_RANGE;
        }
        (void)blame(reader, status, event->offset);
    }
    return out;
}

static size_t read_begin(gdv_reader *reader, bool dictionary, size_t most)
{
    const gdv_event *event = expect(reader, GDV_EVENT_BEGIN);
    if (event == NULL) {
        return 0;
    }
    gdv_type type = gdv_type_of(event->value);
    size_t count = gdv_count(event->value);
    gdv_status status = GDV_OK;
    if (type == GDV_TYPE_OBJECT || (type == GDV_TYPE_DICTIONARY) != dictionary) {
        status = GDV_E_WRONG_TYPE;
    } else if (count > most) {
        status = GDV_E_OUT_OF_RANGE;
    }
    return blame(reader, status, event->offset) == GDV_OK ? count : 0;
}

size_t gdv_read_array(gdv_reader *reader, size_t most)
{
    return read_begin(reader, false, most);
}

size_t gdv_read_dictionary(gdv_reader *reader, size_t most)
{
    return read_begin(reader, true, most);
}

void gdv_read_end(gdv_reader *reader)
{
    (void)expect(reader, GDV_EVENT_END);
}
