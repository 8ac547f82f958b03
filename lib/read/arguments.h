/* SPDX-License-Identifier: MIT */
/* Internal: what a caller hands in, checked in one place for every entry point, and the report that goes back. */
#ifndef GDV_ARGUMENTS_H
#define GDV_ARGUMENTS_H

#include <stddef.h>

#include <gdv/document.h>
#include <gdv/policy.h>

#include "../decode/scan.h"
#include "../wire/overlap.h"
#include "../wire/preset.h"

typedef struct gdv_arguments {
    const uint8_t *bytes;
    size_t size;
    const gdv_wire_table *table;
    gdv_policy policy;
    uint8_t *scratch;
    size_t scratch_size;
} gdv_arguments;

#ifdef __FRAMAC__
#include "../proof/arguments.h"
#endif

/* d open dictionaries with k keys between them use 8 * (d + k) bytes and have cost 8 * d for their headers, 4 for each
 * key and 4 for each value but the innermost of each dictionary, which may be the next dictionary: 4 * d + 8 * k in
 * all. Only the innermost may be without a key, so d <= k + 1, and the worst is a chain {nil: {nil: {nil: ..: 16 bytes
 * for every 12, and 8 for the first header. */
static inline size_t gdv_scratch_needed(size_t size)
{
    const size_t most = SIZE_MAX - SIZE_MAX / 4 - 8; /* three quarters, so that a third more still fits */
    return size < most ? size + size / 3 + 8 : SIZE_MAX;
}

/* How much of scratch memory is used for a packet of `size` bytes. */
static inline size_t gdv_scratch_used(size_t size, size_t scratch_size)
{
    if (scratch_size <= size) { /* what is needed is more than that, and takes a division */
        return scratch_size;
    }
    const size_t needed = gdv_scratch_needed(size);
    return scratch_size < needed ? scratch_size : needed;
}

/* Finds the caller's mistakes before a byte is read: GDV_E_BAD_ARGUMENT, GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY. Requires a policy. */
gdv_status gdv_arguments_check(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy);

/* Does that, and fills all of *args whatever it returns; policy NULL is strict. */
gdv_status gdv_arguments_set(gdv_arguments *args, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                             const gdv_policy *policy);

/* Whether a packet, a dialect, a policy that is not NULL and a report are such as most calls have, so that gdv_arguments_set would
 * pass them, if only the policy's encoding is plain, which gdv_is_for_run asks. */
static inline bool gdv_is_usual(const void *bytes, size_t size, gdv_dialect dialect, const gdv_policy *policy,
                                const gdv_report *report)
{
    return bytes != NULL && !gdv_wraps(bytes, size, 1) && (uint32_t)dialect < (uint32_t)GDV_DIALECT_COUNT &&
           gdv_policy_is_one(policy) && (report == NULL || report->struct_size == sizeof *report);
}

/* Whether gdv_arguments_scratch would pass that scratch memory. */
static inline bool gdv_is_usual_scratch(const void *scratch, size_t scratch_size, const gdv_policy *policy)
{
    if (scratch == NULL) {
        return scratch_size == 0 && (policy->permit & GDV_PERMIT_DUPLICATE_KEYS) != 0;
    }
    return !gdv_wraps(scratch, scratch_size, 1);
}

/* Sets the scratch memory to find duplicate keys in, no more of it than the packet can need: entries lie at its end,
 * and a caller may say that it is larger than it is. GDV_E_BAD_ARGUMENT, GDV_E_NO_SCRATCH. Ensures: args->scratch_size
 * <= scratch_size. */
gdv_status gdv_arguments_scratch(gdv_arguments *args, uint8_t *scratch, size_t scratch_size);

/* Whether the policy refuses duplicate keys, so that they are looked for. */
static inline bool gdv_unique_keys(const gdv_arguments *args)
{
    return (args->policy.permit & GDV_PERMIT_DUPLICATE_KEYS) == 0;
}

/* Starts to read the packet of arguments that were checked. Returns as gdv_scan_start. */
gdv_status gdv_arguments_scan(const gdv_arguments *args, gdv_scan *scan);

/* Fills a report with a code that no value of a packet is to blame for. Requires a report that is not NULL. */
void gdv_report_set(gdv_report *report, gdv_status code);

/* Does what gdv_report_set does, for a report that may be NULL. */
void gdv_report_clear(gdv_report *report, gdv_status code);

/* Fills a report, which may be NULL, with what the scan noted when it was refused: walks the packet again, up to the
 * value that holds the offset. stop is the offset of the header of the value to blame, or UINT32_MAX for the one that
 * cannot be read. The scan starts again; the stack, of GDV_MAX_DEPTH, is overwritten. */
void gdv_report_fill(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                     uint32_t stop);

/* gdv_document_parse after its arguments were checked. Requires an empty document, and nodes that are not nowhere. */
gdv_status gdv_document_build(gdv_document *document, const gdv_arguments *args, gdv_node *nodes, size_t capacity,
                              gdv_report *report);

/* Where to stop for a code that a scan noted. */
uint32_t gdv_report_stop(gdv_status code, const gdv_scan *scan);

#endif
