/* SPDX-License-Identifier: MIT */
/* Fuzz target: the reader. On every input it holds what reader.h promises against gdv_validate and against itself:
 *
 *   1  memory: packet, scratch memory and reader are heap blocks of exactly their size
 *   5  one verdict: code, offset and path of gdv_validate's report, however the packet is read: event by event, with
 *      containers skipped, by the typed getters, or by gdv_reader_finish alone from any point on
 *   6  errors are sticky, and outputs always defined
 *
 * and that spans of events tile the packet, events nest, every getter of every value answers as it should, and what an
 * event says by itself is what those say. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"
#include "fuzz/support/values.h"
#include "tests/support/two_paths.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- event by event ---- */

/* All that a packet gave, and how it ended. */
typedef struct record {
    gdv_event *events;
    size_t n;
    size_t room;
    gdv_status code; /* GDV_OK where the last event is DONE */
    gdv_report report;
} record;

static void note(record *to, const gdv_event *event)
{
    if (to->n == to->room) {
        to->room = 2 * to->room + 16;
        to->events = realloc(to->events, to->room * sizeof *to->events);
        promise(to->events != NULL, "memory for the harness");
    }
    to->events[to->n] = *event;
    to->n += 1;
}

static gdv_reader *begin(const reading *of)
{
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_status status =
        gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
    promise(status < GDV_E_BAD_ARGUMENT && gdv_reader_status(reader) == status, "a sound call sets out to read");
    return reader;
}

static gdv_status next(gdv_reader *reader, gdv_event *event)
{
    memset(event, 0xa5, sizeof *event);
    gdv_status status = gdv_reader_next(reader, event);
    promise(gdv_reader_status(reader) == status, "the status is what was returned");
    if (status != GDV_OK) {
        promise(event->kind == GDV_EVENT_DONE && event->offset == 0 && event->size == 0 && event->depth == 0 &&
                    !gdv_exists(event->value),
                "an event that was not given is all zero");
    }
    return status;
}

/* The verdict and its report, which are gdv_validate's. */
static void check_end(gdv_reader *reader, const record *known)
{
    gdv_report report;
    memset(&report, 0xa5, sizeof report);
    report.struct_size = sizeof report;
    promise(gdv_reader_finish(reader, NULL) == known->code, "a reader's verdict is the validator's");
    promise(gdv_reader_finish(reader, &report) == known->code, "finishing twice changes nothing");
    promise(same_report(&report, &known->report), "a reader's report is the validator's");
    promise(gdv_reader_status(reader) == known->code, "the verdict is sticky");
}

/* What is open around the next event. */
typedef struct around {
    gdv_type type;
    uint64_t left; /* values, of an object's properties names too */
} around;

/* Role, depth and number of the values of each container are what its BEGIN said. */
static void check_place(const gdv_event *event, around *stack, uint32_t *open)
{
    bool ends = event->kind == GDV_EVENT_END;
    promise(event->depth == *open - (ends ? 1u : 0u), "depth counts the containers around");
    if (ends) {
        promise(*open > 0 && stack[*open - 1].left == 0, "a container ends after its last value");
        *open -= 1;
        return;
    }
    if (*open == 0) {
        promise(event->role == GDV_ROLE_OUTERMOST, "the first value is the outermost one");
    } else {
        around *innermost = &stack[*open - 1];
        promise(innermost->left > 0, "no more values than there are");
        bool second = innermost->left % 2 != 0;
        gdv_role role = innermost->type == GDV_TYPE_OBJECT       ? GDV_ROLE_PROPERTY
                        : innermost->type != GDV_TYPE_DICTIONARY ? GDV_ROLE_ELEMENT
                        : second                                 ? GDV_ROLE_VALUE
                                                                 : GDV_ROLE_KEY;
        promise(event->role == role, "a value has its role");
        bool name = role == GDV_ROLE_PROPERTY && !second;
        promise((event->kind == GDV_EVENT_NAME) == name, "a name comes before each property's value");
        innermost->left -= 1;
    }
    if (event->kind == GDV_EVENT_BEGIN) {
        gdv_type type = gdv_type_of(event->value);
        bool twice = type == GDV_TYPE_DICTIONARY || type == GDV_TYPE_OBJECT;
        promise(is_container(event->value), "only containers begin");
        promise(*open <= GDV_MAX_DEPTH, "nesting is bounded");
        stack[*open].type = type;
        stack[*open].left = (twice ? 2 : 1) * (uint64_t)gdv_count(event->value);
        *open += 1;
    } else {
        promise(event->kind == GDV_EVENT_NAME || !is_container(event->value), "a container begins");
    }
}

