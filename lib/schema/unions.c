/* SPDX-License-Identifier: MIT */
/* A value is of one alternative at most, and which one is known before it is read: by its type, or its tag. So no packet
 * makes the check try one alternative after another. A union of unions is joined after those in it. */
#include "unions.h"

#include "bind.h"
#include "order.h"

bool gdv_is_tellable(const gdv_rule *rule)
{
    return rule->kind == GDV_RULE_RECORD || rule->kind == GDV_RULE_TUPLE || rule->kind == GDV_RULE_TAGGED ||
           rule->kind == GDV_RULE_LED;
}

/* Whether a rule that is no UNION takes values of a type. */
static bool takes_type(const gdv_rule *rule, uint32_t type)
{
    switch ((gdv_rule_kind)rule->kind) {
    case GDV_RULE_ANY:
        return true;
    case GDV_RULE_NIL:
        return type == GDV_TYPE_NIL;
    case GDV_RULE_BOOL:
        return type == GDV_TYPE_BOOL;
    case GDV_RULE_INT:
        return type == GDV_TYPE_INT;
    case GDV_RULE_FLOAT:
        return type == GDV_TYPE_FLOAT;
    case GDV_RULE_NUMBER:
        return type == GDV_TYPE_INT || type == GDV_TYPE_FLOAT;
    case GDV_RULE_TEXT:
        return (type == GDV_TYPE_STRING && (rule->flags & GDV_RULE_STRING) != 0) ||
               (type == GDV_TYPE_STRING_NAME && (rule->flags & GDV_RULE_NAME) != 0);
    case GDV_RULE_BYTES:
        return type == GDV_TYPE_PACKED_BYTE_ARRAY;
    case GDV_RULE_STRINGS:
        return type == GDV_TYPE_PACKED_STRING_ARRAY;
    case GDV_RULE_TUPLE:
    case GDV_RULE_LED:
        return type == GDV_TYPE_ARRAY;
    case GDV_RULE_MAP:
    case GDV_RULE_RECORD:
    case GDV_RULE_TAGGED:
        return type == GDV_TYPE_DICTIONARY;
    default: /* VALUE, MATH, PACKED, ARRAY */
        return type == rule->type;
    }
}

uint32_t gdv_joining_leaf(const gdv_joining *joining, uint32_t option, uint32_t type)
{
    const gdv_draft *draft = joining->draft;
    uint32_t number = joining->options[option].operand;
    if (joining->root && draft->packets[option].rpc != 0) {
        return GDV_NONE; /* a method, whose arguments are in no Variant of their own */
    }
    const gdv_rule *rule = &draft->rules[number].form;
    if (rule->kind == GDV_RULE_UNION) {
        return draft->refs[rule->first + type];
    }
    return takes_type(rule, type) ? number : GDV_NONE;
}

/* Says that two options take one type. */
static bool same_type_fails(gdv_joining *joining, uint32_t option, uint32_t type)
{
    gdv_draft *draft = joining->draft;
    const gdv_rule *leaf = &draft->rules[gdv_joining_leaf(joining, option, type)].form;
    const gdv_rule *before = &draft->rules[joining->leaf[type]].form;
    bool any = leaf->kind == GDV_RULE_ANY || before->kind == GDV_RULE_ANY;
    gdv_place first = joining->options[joining->option[type]].place;
    gdv_place second = joining->options[option].place;
    bool turned = gdv_order_places(second, first) < 0;
    draft->fault.other = turned ? second : first; /* sets of literals come last, wherever they stand */
    draft->fault.name = gdv_type_name((gdv_type)type);
    return gdv_draft_fails(draft, any ? GDV_MISTAKE_UNION_ANY : GDV_MISTAKE_UNION_SAME, turned ? first : second);
}

static bool offer(gdv_joining *joining, uint32_t option)
{
    const gdv_draft *draft = joining->draft;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        uint32_t leaf = gdv_joining_leaf(joining, option, type);
        if (joining->leaf[type] == GDV_NONE) {
            joining->leaf[type] = leaf;
            joining->option[type] = option;
        } else if (leaf != GDV_NONE) {
            if (!gdv_is_tellable(&draft->rules[leaf].form) ||
                !gdv_is_tellable(&draft->rules[joining->leaf[type]].form)) {
                return same_type_fails(joining, option, type);
            }
            joining->many[type] = true;
        }
    }
    return true;
}

/* Requires a joining whose `option` and `many` are zero. */
static bool offer_all(gdv_joining *joining)
{
    bool offered = true;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        joining->leaf[type] = GDV_NONE;
    }
    for (uint32_t option = 0; offered && option < joining->count; option += 1) {
        offered = offer(joining, option);
    }
    return offered;
}

/* How many types are taken. */
static uint32_t types_taken(const gdv_joining *joining)
{
    uint32_t taken = 0;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        taken += joining->leaf[type] != GDV_NONE ? 1 : 0;
    }
    return taken;
}

