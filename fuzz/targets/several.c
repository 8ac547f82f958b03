/* SPDX-License-Identifier: MIT */
/* Fuzz target: values in a row. Each input is read as several values, by gdv_document_parse_values in one pass and by
 * gdv_validate and gdv_document_parse one by one, each from where the last ended:
 *
 *   1  memory: packet and nodes are heap blocks of exactly their size
 *   3  bounded work: there are never more values than bytes, in plain form than bytes / 4
 *   4  limits are those of all values together: what was used accepts, fewer values are refused where they run out
 *   5  one verdict: code, offset and number of values are those of the first value that is refused by itself; each value
 *      is what it is alone
 *   6  errors: what is missing, depth, type and path are those of that value; too few nodes is NO_SPACE with the number that
 *      suffices; a document that was refused is empty, and the nodes of any other are what proofs take for granted of them
 *      (tests/support/proof_words.h)
 *
 * The elements of an outermost array are such a row, and any other packet is one when it is repeated. In the compressed
 * encoding bools and ints of the row get a short form. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"
#include "fuzz/support/values.h"
#include "fuzz/support/words.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- from a packet to a row ---- */

/* Of a longer packet the rest is left out: one by one costs several calls for each value. */
#define MOST_BYTES 1200u

/* Where the elements of an array begin that declares no type; of another packet, its begin. */
static size_t elements_of(const reading *of)
{
    static const uint8_t zeros[3];
    uint32_t id = 0;
    const bool array = of->size > 8 && gdv_dialect_type_id(of->dialect, GDV_TYPE_ARRAY, &id) && of->bytes[0] == id &&
                       memcmp(of->bytes + 1, zeros, 3) == 0;
    return array ? 8 : 0;
}

static size_t repeated(const reading *of, size_t from, uint8_t *to, size_t times)
{
    size_t size = 0;
    for (size_t time = 0; time < times; time += 1) {
        memcpy(to + size, of->bytes + from, of->size - from);
        size += of->size - from;
    }
    return size;
}

/* Bytes of the value in plain form that begins there; of what is none, all that are left. */
static size_t plain_size(const reading *of, size_t at)
{
    gdv_stats stats = {.struct_size = sizeof stats};
    gdv_policy policy;
    gdv_policy_init(&policy, GDV_POLICY_ENGINE);
    policy.permit |= GDV_PERMIT_TRAILING;
    const gdv_status status =
        gdv_validate(of->bytes + at, of->size - at, of->dialect, &policy, of->scratch, of->scratch_size, &stats, NULL);
    return status == GDV_OK ? (size_t)stats.bytes : of->size - at;
}

/* A copy of a value, of a bool or int perhaps in a short form; what is no value stays. */
static size_t copy_shorter(reading *of, uint8_t *to, size_t at, size_t size)
{
    const bool has_one = size >= 8 && of->bytes[at] < 64 && short_form_size(of->dialect, of->bytes[at]) != 0;
    memcpy(to, of->bytes + at, size);
    return has_one && choose(of, 4) != 0 ? shorten(of, to, size) : size;
}

static size_t shortened(reading *of, uint8_t *to)
{
    size_t size = 0;
    for (size_t at = 0; at < of->size;) {
        const size_t plain = plain_size(of, at);
        size += copy_shorter(of, to + size, at, plain);
        at += plain;
    }
    return size;
}

/* Other bytes, read in the same way. */
static reading reading_of(const reading *of, const uint8_t *bytes, size_t size)
{
    reading row = *of;
    row.bytes = fresh(bytes, size);
    row.size = size;
    row.scratch_size = gdv_scratch_bound(size);
    row.scratch = fresh(NULL, row.scratch_size);
    return row;
}

static void discard_reading(reading *row)
{
    free((void *)(uintptr_t)row->bytes);
    free(row->scratch);
}

static reading row_of(reading *of)
{
    const size_t from = elements_of(of);
    const size_t times = from > 0 ? 1 : 1 + choose(of, 3);
    uint8_t *bytes = fresh(NULL, times * of->size);
    const size_t size = of->size > 0 ? repeated(of, from, bytes, times) : 0;
    reading row = reading_of(of, bytes, size);
    if (of->policy.encoding == GDV_ENCODING_COMPRESSED) {
        const size_t left = shortened(&row, bytes);
        discard_reading(&row);
        row = reading_of(of, bytes, left);
    }
    free(bytes);
    return row;
}

