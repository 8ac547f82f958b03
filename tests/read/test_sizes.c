/* SPDX-License-Identifier: MIT */
/* Every size of every public function, from 0 to SIZE_MAX, with memory in the lowest and in the highest page that the
 * machine gives and between. A region whose end would wrap around the address space is GDV_E_BAD_ARGUMENT, and nothing is
 * written; one that is larger than the memory there is, which no library can know, is written no further than its needs.
 * //ci:sizes_test holds the names below to the headers, so that no size is forgotten. Promises 1 and 6. */
/* C11 alone has no mmap. */
#define _DEFAULT_SOURCE 1 /* NOLINT(bugprone-reserved-identifier): the name is libc's own */

#include <criterion/criterion.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include <gdv/gdv_ffi.h>

#include "tests/support/support.h"

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

#define COUNT_OF(rows) (sizeof(rows) / sizeof((rows)[0]))
#define D GDV_DIALECT_GODOT4_4

/* What a call says of a size that memory may have, but no packet. */
typedef enum owed {
    WORKS,   /* GDV_OK: no more is used than is needed */
    LIMIT,   /* a code of 80-99, before anything is read */
    NOTHING, /* no status: 0 or missing, as for a region that is nowhere */
    FEW      /* the same, but that so much as is not too much is read or written */
} owed;

/* {5: null} and {"a": null}; no packet of 20 bytes needs more scratch memory or more nodes. */
static const uint8_t packet_of_int[20] = {27, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0};
static const uint8_t packet_of_text[24] = {27, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 'a', 0, 0, 0, 0, 0, 0, 0};
enum { SCRATCH = 34, NODES = 4 * sizeof(gdv_node) };

/* ---- the calls: each hands in one size, with memory for it; all else is right ---- */

static gdv_status validate_size(uint8_t *memory, size_t n)
{
    uint8_t scratch[64];
    return gdv_validate(memory, n, D, NULL, scratch, sizeof scratch, NULL, NULL);
}

static gdv_status validate_scratch_size(uint8_t *memory, size_t n)
{
    return gdv_validate(packet_of_int, sizeof packet_of_int, D, NULL, memory, n, NULL, NULL);
}

/* Verdicts on so many lie in whatever lies above them. */
static gdv_status validate_many_count(uint8_t *memory, size_t n)
{
    uint8_t scratch[64];
    const gdv_packet *packets = (const gdv_packet *)(const void *)memory;
    gdv_status *verdicts = (gdv_status *)(void *)memory;
    gdv_status status = gdv_validate_many(packets, n, D, NULL, scratch, sizeof scratch, verdicts);
    return status == GDV_E_OVERLAP ? GDV_E_BAD_ARGUMENT : status;
}

static gdv_status validate_many_packets(uint8_t *memory, size_t n)
{
    static uint8_t scratch[64];
    static gdv_status verdicts[1];
    const gdv_packet packets[1] = {{memory, n}};
    return gdv_validate_many(packets, 1, D, NULL, scratch, sizeof scratch, verdicts);
}

static gdv_status validate_many_scratch_size(uint8_t *memory, size_t n)
{
    static gdv_status verdicts[1];
    static const gdv_packet packets[1] = {{packet_of_int, sizeof packet_of_int}};
    return gdv_validate_many(packets, 1, D, NULL, memory, n, verdicts);
}

static gdv_status canonicalize_size(uint8_t *memory, size_t n)
{
    uint8_t scratch[64];
    size_t size = 0;
    return gdv_canonicalize(memory, n, D, NULL, scratch, sizeof scratch, NULL, 0, &size, NULL);
}

static gdv_status canonicalize_scratch_size(uint8_t *memory, size_t n)
{
    size_t size = 0;
    return gdv_canonicalize(packet_of_int, sizeof packet_of_int, D, NULL, memory, n, NULL, 0, &size, NULL);
}

static gdv_status canonicalize_capacity(uint8_t *memory, size_t n)
{
    uint8_t scratch[64];
    size_t size = 0;
    return gdv_canonicalize(packet_of_int, sizeof packet_of_int, D, NULL, scratch, sizeof scratch, memory, n, &size,
                            NULL);
}

static gdv_status document_parse_size(uint8_t *memory, size_t n)
{
    gdv_document document;
    gdv_node nodes[8];
    return gdv_document_parse(&document, memory, n, D, NULL, nodes, 8, NULL);
}

static gdv_status document_parse_capacity(uint8_t *memory, size_t n)
{
    gdv_document document;
    gdv_node *nodes = (gdv_node *)(void *)memory;
    return gdv_document_parse(&document, packet_of_int, sizeof packet_of_int, D, NULL, nodes, n, NULL);
}

static gdv_status values_parsed(const void *bytes, size_t size, size_t n, gdv_node *nodes, size_t capacity)
{
    gdv_document document;
    return gdv_document_parse_values(&document, bytes, size, D, NULL, n, nodes, capacity, NULL, NULL);
}

static gdv_status document_parse_values_size(uint8_t *memory, size_t n)
{
    gdv_node nodes[8];
    return values_parsed(memory, n, 1, nodes, 8);
}

static gdv_status document_parse_values_capacity(uint8_t *memory, size_t n)
{
    static const uint8_t nil[4] = {0}; /* a node for each byte */
    return values_parsed(nil, sizeof nil, 1, (gdv_node *)(void *)memory, n);
}

static gdv_status read_through(const void *bytes, size_t size, void *scratch, size_t scratch_size)
{
    static gdv_reader reader;
    gdv_status status = gdv_reader_init(&reader, bytes, size, D, NULL, scratch, scratch_size);
    gdv_status at_end = gdv_reader_finish(&reader, NULL);
    return status == GDV_OK ? at_end : status;
}

static gdv_status reader_init_size(uint8_t *memory, size_t n)
{
    uint8_t scratch[64];
    return read_through(memory, n, scratch, sizeof scratch);
}

static gdv_status reader_init_scratch_size(uint8_t *memory, size_t n)
{
    return read_through(packet_of_int, sizeof packet_of_int, memory, n);
}

static gdv_status framer_init_capacity(uint8_t *memory, size_t n)
{
    static const uint8_t stream[5] = {2, 0, 0, 0, 9};
    gdv_framer framer;
    const uint8_t *chunk = stream;
    const uint8_t *frame = NULL;
    size_t left = sizeof stream;
    size_t size = 0;
    gdv_status status = gdv_framer_init(&framer, memory, n, NULL);
    gdv_framing framing = gdv_framer_next(&framer, &chunk, &left, &frame, &size);
    return status == GDV_OK && framing == GDV_FRAMING_READY ? GDV_OK : framer.status;
}

/* Without a buffer, so that a body is given where it lies. */
static gdv_status framer_next_left(uint8_t *memory, size_t n)
{
    const gdv_framer_options options = {sizeof options, SIZE_MAX, GDV_ENDIAN_LITTLE, GDV_EMPTY_FRAMES_GIVE};
    gdv_framer framer;
    const uint8_t *chunk = memory;
    const uint8_t *frame = NULL;
    size_t left = n;
    size_t size = 0;
    gdv_status status = gdv_framer_init(&framer, NULL, 0, &options);
    gdv_framing framing = gdv_framer_next(&framer, &chunk, &left, &frame, &size);
    return status == GDV_OK && framing == GDV_FRAMING_READY ? GDV_OK : framer.status;
}

static gdv_status or_nothing(bool something)
{
    return something ? GDV_OK : GDV_E_BAD_ARGUMENT;
}

static gdv_status report_format_size(uint8_t *memory, size_t n)
{
    gdv_report report = {.struct_size = sizeof report, .code = GDV_E_EMPTY};
    return or_nothing(gdv_report_format(&report, (char *)memory, n) > 0);
}

static gdv_document last_document;