/* Adds a rule that belongs to a union, and to what that belongs to. */
static uint32_t add_helper(gdv_draft *draft, const gdv_draft_rule *of, const gdv_rule *rule)
{
    gdv_place place = {of->form.source, of->form.line, of->column};
    draft->scope = of->form.name;
    draft->scope_flags = of->form.flags & GDV_RULE_OF_PACKET;
    return gdv_draft_add(draft, rule, place);
}

/* Makes a TAGGED or LED of a UNION that takes one type alone. */
static void become(gdv_rule *to, const gdv_rule *told)
{
    to->kind = told->kind;
    to->first = told->first;
    to->count = told->count;
    to->number_count = told->number_count;
    to->key = told->key;
}

static bool join_union(gdv_draft *draft, gdv_draft_rule *of)
{
    gdv_joining joining = {.draft = draft, .count = of->form.count, .root = false};
    gdv_rule told;
    joining.options = draft->entries + of->form.first;
    if (!offer_all(&joining)) {
        return false;
    }
    bool single = types_taken(&joining) == 1;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        if (joining.many[type]) {
            if (!gdv_tell_apart(&joining, type, &told)) {
                return false;
            }
            if (single) {
                become(&of->form, &told);
                return true;
            }
            joining.leaf[type] = add_helper(draft, of, &told);
        }
    }
    of->form.first = draft->ref_count;
    of->form.count = 0;
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        draft->refs[draft->ref_count + type] = joining.leaf[type];
    }
    draft->ref_count += GDV_TYPE_COUNT;
    return true;
}

static bool is_unjoined(const gdv_draft_rule *rule)
{
    return rule->form.kind == GDV_RULE_UNION && rule->progress != GDV_PROGRESS_DONE;
}

/* The next alternative of a union that is a union and not joined; GDV_NONE. */
static uint32_t next_unjoined(const gdv_draft *draft, gdv_draft_rule *of)
{
    while (of->next < of->form.count) {
        uint32_t operand = draft->entries[of->form.first + of->next].operand;
        of->next += 1;
        if (is_unjoined(&draft->rules[operand])) {
            return operand;
        }
    }
    return GDV_NONE;
}

/* Joins a union after all unions in it: goes down to those, and up by `parent`. */
static bool join_from(gdv_draft *draft, uint32_t number)
{
    uint32_t at = number;
    draft->rules[at].parent = GDV_NONE;
    draft->rules[at].progress = GDV_PROGRESS_BEGUN;
    while (at != GDV_NONE) {
        gdv_draft_rule *rule = &draft->rules[at];
        uint32_t below = next_unjoined(draft, rule);
        if (below == GDV_NONE) {
            if (!join_union(draft, rule)) {
                return false;
            }
            rule->progress = GDV_PROGRESS_DONE;
            at = rule->parent;
        } else if (draft->rules[below].progress == GDV_PROGRESS_BEGUN) {
            gdv_place place = {rule->form.source, rule->form.line, rule->column};
            draft->fault.other = draft->entries[rule->form.first + rule->next - 1].place;
            return gdv_draft_fails(draft, GDV_MISTAKE_TYPE_ITSELF, place);
        } else {
            draft->rules[below].parent = at;
            draft->rules[below].progress = GDV_PROGRESS_BEGUN;
            at = below;
        }
    }
    return true;
}

/* The refs of the packets: told apart as alternatives are, and a packet with a tag or first literal by that alone, even
 * if it is the only one. */
static bool join_packets(gdv_draft *draft)
{
    gdv_joining joining = {.draft = draft, .count = draft->counts.packets, .root = true};
    joining.options = draft->packet_entries;
    if (!offer_all(&joining)) {
        return false;
    }
    for (uint32_t type = 0; type < GDV_TYPE_COUNT; type += 1) {
        uint32_t leaf = joining.leaf[type];
        bool taken = leaf != GDV_NONE;
        gdv_rule told;
        draft->refs[type] = taken ? joining.options[joining.option[type]].operand : GDV_NONE;
        if (taken && gdv_is_tellable(&draft->rules[leaf].form)) {
            bool tells = gdv_tell_apart(&joining, type, &told);
            if (!tells && joining.many[type]) {
                return false;
            }
            if (tells) {
                const gdv_place nowhere = {.line = 0};
                draft->scope = GDV_NONE;
                uint32_t number = gdv_draft_add(draft, &told, nowhere);
                draft->rules[number].form.flags = GDV_RULE_ROOT;
                draft->refs[type] = number;
            }
        }
    }
    return true;
}

bool gdv_join_unions(gdv_draft *draft)
{
    const uint32_t rules = draft->counts.rules;
    bool joined = true;
    draft->ref_count = GDV_TYPE_COUNT;
    for (uint32_t number = 0; joined && number < rules; number += 1) {
        if (is_unjoined(&draft->rules[number])) {
            joined = join_from(draft, number);
        }
    }
    return joined && join_packets(draft);
}