static void check_span(const gdv_event *event, uint32_t pos)
{
    bool empty = event->kind == GDV_EVENT_END || event->kind == GDV_EVENT_DONE;
    promise(event->offset == pos, "events tile the packet");
    uint64_t least = event->depth == 0 ? 1 : 4; /* only what is outermost can be short */
    promise(empty ? event->size == 0 && !gdv_exists(event->value) : event->size >= least, "an event has its span");
}

static void read_events(reading *of, record *known)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    around *stack = fresh(NULL, (GDV_MAX_DEPTH + 1) * sizeof *stack);
    uint32_t open = 0;
    uint32_t pos = 0;
    gdv_reader *reader = begin(of);

    known->code = judge(of, &known->report);
    gdv_status status = gdv_reader_status(reader);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE) {
        status = next(reader, &event);
        if (status == GDV_OK) {
            check_span(&event, pos);
            pos += event.size;
            note(known, &event);
        }
        if (status == GDV_OK && event.kind != GDV_EVENT_DONE) {
            check_place(&event, stack, &open);
        }
        if (status == GDV_OK) {
            const char *what = event_differs(&event);
            promise(what == NULL, what);
        }
        if (status == GDV_OK && gdv_exists(event.value)) {
            check_getters(event.value, of);
        }
    }
    promise(status == known->code, "the reader accepts what the validator accepts, with the same codes");
    if (status == GDV_OK) {
        promise(pos == of->size || (of->policy.permit & GDV_PERMIT_TRAILING) != 0, "events cover the packet");
        promise(open == 0 && next(reader, &event) == GDV_OK && event.kind == GDV_EVENT_DONE, "done is done");
    } else {
        promise(next(reader, &event) == status, "an error is sticky");
        promise(gdv_reader_skip(reader) == status, "nothing is skipped after an error");
    }
    check_end(reader, known);
    free(reader);
    free(stack);
}

/* ---- with containers skipped ---- */

static bool same_event(const gdv_event *one, const gdv_event *other)
{
    return one->kind == other->kind && one->role == other->role && one->depth == other->depth &&
           one->offset == other->offset && one->size == other->size && one->type == other->type &&
           one->count == other->count && one->bits == other->bits;
}

/* The event after the container that begins, or after the value of the name, at `from`; n + 1 where the packet is
 * refused before that. */
static size_t behind(const record *known, size_t from)
{
    const gdv_event *events = known->events;
    size_t value = events[from].kind == GDV_EVENT_NAME ? from + 1 : from;
    if (value == known->n || events[value].kind != GDV_EVENT_BEGIN) {
        return value + 1;
    }
    size_t at = value + 1;
    while (at < known->n && !(events[at].kind == GDV_EVENT_END && events[at].depth == events[value].depth)) {
        at += 1;
    }
    return at + 1;
}

