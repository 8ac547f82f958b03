/* SPDX-License-Identifier: MIT */
/* Every packet of the corpus with its last byte just before an unreadable page, and with its first byte just after one,
 * and so is all memory that the library is given beside it: one byte too far ends the program, in optimised code and
 * under every compiler, where AddressSanitizer is not at hand. What is said of the packet there is what is said of it on
 * the heap. Promise 1.
 *
 * Alignment: a reader that takes sixteen bytes at a time may go wrong for one of sixteen starts, or for one of sixteen
 * ends. So 0 to 15 bytes are cut off after, and what is left ends at the page: each start, and each length of what is
 * left over. And the whole begins 0 to 15 bytes after a page: each end. */
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <string.h>

#include "tests/support/corpus.h"
#include "tests/support/guard.h"

enum { SHIFTS = 16 };

/* The packet, and what the library is given beside it; each between pages of its own. */
typedef struct places {
    guarded packet;
    guarded scratch;
    guarded nodes;
    guarded reader;
    guarded out;
} places;

typedef void *(*edge)(const guarded *from, size_t size);

/* One packet in its place, and the verdict on it. */
typedef struct sample {
    const places *in;
    edge at; /* where in its pages all memory is but the packet's */
    const uint8_t *bytes;
    size_t size;
    gdv_dialect dialect;
    const gdv_policy *policy;
    const verdict *said;
    uint32_t sum; /* of all that a getter pointed to */
} sample;

static void touch(sample *of, const void *bytes, size_t size)
{
    const uint8_t *each = bytes;
    for (size_t index = 0; index < size; index += 1) {
        of->sum = (of->sum ^ each[index]) & 0xffffffu;
    }
}

static void look_at_numbers(sample *of, gdv_value value)
{
    gdv_numbers parts;
    double doubles[8];
    int64_t ints[8];
    if (gdv_to_numbers(value, &parts) == GDV_OK && parts.elements > 0) {
        size_t all = parts.elements * parts.components;
        for (size_t first = 0; first < all; first += 8) {
            touch(of, doubles, gdv_copy_double(&parts, first, doubles, 8) * sizeof doubles[0]);
            touch(of, ints, gdv_copy_int64(&parts, first, ints, 8) * sizeof ints[0]);
        }
        doubles[0] = gdv_component_double(&parts, parts.elements - 1, parts.components - 1);
        ints[0] = gdv_component_int(&parts, parts.elements - 1, parts.components - 1);
        touch(of, doubles, sizeof doubles[0]);
        touch(of, ints, sizeof ints[0]);
    }
}

/* Every getter; what it points to is read to the last byte. */
static void look(sample *of, gdv_value value)
{
    gdv_text text = {"", 0};
    gdv_strings strings;
    gdv_element element = {.name = {"", 0}};
    gdv_signal signal = {.name = {"", 0}};
    gdv_image image;
    const uint8_t *bytes = NULL;
    size_t size = 0;
    double number = gdv_number_or(value, -1e300, 1e300, 0.0);
    char copy[8];

    touch(of, &number, sizeof number);
    look_at_numbers(of, value);
    if (gdv_to_text(value, &text) == GDV_OK) {
        touch(of, text.bytes, text.size);
        (void)gdv_text_copy(value, copy, sizeof copy);
        touch(of, copy, strlen(copy));
    }
    if (gdv_to_bytes(value, &bytes, &size) == GDV_OK) {
        touch(of, bytes, size);
    }
    if (gdv_strings_begin(value, &strings) == GDV_OK) {
        while (gdv_strings_next(&strings, &text)) {
            touch(of, text.bytes, text.size);
        }
    }
    if (gdv_class_of(value, &text) == GDV_OK) {
        touch(of, text.bytes, text.size);
    }
    if (gdv_element_of(value, &element) == GDV_OK) {
        touch(of, element.name.bytes, element.name.size);
    }
    if (gdv_value_element_of(value, &element) == GDV_OK) {
        touch(of, element.name.bytes, element.name.size);
    }
    if (gdv_to_signal(value, &signal) == GDV_OK) {
        touch(of, signal.name.bytes, signal.name.size);
    }
    if (gdv_to_image(value, &image) == GDV_OK) {
        touch(of, image.bytes, image.size);
    }
}

