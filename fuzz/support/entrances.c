/* SPDX-License-Identifier: MIT */
#include "fuzz/support/entrances.h"

#include <stdlib.h>
#include <string.h>

#include "fuzz/support/canonical.h"
#include "fuzz/support/dialects.h"

static void clear(gdv_report *report)
{
    memset(report, 0xa5, sizeof *report);
    report->struct_size = sizeof *report;
}

verdict verdict_of(const reading *of)
{
    verdict said;
    clear(&said.report);
    memset(&said.stats, 0xa5, sizeof said.stats);
    said.stats.struct_size = sizeof said.stats;
    said.code = gdv_validate(of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size, &said.stats,
                             &said.report);
    promise(said.report.code == said.code, "the report has the code that was returned");
    promise(said.stats.values <= of->policy.max_values && said.stats.deepest <= of->policy.max_depth &&
                said.stats.widest <= of->policy.max_elements && said.stats.longest <= of->policy.max_string,
            "what is read is within its limits, even before a refusal");
    return said;
}

static gdv_status start(gdv_reader *reader, const reading *of)
{
    return gdv_reader_init(reader, of->bytes, of->size, of->dialect, &of->policy, of->scratch, of->scratch_size);
}

void check_every_entrance(const reading *of, const verdict *known)
{
    gdv_report report;
    size_t bound = gdv_document_bound(of->size);
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_document *document = fresh(NULL, sizeof *document);
    gdv_node *nodes = fresh(NULL, bound * sizeof *nodes);

    clear(&report);
    gdv_status status = start(reader, of);
    status = gdv_reader_finish(reader, &report);
    promise(status == known->code && same_report(&report, &known->report), "the reader gives the validator's verdict");
    clear(&report);
    status = gdv_document_parse(document, of->bytes, of->size, of->dialect, &of->policy, nodes, bound, &report);
    promise(status == known->code && same_report(&report, &known->report), "so does the document");
    made measured = canonicalize_into(of, of->bytes, of->size, NULL, 0);
    check_canonical_verdict(of, &measured);
    free(nodes);
    free(document);
    free(reader);
}

static bool same_event(const gdv_event *one, const gdv_event *other)
{
    return one->kind == other->kind && one->role == other->role && one->depth == other->depth &&
           one->offset == other->offset && one->size == other->size &&
           gdv_type_of(one->value) == gdv_type_of(other->value) && gdv_count(one->value) == gdv_count(other->value);
}

void check_events_before(const reading *refused, const reading *whole, uint64_t offset)
{
    gdv_event event;
    gdv_event expected = {.kind = GDV_EVENT_VALUE};
    uint8_t *scratch = fresh(NULL, whole->scratch_size);
    reading other = *whole;
    gdv_reader *reader = fresh(NULL, sizeof *reader);
    gdv_reader *teller = fresh(NULL, sizeof *teller);
    other.scratch = scratch;
    gdv_status status = start(reader, refused);
    promise(start(teller, &other) == GDV_OK, "what is accepted sets out to be read");
    while (status == GDV_OK && expected.kind != GDV_EVENT_DONE) {
        status = gdv_reader_next(reader, &event);
        promise(gdv_reader_next(teller, &expected) == GDV_OK, "what is accepted is read");
        promise(status != GDV_OK || same_event(&event, &expected), "until it is refused it gives the same events");
    }
    if (status != GDV_OK && expected.offset == 0 && expected.size == 0) {
        promise(gdv_reader_next(teller, &expected) == GDV_OK, "there is a first event");
    }
    promise(status != GDV_OK, "what the validator refuses, the reader refuses");
    uint64_t begin = expected.offset;
    uint64_t end = begin + expected.size;
    if (expected.kind == GDV_EVENT_NAME) { /* and its value, which is read with it */
        promise(gdv_reader_next(teller, &expected) == GDV_OK, "a name has a value");
        end = (uint64_t)expected.offset + expected.size;
    }
    promise(offset >= begin && offset <= end, "the report points into the value that was refused");
    free(reader);
    free(teller);
    free(scratch);
}

bool has_engine_spans(const reading *of)
{
    const uint32_t both = GDV_PERMIT_ENGINE_SPAN | GDV_PERMIT_MISREAD;
    return (of->policy.permit & both) == both && dialect_misreads_spans(of->dialect);
}