static void read_with_skips(reading *of, const record *known)
{
    gdv_event event;
    gdv_reader *reader = begin(of);
    gdv_status status = gdv_reader_status(reader);
    size_t at = 0;
    while (status == GDV_OK && at < known->n) {
        status = next(reader, &event);
        promise(status == GDV_OK && same_event(&event, &known->events[at]), "skipping leads to the same events");
        bool skips = event.kind == GDV_EVENT_BEGIN || event.kind == GDV_EVENT_NAME;
        if (choose(of, 3) == 0) {
            status = gdv_reader_skip(reader);
            at = skips ? behind(known, at) : at + 1;
            promise(status == (at <= known->n ? GDV_OK : known->code), "skipping finds what is wrong in what it skips");
        } else {
            at += 1;
        }
    }
    check_end(reader, known);
    free(reader);
}

/* The next event by one of the four functions that give one; NULL where there is none. */
static const gdv_event *any_next(reading *of, gdv_reader *reader, gdv_event *event)
{
    switch (choose(of, 4)) {
    case 0:
        return gdv_reader_pull(reader);
    case 1:
        return gdv_reader_pull_any(reader);
    case 2:
        return gdv_reader_give(reader, event) == GDV_OK && event->kind != GDV_EVENT_DONE ? event : NULL;
    default:
        return next(reader, event) == GDV_OK && event->kind != GDV_EVENT_DONE ? event : NULL;
    }
}

/* Some events, then nothing but the verdict. */
static void read_part(reading *of, const record *known)
{
    gdv_event event;
    gdv_reader *reader = begin(of);
    size_t there = known->n - (known->code == GDV_OK ? 1 : 0); /* but for DONE */
    size_t part = choose(of, there + 2);
    for (size_t at = 0; at < part; at += 1) {
        const gdv_event *given = any_next(of, reader, &event);
        promise((given != NULL) == (at < there), "there are as many events however they are asked for");
        promise(given == NULL || same_event(given, &known->events[at]),
                "they are the same, pulled, copied or called for");
        promise(given == NULL || gdv_exists(given->value) == (given->kind != GDV_EVENT_END),
                "and all but ends have a value");
    }
    check_end(reader, known);
    free(reader);
}

/* ---- by the typed getters ---- */

/* Reads the value that `event` is known to be, as a caller would who knows it. */
static void read_known(gdv_reader *reader, const gdv_event *event, gdv_type type, size_t count)
{
    size_t size = 1;
    if (event->kind == GDV_EVENT_END) {
        gdv_read_end(reader);
    } else if (event->kind == GDV_EVENT_BEGIN && type == GDV_TYPE_DICTIONARY) {
        promise(gdv_read_dictionary(reader, count) == count, "a dictionary says how many pairs it has");
    } else if (event->kind == GDV_EVENT_BEGIN && type != GDV_TYPE_OBJECT) {
        promise(gdv_read_array(reader, count) == count, "an array says how many elements it has");
    } else if (event->kind == GDV_EVENT_VALUE && type == GDV_TYPE_NIL) {
        gdv_read_nil(reader);
    } else if (event->kind == GDV_EVENT_VALUE && type == GDV_TYPE_BOOL) {
        (void)gdv_read_bool(reader);
    } else if (event->kind == GDV_EVENT_VALUE && type == GDV_TYPE_INT) {
        (void)gdv_read_int(reader, INT64_MIN, INT64_MAX);
    } else if (event->kind == GDV_EVENT_VALUE && (type == GDV_TYPE_STRING || type == GDV_TYPE_STRING_NAME)) {
        promise(gdv_read_text(reader, count).size == count, "a text has its length");
    } else if (event->kind == GDV_EVENT_VALUE && type == GDV_TYPE_PACKED_BYTE_ARRAY) {
        promise(gdv_read_bytes(reader, count, &size) != NULL && size == count, "bytes have their number");
    } else if (event->kind == GDV_EVENT_VALUE && type >= GDV_TYPE_PACKED_INT32_ARRAY &&
               type <= GDV_TYPE_PACKED_VECTOR4I_ARRAY && type != GDV_TYPE_PACKED_STRING_ARRAY) {
        promise(gdv_read_numbers(reader, type, count).elements == count, "a packed array has its elements");
    } else {
        gdv_event other;
        promise(next(reader, &other) == GDV_OK && same_event(&other, event), "events come again");
    }
}

