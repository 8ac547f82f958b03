/* SPDX-License-Identifier: MIT */
/* Fuzz target: packets of the multiplayer layer, held against the Variant decoder and against themselves.
 *
 *   1  memory: packet and nodes are heap blocks of exactly their size
 *   3  bounded work: there are never more values than bytes, in Godot 3 than bytes / 4 and one that is refused
 *   4  limits: as many values as there are is enough, and one less is not
 *   5  one verdict: more nodes, another message before it and no report change nothing; each value that is a Variant
 *      passes gdv_validate by itself, and takes the bytes up to the next one
 *   6  errors: too few nodes is NO_SPACE with the number that suffices; a refused message is empty; a value at fault that
 *      is a Variant is refused by gdv_validate with the same code at the same place; the nodes of values are what proofs take
 *      for granted of them (tests/support/proof_words.h) */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <gdv/gdv_ffi.h>

#include "fuzz/mutator/draft.h"
#include "fuzz/support/message_input.h"
#include "fuzz/support/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct parsed {
    gdv_node *nodes;
    gdv_message message;
    gdv_message_report report;
    gdv_status status;
} parsed;

static parsed parse(const message_reading *of, size_t capacity)
{
    parsed made;
    made.nodes = capacity > 0 ? fresh(NULL, capacity * sizeof *made.nodes) : NULL;
    memset(&made.message, 0xa5, sizeof made.message);
    memset(&made.report, 0xa5, sizeof made.report);
    made.message.struct_size = sizeof made.message;
    made.report.struct_size = sizeof made.report;
    made.status = gdv_message_parse(of->protocol, of->bytes, of->size, &of->policy, made.nodes, capacity, &made.message,
                                    &made.report);
    promise(made.report.code == made.status, "the report has the code that was returned");
    promise(made.report.offset <= of->size, "what is wrong is in the packet, or at its end");
    promise((made.message.command == GDV_COMMAND_NONE) == (made.status != GDV_OK), "a refused message is empty");
    if (made.status == GDV_OK) {
        promise_of_document(&made.message.document);
    }
    return made;
}

/* Whether a value at that offset is a bool or int of Godot 4, of one byte and more. */
static bool is_short(const message_reading *of, size_t at)
{
    return protocol_is_godot4(of->protocol) && short_form_size(gdv_protocol_dialect(of->protocol), of->bytes[at]) != 0;
}

/* The verdict on a Variant that begins at an offset, with so many bytes of the packet, whatever follows it there. */
static gdv_status judge_at(const message_reading *of, size_t at, size_t size, gdv_stats *stats, gdv_report *report)
{
    gdv_policy policy = of->policy.values;
    const size_t room = gdv_scratch_bound(size);
    void *scratch = fresh(NULL, room);
    policy.permit |= GDV_PERMIT_TRAILING;
    const gdv_status status =
        gdv_validate(of->bytes + at, size, gdv_protocol_dialect(of->protocol), &policy, scratch, room, stats, report);
    free(scratch);
    return status;
}

/* Returns how many values there are, those inside others too. */
static uint32_t check_values(const message_reading *of, const gdv_message *message)
{
    gdv_message_record record = {.taken = 0};
    uint32_t values = 0;
    uint32_t all = 0;
    while (gdv_message_next_record(message, &record)) {
        promise(record.first == values, "records follow one another");
        values += record.values;
    }
    promise(values == 0 || values == message->values, "records have all values");
    for (uint32_t index = 0; index < message->values; index += 1) {
        gdv_stats stats = {.struct_size = sizeof stats};
        const gdv_value value = gdv_message_value(message, index);
        const size_t at = gdv_value_offset(value);
        uint64_t length = 0;
        promise(gdv_exists(value) && at < of->size, "each value is in the packet");
        promise(gdv_to_json(value, NULL, 0, &length) == GDV_OK && length > 2, "each value can be written as JSON");
        if (is_short(of, at)) {
            all += 1;
            continue;
        }
        promise(judge_at(of, at, of->size - at, &stats, NULL) == GDV_OK, "each value is one by itself");
        all += stats.values;
        const gdv_value next = gdv_message_value(message, index + 1);
        const size_t end = at + (size_t)stats.bytes;
        promise(!gdv_exists(next) || end <= gdv_value_offset(next), "a value ends before the next one begins");
    }
    promise(!gdv_exists(gdv_message_value(message, message->values)), "there are no more values");
    return all;
}