static void look_at_all(sample *of, gdv_value value)
{
    gdv_iterator each;
    look(of, value);
    gdv_iterate(value, &each);
    while (gdv_iterate_next(&each)) {
        look(of, each.key);
        look_at_all(of, each.value);
    }
    (void)gdv_at(value, gdv_count(value));
    (void)gdv_get(value, "no such key");
}

static void insist_on(const sample *of, const char *what, gdv_status code, const gdv_report *report)
{
    const gdv_report *said = &of->said->report;
    cr_assert(code == of->said->code && report->offset == said->offset && report->need == said->need,
              "%s: %zu bytes: %s at %zu, not %s at %zu", what, of->size, gdv_status_name(code), (size_t)report->offset,
              gdv_status_name(of->said->code), (size_t)said->offset);
}

static void validates(sample *of)
{
    size_t scratch_size = gdv_scratch_bound(of->size);
    gdv_report report = {.struct_size = sizeof report};
    gdv_status code = gdv_validate(of->bytes, of->size, of->dialect, of->policy, of->at(&of->in->scratch, scratch_size),
                                   scratch_size, NULL, &report);
    insist_on(of, "validate", code, &report);
}

static void reads(sample *of)
{
    size_t scratch_size = gdv_scratch_bound(of->size);
    gdv_report report = {.struct_size = sizeof report};
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    gdv_reader *reader = of->at(&of->in->reader, sizeof *reader);
    gdv_status code = gdv_reader_init(reader, of->bytes, of->size, of->dialect, of->policy,
                                      of->at(&of->in->scratch, scratch_size), scratch_size);
    while (code == GDV_OK && event.kind != GDV_EVENT_DONE) {
        code = gdv_reader_next(reader, &event);
        if (code == GDV_OK) {
            look(of, event.value);
        }
    }
    insist_on(of, "reader", gdv_reader_finish(reader, &report), &report);
}

static void parses(sample *of)
{
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    size_t capacity = gdv_document_bound(of->size);
    gdv_node *nodes = of->at(&of->in->nodes, capacity * sizeof *nodes);
    gdv_status code =
        gdv_document_parse(&document, of->bytes, of->size, of->dialect, of->policy, nodes, capacity, &report);
    insist_on(of, "document", code, &report);
    look_at_all(of, gdv_root(&document));
}

/* What canonicalizing refuses beyond the validator is no matter here. */
static void canonizes(sample *of)
{
    size_t scratch_size = gdv_scratch_bound(of->size);
    void *scratch = of->at(&of->in->scratch, scratch_size);
    size_t size = 0;
    size_t written = 0;
    gdv_status code =
        gdv_canonicalize(of->bytes, of->size, of->dialect, of->policy, scratch, scratch_size, NULL, 0, &size, NULL);
    if (code == GDV_OK) {
        code = gdv_canonicalize(of->bytes, of->size, of->dialect, of->policy, scratch, scratch_size,
                                of->at(&of->in->out, size), size, &written, NULL);
        cr_assert(code == GDV_OK && written == size, "canonicalize: %zu bytes: %s", of->size, gdv_status_name(code));
    }
}

/* Puts the packet there, and everything else at that edge. */
static void place(const places *in, uint8_t *there, edge at, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                  const gdv_policy *policy)
{
    verdict said = verdict_of(bytes, size, dialect, policy);
    sample of = {in, at, there, size, dialect, policy, &said, 0};
    if (size > 0) {
        memcpy(there, bytes, size);
    }
    validates(&of);
    reads(&of);
    parses(&of);
    canonizes(&of);
}

