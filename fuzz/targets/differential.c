/* SPDX-License-Identifier: MIT */
/* Fuzz target: the library against a second decoder, the naive one of tests/reference/naive.h, which is recursive, shares no code
 * with it and was written from the wire reference alone. On every input the two agree:
 *
 *   3  bounded work: what headers promise is paid for in both, by the same rule
 *   4  limits: both refuse the same value at the same limit
 *   6  errors: the same code, misreading, offset of the first error, and number of missing bytes
 *   7  values: the same types, numbers bit by bit, texts byte by byte, counts, declarations, names and bytes consumed;
 *      and keys that the engine takes for one are found, whatever they are made of
 *
 * And the library agrees with itself value by value: whether what is plain is read in few instructions (lib/decode/fast.h) or
 * like everything else.
 *
 * Of each packet that passes, two values, or one and a copy that differs by a bit or by nothing, are made keys of a
 * dictionary, and so is each of its first paths with those that some engines take for the same. That is judged as well:
 * mutation alone seldom makes two keys that are nearly equal.
 *
 * The other targets hold the library against itself, so they cannot see what it reads wrongly everywhere. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"
#include "fuzz/support/values.h"
#include "tests/reference/naive.h"
#include "tests/support/two_paths.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool same_text(gdv_text text, naive_text naive)
{
    return text.size == naive.size && (text.size == 0 || memcmp(text.bytes, naive.bytes, text.size) == 0);
}

/* ---- numbers ---- */