static gdv_value last_parsed(void)
{
    return gdv_root(&last_document);
}

static gdv_value parsed(const uint8_t *bytes, size_t size)
{
    static gdv_node nodes[16];
    cr_assert_eq(gdv_document_parse(&last_document, bytes, size, D, NULL, nodes, COUNT_OF(nodes), NULL), GDV_OK);
    return last_parsed();
}

static gdv_status text_copy_size(uint8_t *memory, size_t n)
{
    static const uint8_t text[12] = {4, 0, 0, 0, 1, 0, 0, 0, 'a'};
    return or_nothing(gdv_text_copy(parsed(text, sizeof text), (char *)memory, n) > 0);
}

static gdv_status get_text_key(uint8_t *memory, size_t n)
{
    const gdv_text key = {(const char *)memory, n};
    return or_nothing(gdv_exists(gdv_get_text(parsed(packet_of_text, sizeof packet_of_text), key)));
}

static gdv_status get_many_count(uint8_t *memory, size_t n)
{
    static const char *const keys[GDV_GET_MANY_MAX] = {"a"};
    gdv_value root = parsed(packet_of_text, sizeof packet_of_text);
    return or_nothing(gdv_get_many(root, keys, (gdv_value *)(void *)memory, n) > 0);
}

static gdv_status only_keys_n(uint8_t *memory, size_t n)
{
    const char *const *names = (const char *const *)(void *)memory; /* NULL, each */
    return gdv_only_keys(parsed(packet_of_text, sizeof packet_of_text), names, n, NULL);
}

static gdv_status at_index(uint8_t *memory, size_t n)
{
    static const uint8_t array[12] = {28, 0, 0, 0, 1};
    (void)memory;
    return or_nothing(gdv_exists(gdv_at(parsed(array, sizeof array), n)));
}

/* There is one value: so many more are missing, but where all are asked for. */
static gdv_status document_parse_values_n(uint8_t *memory, size_t n)
{
    gdv_node nodes[sizeof packet_of_int];
    const gdv_status expected = n == 1 || n == GDV_ALL_VALUES ? GDV_OK : n == 0 ? GDV_E_TRAILING : GDV_E_TRUNCATED;
    (void)memory;
    return or_nothing(values_parsed(packet_of_int, sizeof packet_of_int, n, nodes, sizeof packet_of_int) == expected);
}

static gdv_status document_value_index(uint8_t *memory, size_t n)
{
    (void)memory;
    (void)parsed(packet_of_int, sizeof packet_of_int);
    return or_nothing(gdv_exists(gdv_document_value(&last_document, n)));
}

/* A packed array of two numbers, of that type id. */
static gdv_numbers parts_of(uint8_t id, size_t width)
{
    static uint8_t bytes[24];
    gdv_numbers parts = {NULL, 0, 0, GDV_COMPONENT_NONE};
    memset(bytes, 0, sizeof bytes);
    bytes[0] = id;
    bytes[4] = 2;
    bytes[8] = 1;
    bytes[8 + width] = 1;
    cr_assert_eq(gdv_to_numbers(parsed(bytes, 8 + 2 * width), &parts), GDV_OK);
    return parts;
}

static gdv_status copy_int32(void *memory, size_t first, size_t n)
{
    const gdv_numbers parts = parts_of(30, 4);
    return or_nothing(gdv_copy_int32(&parts, first, memory, n) > 0);
}

static gdv_status copy_int64(void *memory, size_t first, size_t n)
{
    const gdv_numbers parts = parts_of(31, 8);
    return or_nothing(gdv_copy_int64(&parts, first, memory, n) > 0);
}

static gdv_status copy_float(void *memory, size_t first, size_t n)
{
    const gdv_numbers parts = parts_of(32, 4);
    return or_nothing(gdv_copy_float(&parts, first, memory, n) > 0);
}

static gdv_status copy_double(void *memory, size_t first, size_t n)
{
    const gdv_numbers parts = parts_of(33, 8);
    return or_nothing(gdv_copy_double(&parts, first, memory, n) > 0);
}

#define COPIES(name)                                                                                                   \
    static gdv_status name##_first(uint8_t *memory, size_t n)                                                          \
    {                                                                                                                  \
        return name(memory, n, 2);                                                                                     \
    }                                                                                                                  \
    static gdv_status name##_capacity(uint8_t *memory, size_t n)                                                       \
    {                                                                                                                  \
        return name(memory, 0, n);                                                                                     \
    }
COPIES(copy_int32)
COPIES(copy_int64)
COPIES(copy_float)
COPIES(copy_double)

/* Checked: all of them are in the range. */
#define TO(name, type, lowest, highest, id, width, packed)                                                             \
    static gdv_status name##_n(uint8_t *memory, size_t n)                                                              \
    {                                                                                                                  \
        (void)parts_of(id, width);                                                                                     \
        return gdv_##name(last_parsed(), GDV_TYPE_PACKED_##packed##_ARRAY, lowest, highest, (type *)(void *)memory,    \
                          n);                                                                                          \
    }
TO(to_floats, float, -1.0, 1.0, 32, 4, FLOAT32)
TO(to_doubles, double, -1.0, 1.0, 33, 8, FLOAT64)
TO(to_ints, int64_t, 0, 9, 30, 4, INT32)

static gdv_status part_int(size_t element, size_t component)
{
    const gdv_numbers parts = parts_of(30, 4);
    return or_nothing(gdv_component_int(&parts, element, component) != 0);
}

static gdv_status part_double(size_t element, size_t component)
{
    const gdv_numbers parts = parts_of(30, 4);
    return or_nothing(gdv_component_double(&parts, element, component) != 0.0);
}

#define PARTS(name)                                                                                                    \
    static gdv_status name##_element(uint8_t *memory, size_t n)                                                        \
    {                                                                                                                  \
        (void)memory;                                                                                                  \
        return name(n, 0);                                                                                             \
    }                                                                                                                  \
    static gdv_status name##_component(uint8_t *memory, size_t n)                                                      \
    {                                                                                                                  \
        (void)memory;                                                                                                  \
        return name(0, n);                                                                                             \
    }
PARTS(part_int)
PARTS(part_double)

/* No packet is larger than what a bound says for it. */
static gdv_status scratch_bound_size(uint8_t *memory, size_t n)
{
    (void)memory;
    return or_nothing(gdv_scratch_bound(n) >= n);
}

static gdv_status document_bound_size(uint8_t *memory, size_t n)
{
    (void)memory;
    return or_nothing(gdv_document_bound(n) >= n / 16 && gdv_document_bound(n) <= SIZE_MAX / sizeof(gdv_node));
}

static gdv_status values_bound_size(uint8_t *memory, size_t n)
{
    (void)memory;
    return or_nothing(gdv_values_bound(n) >= n / 16 && gdv_values_bound(n) <= SIZE_MAX / sizeof(gdv_node));
}

/* Getters of a reader, on a packet that they fit. */
static gdv_reader *reader_of(const uint8_t *bytes, size_t size)
{
    static gdv_reader reader;
    static uint8_t scratch[64];
    cr_assert_eq(gdv_reader_init(&reader, bytes, size, D, NULL, scratch, sizeof scratch), GDV_OK);
    return &reader;
}

static gdv_status read_text_longest(uint8_t *memory, size_t n)
{
    static const uint8_t text[12] = {4, 0, 0, 0, 1, 0, 0, 0, 'a'};
    gdv_reader *reader = reader_of(text, sizeof text);
    (void)memory;
    (void)gdv_read_text(reader, n);
    return gdv_reader_status(reader);
}

static gdv_status read_bytes_most(uint8_t *memory, size_t n)
{
    static const uint8_t bytes[12] = {29, 0, 0, 0, 1};
    gdv_reader *reader = reader_of(bytes, sizeof bytes);
    size_t size = 0;
    (void)memory;
    (void)gdv_read_bytes(reader, n, &size);
    return gdv_reader_status(reader);
}

