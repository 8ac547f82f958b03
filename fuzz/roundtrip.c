/* SPDX-License-Identifier: MIT */
/* Fuzz target: there and back. On every input it holds what canon.h and writer.h promise:
 *
 *   1  memory: packet and output are heap blocks of exactly their size, and nothing beyond `capacity` is written
 *   5  one verdict: gdv_canonicalize refuses what gdv_validate refuses, with the same report
 *   9  canonical: the same policy accepts the output, which means the same and is its own canonical form; under the
 *      strict policy it is the packet but for padding; in place it is the same, or nothing is changed
 *
 * and that writing the values of the canonical packet gives that packet again, byte for byte. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/input.h"
#include "fuzz/values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define UNTOUCHED 0x5a

/* What gdv_canonicalize made of a packet. */
typedef struct made {
    uint8_t *bytes; /* a heap block of `capacity` bytes; NULL where it was asked to measure, or worked in place */
    size_t capacity;
    size_t size;
    gdv_status code;
    gdv_report report;
} made;

static void call(const reading *of, const uint8_t *bytes, size_t size, uint8_t *out, size_t capacity, made *result)
{
    memset(&result->report, 0xa5, sizeof result->report);
    result->report.struct_size = sizeof result->report;
    result->size = SIZE_MAX;
    result->code = gdv_canonicalize(bytes, size, of->dialect, &of->policy, of->scratch, of->scratch_size, out, capacity,
                                    &result->size, &result->report);
    promise(result->report.code == result->code, "the report has the code that was returned");
    promise(result->code == GDV_OK || result->code == GDV_E_NO_SPACE || result->size == 0,
            "no size but of what there is");
}

static bool is_untouched(const uint8_t *bytes, size_t size)
{
    bool same = true;
    for (size_t index = 0; index < size && same; index += 1) {
        same = bytes[index] == UNTOUCHED;
    }
    return same;
}

static made canonicalize(const reading *of, const uint8_t *bytes, size_t size, size_t capacity)
{
    made result;
    result.capacity = capacity;
    result.bytes = fresh(NULL, capacity);
    memset(result.bytes, UNTOUCHED, capacity > 0 ? capacity : 1);
    call(of, bytes, size, result.bytes, capacity, &result);
    if (result.code == GDV_OK) {
        promise(result.size <= capacity, "what is written fits");
        promise(is_untouched(result.bytes + result.size, capacity - result.size), "nothing is written behind it");
    } else {
        promise(is_untouched(result.bytes, capacity), "what is refused writes nothing");
    }
    return result;
}

/* ---- the verdict ---- */

/* Where the first value is that Pandemonium's decoder misreads by its span, and that nothing canonical can say;
 * SIZE_MAX where there is none before the packet ends, or is refused. */
static size_t first_unsayable(const reading *of)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    size_t found = SIZE_MAX;
    bool spans = (of->policy.permit & GDV_PERMIT_ENGINE_SPAN) != 0 && of->dialect >= GDV_DIALECT_PANDEMONIUM_38 &&
                 of->dialect <= GDV_DIALECT_PANDEMONIUM_40;
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_status status =
        gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
    while (spans && status == GDV_OK && event.kind != GDV_EVENT_DONE && found == SIZE_MAX) {
        status = gdv_reader_next(reader, &event);
        gdv_type type = status == GDV_OK ? gdv_type_of(event.value) : GDV_TYPE_COUNT;
        if (type == GDV_TYPE_VECTOR4 || type == GDV_TYPE_VECTOR4I || type == GDV_TYPE_PROJECTION) {
            found = event.offset;
        }
    }
    free(reader);
    return found;
}

/* The validator's verdict and report; or that the canonical packet grew over a limit that the packet keeps. */
static void check_refusal(const reading *of, const made *result)
{
    gdv_report report;
    gdv_status code = judge(of, &report);
    size_t unsayable = first_unsayable(of);
    if (unsayable != SIZE_MAX) {
        promise(result->code == GDV_E_ENGINE_MISREADS && result->report.offset == unsayable, "no bytes say that value");
        return;
    }
    bool grew = result->code == GDV_E_LIMIT_BYTES || result->code == GDV_E_LIMIT_STRING;
    promise(same_report(&result->report, &report) || (code == GDV_OK && grew), "what is refused is refused by both");
}

