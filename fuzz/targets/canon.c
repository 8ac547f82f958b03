/* SPDX-License-Identifier: MIT */
/* Fuzz target: the canonical packet. On every input it holds what canon.h promises:
 *
 *   1  memory: packet and output are heap blocks of exactly their size, and nothing beyond `capacity` is written
 *   5  one verdict: gdv_canonicalize refuses what gdv_validate refuses, with the same report
 *   6  outputs: what is refused writes nothing and has no size; too little capacity is said so, with what is enough
 *   9  canonical: the same policy accepts the output, which means the same and is its own canonical form; it holds no
 *      byte of padding, nor of the memory that it was made in; under the strict policy it is the packet with its padding
 *      set to zero; in place it is the same, or nothing is changed */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/canonical.h"
#include "fuzz/support/dialects.h"
#include "fuzz/support/values.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- padding ---- */

/* Byte `at` of a packet, and the length or count that begins there: read here, not by the library. */
static uint32_t word_at(const uint8_t *bytes, size_t at)
{
    return (uint32_t)bytes[at] | (uint32_t)bytes[at + 1] << 8 | (uint32_t)bytes[at + 2] << 16 |
           (uint32_t)bytes[at + 3] << 24;
}

/* Sets what pads n texts in a row, the first of which has its length word at `at`. Returns where the next one has. */
static size_t fill_texts(uint8_t *bytes, size_t at, size_t n, uint8_t with)
{
    for (size_t text = 0; text < n; text += 1) {
        size_t size = word_at(bytes, at);
        size_t padding = (4 - size % 4) % 4;
        memset(bytes + at + 4 + size, with, padding);
        at += 4 + size + padding;
    }
    return at;
}

/* Texts that declare the elements of a container: class names and script paths. */
static void fill_declarations(uint8_t *bytes, const gdv_event *event, uint8_t with)
{
    gdv_element element;
    gdv_element second;
    gdv_type type = gdv_type_of(event->value);
    size_t at = event->offset + 4;
    promise(gdv_element_of(event->value, &element) == GDV_OK, "a container declares its elements");
    if (type == GDV_TYPE_TYPED_ARRAY || type == GDV_TYPE_PACKED_TYPED_ARRAY) {
        fill_texts(bytes, at + 8, element.kind == GDV_ELEMENT_CLASS ? 1 : 0, with);
        return;
    }
    if (element.kind == GDV_ELEMENT_TYPE) {
        at += 4;
    } else if (element.kind != GDV_ELEMENT_ANY) {
        at = fill_texts(bytes, at, 1, with);
    }
    if (gdv_value_element_of(event->value, &second) == GDV_OK && second.kind != GDV_ELEMENT_ANY &&
        second.kind != GDV_ELEMENT_TYPE) {
        fill_texts(bytes, at, 1, with);
    }
}

/* Sets every byte of padding in one value, as section 5 of the wire reference lays it out. A node path of the old form
 * has none. */
static void fill_value(uint8_t *bytes, const gdv_event *event, uint8_t with)
{
    gdv_node_path path = {.old_form = false};
    switch (gdv_type_of(event->value)) {
    case GDV_TYPE_STRING:
    case GDV_TYPE_STRING_NAME:
    case GDV_TYPE_SIGNAL:
    case GDV_TYPE_PACKED_BYTE_ARRAY:
        fill_texts(bytes, event->offset + 4, 1, with);
        break;
    case GDV_TYPE_OBJECT:
        fill_texts(bytes, event->offset + 4, gdv_is_object_id(event->value) || event->size < 8 ? 0 : 1, with);
        break;
    case GDV_TYPE_PACKED_STRING_ARRAY:
        fill_texts(bytes, event->offset + 8, gdv_count(event->value), with);
        break;
    case GDV_TYPE_NODE_PATH:
        promise(gdv_to_node_path(event->value, &path) == GDV_OK, "a path is a path");
        fill_texts(bytes, event->offset + 16, path.old_form ? 0 : gdv_count(event->value), with);
        break;
    case GDV_TYPE_IMAGE:
        fill_texts(bytes, event->offset + 20, 1, with);
        break;
    case GDV_TYPE_ARRAY:
    case GDV_TYPE_DICTIONARY:
    case GDV_TYPE_TYPED_ARRAY:
    case GDV_TYPE_PACKED_TYPED_ARRAY:
        fill_declarations(bytes, event, with);
        break;
    default:
        break;
    }
}