static uint64_t bits_of(double number)
{
    uint64_t bits = 0;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* The bits of one component, through the copy that keeps them. */
static uint64_t part_bits(const gdv_numbers *parts, size_t index)
{
    int32_t int32 = 0;
    int64_t int64 = 0;
    float narrow = 0.0F;
    double wide = 0.0;
    uint32_t low = 0;
    uint64_t bits = 0;
    switch (parts->component) {
    case GDV_COMPONENT_INT8:
    case GDV_COMPONENT_INT16:
        return (uint64_t)gdv_component_int(parts, index, 0);
    case GDV_COMPONENT_INT32:
        promise(gdv_copy_int32(parts, index, &int32, 1) == 1, "an int32 is copied");
        memcpy(&low, &int32, sizeof low);
        return low;
    case GDV_COMPONENT_INT64:
        promise(gdv_copy_int64(parts, index, &int64, 1) == 1, "an int64 is copied");
        memcpy(&bits, &int64, sizeof bits);
        return bits;
    case GDV_COMPONENT_FLOAT32:
        promise(gdv_copy_float(parts, index, &narrow, 1) == 1, "a float is copied");
        memcpy(&low, &narrow, sizeof low);
        return low;
    default:
        promise(gdv_copy_double(parts, index, &wide, 1) == 1, "a double is copied");
        return bits_of(wide);
    }
}

static void compare_numbers(gdv_value value, const naive_value *naive)
{
    gdv_numbers parts;
    gdv_status status = gdv_to_numbers(value, &parts);
    promise((status == GDV_OK) == (naive->part != GDV_COMPONENT_NONE), "both have numbers, or neither");
    promise(parts.component == naive->part && parts.elements == naive->rows && parts.components == naive->components,
            "numbers have the same shape");
    for (size_t index = 0; index < naive->rows * naive->components; index += 1) {
        promise(part_bits(&parts, index) == naive->numbers[index], "numbers have the same bits");
    }
    int64_t whole = 0;
    promise(gdv_to_int(value, INT64_MIN, INT64_MAX, &whole) != GDV_OK || naive->type == GDV_TYPE_INT, "an int is one");
    promise(whole == naive->whole, "ints are the same");
    promise(gdv_bool_or(value, false) == naive->truth, "bools are the same");
    double fraction = 0.0;
    if (gdv_to_double(value, -INFINITY, INFINITY, &fraction) == GDV_OK) {
        double expected = 0.0;
        float narrow = 0.0F;
        uint32_t low = (uint32_t)(naive->numbers[0] & 0xffffffffu);
        memcpy(&expected, &naive->numbers[0], sizeof expected);
        memcpy(&narrow, &low, sizeof narrow);
        expected = naive->part == GDV_COMPONENT_FLOAT64 ? expected : (double)narrow;
        promise(bits_of(fraction) == bits_of(expected), "floats are the same");
    }
}

/* ---- texts and bytes ---- */

static void compare_texts(gdv_value value, const naive_value *naive)
{
    gdv_text text = {"", 0};
    gdv_strings strings;
    gdv_node_path path;
    bool is_text = naive->type == GDV_TYPE_STRING || naive->type == GDV_TYPE_STRING_NAME;
    promise((gdv_to_text(value, &text) == GDV_OK) == is_text, "both are texts, or neither");
    promise(!is_text || same_text(text, naive->texts[0]), "texts are the same");

    bool is_path = naive->type == GDV_TYPE_NODE_PATH;
    bool listed = is_path || naive->type == GDV_TYPE_PACKED_STRING_ARRAY;
    promise((gdv_strings_begin(value, &strings) == GDV_OK) == listed, "both have strings, or neither");
    for (size_t index = 0; listed && index < naive->text_count; index += 1) {
        promise(gdv_strings_next(&strings, &text) && same_text(text, naive->texts[index]), "strings are the same");
    }
    promise(!gdv_strings_next(&strings, &text), "there are no more strings");
    promise((gdv_to_node_path(value, &path) == GDV_OK) == is_path, "both are paths, or neither");
    promise(path.absolute == naive->absolute && path.property == naive->property && path.old_form == naive->old_form &&
                path.names == naive->names && path.subnames == naive->subnames,
            "paths have the same shape");
}

static void compare_bytes(gdv_value value, const naive_value *naive)
{
    const uint8_t *bytes = NULL;
    size_t size = 0;
    gdv_image image;
    gdv_input_event event;
    bool is_image = naive->type == GDV_TYPE_IMAGE;
    bool is_event = naive->type == GDV_TYPE_INPUT_EVENT;
    promise((gdv_to_bytes(value, &bytes, &size) == GDV_OK) == (naive->type == GDV_TYPE_PACKED_BYTE_ARRAY),
            "both are bytes, or neither");
    promise((gdv_to_image(value, &image) == GDV_OK) == is_image, "both are images, or neither");
    promise((gdv_to_input_event(value, &event) == GDV_OK) == is_event, "both are input events, or neither");
    if (is_image) {
        bytes = image.bytes;
        size = image.size;
        promise(image.format == naive->words[0] && image.mipmaps == naive->words[1] && image.width == naive->words[2] &&
                    image.height == naive->words[3],
                "images have the same shape");
    }
    promise(size == naive->bytes.size && (size == 0 || memcmp(bytes, naive->bytes.bytes, size) == 0),
            "bytes are the same");
    promise(!is_event ||
                (event.type == naive->words[0] && event.device == naive->words[1] && event.words == naive->extra &&
                 event.extra[0] == naive->words[2] && event.extra[1] == naive->words[3]),
            "input events are the same");
}

/* ---- what containers and objects say of themselves ---- */

static void compare_declared(const gdv_element *element, const naive_declared *naive)
{
    promise(element->kind == naive->kind && element->type == naive->type, "containers declare the same type");
    promise(same_text(element->name, naive->name), "containers declare the same class");
}

static void compare_compounds(gdv_value value, const naive_value *naive)
{
    gdv_element element;
    gdv_text name = {"", 0};
    gdv_signal signal;
    uint64_t id = 0;
    if (gdv_element_of(value, &element) == GDV_OK) {
        compare_declared(&element, &naive->elements);
    }
    if (gdv_value_element_of(value, &element) == GDV_OK) {
        promise(naive->type == GDV_TYPE_DICTIONARY, "a dictionary is one");
        compare_declared(&element, &naive->values);
    }
    promise(gdv_is_shared(value) == naive->shared, "both are shared, or neither");

    bool is_object = naive->type == GDV_TYPE_OBJECT;
    promise((gdv_to_object_id(value, &id) == GDV_OK) == (is_object && naive->by_id), "both are ids, or neither");
    promise(!naive->by_id || id == naive->id, "object ids are the same");
    promise((gdv_class_of(value, &name) == GDV_OK) == (is_object && !naive->by_id), "both are objects, or neither");
    promise(!is_object || naive->by_id || same_text(name, naive->texts[0]), "classes are the same");

    bool is_rid = naive->type == GDV_TYPE_RID;
    bool is_signal = naive->type == GDV_TYPE_SIGNAL;
    promise((gdv_to_rid(value, &id) == GDV_OK) == is_rid && (!is_rid || id == naive->id), "RIDs are the same");
    promise((gdv_to_signal(value, &signal) == GDV_OK) == is_signal, "both are signals, or neither");
    promise(!is_signal || (signal.object == naive->id && same_text(signal.name, naive->texts[0])),
            "signals are the same");
}

/* What gdv_count counts of a value (value.h). */
static size_t counted(const naive_value *naive)
{
    switch (naive->type) {
    case GDV_TYPE_NODE_PATH:
    case GDV_TYPE_PACKED_STRING_ARRAY:
        return naive->text_count;
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
        return naive->texts[0].size;
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        return naive->bytes.size;
    default:
        return naive->container ? naive->count : naive->type >= GDV_TYPE_PACKED_BYTE_ARRAY ? naive->rows : 0;
    }
}

/* ---- the tree ---- */

/* The next value of the walk, and all that is in it. As deep as the packet, which is 1024 at most. */
static void compare(walk *through, const naive_value *naive)
{
    stop here = walk_next(through);
    promise(gdv_type_of(here.value) == naive->type, "types are the same");
    promise(here.kind == (naive->container ? GDV_EVENT_BEGIN : GDV_EVENT_VALUE), "both hold values, or neither");
    promise(gdv_count(here.value) == counted(naive), "counts are the same");
    compare_numbers(here.value, naive);
    compare_texts(here.value, naive);
    compare_bytes(here.value, naive);
    compare_compounds(here.value, naive);
    if (!naive->container) {
        return;
    }
    size_t children = naive->type == GDV_TYPE_DICTIONARY ? 2 * naive->count : naive->count;
    for (size_t child = 0; child < children; child += 1) {
        if (naive->type == GDV_TYPE_OBJECT) {
            gdv_text name = {"", 0};
            stop property = walk_next(through);
            promise(property.kind == GDV_EVENT_NAME && gdv_to_text(property.value, &name) == GDV_OK &&
                        same_text(name, naive->property_names[child]),
                    "properties have the same names");
        }
        compare(through, &naive->children[child]);
    }
    promise(walk_next(through).kind == GDV_EVENT_END, "a container ends where it should");
}

static void compare_trees(const reading *of, const naive_value *naive)
{
    size_t capacity = gdv_document_bound(of->size);
    gdv_node *nodes = fresh(NULL, capacity * sizeof *nodes);
    gdv_document document;
    walk through;
    gdv_status code =
        gdv_document_parse(&document, of->bytes, of->size, of->dialect, &of->policy, nodes, capacity, NULL);
    promise(code == GDV_OK, "the document is built");
    walk_start(&through, gdv_root(&document));
    compare(&through, naive);
    promise(walk_next(&through).kind == GDV_EVENT_DONE, "there are no more values");
    walk_end(&through);
    free(nodes);
}

/* ---- verdicts ---- */

/* Both verdicts on one packet. The naive one is to be freed by the caller. */
static naive_verdict compare_verdicts(const reading *of)
{
    gdv_report report;
    gdv_stats used;
    memset(&report, 0, sizeof report);
    memset(&used, 0, sizeof used);
    report.struct_size = sizeof report;
    used.struct_size = sizeof used;
    gdv_status code =
        gdv_validate(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size, &used, &report);
    naive_verdict naive = naive_read(of->bytes, of->size, of->dialect, &of->policy);
    promise(code == naive.code, "the verdict is the same");
    promise(report.misread == naive.misread, "the misreading is the same");
    promise(report.offset == naive.offset, "the first error is at the same offset");
    promise(report.need == naive.need, "as many bytes are missing");
    promise(code != GDV_OK || used.bytes == naive.used, "as many bytes are used");
    return naive;
}

/* ---- keys ---- */

enum { MOST_KEYS = 64, MOST_PATHS = 4 };

/* A value's bytes. */
typedef struct span {
    const uint8_t *bytes;
    size_t size;
} span;

/* Values that could be keys, however deep they are. */
static size_t collect(const naive_value *from, const naive_value **found, size_t n)
{
    size_t children = from->type == GDV_TYPE_DICTIONARY ? 2 * from->count : from->container ? from->count : 0;
    if (n < MOST_KEYS) {
        found[n] = from;
        n += 1;
    }
    for (size_t child = 0; child < children && n < MOST_KEYS; child += 1) {
        n = collect(&from->children[child], found, n);
    }
    return n;
}

static void put_word(uint8_t *at, uint32_t word)
{
    for (size_t byte = 0; byte < 4; byte += 1) {
        at[byte] = (uint8_t)((word >> (8 * byte)) & 0xffu);
    }
}

/* {one: nil, other: nil}; `alone`: nothing but equal keys is refused, so that keys of any form are compared. */
static void compare_pair(const reading *of, span one, span other, bool alone)
{
    uint32_t dictionary = 0;
    reading keys = *of;
    keys.size = 8 + one.size + 4 + other.size + 4;
    keys.scratch_size = gdv_scratch_bound(keys.size);
    keys.scratch = fresh(NULL, keys.scratch_size);
    uint8_t *bytes = fresh(NULL, keys.size);
    promise(gdv_dialect_type_id(of->dialect, GDV_TYPE_DICTIONARY, &dictionary), "there are dictionaries");
    put_word(bytes, dictionary);
    put_word(bytes + 4, 2);
    memcpy(bytes + 8, one.bytes, one.size);
    put_word(bytes + 8 + one.size, 0);
    uint8_t *second = bytes + 8 + one.size + 4;
    memcpy(second, other.bytes, other.size);
    put_word(second + other.size, 0);
    keys.bytes = bytes;
    if (alone) {
        gdv_policy_init(&keys.policy, GDV_POLICY_ENGINE);
        keys.policy.permit = GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN;
    }
    keys.policy.permit &= ~GDV_PERMIT_DUPLICATE_KEYS;
    naive_verdict naive = compare_verdicts(&keys);
    naive_free(&naive);
    free(bytes);
    free(keys.scratch);
}

static span span_of(const reading *of, const naive_value *value)
{
    return (span){of->bytes + value->offset, value->end - value->offset};
}

/* A path beside one that is absolute where it is not, and beside one with an empty text more: of these the engines make
 * one key or two (section 7 of the wire reference), and chance seldom makes them. */
static void compare_paths(const reading *of, const naive_value *path)
{
    span one = span_of(of, path);
    uint8_t *twin = fresh(NULL, one.size + 4);
    memcpy(twin, one.bytes, one.size);
    put_word(twin + one.size, 0);
    twin[12] ^= 1u;
    compare_pair(of, one, (span){twin, one.size}, true);
    twin[12] ^= 1u;
    if ((twin[12] & 2u) == 0) {
        twin[12] |= 2u;
        compare_pair(of, one, (span){twin, one.size + 4}, true);
    }
    free(twin);
}

static void compare_keys(reading *of, const naive_value *root)
{
    const naive_value *found[MOST_KEYS];
    size_t n = collect(root, found, 0);
    const naive_value *one = found[choose(of, n)];
    bool copied = choose(of, 2) == 0;
    span other = span_of(of, copied ? one : found[choose(of, n)]);
    uint8_t *bytes = fresh(other.bytes, other.size);
    if (copied && choose(of, 4) != 0) {
        bytes[choose(of, other.size)] ^= (uint8_t)(1u << choose(of, 8));
    }
    compare_pair(of, span_of(of, one), (span){bytes, other.size}, choose(of, 2) == 0);
    free(bytes);
    uint32_t paths = 0;
    for (size_t index = 0; index < n && paths < MOST_PATHS; index += 1) {
        if (found[index]->type == GDV_TYPE_NODE_PATH && !found[index]->old_form) {
            compare_paths(of, found[index]);
            paths += 1;
        }
    }
}

static void check(reading *of)
{
    const char *what = two_paths_differ(of->bytes, of->size, of->dialect, &of->policy);
    promise(what == NULL, what == NULL ? "" : what);
    naive_verdict naive = compare_verdicts(of);
    if (naive.root != NULL) {
        compare_trees(of, naive.root);
        compare_keys(of, naive.root);
    }
    naive_free(&naive);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