/* ---- what it means ---- */

static gdv_document *parse(const reading *of, const uint8_t *bytes, size_t size, gdv_node **nodes)
{
    size_t bound = gdv_document_bound(size);
    gdv_document *document = fresh(NULL, sizeof *document);
    *nodes = fresh(NULL, bound * sizeof **nodes);
    gdv_status status = gdv_document_parse(document, bytes, size, of->dialect, &of->policy, *nodes, bound, NULL);
    promise(status == GDV_OK, "packet and canonical packet are accepted by one policy");
    return document;
}

static void check_meaning(const reading *of, const gdv_document *given, const gdv_document *written)
{
    bool any_spelling = of->dialect == GDV_DIALECT_GODOT3 || of->dialect == GDV_DIALECT_PANDEMONIUM_33;
    walk one;
    walk other;
    stop here = {.kind = GDV_EVENT_VALUE};
    walk_start(&one, gdv_root(given));
    walk_start(&other, gdv_root(written));
    while (here.kind != GDV_EVENT_DONE) {
        here = walk_next(&one);
        stop there = walk_next(&other);
        promise(here.kind == there.kind && here.depth == there.depth && here.role == there.role,
                "the values nest alike");
        if (here.kind != GDV_EVENT_DONE && here.kind != GDV_EVENT_END) {
            check_same(here.value, there.value, any_spelling);
        }
    }
    walk_end(&one);
    walk_end(&other);
}

/* ---- written again ---- */

/* Why a value cannot be said to a writer, though a canonical packet holds it. */
typedef enum unsaid {
    SAID,
    UNSAID_TEXT, /* begins with a byte order mark even after engines have dropped one: no writer says that (writer.h) */
    UNSAID_PATH, /* a path of the old form, which no engine writes */
    UNSAID_TYPE, /* an array of Pandemonium that declares a type that does not exist */
    UNSAID_NAN   /* Godot 2: a signalling NaN in 32 bits becomes a quiet one on its way through a double */
} unsaid;

static bool has_mark(gdv_text text)
{
    return text.size >= 3 && memcmp(text.bytes, "\xef\xbb\xbf", 3) == 0;
}

static unsaid text_is_said(gdv_text text)
{
    return has_mark(text) ? UNSAID_TEXT : SAID;
}

static unsaid strings_are_said(gdv_value value)
{
    gdv_strings strings;
    gdv_text text;
    unsaid why = SAID;
    promise(gdv_strings_begin(value, &strings) == GDV_OK, "strings begin");
    while (why == SAID && gdv_strings_next(&strings, &text)) {
        why = text_is_said(text);
    }
    return why;
}

static unsaid elements_are_said(gdv_value value)
{
    gdv_element key = {.name = {"", 0}};
    gdv_element element = {.name = {"", 0}};
    (void)gdv_element_of(value, &key);
    (void)gdv_value_element_of(value, &element);
    if (key.type == GDV_TYPE_COUNT) {
        return UNSAID_TYPE;
    }
    return has_mark(key.name) || has_mark(element.name) ? UNSAID_TEXT : SAID;
}

static unsaid is_said(const reading *of, gdv_value value)
{
    gdv_text text = {"", 0};
    gdv_signal signal = {.name = {"", 0}};
    gdv_node_path path;
    gdv_parts parts;
    float number = 0.0f;
    uint32_t bits = 0;
    switch (gdv_type_of(value)) {
    case GDV_TYPE_FLOAT:
        if (of->dialect == GDV_DIALECT_GODOT2 && gdv_to_parts(value, &parts) == GDV_OK) {
            promise(gdv_copy_float(&parts, 0, &number, 1) == 1, "a float of Godot 2 has 32 bits");
            memcpy(&bits, &number, sizeof bits);
        }
        return (bits & 0x7f800000u) == 0x7f800000u && (bits & 0x7fffffu) != 0 && (bits & 0x400000u) == 0 ? UNSAID_NAN
                                                                                                         : SAID;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        return gdv_to_text(value, &text) == GDV_OK ? text_is_said(text) : SAID;
    case GDV_TYPE_SIGNAL:
        return gdv_to_signal(value, &signal) == GDV_OK ? text_is_said(signal.name) : SAID;
    case GDV_TYPE_OBJECT:
        return gdv_class_of(value, &text) == GDV_OK ? text_is_said(text) : SAID;
    case GDV_TYPE_NODE_PATH:
        promise(gdv_to_node_path(value, &path) == GDV_OK, "a path is a path");
        return path.old_form ? UNSAID_PATH : strings_are_said(value);
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return strings_are_said(value);
    case GDV_TYPE_ARRAY:
    case GDV_TYPE_DICTIONARY:
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        return elements_are_said(value);
    default:
        return SAID;
    }
}

