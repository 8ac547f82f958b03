/* SPDX-License-Identifier: MIT */
/* Limits: those of the schema lower the policy's, before the packet is read; those of one packet are looked at when it is
 * known which packet it is. */
#include "checking.h"

/* Lowers a limit to one of the schema, 0 for none, which is kept with `more` added to it. */
static void lower(uint32_t *limit, uint32_t most, uint32_t more)
{
    if (most != 0) {
        *limit = gdv_at_most(most - more, *limit);
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
    lower(&policy->max_depth, limits->max_depth, 1);
    lower(&policy->max_values, limits->max_values, 0);
    lower(&policy->max_elements, limits->max_elements, 0);
    lower(&policy->max_string, limits->max_string, 0);
}

/* What a pass over the nodes has counted: containers around the node, values up to it. */
typedef struct limit_tally {
    const gdv_rule_packet *limits;
    uint32_t depth;
    uint32_t values;
} limit_tally;

#ifdef __FRAMAC__
#include "../proof/limits_c.h"
#endif

/* Whether a limit, 0 for none, is kept. */
static bool keeps(uint32_t limit, uint64_t count)
{
    return limit == 0 || count <= limit;
}

static gdv_status text_keeps(gdv_checking *check, const limit_tally *of, uint32_t node, uint32_t size)
{
    return keeps(of->limits->max_string, size) ? GDV_OK : gdv_fault_of(check, GDV_E_LIMIT_STRING, GDV_NONE, node, size);
}

/* Strings in a row, from an offset on: their bytes as the packet has them, a closing NUL included. */
static gdv_status texts_keep(gdv_checking *check, const limit_tally *of, uint32_t node, uint32_t at, uint32_t count)
{
    gdv_status status = GDV_OK;
    /*@ GDV_TEXTS_KEEP_LOOP */
    for (uint32_t index = 0; status == GDV_OK && index < count; index += 1) {
        gdv_span text;
        gdv_span_at(&check->in, at, &text);
        at = text.next;
        status = text_keeps(check, of, node, text.size);
    }
    return status;
}

/* What a container of Godot 4 declares before its count, two bits of its flags each: 1 a type id, 2 and 3 a name. */
static gdv_status declared_keep(gdv_checking *check, const limit_tally *of, uint32_t node)
{
    uint32_t at = check->nodes[node].offset + 4;
    gdv_status status = GDV_OK;
    /*@ GDV_DECLARED_KEEP_LOOP */
    for (uint32_t kinds = check->nodes[node].flags; status == GDV_OK && kinds != 0; kinds /= 4) {
        if (kinds % 4 == 1) {
            at = gdv_holds(&check->in, at, 4) ? at + 4 : GDV_NOWHERE;
        } else if (kinds % 4 != 0) {
            gdv_span name;
            gdv_span_at(&check->in, at, &name);
            at = name.next;
            status = text_keeps(check, of, node, name.size);
        }
    }
    return status;
}

static gdv_status depth_keeps(gdv_checking *check, const limit_tally *of, uint32_t node, uint32_t depth)
{
    return keeps(of->limits->max_depth, (uint64_t)depth + 1)
               ? GDV_OK
               : gdv_fault_of(check, GDV_E_LIMIT_DEPTH, GDV_NONE, node, depth);
}

static gdv_status values_keep(gdv_checking *check, limit_tally *of, uint32_t node)
{
    of->values += 1;
    return keeps(of->limits->max_values, of->values)
               ? GDV_OK
               : gdv_fault_of(check, GDV_E_LIMIT_VALUES, GDV_NONE, node, of->values);
}

/* Arrays of objects in Pandemonium name their class in a value of its own, in the array, which has no node: a header and
 * a text after the array's header and the element type. */
static gdv_status class_value_keeps(gdv_checking *check, limit_tally *of, uint32_t node)
{
    const uint32_t at = check->nodes[node].offset;
    const uint32_t id = gdv_u32_again(&check->in, at + 4) % GDV_NEGATIVE;
    const bool by_id = (check->nodes[node].flags & (GDV_FLAG_OBJECT_ID >> 16)) != 0;
    if (by_id || gdv_row_of(check->table, id)->type != GDV_TYPE_OBJECT) {
        return GDV_OK;
    }
    gdv_status status = depth_keeps(check, of, node, of->depth + 1);
    if (status == GDV_OK) {
        status = values_keep(check, of, node);
    }
    return status == GDV_OK ? texts_keep(check, of, node, at + 12, 1) : status;
}

/* What stands before a container's count. */
static gdv_status front_keeps(gdv_checking *check, limit_tally *of, uint32_t node)
{
    switch (gdv_checking_row(check, node)->layout) {
    case GDV_LAYOUT_OBJECT: /* its id, or its class */
        return texts_keep(check, of, node, check->nodes[node].offset + 4, (check->nodes[node].flags & 1u) == 0 ? 1 : 0);
    case GDV_LAYOUT_ARRAY:
    case GDV_LAYOUT_DICTIONARY:
        return declared_keep(check, of, node);
    case GDV_LAYOUT_TYPED_ARRAY:
        return class_value_keeps(check, of, node);
    default:
        return GDV_OK;
    }
}

/* What a node counts: bytes of a text, which a path of Godot 2 may be, or elements, which may be texts. Bytes of an image
 * and fields of an event are neither. */
static gdv_status count_keeps(gdv_checking *check, const limit_tally *of, uint32_t node)
{
    const uint32_t layout = gdv_checking_row(check, node)->layout;
    const uint32_t at = check->nodes[node].offset;
    const uint32_t count = check->nodes[node].count;
    const bool path = layout == GDV_LAYOUT_NODE_PATH;
    const bool whole = path && gdv_u32_again(&check->in, at + 4) < GDV_NEGATIVE;
    if (layout == GDV_LAYOUT_IMAGE || layout == GDV_LAYOUT_INPUT_EVENT) {
        return GDV_OK;
    }
    if (whole || layout == GDV_LAYOUT_TEXT || layout == GDV_LAYOUT_SIGNAL) {
        return text_keeps(check, of, node, count);
    }
    if (!keeps(of->limits->max_elements, count)) {
        return gdv_fault_of(check, GDV_E_LIMIT_ELEMENTS, GDV_NONE, node, count);
    }
    return path || layout == GDV_LAYOUT_STRINGS ? texts_keep(check, of, node, at + (path ? 16 : 8), count) : GDV_OK;
}

/* A value, in the order in which it is read under a policy. */
static gdv_status value_keeps(gdv_checking *check, limit_tally *of, uint32_t node)
{
    gdv_status status = values_keep(check, of, node);
    if (status == GDV_OK) {
        status = front_keeps(check, of, node);
    }
    return status == GDV_OK ? count_keeps(check, of, node) : status;
}

/* Every node once, and how deep it is. Names of properties are no values, and have no row of a type: it is the value after
 * them that is said to be at fault. */
static gdv_status nodes_keep(gdv_checking *check, limit_tally *of)
{
    uint32_t ends[GDV_MAX_DEPTH + 1]; /* of those that the node lies in */
    gdv_status status = GDV_OK;
    /*@ ghost uint32_t open[GDV_MAX_DEPTH + 1]; */
    /*@ GDV_NODES_KEEP_LOOP */
    for (uint32_t node = 0; status == GDV_OK && node < check->count; node += 1) {
        const uint32_t end = gdv_checking_after(check, node);
        const bool is_name = check->nodes[node].id == GDV_NODE_NAME;
        const uint32_t value = is_name ? node + 1 : node;
        /*@ GDV_NODES_KEEP_ENDED */
        while (of->depth > 0 && node >= ends[of->depth - 1]) {
            of->depth -= 1;
        }
        /*@ assert deeper: of->depth > 0 ==> gdv_depth[open[of->depth - 1]] < gdv_depth[node]; */
        /*@ assert level: of->depth <= gdv_depth[node]; */
        status = depth_keeps(check, of, value, of->depth);
        if (status == GDV_OK) {
            status = is_name ? text_keeps(check, of, value, check->nodes[node].count) : value_keeps(check, of, node);
        }
        ends[of->depth] = end;
        /*@ ghost open[of->depth] = node; */
        of->depth += 1;
    }
    return status;
}

static gdv_status values_are_within(gdv_checking *check, const gdv_rule_packet *limits)
{
    const uint32_t asks = limits->max_depth | limits->max_values | limits->max_elements | limits->max_string;
    limit_tally of = {limits, 0, 0};
    return asks == 0 ? GDV_OK : nodes_keep(check, &of);
}

gdv_status gdv_check_limits(gdv_checking *check, uint32_t packet)
{
    const gdv_rule_packet *limits = &check->schema->packets[packet];
    if (!keeps(limits->max_bytes, check->in.size)) {
        return gdv_fault_of(check, GDV_E_LIMIT_BYTES, GDV_NONE, 0, check->in.size);
    }
    return values_are_within(check, limits);
}

gdv_status gdv_check_schema_limits(gdv_checking *check)
{
    return values_are_within(check, &check->schema->form->limits);
}
