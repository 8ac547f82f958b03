/* SPDX-License-Identifier: MIT */
#include "fuzz/support/everything.h"

#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

/* Lookups take as long as what they look through: of a container's children, the first few are looked up. */
#define LOOKED_UP 6u

/* Numbers of a value that are read with a check. */
#define CHECKED 16u

/* A sum that the compiler cannot leave out, so that each byte is read under the sanitizers. */
static volatile uint32_t seen;

void (*between_calls)(void);

static void pause_calls(void)
{
    if (between_calls != NULL) {
        between_calls();
    }
}

static void look_at(const reading *of, const void *bytes, size_t size)
{
    const uint8_t *each = bytes;
    uintptr_t at = (uintptr_t)bytes;
    uintptr_t begin = (uintptr_t)of->bytes;
    uint32_t sum = 0;
    promise(size == 0 || (at >= begin && at - begin <= of->size && size <= of->size - (at - begin)),
            "what is given lies in the packet");
    for (size_t index = 0; index < size; index += 1) {
        sum += each[index];
    }
    seen ^= sum;
}

static void look_at_text(const reading *of, gdv_text text)
{
    look_at(of, text.bytes, text.size);
}

static void use_numbers(const reading *of, gdv_value value)
{
    gdv_numbers parts;
    uint64_t id = 0;
    bool set = false;
    int64_t number = 0;
    double real = 0.0;
    seen ^= (uint32_t)gdv_to_bool(value, &set) + (uint32_t)gdv_to_int(value, INT64_MIN, INT64_MAX, &number) +
            (uint32_t)gdv_to_double(value, -1e9, 1e9, &real) + (uint32_t)gdv_to_number(value, -1e9, 1e9, &real) +
            (uint32_t)gdv_to_object_id(value, &id) + (uint32_t)gdv_to_rid(value, &id);
    if (gdv_to_numbers(value, &parts) == GDV_OK) {
        size_t width = component_width(parts.component);
        look_at(of, parts.bytes, parts.elements * parts.components * width);
        seen ^= gdv_component_double(&parts, parts.elements / 2, 0) > 0.0 ? 1u : 0u;
    }
}

/* Numbers that were checked are in the range, whatever happens to the packet meanwhile. */
static void use_checked(gdv_value value)
{
    float floats[CHECKED] = {0.0f};
    double doubles[CHECKED] = {0.0};
    int64_t ints[CHECKED] = {0};
    gdv_numbers parts;
    gdv_type type = gdv_type_of(value);
    if (gdv_to_numbers(value, &parts) != GDV_OK) {
        return;
    }
    size_t n = parts.elements * parts.components < CHECKED ? parts.elements * parts.components : CHECKED;
    gdv_status status = gdv_to_floats(value, type, -8.0, 1e9, floats, n);
    bool fine = status == GDV_OK || status == GDV_E_OUT_OF_RANGE || status == GDV_E_WRONG_TYPE;
    status = gdv_to_doubles(value, type, -8.0, 1e9, doubles, n);
    fine = fine && (status == GDV_OK || status == GDV_E_OUT_OF_RANGE || status == GDV_E_WRONG_TYPE);
    status = gdv_to_ints(value, type, -8, 9, ints, n);
    fine = fine && (status == GDV_OK || status == GDV_E_OUT_OF_RANGE || status == GDV_E_WRONG_TYPE);
    promise(fine, "numbers are read, out of range, or of the other kind");
    for (size_t index = 0; index < n; index += 1) {
        fine = fine && floats[index] >= -8.0f && floats[index] <= 1e9f && doubles[index] >= -8.0 &&
               doubles[index] <= 1e9 && ints[index] >= -8 && ints[index] <= 9;
    }
    promise(fine, "numbers that were checked are in the range, or 0");
}

static void use_texts(const reading *of, gdv_value value)
{
    char copy[24];
    gdv_text text;
    gdv_strings strings;
    gdv_node_path path;
    uint32_t count = 0;
    if (gdv_to_text(value, &text) == GDV_OK) {
        look_at_text(of, text);
    }
    seen ^= (uint32_t)gdv_text_copy(value, copy, sizeof copy) + (gdv_text_is(value, "name") ? 1u : 0u);
    seen ^= (uint32_t)gdv_to_node_path(value, &path);
    promise(path.names <= of->size && path.subnames <= of->size, "a path has no more names than there are bytes");
    if (gdv_strings_begin(value, &strings) == GDV_OK) {
        while (gdv_strings_next(&strings, &text)) {
            look_at_text(of, text);
            count += 1;
            pause_calls();
        }
    }
    promise(count <= of->size / 4 + 1, "no more strings than there are words");
}