/* Where the values of a packet end at the latest: in Godot 3 and Pandemonium before the path, if the highest bit of the node's word
 * says that there is one (section 2.1). */
static size_t values_end(const message_reading *of)
{
    static const size_t commands[GDV_ENVELOPE_COUNT] = {[GDV_ENVELOPE_ENET3] = 8, [GDV_ENVELOPE_WS3] = 9};
    const size_t command = commands[of->policy.envelope];
    const uint32_t node = protocol_is_godot4(of->protocol) ? 0 : word_from(of->bytes + command + 1);
    return node < 0x80000000u ? of->size : command + (node - 0x80000000u);
}

/* A refused value is refused by itself, unless the message gave it fewer bytes or values than it asked for. Those of the path count
 * neither here nor there: Pandemonium counts what follows a Projection (EB-14). */
static void check_refusal(const message_reading *of, const parsed *made)
{
    const gdv_report *inner = &made->report.inner;
    gdv_report alone = {.struct_size = sizeof alone};
    const size_t at = (size_t)made->report.offset;
    if (inner->code == GDV_OK || is_short(of, at) || inner->code < GDV_E_BAD_TYPE ||
        inner->code == GDV_E_LIMIT_VALUES) {
        return;
    }
    promise(made->report.argument >= 0, "a value at fault has its number");
    const size_t end = values_end(of);
    promise(at < end && end <= of->size, "a value at fault begins before the path");
    promise(judge_at(of, at, end - at, NULL, &alone) == inner->code, "a value is refused as it is by itself");
    promise(alone.offset == inner->offset && strcmp(alone.path, inner->path) == 0, "and at the same place");
}

/* Values that a packet of that size may have: a short form takes a byte, any other value four. */
static uint32_t most_values(const message_reading *of)
{
    return (uint32_t)(protocol_is_godot4(of->protocol) ? of->size : of->size / 4 + 1);
}

/* A limit that no packet can reach refuses none. */
static void check_work(const message_reading *of, const parsed *made)
{
    message_reading bounded = *of;
    const uint32_t most = most_values(of);
    bounded.policy.values.max_values = of->policy.values.max_values < most ? of->policy.values.max_values : most;
    const parsed again = parse(&bounded, gdv_message_bound(of->size));
    promise(again.status == made->status && again.report.offset == made->report.offset,
            "no more values than the bytes have room for are read");
    free(again.nodes);
}

/* As many values as there are is enough, and one less is not. */
static void check_limit(const message_reading *of, uint32_t values)
{
    message_reading tight = *of;
    promise(values <= most_values(of), "a packet has no more values than the bytes have room for");
    tight.policy.values.max_values = values;
    const parsed enough = parse(&tight, gdv_message_bound(of->size));
    promise(enough.status == GDV_OK, "a limit of the values that there are accepts");
    free(enough.nodes);
    if (values > 0) {
        tight.policy.values.max_values = values - 1;
        const parsed less = parse(&tight, gdv_message_bound(of->size));
        promise(less.status == GDV_E_LIMIT_VALUES, "one value fewer is over the limit");
        free(less.nodes);
    }
}

static void check(const message_reading *of)
{
    const size_t bound = gdv_message_bound(of->size);
    parsed made = parse(of, bound);
    promise(made.status != GDV_E_NO_SPACE, "as many nodes as the bound says suffice");
    gdv_message again = {.struct_size = sizeof again};
    gdv_node *nodes = fresh(NULL, (bound + 3) * sizeof *nodes);
    promise(gdv_message_parse(of->protocol, of->bytes, of->size, &of->policy, nodes, bound + 3, &again, NULL) ==
                made.status,
            "more nodes and no report change nothing");
    free(nodes);
    check_work(of, &made);
    if (made.status == GDV_OK) {
        check_limit(of, check_values(of, &made.message));
        const uint32_t used = made.message.document.count;
        for (size_t few = 0; few < 3 && few < used; few += 1) {
            parsed less = parse(of, few == 2 ? used - 1 : few);
            promise(less.status == GDV_E_NO_SPACE && less.report.need <= bound, "too few nodes are NO_SPACE");
            free(less.nodes);
        }
    } else {
        char line[1024];
        promise(gdv_message_report_format(&made.report, line, sizeof line) < sizeof line, "a report is a line");
        check_refusal(of, &made);
    }
    free(made.nodes);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    message_reading of;
    if (message_reading_set(&of, data, size)) {
        check(&of);
        message_reading_free(&of);
    }
    return 0;
}
