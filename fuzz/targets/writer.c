/* SPDX-License-Identifier: MIT */
/* Fuzz target: the writer. Any calls in any order (fuzz/support/calls.h), under any policy; what writer.h promises of them:
 *
 *   1  memory: a buffer is a heap block, and nothing after the packet or the capacity is written
 *   5  one verdict: measured, with just enough room, with room to spare: the same code and size; with less,
 *      GDV_E_NO_SPACE and that size
 *   6  errors: a refusal is sticky, leaves no byte, and its report says the same
 *   9  canonical: what finishes with GDV_OK is accepted under the same policy, holds the values in the order of the
 *      calls, and is its own canonical form
 *
 * Most random calls are refused, and the first refusal is the last thing that a writer does. So the calls are tried on
 * a measuring writer first, which is put back to where it was when one is refused: the calls that it took make the
 * packet. Whether a call leaves a byte when it is refused is seen on the way.
 *
 * An input is a dialect, a preset, permissions to toggle, limits, and calls. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/calls.h"
#include "fuzz/support/dialects.h"
#include "fuzz/support/input.h"
#include "fuzz/support/values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define MOST_CALLS 96
#define UNTOUCHED 0x5a

/* The calls that make a packet, and what measuring them said. */
typedef struct plan {
    gdv_dialect dialect;
    gdv_policy policy;
    call *calls; /* MOST_CALLS of them */
    uint32_t n;
    bool refused; /* the last one was, and the packet with it */
    gdv_status code;
    size_t size;
    gdv_report report;
} plan;

