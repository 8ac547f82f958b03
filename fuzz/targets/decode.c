/* SPDX-License-Identifier: MIT */
/* Fuzz target: the verdict. Checks the promises of SECURITY.md that can be seen from outside, on every input:
 *
 *   1  memory: packet and scratch memory are heap blocks of exactly their size, under ASan and UBSan
 *   3  bounded work: values and steps are never more than bytes / 4 + 1
 *   4  limits: what passes also passes with limits set to exactly what it used, and with any limit raised
 *   5  one verdict: the same with and without report, with dirty scratch memory, beside other packets, and strict
 *      implies engine
 *   6  errors: offset inside the packet, need with the codes 1-19 and only there, path closed, outputs always defined
 *
 * An input is a packet, as the seeds are, and its tail says how it is read. Packets have a multiple of four bytes, so two
 * that are left over are a selector: a dialect, a preset, a permission bit to toggle. Without them the last word decides,
 * which for a seed is as good as chance: with GDV_EVERY_DIALECT in the environment, as replays of the corpus have it,
 * such an input is tried in all dialects under both presets. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "fuzz/support/input.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

typedef struct trial {
    const uint8_t *bytes;
    size_t size;
    gdv_dialect dialect;
    uint8_t *scratch;
    size_t scratch_size;
} trial;

static gdv_status verdict(const trial *of, const gdv_policy *policy)
{
    return gdv_validate(of->bytes, of->size, of->dialect, policy, of->scratch, of->scratch_size, NULL, NULL);
}

static void check_report(const gdv_report *report, gdv_status code, size_t size)
{
    char line[64];
    promise(report->code == code, "the report has the code that was returned");
    promise(report->offset <= size, "the offset is inside the packet");
    promise(report->type_name != NULL, "the type has a name");
    promise(report->type >= -1 && report->type < GDV_TYPE_COUNT, "the type is one, or -1");
    promise(memchr(report->path, '\0', sizeof report->path) != NULL, "the path is closed");
    promise(report->depth <= GDV_MAX_DEPTH, "the depth is below the cap");
    promise((report->misread != GDV_MISREAD_NONE) == (code == GDV_E_ENGINE_MISREADS), "a misreading has its code");
    bool early = code >= 1 && code <= 19;
    promise((report->need > 0) == early, "need goes with the codes 1 to 19");
    size_t length = gdv_report_format(report, line, sizeof line);
    promise(strlen(line) == (length < sizeof line ? length : sizeof line - 1), "a formatted report fits or is cut");
    if (code == GDV_OK) {
        promise(report->offset == 0 && report->depth == 0 && report->path[0] == '\0', "acceptance reports nothing");
    }
}

static void check_stats(const gdv_stats *stats, gdv_status code, size_t size, const gdv_policy *policy)
{
    promise(stats->bytes <= size, "no more bytes consumed than there are");
    promise(stats->values <= size / 4 + 1 && stats->steps <= size / 4 + 1, "work is bounded by the bytes");
    if (code == GDV_OK) {
        promise(stats->bytes == size || (policy->permit & GDV_PERMIT_TRAILING) != 0, "the whole packet was consumed");
        promise(stats->deepest <= policy->max_depth && stats->values <= policy->max_values &&
                    stats->longest <= policy->max_string && stats->widest <= policy->max_elements,
                "what passes is within its limits");
    }
}

/* Among others: one that is cut, and the packet itself again. */
static void check_many(const trial *of, const gdv_policy *policy, gdv_status code)
{
    trial cut = *of;
    cut.size = of->size / 2;
    const gdv_packet packets[] = {{of->bytes, of->size}, {cut.bytes, cut.size}, {of->bytes, of->size}};
    const gdv_status expected[] = {code, verdict(&cut, policy), code};
    gdv_status verdicts[3];
    const gdv_status said = gdv_validate_many(packets, 3, of->dialect, policy, of->scratch, of->scratch_size, verdicts);
    promise(memcmp(verdicts, expected, sizeof verdicts) == 0, "the verdict does not depend on packets beside it");
    promise(said == (code != GDV_OK ? code : expected[1]), "the first refusal is returned");
}

/* Limits set to what was used accept; one more of each accepts too; one less of one that was used refuses. */
static void check_limits(const trial *of, const gdv_policy *policy, const gdv_stats *used)
{
    gdv_policy tight = *policy;
    tight.max_bytes = of->size;
    tight.max_depth = used->deepest;
    tight.max_values = used->values;
    tight.max_string = used->longest;
    tight.max_elements = used->widest;
    promise(verdict(of, &tight) == GDV_OK, "limits of exactly what is used accept");

    gdv_policy raised = tight;
    raised.max_depth = UINT32_MAX;
    raised.max_values = UINT32_MAX;
    raised.max_bytes = SIZE_MAX;
    promise(verdict(of, &raised) == GDV_OK, "raising a limit never refuses");

    gdv_policy less = tight;
    less.max_values -= 1;
    promise(verdict(of, &less) == GDV_E_LIMIT_VALUES, "one value fewer is over the limit");
    if (used->deepest > 0) {
        less = tight;
        less.max_depth -= 1;
        promise(verdict(of, &less) == GDV_E_LIMIT_DEPTH, "one level fewer is over the limit");
    }
}

