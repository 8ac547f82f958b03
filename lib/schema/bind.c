/* SPDX-License-Identifier: MIT */
/* Names may be used before they are declared: so they are bound when all texts have been read. */
#include "bind.h"

#include <string.h>

#include "order.h"

/* Says that a name of a type, packet, method or parameter is there twice. */
static bool name_fails(gdv_draft *draft, gdv_mistake_kind fault, const gdv_listed *first, const gdv_listed *second)
{
    draft->fault.other = first->place;
    draft->fault.found = draft->pool + second->at;
    draft->fault.found_size = second->size;
    return gdv_draft_fails(draft, fault, second->place);
}

static bool names_are_unique(gdv_draft *draft, const gdv_listed *entries, uint32_t count, gdv_mistake_kind fault)
{
    uint32_t first = 0;
    uint32_t second = gdv_order_by_text(draft, entries, draft->type_order, count, &first);
    if (second != GDV_NONE) {
        return name_fails(draft, fault, &entries[first], &entries[second]);
    }
    return true;
}

/* Of packets and of methods, none of which is called as one of the others is. */
static bool packets_are_unique(gdv_draft *draft)
{
    const gdv_listed *entries = draft->packet_entries;
    uint32_t first = 0;
    const uint32_t second = gdv_order_by_text(draft, entries, draft->type_order, draft->counts.packets, &first);
    if (second == GDV_NONE) {
        return true;
    }
    const bool is_method = draft->packets[second].rpc != 0;
    return name_fails(draft, is_method ? GDV_MISTAKE_METHOD_TWICE : GDV_MISTAKE_PACKET_TWICE, &entries[first],
                      &entries[second]);
}

static const uint8_t *name_of(const gdv_draft *draft, const gdv_reference *reference)
{
    return (const uint8_t *)draft->sources[reference->place.source].text + reference->at;
}

