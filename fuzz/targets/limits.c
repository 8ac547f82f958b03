/* SPDX-License-Identifier: MIT */
/* Fuzz target: room. More of it, of whatever kind, never turns acceptance into refusal. On every input it holds:
 *
 *   1  memory: packet, scratch memory, nodes and output at any address, with anything in them before the call
 *   4  limits: a packet is accepted exactly where each limit is at least what it uses; a lower one refuses with its own
 *      code at the value that is too much, and a limit that did not refuse changes nothing when it is raised
 *   5  one verdict: code, offset, path and missing bytes are the same through every entrance under each limit, and
 *      depend on no size of scratch memory, nodes or output that is enough
 *
 * and of permissions: each bit only lets more pass. A packet that is accepted without it is accepted with it, and has
 * the same canonical form; the bit that a refusal names ends that refusal; and granting what refusals name, one by one,
 * leads where all permissions lead at once. Two exceptions, both of Pandemonium. GDV_PERMIT_ENGINE_SPAN is no looseness
 * but another reading, in which Vector4 and Projection end elsewhere: together with GDV_PERMIT_MISREAD, without which
 * neither passes, it is not added here. And some misreadings no bit permits, as the engine's would leave the packet. */
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/canonical.h"
#include "fuzz/support/entrances.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* ---- limits ---- */

typedef enum limit { LIMIT_BYTES, LIMIT_DEPTH, LIMIT_VALUES, LIMIT_ELEMENTS, LIMIT_STRING, LIMITS } limit;

static const gdv_status code_of_limit[LIMITS] = {GDV_E_LIMIT_BYTES, GDV_E_LIMIT_DEPTH, GDV_E_LIMIT_VALUES,
                                                 GDV_E_LIMIT_ELEMENTS, GDV_E_LIMIT_STRING};

static uint32_t *field_of(gdv_policy *policy, limit which)
{
    return which == LIMIT_DEPTH      ? &policy->max_depth
           : which == LIMIT_VALUES   ? &policy->max_values
           : which == LIMIT_ELEMENTS ? &policy->max_elements
                                     : &policy->max_string;
}

static void set_limit(gdv_policy *policy, limit which, uint32_t to)
{
    if (which == LIMIT_BYTES) {
        policy->max_bytes = to;
    } else {
        *field_of(policy, which) = to;
    }
}

static uint32_t get_limit(gdv_policy *policy, limit which)
{
    size_t most = policy->max_bytes < UINT32_MAX ? policy->max_bytes : UINT32_MAX;
    return which == LIMIT_BYTES ? (uint32_t)most : *field_of(policy, which);
}

static uint32_t use_of(const reading *of, const verdict *known, limit which)
{
    const uint32_t used[LIMITS] = {(uint32_t)of->size, known->stats.deepest, known->stats.values, known->stats.widest,
                                   known->stats.longest};
    return used[which];
}

static uint32_t raised(reading *of, uint32_t from)
{
    uint32_t more = (uint32_t)choose(of, 32);
    return more == 0 || from > UINT32_MAX - more ? UINT32_MAX : from + more;
}

/* One limit raised, to the utmost or by a little: nothing changes but for what that limit refused. */
static void check_raised(reading *of, const verdict *known, limit which)
{
    reading more = *of;
    uint32_t to = raised(of, get_limit(&more.policy, which));
    set_limit(&more.policy, which, to);
    verdict said = verdict_of(&more);
    if (known->code != code_of_limit[which]) {
        promise(same_report(&said.report, &known->report), "a limit that did not refuse changes nothing");
    } else if (said.code == known->code) {
        promise(to < UINT32_MAX || which == LIMIT_DEPTH, "without a limit there is no such refusal");
        promise(said.report.offset >= known->report.offset, "a higher limit leads no less far");
    }
}

static void check_all_raised(reading *of, const verdict *known)
{
    reading more = *of;
    for (limit which = LIMIT_BYTES; which < LIMITS; which += 1) {
        set_limit(&more.policy, which, raised(of, get_limit(&more.policy, which)));
    }
    verdict said = verdict_of(&more);
    promise(known->code != GDV_OK || said.code == GDV_OK, "raising all limits refuses nothing");
}

/* One limit lowered. What is accepted is, exactly down to what it uses; what is refused is refused as before, or now by
 * that limit. */