/* ---- one by one ---- */

typedef struct verdict {
    gdv_status code;
    gdv_report report; /* its offset is that in the packet */
    size_t taken;      /* outermost values that passed */
    uint32_t values;   /* all values that passed, those inside too */
    size_t at;         /* the end of the last of those that passed */
} verdict;

/* What follows a value is nothing to it, unless it is the last one that is asked for. */
static void judge_next(const reading *of, size_t n, verdict *all)
{
    gdv_stats stats = {.struct_size = sizeof stats};
    gdv_policy policy = of->policy;
    policy.permit |= all->taken + 1 == n ? 0 : GDV_PERMIT_TRAILING;
    policy.max_bytes = SIZE_MAX;
    policy.max_values -= all->values;
    all->report.struct_size = sizeof all->report;
    all->code = gdv_validate(of->bytes + all->at, of->size - all->at, of->dialect, &policy, of->scratch,
                             of->scratch_size, &stats, &all->report);
    all->report.offset += all->code == GDV_OK ? 0 : all->at;
    if (all->code == GDV_OK || all->code == GDV_E_TRAILING) {
        all->taken += 1;
        all->values += stats.values;
        all->at += (size_t)stats.bytes;
    }
}

/* Where no byte is left, one more value is missing with its first bytes. */
static void judge_end(const reading *of, verdict *all)
{
    all->code = all->report.code = GDV_E_TRUNCATED;
    all->report.type = -1;
    all->report.offset = of->size;
    all->report.need = of->policy.encoding == GDV_ENCODING_COMPRESSED ? 1 : 4;
}

static verdict judge_each(const reading *of, size_t n)
{
    verdict all = {.report = {.struct_size = sizeof all.report, .type_name = ""}};
    all.report.type = -1;
    if (of->size > of->policy.max_bytes) {
        all.code = judge(of, &all.report);
        return all;
    }
    while (all.code == GDV_OK && (n == GDV_ALL_VALUES ? all.at < of->size : all.taken < n)) {
        if (all.at < of->size) {
            judge_next(of, n, &all);
        } else {
            judge_end(of, &all);
        }
    }
    if (n == 0 && of->size > 0 && (of->policy.permit & GDV_PERMIT_TRAILING) == 0) {
        all.code = all.report.code = GDV_E_TRAILING;
    }
    return all;
}

/* ---- all at once ---- */

typedef struct parsed {
    gdv_document *document; /* a heap block too */
    gdv_node *nodes;
    size_t values;
    gdv_report report;
    gdv_status code;
} parsed;

static parsed parse(const reading *of, size_t n, size_t capacity)
{
    parsed made = {.values = SIZE_MAX};
    made.document = fresh(NULL, sizeof *made.document);
    made.nodes = capacity > 0 ? fresh(NULL, capacity * sizeof *made.nodes) : NULL;
    memset(&made.report, 0xa5, sizeof made.report);
    made.report.struct_size = sizeof made.report;
    made.code = gdv_document_parse_values(made.document, of->bytes, of->size, of->dialect, &of->policy, n, made.nodes,
                                          capacity, &made.values, &made.report);
    promise(made.report.code == made.code, "the report has the code that was returned");
    promise(gdv_exists(gdv_root(made.document)) == (made.code == GDV_OK && made.values > 0),
            "a document that was refused is empty, any other has its values");
    if (gdv_exists(gdv_root(made.document))) {
        promise_of_document(made.document);
    }
    return made;
}

static void discard(const parsed *made)
{
    free(made->document);
    free(made->nodes);
}

/* ---- the same values ---- */

static void check_value(reading *of, gdv_value value, gdv_value alone, size_t at)
{
    walk in_row;
    walk by_itself;
    stop here = {.kind = GDV_EVENT_VALUE};
    walk_start(&in_row, value);
    walk_start(&by_itself, alone);
    while (here.kind != GDV_EVENT_DONE) {
        const stop there = walk_next(&by_itself);
        here = walk_next(&in_row);
        promise(here.kind == there.kind && here.role == there.role && here.depth == there.depth,
                "a value has inside what it has alone");
        if (here.kind != GDV_EVENT_DONE && here.kind != GDV_EVENT_END) {
            promise(gdv_value_offset(here.value) == gdv_value_offset(there.value) + at, "each where it stands");
            check_same(here.value, there.value, false);
            check_getters(here.value, of);
        }
    }
    walk_end(&in_row);
    walk_end(&by_itself);
}

