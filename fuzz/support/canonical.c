/* SPDX-License-Identifier: MIT */
#include "fuzz/support/canonical.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/support/dialects.h"

size_t canonical_room(size_t size)
{
    return 2 * size + 8;
}

made canonicalize_into(const reading *of, const uint8_t *bytes, size_t size, uint8_t *out, size_t capacity)
{
    made result = {.bytes = NULL, .capacity = capacity, .size = SIZE_MAX};
    memset(&result.report, 0xa5, sizeof result.report);
    result.report.struct_size = sizeof result.report;
    result.code = gdv_canonicalize(bytes, size, of->dialect, &of->policy, of->scratch, of->scratch_size, out, capacity,
                                   &result.size, &result.report);
    promise(result.report.code == result.code, "the report has the code that was returned");
    promise(result.code == GDV_OK || result.code == GDV_E_NO_SPACE || result.size == 0, "no size but of what there is");
    return result;
}

bool is_untouched(const uint8_t *bytes, size_t size)
{
    bool same = true;
    for (size_t index = 0; index < size && same; index += 1) {
        same = bytes[index] == UNTOUCHED;
    }
    return same;
}

made canonicalize(const reading *of, const uint8_t *bytes, size_t size, size_t capacity)
{
    uint8_t *out = fresh(NULL, capacity);
    memset(out, UNTOUCHED, capacity > 0 ? capacity : 1);
    made result = canonicalize_into(of, bytes, size, out, capacity);
    result.bytes = out;
    if (result.code == GDV_OK) {
        promise(result.size <= capacity, "what is written fits");
        promise(is_untouched(out + result.size, capacity - result.size), "nothing is written after it");
    } else {
        promise(is_untouched(out, capacity), "what is refused writes nothing");
    }
    return result;
}

/* Where the first value is that Pandemonium's decoder misreads by its span, and that nothing canonical can say;
 * SIZE_MAX where there is none before the packet ends, or is refused. */
static size_t first_unsayable(const reading *of)
{
    gdv_event event = {.kind = GDV_EVENT_VALUE};
    size_t found = SIZE_MAX;
    bool spans = (of->policy.permit & GDV_PERMIT_ENGINE_SPAN) != 0 && dialect_misreads_spans(of->dialect);
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

void check_canonical_verdict(const reading *of, const made *result)
{
    gdv_report report;
    gdv_status code = judge(of, &report);
    size_t unsayable = first_unsayable(of);
    if (unsayable != SIZE_MAX) {
        promise(result->code == GDV_E_ENGINE_MISREADS && result->report.offset == unsayable, "no bytes say that value");
        return;
    }
    bool grew = result->code == GDV_E_LIMIT_BYTES || result->code == GDV_E_LIMIT_STRING;
    promise(same_report(&result->report, &report) || (grew && code == GDV_OK), "what is refused is refused by both");
}

gdv_document *parse_accepted(const reading *of, const uint8_t *bytes, size_t size, gdv_node **nodes)
{
    size_t bound = gdv_document_bound(size);
    gdv_document *document = fresh(NULL, sizeof *document);
    *nodes = fresh(NULL, bound * sizeof **nodes);
    gdv_status status = gdv_document_parse(document, bytes, size, of->dialect, &of->policy, *nodes, bound, NULL);
    promise(status == GDV_OK, "packet and canonical packet are accepted by one policy");
    return document;
}