/* Half the scratch memory: the same verdict, or the plain word that it is too little, and how much is enough. */
static void check_scratch(const trial *of, const gdv_policy *policy, gdv_status code)
{
    trial half = *of;
    gdv_report report;
    memset(&report, 0x5a, sizeof report);
    report.struct_size = sizeof report;
    half.scratch_size = of->scratch_size / 2;
    gdv_status said =
        gdv_validate(half.bytes, half.size, half.dialect, policy, half.scratch, half.scratch_size, NULL, &report);
    promise(said == code || said == GDV_E_NO_SPACE, "less scratch memory changes nothing else");
    promise(said != GDV_E_NO_SPACE || (report.need > half.scratch_size && report.need <= of->scratch_size),
            "the scratch memory needed is more than there was and no more than the bound");
    if (said == GDV_E_NO_SPACE) {
        uint64_t need = report.need;
        half.scratch_size = (size_t)need;
        said =
            gdv_validate(half.bytes, half.size, half.dialect, policy, half.scratch, half.scratch_size, NULL, &report);
        promise(said == code, "the need in the report is enough");
        half.scratch_size = (size_t)need - 1;
        said =
            gdv_validate(half.bytes, half.size, half.dialect, policy, half.scratch, half.scratch_size, NULL, &report);
        promise((said == GDV_E_NO_SPACE && report.need == need) || (said == code && code == GDV_E_DUPLICATE_KEY),
                "and nothing less is needed, unless a key is there twice");
    }
}

/* The checks that need more calls. Fuzzing makes one of them for each input, chosen by its tail: three times the
 * executions find more than three checks of each. */
typedef enum extra { EXTRA_VERDICT, EXTRA_SCRATCH, EXTRA_LIMITS, EXTRA_ALL } extra;

static gdv_status check(const trial *of, const gdv_policy *policy, extra more)
{
    gdv_report report;
    gdv_stats stats;
    memset(&report, 0xa5, sizeof report);
    memset(&stats, 0xa5, sizeof stats);
    report.struct_size = sizeof report;
    stats.struct_size = sizeof stats;

    gdv_status code =
        gdv_validate(of->bytes, of->size, of->dialect, policy, of->scratch, of->scratch_size, &stats, &report);
    promise(code < GDV_E_BAD_ARGUMENT, "a sound call gets a verdict");
    check_report(&report, code, of->size);
    check_stats(&stats, code, of->size, policy);
    if (more == EXTRA_VERDICT || more == EXTRA_ALL) {
        promise(verdict(of, policy) == code, "the verdict does not depend on report and statistics");
        check_many(of, policy, code);
    }
    if (more == EXTRA_SCRATCH || more == EXTRA_ALL) {
        check_scratch(of, policy, code);
    }
    if (code == GDV_OK && (more == EXTRA_LIMITS || more == EXTRA_ALL)) {
        check_limits(of, policy, &stats);
    }
    return code;
}

static void check_dialect(const trial *of)
{
    gdv_policy strict;
    gdv_policy engine;
    gdv_policy_init(&strict, GDV_POLICY_STRICT);
    gdv_policy_init(&engine, GDV_POLICY_ENGINE);
    gdv_status by_strict = check(of, &strict, EXTRA_ALL);
    gdv_status by_engine = check(of, &engine, EXTRA_ALL);
    promise(by_strict != GDV_OK || by_engine == GDV_OK, "what strict accepts, engine accepts");
}

/* The tail of an input: its selector, or a mixture of its last bytes. */
static extra select_reading(const uint8_t *data, size_t size, gdv_dialect *dialect, gdv_policy *policy)
{
    uint32_t tail = 0;
    size_t taken = size % 4 == 2 ? 2 : size < 8 ? size : 8;
    for (size_t index = size - taken; index < size; index += 1) {
        tail = (tail * 33u + data[index]) & 0xffffffu;
    }
    *dialect = (gdv_dialect)(tail % GDV_DIALECT_COUNT);
    tail /= GDV_DIALECT_COUNT;
    gdv_policy_init(policy, tail % 2 != 0 ? GDV_POLICY_ENGINE : GDV_POLICY_STRICT);
    tail /= 2;
    if (tail % 64 < GDV_PERMIT_BITS) {
        policy->permit ^= (uint32_t)1 << (tail % 64);
    }
    return (extra)(tail % 3);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bool selector = size % 4 == 2;
    size_t packet_size = selector ? size - 2 : size;
    uint8_t *bytes = fresh(data, packet_size);
    trial of = {bytes, packet_size, GDV_DIALECT_GODOT2, NULL, gdv_scratch_bound(packet_size)};
    of.scratch = fresh(NULL, of.scratch_size);

    if (!selector && every_dialect()) {
        for (uint32_t dialect = 0; dialect < GDV_DIALECT_COUNT; dialect += 1) {
            of.dialect = (gdv_dialect)dialect;
            check_dialect(&of);
        }
    } else {
        gdv_policy policy;
        extra more = select_reading(data, size, &of.dialect, &policy);
        check(&of, &policy, more);
        if (gdv_dialect_family(of.dialect) == GDV_FAMILY_GODOT4) {
            policy.encoding = GDV_ENCODING_COMPRESSED;
            check(&of, &policy, more);
        }
    }
    promise(packet_size == 0 || memcmp(bytes, data, packet_size) == 0, "the packet is not written to");
    free(of.scratch);
    free(bytes);
    return 0;
}
