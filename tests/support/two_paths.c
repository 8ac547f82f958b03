/* SPDX-License-Identifier: MIT */
#include "tests/support/two_paths.h"

#include <stdbool.h>

#include "lib/decode/step.h"
#include "lib/keys/keys.h"

static bool same_token(const gdv_token *one, const gdv_token *other)
{
    return one->wire == other->wire && one->id == other->id && one->name == other->name && one->at == other->at &&
           one->flags == other->flags && one->data == other->data && one->count == other->count &&
           one->end == other->end && one->children == other->children && one->key_id == other->key_id &&
           one->value_id == other->value_id && one->open == other->open;
}

static bool same_place(const gdv_scan *one, const gdv_scan *other)
{
    return one->in.pos == other->in.pos && one->in.reserved == other->in.reserved && one->depth == other->depth;
}

static bool same_counts(const gdv_scan *one, const gdv_scan *other)
{
    return one->values == other->values && one->strings == other->strings && one->deepest == other->deepest &&
           one->longest == other->longest && one->widest == other->widest;
}

static bool same_refusal(const gdv_scan *one, const gdv_scan *other)
{
    return one->misread == other->misread && one->error_offset == other->error_offset && one->need == other->need;
}

const char *two_paths_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy)
{
    gdv_stack stacks[2];
    gdv_scan one;
    gdv_scan other;
    gdv_token tokens[2];
    gdv_status status = gdv_scan_start(&one, bytes, size, &gdv_wire_tables[dialect], policy);
    if (gdv_scan_start(&other, bytes, size, &gdv_wire_tables[dialect], policy) != status) {
        return "how a packet begins";
    }
    while (status == GDV_OK && gdv_scan_more(&one)) {
        status = gdv_step(&one, &stacks[0], &tokens[0]);
        if (gdv_step_general(&other, &stacks[1], &tokens[1]) != status) {
            return "code";
        }
        if (status != GDV_OK) {
            return same_refusal(&one, &other) ? NULL : "why a value is refused";
        }
        if (!same_token(&tokens[0], &tokens[1])) {
            return "head";
        }
        if (!same_place(&one, &other)) {
            return "place";
        }
        if (!same_counts(&one, &other)) {
            return "counts";
        }
    }
    return NULL;
}

/* The step alone, and keys.h. */
static gdv_status read_by_step(gdv_scan *scan, gdv_keys *keys, bool unique)
{
    gdv_stack stack;
    gdv_token token;
    gdv_status status = GDV_OK;
    while (status == GDV_OK && gdv_scan_more(scan)) {
        const uint32_t depth = scan->depth;
        const gdv_role role = gdv_next_role(scan, &stack);
        status = gdv_step_general(scan, &stack, &token);
        if (status == GDV_OK && unique) {
            status = gdv_keys_step(keys, scan, &stack, depth, role, &token);
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

static bool same_stats(const gdv_stats *stats, const gdv_scan *scan)
{
    return stats->bytes == scan->in.pos && stats->values == scan->values && stats->deepest == scan->deepest &&
           stats->longest == scan->longest && stats->widest == scan->widest &&
           stats->steps == (uint64_t)scan->values + scan->strings;
}

/* Where scratch memory is too small the report says how much suffices, and the step how much it had asked for. */
static bool same_report(const gdv_report *report, gdv_status status, const gdv_scan *scan)
{
    return report->offset == scan->error_offset && (status == GDV_E_NO_SPACE || report->need == scan->need) &&
           (status != GDV_E_ENGINE_MISREADS || report->misread == scan->misread);
}

const char *verdicts_differ(const uint8_t *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                            uint8_t *scratch, size_t scratch_size, gdv_status *status)
{
    const bool unique = (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
    gdv_scan scan;
    gdv_keys keys;
    gdv_stats stats = {.struct_size = sizeof stats};
    gdv_report report = {.struct_size = sizeof report};
    *status = gdv_scan_start(&scan, bytes, size, &gdv_wire_tables[dialect], policy);
    gdv_keys_start(&keys, scratch, scratch_size);
    if (*status == GDV_OK) {
        *status = read_by_step(&scan, &keys, unique);
    }
    if (gdv_validate(bytes, size, dialect, policy, scratch, scratch_size, &stats, NULL) != *status ||
        gdv_validate(bytes, size, dialect, policy, scratch, scratch_size, NULL, &report) != *status ||
        gdv_validate(bytes, size, dialect, policy, scratch, scratch_size, NULL, NULL) != *status) {
        return "the verdict";
    }
    if (!same_stats(&stats, &scan)) {
        return "statistics";
    }
    return *status == GDV_OK || same_report(&report, *status, &scan) ? NULL : "why the packet is refused";
}
