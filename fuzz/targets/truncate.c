/* SPDX-License-Identifier: MIT */
/* Fuzz target: the packet cut short. Of every input that is accepted it holds of every prefix, each in a heap block of
 * exactly its size:
 *
 *   1  memory: nothing beyond the cut is read, and nothing that lies there changes the verdict
 *   5  one verdict: validator, reader, document and gdv_canonicalize refuse it alike; the events that a reader gave
 *      before are those of the whole packet
 *   6  errors: a code of 1 to 19 and no other, an offset inside what is there, and a `need` that is achievable: never 0,
 *      never more than what was cut off, never less for a longer prefix than what a shorter one was told; and whoever
 *      waits for it gets further
 *
 * With GDV_PERMIT_TRAILING a packet ends with its value: prefixes that hold it whole are accepted, and all others must
 * not ask for more than the value. With GDV_PERMIT_ENGINE_SPAN, Pandemonium's decoder demands bytes that it does not
 * consume (EB-13, EB-14): after the value's end a prefix may still be refused; a Vector4 asks for its 16 bytes first,
 * and then at the same place for those that other values need; and a Projection without the 248 bytes that the engine
 * wants is refused as misread, which more bytes would mend. No other permission breaks any of this. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/entrances.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Of packets longer than this, some prefixes. */
#define EVERY_PREFIX 48u
#define SOME_PREFIXES 24u

/* How often a receiver is followed that waits for the number of bytes in the report. */
#define WAITS 12u

/* A packet that is accepted. */
typedef struct whole {
    reading *of;
    size_t end;     /* of its value */
    bool spans;     /* by the engine's own */
    uint64_t known; /* the size that a shorter prefix was told the packet has at least */
} whole;

static verdict verdict_of_prefix(const whole *packet, size_t size)
{
    reading cut = *packet->of;
    cut.size = size;
    return verdict_of(&cut);
}

/* Refused as too short and as nothing else. */
static void check_refusal(whole *packet, const verdict *said, size_t size)
{
    const gdv_report *report = &said->report;
    size_t ends = packet->spans ? packet->of->size : packet->end;
    if (said->code == GDV_OK && size >= packet->end) {
        return;
    }
    if (packet->spans && said->code == GDV_E_ENGINE_MISREADS && report->misread == GDV_MISREAD_PROJECTION) {
        return;
    }
    promise(packet->spans || size < packet->end, "a prefix that holds the value is accepted");
    promise(said->code >= 1 && said->code <= 19, "a prefix is refused as too short");
    promise(report->offset <= size, "the offset is inside what is there");
    promise(report->need > 0 && report->need <= ends - size, "what is needed is no more than what was cut off");
    promise(size + report->need >= packet->known, "what a shorter prefix was told to need is needed");
    packet->known = size + report->need;
}

/* A receiver that waits for what is needed gets further each time. */
static void check_waiting(const whole *packet, verdict said, size_t size)
{
    for (uint32_t wait = 0; wait < WAITS && said.code >= 1 && said.code <= 19; wait += 1) {
        gdv_report before = said.report;
        size += (size_t)before.need;
        promise(size <= packet->of->size, "waiting ends with the packet");
        said = verdict_of_prefix(packet, size);
        promise(packet->spans || said.code != before.code || said.report.offset > before.offset,
                "waiting for what is needed helps");
    }
}

static void check_prefix(whole *packet, size_t size)
{
    reading cut = *packet->of;
    uint8_t *bytes = fresh(packet->of->bytes, size);
    cut.bytes = bytes;
    cut.size = size;
    verdict said = verdict_of(&cut);
    verdict beside = verdict_of_prefix(packet, size);
    promise(same_report(&said.report, &beside.report), "what lies after a packet changes nothing");
    check_refusal(packet, &said, size);
    if (said.code != GDV_OK && (packet->of->size < 32 || choose(packet->of, 8) == 0)) {
        check_every_entrance(&cut, &said);
        check_events_before(&cut, packet->of, said.report.offset);
        check_waiting(packet, said, size);
    }
    free(bytes);
}

static void check(reading *of)
{
    verdict said = verdict_of(of);
    whole packet = {of, (size_t)said.stats.bytes, has_engine_spans(of), 0};
    size_t step = of->size <= EVERY_PREFIX ? 1 : of->size / SOME_PREFIXES + 1;
    if (said.code != GDV_OK) {
        return;
    }
    for (size_t size = 0; size < of->size; size += step == 1 ? 1 : 1 + choose(of, 2 * step - 1)) {
        check_prefix(&packet, size);
    }
    check_prefix(&packet, of->size - 1);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