static void check_lowered(reading *of, const verdict *known, limit which)
{
    reading less = *of;
    uint32_t use = use_of(of, known, which);
    uint32_t to = (uint32_t)choose(of, (size_t)use + 2);
    if (known->code != GDV_OK && to > get_limit(&less.policy, which)) {
        to = get_limit(&less.policy, which);
    }
    set_limit(&less.policy, which, to);
    verdict said = verdict_of(&less);
    check_every_entrance(&less, &said);
    if (said.code != code_of_limit[which]) {
        promise(same_report(&said.report, &known->report), "a limit that does not refuse changes nothing");
    }
    if (known->code == GDV_OK) {
        promise(said.code == (to < use ? code_of_limit[which] : GDV_OK), "a limit refuses exactly what is over it");
    }
    if (known->code == GDV_OK && to < use) {
        promise(said.report.need == 0, "no bytes mend what is over a limit");
        promise(which != LIMIT_VALUES || said.stats.values == to, "as many values as the limit pass");
        check_events_before(&less, of, said.report.offset);
    }
}

/* ---- permissions ---- */

/* The bit that lets pass what was refused; 0 where there is none. */
static uint32_t bit_of(gdv_status code)
{
    static const struct {
        gdv_status code;
        uint32_t bit;
    } rows[] = {
        {GDV_E_NONFINITE, GDV_PERMIT_NONFINITE},
        {GDV_E_TRAILING, GDV_PERMIT_TRAILING},
        {GDV_E_PADDING, GDV_PERMIT_PADDING},
        {GDV_E_WIDTH, GDV_PERMIT_WIDE},
        {GDV_E_FLAGS, GDV_PERMIT_FLAGS},
        {GDV_E_BOOL, GDV_PERMIT_BOOL},
        {GDV_E_TEXT_UTF8, GDV_PERMIT_TEXT_UTF8},
        {GDV_E_TEXT_NUL, GDV_PERMIT_TEXT_NUL},
        {GDV_E_TEXT_BOM, GDV_PERMIT_TEXT_BOM},
        {GDV_E_TEXT_TERMINATOR, GDV_PERMIT_TEXT_TERMINATOR},
        {GDV_E_DUPLICATE_KEY, GDV_PERMIT_DUPLICATE_KEYS},
        {GDV_E_OBJECT_ID, GDV_PERMIT_OBJECT_ID},
        {GDV_E_OBJECT, GDV_PERMIT_OBJECT},
        {GDV_E_RID, GDV_PERMIT_RID},
        {GDV_E_CALLABLE, GDV_PERMIT_CALLABLE},
        {GDV_E_SIGNAL, GDV_PERMIT_SIGNAL},
        {GDV_E_NODE_PATH, GDV_PERMIT_NODE_PATH},
        {GDV_E_ENGINE_MISREADS, GDV_PERMIT_MISREAD},
    };
    uint32_t bit = 0;
    for (size_t row = 0; row < sizeof rows / sizeof rows[0]; row += 1) {
        bit = rows[row].code == code ? rows[row].bit : bit;
    }
    return bit;
}

/* All bits, but not the one that would change how the packet is read. */
static uint32_t every_bit(const reading *of)
{
    return (GDV_PERMIT_ALL & ~GDV_PERMIT_ENGINE_SPAN) | (of->policy.permit & GDV_PERMIT_ENGINE_SPAN);
}

static bool is_never_permitted(const reading *of, const gdv_report *report)
{
    return report->misread == GDV_MISREAD_COUNT_NEGATIVE || report->misread == GDV_MISREAD_COUNT_WRAPS ||
           (report->misread == GDV_MISREAD_PROJECTION && has_engine_spans(of));
}

/* What is accepted stays accepted with another bit, and means the same. */
static void check_added(reading *of)
{
    reading more = *of;
    uint32_t bit = (uint32_t)1 << choose(of, GDV_PERMIT_BITS);
    bool misread = (of->policy.permit & GDV_PERMIT_MISREAD) != 0;
    more.policy.permit |= bit != GDV_PERMIT_ENGINE_SPAN || !misread ? bit : every_bit(of);
    verdict said = verdict_of(&more);
    promise(said.code == GDV_OK, "a permission refuses nothing");
    made before = canonicalize(of, of->bytes, of->size, canonical_room(of->size));
    made after = canonicalize(&more, of->bytes, of->size, canonical_room(of->size));
    promise(before.code == after.code && before.size == after.size &&
                memcmp(before.bytes, after.bytes, before.size) == 0,
            "a permission changes nothing of what passes without it");
    free(before.bytes);
    free(after.bytes);
}