/* A copy of the packet in which every byte of padding is `with`. */
static uint8_t *repadded(const reading *of, uint8_t with)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    uint8_t *bytes = fresh(of->bytes, of->size);
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_status status =
        gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
    while (status == GDV_OK && event.kind != GDV_EVENT_DONE) {
        status = gdv_reader_next(reader, &event);
        if (event.kind == GDV_EVENT_NAME) {
            fill_texts(bytes, event.offset, 1, with);
        } else if (event.kind == GDV_EVENT_VALUE || event.kind == GDV_EVENT_BEGIN) {
            fill_value(bytes, &event, with);
        }
    }
    promise(status == GDV_OK, "the reader accepts what is canonicalized");
    free(reader);
    return bytes;
}

/* Whatever the padding is, and the memory, the canonical packet is the same; under the strict policy it is what was
 * given, with zeros there. */
static void check_padding(const reading *of, const made *canonical)
{
    gdv_policy strict;
    reading dirty = *of;
    uint8_t *zeros = repadded(of, 0);
    uint8_t *noise = repadded(of, 0xee);

    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    if ((of->policy.permit & ~strict.permit) == 0) {
        promise(canonical->size == of->size && memcmp(canonical->bytes, zeros, of->size) == 0,
                "under the strict policy a packet changes in its padding alone");
    }
    dirty.policy.permit |= GDV_PERMIT_PADDING;
    memset(dirty.scratch, 0xee, dirty.scratch_size);
    made other = canonicalize(&dirty, noise, of->size, canonical->size);
    promise(other.code == GDV_OK && other.size == canonical->size &&
                memcmp(other.bytes, canonical->bytes, other.size) == 0,
            "no byte of padding or memory is in the canonical packet");
    free(other.bytes);
    free(zeros);
    free(noise);
}

/* ---- what it means ---- */

static void check_meaning(const reading *of, const made *canonical)
{
    bool any_spelling = dialect_takes_lax_text(of->dialect);
    gdv_node *given_nodes = NULL;
    gdv_node *written_nodes = NULL;
    gdv_document *given = parse_accepted(of, of->bytes, of->size, &given_nodes);
    gdv_document *written = parse_accepted(of, canonical->bytes, canonical->size, &written_nodes);
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
            if (!check_kept(of->dialect, here.role, here.value, there.value)) {
                check_same(here.value, there.value, any_spelling);
            }
        }
    }
    walk_end(&one);
    walk_end(&other);
    free(given);
    free(written);
    free(given_nodes);
    free(written_nodes);
}

/* ---- the output ---- */

/* Over the packet itself: the same bytes, or none. */
static void check_in_place(reading *of, const made *canonical)
{
    bool strict = of->policy.permit == 0;
    size_t capacity = of->size + choose(of, 9);
    uint8_t *place = fresh(NULL, capacity);
    memset(place, UNTOUCHED, capacity);
    memcpy(place, of->bytes, of->size);
    made result = canonicalize_into(of, place, of->size, place, capacity);
    if (result.code == GDV_OK) {
        promise(result.size == canonical->size && memcmp(place, canonical->bytes, result.size) == 0,
                "in place the result is the same");
        promise(is_untouched(place + of->size, capacity - of->size), "nothing is written after the packet");
    } else {
        promise(result.code == GDV_E_OVERLAP && !strict, "in place all goes well, but where the packet would grow");
        promise(memcmp(place, of->bytes, of->size) == 0, "what cannot be done in place changes nothing");
    }
    free(place);
}

/* Any capacity: enough, or what is missing is said. */
static void check_capacity(reading *of, const made *canonical)
{
    made measured = canonicalize_into(of, of->bytes, of->size, NULL, 0);
    made result = canonicalize(of, of->bytes, of->size, choose(of, canonical->size + 8));
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
    made canonical = canonicalize(of, of->bytes, of->size, canonical_room(of->size));
    check_canonical_verdict(of, &canonical);
    if (canonical.code == GDV_OK) {
        check_fixed_point(of, &canonical);
        check_padding(of, &canonical);
        check_meaning(of, &canonical);
        check_in_place(of, &canonical);
        check_capacity(of, &canonical);
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