/* One getter, which may give nothing but zero, emptiness or, where the packet has a bool there, true. */
static void read_wrongly(gdv_reader *reader, size_t which)
{
    size_t size = 1;
    switch (which) {
    case 0:
        gdv_read_nil(reader);
        break;
    case 1:
        promise(!gdv_read_bool(reader) || gdv_reader_status(reader) == GDV_OK, "a bool that was not read is false");
        break;
    case 2:
        promise(gdv_read_int(reader, 1, 0) == 0, "an int that was not read is 0");
        break;
    case 3:
        promise(!(gdv_read_double(reader, 1.0, 0.0) != 0.0), "a double that was not read is 0");
        break;
    case 4:
        promise(!(gdv_read_number(reader, 1.0, 0.0) != 0.0), "a number that was not read is 0");
        break;
    case 5:
        promise(gdv_read_text(reader, 0).size == 0, "a text that was not read is empty");
        break;
    case 6:
        promise(gdv_read_bytes(reader, 0, &size) == NULL || size == 0, "bytes that were not read are none");
        break;
    case 7:
        promise(gdv_read_numbers(reader, GDV_TYPE_COLOR, 0).elements == 0, "parts that were not read are none");
        break;
    case 8:
        promise(gdv_read_array(reader, 0) == 0, "an array that was not read has no elements");
        break;
    case 9:
        promise(gdv_read_dictionary(reader, 0) == 0, "a dictionary that was not read has no pairs");
        break;
    default:
        gdv_read_end(reader);
        break;
    }
}

#define GETTERS 11

/* A getter that disagrees with the packet: its own error, at the event it found, which nothing changes any more. */
static void check_refusal(gdv_reader *reader, reading *of, const gdv_event *event)
{
    gdv_status status = gdv_reader_status(reader);
    gdv_report report;
    for (size_t which = 0; which < GETTERS; which += 1) {
        read_wrongly(reader, which);
    }
    promise(gdv_reader_status(reader) == status, "an error is sticky");
    memset(&report, 0xa5, sizeof report);
    report.struct_size = sizeof report;
    promise(gdv_reader_finish(reader, &report) == status && report.code == status, "the first error is the verdict");
    promise(report.offset == event->offset && report.offset <= of->size && report.need == 0,
            "it is where it was found");
    promise(report.misread == GDV_MISREAD_NONE, "a getter's error is no misreading");
}

static void read_by_getters(reading *of, const record *known)
{
    gdv_event event;
    reading other = *of;
    size_t wrong = choose(of, 2 * known->n + 1); /* beyond the end half of the time */
    size_t at = 0;

    other.scratch = fresh(NULL, of->scratch_size);
    gdv_reader *reader = begin(of);
    gdv_reader *teller = begin(&other); /* knows the type and count of what is to come */
    while (at < known->n && at < wrong) {
        promise(next(teller, &event) == GDV_OK, "events come again");
        read_known(reader, &event, gdv_type_of(event.value), gdv_count(event.value));
        promise(gdv_reader_status(reader) == GDV_OK, "a getter that fits succeeds");
        at += 1;
    }
    if (at < known->n) {
        read_wrongly(reader, choose(of, GETTERS));
    }
    gdv_status status = gdv_reader_status(reader);
    if (status >= GDV_E_MISSING && status <= GDV_E_OUT_OF_RANGE) {
        check_refusal(reader, of, &known->events[at]);
    } else {
        check_end(reader, known);
    }
    free(reader);
    free(teller);
    free(other.scratch);
}

static void check(reading *of)
{
    record known = {NULL, 0, 0, GDV_OK, {0}};
    read_events(of, &known);
    read_with_skips(of, &known);
    read_part(of, &known);
    read_by_getters(of, &known);
    free(known.events);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