static gdv_status read_parts_most(uint8_t *memory, size_t n)
{
    static const uint8_t numbers[12] = {30, 0, 0, 0, 1};
    gdv_reader *reader = reader_of(numbers, sizeof numbers);
    (void)memory;
    (void)gdv_read_numbers(reader, GDV_TYPE_PACKED_INT32_ARRAY, n);
    return gdv_reader_status(reader);
}

static gdv_status read_array_most(uint8_t *memory, size_t n)
{
    static const uint8_t array[12] = {28, 0, 0, 0, 1};
    gdv_reader *reader = reader_of(array, sizeof array);
    (void)memory;
    (void)gdv_read_array(reader, n);
    return gdv_reader_status(reader);
}

static gdv_status read_dictionary_most(uint8_t *memory, size_t n)
{
    gdv_reader *reader = reader_of(packet_of_int, sizeof packet_of_int);
    (void)memory;
    (void)gdv_read_dictionary(reader, n);
    return gdv_reader_status(reader);
}

/* A writer that permits whatever there is, but not much of it. */
static gdv_writer *writer_of(gdv_dialect dialect)
{
    static gdv_writer writer;
    static uint8_t buffer[64];
    gdv_policy policy = policy_with(GDV_POLICY_ENGINE, GDV_PERMIT_OBJECT);
    policy.max_bytes = 1 << 20;
    policy.max_elements = 1 << 16;
    policy.max_string = 1 << 16;
    cr_assert_eq(gdv_writer_init(&writer, buffer, sizeof buffer, dialect, &policy), GDV_OK);
    return &writer;
}

static gdv_status writer_init_capacity(uint8_t *memory, size_t n)
{
    static gdv_writer writer;
    gdv_status status = gdv_writer_init(&writer, memory, n, D, NULL);
    return status == GDV_OK ? gdv_write_nil(&writer) : status;
}

/* Of an int as key the writer does not know by itself that none is equal. */
static gdv_status writer_finish_scratch_size(uint8_t *memory, size_t n)
{
    static gdv_writer writer;
    static uint8_t buffer[64];
    size_t size = 0;
    (void)gdv_writer_init(&writer, buffer, sizeof buffer, D, NULL);
    (void)gdv_begin_dictionary(&writer);
    (void)gdv_write_int(&writer, 5);
    (void)gdv_write_nil(&writer);
    (void)gdv_end(&writer);
    return gdv_writer_finish(&writer, memory, n, &size);
}

static gdv_status write_string_size(uint8_t *memory, size_t n)
{
    return gdv_write_string(writer_of(D), (const char *)memory, n);
}

static gdv_status write_string_name_size(uint8_t *memory, size_t n)
{
    return gdv_write_string_name(writer_of(D), (const char *)memory, n);
}

static const gdv_text *texts_at(uint8_t *memory)
{
    const gdv_text text = {"a", 1};
    memcpy(memory, &text, sizeof text);
    return (const gdv_text *)(void *)memory;
}

static gdv_status write_node_path_name_count(uint8_t *memory, size_t n)
{
    return gdv_write_node_path(writer_of(D), true, texts_at(memory), n, NULL, 0, NULL);
}

static gdv_status write_node_path_subname_count(uint8_t *memory, size_t n)
{
    return gdv_write_node_path(writer_of(D), true, NULL, 0, texts_at(memory), n, NULL);
}

static gdv_status write_node_path_names(uint8_t *memory, size_t n)
{
    const gdv_text name = {(const char *)memory, n};
    return gdv_write_node_path(writer_of(D), true, &name, 1, NULL, 0, NULL);
}

static gdv_status write_node_path_subnames(uint8_t *memory, size_t n)
{
    const gdv_text name = {(const char *)memory, n};
    return gdv_write_node_path(writer_of(D), true, NULL, 0, &name, 1, NULL);
}

static gdv_status write_node_path_property(uint8_t *memory, size_t n)
{
    const gdv_text name = {(const char *)memory, n};
    return gdv_write_node_path(writer_of(GDV_DIALECT_GODOT2), true, NULL, 0, NULL, 0, &name);
}

static gdv_status write_int32s_n(uint8_t *memory, size_t n)
{
    return gdv_write_int32s(writer_of(D), GDV_TYPE_PACKED_INT32_ARRAY, (const int32_t *)(void *)memory, n);
}

static gdv_status write_int64s_n(uint8_t *memory, size_t n)
{
    return gdv_write_int64s(writer_of(D), GDV_TYPE_PACKED_INT64_ARRAY, (const int64_t *)(void *)memory, n);
}

static gdv_status write_floats_n(uint8_t *memory, size_t n)
{
    return gdv_write_floats(writer_of(D), GDV_TYPE_PACKED_FLOAT32_ARRAY, (const float *)(void *)memory, n);
}

static gdv_status write_doubles_n(uint8_t *memory, size_t n)
{
    return gdv_write_doubles(writer_of(D), GDV_TYPE_PACKED_FLOAT64_ARRAY, (const double *)(void *)memory, n);
}

static gdv_status write_bytes_size(uint8_t *memory, size_t n)
{
    return gdv_write_bytes(writer_of(D), memory, n);
}

static gdv_status write_strings_n(uint8_t *memory, size_t n)
{
    return gdv_write_strings(writer_of(D), texts_at(memory), n);
}

static gdv_status write_strings_strings(uint8_t *memory, size_t n)
{
    const gdv_text text = {(const char *)memory, n};
    return gdv_write_strings(writer_of(D), &text, 1);
}

static gdv_status write_signal_signal(uint8_t *memory, size_t n)
{
    const gdv_signal signal = {{(const char *)memory, n}, 0};
    return gdv_write_signal(writer_of(D), &signal);
}

static gdv_status write_image_image(uint8_t *memory, size_t n)
{
    const gdv_image image = {0, 0, 1, 1, memory, n};
    return gdv_write_image(writer_of(GDV_DIALECT_GODOT2), &image);
}

static gdv_element class_at(uint8_t *memory, size_t n)
{
    const gdv_element element = {GDV_ELEMENT_CLASS, GDV_TYPE_OBJECT, {(const char *)memory, n}};
    return element;
}

static gdv_status begin_typed_array_element(uint8_t *memory, size_t n)
{
    const gdv_element element = class_at(memory, n);
    return gdv_begin_typed_array(writer_of(D), &element);
}

static gdv_status begin_typed_dictionary_key(uint8_t *memory, size_t n)
{
    const gdv_element element = class_at(memory, n);
    return gdv_begin_typed_dictionary(writer_of(D), &element, NULL);
}

static gdv_status begin_typed_dictionary_value(uint8_t *memory, size_t n)
{
    const gdv_element element = class_at(memory, n);
    return gdv_begin_typed_dictionary(writer_of(D), NULL, &element);
}

static gdv_status begin_packed_typed_array_element(uint8_t *memory, size_t n)
{
    const gdv_element element = class_at(memory, n);
    return gdv_begin_packed_typed_array(writer_of(GDV_DIALECT_PANDEMONIUM_40), &element);
}

static gdv_status begin_object_size(uint8_t *memory, size_t n)
{
    return gdv_begin_object(writer_of(D), (const char *)memory, n);
}

static gdv_status write_name_size(uint8_t *memory, size_t n)
{
    gdv_writer *writer = writer_of(D);
    gdv_status status = gdv_begin_object(writer, "A", 1);
    return status == GDV_OK ? gdv_write_name(writer, (const char *)memory, n) : status;
}

/* ---- documents without a pointer: another size than the packet's is none of that document, and gets nothing */

static gdv_node ffi_nodes[16];

