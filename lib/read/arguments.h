/* SPDX-License-Identifier: MIT */
/* Internal: what a caller hands in, checked in one place for every entry point, and the report that goes back. */
#ifndef GDV_ARGUMENTS_H
#define GDV_ARGUMENTS_H

#include <stddef.h>

#include <gdv/document.h>
#include <gdv/policy.h>

#include "../decode/scan.h"

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

/* Finds the caller's mistakes before a byte is read: GDV_E_BAD_ARGUMENT, GDV_E_BAD_DIALECT, GDV_E_BAD_POLICY. Fills all
 * of *args whatever it returns; policy NULL is strict. */
gdv_status gdv_arguments_set(gdv_arguments *args, const uint8_t *bytes, size_t size, gdv_dialect dialect,
                             const gdv_policy *policy);

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