static void use_structures(const reading *of, gdv_value value)
{
    gdv_element element;
    gdv_signal named;
    gdv_image image;
    gdv_input_event event;
    gdv_text text;
    const uint8_t *bytes = NULL;
    size_t size = 0;
    for (uint32_t which = 0; which < 2; which += 1) {
        if ((which == 0 ? gdv_element_of(value, &element) : gdv_value_element_of(value, &element)) == GDV_OK) {
            look_at_text(of, element.name);
            promise(element.type <= GDV_TYPE_COUNT, "a declared type is one");
        }
    }
    seen ^= (gdv_is_shared(value) ? 1u : 0u) + (gdv_is_object_id(value) ? 1u : 0u) + (uint32_t)gdv_count(value);
    if (gdv_class_of(value, &text) == GDV_OK) {
        look_at_text(of, text);
    }
    if (gdv_to_signal(value, &named) == GDV_OK) {
        look_at_text(of, named.name);
    }
    if (gdv_to_bytes(value, &bytes, &size) == GDV_OK) {
        look_at(of, bytes, size);
    }
    if (gdv_to_image(value, &image) == GDV_OK) {
        look_at(of, image.bytes, image.size);
        promise(image.format < 23, "an image has a format that exists");
    }
    if (gdv_to_input_event(value, &event) == GDV_OK) {
        promise(event.type < 9 && event.words <= 2, "an event has a type that exists");
    }
}

static void use_value(const reading *of, gdv_value value)
{
    promise(gdv_type_of(value) < GDV_TYPE_COUNT, "a value has a type that exists");
    pause_calls();
    use_numbers(of, value);
    pause_calls();
    use_checked(value);
    use_texts(of, value);
    pause_calls();
    use_structures(of, value);
}

static void look_up(const reading *of, gdv_value container)
{
    gdv_iterator each;
    gdv_text text;
    int64_t number = 0;
    uint32_t index = 0;
    gdv_iterate(container, &each);
    while (index < LOOKED_UP && gdv_iterate_next(&each)) {
        seen ^= gdv_exists(gdv_at(container, index)) ? 1u : 0u;
        seen ^= gdv_exists(gdv_get_value(container, each.key)) ? 1u : 0u;
        if (gdv_to_text(each.key, &text) == GDV_OK) {
            look_at_text(of, text);
            seen ^= gdv_exists(gdv_get_text(container, text)) ? 1u : 0u;
        }
        if (gdv_to_int(each.key, INT64_MIN, INT64_MAX, &number) == GDV_OK) {
            seen ^= gdv_exists(gdv_get_int(container, number)) ? 1u : 0u;
        }
        index += 1;
    }
    seen ^= gdv_exists(gdv_get(container, "a")) ? 1u : 0u;
}

static void use_report(const reading *of, gdv_value value)
{
    static const char *const names[] = {"a", "name", "hp"};
    gdv_report report = {.struct_size = sizeof report};
    seen ^= (uint32_t)gdv_only_keys(value, names, 3, &report);
    promise(report.offset <= of->size && memchr(report.path, '\0', sizeof report.path) != NULL, "the place of a key");
    promise(gdv_report_at(value, GDV_E_WRONG_TYPE, &report) == GDV_E_WRONG_TYPE, "the code is the caller's");
    promise(report.offset == gdv_value_offset(value) && memchr(report.path, '\0', sizeof report.path) != NULL,
            "the place of a value");
}

/* As JSON, into memory that may be too small. What was measured need not be right of a packet that changes. */
static void use_json(gdv_value value, size_t room)
{
    char *text = fresh(NULL, room + 1);
    uint64_t length = 0;
    gdv_status status = gdv_to_json(value, text, room + 1, &length);
    promise(status == GDV_OK || status == GDV_E_NO_SPACE, "a value can be written as JSON");
    promise((status == GDV_OK) == (length <= room), "it is written where it fits");
    promise(strlen(text) == (status == GDV_OK ? length : 0), "and closed");
    free(text);
}

static void use_document(const reading *of)
{
    size_t bound = gdv_document_bound(of->size);
    gdv_node *nodes = fresh(NULL, bound * sizeof *nodes);
    gdv_document document;
    gdv_report report;
    report.struct_size = sizeof report;
    if (gdv_document_parse(&document, of->bytes, of->size, of->dialect, &of->policy, nodes, bound, &report) == GDV_OK) {
        for (uint32_t index = 0; index < document.count; index += 1) {
            gdv_value value = {&document, index};
            use_value(of, value);
            look_up(of, value);
            if (index < LOOKED_UP) { /* a report reads the packet up to its value */
                use_report(of, value);
            }
        }
        gdv_value root = gdv_root(&document);
        use_json(root, 2 * of->size);
        seen ^= gdv_exists(gdv_find(root, ".a[0].b{1}")) ? 1u : 0u;
        seen ^= gdv_exists(gdv_find(root, "[\"ab\"]{@16}")) ? 1u : 0u;
    }
    free(nodes);
}

static void use_values(const reading *of, const gdv_document *document)
{
    for (uint32_t index = 0; index < document->count; index += 1) {
        const gdv_value value = {document, index};
        use_value(of, value);
        look_up(of, value);
    }
}