static const gdv_ffi_document *ffi_document(void)
{
    static gdv_ffi_document document;
    cr_assert_eq(
        gdv_ffi_parse(&document, packet_of_text, sizeof packet_of_text, D, NULL, ffi_nodes, COUNT_OF(ffi_nodes), NULL),
        GDV_OK);
    return &document;
}

/* Few nodes are too few or enough; more than there are, but no more than could be, is a lie that nobody can know. */
static gdv_status or_few(size_t n, bool something)
{
    bool nowhere = n > (SIZE_MAX - (uintptr_t)ffi_nodes) / sizeof ffi_nodes[0];
    return n < 64 || nowhere ? or_nothing(something) : GDV_E_BAD_ARGUMENT;
}

static gdv_status ffi_validate_size(uint8_t *memory, size_t n)
{
    uint8_t scratch[64];
    return (gdv_status)gdv_ffi_validate(memory, n, D, NULL, scratch, sizeof scratch, NULL);
}

static gdv_status ffi_validate_scratch_size(uint8_t *memory, size_t n)
{
    return (gdv_status)gdv_ffi_validate(packet_of_int, sizeof packet_of_int, D, NULL, memory, n, NULL);
}

static gdv_status ffi_parse_size(uint8_t *memory, size_t n)
{
    gdv_ffi_document document;
    return (gdv_status)gdv_ffi_parse(&document, memory, n, D, NULL, ffi_nodes, COUNT_OF(ffi_nodes), NULL);
}

static gdv_status ffi_parse_capacity(uint8_t *memory, size_t n)
{
    gdv_ffi_document document;
    gdv_node *nodes = (gdv_node *)(void *)memory;
    return (gdv_status)gdv_ffi_parse(&document, packet_of_int, sizeof packet_of_int, D, NULL, nodes, n, NULL);
}

static gdv_status ffi_bound_size(uint8_t *memory, size_t n)
{
    (void)memory;
    return or_nothing(gdv_ffi_bound(n) >= gdv_document_bound(n) && gdv_ffi_bound(n) <= SIZE_MAX / sizeof(gdv_node));
}

static gdv_status ffi_report_format_size(uint8_t *memory, size_t n)
{
    const gdv_ffi_report report = {.code = GDV_E_EMPTY};
    return or_nothing(gdv_ffi_report_format(&report, (char *)memory, n) > 0);
}