/* The strings of a value in an array of their own. */
static gdv_text *collect(gdv_value value)
{
    gdv_strings strings;
    gdv_text *texts = fresh(NULL, gdv_count(value) * sizeof *texts);
    size_t n = 0;
    promise(gdv_strings_begin(value, &strings) == GDV_OK, "strings begin");
    while (n < gdv_count(value) && gdv_strings_next(&strings, &texts[n])) {
        n += 1;
    }
    promise(n == gdv_count(value), "strings are as many as they are counted");
    return texts;
}

static gdv_status write_strings(gdv_writer *writer, gdv_value value)
{
    gdv_node_path path;
    gdv_text *texts = collect(value);
    gdv_status status = GDV_OK;
    if (gdv_to_node_path(value, &path) == GDV_OK) {
        const gdv_text *subnames = texts + path.names;
        const gdv_text *property = path.property ? subnames + path.subnames : NULL;
        status = gdv_write_node_path(writer, path.absolute, texts, path.names, subnames, path.subnames, property);
    } else {
        status = gdv_write_strings(writer, texts, gdv_count(value));
    }
    free(texts);
    return status;
}

static gdv_status write_parts(gdv_writer *writer, gdv_value value)
{
    gdv_parts parts;
    promise(gdv_to_parts(value, &parts) == GDV_OK, "all other types are numbers in rows");
    gdv_type type = gdv_type_of(value);
    size_t n = parts.elements * parts.components;
    void *numbers = fresh(NULL, 8 * n);
    gdv_status status = GDV_E_WRONG_TYPE;
    switch (parts.part) {
    case GDV_PART_INT32:
        promise(gdv_copy_int32(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_int32s(writer, type, numbers, n);
        break;
    case GDV_PART_INT64:
        promise(gdv_copy_int64(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_int64s(writer, type, numbers, n);
        break;
    case GDV_PART_FLOAT32:
        promise(gdv_copy_float(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_floats(writer, type, numbers, n);
        break;
    case GDV_PART_FLOAT64:
        promise(gdv_copy_double(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_doubles(writer, type, numbers, n);
        break;
    case GDV_PART_NONE:
        break;
    }
    free(numbers);
    return status;
}

static gdv_status write_float(gdv_writer *writer, gdv_value value)
{
    gdv_parts parts;
    double number = 0.0;
    promise(gdv_to_parts(value, &parts) == GDV_OK && gdv_copy_double(&parts, 0, &number, 1) == 1, "a float has a part");
    return gdv_write_float(writer, number);
}

static gdv_status write_object(gdv_writer *writer, gdv_value value)
{
    gdv_text name;
    uint64_t id = 0;
    if (gdv_to_object_id(value, &id) == GDV_OK) {
        return gdv_write_object_id(writer, id);
    }
    promise(gdv_class_of(value, &name) == GDV_OK, "an object is sent as an id or in full");
    return gdv_begin_object(writer, name.bytes, name.size);
}

static gdv_status write_value(gdv_writer *writer, gdv_value value)
{
    gdv_text text = {"", 0};
    gdv_signal signal;
    gdv_image image;
    gdv_input_event event;
    const uint8_t *bytes = NULL;
    size_t size = 0;
    uint64_t id = 0;
    switch (gdv_type_of(value)) {
    case GDV_TYPE_NIL:
        return gdv_write_nil(writer);
    case GDV_TYPE_BOOL:
        return gdv_write_bool(writer, gdv_bool_or(value, false));
    case GDV_TYPE_INT:
        return gdv_write_int(writer, gdv_int_or(value, INT64_MIN, INT64_MAX, 0));
    case GDV_TYPE_FLOAT:
        return write_float(writer, value);
    case GDV_TYPE_STRING:
        text = gdv_text_or(value, "");
        return gdv_write_string(writer, text.bytes, text.size);
    case GDV_TYPE_STRING_NAME:
        text = gdv_text_or(value, "");
        return gdv_write_string_name(writer, text.bytes, text.size);
    case GDV_TYPE_NODE_PATH:
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return write_strings(writer, value);
    case GDV_TYPE_RID:
        promise(gdv_to_rid(value, &id) == GDV_OK, "an RID has an id");
        return gdv_write_rid(writer, id);
    case GDV_TYPE_OBJECT:
        return write_object(writer, value);
    case GDV_TYPE_CALLABLE:
        return gdv_write_callable(writer);
    case GDV_TYPE_SIGNAL:
        promise(gdv_to_signal(value, &signal) == GDV_OK, "a signal is one");
        return gdv_write_signal(writer, &signal);
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        promise(gdv_to_bytes(value, &bytes, &size) == GDV_OK, "bytes are bytes");
        return gdv_write_bytes(writer, bytes, size);
    case GDV_TYPE_IMAGE:
        promise(gdv_to_image(value, &image) == GDV_OK, "an image is one");
        return gdv_write_image(writer, &image);
    case GDV_TYPE_INPUT_EVENT:
        promise(gdv_to_input_event(value, &event) == GDV_OK, "an event is one");
        return gdv_write_input_event(writer, &event);
    default:
        return write_parts(writer, value);
    }
}

static gdv_status write_begin(gdv_writer *writer, gdv_value value)
{
    gdv_element key;
    gdv_element element;
    gdv_status status = GDV_OK;
    gdv_type type = gdv_type_of(value);
    if (type == GDV_TYPE_OBJECT) {
        return write_object(writer, value);
    }
    promise(gdv_element_of(value, &key) == GDV_OK, "a container declares its elements");
    if (type == GDV_TYPE_DICTIONARY) {
        promise(gdv_value_element_of(value, &element) == GDV_OK, "a dictionary declares its values");
        status = gdv_begin_typed_dictionary(writer, &key, &element);
    } else if (type == GDV_TYPE_PACKED_TYPED_ARRAY) {
        status = gdv_begin_packed_typed_array(writer, &key);
    } else {
        status = gdv_begin_typed_array(writer, &key);
    }
    if (status == GDV_OK && gdv_is_shared(value)) {
        status = gdv_mark_shared(writer);
    }
    return status;
}

static gdv_status write_stop(gdv_writer *writer, const stop *here)
{
    gdv_text name = {"", 0};
    switch (here->kind) {
    case GDV_EVENT_BEGIN:
        return write_begin(writer, here->value);
    case GDV_EVENT_NAME:
        promise(gdv_to_text(here->value, &name) == GDV_OK, "a name is a text");
        return gdv_write_name(writer, name.bytes, name.size);
    case GDV_EVENT_END:
        return gdv_end(writer);
    case GDV_EVENT_VALUE:
        return write_value(writer, here->value);
    case GDV_EVENT_DONE:
        break;
    }
    return GDV_OK;
}

/* Writes every value of the canonical packet again, as far as there are words for it. */
static void check_writing(const reading *of, const gdv_document *document, const made *canonical)
{
    walk through;
    stop here = {.kind = GDV_EVENT_VALUE};
    unsaid why = SAID;
    size_t size = 0;
    uint8_t *bytes = fresh(NULL, canonical->size);
    gdv_writer *writer = fresh(NULL, sizeof *writer);
    gdv_status status = gdv_writer_init(writer, bytes, canonical->size, of->dialect, &of->policy);

    walk_start(&through, gdv_root(document));
    while (here.kind != GDV_EVENT_DONE && why == SAID) {
        promise(status == GDV_OK, "what a canonical packet holds can be written");
        here = walk_next(&through);
        if (here.kind == GDV_EVENT_VALUE || here.kind == GDV_EVENT_BEGIN || here.kind == GDV_EVENT_NAME) {
            why = is_said(of, here.value);
        }
        status = why == SAID ? write_stop(writer, &here) : GDV_OK;
    }
    walk_end(&through);
    if (why == SAID) {
        status = gdv_writer_finish(writer, of->scratch, of->scratch_size, &size);
        promise(status == GDV_OK && size == canonical->size && memcmp(bytes, canonical->bytes, size) == 0,
                "writing the values again gives the canonical packet");
    }
    free(writer);
    free(bytes);
}

/* ---- the output ---- */

/* Under the strict policy the packet itself but for padding, which is never part of a value, and zero. */
static void check_strict(const reading *of, const made *canonical)
{
    gdv_policy strict;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    if ((of->policy.permit & ~strict.permit) != 0) {
        return;
    }
    promise(canonical->size == of->size, "under the strict policy a packet keeps its size");
    for (size_t index = 0; index < of->size; index += 1) {
        promise(canonical->bytes[index] == of->bytes[index] || canonical->bytes[index] == 0,
                "under the strict policy nothing changes but to zero");
    }
}

/* Over the packet itself: the same bytes, or none. */
static void check_in_place(reading *of, const made *canonical)
{
    made result;
    bool strict = of->policy.permit == 0;
    size_t capacity = of->size + choose(of, 9);
    uint8_t *place = fresh(NULL, capacity);
    memset(place, UNTOUCHED, capacity);
    memcpy(place, of->bytes, of->size);
    call(of, place, of->size, place, capacity, &result);
    if (result.code == GDV_OK) {
        promise(result.size == canonical->size && memcmp(place, canonical->bytes, result.size) == 0,
                "in place the result is the same");
        promise(is_untouched(place + of->size, capacity - of->size), "nothing is written behind the packet");
    } else {
        promise(result.code == GDV_E_OVERLAP && !strict, "in place all goes well, but where the packet would grow");
        promise(memcmp(place, of->bytes, of->size) == 0, "what cannot be done in place changes nothing");
    }
    free(place);
}

/* Any capacity: enough, or what is missing is said. */
static void check_capacity(reading *of, const made *canonical)
{
    made measured;
    made result = canonicalize(of, of->bytes, of->size, choose(of, canonical->size + 8));
    call(of, of->bytes, of->size, NULL, 0, &measured);
    promise(measured.code == GDV_OK && measured.size == canonical->size, "measuring gives the size");
    if (result.capacity >= canonical->size) {
        promise(result.code == GDV_OK && result.size == canonical->size &&
                    memcmp(result.bytes, canonical->bytes, result.size) == 0,
                "any capacity gives the same bytes");
    } else {
        promise(result.code == GDV_E_NO_SPACE && result.size == canonical->size && result.report.need == result.size,
                "too little capacity is said so, with what would be enough");
    }
    free(result.bytes);
}

static void check_fixed_point(const reading *of, const made *canonical)
{
    uint8_t *exact = fresh(canonical->bytes, canonical->size);
    made again = canonicalize(of, exact, canonical->size, canonical->size);
    promise(again.code == GDV_OK, "the same policy accepts the canonical packet");
    promise(again.size == canonical->size && memcmp(again.bytes, canonical->bytes, again.size) == 0,
            "the canonical packet is its own canonical form");
    free(again.bytes);
    free(exact);
}

static void check(reading *of)
{
    gdv_node *nodes = NULL;
    gdv_node *written_nodes = NULL;
    /* No packet grows to more than twice its size: ints of Godot 3.0, NaN and empty strings are what grows most. */
    made canonical = canonicalize(of, of->bytes, of->size, 2 * of->size + 8);
    check_refusal(of, &canonical);
    if (canonical.code == GDV_OK) {
        check_fixed_point(of, &canonical);
        check_strict(of, &canonical);
        check_in_place(of, &canonical);
        check_capacity(of, &canonical);
        gdv_document *given = parse(of, of->bytes, of->size, &nodes);
        gdv_document *written = parse(of, canonical.bytes, canonical.size, &written_nodes);
        check_meaning(of, given, written);
        check_writing(of, written, &canonical);
        free(given);
        free(written);
        free(nodes);
        free(written_nodes);
    } else {
        promise(canonical.code != GDV_E_NO_SPACE, "no packet grows to more than twice its size");
    }
    free(canonical.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
