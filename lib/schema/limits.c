/* SPDX-License-Identifier: MIT */
/* Limits: those of the schema lower the policy's, before the packet is read; those of one packet are looked at when it is
 * known which packet it is. */
#include "checking.h"

static void lower(uint32_t *limit, uint32_t most)
{
    if (most != 0 && most < *limit) {
        *limit = most;
    }
}

void gdv_schema_narrow(const gdv_schema *schema, gdv_policy *policy)
{
    if (policy == NULL) {
        return;
    }
    policy->permit &= ~GDV_PERMIT_DUPLICATE_KEYS;
    if (schema == NULL || schema->form == NULL) {
        return;
    }
    const gdv_rule_packet *limits = &schema->form->limits;
    if (limits->max_bytes != 0 && limits->max_bytes < policy->max_bytes) {
        policy->max_bytes = limits->max_bytes;
    }
    if (limits->max_depth != 0 && limits->max_depth - 1 < policy->max_depth) {
        policy->max_depth = limits->max_depth - 1;
    }
    lower(&policy->max_values, limits->max_values);
    lower(&policy->max_elements, limits->max_elements);
    lower(&policy->max_string, limits->max_string);
}

/* Whether a limit, 0 for none, is kept. */
static bool keeps(uint32_t limit, uint64_t count)
{
    return limit == 0 || count <= limit;
}

/* The longest of a node's strings from an offset on, as the packet has them, a closing NUL included. */
static uint32_t longest_string(const gdv_checking *check, uint32_t node, uint32_t at)
{
    uint32_t longest = 0;
    for (uint32_t index = 0; index < check->nodes[node].count; index += 1) {
        gdv_span text;
        gdv_span_at(&check->in, at, &text);
        at = text.next;
        longest = text.size > longest ? text.size : longest;
    }
    return longest;
}

/* Whether what a node counts are the bytes of one text: a path of Godot 2 may be one. */
static bool counts_as_text(const gdv_checking *check, uint32_t layout, uint32_t node)
{
    const bool path = layout == GDV_LAYOUT_NODE_PATH;
    const bool whole = path && gdv_u32_at(&check->in, check->nodes[node].offset + 4) < GDV_NEGATIVE;
    return whole || layout == GDV_LAYOUT_TEXT || layout == GDV_LAYOUT_SIGNAL;
}

/* The limits of one node, as the policy's: how many elements it has, how long its texts are. Bytes of an image and fields
 * of an event are no elements. */
static gdv_status node_keeps(gdv_checking *check, const gdv_rule_packet *limits, uint32_t node)
{
    const uint32_t layout = gdv_checking_row(check, node)->layout;
    const uint32_t count = check->nodes[node].count;
    if (layout == GDV_LAYOUT_IMAGE || layout == GDV_LAYOUT_INPUT_EVENT) {
        return GDV_OK;
    }
    if (counts_as_text(check, layout, node)) {
        return keeps(limits->max_string, count) ? GDV_OK
                                                : gdv_fault_of(check, GDV_E_LIMIT_STRING, GDV_NONE, node, count);
    }
    if (!keeps(limits->max_elements, count)) {
        return gdv_fault_of(check, GDV_E_LIMIT_ELEMENTS, GDV_NONE, node, count);
    }
    if ((layout == GDV_LAYOUT_STRINGS || layout == GDV_LAYOUT_NODE_PATH) && limits->max_string != 0) {
        const uint32_t first = check->nodes[node].offset + (layout == GDV_LAYOUT_STRINGS ? 8 : 16);
        const uint32_t longest = longest_string(check, node, first);
        return keeps(limits->max_string, longest) ? GDV_OK
                                                  : gdv_fault_of(check, GDV_E_LIMIT_STRING, GDV_NONE, node, longest);
    }
    return GDV_OK;
}

/* Every node once, and how deep it is. Names of properties are no values: they are as deep as what they name. */
static gdv_status nodes_keep(gdv_checking *check, const gdv_rule_packet *limits)
{
    uint32_t ends[GDV_MAX_DEPTH + 1];
    uint32_t depth = 0;
    uint32_t values = 0;
    gdv_status status = GDV_OK;
    for (uint32_t node = 0; status == GDV_OK && node < check->count; node += 1) {
        const bool is_name = check->nodes[node].id == GDV_NODE_NAME;
        while (depth > 0 && node >= ends[depth - 1]) {
            depth -= 1;
        }
        values += is_name ? 0 : 1;
        if (!keeps(limits->max_values, values)) {
            status = gdv_fault_of(check, GDV_E_LIMIT_VALUES, GDV_NONE, node, values);
        } else if (!is_name && !keeps(limits->max_depth, depth + 1)) { /* a name has no row of its type */
            status = gdv_fault_of(check, GDV_E_LIMIT_DEPTH, GDV_NONE, node, depth);
        } else if (!is_name) {
            status = node_keeps(check, limits, node);
        }
        ends[depth] = gdv_node_after(check->nodes, node);
        depth += ends[depth] > node + 1 ? 1 : 0;
    }
    return status;
}

gdv_status gdv_check_limits(gdv_checking *check, uint32_t packet)
{
    const gdv_rule_packet *limits = &check->schema->packets[packet];
    const uint32_t asks = limits->max_depth | limits->max_values | limits->max_elements | limits->max_string;
    if (!keeps(limits->max_bytes, check->in.size)) {
        return gdv_fault_of(check, GDV_E_LIMIT_BYTES, GDV_NONE, 0, check->in.size);
    }
    return asks == 0 ? GDV_OK : nodes_keep(check, limits);
}