/* A call with that packet, size, nodes and capacity, and whether it said something. */
#define FFI(call)                                                                                                      \
    static bool ffi_##call(const gdv_ffi_document *of, const void *bytes, size_t size, const gdv_node *nodes,          \
                           size_t capacity);                                                                           \
    static gdv_status ffi_##call##_size(uint8_t *memory, size_t n)                                                     \
    {                                                                                                                  \
        const gdv_ffi_document *of = ffi_document();                                                                   \
        return or_nothing(ffi_##call(of, memory, n, ffi_nodes, COUNT_OF(ffi_nodes)));                                  \
    }                                                                                                                  \
    static gdv_status ffi_##call##_capacity(uint8_t *memory, size_t n)                                                 \
    {                                                                                                                  \
        const gdv_ffi_document *of = ffi_document();                                                                   \
        (void)memory;                                                                                                  \
        return or_few(n, ffi_##call(of, packet_of_text, sizeof packet_of_text, ffi_nodes, n));                         \
    }                                                                                                                  \
    static bool ffi_##call(const gdv_ffi_document *of, const void *bytes, size_t size, const gdv_node *nodes,          \
                           size_t capacity)

FFI(find)
{
    return gdv_ffi_find(of, bytes, size, nodes, capacity, 0, "") != GDV_FFI_NONE;
}

FFI(get)
{
    return gdv_ffi_get(of, bytes, size, nodes, capacity, 0, "a", 1) != GDV_FFI_NONE;
}

FFI(at)
{
    return gdv_ffi_at(of, bytes, size, nodes, capacity, 0, 0) != GDV_FFI_NONE;
}

FFI(next)
{
    return gdv_ffi_next(of, bytes, size, nodes, capacity, 0, GDV_FFI_NONE) != GDV_FFI_NONE;
}

FFI(type)
{
    return gdv_ffi_type(of, bytes, size, nodes, capacity, 0) != GDV_TYPE_COUNT;
}

FFI(count)
{
    return gdv_ffi_count(of, bytes, size, nodes, capacity, 0) > 0;
}

FFI(to_bool)
{
    uint32_t out;
    return gdv_ffi_to_bool(of, bytes, size, nodes, capacity, 0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(to_int)
{
    int64_t out;
    return gdv_ffi_to_int(of, bytes, size, nodes, capacity, 0, 0, 0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(to_double)
{
    double out;
    return gdv_ffi_to_double(of, bytes, size, nodes, capacity, 0, 0.0, 0.0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(to_number)
{
    double out;
    return gdv_ffi_to_number(of, bytes, size, nodes, capacity, 0, 0.0, 0.0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(to_text)
{
    gdv_ffi_span out;
    return gdv_ffi_to_text(of, bytes, size, nodes, capacity, 0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(to_bytes)
{
    gdv_ffi_span out;
    return gdv_ffi_to_bytes(of, bytes, size, nodes, capacity, 0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(to_id)
{
    uint64_t out;
    return gdv_ffi_to_id(of, bytes, size, nodes, capacity, 0, &out) != GDV_E_BAD_ARGUMENT;
}

FFI(copy_int64)
{
    int64_t out;
    return gdv_ffi_copy_int64(of, bytes, size, nodes, capacity, 1, 0, &out, 1) > 0;
}

FFI(copy_double)
{
    double out;
    return gdv_ffi_copy_double(of, bytes, size, nodes, capacity, 1, 0, &out, 1) > 0;
}

FFI(to_json)
{
    uint64_t length = 0;
    return gdv_ffi_to_json(of, bytes, size, nodes, capacity, 0, NULL, 0, &length) == GDV_OK;
}

static gdv_status ffi_get_key_size(uint8_t *memory, size_t n)
{
    const gdv_ffi_document *of = ffi_document();
    return or_nothing(gdv_ffi_get(of, packet_of_text, sizeof packet_of_text, ffi_nodes, COUNT_OF(ffi_nodes), 0,
                                  (const char *)memory, n) != GDV_FFI_NONE);
}

static gdv_status ffi_at_index(uint8_t *memory, size_t n)
{
    const gdv_ffi_document *of = ffi_document();
    (void)memory;
    return or_nothing(gdv_ffi_at(of, packet_of_text, sizeof packet_of_text, ffi_nodes, COUNT_OF(ffi_nodes), 0, n) !=
                      GDV_FFI_NONE);
}

/* The int that is a packet's value. */
static const uint8_t packet_of_one[8] = {2, 0, 0, 0, 1, 0, 0, 0};

static const gdv_ffi_document *ffi_one(void)
{
    static gdv_ffi_document document;
    cr_assert_eq(
        gdv_ffi_parse(&document, packet_of_one, sizeof packet_of_one, D, NULL, ffi_nodes, COUNT_OF(ffi_nodes), NULL),
        GDV_OK);
    return &document;
}

/* Why nothing was copied to so many numbers of eight bytes: they wrap, or they reach over the packet and the nodes. */
static gdv_status overlap_or_nowhere(const uint8_t *memory, size_t n)
{
    return n > (SIZE_MAX - (uintptr_t)memory) / 8 ? GDV_E_BAD_ARGUMENT : GDV_E_OVERLAP;
}

#define FFI_COPY(name, type)                                                                                           \
    static gdv_status ffi_##name##_first(uint8_t *memory, size_t n)                                                    \
    {                                                                                                                  \
        type *out = (type *)(void *)memory;                                                                            \
        return or_nothing(gdv_ffi_##name(ffi_one(), packet_of_one, sizeof packet_of_one, ffi_nodes, 2, 0, n, out, 1) > \
                          0);                                                                                          \
    }                                                                                                                  \
    static gdv_status ffi_##name##_most(uint8_t *memory, size_t n)                                                     \
    {                                                                                                                  \
        type *out = (type *)(void *)memory;                                                                            \
        bool copied = gdv_ffi_##name(ffi_one(), packet_of_one, sizeof packet_of_one, ffi_nodes, 2, 0, 0, out, n) > 0;  \
        return copied || n < 64 ? or_nothing(copied) : overlap_or_nowhere(memory, n);                                  \
    }
FFI_COPY(copy_int64, int64_t)
FFI_COPY(copy_double, double)

static gdv_status ffi_to_json_buffer_size(uint8_t *memory, size_t n)
{
    static uint64_t length;
    return (gdv_status)gdv_ffi_to_json(ffi_one(), packet_of_one, sizeof packet_of_one, ffi_nodes, 2, 0, (char *)memory,
                                       n, &length);
}

static gdv_status to_json_size(uint8_t *memory, size_t n)
{
    static uint64_t length;
    return gdv_to_json(parsed(packet_of_one, sizeof packet_of_one), (char *)memory, n, &length);
}

/* ---- schemas: {"": Variant}, as no packet of 20 bytes needs more nodes, and {"a": bool} ---- */

static const uint8_t packet_of_empty[20] = {27, 0, 0, 0, 1, 0, 0, 0, 4};
static const gdv_field any_field[] = {GDV_FIELD_ANY("", GDV_NOT_STORED)};
static const gdv_field bool_field[] = {GDV_FIELD_BOOL("a", 0)};
static const gdv_field_table any_table = {"any", any_field, 1};
static const gdv_field_table bool_table = {"any", bool_field, 1};

static const gdv_schema *schema_of(const gdv_field_table *from)
{
    static uint64_t form[128];
    static gdv_schema schema;
    cr_assert_eq(gdv_schema_from_fields(from, 1, D, form, sizeof form, &schema, NULL), GDV_OK);
    return &schema;
}

static gdv_status schema_check_size(uint8_t *memory, size_t n)
{
    static gdv_match match = {.struct_size = sizeof match};
    gdv_node nodes[8];
    return gdv_schema_check(schema_of(&any_table), memory, n, NULL, nodes, 8, &match, NULL);
}

static gdv_status schema_check_capacity(uint8_t *memory, size_t n)
{
    static gdv_match match = {.struct_size = sizeof match};
    return gdv_schema_check(schema_of(&any_table), packet_of_empty, sizeof packet_of_empty, NULL,
                            (gdv_node *)(void *)memory, n, &match, NULL);
}

/* Zeros are no form, which is said of any size. */
static gdv_status schema_load_size(uint8_t *memory, size_t n)
{
    static gdv_schema schema;
    gdv_status status = gdv_schema_load(memory, n, &schema, NULL);
    return status == GDV_E_SCHEMA_FORM ? GDV_OK : status;
}

/* Two packets that are not told apart, so that nothing is made. */
static gdv_status schema_from_fields_size(uint8_t *memory, size_t n)
{
    static gdv_schema schema;
    const gdv_field_table alike[] = {any_table, any_table};
    gdv_status status = gdv_schema_from_fields(alike, 2, D, memory, n, &schema, NULL);
    return status == GDV_E_SCHEMA_SYNTAX ? GDV_OK : status;
}

static gdv_status schema_from_fields_count(uint8_t *memory, size_t n)
{
    static uint64_t form[128];
    static gdv_schema schema; /* zeros are a table without a name */
    gdv_status status =
        gdv_schema_from_fields((const gdv_field_table *)(const void *)memory, n, D, form, sizeof form, &schema, NULL);
    return status == GDV_E_OVERLAP ? GDV_E_BAD_ARGUMENT : status; /* so much lies in whatever lies above it */
}

static gdv_status schema_from_fields_tables(uint8_t *memory, size_t n)
{
    static uint64_t form[128];
    static gdv_schema schema;
    const size_t fields = n < 64 ? 0 : n; /* the last place has no room for one */
    const gdv_field_table from = {"a", (const gdv_field *)(const void *)memory, fields};
    return gdv_schema_from_fields(&from, 1, D, form, sizeof form, &schema, NULL);
}

static gdv_status schema_compile(size_t count, const char *text, size_t length, uint8_t *memory, size_t size)
{
    static gdv_schema schema;
    const gdv_schema_source source = {.name = "any", .text = text, .size = length};
    return gdv_schema_compile(&source, count, D, memory, size, &schema, NULL);
}

/* What is no schema is refused before the memory is written, however much there is. */
static gdv_status schema_compile_size(uint8_t *memory, size_t n)
{
    static const char text[] = "packet any = ";
    gdv_status status = schema_compile(1, text, sizeof text - 1, memory, n);
    return status == GDV_E_SCHEMA_SYNTAX ? GDV_OK : status;
}

static gdv_status schema_compile_sources(uint8_t *memory, size_t n)
{
    static uint64_t form[512];
    gdv_status status = schema_compile(1, (const char *)memory, n, (uint8_t *)form, sizeof form);
    return status == GDV_E_SCHEMA_SYNTAX ? GDV_OK : status; /* zeros are no schema */
}

static gdv_status schema_compile_count(uint8_t *memory, size_t n)
{
    static uint64_t form[512];
    static gdv_schema schema;
    gdv_status status =
        gdv_schema_compile((const gdv_schema_source *)(const void *)memory, n, D, form, sizeof form, &schema, NULL);
    return status == GDV_E_OVERLAP ? GDV_E_BAD_ARGUMENT : status;
}

/* {"a": true} */
static gdv_status match_fill(const gdv_field_table *by, uint8_t *memory, size_t n)
{
    static const uint8_t bytes[28] = {27, 0, 0, 0, 1, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 'a', 0, 0, 0, 1, 0, 0, 0, 1};
    static gdv_match match = {.struct_size = sizeof match};
    static gdv_node nodes[8];
    cr_assert_eq(gdv_schema_check(schema_of(&bool_table), bytes, sizeof bytes, NULL, nodes, 8, &match, NULL), GDV_OK);
    return gdv_match_fill(&match, by, memory, n);
}

static gdv_status match_fill_size(uint8_t *memory, size_t n)
{
    return match_fill(&bool_table, memory, n);
}

static gdv_status match_fill_table(uint8_t *memory, size_t n)
{
    uint8_t filled[8];
    const size_t fields = n < 64 ? 0 : n; /* the last place has no room for one */
    const gdv_field_table by = {"a", (const gdv_field *)(const void *)memory, fields};
    gdv_status status = match_fill(&by, filled, sizeof filled);
    return fields > 1 && status == GDV_E_MISSING ? GDV_E_BAD_ARGUMENT : status; /* more than the match has */
}

static gdv_status violation_format_size(uint8_t *memory, size_t n)
{
    static gdv_violation violation;
    violation.report.code = GDV_E_UNKNOWN_KEY;
    return or_nothing(gdv_violation_format(&violation, (char *)memory, n) > 0);
}

static gdv_status message_parse_size(uint8_t *memory, size_t n)
{
    static gdv_node nodes[8];
    gdv_message message = {.struct_size = sizeof message};
    return gdv_message_parse(GDV_PROTOCOL_GODOT3, memory, n, NULL, nodes, 8, &message, NULL);
}

/* SET of "v" of node 1 to 5. */
static gdv_status message_parse_capacity(uint8_t *memory, size_t n)
{
    static const uint8_t bytes[15] = {1, 1, 0, 0, 0, 'v', 0, 2, 0, 0, 0, 5};
    gdv_node *nodes = (gdv_node *)(void *)memory;
    gdv_message message = {.struct_size = sizeof message};
    return gdv_message_parse(GDV_PROTOCOL_GODOT3, bytes, sizeof bytes, NULL, nodes, n, &message, NULL);
}

static gdv_status message_report_format_size(uint8_t *memory, size_t n)
{
    static gdv_message_report report = {.struct_size = sizeof report, .code = GDV_E_MP_EMPTY, .argument = -1};
    return or_nothing(gdv_message_report_format(&report, (char *)memory, n) > 0);
}

static gdv_status message_bound_size(uint8_t *memory, size_t n)
{
    (void)memory;
    return gdv_message_bound(n) <= SIZE_MAX / sizeof(gdv_node) && gdv_message_bound(n) <= n ? GDV_OK : GDV_E_OVERLAP;
}

/* A call of node 1: four bytes, and null. */
static gdv_status message_writer_init_capacity(uint8_t *memory, size_t n)
{
    static gdv_message_writer writer;
    static size_t size;
    static const gdv_message call = {.struct_size = sizeof call, .command = GDV_COMMAND_CALL, .node = 1};
    (void)gdv_message_writer_init(&writer, memory, n, GDV_PROTOCOL_GODOT4_4, NULL, &call, NULL, 0);
    (void)gdv_write_nil(gdv_message_add_value(&writer));
    return gdv_message_writer_finish(&writer, &size);
}

/* Of an int as key the writer does not know by itself that none is equal. */
static gdv_status message_writer_init_scratch_size(uint8_t *memory, size_t n)
{
    static gdv_message_writer writer;
    static size_t size;
    static uint8_t buffer[64];
    static const gdv_message call = {.struct_size = sizeof call, .command = GDV_COMMAND_CALL, .node = 1};
    (void)gdv_message_writer_init(&writer, buffer, sizeof buffer, GDV_PROTOCOL_GODOT4_4, NULL, &call, memory, n);
    gdv_writer *value = gdv_message_add_value(&writer);
    (void)gdv_begin_dictionary(value);
    (void)gdv_write_int(value, 5);
    (void)gdv_write_nil(value);
    (void)gdv_end(value);
    return gdv_message_writer_finish(&writer, &size);
}

/* Of no path that is announced. */
static gdv_status peer_cache_init_capacity(uint8_t *memory, size_t n)
{
    static gdv_peer_cache cache;
    static char text[8];
    return gdv_peer_cache_init(&cache, 2, (gdv_cached_path *)(void *)memory, n, text, sizeof text);
}

static gdv_status peer_cache_init_size(uint8_t *memory, size_t n)
{
    static gdv_peer_cache cache;
    static gdv_cached_path paths[1];
    return gdv_peer_cache_init(&cache, 2, paths, 1, (char *)memory, n);
}

/* A schema of one method, m of the script s at the path "p". */
static const gdv_schema *schema_of_method(void)
{
    static const char text[] = "script s at \"p\"\nrpc func m()\n";
    static uint64_t form[512];
    static gdv_schema schema;
    const gdv_schema_source source = {"text", text, sizeof text - 1};
    cr_assert_eq(gdv_schema_compile(&source, 1, D, form, sizeof form, &schema, NULL), GDV_OK);
    return &schema;
}

static gdv_status schema_script_at_path(uint8_t *memory, size_t n)
{
    const gdv_text path = {(const char *)memory, n};
    return or_nothing(gdv_schema_script_at(schema_of_method(), path, 2) != GDV_NONE);
}

static gdv_status schema_method_of_name(uint8_t *memory, size_t n)
{
    const gdv_text name = {(const char *)memory, n};
    return or_nothing(gdv_schema_method_of(schema_of_method(), 0, name) != GDV_NONE);
}

/* ---- the table ---- */

/* "FUNCTION PARAMETER" as the headers have them. */
static const struct row {
    const char *name;
    gdv_status (*call)(uint8_t *memory, size_t n);
    size_t width;  /* bytes of an element in memory; 0 where the size is a number, and nothing lies anywhere */
    size_t writes; /* bytes of the memory that the call may write, if there are so many */
    owed most;     /* of more than is there */
} rows[] = {
    {"gdv_validate size", validate_size, 1, 0, LIMIT},
    {"gdv_validate scratch_size", validate_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_validate_many packets", validate_many_packets, 1, 0, LIMIT},
    {"gdv_validate_many count", validate_many_count, sizeof(gdv_packet), 0, NOTHING},
    {"gdv_validate_many scratch_size", validate_many_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_canonicalize size", canonicalize_size, 1, 0, LIMIT},
    {"gdv_canonicalize scratch_size", canonicalize_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_canonicalize capacity", canonicalize_capacity, 1, sizeof packet_of_int, WORKS},
    {"gdv_document_parse size", document_parse_size, 1, 0, LIMIT},
    {"gdv_document_parse capacity", document_parse_capacity, sizeof(gdv_node), NODES, WORKS},
    {"gdv_document_parse_values size", document_parse_values_size, 1, 0, LIMIT},
    {"gdv_document_parse_values n", document_parse_values_n, 0, 0, WORKS},
    {"gdv_document_parse_values capacity", document_parse_values_capacity, sizeof(gdv_node), NODES, WORKS},
    {"gdv_reader_init size", reader_init_size, 1, 0, LIMIT},
    {"gdv_reader_init scratch_size", reader_init_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_framer_init capacity", framer_init_capacity, 1, 1, WORKS},
    {"gdv_framer_next left", framer_next_left, 1, 0, WORKS},
    {"gdv_report_format size", report_format_size, 1, 64, WORKS},
    {"gdv_schema_check size", schema_check_size, 1, 0, LIMIT},
    {"gdv_schema_check capacity", schema_check_capacity, sizeof(gdv_node), NODES, WORKS},
    {"gdv_schema_load size", schema_load_size, 1, 0, WORKS},
    {"gdv_schema_compile count", schema_compile_count, sizeof(gdv_schema_source), 0, NOTHING},
    {"gdv_schema_compile size", schema_compile_size, 1, 0, WORKS},
    {"gdv_schema_compile sources", schema_compile_sources, 1, 0, WORKS},
    {"gdv_schema_from_fields size", schema_from_fields_size, 1, 0, WORKS},
    {"gdv_schema_from_fields count", schema_from_fields_count, sizeof(gdv_field_table), 0, NOTHING},
    {"gdv_schema_from_fields tables", schema_from_fields_tables, sizeof(gdv_field), 0, NOTHING},
    {"gdv_match_fill size", match_fill_size, 1, 1, WORKS},
    {"gdv_match_fill table", match_fill_table, sizeof(gdv_field), 0, NOTHING},
    {"gdv_violation_format size", violation_format_size, 1, 64, WORKS},
    {"gdv_message_parse size", message_parse_size, 1, 0, LIMIT},
    {"gdv_message_parse capacity", message_parse_capacity, sizeof(gdv_node), NODES, WORKS},
    {"gdv_message_bound size", message_bound_size, 0, 0, WORKS},
    {"gdv_message_report_format size", message_report_format_size, 1, 128, WORKS},
    {"gdv_message_writer_init capacity", message_writer_init_capacity, 1, 8, WORKS},
    {"gdv_message_writer_init scratch_size", message_writer_init_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_peer_cache_init capacity", peer_cache_init_capacity, sizeof(gdv_cached_path), 0, WORKS},
    {"gdv_peer_cache_init size", peer_cache_init_size, 1, 0, WORKS},
    {"gdv_schema_script_at path", schema_script_at_path, 1, 0, FEW},
    {"gdv_schema_method_of name", schema_method_of_name, 1, 0, NOTHING},
    {"gdv_text_copy size", text_copy_size, 1, 2, WORKS},
    {"gdv_get_text key", get_text_key, 1, 0, NOTHING},
    {"gdv_get_many count", get_many_count, sizeof(gdv_value), sizeof(gdv_value), FEW},
    {"gdv_only_keys n", only_keys_n, sizeof(char *), 0, FEW},
    {"gdv_at index", at_index, 0, 0, NOTHING},
    {"gdv_copy_int32 first", copy_int32_first, 0, 8, NOTHING},
    {"gdv_copy_int32 capacity", copy_int32_capacity, 4, 8, WORKS},
    {"gdv_copy_int64 first", copy_int64_first, 0, 16, NOTHING},
    {"gdv_copy_int64 capacity", copy_int64_capacity, 8, 16, WORKS},
    {"gdv_copy_float first", copy_float_first, 0, 8, NOTHING},
    {"gdv_copy_float capacity", copy_float_capacity, 4, 8, WORKS},
    {"gdv_copy_double first", copy_double_first, 0, 16, NOTHING},
    {"gdv_copy_double capacity", copy_double_capacity, 8, 16, WORKS},
    {"gdv_to_floats n", to_floats_n, 4, 8, WORKS},
    {"gdv_to_doubles n", to_doubles_n, 8, 16, WORKS},
    {"gdv_to_ints n", to_ints_n, 8, 16, WORKS},
    {"gdv_component_int element", part_int_element, 0, 0, NOTHING},
    {"gdv_component_int component", part_int_component, 0, 0, NOTHING},
    {"gdv_component_double element", part_double_element, 0, 0, NOTHING},
    {"gdv_component_double component", part_double_component, 0, 0, NOTHING},
    {"gdv_scratch_bound size", scratch_bound_size, 0, 0, WORKS},
    {"gdv_document_bound size", document_bound_size, 0, 0, WORKS},
    {"gdv_values_bound size", values_bound_size, 0, 0, WORKS},
    {"gdv_document_value index", document_value_index, 0, 0, NOTHING},
    {"gdv_read_text longest", read_text_longest, 0, 0, WORKS},
    {"gdv_read_bytes most", read_bytes_most, 0, 0, WORKS},
    {"gdv_read_numbers most", read_parts_most, 0, 0, WORKS},
    {"gdv_read_array most", read_array_most, 0, 0, WORKS},
    {"gdv_read_dictionary most", read_dictionary_most, 0, 0, WORKS},
    {"gdv_writer_init capacity", writer_init_capacity, 1, 4, WORKS},
    {"gdv_writer_finish scratch_size", writer_finish_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_write_string size", write_string_size, 1, 0, LIMIT},
    {"gdv_write_string_name size", write_string_name_size, 1, 0, LIMIT},
    {"gdv_write_node_path name_count", write_node_path_name_count, sizeof(gdv_text), sizeof(gdv_text), LIMIT},
    {"gdv_write_node_path subname_count", write_node_path_subname_count, sizeof(gdv_text), sizeof(gdv_text), LIMIT},
    {"gdv_write_node_path names", write_node_path_names, 1, 0, LIMIT},
    {"gdv_write_node_path subnames", write_node_path_subnames, 1, 0, LIMIT},
    {"gdv_write_node_path property", write_node_path_property, 1, 0, LIMIT},
    {"gdv_write_int32s n", write_int32s_n, 4, 0, LIMIT},
    {"gdv_write_int64s n", write_int64s_n, 8, 0, LIMIT},
    {"gdv_write_floats n", write_floats_n, 4, 0, LIMIT},
    {"gdv_write_doubles n", write_doubles_n, 8, 0, LIMIT},
    {"gdv_write_bytes size", write_bytes_size, 1, 0, LIMIT},
    {"gdv_write_strings n", write_strings_n, sizeof(gdv_text), sizeof(gdv_text), LIMIT},
    {"gdv_write_strings strings", write_strings_strings, 1, 0, LIMIT},
    {"gdv_write_signal signal", write_signal_signal, 1, 0, LIMIT},
    {"gdv_write_image image", write_image_image, 1, 0, LIMIT},
    {"gdv_begin_typed_array element", begin_typed_array_element, 1, 0, LIMIT},
    {"gdv_begin_typed_dictionary key", begin_typed_dictionary_key, 1, 0, LIMIT},
    {"gdv_begin_typed_dictionary value", begin_typed_dictionary_value, 1, 0, LIMIT},
    {"gdv_begin_packed_typed_array element", begin_packed_typed_array_element, 1, 0, LIMIT},
    {"gdv_begin_object size", begin_object_size, 1, 0, LIMIT},
    {"gdv_write_name size", write_name_size, 1, 0, LIMIT},
    {"gdv_ffi_validate size", ffi_validate_size, 1, 0, LIMIT},
    {"gdv_ffi_validate scratch_size", ffi_validate_scratch_size, 1, SCRATCH, WORKS},
    {"gdv_ffi_parse size", ffi_parse_size, 1, 0, LIMIT},
    {"gdv_ffi_parse capacity", ffi_parse_capacity, sizeof(gdv_node), NODES + sizeof(gdv_node), WORKS},
    {"gdv_ffi_bound size", ffi_bound_size, 0, 0, WORKS},
    {"gdv_ffi_report_format size", ffi_report_format_size, 1, 64, WORKS},
    {"gdv_ffi_find size", ffi_find_size, 1, 0, NOTHING},
    {"gdv_ffi_find capacity", ffi_find_capacity, 0, 0, NOTHING},
    {"gdv_ffi_get size", ffi_get_size, 1, 0, NOTHING},
    {"gdv_ffi_get capacity", ffi_get_capacity, 0, 0, NOTHING},
    {"gdv_ffi_at size", ffi_at_size, 1, 0, NOTHING},
    {"gdv_ffi_at capacity", ffi_at_capacity, 0, 0, NOTHING},
    {"gdv_ffi_next size", ffi_next_size, 1, 0, NOTHING},
    {"gdv_ffi_next capacity", ffi_next_capacity, 0, 0, NOTHING},
    {"gdv_ffi_type size", ffi_type_size, 1, 0, NOTHING},
    {"gdv_ffi_type capacity", ffi_type_capacity, 0, 0, NOTHING},
    {"gdv_ffi_count size", ffi_count_size, 1, 0, NOTHING},
    {"gdv_ffi_count capacity", ffi_count_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_bool size", ffi_to_bool_size, 1, 0, NOTHING},
    {"gdv_ffi_to_bool capacity", ffi_to_bool_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_int size", ffi_to_int_size, 1, 0, NOTHING},
    {"gdv_ffi_to_int capacity", ffi_to_int_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_double size", ffi_to_double_size, 1, 0, NOTHING},
    {"gdv_ffi_to_double capacity", ffi_to_double_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_number size", ffi_to_number_size, 1, 0, NOTHING},
    {"gdv_ffi_to_number capacity", ffi_to_number_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_text size", ffi_to_text_size, 1, 0, NOTHING},
    {"gdv_ffi_to_text capacity", ffi_to_text_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_bytes size", ffi_to_bytes_size, 1, 0, NOTHING},
    {"gdv_ffi_to_bytes capacity", ffi_to_bytes_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_id size", ffi_to_id_size, 1, 0, NOTHING},
    {"gdv_ffi_to_id capacity", ffi_to_id_capacity, 0, 0, NOTHING},
    {"gdv_ffi_copy_int64 size", ffi_copy_int64_size, 1, 0, NOTHING},
    {"gdv_ffi_copy_int64 capacity", ffi_copy_int64_capacity, 0, 0, NOTHING},
    {"gdv_ffi_copy_double size", ffi_copy_double_size, 1, 0, NOTHING},
    {"gdv_ffi_copy_double capacity", ffi_copy_double_capacity, 0, 0, NOTHING},
    {"gdv_ffi_to_json size", ffi_to_json_size, 1, 0, NOTHING},
    {"gdv_ffi_to_json capacity", ffi_to_json_capacity, 0, 0, NOTHING},
    {"gdv_ffi_get key_size", ffi_get_key_size, 1, 0, NOTHING},
    {"gdv_ffi_at index", ffi_at_index, 0, 0, NOTHING},
    {"gdv_ffi_copy_int64 first", ffi_copy_int64_first, 0, 8, NOTHING},
    {"gdv_ffi_copy_int64 most", ffi_copy_int64_most, 8, 8, WORKS},
    {"gdv_ffi_copy_double first", ffi_copy_double_first, 0, 8, NOTHING},
    {"gdv_ffi_copy_double most", ffi_copy_double_most, 8, 8, WORKS},
    {"gdv_ffi_to_json buffer_size", ffi_to_json_buffer_size, 1, 12, WORKS},
    {"gdv_to_json size", to_json_size, 1, 12, WORKS},
};

/* ---- the places ---- */

typedef struct place {
    const char *name;
    uint8_t *begin;
    size_t size;
    bool top; /* nothing lies above it that a call could be handed */
} place;

static uint8_t *page_at(uintptr_t address, size_t page)
{
    void *wanted = (void *)address; /* NOLINT(performance-no-int-to-ptr): the test is about addresses */
    uint8_t *got =
        (uint8_t *)mmap(wanted, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0);
    if (got != MAP_FAILED && (uintptr_t)got != address) { /* a kernel that takes it for a hint */
        (void)munmap(got, page);
        got = MAP_FAILED;
    }
    return got == MAP_FAILED ? NULL : got;
}

/* The lowest page that is given: a machine gives none below its mmap_min_addr, 64 KiB mostly. */
static place lowest(size_t page)
{
    place found = {"the lowest page", NULL, page, false};
    for (uintptr_t address = page; found.begin == NULL && address < ((uintptr_t)64 << 20); address += page) {
        found.begin = page_at(address, page);
    }
    return found;
}

/* The highest: below the end of what a program has, which is a power of two or a little less, looked for from the top
 * down in steps that halve. */
static place highest(size_t page)
{
    place found = {"the highest page", NULL, page, true};
    uintptr_t step = UINTPTR_MAX / 2 + 1;
    uintptr_t address = UINTPTR_MAX - page + 1;
    for (; found.begin == NULL && step > page; step /= 2) {
        for (uintptr_t pages = 0; found.begin == NULL && pages < 64; pages += 1) {
            found.begin = page_at(address - pages * page, page);
        }
        address = step - page;
    }
    return found;
}

static place between(size_t page)
{
    place found = {"a page between", NULL, page, false};
    found.begin = (uint8_t *)mmap(NULL, page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return found;
}

/* ---- the claims ---- */

static bool is_nowhere(const struct row *row, const uint8_t *memory, size_t n)
{
    return row->width > 0 && n > (SIZE_MAX - (uintptr_t)memory) / row->width;
}

/* Whether all of the place is as it was, but for `writes` bytes from `memory` on. */
static bool is_untouched(const place *in, const uint8_t *before, const uint8_t *memory, size_t writes)
{
    size_t at = (size_t)(memory - in->begin);
    size_t after = writes < in->size - at ? at + writes : in->size;
    return memcmp(in->begin, before, at) == 0 && memcmp(in->begin + after, before + after, in->size - after) == 0;
}

static bool is_right(const struct row *row, const place *in, bool nowhere, size_t n, gdv_status said)
{
    if (nowhere) {
        return said == GDV_E_BAD_ARGUMENT;
    }
    if (row->most == NOTHING || row->most == FEW) {
        return n < 64 || said == GDV_E_BAD_ARGUMENT;
    }
    if (n < 64) { /* a verdict, whatever it is; of nothing nothing may be copied */
        return n == 0 || said != GDV_E_BAD_ARGUMENT;
    }
    if (said == GDV_E_OVERLAP) {
        return row->width > 0 && !in->top;
    }
    return row->most == WORKS ? said == GDV_OK : said >= 80 && said <= 99;
}

/* Whether a packet may have so much, and the memory is not there: nothing can be promised then. */
static bool is_a_lie(const struct row *row, const place *in, const uint8_t *memory, size_t n)
{
    const size_t largest = (size_t)1 << 24;
    size_t room = in->size - (size_t)(memory - in->begin);
    return (row->most == LIMIT || row->most == FEW) && n > room / row->width && n < largest / row->width;
}

static void take(const struct row *row, const place *in, uint8_t *memory, size_t n)
{
    static uint8_t before[1 << 16];
    cr_assert_leq(in->size, sizeof before);
    memset(in->begin, 0, in->size);
    memcpy(before, in->begin, in->size);
    bool nowhere = is_nowhere(row, memory, n);
    if (!nowhere && is_a_lie(row, in, memory, n)) {
        return;
    }
    gdv_status said = row->call(memory, n);
    cr_expect(is_right(row, in, nowhere, n, said), "%s, %zx at %p in %s: %s", row->name, n, (void *)memory, in->name,
              gdv_status_name(said));
    bool is_array =
        row->width == sizeof(gdv_text) && row->most == LIMIT; /* of texts, which the test itself puts there */
    bool is_few = row->width > 0 && n < row->writes / row->width;
    size_t writes = is_array ? sizeof(gdv_text) : nowhere ? 0 : is_few ? n * row->width : row->writes;
    cr_expect(is_untouched(in, before, memory, writes), "%s, %zx at %p in %s: written", row->name, n, (void *)memory,
              in->name);
}

static void take_all(const place *in)
{
    cr_assert_not_null(in->begin, "there is no %s", in->name);
    uint8_t *const memories[] = {in->begin, in->begin + 256, in->begin + in->size - 64};
    for (size_t index = 0; index < COUNT_OF(rows); index += 1) {
        for (size_t which = 0; which < COUNT_OF(memories); which += 1) {
            const struct row *row = &rows[index];
            uint8_t *memory = memories[which];
            for (size_t k = 0; k <= 64; k += 1) {
                take(row, in, memory, SIZE_MAX - k);
            }
            size_t last = (SIZE_MAX - (uintptr_t)memory) / (row->width > 0 ? row->width : 1);
            const size_t some[] = {0, 1, SIZE_MAX / 2, SIZE_MAX / 2 + 1, last - 1, last, last + 1};
            for (size_t n = 0; n < COUNT_OF(some); n += 1) {
                take(row, in, memory, some[n]);
            }
        }
    }
    cr_assert_eq(munmap(in->begin, in->size), 0);
}

static size_t page_size(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

Test(sizes, in_the_lowest_page_no_region_wraps_and_none_is_written_further_than_needed)
{
    const place in = lowest(page_size());
    take_all(&in);
}

Test(sizes, in_the_highest_page_no_region_wraps_and_none_is_written_further_than_needed)
{
    const place in = highest(page_size());
    take_all(&in);
}

Test(sizes, in_a_page_between_no_region_wraps_and_none_is_written_further_than_needed)
{
    const place in = between(page_size());
    take_all(&in);
}

/* What a reader is given as scratch memory no event may lie in, however much more it is than the packet needs. */
Test(sizes, an_event_may_not_lie_in_scratch_memory_that_the_packet_does_not_need)
{
    static union {
        uint8_t bytes[1024];
        gdv_event event;
    } scratch;
    static gdv_reader reader;
    gdv_event *event = (gdv_event *)(void *)(scratch.bytes + 512);
    cr_assert_eq(gdv_reader_init(&reader, packet_of_int, sizeof packet_of_int, D, NULL, scratch.bytes, 1024), GDV_OK);
    cr_expect_eq(gdv_reader_next(&reader, event), GDV_E_OVERLAP);
    cr_expect_eq(gdv_reader_next(&reader, (gdv_event *)(void *)scratch.bytes), GDV_E_OVERLAP);
}
