/* SPDX-License-Identifier: MIT */
/* The entry point: arguments, the document, which packet it is, and its walk. */
#include <string.h>

#include "../read/apart.h"
#include "../value/resolve.h"
#include "violation.h"

#ifdef __FRAMAC__
#include "../proof/check_c.h"
#endif

void gdv_checking_set(gdv_checking *check, const gdv_schema *schema, const gdv_document *document)
{
    const bool same = (document->table->traits & GDV_TRAIT_NAME_IS_STRING) != 0;
    check->schema = schema;
    check->nodes = document->nodes;
    check->in.bytes = document->bytes;
    check->in.size = document->size;
    check->table = document->table;
    check->count = document->count;
    check->string_id = gdv_wire_table_id(document->table, GDV_TYPE_STRING);
    check->name_id = same ? gdv_wire_table_id(document->table, GDV_TYPE_STRING_NAME) : GDV_ANY_ID;
    check->trims = gdv_trims(document);
}

/* Whether the schema sets a limit for a packet: few do. */
static bool has_limits(const gdv_rule_packet *packet)
{
    const uint32_t most = packet->max_depth | packet->max_values | packet->max_elements | packet->max_string;
    return (most | packet->max_bytes) != 0;
}

/* Which packet it is, and whether it is one. */
static gdv_status judge(gdv_checking *check, gdv_match *match)
{
    uint32_t packet;
    gdv_status status = gdv_choose_packet(check, &packet);
    if (status != GDV_OK) {
        return status;
    }
    match->packet = packet;
    match->count = gdv_checking_rule(check, packet)->width;
    /*@ GDV_JUDGE_LOOP */
    for (uint32_t index = 0; index < match->count; index += 1) {
        match->values[index] = GDV_NONE;
    }
    status = has_limits(&check->schema->packets[packet]) ? gdv_check_limits(check, packet) : GDV_OK;
    if (status == GDV_OK) {
        status = gdv_check_walk(check, packet, match);
        if (status == GDV_E_MISSING_KEY && check->fault.what == GDV_FAULT_VALUE) {
            gdv_check_missing(check);
        }
    }
    return status;
}

static void empty_match(gdv_match *match)
{
    match->packet = GDV_NONE;
    match->count = 0;
    memset(&match->document, 0, sizeof match->document);
}

static gdv_status check_parsed(const gdv_schema *schema, const gdv_arguments *args, gdv_node *nodes, size_t capacity,
                               gdv_match *match, gdv_violation *violation)
{
    gdv_checking check;
    gdv_report *report = violation == NULL ? NULL : &violation->report;
    gdv_status status = gdv_document_build(&match->document, args, nodes, capacity, report);
    if (status != GDV_OK) {
        gdv_violation_clear(violation, GDV_NONE);
        return status;
    }
    gdv_checking_set(&check, schema, &match->document);
    status = judge(&check, match);
    if (status == GDV_OK) {
        gdv_violation_clear(violation, match->packet);
    } else {
        gdv_violation_fill(violation, &check, args, 0, match->packet);
        memset(&match->document, 0, sizeof match->document);
        match->count = 0;
    }
    return status;
}

static void refuse(gdv_violation *violation, gdv_status status)
{
    if (violation != NULL) {
        gdv_report_set(&violation->report, status);
        gdv_violation_clear(violation, GDV_NONE);
    }
}

gdv_status gdv_schema_check(const gdv_schema *schema, const void *bytes, size_t size, const gdv_policy *policy,
                            gdv_node *nodes, size_t capacity, gdv_match *match, gdv_violation *violation)
{
    const gdv_form *form = schema == NULL ? NULL : schema->form;
    const gdv_stretch memory[7] = {
        gdv_stretch_of(bytes, gdv_extent(bytes, size, 1)),
        gdv_stretch_of(policy, sizeof *policy),
        gdv_stretch_of(schema, sizeof *schema),
        gdv_stretch_of(form, gdv_schema_size(schema)),
        gdv_stretch_of(nodes, gdv_extent(nodes, capacity, sizeof *nodes)), /* from here written */
        gdv_stretch_of(match, sizeof *match),
        gdv_stretch_of(violation, sizeof *violation)};
    gdv_arguments args;

    if (gdv_stretch_meets(memory, 4) || gdv_stretch_meets(memory, 5) ||
        (violation != NULL && gdv_stretch_meets(memory, 6))) {
        return GDV_E_OVERLAP;
    }
    if ((match != NULL && match->struct_size != sizeof *match) ||
        (violation != NULL && violation->struct_size != sizeof *violation)) {
        return GDV_E_BAD_STRUCT;
    }
    gdv_status status = GDV_E_BAD_ARGUMENT;
    if (match != NULL) {
        empty_match(match);
    }
    if (match != NULL && form != NULL && !gdv_is_nowhere(nodes, capacity, sizeof *nodes)) {
        status = gdv_arguments_set(&args, bytes, size, schema->dialect, policy);
    }
    if (status != GDV_OK) {
        refuse(violation, status);
        return status;
    }
    gdv_schema_narrow(schema, &args.policy);
    return check_parsed(schema, &args, nodes, capacity, match, violation);
}