/* The type that a reference names, by halves. */
static uint32_t type_of_name(const gdv_draft *draft, const gdv_reference *reference)
{
    uint32_t first = 0;
    uint32_t end = draft->counts.types;
    while (first != end) {
        uint32_t middle = first + (end - first) / 2;
        const gdv_listed *type = &draft->types[draft->type_order[middle]];
        int32_t which = gdv_order_texts(name_of(draft, reference), reference->size, draft->pool + type->at, type->size);
        if (which == 0) {
            return draft->type_order[middle];
        }
        if (which > 0) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    return GDV_NONE;
}

static bool reference_fails(gdv_draft *draft, gdv_mistake_kind fault, const gdv_reference *reference, const char *name)
{
    (void)gdv_draft_fails(draft, fault, reference->place);
    draft->fault.found = name_of(draft, reference);
    draft->fault.found_size = reference->size;
    draft->fault.name = name;
    return false;
}

/* Each reference leads to a type. */
static bool find_types(gdv_draft *draft)
{
    for (uint32_t index = 0; index < draft->counts.references; index += 1) {
        gdv_reference *reference = &draft->references[index];
        reference->operand = type_of_name(draft, reference);
        if (reference->operand == GDV_NONE) {
            return reference_fails(draft, GDV_MISTAKE_TYPE_UNKNOWN, reference, "");
        }
    }
    return true;
}

/* The type that stands for what another type is, where that is nothing but a name. */
static gdv_listed *next_type(const gdv_draft *draft, const gdv_listed *type)
{
    return &draft->types[draft->references[type->operand - GDV_REFERENCE].operand];
}

/* Follows names of names to a rule, and writes it to all of them: so each is followed once. `value` notes which types
 * are being followed. */
static bool settle_type(gdv_draft *draft, gdv_listed *type)
{
    gdv_listed *at = type;
    while (at->operand >= GDV_REFERENCE && at->value != 1) {
        at->value = 1;
        at = next_type(draft, at);
    }
    if (at->operand >= GDV_REFERENCE) {
        draft->fault.other = next_type(draft, at)->place;
        return gdv_draft_fails(draft, GDV_MISTAKE_TYPE_ITSELF, at->place);
    }
    uint32_t rule = at->operand;
    at = type;
    while (at->operand >= GDV_REFERENCE) {
        gdv_listed *next = next_type(draft, at);
        at->operand = rule;
        at = next;
    }
    return true;
}

static bool settle_types(gdv_draft *draft)
{
    bool settled = true;
    for (uint32_t index = 0; settled && index < draft->counts.types; index += 1) {
        settled = settle_type(draft, &draft->types[index]);
    }
    for (uint32_t index = 0; index != draft->counts.references; index += 1) {
        draft->references[index].operand = draft->types[draft->references[index].operand].operand;
    }
    return settled;
}

static uint32_t bound(const gdv_draft *draft, uint32_t operand)
{
    return operand >= GDV_REFERENCE ? draft->references[operand - GDV_REFERENCE].operand : operand;
}

static void bind_entries(const gdv_draft *draft, gdv_listed *entries, uint32_t count)
{
    for (uint32_t index = 0; index < count; index += 1) {
        entries[index].operand = bound(draft, entries[index].operand);
    }
}

/* Whether no two parameters of a method have one name. */
static bool parameters_are_unique(gdv_draft *draft, const gdv_rule *rule)
{
    const gdv_listed *entries = draft->entries + rule->first;
    uint32_t first = 0;
    const uint32_t second = gdv_order_by_text(draft, entries, draft->order + rule->first, rule->count, &first);
    if (second != GDV_NONE) {
        return name_fails(draft, GDV_MISTAKE_PARAMETER_TWICE, &entries[first], &entries[second]);
    }
    return true;
}

static bool is_set(const gdv_rule *rule)
{
    bool literal = rule->kind == GDV_RULE_NIL || rule->kind == GDV_RULE_BOOL;
    return (rule->flags & GDV_RULE_SET) != 0 || (literal && rule->count > 0);
}

/* Orders what a rule lists. Of true and false the range. */
static bool order_lists(gdv_draft *draft, gdv_rule *rule)
{
    if (rule->kind == GDV_RULE_RECORD) {
        return gdv_order_rule(draft, rule, GDV_MISTAKE_KEY_TWICE);
    }
    if (gdv_draft_has_parameters(draft, rule)) {
        return parameters_are_unique(draft, rule);
    }
    if (!is_set(rule)) {
        return true;
    }
    if (!gdv_order_rule(draft, rule, GDV_MISTAKE_MEMBER_TWICE)) {
        return false;
    }
    if (rule->kind == GDV_RULE_BOOL) {
        rule->lowest = (int64_t)draft->entries[rule->first].number;
        rule->highest = (int64_t)draft->entries[rule->first + rule->count - 1].number;
    }
    return true;
}

static bool bind_rule(gdv_draft *draft, gdv_rule *rule)
{
    const uint32_t named = rule->value;
    rule->key = bound(draft, rule->key);
    rule->value = bound(draft, rule->value);
    if (rule->kind == GDV_RULE_STRINGS && draft->rules[rule->value].form.kind != GDV_RULE_TEXT) {
        /* by a name: anything else the parser has refused */
        return reference_fails(draft, GDV_MISTAKE_OF_STRING, &draft->references[named - GDV_REFERENCE],
                               "PackedStringArray");
    }
    return order_lists(draft, rule);
}

static bool bind_all(gdv_draft *draft)
{
    bool binds = true;
    bind_entries(draft, draft->entries, draft->counts.entries);
    bind_entries(draft, draft->packet_entries, draft->counts.packets);
    for (uint32_t index = 0; binds && index < draft->counts.rules; index += 1) {
        binds = bind_rule(draft, &draft->rules[index].form);
    }
    return binds;
}

/* Puts the methods of one of the two tables behind those that their scripts have, in the order of the packets' names. */
static void place_methods(gdv_draft *draft, uint32_t table)
{
    for (uint32_t index = 0; index < draft->counts.packets; index += 1) {
        const uint32_t number = draft->type_order[index];
        const gdv_rule_packet *packet = &draft->packets[number];
        if (packet->rpc != 0 && (packet->rpc & GDV_RPC_NODE) == table) {
            gdv_rule_script *script = &draft->scripts[packet->script];
            draft->methods[script->first + script->node_methods + script->methods] = number;
            script->node_methods += table != 0 ? 1 : 0;
            script->methods += table != 0 ? 0 : 1;
        }
    }
}

/* Fills the tables of the scripts: names of one script begin alike, so those are in the order of its methods. Requires packets in
 * order. */
static void share_out_methods(gdv_draft *draft)
{
    uint32_t first = 0;
    memset(draft->scripts, 0, draft->counts.scripts * sizeof *draft->scripts);
    for (uint32_t index = 0; index < draft->counts.packets; index += 1) {
        if (draft->packets[index].rpc != 0) {
            draft->scripts[draft->packets[index].script].methods += 1;
        }
    }
    for (uint32_t script = 0; script < draft->counts.scripts; script += 1) {
        draft->scripts[script].first = first;
        first += draft->scripts[script].methods;
        draft->scripts[script].methods = 0;
    }
    place_methods(draft, GDV_RPC_NODE);
    place_methods(draft, 0);
}

/* Of packets and methods, then of scripts, then of types. */
static bool names_are_well(gdv_draft *draft)
{
    if (!packets_are_unique(draft)) {
        return false;
    }
    share_out_methods(draft);
    return names_are_unique(draft, draft->script_entries, draft->counts.scripts, GDV_MISTAKE_SCRIPT_TWICE) &&
           names_are_unique(draft, draft->types, draft->counts.types, GDV_MISTAKE_TYPE_TWICE);
}

bool gdv_bind_names(gdv_draft *draft)
{
    return names_are_well(draft) && find_types(draft) && settle_types(draft) && bind_all(draft);
}