/* With up to `shifts` - 1 bytes cut off, and that many bytes after a page. */
static void place_everywhere(const char *name, const packet *bytes, gdv_dialect dialect, const gdv_policy *policy,
                             size_t shifts)
{
    size_t size = bytes->size;
    places in = {guard_open(size + SHIFTS), guard_open(gdv_scratch_bound(size)),
                 guard_open(gdv_document_bound(size) * sizeof(gdv_node)), guard_open(sizeof(gdv_reader)),
                 guard_open(4 * size + 64)};
    guard_says(name);
    for (size_t cut = 0; cut < shifts && cut <= size; cut += 1) {
        place(&in, guard_last(&in.packet, size - cut), guard_last, bytes->bytes, size - cut, dialect, policy);
    }
    for (size_t shift = 0; shift < shifts; shift += 1) {
        uint8_t *there = guard_first(&in.packet, size + shift);
        place(&in, there + shift, guard_first, bytes->bytes, size, dialect, policy);
    }
    guard_close(&in.packet);
    guard_close(&in.scratch);
    guard_close(&in.nodes);
    guard_close(&in.reader);
    guard_close(&in.out);
}

/* Under both presets: strict stops early, where strangers are stopped; engine reads on. */
static size_t seeds_are_safe(gdv_dialect dialect)
{
    gdv_policy strict = policy_from_text("strict");
    gdv_policy engine = policy_from_text("engine+object");
    size_t packets = 0;
    seeds each = seeds_of(dialect);
    while (seeds_next(&each)) {
        place_everywhere(each.name, &each.bytes, dialect, &strict, SHIFTS);
        place_everywhere(each.name, &each.bytes, dialect, &engine, SHIFTS);
        packets += 1;
    }
    return packets;
}

static size_t manifest_is_safe(const char *folder)
{
    size_t packets = 0;
    malformed each = malformed_of(folder);
    while (malformed_next(&each)) {
        place_everywhere(each.name, &each.bytes, each.dialect, &each.policy, SHIFTS);
        packets += 1;
    }
    return packets;
}

Test(guard, seeds_are_read_between_unreadable_pages)
{
    size_t packets = 0;
    for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
        packets += seeds_are_safe((gdv_dialect)dialect);
    }
    cr_assert_geq(packets, 900, "%zu packets", packets);
}

Test(guard, malformed_packets_are_refused_between_unreadable_pages)
{
    size_t packets = manifest_is_safe("corpus/malformed");
    cr_assert_geq(packets, 400, "%zu packets", packets);
}

Test(guard, packets_that_were_bugs_are_read_between_unreadable_pages)
{
    size_t packets = manifest_is_safe("corpus/regress");
    cr_assert_geq(packets, 1, "%zu packets", packets);
}

/* What the fuzzers of packets found, none perhaps: with the two bytes after that choose a reading, and so in every
 * dialect. There are many, so at the pages alone. */
static void finds_are_safe(const char *folder, size_t *packets)
{
    gdv_policy engine = policy_from_text("engine+object");
    DIR *files = opendir(folder);
    const struct dirent *file = files != NULL ? readdir(files) : NULL;
    while (file != NULL) {
        char path[512];
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (file->d_name[0] != '.') {
            packet bytes = packet_from_file(path);
            for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
                place_everywhere(path, &bytes, (gdv_dialect)dialect, &engine, 1);
            }
            packet_free(&bytes);
            *packets += 1;
        }
        file = readdir(files);
    }
    if (files != NULL) {
        closedir(files);
    }
}

Test(guard, finds_of_the_fuzzers_are_read_between_unreadable_pages)
{
    static const char *const folders[] = {"canon",  "decode",    "differential", "document", "limits",
                                          "reader", "roundtrip", "several",      "truncate"};
    size_t packets = 0;
    for (size_t index = 0; index < sizeof folders / sizeof folders[0]; index += 1) {
        char folder[64];
        snprintf(folder, sizeof folder, "corpus/fuzz/%s", folders[index]);
        finds_are_safe(folder, &packets);
    }
    printf("%zu finds\n", packets);
}
