/* SPDX-License-Identifier: MIT */
/* Fuzz target: there and back. Of every input that is accepted it reads the values, from the packet and from its
 * canonical form, and writes them again:
 *
 *   1  memory: packet and output are heap blocks of exactly their size
 *   9  canonical: what the writer makes of the values is the canonical packet, byte for byte
 *
 * So reader, document, getters, writer and gdv_canonicalize agree on what a value is. */
#include <float.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/canonical.h"
#include "fuzz/support/dialects.h"
#include "fuzz/support/values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Why a value cannot be said to a writer, though a canonical packet holds it. */
typedef enum unsaid {
    SAID,
    UNSAID_TEXT, /* begins with a byte order mark even after engines have dropped one: no writer says that (writer.h) */
    UNSAID_PATH, /* a path of the old form, which no engine writes */
    UNSAID_TYPE, /* an array of Pandemonium that declares a type that does not exist */
    UNSAID_NAN   /* a signalling NaN that becomes a quiet one on its way to the writer (writer.h) */
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
    bool has_keys = gdv_element_of(value, &key) == GDV_OK;
    bool has_values = gdv_value_element_of(value, &element) == GDV_OK;
    if (has_keys && key.type == GDV_TYPE_COUNT) {
        return UNSAID_TYPE;
    }
    return (has_keys && has_mark(key.name)) || (has_values && has_mark(element.name)) ? UNSAID_TEXT : SAID;
}

/* The exponent all ones, the mantissa not 0, and its highest bit clear. */
static bool is_signalling(uint64_t bits, uint32_t mantissa_bits)
{
    uint64_t quiet = UINT64_C(1) << (mantissa_bits - 1);
    uint64_t infinity = mantissa_bits == 52 ? UINT64_C(0x7ff) << 52 : UINT64_C(0xff) << 23;
    return (bits & infinity) == infinity && (bits & (quiet - 1)) != 0 && (bits & quiet) == 0;
}

/* Every float goes to gdv_write_float as a double: for Godot 2 out of 32 bits, and by value, which x87 registers do not
 * carry (there doubles are evaluated as long doubles). */
static unsaid float_is_said(const reading *of, gdv_value value)
{
    gdv_numbers parts;
    float narrow = 0.0f;
    double wide = 0.0;
    uint32_t narrow_bits = 0;
    uint64_t wide_bits = 0;
    promise(gdv_to_numbers(value, &parts) == GDV_OK, "a float has a part");
    if (gdv_dialect_family(of->dialect) == GDV_FAMILY_GODOT2) {
        promise(gdv_copy_float(&parts, 0, &narrow, 1) == 1, "a float of Godot 2 has 32 bits");
        memcpy(&narrow_bits, &narrow, sizeof narrow_bits);
    } else if (FLT_EVAL_METHOD == 2) {
        promise(gdv_copy_double(&parts, 0, &wide, 1) == 1, "a float is a double");
        memcpy(&wide_bits, &wide, sizeof wide_bits);
    }
    return is_signalling(narrow_bits, 23) || is_signalling(wide_bits, 52) ? UNSAID_NAN : SAID;
}

static unsaid is_said(const reading *of, gdv_value value)
{
    gdv_text text = {"", 0};
    gdv_signal signal = {.name = {"", 0}};
    gdv_node_path path;
    switch (gdv_type_of(value)) {
    case GDV_TYPE_FLOAT:
        return float_is_said(of, value);
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
    gdv_numbers parts;
    promise(gdv_to_numbers(value, &parts) == GDV_OK, "all other types are numbers in rows");
    gdv_type type = gdv_type_of(value);
    size_t n = parts.elements * parts.components;
    void *numbers = fresh(NULL, 8 * n);
    gdv_status status = GDV_E_WRONG_TYPE;
    switch (parts.component) {
    case GDV_COMPONENT_INT32:
        promise(gdv_copy_int32(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_int32s(writer, type, numbers, n);
        break;
    case GDV_COMPONENT_INT64:
        promise(gdv_copy_int64(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_int64s(writer, type, numbers, n);
        break;
    case GDV_COMPONENT_FLOAT32:
        promise(gdv_copy_float(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_floats(writer, type, numbers, n);
        break;
    case GDV_COMPONENT_FLOAT64:
        promise(gdv_copy_double(&parts, 0, numbers, n) == n, "numbers are copied");
        status = gdv_write_doubles(writer, type, numbers, n);
        break;
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
    case GDV_COMPONENT_NONE:
        break;
    }
    free(numbers);
    return status;
}

static gdv_status write_float(gdv_writer *writer, gdv_value value)
{
    gdv_numbers parts;
    double number = 0.0;
    promise(gdv_to_numbers(value, &parts) == GDV_OK && gdv_copy_double(&parts, 0, &number, 1) == 1,
            "a float has a part");
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

/* Writes every value of a packet again, as far as there are words for it. */
static void check_writing(const reading *of, const uint8_t *packet, size_t packet_size, const made *canonical)
{
    gdv_node *nodes = NULL;
    gdv_document *document = parse_accepted(of, packet, packet_size, &nodes);
    walk through;
    stop here = {.kind = GDV_EVENT_VALUE};
    unsaid why = SAID;
    size_t size = 0;
    uint8_t *bytes = fresh(NULL, canonical->size);
    gdv_writer *writer = fresh(NULL, sizeof *writer);
    gdv_status status = gdv_writer_init(writer, bytes, canonical->size, of->dialect, &of->policy);

    walk_start(&through, gdv_root(document));
    while (here.kind != GDV_EVENT_DONE && why == SAID) {
        promise(status == GDV_OK, "what a packet holds can be written");
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
    free(document);
    free(nodes);
}

/* Whether getters may give what no writer takes: text that is UTF-8 to Godot 3 alone, and modifiers of a key that Godot
 * 2 does not have. Both are gone from the canonical packet. */
static bool may_be_unwritable(const reading *of)
{
    return (dialect_takes_lax_text(of->dialect) && (of->policy.permit & GDV_PERMIT_TEXT_UTF8) != 0) ||
           (gdv_dialect_family(of->dialect) == GDV_FAMILY_GODOT2 && (of->policy.permit & GDV_PERMIT_FLAGS) != 0);
}

static void check(reading *of)
{
    made canonical = canonicalize(of, of->bytes, of->size, canonical_room(of->size));
    if (canonical.code == GDV_OK) {
        check_writing(of, canonical.bytes, canonical.size, &canonical);
        if (!may_be_unwritable(of)) {
            check_writing(of, of->bytes, of->size, &canonical);
        }
    }
    free(canonical.bytes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
