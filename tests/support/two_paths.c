/* SPDX-License-Identifier: MIT */
#include "tests/support/two_paths.h"

#include <stdbool.h>

#include "lib/decode/step.h"

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