/* Requires that all of them passed one by one. */
static void check_values(reading *of, const parsed *made)
{
    const size_t capacity = gdv_values_bound(of->size);
    gdv_node *nodes = fresh(NULL, capacity * sizeof *nodes);
    gdv_policy policy = of->policy;
    gdv_document alone;
    gdv_iterator each;
    size_t taken = 0;
    policy.permit |= GDV_PERMIT_TRAILING;
    gdv_iterate_values(made->document, &each);
    for (size_t at = 0; gdv_iterate_next(&each); taken += 1) {
        promise(!gdv_exists(each.key) && gdv_value_offset(each.value) == at, "each begins where the last one ends");
        promise(gdv_document_parse(&alone, of->bytes + at, of->size - at, of->dialect, &policy, nodes, capacity,
                                   NULL) == GDV_OK,
                "each is one by itself");
        check_value(of, each.value, gdv_root(&alone), at);
        gdv_stats stats = {.struct_size = sizeof stats};
        promise(gdv_validate(of->bytes + at, of->size - at, of->dialect, &policy, of->scratch, of->scratch_size, &stats,
                             NULL) == GDV_OK,
                "and passes by itself");
        at += (size_t)stats.bytes;
    }
    promise(taken == made->values, "as many as were read");
    promise(!gdv_exists(gdv_document_value(made->document, taken)), "and no more");
    free(nodes);
}

/* ---- the checks ---- */

/* Fewer nodes: the same verdict, or the plain word that they are too few and how many are enough. */
static void check_too_small(reading *of, size_t n, const verdict *all, size_t bound)
{
    const size_t capacity = choose(of, bound + 1);
    const parsed made = parse(of, n, capacity);
    promise(made.code == all->code || (made.code == GDV_E_NO_SPACE && made.report.need == bound),
            "too little room is said so");
    promise(made.code == all->code ? made.values == all->taken : made.values <= all->taken,
            "no value passes for want of room");
    promise(made.code != GDV_OK || made.document->count <= capacity, "no more nodes than there are");
    discard(&made);
}

/* n values, each of which may be looked at too. */
static verdict check_number(reading *of, size_t n, bool looked_at)
{
    const verdict all = judge_each(of, n);
    const size_t bound = gdv_values_bound(of->size);
    const parsed made = parse(of, n, bound);
    promise(made.code == all.code, "the verdict is that on the first value which is refused by itself");
    promise(made.code == GDV_OK || made.report.offset == all.report.offset, "at the same place");
    promise(made.values == all.taken, "after as many values");
    promise(n == 0 || made.code == GDV_OK || same_report(&made.report, &all.report), "with the same to say of it");
    if (made.code == GDV_OK && looked_at) {
        check_values(of, &made);
    }
    check_too_small(of, n, &all, bound);
    discard(&made);
    return all;
}

/* The values that were used by all together are enough, and fewer are not. */
static void check_limit(reading *of, const verdict *all)
{
    reading tight = *of;
    tight.policy.max_values = all->values;
    tight.policy.max_bytes = of->size;
    promise(check_number(&tight, GDV_ALL_VALUES, false).code == GDV_OK, "limits of exactly what is used accept");
    if (all->values > 0) {
        tight.policy.max_values = (uint32_t)choose(of, all->values);
        promise(check_number(&tight, GDV_ALL_VALUES, false).code == GDV_E_LIMIT_VALUES,
                "fewer values are over the limit");
    }
}

static void check(reading *of)
{
    reading begin = *of;
    begin.size = of->size < MOST_BYTES ? of->size : MOST_BYTES;
    reading row = row_of(&begin);
    const verdict all = check_number(&row, GDV_ALL_VALUES, true);
    promise(all.values <= (row.policy.encoding == GDV_ENCODING_COMPRESSED ? row.size : row.size / 4),
            "no more values pass than the bytes have room for");
    (void)check_number(&row, all.taken, all.code != GDV_OK);
    (void)check_number(&row, all.taken + 1, false);
    (void)check_number(&row, choose(&row, all.taken + 1), false);
    if (all.code == GDV_OK) {
        check_limit(&row, &all);
    }
    discard_reading(&row);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