static void choose_policy(stream *from, plan *of)
{
    of->dialect = (gdv_dialect)(take_byte(from) % GDV_DIALECT_COUNT);
    uint8_t preset = take_byte(from);
    gdv_policy_init(&of->policy, preset % 2 != 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    of->policy.permit ^= (uint32_t)take_number(from, 3) & GDV_PERMIT_ALL;
    uint32_t limit = take_byte(from);
    switch (preset >> 4) {
    case 1:
        of->policy.max_bytes = 4 * (size_t)limit;
        break;
    case 2:
        of->policy.max_depth = limit % 8;
        break;
    case 3:
        of->policy.max_values = limit;
        break;
    case 4:
        of->policy.max_elements = limit % 8;
        break;
    case 5:
        of->policy.max_string = limit % 16;
        break;
    default:
        break;
    }
}

static gdv_writer *start(const plan *of, uint8_t *buffer, size_t capacity)
{
    gdv_writer *writer = fresh(NULL, sizeof *writer);
    promise(gdv_writer_init(writer, buffer, capacity, of->dialect, &of->policy) == GDV_OK, "a sound writer starts");
    return writer;
}

static void report_of(const gdv_writer *writer, gdv_report *report)
{
    memset(report, 0xa5, sizeof *report);
    report->struct_size = sizeof *report;
    promise(gdv_writer_report(writer, report) == GDV_OK, "a writer reports");
    promise(memchr(report->path, '\0', sizeof report->path) != NULL && report->type_name != NULL, "reports are whole");
    promise((report->misread != GDV_MISREAD_NONE) == (report->code == GDV_E_ENGINE_MISREADS),
            "a misreading has its code");
}

/* The writer refused: it says why, and goes on doing so. */
static void check_refusal(gdv_writer *writer, gdv_status code, uint64_t written)
{
    gdv_report report;
    size_t size = 1;
    report_of(writer, &report);
    promise(report.code == code && code != GDV_E_NO_SPACE, "the report has the code that was returned");
    promise(report.offset == written, "what is refused leaves no byte");
    promise(gdv_write_nil(writer) == code && gdv_end(writer) == code, "a refusal is sticky");
    promise(gdv_writer_finish(writer, NULL, 0, &size) == code && size == 0, "a refused packet has no size");
}

/* Tries one call; returns whether the writer took it. One that refused is put back to what it was before, unless the
 * packet is to end so. */
static bool try_call(gdv_writer *writer, gdv_writer *before, const call *tried, bool last)
{
    memcpy(before, writer, sizeof *writer);
    gdv_status status = call_make(tried, writer);
    if (status != GDV_OK && !last) {
        check_refusal(writer, status, before->out.pos);
        memcpy(writer, before, sizeof *writer);
    }
    return status == GDV_OK;
}

static void close_all(gdv_writer *writer, gdv_writer *before, plan *of)
{
    static const call_kind ways[] = {CALL_END, CALL_NIL, CALL_INT, CALL_STRING, CALL_ARRAY};
    bool took = true;
    while (took && writer->depth > 0 && of->n < MOST_CALLS) {
        took = false;
        for (size_t way = 0; way < sizeof ways / sizeof ways[0] && !took; way += 1) {
            call *closing = &of->calls[of->n];
            memset(closing, 0, sizeof *closing);
            closing->kind = ways[way];
            took = try_call(writer, before, closing, false);
        }
        of->n += took ? 1 : 0;
    }
}

static void measure(stream *from, plan *of)
{
    gdv_writer *writer = start(of, NULL, 0);
    gdv_writer *before = fresh(NULL, sizeof *before);
    bool going = true;
    while (going && from->left > 0 && of->n < MOST_CALLS) {
        call *tried = &of->calls[of->n];
        bool last = take_byte(from) == 0xff;
        call_take(from, of->dialect, tried);
        bool took = try_call(writer, before, tried, last);
        of->n += took || last ? 1 : 0;
        of->refused = last && !took;
        going = !of->refused;
    }
    if (going) {
        close_all(writer, before, of);
    }
    of->size = SIZE_MAX;
    of->code = gdv_writer_finish(writer, NULL, 0, &of->size);
    report_of(writer, &of->report);
    promise(of->report.code == of->code, "the report has the code of the end");
    free(before);
    free(writer);
}

/* All calls again, into a buffer of `capacity` bytes of which the writer may use `room`. */
static gdv_status write_again(const plan *of, uint8_t *buffer, size_t room, size_t capacity, size_t *size)
{
    bool fits = true;
    gdv_report report;
    size_t scratch_size = gdv_scratch_bound(room);
    uint8_t *scratch = fresh(NULL, scratch_size);
    memset(buffer, UNTOUCHED, capacity);
    gdv_writer *writer = start(of, buffer, room);
    for (uint32_t index = 0; index < of->n; index += 1) {
        gdv_status status = call_make(&of->calls[index], writer);
        bool refused = of->refused && index + 1 == of->n;
        fits = fits && writer->out.pos <= room;
        promise(status == (refused ? of->code
                           : fits  ? GDV_OK
                                   : GDV_E_NO_SPACE),
                "each call says what it said measured");
    }
    *size = SIZE_MAX;
    gdv_status code = gdv_writer_finish(writer, scratch, scratch_size, size);
    report_of(writer, &report);
    promise(report.code == code, "the report has the code of the end");
    promise(code == GDV_E_NO_SPACE || code == GDV_E_DUPLICATE_KEY || same_report(&report, &of->report),
            "the report says what it said measured");
    size_t used = code == GDV_OK ? *size : room;
    for (size_t index = used; index < capacity; index += 1) {
        promise(buffer[index] == UNTOUCHED, "nothing is written after the packet");
    }
    free(scratch);
    free(writer);
    return code;
}

static gdv_type row_type(const call *made, const plan *of)
{
    static const gdv_type types[CALL_COUNT] = {
        [CALL_NIL] = GDV_TYPE_NIL,
        [CALL_BOOL] = GDV_TYPE_BOOL,
        [CALL_INT] = GDV_TYPE_INT,
        [CALL_FLOAT] = GDV_TYPE_FLOAT,
        [CALL_STRING] = GDV_TYPE_STRING,
        [CALL_STRING_NAME] = GDV_TYPE_STRING_NAME,
        [CALL_NODE_PATH] = GDV_TYPE_NODE_PATH,
        [CALL_BYTES] = GDV_TYPE_PACKED_BYTE_ARRAY,
        [CALL_STRINGS] = GDV_TYPE_PACKED_STRING_ARRAY,
        [CALL_OBJECT_ID] = GDV_TYPE_OBJECT,
        [CALL_RID] = GDV_TYPE_RID,
        [CALL_CALLABLE] = GDV_TYPE_CALLABLE,
        [CALL_SIGNAL] = GDV_TYPE_SIGNAL,
        [CALL_IMAGE] = GDV_TYPE_IMAGE,
        [CALL_INPUT_EVENT] = GDV_TYPE_INPUT_EVENT,
        [CALL_ARRAY] = GDV_TYPE_ARRAY,
        [CALL_DICTIONARY] = GDV_TYPE_DICTIONARY,
        [CALL_TYPED_ARRAY] = GDV_TYPE_ARRAY,
        [CALL_TYPED_DICTIONARY] = GDV_TYPE_DICTIONARY,
        [CALL_PACKED_TYPED_ARRAY] = GDV_TYPE_PACKED_TYPED_ARRAY,
        [CALL_OBJECT] = GDV_TYPE_OBJECT,
        [CALL_NAME] = GDV_TYPE_STRING, /* what a name says it is */
    };
    bool declares = made->given[0] && made->element[0].kind != GDV_ELEMENT_ANY;
    if (made->kind == CALL_TYPED_ARRAY && declares && dialect_has_typed_arrays(of->dialect)) {
        return GDV_TYPE_TYPED_ARRAY;
    }
    bool rows = made->kind >= CALL_INT32S && made->kind <= CALL_DOUBLES;
    return rows ? made->type : types[made->kind];
}

static gdv_event_kind stop_kind(const call *made)
{
    bool opens = made->kind >= CALL_ARRAY && made->kind <= CALL_PACKED_TYPED_ARRAY;
    bool object = made->kind == CALL_OBJECT && made->text_size[0] > 0;
    return opens || object           ? GDV_EVENT_BEGIN
           : made->kind == CALL_NAME ? GDV_EVENT_NAME
           : made->kind == CALL_END  ? GDV_EVENT_END
                                     : GDV_EVENT_VALUE;
}

/* Whether the engine keeps something else of it, which is then what is written: a name that is a key (EB-35), a path
 * without names (EB-36). */
static bool is_kept_otherwise(const call *made, const plan *of, gdv_role role)
{
    bool is_name_key = dialect_keeps_strings(of->dialect) && role == GDV_ROLE_KEY && made->kind == CALL_STRING_NAME;
    return is_name_key || (gdv_dialect_family(of->dialect) == GDV_FAMILY_GODOT2 && made->kind == CALL_NODE_PATH);
}

/* What can be asked of one value in a line; roundtrip.c compares all of it. */
static void check_value(const call *made, gdv_value value, bool kept)
{
    int64_t number = 0;
    if (made->kind == CALL_INT) {
        promise(gdv_to_int(value, INT64_MIN, INT64_MAX, &number) == GDV_OK && number == (int64_t)made->word,
                "an int is the one that was written");
    }
    if (made->kind == CALL_STRING || made->kind == CALL_STRING_NAME || made->kind == CALL_NAME) {
        gdv_text text = {NULL, 0};
        promise(gdv_to_text(value, &text) == GDV_OK && text.size == made->text_size[0] &&
                    memcmp(text.bytes, made->text[0], text.size) == 0,
                "a text is the one that was written");
    }
    if (made->kind == CALL_BYTES || made->kind == CALL_STRINGS || made->kind == CALL_NODE_PATH) {
        promise(kept || gdv_count(value) == (made->kind == CALL_BYTES ? made->numbers : made->texts),
                "as many elements as were written");
    }
}

/* The packet's values are those of the calls, one by one. */
static void check_values(const plan *of, const uint8_t *bytes)
{
    size_t bound = gdv_document_bound(of->size);
    gdv_node *nodes = fresh(NULL, bound * sizeof *nodes);
    gdv_document document;
    walk through;
    gdv_status status = gdv_document_parse(&document, bytes, of->size, of->dialect, &of->policy, nodes, bound, NULL);
    promise(status == GDV_OK, "what was written is accepted by the document");
    walk_start(&through, gdv_root(&document));
    for (uint32_t index = 0; index < of->n; index += 1) {
        const call *made = &of->calls[index];
        if (made->kind == CALL_SHARED) {
            continue;
        }
        stop here = walk_next(&through);
        promise(here.kind == stop_kind(made), "the values nest as the calls did");
        if (here.kind != GDV_EVENT_END) {
            bool kept = is_kept_otherwise(made, of, here.role);
            promise(kept || gdv_type_of(here.value) == row_type(made, of), "a value has the type that was written");
            check_value(made, here.value, kept);
        }
    }
    promise(walk_next(&through).kind == GDV_EVENT_DONE, "there are no more values than calls");
    walk_end(&through);
    free(nodes);
}

static void check_accepted(const plan *of, const uint8_t *bytes)
{
    size_t scratch_size = gdv_scratch_bound(of->size);
    uint8_t *scratch = fresh(NULL, scratch_size);
    uint8_t *canonical = fresh(NULL, of->size);
    size_t size = 0;
    gdv_status status = gdv_validate(bytes, of->size, of->dialect, &of->policy, scratch, scratch_size, NULL, NULL);
    promise(status == GDV_OK, "what was written is accepted under the same policy");
    status = gdv_canonicalize(bytes, of->size, of->dialect, &of->policy, scratch, scratch_size, canonical, of->size,
                              &size, NULL);
    promise(status == GDV_OK && size == of->size && memcmp(canonical, bytes, size) == 0,
            "what was written is canonical");
    free(canonical);
    free(scratch);
}

/* Just enough room, some to spare, and less than enough. */
static void check_written(const plan *of, uint8_t choice)
{
    size_t size = 0;
    size_t spare = of->size + 1 + choice % 32u;
    uint8_t *exact = fresh(NULL, of->size);
    uint8_t *roomy = fresh(NULL, spare);
    gdv_status code = write_again(of, exact, of->size, of->size, &size);
    bool duplicate = code == GDV_E_DUPLICATE_KEY;
    promise(duplicate || (code == GDV_OK && size == of->size), "a buffer of the size that was measured suffices");
    promise(write_again(of, roomy, spare, spare, &size) == code, "room to spare changes nothing");
    promise(memcmp(exact, roomy, of->size) == 0, "room to spare changes no byte");
    if (!duplicate) {
        check_values(of, exact);
        check_accepted(of, exact);
    }
    size_t less = choice % of->size;
    uint8_t *small = fresh(NULL, less);
    code = write_again(of, small, less, less, &size);
    promise(code == GDV_E_NO_SPACE && size == of->size, "too small a buffer says what would have been enough");
    free(small);
    free(roomy);
    free(exact);
}

/* A packet that was refused is refused in a buffer too, with the same words, however small it is. */
static void check_refused(const plan *of, uint8_t choice)
{
    size_t size = 0;
    size_t room = 4 * (size_t)choice;
    uint8_t *buffer = fresh(NULL, room);
    promise(write_again(of, buffer, room, room, &size) == of->code && size == 0, "a refusal does not depend on room");
    free(buffer);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    stream from = {data, size};
    plan of;
    memset(&of, 0, sizeof of);
    of.calls = fresh(NULL, MOST_CALLS * sizeof *of.calls);
    choose_policy(&from, &of);
    uint8_t choice = take_byte(&from);
    measure(&from, &of);
    if (of.code == GDV_OK) {
        check_written(&of, choice);
    } else {
        check_refused(&of, choice);
    }
    free(of.calls);
    return 0;
}
