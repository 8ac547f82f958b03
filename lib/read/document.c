/* SPDX-License-Identifier: MIT */
/* Documents of one packet. Their nodes are made in tape.c, lookups are in lookup.c. */
#include <gdv/document.h>

#include "../value/resolve.h"
#include "../wire/preset.h"
#include "apart.h"
#include "arguments.h"
#include "room.h"
#include "tape.h"

#ifdef __FRAMAC__
#include "../proof/document_c.h"
#endif

/* Peak of what a packet can ask for, in halves of nodes: 2 for each value, 1 for each key and each dictionary that is
 * open. A dictionary of k nils asks for 3 + 5k with 8 + 8k bytes, and no packet of that size for more: an array pays
 * four bytes for two halves, a nested dictionary eight for three, which a pair does better. Where four bytes are left
 * over for half a pair, {nil: {nil: nil, ..}} uses them: 9 + 5j with 20 + 8j bytes, j > 0. tests/read/
 * test_document_bound.c finds these numbers by search; proved is that they suffice, but for 20 to 23 bytes. */
size_t gdv_document_bound(size_t size)
{
    size_t bound = 0;
    if (size < 16) {
        bound = size == 0 ? 0 : size < 12 ? 1 : 2;
    } else if (size % 8 < 4 || size < 28) {
        bound = (5 * ((size - 8) / 8) + 4) / 2;
    } else {
        bound = (5 * ((size - 8) / 8) + 5) / 2;
    }
    return bound < SIZE_MAX / sizeof(gdv_node) ? bound : SIZE_MAX / sizeof(gdv_node);
}

/* The nodes were too few: GDV_E_NO_SPACE with the number that this packet needs, unless something is wrong with the
 * packet itself. */
GDV_COLD static gdv_status refuse_for_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                                           uint32_t error_offset)
{
    uint64_t halves = 0;
    gdv_status status = gdv_room(args, scan, stack, true, &halves);
    return status == GDV_OK ? gdv_refuse(scan, GDV_E_NO_SPACE, error_offset, (halves + 1) / 2) : status;
}

/* A document that is being built. */
typedef struct building {
    gdv_tape to;
    gdv_run run;
    gdv_scan scan;
    gdv_stack stack;
} building;

/* A fast path: does what gdv_document_build does, where the loop reads the whole packet. If false, build_rest goes on where it
 * stopped. Requires arguments that were checked, and a run of which nothing has been read. */
GDV_INLINE bool build_whole(building *now, gdv_document *document, const uint8_t *bytes, size_t size,
                            const gdv_wire_table *table, const gdv_policy *policy, gdv_node *nodes, size_t capacity)
{
    if (!gdv_is_for_run(size, policy)) {
        return false;
    }
    gdv_run_begin(&now->run, bytes, size, table, policy);
    gdv_tape_start(&now->to, now->run.pair == 2, nodes, capacity, gdv_document_bound(size));
    now->run.entries = now->to.keys.end;
    now->run.room = now->to.halves;
    now->scan.in = now->run.in;
    now->scan.table = table;
    now->scan.permit = policy->permit;
    now->scan.encoding = policy->encoding;
    if (!gdv_tape_whole(&now->to, &now->run, &now->scan, &now->stack)) {
        return false;
    }
    gdv_tape_finish(&now->to, &now->scan, now->run.in.size, document);
    return true;
}

/* Does what build_whole has not done. */
static gdv_status build_rest(building *now, gdv_document *document, const gdv_arguments *args, gdv_node *nodes,
                             size_t capacity, gdv_report *report)
{
    gdv_status status = gdv_arguments_scan(args, &now->scan);
    if (now->run.in.pos == 0) {
        gdv_tape_start(&now->to, gdv_unique_keys(args), nodes, capacity, gdv_document_bound(now->scan.in.size));
    }
    if (status == GDV_OK) {
        status = gdv_tape_rest(&now->to, &now->run, &now->scan, &now->stack);
    }
    if (status == GDV_E_NO_SPACE) {
        status = refuse_for_room(args, &now->scan, &now->stack, now->scan.error_offset);
    }
    if (status == GDV_OK) {
        gdv_tape_finish(&now->to, &now->scan, now->scan.in.size, document);
        gdv_report_clear(report, status);
    } else {
        gdv_report_fill(report, status, args, &now->scan, &now->stack, gdv_report_stop(status, &now->scan));
    }
    return status;
}

gdv_status gdv_document_build(gdv_document *document, const gdv_arguments *args, gdv_node *nodes, size_t capacity,
                              gdv_report *report)
{
    building now;
    now.run.in.pos = 0;
    if (build_whole(&now, document, args->bytes, args->size, args->table, &args->policy, nodes, capacity)) {
        gdv_report_clear(report, GDV_OK);
        return GDV_OK;
    }
    return build_rest(&now, document, args, nodes, capacity, report);
}

/* Whether nothing that is written shares a byte with what else a call names. */
GDV_INLINE bool is_document_apart(const void *bytes, size_t size, const gdv_policy *policy, const gdv_node *nodes,
                                  size_t capacity, const gdv_document *document, const gdv_report *report)
{
    const gdv_stretch packet = gdv_stretch_of(bytes, gdv_extent(bytes, size, 1));
    const gdv_stretch rules = gdv_stretch_of(policy, sizeof *policy);
    const gdv_stretch array = gdv_stretch_of(nodes, gdv_extent(nodes, capacity, sizeof *nodes));
    const gdv_stretch whole = gdv_stretch_of(document, sizeof *document);
    const gdv_stretch told = gdv_stretch_of(report, sizeof *report);
    return !gdv_stretches_meet(array, packet) && !gdv_stretches_meet(array, rules) &&
           !gdv_stretches_meet(whole, packet) && !gdv_stretches_meet(whole, rules) &&
           !gdv_stretches_meet(whole, array) &&
           (report == NULL || (!gdv_stretches_meet(told, packet) && !gdv_stretches_meet(told, rules) &&
                               !gdv_stretches_meet(told, array) && !gdv_stretches_meet(told, whole)));
}

/* The loop is asked first, where there is no mistake. */
gdv_status gdv_document_parse(gdv_document *document, const void *bytes, size_t size, gdv_dialect dialect,
                              const gdv_policy *policy, gdv_node *nodes, size_t capacity, gdv_report *report)
{
    building now;
    gdv_arguments args;
    const gdv_policy *by = policy == NULL ? &gdv_presets[GDV_POLICY_STRICT] : policy;
    if (!is_document_apart(bytes, size, policy, nodes, capacity, document, report)) {
        return GDV_E_OVERLAP;
    }
    now.run.in.pos = 0;
    if (document != NULL && gdv_is_usual(bytes, size, dialect, by, report) &&
        !gdv_is_nowhere(nodes, capacity, sizeof *nodes) &&
        build_whole(&now, document, bytes, size, &gdv_wire_tables[dialect], by, nodes, capacity)) {
        gdv_report_clear(report, GDV_OK);
        return GDV_OK;
    }
    gdv_status status = gdv_document_start(&args, document, bytes, size, dialect, policy, nodes, capacity, report);
    return status == GDV_OK ? build_rest(&now, document, &args, nodes, capacity, report) : status;
}

gdv_value gdv_root(const gdv_document *document)
{
    gdv_value root = {document, 0};
    bool there = document != NULL && document->count > 0;
    return there ? root : gdv_missing();
}