static void use_several(const reading *of)
{
    const size_t bound = gdv_values_bound(of->size);
    gdv_node *nodes = fresh(NULL, bound * sizeof *nodes);
    gdv_document document;
    gdv_report report;
    size_t values = 0;
    report.struct_size = sizeof report;
    if (gdv_document_parse_values(&document, of->bytes, of->size, of->dialect, &of->policy, GDV_ALL_VALUES, nodes,
                                  bound, &values, &report) == GDV_OK) {
        use_values(of, &document);
    }
    promise(values <= of->size, "no more values than there are bytes");
    promise(memchr(report.path, '\0', sizeof report.path) != NULL, "the path is closed");
    free(nodes);
}

/* The newest that has the dialect; GDV_PROTOCOL_COUNT where none has. */
static gdv_protocol protocol_of(gdv_dialect dialect)
{
    gdv_protocol found = GDV_PROTOCOL_COUNT;
    for (uint32_t each = 0; each < GDV_PROTOCOL_COUNT; each += 1) {
        found = gdv_protocol_dialect((gdv_protocol)each) == dialect ? (gdv_protocol)each : found;
    }
    return found;
}

static void use_records(const reading *of, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    uint32_t records = 0;
    while (gdv_message_next_record(message, &record)) {
        records += 1;
        pause_calls();
    }
    promise(records <= of->size, "no more records than there are bytes");
    look_at_text(of, message->path);
    look_at_text(of, message->name);
    look_at_text(of, message->data);
}

static void use_message(const reading *of)
{
    const size_t bound = gdv_message_bound(of->size);
    const gdv_protocol protocol = protocol_of(of->dialect);
    gdv_node *nodes = fresh(NULL, bound * sizeof *nodes);
    gdv_message message = {.struct_size = sizeof message};
    gdv_message_report report = {.struct_size = sizeof report};
    gdv_message_policy policy;
    gdv_message_policy_init(&policy, GDV_POLICY_STRICT);
    policy.values = of->policy;
    policy.values.encoding = GDV_ENCODING_PLAIN;
    const gdv_status status =
        gdv_message_parse(protocol, of->bytes, of->size, &policy, nodes, bound, &message, &report);
    promise(report.code == status && report.offset <= of->size, "the report says where");
    if (status == GDV_OK) {
        use_values(of, &message.document);
        use_records(of, &message);
    }
    free(nodes);
}

static void use_reader(const reading *of)
{
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_event event;
    gdv_report report;
    uint64_t events = 0;
    gdv_status status =
        gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
    while (status == GDV_OK && (events == 0 || event.kind != GDV_EVENT_DONE)) {
        status = gdv_reader_next(reader, &event);
        if (status == GDV_OK && gdv_exists(event.value)) {
            look_at(of, of->bytes + event.offset, event.size);
            use_value(of, event.value);
        }
        events += 1;
        promise(events <= of->size + 4, "no more events than there are bytes");
    }
    report.struct_size = sizeof report;
    seen ^= (uint32_t)gdv_reader_finish(reader, &report);
    promise(memchr(report.path, '\0', sizeof report.path) != NULL, "the path is closed");
    free(reader);
}

static void use_canon(const reading *of, uint8_t *out, size_t capacity)
{
    gdv_report report;
    size_t size = 0;
    report.struct_size = sizeof report;
    seen ^= (uint32_t)gdv_canonicalize(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size,
                                       out, capacity, &size, &report);
}

static void use_validate(const reading *of)
{
    gdv_report report;
    gdv_stats stats;
    report.struct_size = sizeof report;
    stats.struct_size = sizeof stats;
    gdv_status status =
        gdv_validate(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size, &stats, &report);
    promise(report.code == status && report.offset <= of->size, "the report says where");
    promise(stats.bytes <= of->size && stats.steps <= of->size / 4 + 1, "work is bounded by the bytes");
    const gdv_packet packets[] = {{of->bytes, of->size}, {of->bytes, of->size / 2}};
    gdv_status verdicts[2];
    seen ^= (uint32_t)gdv_validate_many(packets, 2, of->dialect, &of->policy, of->scratch, of->scratch_size, verdicts);
    promise(memchr(report.path, '\0', sizeof report.path) != NULL, "the path is closed");
}

void use_everything(const reading *of, uint8_t *bytes, entrance by)
{
    size_t room = 2 * of->size + 64;
    uint8_t *out = NULL;
    switch (by) {
    case ENTRANCE_VALIDATE:
        use_validate(of);
        break;
    case ENTRANCE_DOCUMENT:
        use_document(of);
        break;
    case ENTRANCE_SEVERAL:
        use_several(of);
        break;
    case ENTRANCE_MESSAGE:
        use_message(of);
        break;
    case ENTRANCE_READER:
        use_reader(of);
        break;
    case ENTRANCE_CANON:
        out = fresh(NULL, room);
        use_canon(of, out, room);
        free(out);
        break;
    case ENTRANCE_CANON_IN_PLACE:
        use_canon(of, bytes, of->size);
        break;
    case ENTRANCES:
        break;
    }
}