/* What refusals name is granted, until none names anything. */
static void check_granted(const reading *of, const verdict *known)
{
    reading more = *of;
    verdict said = *known;
    uint32_t bit = bit_of(said.code);
    while (bit != 0 && !is_never_permitted(&more, &said.report)) {
        promise((more.policy.permit & bit) == 0, "the permission that a refusal names ends it");
        more.policy.permit |= bit;
        said = verdict_of(&more);
        bit = bit_of(said.code);
    }
    more.policy.permit = every_bit(&more);
    verdict all = verdict_of(&more);
    promise(same_report(&said.report, &all.report), "permissions granted one by one lead where all of them lead");
}

/* ---- memory ---- */

/* Elsewhere, at any alignment, with any size of scratch memory and anything in it. */
static void check_memory(reading *of, const verdict *known)
{
    reading moved = *of;
    size_t shift = choose(of, 16);
    size_t scratch_shift = choose(of, 8);
    size_t room = choose(of, of->scratch_size + 1);
    uint8_t *bytes = fresh(NULL, shift + of->size);
    if (of->size > 0) {
        memcpy(bytes + shift, of->bytes, of->size);
    }
    moved.bytes = bytes + shift;
    gdv_report report = {.code = GDV_E_NO_SPACE, .need = room};
    bool enough = false;
    for (uint32_t attempt = 0; attempt < 2 && !enough; attempt += 1) {
        uint8_t *scratch = fresh(NULL, scratch_shift + room);
        memset(scratch, attempt % 2 == 0 ? 0xff : 0, scratch_shift + room);
        moved.scratch = scratch + scratch_shift;
        moved.scratch_size = room;
        verdict said = verdict_of(&moved);
        report = said.report;
        free(scratch);
        enough = report.code != GDV_E_NO_SPACE;
        promise(!enough || same_report(&report, &known->report), "no address and no memory changes the verdict");
        promise(enough || (report.need > room && report.need <= of->scratch_size),
                "more scratch memory is needed than there was, and no more than the bound");
        room = enough ? of->scratch_size : (size_t)report.need + choose(of, 64);
    }
    promise(enough, "scratch memory as asked for is enough");
    free(bytes);
}

/* Nodes: as many as are needed or more give the verdict, with anything in them. Output: any place for it. */
static void check_output(reading *of, const verdict *known)
{
    gdv_document document;
    gdv_report report = {.struct_size = sizeof report};
    gdv_status status = gdv_document_parse(&document, of->bytes, of->size, of->dialect, &of->policy, NULL, 0, &report);
    /* where there is no room for keys, duplicates may go unseen until something else is wrong */
    size_t n = known->code == GDV_E_DUPLICATE_KEY ? gdv_document_bound(of->size) : 0;
    n += (status == GDV_E_NO_SPACE ? (size_t)report.need : 0) + choose(of, 4);
    gdv_node *nodes = fresh(NULL, n * sizeof *nodes);
    memset(nodes, 0xff, n * sizeof *nodes);
    status = gdv_document_parse(&document, of->bytes, of->size, of->dialect, &of->policy, nodes, n, &report);
    promise(status == known->code && same_report(&report, &known->report), "enough nodes give the verdict");
    free(nodes);

    size_t shift = choose(of, 16);
    made there = canonicalize(of, of->bytes, of->size, canonical_room(of->size));
    uint8_t *out = fresh(NULL, shift + there.size);
    made here = canonicalize_into(of, of->bytes, of->size, out + shift, there.size);
    promise(same_report(&here.report, &there.report) && here.size == there.size &&
                memcmp(out + shift, there.bytes, here.size) == 0,
            "no place and no size of the output changes it");
    free(out);
    free(there.bytes);
}

static void check(reading *of)
{
    verdict known = verdict_of(of);
    for (limit which = LIMIT_BYTES; which < LIMITS; which += 1) {
        check_raised(of, &known, which);
    }
    check_all_raised(of, &known);
    check_lowered(of, &known, (limit)choose(of, LIMITS));
    if (known.code == GDV_OK) {
        check_lowered(of, &known, (limit)choose(of, LIMITS));
        check_added(of);
    }
    check_granted(of, &known);
    check_memory(of, &known);
    check_output(of, &known);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    for_each_reading(data, size, check);
    return 0;
}
