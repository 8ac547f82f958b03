/* SPDX-License-Identifier: MIT */
#include "room.h"

/* Pairs of each dictionary that is open: a level counts them down. */
typedef struct open_pairs {
    uint32_t of[GDV_MAX_DEPTH];
} open_pairs;

/* The whole packet; *peak is the highest of `now` after any value. */
static gdv_status measure_room(gdv_scan *scan, gdv_stack *stack, open_pairs *pairs, bool has_nodes, bool unique,
                               uint64_t *peak)
{
    const uint32_t node = has_nodes ? 2 : 0;
    uint64_t now = 0;
    gdv_status status = GDV_OK;
    gdv_token token;

    while (gdv_scan_more(scan)) {
        gdv_role role = gdv_next_role(scan, stack);
        uint32_t depth = scan->depth;
        status = gdv_step(scan, stack, &token);
        if (status != GDV_OK) {
            break;
        }
        now += role == GDV_ROLE_PROPERTY ? 2 * node : node;
        now += unique && role == GDV_ROLE_KEY ? 1u : 0u;
        if (token.children > 0) {
            bool dictionary = unique && token.wire->layout == GDV_LAYOUT_DICTIONARY;
            pairs->of[depth] = dictionary ? token.count : 0;
            now += dictionary ? 1u : 0u;
        }
        *peak = now > *peak ? now : *peak;
        for (uint32_t closed = depth; closed > scan->depth; closed -= 1) {
            now -= pairs->of[closed - 1] > 0 ? (uint64_t)pairs->of[closed - 1] + 1 : 0u;
        }
    }
    return status == GDV_OK ? gdv_scan_finish(scan) : status;
}

gdv_status gdv_room(const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack, bool has_nodes, uint64_t *entries)
{
    open_pairs pairs; /* here, and not in each caller: it is not on the stack while a packet is judged */
    gdv_status status = gdv_arguments_scan(args, scan);
    return status == GDV_OK ? measure_room(scan, stack, &pairs, has_nodes, gdv_unique_keys(args), entries) : status;
}

void gdv_report_judged(gdv_report *report, gdv_status code, const gdv_arguments *args, gdv_scan *scan, gdv_stack *stack,
                       uint32_t stop)
{
    gdv_scan again;
    uint64_t entries = 0;
    if (report != NULL && code == GDV_E_NO_SPACE) {
        (void)gdv_room(args, &again, stack, false, &entries);
        scan->need = 8 * entries;
    }
    gdv_report_fill(report, code, args, scan, stack, stop);
}
